//! The numbers of an elimination along the tree, real or complex, and its solutions.

use crate::mechanism::recursion::fronts::{Front, Fronts};
use crate::mechanism::recursion::reach::Reach;
use lissom_linalg::Complex;
use std::fmt::Debug;
use std::ops::{Add, Mul, Sub};

/// A real or complex number.
pub trait Number:
    Copy + Debug + Send + From<f64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + 'static
{
    /// The product with a real number.
    #[must_use]
    fn times(self, factor: f64) -> Self;

    /// 1/z.
    #[must_use]
    fn inverse(self) -> Self;

    /// A measure of its size.
    fn size(self) -> f64;

    /// Its real part.
    fn real(self) -> f64;
}

impl Number for f64 {
    #[inline(always)]
    fn times(self, factor: f64) -> Self {
        self * factor
    }

    #[inline(always)]
    fn inverse(self) -> Self {
        1.0 / self
    }

    #[inline(always)]
    fn size(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn real(self) -> f64 {
        self
    }
}

impl Number for Complex {
    fn times(self, factor: f64) -> Self {
        self.scale(factor)
    }

    fn inverse(self) -> Self {
        Self::from(1.0) / self
    }

    fn size(self) -> f64 {
        self.re.abs() + self.im.abs()
    }

    fn real(self) -> f64 {
        self.re
    }
}

/// What a pivot has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pivots {
    /// Positive: the matrix is an inertia.
    Positive,
    /// Not zero: the matrix steers an iteration.
    Any,
}

/// A pivot below this share of what it was left of is rounding error.
const MASSLESS: f64 = 1e-14;

/// Unknowns, and coordinates, of the end of a link in the plane.
const FEW: usize = 3;

/// Values of all fronts, and what an elimination makes of them.
#[derive(Clone, Debug)]
pub(crate) struct Elimination<S> {
    /// Fronts: to be filled before, used up by the elimination.
    pub values: Vec<S>,
    /// What works on the coordinates of each front themselves; empty where nothing does.
    pub own: Vec<S>,
    /// What every entry of the diagonal was before anything was subtracted, by unknown.
    gross: Vec<f64>,
    /// D⁻¹ and D⁻¹ H of all fronts.
    inverse: Vec<S>,
    gains: Vec<S>,
    /// X = T − E D⁻¹ H: motion of own unknowns with near ones while the coordinates yield.
    yielding: Vec<S>,
    /// Room for J T + J_N, J E and H of one front.
    carried: Vec<S>,
    moved: Vec<S>,
    felt: Vec<S>,
    /// Room for coordinates of one front.
    found: Vec<S>,
}

impl<S: Number> Elimination<S> {
    pub fn new(fronts: &Fronts) -> Self {
        let zero = S::from(0.0);
        let most = |size: fn([usize; 3]) -> usize| {
            let sizes = fronts.all.iter().map(|front| size(front.sizes()));
            vec![zero; sizes.max().unwrap_or(0)]
        };
        Self {
            values: vec![zero; fronts.values],
            own: Vec::new(),
            gross: vec![0.0; fronts.all.last().map_or(0, |last| last.own.end)],
            inverse: vec![zero; fronts.pivots],
            gains: vec![zero; fronts.gains],
            yielding: vec![zero; fronts.by_near],
            carried: most(|[s, r, _]| s * r),
            moved: most(|[s, _, f]| s * f),
            felt: most(|[_, r, f]| f * r),
            found: most(|[_, _, f]| f),
        }
    }

    /// Eliminates all coordinates.
    ///
    /// # Errors
    /// The coordinate whose pivot vanishes.
    pub fn eliminate(&mut self, fronts: &Fronts, reach: &Reach, pivots: Pivots) -> Result<(), usize> {
        self.gross.fill(0.0);
        for front in fronts.all.iter().rev() {
            // Almost all fronts are ends of links, elastic or rigid, and joints.
            let found = match front.sizes() {
                [3, 3, 3] => self.step([3, 3, 3], front, fronts, reach, pivots),
                [3, 3, 0] => self.step([3, 3, 0], front, fronts, reach, pivots),
                [3, 3, 2] => self.step([3, 3, 2], front, fronts, reach, pivots),
                [1, 3, 1] => self.step([1, 3, 1], front, fronts, reach, pivots),
                sizes => self.step(sizes, front, fronts, reach, pivots),
            };
            found.map_err(|row| fronts.free[front.free.start + row].1)?;
            self.pass_on(front, fronts);
        }
        Ok(())
    }

    #[inline(always)]
    fn step(
        &mut self,
        [s, r, f]: [usize; 3],
        front: &Front,
        fronts: &Fronts,
        reach: &Reach,
        pivots: Pivots,
    ) -> Result<(), usize> {
        let n = s + r;
        let j = &mut self.values[front.front..front.front + n * n];
        let e = &reach.by_free[front.by_free..front.by_free + s * f];
        let t = &reach.by_near[front.by_near..front.by_near + s * r];
        let near = &fronts.near[front.near.start..front.near.start + r];
        let (l, je, h) = (&mut self.carried[..s * r], &mut self.moved[..s * f], &mut self.felt[..f * r]);
        for a in 0..s {
            let row = &j[(r + a) * n..(r + a + 1) * n];
            for i in 0..r {
                l[a * r + i] = (0..s).fold(row[i], |sum, b| sum + row[r + b].times(t[b * r + i]));
            }
            for c in 0..f {
                let zero = S::from(0.0);
                je[a * f + c] = (0..s).fold(zero, |sum, b| sum + row[r + b].times(e[b * f + c]));
            }
            self.gross[front.own.start + a] += row[r + a].size();
        }
        for (i, unknown) in near.iter().enumerate().filter(|_| s <= FEW) {
            let passed: f64 = (0..s).map(|a| t[a * r + i].powi(2) * self.gross[front.own.start + a]).sum();
            self.gross[*unknown] += passed + j[i * n + i].size();
        }
        let d = &mut self.inverse[front.pivots..front.pivots + f * f];
        for c in 0..f {
            for k in 0..f {
                d[c * f + k] = (0..s).fold(S::from(0.0), |sum, a| sum + je[a * f + k].times(e[a * f + c]));
            }
            for i in 0..r {
                h[c * r + i] = (0..s).fold(S::from(0.0), |sum, a| sum + l[a * r + i].times(e[a * f + c]));
            }
        }
        if let Some(own) = self.own.get(front.pivots..front.pivots + f * f) {
            d.iter_mut().zip(own).for_each(|(d, own)| *d = *d + *own);
        }
        let own = &self.gross[front.own.start..front.own.start + s];
        let gross = |c: usize| own.iter().enumerate().map(|(a, g)| e[a * f + c].powi(2) * g).sum::<f64>();
        invert(f, d, gross, pivots)?;
        let g = &mut self.gains[front.gains..front.gains + f * r];
        product([f, r], d, h, g);
        let x = &mut self.yielding[front.by_near..front.by_near + s * r];
        for a in 0..s {
            for i in 0..r {
                let (carried, felt) = (S::from(t[a * r + i]), l[a * r + i]);
                x[a * r + i] = (0..f).fold(carried, |sum, c| sum - g[c * r + i].times(e[a * f + c]));
                l[a * r + i] = (0..f).fold(felt, |sum, c| sum - je[a * f + c] * g[c * r + i]);
            }
        }
        let own = self.own.get(front.pivots..front.pivots + f * f);
        leave([s, r, f], j, own, [&*x, &*l, &*g]);
        // What hangs on both sides of a loop hangs on unknowns that do not move independently: bounds by T would grow from loop to loop.
        for (i, unknown) in near.iter().enumerate().filter(|_| s > FEW) {
            self.gross[*unknown] += j[i * n + i].size();
        }
        Ok(())
    }

    /// Adds what is left of a front to the one that takes it over.
    #[inline(always)]
    fn pass_on(&mut self, front: &Front, fronts: &Fronts) {
        let Some(parent) = front.parent.map(|parent| &fronts.all[parent]) else { return };
        let (n, width) = (front.own.len() + front.near.len(), parent.own.len() + parent.near.len());
        let (before, rest) = self.values.split_at_mut(front.front);
        let target = &mut before[parent.front..];
        let places = &fronts.in_parent[front.near.clone()];
        for (row, i) in rest.chunks_exact(n).zip(places) {
            for (value, k) in row.iter().zip(places) {
                target[i * width + k] = target[i * width + k] + *value;
            }
        }
    }

    /// The coordinates that answer forces on the unknowns, in `x`, and on the coordinates themselves, in `q`; afterwards `x` holds the
    /// motion of the unknowns.
    pub fn solve(&mut self, fronts: &Fronts, reach: &Reach, x: &mut [S], q: &mut [S]) {
        for front in fronts.all.iter().rev() {
            match front.sizes() {
                [3, 3, 3] => self.gather([3, 3, 3], front, fronts, reach, x, q),
                [3, 3, 0] => self.gather([3, 3, 0], front, fronts, reach, x, q),
                [1, 3, 1] => self.gather([1, 3, 1], front, fronts, reach, x, q),
                sizes => self.gather(sizes, front, fronts, reach, x, q),
            }
        }
        for front in &fronts.all {
            match front.sizes() {
                [3, 3, 3] => self.spread([3, 3, 3], front, fronts, reach, x, q),
                [3, 3, 0] => self.spread([3, 3, 0], front, fronts, reach, x, q),
                [1, 3, 1] => self.spread([1, 3, 1], front, fronts, reach, x, q),
                sizes => self.spread(sizes, front, fronts, reach, x, q),
            }
        }
    }

    /// Forces of a front: to its coordinates, and to what it hangs on.
    #[inline(always)]
    fn gather(
        &self,
        [s, r, f]: [usize; 3],
        front: &Front,
        fronts: &Fronts,
        reach: &Reach,
        x: &mut [S],
        q: &mut [S],
    ) {
        let e = &reach.by_free[front.by_free..front.by_free + s * f];
        let yielding = &self.yielding[front.by_near..front.by_near + s * r];
        let g = &self.gains[front.gains..front.gains + f * r];
        let near = &fronts.near[front.near.start..front.near.start + r];
        let free = &fronts.free[front.free.start..front.free.start + f];
        let (before, own) = x.split_at_mut(front.own.start);
        for (i, unknown) in near.iter().enumerate() {
            let carried = (0..s).fold(before[*unknown], |sum, a| sum + yielding[a * r + i] * own[a]);
            let taken = free.iter().enumerate();
            before[*unknown] = taken.fold(carried, |sum, (c, (_, j))| sum - g[c * r + i] * q[*j]);
        }
        for (c, (_, j)) in free.iter().enumerate() {
            q[*j] = (0..s).fold(q[*j], |sum, a| sum + own[a].times(e[a * f + c]));
        }
    }

    /// Motion of a front, from that of what it hangs on.
    #[inline(always)]
    fn spread(
        &mut self,
        [s, r, f]: [usize; 3],
        front: &Front,
        fronts: &Fronts,
        reach: &Reach,
        x: &mut [S],
        q: &mut [S],
    ) {
        let e = &reach.by_free[front.by_free..front.by_free + s * f];
        let yielding = &self.yielding[front.by_near..front.by_near + s * r];
        let g = &self.gains[front.gains..front.gains + f * r];
        let d = &self.inverse[front.pivots..front.pivots + f * f];
        let near = &fronts.near[front.near.start..front.near.start + r];
        let free = &fronts.free[front.free.start..front.free.start + f];
        let (before, own) = x.split_at_mut(front.own.start);
        let mut few = [S::from(0.0); FEW];
        let values = if f <= FEW { &mut few[..] } else { &mut self.found[..] };
        for (c, value) in values[..f].iter_mut().enumerate() {
            *value = (0..f).fold(S::from(0.0), |sum, k| sum + d[c * f + k] * q[free[k].1]);
        }
        for (a, own) in own[..s].iter_mut().enumerate() {
            let moved = (0..f).fold(S::from(0.0), |sum, c| sum + values[c].times(e[a * f + c]));
            *own = (0..r).fold(moved, |sum, i| sum + yielding[a * r + i] * before[near[i]]);
        }
        for (c, (_, j)) in free.iter().enumerate() {
            q[*j] = (0..r).fold(values[c], |sum, i| sum - g[c * r + i] * before[near[i]]);
        }
    }
}

/// D H of a square matrix of size f and one with r columns.
#[inline(always)]
fn product<S: Number>([f, r]: [usize; 2], d: &[S], h: &[S], to: &mut [S]) {
    for c in 0..f {
        for i in 0..r {
            to[c * r + i] = (0..f).fold(S::from(0.0), |sum, k| sum + d[c * f + k] * h[k * r + i]);
        }
    }
}

/// What is left at the unknowns near a front, X being the motion with the coordinates yielding: J_NN + J_Nᵀ X + Xᵀ (J X + J_N) + Gᵀ S G.
/// In this form, made symmetric, errors are carried on by X, which decays along a chain; with T alone they grow from link to link.
#[inline(always)]
fn leave<S: Number>([s, r, f]: [usize; 3], j: &mut [S], own: Option<&[S]>, [x, l, g]: [&[S]; 3]) {
    let n = s + r;
    let (near_values, own_values) = j.split_at_mut(r * n);
    for i in 0..r {
        for k in 0..=i {
            let mut sum = (0..s).fold(near_values[i * n + k], |sum, a| {
                sum + own_values[a * n + i] * x[a * r + k] + x[a * r + i] * l[a * r + k]
            });
            for (at, own) in own.into_iter().flatten().enumerate() {
                sum = sum + g[at / f * r + i] * *own * g[at % f * r + k];
            }
            near_values[i * n + k] = sum;
            near_values[k * n + i] = sum;
        }
    }
}

/// The inverse of a small symmetric matrix in place. `gross` is what each entry of the diagonal is left of.
///
/// # Errors
/// The row without a pivot.
#[inline(always)]
fn invert<S: Number>(
    n: usize,
    a: &mut [S],
    gross: impl Fn(usize) -> f64,
    pivots: Pivots,
) -> Result<(), usize> {
    for k in 0..n {
        let (pivot, least) = (a[k * n + k], MASSLESS * gross(k));
        let is_usable = match pivots {
            Pivots::Positive => pivot.real() > least,
            Pivots::Any => pivot.size() > least,
        };
        // This is also false where the pivot is not a number.
        if !is_usable || !pivot.size().is_finite() {
            return Err(k);
        }
        let inverse = pivot.inverse();
        a[k * n + k] = inverse;
        for j in (0..n).filter(|j| *j != k) {
            a[k * n + j] = a[k * n + j] * inverse;
        }
        for i in (0..n).filter(|i| *i != k) {
            let factor = a[i * n + k];
            for j in (0..n).filter(|j| *j != k) {
                a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
            }
            a[i * n + k] = S::from(0.0) - factor * inverse;
        }
    }
    Ok(())
}
