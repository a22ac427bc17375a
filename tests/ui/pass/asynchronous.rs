//! Services that wait.

#![deny(missing_docs, unused, clippy::all)]

use std::{borrow::Cow, future::Future, sync::Arc};

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Error, Lazy, Missing, Result, Route, Switch, service};

/// An alias is no trouble.
type Answer<T> = Result<T, Failure>;

/// A failure.
#[derive(Debug, xmlrpc_proxy::Fault)]
pub enum Failure {
    /// Gone.
    #[fault(code = 4)]
    Gone(String),
    /// The call.
    #[fault(call)]
    Call(Error),
}

/// A note.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Note {
    text: String,
}

/// Notes.
#[service(namespace = "notes", rename_all = "camelCase")]
pub trait Notes: Send + Sync + 'static {
    /// All kinds of parameters.
    #[rpc(read_only, timeout = "1s")]
    async fn every_kind(
        &self,
        text: &str,
        note: &Note,
        list: &[Note],
        owned: Note,
        maybe: Option<&Note>,
        bytes: &[u8],
        number: Option<i32>,
    ) -> Answer<Vec<u8>>;
    /// No result.
    async fn nothing(&self) -> Answer<()>;
    /// A future, written out.
    fn written<'a>(&'a self, text: &'a str) -> impl Future<Output = Answer<Cow<'static, str>>> + Send;
    /// A default.
    async fn page(&self, #[rpc(default = 20)] size: i32) -> Answer<i32>;
    #[cfg(any())]
    async fn left_out(&self) -> Answer<()>;
    /// A helper that waits.
    async fn helper(&self, text: &str) -> Answer<usize> {
        Ok(self.written(text).await?.len())
    }
    /// And one that does not.
    fn plain(&self) -> i32 {
        7
    }
    /// Generic.
    async fn generic<T: AsRef<str> + Send + Sync>(&self, text: T) -> Answer<usize> {
        self.helper(text.as_ref()).await
    }
}

struct Local;

impl Notes for Local {
    async fn every_kind(
        &self,
        _: &str,
        _: &Note,
        _: &[Note],
        _: Note,
        _: Option<&Note>,
        bytes: &[u8],
        _: Option<i32>,
    ) -> Answer<Vec<u8>> {
        Ok(bytes.to_vec())
    }
    async fn nothing(&self) -> Answer<()> {
        Err(Failure::Gone("x".to_owned()))
    }
    async fn written(&self, text: &str) -> Answer<Cow<'static, str>> {
        Ok(Cow::Owned(text.to_owned()))
    }
    async fn page(&self, size: i32) -> Answer<i32> {
        Ok(size)
    }
}

/// Neither `Send` nor `Sync` is asked of it.
#[service(only = "client")]
pub trait Free {
    /// A number.
    async fn number(&self) -> Result<i32>;
}

/// Served only.
#[service(only = "server")]
pub trait Served {
    /// A number.
    async fn number(&self) -> Result<i32>;
}

impl Served for Local {
    async fn number(&self) -> Result<i32> {
        Ok(1)
    }
}

fn handed_on<F: Future + Send>(_: F) {}

async fn calls(notes: &(impl Notes + ?Sized)) -> Answer<()> {
    let note = Note { text: "x".to_owned() };
    notes.every_kind("a", &note, &[], note.clone(), None, b"", Some(1)).await?;
    notes.nothing().await?;
    notes.helper("a").await?;
    notes.generic(String::from("a")).await?;
    notes.page(1).await?;
    let _ = notes.plain();
    notes.written("a").await.map(drop)
}

fn main() {
    let proxy = NotesProxy::local(Local);
    handed_on(calls(&proxy));
    handed_on(calls(&Arc::new(Local)));
    handed_on(calls(&NotesClient::new(Missing)));
    handed_on(calls(&NotesService::new(Local)));
    handed_on(calls(&NotesProxy::<Lazy<Local>>::lazy(|| Ok::<_, String>(Local))));
    handed_on(calls(&NotesProxy::with_switch(Local, Arc::new(Switch::new()))));
    let mut batch = proxy.batch();
    let _ = batch.page(1);
    handed_on(batch.send_async());
    let _ = Route::from(NotesService::new(Local));
    let _ = Route::from(ServedService::new(Local));
    handed_on(FreeClient::new(Missing).number());
}
