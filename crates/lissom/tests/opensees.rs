//! The straight guidance as a frame, against OpenSees with the same elements.
//!
//! OpenSeesPy 3.7.1, `elasticBeamColumn` with `-cMass`, five elements per flexure, the stage one stiff beam,
//! `eigen('-fullGenLapack')` [Hz].
#![allow(clippy::unwrap_used)]

use crate::common;

const OPENSEES_HZ: [f64; 12] = [
    5.334_485_440_332_266,
    135.152_291_559_543_47,
    135.919_368_864_236_73,
    373.832_679_082_667_54,
    374.639_256_028_999_5,
    740.037_914_917_241_2,
    740.861_273_317_292_9,
    956.665_995_980_69,
    1_232.985_896_796_189_5,
    1_233.702_405_225_380_3,
    1_787.271_259_394_684_2,
    2_070.141_558_886_852_6,
];

#[test]
fn guidance_as_a_frame_equals_opensees() {
    let text = "lissom = 1\n[model]\nname = 'guidance'\n[material.steel]\nE = '210 GPa'\ndensity = 7600\n\
        [section.flexure]\nA = '30 mm^2'\nI = 2.5e-12\n[section.stage]\nA = 9e-4\nI = 6.75e-8\n\
        [node]\nA0 = [0, 0]\nA1 = [0, 0.2]\nB0 = [0.2, 0]\nB1 = [0.2, 0.2]\n\
        [[beam]]\nname = 'A'\nnodes = ['A0', 'A1']\nsection = 'flexure'\nmaterial = 'steel'\nelements = 5\n\
        [[beam]]\nname = 'B'\nnodes = ['B0', 'B1']\nsection = 'flexure'\nmaterial = 'steel'\nelements = 5\n\
        [[beam]]\nname = 'C'\nnodes = ['A1', 'B1']\nsection = 'stage'\nmaterial = 'steel'\n\
        [[fix]]\nnodes = ['A0', 'B0']\n";
    let found = common::modes(text, 12);
    assert!(found.modes.len() >= OPENSEES_HZ.len());
    for (mode, expected) in found.modes.iter().zip(OPENSEES_HZ) {
        let error = (mode.frequency_hz() / expected - 1.0).abs();
        assert!(error < 1e-6, "{} Hz against {expected} Hz: {error:e}", mode.frequency_hz());
    }
}

/// With elongation held and the stage rigid, the guidance has 17 degrees of freedom and the frequencies of the
/// paper's model at rest [Boer2013, §4.1], to the digits of an independent computation [rad/s].
#[test]
fn guidance_with_constraints_has_seventeen_degrees_of_freedom() {
    let text = include_str!("../../../examples/guidance/model.toml");
    let session = common::open(text);
    assert_eq!(session.structure().unwrap().value.degrees_of_freedom, 17);
    let found = common::modes(text, 17);
    for (k, expected) in [(0, 33.518), (1, 849.22), (2, 854.03), (3, 2348.96), (4, 2354.00), (16, 40_427.6)] {
        let omega = found.modes[k].angular_frequency;
        assert!((omega / expected - 1.0).abs() < 2e-5, "mode {}: {omega} against {expected}", k + 1);
    }
}

/// The manipulator's joint controllers act as springs: 16.525 and 74.08 rad/s at the start [Boer2013, §4.2].
#[test]
fn manipulator_vibrates_against_its_controllers() {
    let text = include_str!("../../../examples/manipulator/model.toml");
    let session = common::open(text);
    assert_eq!(session.structure().unwrap().value.degrees_of_freedom, 18);
    let found = common::modes(text, 2);
    for (k, expected) in [(0, 16.525), (1, 74.08)] {
        let omega = found.modes[k].angular_frequency;
        assert!((omega / expected - 1.0).abs() < 1e-4, "mode {}: {omega} against {expected}", k + 1);
    }
}
