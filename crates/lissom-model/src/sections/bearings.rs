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
    doc: "A bearing of a rotor in space, at rest: forces -K u - C v across the axis of [spin], for `lissom campbell` and `lissom frf` with frame = \"stands\". \
          About x the directions are y and z, about y they are z and x, about z they are x and y. Matrices of four rows \
          also have the rotations about these two directions, and moments.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

const KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the bearing; default: `bearing 1` …"),
    required("node", Kind::Name("node"), "the node of the rotor"),
    required(
        "stiffness",
        Kind::Rows(ANY),
        "2 x 2 or 4 x 4 matrix [[k11, k12], [k21, k22]] of numbers or laws of `speed` [rad/s]; tables as in [table.NAME] [N/m], with rotations \
         [N] and [N m]",
    ),
    optional(
        "damping",
        Kind::Rows(ANY),
        "matrix of the same size, of numbers or laws of `speed`; default: zero [N s/m], with rotations [N s] and [N m s]",
    ),
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
    let stiffness = matrix(fields, "stiffness", ["N/m", "N", "N*m"]);
    let damping = matrix(fields, "damping", ["N*s/m", "N*s", "N*m*s"]);
    if let (Some(Some(stiffness)), Some(Some(damping))) = (&stiffness, &damping)
        && stiffness.len() != damping.len()
    {
        let message = format!("`damping` needs {} rows, as `stiffness` has", stiffness.len());
        cx.error(codes::WRONG_LENGTH, fields.span_of("damping"), message);
        return None;
    }
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

/// Two rows of two laws, or four of four with rotations; the outer `None` is an error. Units are those of translations, of
/// translations with rotations, and of rotations.
fn matrix(fields: &Fields<'_>, key: &str, units: [&'static str; 3]) -> Option<Option<Vec<Vec<Law>>>> {
    let cx = fields.cx;
    let Some(value) = fields.value(key) else { return Some(None) };
    let rows = list(cx, value, key)?;
    let size = if rows.len() > 2 { 4 } else { 2 };
    check_length(cx, value.span, key, rows.len(), Length::Exactly(size))?;
    let mut found = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let items = list(cx, row, key)?;
        check_length(cx, row.span, key, items.len(), Length::Exactly(size))?;
        let one = |(j, item)| {
            let unit = units[usize::from(i > 1) + usize::from(j > 1)];
            let vocabulary = Vocabulary {
                quantity: Quantity { unit, range: Range::Any },
                variables: &["speed"],
                calls: Calls::None,
                keeps_parameters: false,
            };
            expression::law(cx, item, &vocabulary, key)
        };
        found.push(items.iter().enumerate().map(one).collect::<Vec<Option<Law>>>());
    }
    let rows: Option<Vec<Vec<Law>>> = found.into_iter().map(|row| row.into_iter().collect()).collect();
    Some(Some(rows?))
}
