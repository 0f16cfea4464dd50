//! Node sets of an imported part treated as one node.
//!
//! The motion of a set is that of a rigid body through a reference point: x_i = R_i (u, θ), R the rigid motions at the
//! rows of its nodes.
//!
//! - `rigid`: the nodes follow the reference point, x = R y; y are new coordinates of the part (RBE2).
//! - `mean`: the reference point follows the nodes by least squares, y = (RᵀR)⁻¹Rᵀ x; a force at the point is spread by
//!   the transpose, so that its resultant and moment are correct and the nodes stay free (RBE3).
//! - `nodes`: every node keeps its own coordinates.

use crate::error::MechError;
use crate::structures::structure::{Interface, InterfaceMotion, PointMotion};
use crate::vector::{Vector, add_scaled, cross, norm, sub};
use lissom_import::doctor::moved;
use lissom_import::{Dof, Mesh, Node};
use lissom_linalg::eigen::symmetric;
use lissom_linalg::{Dense, Sparse, Triplets};
use lissom_model::model::{self, Direction, InterfaceKind};
use std::collections::BTreeMap;

/// Eigenvalues of the scaled Gram matrix of the motions below this share of the largest are zero: nodes in a line to
/// seven digits, as mesh files print them.
const DEGENERATE: f64 = 1e-12;

/// The rows of a part and their positions.
pub(crate) struct Rows<'a> {
    pub part: &'a str,
    /// Number of rows of the matrices.
    pub count: usize,
    /// Whether the model is planar.
    pub planar: bool,
    pub dofs: Option<&'a [Dof]>,
    pub mesh: Option<&'a Mesh>,
}

/// A node set with its rows.
#[derive(Debug)]
pub(crate) struct PartInterface {
    pub name: String,
    pub kind: InterfaceKind,
    /// The reference point [m].
    pub at: Vector,
    /// Number of nodes.
    pub nodes: usize,
    /// From the centroid of the nodes to the reference point [m].
    offset: Vector,
    /// Rows of the files, with node, component and arm from the centroid.
    pub rows: Vec<(usize, Dof, Vector)>,
    /// The motions it can have, of [`MOTIONS`](crate::structures::structure::MOTIONS).
    kinds: Vec<usize>,
    /// Scaled generalised inverse of RᵀR, and RᵀR, over `kinds`.
    inverse: Dense,
    gram: Dense,
    reach: f64,
    /// First of its own rows, once it is rigid.
    first: Option<usize>,
}

impl PartInterface {
    /// Finds the rows of an interface.
    pub fn new(interface: &model::Interface, rows: &Rows<'_>) -> Result<Self, MechError> {
        if !interface.rows.is_empty() {
            return Self::of_rows(interface, rows);
        }
        let name = interface.name.clone();
        let unnamed = || MechError::RowsNotNamed { interface: name.clone(), part: rows.part.to_owned() };
        let dofs = rows.dofs.ok_or_else(unnamed)?;
        let one: Option<i64> = interface.set.trim().parse().ok();
        // One node needs no mesh: its default position is the origin, or `at`.
        let alone = one.filter(|node| dofs.iter().any(|dof| dof.node == *node)).map(|node| {
            let position = interface.at.unwrap_or_default();
            Mesh { nodes: vec![Node { number: node, position }], ..Mesh::default() }
        });
        let placed = |mesh: &&Mesh| {
            mesh.set(&interface.set).is_some() || one.is_some_and(|node| mesh.position(node).is_some())
        };
        let mesh = rows.mesh.filter(placed).or(alone.as_ref()).or(rows.mesh).ok_or_else(unnamed)?;
        let one = one.filter(|node| mesh.position(*node).is_some());
        let set = mesh.set(&interface.set).or(one.as_ref().map(std::slice::from_ref));
        let set = set.filter(|set| !set.is_empty()).ok_or_else(|| MechError::NoSuchSet {
            interface: name.clone(),
            set: interface.set.clone(),
            known: mesh.sets.iter().map(|set| set.name.clone()).collect(),
        })?;
        let planar = dofs.iter().all(|dof| matches!(dof.component, 1 | 2 | 6));
        let found =
            rows_of(set, dofs, mesh, if planar { &[1, 2] } else { &[1, 2, 3] }, (&name, interface.kind))?;
        let centre = centroid(set, mesh);
        let at = interface.at.unwrap_or(centre);
        let rows: Vec<_> =
            found.into_iter().map(|(row, dof, place)| (row, dof, sub(place, centre))).collect();
        let kinds = if planar { vec![0, 1, 5] } else { (0..6).collect() };
        let mut this = Self {
            name,
            kind: interface.kind,
            at,
            nodes: set.len(),
            offset: sub(at, centre),
            rows,
            kinds,
            inverse: Dense::zeros(0, 0),
            gram: Dense::zeros(0, 0),
            reach: 1.0,
            first: None,
        };
        this.invert();
        this.check_point()?;
        Ok(this)
    }

    /// A node without rotations has no motion but its own: `at` must not be elsewhere.
    fn check_point(&self) -> Result<(), MechError> {
        let known =
            |kind: usize| self.weights(&self.combination(&self.shares(axis_direction(kind)))).is_some();
        if self.kind != InterfaceKind::Nodes || self.nodes > 1 || (0..3).all(|k| !self.moves(k) || known(k)) {
            return Ok(());
        }
        Err(MechError::PointNotDetermined { interface: self.name.clone(), distance: norm(self.offset) })
    }

    /// An interface of rows given by their numbers.
    fn of_rows(interface: &model::Interface, rows: &Rows<'_>) -> Result<Self, MechError> {
        let name = interface.name.clone();
        if let Some(outside) = interface.rows.iter().find(|row| **row > rows.count) {
            return Err(MechError::MotionOutside {
                name: format!("{name}, row {outside}"),
                rows: rows.count,
            });
        }
        let components: &[u8] = match interface.rows.len() {
            2 => &[1, 2],
            3 if rows.planar => &[1, 2, 6],
            3 => &[1, 2, 3],
            _ => &[1, 2, 3, 4, 5, 6],
        };
        let own = interface.rows.iter().zip(components);
        let own =
            own.map(|(row, component)| (row - 1, Dof { node: 0, component: *component, copy: 0 }, [0.0; 3]));
        let planar = rows.planar;
        let mut this = Self {
            name,
            // A mean over one point would lose its rotations.
            kind: if interface.kind == InterfaceKind::Mean { InterfaceKind::Nodes } else { interface.kind },
            at: interface.at.unwrap_or_default(),
            nodes: 1,
            offset: [0.0; 3],
            rows: own.collect(),
            kinds: if planar { vec![0, 1, 5] } else { (0..6).collect() },
            inverse: Dense::zeros(0, 0),
            gram: Dense::zeros(0, 0),
            reach: 1.0,
            first: None,
        };
        this.invert();
        Ok(this)
    }

    /// R over the measured rows: translations only for a mean, all rows for a rigid face.
    fn motion(&self, dof: Dof, arm: Vector, kind: usize) -> f64 {
        if self.kind == InterfaceKind::Mean && dof.component > 3 {
            0.0
        } else {
            moved(dof.component, kind, arm)
        }
    }

    fn invert(&mut self) {
        let farthest = self.rows.iter().map(|(_, _, arm)| norm(*arm)).fold(0.0, f64::max);
        self.reach = if farthest > 0.0 { farthest } else { 1.0 };
        let d = self.kinds.len();
        let scale: Vec<f64> =
            self.kinds.iter().map(|kind| if *kind < 3 { 1.0 } else { 1.0 / self.reach }).collect();
        let mut gram = Dense::zeros(d, d);
        for (_, dof, arm) in &self.rows {
            let r: Vec<f64> = (0..d).map(|i| scale[i] * self.motion(*dof, *arm, self.kinds[i])).collect();
            (0..d).for_each(|i| (0..d).for_each(|j| gram[(i, j)] += r[i] * r[j]));
        }
        let eigen = symmetric(&gram).expect("a sum of squares is finite and symmetric");
        let largest = eigen.values.last().copied().unwrap_or(0.0);
        self.inverse = Dense::zeros(d, d);
        for (k, value) in eigen.values.iter().enumerate().filter(|(_, v)| **v > DEGENERATE * largest) {
            for i in 0..d {
                for j in 0..d {
                    self.inverse[(i, j)] += eigen.vectors[(i, k)] * eigen.vectors[(j, k)] / value;
                }
            }
        }
        self.gram = gram;
    }

    /// Whether the nodes determine every motion.
    fn is_determined(&self) -> bool {
        (0..self.kinds.len()).all(|i| self.weights(&unit(self.kinds.len(), i)).is_some())
    }

    /// G⁺ e for a combination of the scaled motions, if the nodes determine it.
    fn weights(&self, combination: &[f64]) -> Option<Vec<f64>> {
        let weights = self.inverse.multiply_vector(combination);
        let back = self.gram.multiply_vector(&weights);
        let missed = back.iter().zip(combination).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let size = combination.iter().map(|a| a.abs()).fold(0.0, f64::max);
        (missed <= DEGENERATE.sqrt() * size).then_some(weights)
    }

    /// Whether it can have a motion of [`MOTIONS`](crate::structures::structure::MOTIONS).
    fn moves(&self, kind: usize) -> bool {
        self.kinds.contains(&kind)
    }

    /// The motions of the centroid in a motion of the reference point, of [`MOTIONS`](crate::structures::structure::MOTIONS). The point moves by u + ϑ × d when the
    /// centroid moves by u: (ϑ × d)·a = ϑ·(d × a).
    fn shares(&self, direction: Direction) -> [f64; 6] {
        let (along, about) = match direction {
            Direction::Along(a) => (a, if self.first.is_some() { [0.0; 3] } else { cross(self.offset, a) }),
            Direction::About(a) => ([0.0; 3], a),
        };
        std::array::from_fn(|kind| if kind < 3 { along[kind] } else { about[kind - 3] })
    }

    /// Shares of the motions it can have, scaled.
    fn combination(&self, shares: &[f64; 6]) -> Vec<f64> {
        let scaled = |kind: &usize| shares[*kind] * if *kind < 3 { 1.0 } else { 1.0 / self.reach };
        self.kinds.iter().map(scaled).collect()
    }

    /// Adds rows for a rigid interface.
    fn make_rigid(&mut self, first: usize) -> Result<usize, MechError> {
        if !self.is_determined() {
            return Err(self.undetermined(&format!("interface {}", self.name)));
        }
        self.first = Some(first);
        Ok(self.kinds.len())
    }

    /// The rows of T that let its nodes follow a rigid interface.
    fn follow(&self, transformation: &mut Triplets) {
        let Some(first) = self.first else { return };
        for (row, dof, arm) in &self.rows {
            for (place, kind) in self.kinds.iter().enumerate() {
                let value = moved(dof.component, *kind, sub(*arm, self.offset));
                if value != 0.0 {
                    transformation.add(*row, first + place, value);
                }
            }
        }
    }

    /// The component (1 to 6) of each of its own rows.
    pub fn own_components(&self) -> impl Iterator<Item = u8> + '_ {
        self.kinds.iter().filter(|_| self.first.is_some()).map(|kind| *kind as u8 + 1)
    }

    /// Names of its own rows.
    pub fn own_names(&self) -> impl Iterator<Item = String> + '_ {
        self.kinds.iter().filter(|_| self.first.is_some()).map(|kind| self.motion_name(*kind))
    }

    fn motion_name(&self, kind: usize) -> String {
        Interface::motion_name(&self.name, kind as u8 + 1)
    }

    fn undetermined(&self, what: &str) -> MechError {
        MechError::MotionNotDetermined {
            what: what.to_owned(),
            interface: self.name.clone(),
            nodes: self.nodes,
        }
    }

    /// Weights over the part's coordinates of the motion along or about a direction.
    pub fn measure(
        &self,
        what: &str,
        direction: Direction,
        followers: &Followers,
    ) -> Result<Vec<(usize, f64)>, MechError> {
        let shares = self.shares(direction);
        if (0..6).any(|kind| shares[kind] != 0.0 && !self.moves(kind)) {
            return Err(self.undetermined(what));
        }
        if let Some(first) = self.first {
            let entries = self.kinds.iter().enumerate().map(|(i, kind)| (first + i, shares[*kind]));
            return Ok(entries.filter(|(_, weight)| *weight != 0.0).collect());
        }
        if self.kind == InterfaceKind::Nodes && self.nodes > 1 {
            let (what, interface) = (what.to_owned(), self.name.clone());
            return Err(MechError::NoSingleMotion { what, interface, nodes: self.nodes });
        }
        let weights = self.weights(&self.combination(&shares)).ok_or_else(|| self.undetermined(what))?;
        let entry = |(row, dof, arm): &(usize, Dof, Vector)| {
            let value = self.kinds.iter().zip(&weights).map(|(kind, w)| {
                w * self.motion(*dof, *arm, *kind) * if *kind < 3 { 1.0 } else { 1.0 / self.reach }
            });
            (*row, value.sum::<f64>())
        };
        Ok(followers.bring(self.rows.iter().map(entry).filter(|(_, weight)| *weight != 0.0).collect()))
    }

    /// Its motions over the part's coordinates.
    pub fn interface(&self, followers: &Followers) -> Interface {
        let separate = |(row, dof, arm): &(usize, Dof, Vector)| InterfaceMotion {
            name: dof.to_string(),
            unit: if dof.component > 3 { "rad" } else { "m" },
            of: Some(PointMotion {
                component: dof.component,
                at: add_scaled(*arm, 1.0, sub(self.at, self.offset)),
            }),
            entries: followers.bring(vec![(*row, 1.0)]),
        };
        // One node with rotations also determines the motion of another point.
        let rotates = self.rows.iter().any(|(_, dof, _)| dof.component > 3);
        let seen_elsewhere = self.nodes == 1 && self.offset != [0.0; 3] && rotates;
        let motions = match self.kind {
            InterfaceKind::Nodes if !seen_elsewhere => self.rows.iter().map(separate).collect(),
            _ => self.kinds.iter().filter_map(|kind| self.unit_motion(*kind, followers)).collect(),
        };
        Interface { name: self.name.clone(), motions }
    }

    fn unit_motion(&self, kind: usize, followers: &Followers) -> Option<InterfaceMotion> {
        let unit = if kind < 3 { "m" } else { "rad" };
        let entries = self.measure("", axis_direction(kind), followers).ok()?;
        let of = Some(PointMotion { component: kind as u8 + 1, at: self.at });
        Some(InterfaceMotion { name: self.motion_name(kind), unit, of, entries })
    }
}

/// x = T y: which rows of the files follow rigid interfaces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followers {
    /// T, and Tᵀ; `None` when the rows of the files are the coordinates.
    matrices: Option<(Sparse, Sparse)>,
}

impl Followers {
    /// Lets the nodes of rigid interfaces follow: the other rows stay in their order, rigid motions come after them.
    /// Also returns the remaining rows.
    pub fn new(rows: usize, interfaces: &mut [PartInterface]) -> Result<(Self, Vec<usize>), MechError> {
        let mut leader: Vec<Option<usize>> = vec![None; rows];
        for (i, interface) in interfaces.iter().enumerate().filter(|(_, i)| i.kind == InterfaceKind::Rigid) {
            for (row, dof, _) in &interface.rows {
                if let Some(other) = leader[*row].replace(i) {
                    let interfaces = [interfaces[other].name.clone(), interface.name.clone()];
                    return Err(MechError::SharedNode { interfaces, node: dof.node });
                }
            }
        }
        let kept: Vec<usize> = (0..rows).filter(|row| leader[*row].is_none()).collect();
        let mut size = kept.len();
        for interface in interfaces.iter_mut().filter(|i| i.kind == InterfaceKind::Rigid) {
            size += interface.make_rigid(size)?;
        }
        if kept.len() == rows {
            return Ok((Self::default(), kept));
        }
        let mut triplets = Triplets::new(rows, size);
        kept.iter().enumerate().for_each(|(place, row)| triplets.add(*row, place, 1.0));
        interfaces.iter().for_each(|interface| interface.follow(&mut triplets));
        let t = Sparse::from_triplets(&triplets);
        let transposed = t.transpose();
        Ok((Self { matrices: Some((t, transposed)) }, kept))
    }

    /// T, if rows follow.
    pub fn transformation(&self) -> Option<&Sparse> {
        self.matrices.as_ref().map(|(t, _)| t)
    }

    /// Tᵀ A T.
    pub fn congruence(&self, matrix: Sparse) -> Sparse {
        match &self.matrices {
            Some((t, _)) => matrix.congruence(t),
            None => matrix,
        }
    }

    /// Tᵀ w.
    fn bring(&self, entries: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
        let Some((_, transposed)) = &self.matrices else { return entries };
        let mut sum: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, weight) in entries {
            let (places, shares) = transposed.column(row);
            for (place, share) in places.iter().zip(shares) {
                *sum.entry(*place as usize).or_default() += weight * share;
            }
        }
        sum.into_iter().filter(|(_, weight)| *weight != 0.0).collect()
    }
}

/// The direction of a motion of [`MOTIONS`](crate::structures::structure::MOTIONS).
fn axis_direction(kind: usize) -> Direction {
    let axis = std::array::from_fn(|k| f64::from(u8::from(k == kind % 3)));
    if kind < 3 { Direction::Along(axis) } else { Direction::About(axis) }
}

fn unit(size: usize, place: usize) -> Vec<f64> {
    (0..size).map(|i| f64::from(u8::from(i == place))).collect()
}

/// The rows of the nodes of a set; each must have all translations.
fn rows_of(
    set: &[i64],
    dofs: &[Dof],
    mesh: &Mesh,
    needed: &[u8],
    (name, kind): (&str, InterfaceKind),
) -> Result<Vec<(usize, Dof, Vector)>, MechError> {
    let wanted: BTreeMap<i64, Vector> =
        set.iter().filter_map(|node| Some((*node, mesh.position(*node)?))).collect();
    let rows: Vec<(usize, Dof, Vector)> = dofs
        .iter()
        .enumerate()
        .filter_map(|(row, dof)| wanted.get(&dof.node).map(|place| (row, *dof, *place)))
        .collect();
    let there: std::collections::BTreeSet<Dof> = rows.iter().map(|(_, dof, _)| *dof).collect();
    let lacking: Vec<Dof> = set
        .iter()
        .filter_map(|&node| {
            needed.iter().map(|&component| Dof { node, component, copy: 0 }).find(|dof| !there.contains(dof))
        })
        .collect();
    match lacking.first() {
        None if kind == InterfaceKind::Rigid && rows.iter().any(|(_, dof, _)| dof.copy > 0) => {
            Err(MechError::PlacesNotKnown { interface: name.to_owned() })
        }
        None => Ok(rows),
        Some(first) => Err(MechError::RowsMissing {
            interface: name.to_owned(),
            nodes: lacking.len(),
            row: first.to_string(),
        }),
    }
}

fn centroid(set: &[i64], mesh: &Mesh) -> Vector {
    let places: Vec<Vector> = set.iter().filter_map(|node| mesh.position(*node)).collect();
    let count = places.len().max(1) as f64;
    std::array::from_fn(|k| places.iter().map(|place| place[k]).sum::<f64>() / count)
}
