//! The response of a structure: (K − ω²M + iωD) x = b at every frequency of a list, to a residual.
//!
//! One factorisation for each frequency would be exact and slow. Instead the equation is projected onto a basis that
//! grows until the *full* equation is satisfied at every frequency: the certified modes of the band, and what real
//! factorisations of K − σM at the worst frequencies add ([`ResponseBasis`](crate::response_basis)). The residual of the
//! full equation is the certificate, whatever the basis is made of; damping never needs a complex factorisation.
//!
//! Modal damping has no matrix of its own. It is taken as M Φ diag(2ζω) Φᵀ M over the modes of the band, which gives
//! each of them its ratio exactly; motions above the band, and rigid ones, are not damped by it.

use crate::error::DynamicsError;
use crate::linear::frequency_response::{BasisEvidence, ResponseRequest};
use crate::linear::linear_model::{Linear, LinearPort, Transfer};
use crate::linear::response_basis::{ResponseBasis, Trial, modal_ratios};
use lissom_linalg::{
    Analysis, Cholesky, Complex, Dense, FactorError, Ldlt, Modes, ModesOptions, Progress, Sparse, Threads,
    Wanted, dot, modes,
};
use lissom_mech::{Pattern, Row, Structure};
use std::borrow::Cow;
use std::f64::consts::TAU;
use std::sync::Arc;

/// Modes up to this multiple of the highest frequency are in the basis from the start, and have modal damping.
const MARGIN: f64 = 1.5;
/// Structures with no more rows are solved as they are.
const SMALL: usize = 128;
/// Factorisations before we give up; each adds several vectors for each input.
const MOST_ROUNDS: usize = 40;
/// A response whose residual rounding alone keeps above this share of the force is not valid: the frequency is a resonance.
const UNBOUNDED: f64 = 1e-2;
/// A shift nearer to an eigenvalue than this share is moved away: the factor would be nearly singular.
const TOO_NEAR: f64 = 1e-6;

impl Linear for Structure {
    type Error = DynamicsError;

    fn name(&self) -> &str {
        &self.name
    }

    fn rows(&self) -> Cow<'_, [Row]> {
        Cow::Borrowed(&self.rows)
    }

    fn inputs(&self) -> Vec<LinearPort> {
        self.inputs.iter().map(port).collect()
    }

    fn outputs(&self) -> Vec<LinearPort> {
        self.outputs.iter().map(port).collect()
    }

    fn transfer<'a>(
        &'a self,
        inputs: &[usize],
        outputs: &[usize],
        request: &'a ResponseRequest,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Transfer<Error = DynamicsError> + 'a>, DynamicsError> {
        let columns = |all: &[Pattern], places: &[usize]| {
            let values = places.iter().flat_map(|place| &all[*place].values).copied().collect();
            Dense::from_column_major(self.size(), places.len(), values)
        };
        let forces = columns(&self.inputs, inputs);
        let measured = columns(&self.outputs, outputs);
        Ok(Box::new(StructureTransfer::of(self, forces, measured, request, progress)?))
    }
}

fn port(pattern: &Pattern) -> LinearPort {
    LinearPort { name: pattern.name.clone(), unit: Some(pattern.unit.clone()) }
}

/// The response of a structure on a basis that serves all frequencies of a request.
struct StructureTransfer<'a> {
    structure: &'a Structure,
    request: &'a ResponseRequest,
    forces: Dense,
    measured: Dense,
    found: Modes,
    basis: ResponseBasis<'a>,
    trials: Vec<Trial>,
    factorisations: usize,
}

impl<'a> StructureTransfer<'a> {
    fn of(
        structure: &'a Structure,
        forces: Dense,
        measured: Dense,
        request: &'a ResponseRequest,
        progress: &dyn Progress,
    ) -> Result<Self, DynamicsError> {
        let omegas: Vec<f64> = request.frequencies_hz.iter().map(|hz| TAU * hz).collect();
        let highest = omegas.iter().copied().fold(0.0, f64::max);
        let found = modes_of_band(structure, highest, request, progress)?;
        if found.rigid.cols() > 0 && omegas.contains(&0.0) {
            return Err(DynamicsError::Resonance { hz: 0.0 });
        }
        let mut basis = ResponseBasis::new(structure, forces.clone(), measured.clone(), &found, highest);
        let mut factorisations = found.cost.factorisations;
        factorisations += complete(&mut basis, &omegas, &found, request, progress)?;
        let trials = basis.evaluate(&omegas, request.tolerance)?;
        if let Some(place) = trials.iter().position(|trial| trial.worst() > UNBOUNDED) {
            return Err(DynamicsError::Resonance { hz: request.frequencies_hz[place] });
        }
        Ok(Self { structure, request, forces, measured, found, basis, trials, factorisations })
    }

    fn row(&self, trial: &Trial) -> Vec<Complex> {
        let of = |i: usize| (0..self.measured.cols()).map(move |o| self.basis.output(trial, i, o));
        (0..self.forces.cols()).flat_map(of).collect()
    }
}

impl Transfer for StructureTransfer<'_> {
    type Error = DynamicsError;

    fn over_range(&mut self) -> Result<Vec<Vec<Complex>>, DynamicsError> {
        Ok(self.trials.iter().map(|trial| self.row(trial)).collect())
    }

    fn at(&self, hz: f64) -> Result<Vec<Complex>, DynamicsError> {
        Ok(self.row(&self.basis.solve(TAU * hz)?))
    }

    /// cᵀ K⁻¹ b; none with rigid modes or an unstable stiffness.
    fn static_gains(&mut self) -> Result<Vec<Option<f64>>, DynamicsError> {
        if self.found.rigid.cols() > 0 || self.found.negative > 0 {
            return Ok(Vec::new());
        }
        let factor = Cholesky::factor(&self.structure.stiffness, &self.request.threads)
            .map_err(|error| DynamicsError::factor(error, self.structure))?;
        self.factorisations += 1;
        let mut x = self.forces.clone();
        factor.solve_in_place(&mut x);
        let places = (0..x.cols()).flat_map(|i| (0..self.measured.cols()).map(move |o| (i, o)));
        Ok(places.map(|(i, o)| Some(dot(self.measured.column(o), x.column(i)))).collect())
    }

    /// Without damping the maxima are infinite, at the natural frequencies.
    fn has_peaks(&self) -> bool {
        self.basis.is_damped()
    }

    fn evidence(&self) -> Option<BasisEvidence> {
        Some(BasisEvidence {
            residuals: self.trials.iter().map(Trial::worst).collect(),
            rigid: self.found.rigid.cols(),
            modes_hz: self.found.frequencies(),
            modal_damping: modal_ratios(self.structure, &self.found),
            basis: self.basis.size(),
            factorisations: self.factorisations,
        })
    }
}

fn modes_of_band(
    structure: &Structure,
    highest: f64,
    request: &ResponseRequest,
    progress: &dyn Progress,
) -> Result<Modes, DynamicsError> {
    let options = ModesOptions { threads: request.threads.clone(), ..ModesOptions::default() };
    let wanted = if highest > 0.0 { Wanted::Below((MARGIN * highest).powi(2)) } else { Wanted::Lowest(1) };
    let candidates = Some(&structure.rigid_candidates);
    modes(&structure.stiffness, &structure.mass, candidates, wanted, &options, progress)
        .map_err(|error| DynamicsError::named(error, structure))
}

/// Enlarges the basis until the full equation holds at every frequency; returns the factorisations spent.
fn complete(
    basis: &mut ResponseBasis<'_>,
    omegas: &[f64],
    found: &Modes,
    request: &ResponseRequest,
    progress: &dyn Progress,
) -> Result<usize, DynamicsError> {
    let structure = basis.structure();
    if structure.size() <= SMALL {
        basis.extend(&Dense::identity(structure.size()));
        return Ok(0);
    }
    let mut shifted = Shifted::new(structure, &request.threads);
    for round in 0..MOST_ROUNDS {
        progress.stage("frequency response", None);
        let trials = basis.evaluate(omegas, request.tolerance)?;
        let worst = trials.iter().position(Trial::is_worst);
        let Some(worst) = worst.filter(|&i| trials[i].excess(request.tolerance) > 1.0) else {
            return Ok(round);
        };
        if round + 1 == MOST_ROUNDS {
            let residual = trials[worst].worst();
            let (hz, tolerance) = (omegas[worst] / TAU, request.tolerance);
            return Err(DynamicsError::ResponseNotFound { hz, residual, tolerance, basis: basis.size() });
        }
        let factor = shifted.factor(away_from(omegas[worst].powi(2), &found.eigenvalues))?;
        basis.enrich(&factor, omegas[worst], &trials[worst]);
    }
    Ok(MOST_ROUNDS)
}

/// The shift, moved where no eigenvalue is near.
pub(crate) fn away_from(mut shift: f64, eigenvalues: &[f64]) -> f64 {
    // Each move is longer than the forbidden width, so that it ends after at most as many moves as there are modes.
    while eigenvalues.iter().any(|value| (shift - value).abs() < TOO_NEAR * value.abs()) {
        shift *= 1.0 + 4.0 * TOO_NEAR;
    }
    shift
}

/// K − σM for several σ, with one analysis of the pattern.
pub(crate) struct Shifted<'a> {
    structure: &'a Structure,
    threads: &'a Threads,
    analysis: Option<Arc<Analysis>>,
}

impl<'a> Shifted<'a> {
    pub fn new(structure: &'a Structure, threads: &'a Threads) -> Self {
        Self { structure, threads, analysis: None }
    }

    pub fn factor(&mut self, shift: f64) -> Result<Ldlt, DynamicsError> {
        let matrix: Sparse = self.structure.stiffness.add_scaled(1.0, &self.structure.mass, -shift);
        let named = |error: FactorError| DynamicsError::factor(error, self.structure);
        let analysis = match &self.analysis {
            Some(analysis) => Arc::clone(analysis),
            None => Arc::new(Analysis::of(&matrix).map_err(named)?),
        };
        self.analysis = Some(Arc::clone(&analysis));
        Ldlt::factor_with(&analysis, &matrix, self.threads).map_err(named)
    }
}
