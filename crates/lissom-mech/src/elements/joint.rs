//! Joints of spatial models about the reference configuration: relative rotations and displacements of two sides, each free,
//! elastic, driven or fixed at zero.
//!
//! With the axes a, b, c of the joint, d = r_q − r_p and d₀ its reference value, the rows are a·(ϑ_q − ϑ_p) for rotations and
//! a·(r_q − r_p) − (d₀ × a)·ϑ_p for displacements, the first derivatives of the finite joints at their reference.

use super::{Deformation, Element, Family, Origin};
use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::assembly::torque;
use crate::error::MechError;
use crate::vector::{Vector, cross, sub};
use lissom_linalg::Dense;
use lissom_model::model::{Driven, Joint, JointId, JointKind, JointMotion, Model, NodeId, Side};
use std::f64::consts::TAU;

/// The joints of a model besides hinges.
pub(super) struct Joints;

impl Family for Joints {
    fn name(&self) -> &'static str {
        "joint"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for (i, joint) in model.structure.joints.iter().enumerate() {
            elements.push(Box::new(Connection::new(model, coordinates, JointId(i), joint)?));
        }
        Ok(elements)
    }
}

/// The motion of a joint as a combination of coordinates.
pub(crate) fn joint_motion(model: &Model, coordinates: &Coordinates, what: JointMotion) -> Vec<(usize, f64)> {
    let joint = &model.structure.joints[what.joint.0];
    let sides = Sides::new(model, coordinates, joint);
    let motion = joint.kind.motions()[what.motion];
    let row = if motion.turns {
        sides.turn(joint.triad[motion.axis])
    } else {
        sides.shift(joint.triad[motion.axis])
    };
    sides.coordinates.into_iter().zip(row).collect()
}

/// Coordinates of both sides, and where each side's begin.
struct Sides {
    coordinates: Vec<usize>,
    translations: [Option<usize>; 2],
    rotations: [Option<usize>; 2],
    /// From the point of the first side to that of the second [m].
    apart: Vector,
}

impl Sides {
    fn new(model: &Model, coordinates: &Coordinates, joint: &Joint) -> Self {
        let mut this =
            Self { coordinates: Vec::new(), translations: [None; 2], rotations: [None; 2], apart: [0.0; 3] };
        let position = |node: NodeId| model.structure.nodes[node.0].position;
        this.apart = sub(position(joint.at[1]), position(joint.at[0]));
        for (k, side) in joint.between.iter().enumerate() {
            let Side::Part(member) = side else { continue };
            if !joint.shares_position() {
                this.translations[k] = Some(this.coordinates.len());
                this.coordinates.extend(coordinates.translation(TranslationId(joint.at[k].0)));
            }
            this.rotations[k] = Some(this.coordinates.len());
            this.coordinates.extend(coordinates.rotation(coordinates.member_rotation(*member, joint.at[k])));
        }
        this
    }

    fn enter(row: &mut [f64], first: Option<usize>, factor: f64, vector: Vector) {
        let Some(first) = first else { return };
        vector.iter().enumerate().for_each(|(k, component)| row[first + k] += factor * component);
    }

    /// The relative rotation about an axis.
    fn turn(&self, axis: Vector) -> Vec<f64> {
        let mut row = vec![0.0; self.coordinates.len()];
        Self::enter(&mut row, self.rotations[0], -1.0, axis);
        Self::enter(&mut row, self.rotations[1], 1.0, axis);
        row
    }

    /// The displacement along an axis that is fixed to the first side.
    fn shift(&self, axis: Vector) -> Vec<f64> {
        let mut row = vec![0.0; self.coordinates.len()];
        Self::enter(&mut row, self.translations[0], -1.0, axis);
        Self::enter(&mut row, self.translations[1], 1.0, axis);
        Self::enter(&mut row, self.rotations[0], -1.0, cross(self.apart, axis));
        row
    }
}

/// What becomes of the six relative motions of a kind: rotations about a, b, c, then displacements along them.
fn fixed(kind: JointKind) -> [Option<bool>; 6] {
    const FREE: Option<bool> = Some(false);
    const FIXED: Option<bool> = Some(true);
    match kind {
        JointKind::Spherical => [FREE, FREE, FREE, None, None, None],
        JointKind::Universal => [FREE, FREE, FIXED, None, None, None],
        JointKind::Slide => [FIXED, FIXED, FIXED, FREE, FIXED, FIXED],
        JointKind::PinInSlot => [None, None, None, FREE, FIXED, FIXED],
        JointKind::Cylindrical | JointKind::Screw { .. } => [FREE, FIXED, FIXED, FREE, FIXED, FIXED],
        JointKind::Planar => [FREE, FIXED, FIXED, FIXED, FREE, FREE],
        JointKind::Weld => [FIXED; 6],
        JointKind::Bushing => [FREE; 6],
    }
}

const NAMES: [[&str; 3]; 2] = [
    ["angle about the axis", "angle about the second axis", "angle about the third axis"],
    [
        "displacement along the axis",
        "displacement along the second axis",
        "displacement along the third axis",
    ],
];

#[derive(Debug)]
struct Connection {
    id: JointId,
    name: String,
    coordinates: Vec<usize>,
    deformations: Vec<Deformation>,
    rows: Vec<Vec<f64>>,
    /// Of each deformation [N/m] or [N m/rad].
    stiffness: Vec<f64>,
    /// Of each deformation [N s/m] or [N m s/rad].
    damping: Vec<f64>,
    grounded: bool,
}

impl Connection {
    fn new(model: &Model, coordinates: &Coordinates, id: JointId, joint: &Joint) -> Result<Self, MechError> {
        let sides = Sides::new(model, coordinates, joint);
        let mut this = Self {
            id,
            name: joint.name.clone(),
            coordinates: sides.coordinates.clone(),
            deformations: Vec::new(),
            rows: Vec::new(),
            stiffness: Vec::new(),
            damping: Vec::new(),
            grounded: joint.between.contains(&Side::Ground),
        };
        for (k, fixed) in fixed(joint.kind).into_iter().enumerate() {
            let Some(fixed) = fixed else { continue };
            let (turns, axis) = (k < 3, k % 3);
            let row = if turns { sides.turn(joint.triad[axis]) } else { sides.shift(joint.triad[axis]) };
            let motion = joint.kind.motions().iter().position(|m| m.turns == turns && m.axis == axis);
            let motion = motion.map(|motion| JointMotion { joint: id, motion });
            let drive = motion.and_then(|what| {
                model.structure.drives.iter().position(|drive| drive.what == Driven::Joint(what))
            });
            let [stiffness, damping] = match motion {
                Some(what) => torque::linearised_joint(model, what)?,
                None => [0.0; 2],
            };
            let own = motion.map(|what| joint.elastic[what.motion]).unwrap_or_default();
            let name = NAMES[usize::from(!turns)][axis];
            let free = !fixed && drive.is_none();
            let deformation =
                if turns { Deformation::angle(name, free) } else { Deformation::length(name, free) };
            this.deformations.push(Deformation { drive, ..deformation });
            this.rows.push(row);
            this.stiffness.push(own.stiffness + stiffness);
            this.damping.push(own.damping + damping);
        }
        if let JointKind::Screw { lead } = joint.kind {
            let (shift, turn) = (sides.shift(joint.triad[0]), sides.turn(joint.triad[0]));
            this.deformations.push(Deformation::length("displacement beyond that of the thread", false));
            this.rows.push(shift.iter().zip(turn).map(|(s, t)| s - lead / TAU * t).collect());
            this.stiffness.push(0.0);
            this.damping.push(0.0);
        }
        Ok(this)
    }
}

fn diagonal(values: &[f64]) -> Dense {
    Dense::from_fn(values.len(), values.len(), |i, j| if i == j { values[i] } else { 0.0 })
}

impl Element for Connection {
    fn name(&self) -> String {
        format!("joint {}", self.name)
    }

    fn origin(&self) -> Origin {
        Origin::Joint(self.id)
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        self.deformations.clone()
    }

    fn gradient(&self) -> Dense {
        Dense::from_fn(self.rows.len(), self.coordinates.len(), |i, j| self.rows[i][j])
    }

    fn stiffness(&self) -> Dense {
        diagonal(&self.stiffness)
    }

    fn damping(&self) -> Option<Dense> {
        self.damping.iter().any(|c| *c != 0.0).then(|| diagonal(&self.damping))
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}
