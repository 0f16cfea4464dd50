//! `[material.NAME]`: elasticity and density.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::reading::catalogue::Catalogue;
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::text::tree::Table;
use crate::vocabulary::description::{Form, Key, Range, Section, number, optional, required};

pub(crate) const MATERIAL: Section = Section {
    name: "material",
    form: Form::Named,
    doc: "A homogeneous, isotropic, linearly elastic material.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    required("E", number("Pa", Range::Positive), "Young's modulus"),
    optional("G", number("Pa", Range::Positive), "shear modulus; default: E/(2(1 + nu))"),
    optional("nu", number("-", Range::Between(-1.0, 0.5)), "Poisson's ratio; default: E/(2G) - 1"),
    required("density", number("kg/m^3", Range::NonNegative), "mass per volume"),
];

/// A material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material {
    /// E \[Pa\].
    pub young: f64,
    /// G \[Pa\].
    pub shear: Option<f64>,
    /// Density \[kg/m³\].
    pub density: f64,
}

impl Material {
    /// Poisson's ratio that belongs to E and G \[-\].
    pub fn poisson(&self) -> Option<f64> {
        self.shear.map(|shear| self.young / (2.0 * shear) - 1.0)
    }
}

/// Tolerance when both `G` and `nu` are given.
const AGREEMENT: f64 = 1e-3;

pub(crate) fn read(cx: &Context<'_>, root: &Table) -> Catalogue<Material> {
    let mut materials = Catalogue::new("material");
    for (name, table) in tables::named(cx, root, "material") {
        let material = read_material(&Fields::open(cx, table, KEYS, "[material]"));
        materials.add(cx, name, material);
    }
    materials
}

fn read_material(fields: &Fields<'_>) -> Option<Material> {
    let young = fields.number("E").given();
    let given_shear = fields.number("G").optional();
    let poisson = fields.number("nu").optional();
    let density = fields.number("density").given();
    let (young, given_shear, poisson) = (young?, given_shear?, poisson?);
    let shear = match (given_shear, poisson) {
        (shear, None) => shear,
        (None, Some(nu)) => Some(young / (2.0 * (1.0 + nu))),
        (Some(shear), Some(nu)) => {
            check_agreement(fields, young, shear, nu)?;
            Some(shear)
        }
    };
    Some(Material { young, shear, density: density? })
}

fn check_agreement(fields: &Fields<'_>, young: f64, shear: f64, nu: f64) -> Option<()> {
    let implied = young / (2.0 * (1.0 + nu));
    if (shear - implied).abs() <= AGREEMENT * implied {
        return Some(());
    }
    let message = format!("G = {shear:.6e} Pa contradicts E and nu, which give {implied:.6e} Pa");
    fields.cx.report(
        Diagnostic::error(codes::MATERIAL_CLASH, fields.span_of("G"), message)
            .related(fields.span_of("nu"), "nu is given here")
            .hint("leave out G or nu: G = E/(2(1 + nu)) for an isotropic material"),
    );
    None
}
