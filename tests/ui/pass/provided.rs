//! Methods with a body stay local helpers: none of the rules for the wire hold for them.

use std::{borrow::Cow, fmt::Debug, future::Future};

use xmlrpc_proxy::{Result, service};

#[service(namespace = "notes")]
pub trait Notes {
    fn read_note(&self, id: i32) -> Result<String>;

    fn plain(&self) -> usize {
        1
    }
    #[rpc(skip)]
    fn skipped(&self) -> Result<String> {
        self.read_note(1)
    }
    fn nothing(&self) {}
    fn pattern(&self, (a, b): (i32, i32), _: &str, mut c: i32, [d, ..]: [i32; 2]) -> i32 {
        c += 1;
        a + b + c + d
    }
    fn borrowed(&self, _name: &str) -> &str {
        "provided"
    }
    fn borrowed_result<'a>(&self, text: &'a str) -> std::result::Result<&'a str, ()> {
        Ok(text)
    }
    fn borrowed_cow(&self) -> Cow<'_, str> {
        "cow".into()
    }
    #[allow(elided_lifetimes_in_paths, mismatched_lifetime_syntaxes)]
    fn hidden_cow(&self) -> Cow<str> {
        "cow".into()
    }
    fn changed(&self, text: &mut String) {
        text.push('!');
    }
    fn constant(&self) -> &'static str {
        "static"
    }
    fn optional_mut(&self, text: Option<&mut String>) -> bool {
        text.is_some()
    }
    fn nested(&self, words: &[&str]) -> usize {
        words.len()
    }
}

/// None of these can be called on a `dyn` type, so the proxy has no default for its implementation.
#[service]
#[allow(async_fn_in_trait)]
pub trait Generic {
    fn len(&self) -> Result<i32>;

    fn generic<T: From<i32>, const N: usize>(&self, _: [T; N]) -> Result<T> {
        Ok(T::from(self.len()?))
    }
    fn mapped(&self, map: impl Fn(i32) -> i32, debug: &impl Debug) -> Result<i32> {
        let _ = format!("{debug:?}");
        Ok(map(self.len()?))
    }
    fn both<T: Debug>(&self, with: T, map: impl FnOnce(T) -> String) -> String {
        map(with)
    }
    fn conditional<T>(&self, value: T) -> T
    where
        T: Clone,
    {
        value.clone()
    }
    fn iterator(&self) -> impl Iterator<Item = i32> {
        0..3
    }
    fn associated() -> i32
    where
        Self: Sized,
    {
        5
    }
    fn mutable(&mut self) -> i32 {
        6
    }
    fn future(&self) -> impl Future<Output = i32> {
        std::future::ready(7)
    }
    async fn asynchronous(&self) -> i32 {
        8
    }
    fn other(&self, other: &Self) -> Result<bool> {
        Ok(self.len()? == other.len()?)
    }
}

/// With `where Self: Sized` they leave the `dyn` type.
#[service]
pub trait Sizes {
    fn len(&self) -> Result<i32>;

    fn generic<T: From<i32>>(&self) -> T
    where
        Self: Sized,
    {
        T::from(1)
    }
    fn iterator(&self) -> impl Iterator<Item = i32> + '_
    where
        Self: Sized,
    {
        (0..3).map(|_| self.len().unwrap())
    }
    fn consumed(self) -> Self
    where
        Self: Sized,
    {
        self
    }
    fn cloned(&self) -> Self
    where
        Self: Sized + Clone,
    {
        self.clone()
    }
    fn only_clone(&self, _: i32) -> i32
    where
        Self: Clone,
    {
        1
    }
    fn boxed(self: Box<Self>) -> i32
    where
        Self: Sized,
    {
        2
    }
}

#[derive(Clone)]
struct Local;

impl Notes for Local {
    fn read_note(&self, id: i32) -> Result<String> {
        Ok(format!("note {id}"))
    }
    fn plain(&self) -> usize {
        2
    }
    fn pattern(&self, (a, _): (i32, i32), _: &str, _: i32, _: [i32; 2]) -> i32 {
        -a
    }
}

impl Generic for Local {
    fn len(&self) -> Result<i32> {
        Ok(3)
    }
    fn both<T: Debug>(&self, with: T, _: impl FnOnce(T) -> String) -> String {
        format!("own {with:?}")
    }
}

impl Sizes for Local {
    fn len(&self) -> Result<i32> {
        Ok(3)
    }
    fn generic<T: From<i32>>(&self) -> T {
        T::from(2)
    }
}

fn main() {
    let notes: NotesProxy = NotesProxy::local(std::sync::Arc::new(Local));
    assert_eq!(notes.plain(), 2);
    assert_eq!(notes.skipped().unwrap(), "note 1");
    notes.nothing();
    assert_eq!(notes.pattern((1, 2), "", 3, [4, 5]), -1);
    assert_eq!(notes.borrowed(""), "provided");
    assert_eq!(notes.borrowed_result("a"), Ok("a"));
    assert_eq!(notes.borrowed_cow(), "cow");
    let mut text = String::from("a");
    notes.changed(&mut text);
    assert_eq!(text, "a!");
    assert_eq!(notes.constant(), "static");
    assert!(notes.optional_mut(Some(&mut text)));
    assert_eq!(notes.nested(&["a"]), 1);

    let mut generic = GenericProxy::local(Local);
    assert_eq!(generic.generic::<i64, 0>([]).unwrap(), 3);
    assert_eq!(generic.mapped(|it| it + 1, &"debug").unwrap(), 4);
    assert_eq!(generic.both(1, |_| String::new()), "own 1");
    assert_eq!(generic.conditional(1), 1);
    assert_eq!(generic.iterator().count(), 3);
    assert_eq!(<GenericProxy<Local>>::associated(), 5);
    assert_eq!(generic.mutable(), 6);
    let _ = (generic.future(), generic.asynchronous());
    assert!(generic.other(&GenericProxy::local(Local)).unwrap());

    let sizes = SizesProxy::local(Local);
    let shared: SizesProxy = SizesProxy::local(std::sync::Arc::new(Local));
    assert_eq!(sizes.generic::<i64>(), 2);
    assert_eq!(SizesService::new(Local).generic::<i64>(), 2);
    assert_eq!(shared.iterator().sum::<i32>(), 9);
    assert_eq!(Box::new(sizes.consumed()).boxed(), 2);
    let _ = SizesClient::new(xmlrpc_proxy::Missing).cloned().only_clone(1);
}
