//! Names of methods and parameters that mean something elsewhere.

use std::sync::Arc;

use xmlrpc_proxy::{Result, Service as _, service};

/// Each of these is a method of the proxy, the switch, the stub or the dispatcher, or of a trait that one of them
/// implements. The user's is the one that a call on a proxy means.
#[service]
trait Busy {
    fn switch(&self) -> Result<i32>;
    fn mode(&self) -> Result<i32>;
    fn local(&self) -> Result<i32>;
    fn remote(&self) -> Result<i32>;
    fn lazy(&self) -> Result<i32>;
    fn from_config(&self) -> Result<i32>;
    fn with_switch(&self) -> Result<i32>;
    fn implementation(&self) -> Result<i32>;
    fn pick(&self) -> Result<i32>;
    fn stub(&self) -> Result<i32>;
    fn new(&self) -> Result<i32>;
    fn connect(&self) -> Result<i32>;
    fn call(&self) -> Result<i32>;
    fn methods(&self) -> Result<i32>;
    fn transport(&self) -> Result<i32>;
    fn deref(&self) -> Result<i32>;
    fn clone(&self) -> Result<i32>;
    fn fmt(&self) -> Result<i32>;
    fn write(&self, write: i32) -> Result<i32>;
    fn read(&self, read: i32) -> Result<i32>;
    fn borrow(&self) -> Result<i32>;
    fn get(&self) -> Result<i32>;
    fn from(&self) -> Result<i32>;
    fn receive(&self) -> Result<i32>;
    fn respond(&self) -> Result<i32>;
    fn finish(&self) -> Result<i32>;
    fn map(&self) -> Result<i32>;
    fn write_str(&self) -> Result<i32>;
    fn is_inline(&self) -> Result<i32>;
    fn drop(&self) -> Result<i32>;
    fn as_ref(&self) -> Result<i32>;
    fn write_param(&self, write_param: i32) -> Result<i32>;
    fn read_param(&self) -> Result<i32>;
    fn lent(&self) -> Result<i32>;
    fn batch(&self) -> Result<i32>;
    fn check(&self) -> Result<i32>;
    fn send(&self) -> Result<i32>;
    fn begin(&self) -> Result<i32>;
    fn push(&self) -> Result<i32>;
    fn len(&self) -> Result<i32>;
    fn is_empty(&self) -> Result<i32>;
    fn at_most(&self) -> Result<i32>;
    fn detour(&self) -> Result<i32>;
    fn serve(&self) -> Result<i32>;
    fn deref_mut(&self) -> Result<i32>;
}

#[service(rename_all = "PascalCase")]
trait Parameters {
    fn words(&self, params: i32, response: &str, method: Option<&str>, service: &[i32]) -> Result<i32>;
    fn more(&self, self_: i32, transport: i32, local: i32, error: i32, call: i32, ty: i32) -> Result<i32>;
    fn ours(
        &self,
        __call: i32,
        __local: &str,
        __error: i32,
        __p0: i32,
        __p1: i32,
        __service: Option<i32>,
        __params: i32,
        __response: i32,
        __method: i32,
    ) -> Result<i32>;
    fn helper(&self, __local: i32, __error: i32, _: i32, __p2: i32) -> i32 {
        __local + __error + __p2
    }
    fn r#type(&self, r#in: i32, r#fn: &str) -> Result<i32>;
    fn r#match(&self, r#struct: Option<&str>) -> usize {
        r#struct.map_or(0, str::len)
    }
    fn größe(&self, straße: &str) -> Result<i32>;
    fn _underscored(&self, _unused: i32) -> Result<i32>;
}

#[service]
#[allow(non_camel_case_types)]
trait r#type {
    fn number(&self) -> Result<i32>;
}

struct Local;

macro_rules! ones {
    ($($name:ident ( $($parameter:ident: $ty:ty)? ))*) => {
        impl Busy for Local {
            $(fn $name(&self $(, $parameter: $ty)?) -> Result<i32> {
                $(let _ = $parameter;)?
                Ok(1)
            })*
        }
        fn check(busy: &BusyProxy) {
            $(assert_eq!(busy.$name($(<$ty>::default())?).unwrap(), 1);)*
        }
    };
}
ones! {
    switch() mode() local() remote() lazy() from_config() with_switch() implementation() pick() stub() new()
    connect() call() methods() transport() deref() clone() fmt() write(a: i32) read(a: i32) borrow() get() from()
    receive() respond() finish() map() write_str() is_inline() drop() as_ref() write_param(a: i32) read_param() lent()
    batch() check() send() begin() push() len() is_empty() at_most() detour() serve() deref_mut()
}

#[rustfmt::skip]
impl Parameters for Local {
    fn words(&self, _: i32, _: &str, _: Option<&str>, _: &[i32]) -> Result<i32> { Ok(1) }
    fn more(&self, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32) -> Result<i32> { Ok(a + b + c + d + e + f) }
    fn ours(&self, a: i32, _: &str, b: i32, c: i32, d: i32, _: Option<i32>, e: i32, f: i32, g: i32) -> Result<i32> {
        Ok(a + b + c + d + e + f + g)
    }
    fn r#type(&self, r#in: i32, _: &str) -> Result<i32> { Ok(r#in) }
    fn größe(&self, straße: &str) -> Result<i32> { Ok(straße.len() as i32) }
    fn _underscored(&self, unused: i32) -> Result<i32> { Ok(unused) }
}

impl r#type for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}

fn main() {
    check(&BusyProxy::local(Arc::new(Local)));
    // What is hidden by a method of the user's is a `*` away.
    let busy: BusyProxy = BusyProxy::local(Arc::new(Local));
    assert_eq!(xmlrpc_proxy::Proxy::mode(&*busy), xmlrpc_proxy::Mode::Local);
    assert_eq!(Busy::call(&BusyService::new(Local)).unwrap(), 1);

    // A batch has a method for each of the trait's, too.
    let mut batch = xmlrpc_proxy::Proxy::batch(&*busy);
    let (first, last) = (batch.send(), batch.deref_mut());
    let all = xmlrpc_proxy::Batch::send(&mut batch).unwrap();
    assert_eq!(all.take(first).unwrap() + all.take(last).unwrap(), 2);

    let parameters = ParametersProxy::lazy(|| Ok::<_, String>(Local));
    assert_eq!(parameters.words(1, "", None, &[]).unwrap(), 1);
    assert_eq!(parameters.more(1, 2, 3, 4, 5, 6).unwrap(), 21);
    assert_eq!(parameters.ours(1, "", 2, 3, 4, None, 5, 6, 7).unwrap(), 28);
    assert_eq!(parameters.helper(1, 2, 3, 4), 7);
    assert_eq!(parameters.r#type(2, "").unwrap(), 2);
    assert_eq!(parameters.r#match(Some("abc")), 3);
    assert_eq!(parameters.größe("ab").unwrap(), 2);
    assert_eq!(parameters._underscored(3).unwrap(), 3);
    assert_eq!(
        ParametersService::new(Local).methods().iter().map(|method| method.name).collect::<Vec<_>>(),
        ["Words", "More", "Ours", "Type", "Größe", "Underscored"]
    );
    assert_eq!(typeProxy::local(Local).number().unwrap(), 1);
}
