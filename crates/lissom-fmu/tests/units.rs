//! Units as FMPy validates and simulates them, against the program's own motion; hostile resources are refused.
#![allow(clippy::unwrap_used)]

mod support;

use lissom::{FileError, Files, Overrides, Quiet, Session, SimulateSettings};
use lissom_export::{ExportRequest, exporter};
use lissom_fmu::{Content, Unit};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use support::{folder, runtime};

struct Text(String);

impl Files for Text {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        match path {
            "model.toml" => Ok(self.0.as_bytes().to_vec()),
            "torque.csv" => Ok(include_bytes!("../../../examples/gripper/torque.csv").to_vec()),
            _ => Err(FileError { path: path.to_owned(), reason: "it is not in the test".to_owned() }),
        }
    }
}

fn session(text: &str) -> Session {
    Session::open(Text(text.to_owned()), "model.toml", Overrides::default()).unwrap()
}

const BEAM: &str = r#"
lissom = 1
[model]
name = "beam"
dim = 2
[section.s]
EA = 2e5
EI = 3.0
rhoA = 1.2
[node]
root = [0, 0]
tip = [1, 0]
[[beam]]
name = "b"
nodes = ["root", "tip"]
section = "s"
elements = 3
kelvin_voigt = 1e-3
[[fix]]
nodes = ["root"]
[[force]]
name = "F"
node = "tip"
direction = "y"
[[output]]
name = "y"
node = "tip"
direction = "y"
[reduce.cb]
method = "craig-bampton"
interfaces = ["tip"]
modes = 1
"#;

/// A pendulum in large motion with an open force and a parameter.
const PENDULUM: &str = r#"
lissom = 1
[model]
name = "pendulum"
dim = 2
gravity = [0, -9.81]
[params]
k = 0.5
[section.s]
EA = 1e5
EI = 20.0
rhoA = 0.5
[node]
O = [0, 0]
T = [0.4, -0.1]
[[beam]]
name = "arm"
nodes = ["O", "T"]
section = "s"
elements = 2
flexible = ["bending"]
[[fix]]
nodes = ["O"]
directions = ["x", "y"]
[[mass]]
name = "bob"
node = "T"
mass = 0.8
[[spring]]
name = "coil"
nodes = ["T", "ground"]
stiffness = "k"
[[force]]
name = "F"
node = "T"
direction = "x"
[[output]]
name = "x"
node = "T"
direction = "x"
[[output]]
name = "y"
node = "T"
direction = "y"
[reduce.two]
method = "modal"
modes = 2
[analysis.simulate]
end = 0.4
rtol = 1e-10
atol = 1e-12
points = 101
"#;

fn unit(format: &str, own: &Session, model: &str) -> PathBuf {
    let request =
        ExportRequest { model: Some(model.to_owned()), runtime: Some(runtime()), ..ExportRequest::default() };
    let files = exporter(format).unwrap().write(own, &request, &Quiet).unwrap();
    let path = folder().join(format!("{}_{model}_{format}.fmu", own.model().unwrap().name));
    std::fs::write(&path, &files[0].bytes).unwrap();
    path
}

/// What the client finds out about a unit: messages of the validator and errors of both kinds of simulation.
fn asked(job: &Value) -> Option<Value> {
    support::asked("units.py", job)
}

fn demand_good(answer: &Value) {
    assert_eq!(answer["problems"], json!([]), "{answer}");
    for (name, error) in answer["errors"].as_object().unwrap() {
        assert!(error.as_f64().unwrap() < 1e-6, "{name}: {answer}");
    }
    assert_eq!(answer["refused"], json!([true, true]), "{answer}");
}

#[test]
fn linear_units_move_as_their_state_space() {
    let own = session(BEAM);
    for format in ["fmu2", "fmu3"] {
        let path = unit(format, &own, "cb");
        // The client computes the reference itself, from A, B, C, D in the unit.
        if let Some(answer) = asked(&json!({ "unit": path, "kind": "linear", "end": 0.5 })) {
            demand_good(&answer);
        }
    }
}

#[test]
fn units_of_mechanisms_move_as_the_program_does() {
    let own = session(PENDULUM);
    let settings = SimulateSettings::asked(own.model().unwrap()).unwrap().unwrap();
    for model in ["full", "two"] {
        let run = own.simulate(model, &settings, &Quiet).unwrap().value;
        let outputs: Vec<_> = run.outputs.iter().map(|(name, _)| name.clone()).collect();
        let reference =
            json!({ "times": run.trajectory.times, "names": outputs, "outputs": run.trajectory.outputs });
        let formats = if model == "full" { &["fmu2", "fmu3"][..] } else { &["fmu2"] };
        for format in formats {
            let path = unit(format, &own, model);
            let job = json!({ "unit": path, "kind": "mechanism", "end": 0.4, "reference": reference });
            if let Some(answer) = asked(&job) {
                demand_good(&answer);
            }
        }
    }
}

/// Units of examples, full and reduced, planar and spatial, over the beginning of the motion that their file asks for.
#[test]
fn units_of_examples_move_as_the_program_does() {
    macro_rules! example {
        ($name:literal) => {
            include_str!(concat!("../../../examples/", $name, "/model.toml"))
        };
    }
    for (text, model, end) in [
        (example!("guidance"), "full", 0.05),
        (example!("guidance"), "modal3", 0.05),
        (example!("gripper"), "full", 0.05),
        (example!("swing_stage"), "full", 0.5),
    ] {
        let own = session(text);
        let asked_for = SimulateSettings::asked(own.model().unwrap()).unwrap().unwrap();
        let tolerance = lissom_dynamics::Tolerance { relative: 1e-10, absolute: 1e-13 };
        let settings = SimulateSettings { end, tolerance, accuracy: None, points: Some(101), ..asked_for };
        let run = own.simulate(model, &settings, &Quiet).unwrap().value;
        // The first output; others of these examples are zero by symmetry.
        let reference = json!({ "times": run.trajectory.times, "names": [run.outputs[0].0], "outputs": [run.trajectory.outputs[0]] });
        let path = unit("fmu2", &own, model);
        let job = json!({ "unit": path, "kind": "mechanism", "end": end, "reference": reference, "tolerance": 1e-10 });
        if let Some(answer) = asked(&job) {
            demand_good(&answer);
        }
    }
}

/// The pendulum with a continuous PID controller, and an output that depends on the force at once.
fn controlled_pendulum() -> String {
    let more = r#"
[[force]]
name = "motor"
node = "T"
direction = "y"
[[output]]
name = "a"
quantity = "acceleration"
node = "T"
direction = "x"
[[controller]]
name = "hold"
measure = "y"
reference = "0.02*sin(20*t)"
act = "motor"
proportional = "p"
integral = 300
derivative = 12
filter = 1e-3
[reduce.two]"#;
    PENDULUM.replace("k = 0.5\n", "k = 0.5\np = 150\n").replace("\n[reduce.two]", more)
}

/// Continuous controllers are part of the unit: their states are states, their commands outputs, their gains parameters.
#[test]
fn a_unit_holds_continuous_controllers() {
    let text = controlled_pendulum();
    for (format, model) in [("fmu2", "full"), ("fmu3", "two")] {
        let own = session(&text);
        let settings = SimulateSettings::asked(own.model().unwrap()).unwrap().unwrap();
        let run = own.simulate(model, &settings, &Quiet).unwrap().value;
        let names: Vec<&String> = run.outputs.iter().map(|(name, _)| name).collect();
        assert!(names.iter().any(|name| *name == "hold: motor"), "{names:?}");
        let reference =
            json!({ "times": run.trajectory.times, "names": names, "outputs": run.trajectory.outputs });
        let path = unit(format, &own, model);
        let job = json!({ "unit": path, "kind": "mechanism", "end": 0.4, "reference": reference, "tolerance": 1e-10 });
        if let Some(answer) = asked(&job) {
            demand_good(&answer);
        }
    }
}

/// An acceleration follows the force without delay, and the unit says so.
#[test]
fn accelerations_depend_on_forces_at_once() {
    let path = unit("fmu2", &session(&controlled_pendulum()), "full");
    let mut unit = Unit::new(Content::parse(&content_of(&path)).unwrap()).unwrap();
    unit.start().unwrap();
    let acceleration = |unit: &mut Unit, force: f64| {
        unit.set(&[1], &[force]).unwrap();
        let mut values = [0.0; 3];
        unit.get(&[2, 3, 4], &mut values).unwrap();
        values
    };
    let (still, pushed) = (acceleration(&mut unit, 0.0), acceleration(&mut unit, 2.0));
    assert_eq!(still[..2], pushed[..2], "positions do not jump");
    assert!(pushed[2] - still[2] > 0.1, "the force accelerates the bob at once: {still:?} {pushed:?}");
}

/// What no unit can hold is refused with the reason and with what would do.
#[test]
fn what_no_unit_can_hold_says_why() {
    for (text, why, instead) in [
        (
            include_str!("../../../examples/five_bar/model.toml"),
            "controller `axis1` samples",
            "in the host program",
        ),
        (
            include_str!("../../../examples/surrogate1/model.toml"),
            "infinitely many states",
            "derive --code c",
        ),
    ] {
        let request = ExportRequest { runtime: Some(runtime()), ..ExportRequest::default() };
        let refused =
            exporter("fmu3").unwrap().write(&session(text), &request, &Quiet).unwrap_err().to_string();
        assert!(refused.contains(why) && refused.contains(instead), "{refused}");
    }
}

/// A thousand instances at once, each with its own state, in one process.
#[test]
fn a_thousand_instances_live_side_by_side() {
    let bytes = content_of(&unit("fmu2", &session(PENDULUM), "full"));
    let content = Content::parse(&bytes).unwrap();
    let mut units: Vec<Unit> = (0..1000).map(|_| Unit::new(content.clone()).unwrap()).collect();
    for (k, unit) in units.iter_mut().enumerate() {
        unit.set(&[1], &[k as f64 * 1e-2]).unwrap();
        unit.start().unwrap();
    }
    units.iter_mut().for_each(|unit| unit.step(0.02).unwrap());
    let place = |unit: &mut Unit| {
        let mut x = [0.0];
        unit.get(&[2], &mut x).unwrap();
        x[0]
    };
    let places: Vec<f64> = units.iter_mut().map(place).collect();
    assert!(places.windows(2).all(|pair| pair[1] > pair[0]), "a larger force moves the bob further");
    let mut alone = Unit::new(content).unwrap();
    alone.set(&[1], &[7.0]).unwrap();
    alone.start().unwrap();
    alone.step(0.02).unwrap();
    assert_eq!(place(&mut alone).to_bits(), places[700].to_bits(), "neighbours change nothing");
}

/// A low-pass filter as controller: a unit of its own, made of a bond graph.
const FILTER: &str = r#"
lissom = 1
[model]
name = "filter"
[bond_graph]
bonds = ["u:Se -> e:1", "e:1 -> R:R", "e:1 -> C:C"]
[bond_graph.value]
R = 0.02
C = 1.0
[[output]]
name = "held"
effort = "C"
"#;

/// Two units that exchange their signals every step: the host's loop against the exact discrete one of both state spaces.
#[test]
fn a_controller_and_a_mechanism_run_together() {
    let (beam, filter) = (unit("fmu2", &session(BEAM), "cb"), unit("fmu2", &session(FILTER), "full"));
    let job = json!({ "kind": "coupled", "unit": beam, "controller": filter, "end": 0.5 });
    if let Some(answer) = asked(&job) {
        assert!(answer["error"].as_f64().unwrap() < 1e-10, "{answer}");
        // A force that follows the filtered position lags behind it, and so damps the beam.
        assert!(answer["spectral_radius"].as_f64().unwrap() < 1.0, "{answer}");
    }
}

/// A spinning top counts its rotation vector from a new attitude every 2.5 rad: events of the host, in which states jump and outputs
/// do not.
#[test]
fn a_top_spins_through_changes_of_coordinates() {
    let own = session(include_str!("../../../examples/spinning_top/model.toml"));
    let asked_for = SimulateSettings::asked(own.model().unwrap()).unwrap().unwrap();
    let tolerance = lissom_dynamics::Tolerance { relative: 1e-11, absolute: 1e-13 };
    let settings = SimulateSettings { end: 0.3, tolerance, accuracy: None, points: Some(101), ..asked_for };
    let run = own.simulate("full", &settings, &Quiet).unwrap().value;
    assert!(run.trajectory.changes.len() >= 8, "{} changes", run.trajectory.changes.len());
    let outputs = &run.trajectory.outputs[..3];
    let reference =
        json!({ "times": run.trajectory.times, "names": ["x", "y", "height"], "outputs": outputs });
    for format in ["fmu2", "fmu3"] {
        let path = unit(format, &own, "full");
        // The host starts anew after every event, and its errors add up: 3e-5 with a tolerance of 1e-9.
        let job = json!({ "unit": path, "kind": "mechanism", "end": 0.3, "reference": reference, "tolerance": 1e-11 });
        if let Some(answer) = asked(&job) {
            demand_good(&answer);
        }
    }
}

/// A pendulum that meets a stop: in model exchange its contacts are events of the host.
#[test]
fn contacts_are_events() {
    let own = session(include_str!("../../../examples/bouncing_pendulum/model.toml"));
    let asked_for = SimulateSettings::asked(own.model().unwrap()).unwrap().unwrap();
    let tolerance = lissom_dynamics::Tolerance { relative: 1e-11, absolute: 1e-13 };
    let settings = SimulateSettings { end: 1.0, tolerance, accuracy: None, points: Some(101), ..asked_for };
    let run = own.simulate("full", &settings, &Quiet).unwrap().value;
    let reference =
        json!({ "times": run.trajectory.times, "names": ["height"], "outputs": [run.trajectory.outputs[0]] });
    for format in ["fmu2", "fmu3"] {
        let path = unit(format, &own, "full");
        let job = json!({ "unit": path, "kind": "mechanism", "end": 1.0, "reference": reference });
        if let Some(answer) = asked(&job) {
            demand_good(&answer);
        }
    }
}

fn content_of(path: &Path) -> Vec<u8> {
    // Archives are stored: the file lies in them as it is.
    let bytes = std::fs::read(path).unwrap();
    let start = bytes.windows(14).position(|w| w == b"{\"A\":[[").unwrap_or_else(|| {
        let name = b"resources/unit.json";
        bytes.windows(name.len()).position(|w| w == name).unwrap() + name.len()
    });
    let end = bytes[start..].iter().position(|byte| *byte == b'\n').unwrap();
    bytes[start..=start + end].to_vec()
}

#[test]
fn parameters_change_before_the_start_and_not_after() {
    let bytes = content_of(&unit("fmu2", &session(PENDULUM), "full"));
    let content = Content::read(&bytes, &Content::token(&bytes)).unwrap();
    let states = content.states.len() as u32;
    let parameter = 1 + 1 + 2 + 2 * states;
    let mut unit = Unit::new(content.clone()).unwrap();
    unit.set(&[parameter], &[50.0]).unwrap();
    unit.prepare().unwrap();
    unit.start().unwrap();
    let mut plain = Unit::new(content).unwrap();
    plain.start().unwrap();
    let (mut with, mut without) = ([0.0], [0.0]);
    unit.step(0.2).unwrap();
    plain.step(0.2).unwrap();
    unit.get(&[2], &mut with).unwrap();
    plain.get(&[2], &mut without).unwrap();
    assert!((with[0] - without[0]).abs() > 1e-3, "{with:?} {without:?}");
    assert!(unit.set(&[parameter], &[1.0]).unwrap_err().contains("before the start"));
}

#[test]
fn a_restored_unit_repeats_its_motion() {
    let bytes = content_of(&unit("fmu2", &session(PENDULUM), "full"));
    let mut unit = Unit::new(Content::parse(&bytes).unwrap()).unwrap();
    unit.start().unwrap();
    unit.step(0.1).unwrap();
    let kept = unit.snapshot();
    let packed = kept.to_bytes().unwrap();
    unit.step(0.1).unwrap();
    let first = unit.states().to_vec();
    unit.restore(&kept).unwrap();
    unit.step(0.1).unwrap();
    assert_eq!(unit.states(), first);
    unit.restore(&lissom_fmu::Snapshot::from_bytes(&packed).unwrap()).unwrap();
    unit.step(0.1).unwrap();
    assert_eq!(unit.states(), first);
    for cut in 0..packed.len() {
        assert!(lissom_fmu::Snapshot::from_bytes(&packed[..cut]).is_err());
    }
}

/// The directional derivative is that of a difference of the rates.
#[test]
fn derivatives_are_those_of_the_rates() {
    let bytes = content_of(&unit("fmu2", &session(PENDULUM), "full"));
    let content = Content::parse(&bytes).unwrap();
    let n = content.states.len();
    let mut unit = Unit::new(content).unwrap();
    unit.start().unwrap();
    unit.step(0.15).unwrap();
    let first = 1 + 1 + 2;
    let knowns: Vec<u32> = (0..n as u32).map(|k| first + k).collect();
    let unknowns: Vec<u32> = (0..n as u32).map(|k| first + n as u32 + k).chain([2, 3]).collect();
    let at = unit.states().to_vec();
    for k in 0..n {
        let mut seed = vec![0.0; n];
        seed[k] = 1.0;
        let mut found = vec![0.0; unknowns.len()];
        unit.directional(&unknowns, &knowns, &seed, &mut found).unwrap();
        let step = 1e-6;
        let mut sides = [vec![0.0; unknowns.len()], vec![0.0; unknowns.len()]];
        for (side, sign) in sides.iter_mut().zip([1.0, -1.0]) {
            let mut moved = at.clone();
            moved[k] += sign * step;
            unit.set_states(&moved).unwrap();
            unit.get(&unknowns, side).unwrap();
        }
        unit.set_states(&at).unwrap();
        let scale = found.iter().fold(1.0, |a: f64, b| a.max(b.abs()));
        for (i, value) in found.iter().enumerate() {
            let difference = (sides[0][i] - sides[1][i]) / (2.0 * step);
            assert!((difference - value).abs() < 1e-5 * scale, "({i}, {k}): {difference} and {value}");
        }
    }
}

/// Truncated and altered files are refused, with any token; nothing panics.
#[test]
fn hostile_resources_are_refused() {
    for (text, model) in [(BEAM, "cb"), (PENDULUM, "full")] {
        let bytes = content_of(&unit("fmu2", &session(text), model));
        let token = Content::token(&bytes);
        assert!(Content::read(&bytes, &token).is_ok());
        for place in (0..bytes.len()).step_by(bytes.len() / 60 + 1) {
            assert!(Content::read(&bytes[..place], &token).is_err());
            assert!(Content::parse(&bytes[..place]).is_err());
            let mut altered = bytes.clone();
            altered[place] ^= 0x15;
            assert!(Content::read(&altered, &token).is_err());
            // Without the token a file may still be one; then it is built or refused, but never a panic.
            if let Ok(content) = Content::parse(&altered) {
                let _ = Unit::new(content);
            }
        }
    }
}
