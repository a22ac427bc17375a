//! The generated client, with a time-out.

use std::{hint::black_box, time::Duration};

use xmlrpc_proxy::Config;

use super::{Call, Method, check};
use crate::{
    Failure,
    service::{Shop, ShopClient},
};

pub fn ours(url: &str, method: Method) -> Result<Call, Failure> {
    let config = Config::new(url)?.timeout(Duration::from_secs(10));
    let client = ShopClient::connect(config)?;
    Ok(match method {
        Method::Hello => Box::new(move || check(method, client.hello(black_box("Greg"))?.len())),
        Method::List => Box::new(move || check(method, client.list()?.len())),
    })
}
