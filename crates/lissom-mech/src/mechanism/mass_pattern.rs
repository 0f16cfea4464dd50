//! The mass matrix of the unknown coordinates, in a pattern that is fixed when the mechanism is built.

use super::factor::{LANES, Lanes};
use super::part::Parts;
use std::collections::BTreeMap;

/// Rows of the mass matrix, and where the entries of each element go.
#[derive(Debug)]
pub(super) struct MassPattern {
    /// Entries of row p: from `starts[p]` to `starts[p + 1]`.
    starts: Vec<usize>,
    columns: Vec<u32>,
    /// For each part with mass: the place of each entry of its matrix; entries of supports go to a place of their
    /// own behind all others, which nothing reads.
    places: Vec<Vec<u32>>,
    /// Largest number of coordinates of a part with mass.
    pub widest: usize,
}

impl MassPattern {
    pub fn new(parts: &Parts, place: &[Option<usize>]) -> Self {
        let n = place.iter().flatten().count();
        let mut rows: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); n];
        let massive = |part: &super::part::Part| part.has_mass;
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
        let unread = columns.len();
        let places = |part: &super::part::Part| -> Vec<u32> {
            if !massive(part) {
                return Vec::new();
            }
            let place = |pair: Option<(usize, usize)>| pair.map_or(unread, |(i, j)| rows[i][&j]) as u32;
            pairs(part).into_iter().map(place).collect()
        };
        let widest = parts.all.iter().filter(|p| massive(p)).map(|p| p.coordinates().len()).max();
        Self { places: parts.all.iter().map(places).collect(), widest: widest.unwrap_or(0), starts, columns }
    }

    /// Number of values, the unread one included.
    pub fn len(&self) -> usize {
        self.columns.len() + 1
    }

    /// Adds the matrix of a part.
    pub fn add(&self, part: usize, matrix: &[f64], values: &mut [f64]) {
        for (entry, place) in matrix.iter().zip(&self.places[part]) {
            values[*place as usize] += entry;
        }
    }

    /// M X for the columns of one panel.
    pub fn multiply_panel(&self, values: &[f64], x: &[Lanes], product: &mut [Lanes]) {
        for (target, range) in product.iter_mut().zip(self.starts.windows(2)) {
            let mut sum = [0.0; LANES];
            let entries = values[range[0]..range[1]].iter().zip(&self.columns[range[0]..range[1]]);
            for (m, column) in entries {
                sum.iter_mut().zip(&x[*column as usize]).for_each(|(s, x)| *s += m * x);
            }
            *target = sum;
        }
    }
}
