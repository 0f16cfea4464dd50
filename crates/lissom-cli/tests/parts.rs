//! Imported parts through the door: modes against the numbers CalculiX and pyYeti print.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom, lissom_in, numbers, root, stderr, stdout};

/// A model of one part of the samples; paths are those of the repository.
fn model(name: &str, files: [&str; 4], more: &str) -> String {
    let data = root().canonicalize().unwrap().join("crates/lissom-import/tests/data/calculix");
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
    assert!(stdout(&text).contains("9 of 9 checks of the model file passed"), "{}", stdout(&text));
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
fn files_taken_for_each_other_are_told() {
    let folder = Folder::new("swapped");
    let [stiffness, mass, dof, mesh] = FREE;
    folder
        .write("swapped.toml", &model("free", [mass, stiffness, dof, mesh], "[analysis.modes]\ncount = 2\n"));
    let output = lissom_in(&folder.0, &["modes", "swapped.toml"]);
    assert!(stderr(&output).contains("mass exchanged"), "{}{}", stdout(&output), stderr(&output));
}

/// The bracket held at the node of its rigid face: pyYeti's fixed-base table, rotations about that node.
#[test]
fn a_held_bracket_has_the_effective_masses_of_pyyeti() {
    let folder = Folder::new("held-bracket");
    let held = "[[interface]]\npart = 'free'\nname = 'face'\nset = '9001'\nkind = 'nodes'\n\
                [[fix]]\ninterfaces = ['free.face']\n[analysis.modes]\ncount = 10\n";
    folder.write("held.toml", &model("free", FREE, held));
    let output = lissom_in(&folder.0, &["modes", "held.toml"]);
    let text = stdout(&output);
    assert!(text.contains("rotations are about the point where it is held"), "{text}");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let lines: Vec<Vec<String>> = text.lines().map(words).collect();
    let line = |head: &str| lines.iter().find(|line| line.first().is_some_and(|word| word == head)).unwrap();
    assert_eq!(line("1")[3..9], ["14.61", "41.98", "0.00", "0.00", "0.00", "92.23"], "{text}");
    assert_eq!(line("2")[3..9], ["0.00", "0.00", "47.25", "88.03", "62.65", "0.00"], "{text}");
    assert_eq!(line("sum")[1..7], ["85.10", "89.26", "90.99", "97.46", "99.16", "99.79"], "{text}");
}

/// A supported part reports its reaction: the load with the other sign, and its moment about the held point.
#[test]
fn a_held_bracket_tells_its_reactions() {
    let folder = Folder::new("held-reactions");
    let held = "[[interface]]\npart = 'free'\nname = 'face'\nset = '9001'\nkind = 'nodes'\n\
                [[interface]]\npart = 'free'\nname = 'corner'\nset = '108'\nkind = 'nodes'\n\
                [[fix]]\ninterfaces = ['face']\n\
                [[force]]\nname = 'F'\nattach = 'free.corner'\ndirection = 'y'\n\
                [state.loaded]\nkind = 'static'\nforces = { F = 12.5 }\n";
    folder.write("held.toml", &model("free", FREE, held));
    let object = json(&lissom_in(&folder.0, &["states", "held.toml", "--json"]));
    let reactions = object["states"][0]["reactions"].as_array().unwrap();
    let values: Vec<f64> = reactions.iter().map(|reaction| reaction["value"].as_f64().unwrap()).collect();
    // The corner is at (−0.06, 0.05, 0.01) m from the held node; what holds is −F and −r × F.
    let exact = [0.0, -12.5, 0.0, 0.01 * 12.5, 0.0, 0.06 * 12.5];
    assert_eq!(values.len(), 6, "{object}");
    assert!(values.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-8), "{values:?}");
}

#[test]
fn damaged_and_missing_files_are_told_with_their_place() {
    let folder = Folder::new("damaged");
    let text = "lissom = 1\n[model]\nname = 'p'\ndim = 3\n[[fe_part]]\nname = 'p'\nformat = 'calculix'\n\
                stiffness = 'p.sti'\nmass = 'p.mas'\n";
    folder.write("p.toml", text);
    let gone = lissom_in(&folder.0, &["modes", "p.toml"]);
    assert_eq!(gone.status.code(), Some(2));
    assert!(stderr(&gone).contains("p.sti") && stderr(&gone).contains("file not found"), "{}", stderr(&gone));
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
fn a_part_that_nothing_joins_is_refused_by_name() {
    let folder = Folder::new("joined");
    folder.write("two.toml", &model("free", FREE, "[node]\nA = [0, 0, 0]\nB = [0, 0, 1]\n[[spring]]\nnodes = ['A', 'B']\nstiffness = 1.0\n[[mass]]\nnode = 'A'\nmass = 1.0\n[[mass]]\nnode = 'B'\nmass = 1.0\n"));
    let output = lissom_in(&folder.0, &["modes", "two.toml"]);
    assert_eq!(output.status.code(), Some(2), "{}{}", stdout(&output), stderr(&output));
    let said = stderr(&output);
    assert!(said.contains("nothing connects FE part \"free\" with node \"A\""), "{said}");
    assert!(said.contains("[[join]]"), "{said}");
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
    assert!(stderr(&wrong).contains("unknown output `y_top`: known are x_top"), "{}", stderr(&wrong));
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

/// The path of a sample file.
fn sample(name: &str) -> String {
    let data = root().canonicalize().unwrap().join("crates/lissom-import/tests/data");
    data.join(name).to_str().unwrap().to_owned()
}

/// Files in any order become a report and a model whose checks hold.
#[test]
fn files_are_imported_and_the_model_written_runs() {
    let folder = Folder::new("import");
    let files = ["bracket.mas.gz", "bracket.inp", "bracket.sti", "bracket_freq.dat", "bracket.dof"]
        .map(|file| sample(&format!("calculix/bracket/{file}")));
    let mut arguments = vec!["import"];
    arguments.extend(files.iter().map(String::as_str));
    let output = lissom_in(&folder.0, &[&arguments[..], &["-o", "bracket.toml"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for part in [
        "rank of the mass   210 of 285",
        "14 digits",
        "no warnings",
        "CLAMP (13)",
        "next: lissom modes bracket.toml",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let again = lissom_in(&folder.0, &[&arguments[..], &["-o", "bracket.toml"]].concat());
    assert!(again.status.code() == Some(2) && stderr(&again).contains("--force"), "{}", stderr(&again));
    let modes = lissom_in(&folder.0, &["modes", "bracket.toml"]);
    assert_eq!(modes.status.code(), Some(0), "{}{}", stdout(&modes), stderr(&modes));
    assert!(stdout(&modes).contains("11 of 11 checks"), "{}", stdout(&modes));
    let object = json(&lissom_in(&folder.0, &[&arguments[..], &["--json"]].concat()));
    assert_eq!(
        (object["part"]["rank_of_mass"].as_u64(), object["format"].as_str()),
        (Some(210), Some("calculix"))
    );
    assert_eq!(
        object["provenance"]["files_sha256"].as_object().unwrap().len(),
        6,
        "the mesh includes another file"
    );
}

/// Six digits are too few for this guidance; the audit reports it, with the remaining range.
#[test]
fn six_digits_are_warned_about() {
    let files = ["opensees/ops_guidance_K.txt", "opensees/ops_guidance_M.txt"].map(sample);
    let object = json(&lissom(&["import", &files[0], &files[1], "--json"]));
    let warnings = object["warnings"].to_string();
    assert!(warnings.contains("6 digits only") && warnings.contains("printA"), "{warnings}");
    assert_eq!(object["format"], "table");
    let alone = lissom(&["import", &files[0]]);
    assert_eq!(alone.status.code(), Some(2));
    assert!(stderr(&alone).contains("named as the mass"), "{}", stderr(&alone));
}

/// The same part from CalculiX's files and from SciPy's, and against itself without its mesh.
#[test]
fn the_same_part_in_two_formats_agrees_with_itself() {
    let folder = Folder::new("compare");
    folder.write("calculix.toml", &model("bracket", BRACKET, ""));
    let part = |stiffness: &str, mass: &str, dof: &str| {
        format!(
            "lissom = 1\n[model]\nname = 'scipy'\ndim = 3\n[[fe_part]]\nname = 'b'\nstiffness = '{stiffness}'\nmass = '{mass}'\n{dof}"
        )
    };
    let dof = format!("dof = '{}'\n", sample("scipy/bracket_dof.npz"));
    folder.write("scipy.toml", &part(&sample("scipy/bracket_K.npz"), &sample("scipy/bracket_M.npz"), &dof));
    let object = json(&lissom_in(
        &folder.0,
        &["compare", "calculix.toml", "scipy.toml", "-n", "6", "--tol", "1e-10", "--json"],
    ));
    assert_eq!(object["matched"]["by"], "name");
    assert_eq!(object["matched"]["coordinates"], 285);
    for pair in object["pairs"].as_array().unwrap() {
        assert_eq!(pair["first"], pair["second"]);
        assert!(pair["mac"].as_f64().unwrap() > 1.0 - 1e-9, "{pair}");
    }
    // Without row names on one side there is only the order.
    folder.write("bare.toml", &part(&sample("scipy/bracket_K.npz"), &sample("scipy/bracket_M.npz"), ""));
    let bare = lissom_in(&folder.0, &["compare", "calculix.toml", "bare.toml", "-n", "6", "--tol", "1e-10"]);
    assert_eq!(bare.status.code(), Some(0), "{}{}", stdout(&bare), stderr(&bare));
    assert!(stdout(&bare).contains("paired in the order"), "{}", stdout(&bare));
}

/// A clamped square tube has bending modes in pairs; a frame that was turned over has its modes in another order.
#[test]
fn modes_are_paired_by_shape_not_by_number() {
    let folder = Folder::new("paired");
    let mast = |stiff: f64, soft: f64| {
        format!(
            "lissom = 1\n[model]\nname = 'mast'\ndim = 3\n[section.s]\nEA = 1e6\nEIy = {stiff}\nEIz = {soft}\nGJ = 10\nrhoA = 1\nrhoJ = 1\n[node]\n\
             A = [0, 0, 0]\nB = [1, 0, 0]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 6\n[[fix]]\nnodes = ['A']\n"
        )
    };
    folder.write("a.toml", &mast(1.0, 2.0));
    folder.write("b.toml", &mast(2.0, 1.0));
    let object = json(&lissom_in(&folder.0, &["compare", "a.toml", "b.toml", "-n", "2", "--json"]));
    let seconds: Vec<u64> =
        object["pairs"].as_array().unwrap().iter().map(|pair| pair["second"].as_u64().unwrap()).collect();
    assert_eq!(seconds, [2, 1], "{object}");
    assert_eq!(object["matched"]["by"], "position");
    // The stiffness doubles: the frequency grows by √2.
    let grown = object["pairs"][0]["relative_difference"].as_f64().unwrap();
    assert!((grown - (2.0_f64.sqrt() - 1.0)).abs() < 1e-9, "{grown}");
}

#[test]
fn elements_are_compared_with_the_exact_continuum() {
    let frame = "examples/portal_frame/model.toml";
    let loose = lissom(&["compare", frame, "--exact", "-n", "3", "--tol", "1e-3"]);
    assert_eq!(loose.status.code(), Some(0), "{}{}", stdout(&loose), stderr(&loose));
    let strict = lissom(&["compare", frame, "--exact", "-n", "3", "--tol", "1e-9", "--json"]);
    assert_eq!(strict.status.code(), Some(1));
    let object = json(&strict);
    // Elements are too stiff, never too soft.
    assert!(
        object["pairs"].as_array().unwrap().iter().all(|p| p["relative_difference"].as_f64().unwrap() > 0.0)
    );
    let neither = lissom(&["compare", frame]);
    assert_eq!(neither.status.code(), Some(2));
}

#[test]
fn spinning_structures_have_no_response_at_rest() {
    let spinning = "examples/rotating_cantilever/model.toml";
    let output = lissom(&["frf", spinning, "--range", "1", "10", "--set", "gamma=2"]);
    assert_eq!(output.status.code(), Some(2), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains("rotating at"), "{}", stderr(&output));
}

/// What does not fit is refused before it is begun, with the number and a way out.
#[test]
fn memory_is_asked_for_before_it_is_taken() {
    for verb in ["modes", "frf"] {
        let stage = "examples/stage_fe/model.toml";
        let mut arguments = vec![verb, stage, "--memory", "0.001"];
        if verb == "frf" {
            arguments.extend(["--range", "10", "1000"]);
        }
        let output = lissom(&arguments);
        assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
        let said = stderr(&output);
        assert!(
            said.contains("factoring 5397 rows would need about 0.0") && said.contains("--memory"),
            "{said}"
        );
    }
    let reduced = lissom(&["reduce", "examples/stage_fe/model.toml", "--name", "cb", "--memory", "0.001"]);
    let said = stderr(&reduced);
    assert!(said.contains("factoring 5391 rows") && said.contains("reduce by krylov"), "{said}");
    let verbose = lissom(&["-v", "modes", "examples/stage_fe/model.toml", "--memory", "2GB"]);
    assert_eq!(verbose.status.code(), Some(0), "{}", stderr(&verbose));
    assert!(stderr(&verbose).contains("factoring 5397 rows takes 0.00"), "{}", stderr(&verbose));
    assert!(
        stderr(&verbose).contains(" GB of memory, 2.00 GB may be used (--memory)"),
        "{}",
        stderr(&verbose)
    );
}

/// Two brackets on a bar: SciPy's frequencies, and the supplier's file as the supplier would write it now.
#[test]
fn a_reduced_bracket_and_a_full_one_hang_on_a_bar() {
    let model = "examples/bracket_bar/model.toml";
    let text = lissom(&["modes", model]);
    assert_eq!(text.status.code(), Some(0), "{}{}", stdout(&text), stderr(&text));
    assert!(stdout(&text).contains("9 of 9 checks of the model file passed"), "{}", stdout(&text));
    let checked = stdout(&lissom(&["check", model]));
    assert!(checked.contains("mass 1.33632 kg") && !checked.contains("not there yet"), "{checked}");
    let folder = Folder::new("supplier");
    let made =
        lissom(&["reduce", "examples/bracket_bar/supplier.toml", "--save", folder.0.to_str().unwrap()]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let example = root().canonicalize().unwrap().join("examples/bracket_bar");
    let data = example.join("data").to_str().unwrap().to_owned();
    let own = std::fs::read_to_string(example.join("model.toml")).unwrap();
    let own = own.replace("data/bracket.reduced.json", "bracket.reduced.json");
    folder.write("model.toml", &own.replace("\"data/", &format!("\"{data}/")));
    let [kept, again] = [
        json(&lissom(&["modes", model, "--json"])),
        json(&lissom_in(&folder.0, &["modes", "model.toml", "--json"])),
    ]
    .map(|object| numbers(&object["frequencies_hz"]));
    assert_eq!((kept.len(), again.len()), (8, 8));
    assert!(kept.iter().zip(&again).all(|(a, b)| (a / b - 1.0).abs() < 1e-9), "{kept:?} {again:?}");
}

/// States of a joined structure: half of the work of the push is stored, and in rotation the bracket that was bought as a
/// reduced model does as the one that was not, although its rows have no places.
#[test]
fn joined_parts_stand_and_turn() {
    let example = root().canonicalize().unwrap().join("examples/bracket_bar");
    let data = example.join("data").to_str().unwrap().to_owned();
    let text = std::fs::read_to_string(example.join("model.toml")).unwrap();
    let text = text.replace("\"data/", &format!("\"{data}/")).replace("gravity", "# gravity");
    let folder = Folder::new("joined-states");
    let spun =
        "[state.spun]\nkind = 'rotation'\nspeed = 60.0\naxis = [0, 1, 0]\npoint = [0.01, 0.06, 0.32]\n";
    folder.write("model.toml", &format!("{text}\n{spun}"));
    let object = json(&lissom_in(&folder.0, &["states", "model.toml", "--json"]));
    let states = object["states"].as_array().unwrap();
    let loaded = states.iter().find(|state| state["name"] == "loaded").unwrap();
    let (tip, energy) = (&loaded["outputs"]["own_tip"], &loaded["elastic_energy_J"]);
    assert!((tip.as_f64().unwrap() / (50.0 * 6.553_640_37e-5) - 1.0).abs() < 1e-7, "{loaded}");
    assert!((energy.as_f64().unwrap() / (25.0 * tip.as_f64().unwrap()) - 1.0).abs() < 1e-8, "{loaded}");
    let spun = states.iter().find(|state| state["name"] == "spun").unwrap();
    // The bar is symmetric about the axis: both brackets move alike, to what ten modes of one of them leave out.
    let [own, bought] = ["own_tip", "bought_tip"].map(|tip| spun["outputs"][tip].as_f64().unwrap());
    assert!((own / bought - 1.0).abs() < 1e-6, "{spun}");
    assert!(object["warnings"].to_string().contains("elements of own, bought are unknown"), "{object}");
    // Responses, full and reduced, begin at the static deflections; the far bracket only tilts with the mount: the push
    // at 0.3 m turns 2000 N m/rad, which the other side feels at 0.3 m.
    let object = json(&lissom_in(&folder.0, &["frf", "model.toml", "--json", "--range", "0.01", "0.02"]));
    let responses = object["responses"].as_array().unwrap();
    assert_eq!(responses.len(), 4, "two models, two outputs");
    for response in responses {
        let output = response["output"].as_str().unwrap();
        let wanted = loaded["outputs"][output].as_f64().unwrap() / 50.0;
        let first = numbers(&response["re"])[0];
        assert!((first / wanted - 1.0).abs() < 1e-6, "{output}: {first} {wanted}");
        assert!(output == "own_tip" || (first / (-0.3 * 0.3 / 2000.0) - 1.0).abs() < 1e-6, "{first}");
    }
    let compared = json(&lissom_in(&folder.0, &["compare", "model.toml", "--reduced", "krylov", "--json"]));
    let pairs = compared["pairs"].as_array().unwrap();
    assert!(pairs.len() >= 6, "{compared}");
}

/// Sixteen frequencies are printed beside a part: the model file that `import` writes asks for as many, and its check holds.
#[test]
fn what_import_writes_holds_its_own_check() {
    let folder = Folder::new("import-check");
    let data = root().canonicalize().unwrap().join("crates/lissom-import/tests/data/calculix");
    let names = BRACKET.map(|name| data.join(name).to_str().unwrap().to_owned());
    folder.write("m.toml", &model("bracket", BRACKET, ""));
    let found = json(&lissom_in(&folder.0, &["modes", "m.toml", "-n", "16", "--json"]));
    let hertz = numbers(&found["frequencies_hz"]);
    assert_eq!(hertz.len(), 16);
    let mut printed = "\n     E I G E N V A L U E   O U T P U T\n\n MODE NO    EIGENVALUE                       FREQUENCY   \n\
                       \x20                                    REAL PART            IMAGINARY PART\n\
                       \x20                          (RAD/TIME)      (CYCLES/TIME     (RAD/TIME)\n\n".to_owned();
    for (i, f) in hertz.iter().enumerate() {
        let omega = std::f64::consts::TAU * f;
        let number = |x: f64| {
            let exponent = x.log10().floor() as i32 + 1;
            format!("{:.7}E{exponent:+03}", x / 10f64.powi(exponent))
        };
        printed += &format!(
            "{:7}   {}   {}   {}   0.0000000E+00\n",
            i + 1,
            number(omega * omega),
            number(omega),
            number(*f)
        );
    }
    printed += "\n";
    folder.write("bracket.dat", &printed);
    let mut arguments = vec!["import"];
    arguments.extend(names.iter().map(String::as_str));
    arguments.extend(["bracket.dat", "-o", "out.toml"]);
    let import = lissom_in(&folder.0, &arguments);
    assert_eq!(import.status.code(), Some(0), "{}", stderr(&import));
    let text = std::fs::read_to_string(folder.0.join("out.toml")).unwrap();
    assert!(text.contains("count = 16"), "{text}");
    let check = lissom_in(&folder.0, &["modes", "out.toml"]);
    assert_eq!(check.status.code(), Some(0), "{}{}", stdout(&check), stderr(&check));
}

/// A mass of zero is documented, and is nothing: the frequencies are those without it.
#[test]
fn a_mass_of_zero_is_nothing() {
    let folder = Folder::new("no-mass");
    let frame = "lissom = 1\n[model]\nname = 'f'\n[material.s]\nE = 2.1e11\ndensity = 7800\n[section.s]\nA = 1e-4\nI = 1e-9\n\
                 [node]\nA = [0, 0]\nB = [1, 0]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nmaterial = 's'\nelements = 4\n\
                 [[fix]]\nnodes = ['A']\n";
    folder.write("a.toml", frame);
    folder.write("b.toml", &format!("{frame}[[mass]]\nnode = 'B'\nmass = 0\n"));
    let [a, b] = ["a.toml", "b.toml"]
        .map(|name| numbers(&json(&lissom_in(&folder.0, &["modes", name, "--json"]))["frequencies_hz"]));
    assert_eq!(a, b);
}

/// A node of solid elements does not rotate: a force at another point would act at the node, without its moment.
#[test]
fn a_point_beside_a_node_without_rotations_is_refused_at_its_line() {
    let folder = Folder::new("beside-node");
    let port = "[[interface]]\npart = 'free'\nname = 'corner'\nset = '108'\nkind = 'nodes'\nat = [1.0, 2.0, 3.0]\n\
                [[force]]\nname = 'F'\nattach = 'free.corner'\ndirection = 'y'\n\
                [[output]]\nname = 'y'\nattach = 'free.corner'\ndirection = 'y'\n";
    let text = model("free", FREE, port);
    let line = 1 + text.lines().position(|line| line.starts_with("[[interface]]")).unwrap();
    folder.write("m.toml", &text);
    for arguments in
        [&["check", "m.toml"][..], &["modes", "m.toml"], &["frf", "m.toml", "--range", "10", "100"]]
    {
        let verb = arguments[0];
        let output = lissom_in(&folder.0, arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{verb}: {}{said}", stdout(&output));
        for part in ["L0503", "m.toml:", "^", "interface corner", "remove `at`", "kind = \"mean\""] {
            assert!(said.contains(part), "{verb}: no {part} in\n{said}");
        }
        let object = json(&lissom_in(&folder.0, &[arguments, &["--json"]].concat()));
        let diagnostic = &object["diagnostics"][0];
        assert_eq!(diagnostic["code"], "L0503", "{object:#}");
        assert!(diagnostic["line"].as_u64().unwrap() >= line as u64, "{object:#}");
    }
}
