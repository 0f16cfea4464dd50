//! A plain table of numbers, as OpenSees' `printA` writes it: one row of a square matrix a line.
//!
//! Such tables often have six digits only, which is too few for machines with stiff and soft directions; the
//! audit warns of it.

use super::Importer;
use super::error::ImportError;
use super::lines::{Lines, number};
use super::matrix::{Completeness, Entries, ImportedMatrix, Layout, Storage};
use super::source::Source;

/// Reads square tables of numbers.
#[derive(Debug)]
pub struct Table;

impl Importer for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt", "dat", "out"]
    }

    fn describe(&self) -> &'static str {
        "a square table of numbers (.txt), as OpenSees prints it"
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        let line = source.first_line();
        !line.is_empty() && line.split_ascii_whitespace().all(|word| number(word).is_some())
    }

    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
        let name = source.stem().to_owned();
        let mut lines = Lines::new(source);
        let mut entries = Entries::default();
        let (mut rows, mut cols) = (0, 0);
        while lines.advance_to_text()? {
            let width = read_row(&lines, rows, &mut entries)?;
            if rows == 0 {
                cols = width;
            }
            rows += 1;
            if width != cols || rows > cols {
                let found = format!("row {rows} with {width} numbers");
                return Err(lines.error(format!("a square table of {cols} × {cols} numbers"), found));
            }
        }
        if rows != cols || rows == 0 {
            return Err(lines.expected(format!("row {} of {cols}", rows + 1)));
        }
        lines.demand_terminated()?;
        let layout = Layout { rows, cols, storage: Storage::Full, completeness: Completeness::Declared };
        Ok(vec![entries.into_matrix(lines.name(), &name, layout)?])
    }
}

/// Reads one row and returns how many numbers it has.
fn read_row(lines: &Lines<'_>, row: usize, entries: &mut Entries) -> Result<usize, ImportError> {
    let mut width = 0;
    for word in lines.text().split_ascii_whitespace() {
        let value = number(word).ok_or_else(|| lines.error("a number", format!("`{word}`")))?;
        if value != 0.0 {
            entries.add(row as u32, width as u32, value);
        }
        width += 1;
    }
    Ok(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ImportedMatrix, ImportError> {
        Table.read(Source::from_bytes("K.txt", text.as_bytes())?).map(|mut all| all.remove(0))
    }

    #[test]
    fn square_tables_are_read() {
        let read = read("\n2 -1.25\n-1.25 3e5 \n\n").unwrap();
        assert_eq!((read.rows(), read.matrix.get(1, 0), read.matrix.get(1, 1)), (2, -1.25, 3e5));
    }

    #[test]
    fn tables_that_are_not_square_are_refused() {
        assert!(read("1 2\n").unwrap_err().to_string().contains("expected row 2 of 2"));
        assert!(read("1 2\n3\n").unwrap_err().to_string().contains("row 2 with 1 numbers"));
        assert!(read("1\n2\n").unwrap_err().to_string().contains("1 × 1"));
        assert!(read("1 2\n3 a\n").unwrap_err().to_string().contains("`a`"));
        assert!(read("1 2\n3 4").unwrap_err().to_string().contains("truncated"));
        assert!(read("").unwrap_err().to_string().contains("expected row 1"));
    }
}
