//! Interfaces whose displacements become coordinates of their own.

use super::reduced_structure::LinearColumn;
use crate::error::ReduceError;
use lissom_linalg::{Dense, Lu, PivotedQr, Sparse, Triplets};
use lissom_mech::{Interface, InterfaceMotion, Structure};
use std::collections::BTreeMap;

/// A structure in coordinates (u, x_f): interface displacements first, then rows that are free.
pub(crate) struct InterfaceCoordinates {
    /// x = T (u, x_f).
    pub transformation: Sparse,
    /// Number of interface displacements.
    pub interface: usize,
    /// Columns for the interface displacements.
    pub columns: Vec<LinearColumn>,
    pub stiffness: Sparse,
    pub mass: Sparse,
}

/// Directions below this part of the largest are dependent: means are made from coordinates with about eight digits.
const INDEPENDENT: f64 = 1e-8;

impl InterfaceCoordinates {
    /// Chooses a row for every interface displacement and expresses it by that displacement and the other rows.
    ///
    /// # Errors
    /// [`ReduceError::DependentInterfaces`], [`ReduceError::BadInterface`].
    pub(crate) fn of(structure: &Structure, interfaces: &[Interface]) -> Result<Self, ReduceError> {
        let motions: Vec<&InterfaceMotion> =
            interfaces.iter().flat_map(|interface| &interface.motions).collect();
        let n = structure.size();
        let outside =
            |m: &&InterfaceMotion| m.entries.iter().any(|(row, _)| *row >= n) || m.entries.is_empty();
        if let Some(bad) = motions.iter().copied().find(outside) {
            return Err(ReduceError::BadInterface { name: bad.name.clone(), rows: n });
        }
        let column = |motion: &&InterfaceMotion| {
            let name = motion.name.clone();
            let reason =
                format!("static deformation under unit {name} with the other interface displacements held");
            LinearColumn::new(name, reason)
        };
        let columns = motions.iter().map(column).collect();
        let support = support(&motions);
        let held = held_rows(&motions, &support)?;
        let transformation = transformation(n, &motions, &support, &held)?;
        Ok(Self {
            stiffness: structure.stiffness.congruence(&transformation),
            mass: structure.mass.congruence(&transformation),
            interface: motions.len(),
            columns,
            transformation,
        })
    }

    /// Places of the rows that are free.
    pub(crate) fn free(&self) -> Vec<usize> {
        (self.interface..self.stiffness.rows()).collect()
    }
}

/// The weights of all motions on each row that takes part in one.
fn support(motions: &[&InterfaceMotion]) -> BTreeMap<usize, Vec<f64>> {
    let mut all: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (i, motion) in motions.iter().enumerate() {
        for (row, weight) in &motion.entries {
            all.entry(*row).or_insert_with(|| vec![0.0; motions.len()])[i] += weight;
        }
    }
    all
}

/// One row for each motion, so that the motions restricted to them are well conditioned.
fn held_rows(
    motions: &[&InterfaceMotion],
    support: &BTreeMap<usize, Vec<f64>>,
) -> Result<Vec<usize>, ReduceError> {
    let rows: Vec<usize> = support.keys().copied().collect();
    let size = |i: usize| support.values().fold(0.0, |a: f64, w| a.max(w[i].abs())).max(f64::MIN_POSITIVE);
    let sizes: Vec<f64> = (0..motions.len()).map(size).collect();
    let weights = Dense::from_fn(motions.len(), rows.len(), |i, j| support[&rows[j]][i] / sizes[i]);
    let by_row = PivotedQr::factor(&weights);
    let rank = by_row.rank(INDEPENDENT);
    if rank < motions.len() {
        let by_motion = PivotedQr::factor(&weights.transpose());
        let name = motions[by_motion.pivots[rank]].name.clone();
        return Err(ReduceError::DependentInterfaces { name, count: motions.len(), rank });
    }
    Ok(by_row.pivots[..motions.len()].iter().map(|place| rows[*place]).collect())
}

/// T with x_p = W_p⁻ᵀ (u − W_fᵀ x_f) in the held rows and the identity elsewhere.
fn transformation(
    n: usize,
    motions: &[&InterfaceMotion],
    support: &BTreeMap<usize, Vec<f64>>,
    held: &[usize],
) -> Result<Sparse, ReduceError> {
    let b = motions.len();
    let corner = Dense::from_fn(b, b, |i, j| support[&held[j]][i]);
    let mut inverse = Dense::identity(b);
    let dependent =
        |_| ReduceError::DependentInterfaces { name: motions[b - 1].name.clone(), count: b, rank: b - 1 };
    Lu::factor(&corner).map_err(dependent)?.solve_in_place(&mut inverse);
    let mut t = Triplets::new(n, n);
    for (i, &row) in held.iter().enumerate() {
        (0..b).filter(|u| inverse[(i, *u)] != 0.0).for_each(|u| t.add(row, u, inverse[(i, u)]));
    }
    let mut is_held = vec![false; n];
    held.iter().for_each(|row| is_held[*row] = true);
    for (place, row) in (0..n).filter(|row| !is_held[*row]).enumerate() {
        t.add(row, b + place, 1.0);
        let Some(weights) = support.get(&row) else { continue };
        for (i, &held_row) in held.iter().enumerate() {
            let share: f64 = (0..b).map(|u| inverse[(i, u)] * weights[u]).sum();
            if share != 0.0 {
                t.add(held_row, b + place, -share);
            }
        }
    }
    Ok(Sparse::from_triplets(&t))
}
