//! Ours in the table of languages: see `peers/run`.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use xmlrpc_proxy::Config;

use crate::{
    Failure,
    service::{Shop, ShopClient, ShopProxy, Stock},
};

/// A call through the proxy in local mode.
pub fn direct(count: &str) -> Result<(), Failure> {
    let proxy = ShopProxy::local(Stock::new());
    let count: u32 = count.parse()?;
    let begun = Instant::now();
    for _ in 0..count {
        black_box(black_box(&proxy).hello("Greg")?);
    }
    println!("{}", begun.elapsed().as_nanos() as f64 / 1000.0 / f64::from(count));
    Ok(())
}

/// A call over a connection that is kept, or over a new one.
pub fn call(url: &str, way: &str, count: &str) -> Result<(), Failure> {
    let connect = || ShopClient::connect(Config::new(url)?.timeout(Duration::from_secs(10)));
    let kept = connect()?;
    median(count, || {
        let answer =
            if way == "connected" { kept.hello("Greg")? } else { connect()?.hello("Greg")? };
        if answer == "Hello, Greg!" { Ok(()) } else { Err(answer.into()) }
    })
}

fn median(count: &str, mut call: impl FnMut() -> Result<(), Failure>) -> Result<(), Failure> {
    let mut times = Vec::new();
    for _ in 0..count.parse()? {
        let begun = Instant::now();
        call()?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).ok_or("no calls")?;
    println!("{}", median.as_nanos() as f64 / 1000.0);
    Ok(())
}
