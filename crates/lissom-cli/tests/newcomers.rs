//! What somebody meets in the first hour: suggestions that work, answers in the format of their file, messages that say what
//! to write.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom_in, root, stderr, stdout};
use std::process::Command;

/// Every command that `next:` lines suggest, carried out by a shell as it stands.
fn demand_next(folder: &Folder, text: &str) -> usize {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("next: "))
        .unwrap_or_else(|| panic!("no next in {text}"));
    let mut count = 0;
    for command in line.split("; then ").filter(|command| command.starts_with("lissom ")) {
        let program = format!("'{}'", env!("CARGO_BIN_EXE_lissom"));
        let words = command.replacen("lissom", &program, 1);
        let output = Command::new("sh").args(["-c", &words]).current_dir(&folder.0).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}\n{}{}", stdout(&output), stderr(&output));
        count += 1;
    }
    count
}

#[test]
fn templates_suggest_commands_that_work() {
    let folder = Folder::new("new");
    let help = stdout(&lissom_in(&folder.0, &["new", "--help"]));
    let names: Vec<&str> = help
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- ")?.split_once(':').map(|(name, _)| name))
        .collect();
    assert!(names.contains(&"continuum") && names.len() >= 6, "{names:?}");
    for (template, file) in names.iter().flat_map(|name| [(name, "plain"), (name, "it's a $HOME name")]) {
        let output = lissom_in(&folder.0, &["new", file, "--template", template, "--force"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(demand_next(&folder, &stdout(&output)), 2, "{template}");
    }
}

/// `check` of a model in a folder with blanks suggests a command that a shell understands.
#[test]
fn suggestions_quote_paths() {
    let folder = Folder::new("blanks");
    let inner = folder.0.join("my models");
    std::fs::create_dir(&inner).unwrap();
    for example in ["portal_frame", "guidance", "cart", "dc_motor_bond", "rotating_cantilever"] {
        let text = std::fs::read_to_string(root().join(format!("examples/{example}/model.toml"))).unwrap();
        std::fs::write(inner.join("a & b.toml"), text).unwrap();
        let output = lissom_in(&folder.0, &["check", "my models/a & b.toml"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(demand_next(&folder, &stdout(&output)), 1, "{example}");
    }
}

#[test]
fn endings_choose_the_format_or_are_refused() {
    let folder = Folder::new("endings");
    let cart =
        root().canonicalize().unwrap().join("examples/surrogate1/model.toml").to_str().unwrap().to_owned();
    for (file, part) in [
        ("d.tex", "\\[ "),
        ("d.c", "double"),
        ("d.rs", "fn "),
        ("d.py", "sympy"),
        ("d.txt", "coordinates"),
        ("d.json", "\"verified\": true"),
    ] {
        let output = lissom_in(&folder.0, &["derive", &cart, "-o", file]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = std::fs::read_to_string(folder.0.join(file)).unwrap();
        assert!(text.contains(part) && (text.starts_with('{') == (file == "d.json")), "{file}: {text}");
    }
    let frame =
        root().canonicalize().unwrap().join("examples/portal_frame/model.toml").to_str().unwrap().to_owned();
    for arguments in [
        &["plot", &frame, "--what", "model", "-o", "x.jpg"][..],
        &["modes", &frame, "-o", "x.jpg"],
        &["modes", &frame, "-o", "x.svg"],
        &["derive", &cart, "-o", "x.html"],
        &["report", &frame, "-o", "x.pdf"],
    ] {
        let output = lissom_in(&folder.0, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("it writes ."), "{}", stderr(&output));
        assert!(!folder.0.join(arguments[arguments.len() - 1]).exists());
    }
    let none = lissom_in(&folder.0, &["plot", &frame, "-o", "x.svg"]);
    assert_eq!(none.status.code(), Some(2), "{}", stdout(&none));
    assert!(stderr(&none).contains("--what"), "{}", stderr(&none));
    let csv = lissom_in(&folder.0, &["campbell", "r.toml", "-o", "x.csv"]);
    assert_eq!(csv.status.code(), Some(2), "there is no r.toml");
    assert!(lissom_in(&folder.0, &["new", "r", "--template", "rotor"]).status.success());
    assert!(lissom_in(&folder.0, &["campbell", "r.toml", "-o", "x.csv"]).status.success());
    assert!(std::fs::read_to_string(folder.0.join("x.csv")).unwrap().starts_with("\"speed"));
}

/// With `--json` every failure is one JSON object with `error`, also a wrong command.
#[test]
fn failures_are_json_too() {
    let folder = Folder::new("json-errors");
    folder.write("wrong.toml", "lissom = 1\n[model]\n");
    for arguments in [
        &["modes", "none.toml", "--json"][..],
        &["modes", "wrong.toml", "--json"],
        &["modes", "wrong.toml", "--json", "-n", "many"],
        &["modes", "--json"],
        &["simulate", "wrong.toml", "--json", "--integrator", "none"],
        &["reduce", "wrong.toml", "--json", "-o", "x.jpg"],
        &["import", "none.sti", "--json"],
        &["plot", "wrong.toml", "--json", "-o", "x.svg"],
        &["compare", "wrong.toml", "none.toml", "--json"],
    ] {
        let output = lissom_in(&folder.0, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        let object = json(&output);
        assert!(object["error"].is_string() && object["lissom"].is_string(), "{object}");
        assert_eq!(object["verb"], arguments[0]);
        assert!(!stderr(&output).is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_model_without_states_hears_how_to_write_one() {
    let folder = Folder::new("no-state");
    assert!(lissom_in(&folder.0, &["new", "f"]).status.success());
    let output = lissom_in(&folder.0, &["states", "f.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("[state.NAME]"), "{}", stderr(&output));
    assert!(stderr(&output).contains("[analysis.states]"), "{}", stderr(&output));
}

#[test]
fn exit_codes_are_in_the_help() {
    let folder = Folder::new("help");
    let text = stdout(&lissom_in(&folder.0, &["--help"]));
    for part in ["Exit codes:", "  0  ", "  1  ", "  2  ", "  130  "] {
        assert!(text.contains(part), "{text}");
    }
}

/// A pendulum in space: a bar that hangs on a hinge, pushed sideways. In a linear model it would drift for ever.
const PENDULUM: &str = "lissom = 1\n[model]\nname = 'pendulum'\ndim = 3\ngravity = [0, 0, -9.81]\n\
    [section.s]\ncircle = { diameter = '10 mm' }\n[material.m]\nE = '70 GPa'\nnu = 0.33\ndensity = 2700\n\
    [node]\na = [0, 0, 0]\nb = [0.6, 0, -0.8]\n[[beam]]\nnodes = ['a', 'b']\nsection = 's'\nmaterial = 'm'\n\
    [[fix]]\nnodes = ['a']\ndirections = ['x', 'y', 'z']\n[[output]]\nname = 'z'\nnode = 'b'\ndirection = 'z'\n\
    [analysis.simulate]\nend = 0.5\npoints = 11\n";

#[test]
fn a_pendulum_in_space_does_not_hang_in_the_air() {
    let folder = Folder::new("falling");
    let linear = format!("{PENDULUM}motion = 'linear'\n");
    folder.write("p.toml", &linear);
    let output = lissom_in(&folder.0, &["simulate", "p.toml", "--json"]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(
        json(&output)["error"].as_str().unwrap().contains("a free motion under gravity"),
        "{}",
        stdout(&output)
    );
    // Held, it only sags: the answer begins with what it leaves out.
    folder.write("p.toml", &linear.replace("directions = ['x', 'y', 'z']\n[[output]]", "[[output]]"));
    let output = lissom_in(&folder.0, &["simulate", "p.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("GRAVITY IS OMITTED"), "{}", stdout(&output));
    let object = json(&lissom_in(&folder.0, &["simulate", "p.toml", "--json"]));
    assert!(object["warnings"][0].as_str().unwrap().starts_with("GRAVITY IS OMITTED"), "{object}");
    // Without gravity in the file it is as requested.
    folder.write("p.toml", &linear.replace("gravity = [0, 0, -9.81]\n", ""));
    assert_eq!(lissom_in(&folder.0, &["simulate", "p.toml"]).status.code(), Some(0));
    // In large motion it falls.
    folder.write("p.toml", PENDULUM);
    let fallen = json(&lissom_in(&folder.0, &["simulate", "p.toml", "--json"]));
    let z = fallen["models"]["full"]["outputs"]["z"].as_array().unwrap();
    assert!(z[10].as_f64().unwrap() < -0.1, "{fallen}");
}

/// An unknown command is also JSON, and an invalid number of modes gets a hint.
#[test]
fn slips_are_explained() {
    let folder = Folder::new("slips");
    let output = lissom_in(&folder.0, &["mode", "m.toml", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(json(&output)["error"].as_str().unwrap().contains("did you mean `modes`"), "{}", stdout(&output));
    for count in ["0", "-3", "three"] {
        let output = lissom_in(&folder.0, &["modes", "m.toml", &format!("--count={count}")]);
        assert_eq!(output.status.code(), Some(2), "{count}");
        assert!(stderr(&output).contains("a whole number, at least 1"), "{}", stderr(&output));
    }
}

/// `modes --csv` of a model without a sweep is the list of modes; poles, which have no list, are refused before the work.
#[test]
fn modes_are_written_as_csv() {
    let folder = Folder::new("modes-csv");
    assert!(lissom_in(&folder.0, &["new", "f"]).status.success());
    let output = lissom_in(&folder.0, &["modes", "f.toml", "-n", "3", "-o", "x.csv", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let csv = std::fs::read_to_string(folder.0.join("x.csv")).unwrap();
    let frequencies: Vec<f64> =
        csv.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(frequencies, program::numbers(&json(&output)["frequencies_hz"]));
    assert!(csv.starts_with("mode,frequency [Hz]"), "{csv}");
    assert!(lissom_in(&folder.0, &["new", "m", "--template", "mechanism"]).status.success());
    let output = lissom_in(&folder.0, &["modes", "m.toml", "--at", "rest", "--csv", "y.csv"]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(!folder.0.join("y.csv").exists());
    assert!(lissom_in(&folder.0, &["new", "b", "--template", "bond-graph"]).status.success());
    let output = lissom_in(&folder.0, &["modes", "b.toml", "--csv", "z.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read_to_string(folder.0.join("z.csv")).unwrap().starts_with("model,mode,frequency"));
}

#[test]
fn a_rotor_is_led_to_its_diagram() {
    let folder = Folder::new("rotor-next");
    assert!(lissom_in(&folder.0, &["new", "r", "--template", "rotor"]).status.success());
    let output = lissom_in(&folder.0, &["check", "r.toml"]);
    assert!(stdout(&output).contains("next: lissom campbell r.toml"), "{}", stdout(&output));
}

/// Modes of a continuum need `--exact`: the refusal names it. A question that the model has nothing for is a wrong question (2).
#[test]
fn questions_to_the_wrong_model_name_the_right_one() {
    let folder = Folder::new("wrong-question");
    assert!(lissom_in(&folder.0, &["new", "c.toml", "--template", "continuum"]).status.success());
    assert!(lissom_in(&folder.0, &["new", "f.toml", "--template", "frame"]).status.success());
    let modes = lissom_in(&folder.0, &["modes", "c.toml"]);
    assert_eq!(modes.status.code(), Some(2));
    assert!(stderr(&modes).contains("lissom modes --exact"), "{}", stderr(&modes));
    let bond = lissom_in(&folder.0, &["bond", "f.toml"]);
    assert_eq!(bond.status.code(), Some(2), "{}", stderr(&bond));
}
