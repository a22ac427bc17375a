//! The fault: the error that XML-RPC itself carries.

use std::fmt;

/// What a server answers when a call failed: a number and a text.
///
/// The codes between -32768 and -32000 are those of the
/// [interoperability list](https://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php); the constants here
/// name them. A service chooses any other number for its own faults.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fault {
    /// `faultCode`.
    pub code: i32,
    /// `faultString`.
    pub message: String,
}

impl Fault {
    /// The body is not well-formed XML.
    pub const NOT_WELL_FORMED: i32 = -32700;
    /// The body is in an encoding that is not known here.
    pub const UNSUPPORTED_ENCODING: i32 = -32701;
    /// The body holds bytes that are no characters of its encoding.
    pub const INVALID_CHARACTER: i32 = -32702;
    /// The body is XML but no XML-RPC call.
    pub const NOT_XML_RPC: i32 = -32600;
    /// There is no method of that name.
    pub const NO_SUCH_METHOD: i32 = -32601;
    /// The method exists, but not with these parameters.
    pub const WRONG_PARAMS: i32 = -32602;
    /// The method panicked, or its result cannot be sent.
    pub const INTERNAL: i32 = -32603;
    /// The method failed with an error that has no code of its own.
    pub const APPLICATION: i32 = -32500;
    /// The server itself is in trouble.
    pub const SYSTEM: i32 = -32400;
    /// The service had to call on, and could not reach the next server.
    pub const TRANSPORT: i32 = -32300;

    /// A fault with this code and text.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Fault { code, message: message.into() }
    }

    /// The fault for a method that is not there.
    pub fn no_such_method(name: &str) -> Self {
        // A name comes from the caller: no more of it goes back than a reader can use.
        let shown: String = name.chars().take(100).collect();
        let dots = if shown.len() < name.len() { "..." } else { "" };
        Fault::new(Self::NO_SUCH_METHOD, format!("no such method: {shown:?}{dots}"))
    }

    /// The fault for something that went wrong inside and is nobody else's business.
    pub fn internal() -> Self {
        Fault::new(Self::INTERNAL, "internal error")
    }

    /// Whether this fault says that the server has no such method, in the code of any server that was
    /// seen to say so: -32601, -506 (xmlrpc-c), 8001 (Twisted), and 1000 (Koji), 200 (Perl), -1 (XmlRpc++), 1 or 0
    /// where the text says so too.
    ///
    /// Ruby's library says the same of a call with too many or too few parameters.
    pub fn is_no_such_method(&self) -> bool {
        match self.code {
            Self::NO_SUCH_METHOD | -506 | 8001 => true,
            -1 | 0 | 1 | 200 => {
                let text = self.message.to_ascii_lowercase();
                text.contains("method")
                    && [
                        "unknown",
                        "not supported",
                        "no such",
                        "not found",
                        "not defined",
                        "not exist",
                        "missing or wrong number",
                    ]
                    .iter()
                    .any(|words| text.contains(words))
                    || text == "invalid procedure"
            }
            // Koji's code for everything that has no other.
            1000 => self.message.contains("Invalid method: "),
            _ => false,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fault {}: {}", self.code, self.message)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_which_faults_mean_no_such_method_in_the_words_of_any_peer() {
        for (code, text) in [
            (-32601, ""),
            (-506, "Method 'x' not defined"),
            (8001, "procedure x not found"),
            (1, "UNKNOWN_METHOD"),
            (1, "<class 'Exception'>:method \"x\" is not supported"),
            (0, "No such handler: method x not found"),
            (1, "No such method: x"),
            (1, "Method x missing or wrong number of parameters!"),
            (1, "Invalid procedure"),
            (-1, "x: unknown method name"),
            (1000, "Invalid method: x"),
            (200, "Method lookup error: No method 'Unknown method: x' on server"),
        ] {
            assert!(Fault::new(code, text).is_no_such_method(), "{code} {text}");
        }
        assert!(!Fault::new(1, "disk full").is_no_such_method());
        assert!(!Fault::new(200, "the method failed").is_no_such_method());
        assert!(!Fault::new(1000, "invalid method parameters").is_no_such_method());
        assert!(
            !Fault::new(1, "caller_id is missing in the method's parameters").is_no_such_method()
        );
        assert!(!Fault::new(404, "no such method").is_no_such_method());
    }

    #[test]
    fn quotes_a_bounded_part_of_a_name() {
        let fault = Fault::no_such_method(&"m\n".repeat(1000));
        assert!(fault.message.len() < 250, "{}", fault.message.len());
        assert!(!fault.message.contains('\n'));
    }
}
