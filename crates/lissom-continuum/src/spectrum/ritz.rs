//! Independent check: polynomials of high degree in the same energies.
//!
//! The Ritz method with Legendre polynomials gives upper bounds that converge faster than any power of the degree.
//! It shares only the densities with the exact dynamic stiffness, and gives starting values for poles.

use lissom_linalg::Dense;
use lissom_linalg::eigen::{QuadraticEigen, quadratic, symmetric_definite};

use super::error::SpectrumError;
use super::linear_system::{Densities, LinearMember, LinearSystem};
use super::shapes::{bubbles, end_shapes, gauss_points};

/// The matrices of a system with polynomial fields.
#[derive(Clone, Debug)]
pub struct Ritz {
    /// Mass matrix.
    pub mass: Dense,
    /// Gyroscopic matrix, skew.
    pub gyroscopic: Dense,
    /// Damping matrix.
    pub damping: Dense,
    /// Stiffness matrix.
    pub stiffness: Dense,
}

impl Ritz {
    /// Upper bounds of the angular frequencies without damping, ascending; rigid motions are zero [rad/s].
    ///
    /// # Errors
    /// [`SpectrumError::Eigen`] when the eigenvalue problem fails.
    pub fn angular_frequencies(&self) -> Result<Vec<f64>, SpectrumError> {
        let eigen = symmetric_definite(&self.stiffness, &self.mass)?;
        Ok(eigen.values.iter().map(|value| value.max(0.0).sqrt()).collect())
    }

    /// Approximate poles: s² M + s (C − G) + K.
    pub(crate) fn poles(&self) -> Result<QuadraticEigen, SpectrumError> {
        let mut rate = self.damping.clone();
        rate.add_scaled(-1.0, &self.gyroscopic);
        Ok(quadratic(&self.mass, &rate, &self.stiffness)?)
    }
}

/// The matrices of a system whose fields are polynomials: those that the ends fix, and `degree` more per field.
///
/// # Errors
/// [`SpectrumError::NotCovered`] for fields with more than two derivatives at an end.
pub fn ritz(system: &LinearSystem, degree: usize) -> Result<Ritz, SpectrumError> {
    let inner: usize = system.members.iter().map(|member| member.orders.len() * degree).sum();
    let base = system.names.len();
    let n = base + inner;
    let widened =
        |small: &Dense| Dense::from_fn(n, n, |i, j| if i < base && j < base { small[(i, j)] } else { 0.0 });
    let mut total = Ritz {
        mass: widened(&system.mass),
        gyroscopic: widened(&system.gyroscopic),
        damping: widened(&system.damping),
        stiffness: widened(&system.stiffness),
    };
    let mut first = base;
    // A few points more than degree 2(p + 4) needs leave room for coefficients that vary.
    for (point, weight) in gauss_points(degree + 12) {
        first = base;
        for member in &system.members {
            add_point(&mut total, member, degree, first, [point, weight])?;
            first += member.orders.len() * degree;
        }
    }
    debug_assert!(first <= n, "every member has its own rows");
    Ok(total)
}

/// Adds ∫ Zᵀ (·) Z dx at one point, with z = Z y.
fn add_point(
    total: &mut Ritz,
    member: &LinearMember,
    degree: usize,
    first: usize,
    [point, weight]: [f64; 2],
) -> Result<(), SpectrumError> {
    let Densities { mass, gyroscopic, damping, stiffness, .. } = member.densities(point * member.length)?;
    let map = shape_map(member, degree, first, point, total.mass.rows())?;
    let pairs = [
        (&mut total.mass, mass),
        (&mut total.gyroscopic, gyroscopic),
        (&mut total.damping, damping),
        (&mut total.stiffness, stiffness),
    ];
    for (sum, density) in pairs {
        if density.max_abs() > 0.0 {
            sum.add_scaled(weight * member.length, &map.transpose_matmul(&density.matmul(&map)));
        }
    }
    Ok(())
}

/// z at a point as a linear function of all unknowns.
fn shape_map(
    member: &LinearMember,
    degree: usize,
    first: usize,
    point: f64,
    n: usize,
) -> Result<Dense, SpectrumError> {
    let nq = member.end_size();
    let mut map = Dense::zeros(member.density_size(), n);
    let mut start = 0;
    for (field, order) in member.orders.iter().enumerate() {
        let ends = end_shapes(*order, point, member.length).ok_or_else(|| SpectrumError::NotCovered {
            part: member.name.clone(),
            what: "a field of high order",
        })?;
        let bubbles = bubbles(*order, degree, point, member.length);
        for derivative in 0..=*order {
            let row = if derivative == *order { nq + field } else { start + derivative };
            for (k, shape) in ends.iter().enumerate() {
                // The shapes of the first end come first, as the rows of the ends do.
                let end_row = if k < *order { start + k } else { nq + start + k - order };
                for j in 0..member.ends.cols() {
                    map[(row, j)] += shape[derivative] * member.ends[(end_row, j)];
                }
            }
            for (k, shape) in bubbles.iter().enumerate() {
                map[(row, first + field * degree + k)] += shape[derivative];
            }
        }
        start += order;
    }
    for (k, coordinate) in member.shared.iter().enumerate() {
        map[(nq + member.orders.len() + k, *coordinate)] += 1.0;
    }
    Ok(map)
}
