//! Pieces of a member in mixed form: displacements at one end and loads at the other, as functions of the opposite ones.
//!
//! With q the end quantities (and the shared coordinates ξ, which do not change along a member) and p the loads across a
//! section, a piece from a to b obeys
//!
//! q_b = E q_a + F p_b,  p_a = G q_a + Eᵀ p_b.
//!
//! F is the flexibility of the piece held at a, −G its dynamic stiffness with the end b free. Nothing in it
//! grows with the length of a piece under a large tension, a short piece is close to E = 1, F = 0, G = 0, and
//! two pieces are joined without differences of large numbers. The frequencies of a piece that is held at a
//! and free at b are counted on the way by Sylvester's law \[Wittrick1971\].
//!
//! This is an independent method for the spectrum: it shares the differential equations with the dynamic
//! stiffness used to find frequencies, but neither subdivision nor formulas.

use super::inertia::Inertia;
use super::mesh::scaled;
use super::shapes::gauss_points;

/// Terms of the exponential series: 0.5¹⁶/16! is far below rounding.
const TERMS: usize = 16;
/// Below this norm of F G a joint has no own frequency [-].
const CERTAINLY_STIFF: f64 = 0.9;

/// A square matrix, row after row.
pub(crate) type Square = Vec<f64>;

/// A piece of a member in mixed form.
#[derive(Clone, Debug)]
pub(crate) struct Mixed {
    n: usize,
    /// E − 1: small for a short piece, and kept with all its digits.
    change: Square,
    flexibility: Square,
    stiffness: Square,
    /// Frequencies below λ while the first end is held and the second free.
    pub count: usize,
    /// Smallest pivot of all joints in a matrix with entries of about 1 [-].
    pub smallest: f64,
}

impl Mixed {
    /// A short piece from its exponent Ω: (q, p)_b = exp(Ω) (q, p)_a, with a norm of Ω of at most a half.
    pub fn of_exponent(omega: &[f64], n: usize) -> Option<Self> {
        let width = 2 * n;
        let mut change = omega.to_vec();
        let mut term = omega.to_vec();
        for k in 2..=TERMS {
            term = product(&term, omega, width);
            let factor = 1.0 / k as f64;
            term.iter_mut().for_each(|entry| *entry *= factor);
            change.iter_mut().zip(&term).for_each(|(sum, entry)| *sum += entry);
        }
        let block = |row: usize, col: usize| -> Square {
            (0..n * n).map(|at| change[(row + at / n) * width + col + at % n]).collect()
        };
        let (qq, qp, pq, pp) = (block(0, 0), block(0, n), block(n, 0), block(n, n));
        // p_a = (1 + pp)⁻¹ (p_b − pq q_a)
        let mut held = pp;
        (0..n).for_each(|i| held[i * n + i] += 1.0);
        let back = solved(&held, &pq, n)?;
        let identity: Square = (0..n * n).map(|at| f64::from(u8::from(at / n == at % n))).collect();
        let inverse = solved(&held, &identity, n)?;
        let flexibility = symmetric(&product(&qp, &inverse, n), n);
        let stiffness = symmetric(&back.iter().map(|entry| -entry).collect::<Vec<_>>(), n);
        let through = product(&qp, &back, n);
        let change = qq.iter().zip(&through).map(|(direct, through)| direct - through).collect();
        Some(Self { n, change, flexibility, stiffness, count: 0, smallest: 1.0 })
    }

    /// A piece whose equations vary, by collocation at Gauss points: y′ = A y holds at each of them for a polynomial y.
    ///
    /// `rates` are A times the length of the piece. The method keeps the symmetry of F and G, is of order 8 with four
    /// points, and represents a motion that decays within the piece as neutral, never as growing
    /// \[Hairer1996, §IV.5\].
    pub fn by_collocation(rates: &[Square], tableau: &Tableau, n: usize) -> Option<Self> {
        let (stages, width) = (rates.len(), 2 * n);
        let size = stages * width + n;
        let cols = width;
        let (mut a, mut b) = (vec![0.0; size * size], vec![0.0; size * cols]);
        for (i, rate) in rates.iter().enumerate() {
            for k in 0..width {
                let row = i * width + k;
                let own = &rate[k * width..][..width];
                // Rows of like size, whatever the exponent.
                let scale = 1.0 / (1.0 + own.iter().map(|entry| entry.abs()).sum::<f64>());
                a[row * size + row] = scale;
                for (j, weight) in tableau.inner[i].iter().enumerate() {
                    for (col, entry) in own.iter().enumerate() {
                        a[row * size + j * width + col] -= scale * weight * entry;
                    }
                }
                for col in 0..n {
                    a[row * size + stages * width + col] = -scale * own[n + col];
                    b[row * cols + col] = scale * own[col];
                }
            }
        }
        for k in 0..n {
            let row = stages * width + k;
            a[row * size + row] = 1.0;
            b[row * cols + n + k] = 1.0;
            for (j, weight) in tableau.outer.iter().enumerate() {
                a[row * size + j * width + n + k] = *weight;
            }
        }
        solve(&mut a, &mut b, size, cols)?;
        let moved = |i: usize, col: usize| -> f64 {
            (0..stages).map(|j| tableau.outer[j] * b[(j * width + i) * cols + col]).sum()
        };
        let change = (0..n * n).map(|at| moved(at / n, at % n)).collect();
        let flexibility: Square = (0..n * n).map(|at| moved(at / n, n + at % n)).collect();
        let stiffness: Square = (0..n * n).map(|at| b[(stages * width + at / n) * cols + at % n]).collect();
        let (flexibility, stiffness) = (symmetric(&flexibility, n), symmetric(&stiffness, n));
        Some(Self { n, change, flexibility, stiffness, count: 0, smallest: 1.0 }).filter(Self::is_finite)
    }

    /// This piece and the next one, joined; `None` at a natural frequency of the joint.
    pub fn then(&self, next: &Self) -> Option<Self> {
        let n = self.n;
        let loop_gain = product(&self.flexibility, &next.stiffness, n);
        let inertia = self.joint(next, &loop_gain);
        let count = (self.count + next.count + inertia.negative).checked_sub(n)?;
        // W = (1 − F₁ G₂)⁻¹, as W − 1 = W F₁ G₂.
        let mut matrix: Square = loop_gain.iter().map(|entry| -entry).collect();
        (0..n).for_each(|i| matrix[i * n + i] += 1.0);
        let extra = solved(&matrix, &loop_gain, n)?;
        let first = with_identity(&self.change, n);
        let second = with_identity(&next.change, n);
        // E = E₂ W E₁
        let mut change = product(&next.change, &self.change, n);
        add(&mut change, &self.change);
        add(&mut change, &next.change);
        add(&mut change, &product(&product(&second, &extra, n), &first, n));
        // F = F₂ + E₂ W F₁ E₂ᵀ and G = G₁ + E₁ᵀ G₂ W E₁
        let wide = with_identity(&extra, n);
        let mut flexibility =
            product(&product(&second, &product(&wide, &self.flexibility, n), n), &transposed(&second, n), n);
        add(&mut flexibility, &next.flexibility);
        let mut stiffness =
            product(&product(&transposed(&first, n), &next.stiffness, n), &product(&wide, &first, n), n);
        add(&mut stiffness, &self.stiffness);
        Some(Self {
            n,
            change,
            flexibility: symmetric(&flexibility, n),
            stiffness: symmetric(&stiffness, n),
            count,
            smallest: self.smallest.min(next.smallest).min(inertia.smallest),
        })
        .filter(Self::is_finite)
    }

    /// The signs of [[−G₂, −1], [−1, −F₁]]: the frequencies of both pieces and those of the joint are n less than the
    /// frequencies of the pieces and the negative signs.
    fn joint(&self, next: &Self, loop_gain: &[f64]) -> Inertia {
        let n = self.n;
        let norm = (0..n).map(|i| loop_gain[i * n..][..n].iter().map(|entry| entry.abs()).sum::<f64>());
        if norm.fold(0.0, f64::max) < CERTAINLY_STIFF {
            return Inertia { negative: n, smallest: 1.0 };
        }
        let entry = |i: usize, j: usize| match (i < n, j < n) {
            (true, true) => -next.stiffness[i * n + j],
            (false, false) => -self.flexibility[(i - n) * n + j - n],
            _ => -f64::from(u8::from(i % n == j % n)),
        };
        Inertia::of(&scaled(&lissom_linalg::Dense::from_fn(2 * n, 2 * n, entry)))
    }

    fn is_finite(&self) -> bool {
        [&self.change, &self.flexibility, &self.stiffness]
            .into_iter()
            .flatten()
            .all(|entry| entry.is_finite())
    }

    /// E.
    pub fn carried(&self, i: usize, j: usize) -> f64 {
        self.change[i * self.n + j] + f64::from(u8::from(i == j))
    }

    /// F.
    pub fn flexibility(&self, i: usize, j: usize) -> f64 {
        self.flexibility[i * self.n + j]
    }

    /// −G.
    pub fn stiffness(&self, i: usize, j: usize) -> f64 {
        -self.stiffness[i * self.n + j]
    }
}

/// A B.
fn product(a: &[f64], b: &[f64], n: usize) -> Square {
    let mut result = vec![0.0; n * n];
    for i in 0..n {
        for k in 0..n {
            let factor = a[i * n + k];
            if factor != 0.0 {
                let row = &b[k * n..][..n];
                result[i * n..][..n].iter_mut().zip(row).for_each(|(sum, entry)| *sum += factor * entry);
            }
        }
    }
    result
}

fn add(sum: &mut [f64], more: &[f64]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn with_identity(change: &[f64], n: usize) -> Square {
    let mut full = change.to_vec();
    (0..n).for_each(|i| full[i * n + i] += 1.0);
    full
}

fn transposed(a: &[f64], n: usize) -> Square {
    (0..n * n).map(|at| a[(at % n) * n + at / n]).collect()
}

fn symmetric(a: &[f64], n: usize) -> Square {
    (0..n * n).map(|at| 0.5 * (a[at] + a[(at % n) * n + at / n])).collect()
}

/// A⁻¹ B of square matrices; `None` if a pivot vanishes.
fn solved(a: &[f64], b: &[f64], n: usize) -> Option<Square> {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    solve(&mut a, &mut b, n, n)?;
    Some(b)
}

/// b ← A⁻¹ b by elimination with row exchanges; `None` if a pivot vanishes.
fn solve(a: &mut [f64], b: &mut [f64], n: usize, cols: usize) -> Option<()> {
    for k in 0..n {
        let pivot = (k..n).max_by(|i, j| a[i * n + k].abs().total_cmp(&a[j * n + k].abs()))?;
        if pivot != k {
            (0..n).for_each(|col| a.swap(k * n + col, pivot * n + col));
            (0..cols).for_each(|col| b.swap(k * cols + col, pivot * cols + col));
        }
        let diagonal = a[k * n + k];
        if diagonal == 0.0 || !diagonal.is_finite() {
            return None;
        }
        let (above, below) = a.split_at_mut((k + 1) * n);
        let (known, open) = b.split_at_mut((k + 1) * cols);
        let (pivot_row, pivot_side) = (&above[k * n..], &known[k * cols..]);
        for (row, side) in below.chunks_mut(n).zip(open.chunks_mut(cols)) {
            let factor = row[k] / diagonal;
            if factor != 0.0 {
                row[k..].iter_mut().zip(&pivot_row[k..]).for_each(|(entry, other)| *entry -= factor * other);
                side.iter_mut().zip(pivot_side).for_each(|(entry, other)| *entry -= factor * other);
            }
        }
    }
    for k in (0..n).rev() {
        let (known, solved) = b.split_at_mut((k + 1) * cols);
        let row = &mut known[k * cols..];
        for (j, later) in (k + 1..n).zip(solved.chunks(cols)) {
            let factor = a[k * n + j];
            row.iter_mut().zip(later).for_each(|(entry, other)| *entry -= factor * other);
        }
        row.iter_mut().for_each(|entry| *entry /= a[k * n + k]);
    }
    Some(())
}

/// Weights of collocation at Gauss points.
pub(crate) struct Tableau {
    /// The points, as shares of the step.
    pub points: Vec<f64>,
    /// ∫ of the j-th Lagrange polynomial up to the i-th point.
    inner: Vec<Vec<f64>>,
    /// ∫ over the whole step.
    outer: Vec<f64>,
}

impl Tableau {
    /// The weights of the points in an integral over the whole step.
    pub fn weights(&self) -> &[f64] {
        &self.outer
    }

    /// With an even number of points, for which no real exponent makes the equations singular.
    pub fn new(stages: usize) -> Self {
        let gauss = gauss_points(stages);
        let points: Vec<f64> = gauss.iter().map(|(point, _)| *point).collect();
        let lagrange = |j: usize, x: f64| -> f64 {
            (0..stages).filter(|k| *k != j).map(|k| (x - points[k]) / (points[j] - points[k])).product()
        };
        let up_to = |end: f64, j: usize| -> f64 {
            gauss.iter().map(|(point, weight)| weight * end * lagrange(j, point * end)).sum()
        };
        let inner = points.iter().map(|end| (0..stages).map(|j| up_to(*end, j)).collect()).collect();
        let outer = gauss.iter().map(|(_, weight)| *weight).collect();
        Self { points, inner, outer }
    }
}
