//! Comparison of a reduced structure with the full one, for all reductions.

use super::band_error::{BandError, BandQuestion, ResponseKept, WINDOW};
use super::certify_error::{CheckedError, certify_error};
use super::elastic::Elastic;
use super::free_modes::certified;
use super::mode_pairing::{ModeKept, modes_kept};
use super::small_modes::SmallModes;
use super::static_gains::{GainKept, Unresisted, gains, inertia_error, unresisted};
use super::{LinearRequest, ModeChoice, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::{Modes, Progress, Threads};
use lissom_mech::Structure;

/// Options of the comparison.
#[derive(Clone, Debug)]
pub struct ComparisonRequest {
    /// Inputs of the reduction, by index.
    pub inputs: Vec<usize>,
    /// First and last frequency [Hz].
    pub band: [f64; 2],
    /// Factorisations of the full structure that its response over the band may cost; with none it is not computed.
    pub responses: usize,
    /// Threads; they change no bit of the result.
    pub threads: Threads,
}

/// Comparison of a reduced structure with the full one.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Coordinates of the reduced structure.
    pub size: usize,
    /// Coordinates of the full structure.
    pub full_size: usize,
    /// Elastic modes of the full structure in the band, none missing, each with its reduced counterpart.
    pub frequencies: Vec<ModeKept>,
    /// False where they were not computed, because a factorisation would not fit into memory; responses neither.
    pub modes_known: bool,
    /// Frequencies of the reduced structure, rigid motions left out [Hz].
    pub reduced_hz: Vec<f64>,
    /// Motions without stiffness: of the full structure, and of the reduced one.
    pub rigid: [usize; 2],
    /// Static gain of each pair of output and input.
    pub gains: Vec<GainKept>,
    /// Inputs that drive motions without stiffness: their gains are those of the deformation alone.
    pub unresisted: Vec<Unresisted>,
    /// Largest relative error of mass, first moments and inertia; `None` when nothing is free to move [-].
    pub inertia_error: Option<f64>,
    /// Error of the response over the band; `None` where it was not computed.
    pub band_error: Option<BandError>,
    /// The largest error over the band, once more by a factorisation of the full matrices.
    pub checked: Option<CheckedError>,
    /// Numerical factorisations spent.
    pub factorisations: usize,
    /// Solves spent, each right-hand side counted.
    pub solves: usize,
}

impl Comparison {
    /// The largest error of a frequency whose mode was found again [-].
    #[must_use]
    pub fn frequency_error(&self) -> f64 {
        self.frequencies.iter().filter_map(ModeKept::error).fold(0.0, f64::max)
    }

    /// Modes of the full structure that the reduced one does not have.
    pub fn missing(&self) -> impl Iterator<Item = &ModeKept> {
        self.frequencies.iter().filter(|mode| mode.reduced_hertz.is_none())
    }

    /// The largest error of a static gain [-].
    #[must_use]
    pub fn gain_error(&self) -> f64 {
        self.gains.iter().map(|gain| gain.error).fold(0.0, f64::max)
    }

    /// The largest error of the response over the band [-]; `None` when it was not computed. At least the
    /// error found by the checker.
    #[must_use]
    pub fn response_error(&self) -> Option<f64> {
        let found = self.band_error.as_ref()?.worst.error;
        Some(self.checked.as_ref().map_or(found, |checked| checked.error.max(found)))
    }

    /// The error at all sampled frequencies, ascending; empty when the response was not computed.
    #[must_use]
    pub fn responses(&self) -> &[ResponseKept] {
        self.band_error.as_ref().map_or(&[], |band| &band.samples)
    }
}

/// Compares a reduced structure with the full one.
///
/// Modal damping is left out on both sides: it is the same by definition.
///
/// # Errors
/// When the full structure cannot be factored, or its modes cannot be certified.
pub fn compare(
    full: &Structure,
    reduced: &ReducedStructure,
    request: &ComparisonRequest,
    progress: &dyn Progress,
) -> Result<Comparison, ReduceError> {
    let [from, to] = request.band;
    if !(from.is_finite() && to.is_finite() && from >= 0.0 && from < to) {
        return Err(ReduceError::BadBand { from, to });
    }
    // Natural frequencies a little beyond the band reach into it with their windows.
    let found = match modes_below(full, to * (1.0 + 2.0 * WINDOW), request, progress) {
        Err(error) if error.is_too_large() => None,
        found => Some(found?),
    };
    progress.stage("static gains", None);
    let elastic = Elastic::new(full, &request.threads)?;
    let reduced_elastic = Elastic::new(&reduced.structure, &request.threads)?;
    let rigid = [elastic.rigid().cols(), reduced_elastic.rigid().cols()];
    let small = SmallModes::of(reduced, rigid[1])?;
    let momenta = full.mass.times(&reduced.vectors);
    let spent = found.as_ref().map_or((0, 0), |found| (found.cost.factorisations, found.cost.solves));
    let mut comparison = Comparison {
        size: reduced.size(),
        full_size: full.size(),
        modes_known: found.is_some(),
        frequencies: found
            .as_ref()
            .map_or(Vec::new(), |found| modes_kept(found, reduced, &small, &momenta, request.band)),
        reduced_hz: small.elastic_hertz(),
        rigid,
        gains: gains(&elastic, &reduced_elastic, &request.inputs),
        unresisted: unresisted(&elastic, &request.inputs),
        inertia_error: inertia_error(&elastic, reduced, &momenta),
        band_error: None,
        checked: None,
        factorisations: elastic.null_space.factorisations + spent.0,
        solves: spent.1,
    };
    // Without a force there is no response.
    if let Some(found) = found.filter(|_| !request.inputs.is_empty() && request.responses > 0) {
        let pieces = Pieces { elastic: &elastic, reduced, small: &small, found: &found, request };
        pieces.respond(&mut comparison, progress)?;
    }
    Ok(comparison)
}

/// Data for the error over the band.
struct Pieces<'p> {
    elastic: &'p Elastic<'p>,
    reduced: &'p ReducedStructure,
    small: &'p SmallModes,
    found: &'p Modes,
    request: &'p ComparisonRequest,
}

impl Pieces<'_> {
    /// Adds the error over the band and the verdict of the checker.
    fn respond(&self, comparison: &mut Comparison, progress: &dyn Progress) -> Result<(), ReduceError> {
        let request = self.request;
        let question = BandQuestion {
            full: self.elastic.structure,
            reduced: self.reduced,
            small: self.small,
            found: self.found,
            inputs: &request.inputs,
            band: request.band,
            rounds: request.responses,
            threads: &request.threads,
        };
        let band = question.answer(progress)?;
        let ResponseKept { hertz, error, .. } = band.worst;
        comparison.factorisations += band.factorisations;
        if !band.samples.is_empty() {
            let (inputs, threads) = (&request.inputs, &request.threads);
            let checked = certify_error(self.elastic, self.reduced, inputs, hertz, error, threads)?;
            comparison.checked = Some(checked);
            comparison.factorisations += 1;
            comparison.solves += request.inputs.len();
        }
        comparison.band_error = Some(band);
        Ok(())
    }
}

fn modes_below(
    full: &Structure,
    hertz: f64,
    request: &ComparisonRequest,
    progress: &dyn Progress,
) -> Result<Modes, ReduceError> {
    let options = LinearRequest { threads: request.threads.clone(), ..LinearRequest::default() };
    let (k, m, rigid) = (&full.stiffness, &full.mass, &full.rigid_candidates);
    certified(&full.name, k, m, Some(rigid), ModeChoice::Below(hertz), &options, progress)
}
