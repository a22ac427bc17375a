//! A service that waits: called here and over XML-RPC, switched while calls go on.
//!
//! `cargo run --features async --example asynchronous`

#![allow(missing_docs, clippy::print_stdout, reason = "a program, not a library")]

use std::{sync::Arc, time::Duration};

use tokio::{task::JoinSet, time::sleep};
use xmlrpc_proxy::{Result, Server, service};

/// Weather stations.
#[service(namespace = "station", rename_all = "camelCase")]
pub trait Stations: Send + Sync + 'static {
    /// What the thermometer shows, which takes it a while.
    async fn temperature(&self, station: &str) -> Result<f64>;
}

struct Thermometers(&'static str);

impl Stations for Thermometers {
    async fn temperature(&self, station: &str) -> Result<f64> {
        // Nobody else is held up meanwhile, here or on the server.
        sleep(Duration::from_millis(20)).await;
        println!("{station} is read {}", self.0);
        Ok(station.len() as f64 + 0.5)
    }
}

async fn run() -> Result<()> {
    let server = Server::bind("127.0.0.1:0")?.mount(StationsService::new(Thermometers("there")));
    let server = server.spawn()?;
    let stations = Arc::new(StationsProxy::local(Thermometers("here")));

    let mut calls = JoinSet::new();
    for (number, station) in ["Oslo", "Bergen", "Bod\u{f8}"].into_iter().cycle().take(9).enumerate()
    {
        let stations = Arc::clone(&stations);
        calls.spawn(async move {
            sleep(Duration::from_millis(10 * number as u64)).await;
            stations.temperature(station).await
        });
    }
    sleep(Duration::from_millis(35)).await;
    // Calls that began here end here; the next ones go there.
    stations.switch().remote(server.url())?;

    let mut sum = 0.0;
    for temperature in calls.join_all().await {
        sum += temperature?;
    }
    println!("{} on average", sum / 9.0);
    server.stop();
    Ok(())
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(run())?)
}
