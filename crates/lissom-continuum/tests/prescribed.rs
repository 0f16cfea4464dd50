//! Members on bases whose motion is prescribed: linear about the motion, not about one instant of it.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use lissom_continuum::{ExactModes, SpectrumError, exact_modes};
use support::{derivation, model};

fn column(system: &str, position: &str, more: &str) -> String {
    format!(
        r#"
[system]
{system}
[params]
A = 5
W = 12
v = 3
[[continuum]]
name = "beam"
kind = "bernoulli-euler"
length = "1"
fields = ["w"]
EI = "1"
rhoA = "1"
position = [{position}]
{more}"#
    )
}

const CLAMPED: &str = "ends = { a = { displacement = \"0\", slope = \"0\" } }\n";
const PLAIN: &str = "coordinates = []";

fn solved(text: &str, values: &[(&str, f64)], count: usize) -> Result<ExactModes, SpectrumError> {
    let model = model(text);
    let mut all: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    for (name, value) in values {
        all.iter_mut().filter(|(own, _)| own == name).for_each(|(_, own)| *own = *value);
    }
    exact_modes(&derivation(&model).linearise(&all)?, count)
}

#[track_caller]
fn assert_first(modes: &ExactModes, wanted: f64, tolerance: f64) {
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    assert_eq!((modes.rigid_modes, modes.unstable_modes), (0, 0));
    let found = modes.angular_frequencies[0];
    assert!((found / wanted - 1.0).abs() < tolerance, "{found} is not {wanted}");
}

/// A column pushed along its axis buckles at ρA A l³/EI = 7.837347 (the weight under which a standing column buckles,
/// the zero of J₋₁⸝₃), and is softer before.
#[test]
fn a_column_accelerated_along_its_axis_becomes_soft() {
    let text = column(PLAIN, "\"A*t^2/2 + x\", \"w\"", CLAMPED);
    assert_first(&solved(&text, &[], 3).unwrap(), 2.118_486, 1e-6);
    assert_first(&solved(&text, &[("A", 0.0)], 3).unwrap(), 3.516_015_268_5, 1e-10);
    let almost = solved(&text, &[("A", 7.837_347)], 2).unwrap();
    assert!(almost.unstable_modes == 0 && almost.angular_frequencies[0] < 2e-3, "{almost:?}");
    let beyond = solved(&text, &[("A", 7.837_348)], 2).unwrap();
    assert_eq!(beyond.unstable_modes, 1);
    assert!(beyond.is_certified(), "{:?}", beyond.verdict.why_not());
}

/// An acceleration is the weight that a traveller on the base feels: with bodies at the tip, with tapers, in any
/// direction in the plane, the modes are those under gravity.
#[test]
fn acceleration_is_gravity_in_the_opposite_direction() {
    let tip = "ends = { a = { displacement = \"0\", slope = \"0\" }, b = { displacement = \"q\", slope = \"p\" } }\n";
    let mass = |x: &str, y: &str| {
        format!(
            "[[mass]]\nmass = \"0.7\"\nposition = [\"{x}\", \"{y}\"]\ninertia = \"0.01\"\nangle = \"p\"\n"
        )
    };
    let coordinates = "coordinates = [\"q\", \"p\"]";
    for (along, across) in [("2", "0"), ("-7", "0"), ("1.5", "0.4")] {
        let moved = |law: &str, more: &str| format!("({law})*t^2/2 + {more}");
        let position = format!("\"{}\", \"{}\"", moved(along, "x"), moved(across, "w"));
        let driven = tip.to_owned() + &mass(&moved(along, "1"), &moved(across, "q"));
        let driven = solved(&column(coordinates, &position, &driven), &[], 4).unwrap();
        let gravity = format!("{coordinates}\ngravity = [\"-({along})\", \"-({across})\"]");
        let heavy = column(&gravity, "\"x\", \"w\"", &(tip.to_owned() + &mass("1", "q")));
        let heavy = solved(&heavy, &[], 4).unwrap();
        assert!(driven.is_certified() && heavy.is_certified());
        assert_eq!((driven.angular_frequencies.len(), heavy.angular_frequencies.len()), (4, 4));
        for (a, b) in driven.angular_frequencies.iter().zip(&heavy.angular_frequencies) {
            assert!((a / b - 1.0).abs() < 1e-11, "{along}, {across}: {a} is not {b}");
        }
    }
}

#[test]
fn steady_motion_and_acceleration_across_change_nothing() {
    for position in [
        "\"v*t + x\", \"w\"",
        "\"v*t + x\", \"v*t + w\"",
        "\"x\", \"A*t^2/2 + w\"",
        "\"x\", \"A*t^3 + w\"",
        "\"x\", \"sin(A*t) + w\"",
    ] {
        let modes = solved(&column(PLAIN, position, CLAMPED), &[], 2).unwrap();
        assert_first(&modes, 3.516_015_268_5, 1e-9);
    }
}

/// Flapping of a turning beam at ρA Ω² l⁴/EI = 144: 13.1702, 37.6031, 79.6145 \[Wright1982\], whether the rotation is
/// written with sines of time or not.
#[test]
fn rotation_may_be_written_with_time() {
    let text = column(PLAIN, "\"x*cos(W*t)\", \"x*sin(W*t)\", \"w\"", CLAMPED);
    let modes = solved(&text, &[], 3).unwrap();
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    assert_eq!(modes.angular_frequencies.len(), 3);
    for (found, wanted) in modes.angular_frequencies.iter().zip([13.1702, 37.6031, 79.6145]) {
        assert!((found - wanted).abs() < 6e-5, "{found} is not {wanted}");
    }
    // In the plane of rotation ω² is less by Ω².
    let text = column(PLAIN, "\"x*cos(W*t) - w*sin(W*t)\", \"x*sin(W*t) + w*cos(W*t)\"", CLAMPED);
    let lag = solved(&text, &[], 3).unwrap();
    assert_eq!(lag.angular_frequencies.len(), 3);
    for (lag, flap) in lag.angular_frequencies.iter().zip(&modes.angular_frequencies) {
        assert!((lag * lag + 144.0 - flap * flap).abs() < 1e-8 * flap * flap, "{lag}, {flap}");
    }
}

/// What changes with time has no frequencies, and the term is named.
#[test]
fn equations_that_depend_on_time_are_refused() {
    for (system, position) in [
        (PLAIN, "\"A*t^3 + x\", \"w\""),
        (PLAIN, "\"A*sin(W*t) + x\", \"w\""),
        (PLAIN, "\"x*cos(A*t^2)\", \"x*sin(A*t^2)\", \"w\""),
        (
            "coordinates = []\ngravity = [\"0\", \"-9.81\"]",
            "\"x*cos(W*t) - w*sin(W*t)\", \"x*sin(W*t) + w*cos(W*t)\"",
        ),
    ] {
        let error = solved(&column(system, position, CLAMPED), &[], 2).unwrap_err();
        let text = error.to_string();
        let is_named = matches!(error, SpectrumError::TimeDependent { .. })
            && text.contains('t')
            && text.contains("beam");
        assert!(is_named, "{position}: {text}");
    }
    // With a factor of zero nothing depends on time.
    let text = column(PLAIN, "\"A*t^3 + x\", \"w\"", CLAMPED);
    assert_first(&solved(&text, &[("A", 0.0)], 2).unwrap(), 3.516_015_268_5, 1e-9);
}

/// A motion that begins at some time has no constant acceleration, and one that is only named has no known one.
#[test]
fn motions_that_change_their_law_are_refused() {
    let switched = column(PLAIN, "\"if(t < 1, 0, A*(t - 1)^2/2) + x\", \"w\"", CLAMPED);
    let refused = solved(&switched, &[], 3).unwrap_err().to_string();
    assert!(refused.contains("depend on time"), "{refused}");
    let named = column(PLAIN, "\"u(t) + x\", \"w\"", CLAMPED);
    let refused = solved(&named, &[], 3).unwrap_err().to_string();
    assert!(refused.contains("function `u`"), "{refused}");
    // Across itself a motion of the base excites, and changes no frequency.
    let across = column(PLAIN, "\"x\", \"w + u(t)\"", CLAMPED);
    assert_first(&solved(&across, &[], 3).unwrap(), 3.516_015_268_5, 1e-10);
    let derived = derivation(&model(&across));
    assert!(derived.verification().holds(), "{:?}", derived.verification());
}
