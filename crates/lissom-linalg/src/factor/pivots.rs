//! Pivots of indefinite blocks: D with blocks of one and two rows, and how they are chosen.

use crate::factor::panel::{BadPivot, Kind};
use faer::reborrow::*;
use faer::{MatMut, MatRef};

/// (1 + √17)/8, the constant that bounds the growth of entries, \[BunchKaufman1977\].
const BUNCH_KAUFMAN: f64 = 0.640_388_203_202_208_4;

/// The block-diagonal middle factor, or nothing for L Lᵀ.
pub(crate) struct Pivots {
    blocks: Option<(Vec<f64>, Vec<f64>)>,
}

impl Pivots {
    pub fn new(kind: Kind, diagonal: &[f64], subdiagonal: &[f64]) -> Self {
        Self { blocks: (kind == Kind::Indefinite).then(|| (diagonal.to_vec(), subdiagonal.to_vec())) }
    }

    /// Column `col` of D where it is not the unit matrix: what it takes of columns col − 1, col and col + 1.
    pub fn column(&self, col: usize) -> Option<[f64; 3]> {
        let (d, e) = self.blocks.as_ref()?;
        Some([if col > 0 { e[col - 1] } else { 0.0 }, d[col], e[col]])
    }

    /// rows ← rows · D⁻¹.
    pub fn divide_columns(&self, mut rows: MatMut<'_, f64>) {
        let Some((d, e)) = self.blocks.as_ref() else { return };
        let mut j = 0;
        while j < rows.ncols() {
            if e[j] == 0.0 {
                rows.rb_mut().col_mut(j).iter_mut().for_each(|a| *a /= d[j]);
                j += 1;
                continue;
            }
            for i in 0..rows.nrows() {
                let (first, second) = solve_two(d[j], e[j], d[j + 1], rows[(i, j)], rows[(i, j + 1)]);
                (rows[(i, j)], rows[(i, j + 1)]) = (first, second);
            }
            j += 2;
        }
    }
}

/// Solves \[a b; b c\] (x, y) = (p, q), scaled by b as in \[BunchKaufman1977\] so that nothing overflows.
pub(crate) fn solve_two(a: f64, b: f64, c: f64, p: f64, q: f64) -> (f64, f64) {
    let (u, v) = (a / b, c / b);
    let determinant = u * v - 1.0;
    let (p, q) = (p / b, q / b);
    ((v * p - q) / determinant, (u * q - p) / determinant)
}

/// Bunch–Kaufman factorisation of a full symmetric block, \[BunchKaufman1977\].
///
/// On return the strict lower triangle holds L, `d` and `e` hold D; the result lists the pivots taken.
pub(crate) fn bunch_kaufman(
    mut a: MatMut<'_, f64>,
    d: &mut [f64],
    e: &mut [f64],
) -> Result<Vec<usize>, BadPivot> {
    let n = a.nrows();
    let mut order: Vec<usize> = (0..n).collect();
    e.fill(0.0);
    let mut k = 0;
    while k < n {
        let (size, swap) = choose_pivot(a.rb(), k);
        let to = k + size - 1;
        if swap != to {
            exchange(a.rb_mut(), to, swap);
            order.swap(to, swap);
        }
        let pivot = a[(k, k)];
        if size == 1 {
            if pivot == 0.0 || !pivot.is_finite() {
                return Err(BadPivot { col: order[k], value: pivot });
            }
            d[k] = pivot;
            eliminate_one(a.rb_mut(), k);
        } else {
            (d[k], e[k], d[k + 1]) = (pivot, a[(k + 1, k)], a[(k + 1, k + 1)]);
            if !(d[k].is_finite() && e[k].is_finite() && d[k + 1].is_finite()) {
                return Err(BadPivot { col: order[k], value: e[k] });
            }
            eliminate_two(a.rb_mut(), k);
        }
        k += size;
    }
    Ok(order)
}

/// The size of the next pivot and the row to bring into its last place.
fn choose_pivot(a: MatRef<'_, f64>, k: usize) -> (usize, usize) {
    let n = a.nrows();
    let largest = |col: usize, skip: usize| {
        (k..n).filter(|&i| i != skip).fold((skip, 0.0), |best: (usize, f64), i| {
            if a[(i, col)].abs() > best.1 { (i, a[(i, col)].abs()) } else { best }
        })
    };
    let (row, lambda) = largest(k, k);
    let diagonal = a[(k, k)].abs();
    if lambda == 0.0 || diagonal >= BUNCH_KAUFMAN * lambda {
        return (1, k);
    }
    let sigma = largest(row, row).1;
    if diagonal * sigma >= BUNCH_KAUFMAN * lambda * lambda {
        (1, k)
    } else if a[(row, row)].abs() >= BUNCH_KAUFMAN * sigma {
        (1, row)
    } else {
        (2, row)
    }
}

/// Exchanges rows and columns p and q, the finished part of L included.
fn exchange(mut a: MatMut<'_, f64>, p: usize, q: usize) {
    for j in 0..a.ncols() {
        (a[(p, j)], a[(q, j)]) = (a[(q, j)], a[(p, j)]);
    }
    for i in 0..a.nrows() {
        (a[(i, p)], a[(i, q)]) = (a[(i, q)], a[(i, p)]);
    }
}

fn eliminate_one(mut a: MatMut<'_, f64>, k: usize) {
    let (n, pivot) = (a.nrows(), a[(k, k)]);
    for j in k + 1..n {
        let factor = a[(k, j)] / pivot;
        for i in k + 1..n {
            a[(i, j)] -= a[(i, k)] * factor;
        }
    }
    (k + 1..n).for_each(|i| a[(i, k)] /= pivot);
}

fn eliminate_two(mut a: MatMut<'_, f64>, k: usize) {
    let n = a.nrows();
    let (p, q, r) = (a[(k, k)], a[(k + 1, k)], a[(k + 1, k + 1)]);
    for j in k + 2..n {
        let (first, second) = solve_two(p, q, r, a[(k, j)], a[(k + 1, j)]);
        for i in k + 2..n {
            a[(i, j)] -= a[(i, k)] * first + a[(i, k + 1)] * second;
        }
    }
    for i in k + 2..n {
        let (first, second) = solve_two(p, q, r, a[(i, k)], a[(i, k + 1)]);
        (a[(i, k)], a[(i, k + 1)]) = (first, second);
    }
    a[(k + 1, k)] = 0.0;
}
