//! Truss: a straight bar with hinged ends, which carries axial force only.
//!
//! The bar stays straight: r(ξ) = (1 − ξ) r_p + ξ r_q. Its only deformation is the elongation e = l − l₀ with
//! N = (EA/l₀)(e + η ė); fixed at zero it is a rigid link. Coordinates (r_p, r_q), in the plane or in space.
//!
//! # Equation
//! The linear field gives M = (m/6) [[2 I, I], [I, 2 I]] \[Przemieniecki1968\], in any configuration and exact for a
//! rigid link: mass m and inertia m l²/12 about the middle. It has no velocity terms.

use super::finite::{Configuration, Degenerate, Elasticity, Finite};
use super::form::{DeformationForm, ElementForm, InertiaForm};
use super::moving::{Moving, MovingFrame, Tensor};
use super::turning_line::TurningLine;
use super::{Deformation, Element, Family, Origin, scaled};
use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::error::MechError;
use crate::vector::{Vector, norm, sub, unit};
use lissom_linalg::Dense;
use lissom_model::model::{Dimension, Model, Truss};

/// The trusses of a model.
pub(super) struct Trusses;

impl Family for Trusses {
    fn name(&self) -> &'static str {
        "truss"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let build = |(i, truss): (usize, &Truss)| -> Result<Box<dyn Element>, MechError> {
            let translations = truss.nodes.map(|node| coordinates.translation(TranslationId(node.0)));
            let [p, q] = truss.nodes.map(|node| model.structure.nodes[node.0].position);
            let axis =
                unit(sub(q, p)).ok_or_else(|| MechError::NoLine { what: format!("truss {}", truss.name) })?;
            let planar = model.dimension != Dimension::Three;
            Ok(Box::new(Bar {
                origin: Origin::Truss(i),
                truss: truss.clone(),
                coordinates: translations.into_iter().flatten().collect(),
                axis: axis[..if planar { 2 } else { 3 }].to_vec(),
                ends: [p, q],
                line: planar.then(|| TurningLine::new(model, coordinates, truss.nodes)),
            }))
        };
        model.structure.trusses.iter().enumerate().map(build).collect()
    }
}

#[derive(Debug)]
struct Bar {
    origin: Origin,
    truss: Truss,
    coordinates: Vec<usize>,
    /// Unit vector from the first to the second end in the reference configuration.
    axis: Vec<f64>,
    /// Its ends in the reference configuration [m].
    ends: [Vector; 2],
    /// The line it follows in large motion; `None` in space.
    line: Option<TurningLine>,
}

impl Bar {
    /// The share of the mass that couples coordinate `i` to the motion of an end.
    fn share(&self, i: usize, end: usize) -> f64 {
        self.truss.mass / if i / self.axis.len() == end { 3.0 } else { 6.0 }
    }

    fn line(&self) -> &TurningLine {
        self.line.as_ref().expect("large motion is computed for planar trusses only")
    }

    /// Entry of M: only equal directions are coupled.
    fn mass_entry(&self, i: usize, j: usize) -> f64 {
        let d = self.axis.len();
        match (i % d == j % d, i == j) {
            (true, true) => self.truss.mass / 3.0,
            (true, false) => self.truss.mass / 6.0,
            (false, _) => 0.0,
        }
    }
}

impl Element for Bar {
    fn name(&self) -> String {
        format!("truss {}", self.truss.name)
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        vec![Deformation::length("elongation", self.truss.flexible)]
    }

    fn gradient(&self) -> Dense {
        let d = self.axis.len();
        Dense::from_fn(1, 2 * d, |_, j| if j < d { -self.axis[j] } else { self.axis[j - d] })
    }

    fn stiffness(&self) -> Dense {
        scaled(Dense::identity(1), self.truss.stiffness)
    }

    fn damping(&self) -> Option<Dense> {
        let eta = self.truss.kelvin_voigt;
        (eta != 0.0).then(|| scaled(self.stiffness(), eta))
    }

    fn mass(&self) -> Option<Dense> {
        let n = self.coordinates.len();
        (self.truss.mass != 0.0).then(|| Dense::from_fn(n, n, |i, j| self.mass_entry(i, j)))
    }

    fn finite(&self) -> Option<&dyn Finite> {
        self.line.is_some().then_some(self)
    }

    fn moving(&self) -> Option<&dyn Moving> {
        Some(self)
    }
}

/// The bar stays straight, so it has no second-order displacements; its mean tension turns with it.
impl Moving for Bar {
    fn inertia_form(&self, w: &Tensor) -> Dense {
        let (n, d) = (self.coordinates.len(), self.axis.len());
        Dense::from_fn(n, n, |i, j| self.share(i, j / d) * w[i % d][j % d])
    }

    fn inertia_load(&self, frame: &MovingFrame) -> Vec<f64> {
        let (n, d) = (self.coordinates.len(), self.axis.len());
        let felt = self.ends.map(|end| frame.acceleration_at(end));
        (0..n).map(|i| (0..2).map(|end| self.share(i, end) * felt[end][i % d]).sum()).collect()
    }

    fn arms(&self, _frame: &MovingFrame) -> Dense {
        Dense::zeros(self.coordinates.len(), self.coordinates.len())
    }

    /// K^G = N/l [[P, −P], [−P, P]] with P = 1 − u uᵀ. The part of the force on the second end that is
    /// balanced by inertia is not tension.
    fn geometric_stiffness(&self, nodal: &[f64], frame: Option<&MovingFrame>) -> Dense {
        let (n, d) = (self.coordinates.len(), self.axis.len());
        let taken = frame.map_or_else(|| vec![0.0; n], |frame| self.inertia_load(frame));
        let tension: f64 = (0..d).map(|k| self.axis[k] * (nodal[d + k] - taken[d + k])).sum();
        let length = norm(sub(self.ends[1], self.ends[0]));
        Dense::from_fn(n, n, |i, j| {
            let sign = if i / d == j / d { 1.0 } else { -1.0 };
            let across = f64::from(u8::from(i % d == j % d)) - self.axis[i % d] * self.axis[j % d];
            sign * tension / length * across
        })
    }
}

impl Finite for Bar {
    fn elasticity(&self) -> Elasticity {
        let stiffness = self.stiffness();
        Elasticity { damping: scaled(stiffness.clone(), self.truss.kelvin_voigt), stiffness }
    }

    fn form(&self) -> Option<ElementForm> {
        let n = self.coordinates.len();
        let mass = || (0..n * n).map(|at| self.mass_entry(at / n, at % n)).collect();
        Some(ElementForm {
            deformation: DeformationForm::Line { reference: self.line().reference },
            inertia: if self.has_mass() { InertiaForm::Constant(mass()) } else { InertiaForm::None },
            weighs_on_axis: false,
        })
    }

    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        self.line().deformation(at, e, e_x)
    }

    fn convected(&self, at: &Configuration, v: &[f64], e_xx_vv: &mut [f64]) {
        e_xx_vv[0] = self.line().convected(at, v);
    }

    fn convected_gradient(&self, at: &Configuration, v: &[f64], e_xxx_vv: &mut [f64]) {
        self.line().convected_gradient(at, v, e_xxx_vv);
    }

    fn weighted_hessian(&self, at: &Configuration, weights: &[f64], hessian: &mut [f64]) {
        self.line().weighted_hessian(at, weights[0], hessian);
    }

    fn has_mass(&self) -> bool {
        self.truss.mass != 0.0
    }

    fn inertia(&self, _at: &Configuration, _v: &[f64], a: &[f64], mass: &mut [f64], force: &mut [f64]) {
        let n = self.coordinates.len();
        mass.iter_mut().enumerate().for_each(|(at, m)| *m = self.mass_entry(at / n, at % n));
        for (force, row) in force.iter_mut().zip(mass.chunks_exact(n)) {
            *force = row.iter().zip(&self.coordinates).map(|(m, c)| m * a[*c]).sum();
        }
    }

    fn mass_moment(&self, at: &Configuration) -> [f64; 2] {
        let x = |k: usize| at.displacement[self.coordinates[k]];
        [0, 1].map(|k| 0.5 * self.truss.mass * (x(k) + x(2 + k)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::finite_check::check_finite;
    use lissom_model::diagnostic::Span;
    use lissom_model::model::NodeId;

    fn bar(axis: &[f64], line: Option<TurningLine>) -> Bar {
        let truss = Truss {
            name: "tie".to_owned(),
            nodes: [NodeId(0), NodeId(1)],
            stiffness: 3.0e5,
            mass: 0.6,
            flexible: true,
            kelvin_voigt: 1e-4,
            span: Span::default(),
        };
        let ends = [[0.0; 3], [0, 1, 2].map(|k| axis.get(k).copied().unwrap_or(0.0) * 2.0)];
        Bar {
            origin: Origin::Truss(0),
            truss,
            coordinates: (0..2 * axis.len()).collect(),
            axis: axis.to_vec(),
            ends,
            line,
        }
    }

    #[test]
    fn derivatives_in_finite_motion_equal_differences() {
        let line = TurningLine { indices: [0, 1, 2, 3], reference: [0.3, 0.4] };
        let (x, v, a) = ([0.1, 0.2, -0.3, 0.4], [1.0, -0.5, 0.3, 2.0], [0.4, 1.0, -2.0, 0.3]);
        check_finite(&bar(&[0.6, 0.8], Some(line)), &[], &x, &v, &a);
    }

    /// The elongation is invariant to rigid motion; the mass is isotropic, with inertia m l²/12 about the
    /// middle.
    #[test]
    fn is_blind_to_rigid_motion_and_weighs_right() {
        let (l, axis) = (2.0, [2.0 / 3.0, -2.0 / 3.0, 1.0 / 3.0]);
        let bar = bar(&axis, None);
        let (gradient, mass) = (bar.gradient(), bar.mass().unwrap());
        let form = |v: &[f64]| -> f64 {
            (0..6).map(|i| (0..6).map(|j| v[i] * mass[(i, j)] * v[j]).sum::<f64>()).sum()
        };
        for k in 0..3 {
            let along: Vec<f64> = (0..6).map(|i| f64::from(u8::from(i % 3 == k))).collect();
            assert!((form(&along) - 0.6).abs() < 1e-15);
            let mut about = [0.0; 3];
            about[k] = 1.0;
            let arm = crate::vector::cross(about, axis).map(|c| 0.5 * l * c);
            let turn: Vec<f64> = (0..6).map(|i| if i < 3 { -arm[i] } else { arm[i - 3] }).collect();
            let stretch: f64 = (0..6).map(|j| gradient[(0, j)] * turn[j]).sum();
            assert!(stretch.abs() < 1e-15, "{stretch}");
            let across = 1.0 - axis[k] * axis[k];
            assert!((form(&turn) - 0.6 * l * l / 12.0 * across).abs() < 1e-15);
        }
    }
}
