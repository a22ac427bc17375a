//! Traits with type and constant parameters and with associated types, however they are written.

#![forbid(unsafe_code)]
#![deny(
    warnings,
    unused,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    single_use_lifetimes,
    rust_2018_idioms,
    unused_qualifications,
    unused_lifetimes,
    explicit_outlives_requirements,
    unnameable_types,
    clippy::all,
    clippy::pedantic
)]

use std::{borrow::Borrow, fmt::Debug, hash::Hash, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use xmlrpc_proxy::{Lazy, Missing, Result, Route, Switch, Transport, service};

/// The least that is asked.
#[service]
pub trait Least<T: Serialize + DeserializeOwned> {
    /// By value, borrowed, and perhaps.
    fn swap(&self, value: T, other: &T, more: &[T], perhaps: Option<&T>) -> Result<Vec<T>>;
    /// With a default.
    fn padded(&self, #[rpc(default = 3)] count: i32, perhaps: Option<T>) -> Result<Option<T>>;
    /// A helper.
    fn both<U: From<T>>(&self, value: T) -> U {
        value.into()
    }
    /// A helper that borrows.
    fn lent<'a>(&self, value: &'a T) -> &'a T {
        value
    }
}

/// Conditions in a `where` clause, some on `Self`; parameters with defaults.
#[service(namespace = "map")]
pub trait Map<K = String, V = K, const N: usize = 4>
where
    Self: Send + Sync,
    K: Serialize + DeserializeOwned + Eq + Hash + Default,
    for<'a> V: Serialize + DeserializeOwned + 'static + PartialEq<&'a str>,
    Vec<V>: Debug,
{
    /// Some.
    #[rpc(alias = "some", read_only)]
    fn some(&self, #[rpc(default)] key: &K) -> Result<Vec<V>>;
    /// Other.
    #[cfg(all())]
    fn other(&self, key: K, value: V) -> Result<()>;
    /// None.
    #[cfg(any())]
    fn none(&self, key: Unknown) -> Result<()>;
}

/// A type without a size.
#[service(only = "server")]
pub trait Unsized<T: ?Sized, U>
where
    T: xmlrpc_proxy::Lend,
    U: ?Sized + xmlrpc_proxy::Lend,
{
    /// The length.
    fn length(&self, text: &T, other: Option<&U>) -> Result<u32>;
}

/// No dispatcher.
#[service(only = "client")]
pub trait Called<T: Serialize + DeserializeOwned, const N: usize> {
    /// A type beside the parameters.
    type Item: Serialize + DeserializeOwned;
    /// Get.
    fn get(&self, value: T) -> Result<Self::Item>;
}

/// Is asked of the parameter too.
pub trait Named<T> {
    /// The name.
    fn name(&self) -> T;
}

/// Extends a trait that has the same parameter.
#[service]
pub trait Extends<T: Serialize + DeserializeOwned + Default>: Named<T> + Send + Sync {
    /// Get.
    fn get(&self) -> Result<T>;
}

impl<T: Default, U: Transport> Named<T> for ExtendsClient<T, U> {
    fn name(&self) -> T {
        T::default()
    }
}

impl<T, L: Named<T>, S: Borrow<Switch>> Named<T> for ExtendsProxy<T, L, S>
where
    T: Serialize + DeserializeOwned + Default,
{
    fn name(&self) -> T {
        self.implementation().name()
    }
}

/// Has the name of an associated type.
#[derive(Debug, Clone, Serialize, serde::Deserialize)]
pub struct Item;

/// Associated types.
#[service]
pub trait Shelf<T: Serialize + DeserializeOwned>: Send + Sync
where
    Self::Item: Debug,
{
    /// A key.
    type Key: Serialize + DeserializeOwned + Into<Self::Item>;
    /// An item.
    type Item: Serialize + DeserializeOwned + IntoIterator<Item = T>;
    /// Get.
    fn get(&self, key: &Self::Key, item: &Item) -> Result<Option<Self::Item>>;
    /// Part.
    fn part(&self, key: Option<Self::Key>, part: <Self::Item as IntoIterator>::Item) -> Result<T>;
    /// First.
    fn first(&self, key: Self::Key) -> Option<T> {
        key.into().into_iter().next()
    }
}

/// Waits.
#[service]
pub trait Waits<T: Serialize + DeserializeOwned + Send + Sync + 'static>: Send + Sync {
    /// An associated type.
    type Item: Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Get.
    async fn get(&self, value: &T) -> Result<Self::Item>;
    /// Helper.
    async fn twice(&self, value: T) -> Result<(Self::Item, Self::Item)> {
        Ok((self.get(&value).await?, self.get(&value).await?))
    }
}

macro_rules! declared {
    ($name:ident, $parameter:ident) => {
        /// Written by a macro.
        #[service]
        pub trait $name<$parameter: Serialize + DeserializeOwned, U: Serialize + DeserializeOwned> {
            /// Get.
            fn get(&self, value: U) -> Result<$parameter>;
        }
    };
}

declared!(Declared, T);

struct Local;

impl<T: Serialize + DeserializeOwned, const N: usize> Called<T, N> for Local {
    type Item = T;
    fn get(&self, value: T) -> Result<T> {
        Ok(value)
    }
}

impl<T: Serialize + DeserializeOwned> Least<T> for Local {
    fn swap(&self, value: T, _: &T, _: &[T], _: Option<&T>) -> Result<Vec<T>> {
        Ok(vec![value])
    }
    fn padded(&self, _: i32, perhaps: Option<T>) -> Result<Option<T>> {
        Ok(perhaps)
    }
}

impl Map<String, String> for Local {
    fn some(&self, key: &String) -> Result<Vec<String>> {
        Ok(vec![key.clone()])
    }
    fn other(&self, _: String, _: String) -> Result<()> {
        Ok(())
    }
}

impl Unsized<str, [i32]> for Local {
    fn length(&self, text: &str, _: Option<&[i32]>) -> Result<u32> {
        Ok(u32::try_from(text.len()).unwrap())
    }
}

impl Named<i32> for Local {
    fn name(&self) -> i32 {
        5
    }
}

impl Extends<i32> for Local {
    fn get(&self) -> Result<i32> {
        Ok(6)
    }
}

impl Shelf<u8> for Local {
    type Key = Vec<u8>;
    type Item = Vec<u8>;
    fn get(&self, key: &Vec<u8>, _: &Item) -> Result<Option<Vec<u8>>> {
        Ok(Some(key.clone()))
    }
    fn part(&self, _: Option<Vec<u8>>, part: u8) -> Result<u8> {
        Ok(part)
    }
}

impl Waits<i32> for Local {
    type Item = String;
    async fn get(&self, value: &i32) -> Result<String> {
        Ok(value.to_string())
    }
}

impl Declared<i32, u8> for Local {
    fn get(&self, value: u8) -> Result<i32> {
        Ok(value.into())
    }
}

/// Whatever is generated is shared where what it holds can be.
fn shared<T: Send + Sync>(_: &T) {}

/// And so is what waits handed on.
fn sent<T: Send>(_: T) {}

fn main() {
    let least = LeastProxy::<i32, _>::local(Local);
    least.switch().loopback().unwrap();
    assert_eq!(least.swap(1, &2, &[3], None).unwrap(), [1]);
    assert_eq!(least.padded(1, Some(2)).unwrap(), Some(2));
    assert_eq!((least.both::<i64>(1), *least.lent(&2)), (1, 2));

    let map: MapProxy = MapProxy::local(Arc::new(Local));
    map.switch().loopback().unwrap();
    assert_eq!(map.some(&"a".to_owned()).unwrap(), ["a"]);
    shared(&MapClient::<String, String, 4, _>::new(Missing));
    let _route = Route::from(MapService::new(Local).inline());

    let _route = Route::from(UnsizedService::new(Local));
    assert_eq!(UnsizedService::new(Local).length("abc", None).unwrap(), 3);

    let called: CalledProxy<i32, 3, i32> = CalledProxy::local(Arc::new(Local));
    called.switch().loopback().unwrap();
    assert_eq!(called.get(1).unwrap(), 1);

    let extends = ExtendsProxy::local(Local);
    assert_eq!((extends.name(), extends.get().unwrap()), (5, 6));

    let shelf = ShelfProxy::local(Local);
    shelf.switch().loopback().unwrap();
    assert_eq!(shelf.get(&vec![1], &Item).unwrap(), Some(vec![1]));
    assert_eq!(shelf.part(None, 2).unwrap(), 2);
    assert_eq!(shelf.first(vec![3]), Some(3));

    let waits = WaitsProxy::<i32, String, _>::local(Lazy::new(|| Ok::<_, String>(Local)));
    sent(waits.twice(1));
    shared(&waits);
    let _route = Route::from(WaitsService::new(Local));
    assert_eq!(Declared::get(&DeclaredProxy::local(Local), 1).unwrap(), 1);
}
