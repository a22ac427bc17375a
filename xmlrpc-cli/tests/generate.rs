//! `xmlrpc generate`: what it writes compiles as it comes, is laid out by rustfmt, can be documented, and fits the server.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;
#[path = "common/kinds.rs"]
mod kinds;
#[path = "../../tests/peers/mod.rs"]
mod peers;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use common::{command, xmlrpc};

/// A crate of generated traits, each a module.
struct Crate {
    folder: PathBuf,
    modules: Vec<&'static str>,
}

impl Crate {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).unwrap();
        Crate { folder, modules: Vec::new() }
    }

    /// Generates a trait into a module.
    fn add(&mut self, module: &'static str, args: &[&str]) -> String {
        let output = known(args).arg("generate").args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        fs::write(self.folder.join("src").join(format!("{module}.rs")), &text).unwrap();
        self.modules.push(module);
        text
    }

    fn write(&self) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest = format!(
            "[package]\nname = \"generated\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies.xmlrpc-proxy]\n\
             path = {root:?}\ndefault-features = false\nfeatures = [\"client\", \"derive\"]\n"
        );
        fs::write(self.folder.join("Cargo.toml"), manifest).unwrap();
        fs::copy(root.join("Cargo.lock"), self.folder.join("Cargo.lock")).unwrap();
        let modules: String =
            self.modules.iter().map(|module| format!("pub mod {module};\n")).collect();
        fs::write(self.folder.join("src/lib.rs"), modules).unwrap();
        let main = "fn main() {\n    let url = std::env::args().nth(1).unwrap();\n    \
                    let client = generated::ours::KindClient::connect(url.as_str()).unwrap();\n    \
                    println!(\"{}\", client.check().unwrap());\n}\n";
        fs::write(self.folder.join("src/main.rs"), main).unwrap();
    }

    /// Runs a tool in it that must be content.
    fn run(&self, program: &str, args: &[&str]) -> String {
        let output = Command::new(program)
            .args(args)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("../generated"))
            .env("RUSTFLAGS", "-D warnings")
            .env("RUSTDOCFLAGS", "-D warnings")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{program} {args:?}: {said}{out}");
        out
    }
}

#[test]
fn what_is_generated_compiles_as_it_comes_and_fits_the_server() {
    let mut all = Crate::new();

    let server = kinds::serve();
    let ours = all.add("ours", &[server.url(), "--prefix", "every."]);
    for line in [
        "#[service(namespace = \"every.kind\", rename_all = \"camelCase\")]",
        "pub trait Kind {",
        "    fn an_int(&self, a: i32) -> Result<i32>;",
        "    fn date(&self, a: DateTime) -> Result<DateTime>;",
        "    fn bytes(&self, a: &[u8]) -> Result<Vec<u8>>;",
        "    fn map(&self, a: &BTreeMap<String, Value>) -> Result<BTreeMap<String, Value>>;",
        "    fn maybe(&self, a: &str, b: Option<i32>, c: Option<&str>) -> Result<i32>;",
        "    fn nothing(&self) -> Result<()>;",
        "    fn r#type(&self) -> Result<String>;",
        "    #[rpc(name = \"getURL\")]",
    ] {
        assert!(ours.lines().any(|it| it == line), "{line}\n{ours}");
    }
    let waiting = all.add("waiting", &[server.url(), "--async", "--only", "client", "--system"]);
    assert!(waiting.contains("    async fn ") && waiting.contains("system.listMethods"));

    if let Some(mut python) = peers::command("python3") {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/odd.py");
        let odd = peers::Server::start(python.arg(script));
        let text = all.add("odd", &[&odd.url, "--name", "Odd"]);
        for line in [
            "    fn r#type(&self, a: &str) -> Result<i32>;",
            "    fn optional(&self, a: &str, b: Option<i32>) -> Result<i32>;",
            "    // The server takes several forms: (string) -> int, or (int, struct) -> string.",
            "    fn overloaded(&self, a: &Value, b: Option<&BTreeMap<String, Value>>) -> Result<Value>;",
            "    fn flat(&self, a: &str) -> Result<i32>;",
            "    fn named(&self, r#type: &str, how_many: i32) -> Result<i32>;",
            "// Left out, since a service cannot have such a name: \"a b\".",
        ] {
            assert!(text.lines().any(|it| it == line), "{line}\n{text}");
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/peers/server.py");
        let server = peers::Server::start(peers::command("python3").unwrap().arg(script));
        let text = all.add("python", &[&server.url]);
        assert!(
            text.contains("    /// Whether the values that came are those that the test sends")
        );
        assert!(
            text.contains("Any values: the server tells no types: \"signatures not supported\"")
        );
    }
    if let Some(supervisord) = peers::supervisord::Supervisord::start("sv-gen") {
        let url = format!("http+unix://{}", supervisord.socket);
        until_it_answers(&url);
        let text = all.add("supervisord", &[&url]);
        let line = "    fn start_process(&self, name: &str, wait: bool) -> Result<bool>;";
        assert!(text.lines().any(|it| it == line), "{text}");
    }
    let mut socket = String::new();
    let listen = |folder: &peers::Folder| {
        socket = folder.join("s");
        format!("network.scgi.open_local={socket}")
    };
    if let Some(_rtorrent) = peers::rtorrent::start("rt-gen", listen) {
        let url = format!("scgi+unix://{socket}");
        until_it_answers(&url);
        let text = all.add("rtorrent", &[&url, "--name", "RTorrent", "--only", "client"]);
        assert!(text.matches(") -> Result<Value>;").count() > 500, "{text}");
    }

    all.write();
    let check = all.run("cargo", &["run", "--quiet", "--offline", "--", server.url()]);
    assert!(check.contains("16 methods: 16 agree, 0 missing, 0 differ, 0 unknown"), "{check}");
    all.run("cargo", &["doc", "--quiet", "--offline", "--no-deps", "--lib"]);
    fs::write(all.folder.join("rustfmt.toml"), "").unwrap();
    for module in &all.modules {
        let file = format!("src/{module}.rs");
        all.run("rustfmt", &["--check", "--edition", "2024", &file]);
    }
}

fn until_it_answers(url: &str) {
    peers::until_it_answers(|| {
        let run = known(&[url]).args(["list", url]).output().unwrap();
        if run.status.success() { Ok(()) } else { Err(run) }
    });
}

/// The command, with credentials for supervisord.
fn known(args: &[&str]) -> Command {
    let mut command = command();
    if args.iter().any(|arg| arg.starts_with("http+unix")) {
        command.envs([("XMLRPC_USER", "ada"), ("XMLRPC_PASSWORD", "p:w")]);
    }
    command
}

#[test]
fn a_server_without_such_methods_and_a_bad_name_are_refused() {
    let server = kinds::serve();
    let run = xmlrpc(&["generate", server.url(), "--prefix", "nothing."]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    for name in ["a b", "Value", "self"] {
        let run = xmlrpc(&["generate", server.url(), "--name", name]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{name}");
    }
}

#[test]
fn what_keeps_it_from_generating_is_no_code() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let thread = common::answering(listener, "200 OK", common::FAULT);
    let run = xmlrpc(&["generate", &url]);
    thread.join().unwrap();
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert!(run.err.contains("Too many parameters."), "{}", run.err);
}
