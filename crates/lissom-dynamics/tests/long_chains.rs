//! Chains of many elements in motion: elimination along the tree, and implicit steps whose matrices are never formed.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{SimulateRequest, Tolerance, Trajectory, integrator, simulate};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, Route};
use lissom_model::{Overrides, load};
use std::fmt::Write;

fn mechanism(text: &str) -> Mechanism {
    let checked = load("chain.toml", text.as_bytes(), &Overrides::default());
    Mechanism::of(&checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))).unwrap()
}

const HEAD: &str = "lissom = 1\n[model]\nname = 'chain'\ndim = 2\ngravity = [0, -9.81]\n\
    [section.s]\nEA = 1e4\nEI = 1.0\nrhoA = 0.5\n[node]\n";

/// An elastic beam of a metre on a hinge, held out horizontally.
fn pendulum(elements: usize) -> String {
    format!(
        "{HEAD}O = [0.0, 0.0]\nP = [1.0, 0.0]\n[[beam]]\nname = 'b'\nnodes = ['O', 'P']\nsection = 's'\n\
         elements = {elements}\nkelvin_voigt = 1e-4\n[[hinge]]\nname = 'h'\nat = 'O'\nbetween = ['ground', 'b']\n\
         [[output]]\nname = 'x'\nnode = 'P'\ndirection = 'x'\n[[output]]\nname = 'y'\nnode = 'P'\ndirection = 'y'\n"
    )
}

/// Rigid links on hinges, a metre in all, held out horizontally.
fn rigid_chain(links: usize) -> String {
    let (mut text, mut parts) = (HEAD.to_owned(), String::new());
    for k in 0..=links {
        writeln!(text, "P{k} = [{:?}, 0.0]", k as f64 / links as f64).unwrap();
    }
    for k in 0..links {
        let before = if k == 0 { "ground".to_owned() } else { format!("b{}", k - 1) };
        writeln!(
            parts,
            "[[beam]]\nname = 'b{k}'\nnodes = ['P{k}', 'P{}']\nsection = 's'\nflexible = []\n\
             [[hinge]]\nname = 'h{k}'\nat = 'P{k}'\nbetween = ['{before}', 'b{k}']",
            k + 1
        )
        .unwrap();
    }
    text + &parts
}

fn fall(system: &Mechanism, method: &str, tolerance: f64, end: f64) -> Trajectory {
    let request = SimulateRequest {
        points: 11,
        tolerance: Tolerance { relative: tolerance, absolute: 1e-2 * tolerance },
        ..SimulateRequest::until(end)
    };
    simulate(system, &request, integrator(method).unwrap(), &Quiet).unwrap()
}

/// Both ways lead to the same motion, within the tolerance of the integrator, and to about as many steps and iterations.
#[test]
fn matrices_that_are_never_formed_steer_as_well_as_full_ones() {
    let system = mechanism(&pendulum(20));
    for method in ["radau5", "esdirk5"] {
        let [full, tree] = [Route::MassMatrix, Route::Tree]
            .map(|route| fall(&system.with_route(route).unwrap(), method, 1e-6, 0.3));
        for (a, b) in full.outputs.iter().flatten().zip(tree.outputs.iter().flatten()) {
            assert!((a - b).abs() < 1e-5, "{method}: {a} {b}");
        }
        let [before, after] = [&full, &tree].map(|motion| motion.counters.evaluations);
        assert!(after * 2 < before * 3, "{method}: {before} and {after} evaluations");
        assert!(tree.audit.unwrap().relative_error() < 1e-4, "{method}: {:?}", tree.audit);
    }
}

/// A hundred rigid links fall, and their energy is accounted for.
#[test]
fn the_energy_of_a_falling_chain_is_accounted_for() {
    let system = mechanism(&rigid_chain(100));
    assert_eq!(system.route(), Route::Tree);
    let motion = fall(&system, "dopri5", 1e-6, 0.1);
    let audit = motion.audit.unwrap();
    assert!(audit.relative_error() < 1e-6, "{audit:?}");
    // Free fall of what is not held yet: y = −g t²/2 to first order; the chain has moved.
    assert!(motion.energies.last().unwrap().kinetic > 0.05, "{:?}", motion.energies.last());
}

/// Four hundred elements take few steps more than a hundred: what counts is the motion, not the mesh.
#[test]
fn many_elements_take_as_many_steps_as_few() {
    let counts = [50, 100, 400].map(|elements| {
        let system = mechanism(&pendulum(elements));
        assert_eq!(system.route(), Route::Tree);
        let motion = fall(&system, "radau5", 1e-4, 0.05);
        assert!(motion.audit.unwrap().relative_error() < 1e-3, "{:?}", motion.audit);
        motion.counters.steps
    });
    assert!(counts[2] < 2 * counts[0] + 20, "{counts:?}");
}
