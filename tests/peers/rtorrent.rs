//! An rTorrent that asks no tracker and listens on loopback alone.
#![allow(unreachable_pub, dead_code, clippy::expect_used)]

use std::fs;

use super::{Folder, Running, command_that, free_port};

/// Starts one that listens where this line of its configuration says.
pub fn start(name: &str, listen: impl FnOnce(&Folder) -> String) -> Option<Started> {
    let mut command = command_that("rtorrent", &["-h"])?;
    let folder = Folder::new(name);
    for part in ["downloads", "session"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let port = free_port();
    let config = folder.join("rc");
    let text = format!(
        "system.daemon.set=true\ndirectory.default.set={downloads}\nsession.path.set={session}\n\
         dht.mode.set=disable\ntrackers.use_udp.set=no\nnetwork.bind_address.set=127.0.0.1\n\
         network.port_range.set={port}-{port}\n{listen}\n",
        downloads = folder.join("downloads"),
        session = folder.join("session"),
        listen = listen(&folder),
    );
    fs::write(&config, text).expect("the configuration is written");
    command.args(["-n", "-o", &format!("import={config}")]).env("HOME", folder.join(""));
    Some(Started { _process: Running::start(&mut command), _folder: folder })
}

pub struct Started {
    _process: Running,
    _folder: Folder,
}

/// A torrent of one file of zeros. It is only loaded, not started: no tracker is asked, although it must name one.
pub fn torrent(bytes: usize) -> Vec<u8> {
    const PIECE: usize = 1 << 24;
    let hashes = 20 * bytes.div_ceil(PIECE);
    let mut torrent =
        format!("d8:announce18:http://127.0.0.1:94:infod6:lengthi{bytes}e4:name5:zeros12:piece lengthi{PIECE}e6:pieces{hashes}:")
            .into_bytes();
    torrent.resize(torrent.len() + hashes, 0);
    torrent.extend(b"ee");
    torrent
}
