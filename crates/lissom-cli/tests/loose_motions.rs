//! Frames with motions that nothing resists besides those of the whole: they are rigid to rounding, and hide no mode.
//!
//! The truth is that of `tests/oracles/frames.py` with own element matrices, dense: eigenvalues of M x = μ (K + σM) x with σ at
//! the first elastic one.
#![allow(clippy::unwrap_used)]

use crate::oracle;
use crate::program;

use program::{json, lissom, numbers};

const EXPECTED: &str = include_str!("../../../tests/oracles/frames.json");

const NAMES: [&str; 9] = [
    "bar_beside_soft_beams",
    "free_beam",
    "hanging_bars",
    "hinge_in_space",
    "hinge_in_the_plane",
    "hinge_of_light_beams",
    "light_bar_on_soft_frame",
    "massless_bar_on_spring",
    "spring_that_cannot_stretch",
];

#[test]
fn modes_beside_loose_motions_are_all_found() {
    for name in NAMES {
        let rigid = oracle::numbers(EXPECTED, &format!("{name}.rigid"))[0] as u64;
        let exact = oracle::numbers(EXPECTED, name);
        let path = format!("crates/lissom-cli/tests/data/loose_motions/{name}.toml");
        let object = json(&lissom(&["modes", &path, "-n", "5", "--json"]));
        assert_eq!(object["certified"], true, "{name}: {}", object["why"]);
        assert_eq!(object["rigid_modes"], rigid, "{name}");
        assert!(object["empty_motions"].as_array().is_none_or(Vec::is_empty), "{name}: everything has mass");
        let found = numbers(&object["frequencies_hz"]);
        assert_eq!((found.len(), exact.len()), (5, 5), "{name}: {found:?}");
        for (ours, exact) in found.iter().zip(exact) {
            // Double precision knows soft motions of frames with stiff members to about eight digits.
            assert!((ours / exact - 1.0).abs() < 1e-7, "{name}: {ours} Hz instead of {exact} Hz");
        }
    }
}
