//! A second opinion: polynomials of high degree in the same energies.
//!
//! The Ritz method with Legendre polynomials gives upper bounds that converge faster than any power of the degree.
//! It shares nothing with the exact dynamic stiffness but the densities, and it serves as the start for poles.

use lissom_linalg::Dense;
use lissom_linalg::eigen::{QuadraticEigen, quadratic, symmetric_definite};

use super::error::SpectrumError;
use super::linear_system::{Densities, LinearMember, LinearSystem};

/// Highest derivative of a shape that is needed.
const DERIVATIVES: usize = 3;

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

/// A value with its derivatives by x.
type Taylor = [f64; DERIVATIVES];

fn product(a: Taylor, b: Taylor) -> Taylor {
    [a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2]]
}

/// Hermite polynomials: each takes the value 1 in one end quantity and 0 in the others.
fn end_shapes(order: usize, s: f64, l: f64) -> Option<Vec<Taylor>> {
    match order {
        1 => Some(vec![[1.0 - s, -1.0 / l, 0.0], [s, 1.0 / l, 0.0]]),
        2 => Some(vec![
            [1.0 - 3.0 * s * s + 2.0 * s.powi(3), (-6.0 * s + 6.0 * s * s) / l, (-6.0 + 12.0 * s) / (l * l)],
            [l * (s - 2.0 * s * s + s.powi(3)), 1.0 - 4.0 * s + 3.0 * s * s, (-4.0 + 6.0 * s) / l],
            [3.0 * s * s - 2.0 * s.powi(3), (6.0 * s - 6.0 * s * s) / l, (6.0 - 12.0 * s) / (l * l)],
            [l * (-s * s + s.powi(3)), -2.0 * s + 3.0 * s * s, (-2.0 + 6.0 * s) / l],
        ]),
        _ => None,
    }
}

/// sⁿ(1 − s)ⁿ P_k(2s − 1), which vanish at both ends with their lower derivatives; scaled to similar sizes.
fn bubbles(order: usize, count: usize, s: f64, l: f64) -> Vec<Taylor> {
    let well = [4.0 * s * (1.0 - s), 4.0 * (1.0 - 2.0 * s) / l, -8.0 / (l * l)];
    let well = (1..order).fold(well, |power, _| product(power, well));
    let t: Taylor = [2.0 * s - 1.0, 2.0 / l, 0.0];
    let (mut before, mut now): (Taylor, Taylor) = ([0.0; 3], [1.0, 0.0, 0.0]);
    let mut shapes = Vec::with_capacity(count);
    for k in 0..count {
        shapes.push(product(well, now));
        // (k + 1) P_{k+1} = (2k + 1) t P_k − k P_{k−1}
        let raised = product(t, now);
        let a = k as f64;
        let next: Taylor = std::array::from_fn(|d| ((2.0 * a + 1.0) * raised[d] - a * before[d]) / (a + 1.0));
        (before, now) = (now, next);
    }
    shapes
}

/// Points and weights of Gauss-Legendre quadrature on [0, 1], by Newton's method on the Legendre polynomial.
fn gauss_points(n: usize) -> Vec<(f64, f64)> {
    let legendre = |t: f64| {
        let (mut before, mut now) = (1.0, t);
        for k in 1..n {
            let a = k as f64;
            (before, now) = (now, ((2.0 * a + 1.0) * t * now - a * before) / (a + 1.0));
        }
        (now, n as f64 * (t * now - before) / (t * t - 1.0))
    };
    (0..n)
        .map(|i| {
            let mut t = (std::f64::consts::PI * (i as f64 + 0.75) / (n as f64 + 0.5)).cos();
            for _ in 0..8 {
                let (value, slope) = legendre(t);
                t -= value / slope;
            }
            let slope = legendre(t).1;
            (0.5 * (1.0 + t), 1.0 / ((1.0 - t * t) * slope * slope))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrature_is_exact_for_its_degree() {
        for n in [2, 7, 24] {
            for power in 0..2 * n {
                let sum: f64 = gauss_points(n).iter().map(|(x, w)| w * x.powi(power as i32)).sum();
                assert!((sum * (power as f64 + 1.0) - 1.0).abs() < 1e-13, "{n} points, degree {power}");
            }
        }
    }

    #[test]
    fn bubbles_vanish_at_both_ends() {
        for order in [1, 2] {
            for s in [0.0, 1.0] {
                for shape in bubbles(order, 6, s, 2.0) {
                    assert!(shape[..order].iter().all(|value| value.abs() < 1e-13));
                }
            }
        }
    }
}
