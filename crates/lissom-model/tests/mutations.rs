//! Valid models, damaged at random: whatever the file says, there is either a sound model or a diagnostic that can be shown.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::ops::Range;
use std::path::Path;

use lissom_model::model::{
    Attachment, Beam, Direction, Driven, Line, Measured, Member, ModalBody, ModalSource, ModeChoice, Model,
    NodeId, Observed, Residual, Side, StateKind,
};
use lissom_model::{Loaded, Overrides, Style, load_with_files, render};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// One way to damage a file.
#[derive(Clone, Debug)]
enum Damage {
    DeleteLine(Index),
    DuplicateLine(Index),
    SwapLines(Index, Index),
    DeleteToken(Index),
    DuplicateToken(Index),
    SwapTokens(Index, Index),
    ReplaceToken(Index, &'static str),
    ReplaceNumber(Index, &'static str),
    /// A token of any example, put in the place of one of this.
    Transplant(Index, Index),
    RenameKey(Index, Index),
    Insert(Index, Vec<u8>),
    Truncate(Index),
}

/// What a token or number may become.
const REPLACEMENTS: &[&str] = &[
    "nan",
    "-inf",
    "inf",
    "-1",
    "0",
    "-0.0",
    "1e400",
    "1e308",
    "1e-320",
    "9223372036854775808",
    "2.5",
    "\"\"",
    "\"x\"",
    "\"3 mm\"",
    "\"1/0\"",
    "\"t\"",
    "\"ground\"",
    "\"a.b\"",
    "[]",
    "[[]]",
    "[1, 2, 3]",
    "{}",
    "{ a = 1 }",
    "true",
    "1979-05-27",
    "\"\\u0000\"",
    "\"(((((\"",
    "\"if(1 < 2, 3, 4)\"",
    "=",
    "]",
    "[[beam]]",
    "\"\"\"",
    "\"A\"",
    "\"B\"",
];

fn damage() -> impl Strategy<Value = Damage> {
    let replacement = || (0..REPLACEMENTS.len()).prop_map(|at| REPLACEMENTS[at]);
    prop_oneof![
        1 => any::<Index>().prop_map(Damage::DeleteLine),
        1 => any::<Index>().prop_map(Damage::DuplicateLine),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Damage::SwapLines(a, b)),
        1 => any::<Index>().prop_map(Damage::DeleteToken),
        1 => any::<Index>().prop_map(Damage::DuplicateToken),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Damage::SwapTokens(a, b)),
        1 => (any::<Index>(), replacement()).prop_map(|(at, text)| Damage::ReplaceToken(at, text)),
        4 => (any::<Index>(), replacement()).prop_map(|(at, text)| Damage::ReplaceNumber(at, text)),
        4 => (any::<Index>(), any::<Index>()).prop_map(|(at, from)| Damage::Transplant(at, from)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Damage::RenameKey(a, b)),
        1 => (any::<Index>(), proptest::collection::vec(any::<u8>(), 1..6)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        1 => any::<Index>().prop_map(Damage::Truncate),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage, foreign: &[String]) {
    match damage {
        Damage::Insert(at, new) => {
            let place = at.index(bytes.len() + 1);
            bytes.splice(place..place, new.iter().copied());
        }
        Damage::Truncate(at) => bytes.truncate(at.index(bytes.len().max(1))),
        _ => {
            let Ok(text) = std::str::from_utf8(bytes) else { return };
            let damaged = with_lines(text, damage).or_else(|| with_tokens(text, damage, foreign));
            *bytes = damaged.unwrap_or_else(|| text.to_owned()).into_bytes();
        }
    }
}

/// Damage to whole lines.
fn with_lines(text: &str, damage: &Damage) -> Option<String> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let count = lines.len();
    match damage {
        _ if lines.is_empty() => return None,
        Damage::DeleteLine(at) => drop(lines.remove(at.index(count))),
        Damage::DuplicateLine(at) => lines.insert(at.index(count), lines[at.index(count)]),
        Damage::SwapLines(a, b) => lines.swap(a.index(count), b.index(count)),
        _ => return None,
    }
    Some(lines.concat())
}

/// Damage to words, numbers and signs.
fn with_tokens(text: &str, damage: &Damage, foreign: &[String]) -> Option<String> {
    let all = tokens(text);
    let pick = |at: &Index, list: &[Range<usize>]| (!list.is_empty()).then(|| at.get(list).clone());
    let replace = |range: Range<usize>, new: &str| [&text[..range.start], new, &text[range.end..]].concat();
    let chosen = |test: &dyn Fn(&Range<usize>) -> bool| -> Vec<Range<usize>> {
        all.iter().filter(|range| test(range)).cloned().collect()
    };
    match damage {
        Damage::DeleteToken(at) => Some(replace(pick(at, &all)?, "")),
        Damage::DuplicateToken(at) => {
            let range = pick(at, &all)?;
            Some(replace(range.clone(), &text[range].repeat(2)))
        }
        Damage::SwapTokens(a, b) => {
            let (a, b) = (pick(a, &all)?, pick(b, &all)?);
            let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
            let between = text.get(first.end..second.start)?;
            let (x, y) = (&text[first.clone()], &text[second.clone()]);
            Some([&text[..first.start], y, between, x, &text[second.end..]].concat())
        }
        Damage::ReplaceToken(at, new) => Some(replace(pick(at, &all)?, new)),
        Damage::Transplant(at, from) => Some(replace(pick(at, &all)?, from.get::<String>(foreign))),
        Damage::ReplaceNumber(at, new) => {
            let numbers = chosen(&|range| text[range.clone()].starts_with(|c: char| c.is_ascii_digit()));
            Some(replace(pick(at, &numbers)?, new))
        }
        Damage::RenameKey(a, b) => {
            let keys = chosen(&|range| text[range.end..].trim_start_matches(' ').starts_with('='));
            Some(replace(pick(a, &keys)?, &text[pick(b, &keys)?]))
        }
        _ => None,
    }
}

/// Words, numbers, quoted texts and single signs, without blanks and comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let mut end = start + c.len_utf8();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+');
        match c {
            ' ' | '\n' => continue,
            '#' => {
                while rest.next_if(|(_, c)| *c != '\n').is_some() {}
                continue;
            }
            '"' => {
                while let Some((at, c)) = rest.next_if(|(_, c)| *c != '\n') {
                    end = at + c.len_utf8();
                    if c == '"' {
                        break;
                    }
                }
            }
            c if is_word(c) => {
                while let Some((at, c)) = rest.next_if(|(_, c)| is_word(*c)) {
                    end = at + c.len_utf8();
                }
            }
            _ => {}
        }
        found.push(start..end);
    }
    found
}

fn examples() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .iter()
        .filter(|path| path.is_dir())
        .map(|path| std::fs::read(path.join("model.toml")).unwrap())
        .collect()
}

/// A file of any example: components and included files are found by their names.
fn beside_examples(path: &str) -> Result<Vec<u8>, String> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folders = std::fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path());
    let found = folders.map(|folder| folder.join(path)).find(|file| !path.contains("..") && file.is_file());
    found.and_then(|file| std::fs::read(file).ok()).ok_or_else(|| "there is no such file".to_owned())
}

/// Loads, renders, and checks that there is a sound model or an error inside the text.
fn check(bytes: &[u8], overrides: &Overrides) -> bool {
    let Loaded { checked, sources } = load_with_files("model.toml", bytes, overrides, &beside_examples);
    assert_eq!(checked.value.is_none(), checked.has_errors(), "a model, or errors");
    for style in [Style::Plain, Style::Colour] {
        let page = render(&checked.diagnostics, &sources, style);
        assert!(page.chars().all(|c| c == '\n' || c == '\u{1b}' || !c.is_control()), "{page:?}");
        assert_eq!(page.is_empty(), checked.diagnostics.is_empty());
    }
    for diagnostic in &checked.diagnostics {
        let span = diagnostic.span;
        assert!(span.start <= span.end, "{diagnostic:?}");
        assert!(
            span.source > 0 || span.end <= bytes.len(),
            "{diagnostic:?} is outside {} bytes",
            bytes.len()
        );
        assert!(lissom_model::explain(diagnostic.code).is_some(), "{diagnostic:?}");
    }
    if let Some(model) = &checked.value {
        assert_sound(model);
    }
    checked.value.is_some()
}

#[test]
fn damaged_models_give_a_sound_model_or_a_diagnostic() {
    let examples = examples();
    let config = Config { cases: 20_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = (any::<Index>(), proptest::collection::vec(damage(), 1..3));
    let texts = examples.iter().map(|example| std::str::from_utf8(example).unwrap());
    let foreign: Vec<String> =
        texts.flat_map(|text| tokens(text).into_iter().map(move |range| text[range].to_owned())).collect();
    let survived = std::cell::Cell::new((0, 0));
    runner
        .run(&strategy, |(which, list)| {
            let mut bytes = which.get(&examples).clone();
            list.iter().for_each(|one| apply(&mut bytes, one, &foreign));
            let (sound, wrong) = survived.get();
            survived.set(if check(&bytes, &Overrides::default()) {
                (sound + 1, wrong)
            } else {
                (sound, wrong + 1)
            });
            Ok(())
        })
        .unwrap();
    let (sound, wrong) = survived.get();
    assert!(
        sound > 1000 && wrong > 10_000,
        "the damage is neither too mild nor too strong: {sound} sound, {wrong} wrong"
    );
}

#[test]
fn any_override_gives_a_sound_model_or_a_diagnostic() {
    let examples = examples();
    let config = Config { cases: 1000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let key = prop_oneof![
        Just("Fmax".to_owned()),
        Just("ne".to_owned()),
        Just("span".to_owned()),
        Just("model.dim".to_owned()),
        Just("beam.A.elements".to_owned()),
        Just("analysis.modes.count".to_owned()),
        Just("node.A0".to_owned()),
        "[a-z.]{0,12}",
        any::<String>(),
    ];
    let value =
        prop_oneof![(0..REPLACEMENTS.len()).prop_map(|at| REPLACEMENTS[at].to_owned()), any::<String>()];
    runner
        .run(&(any::<Index>(), proptest::collection::vec((key, value), 1..3)), |(which, pairs)| {
            check(&examples[which.index(examples.len())], &Overrides::from_iter(pairs));
            Ok(())
        })
        .unwrap();
}

#[test]
fn undamaged_models_are_sound() {
    for example in examples() {
        let start = String::from_utf8_lossy(&example).into_owned();
        assert!(check(&example, &Overrides::default()), "{}", &start[..start.len().min(300)]);
    }
}

/// Every number finite, every index valid, every unit vector of length one.
fn assert_sound(model: &Model) {
    assert_finite(&model.gravity);
    model.parameters.iter().for_each(|parameter| assert_finite(&[parameter.value]));
    model.structure.nodes.iter().for_each(|node| assert_finite(&node.position));
    model.structure.beams.iter().for_each(|beam| assert_beam(model, beam));
    assert_joints(model);
    assert_lumps(model);
    assert_signals(model);
    assert_requests(model);
    model.modal_bodies.iter().for_each(assert_modal);
    if let Some(graph) = &model.bond_graph {
        let count = graph.elements.len();
        assert!(graph.bonds.iter().all(|(from, to)| *from < count && *to < count && from != to));
    }
}

fn assert_finite(numbers: &[f64]) {
    assert!(numbers.iter().all(|number| number.is_finite()), "{numbers:?}");
}

fn assert_unit(vector: &[f64; 3]) {
    let square: f64 = vector.iter().map(|component| component * component).sum();
    assert!((square - 1.0).abs() < 1e-12, "{vector:?}");
}

fn assert_direction(direction: &Direction) {
    match direction {
        Direction::Along(vector) | Direction::About(vector) => assert_unit(vector),
    }
}

fn assert_node(model: &Model, node: NodeId) {
    assert!(node.0 < model.structure.nodes.len());
}

fn assert_place(model: &Model, at: &Attachment) {
    match at {
        Attachment::Node(node) => assert_node(model, *node),
        Attachment::Port { body, port } => assert_port(model, body, port),
        Attachment::Symbolic => {}
    }
}

fn assert_beam(model: &Model, beam: &Beam) {
    beam.nodes.into_iter().for_each(|node| assert_node(model, node));
    let (s, i) = (&beam.stiffness, &beam.inertia);
    assert_finite(&[s.axial, s.bending_y, s.bending_z, s.torsion]);
    assert_finite(&[s.shear_y.unwrap_or(1.0), s.shear_z.unwrap_or(1.0)]);
    assert_finite(&[i.mass, i.rotary_y, i.rotary_z, i.polar, beam.kelvin_voigt]);
    let fibre = beam.outer_fibre.map_or([1.0; 2], |f| [f.about_z, f.about_y.unwrap_or(1.0)]);
    assert_finite(&fibre);
    beam.y_axis.iter().for_each(assert_unit);
    assert!((1..=1_000_000).contains(&beam.elements));
    let [from, to] = beam.nodes.map(|node| model.structure.nodes[node.0].position);
    assert!(from != to, "a beam without length");
}

fn assert_joints(model: &Model) {
    let structure = &model.structure;
    for truss in &structure.trusses {
        truss.nodes.iter().for_each(|node| assert_node(model, *node));
        assert_finite(&[truss.stiffness, truss.mass, truss.kelvin_voigt]);
        assert!(truss.stiffness > 0.0 || !truss.flexible);
    }
    for body in &structure.rigid_bodies {
        body.nodes.iter().for_each(|node| assert_node(model, *node));
        assert_finite(&[body.mass]);
        assert_finite(body.inertia.as_flattened());
        assert_finite(&body.centre);
    }
    for hinge in &structure.hinges {
        assert_node(model, hinge.at);
        assert_unit(&hinge.axis);
        assert_finite(&[hinge.stiffness, hinge.damping]);
        for side in &hinge.between {
            match side {
                Side::Ground => {}
                Side::Part(Member::Beam(beam)) => {
                    assert!(structure.beams[beam.0].nodes.contains(&hinge.at));
                }
                Side::Part(Member::Body(body)) => {
                    assert!(structure.rigid_bodies[body.0].nodes.contains(&hinge.at));
                }
                Side::Part(Member::Part(part)) => {
                    let motion = model.fe_parts[part.0].motion.as_ref().unwrap();
                    assert!(motion.nodes.contains(&hinge.at));
                }
            }
        }
    }
    for joint in &structure.joints {
        joint.at.iter().for_each(|node| assert_node(model, *node));
        joint.triad.iter().for_each(assert_unit);
        assert_eq!(joint.elastic.len(), joint.kind.motions().len());
    }
    for slide in &structure.slides {
        assert_node(model, slide.node);
        assert_unit(&slide.direction);
    }
    structure.fixes.iter().flat_map(|fix| fix.nodes.iter()).for_each(|node| assert_node(model, *node));
    for drive in &structure.drives {
        match &drive.what {
            Driven::Hinge(hinge) => assert!(hinge.0 < structure.hinges.len()),
            Driven::Joint(what) => {
                assert!(what.motion < structure.joints[what.joint.0].kind.motions().len());
            }
            Driven::Node(node, direction) => {
                assert_node(model, *node);
                assert_direction(direction);
            }
        }
    }
}

fn assert_lumps(model: &Model) {
    let structure = &model.structure;
    for mass in &structure.masses {
        assert_place(model, &mass.at);
        assert_finite(&[mass.mass]);
        assert_finite(mass.inertia.as_flattened());
        assert_finite(&mass.offset);
    }
    let springs = structure.springs.iter().map(|spring| (&spring.sides, spring.line, spring.stiffness));
    let dampers = structure.dampers.iter().map(|damper| (&damper.sides, damper.line, damper.damping));
    for (sides, line, coefficient) in springs.chain(dampers) {
        assert_finite(&[coefficient]);
        assert!(sides[0] != sides[1]);
        if let Line::Directed(direction) = &line {
            assert_direction(direction);
        }
        for side in sides {
            if let Side::Part(at) = side {
                assert_place(model, at);
            }
        }
    }
}

/// Inputs and outputs.
fn assert_signals(model: &Model) {
    for force in &model.forces {
        assert_place(model, &force.at);
        force.direction.iter().for_each(assert_direction);
    }
    model.torques.iter().for_each(|torque| assert!(torque.hinge.0 < model.structure.hinges.len()));
    for output in &model.outputs {
        match &output.what {
            Measured::Displacement(at, direction) => {
                assert_place(model, at);
                direction.iter().for_each(assert_direction);
            }
            Measured::Observed(Observed::Angle(hinge)) => assert!(hinge.0 < model.structure.hinges.len()),
            Measured::Deflection(beam, at) => {
                assert!(beam.0 < model.structure.beams.len() && (0.0..=1.0).contains(at));
            }
            Measured::Flow(name) | Measured::Effort(name) | Measured::Stored(name) => {
                let graph = model.bond_graph.as_ref().unwrap();
                assert!(graph.elements.iter().any(|element| element.name == *name));
            }
            Measured::Expression(_) | Measured::Observed(_) => {}
        }
    }
    if let Some(spin) = &model.spin {
        assert_unit(&spin.axis);
        assert_finite(&[spin.speed]);
        assert_finite(&spin.point);
    }
}

fn assert_requests(model: &Model) {
    for state in &model.states {
        state.forces.iter().for_each(|(_, force)| assert_finite(&[*force]));
        if let StateKind::Rotation(speed, axis) = &state.kind {
            assert_finite(&[*speed]);
            assert_unit(&axis.direction);
        }
    }
    for reduction in &model.reductions {
        assert_finite(&reduction.band.unwrap_or_default());
        if let Some(ModeChoice::Below(hertz)) = reduction.method.modes() {
            assert_finite(&[hertz]);
        }
    }
    model.analyses.states.iter().for_each(|states| assert_finite(&states.range));
    model.analyses.frf.iter().for_each(|frf| assert_finite(&frf.range));
    if let Some(asked) = &model.analyses.simulate {
        assert_finite(&[asked.end, asked.rtol.unwrap_or(1.0), asked.atol.unwrap_or(1.0)]);
        assert_finite(&asked.breaks);
    }
    let swept = model.analyses.campbell.iter().flat_map(|campbell| &campbell.sweep);
    let modes = model.analyses.modes.iter().flat_map(|modes| &modes.sweep);
    for sweep in swept.chain(modes) {
        assert_finite(&[sweep.from, sweep.to]);
        assert!(model.parameters.iter().any(|parameter| parameter.name == sweep.parameter));
    }
    if let Some(check) = &model.check {
        assert_finite(&check.frequencies_hz);
        assert_finite(&[check.rtol, check.grounding.unwrap_or(1.0)]);
    }
}

fn assert_port(model: &Model, body: &str, port: &str) {
    let modal = model.modal_bodies.iter().find(|modal| modal.name == body);
    let is_modal = modal.is_some_and(|modal| modal.ports.iter().any(|own| own == port));
    let is_interface =
        model.interfaces.iter().any(|interface| interface.part == body && interface.name == port);
    assert!(is_modal || is_interface, "{body}.{port}");
}

fn assert_modal(body: &ModalBody) {
    let ports = body.ports.len();
    match &body.source {
        ModalSource::Table { frequencies_hz, modal_masses, shapes, .. } => {
            assert!(frequencies_hz.iter().all(|f| f.is_finite() && *f > 0.0));
            assert_eq!(frequencies_hz.len(), modal_masses.len());
            assert_eq!(frequencies_hz.len(), shapes.len());
            assert!(shapes.iter().all(|shape| shape.len() == ports && shape.iter().all(|y| y.is_finite())));
            assert!(body.retain <= frequencies_hz.len());
        }
        ModalSource::Continuum { length, bending, mass, positions, .. } => {
            assert!([length, bending, mass].iter().all(|number| number.is_finite() && **number > 0.0));
            assert_eq!(positions.len(), ports);
            assert!(positions.iter().all(|at| (0.0..=*length).contains(at)));
        }
        ModalSource::Universal { places, .. } => assert_eq!(places.len(), ports),
        ModalSource::Structure { places, .. } => assert_eq!(places.len(), ports),
    }
    if let Residual::Static(Some(compliance)) = &body.residual {
        assert!(compliance.len() == ports && compliance.iter().all(|row| row.len() == ports));
    }
}
