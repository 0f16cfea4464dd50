//! Motions in time as tables: times, outputs, and in archives also all coordinates.
//!
//! - `csv`: comma-separated values, one row for each time.
//! - `npz`: NumPy archives.
//! - `parquet`: tables of Apache Parquet.

mod csv;
mod npz;
mod parquet;

pub(crate) use csv::Csv;
pub(crate) use npz::MotionNpz;
pub(crate) use parquet::Parquet;
pub use parquet::parquet_table;

use crate::error::ExportError;
use crate::exporter::ExportRequest;
use crate::origin::Origin;
use lissom::{Failure, Motion, Progress, Reduces, Session, SimulateSettings, Simulation};

/// What a model needs for these formats.
const NEEDS: &str = "[analysis.simulate], which gives the end of the motion";

/// What `[analysis.simulate]` asks for: an export has no other way to say how long a motion is.
pub(crate) fn asked_motion(session: &Session) -> Result<SimulateSettings, ExportError> {
    let missing = || Failure::MissingSection {
        what: "[analysis.simulate]".to_owned(),
        why: "it gives the motion and its end".to_owned(),
    };
    Ok(SimulateSettings::asked(session.model()?)?.ok_or_else(missing)?)
}

/// The motion that a request names, with its origin.
fn motion(
    session: &Session,
    request: &ExportRequest,
    progress: &dyn Progress,
) -> Result<(Origin, Simulation), ExportError> {
    let settings = asked_motion(session)?;
    let answer = session.simulate(request.model(), &settings, progress)?;
    let mut origin = Origin::of(session, request)?;
    origin.notes.extend(answer.warnings);
    let is_mechanism = session.moves("full").is_ok_and(|motion| motion == Motion::Mechanism);
    let is_reduction = session.reduction(request.model()).is_ok();
    if is_reduction && is_mechanism {
        let asked = session.reduction(request.model())?;
        if session.reduces(asked)? == Reduces::Motion {
            origin.add_reduction(session, None, progress)?;
        }
    }
    Ok((origin, answer.value))
}
