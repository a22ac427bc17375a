//! What is known of a method before it is called.

use std::{fmt, time::Duration};

use crate::Signature;

/// A method of a service as the wire sees it. `#[service]` makes one for each method of the trait, as a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Method {
    /// The name on the wire: `person.getPerson`.
    pub name: &'static str,
    /// The doc comment, for `system.methodHelp`.
    pub help: &'static str,
    /// What it takes and returns, for `system.methodSignature`; `None` if that is not known.
    pub signature: Option<Signature>,
    /// Its place in the trait. A method that `cfg` removes leaves a gap and moves no other.
    pub ordinal: u32,
    /// The constant text of a call up to its first parameter.
    pub head: &'static str,
    /// How long a remote call may take; `None` for what the endpoint is set to.
    pub timeout: Option<Duration>,
    /// Whether the call can be sent again when it is not known if it ran.
    pub idempotent: bool,
    /// Whether the call changes nothing. Implies `idempotent`.
    pub read_only: bool,
}

/// By its name: the rest is the macro's.
impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Method").field(&self.name).finish()
    }
}

impl Method {
    /// A method with this name and place, and the head of its calls; the rest as by default.
    pub const fn new(name: &'static str, ordinal: u32, head: &'static str) -> Self {
        Method {
            name,
            help: "",
            signature: None,
            ordinal,
            head,
            timeout: None,
            idempotent: false,
            read_only: false,
        }
    }

    /// The same method under another name, and the head of calls by that.
    #[must_use]
    pub const fn named(mut self, name: &'static str, head: &'static str) -> Self {
        self.name = name;
        self.head = head;
        self
    }

    /// With this text for `system.methodHelp`.
    #[must_use]
    pub const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// With these types for `system.methodSignature`.
    #[must_use]
    pub const fn signature(mut self, signature: Signature) -> Self {
        self.signature = Some(signature);
        self
    }

    /// With this limit for a remote call, in nanoseconds.
    #[must_use]
    pub const fn timeout(mut self, nanoseconds: u64) -> Self {
        self.timeout = Some(Duration::from_nanos(nanoseconds));
        self
    }

    /// Sending it twice does no more than sending it once.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// It changes nothing.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self.idempotent = true;
        self
    }
}
