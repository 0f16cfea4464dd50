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
use lissom::{Progress, Session};
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
    page.scene.filter(|scene| !scene.vertices.is_empty()).ok_or_else(|| ExportError::NotFor {
        format,
        why: "nothing of it has a place in space".to_owned(),
        instead: "`json`, `npz` and `mat` hold state equations, `csv` motions",
    })
}
