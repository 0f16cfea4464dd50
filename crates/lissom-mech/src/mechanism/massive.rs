//! Parts with inertia, and the product of their mass matrices with motions.
//!
//! Element matrices are applied one by one: they are too few and change too often for an assembled matrix to pay.

use super::factor::{LANES, Lanes};
use super::part::{Part, Parts};

/// Where the mass matrix of a part is kept, and which of its coordinates move.
#[derive(Debug)]
pub(super) struct Massive {
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

    /// Adds M X for the columns of one panel.
    pub fn add_product(&self, values: &[f64], x: &[Lanes], product: &mut [Lanes]) {
        let matrix = &values[self.range()];
        // Most parts are beams, and most beams end at supports or free: code for these sizes needs no loops.
        match (self.width, self.moving.len()) {
            (6, 6) => self.add::<6>(matrix, x, product),
            (_, 3) => self.add::<3>(matrix, x, product),
            (_, 2) => self.add::<2>(matrix, x, product),
            (_, 1) => self.add::<1>(matrix, x, product),
            _ => {
                for &(i, p) in &self.moving {
                    for &(j, q) in &self.moving {
                        add(&mut product[p], matrix[i * self.width + j], &x[q]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn add<const N: usize>(&self, matrix: &[f64], x: &[Lanes], product: &mut [Lanes]) {
        let (mut rows, mut numbers) = ([[0.0; LANES]; N], [0; N]);
        for ((row, number), (j, q)) in rows.iter_mut().zip(&mut numbers).zip(&self.moving) {
            (*row, *number) = (x[*q], *j);
        }
        for &(i, p) in &self.moving {
            let own = &matrix[i * self.width..(i + 1) * self.width];
            let mut sum = product[p];
            for (row, j) in rows.iter().zip(numbers) {
                add(&mut sum, own[j], row);
            }
            product[p] = sum;
        }
    }
}

#[inline(always)]
fn add(sum: &mut Lanes, factor: f64, row: &Lanes) {
    sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += factor * x);
}
