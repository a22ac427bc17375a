//! Files, whole and bounded.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use xmlrpc_core::wire::too_large;

use crate::report::Problem;

/// The bytes of this file, or of standard input if it is called `-`. What is larger is not read to its end.
pub(crate) fn read(file: &Path, max: usize) -> Result<Vec<u8>, Problem> {
    let bytes = if file == Path::new("-") {
        at_most(io::stdin().lock(), max)
    } else {
        File::open(file).and_then(|file| at_most(file, max))
    };
    match bytes {
        Ok(bytes) if bytes.len() > max => Err(Problem::from(too_large(max))),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(Problem::io(&error)),
    }
}

/// At most one byte more than `max`.
fn at_most(from: impl Read, max: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(max).unwrap_or(u64::MAX).saturating_add(1);
    from.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
