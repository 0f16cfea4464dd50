//! Imported parts through the door: modes against the numbers CalculiX and pyYeti print.
#![allow(clippy::unwrap_used)]

mod program;

use program::{Folder, json, lissom, lissom_in, numbers, root, stderr, stdout};

/// A model of one part of the samples; paths are those of the repository.
fn model(name: &str, files: [&str; 4], more: &str) -> String {
    let data = root().canonicalize().unwrap().join("crates/lissom-mech/tests/data/import/calculix");
    let file = |name: &str| data.join(name).to_str().unwrap().to_owned();
    let [stiffness, mass, dof, mesh] = files.map(file);
    format!(
        "lissom = 1\n[model]\nname = '{name}'\ndim = 3\n[[fe_part]]\nname = '{name}'\nformat = 'calculix'\n\
         stiffness = '{stiffness}'\nmass = '{mass}'\ndof = '{dof}'\nmesh = '{mesh}'\n{more}"
    )
}

const BRACKET: [&str; 4] =
    ["bracket/bracket.sti", "bracket/bracket.mas.gz", "bracket/bracket.dof", "bracket/bracket.inp"];
const FREE: [&str; 4] = [
    "bracketfree/bracketfree.sti.gz",
    "bracketfree/bracketfree.mas.gz",
    "bracketfree/bracketfree.dof",
    "bracketfree/bracketfree.inp",
];

/// Table "EFFECTIVE MODAL MASS" of stage_freq.dat over its total, modes 1, 2 and 5.
#[test]
fn the_stage_example_holds_its_checks_and_the_effective_masses_of_calculix() {
    let text = lissom(&["modes", "examples/stage_fe/model.toml"]);
    assert_eq!(text.status.code(), Some(0), "{}{}", stdout(&text), stderr(&text));
    assert!(stdout(&text).contains("9 of 9 checks of the model file hold"), "{}", stdout(&text));
    let object = json(&lissom(&["modes", "examples/stage_fe/model.toml", "--json"]));
    let whole = numbers(&object["effective_mass"]["whole"]);
    assert!((whole[0] / 0.06624914 - 1.0).abs() < 1e-7, "{whole:?}");
    for (mode, direction, exact) in [(0, 0, 0.03684274), (1, 2, 0.03497538), (4, 1, 0.02186535)] {
        let found = numbers(&object["effective_mass"]["by_mode"][mode])[direction];
        assert!((found / exact - 1.0).abs() < 1e-6, "mode {}: {found} {exact}", mode + 1);
    }
    assert!(numbers(&object["damping_ratios"]).iter().all(|zeta| *zeta == 0.01));
}

/// The mass of the bracket has rank 210 of 285; ccx prints seven digits.
#[test]
fn a_singular_mass_does_not_matter() {
    let folder = Folder::new("bracket");
    let check = "[check]\nfrequencies_hz = [2224.495, 3035.436, 6476.108, 6488.940, 12899.18, 18190.30, 23565.02, \
                 25161.80, 27067.06, 34718.59]\nrtol = 6e-7\nrigid_modes = 0\n";
    folder.write("bracket.toml", &model("bracket", BRACKET, check));
    let output = lissom_in(&folder.0, &["modes", "bracket.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("11 of 11 checks"), "{}", stdout(&output));
}

/// Six rigid modes exactly, 0.2160 kg, and no grounding; the first frequency as ccx prints it.
#[test]
fn a_free_bracket_floats() {
    let folder = Folder::new("free-bracket");
    let check = "[check]\nfrequencies_hz = [9041.133]\nrtol = 6e-7\nrigid_modes = 6\ngrounding = 1e-8\n";
    folder.write("free.toml", &model("free", FREE, check));
    let output = lissom_in(&folder.0, &["modes", "free.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("3 of 3 checks"), "{text}");
    assert!(
        text.contains("mass 0.216000 kg")
            && text.contains("6 rigid modes at exactly 0 Hz: translation along x"),
        "{text}"
    );
    let checked = json(&lissom_in(&folder.0, &["check", "free.toml", "--json"]));
    assert_eq!(checked["constraints"]["missing"].as_array().unwrap().len(), 6);
    let centre = numbers(&checked["mass_properties"]["centre_m"]);
    assert!(centre.iter().zip([0.022, 0.022, 0.02]).all(|(c, exact)| (c - exact).abs() < 1e-9), "{centre:?}");
}

#[test]
fn damaged_and_missing_files_are_told_with_their_place() {
    let folder = Folder::new("damaged");
    let text = "lissom = 1\n[model]\nname = 'p'\ndim = 3\n[[fe_part]]\nname = 'p'\nformat = 'calculix'\n\
                stiffness = 'p.sti'\nmass = 'p.mas'\n";
    folder.write("p.toml", text);
    let gone = lissom_in(&folder.0, &["modes", "p.toml"]);
    assert_eq!(gone.status.code(), Some(2));
    assert!(stderr(&gone).contains("p.sti") && stderr(&gone).contains("no such file"), "{}", stderr(&gone));
    folder.write("p.sti", "1 1 4.0e+02\n1 x 2.0\n");
    folder.write("p.mas", "1 1 1.0e+00\n");
    let damaged = lissom_in(&folder.0, &["modes", "p.toml"]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(stderr(&damaged).contains("p.sti:2"), "{}", stderr(&damaged));
    // Without row names and mesh modes are found all the same.
    folder.write("p.sti", "1 1 4.0e+02\n");
    let small = json(&lissom_in(&folder.0, &["modes", "p.toml", "--json"]));
    assert!((numbers(&small["angular_frequencies"])[0] - 20.0).abs() < 1e-12);
}

#[test]
fn what_cannot_be_joined_yet_is_refused_by_name() {
    let folder = Folder::new("joined");
    folder.write("two.toml", &model("free", FREE, "[node]\nA = [0, 0, 0]\nB = [0, 0, 1]\n[[spring]]\nnodes = ['A', 'B']\nstiffness = 1.0\n[[mass]]\nnode = 'A'\nmass = 1.0\n[[mass]]\nnode = 'B'\nmass = 1.0\n"));
    let output = lissom_in(&folder.0, &["modes", "two.toml"]);
    assert_eq!(output.status.code(), Some(2), "{}{}", stdout(&output), stderr(&output));
    assert!(
        stderr(&output).contains("a frame joined to an imported part is not there yet"),
        "{}",
        stderr(&output)
    );
}

/// The static gain is 1.68954e-4 m over 83 N, as CalculiX prints it; the peak is that of the first mode with 1 %.
#[test]
fn the_stage_responds_at_its_top() {
    let folder = Folder::new("frf");
    let model = root().join("examples/stage_fe/model.toml");
    let arguments =
        ["frf", model.to_str().unwrap(), "--range", "10", "3000", "-n", "60", "--json", "--csv", "h.csv"];
    let object = json(&lissom_in(&folder.0, &arguments));
    let response = &object["responses"][0];
    assert_eq!((response["input"].as_str(), response["unit"].as_str()), (Some("F_x"), Some("m/N")));
    let gain = response["static_gain"].as_f64().unwrap();
    assert!((gain * 83.0 / 1.68954e-4 - 1.0).abs() < 3e-6, "{gain}");
    let peak = &response["peaks"][0];
    assert!((peak["frequency_hz"].as_f64().unwrap() / 618.273 - 1.0).abs() < 2e-4, "{peak}");
    assert!(object["evidence"][0]["residual"].as_f64().unwrap() < 1e-8);
    let csv = std::fs::read_to_string(folder.0.join("h.csv")).unwrap();
    assert_eq!(csv.lines().count(), 61);
    assert_eq!(numbers(&object["frequencies_hz"]).len(), 60);
    let none = lissom_in(&folder.0, &["frf", model.to_str().unwrap()]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("--range FROM TO"), "{}", stderr(&none));
    let wrong =
        lissom_in(&folder.0, &["frf", model.to_str().unwrap(), "--range", "1", "10", "--out", "y_top"]);
    assert!(stderr(&wrong).contains("no output `y_top`: there are: x_top"), "{}", stderr(&wrong));
}

/// Modal bodies answer with and without their residual compliance.
#[test]
fn modal_bodies_are_compared_with_and_without_residual() {
    let object = json(&lissom(&["frf", "examples/cart/model.toml", "--json"]));
    let models: Vec<&str> =
        object["responses"].as_array().unwrap().iter().map(|r| r["model"].as_str().unwrap()).collect();
    assert_eq!(models, ["residual", "no-residual"]);
    let first = |i: usize| numbers(&object["responses"][i]["re"])[0];
    assert!(first(0) > first(1) && first(1) > 0.0, "{} {}", first(0), first(1));
}
