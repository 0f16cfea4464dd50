//! Abaqus: `job_STIF1.mtx` and `job_MASS1.mtx`, written by `*MATRIX GENERATE` and `*MATRIX OUTPUT`.
//!
//! Matrix input (the default) names rows by `node,dof`: `rowNode,rowDof, colNode,colDof, value`; one triangle of a
//! symmetric matrix. Coordinate is `row column value`, counted from one. Neither has a header, so
//! completeness can only be judged by the end of the file.

use super::Importer;
use super::calculix::{entries, is_entry};
use super::error::ImportError;
use super::lines::{Lines, integer, number};
use super::matrix::{Completeness, Dof, Entries, ImportedMatrix, Layout};
use super::source::Source;
use std::collections::BTreeMap;

/// Reads `.mtx` files of Abaqus.
#[derive(Debug)]
pub struct Abaqus;

impl Importer for Abaqus {
    fn name(&self) -> &'static str {
        "abaqus"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["mtx"]
    }

    fn describe(&self) -> &'static str {
        "Abaqus matrices (_STIF1.mtx, _MASS1.mtx) in matrix-input and coordinate format"
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        let line = source.first_line();
        line.starts_with("**") || labelled_entry(&line).is_some() || is_entry(&line)
    }

    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
        let name = source.stem().to_owned();
        let coordinate = is_entry(&source.first_line());
        let mut lines = Lines::new(source);
        let matrix = if coordinate { numbered(&mut lines, &name)? } else { labelled(&mut lines, &name)? };
        Ok(vec![matrix])
    }
}

fn numbered(lines: &mut Lines<'_>, name: &str) -> Result<ImportedMatrix, ImportError> {
    let entries = entries(lines)?;
    let rows = entries.span();
    let layout = layout(&entries, rows);
    entries.into_matrix(lines.name(), name, layout)
}

fn layout(entries: &Entries, rows: usize) -> Layout {
    let ends_on_diagonal = entries.last().is_some_and(|(row, col, _)| row == col && row as usize + 1 == rows);
    let completeness = if ends_on_diagonal { Completeness::Plausible } else { Completeness::Unknown };
    Layout { rows, cols: rows, storage: entries.storage(), completeness }
}

/// One line `rowNode,rowDof, colNode,colDof, value`.
type LabelledEntry = (Dof, Dof, f64);

fn labelled_entry(line: &str) -> Option<LabelledEntry> {
    let mut words = line.split(',');
    let mut dof = || {
        let node = integer(words.next()?)?;
        let component = integer(words.next()?)?;
        Some(Dof { node, component: u8::try_from(component).ok().filter(|c| (1..=6).contains(c))?, copy: 0 })
    };
    let (row, col) = (dof()?, dof()?);
    let value = number(words.next()?)?;
    words.next().is_none().then_some((row, col, value))
}

fn labelled(lines: &mut Lines<'_>, name: &str) -> Result<ImportedMatrix, ImportError> {
    let mut numbers: BTreeMap<Dof, u32> = BTreeMap::new();
    let mut listed: Vec<LabelledEntry> = Vec::new();
    while lines.advance_to_text()? {
        if lines.text().starts_with("**") {
            continue;
        }
        let expected = "`rowNode,rowDof, colNode,colDof, value` with dof 1 to 6";
        let entry = labelled_entry(lines.text()).ok_or_else(|| lines.expected(expected))?;
        numbers.insert(entry.0, 0);
        numbers.insert(entry.1, 0);
        listed.push(entry);
    }
    if listed.is_empty() {
        return Err(lines.expected("`rowNode,rowDof, colNode,colDof, value`"));
    }
    lines.demand_terminated()?;
    numbers.values_mut().zip(0..).for_each(|(number, place)| *number = place);
    let mut entries = Entries::default();
    listed.iter().for_each(|(row, col, value)| entries.add(numbers[row], numbers[col], *value));
    let layout = layout(&entries, numbers.len());
    let mut matrix = entries.into_matrix(lines.name(), name, layout)?;
    matrix.dofs = Some(numbers.into_keys().collect());
    Ok(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Storage;

    fn read(text: &str) -> Result<ImportedMatrix, ImportError> {
        Abaqus.read(Source::from_bytes("job_STIF1.mtx", text.as_bytes())?).map(|mut all| all.remove(0))
    }

    #[test]
    fn rows_are_named_by_node_and_direction() {
        let read = read("** comment\n7,1, 7,1, 2.0\n9,2, 7,1, -1.0\n9,2, 9,2, 3.0\n").unwrap();
        let dofs = [Dof { node: 7, component: 1, copy: 0 }, Dof { node: 9, component: 2, copy: 0 }];
        assert_eq!(read.dofs.as_deref(), Some(&dofs[..]));
        assert_eq!((read.storage, read.matrix.get(0, 1)), (Storage::Lower, -1.0));
        assert_eq!(read.completeness, Completeness::Plausible);
    }

    #[test]
    fn coordinate_files_may_be_full() {
        let read = read("1 1 2.0\n1 2 -1.0\n2 1 -1.0\n2 2 3.0\n").unwrap();
        assert_eq!((read.storage, read.rows(), read.dofs), (Storage::Full, 2, None));
    }

    #[test]
    fn a_file_that_ends_early_is_not_called_complete() {
        let read = read("1,1, 1,1, 2.0\n1,1, 2,1, -1.0\n").unwrap();
        assert_eq!(read.completeness, Completeness::Unknown);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert!(message("1,1, 1,1, 2.0\n1,1, 2,9, 1.0\n").starts_with("job_STIF1.mtx:2: expected `rowNode"));
        assert!(message("1,1, 1,1, 2.0\n1,1 2.0\n").starts_with("job_STIF1.mtx:2"));
        assert!(message("1,1, 1,1, 2.0").contains("truncated"));
        assert!(message("1,1, 1,1, 2.0\n1,1, 1,1, 2.0\n").contains("twice"));
    }
}
