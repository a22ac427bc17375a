//! What the macros write passes clippy where the user denies it much.

#![cfg(feature = "derive")]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::absolute_paths,
    clippy::allow_attributes_without_reason,
    clippy::as_conversions,
    clippy::default_numeric_fallback,
    clippy::exhaustive_structs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::infinite_loop,
    clippy::min_ident_chars,
    clippy::missing_docs_in_private_items,
    clippy::missing_trait_methods,
    clippy::module_name_repetitions,
    clippy::multiple_inherent_impl,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::partial_pub_fields,
    clippy::pattern_type_mismatch,
    clippy::question_mark_used,
    clippy::same_name_method,
    clippy::shadow_reuse,
    clippy::shadow_unrelated,
    clippy::single_char_lifetime_names,
    clippy::single_call_fn,
    clippy::std_instead_of_core,
    clippy::unseparated_literal_suffix,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm
)]

use std::borrow::Cow;

use serde::{Serialize, de::DeserializeOwned};
use xmlrpc_proxy::{Error, Fault, Result, service};

/// People.
#[service(namespace = "people", rename_all = "camelCase")]
pub trait People: Send + Sync {
    /// Finds.
    ///
    /// # Errors
    ///
    /// When there is none.
    #[rpc(read_only, timeout = "2s", alias = "search")]
    fn find(
        &self,
        name: &str,
        #[rpc(default = [])] words: &[String],
        limit: Option<u32>,
    ) -> Result<i32, Failure>;
    /// Sets.
    ///
    /// # Errors
    ///
    /// Never.
    fn set(&self, name: String, text: Cow<'_, str>, other: Option<&str>) -> Result<(), Failure>;
    /// Counts.
    #[must_use]
    fn count(&self) -> usize {
        1
    }
}

/// Things of any type.
#[service]
pub trait Things<Thing: Serialize + DeserializeOwned, const SIZE: usize>: Send + Sync {
    /// What they are found by.
    type Key: Serialize + DeserializeOwned;

    /// Finds.
    ///
    /// # Errors
    ///
    /// When there is none.
    #[rpc(alias = "find")]
    fn thing(&self, key: &Self::Key, other: Option<&Thing>) -> Result<Thing, Failure>;
}

/// What goes wrong.
#[derive(Debug, Fault)]
#[non_exhaustive]
pub enum Failure {
    /// Gone.
    #[fault(code = 404)]
    Gone,
    /// Taken.
    #[fault(code = 409)]
    Taken(String),
    /// All else.
    #[fault(call)]
    Call(Error),
}

#[test]
fn is_used() {
    fn proxy<L>(local: L) -> PeopleProxy<L> {
        PeopleProxy::local(local)
    }
    let _: fn(PeopleClient) -> PeopleProxy<PeopleClient> = proxy;
    assert_eq!(Failure::Gone.to_string(), "gone");
}
