//! Bodies described by their modes.

use super::Law;
use crate::diagnostics::diagnostic::Span;

/// A body described by its modes.
#[derive(Clone, Debug)]
pub struct ModalBody {
    /// Name.
    pub name: String,
    /// Source of its modes.
    pub source: ModalSource,
    /// Port names, in the order of the mode table.
    pub ports: Vec<String>,
    /// How many modes are kept.
    pub retain: usize,
    /// How the other modes are represented.
    pub residual: Residual,
    /// Source location.
    pub span: Span,
}

/// A prescribed velocity of a port of a modal body.
#[derive(Clone, Debug)]
pub struct PortVelocity {
    /// Name.
    pub name: String,
    /// The body.
    pub body: String,
    /// Its port.
    pub port: String,
    /// Law in time \[m/s\]; without one it is an input.
    pub law: Option<Law>,
    /// Source location.
    pub span: Span,
}

/// Source of the modes of a modal body.
#[derive(Clone, Debug)]
pub enum ModalSource {
    /// A table: frequency and shape at each port.
    Table {
        /// Mass of the rigid-body mode with shape 1 at every port; `None`: supported body \[kg\].
        rigid_mass: Option<f64>,
        /// Frequencies \[Hz\].
        frequencies_hz: Vec<f64>,
        /// Modal masses; one each for mass normalisation \[kg\].
        modal_masses: Vec<f64>,
        /// Shapes: one row per mode, one entry per port.
        shapes: Vec<Vec<f64>>,
    },
    /// An exact continuum beam with ports at positions along it.
    Continuum {
        /// `bernoulli-euler` …
        kind: String,
        /// Length \[m\].
        length: f64,
        /// EI \[N m²\].
        bending: f64,
        /// ρA \[kg/m\].
        mass: f64,
        /// Left and right end condition.
        ends: [EndCondition; 2],
        /// Port positions \[m\].
        positions: Vec<f64>,
    },
    /// Real normal modes of a universal file.
    Universal {
        /// The file, relative to the model file.
        file: String,
        /// Label of the node of each port, and which of its values: 0, 1, 2 for x, y, z.
        places: Vec<(i64, usize)>,
    },
    /// Modes and statics of the frame of this file, or of an imported part.
    Structure {
        /// The `[[fe_part]]`; `None`: the frame.
        part: Option<String>,
        /// Node or interface of each port, and its direction: `x`, `y`, `z`, `phi`, `rx`, `ry`, `rz`.
        places: Vec<(String, String)>,
    },
}

/// End condition of a continuum beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition {
    /// Deflection and slope zero.
    Clamped,
    /// Deflection and moment zero.
    Pinned,
    /// Slope and shear force zero.
    Guided,
    /// Moment and shear force zero.
    Free,
}

/// How the truncated modes of a modal body are represented.
#[derive(Clone, Debug, PartialEq)]
pub enum Residual {
    /// Not at all.
    None,
    /// By the modes of the table that are not retained.
    FromRemainingModes,
    /// From the static compliance: of the continuum, or the given matrix \[m/N\].
    Static(Option<Vec<Vec<f64>>>),
}
