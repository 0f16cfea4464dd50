//! A reduced model goes on in other coordinates, its basis carried over.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{
    Dopri5, EquilibriumRequest, SimulateRequest, Tolerance, Trajectory, equilibrium, simulate,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, System};
use lissom_model::{Overrides, load};
use lissom_reduce::{BasisMethod, BasisOptions, Keep, Modal, ReduceError, Reduced, estimate};

/// A mass on a rigid link below the tip of a cantilever, kicked so that it goes round.
const KICKED: &str = r#"lissom = 1
[model]
name = "kicked"
dim = 2
gravity = [0, -9.81]
[section.s]
EA = 1e6
EI = 50.0
rhoA = 0.5
[node]
O = [0, 0]
T = [1, 0]
P = [1.0, -0.6]
[[beam]]
name = "B"
nodes = ["O", "T"]
section = "s"
elements = 2
flexible = ["bending"]
[[truss]]
nodes = ["T", "P"]
flexible = []
[[mass]]
node = "P"
mass = 0.3
[[fix]]
nodes = ["O"]
[[force]]
name = "kick"
node = "P"
direction = "x"
value = "30*exp(-(20*(t - 0.2))^2)"
[[output]]
name = "x"
node = "P"
direction = "x"
[[output]]
name = "y"
node = "P"
direction = "y"
"#;

fn run(system: &dyn System) -> Trajectory {
    let tolerance = Tolerance { relative: 1e-9, absolute: 1e-11 };
    simulate(system, &SimulateRequest { tolerance, ..SimulateRequest::until(1.0) }, &Dopri5, &Quiet).unwrap()
}

/// With all modes the reduced model is the full one, through every change; with fewer it keeps its energy.
#[test]
fn a_basis_is_carried_over_to_other_coordinates() {
    let checked = load("kicked.toml", KICKED.as_bytes(), &Overrides::default());
    let full = Mechanism::of(&checked.value.unwrap()).unwrap();
    let exact = run(&full);
    assert!(exact.counters.changes >= 2, "{:?}", exact.counters);
    let rest = equilibrium(&full, &EquilibriumRequest::default()).unwrap();
    for modes in [4, 2] {
        let options = BasisOptions { modes, weight: 0.0, keep: Keep::Count(modes) };
        let reduced = Reduced::new(&full, Modal.basis(&full, &[&rest], &options).unwrap()).unwrap();
        let motion = run(&reduced);
        assert!(motion.counters.changes >= 2, "{:?}", motion.counters);
        assert!(motion.audit.unwrap().relative_error() < 1e-7, "{:?}", motion.audit);
        if modes == 4 {
            for output in 0..2 {
                let error = motion.relative_error(&exact, output).unwrap();
                assert!(error < 1e-6, "{error:e}");
            }
        }
        let refused = estimate(&full, &reduced, &motion, None, 10).unwrap_err();
        assert!(matches!(refused, ReduceError::ChangedCoordinates { .. }), "{refused}");
    }
}
