//! How long a call takes.

use std::time::Instant;

use xmlrpc_proxy::Config;

use crate::people::{PersonDb, PersonDbClient, PersonError};

/// How often each measurement is made; the median counts.
const ROUNDS: usize = 5;

/// Nanoseconds a call on each path, for one number of calls.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub calls: u32,
    pub direct: f64,
    pub local: f64,
    pub connected: f64,
    pub reconnecting: f64,
}

/// Measures one row. `turn` puts the proxy into local mode for `true`, into remote mode for `false`.
pub fn row(
    calls: u32,
    direct: &impl PersonDb,
    proxy: &impl PersonDb,
    turn: impl Fn(bool) -> Result<(), PersonError>,
    server: &Config,
) -> Result<Row, PersonError> {
    let mut rounds = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        // The paths take turns, so that a slow moment of the machine does not fall on one of them alone.
        turn(true)?;
        rounds[0].push(a_call(calls, |id| direct.get_person(id).map(drop))?);
        rounds[1].push(a_call(calls, |id| proxy.get_person(id).map(drop))?);
        turn(false)?;
        rounds[2].push(a_call(calls, |id| proxy.get_person(id).map(drop))?);
        rounds[3].push(a_call(calls, |id| {
            PersonDbClient::connect(server).map_err(PersonError::Call)?.get_person(id).map(drop)
        })?);
    }
    let [direct, local, connected, reconnecting] = rounds.map(median);
    Ok(Row { calls, direct, local, connected, reconnecting })
}

/// Nanoseconds a call, over so many.
pub fn a_call(
    calls: u32,
    call: impl Fn(&str) -> Result<(), PersonError>,
) -> Result<f64, PersonError> {
    // The ids exist in every round and for every path alike.
    let ids: Vec<String> = (0..calls).map(|number| (1 + number % 100).to_string()).collect();
    call("1")?;
    let start = Instant::now();
    for id in &ids {
        call(id)?;
    }
    Ok(start.elapsed().as_nanos() as f64 / f64::from(calls))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
