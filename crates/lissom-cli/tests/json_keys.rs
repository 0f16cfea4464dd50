//! The JSON of every verb, of every example, is as the schema of the answers says: all keys that must be there, no others, and
//! values of the right kind. Every key of the schema is in some answer.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, lissom_in, root, stderr};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Questions whose answers have every key there is. `EX` is the folder of the examples.
const RUNS: &[&str] = &[
    "check EX/portal_frame/model.toml",
    "check EX/guidance/model.toml",
    "check EX/spatial_stage/model.toml",
    "check wrong.toml",
    "check uses.toml",
    "modes EX/portal_frame/model.toml --shapes",
    "modes EX/portal_frame/model.toml --exact",
    "modes turning.toml --set gamma=6",
    "modes EX/cart/model.toml",
    "modes EX/guidance/model.toml --at rest",
    "modes EX/surrogate1/model.toml --exact",
    "modes damped.toml --exact",
    "modes sweep.toml",
    "states EX/guidance/model.toml -n 3",
    "states EX/spatial_stage/model.toml -n 3 --shapes",
    "states EX/free_beam/model.toml --shapes",
    "states change.toml",
    "states column.toml --shapes",
    "buckling column.toml -n 2",
    "buckling column.toml -n 2 --nonlinear",
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
    "cycle EX/four_bar/model.toml --compare",
    "cycle turned.toml",
    "modes controlled.toml --closed",
    "campbell EX/rotating_cantilever/model.toml",
    "sensitivities EX/guidance/model.toml --at 0.02 --of mass --of frequency:1 --frequencies 1",
    "sensitivities double.toml --frequencies 1",
    "sweep sweep.toml --over b=1,-1 --collect frequencies_hz.0",
    "derive EX/surrogate1/model.toml --trace",
    "derive damped.toml",
    "import k_K.mtx m_M.mtx rows.dof mesh.inp",
    "export EX/free_beam/model.toml --to json",
    "report EX/portal_frame/model.toml --only modes -o r.html",
    "report gap.toml -o r.html",
    "plot EX/portal_frame/model.toml",
    "plot EX/portal_frame/model.toml --what model -o p.svg",
    "self-test",
];

/// Verbs that are asked of every example; what a model cannot be asked is a failure, which has a schema, too.
const VERBS: &[&str] =
    &["check", "modes", "states", "reduce", "simulate", "frf", "cycle", "campbell", "derive", "bond", "plot"];

const MATRIX: &str = "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 4\n2 2 9\n3 3 16\n";

const DAMPED: &str = "lissom = 1\n[model]\nname = 'damped'\n[system]\ncoordinates = []\n[[continuum]]\nname = 'c'\nkind = 'bernoulli-euler'\n\
    length = 1\nfields = ['w']\nEI = 1\nrhoA = 1\nviscous = 0.1\nposition = ['w']\nends = { a = { displacement = '0', slope = '0' } }\n";

const CHANGE: &str = "lissom = 1\n[model]\nname = 'change'\n[section.s]\nEI = 1.0\nEA = 1e4\nrhoA = 1.0\n[node]\na = [0, 0]\nb = [1, 0]\n\
    [[beam]]\nname = 'bar'\nnodes = ['a', 'b']\nsection = 's'\nelements = 2\nkelvin_voigt = 1e-4\n[[fix]]\nnodes = ['a']\n\
    [[force]]\nname = 'f'\nnode = 'b'\ndirection = 'y'\nvalue = 'sin(t)'\n[[output]]\nname = 'o'\nnode = 'b'\ndirection = 'y'\n\
    [state.slow]\nkind = 'change'\nend = 3.0\npoints = 5\n[state.held]\nkind = 'static'\n[state.small]\nkind = 'static'\nlinear = true\n[reduce.m]\nmethod = 'krylov'\ninputs = ['f']\norder = 2\n\
    [analysis.frf]\ninputs = ['f']\noutputs = ['o']\nrange = [0.1, 10]\npoints = 5\nmodels = ['full', 'm']\n";

/// Two equal frequencies that part when one of the springs changes.
const DOUBLE: &str = "lissom = 1
[model]
name = 'double'
[params]
kx = 100.0
ky = 100.0
[node]
A = [0, 0]
[[mass]]
node = 'A'
mass = 1.0
[[spring]]
name = 'x'
nodes = ['A', 'ground']
direction = 'x'
stiffness = 'kx'
[[spring]]
name = 'y'
nodes = ['A', 'ground']
direction = 'y'
stiffness = 'ky'
[[force]]
name = 'f'
node = 'A'
direction = 'x'
[[output]]
name = 'u'
node = 'A'
direction = 'x'
";

const COLUMN: &str = "lissom = 1\n[model]\nname = 'column'\n[section.s]\nEI = 1.0\nEA = 1e6\nrhoA = 1.0\n[node]\na = [0, 0]\nb = [1, 0]\n\
    [[beam]]\nname = 'bar'\nnodes = ['a', 'b']\nsection = 's'\nelements = 4\n[[fix]]\nnodes = ['a']\ndirections = ['x', 'y']\n\
    [[force]]\nname = 'P'\nnode = 'b'\ndirection = '-x'\nvalue = '1'\n[[hinge]]\nname = 'h'\nat = 'a'\nbetween = ['ground', 'bar']\nstiffness = 1e3\n\
    [analysis.states]\nforce = 'P'\nrange = [0, 3]\npoints = 4\nbranches = true\n";

/// A bar that is turned, with a force among its outputs, and a mass under control.
const TURNED: &str = "lissom = 1\n[model]\nname = 'bar'\n[section.s]\nEA = 2e6\nEI = 50\nrhoA = 0.5\n[node]\nO = [0, 0]\nT = [0.4, 0]\n\
    [[beam]]\nname = 'bar'\nnodes = ['O', 'T']\nsection = 's'\n[[hinge]]\nname = 'pin'\nat = 'O'\nbetween = ['ground', 'bar']\n\
    [[drive]]\nname = 'motor'\nhinge = 'pin'\nangle = '20*t'\n[[output]]\nname = 'N'\nquantity = 'axial force'\nbeam = 'bar'\n\
    [analysis.cycle]\nsteps = 80\n";

const CONTROLLED: &str = "lissom = 1\n[model]\nname = 'mass'\n[node]\nA = [0, 0]\n[[slide]]\nnode = 'A'\ndirection = 'x'\n\
    [[mass]]\nnode = 'A'\nmass = 2\n[[force]]\nname = 'motor'\nnode = 'A'\ndirection = 'x'\n[[output]]\nname = 'x'\nnode = 'A'\n\
    direction = 'x'\n[[controller]]\nmeasure = 'x'\nact = 'motor'\nproportional = 8\nderivative = 2\nfilter = 0.01\n";

/// Compares values with a schema, and notes which keys it has seen.
struct Validator {
    schema: Value,
    /// Keys that were there: place in the schema, and name.
    seen: BTreeSet<(String, String)>,
}

impl Validator {
    /// What is wrong with a value; `place` is the pointer to the schema it must keep, `at` its path in the answer.
    fn complaints(&mut self, value: &Value, place: &str, at: &str) -> Vec<String> {
        let schema = self.schema.pointer(place).unwrap_or_else(|| panic!("no schema at {place}")).clone();
        let mut wrong = Vec::new();
        if let Some(reference) = schema["$ref"].as_str() {
            wrong.extend(self.complaints(value, reference.trim_start_matches('#'), at));
        }
        if !is_of_type(value, &schema["type"]) {
            wrong.push(format!("{at} is {value}, not {}", schema["type"]));
        }
        if schema.get("const").is_some_and(|only| only != value) {
            wrong.push(format!("{at} is {value}, not {}", schema["const"]));
        }
        for choice in ["anyOf", "oneOf"] {
            if let Some(list) = schema[choice].as_array() {
                wrong.extend(self.of_choices(value, &format!("{place}/{choice}"), list.len(), at));
            }
        }
        match value {
            Value::Object(map) => wrong.extend(self.of_object(map, &schema, place, at)),
            Value::Array(list) => {
                let count = list.len() as u64;
                let outside = schema["minItems"].as_u64().is_some_and(|least| count < least)
                    || schema["maxItems"].as_u64().is_some_and(|most| count > most);
                if outside {
                    wrong.push(format!("{at} has {count} entries"));
                }
                if schema.get("items").is_some() {
                    for (i, inner) in list.iter().enumerate() {
                        wrong.extend(self.complaints(
                            inner,
                            &format!("{place}/items"),
                            &format!("{at}[{i}]"),
                        ));
                    }
                }
            }
            _ => {}
        }
        wrong
    }

    /// Nothing when one choice fits; else what is wrong with the nearest.
    fn of_choices(&mut self, value: &Value, place: &str, count: usize, at: &str) -> Vec<String> {
        let seen = self.seen.clone();
        let mut nearest: Option<Vec<String>> = None;
        for i in 0..count {
            let wrong = self.complaints(value, &format!("{place}/{i}"), at);
            if wrong.is_empty() {
                return wrong;
            }
            // What only seemed to be a choice has shown nothing.
            self.seen.clone_from(&seen);
            if nearest.as_ref().is_none_or(|known| wrong.len() < known.len()) {
                nearest = Some(wrong);
            }
        }
        nearest.unwrap_or_default()
    }

    fn of_object(
        &mut self,
        map: &serde_json::Map<String, Value>,
        schema: &Value,
        place: &str,
        at: &str,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !map.contains_key(key) {
                wrong.push(format!("{at}.{key} is missing"));
            }
        }
        for (key, inner) in map {
            let here = format!("{at}.{key}");
            if schema["properties"].get(key).is_some() {
                self.seen.insert((place.to_owned(), key.clone()));
                wrong.extend(self.complaints(inner, &format!("{place}/properties/{key}"), &here));
            } else if schema["additionalProperties"].is_object() {
                wrong.extend(self.complaints(inner, &format!("{place}/additionalProperties"), &here));
            } else if schema["additionalProperties"] == false {
                wrong.push(format!("{here} is not in the schema"));
            }
        }
        wrong
    }

    /// What is wrong with an answer: it must be one of those of its verb.
    fn of_answer(&mut self, answer: &Value) -> Vec<String> {
        let definitions = self.schema["$defs"].as_object().unwrap();
        let is_own = |kind: &&String| {
            let verb = &definitions[*kind]["properties"]["verb"]["const"];
            if answer.get("error").is_some() { *kind == "failed" } else { *verb == answer["verb"] }
        };
        let all: Vec<String> = kinds(&self.schema).iter().filter(is_own).cloned().collect();
        assert!(!all.is_empty(), "no answer of {}", answer["verb"]);
        let mut nearest: Option<Vec<String>> = None;
        for kind in all {
            let seen = self.seen.clone();
            let wrong = self.complaints(answer, &format!("/$defs/{kind}"), &kind);
            if wrong.is_empty() {
                return wrong;
            }
            self.seen = seen;
            if nearest.as_ref().is_none_or(|known| wrong.len() < known.len()) {
                nearest = Some(wrong);
            }
        }
        nearest.unwrap_or_default()
    }
}

/// Names of the kinds of answers.
fn kinds(schema: &Value) -> Vec<String> {
    let all = schema["anyOf"].as_array().unwrap().iter();
    all.map(|kind| kind["$ref"].as_str().unwrap().trim_start_matches("#/$defs/").to_owned()).collect()
}

fn is_of_type(value: &Value, types: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    match types {
        Value::Null => true,
        Value::String(name) => is(name),
        list => list.as_array().unwrap().iter().any(|name| is(name.as_str().unwrap())),
    }
}

/// The answer of the program to a question.
fn ask(folder: &Path, question: &str) -> Value {
    let examples = root().canonicalize().unwrap().join("examples").to_str().unwrap().to_owned();
    let words: Vec<String> = question.split(' ').map(|word| word.replace("EX", &examples)).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.push("--json");
    let output = lissom_in(folder, &words);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{question}: {}", stderr(&output)))
}

fn validator(name: &str) -> Validator {
    let folder = Folder::new(name);
    let output = lissom_in(&folder.0, &["schema", "--answers"]);
    Validator { schema: serde_json::from_slice(&output.stdout).unwrap(), seen: BTreeSet::new() }
}

/// A folder with models whose answers have rare keys.
fn rare(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("wrong.toml", "lissom = 1\n[model]\nname = 3\n");
    folder.write(
        "uses.toml",
        "lissom = 1\n[model]\nname = 'uses'\n[[use]]\nname = 'a'\nmodel = 'wrong.toml'\n",
    );
    folder.write("damped.toml", DAMPED);
    folder.write("change.toml", CHANGE);
    folder.write("column.toml", COLUMN);
    folder.write("double.toml", DOUBLE);
    folder.write("turned.toml", TURNED);
    folder.write("controlled.toml", CONTROLLED);
    let swept = CHANGE.replace("[section.s]\nEI = 1.0", "[params]\nb = 1.0\n[section.s]\nEI = 'b'");
    let sweep = "[analysis.modes]\ncount = 2\nsweep = { b = { from = 1.0, to = 2.0, points = 3 } }\n";
    folder.write("sweep.toml", &(swept + sweep));
    let blade = std::fs::read_to_string(root().join("examples/rotating_cantilever/model.toml")).unwrap();
    let sweep = "[analysis.modes]\ncount = 2\nsweep = { gamma = { from = 1.0, to = 2.0, points = 2 } }\n";
    folder.write("turning.toml", &(blade + "\n" + sweep));
    // A reduction of large motions has no frequency response: a question without an answer.
    folder.write("gap.toml", &CHANGE.replace("'krylov'\ninputs = ['f']\norder", "'modal'\nmodes"));
    folder.write("k_K.mtx", MATRIX);
    folder.write("m_M.mtx", MATRIX);
    folder.write("rows.dof", "1.1\n1.2\n1.3\n");
    folder.write("mesh.inp", "*NODE\n1, 0, 0, 0\n*NSET, NSET=A\n1\n");
    folder
}

/// Whether some answer had an object of the schema: one that no answer has cannot be judged.
fn keys_never_seen(validator: &Validator) -> Vec<String> {
    fn objects(schema: &Value, place: &str, list: &mut Vec<(String, Vec<String>)>) {
        if let Some(properties) = schema["properties"].as_object() {
            list.push((place.to_owned(), properties.keys().cloned().collect()));
        }
        match schema {
            Value::Object(map) => {
                map.iter().for_each(|(key, inner)| objects(inner, &format!("{place}/{key}"), list));
            }
            Value::Array(all) => {
                all.iter().enumerate().for_each(|(i, inner)| objects(inner, &format!("{place}/{i}"), list));
            }
            _ => {}
        }
    }
    let mut list = Vec::new();
    objects(&validator.schema, "", &mut list);
    let seen = |place: &str, key: &str| validator.seen.contains(&(place.to_owned(), key.to_owned()));
    list.iter()
        .filter(|(place, keys)| keys.iter().any(|key| seen(place, key)))
        .flat_map(|(place, keys)| {
            keys.iter().filter(|key| !seen(place, key)).map(move |key| format!("{place} {key}"))
        })
        .collect()
}

#[test]
fn answers_with_every_key_keep_the_schema() {
    let (folder, mut validator) = (rare("json-keys"), validator("json-schema-keys"));
    for run in RUNS {
        let answer = ask(&folder.0, run);
        assert!(answer.get("error").is_none(), "{run}: {answer}");
        let wrong = validator.of_answer(&answer);
        assert!(wrong.is_empty(), "lissom {run}:\n{}", wrong.join("\n"));
    }
    let unseen = keys_never_seen(&validator);
    assert!(unseen.is_empty(), "keys that no answer has, or that RUNS lacks:\n{}", unseen.join("\n"));
}

#[test]
fn answers_of_all_examples_keep_the_schema() {
    let (folder, mut validator) = (Folder::new("json-examples"), validator("json-schema-examples"));
    let mut answered = 0;
    for entry in std::fs::read_dir(root().join("examples")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !root().join("examples").join(&name).join("model.toml").exists() {
            continue;
        }
        for verb in VERBS {
            let question = format!("{verb} EX/{name}/model.toml");
            let answer = ask(&folder.0, &question);
            answered += usize::from(answer.get("error").is_none());
            let wrong = validator.of_answer(&answer);
            assert!(wrong.is_empty(), "lissom {question}:\n{}", wrong.join("\n"));
        }
    }
    assert!(answered > 50, "only {answered} answers");
}

#[test]
fn the_validator_notices_what_does_not_fit() {
    let mut validator = validator("json-schema-wrong");
    let folder = rare("json-wrong");
    let answer = ask(&folder.0, "self-test");
    assert_eq!(validator.of_answer(&answer), Vec::<String>::new());
    let mut changed = |change: &dyn Fn(&mut Value)| {
        let mut other = answer.clone();
        change(&mut other);
        validator.of_answer(&other).len()
    };
    assert_eq!(changed(&|a| a["extra"] = 1.into()), 1, "a key that is not there");
    assert_eq!(changed(&|a| a["threads"] = "two".into()), 1, "another kind of value");
    assert_eq!(changed(&|a| drop(a.as_object_mut().unwrap().remove("ok"))), 1, "a missing key");
    assert_eq!(changed(&|a| a["tests"][0]["ok"] = Value::Null), 1, "inside a list");
}
