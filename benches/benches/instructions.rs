//! Instructions to read and to write the list once.
#![allow(missing_docs)]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use xmlrpc_bench::{
    documents,
    peers::{dxr, ours, quick_xml},
};

fn document() -> Vec<u8> {
    documents::list().into_bytes()
}

/// The list, and a buffer that has room for it. Both are given back: to drop them is none of the work.
type Typed = (Vec<ours::Release>, Vec<u8>);

fn typed() -> Typed {
    let document = document();
    (ours::decode(&document), Vec::with_capacity(2 * document.len()))
}

fn dxrs() -> Vec<dxr::Release> {
    dxr::decode(&document())
}

#[library_benchmark]
#[bench::run(setup = document)]
fn decode_ours(document: Vec<u8>) -> Vec<ours::Release> {
    ours::decode(black_box(&document))
}

#[library_benchmark]
#[bench::run(setup = document)]
fn decode_quick_xml(document: Vec<u8>) {
    quick_xml::events(black_box(&document));
}

#[library_benchmark]
#[bench::run(setup = document)]
fn decode_dxr(document: Vec<u8>) -> Vec<dxr::Release> {
    dxr::decode(black_box(&document))
}

#[library_benchmark]
#[bench::run(setup = typed)]
fn encode_ours((list, mut out): Typed) -> Typed {
    ours::encode(black_box(&list), &mut out);
    (list, out)
}

#[library_benchmark]
#[bench::run(setup = typed)]
fn encode_quick_xml((list, mut out): Typed) -> Typed {
    quick_xml::encode_list(black_box(&list), &mut out);
    (list, out)
}

#[library_benchmark]
#[bench::run(setup = dxrs)]
fn encode_dxr(list: Vec<dxr::Release>) -> (Vec<dxr::Release>, String) {
    let out = dxr::encode(black_box(&list));
    (list, out)
}

library_benchmark_group!(
    name = instructions,
    benchmarks =
        [decode_ours, decode_quick_xml, decode_dxr, encode_ours, encode_quick_xml, encode_dxr]
);
main!(library_benchmark_groups = instructions);
