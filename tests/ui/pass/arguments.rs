//! Owned and borrowed parameters.

#![allow(unused_parens)]

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Result, service};

#[derive(Serialize, Deserialize)]
struct Person {
    name: String,
}

/// Lent without being cloned, and without being sized like anything else.
#[derive(Serialize, Deserialize)]
struct Generic<T>(T);

type Names = Vec<String>;
type Maybe<T> = Option<T>;

macro_rules! list {
    ($item:ty) => { Vec<$item> };
}

#[service]
trait Arguments {
    fn owned(&self, flag: bool, number: f64, text: String, bytes: Vec<u8>) -> Result<usize>;
    fn composed(
        &self,
        names: Names,
        tuple: (i32, String),
        array: [u8; 4],
        map: HashMap<String, Vec<Person>>,
        boxed: Box<Person>,
        nested: Option<Vec<Option<Person>>>,
    ) -> Result<usize>;
    fn borrowed(
        &self,
        text: &str,
        words: &[String],
        bytes: &[u8],
        person: &Person,
        map: &BTreeMap<String, i32>,
        path: &Path,
        tuple: &(i32, i32),
        array: &[i32; 2],
        option: &Option<i32>,
        parenthesized: &(Person),
    ) -> Result<usize>;
    fn cows(&self, text: Cow<'_, str>, bytes: Cow<'_, [u8]>, fixed: Cow<'static, str>)
    -> Result<usize>;
    fn optional(
        &self,
        first: Option<i32>,
        text: Option<&str>,
        words: std::option::Option<&[String]>,
        person: Option<&Person>,
        path: Option<&Path>,
        alias: Maybe<u32>,
    ) -> Result<usize>;
    fn lifetimes<'a, 'b: 'a>(
        &'a self,
        text: &'a str,
        other: &'b Person,
        cow: Cow<'b, str>,
        optional: Option<&'a Person>,
    ) -> Result<usize>;
    fn generic(&self, one: Generic<i32>, other: &Generic<Vec<u8>>, path: PathBuf) -> Result<usize>;
    fn nothing(&self) -> Result<()>;
    fn written(&self, list: list!(i32), lent: &list!(u8)) -> Result<list!(u8)>;
}

struct Local;

#[rustfmt::skip]
impl Arguments for Local {
    fn owned(&self, _: bool, _: f64, text: String, bytes: Vec<u8>) -> Result<usize> {
        Ok(text.len() + bytes.len())
    }
    fn composed(&self, names: Names, _: (i32, String), _: [u8; 4], _: HashMap<String, Vec<Person>>,
        boxed: Box<Person>, _: Option<Vec<Option<Person>>>) -> Result<usize> {
        Ok(names.len() + boxed.name.len())
    }
    fn borrowed(&self, text: &str, words: &[String], bytes: &[u8], person: &Person,
        _: &BTreeMap<String, i32>, _: &Path, _: &(i32, i32), _: &[i32; 2], _: &Option<i32>, _: &Person,
    ) -> Result<usize> {
        Ok(text.len() + words.len() + bytes.len() + person.name.len())
    }
    fn cows(&self, text: Cow<'_, str>, bytes: Cow<'_, [u8]>, fixed: Cow<'static, str>) -> Result<usize> {
        Ok(text.len() + bytes.len() + fixed.len())
    }
    fn optional(&self, _: Option<i32>, text: Option<&str>, words: Option<&[String]>,
        person: Option<&Person>, _: Option<&Path>, _: Option<u32>) -> Result<usize> {
        Ok(text.map_or(0, str::len) + words.map_or(0, <[String]>::len) + person.map_or(0, |it| it.name.len()))
    }
    fn lifetimes<'a, 'b: 'a>(&'a self, text: &'a str, other: &'b Person, cow: Cow<'b, str>,
        optional: Option<&'a Person>) -> Result<usize> {
        Ok(text.len() + other.name.len() + cow.len() + optional.map_or(0, |it| it.name.len()))
    }
    fn generic(&self, _: Generic<i32>, other: &Generic<Vec<u8>>, _: PathBuf) -> Result<usize> {
        Ok(other.0.len())
    }
    fn nothing(&self) -> Result<()> {
        Ok(())
    }
    fn written(&self, list: Vec<i32>, _: &Vec<u8>) -> Result<Vec<u8>> {
        Ok(vec![list.len() as u8])
    }
}

fn main() {
    let proxy: ArgumentsProxy = ArgumentsProxy::local(std::sync::Arc::new(Local));
    let anna = || Person { name: "Anna".to_owned() };
    let words = ["one".to_owned(), "two".to_owned()];
    assert_eq!(proxy.owned(true, 1.5, "ab".to_owned(), vec![1]).unwrap(), 3);
    assert_eq!(
        proxy
            .composed(words.to_vec(), (1, String::new()), [0; 4], HashMap::new(), Box::new(anna()), None)
            .unwrap(),
        6
    );
    let path = Path::new("/");
    assert_eq!(
        proxy
            .borrowed("a", &words, b"bc", &anna(), &BTreeMap::new(), path, &(1, 2), &[1, 2], &None, &anna())
            .unwrap(),
        9
    );
    assert_eq!(proxy.cows("a".into(), Cow::Borrowed(b"bc"), "d".into()).unwrap(), 4);
    assert_eq!(proxy.optional(None, Some("a"), Some(&words), Some(&anna()), None, None).unwrap(), 7);
    assert_eq!(proxy.lifetimes("a", &anna(), "b".into(), None).unwrap(), 6);
    assert_eq!(proxy.generic(Generic(1), &Generic(vec![1]), path.into()).unwrap(), 1);
    proxy.nothing().unwrap();
    assert_eq!(proxy.written(vec![1, 2], &vec![]).unwrap(), [2]);
}
