//! Out of a [`Value`].

use crate::{Base64, DateTime, Error, ErrorKind, Struct, Value};

#[cold]
fn mismatch(wanted: &str, found: &Value) -> Error {
    Error::new(ErrorKind::Type, format!("expected {wanted}, found {}", found.described()))
}

macro_rules! ints {
    ($($type:ty),*) => {$(
        /// # Errors
        ///
        /// Kind `Type` for what is no integer, `Range` for one that does not fit.
        impl TryFrom<&Value> for $type {
            type Error = Error;
            fn try_from(value: &Value) -> Result<Self, Error> {
                let int = value.as_i64().ok_or_else(|| mismatch("an int", value))?;
                int.try_into().map_err(|_| {
                    Error::new(
                        ErrorKind::Range,
                        format!(concat!("{} is out of the range of ", stringify!($type)), int),
                    )
                })
            }
        }

        /// # Errors
        ///
        /// Kind `Type` for what is no integer, `Range` for one that does not fit.
        impl TryFrom<Value> for $type {
            type Error = Error;
            fn try_from(value: Value) -> Result<Self, Error> {
                (&value).try_into()
            }
        }
    )*};
}

ints!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! copied {
    ($($type:ty, $wanted:literal, $as:ident;)*) => {$(
        #[doc = concat!("# Errors\n\nKind `Type` for what is not ", $wanted, ".")]
        impl TryFrom<&Value> for $type {
            type Error = Error;
            fn try_from(value: &Value) -> Result<Self, Error> {
                value.$as().ok_or_else(|| mismatch($wanted, value))
            }
        }

        #[doc = concat!("# Errors\n\nKind `Type` for what is not ", $wanted, ".")]
        impl TryFrom<Value> for $type {
            type Error = Error;
            fn try_from(value: Value) -> Result<Self, Error> {
                (&value).try_into()
            }
        }
    )*};
}

copied! {
    bool, "a boolean", as_bool;
    f64, "a double", as_f64;
    DateTime, "a date", as_datetime;
    (), "nil", as_unit;
    char, "a string of one character", as_char;
}

impl Value {
    fn as_unit(&self) -> Option<()> {
        self.is_nil().then_some(())
    }

    fn as_char(&self) -> Option<char> {
        let mut characters = self.as_str()?.chars();
        characters.next().filter(|_| characters.next().is_none())
    }
}

macro_rules! borrowed {
    ($($type:ty, $wanted:literal, $as:ident;)*) => {$(
        #[doc = concat!("# Errors\n\nKind `Type` for what is not ", $wanted, ".")]
        impl<'a> TryFrom<&'a Value> for &'a $type {
            type Error = Error;
            fn try_from(value: &'a Value) -> Result<Self, Error> {
                value.$as().ok_or_else(|| mismatch($wanted, value))
            }
        }
    )*};
}

borrowed! {
    str, "a string", as_str;
    [u8], "base64", as_bytes;
    [Value], "an array", as_array;
    Struct, "a struct", as_struct;
}

macro_rules! owned {
    ($($type:ty, $wanted:literal, $variant:ident;)*) => {$(
        #[doc = concat!("# Errors\n\nKind `Type` for what is not ", $wanted, ".")]
        impl TryFrom<Value> for $type {
            type Error = Error;
            fn try_from(value: Value) -> Result<Self, Error> {
                match value {
                    Value::$variant(value) => Ok(value.into()),
                    other => Err(mismatch($wanted, &other)),
                }
            }
        }
    )*};
}

owned! {
    String, "a string", String;
    Base64, "base64", Base64;
    Vec<u8>, "base64", Base64;
    Vec<Value>, "an array", Array;
    Struct, "a struct", Struct;
}

macro_rules! lists {
    ($($item:ty),*) => {$(
        /// # Errors
        ///
        /// Kind `Type` or `Range`, with the place of the item, for what is no array of such.
        impl TryFrom<Value> for Vec<$item> {
            type Error = Error;
            fn try_from(value: Value) -> Result<Self, Error> {
                let items: Vec<Value> = value.try_into()?;
                let items = items.into_iter().enumerate();
                items.map(|(index, item)| item.try_into().map_err(|e: Error| e.in_item(index))).collect()
            }
        }
    )*};
}

// Not for every `T`: a `Vec<u8>` is base64.
lists!(i16, i32, i64, u32, u64, bool, f64, String, DateTime, Base64, Struct);
