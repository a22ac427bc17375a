//! Turned while the program runs: by a file, by hand, with hooks that are told.
#![cfg(all(feature = "client", feature = "server", feature = "derive", feature = "watch"))]
#![allow(missing_docs, missing_debug_implementations, reason = "only this test sees it")]
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::{
    env, fs,
    path::PathBuf,
    process,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use xmlrpc_proxy::{
    CallOptions, Config, Context, ErrorKind, Mode, Result, Running, Server, Switch, Watch, service,
};

#[service]
pub trait Count: Send + Sync {
    fn count(&self) -> Result<i32>;
    fn asked(&self, header: &str) -> Result<Option<String>>;
    fn has_deadline(&self) -> Result<bool>;
}

#[derive(Clone, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Count for Counter {
    fn count(&self) -> Result<i32> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(1)
    }
    fn asked(&self, header: &str) -> Result<Option<String>> {
        Ok(Context::current().and_then(|context| context.header(header).map(str::to_owned)))
    }
    fn has_deadline(&self) -> Result<bool> {
        Ok(Context::current().is_some_and(|context| context.deadline().is_some()))
    }
}

fn serve() -> (Running, Counter) {
    let counter = Counter::default();
    let service = CountService::new(counter.clone()).inline();
    (Server::bind("127.0.0.1:0").unwrap().mount(service).spawn().unwrap(), counter)
}

/// A file of its own, removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let file = File(env::temp_dir().join(format!("xmlrpc-{name}-{}.toml", process::id())));
        file.write(text);
        file
    }

    /// As careful programs write: whoever reads sees the old text or the new one.
    fn write(&self, text: &str) {
        let beside = self.0.with_extension("new");
        fs::write(&beside, text).unwrap();
        fs::rename(beside, &self.0).unwrap();
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn wait_until(what: &str, done: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !done() {
        assert!(Instant::now() < end, "{what} did not happen");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_file_turns_the_switch_of_several_proxies() {
    let (server, there) = serve();
    let file = File::new("turns", "[services]\ncount = \"local\"\n");
    let switch = Arc::new(Switch::new());
    let here = Counter::default();
    let one = CountProxy::with_switch(here.clone(), switch.clone());
    let two = CountProxy::with_switch(here.clone(), switch.clone());
    let (give, errors) = mpsc::channel();
    let watch = Watch::new(&file.0).key("services").key("count").every(Duration::from_millis(2));
    let watching = watch
        .on_error(move |error| drop(give.send((error.kind(), error.to_string()))))
        .start(switch.clone())
        .unwrap();
    one.count().unwrap();
    assert_eq!((here.0.load(Ordering::Relaxed), there.0.load(Ordering::Relaxed)), (1, 0));

    file.write(&format!(
        "[services]\ncount = {{ endpoint = \"{}\", timeout = \"5s\" }}\n",
        server.url()
    ));
    wait_until("the turn", || switch.mode() == Mode::Remote);
    one.count().unwrap();
    two.count().unwrap();
    assert_eq!((here.0.load(Ordering::Relaxed), there.0.load(Ordering::Relaxed)), (1, 2));

    // What is wrong is told, once, and the last good state stays.
    for (text, kind, told) in [
        ("[services]\ncount = \"ftp://x\"\n", ErrorKind::Endpoint, "services: count: "),
        ("[services\npassword = \"s3cret\"", ErrorKind::Open, "not TOML, in line 1"),
        ("services = 1\n", ErrorKind::Open, "it has no services.count"),
    ] {
        file.write(text);
        let (found, message) = errors.recv_timeout(Duration::from_secs(30)).unwrap();
        assert_eq!(found, kind, "{message}");
        assert!(message.contains(told) && !message.contains("s3cret"), "{message}");
        assert_eq!(switch.mode(), Mode::Remote);
    }
    fs::remove_file(&file.0).unwrap();
    assert_eq!(errors.recv_timeout(Duration::from_secs(30)).unwrap().0, ErrorKind::Open);
    assert_eq!(switch.mode(), Mode::Remote);

    file.write("services.count = \"local\"\n");
    wait_until("the turn back", || switch.mode() == Mode::Local);
    drop(watching);
    file.write(&format!("services.count = \"{}\"\n", server.url()));
    assert_eq!(errors.try_recv().unwrap_err(), mpsc::TryRecvError::Disconnected);
    assert_eq!(switch.mode(), Mode::Local);
}

#[test]
fn the_first_look_has_to_succeed() {
    let file = File::new("first", "people = 3\n");
    let start = |watch: Watch| watch.start(Arc::new(Switch::new())).unwrap_err();
    assert_eq!(start(Watch::new("/nowhere/at/all.toml")).kind(), ErrorKind::Open);
    let error = start(Watch::new(&file.0).key("people"));
    assert_eq!(error.kind(), ErrorKind::Endpoint, "{error}");
}

#[test]
fn whatever_is_wrong_is_told_with_file_key_field_and_line() {
    let file = File::new("told", "");
    let told = |text: &str, keys: &[&str]| {
        file.write(text);
        let watch = keys.iter().fold(Watch::new(&file.0), |watch, key| watch.key(*key));
        let error = watch.start(Arc::new(Switch::new())).unwrap_err().to_string();
        let start = format!("{}: ", file.0.display());
        error.strip_prefix(&start).unwrap_or_else(|| panic!("{error}")).to_owned()
    };
    let table = "[player]\nendpoint = \"http://h.example\"\n";
    for (line, start, end) in [
        ("timeout = 5", "player: timeout: invalid type: integer `5`", "\"500ms\", in line 3"),
        ("token = 53537", "player: token: expected a text", ", in line 3"),
        (
            "token = \"s3cret\"",
            "player: http://h.example/RPC2: credentials would be sent without TLS",
            "say `plaintext` (in a file `plaintext = true`) if the network is trusted",
        ),
        ("user_agent = \"\"", "player: the user agent has no name", ""),
    ] {
        let told = told(&format!("{table}{line}"), &["player"]);
        assert!(told.starts_with(start) && told.ends_with(end), "{told}");
        assert!(!told.contains("s3cret") && !told.contains("53537"), "{told}");
    }
    assert_eq!(
        told("player.server = \"local\"", &["player.server"]),
        "it has no player.server; keys are said one by one: `.key(\"player\").key(\"server\")`"
    );
    assert_eq!(told("player = 1", &["player", "server"]), "it has no player.server");
}

#[test]
fn a_key_in_quotes_may_have_dots() {
    let file = File::new("dots", "\"player.server\" = \"local\"\n");
    let watching = Watch::new(&file.0).key("player.server").start(Arc::new(Switch::new())).unwrap();
    assert_eq!(format!("{watching:?}"), format!("Watching {{ path: {:?}, .. }}", file.0));
}

#[test]
fn a_file_may_come_later_and_tells_when_it_is_good_again() {
    let file = File::new("later", "");
    fs::remove_file(&file.0).unwrap();
    let switch = Arc::new(Switch::new());
    let _proxy = CountProxy::with_switch(Counter::default(), switch.clone());
    let (give, told) = mpsc::channel();
    let give_good = give.clone();
    let watching = Watch::new(&file.0)
        .every(Duration::from_millis(2))
        .on_error(move |error| give.send(Some(error.kind())).unwrap())
        .on_recovery(move || give_good.send(None).unwrap())
        .start_anyway(switch.clone())
        .unwrap();
    // At once, and not by the thread.
    assert_eq!(told.try_recv().unwrap(), Some(ErrorKind::Open));
    assert_eq!(switch.mode(), Mode::Local);
    let next = || told.recv_timeout(Duration::from_secs(30)).unwrap();
    file.write("endpoint = \"http://127.0.0.1:1\"\n");
    assert_eq!(next(), None);
    assert_eq!(switch.mode(), Mode::Remote);
    file.write("endpoint = 3\n");
    assert_eq!(next(), Some(ErrorKind::Endpoint));
    // As it was before: the switch need not be turned for it to be good.
    file.write("endpoint = \"http://127.0.0.1:1\"\n");
    assert_eq!(next(), None);
    drop(watching);
    assert!(told.try_recv().is_err());
}

#[test]
fn a_file_that_flips_under_load_loses_and_doubles_no_call() {
    let (server, there) = serve();
    let here = Counter::default();
    let file = File::new("load", "\"endpoint\" = \"local\"\n");
    let switch = Arc::new(Switch::new());
    let proxy = CountProxy::with_switch(here.clone(), switch.clone());
    let turns = Arc::new(AtomicU64::new(0));
    let counted = turns.clone();
    switch.on_change(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let watching =
        Watch::new(&file.0).every(Duration::from_millis(1)).start(switch.clone()).unwrap();
    let (stop, calls) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    proxy.count().unwrap();
                    calls.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for turn in 0..40 {
            let before = turns.load(Ordering::Relaxed);
            let endpoint = if turn % 2 == 0 { server.url() } else { "local" };
            file.write(&format!("endpoint = \"{endpoint}\"\n"));
            wait_until("a turn", || turns.load(Ordering::Relaxed) > before);
        }
        stop.store(true, Ordering::Relaxed);
    });
    drop(watching);
    let (here, there) = (here.0.load(Ordering::Relaxed), there.0.load(Ordering::Relaxed));
    assert_eq!(here + there, calls.load(Ordering::Relaxed));
    assert!(here > 0 && there > 0, "{here} {there}");
}

#[test]
fn hooks_are_told_of_turns_and_may_turn_themselves() {
    let switch = Arc::new(Switch::new());
    let _proxy = CountProxy::with_switch(Counter::default(), switch.clone());
    let told = Arc::new(Mutex::new(Vec::new()));
    let (seen, turned) = (told.clone(), switch.clone());
    switch.on_change(move |turn| {
        seen.lock().unwrap().push((turn.from, turn.to, turn.endpoint.clone()));
        if turn.to == Mode::Loopback {
            turned.local().unwrap();
        }
    });
    switch.local().unwrap();
    switch.remote("http://ada:s3cret@127.0.0.1:1/x").unwrap();
    switch.remote("http://127.0.0.1:2").unwrap();
    switch.loopback().unwrap();
    // It is local already: the hook turned it.
    switch.local().unwrap();
    let endpoint = |text: &str| Some(text.to_owned());
    assert_eq!(
        *told.lock().unwrap(),
        [
            (Mode::Local, Mode::Remote, endpoint("http://127.0.0.1:1/x")),
            (Mode::Remote, Mode::Remote, endpoint("http://127.0.0.1:2/RPC2")),
            (Mode::Remote, Mode::Loopback, None),
            (Mode::Loopback, Mode::Local, None),
        ]
    );
}

#[test]
fn single_calls_have_options_of_their_own() {
    let (server, _) = serve();
    let client = CountClient::connect(server.url()).unwrap();
    let with = |options: CallOptions| client.with(options);
    assert_eq!(client.asked("x-trace").unwrap(), None);
    let traced = with(CallOptions::new().header("X-Trace", "4711"));
    assert_eq!(traced.asked("x-trace").unwrap().as_deref(), Some("4711"));
    assert!(!client.has_deadline().unwrap());
    let telling = CallOptions::new().timeout(Duration::from_secs(60)).tell_timeout();
    assert!(with(telling).has_deadline().unwrap());
    let error = with(CallOptions::new().timeout(Duration::ZERO)).count().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let error = with(CallOptions::new().header("Host", "evil")).count().unwrap_err();
    assert!(error.is_unsent(), "{error}");
}

#[test]
fn calls_of_a_proxy_have_options_of_their_own_and_stay_on_its_path() {
    let (server, there) = serve();
    let here = Counter::default();
    let proxy = CountProxy::local(here.clone());
    let counts = || (here.0.load(Ordering::Relaxed), there.0.load(Ordering::Relaxed));
    let in_no_time = || CallOptions::new().timeout(Duration::ZERO);
    proxy.with(in_no_time()).count().unwrap();
    assert_eq!(counts(), (1, 0));
    let pinned_here = proxy.with(CallOptions::new());
    proxy.switch().remote(server.url()).unwrap();
    pinned_here.count().unwrap();
    assert_eq!(counts(), (2, 0));
    assert_eq!(proxy.with(in_no_time()).count().unwrap_err().kind(), ErrorKind::Timeout);
    let traced = proxy.with(CallOptions::new().header("X-Trace", "4711"));
    proxy.switch().local().unwrap();
    assert_eq!(traced.asked("x-trace").unwrap().as_deref(), Some("4711"));
    // A batch of it has them too.
    let late = traced.with(in_no_time());
    let mut batch = late.batch();
    batch.count();
    assert_eq!(batch.send().unwrap_err().kind(), ErrorKind::Timeout);
    traced.switch().loopback().unwrap();
    traced.count().unwrap();
    assert_eq!((counts(), proxy.mode(), traced.mode()), ((3, 0), Mode::Local, Mode::Loopback));
}

#[test]
fn a_proxy_without_an_implementation_has_none_with_options_either() {
    let proxy = CountProxy::remote("http://127.0.0.1:1").unwrap();
    let error = proxy.with(CallOptions::new()).switch().local().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mode);
}

#[test]
fn a_switch_tells_where_it_led_and_a_proxy_whether_its_calls_stay() {
    let proxy = CountProxy::local(Counter::default());
    assert!(proxy.switch().endpoint().is_none());
    assert!(proxy.if_local().is_some());
    proxy.switch().remote("http://127.0.0.1:1").unwrap();
    assert!(proxy.if_local().is_none());
    proxy.switch().local().unwrap();
    let endpoint = proxy.switch().endpoint().expect("the last one");
    assert_eq!(endpoint.to_string(), "http://127.0.0.1:1/RPC2");
    assert!(CountClient::connect(endpoint).unwrap().count().is_err());
}

#[test]
fn a_switch_that_nobody_follows_says_that_it_cannot_connect() {
    let switch = Arc::new(Switch::new());
    let error = switch.remote("http://127.0.0.1:1").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    assert!(error.to_string().contains("no proxy follows this switch yet"), "{error}");
    assert_eq!(switch.mode(), Mode::Local);
    // What connects by itself needs no proxy.
    switch.remote(Config::new("http://127.0.0.1:1").unwrap()).unwrap();
    let _proxy = CountProxy::with_switch(Counter::default(), switch.clone());
    switch.remote("http://127.0.0.1:2").unwrap();
}

#[test]
fn an_environment_variable_names_an_endpoint() {
    // Variables are the whole process's: only one that is there anyway is looked at.
    assert!(Config::from_env("XMLRPC_PROXY_NO_SUCH_VARIABLE").unwrap().is_none());
    let error = Config::from_env("PATH").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    assert!(error.to_string().starts_with("PATH: "), "{error}");
}
