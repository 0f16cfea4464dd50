//! `[[beam]]`: straight members, each divided into elements.

use std::collections::HashMap;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{
    Beam, BeamTheory, BendingMeasure, Dimension, Flexible, NodeId, OuterFibre, SectionInertia,
    SectionStiffness, SectionStress,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::direction::normalised;
use crate::reading::fields::{Fields, check_length};
use crate::reading::tables;
use crate::reading::vector::{cross, difference, dot, length};
use crate::sections::materials::Material;
use crate::sections::members::beam_path::{ARC_KEYS, Path, Paths, Piece, is_tapered};
use crate::sections::members::beam_section;
use crate::sections::members::cross_sections::CrossSection;
use crate::sections::nodes::Nodes;
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const BEAM: Section = Section {
    name: "beam",
    form: Form::Array,
    doc: "A straight member between two nodes, or several along a path. In space the local x axis points from the first node to the second, \
          local y is Z × x made a unit vector (global Y when the beam is parallel to Z), and local z = x × y; \
          `y_axis` chooses another local y. \
          A beam with `along`, `via` or `arc` becomes straight beams `NAME.s1`, `NAME.s2` … that are clamped to each other; \
          the points between become nodes `NAME.p1`, `NAME.p2` … A polyline has `elements` elements on each straight piece, \
          an arc is divided into `elements` chords: answers converge to those of the curved beam with the square of their \
          length. A beam with two sections is divided into `elements` straight beams, each with the section at its middle: \
          the error falls with the square of their length. Hinges name the whole beam; forces and outputs name a piece.",
    keys: KEYS,
};

const THEORIES: &[&str] = &["bernoulli-euler", "rayleigh", "timoshenko"];
const DEFORMATIONS: &[&str] = &["elongation", "bending", "torsion", "bending y", "bending z"];
const ALL: &[&str] = &["elongation", "bending", "torsion"];
const MOST_ELEMENTS: usize = 1_000_000;

const KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the beam; default: `beam 1`, `beam 2` …"),
    optional(
        "nodes",
        Kind::NameList("node", Length::Exactly(2)),
        "first and second end; required without `along`",
    ),
    optional("along", Kind::NameList("node", Length::Some), "instead of `nodes`: nodes along a polyline"),
    optional(
        "via",
        Kind::Rows(Quantity { unit: "m", range: Range::Any }),
        "points of a polyline between both ends, such as [[0.1, 0.2], [0.3, 0.2]]",
    ),
    optional("arc", Kind::Table(ARC_KEYS), "a circular arc from the first end to the second"),
    required(
        "section",
        Kind::Either(&[Kind::Name("section"), Kind::NameList("section", Length::Exactly(2))]),
        "its cross-section; two names: at the first and the second end. Between them sizes of equal shapes change \
         linearly, and otherwise A, I … or EA, EI …",
    ),
    optional("material", Kind::Name("material"), "its material; not needed when the section gives EA, EI …"),
    defaulted("elements", Kind::Count(1, MOST_ELEMENTS), "1", "number of elements it is divided into"),
    defaulted("theory", Kind::Word(THEORIES), "bernoulli-euler", "kinematic assumption of the cross-section"),
    defaulted(
        "flexible",
        Kind::Words(DEFORMATIONS),
        "all",
        "deformations that may occur; the others are fixed at zero, [] is a rigid beam. In space \"bending y\" and \
         \"bending z\" are bending about one local axis only",
    ),
    optional(
        "y_axis",
        numbers("*", Range::Any, Length::Exactly(3)),
        "vector that, with the axis, spans the local x-y plane",
    ),
    defaulted(
        "kelvin_voigt",
        number("s", Range::NonNegative),
        "0",
        "material damping: stress = S (e + eta ė)",
    ),
    defaulted(
        "measure",
        Kind::Word(&["sine", "angle"]),
        "angle",
        "what bending of the nonlinear planar element is measured by: the angle between chord and end, exact in pure bending, or its sine, which softens",
    ),
    defaulted("shortening", Kind::Switch, "true", "elongation includes the shortening by bending"),
];

/// Entries that beams refer to.
pub(crate) struct Parts<'a> {
    pub nodes: &'a Nodes,
    pub sections: &'a Catalogue<CrossSection>,
    pub materials: &'a Catalogue<Material>,
}

/// Beams by name; the ends are known even when a beam has other errors.
pub(crate) struct Beams {
    pub catalogue: Catalogue<Beam>,
    pub ends: Vec<[Option<NodeId>; 2]>,
    /// Beams along a path: where their pieces are.
    pieces: HashMap<String, Positions>,
}

/// Positions of the pieces of a beam.
type Positions = std::ops::Range<usize>;

impl Beams {
    /// The beam that a hinge at a node names; of a beam along a path, the piece that ends there.
    pub fn find_at(&self, cx: &Context<'_>, name: &Name, at: Option<NodeId>) -> Option<usize> {
        let Some(pieces) = self.pieces.get(&name.text) else { return self.catalogue.find(cx, name) };
        let ends_there = |piece: &usize| at.is_some() && self.ends[*piece].contains(&at);
        let found = pieces.clone().find(ends_there).or(pieces.clone().next());
        found.inspect(|piece| self.catalogue.mark_used(*piece))
    }

    /// The beam that a force or an output names: a piece of a beam along a path.
    pub fn find(&self, cx: &Context<'_>, name: &Name) -> Option<usize> {
        let Some(pieces) = self.pieces.get(&name.text) else { return self.catalogue.find(cx, name) };
        let message = format!("beam \"{}\" is divided into {} straight beams", name.text, pieces.len());
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
        let (own, last) = (&name.text, pieces.len());
        cx.report(diagnostic.hint(format!("name one of them, from \"{own}.s1\" to \"{own}.s{last}\"")));
        None
    }

    /// Where a beam of this name is described.
    pub fn described(&self, name: &str) -> Option<Span> {
        let of_path = self.pieces.get(name).map(|pieces| pieces.start);
        let at = of_path.or_else(|| self.catalogue.position(name))?;
        Some(self.catalogue.item(at).name.span)
    }
}

/// A beam whose keys are checked elsewhere.
pub(crate) fn reopened<'a>(cx: &'a Context<'a>, table: &'a Table) -> Fields<'a> {
    Fields::reopen(cx, table, KEYS)
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, parts: &Parts<'_>, paths: &Paths) -> Beams {
    let mut beams = Beams { catalogue: Catalogue::new("beam"), ends: Vec::new(), pieces: HashMap::new() };
    for table in tables::array(cx, root, "beam") {
        let fields = Fields::open(cx, table, KEYS, "[[beam]]");
        let name = fields.own_name("beam");
        if let Some(path) = paths.get(&fields.span()) {
            add_path(&mut beams, &fields, &name, path.as_ref(), parts);
            continue;
        }
        if let Some(first) = beams.pieces.get(&name.text) {
            report_twice(cx, &name, beams.catalogue.item(first.start).name.span);
        }
        let ends = ends(&fields, parts.nodes);
        let piece = Piece { ends, elements: fields.count("elements").or(1).unwrap_or(1), middle: 0.5 };
        let beam = read_beam(&fields, &name, &piece, parts);
        beams.catalogue.add(cx, name, beam);
        beams.ends.push(ends);
    }
    beams
}

/// The straight beams of a beam along a path; one without ends when the path has an error.
fn add_path(beams: &mut Beams, fields: &Fields<'_>, name: &Name, path: Option<&Path>, parts: &Parts<'_>) {
    if let Some(first) = beams.described(&name.text) {
        report_twice(fields.cx, name, first);
    }
    let unknown = [Piece { ends: [None; 2], elements: 1, middle: 0.5 }];
    let pieces = path.map_or(&unknown[..], |path| &path.pieces);
    let first = beams.catalogue.len();
    for (number, piece) in pieces.iter().enumerate() {
        let own = Name { text: format!("{}.s{}", name.text, number + 1), span: name.span };
        let beam = read_beam(fields, &own, piece, parts);
        beams.catalogue.push(own, beam);
        beams.ends.push(piece.ends);
    }
    beams.pieces.insert(name.text.clone(), first..beams.catalogue.len());
}

fn report_twice(cx: &Context<'_>, name: &Name, first: Span) {
    let message = format!("the beam name \"{}\" is used twice", name.text);
    let diagnostic = Diagnostic::error(codes::DUPLICATE_NAME, name.span, message);
    cx.report(diagnostic.related(first, "the first one is here").hint("give each its own name"));
}

pub(crate) fn ends(fields: &Fields<'_>, nodes: &Nodes) -> [Option<NodeId>; 2] {
    let mut ends = [None; 2];
    if !fields.has("nodes") && fields.describes("along") {
        let message = "[[beam]] needs the key `nodes`";
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
        fields
            .cx
            .report(diagnostic.hint("`nodes`: first and second end; or `along`, nodes along a polyline"));
    }
    if let Some(names) = fields.names("nodes").given() {
        // A single text counts as a list of one, which is one end too few.
        if check_length(fields.cx, fields.span_of("nodes"), "nodes", names.len(), Length::Exactly(2))
            .is_some()
        {
            ends = [0, 1].map(|side| nodes.find(fields.cx, &names[side]).map(NodeId));
        }
    }
    ends
}

fn read_beam(fields: &Fields<'_>, name: &Name, piece: &Piece, parts: &Parts<'_>) -> Option<Beam> {
    let (cx, ends) = (fields.cx, piece.ends);
    let section = section(fields, piece.middle, parts);
    let material = fields.name("material").and_then(|name| parts.materials.find(cx, &name));
    let elements = fields.count("elements").or(1).map(|_| piece.elements);
    let theory = theory(fields);
    let flexible = flexible(fields);
    let kelvin_voigt = fields.number("kelvin_voigt").or(0.0);
    let measure = fields.word("measure").or("angle");
    let shortening = fields.switch("shortening").or(true);
    // The section is oriented by the axes of its component, which may be turned.
    let axis = axis(fields, ends, parts.nodes, "beam").map(|axis| fields.frame().seen(axis));
    let y_axis = y_axis(fields, axis);
    let material = material.optional()?.map(|at| parts.materials.item(at));
    let (section, section_name) = section?;
    let demand = beam_section::Demand {
        member: "beam",
        theory: theory?,
        flexible: flexible?,
        dimension: cx.dimension,
    };
    // An invalid material or section was already reported.
    let material = match material {
        Some(item) => Some(item.value?),
        None => None,
    };
    let resolved = beam_section::resolve(fields, section, section_name, material, &demand)?;
    check_triad(fields, axis?, y_axis?, &resolved.stiffness);
    Some(Beam {
        name: name.text.clone(),
        nodes: [ends[0]?, ends[1]?],
        elements: elements?,
        theory: demand.theory,
        stiffness: resolved.stiffness,
        inertia: resolved.inertia,
        outer_fibre: resolved.outer_fibre,
        section_stress: resolved.section_stress,
        flexible: demand.flexible,
        y_axis: turned_y_axis(fields, axis?, y_axis?),
        kelvin_voigt: kelvin_voigt?,
        measure: if measure? == "angle" { BendingMeasure::Angle } else { BendingMeasure::Sine },
        shortening: shortening?,
        span: fields.span(),
    })
}

/// The section of a piece, whose middle is at a fraction of the beam, and the name under which it is reported.
fn section<'p>(fields: &Fields<'_>, middle: f64, parts: &Parts<'p>) -> Option<(CrossSection, &'p Name)> {
    let cx = fields.cx;
    let names = fields.names("section").given()?;
    if !is_tapered(fields) {
        let item = parts.sections.item(parts.sections.find(cx, names.first()?)?);
        return Some((item.value?, &item.name));
    }
    let span = fields.span_of("section");
    check_length(cx, span, "section", names.len(), Length::Exactly(2))?;
    let [first, second] = [0, 1].map(|end| parts.sections.find(cx, &names[end]));
    let [first, second] = [parts.sections.item(first?), parts.sections.item(second?)];
    let between = first.value?.between(second.value?, middle);
    if between.is_none() {
        let message = format!(
            "sections \"{}\" and \"{}\" are of different kinds, so there is none between them",
            first.name.text, second.name.text
        );
        let diagnostic = Diagnostic::error(codes::SECTION_MIXED, span, message);
        cx.report(diagnostic.hint("give both by the same shape, by A, I …, or by EA, EI …"));
    }
    Some((between?, &first.name))
}

fn theory(fields: &Fields<'_>) -> Option<BeamTheory> {
    Some(match fields.word("theory").or("bernoulli-euler")? {
        "rayleigh" => BeamTheory::Rayleigh,
        "timoshenko" => BeamTheory::Timoshenko,
        _ => BeamTheory::BernoulliEuler,
    })
}

fn flexible(fields: &Fields<'_>) -> Option<Flexible> {
    let listed = fields.words("flexible").or(ALL.to_vec())?;
    let has = |word| listed.contains(&word);
    let one_axis = listed.iter().find(|word| word.starts_with("bending "));
    if let Some(word) = one_axis.filter(|_| fields.cx.dimension != Dimension::Three) {
        let message = format!("\"{word}\" belongs to spatial models; planar beams bend in their plane");
        let diagnostic = Diagnostic::error(codes::WRONG_DIMENSION, fields.span_of("flexible"), message);
        fields.cx.report(diagnostic.hint("write \"bending\""));
        return None;
    }
    let [bending_y, bending_z] = ["bending y", "bending z"].map(|axis| has("bending") || has(axis));
    Some(Flexible {
        elongation: has("elongation"),
        bending: bending_y || bending_z,
        bending_y,
        bending_z,
        torsion: has("torsion"),
    })
}

/// The vector from the first end to the second; no length is an error \[m\].
pub(crate) fn axis(
    fields: &Fields<'_>,
    ends: [Option<NodeId>; 2],
    nodes: &Nodes,
    member: &str,
) -> Option<[f64; 3]> {
    let [first, second] = [nodes.item(ends[0]?.0), nodes.item(ends[1]?.0)];
    let [from, to] = [first.value?, second.value?];
    let axis = difference(to, from);
    let size = from.iter().chain(&to).fold(0.0_f64, |size, component| size.max(component.abs()));
    if !length(axis).is_finite() {
        fields.cx.error(
            codes::NOT_FINITE,
            fields.span_of("nodes"),
            format!("the length of the {member} is too large for a number"),
        );
        return None;
    }
    // Nodes that differ only in the last digits are the same point.
    if length(axis) > 1e-12 * size {
        return Some(axis);
    }
    let [first, second] = [&first.name.text, &second.name.text];
    let message = if first == second {
        format!("the {member} goes from node \"{first}\" to itself")
    } else {
        format!("the {member} has no length: nodes \"{first}\" and \"{second}\" coincide")
    };
    fields.cx.error(codes::ZERO_LENGTH, fields.span_of("nodes"), message);
    None
}

/// `y_axis`, checked against the beam's own axis.
fn y_axis(fields: &Fields<'_>, axis: Option<[f64; 3]>) -> Option<Option<[f64; 3]>> {
    let cx = fields.cx;
    let read = fields.vector("y_axis").optional()?;
    let Some(vector) = read else { return Some(None) };
    if cx.dimension != Dimension::Three {
        let message = "`y_axis` applies to spatial models only; planar beams bend in their plane";
        cx.error(codes::WRONG_DIMENSION, fields.key_span("y_axis"), message);
        return None;
    }
    let unit = normalised(cx, vector, fields.span_of("y_axis"), "y_axis")?;
    let axis = axis?;
    let along = axis.map(|component| component / length(axis));
    if length(cross(along, unit)) < 1e-9 {
        let message = "`y_axis` is parallel to the beam, so it does not define a plane";
        let diagnostic = Diagnostic::error(codes::PARALLEL_AXIS, fields.span_of("y_axis"), message);
        cx.report(diagnostic.hint(format!(
            "the beam points along [{}, {}, {}]; choose a vector across it",
            along[0], along[1], along[2]
        )));
        return None;
    }
    Some(Some(unit))
}

/// The local y axis in the model; the default one is that of the component \[-\].
fn turned_y_axis(fields: &Fields<'_>, axis: [f64; 3], given: Option<[f64; 3]>) -> Option<[f64; 3]> {
    let frame = fields.frame();
    if fields.cx.dimension != Dimension::Three || !frame.is_turned() {
        return given;
    }
    let across = cross([0.0, 0.0, 1.0], axis);
    let default = if is_vertical(axis) { [0.0, 1.0, 0.0] } else { across.map(|c| c / length(across)) };
    Some(frame.vector(given.unwrap_or(default)))
}

fn is_vertical(axis: [f64; 3]) -> bool {
    dot(axis, axis) - axis[2] * axis[2] <= 1e-18 * dot(axis, axis)
}

/// A default triad that changes abruptly with the direction of the beam should be chosen explicitly.
fn check_triad(fields: &Fields<'_>, axis: [f64; 3], y_axis: Option<[f64; 3]>, stiffness: &SectionStiffness) {
    let symmetric = (stiffness.bending_y - stiffness.bending_z).abs() <= 1e-9 * stiffness.bending_y.abs();
    if fields.cx.dimension == Dimension::Three && y_axis.is_none() && is_vertical(axis) && !symmetric {
        let message = "this beam is parallel to z and bends differently about its two axes; local y was taken as global y";
        fields.cx.report(
            Diagnostic::warning(codes::AMBIGUOUS_TRIAD, fields.span(), message)
                .hint("write y_axis = [0, 1, 0] to keep this, or another vector to rotate the section"),
        );
    }
}

/// Stiffness, inertia and stress data of a beam's cross-section.
pub(crate) struct ResolvedSection {
    pub stiffness: SectionStiffness,
    pub inertia: SectionInertia,
    pub outer_fibre: Option<OuterFibre>,
    pub section_stress: Option<SectionStress>,
}
