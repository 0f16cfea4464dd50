//! `lissom campbell` and `lissom cycle`: text, JSON and exit codes.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom, lissom_in, numbers, root, stderr, stdout};
use serde_json::Value;
use std::f64::consts::TAU;

/// Frequencies at one speed, ascending [rad/s].
fn frequencies(object: &Value, at: usize) -> Vec<f64> {
    let mut all: Vec<f64> = numbers(&object["frequencies_hz"][at]).into_iter().map(|f| f * TAU).collect();
    all.sort_by(f64::total_cmp);
    all
}

fn warned(object: &Value, part: &str) -> bool {
    object["warnings"].as_array().unwrap().iter().any(|w| w.as_str().unwrap().contains(part))
}

#[test]
fn the_rotating_cantilever_runs_as_it_is() {
    let output = lissom(&["campbell", "examples/rotating_cantilever/model.toml", "--json", "--order", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    assert_eq!(object["verb"], "campbell");
    assert_eq!(numbers(&object["speeds"]).len(), 13);
    // First flap and chord modes at gamma = 10; the chordwise one is coupled with stretch. The third flap mode to 1e-5.
    let at_ten = frequencies(&object, 10);
    assert!((at_ten[0] - 4.9700).abs() < 2e-4 && (at_ten[1] - 11.2023).abs() < 2e-4, "{at_ten:?}");
    assert!(at_ten.iter().any(|f| (f / 74.649_294_597 - 1.0).abs() < 1e-5), "{at_ten:?}");
    assert!(object["stable"].as_array().unwrap().iter().all(|s| s == true));
    assert!(object["unstable"].as_array().unwrap().is_empty());
    let critical = object["critical_speeds"].as_array().unwrap();
    assert!(critical.iter().any(|c| (c["speed"].as_f64().unwrap() - 3.8667).abs() < 1e-3), "{critical:?}");
    let text = stdout(&lissom(&["campbell", "examples/rotating_cantilever/model.toml", "--order", "1"]));
    assert!(text.contains("which proves it") && text.contains("next: lissom campbell"), "{text}");
}

/// The modes of a blade at one speed are those of its diagram: gamma = 10 as above; ranges and shapes are refused by name.
#[test]
fn modes_at_a_speed_are_those_of_the_diagram() {
    let blade = "examples/rotating_cantilever/model.toml";
    let ask = |more: &[&str]| lissom(&[&["modes", blade, "--set", "gamma=10"], more].concat());
    let output = ask(&["--json", "--count", "6"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let object = json(&output);
    assert!(
        object["certified"] == true && object["stable"] == true && object["proved_stable"] == true,
        "{object}"
    );
    assert!(object["verb"] == "modes" && object["speed"] == 10.0 && object["frame"] == "turns", "{object}");
    let found: Vec<f64> = numbers(&object["frequencies_hz"]).iter().map(|hz| hz * TAU).collect();
    assert!((found[0] - 4.9700).abs() < 2e-4 && (found[1] - 11.2023).abs() < 2e-4, "{found:?}");
    assert!(found.iter().any(|f| (f / 74.649_294_597 - 1.0).abs() < 1e-5), "{found:?}");
    let diagram = json(&lissom(&["campbell", blade, "--json", "--from", "5", "--to", "10", "-n", "2"]));
    let mut there = frequencies(&diagram, 1);
    there.sort_by(f64::total_cmp);
    for (one, other) in found.iter().zip(&there) {
        assert!((one / other - 1.0).abs() < 1e-7, "{found:?} {there:?}");
    }
    let text = stdout(&ask(&[]));
    assert!(text.contains("rad/s, rotating frame") && text.contains("which proves it"), "{text}");
    for refused in [&["--below", "100"][..], &["--shapes"]] {
        let output = ask(refused);
        assert!(
            output.status.code() == Some(2) && stderr(&output).contains("rotating at 10 rad/s"),
            "{output:?}"
        );
    }
}

#[test]
fn leaving_geometric_stiffness_out_warns() {
    let arguments = [
        "campbell",
        "examples/rotating_cantilever/model.toml",
        "--json",
        "--without",
        "geometric",
        "--order",
        "1",
    ];
    let object = json(&lissom(&arguments));
    assert!(warned(&object, "geometric stiffness is omitted"), "{}", object["warnings"]);
    let band = &object["unstable"][0];
    assert!((band["from"].as_f64().unwrap() - 3.516).abs() < 1e-3 && band["kind"] == "divergence", "{band}");
    assert_eq!(object["effects"]["geometric"], false);
}

#[test]
fn dampers_that_stand_still_and_dampers_that_turn() {
    let folder = Folder::new("rotor");
    let rotor = |ground: &str| {
        format!(
            "lissom = 1\n[model]\nname = 'rotor'\ndim = 3\n[params]\nw = 1.0\n[spin]\naxis = [0, 0, 1]\nspeed = 'w'\nground = '{ground}'\n\
             [section.s]\nEA = 1e6\nEIy = 1e4\nEIz = 1e4\nGJ = 1e3\nrhoA = 0.1\nrhoJ = 1e-4\n[node]\nA = [0, 0, 0]\nB = [0, 0, 0.2]\n\
             [[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\n\
             [[fix]]\nnodes = ['A', 'B']\ndirections = ['z', 'rx', 'ry', 'rz']\n\
             [[mass]]\nname = 'm'\nnode = 'A'\nmass = 1\n\
             [[spring]]\nname = 'k'\nnodes = ['ground', 'A']\nstiffness = 100\n[[damper]]\nname = 'c'\nnodes = ['ground', 'A']\ndamping = 1\n"
        )
    };
    for (ground, stable) in [("stands", true), ("turns", false)] {
        folder.write("rotor.toml", &rotor(ground));
        let output = lissom_in(
            &folder.0,
            &["campbell", "rotor.toml", "--json", "--to", "20", "-n", "9", "--modes", "2", "--order", "1"],
        );
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let object = json(&output);
        let at_end = object["stable"].as_array().unwrap().last().unwrap();
        assert_eq!(*at_end, stable, "{ground}: {}", object["max_real_part"]);
    }
}

#[test]
fn a_model_without_spin_is_told_what_it_needs() {
    let output = lissom(&["campbell", "examples/slider_crank/model.toml", "--to", "3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("[spin]"), "{}", stderr(&output));
    let output = lissom(&["cycle", "examples/guidance/model.toml"]);
    assert!(output.status.code() != Some(0) && stderr(&output).contains("drive"), "{}", stderr(&output));
}

#[test]
fn the_slider_crank_runs_as_it_is() {
    let output = lissom(&["cycle", "examples/slider_crank/model.toml", "--json", "-n", "720"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let deviation = numbers(&object["deviation"]["midspan"]);
    let peak = deviation.iter().copied().fold(0.0, f64::max) / 0.3;
    assert!((peak - 0.015_41).abs() < 1e-5, "{peak}");
    assert!(
        warned(&object, "does not decide stability"),
        "frozen eigenvalues look unstable: {}",
        object["warnings"]
    );
    assert!((object["floquet_max"].as_f64().unwrap() - 1.0).abs() < 5e-3);
    let forces = object["joint_forces_max"].as_array().unwrap();
    assert!(forces.iter().any(|f| f["name"] == "rod, first end" && f["force_N"].as_f64().unwrap() > 100.0));
    let without =
        ["cycle", "examples/slider_crank/model.toml", "--json", "-n", "720", "--without", "geometric"];
    let object = json(&lissom(&without));
    let peak = numbers(&object["deviation"]["midspan"]).into_iter().fold(0.0, f64::max) / 0.3;
    assert!((peak - 0.018_76).abs() < 1e-5, "{peak}");
    assert!(warned(&object, "geometric stiffness is omitted"));
    assert!(!warned(&object, "omitted in beams only"));
    let without =
        ["cycle", "examples/slider_crank/model.toml", "--json", "-n", "90", "--without", "coriolis"];
    let object = json(&lissom(&without));
    assert!(warned(&object, "omitted in beams only"), "the slider is a mass: {}", object["warnings"]);
}

/// A mass on bearings 100 and 225 N/m that stand still: 10 and 15 rad/s in space at every speed, and imbalance meets both.
#[test]
fn a_round_rotor_on_unlike_bearings_is_seen_from_a_frame_that_stands() {
    let folder = Folder::new("bearings");
    let rotor = |frame: &str, inertia: &str| {
        format!(
            "lissom = 1\n[model]\nname = 'rotor'\ndim = 3\n[params]\nw = 1.0\n[spin]\naxis = [0, 0, 1]\nspeed = 'w'\nground = 'stands'\n{frame}\
             [section.s]\nEA = 1e8\nEIy = 1e8\nEIz = 1e8\nGJ = 1e8\nrhoA = 1e-6\nrhoJ = 1e-9\n[node]\nA = [0, 0, 0]\nB = [0, 0, 0.2]\n\
             [[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\n[[fix]]\nnodes = ['A', 'B']\ndirections = ['z', 'rx', 'ry', 'rz']\n\
             [[mass]]\nname = 'm'\nnode = 'A'\nmass = 1\n{inertia}\
             [[spring]]\nname = 'x'\nnodes = ['ground', 'A']\nstiffness = 100\ndirection = 'x'\n\
             [[spring]]\nname = 'y'\nnodes = ['ground', 'A']\nstiffness = 225\ndirection = 'y'\n"
        )
    };
    let asked = ["campbell", "rotor.toml", "--to", "20", "-n", "9", "--modes", "2", "--order", "1"];
    let run = |text: &str| {
        folder.write("rotor.toml", text);
        lissom_in(&folder.0, &[&asked[..], &["--json"]].concat())
    };
    let refused = run(&rotor("", ""));
    assert_eq!(refused.status.code(), Some(1), "{}", stdout(&refused));
    assert!(stderr(&refused).contains("frame = \"stands\""), "{}", stderr(&refused));
    let object = json(&run(&rotor("frame = 'stands'\n", "")));
    assert_eq!(object["frame"], "stands");
    for at in [0, 8] {
        let found = frequencies(&object, at);
        assert!((found[0] - 10.0).abs() < 1e-4 && (found[1] - 15.0).abs() < 1e-4, "{found:?}");
    }
    let critical: Vec<f64> =
        object["critical_speeds"].as_array().unwrap().iter().map(|c| c["speed"].as_f64().unwrap()).collect();
    assert!(critical.len() == 2 && (critical[0] - 10.0).abs() < 1e-4 && (critical[1] - 15.0).abs() < 1e-4);
    let text = stdout(&lissom_in(&folder.0, &asked));
    assert!(text.contains("frame at rest") && text.contains("1 per turn (imbalance)"), "{text}");
}

#[test]
fn the_four_bar_is_compared_with_its_nonlinear_motion() {
    let output = lissom(&["cycle", "examples/four_bar/model.toml", "--compare", "-n", "360"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("nonlinear largest") && text.contains("coupler midspan [m]"), "{text}");
    assert!(text.contains("largest Floquet multiplier"), "{text}");
}

/// An imported solid feels Coriolis and centrifugal force by its mass matrix; its stress is unknown, which is
/// reported.
#[test]
fn an_imported_part_turns_by_its_mass_matrix() {
    let folder = Folder::new("spinning-part");
    let data = root().join("examples/stage_fe/data/");
    let text = std::fs::read_to_string(root().join("examples/stage_fe/model.toml")).unwrap();
    let text = text.replace("\"data/", &format!("\"{}", data.display()));
    folder.write("part.toml", &format!("{text}\n[spin]\naxis = [0, 1, 0]\nspeed = 0\n"));
    let output = lissom_in(
        &folder.0,
        &["campbell", "part.toml", "--json", "--to", "200", "-n", "3", "--modes", "3", "--order", "1"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let (rest, fast) = (frequencies(&object, 0), frequencies(&object, 2));
    assert!((rest[0] / TAU - 618.2730).abs() < 1e-3, "{rest:?}");
    assert!(fast[0] < rest[0] && fast[0] > 0.97 * rest[0], "softened a little: {fast:?}");
    assert!(warned(&object, "stress stiffening is omitted"), "{}", object["warnings"]);
    assert_eq!(object["effects"]["geometric"], false);
}

#[test]
fn topics_are_explained() {
    for topic in ["gyroscopic", "circulatory", "geometric"] {
        let output = lissom(&["explain", topic]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).starts_with(&format!("# {topic}: ")));
    }
}

/// A round shaft that may turn in damped bearings, with 24 elements: stable at every speed, with the evidence in JSON; the lowest modes
/// at rest are listed (ROSS 2.3 with eight elements: 33.437 and 76.305 Hz twice, 141.293 Hz).
#[test]
fn a_shaft_on_damped_bearings_is_stable_and_says_why() {
    let folder = Folder::new("shaft");
    let mut text = "lissom = 1\n[model]\nname = 'shaft'\ndim = 3\n[params]\nw = 0.0\n[spin]\naxis = [1, 0, 0]\nspeed = 'w'\nframe = 'stands'\n\
        [material.steel]\nE = 211e9\nG = 81.2e9\ndensity = 7810\n[section.shaft]\ncircle = { diameter = 0.05 }\n\
        [node]\na = [0, 0, 0]\nb = [1.5, 0, 0]\n[[beam]]\nnodes = ['a', 'b']\nsection = 'shaft'\nmaterial = 'steel'\n\
        theory = 'timoshenko'\nelements = 24\n[[fix]]\nnodes = ['a']\ndirections = ['x']\n"
        .to_owned();
    for (node, direction) in [("a", "y"), ("a", "z"), ("b", "y"), ("b", "z")] {
        text += &format!(
            "[[spring]]\nname = 'k{node}{direction}'\nnodes = ['{node}', 'ground']\ndirection = '{direction}'\nstiffness = 1e6\n\
             [[damper]]\nname = 'c{node}{direction}'\nnodes = ['{node}', 'ground']\ndirection = '{direction}'\ndamping = 100\n"
        );
    }
    folder.write("shaft.toml", &text);
    let asked = ["campbell", "shaft.toml", "--to", "400", "-n", "5", "--modes", "5", "--json"];
    let output = lissom_in(&folder.0, &asked);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    assert!(object["unstable"].as_array().unwrap().is_empty(), "{}", object["unstable"]);
    assert_eq!(object["certified"], true, "{}", object["why"]);
    assert_eq!(
        object["certificate"]["stability"]["certified"], true,
        "{}",
        object["certificate"]["stability"]
    );
    let at_rest = numbers(&object["frequencies_hz"][0]);
    assert_eq!(at_rest.len(), 5);
    for (value, expected) in at_rest.iter().zip([33.437, 33.437, 76.305, 76.305, 141.293]) {
        // The mesh is finer than that of the reference.
        assert!((value / expected - 1.0).abs() < 3e-4, "{at_rest:?}");
    }
}

/// A parallelogram at constant speed through its flat positions: its coupler of 0.5 kg goes round a circle of 0.2 m without
/// turning, and each end of it carries half of m ω² r = 0.4 N at every time; where it is flat the constraints leave that open.
#[test]
fn the_forces_of_a_parallelogram_go_on_through_its_flat_positions() {
    let folder = Folder::new("flat_parallelogram");
    let mut text =
        "lissom = 1\n[model]\nname = \"p\"\ndim = 2\n[section.s]\nEA = 1e7\nEI = 1e3\nrhoA = 1.0\n[node]\n\
                    O1 = [0, 0]\nA1 = [0, 0.2]\nO2 = [0.5, 0]\nA2 = [0.5, 0.2]\n"
            .to_owned();
    for (name, a, b) in [("b1", "O1", "A1"), ("b2", "O2", "A2"), ("c", "A1", "A2")] {
        text += &format!(
            "[[beam]]\nname = \"{name}\"\nnodes = [\"{a}\", \"{b}\"]\nsection = \"s\"\nflexible = []\n"
        );
    }
    let joints = [
        ("h1", "O1", "ground", "b1"),
        ("h2", "O2", "ground", "b2"),
        ("k1", "A1", "b1", "c"),
        ("k2", "A2", "b2", "c"),
    ];
    for (name, at, a, b) in joints {
        text += &format!("[[hinge]]\nname = \"{name}\"\nat = \"{at}\"\nbetween = [\"{a}\", \"{b}\"]\n");
    }
    text += "[[drive]]\nhinge = \"h1\"\nangle = \"2*t\"\n[[output]]\nname = \"x\"\nnode = \"A2\"\ndirection = \"x\"\n";
    std::fs::write(folder.0.join("model.toml"), text).unwrap();
    let output = lissom_in(&folder.0, &["cycle", "model.toml", "--json", "-n", "64"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let object = json(&output);
    let peaks = object["joint_forces_max"].as_array().unwrap();
    let coupler: Vec<f64> = peaks
        .iter()
        .filter(|peak| peak["name"].as_str().unwrap().starts_with("c,"))
        .map(|peak| peak["force_N"].as_f64().unwrap())
        .collect();
    assert_eq!(coupler.len(), 2, "{peaks:?}");
    assert!(coupler.iter().all(|force| (force - 0.2).abs() < 1e-6), "{coupler:?}");
}

/// A bar with a mass at its end, turned at constant speed: the axial force at a fraction x of its length is
/// (ρA l² (1 − x²)/2 + m l) ω², the tip moves at ω l, and the drive needs no torque.
#[test]
fn forces_and_rates_are_those_of_the_deformed_cycle() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cycle_forces");
    std::fs::create_dir_all(&folder).unwrap();
    let text = "lissom = 1\n[model]\nname = 'bar'\ndim = 2\n[section.s]\nEA = 2e6\nEI = 50\nrhoA = 0.5\n[node]\nO = [0, 0]\nT = [0.4, 0]\n\
        [[beam]]\nname = 'bar'\nnodes = ['O', 'T']\nsection = 's'\nelements = 4\n[[mass]]\nnode = 'T'\nmass = 0.3\n\
        [[hinge]]\nname = 'pin'\nat = 'O'\nbetween = ['ground', 'bar']\n[[drive]]\nname = 'motor'\nhinge = 'pin'\nangle = '20*t'\n\
        [[output]]\nname = 'N0'\nquantity = 'axial force'\nbeam = 'bar'\nat = 0\n\
        [[output]]\nname = 'N5'\nquantity = 'axial force'\nbeam = 'bar'\nat = 0.5\n\
        [[output]]\nname = 'vx'\nquantity = 'velocity'\nnode = 'T'\ndirection = 'x'\n\
        [[output]]\nname = 'torque'\nquantity = 'drive force'\ndrive = 'motor'\n\
        [[output]]\nname = 'x'\nnode = 'T'\ndirection = 'x'\n[analysis.cycle]\nstart = 'periodic'\nsteps = 720\n";
    std::fs::write(folder.join("model.toml"), text).unwrap();
    let run = |more: &[&str]| {
        let all = ["cycle", "model.toml"].into_iter().chain(more.iter().copied());
        std::process::Command::new(env!("CARGO_BIN_EXE_lissom"))
            .args(all)
            .current_dir(&folder)
            .output()
            .unwrap()
    };
    let output = run(&["--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let numbers = |value: &Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
    };
    let carried = &answer["carried"];
    let series = |name: &str| numbers(&carried["values"][name]);
    let (density, length, mass, speed) = (0.5, 0.4, 0.3, 20.0);
    let force = |x: f64| (density * length * length * (1.0 - x * x) / 2.0 + mass * length) * speed * speed;
    // Elements carry the mass of their ends; the strain, N/EA, lengthens the bar by 4e-5.
    for (name, x) in [("N0", 0.0), ("N5", 0.5)] {
        for value in series(name) {
            assert!((value / force(x) - 1.0).abs() < 2e-4, "{name}: {value} {}", force(x));
        }
    }
    for (t, v) in numbers(&carried["t"]).iter().zip(series("vx")) {
        let exact = -speed * length * (speed * t).sin();
        assert!((v - exact).abs() < 1e-4 * speed * length, "{t}: {v} {exact}");
    }
    assert!(series("torque").iter().all(|torque| torque.abs() < 1e-3 * force(0.0) * length));
    assert!(answer["deviation"]["x"].is_array() && answer["deviation"]["N0"].is_null());
    let said = String::from_utf8_lossy(&run(&[]).stdout).into_owned();
    assert!(said.contains("in the deformed motion") && said.contains("N0 [N]"), "{said}");
}
