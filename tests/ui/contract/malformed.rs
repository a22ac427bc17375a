use xmlrpc_proxy::{Result, contract, service};

#[service]
pub trait Notes {
    fn read(&self, id: i32) -> Result<i32>;
}

pub struct Book;

impl Notes for Book {
    fn read(&self, id: i32) -> Result<i32> {
        Ok(id)
    }
}

contract!(Notes, || Book, {});
contract!(Notes, || Book, { read });
contract!(Notes, || Book);
contract!(#[tokio::test] Notes, || Book, { read(1) });

fn main() {}
