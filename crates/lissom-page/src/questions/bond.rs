//! Bond graphs: the causal drawing and the state equations.

use super::Asking;
use crate::block::{Block, Equation, Section};
use crate::mathml::mathml;
use crate::table::Table;
use lissom::{Failure, Machine, Session};

pub(super) fn is_asked(session: &Session) -> bool {
    session.machine().is_ok_and(Machine::has_state_equations)
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let answer = asking.session.bond()?;
    let report = asking.take(answer);
    let drawing = asking.session.bond_drawing()?;
    section.blocks.push(Block::Drawing("Bond graph with causal strokes".to_owned(), drawing));
    let equations = report.equations.equations.iter();
    let all = equations.map(|e| Equation {
        name: e.name.clone(),
        text: e.text.clone(),
        mathml: mathml(&e.latex).ok(),
    });
    section.blocks.push(Block::Equations("State equations and outputs".to_owned(), all.collect()));
    let mut table = Table::new(
        "Causality",
        &[("from", ""), ("to", ""), ("effort set by", ""), ("flow set by", ""), ("decided by", "")],
    );
    for row in &report.causality {
        let cells = [&row.from, &row.to, &row.effort_from, &row.flow_from, &row.decided_by];
        table.row(cells.iter().map(|text| text.as_str().into()).collect());
    }
    section.blocks.push(Block::Table(table));
    report.equations.dependent_storage.iter().for_each(|d| section.remark(&d.reason));
    Ok(())
}
