//! The servers, each a process of its own: it prints where it listens, and ends when it is killed.

mod dxr;
mod hyper;
mod ours;
mod ping_pong;

use crate::Failure;

/// Serves as this one.
pub fn serve(who: &str) -> Result<(), Failure> {
    match who {
        "ours" => ours::serve(true),
        "ours-off-thread" => ours::serve(false),
        "hyper" => hyper::serve(),
        "dxr" => dxr::serve(),
        "ping-pong" => ping_pong::serve(),
        _ => Err(format!("no server {who}").into()),
    }
}

/// Tells the one who started it where it listens.
fn listening(endpoints: &[String]) {
    println!("{}", endpoints.join(" "));
}
