//! Displacements of interfaces as coordinates, replacing as many rows.

use crate::error::MechError;
use crate::structures::structure::InterfaceMotion;
use lissom_linalg::{Dense, Lu, PivotedQr, Sparse, Triplets};
use std::collections::BTreeMap;

/// Directions below this part of the largest are dependent: means are made from coordinates with about eight digits.
const INDEPENDENT: f64 = 1e-8;

/// Rows in coordinates (u, x_f): displacements of interfaces first, then rows that are free.
#[derive(Clone, Debug)]
pub struct InterfaceCoordinates {
    /// x = T (u, x_f).
    pub transformation: Sparse,
    /// Number of interface displacements.
    pub interface: usize,
    /// The rows that are free, in their order.
    pub free: Vec<usize>,
}

impl InterfaceCoordinates {
    /// Chooses a row for every interface displacement and expresses it by that displacement and the other rows.
    ///
    /// # Errors
    /// [`MechError::DependentMotions`], [`MechError::MotionOutside`].
    pub fn of(rows: usize, motions: &[&InterfaceMotion]) -> Result<Self, MechError> {
        let outside =
            |m: &&&InterfaceMotion| m.entries.iter().any(|(row, _)| *row >= rows) || m.entries.is_empty();
        if let Some(bad) = motions.iter().find(outside) {
            return Err(MechError::MotionOutside { name: bad.name.clone(), rows });
        }
        let support = support(motions);
        let held = held_rows(motions, &support)?;
        let mut is_held = vec![false; rows];
        held.iter().for_each(|row| is_held[*row] = true);
        let free: Vec<usize> = (0..rows).filter(|row| !is_held[*row]).collect();
        let transformation = transformation(rows, motions, &support, &held, &free)?;
        Ok(Self { transformation, interface: motions.len(), free })
    }

    /// x = T_f x_f: the rows with fixed interfaces.
    #[must_use]
    pub fn held(&self) -> Sparse {
        let rows: Vec<usize> = (0..self.transformation.rows()).collect();
        let columns: Vec<usize> = (self.interface..self.transformation.cols()).collect();
        self.transformation.select(&rows, &columns)
    }
}

/// The weights of all motions on each involved row.
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
) -> Result<Vec<usize>, MechError> {
    // Motions that are themselves rows need no choice, and there may be many of them.
    if let Some(rows) = motions.iter().map(|motion| motion.row()).collect::<Option<Vec<usize>>>() {
        let mut sorted = rows.clone();
        sorted.sort_unstable();
        if sorted.windows(2).all(|pair| pair[0] < pair[1]) {
            return Ok(rows);
        }
    }
    let rows: Vec<usize> = support.keys().copied().collect();
    let size = |i: usize| support.values().fold(0.0, |a: f64, w| a.max(w[i].abs())).max(f64::MIN_POSITIVE);
    let sizes: Vec<f64> = (0..motions.len()).map(size).collect();
    let weights = Dense::from_fn(motions.len(), rows.len(), |i, j| support[&rows[j]][i] / sizes[i]);
    let by_row = PivotedQr::factor(&weights);
    let rank = by_row.rank(INDEPENDENT);
    if rank < motions.len() {
        let by_motion = PivotedQr::factor(&weights.transpose());
        let name = motions[by_motion.pivots[rank]].name.clone();
        return Err(MechError::DependentMotions { name, count: motions.len(), rank });
    }
    Ok(by_row.pivots[..motions.len()].iter().map(|place| rows[*place]).collect())
}

/// T with x_p = W_p⁻ᵀ (u − W_fᵀ x_f) in the replaced rows and the identity elsewhere.
fn transformation(
    n: usize,
    motions: &[&InterfaceMotion],
    support: &BTreeMap<usize, Vec<f64>>,
    held: &[usize],
    free: &[usize],
) -> Result<Sparse, MechError> {
    let b = motions.len();
    let corner = Dense::from_fn(b, b, |i, j| support[&held[j]][i]);
    let mut inverse = Dense::identity(b);
    let dependent =
        |_| MechError::DependentMotions { name: motions[b - 1].name.clone(), count: b, rank: b - 1 };
    if b > 0 {
        Lu::factor(&corner).map_err(dependent)?.solve_in_place(&mut inverse);
    }
    let mut t = Triplets::new(n, n);
    for (i, &row) in held.iter().enumerate() {
        (0..b).filter(|u| inverse[(i, *u)] != 0.0).for_each(|u| t.add(row, u, inverse[(i, u)]));
    }
    for (place, row) in free.iter().enumerate() {
        t.add(*row, b + place, 1.0);
        let Some(weights) = support.get(row) else { continue };
        for (i, &held_row) in held.iter().enumerate() {
            let share: f64 = (0..b).map(|u| inverse[(i, u)] * weights[u]).sum();
            if share != 0.0 {
                t.add(held_row, b + place, -share);
            }
        }
    }
    Ok(Sparse::from_triplets(&t))
}
