//! Nastran OUTPUT4: the common part of its text and binary forms.
//!
//! A file holds matrices one after the other: a header (columns, rows, form, type, name), the columns that are not
//! zero, and a column numbered one past the last as the end mark. A column is dense (first row and a run of
//! numbers) or sparse (strings, each with its own first row). Sparse strings start with two integers if the
//! header's row count is negative ("bigmat"), with one packed integer otherwise. \[Widrick2026\]

use super::error::ImportError;
use super::matrix::{Completeness, Entries, ImportedMatrix, Layout, Storage};
use super::source::Source;
use super::{Importer, op4_binary, op4_text};

/// Matrices from this many rows on are written as bigmat, for any sign of the row count.
const ALWAYS_BIGMAT: i64 = 65536;

/// Reads `.op4` files.
#[derive(Debug)]
pub struct Op4;

impl Importer for Op4 {
    fn name(&self) -> &'static str {
        "op4"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["op4"]
    }

    fn describe(&self) -> &'static str {
        "Nastran OUTPUT4 (.op4), text or binary, either byte order, dense, bigmat or nonbigmat"
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        op4_binary::kind(source.head()).is_some() || op4_text::is_header(&source.first_line())
    }

    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
        match op4_binary::kind(source.head()) {
            Some(kind) => op4_binary::read(source, kind),
            None => op4_text::read(source),
        }
    }
}

/// The head of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub cols: usize,
    pub rows: usize,
    /// Strings start with two integers.
    pub bigmat: bool,
    /// Numbers are single precision.
    pub single: bool,
    pub name: String,
}

impl Header {
    /// Checks the five facts of a header; the error is what was expected and what was found.
    pub fn new(
        cols: i64,
        rows: i64,
        form: i64,
        kind: i64,
        name: &str,
    ) -> Result<Self, (&'static str, String)> {
        let limit = i64::from(u32::MAX) - 1;
        if !(1..limit).contains(&cols) || !(1..limit).contains(&rows.saturating_abs()) {
            return Err(("the size of a matrix", format!("{cols} columns, {rows} rows")));
        }
        // 1 square, 2 rectangular, 6 symmetric: all list every entry. The others imply entries they do not list.
        if ![1, 2, 6].contains(&form) {
            return Err(("form 1 (square), 2 (rectangular) or 6 (symmetric)", format!("form {form}")));
        }
        if [3, 4].contains(&kind) {
            return Err(("a real matrix", format!("the complex matrix {} (type {kind})", name.trim())));
        }
        if ![1, 2].contains(&kind) {
            return Err(("type 1 or 2 (real, single or double precision)", format!("type {kind}")));
        }
        let bigmat = !(0..ALWAYS_BIGMAT).contains(&rows);
        let size = |count: i64| count.unsigned_abs() as usize;
        let name = name.trim().to_owned();
        Ok(Self { cols: size(cols), rows: size(rows), bigmat, single: kind == 1, name })
    }

    /// Words of one number in the counts of a sparse column [-].
    pub fn words(&self) -> usize {
        if self.single { 1 } else { 2 }
    }
}

/// A matrix while its columns are read.
pub(super) struct Builder {
    pub header: Header,
    entries: Entries,
    last_column: i64,
}

/// A run of numbers in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Column, from zero.
    pub col: u32,
    /// First row, from zero.
    pub row: u32,
    /// Numbers in it.
    pub count: usize,
}

impl Builder {
    pub fn new(header: Header) -> Self {
        Self { header, entries: Entries::default(), last_column: 0 }
    }

    /// Checks the number of a column, from one; `None` is the end mark.
    pub fn column(&mut self, number: i64) -> Result<Option<u32>, (String, String)> {
        let cols = self.header.cols as i64;
        let last = std::mem::replace(&mut self.last_column, number);
        if number <= last || number > cols + 1 {
            let expected = format!("a column after {last}, at most the end mark {}", cols + 1);
            return Err((expected, format!("column {number}")));
        }
        Ok((number <= cols).then_some((number - 1) as u32))
    }

    /// Checks a run of `count` numbers from `row`, counted from one.
    pub fn run(&self, col: u32, row: i64, count: usize) -> Result<Run, (String, String)> {
        let rows = self.header.rows;
        let fits = row >= 1 && (row as usize - 1).checked_add(count).is_some_and(|end| end <= rows);
        if !fits || count == 0 {
            let found = format!("{count} numbers from row {row} in column {}", col + 1);
            return Err((format!("a run inside the {rows} rows"), found));
        }
        Ok(Run { col, row: (row - 1) as u32, count })
    }

    /// The number at `place` in a run. Zeros are how dense columns skip rows; they are not kept.
    pub fn add(&mut self, run: Run, place: usize, value: f64) {
        if value != 0.0 {
            self.entries.add(run.row + place as u32, run.col, value);
        }
    }

    pub fn add_single(&mut self, run: Run, place: usize, value: f32) {
        if value != 0.0 {
            self.entries.add_single(run.row + place as u32, run.col, value);
        }
    }

    pub fn finish(self, file: &str) -> Result<ImportedMatrix, ImportError> {
        let Header { cols, rows, .. } = self.header;
        let layout = Layout { rows, cols, storage: Storage::Full, completeness: Completeness::Declared };
        self.entries.into_matrix(file, &self.header.name, layout)
    }
}

/// Splits the packed integer of a nonbigmat string into its first row (from one) and its length in words plus one.
pub(super) fn unpack_string(packed: i64) -> (i64, i64) {
    (packed & 0xffff, packed >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_strings_hold_row_and_length() {
        assert_eq!(unpack_string(196_609), (1, 3));
    }

    #[test]
    fn headers_say_what_they_cannot_be() {
        assert!(Header::new(3, -3, 6, 2, "K       ").is_ok_and(|h| h.bigmat && h.name == "K" && !h.single));
        assert_eq!(Header::new(3, 3, 1, 4, "Z").unwrap_err().0, "a real matrix");
        assert!(Header::new(3, 3, 8, 2, "I").is_err());
        assert!(Header::new(0, 3, 1, 2, "K").is_err());
        assert!(Header::new(3, i64::MIN, 1, 2, "K").is_err());
    }

    #[test]
    fn columns_ascend_and_runs_fit() {
        let mut builder = Builder::new(Header::new(3, 3, 1, 2, "K").unwrap());
        assert_eq!(builder.column(1), Ok(Some(0)));
        assert_eq!(builder.column(3), Ok(Some(2)));
        assert!(builder.column(3).is_err());
        assert_eq!(builder.column(4), Ok(None));
        assert!(builder.run(0, 2, 2).is_ok());
        assert!(builder.run(0, 2, 3).is_err());
        assert!(builder.run(0, 0, 1).is_err());
    }
}
