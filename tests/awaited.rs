//! Calls that are awaited, to a server of ours: services that wait beside services that do not.
#![cfg(all(feature = "client", feature = "server", feature = "derive", feature = "async"))]
#![allow(missing_docs, clippy::unwrap_used)]

use std::{
    future::Future,
    io::{Read as _, Write as _},
    net::TcpStream,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    task::{self, Poll, Waker},
    time::{Duration, Instant},
};

use tokio::{
    runtime::{Builder, Runtime},
    sync::Notify,
    task::JoinSet,
    time::sleep,
};
use xmlrpc_proxy::{
    Auth, CallOptions, Config, Context, ErrorKind, Fault, Request, Result, Running, Server, Switch,
    Transport, Value, connect, service, value,
    wire::{CallWriter, Limits, read_response_bytes},
};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// What waits.
#[service(namespace = "waits")]
trait Waits: Send + Sync + 'static {
    async fn double(&self, number: i32) -> Result<i32>;
    /// Waits until somebody calls `open`.
    async fn gate(&self) -> Result<()>;
    async fn open(&self) -> Result<()>;
    async fn nap(&self, milliseconds: u32) -> Result<()>;
    async fn user(&self) -> Result<Option<String>>;
    async fn panic(&self) -> Result<()>;
}

/// What does not.
#[service(namespace = "plain")]
trait Plain: Send + Sync + 'static {
    fn half(&self, number: i32) -> Result<i32>;
}

#[derive(Clone, Default)]
struct House(Arc<Inner>);

#[derive(Default)]
struct Inner {
    open: Notify,
    /// Somebody waits at the gate, or naps.
    began: Notify,
    calls: AtomicUsize,
}

impl House {
    /// Waits until the server has begun a call that waits.
    async fn began(&self) {
        self.0.began.notified().await;
    }

    fn calls(&self) -> usize {
        self.0.calls.load(SeqCst)
    }
}

impl Waits for House {
    async fn double(&self, number: i32) -> Result<i32> {
        self.0.calls.fetch_add(1, SeqCst);
        tokio::task::yield_now().await;
        Ok(number * 2)
    }
    async fn gate(&self) -> Result<()> {
        self.0.began.notify_one();
        self.0.open.notified().await;
        self.0.calls.fetch_add(1, SeqCst);
        Ok(())
    }
    async fn open(&self) -> Result<()> {
        self.0.open.notify_one();
        Ok(())
    }
    async fn nap(&self, milliseconds: u32) -> Result<()> {
        self.0.began.notify_one();
        sleep(Duration::from_millis(milliseconds.into())).await;
        Ok(())
    }
    async fn user(&self) -> Result<Option<String>> {
        sleep(Duration::from_millis(1)).await;
        Ok(Context::current().and_then(|context| context.user().map(str::to_owned)))
    }
    async fn panic(&self) -> Result<()> {
        tokio::task::yield_now().await;
        panic!("a method that panics")
    }
}

impl Plain for House {
    fn half(&self, number: i32) -> Result<i32> {
        self.0.calls.fetch_add(1, SeqCst);
        if number % 2 == 0 { Ok(number / 2) } else { Err(Fault::new(3, "it is odd").into()) }
    }
}

fn server() -> Server {
    Server::bind("127.0.0.1:0").unwrap().threads(1)
}

/// Both services, on one thread: what stalls it stalls all.
fn serve(server: Server) -> (Running, House) {
    let house = House::default();
    let plain = PlainService::new(house.clone()).inline();
    (server.mount(WaitsService::new(house.clone())).mount(plain).spawn().unwrap(), house)
}

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

fn client(running: &Running) -> WaitsClient {
    WaitsClient::connect(running.url()).unwrap()
}

#[test]
fn services_of_both_kinds_stand_side_by_side_and_in_one_multicall() {
    let (running, _) = serve(server());
    assert_eq!(PlainClient::connect(running.url()).unwrap().half(8).unwrap(), 4);
    let mut call = CallWriter::new("system.multicall");
    call.param(&value!([
        { "methodName": "waits.double", "params": [4] },
        { "methodName": "plain.half", "params": [4] },
        { "methodName": "plain.half", "params": [5] },
        { "methodName": "waits.double", "params": [5] },
    ]))
    .unwrap();
    let call = call.finish();
    runtime().block_on(async {
        let waits = client(&running);
        assert_eq!(waits.double(4).await.unwrap(), 8);
        let mut batch = waits.batch();
        let tickets = [1, 2].map(|number| batch.double(number));
        let answers = batch.send_async().await.unwrap();
        assert_eq!(tickets.map(|ticket| answers.take(ticket).unwrap()), [2, 4]);
        let remote = connect(running.url()).unwrap();
        let request = Request::new("system.multicall", &call);
        let answer = remote.call_async(request).await.unwrap();
        let answer: Value = read_response_bytes(&answer.body, None, Limits::default()).unwrap();
        let odd = value!({ "faultCode": 3, "faultString": "it is odd" });
        assert_eq!(answer, value!([[8], [2], odd, [10]]));
    });
    running.stop();
}

#[test]
fn one_transport_serves_those_that_block_and_those_that_wait() {
    let (running, house) = serve(server());
    let remote = connect(running.url()).unwrap();
    let plain = PlainClient::new(remote.clone());
    let waits = WaitsClient::new(remote);
    runtime().block_on(async { waits.double(1).await.unwrap() });
    assert_eq!(plain.half(2).unwrap(), 1);
    assert_eq!(house.calls(), 2);
    running.stop();
}

#[test]
fn two_hundred_calls_at_a_time() {
    let (running, house) = serve(server());
    let waits = Arc::new(client(&running));
    runtime().block_on(async {
        let mut calls = JoinSet::new();
        for number in 0..200 {
            let waits = Arc::clone(&waits);
            calls.spawn(async move { (number, waits.double(number).await.unwrap()) });
        }
        for (number, double) in calls.join_all().await {
            assert_eq!(double, number * 2);
        }
    });
    assert_eq!(house.calls(), 200);
    running.stop();
}

#[cfg(unix)]
#[test]
fn through_a_unix_socket() {
    let path = std::env::temp_dir().join(format!("xmlrpc awaited {}.sock", std::process::id()));
    let (running, _) = serve(Server::bind_unix(&path).unwrap());
    let waits = client(&running);
    assert_eq!(runtime().block_on(waits.double(3)).unwrap(), 6);
    running.stop();
}

#[cfg(feature = "tls")]
#[test]
fn over_tls() {
    let issued = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let certificate = issued.cert.pem();
    let key = issued.signing_key.serialize_pem();
    let server = server().tls_pem(certificate.as_bytes(), key.as_bytes()).unwrap();
    let (running, _) = serve(server);
    let url = format!("https://localhost:{}", running.addr().port());
    let config = Config::new(&url).unwrap().tls(xmlrpc_proxy::Tls::new().roots(certificate));
    let waits = WaitsClient::connect(config).unwrap();
    runtime().block_on(async {
        for number in 0..3 {
            assert_eq!(waits.double(number).await.unwrap(), number * 2);
        }
        let stranger = WaitsClient::connect(url.as_str()).unwrap();
        let error = stranger.double(1).await.unwrap_err();
        assert!(error.kind() == ErrorKind::Tls && error.is_unsent(), "{error}");
    });
    running.stop();
}

#[test]
fn a_call_that_is_dropped_confuses_no_other() {
    let (running, house) = serve(server());
    let waits = client(&running);
    runtime().block_on(async {
        assert_eq!(waits.double(1).await.unwrap(), 2);
        {
            let (mut gate, mut began) = (pin!(waits.gate()), pin!(house.began()));
            std::future::poll_fn(|cx| {
                assert!(gate.as_mut().poll(cx).is_pending(), "nobody opens the gate");
                began.as_mut().poll(cx)
            })
            .await;
        }
        assert_eq!(waits.double(2).await.unwrap(), 4);
        // It runs all the same: a client that closes may still read.
        waits.open().await.unwrap();
        while house.calls() < 3 {
            sleep(Duration::from_millis(1)).await;
        }
    });
    running.stop();
}

#[test]
fn a_service_that_waits_stalls_no_other_connection() {
    let (running, house) = serve(server());
    runtime().block_on(async {
        let waits = Arc::new(client(&running));
        let first = Arc::clone(&waits);
        let gate = tokio::spawn(async move { first.gate().await });
        house.began().await;
        waits.open().await.unwrap();
        gate.await.unwrap().unwrap();
    });
    running.stop();
}

#[test]
fn a_method_has_its_context_when_it_has_waited() {
    let (running, _) = serve(server().user("ann", "s3cret").user("bob", "s3cret"));
    let of = |user| {
        let config = Config::new(running.url()).unwrap().auth(Auth::basic(user, "s3cret").unwrap());
        WaitsClient::connect(config).unwrap()
    };
    runtime().block_on(async {
        let mut calls = JoinSet::new();
        for user in ["ann", "bob"].repeat(20) {
            let waits = of(user);
            calls.spawn(async move { (user, waits.user().await.unwrap()) });
        }
        for (user, seen) in calls.join_all().await {
            assert_eq!(seen.as_deref(), Some(user));
        }
    });
    running.stop();
}

#[test]
fn a_graceful_stop_waits_for_a_call_that_waits() {
    let (running, house) = serve(server());
    let waits = client(&running);
    runtime().block_on(async {
        let nap = tokio::spawn(async move { waits.nap(300).await });
        house.began().await;
        assert!(tokio::task::spawn_blocking(move || running.stop()).await.unwrap());
        nap.await.unwrap().unwrap();
    });
}

#[test]
fn a_call_that_waits_for_too_long_is_told_that_it_may_have_run() {
    let (running, house) = serve(server().stop_timeout(Duration::from_millis(100)));
    let waits = client(&running);
    runtime().block_on(async {
        let gate = tokio::spawn(async move { waits.gate().await });
        house.began().await;
        assert!(!tokio::task::spawn_blocking(move || running.stop()).await.unwrap());
        let error = gate.await.unwrap().unwrap_err();
        assert_eq!(error.status(), Some(503));
        assert!(!error.is_unsent() && error.to_string().contains("may have run"), "{error}");
    });
}

#[test]
fn calls_that_wait_count_as_calls() {
    let (running, house) = serve(server().max_calls(1));
    let waits = Arc::new(client(&running));
    runtime().block_on(async {
        let first = Arc::clone(&waits);
        let gate = tokio::spawn(async move { first.gate().await });
        house.began().await;
        let error = waits.double(1).await.unwrap_err();
        assert_eq!(error.status(), Some(503), "{error}");
        house.0.open.notify_one();
        gate.await.unwrap().unwrap();
        assert_eq!(waits.double(1).await.unwrap(), 2);
    });
    running.stop();
}

#[test]
fn a_panic_is_a_fault_and_the_connection_lives() {
    let (running, _) = serve(server());
    let error = runtime().block_on(client(&running).panic()).unwrap_err();
    assert_eq!(error.fault().map(|fault| fault.code), Some(Fault::INTERNAL));
    let mut stream = TcpStream::connect(running.addr()).unwrap();
    for (method, told) in [("panic", "internal error"), ("open", "<params>"), ("panic", "internal")]
    {
        let call = CallWriter::new(&format!("waits.{method}")).finish();
        let head = format!(
            "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\r\n",
            call.len()
        );
        stream.write_all(&[head.as_bytes(), &call].concat()).unwrap();
        let (mut answer, mut piece) = (String::new(), [0; 4096]);
        while !answer.contains("</methodResponse>") {
            let read = stream.read(&mut piece).unwrap();
            assert!(read > 0, "the connection closed after {answer}");
            answer.push_str(&String::from_utf8_lossy(&piece[..read]));
        }
        assert!(answer.contains(told), "{answer}");
    }
    running.stop();
}

#[test]
fn one_client_serves_two_runtimes_one_after_the_other_and_both_at_once() {
    let (running, _) = serve(server());
    let waits = client(&running);
    for flavor in [Builder::new_multi_thread, Builder::new_current_thread] {
        let runtime = flavor().enable_all().build().unwrap();
        for number in 0..3 {
            assert_eq!(runtime.block_on(waits.double(number)).unwrap(), number * 2);
        }
    }
    // One that lives and is not run: its connection would answer nobody.
    let [first, second] =
        [(); 2].map(|()| Builder::new_current_thread().enable_all().build().unwrap());
    for runtime in [&first, &second, &first, &second] {
        assert_eq!(runtime.block_on(waits.double(1)).unwrap(), 2);
    }
    running.stop();
}

#[test]
fn outside_of_a_runtime_there_is_an_error_and_no_panic() {
    let waits = WaitsClient::connect("http://127.0.0.1:9").unwrap();
    let mut cx = task::Context::from_waker(Waker::noop());
    let Poll::Ready(Err(error)) = pin!(waits.double(1)).poll(&mut cx) else { panic!("it waits") };
    assert!(error.kind() == ErrorKind::Mode && error.is_unsent(), "{error}");
    assert!(error.to_string().contains("outside of a tokio runtime"), "{error}");
}

#[test]
fn a_server_that_was_restarted_is_called_as_before() {
    let (running, _) = serve(server());
    let waits = client(&running);
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    assert_eq!(runtime.block_on(waits.double(1)).unwrap(), 2);
    let address = running.addr();
    assert!(running.stop());
    let error = runtime.block_on(waits.double(1)).unwrap_err();
    assert!(error.kind() == ErrorKind::Connect && error.is_unsent(), "{error}");
    let (running, _) = serve(Server::bind(address).unwrap());
    assert_eq!(runtime.block_on(waits.double(2)).unwrap(), 4);
    running.stop();
}

#[test]
fn a_time_out_ends_a_call_that_waits_and_tells_that_it_may_have_run() {
    let (running, _) = serve(server().stop_timeout(Duration::from_millis(1)));
    let config = Config::new(running.url()).unwrap().timeout(Duration::from_millis(100));
    let waits = WaitsClient::connect(config).unwrap();
    let began = Instant::now();
    let error = runtime().block_on(waits.nap(60_000)).unwrap_err();
    assert!(error.kind() == ErrorKind::Timeout && !error.is_unsent(), "{error}");
    assert!(began.elapsed() < LONG);
    running.stop();
}

/// A service of each kind, which say where they were called.
#[service]
trait Blocks: Send + Sync + 'static {
    fn blocks(&self) -> Result<bool>;
}

#[service]
trait Awaits: Send + Sync + 'static {
    async fn awaits(&self) -> Result<bool>;
}

#[derive(Clone)]
struct Side {
    remote: bool,
    calls: Arc<AtomicUsize>,
}

impl Side {
    fn new(remote: bool) -> Self {
        Side { remote, calls: Arc::default() }
    }
    fn called(&self) -> Result<bool> {
        self.calls.fetch_add(1, SeqCst);
        Ok(self.remote)
    }
}

impl Blocks for Side {
    fn blocks(&self) -> Result<bool> {
        self.called()
    }
}

impl Awaits for Side {
    async fn awaits(&self) -> Result<bool> {
        self.called()
    }
}

/// Without `'static`: its proxy may borrow.
#[service(namespace = "waits")]
trait Naps: Send + Sync {
    async fn nap(&self, milliseconds: u32) -> Result<()>;
}

impl Naps for House {
    async fn nap(&self, milliseconds: u32) -> Result<()> {
        Waits::nap(self, milliseconds).await
    }
}

#[test]
fn awaited_calls_have_options_of_their_own() {
    let (running, house) = serve(server());
    let in_no_time = || CallOptions::new().timeout(Duration::from_millis(20));
    runtime().block_on(async {
        let naps = NapsProxy::local(house.clone());
        naps.with(in_no_time()).nap(30).await.unwrap();
        naps.switch().remote(running.url()).unwrap();
        let error = naps.with(in_no_time()).nap(60_000).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout);
        naps.nap(1).await.unwrap();

        // A trait that says `'static`, step by step.
        let waits = WaitsProxy::local(house);
        assert!(waits.if_remote().is_none());
        waits.switch().remote(running.url()).unwrap();
        assert!(waits.if_local().is_none());
        let there = waits.if_remote().unwrap().with(in_no_time());
        assert_eq!(there.nap(60_000).await.unwrap_err().kind(), ErrorKind::Timeout);
    });
    running.begin_stop();
}

#[test]
fn one_switch_turns_both_kinds_under_load_and_no_call_is_lost_or_doubled() {
    const CALLERS: usize = 4;
    const CALLS: usize = 200;
    let (here, there) = (Side::new(false), Side::new(true));
    let server = server().mount(BlocksService::new(there.clone()).inline());
    let running = server.mount(AwaitsService::new(there.clone())).spawn().unwrap();
    let switch = Arc::new(Switch::new());
    let blocks = BlocksProxy::with_switch(here.clone(), Arc::clone(&switch));
    let awaits = Arc::new(AwaitsProxy::with_switch(here.clone(), Arc::clone(&switch)));
    let remote = connect(running.url()).unwrap();
    let answers = [AtomicUsize::new(0), AtomicUsize::new(0)];
    let count = |remote: bool| {
        answers[usize::from(remote)].fetch_add(1, SeqCst);
    };

    let runtime = runtime();
    std::thread::scope(|scope| {
        let callers: Vec<_> = (0..CALLERS)
            .map(|_| scope.spawn(|| (0..CALLS).for_each(|_| count(blocks.blocks().unwrap()))))
            .collect();
        let waiting = scope.spawn(|| {
            runtime.block_on(async {
                let mut calls = JoinSet::new();
                for _ in 0..CALLERS {
                    let awaits = Arc::clone(&awaits);
                    calls.spawn(async move {
                        let mut answers = Vec::new();
                        for _ in 0..CALLS {
                            answers.push(awaits.awaits().await.unwrap());
                            tokio::task::yield_now().await;
                        }
                        answers
                    });
                }
                calls.join_all().await.into_iter().flatten().for_each(count);
            });
        });
        // Turned as long as anybody calls.
        while !waiting.is_finished() || callers.iter().any(|caller| !caller.is_finished()) {
            switch.remote(&remote).unwrap();
            std::thread::sleep(Duration::from_millis(1));
            switch.local().unwrap();
            std::thread::sleep(Duration::from_millis(1));
        }
    });

    let [local, remote] = answers.map(AtomicUsize::into_inner);
    assert_eq!(local + remote, 2 * CALLERS * CALLS);
    assert_eq!([here, there].map(|side| side.calls.load(SeqCst)), [local, remote]);
    running.stop();
}
