//! What is measured is the same work: all make the same of the documents.
#![allow(missing_docs)]

use xmlrpc_bench::{
    documents,
    peers::{dxr, ours, quick_xml, serde_xmlrpc, xmlrpc},
    work,
};

#[test]
fn ours_writes_the_documents_to_the_byte() {
    let mut out = Vec::new();
    let list = documents::list();
    ours::encode(&ours::decode::<Vec<ours::Release>>(list.as_bytes()), &mut out);
    assert_eq!(out, list.as_bytes());
    assert!((180_000..200_000).contains(&list.len()), "{} bytes", list.len());
    for (document, ints) in [(documents::ints(), true), (documents::doubles(), false)] {
        out.clear();
        if ints {
            ours::encode(&ours::decode::<Vec<i32>>(document.as_bytes()), &mut out);
        } else {
            ours::encode(&ours::decode::<Vec<f64>>(document.as_bytes()), &mut out);
        }
        assert!(out == document.as_bytes());
    }
}

#[test]
fn all_read_the_same_list() {
    let list = documents::list();
    let list = list.as_bytes();
    let ours: Vec<ours::Release> = ours::decode(list);
    let borrowed: Vec<ours::BorrowedRelease<'_>> =
        ours::decode_borrowed(std::str::from_utf8(list).unwrap());
    let dxr: Vec<dxr::Release> = dxr::decode(list);
    let serde: Vec<serde_xmlrpc::Release> = serde_xmlrpc::decode(list);
    let tree = xmlrpc::decode(list);
    assert_eq!(ours.len(), documents::RELEASES as usize);
    for (index, release) in ours.iter().enumerate() {
        assert_eq!(borrowed[index].notes, release.notes);
        assert_eq!(dxr[index].notes, release.notes);
        assert_eq!(tree[index]["notes"].as_str(), Some(&*release.notes));
        // It leaves the references as they are.
        let unescaped = serde[index].notes.replace("&lt;", "<").replace("&gt;", ">");
        assert_eq!(unescaped.replace("&amp;", "&"), release.notes);
        assert_eq!(dxr[index].rating, release.rating);
        assert_eq!(serde[index].rating, release.rating);
        assert_eq!(dxr[index].downloads, release.downloads);
        assert_eq!(dxr[index].released.minute(), release.released.minute());
    }
}

#[test]
fn what_is_written_is_read_to_the_same() {
    let list = documents::list();
    let ours: Vec<ours::Release> = ours::decode(list.as_bytes());
    let mut out = Vec::new();
    quick_xml::encode_list(&ours, &mut out);
    assert_eq!(ours::decode::<Vec<ours::Release>>(&out), ours);
    let theirs = dxr::encode(&dxr::decode::<Vec<dxr::Release>>(list.as_bytes()));
    assert_eq!(ours::decode::<Vec<ours::Release>>(theirs.as_bytes()), ours);
}

#[test]
fn all_greet_alike() {
    let request = documents::HELLO.as_bytes();
    let (mut here, mut by_hand) = (Vec::new(), Vec::new());
    ours::router().handle(request, None, &mut here);
    quick_xml::hello(request, &mut by_hand);
    let texts = [here, by_hand, dxr::hello(request).into(), serde_xmlrpc::hello(request).into()];
    for text in &texts {
        assert_eq!(ours::decode::<String>(text), "Hello, Greg!");
    }
}

#[test]
fn everything_runs() {
    for mut work in work::all() {
        (work.run)();
    }
}
