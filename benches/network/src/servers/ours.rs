//! Ours, over TCP and a unix socket.

use std::{env, process};

use xmlrpc_proxy::Server;

use super::listening;
use crate::{
    Failure,
    service::{ShopService, Stock},
};

pub fn serve(inline: bool) -> Result<(), Failure> {
    let service = ShopService::new(Stock::new());
    let service = if inline { service.inline() } else { service };
    let socket = env::temp_dir().join(format!("xmlrpc-bench-{}.sock", process::id()));
    let server = Server::bind("127.0.0.1:0")?.and_bind_unix(&socket, 0o600)?.mount(service);
    let running = server.spawn()?;
    listening(&[running.url().to_owned(), socket.display().to_string()]);
    running.wait();
    Ok(())
}
