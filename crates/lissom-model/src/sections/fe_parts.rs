//! `[[fe_part]]` and `[[interface]]`: matrices from finite-element programs, and their interfaces.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Dimension, FePart, Interface, InterfaceKind, PartUnits};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression;
use crate::reading::fields::{Fields, check_length, check_name, list};
use crate::reading::tables;
use crate::sections::attachment::{PortKind, Ports, clash};
use crate::sections::moving_parts;
use crate::sections::nodes::Nodes;
use crate::text::tree::{Entry, Table, ValueKind};
use crate::vocabulary::choices::FORMAT_WORDS;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const FE_PART: Section = Section {
    name: "fe_part",
    form: Form::Array,
    doc: "A part given by matrices of a finite-element program. File names are relative to the model file.",
    keys: PART_KEYS,
};

const PART_KEYS: &[Key] = &[
    required("name", Kind::Text, "name of the part"),
    defaulted(
        "format",
        Kind::Word(FORMAT_WORDS),
        "auto",
        "program or format of the matrix files; `auto` detects it",
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
        "instead of matrices: a reduced structure written by `lissom reduce --save`",
    ),
    optional("damping_matrix", Kind::Text, "file with the damping matrix"),
    optional("dof", Kind::Text, "file with the node and direction of each row"),
    optional("mesh", Kind::Text, "file with nodes and node sets"),
    defaulted(
        "units",
        Kind::Either(&[Kind::Text, Kind::Table(UNIT_KEYS)]),
        "m-kg-s",
        "units of its files: length, mass or force, and time, as in \"mm-t-s\" or \"in-lbf-s\", or a table of them; all \
         answers are in SI units",
    ),
    optional(
        "nodes",
        Kind::Map(&numbers("m", Range::Any, Length::Dimension)),
        "positions of nodes by number, where no mesh gives them: { 101 = [0, 0, 0.1] }, in the axes of its files",
    ),
    defaulted(
        "orientation",
        Kind::Table(ORIENTATION_KEYS),
        "as in its files",
        "rotation about the origin of its mesh: { axis, angle }, or the directions { x, y } of its axes",
    ),
    defaulted(
        "position",
        numbers("m", Range::Any, Length::Dimension),
        "as in its files",
        "position of the origin of its mesh",
    ),
    optional("damping", Kind::Table(DAMPING_KEYS), "modal or Rayleigh damping"),
    moving_parts::MOTION,
    moving_parts::METHOD,
    moving_parts::MODES,
    moving_parts::BELOW,
    moving_parts::FRAME,
    moving_parts::FLEXIBLE,
    moving_parts::GEOMETRIC,
    moving_parts::STRESS,
];

const UNIT_KEYS: &[Key] = &[
    required("length", number("m", Range::Positive), "unit of length, as \"1 mm\""),
    defaulted("mass", number("kg", Range::Positive), "force·time²/length", "unit of mass"),
    defaulted("time", number("s", Range::Positive), "1 s", "unit of time"),
    defaulted("force", number("N", Range::Positive), "mass·length/time²", "unit of force"),
];

const ORIENTATION_KEYS: &[Key] = &[
    optional("axis", numbers("-", Range::Any, Length::Exactly(3)), "axis of rotation; z in the plane"),
    optional("angle", number("rad", Range::Any), "angle of rotation"),
    optional("x", numbers("-", Range::Any, Length::Exactly(3)), "direction of its x axis"),
    optional("y", numbers("-", Range::Any, Length::Exactly(3)), "a vector that, with x, spans its x-y plane"),
];

const DAMPING_KEYS: &[Key] = &[
    optional("modal", number("-", Range::NonNegative), "damping ratio of every mode"),
    optional("mass", number("1/s", Range::NonNegative), "Rayleigh coefficient of the mass matrix"),
    optional("stiffness", number("s", Range::NonNegative), "Rayleigh coefficient of the stiffness matrix"),
];

/// Keys whose values are file names.
const FILES: &[&str] = &["stiffness", "mass", "reduced", "damping_matrix", "dof", "mesh", "stress"];

pub(crate) const INTERFACE: Section = Section {
    name: "interface",
    form: Form::Array,
    doc: "A node set of an FE part treated as one node, for forces, outputs and reductions: \
        `part.interface`.",
    keys: INTERFACE_KEYS,
};

const INTERFACE_KEYS: &[Key] = &[
    required("part", Kind::Name("FE part"), "the FE part"),
    required("name", Kind::Text, "name of the interface"),
    optional(
        "set",
        Kind::Text,
        "node set of the mesh file, or the number of a node; of a part that is `reduced`, the interface or node there",
    ),
    optional(
        "rows",
        numbers("-", Range::Positive, Length::Some),
        "instead of a set: rows of the matrices, from one, that are x, y, z (and rotations about them) of one point",
    ),
    defaulted("kind", Kind::Word(&["mean", "rigid", "nodes"]), "mean", "how the set becomes one node"),
    optional("at", numbers("m", Range::Any, Length::Dimension), "position of that node"),
];

pub(crate) fn read_parts(cx: &Context<'_>, root: &Table) -> Catalogue<FePart> {
    let mut parts = Catalogue::new("FE part");
    for table in tables::array(cx, root, "fe_part") {
        let fields = Fields::open(cx, table, PART_KEYS, "[[fe_part]]");
        let name = fields.own_name("FE part");
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
    let (units, orientation, nodes) = (units(fields), orientation(fields), nodes(fields));
    let motion = moving_parts::motion(fields);
    let (modal_damping, rayleigh) = damping?;
    complete?;
    Some(FePart {
        name: name.text.clone(),
        format: format?.to_owned(),
        files: files.into_iter().collect::<Option<_>>()?,
        units: units?,
        orientation: orientation?,
        position: position?,
        nodes: nodes?,
        modal_damping,
        rayleigh,
        motion: motion?,
        span: fields.span(),
    })
}

/// Either matrices or a reduced structure.
fn check_source(fields: &Fields<'_>) -> Option<()> {
    if fields.has("reduced") {
        let others = fields.given(&[
            "format",
            "stiffness",
            "mass",
            "damping_matrix",
            "dof",
            "mesh",
            "damping",
            "units",
            "orientation",
            "nodes",
            "method",
            "modes",
            "below",
            "stress",
        ]);
        others.iter().for_each(|other| clash(fields, "reduced", other));
        return others.is_empty().then_some(());
    }
    let missing: Vec<&str> = ["stiffness", "mass"].into_iter().filter(|key| !fields.has(key)).collect();
    for key in &missing {
        let message = format!("[[fe_part]] needs the key `{key}`");
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
        fields.cx.report(diagnostic.hint("or `reduced`, the file of a reduced structure"));
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
        fields.cx.error(codes::MISSING_KEY, fields.span_of(role), format!("`{role}` does not name a file"));
        return Some(None);
    }
    Some(name.map(|name| (role.to_owned(), name)))
}

/// The units of the files.
fn units(fields: &Fields<'_>) -> Option<PartUnits> {
    match fields.value("units").map(|value| &value.kind) {
        None => return Some(PartUnits::default()),
        Some(ValueKind::Table(_)) => return unit_table(&fields.fields("units").given()?),
        Some(_) => {}
    }
    let name = fields.name("units").given()?;
    match name.text.parse::<PartUnits>() {
        Ok(units) => Some(units),
        Err(error) => {
            let diagnostic = Diagnostic::error(codes::NOT_A_CHOICE, name.span, error.to_string());
            fields.cx.report(diagnostic.hint(format!(
                "write length, mass or force, and time: {}; or a table {{ length = \"1 mm\", mass = \"1 t\" }}",
                crate::model::part_units::EXAMPLES
            )));
            None
        }
    }
}

/// Individual units. Mass and force follow from each other unless both are given; then they need not be
/// consistent, as with N/mm and kg.
fn unit_table(inner: &Fields<'_>) -> Option<PartUnits> {
    let (length, time) = (inner.number("length").given(), inner.number("time").or(1.0));
    let (mass, force) = (inner.number("mass").optional(), inner.number("force").optional());
    let (length, time, mass, force) = (length?, time?, mass?, force?);
    let (mass, force) = match (mass, force) {
        (Some(mass), Some(force)) => (mass, force),
        (Some(mass), None) => (mass, mass * length / (time * time)),
        (None, Some(force)) => (force * time * time / length, force),
        (None, None) => {
            let diagnostic =
                Diagnostic::error(codes::MISSING_KEY, inner.span(), "`units` needs a mass or a force");
            inner.cx.report(diagnostic.hint("{ length = \"1 mm\", force = \"1 N\" }"));
            return None;
        }
    };
    Some(PartUnits { name: "as given".to_owned(), length, mass, time, force })
}

/// Directions of the part's own axes; the inner `None`: as in its files.
fn orientation(fields: &Fields<'_>) -> Option<Option<[[f64; 3]; 3]>> {
    let Some(inner) = fields.fields("orientation").optional()? else { return Some(None) };
    let vector = |key: &str| -> Option<Option<[f64; 3]>> {
        Some(inner.numbers(key).optional()?.map(|v| [v[0], v[1], v[2]]))
    };
    let (axis, x, y, angle) = (vector("axis"), vector("x"), vector("y"), inner.number("angle").optional());
    let (axis, x, y, angle) = (axis?, x?, y?, angle?);
    let planar = fields.cx.dimension != Dimension::Three;
    let wrong = |message: &str| {
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, inner.span(), message.to_owned());
        inner.cx.report(
            diagnostic.hint("{ axis = [0, 0, 1], angle = \"90 deg\" }, or { x = [0, 1, 0], y = [-1, 0, 0] }"),
        );
        None
    };
    let found = match (axis, angle, x, y) {
        (None, Some(angle), None, None) if planar => about([0.0, 0.0, 1.0], angle),
        (Some(axis), Some(angle), None, None) => about(axis, angle),
        (None, None, Some(x), Some(y)) => spanned(x, y),
        _ => return wrong("`orientation` needs an axis and an angle, or the directions of x and y"),
    };
    match found {
        None => {
            wrong("`orientation` needs an axis that is not zero, or two directions that are not parallel")
        }
        Some(turn) if planar && (turn[0][2] != 0.0 || turn[1][2] != 0.0) => {
            wrong("in a planar model a part turns about z")
        }
        Some(turn) => Some(Some(turn)),
    }
}

/// Columns of the rotation about an axis; `None` for an axis without length.
fn about(axis: [f64; 3], angle: f64) -> Option<[[f64; 3]; 3]> {
    let [x, y, z] = normalised(axis)?;
    let (sine, cosine) = exact_sin_cos(angle);
    let c = 1.0 - cosine;
    Some([
        [c * x * x + cosine, c * x * y + sine * z, c * x * z - sine * y],
        [c * x * y - sine * z, c * y * y + cosine, c * y * z + sine * x],
        [c * x * z + sine * y, c * y * z - sine * x, c * z * z + cosine],
    ])
}

/// Sine and cosine; multiples of a quarter turn are exact, so that axes are preserved.
fn exact_sin_cos(angle: f64) -> (f64, f64) {
    let quarters = angle / std::f64::consts::FRAC_PI_2;
    let nearest = quarters.round();
    if (quarters - nearest).abs() > 1e-12 {
        return angle.sin_cos();
    }
    match nearest.rem_euclid(4.0) as u8 {
        0 => (0.0, 1.0),
        1 => (1.0, 0.0),
        2 => (0.0, -1.0),
        _ => (-1.0, 0.0),
    }
}

/// x, the part of y perpendicular to it, and the third axis; `None` when they are parallel.
fn spanned(x: [f64; 3], y: [f64; 3]) -> Option<[[f64; 3]; 3]> {
    let (x, y) = (normalised(x)?, normalised(y)?);
    let along: f64 = (0..3).map(|k| x[k] * y[k]).sum();
    let across: [f64; 3] = std::array::from_fn(|k| y[k] - along * x[k]);
    if across.iter().map(|a| a * a).sum::<f64>().sqrt() < 1e-6 {
        return None;
    }
    let y = normalised(across)?;
    let z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    Some([x, y, z])
}

fn normalised(v: [f64; 3]) -> Option<[f64; 3]> {
    let largest = v.iter().fold(0.0_f64, |most, a| most.max(a.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let v = v.map(|a| a / largest);
    let length = v.iter().map(|a| a * a).sum::<f64>().sqrt();
    Some(v.map(|a| a / length))
}

/// Positions of nodes by number.
fn nodes(fields: &Fields<'_>) -> Option<Vec<(i64, [f64; 3])>> {
    let Some(table) = fields.table("nodes").optional()? else { return Some(Vec::new()) };
    let quantity = Quantity { unit: "m", range: Range::Any };
    let one = |entry: &Entry| -> Option<(i64, [f64; 3])> {
        let Ok(number) = entry.key.trim().parse::<i64>() else {
            let message = format!("`{}` is not the number of a node", entry.key);
            fields.cx.error(codes::NOT_A_CHOICE, entry.value.span, message);
            return None;
        };
        let items = list(fields.cx, &entry.value, "nodes")?;
        let place: Option<Vec<f64>> =
            items.iter().map(|item| expression::number(fields.cx, item, quantity, "nodes")).collect();
        check_length(fields.cx, entry.value.span, "nodes", items.len(), Length::Dimension)?;
        let mut at = [0.0; 3];
        place?.iter().zip(&mut at).for_each(|(value, at)| *at = *value);
        Some((number, at))
    };
    let mut found = table.entries.iter().map(one).collect::<Option<Vec<_>>>()?;
    found.sort_unstable_by_key(|(number, _)| *number);
    Some(found)
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

/// Reads the interfaces and adds a port for each.
pub(crate) fn read_interfaces(
    cx: &Context<'_>,
    root: &Table,
    parts: &Catalogue<FePart>,
    ports: &mut Ports,
) -> Catalogue<Interface> {
    let mut interfaces = Catalogue::new("interface");
    for table in tables::array(cx, root, "interface") {
        let fields = Fields::open(cx, table, INTERFACE_KEYS, "[[interface]]");
        let name = fields.own_name("interface");
        let part = fields.name("part").given();
        let moves = |part: &Name| {
            let known = parts.position(&part.text).and_then(|at| parts.item(at).value.as_ref());
            known.is_some_and(|part| part.motion.is_some())
        };
        // Interfaces of parts in large motion become nodes.
        if let Some(part) = part.as_ref().filter(|part| !moves(part)) {
            let path = Name { text: format!("{}.{}", part.text, name.text), span: name.span };
            ports.push(path, Some(PortKind::Node));
        }
        let full =
            part.as_ref().map_or_else(|| name.text.clone(), |part| format!("{}.{}", part.text, name.text));
        let interface = interface(&fields, &name, part, parts);
        interfaces.add_as(cx, &full, name, interface);
    }
    interfaces
}

/// The places of all interfaces with a name of their own.
pub(crate) fn interfaces_called<'i>(
    interfaces: &'i Catalogue<Interface>,
    name: &'i str,
) -> impl Iterator<Item = usize> + 'i {
    (0..interfaces.len()).filter(move |at| interfaces.item(*at).name.text == name)
}

/// The interface of a support or reduction, by its name or as `part.interface`; several parts may have interfaces of one name, which
/// are then called by the longer one.
pub(crate) fn find_interface(
    cx: &Context<'_>,
    interfaces: &Catalogue<Interface>,
    name: &Name,
) -> Option<String> {
    if let Some(at) = interfaces.position(&name.text) {
        interfaces.mark_used(at);
        let own = &interfaces.item(at).name.text;
        let is_only = interfaces_called(interfaces, own).count() == 1;
        return Some(if is_only { own.clone() } else { name.text.clone() });
    }
    let found: Vec<usize> = interfaces_called(interfaces, &name.text).collect();
    match found[..] {
        [] => interfaces.find(cx, name).map(|_| name.text.clone()),
        [at] => {
            interfaces.mark_used(at);
            Some(name.text.clone())
        }
        _ => {
            let message = format!("{} parts have an interface \"{}\"", found.len(), name.text);
            let of = |at: &usize| interfaces.item(*at).value.as_ref().map(|own| own.full_name());
            let full: Vec<String> = found.iter().filter_map(of).map(|full| format!("\"{full}\"")).collect();
            let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
            cx.report(diagnostic.hint(format!("write one of {}", full.join(", "))));
            None
        }
    }
}

/// Supports and reductions may name both nodes and interfaces.
pub(crate) fn check_names(cx: &Context<'_>, interfaces: &Catalogue<Interface>, nodes: &Nodes) {
    for item in interfaces.items() {
        let Some(node) = nodes.position(&item.name.text) else { continue };
        let message = format!("the name \"{}\" is also used by a node", item.name.text);
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
    let set = fields.text("set").optional();
    let rows = rows(fields);
    let kind = match fields.word("kind").or("mean") {
        Some("rigid") => Some(InterfaceKind::Rigid),
        Some("nodes") => Some(InterfaceKind::Nodes),
        Some(_) => Some(InterfaceKind::Mean),
        None => None,
    };
    let at = fields.vector("at").optional();
    check_name(fields.cx, name);
    let (part, set, rows) = (part?, set?, rows?);
    let set = match (set, rows.is_empty()) {
        (Some(set), true) => set,
        (None, false) => String::new(),
        (Some(_), false) => {
            clash(fields, "set", "rows");
            return None;
        }
        (None, true) => {
            let diagnostic =
                Diagnostic::error(codes::MISSING_KEY, fields.span(), "[[interface]] needs the key `set`");
            fields.cx.report(diagnostic.hint("or `rows`, the numbers of the rows that move its point"));
            return None;
        }
    };
    check_mesh(fields, parts, &part, &set)?;
    Some(Interface {
        name: name.text.clone(),
        part: part.text,
        set,
        rows,
        kind: kind?,
        at: at?,
        span: fields.span(),
    })
}

/// Rows of the motions of one point; empty if not given.
fn rows(fields: &Fields<'_>) -> Option<Vec<usize>> {
    let Some(numbers) = fields.numbers("rows").optional()? else { return Some(Vec::new()) };
    let allowed: &[usize] = if fields.cx.dimension == Dimension::Three { &[3, 6] } else { &[2, 3] };
    let whole = numbers.iter().all(|number| number.fract() == 0.0 && *number < 9e15);
    let mut sorted: Vec<usize> = numbers.iter().map(|number| *number as usize).collect();
    let rows = sorted.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if whole && sorted.len() == numbers.len() && allowed.contains(&numbers.len()) {
        return Some(rows);
    }
    let message = match fields.cx.dimension {
        Dimension::Three => {
            "`rows` needs three or six different whole numbers: x, y, z, and rotations about them"
        }
        _ => "`rows` needs two or three different whole numbers: x, y, and the rotation about z",
    };
    fields.cx.error(codes::WRONG_LENGTH, fields.span_of("rows"), message);
    None
}

/// Node sets need a mesh file; a single node or rows do not.
fn check_mesh(fields: &Fields<'_>, parts: &Catalogue<FePart>, part: &Name, set: &str) -> Option<()> {
    let found = parts.item(parts.position(&part.text)?).value.as_ref()?;
    let has = |wanted: &str| found.files.iter().any(|(role, _)| role == wanted);
    if has("reduced") {
        let stray = fields.given(&["kind", "at", "rows"]);
        for key in &stray {
            let message = format!(
                "the interfaces of FE part \"{}\" are fixed by its reduction; `{key}` cannot change \
                    them",
                part.text
            );
            fields.cx.error(codes::CLASHING_KEYS, fields.key_span(key), message);
        }
        return stray.is_empty().then_some(());
    }
    if has("mesh") || set.trim().parse::<i64>().is_ok() || fields.has("rows") {
        return Some(());
    }
    let message = format!("FE part \"{}\" has no `mesh` file, so it has no node sets", part.text);
    let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.span_of("set"), message);
    fields.cx.report(diagnostic.hint(
        "give the part its mesh = \"…\" file; one node, set = \"101\", needs the `dof` file alone, and rows \
         = [1, 2, 3] needs no file",
    ));
    None
}
