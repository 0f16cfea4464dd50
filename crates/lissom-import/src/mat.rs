//! MATLAB's MAT-file of level 5 (`save -v6`, `-v7`): data elements, each a tag and its content, packed or not.
//!
//! Real matrices, dense or sparse, are read, also as fields of a structure (`sys.K`); texts and cells of texts are read for
//! state spaces, and skipped elsewhere. Version 7.3 is another format (HDF5) and is refused by name. \[MathWorks1999\]

use super::Importer;
use super::bytes::{Bytes, Endian};
use super::error::{ImportError, Place};
use super::matrix::{Completeness, Entries, ImportedMatrix, Layout, Storage};
use super::source::{Source, unreadable};
use super::unpacking::{allowance, too_much};
use flate2::read::ZlibDecoder;
use std::io::{BufRead, Read};

const HEADER: usize = 128;

mod element {
    pub const MATRIX: u32 = 14;
    pub const COMPRESSED: u32 = 15;
}

mod class {
    pub const CELL: u8 = 1;
    pub const STRUCTURE: u8 = 2;
    pub const TEXT: u8 = 4;
    pub const SPARSE: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const SINGLE: u8 = 7;
    pub const LAST_INTEGER: u8 = 15;
}

const COMPLEX: u32 = 0x0800;
const LOGICAL: u32 = 0x0200;
/// The type of an element of characters of one to four bytes.
const UTF_8: u32 = 16;

/// Reads `.mat` files.
#[derive(Debug)]
pub struct Mat;

impl Importer for Mat {
    fn name(&self) -> &'static str {
        "mat"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["mat"]
    }

    fn describe(&self) -> &'static str {
        "MATLAB and Octave MAT-files of level 5 (.mat saved with -v6 or -v7)"
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        version(source.head()).is_some()
    }

    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
        let mut found = Arrays::default();
        read_all(source, &mut found)?;
        Ok(found.matrices)
    }
}

/// What a file holds.
#[derive(Default)]
pub(super) struct Arrays {
    pub matrices: Vec<ImportedMatrix>,
    /// Texts by name, a cell of them as a list; `None`: they are skipped.
    pub texts: Option<Vec<(String, Vec<String>)>>,
    /// Names of arrays of truth values, where texts are read.
    pub flags: Vec<String>,
}

/// The matrices and the texts of a file.
pub(super) fn read_with_texts(source: Source<'_>) -> Result<Arrays, ImportError> {
    let mut found = Arrays { texts: Some(Vec::new()), ..Arrays::default() };
    read_all(source, &mut found)?;
    Ok(found)
}

/// Whether a file is a MAT-file of any version.
pub(super) fn is_mat(head: &[u8]) -> bool {
    version(head).is_some()
}

fn read_all(source: Source<'_>, found: &mut Arrays) -> Result<(), ImportError> {
    let Some((endian, version)) = version(source.head()) else {
        return Err(ImportError::whole(source.name(), "the header of a MAT-file of level 5", "none"));
    };
    if version != 0x0100 {
        let expected = "a MAT-file of level 5 (save it with -v7)";
        let what = match version {
            0x0200 => "version 7.3 (HDF5)".to_owned(),
            _ => format!("version {version:#x}"),
        };
        return Err(ImportError::whole(source.name(), expected, what));
    }
    let (name, reader) = source.into_reader();
    let mut elements = Elements { name, reader, at: 0, endian };
    elements.read(HEADER as u64)?;
    while let Some((base, content)) = elements.next_matrix()? {
        let mut bytes = Bytes::new(&elements.name, &content, base, endian);
        read_array(&mut bytes, &elements.name, None, found)?;
    }
    Ok(())
}

/// Byte order and version at the end of the header.
fn version(head: &[u8]) -> Option<(Endian, u16)> {
    let tail: [u8; 4] = head.get(HEADER - 4..HEADER)?.try_into().ok()?;
    let endian = match &tail[2..] {
        b"IM" => Endian::Little,
        b"MI" => Endian::Big,
        _ => return None,
    };
    Some((endian, endian.u16([tail[0], tail[1]])))
}

/// The elements of the file itself.
struct Elements<'a> {
    name: String,
    reader: Box<dyn BufRead + 'a>,
    at: u64,
    endian: Endian,
}

impl Elements<'_> {
    /// Exactly `length` bytes; memory grows with the actual, not the claimed size.
    fn read(&mut self, length: u64) -> Result<Vec<u8>, ImportError> {
        let mut bytes = Vec::new();
        let outcome = self.reader.by_ref().take(length).read_to_end(&mut bytes);
        outcome.map_err(|reason| unreadable(&self.name, Place::Byte(self.at), &reason))?;
        self.at += bytes.len() as u64;
        if (bytes.len() as u64) < length {
            return Err(
                self.error(&format!("{length} bytes"), &format!("the end of the file after {}", bytes.len()))
            );
        }
        Ok(bytes)
    }

    fn error(&self, expected: &str, found: &str) -> ImportError {
        let (expected, found) = (expected.to_owned(), found.to_owned());
        ImportError { file: self.name.clone(), place: Place::Byte(self.at), expected, found }
    }

    fn at_end(&mut self) -> Result<bool, ImportError> {
        let left = self.reader.fill_buf().map(<[u8]>::is_empty);
        left.map_err(|reason| unreadable(&self.name, Place::Byte(self.at), &reason))
    }

    /// The content of the next array, unpacked, and where it begins.
    fn next_matrix(&mut self) -> Result<Option<(u64, Vec<u8>)>, ImportError> {
        if self.at_end()? {
            return Ok(None);
        }
        let tag = self.read(8)?;
        let mut bytes = Bytes::new(&self.name, &tag, self.at, self.endian);
        let (kind, length) = (bytes.u32("a tag")?, bytes.u32("a tag")?);
        let base = self.at;
        match kind {
            element::MATRIX => Ok(Some((base, self.read(u64::from(length))?))),
            element::COMPRESSED => {
                let packed = self.read(u64::from(length))?;
                Ok(Some((base, self.unpack(&packed)?)))
            }
            // Octave and MATLAB write nothing else at this level.
            other => Err(self.error("an array (element type 14 or 15)", &format!("type {other}"))),
        }
    }

    /// The content of the array inside a packed element.
    fn unpack(&self, packed: &[u8]) -> Result<Vec<u8>, ImportError> {
        let damaged = |found: &str| self.error("a packed array", found);
        let mut content = Vec::new();
        let (length, most) = (packed.len() as u64, allowance(packed.len() as u64));
        let outcome = ZlibDecoder::new(packed).take(most + 1).read_to_end(&mut content);
        outcome.map_err(|reason| damaged(&format!("a damaged stream ({reason})")))?;
        if content.len() as u64 > most {
            return Err(damaged(&too_much(length).to_string()));
        }
        let mut bytes = Bytes::new(&self.name, &content, self.at, self.endian);
        let (kind, length) = (bytes.u32("a tag")?, bytes.u32("a tag")?);
        if kind != element::MATRIX || length as usize != bytes.left() {
            return Err(damaged(&format!("element type {kind} of {length} bytes in {}", bytes.left())));
        }
        content.drain(..8);
        Ok(content)
    }
}

/// A tag and its content inside an array.
struct Element<'a> {
    kind: u32,
    content: Bytes<'a>,
}

impl<'a> Element<'a> {
    fn read(bytes: &mut Bytes<'a>, what: &str) -> Result<Self, ImportError> {
        let first = bytes.u32(what)?;
        // Up to four bytes of content fit into the tag itself, whose first word then holds both numbers.
        if first >> 16 != 0 {
            let mut field = bytes.part(4, what)?;
            let content = field.part((first >> 16) as usize, what)?;
            return Ok(Self { kind: first & 0xffff, content });
        }
        let length = bytes.u32(what)? as usize;
        let content = bytes.part(length, what)?;
        // Contents are padded to eight bytes; some writers leave out the last padding.
        let padding = (8 - length % 8) % 8;
        bytes.take(padding.min(bytes.left()), what)?;
        Ok(Self { kind: first, content })
    }

    /// Width of the numbers \[B\].
    fn width(&self) -> Result<usize, ImportError> {
        match self.kind {
            1 | 2 => Ok(1),
            3 | 4 => Ok(2),
            5..=7 => Ok(4),
            9 | 12 | 13 => Ok(8),
            other => Err(self.content.error("numbers", format!("element type {other}"))),
        }
    }

    fn count(&self) -> Result<usize, ImportError> {
        let width = self.width()?;
        if !self.content.left().is_multiple_of(width) {
            return Err(self.content.error("whole numbers", format!("{} bytes", self.content.left())));
        }
        Ok(self.content.left() / width)
    }

    /// The next number. Arrays of doubles may be stored as smaller whole numbers to save space.
    fn number(&mut self) -> Result<f64, ImportError> {
        let (bytes, what) = (&mut self.content, "a number");
        let endian = bytes.endian();
        Ok(match self.kind {
            1 => f64::from(bytes.take(1, what)?[0].cast_signed()),
            2 => f64::from(bytes.take(1, what)?[0]),
            3 => f64::from(bytes.u16(what)?.cast_signed()),
            4 => f64::from(bytes.u16(what)?),
            5 => f64::from(bytes.i32(what)?),
            6 => f64::from(bytes.u32(what)?),
            7 => f64::from(bytes.f32(what)?),
            9 => bytes.f64(what)?,
            12 => bytes.i64(what)? as f64,
            13 => bytes.u64(what)? as f64,
            other => return Err(bytes.error("numbers", format!("element type {other} ({endian:?})"))),
        })
    }

    /// All numbers, as indices.
    fn indices(mut self) -> Result<Vec<usize>, ImportError> {
        (0..self.count()?)
            .map(|_| {
                let value = self.number()?;
                let index = (value >= 0.0 && value < f64::from(u32::MAX)).then_some(value as usize);
                index.ok_or_else(|| self.content.error("an index", format!("{value}")))
            })
            .collect()
    }
}

/// The header of an array.
struct Head {
    class: u8,
    complex: bool,
    logical: bool,
    dimensions: Vec<usize>,
    name: String,
}

impl Head {
    fn read(bytes: &mut Bytes<'_>) -> Result<Self, ImportError> {
        let mut flags = Element::read(bytes, "the flags of an array")?;
        let flag = flags.content.u32("the flags of an array")?;
        let dimensions = Element::read(bytes, "the sizes of an array")?.indices()?;
        let mut name = Element::read(bytes, "the name of an array")?;
        let left = name.content.left();
        let name = String::from_utf8_lossy(name.content.take(left, "a name")?).into_owned();
        let (complex, logical) = (flag & COMPLEX != 0, flag & LOGICAL != 0);
        Ok(Self { class: (flag & 0xff) as u8, complex, logical, dimensions, name })
    }
}

/// Reads the array and what is inside it; `outer` names the field that holds it.
fn read_array(
    bytes: &mut Bytes<'_>,
    file: &str,
    outer: Option<&str>,
    found: &mut Arrays,
) -> Result<(), ImportError> {
    let head = Head::read(bytes)?;
    let name = outer.unwrap_or(&head.name);
    if let (Some(texts), class::TEXT | class::CELL) = (&mut found.texts, head.class) {
        if let Some(read) = texts_of(bytes, &head)? {
            texts.push((name.to_owned(), read));
        }
        return Ok(());
    }
    if found.texts.is_some() && head.logical {
        found.flags.push(name.to_owned());
    }
    let numeric = head.class == class::SPARSE || (class::DOUBLE..=class::LAST_INTEGER).contains(&head.class);
    if numeric && head.complex {
        return Err(bytes.error("a real matrix", format!("the complex matrix {name}")));
    }
    let &[rows, cols] = &head.dimensions[..] else { return Ok(()) };
    let entries = match head.class {
        class::STRUCTURE if rows == 1 && cols == 1 && outer.is_none() => {
            return read_fields(bytes, file, name, found);
        }
        class::SPARSE => sparse(bytes, rows, cols)?,
        _ if numeric => dense(bytes, rows, cols, head.class == class::SINGLE)?,
        _ => return Ok(()),
    };
    let layout = Layout { rows, cols, storage: Storage::Full, completeness: Completeness::Declared };
    found.matrices.push(entries.into_matrix(file, name, layout)?);
    Ok(())
}

/// The rows of a text, or the texts of a cell; `None` where a cell holds something else.
fn texts_of(bytes: &mut Bytes<'_>, head: &Head) -> Result<Option<Vec<String>>, ImportError> {
    if head.class == class::TEXT {
        return rows_of_text(bytes, &head.dimensions).map(Some);
    }
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let mut element = Element::read(bytes, "an array of a cell")?;
        if element.kind != element::MATRIX {
            return Err(bytes.error("an array of a cell", format!("element type {}", element.kind)));
        }
        let inner = Head::read(&mut element.content)?;
        if inner.class != class::TEXT {
            return Ok(None);
        }
        let rows = rows_of_text(&mut element.content, &inner.dimensions)?;
        all.push(rows.into_iter().next().unwrap_or_default());
    }
    Ok(Some(all))
}

/// Characters are stored by columns; rows of unequal length are padded with blanks.
fn rows_of_text(bytes: &mut Bytes<'_>, dimensions: &[usize]) -> Result<Vec<String>, ImportError> {
    let mut element = Element::read(bytes, "the characters of a text")?;
    let rows = dimensions.first().copied().unwrap_or(0);
    let mut characters = Vec::new();
    if element.kind == UTF_8 {
        let left = element.content.left();
        characters.extend(String::from_utf8_lossy(element.content.take(left, "characters")?).chars());
    }
    while !element.content.is_empty() {
        let what = "a character";
        let code = match element.kind {
            1 | 2 => u32::from(element.content.take(1, what)?[0]),
            3 | 4 | 17 => u32::from(element.content.u16(what)?),
            5 | 6 | 18 => element.content.u32(what)?,
            other => return Err(element.content.error("characters", format!("element type {other}"))),
        };
        characters.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if characters.is_empty() || rows == 0 || !characters.len().is_multiple_of(rows) {
        return Ok(Vec::new());
    }
    let row = |i: usize| characters.iter().skip(i).step_by(rows).collect::<String>().trim_end().to_owned();
    Ok((0..rows).map(row).collect())
}

/// The fields of a structure: their names in slots of equal length, then their arrays.
fn read_fields(
    bytes: &mut Bytes<'_>,
    file: &str,
    outer: &str,
    found: &mut Arrays,
) -> Result<(), ImportError> {
    let slot = Element::read(bytes, "the length of field names")?.indices()?;
    let mut names = Element::read(bytes, "the names of fields")?;
    let length = slot.first().copied().filter(|&length| length > 0);
    let length = length.ok_or_else(|| bytes.error("the length of field names", "none"))?;
    while !names.content.is_empty() {
        let field = names.content.take(length, "the name of a field")?;
        let field: Vec<u8> = field.iter().copied().take_while(|&byte| byte != 0).collect();
        let name = format!("{outer}.{}", String::from_utf8_lossy(&field));
        let mut element = Element::read(bytes, "a field")?;
        if element.kind != element::MATRIX {
            return Err(bytes.error(format!("the array of {name}"), format!("element type {}", element.kind)));
        }
        if !element.content.is_empty() {
            read_array(&mut element.content, file, Some(&name), found)?;
        }
    }
    Ok(())
}

fn finite(element: &Element<'_>, value: f64, row: usize, col: usize) -> Result<f64, ImportError> {
    let found = || format!("{value} in row {}, column {}", row + 1, col + 1);
    if value.is_finite() { Ok(value) } else { Err(element.content.error("a finite number", found())) }
}

fn dense(bytes: &mut Bytes<'_>, rows: usize, cols: usize, single: bool) -> Result<Entries, ImportError> {
    let mut values = Element::read(bytes, "the numbers of a matrix")?;
    let count = values.count()?;
    if rows.checked_mul(cols) != Some(count) {
        return Err(bytes.error(format!("{rows} × {cols} numbers"), format!("{count}")));
    }
    let mut entries = Entries::default();
    for place in 0..count {
        let (row, col) = (place % rows, place / rows);
        let number = values.number()?;
        let value = finite(&values, number, row, col)?;
        if value != 0.0 && single {
            entries.add_single(row as u32, col as u32, value as f32);
        } else if value != 0.0 {
            entries.add(row as u32, col as u32, value);
        }
    }
    Ok(entries)
}

/// Compressed columns: the row of each entry, where columns begin, the values.
fn sparse(bytes: &mut Bytes<'_>, rows: usize, cols: usize) -> Result<Entries, ImportError> {
    let row_of = Element::read(bytes, "the rows of a sparse matrix")?.indices()?;
    let starts = Element::read(bytes, "the columns of a sparse matrix")?.indices()?;
    let mut values = Element::read(bytes, "the numbers of a sparse matrix")?;
    let used = starts.last().copied().unwrap_or(0);
    let ascends = starts.first() == Some(&0) && starts.windows(2).all(|pair| pair[0] <= pair[1]);
    // Room may be reserved for more entries than are used.
    if starts.len() != cols + 1 || !ascends || used > row_of.len() || used > values.count()? {
        let expected = format!("{} ascending starts that cover the numbers", cols + 1);
        return Err(bytes.error(expected, format!("{} starts, {} rows", starts.len(), row_of.len())));
    }
    let mut entries = Entries::default();
    for (col, bounds) in starts.windows(2).enumerate() {
        for &row in &row_of[bounds[0]..bounds[1]] {
            if row >= rows {
                return Err(bytes.error(format!("a row below {rows}"), format!("{row}")));
            }
            let number = values.number()?;
            entries.add(row as u32, col as u32, finite(&values, number, row, col)?);
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes elements in one byte order.
    struct Writer(Endian);

    impl Writer {
        fn u32(&self, value: u32) -> [u8; 4] {
            if self.0 == Endian::Little { value.to_le_bytes() } else { value.to_be_bytes() }
        }

        fn f64(&self, value: f64) -> [u8; 8] {
            if self.0 == Endian::Little { value.to_le_bytes() } else { value.to_be_bytes() }
        }

        fn element(&self, kind: u32, content: &[u8]) -> Vec<u8> {
            let mut bytes = [self.u32(kind), self.u32(content.len() as u32)].concat();
            bytes.extend(content);
            bytes.resize(bytes.len().next_multiple_of(8), 0);
            bytes
        }

        fn integers(&self, values: &[u32]) -> Vec<u8> {
            self.element(5, &values.iter().flat_map(|&value| self.u32(value)).collect::<Vec<_>>())
        }

        fn doubles(&self, values: &[f64]) -> Vec<u8> {
            self.element(9, &values.iter().flat_map(|&value| self.f64(value)).collect::<Vec<_>>())
        }

        /// A file with one array.
        fn file(&self, flags: u32, size: [u32; 2], parts: &[Vec<u8>]) -> Vec<u8> {
            let mut array = self.element(6, &[self.u32(flags), self.u32(0)].concat());
            array.extend(self.integers(&size));
            array.extend(self.element(1, b"K"));
            parts.iter().for_each(|part| array.extend(part));
            let mut file = vec![b' '; HEADER - 4];
            file.extend(if self.0 == Endian::Little { *b"\0\x01IM" } else { *b"\x01\0MI" });
            file.extend(self.element(element::MATRIX, &array));
            file
        }
    }

    fn read(bytes: &[u8]) -> Result<ImportedMatrix, ImportError> {
        Mat.read(Source::from_bytes("a.mat", bytes)?).map(|mut all| all.remove(0))
    }

    #[test]
    fn both_byte_orders_and_small_types_are_read() {
        for endian in [Endian::Little, Endian::Big] {
            let writer = Writer(endian);
            let dense = read(&writer.file(u32::from(class::DOUBLE), [2, 1], &[writer.doubles(&[0.5, -2.0])]))
                .unwrap();
            assert_eq!((dense.matrix.get(0, 0), dense.matrix.get(1, 0)), (0.5, -2.0));
            let small = writer.file(u32::from(class::DOUBLE), [2, 1], &[writer.element(1, &[7, 0xfe])]);
            assert_eq!(read(&small).unwrap().matrix.get(1, 0), -2.0);
            // Room for three entries, of which two are used.
            let parts =
                [writer.integers(&[1, 0, 0]), writer.integers(&[0, 1, 2]), writer.doubles(&[3.0, 4.0, 0.0])];
            let sparse = read(&writer.file(u32::from(class::SPARSE), [2, 2], &parts)).unwrap();
            assert_eq!(
                (sparse.matrix.get(1, 0), sparse.matrix.get(0, 1), sparse.matrix.nnz()),
                (3.0, 4.0, 2)
            );
        }
    }

    #[test]
    fn contradictions_are_named() {
        let writer = Writer(Endian::Little);
        let message =
            |flags, size, parts: &[Vec<u8>]| read(&writer.file(flags, size, parts)).unwrap_err().to_string();
        let (dense, sparse) = (u32::from(class::DOUBLE), u32::from(class::SPARSE));
        assert!(message(dense | COMPLEX, [1, 1], &[writer.doubles(&[1.0])]).contains("the complex matrix K"));
        assert!(message(dense, [2, 2], &[writer.doubles(&[1.0])]).contains("2 × 2 numbers"));
        assert!(message(dense, [1, 1], &[writer.doubles(&[f64::NAN])]).contains("NaN in row 1, column 1"));
        let parts = [writer.integers(&[5]), writer.integers(&[0, 1]), writer.doubles(&[3.0])];
        assert!(message(sparse, [2, 1], &parts).contains("a row below 2"));
        let parts = [writer.integers(&[0]), writer.integers(&[0, 9]), writer.doubles(&[3.0])];
        assert!(message(sparse, [2, 1], &parts).contains("ascending starts"));
    }
}
