//! The dynamic stiffness at a complex frequency, for damped and gyroscopic systems and for responses.
//!
//! A complex form is written as a real one of twice the size, with real and imaginary parts as two sets of
//! fields, so that the same code is used.

use lissom_linalg::{Complex, Dense};

use super::complex_matrix::{ComplexMatrix, Polar};
use super::error::SpectrumError;
use super::graded::Graded;
use super::linear_system::{Densities, LinearMember, LinearSystem};
use super::mesh::{Division, Mesh, piece_rows};
use super::polynomial_element::ComplexPiece;
use super::transfer::{Carried, Layout, carried};

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

/// The part of B(s) that belongs to the highest derivatives of a member at a place. Where it is singular, so
/// is the transfer along the member.
pub(crate) fn leading_form(
    member: &LinearMember,
    x: f64,
    s: Complex,
) -> Result<ComplexMatrix, SpectrumError> {
    let (real, imaginary) = form(&member.densities(x)?, s);
    let (nq, nv) = (member.end_size(), member.orders.len());
    let mut leading = ComplexMatrix::zeros(nv);
    for i in 0..nv {
        for j in 0..nv {
            leading.add(i, j, Complex::new(real[(nq + i, nq + j)], imaginary[(nq + i, nq + j)]));
        }
    }
    Ok(leading)
}

/// The dynamic stiffness of the system at s, and its distributed loads as forces on the coordinates.
pub(crate) struct Dynamic {
    pub stiffness: ComplexMatrix,
    pub force: Vec<Complex>,
    /// T_qp of the pieces, or T_pp of those in mixed form, each with the number of pieces that share it.
    reaches: Vec<(ComplexMatrix, usize)>,
    /// Determinant of the unknowns inside pieces of polynomial elements.
    eliminated: Polar,
}

impl Dynamic {
    /// det D(s) Π det T_qp(s), which is free of poles and vanishes at the poles of the system; `None` where it vanishes.
    ///
    /// It is the determinant of the equations in the coordinates and in the loads at the first ends of all pieces,
    /// from which D comes by elimination of the loads.
    pub fn characteristic(&self) -> Option<Polar> {
        let mut product = self.stiffness.determinant()?.times(self.eliminated);
        for (reach, count) in &self.reaches {
            let one = reach.determinant()?;
            product = (0..*count).fold(product, |product, _| product.times(one));
        }
        Some(product)
    }
}

/// Assembles at a complex frequency on a subdivision.
pub(crate) fn dynamic(system: &LinearSystem, mesh: &Mesh, s: Complex) -> Result<Dynamic, SpectrumError> {
    let n = mesh.size(system);
    let mut total = Dynamic {
        stiffness: ComplexMatrix::zeros(n),
        force: vec![Complex::ZERO; n],
        reaches: Vec::new(),
        eliminated: Polar::ONE,
    };
    for i in 0..system.names.len() {
        for j in 0..system.names.len() {
            let rate = system.damping[(i, j)] - system.gyroscopic[(i, j)];
            let value =
                (s * s).scale(system.mass[(i, j)]) + s.scale(rate) + Complex::from(system.stiffness[(i, j)]);
            total.stiffness.add(i, j, value);
        }
    }
    let mut inner = system.names.len();
    for (member, division) in system.members.iter().zip(&mesh.divisions) {
        let count = division.count();
        let mut same = None;
        for piece in 0..count {
            let rows = piece_rows((member, division), inner, piece);
            if let Division::Graded(graded) = division {
                let stiffness = graded_stiffness(member, graded, piece, s)?;
                scatter(&mut total, &stiffness, &rows);
                total.eliminated = total.eliminated.times(stiffness.eliminated);
                continue;
            }
            let stiffness = match same.take() {
                Some(stiffness) => stiffness,
                None => piece_stiffness((member, division.is_mixed()), division.ends(member, piece), s)?,
            };
            scatter(&mut total, &stiffness, &rows);
            if !member.is_uniform() {
                total.reaches.push((stiffness.reach, 1));
            } else if piece + 1 == count {
                total.reaches.push((stiffness.reach, count));
            } else {
                same = Some(stiffness);
            }
        }
        inner += division.unknowns(member);
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

/// The stiffness of a piece in (q_a, q_b, ξ), in mixed form with p_b, and the contribution of its distributed
/// load to the loads on the coordinates.
struct PieceStiffness {
    matrix: Vec<Vec<Complex>>,
    load: Vec<Complex>,
    /// T_qp
    reach: ComplexMatrix,
    eliminated: Polar,
}

fn graded_stiffness(
    member: &LinearMember,
    graded: &Graded,
    piece: usize,
    s: Complex,
) -> Result<PieceStiffness, SpectrumError> {
    let found = graded.complex_stiffness(piece, s).ok_or_else(|| SpectrumError::NotCovered {
        part: member.name.clone(),
        what: "a natural frequency of one of its segments",
    })?;
    let ComplexPiece { matrix, load, eliminated } = found;
    Ok(PieceStiffness { matrix, load, reach: ComplexMatrix::zeros(0), eliminated })
}

fn piece_stiffness(
    (member, is_mixed): (&LinearMember, bool),
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
    let Carried { matrix: real, reach: doubled_reach } = carried(member, (&layout, is_mixed), ends, &at)?;
    let mut reach = ComplexMatrix::zeros(nq);
    for i in 0..nq {
        for j in 0..nq {
            reach.add(i, j, Complex::new(doubled_reach[(i, j)], doubled_reach[(nq + i, j)]));
        }
    }
    // (q_a, q_b, ξ, p_b) of the doubled piece: real and imaginary parts of each group side by side; the load follows ξ.
    let local = |k: usize| match k {
        k if k < nq => [k, nq + k],
        k if k < 2 * nq => [nq + k, 2 * nq + k],
        k if k <= 2 * nq + ns => [2 * nq + k, 2 * nq + ns + 1 + k],
        k => [2 * nq + ns + 1 + k, 3 * nq + ns + 1 + k],
    };
    let entry =
        |i: usize, j: usize| Complex::new(real[(local(i)[0], local(j)[0])], real[(local(i)[1], local(j)[0])]);
    let load = 2 * nq + ns;
    let loads = (load + 1..load + 1 + nq).filter(|_| is_mixed);
    let unknowns: Vec<usize> = (0..load).chain(loads).collect();
    Ok(PieceStiffness {
        matrix: unknowns.iter().map(|i| unknowns.iter().map(|j| entry(*i, *j)).collect()).collect(),
        load: unknowns.iter().map(|i| entry(*i, load)).collect(),
        reach,
        eliminated: Polar::ONE,
    })
}
