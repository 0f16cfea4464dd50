//! Parts with inertia, and the product of their mass matrices with motions.
//!
//! Element matrices are applied one by one: they are few and change too often for an assembled matrix.

use crate::mechanism::constants::part::{Part, Parts};
use crate::mechanism::jacobian::lanes::{Lanes, Row, add};
use pulp::Simd;

/// Where the mass matrix of a part is kept, and which of its coordinates move.
#[derive(Debug)]
pub(in crate::mechanism) struct Massive {
    /// The part.
    pub part: usize,
    /// Its number of coordinates, and the place of its matrix among all.
    pub width: usize,
    pub matrix: usize,
    /// Coordinates that are unknowns: number in the part, place among the unknowns.
    moving: Vec<(usize, usize)>,
}

impl Massive {
    /// All parts with inertia.
    pub fn all(parts: &Parts, place: &[Option<usize>]) -> Vec<Self> {
        let (mut all, mut matrix) = (Vec::new(), 0);
        for (k, part) in parts.all.iter().enumerate().filter(|(_, part): &(usize, &Part)| part.has_mass) {
            let width = part.coordinates().len();
            let moving = part.coordinates().iter().enumerate().filter_map(|(i, c)| Some((i, place[*c]?)));
            all.push(Self { part: k, width, matrix, moving: moving.collect() });
            matrix += width * width;
        }
        all
    }

    /// The range of its matrix among the values of all.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.matrix..self.matrix + self.width * self.width
    }

    /// Coordinates that are unknowns: number in the part, place among the unknowns.
    pub fn moving(&self) -> &[(usize, usize)] {
        &self.moving
    }

    /// Adds M x for one vector over the unknowns.
    pub fn add_vector(&self, values: &[f64], x: &[f64], product: &mut [f64]) {
        let matrix = &values[self.range()];
        for &(i, p) in &self.moving {
            let row = &matrix[i * self.width..(i + 1) * self.width];
            product[p] += self.moving.iter().map(|(j, q)| row[*j] * x[*q]).sum::<f64>();
        }
    }

    /// Adds M X for the columns of one panel.
    #[inline(always)]
    pub fn add_product<S: Simd>(&self, simd: S, values: &[f64], x: &[Lanes], product: &mut [Lanes]) {
        let matrix = &values[self.range()];
        // Most parts are beams, and most beams end at supports or free: code for these sizes needs no loops.
        match (self.width, self.moving.len()) {
            (6, 6) => self.add::<S, 6>(simd, matrix, x, product),
            (_, 3) => self.add::<S, 3>(simd, matrix, x, product),
            (_, 2) => self.add::<S, 2>(simd, matrix, x, product),
            (_, 1) => self.add::<S, 1>(simd, matrix, x, product),
            _ => {
                for &(i, p) in &self.moving {
                    for &(j, q) in &self.moving {
                        add(simd, &mut product[p], matrix[i * self.width + j], &x[q]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn add<S: Simd, const N: usize>(&self, simd: S, matrix: &[f64], x: &[Lanes], product: &mut [Lanes]) {
        let moving: &[(usize, usize); N] = self.moving[..].try_into().expect("as many as were counted");
        let mut rows = [Row::zero(simd); N];
        for (row, (_, q)) in rows.iter_mut().zip(moving) {
            *row = Row::load(simd, &x[*q]);
        }
        for (i, p) in moving {
            let own = &matrix[i * self.width..(i + 1) * self.width];
            let mut sum = Row::load(simd, &product[*p]);
            for (row, (j, _)) in rows.iter().zip(moving) {
                sum = sum.plus(simd, own[*j], row);
            }
            sum.store(&mut product[*p]);
        }
    }
}
