//! Curved and tapered beams converge to closed forms with the order that the reference states.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use crate::common;

use common::omegas;

/// Errors against the exact value fall four times when the elements are halved.
fn assert_second_order(coarse: f64, fine: f64, exact: f64) {
    let (before, after) = ((coarse / exact - 1.0).abs(), (fine / exact - 1.0).abs());
    assert!(after < 2e-3, "{coarse} and {fine}, exact {exact}");
    let ratio = before / after;
    assert!((3.7..4.3).contains(&ratio), "errors {before:e} and {after:e}, ratio {ratio}");
}

/// A free ring that does not stretch: ω² = EI/(ρA R⁴) n²(n² - 1)²/(n² + 1), here n = 2.
#[test]
fn a_ring_of_two_arcs_vibrates_like_a_ring() {
    let ring = |elements: usize| {
        let half = |y: f64| {
            format!(
                "[[beam]]\nnodes = [\"A\", \"B\"]\narc = {{ through = [0, {y}] }}\nsection = \"s\"\nelements = {elements}\n"
            )
        };
        let head = "lissom = 1\n[model]\nname = \"ring\"\n[section.s]\nEA = 1e9\nEI = 10\nrhoA = 1\n[node]\nA = [1, 0]\nB = [-1, 0]\n";
        omegas(&format!("{head}{}{}", half(1.0), half(-1.0)), 1)[0]
    };
    let exact = (10.0_f64 * 4.0 * 9.0 / 5.0).sqrt();
    assert_second_order(ring(16), ring(32), exact);
}

/// A cone that stretches, clamped at its thick end: tan(kL) = -k b with the distance b from the apex to the free end.
/// Substituting u = v/s with the distance s from the apex turns the equation of the bar into v'' + k² v = 0.
#[test]
fn a_tapered_bar_vibrates_like_a_cone() {
    let cone = |elements: usize| {
        let text = format!(
            "lissom = 1\n[model]\nname = \"cone\"\n[material.m]\nE = 4e6\ndensity = 1000\n[section.thick]\n\
             circle = {{ diameter = 0.04 }}\n[section.thin]\ncircle = {{ diameter = 0.02 }}\n[node]\nA = [0, 0]\nB = [1, 0]\n\
             [[beam]]\nnodes = [\"A\", \"B\"]\nsection = [\"thick\", \"thin\"]\nmaterial = \"m\"\nelements = {elements}\n\
             flexible = [\"elongation\"]\n[[fix]]\nnodes = \"A\"\n"
        );
        omegas(&text, 1)[0]
    };
    // The first root of tan k = -k, by bisection; the speed of sound is sqrt(4e6/1000).
    let (mut low, mut high) = (1.6_f64, 3.0_f64);
    while high - low > 1e-14 {
        let middle = 0.5 * (low + high);
        if middle.tan() + middle < 0.0 { low = middle } else { high = middle }
    }
    assert_second_order(cone(16), cone(32), low * 4000.0_f64.sqrt());
}

/// A polyline is the same as its beams one by one.
#[test]
fn a_polyline_is_its_beams() {
    let head = "lissom = 1\n[model]\nname = \"bent\"\n[section.s]\nEA = 1e6\nEI = 10\nrhoA = 1\n[node]\nA = [0, 0]\nC = [1, 1]\n";
    let fix = "[[fix]]\nnodes = \"A\"\n";
    let via = format!(
        "{head}[[beam]]\nname = \"b\"\nnodes = [\"A\", \"C\"]\nvia = [[0.5, 0]]\nsection = \"s\"\nelements = 3\n{fix}"
    );
    let each = format!(
        "{head}B = [0.5, 0]\n[[beam]]\nnodes = [\"A\", \"B\"]\nsection = \"s\"\nelements = 3\n\
         [[beam]]\nnodes = [\"B\", \"C\"]\nsection = \"s\"\nelements = 3\n{fix}"
    );
    for (a, b) in omegas(&via, 4).iter().zip(omegas(&each, 4)) {
        assert!((a / b - 1.0).abs() < 1e-12, "{a} and {b}");
    }
}
