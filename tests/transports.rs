//! The client's ways to a server of ours: unix sockets, and the options that both sides know.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::unwrap_used)]

use xmlrpc_proxy::{Auth, Config, Result, Server, service};

#[service]
trait Echo {
    fn echo(&self, text: &str) -> Result<String>;
}

struct Plain;

impl Echo for Plain {
    fn echo(&self, text: &str) -> Result<String> {
        Ok(text.to_owned())
    }
}

#[cfg(unix)]
#[test]
fn a_server_on_a_unix_socket_is_called_by_the_url_that_it_tells() {
    for (name, path, end) in [("a b", "/RPC2", ".sock"), ("c:d", "/x/y", ".sock:/x/y")] {
        let socket = std::env::temp_dir().join(format!("xr {name} {}.sock", std::process::id()));
        let server = Server::bind_unix(&socket).unwrap().path(path);
        let running = server.mount(EchoService::new(Plain)).spawn().unwrap();
        assert!(running.url().starts_with("http+unix:///"), "{}", running.url());
        assert!(running.url().ends_with(end), "{}", running.url());
        let client = EchoClient::connect(running.url()).unwrap();
        for text in ["a", "b"] {
            assert_eq!(client.echo(text).unwrap(), text);
        }
        assert!(running.stop());
        assert!(client.echo("c").unwrap_err().is_unsent());
    }
}

#[test]
fn a_server_that_wants_a_token_gets_it() {
    let server = Server::bind("127.0.0.1:0").unwrap().token("t0ken");
    let running = server.mount(EchoService::new(Plain)).spawn().unwrap();
    let config = Config::new(running.url()).unwrap();
    let asked = |config: Config| EchoClient::connect(config).and_then(|client| client.echo("a"));
    let with = |token: &str| asked(config.clone().auth(Auth::bearer(token).unwrap()));
    assert_eq!(with("t0ken").unwrap(), "a");
    assert_eq!(with("other").unwrap_err().status(), Some(401));
    assert_eq!(asked(config.clone()).unwrap_err().status(), Some(401));
    running.stop();
}

#[cfg(feature = "gzip")]
#[test]
fn a_server_reads_what_the_client_has_packed() {
    let server = Server::bind("127.0.0.1:0").unwrap().mount(EchoService::new(Plain));
    let running = server.spawn().unwrap();
    let config = Config::new(running.url()).unwrap().compress_over(100).accept_compressed();
    let client = EchoClient::connect(config).unwrap();
    for length in [10, 100_000] {
        let text = "x".repeat(length);
        assert_eq!(client.echo(&text).unwrap(), text);
    }
    running.stop();
}
