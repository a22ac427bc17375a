//! Fields of other crates' date types, as dates on the wire: `#[serde(with = "xmlrpc_proxy::date")]`.
//!
//! By themselves such types are texts in serde's model. They read dates of the wire, which a text can hold without loss,
//! but are written as strings, which a peer may not take for dates. With this module they are written as dates. It is for
//! every type that converts to and from [`DateTime`]; the features `chrono`, `jiff` and `time` convert theirs.
//!
//! ```
//! # extern crate xmlrpc_core as xmlrpc_proxy;
//! # #[cfg(feature = "jiff")] {
//! use jiff::{Timestamp, civil};
//! use serde::{Deserialize, Serialize};
//! use xmlrpc_proxy::{to_value, value};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Visit {
//!     #[serde(with = "xmlrpc_proxy::date")]
//!     planned: civil::DateTime,
//!     #[serde(with = "xmlrpc_proxy::date::option")]
//!     came: Option<Timestamp>,
//! }
//!
//! let visit = Visit { planned: civil::date(1998, 7, 17).at(14, 8, 55, 0), came: None };
//! let date: xmlrpc_proxy::DateTime = "19980717T14:08:55".parse().unwrap();
//! assert_eq!(to_value(&visit).unwrap(), value!({ "planned": date, "came": nil }));
//! # }
//! ```

use std::fmt;

use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de, ser};

use crate::DateTime;

/// Writes the date.
///
/// # Errors
///
/// When it has no form on the wire.
pub fn serialize<T, S>(date: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<DateTime, Error: fmt::Display>,
    S: Serializer,
{
    date.clone().try_into().map_err(ser::Error::custom)?.serialize(serializer)
}

/// Reads the date.
///
/// # Errors
///
/// When there is none, or it is none that the type can hold.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    DateTime: TryInto<T, Error: fmt::Display>,
    D: Deserializer<'de>,
{
    DateTime::deserialize(deserializer)?.try_into().map_err(de::Error::custom)
}

/// The same for an `Option` of a date. A member that may be absent needs `#[serde(default)]`, too.
pub mod option {
    use super::*;

    /// Writes the date, or nil.
    ///
    /// # Errors
    ///
    /// When it has no form on the wire.
    pub fn serialize<T, S>(date: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<DateTime, Error: fmt::Display>,
        S: Serializer,
    {
        let date = date.clone().map(T::try_into).transpose().map_err(ser::Error::custom)?;
        date.serialize(serializer)
    }

    /// Reads the date, or nil.
    ///
    /// # Errors
    ///
    /// When there is neither, or a date that the type cannot hold.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        DateTime: TryInto<T, Error: fmt::Display>,
        D: Deserializer<'de>,
    {
        let date = Option::<DateTime>::deserialize(deserializer)?;
        date.map(DateTime::try_into).transpose().map_err(de::Error::custom)
    }
}
