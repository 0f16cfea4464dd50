//! Matrix Market text: one file per matrix, symmetric ones as their lower triangle, numbers that read back exactly.

use super::{Matrices, NEEDS};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use lissom::{Progress, Session};
use lissom_linalg::{Dense, Sparse};
use std::fmt::Write;

/// `mtx`.
pub(crate) struct MatrixMarket;

impl Exporter for MatrixMarket {
    fn name(&self) -> &'static str {
        "mtx"
    }

    fn extension(&self) -> &'static str {
        "mtx"
    }

    fn sentence(&self) -> &'static str {
        "M, D, K, B, C as Matrix Market files with a table of degrees of freedom, of any size"
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
        let comment: String = all.origin.lines().iter().map(|line| format!("% {line}\n")).collect();
        let mut files: Vec<ExportedFile> = Vec::new();
        for (name, matrix) in all.named() {
            files.push(ExportedFile::new(format!(".{name}.mtx"), symmetric(matrix, &comment)));
        }
        for (name, matrix, signals) in [("B", &all.input, &all.inputs), ("C", &all.output, &all.outputs)] {
            if !signals.is_empty() {
                let each =
                    signals.iter().map(|s| format!("% {} [{}]\n", s.name.replace(['\n', '\r'], " "), s.unit));
                let comment = format!("{comment}{}", each.collect::<String>());
                files.push(ExportedFile::new(format!(".{name}.mtx"), dense(matrix, &comment)));
            }
        }
        files.push(ExportedFile::new(".dofs.csv", all.dofs.csv()));
        Ok(files)
    }
}

fn symmetric(matrix: &Sparse, comment: &str) -> String {
    let kept = || matrix.iter().filter(|(i, j, value)| i >= j && *value != 0.0);
    let mut text = format!(
        "%%MatrixMarket matrix coordinate real symmetric\n{comment}{} {} {}\n",
        matrix.rows(),
        matrix.cols(),
        kept().count()
    );
    for (i, j, value) in kept() {
        let _ = writeln!(text, "{} {} {value:e}", i + 1, j + 1);
    }
    text
}

fn dense(matrix: &Dense, comment: &str) -> String {
    let mut text =
        format!("%%MatrixMarket matrix array real general\n{comment}{} {}\n", matrix.rows(), matrix.cols());
    for value in matrix.as_slice() {
        let _ = writeln!(text, "{value:e}");
    }
    text
}
