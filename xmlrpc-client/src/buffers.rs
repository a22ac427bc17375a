//! What ureq writes into and reads from.

use ureq::unversioned::transport::Buffers;

use crate::unfold::Unfold;

/// How much room ureq finds at least when it writes: a header must fit in whole.
const ROOM: usize = 16 << 10;

/// So much is collected before it is sent although nothing is awaited yet.
const PIECE: usize = 64 << 10;

/// A read that fills the room it was given gets twice as much the next time, up to this.
const MOST_READ: usize = 128 << 10;

/// Output that is collected until it is sent, and input until it is used. Both keep their room for the next call.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    output: Vec<u8>,
    /// How much of the output is to be sent.
    collected: usize,
    input: Vec<u8>,
    /// Where the input that was not used yet begins and ends.
    used: usize,
    filled: usize,
    /// How much room there is for one read.
    read: usize,
    /// Whether the last look at the input used some of it.
    progress: bool,
    unfold: Unfold,
}

impl Collected {
    /// ureq has written so much.
    pub(crate) fn collect(&mut self, amount: usize) {
        self.collected += amount;
    }

    /// Whether it is time to send what was collected.
    pub(crate) fn is_full(&self) -> bool {
        self.collected + ROOM > PIECE
    }

    /// What is to be sent.
    pub(crate) fn collected(&self) -> &[u8] {
        &self.output[..self.collected]
    }

    /// What was collected is sent, or given up.
    pub(crate) fn sent(&mut self) {
        self.collected = 0;
        self.unfold.expect_head();
    }

    fn room_for_output(&mut self) {
        let wanted = self.collected + ROOM;
        if self.output.len() < wanted {
            self.output.resize(wanted.next_power_of_two(), 0);
        }
    }
}

impl Buffers for Collected {
    fn output(&mut self) -> &mut [u8] {
        self.room_for_output();
        &mut self.output[self.collected..]
    }

    fn input(&self) -> &[u8] {
        &self.input[self.used..self.filled]
    }

    fn input_append_buf(&mut self) -> &mut [u8] {
        self.read = self.read.max(ROOM);
        if self.used > 0 {
            self.input.copy_within(self.used..self.filled, 0);
            self.filled -= self.used;
            self.used = 0;
        }
        let wanted = self.filled + self.read;
        if self.input.len() < wanted {
            self.input.resize(wanted, 0);
        }
        &mut self.input[self.filled..wanted]
    }

    fn input_appended(&mut self, amount: usize) {
        self.filled += amount;
        self.unfold.join(&mut self.input[self.used..self.filled]);
        if amount == self.read {
            self.read = (self.read * 2).min(MOST_READ);
        }
    }

    fn input_consume(&mut self, amount: usize) {
        self.progress = amount > 0;
        self.used += amount;
        if self.used == self.filled {
            self.used = 0;
            self.filled = 0;
        }
    }

    fn tmp_and_output(&mut self) -> (&mut [u8], &mut [u8]) {
        self.room_for_output();
        // Room for pieces in between is used for chunks only, and nothing is sent in chunks.
        self.input_append_buf();
        (&mut self.input[self.filled..], &mut self.output[self.collected..])
    }

    fn can_use_input(&self) -> bool {
        self.used < self.filled && self.progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(buffers: &mut Collected, bytes: &[u8]) {
        buffers.output()[..bytes.len()].copy_from_slice(bytes);
        buffers.collect(bytes.len());
    }

    #[test]
    fn what_is_written_in_pieces_is_collected() {
        let mut buffers = Collected::default();
        write(&mut buffers, b"head");
        write(&mut buffers, b"body");
        assert_eq!(buffers.collected(), b"headbody");
        buffers.sent();
        write(&mut buffers, b"next");
        assert_eq!(buffers.collected(), b"next");
    }

    #[test]
    fn there_is_room_for_a_header_until_it_is_full() {
        let mut buffers = Collected::default();
        while !buffers.is_full() {
            assert!(buffers.output().len() >= ROOM);
            write(&mut buffers, &[b'x'; 1000]);
        }
        assert!(buffers.collected().len() <= PIECE);
    }

    #[test]
    fn input_is_kept_until_it_is_used() {
        let mut buffers = Collected::default();
        buffers.input_append_buf()[..4].copy_from_slice(b"abcd");
        buffers.input_appended(4);
        buffers.input_consume(0);
        assert!(!buffers.can_use_input());
        buffers.input_consume(1);
        assert!(buffers.can_use_input());
        buffers.input_append_buf()[..2].copy_from_slice(b"ef");
        buffers.input_appended(2);
        assert_eq!(buffers.input(), b"bcdef");
        buffers.input_consume(5);
        assert_eq!(buffers.input(), b"");
    }

    #[test]
    fn a_read_that_fills_its_room_gets_more() {
        let mut buffers = Collected::default();
        for room in [16, 32, 64, 128, 128] {
            let length = buffers.input_append_buf().len();
            assert_eq!(length, room << 10);
            buffers.input_appended(length);
            buffers.input_consume(length);
        }
    }
}
