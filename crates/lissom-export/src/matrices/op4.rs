//! OUTPUT4 text of Nastran: KAA, MAA, BAA with the rows of interfaces first.
//!
//! A matrix is a line `columns rows form type name format`, then for each column that is not empty a line `column first-row
//! count` and the numbers from there on, three in a line; a column beyond the last one ends it. Form 6 is symmetric, form 2
//! rectangular, type 2 double precision.

use super::{Matrices, NEEDS};
use crate::decimal::field;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use lissom::{Progress, Session};
use lissom_linalg::Dense;
use std::fmt::Write;

/// Largest number of coordinates: a file of full columns.
const MOST: usize = 3000;

/// `op4`.
pub(crate) struct Op4;

impl Exporter for Op4 {
    fn name(&self) -> &'static str {
        "op4"
    }

    fn extension(&self) -> &'static str {
        "op4"
    }

    fn sentence(&self) -> &'static str {
        "KAA, MAA, BAA and input columns as OUTPUT4 text of Nastran, interfaces first, with a table of degrees of freedom"
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
        let all = Matrices::of(self.name(), session, request, progress)?;
        all.demand_small(self.name(), MOST)?;
        let mut text = String::new();
        for (name, matrix) in [("KAA", &all.stiffness), ("MAA", &all.mass), ("BAA", &all.damping)] {
            write_matrix(&mut text, name, 6, &matrix.to_dense());
        }
        if all.input.cols() > 0 {
            write_matrix(&mut text, "PAA", 2, &all.input);
        }
        let origin = format!("{}\n", all.origin.to_json());
        Ok(vec![
            ExportedFile::new(".op4", text),
            ExportedFile::new(".dofs.csv", all.dofs.csv()),
            ExportedFile::new(".op4.json", origin),
        ])
    }
}

fn write_matrix(text: &mut String, name: &str, form: u8, matrix: &Dense) {
    let (rows, columns) = (matrix.rows(), matrix.cols());
    let _ = writeln!(text, "{columns:8}{rows:8}{form:8}{:8}{name:<8}1P,3E23.16", 2);
    for j in 0..columns {
        let column = matrix.column(j);
        let Some(first) = column.iter().position(|value| *value != 0.0) else { continue };
        let last = column.iter().rposition(|value| *value != 0.0).unwrap_or(first);
        let _ = writeln!(text, "{:8}{:8}{:8}", j + 1, first + 1, last - first + 1);
        write_values(text, &column[first..=last]);
    }
    let _ = writeln!(text, "{:8}{:8}{:8}", columns + 1, 1, 1);
    write_values(text, &[1.0]);
}

fn write_values(text: &mut String, values: &[f64]) {
    for line in values.chunks(3) {
        line.iter().for_each(|value| text.push_str(&field(*value, 23, 16, 'E')));
        text.push('\n');
    }
}
