//! What turns when a model turns: a frame, or imported parts, alone or joined.

use crate::failure::Failure;
use crate::machine::Machine;
use crate::session::Session;
use lissom_linalg::Dense;
use lissom_mech::elements::SpinAxis;
use lissom_mech::{Frame, Gyroscopic, MechError, SpinDrag, SpinningFrame, SpinningJoined, TurningForms};

/// Reduced models of structures with more rows have no rotation matrices: they need products with the mass
/// matrix for six axes.
const MOST_ROWS: usize = 100_000;

/// Anisotropy of a mass matrix above which a warning is given \[-\].
const COUPLED: f64 = 1e-6;

/// A structure in rotation about an axis.
pub(crate) enum TurningMatter<'a> {
    Frame(Box<SpinningFrame<'a>>),
    Joined(Box<SpinningJoined<'a>>),
}

impl Session {
    /// The elements of the model's frame, alone or joined to parts; `None` where there is none.
    pub(crate) fn frame_elements(&self) -> Result<Option<Frame<'_>>, Failure> {
        let model = self.model()?;
        if !model.fe_parts.is_empty() {
            return Ok(self.joined_structure()?.frame_elements()?);
        }
        Ok(Some(Frame::of(model, self.linear_system()?)?))
    }

    /// The model's structure in rotation; `frame` are its elements.
    pub(crate) fn turning<'a>(
        &'a self,
        frame: Option<&'a Frame<'a>>,
        axis: SpinAxis,
    ) -> Result<TurningMatter<'a>, Failure> {
        if let Some(frame) = frame.filter(|_| self.machine().is_ok_and(Machine::is_frame)) {
            return Ok(TurningMatter::Frame(Box::new(SpinningFrame::of(frame, axis))));
        }
        let joined = SpinningJoined::of(self.joined_structure()?, frame, axis)?;
        Ok(TurningMatter::Joined(Box::new(joined)))
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

impl<'a> TurningMatter<'a> {
    fn into_matter(self) -> Box<dyn Gyroscopic + 'a> {
        match self {
            Self::Frame(frame) => frame,
            Self::Joined(joined) => joined,
        }
    }
}

impl TurningMatter<'_> {
    pub(crate) fn matter(&self) -> &dyn Gyroscopic {
        match self {
            Self::Frame(frame) => &**frame,
            Self::Joined(joined) => &**joined,
        }
    }

    pub(crate) fn drag(&self) -> Result<SpinDrag, Failure> {
        Ok(match self {
            Self::Frame(frame) => frame.drag()?,
            Self::Joined(joined) => joined.drag()?,
        })
    }

    /// What is approximate about its inertia forces.
    pub(crate) fn coupling(&self) -> Option<String> {
        let anisotropy = match self {
            Self::Frame(_) => 0.0,
            Self::Joined(joined) => joined.anisotropy(),
        };
        (anisotropy > COUPLED).then(|| {
            format!(
                "the mass matrix couples directions by {anisotropy:.1e} of its size: inertia forces from it are an \
                 approximation"
            )
        })
    }

    /// Which of its components have no stress stiffening, as text.
    pub(crate) fn unstiffened(&self) -> Option<String> {
        match self {
            Self::Frame(_) => None,
            Self::Joined(joined) if !joined.is_stiffened() && joined.unstiffened().len() == 1 => Some(
                "elements of the part are not known: stress does not stiffen it here, keep the speed far below the first \
                 frequency"
                    .to_owned(),
            ),
            Self::Joined(joined) => Some(format!(
                "the elements of {} are unknown: stress stiffens the frame, not these parts; keep \
                 the speed far below the frequencies at which they deform",
                joined.unstiffened().join(", ")
            )),
        }
    }
}
