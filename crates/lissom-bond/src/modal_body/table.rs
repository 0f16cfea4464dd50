//! A modal body from a table of modes.

use super::mode::{ModalBody, Mode};
use super::residual::ResidualCompliance;
use crate::error::BondError;
use lissom_linalg::Dense;
use std::f64::consts::TAU;

/// Rigid motions and elastic modes as a test or a finite-element program reports them, ascending in frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeTable {
    /// Name of the body.
    pub name: String,
    /// Port names.
    pub ports: Vec<String>,
    /// Rigid motions.
    pub rigid: Vec<Mode>,
    /// Elastic modes.
    pub elastic: Vec<Mode>,
}

impl ModeTable {
    /// A table from frequencies, modal masses and shapes at the ports (one row per mode).
    ///
    /// `rigid_mass` adds the rigid motion with shape one at every port.
    ///
    /// # Errors
    /// [`BondError::TableLength`] when the lists differ in length, [`BondError::BadMode`] for a frequency that is
    /// not positive.
    pub fn new(
        name: &str,
        ports: &[&str],
        rigid_mass: Option<f64>,
        frequencies_hz: &[f64],
        modal_masses: &[f64],
        shapes: &[Vec<f64>],
    ) -> Result<Self, BondError> {
        let (frequencies, masses) = (frequencies_hz.len(), modal_masses.len());
        if frequencies != masses || frequencies != shapes.len() {
            let body = name.to_owned();
            return Err(BondError::TableLength { body, frequencies, masses, shapes: shapes.len() });
        }
        let rigid =
            rigid_mass.map(|mass| Mode { mass, stiffness: 0.0, damping: 0.0, shape: vec![1.0; ports.len()] });
        let mut elastic = Vec::with_capacity(frequencies);
        for (j, &frequency) in frequencies_hz.iter().enumerate() {
            if !(frequency > 0.0 && frequency.is_finite()) {
                let (body, mode, what) = (name.to_owned(), j + 1, "frequency");
                return Err(BondError::BadMode { body, mode, what, value: frequency });
            }
            elastic.push(Mode::undamped(modal_masses[j], TAU * frequency, shapes[j].clone()));
        }
        let ports = ports.iter().map(|&port| port.to_owned()).collect();
        Ok(Self { name: name.to_owned(), ports, rigid: rigid.into_iter().collect(), elastic })
    }

    /// The body with `retain` elastic modes and the others as residual.
    ///
    /// # Errors
    /// [`BondError::RetainTooMany`] and those of [`ModalBody::new`].
    pub fn with_remaining_modes(&self, retain: usize) -> Result<ModalBody, BondError> {
        let (kept, rest) = self.split(retain)?;
        let residual = ResidualCompliance::from_remaining_modes(&self.name, self.ports.len(), &kept, rest)?;
        ModalBody::new(&self.name, self.ports.clone(), kept, residual)
    }

    /// The body with `retain` elastic modes and the residual of a given static compliance [m/N].
    ///
    /// # Errors
    /// As [`Self::with_remaining_modes`], and those of [`ResidualCompliance::from_statics`].
    pub fn with_statics(&self, retain: usize, static_compliance: &Dense) -> Result<ModalBody, BondError> {
        let (kept, _) = self.split(retain)?;
        let residual = ResidualCompliance::from_statics(&self.name, static_compliance, &kept)?;
        ModalBody::new(&self.name, self.ports.clone(), kept, residual)
    }

    /// The body with `retain` elastic modes, without residual.
    ///
    /// # Errors
    /// As [`Self::with_remaining_modes`].
    pub fn truncated(&self, retain: usize) -> Result<ModalBody, BondError> {
        let (kept, _) = self.split(retain)?;
        ModalBody::new(&self.name, self.ports.clone(), kept, ResidualCompliance::none(self.ports.len()))
    }

    fn split(&self, retain: usize) -> Result<(Vec<Mode>, &[Mode]), BondError> {
        if retain > self.elastic.len() {
            let (body, available) = (self.name.clone(), self.elastic.len());
            return Err(BondError::RetainTooMany { body, retain, available });
        }
        let (kept, rest) = self.elastic.split_at(retain);
        Ok((self.rigid.iter().chain(kept).cloned().collect(), rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 1 of the paper: frequency, shape at the cart, shape at the tip \[Clemen2021, Table 1\].
    pub(crate) const CART: [[f64; 3]; 8] = [
        [94.0, 2.95, -6.66],
        [515.0, -2.76, -6.35],
        [1195.0, -2.02, 5.52],
        [1669.0, 0.15, -2.90],
        [1669.0, -0.11, 2.13],
        [2482.0, 1.38, 5.86],
        [3760.0, 1.23, -4.54],
        [4489.0, 0.14, -4.34],
    ];

    fn cart() -> ModeTable {
        let frequencies = CART.map(|row| row[0]);
        let shapes: Vec<Vec<f64>> = CART.iter().map(|row| row[1..].to_vec()).collect();
        ModeTable::new("cart_beam", &["cart", "tip"], Some(0.104), &frequencies, &[1.0; 8], &shapes).unwrap()
    }

    #[test]
    fn residual_of_the_cart_is_that_of_the_paper() {
        let body = cart().with_remaining_modes(1).unwrap();
        let residual = body.residual.matrix();
        // Unrounded compliances 1/(2 pi f)^2; printed 8.10e-7, 1.49e-6, 4.71e-6.
        let exact = [
            (0, 0, 8.107770071329128e-07),
            (0, 1, 1.4924302318137053e-06),
            (1, 0, 1.4924302318137053e-06),
            (1, 1, 4.711018580315341e-06),
        ];
        for (i, j, exact) in exact {
            assert!((residual[(i, j)] / exact - 1.0).abs() < 1e-13);
        }
        assert_eq!(body.residual.rank(), 2);
        assert_eq!(body.modes.len(), 2);
    }

    #[test]
    fn statics_and_remaining_modes_agree_when_the_table_is_complete() {
        let table = cart();
        let whole = table.truncated(8).unwrap().modal_compliance();
        let by_statics = table.with_statics(3, &whole).unwrap();
        let by_modes = table.with_remaining_modes(3).unwrap();
        let mut difference = by_statics.residual.matrix().clone();
        difference.add_scaled(-1.0, by_modes.residual.matrix());
        assert!(difference.max_abs() < 1e-15 * whole.max_abs());
    }

    #[test]
    fn one_remaining_mode_leaves_one_direction() {
        let body = cart().with_remaining_modes(7).unwrap();
        assert_eq!(body.residual.rank(), 1);
        let none = cart().with_remaining_modes(8).unwrap();
        assert_eq!((none.residual.rank(), none.residual.active_ports().len()), (0, 0));
    }

    #[test]
    fn too_soft_modes_are_refused_with_the_eigenvalue() {
        // Statics stiffer than the retained modes: they cannot belong to the same body.
        let table = cart();
        let mut whole = table.truncated(8).unwrap().modal_compliance();
        whole.scale(0.9);
        let error = table.with_statics(2, &whole).unwrap_err();
        let BondError::InconsistentResidual { eigenvalue, .. } = error else { panic!("{error}") };
        assert!(eigenvalue < -0.01, "{eigenvalue}");
        assert!(error.to_string().contains("eigenvalue"), "{error}");
    }

    #[test]
    fn malformed_tables_are_refused_by_name() {
        let shapes = [vec![1.0, 2.0]];
        let new = |f: &[f64]| ModeTable::new("b", &["p", "q"], None, f, &[1.0], &shapes);
        assert!(matches!(new(&[0.0]), Err(BondError::BadMode { what: "frequency", .. })));
        assert!(matches!(new(&[1.0, 2.0]), Err(BondError::TableLength { .. })));
        let table = new(&[1.0]).unwrap();
        assert!(matches!(table.with_remaining_modes(2), Err(BondError::RetainTooMany { available: 1, .. })));
        let asymmetric = Dense::from_rows(&[&[1.0, 0.1], &[0.2, 1.0]]);
        assert!(matches!(table.with_statics(1, &asymmetric), Err(BondError::Asymmetric { .. })));
    }
}
