//! Multiple frequencies: every twin is found and certified.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::modes;
use std::f64::consts::{PI, TAU};
use std::fmt::Write;

/// A star of equal arms, rigidly joined in the middle.
fn star(arms: usize, supports: &str, elements: usize) -> String {
    let mut text =
        "lissom = 1\n[model]\nname = 'star'\n[section.s]\nEA = 1e6\nEI = 1\nrhoA = 1\n[node]\nO = [0, 0]\n"
            .to_owned();
    for i in 0..arms {
        let angle = TAU * i as f64 / arms as f64;
        writeln!(text, "N{i} = [{:e}, {:e}]", angle.cos(), angle.sin()).unwrap();
    }
    for i in 0..arms {
        write!(
            text,
            "[[beam]]\nname = 'b{i}'\nnodes = ['O', 'N{i}']\nsection = 's'\nelements = {elements}\n"
        )
        .unwrap();
        if !supports.is_empty() {
            write!(text, "[[fix]]\nnodes = ['N{i}']\ndirections = [{supports}]\n").unwrap();
        }
    }
    text
}

/// A pinned cross: all arms turn with the middle once (pinned-pinned, π²); the rest keep it still
/// (clamped-pinned, 3.9266², one fold less than there are arms), and so on upwards.
#[test]
fn pinned_cross_has_triple_modes() {
    for arms in [4, 6] {
        let found = modes(&star(arms, "'x', 'y'", 8), 2 * arms);
        assert_eq!(found.rigid, 0);
        let exact = [PI, 3.926_602_312_047_919, TAU, 7.068_582_745_628_732];
        let mut expected = Vec::new();
        for pair in exact.chunks(2) {
            expected.push(pair[0].powi(2));
            expected.extend(std::iter::repeat_n(pair[1].powi(2), arms - 1));
        }
        assert!(found.modes.len() >= expected.len() && expected.len() == 2 * arms);
        for (mode, omega) in found.modes.iter().zip(&expected) {
            // Stretch of the members (EA = 1e6) and eight elements an arm leave 1e-3 at most.
            assert!(
                (mode.angular_frequency / omega - 1.0).abs() < 2e-3,
                "{} against {omega}",
                mode.angular_frequency
            );
        }
    }
}

/// A free square cross: three rigid modes, then the double modes of a symmetric body, equal to rounding.
#[test]
fn free_cross_has_double_modes() {
    let found = modes(&star(4, "", 6), 12);
    assert_eq!(found.rigid, 3);
    let omegas: Vec<f64> = found.modes.iter().map(|m| m.angular_frequency).collect();
    let twins = omegas.windows(2).filter(|w| (w[1] / w[0] - 1.0).abs() < 1e-8).count();
    assert!(twins >= 3, "twins among {omegas:?}");
}

/// A spatial beam with equal bending stiffness in both planes: every bending mode is double.
#[test]
fn round_free_shaft_bends_twice() {
    let text = "lissom = 1\n[model]\nname = 'shaft'\ndim = 3\n[material.m]\nE = '210 GPa'\nnu = 0.3\ndensity = 7850\n\
        [section.s]\ncircle = { diameter = '40 mm' }\n[node]\nA = [0.1, 0.2, 0.3]\nB = [1.1, 0.9, -0.4]\n\
        [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nmaterial = 'm'\nelements = 16\n";
    let found = modes(text, 10);
    assert_eq!(found.rigid, 6);
    let length = (1.0_f64 + 0.49 + 0.49).sqrt();
    let wave = (210e9_f64 / 7850.0).sqrt() * 0.01; // √(E/ρ) times the radius of gyration d/4
    for (k, beta) in [4.730_040_744_862_704_f64, 7.853_204_624_095_838].iter().enumerate() {
        let exact = beta.powi(2) * wave / length.powi(2);
        for twin in 0..2 {
            let omega = found.modes[2 * k + twin].angular_frequency;
            assert!((omega / exact - 1.0).abs() < 1e-4, "{omega} against {exact}");
        }
    }
}

/// Separate equal bodies: each frequency as often as there are bodies.
#[test]
fn separate_bodies_when_meant() {
    let mut text = "lissom = 1\n[model]\nname = 'three'\nseparate_bodies = true\n[section.s]\nEA = 1e4\nEI = 1\nrhoA = 1\n[node]\n".to_owned();
    for i in 0..3 {
        write!(text, "P{i} = [0, {i}]\nQ{i} = [1, {i}]\n").unwrap();
    }
    for i in 0..3 {
        write!(text, "[[beam]]\nname = 'b{i}'\nnodes = ['P{i}', 'Q{i}']\nsection = 's'\nelements = 8\n")
            .unwrap();
    }
    let found = modes(&text, 6);
    assert_eq!(found.rigid, 9);
    assert_eq!(found.rigid_of_whole.len(), 3);
    for (mode, beta) in
        found.modes.iter().zip([4.730_040_744_862_704_f64; 3].into_iter().chain([7.853_204_624_095_838; 3]))
    {
        assert!((mode.angular_frequency / beta.powi(2) - 1.0).abs() < 1e-3);
    }
}
