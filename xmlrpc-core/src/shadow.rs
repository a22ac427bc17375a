//! Calls that were answered here, to be asked elsewhere too.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crate::{
    Error, Method, Outcome, Outgoing, Remote, Value,
    wire::{self, Reading, ResponseWriter},
};

/// What gets each call that was shadowed.
#[derive(Clone)]
pub(crate) struct Hook(Arc<dyn Fn(Shadowed) + Send + Sync>);

impl Hook {
    pub(crate) fn new(hook: impl Fn(Shadowed) + Send + Sync + 'static) -> Self {
        Hook(Arc::new(hook))
    }

    /// Hands over a call and what came of it here.
    pub(crate) fn tell<O: Outcome>(&self, call: Outgoing, outcome: &O, remote: Remote) {
        let mut local = Vec::new();
        let written = outcome.respond(&mut ResponseWriter::new(&mut local));
        let shadowed =
            Shadowed { method: call.method(), call, local: written.map(|()| local), remote };
        // The answer is the caller's, whatever the hook makes of it; the panic hook has told of it.
        let _ = catch_unwind(AssertUnwindSafe(|| (self.0)(shadowed)));
    }
}

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hook")
    }
}

/// A call that the implementation in this process has answered, and that a remote endpoint was not asked yet.
///
/// It owns all that it needs, so it can be handed to another thread, and be dropped where there are too many.
#[derive(Debug)]
#[must_use = "nothing is compared before `compare` is called"]
pub struct Shadowed {
    method: &'static Method,
    call: Outgoing,
    /// The document that a remote caller would have got.
    local: Result<Vec<u8>, Error>,
    remote: Remote,
}

impl Shadowed {
    /// The method that was called.
    pub fn method(&self) -> &'static Method {
        self.method
    }

    /// Asks the remote endpoint what was asked here, and waits for the answer, which should be the same: the same value, or
    /// a fault of the same code and text.
    ///
    /// Integers are compared by value, whatever their size, and structs whatever the order of their members.
    ///
    /// # Errors
    ///
    /// Both outcomes, when they differ. That the endpoint could not be reached is such an outcome, and so is that an
    /// argument or a result has no form on the wire.
    pub fn compare(self) -> Result<(), Difference> {
        let remote = self.call.send::<Value>(&self.remote);
        compared(self.method, self.local, remote)
    }

    /// Does the same as [`compare`](Shadowed::compare), without holding up a thread.
    ///
    /// # Errors
    ///
    /// As for [`compare`](Shadowed::compare).
    pub async fn compare_async(self) -> Result<(), Difference> {
        let remote = self.call.send_async::<Value>(&self.remote).await;
        compared(self.method, self.local, remote)
    }
}

fn compared(
    method: &'static Method,
    local: Result<Vec<u8>, Error>,
    remote: Result<Value, Error>,
) -> Result<(), Difference> {
    let local = local.and_then(|document| {
        wire::read_response_bytes::<Value>(&document, None, Reading::default())
    });
    let same = match (&local, &remote) {
        (Ok(local), Ok(remote)) => same(local, remote),
        (Err(local), Err(remote)) => local.fault().is_some() && local.fault() == remote.fault(),
        _ => false,
    };
    if same { Ok(()) } else { Err(Difference { method, local, remote }) }
}

/// Two outcomes of one call that should have been the same.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Difference {
    /// The method that was called.
    pub method: &'static Method,
    /// What the implementation in this process gave; a fault for its error.
    pub local: Result<Value, Error>,
    /// What the remote endpoint gave, or what kept it from it.
    pub remote: Result<Value, Error>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: local gave ", self.method.name)?;
        told(f, &self.local)?;
        f.write_str(", remote gave ")?;
        told(f, &self.remote)
    }
}

impl std::error::Error for Difference {}

fn told(f: &mut fmt::Formatter<'_>, outcome: &Result<Value, Error>) -> fmt::Result {
    match outcome {
        Ok(value) => write!(f, "{value:?}"),
        Err(error) => write!(f, "the error \"{error}\""),
    }
}

/// Whether two values say the same, however they are sent.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Struct(one), Value::Struct(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, one)| other.get(name).is_some_and(|other| same(one, other)))
        }
        _ => match (one.as_i64(), other.as_i64()) {
            (Some(one), Some(other)) => one == other,
            _ => one == other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::same;
    use crate::value;

    #[test]
    fn compares_what_is_meant() {
        let i8 = value!({ "b": [crate::Value::I8(1)], "a": "x" });
        assert!(same(&value!({ "a": "x", "b": [1] }), &i8));
        for other in [value!({ "a": "x" }), value!({ "a": "x", "b": [1, 1] }), value!(["x"])] {
            assert!(!same(&i8, &other));
        }
    }
}
