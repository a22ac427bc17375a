//! serde's serializer, into a value.

use serde::{
    Serialize, Serializer,
    ser::{
        Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
        SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
    },
};

use crate::{DateTime, Error, Struct, Value, value::I8};

/// Makes one value.
pub(super) struct ToValue {
    form: Form,
}

/// What the value is where serde's model has no word for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    /// A text is a date.
    Date,
    /// An integer is an `i8`, however small.
    I8,
}

impl ToValue {
    pub(super) fn new() -> Self {
        ToValue { form: Form::Plain }
    }
}

/// The value, as the content of a variant if there is one.
fn in_variant(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(name) => Value::from_iter([(name, value)]),
        None => value,
    }
}

macro_rules! convert {
    ($($method:ident($type:ty);)*) => {$(
        fn $method(self, value: $type) -> Result<Value, Error> {
            Ok(value.into())
        }
    )*};
}

macro_rules! try_convert {
    ($($method:ident($type:ty);)*) => {$(
        fn $method(self, value: $type) -> Result<Value, Error> {
            value.try_into()
        }
    )*};
}

impl Serializer for ToValue {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    convert! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_bytes(&[u8]);
    }

    try_convert! {
        serialize_i128(i128);
        serialize_u64(u64);
        serialize_u128(u128);
    }

    fn serialize_i64(self, value: i64) -> Result<Value, Error> {
        Ok(if self.form == Form::I8 { Value::I8(value) } else { value.into() })
    }

    fn serialize_str(self, value: &str) -> Result<Value, Error> {
        if self.form == Form::Date {
            DateTime::parse(value).map(Value::from)
        } else {
            Ok(value.into())
        }
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Nil)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Nil)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        Ok(Value::Nil)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Error> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        let form = match name {
            DateTime::NAME => Form::Date,
            I8 => Form::I8,
            _ => self.form,
        };
        value.serialize(ToValue { form })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        let value = value.serialize(ToValue::new()).map_err(|e| e.in_member(variant))?;
        Ok(in_variant(Some(variant), value))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items, Error> {
        Ok(Items::new(length.unwrap_or_default(), None))
    }
    fn serialize_tuple(self, length: usize) -> Result<Items, Error> {
        Ok(Items::new(length, None))
    }
    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Items, Error> {
        Ok(Items::new(length, None))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Items, Error> {
        Ok(Items::new(length, Some(variant)))
    }
    fn serialize_map(self, length: Option<usize>) -> Result<Members, Error> {
        Ok(Members::new(length.unwrap_or_default(), None))
    }
    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Members, Error> {
        Ok(Members::new(length, None))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Members, Error> {
        Ok(Members::new(length, Some(variant)))
    }
}

/// The items of an array.
pub(super) struct Items {
    items: Vec<Value>,
    variant: Option<&'static str>,
}

/// Room that is taken at once for what a type says of its length.
const ROOM: usize = 1024;

impl Items {
    fn new(length: usize, variant: Option<&'static str>) -> Self {
        Items { items: Vec::with_capacity(length.min(ROOM)), variant }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let item = value.serialize(ToValue::new()).map_err(|e| {
            let error = e.in_item(self.items.len());
            self.variant.into_iter().fold(error, Error::in_member)
        })?;
        self.items.push(item);
        Ok(())
    }

    fn finish(self) -> Result<Value, Error> {
        Ok(in_variant(self.variant, Value::Array(self.items)))
    }
}

macro_rules! items {
    ($($trait:ident, $method:ident;)*) => {$(
        impl $trait for Items {
            type Ok = Value;
            type Error = Error;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }
            fn end(self) -> Result<Value, Error> {
                self.finish()
            }
        }
    )*};
}

items! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

/// The members of a struct.
pub(super) struct Members {
    entries: Vec<(String, Value)>,
    name: String,
    variant: Option<&'static str>,
}

impl Members {
    fn new(length: usize, variant: Option<&'static str>) -> Self {
        Members { entries: Vec::with_capacity(length.min(ROOM)), name: String::new(), variant }
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: String, value: &T) -> Result<(), Error> {
        let value = value.serialize(ToValue::new()).map_err(|e| {
            let error = e.in_member(&name);
            self.variant.into_iter().fold(error, Error::in_member)
        })?;
        self.entries.push((name, value));
        Ok(())
    }

    fn finish(self) -> Result<Value, Error> {
        Ok(in_variant(self.variant, Value::Struct(Struct::from_entries(self.entries))))
    }
}

macro_rules! members {
    ($($trait:ident),*) => {$(
        impl $trait for Members {
            type Ok = Value;
            type Error = Error;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.member(name.to_owned(), value)
            }
            fn end(self) -> Result<Value, Error> {
                self.finish()
            }
        }
    )*};
}

members!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Members {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.name = match key.serialize(ToValue::new())? {
            Value::String(name) => name,
            Value::Int(name) => name.to_string(),
            Value::I8(name) => name.to_string(),
            Value::Bool(name) => name.to_string(),
            _ => {
                return Err(Error::custom("the keys of a map must be texts, integers or booleans"));
            }
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let name = std::mem::take(&mut self.name);
        self.member(name, value)
    }

    fn end(self) -> Result<Value, Error> {
        self.finish()
    }
}
