//! Elements: what a structure is made of, one file each.
//!
//! An element measures its deformations e from the coordinates x. Around the reference configuration
//! e = D,x · x, each deformation has a stress resultant σ = S e + S_d ė, and virtual work gives the element's
//! stiffness D,xᵀ S D,x \[Boer2013, §2\]. A deformation that is not flexible is a constraint: e = 0.
//!
//! **Adding an element** is one file that implements [`Element`], one [`Family`] that builds it from the model, and
//! one line in [`FAMILIES`]. Nothing outside this folder depends on the kind of an element.

mod beam_axis;
mod beam_inertia;
mod beam_link;
mod beam_load;
mod beam_motion;
mod beam_shape;
mod chord_shape;
mod finite;
mod form;
mod guide;
mod hinge;
mod joint;
mod link;
mod lump;
mod moving;
mod moving_beam;
mod origin;
mod planar_beam;
mod rigid_body;
mod section_shape;
mod spatial_beam;
mod truss;
mod turning_line;

pub(crate) use beam_axis::AxisWeights;
pub use beam_link::BeamLink;
pub(crate) use beam_link::Carried;
pub(crate) use beam_load::{BeamLoad, GAUSS};
pub(crate) use beam_shape::{Reference, Shape};
pub use beam_shape::{beam_point, beam_weights};
pub use finite::{Configuration, Degenerate, Elasticity, Finite};
pub use form::{DeformationForm, ElementForm, InertiaForm};
pub(crate) use hinge::hinge_angle;
pub(crate) use joint::joint_motion;
pub(crate) use lump::lump_at;
pub use moving::{Moving, MovingFrame, SpinAxis, SpinInertia, Tensor, tilde};
pub(crate) use moving::{turning_form, turning_moment};
pub use origin::Origin;

use crate::assembly::coordinates::Coordinates;
use crate::error::MechError;
use crate::system::Size;
use crate::vector::{Triad, Vector, dot};
use lissom_linalg::Dense;
use lissom_model::model::Model;

/// A deformation of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deformation {
    /// Name in messages: `elongation`, `bending at the first end` …
    pub name: &'static str,
    /// Its unit: `m` or `rad`.
    pub unit: &'static str,
    /// Whether it may occur; if not, it is fixed at zero or follows a drive.
    pub flexible: bool,
    /// Whether it is expected to become large.
    pub size: Size,
    /// The drive of the model that prescribes it, by its index.
    pub drive: Option<usize>,
}

impl Deformation {
    /// A small deformation, measured as a length.
    #[must_use]
    pub const fn length(name: &'static str, flexible: bool) -> Self {
        Self { name, unit: "m", flexible, size: Size::Small, drive: None }
    }

    /// A relative rotation of two parts, which may become large.
    #[must_use]
    pub const fn angle(name: &'static str, flexible: bool) -> Self {
        Self { name, unit: "rad", flexible, size: Size::Large, drive: None }
    }
}

/// A part of a structure that stores energy, has inertia, or fixes a deformation at zero.
///
/// All matrices are those of the reference configuration, in the order of [`Element::coordinates`]; finite
/// motion is described by [`Element::finite`].
pub trait Element: Send + Sync + std::fmt::Debug {
    /// Name in messages: `beam A, element 3`.
    fn name(&self) -> String;

    /// What of the model it stands for.
    fn origin(&self) -> Origin;

    /// The global coordinates it works on.
    fn coordinates(&self) -> &[usize];

    /// Its deformations; none for pure inertia.
    fn deformations(&self) -> Vec<Deformation>;

    /// D,x: deformations × coordinates.
    fn gradient(&self) -> Dense;

    /// S, dual to the deformations. Rows of inflexible deformations are not used.
    fn stiffness(&self) -> Dense;

    /// S_d, dual to the deformation rates; `None` without damping.
    fn damping(&self) -> Option<Dense> {
        None
    }

    /// Mass matrix over the element's coordinates; `None` for a massless element.
    fn mass(&self) -> Option<Dense> {
        None
    }

    /// The element in finite motion; `None` for elements of linear frames only.
    fn finite(&self) -> Option<&dyn Finite> {
        None
    }

    /// The element in a moving frame, if its mass or stress matters there.
    fn moving(&self) -> Option<&dyn Moving> {
        None
    }

    /// Whether it joins the structure to ground.
    fn is_grounded(&self) -> bool {
        false
    }

    /// Section forces at both ends, from the forces that act on the element's coordinates; `None` for other
    /// elements than beams.
    fn end_forces(&self, _nodal: &[f64]) -> Option<[EndForces; 2]> {
        None
    }
}

/// Section forces at one end of a beam, in its local axes: exerted by the far side of the section on the near
/// side; tension is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EndForces {
    /// Axial force, positive in tension [N].
    pub axial: f64,
    /// Shear force along y and z [N].
    pub shear: [f64; 2],
    /// Torque about the axis [N m].
    pub torsion: f64,
    /// Bending moment about y and z [N m].
    pub bending: [f64; 2],
}

/// Section forces at both ends of a beam with local axes, from force and moment on each end in global axes.
pub(crate) fn section_forces(triad: &Triad, ends: [(Vector, Vector); 2]) -> [EndForces; 2] {
    // At the first end the material lies behind the section: the force on the end is minus the section force.
    [(ends[0], -1.0), (ends[1], 1.0)].map(|((force, moment), sign)| EndForces {
        axial: sign * dot(force, triad.x),
        shear: [sign * dot(force, triad.y), sign * dot(force, triad.z)],
        torsion: sign * dot(moment, triad.x),
        bending: [sign * dot(moment, triad.y), sign * dot(moment, triad.z)],
    })
}

/// A kind of element: how it is found in a model.
pub trait Family: Sync {
    /// Name of the kind: `planar beam`.
    fn name(&self) -> &'static str;

    /// Its elements in a model.
    ///
    /// # Errors
    /// When a member cannot be built, naming it.
    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError>;
}

/// All kinds of elements.
pub const FAMILIES: &[&dyn Family] = &[
    &guide::Slides,
    &guide::DrivenNodes,
    &planar_beam::PlanarBeams,
    &spatial_beam::SpatialBeams,
    &truss::Trusses,
    &rigid_body::RigidBodies,
    &hinge::Hinges,
    &joint::Joints,
    &lump::Lumps,
    &link::Springs,
    &link::Dampers,
];

/// All elements of a model, family by family.
///
/// # Errors
/// The first member that cannot be built.
pub fn build(model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
    let mut elements = Vec::new();
    for family in FAMILIES {
        elements.extend(family.build(model, coordinates)?);
    }
    Ok(elements)
}

/// The bending stiffness dual to (l₀ θ_p, −l₀ θ_q), with shear flexibility Φ = 12EI/(κGA l²); Φ = 0 is shear-rigid.
///
/// # Equation
/// S = EI/((1+Φ) l³) [[4+Φ, −2+Φ], [−2+Φ, 4+Φ]] \[Boer2013, §2\], \[Przemieniecki1968\].
pub(crate) fn bending_stiffness(ei: f64, shear: f64, length: f64) -> [[f64; 2]; 2] {
    let factor = ei / ((1.0 + shear) * length.powi(3));
    let (diagonal, coupling) = (factor * (4.0 + shear), factor * (shear - 2.0));
    [[diagonal, coupling], [coupling, diagonal]]
}

/// Φ = 12EI/(κGA l²), zero for a shear-rigid section.
pub(crate) fn shear_ratio(ei: f64, shear_stiffness: Option<f64>, length: f64) -> f64 {
    shear_stiffness.map_or(0.0, |kga| 12.0 * ei / (kga * length * length))
}

/// The matrix times a factor.
pub(crate) fn scaled(mut matrix: Dense, factor: f64) -> Dense {
    matrix.scale(factor);
    matrix
}

#[cfg(test)]
pub(crate) mod check;
#[cfg(test)]
mod finite_check;
