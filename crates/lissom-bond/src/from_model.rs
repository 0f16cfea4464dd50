//! From a model file to a bond graph.

use crate::assembly::{Assembly, Motion, PortId, Reading, Side};
use crate::constant::Constant;
use crate::error::BondError;
use crate::graph::{BondGraph, ElementId, Field, Kind, Probe};
use crate::modal_body::{
    ContinuumBeam, FiniteElementBody, MeasuredPort, ModalBody, ModeTable, ResidualCompliance,
};
use lissom_linalg::{Dense, ModesOptions, Quiet};
use lissom_mech::{InterfaceMotion, ModalDamping, Structure};
use lissom_model::model::{
    Attachment, BondElement, Law, Measured, ModalSource, Model, Output, Residual, Side as ModelSide,
};
use lissom_symbolic::{Expr, Node, Program};

/// Number of further modes of a continuum that represent all omitted ones, where statics are not used [-].
///
/// The tail falls with the third power: the remainder is below 1e-7 of the compliance.
const CONTINUUM_TAIL: usize = 400;

/// Whether modal bodies keep their residual compliance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResidualUse {
    /// As given in the model.
    Kept,
    /// Omitted: plain truncation.
    LeftOut,
}

/// External data of modal bodies.
pub trait Surroundings {
    /// The bytes of a file that the model names.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn file(&self, path: &str) -> Result<Vec<u8>, String>;

    /// The frame of the model, or its imported part.
    ///
    /// # Errors
    /// Why it is not available.
    fn structure(&self, body: &str) -> Result<&Structure, String>;
}

/// No external data: bodies from files and structures are refused.
#[derive(Clone, Copy, Debug)]
pub struct DescriptionAlone;

impl Surroundings for DescriptionAlone {
    fn file(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("no files can be read here".to_owned())
    }

    fn structure(&self, _: &str) -> Result<&Structure, String> {
        Err("no structure is available here".to_owned())
    }
}

/// The bond graph of a model: its `[bond_graph]`, or its modal bodies with their attachments.
///
/// # Errors
/// [`BondError::NothingToConnect`] without either, and errors of their numbers.
pub fn graph_of(
    model: &Model,
    residual: ResidualUse,
    around: &dyn Surroundings,
) -> Result<BondGraph, BondError> {
    if model.bond_graph.is_some() {
        return written_graph(model);
    }
    if model.modal_bodies.is_empty() {
        return Err(BondError::NothingToConnect { model: model.name.clone() });
    }
    let assembly = assembly_of(model, around)?;
    match residual {
        ResidualUse::Kept => assembly.graph(),
        ResidualUse::LeftOut => assembly.without_residual().graph(),
    }
}

/// The value of a law without variables.
fn value_at_start(model: &Model, what: &str, law: &Law) -> Result<f64, BondError> {
    let bad = |reason: String| BondError::BadLaw { what: what.to_owned(), law: law.text.clone(), reason };
    let mut store = model.expressions.clone();
    let time = store.symbol("t");
    let program = Program::compile(&store, &[law.expr], &[time]).map_err(|error| bad(error.to_string()))?;
    let (mut work, mut value) = (Vec::new(), [0.0]);
    program.evaluate(&[0.0], &mut work, &mut value);
    if value[0].is_finite() { Ok(value[0]) } else { Err(bad(format!("it is {} at t = 0", value[0]))) }
}

fn written_graph(model: &Model) -> Result<BondGraph, BondError> {
    let source = model.bond_graph.as_ref().expect("called only when there is one");
    let mut graph = BondGraph::new();
    let varying: Vec<&str> =
        source.laws(&model.expressions).map(|(element, _)| element.name.as_str()).collect();
    for element in &source.elements {
        let kind = kind_of(model, element, &varying)?;
        let id = graph.add(&element.name, kind);
        graph.elements[id.0].has_law = element.law.is_some();
    }
    for &(from, to) in &source.bonds {
        graph.connect(ElementId(from), ElementId(to));
    }
    for output in &model.outputs {
        let probe = written_probe(&graph, output)?;
        graph.observe(&output.name, vec![probe]);
    }
    Ok(graph)
}

/// Symbolic elements: the model file gives no value.
#[must_use]
pub fn letters(model: &Model) -> Vec<String> {
    let needs = |element: &&BondElement| {
        ["I", "C", "R", "MR", "TF", "MTF", "GY", "MGY", "MSe", "MSf"].contains(&element.kind.as_str())
            && element.value.is_none()
            && element.law.is_none()
            && element.field.is_none()
    };
    let elements = model.bond_graph.iter().flat_map(|graph| &graph.elements);
    elements.filter(needs).map(|element| element.name.clone()).collect()
}

/// A number between one and two for a symbolic element, by its name.
fn generic(name: &str) -> f64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    1.0 + (hash >> 11) as f64 / (1u64 << 53) as f64
}

fn kind_of(model: &Model, element: &BondElement, varying: &[&str]) -> Result<Kind, BondError> {
    let name = &element.name;
    let value = || match &element.value {
        Some(law) if !varying.contains(&name.as_str()) => value_at_start(model, name, law),
        // Symbolic, or the place of a law: a unique number, so that nothing cancels by chance. It is never printed.
        _ => Ok(generic(name)),
    };
    let constant = || value().map(|value| Constant::named(name, value));
    let field = || match &element.field {
        Some(rows) => Ok(written_field(name, rows)),
        None => constant().map(Field::scalar),
    };
    Ok(match element.kind.as_str() {
        "Se" | "MSe" => Kind::EffortSource,
        "Sf" | "MSf" => Kind::FlowSource,
        "I" => Kind::Inertia(field()?),
        "C" => Kind::Compliance(field()?),
        "R" | "MR" => Kind::Resistance(field()?),
        "TF" | "MTF" => Kind::Transformer(constant()?),
        "GY" | "MGY" => Kind::Gyrator(constant()?),
        "0" => Kind::Zero,
        "1" => Kind::One,
        _ => return Err(BondError::Unknown { what: "kind of element", name: element.kind.clone() }),
    })
}

/// The matrix of a field with symbols `NAME_i_j` by ports, counted from one; mirrored entries share theirs.
fn written_field(name: &str, rows: &[Vec<f64>]) -> Field {
    let entry = |i: usize, j: usize| {
        let is_mirrored = i > j && rows[j].get(i) == Some(&rows[i][j]);
        let (a, b) = if is_mirrored { (j, i) } else { (i, j) };
        Constant::named(&format!("{name}_{}_{}", a + 1, b + 1), rows[i][j])
    };
    Field::from_rows((0..rows.len()).map(|i| (0..rows[i].len()).map(|j| entry(i, j)).collect()).collect())
}

/// Flow into, or effort of, an element with one bond.
fn written_probe(graph: &BondGraph, output: &Output) -> Result<(Constant, Probe), BondError> {
    let (name, is_flow) = match &output.what {
        Measured::Flow(name) => (name, true),
        Measured::Effort(name) => (name, false),
        Measured::Stored(name) => {
            let id = graph.find(name);
            let id = id.ok_or_else(|| BondError::Unknown { what: "element", name: name.clone() })?;
            return Ok((Constant::number(1.0), Probe::Stored(id, 0)));
        }
        _ => return Err(BondError::NotAPort { what: output.name.clone() }),
    };
    reading(graph, name, is_flow)
}

/// Flow or effort of an element with one bond, with the sign of its reading.
pub(crate) fn reading(graph: &BondGraph, name: &str, is_flow: bool) -> Result<(Constant, Probe), BondError> {
    let unknown = || BondError::Unknown { what: "element", name: name.to_owned() };
    let id = graph.find(name).ok_or_else(unknown)?;
    let bond = graph.bonds_of_elements()[id.0].first().copied().ok_or_else(unknown)?;
    // The flow of a source is along its half arrow, of everything else into the element.
    let is_source = matches!(graph.element(id).kind, Kind::EffortSource | Kind::FlowSource);
    let sign = if is_source { 1.0 } else { graph.bonds[bond.0].sign_into(id) };
    Ok(if is_flow {
        (Constant::number(sign), Probe::Flow(bond))
    } else {
        (Constant::number(1.0), Probe::Effort(bond))
    })
}

/// The modal bodies of a model with the masses, springs, dampers, forces and outputs at their ports.
///
/// # Errors
/// [`BondError::NotAPort`] for other attachments, and errors of the bodies.
fn assembly_of(model: &Model, around: &dyn Surroundings) -> Result<Assembly, BondError> {
    let mut assembly = Assembly::new();
    for body in &model.modal_bodies {
        assembly.add_body(modal_body_of(body, around)?);
    }
    // Point masses, springs and dampers of a structure that is itself a modal body are part of it.
    let is_structure =
        |body: &lissom_model::model::ModalBody| matches!(body.source, ModalSource::Structure { .. });
    let has_structure = model.modal_bodies.iter().any(is_structure);
    let is_inside = |at: &Attachment| {
        let is_port =
            matches!(at, Attachment::Port { body, .. } if model.modal_bodies.iter().any(|b| b.name == *body));
        has_structure && !is_port
    };
    let are_inside = |sides: &[ModelSide<Attachment>; 2]| {
        sides.iter().all(|side| match side {
            ModelSide::Ground => true,
            ModelSide::Part(at) => is_inside(at),
        }) && has_structure
    };
    let place = |assembly: &Assembly, at: &Attachment, what: &str| match at {
        Attachment::Port { body, port } => assembly.port(body, port),
        _ => Err(BondError::NotAPort { what: what.to_owned() }),
    };
    for mass in model.structure.masses.iter().filter(|mass| !is_inside(&mass.at)) {
        let at = place(&assembly, &mass.at, &mass.name)?;
        assembly.mass(&mass.name, at, mass.mass);
    }
    let sides = |assembly: &Assembly, sides: &[ModelSide<Attachment>; 2], what: &str| {
        let side = |side: &ModelSide<Attachment>| match side {
            ModelSide::Ground => Ok(Side::Ground),
            ModelSide::Part(at) => place(assembly, at, what).map(Side::Port),
        };
        Ok([side(&sides[0])?, side(&sides[1])?])
    };
    for spring in model.structure.springs.iter().filter(|spring| !are_inside(&spring.sides)) {
        let ends = sides(&assembly, &spring.sides, &spring.name)?;
        assembly.spring(&spring.name, ends, spring.stiffness);
    }
    for damper in model.structure.dampers.iter().filter(|damper| !are_inside(&damper.sides)) {
        let ends = sides(&assembly, &damper.sides, &damper.name)?;
        assembly.damper(&damper.name, ends, damper.damping);
    }
    for force in &model.forces {
        let at = place(&assembly, &force.at, &force.name)?;
        assembly.force(&force.name, at);
    }
    for velocity in &model.velocities {
        let at = assembly.port(&velocity.body, &velocity.port)?;
        assembly.velocity(&velocity.name, at);
    }
    for output in &model.outputs {
        let terms = output_terms(model, &assembly, output)?;
        assembly.observe(&output.name, terms);
    }
    Ok(assembly)
}

/// A modal body as described in the model.
///
/// # Errors
/// [`BondError::NoStatics`] and those of [`ModeTable`] and [`ContinuumBeam`].
fn modal_body_of(
    body: &lissom_model::model::ModalBody,
    around: &dyn Surroundings,
) -> Result<ModalBody, BondError> {
    match &body.source {
        ModalSource::Table { rigid_mass, frequencies_hz, modal_masses, shapes } => {
            let ports: Vec<&str> = body.ports.iter().map(String::as_str).collect();
            let table =
                ModeTable::new(&body.name, &ports, *rigid_mass, frequencies_hz, modal_masses, shapes)?;
            of_table(body, &table, body.retain)
        }
        ModalSource::Universal { file, places } => {
            let out_of_reach = |reason: String| BondError::OutOfReach { body: body.name.clone(), reason };
            let bytes = around.file(file).map_err(out_of_reach)?;
            let ports: Vec<MeasuredPort> = body.ports.iter().zip(places).map(measured_port).collect();
            let records = crate::uff::read(&bytes)?;
            let table = ModeTable::from_universal(&body.name, &records, &ports)?;
            of_table(body, &table, body.retain.min(table.elastic.len()))
        }
        ModalSource::Structure { places, .. } => {
            let out_of_reach = |reason: String| BondError::OutOfReach { body: body.name.clone(), reason };
            of_structure(body, places, around.structure(&body.name).map_err(out_of_reach)?)
        }
        ModalSource::Continuum { length, bending, mass, ends, positions, .. } => {
            let beam = ContinuumBeam::new(*length, *bending, *mass, *ends)?;
            let ports: Vec<(&str, f64)> =
                body.ports.iter().map(String::as_str).zip(positions.iter().copied()).collect();
            let (name, retain) = (&body.name, body.retain);
            match &body.residual {
                Residual::None => Ok(beam.with_statics(name, &ports, retain)?.without_residual()),
                Residual::FromRemainingModes => {
                    beam.with_remaining_modes(name, &ports, retain, CONTINUUM_TAIL)
                }
                Residual::Static(None) => beam.with_statics(name, &ports, retain),
                Residual::Static(Some(rows)) => {
                    let mut own = beam.with_statics(name, &ports, retain)?;
                    own.residual = ResidualCompliance::from_statics(name, &matrix(rows), &own.modes)?;
                    Ok(own)
                }
            }
        }
    }
}

fn measured_port((name, &(node, component)): (&String, &(i64, usize))) -> MeasuredPort {
    MeasuredPort { name: name.clone(), node, component }
}

fn of_table(
    body: &lissom_model::model::ModalBody,
    table: &ModeTable,
    retain: usize,
) -> Result<ModalBody, BondError> {
    match &body.residual {
        Residual::None => table.truncated(retain),
        Residual::FromRemainingModes => table.with_remaining_modes(retain),
        Residual::Static(Some(rows)) => table.with_statics(retain, &matrix(rows)),
        Residual::Static(None) => Err(BondError::NoStatics { body: body.name.clone() }),
    }
}

/// The modes and statics of a structure; its modal damping applies to the retained elastic modes.
fn of_structure(
    body: &lissom_model::model::ModalBody,
    places: &[(String, String)],
    structure: &Structure,
) -> Result<ModalBody, BondError> {
    if structure.damping.nnz() > 0 {
        let reason =
            "dashpots and damping matrices inside it are not carried over: use modal damping".to_owned();
        return Err(BondError::OutOfReach { body: body.name.clone(), reason });
    }
    let ModalDamping::Uniform(ratio) = structure.modal_damping else {
        let reason = "its components have different modal damping, which is not carried over".to_owned();
        return Err(BondError::OutOfReach { body: body.name.clone(), reason });
    };
    let mut columns = Vec::with_capacity(places.len() * structure.size());
    for (place, direction) in places {
        let motions = structure.interface(place).map_or(&[][..], |interface| &interface.motions);
        let component = component_of(direction);
        let is_wanted =
            |motion: &&InterfaceMotion| motion.of.is_some_and(|of| Some(of.component) == component);
        let wanted: Vec<_> = motions.iter().filter(is_wanted).collect();
        let motion = if wanted.len() == 1 { Some(wanted[0]) } else { None };
        let unknown =
            || BondError::Unknown { what: "single free motion", name: format!("{place} {direction}") };
        columns.extend(motion.ok_or_else(unknown)?.values(structure.size()));
    }
    let given = FiniteElementBody {
        name: &body.name,
        stiffness: &structure.stiffness,
        mass: &structure.mass,
        rigid_candidates: Some(&structure.rigid_candidates).filter(|candidates| candidates.cols() > 0),
        ports: body.ports.clone(),
        places: Dense::from_column_major(structure.size(), places.len(), columns),
    };
    let mut found = given.with_unit_loads(body.retain, &ModesOptions::default(), &Quiet)?;
    for mode in found.modes.iter_mut().filter(|mode| !mode.is_rigid()) {
        mode.damping = 2.0 * ratio * (mode.mass * mode.stiffness).sqrt();
    }
    Ok(if body.residual == Residual::None { found.without_residual() } else { found })
}

/// The motion of a point that a direction of the model file names; `phi` is the rotation in the plane.
fn component_of(direction: &str) -> Option<u8> {
    Some(match direction {
        "x" => 1,
        "y" => 2,
        "z" => 3,
        "rx" => 4,
        "ry" => 5,
        "rz" | "phi" => 6,
        _ => return None,
    })
}

fn matrix(rows: &[Vec<f64>]) -> Dense {
    let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
    Dense::from_rows(&rows)
}

fn output_terms(model: &Model, assembly: &Assembly, output: &Output) -> Result<Vec<Reading>, BondError> {
    match &output.what {
        Measured::Displacement(Attachment::Port { body, port }, _) => {
            Ok(vec![(1.0, Motion::Position, assembly.port(body, port)?)])
        }
        Measured::Expression(law) => linear_terms(model, assembly, &output.name, law),
        _ => Err(BondError::NotAPort { what: output.name.clone() }),
    }
}

/// The weights of `position(…)` and `velocity(…)` in an expression that is linear in them.
fn linear_terms(
    model: &Model,
    assembly: &Assembly,
    output: &str,
    law: &Law,
) -> Result<Vec<Reading>, BondError> {
    let store = &model.expressions;
    let not_linear = || BondError::NotLinear { output: output.to_owned(), law: law.text.clone() };
    let calls: Vec<Expr> = store
        .parts_of(&[law.expr])
        .into_iter()
        .filter(|part| matches!(store.node(*part), Node::Applied(..)))
        .collect();
    let program = Program::compile(store, &[law.expr], &calls).map_err(|error| BondError::BadLaw {
        what: output.to_owned(),
        law: law.text.clone(),
        reason: error.to_string(),
    })?;
    let mut work = Vec::new();
    let mut at = |point: &[f64]| {
        let mut value = [0.0];
        program.evaluate(point, &mut work, &mut value);
        value[0]
    };
    let unit =
        |k: usize, size: f64| (0..calls.len()).map(|i| if i == k { size } else { 0.0 }).collect::<Vec<f64>>();
    let constant = at(&vec![0.0; calls.len()]);
    let weights: Vec<f64> = (0..calls.len()).map(|k| at(&unit(k, 1.0)) - constant).collect();
    // A linear expression without a constant is recognised by its value at a generic point.
    let point: Vec<f64> = (0..calls.len()).map(|k| 1.7 + 0.6 * k as f64).collect();
    let expected: f64 = weights.iter().zip(&point).map(|(w, x)| w * x).sum();
    let size: f64 = weights.iter().zip(&point).map(|(w, x)| (w * x).abs()).sum();
    let difference = (at(&point) - expected).abs();
    if constant != 0.0 || difference.is_nan() || difference > 1e-12 * size {
        return Err(not_linear());
    }
    calls
        .iter()
        .zip(weights)
        .map(|(call, weight)| place_of(model, assembly, *call).map(|(m, p)| (weight, m, p)))
        .collect()
}

/// What `position(body.port)` or `velocity(mass)` refers to.
fn place_of(model: &Model, assembly: &Assembly, call: Expr) -> Result<(Motion, PortId), BondError> {
    let store = &model.expressions;
    let Node::Applied(function, arguments) = store.node(call) else {
        unreachable!("only calls are looked up");
    };
    let name = arguments.first().and_then(|argument| match store.node(*argument) {
        Node::Symbol(symbol) => Some(store.name_text(*symbol)),
        _ => None,
    });
    let function = store.name_text(*function);
    let motion = match function {
        "position" => Motion::Position,
        "velocity" => Motion::Velocity,
        _ => return Err(BondError::Unknown { what: "function", name: function.to_owned() }),
    };
    let name = name.unwrap_or_default();
    let port = match name.split_once('.') {
        Some((body, port)) => assembly.port(body, port)?,
        None => {
            let unknown = || BondError::Unknown { what: "place", name: name.to_owned() };
            assembly.place_of_mass(name).ok_or_else(unknown)?
        }
    };
    Ok((motion, port))
}
