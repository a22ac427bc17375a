//! What a server that knows its callers asks of one ([RFC 9110], 11.6.1): the challenges of `WWW-Authenticate`.
//!
//! [RFC 9110]: https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1

use std::fmt;

use http::{HeaderMap, header::WWW_AUTHENTICATE};

use crate::{auth::AuthKind, hint};

/// The most schemes, and the longest name of one, that are looked at: a server can send any number.
const MOST: usize = 8;
const LONGEST: usize = 40;

/// The schemes by which a server lets a caller say who it is.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    basic: bool,
    bearer: bool,
    /// Those that are not spoken here, as the server writes them.
    others: Vec<String>,
}

impl Asked {
    /// What a head asks for: in several headers, or several times in one.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let mut asked = Asked::default();
        let values = headers.get_all(WWW_AUTHENTICATE).iter();
        let names = values.flat_map(|value| pieces(value.as_bytes())).filter_map(scheme);
        for name in names.take(MOST) {
            if name.eq_ignore_ascii_case("basic") {
                asked.basic = true;
            } else if name.eq_ignore_ascii_case("bearer") {
                asked.bearer = true;
            } else if !asked.others.iter().any(|other| other.eq_ignore_ascii_case(name)) {
                asked.others.push(name.to_owned());
            }
        }
        asked
    }

    /// Why a caller of this kind was turned away, and what to do.
    pub(crate) fn explain(&self, caller: Option<AuthKind>) -> String {
        let unsaid = *self == Asked::default();
        match caller {
            Some(AuthKind::User) if self.basic || unsaid => {
                "the server does not accept this user and password".to_owned()
            }
            Some(AuthKind::Token) if self.bearer || unsaid => {
                "the server does not accept this token".to_owned()
            }
            Some(AuthKind::Header) => {
                let what = "the server does not accept this Authorization";
                if unsaid { what.to_owned() } else { format!("{what}: it asks for {self}") }
            }
            _ if !self.others.is_empty() && !self.basic && !self.bearer => {
                let verb = if self.others.len() == 1 { "is" } else { "are" };
                format!("the server asks for {self}, which {verb} not spoken here")
            }
            _ => {
                let user = format!("a user and a password ({})", hint::USER);
                let token = format!("a token ({})", hint::TOKEN);
                let wants = match (self.basic, self.bearer) {
                    (true, false) => user,
                    (false, true) => token,
                    _ => format!("{user}, or {token}"),
                };
                let instead = match caller {
                    Some(AuthKind::User) => ", not a user and a password",
                    Some(AuthKind::Token) => ", not a token",
                    _ => "",
                };
                format!("the server wants {wants}{instead}")
            }
        }
    }
}

/// The names of the schemes.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = [(self.basic, "Basic"), (self.bearer, "Bearer")];
        let known = known.into_iter().filter_map(|(asked, name)| asked.then_some(name));
        let names: Vec<&str> = known.chain(self.others.iter().map(String::as_str)).collect();
        f.write_str(&names.join(", "))
    }
}

/// What stands between the commas, but for those inside quotes.
fn pieces(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut quoted, mut escaped) = (false, false);
    value.split(move |&byte| {
        let between = byte == b',' && !quoted;
        if escaped {
            escaped = false;
        } else if byte == b'"' {
            quoted = !quoted;
        } else {
            escaped = quoted && byte == b'\\';
        }
        between
    })
}

/// The scheme that begins here, unless this is a further parameter of the one before.
fn scheme(piece: &[u8]) -> Option<&str> {
    let piece = piece.trim_ascii();
    let end = piece.iter().position(u8::is_ascii_whitespace).unwrap_or(piece.len());
    let (name, rest) = piece.split_at(end);
    // A parameter may have spaces around its `=`.
    if rest.trim_ascii_start().starts_with(b"=") {
        return None;
    }
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._".contains(byte);
    let is_name = (1..=LONGEST).contains(&name.len()) && name.iter().all(allowed);
    str::from_utf8(name).ok().filter(|_| is_name)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn asked(values: &[&'static str]) -> Asked {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(WWW_AUTHENTICATE, HeaderValue::from_static(value));
        }
        Asked::of(&headers)
    }

    #[test]
    fn schemes_are_found_in_several_headers_and_in_one() {
        for (values, names) in [
            (&["Basic realm=\"x\""][..], "Basic"),
            (&["bAsIc", "BEARER realm=x"], "Basic, Bearer"),
            (
                &["Bearer realm=\"a, Basic \\\", NTLM\", error=\"e\", Negotiate"],
                "Bearer, Negotiate",
            ),
            (&["Digest realm = \"r\", nonce=\"n\", qop=\"auth,auth-int\""], "Digest"),
            (&["Negotiate dG9rZW4=, digest a=b, DIGEST a=b,, "], "Negotiate, digest"),
            (&["realm=\"x\"", "", ",", "<b>"], ""),
        ] {
            assert_eq!(asked(values).to_string(), names, "{values:?}");
        }
    }

    #[test]
    fn a_server_makes_no_message_long() {
        let many =
            "a, b, c, d, e, f, g, h, i, j, k, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        assert_eq!(asked(&[many]).others.len(), MOST);
        assert_eq!(asked(&[many.rsplit_once(' ').unwrap().1]), Asked::default());
    }

    #[test]
    fn a_caller_is_told_what_the_server_asks_for() {
        let basic = "a user and a password (`Auth::basic`, or in the URL, or `user` and `password` in a file)";
        let bearer = "a token (`Auth::bearer`, or `token = \"...\"` in a file)";
        let (user, token) = (Some(AuthKind::User), Some(AuthKind::Token));
        for (values, caller, told) in [
            (&["Bearer realm=\"x\""][..], None, format!("wants {bearer}")),
            (&["Bearer"], user, format!("wants {bearer}, not a user and a password")),
            (&["Bearer"], token, "does not accept this token".to_owned()),
            (&["Basic"], None, format!("wants {basic}")),
            (&["Basic"], token, format!("wants {basic}, not a token")),
            (&["Digest a=b, Basic"], user, "does not accept this user and password".to_owned()),
            (&["Basic", "Bearer"], None, format!("wants {basic}, or {bearer}")),
            (&[], None, format!("wants {basic}, or {bearer}")),
            (&[], user, "does not accept this user and password".to_owned()),
            (&[], token, "does not accept this token".to_owned()),
            (&["Digest a=b"], None, "asks for Digest, which is not spoken here".to_owned()),
            (
                &["Negotiate", "NTLM"],
                user,
                "asks for Negotiate, NTLM, which are not spoken here".to_owned(),
            ),
            (
                &["Token"],
                Some(AuthKind::Header),
                "does not accept this Authorization: it asks for Token".to_owned(),
            ),
            (&[], Some(AuthKind::Header), "does not accept this Authorization".to_owned()),
        ] {
            let text = asked(values).explain(caller);
            assert_eq!(text, format!("the server {told}"), "{values:?} {caller:?}");
        }
    }
}
