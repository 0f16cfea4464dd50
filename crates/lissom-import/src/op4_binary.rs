//! OUTPUT4 in binary: Fortran records, each between two equal lengths.
//!
//! The first length gives byte order and size of integers: 24 for four integers of 4 bytes and a name of 8
//! characters, 48 for integers of 8 bytes and 16 characters.

use super::bytes::{Bytes, Endian};
use super::error::{ImportError, Place};
use super::matrix::ImportedMatrix;
use super::op4::{Builder, Header, Run, unpack_string};
use super::source::{Source, unreadable};
use std::io::{BufRead, Read};

/// Byte order and size of integers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    endian: Endian,
    /// Integers and single-precision numbers have 8 bytes.
    wide: bool,
}

/// Detected from the first bytes; `None` for anything that is not a binary OUTPUT4 file.
pub(super) fn kind(head: &[u8]) -> Option<Kind> {
    let first: [u8; 4] = head.get(..4)?.try_into().ok()?;
    let known = [(Endian::Little, 24), (Endian::Little, 48), (Endian::Big, 24), (Endian::Big, 48)];
    let (endian, length) = known.into_iter().find(|(endian, length)| endian.u32(first) == *length)?;
    Some(Kind { endian, wide: length == 48 })
}

pub(super) fn read(source: Source<'_>, kind: Kind) -> Result<Vec<ImportedMatrix>, ImportError> {
    let (name, reader) = source.into_reader();
    let mut records = Records { name, reader, at: 0, payload: Vec::new(), kind };
    let mut matrices = Vec::new();
    while records.advance()? {
        matrices.push(read_matrix(&mut records)?);
    }
    Ok(matrices)
}

/// The records of a file, one at a time.
struct Records<'a> {
    name: String,
    reader: Box<dyn BufRead + 'a>,
    at: u64,
    payload: Vec<u8>,
    kind: Kind,
}

impl Records<'_> {
    /// Goes to the next record; false at the end of the file.
    fn advance(&mut self) -> Result<bool, ImportError> {
        let mark = self.read(4)?;
        if mark.is_empty() {
            return Ok(false);
        }
        let length = self.length(&mark, "the length of a record")?;
        let payload = self.read(u64::from(length))?;
        if payload.len() < length as usize {
            return Err(self.error(&format!("a record of {length} bytes"), "the end of the file"));
        }
        self.payload = payload;
        let mark = self.read(4)?;
        let closing = self.length(&mark, "the closing length of a record")?;
        if closing != length {
            return Err(self.error(&format!("the closing length {length}"), &format!("{closing}")));
        }
        Ok(true)
    }

    /// Up to `length` bytes; memory grows with the actual, not the claimed size.
    fn read(&mut self, length: u64) -> Result<Vec<u8>, ImportError> {
        let mut bytes = Vec::new();
        let outcome = self.reader.by_ref().take(length).read_to_end(&mut bytes);
        outcome.map_err(|reason| unreadable(&self.name, Place::Byte(self.at), &reason))?;
        self.at += bytes.len() as u64;
        Ok(bytes)
    }

    fn length(&self, mark: &[u8], what: &str) -> Result<u32, ImportError> {
        let mark = mark.try_into().map_err(|_| self.error(what, "the end of the file"))?;
        Ok(self.kind.endian.u32(mark))
    }

    /// The current record as a reader.
    fn bytes(&self) -> Bytes<'_> {
        Bytes::new(&self.name, &self.payload, self.at - 4 - self.payload.len() as u64, self.kind.endian)
    }

    fn error(&self, expected: &str, found: &str) -> ImportError {
        ImportError {
            file: self.name.clone(),
            place: Place::Byte(self.at),
            expected: expected.to_owned(),
            found: found.to_owned(),
        }
    }
}

fn integer(bytes: &mut Bytes<'_>, kind: Kind, what: &str) -> Result<i64, ImportError> {
    if kind.wide { bytes.i64(what) } else { Ok(i64::from(bytes.i32(what)?)) }
}

fn read_header(records: &Records<'_>) -> Result<Header, ImportError> {
    let (mut bytes, kind) = (records.bytes(), records.kind);
    let what = "the header of a matrix";
    let mut facts = [0; 4];
    for fact in &mut facts {
        *fact = integer(&mut bytes, kind, what)?;
    }
    let name = String::from_utf8_lossy(bytes.take(if kind.wide { 16 } else { 8 }, what)?).into_owned();
    if !bytes.is_empty() {
        return Err(bytes.error("the end of the header", format!("{} bytes more", bytes.left())));
    }
    let [cols, rows, form, number_kind] = facts;
    Header::new(cols, rows, form, number_kind, &name)
        .map_err(|(expected, found)| bytes.error(expected, found))
}

fn read_matrix(records: &mut Records<'_>) -> Result<ImportedMatrix, ImportError> {
    let mut builder = Builder::new(read_header(records)?);
    loop {
        if !records.advance()? {
            let expected = format!("the next column or the end mark of matrix {}", builder.header.name);
            return Err(records.error(&expected, "the end of the file"));
        }
        if !read_column(records, &mut builder)? {
            return builder.finish(&records.name);
        }
    }
}

/// Reads one column; false at the end mark.
fn read_column(records: &Records<'_>, builder: &mut Builder) -> Result<bool, ImportError> {
    let (mut bytes, kind) = (records.bytes(), records.kind);
    let what = "the head of a column";
    let number = integer(&mut bytes, kind, what)?;
    let row = integer(&mut bytes, kind, what)?;
    let words = integer(&mut bytes, kind, what)?;
    let column = builder.column(number).map_err(|(expected, found)| bytes.error(expected, found))?;
    let Some(col) = column else { return Ok(false) };
    let word_bytes = if kind.wide { 8 } else { 4 };
    if usize::try_from(words).ok().and_then(|words| words.checked_mul(word_bytes)) != Some(bytes.left()) {
        return Err(bytes.error(format!("{words} words"), format!("{} bytes", bytes.left())));
    }
    if row > 0 {
        let run = run(&bytes, builder, col, row, words, kind)?;
        read_numbers(&mut bytes, builder, run, kind)?;
    } else {
        while !bytes.is_empty() {
            let (row, length) = string_head(&mut bytes, builder.header.bigmat, kind)?;
            let run = run(&bytes, builder, col, row, length.saturating_sub(1), kind)?;
            read_numbers(&mut bytes, builder, run, kind)?;
        }
    }
    if !bytes.is_empty() {
        return Err(bytes.error("the end of the column", format!("{} bytes more", bytes.left())));
    }
    Ok(true)
}

/// First row (from one) and length in words plus one of a sparse string.
fn string_head(bytes: &mut Bytes<'_>, bigmat: bool, kind: Kind) -> Result<(i64, i64), ImportError> {
    let what = "the head of a string";
    if !bigmat {
        return Ok(unpack_string(integer(bytes, kind, what)?));
    }
    let length = integer(bytes, kind, what)?;
    Ok((integer(bytes, kind, what)?, length))
}

fn run(
    bytes: &Bytes<'_>,
    builder: &Builder,
    col: u32,
    row: i64,
    words: i64,
    kind: Kind,
) -> Result<Run, ImportError> {
    // Where words have 8 bytes a double is one of them.
    let per_number = if kind.wide { 1 } else { builder.header.words() };
    let count =
        usize::try_from(words).ok().filter(|words| words % per_number == 0).map(|words| words / per_number);
    let count = count.ok_or_else(|| bytes.error("whole numbers", format!("{words} words")))?;
    builder.run(col, row, count).map_err(|(expected, found)| bytes.error(expected, found))
}

fn read_numbers(
    bytes: &mut Bytes<'_>,
    builder: &mut Builder,
    run: Run,
    kind: Kind,
) -> Result<(), ImportError> {
    for place in 0..run.count {
        let what = "a number";
        let finite = if builder.header.single && !kind.wide {
            let value = bytes.f32(what)?;
            builder.add_single(run, place, value);
            value.is_finite()
        } else {
            let value = bytes.f64(what)?;
            builder.add(run, place, value);
            value.is_finite()
        };
        if !finite {
            let row = run.row as usize + place + 1;
            return Err(bytes.error("a finite number", format!("none in row {row}, column {}", run.col + 1)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_length_tells_the_kind() {
        assert_eq!(kind(&24u32.to_le_bytes()), Some(Kind { endian: Endian::Little, wide: false }));
        assert_eq!(kind(&48u32.to_be_bytes()), Some(Kind { endian: Endian::Big, wide: true }));
        assert_eq!(kind(b"    "), None);
        assert_eq!(kind(&[24, 0]), None);
    }

    /// A 2 × 2 diagonal matrix with integers of 8 bytes, of which there is no sample.
    fn wide(endian: Endian) -> Vec<u8> {
        let word =
            |value: u64| if endian == Endian::Little { value.to_le_bytes() } else { value.to_be_bytes() };
        let mut file = Vec::new();
        let mut record = |words: &[u64], text: &[u8]| {
            let length = (words.len() * 8 + text.len()) as u32;
            let mark = if endian == Endian::Little { length.to_le_bytes() } else { length.to_be_bytes() };
            file.extend(mark);
            words.iter().for_each(|&value| file.extend(word(value)));
            file.extend(text);
            file.extend(mark);
        };
        record(&[2, 2, 6, 2], b"KAA             ");
        record(&[1, 1, 1, 2.5f64.to_bits()], b"");
        record(&[2, 0, 2, (2 << 16) + 2, (-3.25f64).to_bits()], b"");
        record(&[3, 1, 1, 1.0f64.to_bits()], b"");
        file
    }

    #[test]
    fn wide_integers_are_read_in_both_byte_orders() {
        for endian in [Endian::Little, Endian::Big] {
            let bytes = wide(endian);
            let source = Source::from_bytes("a.op4", &bytes).unwrap();
            let kind = kind(source.head()).unwrap();
            let read = read(source, kind).unwrap();
            let matrix = &read[0].matrix;
            assert_eq!((read[0].name.as_str(), matrix.get(0, 0), matrix.get(1, 1)), ("KAA", 2.5, -3.25));
        }
    }
    #[test]
    fn records_are_closed_by_their_length() {
        let mut bytes = wide(Endian::Little);
        // The header: a length of 4 bytes, 48 bytes, and the same length again.
        bytes[52] = 40;
        let source = Source::from_bytes("a.op4", &bytes).unwrap();
        let error = read(source, Kind { endian: Endian::Little, wide: true }).unwrap_err().to_string();
        assert_eq!(error, "a.op4, byte 56: expected the closing length 48, found 40");
    }
}
