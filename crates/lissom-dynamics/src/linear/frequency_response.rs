//! Frequency response of a structure: (K − ω²M + iωD) x = b at every frequency of a list, to a residual.
//!
//! One factorisation for each frequency would be exact and slow. Instead the equation is projected onto a basis that
//! grows until the *full* equation is satisfied at every frequency: the certified modes of the band, and what real
//! factorisations of K − σM at the worst frequencies add ([`ResponseBasis`](crate::response_basis)). The residual of the
//! full equation is the certificate, whatever the basis is made of; damping never needs a complex factorisation.
//!
//! Modal damping has no matrix of its own. It is taken as M Φ diag(2ζω) Φᵀ M over the modes of the band, which gives
//! each of them its ratio exactly; motions above the band, and rigid ones, are not damped by it.

use crate::error::DynamicsError;
use crate::linear::response_basis::{ResponseBasis, Trial, modal_ratios};
use lissom_linalg::{
    Analysis, Cholesky, Complex, Dense, FactorError, Ldlt, Modes, ModesOptions, Progress, Sparse, Threads,
    Wanted, dot, modes,
};
use lissom_mech::{Pattern, Structure};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Modes up to this multiple of the highest frequency are in the basis from the start, and have modal damping.
const MARGIN: f64 = 1.5;
/// Default residual.
const TOLERANCE: f64 = 1e-8;
/// Structures up to this size are solved directly.
const SMALL: usize = 128;
/// Limit on factorisations; each adds several vectors for each input.
const MOST_ROUNDS: usize = 40;
/// A response whose residual rounding alone keeps above this share of the force is invalid: the frequency is
/// a resonance.
const UNBOUNDED: f64 = 1e-2;
/// A shift nearer to an eigenvalue than this share is moved away: the factor would be nearly singular.
const TOO_NEAR: f64 = 1e-6;

/// The request.
#[derive(Clone, Debug)]
pub struct ResponseRequest {
    /// Frequencies [Hz].
    pub frequencies_hz: Vec<f64>,
    /// Indices of the inputs; `None`: all.
    pub inputs: Option<Vec<usize>>,
    /// Indices of the outputs; `None`: all.
    pub outputs: Option<Vec<usize>>,
    /// Largest residual of the full equation, against the force [-].
    pub tolerance: f64,
    /// Threads to use; they change no bit of the result.
    pub threads: Threads,
}

impl ResponseRequest {
    /// All inputs and outputs at some frequencies [Hz], on one thread.
    #[must_use]
    pub fn at(frequencies_hz: Vec<f64>) -> Self {
        Self { frequencies_hz, inputs: None, outputs: None, tolerance: TOLERANCE, threads: Threads::one() }
    }
}

/// The answer.
#[derive(Debug)]
pub struct FrequencyResponse {
    /// Frequencies [Hz].
    pub frequencies_hz: Vec<f64>,
    /// One for each pair of input and output, inputs outside.
    pub pairs: Vec<ResponsePair>,
    /// Largest residual ‖b − (K − ω²M + iωD) x‖/‖b‖ of the full equation over all inputs, at each frequency, in
    /// coordinates scaled to a unit diagonal of K + ω²M [-].
    pub residuals: Vec<f64>,
    /// Number of rigid modes.
    pub rigid: usize,
    /// Frequencies of the elastic modes in the basis from the start [Hz].
    pub modes_hz: Vec<f64>,
    /// The ratio that each of these modes was given besides D [-].
    pub modal_damping: Vec<f64>,
    /// Size of the basis at the end.
    pub basis: usize,
    /// Factorisations spent.
    pub factorisations: usize,
}

/// The response of one output to one input.
#[derive(Clone, Debug)]
pub struct ResponsePair {
    /// Name of the input.
    pub input: String,
    /// Name of the output.
    pub output: String,
    /// Unit of the response: `m/N`.
    pub unit: String,
    /// Output over input at each frequency.
    pub values: Vec<Complex>,
    /// Output over a constant input, from the static equation; `None` for a structure with rigid modes.
    pub static_gain: Option<f64>,
    /// Where the modulus has a maximum inside the range, by frequency; none without damping.
    pub peaks: Vec<Peak>,
}

/// A maximum of the modulus of a response.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Frequency [Hz].
    pub frequency_hz: f64,
    /// Output over input there.
    pub value: Complex,
}

/// Frequency responses from the inputs of a structure to its outputs.
///
/// # Errors
/// If there are no inputs or outputs, the modes of the band cannot be found, or the residual stays above the
/// tolerance.
pub fn frequency_response(
    structure: &Structure,
    request: &ResponseRequest,
    progress: &dyn Progress,
) -> Result<FrequencyResponse, DynamicsError> {
    let ports = Ports::new(structure, request)?;
    let omegas = angular(request)?;
    let highest = omegas.iter().copied().fold(0.0, f64::max);
    let found = modes_of_band(structure, highest, request, progress)?;
    if found.rigid.cols() > 0 && omegas.contains(&0.0) {
        return Err(DynamicsError::Resonance { hz: 0.0 });
    }
    let mut basis = ResponseBasis::new(
        structure,
        ports.matrix(&ports.inputs),
        ports.matrix(&ports.outputs),
        &found,
        highest,
    );
    let mut factorisations = found.cost.factorisations;
    factorisations += complete(&mut basis, &omegas, &found, request, progress)?;
    let trials = basis.evaluate(&omegas, request.tolerance)?;
    if let Some(place) = trials.iter().position(|trial| trial.worst() > UNBOUNDED) {
        return Err(DynamicsError::Resonance { hz: request.frequencies_hz[place] });
    }
    let gains = static_gains(&ports, &found, &request.threads)?;
    factorisations += usize::from(gains.is_some());
    Ok(FrequencyResponse {
        pairs: pairs(&ports, &basis, &request.frequencies_hz, &trials, gains.as_ref())?,
        frequencies_hz: request.frequencies_hz.clone(),
        residuals: trials.iter().map(Trial::worst).collect(),
        rigid: found.rigid.cols(),
        modes_hz: found.frequencies(),
        modal_damping: modal_ratios(structure, &found),
        basis: basis.size(),
        factorisations,
    })
}

/// The requested inputs and outputs.
struct Ports<'a> {
    structure: &'a Structure,
    inputs: Vec<&'a Pattern>,
    outputs: Vec<&'a Pattern>,
}

impl<'a> Ports<'a> {
    fn new(structure: &'a Structure, request: &ResponseRequest) -> Result<Self, DynamicsError> {
        let pick = |what, all: &'a [Pattern], places: Option<&Vec<usize>>| {
            let picked: Option<Vec<&Pattern>> = match places {
                None => Some(all.iter().collect()),
                Some(places) => places.iter().map(|place| all.get(*place)).collect(),
            };
            let none = DynamicsError::NoPorts { structure: structure.name.clone(), what };
            picked.filter(|list| !list.is_empty()).ok_or(none)
        };
        Ok(Self {
            structure,
            inputs: pick("input", &structure.inputs, request.inputs.as_ref())?,
            outputs: pick("output", &structure.outputs, request.outputs.as_ref())?,
        })
    }

    /// Patterns side by side.
    fn matrix(&self, patterns: &[&Pattern]) -> Dense {
        let values = patterns.iter().flat_map(|pattern| &pattern.values).copied().collect();
        Dense::from_column_major(self.structure.size(), patterns.len(), values)
    }
}

fn angular(request: &ResponseRequest) -> Result<Vec<f64>, DynamicsError> {
    if let Some(hz) = request.frequencies_hz.iter().find(|hz| !hz.is_finite() || **hz < 0.0) {
        return Err(DynamicsError::BadRange { from: *hz, to: *hz });
    }
    Ok(request.frequencies_hz.iter().map(|hz| TAU * hz).collect())
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

/// cᵀ K⁻¹ b of every pair, inputs outside; `None` with rigid modes or an unstable stiffness.
fn static_gains(
    ports: &Ports<'_>,
    found: &Modes,
    threads: &Threads,
) -> Result<Option<Vec<f64>>, DynamicsError> {
    if found.rigid.cols() > 0 || found.negative > 0 {
        return Ok(None);
    }
    let factor = Cholesky::factor(&ports.structure.stiffness, threads)
        .map_err(|error| DynamicsError::factor(error, ports.structure))?;
    let mut x = ports.matrix(&ports.inputs);
    factor.solve_in_place(&mut x);
    let gains = |i: usize| ports.outputs.iter().map(move |output| (i, &output.values));
    Ok(Some((0..x.cols()).flat_map(gains).map(|(i, weights)| dot(weights, x.column(i))).collect()))
}

fn pairs(
    ports: &Ports<'_>,
    basis: &ResponseBasis<'_>,
    frequencies_hz: &[f64],
    trials: &[Trial],
    gains: Option<&Vec<f64>>,
) -> Result<Vec<ResponsePair>, DynamicsError> {
    let mut list = Vec::new();
    for (i, input) in ports.inputs.iter().enumerate() {
        for (o, output) in ports.outputs.iter().enumerate() {
            let values: Vec<Complex> = trials.iter().map(|trial| basis.output(trial, i, o)).collect();
            let at = |hz: f64| Ok(basis.output(&basis.solve(TAU * hz)?, i, o));
            list.push(ResponsePair {
                input: input.name.clone(),
                output: output.name.clone(),
                unit: unit(output, input),
                // Without damping the maxima are infinite, at the natural frequencies.
                peaks: if basis.is_damped() { peaks(frequencies_hz, &values, &at)? } else { Vec::new() },
                values,
                static_gain: gains.map(|gains| gains[list_place(i, o, ports)]),
            });
        }
    }
    Ok(list)
}

fn list_place(input: usize, output: usize, ports: &Ports<'_>) -> usize {
    input * ports.outputs.len() + output
}

/// `m/N`, `rad/(N m)`; an output without a unit leaves the numerator open.
fn unit(output: &Pattern, input: &Pattern) -> String {
    let denominator = if input.unit.contains(' ') { format!("({})", input.unit) } else { input.unit.clone() };
    let numerator = if output.unit.is_empty() { "1" } else { &output.unit };
    format!("{numerator}/{denominator}")
}

/// Least number of frequencies for the search of peaks: few would step over resonances [-].
const FINE: usize = 400;

/// Maxima of the modulus between the first and the last frequency, refined by golden sections.
fn peaks(
    frequencies: &[f64],
    values: &[Complex],
    at: &dyn Fn(f64) -> Result<Complex, DynamicsError>,
) -> Result<Vec<Peak>, DynamicsError> {
    let mut known: Vec<(f64, f64)> =
        frequencies.iter().copied().zip(values.iter().map(|value| value.abs())).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let pieces = FINE.div_ceil(known.len());
    let mut all: Vec<(f64, f64)> = known.first().copied().into_iter().collect();
    for two in known.windows(2) {
        let (from, to) = (two[0].0, two[1].0);
        for k in 1..pieces {
            let hz = from + (to - from) * k as f64 / pieces as f64;
            all.push((hz, at(hz)?.abs()));
        }
        all.push(two[1]);
    }
    let mut peaks = Vec::new();
    for three in all.windows(3) {
        if three[1].1 > three[0].1 && three[1].1 >= three[2].1 {
            peaks.push(refined(three[0].0, three[2].0, at)?);
        }
    }
    Ok(peaks)
}

/// The maximum between two frequencies, by golden sections.
fn refined(
    mut low: f64,
    mut high: f64,
    at: &dyn Fn(f64) -> Result<Complex, DynamicsError>,
) -> Result<Peak, DynamicsError> {
    let share = (5.0_f64.sqrt() - 1.0) / 2.0;
    let inner = |low: f64, high: f64| [high - share * (high - low), low + share * (high - low)];
    let [mut a, mut b] = inner(low, high);
    let (mut at_a, mut at_b) = (at(a)?, at(b)?);
    // A maximum is flat: the modulus determines only half the digits of the frequency.
    while high - low > 1e-8 * high {
        if at_a.abs() > at_b.abs() {
            (high, b, at_b) = (b, a, at_a);
            a = inner(low, high)[0];
            at_a = at(a)?;
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = inner(low, high)[1];
            at_b = at(b)?;
        }
    }
    let (frequency_hz, value) = if at_a.abs() > at_b.abs() { (a, at_a) } else { (b, at_b) };
    Ok(Peak { frequency_hz, value })
}
