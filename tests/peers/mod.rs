//! Programs that nobody here wrote, started for a test.
#![allow(unreachable_pub, dead_code, clippy::expect_used, clippy::print_stderr)]

pub mod dokuwiki;
pub mod rtorrent;
pub mod supervisord;
pub mod wordpress;

use std::{
    fmt::Debug,
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

pub mod post;
pub mod table;

/// A command of a peer, or `None` where the peer is not installed: the test says so and is skipped. With
/// `XMLRPC_PEERS=required` in the environment it fails instead, unless `tests/peers/install`, which installs all, found that
/// this one is not to be had here.
pub fn command(program: &str) -> Option<Command> {
    command_that(program, &["--version"])
}

/// The same for a program that says that it is there when it is given other arguments.
pub fn command_that(program: &str, arguments: &[&str]) -> Option<Command> {
    if runs(Command::new(program).args(arguments)) {
        return Some(Command::new(program));
    }
    skip(program);
    None
}

/// Whether the command is there, and succeeds.
pub fn runs(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Says that a peer is not there.
pub fn skip(program: &str) {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    let missing = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/peers-missing");
    let missing = fs::read_to_string(missing).unwrap_or_default();
    let required = std::env::var("XMLRPC_PEERS").is_ok_and(|peers| peers == "required")
        && missing.lines().all(|line| line != name);
    assert!(!required, "{name} is required and not installed");
    eprintln!("skipped: {name}");
}

/// The first line that a command prints, such as its version.
pub fn first_line(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("the peer runs");
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().trim().to_owned()
}

/// The same for a program written in Python: from the virtual environment of `tests/peers/install`, or else installed.
pub fn python_command(program: &str) -> Option<Command> {
    command(&in_python(program))
}

/// Python with a package that `tests/peers/install` put into its virtual environment.
pub fn python_with(module: &str) -> Option<Command> {
    let python = in_python("python");
    let import = format!("import {module}");
    if runs(Command::new(&python).args(["-c", &import])) {
        return Some(Command::new(python));
    }
    skip(module);
    None
}

/// The version of a package there.
pub fn python_version(package: &str) -> String {
    let code = "import sys, importlib.metadata as m; print(m.version(sys.argv[1]))";
    first_line(Command::new(in_python("python")).args(["-c", code, package]))
}

fn in_python(program: &str) -> String {
    // A package of the workspace lies one folder deeper than its root.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = |root: &Path| root.join("target/peers-venv/bin").join(program);
    let found = here.ancestors().take(2).map(own).find(|own| own.exists());
    found.map_or_else(|| program.to_owned(), |own| own.to_string_lossy().into_owned())
}

/// Robot Framework, which says its version and fails.
pub fn robot() -> Option<Command> {
    let program = in_python("robot");
    if Command::new(&program).arg("--version").output().is_ok() {
        return Some(Command::new(program));
    }
    skip("robot");
    None
}

/// A process that ends with this value.
pub struct Running(Child);

impl Running {
    pub fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        Running(command.spawn().expect("the peer starts"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder of its own for a test, gone with this value. Its path is short enough for a socket.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn join(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A port that was free a moment ago.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").port()
}

/// Asks until there is an answer; a peer takes a while to start.
pub fn until_it_answers<T, E: Debug>(mut ask: impl FnMut() -> Result<T, E>) -> T {
    const LONGEST: Duration = Duration::from_secs(60);
    let start = Instant::now();
    loop {
        match ask() {
            Ok(answer) => return answer,
            Err(error) => assert!(start.elapsed() < LONGEST, "no answer: {error:?}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// A server that prints where it answers as its first line, and ends when its standard input does.
pub struct Server {
    process: Child,
    input: Option<ChildStdin>,
    pub url: String,
}

impl Server {
    pub fn start(command: &mut Command) -> Self {
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the peer starts");
        let input = process.stdin.take();
        let mut url = String::new();
        let output = process.stdout.take().expect("the peer's output is a pipe");
        BufReader::new(output).read_line(&mut url).expect("the peer says where it answers");
        Server { process, input, url: url.trim_end().to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has started others ends them when its input ends; one that does not end is killed.
        self.input.take();
        let start = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) {
            if start.elapsed() > Duration::from_secs(3) {
                let _ = self.process.kill();
                let _ = self.process.wait();
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}
