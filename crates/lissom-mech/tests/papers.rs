//! The two mechanisms of [Boer2013] in their reference configurations.

mod models;

use lissom_mech::{MechError, Mechanism, Size, System};
use models::*;

/// Independent reproduction of the guidance [rad/s].
const GUIDANCE_REST: [f64; 17] = [
    33.51828, 849.2198, 854.03137, 2348.9614, 2353.9979, 4650.0688, 4655.1192, 7747.3264, 7751.8798,
    13007.831, 13012.361, 19362.322, 19367.293, 28577.055, 28581.498, 40425.268, 40427.608,
];

#[test]
fn degrees_of_freedom_are_those_of_the_paper() {
    for (text, expected) in [(GUIDANCE, 17), (MANIPULATOR, 18)] {
        let report = mechanism(text).constraint_report().unwrap();
        assert_eq!(report.degrees_of_freedom, expected);
        assert!(report.redundant.is_empty() && report.missing.is_empty(), "{report:?}");
    }
    assert_eq!(mechanism(GUIDANCE).released().len(), 3);
}

#[test]
fn rest_frequencies_of_the_guidance() {
    let system = mechanism(GUIDANCE);
    println!("{:?} {:?}", system.released(), system.block_sizes());
    for (found, expected) in rest_frequencies(&system).iter().zip(GUIDANCE_REST) {
        // The reference is rounded to eight digits.
        assert!((found / expected - 1.0).abs() < 1e-7, "{found} against {expected}");
    }
}

#[test]
fn rest_frequencies_of_the_manipulator() {
    let system = mechanism(MANIPULATOR);
    let found = rest_frequencies(&system);
    assert!((found[0] - 16.525).abs() < 5e-4 && (found[1] - 74.08).abs() < 5e-3, "{found:?}");
    let large = system.coordinates().iter().filter(|c| c.size == Size::Large).count();
    assert_eq!(large, 2);
}

/// Three deformations of one flexure cannot follow from the others in the straight position.
#[test]
fn a_singular_choice_is_explained() {
    let released = [
        ("beam A, element 4", "bending at the second end"),
        ("beam A, element 5", "bending at the first end"),
        ("beam A, element 5", "bending at the second end"),
    ];
    let error = Mechanism::with_released(&model(GUIDANCE), &released).unwrap_err();
    let MechError::SingularChoice { released, tied, instead } = &error else { panic!("{error}") };
    assert_eq!(released.len(), 3);
    assert!(tied.iter().all(|name| name.starts_with("beam B")), "{tied:?}");
    assert!(instead.iter().any(|name| name.starts_with("beam B")), "{instead:?}");
    assert!(error.to_string().contains("closure of a loop"), "{error}");
}
