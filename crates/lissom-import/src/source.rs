//! A file as a stream of bytes, decompressed if gzipped.

use super::error::{ImportError, Place};
use super::unpacking::Unpacked;
use std::io::{BufRead, BufReader, Cursor, Read};

/// Bytes inspected to detect the format \[B\].
const HEAD: u64 = 4096;
/// How much is read at a time \[B\].
const BUFFER: usize = 1 << 18;
const GZIP: &[u8] = &[0x1f, 0x8b];

/// Access to files, provided by the caller: libraries do not read the disk.
/// A closure from a path to the bytes, or to an error message, implements it.
pub trait FileWindow {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// When it cannot be opened, with the reason.
    fn open(&self, path: &str) -> Result<Box<dyn Read + '_>, String>;
}

impl<F: Fn(&str) -> Result<Vec<u8>, String>> FileWindow for F {
    fn open(&self, path: &str) -> Result<Box<dyn Read + '_>, String> {
        Ok(Box::new(Cursor::new(self(path)?)))
    }
}

/// A file that is being read.
pub struct Source<'a> {
    name: String,
    head: Vec<u8>,
    reader: Box<dyn BufRead + 'a>,
}

impl<'a> Source<'a> {
    /// Opens a file through a window.
    ///
    /// # Errors
    /// When the window cannot open it, or it is gzipped and damaged at its beginning.
    pub fn open(path: &str, window: &'a dyn FileWindow) -> Result<Self, ImportError> {
        let read = window
            .open(path)
            .map_err(|reason| ImportError::whole(path, "a file that can be read", reason))?;
        Self::new(path, read)
    }

    /// A file from memory.
    ///
    /// # Errors
    /// When it is gzipped and damaged at its beginning.
    pub fn from_bytes(name: &str, bytes: &'a [u8]) -> Result<Self, ImportError> {
        Self::new(name, Box::new(bytes))
    }

    fn new(name: &str, read: Box<dyn Read + 'a>) -> Result<Self, ImportError> {
        let plain = Self::peeked(name, Box::new(BufReader::with_capacity(BUFFER, read)))?;
        if !plain.head.starts_with(GZIP) {
            return Ok(plain);
        }
        let unpacked = BufReader::with_capacity(BUFFER, Unpacked::new(plain.reader));
        Self::peeked(name, Box::new(unpacked))
    }

    /// Reads the head and puts it back in front.
    fn peeked(name: &str, mut reader: Box<dyn BufRead + 'a>) -> Result<Self, ImportError> {
        let mut head = Vec::new();
        let outcome = reader.by_ref().take(HEAD).read_to_end(&mut head);
        outcome.map_err(|reason| unreadable(name, Place::Byte(head.len() as u64), &reason))?;
        let reader = Box::new(Cursor::new(head.clone()).chain(reader));
        Ok(Self { name: name.to_owned(), head, reader })
    }

    /// The name of the file as it was opened.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name without folders, `.gz` and extension.
    pub fn stem(&self) -> &str {
        let file = self.plain_name().rsplit(['/', '\\']).next().unwrap_or_default();
        file.rsplit_once('.').map_or(file, |(stem, _)| stem)
    }

    /// The extension in lower case, without `.gz`.
    pub fn extension(&self) -> String {
        let file = self.plain_name().rsplit(['/', '\\']).next().unwrap_or_default();
        file.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase())
    }

    fn plain_name(&self) -> &str {
        self.name.strip_suffix(".gz").unwrap_or(&self.name)
    }

    /// The first bytes of the content.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// The first line of the content that is not blank.
    pub fn first_line(&self) -> String {
        let mut lines = self.head.split(|&byte| byte == b'\n').map(String::from_utf8_lossy);
        lines.find(|line| !line.trim().is_empty()).unwrap_or_default().into_owned()
    }

    pub(crate) fn into_reader(self) -> (String, Box<dyn BufRead + 'a>) {
        (self.name, self.reader)
    }

    /// The whole content, for formats with an index at the end.
    pub(crate) fn into_bytes(self) -> Result<(String, Vec<u8>), ImportError> {
        let (name, mut reader) = self.into_reader();
        let mut bytes = Vec::new();
        let outcome = reader.read_to_end(&mut bytes);
        outcome.map_err(|reason| unreadable(&name, Place::Byte(bytes.len() as u64), &reason))?;
        Ok((name, bytes))
    }
}

/// The error of a truncated stream.
pub(crate) fn unreadable(name: &str, place: Place, reason: &std::io::Error) -> ImportError {
    let found = format!("a truncated stream ({reason})");
    ImportError { file: name.to_owned(), place, expected: "more content".to_owned(), found }
}
