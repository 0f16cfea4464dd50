//! The coordinates of a structure and their names.
//!
//! A translation and a rotation are separate objects \[Boer2013, §2\]: where beams meet in a hinge they share one
//! translation but each keeps its own rotation. The intermediate points of a divided beam are points like any other.

use crate::structures::row::{Row, RowKind};
use crate::vector::{Vector, add_scaled, sub};
use lissom_model::model::{
    Attachment, Beam, BeamId, Coordinate, Dimension, Direction, FePartId, Line, Member, Model, NodeId,
    RigidBodyId, Side, Structure,
};
use std::collections::BTreeMap;

/// Index of a translation: the position of a point, shared by everything that is joined there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TranslationId(pub usize);

/// Index of a rotation: the orientation of what is rigidly joined at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RotationId(pub usize);

/// A point of the discretised structure.
#[derive(Clone, Debug)]
pub struct Point {
    /// Name: of the node, or `BEAM.3` for the third intermediate point of a beam.
    pub name: String,
    /// Position in the reference configuration [m].
    pub position: Vector,
}

/// An orientation at a point.
#[derive(Clone, Debug)]
struct Orientation {
    point: TranslationId,
    /// The beam that rotates with it, where a hinge separates several orientations at one node.
    part: Option<String>,
}

/// The end of an element: its translation and rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Its position.
    pub translation: TranslationId,
    /// Its orientation.
    pub rotation: RotationId,
}

/// Every coordinate of a structure, numbered: first all translations, then all rotations.
#[derive(Clone, Debug)]
pub struct Coordinates {
    dimension: Dimension,
    points: Vec<Point>,
    orientations: Vec<Orientation>,
    own_rotation: Vec<Option<RotationId>>,
    ends: Vec<Vec<End>>,
    bodies: Vec<End>,
    parts: Vec<Vec<End>>,
}

impl Coordinates {
    /// Numbers the coordinates of a model's structure.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let structure = &model.structure;
        let mut this = Self {
            dimension: model.dimension,
            points: structure
                .nodes
                .iter()
                .map(|n| Point { name: n.name.clone(), position: n.position })
                .collect(),
            orientations: Vec::new(),
            own_rotation: vec![None; structure.nodes.len()],
            ends: Vec::new(),
            bodies: Vec::new(),
            parts: Vec::new(),
        };
        this.orient_bodies(structure);
        let at_hinges = this.orient_hinged_parts(model);
        for (body, end) in structure.rigid_bodies.iter().zip(&this.bodies) {
            for node in &body.nodes {
                this.own_rotation[node.0].get_or_insert(end.rotation);
            }
        }
        for (i, beam) in structure.beams.iter().enumerate() {
            let ends = this.divide(BeamId(i), beam, structure, &at_hinges);
            this.ends.push(ends);
        }
        for (i, part) in model.fe_parts.iter().enumerate() {
            let (member, nodes) =
                (Member::Part(FePartId(i)), part.motion.iter().flat_map(|motion| &motion.nodes));
            let ends = nodes.map(|node| this.node_end(*node, member, &at_hinges)).collect();
            this.parts.push(ends);
        }
        this.orient_sprung_nodes(structure);
        this
    }

    /// Number of coordinates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len() * self.translations_each() + self.orientations.len() * self.rotations_each()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Planar or spatial.
    #[must_use]
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// All points, nodes first, in the order of the model.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The ends of the elements of a beam, in order: one more than there are elements.
    #[must_use]
    pub fn beam_ends(&self, beam: BeamId) -> &[End] {
        &self.ends[beam.0]
    }

    /// The end of a beam at one of its two nodes.
    ///
    /// # Panics
    /// When the beam does not end there: the model has been checked for it.
    #[must_use]
    pub fn beam_end_at(&self, beam: BeamId, node: NodeId) -> End {
        let ends = self.beam_ends(beam);
        let (first, last) = (ends[0], ends[ends.len() - 1]);
        if first.translation.0 == node.0 {
            return first;
        }
        assert!(last.translation.0 == node.0, "a checked model names only beams that end at the hinge");
        last
    }

    /// The orientation of a beam or rigid body at a node.
    #[must_use]
    pub fn member_rotation(&self, member: Member, node: NodeId) -> RotationId {
        match member {
            Member::Beam(beam) => self.beam_end_at(beam, node).rotation,
            Member::Body(body) => self.body(body).rotation,
            Member::Part(part) => {
                let mut ends = self.part_ends(part).iter();
                let end = ends.find(|end| end.translation.0 == node.0);
                end.expect("a checked model names only FE parts with an interface at the joint").rotation
            }
        }
    }

    /// The interfaces of an FE part in large motion, in order; none for others.
    #[must_use]
    pub fn part_ends(&self, part: FePartId) -> &[End] {
        &self.parts[part.0]
    }

    /// The first node of a rigid body, and its rotation.
    #[must_use]
    pub fn body(&self, body: RigidBodyId) -> End {
        self.bodies[body.0]
    }

    /// The orientation of a node (for supports, masses and moments), if it has one.
    #[must_use]
    pub fn own_rotation(&self, node: NodeId) -> Option<RotationId> {
        self.own_rotation[node.0]
    }

    /// The point of each rotation, in their order.
    pub(crate) fn turning_points(&self) -> impl Iterator<Item = TranslationId> {
        self.orientations.iter().map(|orientation| orientation.point)
    }

    /// Indices of a translation's coordinates: (x, y) or (x, y, z).
    #[must_use]
    pub fn translation(&self, id: TranslationId) -> std::ops::Range<usize> {
        let d = self.translations_each();
        id.0 * d..(id.0 + 1) * d
    }

    /// Indices of a rotation's coordinates: (phi) or (rx, ry, rz).
    #[must_use]
    pub fn rotation(&self, id: RotationId) -> std::ops::Range<usize> {
        let first = self.points.len() * self.translations_each();
        let d = self.rotations_each();
        first + id.0 * d..first + (id.0 + 1) * d
    }

    /// The coordinates of an end: its translation, then its rotation.
    pub fn end(&self, end: End) -> impl Iterator<Item = usize> + use<> {
        self.translation(end.translation).chain(self.rotation(end.rotation))
    }

    /// Index of a node's coordinate, if that node has it.
    #[must_use]
    pub fn index(&self, node: NodeId, coordinate: Coordinate) -> Option<usize> {
        let planar = self.dimension != Dimension::Three;
        let translation = |k: usize| Some(self.translation(TranslationId(node.0)).start + k);
        let rotation = |k: usize| self.own_rotation(node).map(|r| self.rotation(r).start + k);
        match coordinate {
            Coordinate::X => translation(0),
            Coordinate::Y => translation(1),
            Coordinate::Z if planar => None,
            Coordinate::Z => translation(2),
            Coordinate::Rx | Coordinate::Ry if planar => None,
            Coordinate::Rx => rotation(0),
            Coordinate::Ry => rotation(1),
            Coordinate::Rz => rotation(if planar { 0 } else { 2 }),
        }
    }

    /// The row that measures a node's motion along or about a direction: indices and factors.
    /// `None` for a rotation of a node without rotation.
    #[must_use]
    pub fn measure(&self, node: NodeId, direction: Direction) -> Option<Vec<(usize, f64)>> {
        let (indices, axis) = match direction {
            Direction::Along(v) => (self.translation(TranslationId(node.0)), v.to_vec()),
            Direction::About(v) if self.dimension == Dimension::Three => {
                (self.rotation(self.own_rotation(node)?), v.to_vec())
            }
            Direction::About(v) => (self.rotation(self.own_rotation(node)?), vec![v[2]]),
        };
        Some(indices.zip(axis).filter(|(_, a)| *a != 0.0).collect())
    }

    /// The name of a coordinate: `A1.x`, `B.2.phi`, `E.phi(A)` where a hinge separates orientations.
    #[must_use]
    pub fn name(&self, index: usize) -> String {
        let (d, r) = (self.translations_each(), self.rotations_each());
        let first_rotation = self.points.len() * d;
        if index < first_rotation {
            return format!("{}.{}", self.points[index / d].name, ["x", "y", "z"][index % d]);
        }
        let orientation = &self.orientations[(index - first_rotation) / r];
        let kind = if r == 1 { "phi" } else { ["rx", "ry", "rz"][(index - first_rotation) % r] };
        let point = &self.points[orientation.point.0].name;
        match &orientation.part {
            Some(part) => format!("{point}.{kind}({part})"),
            None => format!("{point}.{kind}"),
        }
    }

    /// What a coordinate is: its name, kind and place.
    #[must_use]
    pub fn row(&self, index: usize) -> Row {
        let kind = if self.is_rotation(index) { RowKind::Rotation } else { RowKind::Translation };
        let first = self.points.len() * self.translations_each();
        let point = match index.checked_sub(first) {
            Some(rotation) => self.orientations[rotation / self.rotations_each()].point.0,
            None => index / self.translations_each(),
        };
        Row::new(self.name(index), kind, Some(self.points[point].position))
    }

    /// Whether a coordinate is a rotation.
    #[must_use]
    pub fn is_rotation(&self, index: usize) -> bool {
        index >= self.points.len() * self.translations_each()
    }

    /// The displacement of every coordinate in a small rigid motion: translation plus rotation about a point.
    #[must_use]
    pub fn rigid_motion(&self, translation: Vector, rotation: Vector, about: Vector) -> Vec<f64> {
        let mut motion = vec![0.0; self.len()];
        for (i, point) in self.points.iter().enumerate() {
            let arm = sub(point.position, about);
            let moved = add_scaled(translation, 1.0, crate::vector::cross(rotation, arm));
            for (index, value) in self.translation(TranslationId(i)).zip(moved) {
                motion[index] = value;
            }
        }
        let turned = if self.rotations_each() == 3 { rotation.to_vec() } else { vec![rotation[2]] };
        for i in 0..self.orientations.len() {
            for (index, value) in self.rotation(RotationId(i)).zip(&turned) {
                motion[index] = *value;
            }
        }
        motion
    }

    /// The size of the structure: the diagonal of its bounding box [m].
    #[must_use]
    pub fn size(&self) -> f64 {
        let extent = |k: usize| {
            let values = self.points.iter().map(|p| p.position[k]);
            let (low, high) =
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
            if high >= low { high - low } else { 0.0 }
        };
        extent(0).hypot(extent(1)).hypot(extent(2))
    }

    /// The name of a coordinate of the node farthest from a point.
    pub(crate) fn farthest(&self, from: [f64; 3]) -> Option<String> {
        let away = |index: &usize| {
            let place = self.points[*index].position;
            (0..3).map(|k| (place[k] - from[k]).abs()).fold(0.0, f64::max)
        };
        let at = (0..self.points.len()).max_by(|a, b| away(a).total_cmp(&away(b)))?;
        Some(self.name(self.translation(TranslationId(at)).start))
    }

    fn translations_each(&self) -> usize {
        if self.dimension == Dimension::Three { 3 } else { 2 }
    }

    fn rotations_each(&self) -> usize {
        if self.dimension == Dimension::Three { 3 } else { 1 }
    }

    fn new_rotation(&mut self, point: TranslationId, part: Option<String>) -> RotationId {
        self.orientations.push(Orientation { point, part });
        RotationId(self.orientations.len() - 1)
    }

    /// A rigid body has one orientation, wherever its nodes are.
    fn orient_bodies(&mut self, structure: &Structure) {
        for body in &structure.rigid_bodies {
            let translation = TranslationId(body.nodes[0].0);
            let rotation = self.new_rotation(translation, Some(body.name.clone()));
            self.bodies.push(End { translation, rotation });
        }
    }

    /// The rigid body at a node that no hinge there names.
    fn unnamed_body(&self, structure: &Structure, node: NodeId) -> Option<RotationId> {
        let is_named = |body: usize| {
            let part = Side::Part(Member::Body(RigidBodyId(body)));
            structure.names_at(node, part)
        };
        let mut there =
            structure.rigid_bodies.iter().enumerate().filter(|(_, body)| body.nodes.contains(&node));
        there.find(|(body, _)| !is_named(*body)).map(|(body, _)| self.bodies[body].rotation)
    }

    /// Every beam or FE part named by a hinge or another joint gets its own orientation there. The first named part has the orientation
    /// of the node, shared by unnamed beams and bodies, supports and masses.
    fn orient_hinged_parts(&mut self, model: &Model) -> BTreeMap<(NodeId, Member), RotationId> {
        let structure = &model.structure;
        let mut found = BTreeMap::new();
        let hinges = structure.hinges.iter().flat_map(|hinge| hinge.between.map(|side| (hinge.at, side)));
        let joints =
            structure.joints.iter().flat_map(|joint| [0, 1].map(|k| (joint.at[k], joint.between[k])));
        for (at, side) in hinges.chain(joints) {
            let id = match side {
                Side::Ground => continue,
                Side::Part(Member::Body(body)) => self.body(body).rotation,
                Side::Part(member) => {
                    if found.contains_key(&(at, member)) {
                        continue;
                    }
                    let is_first = self.own_rotation[at.0].is_none();
                    let with_body = self.unnamed_body(structure, at).filter(|_| is_first);
                    let id = with_body.unwrap_or_else(|| {
                        let name = match member {
                            Member::Beam(beam) => &structure.beams[beam.0].name,
                            Member::Body(body) => &structure.rigid_bodies[body.0].name,
                            Member::Part(part) => &model.fe_parts[part.0].name,
                        };
                        self.new_rotation(TranslationId(at.0), Some(name.clone()))
                    });
                    found.insert((at, member), id);
                    id
                }
            };
            self.own_rotation[at.0].get_or_insert(id);
        }
        found
    }

    fn divide(
        &mut self,
        id: BeamId,
        beam: &Beam,
        structure: &Structure,
        at_hinges: &BTreeMap<(NodeId, Member), RotationId>,
    ) -> Vec<End> {
        let [p, q] = beam.nodes.map(|n| structure.nodes[n.0].position);
        let mut ends = vec![self.node_end(beam.nodes[0], Member::Beam(id), at_hinges)];
        for k in 1..beam.elements {
            let translation = TranslationId(self.points.len());
            let position = add_scaled(p, k as f64 / beam.elements as f64, sub(q, p));
            self.points.push(Point { name: format!("{}.{k}", beam.name), position });
            ends.push(End { translation, rotation: self.new_rotation(translation, None) });
        }
        ends.push(self.node_end(beam.nodes[1], Member::Beam(id), at_hinges));
        ends
    }

    fn node_end(
        &mut self,
        node: NodeId,
        member: Member,
        hinged: &BTreeMap<(NodeId, Member), RotationId>,
    ) -> End {
        let translation = TranslationId(node.0);
        let rotation = match (hinged.get(&(node, member)), self.own_rotation[node.0]) {
            (Some(&id), _) | (None, Some(id)) => id,
            (None, None) => {
                let id = self.new_rotation(translation, None);
                self.own_rotation[node.0] = Some(id);
                id
            }
        };
        End { translation, rotation }
    }

    /// A node without beams turns only if a rotational spring holds it: otherwise its angle has no stiffness.
    fn orient_sprung_nodes(&mut self, structure: &Structure) {
        for spring in &structure.springs {
            if !matches!(spring.line, Line::Directed(Direction::About(_))) {
                continue;
            }
            for side in &spring.sides {
                if let Side::Part(Attachment::Node(node)) = side
                    && self.own_rotation[node.0].is_none()
                {
                    self.own_rotation[node.0] = Some(self.new_rotation(TranslationId(node.0), None));
                }
            }
        }
    }
}
