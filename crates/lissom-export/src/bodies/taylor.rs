//! Matrices that depend linearly on the modal amplitudes: M₀ + Σ qₖ M₁ₖ.

use crate::decimal::exponent;
use lissom_linalg::Dense;
use std::fmt::Write;

/// A matrix of Standard Input Data.
pub(super) struct Taylor {
    name: &'static str,
    constant: Dense,
    /// One for each amplitude; empty where the matrix is constant.
    linear: Vec<Dense>,
    amplitudes: usize,
}

impl Taylor {
    pub fn constant(name: &'static str, amplitudes: usize, constant: Dense) -> Self {
        Self { name, constant, linear: Vec::new(), amplitudes }
    }

    pub fn linear(name: &'static str, constant: Dense, linear: Vec<Dense>) -> Self {
        Self { name, constant, amplitudes: linear.len(), linear }
    }

    /// Its name, constant and linear terms have finite entries.
    pub fn not_finite(&self) -> Option<(&'static str, usize, usize)> {
        std::iter::once(&self.constant)
            .chain(&self.linear)
            .find_map(|matrix| {
                let places = (0..matrix.rows()).flat_map(|r| (0..matrix.cols()).map(move |c| (r, c)));
                places.into_iter().find(|place| !matrix[*place].is_finite())
            })
            .map(|(row, column)| (self.name, row, column))
    }

    /// Its block. The second index of a linear term is that of the amplitude.
    pub fn write(&self, text: &mut String, indent: usize) {
        let (rows, cols) = (self.constant.rows(), self.constant.cols());
        let pad = " ".repeat(indent);
        let _ = writeln!(text, "{pad}{}", self.name);
        let order = usize::from(!self.linear.is_empty());
        // Structure 3: every entry stands for itself, no symmetry is left to the reader.
        let head = [
            ("order", order),
            ("nrow", rows),
            ("ncol", cols),
            ("nq", self.amplitudes),
            ("nqn", 0),
            ("structure", 3),
        ];
        for (key, value) in head {
            let _ = writeln!(text, "{pad}    {key:<14} = {value}");
        }
        for (r, c) in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
            let value = exponent(self.constant[(r, c)], 16, 'E');
            let _ = writeln!(text, "{pad}    m0({:4},{:4})      = {value}", r + 1, c + 1);
        }
        for r in 0..rows {
            for (k, matrix) in self.linear.iter().enumerate() {
                for c in (0..cols).filter(|c| matrix[(r, *c)] != 0.0) {
                    let value = exponent(matrix[(r, c)], 16, 'E');
                    let _ = writeln!(text, "{pad}    m1({:4},{:4},{:4}) = {value}", r + 1, k + 1, c + 1);
                }
            }
        }
        let _ = writeln!(text, "{pad}end {}", self.name);
    }
}
