//! What turns when a model turns: a frame, or imported parts, alone or joined.

use crate::failure::Failure;
use crate::machine::{Machine, MadeOf};
use crate::refusal::Refusal;
use crate::session::Session;
use lissom_linalg::Dense;
use lissom_mech::elements::SpinAxis;
use lissom_mech::{Frame, MechError, TurningForms, TurningStructure};

/// Reduced models of structures with more rows have no rotation matrices: they need products with the mass
/// matrix for six axes.
const MOST_ROWS: usize = 100_000;

/// Anisotropy of a mass matrix above which a warning is given \[-\].
const COUPLED: f64 = 1e-6;

impl Session {
    /// The elements of the model's frame, alone or joined to parts; `None` where there is none.
    pub(crate) fn frame_elements(&self) -> Result<Option<Frame<'_>>, Failure> {
        match self.machine()?.made_of()? {
            MadeOf::Parts => Ok(self.joined_structure()?.frame_elements()?),
            MadeOf::Frame => Ok(Some(Frame::of(self.model()?, self.linear_system()?)?)),
            MadeOf::MovingParts => Err(Refusal::OnlySmallParts.into()),
        }
    }

    /// The model's structure in rotation; `frame` are its elements.
    pub(crate) fn turning<'a>(
        &'a self,
        frame: Option<&'a Frame<'a>>,
        axis: SpinAxis,
    ) -> Result<TurningStructure<'a>, Failure> {
        if let Some(frame) = frame.filter(|_| self.machine().is_ok_and(Machine::is_frame)) {
            return Ok(TurningStructure::of_frame(frame, axis));
        }
        Ok(TurningStructure::of_joined(self.joined_structure()?, frame, axis)?)
    }
}

impl Session {
    /// What turning does to the structure seen through a basis, about any axis; `None` where some of its rows have no
    /// place, or there are too many.
    pub(crate) fn turning_forms(&self, vectors: &Dense) -> Result<Option<TurningForms>, Failure> {
        if vectors.rows() > MOST_ROWS {
            return Ok(None);
        }
        let frame = self.frame_elements()?;
        match TurningForms::of(vectors, |axis| Ok(self.turning(frame.as_ref(), axis)?.into_matter())) {
            Ok(forms) => Ok(Some(forms)),
            Err(Failure::Mech(reason)) if matches!(*reason, MechError::NoSpin { .. }) => Ok(None),
            Err(other) => Err(other),
        }
    }
}

/// What is approximate about the inertia forces of a structure that turns, as text.
pub(crate) fn coupling(turning: &TurningStructure<'_>) -> Option<String> {
    let anisotropy = turning.anisotropy();
    (anisotropy > COUPLED).then(|| {
        format!(
            "the mass matrix couples directions by {anisotropy:.1e} of its size: inertia forces from it are an \
             approximation"
        )
    })
}

/// Which components of a structure that turns have no stress stiffening, as text.
pub(crate) fn unstiffened(turning: &TurningStructure<'_>) -> Option<String> {
    match turning {
        TurningStructure::Frame(_) => None,
        TurningStructure::Joined(joined) if !joined.is_stiffened() && joined.unstiffened().len() == 1 => Some(
            "elements of the part are not known: stress does not stiffen it here, keep the speed far below the first \
             frequency"
                .to_owned(),
        ),
        TurningStructure::Joined(joined) => Some(format!(
            "the elements of {} are unknown: stress stiffens the frame, not these parts; keep \
             the speed far below the frequencies at which they deform",
            joined.unstiffened().join(", ")
        )),
    }
}
