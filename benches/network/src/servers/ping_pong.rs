//! The bound: so many bytes in, these bytes out, and nothing that looks at them. It is told both on its standard input.

use std::{
    env,
    io::{self, Read, Write},
    net::TcpListener,
    os::unix::net::UnixListener,
    process, thread,
};

use super::listening;
use crate::Failure;

pub fn serve() -> Result<(), Failure> {
    let mut told = Vec::new();
    io::stdin().read_to_end(&mut told)?;
    let length = told.get(..4).and_then(|bytes| bytes.try_into().ok()).ok_or("no length")?;
    let request = u32::from_le_bytes(length) as usize;
    let answer: &'static [u8] = told.split_off(4).leak();

    let tcp = TcpListener::bind("127.0.0.1:0")?;
    let socket = env::temp_dir().join(format!("xmlrpc-bench-{}.sock", process::id()));
    let unix = UnixListener::bind(&socket)?;
    listening(&[tcp.local_addr()?.to_string(), socket.display().to_string()]);
    thread::spawn(move || {
        for stream in unix.incoming().flatten() {
            thread::spawn(move || play(stream, request, answer));
        }
    });
    for stream in tcp.incoming() {
        let stream = stream?;
        stream.set_nodelay(true)?;
        thread::spawn(move || play(stream, request, answer));
    }
    Ok(())
}

fn play(mut stream: impl Read + Write, request: usize, answer: &[u8]) {
    let mut buffer = vec![0; request];
    // Whichever fails, the other side has gone.
    while stream.read_exact(&mut buffer).is_ok() && stream.write_all(answer).is_ok() {}
}
