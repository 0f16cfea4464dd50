//! `[[bearing]]`: bearings of rotors, with cross-coupled matrices that may depend on the speed.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Bearing, Dimension, Law, NodeId, Spin};
use crate::reading::context::Context;
use crate::reading::expression::{self, Calls, Vocabulary};
use crate::reading::fields::{Fields, check_length, list};
use crate::reading::tables;
use crate::sections::nodes::Nodes;
use crate::text::tree::Table;
use crate::vocabulary::description::{Form, Key, Kind, Length, Quantity, Range, Section, optional, required};

pub(crate) const BEARING: Section = Section {
    name: "bearing",
    form: Form::Array,
    doc: "A bearing of a rotor in space, at rest: forces -K u - C v across the axis of [spin], for `lissom campbell` with frame = \"stands\". \
          About x the directions are y and z, about y they are z and x, about z they are x and y.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

const KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the bearing; default: `bearing 1` …"),
    required("node", Kind::Name("node"), "the node of the rotor"),
    required(
        "stiffness",
        Kind::Rows(ANY),
        "2 x 2 matrix [[k11, k12], [k21, k22]] of numbers or laws of `speed` [rad/s]; tables as in [table.NAME] [N/m]",
    ),
    optional("damping", Kind::Rows(ANY), "2 x 2 matrix of numbers or laws of `speed`; default: zero [N s/m]"),
];

pub(crate) fn read(
    cx: &Context<'_>,
    root: &Table,
    nodes: &Nodes,
    spin: Option<&Spin>,
) -> Option<Vec<Bearing>> {
    let mut all = Vec::new();
    for table in tables::array(cx, root, "bearing") {
        let fields = Fields::open(cx, table, KEYS, "[[bearing]]");
        all.push(bearing(&fields, nodes, spin));
    }
    all.into_iter().collect()
}

fn bearing(fields: &Fields<'_>, nodes: &Nodes, spin: Option<&Spin>) -> Option<Bearing> {
    let cx = fields.cx;
    let name = fields.own_name("bearing");
    let node = fields.name("node").given().and_then(|node| nodes.find(cx, &node));
    let stiffness = matrix(fields, "stiffness", "N/m");
    let damping = matrix(fields, "damping", "N*s/m");
    if cx.dimension != Dimension::Three {
        cx.error(codes::WRONG_DIMENSION, fields.span(), "a bearing belongs to a rotor in space: dim = 3");
        return None;
    }
    let is_along = |spin: &Spin| spin.axis.iter().filter(|part| part.abs() == 1.0).count() == 1;
    if !spin.is_some_and(|spin| spin.frame_stands && is_along(spin)) {
        let message = "a bearing needs [spin] with frame = \"stands\" and an axis along x, y or z";
        let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.span(), message);
        cx.report(diagnostic.hint("its directions are those across the axis"));
        return None;
    }
    Some(Bearing {
        name: name.text,
        node: NodeId(node?),
        stiffness: stiffness??,
        damping: damping?,
        span: fields.span(),
    })
}

/// Two rows of two laws; the outer `None` is an error.
fn matrix(fields: &Fields<'_>, key: &str, unit: &'static str) -> Option<Option<[[Law; 2]; 2]>> {
    let cx = fields.cx;
    let Some(value) = fields.value(key) else { return Some(None) };
    let vocabulary = Vocabulary {
        quantity: Quantity { unit, range: Range::Any },
        variables: &["speed"],
        calls: Calls::None,
        keeps_parameters: false,
    };
    let rows = list(cx, value, key)?;
    check_length(cx, value.span, key, rows.len(), Length::Exactly(2))?;
    let mut found = Vec::new();
    for row in rows {
        let items = list(cx, row, key)?;
        check_length(cx, row.span, key, items.len(), Length::Exactly(2))?;
        found.extend(items.iter().map(|item| expression::law(cx, item, &vocabulary, key)));
    }
    let [a, b, c, d] = <[Option<Law>; 4]>::try_from(found).ok()?;
    Some(Some([[a?, b?], [c?, d?]]))
}
