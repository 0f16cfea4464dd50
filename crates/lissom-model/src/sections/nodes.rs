//! `[node]`: named points.

use crate::components::connections::Connections;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::Dimension;
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression;
use crate::reading::fields::{self, check_name};
use crate::reading::tables;
use crate::text::tree::{Table, Value};
use crate::vocabulary::description::{Form, Kind, Length, Quantity, Range, Section};

const POSITION: Quantity = Quantity { unit: "m", range: Range::Any };

pub(crate) const NODE: Section = Section {
    name: "node",
    form: Form::Map(Kind::Numbers(POSITION, Length::Dimension)),
    doc: "Named points: NAME = [x, y] in the plane, [x, y, z] in space. `ground` is the inertial frame.",
    keys: &[],
};

/// Nodes by name, with their positions \[m\].
pub(crate) type Nodes = Catalogue<[f64; 3]>;

/// Reads the nodes of the model and of its components; connected nodes of components are further names of others.
pub(crate) fn read(cx: &Context<'_>, root: &Table, mut connections: Connections) -> Nodes {
    let mut nodes = Catalogue::new("node");
    let Some(table) = tables::single(cx, root, "node") else { return nodes };
    if cx.dimension == Dimension::One && !table.entries.is_empty() {
        let message = "nodes need a plane or space, but dim is 1";
        cx.report(
            Diagnostic::error(codes::WRONG_DIMENSION, table.span, message)
                .hint("write dim = 2 or dim = 3 in [model]; dim = 1 is for ports only"),
        );
    }
    for entry in &table.entries {
        let name = Name { text: entry.key.clone(), span: entry.key_span };
        check_name(cx, &name);
        if name.text == "ground" {
            let message = "`ground` is the inertial frame; a node cannot be called that";
            cx.error(codes::RESERVED_NAME, name.span, message);
        }
        let position =
            if cx.dimension == Dimension::One { None } else { position(cx, &entry.value, &entry.key) };
        let scope = cx.scope(name.span);
        let name = Name { text: scope.full(&name.text).into_owned(), span: name.span };
        let position = position.and_then(|position| cx.placed(scope.frame.point(position), name.span));
        match connections.target(&name) {
            Some(_) => connections.hold(name, position),
            None => nodes.add(cx, name, position),
        }
    }
    connections.join(cx, &mut nodes);
    nodes
}

fn position(cx: &Context<'_>, value: &Value, name: &str) -> Option<[f64; 3]> {
    let items = fields::list(cx, value, name)?;
    let read: Vec<Option<f64>> =
        items.iter().map(|item| expression::number(cx, item, POSITION, name)).collect();
    fields::check_length(cx, value.span, name, items.len(), Length::Dimension)?;
    let mut padded = [0.0; 3];
    for (place, component) in padded.iter_mut().zip(read) {
        *place = component?;
    }
    Some(padded)
}
