//! What a motion means for FE parts: displacements of all mesh nodes, stress, and forces on interfaces.
//!
//! # Equation
//! A node at X in the reference configuration is at c + R (X − X₀ + Ψ d), with the origin c and the axes R of the frame, and the place X₀
//! of its origin in the reference configuration. Stress is B Ψ d, with the stress B of unit displacements that the part brings.

use crate::failure::Failure;
use crate::session::Session;
use crate::simulations::simulation::Simulation;
use lissom_dynamics::Trajectory;
use lissom_mech::{InterfaceForce, Machinery, PartState, State, System, Workspace};
use lissom_reduce::linear::ReducedPart;

/// The mesh of a part in a motion.
#[derive(Clone, Debug)]
pub struct RecoveredPart {
    /// The part.
    pub part: String,
    /// Numbers of the nodes.
    pub nodes: Vec<i64>,
    /// Their places in the reference configuration, in metres.
    pub places: Vec<[f64; 3]>,
    /// At every time, the displacement of every node in space, in metres.
    pub displacements: Vec<Vec<[f64; 3]>>,
    /// At every time, the displacement of every node by deformation alone, along the axes of the frame, in metres.
    pub deformations: Vec<Vec<[f64; 3]>>,
    /// At every time, where the origin of the frame is in space, in metres.
    pub origins: Vec<[f64; 3]>,
    /// At every time, where the axes of the model are turned to by the frame.
    pub axes: Vec<[[f64; 3]; 3]>,
    /// The place of the origin of the frame in the reference configuration, in metres.
    pub start: [f64; 3],
    /// At every time, the rows of the stress file of the part, in pascals; empty without one.
    pub stresses: Vec<Vec<f64>>,
}

/// Forces on an interface of a part in a motion.
#[derive(Clone, Debug)]
pub struct RecoveredLoads {
    /// `part.interface`.
    pub interface: String,
    /// At every time, force in newtons and moment about the interface in newton metres, in space.
    pub in_space: Vec<[f64; 6]>,
    /// The same along the axes of the frame of the part: those of its reference configuration.
    pub in_part: Vec<[f64; 6]>,
}

impl Session {
    /// Displacements of all mesh nodes of FE parts in large motion at the times of a motion; parts without a mesh are left out.
    ///
    /// # Errors
    /// When a part cannot be reduced, or the motion is of a system without positions.
    pub fn recovered_parts(
        &self,
        system: &dyn System,
        motion: &Trajectory,
    ) -> Result<Vec<RecoveredPart>, Failure> {
        let mut all = Meshes::of(self.reduced_parts()?);
        if !all.meshes.is_empty() {
            each_state(system, motion, &mut |_, at, machinery, work| all.add(machinery, at, work))?;
        }
        Ok(all.into_parts())
    }

    /// The same at one state.
    ///
    /// # Errors
    /// When a part cannot be reduced, or cannot be in the state.
    pub fn recovered_at(
        &self,
        machinery: &dyn Machinery,
        at: &State<'_>,
        work: &mut Workspace,
    ) -> Result<Vec<RecoveredPart>, Failure> {
        let mut all = Meshes::of(self.reduced_parts()?);
        if !all.meshes.is_empty() {
            all.add(machinery, at, work)?;
        }
        Ok(all.into_parts())
    }

    /// Forces of the rest of the machine on the interfaces of FE parts at the times of a motion of `full` or of a reduction.
    ///
    /// # Errors
    /// When a part cannot be reduced, or the motion is of a system without positions.
    pub fn recovered_loads(
        &self,
        system: &dyn System,
        motion: &Simulation,
    ) -> Result<Vec<RecoveredLoads>, Failure> {
        let parts = self.reduced_parts()?.iter().map(|reduced| &reduced.part);
        let named =
            parts.flat_map(|part| part.interfaces.iter().map(|i| format!("{}.{}", part.name, i.name)));
        let mut all: Vec<RecoveredLoads> = named.map(RecoveredLoads::of).collect();
        if all.is_empty() {
            return Ok(all);
        }
        let commands = commands(motion);
        each_state(system, &motion.trajectory, &mut |k, at, machinery, work| {
            let given =
                |name: &String| commands.iter().find(|(own, _)| own == name).map_or(0.0, |(_, v)| v[k]);
            let input: Vec<f64> = machinery.inputs().iter().map(given).collect();
            let failed = |reason| Failure::not_finite(format!("interfaces at {:.6} s: {reason}", at.time));
            let forces = machinery.interface_forces(at, &input, work).map_err(failed)?;
            let states = machinery.part_states(at, work).map_err(failed)?;
            let each =
                forces.iter().zip(&states).flat_map(|(own, state)| own.iter().map(move |f| (f, state)));
            all.iter_mut().zip(each).for_each(|(loads, (force, state))| loads.add(force, state));
            Ok(())
        })?;
        Ok(all)
    }
}

/// The meshes of all parts that have one.
struct Meshes<'a> {
    meshes: Vec<(&'a ReducedPart, RecoveredPart)>,
}

impl<'a> Meshes<'a> {
    fn of(reduced: &'a [ReducedPart]) -> Self {
        Self { meshes: reduced.iter().filter_map(|part| Some((part, nodes_of(part)?))).collect() }
    }

    fn add(
        &mut self,
        machinery: &dyn Machinery,
        at: &State<'_>,
        work: &mut Workspace,
    ) -> Result<(), Failure> {
        let failed = |reason| Failure::not_finite(format!("FE parts at {:.6} s: {reason}", at.time));
        let states = machinery.part_states(at, work).map_err(failed)?;
        for (reduced, recovered) in &mut self.meshes {
            if let Some(state) = states.iter().find(|state| state.part == recovered.part) {
                recovered.add(reduced, state);
            }
        }
        Ok(())
    }

    fn into_parts(self) -> Vec<RecoveredPart> {
        self.meshes.into_iter().map(|(_, recovered)| recovered).collect()
    }
}

/// What is done at a time by its number, with the machinery of its coordinates.
type AtState<'a> =
    &'a mut dyn FnMut(usize, &State<'_>, &dyn Machinery, &mut Workspace) -> Result<(), Failure>;

/// Goes through the states of a motion, through changes of coordinates too.
fn each_state(system: &dyn System, motion: &Trajectory, what: AtState<'_>) -> Result<(), Failure> {
    let (mut described, mut work): (&dyn System, _) = (system, system.workspace());
    for k in 0..motion.times.len() {
        let (own, at) = motion.state(k, system);
        let Some(machinery) = own.machinery() else { return Ok(()) };
        if !std::ptr::addr_eq(described, own) {
            (described, work) = (own, own.workspace());
        }
        what(k, &at, machinery, &mut work)?;
    }
    Ok(())
}

/// The series of commands of controllers, by the input they act on: they are called `controller: input`.
fn commands(motion: &Simulation) -> Vec<(String, &[f64])> {
    let first = motion.outputs.len() - motion.trajectory.commands.len();
    let series = motion.trajectory.outputs[first..].iter();
    let named = motion.trajectory.commands.iter().zip(series);
    named
        .filter_map(|((name, _), values)| {
            name.split_once(": ").map(|(_, input)| (input.to_owned(), &values[..]))
        })
        .collect()
}

/// The nodes of the mesh of a part; `None` where it has none.
fn nodes_of(reduced: &ReducedPart) -> Option<RecoveredPart> {
    let mut nodes: Vec<(i64, [f64; 3])> =
        reduced.places.iter().flatten().map(|place| (place.node, place.at)).collect();
    nodes.dedup_by_key(|(node, _)| *node);
    nodes.sort_by_key(|(node, _)| *node);
    nodes.dedup_by_key(|(node, _)| *node);
    let (nodes, places): (Vec<i64>, Vec<[f64; 3]>) = nodes.into_iter().unzip();
    (!nodes.is_empty()).then(|| RecoveredPart {
        part: reduced.part.name.clone(),
        nodes,
        places,
        displacements: Vec::new(),
        deformations: Vec::new(),
        origins: Vec::new(),
        axes: Vec::new(),
        start: reduced.part.frame_origin(),
        stresses: Vec::new(),
    })
}

impl RecoveredPart {
    /// Displacement in space, at a time by its number, of a point by its place in the reference configuration and its deformation along
    /// the axes of the frame, in metres.
    #[must_use]
    pub fn displaced(&self, at: usize, place: [f64; 3], deformation: [f64; 3]) -> [f64; 3] {
        let arm: [f64; 3] = std::array::from_fn(|k| place[k] - self.start[k] + deformation[k]);
        std::array::from_fn(|k| {
            let turned: f64 = (0..3).map(|a| self.axes[at][a][k] * arm[a]).sum();
            self.origins[at][k] + turned - place[k]
        })
    }

    fn add(&mut self, reduced: &ReducedPart, state: &PartState) {
        let moved = reduced.shapes.multiply_vector(&state.local);
        let mut local = vec![[0.0; 3]; self.nodes.len()];
        for (value, place) in moved.iter().zip(&reduced.places) {
            let Some(place) = place else { continue };
            if let Ok(k) = self.nodes.binary_search(&place.node) {
                local[k][place.axis] = *value;
            }
        }
        self.origins.push(state.origin);
        self.axes.push(state.axes);
        let at = self.origins.len() - 1;
        let moved = local.iter().zip(&self.places).map(|(u, x)| self.displaced(at, *x, *u)).collect();
        self.displacements.push(moved);
        self.deformations.push(local);
        self.stresses.extend(reduced.stress.as_ref().map(|stress| stress.multiply_vector(&state.local)));
    }
}

impl RecoveredLoads {
    fn of(interface: String) -> Self {
        Self { interface, in_space: Vec::new(), in_part: Vec::new() }
    }

    fn add(&mut self, found: &InterfaceForce, state: &PartState) {
        let ([fx, fy, fz], [mx, my, mz]) = (found.force, found.moment);
        let in_part = |v: [f64; 3]| state.axes.map(|axis| (0..3).map(|k| axis[k] * v[k]).sum::<f64>());
        let ([px, py, pz], [rx, ry, rz]) = (in_part(found.force), in_part(found.moment));
        self.in_space.push([fx, fy, fz, mx, my, mz]);
        self.in_part.push([px, py, pz, rx, ry, rz]);
    }
}
