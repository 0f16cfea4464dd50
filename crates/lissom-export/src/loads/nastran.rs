//! Load cases as `FORCE` and `MOMENT` cards of Nastran, in large fields: case k is the load set k.

use super::{NEEDS, files, head, interface_lines, motion_line};
use crate::decimal::field;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::origin::Origin;
use lissom::{PartLoads, Progress, Session};
use std::fmt::Write;

/// `nastran-loads`.
pub(crate) struct NastranLoads;

impl Exporter for NastranLoads {
    fn name(&self) -> &'static str {
        "nastran-loads"
    }

    fn extension(&self) -> &'static str {
        "loads.bdf"
    }

    fn sentence(&self) -> &'static str {
        "loads on FE parts in large motion over [analysis.simulate] as FORCE and MOMENT cards of Nastran: interface forces, and inertia forces in balance with them"
    }

    fn needs(&self) -> &'static str {
        NEEDS
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        files(self.name(), "bdf", session, request, progress, text)
    }
}

fn text(origin: &Origin, loads: &PartLoads) -> String {
    let mut text = head("$ ", origin, loads);
    text.push_str(
        "$ use: INCLUDE this file in the bulk data of the part; case control: SUBCASE k with LOAD = k, and PARAM,INREL,-2 or supports that hold\n\
         $ six rigid motions and nothing else: they carry no force but what is without balance\n",
    );
    for (k, case) in loads.cases.iter().enumerate() {
        let set = k + 1;
        let _ = writeln!(text, "$ LOAD = {set}: t = {:e} s", case.time);
        interface_lines(loads, case).iter().chain([&motion_line(case)]).for_each(|line| {
            let _ = writeln!(text, "$ {line}");
        });
        for load in case.interfaces.iter().chain(&case.inertia) {
            let (force, moment) = load.values.split_at(3);
            for (card, values) in [("FORCE*", force), ("MOMENT*", moment)] {
                if values.iter().any(|value| *value != 0.0) {
                    text.push_str(&card_of(card, set, load.node, values));
                }
            }
        }
    }
    text
}

/// A card with a scale of one and three components, in fields of sixteen characters.
fn card_of(card: &str, set: usize, node: i64, values: &[f64]) -> String {
    let [x, y, z] = [0, 1, 2].map(|k| field(values[k], 16, 9, 'E'));
    format!("{card:<8}{set:>16}{node:>16}{:>16}{:>16}\n*       {x}{y}{z}\n", 0, "1.0")
}
