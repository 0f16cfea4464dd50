//! FE parts as bodies of a mechanism: `motion = "large"` of `[[fe_part]]`, and their interfaces as nodes.
//!
//! An interface of such a part is a node of the model, `part.interface`, so that everything that can be attached to a
//! node can be attached to it. Its position comes from `at`, or from the mesh through [`ModelFiles`]. A `[[join]]` of
//! all motions, or a `[[hinge]]` at two places, makes both places one node.
//!
//! [`ModelFiles`]: crate::text::model_files::ModelFiles

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{
    Dimension, FePart, GeometricFile, Interface, InterfaceKind, KeptModes, LargeMotion, NodeId, PartFlexible,
    PartFrame, PartMethod,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::direction::coordinate;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::attachment::clash;
use crate::sections::nodes::Nodes;
use crate::text::tree::{Entry, Table, ValueKind};
use crate::vocabulary::description::{Key, Kind, Range, defaulted, number, optional};

/// Two places closer than this share of the reach of the model are one: mesh files print seven digits.
const SAME_PLACE: f64 = 1e-6;

pub(crate) const MOTION: Key = defaulted(
    "motion",
    Kind::Word(&["small", "large"]),
    "small",
    "`large`: a body of a mechanism, reduced to its interfaces, which become nodes `part.interface`",
);
pub(crate) const METHOD: Key = defaulted(
    "method",
    Kind::Word(&["craig-bampton", "rubin", "guyan"]),
    "craig-bampton",
    "with motion = \"large\": how it is reduced",
);
pub(crate) const MODES: Key = optional(
    "modes",
    Kind::Count(0, 1000),
    "with motion = \"large\": number of modes kept beside the motions of its interfaces",
);
pub(crate) const BELOW: Key = optional(
    "below",
    number("Hz", Range::Positive),
    "with motion = \"large\", instead of `modes`: all modes below this frequency",
);
pub(crate) const FRAME: Key = defaulted(
    "frame",
    Kind::Text,
    "interfaces",
    "with motion = \"large\": the frame in which its deformation is measured: `interfaces`, `mass`, or an interface",
);
pub(crate) const FLEXIBLE: Key = defaulted(
    "flexible",
    Kind::Words(&["elongation", "bending"]),
    "all",
    "with motion = \"large\": [] is a rigid part; with two interfaces, [\"bending\"] keeps their distance",
);
pub(crate) const GEOMETRIC: Key = optional(
    "geometric",
    Kind::Map(&Kind::Text),
    "with motion = \"large\": geometric stiffness of a unit force or moment at an interface, along the axes of the files of the \
     part, as matrix files by the load: { \"B.x\" = \"rod_tension.npz\" }",
);

pub(crate) const STRESS: Key = optional(
    "stress",
    Kind::Text,
    "with motion = \"large\": file with the stress of unit displacements, one column for each row of the stiffness and any \
     number of rows (components, at points of your choice), for `simulate --recover`",
);

/// Keys that only a body of a mechanism has.
const LARGE_KEYS: &[&str] = &["method", "modes", "below", "frame", "flexible", "geometric", "stress"];

/// How a part moves as a body of a mechanism; the inner `None`: it does not.
pub(crate) fn motion(fields: &Fields<'_>) -> Option<Option<LargeMotion>> {
    if fields.word("motion").or("small")? == "small" {
        let stray = fields.given(LARGE_KEYS);
        for key in &stray {
            let message = format!("`{key}` belongs to a part in large motion");
            let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span(key), message);
            fields
                .cx
                .report(diagnostic.hint("write motion = \"large\" to make the part a body of a mechanism"));
        }
        return stray.is_empty().then_some(None);
    }
    if fields.cx.dimension == Dimension::One {
        let message = "a part moves in the plane or in space, but dim is 1";
        fields.cx.error(codes::WRONG_DIMENSION, fields.key_span("motion"), message);
        return None;
    }
    let (method, frame, flexible) = (method(fields), frame(fields), flexible(fields));
    let (kept, geometric) = (method.and_then(|method| kept(fields, method)), geometric(fields));
    Some(Some(LargeMotion {
        method: method?,
        kept: kept?,
        frame: frame?,
        flexible: flexible?,
        geometric: geometric?,
        nodes: Vec::new(),
    }))
}

/// The method, with the reason why others cannot be used.
fn method(fields: &Fields<'_>) -> Option<PartMethod> {
    let why = match fields.value("method").map(|value| &value.kind) {
        Some(ValueKind::Text(text)) => match text.as_str() {
            "macneal" => {
                Some("gives the motions of interfaces no mass, so that the equations of motion are singular")
            }
            "modal" | "krylov" | "svd-modal" => {
                Some("keeps no interfaces, so that nothing can be attached to the part")
            }
            _ => None,
        },
        _ => None,
    };
    if let Some(why) = why {
        let message = format!("this method {why}");
        let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.span_of("method"), message);
        fields.cx.report(diagnostic.hint("use method = \"craig-bampton\", \"rubin\" or \"guyan\""));
        return None;
    }
    Some(match fields.word("method").or("craig-bampton")? {
        "rubin" => PartMethod::Rubin,
        "guyan" => PartMethod::Guyan,
        _ => PartMethod::CraigBampton,
    })
}

/// Which modes are kept: one of `modes` and `below`, except where no reduction is made or none can be kept.
fn kept(fields: &Fields<'_>, method: PartMethod) -> Option<KeptModes> {
    let given = fields.given(&["modes", "below"]);
    if let [first, second] = given[..] {
        clash(fields, first, second);
        return None;
    }
    let (modes, below) = (fields.count("modes").optional()?, fields.number("below").optional()?);
    let refused = |other: &str, message: &str| {
        let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span(other), message.to_owned());
        fields.cx.report(diagnostic.hint("leave it out, or use method = \"craig-bampton\""));
        None
    };
    match (given.first(), modes, below) {
        (Some(key), ..) if method == PartMethod::Guyan => {
            refused(key, "`guyan` keeps static shapes and no modes")
        }
        (_, Some(modes), _) => Some(KeptModes::Lowest(modes)),
        (_, _, Some(below)) => Some(KeptModes::Below(below)),
        _ if method == PartMethod::Guyan || fields.has("reduced") => Some(KeptModes::Lowest(0)),
        _ => {
            let message = "a part in large motion needs `modes` or `below`";
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
            fields
                .cx
                .report(diagnostic.hint("such as modes = 4; method = \"guyan\" keeps static shapes alone"));
            None
        }
    }
}

fn frame(fields: &Fields<'_>) -> Option<PartFrame> {
    Some(match fields.text("frame").or("interfaces".to_owned())?.as_str() {
        "interfaces" => PartFrame::Interfaces,
        "mass" => PartFrame::Mass,
        other => PartFrame::Interface(other.to_owned()),
    })
}

fn flexible(fields: &Fields<'_>) -> Option<PartFlexible> {
    let Some(words) = fields.words("flexible").optional()? else { return Some(PartFlexible::All) };
    Some(match (words.contains(&"bending"), words.contains(&"elongation")) {
        (true, true) => PartFlexible::All,
        (true, false) => PartFlexible::AllButElongation,
        (false, false) => PartFlexible::Rigid,
        (false, true) => {
            let message = "a part that changes its length can bend, too";
            let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.span_of("flexible"), message);
            fields.cx.report(diagnostic.hint("write flexible = [\"bending\"], or [] for a rigid part"));
            return None;
        }
    })
}

/// Files of geometric stiffness, by the interface and direction of the unit load.
fn geometric(fields: &Fields<'_>) -> Option<Vec<GeometricFile>> {
    let Some(table) = fields.table("geometric").optional()? else { return Some(Vec::new()) };
    let one = |entry: &Entry| -> Option<GeometricFile> {
        let (ValueKind::Text(file), Some((interface, axis))) =
            (&entry.value.kind, entry.key.rsplit_once('.'))
        else {
            let message = format!("`{}` is not a load with the file of its matrix", entry.key);
            let diagnostic = Diagnostic::error(codes::NOT_A_CHOICE, entry.key_span, message);
            fields.cx.report(
                diagnostic
                    .hint("write \"B.x\" = \"file\": a force at interface B along x; \"B.rz\" is a moment"),
            );
            return None;
        };
        let direction = coordinate(fields.cx, &Name { text: axis.to_owned(), span: entry.key_span })?;
        let (interface, file, span) = (interface.to_owned(), file.clone(), entry.key_span);
        Some(GeometricFile { interface, direction, file, span })
    };
    let found: Vec<Option<GeometricFile>> = table.entries.iter().map(one).collect();
    found.into_iter().collect()
}

/// Adds a node for every interface of a part in large motion, and lets joined places be one node.
pub(crate) fn add_nodes(
    cx: &Context<'_>,
    root: &Table,
    parts: &mut Catalogue<FePart>,
    interfaces: &Catalogue<Interface>,
    nodes: &mut Nodes,
) {
    let first = nodes.len();
    let mut added = vec![Vec::new(); parts.len()];
    for (own, item) in interfaces.items().iter().enumerate() {
        let Some(interface) = &item.value else { continue };
        let Some(at) = parts.position(&interface.part) else { continue };
        let Some(part) = parts.item(at).value.as_ref().filter(|part| part.motion.is_some()) else { continue };
        let name = Name { text: format!("{}.{}", part.name, interface.name), span: item.name.span };
        let place = place(cx, part, interface);
        nodes.push(name, place);
        nodes.mark_used(nodes.len() - 1);
        interfaces.mark_used(own);
        added[at].push((interface.name.clone(), format!("{}.{}", part.name, interface.name)));
    }
    let pairs = shared_places(cx, root, nodes, first);
    nodes.join(&pairs);
    for (at, added) in added.into_iter().enumerate() {
        let own =
            |nodes: &Nodes| added.iter().filter_map(|(_, full)| nodes.position(full)).map(NodeId).collect();
        let held: Vec<NodeId> = own(nodes);
        parts.change(at, |part| Some(with_nodes(cx, part, &added, held)).flatten());
    }
}

/// The part with its nodes, where its frame and its loads name interfaces that it has.
fn with_nodes(
    cx: &Context<'_>,
    mut part: FePart,
    added: &[(String, String)],
    held: Vec<NodeId>,
) -> Option<FePart> {
    let span = part.span;
    let Some(motion) = part.motion.as_mut() else { return Some(part) };
    let known = |interface: &str| added.iter().any(|(name, _)| name == interface);
    let unknown = |what: &str, interface: &str, span: Span| {
        let message = format!("{what} \"{interface}\" is not an interface of FE part \"{}\"", part.name);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, span, message);
        let names = added.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        cx.report(diagnostic.hint(format!("its interfaces: {names}")));
    };
    if added.is_empty() {
        let message =
            format!("FE part \"{}\" has no interfaces, so that nothing can be attached to it", part.name);
        let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, span, message);
        cx.report(diagnostic.hint("describe at least one [[interface]] of the part"));
        return None;
    }
    let mut right = true;
    if let PartFrame::Interface(name) = &motion.frame
        && !known(name)
    {
        unknown("the frame", name, span);
        right = false;
    }
    for file in motion.geometric.iter().filter(|file| !known(&file.interface)) {
        unknown("the loaded place", &file.interface, file.span);
        right = false;
    }
    if motion.flexible == PartFlexible::AllButElongation && added.len() != 2 {
        let message =
            format!("`flexible` needs a part with two interfaces, and \"{}\" has {}", part.name, added.len());
        let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, span, message);
        cx.report(diagnostic.hint("leave `flexible` out, or write [] for a rigid part"));
        right = false;
    }
    motion.nodes = held;
    right.then_some(part)
}

/// The position of an interface in the reference configuration \[m\].
fn place(cx: &Context<'_>, part: &FePart, interface: &Interface) -> Option<[f64; 3]> {
    if let Some(at) = interface.at {
        return beside_its_node(cx, part, interface, at).is_none().then_some(at);
    }
    match cx.files.interface_place(part, interface) {
        Ok(place) if place.iter().all(|x| x.is_finite()) => Some(place),
        found => {
            let why = found.err().unwrap_or_else(|| "it is not finite".to_owned());
            let message =
                format!("the position of interface \"{}.{}\" is not known: {why}", part.name, interface.name);
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, interface.span, message);
            cx.report(diagnostic.hint("give the interface its position: at = [x, y, z]"));
            None
        }
    }
}

/// The error of a position that is not that of the node which the interface is; `None` where it is, or where that is not known.
fn beside_its_node(cx: &Context<'_>, part: &FePart, interface: &Interface, at: [f64; 3]) -> Option<()> {
    if interface.kind != InterfaceKind::Nodes || interface.set.is_empty() || part.reduced().is_some() {
        return None;
    }
    let node = cx.files.interface_place(part, interface).ok()?;
    let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    // A planar mesh may lie beside z = 0.
    let axes = if cx.dimension == Dimension::Three { 3 } else { 2 };
    let distance = length(std::array::from_fn(|k| if k < axes { at[k] - node[k] } else { 0.0 }));
    if distance <= SAME_PLACE * length(at).max(length(node)) {
        return None;
    }
    let name = format!("{}.{}", part.name, interface.name);
    let message = format!("`at` of interface \"{name}\" is {distance:.4e} m from its node");
    let diagnostic = Diagnostic::error(codes::PARTS_APART, interface.span, message)
        .hint(format!("`at` is {at:?} m; the mesh has the node at {node:?} m in the axes of the model"))
        .hint("leave `at` out, or check `units`, `position` and `orientation` of the part");
    cx.report(diagnostic);
    Some(())
}

/// Pairs of nodes that a join of all motions or a hinge at two places makes one: the later one, and the one it becomes.
fn shared_places(
    cx: &Context<'_>,
    root: &Table,
    nodes: &Nodes,
    first_interface: usize,
) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let joins =
        tables::array_quietly(root, "join").into_iter().filter(|table| table.get("directions").is_none());
    let joins = joins.map(|table| (table, "places"));
    let hinges = tables::array_quietly(root, "hinge").into_iter().map(|table| (table, "at"));
    for (table, key) in joins.chain(hinges) {
        let Some(ValueKind::List(items)) = table.get(key).map(|entry| &entry.value.kind) else { continue };
        let named = |item: &crate::text::tree::Value| match &item.kind {
            ValueKind::Text(text) => nodes.position(&cx.full_name(text, item.span)),
            _ => None,
        };
        let [Some(first), Some(second)] = [0, 1].map(|side| items.get(side).and_then(named)) else {
            continue;
        };
        if first == second || first.max(second) < first_interface {
            continue;
        }
        // A node that already became another one stands for that one.
        let stands_for = |node: usize| {
            let mut node = node;
            while let Some((_, next)) = pairs.iter().find(|(from, _)| *from == node) {
                node = *next;
            }
            node
        };
        let [first, second] = [first, second].map(stands_for);
        let span = table.get(key).map_or(table.span, |entry| entry.value.span);
        if first != second && meet(cx, nodes, [first, second], span) {
            pairs.push((first.max(second), first.min(second)));
        }
    }
    pairs
}

/// Whether two nodes are at one place; a distance is an error.
pub(crate) fn meet(cx: &Context<'_>, nodes: &Nodes, sides: [usize; 2], span: Span) -> bool {
    let [first, second] = sides.map(|side| nodes.item(side));
    let (Some(p), Some(q)) = (first.value, second.value) else { return true };
    let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let distance = length(std::array::from_fn(|k| q[k] - p[k]));
    let reach = nodes.items().iter().filter_map(|item| item.value).map(length).fold(0.0, f64::max);
    if distance <= SAME_PLACE * reach {
        return true;
    }
    let [p_name, q_name] = [&first.name.text, &second.name.text];
    let message = format!("\"{p_name}\" and \"{q_name}\" do not meet: they are {distance:.4e} m apart");
    cx.report(
        Diagnostic::error(codes::PARTS_APART, span, message)
            .related(second.name.span, "the other place is described here")
            .hint(format!("\"{p_name}\" is at {p:?} m, \"{q_name}\" at {q:?} m"))
            .hint("check `units`, `position` and `orientation` of the part, or `at` of the interface"),
    );
    false
}
