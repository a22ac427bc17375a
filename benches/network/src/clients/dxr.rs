//! dxr's client on reqwest.

use std::hint::black_box;

use dxr_client::ClientBuilder;
use tokio::runtime;
use xmlrpc_bench::peers::dxr::Release;

use super::{Call, Method, check};
use crate::Failure;

pub fn dxr(url: &str, method: Method) -> Result<Call, Failure> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let client = ClientBuilder::new(url.parse()?).build();
    Ok(match method {
        Method::Hello => Box::new(move || {
            let answer = client.call::<_, String>("hello", black_box("Greg"));
            check(method, runtime.block_on(answer)?.len())
        }),
        Method::List => Box::new(move || {
            let answer = client.call::<_, Vec<Release>>("list", ());
            check(method, runtime.block_on(answer)?.len())
        }),
    })
}
