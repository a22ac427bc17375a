//! The conformance cases, run through `xmlrpc decode --typed-json` as any program that decodes is checked with them.
//!
//! `tests/conformance/README.md` says what the notation means.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::{fs, path::PathBuf};

use common::{file, json, xmlrpc, xmlrpc_with};
use serde_json::{Value as Json, json};

#[test]
fn every_case_gives_what_counts_as_right() {
    let mut failures = Vec::new();
    let mut passed = 0;
    for flag in ["--call", "--response"] {
        // Documents that attack the parser run one by one: one that ends the process must not hide among the others.
        let (alone, together): (Vec<_>, Vec<_>) =
            cases().filter(|case| root(case) == flag).partition(|case| case["kind"] == "sec");
        for batch in alone.chunks(1).chain([&together[..]]) {
            let paths: Vec<_> = batch.iter().map(|case| path(case, "")).collect();
            let mut args = vec!["decode", "--typed-json", flag];
            args.extend(paths.iter().map(String::as_str));
            let run = xmlrpc(&args);
            let lines = run.lines();
            assert_eq!((lines.len(), run.err.as_str()), (batch.len(), ""));
            let failed = lines.iter().any(|line| !line["error"].is_null());
            assert_eq!(run.code, Some(i32::from(failed)));
            for (case, got) in batch.iter().zip(&lines) {
                if matches(&case["expect"], got) {
                    passed += 1;
                } else {
                    let wanted = case["expect"].to_string();
                    failures
                        .push(format!("{}: expected {wanted:.300}, got {got:.300}", case["id"]));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failed\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 200, "only {passed} cases");
}

#[test]
fn what_was_decoded_is_encoded_and_decoded_to_the_same() {
    let paths: Vec<_> = cases().map(|case| path(&case, "again-")).collect();
    let mut args = vec!["decode", "--typed-json"];
    args.extend(paths.iter().map(String::as_str));
    let mut passed = 0;
    for line in xmlrpc(&args).out.lines().filter(|line| !line.starts_with("{\"error\"")) {
        let xml = xmlrpc_with(&["encode"], line.as_bytes());
        if xml.code == Some(1) {
            // These can be read, but not written.
            assert!(xml.err.contains("U+"), "{line:.300}\n{}", xml.err);
            continue;
        }
        let again = xmlrpc_with(&["decode", "--typed-json", "-"], xml.good().as_bytes()).good();
        assert_eq!(again.trim_end_matches('\n'), line);
        passed += 1;
    }
    assert!(passed > 100, "only {passed} documents");
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance")
}

fn cases() -> impl Iterator<Item = Json> {
    let Json::Array(cases) = json(&fs::read_to_string(folder().join("cases.json")).unwrap()) else {
        panic!("no list")
    };
    cases.into_iter().filter(|case| matches!(case["kind"].as_str(), Some("resp" | "req" | "sec")))
}

/// The option for what the document is meant to be.
fn root(case: &Json) -> &'static str {
    match (case["kind"].as_str(), case["mode"].as_str()) {
        (Some("req"), _) | (_, Some("call")) => "--call",
        _ => "--response",
    }
}

/// The document, which is written first, under a name with this prefix, if it is a generated one.
fn path(case: &Json, prefix: &str) -> String {
    let name = case["file"].as_str().unwrap();
    let generator = &case["gen"];
    if generator.is_null() {
        return folder().join(name).into_os_string().into_string().unwrap();
    }
    let text = |field: &str| generator[field].as_str().unwrap();
    let mut body = text("prefix").to_owned();
    for n in 0..generator["times"].as_u64().unwrap() {
        body.push_str(&text("repeat").replace("{n}", &n.to_string()));
    }
    body.push_str(text("suffix"));
    assert_eq!(generator["size"].as_u64(), Some(body.len() as u64));
    file(&format!("{prefix}{name}"), body)
}

fn matches(expect: &Json, got: &Json) -> bool {
    let is_error = !got["error"].is_null();
    if expect["any"] == true {
        let if_ok = &expect["if_ok"];
        return is_error || if_ok.is_null() || matches(if_ok, got);
    }
    if !expect["error"].is_null() {
        return is_error;
    }
    let call = &expect["call"];
    if !call.is_null() {
        let wanted = expand(&json!({"array": call["params"]}), None);
        return same(&wanted, &json!({"array": got["params"]})) && call["method"] == got["method"];
    }
    if !expect["fault"].is_null() {
        return got["fault"] == expect["fault"];
    }
    same(&expand(&expect["value"], None), &got["value"])
}

/// Whether the value is the expected one. Doubles are compared as numbers, dates without a difference between the zones
/// `Z` and `+00:00`, the rest exactly.
fn same(wanted: &Json, got: &Json) -> bool {
    if let (Some(wanted), Some(got)) = (wanted["array"].as_array(), got["array"].as_array()) {
        return wanted.len() == got.len() && wanted.iter().zip(got).all(|(a, b)| same(a, b));
    }
    if let (Some(wanted), Some(got)) = (wanted["struct"].as_array(), got["struct"].as_array()) {
        let member = |(a, b): (&Json, &Json)| a[0] == b[0] && same(&a[1], &b[1]);
        return wanted.len() == got.len() && wanted.iter().zip(got).all(member);
    }
    if let (Some(wanted), Some(got)) = (wanted["double"].as_f64(), got["double"].as_f64()) {
        return wanted == got;
    }
    if let (Some(wanted), Some(got)) = (wanted["datetime"].as_str(), got["datetime"].as_str()) {
        return wanted.replace("+00:00", "Z") == got;
    }
    wanted == got
}

/// An expected value with its `times` written out.
fn expand(value: &Json, n: Option<u64>) -> Json {
    let times = value["times"].as_u64();
    if let Some(text) = value["string"].as_str() {
        let text = n.map_or(text.to_owned(), |n| text.replace("{n}", &n.to_string()));
        return json!({"string": text.repeat(usize::try_from(times.unwrap_or(1)).unwrap())});
    }
    if let Some(members) = value["struct"].as_array() {
        let members = members.iter().map(|member| json!([member[0], expand(&member[1], n)]));
        return json!({"struct": members.collect::<Vec<_>>()});
    }
    let Some(items) = value["array"].as_array() else { return value.clone() };
    let counts = times.map_or(vec![n], |times| (0..times).map(Some).collect());
    let items = counts.into_iter().flat_map(|n| items.iter().map(move |item| expand(item, n)));
    json!({"array": items.collect::<Vec<_>>()})
}
