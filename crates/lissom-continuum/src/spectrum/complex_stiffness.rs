//! The dynamic stiffness at a complex frequency, for damped and gyroscopic systems and for responses.
//!
//! A complex form is written as a real one of twice the size, with real and imaginary parts side by side as two
//! sets of fields: the same code then carries both.

use lissom_linalg::{Complex, Dense};

use super::complex_matrix::ComplexMatrix;
use super::error::SpectrumError;
use super::linear_system::{Densities, LinearMember, LinearSystem};
use super::mesh::{Mesh, piece_rows};
use super::transfer::{Layout, dynamic_stiffness_of_form};

/// B(s) = − s² M − K + s (G − C): motion in proportion to e^{st}.
fn form(densities: &Densities, s: Complex) -> (Dense, Dense) {
    let square = s * s;
    let combine = |mass: f64, rate: f64, constant: f64| {
        let mut sum = densities.mass.clone();
        sum.scale(-mass);
        sum.add_scaled(rate, &densities.gyroscopic);
        sum.add_scaled(-rate, &densities.damping);
        sum.add_scaled(-constant, &densities.stiffness);
        sum
    };
    (combine(square.re, s.re, 1.0), combine(square.im, s.im, 0.0))
}

/// The dynamic stiffness of the system at s, and its distributed loads as forces on the coordinates.
pub(crate) struct Dynamic {
    pub stiffness: ComplexMatrix,
    pub force: Vec<Complex>,
}

/// Assembles at a complex frequency on a subdivision.
pub(crate) fn dynamic(system: &LinearSystem, mesh: &Mesh, s: Complex) -> Result<Dynamic, SpectrumError> {
    let n = mesh.size(system);
    let mut total = Dynamic { stiffness: ComplexMatrix::zeros(n), force: vec![Complex::ZERO; n] };
    for i in 0..system.names.len() {
        for j in 0..system.names.len() {
            let rate = system.damping[(i, j)] - system.gyroscopic[(i, j)];
            let value =
                (s * s).scale(system.mass[(i, j)]) + s.scale(rate) + Complex::from(system.stiffness[(i, j)]);
            total.stiffness.add(i, j, value);
        }
    }
    let mut inner = system.names.len();
    for (member, count) in system.members.iter().zip(&mesh.pieces) {
        let length = member.length / *count as f64;
        let mut same = None;
        for piece in 0..*count {
            let ends = [piece as f64 * length, (piece + 1) as f64 * length];
            let stiffness = match same.take() {
                Some(stiffness) => stiffness,
                None => piece_stiffness(member, ends, s)?,
            };
            let rows = piece_rows(member, *count, inner, piece);
            scatter(&mut total, &stiffness, &rows);
            same = member.is_uniform().then_some(stiffness);
        }
        inner += (count - 1) * member.end_size();
    }
    Ok(total)
}

fn scatter(total: &mut Dynamic, stiffness: &PieceStiffness, rows: &[Vec<(usize, f64)>]) {
    for (i, row) in rows.iter().enumerate() {
        for (at_row, row_factor) in row {
            for (j, col) in rows.iter().enumerate() {
                for (at_col, col_factor) in col {
                    let value = stiffness.matrix[i][j].scale(row_factor * col_factor);
                    total.stiffness.add(*at_row, *at_col, value);
                }
            }
            total.force[*at_row] = total.force[*at_row] - stiffness.load[i].scale(*row_factor);
        }
    }
}

/// The stiffness of a piece in (q_a, q_b, ξ), and what its distributed load adds to the loads on the coordinates.
struct PieceStiffness {
    matrix: Vec<Vec<Complex>>,
    load: Vec<Complex>,
}

fn piece_stiffness(
    member: &LinearMember,
    ends: [f64; 2],
    s: Complex,
) -> Result<PieceStiffness, SpectrumError> {
    let (nq, nv, ns) = (member.end_size(), member.orders.len(), member.shared.len());
    // The distributed load is one more shared coordinate, of value 1.
    let layout =
        Layout { orders: [member.orders.clone(), member.orders.clone()].concat(), shared: 2 * (ns + 1) };
    // Places of the real part of z in the doubled z; the imaginary part of each group follows its real part.
    let place = |k: usize| match k {
        k if k < nq => [k, nq + k],
        k if k < nq + nv => [nq + k, nq + nv + k],
        k => [nq + nv + k, nq + nv + ns + 1 + k],
    };
    let size = nq + nv + ns;
    let at = |x: f64| {
        let densities = member.densities(x)?;
        let (real, imaginary) = form(&densities, s);
        let mut doubled = Dense::zeros(2 * (size + 1), 2 * (size + 1));
        for i in 0..size {
            for j in 0..size {
                let ([ri, ii], [rj, ij]) = (place(i), place(j));
                doubled[(ri, rj)] = real[(i, j)];
                doubled[(ii, ij)] = real[(i, j)];
                doubled[(ri, ij)] = -imaginary[(i, j)];
                doubled[(ii, rj)] = imaginary[(i, j)];
            }
            let ([ri, ii], [rl, il]) = (place(i), place(size));
            doubled[(ri, rl)] = densities.load[i];
            doubled[(ii, il)] = densities.load[i];
        }
        Ok(doubled)
    };
    let real = dynamic_stiffness_of_form(member, &layout, ends, &at)?;
    // (q_a, q_b, ξ) of the doubled piece: real and imaginary parts of each group side by side.
    let local = |k: usize| match k {
        k if k < nq => [k, nq + k],
        k if k < 2 * nq => [nq + k, 2 * nq + k],
        k => [2 * nq + k, 2 * nq + ns + 1 + k],
    };
    let entry =
        |i: usize, j: usize| Complex::new(real[(local(i)[0], local(j)[0])], real[(local(i)[1], local(j)[0])]);
    let n = 2 * nq + ns;
    Ok(PieceStiffness {
        matrix: (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect(),
        load: (0..n).map(|i| entry(i, n)).collect(),
    })
}
