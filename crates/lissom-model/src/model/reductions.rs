//! `[reduce.NAME]`: requested reduced models, with a payload for each method.

use super::At;
use crate::diagnostics::diagnostic::Span;

/// `[reduce.NAME]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduction {
    /// Name.
    pub name: String,
    /// Method of the basis.
    pub method: Method,
    /// Where the model is linearised.
    pub at: At,
    /// First and last frequency of the comparison with the full model \[Hz\].
    pub band: Option<[f64; 2]>,
    /// Source location.
    pub span: Span,
}

/// Method of a basis, with its data.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// Vibration modes.
    Modal {
        /// Which of them.
        modes: ModeChoice,
        /// Whether the residual compliance of the others is added.
        residual: bool,
        /// Inputs and outputs.
        ports: ServedPorts,
    },
    /// Singular vectors of modes at several states along a stroke.
    SvdModal(SvdModal),
    /// A Krylov space of the inputs.
    Krylov(Krylov),
    /// Static condensation to interfaces.
    Guyan {
        /// Retained interfaces or nodes.
        interfaces: Vec<String>,
    },
    /// Constraint modes and modes with fixed interfaces.
    CraigBampton(ComponentModes),
    /// Free modes and residual attachment modes, mass included.
    Rubin(ComponentModes),
    /// Free modes and residual attachment modes without mass.
    MacNeal(ComponentModes),
    /// The modes with the largest Hankel singular values.
    Balanced {
        /// The modes to choose from.
        modes: ModeChoice,
        /// Which of them are kept.
        keep: Keep,
        /// Whether the residual compliance of the others is added.
        residual: bool,
        /// Inputs and outputs.
        ports: ServedPorts,
    },
    /// A basis or a reduced structure from a file.
    Saved {
        /// The file, relative to the model file.
        file: String,
    },
}

/// Payload of `svd-modal`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvdModal {
    /// Number of states, equidistant along the stroke.
    pub states: usize,
    /// Modes taken at each.
    pub modes_per_state: usize,
    /// α of the weights ω^−α \[-\].
    pub weight: f64,
    /// Which singular vectors are kept.
    pub keep: Keep,
}

/// Payload of `krylov`.
#[derive(Clone, Debug, PartialEq)]
pub struct Krylov {
    /// How far the space is built.
    pub size: KrylovSize,
    /// Expansion point \[Hz\].
    pub shift: f64,
    /// Whether the residual compliance of the omitted modes is added.
    pub residual: bool,
    /// Vectors passed from one interval between breaks to the next; `None`: one basis for all times.
    pub carry: Option<usize>,
    /// Inputs and outputs.
    pub ports: ServedPorts,
}

/// Payload of the methods of component mode synthesis.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentModes {
    /// Retained interfaces or nodes.
    pub interfaces: Vec<String>,
    /// Which modes are kept in addition.
    pub modes: ModeChoice,
    /// Whether the residual compliance of the others is added at the ports.
    pub residual: bool,
    /// Inputs and outputs.
    pub ports: ServedPorts,
}

/// Names of the inputs and outputs of a reduction; `None`: the default of the method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServedPorts {
    /// Forces and torques.
    pub inputs: Option<Vec<String>>,
    /// Outputs.
    pub outputs: Option<Vec<String>>,
}

/// Which elastic modes are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModeChoice {
    /// This many, from the lowest.
    Count(usize),
    /// All below a frequency \[Hz\].
    Below(f64),
}

/// How many directions are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Keep {
    /// This many.
    Count(usize),
    /// Those with more than this share of the sum of all singular values \[-\].
    Share(f64),
}

/// How far a Krylov space is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KrylovSize {
    /// This many blocks.
    Order(usize),
    /// Until the indicator of the error stays below the tolerance over a band of frequencies.
    Tolerance {
        /// Relative error of the response \[-\].
        tolerance: f64,
        /// First and last frequency \[Hz\].
        band: [f64; 2],
    },
}

impl Method {
    /// The keyword in the model file; `file` for a saved basis.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Modal { .. } => "modal",
            Self::SvdModal(_) => "svd-modal",
            Self::Krylov(_) => "krylov",
            Self::Guyan { .. } => "guyan",
            Self::CraigBampton(_) => "craig-bampton",
            Self::Rubin(_) => "rubin",
            Self::MacNeal(_) => "macneal",
            Self::Balanced { .. } => "balanced",
            Self::Saved { .. } => "file",
        }
    }

    /// Its inputs and outputs, if the method has any.
    #[must_use]
    pub fn ports(&self) -> Option<&ServedPorts> {
        match self {
            Self::Modal { ports, .. } | Self::Balanced { ports, .. } => Some(ports),
            Self::Krylov(krylov) => Some(&krylov.ports),
            Self::CraigBampton(kept) | Self::Rubin(kept) | Self::MacNeal(kept) => Some(&kept.ports),
            Self::SvdModal(_) | Self::Guyan { .. } | Self::Saved { .. } => None,
        }
    }

    /// Retained interfaces or nodes.
    #[must_use]
    pub fn interfaces(&self) -> &[String] {
        match self {
            Self::Guyan { interfaces } => interfaces,
            Self::CraigBampton(kept) | Self::Rubin(kept) | Self::MacNeal(kept) => &kept.interfaces,
            _ => &[],
        }
    }

    /// Which modes it takes.
    #[must_use]
    pub fn modes(&self) -> Option<ModeChoice> {
        match self {
            Self::Modal { modes, .. } | Self::Balanced { modes, .. } => Some(*modes),
            Self::CraigBampton(kept) | Self::Rubin(kept) | Self::MacNeal(kept) => Some(kept.modes),
            _ => None,
        }
    }

    /// Which directions are kept.
    #[must_use]
    pub fn keep(&self) -> Option<Keep> {
        match self {
            Self::SvdModal(options) => Some(options.keep),
            Self::Balanced { keep, .. } => Some(*keep),
            _ => None,
        }
    }

    /// Whether the residual compliance of the omitted modes is added.
    #[must_use]
    pub fn has_residual(&self) -> bool {
        match self {
            Self::Modal { residual, .. } | Self::Balanced { residual, .. } => *residual,
            Self::Krylov(krylov) => krylov.residual,
            Self::CraigBampton(kept) | Self::Rubin(kept) | Self::MacNeal(kept) => kept.residual,
            Self::SvdModal(_) | Self::Guyan { .. } | Self::Saved { .. } => false,
        }
    }

    /// Whether it can be applied to the linear structure about any configuration.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        !matches!(self, Self::Saved { .. } | Self::SvdModal(_))
    }

    /// The file of a saved basis.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Saved { file } => Some(file),
            _ => None,
        }
    }
}
