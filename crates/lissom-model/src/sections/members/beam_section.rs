//! Cross-section and material of one beam, checked for completeness.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{BeamTheory, Dimension, Flexible, SectionInertia, SectionStiffness};
use crate::reading::catalogue::Name;
use crate::reading::fields::Fields;
use crate::sections::materials::Material;
use crate::sections::members::beams::ResolvedSection;
use crate::sections::members::cross_sections::{CrossSection, Direct, Geometry, ShearCoefficient};

/// Requirements of a beam on its section.
pub(crate) struct Demand {
    /// The member: `beam` or `truss`.
    pub member: &'static str,
    pub theory: BeamTheory,
    pub flexible: Flexible,
    pub dimension: Dimension,
}

impl Demand {
    fn is_spatial(&self) -> bool {
        self.dimension == Dimension::Three
    }

    fn has_rotary_inertia(&self) -> bool {
        self.theory != BeamTheory::BernoulliEuler
    }

    fn has_shear(&self) -> bool {
        self.theory == BeamTheory::Timoshenko && self.flexible.bending
    }

    fn twists(&self) -> bool {
        self.is_spatial() && self.flexible.torsion
    }
}

/// Collects missing values for one diagnostic.
struct Missing<'a> {
    keys: Vec<&'a str>,
}

impl<'a> Missing<'a> {
    /// The value if needed; a missing one is recorded.
    fn need(&mut self, needed: bool, value: Option<f64>, key: &'a str) -> f64 {
        if needed && value.is_none() && !self.keys.contains(&key) {
            self.keys.push(key);
        }
        value.unwrap_or(0.0)
    }
}

/// Stiffness and inertia of one beam's cross-section, or diagnostics at the beam.
pub(crate) fn resolve(
    fields: &Fields<'_>,
    section: CrossSection,
    section_name: &Name,
    material: Option<Material>,
    demand: &Demand,
) -> Option<ResolvedSection> {
    let mut missing = Missing { keys: Vec::new() };
    let resolved = match (section, material) {
        (CrossSection::Direct(direct), material) => {
            if material.is_some() {
                let message = format!(
                    "section \"{}\" gives stiffness and inertia per length, so the material has no effect",
                    section_name.text
                );
                let diagnostic = Diagnostic::warning(codes::UNUSED, fields.span_of("material"), message);
                fields
                    .cx
                    .report(diagnostic.hint("leave `material` out, or give the section by its geometry"));
            }
            from_direct(&direct, demand, &mut missing)
        }
        (CrossSection::Geometry(geometry), Some(material)) => {
            from_geometry(fields, &geometry, &material, demand, &mut missing)?
        }
        (CrossSection::Geometry(_), None) => {
            let message = format!(
                "section \"{}\" gives geometry only, so the {} needs a material",
                section_name.text, demand.member
            );
            fields.cx.report(
                Diagnostic::error(codes::MISSING_KEY, fields.span(), message)
                    .hint("write material = \"…\", or give the section EA, EI and rhoA"),
            );
            return None;
        }
    };
    if missing.keys.is_empty() {
        check_size(fields, section_name, demand, &resolved)?;
        check_polar(fields, section_name, demand, &resolved)?;
        return Some(resolved);
    }
    lacks(fields, section_name, &missing.keys, demand);
    None
}

fn lacks(fields: &Fields<'_>, section_name: &Name, keys: &[&str], demand: &Demand) {
    let listed: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    let beam = match demand.theory {
        BeamTheory::BernoulliEuler => "Bernoulli-Euler",
        BeamTheory::Rayleigh => "Rayleigh",
        BeamTheory::Timoshenko => "Timoshenko",
    };
    let space = if demand.is_spatial() { "spatial" } else { "planar" };
    let asks =
        if demand.member == "beam" { format!("{space} {beam} beam") } else { demand.member.to_owned() };
    let message = format!(
        "a {asks} needs {}, which section \"{}\" does not give",
        listed.join(" and "),
        section_name.text
    );
    fields.cx.report(
        Diagnostic::error(codes::SECTION_LACKS, fields.span_of("section"), message)
            .related(section_name.span, "the section is here"),
    );
}

fn from_direct(direct: &Direct, demand: &Demand, missing: &mut Missing<'static>) -> ResolvedSection {
    let spatial = demand.is_spatial();
    let in_plane = |planar, other| if spatial { other } else { planar };
    let (flexible, rotates) = (demand.flexible, demand.has_rotary_inertia());
    let shear = |missing: &mut Missing<'static>, needed, value, key| {
        let stiffness = missing.need(needed && demand.has_shear(), value, key);
        (needed && demand.has_shear()).then_some(stiffness)
    };
    let stiffness = SectionStiffness {
        axial: missing.need(demand.flexible.elongation, direct.axial, "EA"),
        bending_y: missing.need(spatial && flexible.bending_y, direct.bending_y, "EIy"),
        bending_z: missing.need(flexible.bending_z, direct.bending_z, in_plane("EI", "EIz")),
        torsion: missing.need(demand.twists(), direct.torsion, "GJ"),
        shear_y: shear(missing, flexible.bending_z, direct.shear_y, in_plane("GA", "GAy")),
        shear_z: shear(missing, spatial && flexible.bending_y, direct.shear_z, "GAz"),
    };
    let inertia = SectionInertia {
        mass: missing.need(true, direct.mass, "rhoA"),
        rotary_y: missing.need(spatial && rotates, direct.rotary_y, "rhoIy"),
        rotary_z: missing.need(rotates, direct.rotary_z, in_plane("rhoI", "rhoIz")),
        polar: missing.need(demand.twists(), direct.polar, "rhoJ"),
    };
    ResolvedSection { stiffness, inertia, outer_fibre: None, section_stress: None }
}

fn from_geometry(
    fields: &Fields<'_>,
    geometry: &Geometry,
    material: &Material,
    demand: &Demand,
    missing: &mut Missing<'static>,
) -> Option<ResolvedSection> {
    let spatial = demand.is_spatial();
    let (flexible, rotates) = (demand.flexible, demand.has_rotary_inertia());
    let area = missing.need(true, geometry.area, "A");
    let about_y =
        missing.need(spatial && (flexible.bending_y || rotates || demand.twists()), geometry.about_y, "Iy");
    let planar_key = if spatial { "Iz" } else { "I" };
    let about_z =
        missing.need(flexible.bending_z || rotates || demand.twists(), geometry.about_z, planar_key);
    let torsion = missing.need(demand.twists(), geometry.torsion, "J");
    if demand.has_shear() && geometry.shear == ShearCoefficient::Missing {
        missing.keys.push("kappa");
    }
    let (young, rho) = (material.young, material.density);
    let shear_modulus = shear_modulus(fields, material, demand)?;
    let shear = if demand.has_shear() { shear_stiffness(fields, geometry, material, area)? } else { None };
    let rotary = if rotates { rho } else { 0.0 };
    let stiffness = SectionStiffness {
        axial: young * area,
        bending_y: young * about_y,
        bending_z: young * about_z,
        torsion: shear_modulus * torsion,
        shear_y: shear,
        shear_z: shear.filter(|_| spatial),
    };
    let inertia = SectionInertia {
        mass: rho * area,
        rotary_y: if spatial { rotary * about_y } else { 0.0 },
        rotary_z: rotary * about_z,
        // The polar moment of area, not the torsion constant: inertia is not affected by warping.
        polar: if spatial { rho * (about_y + about_z) } else { 0.0 },
    };
    let section_stress = geometry.section_stress();
    Some(ResolvedSection { stiffness, inertia, outer_fibre: geometry.outer_fibre(), section_stress })
}

/// G where the beam needs it; zero where it does not \[Pa\].
fn shear_modulus(fields: &Fields<'_>, material: &Material, demand: &Demand) -> Option<f64> {
    let needed = demand.twists() || demand.has_shear();
    if needed && material.shear.is_none() {
        let why = if demand.has_shear() { "a Timoshenko beam" } else { "torsion" };
        let message = format!("{why} needs the shear modulus, but the material gives neither `G` nor `nu`");
        let diagnostic = Diagnostic::error(codes::SECTION_LACKS, fields.span_of("material"), message);
        fields.cx.report(diagnostic.hint("steel has nu = 0.3"));
        return None;
    }
    Some(material.shear.unwrap_or(0.0))
}

/// κGA; the outer `None` is an error already reported, the inner one a coefficient recorded as missing \[N\].
fn shear_stiffness(
    fields: &Fields<'_>,
    geometry: &Geometry,
    material: &Material,
    area: f64,
) -> Option<Option<f64>> {
    let (modulus, poisson) = (material.shear?, material.poisson()?);
    match geometry.shear.value(poisson) {
        Some(kappa) => Some(Some(kappa * modulus * area)),
        None if geometry.shear == ShearCoefficient::Missing => Some(None),
        None => {
            let message = format!(
                "E and G imply Poisson's ratio {poisson:.4}, for which the shear coefficient of a round section is not known"
            );
            let diagnostic = Diagnostic::error(codes::SECTION_LACKS, fields.span_of("section"), message);
            fields.cx.report(diagnostic.hint("give the section its own `kappa`"));
            None
        }
    }
}

/// Products of valid numbers may still overflow or vanish.
fn check_size(
    fields: &Fields<'_>,
    section_name: &Name,
    demand: &Demand,
    resolved: &ResolvedSection,
) -> Option<()> {
    let (stiffness, inertia) = (&resolved.stiffness, &resolved.inertia);
    let shear = [stiffness.shear_y, stiffness.shear_z].into_iter().flatten();
    let needed = [
        (demand.flexible.elongation, stiffness.axial),
        (demand.flexible.bending_z, stiffness.bending_z),
        (demand.flexible.bending_y && demand.is_spatial(), stiffness.bending_y),
        (demand.twists(), stiffness.torsion),
    ];
    let has_vanished = needed.iter().any(|(is_needed, value)| *is_needed && *value == 0.0);
    let fibre = resolved.outer_fibre.map_or([0.0; 2], |fibre| [fibre.about_z, fibre.about_y.unwrap_or(0.0)]);
    let is_fibre_finite = fibre.iter().all(|value| value.is_finite());
    let has_vanished = has_vanished || !is_fibre_finite;
    let mut all = needed.iter().map(|(_, value)| *value).chain(shear).chain([
        inertia.mass,
        inertia.rotary_y,
        inertia.rotary_z,
        inertia.polar,
    ]);
    if !has_vanished && all.all(f64::is_finite) {
        return Some(());
    }
    let what = if has_vanished { "too small" } else { "too large" };
    let message =
        format!("the stiffness or inertia of section \"{}\" is {what} for a number", section_name.text);
    let diagnostic = Diagnostic::error(codes::NOT_FINITE, fields.span_of("section"), message);
    fields.cx.report(diagnostic.related(section_name.span, "the section is here").hint("check the units"));
    None
}

/// A bar that can twist but has no inertia against it would vibrate infinitely fast.
fn check_polar(
    fields: &Fields<'_>,
    section_name: &Name,
    demand: &Demand,
    resolved: &ResolvedSection,
) -> Option<()> {
    if !demand.twists() || resolved.inertia.polar > 0.0 || resolved.inertia.mass == 0.0 {
        return Some(());
    }
    let message =
        format!("the beam can twist, but section \"{}\" has no polar inertia `rhoJ`", section_name.text);
    fields.cx.report(
        Diagnostic::error(codes::SECTION_LACKS, fields.span_of("section"), message)
            .hint("give rhoJ = rho (Iy + Iz), or leave \"torsion\" out of `flexible`"),
    );
    None
}
