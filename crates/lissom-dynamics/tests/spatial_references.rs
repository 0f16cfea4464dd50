//! Spatial mechanisms against the independent program's longer cases: a flexible crank, a run through a critical speed, a shaft under torque
//! fixed in space, the times at which a free body flips, the twist of a bent blade.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::spatial_machines::*;
use lissom_dynamics::{
    Branch, Dopri5, EquilibriumRequest, Integrator, Radau5, SimulateRequest, Tolerance, Trajectory,
    equilibrium, simulate,
};
use lissom_linalg::{Dense, Quiet, eigen};
use lissom_mech::spatial::{BeamMeasure, BeamProperties, LoadKind, Observed, SpatialEnd, SpatialMachine};
use lissom_mech::{SpatialMechanism, State, System};

fn run(system: &dyn System, end: f64, points: usize, velocity: &[f64], by: &dyn Integrator) -> Trajectory {
    let position = system.initial().0;
    let request = SimulateRequest {
        tolerance: Tolerance { relative: 1e-9, absolute: 1e-11 },
        points,
        from: Some((&position, velocity)),
        ..SimulateRequest::until(end)
    };
    simulate(system, &request, by, &Quiet).unwrap_or_else(|error| panic!("{}: {error}", system.name()))
}

/// A crank on a heavy flywheel drives a slider by a flexible rod, in space.
fn flexible_crank(n: usize, flexible: bool) -> SpatialMechanism {
    let mut m = SpatialMachine::named("flexible crank", [0.0; 3]);
    let centre = [0.0, 0.05, 0.08];
    let start = [0.0, 0.05, 0.13];
    let reach = (0.3_f64.powi(2) - 0.05_f64.powi(2) - 0.13_f64.powi(2)).sqrt();
    let pivot = m.point("centre", centre, true);
    let crank = m.orientation("crank", pivot, false);
    let base = SpatialEnd { point: pivot, orientation: Some(crank) };
    let mut ends = vec![m.node("pin", start, false)];
    for k in 1..=n {
        let share = k as f64 / n as f64;
        let end = [reach, 0.0, 0.0];
        let place = std::array::from_fn(|i| start[i] + share * (end[i] - start[i]));
        ends.push(m.node(&format!("rod {k}"), place, false));
    }
    let slider = ends[n];
    let home = m.point("home", [reach, 0.0, 0.0], true);
    let hinge = m.hinge("crank", [None, Some(crank)], [1.0, 0.0, 0.0]).unwrap();
    m.offset("crank", base, ends[0].point, [1.0, 0.0, 0.0], [false; 3]).unwrap();
    let half = 0.5f64.sqrt();
    let wrist =
        m.universal("wrist", [None, slider.orientation], [[0.0, 1.0, 0.0], [half, 0.0, half]]).unwrap();
    let ground = SpatialEnd { point: home, orientation: None };
    m.offset("slide", ground, slider.point, [1.0, 0.0, 0.0], [true, false, false]).unwrap();
    let (radius, young, density) = (0.003_f64, 2e11, 7870.0);
    let area = std::f64::consts::PI * radius.powi(2);
    let moment = std::f64::consts::FRAC_PI_4 * radius.powi(4);
    let has = BeamProperties {
        axial: young * area,
        torsion: young / 2.6 * 2.0 * moment,
        bending: [young * moment; 2],
        mass: density * area,
        rotary: [density * 2.0 * moment, density * moment, density * moment],
        flexible: [false, false, flexible, flexible, flexible, flexible],
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    for (k, pair) in ends.windows(2).enumerate() {
        m.beam(&format!("rod {}", k + 1), [pair[0], pair[1]], &has).unwrap();
    }
    m.body("flywheel", base, 0.0, [0.0; 3], diagonal([1000.0, 0.0, 0.0])).unwrap();
    m.body(
        "slider",
        SpatialEnd { point: slider.point, orientation: None },
        0.05,
        [0.0; 3],
        diagonal([0.0; 3]),
    )
    .unwrap();
    observe(&mut m, "x", Observed::Displacement(slider.point, [1.0, 0.0, 0.0]), false);
    observe(&mut m, "v", Observed::Velocity(slider.point, [1.0, 0.0, 0.0]), false);
    for point in [ends[n / 2].point, ends[0].point, slider.point] {
        AXES.iter().for_each(|axis| observe(&mut m, "place", Observed::Position(point, *axis), false));
    }
    for (part, own) in [(hinge, 0), (wrist, 1), (wrist, 2)] {
        let measure = m.measure(part, own);
        observe(&mut m, "rate", Observed::Rate(measure), true);
    }
    SpatialMechanism::new(m).unwrap()
}

/// Rates of the coordinates when the crank turns and the rod moves like a rigid one.
fn rigid_rates(n: usize, system: &SpatialMechanism) -> Vec<f64> {
    let rigid = flexible_crank(n, false);
    assert_eq!(rigid.coordinates().len(), 1);
    let at = State { time: 0.0, position: &[0.0], velocity: &[60.0] };
    let mut values = vec![0.0; rigid.outputs().len()];
    rigid.output(&at, &mut rigid.workspace(), &mut values).unwrap();
    let joints = ["crank: angle", "wrist: angle about the first axis", "wrist: angle about the second axis"];
    let share = values[11] / 60.0;
    assert!((share.abs() - 1.0).abs() < 1e-12, "the crank is the coordinate: {values:?}");
    let rate =
        |name: &str| joints.iter().position(|own| *own == name).map_or(0.0, |k| share * values[11 + k]);
    system.coordinates().iter().map(|c| rate(&c.name)).collect()
}

/// The slider of the independent program to 1e-8 m. What rotary inertia its bending sections have is not stated: none, that of the section and twice that
/// are 3.1e-3, 1.1e-3 and 0.9e-3 of the largest deflection away from it with two elements.
#[test]
fn a_flexible_rod_bends_while_its_crank_turns() {
    for n in [2, 4] {
        let system = flexible_crank(n, true);
        let velocity = rigid_rates(n, &system);
        let motion = run(&system, 0.03, 7, &velocity, &Radau5);
        let expected = numbers(&format!("flexcrank gtf_{n}"));
        let deflection = |k: usize, i: usize| {
            let place = |which: usize| motion.outputs[2 + 3 * which + i][k];
            place(0) - 0.5 * (place(1) + place(2))
        };
        let largest = (0..7).flat_map(|k| (0..3).map(move |i| (k, i)));
        let largest = largest.map(|(k, i)| expected[7 * k + 2 + i].abs()).fold(0.0, f64::max);
        for (k, row) in expected.chunks(7).enumerate() {
            let x = 0.265706605 + motion.outputs[0][k];
            assert!((x - row[0]).abs() < 1e-8, "{n} {k}: {x} against {}", row[0]);
            for i in 0..3 {
                let open = (deflection(k, i) - row[2 + i]).abs() / largest;
                assert!(open < 1.5e-3, "{n} {k} {i}: {open:e} of the largest deflection");
            }
        }
    }
}

/// A disc with a small eccentricity is run through its critical speed.
#[test]
fn an_unbalanced_disc_runs_through_its_critical_speed() {
    let mut m = SpatialMachine::named("run-up", [0.0; 3]);
    let left = m.point("left", [0.0; 3], true);
    let turned = m.orientation("left", left, false);
    let disc = m.node("disc", [0.5, 0.0, 0.0], false);
    let right = m.node("right", [1.0, 0.0, 0.0], false);
    let first = SpatialEnd { point: left, orientation: Some(turned) };
    let drive = m.rotation("drive", [None, Some(turned)], AXES[0], [true; 3]).unwrap();
    let ground = SpatialEnd { point: left, orientation: None };
    m.offset("bearing", ground, right.point, AXES[0], [true, false, false]).unwrap();
    let has = BeamProperties {
        axial: 1e7,
        torsion: 100.0,
        bending: [100.0; 2],
        flexible: [false, false, true, true, true, true],
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    m.beam("shaft 1", [first, disc], &has).unwrap();
    m.beam("shaft 2", [disc, right], &has).unwrap();
    m.body("left", first, 0.0, [0.0; 3], diagonal([0.001; 3])).unwrap();
    m.body("right", right, 0.0, [0.0; 3], diagonal([0.001; 3])).unwrap();
    m.body("disc", disc, 1.0, [0.0, 1e-4, 0.0], diagonal([0.002; 3])).unwrap();
    m.state_drives(&[("drive", &[0.0, 0.0, 50.0])]).unwrap();
    m.drive(drive, 0, 0);
    observe(&mut m, "y", Observed::Displacement(disc.point, AXES[1]), false);
    observe(&mut m, "z", Observed::Displacement(disc.point, AXES[2]), false);
    let system = SpatialMechanism::new(m).unwrap();
    let motion = run(&system, 1.2, 13, &vec![0.0; system.coordinates().len()], &Dopri5);
    for (name, found) in ["y", "z"].iter().zip(&motion.outputs) {
        for (k, expected) in numbers(&format!("runup {name}")).iter().enumerate() {
            assert!(
                (found[k] - expected).abs() < 1e-3 * 1.09e-3,
                "{name} at {k}: {} against {expected}",
                found[k]
            );
        }
    }
}

/// A shaft on bearings that leave its ends free to tilt, under opposite torques fixed in space: the torque at which a root vanishes.
#[test]
fn a_shaft_on_bearings_buckles_at_greenhills_torque() {
    for n in [8, 16] {
        let has = BeamProperties {
            axial: 1e7,
            torsion: 50.0,
            bending: [1.0; 2],
            mass: 1.0,
            rotary: [0.01, 0.0, 0.0],
            measure: BeamMeasure::Sine,
            ..BeamProperties::default()
        };
        let mut m = SpatialMachine::named("shaft", [0.0; 3]);
        let places: Vec<[f64; 3]> = (0..=n).map(|k| [k as f64 / n as f64, 0.0, 0.0]).collect();
        let ends = chain(&mut m, &places, &has);
        let last = ends[n];
        let ground = SpatialEnd { point: ends[0].point, orientation: None };
        m.offset("guide", ground, last.point, AXES[0], [true, false, false]).unwrap();
        m.orientations[0].fixed = false;
        // Both torques balance: what holds the turn about the axis carries nothing.
        m.rotation("hold", [None, Some(0)], AXES[0], [false, true, true]).unwrap();
        let turned = last.orientation.unwrap();
        push(&mut m, |direction| LoadKind::Moment { orientation: turned, direction, follows: false });
        push(&mut m, |direction| LoadKind::Moment { orientation: 0, direction, follows: false });
        let system = SpatialMechanism::new(m).unwrap();
        let smallest = |torque: f64| {
            let input = [torque, 0.0, 0.0, -torque, 0.0, 0.0];
            let request = EquilibriumRequest {
                input: input.to_vec(),
                increments: 1,
                branch: Branch::Path,
                ..EquilibriumRequest::default()
            };
            let found = equilibrium(&system, &request).unwrap();
            let still = vec![0.0; found.position.len()];
            let at = State { time: 0.0, position: &found.position, velocity: &still };
            let l = system.linearise(&at, &still, &input, &mut system.workspace()).unwrap();
            let mut stiffness = l.stiffness.clone();
            stiffness.add_scaled(1.0, &l.dynamic_stiffness);
            stiffness.add_scaled(1.0, &l.geometric_stiffness);
            let none = Dense::zeros(still.len(), still.len());
            let roots = eigen::quadratic(&l.mass, &none, &stiffness).unwrap().values;
            roots.iter().map(|s| s.re.hypot(s.im)).fold(f64::INFINITY, f64::min)
        };
        let (mut low, mut high) = (5.8, 6.8);
        while high - low > 1e-6 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if smallest(a) < smallest(b) { high = b } else { low = a }
        }
        let expected = numbers(&format!("greenhill fe pinned {n}"))[0];
        assert!((low / expected - 1.0).abs() < 1e-4, "{n}: {low} against {expected}");
    }
}

/// A free body near its middle axis flips over at the times of Jacobi's functions.
#[test]
fn a_free_body_flips_when_the_closed_form_says() {
    let system = SpatialMechanism::new(free_body()).unwrap();
    let position = system.initial().0;
    let velocity = [0.0, 0.0, 0.0, 0.01, 10.0, 0.01];
    let request = SimulateRequest {
        tolerance: Tolerance { relative: 1e-13, absolute: 1e-14 },
        points: 5001,
        from: Some((&position, &velocity)),
        ..SimulateRequest::until(5.0)
    };
    let motion = simulate(&system, &request, &Dopri5, &Quiet).unwrap();
    let own = |k: usize| (0..3).map(|c| motion.outputs[c][k] * motion.outputs[6 + c][k]).sum::<f64>();
    let spins: Vec<f64> = (0..motion.times.len()).map(own).collect();
    let crossings: Vec<f64> = (1..spins.len())
        .filter(|k| spins[k - 1] * spins[*k] < 0.0)
        .map(|k| motion.times[k - 1] + 1e-3 * spins[k - 1] / (spins[k - 1] - spins[k]))
        .collect();
    let expected = numbers("free_body zero_crossings_of_w2");
    assert_eq!(crossings.len(), expected.len());
    for (found, expected) in crossings.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-5, "{found} against {expected}");
    }
}

/// The tip of the Princeton beam: the angle by which the thin direction of its section is turned, seen along the undeformed beam. Its error falls with the
/// square of the length of an element.
#[test]
fn the_tip_of_the_princeton_beam_twists() {
    let [axial, torsion, flat, tall] =
        ["EA", "GJ", "EI_flat", "EI_tall"].map(|name| number(&format!("princeton stiffness {name}")));
    let has = BeamProperties {
        axial,
        torsion,
        bending: [tall, flat],
        mass: 0.1,
        rotary: [1e-6, 0.0, 0.0],
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    let twist = |n: usize, p: f64, degrees: f64| {
        let mut m = cantilever(n, 0.508, AXES[0], &has);
        let tip = m.orientations.len() - 1;
        AXES.iter().for_each(|along| observe(&mut m, "axis", Observed::Axis(tip, AXES[1], *along), false));
        let system = SpatialMechanism::new(m).unwrap();
        let (s, c) = degrees.to_radians().sin_cos();
        let request = EquilibriumRequest {
            input: vec![0.0, p * s, p * c, 0.0, 0.0, 0.0],
            increments: 4,
            branch: Branch::Path,
            ..EquilibriumRequest::default()
        };
        let found = equilibrium(&system, &request).unwrap().output;
        found[8].atan2(found[7]).to_degrees()
    };
    let expected = number("princeton rod fe n=8 P=8.896 th=45 twist_deg");
    let found = twist(8, 8.896, 45.0);
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} against {expected} of the same elements");
    for p in [4.448, 8.896, 13.345] {
        for degrees in [15.0, 45.0, 75.0] {
            let rod = number(&format!("princeton rod P={p} th={degrees} twist_deg"));
            let [few, many] = [8, 16].map(|n| twist(n, p, degrees));
            let exact = many + (many - few) / 3.0;
            assert!((exact / rod - 1.0).abs() < 1e-4, "{p} {degrees}: {few}, {many}, {exact} against {rod}");
        }
    }
}
