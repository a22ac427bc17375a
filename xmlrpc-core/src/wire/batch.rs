//! Several calls in one: the parameter of `system.multicall`.

use std::borrow::Cow;

use super::{
    CallReader,
    call::Params,
    cursor::Cursor,
    element::{Class, PARAM},
    xml::Open,
};
use crate::{Error, ErrorKind};

impl<'de> CallReader<'de> {
    /// Reads this call to its end, and gives the calls that its one parameter holds. Nothing was run yet if the document
    /// turns out to be broken. A call that is none is an error at its place.
    ///
    /// # Errors
    ///
    /// Kind `Params` or `Type` when there is not one array, `Limit` when it holds more than `most` calls, and those of a
    /// broken document.
    pub(crate) fn batch(mut self, most: usize) -> Result<Vec<Result<Self, Error>>, Error> {
        let calls = self.read_batch(most).map_err(|e| self.blame(e))?;
        self.finish()?;
        Ok(calls)
    }

    fn read_batch(&mut self, most: usize) -> Result<Vec<Result<Self, Error>>, Error> {
        let Some(param) = self.next_param()? else {
            return Err(Error::new(ErrorKind::Params, "the array of calls is missing"));
        };
        let array = self.cursor.value_of(Class::Array).and_then(|head| self.cursor.array(head));
        let array = array.map_err(|e| e.in_param(0))?;
        let mut calls = Vec::new();
        while self.cursor.item(&array)? {
            if calls.len() == most {
                return Err(Error::new(ErrorKind::Limit, format!("more than {most} calls in one")));
            }
            calls.push(self.cursor.call()?);
        }
        self.cursor.end_array(&array)?;
        self.cursor.close(&param, &PARAM)?;
        self.index += 1;
        Ok(calls)
    }
}

impl<'de> Cursor<'de> {
    /// Reads the struct of a call and moves over its parameters. The inner error is the call's own.
    fn call(&mut self) -> Result<Result<CallReader<'de>, Error>, Error> {
        let start = self.position();
        let head = self.value()?;
        if let Err(error) = head.expect(Class::Struct) {
            self.go_to(start);
            self.skip_value()?;
            return Ok(Err(error));
        }
        let (mut name, mut params) = (None, None);
        self.enter()?;
        while let Some(member) = self.member(&head)? {
            let value = self.fork();
            self.skip_value()?;
            self.end_member(&member)?;
            // As everywhere, of two members with one name the last counts.
            match &*member.name {
                "methodName" => name = Some(value),
                "params" => params = Some(value),
                _ => {}
            }
        }
        self.end_struct(&head)?;
        Ok(call_of(name, params).map_err(|error| error.at(start)))
    }
}

/// The call whose name and parameters stand at these places.
fn call_of<'de>(
    name: Option<Cursor<'de>>,
    params: Option<Cursor<'de>>,
) -> Result<CallReader<'de>, Error> {
    let Some(mut cursor) = name else {
        return Err(Error::new(ErrorKind::Params, "the member methodName is missing"));
    };
    let head = cursor.value_of(Class::String).map_err(|e| e.in_member("methodName"))?;
    let method: Cow<'de, str> = cursor.scalar(head)?;
    let params = match params {
        None => Params::Ended,
        Some(place) => {
            cursor = place;
            let head = cursor.value_of(Class::Array).map_err(|e| e.in_member("params"))?;
            Params::Items(Box::new(cursor.array(head)?))
        }
    };
    Ok(CallReader { cursor, method, root: Open::IMPLIED, params, index: 0 })
}
