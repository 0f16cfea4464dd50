//! Strokes led by a force or a displacement: limit points, bifurcations, branches and work against closed forms.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::machines::{ROOF, mechanism};
use lissom_dynamics::{
    CriticalKind, ForceStrokeRequest, Port, StatesRequest, StrokePath, driven_stroke, force_stroke,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, System};

/// A column of length 1 and bending stiffness 1, its end pressed along its axis.
fn column(elements: usize, ends: &str) -> Mechanism {
    mechanism(&format!(
        "lissom = 1\n[model]\nname = \"column\"\n[section.s]\nEA = 1e6\nEI = 1.0\nrhoA = 1.0\n[node]\nO = [0, 0]\nT = [1, 0]\n\
         [[beam]]\nname = \"b\"\nnodes = [\"O\", \"T\"]\nsection = \"s\"\nelements = {elements}\nflexible = [\"bending\"]\n\
         {ends}[[force]]\nname = \"P\"\nnode = \"T\"\ndirection = \"-x\"\n\
         [[output]]\nname = \"shortening\"\nnode = \"T\"\ndirection = \"-x\"\n\
         [[output]]\nname = \"turn\"\nnode = \"T\"\ndirection = \"phi\"\n"
    ))
}

const CLAMPED: &str = "[[fix]]\nnodes = [\"O\"]\n";

fn pressed(system: &Mechanism, to: f64, points: usize, branches: bool) -> StrokePath {
    let request = ForceStrokeRequest {
        drive: Port { input: 0, output: 0 },
        from: 0.0,
        to,
        points,
        time: 0.0,
        input: vec![0.0; system.inputs().len()],
        probes: Vec::new(),
        tolerance: 1e-12,
        branches,
    };
    force_stroke(system, &request, &Quiet).unwrap()
}

/// F = 2 EA z (1/l − 1/l₀) at the height z, l = √(1 + z²); extreme where l³ = l₀.
fn force_at(z: f64) -> f64 {
    2e6 * z * (1.0 / 1f64.hypot(z) - 1.0 / 1f64.hypot(0.3))
}

/// Elastic energy of both bars at the height z.
fn energy_at(z: f64) -> f64 {
    let rest = 1f64.hypot(0.3);
    1e6 / rest * (1f64.hypot(z) - rest).powi(2)
}

#[test]
fn a_force_leads_a_truss_through_both_limit_points() {
    let l = 1f64.hypot(0.3).cbrt();
    let z = (l * l - 1.0).sqrt();
    let limit = force_at(z);
    let stroke = pressed(&mechanism(ROOF), 1.5 * limit, 41, false);
    assert!(stroke.remarks.is_empty(), "{:?}", stroke.remarks);
    // The shallow truss sways nowhere: only the load turns.
    let kinds: Vec<CriticalKind> = stroke.critical.iter().map(|point| point.kind).collect();
    assert_eq!(kinds, [CriticalKind::LimitPoint; 2]);
    for (point, expected) in stroke.critical.iter().zip([limit, -limit]) {
        assert!((point.load / expected - 1.0).abs() < 1e-8, "{} against {expected}", point.load);
        assert!(point.enclosed && point.unstable[0].abs_diff(point.unstable[1]) == 1, "{point:?}");
        assert!(point.between[0] < point.along && point.along < point.between[1]);
    }
    assert_eq!(stroke.rows.len(), 41);
    assert!(stroke.rows.windows(2).all(|pair| pair[0].along < pair[1].along));
    let last = stroke.rows.last().unwrap();
    assert!((last.force / (1.5 * limit) - 1.0).abs() < 1e-12 && last.value > 0.6, "{last:?}");
    for row in &stroke.rows {
        let expected = force_at(0.3 - row.value);
        assert!(
            (row.force - expected).abs() < 1e-8 * limit,
            "{} against {expected} at {}",
            row.force,
            row.value
        );
        // Work is the energy stored; it is integrated with the cubic through forces and rates.
        let stored = energy_at(0.3 - row.value);
        assert!((row.work - stored).abs() < 1e-4 * energy_at(0.0), "{} against {stored}", row.work);
    }
}

#[test]
fn a_displacement_leads_through_the_same_limit_points() {
    let l = 1f64.hypot(0.3).cbrt();
    let limit = force_at((l * l - 1.0).sqrt());
    let request = StatesRequest {
        drive: Port { input: 0, output: 0 },
        from: 0.0,
        to: 0.65,
        points: 14,
        longest_way: None,
        time: 0.0,
        input: vec![0.0],
        probes: Vec::new(),
        tolerance: 1e-10,
    };
    let stroke = driven_stroke(&mechanism(ROOF), &request, &Quiet).unwrap();
    assert_eq!(stroke.critical.len(), 2);
    for (point, expected) in stroke.critical.iter().zip([limit, -limit]) {
        assert_eq!(point.kind, CriticalKind::LimitPoint);
        assert!((point.load / expected - 1.0).abs() < 1e-8, "{} against {expected}", point.load);
        assert!((force_at(0.3 - point.along) / expected - 1.0).abs() < 1e-8);
    }
    for row in &stroke.rows {
        let stored = energy_at(0.3 - row.value);
        assert!((row.work - stored).abs() < 1e-4 * energy_at(0.0), "{} against {stored}", row.work);
    }
}

/// π²/4 is met with the fourth order of the elements, from above, and both sides enclose it.
#[test]
fn a_pressed_column_bifurcates_at_eulers_load() {
    let exact = std::f64::consts::PI.powi(2) / 4.0;
    let mut errors = Vec::new();
    for elements in [2, 4, 8] {
        let stroke = pressed(&column(elements, CLAMPED), 4.0, 5, false);
        let [point] = &stroke.critical[..] else { panic!("{:?}", stroke.critical) };
        assert_eq!(point.kind, CriticalKind::Bifurcation(1));
        assert!(point.enclosed && point.unstable == [0, 1], "{point:?}");
        assert!(
            point.loads[0] < point.load
                && point.load < point.loads[1]
                && point.loads[1] - point.loads[0] < 1e-5
        );
        errors.push(point.load - exact);
    }
    let orders: Vec<f64> = errors.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect();
    assert!(orders.iter().all(|order| (order - 4.0).abs() < 0.15), "{errors:?}: {orders:?}");
}

/// The complete elliptic integral of the first kind by the arithmetic-geometric mean.
fn complete_integral(k: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
    while (a - b).abs() > 1e-15 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::PI / (2.0 * a)
}

/// Euler's elastica: with the angle α at the free end, P L²/EI = K(sin α/2)².
#[test]
fn both_branches_of_a_column_follow_the_elastica() {
    let stroke = pressed(&column(20, CLAMPED), 5.0, 11, true);
    assert_eq!(stroke.branches.len(), 2);
    for branch in &stroke.branches {
        assert!(branch.rows.len() == 11 && branch.ended.is_none(), "{:?}", branch.ended);
        for row in &branch.rows {
            let angle = row.state.output[1];
            let expected = complete_integral((0.5 * angle).sin().abs()).powi(2);
            assert!((row.force / expected - 1.0).abs() < 1e-4, "{} against {expected} at {angle}", row.force);
            assert_eq!(row.modes.unstable, 0);
        }
        assert!(branch.rows.last().unwrap().state.output[1].abs() > 2.0);
    }
    let turns: Vec<f64> = stroke.branches.iter().map(|b| b.rows[10].state.output[1]).collect();
    assert!((turns[0] + turns[1]).abs() < 1e-6, "{turns:?}");
    // On the straight path the column is stable below the critical load and unstable above.
    assert_eq!((stroke.rows[0].modes.unstable, stroke.rows[10].modes.unstable), (0, 1));
}
