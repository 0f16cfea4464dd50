//! The report page: what it shows, and the wire format in which the viewer reads it.
//!
//! The page asks a [`Session`] of the hall and gives its answers a form; nothing is worked out here that another door could
//! want. It is a room of its own because it embeds the built viewer, which no program that only wants numbers must carry.
//!
//! A [`Page`] is a list of sections, each the answer to one question, made of blocks that have a form and no meaning:
//! tables, plots, matrices, equations, drawings, gaps. The viewer draws forms; it knows no mechanics. A new question is
//! one file in `questions/` and one line in [`QUESTIONS`]. The format has a version and a JSON schema
//! (`viewer/schema/page.schema.json`), against which the pages of all examples are tested.

mod block;
mod decimation;
mod display_numbers;
mod document;
mod frame_scene;
mod frame_stress;
mod joined_scene;
mod mathml;
mod mesh_lines;
mod mesh_skin;
mod moving_scene;
mod part_scene;
mod picture;
mod plot;
mod plot_svg;
mod questions;
mod scene;
mod scene_svg;
mod svg;
mod table;
mod ticks;
mod vertex_clusters;

pub use block::{Block, Certificate, Equation, Gap, Matrix, Section};
pub use document::html;
pub use picture::{picture, questions_of};
pub use plot::{Axis, Panel, Plot, Scale, Series};
pub use questions::{Asking, QUESTIONS, Question};
pub use scene::{
    Colouring, Field, Line, LineKind, Marker, MeshNode, Motion, MotionKind, Scene, Solid, Surface,
};
pub use table::{Cell, Column, Table};

use lissom::{Failure, MadeOf, Provenance, Session};
use lissom_linalg::Progress;
use serde_json::{Value, json};

/// Version of the wire format: raised when a viewer of the version before could not read a page.
pub const PAGE_VERSION: u32 = 1;

/// Everything a page shows.
#[derive(Clone, Debug)]
pub struct Page {
    /// Name of the model.
    pub model: String,
    /// Warnings with the question they belong to, each once.
    pub warnings: Vec<(String, String)>,
    /// The machine and its motions; `None` where nothing has a place in space.
    pub scene: Option<Scene>,
    /// Answers, in the order of [`QUESTIONS`].
    pub sections: Vec<Section>,
    /// Settings of the answers, as text.
    pub settings: Vec<(String, String)>,
    /// Where it comes from.
    pub provenance: Provenance,
}

impl Page {
    /// Questions without an answer, with the reason.
    #[must_use]
    pub fn gaps(&self) -> Vec<&Gap> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks
            .filter_map(|block| match block {
                Block::Gap(gap) => Some(gap),
                _ => None,
            })
            .collect()
    }

    /// The page in the wire format.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let warnings = self.warnings.iter().map(|(about, text)| json!({ "about": about, "text": text }));
        let settings = self.settings.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        json!({
            "format": "lissom-page",
            "version": PAGE_VERSION,
            "lissom": self.provenance.version,
            "model": self.model,
            "warnings": warnings.collect::<Vec<_>>(),
            "gaps": self.gaps().iter().map(|gap| gap.to_json()).collect::<Vec<_>>(),
            "scene": self.scene.as_ref().map(Scene::to_json),
            "sections": self.sections.iter().map(Section::to_json).collect::<Vec<_>>(),
            "provenance": {
                "model_sha256": self.provenance.model_sha256,
                "overrides": self.provenance.overrides,
                "settings": settings.collect::<Vec<_>>(),
            },
        })
    }
}

impl Page {
    /// The answers to all analyses of the model file, ready for display; `only` names questions of [`QUESTIONS`], and
    /// an empty list means all. A question that fails is a gap with its reason, not the end of the page.
    ///
    /// # Errors
    /// When the model is wrong, or `only` names no question.
    pub fn of(session: &Session, only: &[String], progress: &dyn Progress) -> Result<Self, Failure> {
        let model = session.model()?;
        let wanted = questions::wanted(only)?;
        let mut page = Self {
            model: model.name.clone(),
            warnings: Vec::new(),
            scene: None,
            sections: Vec::new(),
            settings: Vec::new(),
            provenance: session.provenance().clone(),
        };
        let (scene, reason) = match scene_of(session) {
            Ok(scene) => (scene, None),
            Err(failure) => (None, Some(failure.to_string())),
        };
        let mut asking = Asking::new(session, scene, progress);
        for (part, units) in &session.provenance().units {
            asking.set(&format!("units of the files of {part}, converted to SI"), units);
        }
        for question in wanted.iter().filter(|question| (question.is_asked)(session)) {
            progress.stage(question.title, None);
            let section = asking.ask(question);
            if !(section.blocks.is_empty() && section.certificates.is_empty()) {
                page.sections.push(section);
            }
        }
        if only.is_empty() {
            page.sections.extend(questions::unanswered(model));
        }
        let Asking { scene, warnings, settings, .. } = asking;
        (page.warnings, page.settings, page.scene) = (warnings, settings, scene);
        if let Some(reason) = reason {
            page.warnings.push(("picture".to_owned(), reason));
        }
        Ok(page)
    }
}

/// The machine as lines or a surface in its reference configuration; `None` where nothing has a place in space.
fn scene_of(session: &Session) -> Result<Option<Scene>, Failure> {
    let model = session.model()?;
    match session.machine()?.made_of() {
        Ok(MadeOf::Parts) => Ok(joined_scene::scene(model, session.joined_structure()?)),
        Ok(MadeOf::Frame) => Ok((!model.structure.nodes.is_empty()).then(|| frame_scene::scene(model))),
        Ok(MadeOf::MovingParts) => Ok(Some(moving_scene::scene(session)?)),
        Err(_) => Ok(None),
    }
}
