//! Servers that are killed under clients: real processes, real sockets, and every run of a method written down.
#![cfg(all(unix, feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::print_stdout)]

mod peers;

use std::{
    collections::HashSet,
    env,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Read as _, Write},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

use xmlrpc_proxy::{Balance, Config, Order, Result, Retry, Server, service};

/// Each call has a number of its own.
#[service]
trait Ledger {
    #[rpc(idempotent)]
    fn look(&self, call: i32) -> Result<i32>;
    fn add(&self, call: i32) -> Result<i32>;
}

/// Writes down what runs, before it is answered.
struct Written(File);

impl Written {
    fn run(&self, method: &str, call: i32) -> Result<i32> {
        // One write at the end of the file: whatever other processes write stands before or after it.
        (&self.0).write_all(format!("{method} {call}\n").as_bytes()).expect("it can be written");
        Ok(call)
    }
}

impl Ledger for Written {
    fn look(&self, call: i32) -> Result<i32> {
        self.run("look", call)
    }
    fn add(&self, call: i32) -> Result<i32> {
        self.run("add", call)
    }
}

/// Where a server process listens, and the file that it writes to.
const SERVE: [&str; 2] = ["LEDGER_ADDRESS", "LEDGER_FILE"];

/// Not a test: what a server process of the others runs.
#[test]
fn server_process() {
    let [Ok(address), Ok(file)] = SERVE.map(env::var) else { return };
    let file = OpenOptions::new().append(true).create(true).open(file).unwrap();
    let service = LedgerService::new(Written(file));
    let running = Server::bind(&*address).unwrap().mount(service).spawn().unwrap();
    println!("\nurl {}", running.url());
    // Until the process that started this one is gone, if it does not kill it before.
    io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

/// A server in a process of its own, killed with this value.
struct Process {
    child: Child,
    url: String,
}

impl Process {
    fn start(address: &str, file: &str) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "server_process", "--nocapture"])
            .envs(SERVE.into_iter().zip([address, file]))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines
            .map_while(io::Result::ok)
            .find_map(|line| Some(line.strip_prefix("url ")?.to_owned()));
        Process { child, url: url.expect("the server listens") }
    }

    /// `host:port`, to start another one in its place.
    fn address(&self) -> String {
        self.url.trim_start_matches("http://").trim_end_matches("/RPC2").to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What ran, in order: methods and the numbers of their calls.
fn runs(file: &str) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
}

fn until(what: &str, mut is: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// As long as it takes: what these tests decide is not how fast it is.
fn patient() -> Retry {
    Retry::attempts(1000)
        .first(Duration::from_millis(5))
        .longest(Duration::from_millis(50))
        .reserve(1000)
}

#[test]
fn a_server_that_is_started_again_gets_the_calls_of_a_client_that_waited() {
    let folder = peers::Folder::new("restarted");
    let file = folder.join("runs");
    let first = Process::start("127.0.0.1:0", &file);
    let (address, url) = (first.address(), first.url.clone());
    let waits = LedgerClient::connect(Config::new(&url).unwrap().retry(patient())).unwrap();
    let does_not = LedgerClient::connect(&url).unwrap();
    assert_eq!((waits.look(1).unwrap(), does_not.look(2).unwrap()), (1, 2));

    drop(first);
    let error = does_not.look(3).unwrap_err();
    assert!(error.is_unsent(), "{error}");
    let second = thread::scope(|scope| {
        let calls = [4, 5].map(|call| {
            let waits = &waits;
            // Not idempotent, and made again all the same: nothing listens, so nothing was sent.
            scope.spawn(move || if call == 4 { waits.look(call) } else { waits.add(call) })
        });
        thread::sleep(Duration::from_millis(100));
        let second = Process::start(&address, &file);
        assert_eq!(calls.map(|call| call.join().unwrap().unwrap()), [4, 5]);
        second
    });
    assert_eq!(does_not.look(6).unwrap(), 6);
    drop(second);
    let runs = runs(&file);
    assert_eq!(runs.iter().filter(|run| *run == "add 5").count(), 1, "{runs:?}");
}

#[test]
fn an_endpoint_that_dies_takes_no_idempotent_call_with_it_and_nothing_runs_twice() {
    const THREADS: usize = 8;
    let folder = peers::Folder::new("failover");
    let files = ["a", "b", "again"].map(|name| folder.join(name));
    let a = Process::start("127.0.0.1:0", &files[0]);
    let b = Process::start("127.0.0.1:0", &files[1]);
    let address = a.address();
    let balance = Balance::new()
        .order(Order::RoundRobin)
        .aside(Duration::from_millis(20))
        .longest(Duration::from_millis(100));
    let config = Config::new(&a.url).unwrap().also(b.url.parse().unwrap()).balance(balance);
    let ledger = LedgerClient::connect(&config).unwrap();

    let (next, made, ended) = (AtomicI32::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let caller = || {
        let mut failed = Vec::new();
        while !ended.load(SeqCst) {
            let look = next.fetch_add(1, SeqCst);
            assert_eq!(ledger.look(look).expect("an idempotent call"), look);
            let add = next.fetch_add(1, SeqCst);
            match ledger.add(add) {
                Ok(answer) => assert_eq!(answer, add),
                Err(error) => failed.push((add, error)),
            }
            made.fetch_add(2, SeqCst);
        }
        failed
    };
    let failed: Vec<_> = thread::scope(|scope| {
        let callers: Vec<_> = (0..THREADS).map(|_| scope.spawn(caller)).collect();
        until("calls before", || made.load(SeqCst) >= 400);
        drop(a);
        let then = made.load(SeqCst);
        until("calls without it", || made.load(SeqCst) >= then + 400);
        let a = Process::start(&address, &files[2]);
        until("calls after", || runs(&files[2]).len() >= 100);
        ended.store(true, SeqCst);
        let failed = callers.into_iter().map(|caller| caller.join().unwrap()).collect();
        drop((a, b));
        failed
    });

    // A thread has one call under way when the endpoint dies.
    assert!(failed.iter().all(|failed| failed.len() <= 1), "{failed:?}");
    let failed: Vec<_> = failed.into_iter().flatten().collect();
    for (add, error) in &failed {
        assert!(!error.is_unsent(), "call {add}, which could have gone on: {error}");
    }
    let runs: Vec<_> = files.iter().flat_map(|file| runs(file)).collect();
    let adds: Vec<_> = runs.iter().filter(|run| run.starts_with("add ")).collect();
    assert_eq!(adds.iter().collect::<HashSet<_>>().len(), adds.len(), "an add ran twice");
    let made = made.into_inner();
    assert!(adds.len() <= made / 2 && adds.len() >= made / 2 - failed.len(), "{}", adds.len());
    println!("{made} calls, {} of them failed; {} runs", failed.len(), runs.len());
}
