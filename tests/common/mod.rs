//! The services that the tests call.
#![allow(unreachable_pub, dead_code, missing_docs)]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{DateTime, Error, Fault, Value, service};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub x: i32,
    pub y: f64,
}

#[derive(Debug, xmlrpc_proxy::Fault)]
pub enum TypesError {
    #[fault(code = 7)]
    Failed(String),
    #[fault(code = 8, message = "there is none")]
    None,
    #[fault(call)]
    Call(Error),
}

/// A method for each type.
#[service(namespace = "types")]
pub trait Types {
    /// An int.
    ///
    /// Of 32 bits.
    fn int(&self, value: i32) -> Result<i32, TypesError>;
    fn boolean(&self, value: bool) -> Result<bool, TypesError>;
    fn double(&self, value: f64) -> Result<f64, TypesError>;
    fn string(&self, value: &str) -> Result<String, TypesError>;
    fn date(&self, value: DateTime) -> Result<DateTime, TypesError>;
    fn bytes(&self, value: &[u8]) -> Result<Vec<u8>, TypesError>;
    fn array(&self, value: &[i32]) -> Result<Vec<i32>, TypesError>;
    fn point(&self, value: &Point) -> Result<Point, TypesError>;
    fn nested(&self, value: BTreeMap<String, Value>)
    -> Result<BTreeMap<String, Value>, TypesError>;
    fn anything(&self, value: Value) -> Result<Value, TypesError>;
    fn maybe(&self, value: Option<&str>) -> Result<Option<String>, TypesError>;
    /// The greatest number of 64 bits.
    fn big(&self) -> Result<i64, TypesError>;
    #[allow(clippy::too_many_arguments)]
    fn seen(
        &self,
        int: i32,
        boolean: bool,
        double: f64,
        string: &str,
        date: DateTime,
        bytes: &[u8],
        array: &[Value],
        map: &BTreeMap<String, Value>,
    ) -> Result<String, TypesError>;
    fn fail(&self, message: &str) -> Result<(), TypesError>;
    fn panic(&self) -> Result<(), TypesError>;
}

/// Gives back what it gets.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl Types for Echo {
    fn int(&self, value: i32) -> Result<i32, TypesError> {
        Ok(value)
    }
    fn boolean(&self, value: bool) -> Result<bool, TypesError> {
        Ok(value)
    }
    fn double(&self, value: f64) -> Result<f64, TypesError> {
        Ok(value)
    }
    fn string(&self, value: &str) -> Result<String, TypesError> {
        Ok(value.to_owned())
    }
    fn date(&self, value: DateTime) -> Result<DateTime, TypesError> {
        Ok(value)
    }
    fn bytes(&self, value: &[u8]) -> Result<Vec<u8>, TypesError> {
        Ok(value.to_vec())
    }
    fn array(&self, value: &[i32]) -> Result<Vec<i32>, TypesError> {
        Ok(value.to_vec())
    }
    fn point(&self, value: &Point) -> Result<Point, TypesError> {
        Ok(value.clone())
    }
    fn nested(
        &self,
        value: BTreeMap<String, Value>,
    ) -> Result<BTreeMap<String, Value>, TypesError> {
        Ok(value)
    }
    fn anything(&self, value: Value) -> Result<Value, TypesError> {
        Ok(value)
    }
    fn maybe(&self, value: Option<&str>) -> Result<Option<String>, TypesError> {
        Ok(value.map(str::to_owned))
    }
    fn big(&self) -> Result<i64, TypesError> {
        Ok(i64::MAX)
    }
    fn seen(
        &self,
        int: i32,
        boolean: bool,
        double: f64,
        string: &str,
        date: DateTime,
        bytes: &[u8],
        array: &[Value],
        map: &BTreeMap<String, Value>,
    ) -> Result<String, TypesError> {
        let printable: String = (' '..='~').collect();
        let expected = (int, boolean, double) == (1, true, 1.5)
            && string == format!("{NASTY} {printable}")
            && date == day()
            && bytes == b"\x00\xff"
            && array == [Value::from(1), Value::from("x")]
            && map == &BTreeMap::from([("k".to_owned(), Value::Nil)]);
        Ok(if expected {
            "as expected".to_owned()
        } else {
            format!("{int} {string} {date} {array:?} {map:?}")
        })
    }
    fn fail(&self, message: &str) -> Result<(), TypesError> {
        match message {
            "none" => Err(TypesError::None),
            "call" => Err(TypesError::Call(Fault::new(99, "a fault of its own").into())),
            message => Err(TypesError::Failed(message.to_owned())),
        }
    }
    fn panic(&self) -> Result<(), TypesError> {
        panic!("the secret of the house");
    }
}

/// What has to be escaped, or is easily broken.
pub const NASTY: &str = "<&>\"' ]]> \t\n é 中 😀";

/// The date of the specification.
pub fn day() -> DateTime {
    DateTime::new(1998, 7, 17, 14, 8, 55).expect("a day")
}
