//! A service is a trait, so what calls it can be tested with a mock of it: here one that `mockall` writes.
//!
//! `cargo run --example mockall`, or `cargo test --example mockall`.

#![allow(missing_docs, reason = "a program, not a library")]

use mockall::{automock, predicate::eq};
use xmlrpc_proxy::{Fault, Result, service};

/// The people of a practice.
// `#[service]` stands first: it takes its own attributes off before `automock` sees the trait.
#[service(namespace = "person")]
#[automock]
pub trait PersonDb {
    #[rpc(read_only)]
    fn name(&self, id: i32) -> Result<String>;
}

/// What is to be tested: it neither knows nor cares who answers.
fn greeting(people: &impl PersonDb, id: i32) -> String {
    match people.name(id) {
        Ok(name) => format!("Good morning, {name}!"),
        Err(_) => "Good morning!".to_owned(),
    }
}

fn mock() -> MockPersonDb {
    let mut people = MockPersonDb::new();
    people.expect_name().with(eq(1)).returning(|_| Ok("Anna".to_owned()));
    people.expect_name().with(eq(2)).returning(|_| Err(Fault::new(404, "nobody").into()));
    people
}

#[allow(clippy::print_stdout, reason = "a program")]
fn main() -> Result<()> {
    // The mock itself, and one behind a proxy, which sends its calls through the codec.
    println!("{}", greeting(&mock(), 1));
    let people = PersonDbProxy::local(mock());
    people.switch().loopback()?;
    println!("{}", greeting(&people, 2));
    Ok(())
}

#[test]
fn greets_by_name_where_there_is_one() {
    assert_eq!(greeting(&mock(), 1), "Good morning, Anna!");
    assert_eq!(greeting(&mock(), 2), "Good morning!");
}
