//! Eigenvalues of a real matrix, and the vectors of few of them.
//!
//! # Equation
//! Reflections turn A into a Hessenberg matrix, A = Q H Qᵀ \[GolubVanLoan2013, §7.4\]; steps of the QR method with two shifts at a
//! time find its eigenvalues \[GolubVanLoan2013, §7.5\]. Vectors come from inverse iteration on H \[GolubVanLoan2013, §7.6.1\], each
//! for the price of a few solutions. For few vectors this is much cheaper than computing all.

use crate::matrix::complex::Complex;
use crate::matrix::dense::{Dense, dot};
use crate::pseudo_random::PseudoRandom;
use crate::small::eigen::{EigenError, check, unit_sized};

/// A matrix in Hessenberg form, with the reflections that lead to it.
#[derive(Debug, Clone)]
pub(crate) struct Hessenberg {
    form: Dense,
    /// Column k holds v of reflection k from row k + 1 on.
    reflectors: Dense,
    factors: Vec<f64>,
    /// Scale of the entries.
    unit: f64,
}

/// Steps for one eigenvalue; every tenth uses exceptional shifts, for matrices on which the others cycle.
const MOST_STEPS: usize = 90;
const UNUSUAL: usize = 10;

/// Eigenvalues closer than this share of the matrix may be one with several vectors [-].
const EQUAL: f64 = 1e-10;

/// What may be left of the equation of a vector, as a share of the matrix [-].
const LEFT: f64 = 1e-10;

impl Hessenberg {
    /// Of a square matrix.
    ///
    /// # Errors
    /// [`EigenError::Shape`], [`EigenError::NotFinite`].
    pub fn of(a: &Dense) -> Result<Self, EigenError> {
        check(a)?;
        let n = a.rows();
        let (mut h, unit) = unit_sized(a);
        let mut reflectors = Dense::zeros(n, n);
        let mut factors = vec![0.0; n];
        let mut w = vec![0.0; n];
        for (k, factor) in factors.iter_mut().enumerate().take(n.saturating_sub(2)) {
            let v = &mut reflectors.column_mut(k)[k + 1..];
            v.copy_from_slice(&h.column(k)[k + 1..]);
            let rest: f64 = v[1..].iter().map(|x| x * x).sum();
            if rest == 0.0 {
                continue;
            }
            let size = (v[0] * v[0] + rest).sqrt();
            let below = if v[0] > 0.0 { -size } else { size };
            v[0] -= below;
            *factor = 2.0 / (v[0] * v[0] + rest);
            let column = &mut h.column_mut(k)[k + 1..];
            column.fill(0.0);
            column[0] = below;
            reflect(&mut h, k + 1, v, *factor, &mut w);
        }
        Ok(Self { form: h, reflectors, factors, unit })
    }

    /// All eigenvalues, those of a conjugate pair in a row.
    ///
    /// # Errors
    /// [`EigenError::NoConvergence`].
    pub fn values(&self) -> Result<Vec<Complex>, EigenError> {
        let n = self.form.rows();
        let mut found = QrMethod::of(self.form.clone());
        while found.left > 0 {
            found.next().ok_or(EigenError::NoConvergence { rows: n })?;
        }
        Ok(found.values.into_iter().map(|s| s.scale(self.unit)).collect())
    }

    /// Vectors of Euclidean norm one of some of the eigenvalues; those of equal ones are independent of each other where the matrix has
    /// as many. `None` when one of them does not solve its equation.
    pub fn vectors(&self, values: &[Complex]) -> Option<Vec<Vec<Complex>>> {
        let mut random = PseudoRandom::new(1965);
        let scaled: Vec<Complex> = values.iter().map(|s| s.scale(1.0 / self.unit)).collect();
        let size = self.form.norm_frobenius().max(f64::MIN_POSITIVE);
        let mut found: Vec<Vec<Complex>> = Vec::with_capacity(values.len());
        for (k, value) in scaled.iter().enumerate() {
            let near = (0..k).filter(|j| (scaled[*j] - *value).abs() <= EQUAL * size);
            let equal: Vec<&[Complex]> = near.map(|j| found[j].as_slice()).collect();
            let factor = ShiftedHessenberg::of(&self.form, *value, size);
            let mut next = self.iterated(&factor, *value, &equal, &mut random);
            // A repeated eigenvalue without a second vector shares the vector of the other.
            if !equal.is_empty() && self.rest(*value, &next) > LEFT * size {
                next = self.iterated(&factor, *value, &[], &mut random);
            }
            let rest = self.rest(*value, &next);
            if rest.is_nan() || rest > LEFT * size {
                return None;
            }
            found.push(next);
        }
        found.iter_mut().for_each(|x| self.turn_back(x));
        Some(found)
    }

    /// Two inverse iterations from a random vector, without parts along others.
    fn iterated(
        &self,
        factor: &ShiftedHessenberg,
        value: Complex,
        others: &[&[Complex]],
        random: &mut PseudoRandom,
    ) -> Vec<Complex> {
        let n = self.form.rows();
        let imaginary = if value.im == 0.0 { 0.0 } else { 1.0 };
        let mut x: Vec<Complex> =
            (0..n).map(|_| Complex::new(random.symmetric(), imaginary * random.symmetric())).collect();
        for _ in 0..2 {
            for _ in 0..2 {
                others.iter().for_each(|other| remove(&mut x, other));
            }
            normalise(&mut x);
            factor.solve(&mut x);
            normalise(&mut x);
        }
        for _ in 0..2 {
            others.iter().for_each(|other| remove(&mut x, other));
        }
        normalise(&mut x);
        x
    }

    /// ‖(H − s) x‖.
    fn rest(&self, s: Complex, x: &[Complex]) -> f64 {
        let n = x.len();
        let mut rest: Vec<Complex> = x.iter().map(|x| -(s * *x)).collect();
        for (j, x) in x.iter().enumerate() {
            let column = &self.form.column(j)[..(j + 2).min(n)];
            rest.iter_mut().zip(column).for_each(|(r, h)| *r = *r + x.scale(*h));
        }
        rest.iter().map(|r| r.re * r.re + r.im * r.im).sum::<f64>().sqrt()
    }

    /// x ← Q x.
    fn turn_back(&self, x: &mut [Complex]) {
        for k in (0..x.len().saturating_sub(2)).rev().filter(|k| self.factors[*k] != 0.0) {
            let v = &self.reflectors.column(k)[k + 1..];
            let part = &mut x[k + 1..];
            let share = part.iter().zip(v).fold(Complex::ZERO, |sum, (x, v)| sum + x.scale(*v));
            let share = share.scale(self.factors[k]);
            part.iter_mut().zip(v).for_each(|(x, v)| *x = *x - share.scale(*v));
        }
    }
}

/// A ← (1 − τ v vᵀ) A (1 − τ v vᵀ) for a matrix whose columns before `first` are done, v beginning in that row.
fn reflect(a: &mut Dense, first: usize, v: &[f64], factor: f64, w: &mut [f64]) {
    let n = a.rows();
    w.fill(0.0);
    for (j, vj) in v.iter().enumerate() {
        let column = a.column_mut(first + j);
        let part = &mut column[first..];
        let share = factor * dot(v, part);
        part.iter_mut().zip(v).for_each(|(a, v)| *a -= share * v);
        w.iter_mut().zip(&*column).for_each(|(w, a)| *w += vj * a);
    }
    for j in first..n {
        let share = factor * v[j - first];
        a.column_mut(j).iter_mut().zip(&*w).for_each(|(a, w)| *a -= share * w);
    }
}

fn normalise(x: &mut [Complex]) {
    let largest = x.iter().map(|x| x.re.abs().max(x.im.abs())).fold(0.0, f64::max);
    if largest == 0.0 || !largest.is_finite() {
        return;
    }
    let size = x.iter().map(|x| (x.re / largest).powi(2) + (x.im / largest).powi(2)).sum::<f64>().sqrt();
    x.iter_mut().for_each(|x| *x = x.scale(1.0 / largest).scale(1.0 / size));
}

/// x ← x − y y*x.
fn remove(x: &mut [Complex], y: &[Complex]) {
    let share = x.iter().zip(y).fold(Complex::ZERO, |sum, (x, y)| sum + y.conj() * *x);
    x.iter_mut().zip(y).for_each(|(x, y)| *x = *x - share * *y);
}

/// H − s in factors, rows exchanged with the next one only.
struct ShiftedHessenberg {
    /// Column by column, entries up to the diagonal.
    upper: Vec<Complex>,
    /// What of row k was taken from row k + 1, and whether the two were exchanged before.
    steps: Vec<(Complex, bool)>,
    n: usize,
}

impl ShiftedHessenberg {
    fn of(form: &Dense, s: Complex, size: f64) -> Self {
        let n = form.rows();
        let mut upper = Vec::with_capacity(n * (n + 1) / 2);
        let mut steps: Vec<(Complex, bool)> = Vec::with_capacity(n);
        let mut column = vec![Complex::ZERO; n + 1];
        for j in 0..n {
            let rows = (j + 2).min(n);
            column.iter_mut().zip(&form.column(j)[..rows]).for_each(|(c, h)| *c = Complex::from(*h));
            column[j] = column[j] - s;
            for (k, (factor, exchanged)) in steps.iter().enumerate() {
                eliminate(&mut column, k, *factor, *exchanged);
            }
            if j + 1 < n {
                let exchanged = modulus(column[j + 1]) > modulus(column[j]);
                if exchanged {
                    column.swap(j, j + 1);
                }
                let pivot = column[j];
                let factor = if modulus(pivot) > 0.0 { column[j + 1] / pivot } else { Complex::ZERO };
                steps.push((factor, exchanged));
            }
            // An exact eigenvalue: the pivot is replaced by one of the size of rounding.
            if modulus(column[j]) < f64::EPSILON * size {
                column[j] = Complex::from(f64::EPSILON * size);
            }
            upper.extend_from_slice(&column[..=j]);
        }
        Self { upper, steps, n }
    }

    /// x ← (H − s)⁻¹ x.
    fn solve(&self, x: &mut [Complex]) {
        for (k, (factor, exchanged)) in self.steps.iter().enumerate() {
            eliminate(x, k, *factor, *exchanged);
        }
        for j in (0..self.n).rev() {
            let column = &self.upper[j * (j + 1) / 2..=j * (j + 1) / 2 + j];
            let own = x[j] / column[j];
            x[j] = own;
            x[..j].iter_mut().zip(column).for_each(|(x, u)| *x = *x - own * *u);
        }
    }
}

/// |re| + |im|, for comparisons.
fn modulus(s: Complex) -> f64 {
    s.re.abs() + s.im.abs()
}

fn eliminate(x: &mut [Complex], k: usize, factor: Complex, exchanged: bool) {
    if exchanged {
        x.swap(k, k + 1);
    }
    x[k + 1] = x[k + 1] - factor * x[k];
}

/// The QR method on a Hessenberg matrix of which the last rows are done.
struct QrMethod {
    h: Dense,
    /// What was taken from the diagonal.
    taken: f64,
    /// Rows that are not done.
    left: usize,
    values: Vec<Complex>,
}

/// Two shifts: their sum is x + y, their product x y − w.
#[derive(Clone, Copy)]
struct Shifts {
    x: f64,
    y: f64,
    w: f64,
}

impl QrMethod {
    fn of(h: Dense) -> Self {
        let left = h.rows();
        Self { h, taken: 0.0, left, values: Vec::with_capacity(left) }
    }

    /// Finds one more eigenvalue, or a pair; `None` if the step limit is reached.
    fn next(&mut self) -> Option<()> {
        for step in 0..MOST_STEPS {
            let (first, last) = (self.block(), self.left - 1);
            match last - first {
                0 => {
                    self.values.push(Complex::from(self.h[(last, last)] + self.taken));
                    self.left -= 1;
                    return Some(());
                }
                1 => {
                    self.pair(last);
                    self.left -= 2;
                    return Some(());
                }
                _ => {
                    let shifts = self.shifts(last, step);
                    self.sweep(first, last, shifts);
                }
            }
        }
        None
    }

    /// The first row of the last block that is not coupled to what is before it.
    fn block(&self) -> usize {
        let h = &self.h;
        let mut first = self.left - 1;
        while first > 0 {
            let beside = h[(first - 1, first - 1)].abs() + h[(first, first)].abs();
            let size = if beside == 0.0 { 1.0 } else { beside };
            if h[(first, first - 1)].abs() < f64::EPSILON * size {
                break;
            }
            first -= 1;
        }
        first
    }

    /// The eigenvalues of the last two rows.
    fn pair(&mut self, last: usize) {
        let h = &self.h;
        let (x, y) = (h[(last, last)], h[(last - 1, last - 1)]);
        let w = h[(last, last - 1)] * h[(last - 1, last)];
        let p = 0.5 * (y - x);
        let q = p * p + w;
        let (x, root) = (x + self.taken, q.abs().sqrt());
        if q >= 0.0 {
            let z = if p >= 0.0 { p + root } else { p - root };
            let second = if z == 0.0 { x + z } else { x - w / z };
            self.values.extend([Complex::from(x + z), Complex::from(second)]);
        } else {
            self.values.extend([Complex::new(x + p, root), Complex::new(x + p, -root)]);
        }
    }

    fn shifts(&mut self, last: usize, step: usize) -> Shifts {
        let h = &mut self.h;
        if step % UNUSUAL != UNUSUAL - 1 {
            let w = h[(last, last - 1)] * h[(last - 1, last)];
            return Shifts { x: h[(last, last)], y: h[(last - 1, last - 1)], w };
        }
        let own = h[(last, last)];
        self.taken += own;
        (0..=last).for_each(|i| h[(i, i)] -= own);
        let size = h[(last, last - 1)].abs() + h[(last - 1, last - 2)].abs();
        Shifts { x: 0.75 * size, y: 0.75 * size, w: -0.4375 * size * size }
    }

    /// Where a step may begin: the row, and the direction of its first reflection.
    fn begin(&self, first: usize, last: usize, shifts: Shifts) -> (usize, [f64; 3]) {
        let h = &self.h;
        let mut m = last - 2;
        loop {
            let z = h[(m, m)];
            let (r, s) = (shifts.x - z, shifts.y - z);
            let p = (r * s - shifts.w) / h[(m + 1, m)] + h[(m, m + 1)];
            let q = h[(m + 1, m + 1)] - z - r - s;
            let r = h[(m + 2, m + 1)];
            let size = p.abs() + q.abs() + r.abs();
            let [p, q, r] = [p / size, q / size, r / size];
            if m == first {
                return (m, [p, q, r]);
            }
            let before = h[(m, m - 1)].abs() * (q.abs() + r.abs());
            let beside = h[(m - 1, m - 1)].abs() + z.abs() + h[(m + 1, m + 1)].abs();
            if before < f64::EPSILON * p.abs() * beside {
                return (m, [p, q, r]);
            }
            m -= 1;
        }
    }

    /// One step: a bulge of three rows is driven down the block.
    fn sweep(&mut self, first: usize, last: usize, shifts: Shifts) {
        let (m, mut direction) = self.begin(first, last, shifts);
        for i in m + 2..=last {
            self.h[(i, i - 2)] = 0.0;
            if i > m + 2 {
                self.h[(i, i - 3)] = 0.0;
            }
        }
        for k in m..last {
            let three = k + 2 <= last;
            let mut size = 1.0;
            if k != m {
                let r = if three { self.h[(k + 2, k - 1)] } else { 0.0 };
                let [p, q] = [self.h[(k, k - 1)], self.h[(k + 1, k - 1)]];
                size = p.abs() + q.abs() + r.abs();
                if size == 0.0 {
                    continue;
                }
                direction = [p / size, q / size, r / size];
            }
            let [p, q, r] = direction;
            let length = (p * p + q * q + r * r).sqrt();
            if length == 0.0 {
                continue;
            }
            let s = if p < 0.0 { -length } else { length };
            if k != m {
                self.h[(k, k - 1)] = -s * size;
            } else if first != m {
                self.h[(k, k - 1)] = -self.h[(k, k - 1)];
            }
            let p = p + s;
            self.turn(k, [first, last], [p / s, q / s, r / s], [q / p, r / p], three);
        }
    }

    /// A reflection of two or three rows and columns, within the block.
    fn turn(
        &mut self,
        k: usize,
        [first, last]: [usize; 2],
        [x, y, z]: [f64; 3],
        [q, r]: [f64; 2],
        three: bool,
    ) {
        let n = self.h.rows();
        let data = self.h.as_mut_slice();
        if three {
            for column in data[k * n..(last + 1) * n].chunks_exact_mut(n) {
                let [a, b, c] = &mut column[k..k + 3] else { return };
                let p = *a + q * *b + r * *c;
                *a -= p * x;
                *b -= p * y;
                *c -= p * z;
            }
        } else {
            for column in data[k * n..(last + 1) * n].chunks_exact_mut(n) {
                let [a, b] = &mut column[k..k + 2] else { return };
                let p = *a + q * *b;
                *a -= p * x;
                *b -= p * y;
            }
        }
        let rows = first..(k + 4).min(last + 1);
        let (left, right) = data[k * n..].split_at_mut(n);
        let (middle, right) = right.split_at_mut(n);
        let (a, b) = (&mut left[rows.clone()], &mut middle[rows.clone()]);
        if three {
            for ((a, b), c) in a.iter_mut().zip(b).zip(&mut right[rows]) {
                let p = x * *a + y * *b + z * *c;
                *a -= p;
                *b -= p * q;
                *c -= p * r;
            }
        } else {
            for (a, b) in a.iter_mut().zip(b) {
                let p = x * *a + y * *b;
                *a -= p;
                *b -= p * q;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::eigen::general;

    fn example(n: usize) -> Dense {
        Dense::from_fn(n, n, |i, j| ((7 * i * i + 3 * i * j + j * j + 1) as f64).sin())
    }

    /// Every eigenvalue of the other method is found, and vectors solve the equation of the matrix itself.
    #[test]
    fn values_and_vectors_agree_with_those_of_all_at_once() {
        for n in [1, 2, 3, 4, 9, 28, 90] {
            let a = example(n);
            let form = Hessenberg::of(&a).unwrap();
            let values = form.values().unwrap();
            assert_eq!(values.len(), n);
            let size = a.norm_frobenius();
            for expected in general(&a).unwrap().values {
                let off = values.iter().map(|s| (*s - expected).abs()).fold(f64::INFINITY, f64::min);
                assert!(off < 1e-12 * size, "{n}: {expected:?} is missed by {off:e}");
            }
            let few: Vec<Complex> = values.iter().copied().filter(|s| s.im >= 0.0).take(7).collect();
            for (s, x) in few.iter().zip(form.vectors(&few).unwrap()) {
                assert!((x.iter().map(|x| x.abs().powi(2)).sum::<f64>() - 1.0).abs() < 1e-13);
                for i in 0..n {
                    let row = (0..n).fold(Complex::ZERO, |sum, j| sum + x[j].scale(a[(i, j)]));
                    assert!((row - *s * x[i]).abs() < 1e-12 * size, "{n}, row {i}");
                }
            }
        }
    }

    /// Planes that turn at the same rate, mixed by a reflection: equal eigenvalues have as many vectors as there are planes.
    #[test]
    fn equal_values_have_independent_vectors() {
        let n = 12;
        let plain = |i: usize, j: usize| match (i / 2 == j / 2, i < j, i > j) {
            (true, true, _) => 2.0,
            (true, _, true) => -2.0,
            (true, ..) => -0.1,
            _ => 0.0,
        };
        let mirror = |i: usize, j: usize| f64::from(u8::from(i == j)) - 2.0 / n as f64;
        let (d, h) = (Dense::from_fn(n, n, plain), Dense::from_fn(n, n, mirror));
        let form = Hessenberg::of(&h.matmul(&d).matmul(&h)).unwrap();
        let values: Vec<Complex> = form.values().unwrap().into_iter().filter(|s| s.im > 0.0).collect();
        assert_eq!(values.len(), 6);
        let vectors = form.vectors(&values).unwrap();
        for (i, a) in vectors.iter().enumerate() {
            assert!((values[i] - Complex::new(-0.1, 2.0)).abs() < 1e-13, "{values:?}");
            for b in &vectors[..i] {
                let share = a.iter().zip(b).fold(Complex::ZERO, |sum, (a, b)| sum + a.conj() * *b).abs();
                assert!(share < 1e-6, "{share}");
            }
        }
    }

    /// A double eigenvalue with one vector gives that vector twice, to half of the digits.
    #[test]
    fn a_defective_value_shares_its_vector() {
        let a = Dense::from_rows(&[&[1.0, 1.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 3.0]]);
        let form = Hessenberg::of(&a).unwrap();
        let values = form.values().unwrap();
        let vectors = form.vectors(&values).unwrap();
        let ones: Vec<&Vec<Complex>> = values
            .iter()
            .zip(&vectors)
            .filter(|(s, _)| (**s - Complex::ONE).abs() < 1e-7)
            .map(|p| p.1)
            .collect();
        assert_eq!(ones.len(), 2);
        assert!(ones.iter().all(|x| x[0].abs() > 1.0 - 1e-6), "{ones:?}");
    }
}
