//! Checks of one matrix: symmetry, completeness, empty rows, signs, penalties.

use super::report::{MatrixReport, PartReport};
use super::{ROUNDING, usual_diagonal};
use crate::matrix::{Completeness, ImportedMatrix};
use crate::part::ImportedPart;

/// Mirrored entries that differ by less are rounding [-].
const SYMMETRIC: f64 = 1e-10;
/// A diagonal entry this many times the median is a penalty support [-].
const PENALTY: f64 = 1e12;

pub(super) fn report(matrix: &ImportedMatrix) -> MatrixReport {
    let mut empty = vec![true; matrix.rows()];
    matrix.matrix.iter().filter(|entry| entry.2 != 0.0).for_each(|(row, ..)| empty[row] = false);
    MatrixReport {
        name: matrix.name.clone(),
        storage: matrix.storage,
        completeness: matrix.completeness,
        stored: matrix.stored,
        digits: matrix.digits,
        symmetry: matrix.matrix.symmetry_defect(),
        zero_rows: (0..matrix.rows()).filter(|&row| empty[row]).collect(),
        largest: matrix.matrix.max_abs(),
    }
}

pub(super) fn warn(part: &ImportedPart, report: &mut PartReport) {
    for (what, matrix) in [("stiffness", &part.stiffness), ("mass", &part.mass)] {
        report.warnings.extend(symmetry_warning(what, part, matrix));
        report.warnings.extend(completeness_warning(what, matrix));
        report.warnings.extend(negative_warning(what, part, matrix));
    }
    // Damping may be unsymmetric and have any sign.
    report.warnings.extend(part.damping.as_ref().and_then(|matrix| completeness_warning("damping", matrix)));
    if let Some(&row) = report.stiffness.zero_rows.first() {
        let count = report.stiffness.zero_rows.len();
        let first = part.row_name(row);
        report.warnings.push(format!("empty rows of the stiffness: {count}, the first is {first}"));
    }
    report.warnings.extend(penalty_warning(part));
}

fn symmetry_warning(what: &str, part: &ImportedPart, matrix: &ImportedMatrix) -> Option<String> {
    let diagonal = matrix.matrix.diagonal();
    let noise = ROUNDING * usual_diagonal(&matrix.matrix);
    let difference = matrix.matrix.add_scaled(1.0, &matrix.matrix.transpose(), -1.0);
    let relative = |(row, col, value): (usize, usize, f64)| {
        let own = matrix.matrix.get(row, col).abs().max(matrix.matrix.get(col, row).abs());
        (row, col, value.abs() / own.max((diagonal[row] * diagonal[col]).abs().sqrt()))
    };
    let real = difference.iter().filter(|entry| entry.2.abs() > noise).map(relative);
    let (row, col, worst) = real.filter(|entry| entry.2 > SYMMETRIC).max_by(|a, b| a.2.total_cmp(&b.2))?;
    let one_sided = matrix.matrix.iter().all(|(row, col, _)| row <= col)
        || matrix.matrix.iter().all(|(row, col, _)| row >= col);
    let hint = if one_sided {
        "one triangle is empty: was it meant to be mirrored?"
    } else {
        "the other results use its symmetric part"
    };
    let (row, col) = (part.row_name(row), part.row_name(col));
    Some(format!("the {what} is not symmetric (by {worst:.1e} between {row} and {col}): {hint}"))
}

fn completeness_warning(what: &str, matrix: &ImportedMatrix) -> Option<String> {
    match matrix.completeness {
        Completeness::Declared => None,
        Completeness::Plausible => Some(format!(
            "the file of the {what} does not give its number of rows: give a file of row names, so that a \
             truncated end is detected"
        )),
        Completeness::Unknown => Some(format!(
            "the file of the {what} does not end with the diagonal entry of its last row: it may be truncated"
        )),
    }
}

fn negative_warning(what: &str, part: &ImportedPart, matrix: &ImportedMatrix) -> Option<String> {
    let noise = ROUNDING * usual_diagonal(&matrix.matrix);
    let diagonal = matrix.matrix.diagonal();
    let row = diagonal.iter().position(|&value| value < -noise)?;
    Some(format!("the {what} is negative on the diagonal: {:e} at {}", diagonal[row], part.row_name(row)))
}

fn penalty_warning(part: &ImportedPart) -> Option<String> {
    let median = usual_diagonal(&part.stiffness.matrix);
    let diagonal = part.stiffness.matrix.diagonal();
    let row = diagonal.iter().position(|&value| value > PENALTY * median)?;
    Some(format!(
        "{} has the stiffness {:e}, {:.0e} times the median: a support written as a penalty? Export the matrix without supports",
        part.row_name(row),
        diagonal[row],
        diagonal[row] / median
    ))
}
