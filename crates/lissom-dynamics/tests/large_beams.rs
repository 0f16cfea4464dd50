//! Beams in large displacements, hanging and buckled, against boundary-value problems and closed forms.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{Branch, EquilibriumRequest, OperatingState, Stability, certify_state, equilibrium};
use lissom_mech::{Mechanism, System};
use lissom_model::{Overrides, load};
use std::f64::consts::PI;

fn mechanism(text: &str) -> Mechanism {
    let checked = load("beam.toml", text.as_bytes(), &Overrides::default());
    Mechanism::of(&checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))).unwrap()
}

fn rest(system: &Mechanism, branch: Branch) -> OperatingState {
    let input = vec![0.0; system.inputs().len()];
    equilibrium(system, &EquilibriumRequest { input, branch, ..EquilibriumRequest::default() }).unwrap()
}

/// A cantilever of unit length along an axis, with what acts on it.
fn cantilever(elements: usize, axis: [f64; 2], section: &str, beam: &str, rest: &str) -> String {
    format!(
        r#"lissom = 1
[model]
name = "cantilever"
dim = 2
{rest}
[section.s]
{section}
[node]
O = [0, 0]
T = [{}, {}]
[[beam]]
name = "b"
nodes = ["O", "T"]
section = "s"
elements = {elements}
{beam}
[[fix]]
nodes = ["O"]
[[output]]
name = "x"
node = "T"
direction = "x"
[[output]]
name = "y"
node = "T"
direction = "y"
"#,
        axis[0], axis[1]
    )
}

fn push(direction: &str, value: f64) -> String {
    format!("[[force]]\nname = \"P\"\nnode = \"T\"\ndirection = \"{direction}\"\nvalue = \"{value:?}\"\n")
}

/// Tip displacement of Reissner's cantilever under a dead end force across it, by shooting: r′ = (1 + ε) t + Γ n with
/// ε = P sin φ/EA and Γ = P cos φ/GA, φ′ = M/EI, M′ = −P x′. Compliances zero give Euler's elastica.
fn reissner(load: f64, [ea, ga]: [f64; 2]) -> [f64; 2] {
    let slope = |y: [f64; 4]| {
        let (s, c) = y[2].sin_cos();
        let (stretch, shear) = (1.0 + load * s * ea, load * c * ga);
        let x = stretch * c - shear * s;
        [x, stretch * s + shear * c, y[3], -load * x]
    };
    let shoot = |moment: f64| {
        let (mut y, n) = ([0.0, 0.0, 0.0, moment], 2000);
        let h = 1.0 / f64::from(n);
        for _ in 0..n {
            let add = |a: [f64; 4], b: [f64; 4], f: f64| [0, 1, 2, 3].map(|i| a[i] + f * b[i]);
            let k1 = slope(y);
            let k2 = slope(add(y, k1, 0.5 * h));
            let k3 = slope(add(y, k2, 0.5 * h));
            let k4 = slope(add(y, k3, h));
            y = [0, 1, 2, 3].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        }
        y
    };
    // The moment at the clamp lies below load times length, and below √(2 P EI), beyond which the beam would roll up.
    // Of the moments that leave the tip free the largest is that of the beam without a loop.
    let mut high = (1.2 * load).min((2.0 * load).sqrt());
    let mut low = high;
    while shoot(low)[3] >= 0.0 {
        (high, low) = (low, 0.98 * low);
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if shoot(middle)[3] < 0.0 { low = middle } else { high = middle }
    }
    let end = shoot(0.5 * (low + high));
    [end[0] - 1.0, end[1]]
}

/// The elastica at P L²/EI = 1, 10 and 50, with an order of at least two on either measure; 0.8106 L is the known value
/// at 10.
#[test]
fn a_cantilever_follows_the_elastica() {
    for (load, measure) in [(1.0, "sine"), (10.0, "sine"), (10.0, "angle"), (50.0, "angle")] {
        let exact = reissner(load, [0.0, 0.0]);
        let error = |elements: usize| {
            let beam = format!("measure = \"{measure}\"\nflexible = [\"bending\"]");
            let text = cantilever(elements, [1.0, 0.0], "EA = 1e6\nEI = 1.0\nrhoA = 1.0", &beam, "");
            let system = mechanism(&(text + &push("y", load)));
            let found = rest(&system, Branch::Stable);
            let certificate = certify_state(&system, &found).unwrap();
            assert_eq!(certificate.stability(), Stability::Stable, "{load} with {elements}");
            assert!(certificate.verdict.is_certified());
            (found.output[0] - exact[0]).hypot(found.output[1] - exact[1])
        };
        let (coarse, fine) = (error(12), error(24));
        assert!(fine < 0.02 * load.sqrt() / 3.0 && coarse / fine > 3.5, "{load} {measure}: {coarse} {fine}");
    }
    assert!((reissner(10.0, [0.0, 0.0])[1] - 0.8106).abs() < 5e-5);
}

/// An end moment of 2π EI/L rolls the beam to a full circle: exact for any number of elements with the angle as measure.
#[test]
fn an_end_moment_rolls_a_full_circle() {
    for (measure, elements, tolerance) in [("angle", 4, 1e-8), ("angle", 9, 1e-8), ("sine", 40, 0.05)] {
        let beam = format!("measure = \"{measure}\"");
        let text = cantilever(elements, [0.0, -1.0], "EA = 1e6\nEI = 1.0\nrhoA = 1.0", &beam, "");
        let system = mechanism(&(text + &push("phi", 2.0 * PI)));
        let found = rest(&system, Branch::Stable);
        let miss = found.output[0].hypot(found.output[1] - 1.0);
        assert!(miss < tolerance, "{measure} {elements}: {:?}", found.output);
    }
}

/// Shear and stretch of Reissner's beam: limit (0.342262, −0.068316) at EI = 100, GA = 2000, P = 100, reached with second
/// order on both measures; Engesser's beam would end at (0.341137, −0.068989).
#[test]
fn shear_in_large_displacements_is_reissners() {
    let exact = {
        // In lengths of L and moments of EI: P L²/EI = 1, EI/(EA L²) and EI/(GA L²).
        reissner(1.0, [1e-3, 0.05])
    };
    assert!((exact[1] - 0.342_262).abs() < 1e-6 && (exact[0] + 0.068_316).abs() < 1e-6, "{exact:?}");
    for measure in ["angle", "sine"] {
        let error = |elements: usize| {
            let beam = format!("measure = \"{measure}\"\ntheory = \"timoshenko\"");
            let section = "EA = 1e5\nEI = 100.0\nGA = 2e3\nrhoA = 0.01\nrhoI = 1e-4";
            let text = cantilever(elements, [1.0, 0.0], section, &beam, "");
            let found = rest(&mechanism(&(text + &push("y", 100.0))), Branch::Stable);
            (found.output[0] - exact[0]).hypot(found.output[1] - exact[1])
        };
        let (coarse, fine) = (error(8), error(16));
        assert!(fine < 1e-3 && coarse / fine > 3.5, "{measure}: {coarse} {fine}");
    }
}

/// A heavy beam hangs stably for every bending stiffness and mesh, with shear or without, and its weight as a line load.
#[test]
fn hanging_beams_are_stable_on_every_mesh() {
    let weights = [
        ("gravity = [0, -9.81]", ""),
        ("", "[[force]]\nname = \"w\"\nbeam = \"b\"\ndirection = \"-y\"\nper_length = \"9.81 N/m\"\n"),
    ];
    for elements in [1, 2, 4, 20] {
        for ei in [1.0, 1e-3, 1e-6, 1e-9] {
            for theory in ["", "theory = \"timoshenko\""] {
                for (gravity, load) in weights {
                    let section = format!("EA = 1e5\nEI = {ei:?}\nGA = 1e3\nrhoA = 1.0\nrhoI = 1e-6");
                    let text = cantilever(elements, [0.0, -1.0], &section, theory, gravity) + load;
                    let system = mechanism(&text);
                    let found = rest(&system, Branch::Path);
                    let certificate = certify_state(&system, &found).unwrap();
                    assert_eq!(certificate.stability(), Stability::Stable, "{elements} {ei} {theory}");
                }
            }
        }
    }
}

/// A standing column under its own weight buckles at ρAgL³/EI = 7.8373 (first zero of J₋₁/₃).
#[test]
fn a_standing_column_buckles_under_its_own_weight() {
    for (weight, expected) in [(7.6, Stability::Stable), (8.0, Stability::Unstable(1))] {
        let gravity = format!("gravity = [0, -{weight:?}]");
        let text = cantilever(8, [0.0, 1.0], "EA = 1e7\nEI = 1.0\nrhoA = 1.0", "", &gravity);
        let system = mechanism(&text);
        let found = rest(&system, Branch::Path);
        assert_eq!(certify_state(&system, &found).unwrap().stability(), expected, "{weight}");
    }
}

/// A rope of beams swings with j₀ₖ/2 √(g/L), the zeros of Bessel's J₀; with order two or better in the length of elements.
#[test]
fn a_rope_of_beams_has_bessels_frequencies() {
    let frequencies = |elements: usize| {
        let beam =
            "flexible = [\"bending\"]\n[[hinge]]\nname = \"eye\"\nat = \"O\"\nbetween = [\"ground\", \"b\"]";
        let section = "EA = 1e5\nEI = 1e-9\nrhoA = 0.2";
        let text = cantilever(elements, [0.0, -1.0], section, beam, "gravity = [0, -9.81]");
        let system = mechanism(&text.replace("[[fix]]\nnodes = [\"O\"]\n", ""));
        let found = rest(&system, Branch::Path);
        let modes = found.modes(&system).unwrap();
        assert_eq!((modes.unstable, modes.undecided), (0, 0));
        modes.angular_frequencies()
    };
    let (coarse, fine) = (frequencies(10), frequencies(20));
    for (k, zero) in [2.404_825_557_695_773, 5.520_078_110_286_311, 8.653_727_912_911_013].iter().enumerate()
    {
        let exact = 0.5 * zero * 9.81_f64.sqrt();
        let errors = [&coarse, &fine].map(|found| (found[k] / exact - 1.0).abs());
        // The bending stiffness of 1e-9 N m² itself moves these frequencies by up to some 1e-7: there the order cannot be seen any more.
        assert!(errors[1] < 2e-3 && (errors[0] > 3.5 * errors[1] || errors[1] < 2e-7), "{k}: {errors:?}");
    }
}

/// Euler's column: the critical load falls to π²/4 from above with fourth order, and the verdict is that of the load on every
/// mesh, also where a stiff long way of the eigenvalues would hide it.
#[test]
fn eulers_column_buckles_at_its_load_on_every_mesh() {
    let column = |elements: usize, load: f64| {
        let beam = "flexible = [\"bending\"]";
        let text = cantilever(elements, [1.0, 0.0], "EA = 1e7\nEI = 1.0\nrhoA = 1.0", beam, "");
        mechanism(&(text + &push("-x", load)))
    };
    let exact = PI * PI / 4.0;
    let lowest = |elements: usize, load: f64| {
        let system = column(elements, load);
        let found = rest(&system, Branch::Path);
        found.inertia(&system).unwrap().lowest
    };
    let critical = |elements: usize| {
        let (mut low, mut high) = (0.9 * exact, 1.2 * exact);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if lowest(elements, middle) > 0.0 { low = middle } else { high = middle }
        }
        0.5 * (low + high) / exact - 1.0
    };
    let [one, two, four] = [1, 2, 4].map(critical);
    assert!(four > 0.0 && one / two > 12.0 && two / four > 12.0, "{one} {two} {four}");
    for elements in [2, 10, 100] {
        for (factor, expected) in [(0.97, Stability::Stable), (1.03, Stability::Unstable(1))] {
            let system = column(elements, factor * exact);
            let found = rest(&system, Branch::Path);
            assert_eq!(certify_state(&system, &found).unwrap().stability(), expected, "{elements} {factor}");
            let poles = found.poles(&system).unwrap();
            assert_eq!(poles.diverging, usize::from(factor > 1.0), "{elements} {factor}");
        }
    }
    // At the critical load of the mesh nothing is decided.
    let system = column(2, exact * (1.0 + two));
    let certificate = certify_state(&system, &rest(&system, Branch::Path)).unwrap();
    assert_eq!(certificate.stability(), Stability::Undecided(1));
    assert!(!certificate.verdict.is_certified());
}

/// Beyond its critical load the column has two stable bent equilibria; one of them is found, and it is said that there are others.
/// At P = 1.1518 π²/4 the ends have turned by 60° against each other (elliptic integral K(sin 30°) = 1.685750).
#[test]
fn a_buckled_column_is_found_bent() {
    let load = 1.685_750_354_812_596_f64.powi(2);
    let text = cantilever(
        40,
        [1.0, 0.0],
        "EA = 1e7\nEI = 1.0\nrhoA = 1.0",
        "measure = \"angle\"\nflexible = [\"bending\"]",
        "",
    );
    let system = mechanism(&(text + &push("-x", load)));
    let straight = rest(&system, Branch::Path);
    assert!(straight.output[1].abs() < 1e-12);
    let bent = rest(&system, Branch::Stable);
    assert_eq!(certify_state(&system, &bent).unwrap().stability(), Stability::Stable);
    // Deflection 2k/√P of the elastica.
    let exact = 2.0 * 0.5 / load.sqrt();
    assert!((bent.output[1].abs() / exact - 1.0).abs() < 2e-3, "{} {exact}", bent.output[1]);
    assert!(bent.remarks.iter().any(|r| r.contains("several equilibria")), "{:?}", bent.remarks);
}
