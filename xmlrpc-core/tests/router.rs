//! What a router answers: its services' methods, its own, and several calls in one.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong here fails the test")]

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use xmlrpc_core::{
    Error, Fault, Method, Route, Router, Service, Signature, Value, WireType,
    wire::{CallReader, CallWriter, Limits, ResponseWriter, read_response_bytes},
};

static METHODS: [&Method; 4] = [
    &Method::new("t.echo", 0, "").help("Says it again.").signature(Signature::new(
        WireType::of::<Value>,
        &[WireType::of::<String>, WireType::of::<Option<i32>>],
    )),
    &Method::new("t.fail", 1, ""),
    &Method::new("t.panic", 2, ""),
    &Method::new("t.half", 3, ""),
];

static QUICK: [&Method; 1] = [&Method::new("quick.echo", 0, "")];

#[derive(Default)]
struct Echo {
    inline: bool,
    calls: Arc<AtomicUsize>,
}

impl Service for Echo {
    fn methods(&self) -> &'static [&'static Method] {
        if self.inline { &QUICK } else { &METHODS }
    }

    fn call(
        &self,
        method: &Method,
        mut params: CallReader<'_>,
        response: &mut ResponseWriter<'_>,
    ) -> Result<(), Error> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        match method.ordinal {
            0 => {
                let value: Value = params.param()?;
                params.finish()?;
                response.result(&value)
            }
            1 => {
                response.fault(&Fault::new(7, "a < b"));
                Ok(())
            }
            2 => panic!("a secret"),
            _ => {
                response.result("half of an answer")?;
                panic!("a secret")
            }
        }
    }

    fn is_inline(&self) -> bool {
        self.inline
    }
}

fn router() -> Router {
    let mut router = Router::new();
    router.mount(Route::new(Echo::default())).unwrap();
    router
}

fn ask(router: &Router, body: &[u8]) -> Result<Value, Fault> {
    let mut out = b"before".to_vec();
    router.handle(body, None, &mut out);
    let document = out.strip_prefix(b"before").expect("what was there stays");
    read_response_bytes(document, None, Limits::default())
        .map_err(|error| error.into_fault().expect("a document"))
}

fn call(router: &Router, method: &str, param: Option<Value>) -> Result<Value, Fault> {
    let mut call = CallWriter::new(method);
    if let Some(param) = param {
        call.param(&param).unwrap();
    }
    ask(router, &call.finish())
}

/// The document of these `<value>`s as calls.
fn multicall(items: &str) -> String {
    format!(
        "<methodCall><methodName>system.multicall</methodName><params><param><value><array><data>{items}\
         </data></array></value></param></params></methodCall>"
    )
}

fn one(method: &str, params: &str) -> String {
    format!(
        "<value><struct><member><name>methodName</name><value>{method}</value></member><member><name>params</name>\
         <value><array><data>{params}</data></array></value></member></struct></value>"
    )
}

/// The answers, as text: a result as it is, a fault as its code.
fn answers(router: &Router, items: &str) -> Vec<String> {
    let all = ask(router, multicall(items).as_bytes()).unwrap();
    let text = |answer: &Value| match answer {
        Value::Array(result) if result.len() == 1 => format!("{:?}", result[0]),
        Value::Struct(fault) => {
            assert!(fault.get("faultString").is_some_and(|it| it.as_str().is_some()));
            fault.get("faultCode").and_then(Value::as_i64).unwrap().to_string()
        }
        other => panic!("{other:?}"),
    };
    all.as_array().unwrap().iter().map(text).collect()
}

#[test]
fn several_calls_are_answered_in_order_each_for_itself() {
    let items = [
        one("t.echo", "<value><int>1</int></value>"),
        one("t.fail", ""),
        one("t.panic", ""),
        one("t.half", ""),
        one("t.nothing", "<value>x</value>"),
        one("t.echo", ""),
        one("t.echo", "<value>a</value><value>b</value>"),
        one("system.methodExist", "<value>t.echo</value>"),
        one("t.echo", "<value>last &amp; least</value>"),
    ];
    assert_eq!(
        answers(&router(), &items.concat()),
        [
            "Int(1)",
            "7",
            "-32603",
            "-32603",
            "-32601",
            "-32602",
            "-32602",
            "Bool(true)",
            "String(\"last & least\")"
        ]
    );
    assert!(answers(&router(), "").is_empty());
}

#[test]
fn one_inside_another_is_refused_and_runs_nothing() {
    let inner = one("t.echo", "<value>x</value>");
    let items =
        one("system.multicall", &format!("<value><array><data>{inner}</data></array></value>"));
    assert_eq!(answers(&router(), &(items + &inner)), ["-32600", "String(\"x\")"]);
}

#[test]
fn a_call_is_read_however_it_is_written() {
    for call in [
        "<value><struct><member><name>params</name><value><array><data><value>x</value></data></array></value></member>\
         <member><name>methodName</name><value><string>t.echo</string></value></member></struct></value>",
        "<value><struct><member><value><array><data><value>x</value></data></array></value><name>params</name></member>\
         <member><value>t.echo</value><name>methodName</name></member></struct></value>",
        " <value> <struct> <member> <name>methodName</name> <value><!-- -->t.echo</value> </member> <member><name>params\
         </name><value><array> <data> <value>x</value> </data> </array></value></member><member><name>more</name>\
         <value><array><data><value>1</value></data></array></value></member></struct></value> ",
    ] {
        assert_eq!(answers(&router(), call), ["String(\"x\")"], "{call}");
    }
}

#[test]
fn what_is_no_call_is_the_fault_of_that_one_alone() {
    let member = |name: &str, value: &str| {
        format!("<member><name>{name}</name><value>{value}</value></member>")
    };
    for broken in [
        "<value><int>1</int></value>".to_owned(),
        "<value/>".to_owned(),
        "<value><struct></struct></value>".to_owned(),
        format!("<value><struct>{}</struct></value>", member("methodName", "<int>1</int>")),
        format!(
            "<value><struct>{}{}</struct></value>",
            member("methodName", "t.echo"),
            member("params", "<struct></struct>")
        ),
    ] {
        let items = format!("{broken}{}", one("t.echo", "<value>x</value>"));
        assert_eq!(answers(&router(), &items), ["-32602", "String(\"x\")"], "{broken}");
    }
}

#[test]
fn a_broken_document_runs_none_of_its_calls() {
    let body = multicall(&one("quick.echo", "<value>x</value>"));
    let echo = Echo { inline: true, ..Echo::default() };
    let calls = echo.calls.clone();
    let mut router = Router::new();
    router.mount(Route::new(echo)).unwrap();
    for (length, _) in body.char_indices() {
        assert!(ask(&router, &body.as_bytes()[..length]).is_err());
    }
    let twice = body.replace("</params>", "<param><value>x</value></param></params>");
    assert_eq!(ask(&router, twice.as_bytes()).unwrap_err().code, Fault::WRONG_PARAMS);
    let none = "<methodCall><methodName>system.multicall</methodName></methodCall>";
    assert_eq!(ask(&router, none.as_bytes()).unwrap_err().code, Fault::WRONG_PARAMS);
    assert_eq!(
        call(&router, "system.multicall", Some(1.into())).unwrap_err().code,
        Fault::WRONG_PARAMS
    );
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    assert!(ask(&router, body.as_bytes()).is_ok());
    assert_eq!(calls.load(Ordering::Relaxed), 1);
}

#[test]
fn the_number_of_calls_is_bounded() {
    let items = |count| one("t.echo", "<value>x</value>").repeat(count);
    assert_eq!(answers(&router(), &items(1000)).len(), 1000);
    let fault = ask(&router(), multicall(&items(1001)).as_bytes()).unwrap_err();
    assert!(fault.message.contains("more than 1000 calls"), "{fault}");
    let router = router().limits(Limits::default().calls(2));
    assert_eq!(answers(&router, &items(2)).len(), 2);
    assert!(ask(&router, multicall(&items(3)).as_bytes()).is_err());
}

#[test]
fn nesting_counts_from_the_root_of_the_document() {
    let deep = |levels: usize| {
        let (open, close) = ("<value><array><data>", "</data></array></value>");
        one("t.echo", &format!("{}{}", open.repeat(levels), close.repeat(levels)))
    };
    // The calls, the call, and its parameters are three.
    let router = router().limits(Limits::default().depth(13));
    assert!(ask(&router, multicall(&deep(10)).as_bytes()).is_ok());
    assert!(ask(&router, multicall(&deep(11)).as_bytes()).is_err());
}

#[test]
fn several_calls_are_inline_if_all_of_them_are() {
    let mut router = router();
    router.mount(Route::new(Echo { inline: true, ..Echo::default() })).unwrap();
    let (slow, quick) = (one("t.echo", ""), one("quick.echo", ""));
    let inline = |items: &[&str]| !router.needs(multicall(&items.concat()).as_bytes(), None).thread;
    assert!(inline(&[&quick, &quick]));
    assert!(inline(&[&quick, "<value>x</value>", &one("nobody", "")]));
    assert!(inline(&[]));
    assert!(!inline(&[&quick, &slow]));
}

#[test]
fn tells_of_its_methods() {
    let router = router();
    let names = call(&router, "system.listMethods", None).unwrap();
    for name in [
        "system.getCapabilities",
        "system.listMethods",
        "system.methodExist",
        "system.methodHelp",
        "system.methodSignature",
        "system.multicall",
        "t.echo",
    ] {
        assert!(names.as_array().unwrap().contains(&name.into()), "{name}");
        assert_eq!(call(&router, "system.methodExist", Some(name.into())), Ok(true.into()));
        assert!(
            call(&router, "system.methodHelp", Some(name.into())).unwrap().as_str() != Some("")
        );
    }
    assert_eq!(call(&router, "system.methodExist", Some("t.nothing".into())), Ok(false.into()));
    for method in ["system.methodHelp", "system.methodSignature"] {
        let fault = call(&router, method, Some("t.nothing".into())).unwrap_err();
        assert_eq!(fault.code, Fault::NO_SUCH_METHOD);
    }
}

#[test]
fn tells_what_its_methods_take() {
    let signature =
        |name: &str| call(&router(), "system.methodSignature", Some(name.into())).unwrap();
    let forms = |forms: &[&[&str]]| {
        forms.iter().map(|form| form.iter().copied().collect::<Value>()).collect::<Value>()
    };
    assert_eq!(signature("t.echo"), forms(&[&["undef", "string", "int"], &["undef", "string"]]));
    assert_eq!(signature("t.fail"), "undef");
    assert_eq!(signature("system.listMethods"), forms(&[&["array"]]));
    assert_eq!(signature("system.multicall"), forms(&[&["array", "array"]]));
}

#[test]
fn tells_which_specifications_it_follows() {
    let told = call(&router(), "system.getCapabilities", None).unwrap();
    for name in ["xmlrpc", "introspection", "system.multicall", "faults_interop", "nil"] {
        assert!(told[name]["specUrl"].as_str().is_some_and(|url| url.starts_with("http")));
        assert!(told[name]["specVersion"].as_i64().is_some());
    }
}

#[test]
fn an_answer_is_bounded_as_a_call_is() {
    let router = router().limits(Limits::default().body(20_000));
    let text = "x".repeat(900);
    let calls = one("quick.echo", &format!("<value>{text}</value>")).repeat(15);
    let body = multicall(&calls);
    assert!(ask(&router, body.as_bytes()).is_ok());
    // Each call gives back little more than it takes, but what lists the methods gives back much.
    let calls = one("system.listMethods", "").repeat(100);
    let mut out = Vec::new();
    router.handle(multicall(&calls).as_bytes(), None, &mut out);
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("the answer would have more than 20000 bytes"), "{text:.300}");
    assert!(text.len() < 60_000, "{}", text.len());
}
