//! Frames against exact continuum frequencies: values from above, and the order of convergence.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::{exact, modes, omegas};

/// A uniform beam of unit EI, ρA and length with the supports of its two ends.
fn beam(supports: &[(&str, &str)], elements: usize, more: &str) -> String {
    let mut text = format!(
        "lissom = 1\n[model]\nname = 'beam'\n[section.s]\nEA = 1e5\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
         [[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = {elements}\n"
    );
    for (node, directions) in supports {
        text += &format!("[[fix]]\nnodes = ['{node}']\ndirections = [{directions}]\n");
    }
    text + more
}

/// Supports of the left and right end; the left end holds x unless it is free.
fn supports(left: &str, right: &str) -> Vec<(&'static str, &'static str)> {
    let mut all = Vec::new();
    match left {
        "clamped" => all.push(("A", "'x', 'y', 'phi'")),
        "pinned" => all.push(("A", "'x', 'y'")),
        "guided" => all.push(("A", "'x', 'phi'")),
        _ => {}
    }
    match right {
        "clamped" => all.push(("B", "'y', 'phi'")),
        "pinned" => all.push(("B", "'y'")),
        "guided" => all.push(("B", "'phi'")),
        _ => {}
    }
    all
}

/// Order of convergence from errors on two meshes, the second twice as fine.
fn order(coarse: f64, fine: f64) -> f64 {
    (coarse / fine).log2()
}

#[test]
fn ten_end_conditions_of_the_bernoulli_euler_beam_converge_with_the_fourth_power() {
    let ends = ["clamped", "pinned", "guided", "free"];
    for (i, left) in ends.iter().enumerate() {
        for right in &ends[i..] {
            let case = exact(&format!("be_{left}_{right}"));
            let held = supports(left, right);
            // A beam that nothing holds along x has that rigid mode too.
            let rigid = case.rigid + usize::from(*left == "free");
            for k in 0..5 {
                let omega = case.values[k].powi(2);
                // Elements in proportion to the mode's waves: each mode is then seen in its asymptotic range.
                let errors = [4 * (k + 2), 8 * (k + 2)].map(|elements| {
                    let found = modes(&beam(&held, elements, ""), 5);
                    assert_eq!(found.rigid, rigid, "{left}-{right}");
                    found.modes[k].angular_frequency / omega - 1.0
                });
                assert!(errors[1] > 0.0, "{left}-{right} mode {}: from above, {errors:?}", k + 1);
                let order = order(errors[0], errors[1]);
                assert!(
                    (3.8..4.2).contains(&order),
                    "{left}-{right} mode {}: order {order}, {errors:?}",
                    k + 1
                );
            }
        }
    }
}

/// The order of a shear-flexible element with constant shear is two, but its error is small from the start.
#[test]
fn timoshenko_beams_converge_from_above() {
    for (r, rotary, shear) in [
        ("0.02", 0.0004, 801.282_051_282_051_3),
        ("0.05", 0.0025, 128.205_128_205_128_2),
        ("0.1", 0.01, 32.051_282_051_282_05),
    ] {
        for (name, left, right) in [
            ("cantilever", "clamped", "free"),
            ("pinned_pinned", "pinned", "pinned"),
            ("clamped_clamped", "clamped", "clamped"),
            ("free_free", "free", "free"),
        ] {
            let case = exact(&format!("timoshenko_{name}_r{r}"));
            let [coarse, fine] = [16, 32].map(|elements| {
                let text = beam(&supports(left, right), elements, "")
                    .replace("rhoA = 1", &format!("rhoA = 1\nrhoI = {rotary}\nGA = {shear}"))
                    .replace("section = 's'", "section = 's'\ntheory = 'timoshenko'");
                omegas(&text, 5)
            });
            for k in 0..5 {
                let errors = [coarse[k] / case.values[k] - 1.0, fine[k] / case.values[k] - 1.0];
                assert!(errors[1] > 0.0 && errors[1] < 0.02, "{name} r={r} mode {}: {errors:?}", k + 1);
                let order = order(errors[0], errors[1]);
                assert!(
                    (1.8..4.3).contains(&order),
                    "{name} r={r} mode {}: order {order}, {errors:?}",
                    k + 1
                );
            }
        }
    }
}

#[test]
fn rayleigh_beams_converge_with_the_fourth_power() {
    for (id, left, right) in [
        ("rayleigh_pinned_pinned_r0.05", "pinned", "pinned"),
        ("rayleigh_cantilever_r0.05", "clamped", "free"),
    ] {
        let case = exact(id);
        let [coarse, fine] = [16, 32].map(|elements| {
            let text = beam(&supports(left, right), elements, "")
                .replace("rhoA = 1", "rhoA = 1\nrhoI = 0.0025")
                .replace("section = 's'", "section = 's'\ntheory = 'rayleigh'");
            omegas(&text, 4)
        });
        for k in 0..4 {
            let errors = [coarse[k] / case.values[k] - 1.0, fine[k] / case.values[k] - 1.0];
            let order = order(errors[0], errors[1]);
            assert!(
                errors[1] > 0.0 && (3.6..4.4).contains(&order),
                "{id} mode {}: {order} {errors:?}",
                k + 1
            );
        }
    }
}

/// Relative error of a frequency that cubic elements of length h leave, to leading order: (βh)⁴/1440
/// [Przemieniecki1968], for unit EI and ρA, β² = ω.
fn cubic_error(omega: f64, h: f64) -> f64 {
    (omega * h * h).powi(2) / 1440.0
}

/// Checks the first modes of a case against a frame with elements of length `h`: above the exact values, by no more
/// than one and a half times what the element leaves, plus `stretch` for members that stretch.
fn check(id: &str, text: &str, to_omega: fn(f64) -> f64, count: usize, h: f64, stretch: f64) {
    let case = exact(id);
    let found = modes(text, count);
    for k in 0..count {
        let omega = to_omega(case.values[k]);
        let error = found.modes[k].angular_frequency / omega - 1.0;
        let bound = 1.5 * cubic_error(omega, h) + stretch;
        // Rounding: the softest mode against the stiffest element, about 1e-9.
        assert!((-1e-9..bound).contains(&error), "{id} mode {}: error {error:e}, bound {bound:e}", k + 1);
    }
}

fn square(beta: f64) -> f64 {
    beta * beta
}

#[test]
fn tip_masses_bodies_and_springs() {
    let clamped = [("A", "'x', 'y', 'phi'")];
    // Stretch is held: a heavy tip would otherwise have an axial mode among the bending modes.
    let tip = |more: &str| {
        beam(&clamped, 16, more).replace("section = 's'", "section = 's'\nflexible = ['bending']")
    };
    for mu in ["0.1", "0.5", "1", "2", "10"] {
        check(
            &format!("cant_tipmass_{mu}"),
            &tip(&format!("[[mass]]\nnode = 'B'\nmass = {mu}\n")),
            square,
            4,
            1.0 / 16.0,
            1e-9,
        );
    }
    for (mu, j) in [("1", "0.01"), ("1", "0.1"), ("1", "1"), ("0.5", "0.02")] {
        let body = format!("[[mass]]\nnode = 'B'\nmass = {mu}\ninertia = {j}\n");
        check(&format!("cant_tipbody_mu{mu}_J{j}"), &tip(&body), square, 4, 1.0 / 16.0, 1e-9);
    }
    let beside = "[[mass]]\nnode = 'B'\nmass = 0.8\ninertia = 0.03\noffset = [0.1, 0]\n";
    check("cant_tipbody_offset", &tip(beside), square, 4, 1.0 / 16.0, 1e-9);
    for k in ["1", "10", "100", "10000"] {
        let spring = format!("[[spring]]\nnodes = ['B', 'ground']\ndirection = 'y'\nstiffness = {k}\n");
        check(&format!("cant_tipspring_{k}"), &tip(&spring), square, 4, 1.0 / 16.0, 1e-9);
    }
    let all = "[[mass]]\nnode = 'B'\nmass = 0.3\ninertia = 0.05\n\
               [[spring]]\nnodes = ['B', 'ground']\ndirection = 'y'\nstiffness = 20\n\
               [[spring]]\nnodes = ['B', 'ground']\ndirection = 'phi'\nstiffness = 2\n";
    check("cant_all", &tip(all), square, 4, 1.0 / 16.0, 1e-9);
}

#[test]
fn beams_on_end_springs() {
    let held = [("A", "'x'")];
    for (id, [left_t, left_r, right_t, right_r]) in [
        ("be_endsprings_1", [1.0, 0.0, 1.0, 0.0]),
        ("be_endsprings_10", [10.0, 0.0, 10.0, 0.0]),
        ("be_endsprings_100", [100.0, 0.0, 100.0, 0.0]),
        ("be_endsprings_mixed", [50.0, 3.0, 200.0, 0.5]),
    ] {
        let mut more = String::new();
        for (node, direction, k) in
            [("A", "y", left_t), ("A", "phi", left_r), ("B", "y", right_t), ("B", "phi", right_r)]
        {
            if k > 0.0 {
                more += &format!(
                    "[[spring]]\nnodes = ['{node}', 'ground']\ndirection = '{direction}'\nstiffness = {k}\n"
                );
            }
        }
        check(id, &beam(&held, 16, &more), square, 4, 1.0 / 16.0, 1e-9);
    }
    for kr in ["1", "10", "100"] {
        let springs = ["A", "B"]
            .map(|n| format!("[[spring]]\nnodes = ['{n}', 'ground']\ndirection = 'phi'\nstiffness = {kr}\n"));
        let text = beam(&supports("pinned", "pinned"), 16, &springs.concat());
        check(&format!("be_pinned_rotsprings_{kr}"), &text, square, 4, 1.0 / 16.0, 1e-9);
    }
}

#[test]
fn hung_masses_and_coupled_beams() {
    let hung = beam(&[("A", "'x', 'y', 'phi'")], 16, "[[mass]]\nnode = 'H'\nmass = 0.4\n\
        [[spring]]\nnodes = ['B', 'H']\ndirection = 'y'\nstiffness = 5\n[[fix]]\nnodes = ['H']\ndirections = ['x']\n")
    .replace("B = [1, 0]", "B = [1, 0]\nH = [1, -1]");
    check("cant_suspended", &hung, |omega| omega, 4, 1.0 / 16.0, 1e-9);
    let two = "lissom = 1\n[model]\nname = 'two'\n[section.one]\nEA = 1e5\nEI = 1\nrhoA = 1\n[section.two]\nEA = 1e5\nEI = 2\nrhoA = 1.5\n\
        [node]\nA = [0, 0]\nB = [1, 0]\nC = [1, 1]\nD = [1, 2]\nE = [0.2, 2]\n\
        [[beam]]\nnodes = ['A', 'B']\nsection = 'one'\nelements = 16\n[[beam]]\nnodes = ['E', 'D']\nsection = 'two'\nelements = 16\n\
        [[fix]]\nnodes = ['A', 'E']\n[[fix]]\nnodes = ['C']\ndirections = ['x']\n[[mass]]\nnode = 'C'\nmass = 0.6\n\
        [[spring]]\nnodes = ['B', 'C']\nstiffness = 8\n[[spring]]\nnodes = ['C', 'D']\nstiffness = 12\n";
    check("two_cantilevers_spring_mass", two, |omega| omega, 4, 1.0 / 16.0, 1e-9);
}

#[test]
fn stepped_beam_and_appendix_b() {
    let stepped = "lissom = 1\n[model]\nname = 'stepped'\n[section.thick]\nEA = 1e5\nEI = 4\nrhoA = 2\n[section.thin]\nEA = 1e5\nEI = 1\nrhoA = 1\n\
        [node]\nA = [0, 0]\nB = [0.6, 0]\nC = [1, 0]\n[[beam]]\nnodes = ['A', 'B']\nsection = 'thick'\nelements = 10\n\
        [[beam]]\nnodes = ['B', 'C']\nsection = 'thin'\nelements = 8\n[[fix]]\nnodes = ['A']\n";
    check("stepped_cantilever", stepped, |omega| omega, 4, 1.0 / 16.0, 1e-9);
    let masses = "[[mass]]\nnode = 'A'\nmass = 0.7\n[[mass]]\nnode = 'B'\nmass = 1.9\n";
    check("appendixB_beam_pointmasses", &beam(&[], 16, masses), |omega| omega, 4, 1.0 / 16.0, 1e-9);
    let guided = beam(&[("A", "'x', 'phi'"), ("B", "'phi'")], 16, masses);
    check("appendixB_beam_guided", &guided, |omega| omega, 4, 1.0 / 16.0, 1e-9);
}

/// Rods converge with the second power: the axial field is linear.
#[test]
fn rods_converge_with_the_second_power() {
    let rod = |elements: usize, more: &str| {
        format!(
            "lissom = 1\n[model]\nname = 'rod'\n[section.s]\nEA = 1\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
             [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nflexible = ['elongation']\nelements = {elements}\n\
             [[fix]]\nnodes = ['A', 'B']\ndirections = ['y']\n{more}"
        )
    };
    let fixed = "[[fix]]\nnodes = ['A']\ndirections = ['x']\n";
    let cases = [
        ("rod_fixed_mass_0.5", format!("{fixed}[[mass]]\nnode = 'B'\nmass = 0.5\n")),
        ("rod_fixed_mass_1", format!("{fixed}[[mass]]\nnode = 'B'\nmass = 1\n")),
        ("rod_fixed_mass_5", format!("{fixed}[[mass]]\nnode = 'B'\nmass = 5\n")),
        ("rod_two_masses", "[[mass]]\nnode = 'A'\nmass = 0.7\n[[mass]]\nnode = 'B'\nmass = 1.9\n".to_owned()),
        (
            "rod_spring_mass",
            "[[spring]]\nnodes = ['A', 'ground']\ndirection = 'x'\nstiffness = 3\n[[mass]]\nnode = 'B'\nmass = 0.5\n"
                .to_owned(),
        ),
    ];
    for (id, more) in cases {
        let case = exact(id);
        let [coarse, fine] = [16, 32].map(|elements| modes(&rod(elements, &more), 4));
        assert_eq!(fine.rigid, case.rigid, "{id}");
        for k in 0..4 {
            let errors = [&coarse, &fine].map(|m| m.modes[k].angular_frequency / case.values[k] - 1.0);
            let order = order(errors[0], errors[1]);
            assert!(
                errors[1] > 0.0 && (1.9..2.1).contains(&order),
                "{id} mode {}: {order}, {errors:?}",
                k + 1
            );
        }
    }
}

/// A shaft with two discs, twisting only.
#[test]
fn shaft_with_two_discs() {
    let case = exact("shaft_two_discs");
    let shaft = |elements: usize| {
        format!(
            "lissom = 1\n[model]\nname = 'shaft'\ndim = 3\n[section.s]\nEA = 1e4\nEIy = 1e3\nEIz = 1e3\nGJ = 1\nrhoA = 1\nrhoJ = 1\n\
             [node]\nA = [0, 0, 0]\nB = [0, 1, 0]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nflexible = ['torsion']\nelements = {elements}\n\
             [[fix]]\nnodes = ['A', 'B']\ndirections = ['x', 'y', 'z', 'rx', 'rz']\n\
             [[mass]]\nnode = 'A'\nmass = 0\ninertia = [0, 2, 0]\n[[mass]]\nnode = 'B'\nmass = 0\ninertia = [0, 3, 0]\n"
        )
    };
    let [coarse, fine] = [16, 32].map(|elements| modes(&shaft(elements), 4));
    assert_eq!((coarse.rigid, fine.rigid), (1, 1));
    for k in 0..4 {
        let errors = [&coarse, &fine].map(|m| m.modes[k].angular_frequency / case.values[k] - 1.0);
        let order = order(errors[0], errors[1]);
        assert!(errors[1] > 0.0 && (1.9..2.1).contains(&order), "mode {}: {order}, {errors:?}", k + 1);
    }
}

/// A hub free to turn, a rigid radius, a flexible arm and a tip mass: hinge, rigid beam and inertia together.
#[test]
fn hub_and_arm() {
    for (id, inertia, radius, tip) in [
        ("hub_arm_J0.1_r0_mu0", 0.1, 0.0, 0.0),
        ("hub_arm_J10_r0_mu0", 10.0, 0.0, 0.0),
        ("hub_arm_J0.1_r0.1_mu0", 0.1, 0.1, 0.0),
        ("hub_arm_J0.1_r0.1_mu0.25", 0.1, 0.1, 0.25),
        ("hub_arm_J0.001_r0_mu0", 0.001, 0.0, 0.0),
    ] {
        let mut text = "lissom = 1\n[model]\nname = 'hub'\n[section.s]\nEA = 1e5\nEI = 1\nrhoA = 1\n[section.light]\nEA = 1\nEI = 1\nrhoA = 0\n[node]\n".to_owned();
        text += &format!("R = [{radius}, 0]\nT = [{}, 0]\n", 1.0 + radius);
        text += "[[beam]]\nname = 'arm'\nnodes = ['R', 'T']\nsection = 's'\nelements = 16\n";
        if radius > 0.0 {
            text = text.replace("[node]\n", "[node]\nO = [0, 0]\n");
            text += "[[beam]]\nname = 'hub'\nnodes = ['O', 'R']\nsection = 'light'\nflexible = []\n";
            text += &format!(
                "[[hinge]]\nname = 'h'\nat = 'O'\nbetween = ['ground', 'hub']\n[[mass]]\nnode = 'O'\nmass = 1\ninertia = {inertia}\n"
            );
        } else {
            text += &format!(
                "[[hinge]]\nname = 'h'\nat = 'R'\nbetween = ['ground', 'arm']\n[[mass]]\nnode = 'R'\nmass = 1\ninertia = {inertia}\n"
            );
        }
        if tip > 0.0 {
            text += &format!("[[mass]]\nnode = 'T'\nmass = {tip}\n");
        }
        check(id, &text, square, 4, 1.0 / 16.0, 1e-9);
        assert_eq!(modes(&text, 1).rigid, 1, "{id}");
    }
}

#[test]
fn frames_approach_the_exact_spectrum_from_above() {
    let head = "lissom = 1\n[model]\nname = 'frame'\n[section.s]\nEA = 5000\nEI = 1\nrhoA = 1\n";
    let member =
        |a: &str, b: &str| format!("[[beam]]\nnodes = ['{a}', '{b}']\nsection = 's'\nelements = 12\n");
    let l_frame = format!(
        "{head}[node]\nA = [0, 0]\nB = [1, 0]\nC = [1, 0.7]\n{}{}[[fix]]\nnodes = ['A']\n",
        member("A", "B"),
        member("B", "C")
    );
    // Member stretch is linear in an element: its small share of these modes converges with the second power.
    check("L_frame", &l_frame, |omega| omega, 5, 1.0 / 8.0, 1e-4);
    let nodes = "[node]\nA = [0, 0]\nB = [0, 1]\nC = [1.5, 1]\nD = [1.5, 0]\n";
    let portal = format!(
        "{head}{nodes}{}{}{}[[fix]]\nnodes = ['A', 'D']\n",
        member("A", "B"),
        member("B", "C"),
        member("D", "C")
    );
    check("portal_frame", &portal, |omega| omega, 5, 1.0 / 8.0, 1e-4);
    let upper = portal.replace(nodes, &format!("{nodes}E = [0, 2]\nF = [1.5, 2]\n"));
    let five = format!("{upper}{}{}[[mass]]\nnode = 'E'\nmass = 0.3\n", member("B", "E"), member("C", "F"));
    check("five_beam_frame", &five, |omega| omega, 6, 1.0 / 8.0, 1e-4);
}

/// Thousands of elements in one beam are too many for double precision. The residual cannot see it; the answer says
/// it all the same, and the bound it states holds.
#[test]
fn rounding_in_very_short_elements_is_told() {
    let clamped = [("A", "'x', 'y', 'phi'")];
    let exact = exact("be_clamped_free").values[0].powi(2);
    let mut warned = 0;
    for elements in [16, 2000, 4000] {
        let session = common::open(&beam(&clamped, elements, ""));
        let mut request = session.modes_request().unwrap();
        request.range = lissom::Range::Lowest(1);
        let answer = session.modes(&request, &lissom::Quiet).unwrap();
        let mode = answer.value.modes[0];
        let error = (mode.angular_frequency / exact - 1.0).abs();
        let bound = mode.rounding + 1.5 * cubic_error(exact, 1.0 / elements as f64);
        assert!(error < bound, "{elements} elements: error {error:e}, stated {bound:e}");
        warned += usize::from(answer.warnings.iter().any(|w| w.contains("rounding")));
    }
    assert_eq!(warned, 2, "the two fine meshes are warned about, the coarse one is not");
}
