//! The questions a page answers, one file each.

mod bond;
mod campbell;
mod cycle;
mod derive;
mod frf;
mod model;
mod modes;
mod operating_states;
mod oscillations;
mod reduce;
mod reduce_structure;
mod simulate;
mod states;
mod stroke;
mod sweep;

pub(crate) use stroke::stress_field;

use super::block::Section;
use super::scene::{Motion, Scene};
use lissom::{Answer, Failure, Session};
use lissom_dynamics::Modes;
use lissom_linalg::Progress;
use lissom_model::model::{AnalysisKind, Model};

/// A question a page can answer.
#[derive(Debug)]
pub struct Question {
    /// Its name, as `--only` knows it: a verb where there is one.
    pub id: &'static str,
    /// Heading of its section.
    pub title: &'static str,
    /// How the names of its plots and motions begin.
    pub pictures: &'static [&'static str],
    /// Whether the model file asks it.
    pub is_asked: fn(&Session) -> bool,
    answer: fn(&mut Asking<'_>, &mut Section) -> Result<(), Failure>,
}

/// All questions, in the order of the page.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "model",
        title: "The model",
        pictures: &[],
        is_asked: model::is_asked,
        answer: model::answer,
    },
    Question {
        id: "modes",
        title: "Natural frequencies",
        pictures: &["mode-", "sweep"],
        is_asked: modes::is_asked,
        answer: modes::answer,
    },
    Question {
        id: "states",
        title: "Operating states",
        pictures: &["stroke", "state-"],
        is_asked: states::is_asked,
        answer: states::answer,
    },
    Question {
        id: "reduce",
        title: "Reduced models",
        pictures: &["singular-values", "validity", "frequency-error", "response-error-", "mac-"],
        is_asked: reduce::is_asked,
        answer: reduce::answer,
    },
    Question {
        id: "simulate",
        title: "Motion in time",
        pictures: &["motion-", "energy", "time"],
        is_asked: simulate::is_asked,
        answer: simulate::answer,
    },
    Question {
        id: "frf",
        title: "Frequency response",
        pictures: &["bode-"],
        is_asked: frf::is_asked,
        answer: frf::answer,
    },
    Question {
        id: "cycle",
        title: "Deformation over a cycle",
        pictures: &["cycle"],
        is_asked: cycle::is_asked,
        answer: cycle::answer,
    },
    Question {
        id: "campbell",
        title: "Frequencies against speed",
        pictures: &["campbell"],
        is_asked: campbell::is_asked,
        answer: campbell::answer,
    },
    Question {
        id: "derive",
        title: "Exact equations",
        pictures: &[],
        is_asked: derive::is_asked,
        answer: derive::answer,
    },
    Question {
        id: "bond",
        title: "Bond graph",
        pictures: &["bond-graph"],
        is_asked: bond::is_asked,
        answer: bond::answer,
    },
];

/// The questions of the given names; all without names.
pub(super) fn wanted(only: &[String]) -> Result<Vec<&'static Question>, Failure> {
    if only.is_empty() {
        return Ok(QUESTIONS.iter().collect());
    }
    if let Some(unknown) = only.iter().find(|name| QUESTIONS.iter().all(|q| q.id != **name)) {
        return Err(Failure::unknown_name("question", unknown, QUESTIONS.iter().map(|q| q.id)));
    }
    Ok(QUESTIONS.iter().filter(|q| only.iter().any(|name| name == q.id)).collect())
}

/// What the model file asks and no question of the page answers: a gap each.
pub(super) fn unanswered(model: &Model) -> Vec<Section> {
    let asked = model.analyses.asked().into_iter().map(AnalysisKind::name);
    let section = |kind: &str| {
        let mut section = Section::new(kind, &format!("[analysis.{kind}]"));
        section.gap(format!("[analysis.{kind}]"), format!("not implemented in lissom {}", lissom::VERSION));
        section
    };
    asked.filter(|kind| QUESTIONS.iter().all(|q| q.id != *kind)).map(section).collect()
}

/// A session that is being asked, and what has come of it besides sections.
pub struct Asking<'a> {
    pub(super) session: &'a Session,
    /// The machine, and the motions found so far.
    pub(super) scene: Option<Scene>,
    pub(super) progress: &'a dyn Progress,
    pub(super) warnings: Vec<(String, String)>,
    pub(super) settings: Vec<(String, String)>,
    /// Modes, once they are found.
    pub(super) modes: Option<Modes>,
    /// How many of the warnings, at the beginning, make an answer useless.
    alarms: usize,
    /// Name of the question that is being answered.
    about: &'static str,
}

impl<'a> Asking<'a> {
    pub(super) fn new(session: &'a Session, scene: Option<Scene>, progress: &'a dyn Progress) -> Self {
        let (warnings, settings) = (Vec::new(), Vec::new());
        Self { session, scene, progress, warnings, settings, modes: None, alarms: 0, about: "" }
    }

    /// The section of a question. What fails becomes a gap behind what was found before.
    pub(super) fn ask(&mut self, question: &'static Question) -> Section {
        self.about = question.id;
        let mut section = Section::new(question.id, question.title);
        if let Err(failure) = (question.answer)(self, &mut section) {
            section.gap(question.title, failure);
        }
        section
    }

    /// The value of an answer, its warnings noted.
    pub(super) fn take<T>(&mut self, answer: Answer<T>) -> T {
        for warning in answer.warnings {
            self.warn(warning);
        }
        answer.value
    }

    /// Records a warning once.
    pub(super) fn warn(&mut self, text: String) {
        if self.warnings.iter().all(|(_, known)| *known != text) {
            self.warnings.push((self.about.to_owned(), text));
        }
    }

    /// Records a warning that makes an answer useless: it comes first.
    pub(super) fn alarm(&mut self, text: String) {
        if self.warnings.iter().all(|(_, known)| *known != text) {
            self.warnings.insert(self.alarms, (self.about.to_owned(), text));
            self.alarms += 1;
        }
    }

    /// Notes a setting for the footer.
    pub(super) fn set(&mut self, name: &str, value: impl ToString) {
        self.settings.push((name.to_owned(), value.to_string()));
    }

    pub(super) fn add_motion(&mut self, motion: Motion) {
        if let Some(scene) = &mut self.scene {
            scene.motions.push(motion);
        }
    }
}

/// Frames of a motion that a page carries.
const MOST_FRAMES: usize = 200;

/// Coordinates of all frames of a motion that a page carries: four bytes each.
const MOST_COORDINATES: usize = 600_000;

/// The frames that are shown of so many: evenly spread, first and last among them.
pub(super) fn shown_frames(count: usize, vertices: usize) -> Vec<usize> {
    let most = MOST_FRAMES.min(MOST_COORDINATES / (3 * vertices).max(1)).max(2);
    if count <= most {
        return (0..count).collect();
    }
    (0..most).map(|i| i * (count - 1) / (most - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_frames_include_both_ends() {
        let frames = shown_frames(1001, 100);
        assert_eq!((frames.len(), frames[0], frames[MOST_FRAMES - 1]), (MOST_FRAMES, 0, 1000));
        assert_eq!(shown_frames(3, 100), [0, 1, 2]);
        assert!(shown_frames(1001, 8000).len() < 30);
    }

    #[test]
    fn an_unknown_question_is_refused_by_name() {
        let failure = wanted(&["modess".to_owned()]).map(|_| ()).unwrap_err();
        assert!(failure.to_string().contains("modess"), "{failure}");
        assert_eq!(wanted(&["frf".to_owned(), "modes".to_owned()]).map(|q| q.len()).unwrap_or(0), 2);
    }
}
