//! Outputs that are forces, in Rust.

use lissom_mech::{ForceTable, SectionTable};
use std::fmt::Write;

/// The statements that set an output.
pub(super) fn force_text(k: usize, force: &ForceTable) -> String {
    let sum = |terms: Vec<String>| if terms.is_empty() { "0.0".to_owned() } else { terms.join(" + ") };
    match force {
        ForceTable::Support { nodal, holding } => {
            let nodal = nodal.iter().map(|(c, a)| format!("{a:?} * w.force[{c}]"));
            let holding =
                holding.iter().map(|(m, at, a)| format!("{a:?} * w.holding[{m}] * w.gradient[{at}]"));
            format!("        y[{k}] = {};\n", sum(nodal.chain(holding).collect()))
        }
        ForceTable::Elements(terms) => {
            let terms = terms
                .iter()
                .map(|(element, at, factor)| format!("{factor:?} * w.element_force({element}, u)[{at}]"));
            format!("        y[{k}] = {};\n", sum(terms.collect()))
        }
        ForceTable::Through { measure, loads } => {
            let loads = loads.iter().map(|load| format!("w.load[{load}]"));
            let held = format!("-w.stress[{measure}] - w.holding[{measure}]");
            format!("        y[{k}] = {};\n", sum(std::iter::once(held).chain(loads).collect()))
        }
        ForceTable::Drive { measure, rate } => {
            let rate = rate.map_or_else(String::new, |place| format!(" * w.law[{place}]"));
            format!("        y[{k}] = -w.holding[{measure}]{rate};\n")
        }
        ForceTable::Section { element, axis, at, what } => {
            let found = format!("w.section({element}, u, {axis:?}, {at:?})");
            match what {
                SectionTable::Axial => format!("        y[{k}] = {found}[0];\n"),
                SectionTable::Shear => format!("        y[{k}] = {found}[1];\n"),
                SectionTable::Bending => format!("        y[{k}] = {found}[2];\n"),
                SectionTable::Largest(points) => largest_text(k, &found, points),
            }
        }
    }
}

/// The largest stress over points of a section.
fn largest_text(k: usize, found: &str, points: &[[f64; 3]]) -> String {
    let mut text = format!("        let found = {found};\n        y[{k}] = 0.0;\n");
    for [a, b, c] in points {
        let _ = writeln!(
            text,
            "        let (normal, shear) = ({a:?} * found[0].abs() + {b:?} * found[2].abs(), {c:?} * found[1]);\n        y[{k}] = \
             y[{k}].max((normal * normal + 3.0 * shear * shear).sqrt());"
        );
    }
    text
}
