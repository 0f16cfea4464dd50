//! One interface for everything that is linear: full and reduced structures, mechanisms about a state, state equations and
//! exact continua. Questions are written once over it; what differs are the kernels behind [`Transfer`] and
//! [`ExactSteps`](crate::ExactSteps).

use crate::error::DynamicsError;
use crate::linear::frequency_response::{BasisEvidence, ResponseRequest};
use lissom_linalg::{Complex, Progress};
use lissom_mech::Row;
use std::borrow::Cow;

/// Where something goes in or is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearPort {
    /// Its name.
    pub name: String,
    /// Its unit, empty for a number without one; `None` where it is not known, as in an open physical domain.
    pub unit: Option<String>,
}

/// A linear model with named rows, inputs and outputs.
pub trait Linear {
    /// Why a question has no answer.
    type Error: From<DynamicsError>;

    /// Its name, for messages.
    fn name(&self) -> &str;

    /// What its coordinates or states are.
    fn rows(&self) -> Cow<'_, [Row]>;

    /// Its inputs.
    fn inputs(&self) -> Vec<LinearPort>;

    /// Its outputs.
    fn outputs(&self) -> Vec<LinearPort>;

    /// The transfer functions between some inputs and outputs, by place, prepared for the frequencies of a request.
    ///
    /// # Errors
    /// When they cannot be found at one of them.
    fn transfer<'a>(
        &'a self,
        inputs: &[usize],
        outputs: &[usize],
        request: &'a ResponseRequest,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Transfer<Error = Self::Error> + 'a>, Self::Error>;
}

/// Transfer functions, prepared for the frequencies of a request. A row holds all pairs, inputs outside.
pub trait Transfer {
    /// Why there is no response.
    type Error;

    /// One row for each frequency of the request.
    ///
    /// # Errors
    /// At a resonance without damping.
    fn over_range(&mut self) -> Result<Vec<Vec<Complex>>, Self::Error>;

    /// The row at another frequency [Hz] of the range.
    ///
    /// # Errors
    /// At a resonance without damping.
    fn at(&self, hz: f64) -> Result<Vec<Complex>, Self::Error>;

    /// Outputs over constant inputs, pair by pair, where a static equation gives them; empty where none does.
    ///
    /// # Errors
    /// When the static equation cannot be solved.
    fn static_gains(&mut self) -> Result<Vec<Option<f64>>, Self::Error> {
        Ok(Vec::new())
    }

    /// Whether maxima of the modulus are looked for between the frequencies.
    fn has_peaks(&self) -> bool {
        false
    }

    /// How the response was found; `None` where the equations are solved as they are.
    fn evidence(&self) -> Option<BasisEvidence> {
        None
    }
}

/// Why a question about a linear model of another room has no answer: the question, or the model's own kernel.
#[derive(Debug)]
pub enum LinearError<E> {
    /// The question cannot be asked.
    Question(DynamicsError),
    /// The model has no answer to it.
    Kernel(E),
}

impl<E> From<DynamicsError> for LinearError<E> {
    fn from(error: DynamicsError) -> Self {
        Self::Question(error)
    }
}
