//! Traits with parameters and with associated types: one name on the wire, whatever the types.

#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, missing_debug_implementations, reason = "only this test sees it")]
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::{
    collections::HashMap,
    fmt::{Debug, Display},
    pin::pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use xmlrpc_proxy::{ErrorKind, Lazy, Result, Router, Server, service};

#[service(namespace = "store")]
pub trait Store<T: Serialize + DeserializeOwned + Send + Sync + 'static>: Send + Sync {
    fn put(&self, key: &str, value: &T) -> Result<()>;
    #[rpc(alias = "find", read_only)]
    fn get(&self, key: &str) -> Result<Option<T>>;
    fn all(&self) -> Result<Vec<T>>;

    fn has(&self, key: &str) -> Result<bool> {
        Ok(self.get(key)?.is_some())
    }
}

pub struct Memory<T>(Mutex<HashMap<String, T>>);

impl<T> Memory<T> {
    fn new() -> Self {
        Memory(Mutex::new(HashMap::new()))
    }
}

impl<T: Serialize + DeserializeOwned + Clone + Send + Sync + 'static> Store<T> for Memory<T> {
    fn put(&self, key: &str, value: &T) -> Result<()> {
        self.0.lock().unwrap().insert(key.to_owned(), value.clone());
        Ok(())
    }
    fn get(&self, key: &str) -> Result<Option<T>> {
        Ok(self.0.lock().unwrap().get(key).cloned())
    }
    fn all(&self) -> Result<Vec<T>> {
        Ok(self.0.lock().unwrap().values().cloned().collect())
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Person {
    name: String,
}

fn anna() -> Person {
    Person { name: "Anna".to_owned() }
}

/// What any code does that knows of the trait alone.
fn keeps<T>(store: &impl Store<T>, value: &T)
where
    T: Serialize + DeserializeOwned + Send + Sync + 'static + PartialEq + Debug,
{
    assert!(!store.has("a").unwrap());
    store.put("a", value).unwrap();
    assert_eq!(store.get("a").unwrap().as_ref(), Some(value));
    assert!(store.has("a").unwrap());
    assert_eq!(store.all().unwrap().len(), 1);
}

#[test]
fn each_path_keeps_values_of_any_type() {
    keeps(&StoreProxy::local(Memory::new()), &3);
    keeps(&StoreProxy::local(Memory::new()), &anna());
    let looped = StoreProxy::local(Memory::new());
    looped.switch().loopback().unwrap();
    keeps(&looped, &anna());
    keeps(&StoreService::new(Memory::new()), &anna());
    keeps(&Lazy::new(|| Ok::<_, String>(Memory::new())), &vec![1, 2]);
    let lazy = StoreProxy::lazy(|| Ok::<_, String>(Memory::new()));
    keeps(&lazy, &"text".to_owned());
    let shared: StoreProxy<Person> = StoreProxy::local(Arc::new(Memory::new()));
    keeps(&shared, &anna());
}

#[test]
fn two_types_are_two_servers() {
    let numbers = Server::bind("127.0.0.1:0").unwrap();
    let numbers = numbers.mount(StoreService::new(Memory::<i32>::new())).spawn().unwrap();
    let people = Server::bind("127.0.0.1:0").unwrap();
    let people = people.mount(StoreService::new(Memory::<Person>::new())).spawn().unwrap();
    keeps(&StoreClient::connect(numbers.url()).unwrap(), &7);
    keeps(&StoreProxy::remote(people.url()).unwrap(), &anna());

    let client = StoreClient::<i32>::connect(numbers.url()).unwrap();
    assert!(client.check().unwrap().is_good());
    assert_eq!(client.clone().get("a").unwrap(), Some(7));
    let other = StoreClient::<Person>::connect(numbers.url()).unwrap();
    assert!(!other.check().unwrap().is_good());
    assert_eq!(other.get("a").unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn one_router_has_each_name_once() {
    let mut router = Router::new();
    router.mount(StoreService::new(Memory::<i32>::new())).unwrap();
    assert!(router.mount(StoreService::new(Memory::<Person>::new())).is_err());
}

#[test]
fn signatures_are_of_the_type_in_use() {
    fn signature<T: Serialize + DeserializeOwned + Clone + Send + Sync + 'static>() -> Vec<String> {
        let route = StoreService::new(Memory::<T>::new());
        let methods = xmlrpc_proxy::Service::methods(&route);
        assert_eq!(methods.len(), 4);
        assert_eq!(methods[2].name, "find");
        let put = methods.iter().find(|method| method.name == "store.put").unwrap();
        put.signature.unwrap().forms()[0].iter().map(ToString::to_string).collect()
    }
    assert_eq!(signature::<i32>()[2], "int");
    assert_eq!(signature::<Vec<u8>>()[2], "base64");
    assert_eq!(signature::<Person>()[2], "struct");
}

#[test]
fn a_batch_is_of_the_type_in_use() {
    let store = StoreProxy::local(Memory::new());
    let mut batch: StoreBatch<'_, Person> = store.batch();
    let put = batch.put("a", &anna());
    let got = batch.get("a");
    let answers = batch.send().unwrap();
    answers.take(put).unwrap();
    assert_eq!(answers.take(got).unwrap(), Some(anna()));
}

xmlrpc_proxy::contract!(Store<Person>, Memory::new, {
    put("a", &anna());
    get("a");
});

#[service]
pub trait Grid<T = i32, const N: usize = 2>
where
    Self: Send + Sync,
    T: Serialize + DeserializeOwned + Display,
    [T; N]: Serialize + DeserializeOwned,
{
    fn row(&self, row: [T; N]) -> Result<[T; N]>;
    fn width(&self) -> Result<u32>;
}

pub struct Same;

impl<T, const N: usize> Grid<T, N> for Same
where
    T: Serialize + DeserializeOwned + Display,
    [T; N]: Serialize + DeserializeOwned,
{
    fn row(&self, row: [T; N]) -> Result<[T; N]> {
        Ok(row)
    }
    fn width(&self) -> Result<u32> {
        Ok(u32::try_from(N).unwrap())
    }
}

#[test]
fn constants_and_defaults_are_parameters_too() {
    let grid: GridProxy = GridProxy::local(Arc::new(Same));
    grid.switch().loopback().unwrap();
    assert_eq!((grid.row([1, 2]).unwrap(), grid.width().unwrap()), ([1, 2], 2));
    let grid = GridProxy::<String, 3, _>::local(Same);
    grid.switch().loopback().unwrap();
    let words = ["a", "b", "c"].map(str::to_owned);
    assert_eq!((grid.row(words.clone()).unwrap(), grid.width().unwrap()), (words, 3));
    let lazy = Lazy::new(|| Ok::<_, String>(Same));
    assert_eq!(Grid::<i32, 1>::width(&lazy).unwrap(), 1);
}

#[service]
pub trait Shelf: Send + Sync {
    type Key: Serialize + DeserializeOwned + Display;
    type Item: Serialize + DeserializeOwned;
    fn item(&self, key: &Self::Key) -> Result<Self::Item>;
    fn keys(&self, limit: Option<u32>) -> Result<Vec<Self::Key>>;

    fn items(&self) -> Result<Vec<Self::Item>> {
        self.keys(None)?.iter().map(|key| self.item(key)).collect()
    }
}

pub struct People;

impl Shelf for People {
    type Key = i32;
    type Item = Person;
    fn item(&self, key: &i32) -> Result<Person> {
        Ok(Person { name: key.to_string() })
    }
    fn keys(&self, _: Option<u32>) -> Result<Vec<i32>> {
        Ok(vec![1, 2])
    }
}

fn names(shelf: &impl Shelf<Key = i32, Item = Person>) -> Vec<String> {
    shelf.items().unwrap().into_iter().map(|person| person.name).collect()
}

#[test]
fn associated_types_are_parameters_of_what_is_generated() {
    let server = Server::bind("127.0.0.1:0").unwrap();
    let server = server.mount(ShelfService::new(People)).spawn().unwrap();
    let client = ShelfClient::<i32, Person>::connect(server.url()).unwrap();
    assert!(client.check().unwrap().is_good());
    assert_eq!(names(&client), ["1", "2"]);
    let shelf: ShelfProxy<i32, Person> = ShelfProxy::local(Arc::new(People));
    assert_eq!(names(&shelf), ["1", "2"]);
    shelf.switch().loopback().unwrap();
    assert_eq!(names(&shelf), ["1", "2"]);
    let mut batch = shelf.batch();
    let item = batch.item(&4);
    assert_eq!(batch.send().unwrap().take(item).unwrap().name, "4");
    assert_eq!(names(&Lazy::new(|| Ok::<_, String>(People))), ["1", "2"]);
    assert_eq!(names(&Box::new(&People)), ["1", "2"]);
}

#[service]
pub trait Queue<T: Serialize + DeserializeOwned + Send + Sync + 'static>: Send + Sync {
    async fn push(&self, item: T, front: bool) -> Result<()>;
    async fn pop(&self) -> Result<Option<T>>;
    async fn swap(&self, item: T) -> Result<Option<T>> {
        let old = self.pop().await?;
        self.push(item, false).await?;
        Ok(old)
    }
}

impl<T: Serialize + DeserializeOwned + Send + Sync + 'static> Queue<T> for Mutex<Vec<T>> {
    async fn push(&self, item: T, _: bool) -> Result<()> {
        self.lock().unwrap().push(item);
        Ok(())
    }
    async fn pop(&self) -> Result<Option<T>> {
        Ok(self.lock().unwrap().pop())
    }
}

/// Polls until it is ready: nothing here waits for anything.
fn run<T>(future: impl Future<Output = T> + Send) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

#[test]
fn services_that_wait_have_parameters_too() {
    let queue = QueueProxy::local(Mutex::new(vec![anna()]));
    for looped in [false, true] {
        if looped {
            queue.switch().loopback().unwrap();
        }
        run(queue.push(anna(), true)).unwrap();
        assert_eq!(run(queue.swap(anna())).unwrap(), Some(anna()));
    }
    let lazy = QueueProxy::lazy(|| Ok::<_, String>(Mutex::new(Vec::<i32>::new())));
    assert_eq!(run(lazy.pop()).unwrap(), None);
    let mut router = Router::new();
    router.mount(QueueService::new(Mutex::new(vec![1]))).unwrap();
}
