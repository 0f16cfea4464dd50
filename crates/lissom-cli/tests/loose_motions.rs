//! Frames with motions that nothing resists besides those of the whole: they are rigid to rounding, and hide no mode.
//!
//! The truth is that of SciPy with own element matrices, dense: eigenvalues of M x = μ (K + σM) x with σ at the first elastic one.
#![allow(clippy::unwrap_used)]

mod program;

use program::{json, lissom, numbers};

/// Model, rigid motions, frequencies of the first elastic modes [Hz].
const CASES: [(&str, u64, [f64; 5]); 9] = [
    ("bar_beside_soft_beams", 8, [0.001124924, 0.001597749, 0.002606937, 0.007477077, 0.00945926]),
    ("free_beam", 6, [39.77053, 43.37015, 108.132, 112.7538, 135.5598]),
    ("hanging_bars", 4, [0.4251085, 0.5807148, 30.83777, 43.7645, 50.92282]),
    ("hinge_in_space", 7, [0.3312236, 0.6189557, 0.7952545, 1.534947, 3.364066]),
    ("hinge_in_the_plane", 2, [12.11214, 33.33662, 97.29369, 435.312, 795.6428]),
    ("hinge_of_light_beams", 7, [120.341, 139.1192, 402.4314, 430.6405, 642.9551]),
    ("light_bar_on_soft_frame", 8, [9.841869e-5, 0.0001440267, 0.0002504061, 0.001060452, 0.001706346]),
    ("massless_bar_on_spring", 1, [2.871297, 9.264615, 12.86764, 46.24053, 87.94342]),
    ("spring_that_cannot_stretch", 6, [0.4940176, 0.5336162, 1.546116, 1.670047, 3.866084]),
];

#[test]
fn modes_beside_loose_motions_are_all_found() {
    for (name, rigid, exact) in CASES {
        let path = format!("crates/lissom-cli/tests/data/loose_motions/{name}.toml");
        let object = json(&lissom(&["modes", &path, "-n", "5", "--json"]));
        assert_eq!(object["certified"], true, "{name}: {}", object["why"]);
        assert_eq!(object["rigid_modes"], rigid, "{name}");
        assert!(object["empty_motions"].as_array().is_none_or(Vec::is_empty), "{name}: everything has mass");
        let found = numbers(&object["frequencies_hz"]);
        assert_eq!(found.len(), 5, "{name}: {found:?}");
        for (ours, exact) in found.iter().zip(exact) {
            // The numbers above have seven digits.
            assert!((ours / exact - 1.0).abs() < 1e-6, "{name}: {ours} Hz instead of {exact} Hz");
        }
    }
}
