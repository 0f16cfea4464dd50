//! `craig-bampton`: interface displacements as they are, and vibrations with the interfaces held.

use super::free_modes::{certified, mode_columns, residual_columns, residual_directions};
use super::interface::InterfaceCoordinates;
use super::krylov::{Start, ports};
use super::reduced_structure::{LinearColumn, SmallMatrices, small_structure};
use super::{Elastic, LinearReduction, LinearRequest, ModeChoice, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::{Dense, Lu, Progress, Sparse};
use lissom_mech::Structure;

/// Constraint modes of the interfaces and fixed-interface modes \[Craig1968\].
#[derive(Clone, Copy, Debug)]
pub struct CraigBampton;

impl LinearReduction for CraigBampton {
    fn name(&self) -> &'static str {
        "craig-bampton"
    }

    fn summary(&self) -> &'static str {
        "interface displacements as they are, and vibrations with the interfaces held; for coupling parts"
    }

    fn reduce(
        &self,
        structure: &Structure,
        request: &LinearRequest,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, ReduceError> {
        let option = "modes or below";
        let choice = request.modes.ok_or(ReduceError::MissingOption { method: self.name(), option })?;
        on_interfaces(self.name(), structure, Some(choice), request, progress)
    }
}

/// Columns over the free rows, with the stiffness of each: they do not couple through stiffness.
struct Inner {
    vectors: Dense,
    stiffness: Vec<f64>,
    columns: Vec<LinearColumn>,
}

/// The structure on interface displacements and, when modes are asked for, vibrations with the interfaces held.
pub(crate) fn on_interfaces(
    method: &'static str,
    structure: &Structure,
    choice: Option<ModeChoice>,
    request: &LinearRequest,
    progress: &dyn Progress,
) -> Result<ReducedStructure, ReduceError> {
    if request.interfaces.is_empty() {
        return Err(ReduceError::MissingOption { method, option: "interfaces" });
    }
    progress.stage("constraint modes", None);
    let seen = InterfaceCoordinates::of(structure, &request.interfaces)?;
    let free = seen.free();
    let held = held_structure(structure, &seen, &free);
    let elastic = Elastic::new(&held, &request.threads)?;
    let b = seen.interface;
    let boundary: Vec<usize> = (0..b).collect();
    let coupling = seen.stiffness.select(&free, &boundary);
    let mut constraint = coupling.to_dense();
    constraint.scale(-1.0);
    let constraint = elastic.deform(constraint).vectors;
    let (mut factorisations, mut solves) = (elastic.null_space.factorisations, b);
    let mut inner = loose_motions(&elastic);
    if let Some(choice) = choice {
        let found = certified(
            &held.name,
            &held.stiffness,
            &held.mass,
            Some(elastic.rigid()),
            choice,
            request,
            progress,
        )?;
        factorisations += found.cost.factorisations;
        solves += found.cost.solves;
        inner.add(&found.vectors, &found.eigenvalues, mode_columns(&found.eigenvalues, "fixed mode"));
        let forces = if request.residual { forces_inside(structure, request, &seen, &free) } else { Vec::new() };
        if !forces.is_empty() {
            let residual = residual_directions(&elastic, &found.vectors, &found.eigenvalues, &forces);
            let ones = vec![1.0; residual.origins.len()];
            inner.add(&residual.block.vectors, &ones, residual_columns(&residual, &forces));
            solves += forces.len();
        }
    }
    let vectors = seen.transformation.times(&assembled(&constraint, &inner.vectors));
    let mut columns = seen.columns.clone();
    columns.extend(inner.columns);
    let boundary_stiffness = condensed(&seen.stiffness, &coupling, &constraint);
    let matrices = matrices(structure, &vectors, &boundary_stiffness, &inner.stiffness);
    Ok(ReducedStructure {
        method,
        structure: small_structure(structure, &vectors, &columns, &matrices),
        vectors,
        columns,
        indicator: None,
        exact: false,
        notes: Vec::new(),
        factorisations,
        solves,
    })
}

impl Inner {
    fn add(&mut self, vectors: &Dense, stiffness: &[f64], columns: Vec<LinearColumn>) {
        self.vectors = self.vectors.beside(vectors);
        self.stiffness.extend_from_slice(stiffness);
        self.columns.extend(columns);
    }
}

/// The free rows as a structure of their own: the interfaces are held.
fn held_structure(structure: &Structure, seen: &InterfaceCoordinates, free: &[usize]) -> Structure {
    Structure {
        name: format!("{} with its interfaces held", structure.name),
        rows: free.iter().map(|row| format!("free row {}", row - seen.interface + 1)).collect(),
        mass: seen.mass.submatrix(free),
        damping: Sparse::from_dense(&Dense::zeros(0, 0)),
        stiffness: seen.stiffness.submatrix(free),
        rigid_candidates: Dense::zeros(free.len(), 0),
        modal_damping: 0.0,
        inputs: Vec::new(),
        outputs: Vec::new(),
    }
}

/// Motions without deformation that the interfaces do not hold.
fn loose_motions(elastic: &Elastic) -> Inner {
    let count = elastic.rigid().cols();
    let column = |i: usize| {
        LinearColumn::new(
            format!("loose motion {i}"),
            "a motion without deformation that the interfaces do not hold",
        )
    };
    Inner {
        vectors: elastic.rigid().clone(),
        stiffness: vec![0.0; count],
        columns: (1..=count).map(column).collect(),
    }
}

/// Forces at inputs and outputs as the free rows feel them.
fn forces_inside(
    structure: &Structure,
    request: &LinearRequest,
    seen: &InterfaceCoordinates,
    free: &[usize],
) -> Vec<Start> {
    let back = seen.transformation.transpose();
    let inside = |start: Start| {
        let mut force = vec![0.0; structure.size()];
        back.multiply(&start.force, &mut force);
        Start { what: start.what, force: free.iter().map(|row| force[*row]).collect() }
    };
    let all = ports(structure, request).into_iter().map(inside);
    all.filter(|start| start.force.iter().any(|f| *f != 0.0)).collect()
}

/// [[I, 0], [Ψ, Φ]].
fn assembled(constraint: &Dense, inner: &Dense) -> Dense {
    let (b, rows) = (constraint.cols(), constraint.rows());
    Dense::from_fn(b + rows, b + inner.cols(), |i, j| match (i < b, j < b) {
        (true, true) => f64::from(u8::from(i == j)),
        (true, false) => 0.0,
        (false, true) => constraint[(i - b, j)],
        (false, false) => inner[(i - b, j - b)],
    })
}

/// K_bb + K_bf Ψ.
fn condensed(stiffness: &Sparse, coupling: &Sparse, constraint: &Dense) -> Dense {
    let b = constraint.cols();
    let boundary: Vec<usize> = (0..b).collect();
    let mut sum = stiffness.select(&boundary, &boundary).to_dense();
    sum.add_scaled(1.0, &coupling.transpose().times(constraint));
    sum.symmetric_part()
}

fn matrices(full: &Structure, vectors: &Dense, boundary: &Dense, inner: &[f64]) -> SmallMatrices {
    let (b, n) = (boundary.rows(), vectors.cols());
    let mut small = SmallMatrices::projected(full, vectors, Dense::zeros(n, 0));
    small.stiffness = Dense::from_fn(n, n, |i, j| match (i < b, j < b) {
        (true, true) => boundary[(i, j)],
        (false, false) if i == j => inner[i - b],
        _ => 0.0,
    });
    small.rigid = rigid_in_reduced(full, vectors, &small.mass);
    small
}

/// (Vᵀ M V)⁻¹ Vᵀ M R: rigid motions in reduced coordinates. Candidates only, verified by whoever needs them: a mass
/// that cannot be inverted gives none.
fn rigid_in_reduced(full: &Structure, vectors: &Dense, mass: &Dense) -> Dense {
    let candidates = &full.rigid_candidates;
    let mut right = vectors.transpose_matmul(&full.mass.times(candidates));
    match Lu::factor(mass) {
        Ok(factor) if candidates.cols() > 0 => {
            factor.solve_in_place(&mut right);
            right
        }
        _ => Dense::zeros(vectors.cols(), 0),
    }
}
