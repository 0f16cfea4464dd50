//! Numbers that look as if they were in other units than SI.

use super::rigid_body::PartMass;
use crate::mesh::{Mesh, MeshMaterial};
use crate::part::ImportedPart;
use lissom_model::model::PartUnits;

/// Densities of solids from light foams to platinum [kg/m³].
const DENSITIES: [f64; 2] = [10.0, 25_000.0];
/// Young's moduli from soft rubber to diamond \[Pa\].
const MODULI: [f64; 2] = [1e5, 1.5e12];
/// The speed of sound in solids is a few km/s; the estimate below overshoots by up to the tenfold [m/s].
const FASTEST: f64 = 2e5;
/// Slower than in lead, cork or any solid but rubber and foam [m/s].
const SLOWEST: f64 = 500.0;
/// A part of a box filled to less than this, or a box larger than this \[m\], is unusual.
const EMPTIEST: f64 = 1e-3;
const LARGEST: f64 = 50.0;
/// Smallest usual size of a part \[m\].
const SMALLEST: f64 = 1e-3;

/// Warnings about units.
pub(super) fn suspicions(part: &ImportedPart, mass: Option<&PartMass>) -> Vec<String> {
    let Some(mesh) = &part.mesh else { return Vec::new() };
    let mut warnings: Vec<String> = mesh.materials.iter().filter_map(material).collect();
    let Some([low, high]) = mesh.bounding_box() else { return warnings };
    let edges: [f64; 3] = std::array::from_fn(|axis| high[axis] - low[axis]);
    let size = edges.iter().copied().fold(0.0, f64::max);
    let mut signs = Vec::new();
    if warnings.is_empty() && size > LARGEST {
        signs.push(format!("the part would be {size:.3} m long"));
    }
    if mesh.materials.is_empty() {
        let speed = speed(part, mesh, edges);
        signs.extend(
            speed.filter(|&v| v > FASTEST).map(|v| format!("sound would travel at about {v:.0e} m/s")),
        );
        signs.extend(mass.and_then(|mass| bulk(mass, edges)));
        warnings.extend(speed.filter(|&v| v < SLOWEST).map(slow));
    }
    if !signs.is_empty() {
        warnings.push(format!(
            "in SI units {}: are lengths in mm, masses in t? Frequencies are right in every system of units that is \
             consistent (mm, t, s with N and MPa); all else is then reported in those units, and the part \
             cannot be joined with \
             others in SI unless `units` of the part is given",
            signs.join(", ")
        ));
    }
    warnings
}

/// Systems of units of finite-element programs, the most common first.
const SYSTEMS: [&str; 8] =
    ["m-kg-s", "mm-t-s", "mm-kg-s", "mm-kg-ms", "mm-g-ms", "in-lbf-s", "m-t-s", "ft-lbf-s"];

/// The only system of units other than SI in which the numbers are plausible, if any.
pub(super) fn suggested(part: &ImportedPart, mass: Option<&PartMass>) -> Option<&'static str> {
    let fits = |name: &&str| name.parse::<PartUnits>().is_ok_and(|units| is_plausible(part, mass, &units));
    let all: Vec<&'static str> = SYSTEMS.into_iter().filter(fits).collect();
    match all[..] {
        [one] if one != SYSTEMS[0] => Some(one),
        _ => None,
    }
}

/// Whether materials, or else speed of sound and density of the part, are those of solids.
fn is_plausible(part: &ImportedPart, mass: Option<&PartMass>, units: &PartUnits) -> bool {
    let Some(mesh) = &part.mesh else { return false };
    let pressure = units.force / (units.length * units.length);
    let density = units.mass / units.length.powi(3);
    let known: Vec<&MeshMaterial> =
        mesh.materials.iter().filter(|m| m.young.is_some() && m.density.is_some()).collect();
    if !known.is_empty() {
        let inside = |m: &&MeshMaterial| {
            !outside(m.young.unwrap_or(0.0) * pressure, MODULI)
                && !outside(m.density.unwrap_or(0.0) * density, DENSITIES)
        };
        return known.iter().all(inside);
    }
    let Some([low, high]) = mesh.bounding_box() else { return false };
    let edges: [f64; 3] = std::array::from_fn(|axis| high[axis] - low[axis]);
    let (Some(speed), Some(mass)) = (speed(part, mesh, edges), mass) else { return false };
    let volume: f64 = edges.iter().product();
    let bulk = mass.mass[0] / volume * density;
    let size = edges.iter().copied().fold(0.0, f64::max) * units.length;
    !outside(speed * units.length / units.time, [SLOWEST, FASTEST])
        && !outside(bulk, [DENSITIES[0], DENSITIES[1]])
        && !outside(size, [SMALLEST, LARGEST])
}

fn slow(speed: f64) -> String {
    format!(
        "sound would travel at about {speed:.1e} m/s, slower than in any solid except rubber or foam: are \
         stiffness, mass and \
         mesh in units that belong together (N/m, kg, m)? N/mm with kg gives frequencies 32 times too low"
    )
}

fn outside(value: f64, range: [f64; 2]) -> bool {
    value < range[0] || value > range[1]
}

fn material(material: &MeshMaterial) -> Option<String> {
    let young = material.young.filter(|&young| outside(young, MODULI));
    let density = material.density.filter(|&density| outside(density, DENSITIES));
    let system = match (material.young, material.density) {
        (Some(e), Some(d)) if (1e2..1e7).contains(&e) && d < 1e-6 => {
            "; this is the pattern of mm, t, s and MPa"
        }
        (Some(e), Some(d)) if e >= 1e5 && (1e-7..1e-3).contains(&d) => {
            "; this is the pattern of mm, kg, s and kPa"
        }
        _ => "",
    };
    let name = &material.name;
    match (young, density) {
        (None, None) => None,
        (Some(e), None) => Some(format!("Young's modulus {e:.3e} of {name} is unusual in Pa{system}")),
        (None, Some(d)) => Some(format!("the density {d:.3e} of {name} is unusual in kg/m³{system}")),
        (Some(e), Some(d)) => Some(format!(
            "Young's modulus {e:.3e} and density {d:.3e} of {name} are unusual in Pa and kg/m³{system}"
        )),
    }
}

/// The speed of sound [m/s], from stiffness, mass and distance of neighbouring nodes. It does not depend on the unit of
/// mass in consistent units, so it shows whether lengths are in millimetres.
fn speed(part: &ImportedPart, mesh: &Mesh, edges: [f64; 3]) -> Option<f64> {
    let dofs = part.dofs.as_ref()?;
    let (stiffness, mass) = (part.stiffness.matrix.diagonal(), part.mass.matrix.diagonal());
    let rows =
        (0..part.size()).filter(|&row| dofs[row].component <= 3 && mass[row] > 0.0 && stiffness[row] > 0.0);
    let mut rates: Vec<f64> = rows.map(|row| (stiffness[row] / mass[row]).sqrt()).collect();
    rates.sort_by(f64::total_cmp);
    let rate = *rates.get(rates.len() / 2)?;
    let volume: f64 = edges.iter().product();
    let distance = (volume / mesh.nodes.len() as f64).cbrt();
    // Flat and straight parts fill no box.
    (volume > 0.0).then_some(rate * distance)
}

/// Mass over the volume of the box around the part.
fn bulk(mass: &PartMass, edges: [f64; 3]) -> Option<String> {
    let volume: f64 = edges.iter().product();
    let density = mass.mass[0] / volume;
    let usual = [DENSITIES[0] * EMPTIEST, DENSITIES[1]];
    (volume > 0.0 && outside(density, usual))
        .then(|| format!("mass over the volume of the box around the part would be {density:.1e} kg/m³"))
}
