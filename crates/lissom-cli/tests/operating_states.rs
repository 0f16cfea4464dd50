//! `lissom states` of bodies that are pushed, towed, spun and held.
#![allow(clippy::unwrap_used)]

use crate::program;

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
    // What deforms the pushed beam balances itself: the push in the middle against inertia spread over the length.
    let inner = &pushed["internal_force"];
    let rows = inner["coordinates"].as_array().unwrap().iter().zip(inner["values"].as_array().unwrap());
    let along =
        rows.filter(|(name, _)| name.as_str().unwrap().ends_with(".y")).map(|(_, value)| number(value));
    let (sum, largest) = along.fold((0.0, 0.0_f64), |(sum, most), value| (sum + value, most.max(value)));
    assert!(sum.abs() < 1e-12 && (0.9..1.0).contains(&largest), "{sum} {largest}");
    let text = stdout(&lissom(&["states", "examples/free_beam/model.toml"]));
    assert!(text.contains("3 of 3 operating states") && text.contains("v_y 0.333333 m/s"), "{text}");
}

const CANTILEVER: &str = "lissom = 1\n[model]\nname = 'c'\ngravity = [0, -10]\n[section.s]\nEA = 1e4\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
    [[beam]]\nname = 'AB'\nnodes = ['A', 'B']\nsection = 's'\nelements = 8\n[[fix]]\nnodes = ['A']\n[[force]]\nname = 'f'\nnode = 'B'\ndirection = 'y'\nvalue = '2*cos(t)'\n\
    [[output]]\nname = 'tip'\nnode = 'B'\ndirection = 'y'\n[state.standing]\nkind = 'static'\nlinear = true\n";

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
        object["warnings"].to_string().contains("the translation along x has no drag"),
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
        [state.crushed]\nkind = 'static'\nbranch = 'path'\nforces = { P = -12.0 }\n[state.spun]\nkind = 'rotation'\nspeed = 1.0\n";
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

/// A beam pushed along its axis against two equal dashpots: inertia share e^(−d t/m) of a force that stays. The push
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
    assert!(text.contains("when the force begins to change") && text.contains("inertia share"), "{text}");
    folder.write("wrong.toml", &model.replace("end = 0.5\n", ""));
    let output = lissom_in(&folder.0, &["check", "wrong.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("a change needs its `end`"), "{}", stderr(&output));
}

/// A cube of springs between all of its corners, which carry masses, as files of another program.
fn cube_of_springs(folder: &Folder, more: &str) {
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 1 { 0.5 } else { -0.5 });
    let mut stiffness = vec![[0.0; 24]; 24];
    for a in 0..8 {
        for b in a + 1..8 {
            let [p, q] = [corner(a), corner(b)];
            let d = [0, 1, 2].map(|k| q[k] - p[k]);
            let square: f64 = d.iter().map(|x| x * x).sum();
            for (i, j) in (0..9).map(|e| (e / 3, e % 3)) {
                let k = 1e6 * d[i] * d[j] / square;
                for (row, column, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                    stiffness[3 * row + i][3 * column + j] += sign * k;
                }
            }
        }
    }
    let market = |entries: Vec<String>| {
        format!(
            "%%MatrixMarket matrix coordinate real general\n24 24 {}\n{}\n",
            entries.len(),
            entries.join("\n")
        )
    };
    let each = (0..576).map(|e| (e / 24, e % 24)).filter(|(i, j)| stiffness[*i][*j] != 0.0);
    let entries = each.map(|(i, j)| format!("{} {} {:.17e}", i + 1, j + 1, stiffness[i][j])).collect();
    folder.write("k.mtx", &market(entries));
    folder.write("m.mtx", &market((1..=24).map(|i| format!("{i} {i} 0.25")).collect()));
    let dofs: Vec<String> = (0..24).map(|row| format!("{}.{}", row / 3 + 1, row % 3 + 1)).collect();
    folder.write("rows.dof", &(dofs.join("\n") + "\n"));
    let nodes: Vec<String> = (0..8)
        .map(|i| {
            let [x, y, z] = corner(i);
            format!("{}, {x}, {y}, {z}", i + 1)
        })
        .collect();
    folder.write(
        "mesh.inp",
        &format!(
            "*NODE, NSET=NALL\n{}\n*NSET, NSET=BASE\n1, 2, 3, 4\n*NSET, NSET=TOP\n5, 6, 7, 8\n",
            nodes.join("\n")
        ),
    );
    let model = format!(
        "lissom = 1\n[model]\nname = 'cube'\ndim = 3\n[[fe_part]]\nname = 'cube'\nstiffness = 'k.mtx'\nmass = 'm.mtx'\n\
         dof = 'rows.dof'\nmesh = 'mesh.inp'\n{more}"
    );
    folder.write("cube.toml", &model);
}

/// Two corners of a cube push it around against drag in proportion to mass: it turns with τ/(α I) and is deformed as if it
/// were only accelerating, because such drag is distributed as inertia is.
#[test]
fn a_couple_turns_an_imported_part_against_drag() {
    let folder = Folder::new("cube-torque");
    let ports = "damping = { mass = 2.0 }\n[[interface]]\npart = 'cube'\nname = 'a'\nset = '2'\nkind = 'nodes'\n[[interface]]\npart = 'cube'\nname = 'b'\nset = '3'\nkind = 'nodes'\n\
        [[force]]\nname = 'up'\nattach = 'cube.a'\ndirection = 'y'\n[[force]]\nname = 'down'\nattach = 'cube.b'\ndirection = 'y'\n\
        [[output]]\nname = 'y'\nattach = 'cube.a'\ndirection = 'y'\n\
        [state.turns]\nkind = 'torque'\naxis = [0, 0, 1]\nforces = { up = 0.03, down = -0.03 }\n\
        [state.starts]\nkind = 'acceleration'\nforces = { up = 0.03, down = -0.03 }\n";
    cube_of_springs(&folder, ports);
    let output = lissom_in(&folder.0, &["states", "cube.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stderr(&output), stdout(&output));
    let object = json(&output);
    let (turns, starts) = (state(&object, "turns"), state(&object, "starts"));
    // I = 8 · 0.25 kg · 0.5 m², τ = 0.03 N · 1 m: corners 2 and 3 are at (0.5, −0.5) and (−0.5, 0.5).
    close(number(&turns["speed_rad_s"]), 0.03 / 2.0, 1e-6);
    assert!(number(&turns["residual"]) < 1e-10, "{}", turns["residual"]);
    close(number(&turns["outputs"]["y"]), number(&starts["outputs"]["y"]), 1e-2);
    let still = "[[damper]]\nname = 'd'\nattach = ['cube.a', 'ground']\ndirection = 'y'\ndamping = 1.0\n";
    cube_of_springs(&folder, &format!("{ports}{still}"));
    let refused = lissom_in(&folder.0, &["states", "cube.toml"]);
    assert!(stdout(&refused).contains("is not isotropic"), "{}{}", stdout(&refused), stderr(&refused));
}

/// A support at an interface, mean, rigid or node by node, is what stiff springs there tend to.
#[test]
fn supports_hold_interfaces_of_parts() {
    let folder = Folder::new("cube-held");
    let frequencies = |more: &str| {
        cube_of_springs(&folder, more);
        let output = lissom_in(&folder.0, &["modes", "cube.toml", "-n", "4", "--json"]);
        assert_eq!(output.status.code(), Some(0), "{more}: {}", stderr(&output));
        let object = json(&output);
        (object["rigid_modes"].as_u64().unwrap(), program::numbers(&object["frequencies_hz"]))
    };
    for kind in ["mean", "rigid", "nodes"] {
        let base = format!("[[interface]]\npart = 'cube'\nname = 'base'\nset = 'BASE'\nkind = '{kind}'\n");
        let (rigid, held) = frequencies(&format!("{base}[[fix]]\ninterfaces = ['base']\n"));
        assert_eq!(rigid, 0, "{kind}");
        if kind == "nodes" {
            let (_, mean) = frequencies(&format!(
                "{}[[fix]]\ninterfaces = ['base']\n",
                base.replace("'nodes'", "'rigid'")
            ));
            // Held node by node, or as a rigid face that does not move.
            held.iter().zip(&mean).for_each(|(a, b)| close(*a, *b, 1e-9));
            continue;
        }
        let springs = |k: f64| {
            let each = ["x", "y", "z", "rx", "ry", "rz"].map(|way| {
                format!("[[spring]]\nname = '{way}'\nattach = ['cube.base', 'ground']\ndirection = '{way}'\nstiffness = {k:e}\n")
            });
            frequencies(&format!("{base}{}", each.concat())).1
        };
        let (soft, stiff) = (springs(1e9), springs(1e10));
        // A mode that does not move the interface knows nothing of springs there.
        let moved: Vec<usize> = (0..4).filter(|i| (soft[*i] / held[*i] - 1.0).abs() > 1e-9).collect();
        assert!(!moved.is_empty(), "{kind}: {soft:?} {held:?}");
        for i in moved {
            close(stiff[i], held[i], 1e-3);
            let order = (held[i] - soft[i]) / (held[i] - stiff[i]);
            assert!((order / 10.0 - 1.0).abs() < 0.05, "{kind}: {} {} {}", soft[i], stiff[i], held[i]);
        }
    }
    // One direction alone leaves five motions free.
    let one = "[[interface]]\npart = 'cube'\nname = 'base'\nset = 'BASE'\nkind = 'mean'\n[[fix]]\ninterfaces = ['base']\ndirections = ['z']\n";
    assert_eq!(frequencies(one).0, 5);
    cube_of_springs(&folder, &one.replace("'base']", "'bsae']"));
    let wrong = lissom_in(&folder.0, &["modes", "cube.toml"]);
    assert!(stderr(&wrong).contains("did you mean"), "{}", stderr(&wrong));
}

/// Conjugate gradients give the state that a factor gives, and say so.
#[test]
fn states_are_found_by_iteration_too() {
    let folder = Folder::new("cube-pcg");
    let ports = "[[interface]]\npart = 'cube'\nname = 'a'\nset = '2'\nkind = 'nodes'\n[[force]]\nname = 'F'\nattach = 'cube.a'\ndirection = 'y'\n\
        [[output]]\nname = 'y'\nattach = 'cube.a'\ndirection = 'y'\n[state.pushed]\nkind = 'acceleration'\nforces = { F = 1.0 }\n";
    cube_of_springs(&folder, ports);
    let run = |arguments: &[&str]| {
        let output = lissom_in(&folder.0, &[&["states", "cube.toml", "--json"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        json(&output)
    };
    let (direct, iterated) = (run(&[]), run(&["--solver", "pcg"]));
    let value = |object: &Value| number(&state(object, "pushed")["outputs"]["y"]);
    close(value(&iterated), value(&direct), 1e-10);
    assert!(iterated["warnings"].to_string().contains("conjugate gradients"), "{}", iterated["warnings"]);
    assert!(!direct["warnings"].to_string().contains("conjugate"));
    // Without memory for a factor the answer is the same.
    close(value(&run(&["--memory", "0.000000001"])), value(&direct), 1e-10);
    let refused =
        lissom_in(&folder.0, &["states", "cube.toml", "--memory", "0.000000001", "--solver", "direct"]);
    assert_eq!(refused.status.code(), Some(1), "{}", stdout(&refused));
}
