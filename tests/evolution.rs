//! A service that has changed still answers those who know it as it was.
#![cfg(all(feature = "client", feature = "server", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Result, Router, service, wire};

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    number: i32,
}

fn most() -> u32 {
    100
}

#[service(namespace = "people")]
trait People {
    /// Finds.
    #[rpc(name = "find", alias = "person.search", alias = "search")]
    #[rpc(alias = "find_person")]
    fn find(&self, word: &str) -> Result<String>;

    #[allow(clippy::too_many_arguments)]
    fn list(
        &self,
        word: &str,
        #[rpc(default = most())] limit: u32,
        #[rpc(default = "en")] language: &str,
        #[rpc(default = [1, 2])] pages: &[i32],
        #[rpc(default)] page: &Page,
        #[rpc(default)] fields: Vec<String>,
        #[rpc(default = Cow::Borrowed("none"))] order: Cow<'_, str>,
        note: Option<&str>,
    ) -> Result<String>;
}

struct Shown;

impl People for Shown {
    fn find(&self, word: &str) -> Result<String> {
        Ok(format!("found {word}"))
    }
    fn list(
        &self,
        word: &str,
        limit: u32,
        language: &str,
        pages: &[i32],
        page: &Page,
        fields: Vec<String>,
        order: Cow<'_, str>,
        note: Option<&str>,
    ) -> Result<String> {
        Ok(format!(
            "{word} {limit} {language} {pages:?} {} {fields:?} {order} {note:?}",
            page.number
        ))
    }
}

fn ask(name: &str, words: &[&str]) -> Result<String> {
    let mut router = Router::new();
    router.mount(PeopleService::new(Shown))?;
    let mut call = wire::CallWriter::new(name);
    for word in words {
        match word.parse::<i32>() {
            Ok(number) => call.param(&number)?,
            Err(_) => call.param(word)?,
        }
    }
    let mut out = Vec::new();
    router.handle(&call.finish(), None, &mut out);
    wire::read_response_bytes(&out, None, wire::Limits::default())
}

#[test]
fn a_method_answers_to_its_old_names_too() {
    for name in ["people.find", "person.search", "search", "find_person"] {
        assert_eq!(ask(name, &["x"]).expect("an answer"), "found x");
        assert_eq!(ask("system.methodHelp", &[name]).expect("help"), "Finds.");
    }
    let mut router = Router::new();
    router.mount(PeopleService::new(Shown)).expect("names of its own");
    let listed: Vec<_> = router.methods().map(|method| method.name).collect();
    assert!(listed.contains(&"person.search"), "what is answered is listed: {listed:?}");
    assert!(router.mount(PeopleService::new(Shown)).is_err());
}

#[test]
fn what_old_callers_do_not_send_has_its_default() {
    let all_absent = r#"x 100 en [1, 2] 0 [] none None"#;
    assert_eq!(ask("people.list", &["x"]).expect("an answer"), all_absent);
    let some = r#"x 7 de [1, 2] 0 [] none None"#;
    assert_eq!(ask("people.list", &["x", "7", "de"]).expect("an answer"), some);
    assert!(ask("people.list", &[]).is_err(), "the first has none");
    assert!(ask("people.list", &["x", "y"]).is_err(), "what is sent must be of its type");

    let people = PeopleProxy::local(Shown);
    let full = r#"x 1 fr [3] 4 ["f"] up Some("n")"#;
    let list = || {
        let page = Page { number: 4 };
        people.list("x", 1, "fr", &[3], &page, vec!["f".to_owned()], "up".into(), Some("n"))
    };
    assert_eq!(list().expect("local"), full);
    people.switch().loopback().expect("it is here");
    assert_eq!(list().expect("loopback"), full);
}

#[test]
fn defaults_are_forms_of_the_signature() {
    let mut router = Router::new();
    router.mount(PeopleService::new(Shown)).expect("names of its own");
    let list = router.methods().find(|method| method.name == "people.list").expect("it is there");
    let forms = list.signature.expect("types").forms();
    assert_eq!(forms.len(), 8);
    assert_eq!(forms[7], ["string", "string"]);
}
