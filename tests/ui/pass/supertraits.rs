//! Supertraits and conditions on `Self`.

use std::{any::Any, fmt::Debug, sync::Arc};

use xmlrpc_proxy::{Lazy, Missing, Proxy, Result, Switch, Transport, service};

#[service]
trait Markers: Send + Sync + Debug + Unpin + 'static {
    fn number(&self) -> Result<i32>;
}

#[service]
trait Conditions
where
    Self: Send + Sync,
    Self: 'static + Any,
{
    fn number(&self) -> Result<i32>;
}

#[service]
trait Duplicable: Clone {
    fn number(&self) -> Result<i32>;
}

#[service]
trait NeverDyn
where
    Self: Sized,
{
    fn number(&self) -> Result<i32>;
}

/// Its own `dyn` type is none, and so is that of a trait that extends it, which says so.
trait Made {
    fn make() -> Self;
}
impl Made for Local {
    fn make() -> Self {
        Local
    }
}
impl<T: Made> Made for NotDynService<T> {
    fn make() -> Self {
        NotDynService::new(T::make())
    }
}
impl Made for NotDynClient {
    fn make() -> Self {
        panic!("nothing to call")
    }
}

#[service]
trait NotDyn: Made
where
    Self: Sized,
{
    fn number(&self) -> Result<i32>;
}

/// A supertrait that names `Self` takes the trait its `dyn` type.
trait Like<T: ?Sized> {}
impl<T: ?Sized> Like<T> for T {}

#[service]
trait LikeItself: Like<Self> {
    fn number(&self) -> Result<i32>;
}

trait Lifetime<'a> {}
impl<T: ?Sized> Lifetime<'_> for T {}

#[service]
trait Higher: for<'a> Lifetime<'a> {
    fn number(&self) -> Result<i32>;
}

/// A supertrait of the user's own. What shall be a `Titled` service must be `Base` too.
trait Base {
    fn title(&self) -> String;
}

#[service]
trait Titled: Base + Send + Sync {
    fn number(&self) -> Result<i32>;
    fn describe(&self) -> Result<String> {
        Ok(format!("{} {}", self.title(), self.number()?))
    }
}

/// What a remote service is called is known here.
impl<T: Transport> Base for TitledClient<T> {
    fn title(&self) -> String {
        "remote".to_owned()
    }
}

impl<L: Base, S: std::borrow::Borrow<Switch>> Base for TitledProxy<L, S> {
    fn title(&self) -> String {
        self.implementation().title()
    }
}

impl<T: Base + ?Sized> Base for Arc<T> {
    fn title(&self) -> String {
        (**self).title()
    }
}

impl<L: Base> Base for Lazy<L> {
    fn title(&self) -> String {
        self.get().map_or_else(|error| error.to_string(), Base::title)
    }
}

/// A supertrait that is a service itself.
#[service]
trait Part {
    fn part(&self) -> Result<i32>;
}

#[service(only = "server")]
trait Whole: Part {
    fn whole(&self) -> Result<i32>;
}

#[derive(Debug, Clone)]
struct Local;

macro_rules! numbers {
    ($($name:ident)*) => {$(
        impl $name for Local {
            fn number(&self) -> Result<i32> {
                Ok(1)
            }
        }
    )*};
}
numbers!(LikeItself NotDyn Markers Conditions Duplicable NeverDyn Higher Titled);

impl Base for Local {
    fn title(&self) -> String {
        "local".to_owned()
    }
}

impl Part for Local {
    fn part(&self) -> Result<i32> {
        Ok(1)
    }
}

impl Whole for Local {
    fn whole(&self) -> Result<i32> {
        Ok(2)
    }
}

impl<S: Part> Part for WholeService<S> {
    fn part(&self) -> Result<i32> {
        Ok(3)
    }
}

fn main() {
    let markers: MarkersProxy = MarkersProxy::local(Arc::new(Local));
    assert_eq!(markers.number().unwrap(), 1);
    assert_eq!(Markers::number(&&Local).unwrap(), 1);
    let conditions: ConditionsProxy = ConditionsProxy::local(Arc::new(Local));
    assert_eq!(conditions.number().unwrap(), 1);
    assert_eq!(Duplicable::number(&Box::new(Local)).unwrap(), 1);
    assert_eq!(Duplicable::number(&Arc::new(Local)).unwrap(), 1);
    let _ = DuplicableService::new(Local);
    let _: &dyn Fn(&DuplicableClient<Missing>) -> Result<i32> = &|client| client.number();
    assert_eq!(NeverDynProxy::local(Local).number().unwrap(), 1);
    assert_eq!(NotDynService::new(Local).number().unwrap(), 1);
    assert_eq!(LikeItselfProxy::local(Local).number().unwrap(), 1);
    let higher: HigherProxy = HigherProxy::local(Arc::new(Local));
    assert_eq!(higher.number().unwrap(), 1);

    let titled: TitledProxy = TitledProxy::local(Arc::new(Local));
    assert_eq!(titled.describe().unwrap(), "local 1");
    let titled = TitledProxy::lazy(|| Ok::<_, String>(Local));
    assert_eq!(titled.describe().unwrap(), "local 1");
    let _: &Proxy<_, TitledClient> = &titled;
    assert_eq!(TitledClient::new(Missing).title(), "remote");

    let whole = WholeService::new(Local);
    assert_eq!((whole.part().unwrap(), whole.whole().unwrap()), (3, 2));
}
