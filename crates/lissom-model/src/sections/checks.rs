//! `[check]`: numbers the user expects.

use crate::model::{Check, Direction};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::direction::{along, coordinate};
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const CHECK: Section = Section {
    name: "check",
    form: Form::Table,
    doc: "Numbers the model must reproduce; `lissom` reports deviations.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    optional(
        "frequencies_hz",
        numbers("Hz", Range::Positive, Length::Any),
        "expected frequencies, rigid modes excluded",
    ),
    defaulted("rtol", number("-", Range::Between(0.0, 1.0)), "1e-6", "relative tolerance of the frequencies"),
    optional("rigid_modes", Kind::Count(0, 1_000_000), "expected number of rigid modes"),
    optional("grounding", number("-", Range::Positive), "largest allowed |K r| / |K| of a free part"),
    optional("effective_mass", Kind::Table(EFFECTIVE), "least share of effective mass of the modes"),
];

const EFFECTIVE: &[Key] = &[
    required("directions", Kind::Words(&["x", "y", "z", "phi", "rx", "ry", "rz"]), "directions checked"),
    required("at_least", number("-", Range::Fraction), "least share in each"),
];

/// Reads `[check]`; the outer `None` is an error.
pub(crate) fn read(cx: &Context<'_>, root: &Table) -> Option<Option<Check>> {
    if root.get("check").is_none() {
        return Some(None);
    }
    let fields = Fields::open(cx, tables::single(cx, root, "check")?, KEYS, "[check]");
    let frequencies_hz = fields.numbers("frequencies_hz").or(Vec::new());
    let rtol = fields.number("rtol").or(1e-6);
    let rigid_modes = fields.count("rigid_modes").optional();
    let grounding = fields.number("grounding").optional();
    let effective_mass = effective_mass(&fields);
    Some(Some(Check {
        frequencies_hz: frequencies_hz?,
        rtol: rtol?,
        rigid_modes: rigid_modes?,
        grounding: grounding?,
        effective_mass: effective_mass?,
        span: fields.span(),
    }))
}

fn effective_mass(fields: &Fields<'_>) -> Option<Option<(Vec<Direction>, f64)>> {
    let Some(inner) = fields.fields("effective_mass").optional()? else { return Some(None) };
    let at_least = inner.number("at_least").given();
    let names: Vec<Name> = inner.names("directions").given()?;
    let directions: Vec<Option<Direction>> = names
        .iter()
        .map(|name| coordinate(fields.cx, name).map(|coordinate| along(coordinate, 1.0)))
        .collect();
    let directions: Option<Vec<Direction>> = directions.into_iter().collect();
    Some(Some((directions?, at_least?)))
}
