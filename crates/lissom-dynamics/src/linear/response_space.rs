//! A space in which the response of a structure is known to a residual, to be asked at any frequency of a band.
//!
//! [`frequency_response`](crate::frequency_response()) answers for outputs at a list of frequencies. Who looks for the
//! frequency at which something is worst needs the displacements themselves, cheaply and at frequencies not known
//! beforehand. The space begins with the modes of the band and whatever else is given, and grows until the *full* equation
//! holds at every frequency of a list.

use crate::error::DynamicsError;
use crate::linear::response_basis::{ResponseBasis, Trial};
use crate::linear::structure_transfer::{Shifted, away_from};
use lissom_linalg::{Dense, Modes, Progress, Threads};
use lissom_mech::Structure;

/// What a space is made of, and how far it grows.
#[derive(Debug)]
pub struct SpaceRequest<'r> {
    /// Forces, one column each.
    pub forces: Dense,
    /// Modes of the structure over the band, none missing.
    pub modes: &'r Modes,
    /// Displacements that the space holds from the start.
    pub start: &'r Dense,
    /// Angular frequencies at which the full equation is to hold [rad/s].
    pub omegas: &'r [f64],
    /// Largest residual of the full equation, against the force [-].
    pub tolerance: f64,
    /// Factorisations that may be spent.
    pub rounds: usize,
    /// Threads; they change no bit of the result.
    pub threads: &'r Threads,
}

/// The space. Modal damping is left out: only the damping matrix acts.
pub struct ResponseSpace<'a> {
    basis: ResponseBasis<'a>,
    /// Factorisations spent.
    pub factorisations: usize,
    /// Largest residual of the full equation at the frequencies of the request, beyond what rounding explains, against
    /// the force [-].
    pub residual: f64,
}

impl<'a> ResponseSpace<'a> {
    /// Grows the space until the full equation holds, or no factorisation is left.
    ///
    /// # Errors
    /// When a factorisation fails, or a frequency is a resonance.
    pub fn grown(
        structure: &'a Structure,
        request: SpaceRequest<'_>,
        progress: &dyn Progress,
    ) -> Result<Self, DynamicsError> {
        let SpaceRequest { forces, modes, start, omegas, tolerance, rounds, threads } = request;
        let highest = omegas.iter().copied().fold(0.0, f64::max);
        let none = Dense::zeros(structure.size(), 0);
        let mut basis = ResponseBasis::without_modal_damping(structure, forces, none, modes, highest);
        basis.extend(start);
        let mut shifted = Shifted::new(structure, threads);
        let mut factorisations = 0;
        loop {
            progress.stage("response of the full structure", None);
            let trials = basis.evaluate(omegas, tolerance)?;
            let worst = trials.iter().position(Trial::is_worst);
            let excess = worst.map_or(0.0, |i| trials[i].excess(tolerance));
            if excess <= 1.0 || factorisations == rounds {
                return Ok(Self { basis, factorisations, residual: excess * tolerance });
            }
            let Some(worst) = worst else { continue };
            let factor = shifted.factor(away_from(omegas[worst].powi(2), &modes.eigenvalues))?;
            factorisations += 1;
            basis.enrich(&factor, omegas[worst], &trials[worst]);
        }
    }

    /// Number of directions.
    #[must_use]
    pub fn size(&self) -> usize {
        self.basis.size()
    }

    /// Wᵀ K W.
    #[must_use]
    pub fn stiffness(&self) -> &Dense {
        self.basis.small_stiffness()
    }

    /// Coordinates of displacements that lie in the space, column by column.
    #[must_use]
    pub fn coordinates(&self, displacements: &Dense) -> Dense {
        self.basis.coordinates(displacements)
    }

    /// Real and imaginary coordinates of the response to every force [rad/s].
    ///
    /// # Errors
    /// At a resonance without damping.
    pub fn response(&self, omega: f64) -> Result<[Dense; 2], DynamicsError> {
        Ok(self.basis.solve(omega)?.coefficients())
    }
}

impl std::fmt::Debug for ResponseSpace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResponseSpace")
            .field("size", &self.size())
            .field("factorisations", &self.factorisations)
            .field("residual", &self.residual)
            .finish_non_exhaustive()
    }
}
