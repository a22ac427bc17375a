//! All that is measured, as a list: who does what, and the closure that does it once.

use std::hint::black_box;

use xmlrpc_proxy::Base64;

use crate::{
    documents::{self, HELLO},
    peers::{base64, dxr, ours, quick_xml, serde_xmlrpc, xmlrpc},
};

/// One measurement.
pub struct Work {
    /// `decode`, `encode`, `dispatch`, or `sizes`, which decode too.
    pub group: &'static str,
    /// `list`, `ints`, `doubles`, `base64` or `hello`; of `sizes` how many structs there are.
    pub case: &'static str,
    /// The name of the crate, or `ours`.
    pub who: &'static str,
    /// Bytes of the document that is read, or that ours writes.
    pub bytes: usize,
    /// Does it once.
    pub run: Box<dyn FnMut()>,
}

/// Everything about one document: the measurements of it share it.
struct Case {
    group: &'static str,
    case: &'static str,
    bytes: usize,
    works: Vec<Work>,
}

impl Case {
    fn new(group: &'static str, case: &'static str, bytes: usize) -> Self {
        Case { group, case, bytes, works: Vec::new() }
    }

    /// Adds who makes something: what is made is dropped within the measurement.
    fn makes<T>(mut self, who: &'static str, mut make: impl FnMut() -> T + 'static) -> Self {
        let run = Box::new(move || drop(black_box(make())));
        self.works.push(Work { group: self.group, case: self.case, who, bytes: self.bytes, run });
        self
    }

    /// Adds who writes to the end of a buffer, which is reused.
    fn writes(self, who: &'static str, mut write: impl FnMut(&mut Vec<u8>) + 'static) -> Self {
        let mut out = Vec::new();
        self.makes(who, move || {
            out.clear();
            write(black_box(&mut out));
            black_box(out.len())
        })
    }
}

/// A document that lives as long as the program: closures over it need no lifetime.
fn document(text: String) -> &'static [u8] {
    text.leak().as_bytes()
}

/// Reading and writing.
#[must_use]
pub fn codec() -> Vec<Work> {
    [list, ints, doubles, bytes].into_iter().flat_map(|case| case()).collect()
}

/// Reading lists of different lengths.
#[must_use]
pub fn sizes() -> Vec<Work> {
    let of = |(case, count)| {
        let document = document(documents::releases(count));
        Case::new("sizes", case, document.len())
            .makes("ours", move || ours::decode::<Vec<ours::Release>>(document))
            .makes("serde_xmlrpc", move || {
                serde_xmlrpc::decode::<Vec<serde_xmlrpc::Release>>(document)
            })
            .makes("dxr", move || dxr::decode::<Vec<dxr::Release>>(document))
            .works
    };
    [("1", 1), ("10", 10), ("100", 100), ("1000", 1_000), ("10000", 10_000)]
        .into_iter()
        .flat_map(of)
        .collect()
}

fn list() -> Vec<Work> {
    let document = document(documents::list());
    let decode = Case::new("decode", "list", document.len())
        .makes("ours", move || ours::decode::<Vec<ours::Release>>(document))
        .makes("ours-borrowed", move || {
            let text = crate::peers::done(xmlrpc_proxy::wire::decode(document, None));
            black_box(ours::decode_borrowed::<Vec<ours::BorrowedRelease<'_>>>(&text)).len()
        })
        .makes("serde_xmlrpc", move || serde_xmlrpc::decode::<Vec<serde_xmlrpc::Release>>(document))
        .makes("dxr", move || dxr::decode::<Vec<dxr::Release>>(document))
        .makes("xmlrpc", move || xmlrpc::decode(document))
        .makes("quick-xml", move || quick_xml::events(document));
    let typed: Vec<ours::Release> = ours::decode(document);
    let again: Vec<ours::Release> = ours::decode(document);
    let theirs: Vec<serde_xmlrpc::Release> = serde_xmlrpc::decode(document);
    let dxrs: Vec<dxr::Release> = dxr::decode(document);
    let tree = xmlrpc::decode(document);
    let encode = Case::new("encode", "list", document.len())
        .writes("ours", move |out| ours::encode(black_box(&typed), out))
        .makes("serde_xmlrpc", move || serde_xmlrpc::encode(black_box(&theirs)))
        .makes("dxr", move || dxr::encode(black_box(&dxrs)))
        .writes("xmlrpc", move |out| xmlrpc::encode(black_box(&tree), out))
        .writes("quick-xml", move |out| quick_xml::encode_list(black_box(&again), out));
    both(decode, encode)
}

macro_rules! numbers {
    ($function:ident, $case:literal, $kind:literal, $type:ty) => {
        fn $function() -> Vec<Work> {
            let document = document(documents::$function());
            let decode = Case::new("decode", $case, document.len())
                .makes("ours", move || ours::decode::<Vec<$type>>(document))
                .makes("serde_xmlrpc", move || serde_xmlrpc::decode::<Vec<$type>>(document))
                .makes("dxr", move || dxr::decode::<Vec<$type>>(document))
                .makes("xmlrpc", move || xmlrpc::decode(document))
                .makes("quick-xml", move || quick_xml::events(document));
            let numbers: &'static [$type] = ours::decode::<Vec<$type>>(document).leak();
            let tree = xmlrpc::decode(document);
            let encode = Case::new("encode", $case, document.len())
                .writes("ours", move |out| ours::encode(black_box(numbers), out))
                .makes("serde_xmlrpc", move || serde_xmlrpc::encode(black_box(numbers)))
                .makes("dxr", move || dxr::encode(&black_box(numbers)))
                .writes("xmlrpc", move |out| xmlrpc::encode(black_box(&tree), out))
                .writes("quick-xml", move |out| {
                    quick_xml::encode_numbers($kind, black_box(numbers), out)
                });
            both(decode, encode)
        }
    };
}

numbers!(ints, "ints", "int", i32);
numbers!(doubles, "doubles", "double", f64);

fn bytes() -> Vec<Work> {
    let document = document(documents::base64());
    let text = self::document(documents::base64_text());
    let decode = Case::new("decode", "base64", document.len())
        .makes("ours", move || ours::decode::<Base64>(document))
        .makes("ours-vec", move || ours::decode::<Vec<u8>>(document))
        .makes("base64", move || base64::decode(text))
        .makes("serde_xmlrpc", move || serde_xmlrpc::decode::<Base64>(document))
        .makes("dxr", move || dxr::decode::<Vec<u8>>(document))
        .makes("xmlrpc", move || xmlrpc::decode(document))
        .makes("quick-xml", move || quick_xml::events(document));
    let bytes: &'static Base64 = Box::leak(Box::new(Base64(documents::bytes())));
    let tree = xmlrpc::decode(document);
    let mut out = vec![0; text.len()];
    let encode = Case::new("encode", "base64", document.len())
        .writes("ours", move |out| ours::encode(black_box(bytes), out))
        .writes("ours-vec", move |out| ours::encode_bytes(black_box(&bytes.0), out))
        .makes("base64", move || base64::encode(black_box(bytes), black_box(&mut out)))
        .makes("serde_xmlrpc", move || serde_xmlrpc::encode(black_box(bytes)))
        .makes("dxr", move || dxr::encode(&black_box(bytes.as_slice())))
        .writes("xmlrpc", move |out| xmlrpc::encode(black_box(&tree), out))
        .writes("quick-xml", move |out| quick_xml::encode_bytes(black_box(bytes), out));
    both(decode, encode)
}

fn both(decode: Case, encode: Case) -> Vec<Work> {
    decode.works.into_iter().chain(encode.works).collect()
}

/// Request bytes to response bytes.
#[must_use]
pub fn dispatch() -> Vec<Work> {
    let request = HELLO.as_bytes();
    let router = ours::router();
    let case = Case::new("dispatch", "hello", request.len());
    case.writes("ours", move |out| {
        router.handle(black_box(request), None, out);
    })
    .makes("serde_xmlrpc", move || serde_xmlrpc::hello(black_box(request)))
    .makes("dxr", move || dxr::hello(black_box(request)))
    .writes("quick-xml", move |out| quick_xml::hello(black_box(request), out))
    .works
}

/// Everything.
#[must_use]
pub fn all() -> Vec<Work> {
    codec().into_iter().chain(dispatch()).collect()
}
