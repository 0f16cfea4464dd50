//! What can be wrong with modal bodies and bond graphs, by name and number.

use lissom_linalg::eigen::EigenError;
use std::fmt;

/// Why a modal body or a bond graph has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum BondError {
    /// A body without ports cannot be connected.
    NoPorts {
        /// The body.
        body: String,
    },
    /// A number of a mode is impossible.
    BadMode {
        /// The body.
        body: String,
        /// The mode, counted from one.
        mode: usize,
        /// `mass`, `stiffness`, `damping`, `shape` or `frequency`.
        what: &'static str,
        /// The number found.
        value: f64,
    },
    /// A mode has not one entry per port.
    ShapeLength {
        /// The body.
        body: String,
        /// The mode, counted from one.
        mode: usize,
        /// Entries found.
        found: usize,
        /// Ports of the body.
        ports: usize,
    },
    /// The columns of a table of modes differ in length.
    TableLength {
        /// The body.
        body: String,
        /// Number of frequencies.
        frequencies: usize,
        /// Number of modal masses.
        masses: usize,
        /// Number of shapes.
        shapes: usize,
    },
    /// More modes are to be kept than there are.
    RetainTooMany {
        /// The body.
        body: String,
        /// Modes to be kept.
        retain: usize,
        /// Modes there are.
        available: usize,
    },
    /// A number of a continuum beam is impossible.
    BadBeam {
        /// `length`, `EI` or `rhoA`.
        what: &'static str,
        /// The number found.
        value: f64,
    },
    /// A port lies beside the beam.
    PortOutside {
        /// The body.
        body: String,
        /// The port.
        port: String,
        /// Its position [m].
        position: f64,
        /// The length of the beam [m].
        length: f64,
    },
    /// A field has not one row and column per port.
    FieldSize {
        /// The field or body.
        name: String,
        /// Rows found.
        rows: usize,
        /// Columns found.
        cols: usize,
        /// Ports.
        ports: usize,
    },
    /// A compliance that has to be symmetric is not.
    Asymmetric {
        /// The field or body.
        name: String,
        /// Row, counted from zero.
        row: usize,
        /// Column, counted from zero.
        col: usize,
        /// |c_ij − c_ji| (unit of the field).
        difference: f64,
    },
    /// The modes kept are softer than the statics: they do not belong to the same body.
    InconsistentResidual {
        /// The body.
        name: String,
        /// The most negative eigenvalue of C_r, ports scaled to unit static compliance [-].
        eigenvalue: f64,
        /// The port with the largest share of its direction, counted from zero.
        port: usize,
    },
    /// The eigenvalues of a field could not be found.
    Eigen {
        /// The field or body.
        name: String,
        /// What went wrong.
        source: EigenError,
    },
}

impl fmt::Display for BondError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPorts { body } => {
                write!(f, "modal body {body} has no ports: nothing can be attached to it")
            }
            Self::BadMode { body, mode, what, value } => {
                write!(f, "mode {mode} of {body} has the {what} {value}, which is not possible")
            }
            Self::ShapeLength { body, mode, found, ports } => {
                write!(f, "mode {mode} of {body} has {found} shape values for {ports} ports")
            }
            Self::TableLength { body, frequencies, masses, shapes } => write!(
                f,
                "the table of {body} has {frequencies} frequencies, {masses} modal masses and {shapes} shapes: one of each per mode is needed"
            ),
            Self::RetainTooMany { body, retain, available } => {
                write!(f, "{retain} modes of {body} are to be kept, but only {available} are known")
            }
            Self::BadBeam { what, value } => {
                write!(f, "a beam with {what} = {value} is not possible: it must be positive")
            }
            Self::PortOutside { body, port, position, length } => {
                write!(f, "port {port} of {body} at {position} m is beside the beam of {length} m")
            }
            Self::FieldSize { name, rows, cols, ports } => {
                write!(
                    f,
                    "the field {name} is {rows} × {cols}; it needs one row and one column for each of its {ports} ports"
                )
            }
            Self::Asymmetric { name, row, col, difference } => write!(
                f,
                "the compliance of {name} is not symmetric: entries ({}, {}) and ({}, {}) differ by {difference:e}",
                row + 1,
                col + 1,
                col + 1,
                row + 1
            ),
            Self::InconsistentResidual { name, eigenvalue, port } => write!(
                f,
                "the residual compliance of {name} has the negative eigenvalue {eigenvalue:.3e} (of the static compliance), mostly at port {}: \
                 the modes kept are softer than the statics; take both from the same model",
                port + 1
            ),
            Self::Eigen { name, source } => write!(f, "the field {name}: {source}"),
        }
    }
}

impl std::error::Error for BondError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Eigen { source, .. } => Some(source),
            _ => None,
        }
    }
}
