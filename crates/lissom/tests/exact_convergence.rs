//! Elements against the exact continuum of the same file: from above, and at the order of their shapes.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::{omegas, open};

/// A frame of five beams with a mass at a corner, so stiff along its members that the second-order error of
/// stretching stays below that of bending.
fn frame(elements: usize) -> String {
    let beams = [["a", "c"], ["b", "d"], ["c", "d"], ["c", "e"], ["d", "f"]];
    let beams = beams.map(|[from, to]| {
        format!("[[beam]]\nnodes = [\"{from}\", \"{to}\"]\nsection = \"s\"\nelements = {elements}\n")
    });
    format!(
        "lissom = 1\n[model]\nname = \"frame\"\ndim = 2\n[section.s]\nEA = 5e6\nEI = 1.0\nrhoA = 1.0\n[node]\n\
         a = [0.0, 0.0]\nb = [1.5, 0.0]\nc = [0.0, 1.0]\nd = [1.5, 1.0]\ne = [0.0, 2.0]\nf = [1.5, 2.0]\n{}\
         [[fix]]\nnodes = [\"a\", \"b\"]\n[[mass]]\nnode = \"e\"\nmass = 0.3\n",
        beams.concat()
    )
}

/// A bar so stiff in bending that its lowest modes stretch it.
fn bar(elements: usize) -> String {
    format!(
        "lissom = 1\n[model]\nname = \"bar\"\ndim = 2\n[section.s]\nEA = 1.0\nEI = 1e5\nrhoA = 1.0\n[node]\na = [0.0, 0.0]\n\
         b = [1.0, 0.0]\n[[beam]]\nnodes = [\"a\", \"b\"]\nsection = \"s\"\nelements = {elements}\n[[fix]]\nnodes = [\"a\"]\n"
    )
}

/// Errors of the modes fall with 2^order when elements are halved, and are never negative.
fn assert_order(model: impl Fn(usize) -> String, count: usize, elements: [usize; 3], order: f64) {
    let exact = open(&model(1)).exact_modes(count).unwrap().value;
    assert!(exact.is_certified());
    let errors = elements.map(|elements| {
        let found = omegas(&model(elements), count);
        let errors = found.iter().zip(&exact.angular_frequencies).map(|(fe, exact)| fe / exact - 1.0);
        let errors: Vec<f64> = errors.collect();
        assert!(errors.iter().all(|error| *error > -1e-10), "{elements} elements: {errors:?}");
        errors
    });
    for mode in 0..count {
        let rate = (errors[1][mode] / errors[2][mode]).log2();
        assert!((rate - order).abs() < 0.25, "mode {}: order {rate}, {errors:?}", mode + 1);
        assert!(errors[0][mode] > errors[1][mode]);
    }
}

#[test]
fn bending_converges_with_the_fourth_power_from_above() {
    assert_order(frame, 10, [4, 8, 16], 4.0);
}

#[test]
fn stretching_converges_with_the_second_power_from_above() {
    assert_order(bar, 4, [4, 8, 16], 2.0);
}
