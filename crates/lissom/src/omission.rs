//! What a linear answer leaves out of the model file. Such a warning stands first in an answer, because an effect that the file asks
//! for and that does not act must not be overlooked.

/// An effect of the model file that does not act in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// Weight, in modes of the reference configuration.
    GravityOfModes,
    /// Weight, in a linear motion.
    GravityOfMotion,
}

impl Omission {
    const ALL: [Self; 2] = [Self::GravityOfModes, Self::GravityOfMotion];

    /// The warning.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::GravityOfModes => {
                "gravity is omitted: these are the modes of the unloaded reference configuration"
            }
            Self::GravityOfMotion => {
                "GRAVITY IS OMITTED: linear models move about their unloaded reference; `lissom states` gives \
                 the static deflection"
            }
        }
    }

    /// The first omission among the warnings of an answer.
    #[must_use]
    pub fn among(warnings: &[String]) -> Option<Self> {
        warnings.iter().find_map(|warning| Self::ALL.into_iter().find(|omission| omission.text() == warning))
    }
}
