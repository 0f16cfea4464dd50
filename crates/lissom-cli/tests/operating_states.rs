//! `lissom states` of bodies that are pushed, towed, spun and held.
#![allow(clippy::unwrap_used)]

mod program;

use program::{Folder, json, lissom, lissom_in, root, stderr, stdout};
use serde_json::Value;

fn state<'a>(object: &'a Value, name: &str) -> &'a Value {
    object["states"]
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["name"] == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs(), "{found} against {expected}");
}

#[test]
fn the_free_beam_is_pushed_towed_and_spun() {
    let output = lissom(&["states", "examples/free_beam/model.toml", "--json", "--shapes"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let pushed = state(&object, "pushed");
    close(number(&pushed["rigid_acceleration"]["y"]), 1.0, 1e-10);
    close(number(&pushed["outputs"]["sag"]), -1.0 / 128.0, 1e-9);
    close(number(&pushed["elastic_energy_J"]), 0.001_562_489_4, 1e-7);
    let members = pushed["members"].as_array().unwrap();
    // The moment in the middle is F L/8 and vanishes at the free end.
    close(number(&members[7]["second"]["bending_Nm"][1]), -0.125, 1e-9);
    assert!(number(&members[0]["first"]["bending_Nm"][1]).abs() < 1e-10);
    let towed = state(&object, "towed");
    close(number(&towed["rigid_velocity"]["y"]), 1.0 / 3.0, 1e-10);
    close(number(&towed["rigid_velocity"]["rz"]), -1.0 / 3.0, 1e-10);
    close(number(&towed["power_W"]["supplied"]), 1.0 / 3.0, 1e-10);
    assert!(number(&towed["power_W"]["residual"]) < 1e-12);
    let spinning = state(&object, "spinning");
    assert_eq!(spinning["kind"], "rotation");
    close(number(&spinning["speed_rad_s"]), 1.0, 0.0);
    // tan(kL/2)/k − L/2 with k = 1/100.
    let exact = (0.005_f64).tan() / 0.01 - 0.5;
    close(number(&spinning["deformation_max"]["value_m"]).abs(), exact, 1e-4);
    for s in object["states"].as_array().unwrap() {
        assert!(number(&s["residual"]) < 1e-11 && number(&s["gauge"]) < 1e-11);
        let shape = &s["deformation"];
        assert_eq!(shape["coordinates"].as_array().unwrap().len(), shape["values"].as_array().unwrap().len());
    }
    let text = stdout(&lissom(&["states", "examples/free_beam/model.toml"]));
    assert!(text.contains("3 of 3 operating states") && text.contains("v_y 0.333333 m/s"), "{text}");
}

const CANTILEVER: &str = "lissom = 1\n[model]\nname = 'c'\ngravity = [0, -10]\n[section.s]\nEA = 1e4\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
    [[beam]]\nname = 'AB'\nnodes = ['A', 'B']\nsection = 's'\nelements = 8\n[[fix]]\nnodes = ['A']\n[[force]]\nname = 'f'\nnode = 'B'\ndirection = 'y'\nvalue = '2*cos(t)'\n\
    [[output]]\nname = 'tip'\nnode = 'B'\ndirection = 'y'\n[state.standing]\nkind = 'static'\n";

/// Weight and a force with a law act together; the clamp carries both.
#[test]
fn a_cantilever_stands_under_weight_and_load() {
    let folder = Folder::new("standing");
    folder.write("c.toml", CANTILEVER);
    let output = lissom_in(&folder.0, &["states", "c.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let standing = state(&object, "standing");
    // F L³/3EI − q L⁴/8EI with F = 2 and q = 10.
    close(number(&standing["outputs"]["tip"]), 2.0 / 3.0 - 10.0 / 8.0, 1e-9);
    let reactions = standing["reactions"].as_array().unwrap();
    close(number(&reactions[1]["value"]), 8.0, 1e-9);
    close(number(&reactions[2]["value"]), 3.0, 1e-9);
    assert!(
        stderr(&output).contains("changes with time")
            || object["warnings"].to_string().contains("changes with time")
    );
}

/// What cannot be says so by name, beside the states that can, and the program ends with 1.
#[test]
fn a_state_that_cannot_be_says_why() {
    let folder = Folder::new("no-state");
    let text = std::fs::read_to_string(root().join("examples/free_beam/model.toml")).unwrap();
    let more = "\n[state.beside]\nkind = \"rotation\"\nspeed = 1.0\npoint = [0.25, 0.0]\n\
                [state.turning]\nkind = \"torque\"\nforces = { push = 1.0 }\ndampers = false\n[state.coasting]\nkind = \"velocity\"\nforces = { pull = 1.0 }\ndampers = false\n";
    folder.write("b.toml", &(text + more));
    let output = lissom_in(&folder.0, &["states", "b.toml", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object = json(&output);
    let why = |name: &str| state(&object, name)["failure"].as_str().unwrap_or_default().to_owned();
    assert!(why("beside").contains("0.250000 m from the axis"), "{}", why("beside"));
    assert!(why("turning").contains("drag"), "{}", why("turning"));
    let coasting = state(&object, "coasting");
    assert_eq!(coasting["stationary"], false);
    close(number(&coasting["rigid_acceleration"]["x"]), 1.0, 1e-10);
    assert!(
        object["warnings"].to_string().contains("nothing drags the translation along x"),
        "{}",
        object["warnings"]
    );
    assert_eq!(why("pushed"), "");
}

/// An imported part stands under a force at its interface, and spins about an axis through a named point.
#[test]
fn an_imported_part_stands_and_spins() {
    let folder = Folder::new("stage-states");
    let example = root().join("examples/stage_fe");
    std::fs::create_dir_all(folder.0.join("data")).unwrap();
    for file in std::fs::read_dir(example.join("data")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), folder.0.join("data").join(file.file_name())).unwrap();
    }
    let text = std::fs::read_to_string(example.join("model.toml")).unwrap();
    let more = "\n[state.held]\nkind = \"static\"\nforces = { F_x = 1.0 }\n[state.spun]\nkind = \"rotation\"\nspeed = 50.0\naxis = [0, 0, 1]\npoint = [0.03, 0.0, 0.0]\n";
    folder.write("model.toml", &(text + more));
    let output = lissom_in(&folder.0, &["states", "model.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stderr(&output), stdout(&output));
    let object = json(&output);
    let held = state(&object, "held");
    // Virtual work: half of the force times its displacement is the elastic energy.
    close(number(&held["elastic_energy_J"]), 0.5 * number(&held["outputs"]["x_top"]), 1e-9);
    assert!(number(&held["residual"]) < 1e-9, "{}", held["residual"]);
    let spun = state(&object, "spun");
    assert!(number(&spun["residual"]) < 1e-9 && number(&spun["elastic_energy_J"]) > 0.0);
    assert!(object["warnings"].to_string().contains("stress does not stiffen"), "{}", object["warnings"]);
}

/// A pinned column under axial load P: ω² = ω₀² (1 − P/P_cr) exactly, P_cr = π² EI/L²; beyond it buckles.
#[test]
fn stress_changes_frequencies_until_a_column_buckles() {
    let folder = Folder::new("column");
    let column = "lissom = 1\n[model]\nname = 'column'\n[section.s]\nEA = 1e7\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
        [[beam]]\nname = 'AB'\nnodes = ['A', 'B']\nsection = 's'\nelements = 16\n[[fix]]\nnodes = ['A']\ndirections = ['x', 'y']\n[[fix]]\nnodes = ['B']\ndirections = ['y']\n\
        [[force]]\nname = 'P'\nnode = 'B'\ndirection = 'x'\n[state.pressed]\nkind = 'static'\nforces = { P = -5.0 }\n[state.pulled]\nkind = 'static'\nforces = { P = 20.0 }\n\
        [state.crushed]\nkind = 'static'\nforces = { P = -12.0 }\n[state.spun]\nkind = 'rotation'\nspeed = 1.0\n";
    folder.write("c.toml", column);
    let run = |state: &str| lissom_in(&folder.0, &["modes", "c.toml", "--json", "-n", "2", "--at", state]);
    let critical = std::f64::consts::PI.powi(2);
    for (state, load) in [("pressed", 5.0), ("pulled", -20.0)] {
        let output = run(state);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let omegas = program::numbers(&json(&output)["angular_frequencies"]);
        for (n, omega) in (1..).zip(omegas) {
            let n = f64::from(n);
            let exact = (critical * n * n).powi(2) * (1.0 - load / (critical * n * n));
            close(omega * omega, exact, 2e-4);
        }
    }
    let crushed = json(&run("crushed"));
    let omega = number(&crushed["angular_frequencies"][0]);
    close(omega * omega.abs(), critical.powi(2) * (1.0 - 12.0 / critical), 2e-4);
    assert!(crushed["warnings"].to_string().contains("buckled"), "{}", crushed["warnings"]);
    let spun = run("spun");
    assert_eq!(spun.status.code(), Some(2));
    assert!(stderr(&spun).contains("kind = \"rotation\""), "{}", stderr(&spun));
    let unknown = run("nowhere");
    assert!(stderr(&unknown).contains("pressed, pulled, crushed, spun"), "{}", stderr(&unknown));
}

/// A beam pushed along its axis against two equal dashpots: inertia takes e^(−d t/m) of a force that stays. The push
/// across at midspan deforms in one shape at √(k/m) = 22.9995 rad/s \[StaticDeformation, §5\].
#[test]
fn slow_changes_and_one_shape_are_told() {
    let folder = Folder::new("slow");
    let text = std::fs::read_to_string(root().join("examples/free_beam/model.toml")).unwrap();
    let model = format!(
        "{text}\n[state.start]\nkind = \"change\"\nforces = {{ pull = 2.0 }}\nend = 0.5\npoints = 51\n"
    );
    folder.write("model.toml", &model);
    let object = json(&lissom_in(&folder.0, &["states", "model.toml", "--json"]));
    let change = &state(&object, "start")["change"];
    let share = change["inertial_share"].as_array().unwrap();
    assert_eq!((share.len(), change["t"].as_array().unwrap().len()), (51, 51));
    // Dashpots 1 and 3 on a mass of 1: d = 4.
    for (k, share) in share.iter().enumerate() {
        let expected = (-4.0 * 0.01 * k as f64).exp();
        assert!((share.as_f64().unwrap() - expected).abs() < 1e-9, "{k}: {share} against {expected}");
    }
    let slow = &state(&object, "pushed")["slow_load"];
    let omega = slow["natural_frequency_hz"].as_f64().unwrap() * std::f64::consts::TAU;
    assert!((omega - 22.9995).abs() < 1e-3, "{omega}");
    let valid = slow["valid_below_hz"].as_f64().unwrap() * std::f64::consts::TAU;
    assert!((valid - 22.3734).abs() < 1e-3, "{valid}");
    assert!((slow["series_below_hz"].as_f64().unwrap() * std::f64::consts::TAU - valid).abs() < 1e-3 * valid);
    let text = stdout(&lissom_in(&folder.0, &["states", "model.toml"]));
    assert!(text.contains("when the force begins to change") && text.contains("inertia takes"), "{text}");
    folder.write("wrong.toml", &model.replace("end = 0.5\n", ""));
    let output = lissom_in(&folder.0, &["check", "wrong.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("a change needs its `end`"), "{}", stderr(&output));
}
