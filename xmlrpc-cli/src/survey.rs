//! What a server tells of many methods, in few calls where it takes several in one.

use xmlrpc_core::{ErrorKind, Fault, Value, value};

use crate::{
    about::{self, About, HELP, SIGNATURE},
    report::Problem,
    server::{Failure, Server},
};

const MULTICALL: &str = "system.multicall";

/// How many methods are asked about in one call. There are two questions to each, and servers bound what they take.
const AT_ONCE: usize = 100;

/// What is known of each of these methods. `listed` are all that the server has.
pub(crate) fn of(
    server: &Server,
    names: &[String],
    listed: &[String],
) -> Result<Vec<About>, Failure> {
    let mut batches = names.len() > 1 && listed.iter().any(|name| name == MULTICALL);
    let mut all = Vec::with_capacity(names.len());
    for names in names.chunks(AT_ONCE) {
        if batches {
            match batch(server, names) {
                Ok(some) => {
                    all.extend(some);
                    continue;
                }
                // One at a time may do where several do not.
                Err(Failure::Fault(_)) => batches = false,
                Err(failure) => return Err(failure),
            }
        }
        for name in names {
            all.push(about::method(server, name)?);
        }
    }
    Ok(all)
}

fn batch(server: &Server, names: &[String]) -> Result<Vec<About>, Failure> {
    let question = |about: &'static str, name: &String| value!({ "methodName": about, "params": [Value::from(name.as_str())] });
    let calls: Vec<Value> =
        names.iter().flat_map(|name| [question(SIGNATURE, name), question(HELP, name)]).collect();
    let asked = calls.len();
    let answer = server.result(MULTICALL, &[Value::Array(calls)])?;
    let mut answers = match answer {
        Value::Array(answers) if answers.len() == asked => taken_out(answers).into_iter(),
        _ => {
            let text = format!("{MULTICALL} does not answer {asked} calls with as many answers");
            return Err(Problem::new(ErrorKind::Structure, text).into());
        }
    };
    let next = |answers: &mut dyn Iterator<Item = _>| answers.next().unwrap_or(Ok(Value::Nil));
    Ok(names
        .iter()
        .map(|name| {
            let signature = next(&mut answers);
            About::of(name, signature, next(&mut answers))
        })
        .collect())
}

/// Each result stands in an array of its own, but not in the answers of supervisord. One that is no such array tells.
fn taken_out(answers: Vec<Value>) -> Vec<Result<Value, Fault>> {
    let answers: Vec<_> =
        answers.into_iter().map(|answer| fault(&answer).map_or(Ok(answer), Err)).collect();
    let wrapped = answers
        .iter()
        .flatten()
        .all(|answer| matches!(answer, Value::Array(one) if one.len() == 1));
    let out = |answer: Value| match answer {
        Value::Array(mut one) if wrapped => one.pop().unwrap_or_default(),
        other => other,
    };
    answers.into_iter().map(|answer| answer.map(out)).collect()
}

fn fault(answer: &Value) -> Option<Fault> {
    let code = answer.get("faultCode")?.as_i32()?;
    let text = answer.get("faultString").and_then(Value::as_str).unwrap_or_default();
    Some(Fault::new(code, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_arrays_or_not() {
        let fault = value!({ "faultCode": 1, "faultString": "no" });
        let answers = |value: Value| taken_out(value.as_array().unwrap().to_vec());
        let wrapped = answers(value!([[["int"]], ["help"], fault.clone()]));
        assert_eq!(wrapped, [Ok(value!(["int"])), Ok(value!("help")), Err(Fault::new(1, "no"))]);
        let bare = answers(value!([["int"], "help", fault]));
        assert_eq!(bare, wrapped);
    }
}
