//! What must hold of every open linkage in every state.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_linalg::{Dense, dot, eigen};
use lissom_mech::{Mechanism, State, System};
use models::{acceleration, linearise, mechanism, outputs};
use proptest::prelude::*;

/// Links from the ground to a tip, each rigid or flexible, turned by an angle against the horizontal.
#[derive(Clone, Debug)]
struct Linkage {
    lengths: Vec<f64>,
    angles: Vec<f64>,
    flexible: Vec<bool>,
    tip: f64,
}

/// A linkage and numbers in (−1, 1) for the coordinates, the rates and others.
fn linkages() -> impl Strategy<Value = (Linkage, Vec<f64>)> {
    (1usize..4).prop_flat_map(|n| {
        let lengths = proptest::collection::vec(0.3f64..1.2, n);
        let angles = proptest::collection::vec(-3.0f64..3.0, n);
        let flexible = proptest::collection::vec(any::<bool>(), n);
        let numbers = proptest::collection::vec(-1.0f64..1.0, 64);
        (lengths, angles, flexible, 0.1f64..2.0, numbers).prop_map(
            |(lengths, angles, flexible, tip, numbers)| (Linkage { lengths, angles, flexible, tip }, numbers),
        )
    })
}

impl Linkage {
    /// The model, turned about its first hinge and moved.
    fn text(&self, turned: f64, moved: [f64; 2], gravity: bool) -> String {
        let mut text = "lissom = 1\n[model]\nname = 'linkage'\ndim = 2\n".to_owned();
        if gravity {
            text.push_str("gravity = [0, -9.81]\n");
        }
        text.push_str("[section.s]\nEA = 2e4\nEI = 3.0\nrhoA = 0.7\nrhoI = 1e-4\n[node]\n");
        let mut at = moved;
        text.push_str(&format!("P0 = [{:?}, {:?}]\n", at[0], at[1]));
        for (k, (length, angle)) in self.lengths.iter().zip(&self.angles).enumerate() {
            let (s, c) = (angle + turned).sin_cos();
            at = [at[0] + length * c, at[1] + length * s];
            text.push_str(&format!("P{} = [{:?}, {:?}]\n", k + 1, at[0], at[1]));
        }
        for (k, flexible) in self.flexible.iter().enumerate() {
            let kinds = if *flexible { "" } else { "flexible = []\n" };
            text.push_str(&format!(
                "[[beam]]\nname = 'b{k}'\nnodes = ['P{k}', 'P{}']\nsection = 's'\n{kinds}",
                k + 1
            ));
            let before = if k == 0 { "ground".to_owned() } else { format!("b{}", k - 1) };
            text.push_str(&format!(
                "[[hinge]]\nname = 'h{k}'\nat = 'P{k}'\nbetween = ['{before}', 'b{k}']\n"
            ));
        }
        let last = self.lengths.len();
        text.push_str(&format!("[[mass]]\nnode = 'P{last}'\nmass = {:?}\n", self.tip));
        for direction in ["x", "y"] {
            text.push_str(&format!(
                "[[output]]\nname = '{direction}'\nnode = 'P{last}'\ndirection = '{direction}'\n"
            ));
        }
        text
    }

    fn mechanism(&self, gravity: bool) -> Mechanism {
        mechanism(&self.text(0.0, [0.0, 0.0], gravity))
    }
}

/// A state from numbers in (−1, 1): bends of some per cent, turns of up to a radian.
fn state(system: &dyn System, numbers: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let coordinates = system.coordinates();
    let scaled = |length: f64, angle: f64, numbers: &[f64]| -> Vec<f64> {
        let size = |unit: &str| if unit == "rad" { angle } else { length };
        coordinates.iter().zip(numbers).map(|(c, x)| size(c.unit) * x).collect()
    };
    (scaled(5e-3, 1.0, numbers), scaled(0.1, 3.0, &numbers[20..]))
}

fn kinetic(system: &dyn System, q: &[f64], v: &[f64]) -> f64 {
    let at = State { time: 0.0, position: q, velocity: v };
    system.energies(&at, &[], &mut system.workspace()).unwrap().kinetic
}

fn total_energy(system: &dyn System, q: &[f64], v: &[f64]) -> f64 {
    let at = State { time: 0.0, position: q, velocity: v };
    let e = system.energies(&at, &[], &mut system.workspace()).unwrap();
    e.kinetic + e.elastic + e.potential
}

fn difference(a: &Dense, b: &Dense) -> f64 {
    let mut gap = a.clone();
    gap.add_scaled(-1.0, b);
    gap.max_abs()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// The mass matrix is symmetric and positive, and twice the kinetic energy is its form.
    #[test]
    fn mass_is_symmetric_positive_and_the_form_of_the_energy((linkage, numbers) in linkages()) {
        let system = linkage.mechanism(false);
        let (q, v) = state(&system, &numbers);
        let rest = vec![0.0; q.len()];
        let mass = linearise(&system, 0.0, &q, &rest, &rest, &[]).mass;
        prop_assert!(difference(&mass, &mass.transpose()) < 1e-12 * mass.max_abs());
        let lowest = eigen::symmetric(&mass.symmetric_part()).unwrap().values[0];
        prop_assert!(lowest > 0.0, "{}", lowest);
        let (form, energy) = (0.5 * dot(&v, &mass.multiply_vector(&v)), kinetic(&system, &q, &v));
        prop_assert!((form - energy).abs() < 1e-11 * energy, "{} {}", form, energy);
    }

    /// Turning and moving the whole machine changes neither its mass nor how it moves.
    #[test]
    fn placement_changes_nothing((linkage, numbers) in linkages(), turned in -3.0f64..3.0) {
        let (here, there) = (linkage.mechanism(false), mechanism(&linkage.text(turned, [0.7, -1.3], false)));
        let (q, v) = state(&here, &numbers);
        let rest = vec![0.0; q.len()];
        let mass = |system: &dyn System| linearise(system, 0.0, &q, &rest, &rest, &[]).mass;
        let first = mass(&here);
        prop_assert!(difference(&first, &mass(&there)) < 1e-9 * first.max_abs());
        let (a, b) = (acceleration(&here, 0.0, &q, &v, &[]), acceleration(&there, 0.0, &q, &v, &[]));
        let largest = a.iter().fold(1.0f64, |m, x| m.max(x.abs()));
        prop_assert!(a.iter().zip(&b).all(|(x, y)| (x - y).abs() < 1e-7 * largest), "{:?} {:?}", a, b);
    }

    /// Turning hinges alone deforms nothing: no elastic energy, and every link keeps its length.
    #[test]
    fn deformations_are_blind_to_rigid_motion((linkage, numbers) in linkages()) {
        let system = linkage.mechanism(false);
        let (mut q, _) = state(&system, &numbers);
        for (value, coordinate) in q.iter_mut().zip(system.coordinates()) {
            if coordinate.unit != "rad" || !coordinate.name.contains("hinge") {
                *value = 0.0;
            }
        }
        prop_assert!(q.iter().any(|value| *value != 0.0), "the hinges turn");
        let rest = vec![0.0; q.len()];
        let at = State { time: 0.0, position: &q, velocity: &rest };
        let mut work = system.workspace();
        prop_assert!(system.energies(&at, &[], &mut work).unwrap().elastic < 1e-18);
        let points = system.snapshot(&at, &[], &mut work).unwrap().points;
        let place = |k: usize| points.iter().find(|(name, _)| *name == format!("P{k}")).unwrap().1;
        for (k, length) in linkage.lengths.iter().enumerate() {
            let (a, b) = (place(k), place(k + 1));
            prop_assert!(((a[0] - b[0]).hypot(a[1] - b[1]) - length).abs() < 1e-11 * length);
        }
    }

    /// Along the motion energy stays what it is: its rate, by differences, vanishes.
    #[test]
    fn energy_of_free_motion_is_kept((linkage, numbers) in linkages()) {
        let system = linkage.mechanism(true);
        let (q, v) = state(&system, &numbers);
        let a = acceleration(&system, 0.0, &q, &v, &[]);
        let energy = |tau: f64| {
            let moved: Vec<f64> = (0..q.len()).map(|j| q[j] + tau * (v[j] + 0.5 * tau * a[j])).collect();
            let rates: Vec<f64> = (0..q.len()).map(|j| v[j] + tau * a[j]).collect();
            total_energy(&system, &moved, &rates)
        };
        let tau = 1e-5;
        let rate = (8.0 * (energy(tau) - energy(-tau)) - (energy(2.0 * tau) - energy(-2.0 * tau))) / (12.0 * tau);
        // The largest power that flows between kinetic and elastic energy: M q̈ · q̇ of the coordinates apart.
        let rest = vec![0.0; q.len()];
        let mass = linearise(&system, 0.0, &q, &rest, &rest, &[]).mass;
        let flow: f64 = mass.multiply_vector(&a).iter().zip(&v).map(|(f, v)| (f * v).abs()).sum();
        prop_assert!(rate.abs() < 1e-6 * (flow + energy(0.0).abs() / 1e-2), "{} of {}", rate, flow);
    }

    /// Velocities are differences of places: a mass twice as large adds half of it times the square of the tip's speed, which
    /// differences of the outputs along the path give.
    #[test]
    fn velocities_are_differences_of_places((linkage, numbers) in linkages()) {
        let system = linkage.mechanism(false);
        let heavy = Linkage { tip: 2.0 * linkage.tip, ..linkage.clone() }.mechanism(false);
        let (q, v) = state(&system, &numbers);
        let step = 1e-4;
        let place = |k: f64| {
            let moved: Vec<f64> = q.iter().zip(&v).map(|(q, v)| q + k * step * v).collect();
            outputs(&system, 0.0, &moved)
        };
        let (ahead, behind, far, back) = (place(1.0), place(-1.0), place(2.0), place(-2.0));
        let rate = |i: usize| (8.0 * (ahead[i] - behind[i]) - (far[i] - back[i])) / (12.0 * step);
        let expected = 0.5 * linkage.tip * (rate(0).powi(2) + rate(1).powi(2));
        let (light, whole) = (kinetic(&system, &q, &v), kinetic(&heavy, &q, &v));
        prop_assert!((whole - light - expected).abs() < 1e-8 * whole, "{} {}", whole - light, expected);
    }

    /// Two rigid links with a mass at the tip: Lagrange's equations of the double pendulum.
    #[test]
    fn a_double_pendulum_has_its_equations(
        lengths in proptest::collection::vec(0.3f64..1.2, 2), angles in proptest::collection::vec(-3.0f64..3.0, 2),
        tip in 0.1f64..2.0, q in proptest::collection::vec(-1.0f64..1.0, 2), v in proptest::collection::vec(-4.0f64..4.0, 2),
    ) {
        let (l1, l2) = (lengths[0], lengths[1]);
        let linkage = Linkage { lengths: lengths.clone(), angles: angles.clone(), flexible: vec![false; 2], tip };
        let system = linkage.mechanism(true);
        prop_assert_eq!(system.coordinates().len(), 2);
        let found = acceleration(&system, 0.0, &q, &v, &[]);
        // Angles of the links; the second hinge turns against the first link.
        let (one, two) = (angles[0] + q[0], angles[1] + q[0] + q[1]);
        let (w1, w2) = (v[0], v[0] + v[1]);
        let rod = |length: f64| (0.7 * length, 0.7 * length.powi(3) / 3.0 + 1e-4 * length);
        let ((m1, j1), (m2, j2)) = (rod(l1), rod(l2));
        let coupling = (0.5 * m2 + tip) * l1 * l2;
        let (m11, m12, m22) = (j1 + (m2 + tip) * l1 * l1, coupling * (one - two).cos(), j2 + tip * l2 * l2);
        let (sine, g) = ((one - two).sin(), 9.81);
        let f1 = -coupling * sine * w2 * w2 - (0.5 * m1 + m2 + tip) * g * l1 * one.cos();
        let f2 = coupling * sine * w1 * w1 - (0.5 * m2 + tip) * g * l2 * two.cos();
        let det = m11 * m22 - m12 * m12;
        let (a1, a2) = ((m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det);
        let size = 1.0 + a1.abs() + a2.abs();
        prop_assert!((found[0] - a1).abs() + (found[1] - (a2 - a1)).abs() < 1e-9 * size, "{:?} {} {}", found, a1, a2 - a1);
    }
}
