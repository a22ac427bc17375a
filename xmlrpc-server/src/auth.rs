//! Who is calling: Basic ([RFC 7617](https://www.rfc-editor.org/rfc/rfc7617)) and bearer tokens
//! ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use subtle::{Choice, ConstantTimeEq as _};
use xmlrpc_core::{Error, ErrorKind};

use crate::{challenge::Challenge, fields::Fields, refusal::Refusal};

/// The most bytes of a secret: user and password together with the colon between them, or a token.
pub(crate) const SECRET_BYTES: usize = 256;

/// The credentials that open a server. Nobody is asked for any while there are none.
#[derive(Debug, Default, Clone)]
pub(crate) struct Auth {
    users: Vec<Secret>,
    tokens: Vec<Secret>,
    /// The first of them that can never be shown, if there is one.
    wrong: Option<&'static str>,
}

/// Bytes that are compared in the same time wherever they differ, and however long they are.
#[derive(Clone)]
struct Secret {
    bytes: [u8; SECRET_BYTES],
    length: u64,
}

impl Secret {
    fn new(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; SECRET_BYTES];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Some(Secret { bytes, length: text.len() as u64 })
    }

    fn is(&self, other: &Secret) -> Choice {
        self.bytes.ct_eq(&other.bytes) & self.length.ct_eq(&other.length)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl Auth {
    pub(crate) fn add_user(&mut self, name: &str, password: &str) {
        if name.contains(':') {
            self.wrong.get_or_insert("no name of a user can have a colon");
        }
        match Secret::new(format!("{name}:{password}").as_bytes()) {
            Some(secret) => self.users.push(secret),
            None => drop(self.wrong.get_or_insert("name and password are longer than 255 bytes")),
        }
    }

    pub(crate) fn add_token(&mut self, token: &str) {
        // RFC 6750, section 2.1.
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        if token.is_empty() || !token.bytes().all(fits) {
            self.wrong.get_or_insert("a token is letters, digits and -._~+/=, and not empty");
        }
        match Secret::new(token.as_bytes()) {
            Some(secret) => self.tokens.push(secret),
            None => drop(self.wrong.get_or_insert("the token is longer than 256 bytes")),
        }
    }

    /// Whether callers have to show who they are.
    pub(crate) fn is_on(&self) -> bool {
        !self.users.is_empty() || !self.tokens.is_empty() || self.wrong.is_some()
    }

    /// Whether the credentials are such as can be shown.
    pub(crate) fn checked(&self) -> Result<(), Error> {
        match self.wrong {
            None => Ok(()),
            Some(wrong) => Err(Error::new(ErrorKind::Endpoint, wrong)),
        }
    }

    /// What a client is asked for.
    pub(crate) fn challenge(&self) -> Challenge {
        match (self.users.is_empty(), self.tokens.is_empty()) {
            (false, false) => Challenge::Either,
            (true, _) => Challenge::Bearer,
            _ => Challenge::Basic,
        }
    }

    /// Whether this request shows credentials that are known, and the user's name if it does so by one.
    pub(crate) fn check(&self, fields: &Fields<'_>) -> Result<Option<String>, Refusal> {
        if !self.is_on() {
            return Ok(None);
        }
        if let (Some(only), None) = (fields.authorization.only(), self.wrong)
            && let Some(known) = self.knows(only.as_bytes())
        {
            return Ok(known);
        }
        Err(Refusal::Unknown(self.challenge()))
    }

    /// The name of the user, or `Some(None)` for a token that is known.
    fn knows(&self, header: &[u8]) -> Option<Option<String>> {
        let space = header.iter().position(|&byte| byte == b' ')?;
        let (scheme, shown) = (&header[..space], header[space..].trim_ascii());
        if scheme.eq_ignore_ascii_case(b"basic") {
            let shown = STANDARD.decode(shown).ok()?;
            is_one_of(&self.users, &Secret::new(&shown)?).then(|| {
                let name = shown.split(|&byte| byte == b':').next().unwrap_or_default();
                Some(String::from_utf8_lossy(name).into_owned())
            })
        } else if scheme.eq_ignore_ascii_case(b"bearer") {
            is_one_of(&self.tokens, &Secret::new(shown)?).then_some(None)
        } else {
            None
        }
    }
}

/// All are compared, so that the time tells nothing of how far the search went.
fn is_one_of(known: &[Secret], shown: &Secret) -> bool {
    known.iter().fold(Choice::from(0), |found, secret| found | secret.is(shown)).into()
}

#[cfg(test)]
mod tests {
    use hyper::{HeaderMap, header, header::HeaderValue};

    use super::*;

    fn auth() -> Auth {
        let mut auth = Auth::default();
        auth.add_user("greg", "p:w\u{e9}");
        auth.add_user("ann", "");
        auth.add_token("abc.DEF=");
        auth
    }

    fn ask(auth: &Auth, lines: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::AUTHORIZATION, HeaderValue::from_str(line).unwrap());
        }
        auth.check(&Fields::of(&headers)).is_ok()
    }

    fn basic(text: &str) -> String {
        format!("Basic {}", STANDARD.encode(text))
    }

    #[test]
    fn knows_its_users_and_tokens() {
        let auth = auth();
        auth.checked().unwrap();
        assert!(ask(&auth, &[&basic("greg:p:w\u{e9}")]));
        assert!(ask(&auth, &[&basic("ann:").replace("Basic", "BASIC ")]));
        assert!(ask(&auth, &["bearer abc.DEF="]));
    }

    #[test]
    fn knows_nobody_else() {
        let auth = auth();
        assert!(!ask(&auth, &[]));
        for line in [
            "",
            "Basic",
            "Basic ",
            "Basic ???",
            "Bearer ",
            "Bearer abc.DEF",
            "Bearer abc.DEF=\t x",
            "Digest abc.DEF=",
            &basic("greg:p:w"),
            &basic("greg:p:w\u{e9}\0"),
            &basic("greg"),
            &basic(""),
            &basic(&"x".repeat(SECRET_BYTES + 1)),
            &basic("abc.DEF="),
        ] {
            assert!(!ask(&auth, &[line]), "{line}");
        }
        let good = basic("ann:");
        assert!(!ask(&auth, &[&good, &good]));
    }

    #[test]
    fn asks_for_what_it_knows() {
        assert_eq!(auth().challenge(), Challenge::Either);
        let mut token = Auth::default();
        assert!(!token.is_on() && ask(&token, &["anything"]));
        token.add_token("t");
        assert_eq!(token.challenge(), Challenge::Bearer);
        let mut user = Auth::default();
        user.add_user("ann", "");
        assert_eq!(user.challenge(), Challenge::Basic);
    }

    #[test]
    fn refuses_what_nobody_could_show_and_lets_nobody_in_then() {
        let cases: [fn(&mut Auth); 5] = [
            |auth| auth.add_user("a:b", "c"),
            |auth| auth.add_user("a", &"x".repeat(SECRET_BYTES)),
            |auth| auth.add_token(""),
            |auth| auth.add_token("a b"),
            |auth| auth.add_token(&"x".repeat(SECRET_BYTES + 1)),
        ];
        for case in cases {
            let mut auth = Auth::default();
            case(&mut auth);
            assert!(auth.checked().is_err());
            assert!(auth.is_on() && !ask(&auth, &["Bearer "]));
        }
    }

    #[test]
    fn is_not_printed() {
        let printed = format!("{:?}", auth());
        assert!(!printed.contains("greg") && !printed.contains("abc"), "{printed}");
    }
}
