//! Limits on the size of decompressed files.
//!
//! A few megabytes can expand to gigabytes. Two limits apply that real matrices and meshes do not reach: a
//! size that is always allowed, and beyond it a ratio.

use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, Read};

/// Decompressed size that is always allowed \[B\].
const HARMLESS: u64 = 256 << 20;

/// Largest ratio of decompressed to compressed size above that; text of full matrices has a ratio of ten to
/// twenty.
const RATIO: u64 = 200;

/// The longest content of a packed piece of some length \[B\].
pub(super) fn allowance(packed: u64) -> u64 {
    packed.saturating_mul(RATIO).max(HARMLESS)
}

/// Error message for content beyond the limit.
pub(super) fn too_much(packed: u64) -> io::Error {
    let megabytes = allowance(packed) / 1_000_000;
    io::Error::other(format!(
        "{packed} compressed bytes expand to more than {megabytes} MB, which is implausible for a matrix: \
         decompress the file first if it is correct"
    ))
}

/// A gzipped stream that ends with an error beyond the limit.
pub(super) struct Unpacked<R> {
    decoder: MultiGzDecoder<Counted<R>>,
    unpacked: u64,
}

impl<R: BufRead> Unpacked<R> {
    pub fn new(packed: R) -> Self {
        Self { decoder: MultiGzDecoder::new(Counted { inner: packed, count: 0 }), unpacked: 0 }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.decoder.read(buffer)?;
        self.unpacked += count as u64;
        let packed = self.decoder.get_ref().count;
        if self.unpacked > allowance(packed) { Err(too_much(packed)) } else { Ok(count) }
    }
}

/// A reader that counts what was taken from it.
struct Counted<R> {
    inner: R,
    count: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.count += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.count += amount as u64;
        self.inner.consume(amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn packed(content: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_unpacks_beyond_measure_is_refused_and_the_rest_is_read() {
        let member = packed(&vec![b' '; 16 << 20]);
        let read = |members: usize| {
            let bytes = member.repeat(members);
            io::copy(&mut Unpacked::new(&bytes[..]), &mut io::sink())
        };
        assert_eq!(read(16).unwrap(), 256 << 20, "as much as is harmless");
        let refused = read(17).unwrap_err().to_string();
        assert!(refused.contains("compressed bytes expand to more than 268 MB"), "{refused}");
    }

    #[test]
    fn members_one_after_the_other_are_one_content() {
        let bytes = [packed(b"one "), packed(b"two")].concat();
        let mut text = String::new();
        Unpacked::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "one two");
    }
}
