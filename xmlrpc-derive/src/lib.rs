//! The macros of `xmlrpc-proxy`: [`service`](macro@service) and [`derive(Fault)`](macro@Fault).
//!
//! Programs depend on `xmlrpc-proxy`, which re-exports both.

mod associated;
mod attr;
mod bounds;
mod case;
mod check;
mod contract;
mod errors;
mod expand;
mod fallback;
mod fault;
mod model;
mod parameters;
mod read;
mod signature;
mod types;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;
use syn::{DeriveInput, ItemTrait, parse_macro_input};

use errors::Errors;

/// Makes a service of a trait: something that is called directly in this process or over XML-RPC, by code that cannot tell
/// the difference.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use xmlrpc_proxy::{Error, Fault, Mode, service};
///
/// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
/// pub struct Person {
///     pub id: i32,
///     pub name: String,
/// }
///
/// /// People known to the practice.
/// #[service(namespace = "person", rename_all = "camelCase")]
/// pub trait PersonDb {
///     /// Looks one person up by id.
///     #[rpc(read_only, timeout = "2s")]
///     fn get_person(&self, id: &str) -> Result<Person, PersonError>;
///
///     /// A method with a body is a helper: it is not called remotely.
///     fn get_name(&self, id: &str) -> Result<String, PersonError> {
///         Ok(self.get_person(id)?.name)
///     }
/// }
///
/// #[derive(Debug, Fault)]
/// pub enum PersonError {
///     #[fault(code = 404)]
///     NotFound(String),
///     #[fault(call)]
///     Call(Error),
/// }
///
/// struct OnePerson;
///
/// impl PersonDb for OnePerson {
///     fn get_person(&self, id: &str) -> Result<Person, PersonError> {
///         match id {
///             "1" => Ok(Person { id: 1, name: "Anna".to_owned() }),
///             _ => Err(PersonError::NotFound(format!("nobody has the id {id}"))),
///         }
///     }
/// }
///
/// let people = PersonDbProxy::local(OnePerson);
/// assert_eq!(people.get_name("1")?, "Anna");
/// assert_eq!(people.mode(), Mode::Local);
/// # Ok::<(), PersonError>(())
/// ```
///
/// # What is written beside the trait
///
/// The trait itself stays as it is; only its `#[rpc]` attributes are taken off. For a trait `X` there come, as visible as it
/// is:
///
/// - `XClient<T = Remote>`, the stub: each call of a method is a call over the transport `T`. `XClient::connect(endpoint)`
///   takes a URL or a configuration, `XClient::new(transport)` a transport.
/// - `XService<S>`, the dispatcher: it answers calls with the implementation `S`. `XService::new(implementation)` is what a
///   server or a router mounts; `.inline()` declares that no method ever waits.
/// - `XProxy<L = Arc<dyn X + Send + Sync>, S = Switch>`, both paths and the switch between them, over the local
///   implementation `L`. It is made by `XProxy::local(implementation)`, `XProxy::remote(endpoint)`, `XProxy::lazy(open)`,
///   `XProxy::from_config(config, open)` or `XProxy::with_switch(implementation, switch)`. It derefs to
///   `xmlrpc_proxy::Proxy`, which has `switch()`, `mode()`, `implementation()` and `batch()`. A method of yours of one of these
///   names wins; the other is then `Proxy::mode(&*proxy)`.
/// - `XBatch`, calls that are collected and made all at once: each method of the trait gives a ticket for what the call will
///   give. It comes from `batch()` of a stub or a proxy, and derefs to `xmlrpc_proxy::Batch`, which has `send()`.
///
/// The stub derefs to `xmlrpc_proxy::Client`, which has `batch()` and `check()`.
///
/// All but the batch implement `X`, and so do `&T`, `Box<T>` and `Arc<T>` for each `T` that does, also if it is unsized, and
/// `Lazy<T>`. So the four names must be free, and no impl of yours may cover one of these types.
///
/// # Arguments of `#[service(...)]`
///
/// | argument | what it does |
/// | --- | --- |
/// | `namespace = "person"` | names on the wire begin with `person.` |
/// | `rename_all = "camelCase"` | how methods are named on the wire: `snake_case` (as in Rust, the default), `camelCase`, `PascalCase`, `kebab-case` or `SCREAMING_SNAKE_CASE` |
/// | `crate = "path"` | where `xmlrpc_proxy` is, if not at `::xmlrpc_proxy`: `"::renamed"`, `"crate::reexported"` |
/// | `only = "client"` | no `XService` |
/// | `only = "server"` | no `XClient`, no `XProxy` and no `XBatch`, and no impl for `Lazy<T>` |
///
/// # Arguments of `#[rpc(...)]`
///
/// They stand on a method; several attributes count as one.
///
/// | argument | what it does |
/// | --- | --- |
/// | `name = "getPerson"` | its name on the wire, after the namespace, whatever `rename_all` says |
/// | `alias = "old.name"` | it is answered, and listed, under this name too, which stands without the namespace; several are allowed |
/// | `read_only` | it changes nothing; implies `idempotent` |
/// | `idempotent` | doing it twice is doing it once: a call may be sent again when it is not known whether it ran |
/// | `timeout = "500ms"` | how long a remote call may take, instead of what the endpoint is set to; in `us`, `ms`, `s`, `m` or `h` |
/// | `skip` | says that a method with a body is meant to be a helper; it is one without, too |
///
/// A doc comment is what `system.methodHelp` tells.
///
/// # Methods
///
/// A method without a body is called remotely. It takes `&self`, and parameters that are
///
/// - owned: each type that serde writes and reads, such as `i32`, `String`, `Vec<Person>`, `HashMap<String, f64>`, also
///   `Cow<'_, str>`;
/// - borrowed: `&str`, `&[T]`, `&Path` and `&T` for each such `T`;
/// - perhaps borrowed: `Option<&str>`, `Option<&[T]>`, `Option<&T>`.
///
/// Nothing is cloned for a borrowed parameter on either path, and a `&str` is read from the request in place where it can be.
///
/// *Optional parameters.* Parameters at the end that are `None` are left out of a call, and may be absent from one that
/// arrives. So a method can be given one more `Option` at its end without breaking those that call it.
///
/// *Defaults.* `#[rpc(default = EXPRESSION)]` on a parameter is what it is when a caller does not send it, `#[rpc(default)]` what
/// its `Default` is. So a method can be given one more parameter of any type. Those that follow need a default too, or are
/// an `Option`. For a `&T` the expression is anything that borrows as a `T`: `"en"` for a `&str`, `[1, 2]` for a `&[i32]`. Our
/// own callers always send it.
///
/// *Bytes.* A parameter or a result that is a sequence of `u8`, such as `Vec<u8>`, `&[u8]` or `Cow<'_, [u8]>`, travels as
/// base64. This is decided by the type and not by its name, so aliases are no trouble. Inside other types serde knows a
/// sequence of numbers only; `serde_bytes` says otherwise.
///
/// It returns a `Result<T, E>`, by this or any other name, because a remote call can fail. `T` is a type that serde writes
/// and reads. `E` is an enum with [`derive(Fault)`](macro@Fault), `xmlrpc_proxy::Error`, `std::io::Error`, `Box<dyn Error +
/// Send + Sync>`, or a type of your own with `From<xmlrpc_proxy::Error>` for it and `From<&E>` for `xmlrpc_proxy::Fault`.
///
/// # Methods with a body
///
/// They are helpers: not exported, and free to be generic, to take patterns and `impl Trait`, and to return what they like.
/// Implementations may override them. A proxy in local mode runs what its implementation has; in remote mode it runs the
/// body in the trait, over the stub, whatever the implementation at the other end has.
///
/// One that returns a borrow, `Self` or `impl Trait`, or that has conditions other than `Self: Sized`, cannot be handed on:
/// what runs is the body in the trait, over the proxy itself. A borrow must be seen for that, so write the lifetime of a type
/// that has one: `Ref<'_, T>`.
///
/// # Services that wait
///
/// A trait of `async fn`s is a service too: its stub, its dispatcher and its proxy are awaited. The first method without a
/// body decides for all of them; one that does otherwise is refused, and belongs to a trait of its own. One `Switch` may lead
/// proxies of both kinds.
///
/// - An `async fn` of the trait becomes a function that returns `impl Future<Output = ...> + Send`, and may be written so.
///   Implementations write either. Threads hand these futures on, so what lives across an `.await` has to be `Send`.
/// - Implementations have to be `Sync`, which the compiler asks for where one is shared: `trait X: Send + Sync` says it once.
/// - A method with a body may wait or not; it is a helper either way. Its future, if it waits, holds where `Self: Sync`.
/// - There is no `dyn X`, and so `XProxy` has no default `L`; write `XProxy<Db>`. `XService` has no `inline()`: its methods
///   never hold a thread up.
/// - A local call is the implementation's own future inside of the proxy's, neither boxed nor spawned. Which way a call goes
///   is decided when it is first polled. Dropping it gives it up; a remote one may run all the same.
/// - A batch is sent by `send_async()`, and a stub checked by `check_async()`.
///
/// Local calls need no runtime of ours. Remote ones need the feature `async` and tokio around them.
///
/// ```
/// use xmlrpc_proxy::{Result, service};
///
/// #[service(namespace = "station")]
/// pub trait Stations: Send + Sync {
///     async fn temperature(&self, station: &str) -> Result<f64>;
///
///     /// A helper.
///     async fn freezes(&self, station: &str) -> Result<bool> {
///         Ok(self.temperature(station).await? < 0.0)
///     }
/// }
///
/// struct Thermometer(f64);
///
/// impl Stations for Thermometer {
///     async fn temperature(&self, _: &str) -> Result<f64> {
///         Ok(self.0)
///     }
/// }
///
/// async fn show() -> Result<()> {
///     let stations = StationsProxy::local(Thermometer(-3.5));
///     assert!(stations.freezes("Oslo").await?);
///     // From now on over XML-RPC: `stations.switch().remote("http://127.0.0.1:8000")?`
///     Ok(())
/// }
/// # let future = std::pin::pin!(show());
/// # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// # assert!(matches!(future.poll(&mut context), std::task::Poll::Ready(Ok(()))));
/// ```
///
/// # Supertraits
///
/// Each generated impl holds where the supertraits do. `Send`, `Sync`, `Unpin`, `'static` and `Debug` need nothing more.
/// `Clone`, or another one that has no `dyn` type, takes the proxy its default `L`; so does `where Self: Sized` on the trait,
/// which must be written if a supertrait of your own has no `dyn` type.
///
/// For a trait of your own you write what it means for the stub, for the proxy, and for whatever else you use the service
/// through. The stub's impl is needed unless it says `only = "server"`; without the others, only those types do not implement
/// the service.
///
/// ```
/// use std::{borrow::Borrow, sync::Arc};
///
/// use xmlrpc_proxy::{Result, Switch, Transport, service};
///
/// pub trait Titled {
///     fn title(&self) -> String;
/// }
///
/// #[service]
/// pub trait Notes: Titled + Send + Sync {
///     fn read(&self, id: i32) -> Result<String>;
/// }
///
/// impl<T: Transport> Titled for NotesClient<T> {
///     fn title(&self) -> String {
///         "notes elsewhere".to_owned()
///     }
/// }
///
/// impl<L: Titled, S: Borrow<Switch>> Titled for NotesProxy<L, S> {
///     fn title(&self) -> String {
///         self.implementation().title()
///     }
/// }
///
/// // For `NotesProxy` without parameters, whose implementation is in an `Arc`.
/// impl<T: Titled + ?Sized> Titled for Arc<T> {
///     fn title(&self) -> String {
///         (**self).title()
///     }
/// }
///
/// // For `NotesService` that shall be a `Notes` itself; to be mounted it need not.
/// impl<S: Titled> Titled for NotesService<S> {
///     fn title(&self) -> String {
///         "notes for others".to_owned()
///     }
/// }
///
/// struct Notebook;
///
/// impl Titled for Notebook {
///     fn title(&self) -> String {
///         "notebook".to_owned()
///     }
/// }
///
/// impl Notes for Notebook {
///     fn read(&self, id: i32) -> Result<String> {
///         Ok(format!("page {id}"))
///     }
/// }
///
/// let notes: NotesProxy = NotesProxy::local(Arc::new(Notebook));
/// assert_eq!(notes.title(), "notebook");
/// assert_eq!(notes.read(3)?, "page 3");
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// # Type parameters
///
/// A trait may have type and constant parameters, with bounds that say at least what travels:
///
/// ```
/// use std::{collections::HashMap, sync::Mutex};
///
/// use serde::{Serialize, de::DeserializeOwned};
/// use xmlrpc_proxy::{Result, service};
///
/// #[service(namespace = "store")]
/// pub trait Store<T: Serialize + DeserializeOwned>: Send + Sync {
///     fn put(&self, key: &str, value: &T) -> Result<()>;
///     fn get(&self, key: &str) -> Result<Option<T>>;
/// }
///
/// struct Memory(Mutex<HashMap<String, i32>>);
///
/// impl Store<i32> for Memory {
///     fn put(&self, key: &str, value: &i32) -> Result<()> {
///         self.0.lock().unwrap().insert(key.to_owned(), *value);
///         Ok(())
///     }
///     fn get(&self, key: &str) -> Result<Option<i32>> {
///         Ok(self.0.lock().unwrap().get(key).copied())
///     }
/// }
///
/// let store = StoreProxy::local(Memory(Mutex::default()));
/// store.put("one", &1)?;
/// assert_eq!(store.get("one")?, Some(1));
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
///
/// In what is generated they come first: `StoreClient<T, Remote>`, `StoreService<T, S>`, `StoreProxy<T, L, S>` and
/// `StoreBatch<'_, T>`. What implements the trait for one `T` tells which; a stub must be told: `StoreClient::<i32>::connect(url)`.
/// A dispatcher is mounted where `T` is `'static`; methods that wait need `T: Send + Sync + 'static`.
///
/// On the wire the names are the same for every `T`, and a caller who means another one gets an error of the types, which
/// `check()` tells beforehand. So one router has the trait once: two types are two servers, or two paths.
///
/// *Associated types* are parameters too of what is generated, after those of the trait and in their order: a stub of a
/// `trait Shelf { type Item: Serialize + DeserializeOwned; ... }` is a `ShelfClient<Item, Remote>`, and implements
/// `Shelf<Item = Item>`.
///
/// # `cfg`
///
/// On the trait it holds for all that is generated. On a method too, and methods of one name may be alternatives. Two methods
/// of one name on the wire are refused unless both have a `cfg`, and not the same one. `#[rpc]` cannot stand inside
/// `cfg_attr`.
///
/// `#[allow]`, `#[deprecated]` and `#[doc(hidden)]` on the trait hold for the generated types too.
///
/// # What is refused
///
/// All mistakes of a trait are told at once, each where it stands and with what to write instead.
///
/// - A trait that is `unsafe`, or has lifetime parameters, associated constants, associated types with parameters, or macros:
///   the wire has methods only.
/// - Type parameters and associated types that travel, and have no bound that says so.
///
/// And of a method without a body:
///
/// - `&mut self`: many callers share a service. `self`, `self: Arc<Self>` and the like: a remote caller has nothing to give.
/// - `&mut` parameters: a remote callee gets a copy.
/// - Type parameters, `impl Trait`, trait objects, conditions: the wire knows the types that are written.
/// - References inside parameters, such as `&[&str]`, and `&'static` ones: there is nothing that they could point to. Write
///   `&[String]`.
/// - Borrowed results: a remote result is made anew. Iterators: an answer is sent whole, so collect into a `Vec`.
/// - Patterns and `_` as parameters, and attributes on them other than `#[rpc(default)]`.
/// - Defaults of parameters that no caller could leave out.
/// - `Self` as a type; it has no form on the wire. An associated type, `Self::Item`, has.
/// - `unsafe`, `const` and `extern`.
/// - Waiting where the first method does not, or the other way round, and a future that is not `Send`.
/// - What is no `Result`.
///
/// And of attributes: arguments that are unknown, given twice, malformed or without effect; `skip` without a body.
#[proc_macro_attribute]
pub fn service(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attrs = attr::Service::parse(args.into(), &mut errors);
    let tokens = TokenStream2::from(item);
    let item = match syn::parse2::<ItemTrait>(tokens.clone()) {
        Ok(item) => item,
        Err(error) => {
            errors.at(error.span(), format!("`#[service]` stands on a trait: {error}"));
            // What it is instead is for the compiler to read.
            return errors.before(tokens).into();
        }
    };
    let model = read::service(attrs, item, &mut errors);
    let expanded = expand::service(&model);
    errors.before(expanded).into()
}

/// The tests of `xmlrpc_proxy::contract!`, which puts the path of its crate before what it was given.
#[doc(hidden)]
#[proc_macro]
pub fn contract(input: TokenStream) -> TokenStream {
    contract::tests(&parse_macro_input!(input as contract::Contract)).into()
}

/// Makes the error of a service of an enum: each variant travels as a fault, and comes back as itself.
///
/// ```
/// use xmlrpc_proxy::{Error, Fault};
///
/// #[derive(Debug, Fault)]
/// pub enum PersonError {
///     /// The `String` is the message.
///     #[fault(code = 404)]
///     NotFound(String),
///     #[fault(code = 409, message = "already registered")]
///     Duplicate,
///     /// Without a message, it is the name in words: `not allowed`.
///     #[fault(code = -3)]
///     NotAllowed,
///     /// Everything else that can keep a call from succeeding.
///     #[fault(call)]
///     Call(Error),
/// }
///
/// let fault = Fault::from(&PersonError::Duplicate);
/// assert_eq!((fault.code, fault.message.as_str()), (409, "already registered"));
/// let error = PersonError::from(Error::from(Fault::new(404, "nobody has the id 9")));
/// assert!(matches!(error, PersonError::NotFound(text) if text == "nobody has the id 9"));
/// ```
///
/// # What is written
///
/// `From<xmlrpc_proxy::Error>` for the enum, `From<&Enum>` for `xmlrpc_proxy::Fault`, `Display` (the message alone), and
/// `std::error::Error`, which wants `Debug` on the enum.
///
/// A fault with the code of a variant becomes that variant. A fault with another code, and whatever else a call can fail with,
/// is held by the `call` variant as it came. Codes from -32768 to -32000 are those that servers use for what went wrong in the
/// call itself; a variant with such a code catches these faults.
///
/// # Arguments of `#[fault(...)]`
///
/// | argument | on | what it does |
/// | --- | --- | --- |
/// | `code = 404` | a variant | the fault's code, which may be negative |
/// | `message = "text"` | a variant without data | the fault's text; by default the variant's name in words |
/// | `call` | one variant | it holds the `xmlrpc_proxy::Error` of a call |
/// | `crate = "path"` | the enum | where `xmlrpc_proxy` is, if not at `::xmlrpc_proxy` |
///
/// # What is refused
///
/// - Structs and unions: a caller tells errors apart by their codes, and those are on variants.
/// - A variant without a code, two with the same one, data other than one `String`, and a message beside it: a fault carries
///   a code and one text.
/// - An enum without a `call` variant, since a remote call can fail in ways of its own, or with two.
/// - Arguments that are unknown, given twice or malformed.
#[proc_macro_derive(Fault, attributes(fault))]
pub fn fault(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let mut errors = Errors::default();
    let expanded = fault::derive(&item, &mut errors);
    errors.before(expanded).into()
}
