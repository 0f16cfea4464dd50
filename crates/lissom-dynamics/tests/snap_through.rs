//! A shallow truss that snaps through: the limit load in closed form, and what is said beyond it.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::machines::{ROOF, mechanism};
use lissom_dynamics::{
    EquilibriumRequest, Port, Stability, StatesRequest, certify_state, equilibrium, states,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, State, System};

fn roof(rest: &str) -> Mechanism {
    mechanism(&format!("{ROOF}{rest}"))
}

fn pressed(force: f64) -> EquilibriumRequest {
    EquilibriumRequest { input: vec![force], ..EquilibriumRequest::default() }
}

/// F = 2 EA z (1/l − 1/l₀) at the height z, l = √(1 + z²); largest where l³ = b² l₀.
fn force_at(z: f64) -> f64 {
    2e6 * z * (1.0 / 1f64.hypot(z) - 1.0 / 1f64.hypot(0.3))
}

#[test]
fn a_shallow_truss_bears_its_limit_load_and_no_more() {
    let l = 1f64.hypot(0.3).cbrt();
    let limit = force_at((l * l - 1.0).sqrt());
    let system = roof("");
    let below = equilibrium(&system, &pressed(0.98 * limit)).unwrap();
    let mut way = [0.0];
    let still = vec![0.0; 2];
    let at = State { time: 0.0, position: &below.position, velocity: &still };
    system.output(&at, &mut system.workspace(), &mut way).unwrap();
    let borne = force_at(0.3 - way[0]);
    assert!((borne / (0.98 * limit) - 1.0).abs() < 1e-9, "{borne} of {limit}");
    // Beyond the limit the truss is in balance on the other side only.
    let beyond = equilibrium(&system, &pressed(1.5 * limit)).unwrap();
    let borne = force_at(0.3 - beyond.output[0]);
    assert!(beyond.output[0] > 0.6 && (borne / (1.5 * limit) - 1.0).abs() < 1e-9, "{borne} of {limit}");
    // Two elongations belong to an apex on either side: the checker has to look at the one that was followed to.
    let certificate = certify_state(&system, &beyond).unwrap();
    assert_eq!(certificate.stability(), Stability::Stable);
    assert!(certificate.verdict.is_certified(), "{:?}", certificate.verdict.why_not());
}

/// In the flat position the two elongations do not say which way the top goes; its own coordinates do, and the path
/// leads through the limit, the flat position and the second limit to the other side.
#[test]
fn coordinates_of_the_top_lead_through_the_flat_position() {
    let system = roof("[coordinates]\nindependent = [\"C.x\", \"C.y\"]\n");
    assert_eq!(system.released().len(), 2);
    let request = StatesRequest {
        drive: Port { input: 0, output: 0 },
        from: 0.0,
        to: 0.6,
        points: 13,
        longest_way: None,
        time: 0.0,
        input: vec![0.0],
        probes: Vec::new(),
        tolerance: 1e-10,
    };
    // The elongations themselves are exchanged for other coordinates on the way.
    for system in [system, roof("")] {
        for state in states(&system, &request, &Quiet).unwrap() {
            let expected = force_at(0.3 - state.value);
            assert!((state.force - expected).abs() < 1e-6 * 1e4, "{} against {expected}", state.force);
        }
    }
}
