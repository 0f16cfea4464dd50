//! Bases and reduced systems on a chain of masses, where everything is known.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

#[path = "../../lissom-dynamics/tests/systems/mod.rs"]
mod systems;

use lissom_dynamics::{
    Dopri5, EquilibriumRequest, OperatingState, SimulateRequest, Tolerance, Trajectory, equilibrium, simulate,
};
use lissom_linalg::{Dense, Quiet};
use lissom_mech::{Size, System};
use lissom_reduce::{
    BASES, Basis, BasisMethod, BasisOptions, Keep, Modal, ReduceError, Reduced, SvdModal, basis_from_text,
    basis_method, basis_to_text, estimate, validity,
};
use systems::*;

fn state(system: &Sample, push: f64) -> OperatingState {
    equilibrium(system, &EquilibriumRequest { input: vec![push], ..EquilibriumRequest::default() }).unwrap()
}

fn options(modes: usize, weight: f64, keep: Keep) -> BasisOptions {
    BasisOptions { modes, weight, keep }
}

fn run(system: &dyn System) -> Trajectory {
    let push = |t: f64, u: &mut [f64]| u[0] = 3.0 * (2.0 * t).sin();
    let tolerance = Tolerance { relative: 1e-9, absolute: 1e-12 };
    let request = SimulateRequest { tolerance, input: Some(&push), ..SimulateRequest::until(5.0) };
    simulate(system, &request, &Dopri5, &Quiet).unwrap()
}

/// All modes together span everything: the reduced motion is the full one.
#[test]
fn a_complete_basis_changes_nothing() {
    let system = chain(6, 40.0, 200.0);
    let basis = Modal.basis(&system, &[&state(&system, 0.0)], &options(6, 0.0, Keep::Count(6))).unwrap();
    let (full, reduced) = (run(&system), run(&Reduced::new(&system, basis).unwrap()));
    for output in 0..6 {
        assert!(reduced.relative_error(&full, output).unwrap() < 1e-6);
    }
    let identity = Basis {
        vectors: Dense::identity(6),
        ..Modal.basis(&system, &[&state(&system, 0.0)], &options(6, 0.0, Keep::Count(6))).unwrap()
    };
    let same = run(&Reduced::new(&system, identity).unwrap());
    assert_eq!(same.counters, full.counters);
    for output in 0..6 {
        assert!(same.relative_error(&full, output).unwrap() < 1e-13);
    }
}

/// Modes of a linear chain: sin((2j−1)(i+1)π/(2n+1)), frequencies 2√k sin((2j−1)π/(2(2n+1))), mass-normalised.
#[test]
fn modal_columns_are_the_modes() {
    let (n, stiffness) = (9, 25.0);
    let system = chain(n, stiffness, 0.0);
    let basis = Modal.basis(&system, &[&state(&system, 0.0)], &options(3, 0.0, Keep::Count(3))).unwrap();
    for j in 0..3 {
        let angle = (2 * j + 1) as f64 * std::f64::consts::PI / (2 * n + 1) as f64;
        let shape: Vec<f64> = (0..n).map(|i| ((i + 1) as f64 * angle).sin()).collect();
        let cosine = lissom_linalg::dot(&shape, basis.vectors.column(j)) / lissom_linalg::norm(&shape);
        assert!((cosine.abs() - 1.0).abs() < 1e-7, "mode {j}: {cosine}");
        let hertz = 2.0 * stiffness.sqrt() * (0.5 * angle).sin() / std::f64::consts::TAU;
        let said = basis.columns[j].reason.rsplit(", ").next().unwrap().trim_end_matches(" Hz");
        assert!(
            (said.parse::<f64>().unwrap() - hertz).abs() < 2e-6,
            "{} for {hertz}",
            basis.columns[j].reason
        );
    }
}

/// Left singular vectors are orthonormal; one state and equal weights give its modes' span; weights prefer slow modes.
#[test]
fn directions_of_the_svd() {
    let system = chain(9, 25.0, 4e3);
    let all: Vec<OperatingState> = [0.0, 2.0, 4.0, 8.0].iter().map(|push| state(&system, *push)).collect();
    let states: Vec<&OperatingState> = all.iter().collect();
    let basis = SvdModal.basis(&system, &states, &options(3, 1.0, Keep::Share(0.01))).unwrap();
    let gram = basis.vectors.transpose_matmul(&basis.vectors);
    let mut difference = Dense::identity(basis.size());
    difference.add_scaled(-1.0, &gram);
    assert!(difference.max_abs() < 1e-13);
    assert!((basis.singular_values.iter().sum::<f64>() - 1.0).abs() < 1e-13);
    assert!(basis.columns.iter().all(|column| column.weight > 0.01));
    let alike = SvdModal.basis(&system, &states, &options(3, 0.0, Keep::Count(3))).unwrap();
    assert!(basis.singular_values[0] > alike.singular_values[0] + 0.1, "weights prefer the slowest mode");
    let one = SvdModal.basis(&system, &states[..1], &options(3, 0.0, Keep::Count(3))).unwrap();
    let modes = Modal.basis(&system, &states[..1], &options(3, 0.0, Keep::Count(3))).unwrap();
    let inside = one.vectors.matmul(&one.vectors.transpose_matmul(&modes.vectors));
    let mut rest = modes.vectors.clone();
    rest.add_scaled(-1.0, &inside);
    assert!(rest.max_abs() < 1e-12, "the span is that of the modes");
}

#[test]
fn large_coordinates_stay_as_they_are() {
    let mut system = chain(5, 40.0, 200.0);
    system.coordinates[4].size = Size::Large;
    for method in BASES {
        let basis = method.basis(&system, &[&state(&system, 0.0)], &options(2, 0.0, Keep::Count(2))).unwrap();
        assert_eq!(basis.size(), 3);
        assert_eq!(basis.vectors.column(2), [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(basis.columns[2].coordinate, system.coordinates[4]);
        assert!((0..2).all(|j| basis.vectors[(4, j)] == 0.0));
    }
}

/// The estimate of a linear chain under a slow push: what the modes left out would answer statically.
#[test]
fn the_estimate_sees_what_the_basis_cannot_answer() {
    let system = chain(9, 400.0, 0.0);
    let push = |_: f64, u: &mut [f64]| u[0] = 3.0;
    let estimated = |modes: usize| {
        let basis =
            Modal.basis(&system, &[&state(&system, 0.0)], &options(modes, 0.0, Keep::Count(modes))).unwrap();
        let reduced = Reduced::new(&system, basis).unwrap();
        // A slow motion: the push is there from the start and the model starts where it balances.
        let rest =
            equilibrium(&reduced, &EquilibriumRequest { input: vec![3.0], ..EquilibriumRequest::default() });
        let still = vec![0.0; modes];
        let position = rest.unwrap().position;
        let request = SimulateRequest {
            from: Some((&position, &still)),
            input: Some(&push),
            ..SimulateRequest::until(1.0)
        };
        let motion = simulate(&reduced, &request, &Dopri5, &Quiet).unwrap();
        let guess = estimate(&system, &reduced, &motion, Some(&push), 10).unwrap();
        let exact = 3.0 * 9.0 / 400.0;
        (guess.outputs[8], (motion.outputs[8][0] - exact).abs() / motion.outputs[8][0])
    };
    for modes in [1, 3, 6] {
        let (guess, error) = estimated(modes);
        assert!((guess / error - 1.0).abs() < 1e-4, "{modes} modes: {guess:e} for {error:e}");
    }
    let (guess, _) = estimated(9);
    assert!(guess < 1e-9, "a complete basis has no error: {guess:e}");
}

#[test]
fn validity_compares_frequencies() {
    let system = chain(9, 25.0, 4e3);
    let all: Vec<OperatingState> = [0.0, 2.0, 8.0].iter().map(|push| state(&system, *push)).collect();
    let row: Vec<(f64, &OperatingState)> = all.iter().map(|state| (state.output[8], state)).collect();
    let basis = Modal.basis(&system, &[&all[0]], &options(3, 0.0, Keep::Count(3))).unwrap();
    let found = validity(&system, &basis, &row).unwrap();
    // A chain that stiffens evenly keeps its shapes: nothing leaves the basis and all frequencies are exact.
    assert!(found.warnings.is_empty());
    assert!(found.states.iter().all(|state| state.frequency_error() < 1e-6), "{:?}", found.states);
    assert!(found.states.iter().all(|state| state.held.iter().all(|held| (held - 1.0).abs() < 1e-6)));
}

#[test]
fn a_saved_basis_comes_back_bit_for_bit() {
    let system = chain(7, 25.0, 4e3);
    let all: Vec<OperatingState> = [0.0, 2.0].iter().map(|push| state(&system, *push)).collect();
    let states: Vec<&OperatingState> = all.iter().collect();
    let basis = SvdModal.basis(&system, &states, &options(2, 1.0, Keep::Count(3))).unwrap();
    let text = basis_to_text(&basis, &system.coordinates, "abc");
    assert_eq!(basis_from_text(&text, &system.coordinates, "abc").unwrap(), basis);
    let other = basis_from_text(&text, &system.coordinates, "abd").unwrap_err();
    assert!(matches!(other, ReduceError::OtherModel { .. }));
    let fewer = basis_from_text(&text, &system.coordinates[..6], "abc").unwrap_err();
    assert_eq!(fewer.to_string(), "coordinate 7 of the basis is `q6`, that of the system `nothing`");
    let newer = text.replace("\"lissom_basis\": 1", "\"lissom_basis\": 2");
    let newer = basis_from_text(&newer, &system.coordinates, "abc").unwrap_err();
    assert_eq!(newer, ReduceError::BadVersion { found: 2, known: 1 });
    assert!(matches!(
        basis_from_text("[1, 2]", &system.coordinates, "abc"),
        Err(ReduceError::BadText { .. })
    ));
    let cut = &text[..text.len() / 2];
    assert!(matches!(basis_from_text(cut, &system.coordinates, "abc"), Err(ReduceError::BadText { .. })));
}

#[test]
fn requests_that_make_no_sense_are_refused_by_name() {
    let system = chain(4, 25.0, 0.0);
    let rest = state(&system, 0.0);
    for method in BASES {
        assert!(matches!(
            method.basis(&system, &[], &options(1, 0.0, Keep::Count(1))),
            Err(ReduceError::NoStates { .. })
        ));
        assert!(matches!(
            method.basis(&system, &[&rest], &options(5, 0.0, Keep::Count(1))),
            Err(ReduceError::BadModeCount { asked: 5, small: 4 })
        ));
    }
    for keep in [Keep::Count(0), Keep::Count(3), Keep::Share(0.0), Keep::Share(1.5)] {
        assert!(matches!(
            SvdModal.basis(&system, &[&rest], &options(2, 0.0, keep)),
            Err(ReduceError::BadKeep { .. })
        ));
    }
    assert!(basis_method("krylov").unwrap_err().to_string().contains("modal, svd-modal"));
    let basis = Modal.basis(&system, &[&rest], &options(2, 0.0, Keep::Count(2))).unwrap();
    let reduced = Reduced::new(&system, basis).unwrap();
    let motion = run(&system);
    assert_eq!(
        estimate(&system, &reduced, &motion, None, 10).unwrap_err(),
        ReduceError::BadMotion { given: 4, needed: 2 }
    );
}
