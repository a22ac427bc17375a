//! A table's values under the names of their fields, so that an error tells which of them is wrong.

use serde::{
    Deserialize as _, Deserializer,
    de::{self, DeserializeSeed, IntoDeserializer as _, MapAccess},
};

/// Fields whose values are never shown, with what belongs there.
const SECRET: [(&str, &str); 3] =
    [("password", "a text"), ("token", "a text"), ("headers", "a table of texts")];

/// A table that adds the field's name to what is wrong with its value.
pub(super) struct Fields<A> {
    table: A,
    /// The field that was read last.
    name: String,
}

impl<A> Fields<A> {
    pub(super) fn of(table: A) -> Self {
        Fields { table, name: String::new() }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.table.next_key_seed(Key { seed, name: &mut self.name })
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        // Inside of the format's own step, which adds the place in the file to an error that has none.
        self.table.next_value_seed(Value { seed, name: &self.name })
    }
}

/// Keeps a field's name.
struct Key<'a, S> {
    seed: S,
    name: &'a mut String,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        *self.name = String::deserialize(deserializer)?;
        self.seed.deserialize(self.name.as_str().into_deserializer())
    }
}

/// Adds it to an error.
struct Value<'a, S> {
    seed: S,
    name: &'a str,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Value<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let name = self.name;
        self.seed
            .deserialize(deserializer)
            .map_err(|error| de::Error::custom(format_args!("{name}: {}", what(name, &error))))
    }
}

/// What is wrong, in one line, without what may be a secret.
fn what(name: &str, error: &impl ToString) -> String {
    if let Some((_, expected)) = SECRET.iter().find(|(secret, _)| *secret == name) {
        return format!("expected {expected}; what stands there is not shown");
    }
    let text = error.to_string();
    // Whatever stands before an `@` may be a password.
    if text.contains('@') {
        return "another type of value is expected; what stands there is not shown".to_owned();
    }
    text.trim_end().replace('\n', " ")
}
