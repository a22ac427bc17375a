use base64::{Engine as _, prelude::BASE64_STANDARD};

use super::*;

fn shown(text: &str) -> String {
    text.parse::<Endpoint>().unwrap().to_string()
}

fn refusal(text: &str) -> String {
    let error = text.parse::<Endpoint>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint);
    error.to_string()
}

/// The decoded `user:password` that is sent.
fn credentials(text: &str) -> String {
    let endpoint: Endpoint = text.parse().unwrap();
    let header = endpoint.address().unwrap().authorization.clone().unwrap();
    let encoded = header.to_str().unwrap().strip_prefix("Basic ").unwrap().to_owned();
    String::from_utf8(BASE64_STANDARD.decode(encoded).unwrap()).unwrap()
}

#[test]
fn local_is_a_word() {
    assert!("local".parse::<Endpoint>().unwrap().is_local());
    assert!(" local\n".parse::<Endpoint>().unwrap().is_local());
    assert_eq!(shown("local"), "local");
    assert_eq!(Endpoint::default(), Endpoint::local());
}

#[test]
fn a_url_without_a_path_means_rpc2() {
    assert_eq!(shown("http://a.example"), "http://a.example/RPC2");
    assert_eq!(shown("http://a.example:8080"), "http://a.example:8080/RPC2");
    assert_eq!(shown("http://a.example?x=1"), "http://a.example/RPC2?x=1");
}

#[test]
fn a_path_that_is_written_stays() {
    assert_eq!(shown("http://a.example/"), "http://a.example/");
    assert_eq!(shown("http://a.example/xml/rpc/"), "http://a.example/xml/rpc/");
    assert_eq!(shown("http://a.example/p%20q?a=1&b=%2F"), "http://a.example/p%20q?a=1&b=%2F");
}

#[test]
fn the_scheme_may_be_in_capitals() {
    assert_eq!(shown("HTTP://a.example/x"), "http://a.example/x");
}

#[test]
fn ipv6_stands_in_brackets() {
    assert_eq!(shown("http://[::1]:8080"), "http://[::1]:8080/RPC2");
    assert_eq!(shown("http://[2001:db8::1]/x"), "http://[2001:db8::1]/x");
    assert!(refusal("http://::1/").contains("brackets"));
    assert!(refusal("http://[::zz]/").contains("IPv6"));
    assert!(refusal("http://[::1/").contains("host"));
}

#[test]
fn user_and_password_are_percent_decoded() {
    assert_eq!(credentials("http://ada:s3cret@h"), "ada:s3cret");
    assert_eq!(credentials("http://ada:p%40s%3As%2F@h/x"), "ada:p@s:s/");
    assert_eq!(credentials("http://ada:p:w@h"), "ada:p:w");
    assert_eq!(credentials("http://ada@h"), "ada:");
    assert_eq!(credentials("http://%C3%A4:%E2%82%AC@h"), "ä:€");
    assert!(refusal("http://a%3Ab:c@h").contains("colon"));
}

#[test]
fn credentials_are_never_shown() {
    let endpoint: Endpoint = "http://ada:s3cret@h:1/x".parse().unwrap();
    assert_eq!(endpoint.to_string(), "http://h:1/x");
    assert_eq!(format!("{endpoint:?}"), "Endpoint(http://h:1/x, with credentials)");
    assert_ne!(endpoint, "http://h:1/x".parse().unwrap());
}

#[test]
fn credentials_are_not_shown_in_refusals_either() {
    for text in [
        "ftp://ada:s3cret@h",
        "ada:s3cret@h",
        "http:ada:s3cret@h",
        "http://ada:s3cret@h:99999/",
        "http://ada:s3cret/x@h/",
        "http://ada:s3cret?x@h/",
        "http://ada:s3cret#x@h/",
        "http://ada:s3cret x@h/",
        "http://ada:s3cret@",
        "http://a%3Ab:s3cret@h",
    ] {
        let message = refusal(text);
        assert!(!message.contains("s3cret") && !message.contains("ada"), "{message}");
    }
}

#[test]
fn an_unknown_scheme_is_told_what_is_known() {
    let message = refusal("ftp://a.example");
    assert!(message.contains("\"ftp://a.example\""), "{message}");
    assert!(message.contains("`local`") && message.contains("`http://"), "{message}");
    assert!(refusal("a.example:8080").contains("has no scheme"));
    assert!(refusal("").contains("has no scheme"));
    assert!(refusal("Local").contains("`local`"));
}

#[test]
fn what_was_probably_meant_is_said() {
    for (text, meant) in [
        ("a.example:8080", "(`http://a.example:8080`?)"),
        ("localhost:80/RPC2", "(`http://localhost:80/RPC2`?)"),
        ("/run/people.sock", "(`http+unix:///run/people.sock`?)"),
        ("unix:///run/people.sock", "(`http+unix:///run/people.sock`?)"),
        ("http+unix:/tmp/s.sock", "(`http+unix:///tmp/s.sock`?)"),
        ("scgi+unix:tmp/s.sock:/x", "(`scgi+unix:///tmp/s.sock:/x`?)"),
        ("http:/x/", "(`http://x/`?)"),
        ("HTTPS:a.example", "(`https://a.example`?)"),
        ("scgi:127.0.0.1:5000", "(`scgi://127.0.0.1:5000`?)"),
        ("rtorrent.sock", "(`http+unix:///path/to/rtorrent.sock`?)"),
        ("./run/people.sock", "(`http+unix:///path/to/run/people.sock`?)"),
    ] {
        assert!(refusal(text).contains(meant), "{}", refusal(text));
    }
    for text in
        ["", "Local", "http:", "ftp://a.example", "ada:s3cret@a.example:80", "http:/ada:s3cret@h"]
    {
        assert!(!refusal(text).contains('?'), "{}", refusal(text));
    }
}

#[test]
fn what_is_wrong_is_named() {
    assert!(refusal("http://").contains("no host"));
    assert!(refusal("http:///RPC2").contains("no host"));
    assert!(refusal("http://:80/").contains("no host"));
    assert!(refusal("http://u:p@/").contains("no host"));
    assert!(refusal("http://h:0/").contains("bad port"));
    assert!(refusal("http://h:65536/").contains("bad port"));
    assert!(refusal("http://h:/").contains("bad port"));
    assert!(refusal("http://h:http/").contains("bad port"));
    assert!(refusal("http://h/a b").contains("space"));
    assert!(refusal("http://h/a\nb").contains("space"));
    assert!(refusal("http://h/a#b").contains("fragment"));
    assert!(refusal("http://müller.example/").contains("xn--"));
    assert!(refusal("http://a<b/").contains("host"));
    assert!(refusal("http://h/a<b").contains("path"));
}

#[cfg(feature = "tls")]
#[test]
fn https_is_known() {
    assert_eq!(shown("https://a.example"), "https://a.example/RPC2");
}

#[cfg(not(feature = "tls"))]
#[test]
fn https_without_its_feature_says_so() {
    assert!(refusal("https://a.example").contains("feature `tls`"));
}

#[cfg(unix)]
#[test]
fn a_unix_socket_is_a_path_with_the_path_of_the_calls_behind_it() {
    let parts = |text: &str| {
        let endpoint: Endpoint = text.parse().unwrap();
        assert_eq!(endpoint.to_string().parse::<Endpoint>().unwrap(), endpoint);
        let address = endpoint.address().unwrap();
        let Place::Unix(path) = &address.place else { panic!("{endpoint}") };
        (path.to_str().unwrap().to_owned(), address.path.to_string(), endpoint.to_string())
    };
    let (path, calls, text) = parts("http+unix:///run/people.sock");
    assert_eq!((path.as_str(), calls.as_str()), ("/run/people.sock", "/RPC2"));
    assert_eq!(text, "http+unix:///run/people.sock");
    let (path, calls, text) = parts("HTTP+unix:///run/a%20b%3A.sock:/x?y=1");
    assert_eq!((path.as_str(), calls.as_str()), ("/run/a b:.sock", "/x?y=1"));
    assert_eq!(text, "http+unix:///run/a%20b%3A.sock:/x?y=1");
    assert_eq!(parts("http+unix:///s.sock:/RPC2").2, "http+unix:///s.sock");
    assert_eq!(parts("scgi+unix:///s.sock").2, "scgi+unix:///s.sock");
    assert_eq!(parts("http+unix:///s.sock?y=1").1, "/RPC2?y=1");
    assert_eq!(credentials("http+unix://ada:s3cret@/s.sock"), "ada:s3cret");
}

#[cfg(unix)]
#[test]
fn what_is_wrong_with_a_unix_socket_is_named() {
    assert!(refusal("http+unix://").contains("names no socket"));
    assert!(refusal("http+unix:///").contains("names no socket"));
    assert!(refusal("http+unix:///run/").contains("names no socket"));
    assert!(refusal("http+unix://run/people.sock").contains("three slashes"));
    assert!(refusal("http+unix:///run/a:b.sock").contains("%3A"));
    assert!(refusal("http+unix:///run/a%00").contains("zero byte"));
    assert!(refusal(&format!("http+unix:///{}", "x".repeat(200))).contains("longer path"));
    assert!(refusal("scgi+unix://ada:s3cret@/s").contains("no authentication"));
}

#[cfg(not(unix))]
#[test]
fn there_are_no_unix_sockets_here() {
    assert!(refusal("http+unix:///run/people.sock").contains("does not have"));
}

#[test]
fn scgi_has_a_port() {
    assert_eq!(shown("scgi://127.0.0.1:5000"), "scgi://127.0.0.1:5000/RPC2");
    assert_eq!(shown("scgi://[::1]:5000/x"), "scgi://[::1]:5000/x");
    assert!(refusal("scgi://127.0.0.1").contains("no port"));
    assert!(refusal("scgi://u:p@127.0.0.1:5000").contains("no authentication"));
}
