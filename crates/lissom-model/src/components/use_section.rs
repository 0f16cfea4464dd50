//! The section `[[use]]`: components placed in a model.

use crate::components::arrangement::{self, ARRAY_KEYS};
use crate::components::frame::Frame;
use crate::components::placement;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::fields::{Fields, wrong_type};
use crate::reading::tables;
use crate::text::tree::{Entry, Table, ValueKind};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const USE: Section = Section {
    name: "use",
    form: Form::Array,
    doc: "A component: the parts of another model file, placed in this one. Its names get the name of the component in \
          front: node `tip` of the component `leg` is `leg.tip`, and with a component inside, `leg.foot.tip`; a number of \
          its [params] is `leg.L`, set by `--set leg.L=0.3`. A point p of the component lies at `at` + R·p, where R first \
          mirrors and then turns. Taken over are its [params], [signal], materials, sections, nodes, beams, trusses, rigid \
          bodies, joints, supports, masses, springs, dampers, drives, stops, friction, initial velocities, forces, torques, outputs and components; \
          directions in them turn with the component. Its gravity, states, reductions, analyses, [check], [coordinates] \
          and [export] apply only when its file is opened by itself. Its `dim` must be the same.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

const KEYS: &[Key] = &[
    required(
        "name",
        Kind::Text,
        "name of the component; in an array it is followed by the number: `leg1`, `leg2` …",
    ),
    required("model", Kind::Text, "its model file, relative to this file"),
    defaulted("at", numbers("m", Range::Any, Length::Dimension), "the origin", "position of its origin"),
    defaulted("angle", number("rad", Range::Any), "0", "angle by which it is turned"),
    optional("axis", numbers("*", Range::Any, Length::Exactly(3)), "axis about which it is turned, in space"),
    optional(
        "x_axis",
        numbers("*", Range::Any, Length::Dimension),
        "instead of `angle`: direction of its x axis",
    ),
    optional(
        "y_axis",
        numbers("*", Range::Any, Length::Exactly(3)),
        "with `x_axis`, in space: a vector that, with x, spans its x-y plane",
    ),
    optional(
        "mirror",
        Kind::Word(&["x", "y", "z"]),
        "this coordinate of it changes sign, before it is turned",
    ),
    optional("params", Kind::Map(&Kind::Number(ANY)), "values of its [params], as expressions of this file"),
    optional(
        "connect",
        Kind::Either(&[Kind::Word(&["coincident"]), Kind::Map(&Kind::Name("node"))]),
        "its nodes that are nodes of this file: { tip = \"B\" }; they must lie at the same place. \"coincident\": each of \
         its nodes that lies at the place of an earlier one, of this file or of an earlier component",
    ),
    optional("array", Kind::Table(ARRAY_KEYS), "the component several times: `line`, `circle` or `grid`"),
];

/// A component to be placed, once or several times.
pub(crate) struct Use {
    /// Its name, without the number in an array.
    pub name: Name,
    /// Its model file.
    pub file: Name,
    /// Number in an array, as text, and placement in the using file.
    pub instances: Vec<(String, Frame)>,
    /// `params`: keys and values of the using file.
    pub parameters: Vec<Entry>,
    pub connect: Connect,
    /// Location of the section.
    pub span: Span,
}

/// Nodes that a component shares with the model.
#[derive(Clone)]
pub(crate) enum Connect {
    /// Own nodes, with the nodes of the using file.
    Listed(Vec<(Name, Name)>),
    /// Those that lie at the place of earlier ones.
    Coincident,
}

/// Reads all `[[use]]` of one file.
pub(crate) fn read(cx: &Context<'_>, root: &Table) -> Vec<Use> {
    let tables = tables::array(cx, root, "use");
    tables.into_iter().filter_map(|table| read_one(&Fields::open(cx, table, KEYS, "[[use]]"))).collect()
}

fn read_one(fields: &Fields<'_>) -> Option<Use> {
    let name = fields.own_name("component");
    let file = fields.name("model").given();
    let placed = placement::read(fields);
    let instances = match fields.fields("array").optional() {
        Some(None) => placed.map(|frame| vec![(String::new(), frame)]),
        Some(Some(array)) => arrangement::read(&array).zip(placed).map(|(copies, frame)| {
            copies.into_iter().map(|(number, copy)| (number, copy.after(&frame))).collect()
        }),
        None => None,
    };
    let parameters = fields.table("params").optional();
    let connect = connect(fields);
    Some(Use {
        file: file.filter(|file| names_a_file(fields, file))?,
        instances: instances?,
        parameters: parameters?.map(|table| table.entries.clone()).unwrap_or_default(),
        connect: connect?,
        span: fields.span_of("model"),
        name,
    })
}

fn names_a_file(fields: &Fields<'_>, file: &Name) -> bool {
    if file.text.trim().is_empty() {
        let message = "the name of a file cannot be empty";
        fields.cx.report(Diagnostic::error(codes::OTHER_FILE, file.span, message));
    }
    !file.text.trim().is_empty()
}

fn connect(fields: &Fields<'_>) -> Option<Connect> {
    let cx = fields.cx;
    match fields.value("connect").map(|value| &value.kind) {
        None => Some(Connect::Listed(Vec::new())),
        Some(ValueKind::Text(_)) => fields.word("connect").given().map(|_| Connect::Coincident),
        Some(ValueKind::Table(table)) => {
            let pairs = table.entries.iter().map(|entry| {
                let ValueKind::Text(target) = &entry.value.kind else {
                    return wrong_type(cx, &entry.value, &entry.key, "the name of a node in quotes");
                };
                let own = Name { text: entry.key.clone(), span: entry.key_span };
                let full = cx.full_name(target, fields.span()).into_owned();
                Some((own, Name { text: full, span: entry.value.span }))
            });
            let pairs: Vec<Option<(Name, Name)>> = pairs.collect();
            pairs.into_iter().collect::<Option<_>>().map(Connect::Listed)
        }
        Some(_) => {
            let value = fields.value("connect")?;
            wrong_type(cx, value, "connect", "a table such as { tip = \"B\" }, or \"coincident\"")
        }
    }
}
