//! Eigenvalue problems of small dense matrices.

use crate::matrix::complex::Complex;
use crate::matrix::dense::{Dense, norm};
use crate::small::hessenberg::Hessenberg;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{self, ComputeEigenvectors};
use faer::{Auto, Mat, Par, Spec};
use thiserror::Error;

pub use crate::small::skew_eigen::skew;

/// Relative size below which an eigenvalue of a positive semidefinite matrix counts as zero [-]: the rounding
/// errors of a matrix of a few hundred rows, with a margin.
const SEMIDEFINITE: f64 = 1e-12;

/// Why a dense eigenvalue problem failed.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum EigenError {
    /// The matrix is not square, or two matrices differ in size.
    #[error("a {rows} × {cols} matrix does not fit the eigenvalue problem")]
    Shape {
        /// Number of rows [-].
        rows: usize,
        /// Number of columns [-].
        cols: usize,
    },
    /// An entry is NaN or infinite.
    #[error("entry ({row}, {col}) is not a finite number")]
    NotFinite {
        /// Row of the entry [-].
        row: usize,
        /// Column of the entry [-].
        col: usize,
    },
    /// The mass matrix has a negative eigenvalue.
    #[error("the mass matrix has the negative eigenvalue {eigenvalue:e} (diagonal scaled to one)")]
    MassIndefinite {
        /// The eigenvalue, after the diagonal was scaled to one [-].
        eigenvalue: f64,
    },
    /// The mass matrix is not positive definite where that is needed.
    #[error("the mass matrix is not positive definite: pivot {pivot:e} in row {row}")]
    MassNotPositiveDefinite {
        /// Row of the pivot [-].
        row: usize,
        /// The pivot (unit of the mass matrix).
        pivot: f64,
    },
    /// A direction without mass has no stiffness either, or a negative one.
    #[error("a direction without mass (largest in row {row}) has the stiffness {stiffness:e}")]
    Undetermined {
        /// Row with the largest part in that direction [-].
        row: usize,
        /// Stiffness in that direction, after scaling [-].
        stiffness: f64,
    },
    /// The iteration did not converge.
    #[error("the eigenvalue iteration of a {rows} × {rows} matrix stalled")]
    NoConvergence {
        /// Number of rows [-].
        rows: usize,
    },
}

/// Real eigenvalues, ascending, and their eigenvectors.
#[derive(Debug, Clone, PartialEq)]
pub struct SymmetricEigen {
    /// The eigenvalues, ascending (unit of the matrix, or of K/M).
    pub values: Vec<f64>,
    /// The eigenvectors as columns.
    pub vectors: Dense,
}

/// Complex eigenvalues and eigenvectors.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneralEigen {
    /// The eigenvalues, ordered by modulus, then by imaginary part (unit of the matrix).
    pub values: Vec<Complex>,
    /// `vectors[k]` belongs to `values[k]`; Euclidean norm 1.
    pub vectors: Vec<Vec<Complex>>,
}

/// Eigenvalues of a quadratic problem with the residual of each.
#[derive(Debug, Clone, PartialEq)]
pub struct QuadraticEigen {
    /// The eigenvalues s [1/s], ordered by modulus, then by imaginary part.
    pub values: Vec<Complex>,
    /// `vectors[k]` belongs to `values[k]`; Euclidean norm 1.
    pub vectors: Vec<Vec<Complex>>,
    /// ‖(s² M + s C + K) x‖ / ((|s|² ‖M‖ + |s| ‖C‖ + ‖K‖) ‖x‖) [-].
    pub residuals: Vec<f64>,
}

/// A x = λ x for a symmetric matrix (the lower triangle is read); the vectors are orthonormal.
///
/// # Errors
/// [`EigenError::Shape`], [`EigenError::NotFinite`], [`EigenError::NoConvergence`].
pub fn symmetric(a: &Dense) -> Result<SymmetricEigen, EigenError> {
    check(a)?;
    let n = a.rows();
    let (scaled, size) = unit_sized(a);
    let mut values = Diag::zeros(n);
    let mut vectors = Dense::zeros(n, n);
    let scratch =
        evd::self_adjoint_evd_scratch::<f64>(n, ComputeEigenvectors::Yes, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(scratch);
    let (target, stack) = (Some(vectors.view_mut()), MemStack::new(&mut memory));
    evd::self_adjoint_evd(scaled.view(), values.as_mut(), target, Par::Seq, stack, Default::default())
        .map_err(|_| EigenError::NoConvergence { rows: n })?;
    Ok(SymmetricEigen { values: values.column_vector().iter().map(|v| v * size).collect(), vectors })
}

/// The matrix divided by a power of two near its largest entry, and that power.
///
/// The divide-and-conquer solver underneath deflates with a tolerance that is absolute: a matrix of entries
/// around 1e-10 would get errors of 1e-6 of its size.
pub(crate) fn unit_sized(a: &Dense) -> (Dense, f64) {
    let largest = a.max_abs();
    let exponent = if largest > 0.0 { largest.log2().round().clamp(-1000.0, 1000.0) as i32 } else { 0 };
    let mut scaled = a.clone();
    scaled.scale(2f64.powi(-exponent));
    (scaled, 2f64.powi(exponent))
}

/// K x = λ M x for symmetric K and positive (semi)definite M; xᵀ M x = 1.
///
/// Directions without mass carry no finite eigenvalue: they are condensed, and there are as many eigenpairs as
/// M has rank. Both matrices are scaled with the diagonal of |K| + M first, so units do not matter.
///
/// # Errors
/// [`EigenError::MassIndefinite`], [`EigenError::Undetermined`] and those of [`symmetric`].
pub fn symmetric_definite(k: &Dense, m: &Dense) -> Result<SymmetricEigen, EigenError> {
    check(k)?;
    check(m)?;
    if k.rows() != m.rows() {
        return Err(EigenError::Shape { rows: m.rows(), cols: k.rows() });
    }
    let n = k.rows();
    let scale = mass_scale(k, m);
    let scaled = |a: &Dense| Dense::from_fn(n, n, |i, j| 0.5 * (a[(i, j)] + a[(j, i)]) * scale[i] * scale[j]);
    let (stiffness, mass) = (scaled(k), scaled(m));
    let split = symmetric(&mass)?;
    let largest = split.values.last().copied().unwrap_or(0.0).max(0.0);
    if let Some(&eigenvalue) = split.values.first().filter(|&&x| x < -SEMIDEFINITE * largest) {
        return Err(EigenError::MassIndefinite { eigenvalue });
    }
    let massless = split.values.iter().filter(|&&x| x <= SEMIDEFINITE * largest).count();
    let basis = condensed_basis(&stiffness, &split, massless)?;
    let reduced = basis.transpose_matmul(&stiffness.matmul(&basis)).symmetric_part();
    let mut eigen = symmetric(&reduced)?;
    eigen.vectors = basis.matmul(&eigen.vectors);
    for j in 0..eigen.vectors.cols() {
        eigen.vectors.column_mut(j).iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
    }
    Ok(eigen)
}

/// Scales with unit mass on the diagonal; where there is no mass, with unit stiffness.
fn mass_scale(k: &Dense, m: &Dense) -> Vec<f64> {
    let inverse_root = |a: f64| if a > 0.0 { 1.0 / a.sqrt() } else { 1.0 };
    let own =
        |i: usize| if m[(i, i)] > 0.0 { inverse_root(m[(i, i)]) } else { inverse_root(k[(i, i)].abs()) };
    (0..k.rows()).map(own).collect()
}

/// A mass-orthonormal basis of the directions with mass, statically completed in those without.
fn condensed_basis(stiffness: &Dense, split: &SymmetricEigen, massless: usize) -> Result<Dense, EigenError> {
    let n = stiffness.rows();
    let mut heavy = split.vectors.columns(massless..n);
    for j in 0..heavy.cols() {
        let root = split.values[massless + j].sqrt();
        heavy.column_mut(j).iter_mut().for_each(|x| *x /= root);
    }
    if massless == 0 {
        return Ok(heavy);
    }
    let light = split.vectors.columns(0..massless);
    let inner = symmetric(&light.transpose_matmul(&stiffness.matmul(&light)).symmetric_part())?;
    let largest = inner.values.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    if let Some(&soft) = inner.values.first().filter(|&&x| x <= SEMIDEFINITE * largest) {
        let direction = light.matmul(&inner.vectors.columns(0..1));
        let row = (0..n).max_by(|&a, &b| direction[(a, 0)].abs().total_cmp(&direction[(b, 0)].abs()));
        return Err(EigenError::Undetermined { row: row.unwrap_or(0), stiffness: soft });
    }
    let directions = light.matmul(&inner.vectors);
    let mut coupling = directions.transpose_matmul(&stiffness.matmul(&heavy));
    for j in 0..coupling.cols() {
        coupling.column_mut(j).iter_mut().zip(&inner.values).for_each(|(x, d)| *x /= d);
    }
    heavy.add_scaled(-1.0, &directions.matmul(&coupling));
    Ok(heavy)
}

/// A x = λ x for any square matrix.
///
/// # Errors
/// [`EigenError::Shape`], [`EigenError::NotFinite`], [`EigenError::NoConvergence`].
pub fn general(a: &Dense) -> Result<GeneralEigen, EigenError> {
    check(a)?;
    let n = a.rows();
    if n == 0 {
        return Ok(GeneralEigen { values: Vec::new(), vectors: Vec::new() });
    }
    let (scaled, size) = unit_sized(a);
    let (mut re, mut im) = (Diag::<f64>::zeros(n), Diag::<f64>::zeros(n));
    let mut packed = Mat::<f64>::zeros(n, n);
    let how = one_shift_at_a_time();
    let scratch =
        evd::evd_scratch::<f64>(n, ComputeEigenvectors::No, ComputeEigenvectors::Yes, Par::Seq, how);
    let mut memory = MemBuffer::new(scratch);
    let stack = MemStack::new(&mut memory);
    let right = Some(packed.as_mut());
    evd::evd_real(scaled.view(), re.as_mut(), im.as_mut(), None, right, Par::Seq, stack, how)
        .map_err(|_| EigenError::NoConvergence { rows: n })?;
    let mut pairs = Vec::with_capacity(n);
    let mut j = 0;
    while j < n {
        let value = Complex::new(re[j], im[j]).scale(size);
        let real = value.im == 0.0;
        let entry = |i: usize| Complex::new(packed[(i, j)], if real { 0.0 } else { packed[(i, j + 1)] });
        let vector = normalised((0..n).map(entry).collect());
        if !real {
            pairs.push((value.conj(), vector.iter().map(|z| z.conj()).collect()));
        }
        pairs.push((value, vector));
        j += if real { 1 } else { 2 };
    }
    sort_pairs(&mut pairs);
    let (values, vectors) = pairs.into_iter().unzip();
    Ok(GeneralEigen { values, vectors })
}

/// Selected eigenvalues of any square matrix, with their vectors. `choose` receives all of them and returns
/// the selection in order.
///
/// Vectors come from inverse iteration; where one of them does not solve its equation, all are computed together by [`general`].
///
/// # Errors
/// [`EigenError::Shape`], [`EigenError::NotFinite`], [`EigenError::NoConvergence`].
pub fn chosen(a: &Dense, choose: impl Fn(&[Complex]) -> Vec<usize>) -> Result<GeneralEigen, EigenError> {
    let form = Hessenberg::of(a)?;
    if let Ok(all) = form.values() {
        let values: Vec<Complex> = choose(&all).into_iter().map(|k| all[k]).collect();
        if let Some(vectors) = form.vectors(&values) {
            return Ok(GeneralEigen { values, vectors });
        }
    }
    let all = general(a)?;
    let which = choose(&all.values);
    let values = which.iter().map(|k| all.values[*k]).collect();
    Ok(GeneralEigen { values, vectors: which.into_iter().map(|k| all.vectors[k].clone()).collect() })
}

/// The QR method with a pair of shifts at a time, at every size. With many, faer 0.24 sorts the eigenvalues
/// of a window by size and swaps equal pairs endlessly; double roots are common for axisymmetric rotors.
fn one_shift_at_a_time() -> Spec<evd::EvdParams, f64> {
    let mut how: evd::EvdParams = Auto::<f64>::auto();
    how.schur.blocking_threshold = usize::MAX;
    Spec::new(how)
}

/// Orders by modulus, then by imaginary part: members of a conjugate pair (equal moduli) stay together.
fn sort_pairs(pairs: &mut [(Complex, Vec<Complex>)]) {
    pairs.sort_by(|(a, _), (b, _)| a.abs().total_cmp(&b.abs()).then(a.im.total_cmp(&b.im)));
}

fn normalised(mut vector: Vec<Complex>) -> Vec<Complex> {
    let moduli: Vec<f64> = vector.iter().map(|z| z.abs()).collect();
    let size = norm(&moduli);
    if size > 0.0 {
        vector.iter_mut().for_each(|z| *z = z.scale(1.0 / size));
    }
    vector
}

/// (s² M + s C + K) x = 0 with M symmetric positive definite, any square C and K.
///
/// # Equation
/// With M = L Lᵀ, s = γ σ and γ = √(‖K‖/‖M‖) (the scaling of \[FanLinVanDooren2004\]) the 2n
/// eigenvalues are those of $\begin{bmatrix}0&I\\-\tilde K/\gamma^2&-\tilde C/\gamma\end{bmatrix}$.
///
/// # Errors
/// [`EigenError::MassNotPositiveDefinite`] and those of [`general`].
pub fn quadratic(m: &Dense, c: &Dense, k: &Dense) -> Result<QuadraticEigen, EigenError> {
    for a in [m, c, k] {
        check(a)?;
        if a.rows() != m.rows() {
            return Err(EigenError::Shape { rows: a.rows(), cols: m.rows() });
        }
    }
    let n = m.rows();
    let l = cholesky(m)?;
    let (damping, stiffness) = (congruence_inverse(&l, c), congruence_inverse(&l, k));
    let size = stiffness.norm_frobenius() / (n.max(1) as f64).sqrt();
    let gamma = if size > 0.0 { size.sqrt() } else { damping.norm_frobenius().max(f64::MIN_POSITIVE) };
    let companion = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, true) => 0.0,
        (true, false) => f64::from(u8::from(j - n == i)),
        (false, true) => -stiffness[(i - n, j)] / (gamma * gamma),
        (false, false) => -damping[(i - n, j - n)] / gamma,
    });
    let eigen = general(&companion)?;
    let mut answer = QuadraticEigen { values: Vec::new(), vectors: Vec::new(), residuals: Vec::new() };
    for (sigma, z) in eigen.values.into_iter().zip(eigen.vectors) {
        let s = sigma.scale(gamma);
        // Upper half x, lower half σ x: the larger one is the more accurate.
        let half = if sigma.abs() > 1.0 { &z[n..] } else { &z[..n] };
        let x = normalised(back_substitute(&l, half));
        answer.residuals.push(quadratic_residual(m, c, k, s, &x));
        answer.values.push(s);
        answer.vectors.push(x);
    }
    Ok(answer)
}

/// The lower Cholesky factor of a small symmetric positive definite matrix.
///
/// # Errors
/// [`EigenError::MassNotPositiveDefinite`] with the row of the first pivot that is not positive.
pub fn cholesky(m: &Dense) -> Result<Dense, EigenError> {
    let n = m.rows();
    let mut l = Dense::zeros(n, n);
    for j in 0..n {
        let (done, rest) = l.as_mut_slice().split_at_mut(j * n);
        let column = &mut rest[j..n];
        for (i, entry) in column.iter_mut().enumerate() {
            *entry = 0.5 * (m[(j + i, j)] + m[(j, j + i)]);
        }
        for before in done.chunks_exact(n) {
            let factor = before[j];
            column.iter_mut().zip(&before[j..]).for_each(|(c, l)| *c -= factor * l);
        }
        let pivot = column[0];
        if pivot.is_nan() || pivot <= 1e-14 * m[(j, j)].abs() {
            return Err(EigenError::MassNotPositiveDefinite { row: j, pivot });
        }
        let root = pivot.sqrt();
        column.iter_mut().for_each(|c| *c /= root);
    }
    Ok(l)
}

/// L⁻¹ A L⁻ᵀ.
pub(crate) fn congruence_inverse(l: &Dense, a: &Dense) -> Dense {
    let solve = |mut a: Dense| {
        faer::linalg::triangular_solve::solve_lower_triangular_in_place(l.view(), a.view_mut(), Par::Seq);
        a
    };
    solve(solve(a.clone()).transpose()).transpose()
}

/// L⁻ᵀ x.
pub(crate) fn back_substitute(l: &Dense, x: &[Complex]) -> Vec<Complex> {
    let mut x = x.to_vec();
    for i in (0..x.len()).rev() {
        let sum = (i + 1..x.len()).fold(Complex::ZERO, |sum, k| sum + x[k].scale(l[(k, i)]));
        x[i] = (x[i] - sum).scale(1.0 / l[(i, i)]);
    }
    x
}

fn quadratic_residual(m: &Dense, c: &Dense, k: &Dense, s: Complex, x: &[Complex]) -> f64 {
    let row = |i: usize| {
        (0..x.len()).fold(Complex::ZERO, |sum, j| {
            sum + (s * s * x[j]).scale(m[(i, j)]) + (s * x[j]).scale(c[(i, j)]) + x[j].scale(k[(i, j)])
        })
    };
    let residual: Vec<f64> = (0..x.len()).map(|i| row(i).abs()).collect();
    let size = s.abs().powi(2) * m.norm_frobenius() + s.abs() * c.norm_frobenius() + k.norm_frobenius();
    if size == 0.0 { 0.0 } else { norm(&residual) / size }
}

pub(crate) fn check(a: &Dense) -> Result<(), EigenError> {
    if a.rows() != a.cols() {
        return Err(EigenError::Shape { rows: a.rows(), cols: a.cols() });
    }
    a.first_not_finite().map_or(Ok(()), |(row, col)| Err(EigenError::NotFinite { row, col }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    fn chain(n: usize) -> Dense {
        Dense::from_fn(n, n, |i, j| {
            if i == j {
                2.0
            } else if i.abs_diff(j) == 1 {
                -1.0
            } else {
                0.0
            }
        })
    }

    #[test]
    fn fixed_chain_has_its_closed_form_frequencies() {
        let n = 40;
        let eigen = symmetric(&chain(n)).unwrap();
        for (k, value) in eigen.values.iter().enumerate() {
            let exact = 4.0 * (PI * (k + 1) as f64 / (2.0 * (n + 1) as f64)).sin().powi(2);
            assert!((value - exact).abs() < 1e-14);
        }
        let mut gram = eigen.vectors.transpose_matmul(&eigen.vectors);
        gram.add_scaled(-1.0, &Dense::identity(n));
        assert!(gram.max_abs() < 1e-13);
    }

    /// Larger than the solver's recursion threshold, with entries far from one: the scaling matters here.
    #[test]
    fn accuracy_does_not_depend_on_the_size_of_the_entries() {
        let n = 200;
        for factor in [1e-10, 1.0, 1e12] {
            let chain = chain(n);
            let a = Dense::from_fn(n, n, |i, j| factor * chain[(i, j)] / (1.0 + i.max(j) as f64).powi(2));
            let eigen = symmetric(&a).unwrap();
            let mut residual = a.matmul(&eigen.vectors);
            residual.add_scaled(-1.0, &eigen.vectors.matmul(&Dense::from_diagonal(&eigen.values)));
            assert!(residual.max_abs() < 1e-14 * factor, "{} at {factor}", residual.max_abs() / factor);
        }
    }

    #[test]
    fn massless_rows_are_condensed() {
        // Mass – spring – massless point – spring – wall: the two springs act in series, k/2.
        let k = Dense::from_rows(&[&[1.0, -1.0], &[-1.0, 2.0]]);
        let m = Dense::from_rows(&[&[3.0, 0.0], &[0.0, 0.0]]);
        let eigen = symmetric_definite(&k, &m).unwrap();
        assert_eq!(eigen.values.len(), 1);
        assert!((eigen.values[0] - 1.0 / 6.0).abs() < 1e-15);
        assert!((eigen.vectors[(1, 0)] / eigen.vectors[(0, 0)] - 0.5).abs() < 1e-15);
    }

    #[test]
    fn a_massless_loose_row_is_named() {
        let k = Dense::from_diagonal(&[1.0, 0.0, 2.0]);
        let m = Dense::from_diagonal(&[1.0, 0.0, 0.0]);
        assert!(matches!(symmetric_definite(&k, &m), Err(EigenError::Undetermined { row: 1, .. })));
        let negative = Dense::from_diagonal(&[1.0, -1.0, 1.0]);
        assert!(matches!(symmetric_definite(&k, &negative), Err(EigenError::MassIndefinite { .. })));
    }

    #[test]
    fn units_do_not_change_frequencies() {
        let (k, m) =
            (chain(12), Dense::from_fn(12, 12, |i, j| if i == j { 1.0 + i as f64 / 7.0 } else { 0.0 }));
        let scale = |i: usize| if i % 3 == 2 { 1e3 } else { 1.0 };
        let scaled = |a: &Dense| Dense::from_fn(12, 12, |i, j| a[(i, j)] * scale(i) * scale(j));
        let (one, other) =
            (symmetric_definite(&k, &m).unwrap(), symmetric_definite(&scaled(&k), &scaled(&m)).unwrap());
        for (a, b) in one.values.iter().zip(&other.values) {
            assert!((a / b - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn general_pairs_satisfy_their_equation() {
        let a = Dense::from_fn(9, 9, |i, j| ((3 * i + 5 * j * j) as f64).sin());
        let eigen = general(&a).unwrap();
        assert_eq!(eigen.values.len(), 9);
        assert!(eigen.values.iter().any(|z| z.im != 0.0), "the case has complex pairs");
        for (value, x) in eigen.values.iter().zip(&eigen.vectors) {
            for i in 0..9 {
                let row = (0..9).fold(Complex::ZERO, |sum, j| sum + x[j].scale(a[(i, j)]));
                assert!((row - *value * x[i]).abs() < 1e-13);
            }
        }
        let trace: f64 = (0..9).map(|i| a[(i, i)]).sum();
        let sum = eigen.values.iter().fold(Complex::ZERO, |sum, z| sum + *z);
        assert!((sum.re - trace).abs() < 1e-13 && sum.im.abs() < 1e-13);
    }

    #[test]
    fn damped_oscillator_in_any_units() {
        // s = −ζω ± iω√(1 − ζ²), also at 1e9 rad/s.
        for omega in [1.0f64, 1e9] {
            let zeta = 0.1;
            let one = |a: f64| Dense::from_rows(&[&[a]]);
            let eigen = quadratic(&one(2.0), &one(4.0 * zeta * omega), &one(2.0 * omega * omega)).unwrap();
            let exact = Complex::new(-zeta, (1.0f64 - zeta * zeta).sqrt()).scale(omega);
            assert!((eigen.values[1] - exact).abs() < 1e-14 * omega);
            assert!((eigen.values[0] - exact.conj()).abs() < 1e-14 * omega);
            assert!(eigen.residuals.iter().all(|&r| r < 1e-14));
        }
    }

    #[test]
    fn gyroscopic_pair_splits_as_the_closed_form() {
        // x'' − 2Ω y' + (k − Ω²) x = 0, y'' + 2Ω x' + (k − Ω²) y = 0: frequencies √k ± Ω.
        let (k, spin) = (9.0, 1.25);
        let m = Dense::identity(2);
        let g = Dense::from_rows(&[&[0.0, -2.0 * spin], &[2.0 * spin, 0.0]]);
        let stiffness = Dense::from_diagonal(&[k - spin * spin; 2]);
        let eigen = quadratic(&m, &g, &stiffness).unwrap();
        let moduli: Vec<f64> = eigen.values.iter().map(|s| s.abs()).collect();
        for (value, exact) in moduli.iter().zip([1.75, 1.75, 4.25, 4.25]) {
            assert!((value - exact).abs() < 1e-14);
        }
        assert!(eigen.values.iter().all(|s| s.re.abs() < 1e-14));
    }
}
