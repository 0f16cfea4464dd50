//! Load cases as steps of CalculiX: `*CLOAD` on mesh nodes.
//!
//! Rotations of a rigid body of CalculiX are directions 1, 2, 3 of its rotation node; other nodes with rotations have directions 4 to 6.

use super::{NEEDS, files, head, interface_lines, motion_line};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::origin::Origin;
use lissom::{NodeLoad, PartLoads, Progress, Session};
use std::fmt::Write;

/// `calculix-loads`.
pub(crate) struct CalculixLoads;

impl Exporter for CalculixLoads {
    fn name(&self) -> &'static str {
        "calculix-loads"
    }

    fn extension(&self) -> &'static str {
        "loads.inp"
    }

    fn sentence(&self) -> &'static str {
        "loads on FE parts in large motion over [analysis.simulate] as *STEP with *CLOAD of CalculiX: interface forces, and inertia forces in balance with them"
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
        files(self.name(), &[("loads.inp", text)], session, request, progress)
    }
}

fn text(origin: &Origin, loads: &PartLoads) -> String {
    let mut text = head("** ", origin, loads);
    text.push_str(
        "** use: *INCLUDE this file at the end of the input file of the part, after supports that hold six rigid motions and nothing else:\n\
         ** these supports carry no force but what is without balance\n",
    );
    for (k, case) in loads.cases.iter().enumerate() {
        let _ = writeln!(text, "** case {}: t = {:e} s", k + 1, case.time);
        interface_lines(loads, case).iter().chain([&motion_line(case)]).for_each(|line| {
            let _ = writeln!(text, "** {line}");
        });
        text.push_str("*STEP\n*STATIC\n*CLOAD, OP=NEW\n");
        let mut sums = std::collections::BTreeMap::new();
        for load in case.interfaces.iter().chain(&case.inertia) {
            entries(loads, load).for_each(|(place, value)| *sums.entry(place).or_insert(0.0) += value);
        }
        for ((node, direction), value) in sums {
            let _ = writeln!(text, "{node}, {direction}, {value:.14e}");
        }
        text.push_str("*NODE FILE\nU\n*EL FILE\nS\n*END STEP\n");
    }
    text
}

/// Node and direction of each value of a load that is not zero.
fn entries<'a>(loads: &'a PartLoads, load: &'a NodeLoad) -> impl Iterator<Item = ((i64, usize), f64)> + 'a {
    let turned = loads.rotations.iter().find(|rotation| rotation.reference == load.node);
    let place = move |k: usize| match turned {
        Some(rotation) if k >= 3 => (rotation.rotation, k - 2),
        _ => (load.node, k + 1),
    };
    (0..6).filter(|k| load.values[*k] != 0.0).map(move |k| (place(k), load.values[k]))
}
