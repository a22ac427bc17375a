//! The struct of XML-RPC: members by name, in their order.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt, slice, vec,
};

use crate::Value;

/// The members of a struct: each name once, in the order in which they were inserted or read.
///
/// Members are found by going through them, which is the fastest way in structs of the usual size. Two structs are equal
/// if they have the same members in the same order.
#[derive(Clone, Default, PartialEq)]
pub struct Struct(Vec<(String, Value)>);

/// Above this number of members, names that stand twice are found by hashing.
const FEW: usize = 16;

impl Struct {
    /// A struct without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of the member of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// The value of the member of this name, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Whether there is a member of this name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Sets a member, and gives back the value that it had. One that was there keeps its place, a new one is the last.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        let (name, value) = (name.into(), value.into());
        match self.get_mut(&name) {
            Some(old) => Some(std::mem::replace(old, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// Takes a member out; the others keep their order.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let index = self.0.iter().position(|(other, _)| other == name)?;
        Some(self.0.remove(index).1)
    }

    /// The members, in their order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.0.iter())
    }

    /// From members as they were read. Of those with one name the last value counts, at the place of the first.
    ///
    /// A peer chooses how many there are and what they are called: the time is linear in their number.
    pub(crate) fn from_entries(mut entries: Vec<(String, Value)>) -> Self {
        if entries.len() <= FEW {
            let mut members = Struct(Vec::with_capacity(entries.len()));
            for (name, value) in entries {
                members.insert(name, value);
            }
            return members;
        }
        let mut first = HashMap::with_capacity(entries.len());
        let mut twice = Vec::new();
        for (index, (name, _)) in entries.iter().enumerate() {
            match first.entry(name.as_str()) {
                Entry::Occupied(entry) => twice.push((*entry.get(), index)),
                Entry::Vacant(entry) => {
                    entry.insert(index);
                }
            }
        }
        if twice.is_empty() {
            return Struct(entries);
        }
        let mut removed = vec![false; entries.len()];
        for (first, later) in twice {
            entries[first].1 = std::mem::take(&mut entries[later].1);
            removed[later] = true;
        }
        let mut removed = removed.into_iter();
        entries.retain(|_| !removed.next().unwrap_or_default());
        Struct(entries)
    }
}

impl fmt::Debug for Struct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for Struct {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(members: I) -> Self {
        Struct::from_entries(
            members.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        )
    }
}

impl<N: Into<String>, V: Into<Value>> Extend<(N, V)> for Struct {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, members: I) {
        let mut entries = std::mem::take(&mut self.0);
        entries.extend(members.into_iter().map(|(name, value)| (name.into(), value.into())));
        *self = Struct::from_entries(entries);
    }
}

impl IntoIterator for Struct {
    type Item = (String, Value);
    type IntoIter = vec::IntoIter<(String, Value)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Struct {
    type Item = (&'a str, &'a Value);
    type IntoIter = Iter<'a>;
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The members of a [`Struct`], from [`Struct::iter`].
#[derive(Debug, Clone)]
pub struct Iter<'a>(slice::Iter<'a, (String, Value)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (name.as_str(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_and_each_name_once() {
        let mut members = Struct::new();
        assert_eq!(members.insert("z", 1), None);
        assert_eq!(members.insert("a", "x"), None);
        assert_eq!(members.insert("z", 2), Some(Value::Int(1)));
        let seen: Vec<_> = members.iter().map(|(name, _)| name).collect();
        assert_eq!(seen, ["z", "a"]);
        assert_eq!(members.get("z"), Some(&Value::Int(2)));
        assert_eq!(members.remove("z"), Some(Value::Int(2)));
        assert_eq!(members.len(), 1);
    }

    #[test]
    fn the_last_value_of_a_name_counts_in_small_and_large_structs() {
        for size in [2, FEW, FEW + 1, 100] {
            let entries = (0..size).chain(0..size).chain(0..size).map(|n| (n.to_string(), n));
            let mut entries: Vec<_> = entries.collect();
            for (place, entry) in entries.iter_mut().enumerate() {
                entry.1 = place;
            }
            let members: Struct = entries
                .into_iter()
                .map(|(name, place)| (name, i32::try_from(place).unwrap()))
                .collect();
            assert_eq!(members.len(), size);
            for (n, (name, value)) in members.iter().enumerate() {
                assert_eq!(name, n.to_string());
                assert_eq!(value.as_i64(), i64::try_from(2 * size + n).ok());
            }
        }
    }
}
