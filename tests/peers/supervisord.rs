//! A supervisord with one program: a shell that writes control characters and then repeats its input.
#![allow(unreachable_pub, dead_code, clippy::expect_used)]

use std::fs;

use super::{Folder, Running, free_port, python_command};

/// It takes `ada` with the password `p:w`.
pub struct Supervisord {
    pub port: u16,
    pub socket: String,
    _process: Running,
    _folder: Folder,
}

impl Supervisord {
    pub fn start(name: &str) -> Option<Self> {
        let mut command = python_command("supervisord")?;
        let folder = Folder::new(name);
        let (port, socket) = (free_port(), folder.join("s"));
        let config = folder.join("conf");
        let text = format!(
            "[supervisord]\nnodaemon=true\nsilent=true\nlogfile={log}\npidfile={pid}\nchildlogdir={logs}\n\
             [unix_http_server]\nfile={socket}\nusername=ada\npassword=p:w\n\
             [inet_http_server]\nport=127.0.0.1:{port}\nusername=ada\npassword=p:w\n\
             [rpcinterface:supervisor]\n\
             supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface\n\
             [program:cat]\ncommand=/bin/sh -c \"printf 'a\\033[1mb\\001\\n'; exec cat\"\nstartsecs=0\n",
            log = folder.join("log"),
            pid = folder.join("pid"),
            logs = folder.join(""),
        );
        fs::write(&config, text).expect("the configuration is written");
        let process = Running::start(command.args(["--nodaemon", "--configuration", &config]));
        Some(Supervisord { port, socket, _process: process, _folder: folder })
    }
}
