//! Calls and what is none, over a real socket.

mod common;

use common::{Wire, assert_alive, call, post, post_with, start};

#[test]
fn a_call_is_answered_with_its_result_in_one_document_of_exact_length() {
    let (running, _) = start(|server| server);
    let answer = Wire::to(running.addr()).ask(post(call("add", &["<int>2</int>", "<i4>3</i4>"])));
    assert_eq!(answer.result::<i32>(), Ok(5));
    assert_eq!(answer.header("content-length").unwrap(), answer.body.len().to_string());
    assert_eq!(answer.header("transfer-encoding"), None);
    assert_eq!(answer.header("server"), None);
}

#[test]
fn a_connection_carries_one_call_after_the_other() {
    let (running, _) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    for text in ["a", "b", "c"] {
        assert_eq!(wire.ask(post(call("echo", &[text]))).result::<String>().unwrap(), text);
    }
}

#[test]
fn calls_sent_in_one_go_are_answered_in_order() {
    let (running, _) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    let texts = ["a", "b", "c", "d"];
    wire.send(texts.map(|text| post(call("echo", &[text]))).concat());
    for text in texts {
        assert_eq!(wire.answer().result::<String>().unwrap(), text);
    }
}

#[test]
fn a_body_in_chunks_is_read() {
    let (running, _) = start(|server| server);
    let body = call("echo", &["in chunks"]);
    let (first, second) = body.split_at(17);
    let mut wire = Wire::to(running.addr());
    wire.send("POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n");
    wire.send("Transfer-Encoding: chunked\r\n\r\n");
    for piece in [first, second] {
        wire.send(format!("{:x}\r\n{piece}\r\n", piece.len()));
    }
    assert_eq!(wire.ask("0\r\n\r\n").result::<String>().unwrap(), "in chunks");
}

#[test]
fn a_client_that_waits_for_100_continue_gets_it() {
    let (running, _) = start(|server| server);
    let request = post_with("Content-Type: text/xml\r\nExpect: 100-continue", call("echo", &["x"]));
    let head = request.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    let mut wire = Wire::to(running.addr());
    wire.send(&request[..head]);
    wire.send(&request[head..]);
    assert_eq!(wire.answer().result::<String>().unwrap(), "x");
}

#[test]
fn a_client_that_waits_for_100_continue_sends_no_body_that_would_be_refused() {
    let (running, _) = start(|server| server.max_body(1000));
    let mut wire = Wire::to(running.addr());
    let answer = wire.ask(
        "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n\
         Expect: 100-continue\r\nContent-Length: 1001\r\n\r\n",
    );
    assert_eq!(answer.status, 413);
}

#[test]
fn http_1_0_without_a_host_is_answered_and_closed() {
    let (running, _) = start(|server| server);
    let body = call("echo", &["old"]);
    let mut wire = Wire::to(running.addr());
    let answer = wire.ask(format!(
        "POST /RPC2 HTTP/1.0\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    assert_eq!(answer.result::<String>().unwrap(), "old");
    wire.assert_closed();
}

#[test]
fn a_client_that_has_closed_its_side_still_gets_its_answer() {
    let (running, gate) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    wire.send(post(call("gate", &[]))).end();
    gate.wait_for(1);
    gate.open();
    assert_eq!(wire.answer().result::<String>().unwrap(), "passed");
    wire.assert_closed();
}

#[test]
fn the_charset_of_the_content_type_counts() {
    let (running, _) = start(|server| server);
    let body =
        b"<methodCall><methodName>echo</methodName><params><param><value>\xe9</value></param>\
        </params></methodCall>";
    let request = post_with("Content-Type: text/xml; charset=ISO-8859-1", body);
    assert_eq!(Wire::to(running.addr()).ask(request).result::<String>().unwrap(), "\u{e9}");
}

#[test]
fn a_large_body_and_a_large_answer_pass() {
    let (running, _) = start(|server| server);
    let text = "x".repeat(8 << 20);
    let mut wire = Wire::to(running.addr());
    let request = post(call("echo", &[&text]));
    // Closed on the server's side after the answer, all of which has to come nevertheless.
    let request =
        String::from_utf8(request).unwrap().replacen("\r\n", "\r\nConnection: close\r\n", 1);
    assert!(wire.ask(request).result::<String>().unwrap() == text);
    wire.assert_closed();
}

#[test]
fn faults_come_with_status_200() {
    let (running, _) = start(|server| server);
    for (what, body, code) in [
        ("not XML", "hello".to_owned(), -32600),
        ("cut XML", "<methodCall><methodName>".to_owned(), -32700),
        ("nothing", String::new(), -32700),
        ("wrong root", "<html><body/></html>".to_owned(), -32600),
        ("a response", "<methodResponse></methodResponse>".to_owned(), -32600),
        ("no such method", call("nope", &[]), -32601),
        ("too few parameters", call("add", &["<int>1</int>"]), -32602),
        ("too many parameters", call("echo", &["a", "b"]), -32602),
        ("wrong type", call("add", &["<int>1</int>", "<string>2</string>"]), -32602),
        ("out of range", call("add", &["<int>1</int>", "<int>99999999999</int>"]), -32602),
        ("the method's own", call("add", &["<int>2147483647</int>", "<int>1</int>"]), 7),
    ] {
        let answer = Wire::to(running.addr()).ask(post(body));
        assert_eq!(answer.fault_code(), code, "{what}: {}", answer.text());
        assert_alive(&running);
    }
}

#[test]
fn a_panic_is_a_fault_that_tells_nothing_and_the_server_lives() {
    let (running, _) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    for _ in 0..3 {
        let answer = wire.ask(post(call("panic", &[])));
        assert_eq!(answer.fault_code(), -32603);
        assert!(!answer.text().contains("secret"), "{}", answer.text());
    }
    assert_eq!(wire.ask(post(call("echo", &["x"]))).result::<String>().unwrap(), "x");
}

#[test]
fn half_a_body_and_then_the_end_is_400() {
    let (running, _) = start(|server| server);
    let request = post(call("echo", &["x"]));
    let mut wire = Wire::to(running.addr());
    wire.send(&request[..request.len() - 20]).end();
    assert_eq!(wire.answer().status, 400);
    assert_alive(&running);

    let mut gone = Wire::to(running.addr());
    gone.send(&request[..request.len() - 20]);
    drop(gone);
    assert_alive(&running);
}

#[test]
fn a_request_may_end_at_any_byte() {
    let (running, _) = start(|server| server);
    let request = post(call("echo", &["x"]));
    for cut in 0..request.len() {
        let answer = Wire::to(running.addr()).send(&request[..cut]).end().try_answer();
        assert!(matches!(answer.map(|answer| answer.status), None | Some(400)), "cut at {cut}");
    }
    assert_alive(&running);
}

#[test]
fn what_is_no_call_gets_a_status_and_a_line_that_says_what_to_do() {
    let (running, _) = start(|server| server);
    let good = call("echo", &["x"]);
    let request = |line: &str, rest: &str| {
        format!(
            "{line} HTTP/1.1\r\nHost: localhost\r\n{rest}\r\nContent-Length: {}\r\n\r\n{good}",
            good.len()
        )
    };
    let xml = "Content-Type: text/xml";
    for (what, request, status, says) in [
        ("another method", request("PUT /RPC2", xml), 405, "POST"),
        ("another path", request("POST /nope", xml), 404, "/RPC2"),
        ("the path and more", request("POST /RPC2/", xml), 404, "/RPC2"),
        (
            "a form",
            request("POST /RPC2", "Content-Type: application/x-www-form-urlencoded"),
            415,
            "text/xml",
        ),
        ("plain text", request("POST /RPC2", "Content-Type: text/plain"), 415, "text/xml"),
        ("no type", request("POST /RPC2", "X: y"), 415, "text/xml"),
        (
            "br",
            request("POST /RPC2", "Content-Type: text/xml\r\nContent-Encoding: br"),
            415,
            "Content-Encoding",
        ),
    ] {
        let mut wire = Wire::to(running.addr());
        let answer = wire.ask(request);
        assert_eq!(answer.status, status, "{what}");
        assert_eq!(answer.header("content-type").as_deref(), Some("text/plain"), "{what}");
        assert!(
            answer.text().contains(says) && answer.body.len() < 200,
            "{what}: {}",
            answer.text()
        );
        wire.assert_closed();
        assert_alive(&running);
    }
}

#[test]
fn a_wrong_method_is_told_the_right_one() {
    let (running, _) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    let answer = wire.ask("GET /RPC2 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!((answer.status, answer.header("allow").as_deref()), (405, Some("POST")));
    // Nothing was left unread, so that the connection can go on.
    assert_eq!(wire.ask(post(call("echo", &["x"]))).result::<String>().unwrap(), "x");
}

#[test]
fn a_body_without_a_length_is_411_and_not_taken_for_a_request() {
    let (running, _) = start(|server| server);
    let mut wire = Wire::to(running.addr());
    let inner = post(call("gate", &[]));
    let mut request =
        b"POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n\r\n".to_vec();
    request.extend_from_slice(&inner);
    assert_eq!(wire.ask(request).status, 411);
    wire.assert_closed();
    assert_alive(&running);
}

#[test]
fn what_is_no_http_is_400() {
    let (running, _) = start(|server| server);
    for request in [
        "hello\r\n\r\n",
        "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nabc",
        "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        "POST /RPC2 HTTP/1.1\r\nContent-Type: text/xml\r\nContent-Length: 0\r\n\r\n",
    ] {
        let answer = Wire::to(running.addr()).send(request).try_answer();
        assert_eq!(answer.map(|answer| answer.status), Some(400), "{request}");
        assert_alive(&running);
    }
}

#[test]
fn http_2_is_closed() {
    let (running, _) = start(|server| server);
    Wire::to(running.addr()).send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").assert_closed();
    assert_alive(&running);
}

#[test]
fn the_path_can_be_another() {
    let (running, _) = start(|server| server.path("people"));
    assert!(running.url().ends_with("/people"), "{}", running.url());
    let request = String::from_utf8(post(call("echo", &["x"]))).unwrap();
    let mut wire = Wire::to(running.addr());
    assert_eq!(
        wire.ask(request.replacen("/RPC2", "/people?x=1", 1)).result::<String>().unwrap(),
        "x"
    );
    assert_eq!(wire.ask(request).status, 404);
}

#[test]
fn the_server_tells_its_methods() {
    let (running, _) = start(|server| server);
    let answer = Wire::to(running.addr()).ask(post(call("system.listMethods", &[])));
    let names = answer.result::<Vec<String>>().unwrap();
    assert_eq!(names[..6], ["add", "asked", "echo", "gate", "panic", "system.getCapabilities"]);
}
