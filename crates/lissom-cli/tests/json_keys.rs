//! The keys of every JSON answer are those of `docs/json.md`: no more, and no fewer.
#![allow(clippy::unwrap_used)]

mod program;

use program::{Folder, lissom_in, root, stderr};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Questions whose answers have every key there is. `EX` is the folder of the examples.
const RUNS: &[&str] = &[
    "check EX/portal_frame/model.toml",
    "check EX/guidance/model.toml",
    "check wrong.toml",
    "modes EX/portal_frame/model.toml --shapes",
    "modes EX/portal_frame/model.toml --exact",
    "modes EX/cart/model.toml",
    "modes EX/guidance/model.toml --at rest",
    "modes EX/surrogate1/model.toml --exact",
    "modes damped.toml --exact",
    "states EX/guidance/model.toml -n 3",
    "states EX/free_beam/model.toml --shapes",
    "states change.toml",
    "simulate EX/guidance/model.toml --points 5 --end 0.05",
    "frf EX/cart/model.toml",
    "frf EX/bracket_bar/model.toml -n 3",
    "frf change.toml",
    "reduce EX/free_beam/model.toml",
    "reduce EX/guidance/model.toml --name modal3",
    "bond EX/cart/model.toml",
    "bond EX/dc_motor_bond/model.toml",
    "bond EX/fixed_beam_ports/model.toml",
    "compare EX/portal_frame/model.toml --exact",
    "compare EX/portal_frame/model.toml EX/portal_frame/model.toml",
    "cycle EX/four_bar/model.toml",
    "campbell EX/rotating_cantilever/model.toml",
    "derive EX/surrogate1/model.toml --trace",
    "derive damped.toml",
    "import k_K.mtx m_M.mtx rows.dof mesh.inp",
    "report EX/portal_frame/model.toml --only modes -o r.html",
    "report gap.toml -o r.html",
    "plot EX/portal_frame/model.toml",
    "plot EX/portal_frame/model.toml --what model -o p.svg",
    "self-test",
];

/// Objects whose keys are names of the model.
const NAMED: &[&str] = &[
    "modes models",
    "modes sweep.parameters",
    "states stiffness_units",
    "states states[].stiffness",
    "states states[].stiffness_drive_held",
    "states states[].stress_max",
    "states states[].outputs",
    "states states[].change.outputs",
    "states states[].units",
    "states states[].rigid_velocity",
    "states states[].rigid_acceleration",
    "simulate models",
    "simulate models.NAME.outputs",
    "simulate models.NAME.units",
    "simulate relative_errors",
    "cycle rigid",
    "cycle deviation",
    "cycle units",
    "import provenance.files_sha256",
];

const MATRIX: &str = "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 4\n2 2 9\n3 3 16\n";

const DAMPED: &str = "lissom = 1\n[model]\nname = 'damped'\n[system]\ncoordinates = []\n[[continuum]]\nname = 'c'\nkind = 'bernoulli-euler'\n\
    length = 1\nfields = ['w']\nEI = 1\nrhoA = 1\nviscous = 0.1\nposition = ['w']\nends = { a = { displacement = '0', slope = '0' } }\n";

const CHANGE: &str = "lissom = 1\n[model]\nname = 'change'\n[section.s]\nEI = 1.0\nEA = 1e4\nrhoA = 1.0\n[node]\na = [0, 0]\nb = [1, 0]\n\
    [[beam]]\nname = 'bar'\nnodes = ['a', 'b']\nsection = 's'\nelements = 2\nkelvin_voigt = 1e-4\n[[fix]]\nnodes = ['a']\n\
    [[force]]\nname = 'f'\nnode = 'b'\ndirection = 'y'\nvalue = 'sin(t)'\n[[output]]\nname = 'o'\nnode = 'b'\ndirection = 'y'\n\
    [state.slow]\nkind = 'change'\nend = 3.0\npoints = 5\n[state.held]\nkind = 'static'\n[reduce.m]\nmethod = 'krylov'\ninputs = ['f']\norder = 2\n\
    [analysis.frf]\ninputs = ['f']\noutputs = ['o']\nrange = [0.1, 10]\npoints = 5\nmodels = ['full', 'm']\n";

fn gather(verb: &str, value: &Value, at: &str, found: &mut BTreeSet<String>) {
    let named = NAMED.contains(&format!("{verb} {at}").as_str());
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let key = if named { "NAME" } else { key.as_str() };
                let place = if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
                if !named {
                    found.insert(place.clone());
                }
                gather(verb, inner, &place, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| gather(verb, inner, &format!("{at}[]"), found)),
        _ => {}
    }
}

/// Keys of all answers, by verb.
fn answered() -> BTreeMap<String, BTreeSet<String>> {
    let folder = Folder::new("json-keys");
    folder.write("wrong.toml", "lissom = 1\n[model]\nname = 3\n");
    folder.write("damped.toml", DAMPED);
    folder.write("change.toml", CHANGE);
    // A reduction of large motions has no frequency response: a question without an answer.
    folder.write("gap.toml", &CHANGE.replace("'krylov'\ninputs = ['f']\norder", "'modal'\nmodes"));
    folder.write("k_K.mtx", MATRIX);
    folder.write("m_M.mtx", MATRIX);
    folder.write("rows.dof", "1.1\n1.2\n1.3\n");
    folder.write("mesh.inp", "*NODE\n1, 0, 0, 0\n*NSET, NSET=A\n1\n");
    let examples = root().canonicalize().unwrap().join("examples").to_str().unwrap().to_owned();
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for run in RUNS {
        let words: Vec<String> = run.split(' ').map(|word| word.replace("EX", &examples)).collect();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.push("--json");
        let output = lissom_in(&folder.0, &words);
        let answer: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{run}: {}", stderr(&output)));
        assert!(answer.get("error").is_none(), "{run}: {answer}");
        gather(words[0], &answer, "", all.entry(words[0].to_owned()).or_default());
    }
    all
}

/// Keys of the page, by verb; those of `every answer` belong to all.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string(root().join("docs/json.md")).unwrap();
    let (mut all, mut section): (BTreeMap<String, BTreeSet<String>>, _) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.trim_matches('`').trim_start_matches("lissom ").to_owned();
        }
        if let Some((key, _)) = line.strip_prefix("| `").and_then(|rest| rest.split_once("` |")) {
            assert!(all.entry(section.clone()).or_default().insert(key.to_owned()), "{section}: {key} twice");
        }
    }
    all
}

/// Whether an answer would show a key: one inside an object or a list that no answer has cannot be judged.
fn is_to_be_seen(key: &str, keys: &BTreeSet<String>) -> bool {
    let Some((parent, _)) = key.rsplit_once('.') else { return true };
    let inside = format!("{parent}.");
    keys.iter().any(|other| other.starts_with(&inside))
}

/// Whether a key belongs to a verdict, which is the same wherever it stands.
fn is_of_a_verdict(key: &str, verdict: &BTreeSet<String>) -> bool {
    let ends = |own: &String| key == own || key.ends_with(&format!(".{own}"));
    verdict.iter().any(ends)
}

#[test]
fn every_key_is_documented_and_every_documented_key_is_there() {
    let (found, page) = (answered(), documented());
    let (every, verdict) = (&page["Every answer"], &page["Verdicts"]);
    let mut wrong = Vec::new();
    for (verb, keys) in &found {
        let empty = BTreeSet::new();
        let own = page.get(verb).unwrap_or(&empty);
        let missing = keys
            .iter()
            .filter(|key| !own.contains(*key) && !every.contains(*key) && !is_of_a_verdict(key, verdict));
        wrong
            .extend(missing.map(|key| format!("docs/json.md lacks, below `lissom {verb}`: | `{key}` | … |")));
        let stale = own.iter().filter(|key| !keys.contains(*key) && is_to_be_seen(key, keys));
        wrong.extend(
            stale.map(|key| format!("docs/json.md has, below `lissom {verb}`, what no answer has: {key}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
