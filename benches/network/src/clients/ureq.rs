//! ureq as it comes, with a time-out, and our codec.

use std::{hint::black_box, time::Duration};

use xmlrpc_bench::peers::ours::{Release, decode};
use xmlrpc_proxy::wire::CallWriter;

use super::{Call, Method, check};
use crate::Failure;

pub fn ureq(url: &str, method: Method) -> Result<Call, Failure> {
    let config =
        ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(10))).build();
    let agent = ureq::Agent::new_with_config(config);
    let url = url.to_owned();
    let post = move |body: Vec<u8>| -> Result<Vec<u8>, Failure> {
        let mut answer = agent.post(&url).header("content-type", "text/xml").send(&body)?;
        Ok(answer.body_mut().read_to_vec()?)
    };
    Ok(match method {
        Method::Hello => Box::new(move || {
            let mut call = CallWriter::new("hello");
            call.param(black_box("Greg"))?;
            check(method, decode::<String>(&post(call.finish())?).len())
        }),
        Method::List => Box::new(move || {
            let body = CallWriter::new("list").finish();
            check(method, decode::<Vec<Release>>(&post(body)?).len())
        }),
    })
}
