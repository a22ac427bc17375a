//! White space as XML knows it.

/// These characters, and no others: a no-break space is text.
pub(crate) const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Whether there is nothing but white space.
pub(crate) fn is_space(text: &str) -> bool {
    trim(text).is_empty()
}

/// Without the white space around it.
#[inline]
pub(crate) fn trim(text: &str) -> &str {
    // Hardly ever is there any.
    let is_text = |byte: Option<&u8>| byte.is_some_and(|&byte| byte > b' ');
    if is_text(text.as_bytes().first()) && is_text(text.as_bytes().last()) {
        return text;
    }
    text.trim_matches(SPACE)
}
