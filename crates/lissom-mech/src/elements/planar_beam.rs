//! Planar beam: elongation and bending at both ends.

use super::beam_axis::{AxisWeights, BeamAxis};
use super::beam_inertia::bending_mass;
use super::beam_link::BeamLink;
use super::beam_motion::Inertia;
use super::beam_shape::{Reference, Shape};
use super::finite::{Configuration, Degenerate, Elasticity, Finite};
use super::form::{DeformationForm, ElementForm, InertiaForm};
use super::moving::{Moving, MovingFrame, Tensor};
use super::moving_beam::MovingBeam;
use super::{
    Deformation, Element, EndForces, Family, Origin, bending_stiffness, scaled, section_forces, shear_ratio,
};
use crate::assembly::coordinates::Coordinates;
use crate::error::MechError;
use crate::vector::{Triad, Vector, norm, sub};
use lissom_linalg::Dense;
use lissom_model::model::{Beam, BeamId, BendingMeasure, Dimension, Model};
use std::sync::Arc;

/// The planar beams of a model, divided.
pub(super) struct PlanarBeams;

impl Family for PlanarBeams {
    fn name(&self) -> &'static str {
        "planar beam"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        if model.dimension == Dimension::Three {
            return Ok(Vec::new());
        }
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for (i, beam) in model.structure.beams.iter().enumerate() {
            let shared = Arc::new(beam.clone());
            for (k, pair) in coordinates.beam_ends(BeamId(i)).windows(2).enumerate() {
                let [p, q] = [0, 1].map(|j| coordinates.points()[pair[j].translation.0].position);
                let d = sub(q, p);
                let length = norm(d);
                elements.push(Box::new(PlanarBeam {
                    origin: Origin::Beam(BeamId(i)),
                    beam: Arc::clone(&shared),
                    number: k + 1,
                    coordinates: ends(pair.iter().flat_map(|end| coordinates.end(*end))),
                    start: p,
                    length,
                    axis: [d[0] / length, d[1] / length],
                }));
            }
        }
        Ok(elements)
    }
}

/// The coordinates of two planar ends.
fn ends(all: impl Iterator<Item = usize>) -> [usize; 6] {
    let all: Vec<usize> = all.collect();
    all.try_into().expect("a planar end has three coordinates")
}

/// One element of a planar beam; coordinates (x_p, y_p, φ_p, x_q, y_q, φ_q).
#[derive(Debug)]
struct PlanarBeam {
    origin: Origin,
    /// Shared by all elements of the beam.
    beam: Arc<Beam>,
    number: usize,
    coordinates: [usize; 6],
    /// Position of the first end [m].
    start: Vector,
    /// Reference length [m].
    length: f64,
    /// Unit vector from the first to the second end.
    axis: [f64; 2],
}

impl PlanarBeam {
    fn shear(&self) -> f64 {
        shear_ratio(self.beam.stiffness.bending_z, self.beam.stiffness.shear_y, self.length)
    }

    fn triad(&self) -> Triad {
        let [x, y] = self.axis;
        Triad { x: [x, y, 0.0], y: [-y, x, 0.0], z: [0.0, 0.0, 1.0] }
    }

    fn in_motion(&self) -> MovingBeam {
        MovingBeam {
            spatial: false,
            start: self.start,
            length: self.length,
            triad: self.triad(),
            mass: self.beam.inertia.mass,
            second: [0.0, self.beam.inertia.rotary_z, 0.0],
            shear: [self.shear(), 0.0],
        }
    }

    fn reference(&self) -> Reference {
        Reference::of(&self.beam, self.length, self.axis)
    }

    fn shape(&self, at: &Configuration) -> Result<Shape, Degenerate> {
        Shape::of(&self.reference(), &self.coordinates, at)
    }

    /// The shape at a configuration where [`Finite::deformation`] has been evaluated.
    fn known_shape(&self, at: &Configuration) -> Shape {
        self.shape(at).expect("derivatives are evaluated where the deformation is defined")
    }

    fn motion(&self, at: &Configuration) -> Inertia {
        let inertia = &self.beam.inertia;
        Inertia {
            mass: inertia.mass,
            rotary: inertia.rotary_z,
            length: self.length,
            axes: [at.turned(self.coordinates[2], self.axis), at.turned(self.coordinates[5], self.axis)],
        }
    }

    /// The element's part of a vector over all coordinates.
    fn own(&self, v: &[f64]) -> [f64; 6] {
        let c = &self.coordinates;
        [v[c[0]], v[c[1]], v[c[2]], v[c[3]], v[c[4]], v[c[5]]]
    }
}

impl Element for PlanarBeam {
    fn name(&self) -> String {
        if self.beam.elements == 1 {
            format!("beam {}", self.beam.name)
        } else {
            format!("beam {}, element {}", self.beam.name, self.number)
        }
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        let flexible = self.beam.flexible;
        vec![
            Deformation::length("elongation", flexible.elongation),
            Deformation::length("bending at the first end", flexible.bending),
            Deformation::length("bending at the second end", flexible.bending),
        ]
    }

    /// Reference derivatives of e₁ = l − l₀, e₂ = l₀ θ_p, e₃ = −l₀ θ_q \[Boer2013, Eq. (3)\].
    fn gradient(&self) -> Dense {
        let [ux, uy] = self.axis;
        let [nx, ny] = [-uy, ux];
        let l = self.length;
        Dense::from_rows(&[
            &[-ux, -uy, 0.0, ux, uy, 0.0],
            &[nx, ny, l, -nx, -ny, 0.0],
            &[-nx, -ny, 0.0, nx, ny, -l],
        ])
    }

    fn stiffness(&self) -> Dense {
        let s = &self.beam.stiffness;
        let bending = bending_stiffness(s.bending_z, self.shear(), self.length);
        Dense::from_rows(&[
            &[s.axial / self.length, 0.0, 0.0],
            &[0.0, bending[0][0], bending[0][1]],
            &[0.0, bending[1][0], bending[1][1]],
        ])
    }

    fn damping(&self) -> Option<Dense> {
        let eta = self.beam.kelvin_voigt;
        (eta != 0.0).then(|| scaled(self.stiffness(), eta))
    }

    /// Consistent mass: linear along the axis, the static field across it.
    fn mass(&self) -> Option<Dense> {
        let inertia = &self.beam.inertia;
        let across = bending_mass(inertia.mass, inertia.rotary_z, self.shear(), self.length);
        let along = inertia.mass * self.length / 6.0;
        let ([ux, uy], [nx, ny]) = (self.axis, [-self.axis[1], self.axis[0]]);
        // Local motions of the element as rows over its coordinates: u_p, u_q along; w_p, θ_p, w_q, θ_q across.
        let axial = [[ux, uy, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, ux, uy, 0.0]];
        let bending = [
            [nx, ny, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, nx, ny, 0.0],
            [0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
        ];
        Some(Dense::from_fn(6, 6, |i, j| {
            let mut sum = 0.0;
            for (a, row) in axial.iter().enumerate() {
                for (b, column) in axial.iter().enumerate() {
                    sum += row[i] * column[j] * along * if a == b { 2.0 } else { 1.0 };
                }
            }
            for (a, row) in bending.iter().enumerate() {
                for (b, column) in bending.iter().enumerate() {
                    sum += row[i] * column[j] * across[a][b];
                }
            }
            sum
        }))
    }

    fn finite(&self) -> Option<&dyn Finite> {
        Some(self)
    }

    fn moving(&self) -> Option<&dyn Moving> {
        Some(self)
    }

    fn end_forces(&self, f: &[f64]) -> Option<[EndForces; 2]> {
        let end = |k: usize| ([f[k], f[k + 1], 0.0], [0.0, 0.0, f[k + 2]]);
        Some(section_forces(&self.triad(), [end(0), end(3)]))
    }
}

impl Moving for PlanarBeam {
    fn inertia_form(&self, w: &Tensor) -> Dense {
        self.in_motion().inertia_form(w)
    }

    fn inertia_load(&self, frame: &MovingFrame) -> Vec<f64> {
        self.in_motion().inertia_load(frame)
    }

    fn arms(&self, frame: &MovingFrame) -> Dense {
        self.in_motion().arms(frame)
    }

    fn geometric_stiffness(&self, nodal: &[f64], frame: Option<&MovingFrame>) -> Dense {
        self.in_motion().geometric_stiffness(nodal, frame)
    }

    fn own_rotation(&self) -> Option<usize> {
        Some(self.coordinates[2])
    }
}

impl Finite for PlanarBeam {
    fn elasticity(&self) -> Elasticity {
        let stiffness = self.stiffness();
        Elasticity { damping: scaled(stiffness.clone(), self.beam.kelvin_voigt), stiffness }
    }

    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        let shape = self.shape(at)?;
        let (values, gradient) = shape.measured();
        e.copy_from_slice(&values);
        e_x.copy_from_slice(gradient.as_flattened());
        Ok(())
    }

    fn convected(&self, at: &Configuration, v: &[f64], e_xx_vv: &mut [f64]) {
        e_xx_vv.copy_from_slice(&self.known_shape(at).convected(self.own(v)));
    }

    fn convected_gradient(&self, at: &Configuration, v: &[f64], e_xxx_vv: &mut [f64]) {
        e_xxx_vv.copy_from_slice(self.known_shape(at).convected_gradient(self.own(v)).as_flattened());
    }

    fn weighted_hessian(&self, at: &Configuration, weights: &[f64], hessian: &mut [f64]) {
        let weights = [weights[0], weights[1], weights[2]];
        hessian.copy_from_slice(self.known_shape(at).weighted_hessian(weights).as_flattened());
    }

    fn has_mass(&self) -> bool {
        self.beam.inertia.mass != 0.0 || self.beam.inertia.rotary_z != 0.0
    }

    fn inertia(&self, at: &Configuration, v: &[f64], a: &[f64], mass: &mut [f64], force: &mut [f64]) {
        let motion = self.motion(at);
        motion.matrix(mass);
        let rates = [v[self.coordinates[2]], v[self.coordinates[5]]];
        force.copy_from_slice(&motion.force(rates, self.own(a)));
    }

    fn inertia_x(&self, at: &Configuration, v: &[f64], a: &[f64], gradient: &mut [f64]) {
        let rates = [2, 5].map(|j| v[self.coordinates[j]]);
        self.motion(at).gradient(rates, self.own(a), gradient);
    }

    fn inertia_v(&self, at: &Configuration, v: &[f64], gradient: &mut [f64]) {
        self.motion(at).velocity_gradient([2, 5].map(|j| v[self.coordinates[j]]), gradient);
    }

    fn link(&self) -> Option<BeamLink> {
        Some(BeamLink { reference: self.reference(), indices: self.coordinates })
    }

    fn form(&self) -> Option<ElementForm> {
        let Reference { length, axis, measure, shortening, shear } = self.reference();
        let is_sine = measure == BendingMeasure::Sine;
        let inertia = &self.beam.inertia;
        Some(ElementForm {
            deformation: DeformationForm::Beam { length, axis, is_sine, shortening, shear },
            inertia: if self.has_mass() {
                InertiaForm::Beam { mass: inertia.mass, rotary: inertia.rotary_z }
            } else {
                InertiaForm::None
            },
            weighs_on_axis: true,
        })
    }

    fn weighs(&self) -> bool {
        true
    }

    fn weight(&self, at: &Configuration, gravity: [f64; 2], force: &mut [f64]) {
        let pull = gravity.map(|g| g * self.beam.inertia.mass * self.length);
        force.copy_from_slice(&BeamAxis::of(&self.known_shape(at)).work(&AxisWeights::MEAN, pull));
    }

    fn weight_x(&self, at: &Configuration, gravity: [f64; 2], gradient: &mut [f64]) {
        let pull = gravity.map(|g| g * self.beam.inertia.mass * self.length);
        let found = BeamAxis::of(&self.known_shape(at)).work_gradient(&AxisWeights::MEAN, pull);
        gradient.copy_from_slice(found.as_flattened());
    }

    /// ∫ (r − r₀) ρA dx of the axis.
    fn mass_moment(&self, at: &Configuration) -> [f64; 2] {
        let x = self.own(&at.displacement);
        let total = self.beam.inertia.mass * self.length;
        let shape = self.known_shape(at);
        // From the displacement of the first end to the mean one, less the half chord of the reference.
        let mean = BeamAxis::of(&shape).value(&AxisWeights::MEAN, [x[0], x[1]]);
        [0, 1].map(|k| total * (mean[k] - 0.5 * self.length * self.axis[k]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::check::{check_element, steel_beam};
    use crate::elements::finite_check::check_finite;

    #[test]
    fn keeps_the_rules_of_an_element() {
        for (dx, dy) in [(2.0, 0.0), (0.0, -0.3), (1.2, 0.9)] {
            let length = f64::hypot(dx, dy);
            let element = PlanarBeam {
                origin: Origin::Beam(BeamId(0)),
                beam: Arc::new(steel_beam()),
                number: 1,
                coordinates: [0, 1, 2, 3, 4, 5],
                start: [0.4, -1.0, 0.0],
                length,
                axis: [dx / length, dy / length],
            };
            check_element(&element, Dimension::Two, &[[0.4, -1.0, 0.0], [0.4 + dx, dy - 1.0, 0.0]]);
        }
    }

    /// Along x the product D,xᵀ S D,x is the textbook matrix \[Przemieniecki1968\].
    #[test]
    fn equals_the_textbook_stiffness() {
        let beam = steel_beam();
        let (l, ea, ei) = (2.0, beam.stiffness.axial, beam.stiffness.bending_z);
        let element = PlanarBeam {
            origin: Origin::Beam(BeamId(0)),
            beam: Arc::new(beam),
            number: 1,
            coordinates: [0, 1, 2, 3, 4, 5],
            start: [0.0; 3],
            length: l,
            axis: [1.0, 0.0],
        };
        let phi = element.shear();
        let k = element.gradient().transpose().matmul(&element.stiffness()).matmul(&element.gradient());
        let b = ei / ((1.0 + phi) * l.powi(3));
        for (i, j, expected) in [
            (0, 0, ea / l),
            (0, 3, -ea / l),
            (1, 1, 12.0 * b),
            (1, 2, 6.0 * b * l),
            (2, 2, (4.0 + phi) * b * l * l),
            (2, 5, (2.0 - phi) * b * l * l),
            (1, 4, -12.0 * b),
        ] {
            assert!((k[(i, j)] - expected).abs() < 1e-12 * expected.abs(), "({i}, {j})");
        }
    }

    fn element(measure: BendingMeasure, shortening: bool) -> PlanarBeam {
        let beam = Beam { measure, shortening, ..steel_beam() };
        PlanarBeam {
            origin: Origin::Beam(BeamId(0)),
            beam: Arc::new(beam),
            number: 1,
            coordinates: [0, 1, 2, 3, 4, 5],
            start: [0.0; 3],
            length: 0.5,
            axis: [0.6, 0.8],
        }
    }

    #[test]
    fn derivatives_in_finite_motion_equal_differences() {
        for (measure, shortening) in
            [(BendingMeasure::Sine, true), (BendingMeasure::Sine, false), (BendingMeasure::Angle, true)]
        {
            let x = [0.1, -0.2, 0.9, 0.3, 0.1, 0.2];
            let v = [0.5, -1.1, 2.0, 0.7, 0.4, -1.3];
            let a = [1.0, 2.0, -3.0, 0.5, -0.7, 4.0];
            for shear in [None, Some(2.0e6), Some(2.0e3)] {
                let mut element = element(measure, shortening);
                Arc::make_mut(&mut element.beam).stiffness.shear_y = shear;
                check_finite(&element, &[2, 5], &x, &v, &a);
            }
        }
    }

    /// With unit tension the second derivative of the elongation is the textbook geometric stiffness of a beam
    /// \[Przemieniecki1968\].
    #[test]
    fn tension_gives_the_textbook_geometric_stiffness() {
        let l: f64 = 0.5;
        let mut along_x = PlanarBeam { axis: [1.0, 0.0], ..element(BendingMeasure::Sine, true) };
        Arc::make_mut(&mut along_x.beam).stiffness.shear_y = None;
        let at = Configuration::reference(6);
        let mut hessian = [0.0; 36];
        along_x.weighted_hessian(&at, &[1.0, 0.0, 0.0], &mut hessian);
        let k = |i: usize, j: usize| hessian[i * 6 + j] * 30.0 * l;
        for (i, j, expected) in [
            (1, 1, 36.0),
            (1, 2, 3.0 * l),
            (1, 4, -36.0),
            (1, 5, 3.0 * l),
            (2, 2, 4.0 * l * l),
            (2, 5, -l * l),
            (4, 5, -3.0 * l),
            (0, 0, 0.0),
        ] {
            assert!((k(i, j) - expected).abs() < 1e-13, "({i}, {j}): {} against {expected}", k(i, j));
        }
    }

    /// A rigid motion of any size gives no deformation.
    #[test]
    fn deformations_are_blind_to_finite_rigid_motion() {
        let beam = element(BendingMeasure::Sine, true);
        let d = [0.3, 0.4];
        for angle in [0.3, 2.0, -3.1, 40.0_f64] {
            let (s, c) = angle.sin_cos();
            let turned = [c * d[0] - s * d[1] - d[0], s * d[0] + c * d[1] - d[1]];
            let mut at = Configuration::reference(6);
            at.displacement = vec![7.0, -3.0, angle, 7.0 + turned[0], turned[1] - 3.0, angle];
            (at.turn[2], at.turn[5]) = ([c, s], [c, s]);
            let (mut e, mut e_x) = ([0.0; 3], [0.0; 18]);
            beam.deformation(&at, &mut e, &mut e_x).unwrap();
            assert!(e.iter().all(|e| e.abs() < 1e-14), "{e:?}");
        }
    }
}
