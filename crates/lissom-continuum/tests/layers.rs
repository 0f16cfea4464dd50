//! Members pulled so hard that bending only matters in thin layers: strings with stiffness, hanging cables, columns.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::oracle;
use crate::support;

use std::f64::consts::PI;

use lissom_continuum::{ExactModes, exact_modes, exact_poles, response};
use lissom_linalg::Complex;
use support::writer::Writer;
use support::{derivation, linear, model, stated};

/// Cables by Bessel functions (`tests/oracles/cables.py`).
const CABLES: &str = include_str!("../../../tests/oracles/cables.json");

const PINNED: &[(&str, &str)] = &[("displacement", "0")];
const HELD: &[(&str, &str)] = &[("displacement", "0"), ("slope", "0")];

fn modes_of(text: &str, count: usize) -> ExactModes {
    exact_modes(&stated(text, true).unwrap().1, count).unwrap()
}

#[track_caller]
fn assert_modes(title: &str, modes: &ExactModes, wanted: &[f64], tolerance: f64) {
    assert!(modes.is_certified(), "{title}: {:?}", modes.verdict.why_not());
    assert_eq!((modes.rigid_modes, modes.unstable_modes), (0, 0), "{title}");
    assert_eq!(modes.angular_frequencies.len(), wanted.len(), "{title}");
    for (number, (found, wanted)) in modes.angular_frequencies.iter().zip(wanted).enumerate() {
        let error = (found / wanted - 1.0).abs();
        assert!(error < tolerance, "{title}, mode {}: {found} is not {wanted}: {error:e}", number + 1);
    }
}

/// ωₙ = nπ/l √((T + EI (nπ/l)²)/ρA) of a pinned string, for any ratio of tension to bending stiffness and in
/// compression up to the buckling load.
#[test]
fn strings_with_bending_stiffness_have_their_closed_form() {
    let length: f64 = 1.3;
    let mut ratios: Vec<f64> = (-3..=6).flat_map(|k| [1.0, 3.9].map(|m: f64| m * 10f64.powi(k))).collect();
    ratios.retain(|ratio| *ratio <= 1e6);
    let compressed = [0.5, 0.99, 0.999_999].map(|share: f64| -share);
    for (sign, value) in ratios.iter().map(|r| (1.0, *r)).chain(compressed.iter().map(|c| (-1.0, *c))) {
        let tension = 700.0;
        // κ l = l √(T/EI); a compressed one is a share of its buckling load.
        let (tension, stiffness) = if sign > 0.0 {
            (tension, tension * (length / value).powi(2))
        } else {
            (value * tension, tension * (length / PI).powi(2))
        };
        let coefficients = [("EI", stiffness), ("rhoA", 0.006), ("tension", tension)];
        let system =
            linear(&Writer::new(&[]).member("bernoulli-euler", "w", length, &coefficients, [PINNED, PINNED]));
        let modes = exact_modes(&system, 5).unwrap();
        let wanted: Vec<f64> = (1..=5)
            .map(|n| {
                let wave = f64::from(n) * PI / length;
                wave * ((tension + stiffness * wave * wave) / 0.006).sqrt()
            })
            .collect();
        // Next to buckling the first frequency is a small difference of the two stiffnesses.
        let tolerance = if value < -0.9 { 1e-10 / (1.0 + value) } else { 1e-10 };
        assert_modes(&format!("ratio {value}"), &modes, &wanted, tolerance);
    }
}

/// Clamped at both ends: tan and tanh in the characteristic equation, solved by bisection. In the limit the string is
/// shorter by the width √(EI/T) of the layer at each end.
#[test]
fn clamped_strings_meet_their_characteristic_equation() {
    for ratio in [30.0, 300.0, 3e4, 1e6] {
        let (tension, length, mass) = (1.0, 1.0, 1.0);
        let stiffness = tension / (ratio * ratio);
        let coefficients = [("EI", stiffness), ("rhoA", mass), ("tension", tension)];
        let system =
            linear(&Writer::new(&[]).member("bernoulli-euler", "w", length, &coefficients, [HELD, HELD]));
        let modes = exact_modes(&system, 4).unwrap();
        let wanted: Vec<f64> = (1..=4)
            .map(|n| {
                // Waves k and decay a: k² a² = ω² ρA/EI, a² − k² = T/EI; even and odd motions about the middle.
                let equation = |omega: f64| {
                    let root = (tension * tension + 4.0 * stiffness * mass * omega * omega).sqrt();
                    let a = ((tension + root) / (2.0 * stiffness)).sqrt();
                    let k = omega * (2.0 * mass / (tension + root)).sqrt();
                    let (kl, al) = (0.5 * k * length, 0.5 * a * length);
                    let odd = k * kl.cos() * al.tanh() - a * kl.sin();
                    let even = k * kl.sin() + a * al.tanh() * kl.cos();
                    if n % 2 == 0 { odd } else { even }
                };
                let (mut low, mut high) = (
                    f64::from(n) * PI,
                    f64::from(n) * PI * (1.0 + 3.0 / ratio + 100.0 / (ratio * ratio)) + 0.3,
                );
                let sign = equation(low).signum();
                for _ in 0..200 {
                    let middle = 0.5 * (low + high);
                    if equation(middle).signum() == sign { low = middle } else { high = middle }
                }
                low
            })
            .collect();
        assert_modes(&format!("ratio {ratio}"), &modes, &wanted, 1e-10);
    }
}

/// Free or guided at both ends: one rigid motion, however thin the layers; ω = nπ/l √(T/ρA) in the limit.
#[test]
fn strings_that_are_held_nowhere_have_a_rigid_motion() {
    let guided: &[(&str, &str)] = &[("slope", "0")];
    for ratio in [1e2, 1e4, 1e6] {
        for ends in [guided, &[]] {
            let coefficients = [("EI", 1.0 / (ratio * ratio)), ("rhoA", 1.0), ("tension", 1.0)];
            let system =
                linear(&Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, [ends, ends]));
            let modes = exact_modes(&system, 3).unwrap();
            assert!(modes.is_certified(), "{ratio}: {:?}", modes.verdict.why_not());
            assert_eq!((modes.rigid_modes, modes.unstable_modes), (1, 0), "{ratio}");
            assert_eq!(modes.angular_frequencies.len(), 3);
            for (n, omega) in (1..).zip(&modes.angular_frequencies) {
                let wanted = f64::from(n) * PI;
                assert!((omega / wanted - 1.0).abs() < 100.0 / (ratio * ratio) + 1e-9, "{ratio}: {omega}");
            }
        }
    }
}

fn cable(stiffness: &str, mass: &str) -> String {
    format!(
        r#"
[system]
coordinates = ["q"]
gravity = ["9.81", "0"]
[[continuum]]
name = "cable"
kind = "bernoulli-euler"
length = "3"
fields = ["w"]
EI = "{stiffness}"
rhoA = "0.2"
position = ["x", "w"]
ends = {{ a = {{ displacement = "0" }}, b = {{ displacement = "q" }} }}
[[mass]]
mass = "{mass}"
position = ["3", "q"]
"#
    )
}

/// A hanging beam with a mass at its end, from a stiff one to almost a cable.
#[test]
fn hanging_beams_tend_to_the_cable() {
    let modes = modes_of(&cable("0.05", "0.5"), 3);
    assert_modes("EI = 0.05", &modes, &[1.92374, 7.03378, 13.39319], 5e-6);
    // A J₀ + B Y₀ of 2ω√(s/g), s = m/ρA + l − x, held at the top, with w′ = ω²w/g at the mass.
    let limit = oracle::numbers(CABLES, "cable_with_mass");
    assert_eq!(limit.len(), 3);
    let (mut before, mut last) = (f64::INFINITY, Vec::new());
    for stiffness in ["0.0513", "0.0502", "0.048", "1e-3", "1e-5", "1e-7"] {
        let modes = modes_of(&cable(stiffness, "0.5"), 3);
        assert!(modes.is_certified(), "EI = {stiffness}: {:?}", modes.verdict.why_not());
        assert_eq!((modes.rigid_modes, modes.unstable_modes), (0, 0), "EI = {stiffness}");
        let distance = modes.angular_frequencies[2] / limit[2] - 1.0;
        assert!(distance > 0.0 && distance < before, "EI = {stiffness}: {distance:e}");
        before = distance;
        last = modes.angular_frequencies;
    }
    assert_eq!(last.len(), limit.len());
    for (found, wanted) in last.iter().zip(limit) {
        assert!((found / wanted - 1.0).abs() < 1e-5, "{found} is not {wanted}");
    }
}

/// A cable that carries nothing has no tension at its end.
#[test]
fn a_cable_without_a_mass_is_found_too() {
    let modes = modes_of(&cable("1e-6", "0"), 3);
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    assert_eq!((modes.rigid_modes, modes.unstable_modes), (0, 0));
    // Zeros of J₀(2ω√(l/g)).
    let limit = oracle::numbers(CABLES, "cable");
    assert_eq!((limit.len(), modes.angular_frequencies.len()), (3, 3));
    for (found, wanted) in modes.angular_frequencies.iter().zip(limit) {
        assert!((found / wanted - 1.0).abs() < 1e-3, "{found} is not {wanted}");
    }
}

/// The static deflection of a clamped string under a load of 1 N/m: w = x(l − x)/2T less the layers.
#[test]
fn responses_of_stiff_strings_are_found() {
    let text = r#"
[system]
coordinates = ["q"]
[[continuum]]
name = "string"
kind = "bernoulli-euler"
length = "1"
fields = ["w"]
EI = "1e-8"
rhoA = "1"
tension = "1"
position = ["w"]
ends = { a = { displacement = "0" }, b = { displacement = "q" } }
load = ["f(x, t)"]
"#;
    let model = model(text);
    let mut derived = derivation(&model);
    let calls = derived.inputs();
    let system = derived.linearise_loaded(&[], &[(&calls[0], 1.0)]).unwrap();
    let still = response(&system, 0.0).unwrap();
    // A string with a free end that slides: the end moves by l²/2T − EI/T² (the moment vanishes at both ends).
    let wanted = 0.5 - 1e-8 * 1.0;
    let at = system.coordinates().iter().position(|name| name == "q").unwrap();
    assert!((still[at].re / wanted - 1.0).abs() < 1e-7, "{} is not {wanted}", still[at].re);
    let driven = response(&system, 1.1).unwrap()[at];
    // −T w″ − ω²w = 1 with w(0) = 0 and w′(1) = 0: w = (cos ω(1 − x)/cos ω − 1)/ω² at x = 1.
    let string = (1.0 / 1.1f64.cos() - 1.0) / 1.21;
    assert!((driven.re / string - 1.0).abs() < 1e-5, "{} is not {string}", driven.re);
}

/// Viscous damping c of a string shifts all poles to −c/2ρA and leaves their modulus, whatever the layers at its ends.
/// Modes slower than c/2ρA do not oscillate and are not listed.
#[test]
fn damped_strings_have_certified_poles() {
    for (ends, stiffness) in
        [([PINNED, PINNED], 0.01), ([HELD, HELD], 1e-5), ([HELD, HELD], 1e-9), ([HELD, PINNED], 1e-3)]
    {
        for viscous in [0.01, 12.0, 20.0] {
            let coefficients = [("EI", stiffness), ("rhoA", 0.006), ("tension", 700.0)];
            let writer = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, ends);
            let rate = viscous / 0.012;
            let still = exact_modes(&linear(&writer), 5).unwrap().angular_frequencies;
            let oscillating: Vec<f64> = still.into_iter().filter(|omega| *omega > rate).take(4).collect();
            let poles = exact_poles(&linear(&writer.key("viscous", &viscous.to_string())), 4).unwrap();
            let title = format!("EI = {stiffness}, c = {viscous}");
            assert!(poles.is_certified(), "{title}: {:?}", poles.verdict.why_not());
            assert_eq!(poles.verdict.bound(), Some(1e-6), "{title}");
            assert_eq!((poles.poles.len(), oscillating.len()), (4, 4), "{title}");
            for (pole, omega) in poles.poles.iter().zip(&oscillating) {
                let modulus = pole.value.abs();
                assert!((modulus / omega - 1.0).abs() < 1e-9, "{title}: {modulus} is not {omega}");
                assert!((pole.value.re / rate + 1.0).abs() < 1e-9, "{title}: {}", pole.value.re);
            }
        }
    }
}

/// Kelvin-Voigt damping of a pinned string: s² + η EI k⁴/ρA s + (T k² + EI k⁴)/ρA = 0 with k = nπ/l.
#[test]
fn strings_damped_inside_have_certified_poles() {
    let (stiffness, time) = (0.01, 1e-3);
    let coefficients = [("EI", stiffness), ("rhoA", 0.006), ("tension", 700.0)];
    let writer = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, [PINNED, PINNED]);
    let poles = exact_poles(&linear(&writer.key("kelvin_voigt", "1e-3")), 4).unwrap();
    assert!(poles.is_certified(), "{:?}", poles.verdict.why_not());
    assert_eq!(poles.poles.len(), 4);
    for (pole, n) in poles.poles.iter().zip(1..) {
        let wave = f64::from(n) * PI;
        let bending = stiffness * wave.powi(4) / 0.006;
        let (rate, square) = (time * bending, 700.0 * wave * wave / 0.006 + bending);
        assert!((pole.value.re / (-0.5 * rate) - 1.0).abs() < 1e-7, "mode {n}: {}", pole.value.re);
        assert!((pole.value.abs() / square.sqrt() - 1.0).abs() < 1e-9, "mode {n}: {}", pole.value.abs());
    }
}

fn exponential(z: Complex) -> Complex {
    Complex::new(z.im.cos(), z.im.sin()).scale(z.re.exp())
}

fn root(z: Complex) -> Complex {
    let (size, angle) = (z.abs().sqrt(), 0.5 * z.arg());
    Complex::new(angle.cos(), angle.sin()).scale(size)
}

/// det of (w, w′) at both ends for EI (1 + ηs) w⁗ − T w″ + ρA s² w = 0, in exponentials that decay from either end.
fn clamped_string(s: Complex, [stiffness, time, tension, mass]: [f64; 4]) -> Complex {
    let bending = (Complex::ONE + s.scale(time)).scale(stiffness);
    let inertia = (s * s).scale(mass);
    let sum =
        Complex::from(tension) + root(Complex::from(tension * tension) - (bending * inertia).scale(4.0));
    let (fast, slow) = (root(sum / bending.scale(2.0)), root(inertia.scale(2.0) / sum));
    // Layers of the two ends do not meet: e^{−fast} is left out. w = cosh kx + a sinh kx/k − e^{−fast x} + b e^{−fast(1−x)}.
    let half = |sign: f64| (exponential(slow) + exponential(slow.scale(-1.0)).scale(sign)).scale(0.5);
    let (cosh, sinh) = (half(1.0), half(-1.0));
    // Slope zero at the first end: a + fast = 0; then value and slope at the second.
    let value = cosh - fast * sinh / slow;
    let slope = slow * sinh - fast * cosh;
    slope - fast * value
}

/// Kelvin-Voigt damping of any strength in clamped strings: each pole meets its characteristic equation, and the count is
/// certified although poles crowd at the real axis. Where two counts do not agree the list is an estimate.
#[test]
fn clamped_strings_damped_inside_have_certified_poles() {
    for (stiffness, time, counted) in [
        (1e-3, 1e-4, true),
        (1e-3, 1e-3, true),
        (1e-5, 1e-3, true),
        (1e-5, 1e-2, false),
        (1e-7, 1.0, false),
        (1e-9, 1e-3, true),
    ] {
        let coefficients = [("EI", stiffness), ("rhoA", 0.006), ("tension", 700.0)];
        let writer = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, [HELD, HELD]);
        let poles = exact_poles(&linear(&writer.key("kelvin_voigt", &time.to_string())), 4).unwrap();
        let title = format!("EI = {stiffness}, η = {time}");
        assert!(
            poles.is_certified() || !counted,
            "{title}: {:?}, {:?}",
            poles.verdict.why_not(),
            poles.census
        );
        for pole in &poles.poles {
            let at = |s: Complex| clamped_string(s, [stiffness, time, 700.0, 0.006]);
            let step = pole.value.scale(1e-6);
            let slope = (at(pole.value + step) - at(pole.value - step)) / step.scale(2.0);
            let off = (at(pole.value) / slope).abs() / pole.value.abs();
            assert!(off < 1e-9, "{title}: {:?} is {off:e} off", pole.value);
        }
    }
}

/// Numbers near the ends of their range, where products of two of them leave it.
#[test]
fn absurd_numbers_end() {
    for mass in [1e-250, 1e-170, 1e170, 1e200, 1e250] {
        let coefficients = [("EI", 1.0), ("rhoA", mass)];
        let system =
            linear(&Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, [HELD, &[]]));
        let modes = exact_modes(&system, 3).unwrap();
        let found = modes.angular_frequencies[0] * f64::sqrt(mass);
        assert!((found / 3.516_015_268_5 - 1.0).abs() < 1e-9, "{mass:e}: {found}");
        assert!(modes.is_certified(), "{mass:e}: {:?}", modes.verdict.why_not());
    }
}

#[test]
fn a_beam_without_bending_stiffness_is_told_what_it_is() {
    let text = cable("E", "0.5").replace("[[continuum]]", "[params]\nE = 0\n[[continuum]]");
    let system = derivation(&model(&text)).linearise(&[("E", 0.0)]).unwrap();
    let error = exact_modes(&system, 3).unwrap_err().to_string();
    assert!(error.contains("kind = \"string\"") && error.contains("cable"), "{error}");
}
