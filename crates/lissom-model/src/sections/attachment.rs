//! Where masses, springs, forces and outputs are attached: a node, a port, or ground.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{Attachment, Direction, NodeId, Side};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::sections::nodes::Nodes;

/// Ports of modal bodies and interfaces of FE parts, by their dotted names.
pub(crate) type Ports = Catalogue<PortKind>;

/// What moves at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PortKind {
    /// One translation: ports of modal bodies.
    Scalar,
    /// A node with directions: interfaces of FE parts.
    Node,
}

/// Possible attachments.
pub(crate) struct Places<'a> {
    pub nodes: &'a Nodes,
    pub ports: &'a Ports,
    /// Names of the FE parts in large motion.
    pub moving: Vec<&'a str>,
}

impl Places<'_> {
    /// A node, of the model or of a component; otherwise a port when the name has a dot.
    pub fn find(&self, cx: &Context<'_>, name: &Name) -> Option<Attachment> {
        let is_of_component = cx.scopes[1..].iter().any(|scope| scope.own(&name.text).is_some());
        match name.text.split_once('.') {
            Some((body, port)) if !is_of_component && self.nodes.position(&name.text).is_none() => {
                self.ports.find(cx, name)?;
                Some(Attachment::Port { body: body.to_owned(), port: port.to_owned() })
            }
            _ => self.nodes.find(cx, name).map(|at| Attachment::Node(NodeId(at))),
        }
    }

    /// A place or ground.
    pub fn side(&self, cx: &Context<'_>, name: &Name) -> Option<Side<Attachment>> {
        if name.text == "ground" { Some(Side::Ground) } else { self.find(cx, name).map(Side::Part) }
    }

    /// `node = "A"` or `attach = "body.port"`: exactly one of them.
    pub fn of(&self, fields: &Fields<'_>, what: &str) -> Option<Attachment> {
        one_of(fields, &["node", "attach"], what)?;
        let node = fields.name("node").and_then(|name| self.nodes.find(fields.cx, &name));
        let attach = fields.name("attach").and_then(|name| self.find(fields.cx, &name));
        match (node.optional()?, attach.optional()?) {
            (Some(at), _) => Some(Attachment::Node(NodeId(at))),
            (None, attached) => attached,
        }
    }

    /// `direction`, required at nodes and refused at ports with one translation only.
    pub fn direction_at(&self, fields: &Fields<'_>, at: Option<&Attachment>) -> Option<Option<Direction>> {
        let direction = fields.direction("direction").optional()?;
        let at = at?;
        match (self.is_scalar(at), direction) {
            (true, None) => Some(None),
            (true, Some(_)) => {
                let message = "this port has one translation only; leave `direction` out";
                fields.cx.error(codes::WRONG_DIMENSION, fields.key_span("direction"), message);
                None
            }
            (false, None) => {
                let message = "a node needs a `direction`";
                let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
                fields.cx.report(diagnostic.hint("such as direction = \"x\""));
                None
            }
            (false, found) => Some(found),
        }
    }

    fn is_scalar(&self, at: &Attachment) -> bool {
        let Attachment::Port { body, port } = at else { return false };
        self.is_scalar_port(body, port)
    }

    /// Whether a node is an interface of a part in large motion.
    pub fn is_interface(&self, node: NodeId) -> bool {
        self.nodes.item(node.0).name.text.split_once('.').is_some_and(|(part, _)| self.moving.contains(&part))
    }

    /// Whether a port has one translation only, as those of modal bodies have.
    pub fn is_scalar_port(&self, body: &str, port: &str) -> bool {
        let found = self.ports.position(&format!("{body}.{port}"));
        found.is_some_and(|at| self.ports.item(at).value == Some(PortKind::Scalar))
    }

    /// Position of a place, where it has one \[m\].
    pub fn position(&self, side: &Side<Attachment>) -> Option<[f64; 3]> {
        match side {
            Side::Part(Attachment::Node(NodeId(at))) => self.nodes.item(*at).value,
            _ => None,
        }
    }
}

/// Requires exactly one of the keys and returns it.
pub(crate) fn one_of<'n>(fields: &Fields<'_>, keys: &[&'n str], what: &str) -> Option<&'n str> {
    let quoted: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    match fields.given(keys)[..] {
        [one] => Some(one),
        [] => {
            let message = format!("{what} needs one of {}", quoted.join(", "));
            fields.cx.error(codes::MISSING_KEY, fields.span(), message);
            None
        }
        [first, second, ..] => {
            clash(fields, first, second);
            None
        }
    }
}

/// Reports two keys that exclude each other.
pub(crate) fn clash(fields: &Fields<'_>, first: &str, second: &str) {
    let (a, b) = (fields.key_span(first), fields.key_span(second));
    let (early, late): ((&str, Span), (&str, Span)) =
        if a <= b { ((first, a), (second, b)) } else { ((second, b), (first, a)) };
    let message = format!("`{}` and `{}` exclude each other", early.0, late.0);
    fields.cx.report(
        Diagnostic::error(codes::CLASHING_KEYS, late.1, message)
            .related(early.1, format!("`{}` is given here", early.0)),
    );
}
