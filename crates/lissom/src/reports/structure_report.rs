//! Size, constraints and mass of a structure.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::{Machine, MadeOf, moves_linearly};
use crate::session::Session;
use lissom_mech::mass_properties::MassProperties;
use lissom_mech::{ConstraintReport, JoinedStructure, LinearSystem, MechError, RigidBody, StructureCount};
use lissom_model::model::Model;

/// Report of `lissom check` for a valid structure.
#[derive(Clone, Debug)]
pub struct StructureReport {
    /// Number of elements; `None` for an imported part.
    pub elements: Option<usize>,
    /// Number of coordinates, those that are held or follow others included.
    pub coordinates: usize,
    /// Degrees of freedom.
    pub degrees_of_freedom: usize,
    /// Constraints that follow from others, by name.
    pub redundant: Vec<String>,
    /// Free motions: rigid motions, as text; of a mechanism its free coordinates.
    pub missing: Vec<String>,
    /// The coordinates in large motion, when treated as a mechanism.
    pub mechanism: Option<MechanismCoordinates>,
    /// Mass of the structure; `None` when the positions of the rows of an imported part are unknown.
    pub mass: Option<MassProperties>,
}

/// Which coordinates describe a mechanism.
#[derive(Clone, Debug)]
pub struct MechanismCoordinates {
    /// The independent coordinates, by name.
    pub independent: Vec<String>,
    /// Deformations that follow from them, by name.
    pub follow: Vec<String>,
    /// Numbers of constraints and of coordinates of nodes; in space.
    pub counted: Option<[usize; 2]>,
}

impl MechanismCoordinates {
    /// Degrees of freedom that the numbers of coordinates and constraints alone would give; in space.
    #[must_use]
    pub fn by_counting(&self) -> Option<i64> {
        self.counted.map(|[constraints, coordinates]| coordinates as i64 - constraints as i64)
    }
}

/// Frames are treated as mechanisms up to this many degrees of freedom: the choice of coordinates works on
/// full matrices, and a check must stay quick for any model.
const EXAMINED: usize = 300;

impl Session {
    /// Size, constraints and mass of the structure.
    ///
    /// # Errors
    /// As for [`Session::linear_system`]; and when a model that asks for large motion cannot be built as a mechanism.
    pub fn structure(&self) -> Result<Answer<StructureReport>, Failure> {
        let model = self.model()?;
        if self.machine()?.made_of() == Ok(MadeOf::Parts) {
            return Ok(self.answer(StructureReport::of_joined(self.joined_structure()?), Vec::new()));
        }
        if self.machine()? == Machine::MovingParts {
            let found = self.mechanism()?.constraint_report()?;
            return Ok(self.answer(StructureReport::of_mechanism(found), Vec::new()));
        }
        let mut report = self.frame_report()?;
        let asks = moves_far(model);
        // Only as much work as the size allows: what is larger is examined by the question that needs it.
        let joints = joints(model);
        let examined = report.degrees_of_freedom + joints <= EXAMINED;
        if examined && (asks || joints > 0) {
            match self.mechanism().and_then(|m| Ok(m.constraint_report()?)) {
                Ok(found) => report.take(found),
                Err(failure)
                    if asks
                        && self.machine()?.large_motion().is_ok()
                        && model.spin.is_none()
                        && self.lacks_in_space().is_none() =>
                {
                    return Err(failure);
                }
                // Only small motions are requested: what large ones do not support is not an error.
                Err(_) => {}
            }
        }
        let mut warnings = Vec::new();
        if asks && !examined {
            warnings.push(format!(
                "{} degrees of freedom and {joints} joints are too many for the constraint analysis of large motion here (up to \
                 {EXAMINED} in all): it is made with the motion",
                report.degrees_of_freedom
            ));
        }
        Ok(self.answer(report, warnings))
    }
}

impl Session {
    /// Size and constraints of a frame, without its matrices where those would be full.
    fn frame_report(&self) -> Result<StructureReport, Failure> {
        let model = self.frame_model()?;
        let driven = !model.structure.drives.is_empty();
        if self.system.get().is_none()
            && let Some(counted) = StructureCount::of_many_members(model)?
        {
            return match counted.degrees_of_freedom {
                0 if !driven => Err(MechError::NothingMoves.into()),
                _ => Ok(StructureReport::of_count(counted)),
            };
        }
        match self.linear_system() {
            Ok(system) => Ok(StructureReport::of(system)),
            // What drives alone move has no freedom of its own, and is no mistake.
            Err(Failure::Mech(error)) if driven && matches!(*error, MechError::NothingMoves) => {
                Ok(StructureReport::of_count(StructureCount::of(model)?))
            }
            Err(failure) => Err(failure),
        }
    }
}

/// Whether the file asks for large motion.
fn moves_far(model: &Model) -> bool {
    let asked = &model.analyses;
    let moves = asked.simulate.is_some() && !moves_linearly(model);
    model.coordinates.is_some() || asked.states.is_some() || moves
}

/// How many things could move without being deformed, or be held twice.
fn joints(model: &Model) -> usize {
    let s = &model.structure;
    s.hinges.len() + s.joints.len() + s.slides.len() + s.drives.len() + s.trusses.len() + s.rigid_bodies.len()
}

impl StructureReport {
    fn take(&mut self, found: ConstraintReport) {
        self.degrees_of_freedom = found.degrees_of_freedom;
        self.redundant = found.redundant;
        self.missing = found.missing;
        let ConstraintReport { independent, released: follow, counted, .. } = found;
        self.mechanism = Some(MechanismCoordinates { independent, follow, counted });
    }

    /// Of a mechanism with FE parts, whose coordinates are those of its nodes.
    fn of_mechanism(found: ConstraintReport) -> Self {
        let mut this = Self {
            elements: None,
            coordinates: found.counted.map_or(found.independent.len(), |[_, coordinates]| coordinates),
            degrees_of_freedom: 0,
            redundant: Vec::new(),
            missing: Vec::new(),
            mechanism: None,
            mass: None,
        };
        this.take(found);
        this
    }

    fn of_count(counted: StructureCount) -> Self {
        Self {
            elements: Some(counted.elements),
            coordinates: counted.coordinates,
            degrees_of_freedom: counted.degrees_of_freedom,
            redundant: counted.redundant,
            missing: counted.free,
            mechanism: None,
            mass: Some(counted.mass_properties),
        }
    }

    pub(crate) fn of(system: &LinearSystem) -> Self {
        Self {
            elements: Some(system.elements),
            coordinates: system.coordinates.len(),
            degrees_of_freedom: system.degrees_of_freedom(),
            redundant: system.elimination.redundant.clone(),
            missing: system.rigid_motions.describe_free(),
            mechanism: None,
            mass: Some(system.mass_properties),
        }
    }

    fn of_joined(joined: &JoinedStructure) -> Self {
        let body = joined.structure.rigid_body.as_ref();
        let of_frame = joined.frame.iter().flat_map(|system| &system.elimination.redundant);
        Self {
            elements: joined.frame.as_ref().map(|system| system.elements),
            coordinates: joined.coordinates().len(),
            degrees_of_freedom: joined.structure.size(),
            redundant: of_frame.chain(&joined.redundant).cloned().collect(),
            mechanism: None,
            missing: body.map(|body| body.free.clone()).unwrap_or_default(),
            mass: body.map(RigidBody::mass_properties),
        }
    }
}
