//! Flexible parts with several interfaces in large motion.
//!
//! Numbers of cantilevers and columns are those of an independent program in NumPy with the same matrices; the elastica is the
//! solution of the differential equation.

use crate::moving_beams::{planar_beam, spatial_part};
use crate::spatial_machines::AXES;
use crate::spatial_motion::check_linearisation;
use lissom_linalg::{Dense, Lu, eigen};
use lissom_mech::spatial::{Amount, BeamProperties, Load, LoadKind, SpatialEnd, SpatialMachine};
use lissom_mech::{MovingPart, PartDamping, PartFrame, SpatialMechanism, State, System};

const BEAM: [f64; 3] = [1e5, 1.0, 1.0];

/// A chain of n parts of a clamped beam of unit length, and its last node.
fn chain(n: usize, frame: PartFrame, with_geometric: bool) -> (SpatialMachine, SpatialEnd) {
    let mut machine = SpatialMachine::named("chain", [0.0; 3]);
    machine.planar = true;
    let at = |k: usize| k as f64 / n as f64;
    let ends: Vec<SpatialEnd> =
        (0..=n).map(|k| machine.node(&format!("N{k}"), [at(k), 0.0, 0.0], k == 0)).collect();
    for k in 0..n {
        let part = planar_beam([[at(k), 0.0], [at(k + 1), 0.0]], BEAM, frame, with_geometric);
        machine.superelement(&part, &ends[k..k + 2]).unwrap();
    }
    (machine, ends[n])
}

pub fn pull(machine: &mut SpatialMachine, end: SpatialEnd, direction: [f64; 3], amount: f64) {
    let kind = LoadKind::Force { point: end.point, direction, follows: None };
    machine.loads.push(Load { name: "pull".to_owned(), kind, amount: Amount::Constant(amount) });
}

/// All that resists at rest in a state.
pub fn tangent(system: &dyn System, q: &[f64]) -> (Dense, Vec<f64>) {
    let still = vec![0.0; q.len()];
    let at = State { time: 0.0, position: q, velocity: &still };
    let found = system.linearise(&at, &still, &[], &mut system.workspace()).unwrap();
    let mut stiffness = found.stiffness.clone();
    stiffness.add_scaled(1.0, &found.dynamic_stiffness);
    stiffness.add_scaled(1.0, &found.geometric_stiffness);
    (stiffness, found.residual)
}

/// The state of rest, by Newton's method with growing loads.
pub fn rest(system: &dyn System) -> Vec<f64> {
    let mut q = vec![0.0; system.coordinates().len()];
    for share in 1..=8 {
        let still = vec![0.0; q.len()];
        for _ in 0..30 {
            let mut work = system.workspace();
            system.share_loads(f64::from(share) / 8.0, &mut work);
            let at = State { time: 0.0, position: &q, velocity: &still };
            let found = system.linearise(&at, &still, &[], &mut work).unwrap();
            let mut stiffness = found.stiffness.clone();
            stiffness.add_scaled(1.0, &found.dynamic_stiffness);
            stiffness.add_scaled(1.0, &found.geometric_stiffness);
            let step = Lu::factor(&stiffness).unwrap().solve(&found.residual);
            q.iter_mut().zip(&step).for_each(|(q, s)| *q += s);
            if step.iter().all(|s| s.abs() < 1e-13) {
                break;
            }
        }
    }
    q
}

/// Displacement of the tip of a chain under a transverse load.
fn tip(n: usize, frame: PartFrame, with_geometric: bool, load: f64) -> [f64; 2] {
    let (mut machine, end) = chain(n, frame, with_geometric);
    pull(&mut machine, end, AXES[1], load);
    crate::spatial_machines::observe_point(&mut machine, end.point);
    let system = SpatialMechanism::new(machine).unwrap();
    let q = rest(&system);
    let still = vec![0.0; q.len()];
    let mut values = vec![0.0; 3];
    let at = State { time: 0.0, position: &q, velocity: &still };
    system.output(&at, &mut system.workspace(), &mut values).unwrap();
    assert!(values[2].abs() < 1e-15);
    [1.0 + values[0], values[1]]
}

fn near(found: [f64; 2], expected: [f64; 2], tolerance: f64) {
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < tolerance, "{found:?} against {expected:?}");
    }
}

#[test]
fn cantilevers_bend_as_an_independent_program_says() {
    // Printed with nine digits.
    let frame = PartFrame::Interfaces;
    near(tip(1, frame, false, 1.0), [0.950255168, 0.311482497], 2e-9);
    near(tip(2, frame, false, 1.0), [0.945755509, 0.303842237], 2e-9);
    near(tip(8, frame, false, 1.0), [0.943716072, 0.301843867], 2e-9);
    near(tip(1, frame, true, 1.0), [0.943831113, 0.300663976], 2e-9);
    near(tip(4, frame, true, 1.0), [0.943570267, 0.301716975], 2e-9);
    near(tip(1, PartFrame::Interface(0), false, 1.0), [1.0, 0.333333333], 2e-9);
    near(tip(4, PartFrame::Interface(0), false, 1.0), [0.946281405, 0.303436934], 2e-9);
    near(tip(2, PartFrame::Mass, false, 1.0), [0.94576072, 0.303850619], 2e-9);
    near(tip(2, frame, true, 2.0), [0.839516874, 0.493013344], 2e-9);
    near(tip(4, frame, false, 2.0), [0.84041458, 0.495438867], 2e-9);
}

#[test]
fn cutting_a_part_converges_with_its_order() {
    // 32 beam elements with the same axial stiffness; the elastica itself does not stretch.
    let fine = [0.943569216, 0.301722742];
    let open = |n: usize, with_geometric: bool| {
        let found = tip(n, PartFrame::Interfaces, with_geometric, 1.0);
        (found[0] - fine[0]).abs().max((found[1] - fine[1]).abs())
    };
    let order = |with_geometric: bool| (open(2, with_geometric) / open(4, with_geometric)).log2();
    assert!((order(false) - 2.0).abs() < 0.1, "{}", order(false));
    assert!((order(true) - 4.0).abs() < 0.15, "{}", order(true));
}

/// The axial load at which a clamped column of n parts loses its stiffness.
fn critical_load(n: usize, with_geometric: bool, near: f64) -> f64 {
    let smallest = |load: f64| {
        let (mut machine, end) = chain(n, PartFrame::Interfaces, with_geometric);
        pull(&mut machine, end, AXES[0], -load);
        let system = SpatialMechanism::new(machine).unwrap();
        let (stiffness, _) = tangent(&system, &rest(&system));
        eigen::symmetric(&stiffness.symmetric_part()).unwrap().values[0]
    };
    let (mut low, mut high) = (0.99 * near, 1.01 * near);
    assert!(smallest(low) > 0.0 && smallest(high) < 0.0);
    while high - low > 1e-10 * near {
        let middle = 0.5 * (low + high);
        if smallest(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// One part without geometric stiffness, with the chord l = 1 - P/EA and the turn v/l of the chord: energy 3/2 (v/l)^2 less
/// P v^2/(2 l), so that P (1 - P/EA) = 3.
#[test]
fn a_column_of_one_part_buckles_at_its_closed_form() {
    let exact = 0.5 * BEAM[0] * (1.0 - (1.0 - 12.0 / BEAM[0]).sqrt());
    let found = critical_load(1, false, 3.0);
    assert!((found - exact).abs() < 1e-8, "{found} against {exact}");
}

#[test]
fn columns_buckle_where_an_independent_program_says() {
    // That program found the load of one part 2.5e-8 below the closed form above: its own search ended there.
    let [euler, program] = [2.4674011, 1e-7];
    let mut open = Vec::new();
    for (n, with_geometric, expected) in
        [(2, false, 2.59672793), (1, true, 2.4860126), (2, true, 2.46872269), (4, true, 2.46754206)]
    {
        let found = critical_load(n, with_geometric, expected);
        assert!((found - expected).abs() < program, "{n} parts: {found} against {expected}");
        // Shortening by P/EA raises the load by that share.
        open.push(found * (1.0 - found / BEAM[0]) - euler);
    }
    let order = (open[2] / open[3]).log2();
    assert!((order - 4.0).abs() < 0.3, "{order}");
}

/// Four beam elements, as parts with geometric stiffness and as elements: the same deformations.
#[test]
fn a_chain_with_geometric_stiffness_is_a_chain_of_beams() {
    let mut machine = SpatialMachine::named("beams", [0.0; 3]);
    machine.planar = true;
    let ends: Vec<SpatialEnd> =
        (0..=4).map(|k| machine.node(&format!("N{k}"), [0.25 * f64::from(k), 0.0, 0.0], k == 0)).collect();
    let has =
        BeamProperties { axial: BEAM[0], bending: [1.0; 2], torsion: 1.0, mass: 1.0, ..Default::default() };
    for pair in ends.windows(2) {
        machine.beam("beam", [pair[0], pair[1]], &has).unwrap();
    }
    pull(&mut machine, ends[4], AXES[1], 2.0);
    crate::spatial_machines::observe_point(&mut machine, ends[4].point);
    let system = SpatialMechanism::new(machine).unwrap();
    assert_eq!(system.coordinates().len(), 12, "three deformations of every element");
    let q = rest(&system);
    let mut values = vec![0.0; 3];
    let at = State { time: 0.0, position: &q, velocity: &vec![0.0; q.len()] };
    system.output(&at, &mut system.workspace(), &mut values).unwrap();
    near(tip(4, PartFrame::Interfaces, true, 2.0), [1.0 + values[0], values[1]], 1e-11);
}

#[test]
fn frequencies_at_rest_are_those_of_the_matrices() {
    let part = planar_beam([[0.0, 0.0], [1.0, 0.0]], BEAM, PartFrame::Interfaces, false);
    let free = [6, 7, 11];
    let pick = |m: &Dense| Dense::from_fn(3, 3, |i, j| m[(free[i], free[j])]);
    let expected = eigen::symmetric_definite(&pick(&part.stiffness), &pick(&part.mass)).unwrap().values;
    let frames = [PartFrame::Interfaces, PartFrame::Mass, PartFrame::Interface(0), PartFrame::Interface(1)];
    for frame in frames {
        let system = SpatialMechanism::new(chain(1, frame, false).0).unwrap();
        let still = [0.0; 3];
        let at = State { time: 0.0, position: &still, velocity: &still };
        let found = system.linearise(&at, &still, &[], &mut system.workspace()).unwrap();
        let found = eigen::symmetric_definite(&found.stiffness, &found.mass).unwrap().values;
        for (a, b) in found.iter().zip(&expected) {
            assert!((a / b - 1.0).abs() < 1e-9, "{frame:?}: {a} against {b}");
        }
    }
}

/// A part with three interfaces: free, or with its first interface held.
fn bracket(part: &MovingPart, is_held: bool) -> SpatialMechanism {
    let mut machine = SpatialMachine::named("bracket", [0.3, -9.81, 1.0]);
    let ends: Vec<SpatialEnd> = part
        .interfaces
        .iter()
        .enumerate()
        .map(|(k, interface)| machine.node(&interface.name, interface.position, is_held && k == 0))
        .collect();
    machine.superelement(part, &ends).unwrap();
    SpatialMechanism::new(machine).unwrap()
}

#[test]
fn linearised_equations_are_derivatives_of_the_motion() {
    let frames = [PartFrame::Interfaces, PartFrame::Mass, PartFrame::Interface(1)];
    for frame in frames {
        let mut part = spatial_part(frame, [0.1, -0.2, 0.3]);
        part.damping = PartDamping::Modal(0.03);
        for is_held in [true, false] {
            let system = bracket(&part, is_held);
            assert_eq!(system.coordinates().len(), if is_held { 12 } else { 18 });
            check_linearisation(&system, 0.05);
        }
    }
    let (mut machine, end) = chain(3, PartFrame::Interfaces, true);
    pull(&mut machine, end, AXES[1], 1.0);
    check_linearisation(&SpatialMechanism::new(machine).unwrap(), 0.05);
}

/// Positions and rates after a time, by the classical method of fourth order.
pub fn moved(
    system: &dyn System,
    start: (Vec<f64>, Vec<f64>),
    time: f64,
    steps: usize,
) -> (Vec<f64>, Vec<f64>) {
    let (mut q, mut v) = start;
    let n = q.len();
    let h = time / steps as f64;
    let mut work = system.workspace();
    let mut slope = |q: &[f64], v: &[f64]| {
        let mut a = vec![0.0; n];
        system.acceleration(&State { time: 0.0, position: q, velocity: v }, &[], &mut work, &mut a).unwrap();
        a
    };
    let ahead =
        |x: &[f64], h: f64, y: &[f64]| -> Vec<f64> { x.iter().zip(y).map(|(x, y)| x + h * y).collect() };
    for _ in 0..steps {
        let a1 = slope(&q, &v);
        let v2 = ahead(&v, 0.5 * h, &a1);
        let a2 = slope(&ahead(&q, 0.5 * h, &v), &v2);
        let v3 = ahead(&v, 0.5 * h, &a2);
        let a3 = slope(&ahead(&q, 0.5 * h, &v2), &v3);
        let v4 = ahead(&v, h, &a3);
        let a4 = slope(&ahead(&q, h, &v3), &v4);
        for i in 0..n {
            q[i] += h / 6.0 * (v[i] + 2.0 * v2[i] + 2.0 * v3[i] + v4[i]);
            v[i] += h / 6.0 * (a1[i] + 2.0 * a2[i] + 2.0 * a3[i] + a4[i]);
        }
    }
    (q, v)
}

/// A free part that tumbles: places first, then deformations.
fn tumbling(boost: [f64; 3]) -> (SpatialMechanism, (Vec<f64>, Vec<f64>)) {
    let mut part = spatial_part(PartFrame::Interfaces, [0.0; 3]);
    part.name = "free".to_owned();
    let mut machine = SpatialMachine::named("free", [0.0; 3]);
    let ends: Vec<SpatialEnd> =
        part.interfaces.iter().map(|i| machine.node(&i.name, i.position, false)).collect();
    machine.superelement(&part, &ends).unwrap();
    for (k, axis) in AXES.iter().enumerate() {
        let observed = lissom_mech::spatial::Observed::Momentum(*axis);
        crate::spatial_machines::observe(&mut machine, ["px", "py", "pz"][k], observed, false);
        let observed = lissom_mech::spatial::Observed::AngularMomentum(None, *axis);
        crate::spatial_machines::observe(&mut machine, ["lx", "ly", "lz"][k], observed, false);
    }
    let system = SpatialMechanism::new(machine).unwrap();
    let n = system.coordinates().len();
    let (mut q, mut v) = (vec![0.0; n], vec![0.0; n]);
    for (k, coordinate) in system.coordinates().iter().enumerate() {
        let is_place = coordinate.name.starts_with("node") && coordinate.unit == "m";
        let is_turn = coordinate.name.starts_with("node") && coordinate.unit == "rad";
        let along = ["x", "y", "z"].iter().position(|axis| coordinate.name.ends_with(axis)).unwrap_or(0);
        if is_place {
            v[k] = [1.0, 0.5, -0.3][along] + boost[along];
        } else if is_turn {
            v[k] = [6.0, 8.0, 12.0][along];
        } else if coordinate.unit == "rad" {
            q[k] = 0.02 * (1.0 + 0.3 * k as f64).sin();
        }
    }
    (system, (q, v))
}

#[test]
fn a_free_part_keeps_energy_and_momenta_and_no_observer_changes_it() {
    let audit = |system: &SpatialMechanism, (q, v): &(Vec<f64>, Vec<f64>)| {
        let at = State { time: 0.0, position: q, velocity: v };
        let mut work = system.workspace();
        let energies = system.energies(&at, &[], &mut work).unwrap();
        let mut values = vec![0.0; 6];
        system.output(&at, &mut work, &mut values).unwrap();
        values.push(energies.kinetic + energies.elastic);
        values
    };
    let (system, start) = tumbling([0.0; 3]);
    let before = audit(&system, &start);
    let after = moved(&system, start.clone(), 0.02, 800);
    for (a, b) in audit(&system, &after).iter().zip(&before) {
        assert!((a - b).abs() < 1e-8 * before[6], "{a} against {b}");
    }
    // The motion must have done something: deformations change by much more than the tolerance.
    let changed = after.0.iter().zip(&start.0).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(changed > 1e-2, "{changed}");
    let (boosted, moving) = tumbling([10.0, 5.0, -20.0]);
    let seen = moved(&boosted, moving, 0.02, 800);
    for (k, coordinate) in system.coordinates().iter().enumerate() {
        if !(coordinate.name.starts_with("node") && coordinate.unit == "m") {
            let (a, b) = (seen.0[k], after.0[k]);
            assert!((a - b).abs() < 1e-9, "{}: {a} against {b}", coordinate.name);
        }
    }
}

#[test]
fn the_way_of_solution_and_the_order_of_interfaces_do_not_matter() {
    let (system, (q, v)) = tumbling([0.0; 3]);
    let at = State { time: 0.0, position: &q, velocity: &v };
    let of = |system: &SpatialMechanism| {
        let mut a = vec![0.0; q.len()];
        system.acceleration(&at, &[], &mut system.workspace(), &mut a).unwrap();
        a
    };
    let (tree, dense) = (of(&system.along_tree(true)), of(&system.along_tree(false)));
    let scale = dense.iter().fold(0.0_f64, |most, a| most.max(a.abs()));
    for (a, b) in tree.iter().zip(&dense) {
        assert!((a - b).abs() < 1e-9 * scale, "{a} against {b}");
    }
}

#[test]
fn rigid_motion_strains_nothing_and_has_the_energy_of_a_body() {
    let part = spatial_part(PartFrame::Interfaces, [0.1, 0.2, 0.3]);
    let system = bracket(&part, false);
    let n = system.coordinates().len();
    let (mut q, mut v) = (vec![0.0; n], vec![0.0; n]);
    // Places and attitude of the first interface move the whole part.
    for (k, coordinate) in system.coordinates().iter().enumerate() {
        if coordinate.name.starts_with("node") {
            q[k] = 0.4 + 0.2 * k as f64;
            v[k] = 1.0 - 0.3 * k as f64;
        }
    }
    let at = State { time: 0.0, position: &q, velocity: &v };
    let mut work = system.workspace();
    let energies = system.energies(&at, &[], &mut work).unwrap();
    assert!(energies.elastic.abs() < 1e-20, "{}", energies.elastic);
    let states = system.part_states(&at, &mut work).unwrap();
    assert!(states[0].local.iter().all(|d| d.abs() < 1e-14), "{:?}", states[0].local);
    // The same with all deformations held: a rigid body.
    let mut rigid = part;
    rigid.held = lissom_mech::HeldDeformations::All;
    let body = bracket(&rigid, false);
    assert_eq!(body.coordinates().len(), 6);
    let pick = |values: &[f64]| -> Vec<f64> {
        let each = system.coordinates().iter().zip(values);
        each.filter(|(c, _)| c.name.starts_with("node")).map(|(_, v)| *v).collect()
    };
    let (q, v) = (pick(&q), pick(&v));
    let at = State { time: 0.0, position: &q, velocity: &v };
    let held = body.energies(&at, &[], &mut body.workspace()).unwrap();
    assert!((held.kinetic - energies.kinetic).abs() < 1e-12 * energies.kinetic);
    assert!((held.potential - energies.potential).abs() < 1e-12 * energies.potential.abs());
}

#[test]
fn modal_damping_gives_every_elastic_mode_its_ratio() {
    let mut part = spatial_part(PartFrame::Interfaces, [0.0; 3]);
    part.damping = PartDamping::Modal(0.01);
    for frame in [PartFrame::Interfaces, PartFrame::Mass, PartFrame::Interface(2)] {
        part.frame = frame;
        let system = bracket(&part, false);
        let still = vec![0.0; 18];
        let at = State { time: 0.0, position: &still, velocity: &still };
        let found = system.linearise(&at, &still, &[], &mut system.workspace()).unwrap();
        let modes = eigen::symmetric_definite(&found.stiffness.symmetric_part(), &found.mass).unwrap();
        let damping = modes.vectors.transpose_matmul(&found.damping.matmul(&modes.vectors));
        for k in 6..18 {
            let ratio = damping[(k, k)] / (2.0 * modes.values[k].sqrt());
            assert!((ratio - 0.01).abs() < 1e-10, "{frame:?}, mode {k}: {ratio}");
        }
    }
}

#[test]
fn a_part_that_is_bent_too_far_is_refused_by_name() {
    let part = spatial_part(PartFrame::Interface(0), [0.0; 3]);
    let system = bracket(&part, true);
    let mut q = vec![0.0; 12];
    let turned = system.coordinates().iter().position(|c| c.unit == "rad").unwrap();
    q[turned] = 2.7;
    let at = State { time: 0.0, position: &q, velocity: &[0.0; 12] };
    let refused = system.energies(&at, &[], &mut system.workspace()).unwrap_err();
    assert!(refused.reason.contains("bracket") && refused.reason.contains("cut it"), "{}", refused.reason);
}
