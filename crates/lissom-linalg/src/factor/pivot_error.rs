//! Rounding errors of the pivots of an indefinite factorisation: reliability of a count of their signs.

use crate::factor::analysis::Analysis;
use crate::factor::multifrontal::Numbers;

/// What was subtracted on the way to one pivot: Σ |l|² |d|, and how many terms it had.
#[derive(Clone, Copy, Default)]
struct Growth {
    size: f64,
    terms: f64,
}

impl Growth {
    fn add(&mut self, term: f64) {
        if term != 0.0 {
            self.size += term;
            self.terms += 1.0;
        }
    }

    /// Bound of the rounding of a sum: terms · ε · Σ |term|, \[Higham2002, §4.2\].
    fn rounding(self) -> f64 {
        (self.terms + 2.0) * f64::EPSILON * self.size
    }
}

/// The largest ratio of a pivot's rounding bound to the pivot, times the number of rows, whose errors may all add up in one
/// pivot [-]. Below one the sign of every pivot is beyond doubt; scaling of rows and columns does not change it.
pub(crate) fn largest_share(analysis: &Analysis, numbers: &Numbers) -> f64 {
    let mut growth = vec![Growth::default(); analysis.n()];
    let mut worst: f64 = 0.0;
    for (s, supernode) in analysis.supernodes.iter().enumerate() {
        let (width, height, first) = (supernode.width(), supernode.height(), supernode.cols.start);
        let panel = &numbers.values[supernode.values.clone()];
        let d = &numbers.diagonal[supernode.cols.clone()];
        let e = &numbers.subdiagonal[supernode.cols.clone()];
        let place = &numbers.place[supernode.cols.clone()];
        let row_of = |i: usize| match i < width {
            true => first + place[i] as usize,
            false => analysis.rows_of(s)[i - width] as usize,
        };
        let mut j = 0;
        while j < width {
            let paired = e[j] != 0.0;
            let size = 1 + usize::from(paired);
            for i in j + size..height {
                let left = panel[j * height + i].abs();
                let own = &mut growth[row_of(i)];
                own.add(left * left * d[j].abs());
                if paired {
                    let right = panel[(j + 1) * height + i].abs();
                    own.add(2.0 * left * right * e[j].abs());
                    own.add(right * right * d[j + 1].abs());
                }
            }
            let share = if paired {
                let rounding = growth[row_of(j)].rounding() + growth[row_of(j + 1)].rounding();
                rounding / smaller_eigenvalue(d[j], e[j], d[j + 1])
            } else {
                growth[row_of(j)].rounding() / d[j].abs()
            };
            worst = if share.is_nan() { f64::INFINITY } else { worst.max(share) };
            j += size;
        }
    }
    worst * analysis.n() as f64
}

/// The smaller modulus of the eigenvalues of \[a b; b c\].
fn smaller_eigenvalue(a: f64, b: f64, c: f64) -> f64 {
    let (u, v) = (a / b, c / b);
    let larger = 0.5 * ((u + v).abs() + (u - v).hypot(2.0));
    b.abs() * (u * v - 1.0).abs() / larger
}
