//! Columns over the unknowns, stored in panels of a few columns each.

use crate::mechanism::jacobian::lanes::{LANES, Lanes};

/// A matrix of `rows` × `columns`, panel after panel; the last panel is filled up with zeros.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Panels {
    rows: usize,
    columns: usize,
    data: Vec<Lanes>,
}

impl Panels {
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![[0.0; LANES]; rows * columns.div_ceil(LANES)] }
    }

    /// Makes it a matrix of this size, unless it is one.
    pub fn make_room(&mut self, rows: usize, columns: usize) {
        if (self.rows, self.columns) != (rows, columns) {
            *self = Self::zeros(rows, columns);
        }
    }

    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.data[column / LANES * self.rows + row][column % LANES]
    }

    pub fn get_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.data[column / LANES * self.rows + row][column % LANES]
    }

    pub fn fill_zero(&mut self) {
        self.data.fill([0.0; LANES]);
    }

    /// Takes over the values of another matrix of this size.
    pub fn copy_from(&mut self, other: &Self) {
        self.data.copy_from_slice(&other.data);
    }

    /// The panels.
    pub fn panels(&self) -> std::slice::ChunksExact<'_, Lanes> {
        self.data.chunks_exact(self.rows)
    }

    /// The panels, to be written.
    pub fn panels_mut(&mut self) -> std::slice::ChunksExactMut<'_, Lanes> {
        self.data.chunks_exact_mut(self.rows)
    }

    /// Adds the product with a vector.
    pub fn add_product(&self, vector: &[f64], sum: &mut [f64]) {
        for (panel, part) in self.panels().zip(vector.chunks(LANES)) {
            let mut lanes = [0.0; LANES];
            lanes[..part.len()].copy_from_slice(part);
            for (row, sum) in panel.iter().zip(sum.iter_mut()) {
                *sum += row.iter().zip(&lanes).map(|(f, v)| f * v).sum::<f64>();
            }
        }
    }

    /// One row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f64> + '_ {
        (0..self.columns).map(move |column| self.get(row, column))
    }

    /// All rows, one after the other.
    pub fn by_rows(&self) -> Vec<f64> {
        (0..self.rows).flat_map(|row| self.row(row)).collect()
    }
}
