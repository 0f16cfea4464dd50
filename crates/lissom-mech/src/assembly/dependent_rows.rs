//! Redundant constraints among many sparse ones, in an order of elimination that keeps them sparse.
//!
//! The pivot is taken in the column that fewest rows share \[Markowitz1957\], among entries that are not
//! small in their row, so that the rows do not grow. A chain of members is taken apart from its ends, a net
//! of them like a sparse factorisation in the order of least degree.

use crate::assembly::constraints::{Constraint, REDUNDANT, ROUNDING};
use std::collections::{BTreeMap, BTreeSet};

/// A pivot has at least this share of the largest entry of its row, so that rows grow by no more than its inverse [-].
const SHARE: f64 = 0.1;

/// Indices of redundant constraints, ascending. `scale` as for [`crate::assembly::constraints::eliminate`].
pub(crate) fn dependent_rows(
    n: usize,
    constraints: &[Constraint],
    scale: impl Fn(usize) -> f64,
) -> Vec<usize> {
    let mut rows = Rows::of(n, constraints, &scale);
    let mut dependent: Vec<usize> = (0..constraints.len()).filter(|i| rows.rows[*i].is_empty()).collect();
    while let Some((row, column)) = rows.pivot() {
        dependent.extend(rows.eliminate(row, column));
    }
    dependent.sort_unstable();
    dependent
}

struct Rows {
    /// Entries of each row, scaled so that the largest was one; empty when the row has been used or has vanished.
    rows: Vec<BTreeMap<usize, f64>>,
    /// Rows that hold a column.
    columns: Vec<BTreeSet<usize>>,
    /// Columns by the number of their rows; those without a pivot are out until they change.
    queue: BTreeSet<(usize, usize)>,
}

impl Rows {
    fn of(n: usize, constraints: &[Constraint], scale: &impl Fn(usize) -> f64) -> Self {
        let mut columns = vec![BTreeSet::new(); n];
        let mut rows = Vec::with_capacity(constraints.len());
        for (i, constraint) in constraints.iter().enumerate() {
            let mut row = BTreeMap::new();
            for (column, value) in &constraint.row {
                *row.entry(*column).or_insert(0.0) += value * scale(*column);
            }
            let largest = row.values().fold(0.0, |m: f64, a| m.max(a.abs()));
            row.retain(|_, a| a.abs() > ROUNDING * largest);
            row.values_mut().for_each(|a| *a /= largest);
            for column in row.keys() {
                columns[*column].insert(i);
            }
            rows.push(row);
        }
        let counts =
            columns.iter().enumerate().map(|(column, rows): (_, &BTreeSet<usize>)| (rows.len(), column));
        let queue = counts.filter(|(count, _)| *count > 0).collect();
        Self { rows, columns, queue }
    }

    /// The next row and column.
    fn pivot(&mut self) -> Option<(usize, usize)> {
        while let Some((_, column)) = self.queue.pop_first() {
            let acceptable = self.columns[column].iter().filter(|row| {
                let entries = &self.rows[**row];
                let largest = entries.values().fold(0.0, |m: f64, a| m.max(a.abs()));
                entries[&column].abs() >= SHARE * largest
            });
            if let Some(row) = acceptable.min_by_key(|row| (self.rows[**row].len(), **row)) {
                return Some((*row, column));
            }
        }
        // The largest entry of a row is acceptable, and its column was examined since it changed: nothing is
        // left.
        None
    }

    /// Eliminates with a row; returns the rows that vanish.
    fn eliminate(&mut self, row: usize, column: usize) -> Vec<usize> {
        let pivot = std::mem::take(&mut self.rows[row]);
        for other in pivot.keys() {
            self.change(*other, |rows| rows.remove(&row));
        }
        let mut vanished = Vec::new();
        for user in std::mem::take(&mut self.columns[column]) {
            let mut entries = std::mem::take(&mut self.rows[user]);
            let factor = entries[&column] / pivot[&column];
            for (other, value) in &pivot {
                *entries.entry(*other).or_insert(0.0) -= factor * value;
            }
            entries.remove(&column);
            entries.retain(|_, a| a.abs() > ROUNDING);
            if entries.values().all(|a| a.abs() <= REDUNDANT) {
                for other in std::mem::take(&mut entries).into_keys() {
                    self.change(other, |rows| rows.remove(&user));
                }
                vanished.push(user);
            }
            for other in pivot.keys().filter(|other| **other != column) {
                let kept = entries.contains_key(other);
                self.change(*other, |rows| if kept { rows.insert(user) } else { rows.remove(&user) });
            }
            // Entries that were small in the row may no longer be.
            entries.keys().for_each(|other| self.change(*other, |_| false));
            self.rows[user] = entries;
        }
        vanished
    }

    /// Changes the rows of a column and marks it for examination.
    fn change(&mut self, column: usize, how: impl FnOnce(&mut BTreeSet<usize>) -> bool) {
        let rows = &mut self.columns[column];
        self.queue.remove(&(rows.len(), column));
        how(rows);
        if !rows.is_empty() {
            self.queue.insert((rows.len(), column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::constraints::eliminate;

    /// As many follow as by elimination row by row, for nets of random rows, some of them sums of others.
    #[test]
    fn counts_as_elimination_in_order_does() {
        let mut state = 7_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for trial in 0..200 {
            let n = 5 + next(20) as usize;
            let mut all: Vec<Constraint> = Vec::new();
            for i in 0..n {
                let mut row: BTreeMap<usize, f64> = BTreeMap::new();
                if i > 2 && next(3) == 0 {
                    for factor in [1.0, -2.0] {
                        for (column, a) in all[next(i as u64) as usize].row.clone() {
                            *row.entry(column).or_insert(0.0) += factor * a;
                        }
                    }
                } else {
                    for _ in 0..=next(3) {
                        row.insert(next(n as u64) as usize, next(9) as f64 - 4.0);
                    }
                }
                all.push(Constraint { name: i.to_string(), row: row.into_iter().collect() });
            }
            let scale = |c: usize| if c.is_multiple_of(3) { 0.01 } else { 1.0 };
            let (quick, slow) = (dependent_rows(n, &all, scale), eliminate(n, &all, scale).redundant_rows);
            assert_eq!(quick.len(), slow.len(), "trial {trial}: {quick:?} {slow:?} of {all:?}");
            let kept: Vec<Constraint> =
                all.iter().enumerate().filter(|(i, _)| !quick.contains(i)).map(|(_, c)| c.clone()).collect();
            assert!(eliminate(n, &kept, scale).redundant.is_empty(), "trial {trial}: others do not depend");
        }
    }
}
