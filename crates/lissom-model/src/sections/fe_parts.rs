//! `[[fe_part]]` and `[[interface]]`: matrices from finite-element programs, and where they are held.

use crate::catalogue::{Catalogue, Name};
use crate::codes;
use crate::context::Context;
use crate::description::{
    Form, Key, Kind, Length, Range, Section, defaulted, number, numbers, optional, required,
};
use crate::diagnostic::Diagnostic;
use crate::fields::{Fields, check_name};
use crate::model::{FePart, Interface, InterfaceKind};
use crate::sections::attachment::{PortKind, Ports, clash};
use crate::sections::nodes::Nodes;
use crate::tables;
use crate::tree::Table;

pub(crate) const FE_PART: Section = Section {
    name: "fe_part",
    form: Form::Array,
    doc: "A part known by the matrices a finite-element program wrote. File names are relative to the model file.",
    keys: PART_KEYS,
};

const FORMATS: &[&str] = &["auto", "calculix", "matrix-market", "op4", "abaqus", "npz", "mat", "table"];

const PART_KEYS: &[Key] = &[
    required("name", Kind::Text, "name of the part"),
    defaulted(
        "format",
        Kind::Word(FORMATS),
        "auto",
        "program or format of the matrix files; `auto` finds out",
    ),
    optional(
        "stiffness",
        Kind::Text,
        "file with the stiffness matrix; required, as is `mass`, without `reduced`",
    ),
    optional("mass", Kind::Text, "file with the mass matrix"),
    optional(
        "reduced",
        Kind::Text,
        "instead of matrices: a reduced structure that `lissom reduce --save` has written",
    ),
    optional("damping_matrix", Kind::Text, "file with the damping matrix"),
    optional("dof", Kind::Text, "file that says which row is which coordinate"),
    optional("mesh", Kind::Text, "file with nodes and node sets"),
    defaulted(
        "position",
        numbers("m", Range::Any, Length::Dimension),
        "as in its files",
        "where the origin of its mesh is put",
    ),
    optional("damping", Kind::Table(DAMPING_KEYS), "modal or Rayleigh damping"),
];

const DAMPING_KEYS: &[Key] = &[
    optional("modal", number("-", Range::NonNegative), "damping ratio of every mode"),
    optional("mass", number("1/s", Range::NonNegative), "Rayleigh coefficient of the mass matrix"),
    optional("stiffness", number("s", Range::NonNegative), "Rayleigh coefficient of the stiffness matrix"),
];

/// Keys whose values are file names.
const FILES: &[&str] = &["stiffness", "mass", "reduced", "damping_matrix", "dof", "mesh"];

pub(crate) const INTERFACE: Section = Section {
    name: "interface",
    form: Form::Array,
    doc: "A node set of an FE part seen as one node, for forces, outputs and reductions: `part.interface`.",
    keys: INTERFACE_KEYS,
};

const INTERFACE_KEYS: &[Key] = &[
    required("part", Kind::Name("FE part"), "the FE part"),
    required("name", Kind::Text, "name of the interface"),
    required(
        "set",
        Kind::Text,
        "node set of the mesh file, or the number of a node; of a part that is `reduced`, the interface or node there",
    ),
    defaulted("kind", Kind::Word(&["mean", "rigid", "nodes"]), "mean", "how the set becomes one node"),
    optional("at", numbers("m", Range::Any, Length::Dimension), "position of that node"),
];

pub(crate) fn read_parts(cx: &Context<'_>, root: &Table) -> Catalogue<FePart> {
    let mut parts = Catalogue::new("FE part");
    for (number, table) in tables::array(cx, root, "fe_part").into_iter().enumerate() {
        let fields = Fields::open(cx, table, PART_KEYS, "[[fe_part]]");
        let name = fields.own_name("FE part", number + 1);
        let part = part(&fields, &name);
        parts.add(cx, name, part);
    }
    parts
}

fn part(fields: &Fields<'_>, name: &Name) -> Option<FePart> {
    let format = fields.word("format").or("auto");
    let files: Vec<Option<(String, String)>> = FILES.iter().filter_map(|role| file(fields, role)).collect();
    let damping = damping(fields);
    let complete = check_source(fields);
    let position = fields.vector("position").or([0.0; 3]);
    let (modal_damping, rayleigh) = damping?;
    complete?;
    Some(FePart {
        name: name.text.clone(),
        format: format?.to_owned(),
        files: files.into_iter().collect::<Option<_>>()?,
        position: position?,
        modal_damping,
        rayleigh,
        span: fields.span(),
    })
}

/// Matrices, or a reduced structure that has everything: exactly one of them.
fn check_source(fields: &Fields<'_>) -> Option<()> {
    if fields.has("reduced") {
        let others =
            fields.given(&["format", "stiffness", "mass", "damping_matrix", "dof", "mesh", "damping"]);
        others.iter().for_each(|other| clash(fields, "reduced", other));
        return others.is_empty().then_some(());
    }
    let missing: Vec<&str> = ["stiffness", "mass"].into_iter().filter(|key| !fields.has(key)).collect();
    for key in &missing {
        let message = format!("[[fe_part]] needs the key `{key}`");
        let complaint = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
        fields.cx.report(complaint.hint("or `reduced`, the file of a reduced structure"));
    }
    missing.is_empty().then_some(())
}

/// The file in a role, if one is given; the inner `None` is an error.
fn file(fields: &Fields<'_>, role: &str) -> Option<Option<(String, String)>> {
    if !fields.has(role) {
        return None;
    }
    let name = fields.text(role).given();
    if name.as_ref().is_some_and(|name| name.trim().is_empty()) {
        fields.cx.error(codes::MISSING_KEY, fields.span_of(role), format!("`{role}` names no file"));
        return Some(None);
    }
    Some(name.map(|name| (role.to_owned(), name)))
}

type Damping = (Option<f64>, Option<[f64; 2]>);

fn damping(fields: &Fields<'_>) -> Option<Damping> {
    let Some(inner) = fields.fields("damping").optional()? else { return Some((None, None)) };
    let modal = inner.number("modal").optional();
    let mass = inner.number("mass").optional();
    let stiffness = inner.number("stiffness").optional();
    let (modal, mass, stiffness) = (modal?, mass?, stiffness?);
    if let (Some(_), Some(key)) = (modal, inner.given(&["mass", "stiffness"]).first()) {
        clash(&inner, "modal", key);
        return None;
    }
    let is_rayleigh = mass.is_some() || stiffness.is_some();
    Some((modal, is_rayleigh.then(|| [mass.unwrap_or(0.0), stiffness.unwrap_or(0.0)])))
}

/// Reads the interfaces and makes each a port.
pub(crate) fn read_interfaces(
    cx: &Context<'_>,
    root: &Table,
    parts: &Catalogue<FePart>,
    ports: &mut Ports,
) -> Catalogue<Interface> {
    let mut interfaces = Catalogue::new("interface");
    for (number, table) in tables::array(cx, root, "interface").into_iter().enumerate() {
        let fields = Fields::open(cx, table, INTERFACE_KEYS, "[[interface]]");
        let name = fields.own_name("interface", number + 1);
        let part = fields.name("part").given();
        if let Some(part) = &part {
            let path = Name { text: format!("{}.{}", part.text, name.text), span: name.span };
            ports.push(path, Some(PortKind::Node));
        }
        let interface = interface(&fields, &name, part, parts);
        interfaces.add(cx, name, interface);
    }
    interfaces
}

/// The interface a support or a reduction means: by its name, or as forces name it, `part.interface`.
pub(crate) fn find_interface(
    cx: &Context<'_>,
    interfaces: &Catalogue<Interface>,
    name: &Name,
) -> Option<String> {
    if let Some((part, own)) = name.text.split_once('.')
        && let Some(at) = interfaces.position(own)
        && interfaces.item(at).value.as_ref().is_none_or(|known| known.part == part)
    {
        interfaces.mark_used(at);
        return Some(own.to_owned());
    }
    interfaces.find(cx, name).map(|_| name.text.clone())
}

/// Supports and reductions name nodes and interfaces alike.
pub(crate) fn check_names(cx: &Context<'_>, interfaces: &Catalogue<Interface>, nodes: &Nodes) {
    for item in interfaces.items() {
        let Some(node) = nodes.position(&item.name.text) else { continue };
        let message = format!("the name \"{}\" is that of a node, too", item.name.text);
        cx.report(
            Diagnostic::error(codes::DUPLICATE_NAME, item.name.span, message)
                .related(nodes.item(node).name.span, "the node is here")
                .hint("give each its own name"),
        );
    }
}

fn interface(
    fields: &Fields<'_>,
    name: &Name,
    part: Option<Name>,
    parts: &Catalogue<FePart>,
) -> Option<Interface> {
    let part = part.filter(|part| parts.find(fields.cx, part).is_some());
    let set = fields.text("set").given();
    let kind = match fields.word("kind").or("mean") {
        Some("rigid") => Some(InterfaceKind::Rigid),
        Some("nodes") => Some(InterfaceKind::Nodes),
        Some(_) => Some(InterfaceKind::Mean),
        None => None,
    };
    let at = fields.vector("at").optional();
    check_name(fields.cx, name);
    let part = part?;
    check_mesh(fields, parts, &part)?;
    Some(Interface {
        name: name.text.clone(),
        part: part.text,
        set: set?,
        kind: kind?,
        at: at?,
        span: fields.span(),
    })
}

/// Node sets are written in the mesh file.
fn check_mesh(fields: &Fields<'_>, parts: &Catalogue<FePart>, part: &Name) -> Option<()> {
    let found = parts.item(parts.position(&part.text)?).value.as_ref()?;
    let has = |wanted: &str| found.files.iter().any(|(role, _)| role == wanted);
    if has("reduced") {
        let stray = fields.given(&["kind", "at"]);
        for key in &stray {
            let message =
                format!("the interfaces of FE part \"{}\" are made; `{key}` cannot change them", part.text);
            fields.cx.error(codes::CLASHING_KEYS, fields.key_span(key), message);
        }
        return stray.is_empty().then_some(());
    }
    if has("mesh") {
        return Some(());
    }
    let message = format!("FE part \"{}\" has no `mesh` file, so it has no node sets", part.text);
    let complaint = Diagnostic::error(codes::REQUEST_LACKS, fields.span_of("set"), message);
    fields.cx.report(complaint.hint("give the part its mesh = \"…\" file"));
    None
}
