//! What a call through the proxy in local mode executes beyond the direct call.

use xmlrpc_bench::CALLS;

use crate::callgrind;

/// The measurement, what it is compared with, and how many instructions more a call may take.
const LOCAL: [(&str, &str, &str, u64); 5] = [
    ("by value", "proxy_by_value", "direct", 3),
    ("shared switch", "proxy_shared", "direct", 4),
    ("lazily opened", "proxy_lazy", "direct", 7),
    ("Arc<dyn>", "proxy_dyn", "direct_dyn", 4),
    ("async", "proxy_awaited", "direct_awaited", 3),
];

/// Name, instructions of the direct call and of that through the proxy, and how many more are allowed: of what was counted.
pub fn counted() -> Vec<(&'static str, u64, u64, u64)> {
    let counted = |&(name, proxy, direct, limit): &(&'static str, &str, &str, u64)| {
        Some((name, a_call(direct).ok()?, a_call(proxy).ok()?, limit))
    };
    LOCAL.iter().filter_map(counted).collect()
}

/// Prints the table. Whether all is within its limit.
pub fn judge() -> Result<bool, String> {
    let mut good = true;
    println!("{:<16} {:>9} {:>9} {:>7} {:>7}", "local path", "direct", "proxy", "more", "limit");
    for (name, proxy, direct, limit) in LOCAL {
        let (direct, proxy) = (a_call(direct)?, a_call(proxy)?);
        let more = proxy.saturating_sub(direct);
        good &= more <= limit;
        println!("{name:<16} {direct:>9} {proxy:>9} {more:>7} {limit:>7}");
    }
    Ok(good)
}

/// Instructions of one call in this measurement, the callee's included.
fn a_call(measurement: &str) -> Result<u64, String> {
    let total = callgrind::instructions("local", measurement)?;
    // What stands before and after the loop is a few dozen instructions.
    Ok((total + u64::from(CALLS) / 2) / u64::from(CALLS))
}
