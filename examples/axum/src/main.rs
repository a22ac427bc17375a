//! A service beside the pages of an axum application, and a call of it.
//!
//! `cargo run --manifest-path examples/axum/Cargo.toml`

use axum::{Router, routing::get};
use xmlrpc_proxy::{Error, Server, service};

/// Something to be asked.
#[service(namespace = "greeter")]
pub trait Greeter {
    /// Greets.
    fn hello(&self, name: &str) -> Result<String, Error>;
}

struct Polite;

impl Greeter for Polite {
    fn hello(&self, name: &str) -> Result<String, Error> {
        Ok(format!("Hello, {name}!"))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Host, Origin and credentials are still minded here; addresses, TLS and connections are axum's.
    let calls = Server::unbound().mount(GreeterService::new(Polite)).into_service()?;
    let app = Router::new()
        .route("/", get(|| async { "Pages are here, calls go to /RPC2.\n" }))
        .route_service("/RPC2", calls);

    let runtime = tokio::runtime::Runtime::new()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
    let url = format!("http://{}/RPC2", listener.local_addr()?);
    runtime.spawn(async move { axum::serve(listener, app).await });

    let greeter = GreeterClient::connect(url.as_str())?;
    println!("{url}: {}", greeter.hello("axum")?);
    Ok(())
}
