//! Linear constraints and their elimination: x = T y with y the independent coordinates.
//!
//! Supports, slides, drives at rest and inflexible deformations all have the form C x = 0 around the
//! reference configuration. Sparse Gauss-Jordan elimination with pivots by size expresses one coordinate per
//! constraint by the others; a constraint that vanishes under elimination is redundant, and is reported by
//! name.

use lissom_linalg::{Sparse, Triplets};
use std::collections::{BTreeMap, BTreeSet};

/// One linear constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// Name in messages: `support of A0.x`, `beam C: elongation`.
    pub name: String,
    /// Coordinates and factors of the row.
    pub row: Vec<(usize, f64)>,
}

/// The result of the elimination.
#[derive(Clone, Debug)]
pub struct Elimination {
    /// T: all coordinates × independent coordinates.
    pub transformation: Sparse,
    /// The independent coordinates, ascending.
    pub independent: Vec<usize>,
    /// Names of redundant constraints.
    pub redundant: Vec<String>,
    /// Their indices in the list of constraints, ascending.
    pub redundant_rows: Vec<usize>,
}

/// A constraint row is redundant when elimination leaves less than this share of it. Rows carry rounding errors of
/// about 1e-15; a deviation above 1e-9 is intended.
pub(crate) const REDUNDANT: f64 = 1e-9;

/// Entries below this share of a row are rounding errors and are dropped, to keep rows sparse.
pub(crate) const ROUNDING: f64 = 1e-14;

/// Eliminates the constraints among `n` coordinates.
///
/// `scale` gives the natural size of each coordinate's motion relative to a translation (1 for translations, one
/// over the structure's size for rotations), so that pivots do not depend on units.
#[must_use]
pub fn eliminate(n: usize, constraints: &[Constraint], scale: impl Fn(usize) -> f64) -> Elimination {
    eliminate_within(usize::MAX, n, constraints, scale)
        .expect("there are fewer entries than numbers to count them")
}

/// As [`eliminate`]; `None` when the expressions of dependent coordinates get more than `most` entries.
#[must_use]
pub fn eliminate_within(
    most: usize,
    n: usize,
    constraints: &[Constraint],
    scale: impl Fn(usize) -> f64,
) -> Option<Elimination> {
    let mut reduced = Reduced::default();
    let mut redundant_rows = Vec::new();
    for (row, constraint) in constraints.iter().enumerate() {
        if !reduced.insert(&constraint.row, &scale) {
            redundant_rows.push(row);
        }
        if reduced.entries > most {
            return None;
        }
    }
    let redundant = redundant_rows.iter().map(|row| constraints[*row].name.clone()).collect();
    let independent: Vec<usize> = (0..n).filter(|c| !reduced.rows.contains_key(c)).collect();
    let mut triplets = Triplets::new(n, independent.len());
    for (j, column) in independent.iter().enumerate() {
        triplets.add(*column, j, 1.0);
    }
    for (pivot, row) in &reduced.rows {
        for (column, value) in row {
            let j =
                independent.binary_search(column).expect("a reduced row holds independent coordinates only");
            triplets.add(*pivot, j, -value);
        }
    }
    let transformation = Sparse::from_triplets(&triplets);
    Some(Elimination { transformation, independent, redundant, redundant_rows })
}

/// Rows in reduced echelon form: each dependent coordinate with its expression by independent ones.
#[derive(Default)]
struct Reduced {
    /// Pivot column → the other entries of its row, the pivot itself being one.
    rows: BTreeMap<usize, BTreeMap<usize, f64>>,
    /// Independent column → pivots of the rows that hold it.
    users: BTreeMap<usize, BTreeSet<usize>>,
    /// Number of entries of all rows.
    entries: usize,
}

impl Reduced {
    /// Adds a row; `false` when it follows from those already there.
    fn insert(&mut self, row: &[(usize, f64)], scale: &impl Fn(usize) -> f64) -> bool {
        let original = row.iter().map(|(c, a)| (a * scale(*c)).abs()).fold(0.0, f64::max);
        let mut rest = self.reduce(row);
        rest.retain(|c, a| (*a * scale(*c)).abs() > ROUNDING * original);
        let sizes = rest.iter().map(|(c, a)| (*c, (a * scale(*c)).abs()));
        // The first of equal entries is taken, so that the choice does not depend on the order of evaluation.
        let (pivot, largest) = sizes.fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        if largest <= REDUNDANT * original {
            return false;
        }
        let factor = rest.remove(&pivot).expect("the pivot is one of the entries");
        rest.values_mut().for_each(|a| *a /= factor);
        self.substitute(pivot, &rest);
        for column in rest.keys() {
            self.users.entry(*column).or_default().insert(pivot);
        }
        self.entries += rest.len();
        self.rows.insert(pivot, rest);
        true
    }

    /// The row with every dependent coordinate replaced by its expression.
    fn reduce(&self, row: &[(usize, f64)]) -> BTreeMap<usize, f64> {
        let mut rest = BTreeMap::new();
        for (column, value) in row {
            match self.rows.get(column) {
                Some(expression) => {
                    for (c, a) in expression {
                        *rest.entry(*c).or_insert(0.0) -= value * a;
                    }
                }
                None => *rest.entry(*column).or_insert(0.0) += value,
            }
        }
        rest
    }

    /// Replaces `pivot`, which becomes dependent, in all rows that hold it.
    fn substitute(&mut self, pivot: usize, expression: &BTreeMap<usize, f64>) {
        for user in self.users.remove(&pivot).unwrap_or_default() {
            let row = self.rows.get_mut(&user).expect("users are rows");
            let factor = row.remove(&pivot).expect("users hold the column");
            let before = row.len() + 1;
            for (column, a) in expression {
                *row.entry(*column).or_insert(0.0) -= factor * a;
                self.users.entry(*column).or_default().insert(user);
            }
            self.entries = self.entries + row.len() - before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraint(name: &str, row: &[(usize, f64)]) -> Constraint {
        Constraint { name: name.to_owned(), row: row.to_vec() }
    }

    /// Every constraint vanishes on T, for any order of the rows.
    #[test]
    fn constraints_vanish_on_the_transformation() {
        let rows = [
            constraint("a", &[(0, 1.0)]),
            constraint("b", &[(0, 1.0), (1, -2.0), (3, 0.5)]),
            constraint("c", &[(1, 1.0), (2, 1.0), (4, -1.0)]),
            constraint("d", &[(4, 3.0), (3, 1.0), (5, 1.0)]),
        ];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let ordered: Vec<Constraint> = order.iter().map(|i| rows[*i].clone()).collect();
            let found = eliminate(6, &ordered, |_| 1.0);
            assert!(found.redundant.is_empty());
            assert_eq!(found.independent.len(), 2);
            for row in &rows {
                for j in 0..found.independent.len() {
                    let value: f64 = row.row.iter().map(|(c, a)| a * found.transformation.get(*c, j)).sum();
                    assert!(value.abs() < 1e-14, "constraint {} is kept by column {j}", row.name);
                }
            }
        }
    }

    #[test]
    fn a_dependent_row_is_named() {
        let rows = [
            constraint("first", &[(0, 1.0), (1, 1.0)]),
            constraint("second", &[(1, 1.0), (2, -1.0)]),
            constraint("third", &[(0, 2.0), (2, 2.0 + 1e-14)]),
            constraint("empty", &[]),
        ];
        let found = eliminate(3, &rows, |_| 1.0);
        assert_eq!(found.redundant, ["third", "empty"]);
        assert_eq!(found.independent.len(), 1);
    }

    /// A nearly dependent row above the tolerance is not treated as rounding.
    #[test]
    fn a_slightly_different_row_is_kept() {
        let rows =
            [constraint("first", &[(0, 1.0), (1, 1.0)]), constraint("second", &[(0, 1.0), (1, 1.0 + 1e-6)])];
        assert!(eliminate(2, &rows, |_| 1.0).independent.is_empty());
    }
}
