//! `quick-xml` 0.42 by itself.
//!
//! Reading, it gives its events, and nothing is made of them: no value, no number, no reference resolved. Writing, every tag and text goes
//! through its `Writer`, from the same types as ours. `hello` is what one would write by hand on top of both.

use std::{borrow::Cow, hint::black_box};

use base64::{Engine, engine::general_purpose::STANDARD};
use quick_xml::{
    Reader, Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};

use super::{done, greeting, ours::Release, text};

/// All events of a document.
pub fn events(document: &[u8]) {
    let mut reader = Reader::from_str(text(document));
    while !matches!(black_box(done(reader.read_event())), Event::Eof) {}
}

type Out<'a> = Writer<&'a mut Vec<u8>>;

fn inside(out: &mut Out<'_>, name: &str, content: impl FnOnce(&mut Out<'_>)) {
    done(out.write_event(Event::Start(BytesStart::new(name))));
    content(out);
    done(out.write_event(Event::End(BytesEnd::new(name))));
}

fn response(out: &mut Vec<u8>, value: impl FnOnce(&mut Out<'_>)) {
    let out = &mut Writer::new(out);
    done(out.write_event(Event::Decl(BytesDecl::new("1.0", None, None))));
    inside(out, "methodResponse", |out| inside(out, "params", |out| inside(out, "param", value)));
}

fn scalar(out: &mut Out<'_>, kind: &str, text: BytesText<'_>) {
    inside(out, "value", |out| {
        inside(out, kind, |out| done(out.write_event(Event::Text(text))));
    });
}

fn array<T>(out: &mut Out<'_>, items: &[T], item: impl Fn(&mut Out<'_>, &T)) {
    inside(out, "value", |out| {
        inside(out, "array", |out| {
            inside(out, "data", |out| items.iter().for_each(|value| item(out, value)));
        });
    });
}

fn number<T: ToString>(out: &mut Out<'_>, kind: &str, value: &T) {
    scalar(out, kind, BytesText::from_escaped(value.to_string()));
}

/// A response of the list.
pub fn encode_list(releases: &[Release], out: &mut Vec<u8>) {
    response(out, |out| array(out, releases, write_release));
}

fn write_release(out: &mut Out<'_>, release: &Release) {
    let member = |out: &mut Out<'_>, name: &str, value: &dyn Fn(&mut Out<'_>)| {
        inside(out, "member", |out| {
            inside(out, "name", |out| done(out.write_event(Event::Text(BytesText::new(name)))));
            value(out);
        });
    };
    let date = release.released.to_string();
    let texts = [
        ("package", &release.package),
        ("version", &release.version),
        ("summary", &release.summary),
        ("notes", &release.notes),
    ];
    inside(out, "value", |out| {
        inside(out, "struct", |out| {
            for (name, text) in texts {
                member(out, name, &|out| scalar(out, "string", BytesText::new(text)));
            }
            member(out, "downloads", &|out| number(out, "int", &release.downloads));
            member(out, "maintainer", &|out| number(out, "int", &release.maintainer));
            member(out, "rating", &|out| number(out, "double", &release.rating));
            member(out, "released", &|out| {
                scalar(out, "dateTime.iso8601", BytesText::from_escaped(&*date));
            });
        });
    });
}

/// A response of numbers, in elements of this name.
pub fn encode_numbers<T: ToString>(kind: &str, numbers: &[T], out: &mut Vec<u8>) {
    response(out, |out| array(out, numbers, |out, value| number(out, kind, value)));
}

/// A response of bytes.
pub fn encode_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    let text = STANDARD.encode(bytes);
    response(out, |out| scalar(out, "base64", BytesText::from_escaped(text)));
}

/// Answers a call, for the one method and the one type that there are.
pub fn hello(document: &[u8], out: &mut Vec<u8>) {
    let mut reader = Reader::from_str(text(document));
    let mut method = String::new();
    let mut name = String::new();
    let mut content = Cow::Borrowed("");
    loop {
        match done(reader.read_event()) {
            Event::Start(_) => content = Cow::Borrowed(""),
            Event::Text(text) if content.is_empty() => content = text.xml10_content(),
            Event::Text(text) => content.to_mut().push_str(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let character = done(reference.resolve_char_ref());
                let named = || quick_xml::escape::resolve_xml_entity(&reference.xml10_content());
                match (character, named()) {
                    (Some(character), _) => content.to_mut().push(character),
                    (None, Some(text)) => content.to_mut().push_str(text),
                    (None, None) => panic!("no such reference"),
                }
            }
            Event::End(tag) => match tag.name().0 {
                "methodName" => method = std::mem::take(&mut content).into_owned(),
                "string" => name = std::mem::take(&mut content).into_owned(),
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    match &*method {
        "hello" => {
            let result = greeting(black_box(&name));
            response(out, |out| scalar(out, "string", BytesText::new(&result)));
        }
        other => panic!("no such method: {other}"),
    }
}
