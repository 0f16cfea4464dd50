//! The machine: size, mass, constraints, and data of the file.

use super::Asking;
use crate::block::{Block, Section};
use crate::table::{Cell, Table};
use lissom::{Failure, Session};

pub(super) fn is_asked(_: &Session) -> bool {
    true
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let model = asking.session.model()?;
    if !model.parameters.is_empty() {
        let mut table = Table::new("Parameters", &[("name", ""), ("value", "SI")]);
        for parameter in &model.parameters {
            table.row(vec![parameter.name.as_str().into(), parameter.value.into()]);
        }
        section.blocks.push(Block::Table(table));
    }
    if asking.session.machine()?.linear_structure().is_err() {
        return Ok(());
    }
    let report = asking.session.structure()?;
    let report = asking.take(report);
    let mut table = Table::new("Structure", &[("quantity", ""), ("value", ""), ("unit", "")]);
    let mut row = |name: &str, value: Cell, unit: &str| table.row(vec![name.into(), value, unit.into()]);
    row("degrees of freedom", Cell::Count(report.degrees_of_freedom), "");
    row("coordinates", Cell::Count(report.coordinates), "");
    if let Some(elements) = report.elements {
        row("elements", Cell::Count(elements), "");
    }
    if let Some(mass) = &report.mass {
        row("mass", mass.mass.into(), "kg");
        for (axis, place) in ["x", "y", "z"].iter().zip(mass.centre) {
            row(&format!("centre of mass, {axis}"), place.into(), "m");
        }
    }
    section.blocks.push(Block::Table(table));
    let exact = match (report.redundant.is_empty(), report.missing.is_empty()) {
        (true, true) => "exactly constrained: no redundant constraints, no free motions".to_owned(),
        (redundant, free) => {
            let part = |is_empty: bool, words: &str, list: &[String]| match is_empty {
                true => None,
                false => Some(format!("{words}: {}", list.join(", "))),
            };
            let parts = [
                part(redundant, "redundant constraints", &report.redundant),
                part(free, "free to move", &report.missing),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
    };
    match report.redundant.is_empty() && report.missing.is_empty() {
        true => section.certify(true, exact),
        false => section.remark(exact),
    }
    Ok(())
}
