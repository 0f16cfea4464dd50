//! Mechanisms whose answers are known in closed form.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_linalg::eigen::symmetric_definite;
use lissom_mech::{Mechanism, State, System};
use models::*;
use std::f64::consts::TAU;

const CANTILEVER: &str = r#"
lissom = 1
[model]
name = "cantilever"
dim = 2
[params]
n = 4
[section.strip]
EA = 1e4
EI = 1.0
rhoA = 1.0
[node]
root = [0.0, 0.0]
tip = [1.0, 0.0]
[[beam]]
name = "strip"
nodes = ["root", "tip"]
section = "strip"
elements = "n"
measure = "angle"
[[fix]]
nodes = ["root"]
[[force]]
name = "moment"
node = "tip"
direction = "phi"
[[output]]
node = "tip"
direction = "x"
[[output]]
node = "tip"
direction = "y"
[[output]]
node = "tip"
direction = "phi"
"#;

/// Under a tip moment M the strip is an arc of curvature M/EI: with the angle measure exactly, for any number of
/// elements, up to the full circle that brings the tip back to the root.
#[test]
fn a_rolled_strip_is_in_exact_equilibrium() {
    for elements in [3_usize, 4, 7] {
        let system = Mechanism::of(&model_with(CANTILEVER, &[("n", &elements.to_string())])).unwrap();
        let length = 1.0 / elements as f64;
        let curvature = TAU;
        let bend = -0.5 * curvature * length * length;
        let q: Vec<f64> = system
            .coordinates()
            .iter()
            .map(|c| if c.name.contains("bending") { bend } else { 0.0 })
            .collect();
        let rest = vec![0.0; q.len()];
        let residual = linearise(&system, 0.0, &q, &rest, &rest, &[curvature]).residual;
        assert!(residual.iter().all(|r| r.abs() < 1e-10 * curvature / length), "{residual:?}");
        let [x, y, phi] = outputs(&system, 0.0, &q)[..] else { panic!("three outputs") };
        assert!((x + 1.0).abs() < 1e-12 && y.abs() < 1e-12 && (phi - TAU).abs() < 1e-12);
    }
}

/// The sine measure softens: pure bending obeys M l/EI = sin(turn of an element).
#[test]
fn the_sine_measure_softens_as_derived() {
    let system = Mechanism::of(&model_with(CANTILEVER, &[("beam.strip.measure", "sine")])).unwrap();
    let (length, moment) = (0.25, 2.0_f64);
    let half = 0.5 * (moment * length).asin();
    let bend = -length * half.sin();
    let q: Vec<f64> =
        system.coordinates().iter().map(|c| if c.name.contains("bending") { bend } else { 0.0 }).collect();
    let rest = vec![0.0; q.len()];
    let residual = linearise(&system, 0.0, &q, &rest, &rest, &[moment]).residual;
    assert!(residual.iter().all(|r| r.abs() < 1e-12 * moment / length), "{residual:?}");
    assert!((outputs(&system, 0.0, &q)[2] - 8.0 * half).abs() < 1e-12);
}

/// A clamped beam: (βL)² = 3.51602, 22.0345.
#[test]
fn a_clamped_beam_has_its_frequencies() {
    let model = model_with(CANTILEVER, &[("n", "16"), ("beam.strip.flexible", "[\"bending\"]")]);
    let found = rest_frequencies(&Mechanism::of(&model).unwrap());
    assert!((found[0] / 3.516_015_27 - 1.0).abs() < 1e-6, "{}", found[0]);
    assert!((found[1] / 22.034_491_6 - 1.0).abs() < 1e-5, "{}", found[1]);
}

/// A cantilever on a driven hub, in its plane of rotation: ω² = ω_flap² − Ω², ω_flap from a 16-term Ritz solution
/// with Legendre polynomials; without elongation the two directions differ by Ω² exactly.
#[test]
fn a_rotating_cantilever_stiffens() {
    let text = CANTILEVER.replace("[[fix]]\nnodes = [\"root\"]", HUB).replace("n = 4", "n = 20\nspeed = 0.0");
    for (speed, flap) in [(0.0_f64, 3.5160), (2.0, 4.1373), (6.0, 7.3604), (10.0, 11.2023), (12.0, 13.1702)] {
        let overrides = [("speed", &*format!("{speed}")), ("beam.strip.flexible", "[\"bending\"]")];
        let system = Mechanism::of(&model_with(&text, &overrides)).unwrap();
        let (q, v) = system.initial();
        let l = linearise(&system, 0.3, &q, &v, &v, &[0.0]);
        // The straight blade is in equilibrium, and moves without Coriolis forces along its own axis.
        assert!(l.residual.iter().all(|r| r.abs() < 1e-9));
        assert!(l.velocity_sensitivity.max_abs() < 1e-12 * speed.max(1.0));
        let k = total_stiffness(&l);
        assert!((0..k.rows()).all(|i| (0..i).all(|j| (k[(i, j)] - k[(j, i)]).abs() < 1e-9 * k.max_abs())));
        let lowest = symmetric_definite(&k.symmetric_part(), &l.mass).unwrap().values[0];
        let expected: f64 = flap * flap - speed * speed;
        assert!(
            (lowest.sqrt() - expected.sqrt()).abs() < 2e-4,
            "{} against {}",
            lowest.sqrt(),
            expected.sqrt()
        );
    }
}

const HUB: &str = r#"[[hinge]]
name = "hub"
at = "root"
between = ["ground", "strip"]
[[drive]]
hinge = "hub"
angle = "speed*t"
"#;

/// A rigid pendulum: φ̈ = −m g s sin φ / J, and its reaction at the pivot.
#[test]
fn a_rigid_pendulum_swings() {
    let text = r#"
lissom = 1
[model]
name = "pendulum"
dim = 2
gravity = [0, -9.81]
[section.rod]
EA = 1.0
EI = 1.0
rhoA = 2.0
[node]
pivot = [0.0, 0.0]
end = [0.6, 0.0]
[[beam]]
name = "rod"
nodes = ["pivot", "end"]
section = "rod"
flexible = []
[[mass]]
node = "end"
mass = 0.5
[[hinge]]
name = "pin"
at = "pivot"
between = ["ground", "rod"]
"#;
    let system = mechanism(text);
    let (angle, rate, l, m, lump, g) = (0.4_f64, 1.7_f64, 0.6, 1.2, 0.5, 9.81);
    let inertia = m * l * l / 3.0 + lump * l * l;
    let expected = -(0.5 * m + lump) * l * g * angle.cos() / inertia;
    let a = acceleration(&system, 0.0, &[angle], &[rate], &[]);
    assert!((a[0] / expected - 1.0).abs() < 1e-13, "{} against {expected}", a[0]);
    let state = State { time: 0.0, position: &[angle], velocity: &[rate] };
    let snapshot = system.snapshot(&state, &[], &mut system.workspace()).unwrap();
    let moment = (0.5 * m + lump) * l;
    let x = moment * (-angle.sin() * a[0] - angle.cos() * rate * rate);
    let y = moment * (angle.cos() * a[0] - angle.sin() * rate * rate) + (m + lump) * g;
    for (name, expected) in [("pivot.x", x), ("pivot.y", y)] {
        let found = snapshot.reactions.iter().find(|(n, _)| n == name).unwrap().1;
        assert!((found - expected).abs() < 1e-12, "{name}: {found} against {expected}");
    }
    let report = system.constraint_report().unwrap();
    assert_eq!(report.missing, ["hinge pin: angle"]);
}

/// A free rigid bar: three coordinates of nodes, and a thrown bar's centre falls while it spins evenly.
#[test]
fn a_thrown_bar_falls_and_spins() {
    let text = r#"
lissom = 1
[model]
name = "bar"
dim = 2
gravity = [0, -9.81]
[section.rod]
EA = 1.0
EI = 1.0
rhoA = 2.0
[node]
a = [0.0, 0.0]
b = [1.0, 0.0]
[[beam]]
name = "rod"
nodes = ["a", "b"]
section = "rod"
flexible = []
"#;
    let system = mechanism(text);
    assert_eq!(system.coordinates().len(), 3);
    assert_eq!(system.constraint_report().unwrap().missing.len(), 3);
    let mut work = system.workspace();
    let (dt, steps) = (1e-3, 400);
    let (mut q, mut v) = system.initial();
    v.iter_mut().zip([0.3, 1.0, 4.0]).for_each(|(v, start)| *v = start);
    let centre = |q: &[f64], work: &mut lissom_mech::Workspace| {
        let rest = [0.0; 3];
        let at = State { time: 0.0, position: q, velocity: &rest };
        let points = system.snapshot(&at, &[], work).unwrap().points;
        [0, 1].map(|k| 0.5 * (points[0].1[k] + points[1].1[k]))
    };
    let start = centre(&q, &mut work);
    // Velocity of the centre from a short step along the path.
    let ahead: Vec<f64> = q.iter().zip(&v).map(|(q, v)| q + 1e-5 * v).collect();
    let behind: Vec<f64> = q.iter().zip(&v).map(|(q, v)| q - 1e-5 * v).collect();
    let (later, earlier) = (centre(&ahead, &mut work), centre(&behind, &mut work));
    let speed = [0, 1].map(|k| (later[k] - earlier[k]) / 2e-5);
    for _ in 0..steps {
        runge_kutta(&system, 0.0, &mut q, &mut v, dt, &mut work);
    }
    let t = dt * f64::from(steps);
    let end = centre(&q, &mut work);
    let expected = [start[0] + speed[0] * t, start[1] + speed[1] * t - 0.5 * 9.81 * t * t];
    for k in 0..2 {
        assert!((end[k] - expected[k]).abs() < 1e-7, "{end:?} against {expected:?}");
    }
}
