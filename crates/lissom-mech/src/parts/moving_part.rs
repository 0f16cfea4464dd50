//! A flexible part of a mechanism, discretised by a finite-element program and reduced: all that equations of motion need of it.
//!
//! The part has n interfaces and p internal amplitudes. Its local motions relative to a frame that moves with it are
//! d = (u₁, ψ₁, …, uₙ, ψₙ, η), N = 6n + p of them: displacement [m] and rotation [rad] of every interface, then amplitudes. The
//! displacement of its mesh is y = Ψ d; the mesh itself is not needed.
//!
//! Everything is in SI units and along the axes of the model, in the reference configuration: after the part was put in its place.

use super::shape_integrals::ShapeIntegrals;
use crate::vector::Vector;
use lissom_linalg::Dense;
use std::sync::Arc;

/// Motions of an interface in d: three displacements, three rotations.
pub const INTERFACE_MOTIONS: usize = 6;

/// An interface of a part, as a node of the mechanism.
#[derive(Clone, Debug, PartialEq)]
pub struct PartNode {
    /// Its name inside the part.
    pub name: String,
    /// Its place in the reference configuration [m].
    pub position: Vector,
    /// Whether it has rotations; without them its ψ is no motion, and its rows and columns are zero.
    pub turns: bool,
}

/// Damping of a part that moves. It acts on deformations only: rigid motion is not damped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PartDamping {
    /// None.
    #[default]
    None,
    /// The same damping ratio of all elastic modes of the free part [-].
    Modal(f64),
    /// Proportional to stiffness and mass.
    Proportional {
        /// Factor of the stiffness [s].
        stiffness: f64,
        /// Factor of the mass, applied to what is left of a motion without its rigid part [1/s].
        mass: f64,
    },
}

/// What the frame of a part follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartFrame {
    /// The mean of the interfaces: their places, and their rotations about axes that places leave open.
    #[default]
    Interfaces,
    /// The axes in which the part has no momentum of deformation, about its centre of mass.
    Mass,
    /// One of the interfaces.
    Interface(usize),
}

/// Which deformations of a part are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeldDeformations {
    /// None: everything is flexible.
    #[default]
    None,
    /// The change of the distance of two interfaces.
    Elongation,
    /// Everything of two interfaces but the change of their distance.
    AllButElongation,
    /// All: the part is rigid.
    All,
}

/// Geometric stiffness: the change of the stiffness under a load.
#[derive(Clone, Debug)]
pub struct GeometricForm {
    /// The load on d, in equilibrium with its reactions [N, N m].
    pub load: Vec<f64>,
    /// Kᴳ over d (N × N) under this load.
    pub stiffness: Dense,
}

/// A part that moves as a body of a mechanism.
#[derive(Clone, Debug)]
pub struct MovingPart {
    /// Its name; interfaces are nodes `name.interface`.
    pub name: String,
    /// Its interfaces.
    pub interfaces: Vec<PartNode>,
    /// Number of internal amplitudes p.
    pub amplitudes: usize,
    /// Whether it knows motions in the x-y plane only: u_x, u_y and ψ_z of every interface; other rows are zero.
    pub planar: bool,
    /// Stiffness over d (N × N).
    pub stiffness: Dense,
    /// Mass over d (N × N).
    pub mass: Dense,
    /// Damping.
    pub damping: PartDamping,
    /// Inertia in large motion.
    pub integrals: ShapeIntegrals,
    /// Geometric stiffness under loads at the interfaces; empty where it is not known.
    pub geometric: Vec<GeometricForm>,
    /// Its frame.
    pub frame: PartFrame,
    /// What is held.
    pub held: HeldDeformations,
}

impl MovingPart {
    /// Number of local motions: N = 6n + p.
    #[must_use]
    pub fn motions(&self) -> usize {
        INTERFACE_MOTIONS * self.interfaces.len() + self.amplitudes
    }

    /// The place of the origin of its frame in the reference configuration [m].
    #[must_use]
    pub fn frame_origin(&self) -> Vector {
        let n = self.interfaces.len().max(1) as f64;
        match self.frame {
            PartFrame::Interface(k) => self.interfaces[k].position,
            PartFrame::Mass => self.integrals.centre(),
            PartFrame::Interfaces => {
                [0, 1, 2].map(|a| self.interfaces.iter().map(|i| i.position[a]).sum::<f64>() / n)
            }
        }
    }

    /// Rigid motions over d (N × 6): three displacements, then three rotations about a point.
    #[must_use]
    pub fn rigid_motions(&self, about: Vector) -> Dense {
        let mut rigid = Dense::zeros(self.motions(), 6);
        for (i, node) in self.interfaces.iter().enumerate() {
            let x = crate::vector::sub(node.position, about);
            for a in 0..3 {
                rigid[(6 * i + a, a)] = 1.0;
                let mut axis = [0.0; 3];
                axis[a] = 1.0;
                let moved = crate::vector::cross(axis, x);
                (0..3).for_each(|k| rigid[(6 * i + k, 3 + a)] = moved[k]);
                if node.turns {
                    rigid[(6 * i + 3 + a, 3 + a)] = 1.0;
                }
            }
        }
        rigid
    }
}

/// The moving parts of a model, in the order of the model; cheap to clone.
#[derive(Clone, Debug)]
pub struct MovingParts(Arc<[MovingPart]>);

impl MovingParts {
    /// Of a model without any.
    #[must_use]
    pub fn none() -> Self {
        Self(Arc::new([]))
    }

    /// These parts.
    #[must_use]
    pub fn of(parts: Vec<MovingPart>) -> Self {
        Self(parts.into())
    }

    /// The same as rigid bodies.
    #[must_use]
    pub fn rigid(&self) -> Self {
        let held = |part: &MovingPart| MovingPart { held: HeldDeformations::All, ..part.clone() };
        Self(self.iter().map(held).collect())
    }
}

impl Default for MovingParts {
    fn default() -> Self {
        Self::none()
    }
}

impl std::ops::Deref for MovingParts {
    type Target = [MovingPart];

    fn deref(&self) -> &[MovingPart] {
        &self.0
    }
}
