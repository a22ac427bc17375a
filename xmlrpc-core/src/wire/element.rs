//! The words of the format: its elements, and the literals in which they are predicted.

/// An element of the envelope around values.
pub(super) struct Element {
    pub(super) name: &'static str,
    pub(super) open: &'static str,
    pub(super) close: &'static str,
}

macro_rules! element {
    ($name:literal) => {
        Element { name: $name, open: concat!("<", $name, ">"), close: concat!("</", $name, ">") }
    };
}

pub(super) const METHOD_CALL: Element = element!("methodCall");
pub(super) const METHOD_RESPONSE: Element = element!("methodResponse");
pub(super) const FAULT: Element = element!("fault");
pub(super) const METHOD_NAME: Element = element!("methodName");
pub(super) const PARAMS: Element = element!("params");
pub(super) const PARAM: Element = element!("param");
pub(super) const VALUE: Element = element!("value");
pub(super) const DATA: Element = element!("data");
pub(super) const MEMBER: Element = element!("member");
pub(super) const NAME: Element = element!("name");

/// The element that gives a value its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    I1,
    I2,
    I4,
    Int,
    I8,
    Boolean,
    Double,
    Float,
    String,
    DateTime,
    Base64,
    Array,
    Struct,
    Nil,
}

/// What a reader sees of a [`Kind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Int,
    Boolean,
    Double,
    String,
    DateTime,
    Base64,
    Array,
    Struct,
    Nil,
}

/// The literals of a typed value.
pub(super) struct Typed {
    pub(super) element: Element,
    /// `<value><int>`
    pub(super) begin: &'static str,
    /// `</int></value>`
    pub(super) end: &'static str,
}

macro_rules! typed {
    ($name:literal) => {
        &Typed {
            element: element!($name),
            begin: concat!("<value><", $name, ">"),
            end: concat!("</", $name, "></value>"),
        }
    };
}

impl Kind {
    /// The type whose element has this name, without a prefix: Apache's `ex:i8` is an `i8`, declared or not.
    pub(super) fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "int" => Kind::Int,
            "i4" => Kind::I4,
            "string" => Kind::String,
            "struct" => Kind::Struct,
            "array" => Kind::Array,
            "boolean" => Kind::Boolean,
            "double" => Kind::Double,
            "dateTime.iso8601" => Kind::DateTime,
            "base64" => Kind::Base64,
            "nil" => Kind::Nil,
            "i8" => Kind::I8,
            "i1" => Kind::I1,
            "i2" => Kind::I2,
            "float" => Kind::Float,
            _ => return None,
        })
    }

    /// The type whose plain start tag this text begins with, without its `<`, and the length of that.
    #[inline]
    pub(super) fn predicted(text: &[u8]) -> Option<(Kind, usize)> {
        let candidates: &[Kind] = match text.first()? {
            b's' => &[Kind::String, Kind::Struct],
            b'i' => &[Kind::Int, Kind::I4, Kind::I8],
            b'd' => &[Kind::Double, Kind::DateTime],
            b'b' => &[Kind::Boolean, Kind::Base64],
            b'a' => &[Kind::Array],
            _ => return None,
        };
        candidates.iter().find_map(|&kind| {
            let tag = &kind.typed().element.open[1..];
            text.starts_with(tag.as_bytes()).then_some((kind, tag.len()))
        })
    }

    #[inline]
    pub(super) fn typed(self) -> &'static Typed {
        match self {
            Kind::I1 => typed!("i1"),
            Kind::I2 => typed!("i2"),
            Kind::I4 => typed!("i4"),
            Kind::Int => typed!("int"),
            Kind::I8 => typed!("i8"),
            Kind::Boolean => typed!("boolean"),
            Kind::Double => typed!("double"),
            Kind::Float => typed!("float"),
            Kind::String => typed!("string"),
            Kind::DateTime => typed!("dateTime.iso8601"),
            Kind::Base64 => typed!("base64"),
            Kind::Array => typed!("array"),
            Kind::Struct => typed!("struct"),
            Kind::Nil => typed!("nil"),
        }
    }

    #[inline]
    pub(super) fn class(self) -> Class {
        match self {
            Kind::I1 | Kind::I2 | Kind::I4 | Kind::Int | Kind::I8 => Class::Int,
            Kind::Boolean => Class::Boolean,
            Kind::Double | Kind::Float => Class::Double,
            Kind::String => Class::String,
            Kind::DateTime => Class::DateTime,
            Kind::Base64 => Class::Base64,
            Kind::Array => Class::Array,
            Kind::Struct => Class::Struct,
            Kind::Nil => Class::Nil,
        }
    }
}

impl Class {
    /// For messages: "expected an int, found a string".
    pub(super) fn described(self) -> &'static str {
        match self {
            Class::Int => "an int",
            Class::Boolean => "a boolean",
            Class::Double => "a double",
            Class::String => "a string",
            Class::DateTime => "a date",
            Class::Base64 => "base64",
            Class::Array => "an array",
            Class::Struct => "a struct",
            Class::Nil => "nil",
        }
    }
}
