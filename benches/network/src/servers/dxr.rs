//! dxr's server on axum.

use dxr::{TryFromParams, TryToValue, Value};
use dxr_server::{Handler, HandlerFn, HandlerResult, RouteBuilder, Server, axum::http::HeaderMap};
use std::sync::OnceLock;
use tokio::{net::TcpListener, runtime};
use xmlrpc_bench::{
    documents,
    peers::{dxr::Release, dxr::decode, greeting},
};

use super::listening;
use crate::{Failure, service::PATH};

static LIST: OnceLock<Vec<Release>> = OnceLock::new();

fn hello(params: &[Value], _: HeaderMap) -> HandlerResult {
    let name: String = TryFromParams::try_from_params(params)?;
    Ok(greeting(&name).try_to_value()?)
}

fn list(_: &[Value], _: HeaderMap) -> HandlerResult {
    let list = LIST.get_or_init(|| decode(documents::list().as_bytes()));
    Ok(list.try_to_value()?)
}

pub fn serve() -> Result<(), Failure> {
    let handler = |function: HandlerFn| -> Box<dyn Handler> { Box::new(function) };
    let route = RouteBuilder::new()
        .set_path(PATH)
        .add_method("hello", handler(hello))
        .add_method("list", handler(list))
        .build();
    runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        listening(&[format!("http://{}{PATH}", listener.local_addr()?)]);
        Ok(Server::from_route(route).serve_listener(listener).await?)
    })
}
