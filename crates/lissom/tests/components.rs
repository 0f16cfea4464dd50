//! Models made of components answer like the same models written in one file.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use lissom::{FileError, Files, Overrides, Quiet, Range, Session, Style};
use std::collections::BTreeMap;

/// Files in memory.
#[derive(Clone)]
struct Shelf(BTreeMap<&'static str, String>);

impl Files for Shelf {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let found = self.0.get(path).map(|text| text.clone().into_bytes());
        found.ok_or_else(|| FileError { path: path.to_owned(), reason: "there is no such file".to_owned() })
    }
}

fn open(files: &[(&'static str, &str)], overrides: &[(&str, &str)]) -> Session {
    let shelf = Shelf(files.iter().map(|(name, text)| (*name, (*text).to_owned())).collect());
    let session =
        Session::open(shelf, "model.toml", overrides.iter().copied().collect::<Overrides>()).unwrap();
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(Style::Plain));
    session
}

/// Degrees of freedom and the lowest angular frequencies [rad/s].
fn answer(session: &Session, count: usize) -> (usize, Vec<f64>) {
    let mut request = session.modes_request().unwrap();
    request.range = Range::Lowest(count);
    let modes = session.modes(&request, &Quiet).unwrap().value;
    let omegas = modes.modes.iter().map(|mode| mode.angular_frequency).collect();
    (session.linear_structure().unwrap().size(), omegas)
}

/// Both are the same equations up to rounding of positions, which a frequency follows with a factor of a few.
fn assert_same(one: &(usize, Vec<f64>), other: &(usize, Vec<f64>)) {
    assert_eq!(one.0, other.0, "degrees of freedom");
    assert_eq!(one.1.len(), other.1.len());
    for (a, b) in one.1.iter().zip(&other.1) {
        assert!((a / b - 1.0).abs() < 1e-12, "{:?} and {:?}", one.1, other.1);
    }
}

const LEG: &str = r#"
lissom = 1
[model]
name = "leg"
[params]
L = 0.3
[section.strip]
EA = 2e6
EI = 20
rhoA = 0.8
[node]
foot = [0, 0]
knee = [0.05, "L/2"]
tip = [0, "L"]
[[beam]]
nodes = ["foot", "knee"]
section = "strip"
elements = 2
[[beam]]
nodes = ["knee", "tip"]
section = "strip"
elements = 2
[[fix]]
nodes = "foot"
"#;

const PORTAL: &str = r#"
lissom = 1
[model]
name = "portal"
[params]
height = 0.4
[section.girder]
EA = 3e6
EI = 30
rhoA = 1.1
[node]
P = [0, "height"]
Q = [0.6, "height"]
[[use]]
name = "left"
model = "leg.toml"
params = { L = "height" }
connect = { tip = "P" }
[[use]]
name = "right"
model = "leg.toml"
at = [0.6, 0]
mirror = "x"
params = { L = "height" }
connect = { tip = "Q" }
[[beam]]
name = "girder"
nodes = ["P", "Q"]
section = "girder"
elements = 3
[[mass]]
node = "left.knee"
mass = 0.2
"#;

const FLAT: &str = r#"
lissom = 1
[model]
name = "portal"
[params]
height = 0.4
[section.girder]
EA = 3e6
EI = 30
rhoA = 1.1
[section.strip]
EA = 2e6
EI = 20
rhoA = 0.8
[node]
P = [0, "height"]
Q = [0.6, "height"]
a = [0, 0]
b = [0.05, "height/2"]
c = [0.6, 0]
d = [0.55, "height/2"]
[[beam]]
nodes = ["P", "Q"]
section = "girder"
elements = 3
[[beam]]
nodes = ["a", "b"]
section = "strip"
elements = 2
[[beam]]
nodes = ["b", "P"]
section = "strip"
elements = 2
[[beam]]
nodes = ["c", "d"]
section = "strip"
elements = 2
[[beam]]
nodes = ["d", "Q"]
section = "strip"
elements = 2
[[mass]]
node = "b"
mass = 0.2
[[fix]]
nodes = ["a", "c"]
"#;

#[test]
fn components_answer_like_one_file() {
    let parts = open(&[("model.toml", PORTAL), ("leg.toml", LEG)], &[]);
    let flat = open(&[("model.toml", FLAT)], &[]);
    assert_same(&answer(&parts, 6), &answer(&flat, 6));
    let parts = open(&[("model.toml", PORTAL), ("leg.toml", LEG)], &[("height", "0.5")]);
    let flat = open(&[("model.toml", FLAT)], &[("height", "0.5")]);
    assert_same(&answer(&parts, 6), &answer(&flat, 6));
}

/// A whole model as one component, placed in some way.
fn placed(dim: usize, how: &str) -> String {
    format!(
        "lissom = 1\n[model]\nname = \"whole\"\ndim = {dim}\n[[use]]\nname = \"m\"\nmodel = \"inner.toml\"\n{how}\n"
    )
}

#[test]
fn position_orientation_and_mirroring_change_no_frequency() {
    let inner = answer(&open(&[("model.toml", PORTAL), ("leg.toml", LEG)], &[]), 6);
    for how in [
        "",
        "at = [3, -2]",
        "angle = \"30 deg\"",
        "mirror = \"y\"\nangle = 1.2\nat = [1, 2]",
        "x_axis = [3, 4]",
    ] {
        let model = placed(2, how);
        let session = open(&[("model.toml", &model), ("inner.toml", PORTAL), ("leg.toml", LEG)], &[]);
        let (dof, found) = answer(&session, 6);
        assert_eq!(dof, inner.0);
        for (a, b) in found.iter().zip(&inner.1) {
            assert!((a / b - 1.0).abs() < 1e-10, "{how}: {found:?} and {:?}", inner.1);
        }
    }
}

const SPATIAL: &str = r#"
lissom = 1
[model]
name = "bracket"
dim = 3
[material.steel]
E = 2.1e11
nu = 0.3
density = 7850
[section.flat]
rectangle = { width = 0.01, height = 0.03 }
[node]
A = [0, 0, 0]
B = [0.3, 0.1, 0.05]
C = [0.3, 0.1, 0.4]
[[beam]]
nodes = ["A", "B"]
section = "flat"
material = "steel"
elements = 2
[[beam]]
nodes = ["B", "C"]
section = "flat"
material = "steel"
elements = 2
y_axis = [0, 1, 0]
[[mass]]
node = "C"
mass = 0.3
offset = [0.02, 0.01, 0.03]
inertia = 1e-4
[[spring]]
nodes = ["C", "ground"]
direction = [1, 2, 0]
stiffness = 500
[[slide]]
node = "B"
direction = [1, 1, 1]
[[fix]]
nodes = ["A"]
"#;

#[test]
fn a_spatial_component_keeps_its_sections_springs_and_guides_in_every_orientation() {
    let (dof, expected) = answer(&open(&[("model.toml", SPATIAL)], &[]), 5);
    for how in [
        "at = [1, 2, 3]",
        "axis = [1, 2, 3]\nangle = 0.7",
        "x_axis = [0, 1, 1]\ny_axis = [1, 0, 0]\nmirror = \"z\"",
        "mirror = \"x\"",
    ] {
        let model = placed(3, how);
        let (size, found) = answer(&open(&[("model.toml", &model), ("inner.toml", SPATIAL)], &[]), 5);
        assert_eq!(size, dof, "{how}");
        for (a, b) in found.iter().zip(&expected) {
            assert!((a / b - 1.0).abs() < 1e-10, "{how}: {found:?} and {expected:?}");
        }
    }
}

const BAY: &str = r#"
lissom = 1
[model]
name = "bay"
[section.bar]
EA = 1e6
EI = 10
rhoA = 1
[node]
a = [0, 0]
b = [0, 0.5]
c = [0.4, 0]
d = [0.4, 0.5]
[[beam]]
nodes = ["a", "c"]
section = "bar"
[[beam]]
nodes = ["b", "d"]
section = "bar"
[[truss]]
nodes = ["a", "d"]
stiffness = 1e5
[[beam]]
nodes = ["c", "d"]
section = "bar"
"#;

#[test]
fn bays_of_an_array_share_the_nodes_at_which_they_meet() {
    let array = "lissom = 1\n[model]\nname = \"tower\"\n[[use]]\nname = \"bay\"\nmodel = \"bay.toml\"\n\
        connect = \"coincident\"\narray = { line = { count = 3, step = [0.4, 0] } }\n[[fix]]\nnodes = [\"bay1.a\", \"bay1.b\"]\n";
    let session = open(&[("model.toml", array), ("bay.toml", BAY)], &[]);
    let structure = &session.model().unwrap().structure;
    let names: Vec<&str> = structure.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["bay1.a", "bay1.b", "bay1.c", "bay1.d", "bay2.c", "bay2.d", "bay3.c", "bay3.d"]);
    assert_eq!(answer(&session, 3).0, 18);
    let mut flat = String::from(
        "lissom = 1\n[model]\nname = \"tower\"\n[section.bar]\nEA = 1e6\nEI = 10\nrhoA = 1\n[node]\na0 = [0, 0]\nb0 = [0, 0.5]\n",
    );
    for k in 1..=3 {
        let x = 0.4 * f64::from(k);
        flat.push_str(&format!("a{k} = [{x}, 0]\nb{k} = [{x}, 0.5]\n"));
    }
    for k in 1..=3 {
        let j = k - 1;
        for (from, to) in [
            (format!("a{j}"), format!("a{k}")),
            (format!("b{j}"), format!("b{k}")),
            (format!("a{k}"), format!("b{k}")),
        ] {
            flat.push_str(&format!("[[beam]]\nnodes = [\"{from}\", \"{to}\"]\nsection = \"bar\"\n"));
        }
        flat.push_str(&format!("[[truss]]\nnodes = [\"a{j}\", \"b{k}\"]\nstiffness = 1e5\n"));
    }
    flat.push_str("[[fix]]\nnodes = [\"a0\", \"b0\"]\n");
    assert_same(&answer(&session, 6), &answer(&open(&[("model.toml", &flat)], &[]), 6));
}

#[test]
fn parameters_of_components_are_set_at_any_depth() {
    let model = placed(2, "");
    let files = [("model.toml", model.as_str()), ("inner.toml", PORTAL), ("leg.toml", LEG)];
    let value = |session: &Session, name: &str| {
        let parameters = &session.model().unwrap().parameters;
        parameters.iter().find(|parameter| parameter.name == name).unwrap().value
    };
    let session = open(&files, &[("m.height", "0.45")]);
    assert_eq!(value(&session, "m.height"), 0.45);
    assert_eq!(value(&session, "m.left.L"), 0.45);
    let session = open(&files, &[("m.beam.girder.elements", "5")]);
    assert_eq!(value(&session, "m.left.L"), 0.4);
    let beams = &session.model().unwrap().structure.beams;
    assert_eq!(beams.iter().find(|beam| beam.name == "m.girder").unwrap().elements, 5);
}

#[test]
fn the_hash_of_a_model_covers_its_components() {
    let hash =
        |leg: &str| open(&[("model.toml", PORTAL), ("leg.toml", leg)], &[]).provenance().model_sha256.clone();
    let changed = LEG.replace("EI = 20", "EI = 21");
    assert_ne!(hash(LEG), hash(&changed));
    assert_eq!(hash(LEG), hash(LEG));
}
