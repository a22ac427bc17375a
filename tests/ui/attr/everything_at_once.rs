//! All mistakes are told, and none of them a second time by the code that uses the service.

use std::sync::Arc;

use xmlrpc_proxy::{Fault, Result, service};

#[service(namespace = "a b", colour = "red", only = "both")]
pub trait Notes: Send + Sync {
    fn change(&mut self, text: &mut String) -> Result<()>;
    fn consume(self) -> Result<i32>;
    fn apply<T: Clone>(&self, map: impl Fn(T), (a, b): (i32, i32), _: &[&str]) -> Result<i32>;
    fn text(&self) -> &str;
    fn forget(&self);
    #[rpc(skip, timeout = "soon")]
    fn skipped(&self) -> Result<i32>;
    #[rpc(read_only)]
    fn helper(&self) -> i32 {
        1
    }
    fn create() -> Result<i32>;
    async fn later(&self) -> Result<i32>;
    fn numbers(&self) -> impl Iterator<Item = i32>;
    #[rpc(name = "same")]
    fn first(&self) -> Result<i32>;
    #[rpc(name = "same")]
    fn second(&self, words: &[String]) -> Result<i32, Failure>;
    fn number(&self) -> i32;
}

#[derive(Debug, Fault)]
pub enum Failure {
    #[fault(code = "gone")]
    Gone,
    Other,
    #[fault(code = 3)]
    Data(i32),
}

struct Local;

impl Notes for Local {
    fn change(&mut self, _: &mut String) -> Result<()> {
        Ok(())
    }
    fn consume(self) -> Result<i32> {
        Ok(1)
    }
    fn apply<T: Clone>(&self, _: impl Fn(T), (a, b): (i32, i32), _: &[&str]) -> Result<i32> {
        Ok(a + b)
    }
    fn text(&self) -> &str {
        "text"
    }
    fn forget(&self) {}
    fn skipped(&self) -> Result<i32> {
        Ok(1)
    }
    fn create() -> Result<i32> {
        Ok(1)
    }
    async fn later(&self) -> Result<i32> {
        Ok(1)
    }
    fn numbers(&self) -> impl Iterator<Item = i32> {
        0..3
    }
    fn first(&self) -> Result<i32> {
        Ok(1)
    }
    fn second(&self, _: &[String]) -> Result<i32, Failure> {
        Err(Failure::Gone)
    }
    fn number(&self) -> i32 {
        1
    }
}

fn call(notes: &mut impl Notes) -> Result<i32> {
    notes.change(&mut String::from(notes.text()))?;
    notes.forget();
    notes.apply(|_: i32| {}, (1, 2), &[])?;
    let _ = notes.second(&[]).map_err(|failure| failure.to_string());
    let _ = notes.later();
    Ok(notes.numbers().sum::<i32>() + notes.number() + notes.first()?)
}

struct Program {
    notes: NotesProxy,
    service: NotesService<Local>,
}

fn main() -> Result<()> {
    let mut program =
        Program { notes: NotesProxy::local(Arc::new(Local)), service: NotesService::new(Local) };
    let shared: Arc<dyn Notes> = Arc::new(Local);
    shared.first()?;
    call(&mut program.notes)?;
    call(&mut program.service)?;
    call(&mut NotesClient::connect("http://127.0.0.1:8000")?)?;
    call(&mut NotesProxy::lazy(|| Ok::<_, String>(Local)))?;
    program.notes.switch().remote("http://127.0.0.1:8000")?;
    let _ = xmlrpc_proxy::Route::from(program.service);
    NotesProxy::<Local>::create()?;
    Ok(())
}
