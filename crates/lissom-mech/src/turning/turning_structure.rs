//! A structure in rotation about an axis: a frame, or imported parts, alone or joined.

use crate::assembly::frame::Frame;
use crate::elements::SpinAxis;
use crate::error::MechError;
use crate::joined::joined_structure::JoinedStructure;
use crate::turning::centrifugal::{Gyroscopic, SpinDrag, SpinningFrame};
use crate::turning::spinning_joined::SpinningJoined;

/// A structure in rotation about an axis.
#[derive(Debug)]
pub enum TurningStructure<'a> {
    /// A frame of nodes and beams.
    Frame(Box<SpinningFrame<'a>>),
    /// Imported parts, alone or joined to each other and to a frame.
    Joined(Box<SpinningJoined<'a>>),
}

impl<'a> TurningStructure<'a> {
    /// A frame in rotation.
    #[must_use]
    pub fn of_frame(frame: &'a Frame<'a>, axis: SpinAxis) -> Self {
        Self::Frame(Box::new(SpinningFrame::of(frame, axis)))
    }

    /// A joined structure in rotation; `frame` are the elements of its frame, if it has one.
    ///
    /// # Errors
    /// Those of [`SpinningJoined::of`].
    pub fn of_joined(
        joined: &'a JoinedStructure,
        frame: Option<&'a Frame<'a>>,
        axis: SpinAxis,
    ) -> Result<Self, MechError> {
        Ok(Self::Joined(Box::new(SpinningJoined::of(joined, frame, axis)?)))
    }

    /// Its effects of rotation.
    #[must_use]
    pub fn into_matter(self) -> Box<dyn Gyroscopic + 'a> {
        match self {
            Self::Frame(frame) => frame,
            Self::Joined(joined) => joined,
        }
    }

    /// Its effects of rotation.
    #[must_use]
    pub fn matter(&self) -> &(dyn Gyroscopic + 'a) {
        match self {
            Self::Frame(frame) => &**frame,
            Self::Joined(joined) => &**joined,
        }
    }

    /// The axis of rotation.
    #[must_use]
    pub fn axis(&self) -> &SpinAxis {
        match self {
            Self::Frame(frame) => frame.axis(),
            Self::Joined(joined) => joined.axis(),
        }
    }

    /// Drag of dampers to ground while it rotates.
    ///
    /// # Errors
    /// When the positions of its rows are not known.
    pub fn drag(&self) -> Result<SpinDrag, MechError> {
        match self {
            Self::Frame(frame) => frame.drag(),
            Self::Joined(joined) => joined.drag(),
        }
    }

    /// How far the mass matrix couples directions, over its size: above zero the inertia forces are an approximation \[-\].
    #[must_use]
    pub fn anisotropy(&self) -> f64 {
        match self {
            Self::Frame(_) => 0.0,
            Self::Joined(joined) => joined.anisotropy(),
        }
    }
}
