//! Eigenvalues of real skew matrices, in real arithmetic.
//!
//! # Equation
//! Reflections H = 1 − τ v vᵀ turn a skew A into a tridiagonal one, A = Q T Qᵀ; because vᵀA v = 0, each of them changes the rest by
//! v pᵀ − p vᵀ, p = τ A v. With e the entries below the diagonal of T, the vectors z_k = (−i)^k p_k make of T z = iλ z the real
//! symmetric problem e_{k−1} p_{k−1} + e_k p_{k+1} = λ p_k: λ comes in pairs ±λ, real to the last bit.

use crate::matrix::complex::Complex;
use crate::matrix::dense::{Dense, dot};
use crate::small::eigen::{EigenError, check, unit_sized};
use faer::Par;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd_scratch, tridiagonal_self_adjoint_evd};

/// Entries of the tridiagonal form below this share of the largest are rounding of its reduction: the square of the rounding unit.
const NEGLIGIBLE: f64 = f64::EPSILON * f64::EPSILON;

/// A z = i s z with s ≥ 0.
pub(crate) struct SkewPairs {
    /// s, ascending.
    pub values: Vec<f64>,
    /// Real parts of the vectors, then imaginary parts; Euclidean norm 1.
    pub vectors: Dense,
}

/// A z = i s z for a real skew matrix (the lower triangle is read): s real, in pairs ±s, of which only s ≥ 0 is given,
/// ascending. The vectors have the Euclidean norm 1.
///
/// # Errors
/// [`EigenError::Shape`], [`EigenError::NotFinite`], [`EigenError::NoConvergence`].
pub fn skew(a: &Dense) -> Result<(Vec<f64>, Vec<Vec<Complex>>), EigenError> {
    let pairs = skew_highest(a, a.rows().div_ceil(2))?;
    let count = pairs.values.len();
    let vector = |k: usize| {
        let (re, im) = (pairs.vectors.column(k), pairs.vectors.column(count + k));
        re.iter().zip(im).map(|(re, im)| Complex::new(*re, *im)).collect()
    };
    Ok((pairs.values, (0..count).map(vector).collect()))
}

/// The pairs of [`skew`] with the `count` largest s.
pub(crate) fn skew_highest(a: &Dense, count: usize) -> Result<SkewPairs, EigenError> {
    check(a)?;
    let n = a.rows();
    let count = count.min(n.div_ceil(2));
    if n == 0 || count == 0 {
        return Ok(SkewPairs { values: Vec::new(), vectors: Dense::zeros(n, 0) });
    }
    let (scaled, size) = unit_sized(a);
    let form = Tridiagonal::of(scaled);
    let (values, p) = form.symmetric_eigen()?;
    let first = n - count;
    let mut vectors = Dense::zeros(n, 2 * count);
    for k in 0..count {
        for (i, p) in p.column(first + k).iter().enumerate() {
            // (−i)^i: real and imaginary in turn, the sign changes every second time.
            let part = if i % 2 == 0 { k } else { count + k };
            vectors[(i, part)] = if matches!(i % 4, 0 | 3) { *p } else { -*p };
        }
    }
    form.turn_back(&mut vectors);
    Ok(SkewPairs { values: values[first..].iter().map(|s| (s * size).max(0.0)).collect(), vectors })
}

/// T below its diagonal, and the reflections that lead to it.
struct Tridiagonal {
    /// Column j holds v of reflection j from row j + 1 on.
    reflectors: Dense,
    factors: Vec<f64>,
    below: Vec<f64>,
}

impl Tridiagonal {
    fn of(mut a: Dense) -> Self {
        let n = a.rows();
        let (mut factors, mut below) = (vec![0.0; n], vec![0.0; n]);
        let mut p = vec![0.0; n];
        for j in 0..n.saturating_sub(1) {
            let (head, tail) = a.as_mut_slice().split_at_mut((j + 1) * n);
            let v = &mut head[j * n + j + 1..];
            let size = dot(v, v).sqrt();
            below[j] = if v[0] > 0.0 { -size } else { size };
            v[0] -= below[j];
            let square = dot(v, v);
            if v.len() < 2 || square == 0.0 || size == 0.0 {
                below[j] += v[0];
                continue;
            }
            factors[j] = 2.0 / square;
            let p = &mut p[..v.len()];
            skew_product(tail, n, j + 1, v, p);
            p.iter_mut().for_each(|p| *p *= factors[j]);
            for c in 0..v.len() {
                let start = c * n + j + 1;
                let column = &mut tail[start + c..start + v.len()];
                let (vc, pc) = (v[c], p[c]);
                for ((a, v), p) in column.iter_mut().zip(&v[c..]).zip(&p[c..]) {
                    *a += v * pc - p * vc;
                }
            }
        }
        Self { reflectors: a, factors, below }
    }

    /// Eigenvalues of the symmetric tridiagonal matrix with zero diagonal, ascending, and its vectors.
    fn symmetric_eigen(&self) -> Result<(Vec<f64>, Dense), EigenError> {
        let n = self.below.len();
        let (diagonal, mut below) = (Diag::<f64>::zeros(n), Diag::<f64>::zeros(n - 1));
        // The diagonal is zero, so that the solver has nothing to compare small entries with: those whose squares leave the
        // range of numbers keep it busy without end. The reduction has changed the matrix by far more than they are.
        let largest = self.below.iter().fold(0.0_f64, |most, e| most.max(e.abs()));
        for (k, e) in self.below[..n - 1].iter().enumerate() {
            below[k] = if e.abs() > NEGLIGIBLE * largest { *e } else { 0.0 };
        }
        let mut values = Diag::<f64>::zeros(n);
        let mut vectors = Dense::zeros(n, n);
        let scratch =
            self_adjoint_evd_scratch::<f64>(n, ComputeEigenvectors::Yes, Par::Seq, Default::default());
        let mut memory = MemBuffer::new(scratch);
        let (target, stack) = (Some(vectors.view_mut()), MemStack::new(&mut memory));
        tridiagonal_self_adjoint_evd(
            diagonal.as_ref(),
            below.as_ref(),
            values.as_mut(),
            target,
            Par::Seq,
            stack,
            Default::default(),
        )
        .map_err(|_| EigenError::NoConvergence { rows: n })?;
        Ok((values.column_vector().iter().copied().collect(), vectors))
    }

    /// x ← Q x for every column.
    fn turn_back(&self, x: &mut Dense) {
        for j in (0..self.factors.len()).rev().filter(|j| self.factors[*j] != 0.0) {
            let v = &self.reflectors.column(j)[j + 1..];
            for k in 0..x.cols() {
                let part = &mut x.column_mut(k)[j + 1..];
                let share = self.factors[j] * dot(v, part);
                part.iter_mut().zip(v).for_each(|(x, v)| *x -= share * v);
            }
        }
    }
}

/// p ← B v, B being the skew block whose columns begin in row `first` of `tail`; its lower triangle is read.
fn skew_product(tail: &[f64], n: usize, first: usize, v: &[f64], p: &mut [f64]) {
    p.fill(0.0);
    for c in 0..v.len() {
        let start = c * n + first;
        let column = &tail[start + c + 1..start + v.len()];
        let (vc, mut sum) = (v[c], 0.0);
        for ((a, v), p) in column.iter().zip(&v[c + 1..]).zip(&mut p[c + 1..]) {
            *p += a * vc;
            sum += a * v;
        }
        p[c] -= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(n: usize) -> Dense {
        let entry = |i: usize, j: usize| ((7 * i * i + 3 * i * j + j * j + 1) as f64).sin();
        Dense::from_fn(n, n, |i, j| entry(i, j) - entry(j, i))
    }

    #[test]
    fn pairs_satisfy_their_equation() {
        for n in [1, 2, 3, 4, 9, 28, 150] {
            let a = example(n);
            let (values, vectors) = skew(&a).unwrap();
            assert_eq!(values.len(), n.div_ceil(2));
            assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
            let largest = a.norm_frobenius().max(1.0);
            for (s, z) in values.iter().zip(&vectors) {
                let size: f64 = z.iter().map(|c| c.abs().powi(2)).sum();
                assert!((size - 1.0).abs() < 1e-13, "{n}: {size}");
                for i in 0..n {
                    let row = (0..n).fold(Complex::ZERO, |sum, j| sum + z[j].scale(a[(i, j)]));
                    assert!((row - Complex::new(0.0, *s) * z[i]).abs() < 1e-14 * largest, "{n}, row {i}");
                }
            }
            let squares: f64 = values.iter().map(|s| 2.0 * s * s).sum();
            assert!((squares - a.norm_frobenius().powi(2)).abs() < 1e-12 * largest.powi(2), "{n}");
        }
    }

    /// Blocks of one frequency, turned into each other, and a kernel.
    #[test]
    fn equal_and_zero_eigenvalues_keep_orthogonal_vectors() {
        let n = 10;
        let plain = |i: usize, j: usize| match (i.min(j), i.abs_diff(j)) {
            (low, 1) if low % 2 == 0 && low < 6 => {
                if i > j {
                    2.0
                } else {
                    -2.0
                }
            }
            _ => 0.0,
        };
        // A reflection mixes the planes.
        let mirror = |i: usize, j: usize| f64::from(u8::from(i == j)) - 2.0 / n as f64;
        let (d, h) = (Dense::from_fn(n, n, plain), Dense::from_fn(n, n, mirror));
        let (values, vectors) = skew(&h.matmul(&d).matmul(&h)).unwrap();
        for (value, expected) in values.iter().zip([0.0, 0.0, 2.0, 2.0, 2.0]) {
            assert!((value - expected).abs() < 1e-14, "{values:?}");
        }
        for (i, a) in vectors.iter().enumerate() {
            for (j, b) in vectors.iter().enumerate() {
                let product = a.iter().zip(b).fold(Complex::ZERO, |sum, (a, b)| sum + a.conj() * *b);
                assert!((product.abs() - f64::from(u8::from(i == j))).abs() < 1e-13);
            }
        }
    }

    /// Pairs that are 1e-160 and less of the largest once took a hundred thousand times as long: a sweep for every bit they have.
    #[test]
    fn pairs_next_to_nothing_do_not_hold_up_the_others() {
        let n = 24;
        let size = |i: usize| if i < 4 { 1.0 } else { 1e-80 };
        let base = example(n);
        let a = Dense::from_fn(n, n, |i, j| base[(i, j)] * size(i) * size(j));
        let (values, _) = skew(&a).unwrap();
        let whole: f64 = values.iter().map(|s| 2.0 * s * s).sum();
        assert!((whole / a.norm_frobenius().powi(2) - 1.0).abs() < 1e-13, "{values:?}");
        assert!(values[..10].iter().all(|s| *s < 1e-60), "{values:?}");
    }

    #[test]
    fn the_highest_pairs_are_those_of_the_whole() {
        let a = example(31);
        let all = skew(&a).unwrap().0;
        let few = skew_highest(&a, 5).unwrap();
        assert_eq!(few.values, all[11..]);
        assert_eq!((few.vectors.rows(), few.vectors.cols()), (31, 10));
    }
}
