//! Large deflections and stability of a cantilever of unit length, stiffness and mass, against closed forms.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{Branch, EquilibriumRequest, OperatingState, equilibrium};
use lissom_mech::{Mechanism, System};
use lissom_model::{Overrides, load};
use std::f64::consts::{PI, TAU};

/// A cantilever along x with one load of unit length, stiffness and mass per length; the load is an input.
fn cantilever(elements: usize, measure: &str, load_keys: &str) -> Mechanism {
    let text = format!(
        r#"lissom = 1
[model]
name = "cantilever"
dim = 2
[material.unit]
E = 1.0
density = 1.0
[section.unit]
A = 1.0
I = 1.0
[node]
O = [0.0, 0.0]
T = [1.0, 0.0]
[[beam]]
name = "B"
nodes = ["O", "T"]
section = "unit"
material = "unit"
elements = {elements}
flexible = ["bending"]
measure = "{measure}"
[[fix]]
nodes = ["O"]
[[force]]
name = "load"
node = "T"
{load_keys}
[[output]]
name = "x"
node = "T"
direction = "x"
[[output]]
name = "y"
node = "T"
direction = "y"
[[output]]
name = "phi"
node = "T"
direction = "phi"
"#
    );
    let checked = load("cantilever.toml", text.as_bytes(), &Overrides::default());
    Mechanism::of(&checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))).unwrap()
}

fn under(system: &dyn System, value: f64) -> OperatingState {
    // What is straight stays straight: the equilibrium on the path, stable or not.
    let request =
        EquilibriumRequest { input: vec![value], branch: Branch::Path, ..EquilibriumRequest::default() };
    equilibrium(system, &request).unwrap()
}

/// The moment 2π EI/L rolls a cantilever into a full circle: its tip turns once and comes back to the root. With the
/// angle as measure of bending this holds for any number of elements, their chords being a closed polygon.
#[test]
fn a_moment_rolls_the_cantilever_up() {
    for elements in [3, 8] {
        let system = cantilever(elements, "angle", "direction = \"phi\"");
        let half = under(&system, PI);
        assert!((half.output[2] - PI).abs() < 1e-9, "{:?}", half.output);
        let full = under(&system, TAU);
        assert!((full.output[2] - TAU).abs() < 1e-9, "{:?}", full.output);
        assert!((full.output[0] + 1.0).abs() < 1e-9 && full.output[1].abs() < 1e-9, "{:?}", full.output);
        assert!(full.residual < 1e-10);
    }
}

/// Tip of the elastica under a dead force P EI/L² across it, by shooting for the root's curvature.
fn elastica(force: f64) -> [f64; 3] {
    let tip = |root: f64| {
        let rates = |y: [f64; 4]| [y[0].cos(), y[0].sin(), y[1], -force * y[0].cos()];
        // State: angle, curvature; place is added up beside them.
        let (mut angle, mut curvature, mut x, mut y) = (0.0, root, 0.0, 0.0);
        let steps = 4000;
        let h = 1.0 / f64::from(steps);
        for _ in 0..steps {
            let add = |k: [f64; 4], s: f64| rates([angle + s * k[2], curvature + s * k[3], 0.0, 0.0]);
            let k1 = add([0.0; 4], 0.0);
            let k2 = add(k1, 0.5 * h);
            let k3 = add(k2, 0.5 * h);
            let k4 = add(k3, h);
            let mean = |i: usize| h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            (x, y, angle, curvature) = (x + mean(0), y + mean(1), angle + mean(2), curvature + mean(3));
        }
        (curvature, [x - 1.0, y, angle])
    };
    let (mut low, mut high) = (0.0, 2.0 * force);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if tip(middle).0 < 0.0 { low = middle } else { high = middle }
    }
    tip(0.5 * (low + high)).1
}

/// P L²/EI = 10 bends the cantilever to an angle of 82 degrees; the error falls at least with the square of the
/// length of the elements.
#[test]
fn a_force_bends_the_cantilever_into_the_elastica() {
    let exact = elastica(10.0);
    assert!((exact[1] - 0.81061).abs() < 1e-5 && (exact[0] + 0.55500).abs() < 1e-5, "{exact:?}");
    for measure in ["angle", "sine"] {
        let error = |elements: usize| {
            let found = under(&cantilever(elements, measure, "direction = \"y\""), 10.0).output;
            (0..3).map(|i| (found[i] - exact[i]).abs()).fold(0.0, f64::max)
        };
        let (coarse, fine) = (error(8), error(16));
        assert!(fine < 5e-3 && coarse / fine > 3.5, "{measure}: {coarse:e} and {fine:e}");
    }
}

/// Euler: a dead force along the cantilever makes it unstable beyond π²/4 EI/L².
#[test]
fn a_dead_force_buckles_the_cantilever() {
    let system = cantilever(8, "sine", "direction = \"-x\"");
    let unstable = |force: f64| under(&system, force).modes(&system).unwrap().unstable;
    let critical = PI * PI / 4.0;
    assert_eq!((unstable(0.999 * critical), unstable(1.001 * critical)), (0, 1));
}

/// Beck: a force that turns with the tip never buckles the cantilever, but flutters it beyond 20.05 EI/L².
#[test]
fn a_follower_force_flutters_the_cantilever() {
    let system = cantilever(10, "sine", "direction = \"-x\"\nfollower = true");
    let growth = |force: f64| {
        let values = under(&system, force).eigenvalues(&system).unwrap();
        values.iter().map(|s| s[0]).fold(0.0, f64::max)
    };
    assert!(growth(10.0) < 1e-6, "nothing happens at four times the load of Euler: {:e}", growth(10.0));
    assert!(growth(20.0) < 1e-3, "{:e}", growth(20.0));
    assert!(growth(20.1) > 0.1, "{:e}", growth(20.1));
    let values = under(&system, 21.0).eigenvalues(&system).unwrap();
    let worst = values.iter().max_by(|a, b| a[0].total_cmp(&b[0])).unwrap();
    assert!(worst[1].abs() > 5.0, "flutter, not divergence: {worst:?}");
}

/// Below that load nothing grows, however small rounding makes the poles appear to do so: no mesh may call it flutter.
#[test]
fn no_mesh_takes_rounding_for_flutter() {
    for elements in [4, 10, 20, 40] {
        let system = cantilever(elements, "angle", "direction = \"-x\"\nfollower = true");
        for (force, expected) in [(5.0, 0), (10.0, 0), (15.0, 0), (19.8, 0), (20.3, 1)] {
            let found = under(&system, force);
            let certificate = lissom_dynamics::certify_state(&system, &found).unwrap();
            let unstable = match certificate.stability() {
                lissom_dynamics::Stability::Unstable(directions) => directions,
                _ => 0,
            };
            assert_eq!(unstable, expected, "{elements} elements, {force}: {:?}", certificate.stability());
        }
    }
}

/// A beam between a clamp and a slide, without load, is in balance in its position: its ends are known to
/// rounding, and so are its forces. Newton's method cannot make them smaller than that, however small nothing
/// is.
#[test]
fn what_carries_no_load_is_in_balance_to_rounding() {
    let text = r#"lissom = 1
[model]
name = "frame"
dim = 2
[material.m]
E = 29548746352.285755
nu = 0.3
density = 2790.1905228008995
[section.s]
A = 0.005763758704445708
I = 5.05772685900091e-07
kappa = 0.85
[node]
a = [-2.589, 0.1]
b = [-2.0, 1.929]
[[beam]]
nodes = ["a", "b"]
section = "s"
material = "m"
elements = 2
theory = "timoshenko"
[[fix]]
nodes = ["b"]
[[slide]]
node = "a"
direction = [-0.6679959177210731, 1.8743341723892293]
"#;
    let checked = load("frame.toml", text.as_bytes(), &Overrides::default());
    let system =
        Mechanism::of(&checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))).unwrap();
    let found = equilibrium(&system, &EquilibriumRequest::default()).unwrap();
    assert!(found.position.iter().all(|q| q.abs() < 1e-12), "{:?}", found.position);
    assert!(found.residual <= 1e-10, "{}", found.residual);
    let certificate = lissom_dynamics::certify_state(&system, &found).unwrap();
    assert!(certificate.verdict.is_certified(), "{:?}", certificate.verdict.why_not());
}
