//! `craig-bampton`: interface displacements and vibrations with fixed interfaces.

use super::free_modes::{certified, mode_columns, residual_columns, residual_directions};
use super::interface::SeenFromInterfaces;
use super::krylov::{Start, ports};
use super::reduced_structure::{LinearColumn, SmallMatrices, small_structure};
use super::{Elastic, LinearReduction, LinearRequest, ModeChoice, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::{Dense, Lu, PivotedQr, Progress, Sparse, eigen};
use lissom_mech::{InterfaceMotion, Structure};

/// A motion is free when the forces on it are below this part of the stiffness, as for null vectors [-].
const FREE: f64 = 1e-8;

/// A condensed stiffness below this part of the stiffness before is rounding: solving with the inside loses some of the
/// sixteen digits, and files rarely hold more than twelve [-].
const ROUNDING: f64 = 1e-11;

/// Roundings of a product of three, and of the sum [-].
const ROUNDINGS: f64 = 4.0;

/// Constraint modes of the interfaces and fixed-interface modes \[Craig1968\].
#[derive(Clone, Copy, Debug)]
pub struct CraigBampton;

impl LinearReduction for CraigBampton {
    fn name(&self) -> &'static str {
        "craig-bampton"
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

/// The structure on interface displacements and, if requested, modes with fixed interfaces.
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
    let seen = SeenFromInterfaces::of(structure, &request.interfaces)?;
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
        let forces =
            if request.residual { forces_inside(structure, request, &seen, &free) } else { Vec::new() };
        if !forces.is_empty() {
            let residual = residual_directions(&elastic, &found.vectors, &found.eigenvalues, &forces);
            let ones = vec![1.0; residual.origins.len()];
            inner.add(&residual.block.vectors, &ones, residual_columns(&residual, &forces));
            solves += forces.len();
        }
    }
    let mut vectors = seen.transformation.times(&assembled(&constraint, &inner.vectors));
    let mut columns = seen.columns.clone();
    columns.extend(inner.columns);
    let motions = request.interfaces.iter().flat_map(|interface| &interface.motions);
    let rigid = free_candidates(structure);
    let at_interfaces = rigid_at(&rigid, motions);
    make_rigid(&mut vectors, &rigid, &at_interfaces);
    let boundary_stiffness =
        without_rounding(condensed(&seen, &coupling, &constraint), &at_interfaces, &seen)?;
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

/// The structure of the free rows, with fixed interfaces.
fn held_structure(structure: &Structure, seen: &SeenFromInterfaces, free: &[usize]) -> Structure {
    let name = format!("{} with its interfaces fixed", structure.name);
    Structure::of_matrices(&name, seen.mass.submatrix(free), seen.stiffness.submatrix(free))
}

/// Motions without deformation that the interfaces do not restrain.
fn loose_motions(elastic: &Elastic) -> Inner {
    let count = elastic.rigid().cols();
    let column = |i: usize| {
        LinearColumn::new(
            format!("loose motion {i}"),
            "a motion without deformation that the interfaces do not restrain",
        )
    };
    Inner {
        vectors: elastic.rigid().clone(),
        stiffness: vec![0.0; count],
        columns: (1..=count).map(column).collect(),
    }
}

/// Forces at inputs and outputs on the free rows.
fn forces_inside(
    structure: &Structure,
    request: &LinearRequest,
    seen: &SeenFromInterfaces,
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
fn condensed(seen: &SeenFromInterfaces, coupling: &Sparse, constraint: &Dense) -> Dense {
    let boundary: Vec<usize> = (0..seen.interface).collect();
    let mut sum = seen.stiffness.select(&boundary, &boundary).to_dense();
    sum.add_scaled(1.0, &coupling.transpose().times(constraint));
    sum.symmetric_part()
}

/// The motions without stiffness among the rigid candidates.
fn free_candidates(structure: &Structure) -> Dense {
    let candidates = &structure.rigid_candidates;
    let scale: Vec<f64> =
        structure.stiffness.diagonal().iter().map(|k| k.abs().max(f64::MIN_POSITIVE).sqrt()).collect();
    let forces = structure.stiffness.times(candidates);
    let scaled = |x: &[f64], power: i32| -> f64 {
        x.iter().zip(&scale).map(|(a, s)| (a * s.powi(power)).powi(2)).sum::<f64>().sqrt()
    };
    let free = |j: &usize| scaled(forces.column(*j), -1) <= FREE * scaled(candidates.column(*j), 1);
    let free: Vec<Vec<f64>> =
        (0..candidates.cols()).filter(free).map(|j| candidates.column(j).to_vec()).collect();
    Dense::from_columns(structure.size(), &free)
}

/// Displacements of the interfaces in the motions without stiffness.
fn rigid_at<'p>(rigid: &Dense, motions: impl Iterator<Item = &'p InterfaceMotion>) -> Dense {
    let motions: Vec<&InterfaceMotion> = motions.collect();
    let seen = |i: usize, j: usize| motions[i].entries.iter().map(|(row, w)| w * rigid[(*row, j)]).sum();
    Dense::from_fn(motions.len(), rigid.cols(), seen)
}

/// Static shapes of a slender part lose as many digits as its stiffness against bending is below that against stretching, and
/// with them its mass and inertia: V_b gets the difference that makes V_b R_b = R for rigid motions R, R_b at the interfaces.
fn make_rigid(vectors: &mut Dense, rigid: &Dense, at_interfaces: &Dense) {
    let (b, k) = (at_interfaces.rows(), at_interfaces.cols());
    let size = |j: usize| lissom_linalg::norm(at_interfaces.column(j));
    let sizes: Vec<f64> = (0..k).map(size).collect();
    if k == 0 || sizes.contains(&0.0) {
        return;
    }
    let seen = Dense::from_fn(b, k, |i, j| at_interfaces[(i, j)] / sizes[j]);
    // Interfaces that do not see every rigid motion do not determine it.
    if PivotedQr::factor(&seen).rank(FREE) < k {
        return;
    }
    let Ok(gram) = Lu::factor(&seen.transpose_matmul(&seen)) else { return };
    let mut shares = seen.transpose();
    gram.solve_in_place(&mut shares);
    let mut missing = Dense::from_fn(rigid.rows(), k, |i, j| rigid[(i, j)] / sizes[j]);
    missing.add_scaled(-1.0, &vectors.columns(0..b).matmul(&seen));
    let added = missing.matmul(&shares);
    for j in 0..b {
        vectors.column_mut(j).iter_mut().zip(added.column(j)).for_each(|(v, more)| *v += more);
    }
}

/// The condensed stiffness is a difference: where the interfaces support the structure statically
/// determinately, or a component not at all, only rounding is left. Rigid motions are taken out exactly, in
/// coordinates scaled by the stiffness before; directions that are then below rounding have no stiffness, and
/// rows that are below rounding are zero, so that scaling by their diagonal does not treat it as stiffness.
fn without_rounding(
    condensed: Dense,
    rigid: &Dense,
    seen: &SeenFromInterfaces,
) -> Result<Dense, ReduceError> {
    let b = condensed.rows();
    let root = |i: usize| seen.stiffness.get(i, i).abs().max(f64::MIN_POSITIVE).sqrt();
    let roots: Vec<f64> = (0..b).map(root).collect();
    let scaled = Dense::from_fn(b, b, |i, j| condensed[(i, j)] / (roots[i] * roots[j]));
    let motions = Dense::from_fn(b, rigid.cols(), |i, j| rigid[(i, j)] * roots[i]);
    let qr = PivotedQr::factor(&motions);
    let q = qr.q.columns(0..qr.rank(FREE));
    let mut projector = Dense::identity(b);
    projector.add_scaled(-1.0, &q.matmul(&q.transpose()));
    let clean = projector.matmul(&scaled).matmul(&projector).symmetric_part();
    if clean.max_abs() < ROUNDING || q.cols() == b {
        return Ok(Dense::zeros(b, b));
    }
    let clean = without_soft_directions(clean)?;
    let silent = |i: usize| (0..b).all(|j| clean[(i, j)].abs() < ROUNDING);
    let silent: Vec<bool> = (0..b).map(silent).collect();
    Ok(Dense::from_fn(
        b,
        b,
        |i, j| {
            if silent[i] || silent[j] { 0.0 } else { clean[(i, j)] * roots[i] * roots[j] }
        },
    ))
}

/// A − Σ λ v vᵀ over the eigenvalues that are rounding.
fn without_soft_directions(mut scaled: Dense) -> Result<Dense, ReduceError> {
    let split = eigen::symmetric(&scaled).map_err(|source| ReduceError::SmallEigen { source })?;
    for (j, value) in split.values.iter().enumerate().filter(|(_, value)| value.abs() < ROUNDING) {
        let v = split.vectors.columns(j..j + 1);
        scaled.add_scaled(-value, &v.matmul(&v.transpose()));
    }
    Ok(scaled.symmetric_part())
}

/// Vᵀ M V and Vᵀ K V, without the rounding of the latter: the stiffness of the interfaces is condensed, and that of fixed modes their
/// eigenvalue. Modes are found to a tolerance; where that leaves more in Vᵀ K V than rounding, it stays, so that both matrices belong to the
/// same space: its frequencies have errors of second order only.
fn matrices(full: &Structure, vectors: &Dense, boundary: &Dense, inner: &[f64]) -> SmallMatrices {
    let (b, n) = (boundary.rows(), vectors.cols());
    let mut small = SmallMatrices::projected(full, vectors, Dense::zeros(n, 0));
    let rounding = rounding_of(full, &vectors.columns(b..n));
    small.stiffness = Dense::from_fn(n, n, |i, j| match (i < b, j < b) {
        (true, true) => boundary[(i, j)],
        (false, false) => {
            let (clean, found) = (if i == j { inner[i - b] } else { 0.0 }, small.stiffness[(i, j)]);
            if (found - clean).abs() > rounding[(i - b, j - b)] { found } else { clean }
        }
        _ => 0.0,
    });
    small.rigid = rigid_in_reduced(full, vectors, &small.mass);
    small
}

/// What rounding of the products of Vᵀ K V may leave, entry by entry.
fn rounding_of(full: &Structure, vectors: &Dense) -> Dense {
    let mut sizes = full.stiffness.clone();
    sizes.values_mut().iter_mut().for_each(|value| *value = value.abs());
    let large = Dense::from_fn(vectors.rows(), vectors.cols(), |i, j| vectors[(i, j)].abs());
    let mut bound = large.transpose_matmul(&sizes.times(&large));
    bound.scale(ROUNDINGS * f64::EPSILON);
    bound
}

/// (Vᵀ M V)⁻¹ Vᵀ M R: rigid motions in reduced coordinates. Candidates only, to be verified by the caller;
/// empty for a singular mass.
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
