//! The service: people known to a practice.

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{DateTime, service};

/// Somebody known to the practice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// The number under which the practice knows them.
    pub id: i32,
    /// First name and last name.
    pub name: String,
    /// The day they were born.
    pub born: DateTime,
}

/// People known to the practice.
#[service(namespace = "person", rename_all = "camelCase")]
pub trait People: Send + Sync {
    /// The ids of the people whose names hold all of these words, in the order of their names.
    #[rpc(read_only, timeout = "2s")]
    fn find(&self, words: &str) -> Result<Vec<i32>, PeopleError>;

    /// Looks one person up.
    #[rpc(read_only, timeout = "2s")]
    fn get_person(&self, id: i32) -> Result<Person, PeopleError>;

    /// Keeps what is changed of a person who is known already.
    #[rpc(idempotent, timeout = "5s")]
    fn save(&self, person: &Person) -> Result<(), PeopleError>;
}

/// What can go wrong: the same variant, whichever path the call took.
#[derive(Debug, xmlrpc_proxy::Fault)]
pub enum PeopleError {
    /// Nobody has this id.
    #[fault(code = 404)]
    NotFound(String),
    /// What was to be saved is not fit for it.
    #[fault(code = 422)]
    Refused(String),
    /// The database failed.
    #[fault(code = 500)]
    Database(String),
    /// The call failed on its way.
    #[fault(call)]
    Call(xmlrpc_proxy::Error),
}
