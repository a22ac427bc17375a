//! A DokuWiki in front of nothing: an empty wiki, on the web server of PHP itself.
#![allow(unreachable_pub, dead_code, clippy::expect_used)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{Folder, Running, free_port, runs, skip};

/// Of ada's password.
const HASH: &str = "$1$abcdefgh$IQtUouv7y7Q9dRWkQEPCc.";

const FOLDERS: [&str; 11] = [
    "attic",
    "cache",
    "index",
    "locks",
    "log",
    "media",
    "media_attic",
    "media_meta",
    "meta",
    "pages",
    "tmp",
];

/// It takes `ada` with the password `pw`, who may not see what is below `secret` and not change what is below `still`.
/// Others may do nothing.
pub struct DokuWiki {
    pub url: String,
    _process: Running,
    _folder: Folder,
}

impl DokuWiki {
    pub fn start(name: &str) -> Option<Self> {
        let package = package()?;
        let mut php = Command::new("php");
        let folder = Folder::new(name);
        let port = free_port();
        configure(&folder, &package.join("etc/dokuwiki"));
        let prepended = format!("auto_prepend_file={}", folder.join("prepend.php"));
        php.args(["-d", &prepended, "-d", "date.timezone=UTC"])
            .args(["-S", &format!("127.0.0.1:{port}"), "-t"])
            .arg(package.join("usr/share/dokuwiki"))
            .stderr(Stdio::null());
        let url = format!("http://127.0.0.1:{port}/lib/exe/xmlrpc.php");
        Some(DokuWiki { url, _process: Running::start(&mut php), _folder: folder })
    }
}

/// Where `tests/peers/install` unpacked it, if what it needs is there, too. Other releases answer in other ways.
fn package() -> Option<PathBuf> {
    const NEEDS: &str = "exit(is_file('/usr/share/php/phpseclib/bootstrap.php') && function_exists('xml_parser_create') ? 0 : 1);";
    // A package of the workspace lies one folder deeper than its root.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = |root: &Path| root.join("target/peers-dokuwiki");
    let is_known = |own: &PathBuf| {
        let version = fs::read_to_string(own.join("usr/share/dokuwiki/VERSION"));
        version.is_ok_and(|version| version.starts_with("2022-07-31"))
    };
    let found = here.ancestors().take(2).map(own).find(is_known);
    let found = found.filter(|_| runs(Command::new("php").args(["-r", NEEDS])));
    if found.is_none() {
        skip("dokuwiki");
    }
    found
}

/// Its folders, and what it is told: by default it takes no calls.
fn configure(folder: &Folder, defaults: &Path) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    let conf = folder.join("conf");
    fs::create_dir_all(&conf).expect("a folder");
    for file in fs::read_dir(defaults).expect("the defaults").flatten() {
        if file.file_type().is_ok_and(|kind| kind.is_file()) {
            fs::copy(file.path(), Path::new(&conf).join(file.file_name())).expect("a copy");
        }
    }
    for part in FOLDERS {
        fs::create_dir_all(Path::new(&folder.join("data")).join(part)).expect("a folder");
    }
    write("prepend.php", &format!("<?php define('DOKU_CONF', '{conf}/');"));
    write(
        "conf/local.php",
        &format!(
            "<?php\n$conf['savedir'] = '{data}';\n$conf['useacl'] = 1;\n$conf['remote'] = 1;\n$conf['remoteuser'] = '';\n",
            data = folder.join("data"),
        ),
    );
    write("conf/users.auth.php", &format!("ada:{HASH}:Ada:ada@example.org:user\n"));
    write("conf/acl.auth.php", "*\t@ALL\t0\n*\t@user\t8\nstill:*\t@user\t1\nsecret:*\t@user\t0\n");
}
