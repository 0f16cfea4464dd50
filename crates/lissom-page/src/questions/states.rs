//! Operating states: along the stroke, and those of `[state.NAME]`.

use super::{Asking, operating_states, stroke};
use crate::block::Section;
use lissom::{Failure, Session};
use lissom_model::model::AnalysisKind;

pub(super) fn is_asked(session: &Session) -> bool {
    session.asks(AnalysisKind::States) || session.asks_states()
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    if asking.session.asks(AnalysisKind::States)
        && let Err(failure) = stroke::answer(asking, section)
    {
        section.gap("states along the stroke", failure);
    }
    if asking.session.asks_states() { operating_states::answer(asking, section) } else { Ok(()) }
}
