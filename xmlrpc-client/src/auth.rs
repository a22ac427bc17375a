//! Who calls: the header `Authorization`.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::HeaderValue;

/// The header of Basic authentication, RFC 7617. The error says what is wrong, and quotes nothing.
pub(crate) fn basic(user: &[u8], password: &[u8]) -> Result<HeaderValue, &'static str> {
    if user.contains(&b':') {
        return Err("has a colon in the user's name, which Basic authentication cannot send");
    }
    let pair = [user, b":", password].concat();
    let mut header = HeaderValue::try_from(format!("Basic {}", BASE64_STANDARD.encode(pair)))
        .map_err(|_| "has a user or password that no header can hold")?;
    header.set_sensitive(true);
    Ok(header)
}
