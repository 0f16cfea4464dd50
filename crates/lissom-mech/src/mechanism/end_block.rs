//! The end of an element as a block of three rows and three unknowns: x = D⁻¹ b + (−D⁻¹ O) x₀, x₀ being the other end.

use super::factor::{Entry, LANES, Lanes};

/// Where the numbers of the block come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndBlock {
    /// The unknowns of the other end; all [`HELD`] where it is a support.
    sources: [u32; 3],
    /// Places of D and of O among the gradients, row by row.
    own: [u32; 9],
    other: [u32; 9],
    /// Place of −D⁻¹ O among the carried values.
    carried: usize,
}

/// No unknown.
const HELD: u32 = u32::MAX;

impl EndBlock {
    /// The block of these rows, if it is one: three full rows that depend on none or three earlier unknowns.
    pub(super) fn new(first: usize, rows: &[Vec<Entry>], carried: usize) -> Option<Self> {
        let mut before: Vec<usize> = rows.iter().flatten().map(|(unknown, _)| *unknown).collect();
        before.retain(|unknown| *unknown < first);
        before.sort_unstable();
        before.dedup();
        let own = places(rows, [first, first + 1, first + 2])?;
        match before[..] {
            [] => Some(Self { sources: [HELD; 3], own, other: own, carried }),
            [a, b, c] => {
                let sources = [a as u32, b as u32, c as u32];
                Some(Self { sources, own, other: places(rows, [a, b, c])?, carried })
            }
            _ => None,
        }
    }

    /// Whether the other end moves.
    pub(super) fn is_carried(&self) -> bool {
        self.sources[0] != HELD
    }

    /// D⁻¹ and −D⁻¹ O; `None` when the determinant of D is not above the least one.
    pub(super) fn factorise(
        &self,
        gradients: &[f64],
        least: f64,
        inverse: &mut [f64; 9],
        carried: &mut [f64],
    ) -> Option<()> {
        for (value, place) in inverse.iter_mut().zip(&self.own) {
            *value = gradients[*place as usize];
        }
        invert(inverse, least)?;
        if self.is_carried() {
            let mut o = [0.0; 9];
            for (value, place) in o.iter_mut().zip(&self.other) {
                *value = gradients[*place as usize];
            }
            let carried = &mut carried[self.carried..self.carried + 9];
            for (i, row) in carried.chunks_exact_mut(3).enumerate() {
                let [a, b, c] = [-inverse[3 * i], -inverse[3 * i + 1], -inverse[3 * i + 2]];
                for (j, value) in row.iter_mut().enumerate() {
                    *value = a * o[j] + b * o[3 + j] + c * o[6 + j];
                }
            }
        }
        Some(())
    }

    pub(super) fn solve_vector(&self, first: usize, inverse: &[f64], carried: &[f64], x: &mut [f64]) {
        let b = [x[first], x[first + 1], x[first + 2]];
        let mut sum = times(nine(inverse), b);
        if self.is_carried() {
            let [p, q, r] = self.sources;
            let other = [x[p as usize], x[q as usize], x[r as usize]];
            let moved = times(nine(&carried[self.carried..]), other);
            sum.iter_mut().zip(moved).for_each(|(s, m)| *s += m);
        }
        x[first..first + 3].copy_from_slice(&sum);
    }

    pub(super) fn solve_panel(&self, first: usize, inverse: &[f64], carried: &[f64], x: &mut [Lanes]) {
        let b = [x[first], x[first + 1], x[first + 2]];
        let inverse = nine(inverse);
        let target = first..first + 3;
        if self.is_carried() {
            let [p, q, r] = self.sources;
            let other = [x[p as usize], x[q as usize], x[r as usize]];
            let carried = nine(&carried[self.carried..]);
            let rows = inverse.chunks_exact(3).zip(carried.chunks_exact(3));
            for (x, (inverse, carried)) in x[target].iter_mut().zip(rows) {
                let (own, moved) = (combination(inverse, &b), combination(carried, &other));
                x.iter_mut().zip(own.iter().zip(moved)).for_each(|(x, (a, b))| *x = a + b);
            }
        } else {
            for (x, inverse) in x[target].iter_mut().zip(inverse.chunks_exact(3)) {
                *x = combination(inverse, &b);
            }
        }
    }

    /// Both products transposed: what the block does to x₀ goes to the other end.
    pub(super) fn solve_transposed(&self, first: usize, inverse: &[f64], carried: &[f64], x: &mut [f64]) {
        let b = [x[first], x[first + 1], x[first + 2]];
        if self.is_carried() {
            let moved = transposed_times(nine(&carried[self.carried..]), b);
            self.sources.iter().zip(moved).for_each(|(unknown, m)| x[*unknown as usize] += m);
        }
        x[first..first + 3].copy_from_slice(&transposed_times(nine(inverse), b));
    }
}

/// Whether the determinant of three rows, or of their inverse, is negative.
pub(super) fn is_negative(matrix: &[f64]) -> bool {
    let [a, b, c, p, q, r, u, v, w] = *nine(matrix);
    a * (q * w - r * v) + b * (r * u - p * w) + c * (p * v - q * u) < 0.0
}

/// Places among the gradients of three rows by three unknowns; `None` where an entry is missing or made of several.
fn places(rows: &[Vec<Entry>], unknowns: [usize; 3]) -> Option<[u32; 9]> {
    if rows.len() != 3 {
        return None;
    }
    let mut places = [0; 9];
    for (at, place) in places.iter_mut().enumerate() {
        let mut found = rows[at / 3].iter().filter(|(unknown, _)| *unknown == unknowns[at % 3]);
        *place = found.next()?.1 as u32;
        if found.next().is_some() {
            return None;
        }
    }
    Some(places)
}

/// The inverse of a matrix of three rows, in place; `None` when its determinant is not above the least one.
fn invert(matrix: &mut [f64; 9], least: f64) -> Option<()> {
    let [a, b, c, p, q, r, u, v, w] = *matrix;
    let first = [q * w - r * v, r * u - p * w, p * v - q * u];
    let determinant = a * first[0] + b * first[1] + c * first[2];
    if determinant.abs() <= least || determinant.is_nan() {
        return None;
    }
    let x = 1.0 / determinant;
    let cofactors = [
        first[0],
        c * v - b * w,
        b * r - c * q,
        first[1],
        a * w - c * u,
        c * p - a * r,
        first[2],
        b * u - a * v,
        a * q - b * p,
    ];
    matrix.iter_mut().zip(cofactors).for_each(|(value, cofactor)| *value = cofactor * x);
    Some(())
}

fn nine(values: &[f64]) -> &[f64; 9] {
    values[..9].try_into().expect("three rows of three")
}

fn times(a: &[f64; 9], x: [f64; 3]) -> [f64; 3] {
    let row = |i: usize| a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
    [row(0), row(1), row(2)]
}

fn transposed_times(a: &[f64; 9], x: [f64; 3]) -> [f64; 3] {
    let column = |j: usize| a[j] * x[0] + a[3 + j] * x[1] + a[6 + j] * x[2];
    [column(0), column(1), column(2)]
}

/// Σ factorsᵢ rowsᵢ.
fn combination(factors: &[f64], rows: &[Lanes; 3]) -> Lanes {
    let mut sum = [0.0; LANES];
    for lane in 0..LANES {
        sum[lane] = factors[0] * rows[0][lane] + factors[1] * rows[1][lane] + factors[2] * rows[2][lane];
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_inverts_and_a_singular_matrix_has_none() {
        let a = [2.0, -1.0, 0.5, 0.0, 3.0, 1.0, -4.0, 0.25, 7.0];
        let mut inverse = a;
        invert(&mut inverse, 1e-9).unwrap();
        for j in 0..3 {
            let column = times(&a, [inverse[j], inverse[3 + j], inverse[6 + j]]);
            assert!((0..3).all(|i| (column[i] - f64::from(u8::from(i == j))).abs() < 1e-15));
        }
        assert!(invert(&mut [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 1.0, 0.0], 1e-9).is_none());
    }
}
