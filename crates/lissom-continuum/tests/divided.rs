//! Members with something attached inside them.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use lissom_continuum::{DeriveError, DeriveOptions, derive_with, exact_modes, exact_poles};
use support::reference::Case;
use support::{assert_equation, derivation, model, stated};

/// A uniform beam or string on two supports, with letters l, m and k, and what is attached to it.
fn member(kind: &str, stiffness: &str, ends: &str, more: &str) -> String {
    format!(
        "[system]\ncoordinates = []\n[params]\nl = 1.0\nm = 1.0\nk = 4.0\na = 0.3\nb = 0.6\n[[continuum]]\nname = \"beam\"\n\
         kind = \"{kind}\"\nlength = \"l\"\nfields = [\"w\"]\n{stiffness} = \"1\"\nrhoA = \"1\"\nposition = [\"w\"]\n\
         ends = {ends}\n{more}"
    )
}

const PINNED: &str = "{ a = { displacement = \"0\" }, b = { displacement = \"0\" } }";
const VALUES: &[(&str, f64)] = &[("l", 1.0), ("m", 1.0), ("k", 4.0), ("a", 0.3), ("b", 0.6)];

fn frequencies(text: &str, count: usize) -> Vec<f64> {
    let (derived, system) = stated(text, true).unwrap();
    assert!(derived.verification().holds(), "{:?}", derived.verification());
    let modes = exact_modes(&system, count).unwrap();
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    modes.angular_frequencies
}

#[test]
fn the_loads_of_both_spans_meet_at_a_mass() {
    let mass = "[[mass]]\nmass = \"m\"\nposition = [\"w(l/3)\"]\n";
    let mut derived = derivation(&model(&member("bernoulli-euler", "EI", PINNED, mass)));
    assert!(derived.verification().holds());
    assert_equation(
        &mut derived,
        "beam_displacement_1",
        "m*beam_displacement_1_tt - w_1_xxx(l) + w_2_xxx(0)",
    );
    assert_equation(&mut derived, "beam_slope_1", "w_1_xx(l) - w_2_xx(0)");
    let texts: Vec<String> = derived.equations().iter().map(|equation| derived.text(equation)).collect();
    assert!(texts.contains(&"w_1(l/3) = beam_displacement_1".to_owned()), "{texts:#?}");
    assert!(texts.contains(&"w_2'(0) = beam_slope_1".to_owned()), "{texts:#?}");
    assert!(
        derived.notes()[0].starts_with("beam is divided at x = l/3 into 2 spans"),
        "{:?}",
        derived.notes()
    );
}

#[test]
fn a_beam_with_a_mass_in_the_middle() {
    // Antisymmetric modes of a pinned beam do not feel a mass in the middle: β l = 2 n π.
    let mass = "[[mass]]\nmass = \"m\"\nposition = [\"w(l/2)\"]\n";
    let found = frequencies(&member("bernoulli-euler", "EI", PINNED, mass), 4);
    // Symmetric ones: half a beam carries the force m ω² w/2 at its guided end, so that with z = β l/2 and
    // m = ρA l: z (tan z − tanh z) = 2.
    let condition = |z: f64| z * (z.tan() - z.tanh()) - 2.0;
    for (at, [low, high]) in [(0, [0.5, 1.57]), (2, [3.2, 4.71])] {
        let (mut low, mut high): (f64, f64) = (low, high);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if condition(middle) > 0.0 { high = middle } else { low = middle }
        }
        let wanted = (2.0 * low).powi(2);
        assert!((found[at] / wanted - 1.0).abs() < 1e-11, "{} is not {wanted}", found[at]);
    }
    for (at, wanted) in [(1, 2.0), (3, 4.0)] {
        let wanted = (wanted * std::f64::consts::PI).powi(2);
        assert!((found[at] / wanted - 1.0).abs() < 1e-11);
    }
}

#[test]
fn a_string_with_a_sprung_mass_as_in_the_reference() {
    let case = Case::of("string_mass_spring_0.3");
    let [m, k] = ["m", "k"].map(|name| case.parameter(name));
    let parts = format!(
        "[[mass]]\nmass = \"{m:?}\"\nposition = [\"w(0.3*l)\"]\n[[spring]]\nstiffness = \"{k:?}\"\nelongation = \"w(3*l/10)\"\n"
    );
    let model_text = member("string", "tension", PINNED, &parts);
    let wanted = case.angular_frequencies();
    for (found, wanted) in frequencies(&model_text, wanted.len()).iter().zip(&wanted) {
        assert!((found / wanted - 1.0).abs() < 1e-10, "{found} is not {wanted}");
    }
}

#[test]
fn several_places_in_any_order_and_other_members_attached_inside() {
    // A spring between two places and a mass, against the same beam divided by hand.
    let attached = "[[spring]]\nstiffness = \"k\"\nelongation = \"w(b) - w(a)\"\n[[mass]]\nmass = \"m\"\nposition = [\"w(b)\"]\n";
    let found = frequencies(&member("bernoulli-euler", "EI", PINNED, attached), 5);
    let span = |name: &str, length: &str, from: &str, to: &str| {
        format!(
            "[[continuum]]\nname = \"{name}\"\nkind = \"bernoulli-euler\"\nlength = \"{length}\"\nfields = [\"w{name}\"]\nEI = \"1\"\n\
             rhoA = \"1\"\nposition = [\"w{name}\"]\nends = {{ a = {from}, b = {to} }}\n"
        )
    };
    let end = |k: usize| format!("{{ displacement = \"q{k}\", slope = \"s{k}\" }}");
    let held = "{ displacement = \"0\" }".to_owned();
    let by_hand = format!(
        "[system]\ncoordinates = [\"q1\", \"s1\", \"q2\", \"s2\"]\n[params]\nl = 1.0\nm = 1.0\nk = 4.0\na = 0.3\nb = 0.6\n{}{}{}{}",
        span("p", "a", &held, &end(1)),
        span("q", "b - a", &end(1), &end(2)),
        span("r", "l - b", &end(2), &held),
        attached.replace("w(b)", "q2").replace("w(a)", "q1")
    );
    for (found, wanted) in found.iter().zip(frequencies(&by_hand, 5)) {
        assert!((found / wanted - 1.0).abs() < 1e-12, "{found} is not {wanted}");
    }
}

#[test]
fn a_place_at_an_end_is_that_end() {
    let held = "{ a = { displacement = \"0\", slope = \"0\" } }";
    let case = Case::of("cant_tipmass_1");
    let mass = "[[mass]]\nmass = \"m\"\nposition = [\"w(l)\"]\n";
    let found = frequencies(&member("bernoulli-euler", "EI", held, mass), 3);
    for (found, wanted) in found.iter().zip(case.angular_frequencies()) {
        assert!((found / wanted - 1.0).abs() < 1e-10, "{found} is not {wanted}");
    }
}

#[test]
fn what_cannot_be_attached_is_refused_with_a_reason() {
    let refused = |place: &str, values: &[(&str, f64)]| {
        let mass = format!("[[mass]]\nmass = \"m\"\nposition = [\"{place}\"]\n");
        let model = model(&member("bernoulli-euler", "EI", PINNED, &mass));
        let options = DeriveOptions { values, ..DeriveOptions::default() };
        derive_with(model.system.as_ref().unwrap(), &model.expressions, options).err().unwrap()
    };
    assert!(matches!(refused("w(3*l/2)", &[]), DeriveError::PlaceOutside { .. }));
    assert!(matches!(refused("w_xx(l/2)", &[]), DeriveError::PlaceQuantity { .. }));
    assert!(matches!(refused("w(a) + w(l/2)", &[]), DeriveError::PlaceUnknown { .. }));
    assert!(matches!(refused("w(2*b)", VALUES), DeriveError::PlaceOutside { .. }));
}

/// Beck's column: a cantilever pressed by a force that follows the slope of its end flutters at P = 20.0509 EI/l².
#[test]
fn a_following_force_makes_a_column_flutter() {
    let column = |force: f64| {
        let text = format!(
            "[system]\ncoordinates = [\"q\", \"s\"]\n[[continuum]]\nname = \"column\"\nkind = \"bernoulli-euler\"\nlength = \"1\"\n\
             fields = [\"w\"]\nEI = \"1\"\nrhoA = \"1\"\ntension = \"-{force:?}\"\nposition = [\"w\"]\n\
             ends = {{ a = {{ displacement = \"0\", slope = \"0\" }}, b = {{ displacement = \"q\", slope = \"s\" }} }}\n\
             [[force]]\nname = \"P\"\nvalue = \"-{force:?}*s\"\nat = \"q\"\n"
        );
        let mut derived = derivation(&model(&text));
        assert!(derived.verification().holds());
        let system = derived.linearise(&[]).unwrap();
        assert!(exact_modes(&system, 1).is_err(), "a system with a following force has no energy");
        let found = exact_poles(&system, 2).unwrap();
        assert!(found.is_certified(), "{found:?}");
        found.poles.iter().map(|pole| pole.value.re).fold(f64::MIN, f64::max)
    };
    assert!(column(20.04).abs() < 1e-6);
    assert!(column(20.06) > 0.1);
}
