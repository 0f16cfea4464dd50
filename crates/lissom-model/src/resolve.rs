//! From the tree of values to the resolved model: each section in turn, then the whole.

use crate::catalogue::Catalogue;
use crate::codes;
use crate::connectivity::{self, Whole};
use crate::context::Context;
use crate::definitions;
use crate::diagnostic::{Checked, Diagnostic, Span};
use crate::model::{Model, Node, Structure};
use crate::registry::SECTIONS;
use crate::sections::attachment::Places;
use crate::sections::{
    analyses, beams, bond_graph, checks, cross_sections, export, fe_parts, header, joints, loads, lumps,
    materials, modal_bodies, nodes, outputs, reductions, states, system,
};
use crate::sources::Sources;
use crate::tree::{Table, ValueKind};
use crate::usage::{check_substance, warn_unused};

/// Resolves a parsed file. Complaints about its syntax come along.
pub(crate) fn resolve(sources: &Sources, root: &Table, syntax: Vec<Diagnostic>) -> Checked<Model> {
    let mut cx = Context::new(sources);
    syntax.into_iter().for_each(|complaint| cx.report(complaint));
    check_sections(&cx, root);
    check_substance(&cx, root);
    header::check_version(&cx, root);
    let header = header::read(&cx, root);
    cx.dimension = header.dimension;
    cx.has_system = root.get("system").is_some();
    definitions::read_parameters(&mut cx, root);
    definitions::read_signals(&mut cx, root);
    let draft = read(&cx, root, header);
    let has_errors = cx.has_errors();
    assert!(draft.is_some() || has_errors, "a model that cannot be made must have been complained about");
    let (diagnostics, expressions) = cx.finish();
    let model = draft.filter(|_| !has_errors).map(|draft| Model { expressions, ..draft });
    Checked { value: model, diagnostics }
}

/// Reads every section. The order is that of reference: what is referred to comes first.
fn read(cx: &Context<'_>, root: &Table, header: header::Header) -> Option<Model> {
    let gravity = header::gravity(cx, root);
    let materials = materials::read(cx, root);
    let sections = cross_sections::read(cx, root);
    let nodes = nodes::read(cx, root);
    let mut ports = Catalogue::new("port");
    let fe_parts = fe_parts::read_parts(cx, root);
    let interfaces = fe_parts::read_interfaces(cx, root, &fe_parts, &mut ports);
    let modal_bodies = modal_bodies::read(cx, root, &mut ports);
    let graph = bond_graph::read(cx, root);
    let system = system::read(cx, root);

    let parts = beams::Parts { nodes: &nodes, sections: &sections, materials: &materials };
    let beams = beams::read(cx, root, &parts);
    let hinges = joints::read_hinges(cx, root, &nodes, &beams);
    let slides = joints::read_slides(cx, root, &nodes);
    let fixes = joints::read_fixes(cx, root, &nodes);
    let drives = joints::read_drives(cx, root, &nodes, &hinges);
    let places = Places { nodes: &nodes, ports: &ports };
    let masses = lumps::read_masses(cx, root, &places);
    let springs = lumps::read_springs(cx, root, &places);
    let dampers = lumps::read_dampers(cx, root, &places);
    let loads = loads::read(cx, root, &places, &hinges);
    let spin = loads::read_spin(cx, root);

    let no_elements = Catalogue::new("bond-graph element");
    let is_mass = |name: &str| {
        let symbolic = system.as_ref().and_then(|system| system.value.as_ref());
        let is_symbolic = symbolic.is_some_and(|system| system.masses.iter().any(|mass| mass.name == name));
        masses.position(name).is_some() || is_symbolic
    };
    let parts = outputs::Parts {
        places: &places,
        beams: &beams,
        is_mass: &is_mass,
        elements: graph.as_ref().map_or(&no_elements, |graph| &graph.elements),
        coordinates: system.as_ref().map_or(&[], |system| &system.coordinates),
    };
    let outputs = outputs::read(cx, root, &parts);
    let states = states::read(cx, root, &loads.inputs);
    let parts = reductions::Parts {
        inputs: &loads.inputs,
        outputs: &outputs,
        interfaces: &interfaces,
        nodes: &nodes,
    };
    let reductions = reductions::read(cx, root, &parts);
    let parts = analyses::Parts {
        inputs: &loads.inputs,
        outputs: &outputs,
        drives: &drives,
        reductions: &reductions,
        states: &states,
        has_spin: root.get("spin").is_some(),
    };
    let analyses = analyses::read(cx, root, &parts);
    let check = checks::read(cx, root);
    let export = export::read(cx, root, &reductions);
    let structure = Structure {
        nodes: resolved_nodes(&nodes)?,
        beams: beams.catalogue.into_values()?,
        hinges: hinges.into_values()?,
        slides: slides?,
        fixes: fixes?,
        masses: masses.into_values()?,
        springs: springs.into_values()?,
        dampers: dampers.into_values()?,
        drives: drives.into_values()?,
        separate_bodies: header.separate_bodies,
    };
    let forces = loads.forces.into_values()?;
    let outputs = outputs.into_values()?;
    let states = states.into_values()?;
    connectivity::check(
        cx,
        &Whole {
            nodes: &nodes,
            structure: &structure,
            forces: &forces,
            outputs: &outputs,
            states: &states,
            row_of_states: section_span(root, "analysis", "states"),
        },
    );
    // Beside an error these would mostly be its echo: a misspelt name leaves the right one unused.
    if !cx.has_errors() {
        warn_unused(cx, &materials, "material");
        warn_unused(cx, &sections, "section");
        warn_unused(cx, &nodes, "node");
        connectivity::warn_coincident(cx, &nodes, &structure);
    }
    let system = match system {
        Some(system) => Some(system.value?),
        None => None,
    };
    let bond_graph = match graph {
        Some(graph) => Some(graph.into_model()?),
        None => None,
    };
    Some(Model {
        name: header.name?,
        dimension: header.dimension,
        gravity: gravity?,
        expressions: lissom_symbolic::Expressions::new(),
        parameters: cx.definitions.parameters()?,
        signals: cx.definitions.signals()?,
        structure,
        forces,
        torques: loads.torques.into_values()?,
        outputs,
        spin: spin?,
        fe_parts: fe_parts.into_values()?,
        interfaces: interfaces.into_values()?,
        modal_bodies: modal_bodies.into_values()?,
        bond_graph,
        system,
        states,
        reductions: reductions.into_values()?,
        analyses: analyses?,
        check: check?,
        export: export?,
    })
}

/// Complains about sections that do not exist.
fn check_sections(cx: &Context<'_>, root: &Table) {
    let known = || {
        let first = SECTIONS.iter().map(|section| section.name.split('.').next().unwrap_or(section.name));
        first.chain(["lissom"])
    };
    for entry in &root.entries {
        if !known().any(|name| name == entry.key) {
            let message = format!("there is no section or key `{}` in a model file", entry.key);
            let complaint = Diagnostic::error(codes::UNKNOWN_KEY, entry.key_span, message);
            cx.report(complaint.suggest(&entry.key, known()));
        }
    }
}

fn resolved_nodes(nodes: &nodes::Nodes) -> Option<Vec<Node>> {
    let items = nodes.items().iter();
    items
        .map(|item| Some(Node { name: item.name.text.clone(), position: item.value?, span: item.name.span }))
        .collect()
}

/// Where `[outer.inner]` stands.
fn section_span(root: &Table, outer: &str, inner: &str) -> Option<Span> {
    let ValueKind::Table(table) = &root.get(outer)?.value.kind else { return None };
    table.get(inner).map(|entry| entry.value.span)
}
