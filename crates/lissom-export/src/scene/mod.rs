//! The machine as drawn, with its modes, states and motions.
//!
//! - `vtk`: VTK files for ParaView: geometry with mode shapes, and a series of files for each motion.
//! - `glb`: glTF in one binary file: modes and motions as morph targets with animations.
//! - `universal`: universal files: nodes, modes (55) and frequency responses (58).

mod glb;
mod universal;
mod vtk;

pub(crate) use glb::Glb;
pub(crate) use universal::Universal;
pub(crate) use vtk::Vtk;

use crate::error::ExportError;
use lissom::{Progress, Session, Vibration};
use lissom_page::{Page, Scene};

/// What a model needs for these formats.
const NEEDS: &str = "a machine in space: a frame, a mechanism or imported parts with a mesh";

/// The machine with the motions of some questions of the report page.
fn scene(
    format: &'static str,
    session: &Session,
    questions: &[&str],
    progress: &dyn Progress,
) -> Result<Scene, ExportError> {
    let only: Vec<String> = questions.iter().map(|question| (*question).to_owned()).collect();
    let page = Page::of(session, &only, progress)?;
    if let Some(scene) = page.scene.filter(|scene| !scene.vertices.is_empty()) {
        return Ok(scene);
    }
    let (why, instead) = why_nothing_is_drawn(session)?;
    Err(ExportError::NotFor { format, why: why.to_owned(), instead })
}

/// Why a model has no picture, and what would do.
fn why_nothing_is_drawn(session: &Session) -> Result<(&'static str, &'static str), ExportError> {
    if session.machine()?.vibration() == Vibration::Exact {
        return Ok((
            "a continuum is not drawn",
            "divide it into [[beam]] elements; `lissom plot` draws its answers",
        ));
    }
    if session.model()?.fe_parts.iter().any(|part| part.motion.is_some()) {
        return Ok((
            "machines with FE parts in large motion are not drawn",
            "`csv` holds their motion, `sid` the parts, `calculix-loads` and `nastran-loads` the forces on them",
        ));
    }
    Ok(("nothing of it has a place in space", "`json`, `npz` and `mat` hold state equations, `csv` motions"))
}
