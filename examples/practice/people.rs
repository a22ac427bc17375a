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
pub trait PersonDb {
    /// Looks one person up by id.
    #[rpc(read_only)]
    fn get_person(&self, id: &str) -> Result<Person, PersonError>;

    /// Finds the people whose names hold all of these words, at most `limit` of them.
    #[rpc(read_only)]
    fn find(&self, words: &[String], limit: Option<u32>) -> Result<Vec<Person>, PersonError>;

    /// The name of one person. A method with a body is a helper: it is not exported.
    fn get_name(&self, id: &str) -> Result<String, PersonError> {
        Ok(self.get_person(id)?.name)
    }
}

/// Why there is no such person: the same variant, whichever path the call took.
#[derive(Debug, xmlrpc_proxy::Fault)]
pub enum PersonError {
    /// Nobody has this id.
    #[fault(code = 404)]
    NotFound(String),
    /// The database failed.
    #[fault(code = 500)]
    Database(String),
    /// The call failed on its way.
    #[fault(call)]
    Call(xmlrpc_proxy::Error),
}
