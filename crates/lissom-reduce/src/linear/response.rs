//! Harmonic response: of small structures densely, of full ones by sparse factorisation.

use crate::error::ReduceError;
use lissom_linalg::{Complex, Dense, Ldlt, Lu, Sparse, Threads, Triplets};
use lissom_mech::Structure;

/// y with (K − ω² M + i ω D) y = f.
///
/// The first `rigid` coordinates have no stiffness: at ω = 0 they are omitted, because their motion is
/// unbounded.
///
/// # Errors
/// [`ReduceError::Resonance`].
pub fn respond(
    mass: &Dense,
    damping: &Dense,
    stiffness: &Dense,
    rigid: usize,
    omega: f64,
    force: &[f64],
) -> Result<Vec<Complex>, ReduceError> {
    let first = if omega == 0.0 { rigid } else { 0 };
    let n = mass.rows() - first;
    let resonance = |source| ReduceError::Resonance { omega, source };
    let real =
        |i: usize, j: usize| stiffness[(i + first, j + first)] - omega * omega * mass[(i + first, j + first)];
    let mut answer = vec![Complex::ZERO; first];
    if omega == 0.0 || damping.max_abs() == 0.0 {
        let found = Lu::factor(&Dense::from_fn(n, n, real)).map_err(resonance)?.solve(&force[first..]);
        answer.extend(found.iter().map(|re| Complex::new(*re, 0.0)));
        return Ok(answer);
    }
    // Real and imaginary part: [[A, −ωD], [ωD, A]].
    let doubled = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, true) => real(i, j),
        (false, false) => real(i - n, j - n),
        (true, false) => -omega * damping[(i, j - n)],
        (false, true) => omega * damping[(i - n, j)],
    });
    let mut right = force.to_vec();
    right.resize(2 * n, 0.0);
    let found = Lu::factor(&doubled).map_err(resonance)?.solve(&right);
    Ok((0..n).map(|i| Complex::new(found[i], found[n + i])).collect())
}

/// Real and imaginary part of x with (K − ω² M + i ω D) x = f for all columns, by a sparse factorisation.
///
/// # Errors
/// [`ReduceError::Response`].
pub fn full_response(
    structure: &Structure,
    omega: f64,
    forces: &Dense,
    threads: &Threads,
) -> Result<[Dense; 2], ReduceError> {
    let failed = |source| ReduceError::Response { omega, source };
    let dynamic = structure.stiffness.add_scaled(1.0, &structure.mass, -omega * omega);
    if structure.damping.max_abs() == 0.0 {
        let mut x = forces.clone();
        Ldlt::factor(&dynamic, threads).map_err(failed)?.solve_in_place(&mut x);
        return Ok([x, Dense::zeros(forces.rows(), forces.cols())]);
    }
    let n = structure.size();
    let mut doubled = Triplets::with_capacity(2 * n, 2 * n, 2 * (dynamic.nnz() + structure.damping.nnz()));
    for (i, j, value) in dynamic.iter() {
        doubled.add(i, j, value);
        doubled.add(n + i, n + j, -value);
    }
    // The second row is negated, so that the whole is symmetric.
    for (i, j, value) in structure.damping.iter() {
        doubled.add(i, n + j, -omega * value);
        doubled.add(n + i, j, -omega * value);
    }
    let mut x = Dense::from_fn(2 * n, forces.cols(), |i, j| if i < n { forces[(i, j)] } else { 0.0 });
    Ldlt::factor(&Sparse::from_triplets(&doubled), threads).map_err(failed)?.solve_in_place(&mut x);
    let part = |first: usize| Dense::from_fn(n, forces.cols(), |i, j| x[(first + i, j)]);
    Ok([part(0), part(n)])
}
