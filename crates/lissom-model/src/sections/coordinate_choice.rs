//! `[coordinates]`: which coordinates describe a mechanism in large motion.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Coordinate, CoordinateChoice, NodeId};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::direction::{coordinate, coordinate_names};
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::nodes::Nodes;
use crate::text::tree::Table;
use crate::vocabulary::description::{Form, Key, Kind, Section, optional};

pub(crate) const COORDINATES: Section = Section {
    name: "coordinates",
    form: Form::Table,
    doc: "Which coordinates describe a mechanism in large motion. They are chosen automatically; this section chooses \
          otherwise. `lissom check` prints the choice.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    optional(
        "follow",
        Kind::Names("deformation"),
        "deformations that follow from the others in loops, as `lissom check` names them: \"beam A, element 5: bending at the second end\"",
    ),
    optional(
        "independent",
        Kind::Names("NODE.coordinate"),
        "coordinates of nodes that are independent, such as \"C.x\": as many more deformations follow",
    ),
];

/// Reads `[coordinates]`; the outer `None` is an error.
pub(crate) fn read(cx: &Context<'_>, root: &Table, nodes: &Nodes) -> Option<Option<CoordinateChoice>> {
    if root.get("coordinates").is_none() {
        return Some(None);
    }
    let fields = Fields::open(cx, tables::single(cx, root, "coordinates")?, KEYS, "[coordinates]");
    let follow = fields.names("follow").or(Vec::new());
    let independent = fields.names("independent").or(Vec::new());
    let independent: Vec<Option<(NodeId, Coordinate)>> =
        independent?.iter().map(|name| of_node(cx, name, nodes)).collect();
    let independent: Option<Vec<(NodeId, Coordinate)>> = independent.into_iter().collect();
    Some(Some(CoordinateChoice {
        follow: follow?.into_iter().map(|name| name.text).collect(),
        independent: independent?,
        span: fields.span(),
    }))
}

/// `C.x`: a coordinate of a node.
fn of_node(cx: &Context<'_>, name: &Name, nodes: &Nodes) -> Option<(NodeId, Coordinate)> {
    let Some((node, word)) = name.text.rsplit_once('.') else {
        let message = format!("\"{}\" is not a coordinate of a node", name.text);
        let names = coordinate_names(cx.dimension);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
        cx.report(diagnostic.hint(format!("write NODE.{}, with one of {}", names[0], names.join(", "))));
        return None;
    };
    let part = |text: &str| Name { text: text.to_owned(), span: name.span };
    let found = nodes.find(cx, &part(node));
    let coordinate = coordinate(cx, &part(word));
    Some((NodeId(found?), coordinate?))
}
