//! Loads on FE parts in a motion, for the program that meshed them: forces on their interfaces, and inertia in balance with them.
//!
//! # Equation
//! In the axes of the part, the forces F of the rest of the machine on its interfaces are spread over the nodes of each, f = R G⁺ F with
//! the rigid motions R of the nodes about the interface and G = RᵀR, so that force and moment are kept. Inertia and weight are
//! −M (a + ε × x + ω × (ω × x)) over the rows of its files, with the angular velocity ω of its frame; a and ε are those with which all
//! loads together have no resultant: a rigid body accelerates so. What deformation adds to the accelerations is left out.

use crate::failure::Failure;
use crate::session::Session;
use lissom_dynamics::Trajectory;
use lissom_import::{Dof, Mesh, RotationNode};
use lissom_linalg::{Dense, eigen::symmetric};
use lissom_mech::{InterfaceForce, LoosePart, Machinery, PartState, State};
use lissom_model::model::{FePart, Interface};

type Vector = [f64; 3];

/// Eigenvalues below this share of the largest are motions without resistance or mass.
const NONE: f64 = 1e-12;

/// What may be left of a resultant, of the largest one.
const KEPT: f64 = 1e-9;

/// A force or moment on a node, in the axes and units of the files of the part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeLoad {
    /// Number of the node.
    pub node: i64,
    /// Force along its axes, then moment about them.
    pub values: [f64; 6],
}

/// Loads at one time.
#[derive(Clone, Debug)]
pub struct LoadCase {
    /// Time \[s\].
    pub time: f64,
    /// Force and moment on each interface, about its point, in the axes and units of the files.
    pub resultants: Vec<[f64; 6]>,
    /// Forces on the nodes of interfaces.
    pub interfaces: Vec<NodeLoad>,
    /// Inertia and weight, on all nodes with mass.
    pub inertia: Vec<NodeLoad>,
    /// Acceleration of the origin of the model's axes as a point of the part, less gravity; angular acceleration; angular velocity: in the
    /// axes of the files and SI units, about the origin of its mesh.
    pub motion: [Vector; 3],
    /// What is left of force and moment, of the largest one [-].
    pub unbalanced: f64,
}

/// Loads on a part.
#[derive(Clone, Debug)]
pub struct PartLoads {
    /// The part.
    pub part: String,
    /// Names of its interfaces.
    pub interfaces: Vec<String>,
    /// Nodes whose directions 1, 2, 3 are rotations of another node.
    pub rotations: Vec<RotationNode>,
    /// Mass found in its files, in SI units \[kg\].
    pub mass: f64,
    /// Loads at every time.
    pub cases: Vec<LoadCase>,
}

/// Why loads on a part cannot be given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoLoads {
    /// The part was read without node numbers.
    #[error("FE part {0} has no mesh or no list of rows, so that its nodes are not known")]
    NoNodes(String),
    /// Nodes of an interface cannot take its force or moment.
    #[error(
        "the nodes of interface {interface} of FE part {part} cannot carry the {what} on it: {missed:.3e} of {size:.3e} is left"
    )]
    Unspread {
        /// The part.
        part: String,
        /// The interface.
        interface: String,
        /// Force or moment.
        what: &'static str,
        /// The largest component that is left \[N\] or \[N m\].
        missed: f64,
        /// The largest component of what should be carried \[N\] or \[N m\].
        size: f64,
    },
}

impl Session {
    /// Loads on the FE parts in large motion at the times of a motion of the full model.
    ///
    /// # Errors
    /// When a file cannot be read, or the motion is of a machine that does not know the forces on its parts. Inside: parts without loads.
    pub fn part_loads(&self, motion: &Trajectory) -> Result<Vec<Result<PartLoads, NoLoads>>, Failure> {
        let model = self.model()?;
        let machinery = self.mechanism()?;
        let described: Vec<&FePart> = model.fe_parts.iter().filter(|part| part.motion.is_some()).collect();
        let moments = moments_of(machinery, motion)?;
        let mut all = Vec::new();
        for (k, part) in described.iter().enumerate() {
            let loose = LoosePart::new(model, part, self.source(part)?)?;
            let own: Vec<&Interface> = model.interfaces.iter().filter(|i| i.part == part.name).collect();
            let own_moments = moments.iter().map(|moment| (moment, &moment.forces[k]));
            all.push(Spreading::of(part, &loose, &own).and_then(|spreading| spreading.cases(own_moments)));
        }
        Ok(all)
    }
}

/// What is known at a time: frames of all parts and their spins, and forces on interfaces.
struct Moment {
    time: f64,
    states: Vec<PartState>,
    spins: Vec<Vector>,
    forces: Vec<Vec<InterfaceForce>>,
}

fn moments_of(machinery: &dyn Machinery, motion: &Trajectory) -> Result<Vec<Moment>, Failure> {
    let mut work = machinery.workspace();
    let input = vec![0.0; machinery.inputs().len()];
    let mut all = Vec::new();
    for ((time, position), velocity) in motion.times.iter().zip(&motion.positions).zip(&motion.velocities) {
        let at = State { time: *time, position, velocity };
        let failed = |reason: lissom_mech::Inadmissible| {
            Failure::not_finite(format!("forces on FE parts at {time:.6} s: {reason}"))
        };
        let forces = machinery.interface_forces(&at, &input, &mut work).map_err(failed)?;
        let states = machinery.part_states(&at, &mut work).map_err(failed)?;
        // The frame a little earlier and later on its way; errors fall with the square of the step.
        let fastest = velocity.iter().fold(1.0_f64, |most, rate| most.max(rate.abs()));
        let step = 1e-5 / fastest;
        let mut beside = [-1.0, 1.0].map(|sign: f64| {
            let moved: Vec<f64> = position.iter().zip(velocity).map(|(q, v)| q + sign * step * v).collect();
            let at = State { time: time + sign * step, position: &moved, velocity };
            machinery.part_states(&at, &mut work)
        });
        // Laws may begin at the first time: then one side tells the spin.
        let sides = beside.iter().filter(|side| side.is_ok()).count();
        let [before, after] = beside.each_mut().map(|side| match side {
            Ok(found) => Ok(std::mem::take(found)),
            Err(_) if sides == 1 => Ok(states.clone()),
            Err(reason) => Err(failed(reason.clone())),
        });
        let (before, after, way) = (before?, after?, sides as f64 * step);
        let spins = (0..states.len()).map(|k| spin(&states[k], [&before[k], &after[k]], way));
        all.push(Moment { time: *time, spins: spins.collect(), states, forces });
    }
    Ok(all)
}

/// The angular velocity in the axes of the frame, from the axes before and after.
fn spin(at: &PartState, [before, after]: [&PartState; 2], step: f64) -> Vector {
    let rate = |i: usize, j: usize| -> f64 {
        (0..3).map(|k| (after.axes[i][k] - before.axes[i][k]) / step * at.axes[j][k]).sum()
    };
    [0.5 * (rate(1, 2) - rate(2, 1)), 0.5 * (rate(2, 0) - rate(0, 2)), 0.5 * (rate(0, 1) - rate(1, 0))]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(axis: usize) -> Vector {
    [0, 1, 2].map(|k| f64::from(u8::from(k == axis)))
}

/// A motion of a row: `along` is the velocity at its place, `about` the angular one.
fn at_row(dof: &Dof, along: Vector, about: Vector) -> f64 {
    match usize::from(dof.component) {
        component @ 1..=3 => along[component - 1],
        component @ 4..=6 => about[component - 4],
        _ => 0.0,
    }
}

/// An interface of a part with the rows of its nodes.
struct Spread {
    name: String,
    at: Vector,
    rows: Vec<usize>,
    /// Rigid motions of the rows about the point.
    motions: Dense,
    inverse: Dense,
}

/// How loads are spread over the rows of a part.
struct Spreading<'a> {
    part: &'a FePart,
    dofs: &'a [Dof],
    mesh: &'a Mesh,
    spreads: Vec<Spread>,
    /// M times accelerations: three translations, three turns and six products of angular velocities, about the origin.
    inertia: Dense,
    /// Their resultants, force and moment about the origin (6 × 12).
    resultants: Dense,
    /// Generalised inverse of the first six columns of these.
    inverse: Dense,
}

/// Products of angular velocities, by axis.
const PRODUCTS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [0, 2]];

/// The generalised inverse of a symmetric matrix, motions and moments made alike by a length.
fn pseudo_inverse(matrix: &Dense, length: f64) -> Dense {
    let n = matrix.rows();
    let scale = |i: usize| if i < 3 { 1.0 } else { 1.0 / length };
    let scaled = Dense::from_fn(n, n, |i, j| scale(i) * scale(j) * 0.5 * (matrix[(i, j)] + matrix[(j, i)]));
    let eigen = symmetric(&scaled).expect("sums of finite numbers are finite and symmetric");
    let largest = eigen.values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let mut inverse = Dense::zeros(n, n);
    for (k, value) in eigen.values.iter().enumerate().filter(|(_, value)| value.abs() > NONE * largest) {
        for i in 0..n {
            for j in 0..n {
                inverse[(i, j)] +=
                    scale(i) * scale(j) * eigen.vectors[(i, k)] * eigen.vectors[(j, k)] / value;
            }
        }
    }
    inverse
}

impl<'a> Spreading<'a> {
    fn of(part: &'a FePart, loose: &'a LoosePart, interfaces: &[&Interface]) -> Result<Self, NoLoads> {
        let unknown = || NoLoads::NoNodes(part.name.clone());
        let rows = loose.mesh_rows.as_ref().ok_or_else(unknown)?;
        let (dofs, mesh) =
            (rows.dofs.as_deref().ok_or_else(unknown)?, rows.mesh.as_ref().ok_or_else(unknown)?);
        let place = |dof: &Dof| mesh.position(dof.node).filter(|_| dof.copy == 0);
        let places: Vec<Vector> = dofs.iter().map(place).collect::<Option<_>>().ok_or_else(unknown)?;
        let motion = |row: usize, column: usize| {
            let (x, dof) = (places[row], &dofs[row]);
            match column {
                0..3 => at_row(dof, unit(column), [0.0; 3]),
                3..6 => at_row(dof, cross(unit(column - 3), x), unit(column - 3)),
                _ => at_row(dof, centripetal(PRODUCTS[column - 6], x), [0.0; 3]),
            }
        };
        let inertia = rows.mass_times(&Dense::from_fn(dofs.len(), 12, motion)).ok_or_else(unknown)?;
        let rigid = Dense::from_fn(dofs.len(), 6, motion);
        let resultants = rigid.transpose_matmul(&inertia);
        let reach = places.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
        let length = if reach > 0.0 { reach } else { 1.0 };
        let inverse = pseudo_inverse(&Dense::from_fn(6, 6, |i, j| resultants[(i, j)]), length);
        let spreads = interfaces
            .iter()
            .map(|interface| Spread::of(interface, dofs, mesh, &places).ok_or_else(unknown))
            .collect::<Result<_, _>>()?;
        Ok(Self { part, dofs, mesh, spreads, inertia, resultants, inverse })
    }

    fn cases<'m>(
        &self,
        moments: impl Iterator<Item = (&'m Moment, &'m Vec<InterfaceForce>)>,
    ) -> Result<PartLoads, NoLoads> {
        let mut cases = Vec::new();
        for (moment, forces) in moments {
            let known = moment.states.iter().position(|state| state.part == self.part.name);
            let known = known.ok_or_else(|| NoLoads::NoNodes(self.part.name.clone()))?;
            cases.push(self.case(moment, &moment.states[known], moment.spins[known], forces)?);
        }
        Ok(PartLoads {
            part: self.part.name.clone(),
            interfaces: self.spreads.iter().map(|spread| spread.name.clone()).collect(),
            rotations: self.mesh.rotation_nodes.clone(),
            mass: (0..3).map(|k| self.resultants[(k, k)]).fold(0.0, f64::max),
            cases,
        })
    }

    fn case(
        &self,
        moment: &Moment,
        state: &PartState,
        spin: Vector,
        forces: &[InterfaceForce],
    ) -> Result<LoadCase, NoLoads> {
        let into = |v: Vector| state.axes.map(|axis| (0..3).map(|k| axis[k] * v[k]).sum::<f64>());
        let is_planar = self.dofs.iter().all(|dof| matches!(dof.component, 1 | 2 | 6));
        let mut on_interfaces = vec![0.0; self.dofs.len()];
        let (mut total, mut largest, mut resultants) = ([0.0; 6], [0.0_f64; 2], Vec::new());
        for (spread, on) in self.spreads.iter().zip(forces) {
            let (mut force, mut about) = (into(on.force), into(on.moment));
            if is_planar {
                // What holds a planar machine in its plane is no load on it.
                (force[2], about[0], about[1]) = (0.0, 0.0, 0.0);
            }
            spread.add(&self.part.name, force, about, &mut on_interfaces)?;
            resultants.push(self.in_files([force, about]));
            let arm = cross(spread.at, force);
            for k in 0..3 {
                total[k] += force[k];
                total[3 + k] += about[k] + arm[k];
                largest[0] = largest[0].max(force[k].abs());
                largest[1] = largest[1].max((about[k] + arm[k]).abs());
            }
        }
        let products: Vec<f64> = PRODUCTS.iter().map(|[a, b]| spin[*a] * spin[*b]).collect();
        let wanted: Vec<f64> = (0..6)
            .map(|i| total[i] - (0..6).map(|p| self.resultants[(i, 6 + p)] * products[p]).sum::<f64>())
            .collect();
        let rigid = self.inverse.multiply_vector(&wanted);
        let accelerations: Vec<f64> = rigid.iter().chain(&products).copied().collect();
        let inertia: Vec<f64> =
            self.inertia.multiply_vector(&accelerations).into_iter().map(|f| -f).collect();
        let taken = self.resultants.multiply_vector(&accelerations);
        let left = |range: std::ops::Range<usize>, size: f64| {
            let most = range.map(|i| (total[i] - taken[i]).abs()).fold(0.0, f64::max);
            if size > 0.0 { most / size } else { 0.0 }
        };
        let vector = |from: usize| [rigid[from], rigid[from + 1], rigid[from + 2]];
        Ok(LoadCase {
            time: moment.time,
            resultants,
            interfaces: self.node_loads(&on_interfaces),
            inertia: self.node_loads(&inertia),
            motion: self.about_the_mesh(vector(0), vector(3), spin),
            unbalanced: left(0..3, largest[0]).max(left(3..6, largest[1])),
        })
    }

    /// Acceleration of the origin of the mesh, angular acceleration and velocity, along the axes of the files.
    fn about_the_mesh(&self, a: Vector, turning: Vector, spin: Vector) -> [Vector; 3] {
        let x = self.part.position;
        let (by_turning, inwards) = (cross(turning, x), cross(spin, cross(spin, x)));
        [[0, 1, 2].map(|k| a[k] + by_turning[k] + inwards[k]), turning, spin].map(|v| self.along_files(v))
    }

    fn along_files(&self, v: Vector) -> Vector {
        match &self.part.orientation {
            Some(axes) => axes.map(|axis| (0..3).map(|k| axis[k] * v[k]).sum()),
            None => v,
        }
    }

    /// Force and moment in the axes and units of the files.
    fn in_files(&self, [force, moment]: [Vector; 2]) -> [f64; 6] {
        let units = &self.part.units;
        let (force, moment) = (self.along_files(force), self.along_files(moment));
        std::array::from_fn(|k| match k {
            0..3 => force[k] / units.force,
            _ => moment[k - 3] / (units.force * units.length),
        })
    }

    /// Loads of rows by node, those of nodes without any left out.
    fn node_loads(&self, rows: &[f64]) -> Vec<NodeLoad> {
        let mut by_node: std::collections::BTreeMap<i64, [Vector; 2]> = std::collections::BTreeMap::new();
        for (dof, value) in self.dofs.iter().zip(rows).filter(|(_, value)| **value != 0.0) {
            let [force, moment] = by_node.entry(dof.node).or_default();
            match usize::from(dof.component) {
                component @ 1..=3 => force[component - 1] += value,
                component @ 4..=6 => moment[component - 4] += value,
                _ => {}
            }
        }
        by_node.into_iter().map(|(node, load)| NodeLoad { node, values: self.in_files(load) }).collect()
    }
}

/// The acceleration at x by a product of angular velocities: ω (ω·x) − ω² x.
fn centripetal([a, b]: [usize; 2], x: Vector) -> Vector {
    let mut out = [0.0; 3];
    if a == b {
        (0..3).filter(|k| *k != a).for_each(|k| out[k] = -x[k]);
    } else {
        (out[a], out[b]) = (x[b], x[a]);
    }
    out
}

impl Spread {
    fn of(interface: &Interface, dofs: &[Dof], mesh: &Mesh, places: &[Vector]) -> Option<Self> {
        let one: Option<i64> = interface.set.trim().parse().ok();
        let set: Vec<i64> = match mesh.set(&interface.set) {
            Some(set) => set.to_vec(),
            None => vec![one?],
        };
        let of_set = |row: &usize| dofs[*row].copy == 0 && set.contains(&dofs[*row].node);
        let all: Vec<usize> = (0..dofs.len()).filter(of_set).collect();
        let mut nodes: Vec<Vector> = set.iter().filter_map(|node| mesh.position(*node)).collect();
        let count = nodes.len() as f64;
        let centre = nodes.drain(..).fold([0.0; 3], |sum, x| [0, 1, 2].map(|k| sum[k] + x[k] / count));
        let at = interface.at.unwrap_or(centre);
        // Rotations of nodes are loaded only where displacements cannot carry a moment.
        let moves: Vec<usize> = all.iter().copied().filter(|row| dofs[*row].component <= 3).collect();
        let own = Self::over(interface, at, moves, dofs, places);
        Some(if own.is_full(dofs) { own } else { Self::over(interface, at, all, dofs, places) })
    }

    fn over(interface: &Interface, at: Vector, rows: Vec<usize>, dofs: &[Dof], places: &[Vector]) -> Self {
        let arm = |row: usize| [0, 1, 2].map(|k| places[row][k] - at[k]);
        let motions = Dense::from_fn(rows.len(), 6, |i, column| match column {
            0..3 => at_row(&dofs[rows[i]], unit(column), [0.0; 3]),
            _ => at_row(&dofs[rows[i]], cross(unit(column - 3), arm(rows[i])), unit(column - 3)),
        });
        let reach = rows.iter().flat_map(|row| arm(*row)).fold(0.0_f64, |most, x| most.max(x.abs()));
        let gram = motions.transpose_matmul(&motions);
        // Arms that are rounding are those of a single node.
        let size = places.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
        let inverse = pseudo_inverse(&gram, if reach > 1e-9 * size { reach } else { 1.0 });
        Self { name: interface.name.clone(), at, rows, motions, inverse }
    }

    /// Whether displacements carry all moments that the rows can have: all three, or in the plane the one about z.
    fn is_full(&self, dofs: &[Dof]) -> bool {
        let is_planar = self.rows.iter().all(|row| dofs[*row].component <= 2);
        let wanted: &[usize] = if is_planar { &[5] } else { &[3, 4, 5] };
        let gram = self.motions.transpose_matmul(&self.motions);
        let back = gram.matmul(&self.inverse);
        wanted.iter().all(|k| (back[(*k, *k)] - 1.0).abs() < 1e-6)
    }

    /// Adds a force and moment on the point, spread over the rows.
    fn add(&self, part: &str, force: Vector, moment: Vector, rows: &mut [f64]) -> Result<(), NoLoads> {
        let load = [force[0], force[1], force[2], moment[0], moment[1], moment[2]];
        let values = self.motions.multiply_vector(&self.inverse.multiply_vector(&load));
        let back = self.motions.transpose_matmul(&Dense::from_fn(values.len(), 1, |i, _| values[i]));
        let size = |first: usize| load[first..first + 3].iter().fold(0.0_f64, |most, f| most.max(f.abs()));
        for (first, what) in [(0, "force"), (3, "moment")] {
            let missed = (first..first + 3).map(|i| (back[(i, 0)] - load[i]).abs()).fold(0.0, f64::max);
            let size = size(first).max(1e-3 * size(0));
            // A moment that is rounding against the force on its arms is none.
            if missed > KEPT * size {
                let (part, interface) = (part.to_owned(), self.name.clone());
                return Err(NoLoads::Unspread { part, interface, what, missed, size });
            }
        }
        self.rows.iter().zip(values).for_each(|(row, value)| rows[*row] += value);
        Ok(())
    }
}
