//! `[section.NAME]`: cross-sections, by geometry, by shape, or by stiffness and inertia directly.

use std::f64::consts::PI;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Dimension, OuterFibre, Outline, SectionStress};
use crate::reading::catalogue::Catalogue;
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::members::profiles;
use crate::text::tree::Table;
use crate::vocabulary::description::{Form, Key, Kind, Range, Section, number, optional, required};

pub(crate) const SECTION: Section = Section {
    name: "section",
    form: Form::Named,
    doc: "A cross-section: by geometry (A, I …), by one shape, or by stiffness and inertia per length (EA, EI, rhoA …).",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    optional("A", number("m^2", Range::Positive), "area"),
    optional("I", number("m^4", Range::Positive), "second moment of area, planar models"),
    optional("Iy", number("m^4", Range::Positive), "second moment of area about the local y axis"),
    optional("Iz", number("m^4", Range::Positive), "second moment of area about the local z axis"),
    optional("J", number("m^4", Range::Positive), "torsion constant"),
    optional("kappa", number("-", Range::Between(0.0, 2.0)), "shear coefficient; predefined for shapes"),
    optional("height", number("m", Range::Positive), "height for bending stress, M·height/(2·I)"),
    optional("circle", Kind::Table(CIRCLE), "a solid circle"),
    optional("tube", Kind::Table(TUBE), "a round tube"),
    optional("rectangle", Kind::Table(RECTANGLE), "a solid rectangle"),
    optional(
        "profile",
        Kind::Text,
        "a standard profile, its depth along local y: `IPE 80` to `IPE 600`, `HEA 100` and `HEB 100` to `300` (nominal \
         dimensions of EN 10365); hollow sections by their size in mm, hot finished (EN 10210-2): `CHS 60.3x3.2`, \
         `SHS 100x5`, `RHS 100x50x5`",
    ),
    optional("EA", number("N", Range::Positive), "axial stiffness"),
    optional("EI", number("N*m^2", Range::Positive), "bending stiffness, planar models"),
    optional("EIy", number("N*m^2", Range::Positive), "bending stiffness about the local y axis"),
    optional("EIz", number("N*m^2", Range::Positive), "bending stiffness about the local z axis"),
    optional("GJ", number("N*m^2", Range::Positive), "torsional stiffness"),
    optional("GA", number("N", Range::Positive), "shear stiffness κGA, planar models"),
    optional("GAy", number("N", Range::Positive), "shear stiffness κGA for displacement along local y"),
    optional("GAz", number("N", Range::Positive), "shear stiffness κGA for displacement along local z"),
    optional("rhoA", number("kg/m", Range::NonNegative), "mass per length"),
    optional("rhoI", number("kg*m", Range::NonNegative), "rotary inertia per length, planar models"),
    optional("rhoIy", number("kg*m", Range::NonNegative), "rotary inertia per length about local y"),
    optional("rhoIz", number("kg*m", Range::NonNegative), "rotary inertia per length about local z"),
    optional("rhoJ", number("kg*m", Range::NonNegative), "polar inertia per length"),
];

const CIRCLE: &[Key] = &[required("diameter", number("m", Range::Positive), "diameter")];
const TUBE: &[Key] = &[
    required("diameter", number("m", Range::Positive), "outer diameter"),
    required("thickness", number("m", Range::Positive), "wall thickness"),
];
const RECTANGLE: &[Key] = &[
    required("width", number("m", Range::Positive), "size along local z"),
    required("height", number("m", Range::Positive), "size along local y"),
];

const GEOMETRY: &[&str] = &["A", "I", "Iy", "Iz", "J"];
const SHAPES: &[&str] = &["circle", "tube", "rectangle", "profile"];
const DIRECT: &[&str] =
    &["EA", "EI", "EIy", "EIz", "GJ", "GA", "GAy", "GAz", "rhoA", "rhoI", "rhoIy", "rhoIz", "rhoJ"];

/// A cross-section as given in the file: missing values are `None` and matter only to beams that need them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CrossSection {
    /// Needs a material.
    Geometry(Geometry),
    /// Has its own stiffness and inertia.
    Direct(Direct),
}

impl CrossSection {
    /// The section between this and another, at a fraction of the way: sizes of equal shapes change linearly, otherwise
    /// all values. `None` for sections of different kinds.
    pub fn between(self, other: Self, fraction: f64) -> Option<Self> {
        match (self, other) {
            (Self::Geometry(a), Self::Geometry(b)) => a.between(&b, fraction).map(Self::Geometry),
            (Self::Direct(a), Self::Direct(b)) => Some(Self::Direct(a.between(&b, fraction))),
            _ => None,
        }
    }
}

fn blend(a: f64, b: f64, fraction: f64) -> f64 {
    a + fraction * (b - a)
}

/// Between two values where both are given.
fn blend_given(a: Option<f64>, b: Option<f64>, fraction: f64) -> Option<f64> {
    a.zip(b).map(|(a, b)| blend(a, b, fraction))
}

/// A cross-section's geometry. The planar I is `about_z`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    /// A \[m²\].
    pub area: Option<f64>,
    /// I about local y \[m⁴\].
    pub about_y: Option<f64>,
    /// I about local z \[m⁴\].
    pub about_z: Option<f64>,
    /// Torsion constant \[m⁴\].
    pub torsion: Option<f64>,
    /// Shear coefficient.
    pub shear: ShearCoefficient,
    /// Whether it is a circle or a ring.
    pub is_round: bool,
    /// Height for bending stress, along local y \[m\].
    pub height: Option<f64>,
    /// Width for bending stress, along local z \[m\].
    pub width: Option<f64>,
    /// Its outline, for stress.
    pub outline: Outline,
}

impl Geometry {
    /// How bending moments become stress; `None` without a height.
    pub fn outer_fibre(&self) -> Option<OuterFibre> {
        let about_z = self.height? / (2.0 * self.about_z?);
        let about_y = self.width.zip(self.about_y).map(|(width, moment)| width / (2.0 * moment));
        // A tube or circle with a different height is not treated as round.
        let is_round = self.is_round && self.height == self.width;
        Some(OuterFibre { about_z, about_y, is_round })
    }

    fn between(&self, other: &Self, fraction: f64) -> Option<Self> {
        let shape = match (self.outline, other.outline) {
            (Outline::Round { outer: a, inner: b }, Outline::Round { outer: c, inner: d }) => {
                ring(2.0 * blend(a, c, fraction), 2.0 * blend(b, d, fraction))
            }
            (
                Outline::Rectangle { height: a, width: b, .. },
                Outline::Rectangle { height: c, width: d, .. },
            ) => solid_rectangle(blend(b, d, fraction), blend(a, c, fraction)),
            (Outline::Unknown, Outline::Unknown) => Self {
                area: blend_given(self.area, other.area, fraction),
                about_y: blend_given(self.about_y, other.about_y, fraction),
                about_z: blend_given(self.about_z, other.about_z, fraction),
                torsion: blend_given(self.torsion, other.torsion, fraction),
                width: blend_given(self.width, other.width, fraction),
                ..*self
            },
            _ => return None,
        };
        let shear = match (self.shear, other.shear) {
            (ShearCoefficient::Given(a), ShearCoefficient::Given(b)) => {
                ShearCoefficient::Given(blend(a, b, fraction))
            }
            _ => shape.shear,
        };
        Some(Self { shear, height: blend_given(self.height, other.height, fraction), ..shape })
    }

    /// How section forces become stress; `None` without an area. A shape with a different height is not
    /// treated as that shape.
    pub fn section_stress(&self) -> Option<SectionStress> {
        let outline = match self.outline {
            Outline::Round { outer, .. } if self.height != Some(2.0 * outer) => Outline::Unknown,
            Outline::Rectangle { height, .. } if self.height != Some(height) => Outline::Unknown,
            outline => outline,
        };
        Some(SectionStress { area: self.area?, bending: self.outer_fibre(), outline })
    }
}

/// Source of the shear coefficient.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum ShearCoefficient {
    /// None.
    #[default]
    Missing,
    /// A number \[-\].
    Given(f64),
    /// A round section, possibly hollow: inner over outer diameter; the coefficient depends on Poisson's ratio \[-\].
    Round(f64),
}

impl ShearCoefficient {
    /// κ for a material with this Poisson's ratio \[-\]; for round sections \[Cowper1966, Table 1\].
    pub fn value(self, poisson: f64) -> Option<f64> {
        match self {
            Self::Missing => None,
            Self::Given(kappa) => Some(kappa),
            Self::Round(_) if !(-1.0..=0.5).contains(&poisson) => None,
            Self::Round(ratio) => {
                let (m2, nu) = (ratio * ratio, poisson);
                let wall = (1.0 + m2) * (1.0 + m2);
                Some(6.0 * (1.0 + nu) * wall / ((7.0 + 6.0 * nu) * wall + (20.0 + 12.0 * nu) * m2))
            }
        }
    }
}

/// Stiffness and inertia per length, given directly. The planar EI, GA, rhoI are in the fields for bending
/// about z.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Direct {
    /// EA \[N\].
    pub axial: Option<f64>,
    /// EIy \[N m²\].
    pub bending_y: Option<f64>,
    /// EIz \[N m²\].
    pub bending_z: Option<f64>,
    /// GJ \[N m²\].
    pub torsion: Option<f64>,
    /// κGA along y \[N\].
    pub shear_y: Option<f64>,
    /// κGA along z \[N\].
    pub shear_z: Option<f64>,
    /// ρA \[kg/m\].
    pub mass: Option<f64>,
    /// ρIy \[kg m\].
    pub rotary_y: Option<f64>,
    /// ρIz \[kg m\].
    pub rotary_z: Option<f64>,
    /// ρJ \[kg m\].
    pub polar: Option<f64>,
}

impl Direct {
    fn between(&self, other: &Self, fraction: f64) -> Self {
        let blend = |a, b| blend_given(a, b, fraction);
        Self {
            axial: blend(self.axial, other.axial),
            bending_y: blend(self.bending_y, other.bending_y),
            bending_z: blend(self.bending_z, other.bending_z),
            torsion: blend(self.torsion, other.torsion),
            shear_y: blend(self.shear_y, other.shear_y),
            shear_z: blend(self.shear_z, other.shear_z),
            mass: blend(self.mass, other.mass),
            rotary_y: blend(self.rotary_y, other.rotary_y),
            rotary_z: blend(self.rotary_z, other.rotary_z),
            polar: blend(self.polar, other.polar),
        }
    }
}

pub(crate) fn read(cx: &Context<'_>, root: &Table) -> Catalogue<CrossSection> {
    let mut sections = Catalogue::new("section");
    for (name, table) in tables::named(cx, root, "section") {
        let section = read_section(&Fields::open(cx, table, KEYS, "[section]"));
        sections.add(cx, name, section);
    }
    sections
}

fn read_section(fields: &Fields<'_>) -> Option<CrossSection> {
    let geometry = fields.given(GEOMETRY);
    let shapes = fields.given(SHAPES);
    let direct = fields.given(DIRECT);
    let ways = [geometry.first(), shapes.first(), direct.first()];
    let ways: Vec<&str> = ways.into_iter().flatten().copied().collect();
    if shapes.len() > 1 {
        return mixed(fields, shapes[0], shapes[1]);
    }
    match ways[..] {
        [] => {
            let message = "the cross-section is empty";
            fields.cx.report(Diagnostic::error(codes::MISSING_KEY, fields.span(), message).hint(
                "give A and I, or a shape such as circle = { diameter = \"6 mm\" }, or EA, EI and rhoA",
            ));
            None
        }
        [first, second, ..] => mixed(fields, first, second),
        [_] if !direct.is_empty() => {
            if let Some(extra) = fields.given(&["kappa", "height"]).first() {
                return mixed(fields, direct[0], extra);
            }
            read_direct(fields).map(CrossSection::Direct)
        }
        [shape] if !shapes.is_empty() => read_shape(fields, shape).map(CrossSection::Geometry),
        [_] => read_geometry(fields).map(CrossSection::Geometry),
    }
}

fn mixed<T>(fields: &Fields<'_>, first: &str, second: &str) -> Option<T> {
    let message = format!("`{first}` and `{second}` belong to different definitions of a cross-section");
    fields.cx.report(
        Diagnostic::error(codes::SECTION_MIXED, fields.key_span(second), message)
            .related(fields.key_span(first), format!("`{first}` is given here"))
            .hint("use either geometry (A, I …), or one shape, or stiffness and inertia per length (EA, EI, rhoA …)"),
    );
    None
}

/// A planar key and its spatial counterpart have the same meaning; both at once are ambiguous.
fn either(fields: &Fields<'_>, planar: &'static str, spatial: &'static str) -> Option<Option<f64>> {
    let (one, other) = (fields.number(planar).optional(), fields.number(spatial).optional());
    let (one, other) = (one?, other?);
    if one.is_some() && other.is_some() {
        let message = format!("`{planar}` and `{spatial}` have the same meaning");
        let diagnostic = Diagnostic::error(codes::CLASHING_KEYS, fields.key_span(spatial), message);
        fields.cx.report(
            diagnostic.hint(format!("`{planar}` is for planar models, `{spatial}` for spatial ones")),
        );
        return None;
    }
    if one.is_some() && fields.cx.dimension == Dimension::Three {
        let message = format!("`{planar}` is for planar models; its axis is ambiguous here");
        let diagnostic = Diagnostic::error(codes::WRONG_DIMENSION, fields.key_span(planar), message);
        fields.cx.report(diagnostic.hint(format!("in space, give `{spatial}` and its counterpart")));
        return None;
    }
    Some(one.or(other))
}

/// Keys without effect in planar models.
fn warn_spatial(fields: &Fields<'_>, keys: &[&str]) {
    if fields.cx.dimension == Dimension::Three {
        return;
    }
    for key in fields.given(keys) {
        let message = format!("`{key}` has no effect in a planar model");
        fields.cx.report(Diagnostic::warning(codes::UNUSED, fields.key_span(key), message));
    }
}

fn read_geometry(fields: &Fields<'_>) -> Option<Geometry> {
    warn_spatial(fields, &["Iy", "J"]);
    let area = fields.number("A").optional();
    let about_z = either(fields, "I", "Iz");
    let about_y = fields.number("Iy").optional();
    let torsion = fields.number("J").optional();
    let kappa = fields.number("kappa").optional();
    let height = fields.number("height").optional();
    Some(Geometry {
        area: area?,
        about_y: about_y?,
        about_z: about_z?,
        torsion: torsion?,
        shear: kappa?.map_or(ShearCoefficient::Missing, ShearCoefficient::Given),
        is_round: false,
        height: height?,
        width: None,
        outline: Outline::Unknown,
    })
}

fn read_shape(fields: &Fields<'_>, shape: &str) -> Option<Geometry> {
    let geometry = match shape {
        "circle" => circle(&fields.fields("circle").given()?),
        "tube" => tube(&fields.fields("tube").given()?),
        "profile" => profiles::read(fields),
        _ => rectangle(&fields.fields("rectangle").given()?),
    };
    let kappa = fields.number("kappa").optional();
    let height = fields.number("height").optional();
    let (geometry, kappa, height) = (geometry?, kappa?, height?);
    Some(Geometry {
        shear: kappa.map_or(geometry.shear, ShearCoefficient::Given),
        height: height.or(geometry.height),
        ..geometry
    })
}

fn circle(fields: &Fields<'_>) -> Option<Geometry> {
    Some(ring(fields.number("diameter").given()?, 0.0))
}

fn tube(fields: &Fields<'_>) -> Option<Geometry> {
    let outer = fields.number("diameter").given();
    let thickness = fields.number("thickness").given();
    let (outer, thickness) = (outer?, thickness?);
    let inner = outer - 2.0 * thickness;
    if inner < 0.0 {
        let message = format!("a wall of {thickness} m does not fit into a tube of {outer} m diameter");
        fields.cx.report(
            Diagnostic::error(codes::OUT_OF_RANGE, fields.span_of("thickness"), message)
                .hint("the thickness must not exceed half the outer diameter"),
        );
        return None;
    }
    Some(ring(outer, inner))
}

/// A circle of outer diameter with a hole of inner diameter \[m\].
pub(crate) fn ring(outer: f64, inner: f64) -> Geometry {
    // Written with the difference of squares so that a thin wall does not cancel.
    let squares = (outer - inner) * (outer + inner);
    let second_moment = PI / 64.0 * squares * (outer * outer + inner * inner);
    Geometry {
        area: Some(PI / 4.0 * squares),
        about_y: Some(second_moment),
        about_z: Some(second_moment),
        torsion: Some(2.0 * second_moment),
        shear: ShearCoefficient::Round(inner / outer),
        is_round: true,
        height: Some(outer),
        width: Some(outer),
        outline: Outline::Round { outer: 0.5 * outer, inner: 0.5 * inner },
    }
}

fn rectangle(fields: &Fields<'_>) -> Option<Geometry> {
    let width = fields.number("width").given();
    let height = fields.number("height").given();
    Some(solid_rectangle(width?, height?))
}

fn solid_rectangle(width: f64, height: f64) -> Geometry {
    Geometry {
        area: Some(width * height),
        about_y: Some(height * width.powi(3) / 12.0),
        about_z: Some(width * height.powi(3) / 12.0),
        torsion: Some(rectangle_torsion(width, height)),
        shear: ShearCoefficient::Given(5.0 / 6.0),
        is_round: false,
        height: Some(height),
        width: Some(width),
        outline: Outline::Rectangle { height, width, torsion: rectangle_torsion(width, height) },
    }
}

/// Torsion constant of a rectangle \[m⁴\] \[Timoshenko1951, §109\].
fn rectangle_torsion(width: f64, height: f64) -> f64 {
    let (long, short) = (width.max(height), width.min(height));
    // The terms fall as n⁻⁵: after n = 199 the rest is below 1e-10 of the sum.
    let series: f64 = (1..200)
        .step_by(2)
        .map(|n| {
            let n = f64::from(n);
            (n * PI * long / (2.0 * short)).tanh() / n.powi(5)
        })
        .sum();
    long * short.powi(3) / 3.0 * (1.0 - 192.0 / PI.powi(5) * (short / long) * series)
}

fn read_direct(fields: &Fields<'_>) -> Option<Direct> {
    warn_spatial(fields, &["EIy", "GJ", "GAz", "rhoIy", "rhoJ"]);
    let read = |key: &str| fields.number(key).optional();
    let (axial, mass) = (read("EA"), read("rhoA"));
    let (bending_y, bending_z) = (read("EIy"), either(fields, "EI", "EIz"));
    let (shear_y, shear_z) = (either(fields, "GA", "GAy"), read("GAz"));
    let (rotary_y, rotary_z) = (read("rhoIy"), either(fields, "rhoI", "rhoIz"));
    let (torsion, polar) = (read("GJ"), read("rhoJ"));
    Some(Direct {
        axial: axial?,
        bending_y: bending_y?,
        bending_z: bending_z?,
        torsion: torsion?,
        shear_y: shear_y?,
        shear_z: shear_z?,
        mass: mass?,
        rotary_y: rotary_y?,
        rotary_z: rotary_z?,
        polar: polar?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torsion_constants_of_rectangles_match_the_handbook() {
        // Timoshenko & Goodier, table in §109: k1 in J = k1 · long · short³.
        for (ratio, expected) in [(1.0, 0.1406), (1.5, 0.196), (2.0, 0.229), (4.0, 0.281), (10.0, 0.312)] {
            let k1 = rectangle_torsion(ratio, 1.0) / ratio;
            assert!((k1 - expected).abs() < 6e-4, "{ratio}: {k1}");
            assert_eq!(k1, rectangle_torsion(1.0, ratio) / ratio, "turning the rectangle changes nothing");
        }
        // The square to nine digits (independent high-precision series value).
        assert!((rectangle_torsion(1.0, 1.0) - 0.140_577_014_96).abs() < 1e-9);
    }

    #[test]
    fn shear_coefficients_of_round_sections_match_cowper() {
        let solid = ShearCoefficient::Round(0.0).value(0.3).unwrap();
        assert!((solid - 6.0 * 1.3 / (7.0 + 1.8)).abs() < 1e-15);
        let thin = ShearCoefficient::Round(1.0).value(0.3).unwrap();
        assert!((thin - 2.0 * 1.3 / (4.0 + 0.9)).abs() < 1e-15);
    }

    #[test]
    fn a_thin_tube_keeps_its_digits() {
        let (diameter, wall) = (1.0, 1e-9);
        let tube = ring(diameter, diameter - 2.0 * wall);
        let expected = PI * (diameter - wall) * wall;
        assert!((tube.area.unwrap() / expected - 1.0).abs() < 1e-7);
    }
}
