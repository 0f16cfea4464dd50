//! A short piece of a member whose fields are polynomials of high degree.
//!
//! Where the tension of a member is large compared with its bending stiffness, its motion is slow along the
//! member and changes within a thin layer at the ends. Transfer matrices multiply the two and lose the slow
//! one; energies add them. The polynomials that vanish at the ends are eliminated, so that the element has a
//! dynamic stiffness like any other piece. Elements that are short enough for their polynomials (see
//! [`super::graded`]) are exact up to rounding.

use lissom_linalg::{Complex, Dense};

use super::complex_matrix::Polar;
use super::error::SpectrumError;
use super::linear_system::LinearMember;
use super::shapes::{bubbles, end_shapes, gauss_points};

/// Polynomials of each field that vanish at both ends; with the end shapes the degree is 17 for bending.
const BUBBLES: usize = 14;
/// Points of integration: exact for the products of the shapes with coefficients of degree 16.
const POINTS: usize = 26;

/// Energies of an element in (q at its first end, q at its second end, ξ, bubbles).
#[derive(Clone, Debug)]
pub(crate) struct PolynomialElement {
    /// Where the element begins and ends \[m\].
    pub ends: [f64; 2],
    /// Number of coordinates that remain: 2 n_q + n_ξ.
    outer: usize,
    /// Number of shared coordinates ξ.
    shared: usize,
    mass: Dense,
    gyroscopic: Dense,
    damping: Dense,
    stiffness: Dense,
    load: Vec<f64>,
}

/// A stiffness at a complex frequency with the eliminated unknowns left in their determinant.
pub(crate) struct ComplexPiece {
    pub matrix: Vec<Vec<Complex>>,
    /// What the distributed load adds.
    pub load: Vec<Complex>,
    /// Determinant of the eliminated part.
    pub eliminated: Polar,
}

impl PolynomialElement {
    /// Integrates the energies of a member between two places.
    pub fn new(member: &LinearMember, ends: [f64; 2]) -> Result<Self, SpectrumError> {
        let (nq, nf, ns) = (member.end_size(), member.orders.len(), member.shared.len());
        let outer = 2 * nq + ns;
        let n = outer + nf * BUBBLES;
        let zero = || Dense::zeros(n, n);
        let mut element = Self {
            ends,
            outer,
            shared: ns,
            mass: zero(),
            gyroscopic: zero(),
            damping: zero(),
            stiffness: zero(),
            load: vec![0.0; n],
        };
        let length = ends[1] - ends[0];
        for (point, weight) in gauss_points(POINTS) {
            let densities = member.densities(ends[0] + point * length)?;
            let rows = shape_rows(member, point, length, n)?;
            let weight = weight * length;
            add_form(&mut element.mass, &densities.mass, &rows, weight);
            add_form(&mut element.gyroscopic, &densities.gyroscopic, &rows, weight);
            add_form(&mut element.damping, &densities.damping, &rows, weight);
            add_form(&mut element.stiffness, &densities.stiffness, &rows, weight);
            for (row, load) in rows.iter().zip(&densities.load).filter(|(_, load)| **load != 0.0) {
                element.load.iter_mut().zip(row).for_each(|(sum, shape)| *sum += weight * load * shape);
            }
        }
        Ok(element)
    }

    /// Number of shared coordinates.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// K − λ M.
    fn at(&self, lambda: f64) -> Dense {
        let mut matrix = self.stiffness.clone();
        matrix.add_scaled(-lambda, &self.mass);
        matrix
    }

    /// The dynamic stiffness at λ = ω², and how many of the eliminated pivots are not positive: if none, the
    /// element has no frequency below λ with fixed ends.
    pub fn condensed(&self, lambda: f64) -> (Dense, usize) {
        eliminated(self.at(lambda), self.outer)
    }

    /// The dynamic stiffness at a complex frequency; `None` where a pivot vanishes.
    pub fn condensed_complex(&self, s: Complex) -> Option<ComplexPiece> {
        let n = self.mass.rows();
        let square = s * s;
        let entry = |i: usize, j: usize| {
            let rate = self.damping[(i, j)] - self.gyroscopic[(i, j)];
            square.scale(self.mass[(i, j)]) + s.scale(rate) + Complex::from(self.stiffness[(i, j)])
        };
        let matrix = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        // A load does work on z, so it is on the other side: − load.
        let load = self.load.iter().map(|load| Complex::from(-load)).collect();
        ComplexPiece { matrix, load, eliminated: Polar::ONE }.without_last(self.outer)
    }

    /// The coordinates of the bubbles for given coordinates of the ends, and with them the quantities at a place.
    pub fn quantities(
        &self,
        member: &LinearMember,
        lambda: f64,
        coordinates: &[f64],
        x: f64,
    ) -> Result<Vec<f64>, SpectrumError> {
        let n = self.mass.rows();
        let mut all = coordinates.to_vec();
        all.resize(n, 0.0);
        let matrix = self.at(lambda);
        let inner =
            Dense::from_fn(n - self.outer, n - self.outer, |i, j| matrix[(self.outer + i, self.outer + j)]);
        let pulled: Vec<f64> =
            matrix.multiply_vector(&all)[self.outer..].iter().map(|value| -value).collect();
        let factor = lissom_linalg::Lu::factor(&inner)
            .map_err(|source| SpectrumError::Factor { member: member.name.clone(), source })?;
        all[self.outer..].copy_from_slice(&factor.solve(&pulled));
        let length = self.ends[1] - self.ends[0];
        let point = ((x - self.ends[0]) / length).clamp(0.0, 1.0);
        let rows = shape_rows(member, point, length, n)?;
        let value = |row: &Vec<f64>| row.iter().zip(&all).map(|(shape, value)| shape * value).sum();
        Ok(rows[..member.end_size()].iter().map(value).collect())
    }
}

impl ComplexPiece {
    /// With all but the first unknowns eliminated.
    ///
    /// The pivots are those of a form whose real part is positive where elements are short, so none is exchanged.
    pub fn without_last(mut self, keep: usize) -> Option<Self> {
        for k in (keep..self.matrix.len()).rev() {
            let pivot_row = self.matrix[k].clone();
            let pivot = pivot_row[k];
            self.eliminated =
                self.eliminated.times(Polar::of(pivot).filter(|pivot| pivot.phase.is_finite())?);
            let load = self.load[k];
            for i in 0..k {
                let factor = self.matrix[i][k] / pivot;
                for (entry, other) in self.matrix[i][..k].iter_mut().zip(&pivot_row) {
                    *entry = *entry - factor * *other;
                }
                self.load[i] = self.load[i] - factor * load;
            }
        }
        self.matrix.truncate(keep);
        self.matrix.iter_mut().for_each(|row| row.truncate(keep));
        self.load.truncate(keep);
        Some(self)
    }
}

/// A symmetric matrix with all but the first rows eliminated, and how many pivots were not positive.
pub(crate) fn eliminated(mut matrix: Dense, keep: usize) -> (Dense, usize) {
    let mut failures = 0;
    for k in (keep..matrix.rows()).rev() {
        let column = matrix.column(k).to_vec();
        let pivot = column[k];
        // NaN is not positive either.
        failures += usize::from(pivot.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater));
        for j in 0..k {
            let factor = column[j] / pivot;
            if factor != 0.0 {
                matrix.column_mut(j)[..k]
                    .iter_mut()
                    .zip(&column)
                    .for_each(|(entry, other)| *entry -= factor * other);
            }
        }
    }
    (Dense::from_fn(keep, keep, |i, j| matrix[(i, j)]), failures)
}

/// sum += weight Zᵀ (form) Z, for a form with few entries.
fn add_form(sum: &mut Dense, form: &Dense, rows: &[Vec<f64>], weight: f64) {
    for j in 0..form.cols() {
        for i in 0..form.rows() {
            let value = weight * form[(i, j)];
            if value == 0.0 {
                continue;
            }
            for (b, right) in rows[j].iter().enumerate().filter(|(_, right)| **right != 0.0) {
                let factor = value * right;
                sum.column_mut(b).iter_mut().zip(&rows[i]).for_each(|(entry, left)| *entry += factor * left);
            }
        }
    }
}

/// The rows of z = (q, v, ξ) at a point of the element, a share of its length, as functions of all its unknowns.
fn shape_rows(
    member: &LinearMember,
    point: f64,
    length: f64,
    n: usize,
) -> Result<Vec<Vec<f64>>, SpectrumError> {
    let (nq, nf, ns) = (member.end_size(), member.orders.len(), member.shared.len());
    let mut rows = vec![vec![0.0; n]; nq + nf + ns];
    let mut start = 0;
    for (field, order) in member.orders.iter().enumerate() {
        let ends = end_shapes(*order, point, length).ok_or_else(|| SpectrumError::NotCovered {
            part: member.name.clone(),
            what: "a field of high order under a large tension",
        })?;
        let bubbles = bubbles(*order, BUBBLES, point, length);
        for derivative in 0..=*order {
            let row = if derivative == *order { nq + field } else { start + derivative };
            for (k, shape) in ends.iter().enumerate() {
                let at = if k < *order { start + k } else { nq + start + k - order };
                rows[row][at] = shape[derivative];
            }
            for (k, shape) in bubbles.iter().enumerate() {
                rows[row][2 * nq + ns + field * BUBBLES + k] = shape[derivative];
            }
        }
        start += order;
    }
    for k in 0..ns {
        rows[nq + nf + k][2 * nq + k] = 1.0;
    }
    Ok(rows)
}
