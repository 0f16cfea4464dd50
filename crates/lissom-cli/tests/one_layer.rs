//! Parts with motions that have neither stiffness nor mass, through the door: against CalculiX and SciPy.
#![allow(clippy::unwrap_used)]

use crate::oracle;
use crate::program;

use program::{json, lissom, numbers, stderr, stdout};
use serde_json::Value;

/// Dense matrices of the same files with the hourglass motions taken out by singular values (`tests/oracles/parts.py`).
const PARTS: &str = include_str!("../../../tests/oracles/parts.json");

const DATA: &str = "crates/lissom-cli/tests/data/one_layer";

fn modes(name: &str) -> Value {
    let output = lissom(&["modes", &format!("{DATA}/{name}.toml"), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{name}: {}{}", stdout(&output), stderr(&output));
    let object = json(&output);
    assert_eq!(object["certified"], true, "{object}");
    assert!(object["why"].is_null(), "{object}");
    // The hourglass motions of matrices printed with 14 digits are not quite without energy: 2.4e-7 of the first frequency.
    let elastic = |(hz, bound): (&f64, &f64)| *hz < 1.0 || *bound < 1e-6;
    let (list, bounds) = (numbers(&object["frequencies_hz"]), numbers(&object["bounds"]));
    assert!(list.iter().zip(&bounds).all(elastic), "{bounds:?}");
    assert!(object["bound"].as_f64().unwrap() < 0.1, "{bounds:?}");
    object
}

fn warned(object: &Value, words: &str) -> bool {
    object["warnings"].as_array().unwrap().iter().any(|w| w.as_str().unwrap().contains(words))
}

/// CalculiX prints seven digits.
#[test]
fn a_blade_of_one_layer_has_the_frequencies_of_calculix() {
    let object = modes("blade");
    let printed =
        [57.04379, 279.3324, 357.5529, 1006.255, 1052.910, 1683.577, 2007.697, 3173.080, 3450.741, 4318.755];
    let found = numbers(&object["frequencies_hz"]);
    assert_eq!(found.len(), 10);
    for (ours, theirs) in found.iter().zip(printed) {
        assert!((ours / theirs - 1.0).abs() < 6e-7, "{ours} Hz instead of {theirs} Hz");
    }
    assert_eq!(
        (&object["rigid_modes"], object["empty_motions"].as_array().unwrap().len()),
        (&Value::from(0), 6)
    );
    assert!(warned(&object, "6 motions have neither stiffness nor mass"), "{}", object["warnings"]);
}

/// The rotation that the equation couples with the hourglass motion is a mode of 40 Hz; the twins are twins.
#[test]
fn a_tied_ring_has_its_twins() {
    let object = modes("ringeq");
    let printed = [40.11820, 1148.947, 1148.947, 1542.952, 1542.952, 3183.212, 3183.409, 4230.721, 4230.721];
    let found = numbers(&object["frequencies_hz"]);
    assert_eq!(object["rigid_modes"], 5, "{found:?}");
    assert!(found.len() >= 10);
    for (ours, theirs) in found.iter().zip(printed) {
        assert!((ours / theirs - 1.0).abs() < 6e-7, "{ours} Hz instead of {theirs} Hz");
    }
}

/// K + 0.02 M: six soft motions, whose λ the rounding of the entries of K and of the hourglass motion leaves between 0.016 and
/// 0.028 (SciPy with 80-bit products: 0.01615 to 0.02721), and the twins as without the ground.
#[test]
fn a_soft_ground_costs_the_ring_no_digits() {
    let object = modes("ring_soft");
    let found = numbers(&object["frequencies_hz"]);
    assert_eq!(object["rigid_modes"], 0, "{found:?}");
    let square = |hz: &f64| (std::f64::consts::TAU * hz).powi(2);
    assert!(found[..6].iter().all(|hz| (0.015..0.030).contains(&square(hz))), "{found:?}");
    let exact = oracle::numbers(PARTS, "ring_soft");
    assert_eq!((found.len(), exact.len()), (14, 8));
    for (ours, exact) in found[6..].iter().zip(exact) {
        assert!((ours / exact - 1.0).abs() < 1e-9, "{ours} Hz instead of {exact} Hz");
    }
    // The same with the hourglass motion taken out by singular values and products in 80 bits: other shapes of the same right.
    let other = [0.02022390, 0.02239904, 0.02246447, 0.02511300, 0.02522881, 0.02625355];
    let bounds = numbers(&object["bounds"]);
    for ((ours, other), bound) in found.iter().zip(other).zip(&bounds) {
        assert!((ours / other - 1.0).abs() < bound + 1e-6, "{ours} Hz, {other} Hz: {bound}");
    }
    assert!(warned(&object, "1 motion has neither stiffness nor mass"), "{}", object["warnings"]);
}

/// The static gain of a reduction is exact.
#[test]
fn a_blade_of_one_layer_answers_at_places_that_hourglass_motions_do_not_move() {
    let path = format!("{DATA}/blade_response.toml");
    let exact = oracle::numbers(PARTS, "blade_response");
    assert_eq!(exact.len(), 3);
    for (hz, exact) in [1.0, 100.5, 200.0].into_iter().zip(exact) {
        let to = format!("{}", hz + 1.0);
        let object = json(&lissom(&["frf", &path, "--json", "--range", &hz.to_string(), &to, "-n", "2"]));
        let found = numbers(&object["responses"][0]["re"])[0];
        // The matrices are printed with 14 digits, of which the motions hold half.
        assert!((found / exact - 1.0).abs() < 1e-6, "{hz} Hz: {found} instead of {exact}");
        assert!(warned(&object, "6 motions have neither stiffness nor mass"), "{}", object["warnings"]);
    }
    let output = lissom(&["reduce", &path, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn no_mode_is_no_question_and_all_modes_are_said_to_be_all() {
    let none = lissom(&["modes", "examples/portal_frame/model.toml", "-n", "0"]);
    assert_eq!(none.status.code(), Some(2), "{}", stdout(&none));
    assert!(stderr(&none).contains("at least 1"), "{}", stderr(&none));
    let all = lissom(&["modes", "examples/portal_frame/model.toml", "-n", "500", "--json"]);
    let object = json(&all);
    let count = numbers(&object["frequencies_hz"]).len();
    assert!(count < 500 && object["exhausted"] == true);
    assert!(warned(&object, &format!("the model has only {count} elastic modes")), "{}", object["warnings"]);
}
