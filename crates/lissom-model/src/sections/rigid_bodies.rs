//! `[[rigid_body]]`: nodes that move as one.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Member, NodeId, RigidBody, RigidBodyId, Side, Structure};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::{Fields, check_length};
use crate::reading::tables;
use crate::sections::inertia::{self, INERTIA, INERTIA_AXES};
use crate::sections::members::beams::Beams;
use crate::sections::nodes::Nodes;
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const RIGID_BODY: Section = Section {
    name: "rigid_body",
    form: Form::Array,
    doc: "Nodes that move as one rigid body. Beams that end in it are clamped; a [[hinge]] that names the \
        body lets them turn. \
          A node may belong to several bodies when hinges there name all of them.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the body; default: `rigid body 1` …"),
    required("nodes", Kind::Names("node"), "the nodes that move with it"),
    defaulted("mass", number("kg", Range::NonNegative), "0", "mass"),
    INERTIA,
    INERTIA_AXES,
    optional(
        "centre",
        numbers("m", Range::Any, Length::Dimension),
        "position of the centre of mass in the reference configuration; needed with `mass`, unless there is one node",
    ),
];

/// Bodies by name; the nodes are known even when a body has other errors.
pub(crate) struct Bodies {
    pub catalogue: Catalogue<RigidBody>,
    pub nodes: Vec<Vec<NodeId>>,
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, nodes: &Nodes, beams: &Beams) -> Bodies {
    let mut bodies = Bodies { catalogue: Catalogue::new("rigid body"), nodes: Vec::new() };
    for table in tables::array(cx, root, "rigid_body") {
        let fields = Fields::open(cx, table, KEYS, "[[rigid_body]]");
        let name = fields.own_name("rigid body");
        if let Some(beam) = beams.described(&name.text) {
            let message = format!("\"{}\" is already a beam, so hinges would be ambiguous", name.text);
            let diagnostic = Diagnostic::error(codes::DUPLICATE_NAME, name.span, message);
            cx.report(diagnostic.related(beam, "the beam is here"));
        }
        let members = members(&fields, nodes);
        bodies.nodes.push(members.clone().unwrap_or_default());
        let body = read_body(&fields, &name, members, nodes);
        bodies.catalogue.add(cx, name, body);
    }
    bodies
}

fn members(fields: &Fields<'_>, nodes: &Nodes) -> Option<Vec<NodeId>> {
    let (cx, span) = (fields.cx, fields.span_of("nodes"));
    let names = fields.names("nodes").given()?;
    check_length(cx, span, "nodes", names.len(), Length::Some)?;
    for (at, name) in names.iter().enumerate() {
        if names[..at].iter().any(|earlier| earlier.text == name.text) {
            let message = format!("node \"{}\" is listed twice", name.text);
            cx.error(codes::DUPLICATE_NAME, name.span, message);
        }
    }
    let found: Vec<_> = names.iter().map(|name| nodes.find(cx, name).map(NodeId)).collect();
    found.into_iter().collect()
}

fn read_body(
    fields: &Fields<'_>,
    name: &Name,
    members: Option<Vec<NodeId>>,
    nodes: &Nodes,
) -> Option<RigidBody> {
    let mass = fields.number("mass").or(0.0);
    let inertia = inertia::read(fields);
    let centre = fields.vector("centre").optional();
    let placed = |centre| fields.cx.placed(fields.frame().point(centre), fields.span());
    let (members, mass, inertia) = (members?, mass?, inertia?);
    let centre = match centre? {
        Some(centre) => placed(centre)?,
        None if mass == 0.0 || members.len() == 1 => nodes.item(members[0].0).value?,
        None => {
            let message = "a body with mass needs its `centre` of mass";
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
            fields.cx.report(diagnostic.hint("give its position in the reference configuration"));
            return None;
        }
    };
    if members.len() == 1 && fields.given(&["mass", "inertia"]).is_empty() {
        let message = format!("rigid body \"{}\" has one node and neither mass nor inertia", name.text);
        let diagnostic = Diagnostic::error(codes::NO_INERTIA, fields.span(), message);
        fields.cx.report(diagnostic.hint("give it more nodes, or `mass` in kg"));
        return None;
    }
    Some(RigidBody { name: name.text.clone(), nodes: members, mass, inertia, centre, span: fields.span() })
}

/// Bodies that share a node are one body, unless hinges there name all of them.
pub(crate) fn check_shared(cx: &Context<'_>, structure: &Structure, nodes: &Nodes) {
    let bodies = &structure.rigid_bodies;
    let named = |node: NodeId, body: usize| {
        let part = Side::Part(Member::Body(RigidBodyId(body)));
        structure.names_at(node, part)
    };
    for (second, body) in bodies.iter().enumerate() {
        for node in &body.nodes {
            let Some(first) = bodies[..second].iter().position(|other| other.nodes.contains(node)) else {
                continue;
            };
            if named(*node, first) && named(*node, second) {
                continue;
            }
            let place = &nodes.item(node.0).name.text;
            let message = format!(
                "node \"{place}\" belongs to \"{}\" and to \"{}\", and no hinge separates them there",
                bodies[first].name, body.name
            );
            cx.report(
                Diagnostic::error(codes::SHARED_NODE, body.span, message)
                    .related(bodies[first].span, "the other body is here")
                    .hint("list all nodes in one body, or add a [[hinge]] at the node between the two"),
            );
        }
    }
}
