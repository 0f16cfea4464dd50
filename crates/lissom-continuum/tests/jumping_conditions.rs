//! Steps whose conditions jump themselves: every one of them is an interface.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use lissom_continuum::exact_modes;
use support::stated;

const THREE: &str = "if(mod(x, 0.25) < 0.125, 1, 3)";

fn beam(stiffness: &str, mass: &str) -> String {
    format!(
        "[system]\ncoordinates = []\n[[continuum]]\nname = \"beam\"\nkind = \"bernoulli-euler\"\nlength = \"1\"\nfields = [\"w\"]\n\
         EI = \"{stiffness}\"\nrhoA = \"{mass}\"\nposition = [\"x\", \"w\"]\n\
         ends = {{ a = {{ displacement = \"0\", slope = \"0\" }} }}\n"
    )
}

fn string(tension: &str, mass: &str) -> String {
    format!(
        "[system]\ncoordinates = []\n[[continuum]]\nname = \"string\"\nkind = \"string\"\nlength = \"1\"\nfields = [\"w\"]\n\
         tension = \"{tension}\"\nrhoA = \"{mass}\"\nposition = [\"x\", \"w\"]\n\
         ends = {{ a = {{ displacement = \"0\" }}, b = {{ displacement = \"0\" }} }}\n"
    )
}

/// A coefficient that alternates between two values at some places, as conditions that do not jump.
fn alternating([first, second]: [u32; 2], places: &[f64]) -> String {
    let value = |k: usize| if k.is_multiple_of(2) { first } else { second };
    let last = value(places.len()).to_string();
    let each = places.iter().enumerate().rev();
    each.fold(last, |after, (k, place)| format!("if(x < {place:?}, {}, {after})", value(k)))
}

/// Alternating at multiples of a place.
fn every(step: f64, values: [u32; 2]) -> String {
    let count = (1.0 / step).round() as usize;
    alternating(values, &(1..count).map(|k| k as f64 * step).collect::<Vec<f64>>())
}

fn certified(text: &str) -> Vec<f64> {
    let found = exact_modes(&stated(text, false).unwrap().1, 4).unwrap();
    assert!(found.is_certified(), "{text}: {:?}", found.verdict.why_not());
    assert_eq!((found.rigid_modes, found.unstable_modes), (0, 0), "{text}");
    found.angular_frequencies
}

#[track_caller]
fn assert_same(text: &str, other: &str) {
    let (one, two) = (certified(text), certified(other));
    assert_eq!(one.len(), two.len());
    for (a, b) in one.iter().zip(&two) {
        assert!((a / b - 1.0).abs() < 1e-9, "{text}: {a} is not {b}");
    }
}

/// First frequencies by finite elements of high degree with nodes at all steps, to seven digits.
#[test]
fn sawtooth_conditions_have_the_frequencies_of_finite_elements() {
    for (stiffness, truth) in [
        (THREE, 4.060_328),
        ("if(mod(x, 0.25) > 0.125, 3, 1)", 4.060_328),
        ("if(mod(x, 0.3) < 0.1, 1, 3)", 4.366_285),
        ("if(x - floor(x/0.25)*0.25 < 0.125, 1, 3)", 4.060_328),
        ("if(if(x < 0.5, x, x - 0.5) < 0.25, 1, 3)", 3.857_744),
    ] {
        let first = certified(&beam(stiffness, "1"))[0];
        assert!((first - truth).abs() < 1e-6, "{stiffness}: {first} is not {truth}");
    }
}

#[test]
fn conditions_that_jump_are_written_in_many_ways() {
    let plain = every(0.125, [1, 3]);
    for written in [
        THREE,
        "if(mod(x - 1, 0.25) < 0.125, 1, 3)",
        "if(mod(floor(8*x), 2) < 0.5, 1, 3)",
        "1 + 2*mod(floor(8*x), 2)",
        "3 - 2*mod(ceil(8*x), 2)",
        "if(floor(mod(x, 0.25)/0.125) == 0, 1, 3)",
        "if(max(mod(x, 0.25), 0.1) < 0.125, 1, 3)",
        "2 + sign(mod(x, 0.25) - 0.125)",
        "if(mod(mod(x, 0.5), 0.25) < 0.125, 1, 3)",
        "if(atan2(sin(8*pi*x), cos(8*pi*x)) > 0, 1, 3)",
        "if(tan(pi*(4*x - 0.5)) < 0, 1, 3)",
        "if(not (mod(x, 0.25) < 0.125 or x > 7), 3, 1)",
    ] {
        assert_same(&beam(written, "1"), &beam(&plain, "1"));
        assert_same(&beam("1", written), &beam("1", &plain));
    }
}

/// A jump of the condition at an end of the member, and others than the sawtooth of before.
#[test]
fn conditions_jump_anywhere() {
    for (written, plain) in [
        ("if(mod(x, 0.5) < 0.2, 1, 3)", alternating([1, 3], &[0.2, 0.5, 0.7])),
        ("if(mod(x + 0.1, 0.25) < 0.1, 1, 3)", alternating([3, 1], &[0.15, 0.25, 0.4, 0.5, 0.65, 0.75, 0.9])),
        ("if(abs(mod(x, 0.5) - 0.25) < 0.125, 3, 1)", alternating([1, 3], &[0.125, 0.375, 0.625, 0.875])),
        ("if(sign(x - 0.5)*x < 0.25, 1, 3)", alternating([1, 3], &[0.5])),
        ("if(if(x < 0.37, 1 - x, x - 1) < 0, 3, 1)", alternating([1, 3], &[0.37])),
        (
            "if(min(mod(x, 0.4), mod(x + 0.1, 0.4)) < 0.1, 1, 3)",
            alternating([1, 3], &[0.1, 0.3, 0.5, 0.7, 0.9]),
        ),
    ] {
        assert_same(&beam(written, "1"), &beam(&plain, "1"));
        assert_same(&string("1", written), &string("1", &plain));
    }
}

/// Steps of stiffness and mass at different places, of a beam and of a string.
#[test]
fn two_coefficients_jump_at_different_places() {
    let (one, two) = ("if(mod(x, 0.3) < 0.1, 1, 3)", "if(mod(x, 0.25) < 0.2, 2, 1)");
    let plain = (
        alternating([1, 3], &[0.1, 0.3, 0.4, 0.6, 0.7, 0.9]),
        alternating([2, 1], &[0.2, 0.25, 0.45, 0.5, 0.7, 0.75, 0.95]),
    );
    assert_same(&beam(one, two), &beam(&plain.0, &plain.1));
    assert_same(&string(one, two), &string(&plain.0, &plain.1));
}

/// The rule of the sawtooth may vary along the member, which no multiple of a place describes.
#[test]
fn sawtooths_of_varying_length_are_followed() {
    let places: Vec<f64> = (1..8).map(|k| (f64::from(k) / 8.0).sqrt()).collect();
    assert_same(&beam("if(mod(x^2, 0.25) < 0.125, 1, 3)", "1"), &beam(&alternating([1, 3], &places), "1"));
}
