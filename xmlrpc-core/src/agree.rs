//! What a contract holds a service to: both paths give the same.

use std::fmt::Debug;

use crate::{ServiceError, Switch};

/// Sends calls through the codec.
#[doc(hidden)]
#[track_caller]
pub fn turn_to_loopback(switch: &Switch) {
    if let Err(error) = switch.loopback() {
        panic!("{error}");
    }
}

/// Compares what a call gave directly with what it gave through the codec: results as they are, errors by the fault that
/// a caller would get for them.
#[doc(hidden)]
#[track_caller]
pub fn agree<T: PartialEq + Debug, E: ServiceError + Debug>(
    call: &str,
    local: Result<T, E>,
    loopback: Result<T, E>,
) {
    let same = match (&local, &loopback) {
        (Ok(local), Ok(loopback)) => local == loopback,
        (Err(local), Err(loopback)) => local.to_fault() == loopback.to_fault(),
        _ => false,
    };
    assert!(
        same,
        "`{call}` does not give a remote caller what it gives here\n directly: {local:?}\n remotely: {loopback:?}"
    );
}
