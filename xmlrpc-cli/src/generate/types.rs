//! From a server's words for types to Rust's.

/// A type of the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    I8,
    Bool,
    Double,
    String,
    Date,
    Bytes,
    Array,
    Struct,
    Nil,
    Any,
}

impl Type {
    /// The type that this word stands for. `Any` is what no known word does.
    pub(crate) fn named(word: &str) -> Self {
        let word = word.trim().to_ascii_lowercase();
        match word.strip_prefix("ex:").unwrap_or(&word) {
            "int" | "integer" | "i1" | "i2" | "i4" => Type::Int,
            "i8" => Type::I8,
            "boolean" | "bool" => Type::Bool,
            "double" | "float" => Type::Double,
            "string" => Type::String,
            "datetime.iso8601" | "datetime" | "date" => Type::Date,
            "base64" => Type::Bytes,
            "array" | "list" => Type::Array,
            "struct" | "dict" => Type::Struct,
            "nil" => Type::Nil,
            _ => Type::Any,
        }
    }

    /// What a method takes.
    pub(crate) fn param(self, optional: bool) -> String {
        let name = match self {
            Type::String => "&str",
            Type::Bytes => "&[u8]",
            Type::Array => "&[Value]",
            Type::Struct => "&BTreeMap<String, Value>",
            // What is always nil is not worth a type of its own.
            Type::Any | Type::Nil => "&Value",
            simple => simple.result(),
        };
        if optional { format!("Option<{name}>") } else { name.to_owned() }
    }

    /// What a method gives.
    pub(crate) fn result(self) -> &'static str {
        match self {
            Type::Int => "i32",
            Type::I8 => "i64",
            Type::Bool => "bool",
            Type::Double => "f64",
            Type::String => "String",
            Type::Date => "DateTime",
            Type::Bytes => "Vec<u8>",
            Type::Array => "Vec<Value>",
            Type::Struct => "BTreeMap<String, Value>",
            Type::Nil => "()",
            Type::Any => "Value",
        }
    }
}
