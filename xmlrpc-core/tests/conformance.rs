//! The conformance cases that are documents, read as [`Value`]s and compared with the outcome that counts as right.
//!
//! `tests/conformance/README.md` says what the notation means.

#![allow(clippy::unwrap_used, reason = "a case that is not as it should be must stop the test")]

use std::{borrow::Cow, fs, path::PathBuf};

use serde::Deserialize as _;
use serde_json::{Value as Json, json};
use xmlrpc_core::{
    Error, Fault, Router, Value,
    wire::{self, CallReader, Limits},
};

/// Cases whose answer needs a method that the router does not have.
const NEEDS_MULTICALL: &str = "mc-";

#[test]
fn every_document_gives_what_counts_as_right() {
    let mut failures = Vec::new();
    let mut passed = 0;
    for case in cases() {
        let got = if is_call(&case) { call(&body(&case)) } else { response(&body(&case)) };
        if matches(&case["expect"], &got) {
            passed += 1;
        } else {
            failures.push(format!(
                "{} ({})\n  expected {:.300}\n  got      {:.300}",
                case["id"],
                case["what"],
                case["expect"].to_string(),
                got.to_string()
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} failed, {passed} passed\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(passed > 200, "only {passed} cases");
}

#[test]
fn a_router_answers_every_bad_call_with_the_fault_for_it() {
    let router = Router::new();
    let mut failures = Vec::new();
    for case in cases().filter(is_call) {
        let id = case["id"].as_str().unwrap_or_default();
        let wanted = &case["expect"]["answer_fault"];
        if wanted.is_null() || id.starts_with(NEEDS_MULTICALL) {
            continue;
        }
        let mut out = Vec::new();
        router.handle(&body(&case), None, &mut out);
        let answer = wire::read_response_bytes::<Value>(&out, None, Limits::default());
        let code = answer.err().and_then(|error| error.into_fault().ok()).map(|fault| fault.code);
        let right = match wanted {
            Json::Array(codes) => codes.iter().any(|wanted| wanted.as_i64() == code.map(i64::from)),
            wanted => wanted.as_i64() == code.map(i64::from),
        };
        if !right {
            failures.push(format!("{id}: expected the fault {wanted}, got {code:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_was_read_is_written_and_read_again_unchanged() {
    for case in cases().filter(|case| !is_call(case)) {
        let Ok(value) = read(&body(&case)) else { continue };
        let mut out = Vec::new();
        if let Err(error) = wire::ResponseWriter::new(&mut out).result(&value) {
            // Control characters can be read, but not written.
            assert_eq!(error.kind(), xmlrpc_core::ErrorKind::Range, "{}", case["id"]);
            continue;
        }
        assert_eq!(read(&out).ok(), Some(value), "{}", case["id"]);
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance")
}

fn cases() -> impl Iterator<Item = Json> {
    let text = fs::read_to_string(folder().join("cases.json")).unwrap();
    // One case is nested as deep as values may be, which is deeper than JSON may be by default.
    let mut reader = serde_json::Deserializer::from_str(&text);
    reader.disable_recursion_limit();
    let Json::Array(cases) = Json::deserialize(&mut reader).unwrap() else { panic!("no list") };
    cases.into_iter().filter(|case| matches!(case["kind"].as_str(), Some("resp" | "req" | "sec")))
}

fn is_call(case: &Json) -> bool {
    case["kind"] == "req" || case["mode"] == "call"
}

fn body(case: &Json) -> Vec<u8> {
    let generator = &case["gen"];
    if generator.is_null() {
        return fs::read(folder().join(case["file"].as_str().unwrap())).unwrap();
    }
    let text = |field: &str| generator[field].as_str().unwrap();
    let mut body = text("prefix").to_owned();
    for n in 0..generator["times"].as_u64().unwrap() {
        body.push_str(&text("repeat").replace("{n}", &n.to_string()));
    }
    body.push_str(text("suffix"));
    assert_eq!(Some(body.len() as u64), generator["size"].as_u64());
    body.into_bytes()
}

fn read(body: &[u8]) -> Result<Value, Error> {
    wire::read_response_bytes(body, None, Limits::default())
}

fn response(body: &[u8]) -> Json {
    match read(body).map_err(Error::into_fault) {
        Ok(value) => json!({ "value": typed(&value) }),
        Err(Ok(Fault { code, message })) => json!({"fault": {"code": code, "string": message}}),
        Err(Err(error)) => json!({"error": format!("{error:?}")}),
    }
}

fn call(body: &[u8]) -> Json {
    match read_call(body) {
        Ok((method, params)) => {
            json!({"method": method, "params": params.iter().map(typed).collect::<Vec<_>>()})
        }
        Err(error) => json!({"error": format!("{error:?}")}),
    }
}

fn read_call(body: &[u8]) -> Result<(String, Vec<Value>), Error> {
    let text = wire::decode(body, None)?;
    let mut call = CallReader::new(&text, Limits::default())?;
    let method = call.method().to_owned();
    let mut params = Vec::new();
    while call.has_param()? {
        params.push(call.param()?);
    }
    call.finish()?;
    Ok((method, params))
}

fn typed(value: &Value) -> Json {
    match value {
        Value::Nil => json!({ "nil": null }),
        Value::Int(value) => json!({ "int": value }),
        Value::I8(value) => json!({ "i8": value }),
        Value::Bool(value) => json!({ "bool": value }),
        Value::Double(value) => json!({ "double": value }),
        Value::String(value) => json!({ "string": value }),
        Value::DateTime(value) => json!({ "datetime": value.to_string() }),
        Value::Base64(value) => {
            use base64::Engine as _;
            json!({ "base64": base64::engine::general_purpose::STANDARD.encode(value) })
        }
        Value::Array(items) => json!({ "array": items.iter().map(typed).collect::<Vec<_>>() }),
        Value::Struct(members) => json!({
            "struct": members.iter().map(|(name, value)| json!([name, typed(value)])).collect::<Vec<_>>()
        }),
    }
}

fn matches(expect: &Json, got: &Json) -> bool {
    if expect["any"] == true {
        return !got["error"].is_null()
            || expect["if_ok"].is_null()
            || matches(&expect["if_ok"], got);
    }
    if !expect["error"].is_null() {
        return !got["error"].is_null();
    }
    if !expect["call"].is_null() {
        let (wanted, found) = (&expect["call"]["params"], &got["params"]);
        return expect["call"]["method"] == got["method"]
            && wanted.as_array().zip(found.as_array()).is_some_and(|(wanted, found)| {
                wanted.len() == found.len()
                    && wanted
                        .iter()
                        .zip(found)
                        .all(|(wanted, found)| same(&expand(wanted, None), found))
            });
    }
    if !expect["fault"].is_null() {
        return expect["fault"] == got["fault"];
    }
    !got["value"].is_null() && same(&expand(&expect["value"], None), &got["value"])
}

/// An expected value with its `times` written out.
fn expand(value: &Json, n: Option<u64>) -> Json {
    let times = value["times"].as_u64();
    if let Some(text) = value["string"].as_str() {
        let text = n.map_or(Cow::Borrowed(text), |n| text.replace("{n}", &n.to_string()).into());
        let times = usize::try_from(times.unwrap_or(1)).unwrap();
        return json!({ "string": text.repeat(times) });
    }
    if let Some(items) = value["array"].as_array() {
        let counts: Vec<_> = times.map_or(vec![n], |times| (0..times).map(Some).collect());
        let items: Vec<_> = counts
            .into_iter()
            .flat_map(|n| items.iter().map(move |item| expand(item, n)))
            .collect();
        return json!({ "array": items });
    }
    if let Some(members) = value["struct"].as_array() {
        let members: Vec<_> =
            members.iter().map(|member| json!([member[0], expand(&member[1], n)])).collect();
        return json!({ "struct": members });
    }
    value.clone()
}

/// Doubles are compared as numbers, dates without a difference between the zones `Z` and `+00:00`, the rest exactly.
fn same(wanted: &Json, found: &Json) -> bool {
    if let (Some(wanted), Some(found)) = (wanted["array"].as_array(), found["array"].as_array()) {
        return wanted.len() == found.len()
            && wanted.iter().zip(found).all(|(wanted, found)| same(wanted, found));
    }
    if let (Some(wanted), Some(found)) = (wanted["struct"].as_array(), found["struct"].as_array()) {
        return wanted.len() == found.len()
            && wanted
                .iter()
                .zip(found)
                .all(|(wanted, found)| wanted[0] == found[0] && same(&wanted[1], &found[1]));
    }
    if let (Some(wanted), Some(found)) = (wanted["double"].as_f64(), found["double"].as_f64()) {
        return wanted == found;
    }
    if let (Some(wanted), Some(found)) = (wanted["datetime"].as_str(), found["datetime"].as_str()) {
        return wanted.replace("+00:00", "Z") == found;
    }
    wanted == found
}
