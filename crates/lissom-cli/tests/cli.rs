//! The program as a process: what it prints, where, and with which exit code.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `lissom` in a folder.
fn lissom_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lissom"))
        .arg("--allow-path")
        .arg(root())
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn lissom(arguments: &[&str]) -> Output {
    lissom_in(&root(), arguments)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The one JSON object on standard output.
fn json(output: &Output) -> Value {
    let text = stdout(output);
    assert_eq!(text.trim_end().lines().count(), 1, "exactly one object: {text}");
    serde_json::from_str(&text).unwrap()
}

/// A folder of its own for a test, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lissom-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn version_is_one_line() {
    let output = lissom(&["--version"]);
    assert!(output.status.success());
    assert_eq!(stdout(&output), format!("lissom {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn check_tells_size_and_constraints() {
    let output = lissom(&["check", "examples/guidance/model.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("17 degrees of freedom"), "{}", stdout(&output));
    let object = json(&lissom(&["check", "examples/guidance/model.toml", "--json"]));
    assert_eq!(object["ok"], true);
    assert_eq!(object["dof"], 17);
    assert_eq!(object["verb"], "check");
    assert_eq!(object["model"], "straight-guidance");
    assert_eq!(object["diagnostics"].as_array().unwrap().len(), 0);
    assert_eq!(object["constraints"]["redundant"].as_array().unwrap().len(), 0);
    assert_eq!(object["provenance"]["model_sha256"].as_str().unwrap().len(), 64);
}

/// The guidance with what a test adds to it, in a folder of its own.
fn guidance_with(folder: &Folder, changed: impl Fn(String) -> String) -> String {
    let text = std::fs::read_to_string(root().join("examples/guidance/model.toml")).unwrap();
    let path = folder.0.join("model.toml");
    std::fs::write(&path, changed(text)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn check_names_what_is_held_twice_and_what_nothing_holds() {
    let folder = Folder::new("constraints");
    let link = "\n[[truss]]\nname = \"brace\"\nnodes = [\"A1\", \"B1\"]\nflexible = []\n";
    let braced = guidance_with(&folder, |text| text + link);
    let object = json(&lissom(&["check", &braced, "--json"]));
    assert_eq!(object["dof"], 17);
    assert_eq!(object["constraints"]["redundant"], serde_json::json!(["truss brace: elongation"]));
    assert_eq!(object["independent"].as_array().unwrap().len(), 17);
    assert_eq!(object["follow"].as_array().unwrap().len(), 3);
    assert!(stdout(&lissom(&["check", &braced])).contains("redundant constraint: truss brace: elongation"));
    let hinges = "\n[[hinge]]\nname = \"left\"\nat = \"A1\"\nbetween = [\"A\", \"C\"]\n\
                  [[hinge]]\nname = \"foot\"\nat = \"A0\"\nbetween = [\"ground\", \"A\"]\n\
                  [[hinge]]\nname = \"right\"\nat = \"B1\"\nbetween = [\"B\", \"C\"]\n\
                  [[hinge]]\nname = \"toe\"\nat = \"B0\"\nbetween = [\"ground\", \"B\"]\n";
    let all = "nodes = [\"A0\", \"B0\"]                    # all coordinates";
    let loose = guidance_with(&folder, |text| {
        assert!(text.contains(all));
        text.replace(all, "nodes = [\"A0\", \"B0\"]\ndirections = [\"x\", \"y\"]") + hinges
    });
    let object = json(&lissom(&["check", &loose, "--json"]));
    let missing = object["constraints"]["missing"].as_array().unwrap();
    assert_eq!(missing.len(), 1, "a hinged parallelogram has one free motion: {missing:?}");
    assert_eq!(object["dof"], 21);
    assert!(stdout(&lissom(&["check", &loose])).contains("without elastic resistance: "));
    let manipulator = json(&lissom(&["check", "examples/manipulator/model.toml", "--json"]));
    assert_eq!(manipulator["dof"], 18);
    assert_eq!(manipulator["constraints"]["missing"].as_array().unwrap().len(), 0);
}

#[test]
fn a_choice_of_coordinates_that_cannot_be_is_explained() {
    let folder = Folder::new("choice");
    let names = [
        "element 4: bending at the second",
        "element 5: bending at the first",
        "element 5: bending at the second",
    ];
    let names: Vec<String> = names.iter().map(|name| format!("\"beam B, {name} end\"")).collect();
    let chosen = format!("\n[coordinates]\nfollow = [{}]\n", names.join(", "));
    let path = guidance_with(&folder, |text| text + &chosen);
    let output = lissom(&["check", &path]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("couples beam A, element") && said.contains("would work"), "{said}");
}

/// Every example of the project is right, and says plainly what this version cannot do with it.
#[test]
fn every_example_checks() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("examples")).unwrap() {
        let model = entry.unwrap().path().join("model.toml");
        if !model.exists() {
            continue;
        }
        count += 1;
        let output = lissom(&["check", model.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}: {}", model.display(), stderr(&output));
        assert!(stderr(&output).is_empty(), "{}: {}", model.display(), stderr(&output));
    }
    assert!(count >= 12, "{count} examples");
}

#[test]
fn modes_are_a_table_with_units_and_a_certificate() {
    let output = lissom(&["modes", "examples/portal_frame/model.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for part in ["[Hz]", "[rad/s]", "certified complete", "next: "] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colours when piped");
}

#[test]
fn modes_as_json_have_the_agreed_keys() {
    let object =
        json(&lissom(&["modes", "examples/free_beam/model.toml", "--json", "--count", "4", "--shapes"]));
    for key in [
        "lissom",
        "verb",
        "model",
        "warnings",
        "cost",
        "provenance",
        "frequencies_hz",
        "angular_frequencies",
        "damping_ratios",
        "rigid_modes",
        "residuals",
        "certified",
        "shapes",
    ] {
        assert!(object.get(key).is_some(), "{key}");
    }
    for key in ["wall_s", "evaluations", "factorisations"] {
        assert!(object["cost"][key].is_number(), "{key}");
    }
    assert_eq!(object["rigid_modes"], 3);
    assert_eq!(object["certified"], true);
    assert_eq!(object["frequencies_hz"].as_array().unwrap().len(), 4);
    // A free beam: 4.7300² rad/s, sixteen elements.
    let first = object["angular_frequencies"][0].as_f64().unwrap();
    assert!((first / 22.373_285_448_061_16 - 1.0).abs() < 1e-4, "{first}");
    let names = object["shapes"]["coordinates"].as_array().unwrap();
    assert_eq!(names.len(), object["shapes"]["vectors"][0].as_array().unwrap().len());
}

#[test]
fn overrides_change_the_answer_and_its_provenance() {
    let first = |set: &[&str]| {
        let arguments = [&["modes", "examples/portal_frame/model.toml", "--json"], set].concat();
        let object = json(&lissom(&arguments));
        (object["frequencies_hz"][0].as_f64().unwrap(), object["provenance"]["model_sha256"].clone())
    };
    let (as_is, hash) = first(&[]);
    let (again, same_hash) = first(&[]);
    let (finer, other_hash) = first(&["--set", "ne=16"]);
    assert_eq!((as_is, &hash), (again, &same_hash), "the same twice");
    assert!(finer < as_is && finer > 0.999 * as_is, "{finer} against {as_is}");
    assert_ne!(hash, other_hash);
}

#[test]
fn a_band_holds_just_the_modes_between() {
    let all = json(&lissom(&["modes", "examples/portal_frame/model.toml", "--json", "-n", "12"]));
    let all: Vec<f64> =
        all["frequencies_hz"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    let (from, to) = (0.5 * (all[2] + all[3]), 0.5 * (all[7] + all[8]));
    let object = json(&lissom(&[
        "modes",
        "examples/portal_frame/model.toml",
        "--json",
        "--band",
        &from.to_string(),
        &to.to_string(),
    ]));
    let band: Vec<f64> =
        object["frequencies_hz"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    assert_eq!(band.len(), 5);
    assert!(band.iter().zip(&all[3..8]).all(|(a, b)| (a / b - 1.0).abs() < 1e-9), "{band:?} against {all:?}");
    let below =
        json(&lissom(&["modes", "examples/portal_frame/model.toml", "--json", "--below", &to.to_string()]));
    assert_eq!(below["frequencies_hz"].as_array().unwrap().len(), 8);
}

#[test]
fn a_wrong_model_shows_all_errors_and_exits_with_two() {
    let folder = Folder::new("wrong");
    let file = folder.0.join("wrong.toml");
    std::fs::write(&file, "lissom = 1\n[model]\nname = 'w'\n[material.steel]\nE = '210 mm'\ndensity = -1\n[node]\nA = [0, 0]\n[[beam]]\nnodes = ['A', 'Q']\n").unwrap();
    let output = lissom_in(&folder.0, &["modes", "wrong.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).is_empty());
    let text = stderr(&output);
    for part in ["wrong.toml:5:", "wrong.toml:6:", "wrong.toml:10:", "^"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let output = lissom_in(&folder.0, &["check", "wrong.toml", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let object = json(&output);
    assert_eq!(object["ok"], false);
    assert!(object["diagnostics"].as_array().unwrap().len() >= 3);
    assert_eq!(object["diagnostics"][0]["line"], 5);
}

#[test]
fn usage_errors_exit_with_two_and_help() {
    for (arguments, part) in [
        (vec!["modes", "nowhere.toml"], "file not found"),
        (vec!["linearise", "examples/guidance/model.toml"], "not implemented in"),
        (vec!["simulate", "examples/space_frame/model.toml"], "has no [analysis.simulate]"),
        (vec!["simulate", "examples/portal_frame/model.toml"], "has no [analysis.simulate]"),
        (vec!["reduce", "examples/guidance/model.toml", "--name", "svd9"], "known are modal3, svd5"),
        (vec!["simulate", "examples/guidance/model.toml", "--integrator", "euler"], "possible values"),
        (vec!["mode", "examples/guidance/model.toml"], "did you mean `modes`"),
        (vec!["explain", "L9999"], "unknown code"),
        (vec!["modes", "examples/portal_frame/model.toml", "--band", "5", "1"], "invalid range"),
        (vec!["modes", "examples"], "cannot read examples"),
        (vec!["check", "examples/portal_frame/model.toml", "--memory", "2"], "--memory has no effect"),
        (vec!["cycle", "examples/four_bar/model.toml", "--memory", "1"], "--memory has no effect"),
        (vec!["modes", "examples/portal_frame/model.toml", "--solver", "pcg"], "--solver has no effect"),
    ] {
        let output = lissom(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(part), "{part} in {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}

/// Example 1 of the paper on surrogate elements, as reconstructed: five equations, four conditions, all verified.
#[test]
fn equations_are_derived_and_verified() {
    let object = json(&lissom(&["derive", "examples/surrogate1/model.toml", "--json"]));
    assert_eq!(object["verified"], true);
    let count = |key: &str| object[key].as_array().unwrap().len();
    assert_eq!((count("pdes"), count("odes"), count("compatibility")), (1, 4, 4));
    let text = stdout(&lissom(&["derive", "examples/surrogate1/model.toml"]));
    assert!(text.contains("balance of power: holds"), "{text}");
}

/// Steps, origins, SymPy source and code of the same derivation.
#[test]
fn a_derivation_is_told_in_several_ways() {
    let told =
        |flags: &[&str]| stdout(&lissom(&[&["derive", "examples/surrogate1/model.toml"], flags].concat()));
    assert!(told(&["--trace"]).contains("\n11. "), "{}", told(&["--trace"]));
    let origins = told(&["--origins"]);
    assert!(origins.contains("EI·q3'''(0)   [beam: load on the displacement of end a]"), "{origins}");
    assert!(told(&["--sympy"]).contains("\"q5\": "));
    let c = told(&["--code", "c"]);
    assert!(c.contains("void residuals(") && c.contains("// out[0]: q3: "), "{c}");
    let unchecked = json(&lissom(&["derive", "examples/surrogate1/model.toml", "--json", "--no-verify"]));
    assert!(unchecked["verified"].is_null());
    assert_eq!(unchecked["odes"][0]["terms"][0]["origin"], "m1: inertia");
}

/// Exact frequencies of Example 1 without its damper: 9.6034171, 16.647654, 20.836594 rad/s.
#[test]
fn exact_frequencies_and_poles() {
    let model = "examples/surrogate1/model.toml";
    let object = json(&lissom(&["modes", model, "--exact", "-n", "3", "--set", "b=0", "--json"]));
    assert_eq!(object["certified"], true);
    let found = object["angular_frequencies"].as_array().unwrap();
    for (found, exact) in found.iter().zip([9.603_417_1, 16.647_654, 20.836_594]) {
        assert!((found.as_f64().unwrap() / exact - 1.0).abs() < 1e-7, "{found} against {exact}");
    }
    let damped = json(&lissom(&["modes", model, "--exact", "-n", "3", "--json"]));
    assert_eq!(damped["certified"], true);
    assert_eq!(damped["census"]["counted"], 3);
    let text = stdout(&lissom(&["modes", model, "--exact", "-n", "3"]));
    assert!(text.contains("count certified: 3 poles"), "{text}");
    assert!(damped["damping_ratios"].as_array().unwrap().iter().all(|z| z.as_f64().unwrap() > 0.0));
    let portal = "examples/portal_frame/model.toml";
    let exact = json(&lissom(&["modes", portal, "--json", "-n", "4", "--exact"]));
    let elements = json(&lissom(&["modes", portal, "--json", "-n", "4"]));
    for k in 0..4 {
        let [above, below] = [&elements, &exact].map(|o| o["frequencies_hz"][k].as_f64().unwrap());
        assert!(above > below && above < 1.001 * below, "elements are above the continuum: {above} {below}");
    }
}

#[test]
fn bond_graphs_give_state_equations_and_a_drawing() {
    let folder = Folder::new("bond");
    let model = root().join("examples/dc_motor_bond/model.toml");
    let object =
        json(&lissom_in(&folder.0, &["bond", model.to_str().unwrap(), "--json", "--svg", "graph.svg"]));
    assert_eq!(object["states"].as_array().unwrap().len(), 2);
    // The armature: -Ra/La on its own momentum, -motor/J on the shaft's.
    let first: Vec<f64> = object["A"][0].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    assert!((first[0] + 100.0).abs() < 1e-9 && (first[1] + 500.0).abs() < 1e-9, "{first:?}");
    assert!(object["equations"][0]["text"].as_str().unwrap().contains("Ra/La"));
    assert!(std::fs::read_to_string(folder.0.join("graph.svg")).unwrap().starts_with("<svg"));
    let cart = json(&lissom(&["bond", "examples/cart/model.toml", "--json"]));
    assert_eq!(cart["dependent_storage"].as_array().unwrap().len(), 1);
}

#[test]
fn what_is_not_there_yet_says_so() {
    let output = lissom(&["modes", "examples/surrogate1/model.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("not implemented in"), "{}", stderr(&output));
}

#[test]
fn a_check_that_does_not_hold_exits_with_one() {
    let folder = Folder::new("check");
    let beam = "lissom = 1\n[model]\nname = 'c'\n[section.s]\nEA = 1e4\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
                [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 8\n[[fix]]\nnodes = ['A']\n[check]\nrigid_modes = 0\nrtol = 1e-4\n";
    std::fs::write(folder.0.join("good.toml"), format!("{beam}frequencies_hz = [0.5596]\n")).unwrap();
    std::fs::write(folder.0.join("bad.toml"), format!("{beam}frequencies_hz = [0.57]\n")).unwrap();
    let good = lissom_in(&folder.0, &["modes", "good.toml"]);
    assert_eq!(good.status.code(), Some(0), "{}{}", stdout(&good), stderr(&good));
    let bad = lissom_in(&folder.0, &["modes", "bad.toml"]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(stdout(&bad).contains("check FAILED"));
}

/// Two masses on a spring, free in the plane: three rigid modes, √(k(1/m₁ + 1/m₂)), and that is all there is.
#[test]
fn small_and_massless_models_are_answered_in_words() {
    let folder = Folder::new("small");
    let pair = "lissom = 1\n[model]\nname = 'pair'\n[node]\nA = [0, 0]\nB = [1, 0]\n[[spring]]\nnodes = ['A', 'B']\n\
                stiffness = '1 kN/m'\n[[mass]]\nnode = 'A'\nmass = '1 kg'\n[[mass]]\nnode = 'B'\nmass = '2 kg'\n";
    std::fs::write(folder.0.join("pair.toml"), pair).unwrap();
    let object = json(&lissom_in(&folder.0, &["modes", "pair.toml", "--json"]));
    assert_eq!((object["rigid_modes"].as_u64(), object["certified"].as_bool()), (Some(3), Some(true)));
    assert!((object["angular_frequencies"][0].as_f64().unwrap() - 1500.0_f64.sqrt()).abs() < 1e-9);
    let light = "lissom = 1\n[model]\nname = 'light'\n[section.s]\nEA = 1\nEI = 1\nrhoA = 0\n[node]\nA = [0, 0]\nB = [1, 0]\n\
                 [[beam]]\nnodes = ['A', 'B']\nsection = 's'\n[[fix]]\nnodes = ['A']\n";
    std::fs::write(folder.0.join("light.toml"), light).unwrap();
    let output = lissom_in(&folder.0, &["modes", "light.toml"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("no mass moves"), "{}", stderr(&output));
}

#[test]
fn new_writes_models_that_run() {
    let folder = Folder::new("new");
    for template in ["frame", "space-frame"] {
        let name = format!("my \"{template}\"");
        let file = format!("{name}.toml");
        let output = lissom_in(&folder.0, &["new", &name, "--template", template]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let again = lissom_in(&folder.0, &["new", &name, "--template", template]);
        assert_eq!(again.status.code(), Some(2), "an existing file is not replaced");
        let modes = lissom_in(&folder.0, &["modes", &file, "--json"]);
        assert_eq!(modes.status.code(), Some(0), "{}", stderr(&modes));
        assert_eq!(json(&modes)["model"], name.as_str());
        assert_eq!(json(&modes)["certified"], true);
    }
}

/// Every kind of model has a file to start from, and what its first line says can be tried without a warning.
#[test]
fn new_models_answer_what_they_tell_to_try() {
    let folder = Folder::new("kinds");
    for template in ["frame", "space-frame", "mechanism", "continuum", "bond-graph", "rotor"] {
        let output = lissom_in(&folder.0, &["new", template, "--template", template]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let file = format!("{template}.toml");
        let text = std::fs::read_to_string(folder.0.join(&file)).unwrap();
        let line = text.lines().next().unwrap().to_owned();
        let commands: Vec<&str> = line.split("lissom ").skip(1).collect();
        assert!(commands.len() >= 2, "{line}");
        for command in commands {
            let command = command.trim_end_matches("then").trim().replace("FILE", &file);
            let words: Vec<&str> = command.split_whitespace().filter(|word| *word != "then").collect();
            let output = lissom_in(&folder.0, &words);
            assert_eq!(output.status.code(), Some(0), "{command}: {}", stderr(&output));
            assert!(!stderr(&output).contains("error"), "{command}: {}", stderr(&output));
        }
    }
}

#[test]
fn answers_go_to_a_file_whole() {
    let folder = Folder::new("output");
    let model = root().join("examples/portal_frame/model.toml");
    let output = lissom_in(&folder.0, &["modes", model.to_str().unwrap(), "-o", "answer.json"]);
    assert_eq!(output.status.code(), Some(0));
    let text = std::fs::read_to_string(folder.0.join("answer.json")).unwrap();
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["verb"], "modes");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing else is left behind");
    let nowhere = lissom_in(&folder.0, &["modes", model.to_str().unwrap(), "-o", "no/such/folder.json"]);
    assert_eq!(nowhere.status.code(), Some(1));
}

#[test]
fn the_self_test_passes() {
    let output = lissom(&["self-test"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("all tests passed"));
    assert_eq!(json(&lissom(&["self-test", "--json"]))["ok"], true);
}

/// Rest stiffness of the guidance: two flexures clamped at both ends, 2·12EI/l³ = 1575 N/m, from the flexures alone.
#[test]
fn states_tell_force_stiffness_and_stress_along_the_stroke() {
    let object = json(&lissom(&["states", "examples/guidance/model.toml", "--json", "-n", "5"]));
    let states = object["states"].as_array().unwrap();
    assert_eq!(states.len(), 5);
    assert_eq!(object["drive"], "x_stage");
    let middle = &states[2];
    assert!((middle["stiffness"]["A1 x"].as_f64().unwrap() / 1575.0 - 1.0).abs() < 1e-6, "{middle}");
    assert!(middle["stiffness"]["A1 y"].is_null(), "inextensible flexures do not give along their axis");
    assert!(
        (middle["frequencies_hz"][0].as_f64().unwrap() * std::f64::consts::TAU / 33.518 - 1.0).abs() < 1e-4
    );
    for (state, value) in states.iter().zip([-0.0833, -0.04165, 0.0, 0.04165, 0.0833]) {
        assert!((state["value"].as_f64().unwrap() - value).abs() < 1e-9);
        assert!(state["residual"].as_f64().unwrap() < 1e-9);
        assert_eq!(state["unstable"], false);
    }
    assert!(states[4]["stress_max"]["A"].as_f64().unwrap() > 1e9);
}

#[test]
fn reductions_say_why_and_how_good_and_where_not() {
    let folder = Folder::new("reduce");
    let model = root().join("examples/guidance/model.toml");
    let output = lissom_in(&folder.0, &["reduce", model.to_str().unwrap(), "--json", "--save", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("leaves the basis at 0.05"), "{}", stderr(&output));
    let object = json(&output);
    let [modal, svd] = [0, 1].map(|i| &object["reductions"][i]);
    assert_eq!((modal["size"].as_u64(), svd["size"].as_u64()), (Some(3), Some(5)));
    assert_eq!(modal["full_size"], 17);
    assert!(svd["error_estimate"].as_f64().unwrap() < 0.05 * modal["error_estimate"].as_f64().unwrap());
    assert_eq!(svd["columns"].as_array().unwrap().len(), 5);
    for name in ["modal3", "svd5"] {
        let text = std::fs::read_to_string(folder.0.join(format!("{name}.basis.json"))).unwrap();
        assert!(serde_json::from_str::<Value>(&text).unwrap().is_object(), "{name}");
    }
}

/// Stroke of the guidance 0.0830 m with shortening, errors of the reduced models as in the digest of the paper.
#[test]
fn simulation_compares_reduced_models_with_the_full_one() {
    let folder = Folder::new("simulate");
    let model = root().join("examples/guidance/model.toml");
    let arguments = ["simulate", model.to_str().unwrap(), "--json", "--csv", "motion.csv", "--points", "401"];
    let object = json(&lissom_in(&folder.0, &arguments));
    let full = &object["models"]["full"];
    let series: Vec<f64> =
        full["outputs"]["x_stage"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    assert_eq!((series.len(), full["t"].as_array().unwrap().len()), (401, 401));
    let largest = series.iter().fold(0.0_f64, |a, b| a.max(*b));
    assert!((largest / 0.083_01 - 1.0).abs() < 1e-3, "{largest}");
    assert!(full["energy_error"].as_f64().unwrap() < 1e-4);
    let error = |name: &str| object["relative_errors"][name].as_f64().unwrap();
    assert!(error("modal3") > 5e-3 && error("modal3") < 3e-2, "{}", error("modal3"));
    assert!(error("svd5") < 1e-3, "{}", error("svd5"));
    let evaluations = |name: &str| object["models"][name]["evaluations"].as_u64().unwrap();
    assert!(evaluations("full") > 20 * evaluations("svd5"));
    let csv = std::fs::read_to_string(folder.0.join("motion.csv")).unwrap();
    assert_eq!(csv.lines().count(), 402);
    assert!(csv.starts_with("t [s],\"full.x_stage [m]\""));
}

#[test]
fn explain_lists_and_explains() {
    let list = stdout(&lissom(&["explain"]));
    let code = list.split_whitespace().next().unwrap();
    let page = lissom(&["explain", &code.to_lowercase()]);
    assert_eq!(page.status.code(), Some(0));
    assert!(stdout(&page).len() > 100);
}

#[test]
fn schema_and_completions_are_printed() {
    let schema: Value = serde_json::from_str(&stdout(&lissom(&["schema"]))).unwrap();
    assert!(schema["properties"]["model"].is_object());
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&lissom(&["completions", shell]));
        assert!(script.contains("modes"), "{shell}");
    }
}

/// Turning the stage of the guidance bends its flexures only through their lengths, which are held: at rest the
/// stage gives along x alone. At the drive's own place the stiffness is that of the force.
#[test]
fn stiffness_is_measured_where_the_file_says() {
    let folder = Folder::new("probes");
    let probed = guidance_with(&folder, |text| {
        text.replace("points = 21\n", "points = 3\nnode = \"B1\"\ndirections = [\"x\", \"phi\"]\n")
    });
    let object = json(&lissom(&["states", &probed, "--json"]));
    assert_eq!(object["stiffness_units"]["B1 phi"], "N m/rad");
    let states = object["states"].as_array().unwrap();
    assert!((states[1]["stiffness"]["B1 x"].as_f64().unwrap() / 1575.0 - 1.0).abs() < 1e-6, "{}", states[1]);
    assert!(states[1]["stiffness"]["B1 phi"].is_null(), "{}", states[1]);
    assert!(states[0]["stiffness"]["B1 phi"].as_f64().unwrap() > 0.0, "{}", states[0]);
    assert!(stdout(&lissom(&["states", &probed])).contains("[N m/rad]"));
}

#[test]
fn a_saved_basis_is_used_again_and_another_is_refused() {
    let folder = Folder::new("basis");
    let path = guidance_with(&folder, |text| {
        text + "\n[reduce.low]\nmethod = \"modal\"\nbelow = 140\n[reduce.kept]\nfile = \"low.basis.json\"\n"
    });
    let early = lissom(&["simulate", &path, "--model", "kept"]);
    assert_eq!(early.status.code(), Some(2));
    assert!(stderr(&early).contains("low.basis.json: file not found"), "{}", stderr(&early));
    let save = folder.0.to_str().unwrap();
    let object = json(&lissom(&["reduce", &path, "--name", "low", "--save", save, "--json"]));
    // 5.33, 135.2 and 135.9 Hz lie below 140 Hz, the next two near 374 Hz.
    assert_eq!(object["reductions"][0]["size"], 3);
    let basis = folder.0.join("low.basis.json");
    let basis = basis.to_str().unwrap();
    let object =
        json(&lissom(&["simulate", &path, "--model", "low", "--model", "kept", "--basis", basis, "--json"]));
    assert_eq!(object["models"]["low (saved)"]["outputs"], object["models"]["kept"]["outputs"]);
    assert_eq!(object["models"]["low"]["outputs"], object["models"]["kept"]["outputs"]);
    let alone = json(&lissom(&["simulate", &path, "--basis", basis, "--json"]));
    assert_eq!(alone["models"]["low"]["outputs"], object["models"]["kept"]["outputs"]);
    let other = lissom(&["simulate", "examples/manipulator/model.toml", "--basis", basis]);
    assert_eq!(other.status.code(), Some(1));
    assert!(stderr(&other).contains("made for another model"), "{}", stderr(&other));
    let changed = lissom(&["simulate", &path, "--model", "kept", "--set", "Fmax=50"]);
    assert!(stderr(&changed).contains("other --set values"), "{}", stderr(&changed));
    let low = guidance_with(&folder, |text| text + "\n[reduce.low]\nmethod = \"modal\"\nbelow = 2\n");
    let none = lissom(&["reduce", &low, "--name", "low"]);
    assert!(stderr(&none).contains("no mode below 2 Hz: the slowest has 5.3"), "{}", stderr(&none));
}

#[test]
fn motions_are_written_for_numpy() {
    let folder = Folder::new("npz");
    let path = guidance_with(&folder, |text| text);
    let file = folder.0.join("motion.npz");
    let target = file.to_str().unwrap();
    let output = lissom(&["simulate", &path, "--model", "modal3", "--points", "11", "-o", target]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"PK\x03\x04"));
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    for member in ["t.npy", "modal3.x_stage.npy", "modal3.q.npy", "modal3.q_dot.npy"] {
        assert!(holds(member), "{member}");
    }
    assert!(holds("'shape': (11,), }") && holds("'shape': (11, 3), }"));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2, "nothing else is left behind");
}

#[test]
fn loose_tolerances_are_doubted() {
    // Looser still, the last digits decide whether the motion ends at all.
    let model = "examples/guidance/model.toml";
    let doubted = lissom(&["simulate", model, "--model", "svd5", "--rtol", "0.07"]);
    assert_eq!(doubted.status.code(), Some(1), "energy that is unaccounted for is no answer");
    assert!(
        stderr(&doubted).contains("% of the energy is unaccounted for: reduce rtol"),
        "{}",
        stderr(&doubted)
    );
    let taken = ["simulate", model, "--model", "svd5", "--rtol", "0.07", "--allow-energy-error"];
    let taken = lissom(&taken);
    assert_eq!(taken.status.code(), Some(0), "{}", stderr(&taken));
    assert!(stderr(&taken).contains("warning: svd5: ") && stderr(&taken).contains("unaccounted"));
    let lost = lissom(&["simulate", model, "--model", "modal3", "--rtol", "0.5"]);
    assert_eq!(lost.status.code(), Some(1));
    assert!(stderr(&lost).contains("with rtol = 0.5 the motion may have diverged"), "{}", stderr(&lost));
    let fine = lissom(&["simulate", model, "--model", "svd5"]);
    assert!(!stderr(&fine).contains("unaccounted"), "{}", stderr(&fine));
}

/// Bounce and pitch of a stage on two rods, from the expressions in its [check]; a small sway is that of a pendulum.
#[test]
fn trusses_and_a_rigid_body_move_as_they_should() {
    let output = lissom(&["modes", "examples/swing_stage/model.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(json(&output)["checks"].as_array().unwrap().len(), 3);
    let checked = json(&lissom(&["check", "examples/swing_stage/model.toml", "--json"]));
    assert_eq!(checked["constraints"]["missing"], serde_json::json!(["D0.x"]));
    let quarter = 0.5 * std::f64::consts::PI * (2.0_f64 / 9.81).sqrt();
    let end = format!("{}", 0.15 + 2.0 * quarter);
    let motion = json(&lissom(&["simulate", "examples/swing_stage/model.toml", "--json", "--end", &end]));
    let sway = motion["models"]["full"]["outputs"]["sway"].as_array().unwrap();
    // Half a period after the middle of the push it passes the lowest point again, to the share the push lasts.
    let largest = sway.iter().map(|x| x.as_f64().unwrap()).fold(0.0, f64::max);
    assert!(sway.last().unwrap().as_f64().unwrap().abs() < 5e-3 * largest, "{sway:?}");
}
