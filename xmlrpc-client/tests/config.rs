//! Configurations as they stand in a file.
#![allow(clippy::unwrap_used, reason = "what a test cannot go on without fails it")]

use std::time::Duration;

use serde::Deserialize;
use xmlrpc_client::{Auth, Balance, Config, Endpoint, HttpProxy, Order, Retry, Tls};
use xmlrpc_core::{
    Transport as _,
    wire::{DateForm, Dialect, I8Use, Limits, NilUse, Tolerance},
};

#[derive(Debug, Deserialize)]
struct Program {
    people: Config,
}

fn people(toml: &str) -> Config {
    toml::from_str::<Program>(toml).unwrap().people
}

fn refusal(toml: &str) -> String {
    toml::from_str::<Program>(toml).unwrap_err().message().to_owned()
}

#[test]
fn a_text_is_an_endpoint_with_the_defaults() {
    assert_eq!(people("people = 'local'"), Config::default());
    assert_eq!(people("people = 'http://h/x'"), Config::new("http://h/x").unwrap());
}

#[test]
fn a_table_has_what_it_names_and_else_the_defaults() {
    let config = people("[people]\nendpoint = 'http://h'\ntimeout = '500ms'");
    assert_eq!(config, Config::new("http://h").unwrap().timeout(Duration::from_millis(500)));
}

#[test]
fn a_table_says_where_calls_go() {
    for toml in ["[people]", "[people]\ntimeout = '5s'"] {
        let message = refusal(toml);
        assert!(message.contains("there is no `endpoint`: write a URL, or \"local\""), "{message}");
    }
}

#[test]
fn every_field_can_be_set() {
    let config = people(
        "[people]\nendpoint = 'http://h'\nconnect_timeout = '1s'\ntimeout = '1m 1s'\n\
         names_kept = '0s'\nmax_request = 5\nmax_response = 6\nuser = 'ada'\npassword = 's3cret'\n\
         plaintext = true\nheaders = { X-B = '2', X-A = '1' }\nuser_agent = 'x/1'\ncookies = true\n\
         proxy = 'http://p:3128'\ncompress_over = 7\naccept_compressed = true\n\
         tls = { roots = 'ca.pem', mozilla = true, certificate = 'c.pem', key = 'c.key' }",
    );
    let tls = Tls::new().roots_file("ca.pem").beside_mozilla().identity_files("c.pem", "c.key");
    let expected = Config::new("http://h")
        .unwrap()
        .connect_timeout(Duration::from_secs(1))
        .timeout(Duration::from_secs(61))
        .names_kept(Duration::ZERO)
        .max_request(5)
        .max_response(6)
        .auth(Auth::basic("ada", "s3cret").unwrap())
        .plaintext()
        .header("X-A", "1")
        .header("X-B", "2")
        .user_agent("x/1")
        .cookies()
        .proxy("http://p:3128".parse().unwrap())
        .compress_over(7)
        .accept_compressed()
        .tls(tls);
    assert_eq!(config, expected);
}

#[test]
fn the_defaults_are_those_documented() {
    let config = Config::default();
    assert!(config.endpoint.is_local());
    assert_eq!(config.connect_timeout, Duration::from_secs(5));
    assert_eq!(config.timeout, Duration::from_secs(30));
    assert_eq!(config.names_kept, Duration::from_secs(60));
    assert_eq!((config.max_request, config.max_response), (16_777_216, 16_777_216));
    assert_eq!((config.auth, config.user_agent, config.compress_over), (None, None, None));
    assert!(!config.plaintext && !config.cookies && !config.accept_compressed);
    assert_eq!((config.proxy, config.tls), (HttpProxy::none(), Tls::new()));
}

#[test]
fn an_unknown_field_is_named_with_the_known_ones() {
    let message = refusal("[people]\nendpiont = 'local'");
    assert!(message.contains("`endpiont`") && message.contains("`endpoint`"), "{message}");
}

#[test]
fn a_bad_endpoint_says_what_is_wrong_with_it() {
    for toml in ["people = 'ftp://h'", "[people]\nendpoint = 'ftp://h'"] {
        let message = refusal(toml);
        assert!(
            message.contains("unknown scheme: write `http://") && message.contains("`local`"),
            "{message}"
        );
    }
}

#[test]
fn a_wrong_type_says_what_is_expected() {
    let message = refusal("people = 5");
    assert!(message.contains("the text of an endpoint, or a table"), "{message}");
    let message = refusal("[people]\nendpoint = 5");
    assert!(message.contains("an endpoint: `http://"), "{message}");
}

#[test]
fn a_duration_needs_its_unit() {
    for value in ["5", "'5'", "'soon'", "''"] {
        let message = refusal(&format!("[people]\ntimeout = {value}"));
        assert!(message.contains("such as \"5s\" or \"500ms\""), "{message}");
    }
    assert!(refusal("[people]\ntimeout = '0s'").contains("zero"));
}

#[test]
fn what_is_wrong_with_a_value_names_its_field_and_stands_in_its_line() {
    for (line, told) in [
        ("names_kept = 5", "names_kept: invalid type: integer `5`, expected a duration"),
        ("timeout = '0s'", "timeout: a time-out of zero"),
        ("max_request = 'x'", "max_request: invalid type: string \"x\""),
        ("cookies = 1", "cookies: invalid type: integer `1`, expected a boolean"),
        ("proxy = 'ftp://h'", "proxy: the proxy has another scheme"),
        ("tls = { roots = 5 }", "tls: invalid type: integer `5`, expected path string in `roots`"),
        ("retry = { attempts = 2, first = 5 }", "retry: invalid type: integer `5`, expected a"),
        ("dialect = { nil = 'x' }", "dialect: unknown variant `x`"),
        ("timeuot = '5s'", "unknown field `timeuot`"),
    ] {
        let toml = format!("[people]\n# where\n{line}\nendpoint = 'http://h'");
        let error = toml::from_str::<Program>(&toml).unwrap_err();
        assert!(error.message().starts_with(told), "{}", error.message());
        assert!(!error.message().contains('\n'), "{}", error.message());
        let before = &toml[..error.span().unwrap().start];
        assert_eq!(before.matches('\n').count(), 2, "{error}");
        // Another format, which tells no place.
        let table = toml::from_str::<toml::Table>(&toml).unwrap();
        let error = Program::deserialize(table).unwrap_err();
        assert!(error.message().starts_with(told), "{}", error.message());
    }
}

#[test]
fn what_is_wrong_with_a_secret_does_not_show_it() {
    for line in [
        "password = 53537",
        "token = 53537",
        "token = ['53537']",
        "headers = { X-Key = 53537 }",
        "headers = '53537'",
        "also = 'http://ada:53537@h'",
    ] {
        let message = refusal(&format!("[people]\nendpoint = 'http://h'\n{line}"));
        let name = line.split(' ').next().unwrap();
        assert!(message.starts_with(name) && !message.contains("53537"), "{message}");
        assert!(message.contains("not shown"), "{message}");
    }
}

#[test]
fn limits_tolerance_and_dialect_reach_the_transport() {
    let config = people(
        "[people]\nendpoint = 'http://h'\nmax_response = 33554432\nlimits = { depth = 16 }\n\
         tolerance = { surroundings = true }\ndialect = { nil = 'never', i8 = 'always', date = 'extended' }",
    );
    let remote = config.connect().unwrap();
    let dialect = Dialect::new().nil(NilUse::Never).i8(I8Use::Always).date(DateForm::Extended);
    assert_eq!(remote.dialect(), dialect);
    let reading = remote.reading();
    assert_eq!(reading.tolerance, Tolerance::default().surroundings(true));
    assert_eq!(reading.limits, Limits::default().body(32 << 20).depth(16));
    let config = Config::new("http://h").unwrap();
    let remote = config.clone().dialect(dialect).tolerance(reading.tolerance).connect().unwrap();
    assert_eq!((remote.dialect(), remote.reading().tolerance), (dialect, reading.tolerance));
    assert_eq!(config.connect().unwrap().dialect(), Dialect::default());
    assert!(refusal("[people]\ndialect = { nil = 'sometimes' }").contains("sometimes"));
    assert!(refusal("[people]\ntolerance = { lax = true }").contains("lax"));
}

#[test]
fn an_endpoint_is_read_by_itself() {
    #[derive(Deserialize)]
    struct Plain {
        endpoint: Endpoint,
    }
    let plain: Plain = toml::from_str("endpoint = 'http://h'").unwrap();
    assert_eq!(plain.endpoint.to_string(), "http://h/RPC2");
}

#[test]
fn debug_shows_no_credentials() {
    let config = people("people = 'http://ada:s3cret@127.0.0.1'");
    let shown = format!("{config:?} {:?}", config.connect().unwrap());
    assert!(!shown.contains("s3cret") && !shown.contains("ada"), "{shown}");
}

#[test]
fn nothing_that_is_secret_is_shown() {
    let tables = [
        "user = 'ada'\npassword = 's3cret'",
        "token = 's3cret'",
        "headers = { X-Key = 's3cret' }",
        "proxy = 'http://ada:s3cret@p.example'",
    ];
    for table in tables {
        let config = people(&format!("[people]\nendpoint = 'http://127.0.0.1'\n{table}"));
        let shown = format!("{config:?}");
        assert!(!shown.contains("s3cret") && !shown.contains("ada"), "{shown}");
    }
    let tls = Tls::new().identity("certificate", "s3cret").roots("s3cret");
    assert!(!format!("{tls:?}").contains("s3cret"));
    assert!(format!("{tls:?}").contains("certificates_are_checked: true"));
}

#[test]
fn half_of_the_credentials_is_none() {
    assert!(refusal("[people]\nuser = 'ada'").contains("no `password`"));
    assert!(refusal("[people]\npassword = 's3cret'").contains("no `user`"));
    let message = refusal("[people]\nuser = 'ada'\npassword = 's3cret'\ntoken = 't'");
    assert!(message.contains("leave one out"), "{message}");
    assert!(refusal("[people]\ntoken = 'a b'").contains("token"));
    assert!(refusal("[people]\ntls = { certificate = 'c' }").contains("key"));
    assert!(refusal("[people]\ntls = { verify = false }").contains("verify"));
    assert!(refusal("[people]\nproxy = 'socks5://h'").contains("scheme"));
}

#[test]
fn names_may_be_looked_up_each_time_but_calls_take_time() {
    assert_eq!(
        people("[people]\nendpoint = 'http://h'\nnames_kept = '0s'").names_kept,
        Duration::ZERO
    );
    assert!(refusal("[people]\nconnect_timeout = '0s'").contains("zero"));
}

#[test]
fn several_endpoints_and_retries_are_one_transport() {
    let config = people(
        "[people]\nendpoint = 'http://a'\nalso = ['http://ada:s3cret@127.0.0.1:9/x', 'scgi://c:5000']\n\
         balance = { order = 'round_robin', aside = '2s', longest = '0s' }\n\
         retry = { attempts = 3, first = '1ms', longest = '1m', jitter = 0, budget = 100, reserve = 1 }",
    );
    let expected = Config::new("http://a")
        .unwrap()
        .also("http://ada:s3cret@127.0.0.1:9/x".parse().unwrap())
        .also("scgi://c:5000".parse().unwrap())
        .balance(
            Balance::new()
                .order(Order::RoundRobin)
                .aside(Duration::from_secs(2))
                .longest(Duration::ZERO),
        )
        .retry(
            Retry::attempts(3)
                .first(Duration::from_millis(1))
                .longest(Duration::from_secs(60))
                .jitter(0)
                .budget(100)
                .reserve(1),
        );
    assert_eq!(config, expected);
    let remote = config.connect().unwrap();
    assert_eq!(remote.describe(), "http://a/RPC2, http://127.0.0.1:9/x, scgi://c:5000/RPC2");
    assert!(!format!("{config:?} {remote:?}").contains("s3cret"));
    // A URL's own credentials are sent there and nowhere else; those of the configuration where there are no others.
    let both = config.clone().plaintext().auth(Auth::bearer("t0ken").unwrap());
    assert!(both.connect().is_err(), "SCGI has no credentials");
    let mut both = both;
    both.also.pop();
    both.connect().unwrap();
    let local = Config::new("http://a").unwrap().also(Endpoint::local());
    assert!(local.connect().is_err());
    assert!(refusal("[people]\nretry = { attempts = 3, first = 5 }").contains("\"100ms\""));
    assert!(refusal("[people]\nbalance = { order = 'any' }").contains("any"));
    assert!(refusal("[people]\nalso = ['ftp://h']").contains("unknown scheme"));
}
