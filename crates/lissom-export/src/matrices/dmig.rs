//! DMIG bulk data of Nastran: KAAX, MAAX, BAAX over grid points and scalar points, which the file defines.
//!
//! Fields of sixteen columns hold ten digits of a number: precise files are `op4`. A column is a line `DMIG* name point
//! component`; each of its entries is a continuation `* point component value`, symmetric matrices as their lower triangle.

use super::{Matrices, NEEDS};
use crate::decimal::field;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use lissom::{Progress, Session};
use lissom_linalg::Sparse;
use std::fmt::Write;

/// `dmig`.
pub(crate) struct Dmig;

impl Exporter for Dmig {
    fn name(&self) -> &'static str {
        "dmig"
    }

    fn extension(&self) -> &'static str {
        "pch"
    }

    fn sentence(&self) -> &'static str {
        "KAAX, MAAX, BAAX as DMIG bulk data of Nastran (ten digits) with grid points and scalar points"
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
        let mut text: String = all.origin.lines().iter().map(|line| format!("$ {line}\n")).collect();
        text += "$ K2GG=KAAX, M2GG=MAAX, B2GG=BAAX; components of grid points without an entry need a constraint\n";
        text += &points(&all);
        for (name, matrix) in [("KAAX", &all.stiffness), ("MAAX", &all.mass), ("BAAX", &all.damping)] {
            write_matrix(&mut text, name, matrix, &all);
        }
        Ok(vec![ExportedFile::new(".pch", text), ExportedFile::new(".dofs.csv", all.dofs.csv())])
    }
}

/// GRID cards of interfaces and SPOINT cards of everything else.
fn points(all: &Matrices) -> String {
    let mut text = String::new();
    for (number, name, place) in &all.dofs.grids {
        let [x, y, z] = place.map(|value| field(value, 16, 9, 'E'));
        let _ = writeln!(text, "$ grid point {number}: {}", name.replace(['\n', '\r'], " "));
        let _ = writeln!(text, "GRID*   {number:16}{:16}{x}{y}\n*       {z}", "");
    }
    let scalars: Vec<String> =
        all.dofs.dofs.iter().filter(|dof| dof.component == 0).map(|dof| format!("{:8}", dof.point)).collect();
    for line in scalars.chunks(8) {
        let _ = writeln!(text, "SPOINT  {}", line.concat());
    }
    text
}

fn write_matrix(text: &mut String, name: &str, matrix: &Sparse, all: &Matrices) {
    if matrix.max_abs() == 0.0 {
        return;
    }
    let dofs = &all.dofs.dofs;
    let _ = writeln!(text, "DMIG    {name:<8}{:8}{:8}{:8}{:8}{:8}{:8}{:8}", 0, 6, 2, 0, 0, "", matrix.cols());
    for (j, column) in dofs.iter().enumerate() {
        let (rows, values) = matrix.column(j);
        let below = || {
            let pairs = rows.iter().map(|row| *row as usize).zip(values);
            pairs.filter(move |(row, value)| *row >= j && **value != 0.0)
        };
        if below().next().is_none() {
            continue;
        }
        let _ = writeln!(text, "DMIG*   {name:<16}{:16}{:16}", column.point, column.component);
        for (row, value) in below() {
            let dof = &dofs[row];
            let _ =
                writeln!(text, "*       {:16}{:16}{}", dof.point, dof.component, field(*value, 16, 9, 'D'));
        }
    }
}
