//! Limits, tolerance and dialect, set where a user sets them: at the server and in the client's configuration.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

use xmlrpc_proxy::{
    Config, Error, ErrorKind, Result, Server, Value, service, value,
    wire::{Dialect, I8Use, Limits, NilUse},
};

#[service]
trait Echo {
    fn echo(&self, value: &Value) -> Result<Value>;
    fn count(&self, items: &[i64]) -> Result<Option<i64>>;
}

struct Echoes;

impl Echo for Echoes {
    fn echo(&self, value: &Value) -> Result<Value> {
        Ok(value.clone())
    }
    fn count(&self, items: &[i64]) -> Result<Option<i64>> {
        Ok(i64::try_from(items.len()).ok().filter(|&count| count > 0))
    }
}

fn code(error: Error) -> i32 {
    error.into_fault().expect("a fault").code
}

#[test]
fn each_side_writes_in_its_own_dialect() {
    let server = Server::bind("127.0.0.1:0")
        .unwrap()
        .dialect(Dialect::specification())
        .limits(Limits::default().values(100))
        .mount(EchoService::new(Echoes))
        .spawn()
        .unwrap();
    let config = Config::new(server.url()).unwrap();
    let plain = EchoClient::connect(config.clone()).unwrap();
    assert_eq!(plain.count(&[1, 2]).unwrap(), Some(2));
    // The server may not answer with nil, and not with an i8 that needs to be one.
    assert_eq!(code(plain.count(&[]).unwrap_err()), -32603);
    assert_eq!(code(plain.echo(&value!([1i64 << 40])).unwrap_err()), -32603);
    assert_eq!(plain.echo(&Value::I8(5)).unwrap(), Value::Int(5));
    // And takes no more than a hundred values.
    assert!(plain.count(&[0; 99]).is_ok());
    assert_eq!(code(plain.count(&[0; 100]).unwrap_err()), -32600);

    let never = Dialect::new().i8(I8Use::Never).nil(NilUse::Never);
    let strict = EchoClient::connect(config.clone().dialect(never)).unwrap();
    let error = strict.echo(&value!({ "a": [nil] })).unwrap_err();
    assert_eq!((error.kind(), error.path().as_deref()), (ErrorKind::Range, Some("params[0].a[0]")));
    let error = strict.count(&[0, i64::MAX]).unwrap_err();
    assert_eq!((error.kind(), error.path().as_deref()), (ErrorKind::Range, Some("params[0][1]")));
    assert_eq!(strict.count(&[1]).unwrap(), Some(1));

    let narrow = EchoClient::connect(config.limits(Limits::default().depth(2))).unwrap();
    assert!(narrow.echo(&value!([[]])).is_ok());
    let error = narrow.echo(&value!([[[]]])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}
