//! Deformations over a cycle of rigid motion, against independent references \[Scutaru2012\].
#![allow(clippy::unwrap_used)]

use crate::frames;

use crate::oracle;
use frames::model;
use lissom_dynamics::cycle::{
    CycleEffects, CycleRequest, CycleStart, ElasticCycle, FreezeAt, FrozenMechanism, MovingEquations,
    deviations, elastic_cycle,
};
use lissom_dynamics::{SimulateRequest, integrator, simulate};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, State, System};
use std::f64::consts::TAU;

const ORACLE: &str = include_str!("../../../tests/oracles/turning.json");

const SPEED: f64 = 150.0;
const LENGTH: f64 = 0.3;

/// The slider-crank of the errata: crank .15 m, rod .3 m of 6 mm steel in six elements, slider .033 kg, 150 rad/s.
fn slider_crank(more: &str) -> String {
    format!(
        "lissom = 1\n[model]\nname = 'slider-crank'\ndim = 2\n[material.steel]\nE = 2e11\ndensity = 7870.0\n{more}\
         [section.rod]\ncircle = {{ diameter = '6 mm' }}\n[node]\nO = [0, 0]\nA = [0.15, 0]\nB = [0.45, 0]\n\
         [[beam]]\nname = 'crank'\nnodes = ['O', 'A']\nsection = 'rod'\nmaterial = 'steel'\nflexible = []\n\
         [[beam]]\nname = 'rod'\nnodes = ['A', 'B']\nsection = 'rod'\nmaterial = 'steel'\nelements = 6\n\
         [[hinge]]\nname = 'main'\nat = 'O'\nbetween = ['ground', 'crank']\n\
         [[hinge]]\nname = 'pin'\nat = 'A'\nbetween = ['crank', 'rod']\n[[slide]]\nnode = 'B'\ndirection = 'x'\n\
         [[mass]]\nnode = 'B'\nmass = 0.033\n[[drive]]\nhinge = 'main'\nangle = '150*t'\n\
         [[output]]\nname = 'midspan'\ndeflection = 'rod'\nat = 0.5\n"
    )
}

fn turn(
    mechanism: &Mechanism,
    effects: CycleEffects,
    steps: usize,
    start: CycleStart,
    freeze: FreezeAt,
) -> ElasticCycle {
    let mut equations = FrozenMechanism::of(mechanism, effects).unwrap();
    let request = CycleRequest { end: TAU / SPEED, steps, start, freeze, tolerance: None };
    elastic_cycle(&mut equations, &request, &Quiet).unwrap()
}

/// What deformations add to the first output over the cycle.
fn output(mechanism: &Mechanism, cycle: &ElasticCycle) -> Vec<f64> {
    deviations(mechanism, cycle).unwrap().elastic.swap_remove(0)
}

/// The largest value with the crank angle [deg] at which it is reached, and the smallest.
fn extremes(values: &[f64]) -> (f64, f64, f64) {
    let place = (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b])).unwrap();
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    (values[place] / LENGTH, 360.0 * place as f64 / (values.len() - 1) as f64, lowest / LENGTH)
}

/// Against Galerkin's method over the whole rod (`tests/oracles/turning.py`), which leaves stretch out: six elements that stretch are off by
/// up to 7e-6 of the length, twelve that do not by 4e-7.
#[test]
fn the_slider_crank_meets_its_references() {
    let mechanism = Mechanism::of(&model(&slider_crank(""))).unwrap();
    let full = turn(&mechanism, CycleEffects::default(), 1800, CycleStart::Undeformed, FreezeAt::Middle);
    let values = output(&mechanism, &full);
    compare_with_oracle(&values, 1e-5);
    assert!(full.change < 1e-4 && full.met, "{}", full.change);
    // Frozen eigenvalues look unstable; over the cycle nothing grows.
    let floquet = full.floquet.unwrap();
    assert!(full.frozen_growth > 1.0, "{}", full.frozen_growth);
    assert!((floquet.largest - 1.0).abs() < 1e-3, "{}", floquet.largest);
    let without = CycleEffects { geometric: false, ..CycleEffects::default() };
    let bare = turn(&mechanism, without, 1800, CycleStart::Undeformed, FreezeAt::Middle);
    let (wrong, at, _) = extremes(&output(&mechanism, &bare));
    let [angle, peak] = oracle::numbers(ORACLE, "slider_crank_peak_unstiffened")[..] else { panic!() };
    assert!((wrong - peak).abs() < 1e-5 && (at - angle).abs() < 0.3, "{wrong} at {at}");
    let fine = slider_crank("").replace("elements = 6\n", "elements = 12\nflexible = ['bending']\n");
    let mechanism = Mechanism::of(&model(&fine)).unwrap();
    let full = turn(&mechanism, CycleEffects::default(), 1800, CycleStart::Undeformed, FreezeAt::Middle);
    compare_with_oracle(&output(&mechanism, &full), 1e-6);
}

/// Deflections over one turn, five samples to a degree, over the length of the rod.
fn compare_with_oracle(values: &[f64], tolerance: f64) {
    let (peak, at, lowest) = extremes(values);
    let expected = oracle::numbers(ORACLE, "slider_crank_peak");
    assert!((peak - expected[1]).abs() < tolerance && (at - expected[0]).abs() < 0.3, "{peak} at {at}");
    let expected = oracle::numbers(ORACLE, "slider_crank_lowest")[0];
    assert!((lowest - expected).abs() < tolerance, "{lowest} against {expected}");
    let at_degrees = oracle::numbers(ORACLE, "slider_crank_at_degrees");
    for (degree, expected) in [30, 60, 90, 120, 180, 240, 300, 360].into_iter().zip(at_degrees) {
        let value = values[degree * 5] / LENGTH;
        assert!((value - expected).abs() < tolerance, "{value} against {expected} at {degree} degrees");
    }
}

/// Coriolis, Euler and centrifugal force are small here, and each changes the motion by what it is.
#[test]
fn every_effect_can_be_left_out() {
    let mechanism = Mechanism::of(&model(&slider_crank(""))).unwrap();
    let all = CycleEffects::default();
    let with = |effects| {
        extremes(&output(
            &mechanism,
            &turn(&mechanism, effects, 400, CycleStart::Undeformed, FreezeAt::Middle),
        ))
        .0
    };
    let whole = with(all);
    for (effects, least, most) in [
        (CycleEffects { coriolis: false, ..all }, 1e-6, 1e-4),
        (CycleEffects { euler: false, ..all }, 1e-7, 1e-4),
        (CycleEffects { centrifugal: false, ..all }, 5e-5, 5e-4),
    ] {
        let change = (with(effects) - whole).abs();
        assert!(change > least && change < most, "{effects:?}: {change:e}");
    }
}

/// Frozen at the beginning of a step the method is of first order, in the middle of second; a rod without stretch, whose
/// stiffness would hide the order on coarse steps.
#[test]
fn freezing_in_the_middle_is_of_second_order() {
    let stiff = slider_crank("").replace("elements = 6\n", "elements = 6\nflexible = ['bending']\n");
    let mechanism = Mechanism::of(&model(&stiff)).unwrap();
    let at = |steps: usize, freeze: FreezeAt| {
        let cycle = turn(&mechanism, CycleEffects::default(), steps, CycleStart::Undeformed, freeze);
        let values = output(&mechanism, &cycle);
        (0..=100).map(|k| values[k * steps / 100]).collect::<Vec<f64>>()
    };
    let reference = at(1600, FreezeAt::Middle);
    let error = |values: &[f64]| {
        let gap = values.iter().zip(&reference).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        gap / reference.iter().fold(0.0_f64, |m, v| m.max(v.abs()))
    };
    for (freeze, order, first) in [(FreezeAt::Beginning, 1.0, 7.1e-2), (FreezeAt::Middle, 2.0, 3.1e-3)] {
        let errors = [100, 200, 400].map(|steps| error(&at(steps, freeze)));
        assert!(errors[0] / first < 1.5 && errors[0] / first > 0.5, "{errors:?} against {first}");
        for pair in errors.windows(2) {
            let found = (pair[0] / pair[1]).log2();
            assert!((found - order).abs() < 0.25, "order {found} of {freeze:?}: {errors:?}");
        }
    }
}

/// With material damping of 2 % at 829 rad/s the motion repeats itself: max .012654 L, min −.012795 L, largest multiplier
/// .4989.
#[test]
fn a_damped_slider_crank_repeats_itself() {
    let damped =
        slider_crank("").replace("elements = 6\n", "elements = 6\nkelvin_voigt = '0.04/829.2321403788675'\n");
    let mechanism = Mechanism::of(&model(&damped)).unwrap();
    let cycle = turn(&mechanism, CycleEffects::default(), 2000, CycleStart::Periodic, FreezeAt::Middle);
    let (peak, _, lowest) = extremes(&output(&mechanism, &cycle));
    assert!((peak - 0.012_654).abs() < 1e-5 && (lowest + 0.012_795).abs() < 1e-5, "{peak} {lowest}");
    let floquet = cycle.floquet.unwrap();
    assert!((floquet.largest - 0.4989).abs() < 5e-4, "{}", floquet.largest);
    assert!(cycle.closure.unwrap() < 1e-9, "{:?}", cycle.closure);
}

/// A motion of the whole nonlinear mechanism at given times; first output.
fn simulated(mechanism: &Mechanism, end: f64, points: usize) -> Vec<Vec<f64>> {
    let request = SimulateRequest { points, ..SimulateRequest::until(end) };
    simulate(mechanism, &request, integrator("dopri5").unwrap(), &Quiet).unwrap().outputs
}

/// The nonlinear motion against a geometrically exact reference (8 elements of absolute coordinates; 4 elements differ from
/// it by 3e-5), and against the linear cycle as far as that reaches: 6.5e-4 L.
#[test]
fn the_nonlinear_motion_meets_its_reference_and_the_cycle() {
    let mechanism = Mechanism::of(&model(&slider_crank(""))).unwrap();
    let exact = simulated(&mechanism, TAU / SPEED, 361).swap_remove(0);
    let reference = [
        0.009_642, 0.011_871, 0.005_605, 0.004_117, -0.000_958, 0.003_034, -0.004_643, 0.000_027, -0.007_592,
        -0.011_333, -0.009_944, 0.000_520,
    ];
    for (k, expected) in reference.iter().enumerate() {
        let value = exact[30 * (k + 1)] / LENGTH;
        assert!((value - expected).abs() < 1.5e-4, "{value} against {expected} at {} degrees", 30 * (k + 1));
    }
    let peak = exact.iter().copied().fold(0.0, f64::max) / LENGTH;
    assert!((peak - 0.015_409).abs() < 5e-5, "{peak}");
    let cycle = turn(&mechanism, CycleEffects::default(), 720, CycleStart::Undeformed, FreezeAt::Middle);
    let linear = output(&mechanism, &cycle);
    let gap = (0..=360).map(|k| (linear[2 * k] - exact[k]).abs()).fold(0.0, f64::max) / LENGTH;
    assert!(gap < 8e-4, "{gap}");
}

/// A four-bar with flexible coupler and rocker: the linear cycle against the nonlinear motion of the same model.
#[test]
fn a_flexible_four_bar_agrees_with_its_nonlinear_motion() {
    // The gap is the geometric nonlinearity that the cycle leaves out: at half the speed it is far smaller.
    for (speed, share) in [(40.0, 0.06), (20.0, 0.02)] {
        let gap = four_bar_gap(speed);
        assert!(gap < share, "{gap} at {speed} rad/s");
    }
}

/// The largest difference of both over the largest deflection.
fn four_bar_gap(speed: f64) -> f64 {
    let text = include_str!("../../../examples/four_bar/model.toml");
    let text = text.replace("speed = 40.0", &format!("speed = {speed:.1}"));
    let mechanism = Mechanism::of(&model(&text)).unwrap();
    let end = TAU / speed;
    let exact = simulated(&mechanism, end, 361);
    let mut equations = FrozenMechanism::of(&mechanism, CycleEffects::default()).unwrap();
    let request = CycleRequest {
        end,
        steps: 720,
        start: CycleStart::Undeformed,
        freeze: FreezeAt::Middle,
        tolerance: None,
    };
    let cycle = elastic_cycle(&mut equations, &request, &Quiet).unwrap();
    let linear = deviations(&mechanism, &cycle).unwrap().elastic;
    let each = linear.iter().zip(&exact).map(|(a, b)| {
        let peak = b.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        (0..=360).map(|k| (a[2 * k] - b[k]).abs()).fold(0.0, f64::max) / peak
    });
    each.fold(0.0, f64::max)
}

/// Spin-up of a beam, ten metres long, to 6 rad/s in 15 s, against Galerkin's method over the whole beam (`tests/oracles/turning.py`);
/// without geometric stiffness the tip passes one metre and runs away.
#[test]
fn a_beam_that_spins_up_bends_and_straightens() {
    let law = "0.4*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1))";
    let text = format!(
        "lissom = 1\n[model]\nname = 'spin-up'\n[section.s]\nEA = 2.8e7\nEI = 1.4e4\nrhoA = 1.2\n[node]\nO = [0, 0]\nT = [10, 0]\n\
         [[beam]]\nname = 'b'\nnodes = ['O', 'T']\nsection = 's'\nelements = 8\n\
         [[hinge]]\nname = 'hub'\nat = 'O'\nbetween = ['ground', 'b']\n[[drive]]\nhinge = 'hub'\nangle = '{law}'\n\
         [[output]]\nname = 'x'\nnode = 'T'\ndirection = 'x'\n[[output]]\nname = 'y'\nnode = 'T'\ndirection = 'y'\n"
    );
    let mechanism = Mechanism::of(&model(&text)).unwrap();
    let tip = |effects: CycleEffects, end: f64, steps: usize| {
        let mut equations = FrozenMechanism::of(&mechanism, effects).unwrap();
        let request = CycleRequest {
            end,
            steps,
            start: CycleStart::Undeformed,
            freeze: FreezeAt::Middle,
            tolerance: None,
        };
        let cycle = elastic_cycle(&mut equations, &request, &Quiet).unwrap();
        let moved = deviations(&mechanism, &cycle).unwrap().elastic;
        let angle = |t: f64| 0.4 * (0.5 * t * t + (15.0 / TAU).powi(2) * ((TAU * t / 15.0).cos() - 1.0));
        let each = cycle.times.iter().enumerate().map(|(k, t)| {
            let (s, c) = angle(*t).sin_cos();
            (*t, c * moved[0][k] + s * moved[1][k], c * moved[1][k] - s * moved[0][k])
        });
        each.collect::<Vec<(f64, f64, f64)>>()
    };
    let all = tip(CycleEffects::default(), 15.0, 1500);
    let lowest = all.iter().min_by(|a, b| a.2.total_cmp(&b.2)).unwrap();
    let expected = oracle::numbers(ORACLE, "spin_up_lowest");
    assert!(
        (lowest.2 - expected[1]).abs() < 2e-4 && (lowest.0 - expected[0]).abs() < 0.01,
        "{lowest:?} against {expected:?}"
    );
    let stretch = all.last().unwrap().1;
    assert!((stretch - 36.0 * 1.2 * 1000.0 / (3.0 * 2.8e7)).abs() < 5e-6, "{stretch}");
    let without = tip(CycleEffects { geometric: false, ..CycleEffects::default() }, 10.0, 1000);
    let first = without.iter().find(|(_, _, v)| v.abs() > 1.0).unwrap();
    let passes = oracle::numbers(ORACLE, "spin_up_unstiffened_passes_1_m_at")[0];
    assert!((first.0 - passes).abs() < 0.02, "{first:?} against {passes}");
    assert!(without.last().unwrap().2 < -60.0, "{:?}", without.last());
}

/// Joints that turn make the mass change; the symmetric part of what multiplies rates is exactly its rate.
#[test]
fn the_symmetric_part_of_c_is_the_rate_of_the_mass() {
    let mechanism = Mechanism::of(&model(&slider_crank(""))).unwrap();
    let mut equations = FrozenMechanism::of(&mechanism, CycleEffects::default()).unwrap();
    for time in [0.003, 0.011, 0.027] {
        let step = 1e-6;
        let (behind, here, ahead) = (
            equations.at(time - step).unwrap(),
            equations.at(time).unwrap(),
            equations.at(time + step).unwrap(),
        );
        let mut rate = ahead.mass;
        rate.add_scaled(-1.0, &behind.mass);
        rate.scale(0.5 / step);
        let mut gap = here.damping.symmetric_part();
        let skew = {
            let mut c = here.damping.clone();
            c.add_scaled(-1.0, &gap);
            c.max_abs()
        };
        assert!(gap.max_abs() > 1e-3 * skew, "joints matter here");
        gap.add_scaled(-1.0, &rate);
        assert!(
            gap.max_abs() < 1e-7 * here.damping.max_abs(),
            "{:e}",
            gap.max_abs() / here.damping.max_abs()
        );
    }
}

/// What the slider does to the rod is its own inertia along the guide: −m a, for a rod that does not stretch.
#[test]
fn joint_forces_carry_the_inertia_of_the_slider() {
    let stiff = slider_crank("").replace("elements = 6\n", "elements = 2\nflexible = ['bending']\n");
    let mechanism = Mechanism::of(&model(&stiff)).unwrap();
    let mut work = mechanism.workspace();
    let still = vec![0.0; mechanism.coordinates().len()];
    let at = |time: f64| State { time, position: &still, velocity: &still };
    let time = 0.004;
    let forces = mechanism.joint_forces(&at(time), &[], &mut work).unwrap();
    let force = forces.iter().find(|f| f.beam == "rod" && f.end == 1).unwrap();
    let place = |t: f64| {
        let points = mechanism.snapshot(&at(t), &[], &mut mechanism.workspace()).unwrap().points;
        points.iter().find(|p| p.0 == "B").unwrap().1[0]
    };
    let h = 1e-4;
    let acceleration = (place(time + h) - 2.0 * place(time) + place(time - h)) / (h * h);
    let expected = -0.033 * acceleration;
    assert!(
        (force.force[0] - expected).abs() < 1e-3 * expected.abs(),
        "{} against {expected}",
        force.force[0]
    );
    assert!(force.moment[2].abs() < 1e-9, "a pin carries no moment: {:?}", force.moment);
}
