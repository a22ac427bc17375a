//! Compressed bodies.

use std::io::{self, Read as _};

use flate2::{Compression, read::GzEncoder, read::MultiGzDecoder};

/// The body, compressed. Level 1: what compresses better takes longer than most networks save.
pub(crate) fn compressed(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(body.len() / 4);
    GzEncoder::new(body, Compression::fast()).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What compressed bytes stand for, if it has no more than `limit` bytes. `None` if there is more, which is not unpacked.
pub(crate) fn unpacked(bytes: &[u8], limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut body = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    MultiGzDecoder::new(bytes).take(most).read_to_end(&mut body)?;
    Ok((body.len() <= limit).then_some(body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let body = b"<value>x</value>".repeat(1000);
        let packed = compressed(&body).unwrap();
        assert!(packed.len() < body.len() / 10);
        assert_eq!(unpacked(&packed, body.len()).unwrap(), Some(body.clone()));
        assert_eq!(unpacked(&packed, body.len() - 1).unwrap(), None);
    }

    #[test]
    fn what_is_cut_short_is_an_error() {
        let packed = compressed(b"<methodResponse/>").unwrap();
        for cut in 0..packed.len() {
            assert!(unpacked(&packed[..cut], 1000).is_err(), "{cut}");
        }
    }
}
