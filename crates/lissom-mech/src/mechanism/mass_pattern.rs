//! The mass matrix of the unknown coordinates, in a pattern that is fixed when the mechanism is built.

use super::part::Parts;
use std::collections::BTreeMap;

/// Rows of the mass matrix, and where the entries of each element go.
#[derive(Debug)]
pub(super) struct MassPattern {
    /// Entries of row p: from `starts[p]` to `starts[p + 1]`.
    starts: Vec<usize>,
    columns: Vec<u32>,
    /// For each part with mass: the place of each entry of its matrix, or none.
    places: Vec<Vec<Option<u32>>>,
    /// Largest number of coordinates of a part with mass.
    pub widest: usize,
}

impl MassPattern {
    pub fn new(parts: &Parts, place: &[Option<usize>]) -> Self {
        let n = place.iter().flatten().count();
        let mut rows: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); n];
        let massive = |part: &super::part::Part| part.finite().has_mass();
        let pairs = |part: &super::part::Part| -> Vec<Option<(usize, usize)>> {
            let c = part.coordinates();
            let at = |i: usize| place[c[i]];
            (0..c.len() * c.len()).map(|k| at(k / c.len()).zip(at(k % c.len()))).collect()
        };
        for part in parts.all.iter().filter(|p| massive(p)) {
            for (i, j) in pairs(part).into_iter().flatten() {
                rows[i].insert(j, 0);
            }
        }
        let (mut starts, mut columns) = (vec![0], Vec::new());
        for row in &mut rows {
            for (j, at) in row.iter_mut() {
                *at = columns.len();
                columns.push(*j as u32);
            }
            starts.push(columns.len());
        }
        let places = |part: &super::part::Part| -> Vec<Option<u32>> {
            if !massive(part) {
                return Vec::new();
            }
            pairs(part).into_iter().map(|pair| pair.map(|(i, j)| rows[i][&j] as u32)).collect()
        };
        let widest = parts.all.iter().filter(|p| massive(p)).map(|p| p.coordinates().len()).max();
        Self { places: parts.all.iter().map(places).collect(), widest: widest.unwrap_or(0), starts, columns }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Adds the matrix of a part.
    pub fn add(&self, part: usize, matrix: &[f64], values: &mut [f64]) {
        for (entry, place) in matrix.iter().zip(&self.places[part]) {
            if let Some(place) = place {
                values[*place as usize] += entry;
            }
        }
    }

    /// M X for `width` columns, row by row.
    pub fn multiply(&self, values: &[f64], x: &[f64], width: usize, product: &mut [f64]) {
        product.fill(0.0);
        for (row, target) in product.chunks_exact_mut(width).enumerate() {
            for at in self.starts[row]..self.starts[row + 1] {
                let (m, from) = (values[at], self.columns[at] as usize * width);
                target.iter_mut().zip(&x[from..from + width]).for_each(|(t, s)| *t += m * s);
            }
        }
    }
}
