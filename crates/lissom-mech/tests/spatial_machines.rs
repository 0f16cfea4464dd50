//! Spatial machines built in code, for tests of their kinematics and of what is asked of them.

#![allow(dead_code, reason = "two programs of tests use different machines")]
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_mech::spatial::{
    Amount, BeamMeasure, BeamProperties, Load, LoadKind, Observed, Output, SpatialEnd, SpatialMachine,
};

/// Reference values of spatial mechanisms.
pub const NUMBERS: &str = include_str!("data/spatial.json");

/// The numbers of this name.
pub fn numbers(name: &str) -> Vec<f64> {
    crate::oracle::numbers(NUMBERS, name)
}

/// One number of this name.
pub fn number(name: &str) -> f64 {
    numbers(name)[0]
}

pub const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

pub fn diagonal(values: [f64; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| std::array::from_fn(|j| if i == j { values[i] } else { 0.0 }))
}

pub fn machine(name: &str) -> SpatialMachine {
    SpatialMachine::named(name, [0.0; 3])
}

pub fn observe(machine: &mut SpatialMachine, name: &str, observed: Observed, is_angle: bool) {
    machine.outputs.push(Output { name: name.to_owned(), observed, is_angle });
}

/// Observes the place of a point along all axes.
pub fn observe_point(machine: &mut SpatialMachine, point: usize) {
    for (axis, name) in AXES.iter().zip(["x", "y", "z"]) {
        observe(machine, name, Observed::Displacement(point, *axis), false);
    }
}

/// Pushes a point or an orientation by inputs along all axes.
pub fn push(machine: &mut SpatialMachine, kind: impl Fn([f64; 3]) -> LoadKind) {
    for axis in AXES {
        let input = machine.inputs.len();
        machine.inputs.push(format!("input {input}"));
        machine.loads.push(Load {
            name: format!("input {input}"),
            kind: kind(axis),
            amount: Amount::Input(input),
        });
    }
}

/// A heavy symmetric top on a fixed point; outputs are the place of its centre and its spin.
pub fn top() -> SpatialMachine {
    let mut m = machine("top");
    m.gravity = [0.0, 0.0, -9.81];
    let (sine, cosine) = (30f64.to_radians().sin(), 30f64.to_radians().cos());
    let axis = [sine, 0.0, cosine];
    let point = m.point("O", [0.0; 3], true);
    let orientation = m.orientation("top", point, false);
    let end = SpatialEnd { point, orientation: Some(orientation) };
    let inertia = std::array::from_fn(|i| {
        std::array::from_fn(|j| 0.02 * f64::from(u8::from(i == j)) + 0.02 * axis[i] * axis[j])
    });
    m.body("top", end, 1.0, axis.map(|c| 0.5 * c), inertia).unwrap();
    for own in AXES {
        observe(&mut m, "axis", Observed::Axis(orientation, axis.map(|c| 0.5 * c), own), false);
    }
    for own in AXES {
        observe(&mut m, "spin", Observed::Spin(orientation, own), false);
    }
    m
}

/// A free body; outputs are its spin in space, then its three axes.
pub fn free_body() -> SpatialMachine {
    let mut m = machine("free body");
    let end = m.node("O", [0.0; 3], false);
    m.body("body", end, 1.3, [0.0; 3], diagonal([0.01, 0.02, 0.03])).unwrap();
    let o = end.orientation.unwrap();
    for own in AXES {
        observe(&mut m, "spin", Observed::Spin(o, own), false);
    }
    for axis in AXES {
        for own in AXES {
            observe(&mut m, "axis", Observed::Axis(o, axis, own), false);
        }
    }
    m
}

/// Straight beams between points, clamped at the first; the ends.
pub fn chain(m: &mut SpatialMachine, places: &[[f64; 3]], has: &BeamProperties) -> Vec<SpatialEnd> {
    let ends: Vec<SpatialEnd> =
        places.iter().enumerate().map(|(k, p)| m.node(&format!("P{k}"), *p, k == 0)).collect();
    for (k, pair) in ends.windows(2).enumerate() {
        m.beam(&format!("beam {}", k + 1), [pair[0], pair[1]], has).unwrap();
    }
    ends
}

/// n elements along a line, clamped at the origin; inputs are forces and moments at the tip, outputs its displacement.
pub fn cantilever(n: usize, length: f64, along: [f64; 3], has: &BeamProperties) -> SpatialMachine {
    let mut m = machine("cantilever");
    let places: Vec<[f64; 3]> = (0..=n).map(|k| along.map(|c| c * length * k as f64 / n as f64)).collect();
    let tip = *chain(&mut m, &places, has).last().unwrap();
    load_tip(&mut m, tip);
    m
}

/// Inputs and outputs at a tip: forces, moments; displacements, then the axes.
pub fn load_tip(m: &mut SpatialMachine, tip: SpatialEnd) {
    let o = tip.orientation.unwrap();
    push(m, |direction| LoadKind::Force { point: tip.point, direction, follows: None });
    push(m, |direction| LoadKind::Moment { orientation: o, direction, follows: false });
    observe_point(m, tip.point);
    for axis in AXES {
        observe(m, "rotation", Observed::Rotation(o, axis), true);
    }
}

/// A slender round beam: EA = 1e6, GJ = 80, EI = 100.
pub fn slender(measure: BeamMeasure) -> BeamProperties {
    BeamProperties {
        axial: 1e6,
        torsion: 80.0,
        bending: [100.0; 2],
        measure,
        mass: 1.0,
        rotary: [0.02, 0.01, 0.01],
        ..BeamProperties::default()
    }
}

/// A flexible pendulum that swings out of the plane: a hinge about a skew axis, n elements, a body at the tip.
pub fn flexible_pendulum(n: usize) -> SpatialMachine {
    let mut m = machine("flexible pendulum");
    m.gravity = [0.0, 0.0, -9.81];
    let root = m.point("O", [0.0; 3], true);
    let first = m.orientation("O", root, false);
    let mut ends = vec![SpatialEnd { point: root, orientation: Some(first) }];
    for k in 1..=n {
        ends.push(m.node(&format!("P{k}"), [k as f64 / n as f64, 0.0, 0.0], false));
    }
    m.hinge("joint", [None, Some(first)], [0.2, 1.0, 0.1]).unwrap();
    let has = BeamProperties {
        axial: 1e5,
        torsion: 2.0,
        bending: [3.0, 5.0],
        mass: 0.3,
        rotary: [1e-3, 0.0, 0.0],
        flexible: [false, true, true, true, true, true],
        ..BeamProperties::default()
    };
    for (k, pair) in ends.windows(2).enumerate() {
        m.beam(&format!("beam {}", k + 1), [pair[0], pair[1]], &has).unwrap();
    }
    let tip = *ends.last().unwrap();
    m.body("weight", tip, 0.4, [0.02, 0.03, -0.01], diagonal([1e-3, 2e-3, 1.5e-3])).unwrap();
    observe_point(&mut m, tip.point);
    m
}
