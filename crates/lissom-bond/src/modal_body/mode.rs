//! A modal body and its modes.

use super::residual::ResidualCompliance;
use crate::error::BondError;
use lissom_linalg::Dense;

/// A mode, elastic or rigid.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Modal mass \[kg\].
    pub mass: f64,
    /// Modal stiffness; zero for a rigid motion [N/m].
    pub stiffness: f64,
    /// Modal damping [N s/m].
    pub damping: f64,
    /// Shape at each port [-].
    pub shape: Vec<f64>,
}

impl Mode {
    /// A mode without damping, from its angular frequency [rad/s].
    #[must_use]
    pub fn undamped(mass: f64, angular_frequency: f64, shape: Vec<f64>) -> Self {
        Self { mass, stiffness: mass * angular_frequency * angular_frequency, damping: 0.0, shape }
    }

    /// Whether the mode is a motion without deformation.
    #[must_use]
    pub fn is_rigid(&self) -> bool {
        self.stiffness == 0.0
    }

    /// Angular frequency √(k/m) [rad/s].
    #[must_use]
    pub fn angular_frequency(&self) -> f64 {
        (self.stiffness / self.mass).sqrt()
    }
}

/// A body described by its modes at a few ports.
#[derive(Clone, Debug)]
pub struct ModalBody {
    /// Name.
    pub name: String,
    /// Port names.
    pub ports: Vec<String>,
    /// Modes that are kept: rigid motions first, then elastic modes.
    pub modes: Vec<Mode>,
    /// Statics of the omitted modes.
    pub residual: ResidualCompliance,
}

impl ModalBody {
    /// Creates a body and checks its numbers.
    ///
    /// # Errors
    /// [`BondError::NoPorts`], [`BondError::BadMode`], [`BondError::ShapeLength`], [`BondError::FieldSize`].
    pub fn new(
        name: &str,
        ports: Vec<String>,
        modes: Vec<Mode>,
        residual: ResidualCompliance,
    ) -> Result<Self, BondError> {
        if ports.is_empty() {
            return Err(BondError::NoPorts { body: name.to_owned() });
        }
        for (number, mode) in modes.iter().enumerate() {
            check_mode(name, number + 1, mode, ports.len())?;
        }
        let (rows, cols) = (residual.matrix().rows(), residual.matrix().cols());
        if rows != ports.len() {
            return Err(BondError::FieldSize { name: name.to_owned(), rows, cols, ports: ports.len() });
        }
        Ok(Self { name: name.to_owned(), ports, modes, residual })
    }

    /// The same body with all modes but without its residual: plain truncation.
    #[must_use]
    pub fn without_residual(&self) -> Self {
        Self { residual: ResidualCompliance::none(self.ports.len()), ..self.clone() }
    }

    /// Ports without motion in the retained modes and without residual compliance: they are fixed.
    #[must_use]
    pub fn held_ports(&self) -> Vec<&str> {
        let active = self.residual.active_ports();
        let moves = |port: usize| active.contains(&port) || self.modes.iter().any(|m| m.shape[port] != 0.0);
        let ports = self.ports.iter().enumerate();
        ports.filter(|(port, _)| !moves(*port)).map(|(_, name)| name.as_str()).collect()
    }

    /// The compliance of the retained elastic modes: Σ Yⱼ Yⱼᵀ/kⱼ \[Clemen2021, Eq. (11)\] [m/N].
    #[must_use]
    pub fn modal_compliance(&self) -> Dense {
        compliance_of(self.ports.len(), &self.modes)
    }

    /// The compliance of the whole body at its ports, as the model has it [m/N].
    #[must_use]
    pub fn static_compliance(&self) -> Dense {
        let mut sum = self.modal_compliance();
        sum.add_scaled(1.0, self.residual.matrix());
        sum
    }
}

fn check_mode(body: &str, number: usize, mode: &Mode, ports: usize) -> Result<(), BondError> {
    if mode.shape.len() != ports {
        let (body, found) = (body.to_owned(), mode.shape.len());
        return Err(BondError::ShapeLength { body, mode: number, found, ports });
    }
    let bad = |what: &'static str, value: f64| {
        Err(BondError::BadMode { body: body.to_owned(), mode: number, what, value })
    };
    if !(mode.mass.is_finite() && mode.mass > 0.0) {
        return bad("mass", mode.mass);
    }
    if !(mode.stiffness.is_finite() && mode.stiffness >= 0.0) {
        return bad("stiffness", mode.stiffness);
    }
    if !(mode.damping.is_finite() && mode.damping >= 0.0) {
        return bad("damping", mode.damping);
    }
    match mode.shape.iter().find(|y| !y.is_finite()) {
        Some(&value) => bad("shape", value),
        None => Ok(()),
    }
}

/// Σ Yⱼ Yⱼᵀ/kⱼ over the elastic ones of the modes [m/N].
#[must_use]
pub(crate) fn compliance_of(ports: usize, modes: &[Mode]) -> Dense {
    let mut sum = Dense::zeros(ports, ports);
    for mode in modes.iter().filter(|mode| !mode.is_rigid()) {
        let y = &mode.shape;
        sum.add_scaled(1.0 / mode.stiffness, &Dense::from_fn(ports, ports, |i, k| y[i] * y[k]));
    }
    sum
}
