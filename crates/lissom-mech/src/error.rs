//! What can fail when a structure is built, by name.

use std::fmt;

/// Why a structure could not be built or linearised.
#[derive(Clone, Debug, PartialEq)]
pub enum MechError {
    /// A beam has no direction, or its `y_axis` is parallel to it.
    NoTriad {
        /// The beam.
        beam: String,
    },
    /// A hinge has no axis.
    NoAxis {
        /// The hinge.
        hinge: String,
    },
    /// A spring or damper has neither a direction nor two distinct nodes.
    NoLine {
        /// The spring or damper.
        what: String,
    },
    /// Something acts on a rotation, but nothing at the node turns.
    NothingTurns {
        /// What acts.
        what: String,
        /// The node.
        node: String,
    },
    /// Something is attached to a port of a modal body or FE part, which frames do not have.
    PortsNotHere {
        /// What is attached.
        what: String,
    },
    /// A law could not be evaluated.
    Law {
        /// Whose law it is.
        what: String,
        /// The law as written.
        law: String,
        /// What went wrong.
        reason: String,
    },
    /// Every coordinate is held: nothing can move.
    NothingMoves,
    /// The state asked for cannot be.
    Inadmissible(crate::system::Inadmissible),
    /// A basis has the wrong number of rows.
    BasisSize {
        /// Rows of the basis.
        rows: usize,
        /// Coordinates of the system.
        coordinates: usize,
    },
}

impl fmt::Display for MechError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTriad { beam } => {
                write!(f, "beam {beam} has no local axes: its ends coincide or its y_axis is parallel to it")
            }
            Self::NoAxis { hinge } => write!(f, "hinge {hinge} has no axis: give a non-zero `axis`"),
            Self::NoLine { what } => {
                write!(f, "{what} has no direction: give `direction`, or two nodes that are apart")
            }
            Self::NothingTurns { what, node } => write!(
                f,
                "{what} acts on the rotation of node {node}, but nothing there turns: attach a beam or a rotational spring"
            ),
            Self::PortsNotHere { what } => {
                write!(f, "{what} is attached to a port; this analysis works on nodes of a frame only")
            }
            Self::Law { what, law, reason } => {
                write!(f, "the law of {what}, `{law}`, cannot be used: {reason}")
            }
            Self::Inadmissible(state) => write!(f, "{state}"),
            Self::BasisSize { rows, coordinates } => {
                write!(f, "a basis with {rows} rows does not fit a system of {coordinates} coordinates")
            }
            Self::NothingMoves => write!(f, "every coordinate is held: nothing can move; release a support"),
        }
    }
}

impl std::error::Error for MechError {}
