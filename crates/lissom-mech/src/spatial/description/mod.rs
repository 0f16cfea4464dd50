//! From a model to a spatial machine: nodes, supports, members and joints; `loads` adds drives, loads and friction, `outputs` what is
//! observed.

mod flexible_parts;
mod loads;
mod outputs;

use super::building::{BeamProperties, SpatialEnd};
use super::elements::{BeamMeasure, JointShape, Shape};
use super::machine::{BeamParts, JointEnds, Preference, SpatialMachine};
use super::rotation::{Axes, Rotation};
use crate::assembly::coordinates::{Coordinates, End, RotationId, TranslationId};
use crate::assembly::supports;
use crate::elements::shear_ratio;
use crate::error::MechError;
use crate::laws::TimeLawsBuilder;
use crate::parts::moving_part::MovingParts;
use crate::system::Size;
use crate::vector::{Vector, norm, sub};
use lissom_model::model::{
    Attachment, Beam, BeamId, BendingMeasure, Dimension, Direction, Joint, JointKind, Line, Member, Model,
    NodeId, RigidBodyId, Side,
};

/// Where the motions of a joint are measured: the parts of its rotations and of its offsets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JointParts {
    pub rotation: Option<usize>,
    pub offset: Option<usize>,
    pub is_universal: bool,
}

/// A machine in the making.
pub(super) struct Description<'a> {
    pub model: &'a Model,
    pub coordinates: Coordinates,
    pub machine: SpatialMachine,
    pub hinges: Vec<usize>,
    pub joints: Vec<JointParts>,
    /// The deformation of every drive.
    pub driven: Vec<usize>,
    /// The parts of every rigid body.
    pub bodies: Vec<std::ops::Range<usize>>,
    /// The part of every FE part; none for those that move a little only.
    pub superelements: Vec<Option<usize>>,
    /// The part of every spring; none between ground and ground.
    pub springs: Vec<Option<usize>>,
    pub laws: TimeLawsBuilder,
}

const GLOBAL: Axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The global triad that begins with an axis.
fn beginning_with(axis: usize) -> Axes {
    [0, 1, 2].map(|k| GLOBAL[(axis + k) % 3])
}

/// A planar model comes here because of its flexible parts.
pub(super) fn unsupported(model: &Model, what: &str) -> MechError {
    let place = match model.dimension {
        Dimension::Three => "in space",
        _ => "together with FE parts in large motion",
    };
    MechError::NotInMechanism { what: format!("{what} {place}") }
}

impl<'a> Description<'a> {
    /// The machine of a model.
    ///
    /// # Errors
    /// When a part cannot be built, or something is not supported.
    pub fn of(model: &'a Model, parts: &MovingParts) -> Result<SpatialMachine, MechError> {
        refuse_the_unknown(model)?;
        let mut this = Self {
            model,
            coordinates: Coordinates::of(model),
            machine: SpatialMachine::named(&model.name, model.gravity),
            hinges: Vec::new(),
            joints: Vec::new(),
            driven: Vec::new(),
            bodies: Vec::new(),
            superelements: Vec::new(),
            springs: Vec::new(),
            laws: TimeLawsBuilder::new(model),
        };
        this.machine.planar = model.dimension != Dimension::Three;
        this.add_nodes();
        this.add_supports();
        this.add_members()?;
        this.add_superelements(parts)?;
        this.add_lumps()?;
        this.add_joints()?;
        this.add_lines()?;
        this.add_drives()?;
        this.add_loads()?;
        this.add_frictions()?;
        this.add_outputs()?;
        this.hold_idle_rotations(parts);
        let Self { mut machine, laws, .. } = this;
        machine.laws = Some(laws.finish());
        Ok(machine)
    }

    fn add_nodes(&mut self) {
        for point in self.coordinates.points() {
            self.machine.point(&point.name, point.position, false);
        }
        self.machine.nodes = self.machine.points.len();
        let points: Vec<TranslationId> = self.coordinates.turning_points().collect();
        for (k, point) in points.into_iter().enumerate() {
            let first = self.coordinates.name(self.coordinates.rotation(RotationId(k)).start);
            let name = first.replacen(if self.machine.planar { ".rz" } else { ".rx" }, "", 1);
            self.machine.orientation(&name, point.0, false);
        }
    }

    /// Fixes what is held altogether; the rest is held by rows.
    fn add_supports(&mut self) {
        let held = supports::held(self.model, &self.coordinates);
        for k in 0..self.coordinates.points().len() {
            let free: Vec<bool> =
                self.coordinates.translation(TranslationId(k)).map(|c| !held.contains(&c)).collect();
            if free.iter().all(|f| !f) {
                self.machine.points[k].fixed = true;
            } else if !free.iter().all(|f| *f) {
                let name = format!("support of {}", self.machine.points[k].name);
                let ground = self.ground_at(k);
                let free = [0, 1, 2].map(|i| free.get(i).copied().unwrap_or(false));
                let part = self.machine.offset_in(&name, ground, k, &GLOBAL, free);
                self.machine.supports.push(part);
            }
        }
        for k in 0..self.machine.orientations.len() {
            let all: Vec<usize> = self.coordinates.rotation(RotationId(k)).collect();
            let free: Vec<usize> = (0..all.len()).filter(|i| !held.contains(&all[*i])).collect();
            let name = format!("support of {}", self.machine.orientations[k].name);
            let sides = [None, Some(k)];
            match free[..] {
                [] => self.machine.orientations[k].fixed = true,
                _ if free.len() == all.len() => {}
                [axis] => {
                    let triad = beginning_with(axis);
                    let part = self.machine.rotation_in(&name, sides, &triad, [true, false, false]);
                    self.machine.supports.push(part);
                }
                [_, _] => {
                    let axis = (0..3).find(|i| held.contains(&all[*i])).unwrap_or(0);
                    let triad = beginning_with(axis);
                    let part = self.machine.rotation_in(&name, sides, &triad, [false, true, true]);
                    self.machine.supports.push(part);
                }
                _ => {}
            }
        }
        self.move_supports();
        for joint in &self.model.structure.joints {
            if joint.shares_position() && joint.between.contains(&Side::Ground) {
                self.machine.points[joint.at[0].0].fixed = true;
            }
        }
    }

    /// Puts supports where the model says they are, away from the reference configuration: what is fixed altogether by its place, the
    /// rest by the frame of ground that it is held in.
    fn move_supports(&mut self) {
        for fix in self.model.structure.fixes.iter().filter(|f| f.moved != [0.0; 3] || f.turned != [0.0; 3]) {
            let turn = Rotation::exp(fix.turned);
            for node in &fix.nodes {
                let turned = self.coordinates.own_rotation(*node).map(|id| id.0);
                if self.machine.points[node.0].fixed {
                    self.machine.points[node.0].moved = fix.moved;
                }
                if let Some(k) = turned.filter(|k| self.machine.orientations[*k].fixed) {
                    self.machine.orientations[k].turned = fix.turned;
                }
                for part in &mut self.machine.parts {
                    let own =
                        (part.points[1] == Some(node.0), part.orientations[1] == turned && turned.is_some());
                    match &mut part.shape {
                        Shape::Joint(JointShape::Offset { start, .. }) if own.0 => {
                            (0..3).for_each(|i| start[i] += fix.moved[i]);
                        }
                        Shape::Joint(JointShape::Rotation { triads }) if own.1 => {
                            triads[0] = triads[0].map(|axis| turn.turn(axis));
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// A fixed point where a point is in the reference configuration.
    pub fn ground_at(&mut self, point: usize) -> SpatialEnd {
        let own = &self.machine.points[point];
        if own.fixed {
            return SpatialEnd { point, orientation: None };
        }
        let (name, position) = (format!("ground at {}", own.name), own.position);
        SpatialEnd { point: self.machine.point(&name, position, true), orientation: None }
    }

    fn end(end: End) -> SpatialEnd {
        SpatialEnd { point: end.translation.0, orientation: Some(end.rotation.0) }
    }

    fn add_members(&mut self) -> Result<(), MechError> {
        let structure = &self.model.structure;
        for (i, beam) in structure.beams.iter().enumerate() {
            let ends: Vec<SpatialEnd> =
                self.coordinates.beam_ends(BeamId(i)).iter().map(|end| Self::end(*end)).collect();
            let [p, q] = beam.nodes.map(|n| structure.nodes[n.0].position);
            let has = properties(beam, norm(sub(q, p)) / beam.elements as f64);
            let first = self.machine.parts.len();
            for (k, pair) in ends.windows(2).enumerate() {
                let name = match beam.elements {
                    1 => format!("beam {}", beam.name),
                    _ => format!("beam {}, element {}", beam.name, k + 1),
                };
                self.machine.beam(&name, [pair[0], pair[1]], &has)?;
            }
            self.machine.beams.push(BeamParts {
                name: beam.name.clone(),
                parts: first..self.machine.parts.len(),
                section: beam.section_stress,
                axial: beam.stiffness.axial,
                outer_fibre: beam.outer_fibre,
            });
        }
        for truss in &structure.trusses {
            let damping = truss.kelvin_voigt * truss.stiffness;
            let points = truss.nodes.map(|n| n.0);
            self.machine.bar(&truss.name, points, truss.stiffness, damping, truss.mass, truss.flexible);
        }
        for (i, body) in structure.rigid_bodies.iter().enumerate() {
            let first = Self::end(self.coordinates.body(RigidBodyId(i)));
            let own = self.machine.parts.len();
            for node in &body.nodes[1..] {
                let name = format!("{}: node {}", body.name, structure.nodes[node.0].name);
                self.machine.offset_in(&name, first, node.0, &GLOBAL, [false; 3]);
            }
            let centre = sub(body.centre, self.machine.points[first.point].position);
            if body.mass != 0.0 || body.inertia != [[0.0; 3]; 3] {
                self.machine.body(&body.name, first, body.mass, centre, body.inertia)?;
            }
            self.bodies.push(own..self.machine.parts.len());
        }
        Ok(())
    }

    /// The point of an attachment.
    pub fn node(at: &Attachment, what: &str) -> Result<NodeId, MechError> {
        match at {
            Attachment::Node(node) => Ok(*node),
            _ => Err(MechError::PortsNotHere { what: what.to_owned() }),
        }
    }

    /// The orientation of a node.
    pub fn turning(&self, node: NodeId, what: &str) -> Result<usize, MechError> {
        let found = self.coordinates.own_rotation(node).map(|id| id.0);
        found.ok_or_else(|| MechError::NothingTurns {
            what: what.to_owned(),
            node: self.model.structure.nodes[node.0].name.clone(),
        })
    }

    fn add_lumps(&mut self) -> Result<(), MechError> {
        for mass in &self.model.structure.masses {
            let node = Self::node(&mass.at, &mass.name)?;
            let is_extended = mass.offset != [0.0; 3] || mass.inertia != [[0.0; 3]; 3];
            let orientation = if is_extended {
                Some(self.turning(node, &mass.name)?)
            } else {
                self.coordinates.own_rotation(node).map(|id| id.0)
            };
            let end = SpatialEnd { point: node.0, orientation };
            self.machine.body(&mass.name, end, mass.mass, mass.offset, mass.inertia)?;
        }
        Ok(())
    }

    /// The orientation of one side of a joint.
    fn side(&self, side: Side<Member>, at: NodeId) -> Option<usize> {
        match side {
            Side::Ground => None,
            Side::Part(member) => Some(self.coordinates.member_rotation(member, at).0),
        }
    }

    fn add_joints(&mut self) -> Result<(), MechError> {
        for hinge in &self.model.structure.hinges {
            let sides = hinge.between.map(|side| self.side(side, hinge.at));
            let part = self.machine.hinge(&format!("hinge {}", hinge.name), sides, hinge.axis)?;
            self.machine.support(part, &[hinge.stiffness, 0.0, 0.0], &[hinge.damping, 0.0, 0.0]);
            self.hinges.push(part);
            let (members, sign) = self.members(hinge.between, hinge.at);
            let name = hinge.name.clone();
            let point = hinge.at.0;
            self.machine.joints.push(JointEnds { name, parts: vec![part], members, point, sign });
        }
        for joint in &self.model.structure.joints {
            let first = self.machine.parts.len();
            let parts = self.add_joint(joint)?;
            self.joints.push(parts);
            let shared = if joint.shares_position() {
                self.members(joint.between, joint.at[1])
            } else {
                (Vec::new(), 1.0)
            };
            self.machine.joints.push(JointEnds {
                name: joint.name.clone(),
                parts: (first..self.machine.parts.len()).collect(),
                members: shared.0,
                point: joint.at[1].0,
                sign: shared.1,
            });
        }
        for slide in &self.model.structure.slides {
            let ground = self.ground_at(slide.node.0);
            let name = format!("slide of {}", self.machine.points[slide.node.0].name);
            let (node, free) = (slide.node.0, [true, false, false]);
            let part = self.machine.offset(&name, ground, node, slide.direction, free)?;
            self.machine.supports.push(part);
        }
        Ok(())
    }

    /// Parts of the second side that end in a point; where that is ground, those of the first, which get the opposite force.
    fn members(&self, between: [Side<Member>; 2], at: NodeId) -> (Vec<usize>, f64) {
        let (member, sign) = match between {
            [_, Side::Part(member)] => (member, 1.0),
            [Side::Part(member), Side::Ground] => (member, -1.0),
            [Side::Ground, Side::Ground] => return (Vec::new(), 1.0),
        };
        let all = match member {
            Member::Beam(beam) => self.machine.beams[beam.0].parts.clone(),
            Member::Body(body) => self.bodies[body.0].clone(),
            Member::Part(part) => self.superelements[part.0].map_or(0..0, |k| k..k + 1),
        };
        let ends_there = |k: &usize| self.machine.parts[*k].ends().any(|(point, _)| point == Some(at.0));
        (all.filter(ends_there).collect(), sign)
    }

    fn add_joint(&mut self, joint: &Joint) -> Result<JointParts, MechError> {
        let name = format!("joint {}", joint.name);
        let sides = [0, 1].map(|k| self.side(joint.between[k], joint.at[k]));
        let [first, second] = [0, 1].map(|k| match joint.between[k] {
            Side::Ground => self.ground_at(joint.at[1 - k].0),
            Side::Part(_) => SpatialEnd { point: joint.at[k].0, orientation: sides[k] },
        });
        let (none, all, one, two) = ([false; 3], [true; 3], [true, false, false], [false, true, true]);
        let (turns, shifts) = match joint.kind {
            JointKind::Spherical => (Some(all), None),
            JointKind::Universal => (None, None),
            JointKind::Slide => (Some(none), Some(one)),
            JointKind::PinInSlot => (None, Some(one)),
            JointKind::Cylindrical | JointKind::Screw { .. } => (Some(one), Some(one)),
            JointKind::Planar => (Some(one), Some(two)),
            JointKind::Weld => (Some(none), Some(none)),
            JointKind::Bushing => (Some(all), Some(all)),
        };
        let is_elastic = joint.elastic.iter().any(|e| e.stiffness != 0.0 || e.damping != 0.0);
        let mut parts =
            JointParts { is_universal: joint.kind == JointKind::Universal, ..JointParts::default() };
        // A ball without springs measures nothing: its rotations are no coordinates that turn all the way.
        let is_measured = joint.kind != JointKind::Spherical || is_elastic || self.is_used(joint);
        parts.rotation = turns
            .filter(|_| is_measured)
            .map(|free| self.machine.rotation_in(&name, sides, &joint.triad, free));
        if parts.is_universal {
            parts.rotation = Some(self.machine.universal(&name, sides, [joint.triad[0], joint.triad[1]])?);
        }
        parts.offset =
            shifts.map(|free| self.machine.offset_in(&name, first, second.point, &joint.triad, free));
        if let JointKind::Screw { lead } = joint.kind {
            self.machine.screw(&name, [first, second], joint.triad[0], lead)?;
        }
        if joint.kind == JointKind::Bushing || joint.kind == JointKind::Spherical {
            for part in [parts.rotation, parts.offset].into_iter().flatten() {
                self.machine.parts[part].preference = Preference::Elastic;
            }
        }
        for (motion, has) in joint.kind.motions().iter().zip(&joint.elastic) {
            let (part, own) =
                place(&parts, motion.turns, motion.axis).filter(|_| is_elastic).unwrap_or((usize::MAX, 0));
            if part != usize::MAX {
                self.stiffen(part, own, has.stiffness, has.damping);
            }
        }
        Ok(parts)
    }

    /// Whether a motion of a joint is driven, loaded or observed.
    fn is_used(&self, joint: &Joint) -> bool {
        let own = |k: usize| self.model.structure.joints[k].name == joint.name;
        let loads = self.model.joint_loads.iter().map(|load| load.what.joint.0);
        let drives = self.model.structure.drives.iter().filter_map(|drive| match drive.what {
            lissom_model::model::Driven::Joint(motion) => Some(motion.joint.0),
            _ => None,
        });
        let rubbing = self.model.structure.frictions.iter().filter_map(|friction| match friction.what {
            lissom_model::model::Rubbing::Joint(motion) => Some(motion.joint.0),
            _ => None,
        });
        loads.chain(drives).chain(rubbing).any(own)
    }

    /// Adds stiffness and damping to one deformation.
    fn stiffen(&mut self, part: usize, own: usize, stiffness: f64, damping: f64) {
        let n = self.machine.parts[part].deformations.len();
        let own_part = &mut self.machine.parts[part];
        for (matrix, value) in [(&mut own_part.stiffness, stiffness), (&mut own_part.damping, damping)] {
            if value != 0.0 {
                matrix.resize(n * n, 0.0);
                matrix[own * n + own] += value;
            }
        }
    }

    /// Springs and dampers.
    fn add_lines(&mut self) -> Result<(), MechError> {
        let structure = &self.model.structure;
        for spring in &structure.springs {
            let part =
                self.add_line(&spring.name, &spring.sides, spring.line, spring.stiffness, spring.damping)?;
            self.springs.push(part);
        }
        for damper in &structure.dampers {
            self.add_line(&damper.name, &damper.sides, damper.line, 0.0, damper.damping)?;
        }
        Ok(())
    }

    fn add_line(
        &mut self,
        name: &str,
        sides: &[Side<Attachment>; 2],
        line: Line,
        stiffness: f64,
        damping: f64,
    ) -> Result<Option<usize>, MechError> {
        let node = |side: &Side<Attachment>| match side {
            Side::Ground => Ok(None),
            Side::Part(at) => Self::node(at, name).map(Some),
        };
        let nodes = [node(&sides[0])?, node(&sides[1])?];
        let Some(known) = nodes[0].or(nodes[1]) else { return Ok(None) };
        let directed = |direction: Vector, each: [f64; 3]| (direction, each);
        let (direction, each) = match line {
            Line::Directed(Direction::About(axis)) => {
                let turned = [0, 1].map(|k| nodes[k].map(|n| self.turning(n, name)).transpose());
                let [p, q] = turned;
                let part = self.machine.rotation(name, [p?, q?], axis, [true; 3])?;
                self.machine.parts[part].preference = Preference::Elastic;
                self.stiffen(part, 0, stiffness, damping);
                return Ok(Some(part));
            }
            Line::Directed(Direction::Along(direction)) => directed(direction, [1.0, 0.0, 0.0]),
            Line::Isotropic => directed([1.0, 0.0, 0.0], [1.0; 3]),
            Line::Axial => {
                let points = [0, 1].map(|k| match nodes[k] {
                    Some(n) => n.0,
                    None => self.ground_at(known.0).point,
                });
                let part = self.machine.bar(name, points, stiffness, damping, 0.0, true);
                // A spring may change its length as much as a joint.
                self.machine.parts[part].deformations[0].size = Size::Large;
                return Ok(Some(part));
            }
        };
        let ends = [0, 1].map(|k| match nodes[k] {
            Some(n) => SpatialEnd { point: n.0, orientation: None },
            None => self.ground_at(known.0),
        });
        let part = self.machine.offset(name, ends[0], ends[1].point, direction, [true; 3])?;
        self.machine.parts[part].preference = Preference::Elastic;
        (0..3).for_each(|k| self.stiffen(part, k, each[k] * stiffness, each[k] * damping));
        Ok(Some(part))
    }
}

/// The part and the number of a motion of a joint.
pub(super) fn place(parts: &JointParts, turns: bool, axis: usize) -> Option<(usize, usize)> {
    match (turns, parts.is_universal) {
        (true, true) => parts.rotation.map(|part| (part, axis + 1)),
        (true, false) => parts.rotation.map(|part| (part, axis)),
        (false, _) => parts.offset.map(|part| (part, axis)),
    }
}

fn properties(beam: &Beam, length: f64) -> BeamProperties {
    let (s, i, f) = (&beam.stiffness, &beam.inertia, beam.flexible);
    BeamProperties {
        axial: s.axial,
        torsion: s.torsion,
        bending: [s.bending_y, s.bending_z],
        shear: [shear_ratio(s.bending_y, s.shear_z, length), shear_ratio(s.bending_z, s.shear_y, length)],
        mass: i.mass,
        rotary: [i.polar, i.rotary_y, i.rotary_z],
        flexible: [f.elongation, f.torsion, f.bending_y, f.bending_y, f.bending_z, f.bending_z],
        measure: match beam.measure {
            BendingMeasure::Sine => BeamMeasure::Sine,
            BendingMeasure::Angle => BeamMeasure::Angle,
        },
        shortening: beam.shortening,
        kelvin_voigt: beam.kelvin_voigt,
        y_axis: beam.y_axis,
    }
}

/// Rejects what spatial mechanisms do not support.
fn refuse_the_unknown(model: &Model) -> Result<(), MechError> {
    let spin = model.spin.iter().map(|_| "the rotating frame of [spin]".to_owned());
    let small = model.fe_parts.iter().filter(|part| part.motion.is_none());
    let parts = small.map(|part| format!("FE part {} (with small motion only)", part.name));
    let bodies = model.modal_bodies.iter().map(|body| format!("modal body {}", body.name));
    let bearings = model.bearings.iter().map(|bearing| format!("bearing {}", bearing.name));
    let all = spin.chain(parts).chain(bodies).chain(bearings);
    all.into_iter().next().map_or(Ok(()), |what| Err(unsupported(model, &what)))
}
