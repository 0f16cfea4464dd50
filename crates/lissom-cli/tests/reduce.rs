//! Reductions of frames and parts through the door.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom, lissom_in, numbers, root, stderr, stdout};
use serde_json::Value;

/// A folder with a model of a bracket whose mesh has one node set more.
fn bracket(case: &str, part: &str, set: &str, more: &str) -> Folder {
    let data = root().canonicalize().unwrap().join("crates/lissom-import/tests/data/calculix").join(part);
    let stiffness = if part == "bracket" { "sti" } else { "sti.gz" };
    let file = |end: &str| data.join(format!("{part}.{end}")).to_str().unwrap().to_owned();
    let folder = Folder::new(case);
    let mesh = std::fs::read_to_string(data.join("bracket.inc")).unwrap();
    folder.write("mesh.inc", &format!("{mesh}\n*NSET, NSET=PORT\n{set}\n"));
    let text = format!(
        "lissom = 1\n[model]\nname = 'bracket'\ndim = 3\n[[fe_part]]\nname = 'bracket'\nformat = 'calculix'\n\
         stiffness = '{}'\nmass = '{}'\ndof = '{}'\nmesh = 'mesh.inc'\n\
         [[interface]]\npart = 'bracket'\nname = 'port'\nset = 'PORT'\nkind = 'nodes'\n{more}",
        file(stiffness),
        file("mas.gz"),
        file("dof"),
    );
    folder.write("bracket.toml", &text);
    folder
}

/// A force and an output on the port along z.
const ALONG_Z: &str = "[[force]]\nname = 'F'\nattach = 'bracket.port'\ndirection = 'z'\n\
                       [[output]]\nname = 'z'\nattach = 'bracket.port'\ndirection = 'z'\n";

fn reductions(object: &Value) -> Vec<&Value> {
    object["reductions"].as_array().unwrap().iter().collect()
}

/// Static gain 6.24590287151e-8 m/N; six modes alone give 5.83797714729e-8, 6.5 % less.
#[test]
fn six_modes_of_the_bracket_are_soft_without_their_residual() {
    let requests = "[reduce.bare]\nmethod = 'modal'\nmodes = 6\n\
                    [reduce.with]\nmethod = 'modal'\nmodes = 6\nresidual = true\n\
                    [reduce.krylov]\nmethod = 'krylov'\ninputs = ['F']\norder = 6\n";
    let folder = bracket("bracket-residual", "bracket", "63", &format!("{ALONG_Z}{requests}"));
    let output = lissom_in(&folder.0, &["reduce", "bracket.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let gain = |r: &Value, key: &str| r["comparison"]["static_gains"][0][key].as_f64().unwrap();
    assert_eq!(reductions(&object).len(), 3);
    for (found, exact) in
        reductions(&object).into_iter().zip([5.837_977_147_29e-8, 6.245_902_871_51e-8, 6.245_902_871_51e-8])
    {
        assert!((gain(found, "full") / 6.245_902_871_51e-8 - 1.0).abs() < 1e-9, "{found}");
        assert!((gain(found, "reduced") / exact - 1.0).abs() < 1e-9, "{found}");
    }
    assert_eq!(reductions(&object)[1]["size"], 7);
}

/// The example's Krylov reduction: every claim of its report.
#[test]
fn the_free_beam_is_reduced_as_its_file_asks() {
    let output = lissom(&["reduce", "examples/free_beam/model.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for part in
        ["rigid motion 3", "static deformation under input push", "inertia: error", "next: lissom reduce"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let object = &json(&lissom(&["reduce", "examples/free_beam/model.toml", "--json"]))["reductions"][0];
    assert!(object["error_estimate"].as_f64().unwrap() < 1e-6, "{object}");
    assert!(object["indicator"]["indicator"].as_f64().unwrap() < 1e-6);
    assert!(object["comparison"]["inertia_error"].as_f64().unwrap() < 1e-12);
    let gain = &object["comparison"]["static_gains"][0];
    // v(tip) − v(middle) of a beam pushed in the middle: −F L³/(128 EI).
    assert!((gain["full"].as_f64().unwrap() * 128.0 + 1.0).abs() < 1e-6, "{gain}");
    let hz = numbers(&object["frequencies_hz"]);
    assert!((hz[0] / 3.560_8 - 1.0).abs() < 1e-4, "{hz:?}");
}

#[test]
fn the_stage_is_reduced_and_kept_in_files() {
    let folder = Folder::new("stage-reduced");
    let save = folder.0.to_str().unwrap();
    let output = lissom(&["reduce", "examples/stage_fe/model.toml", "--json", "--save", save]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    for found in reductions(&object) {
        let gain = found["comparison"]["static_gains"][0]["error"].as_f64().unwrap();
        assert!(gain < 1e-8, "{found}");
        let text = std::fs::read_to_string(found["file"].as_str().unwrap()).unwrap();
        let kept: Value = serde_json::from_str(&text).unwrap();
        let size = found["size"].as_u64().unwrap() as usize;
        assert_eq!(kept["stiffness"].as_array().unwrap().len(), size);
        assert_eq!(kept["basis"][size - 1].as_array().unwrap().len(), 5397);
        assert_eq!(kept["model_sha256"], object["provenance"]["model_sha256"]);
    }
    let first = &reductions(&object)[0]["comparison"]["modes"][0];
    assert!((first["hz"].as_f64().unwrap() / 618.273 - 1.0).abs() < 1e-6, "{first}");
    assert!(first["error"].as_f64().unwrap() < 1e-3, "{first}");
}

/// The reduction of pyYeti's sample: interface of six displacements, ten fixed modes; 9083.917 Hz against 9041.133 Hz.
#[test]
fn craig_bampton_of_the_free_bracket_makes_the_error_of_the_sample() {
    // Node 9001 carries the translations of the rigid face, node 9002 its rotations.
    let request =
        "[reduce.cb]\nmethod = 'craig-bampton'\ninterfaces = ['port']\nmodes = 10\nband = [0, 12000]\n";
    let folder = bracket("free-bracket-cb", "bracketfree", "9001, 9002", request);
    let output = lissom_in(&folder.0, &["reduce", "bracket.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = &json(&output)["reductions"][0];
    assert_eq!(object["size"], 16);
    let first = &object["comparison"]["modes"][0];
    for (key, exact) in [("hz", 9041.133), ("reduced_hz", 9083.917)] {
        assert!((first[key].as_f64().unwrap() / exact - 1.0).abs() < 1e-7, "{first}");
    }
    assert!(object["comparison"]["inertia_error"].as_f64().unwrap() < 1e-7, "{object}");
}

/// The stage pushed at 200 Hz: two reductions move alike, and as a spring with its first mode would.
#[test]
fn reduced_parts_move_in_time_and_answer_over_frequency() {
    let folder = Folder::new("stage-moves");
    let example = root().canonicalize().unwrap().join("examples/stage_fe");
    let data = example.join("data").to_str().unwrap().to_owned();
    let text = std::fs::read_to_string(example.join("model.toml")).unwrap();
    let text = text.replace("\"data/", &format!("\"{data}/")).replace("damping   =", "#");
    let text = text.replace("name = \"F_x\"", "name = \"F_x\"\nvalue = \"10 N*sin(1256.637/1 s*t)\"");
    let asked = "[analysis.simulate]\nend = 0.02\npoints = 401\nrtol = 1e-4\nmodels = [\"krylov\", \"cb\"]\n\
                 [analysis.frf]\ninputs = [\"F_x\"]\noutputs = [\"x_top\"]\nrange = [10, 500]\npoints = 5\nmodels = [\"full\", \"krylov\"]\n";
    folder.write("model.toml", &format!("{text}\n{asked}"));
    let output = lissom_in(&folder.0, &["simulate", "model.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let series = |model: &str| numbers(&object["models"][model]["outputs"]["x_top"]);
    let (krylov, cb) = (series("krylov"), series("cb"));
    let largest = krylov.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    let distance = krylov.iter().zip(&cb).fold(0.0, |a: f64, (x, y)| a.max((x - y).abs()));
    assert!(distance < 0.02 * largest, "{distance} of {largest}");
    // Forced by 200 Hz and ringing at 618 Hz: at most (1 + r)/(1 − r²) times the static deflection.
    let statics = 10.0 * 2.035_59e-6;
    let r: f64 = 200.0 / 618.273;
    assert!(
        largest > 1.0 / (1.0 - r * r) * statics * 0.9 && largest < (1.0 + r) / (1.0 - r * r) * statics * 1.02
    );
    assert!(object["models"]["krylov"]["energy_error"].as_f64().unwrap() < 1e-10);
    assert!(object["warnings"].to_string().contains("small motions"), "{}", object["warnings"]);
    let responses = lissom_in(&folder.0, &["frf", "model.toml", "--json"]);
    assert_eq!(responses.status.code(), Some(0), "{}", stderr(&responses));
}

/// A push in the plane of symmetry does not move anything out of it: that is reported as rounding and needs
/// no fine steps.
const IN_PLANE: &str = "[[force]]\nname = 'F'\nattach = 'bracket.face'\ndirection = 'y'\nvalue = 'if(t < 1e-4, t/1e-4, 1)'\n\
                        [[interface]]\npart = 'bracket'\nname = 'face'\nset = '9001'\nkind = 'nodes'\n\
                        [[output]]\nname = 'along'\nattach = 'bracket.face'\ndirection = 'y'\n\
                        [[output]]\nname = 'across'\nattach = 'bracket.face'\ndirection = 'z'\n\
                        [reduce.modes]\nmethod = 'modal'\nmodes = 4\n\
                        [reduce.shapes]\nmethod = 'krylov'\ninputs = ['F']\norder = 6\n\
                        [analysis.frf]\ninputs = ['F']\noutputs = ['along', 'across']\nrange = [500, 12000]\npoints = 5\n\
                        models = ['full', 'modes', 'shapes']\n\
                        [analysis.simulate]\nend = 1e-3\npoints = 51\nbreaks = [1e-4]\nmodels = ['full', 'shapes']\n";

#[test]
fn reduced_responses_are_held_against_the_full_one() {
    let folder = bracket("in-plane", "bracketfree", "9001, 9002", IN_PLANE);
    let output = lissom_in(&folder.0, &["frf", "bracket.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.matches("rounding only").count(), 3, "{text}");
    assert_eq!(text.matches("largest difference from the full response").count(), 2, "{text}");
    let object = json(&lissom_in(&folder.0, &["frf", "bracket.toml", "--json"]));
    let off = |model: &str| {
        let all = object["responses"].as_array().unwrap();
        let own = all.iter().find(|r| r["model"] == model && r["output"] == "along").unwrap();
        own["difference_from_full"]["relative"].as_f64()
    };
    // Six Krylov vectors answer a force better than four modes, which miss its compliance.
    assert!(off("full").is_none() && off("shapes").unwrap() < 0.1 * off("modes").unwrap(), "{object}");
}

#[test]
fn a_motion_in_the_plane_of_symmetry_takes_few_steps() {
    let folder = bracket("in-plane-motion", "bracketfree", "9001, 9002", IN_PLANE);
    let object = json(&lissom_in(&folder.0, &["simulate", "bracket.toml", "--json"]));
    assert!(!object["warnings"].to_string().contains("halving the step"), "{}", object["warnings"]);
    assert!(object["relative_errors"]["shapes"].as_f64().unwrap() < 1e-2, "{}", object["relative_errors"]);
}

/// What a model does not have is not in its answer: a held structure has no rigid motions whose inertia could be compared, and without a
/// motion to follow a reduced mechanism has no estimate of its error.
#[test]
fn keys_of_what_is_not_there_are_missing() {
    let folder = Folder::new("held-reduction");
    folder.write(
        "m.toml",
        "lissom = 1\n[model]\nname = 'b'\ndim = 3\n[section.s]\ncircle = { diameter = 0.01 }\n[material.m]\nE = 7e10\nnu = 0.33\n\
         density = 2700\n[node]\na = [0, 0, 0]\nb = [1, 0, 0]\n[[beam]]\nnodes = ['a', 'b']\nsection = 's'\nmaterial = 'm'\n\
         elements = 3\n[[fix]]\nnodes = ['a']\n[[force]]\nname = 'f'\nnode = 'b'\ndirection = 'y'\n[[output]]\nname = 'o'\n\
         node = 'b'\ndirection = 'y'\n[reduce.r]\nmethod = 'guyan'\ninterfaces = ['b']\n",
    );
    let held = json(&lissom_in(&folder.0, &["reduce", "m.toml", "--json"]));
    let comparison = held["reductions"][0]["comparison"].as_object().unwrap();
    assert!(
        !comparison.contains_key("inertia_error") && comparison.contains_key("static_gains"),
        "{comparison:?}"
    );
    let nulls = comparison["modes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|mode| mode.as_object().unwrap().values().any(|v| v.is_null()));
    assert_eq!(nulls.count(), 0, "{comparison:?}");
}
