//! Beams along several points or an arc, and beams whose section changes: each becomes several straight beams.

use std::collections::HashMap;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::NodeId;
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::fields::{Fields, check_length};
use crate::reading::tables;
use crate::reading::vector::{difference, length};
use crate::sections::attachment::{clash, one_of};
use crate::sections::members::arc::Arc;
use crate::sections::members::beams;
use crate::sections::nodes::Nodes;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::description::{Key, Length, Range, numbers, optional};

pub(crate) const ARC_KEYS: &[Key] = &[
    optional("through", numbers("m", Range::Any, Length::Dimension), "a point of the arc between its ends"),
    optional("centre", numbers("m", Range::Any, Length::Dimension), "its centre; the shorter arc is taken"),
];

/// The straight beams of a beam, in order.
pub(crate) struct Path {
    pub pieces: Vec<Piece>,
}

/// One straight beam of a path.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub ends: [Option<NodeId>; 2],
    /// Number of elements.
    pub elements: usize,
    /// Where its middle is, as a fraction of the length of the whole beam.
    pub middle: f64,
}

/// The paths of all beams that have one, by the location of the beam.
pub(crate) type Paths = HashMap<Span, Option<Path>>;

/// Divides beams along paths; new points become nodes `BEAM.p1`, `BEAM.p2` …
pub(crate) fn read(cx: &Context<'_>, root: &Table, nodes: &mut Nodes) -> Paths {
    let mut paths = Paths::new();
    for table in tables::array(cx, root, "beam") {
        let fields = beams::reopened(cx, table);
        if !fields.given(&["along", "via", "arc"]).is_empty() || is_tapered(&fields) {
            let name = fields.own_name("beam");
            let path = Draft { fields: &fields, name, nodes, points: 0 }.path();
            paths.insert(fields.span(), path);
        }
    }
    paths
}

/// Whether the section changes along the beam.
pub(crate) fn is_tapered(fields: &Fields<'_>) -> bool {
    fields.value("section").is_some_and(|value| matches!(value.kind, ValueKind::List(_)))
}

/// A beam whose points are being found.
struct Draft<'a> {
    fields: &'a Fields<'a>,
    name: Name,
    nodes: &'a mut Nodes,
    /// Points made so far.
    points: usize,
}

impl Draft<'_> {
    fn path(mut self) -> Option<Path> {
        let elements = self.fields.count("elements").or(1);
        let is_arc = self.fields.has("arc");
        let corners = self.corners(elements)?;
        let elements = elements?;
        // An arc is already divided into its elements; a tapered beam has one beam for each.
        let divided = if is_tapered(self.fields) && !is_arc { elements } else { 1 };
        let per_piece = if is_arc || is_tapered(self.fields) { 1 } else { elements };
        let mut points = vec![corners[0]];
        for pair in corners.windows(2) {
            let (from, to) = (self.place(pair[0])?, self.place(pair[1])?);
            for step in 1..divided {
                let share = step as f64 / divided as f64;
                points.push(self.add([0, 1, 2].map(|c: usize| from[c] + share * (to[c] - from[c]))));
            }
            points.push(pair[1]);
        }
        self.pieces(&points, per_piece).map(|pieces| Path { pieces })
    }

    /// The ends and the points between them.
    fn corners(&mut self, elements: Option<usize>) -> Option<Vec<NodeId>> {
        let fields = self.fields;
        if fields.has("along") {
            let others = fields.given(&["nodes", "via", "arc"]);
            others.iter().for_each(|other| clash(fields, "along", other));
            let names = fields.names("along").given()?;
            if names.len() < 2 {
                check_length(fields.cx, fields.span_of("along"), "along", names.len(), Length::Exactly(2))?;
            }
            let found: Vec<_> =
                names.iter().map(|name| self.nodes.find(fields.cx, name).map(NodeId)).collect();
            return found.into_iter().collect::<Option<_>>().filter(|_| others.is_empty());
        }
        let ends = beams::ends(fields, self.nodes);
        let [first, last] = [ends[0]?, ends[1]?];
        if fields.given(&["via", "arc"]).len() == 2 {
            clash(fields, "via", "arc");
            return None;
        }
        let between = if fields.has("via") { self.via()? } else { self.arc(first, last, elements)? };
        let mut corners = vec![first];
        corners.extend(between.into_iter().map(|place| self.add(place)));
        corners.push(last);
        Some(corners)
    }

    fn via(&self) -> Option<Vec<[f64; 3]>> {
        let fields = self.fields;
        let rows = fields.rows("via").given()?;
        let point = |row: &Vec<f64>| {
            check_length(fields.cx, fields.span_of("via"), "via", row.len(), Length::Dimension)?;
            let mut padded = [0.0; 3];
            padded[..row.len()].copy_from_slice(row);
            Some(fields.frame().point(padded))
        };
        rows.iter().map(point).collect()
    }

    /// Points of an arc, one less than its elements; none without an arc.
    fn arc(&self, first: NodeId, last: NodeId, elements: Option<usize>) -> Option<Vec<[f64; 3]>> {
        if !self.fields.has("arc") {
            return Some(Vec::new());
        }
        let inner = self.fields.fields("arc").given()?;
        let key = one_of(&inner, &["through", "centre"], "an arc")?;
        let point = self.fields.frame().point(inner.vector(key).given()?);
        let (from, to) = (self.place(first)?, self.place(last)?);
        let arc = if key == "through" { Arc::through(from, point, to) } else { Arc::around(from, point, to) };
        let arc = arc.map_err(|reason| {
            let message = format!("there is no arc from the first end to the second: {reason}");
            let diagnostic = Diagnostic::error(codes::BAD_ARC, inner.span_of(key), message);
            inner
                .cx
                .report(diagnostic.hint("`through` is a point of the arc, off the line between its ends"));
        });
        let (arc, elements) = (arc.ok()?, elements?);
        Some((1..elements).map(|step| arc.point(step as f64 / elements as f64)).collect())
    }

    fn place(&self, node: NodeId) -> Option<[f64; 3]> {
        self.nodes.item(node.0).value
    }

    /// A new node.
    fn add(&mut self, place: [f64; 3]) -> NodeId {
        self.points += 1;
        let name = Name { text: format!("{}.p{}", self.name.text, self.points), span: self.name.span };
        self.nodes.push(name, Some(place));
        let at = self.nodes.len() - 1;
        self.nodes.mark_used(at);
        NodeId(at)
    }

    fn pieces(&self, points: &[NodeId], elements: usize) -> Option<Vec<Piece>> {
        let places: Vec<[f64; 3]> = points.iter().map(|node| self.place(*node)).collect::<Option<_>>()?;
        let lengths: Vec<f64> = places.windows(2).map(|pair| length(difference(pair[1], pair[0]))).collect();
        let whole: f64 = lengths.iter().sum();
        let mut before = 0.0;
        let pieces = points.windows(2).zip(&lengths).map(|(ends, own)| {
            let middle = (before + 0.5 * own) / whole;
            before += own;
            Piece { ends: [Some(ends[0]), Some(ends[1])], elements, middle }
        });
        Some(pieces.collect())
    }
}
