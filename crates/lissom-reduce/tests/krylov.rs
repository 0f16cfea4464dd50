//! Krylov reduction of a free portal frame: frequencies, moments, residual identity, indicator
//! \[StaticDeformation, §5\].
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::frames;
use crate::oracle;

use frames::{dashpots, held, portal};
use lissom_dynamics::{LinearMotionRequest, linear_motion};
use lissom_linalg::{Dense, GeneralisedInverse, NullSpace, Quiet, Sparse, Threads, dot, norm};
use lissom_mech::{Pattern, Structure};
use lissom_reduce::linear::krylov::Krylov;
use lissom_reduce::linear::response::{full_response, respond};
use lissom_reduce::linear::{ComparisonRequest, KrylovSize, ReducedStructure, compare};
use lissom_reduce::{LinearReduction, LinearRequest, ReduceError};
use std::f64::consts::TAU;

/// Modal superposition (`tests/oracles/reductions.py`).
const REDUCTIONS: &str = include_str!("../../../tests/oracles/reductions.json");

/// The first elastic frequency [rad/s].
const FIRST: f64 = 1.817_129_072_313;

/// The second one [rad/s].
const SECOND: f64 = 3.411_085_767_784;

fn reduced(structure: &Structure, inputs: &[usize], size: KrylovSize) -> ReducedStructure {
    let request = LinearRequest { inputs: inputs.to_vec(), size: Some(size), ..LinearRequest::default() };
    Krylov.reduce(structure, &request, &Quiet).unwrap()
}

fn of_order(structure: &Structure, order: usize) -> ReducedStructure {
    reduced(structure, &[0], KrylovSize::Order(order))
}

fn close(found: f64, exact: f64, tolerance: f64, what: &str) {
    assert!((found / exact - 1.0).abs() < tolerance, "{what}: {found} instead of {exact}");
}

#[test]
fn frequencies_of_one_to_eight_vectors_are_those_of_the_reference() {
    let structure = portal();
    for order in [1, 2, 3, 4, 6, 8] {
        let found = of_order(&structure, order);
        assert_eq!(found.size(), 3 + order);
        let (ritz, exact) =
            (found.indicator.unwrap().ritz_values, oracle::numbers(REDUCTIONS, &format!("krylov_{order}")));
        assert_eq!((ritz.len(), exact.len()), (order, order));
        for (square, exact) in ritz.iter().zip(exact) {
            // Stretch is 1e4 times as stiff as bending: rounding of K alone moves frequencies by about 2e-10.
            close(square.sqrt(), exact, 1e-9, &format!("{order} vectors"));
        }
    }
}

#[test]
fn the_basis_is_orthonormal_in_energy_and_the_mass_tridiagonal() {
    let structure = portal();
    let found = of_order(&structure, 12);
    let v = found.vectors.columns(3..15);
    let mut gram = v.transpose_matmul(&structure.stiffness.times(&v));
    gram.add_scaled(-1.0, &Dense::identity(12));
    // Forces are carried along: what is left is the rounding of the product K V itself.
    assert!(gram.max_abs() < 1e-10, "{:.1e}", gram.max_abs());
    let mass = v.transpose_matmul(&structure.mass.times(&v));
    let off = |i: usize, j: usize| if i.abs_diff(j) > 1 { mass[(i, j)].abs() } else { 0.0 };
    let largest = (0..144).map(|e| off(e / 12, e % 12)).fold(0.0, f64::max);
    assert!(largest < 1e-10 * mass.max_abs(), "{largest:.1e}");
    // The input sees the first vector alone: Vᵀ F = ‖x₀‖_K e₁.
    let input = &found.structure.inputs[0].values[3..];
    close(input[0], 0.781_833_759_174_450_1, 1e-9, "‖x₀‖_K");
    assert!(input[1..].iter().all(|b| b.abs() < 1e-10), "{input:?}");
    // Rigid motions stay what they are.
    assert!(structure.mass.times(&v).transpose_matmul(&structure.rigid_candidates).max_abs() < 1e-10);
}

#[test]
fn the_residual_is_what_the_next_vector_says() {
    let structure = portal();
    let space = NullSpace::find(
        &structure.stiffness,
        &structure.mass,
        Some(&structure.rigid_candidates),
        &Threads::one(),
    )
    .unwrap();
    for order in 1..=6 {
        let found = of_order(&structure, order);
        let indicator = found.indicator.as_ref().unwrap();
        for omega in [0.3, 0.8, 1.44, 2.5] {
            let omega = omega * FIRST;
            let force = &found.structure.inputs[0].values;
            let y =
                respond(&indicator.mass, &indicator.damping, &indicator.stiffness, 3, omega, force).unwrap();
            let y: Vec<f64> = y.iter().map(|z| z.re).collect();
            let acceleration: Vec<f64> = y.iter().map(|a| -omega * omega * a).collect();
            let exact = energy_of_residual(&structure, &space, &found, &y, &acceleration);
            let claimed = indicator.residual(&[0.0; 9][..3 + order], &acceleration);
            assert!(
                (claimed - exact).abs() < 1e-10 * found.structure.inputs[0].values[3],
                "{claimed} {exact}"
            );
        }
    }
}

/// ‖F − K V a − M V ä‖_G by its definition.
fn energy_of_residual(
    structure: &Structure,
    space: &NullSpace,
    found: &ReducedStructure,
    y: &[f64],
    acceleration: &[f64],
) -> f64 {
    let n = structure.size();
    let (mut elastic, mut inertia) = (vec![0.0; n], vec![0.0; n]);
    structure.stiffness.multiply(&found.expand(y), &mut elastic);
    structure.mass.multiply(&found.expand(acceleration), &mut inertia);
    let left: Vec<f64> = (0..n).map(|i| structure.inputs[0].values[i] - elastic[i] - inertia[i]).collect();
    let mut force = Dense::from_column_major(n, 1, left);
    space.project_force(&mut force);
    let mut x = force.clone();
    GeneralisedInverse::new(space).apply(&mut x);
    dot(x.column(0), force.column(0)).max(0.0).sqrt()
}

/// The error of the response in energy norm, against the full structure.
fn true_error(structure: &Structure, found: &ReducedStructure, input: usize, omega: f64) -> f64 {
    let n = structure.size();
    let force = Dense::from_column_major(n, 1, structure.inputs[input].values.clone());
    let exact = full_response(structure, omega, &force, &Threads::one()).unwrap();
    let small = &found.structure;
    let y = respond(
        &small.mass.to_dense(),
        &small.damping.to_dense(),
        &small.stiffness.to_dense(),
        3,
        omega,
        &small.inputs[input].values,
    )
    .unwrap();
    let parts = [y.iter().map(|z| z.re).collect::<Vec<f64>>(), y.iter().map(|z| z.im).collect()];
    let (mut distance, mut size) = (0.0, 0.0);
    assert_eq!(exact.len(), parts.len());
    for (x, part) in exact.iter().zip(&parts) {
        let image = found.expand(part);
        let difference: Vec<f64> = x.column(0).iter().zip(&image).map(|(a, b)| a - b).collect();
        distance += structure.stiffness.form(&difference, &difference);
        size += structure.stiffness.form(x.column(0), x.column(0));
    }
    (distance / size).sqrt()
}

#[test]
fn the_indicator_follows_the_true_error_and_the_bound_holds() {
    let structure = portal();
    // Order, ω/ω₁, indicator, true error and bound of the reference. It divides by the norm of the full response, and takes
    // the distance to the full structure's frequencies; a reduction knows its own alone, which makes a difference of the
    // size of the error itself.
    for (order, ratio, indicator, error, bound) in [
        (2, 0.3, 0.000_319_949_02, 0.000_323_708_55, 0.000_351_592_331),
        (2, 0.8, 0.018_870_25, 0.020_946_24, 0.052_417_365),
        (2, 1.438_592_040_5, 0.207_860_75, 0.357_742_93, 0.503_663_25),
        (4, 0.8, 2.051_527_2e-6, 2.065_644_4e-6, 5.698_686_8e-6),
        (4, 1.438_592_040_5, 0.000_354_877_55, 0.000_363_195_0, 0.000_859_896_75),
        (6, 1.438_592_040_5, 9.289_796e-9, 9.370_56e-9, 2.250_992e-8),
    ] {
        let found = of_order(&structure, order);
        let here = found.indicator.as_ref().unwrap().at(0, ratio * FIRST / TAU).unwrap();
        let exact = true_error(&structure, &found, 0, ratio * FIRST);
        close(here.indicator, indicator, 1e-3 + error, "indicator");
        close(exact, error, 0.01, "true error");
        let gap = [FIRST, SECOND]
            .map(|f| (1.0 - (ratio * FIRST / f).powi(2)).abs())
            .into_iter()
            .fold(1.0, f64::min);
        close(here.indicator / gap, bound, 1e-3 + error, "indicator over the distance to the next frequency");
        assert!(exact <= bound);
        if here.indicator < 0.03 {
            close(here.indicator, exact, 0.1, "indicator against the truth");
        }
        if order >= 4 {
            assert!(exact <= here.bound * (1.0 + 1e-6), "{exact} is above the bound {}", here.bound);
        }
    }
}

#[test]
fn galerkin_errors_are_those_of_the_reference() {
    let structure = portal();
    for (ratio, errors) in [
        (0.3, [0.025_731_652, 0.000_323_708_55, 5.478_973_5e-7, 6.519_443e-10]),
        (0.6, [0.112_859_09, 0.005_823_609, 3.970_921e-5, 1.807_435_2e-7]),
        (0.9, [0.369_940_31, 0.036_909_32, 0.000_558_990_05, 5.751_253_3e-6]),
        (1.2, [1.052_165_57, 0.151_082_67, 0.004_097_417_5, 7.541_431e-5]),
    ] {
        for (i, exact) in errors.iter().enumerate() {
            let found = of_order(&structure, i + 1);
            let error = true_error(&structure, &found, 0, ratio * FIRST);
            // The reference's full response is good to some 1e-10.
            let tolerance = 1e-4 + 4e-10 / exact;
            close(error, *exact, tolerance, &format!("Galerkin error of {} vectors at {ratio} ω₁", i + 1));
        }
    }
    for (ratio, exact) in [(0.9, 9.044_013_7e-9), (1.2, 2.113_526_4e-7)] {
        let error = true_error(&structure, &of_order(&structure, 5), 0, ratio * FIRST);
        close(error, exact, 4e-10 / exact + 1e-4, "Galerkin error of five vectors");
    }
}

/// φᵢᵀ F with φᵀ M φ = 1: which modes the force on the right foot drives.
#[test]
fn the_force_drives_the_modes_as_in_the_reference() {
    let structure = portal();
    let request = lissom_linalg::modes::Wanted::Lowest(8);
    let options = lissom_linalg::modes::ModesOptions::default();
    let candidates = Some(&structure.rigid_candidates);
    let found = lissom_linalg::modes::modes(
        &structure.stiffness,
        &structure.mass,
        candidates,
        request,
        &options,
        &Quiet,
    )
    .unwrap();
    let exact = [
        1.314_774_590_1,
        0.869_238_561_3,
        0.714_189_182_6,
        1.613_592_229_6,
        0.299_406_022_8,
        0.648_433_466_5,
        1.615_572_185_1,
        0.706_203_675_2,
    ];
    for (i, exact) in exact.into_iter().enumerate() {
        close(dot(found.vectors.column(i), &structure.inputs[0].values).abs(), exact, 1e-7, "participation");
    }
}

/// Coefficients of the deformation's powers of s, x₀ = G F, xₖ = −G (M xₖ₋₂ + D xₖ₋₁); damping must not couple with
/// rigid motion.
fn moments(structure: &Structure, output: &[f64], count: usize) -> Vec<f64> {
    let rigid = Some(&structure.rigid_candidates).filter(|r| r.cols() > 0);
    let space = NullSpace::find(&structure.stiffness, &structure.mass, rigid, &Threads::one()).unwrap();
    let solve = |mut force: Dense| {
        GeneralisedInverse::new(&space).apply(&mut force);
        force
    };
    let n = structure.size();
    let force = Dense::from_column_major(n, 1, structure.inputs[0].values.clone());
    let mut all = vec![solve(force)];
    for k in 1..count {
        let mut load = structure.damping.times(&all[k - 1]);
        if k > 1 {
            load.add_scaled(1.0, &structure.mass.times(&all[k - 2]));
        }
        load.scale(-1.0);
        all.push(solve(load));
    }
    all.iter().map(|x| dot(output, x.column(0))).collect()
}

/// Relative errors of the moments in s² of an undamped frame: 2r agree at the force, r elsewhere, and the next ones are off
/// by as much as in the reference (output: left foot, vertical).
#[test]
fn moments_that_do_not_agree_are_off_as_in_the_reference() {
    let mut structure = portal();
    structure.outputs = vec![structure.inputs[1].clone()];
    for (order, collocated, generic) in [
        (1, [0.089_583_539_05, 0.186_275_887_06], [0.002_903_707_34, 0.076_011_345_87]),
        (2, [0.001_727_750_69, 0.004_288_306_86], [0.018_476_860_71, 0.024_649_049_27]),
        (3, [6.081_518_9e-7, 1.604_754_7e-6], [0.000_307_045_54, 0.000_420_139_61]),
    ] {
        let small = of_order(&structure, order).structure;
        let off = |a: &Pattern, b: &Pattern, from: usize, exact: [f64; 2]| {
            let (full, reduced) = (moments(&structure, &a.values, 16), moments(&small, &b.values, 16));
            let error = |k: usize| (reduced[2 * k] / full[2 * k] - 1.0).abs();
            assert!((0..from).all(|k| error(k) < 1e-8), "{order} vectors match {from}");
            // What is left of the digits when moments of a part in a million of each other are subtracted.
            (0..2).for_each(|k| close(error(from + k), exact[k], 1e-5 + 1e-9 / exact[k], "next moment"));
        };
        off(&structure.inputs[0], &small.inputs[0], 2 * order, collocated);
        off(&structure.outputs[0], &small.outputs[0], order, generic);
    }
}

/// How many leading powers of s agree, collocated and for a generic output.
fn matched(full: &Structure, small: &Structure) -> (usize, usize) {
    let count = |a: &[f64], b: &[f64]| {
        let scale = |k: usize| a[k].abs().max(1e-9 * norm(&a[..=k]));
        (0..a.len()).take_while(|&k| (a[k] - b[k]).abs() <= 1e-8 * scale(k) + 1e-300).count()
    };
    let pairs = |f: &Pattern, s: &Pattern| (moments(full, &f.values, 16), moments(small, &s.values, 16));
    let (a, b) = pairs(&full.inputs[0], &small.inputs[0]);
    let (c, d) = pairs(&full.outputs[0], &small.outputs[0]);
    (count(&a, &b), count(&c, &d))
}

#[test]
fn moments_match_as_often_as_the_damping_allows() {
    let undamped = portal();
    let n = undamped.size();
    let proportional = |a: f64, b: f64| undamped.mass.add_scaled(a, &undamped.stiffness, b);
    let local = dashpots(n, &[(2, Some(8), 0.4), (3 * 8 + 2, Some(3 * 14 + 2), 0.7)]);
    let none = Sparse::from_dense(&Dense::zeros(n, n));
    let cases: [(&str, Sparse, usize, usize); 5] = [
        ("undamped", none, 12, 6),
        ("stiffness-proportional", proportional(0.0, 0.02), 12, 6),
        ("mass-proportional", proportional(6.0, 0.0), 6, 3),
        ("Rayleigh", proportional(6.0, 0.02), 6, 3),
        ("dashpots", local, 2, 1),
    ];
    for (name, damping, collocated, generic) in cases {
        let full = Structure { damping, ..undamped.clone() };
        let found = of_order(&full, 3);
        assert_eq!(matched(&full, &found.structure), (collocated, generic), "{name}");
    }
}

#[test]
fn an_output_as_start_vector_doubles_its_moments() {
    let structure = portal();
    let request = LinearRequest {
        inputs: vec![0],
        outputs: vec![0],
        size: Some(KrylovSize::Order(3)),
        ..LinearRequest::default()
    };
    let found = Krylov.reduce(&structure, &request, &Quiet).unwrap();
    assert_eq!(found.size(), 3 + 6);
    let (collocated, generic) = matched(&structure, &found.structure);
    assert!(collocated >= 12 && generic >= 12, "{collocated} {generic}");
}

#[test]
fn dashpots_served_like_inputs_give_back_the_moments() {
    let undamped = portal();
    let local = dashpots(undamped.size(), &[(2, Some(8), 0.4), (3 * 8 + 2, Some(3 * 14 + 2), 0.7)]);
    let full = Structure { damping: local, ..undamped };
    let band = [0.0, 0.5];
    let found = reduced(&full, &[0], KrylovSize::Tolerance { tolerance: 1e-6, band });
    assert!(found.columns.iter().any(|c| c.reason.contains("dashpots")), "{:?}", found.columns);
    let (collocated, generic) = matched(&full, &found.structure);
    assert!(collocated > 6 && generic > 6, "{collocated} {generic}");
    for ratio in [0.2, 0.5, 0.95] {
        let omega = TAU * band[1] * ratio;
        let error = true_error(&full, &found, 0, omega);
        let here = found.indicator.as_ref().unwrap().at(0, omega / TAU).unwrap();
        assert!(error < 2e-6, "{error:.1e}, indicator {:.1e}", here.indicator);
    }
}

#[test]
fn the_damped_indicator_follows_the_true_error() {
    let undamped = portal();
    let n = undamped.size();
    // To the ground, so that rigid motion and deformation are coupled.
    let damping = dashpots(n, &[(0, None, 0.5), (1, None, 0.2), (n - 3, None, 1.0), (n - 2, None, 0.8)]);
    let full = Structure { damping, ..undamped };
    for order in [2, 3, 4] {
        let found = of_order(&full, order);
        for ratio in [0.3, 0.8, 1.3] {
            let here = found.indicator.as_ref().unwrap().at(0, ratio * FIRST / TAU).unwrap();
            let exact = true_error(&full, &found, 0, ratio * FIRST);
            let factor = here.indicator / exact;
            assert!(
                (0.2..5.0).contains(&factor),
                "order {order}, {ratio} ω₁: {} for {exact}",
                here.indicator
            );
        }
    }
}

#[test]
fn several_inputs_grow_in_blocks_and_dependent_ones_are_dropped() {
    let mut structure = portal();
    let n = structure.size();
    let both = |a: f64, b: f64| {
        (0..n).map(|i| a * f64::from(u8::from(i == n - 3)) + b * f64::from(u8::from(i == 1))).collect()
    };
    structure.inputs.push(Pattern { name: "lever".into(), unit: "N".into(), values: both(1.0, -2.0) });
    let two = reduced(&structure, &[0, 1], KrylovSize::Order(4));
    let three = reduced(&structure, &[0, 1, 2], KrylovSize::Order(4));
    assert_eq!((two.size(), three.size()), (3 + 8, 3 + 8));
    let mass = two.indicator.as_ref().unwrap().mass.clone();
    let off = |i: usize, j: usize| if (i / 2).abs_diff(j / 2) > 1 { mass[(3 + i, 3 + j)].abs() } else { 0.0 };
    assert!((0..64).map(|e| off(e / 8, e % 8)).fold(0.0, f64::max) < 1e-11);
    // Each input's error is followed by the block indicator.
    for input in 0..2 {
        let here = two.indicator.as_ref().unwrap().at(input, 0.8 * FIRST / TAU).unwrap();
        close(here.indicator, true_error(&structure, &two, input, 0.8 * FIRST), 0.1, "block indicator");
    }
}

#[test]
fn a_tolerance_over_a_band_is_kept() {
    let structure = portal();
    for (tolerance, upper) in [(1e-2, 0.5), (1e-4, 1.0), (1e-6, 2.0)] {
        let size = KrylovSize::Tolerance { tolerance, band: [0.0, upper] };
        let found = reduced(&structure, &[0], size);
        let modes = [0.289_2, 0.542_9, 1.369_8, 2.302_8].iter().filter(|f| **f < upper).count();
        assert!(found.size() <= 3 + modes + 7, "{} vectors for {modes} modes", found.size());
        for i in 1..=7 {
            let hertz = upper * (f64::from(i) - 0.13) / 7.0;
            let error = true_error(&structure, &found, 0, TAU * hertz);
            let bound = found.indicator.as_ref().unwrap().at(0, hertz).unwrap().bound;
            assert!(error < 3.0 * tolerance.max(bound), "{error:.1e} at {hertz} Hz");
        }
    }
}

#[test]
fn an_exhausted_space_says_that_it_is_exact() {
    // Three elements clamped at one end: nine coordinates, six of bending and three of stretching.
    let chain = frames::Chain::beam(3).structure();
    let n = chain.size();
    let mut structure = held(&chain, &[0, 1, 2]);
    structure.inputs = vec![frames::unit("tip", n - 3, n - 3 - 2)];
    let found = of_order(&structure, 30);
    assert!(found.exact);
    assert_eq!(found.size(), 6, "a force across the beam does not stretch it");
    assert!(true_error_held(&structure, &found, 40.0) < 1e-9);
    assert!(found.notes.iter().any(|note| note.contains("invariant")));
}

fn true_error_held(structure: &Structure, found: &ReducedStructure, omega: f64) -> f64 {
    let n = structure.size();
    let force = Dense::from_column_major(n, 1, structure.inputs[0].values.clone());
    let [exact, _] = full_response(structure, omega, &force, &Threads::one()).unwrap();
    let i = found.indicator.as_ref().unwrap();
    let y = respond(&i.mass, &i.damping, &i.stiffness, 0, omega, &found.structure.inputs[0].values).unwrap();
    let image = found.expand(&y.iter().map(|z| z.re).collect::<Vec<f64>>());
    norm(&exact.column(0).iter().zip(&image).map(|(a, b)| a - b).collect::<Vec<f64>>())
        / norm(exact.column(0))
}

#[test]
fn forces_that_deform_nothing_are_refused_and_others_still_served() {
    let mut structure = portal();
    let n = structure.size();
    let mut weight = vec![0.0; n];
    structure.mass.multiply(structure.rigid_candidates.column(1), &mut weight);
    structure.inputs.push(Pattern { name: "weight".into(), unit: "N".into(), values: weight });
    let request =
        LinearRequest { inputs: vec![2], size: Some(KrylovSize::Order(2)), ..LinearRequest::default() };
    let error = Krylov.reduce(&structure, &request, &Quiet).unwrap_err();
    assert!(matches!(error, ReduceError::NothingDeforms { .. }), "{error}");
    let request = LinearRequest { inputs: vec![0, 2], ..request };
    assert_eq!(Krylov.reduce(&structure, &request, &Quiet).unwrap().size(), 3 + 2);
    let request = LinearRequest { size: None, ..request };
    let error = Krylov.reduce(&structure, &request, &Quiet).unwrap_err();
    assert_eq!(error.to_string(), "`krylov` needs order or tolerance");
}

#[test]
fn the_report_says_what_is_kept() {
    let structure = portal();
    let found = of_order(&structure, 6);
    let request =
        ComparisonRequest { inputs: vec![0], band: [0.0, 2.0], responses: 5, threads: Threads::one() };
    let report = compare(&structure, &found, &request, &Quiet).unwrap();
    assert_eq!((report.size, report.full_size, report.frequencies.len()), (9, 57, 3));
    assert!(report.frequency_error() < 1e-6, "{:?}", report.frequencies);
    assert!(report.gain_error() < 1e-10, "{:?}", report.gains);
    assert!(report.inertia_error.unwrap() < 1e-12);
    assert!(report.responses().len() >= 3);
    for at in report.responses() {
        let indicator = at.indicator.unwrap();
        assert!(at.error < 1.5 * indicator + 1e-9, "{at:?}");
    }
    // Another unit of length changes no verdict.
    let scale: Vec<f64> = (0..57).map(|i| if i % 3 == 2 { 1.0 } else { 1e-3 }).collect();
    let mut other = structure.clone();
    (other.mass, other.stiffness) = (structure.mass.scaled(&scale), structure.stiffness.scaled(&scale));
    let rescale = |p: &Pattern| Pattern {
        values: p.values.iter().zip(&scale).map(|(v, s)| v * s).collect(),
        ..p.clone()
    };
    other.inputs = structure.inputs.iter().map(rescale).collect();
    other.rigid_candidates = Dense::from_fn(57, 3, |i, j| structure.rigid_candidates[(i, j)] / scale[i]);
    let same = of_order(&other, 6);
    for (a, b) in same.indicator.unwrap().ritz_values.iter().zip(&found.indicator.unwrap().ritz_values) {
        close(*a, *b, 1e-7, "ω²");
    }
}

/// d/dt (½ ȧᵀ T ȧ + ½ aᵀ a + ½ q̇ᵀ q̇) = uᵀ Bᵀ ẋ − ẋᵀ D ẋ \[StaticDeformation, §7\], integrated over a motion.
#[test]
fn the_power_of_a_reduced_motion_balances() {
    let undamped = portal();
    let n = undamped.size();
    let damping = dashpots(
        n,
        &[(0, None, 0.5), (1, None, 0.2), (n - 3, None, 1.0), (n - 2, None, 0.8), (5, Some(8), 0.3)],
    );
    let full = Structure { damping, ..undamped };
    let input = |t: f64, u: &mut [f64]| {
        u[0] = (0.7 * t).sin();
        u[1] = if t < 6.0 { t / 6.0 } else { 1.0 };
    };
    let request = LinearMotionRequest {
        end: 30.0,
        points: 121,
        breaks: &[],
        window: None,
        rate: None,
        from: None,
        input: &input,
        tolerance: 1e-4,
    };
    let found = reduced(&full, &[0, 1], KrylovSize::Order(4));
    let small = linear_motion(&found.structure, &request).unwrap();
    let audit = small.trajectory.audit.unwrap();
    assert!(audit.work > 0.0 && audit.dissipated > 0.0);
    assert!(audit.relative_error() < 1e-12, "{:.1e}", audit.relative_error());
    // The full structure moves alike: eleven coordinates instead of 57.
    let exact = linear_motion(&full, &request).unwrap();
    assert!(exact.trajectory.audit.unwrap().relative_error() < 1e-10);
    let error = small.trajectory.relative_error(&exact.trajectory, 0).unwrap();
    assert!(error < 2e-3, "{error:.1e}");
    // Galerkin projection of a damped structure is stable.
    let matrices =
        [&found.structure.mass, &found.structure.damping, &found.structure.stiffness].map(Sparse::to_dense);
    let roots = lissom_linalg::eigen::quadratic(&matrices[0], &matrices[1], &matrices[2]).unwrap();
    assert!(roots.values.iter().all(|s| s.re < 1e-9), "{:?}", roots.values);
}

/// Expanded about a frequency beyond the first modes the space meets the response there, to all orders; static gains are
/// kept, and the indicator stays the norm of what is unbalanced.
#[test]
fn a_space_expanded_elsewhere_is_exact_there() {
    let structure = portal();
    let about = |hertz: f64, order: usize| {
        let request = LinearRequest {
            inputs: vec![0],
            size: Some(KrylovSize::Order(order)),
            shift: hertz,
            ..LinearRequest::default()
        };
        Krylov.reduce(&structure, &request, &Quiet).unwrap()
    };
    // Between the fourth and the fifth mode, 14.47 and 19.37 rad/s.
    let point = 17.0 / TAU;
    let (static_ones, shifted) = (about(0.0, 4), about(point, 4));
    assert_eq!((static_ones.size(), shifted.size()), (7, 7));
    assert!(true_error(&structure, &shifted, 0, 17.0) < 1e-9);
    assert!(true_error(&structure, &static_ones, 0, 17.0) > 0.1);
    // x₀ is in the space: the collocated static gain is exact.
    close(
        moments(&shifted.structure, &shifted.structure.inputs[0].values, 1)[0],
        0.611_264_026_98,
        1e-9,
        "gain",
    );
    // The error grows with the fourth power of the distance: two more vectors at the point, collocated or not.
    let errors = [16.9, 16.8].map(|omega| true_error(&structure, &shifted, 0, omega));
    assert!((errors[1] / errors[0]).log2() > 2.7, "{errors:?}");
    // ‖R‖_G by its definition.
    let space = NullSpace::find(
        &structure.stiffness,
        &structure.mass,
        Some(&structure.rigid_candidates),
        &Threads::one(),
    )
    .unwrap();
    let indicator = shifted.indicator.as_ref().unwrap();
    for omega in [3.0, 12.0, 18.5] {
        let force = &shifted.structure.inputs[0].values;
        let y = respond(&indicator.mass, &indicator.damping, &indicator.stiffness, 3, omega, force).unwrap();
        let y: Vec<f64> = y.iter().map(|z| z.re).collect();
        let acceleration: Vec<f64> = y.iter().map(|a| -omega * omega * a).collect();
        let exact = energy_of_residual(&structure, &space, &shifted, &y, &acceleration);
        let claimed = indicator.residual(&[0.0; 7], &acceleration);
        assert!((claimed / exact - 1.0).abs() < 1e-6, "{claimed} {exact}");
    }
    // A tolerance over a band about the point is kept, with fewer vectors than from zero.
    let size = KrylovSize::Tolerance { tolerance: 1e-6, band: [point - 0.4, point + 0.3] };
    let sized = |shift: f64| {
        let request = LinearRequest { inputs: vec![0], size: Some(size), shift, ..LinearRequest::default() };
        Krylov.reduce(&structure, &request, &Quiet).unwrap().size()
    };
    assert!(sized(point) < sized(0.0), "{} {}", sized(point), sized(0.0));
}
