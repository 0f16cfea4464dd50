//! Exact equations of a symbolic system.

use super::Asking;
use crate::block::{Block, Equation, Section};
use crate::mathml::mathml;
use lissom::{DerivationCheck, Failure, Machine, Session, WrittenEquation};

pub(super) fn is_asked(session: &Session) -> bool {
    session.machine().is_ok_and(Machine::has_derived_equations)
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let answer = asking.session.derive(true)?;
    let report = asking.take(answer);
    for (title, list) in [
        ("Partial differential equations", &report.pdes),
        ("Equations of motion of the coordinates", &report.odes),
        ("Boundary conditions", &report.boundary_conditions),
        ("Compatibility", &report.compatibility),
    ] {
        if !list.is_empty() {
            let all = list.iter().map(written).collect();
            section.blocks.push(Block::Equations(title.to_owned(), all));
        }
    }
    for (name, outcome) in &report.checks {
        let text = format!("{name}: {outcome}");
        match outcome {
            DerivationCheck::Passed => section.certify(true, text),
            DerivationCheck::Failed { .. } => section.certify(false, text),
            DerivationCheck::NotApplicable { .. } => section.remark(text),
        }
    }
    report.notes.iter().for_each(|note| section.remark(note));
    Ok(())
}

fn written(equation: &WrittenEquation) -> Equation {
    Equation {
        name: equation.name.clone(),
        text: equation.text.clone(),
        mathml: mathml(&equation.latex).ok(),
    }
}
