//! The example `validator`, asked by a client of ours, and by the conformance suite.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, unreachable_pub, missing_debug_implementations, clippy::unwrap_used)]

mod peers;
#[path = "../examples/validator/services.rs"]
mod services;

use std::path::Path;

use services::{
    Entities, Examples, ExamplesClient, InteropEchoTests, InteropEchoTestsClient, Stooges, Times,
    Validator, ValidatorClient, mount,
};
use xmlrpc_proxy::{Base64, DateTime, Route, Router, Running, Server, Struct, Value, wire};

fn start(set: impl FnOnce(Server) -> Server) -> Running {
    mount(set(Server::bind("127.0.0.1:0").unwrap())).spawn().unwrap()
}

#[test]
fn validator1_answers_as_it_must() {
    let running = start(|server| server);
    let validator = ValidatorClient::connect(running.url()).unwrap();
    let stooges = Stooges { moe: 1, larry: 2, curly: -4 };
    assert_eq!(validator.array_of_structs_test(&[stooges, stooges]).unwrap(), -8);
    assert_eq!(validator.array_of_structs_test(&[]).unwrap(), 0);
    let counted = validator.count_the_entities("<<>&'\"\"\u{1F600}").unwrap();
    let expected = Entities {
        ct_left_angle_brackets: 2,
        ct_right_angle_brackets: 1,
        ct_ampersands: 1,
        ct_apostrophes: 1,
        ct_quotes: 2,
    };
    assert_eq!(counted, expected);
    assert_eq!(validator.easy_struct_test(&stooges).unwrap(), -1);
    let echoed =
        Value::from(Struct::from_iter([("z", Value::from("")), ("a", Struct::new().into())]));
    assert_eq!(validator.echo_struct_test(echoed.clone()).unwrap(), echoed);
    assert!(validator.echo_struct_test(1.into()).is_err());
    let (date, bytes) =
        (DateTime::new(1998, 7, 17, 14, 8, 55).unwrap(), (0..=255).collect::<Vec<u8>>());
    let many = (-1, true, "<&>".to_owned(), 0.1, date, Base64::from(bytes));
    let all = many.clone();
    assert_eq!(validator.many_types_test(all.0, all.1, all.2, all.3, all.4, all.5).unwrap(), many);
    let strings: Vec<String> = (0..150).map(|n| format!("{n} & more;")).collect();
    let joined = validator.moderate_size_array_check(&strings).unwrap();
    assert_eq!(joined, "0 & more;149 & more;");
    let day = Struct::from_iter([("moe", 1), ("larry", 2), ("curly", 3)]);
    let month = Struct::from_iter([("01", day)]);
    let calendar = Struct::from_iter([("2000", Struct::from_iter([("04", month)]))]);
    assert_eq!(validator.nested_struct_test(calendar.into()).unwrap(), 6);
    let times = Times { times10: 70, times100: 700, times1000: 7000 };
    assert_eq!(validator.simple_struct_return_test(7).unwrap(), times);
    assert!(validator.simple_struct_return_test(i32::MAX).is_err());
}

#[test]
fn the_examples_answer_too() {
    let running = start(|server| server);
    let examples = ExamplesClient::connect(running.url()).unwrap();
    assert_eq!(examples.get_state_name(41).unwrap(), "South Dakota");
    for none in [0, -1, 51, i32::MIN] {
        assert!(examples.get_state_name(none).is_err());
    }
    let echo = InteropEchoTestsClient::connect(running.url()).unwrap();
    echo.echo_void().unwrap();
    assert_eq!(echo.echo_float_array(vec![1.5, -0.0]).unwrap(), [1.5, -0.0]);
}

#[test]
fn its_types_tell_the_signatures() {
    let mut router = Router::new();
    router.mount(Route::from(services::ValidatorService::new(services::Answers))).unwrap();
    let signature = |name: &str| {
        let mut call = wire::CallWriter::new("system.methodSignature");
        call.param(name).unwrap();
        let mut answer = Vec::new();
        router.handle(&call.finish(), None, &mut answer);
        let limits = wire::Limits::default();
        wire::read_response_bytes::<Vec<Vec<String>>>(&answer, None, limits).unwrap()
    };
    assert_eq!(signature("validator1.arrayOfStructsTest"), [["int", "array"]]);
    assert_eq!(signature("validator1.easyStructTest"), [["int", "struct"]]);
    assert_eq!(signature("validator1.echoStructTest"), [["undef", "undef"]]);
    assert_eq!(
        signature("validator1.manyTypesTest"),
        [["array", "int", "boolean", "string", "double", "dateTime.iso8601", "base64"]]
    );
}

/// Runs the suite's own checker.
fn check(running: &Running, more: &[&str]) {
    let Some(mut python) = peers::command("python3") else { return };
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let port = running.addr().port().to_string();
    let checked = python
        .arg(cases.join("check_server.py"))
        .arg("--cases")
        .arg(&cases)
        .args(["--port", &port])
        .args(more)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
    assert!(said.contains(" 0 failed"), "{said}");
}

#[test]
fn every_case_of_the_suite_passes() {
    check(&start(|server| server), &["--slow"]);
}

#[test]
fn every_case_of_the_suite_passes_with_credentials() {
    check(&start(|server| server.user("greg", "p:w")), &["--auth", "greg:p:w"]);
}
