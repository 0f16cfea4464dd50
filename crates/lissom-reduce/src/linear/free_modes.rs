//! Rigid motions, elastic modes of the structure, and the residual compliance.

use super::elastic::{Deformed, Elastic};
use super::krylov::Start;
use super::reduced_structure::{
    LinearColumn, ReducedStructure, SmallMatrices, leading_units, rigid_columns, small_structure,
};
use super::stiffness_basis::{Extension, StiffnessBasis};
use super::{LinearRequest, ModeChoice, wanted};
use crate::error::ReduceError;
use lissom_linalg::{Dense, Modes, ModesOptions, Progress, Sparse, modes};
use lissom_mech::Structure;
use std::f64::consts::TAU;

/// Treatment of the inertia of the residual directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResidualInertia {
    /// Kept, as \[Craig2006, §17.5\] does after Rubin.
    Kept,
    /// Omitted: the residual directions are springs without mass, after MacNeal.
    Dropped,
}

/// Certified modes of a pencil.
pub(crate) fn certified(
    name: &str,
    stiffness: &Sparse,
    mass: &Sparse,
    candidates: Option<&Dense>,
    choice: ModeChoice,
    request: &LinearRequest,
    progress: &dyn Progress,
) -> Result<Modes, ReduceError> {
    let options = ModesOptions { threads: request.threads.clone(), ..ModesOptions::default() };
    let candidates = candidates.filter(|c| c.cols() > 0);
    modes(stiffness, mass, candidates, wanted(choice), &options, progress)
        .and_then(|found| if found.eigenvalues.is_empty() { Ok(found) } else { found.certified() })
        .map_err(|source| ReduceError::Modes { structure: name.to_owned(), source })
}

/// The structure on rigid motions, the requested modes and residual directions of the given forces.
pub(crate) fn on_free_modes(
    method: &'static str,
    structure: &Structure,
    forces: &[Start],
    inertia: ResidualInertia,
    request: &LinearRequest,
    progress: &dyn Progress,
) -> Result<ReducedStructure, ReduceError> {
    let choice = request.modes.ok_or(ReduceError::MissingOption { method, option: "modes or below" })?;
    let Structure { name, stiffness, mass, rigid_candidates, .. } = structure;
    let found = certified(name, stiffness, mass, Some(rigid_candidates), choice, request, progress)?;
    let all: Vec<usize> = (0..found.eigenvalues.len()).collect();
    on_modes(method, structure, &found, &all, forces, inertia, request, progress)
}

/// The structure on rigid motions, some of the modes that were found, and residual directions of the given forces.
#[allow(clippy::too_many_arguments, reason = "what was found, what of it stays, and what is added")]
pub(crate) fn on_modes(
    method: &'static str,
    structure: &Structure,
    found: &Modes,
    kept: &[usize],
    forces: &[Start],
    inertia: ResidualInertia,
    request: &LinearRequest,
    progress: &dyn Progress,
) -> Result<ReducedStructure, ReduceError> {
    let (mut factorisations, mut solves) = (found.cost.factorisations, found.cost.solves);
    let squares: Vec<f64> = kept.iter().map(|i| found.eigenvalues[*i]).collect();
    let shapes = Dense::from_fn(structure.size(), kept.len(), |row, j| found.vectors[(row, kept[j])]);
    let mut columns = rigid_columns(found.rigid.cols());
    let all = mode_columns(&found.eigenvalues, "mode");
    columns.extend(kept.iter().map(|i| all[*i].clone()));
    let mut vectors = found.rigid.beside(&shapes);
    if !forces.is_empty() {
        progress.stage("residual compliance", None);
        let elastic = Elastic::new(structure, &request.threads)?;
        let residual = residual_directions(&elastic, &shapes, &squares, forces);
        columns.extend(residual_columns(&residual, forces));
        vectors = vectors.beside(&residual.block.vectors);
        factorisations += elastic.null_space.factorisations;
        solves += forces.len();
    }
    let matrices = matrices(structure, &vectors, found.rigid.cols(), &squares, inertia);
    let mut notes = Vec::new();
    if inertia == ResidualInertia::Dropped && vectors.cols() > found.rigid.cols() + shapes.cols() {
        notes.push("residual directions have no mass: they add compliance and no frequencies".to_owned());
    }
    Ok(ReducedStructure {
        method,
        structure: small_structure(structure, &vectors, &columns, &matrices),
        vectors,
        columns,
        indicator: None,
        exact: found.exhausted && kept.len() == found.eigenvalues.len(),
        notes,
        factorisations,
        solves,
    })
}

/// The part of static deformations under forces beyond the modes: (G − Φ Λ⁻¹ Φᵀ) f, energy-orthonormal and
/// orthogonal to the modes in energy and in mass.
pub(crate) fn residual_directions(
    elastic: &Elastic,
    shapes: &Dense,
    squares: &[f64],
    forces: &[Start],
) -> Extension {
    let mut basis = StiffnessBasis::default();
    if shapes.cols() > 0 {
        basis.push(energy_normalised(elastic, shapes, squares));
    }
    let columns: Vec<Vec<f64>> = forces.iter().map(|start| start.force.clone()).collect();
    basis.extension(elastic.deform(Dense::from_columns(elastic.structure.size(), &columns)))
}

/// Modes scaled to unit energy: φ/ω, held by the forces ω M φ.
fn energy_normalised(elastic: &Elastic, shapes: &Dense, squares: &[f64]) -> Extension {
    let (mut vectors, mut forces) = (shapes.clone(), elastic.structure.mass.times(shapes));
    for (j, square) in squares.iter().enumerate() {
        let omega = square.sqrt();
        vectors.column_mut(j).iter_mut().for_each(|x| *x /= omega);
        forces.column_mut(j).iter_mut().for_each(|x| *x *= omega);
    }
    let factor = Dense::identity(squares.len());
    Extension { block: Deformed { vectors, forces }, factor, origins: (0..squares.len()).collect() }
}

/// One column for each mode.
pub(crate) fn mode_columns(squares: &[f64], kind: &str) -> Vec<LinearColumn> {
    let column = |(i, square): (usize, &f64)| {
        let name = format!("{kind} {}", i + 1);
        let reason = format!("{name}, {:.6} Hz", square.abs().sqrt() / TAU);
        LinearColumn::new(name, reason)
    };
    squares.iter().enumerate().map(column).collect()
}

/// One column for each residual direction.
pub(crate) fn residual_columns(residual: &Extension, forces: &[Start]) -> Vec<LinearColumn> {
    let column = |(i, origin): (usize, &usize)| {
        LinearColumn::new(
            format!("residual {}", i + 1),
            format!("compliance of the omitted modes, under {}", forces[*origin].what),
        )
    };
    residual.origins.iter().enumerate().map(column).collect()
}

/// K = diag(0, Λ, I); M is projected, or the identity without the residual directions.
fn matrices(
    full: &Structure,
    vectors: &Dense,
    rigid: usize,
    squares: &[f64],
    inertia: ResidualInertia,
) -> SmallMatrices {
    let n = vectors.cols();
    let modes = rigid + squares.len();
    let mut small = SmallMatrices::projected(full, vectors, leading_units(n, rigid));
    let stiffness = |i: usize| match i {
        i if i < rigid => 0.0,
        i if i < modes => squares[i - rigid],
        _ => 1.0,
    };
    small.stiffness = Dense::from_diagonal(&(0..n).map(stiffness).collect::<Vec<f64>>());
    if inertia == ResidualInertia::Dropped {
        let massless = |i: usize| i >= modes;
        small.mass = Dense::from_fn(n, n, |i, j| f64::from(u8::from(i == j && !massless(i))));
        let damping = &small.damping;
        let kept = |i: usize, j: usize| if massless(i) || massless(j) { 0.0 } else { damping[(i, j)] };
        small.damping = Dense::from_fn(n, n, kept);
    }
    small
}
