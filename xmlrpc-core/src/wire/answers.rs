//! Several answers in one: the result of `system.multicall`.

use serde::{Deserialize, de::DeserializeOwned};

use super::{Reading, cursor::Cursor, element::Class, grammar::Head, response, xml::blame};
use crate::{Error, ErrorKind, Fault, Response, Value};

/// The answers to several calls, in the text in which they came. Each is read when it is asked for, straight into its type.
#[derive(Debug)]
pub(crate) struct Answers {
    text: String,
    reading: Reading,
    places: Vec<Place>,
    /// Whether each result stands in an array of its own, as it should.
    wrapped: bool,
}

/// Where an answer begins.
#[derive(Debug)]
enum Place {
    Fault(Fault),
    /// An array of one, which begins at `outer`, and what is in it at `inner`.
    One {
        outer: usize,
        inner: usize,
    },
    /// What is in an array of one that stands there without a value around it.
    Inner(usize),
    /// A value that is no such array.
    Bare(usize),
}

impl Answers {
    /// Reads the response to this many calls, up to its end, and finds the answers.
    ///
    /// # Errors
    ///
    /// The fault, if there is one for all of them; kind `Structure` when there is not one answer to each; and those of a
    /// broken document.
    pub(crate) fn read(response: &Response, calls: usize, reading: Reading) -> Result<Self, Error> {
        let text = reading.decode(&response.body, response.charset.as_deref())?.into_owned();
        let places = response::read_with(&text, reading, Cursor::answers)
            .map_err(|error| blame(error, &text))?
            .unwrap_or_default();
        if places.len() != calls {
            let answers = places.len();
            return Err(Error::new(
                ErrorKind::Structure,
                format!("{answers} answers to {calls} calls"),
            ));
        }
        // NZBGet, which leaves out the value around an array, puts into one only what is none itself.
        let wrapped = !places.iter().any(|place| matches!(place, Place::Bare(_) | Place::Inner(_)));
        Ok(Answers { text, reading, places, wrapped })
    }

    /// The answer at this place.
    ///
    /// # Errors
    ///
    /// The fault, if it is one; kind `Type` or `Range` when it is no `T`.
    pub(crate) fn get<T: DeserializeOwned>(&self, index: usize) -> Result<T, Error> {
        let read = |at| self.value(at).map_err(|error| error.in_document(self.text.as_bytes()));
        match self.places.get(index) {
            None => Err(Error::new(ErrorKind::Structure, "there is no such answer")),
            Some(Place::Fault(fault)) => Err(fault.clone().into()),
            Some(&(Place::Bare(at) | Place::Inner(at))) => read(at),
            Some(&Place::One { outer, .. }) if !self.wrapped => read(outer),
            // Where no other answer tells whether this server wraps its results, the type does.
            Some(&Place::One { outer, inner }) => {
                read(inner).or_else(|error| self.value(outer).map_err(|_| error))
            }
        }
    }

    fn value<'de, T: Deserialize<'de>>(&'de self, at: usize) -> Result<T, Error> {
        let mut cursor = Cursor::new(&self.text, self.reading);
        cursor.go_to(at);
        cursor.read().map_err(|error| error.at(at))
    }
}

impl<'de> Cursor<'de> {
    /// Moves over an array of answers, and finds where each of them begins.
    fn answers(&mut self) -> Result<Vec<Place>, Error> {
        let head = self.value_of(Class::Array)?;
        let array = self.array(head)?;
        let mut places = Vec::new();
        loop {
            if let Some(head) = self.bare_array(&array)? {
                places.push(self.inner_answer(head)?);
            } else if self.item(&array)? {
                places.push(self.answer()?);
            } else {
                break;
            }
        }
        self.end_array(&array)?;
        Ok(places)
    }

    /// The one item of an array. A fault is in one too.
    fn inner_answer(&mut self, head: Head<'de>) -> Result<Place, Error> {
        let start = head.start;
        let array = self.array(head)?;
        let (mut place, mut items) = (Place::Inner(start), 0);
        while self.item(&array)? {
            place = match self.answer()? {
                Place::Fault(fault) => Place::Fault(fault),
                Place::One { outer: at, .. } | Place::Inner(at) | Place::Bare(at) => {
                    Place::Inner(at)
                }
            };
            items += 1;
        }
        self.end_array(&array)?;
        if items == 1 {
            return Ok(place);
        }
        let found = format!("expected an answer in an array of one, found {items}");
        Err(Error::new(ErrorKind::Structure, found).at(start))
    }

    fn answer(&mut self) -> Result<Place, Error> {
        let (outer, mark) = (self.position(), self.mark());
        let head = self.value()?;
        match head.kind.class() {
            Class::Array => {
                let array = self.array(head)?;
                let (mut inner, mut items) = (outer, 0);
                while self.item(&array)? {
                    inner = self.position();
                    self.skip_value()?;
                    items += 1;
                }
                self.end_array(&array)?;
                Ok(if items == 1 { Place::One { outer, inner } } else { Place::Bare(outer) })
            }
            Class::Struct => {
                self.back_to(mark);
                let value = self.read::<Value>()?;
                Ok(response::fault(&value).map_or(Place::Bare(outer), Place::Fault))
            }
            _ => {
                self.back_to(mark);
                self.skip_value()?;
                Ok(Place::Bare(outer))
            }
        }
    }
}
