//! A part that is reduced to the motions of its interfaces and a few amplitudes, as a body of a mechanism in large motion.
//!
//! # Equation
//! Every method gives a space of shapes, x = V y. In it the part is seen from its interfaces: static shapes of their unit motions,
//! and shapes with the interfaces held, y = (d₁, …, dₙ, η). Rigid motions then have η = 0, because static shapes of rigid motions of
//! the interfaces store no energy. For `craig-bampton` and `guyan` this is the reduction itself \[Craig1968\]; for `rubin` and for
//! saved reductions it is a change of coordinates in the same space, with which frequencies and responses do not change.

use super::craig_bampton::on_interfaces;
use super::small_modes::SmallModes;
use super::{LinearReduction, LinearRequest, ModeChoice, ReducedStructure, guyan, rubin};
use crate::error::ReduceError;
use lissom_linalg::{Dense, Lu, PivotedQr, Progress, Threads};
use lissom_mech::{
    GeometricForm, HeldDeformations, INTERFACE_MOTIONS, IntegralKind, Interface, LoosePart, MassRow,
    MovingPart, PartDamping, PartFrame, PartNode, ShapeIntegrals,
};
use lissom_model::model::{self, FePart, KeptModes, LargeMotion, PartFlexible, PartMethod};

/// Forces that a rigid motion may need, over those of a motion of the same size that deforms, before the part counts as held
/// inside [-].
const HELD: f64 = 1e-8;

/// Waves faster than this are in no solid: diamond has 1.8e4 m/s, and stiffened models of real parts stay below five times that [m/s].
const MOST_SOUND: f64 = 1e5;

/// Solids with more mass in the box around them do not exist: osmium has 2.3e4 kg/m³, and a mesh may carry lumped masses [kg/m³].
const MOST_DENSE: f64 = 1e7;

/// Share of the size of a part by which nodes of a plane may differ in z [-].
const OUT_OF_PLANE: f64 = 1e-6;

/// Relative difference of mass, first moments and inertia between the reduced part and its mesh that is rounding [-].
const SAME_INERTIA: f64 = 1e-8;

/// A part as a body of a mechanism, and what its reduction kept.
#[derive(Clone, Debug)]
pub struct ReducedPart {
    /// The body.
    pub part: MovingPart,
    /// Displacements of the rows of its files from its motions: y = Ψ d; of a saved reduction, its own coordinates.
    pub shapes: Dense,
    /// The translation that each row of `shapes` is; `None` where it is none, or not known.
    pub places: Vec<Option<RowPlace>>,
    /// Stress of its motions, as many rows as the stress file of the part has; `None` without one [Pa].
    pub stress: Option<Dense>,
    /// How it was reduced.
    pub method: &'static str,
    /// Natural frequencies of the free part, without rigid motions, ascending [Hz].
    pub frequencies: Vec<f64>,
    /// Number of rows of its files.
    pub rows: usize,
}

/// A translation of a mesh node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowPlace {
    /// Number of the node.
    pub node: i64,
    /// Its axis: 0 to 2.
    pub axis: usize,
    /// Its place in the reference configuration [m].
    pub at: [f64; 3],
}

/// The translations among the rows of the files.
fn row_places(loose: &LoosePart) -> Vec<Option<RowPlace>> {
    let Some(rows) = &loose.mesh_rows else { return Vec::new() };
    let (Some(dofs), Some(mesh)) = (&rows.dofs, &rows.mesh) else { return Vec::new() };
    let each = dofs.iter().map(|dof| {
        let at = mesh.position(dof.node).filter(|_| dof.copy == 0 && (1..=3).contains(&dof.component))?;
        Some(RowPlace { node: dof.node, axis: usize::from(dof.component) - 1, at })
    });
    each.collect()
}

/// Reduces a part that nothing holds.
///
/// # Errors
/// When it cannot be reduced, is held inside, or has interfaces that are not one point each.
pub fn moving_part(
    description: &FePart,
    motion: &LargeMotion,
    loose: &LoosePart,
    planar: bool,
    threads: &Threads,
    progress: &dyn Progress,
) -> Result<ReducedPart, ReduceError> {
    let reduced = seen_from_interfaces(motion, loose, threads, progress)?;
    let places = Places::of(&description.name, &loose.structure.interfaces, reduced.size())?;
    let over_structure = places.spread_columns(&reduced.vectors);
    let stiffness = places.spread(&reduced.structure.stiffness.to_dense());
    let mass = places.spread(&reduced.structure.mass.to_dense());
    let integrals = loose.integrals(&over_structure);
    let integrals = integrals.unwrap_or_else(|| places.corotated(&mass));
    let part = MovingPart {
        name: description.name.clone(),
        interfaces: places.nodes.clone(),
        amplitudes: places.amplitudes,
        planar,
        stiffness,
        mass,
        damping: damping(description),
        integrals,
        geometric: Vec::new(),
        frame: frame(motion, &places.nodes),
        held: held(motion),
    };
    let rows = row_places(loose);
    check_plane(&part, &rows)?;
    check_free(&part)?;
    check_inertia(&part)?;
    let frequencies = frequencies(&part, &reduced)?;
    check_units(&part, &rows, &frequencies)?;
    Ok(ReducedPart {
        frequencies,
        method: reduced.method,
        rows: loose.structure.size(),
        shapes: loose.over_files(over_structure),
        places: rows,
        stress: None,
        part,
    })
}

impl ReducedPart {
    /// The same with the stress of its motions, from the stress of displacements of the rows of its files.
    #[must_use]
    pub fn with_stress(mut self, of_rows: &lissom_linalg::Sparse) -> Self {
        self.stress = Some(of_rows.times(&self.shapes));
        self
    }

    /// The same with geometric stiffness under a unit load at an interface: a force along a direction, or a moment about it if it
    /// `turns`. The matrix is over the rows of the files.
    ///
    /// # Errors
    /// When the matrix does not fit the part.
    pub fn with_geometric(
        mut self,
        interface: &str,
        direction: [f64; 3],
        turns: bool,
        matrix: &lissom_linalg::Sparse,
    ) -> Result<Self, ReduceError> {
        let name = &self.part.name;
        let wrong = |why: String| ReduceError::GeometricMisfit { part: name.clone(), why };
        if matrix.rows() != self.shapes.rows() {
            let why = format!("it has {} rows, and the part has {}", matrix.rows(), self.shapes.rows());
            return Err(wrong(why));
        }
        let stiffness = self.shapes.transpose_matmul(&matrix.times(&self.shapes));
        let asymmetry = largest_difference(&stiffness, &stiffness.transpose());
        if asymmetry > 1e-8 * stiffness.max_abs() {
            return Err(wrong(format!(
                "it is not symmetric: mirrored entries differ by {asymmetry:.2e} N/m"
            )));
        }
        let at = self.part.interfaces.iter().position(|node| node.name == interface);
        let at = at.ok_or_else(|| wrong(format!("the part has no interface {interface}")))?;
        let load = balanced_load(&self.part, at, direction, turns)?;
        self.part.geometric.push(GeometricForm { load, stiffness: stiffness.symmetric_part() });
        Ok(self)
    }
}

/// A unit load at an interface while the other interfaces are held: K d for the displacement d that it causes. Shapes
/// of amplitudes hold all interfaces and do not couple with static shapes, so that amplitudes stay zero.
fn balanced_load(
    part: &MovingPart,
    at: usize,
    direction: [f64; 3],
    turns: bool,
) -> Result<Vec<f64>, ReduceError> {
    let first = INTERFACE_MOTIONS * at;
    let own: Vec<usize> =
        (first..first + INTERFACE_MOTIONS).filter(|row| part.stiffness[(*row, *row)] > 0.0).collect();
    let singular = || ReduceError::GeometricMisfit {
        part: part.name.clone(),
        why: format!("a load on interface {} is not held by the other interfaces", part.interfaces[at].name),
    };
    let block = Dense::from_fn(own.len(), own.len(), |i, j| part.stiffness[(own[i], own[j])]);
    let along = |row: &usize| {
        let k = row - first;
        if (k >= 3) == turns { direction[k % 3] } else { 0.0 }
    };
    let unit: Vec<f64> = own.iter().map(along).collect();
    if part.interfaces.len() < 2 || unit.iter().all(|v| *v == 0.0) {
        return Err(singular());
    }
    let moved = Lu::factor(&block).map_err(|_| singular())?.solve(&unit);
    let mut d = vec![0.0; part.motions()];
    own.iter().zip(moved).for_each(|(row, value)| d[*row] = value);
    Ok(part.stiffness.multiply_vector(&d))
}

/// The part in coordinates (motions of its interfaces, amplitudes).
fn seen_from_interfaces(
    motion: &LargeMotion,
    loose: &LoosePart,
    threads: &Threads,
    progress: &dyn Progress,
) -> Result<ReducedStructure, ReduceError> {
    let full = &loose.structure;
    let request = LinearRequest {
        interfaces: full.interfaces.clone(),
        modes: Some(match motion.kept {
            KeptModes::Lowest(count) => ModeChoice::Count(count),
            KeptModes::Below(hertz) => ModeChoice::Below(hertz),
        }),
        threads: threads.clone(),
        ..LinearRequest::default()
    };
    if loose.mesh_rows.is_none() {
        return all_amplitudes("saved", full, &request, progress);
    }
    match motion.method {
        PartMethod::Guyan => guyan::Guyan.reduce(full, &request, progress),
        PartMethod::CraigBampton => {
            let choice = request.modes.filter(|choice| *choice != ModeChoice::Count(0));
            on_interfaces("craig-bampton", full, choice, &request, progress)
        }
        PartMethod::Rubin => {
            let free = rubin::Rubin.reduce(full, &request, progress)?;
            let mut seen = all_amplitudes("rubin", &free.structure, &request, progress)?;
            seen.vectors = free.vectors.matmul(&seen.vectors);
            seen.factorisations += free.factorisations;
            seen.solves += free.solves;
            Ok(seen)
        }
    }
}

/// A small structure seen from its interfaces, with all shapes that hold them: a change of coordinates.
fn all_amplitudes(
    method: &'static str,
    small: &lissom_mech::Structure,
    request: &LinearRequest,
    progress: &dyn Progress,
) -> Result<ReducedStructure, ReduceError> {
    let motions: usize = small.interfaces.iter().map(|interface| interface.motions.len()).sum();
    let inside = small.size().saturating_sub(motions);
    let request = LinearRequest { interfaces: small.interfaces.clone(), ..request.clone() };
    let choice = (inside > 0).then_some(ModeChoice::Count(inside));
    on_interfaces(method, small, choice, &request, progress)
}

/// Where the coordinates of a reduction are among d.
struct Places {
    nodes: Vec<PartNode>,
    /// The place in d of each reduced coordinate.
    place: Vec<usize>,
    amplitudes: usize,
}

impl Places {
    fn of(part: &str, interfaces: &[Interface], size: usize) -> Result<Self, ReduceError> {
        let (mut nodes, mut place) = (Vec::new(), Vec::new());
        for (i, interface) in interfaces.iter().enumerate() {
            let several = || ReduceError::InterfaceNotOnePoint {
                part: part.to_owned(),
                interface: interface.name.clone(),
            };
            let mut at = None;
            let mut components = Vec::new();
            for motion in &interface.motions {
                let of = motion.of.ok_or_else(several)?;
                if components.contains(&of.component) || at.is_some_and(|at| at != of.at) {
                    return Err(several());
                }
                at = Some(of.at);
                components.push(of.component);
                place.push(INTERFACE_MOTIONS * i + usize::from(of.component) - 1);
            }
            let turns = components.iter().any(|component| *component > 3);
            nodes.push(PartNode { name: interface.name.clone(), position: at.ok_or_else(several)?, turns });
        }
        let amplitudes = size - place.len();
        place.extend((0..amplitudes).map(|k| INTERFACE_MOTIONS * nodes.len() + k));
        Ok(Self { nodes, place, amplitudes })
    }

    fn motions(&self) -> usize {
        INTERFACE_MOTIONS * self.nodes.len() + self.amplitudes
    }

    fn spread_columns(&self, vectors: &Dense) -> Dense {
        let mut wide = Dense::zeros(vectors.rows(), self.motions());
        for (k, place) in self.place.iter().enumerate() {
            wide.column_mut(*place).copy_from_slice(vectors.column(k));
        }
        wide
    }

    fn spread(&self, matrix: &Dense) -> Dense {
        let mut wide = Dense::zeros(self.motions(), self.motions());
        for (i, row) in self.place.iter().enumerate() {
            for (j, column) in self.place.iter().enumerate() {
                wide[(*row, *column)] = matrix[(i, j)];
            }
        }
        wide
    }

    /// From the motions of the interfaces alone.
    fn corotated(&self, mass: &Dense) -> ShapeIntegrals {
        let row = |k: usize| match (self.nodes.get(k / INTERFACE_MOTIONS), k % INTERFACE_MOTIONS) {
            (Some(node), axis @ 0..=2) => MassRow::Translation(axis, node.position),
            (Some(_), about) => MassRow::Rotation(about - 3),
            (None, _) => MassRow::Other,
        };
        let rows: Vec<MassRow> = (0..self.motions()).map(row).collect();
        let shapes = Dense::identity(self.motions());
        ShapeIntegrals::of_rows(&rows, &shapes, &|columns| mass.matmul(columns), IntegralKind::Corotated)
    }
}

fn damping(description: &FePart) -> PartDamping {
    match (description.modal_damping, description.rayleigh) {
        (Some(ratio), _) => PartDamping::Modal(ratio),
        (None, Some([mass, stiffness])) => PartDamping::Proportional { stiffness, mass },
        (None, None) => PartDamping::None,
    }
}

fn frame(motion: &LargeMotion, nodes: &[PartNode]) -> PartFrame {
    match &motion.frame {
        model::PartFrame::Interfaces if nodes.len() == 1 => PartFrame::Interface(0),
        model::PartFrame::Interfaces => PartFrame::Interfaces,
        model::PartFrame::Mass => PartFrame::Mass,
        model::PartFrame::Interface(name) => nodes
            .iter()
            .position(|node| node.name == *name)
            .map_or(PartFrame::Interfaces, PartFrame::Interface),
    }
}

fn held(motion: &LargeMotion) -> HeldDeformations {
    match motion.flexible {
        PartFlexible::All => HeldDeformations::None,
        PartFlexible::AllButElongation => HeldDeformations::Elongation,
        PartFlexible::Rigid => HeldDeformations::All,
    }
}

/// The box around the rows with places: lowest and highest corner; `None` without any.
fn bounds(rows: &[Option<RowPlace>]) -> Option<[[f64; 3]; 2]> {
    let mut places = rows.iter().flatten().map(|place| place.at);
    let first = places.next()?;
    Some(places.fold([first, first], |[low, high], at| {
        [[0, 1, 2].map(|k| low[k].min(at[k])), [0, 1, 2].map(|k| high[k].max(at[k]))]
    }))
}

/// A planar mesh whose nodes differ in z is seen from its side.
fn check_plane(part: &MovingPart, rows: &[Option<RowPlace>]) -> Result<(), ReduceError> {
    let is_solid = rows.iter().flatten().any(|place| place.axis == 2);
    let Some([low, high]) = bounds(rows).filter(|_| part.planar && !is_solid) else { return Ok(()) };
    let size = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    match high[2] - low[2] > OUT_OF_PLANE * size {
        true => Err(ReduceError::OutOfPlane { part: part.name.clone(), low: low[2], high: high[2] }),
        false => Ok(()),
    }
}

/// Units that do not fit are proved by numbers that no solid has. A free body of extent L has its lowest frequency below c/(2 L) along a
/// rod and near c/L where it is compact, with the speed of sound c.
fn check_units(part: &MovingPart, rows: &[Option<RowPlace>], frequencies: &[f64]) -> Result<(), ReduceError> {
    let Some([low, high]) = bounds(rows).filter(|_| part.held != HeldDeformations::All) else {
        return Ok(());
    };
    let sides = [0, 1, 2].map(|k| high[k] - low[k]);
    let size = sides.iter().map(|side| side * side).sum::<f64>().sqrt();
    let name = part.name.clone();
    if let Some(frequency) = frequencies.first().copied().filter(|f| f * size > MOST_SOUND) {
        return Err(ReduceError::FasterThanSound { part: name, size, frequency, speed: frequency * size });
    }
    // A line or a plane has no volume: it is in the cube of its size.
    let is_flat = sides.iter().any(|side| *side <= OUT_OF_PLANE * size);
    let volume = if is_flat { size.powi(3) } else { sides.iter().product() };
    let mass = part.integrals.mass;
    if volume > 0.0 && mass > MOST_DENSE * volume {
        return Err(ReduceError::TooDense { part: name, mass, volume, density: mass / volume });
    }
    Ok(())
}

/// Rigid motions of a part that can move need no force.
fn check_free(part: &MovingPart) -> Result<(), ReduceError> {
    // Displacements and rotations are compared after scaling each motion by its own stiffness.
    let root = |i: usize| part.stiffness[(i, i)].max(0.0).sqrt();
    let roots: Vec<f64> = (0..part.motions()).map(root).collect();
    let rigid = part.rigid_motions(part.integrals.centre());
    let forces = part.stiffness.matmul(&rigid);
    for j in (0..6).filter(|j| !part.planar || [0, 1, 5].contains(j)) {
        let force =
            (0..part.motions()).filter(|i| roots[*i] > 0.0).map(|i| (forces[(i, j)] / roots[i]).powi(2));
        let size = (0..part.motions()).map(|i| (rigid[(i, j)] * roots[i]).powi(2));
        let share = (force.sum::<f64>() / size.sum::<f64>().max(f64::MIN_POSITIVE)).sqrt();
        if share > HELD {
            let motion = ["along x", "along y", "along z", "about x", "about y", "about z"][j];
            return Err(ReduceError::HeldInside { part: part.name.clone(), motion, share });
        }
    }
    Ok(())
}

/// Mass, first moments and inertia of rigid motion agree between the reduced mass and the integrals.
fn check_inertia(part: &MovingPart) -> Result<(), ReduceError> {
    let about = part.integrals.centre();
    let rigid = part.rigid_motions(about);
    let reduced = rigid.transpose_matmul(&part.mass.matmul(&rigid));
    let own = part.integrals.about(about);
    let axes = if part.planar { 0..2 } else { 0..3 };
    for a in axes {
        let (found, expected) = (reduced[(a, a)], own.mass);
        if (found - expected).abs() > SAME_INERTIA * expected {
            return Err(ReduceError::InertiaDiffers {
                part: part.name.clone(),
                what: "mass [kg]",
                found,
                expected,
            });
        }
    }
    let turns = if part.planar { 2..3 } else { 0..3 };
    let largest = (0..3).map(|a| own.inertia[a][(0, 0)]).fold(0.0, f64::max);
    for a in turns {
        let (found, expected) = (reduced[(3 + a, 3 + a)], own.inertia[a][(0, 0)]);
        if part.interfaces.iter().any(|node| node.turns) && (found - expected).abs() > SAME_INERTIA * largest
        {
            let what = "moment of inertia [kg m²]";
            return Err(ReduceError::InertiaDiffers { part: part.name.clone(), what, found, expected });
        }
    }
    Ok(())
}

/// Frequencies of the free reduced part without rigid motions [Hz].
fn frequencies(part: &MovingPart, reduced: &ReducedStructure) -> Result<Vec<f64>, ReduceError> {
    let rigid = PivotedQr::factor(&part.rigid_motions(part.integrals.centre())).rank(HELD);
    let rigid = if part.planar { rigid.min(3) } else { rigid };
    let modes = SmallModes::of(reduced, rigid)
        .map_err(|_| ReduceError::MasslessMotion { part: part.name.clone(), method: reduced.method })?;
    Ok(modes.elastic_hertz())
}

fn largest_difference(a: &Dense, b: &Dense) -> f64 {
    let mut difference = a.clone();
    difference.add_scaled(-1.0, b);
    difference.max_abs()
}
