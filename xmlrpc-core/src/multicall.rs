//! `system.multicall`: several calls on one way there and back.
//!
//! It is that of [Eric Kidd's proposal](https://web.archive.org/web/20060624230303/http://www.xmlrpc.com/discuss/msgReader$1208):
//! an array of structs of `methodName` and `params`, answered by an array in which each result stands in an array of one,
//! and each fault as its struct.

use crate::{
    Error, Fault,
    wire::{CallReader, ResponseWriter},
};

/// The method's name.
pub(crate) const NAME: &str = "system.multicall";

/// The calls of a multicall, at most so many. What is wrong with one is the answer to that one.
pub(crate) fn calls(
    params: CallReader<'_>,
    most: usize,
) -> Result<impl Iterator<Item = Result<CallReader<'_>, Error>>, Error> {
    Ok(params.batch(most)?.into_iter().map(|call| {
        let call = call?;
        // A few bytes could ask for any number of calls.
        if call.method() == NAME {
            return Err(
                Fault::new(Fault::NOT_XML_RPC, "system.multicall inside system.multicall").into()
            );
        }
        Ok(call)
    }))
}

/// Runs the calls one after the other, each by `run`.
pub(crate) fn call<'de>(
    params: CallReader<'de>,
    most: usize,
    response: &mut ResponseWriter<'_>,
    mut run: impl FnMut(CallReader<'de>, &mut ResponseWriter<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let calls = calls(params, most)?;
    response.batch(|responses| {
        for call in calls {
            responses.or_fault(|response| run(call?, response));
        }
    });
    Ok(())
}
