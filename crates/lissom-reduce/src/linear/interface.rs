//! Interfaces: displacements that stay coordinates of their own.

use super::reduced_structure::LinearColumn;
use crate::error::ReduceError;
use lissom_linalg::{Dense, Lu, PivotedQr, Sparse, Triplets};
use lissom_mech::{Pattern, Structure};

/// The displacements of an interface: each is a row of the structure, or a mean of several.
#[derive(Clone, Debug, PartialEq)]
pub struct InterfaceDofs {
    /// Name of the interface.
    pub name: String,
    /// Its displacements u = cᵀ x, one pattern each.
    pub patterns: Vec<Pattern>,
}

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
    /// [`ReduceError::DependentInterfaces`], [`ReduceError::BadPattern`].
    pub(crate) fn of(structure: &Structure, interfaces: &[InterfaceDofs]) -> Result<Self, ReduceError> {
        let patterns: Vec<&Pattern> = interfaces.iter().flat_map(|interface| &interface.patterns).collect();
        let n = structure.size();
        if let Some(bad) = patterns.iter().find(|p| p.values.len() != n) {
            return Err(ReduceError::BadPattern { name: bad.name.clone(), given: bad.values.len(), needed: n });
        }
        let columns = interfaces.iter().flat_map(|interface| {
            interface.patterns.iter().map(|pattern| {
                LinearColumn::new(
                    pattern.name.clone(),
                    format!("static deformation under unit {} with the other interface displacements held", pattern.name),
                )
            })
        });
        let columns = columns.collect();
        let held = held_rows(&patterns)?;
        let transformation = transformation(n, &patterns, &held)?;
        Ok(Self {
            stiffness: structure.stiffness.congruence(&transformation),
            mass: structure.mass.congruence(&transformation),
            interface: patterns.len(),
            columns,
            transformation,
        })
    }

    /// Places of the rows that are free.
    pub(crate) fn free(&self) -> Vec<usize> {
        (self.interface..self.stiffness.rows()).collect()
    }
}

/// One row for each pattern, so that the patterns restricted to them are well conditioned.
fn held_rows(patterns: &[&Pattern]) -> Result<Vec<usize>, ReduceError> {
    let n = patterns.first().map_or(0, |p| p.values.len());
    let support: Vec<usize> = (0..n).filter(|i| patterns.iter().any(|p| p.values[*i] != 0.0)).collect();
    let size = |p: &Pattern| p.values.iter().fold(0.0, |a: f64, b| a.max(b.abs())).max(f64::MIN_POSITIVE);
    let sizes: Vec<f64> = patterns.iter().map(|p| size(p)).collect();
    let restricted =
        Dense::from_fn(patterns.len(), support.len(), |i, j| patterns[i].values[support[j]] / sizes[i]);
    let rank = PivotedQr::factor(&restricted).rank(INDEPENDENT);
    if rank < patterns.len() {
        let by_name = PivotedQr::factor(&restricted.transpose());
        let name = patterns[by_name.pivots[rank.min(patterns.len() - 1)]].name.clone();
        return Err(ReduceError::DependentInterfaces { name, count: patterns.len(), rank });
    }
    let pivots = &PivotedQr::factor(&restricted).pivots[..patterns.len()];
    Ok(pivots.iter().map(|p| support[*p]).collect())
}

/// T with x_p = C_p⁻ᵀ (u − C_fᵀ x_f) in the held rows and the identity elsewhere.
fn transformation(n: usize, patterns: &[&Pattern], held: &[usize]) -> Result<Sparse, ReduceError> {
    let b = patterns.len();
    let corner = Dense::from_fn(b, b, |i, j| patterns[i].values[held[j]]);
    let mut inverse = Dense::identity(b);
    let factor = Lu::factor(&corner).map_err(|_| ReduceError::DependentInterfaces {
        name: patterns.first().map(|p| p.name.clone()).unwrap_or_default(),
        count: b,
        rank: b.saturating_sub(1),
    })?;
    factor.solve_in_place(&mut inverse);
    let mut t = Triplets::new(n, n);
    for (i, &row) in held.iter().enumerate() {
        for u in 0..b {
            t.add(row, u, inverse[(i, u)]);
        }
    }
    let mut is_held = vec![false; n];
    held.iter().for_each(|row| is_held[*row] = true);
    for (place, row) in (0..n).filter(|row| !is_held[*row]).enumerate() {
        t.add(row, b + place, 1.0);
        if patterns.iter().all(|p| p.values[row] == 0.0) {
            continue;
        }
        for (i, &held_row) in held.iter().enumerate() {
            let share: f64 = (0..b).map(|u| inverse[(i, u)] * patterns[u].values[row]).sum();
            if share != 0.0 {
                t.add(held_row, b + place, -share);
            }
        }
    }
    Ok(Sparse::from_triplets(&t))
}
