//! From the tree of values to the resolved model: each section in turn, then the whole.

use crate::catalogue::Catalogue;
use crate::codes;
use crate::context::Context;
use crate::definitions;
use crate::diagnostic::{Checked, Diagnostic};
use crate::model::{Analyses, Model, Node, Structure};
use crate::registry::SECTIONS;
use crate::sections::attachment::Places;
use crate::sections::{beams, cross_sections, header, joints, lumps, materials, nodes};
use crate::sources::Sources;
use crate::tree::Table;

/// Resolves a parsed file. Complaints about its syntax come along.
pub(crate) fn resolve(sources: &Sources, root: &Table, syntax: Vec<Diagnostic>) -> Checked<Model> {
    let mut cx = Context::new(sources);
    syntax.into_iter().for_each(|complaint| cx.report(complaint));
    let draft = read(&mut cx, root);
    let has_errors = cx.has_errors();
    let (diagnostics, expressions) = cx.finish();
    let model = draft.map(|draft| Model { expressions, ..draft });
    Checked { value: model.filter(|_| !has_errors), diagnostics }
}

fn read(cx: &mut Context<'_>, root: &Table) -> Option<Model> {
    check_sections(cx, root);
    header::check_version(cx, root);
    let header = header::read(cx, root);
    cx.dimension = header.dimension;
    definitions::read_parameters(cx, root);
    definitions::read_signals(cx, root);
    let cx = &*cx;
    let gravity = header::gravity(cx, root);
    let materials = materials::read(cx, root);
    let sections = cross_sections::read(cx, root);
    let nodes = nodes::read(cx, root);
    let parts = beams::Parts { nodes: &nodes, sections: &sections, materials: &materials };
    let beams = beams::read(cx, root, &parts);
    let hinges = joints::read_hinges(cx, root, &nodes, &beams);
    let slides = joints::read_slides(cx, root, &nodes);
    let fixes = joints::read_fixes(cx, root, &nodes);
    let drives = joints::read_drives(cx, root, &nodes, &hinges);
    let ports = Catalogue::new("port");
    let places = Places { nodes: &nodes, ports: &ports };
    let masses = lumps::read_masses(cx, root, &places);
    let springs = lumps::read_springs(cx, root, &places);
    let dampers = lumps::read_dampers(cx, root, &places);
    let structure = Structure {
        beams: beams.catalogue.into_values()?,
        hinges: hinges.into_values()?,
        slides: slides?,
        fixes: fixes?,
        masses: masses.into_values()?,
        springs: springs.into_values()?,
        dampers: dampers.into_values()?,
        drives: drives.into_values()?,
        separate_bodies: header.separate_bodies,
        nodes: resolved_nodes(nodes)?,
    };
    Some(Model {
        name: header.name?,
        dimension: header.dimension,
        gravity: gravity?,
        expressions: lissom_symbolic::Expressions::new(),
        parameters: cx.definitions.parameters()?,
        signals: cx.definitions.signals()?,
        structure,
        forces: Vec::new(),
        torques: Vec::new(),
        outputs: Vec::new(),
        spin: None,
        fe_parts: Vec::new(),
        interfaces: Vec::new(),
        modal_bodies: Vec::new(),
        bond_graph: None,
        system: None,
        states: Vec::new(),
        reductions: Vec::new(),
        analyses: Analyses::default(),
        check: None,
        export: None,
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

fn resolved_nodes(nodes: nodes::Nodes) -> Option<Vec<Node>> {
    let of = |item: &crate::catalogue::Item<[f64; 3]>| {
        Some(Node { name: item.name.text.clone(), position: item.value?, span: item.name.span })
    };
    nodes.items().iter().map(of).collect()
}
