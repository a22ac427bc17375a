use xmlrpc_proxy::{Result, service};

#[service]
unsafe trait Notes {
    fn number(&self) -> Result<i32>;
}

struct Local;

unsafe impl Notes for Local {
    fn number(&self) -> Result<i32> {
        Ok(1)
    }
}

fn main() {
    let _ = NotesProxy::local(Local).number();
}
