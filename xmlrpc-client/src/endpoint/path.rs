//! The path of a unix socket in a URL.

use std::{
    ffi::OsString,
    os::unix::{
        ffi::{OsStrExt as _, OsStringExt as _},
        net::SocketAddr,
    },
    path::{Path, PathBuf},
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

/// What is written with `%`. The server writes its own addresses in the same way.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'_').remove(b'-').remove(b'~');

/// The path that this text, written with `%`, names.
pub(super) fn parse(text: &str) -> Result<PathBuf, &'static str> {
    if text.is_empty() || text.ends_with('/') {
        return Err("names no socket: write its path behind three slashes");
    }
    let path = PathBuf::from(OsString::from_vec(percent_decode_str(text).collect()));
    if path.as_os_str().as_bytes().contains(&0) {
        return Err("has a zero byte in the path of its socket");
    }
    SocketAddr::from_pathname(&path)
        .map_err(|_| "has a longer path of its socket than the system allows: about 100 bytes")?;
    Ok(path)
}

/// The path as it stands in a URL.
pub(super) fn shown(path: &Path) -> impl std::fmt::Display {
    percent_encode(path.as_os_str().as_bytes(), ESCAPED)
}
