//! Load cases as `FORCE` and `MOMENT` cards of Nastran, in large fields: case k is the load set k. The same over time in a file of its own:
//! a table for every direction of a node that is loaded, for transient analyses.

use super::{NEEDS, files, head, interface_lines, motion_line};
use crate::decimal::field;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::origin::Origin;
use lissom::{PartLoads, Progress, Session};
use std::collections::BTreeMap;
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
        "loads on FE parts in large motion over [analysis.simulate] as FORCE and MOMENT cards, and as TLOAD1 over time, of Nastran: interface forces, and inertia forces in balance with them"
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
        files(self.name(), &[("loads.bdf", text), ("tload.bdf", over_time)], session, request, progress)
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

/// Number of the dynamic load of all directions; those of each follow.
const ALL: usize = 1001;

/// Loads over time: `TLOAD1` with a `DAREA` of one and a `TABLED1` for every direction of a node that is loaded, all in one `DLOAD`.
fn over_time(origin: &Origin, loads: &PartLoads) -> String {
    let mut text = head("$ ", origin, loads);
    let _ = writeln!(
        text,
        "$ use: INCLUDE this file in the bulk data of the part; case control: DLOAD = {ALL} and a TSTEP, with supports that hold six rigid\n\
         $ motions and nothing else; before the first and after the last time the loads stay as they are there"
    );
    let mut directions: BTreeMap<(i64, usize), Vec<f64>> = BTreeMap::new();
    for (k, case) in loads.cases.iter().enumerate() {
        for load in case.interfaces.iter().chain(&case.inertia) {
            for (c, value) in load.values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                let values =
                    directions.entry((load.node, c + 1)).or_insert_with(|| vec![0.0; loads.cases.len()]);
                values[k] += value;
            }
        }
    }
    let numbers: Vec<usize> = (ALL + 1..).take(directions.len()).collect();
    let mut fields = vec!["1.0".to_owned()];
    numbers.iter().for_each(|number| fields.extend(["1.0".to_owned(), number.to_string()]));
    text.push_str(&large_card("DLOAD", ALL, &fields));
    for (number, ((node, direction), values)) in numbers.iter().zip(&directions) {
        text.push_str(&large_card(
            "DAREA",
            *number,
            &[node.to_string(), direction.to_string(), "1.0".to_owned()],
        ));
        let load = [number.to_string(), String::new(), "LOAD".to_owned(), number.to_string()];
        text.push_str(&large_card("TLOAD1", *number, &load));
        let mut table = vec!["LINEAR".to_owned(), "LINEAR".to_owned()];
        table.extend(std::iter::repeat_n(String::new(), 5));
        for (case, value) in loads.cases.iter().zip(values) {
            table.extend([case.time, *value].map(|number| field(number, 16, 9, 'E')));
        }
        table.push("ENDT".to_owned());
        text.push_str(&large_card("TABLED1", *number, &table));
    }
    text
}

/// A card with its number and fields of sixteen characters, four in a line.
fn large_card(name: &str, number: usize, fields: &[String]) -> String {
    let all: Vec<String> = std::iter::once(number.to_string()).chain(fields.iter().cloned()).collect();
    let mut text = String::new();
    for (k, line) in all.chunks(4).enumerate() {
        let mark = if k == 0 { format!("{name}*") } else { "*".to_owned() };
        let values: String = line.iter().map(|value| format!("{:>16}", value.trim())).collect();
        let _ = writeln!(text, "{}", format!("{mark:<8}{values}").trim_end());
    }
    text
}

/// A card with a scale of one and three components, in fields of sixteen characters.
fn card_of(card: &str, set: usize, node: i64, values: &[f64]) -> String {
    let [x, y, z] = [0, 1, 2].map(|k| field(values[k], 16, 9, 'E'));
    format!("{card:<8}{set:>16}{node:>16}{:>16}{:>16}\n*       {x}{y}{z}\n", 0, "1.0")
}
