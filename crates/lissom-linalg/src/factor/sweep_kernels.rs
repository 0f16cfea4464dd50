//! The inner loops of triangular solves, in the widest available registers.
//!
//! A kernel reads a few neighbouring columns of a panel once, in long runs, and keeps what it can of the right-hand sides
//! in registers: rows of a block of vectors, or, for one vector, several of its entries. The width is
//! detected at run time. An entry meets the same operations wherever a run begins, so that cutting runs
//! changes no bits.

use crate::matrix::row_block::Row;
use pulp::{Arch, Simd, WithSimd};

/// Columns that are read together.
pub(crate) const STEP: usize = 8;

/// Registers that a row of eight numbers needs at most.
const MOST: usize = 8;

/// target ← target − Σ columns(c) · factors(c).
pub(crate) fn subtract<const W: usize>(
    arch: Arch,
    columns: &[&[f64]],
    factors: &[Row<W>],
    target: &mut [Row<W>],
) {
    let mut done = 0;
    while done < columns.len() {
        let left = &columns[done..];
        let (own, step): (&[Row<W>], usize) = (&factors[done..], left.len());
        done += match step {
            8.. => arch.dispatch(Subtract::<8, W> { columns: first(left), factors: rows(own), target }),
            4.. => arch.dispatch(Subtract::<4, W> { columns: first(left), factors: rows(own), target }),
            2.. => arch.dispatch(Subtract::<2, W> { columns: first(left), factors: rows(own), target }),
            _ => arch.dispatch(Subtract::<1, W> { columns: first(left), factors: rows(own), target }),
        };
    }
}

/// sums(c) ← sums(c) + columns(c)ᵀ · source.
pub(crate) fn sum<const W: usize>(arch: Arch, columns: &[&[f64]], source: &[Row<W>], sums: &mut [Row<W>]) {
    let mut done = 0;
    // Sums of wide rows fill the registers sooner.
    let widest = if W > 4 { 4 } else { 8 };
    while done < columns.len() {
        let left = &columns[done..];
        let own = &mut sums[done..];
        done += match left.len().min(widest) {
            8.. => arch.dispatch(Sum::<8, W> { columns: first(left), source, sums: own }),
            4.. => arch.dispatch(Sum::<4, W> { columns: first(left), source, sums: own }),
            2.. => arch.dispatch(Sum::<2, W> { columns: first(left), source, sums: own }),
            _ => arch.dispatch(Sum::<1, W> { columns: first(left), source, sums: own }),
        };
    }
}

fn first<'a, const C: usize>(columns: &[&'a [f64]]) -> [&'a [f64]; C] {
    std::array::from_fn(|c| columns[c])
}

fn rows<const C: usize, const W: usize>(factors: &[Row<W>]) -> [Row<W>; C] {
    std::array::from_fn(|c| factors[c])
}

struct Subtract<'a, const C: usize, const W: usize> {
    columns: [&'a [f64]; C],
    factors: [Row<W>; C],
    target: &'a mut [Row<W>],
}

impl<const C: usize, const W: usize> WithSimd for Subtract<'_, C, W> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> usize {
        match W {
            1 => self.one_vector(simd),
            _ if W >= S::F64_LANES => self.block(simd),
            // Registers wider than a row.
            _ => self.block(pulp::Scalar::new()),
        }
        C
    }
}

impl<const C: usize, const W: usize> Subtract<'_, C, W> {
    /// One vector: neighbouring rows side by side in a register.
    #[inline(always)]
    fn one_vector<S: Simd>(self, simd: S) {
        let target = self.target.as_flattened_mut();
        let length = target.len();
        let factors: [S::f64s; C] = self.factors.map(|row| simd.splat_f64s(-row[0]));
        let columns = self.columns.map(|column| S::as_simd_f64s(&column[..length]));
        let (wide, rest) = S::as_mut_simd_f64s(target);
        let columns_wide: [&[S::f64s]; C] = columns.map(|(column, _)| &column[..wide.len()]);
        for (i, sum) in wide.iter_mut().enumerate() {
            let mut value = *sum;
            for c in 0..C {
                value = simd.mul_add_e_f64s(factors[c], columns_wide[c][i], value);
            }
            *sum = value;
        }
        if !rest.is_empty() {
            let mut value = simd.partial_load_f64s(rest);
            for c in 0..C {
                value = simd.mul_add_e_f64s(factors[c], simd.partial_load_f64s(columns[c].1), value);
            }
            simd.partial_store_f64s(rest, value);
        }
    }

    /// A block: a row of it in a register or two, four rows at a time so that factors are read a quarter as often.
    #[inline(always)]
    fn block<S: Simd>(self, simd: S) {
        let length = self.target.len();
        let columns = self.columns.map(|column| &column[..length]);
        let factors: [Row<W>; C] = self.factors.map(|row| row.map(|f| -f));
        let (fours, rest) = self.target.as_chunks_mut::<4>();
        let begun = fours.len() * 4;
        for (q, four) in fours.iter_mut().enumerate() {
            update(simd, &columns, 4 * q, &factors, four);
        }
        for (i, row) in rest.iter_mut().enumerate() {
            update(simd, &columns, begun + i, &factors, std::array::from_mut(row));
        }
    }
}

/// A few rows, all in registers.
#[inline(always)]
fn update<S: Simd, const C: usize, const W: usize, const R: usize>(
    simd: S,
    columns: &[&[f64]; C],
    first: usize,
    factors: &[Row<W>; C],
    target: &mut [Row<W>; R],
) {
    let registers = W / S::F64_LANES;
    let mut sums = [[simd.splat_f64s(0.0); MOST]; R];
    for (sum, row) in sums.iter_mut().zip(target.iter()) {
        sum[..registers].copy_from_slice(S::as_simd_f64s(row).0);
    }
    for c in 0..C {
        let factor = S::as_simd_f64s(&factors[c]).0;
        for r in 0..R {
            let a = simd.splat_f64s(columns[c][first + r]);
            for k in 0..registers {
                sums[r][k] = simd.mul_add_e_f64s(a, factor[k], sums[r][k]);
            }
        }
    }
    for (row, sum) in target.iter_mut().zip(&sums) {
        S::as_mut_simd_f64s(row).0.copy_from_slice(&sum[..registers]);
    }
}

struct Sum<'a, const C: usize, const W: usize> {
    columns: [&'a [f64]; C],
    source: &'a [Row<W>],
    sums: &'a mut [Row<W>],
}

impl<const C: usize, const W: usize> WithSimd for Sum<'_, C, W> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> usize {
        match W {
            1 => self.one_vector(simd),
            _ if W >= S::F64_LANES => self.block(simd),
            // Registers wider than a row.
            _ => self.block(pulp::Scalar::new()),
        }
        C
    }
}

impl<const C: usize, const W: usize> Sum<'_, C, W> {
    #[inline(always)]
    fn one_vector<S: Simd>(self, simd: S) {
        let source = self.source.as_flattened();
        let columns = self.columns.map(|column| S::as_simd_f64s(&column[..source.len()]));
        let (wide, rest) = S::as_simd_f64s(source);
        let columns_wide: [&[S::f64s]; C] = columns.map(|(column, _)| &column[..wide.len()]);
        let mut sums = [simd.splat_f64s(0.0); C];
        for (i, x) in wide.iter().enumerate() {
            for c in 0..C {
                sums[c] = simd.mul_add_e_f64s(columns_wide[c][i], *x, sums[c]);
            }
        }
        if !rest.is_empty() {
            let x = simd.partial_load_f64s(rest);
            for c in 0..C {
                sums[c] = simd.mul_add_e_f64s(simd.partial_load_f64s(columns[c].1), x, sums[c]);
            }
        }
        for (total, sum) in self.sums.iter_mut().zip(sums) {
            total[0] += simd.reduce_sum_f64s(sum);
        }
    }

    #[inline(always)]
    fn block<S: Simd>(self, simd: S) {
        let columns = self.columns.map(|column| &column[..self.source.len()]);
        let registers = W / S::F64_LANES;
        let mut sums = [[simd.splat_f64s(0.0); MOST]; C];
        for (i, row) in self.source.iter().enumerate() {
            let row = S::as_simd_f64s(row).0;
            for c in 0..C {
                let a = simd.splat_f64s(columns[c][i]);
                for k in 0..registers {
                    sums[c][k] = simd.mul_add_e_f64s(a, row[k], sums[c][k]);
                }
            }
        }
        for (total, sum) in self.sums.iter_mut().zip(&sums) {
            for (total, own) in S::as_mut_simd_f64s(total).0.iter_mut().zip(sum) {
                *total = simd.add_f64s(*total, *own);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(i: usize) -> f64 {
        ((i * 7919) % 1009) as f64 / 1009.0 - 0.4
    }

    fn check<const W: usize>() {
        let arch = Arch::new();
        for (count, length) in [(1, 1), (3, 5), (8, 16), (13, 37), (15, 3), (9, 0)] {
            let columns: Vec<Vec<f64>> =
                (0..count).map(|c| (0..length).map(|i| number(31 * c + i)).collect()).collect();
            let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            let block = |n: usize, seed: usize| -> Vec<Row<W>> {
                (0..n).map(|i| std::array::from_fn(|w| number(seed + 13 * i + w))).collect()
            };
            let (factors, mut target) = (block(count, 5), block(length, 77));
            let (before, source) = (target.clone(), block(length, 400));
            subtract(arch, &columns, &factors, &mut target);
            let mut sums = block(count, 900);
            let sums_before = sums.clone();
            sum(arch, &columns, &source, &mut sums);
            for w in 0..W {
                for i in 0..length {
                    let exact = before[i][w] - (0..count).map(|c| columns[c][i] * factors[c][w]).sum::<f64>();
                    assert!((target[i][w] - exact).abs() < 1e-13, "{count} {length} {W}");
                }
                for c in 0..count {
                    let exact =
                        sums_before[c][w] + (0..length).map(|i| columns[c][i] * source[i][w]).sum::<f64>();
                    assert!((sums[c][w] - exact).abs() < 1e-13, "{count} {length} {W}");
                }
            }
            // Runs may be cut anywhere.
            let mut cut = before.clone();
            let at = length / 3;
            let parts = |from: usize, to: usize| columns.iter().map(|c| &c[from..to]).collect::<Vec<_>>();
            subtract(arch, &parts(0, at), &factors, &mut cut[..at]);
            subtract(arch, &parts(at, length), &factors, &mut cut[at..]);
            assert_eq!(cut, target);
        }
    }

    #[test]
    fn kernels_do_what_they_say_for_every_width() {
        check::<1>();
        check::<4>();
        check::<8>();
    }
}
