//! What `encode` writes, `decode` reads to the same.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::xmlrpc_with;

fn there_and_back(json: &str) {
    let xml = xmlrpc_with(&["encode"], json.as_bytes()).good();
    let back = xmlrpc_with(&["decode", "--typed-json", "-"], xml.as_bytes()).good();
    assert_eq!(back, format!("{json}\n"), "{xml}");
}

#[test]
fn every_kind_of_value() {
    for value in [
        r#"{"nil":null}"#,
        r#"{"int":0}"#,
        r#"{"int":2147483647}"#,
        r#"{"int":-2147483648}"#,
        r#"{"i8":5}"#,
        r#"{"i8":9223372036854775807}"#,
        r#"{"i8":-9223372036854775808}"#,
        r#"{"bool":true}"#,
        r#"{"bool":false}"#,
        r#"{"string":""}"#,
        r#"{"string":"\t\r\n \r\n ]]> <&> \" ' é 𝄞"}"#,
        r#"{"datetime":"1998-07-17T14:08:55"}"#,
        r#"{"datetime":"2018-03-06T06:21:20.25+01:00"}"#,
        r#"{"datetime":"2018-03-06T06:21:20.000000001Z"}"#,
        r#"{"datetime":"0000-00-00T00:00:00"}"#,
        r#"{"base64":""}"#,
        r#"{"base64":"AAEC/f7/+g=="}"#,
        r#"{"array":[]}"#,
        r#"{"array":[{"int":1},{"array":[{"string":"x"}]},{"struct":[]}]}"#,
        r#"{"struct":[["z",{"int":1}],["a",{"int":2}],["",{"nil":null}],["<é>",{"bool":true}]]}"#,
    ] {
        there_and_back(&format!("{{\"value\":{value}}}"));
        there_and_back(&format!("{{\"method\":\"m\",\"params\":[{value},{value}]}}"));
    }
}

#[test]
fn doubles_to_the_last_bit() {
    for double in [
        0.0,
        -0.0,
        1.0,
        0.1,
        1.0 / 3.0,
        1e15,
        1e16,
        1e300,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        5e-324,
        // One that a fast parser gets wrong in its last bit.
        31.245_270_191_439_438,
        9_007_199_254_740_993.0,
    ] {
        let json = serde_json::to_string(&double).unwrap();
        there_and_back(&format!("{{\"value\":{{\"double\":{json}}}}}"));
    }
}

#[test]
fn calls_and_faults() {
    for json in [
        r#"{"method":"","params":[]}"#,
        r#"{"method":"<é>&","params":[]}"#,
        r#"{"method":"m","params":[{"nil":null}]}"#,
        r#"{"method":"m","params":[{"nil":null},{"nil":null},{"int":1},{"nil":null}]}"#,
        r#"{"fault":{"code":-32601,"string":"no such method: <\"x\">"}}"#,
        r#"{"fault":{"code":0,"string":""}}"#,
    ] {
        there_and_back(json);
    }
}
