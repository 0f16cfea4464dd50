//! Hinge: relative rotation of two parts that share a point \[Boer2013, Eq. (5)\].

use super::finite::{Configuration, Degenerate, Elasticity, Finite, linear_deformation};
use super::form::{DeformationForm, ElementForm, InertiaForm};
use super::{Deformation, Element, Family, Origin};
use crate::assembly::coordinates::Coordinates;
use crate::error::MechError;
use crate::vector::Triad;
use lissom_linalg::Dense;
use lissom_model::model::{Dimension, Driven, Hinge, HingeId, Model, Side};

/// The hinges of a model.
pub(super) struct Hinges;

impl Family for Hinges {
    fn name(&self) -> &'static str {
        "hinge"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for (i, hinge) in model.structure.hinges.iter().enumerate() {
            let id = HingeId(i);
            let drive = model.structure.drives.iter().position(|d| d.what == Driven::Hinge(id));
            let [law_stiffness, law_damping] = crate::assembly::torque::linearised(model, id)?;
            let (indices, signs) = sides(hinge, coordinates);
            elements.push(Box::new(Joint {
                origin: Origin::Hinge(id),
                name: hinge.name.clone(),
                gradient: gradient(model.dimension, hinge, &signs)?,
                coordinates: indices,
                drive,
                grounded: hinge.between.contains(&Side::Ground),
                own: [hinge.stiffness, hinge.damping],
                stiffness: hinge.stiffness + law_stiffness,
                damping: hinge.damping + law_damping,
            }));
        }
        Ok(elements)
    }
}

/// The angle of a hinge as a combination of coordinates.
///
/// # Errors
/// A hinge in space without an axis.
pub(crate) fn hinge_angle(
    model: &Model,
    coordinates: &Coordinates,
    id: HingeId,
) -> Result<Vec<(usize, f64)>, MechError> {
    let hinge = &model.structure.hinges[id.0];
    let (indices, signs) = sides(hinge, coordinates);
    let gradient = gradient(model.dimension, hinge, &signs)?;
    Ok(indices.into_iter().enumerate().map(|(j, index)| (index, gradient[(0, j)])).collect())
}

/// The rotations of the two sides that are not ground, with the sign each has in the relative rotation.
fn sides(hinge: &Hinge, coordinates: &Coordinates) -> (Vec<usize>, Vec<f64>) {
    let (mut indices, mut signs) = (Vec::new(), Vec::new());
    for (side, sign) in hinge.between.iter().zip([-1.0, 1.0]) {
        if let Side::Part(member) = side {
            indices.extend(coordinates.rotation(coordinates.member_rotation(*member, hinge.at)));
            signs.push(sign);
        }
    }
    (indices, signs)
}

/// Planar: the relative angle. Spatial: the angle about the axis, then the two tilts of the axis.
fn gradient(dimension: Dimension, hinge: &Hinge, signs: &[f64]) -> Result<Dense, MechError> {
    if dimension != Dimension::Three {
        return Ok(Dense::from_fn(1, signs.len(), |_, j| signs[j]));
    }
    let triad =
        Triad::of_member(hinge.axis, None).ok_or_else(|| MechError::NoAxis { hinge: hinge.name.clone() })?;
    let rows = [triad.x, triad.y, triad.z];
    Ok(Dense::from_fn(3, 3 * signs.len(), |i, j| signs[j / 3] * rows[i][j % 3]))
}

#[derive(Debug)]
struct Joint {
    origin: Origin,
    name: String,
    coordinates: Vec<usize>,
    gradient: Dense,
    drive: Option<usize>,
    grounded: bool,
    /// Stiffness [N m/rad] and damping [N m s/rad] about the axis, without torque laws.
    own: [f64; 2],
    /// About the axis, the derivative of torque laws included [N m/rad].
    stiffness: f64,
    /// About the axis, the derivative of torque laws included [N m s/rad].
    damping: f64,
}

impl Joint {
    fn about_axis(&self, coefficient: f64) -> Dense {
        let n = self.gradient.rows();
        Dense::from_fn(n, n, |i, j| if i == 0 && j == 0 { coefficient } else { 0.0 })
    }
}

impl Element for Joint {
    fn name(&self) -> String {
        format!("hinge {}", self.name)
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        let angle = Deformation::angle("angle", self.drive.is_none());
        let mut all = vec![Deformation { drive: self.drive, ..angle }];
        if self.gradient.rows() == 3 {
            all.push(Deformation::angle("first tilt of the axis", false));
            all.push(Deformation::angle("second tilt of the axis", false));
        }
        all
    }

    fn gradient(&self) -> Dense {
        self.gradient.clone()
    }

    fn stiffness(&self) -> Dense {
        self.about_axis(self.stiffness)
    }

    fn damping(&self) -> Option<Dense> {
        (self.damping != 0.0).then(|| self.about_axis(self.damping))
    }

    fn finite(&self) -> Option<&dyn Finite> {
        (self.gradient.rows() == 1).then_some(self)
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}

impl Finite for Joint {
    fn elasticity(&self) -> Elasticity {
        Elasticity { stiffness: self.about_axis(self.own[0]), damping: self.about_axis(self.own[1]) }
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn form(&self) -> Option<ElementForm> {
        let deformation = DeformationForm::linear(&self.gradient);
        Some(ElementForm { deformation, inertia: InertiaForm::None, weighs_on_axis: false })
    }

    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        linear_deformation(&self.gradient, &self.coordinates, at, e, e_x);
        Ok(())
    }
}
