//! Derivatives of spatial deformations against differences, along random motions from random places.

use lissom_mech::spatial::{
    Axes, BeamMeasure, BeamShape, Chart, Ends, Gradient, Hessian, Jet, JointShape, Rotation, Shape,
};

/// Numbers between −1 and 1 from a fixed sequence.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self, size: f64) -> [f64; 3] {
        [0, 1, 2].map(|_| size * self.next())
    }

    fn motion(&mut self) -> [f64; 12] {
        std::array::from_fn(|_| self.next())
    }
}

fn triad(n: &mut Numbers) -> Axes {
    Rotation::exp(n.vector(1.5)).axes()
}

/// Shapes of all kinds with their ends, away from the reference configuration.
fn shapes(n: &mut Numbers) -> Vec<(&'static str, Shape)> {
    let reference = [1.3, 0.4, -0.2];
    let common = triad(n);
    let near = |n: &mut Numbers| {
        let turn = Rotation::exp(n.vector(0.2));
        common.map(|axis| turn.turn(axis))
    };
    let beam = |measure, n: &mut Numbers| {
        let member = lissom_mech::vector::Triad::of_member(reference, None).unwrap();
        let axes = [member.x, member.y, member.z];
        let turn = Rotation::exp(n.vector(0.1));
        let triads = [axes, axes.map(|a| turn.turn(a))];
        Shape::Beam(BeamShape { reference, triads, measure, shortening: true, shear: [0.0; 2] })
    };
    vec![
        ("beam, sine", beam(BeamMeasure::Sine, n)),
        ("beam, angle", beam(BeamMeasure::Angle, n)),
        ("distance", Shape::Distance { reference }),
        ("rotation", Shape::Joint(JointShape::Rotation { triads: [near(n), near(n)] })),
        ("universal", Shape::Joint(JointShape::Universal { triads: [near(n), near(n)] })),
        ("offset", Shape::Joint(JointShape::Offset { triad: near(n), reference, start: [0.1, 0.2, 0.3] })),
        (
            "screw",
            Shape::Joint(JointShape::Screw { triads: [near(n), near(n)], reference, start: 0.2, lead: 0.7 }),
        ),
        ("place", Shape::Place),
        ("attitude", Shape::Attitude),
    ]
}

fn ends(n: &mut Numbers) -> Ends {
    let turns = [n.vector(0.3), n.vector(0.3)].map(Rotation::exp);
    Ends {
        displacement: [n.vector(0.1), n.vector(0.1)],
        axes: turns.map(Rotation::axes),
        attitude: turns[0],
        home: Rotation::exp(n.vector(1.2)),
    }
}

/// The ends moved in the exponential chart.
fn moved(at: &Ends, by: &[f64; 12], t: f64) -> Ends {
    let part = |from: usize| [0, 1, 2].map(|i| t * by[from + i]);
    let turns = [part(3), part(9)].map(Rotation::exp);
    Ends {
        displacement: [0, 1].map(|end| {
            let step = part(6 * end);
            [0, 1, 2].map(|i| at.displacement[end][i] + step[i])
        }),
        axes: [0, 1].map(|end| at.axes[end].map(|axis| turns[end].turn(axis))),
        attitude: turns[0].after(at.attitude),
        home: at.home,
    }
}

fn values(shape: &Shape, at: &Ends) -> [f64; 6] {
    let mut e = [0.0; 6];
    shape.deform(&Chart::values(at), &mut e);
    e
}

/// Gradients, second and third derivatives against differences along a motion.
fn check_derivatives(name: &str, shape: &Shape, at: &Ends, v: &[f64; 12]) {
    let mut gradients = [Gradient::constant(0.0); 6];
    shape.gradients(at, &mut gradients);
    let mut hessians = [Hessian::constant(0.0); 6];
    shape.hessians(at, &mut hessians);
    let second = shape.second_rates(at, v);
    let mut third = [[0.0; 12]; 6];
    shape.third(at, v, &mut third);
    let h = 2e-2;
    // Eighth order in the first and second, sixth in the third derivative.
    let e: Vec<[f64; 6]> = (-4..=4).map(|k| values(shape, &moved(at, v, f64::from(k) * h))).collect();
    for k in 0..shape.count() {
        let f = |i: i32| e[(i + 4) as usize][k];
        let odd = |i: i32| f(i) - f(-i);
        let even = |i: i32| f(i) + f(-i) - 2.0 * f(0);
        let first = (odd(1) * 672.0 - odd(2) * 168.0 + odd(3) * 32.0 - odd(4) * 3.0) / (840.0 * h);
        let twice = (even(1) * 8.0 / 5.0 - even(2) / 5.0 + even(3) * 8.0 / 315.0 - even(4) / 560.0) / (h * h);
        let thrice = (odd(1) * -488.0 + odd(2) * 338.0 - odd(3) * 72.0 + odd(4) * 7.0) / (240.0 * h.powi(3));
        let along = |row: &[f64; 12]| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>();
        let form: f64 = (0..12).map(|i| v[i] * along(&hessians[k].second[i])).sum();
        assert!((along(&gradients[k].by) - first).abs() < 1e-9, "{name} {k}: first");
        assert!((second[k] - twice).abs() < 1e-7, "{name} {k}: second {} against {twice}", second[k]);
        assert!((form - second[k]).abs() < 1e-11, "{name} {k}: Hessian");
        assert!(
            (along(&third[k]) - thrice).abs() < 1e-5,
            "{name} {k}: third {} against {thrice}",
            along(&third[k])
        );
    }
}

#[test]
fn derivatives_equal_differences_along_motions() {
    let mut n = Numbers(7);
    for _ in 0..5 {
        for (name, shape) in shapes(&mut n) {
            let (at, v) = (ends(&mut n), n.motion());
            check_derivatives(name, &shape, &at, &v);
        }
    }
}

/// Beams with shear, away from where a difference of eighth order loses its digits.
#[test]
fn derivatives_of_beams_with_shear_equal_differences() {
    let reference = [1.3, 0.4, -0.2];
    let member = lissom_mech::vector::Triad::of_member(reference, None).unwrap();
    let triads = [[member.x, member.y, member.z]; 2];
    let mut n = Numbers(5);
    for (measure, shear) in
        [(BeamMeasure::Sine, [0.3, 1.7]), (BeamMeasure::Angle, [0.8, 0.0]), (BeamMeasure::Angle, [0.1, 0.4])]
    {
        let shape = Shape::Beam(BeamShape { reference, triads, measure, shortening: true, shear });
        let (at, v) = (ends(&mut n), n.motion().map(|c| 0.5 * c));
        check_derivatives("beam with shear", &shape, &at, &v);
    }
}

/// D,xxx v v w is a symmetric form: cubes of sums give its mixed terms.
#[test]
fn third_derivatives_are_a_symmetric_form() {
    let mut n = Numbers(3);
    for (name, shape) in shapes(&mut n) {
        let (at, v, w) = (ends(&mut n), n.motion(), n.motion());
        let form = |a: &[f64; 12], b: &[f64; 12], k: usize| {
            let mut third = [[0.0; 12]; 6];
            shape.third(&at, a, &mut third);
            third[k].iter().zip(b).map(|(x, y)| x * y).sum::<f64>()
        };
        let sum: [f64; 12] = std::array::from_fn(|i| v[i] + w[i]);
        let difference: [f64; 12] = std::array::from_fn(|i| v[i] - w[i]);
        for k in 0..shape.count() {
            let mixed =
                (form(&sum, &sum, k) - form(&difference, &difference, k) - 2.0 * form(&w, &w, k)) / 6.0;
            assert!((form(&v, &w, k) - mixed).abs() < 1e-10 * (1.0 + mixed.abs()), "{name} {k}");
        }
    }
}

/// Deformations of two ends do not change when both are moved as one rigid body; nodes' own coordinates do.
#[test]
fn rigid_motions_deform_nothing() {
    let mut n = Numbers(11);
    for (name, shape) in
        shapes(&mut n).into_iter().filter(|(name, _)| *name != "place" && *name != "attitude")
    {
        let Some(reference) = (match &shape {
            Shape::Beam(beam) => Some(beam.reference),
            Shape::Distance { reference } => Some(*reference),
            Shape::Joint(JointShape::Offset { reference, .. } | JointShape::Screw { reference, .. }) => {
                Some(*reference)
            }
            _ => Some([0.0; 3]),
        }) else {
            continue;
        };
        let at = ends(&mut n);
        let (turn, shift) = (Rotation::exp(n.vector(2.0)), n.vector(5.0));
        // The second end stands `reference` away from the first in the reference configuration.
        let places = [at.displacement[0], [0, 1, 2].map(|i| reference[i] + at.displacement[1][i])];
        let there = places.map(|p| {
            let turned = turn.turn(p);
            [0, 1, 2].map(|i| turned[i] + shift[i])
        });
        let other = Ends {
            displacement: [there[0], [0, 1, 2].map(|i| there[1][i] - reference[i])],
            axes: at.axes.map(|axes| axes.map(|a| turn.turn(a))),
            attitude: turn.after(at.attitude),
            home: at.home,
        };
        let (before, after) = (values(&shape, &at), values(&shape, &other));
        for k in 0..shape.count() {
            assert!((before[k] - after[k]).abs() < 1e-13, "{name} {k}: {} against {}", before[k], after[k]);
        }
    }
}

/// Both forms of the beam's deformations agree through second order where shear vanishes: with the size of the motion their
/// difference falls with its third power.
#[test]
fn a_beam_that_hardly_shears_measures_as_one_that_does_not() {
    let reference = [1.3, 0.4, -0.2];
    let member = lissom_mech::vector::Triad::of_member(reference, None).unwrap();
    let triads = [[member.x, member.y, member.z]; 2];
    let shape = |shear| {
        let measure = BeamMeasure::Angle;
        Shape::Beam(BeamShape { reference, triads, measure, shortening: true, shear })
    };
    let mut n = Numbers(11);
    for _ in 0..5 {
        let (start, mut v) = (ends(&mut Numbers(3)), n.motion());
        // Without stretch: a share of it would appear in both differently, and small stretch is assumed by both.
        let along: f64 = (0..3).map(|i| (v[6 + i] - v[i]) * member.x[i]).sum();
        (0..3).for_each(|i| v[6 + i] -= along * member.x[i]);
        let rest = Ends { displacement: [[0.0; 3]; 2], axes: [Rotation::IDENTITY.axes(); 2], ..start };
        let differences = [0.1, 0.05].map(|t| {
            let at = moved(&rest, &v, t);
            let (a, b) = (values(&shape([0.0; 2]), &at), values(&shape([1e-13; 2]), &at));
            a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
        });
        let order = (differences[0] / differences[1]).log2();
        assert!(order > 2.7, "order {order} from {differences:?}");
    }
}
