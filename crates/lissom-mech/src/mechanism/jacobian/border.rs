//! The constraint Jacobian: rows that place the mechanism end by end, with a small border for its loops.
//!
//! A loop is torn where a deformation follows from the others: its value is treated as known, and an equation
//! that closes the loop is set aside. With A the rows of the torn chain, T the places of the tears and C the
//! rows put aside, the tears solve (C A⁻¹ T) r = c − C A⁻¹ b, and x = A⁻¹ (b + T r). Where nothing is torn
//! this is A x = b.

use crate::elements::Shape;
use crate::mechanism::jacobian::factor::{BlockPattern, Entry, Factor};
use crate::mechanism::jacobian::lanes::{LANES, Lanes, Row, add};
use pulp::{Arch, Simd, WithSimd};

/// A torn loop.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Tear {
    /// Place of the torn deformation's row; in right-hand sides the equation that closes the loop takes its
    /// place.
    pub place: usize,
    /// Row of that equation.
    pub closure: Vec<Entry>,
    /// Makes the closing equation a length.
    pub closure_scale: f64,
}

/// The pattern of the Jacobian.
#[derive(Debug)]
pub(in crate::mechanism) struct Jacobian {
    chain: BlockPattern,
    tears: Vec<Tear>,
    /// First block with a tear, and its first row: nothing before depends on tears.
    torn: (usize, usize),
    arch: Arch,
}

/// The numbers of a factorised Jacobian.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct JacobianFactor {
    chain: Factor,
    /// A⁻¹ T from the first torn row on, panel by panel.
    by_tears: Vec<Lanes>,
    /// Values of the closing rows, one row after the other.
    closures: Vec<f64>,
    /// (C A⁻¹ T)⁻¹, row by row, and whether its determinant is negative.
    inverse: Vec<f64>,
    is_negative: bool,
}

impl JacobianFactor {
    /// The factor of the rows that place the mechanism.
    pub fn chain(&self) -> &Factor {
        &self.chain
    }

    /// A⁻¹ T of one tear.
    pub fn by_tear(&self, tear: usize, unknown: usize, unknowns: usize) -> f64 {
        self.by_tears[tear / LANES * unknowns + unknown][tear % LANES]
    }

    /// Values of the closing rows, one after the other.
    pub fn closures(&self) -> &[f64] {
        &self.closures
    }
}

/// Below this the loops do not determine the torn deformations.
const SINGULAR: f64 = 1e-9;

/// Largest number of tears of a mechanism; their arrays are on the stack.
pub(in crate::mechanism) const MOST_TEARS: usize = 12;

impl Jacobian {
    pub fn new(chain: BlockPattern, tears: Vec<Tear>) -> Self {
        assert!(tears.len() <= MOST_TEARS, "loops are torn at few places");
        let first = tears.iter().map(|tear| tear.place).min().unwrap_or(chain.len());
        Self { torn: chain.block_of(first), chain, tears, arch: Arch::new() }
    }

    /// The rows that place the mechanism.
    pub fn chain(&self) -> &BlockPattern {
        &self.chain
    }

    /// The torn loops.
    pub fn tears(&self) -> &[Tear] {
        &self.tears
    }

    /// Sizes of the blocks.
    pub fn block_sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.chain.block_sizes()
    }

    /// Room for a factorisation.
    pub fn room(&self) -> JacobianFactor {
        let t = self.tears.len();
        JacobianFactor {
            chain: self.chain.room(),
            by_tears: vec![[0.0; LANES]; self.chain.len() * t.div_ceil(LANES)],
            closures: vec![0.0; self.tears.iter().map(|tear| tear.closure.len()).sum()],
            inverse: vec![0.0; t * t],
            is_negative: false,
        }
    }

    /// Factorises the Jacobian with these gradients, and shapes of links.
    ///
    /// # Errors
    /// The place of the first equation whose pivot vanishes.
    pub fn factorise(
        &self,
        gradients: &[f64],
        shapes: &[Shape],
        factor: &mut JacobianFactor,
    ) -> Result<(), usize> {
        self.chain.factorise(gradients, shapes, &mut factor.chain)?;
        if self.tears.is_empty() {
            return Ok(());
        }
        let entries = self.tears.iter().flat_map(|tear| &tear.closure);
        factor.closures.iter_mut().zip(entries).for_each(|(value, (_, source))| *value = gradients[*source]);
        let n = self.chain.len();
        for (panel, tears) in factor.by_tears.chunks_exact_mut(n).zip(self.tears.chunks(LANES)) {
            panel[self.torn.1..].fill([0.0; LANES]);
            tears.iter().enumerate().for_each(|(lane, tear)| panel[tear.place][lane] = 1.0);
            self.arch.dispatch(FromTears { jacobian: self, factor: &factor.chain, panel });
        }
        let t = self.tears.len();
        let mut at = 0;
        for (k, tear) in self.tears.iter().enumerate() {
            let values = &factor.closures[at..at + tear.closure.len()];
            at += tear.closure.len();
            for l in 0..t {
                let column = &factor.by_tears[l / LANES * n..];
                let products = tear.closure.iter().zip(values).map(|((u, _), g)| g * column[*u][l % LANES]);
                factor.inverse[k * t + l] = products.sum();
            }
        }
        let scale =
            |k: usize, l: usize| self.tears[k].closure_scale / self.chain.row_scale(self.tears[l].place);
        factor.is_negative = invert(t, &mut factor.inverse, scale).map_err(|k| self.tears[k].place)?;
        Ok(())
    }

    /// Whether the determinant of the Jacobian is on the other side of zero, up to a sign that never changes.
    pub fn is_mirrored(&self, factor: &JacobianFactor) -> bool {
        self.chain.is_mirrored(&factor.chain) != factor.is_negative
    }

    /// The inverse of the derivatives of the closing equations by the tears.
    pub fn inverse_of_closures(&self, factor: &JacobianFactor) -> [[f64; MOST_TEARS]; MOST_TEARS] {
        let mut inverse = [[0.0; MOST_TEARS]; MOST_TEARS];
        for (row, values) in inverse.iter_mut().zip(factor.inverse.chunks_exact(self.tears.len().max(1))) {
            row[..values.len()].copy_from_slice(values);
        }
        inverse
    }

    /// Solves for the motion of the unknowns in place; the closing equations take the places of the tears.
    pub fn solve_vector(&self, factor: &JacobianFactor, x: &mut [f64]) {
        let t = self.tears.len();
        let (mut c, mut r) = ([0.0; MOST_TEARS], [0.0; MOST_TEARS]);
        for (c, tear) in c.iter_mut().zip(&self.tears) {
            *c = std::mem::take(&mut x[tear.place]);
        }
        self.chain.solve_vector(&factor.chain, x);
        if t == 0 {
            return;
        }
        let mut values = factor.closures.iter();
        for (c, tear) in c.iter_mut().zip(&self.tears) {
            tear.closure.iter().zip(&mut values).for_each(|((u, _), g)| *c -= g * x[*u]);
        }
        for (r, row) in r.iter_mut().zip(factor.inverse.chunks_exact(t)) {
            *r = row.iter().zip(&c).map(|(s, c)| s * c).sum();
        }
        for (panel, r) in factor.by_tears.chunks_exact(x.len()).zip(r[..t].chunks(LANES)) {
            for (x, row) in x.iter_mut().zip(panel).skip(self.torn.1) {
                *x += row.iter().zip(r).map(|(w, r)| w * r).sum::<f64>();
            }
        }
    }

    /// Solves for the right-hand sides of one panel in place.
    pub fn solve_panel(&self, factor: &JacobianFactor, x: &mut [Lanes]) {
        self.arch.dispatch(Solve { jacobian: self, factor, x });
    }

    /// Solves with the transpose in place.
    pub fn solve_transposed(&self, factor: &JacobianFactor, x: &mut [f64]) {
        let t = self.tears.len();
        let (mut by_tear, mut w) = ([0.0; MOST_TEARS], [0.0; MOST_TEARS]);
        for (panel, sums) in factor.by_tears.chunks_exact(x.len()).zip(by_tear[..t].chunks_mut(LANES)) {
            for (x, row) in x.iter().zip(panel).skip(self.torn.1) {
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w * x);
            }
        }
        for (sum, row) in by_tear.iter().zip(factor.inverse.chunks_exact(t.max(1))) {
            w.iter_mut().zip(row).for_each(|(w, s)| *w += s * sum);
        }
        let mut values = factor.closures.iter();
        for (w, tear) in w.iter().zip(&self.tears) {
            tear.closure.iter().zip(&mut values).for_each(|((u, _), g)| x[*u] -= g * w);
        }
        self.chain.solve_transposed(&factor.chain, x);
        w.iter().zip(&self.tears).for_each(|(w, tear)| x[tear.place] = *w);
    }
}

/// A⁻¹ T of one panel.
struct FromTears<'a> {
    jacobian: &'a Jacobian,
    factor: &'a Factor,
    panel: &'a mut [Lanes],
}

impl WithSimd for FromTears<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.jacobian.chain.solve_panel(simd, self.factor, self.panel, self.jacobian.torn.0);
    }
}

/// The solution for one panel.
struct Solve<'a> {
    jacobian: &'a Jacobian,
    factor: &'a JacobianFactor,
    x: &'a mut [Lanes],
}

impl WithSimd for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { jacobian: Jacobian { chain, tears, torn, .. }, factor, x } = self;
        let t = tears.len();
        let (mut c, mut r) = ([[0.0; LANES]; MOST_TEARS], [[0.0; LANES]; MOST_TEARS]);
        for (c, tear) in c.iter_mut().zip(tears) {
            *c = std::mem::take(&mut x[tear.place]);
        }
        chain.solve_panel(simd, &factor.chain, x, 0);
        if t == 0 {
            return;
        }
        let mut values = factor.closures.iter();
        for (c, tear) in c.iter_mut().zip(tears) {
            for ((u, _), g) in tear.closure.iter().zip(&mut values) {
                add(simd, c, -g, &x[*u]);
            }
        }
        for (r, row) in r.iter_mut().zip(factor.inverse.chunks_exact(t)) {
            for (s, c) in row.iter().zip(&c) {
                add(simd, r, *s, c);
            }
        }
        for (panel, r) in factor.by_tears.chunks_exact(x.len()).zip(r[..t].chunks(LANES)) {
            for (x, row) in x.iter_mut().zip(panel).skip(torn.1) {
                let mut sum = Row::load(simd, x);
                for (w, r) in row.iter().zip(r) {
                    sum = sum.plus(simd, *w, &Row::load(simd, r));
                }
                sum.store(x);
            }
        }
    }
}

/// The inverse of a small dense matrix in place, by elimination with the largest pivot; returns whether its
/// determinant is negative.
///
/// # Errors
/// The row without a pivot.
fn invert(n: usize, a: &mut [f64], scale: impl Fn(usize, usize) -> f64) -> Result<bool, usize> {
    let mut is_negative = false;
    let (mut rows, mut columns) = ([usize::MAX; MOST_TEARS], [usize::MAX; MOST_TEARS]);
    for step in 0..n {
        let (mut best, mut size) = ((0, 0), -1.0);
        for i in (0..n).filter(|i| !rows[..step].contains(i)) {
            for j in (0..n).filter(|j| !columns[..step].contains(j)) {
                let this = (a[i * n + j] * scale(i, j)).abs();
                if this > size || this.is_nan() {
                    (best, size) = ((i, j), this);
                }
            }
        }
        let (p, q) = best;
        if size <= SINGULAR || size.is_nan() {
            return Err(p);
        }
        (rows[step], columns[step]) = best;
        // Gauss-Jordan exchange of the equation p against the unknown q.
        let pivot = 1.0 / a[p * n + q];
        let passed = |order: &[usize], new: usize| order.iter().filter(|earlier| **earlier > new).count();
        let exchanges = passed(&rows[..step], p) + passed(&columns[..step], q);
        is_negative ^= (pivot < 0.0) != (exchanges % 2 == 1);
        a[p * n + q] = 1.0;
        (0..n).for_each(|j| a[p * n + j] *= pivot);
        for i in (0..n).filter(|i| *i != p) {
            let factor = std::mem::take(&mut a[i * n + q]);
            (0..n).for_each(|j| a[i * n + j] -= factor * a[p * n + j]);
        }
    }
    // Row p now gives the unknown q in terms of the equations by column: put both in order.
    let mut ordered = [0.0; MOST_TEARS * MOST_TEARS];
    for (p, q) in rows[..n].iter().zip(&columns[..n]) {
        for (p2, q2) in rows[..n].iter().zip(&columns[..n]) {
            ordered[q * n + p2] = a[p * n + q2];
        }
    }
    a.copy_from_slice(&ordered[..n * n]);
    Ok(is_negative)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::jacobian::block_triangular::block_order;

    #[test]
    fn the_small_inverse_needs_its_exchanges() {
        let a = [0.0, 2.0, 1.0, 1e-3, 1.0, 0.0, 3.0, -1.0, 5.0];
        let mut inverse = a;
        // Its determinant is 0·5 − 2·0.005 + 1·(−0.001 − 3) = −3.011.
        assert!(invert(3, &mut inverse, |_, _| 1.0).unwrap());
        assert!(!invert(1, &mut [2.0], |_, _| 1.0).unwrap());
        assert!(invert(2, &mut [0.0, 1.0, 2.0, 0.0], |_, _| 1.0).unwrap());
        for i in 0..3 {
            for j in 0..3 {
                let sum: f64 = (0..3).map(|k| a[i * 3 + k] * inverse[k * 3 + j]).sum();
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-12, "({i}, {j})");
            }
        }
        assert!(invert(2, &mut [1.0, 2.0, 2.0, 4.0], |_, _| 1.0).is_err());
    }

    /// Solutions of the bordered system meet every equation, closing ones included.
    #[test]
    fn torn_solves_meet_all_equations() {
        // A chain of six unknowns; the rows 2 and 5 are torn, two full rows close.
        let chain: Vec<Vec<usize>> = (0..6).map(|i| if i == 0 { vec![0] } else { vec![i - 1, i] }).collect();
        let order = block_order(&chain).unwrap();
        let place = |u: usize| order.unknowns.iter().position(|x| *x == u).unwrap();
        let mut gradients = Vec::new();
        let mut entry = |u: usize| {
            gradients.push(f64::from(((5 * gradients.len() + 3) % 13) as u32) - 5.5);
            (place(u), gradients.len() - 1)
        };
        let rows: Vec<Vec<Entry>> =
            order.equations.iter().map(|e| chain[*e].iter().map(|u| entry(*u)).collect()).collect();
        let closures: Vec<Vec<Entry>> = (0..2).map(|_| (0..6).map(&mut entry).collect()).collect();
        let torn = [2, 5];
        let tears = (torn.iter().zip(&closures))
            .map(|(place, row)| Tear { place: *place, closure: row.clone(), closure_scale: 1.0 })
            .collect();
        let pattern = BlockPattern::new(&order, &[], &rows, vec![1.0; 6], vec![1.0; 6]);
        let jacobian = Jacobian::new(pattern, tears);
        let mut factor = jacobian.room();
        jacobian.factorise(&gradients, &[], &mut factor).unwrap();
        let row = |p: usize| match torn.iter().position(|place| *place == p) {
            Some(k) => &closures[k],
            None => &rows[p],
        };
        let b: Vec<Lanes> =
            (0..6).map(|i| std::array::from_fn(|j| f64::from(i * 7 + j as i32).sin())).collect();
        let (mut panel, mut single) = (b.clone(), b.iter().map(|row| row[0]).collect::<Vec<f64>>());
        jacobian.solve_panel(&factor, &mut panel);
        jacobian.solve_vector(&factor, &mut single);
        for p in 0..6 {
            assert!((panel[p][0] - single[p]).abs() < 1e-12);
            for lane in 0..LANES {
                let sum: f64 = row(p).iter().map(|(u, g)| gradients[*g] * panel[*u][lane]).sum();
                assert!((sum - b[p][lane]).abs() < 1e-11, "equation {p}");
            }
        }
        let mut y: Vec<f64> = b.iter().map(|row| row[1]).collect();
        jacobian.solve_transposed(&factor, &mut y);
        let mut product = [0.0; 6];
        (0..6).for_each(|p| row(p).iter().for_each(|(u, g)| product[*u] += gradients[*g] * y[p]));
        assert!(product.iter().zip(&b).all(|(a, b)| (a - b[1]).abs() < 1e-11));
    }
}
