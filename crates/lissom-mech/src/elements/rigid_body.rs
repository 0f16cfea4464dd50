//! Rigid body: nodes at fixed positions in it, and inertia about its centre of mass.
//!
//! The body has the position r₀ of its first node and one rotation, which all its nodes share. Every other
//! node is fixed at the end of an arm d in the body: e = r − r₀ − R d = 0, in space e = r − r₀ − ϑ × d about
//! the reference configuration. Its inertia is a point mass at an offset from r₀.

use super::finite::{Configuration, Degenerate, Elasticity, Finite};
use super::form::{DeformationForm, ElementForm, InertiaForm};
use super::lump::Lump;
use super::moving::{Moving, MovingFrame, Tensor};
use super::{Deformation, Element, Family, Origin};
use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::error::MechError;
use crate::vector::{Vector, cross, dot, sub};
use lissom_linalg::Dense;
use lissom_model::model::{Dimension, Model, RigidBodyId};

/// The rigid bodies of a model.
pub(super) struct RigidBodies;

impl Family for RigidBodies {
    fn name(&self) -> &'static str {
        "rigid body"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for (i, body) in model.structure.rigid_bodies.iter().enumerate() {
            let base: Vec<usize> = coordinates.end(coordinates.body(RigidBodyId(i))).collect();
            elements.extend(arms(model, coordinates, RigidBodyId(i), &base));
            if body.mass != 0.0 || body.inertia.as_flattened().iter().any(|j| *j != 0.0) {
                elements.push(Box::new(Lump {
                    origin: Origin::Body(RigidBodyId(i)),
                    name: format!("rigid body {}", body.name),
                    mass: body.mass,
                    inertia: body.inertia,
                    offset: sub(body.centre, model.structure.nodes[body.nodes[0].0].position),
                    node: model.structure.nodes[body.nodes[0].0].position,
                    spatial: model.dimension == Dimension::Three,
                    turns: true,
                    coordinates: base,
                }));
            }
        }
        Ok(elements)
    }
}

fn arms(model: &Model, coordinates: &Coordinates, id: RigidBodyId, base: &[usize]) -> Vec<Box<dyn Element>> {
    let (nodes, body) = (&model.structure.nodes, &model.structure.rigid_bodies[id.0]);
    let first = nodes[body.nodes[0].0].position;
    let arm = |node: &lissom_model::model::NodeId| -> Box<dyn Element> {
        let end = coordinates.translation(TranslationId(node.0));
        Box::new(Arm {
            origin: Origin::Body(id),
            name: format!("rigid body {}, node {}", body.name, nodes[node.0].name),
            coordinates: base.iter().copied().chain(end).collect(),
            arm: sub(nodes[node.0].position, first),
            spatial: model.dimension == Dimension::Three,
        })
    };
    body.nodes[1..].iter().map(arm).collect()
}

/// Constraint of one node in a body; coordinates (r₀, ϑ, r).
#[derive(Debug)]
struct Arm {
    origin: Origin,
    name: String,
    coordinates: Vec<usize>,
    /// From the first node of the body to this one, in the reference configuration [m].
    arm: Vector,
    spatial: bool,
}

const ALONG: [&str; 3] = ["place along x", "place along y", "place along z"];

impl Arm {
    fn directions(&self) -> usize {
        if self.spatial { 3 } else { 2 }
    }

    /// R d in the plane.
    fn turned(&self, at: &Configuration) -> [f64; 2] {
        at.turned(self.coordinates[2], [self.arm[0], self.arm[1]])
    }

    /// D,x in the plane, the arm being turned to `d`.
    fn planar_gradient(d: [f64; 2]) -> [f64; 10] {
        [-1.0, 0.0, d[1], 1.0, 0.0, 0.0, -1.0, -d[0], 0.0, 1.0]
    }
}

impl Element for Arm {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        ALONG[..self.directions()].iter().map(|name| Deformation::length(name, false)).collect()
    }

    fn gradient(&self) -> Dense {
        if !self.spatial {
            let rows = Self::planar_gradient([self.arm[0], self.arm[1]]);
            return Dense::from_fn(2, 5, |i, j| rows[i * 5 + j]);
        }
        // ϑ × d for unit rotations about each axis.
        let turns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| cross(axis, self.arm));
        Dense::from_fn(3, 9, |i, j| match j {
            0..3 => -f64::from(u8::from(i == j)),
            3..6 => -turns[j - 3][i],
            _ => f64::from(u8::from(i == j - 6)),
        })
    }

    fn stiffness(&self) -> Dense {
        Dense::zeros(self.directions(), self.directions())
    }

    fn finite(&self) -> Option<&dyn Finite> {
        (!self.spatial).then_some(self)
    }

    fn moving(&self) -> Option<&dyn Moving> {
        Some(self)
    }
}

/// A massless arm: the force at its end pulls it into its own direction.
impl Moving for Arm {
    fn inertia_form(&self, _w: &Tensor) -> Dense {
        Dense::zeros(self.coordinates.len(), self.coordinates.len())
    }

    fn inertia_load(&self, _frame: &MovingFrame) -> Vec<f64> {
        vec![0.0; self.coordinates.len()]
    }

    fn arms(&self, _frame: &MovingFrame) -> Dense {
        Dense::zeros(self.coordinates.len(), self.coordinates.len())
    }

    /// The second-order part of R d is ½ ϑ × (ϑ × d): over the rotations (f · d) 1 − ½ (f dᵀ + d fᵀ).
    fn geometric_stiffness(&self, nodal: &[f64], _frame: Option<&MovingFrame>) -> Dense {
        let (n, d) = (self.coordinates.len(), self.directions());
        let mut pull = [0.0; 3];
        pull[..d].copy_from_slice(&nodal[n - d..]);
        let about = |c: usize| if self.spatial { c - 3 } else { 2 };
        Dense::from_fn(n, n, |i, j| {
            if !(d..n - d).contains(&i) || !(d..n - d).contains(&j) {
                return 0.0;
            }
            let (a, b) = (about(i), about(j));
            let along = f64::from(u8::from(a == b)) * dot(pull, self.arm);
            along - 0.5 * (pull[a] * self.arm[b] + self.arm[a] * pull[b])
        })
    }
}

impl Finite for Arm {
    fn elasticity(&self) -> Elasticity {
        Elasticity { stiffness: self.stiffness(), damping: self.stiffness() }
    }

    fn form(&self) -> Option<ElementForm> {
        let deformation = DeformationForm::Arm { arm: [self.arm[0], self.arm[1]] };
        Some(ElementForm { deformation, inertia: InertiaForm::None, weighs_on_axis: false })
    }

    /// Only differences of displacements enter, so that no digits are lost far from the origin.
    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        let (x, c, d) = (&at.displacement, &self.coordinates, self.turned(at));
        for k in 0..2 {
            e[k] = x[c[3 + k]] - x[c[k]] - (d[k] - self.arm[k]);
        }
        e_x.copy_from_slice(&Self::planar_gradient(d));
        Ok(())
    }

    /// The arm's end is drawn inwards: −R̈ d at constant rates is φ̇² R d.
    fn convected(&self, at: &Configuration, v: &[f64], e_xx_vv: &mut [f64]) {
        let square = v[self.coordinates[2]].powi(2);
        e_xx_vv.copy_from_slice(&self.turned(at).map(|d| square * d));
    }

    fn convected_gradient(&self, at: &Configuration, v: &[f64], e_xxx_vv: &mut [f64]) {
        let (square, d) = (v[self.coordinates[2]].powi(2), self.turned(at));
        e_xxx_vv.fill(0.0);
        (e_xxx_vv[2], e_xxx_vv[7]) = (-square * d[1], square * d[0]);
    }

    fn weighted_hessian(&self, at: &Configuration, weights: &[f64], hessian: &mut [f64]) {
        let d = self.turned(at);
        hessian.fill(0.0);
        hessian[2 * 5 + 2] = weights[0] * d[0] + weights[1] * d[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::finite_check::check_finite;

    fn arm(spatial: bool) -> Arm {
        Arm {
            origin: Origin::Body(RigidBodyId(0)),
            name: "rigid body stage, node B".to_owned(),
            coordinates: (0..if spatial { 9 } else { 5 }).collect(),
            arm: [0.3, -0.4, if spatial { 0.7 } else { 0.0 }],
            spatial,
        }
    }

    #[test]
    fn derivatives_in_finite_motion_equal_differences() {
        let (x, v) = ([0.1, 0.2, 1.3, 0.4, -0.7], [1.0, -0.5, 2.0, 0.3, 0.8]);
        check_finite(&arm(false), &[2], &x, &v, &[0.0; 5]);
    }

    /// A rigid motion keeps the node in its place.
    #[test]
    fn the_constraint_is_blind_to_rigid_motion() {
        let (arm, spin, shift) = (arm(true), [0.2, -1.0, 0.6], [3.0, 1.0, -2.0]);
        let moved = cross(spin, arm.arm);
        let motion: Vec<f64> =
            shift.into_iter().chain(spin).chain((0..3).map(|k| shift[k] + moved[k])).collect();
        let gradient = arm.gradient();
        for i in 0..3 {
            let e: f64 = (0..9).map(|j| gradient[(i, j)] * motion[j]).sum();
            assert!(e.abs() < 1e-15, "{e}");
        }
    }
}
