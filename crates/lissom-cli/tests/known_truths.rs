//! Models whose answers were once wrong, some of them with a certificate, through the program: each against a truth that does not
//! come from it, and with its parameters moved away from where the error was found.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{json, lissom, numbers, stderr, stdout};
use serde_json::Value;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const DATA: &str = "crates/lissom-cli/tests/data/known_truths";

/// The answer of a verb about a file, with parameters set; exit code 0.
fn answer(verb: &[&str], name: &str, set: &[(&str, f64)]) -> Value {
    let path = format!("{DATA}/{name}.toml");
    let settings: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value:e}")).collect();
    let mut arguments = vec![verb[0], &path, "--json"];
    arguments.extend(&verb[1..]);
    for setting in &settings {
        arguments.extend(["--set", setting]);
    }
    let output = lissom(&arguments);
    assert_eq!(output.status.code(), Some(0), "{name} {set:?}: {}{}", stdout(&output), stderr(&output));
    json(&output)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

/// Frequencies that are certified, in rad/s.
fn exact_modes(name: &str, set: &[(&str, f64)]) -> Vec<f64> {
    let object = answer(&["modes", "--exact", "-n", "5"], name, set);
    assert_eq!(
        (&object["certified"], &object["unstable_modes"]),
        (&true.into(), &0.into()),
        "{set:?}: {object}"
    );
    numbers(&object["angular_frequencies"])
}

fn demand_near(found: f64, truth: f64, tolerance: f64, what: &str) {
    assert!((found - truth).abs() <= tolerance * truth.abs(), "{what}: {found} instead of {truth}");
}

/// One series of the full motion, with its times.
fn motion(name: &str, set: &[(&str, f64)]) -> Value {
    let object = answer(&["simulate"], name, set);
    let full = object["models"]["full"].clone();
    assert!(number(&full["energy_error"]) < 1e-4, "{name}: energy {}", full["energy_error"]);
    assert!(number(&full["evaluations"]) < 2e5, "{name}: {} evaluations", full["evaluations"]);
    full
}

fn series(full: &Value, output: &str) -> Vec<(f64, f64)> {
    numbers(&full["t"]).into_iter().zip(numbers(&full["outputs"][output])).collect()
}

/// Galerkin's method with 400 functions gives 1.92374, 7.03378, 13.39319 rad/s at EI = 0.05; the cable without stiffness is approached
/// from above, with a boundary layer √(EI/T) long.
#[test]
fn a_hanging_cable_has_all_its_modes() {
    for (found, truth) in exact_modes("hanging_cable_exact", &[]).iter().zip([1.92374, 7.03378, 13.39319]) {
        demand_near(*found, truth, 3e-6, "hanging cable");
    }
    let first: Vec<f64> = [0.0513, 0.0502, 0.048, 0.01, 1e-3, 1e-5, 1e-8]
        .iter()
        .map(|ei| exact_modes("hanging_cable_exact", &[("EI", *ei)])[0])
        .collect();
    assert!(first.is_sorted_by(|a, b| a > b), "a softer cable is slower: {first:?}");
    demand_near(first[6], hanging_chain(), 1e-8, "EI = 1e-8");
}

/// First frequency of a chain of 3 m and 0.2 kg/m with 0.5 kg at its end, by 4000 steps of Runge and Kutta from the end to the top:
/// (T w′)′ = −ω² ρA w with T = g (m + ρA s), s from the end, and T w′ = −m ω² w there; w = 0 at the top.
fn hanging_chain() -> f64 {
    let (length, density, mass, g): (f64, f64, f64, f64) = (3.0, 0.2, 0.5, 9.81);
    let top = |omega: f64| {
        let slope = |s: f64, w: f64, pull: f64| {
            let tension = g * (mass + density * s);
            [pull / tension, -omega * omega * density * w]
        };
        // From the end upwards: w(0) = 1, T dw/ds = −m ω² w.
        let (mut w, mut pull) = (1.0, -mass * omega * omega);
        let h = length / 4000.0;
        for step in 0..4000 {
            let s = f64::from(step) * h;
            let a = slope(s, w, pull);
            let b = slope(s + h / 2.0, w + h / 2.0 * a[0], pull + h / 2.0 * a[1]);
            let c = slope(s + h / 2.0, w + h / 2.0 * b[0], pull + h / 2.0 * b[1]);
            let d = slope(s + h, w + h * c[0], pull + h * c[1]);
            w += h / 6.0 * (a[0] + 2.0 * b[0] + 2.0 * c[0] + d[0]);
            pull += h / 6.0 * (a[1] + 2.0 * b[1] + 2.0 * c[1] + d[1]);
        }
        w
    };
    let (mut low, mut high) = (1.0, 3.0);
    assert!(top(low) > 0.0 && top(high) < 0.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if top(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// ω = (nπ/l) √((T + EI (nπ/l)²)/ρA) for any tension: l √(T/EI) from 0.3 to 3e6.
#[test]
fn a_stiff_string_has_its_closed_form_at_any_tension() {
    for (tension, stiffness) in
        [(700.0, 0.01), (15.0, 0.01), (16.0, 0.01), (7e4, 0.01), (700.0, 1e-10), (1e-3, 0.01), (700.0, 5e3)]
    {
        let found = exact_modes("stiff_string", &[("T", tension), ("EI", stiffness)]);
        assert_eq!(found.len(), 5);
        for (n, found) in (1..).zip(found) {
            let k = f64::from(n) * PI;
            let truth = k * ((tension + stiffness * k * k) / 0.006).sqrt();
            demand_near(found, truth, 1e-9, &format!("T = {tension}, EI = {stiffness}, mode {n}"));
        }
    }
}

/// Compression ρA A (l − x) by the inertia of the motion that is prescribed: 3.516015 rad/s at A = 0, 2.118486 at A = 5, none at
/// 7.837347 (the column under its own weight), stiffened where it hangs behind.
#[test]
fn a_prescribed_acceleration_compresses_the_column() {
    demand_near(exact_modes("accelerated_column_exact", &[("A", 0.0)])[0], 3.516_015_268, 1e-8, "A = 0");
    demand_near(exact_modes("accelerated_column_exact", &[])[0], 2.118_486, 3e-7, "A = 5");
    // ω² falls in proportion to what is left of the critical acceleration.
    let near =
        |a| exact_modes("accelerated_column_exact", &[("A", a)])[0].powi(2) / (7.837_347_438_943_48 - a);
    demand_near(near(7.837_34), near(7.83), 1e-3, "ω² near the critical acceleration");
    let beyond = answer(&["modes", "--exact"], "accelerated_column_exact", &[("A", 7.9)]);
    assert_eq!(beyond["unstable_modes"], 1, "{beyond}");
    assert!(exact_modes("accelerated_column_exact", &[("A", -5.0)])[0] > 3.516);
}

/// A step of the coefficients is an interface: as with two beams.
#[test]
fn a_step_in_the_coefficients_is_an_interface() {
    let (one, two) = (exact_modes("stepped_if", &[]), exact_modes("stepped_two", &[]));
    for (one, two) in one.iter().zip(&two) {
        demand_near(*one, *two, 1e-11, "stepped beam");
    }
    let object = answer(&["derive"], "stepped_if", &[]);
    assert!(
        object.to_string().contains("beam is divided at x = 37/100"),
        "the interface is derived: {object}"
    );
}

/// External damping only: nothing grows at any speed, with any mesh, and the spin itself is no growth.
#[test]
fn a_shaft_on_damped_bearings_is_stable() {
    for elements in ["3", "8", "24"] {
        let text =
            std::fs::read_to_string(program::root().join(format!("{DATA}/rotor_damped_bearings.toml")))
                .unwrap();
        let folder = program::Folder::new(&format!("damped-bearings-{elements}"));
        folder.write("model.toml", &text.replace("elements = 24", &format!("elements = {elements}")));
        let object = json(&program::lissom_in(&folder.0, &["campbell", "model.toml", "--json"]));
        assert_eq!(
            object["unstable"],
            Value::Array(Vec::new()),
            "{elements} elements: {}",
            object["unstable"]
        );
        assert!(
            object["stable"].as_array().unwrap().iter().all(|stable| stable == true),
            "{elements}: {object}"
        );
    }
}

/// ROSS gives 33.437, 33.437, 76.305, 76.305 and 141.293 Hz at rest for the same mesh.
#[test]
fn the_modes_of_a_rotor_are_followed_from_those_at_rest() {
    let object = answer(&["campbell"], "rotor_tracking", &[]);
    let at_rest = numbers(&object["frequencies_hz"][0]);
    for (found, truth) in at_rest.iter().zip([33.437, 33.437, 76.305, 76.305, 141.293]) {
        demand_near(*found, truth, 1e-5, "rotor at rest");
    }
    for mac in &object["mac"].as_array().unwrap()[1..] {
        assert!(numbers(mac).iter().all(|mac| *mac > 0.9), "{mac}");
    }
}

/// Period of a pendulum that starts at 90°: T = 4 √(l/g) K(sin 45°) = 2.367841 s.
#[test]
fn a_pendulum_swings_through_its_lowest_position() {
    let full = motion("pendulum_truss", &[]);
    let period = 2.367_841_5;
    let height = series(&full, "Ay");
    // From rest at the same height again: half a period later on the other side, and back after a whole one.
    let near = |t: f64| height.iter().min_by(|a, b| (a.0 - t).abs().total_cmp(&(b.0 - t).abs())).unwrap();
    for (t, truth) in [(period / 4.0, -1.0), (period / 2.0, 0.0), (0.75 * period, -1.0), (period, 0.0)] {
        let (at, found) = near(t);
        // Points lie beside these times, where the height has an extreme: −1 + (v δt)²/2 below, −g δt²/2 beside the end.
        let allowed = 10.0 * (at - t).powi(2) + 1e-4;
        assert!((found - truth).abs() < allowed, "{found} instead of {truth} at {at} s ({t} s)");
    }
}

/// The mass on a spring with a damper, by Runge and Kutta in its two places.
#[test]
fn a_spring_pendulum_passes_the_vertical() {
    let full = motion("spring_pendulum", &[]);
    let acceleration = |p: [f64; 4]| {
        let length = p[0].hypot(p[1]);
        let rate = (p[0] * p[2] + p[1] * p[3]) / length;
        let pull = 40.0 * (length - 1.0) + 0.5 * rate;
        [p[2], p[3], -pull * p[0] / length, -pull * p[1] / length - 9.81]
    };
    let add = |p: [f64; 4], h: f64, d: [f64; 4]| std::array::from_fn(|i| p[i] + h * d[i]);
    let (mut p, mut t, mut passed) = ([1.0, 0.0, 0.0, 0.0], 0.0, false);
    for ((at, x), (_, y)) in series(&full, "Ax").into_iter().zip(series(&full, "Ay")) {
        let steps = ((at - t) / 1e-4).ceil().max(1.0);
        let h = (at - t) / steps;
        for _ in 0..steps as usize {
            let a = acceleration(p);
            let b = acceleration(add(p, h / 2.0, a));
            let c = acceleration(add(p, h / 2.0, b));
            let d = acceleration(add(p, h, c));
            p = std::array::from_fn(|i| p[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
        }
        t = at;
        passed |= p[0] < 0.0;
        let gap = (1.0 + x - p[0]).hypot(y - p[1]);
        assert!(gap < 1e-6, "displaced by ({x}, {y}) to ({}, {}) at {t} s", p[0], p[1]);
    }
    assert!(passed);
}

/// φ = 6 t² while the moment of 1 N m acts on 1/12 kg m², then 12 rad/s: 30 rad after 3 s, nearly five turns; a moment displaces no centre.
#[test]
fn a_free_bar_turns_on() {
    let full = motion("free_bar", &[]);
    for ((t, phi), (_, x)) in series(&full, "phi").into_iter().zip(series(&full, "com_x")) {
        let truth = if t < 1.0 { 6.0 * t * t } else { 6.0 + 12.0 * (t - 1.0) };
        assert!((phi - truth).abs() < 1e-9 && x.abs() < 1e-9, "{phi} instead of {truth}, {x} m at {t} s");
    }
}

/// The loop closes at every time whatever the coordinates are.
#[test]
fn a_four_bar_that_is_driven_at_its_rocker_turns_on() {
    let full = motion("four_bar_rocker_driven", &[]);
    let crank = series(&full, "crank");
    assert_eq!(crank.last().unwrap().0, 2.0);
    // The pin B is 0.3 m from D: its height and the angle of the crank fix each other through the coupler.
    let (coupler, rocker) =
        ((0.265_f64).hypot(0.299_624_765_331_573), (0.015_f64).hypot(0.299_624_765_331_573));
    for ((t, angle), (_, height)) in crank.into_iter().zip(series(&full, "By")) {
        let ((ax, ay), height) = ((0.1 * angle.cos(), 0.1 * angle.sin()), 0.299_624_765_331_573 + height);
        let gap = [1.0, -1.0].map(|side| {
            let x = 0.35 + side * (rocker * rocker - height * height).max(0.0).sqrt();
            ((x - ax).hypot(height - ay) - coupler).abs()
        });
        assert!(gap[0].min(gap[1]) < 1e-6, "the coupler is stretched by {gap:?} m at {t} s");
    }
}

#[test]
fn a_parallelogram_passes_its_change_points() {
    let object = answer(&["simulate"], "parallelogram_driven", &[]);
    for (t, x) in series(&object["models"]["full"], "A2x") {
        let truth = 0.2 * (2.0 * t + FRAC_PI_2).cos();
        assert!((x - truth).abs() < 1e-6, "{x} instead of {truth} at {t} s");
    }
}

/// F = 2 k (l₀ − l) h/l with h = 0.2 − d, at every displacement d of the apex, through the flat position.
#[test]
fn a_von_mises_truss_is_pushed_through() {
    let object = answer(&["states"], "von_mises_truss", &[]);
    let rest = (1.0_f64 + 0.04).sqrt();
    let states = object["states"].as_array().unwrap();
    assert_eq!(states.len(), 10);
    for state in states {
        let height = 0.2 - number(&state["value"]);
        let length = 1.0_f64.hypot(height);
        let truth = 2e4 * (rest - length) * height / length;
        let force = number(&state["force"]);
        assert!((force - truth).abs() < 1e-8 * 200.0, "{force} N instead of {truth} N at {height} m");
    }
}

/// The elastica: δ/l = 0.81061 for P l²/EI = 10 (elliptic integrals), and P l³/(3 EI) for a small load.
#[test]
fn a_static_state_is_that_of_large_bending() {
    let object = answer(&["states"], "static_elastica", &[]);
    let state = object["states"].as_array().unwrap().last().unwrap();
    demand_near(number(&state["outputs"]["tip_y"]), 0.810_61, 2e-3, "tip of the elastica");
    assert_ne!(state["linear"], true, "{state}");
}

/// In tension everywhere: stable for every stiffness and mesh.
#[test]
fn a_hanging_beam_is_stable() {
    for stiffness in [1e-8, 1e-5, 1e-3, 1.0, 1e4] {
        for elements in [1.0, 4.0, 25.0] {
            let object =
                answer(&["modes", "--at", "rest"], "hanging_beam", &[("EI", stiffness), ("n", elements)]);
            assert_eq!(object["diverging"], 0, "EI = {stiffness}, {elements} elements: {object}");
            assert_eq!(object["stability"], "stable", "EI = {stiffness}, {elements} elements: {object}");
        }
    }
}

/// ω = j₀ₖ/2 √(g/l) as the stiffness tends to zero; the third mode is then within 6e-8 with 20 elements, 1.4e-9 with 40.
#[test]
fn a_rope_of_beams_has_the_frequencies_of_a_rope() {
    let error = |stiffness: f64, elements: f64, mode: usize| {
        let object =
            answer(&["modes", "--at", "rest"], "rope_of_beams", &[("EI", stiffness), ("n", elements)]);
        let truth =
            [2.404_825_557_695_77, 5.520_078_110_286_31, 8.653_727_912_911_01][mode] / 2.0 * 9.81_f64.sqrt();
        numbers(&object["frequencies_hz"])[mode] * TAU / truth - 1.0
    };
    for mode in 0..3 {
        assert!(error(1e-12, 20.0, mode).abs() < 1e-7, "mode {mode}: {}", error(1e-12, 20.0, mode));
        let (stiff, soft) = (error(1e-5, 20.0, mode), error(1e-7, 20.0, mode));
        assert!(stiff > soft && soft > 0.0, "mode {mode}: {stiff}, then {soft}");
    }
}

/// A column buckles at π²/4 = 2.467401, whatever its mesh is; beyond, it rests where it is bent.
#[test]
fn the_verdict_on_a_column_does_not_depend_on_its_mesh() {
    for elements in [2.0, 4.0, 20.0] {
        for (load, grows) in [(1.0, 0), (2.46, 0), (2.475, 1), (2.54, 1)] {
            let set = [("p", load), ("n", elements)];
            let straight = answer(&["modes", "--at", "path"], "euler_column", &set);
            assert_eq!(straight["diverging"], grows, "{elements} elements at {load}: {straight}");
            if load > 2.0 {
                let rests = answer(&["modes", "--at", "rest"], "euler_column", &set);
                assert_eq!(
                    (&rests["diverging"], &rests["stability"]),
                    (&0.into(), &"stable".into()),
                    "{rests}"
                );
            }
        }
    }
}

/// Reissner's beam: the tip at (0.342262, −0.068316) (boundary-value problem solved by shooting).
#[test]
fn large_bending_with_shear_is_that_of_reissner() {
    let tip = |elements: f64| {
        let full = motion("timoshenko_large", &[("n", elements)]);
        let last = |name| series(&full, name).last().unwrap().1;
        [last("y") - 0.342_262, last("x") + 0.068_316]
    };
    let (coarse, fine) = (tip(4.0), tip(8.0));
    // Second order: a quarter of the error for half the length of the elements.
    for (fine, coarse) in fine.iter().zip(coarse) {
        assert!(fine.abs() < 3e-5 && (coarse / fine - 4.0).abs() < 0.3, "{coarse}, then {fine}");
    }
}

/// Of the straight and the bent equilibria the one at rest is the stable one.
#[test]
fn a_buckled_beam_rests_where_it_is_stable() {
    let object = answer(&["modes", "--at", "rest"], "buckled_beam", &[]);
    assert_eq!((&object["diverging"], &object["stability"]), (&0.into(), &"stable".into()), "{object}");
}
