//! From the tree of values to the resolved model: each section, then the whole.

use crate::components::connections::Connections;
use crate::components::expand::Expansion;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Checked, Diagnostic, Span};
use crate::load::Loaded;
use crate::model::{
    Analyses, Bearing, Check, Controller, CoordinateChoice, Damper, Drive, Export, FePart, Fix, Friction,
    Hinge, InitialVelocity, Interface, Join, Joint, Mass, ModalBody, Model, Node, Output, Reduction, Servo,
    Slide, Spin, Spring, StateRequest, Structure, Truss,
};
use crate::reading::catalogue::Catalogue;
use crate::reading::context::Context;
use crate::sections::attachment::{Places, Ports};
use crate::sections::joining::commanded_drives::{self, CommandedDrive};
use crate::sections::joining::motions::Joints;
use crate::sections::joining::{joint_kinds, joints};
use crate::sections::laws::{friction, output_laws};
use crate::sections::members::beam_path::{self, Paths};
use crate::sections::members::{beams, cross_sections, trusses};
use crate::sections::observing::{controllers, outputs};
use crate::sections::{
    analyses, bearings, bond_graph, checks, coordinate_choice, export, fe_parts, header, joins, loads, lumps,
    materials, modal_bodies, moving_parts, nodes, other_names, reductions, rigid_bodies, states, system,
};
use crate::text::overrides::Overrides;
use crate::text::settings::settings;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::registry::SECTIONS;
use crate::whole::connectivity::{self, Whole};
use crate::whole::hinge_members;
use crate::whole::usage::{check_substance, warn_unused};

/// Resolves a parsed file with its components. Syntax errors are included.
pub(crate) fn resolve(
    mut cx: Context<'_>,
    mut root: Table,
    syntax: Vec<Diagnostic>,
    overrides: &Overrides,
) -> Loaded {
    syntax.into_iter().for_each(|diagnostic| cx.report(diagnostic));
    let expansion = Expansion::begin(&mut cx, &mut root, settings(overrides));
    let header = header::read(&cx, &root);
    cx.dimension = header.dimension;
    let connections = expansion.finish(&mut cx, &mut root);
    check_sections(&cx, &root);
    check_substance(&cx, &root);
    header::check_version(&cx, &root);
    cx.has_system = root.get("system").is_some();
    let draft = read(&cx, &root, header, connections);
    let has_errors = cx.has_errors();
    assert!(draft.is_some() || has_errors, "a model that cannot be resolved must have an error");
    let (diagnostics, expressions, sources) = cx.finish();
    let model = draft.filter(|_| !has_errors).map(|draft| Model { expressions, ..draft });
    Loaded { checked: Checked { value: model, diagnostics }, sources }
}

/// Reads every section, in the order of references.
fn read(cx: &Context<'_>, root: &Table, header: header::Header, connections: Connections) -> Option<Model> {
    let gravity = header::gravity(cx, root);
    let supplies = Supplies::read(cx, root, connections);
    let mechanism = Mechanism::read(cx, root, &supplies);
    let requests = Requests::read(cx, root, &supplies, &mechanism);
    let structure = Structure {
        nodes: resolved_nodes(&supplies.nodes)?,
        beams: mechanism.beams.catalogue.into_values()?,
        trusses: mechanism.trusses.into_values()?,
        rigid_bodies: mechanism.bodies.catalogue.into_values()?,
        hinges: mechanism.hinges.into_values()?,
        joints: mechanism.joints.into_values()?,
        slides: mechanism.slides?,
        fixes: mechanism.fixes?,
        masses: mechanism.masses.into_values()?,
        springs: mechanism.springs.into_values()?,
        dampers: mechanism.dampers.into_values()?,
        drives: mechanism.drives.into_values()?,
        frictions: mechanism.frictions?,
        initial: mechanism.initial?,
        joins: mechanism.joins?,
        separate_bodies: header.separate_bodies,
    };
    let mut model = Model {
        name: header.name?,
        dimension: header.dimension,
        gravity: gravity?,
        // The store stays with the context until every law is read.
        expressions: lissom_symbolic::Expressions::new(),
        parameters: cx.definitions.parameters()?,
        signals: cx.definitions.signals()?,
        structure,
        forces: mechanism.loads.forces.into_values()?,
        line_loads: mechanism.loads.line_loads.into_values()?,
        torques: mechanism.loads.torques.into_values()?,
        joint_loads: mechanism.loads.joint_loads.into_values()?,
        coordinates: requests.coordinates?,
        outputs: requests.outputs.into_values()?,
        controllers: requests.controllers.into_values()?,
        servos: requests.servos,
        bearings: mechanism.bearings?,
        spin: mechanism.spin?,
        fe_parts: supplies.fe_parts.into_values()?,
        interfaces: supplies.interfaces.into_values()?,
        modal_bodies: supplies.modal_bodies.into_values()?,
        velocities: mechanism.loads.velocities.into_values()?,
        bond_graph: optional(supplies.graph, bond_graph::Graph::into_model)?,
        system: optional(supplies.system, |system| system.value)?,
        states: requests.states.into_values()?,
        reductions: requests.reductions.into_values()?,
        analyses: requests.analyses?,
        check: requests.check?,
        export: requests.export?,
    };
    output_laws::resolve(cx, &mut model)?;
    let structure = &model.structure;
    rigid_bodies::check_shared(cx, structure, &supplies.nodes);
    let row_of_states = section_span(root, "analysis", "states");
    connectivity::check(cx, &Whole { nodes: &supplies.nodes, model: &model, row_of_states });
    // After an error these are mostly consequences: a misspelt name leaves the right one unused.
    if !cx.has_errors() {
        warn_unused(cx, &supplies.materials, "material");
        warn_unused(cx, &supplies.sections, "section");
        warn_unused(cx, &supplies.nodes, "node");
        connectivity::warn_coincident(cx, &supplies.nodes, &model.structure);
        hinge_members::warn_clamped(cx, &model);
    }
    Some(model)
}

/// The resolved part, if given; the outer `None` is an error.
fn optional<T, U>(part: Option<T>, convert: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    part.map_or(Some(None), |part| convert(part).map(Some))
}

/// Members and attachments of the mechanism.
struct Supplies {
    materials: Catalogue<materials::Material>,
    sections: Catalogue<cross_sections::CrossSection>,
    nodes: nodes::Nodes,
    paths: Paths,
    ports: Ports,
    fe_parts: Catalogue<FePart>,
    interfaces: Catalogue<Interface>,
    modal_bodies: Catalogue<ModalBody>,
    graph: Option<bond_graph::Graph>,
    system: Option<system::System>,
}

impl Supplies {
    fn read(cx: &Context<'_>, root: &Table, connections: Connections) -> Self {
        let mut ports = Catalogue::new("port");
        let mut fe_parts = fe_parts::read_parts(cx, root);
        let interfaces = fe_parts::read_interfaces(cx, root, &fe_parts, &mut ports);
        let mut nodes = nodes::read(cx, root, connections);
        moving_parts::add_nodes(cx, root, &mut fe_parts, &interfaces, &mut nodes);
        let paths = beam_path::read(cx, root, &mut nodes);
        fe_parts::check_names(cx, &interfaces, &nodes);
        let parts = modal_bodies::Parts { nodes: &nodes, fe_parts: &fe_parts };
        let modal_bodies = modal_bodies::read(cx, root, &mut ports, &parts);
        Self {
            materials: materials::read(cx, root),
            sections: cross_sections::read(cx, root),
            nodes,
            paths,
            ports,
            fe_parts,
            interfaces,
            modal_bodies,
            graph: bond_graph::read(cx, root),
            system: system::read(cx, root),
        }
    }

    fn places(&self) -> Places<'_> {
        let parts = self.fe_parts.items().iter().filter_map(|item| item.value.as_ref());
        let moving = parts.filter(|part| part.motion.is_some()).map(|part| part.name.as_str()).collect();
        Places { nodes: &self.nodes, ports: &self.ports, moving }
    }
}

/// Moving parts and their loads.
struct Mechanism {
    beams: beams::Beams,
    trusses: Catalogue<Truss>,
    bodies: rigid_bodies::Bodies,
    hinges: Catalogue<Hinge>,
    joints: Catalogue<Joint>,
    slides: Option<Vec<Slide>>,
    fixes: Option<Vec<Fix>>,
    drives: Catalogue<Drive>,
    commanded: Catalogue<CommandedDrive>,
    initial: Option<Vec<InitialVelocity>>,
    joins: Option<Vec<Join>>,
    masses: Catalogue<Mass>,
    springs: Catalogue<Spring>,
    frictions: Option<Vec<Friction>>,
    dampers: Catalogue<Damper>,
    loads: loads::Loads,
    spin: Option<Option<Spin>>,
    bearings: Option<Vec<Bearing>>,
}

impl Mechanism {
    fn read(cx: &Context<'_>, root: &Table, supplies: &Supplies) -> Self {
        let Supplies { nodes, sections, materials, .. } = supplies;
        let places = supplies.places();
        let members = beams::Parts { nodes, sections, materials };
        let beams = beams::read(cx, root, &members, &supplies.paths);
        let bodies = rigid_bodies::read(cx, root, nodes, &beams);
        let joined = joints::Joined { nodes, beams: &beams, bodies: &bodies, fe_parts: &supplies.fe_parts };
        let hinges = joints::read_hinges(cx, root, joined);
        let joints = joint_kinds::read(cx, root, joined, &hinges);
        let named_joints = Joints::new(&hinges, &joints);
        let named = output_laws::OutputNames::of(cx, root);
        let mut loads = loads::read(
            cx,
            root,
            &loads::Parts { places: &places, beams: &beams, joints: &named_joints, outputs: &named },
        );
        loads.add_sources(cx, supplies.graph.as_ref());
        let mut springs = lumps::read_springs(cx, root, &places, &named);
        let dampers = lumps::read_dampers(cx, root, &places, &named, &mut springs);
        let rubbing = friction::Parts { places: &places, joints: &named_joints };
        let frictions = friction::read(cx, root, &rubbing, &mut springs, &mut loads);
        let spin = loads::read_spin(cx, root);
        let commanded = commanded_drives::read(cx, root, nodes, &named_joints, &mut loads);
        Self {
            bearings: bearings::read(cx, root, nodes, spin.as_ref().and_then(Option::as_ref)),
            trusses: trusses::read(cx, root, &members),
            slides: joints::read_slides(cx, root, nodes),
            fixes: joints::read_fixes(cx, root, nodes, &supplies.interfaces),
            drives: joints::read_drives(cx, root, nodes, &named_joints),
            commanded,
            initial: joints::read_initial(cx, root, nodes, &named_joints),
            joins: joins::read(cx, root, &places),
            masses: lumps::read_masses(cx, root, &places),
            springs,
            frictions,
            dampers,
            loads,
            spin,
            beams,
            bodies,
            hinges,
            joints,
        }
    }
}

/// The requests of the file.
struct Requests {
    outputs: Catalogue<Output>,
    controllers: Catalogue<Controller>,
    servos: Vec<Servo>,
    states: Catalogue<StateRequest>,
    reductions: Catalogue<Reduction>,
    analyses: Option<Analyses>,
    check: Option<Option<Check>>,
    export: Option<Option<Export>>,
    coordinates: Option<Option<CoordinateChoice>>,
}

impl Requests {
    fn read(cx: &Context<'_>, root: &Table, supplies: &Supplies, mechanism: &Mechanism) -> Self {
        let mut outputs = read_outputs(cx, root, supplies, mechanism);
        let servos = commanded_drives::add_outputs(cx, &mechanism.commanded, &mut outputs);
        let inputs = &mechanism.loads.inputs;
        let loads::Loads { forces, torques, joint_loads, .. } = &mechanism.loads;
        let commanded = &mechanism.commanded;
        let parts = controllers::Parts { outputs: &outputs, inputs, forces, torques, joint_loads, commanded };
        let controllers = controllers::read(cx, root, &parts);
        commanded_drives::check_led(cx, commanded, &controllers);
        let states = states::read(cx, root, inputs);
        let Supplies { interfaces, nodes, .. } = supplies;
        let parts = reductions::Parts { inputs, outputs: &outputs, interfaces, nodes, states: &states };
        let reductions = reductions::read(cx, root, &parts);
        let parts = analyses::Parts {
            inputs,
            outputs: &outputs,
            drives: &mechanism.drives,
            reductions: &reductions,
            states: &states,
            nodes,
            has_spin: root.get("spin").is_some(),
        };
        let analyses = analyses::read(cx, root, &parts);
        let check = checks::read(cx, root);
        let export = export::read(cx, root, &reductions);
        let coordinates = coordinate_choice::read(cx, root, nodes);
        Self { outputs, controllers, servos, states, reductions, analyses, check, export, coordinates }
    }
}

fn read_outputs(
    cx: &Context<'_>,
    root: &Table,
    supplies: &Supplies,
    mechanism: &Mechanism,
) -> Catalogue<Output> {
    let no_elements = Catalogue::new("bond-graph element");
    let system = supplies.system.as_ref();
    let is_mass = |name: &str| {
        let symbolic = system.and_then(|system| system.value.as_ref());
        let is_symbolic = symbolic.is_some_and(|system| system.masses.iter().any(|mass| mass.name == name));
        mechanism.masses.position(name).is_some() || is_symbolic
    };
    let parts = outputs::Parts {
        places: &supplies.places(),
        beams: &mechanism.beams,
        joints: &Joints::new(&mechanism.hinges, &mechanism.joints),
        drives: &mechanism.drives,
        commanded: &mechanism.commanded,
        is_mass: &is_mass,
        elements: supplies.graph.as_ref().map_or(&no_elements, |graph| &graph.elements),
        coordinates: system.map_or(&[], |system| &system.coordinates),
    };
    outputs::read(cx, root, &parts)
}

/// Reports unknown sections.
pub(crate) fn check_sections(cx: &Context<'_>, root: &Table) {
    let known = || {
        let first = SECTIONS.iter().map(|section| section.name.split('.').next().unwrap_or(section.name));
        first.chain(["lissom", "include"])
    };
    for entry in &root.entries {
        if !known().any(|name| name == entry.key) {
            let message = format!("unknown section or key `{}`", entry.key);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_KEY, entry.key_span, message);
            cx.report(match other_names::of_section(&entry.key) {
                Some(meant) => diagnostic.hint(format!("write {meant}")),
                None => diagnostic.suggest(&entry.key, known()),
            });
        }
    }
}

fn resolved_nodes(nodes: &nodes::Nodes) -> Option<Vec<Node>> {
    let items = nodes.items().iter();
    items
        .map(|item| Some(Node { name: item.name.text.clone(), position: item.value?, span: item.name.span }))
        .collect()
}

/// Location of `[outer.inner]`.
fn section_span(root: &Table, outer: &str, inner: &str) -> Option<Span> {
    let ValueKind::Table(table) = &root.get(outer)?.value.kind else { return None };
    table.get(inner).map(|entry| entry.value.span)
}
