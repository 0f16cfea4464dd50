//! Forces along the axes of beams: their weight and distributed loads.
//!
//! # Equation
//! With the axis r(ξ) of an element (`elements/axis.rs`) the virtual work of a density f is ∫ f·δr l₀ dξ. A density that follows the beam
//! is (α r′ + β z×r′ + γ r′×y)/l₀ with y and z the axes of the section between those of the ends: per deformed length, so that β
//! and γ alone are pressures. In the plane this is the planar rule (`elements/beam_load.rs`); without twist all integrands are
//! polynomials that six Gauss points integrate exactly.

use super::buffers::Buffers;
use super::chart::{Chart, Ends, Vec3, crossed, dotted, plus};
use super::core::Core;
use super::elements::{BeamAxis, BeamShape, Shape};
use super::jet::{Gradient, Hessian, Jet, LOCAL};
use super::load::LineLoad;
use super::machine::NONE;
use crate::elements::{AxisWeights, GAUSS};
use crate::vector::Vector;

type Local = [[f64; LOCAL]; LOCAL];

/// A force along an element.
enum Field {
    /// In a fixed direction: the linear function of the axis that it works on, and its vector.
    Fixed(AxisWeights, Vector),
    /// Following: places with their forces, and the direction along the axes of the beam.
    Following([(f64, f64); 6], Vector),
}

impl Core {
    /// The shape of a beam element and its ends.
    pub(super) fn beam_at(&self, k: usize, b: &Buffers) -> (&BeamShape, Ends) {
        let part = &self.machine.described.parts[k];
        let Shape::Beam(shape) = &part.shape else { unreachable!("only beams have an axis") };
        (shape, b.at.ends(part.points, part.orientations, &self.homes))
    }

    /// The weight of a beam element.
    fn weight(&self, k: usize, b: &Buffers) -> Field {
        let mass = self.machine.described.parts[k].spread_mass;
        let pull = self.machine.described.gravity.map(|g| b.share * mass * g);
        Field::Fixed(AxisWeights::MEAN, pull)
    }

    /// A line load on one of its elements.
    fn field(&self, load: &LineLoad, number: usize, [first, last]: [f64; 2]) -> Field {
        let at = |k: usize| first + (last - first) * k as f64 / load.parts.len() as f64;
        let density = [at(number), at(number + 1)];
        let part = &self.machine.described.parts[load.parts[number]];
        let length = if let Shape::Beam(shape) = &part.shape { shape.length() } else { 0.0 };
        let points = GAUSS.map(|(x, w)| (x, w * length * (density[0] * (1.0 - x) + density[1] * x)));
        if load.follows {
            return Field::Following(points, load.direction);
        }
        let mut mean = AxisWeights::default();
        points.iter().for_each(|(x, force)| mean.add(*force, &AxisWeights::point(*x)));
        Field::Fixed(mean, load.direction)
    }

    /// Whether beams have weight.
    fn has_weight(&self) -> bool {
        self.machine.described.gravity != [0.0; 3]
    }

    fn heavy(&self) -> impl Iterator<Item = usize> + '_ {
        let parts = &self.machine.described.parts;
        self.machine.massive.iter().copied().filter(|k| self.has_weight() && parts[*k].spread_mass != 0.0)
    }

    /// Adds weights and line loads to the forces.
    pub fn add_fields(&self, input: &[f64], b: &mut Buffers) {
        for k in self.heavy() {
            let force = self.field_force(k, &self.weight(k, b), b);
            self.scatter(k, &force, b);
        }
        for load in &self.machine.described.line_loads {
            let densities = load.ends.map(|end| self.amount(end, input, b));
            for (number, k) in load.parts.iter().enumerate() {
                let force = self.field_force(*k, &self.field(load, number, densities), b);
                self.scatter(*k, &force, b);
            }
        }
    }

    fn scatter(&self, k: usize, force: &[f64; LOCAL], b: &mut Buffers) {
        for (f, p) in force.iter().zip(&self.columns[k]).filter(|(_, p)| **p != NONE) {
            b.force[*p] += f;
        }
    }

    /// Forces of a line load on the ends of its elements.
    pub fn line_forces<'a>(
        &'a self,
        load: &'a LineLoad,
        densities: [f64; 2],
        b: &'a Buffers,
    ) -> impl Iterator<Item = (usize, [f64; LOCAL])> + 'a {
        let force = move |number: usize| {
            let k = load.parts[number];
            (k, self.field_force(k, &self.field(load, number, densities), b))
        };
        (0..load.parts.len()).map(force)
    }

    /// The weight of an element on its ends; zero where it has none, or weighs by M g.
    pub fn own_weight(&self, k: usize, b: &Buffers) -> [f64; LOCAL] {
        let weighs = self.has_weight() && self.machine.described.parts[k].spread_mass != 0.0;
        if weighs { self.field_force(k, &self.weight(k, b), b) } else { [0.0; LOCAL] }
    }

    /// Mass times displacement of a beam element, summed over its axis.
    pub fn spread_moment(&self, k: usize, b: &Buffers) -> Vector {
        let (shape, ends) = self.beam_at(k, b);
        let chart = Chart::values(&ends);
        let mean = BeamAxis::of(shape, &chart).value(&AxisWeights::MEAN, chart.displacement(0));
        let mass = self.machine.described.parts[k].spread_mass;
        // From the displacement of the first end to the mean one, less the half chord of the reference.
        std::array::from_fn(|i| mass * (mean[i] - 0.5 * shape.reference[i]))
    }

    fn field_force(&self, k: usize, field: &Field, b: &Buffers) -> [f64; LOCAL] {
        let (shape, ends) = self.beam_at(k, b);
        let chart = Chart::gradients(&ends);
        let axis = BeamAxis::of(shape, &chart);
        let start = chart.displacement(0);
        match field {
            Field::Fixed(weights, force) => work(&axis.value(weights, start), *force).by,
            Field::Following(points, own) => {
                let mut sum = [0.0; LOCAL];
                for (x, size) in points {
                    let force = following(shape, &chart, &axis, *x, *own).map(|f: Gradient| size * f.value);
                    let by = work(&axis.value(&AxisWeights::point(*x), start), force).by;
                    (0..LOCAL).for_each(|i| sum[i] += by[i]);
                }
                sum
            }
        }
    }

    /// Derivatives of all forces along beams by the coordinates of their ends, in the exponential chart.
    pub fn field_gradients(&self, input: &[f64], b: &Buffers) -> Vec<(usize, Local)> {
        let mut all: Vec<(usize, Local)> =
            self.heavy().map(|k| (k, self.field_gradient(k, &self.weight(k, b), b))).collect();
        for load in &self.machine.described.line_loads {
            let densities = load.ends.map(|end| self.amount(end, input, b));
            for (number, k) in load.parts.iter().enumerate() {
                all.push((*k, self.field_gradient(*k, &self.field(load, number, densities), b)));
            }
        }
        all
    }

    fn field_gradient(&self, k: usize, field: &Field, b: &Buffers) -> Local {
        let (shape, ends) = self.beam_at(k, b);
        let chart = Chart::hessians(&ends);
        let axis = BeamAxis::of(shape, &chart);
        let start = chart.displacement(0);
        match field {
            Field::Fixed(weights, force) => work(&axis.value(weights, start), *force).second,
            Field::Following(points, own) => {
                let first = Chart::gradients(&ends);
                let turning = BeamAxis::of(shape, &first);
                let mut sum = [[0.0; LOCAL]; LOCAL];
                for (x, size) in points {
                    let force = following(shape, &first, &turning, *x, *own).map(|f: Gradient| f * *size);
                    let point = axis.value(&AxisWeights::point(*x), start);
                    add_following(&point, &force, &mut sum);
                }
                sum
            }
        }
    }
}

/// The axis moves, and the force turns with it.
fn add_following(point: &Vec3<Hessian>, force: &Vec3<Gradient>, sum: &mut Local) {
    for (r, f) in point.iter().zip(force) {
        for i in 0..LOCAL {
            for j in 0..LOCAL {
                sum[i][j] += r.second[i][j] * f.value + r.first.by[i] * f.by[j];
            }
        }
    }
}

fn work<J: Jet>(place: &Vec3<J>, force: Vector) -> J {
    place[0] * force[0] + place[1] * force[1] + place[2] * force[2]
}

/// The direction of a following density at a place of the axis; its size is the stretch there.
fn following<J: Jet>(
    shape: &BeamShape,
    chart: &Chart<J>,
    axis: &BeamAxis<J>,
    x: f64,
    own: Vector,
) -> Vec3<J> {
    let zero = [J::constant(0.0); 3];
    let tangent = axis.value(&AxisWeights::tangent(x), zero).map(|c| c * (1.0 / shape.length()));
    let between = |k: usize| -> Vec3<J> {
        let [p, q] = [0, 1].map(|end| chart.fixed(end, shape.triads[end][k]));
        let sum: Vec3<J> = std::array::from_fn(|i| p[i] * (1.0 - x) + q[i] * x);
        let inverse = dotted(sum, sum).sqrt().reciprocal();
        sum.map(|c| c * inverse)
    };
    let along_y = crossed(between(2), tangent);
    let along_z = crossed(tangent, between(1));
    plus(tangent.map(|c| c * own[0]), plus(along_y.map(|c| c * own[1]), along_z.map(|c| c * own[2])))
}
