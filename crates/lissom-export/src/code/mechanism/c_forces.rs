//! Outputs that are forces, in C99.

use super::c::number;
use lissom_mech::{ForceTable, SectionTable};
use std::fmt::Write;

/// The statements that set an output.
pub(super) fn force_text(k: usize, force: &ForceTable) -> String {
    let sum = |terms: Vec<String>| if terms.is_empty() { "0.0".to_owned() } else { terms.join(" + ") };
    match force {
        ForceTable::Support { nodal, holding } => {
            let nodal = nodal.iter().map(|(c, a)| format!("({} * w->force[{c}])", number(*a)));
            let holding = holding
                .iter()
                .map(|(m, at, a)| format!("({} * w->holding[{m}] * w->gradient[{at}])", number(*a)));
            format!("    y[{k}] = {};\n", sum(nodal.chain(holding).collect()))
        }
        ForceTable::Elements(terms) => {
            let mut text = format!("    y[{k}] = 0.0;\n");
            for (element, at, factor) in terms {
                let _ = writeln!(
                    text,
                    "    {{\n        double nodal[6];\n        element_force(w, {element}, u, nodal);\n        y[{k}] += {} * \
                     nodal[{at}];\n    }}",
                    number(*factor)
                );
            }
            text
        }
        ForceTable::Through { measure, loads } => {
            let loads = loads.iter().map(|load| format!("w->load[{load}]"));
            let held = format!("(-w->stress[{measure}] - w->holding[{measure}])");
            format!("    y[{k}] = {};\n", sum(std::iter::once(held).chain(loads).collect()))
        }
        ForceTable::Drive { measure, rate } => {
            let rate = rate.map_or_else(String::new, |place| format!(" * w->law[{place}]"));
            format!("    y[{k}] = -w->holding[{measure}]{rate};\n")
        }
        ForceTable::Section { element, axis: [x, y], at, what } => {
            let seen = match what {
                SectionTable::Axial => format!("        y[{k}] = found[0];\n"),
                SectionTable::Shear => format!("        y[{k}] = found[1];\n"),
                SectionTable::Bending => format!("        y[{k}] = found[2];\n"),
                SectionTable::Largest(points) => largest_text(k, points),
            };
            format!(
                "    {{\n        const double axis[2] = {{{}, {}}};\n        double found[3];\n        section(w, {element}, u, axis, {}, \
                 found);\n{seen}    }}\n",
                number(*x),
                number(*y),
                number(*at)
            )
        }
    }
}

/// The largest stress over points of a section.
fn largest_text(k: usize, points: &[[f64; 3]]) -> String {
    let mut text = format!("        y[{k}] = 0.0;\n");
    for [a, b, c] in points.iter().map(|point| point.map(number)) {
        let _ = writeln!(
            text,
            "        {{\n            const double normal = ({a} * fabs(found[0])) + ({b} * fabs(found[2]));\n            const double \
             shear = {c} * found[1];\n            y[{k}] = fmax(y[{k}], sqrt((normal * normal) + (3.0 * shear * shear)));\n        }}"
        );
    }
    text
}
