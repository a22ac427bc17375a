//! Limits: each at its edge and over it, and hostile documents that end in linear time and bounded memory.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use serde::de::IgnoredAny;
use xmlrpc_core::{
    Base64, Error, ErrorKind, Router, Value,
    wire::{CallReader, Limits, Reading, decode, read_response, read_response_bytes},
};

fn response(value: &str) -> String {
    format!("<methodResponse><params><param>{value}</param></params></methodResponse>")
}

fn array(items: &str) -> String {
    response(&format!("<value><array><data>{items}</data></array></value>"))
}

fn structure(members: impl Iterator<Item = usize>) -> String {
    let members: String =
        members.map(|n| format!("<member><name>m{n}</name><value/></member>")).collect();
    response(&format!("<value><struct>{members}</struct></value>"))
}

/// Read with `limits` it passes, with `tighter` it does not, whatever reads it.
fn edge(text: &str, limits: Limits, tighter: Limits, words: &str) {
    for (limits, passes) in [(limits, true), (tighter, false)] {
        let value = read_response::<Value>(text, limits).map(drop);
        let ignored = read_response::<IgnoredAny>(text, limits).map(drop);
        let bytes = read_response_bytes::<Value>(text.as_bytes(), None, limits).map(drop);
        for result in [value, ignored, bytes] {
            match result {
                Ok(()) => assert!(passes, "{text:.200}"),
                Err(error) => {
                    assert!(!passes, "{error}");
                    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
                    assert!(error.to_string().contains(words), "{error}");
                }
            }
        }
    }
}

#[test]
fn values() {
    let limits = Limits::default();
    let ten = array(&"<value><int>1</int></value>".repeat(10));
    edge(&ten, limits.values(10), limits.values(9), "more than 9 values");
    let ten = array(&"<!-- --><value>x</value>\n".repeat(10));
    edge(&ten, limits.values(10), limits.values(9), "more than 9 values");
    let four = array("<value><struct><member><name>a</name><value/></member></struct></value>").replace(
        "<value/>",
        "<value><struct><member><value/><name>a</name></member><member><name>b</name><value/></member></struct></value>",
    );
    edge(&four, limits.values(4), limits.values(3), "more than 3 values");

    let call = format!(
        "<methodCall><methodName>m</methodName><params>{}</params></methodCall>",
        "<param><value/></param>".repeat(10)
    );
    let read = |limits| -> Result<usize, Error> {
        let mut call = CallReader::new(&call, limits)?;
        let mut read = 0;
        while call.has_param()? {
            call.param::<Value>()?;
            read += 1;
        }
        call.finish().map(|()| read)
    };
    assert_eq!(read(limits.values(10)).unwrap(), 10);
    assert_eq!(read(limits.values(9)).unwrap_err().kind(), ErrorKind::Limit);
    let skipped = |limits| CallReader::new(&call, limits).and_then(CallReader::skip);
    assert_eq!(skipped(limits.values(10)).unwrap(), 10);
    assert_eq!(skipped(limits.values(9)).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn members() {
    let limits = Limits::default();
    let words = "a struct of more than 9 members";
    edge(&structure(0..10), limits.members(10), limits.members(9), words);
    let twice = structure((0..5).chain(0..5));
    edge(&twice, limits.members(10), limits.members(9), words);
    // It is for each struct, not for all.
    assert!(
        read_response::<Value>(
            &structure(0..10).replace(
                "<value/>",
                "<value><struct><member><name/><value/></member></struct></value>"
            ),
            limits.members(10)
        )
        .is_ok()
    );
}

#[test]
fn strings() {
    let limits = Limits::default().string(20);
    for text in
        ["x".repeat(20), "&lt;".repeat(20), "é".repeat(10), "<![CDATA[xxxxx]]>xxxxx".repeat(2)]
    {
        for value in [
            format!("<value>{text}</value>"),
            format!("<value><string>{text}</string></value>"),
            format!("<value><struct><member><name>{text}</name><value/></member></struct></value>"),
        ] {
            edge(&response(&value), limits, limits.string(19), "a text of more than 19 bytes");
        }
    }
    let base64 = response(&format!("<value><base64>{}</base64></value>", "AAAA".repeat(5)));
    edge(&base64, limits, limits.string(19), "a text of more than 19 bytes");
    assert_eq!(read_response::<Base64>(&base64, limits).unwrap().len(), 15);
}

#[test]
fn bytes_before_and_after_decoding() {
    let text = response(&format!("<value>{}</value>", "é".repeat(1000)));
    let limits = Limits::default();
    let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let read = |limits| read_response_bytes::<Value>(&latin1, Some("iso-8859-1"), limits);
    assert!(read(limits.decoded(text.len())).is_ok());
    let error = read(limits.decoded(text.len() - 1)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(error.body().is_none());
    assert!(read(limits.body(latin1.len()).decoded(text.len())).is_ok());
    assert_eq!(read(limits.body(latin1.len() - 1)).unwrap_err().kind(), ErrorKind::Limit);
    let reading = Reading::from(limits.decoded(10));
    assert_eq!(reading.decode(b"01234567890", None).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(reading.decode(b"0123456789", None).unwrap(), "0123456789");
}

#[test]
fn a_larger_body_raises_what_would_refuse_it() {
    let limits = Limits::default().body(1 << 30);
    assert_eq!((limits.decoded, limits.string), (1 << 30, 1 << 30));
    let limits = Limits::default().body(10);
    assert_eq!((limits.decoded, limits.string), (16 << 20, 16 << 20));
}

#[test]
fn a_router_answers_within_its_limits() {
    let call = "<methodCall><methodName>system.listMethods</methodName><params/></methodCall>";
    let answer = |limits: Limits| {
        let mut out = Vec::new();
        Router::new().limits(limits).handle(call.as_bytes(), None, &mut out);
        let answer = read_response_bytes::<Vec<String>>(&out, None, Limits::default());
        answer.map_err(|error| error.into_fault().unwrap().code)
    };
    assert!(answer(Limits::default()).is_ok());
    assert_eq!(answer(Limits::default().body(10)), Err(-32600));
    assert_eq!(answer(Limits::default().string(10)), Err(-32600));
}

/// Documents of `n` pieces that are to cost time and memory.
fn hostile(n: usize) -> Vec<String> {
    let members = |body: &dyn Fn(usize) -> String| {
        let members: String = (0..n).map(|n| format!("<member>{}</member>", body(n))).collect();
        response(&format!("<value><struct>{members}</struct></value>"))
    };
    // As deep as may be, all names behind the values: each level is looked through before it is read.
    let reversed = format!(
        "{}<value/>{}",
        "<value><struct><member>".repeat(120),
        "<name>a</name></member></struct></value>".repeat(120)
    );
    vec![
        array(&"<value/>".repeat(n)),
        array(&"<value><array><data/></array></value>".repeat(n)),
        array(&"<value><struct/></value>".repeat(n)),
        array(&"<value>&amp;</value>".repeat(n)),
        array(&"<value>\r</value>".repeat(n)),
        array(
            &format!("<value><array><data>{}</data></array></value>", "<value/>".repeat(10))
                .repeat(n / 10),
        ),
        array(&reversed.repeat(n / 120)),
        members(&|n| format!("<name>{n}</name><value/>")),
        members(&|n| format!("<name>{}</name><value/>", n % 2)),
        members(&|_| "<value/><name/>".to_owned()),
        members(&|n| format!("<!-- --><name>&#x{n:x};</name><value/>").replace("&#x0;", "")),
        response(&format!("<value>{}</value>", "<![CDATA[]]>".repeat(n))),
        response(&format!("<value>{}</value>", "&#13;".repeat(n))),
        response(&format!("<value>{}</value>", "&".repeat(n))),
        response(&format!("<value {}/>", "a='' ".repeat(n))),
        response(&format!("<value {}/>", "a".repeat(n))),
        response(&format!("<value><{}/></value>", "a".repeat(n))),
        response(&format!("<value><{}", "a:".repeat(n))),
        response(&format!("<value><int>{}</int></value>", "1".repeat(n))),
        response(&format!("<value><double>0.{}</double></value>", "1".repeat(n))),
        response(&format!("<value><double>1e{}</double></value>", "9".repeat(n))),
        response(&format!("<value><base64>{}</base64></value>", "=".repeat(n))),
        response(&format!("<value><base64>{}</base64></value>", "\n".repeat(n))),
        response(&format!(
            "<value><dateTime.iso8601>19980717T00:00:00.{}</dateTime.iso8601></value>",
            "0".repeat(n)
        )),
        format!("{}<methodResponse/>", "<!-- -->".repeat(n)),
        format!("<?xml {}", "?".repeat(n)),
        format!("<methodResponse>{}", "<params>".repeat(n)),
        format!("<methodResponse>{}", "</params>".repeat(n)),
        format!("<methodResponse>{}", "<fault><value>".repeat(n)),
        " ".repeat(n),
        "<".repeat(n),
        "<!".repeat(n),
        "]]>".repeat(n),
    ]
}

fn run(text: &str) -> bool {
    let value = read_response::<Value>(text, Limits::default());
    let ignored = read_response::<IgnoredAny>(text, Limits::default());
    let map = read_response::<HashMap<String, Vec<String>>>(text, Limits::default());
    if let Err(error) = &value {
        assert!(error.to_string().len() < 1500, "{error}");
    }
    value.is_ok() || ignored.is_ok() || map.is_ok()
}

/// The shortest of three, as other programs run beside.
fn time(run: impl Fn()) -> Duration {
    (0..3)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap()
}

#[test]
fn time_is_linear() {
    const TIMES: usize = 16;
    for (short, long) in hostile(2_000).iter().zip(hostile(2_000 * TIMES)) {
        let once = time(|| _ = run(short));
        let all = time(|| _ = run(&long));
        // Were it quadratic, it would be 256 times as much.
        let most = once * 5 * u32::try_from(TIMES).unwrap() + Duration::from_millis(200);
        assert!(all < most, "{once:?} became {all:?}: {short:.300}");
    }
}

#[test]
fn memory_is_bounded_by_the_size() {
    for text in hostile(50_000) {
        let used = allocation_counter::measure(|| _ = run(&text));
        let most = 24 * u64::try_from(text.len()).unwrap() + 10_000;
        assert!(used.bytes_max < most, "{} for {}: {text:.300}", used.bytes_max, text.len());
    }
}

#[test]
fn every_way_to_cut_a_hostile_document_ends() {
    for text in hostile(24) {
        for (at, _) in text.char_indices() {
            run(&text[..at]);
            run(&text[at..]);
        }
        assert!(decode(text.as_bytes(), None).is_ok());
    }
}

#[test]
fn what_was_set_stays_set_when_documents_may_be_longer() {
    let limits = Limits::default().string(4096).body(64 << 20);
    assert_eq!((limits.string, limits.decoded), (4096, 64 << 20));
    let long = format!(
        "<methodResponse><params><param><value>{}</value></param></params></methodResponse>",
        "x".repeat(5000)
    );
    let error = read_response::<String>(&long, limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
}
