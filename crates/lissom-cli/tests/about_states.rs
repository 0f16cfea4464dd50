//! Linear reductions, responses and comparisons about a state of a mechanism or a stressed frame.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::program;

use program::{Folder, json, lissom_in, numbers, root, stderr, stdout};
use serde_json::Value;
use std::f64::consts::{PI, TAU};

/// The straight guidance with one reduction of each method about a state.
fn guidance(case: &str) -> Folder {
    let text = std::fs::read_to_string(root().join("examples/guidance/model.toml")).unwrap();
    let text = text
        .replace("[[force]]\nnode", "[[force]]\nname = \"F\"\nnode")
        .replace("points = 21", "points = 11");
    let text = text.replace("range = [-0.0833, 0.0833]", "range = [0, 0.05]");
    let kept = ["krylov", "modal", "craig-bampton", "guyan", "rubin", "macneal"].map(|method| {
        let how = match method {
            "krylov" => "inputs = [\"F\"]\norder = 4",
            "modal" => "modes = 3",
            "guyan" => "interfaces = [\"A1\"]",
            _ => "interfaces = [\"A1\"]\nmodes = 3",
        };
        format!("[reduce.{method}]\nmethod = \"{method}\"\n{how}\nband = [0, 20]\nstroke = 0.05\n")
    });
    let folder = Folder::new(case);
    let saved = "[reduce.saved]\nfile = \"krylov.reduced.json\"\n";
    folder.write("g.toml", &format!("{text}\n{}{saved}", kept.concat()));
    folder
}

fn run(folder: &Folder, arguments: &[&str]) -> Value {
    let output = lissom_in(&folder.0, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    json(&output)
}

/// Every method meets the first frequency and the stiffness that `states` finds at the end of the stroke, by other code.
#[test]
fn every_method_reduces_a_mechanism_at_a_state() {
    let folder = guidance("mechanism-at-state");
    let states = run(&folder, &["states", "g.toml", "--json"]);
    let last = states["states"].as_array().unwrap().last().unwrap();
    assert!((last["value"].as_f64().unwrap() - 0.05).abs() < 1e-12);
    let first = last["frequencies_hz"][0].as_f64().unwrap();
    assert!((first - 5.527_04).abs() < 1e-5, "{first}");
    let stiffness = last["stiffness"]["A1 x"].as_f64().unwrap();
    for (method, size, frequency_error) in [
        ("krylov", 4, 1e-10),
        ("modal", 3, 1e-10),
        ("craig-bampton", 6, 1e-6),
        ("guyan", 3, 1e-4),
        ("rubin", 6, 1e-10),
        ("macneal", 6, 1e-10),
    ] {
        let found = &run(&folder, &["reduce", "g.toml", "--name", method, "--json"])["reductions"][0];
        assert_eq!((&found["method"], &found["size"]), (&method.into(), &size.into()), "{found}");
        let mode = &found["comparison"]["modes"][0];
        assert!((mode["hz"].as_f64().unwrap() / first - 1.0).abs() < 1e-9, "{method}: {mode}");
        assert!(mode["error"].as_f64().unwrap() < frequency_error, "{method}: {mode}");
        let gain = &found["comparison"]["static_gains"][0];
        assert!((gain["full"].as_f64().unwrap() * stiffness - 1.0).abs() < 1e-9, "{method}: {gain}");
        let promised = if method == "modal" { 1e-3 } else { 1e-10 };
        assert!(gain["error"].as_f64().unwrap() < promised, "{method}: {gain}");
        assert!(found["notes"].to_string().contains("x_stage = 0.05 m"), "{}", found["notes"]);
    }
    // The flag decides before the file: at rest the first frequency is another.
    let rest =
        &run(&folder, &["reduce", "g.toml", "--name", "krylov", "--at", "rest", "--json"])["reductions"][0];
    let hz = rest["comparison"]["modes"][0]["hz"].as_f64().unwrap();
    assert!((hz - 33.518_28 / TAU).abs() < 1e-5, "{hz}");
}

/// What was saved answers as what was made, without the full structure; elsewhere it is refused.
#[test]
fn a_saved_reduction_is_used_again() {
    let folder = guidance("saved-structure");
    let early = lissom_in(&folder.0, &["frf", "g.toml", "--model", "saved", "--range", "1", "20"]);
    assert!(stderr(&early).contains("krylov.reduced.json"), "{}", stderr(&early));
    let made =
        &run(&folder, &["reduce", "g.toml", "--name", "krylov", "--save", ".", "--json"])["reductions"][0];
    let again = &run(&folder, &["reduce", "g.toml", "--name", "saved", "--json"])["reductions"][0];
    for key in ["method", "size", "frequencies_hz", "columns"] {
        assert_eq!(again[key], made[key], "{key}");
    }
    assert_eq!(again["comparison"]["static_gains"], made["comparison"]["static_gains"]);
    let ask = ["frf", "g.toml", "--model", "krylov", "--model", "saved", "--range", "1", "20", "--json"];
    let responses = run(&folder, &ask);
    let [first, second] = [0, 1].map(|i| responses["responses"][i].clone());
    assert_eq!((&first["re"], &first["im"]), (&second["re"], &second["im"]));
    let moves = run(&folder, &["simulate", "g.toml", "--model", "krylov", "--model", "saved", "--json"]);
    assert_eq!(moves["models"]["krylov"]["outputs"], moves["models"]["saved"]["outputs"]);
    let elsewhere = lissom_in(&folder.0, &["reduce", "g.toml", "--name", "saved", "--at", "rest"]);
    assert_eq!(elsewhere.status.code(), Some(2), "{}", stdout(&elsewhere));
    let text = std::fs::read_to_string(folder.0.join("g.toml")).unwrap();
    folder.write("g.toml", &text.replace("Fmax = 100.0", "Fmax = 90.0"));
    let other = lissom_in(&folder.0, &["frf", "g.toml", "--model", "saved", "--range", "1", "20"]);
    assert!(stderr(&other).contains("made for another model"), "{}", stderr(&other));
    folder.write("krylov.reduced.json", "{\"lissom_reduced_structure\": 2, \"model_sha256\":");
    let broken = lissom_in(&folder.0, &["frf", "g.toml", "--model", "saved", "--range", "1", "20"]);
    assert_eq!(broken.status.code(), Some(1), "{}", stderr(&broken));
}

/// Modes of a reduction beside those of the full structure, with their shapes.
#[test]
fn a_reduction_is_compared_with_its_structure_mode_by_mode() {
    let folder = guidance("compare-reduced");
    let found = run(&folder, &["compare", "g.toml", "--reduced", "rubin", "-n", "4", "--json"]);
    let pairs = found["pairs"].as_array().unwrap();
    for pair in &pairs[..3] {
        assert!(pair["mac"].as_f64().unwrap() > 1.0 - 1e-9, "{pair}");
        assert!(pair["relative_difference"].as_f64().unwrap().abs() < 1e-9, "{pair}");
    }
    // A basis of large motion is linearised where the machine rests; its slow modes are those of the full machine.
    let moving = run(&folder, &["compare", "g.toml", "--reduced", "svd5", "-n", "4", "--json"]);
    for pair in &moving["pairs"].as_array().unwrap()[..2] {
        assert!(pair["mac"].as_f64().unwrap() > 0.99, "{pair}");
        assert!(pair["relative_difference"].as_f64().unwrap().abs() < 0.01, "{pair}");
    }
}

/// A pinned column under axial load P: ω₁² = π⁴ (1 − P/π²) for EI = ρA = L = 1, in reductions as in modes; beyond π² it
/// has buckled, and nothing linear is said about it.
#[test]
fn stress_is_in_the_reduction_of_a_frame() {
    let folder = Folder::new("column-reduced");
    let column = "lissom = 1\n[model]\nname = 'column'\n[section.s]\nEA = 1e7\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nM = [0.5, 0]\nB = [1, 0]\n\
        [[beam]]\nnodes = ['A', 'M']\nsection = 's'\nelements = 8\n[[beam]]\nnodes = ['M', 'B']\nsection = 's'\nelements = 8\n\
        [[fix]]\nnodes = ['A']\ndirections = ['x', 'y']\n[[fix]]\nnodes = ['B']\ndirections = ['y']\n\
        [[force]]\nname = 'P'\nnode = 'B'\ndirection = 'x'\n[[force]]\nname = 'push'\nnode = 'M'\ndirection = 'y'\n\
        [[output]]\nname = 'sag'\nnode = 'M'\ndirection = 'y'\n\
        [state.pressed]\nkind = 'static'\nforces = { P = -5.0 }\n[state.crushed]\nkind = 'static'\nbranch = 'path'\nforces = { P = -12.0 }\n\
        [reduce.k]\nmethod = 'krylov'\ninputs = ['push']\norder = 3\nat = 'pressed'\n\
        [analysis.frf]\ninputs = ['push']\noutputs = ['sag']\nrange = [0.1, 1]\npoints = 2\nmodels = ['full', 'k']\nat = 'pressed'\n";
    folder.write("c.toml", column);
    let found = &run(&folder, &["reduce", "c.toml", "--json"])["reductions"][0];
    let omega = TAU * found["frequencies_hz"][0].as_f64().unwrap();
    let exact = PI.powi(4) * (1.0 - 5.0 / PI.powi(2));
    assert!((omega * omega / exact - 1.0).abs() < 2e-4, "{} against {exact}", omega * omega);
    let responses = run(&folder, &["frf", "c.toml", "--json"]);
    let [full, small] = [0, 1].map(|i| numbers(&responses["responses"][i]["re"]));
    // Sag of a pinned column under a push at its middle and a load P = u²: (tan(u/2) − u/2)/(2u³).
    let u = 5.0f64.sqrt();
    let sag = ((0.5 * u).tan() - 0.5 * u) / (2.0 * u.powi(3));
    let statics = responses["responses"][0]["static_gain"].as_f64().unwrap();
    assert!((statics / sag - 1.0).abs() < 1e-4, "{statics} against {sag}");
    assert!((full[1] / small[1] - 1.0).abs() < 1e-8, "{full:?} {small:?}");
    let crushed = lissom_in(&folder.0, &["reduce", "c.toml", "--at", "crushed"]);
    assert_eq!(crushed.status.code(), Some(1));
    assert!(stderr(&crushed).contains("unstable"), "{}", stderr(&crushed));
}

/// A cantilever under a force at its tip that turns with it [Beck's column]: no static buckling, flutter beyond
/// 20.05 EI/L². Questions that could only answer for a dead force are refused.
#[test]
fn forces_that_follow_the_motion_flutter_and_do_not_buckle() {
    let folder = Folder::new("beck");
    folder.write(
        "beck.toml",
        "lissom = 1\n[model]\nname = 'column'\n[params]\nP = 20.0\n[section.s]\nEA = 1e8\nEI = 1.0\nrhoA = 1.0\n\
         [node]\nO = [0, 0]\nT = [1, 0]\n[[beam]]\nname = 'B'\nnodes = ['O', 'T']\nsection = 's'\nelements = 10\n\
         flexible = ['bending']\n[[fix]]\nnodes = ['O']\n[[force]]\nname = 'P'\nnode = 'T'\ndirection = '-x'\n\
         value = 'P'\nfollower = true\n[[output]]\nname = 'y'\nnode = 'T'\ndirection = 'y'\n[state.loaded]\n\
         kind = 'static'\n[analysis.states]\ndrive = 'y'\nrange = [-0.01, 0.01]\npoints = 3\n",
    );
    let poles = |load: &str| run(&folder, &["modes", "beck.toml", "--at", "rest", "--json", "--set", load]);
    let calm = poles("P=20");
    assert_eq!((calm["fluttering"].as_u64(), calm["diverging"].as_u64()), (Some(0), Some(0)), "{calm}");
    assert_eq!(calm["circulatory"], true);
    let flutter = poles("P=20.1");
    assert_eq!(
        (flutter["fluttering"].as_u64(), flutter["diverging"].as_u64()),
        (Some(1), Some(0)),
        "{flutter}"
    );
    assert!(flutter["warnings"][0].as_str().unwrap().contains("flutter"));
    // A pole that grows and one that decays are of one size: their order, and with it the verdict of other meshes, was left to rounding.
    for load in ["P=20.5", "P=21", "P=22"] {
        let decided = poles(load);
        assert_eq!(decided["fluttering"], 1, "{decided}");
        assert!(!decided["warnings"].to_string().contains("mesh"), "{decided}");
    }
    // Without load the frequencies are those of the cantilever, 3.5160 and 22.034 rad/s.
    let free = poles("P=0");
    let hz = numbers(&free["frequencies_hz"]);
    assert!((hz[0] * TAU / 3.516_015 - 1.0).abs() < 1e-4, "{hz:?}");
    let row = run(&folder, &["states", "beck.toml", "--json", "--set", "P=10"]);
    assert!(!row.to_string().contains("buckled"), "{row}");
    let refused = lissom_in(&folder.0, &["modes", "beck.toml", "--at", "loaded"]);
    assert!(stderr(&refused).contains("--at rest"), "{}", stderr(&refused));
}

/// Columns a thousandth below and above the critical load of the continuum, with supports of all kinds: few elements are too stiff by
/// up to a fifth. A verdict is that of the continuum, or undecided with the number of elements that decides.
#[test]
fn verdicts_about_columns_do_not_depend_on_the_mesh() {
    let held = "[[fix]]\nnodes = [\"O\"]\n";
    let pinned = "[[hinge]]\nname = \"h\"\nat = \"O\"\nbetween = [\"ground\", \"b\"]\n";
    let tip = |directions: &str| format!("[[fix]]\nnodes = [\"T\"]\ndirections = [{directions}]\n");
    let supports = [
        (held.to_owned(), PI * PI / 4.0),
        (pinned.to_owned() + &tip("\"y\""), PI * PI),
        (held.to_owned() + &tip("\"y\""), 20.190_728_556_426_63),
        (held.to_owned() + &tip("\"y\", \"phi\""), 4.0 * PI * PI),
        (held.to_owned() + &tip("\"phi\""), PI * PI),
    ];
    let folder = Folder::new("columns");
    for (k, (support, critical)) in supports.iter().enumerate() {
        for elements in [1, 2, 3, 4, 8, 20] {
            // A single inextensible element between clamps cannot move at all.
            if k == 3 && elements == 1 {
                continue;
            }
            for (share, word) in [(0.999, "stable"), (1.001, "unstable in 1 direction")] {
                folder.write("c.toml", &column(elements, support, share * critical));
                let found = run(&folder, &["modes", "c.toml", "--at", "path", "--json"]);
                let place = format!("{k} {elements} {share}: {} {}", found["stability"], found["warnings"]);
                if found["stability"] == word {
                    assert!(found["certified"] == true && found["mesh"]["decided"] == true, "{place}");
                    continue;
                }
                assert!(elements < 20, "{place}");
                assert_eq!(found["stability"], "undecided by this mesh", "{place}");
                assert!(found["certified"] == false && found["mesh"]["decided"] == false, "{place}");
                let remedy = found["warnings"].to_string();
                assert!(
                    remedy.contains("write elements = ") && remedy.contains(&format!("({word})")),
                    "{place}"
                );
            }
            // Far from the critical load every mesh decides.
            for (share, word) in [(0.5, "stable"), (1.6, "unstable in 1 direction")] {
                folder.write("c.toml", &column(elements, support, share * critical));
                let found = run(&folder, &["modes", "c.toml", "--at", "path", "--json"]);
                let place = format!("{k} {elements} {share}: {} {}", found["stability"], found["warnings"]);
                let decided = found["stability"] == word && found["certified"] == true;
                assert!(decided || elements < 3 && found["certified"] == false, "{place}");
            }
        }
    }
}

fn column(elements: usize, support: &str, load: f64) -> String {
    format!(
        r#"lissom = 1
[model]
name = "column"
dim = 2
[section.s]
EA = 1e7
EI = 1.0
rhoA = 1.0
[node]
O = [0, 0]
T = [1, 0]
[[beam]]
name = "b"
nodes = ["O", "T"]
section = "s"
elements = {elements}
flexible = ["bending"]
{support}[[force]]
node = "T"
direction = "-x"
value = "{load:?}"
"#
    )
}

/// Poles are certified only where linear equations describe small motions: not at the kink or jump of a law, nor where a coefficient
/// depends on time, however stable the state is.
#[test]
fn poles_of_laws_that_bend_or_depend_on_time_are_estimates() {
    for (law, doubt) in [
        ("200*elongation + 50*elongation^3", None),
        ("200*elongation + 1e12*elongation^3", None),
        ("200*elongation + 5*rate*abs(rate)", None),
        ("if(elongation > 1e-3, 900*elongation - 0.7, 200*elongation)", None),
        ("if(elongation > 0, 200*elongation, 100*elongation)", Some("(spring s switches there)")),
        ("200*elongation + 30*abs(elongation)", Some("(spring s switches there)")),
        ("200*elongation + 5*sign(elongation)", Some("(spring s switches there)")),
        ("200*elongation*(1 + 0.2*sin(3*t))", Some("with time")),
        ("if(t < 0.1, 200, 300)*elongation", Some("with time")),
    ] {
        let folder = Folder::new("laws-beside-a-state");
        folder.write(
            "m.toml",
            &format!(
                "lissom = 1\n[model]\nname = 'm'\n[node]\nO = [0, 0]\nM = [1, 0]\n[[fix]]\nnodes = ['O']\n[[fix]]\nnodes = ['M']\n\
                 directions = ['y']\n[[mass]]\nnode = 'M'\nmass = 2\n[[spring]]\nname = 's'\nnodes = ['O', 'M']\nforce = '{law}'\n"
            ),
        );
        let found = run(&folder, &["modes", "m.toml", "--at", "rest", "--json"]);
        assert_eq!(found["certified"], doubt.is_none(), "{law}: {found}");
        if let Some(doubt) = doubt {
            assert!(found["why"].to_string().contains(doubt), "{law}: {found}");
        }
        // About the reference configuration, from the laws alone.
        let asked = lissom_in(&folder.0, &["modes", "m.toml", "--json"]);
        assert_eq!(asked.status.code(), Some(i32::from(doubt.is_some())), "{law}");
        let found = json(&asked);
        assert_eq!(found["certified"], doubt.is_none(), "{law}: {found}");
        let named = found["why"].to_string().contains("spring s");
        assert_eq!(named, doubt.is_some(), "{law}: {found}");
    }
}
