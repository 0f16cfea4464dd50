//! Sequential reader of binary content in either byte order.

use super::error::{ImportError, Place};

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endian {
    Little,
    Big,
}

impl Endian {
    pub fn u16(self, b: [u8; 2]) -> u16 {
        if self == Self::Little { u16::from_le_bytes(b) } else { u16::from_be_bytes(b) }
    }

    pub fn u32(self, b: [u8; 4]) -> u32 {
        if self == Self::Little { u32::from_le_bytes(b) } else { u32::from_be_bytes(b) }
    }

    pub fn u64(self, b: [u8; 8]) -> u64 {
        if self == Self::Little { u64::from_le_bytes(b) } else { u64::from_be_bytes(b) }
    }
}

/// Bytes with a position; every read names the expected content for error messages.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a> {
    name: &'a str,
    content: &'a [u8],
    at: usize,
    /// Where the content begins in its file.
    base: u64,
    endian: Endian,
}

impl<'a> Bytes<'a> {
    pub fn new(name: &'a str, content: &'a [u8], base: u64, endian: Endian) -> Self {
        Self { name, content, at: 0, base, endian }
    }

    pub fn endian(&self) -> Endian {
        self.endian
    }

    pub fn is_empty(&self) -> bool {
        self.at >= self.content.len()
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn left(&self) -> usize {
        self.content.len() - self.at
    }

    /// The next `length` bytes.
    pub fn take(&mut self, length: usize, what: &str) -> Result<&'a [u8], ImportError> {
        if length > self.left() {
            let found = format!("{} bytes where {length} are needed", self.left());
            return Err(self.error(what, found));
        }
        let taken = &self.content[self.at..self.at + length];
        self.at += length;
        Ok(taken)
    }

    /// The next `length` bytes as a separate reader.
    pub fn part(&mut self, length: usize, what: &str) -> Result<Bytes<'a>, ImportError> {
        let base = self.base + self.at as u64;
        let content = self.take(length, what)?;
        Ok(Self { name: self.name, content, at: 0, base, endian: self.endian })
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ImportError> {
        Ok(self.take(N, what)?.try_into().expect("as many bytes were taken as the array has"))
    }

    pub fn u16(&mut self, what: &str) -> Result<u16, ImportError> {
        Ok(self.endian.u16(self.array(what)?))
    }

    pub fn u32(&mut self, what: &str) -> Result<u32, ImportError> {
        Ok(self.endian.u32(self.array(what)?))
    }

    pub fn i32(&mut self, what: &str) -> Result<i32, ImportError> {
        Ok(self.u32(what)?.cast_signed())
    }

    pub fn u64(&mut self, what: &str) -> Result<u64, ImportError> {
        Ok(self.endian.u64(self.array(what)?))
    }

    pub fn i64(&mut self, what: &str) -> Result<i64, ImportError> {
        Ok(self.u64(what)?.cast_signed())
    }

    pub fn f32(&mut self, what: &str) -> Result<f32, ImportError> {
        Ok(f32::from_bits(self.u32(what)?))
    }

    pub fn f64(&mut self, what: &str) -> Result<f64, ImportError> {
        Ok(f64::from_bits(self.u64(what)?))
    }

    /// An error at the current position.
    pub fn error(&self, expected: impl Into<String>, found: impl Into<String>) -> ImportError {
        let place = Place::Byte(self.base + self.at as u64);
        ImportError { file: self.name.to_owned(), place, expected: expected.into(), found: found.into() }
    }
}
