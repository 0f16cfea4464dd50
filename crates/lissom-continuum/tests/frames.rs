//! Exact frequencies of planar frames written with nodes and beams.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use lissom_continuum::{SpectrumError, exact_frame_modes, exact_modes, frame_system};
use support::model;
use support::reference::Case;

/// A frame of unit beams: nodes, pairs of nodes, held nodes, and what else there is.
fn frame(nodes: &[(&str, f64, f64)], beams: &[[&str; 2]], held: &[&str], more: &str) -> String {
    let nodes: String = nodes.iter().map(|(name, x, y)| format!("{name} = [{x:?}, {y:?}]\n")).collect();
    let beams: String = beams
        .iter()
        .map(|[a, b]| format!("[[beam]]\nnodes = [\"{a}\", \"{b}\"]\nsection = \"s\"\n"))
        .collect();
    let held: Vec<String> = held.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "dim = 2\n[section.s]\nEA = 5000.0\nEI = 1.0\nrhoA = 1.0\n[node]\n{nodes}{beams}[[fix]]\nnodes = [{}]\n{more}",
        held.join(", ")
    )
}

fn assert_frame(id: &str, text: &str) {
    let case = Case::of(id);
    let system = frame_system(&model(text)).unwrap();
    let expected = case.angular_frequencies();
    let modes = exact_modes(&system, expected.len()).unwrap();
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    for (found, wanted) in modes.angular_frequencies.iter().zip(&expected) {
        assert!((found / wanted - 1.0).abs() < 1e-10, "{id}: {found} is not {wanted}");
    }
}

const FIVE_NODES: &[(&str, f64, f64)] =
    &[("a", 0.0, 0.0), ("b", 1.5, 0.0), ("c", 0.0, 1.0), ("d", 1.5, 1.0), ("e", 0.0, 2.0), ("f", 1.5, 2.0)];
const FIVE_BEAMS: &[[&str; 2]] = &[["a", "c"], ["b", "d"], ["c", "d"], ["c", "e"], ["d", "f"]];

#[test]
fn frames_of_the_reference() {
    let nodes = [("a", 0.0, 0.0), ("b", 1.0, 0.0), ("c", 1.0, 0.7)];
    assert_frame("L_frame", &frame(&nodes, &[["a", "b"], ["b", "c"]], &["a"], ""));
    let nodes = &FIVE_NODES[..4];
    assert_frame("portal_frame", &frame(nodes, &FIVE_BEAMS[..3], &["a", "b"], ""));
    let mass = "[[mass]]\nnode = \"e\"\nmass = 0.3\n";
    assert_frame("five_beam_frame", &frame(FIVE_NODES, FIVE_BEAMS, &["a", "b"], mass));
}

#[test]
fn a_rigid_bar_on_a_sprung_hinge() {
    // ω² = k/(m l²/3) with m = ρA l; a rigid bar has this one frequency and no other.
    let text = "dim = 2\n[section.s]\nEA = 1.0\nEI = 1.0\nrhoA = 3.0\n[node]\na = [0.0, 0.0]\nb = [1.2, 1.6]\n\
                [[beam]]\nname = \"bar\"\nnodes = [\"a\", \"b\"]\nsection = \"s\"\nflexible = []\n\
                [[hinge]]\nname = \"h\"\nat = \"a\"\nbetween = [\"ground\", \"bar\"]\nstiffness = 50.0\n";
    let modes = exact_frame_modes(&model(text), 1).unwrap();
    assert!((modes.angular_frequencies[0] - (50.0f64 / 8.0).sqrt()).abs() < 1e-12);
    assert!(matches!(exact_frame_modes(&model(text), 2), Err(SpectrumError::TooFewModes { found: 1, .. })));
}

#[test]
fn a_hinge_lets_two_beams_turn_apart() {
    // Two beams in line, hinged to each other in the middle and held at the outer ends: by symmetry the beams swing
    // together like cantilevers of half the length (middle moves) or apart like clamped-pinned ones (middle stays).
    let text = "dim = 2\n[section.s]\nEA = 1e6\nEI = 1.0\nrhoA = 1.0\n[node]\na = [0.0, 0.0]\nb = [1.0, 0.0]\nc = [2.0, 0.0]\n\
                [[beam]]\nname = \"p\"\nnodes = [\"a\", \"b\"]\nsection = \"s\"\n\
                [[beam]]\nname = \"q\"\nnodes = [\"b\", \"c\"]\nsection = \"s\"\n\
                [[hinge]]\nname = \"h\"\nat = \"b\"\nbetween = [\"p\", \"q\"]\n[[fix]]\nnodes = [\"a\", \"c\"]\n";
    let found = exact_frame_modes(&model(text), 4).unwrap();
    let swinging = Case::of("be_clamped_free").angular_frequencies();
    let pinned = Case::of("be_clamped_pinned").angular_frequencies();
    assert_eq!(found.angular_frequencies.len(), 4);
    for (found, wanted) in
        found.angular_frequencies.iter().zip([swinging[0], pinned[0], swinging[1], pinned[1]])
    {
        assert!((found / wanted - 1.0).abs() < 1e-11, "{found} is not {wanted}");
    }
}

/// A soft span between clamps beside a slanted cantilever that is 10⁵ times as stiff and shares only a clamp with it: the stiff one,
/// written in mixed form, has eigenvalues near zero at all frequencies, and these are not where the soft one passes zero.
#[test]
fn a_stiff_member_beside_a_soft_one_does_not_move_its_frequencies() {
    for [axial, bending, x, y] in [[6e9, 1e5, 0.7, 0.6], [6e9, 1e5, 0.8, 0.56], [6e10, 1e6, 0.7, 0.6]] {
        let text = format!(
            "dim = 2\n[section.soft]\nEA = 4e7\nEI = 1.0\nrhoA = 1.0\n[section.stiff]\nEA = {axial:?}\nEI = {bending:?}\n\
             rhoA = 8.0\n[node]\na = [0.0, 0.0]\nb = [1.0, 0.0]\nc = [{x:?}, {y:?}]\n\
             [[beam]]\nname = \"stiff\"\nnodes = [\"a\", \"c\"]\nsection = \"stiff\"\n\
             [[beam]]\nname = \"soft\"\nnodes = [\"a\", \"b\"]\nsection = \"soft\"\n[[fix]]\nnodes = [\"a\", \"b\"]\n"
        );
        let found = exact_frame_modes(&model(&text), 3).unwrap();
        assert!(found.is_certified(), "{:?}", found.verdict.why_not());
        let clamped = [22.373_285_448_061_13, 61.672_822_869_5, 120.903_391_717];
        assert_eq!(found.angular_frequencies.len(), clamped.len());
        for (found, wanted) in found.angular_frequencies.iter().zip(clamped) {
            assert!((found / wanted - 1.0).abs() < 1e-8, "{found} is not {wanted}");
        }
    }
}

#[test]
fn what_the_exact_spectrum_does_not_cover_is_refused() {
    let text =
        frame(FIVE_NODES, FIVE_BEAMS, &["a", "b"], "[[damper]]\nnodes = [\"e\", \"f\"]\ndamping = 1.0\n");
    assert!(matches!(exact_frame_modes(&model(&text), 1), Err(SpectrumError::NotConservative { .. })));
    let without = frame(FIVE_NODES, FIVE_BEAMS, &["a", "b"], "");
    let undamped = exact_modes(&frame_system(&model(&text)).unwrap().undamped(), 3).unwrap();
    let other = exact_frame_modes(&model(&without), 3).unwrap();
    assert_eq!(undamped.angular_frequencies, other.angular_frequencies);
}
