//! The switch: turned at run time, under load, and towards what is not there.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

use std::{
    fmt::Debug,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use xmlrpc_proxy::{
    Config, Error, ErrorKind, Lazy, Missing, Mode, Remote, Request, Resolve, Response, Result,
    Server, Switch, Target, Transport, service,
};

/// Says which side it is, and when it was asked.
#[service]
trait Side: Send + Sync + Debug + 'static {
    fn ask(&self, number: u64) -> Result<String>;
    /// A helper.
    fn twice(&self, number: u64) -> Result<String> {
        Ok(self.ask(number)? + &self.ask(number)?)
    }
}

#[derive(Debug)]
struct Here {
    asked: AtomicU64,
}

#[derive(Debug)]
struct There {
    asked: Arc<AtomicU64>,
}

impl Side for Here {
    fn ask(&self, _: u64) -> Result<String> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Ok("here".to_owned())
    }
    fn twice(&self, _: u64) -> Result<String> {
        Ok("twice here".to_owned())
    }
}

impl Side for There {
    fn ask(&self, _: u64) -> Result<String> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Ok("there".to_owned())
    }
}

fn here() -> Here {
    Here { asked: AtomicU64::new(0) }
}

fn there() -> (xmlrpc_proxy::Running, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let service = SideService::new(There { asked: asked.clone() }).inline();
    let running =
        Server::bind("127.0.0.1:0").expect("a port").mount(service).spawn().expect("a server");
    (running, asked)
}

#[test]
fn turns_1000_times_under_eight_threads_and_loses_no_call() {
    const THREADS: usize = 8;
    const TURNS: u64 = 1000;
    let (server, asked_there) = there();
    let side = SideProxy::local(here());
    let remote = xmlrpc_proxy::connect(server.url()).expect("an endpoint");
    // Odd while a turn is under way, even while the switch rests: local at 0, remote at 2, local at 4, ...
    let phase = AtomicU64::new(0);
    let calls = AtomicU64::new(0);
    let answers = [AtomicU64::new(0), AtomicU64::new(0)];
    let rested = AtomicU64::new(0);

    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let before = phase.load(Ordering::SeqCst);
                    let answer = side.ask(before).expect("a call is answered");
                    let there = answer == "there";
                    answers[usize::from(there)].fetch_add(1, Ordering::SeqCst);
                    if before.is_multiple_of(2) && before == phase.load(Ordering::SeqCst) {
                        assert_eq!(
                            there,
                            before % 4 == 2,
                            "a call that no turn disturbed ran on the wrong side"
                        );
                        rested.fetch_add(1, Ordering::SeqCst);
                    }
                    calls.fetch_add(1, Ordering::SeqCst);
                    if before == 2 * TURNS {
                        break;
                    }
                }
            });
        }
        for turn in 0..TURNS {
            phase.store(2 * turn + 1, Ordering::SeqCst);
            if turn % 2 == 0 {
                side.switch().remote(&remote).expect("remote");
            } else {
                side.switch().local().expect("local");
            }
            phase.store(2 * turn + 2, Ordering::SeqCst);
            // Each position of the switch is called in.
            let enough = calls.load(Ordering::SeqCst) + 2 * THREADS as u64;
            while turn + 1 < TURNS && calls.load(Ordering::SeqCst) < enough {
                thread::yield_now();
            }
        }
    });

    assert!(rested.into_inner() > TURNS, "too few calls were seen undisturbed");
    let [here, there] = answers.map(AtomicU64::into_inner);
    assert_eq!(here + there, calls.into_inner(), "every call ended on one side");
    assert_eq!(
        side.implementation().asked.load(Ordering::SeqCst),
        here,
        "no call ran twice or on another side"
    );
    assert_eq!(asked_there.load(Ordering::SeqCst), there);
    server.stop();
}

#[test]
fn no_call_that_starts_after_remote_returned_runs_locally() {
    const THREADS: usize = 8;
    let (server, _) = there();
    let side = SideProxy::local(here());
    let remote = xmlrpc_proxy::connect(server.url()).expect("an endpoint");

    for _ in 0..200 {
        side.switch().local().expect("local");
        let (tell, told): (Vec<_>, Vec<_>) = (0..THREADS).map(|_| mpsc::channel::<()>()).unzip();
        thread::scope(|scope| {
            for told in told {
                let side = &side;
                scope.spawn(move || {
                    // Local calls until the word comes that `remote()` has returned.
                    while told.try_recv().is_err() {
                        side.ask(0).expect("a call is answered");
                    }
                    assert_eq!(side.ask(1).expect("a call is answered"), "there");
                });
            }
            side.switch().remote(&remote).expect("remote");
            for tell in tell {
                tell.send(()).expect("the thread listens");
            }
        });
    }
    server.stop();
}

#[test]
fn provided_methods_run_the_implementations_own_body_locally_and_the_default_remotely() {
    let (server, _) = there();
    let side = SideProxy::local(here());
    assert_eq!(side.twice(0).expect("local"), "twice here");
    side.switch().remote(server.url()).expect("remote");
    assert_eq!(side.twice(0).expect("remote"), "therethere");
    server.stop();
}

#[test]
fn a_proxy_without_remote_says_so() {
    let side = SideProxy::local(here());
    let error = side.switch().reconnect().expect_err("there is none yet");
    assert_eq!(error.kind(), ErrorKind::Mode);
    assert!(error.to_string().contains("no remote endpoint"), "{error}");
    assert_eq!(side.mode(), Mode::Local);
    assert_eq!(side.ask(0).expect("still local"), "here");

    for wrong in ["", "local", "gopher://x", "http://"] {
        let error = side.switch().remote(wrong).expect_err(wrong);
        assert_eq!(error.kind(), ErrorKind::Endpoint, "{wrong}: {error}");
        assert_eq!(side.mode(), Mode::Local);
    }
}

#[test]
fn a_proxy_without_local_says_so() {
    let (server, _) = there();
    let side = SideProxy::remote(server.url()).expect("an endpoint");
    assert_eq!(side.ask(0).expect("remote"), "there");
    let error = side.switch().local().expect_err("there is none");
    assert_eq!(error.kind(), ErrorKind::Mode);
    assert!(error.to_string().contains("no local implementation"), "{error}");
    assert_eq!(side.mode(), Mode::Remote);
    assert_eq!(side.ask(0).expect("still remote"), "there");

    let side = SideProxy::local(SideClient::new(Missing));
    let error = side.ask(0).expect_err("nothing is there");
    assert_eq!(error.kind(), ErrorKind::Mode);
    assert!(error.to_string().starts_with("ask: there is no implementation"), "{error}");
    side.switch().remote(server.url()).expect("an endpoint");
    assert_eq!(side.ask(0).expect("remote"), "there");
    server.stop();
}

#[test]
fn a_shared_switch_turns_all_its_proxies() {
    let (server, _) = there();
    let switch = Arc::new(Switch::new());
    let error = switch.remote(server.url()).expect_err("nobody could connect yet");
    assert_eq!(error.kind(), ErrorKind::Endpoint);

    let one = SideProxy::with_switch(here(), switch.clone());
    let two = SideProxy::with_switch(Arc::new(here()), switch.clone());
    let three: SideProxy<Arc<dyn Side>, Arc<Switch>> =
        SideProxy::with_switch(Arc::new(here()), switch.clone());
    let ask = || [one.ask(0), two.ask(0), three.ask(0)].map(|answer| answer.expect("an answer"));
    assert_eq!(ask(), ["here"; 3]);
    switch.remote(server.url()).expect("remote");
    assert_eq!(ask(), ["there"; 3]);
    one.switch().local().expect("local");
    assert_eq!(ask(), ["here"; 3]);
    switch.reconnect().expect("remote again");
    assert_eq!(ask(), ["there"; 3]);
    server.stop();
}

#[test]
fn a_lazy_local_is_opened_by_the_first_call_that_needs_it() {
    let opened = Arc::new(AtomicUsize::new(0));
    let open = {
        let opened = opened.clone();
        move || {
            // The first attempt fails, as a file on a disk that is not mounted yet would.
            if opened.fetch_add(1, Ordering::SeqCst) == 0 {
                Err("the disk is not there")
            } else {
                Ok(here())
            }
        }
    };
    let side = SideProxy::lazy(open);
    assert_eq!(opened.load(Ordering::SeqCst), 0);
    let error = side.ask(0).expect_err("it cannot be opened");
    assert_eq!(error.kind(), ErrorKind::Open);
    assert!(error.to_string().contains("the disk is not there"), "{error}");
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(side.ask(0).expect("opened"), "here"));
        }
    });
    assert_eq!(opened.load(Ordering::SeqCst), 2, "it was opened once");
    assert_eq!(side.twice(0).expect("its own"), "twice here");
}

#[test]
fn a_configuration_chooses_the_side() {
    let (server, _) = there();
    let opened = Arc::new(AtomicUsize::new(0));
    let open = || {
        let opened = opened.clone();
        move || {
            opened.fetch_add(1, Ordering::SeqCst);
            Ok::<_, Error>(here())
        }
    };
    let config: Config = toml::from_str("endpoint = 'local'").expect("toml");
    let side: SideProxy<Lazy<Here>> = SideProxy::from_config(&config, open()).expect("local");
    assert_eq!(
        opened.load(Ordering::SeqCst),
        1,
        "a local mode that is configured is opened at once"
    );
    assert_eq!(side.ask(0).expect("local"), "here");

    let config: Config =
        toml::from_str(&format!("endpoint = '{}'\ntimeout = '5s'", server.url())).expect("toml");
    let side = SideProxy::from_config(&config, open()).expect("remote");
    assert_eq!(side.ask(0).expect("remote"), "there");
    assert_eq!(opened.load(Ordering::SeqCst), 1, "what is not asked is not opened");
    side.switch().set("local").expect("local");
    assert_eq!(side.ask(0).expect("local"), "here");
    side.switch().set(&config).expect("remote");
    assert_eq!(side.ask(0).expect("remote"), "there");

    let error = SideProxy::from_config("local", || Err::<Here, _>("no such file"))
        .expect_err("it cannot be opened");
    assert!(error.to_string().contains("no such file"), "{error}");
    server.stop();
}

#[test]
fn a_call_ends_on_the_side_on_which_it_began() {
    /// Tells when a call has reached it, and waits for leave to answer.
    #[derive(Debug)]
    struct Slow {
        reached: mpsc::SyncSender<()>,
        leave: std::sync::Mutex<mpsc::Receiver<()>>,
    }
    impl Side for Slow {
        fn ask(&self, _: u64) -> Result<String> {
            self.reached.send(()).expect("the test listens");
            let leave = self.leave.lock().expect("one call");
            leave.recv().expect("the test gives leave");
            Ok("there, slowly".to_owned())
        }
    }
    let (reached, reaches) = mpsc::sync_channel(0);
    let (give, leave) = mpsc::channel();
    let slow = Slow { reached, leave: std::sync::Mutex::new(leave) };
    let server = Server::bind("127.0.0.1:0")
        .expect("a port")
        .mount(SideService::new(slow))
        .spawn()
        .expect("a server");
    let side = SideProxy::local(here());
    side.switch().remote(server.url()).expect("remote");
    thread::scope(|scope| {
        let call = scope.spawn(|| side.ask(0));
        reaches.recv().expect("the call arrives");
        side.switch().local().expect("local");
        assert_eq!(side.ask(0).expect("local"), "here");
        give.send(()).expect("it waits");
        assert_eq!(call.join().expect("no panic").expect("an answer"), "there, slowly");
    });
    server.stop();
}

#[test]
fn a_users_methods_win_over_the_proxys() {
    #[service]
    trait Lamp {
        fn switch(&self) -> Result<bool>;
        fn mode(&self) -> Result<i32>;
    }
    struct Bulb;
    impl Lamp for Bulb {
        fn switch(&self) -> Result<bool> {
            Ok(true)
        }
        fn mode(&self) -> Result<i32> {
            Ok(3)
        }
    }
    let lamp = LampProxy::local(Bulb);
    assert!(lamp.switch().expect("the lamp's"));
    assert_eq!(lamp.mode().expect("the lamp's"), 3);
    assert_eq!(xmlrpc_proxy::Proxy::mode(&lamp), Mode::Local);
}

/// A configuration of a program's own.
struct Elsewhere;

impl Resolve for Elsewhere {
    fn resolve(&self, _: Option<xmlrpc_proxy::ConnectFn>) -> Result<Target> {
        struct Constant;
        impl Transport for Constant {
            fn call(&self, _: &Request<'_>) -> Result<Response> {
                Ok(Response::new(
                    b"<methodResponse><params><param><value>elsewhere</value></param></params></methodResponse>".to_vec(),
                ))
            }
            fn describe(&self) -> String {
                "elsewhere".to_owned()
            }
        }
        Ok(Target::Remote(Remote::new(Constant)))
    }
}

#[test]
fn a_transport_of_a_programs_own_can_be_switched_to() {
    let side = SideProxy::local(here());
    side.switch().set(Elsewhere).expect("a transport");
    assert_eq!(side.ask(0).expect("an answer"), "elsewhere");
    assert_eq!(
        format!("{:?}", SideClient::connect(Elsewhere).expect("a transport")),
        "SideClient(elsewhere)"
    );
}
