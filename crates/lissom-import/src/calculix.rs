//! CalculiX: `job.sti` and `job.mas`, written by `*FREQUENCY, SOLVER=MATRIXSTORAGE`.
//!
//! One entry a line, `row column value`, counted from one, with 14 digits. The upper triangle is listed column by
//! column and every column closes with its diagonal entry, zeros included. There is no header: the size is the
//! largest number met, and a complete file has every entry of the diagonal and ends with the last one.

use super::Importer;
use super::error::ImportError;
use super::lines::{Lines, index, number};
use super::matrix::{Completeness, Entries, ImportedMatrix, Layout};
use super::source::Source;

/// Reads `.sti` and `.mas` files.
#[derive(Debug)]
pub struct Calculix;

impl Importer for Calculix {
    fn name(&self) -> &'static str {
        "calculix"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sti", "mas", "dam"]
    }

    fn describe(&self) -> &'static str {
        "CalculiX matrices (.sti, .mas), row numbers from .dof, mesh and sets from .inp or .inc"
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        is_entry(&source.first_line())
    }

    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
        let name = source.stem().to_owned();
        let mut lines = Lines::new(source);
        let entries = entries(&mut lines)?;
        let rows = demand_whole_diagonal(&lines, &entries)?;
        let storage = entries.storage();
        let layout = Layout { rows, cols: rows, storage, completeness: Completeness::Plausible };
        Ok(vec![entries.into_matrix(lines.name(), &name, layout)?])
    }
}

/// Whether a line reads `row column value`.
pub(super) fn is_entry(line: &str) -> bool {
    entry(line).is_some()
}

/// Row, column, value, and the value as it is written.
fn entry(line: &str) -> Option<(u32, u32, f64, &str)> {
    let mut words = line.split_ascii_whitespace();
    let (row, col, written) = (index(words.next()?)?, index(words.next()?)?, words.next()?);
    words.next().is_none().then_some((row, col, number(written)?, written))
}

/// All lines `row column value` of a file without a header.
pub(super) fn entries(lines: &mut Lines<'_>) -> Result<Entries, ImportError> {
    let mut entries = Entries::default();
    while lines.advance_to_text()? {
        let entry = entry(lines.text()).ok_or_else(|| lines.expected("`row column value`"))?;
        entries.add_written(entry.0, entry.1, entry.2, entry.3);
    }
    if entries.len() == 0 {
        return Err(lines.expected("`row column value`"));
    }
    lines.demand_terminated()?;
    Ok(entries)
}

/// The number of rows, if the diagonal is complete and the file ends with its last entry.
fn demand_whole_diagonal(lines: &Lines<'_>, entries: &Entries) -> Result<usize, ImportError> {
    let rows = entries.span();
    if entries.last().is_none_or(|(row, col, _)| row != col || row as usize + 1 != rows) {
        return Err(
            lines.expected(format!("the diagonal entry of row {rows}, with which a complete file ends"))
        );
    }
    // Listed, not marked in an array: a damaged number must not reserve a diagonal of billions.
    let on_diagonal = entries.iter().filter(|(row, col, _)| row == col);
    let mut present: Vec<u32> = on_diagonal.map(|(row, ..)| row).collect();
    present.sort_unstable();
    present.dedup();
    if present.len() < rows {
        let missing =
            present.iter().zip(0..).find(|&(&row, place)| row != place).map_or(0, |(_, place)| place);
        let expected = format!("a diagonal entry in each of the {rows} rows");
        return Err(ImportError::whole(lines.name(), expected, format!("none in row {}", missing + 1)));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Storage;

    fn read(text: &str) -> Result<ImportedMatrix, ImportError> {
        Calculix.read(Source::from_bytes("job.sti", text.as_bytes())?).map(|mut all| all.remove(0))
    }

    #[test]
    fn the_upper_triangle_is_mirrored() {
        let read = read("1 1  2.0e+00\n\n1 2 -1.0D+00\n2 2  2.5e+00\n").unwrap();
        assert_eq!((read.name.as_str(), read.storage, read.rows()), ("job", Storage::Upper, 2));
        assert_eq!((read.matrix.get(1, 0), read.matrix.get(1, 1)), (-1.0, 2.5));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(message("1 1 2.0\n1 x 3.0\n"), "job.sti:2: expected `row column value`, found `1 x 3.0`");
        assert!(message("1 1 2.0\n1 2 3.0\n").contains("the diagonal entry of row 2"));
        assert!(message("1 1 2.0\n3 3 3.0\n").contains("none in row 2"));
        assert!(message("1 1 2.0\n2 2 3.0").contains("truncated"));
        assert!(message("").contains("the end of the file"));
        assert!(message("1 1 nan\n").contains("`row column value`"));
        assert!(message("1 1 2.0\n1 1 2.0\n").contains("twice"));
    }
}
