//! Examples of machines in space against an independent program.

use crate::oracle as reader;
use crate::program::{json, lissom};

const SPACE: &str = include_str!("../../../tests/oracles/space.json");

/// Six leaves as own elements of 12 × 12 entries give the same frequencies.
#[test]
fn a_stage_on_six_leaves_vibrates_as_its_own_frame() {
    let found = json(&lissom(&["modes", "examples/spatial_stage/model.toml", "--json"]));
    let expected = reader::numbers(SPACE, "stage frequencies [Hz]");
    let frequencies = found["frequencies_hz"].as_array().unwrap();
    assert_eq!(frequencies.len(), expected.len());
    for (frequency, expected) in frequencies.iter().zip(expected) {
        assert!(
            (frequency.as_f64().unwrap() / expected - 1.0).abs() < 1e-8,
            "{frequency} against {expected}"
        );
    }
}
