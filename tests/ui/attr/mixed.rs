use xmlrpc_proxy::{Result, service};

#[service]
trait Notes {
    fn number(&self) -> Result<i32>;
    async fn text(&self) -> Result<String>;
    fn list(&self) -> impl Future<Output = Result<Vec<i32>>> + Send;
}

#[service]
trait Others {
    async fn number(&self) -> Result<i32>;
    fn text(&self) -> Result<String>;
    fn local(&self) -> impl Future<Output = Result<Vec<i32>>>;
    fn helper(&self) -> i32 {
        1
    }
}

fn main() {}
