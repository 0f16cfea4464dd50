//! FE parts as bodies of mechanisms through the door: the examples, recovered meshes and loads, and parts that do not fit.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom, lissom_in, numbers, root, stderr, stdout};

/// The text of an example with its files named where they are.
fn example(name: &str) -> String {
    let folder = root().canonicalize().unwrap().join("examples").join(name);
    let text = std::fs::read_to_string(folder.join("model.toml")).unwrap();
    let mut all = String::new();
    for line in text.lines() {
        let is_file = ["stiffness = \"", "mass = \"", "dof = \"", "mesh = \"", "stress = \""];
        match is_file.iter().find(|key| line.starts_with(**key)) {
            Some(key) => all += &line.replacen(key, &format!("{key}{}/", folder.display()), 1),
            None => all += &line.replace("x\" = \"", &format!("x\" = \"{}/", folder.display())),
        }
        all.push('\n');
    }
    all
}

/// Columns of a table of comma-separated values by their heads.
fn columns(text: &str) -> Vec<(String, Vec<f64>)> {
    let mut lines = text.lines();
    let heads = lines.next().unwrap().replace('"', "");
    let mut all: Vec<(String, Vec<f64>)> =
        heads.split(',').map(|head| (head.to_owned(), Vec::new())).collect();
    for line in lines {
        line.split(',').zip(&mut all).for_each(|(value, column)| column.1.push(value.parse().unwrap()));
    }
    all
}

fn column<'c>(all: &'c [(String, Vec<f64>)], head: &str) -> &'c [f64] {
    let known = || all.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    all.iter()
        .find(|(name, _)| name == head)
        .map(|(_, v)| &v[..])
        .unwrap_or_else(|| panic!("{head}: {:?}", known()))
}

/// The tip of an independent program with the same matrices, one mode for each link and geometric stiffness, and the largest y.
#[test]
fn the_robot_moves_as_an_independent_program_says() {
    let folder = Folder::new("robot-fe");
    folder.write("robot.toml", &example("robot_fe"));
    let run = lissom_in(
        &folder.0,
        &["simulate", "robot.toml", "--csv", "out.csv", "--recover", "mesh.csv", "--loads", "loads.csv"],
    );
    assert_eq!(run.status.code(), Some(0), "{}{}", stdout(&run), stderr(&run));
    let [out, mesh, loads] = ["out.csv", "mesh.csv", "loads.csv"]
        .map(|name| columns(&std::fs::read_to_string(folder.0.join(name)).unwrap()));
    let corner = 0.545 * std::f64::consts::FRAC_1_SQRT_2;
    let tip = [column(&out, "full.tip x [m]"), column(&out, "full.tip y [m]")];
    // At 0.1, 0.2, …, 0.7 s.
    let expected = [
        [1.0761511, -0.387572702],
        [1.16567514, -0.331867678],
        [1.19128014, 0.074888245],
        [0.978502654, 0.6664061],
        [0.988905658, 0.621746014],
        [1.05673081, 0.0772318051],
        [1.07975819, 0.220324777],
    ];
    for (k, [x, y]) in expected.iter().enumerate() {
        let (dx, dy) = (corner + 0.675 + tip[0][10 * (k + 1)] - x, tip[1][10 * (k + 1)] - corner - y);
        assert!(dx.abs() < 1e-5 && dy.abs() < 1e-5, "at {} s: {dx:e} {dy:e}", 0.1 * (k + 1) as f64);
    }
    // The last node of link B is the tip.
    for (axis, tip) in ["x", "y"].iter().zip(tip) {
        let node = column(&mesh, &format!("full.B.5 {axis} [m]"));
        assert!(node.iter().zip(tip).all(|(a, b)| (a - b).abs() < 1e-9), "{axis}");
    }
    // What the elbow exerts on link B is what its controller gives, and link A gets the opposite; forces of masses come beside.
    let (t, elbow) = (column(&out, "t [s]"), column(&out, "full.elbow angle [rad]"));
    let (on_b, on_a) = (column(&loads, "full.B.root mz [N m]"), column(&loads, "full.A.elbow mz [N m]"));
    let quarter = std::f64::consts::FRAC_PI_4;
    let largest = on_b.iter().fold(0.0_f64, |most, m| most.max(m.abs()));
    for k in 0..t.len() {
        let torque = 5e3 * (-phi(t[k]) - quarter - elbow[k]);
        assert!((on_b[k] - torque).abs() < 1e-6 * largest, "{}: {} {torque}", t[k], on_b[k]);
        assert!((on_a[k] + torque).abs() < 1e-6 * largest, "{}: {} {torque}", t[k], on_a[k]);
    }
    // Bending stress at the root of B is M h/2I, up to what one mode beside static shapes leaves out.
    let stress = column(&mesh, "full.B.stress 1 [Pa]");
    let most = stress.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
    for (s, m) in stress.iter().zip(on_b) {
        assert!((s - m * 0.005 / 3.33e-9).abs() < 0.05 * most, "{s:e} {:e}", m * 0.005 / 3.33e-9);
    }
}

/// The reference angle of the shoulder.
fn phi(t: f64) -> f64 {
    let share = match t {
        t if t < 1.0 / 6.0 => -1.0 + 72.0 * t.powi(3),
        t if t < 1.0 / 3.0 => -18.0 * t + 108.0 * t * t - 144.0 * t.powi(3),
        t if t < 0.5 => -8.0 + 54.0 * t - 108.0 * t * t + 72.0 * t.powi(3),
        _ => 1.0,
    };
    std::f64::consts::FRAC_PI_4 * share
}

/// Beams of the manipulator have no reduction, and laws instead of controllers: its frequencies are those of the same elements with loops
/// closed.
#[test]
fn the_robot_vibrates_as_its_beams() {
    let closed = json(&lissom(&["modes", "examples/robot_fe/model.toml", "--closed", "--json"]));
    let beams = json(&lissom(&["modes", "examples/manipulator/model.toml", "--json"]));
    let (found, expected) = (numbers(&closed["frequencies_hz"]), numbers(&beams["frequencies_hz"]));
    for ((a, b), most) in found.iter().zip(&expected).zip([1e-6, 1e-5, 3e-4]) {
        assert!((a / b - 1.0).abs() < most, "{a} {b} Hz");
    }
    assert!(found.len() >= 3 && expected.len() >= 3, "{found:?} {expected:?}");
}

/// Frequencies of the full matrices by a dense solver are asserted in the file; about its middle the stroke has them, too.
#[test]
fn the_stage_on_its_frame_holds_its_checks() {
    let text = lissom(&["modes", "examples/flexure_stage_fe/model.toml"]);
    assert_eq!(text.status.code(), Some(0), "{}{}", stdout(&text), stderr(&text));
    assert!(stdout(&text).contains("4 of 4 checks of the model file passed"), "{}", stdout(&text));
    let modes = json(&lissom(&["modes", "examples/flexure_stage_fe/model.toml", "--json"]));
    let states = json(&lissom(&["states", "examples/flexure_stage_fe/model.toml", "--json"]));
    let (modes, rows) = (numbers(&modes["frequencies_hz"]), states["states"].as_array().unwrap());
    let middle = numbers(&rows[4]["frequencies_hz"]);
    for (a, b) in modes.iter().zip(&middle) {
        assert!((a / b - 1.0).abs() < 1e-6, "{modes:?} {middle:?}");
    }
    // A response at standstill is the compliance along the stroke: 1 N moves the stage by 1/k, k = f_push.
    let response =
        json(&lissom(&["frf", "examples/flexure_stage_fe/model.toml", "--json", "--range", "1", "2"]));
    assert!(response["responses"].as_array().is_some_and(|all| all.len() == 2), "{response}");
    let run = json(&lissom(&["simulate", "examples/flexure_stage_fe/model.toml", "--json"]));
    let error = run["relative_errors"]["along"].as_f64().unwrap();
    assert!(error < 0.02, "{error}");
}

fn refused(model: &str, code: i32, words: &[&str]) {
    let folder = Folder::new("part-refused");
    folder.write("m.toml", model);
    let output = lissom_in(&folder.0, &["check", "m.toml"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{}{said}", stdout(&output));
    for word in words {
        assert!(said.contains(word), "no {word} in\n{said}");
    }
}

#[test]
fn parts_that_do_not_fit_are_refused_with_the_numbers_that_prove_it() {
    // Millimetres and tonnes read as metres and kilograms: 120 m and 4430 Hz.
    let stage = example("flexure_stage_fe");
    refused(
        &stage.replace("units = \"mm-t-s\"\n", ""),
        1,
        &["part frame", "120.5985 m", "4430", "5.3e5 m/s", "units"],
    );
    let rod = example("slider_crank_fe");
    let far = rod.replace("position = [0.15, 0.0]", "position = [0.153, 0.0]");
    refused(&far, 2, &["L0427", "rod.big end", "3.0000e-3 m"]);
    let no_places = |text: &str| -> String {
        text.lines()
            .filter(|line| !line.contains("axes of the model") && !line.starts_with("at = [0.45"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    refused(&no_places(&far), 2, &["L0427", "\"A\" and \"rod.big end\" do not meet", "3.0000e-3 m"]);
    // Metres read as millimetres: 67 kg in 0.3 mm.
    let heavy = no_places(&rod).replace("motion = ", "units = \"mm-t-s\"\nmotion = ");
    refused(&heavy, 1, &["part rod", "6.6756e1 kg", "2.7000e-11 m³", "units"]);
    let turned = rod.replace("motion = ", "orientation = { angle = \"3 deg\" }\nmotion = ");
    refused(&turned, 2, &["L0427", "rod.small end", "1.57"]);
    // The mesh lies along z, the machine in x and y.
    let folder = Folder::new("part-out-of-plane");
    let mesh = root().canonicalize().unwrap().join("examples/slider_crank_fe/rod.inp");
    let lines = std::fs::read_to_string(&mesh).unwrap();
    let upright = |line: &str| {
        let words: Vec<&str> = line.split(", ").collect();
        match words[..] {
            [number, x, "0.0", "0.0"] => format!("{number}, 0.0, 0.0, {x}\n"),
            _ => format!("{line}\n"),
        }
    };
    folder.write("rod.inp", &lines.lines().map(upright).collect::<String>());
    let text = no_places(&rod).replace(mesh.to_str().unwrap(), "rod.inp");
    let text = text.replace("name = \"small end\"\n", "name = \"small end\"\nat = [0.45, 0.0]\n");
    folder.write("m.toml", &text.replace("kind = \"nodes\"", "kind = \"rigid\""));
    let output = lissom_in(&folder.0, &["check", "m.toml"]);
    let said = stderr(&output);
    assert!(said.contains("x-y plane") && said.contains("z = 0.3000 m"), "{said}");
    // A stress file with columns of another part.
    let stress = root().canonicalize().unwrap().join("examples/robot_fe/link_a.stress.npz");
    let text = rod.replace("motion = ", &format!("stress = \"{}\"\nmotion = ", stress.display()));
    refused(&text, 2, &["21 columns", "5 × 15"]);
}
