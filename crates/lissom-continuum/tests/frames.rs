//! Exact frequencies of planar frames written with nodes and beams.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

mod support;

use lissom_continuum::{exact_modes, frame_system};
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
    assert!(modes.certified);
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
