//! Apache Parquet tables. That of a motion has a column of times and one for each output, with units in their names, one row for each
//! time; the origin is in the metadata of the file.
//!
//! The simplest form of the format that all readers know: one group of rows, one page for each column, plain numbers of 64 bits,
//! neither compressed nor missing. Headers are structures in Thrift's compact protocol: a field is a byte with the difference of its number to
//! the last one and its type, integers are zigzag varints.

use super::{NEEDS, motion};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use lissom::{Progress, Session};

/// `parquet`.
pub(crate) struct Parquet;

impl Exporter for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }

    fn extension(&self) -> &'static str {
        "parquet"
    }

    fn sentence(&self) -> &'static str {
        "motion of [analysis.simulate]: times and outputs as an Apache Parquet table"
    }

    fn needs(&self) -> &'static str {
        NEEDS
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        let (origin, run) = motion(session, request, progress)?;
        let mut columns = vec![("time [s]".to_owned(), run.trajectory.times.as_slice())];
        for ((name, unit), values) in run.outputs.iter().zip(&run.trajectory.outputs) {
            columns.push((format!("{name} [{unit}]"), values));
        }
        let table =
            parquet_table(&columns, &origin.to_json().to_string()).ok_or(ExportError::ArchiveTooLarge)?;
        Ok(vec![ExportedFile::new(".parquet", table)])
    }
}

/// Numbers of the format: a column of doubles, plain, not compressed, without missing values.
const DOUBLE: i64 = 5;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const UNCOMPRESSED: i64 = 0;
const REQUIRED: i64 = 0;
const DATA_PAGE: i64 = 0;

/// The bytes of a table of named columns of equal length, with its origin in the metadata; `None` where a page is above the 2 GiB that
/// its header can count.
#[must_use]
pub fn parquet_table(columns: &[(String, &[f64])], origin: &str) -> Option<Vec<u8>> {
    let rows = columns.first().map_or(0, |(_, values)| values.len());
    let mut file = b"PAR1".to_vec();
    let mut chunks = Vec::new();
    for (name, values) in columns {
        let offset = file.len() as i64;
        let size = i32::try_from(8 * values.len()).ok()?;
        file.extend(page_header(i64::from(size), rows as i64));
        values.iter().for_each(|value| file.extend(value.to_le_bytes()));
        chunks.push((name.as_str(), offset, file.len() as i64 - offset));
    }
    let footer = file_metadata(&chunks, rows as i64, origin);
    let length = u32::try_from(footer.len()).ok()?;
    file.extend(footer);
    file.extend(length.to_le_bytes());
    file.extend(b"PAR1");
    Some(file)
}

fn page_header(size: i64, rows: i64) -> Vec<u8> {
    let data = Structure::new().small(1, rows).small(2, PLAIN).small(3, RLE).small(4, RLE);
    let header = Structure::new().small(1, DATA_PAGE).small(2, size).small(3, size).inner(5, data);
    header.ended()
}

/// Columns as name, offset of the page and its length with the header.
fn file_metadata(chunks: &[(&str, i64, i64)], rows: i64, origin: &str) -> Vec<u8> {
    let root = Structure::new().text(4, "table").small(5, chunks.len() as i64);
    let leaf =
        |(name, ..): &(&str, i64, i64)| Structure::new().small(1, DOUBLE).small(3, REQUIRED).text(4, name);
    let schema = std::iter::once(root).chain(chunks.iter().map(leaf)).collect();
    let chunk = |(name, offset, length): &(&str, i64, i64)| {
        let data = Structure::new()
            .small(1, DOUBLE)
            .list(2, SMALL, vec![varint(zigzag(PLAIN))])
            .list(3, TEXT, vec![counted(name)])
            .small(4, UNCOMPRESSED)
            .large(5, rows)
            .large(6, *length)
            .large(7, *length)
            .large(9, *offset);
        Structure::new().large(2, *offset).inner(3, data)
    };
    let total: i64 = chunks.iter().map(|(_, _, length)| length).sum();
    let group =
        Structure::new().structures(1, chunks.iter().map(chunk).collect()).large(2, total).large(3, rows);
    let pair = Structure::new().text(1, "origin").text(2, origin);
    let made_by = concat!("lissom version ", env!("CARGO_PKG_VERSION"));
    let whole = Structure::new()
        .small(1, 1)
        .structures(2, schema)
        .large(3, rows)
        .structures(4, vec![group])
        .structures(5, vec![pair])
        .text(6, made_by);
    whole.ended()
}

/// Types of Thrift's compact protocol.
const SMALL: u8 = 5;
const LARGE: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

/// A structure of Thrift's compact protocol; fields come in the order of their numbers.
struct Structure {
    bytes: Vec<u8>,
    last: u8,
}

impl Structure {
    fn new() -> Self {
        Self { bytes: Vec::new(), last: 0 }
    }

    fn field(mut self, number: u8, kind: u8, content: Vec<u8>) -> Self {
        self.bytes.push((number - self.last) << 4 | kind);
        self.bytes.extend(content);
        self.last = number;
        self
    }

    fn small(self, number: u8, value: i64) -> Self {
        self.field(number, SMALL, varint(zigzag(value)))
    }

    fn large(self, number: u8, value: i64) -> Self {
        self.field(number, LARGE, varint(zigzag(value)))
    }

    fn text(self, number: u8, value: &str) -> Self {
        self.field(number, TEXT, counted(value))
    }

    fn inner(self, number: u8, value: Self) -> Self {
        self.field(number, STRUCTURE, value.ended())
    }

    fn structures(self, number: u8, values: Vec<Self>) -> Self {
        self.list(number, STRUCTURE, values.into_iter().map(Self::ended).collect())
    }

    fn list(self, number: u8, kind: u8, values: Vec<Vec<u8>>) -> Self {
        let mut content = match values.len() {
            count @ 0..15 => vec![(count as u8) << 4 | kind],
            count => [vec![0xf0 | kind], varint(count as u64)].concat(),
        };
        content.extend(values.concat());
        self.field(number, LIST, content)
    }

    fn ended(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn counted(text: &str) -> Vec<u8> {
    [varint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
