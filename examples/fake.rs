//! A fake written by hand: an implementation in memory, for the tests of what calls the service.
//!
//! `cargo run --example fake`, or `cargo test --example fake`.

#![allow(missing_docs, reason = "a program, not a library")]

use std::{collections::BTreeMap, sync::Mutex};

use xmlrpc_proxy::{Fault, Result, contract, service};

/// The people of a practice.
#[service(namespace = "person")]
pub trait PersonDb {
    fn add(&self, id: i32, name: &str) -> Result<()>;
    #[rpc(read_only)]
    fn name(&self, id: i32) -> Result<String>;
}

/// People in memory. A method takes `&self`, so what changes is kept in a `Mutex`.
#[derive(Debug, Default)]
pub struct FakePeople(Mutex<BTreeMap<i32, String>>);

impl FakePeople {
    fn with(people: &[(i32, &str)]) -> Self {
        let owned = people.iter().map(|&(id, name)| (id, name.to_owned()));
        FakePeople(Mutex::new(owned.collect()))
    }

    fn people(&self) -> Result<std::sync::MutexGuard<'_, BTreeMap<i32, String>>> {
        self.0.lock().map_err(|_| Fault::internal().into())
    }
}

impl PersonDb for FakePeople {
    fn add(&self, id: i32, name: &str) -> Result<()> {
        self.people()?.insert(id, name.to_owned());
        Ok(())
    }

    fn name(&self, id: i32) -> Result<String> {
        let name = self.people()?.get(&id).cloned();
        name.ok_or_else(|| Fault::new(404, format!("nobody has the id {id}")).into())
    }
}

/// What is to be tested.
fn rename(people: &impl PersonDb, id: i32, name: &str) -> Result<String> {
    let before = people.name(id)?;
    people.add(id, name)?;
    Ok(before)
}

#[allow(clippy::print_stdout, reason = "a program")]
fn main() -> Result<()> {
    let people = FakePeople::with(&[(1, "Anna")]);
    println!("{} is now {}", rename(&people, 1, "Anne")?, people.name(1)?);
    Ok(())
}

#[test]
fn renames_whom_it_knows() -> Result<()> {
    let people = FakePeople::with(&[(1, "Anna")]);
    assert_eq!(rename(&people, 1, "Anne")?, "Anna");
    assert_eq!(people.name(1)?, "Anne");
    assert!(rename(&people, 2, "Bert").is_err());
    Ok(())
}

// A fake is worth as much as it is like the real one: the same contract can be held against both.
contract!(PersonDb, || FakePeople::with(&[(1, "Anna")]), {
    name(1);
    name(2);
    add(2, "<Bert> & sons");
});
