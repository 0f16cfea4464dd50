//! The coordinates η of a model, full or reduced, and the independent coordinates they represent: q = V η.

use crate::mechanism::constants::part::Part;
use crate::mechanism::core::{Core, Target};
use crate::mechanism::jacobian::panels::Panels;

/// V and its constants.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Basis {
    /// Number of coordinates.
    pub m: usize,
    /// V row by row; `None` in the full model, where it is the identity.
    rows: Option<Vec<f64>>,
    /// V by equation: the right-hand sides of the motions; `None` in the full model, where these are ones at the places of the
    /// coordinates.
    demanded: Option<Panels>,
    /// Vᵀ S V and Vᵀ S_d V of the parts whose stresses are linear in q, row by row; empty in the full model, where these
    /// are mostly zeros, and where nothing is elastic or damped.
    stiffness: Vec<f64>,
    damping: Vec<f64>,
}

impl Basis {
    /// The identity.
    pub fn full(core: &Core) -> Self {
        let m = core.independent.len();
        Self { m, rows: None, demanded: None, stiffness: Vec::new(), damping: Vec::new() }
    }

    /// V given row by row, `m` columns.
    pub fn reduced(core: &Core, rows: Vec<f64>, m: usize) -> Self {
        let demanded = Some(demanded(core, m, |i, j| rows[i * m + j]));
        let stiffness = projected(core, &rows, m, |part| &part.stiffness);
        let damping = projected(core, &rows, m, |part| &part.damping);
        Self { m, rows: Some(rows), demanded, stiffness, damping }
    }

    /// Writes V by equation, making room where there is none.
    pub fn demand(&self, core: &Core, panels: &mut Panels) {
        panels.make_room(core.equations.len(), self.m);
        match &self.demanded {
            Some(demanded) => panels.copy_from(demanded),
            None => {
                panels.fill_zero();
                for (p, equation) in core.equations.iter().enumerate() {
                    if let Target::Independent(j) = equation.target {
                        *panels.get_mut(p, j) = 1.0;
                    }
                }
            }
        }
    }

    /// A row of V; `None` is a row of the identity.
    pub fn row(&self, j: usize) -> Option<&[f64]> {
        self.rows.as_ref().map(|rows| &rows[j * self.m..(j + 1) * self.m])
    }

    /// An entry of V.
    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.row(i).map_or(f64::from(u8::from(i == j)), |row| row[j])
    }

    /// q = V η.
    pub fn expand(&self, eta: &[f64], q: &mut [f64]) {
        match &self.rows {
            None => q.copy_from_slice(eta),
            Some(rows) => {
                for (q, row) in q.iter_mut().zip(rows.chunks_exact(self.m.max(1))) {
                    *q = row.iter().zip(eta).map(|(v, eta)| v * eta).sum();
                }
            }
        }
    }

    /// Subtracts the stresses that are linear in η; `false` in the full model, where they are computed part
    /// by part.
    pub fn subtract_linear_stresses(&self, eta: &[f64], rates: &[f64], force: &mut [f64]) -> bool {
        for (matrix, values) in [(&self.stiffness, eta), (&self.damping, rates)] {
            for (force, row) in force.iter_mut().zip(matrix.chunks_exact(self.m.max(1))) {
                *force -= row.iter().zip(values).map(|(s, v)| s * v).sum::<f64>();
            }
        }
        self.rows.is_some()
    }
}

fn demanded(core: &Core, m: usize, entry: impl Fn(usize, usize) -> f64) -> Panels {
    let mut panels = Panels::zeros(core.equations.len(), m);
    for (p, equation) in core.equations.iter().enumerate() {
        if let Target::Independent(i) = equation.target {
            (0..m).for_each(|j| *panels.get_mut(p, j) = entry(i, j));
        }
    }
    panels
}

/// Vᵀ S V over the parts whose stresses are linear in q.
fn projected(core: &Core, rows: &[f64], m: usize, matrix: impl Fn(&Part) -> &Vec<f64>) -> Vec<f64> {
    let mut sum = Vec::new();
    for (k, coordinates) in &core.elastic.linear {
        let part = &core.parts.all[*k];
        if matrix(part).is_empty() {
            continue;
        }
        sum.resize(m * m, 0.0);
        for &(a, i) in coordinates {
            for &(c, j) in coordinates {
                let s = matrix(part)[a * part.count + c];
                for (row, v) in rows[i * m..(i + 1) * m].iter().enumerate() {
                    for (column, w) in rows[j * m..(j + 1) * m].iter().enumerate() {
                        sum[row * m + column] += v * s * w;
                    }
                }
            }
        }
    }
    sum
}
