//! A desktop program whose list is searched as one types, in the process or over XML-RPC, as its switch says.
//!
//! All but [`views`] and [`app`] knows of no window. What is local is called while a frame is made; what is remote, by
//! [`worker`]s only.

pub mod app;
pub mod asking;
pub mod data;
pub mod desk;
pub mod editing;
pub mod names;
pub mod people;
pub mod sharing;
pub mod times;
pub mod views;
pub mod worker;
