//! The unit of every example, as FMPy validates and simulates it: under a step, a sine and a chirp, or from a state with rates, in both
//! kinds, against the motion that the program finds by itself. Examples without a unit say why.
#![allow(clippy::unwrap_used)]

mod support;

use lissom::{FileError, Files, Overrides, Quiet, Session};
use lissom_dynamics::{SimulateRequest, Tolerance, integrator, simulate};
use lissom_export::{ExportRequest, exporter};
use lissom_fmu::{Content, Kind};
use lissom_mech::{Controlled, System};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::{asked, folder, runtime};

/// Number of steps of communication.
const STEPS: usize = 100;

/// Largest error of an output, of its largest value.
const ERROR: f64 = 1e-6;

/// A unit: the example, its model, and the end of the motion \[s\]: a few periods of the slow motions of mechanisms, or some of the
/// fastest one where a unit holds all modes of a structure, because the solver of the host has to follow each of them.
const UNITS: &[(&str, &str, f64)] = &[
    ("bouncing_pendulum", "full", 1.0),
    ("bracket_bar", "krylov", 2e-4),
    ("calibrated_frame", "full", 1e-5),
    ("cart", "full", 0.02),
    ("cross_pivot", "full", 2e-4),
    ("dc_motor_bond", "full", 0.5),
    ("delta_robot", "full", 1e-3),
    ("fixed_beam_ports", "full", 0.05),
    ("flexure_stage", "full", 2e-3),
    ("flexure_stage_fe", "along", 5e-3),
    ("four_bar", "full", 2e-3),
    ("free_beam", "krylov", 1e-3),
    ("gripper", "full", 0.05),
    ("guidance", "full", 0.02),
    ("guidance", "modal3", 0.05),
    ("guidance", "svd5", 0.05),
    ("manipulator", "modal2", 0.1),
    ("portal_frame", "full", 2e-4),
    ("robot_fe", "full", 5e-3),
    ("rotating_blade", "full", 5e-4),
    ("slider_crank", "full", 2e-3),
    ("slider_crank_fe", "full", 2e-3),
    ("slider_crank_solid", "full", 2e-3),
    ("space_frame", "full", 5e-6),
    ("spatial_stage", "full", 1e-6),
    ("spinning_top", "full", 0.1),
    ("stage_fe", "cb", 1e-3),
    ("swing_stage", "full", 0.5),
    ("tripod", "full", 1e-3),
    ("tuned_guidance", "full", 1e-3),
];

/// Sizes of inputs where one newton moves nothing farther than the absolute tolerance of a step in so short a time \[N\].
const PUSHES: &[(&str, f64)] = &[("calibrated_frame", 1e7), ("space_frame", 1e7), ("spatial_stage", 1e6)];

/// Examples that nothing moves at first: they start with rates of their coordinates.
const PUSHED: &[&str] = &["cross_pivot", "portal_frame", "rotating_blade", "tuned_guidance"];

/// Examples without a unit: what is missing, and what would do.
const REFUSED: &[(&str, &str, &str)] = &[
    ("five_bar", "controller `axis1` samples", "in the host program"),
    ("pendulum_bond", "it has no input", "add a source"),
    ("pick_and_place", "controller `axis 1` samples", "in the host program"),
    ("rotating_cantilever", "it has no input", "add a [[force]]"),
    ("surrogate1", "infinitely many states", "derive --code c"),
];

/// The folder of an example.
struct Example(PathBuf);

impl Files for Example {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let found = std::fs::read(self.0.join(path));
        found.map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn session(example: &str) -> Session {
    Session::open(Example(examples().join(example)), "model.toml", Overrides::default()).unwrap()
}

fn request(model: &str) -> ExportRequest {
    ExportRequest { model: Some(model.to_owned()), runtime: Some(runtime()), ..ExportRequest::default() }
}

/// Outputs that are zero by symmetry or because nothing acts from outside: their errors are those of a size of one unit.
const ZEROS: &[(&str, &str)] = &[("tripod", "drift"), ("tripod", "momentum"), ("spatial_stage", "twist")];

fn push(example: &str) -> f64 {
    PUSHES.iter().find(|(name, _)| *name == example).map_or(1.0, |(_, size)| *size)
}

/// A step, a sine and a chirp, one after the other; the step rises within one step of communication.
fn signal(share: f64) -> f64 {
    let turn = 2.0 * std::f64::consts::PI;
    match share {
        0.1..0.3 => 1.0,
        0.35..=0.65 => (turn * (share - 0.35) / 0.3).sin(),
        0.7..=0.95 => (2.0 * turn * ((share - 0.7) / 0.25).powi(2)).sin(),
        _ => 0.0,
    }
}

/// The same between the times of communication: straight.
fn straight(share: f64) -> f64 {
    let at = share.clamp(0.0, 1.0) * STEPS as f64;
    let first = (at.floor() as usize).min(STEPS - 1);
    let [from, to] = [first, first + 1].map(|k| signal(k as f64 / STEPS as f64));
    from + (to - from) * (at - first as f64)
}

/// What the unit computes, from its archive, in which files are stored as they are.
fn content_of(archive: &[u8]) -> Content {
    let mark = b"{\"A\":[";
    let start = archive.windows(mark.len()).position(|w| w == mark).unwrap_or_else(|| {
        let name = b"resources/unit.json";
        archive.windows(name.len()).position(|w| w == name).unwrap() + name.len()
    });
    let end = archive[start..].iter().position(|byte| *byte == b'\n').unwrap();
    Content::parse(&archive[start..start + end]).unwrap()
}

/// Numbers without a pattern: fractional parts of multiples of the golden ratio.
fn number(k: usize) -> f64 {
    ((k as f64 + 1.0) * 0.618_033_988_749_894_9).fract() - 0.5
}

/// Outputs of a mechanism at the times of communication, by the program's own integrator, and how large each is.
fn own_motion(
    own: &Session,
    model: &str,
    content: &Content,
    start: &[f64],
    (end, push): (f64, f64),
) -> (Vec<Vec<f64>>, Vec<f64>) {
    let plant: Arc<dyn System> = match model {
        "full" => own.mechanism().unwrap().shared_machinery(),
        name => Arc::new(own.reduced_by(&own.reduce(name, &Quiet).unwrap().value.text).unwrap()),
    };
    let system = Controlled::of(own.model().unwrap(), plant).unwrap();
    let law = |time: f64, values: &mut [f64]| {
        values.fill(0.0);
        if let Some(first) = values.first_mut() {
            *first = push * straight(time / end);
        }
    };
    let request = SimulateRequest {
        points: STEPS + 1,
        from: Some(start.split_at(start.len() / 2)),
        input: (!content.inputs.is_empty()).then_some(&law),
        tolerance: Tolerance { relative: 1e-11, absolute: 1e-14 },
        audit: false,
        ..SimulateRequest::until(end)
    };
    let found = simulate(&*system, &request, integrator("auto").unwrap(), &Quiet).unwrap();
    let largest = |values: &Vec<f64>| values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    // Outputs that are zero by symmetry are measured by how far they could reach, or by others of their unit.
    let units: Vec<&str> = system.outputs().iter().map(|(_, unit)| *unit).collect();
    let beside = |k: usize| {
        let same = (0..units.len()).filter(|other| units[*other] == units[k]);
        same.map(|other| largest(&found.outputs[other])).fold(0.0, f64::max)
    };
    let reach = |k: usize| 1e-6 * found.reach.get(k).copied().unwrap_or(0.0).max(beside(k));
    let sizes = found.outputs.iter().enumerate().map(|(k, values)| largest(values).max(reach(k))).collect();
    (found.outputs, sizes)
}

/// What the client is asked about a unit.
fn job(example: &str, model: &str, end: f64) -> Value {
    let own = session(example);
    let path = |ending: &str| folder().join(format!("example_{example}_{model}{ending}"));
    let mut units = Vec::new();
    let mut content = None;
    for format in ["fmu2", "fmu3"] {
        let files = exporter(format)
            .unwrap()
            .write(&own, &request(model), &Quiet)
            .unwrap_or_else(|error| panic!("{example}, {model}: {error}"));
        let path = path(&format!(".{format}.fmu"));
        std::fs::write(&path, &files[0].bytes).unwrap();
        content.get_or_insert_with(|| content_of(&files[0].bytes));
        units.push(path);
    }
    let content = content.unwrap();
    let values: Vec<f64> = (0..=STEPS).map(|k| push(example) * signal(k as f64 / STEPS as f64)).collect();
    let mut start = content.start.clone();
    let is_pushed = PUSHED.contains(&example);
    if is_pushed {
        let half = start.len() / 2;
        (half..2 * half).for_each(|k| start[k] += number(k) * content.nominals[k]);
    }
    let mut job = json!({
        "name": format!("{example}, {model}"), "units": units, "end": end, "steps": STEPS, "inputs": content.inputs, "values": values,
        "outputs": content.outputs, "states": content.states, "start": if is_pushed { json!(start) } else { Value::Null },
    });
    if matches!(content.kind, Kind::Mechanism { .. }) {
        let (outputs, mut sizes) = own_motion(&own, model, &content, &start, (end, push(example)));
        for (name, size) in content.outputs.iter().zip(&mut sizes) {
            if ZEROS.contains(&(example, name.as_str())) {
                *size = 1.0;
            }
        }
        job["reference"] = json!(outputs);
        job["sizes"] = json!(sizes);
    }
    job
}

/// Every example has a unit that moves as the program does, or a reason.
#[test]
fn units_of_all_examples_move_as_the_program_does() {
    let jobs: Vec<Value> = UNITS.iter().map(|(example, model, end)| job(example, model, *end)).collect();
    let Some(answers) = asked("examples.py", &json!(jobs)) else { return };
    let mut wrong = Vec::new();
    for answer in answers.as_array().unwrap() {
        println!("{answer}");
        let errors = answer["errors"].as_object().unwrap();
        let is_far = |error: &Value| error.as_f64().is_none_or(|error| error.is_nan() || error >= ERROR);
        if answer["problems"] != json!([]) || errors.len() < 3 || errors.values().any(is_far) {
            wrong.push(answer.to_string());
        }
    }
    assert!(wrong.is_empty() && answers.as_array().unwrap().len() == UNITS.len(), "{}", wrong.join("\n"));
}

#[test]
fn examples_without_a_unit_say_why() {
    for (example, why, instead) in REFUSED {
        let said = exporter("fmu3").unwrap().write(&session(example), &request("full"), &Quiet).unwrap_err();
        let said = said.to_string();
        assert!(said.contains(why) && said.contains(instead), "{example}: {said}");
    }
}

#[test]
fn every_example_is_asked() {
    let known = UNITS.iter().map(|(name, ..)| *name).chain(REFUSED.iter().map(|(name, ..)| *name));
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    let folders = std::fs::read_dir(examples()).unwrap().map(|entry| entry.unwrap().path());
    let there = folders.filter(|path| path.join("model.toml").exists());
    let there = there.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    assert_eq!(known, there.collect());
}
