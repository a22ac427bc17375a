//! Whatever holds an implementation is one, and every way to make a proxy infers its type.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use xmlrpc_proxy::{Lazy, Missing, Mode, Proxy, Result, Switch, service};

#[service]
trait Counter {
    fn add(&self, amount: i32) -> Result<i32>;
    fn add_twice(&self, amount: i32) -> Result<i32> {
        self.add(amount)?;
        self.add(amount)
    }
}

#[derive(Default)]
struct Memory(AtomicUsize);

impl Counter for Memory {
    fn add(&self, amount: i32) -> Result<i32> {
        let amount = amount as usize;
        Ok((self.0.fetch_add(amount, Ordering::Relaxed) + amount) as i32)
    }
}

/// Overrides what is provided: that must be seen through everything.
struct Own;

impl Counter for Own {
    fn add(&self, _: i32) -> Result<i32> {
        Ok(0)
    }
    fn add_twice(&self, _: i32) -> Result<i32> {
        Ok(-1)
    }
}

fn twice(counter: impl Counter) -> i32 {
    counter.add_twice(3).unwrap()
}

fn twice_unsized(counter: &(impl Counter + ?Sized)) -> i32 {
    counter.add_twice(3).unwrap()
}

fn is_service(_: &impl xmlrpc_proxy::Service) {}

fn main() {
    assert_eq!(twice(Memory::default()), 6);
    assert_eq!(twice(&Memory::default()), 6);
    assert_eq!(twice(Box::new(Memory::default())), 6);
    assert_eq!(twice(Arc::new(Memory::default())), 6);
    assert_eq!(twice(Box::new(Memory::default()) as Box<dyn Counter>), 6);
    assert_eq!(twice(Arc::new(Memory::default()) as Arc<dyn Counter + Send + Sync>), 6);
    assert_eq!(twice(&&Memory::default()), 6);
    assert_eq!(twice(&Memory::default() as &dyn Counter), 6);
    assert_eq!(twice(CounterService::new(Memory::default()).inline()), 6);
    assert_eq!(twice(Lazy::new(|| Ok::<_, String>(Memory::default()))), 6);
    assert_eq!(twice_unsized(&*(Box::new(Own) as Box<dyn Counter>)), -1);
    for counter in [
        Box::new(Own) as Box<dyn Counter>,
        Box::new(&Own),
        Box::new(Box::new(Own)),
        Box::new(Arc::new(Own)),
        Box::new(CounterService::new(Own)),
        Box::new(CounterProxy::local(Own)),
        Box::new(CounterProxy::lazy(|| Ok::<_, String>(Own))),
    ] {
        assert_eq!(twice(counter), -1);
    }

    let counter = CounterProxy::local(Memory::default());
    assert_eq!(twice(&counter), 6);
    assert_eq!(counter.mode(), Mode::Local);
    assert_eq!(counter.implementation().0.load(Ordering::Relaxed), 6);

    let shared: CounterProxy = CounterProxy::local(Arc::new(Memory::default()));
    assert_eq!(twice(shared), 6);
    struct Held {
        counter: CounterProxy,
    }
    let held = Held { counter: CounterProxy::local(Arc::new(Own)) };
    assert_eq!(twice(&held.counter), -1);

    let lazy = CounterProxy::lazy(|| Ok::<_, std::io::Error>(Memory::default()));
    assert_eq!(twice(lazy), 6);
    let configured = CounterProxy::from_config("local", || Ok::<_, String>(Memory::default()));
    assert_eq!(twice(configured.unwrap()), 6);
    let config = String::from("local");
    let failed = CounterProxy::from_config(&config, || Err::<Memory, _>("no such file"));
    assert!(failed.unwrap_err().to_string().contains("no such file"));

    let switch = Arc::new(Switch::new());
    let first = CounterProxy::with_switch(Memory::default(), Arc::clone(&switch));
    let second: CounterProxy<Own, Arc<Switch>> = CounterProxy::with_switch(Own, switch);
    assert_eq!((twice(first), twice(second)), (6, -1));

    assert!(CounterProxy::remote("local").is_err());
    assert!(CounterClient::connect("local").is_err());
    let missing: CounterProxy<CounterClient<Missing>> =
        CounterProxy::local(CounterClient::new(Missing));
    let _: &Proxy<CounterClient<Missing>, CounterClient> = &missing;
    assert_eq!(format!("{:?}", CounterClient::new(Missing).clone()), "CounterClient(nothing)");
    assert_eq!(format!("{:?}", CounterService::new(Own)), "CounterService");

    is_service(&CounterService::new(Memory::default()));
    is_service(&CounterService::new(CounterProxy::local(Arc::new(Memory::default()))));
    let _ = xmlrpc_proxy::Route::from(CounterService::new(Own));
}
