//! Equilibria of spatial beams by Newton's method, and closed forms of joints that turn many times.

use crate::spatial_machines::*;
use lissom_linalg::{Lu, eigen};
use lissom_mech::spatial::{BeamMeasure, BeamProperties, LoadKind, Observed, SpatialEnd};
use lissom_mech::{SpatialMechanism, State, System};

/// Newton's method at rest under inputs, from a position, with steps up to a limit; `None` where it does not converge.
fn newton(system: &dyn System, input: &[f64], start: &[f64], limit: f64) -> Option<Vec<f64>> {
    let (mut q, still) = (start.to_vec(), vec![0.0; start.len()]);
    let mut work = system.workspace();
    let mut before = f64::INFINITY;
    for _ in 0..200 {
        let at = State { time: 0.0, position: &q, velocity: &still };
        let l = system.linearise(&at, &still, input, &mut work).ok()?;
        let mut k = l.stiffness.clone();
        k.add_scaled(1.0, &l.dynamic_stiffness);
        k.add_scaled(1.0, &l.geometric_stiffness);
        let step = Lu::factor(&k).ok()?.solve(&l.residual);
        let largest = step.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let share = (limit / largest).min(1.0);
        q.iter_mut().zip(&step).for_each(|(q, s)| *q += share * s);
        // Rounding of stiff elongations ends the descent of the steps.
        if largest < 1e-11 || (largest < 1e-8 && largest > 0.5 * before) {
            return Some(q);
        }
        before = largest;
    }
    None
}

/// Equilibria of machines that differ by a share of something, led from none to all of it in steps; the last machine with its
/// position.
fn led(build: impl Fn(f64) -> SpatialMechanism, input: &[f64], steps: u32) -> (SpatialMechanism, Vec<f64>) {
    let mut system = build(0.0);
    let mut q = vec![0.0; system.coordinates().len()];
    let mut last = q.clone();
    for step in 1..=steps {
        system = build(f64::from(step) / f64::from(steps));
        let start: Vec<f64> = q.iter().zip(&last).map(|(now, then)| 2.0 * now - then).collect();
        last = q;
        q = newton(&system, input, &start, 10.0).unwrap_or_else(|| panic!("step {step} of {steps}"));
    }
    (system, q)
}

fn tip(system: &dyn System, q: &[f64]) -> [f64; 3] {
    let mut values = vec![0.0; system.outputs().len()];
    let still = vec![0.0; q.len()];
    let at = State { time: 0.0, position: q, velocity: &still };
    system.output(&at, &mut system.workspace(), &mut values).unwrap();
    [10.0 + values[0], values[1], values[2]]
}

/// Negative eigenvalues of the symmetric part of the tangent at rest.
fn unstable(system: &dyn System, q: &[f64], input: &[f64]) -> usize {
    let still = vec![0.0; q.len()];
    let at = State { time: 0.0, position: q, velocity: &still };
    let l = system.linearise(&at, &still, input, &mut system.workspace()).unwrap();
    let mut k = l.stiffness.clone();
    k.add_scaled(1.0, &l.dynamic_stiffness);
    k.add_scaled(1.0, &l.geometric_stiffness);
    let values = eigen::symmetric(&k.symmetric_part()).unwrap().values;
    values.iter().filter(|v| **v < 0.0).count()
}

/// Measured by its sine, a twist φ of an element carries GJ sin φ cos φ/l₀: every torque has two twists, one beyond 45 degrees where
/// the torque falls. The equilibrium that the independent program gives for the helix of eight elements is one of these: its last two
/// elements are twisted by more than 45 degrees. The load path leads to the other one, whatever acts first, and it continues the
/// convergence of finer meshes.
#[test]
fn the_helix_of_eight_elements_has_a_second_equilibrium() {
    let system =
        SpatialMechanism::new(cantilever(8, 10.0, [1.0, 0.0, 0.0], &slender(BeamMeasure::Sine))).unwrap();
    let full = [2.0, 0.0, 1.0, 15.0, 6.0, 36.0];
    let place = |beam: usize| {
        let name = format!("beam {beam}: twist");
        system.coordinates().iter().position(|c| c.name == name).unwrap()
    };
    let mut paths = Vec::new();
    for moments_first in [false, true] {
        let mut q = vec![0.0; system.coordinates().len()];
        for k in 1..=20 {
            let t = f64::from(k) / 10.0;
            let input: Vec<f64> = (0..6)
                .map(|i| full[i] * (t - f64::from(u8::from((i < 3) == moments_first))).clamp(0.0, 1.0))
                .collect();
            q = newton(&system, &input, &q, 0.1).unwrap();
        }
        paths.push(q);
    }
    let (first, second) = (tip(&system, &paths[0]), tip(&system, &paths[1]));
    assert!(first.iter().zip(&second).all(|(a, b)| (a - b).abs() < 1e-9), "{first:?} against {second:?}");
    let mut q = paths[0].clone();
    [7, 8].iter().for_each(|beam| q[place(*beam)] = 0.9 * 1.25);
    let other = newton(&system, &full, &q, 0.1).unwrap();
    let (found, expected) = (tip(&system, &other), numbers("helix fe 8"));
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-4, "{found:?} against {expected:?}");
    }
    let sines: Vec<f64> = (1..=8).map(|beam| other[place(beam)] / 1.25).collect();
    assert!(
        sines[..6].iter().all(|s| *s < 0.5) && sines[6..].iter().all(|s| *s > 0.5f64.sqrt()),
        "{sines:?}"
    );
    // Moments fixed in space are not conservative, so that the count alone is no proof of instability; each element adds one.
    let counts = [&paths[0], &other].map(|q| unstable(&system, q, &full));
    assert_eq!(counts[1], counts[0] + 2, "{counts:?}");
}

/// The load at which an upright column gets a second equilibrium, by counting along the straight path.
#[test]
fn a_column_in_space_buckles_about_its_weak_axis() {
    let mut errors = Vec::new();
    for n in [2, 4] {
        let has = BeamProperties {
            axial: 1e6,
            torsion: 1.0,
            bending: [3.0, 1.0],
            mass: 1.0,
            rotary: [0.01, 0.0, 0.0],
            measure: BeamMeasure::Sine,
            ..BeamProperties::default()
        };
        let system = SpatialMechanism::new(cantilever(n, 1.0, [1.0, 0.0, 0.0], &has)).unwrap();
        let still = vec![0.0; system.coordinates().len()];
        let (mut low, mut high) = (2.0, 3.0);
        while high - low > 1e-10 {
            let load = 0.5 * (low + high);
            let input = [-load, 0.0, 0.0, 0.0, 0.0, 0.0];
            let q = newton(&system, &input, &still, 0.1).unwrap();
            if unstable(&system, &q, &input) > 0 { high = load } else { low = load }
        }
        let expected = number(&format!("column3d fe euler n={n}"));
        assert!((low / expected - 1.0).abs() < 1e-6, "{n}: {low} against {expected}");
        errors.push(low / (std::f64::consts::PI.powi(2) / 4.0) - 1.0);
    }
    let order = (errors[0] / errors[1]).log2();
    assert!((3.7..4.3).contains(&order), "order {order} from {errors:?}");
}

/// A universal joint at 30 degrees, driven through two turns: angle, rate and second rate of the other shaft in closed form.
#[test]
fn a_universal_joint_follows_its_closed_form_for_many_turns() {
    let mut m = machine("cardan");
    let point = m.point("O", [0.0; 3], true);
    let [first, second] = ["first", "second"].map(|name| m.orientation(name, point, false));
    let (s, c) = 30f64.to_radians().sin_cos();
    let drive = m.hinge("drive", [None, Some(first)], [1.0, 0.0, 0.0]).unwrap();
    let driven = m.hinge("driven", [None, Some(second)], [c, s, 0.0]).unwrap();
    m.universal("cross", [Some(first), Some(second)], [[0.0, 0.0, 1.0], [-s, c, 0.0]]).unwrap();
    let turned = SpatialEnd { point, orientation: Some(second) };
    m.body("shaft", turned, 0.0, [0.0; 3], diagonal([0.01; 3])).unwrap();
    m.state_drives(&[("drive", &[0.0, 10.0])]).unwrap();
    m.drive(drive, 0, 0);
    let angle = m.measure(driven, 0);
    for observed in [Observed::Deformation(angle), Observed::Rate(angle), Observed::SecondRate(angle)] {
        observe(&mut m, "angle", observed, true);
    }
    let system = SpatialMechanism::new(m).unwrap();
    let mut work = system.workspace();
    for k in 0..=120 {
        let time = 0.01 * f64::from(k);
        let mut found = [0.0; 3];
        system.output(&State { time, position: &[], velocity: &[] }, &mut work, &mut found).unwrap();
        let phi = 10.0 * time;
        let bare = (c * phi.sin()).atan2(phi.cos());
        let turns = ((phi - bare) / std::f64::consts::TAU).round();
        let less = 1.0 - s * s * phi.sin().powi(2);
        let expected = [
            bare + turns * std::f64::consts::TAU,
            10.0 * c / less,
            100.0 * c * s * s * (2.0 * phi).sin() / (less * less),
        ];
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-9, "at {time}: {found:?} against {expected:?}");
        }
    }
}

/// A nut on a screw, eleven turns down: shift and acceleration in closed form.
#[test]
fn a_nut_keeps_its_lead_over_eleven_turns() {
    let mut m = machine("screw");
    m.gravity = [0.0, 0.0, -9.81];
    let ground = SpatialEnd { point: m.point("O", [0.0; 3], true), orientation: None };
    let nut = m.node("nut", [0.0, 0.0, 0.2], false);
    let axis = [0.0, 0.0, 1.0];
    let turn = m.rotation("nut", [None, nut.orientation], axis, [true, false, false]).unwrap();
    m.offset("nut", ground, nut.point, axis, [true, false, false]).unwrap();
    m.screw("thread", [ground, nut], axis, 0.05).unwrap();
    m.body("nut", nut, 2.0, [0.0; 3], diagonal([0.01; 3])).unwrap();
    let angle = m.measure(turn, 0);
    observe(&mut m, "z", Observed::Displacement(nut.point, axis), false);
    observe(&mut m, "angle", Observed::Deformation(angle), true);
    observe(&mut m, "acceleration", Observed::Acceleration(nut.point, axis), false);
    let system = SpatialMechanism::new(m).unwrap();
    let is_angle = system.coordinates()[0].unit == "rad";
    let lead = 0.05 / std::f64::consts::TAU;
    let fall = -9.81 * 2.0 / (2.0 + 0.01 / (lead * lead));
    let mut work = system.workspace();
    for k in 0..=30 {
        let time = 0.1 * f64::from(k);
        let z = 0.5 * fall * time * time;
        let q = if is_angle { z / lead } else { z };
        let rate = if is_angle { fall * time / lead } else { fall * time };
        let mut found = [0.0; 3];
        system.output(&State { time, position: &[q], velocity: &[rate] }, &mut work, &mut found).unwrap();
        for (a, b) in found.iter().zip([z, z / lead, fall]) {
            assert!((a - b).abs() < 1e-9, "at {time}: {found:?}");
        }
    }
}

/// A body on two leaf springs along y, thin along x; the clamp of the second is turned about x. Leaves have their mass: the table says
/// they have none, but its first frequency for parallel leaves, 40.99 rad/s, is that with mass; without, it would be
/// √(512/0.3) = 41.31 rad/s.
fn misaligned_guide(n: usize, delta: f64) -> SpatialMechanism {
    let (young, width, thickness) = (2e11, 0.02_f64, 0.0004_f64);
    let (tall, flat) = (thickness * width.powi(3) / 12.0, width * thickness.powi(3) / 12.0);
    let has = BeamProperties {
        axial: young * width * thickness,
        torsion: 0.032_406_974_4,
        bending: [young * tall, young * flat],
        mass: 7850.0 * width * thickness,
        rotary: [7850.0 * (tall + flat), 0.0, 0.0],
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    let mut m = machine("leaf guide");
    let centre = m.node("body", [0.04, 0.1, 0.0], false);
    for (x, name, turned) in [(0.0, "A", 0.0), (0.08, "B", delta)] {
        let mut before = m.node(&format!("{name}0"), [x, 0.0, 0.0], true);
        m.orientations[before.orientation.unwrap()].turned = [turned, 0.0, 0.0];
        for k in 1..=n {
            let place = [x, 0.1 * k as f64 / n as f64, 0.0];
            let next = if k < n {
                m.node(&format!("{name}{k}"), place, false)
            } else {
                let point = m.point(&format!("{name}{k}"), place, false);
                m.offset(&format!("body at {name}"), centre, point, [1.0, 0.0, 0.0], [false; 3]).unwrap();
                SpatialEnd { point, orientation: centre.orientation }
            };
            m.beam(&format!("leaf {name}, element {k}"), [before, next], &has).unwrap();
            before = next;
        }
    }
    m.body("body", centre, 0.3, [0.0; 3], diagonal([3e-4, 4e-4, 5e-4])).unwrap();
    push(&mut m, |direction| LoadKind::Force { point: centre.point, direction, follows: None });
    observe_point(&mut m, centre.point);
    SpatialMechanism::new(m).unwrap()
}

/// A clamp that is turned from the reference configuration: frequencies, shift of the body and stiffness of the guide.
#[test]
fn a_misaligned_leaf_guide_loses_its_stiffness() {
    for k in 0..3 {
        let get = |name: &str| numbers(&format!("leaf_guide_misaligned states {k} {name}"));
        let (delta, input) = (get("delta")[0], [0.0; 3]);
        let (system, q) = led(|share| misaligned_guide(4, share * delta), &input, 40);
        let still = vec![0.0; q.len()];
        let at = State { time: 0.0, position: &q, velocity: &still };
        let mut work = system.workspace();
        let l = system.linearise(&at, &still, &input, &mut work).unwrap();
        let mut stiffness = l.stiffness.clone();
        stiffness.add_scaled(1.0, &l.dynamic_stiffness);
        stiffness.add_scaled(1.0, &l.geometric_stiffness);
        let stiffness = stiffness.symmetric_part();
        let squares = eigen::symmetric_definite(&stiffness, &l.mass.symmetric_part()).unwrap().values;
        let found: Vec<f64> = squares.iter().take(4).map(|v| v.sqrt()).collect();
        for (a, b) in found.iter().zip(get("w")) {
            assert!((a / b - 1.0).abs() < 1e-4, "state {k}: {found:?} against {:?}", get("w"));
        }
        let lu = Lu::factor(&stiffness).unwrap();
        for (axis, name) in [(0, "kx"), (2, "kz")] {
            let column: Vec<f64> = l.input.column(axis).to_vec();
            let moved = lu.solve(&column);
            let own = 1.0 / column.iter().zip(&moved).map(|(a, b)| a * b).sum::<f64>();
            let expected = get(name)[0];
            assert!((own / expected - 1.0).abs() < 1e-4, "state {k}: {name} {own} against {expected}");
        }
        let mut shift = [0.0; 3];
        system.output(&at, &mut work, &mut shift).unwrap();
        for (a, b) in shift.iter().zip(get("shift")) {
            assert!((a - b).abs() < 1e-8, "state {k}: {shift:?} against {:?}", get("shift"));
        }
    }
}

/// A parallelogram of steel bars whose third hinge is turned by five degrees, led by its crank: places of two joints out of the
/// plane, torque of the crank and elastic energy.
#[test]
fn a_misaligned_four_bar_bends_its_bars() {
    for n in [2, 4] {
        let rows = numbers(&format!("fourbar_misaligned gtf n={n}"));
        for row in rows.chunks(5).take(8 / n) {
            let [theta, z_c, z_b, torque, energy] = row else { panic!("five columns") };
            let found = misaligned_four_bar(n, *theta);
            let expected = [*z_c, *z_b, *torque, *energy];
            for (a, b) in found.iter().zip(expected) {
                assert!((a / b - 1.0).abs() < 1e-5, "{n}, {theta}: {found:?} against {expected:?}");
            }
        }
    }
}

/// The four-bar with its crank held at an angle. A little mass makes accelerations, and with them the torque of the drive.
fn misaligned_bars(n: usize, theta: f64) -> SpatialMechanism {
    let bar = |side: f64| {
        let (young, moment) = (207e9, side.powi(4) / 12.0);
        BeamProperties {
            axial: young * side * side,
            torsion: young / 2.6 * 0.1406 * side.powi(4),
            bending: [young * moment; 2],
            mass: 0.1,
            rotary: [1e-5, 0.0, 0.0],
            measure: BeamMeasure::Sine,
            ..BeamProperties::default()
        }
    };
    let mut m = machine("four-bar");
    let places = [[0.0, 0.0, 0.0], [0.0, 0.12, 0.0], [0.24, 0.12, 0.0], [0.24, 0.0, 0.0]];
    let corners: Vec<usize> =
        (0..4).map(|k| m.point(&format!("P{k}"), places[k], k == 0 || k == 3)).collect();
    let mut ends = Vec::new();
    for k in 0..3 {
        let has = bar(if k == 2 { 0.008 } else { 0.016 });
        let start = m.orientation(&format!("start {k}"), corners[k], false);
        let mut before = SpatialEnd { point: corners[k], orientation: Some(start) };
        for e in 1..=n {
            let share = e as f64 / n as f64;
            let next = if e == n {
                let o = m.orientation(&format!("end {k}"), corners[k + 1], false);
                SpatialEnd { point: corners[k + 1], orientation: Some(o) }
            } else {
                let at = [0, 1, 2].map(|i| places[k][i] + share * (places[k + 1][i] - places[k][i]));
                m.node(&format!("bar {k}, {e}"), at, false)
            };
            m.beam(&format!("bar {k}, element {e}"), [before, next], &has).unwrap();
            before = next;
        }
        ends.push([Some(start), before.orientation]);
    }
    let tilt = 5f64.to_radians();
    let crank = m.hinge("A", [None, ends[0][0]], [0.0, 0.0, 1.0]).unwrap();
    m.hinge("B", [ends[0][1], ends[1][0]], [0.0, 0.0, 1.0]).unwrap();
    m.hinge("C", [ends[1][1], ends[2][0]], [0.0, -tilt.sin(), tilt.cos()]).unwrap();
    m.hinge("D", [ends[2][1], None], [0.0, 0.0, 1.0]).unwrap();
    m.state_drives(&[("crank", &[theta])]).unwrap();
    m.drive(crank, 0, 0);
    let measure = m.measure(crank, 0);
    observe(&mut m, "zC", Observed::Displacement(corners[2], [0.0, 0.0, 1.0]), false);
    observe(&mut m, "zB", Observed::Displacement(corners[1], [0.0, 0.0, 1.0]), false);
    observe(&mut m, "torque", Observed::DriveForce(measure), true);
    SpatialMechanism::new(m).unwrap()
}

/// z of both joints, torque of the crank and elastic energy in equilibrium, led there in steps.
fn misaligned_four_bar(n: usize, theta: f64) -> [f64; 4] {
    let (system, q) = led(|share| misaligned_bars(n, share * theta), &[], (200.0 * theta.abs()) as u32);
    let still = vec![0.0; q.len()];
    let at = State { time: 0.0, position: &q, velocity: &still };
    let (mut work, mut values) = (system.workspace(), [0.0; 3]);
    system.output(&at, &mut work, &mut values).unwrap();
    let energy = system.energies(&at, &[], &mut work).unwrap().elastic;
    [values[0], values[1], values[2].abs(), energy]
}
