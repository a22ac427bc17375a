//! The parameters of a call, as they stand on a command line.

use xmlrpc_core::{Base64, DateTime, Error, ErrorKind, Value};

use crate::typed;

/// How parameters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Writing {
    /// By a letter (i/5), as JSON, or else a plain word, which is a string.
    Mixed,
    /// As JSON only.
    Json,
    /// In the typed notation that `--typed-json` prints.
    Typed,
}

/// The values of all parameters.
///
/// # Errors
///
/// When one is not written that way, with its place.
pub(crate) fn read(texts: &[String], writing: Writing) -> Result<Vec<Value>, Error> {
    let read = |(index, text): (usize, &String)| {
        let value = match writing {
            Writing::Mixed => mixed(text),
            Writing::Json => json(text),
            Writing::Typed => typed(text),
        };
        value.map_err(|error| error.in_param(index))
    };
    texts.iter().enumerate().map(read).collect()
}

fn json(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|error| no_json(&error))
}

fn typed(text: &str) -> Result<Value, Error> {
    typed::read(serde_json::from_str(text).map_err(|error| no_json(&error))?)
}

fn no_json(error: &serde_json::Error) -> Error {
    Error::new(ErrorKind::Syntax, format!("not JSON: {error}"))
}

fn mixed(text: &str) -> Result<Value, Error> {
    if let Some((letter, rest)) = text.split_once('/')
        && let Some(value) = lettered(letter, rest)
    {
        return value;
    }
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        // What is JSON, and no value of XML-RPC, or begins like something that can only be meant as JSON.
        Err(error) if error.is_data() || text.starts_with(['"', '[', '{']) => Err(no_json(&error)),
        Err(_) => Ok(Value::from(text)),
    }
}

/// A value whose type a letter tells. `None` where the letter is none.
fn lettered(letter: &str, text: &str) -> Option<Result<Value, Error>> {
    let value = match letter {
        "i" => text.parse().map(Value::Int).map_err(|_| expected("an integer of 32 bits", text)),
        "I" => text.parse().map(Value::I8).map_err(|_| expected("an integer of 64 bits", text)),
        "d" => match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Value::Double(value)),
            _ => Err(expected("a finite number", text)),
        },
        "b" => match text {
            "t" | "true" | "1" => Ok(Value::Bool(true)),
            "f" | "false" | "0" => Ok(Value::Bool(false)),
            _ => Err(expected("t or f", text)),
        },
        "s" => Ok(Value::from(text)),
        "h" => hex(text)
            .map(|bytes| Value::Base64(Base64::from(bytes)))
            .ok_or_else(|| expected("pairs of hexadecimal digits", text)),
        "t" => text.parse::<DateTime>().map(Value::DateTime),
        "n" if text.is_empty() => Ok(Value::Nil),
        "n" => Err(expected("nothing", text)),
        // One that was misremembered must not become a string unseen.
        _ if letter.len() == 1 && letter.as_bytes()[0].is_ascii_alphabetic() => {
            let found: String = text.chars().take(60).collect();
            let what = format!(
                "no type has the letter {letter}, but i, I, d, b, s, h, t and n; as a string it is s/{letter}/{found}"
            );
            Err(Error::new(ErrorKind::Type, what))
        }
        _ => return None,
    };
    Some(value)
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pair = |pair: &[u8]| match *pair {
        [high, low] => u8::try_from(16 * digit(high)? + digit(low)?).ok(),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

fn expected(what: &str, found: &str) -> Error {
    let found: String = found.chars().take(60).collect();
    Error::new(ErrorKind::Type, format!("expected {what}, found {found:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xmlrpc_core::value;

    fn one(text: &str, writing: Writing) -> Result<Value, Error> {
        read(&[text.to_owned()], writing).map(|mut values| values.remove(0))
    }

    #[test]
    fn a_letter_tells_the_type() {
        for (text, value) in [
            ("i/5", Value::Int(5)),
            ("i/-5", Value::Int(-5)),
            ("I/9", Value::I8(9)),
            ("n/", Value::Nil),
            ("d/1.5", Value::Double(1.5)),
            ("d/2", Value::Double(2.0)),
            ("h/00fF", Value::Base64(vec![0, 255].into())),
            ("h/", Value::Base64(vec![].into())),
            ("s/x", Value::from("x")),
            ("s/5", Value::from("5")),
            ("s/", Value::from("")),
            ("s/a/b", Value::from("a/b")),
            ("b/t", Value::Bool(true)),
            ("b/false", Value::Bool(false)),
        ] {
            assert_eq!(one(text, Writing::Mixed).ok(), Some(value), "{text}");
        }
        let date = one("t/1998-07-17T14:08:55", Writing::Mixed).unwrap();
        assert_eq!(date.as_datetime().unwrap().to_string(), "1998-07-17T14:08:55");
    }

    #[test]
    fn json_is_json_and_else_it_is_a_string() {
        for (text, value) in [
            ("5", value!(5)),
            ("2147483648", Value::I8(2_147_483_648)),
            ("-1.5", value!(-1.5)),
            ("true", value!(true)),
            ("null", Value::Nil),
            ("\"5\"", value!("5")),
            ("[1,\"x\"]", value!([1, "x"])),
            ("{\"b\":1,\"a\":{}}", value!({ "b": 1, "a": {} })),
            ("word", value!("word")),
            ("two words", value!("two words")),
            ("1.2.3", value!("1.2.3")),
            ("/var/log", value!("/var/log")),
            ("group/name", value!("group/name")),
            ("", value!("")),
        ] {
            assert_eq!(one(text, Writing::Mixed).ok(), Some(value), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_meant_as_a_string_is_refused() {
        for text in [
            "i/x",
            "i/2147483648",
            "I/",
            "d/NaN",
            "d/",
            "b/yes",
            "h/0",
            "h/zz",
            "h/é",
            "n/x",
            "t/soon",
            "f/1.5",
            "x/",
            "[1",
            "{\"a\"}",
            "\"x",
            "18446744073709551615",
        ] {
            let error = one(text, Writing::Mixed).unwrap_err();
            assert_eq!(error.path().as_deref(), Some("params[0]"), "{text}");
        }
    }

    #[test]
    fn one_notation_can_be_asked_for() {
        assert_eq!(one("5", Writing::Json).ok(), Some(value!(5)));
        assert_eq!(one("{\"int\":5}", Writing::Json).ok(), Some(value!({ "int": 5 })));
        assert_eq!(one("{\"int\":5}", Writing::Typed).ok(), Some(value!(5)));
        assert!(one("word", Writing::Json).is_err());
        assert!(one("i/5", Writing::Json).is_err());
        assert!(one("5", Writing::Typed).is_err());
    }
}
