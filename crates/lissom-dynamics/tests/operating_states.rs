//! States of free and supported structures against closed forms \[StaticDeformation, §2, §3, §7\].
#![allow(clippy::unwrap_used)]

use crate::frames;

use frames::{Built, beam, off, portal};
use lissom_dynamics::DynamicsError;
use lissom_dynamics::deformation::{
    NoState, SlowInput, constant_velocity, inertia_relief, slow_change, static_equilibrium,
};
use lissom_linalg::{Dense, dot, eigen, svd};
use lissom_model::model::Coordinate::{Rz, X, Y};

/// All rigid motions are taken out at once, rotations too: Qᵀ F⊥ = 0 and QᵀM x = 0.
#[test]
fn the_internal_force_drives_no_rigid_motion() {
    let p = Built::new(&portal(""));
    let body = p.body();
    assert_eq!(body.rigid_count(), 3);
    let force = p.force("F", X, 1.0);
    let state = inertia_relief(&body, &force).unwrap();
    for value in body.rigid_force(&state.internal_force) {
        assert!(value.abs() < 1e-14, "{value}");
    }
    assert!(state.gauge < 1e-11, "{}", state.gauge);
    // K of the graded leg spans six decades: its product with x alone rounds by this much.
    assert!(state.residual < 1e-11, "{}", state.residual);
    // The driving-point compliance is that of the modal sum, not that of the pseudo-inverse.
    assert!(off(state.deformation[p.row("F", X)], 0.611_264_026_984_9) < 1e-10);
}

/// The Moore-Penrose inverse, with the same null space as K, breaks K x₁ = M x₀ by 12.9 %; G does not.
#[test]
fn the_pseudo_inverse_is_inconsistent_with_inertia() {
    let p = Built::new(&portal(""));
    let (k, m) = (p.structure.stiffness.to_dense(), &p.structure.mass);
    let n = k.rows();
    let split = eigen::symmetric(&k.symmetric_part()).unwrap();
    let pseudo = |f: &[f64]| {
        let mut x = vec![0.0; n];
        for j in 3..n {
            let v = split.vectors.column(j);
            let share = dot(v, f) / split.values[j];
            x.iter_mut().zip(v).for_each(|(x, v)| *x += share * v);
        }
        x
    };
    let product = |x: &[f64]| {
        let mut y = vec![0.0; n];
        m.multiply(x, &mut y);
        y
    };
    let defect = |x1: &[f64], right: &[f64]| {
        let left = k.multiply_vector(x1);
        let rest: Vec<f64> = left.iter().zip(right).map(|(a, b)| a - b).collect();
        lissom_linalg::norm(&rest) / lissom_linalg::norm(right)
    };
    let force = p.force("F", X, 1.0);
    let body = p.body();
    let x0 = pseudo(&body.internal_force(&force));
    assert!(off(x0[p.row("F", X)], 0.586_838_444_854_8) < 1e-6, "{}", x0[p.row("F", X)]);
    let literal = defect(&pseudo(&product(&x0)), &product(&x0));
    assert!(off(literal, 0.128_959_794) < 1e-6, "{literal}");
    let x0 = body.deformation(&force);
    let here = defect(&body.deformation(&product(&x0)), &product(&x0));
    assert!(here < 1e-10, "{here}");
}

/// Free bar, pulled at one end: u(0) = −FL/6EA, u(L) = FL/3EA, E = F²L/6EA; second order in the element length.
#[test]
fn an_axial_pull_stretches_as_its_closed_form() {
    let (ea, force) = (1e4, 1.0);
    let error = |n: usize| {
        let b = Built::new(&beam(ea, n, ""));
        let state = inertia_relief(&b.body(), &b.force("R", X, force)).unwrap();
        let ends = [state.deformation[b.row("L", X)], state.deformation[b.row("R", X)]];
        assert!(off(state.acceleration[b.row("C", X)], 1.0) < 1e-12, "a = F/m");
        if n == 16 {
            assert!(
                off(ends[0], -1.669_921_875e-5) < 1e-9 && off(ends[1], 3.330_078_125e-5) < 1e-9,
                "{ends:?}"
            );
            assert!(off(state.elastic_energy, 1.665_039_062_5e-5) < 1e-9, "{}", state.elastic_energy);
        }
        [
            ends[0] + force / (6.0 * ea),
            ends[1] - force / (3.0 * ea),
            state.elastic_energy - force / (6.0 * ea),
        ]
    };
    for (coarse, fine) in error(8).iter().zip(error(16)) {
        assert!(off(coarse / fine, 4.0) < 1e-3, "order of convergence: {}", (coarse / fine).log2());
    }
}

/// Free beam, pushed at midspan: v(C) − v(tip) = FL³/128EI exactly, E = F²L³/640EI to fourth order.
#[test]
fn a_push_at_midspan_bends_as_its_closed_form() {
    let error = |n: usize| {
        let b = Built::new(&beam(1e4, n, ""));
        let state = inertia_relief(&b.body(), &b.force("C", Y, 1.0)).unwrap();
        let sag = state.deformation[b.row("C", Y)] - state.deformation[b.row("L", Y)];
        assert!(off(sag, 1.0 / 128.0) < 1e-10, "{sag}");
        assert!(off(state.acceleration[b.row("L", Y)], 1.0) < 1e-12);
        if n == 16 {
            assert!(off(state.elastic_energy, 0.001_562_489_403_6) < 1e-9, "{}", state.elastic_energy);
        }
        state.elastic_energy - 1.0 / 640.0
    };
    let ratio = error(8) / error(16);
    assert!(off(ratio, 16.0) < 0.02, "order of convergence: {}", ratio.log2());
}

/// Free beam, pushed at its end: a = F/m, angular acceleration −6F/(mL), v(0) = FL³/105EI, v(L) = FL³/140EI. No
/// condition on torque is needed.
#[test]
fn a_push_at_the_end_turns_and_bends_as_its_closed_form() {
    let error = |n: usize| {
        let b = Built::new(&beam(1e4, n, ""));
        let state = inertia_relief(&b.body(), &b.force("L", Y, 1.0)).unwrap();
        assert!(off(state.acceleration[b.row("C", Y)], 1.0) < 1e-12);
        assert!(off(state.acceleration[b.row("C", Rz)], -6.0) < 1e-12);
        let at = |node| state.deformation[b.row(node, Y)];
        if n == 16 {
            for (found, expected) in [
                (at("L"), 0.009_523_724_979_8),
                (at("R"), 0.007_142_899_301_3),
                (at("C"), -0.004_687_521_192_8),
                (state.elastic_energy, 0.004_761_862_489_9),
            ] {
                assert!(off(found, expected) < 1e-9, "{found} against {expected}");
            }
        }
        [
            at("L") - 1.0 / 105.0,
            at("R") - 1.0 / 140.0,
            at("C") + 0.004_687_5,
            state.elastic_energy - 1.0 / 210.0,
        ]
    };
    for (coarse, fine) in error(8).iter().zip(error(16)) {
        assert!(off(coarse / fine, 16.0) < 0.05, "order of convergence: {}", (coarse / fine).log2());
    }
}

const DASHPOT: &str = "[[damper]]\nname = 'd'\nnodes = ['L', 'ground']\ndamping = 2\n";

/// A dashpot at one end, a pull at the other: v = F/c, elongation FL/EA, power F²/c.
#[test]
fn a_dashpot_gives_the_speed_and_the_stretch() {
    let b = Built::new(&beam(1e4, 16, DASHPOT));
    let found = constant_velocity(&b.body(), &b.force("R", X, 1.0)).unwrap();
    let state = &found.state;
    assert!(off(state.velocity[b.row("C", X)], 0.5) < 1e-12);
    let stretch = state.deformation[b.row("R", X)] - state.deformation[b.row("L", X)];
    assert!(off(stretch, 1e-4) < 1e-11, "{stretch}");
    assert!(off(state.elastic_energy, 5e-5) < 1e-11);
    assert!(off(state.power.supplied, 0.5) < 1e-12 && state.power.residual() < 1e-12);
    // The isotropic dashpot at one end leaves the rotation about it undragged; no force acts along it.
    assert!(found.is_stationary());
    assert_eq!(found.undetermined.len(), 1);
    assert!(found.undetermined[0].contains("rotation"), "{:?}", found.undetermined);
}

const TWO_DASHPOTS: &str = "[[damper]]\nname = 'a'\nnodes = ['L', 'ground']\ndamping = 1\n\
                            [[damper]]\nname = 'b'\nnodes = ['R', 'ground']\ndamping = 3\n";

/// Two end dashpots, a push at midspan: end speeds 1/2 and 1/6, sag FL³/48EI; and F∥ᵀx is not zero.
#[test]
fn two_dashpots_share_a_push() {
    let b = Built::new(&beam(1e4, 16, TWO_DASHPOTS));
    let force = b.force("C", Y, 1.0);
    let found = constant_velocity(&b.body(), &force).unwrap();
    let (v, x) = (&found.state.velocity, &found.state.deformation);
    assert!(off(v[b.row("L", Y)], 0.5) < 1e-12 && off(v[b.row("R", Y)], 1.0 / 6.0) < 1e-12);
    let sag = x[b.row("C", Y)] - 0.5 * (x[b.row("L", Y)] + x[b.row("R", Y)]);
    assert!(off(sag, 1.0 / 48.0) < 1e-10, "{sag}");
    let rigid: Vec<f64> = force.iter().zip(&found.state.internal_force).map(|(f, i)| f - i).collect();
    assert!(dot(&rigid, x).abs() > 1e-4, "with drag the rigid part of the force works on the deformation");
    assert!(found.state.power.residual() < 1e-12);
    assert!(found.undetermined.is_empty() && found.is_stationary());
}

/// Drag in proportion to mass deforms as inertia does.
#[test]
fn mass_proportional_drag_deforms_like_inertia() {
    let mut b = Built::new(&beam(1e4, 16, ""));
    b.structure.damping = b.structure.mass.add_scaled(3.0, &b.structure.mass, 0.0);
    let force = b.force("R", X, 1.0);
    let dragged = constant_velocity(&b.body(), &force).unwrap();
    assert!(off(dragged.state.velocity[b.row("C", X)], 1.0 / 3.0) < 1e-12);
    let free = inertia_relief(&b.body(), &force).unwrap();
    let largest = free.deformation.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert_eq!(dragged.state.deformation.len(), free.deformation.len());
    for (a, b) in dragged.state.deformation.iter().zip(&free.deformation) {
        assert!((a - b).abs() < 1e-12 * largest);
    }
}

/// A force along a direction without drag has no stationary state: the direction is named, and the mixture is given.
#[test]
fn a_direction_without_drag_accelerates_by_name() {
    let along_x = "[[damper]]\nname = 'd'\nnodes = ['C', 'ground']\ndirection = 'x'\ndamping = 2\n";
    let b = Built::new(&beam(1e4, 16, along_x));
    let mut force = b.force("C", Y, 3.0);
    force[b.row("R", X)] = 1.0;
    let found = constant_velocity(&b.body(), &force).unwrap();
    assert!(!found.is_stationary());
    assert_eq!(found.accelerating.len(), 1);
    assert_eq!(found.accelerating[0].motion, "translation along y");
    assert!(off(found.state.velocity[b.row("L", X)], 0.5) < 1e-12);
    assert!(off(found.state.acceleration[b.row("L", Y)], 3.0) < 1e-12);
    assert!(found.state.velocity[b.row("L", Y)].abs() < 1e-12);
    assert_eq!(found.undetermined, ["rotation"]);
    assert!(found.state.residual < 1e-12);
}

/// A force on a structure that nothing holds has no static equilibrium: the motion is named.
#[test]
fn a_free_structure_does_not_stand() {
    let b = Built::new(&beam(1e4, 8, ""));
    let error = static_equilibrium(&b.body(), &b.force("C", Y, 1.0)).unwrap_err();
    let DynamicsError::NoState(reason) = &error else { panic!("{error}") };
    let NoState::NotHeld { motions } = reason.as_ref() else { panic!("{error}") };
    assert_eq!(motions.len(), 1);
    assert_eq!(motions[0].motion, "translation along y");
    // Forces that balance each other are another matter.
    let mut balanced = b.force("L", X, -1.0);
    balanced[b.row("R", X)] = 1.0;
    let state = static_equilibrium(&b.body(), &balanced).unwrap();
    let stretch = state.deformation[b.row("R", X)] - state.deformation[b.row("L", X)];
    assert!(off(stretch, 1e-4) < 1e-11);
}

/// A cantilever under a tip force: FL³/3EI, and its clamp carries the force and its moment.
#[test]
fn a_cantilever_stands_and_its_clamp_carries() {
    let b = Built::new(&beam(
        1e4,
        8,
        "[[fix]]\nnodes = ['L']\n[[force]]\nname = 'push'\nnode = 'R'\ndirection = 'y'\n",
    ));
    let frame = b.frame();
    let force = frame.force(&[("push".to_owned(), 2.0)]).unwrap();
    let state = static_equilibrium(&b.body(), &frame.on_independent(&force)).unwrap();
    assert!(off(state.deformation[b.row("R", Y)], 2.0 / 3.0) < 1e-11);
    let still = vec![0.0; b.structure.size()];
    let carried = frame.forces(&lissom_mech::FrameMotion {
        displacement: &state.deformation,
        velocity: &still,
        acceleration: &still,
        spin: None,
        force: &force,
    });
    assert!(carried.imbalance < 1e-10, "{}", carried.imbalance);
    let reaction = |name: &str| carried.reactions.iter().find(|r| r.name == name).unwrap().value;
    assert!(reaction("support of L.x").abs() < 1e-10);
    assert!(off(reaction("support of L.y"), -2.0) < 1e-10);
    assert!(off(reaction("support of L.phi"), -2.0) < 1e-10);
    let first = &carried.members[0].ends[0];
    // The part behind the clamp pulls the clamp up with the shear 2 and turns it with the moment F L.
    assert!(off(first.shear[0], 2.0) < 1e-10 && off(first.bending[1], 2.0) < 1e-10, "{first:?}");
}

/// Inertia relief of a supported structure is statics: there is nothing rigid left to accelerate.
#[test]
fn a_held_structure_does_not_accelerate() {
    let b = Built::new(&beam(1e4, 8, "[[fix]]\nnodes = ['L']\n"));
    let state = inertia_relief(&b.body(), &b.force("R", Y, 1.0)).unwrap();
    assert!(state.acceleration.iter().all(|a| *a == 0.0));
    assert!(off(state.deformation[b.row("R", Y)], 1.0 / 3.0) < 1e-11);
}

/// Quintic ramp from zero to one in time `end`.
fn ramp(t: f64, end: f64) -> f64 {
    let s = (t / end).clamp(0.0, 1.0);
    s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)
}

/// The largest error of the instantaneous deformation over a ramp and three periods after it, in the norm of elastic
/// energy over the largest deformation; the motion itself by modes, each exact for an input linear between samples.
/// Drag is `decay` times the mass.
fn ramp_error(b: &mut Built, periods: f64, decay: f64) -> (f64, f64) {
    b.structure.damping = b.structure.mass.add_scaled(decay, &b.structure.mass, 0.0);
    let (k, m) = (b.structure.stiffness.to_dense(), b.structure.mass.to_dense());
    let modes = eigen::symmetric_definite(&k.symmetric_part(), &m.symmetric_part()).unwrap();
    let omega1 = modes.values[3].sqrt();
    let end = periods * std::f64::consts::TAU / omega1;
    let step = end / (400.0 * periods);
    let times: Vec<f64> = (0..(400.0 * (periods + 3.0)) as usize).map(|i| i as f64 * step).collect();
    let values: Vec<f64> = times.iter().map(|t| ramp(*t, end)).collect();
    let force = b.force("C", Y, 1.0);
    let slow = slow_change(&b.body(), &[SlowInput { pattern: &force, values: &values }], &times).unwrap();
    assert!(off(slow.first_frequency, omega1) < 1e-6);
    // In modal coordinates the instantaneous answer is φᵀF u/ω², the elastic energy Σ ω² η²/2.
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    let mut errors = vec![0.0; times.len()];
    let mut sizes = vec![0.0; times.len()];
    for j in 3..modes.values.len() {
        let (w, g) = (modes.values[j].sqrt(), dot(modes.vectors.column(j), &force));
        let (mut eta, mut rate) = (0.0, 0.0);
        let (delta, k) = (0.5 * decay, w * w);
        let damped = (k - delta * delta).sqrt();
        let (s, c) = (damped * step).sin_cos();
        let (s, c) = (s * (-delta * step).exp(), c * (-delta * step).exp());
        for i in 1..times.len() {
            let (u0, slope) = (values[i - 1] * g, (values[i] - values[i - 1]) / step * g);
            // Exact solution of η̈ + 2δη̇ + ω²η = u₀ + slope t over the step.
            let (start, trend) = (u0 / k - decay * slope / (k * k), slope / k);
            let a = eta - start;
            let bb = (rate - trend + delta * a) / damped;
            eta = a * c + bb * s + start + trend * step;
            rate = (damped * bb - delta * a) * c - (damped * a + delta * bb) * s + trend;
            let at_once = g * values[i] / (w * w);
            errors[i] += w * w * (eta - at_once).powi(2);
            sizes[i] += w * w * at_once.powi(2);
        }
    }
    assert_eq!(errors.len(), sizes.len());
    for (error, size) in errors.iter().zip(&sizes) {
        worst = worst.max(error.sqrt());
        largest = largest.max(size.sqrt());
    }
    (worst / largest, slow.error_estimate())
}

/// The error of the instantaneous answer to a ramp falls with the square of its duration. One mode of frequency ω lags
/// behind the quintic ramp by (10/√3)/(ωT)² of its answer, and the jump 60/T³ in the third derivative of the ramp at
/// either end starts a free vibration of 60/(ωT)³; higher modes hardly take part.
#[test]
fn slow_changes_are_followed_to_second_order_in_their_duration() {
    let mut b = Built::new(&beam(1e4, 16, ""));
    for (periods, tolerance) in [(3.0, 0.1), (10.0, 0.02), (30.0, 0.01)] {
        let (error, estimate) = ramp_error(&mut b, periods, 0.0);
        let z = std::f64::consts::TAU * periods;
        // The share of the first mode in the elastic energy of the push at midspan is 0.936.
        let expected = 0.936_f64.sqrt() * (10.0 / 3.0_f64.sqrt() / z.powi(2) + 60.0 / z.powi(3));
        assert!(off(error, expected) < tolerance, "{periods} periods: {error} against {expected}");
        assert!(error < estimate && estimate < 2.0 * error, "{error} against an estimate of {estimate}");
    }
}

/// With drag of 2 1/s times the mass the deformation lags by D ẋ as well: 2.90 % over 3 first periods, 0.324 % over 10,
/// and (2 · 1.875/T)/ω² is what is left of it over long ramps, first order in the duration.
#[test]
fn drag_adds_its_own_lag_to_slow_changes() {
    let mut b = Built::new(&beam(1e4, 16, ""));
    for (periods, reference) in [(3.0, 0.029_023_607), (10.0, 0.003_237_937)] {
        let (error, estimate) = ramp_error(&mut b, periods, 2.0);
        // The reference steps through time with an error of its own.
        assert!(off(error, reference) < 3e-3, "{periods} periods: {error} against {reference}");
        assert!(error < estimate && estimate < 2.5 * error, "{error} against an estimate of {estimate}");
    }
    let (error, _) = ramp_error(&mut b, 100.0, 2.0);
    let omega = 22.373_402_6_f64;
    let lag = 0.936_f64.sqrt() * 2.0 * 1.875 / (100.0 * std::f64::consts::TAU / omega) / omega.powi(2);
    assert!(off(error, lag) < 0.02, "{error} against {lag}");
}

/// A constant force against drag proportional to mass: α = exp(−d t/m), 0.367879 at t = 0.5 for d/m = 2.
#[test]
fn the_inertial_share_decays_as_the_rigid_equation_says() {
    let mut b = Built::new(&beam(1e4, 8, ""));
    b.structure.damping = b.structure.mass.add_scaled(2.0, &b.structure.mass, 0.0);
    let force = b.force("C", Y, 1.0);
    let times: Vec<f64> = (0..=50).map(|i| 0.01 * f64::from(i)).collect();
    let values = vec![1.0; times.len()];
    let slow = slow_change(&b.body(), &[SlowInput { pattern: &force, values: &values }], &times).unwrap();
    assert_eq!(slow.times.len(), slow.inertial_share.len());
    for (t, share) in slow.times.iter().zip(&slow.inertial_share) {
        assert!((share.unwrap() - (-2.0 * t).exp()).abs() < 1e-12);
    }
    assert!((slow.inertial_share[50].unwrap() - 0.367_879_441_171_442).abs() < 1e-12);
    // Displacement of the centre: (F/m)(t/λ − (1 − e^(−λt))/λ²) with λ = 2.
    let centre = b.body().rigid_motion(&slow.displacement[50])[b.row("C", Y)];
    assert!(off(centre, 0.25 - 0.25 * (1.0 - (-1.0_f64).exp())) < 1e-11, "{centre}");
}

/// The balance of power closes with the term that drag takes from the deformation, and does not close without it.
#[test]
fn power_is_balanced_through_a_slow_change() {
    let b = Built::new(&portal(
        "[[damper]]\nname = 'a'\nnodes = ['A0', 'ground']\ndamping = 0.4\n[[damper]]\nname = 'b'\nnodes = ['B', 'ground']\ndamping = 0.1\n",
    ));
    let force = b.force("F", X, 1.0);
    let times: Vec<f64> = (0..=400).map(|i| 0.02 * f64::from(i)).collect();
    let values: Vec<f64> = times.iter().map(|t| ramp(*t, 4.0) * (1.0 + 0.3 * (0.5 * t).sin())).collect();
    let slow = slow_change(&b.body(), &[SlowInput { pattern: &force, values: &values }], &times).unwrap();
    let mut missing = 0.0_f64;
    for power in &slow.power[1..] {
        assert!(power.residual() < 1e-11, "{power:?}");
        missing = missing.max((power.internal / power.supplied).abs());
    }
    assert!(missing > 0.01, "the printed line of the paper would lose {missing} of the power");
}

/// The state knows nothing of units, place or numbering.
#[test]
fn states_do_not_depend_on_units_position_or_numbering() {
    let b = Built::new(&beam(1e4, 16, TWO_DASHPOTS));
    let push = |b: &Built| constant_velocity(&b.body(), &b.force("C", Y, 1.0)).unwrap().state;
    let reference = push(&b);
    let sag = |b: &Built, x: &[f64]| x[b.row("C", Y)] - 0.5 * (x[b.row("L", Y)] + x[b.row("R", Y)]);
    let far = beam(1e4, 16, TWO_DASHPOTS)
        .replace("L = [0, 0]", "L = [1000, -70]")
        .replace("C = [0.5, 0]", "C = [1000.5, -70]")
        .replace("R = [1, 0]", "R = [1001, -70]");
    let renumbered = beam(1e4, 16, TWO_DASHPOTS)
        .replace("L = [0, 0]\nC = [0.5, 0]\nR = [1, 0]", "R = [1, 0]\nC = [0.5, 0]\nL = [0, 0]");
    for text in [far, renumbered] {
        let other = Built::new(&text);
        let state = push(&other);
        assert!(off(sag(&other, &state.deformation), sag(&b, &reference.deformation)) < 1e-9);
        assert!(off(state.elastic_energy, reference.elastic_energy) < 1e-9);
        assert!(off(state.velocity[other.row("L", Y)], 0.5) < 1e-10);
    }
    // Millimetres and milliradians: x̂ = S⁻¹x, K̂ = SKS.
    let mut scaled = Built::new(&beam(1e4, 16, TWO_DASHPOTS));
    let scale: Vec<f64> = (0..scaled.structure.size())
        .map(|i| if scaled.structure.rows[i].kind == lissom_mech::RowKind::Rotation { 1e3 } else { 1e-3 })
        .collect();
    let s = &mut scaled.structure;
    (s.mass, s.damping, s.stiffness) =
        (s.mass.scaled(&scale), s.damping.scaled(&scale), s.stiffness.scaled(&scale));
    s.rigid_candidates =
        Dense::from_fn(s.rigid_candidates.rows(), 3, |i, j| s.rigid_candidates[(i, j)] / scale[i]);
    let mut force = scaled.force("C", Y, 1.0);
    force.iter_mut().zip(&scale).for_each(|(f, s)| *f *= s);
    let state = constant_velocity(&scaled.body(), &force).unwrap().state;
    let back: Vec<f64> = state.deformation.iter().zip(&scale).map(|(x, s)| x * s).collect();
    assert!(off(sag(&scaled, &back), sag(&b, &reference.deformation)) < 1e-9);
    assert!(off(state.elastic_energy, reference.elastic_energy) < 1e-9);
    assert!(state.residual < 1e-12);
}

/// The pinned factorisation behind G gives what the singular value decomposition gives, on the whole space.
#[test]
fn deformations_equal_the_modal_sum() {
    let p = Built::new(&portal(""));
    let (k, m) =
        (p.structure.stiffness.to_dense().symmetric_part(), p.structure.mass.to_dense().symmetric_part());
    let modes = eigen::symmetric_definite(&k, &m).unwrap();
    let n = k.rows();
    let sum = Dense::from_fn(n, n, |i, j| {
        (3..n).map(|e| modes.vectors[(i, e)] * modes.vectors[(j, e)] / modes.values[e]).sum()
    });
    let mut difference = p.body().deformations(&Dense::identity(n));
    difference.add_scaled(-1.0, &sum);
    let size = svd(&sum).unwrap().values[0];
    assert!(svd(&difference).unwrap().values[0] < 1e-8 * size);
}
