//! Bodies that come compressed, by the feature `gzip`.

use hyper::body::Bytes;

use crate::{body::Share, refusal::Refusal};

/// The bytes of a gzip file, at most `limit` of them.
#[cfg(feature = "gzip")]
pub(crate) fn decode(body: &[u8], limit: usize, share: &mut Share) -> Result<Bytes, Refusal> {
    use std::io::Read as _;

    let mut decoder = flate2::read::MultiGzDecoder::new(body);
    let mut out = Vec::new();
    let mut piece = vec![0; 32 << 10];
    loop {
        match decoder.read(&mut piece) {
            Ok(0) => return Ok(out.into()),
            Ok(count) if out.len() + count > limit => return Err(Refusal::TooLarge(limit)),
            Ok(count) => {
                // The compressed bytes are still held as well.
                share.hold(body.len() + out.len() + count)?;
                out.extend_from_slice(&piece[..count]);
            }
            Err(_) => return Err(Refusal::NoGzip),
        }
    }
}

/// Never asked for: such a body is refused before.
#[cfg(not(feature = "gzip"))]
pub(crate) fn decode(_: &[u8], _: usize, _: &mut Share) -> Result<Bytes, Refusal> {
    Err(Refusal::NoGzip)
}

#[cfg(all(test, feature = "gzip"))]
#[allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::{body::Room, options::SMALL};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn unpack(body: &[u8], limit: usize, room: usize) -> Result<Bytes, Refusal> {
        decode(body, limit, &mut Share::none_of(&Room::new(room)))
    }

    #[test]
    fn unpacks_what_fits() {
        let text = vec![b'x'; 100_000];
        let body = packed(&text);
        assert_eq!(unpack(&body, text.len(), 1 << 20).unwrap(), text);
        assert_eq!(unpack(&body, text.len() - 1, 1 << 20), Err(Refusal::TooLarge(99_999)));
        assert_eq!(unpack(&body, text.len(), SMALL), Err(Refusal::Full));
        assert_eq!(unpack(&packed(b""), 0, 0).unwrap(), "");
    }

    #[test]
    fn refuses_what_is_cut_or_none() {
        let body = packed(b"some text, some text");
        for length in 1..body.len() {
            assert_eq!(unpack(&body[..length], 100, 0), Err(Refusal::NoGzip), "{length}");
        }
        assert_eq!(unpack(b"<?xml?>", 100, 0), Err(Refusal::NoGzip));
    }
}
