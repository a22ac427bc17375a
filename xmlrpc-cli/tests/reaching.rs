//! The options by which a server is reached: the same for all commands that take a URL.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;
#[path = "common/kinds.rs"]
mod kinds;

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    thread::JoinHandle,
};

use common::{command, file, response, xmlrpc};
use kinds::{EveryKindService, Plain};
use xmlrpc_proxy::Server;

/// Answers one request. The thread gives the head and the body of what came.
fn server() -> (String, JoinHandle<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (url, common::answering(listener, "200 OK", &response("x")))
}

#[test]
fn a_password_comes_from_a_file_or_the_environment() {
    let password = file("password", "p:w\nmore\n");
    for (args, variables) in [
        (vec!["--user", "ada", "--password-file", &password], vec![]),
        (vec!["--user", "ada"], vec![("XMLRPC_PASSWORD", "p:w")]),
        (vec!["--password-file", &password], vec![("XMLRPC_USER", "ada")]),
        (
            vec!["--user", "ada", "--password-file", &password],
            vec![("XMLRPC_USER", "eve"), ("XMLRPC_PASSWORD", "x")],
        ),
    ] {
        let (url, thread) = server();
        let run = command().arg("call").args(&args).args([&url, "m"]).envs(variables).output();
        assert!(run.unwrap().status.success());
        let (head, _) = thread.join().unwrap();
        assert!(head.contains("Basic YWRhOnA6dw=="), "{head}");
    }
    for args in [
        &["--user", "ada"][..],
        &["--password-file", &password],
        &["--user", "ada", "--password-file", "/no/such/file"],
    ] {
        let run = xmlrpc(&[&["call", "http://127.0.0.1:1", "m"], args].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn what_the_command_line_says_of_credentials_comes_before_the_environment() {
    let password = file("first-password", "p:w");
    let eve = [("XMLRPC_USER", "eve"), ("XMLRPC_PASSWORD", "x")];
    let token = [("XMLRPC_TOKEN", "abc")];
    let flags = ["--user", "ada", "--password-file", &password];
    let header = ["--header", "Authorization: Basic YWRhOnA6dw=="];
    for (args, user, variables) in [
        (&flags[..], "", &token[..]),
        (&header, "", &token),
        (&header, "", &eve),
        (&[], "ada:p%3Aw@", &token),
        (&[], "ada:p%3Aw@", &eve),
    ] {
        let (url, thread) = server();
        let url = url.replace("://", &format!("://{user}"));
        let variables = variables.iter().copied();
        let run = command().arg("call").args(args).args([&url, "m"]).envs(variables).output();
        assert!(run.unwrap().status.success(), "{args:?} {user}");
        let (head, _) = thread.join().unwrap();
        assert_eq!(head.matches("Basic YWRhOnA6dw==").count(), 1, "{head}");
        assert_eq!(head.to_ascii_lowercase().matches("authorization").count(), 1, "{head}");
    }
    // Twice on the command line is a mistake.
    let url = "http://ada:x@127.0.0.1:1";
    assert_eq!(xmlrpc(&[&["call", url, "m"], &flags[..]].concat()).code, Some(2));
}

/// Answers one call over SCGI. The thread gives what came.
fn scgi() -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("scgi://{}", listener.local_addr().unwrap());
    let thread = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut came = String::new();
        while !came.ends_with("</methodCall>") {
            let mut buffer = [0; 4096];
            let count = stream.read(&mut buffer).unwrap();
            assert!(count > 0, "the call ends early");
            came.push_str(std::str::from_utf8(&buffer[..count]).unwrap());
        }
        write!(stream, "Status: 200 OK\r\n\r\n{}", response("x")).unwrap();
        came
    });
    (url, thread)
}

#[test]
fn credentials_of_the_environment_are_left_out_where_they_cannot_be_sent() {
    let basic = [("XMLRPC_USER", "ada"), ("XMLRPC_PASSWORD", "s3cret")];
    for variables in [&basic[..], &basic[..1], &[("XMLRPC_TOKEN", "s3cret")]] {
        let (url, thread) = scgi();
        let variables = variables.iter().copied();
        let run = command().args(["call", &url, "m"]).envs(variables).output().unwrap();
        assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
        let came = thread.join().unwrap();
        assert!(!came.contains("ada") && !came.to_ascii_uppercase().contains("AUTH"), "{came}");
    }
    // Said for this call, they are a mistake.
    let password = file("scgi-password", "s3cret");
    for args in [
        &["--user", "ada"][..],
        &["--user", "ada", "--password-file", &password],
        &["--header", "Authorization: Bearer s3cret"],
    ] {
        let run = command()
            .args(["call", "scgi://127.0.0.1:1", "m"])
            .args(args)
            .env("XMLRPC_PASSWORD", "s3cret")
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(said.contains("SCGI has no authentication") && !said.contains("s3cret"), "{said}");
    }
}

#[test]
fn headers_are_sent_as_they_are_written() {
    let (url, thread) = server();
    let headers = ["--header", "X-Tenant: 7", "--header", "X-Empty:"];
    xmlrpc(&[&["call", &url, "m"], &headers[..]].concat()).good();
    let (head, _) = thread.join().unwrap();
    let has = |line: &str| head.lines().any(|it| it.to_ascii_lowercase().trim_end() == line);
    assert!(has("x-tenant: 7") && has("x-empty:"), "{head}");
    for bad in ["X-Tenant", ": 7", "a b: c", "X: a\nb", "Content-Length: 5"] {
        let run = xmlrpc(&["call", "http://127.0.0.1:1", "m", "--header", bad]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{bad:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_unix_socket_is_an_endpoint_like_any_other() {
    let folder = std::env::temp_dir().join(format!("xmlrpc-reach-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let socket = folder.join("s");
    let running =
        Server::bind_unix(&socket).unwrap().mount(EveryKindService::new(Plain)).spawn().unwrap();
    let url = format!("http+unix://{}", socket.display());
    let run = xmlrpc(&["call", "--json", &url, "every.kind.text", "é"]).good();
    assert_eq!(run, "{\"value\":\"é\"}\n");
    assert!(xmlrpc(&["list", &url]).good().contains("every.kind.anInt"));
    running.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(feature = "tls")]
#[test]
fn certificates_are_checked_unless_that_is_loudly_refused() {
    let rcgen::CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let server = Server::bind("127.0.0.1:0").unwrap();
    let server = server.tls_pem(cert.pem(), signing_key.serialize_pem()).unwrap();
    let server = server.mount(EveryKindService::new(Plain)).spawn().unwrap();
    let url = format!("https://localhost:{}/RPC2", server.addr().port());
    let call =
        |args: &[&str]| xmlrpc(&[&["call", "--json", &url, "every.kind.type"], args].concat());

    let run = call(&[]);
    assert_eq!((run.code, run.lines()[0]["error"]["kind"].as_str()), (Some(1), Some("tls")));
    let trusted = file("reach-ca.pem", cert.pem());
    assert_eq!(call(&["--cacert", &trusted]).good(), "{\"value\":\"type\"}\n");
    let run = call(&["--insecure"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "{\"value\":\"type\"}\n"));
    assert!(run.err.starts_with("xmlrpc: WARNING: --insecure"), "{}", run.err);
    let key = file("reach-key.pem", signing_key.serialize_pem());
    let shown = ["--cacert", &trusted, "--cert", &trusted, "--key", &key];
    assert_eq!(call(&shown).good(), "{\"value\":\"type\"}\n");
    for args in [
        &["--cert", &trusted][..],
        &["--key", &key],
        &["--insecure", "--cacert", &trusted],
        &["--cacert", "/no/such/file"],
    ] {
        assert_eq!(call(args).code, Some(2), "{args:?}");
    }
}
