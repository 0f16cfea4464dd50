//! `[[truss]]`: straight bars with hinged ends.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{BeamTheory, Flexible, Truss};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::reading::vector::length;
use crate::sections::attachment::clash;
use crate::sections::members::beam_section::{self, Demand};
use crate::sections::members::beams::{self, Parts};
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Range, Section, defaulted, number, optional, required,
};

pub(crate) const TRUSS: Section = Section {
    name: "truss",
    form: Form::Array,
    doc: "A straight bar with hinged ends: it carries axial force only. Its stiffness is EA/length of a section, or \
          given; with flexible = [] it is a rigid link, which needs neither.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the truss; default: `truss 1`, `truss 2` …"),
    required("nodes", Kind::NameList("node", Length::Exactly(2)), "first and second end"),
    optional("section", Kind::Name("section"), "its cross-section, for EA and rhoA"),
    optional(
        "material",
        Kind::Name("material"),
        "its material; not needed when the section gives EA and rhoA",
    ),
    optional("stiffness", number("N/m", Range::Positive), "force per elongation, instead of a section"),
    defaulted("mass", number("kg", Range::NonNegative), "0", "mass of the whole bar, instead of a section"),
    defaulted(
        "flexible",
        Kind::Words(&["elongation"]),
        "elongation",
        "whether its length may change; [] is a rigid link",
    ),
    defaulted(
        "kelvin_voigt",
        number("s", Range::NonNegative),
        "0",
        "material damping: force = stiffness (e + eta ė)",
    ),
];

pub(crate) fn read(cx: &Context<'_>, root: &Table, parts: &Parts<'_>) -> Catalogue<Truss> {
    let mut trusses = Catalogue::new("truss");
    for table in tables::array(cx, root, "truss") {
        let fields = Fields::open(cx, table, KEYS, "[[truss]]");
        let name = fields.own_name("truss");
        let truss = read_truss(&fields, &name, parts);
        trusses.add(cx, name, truss);
    }
    trusses
}

fn read_truss(fields: &Fields<'_>, name: &Name, parts: &Parts<'_>) -> Option<Truss> {
    let ends = beams::ends(fields, parts.nodes);
    let axis = beams::axis(fields, ends, parts.nodes, "truss");
    let flexible = fields.words("flexible").or(vec!["elongation"]).map(|listed| !listed.is_empty());
    let kelvin_voigt = fields.number("kelvin_voigt").or(0.0);
    let substance = substance(fields, parts, flexible, axis.map(length));
    let (stiffness, mass) = substance?;
    Some(Truss {
        name: name.text.clone(),
        nodes: [ends[0]?, ends[1]?],
        stiffness,
        mass,
        flexible: flexible?,
        kelvin_voigt: kelvin_voigt?,
        span: fields.span(),
    })
    .filter(|_| axis.is_some())
}

/// Stiffness \[N/m\] and mass \[kg\]: of a section, or given.
fn substance(
    fields: &Fields<'_>,
    parts: &Parts<'_>,
    flexible: Option<bool>,
    length: Option<f64>,
) -> Option<(f64, f64)> {
    if fields.has("section") {
        let strays = fields.given(&["stiffness", "mass"]);
        strays.iter().for_each(|stray| clash(fields, "section", stray));
        let of_section = of_section(fields, parts, flexible?, length?);
        return of_section.filter(|_| strays.is_empty());
    }
    let stiffness = fields.number("stiffness").optional();
    let mass = fields.number("mass").or(0.0);
    if fields.has("material") {
        let message = "a material without a section has no effect on a truss";
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span_of("material"), message);
        fields.cx.report(diagnostic.hint("give the truss its `section` too"));
        return None;
    }
    match (stiffness?, flexible?) {
        (Some(stiffness), true) => Some((stiffness, mass?)),
        (None, false) => Some((0.0, mass?)),
        (Some(_), false) => {
            clash(fields, "flexible", "stiffness");
            None
        }
        (None, true) => {
            let message = "a truss needs its `section`, or its `stiffness`";
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
            fields.cx.report(diagnostic.hint("a rigid link needs neither: flexible = []"));
            None
        }
    }
}

fn of_section(fields: &Fields<'_>, parts: &Parts<'_>, elongation: bool, length: f64) -> Option<(f64, f64)> {
    let cx = fields.cx;
    let section = fields.name("section").given().and_then(|name| parts.sections.find(cx, &name));
    let material = fields.name("material").and_then(|name| parts.materials.find(cx, &name));
    let material = match material.optional()? {
        Some(at) => Some(parts.materials.item(at).value?),
        None => None,
    };
    let section = parts.sections.item(section?);
    let demand = Demand {
        member: "truss",
        theory: BeamTheory::BernoulliEuler,
        flexible: Flexible { elongation, ..Flexible::RIGID },
        dimension: cx.dimension,
    };
    let resolved = beam_section::resolve(fields, section.value?, &section.name, material, &demand)?;
    Some((resolved.stiffness.axial / length, resolved.inertia.mass * length))
}
