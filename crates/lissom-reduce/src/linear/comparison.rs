//! A reduced structure against the full one: the one report for every reduction.

use super::elastic::Elastic;
use super::free_modes::certified;
use super::response::{full_response, respond};
use super::{LinearRequest, ModeChoice, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::{Complex, Dense, Lu, Modes, Progress, Threads, dot, eigen, norm};
use lissom_mech::{Pattern, Structure};
use std::f64::consts::TAU;

/// What is compared.
#[derive(Clone, Debug)]
pub struct ComparisonRequest {
    /// Inputs, by place: those that the reduction promises to serve.
    pub inputs: Vec<usize>,
    /// First and last frequency [Hz].
    pub band: [f64; 2],
    /// Number of frequencies at which the response of the full structure is computed; each costs a factorisation.
    pub responses: usize,
    /// Threads; they change no bit of the result.
    pub threads: Threads,
}

/// A reduced structure against the full one.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Coordinates of the reduced structure.
    pub size: usize,
    /// Coordinates of the full structure.
    pub full_size: usize,
    /// Elastic modes of the full structure in the band, none missing, each with what became of it.
    pub frequencies: Vec<ModeKept>,
    /// False where they were not computed, because a factorisation would not fit into memory; responses neither.
    pub modes_known: bool,
    /// Frequencies of the reduced structure, rigid motions left out [Hz].
    pub reduced_hz: Vec<f64>,
    /// Static gain of each pair of output and input.
    pub gains: Vec<GainKept>,
    /// Largest relative error of mass, first moments and inertia; `None` when nothing is free to move [-].
    pub inertia_error: Option<f64>,
    /// Error of the response at some frequencies of the band.
    pub responses: Vec<ResponseKept>,
    /// Numerical factorisations spent.
    pub factorisations: usize,
    /// Solves spent, each right-hand side counted.
    pub solves: usize,
}

/// What became of a mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeKept {
    /// Frequency of the full structure [Hz].
    pub hertz: f64,
    /// Frequency of the reduced mode that resembles it most [Hz].
    pub reduced_hertz: f64,
    /// Share of the mode's kinetic energy that lies in the basis [-].
    pub held: f64,
}

impl ModeKept {
    /// |f_reduced/f − 1| [-].
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.reduced_hertz / self.hertz - 1.0).abs()
    }
}

/// A static gain: the output's deformation under a unit of the input, rigid motion left out.
#[derive(Clone, Debug, PartialEq)]
pub struct GainKept {
    /// Output.
    pub output: String,
    /// Input.
    pub input: String,
    /// Gain of the full structure (unit of the output over that of the input).
    pub full: f64,
    /// Gain of the reduced structure.
    pub reduced: f64,
    /// |difference| over the largest gain of this output [-].
    pub error: f64,
}

/// The response at a frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseKept {
    /// Frequency [Hz].
    pub hertz: f64,
    /// ‖x − V y‖/‖x‖ in energy norm, the largest over the inputs [-].
    pub error: f64,
    /// What the indicator says, where there is one [-].
    pub indicator: Option<f64>,
}

impl Comparison {
    /// The largest error of a frequency whose mode lies in the basis by more than nine tenths [-].
    #[must_use]
    pub fn frequency_error(&self) -> f64 {
        self.frequencies.iter().filter(|mode| mode.held > 0.9).map(ModeKept::error).fold(0.0, f64::max)
    }

    /// The largest error of a static gain [-].
    #[must_use]
    pub fn gain_error(&self) -> f64 {
        self.gains.iter().map(|gain| gain.error).fold(0.0, f64::max)
    }

    /// The largest error of the response [-]; `None` when it was not computed.
    #[must_use]
    pub fn response_error(&self) -> Option<f64> {
        self.responses.iter().map(|at| at.error).reduce(f64::max)
    }
}

/// Holds a reduced structure against the full one.
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
    let found = match modes_below(full, to, request, progress) {
        Err(error) if error.is_too_large() => None,
        found => Some(found?),
    };
    let small = Small::of(reduced)?;
    let momenta = full.mass.times(&reduced.vectors);
    let frequencies = match &found {
        Some(found) => Some(modes_kept(found, reduced, &small, &momenta, from)?),
        None => None,
    };
    progress.stage("static gains", None);
    let elastic = Elastic::new(full, &request.threads)?;
    let gains = gains(&elastic, reduced, request)?;
    let inertia_error = inertia_error(&elastic, reduced, &momenta)?;
    let spent = found.as_ref().map_or((0, 0), |found| (found.cost.factorisations, found.cost.solves));
    let (mut factorisations, mut solves) = (elastic.null_space.factorisations + spent.0, spent.1);
    // Without a force there is no response.
    let asked = found.as_ref().filter(|_| !request.inputs.is_empty());
    let at = asked.map_or(Vec::new(), |found| response_frequencies(found, request));
    progress.stage("response of the full structure", Some(at.len() as u64));
    let mut responses = Vec::new();
    for (done, hertz) in at.into_iter().enumerate() {
        responses.push(response_kept(full, reduced, &small, request, hertz)?);
        factorisations += 1;
        solves += request.inputs.len();
        progress.advance(done as u64 + 1);
    }
    Ok(Comparison {
        size: reduced.size(),
        full_size: full.size(),
        modes_known: frequencies.is_some(),
        frequencies: frequencies.unwrap_or_default(),
        reduced_hz: small.squares.iter().filter(|s| **s > small.zero).map(|s| s.sqrt() / TAU).collect(),
        gains,
        inertia_error,
        responses,
        factorisations,
        solves,
    })
}

/// Dense matrices of a reduced structure and its undamped modes.
struct Small {
    mass: Dense,
    damping: Dense,
    stiffness: Dense,
    squares: Vec<f64>,
    shapes: Dense,
    /// Below this ω² is zero.
    zero: f64,
}

impl Small {
    fn of(reduced: &ReducedStructure) -> Result<Self, ReduceError> {
        let dense = &reduced.structure;
        let (mass, damping, stiffness) =
            (dense.mass.to_dense(), dense.damping.to_dense(), dense.stiffness.to_dense());
        let found = eigen::symmetric_definite(&stiffness, &mass)
            .map_err(|source| ReduceError::SmallEigen { source })?;
        let largest = found.values.last().copied().unwrap_or(0.0);
        Ok(Self {
            mass,
            damping,
            stiffness,
            squares: found.values,
            shapes: found.vectors,
            zero: 1e-12 * largest,
        })
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

fn modes_kept(
    found: &Modes,
    reduced: &ReducedStructure,
    small: &Small,
    momenta: &Dense,
    from: f64,
) -> Result<Vec<ModeKept>, ReduceError> {
    let gram = reduced.vectors.transpose_matmul(momenta).symmetric_part();
    let shares = momenta.transpose_matmul(&found.vectors);
    let mut inside = shares.clone();
    Lu::factor(&gram)
        .map_err(|source| ReduceError::Resonance { omega: f64::INFINITY, source })?
        .solve_in_place(&mut inside);
    let resemblance = small.shapes.transpose_matmul(&shares);
    let kept = |j: usize| {
        let like = resemblance.column(j);
        let best = (0..like.len()).max_by(|a, b| like[*a].abs().total_cmp(&like[*b].abs())).unwrap_or(0);
        ModeKept {
            hertz: found.eigenvalues[j].abs().sqrt() / TAU,
            reduced_hertz: small.squares.get(best).map_or(0.0, |s| s.abs().sqrt() / TAU),
            held: dot(shares.column(j), inside.column(j)),
        }
    };
    let all = (0..found.eigenvalues.len()).map(kept);
    Ok(all.filter(|mode| mode.hertz >= from).collect())
}

/// Outputs; where there are none, the inputs look at themselves.
fn outputs(structure: &Structure) -> &[Pattern] {
    if structure.outputs.is_empty() { &structure.inputs } else { &structure.outputs }
}

fn gains(
    elastic: &Elastic,
    reduced: &ReducedStructure,
    request: &ComparisonRequest,
) -> Result<Vec<GainKept>, ReduceError> {
    let full = elastic.structure;
    let gain = |elastic: &Elastic| {
        let structure = elastic.structure;
        let columns: Vec<Vec<f64>> =
            request.inputs.iter().map(|i| structure.inputs[*i].values.clone()).collect();
        let deformed = elastic.deform(Dense::from_columns(structure.size(), &columns)).vectors;
        let seen = outputs(structure);
        Dense::from_fn(seen.len(), columns.len(), |i, j| dot(&seen[i].values, deformed.column(j)))
    };
    if request.inputs.is_empty() {
        return Ok(Vec::new());
    }
    let (exact, found) = (gain(elastic), gain(&Elastic::new(&reduced.structure, &request.threads)?));
    let mut all = Vec::new();
    for (i, output) in outputs(full).iter().enumerate() {
        let largest = (0..exact.cols()).fold(0.0, |a: f64, j| a.max(exact[(i, j)].abs()));
        for (j, input) in request.inputs.iter().enumerate() {
            let (full_gain, reduced_gain) = (exact[(i, j)], found[(i, j)]);
            let difference = (full_gain - reduced_gain).abs();
            all.push(GainKept {
                output: output.name.clone(),
                input: full.inputs[*input].name.clone(),
                full: full_gain,
                reduced: reduced_gain,
                error: if largest > 0.0 { difference / largest } else { difference },
            });
        }
    }
    Ok(all)
}

/// Qᵀ M Q of the rigid motions against that of their images in the reduced structure: mass, first moments and inertia in
/// the coordinates in which they are one.
fn inertia_error(
    elastic: &Elastic,
    reduced: &ReducedStructure,
    momenta: &Dense,
) -> Result<Option<f64>, ReduceError> {
    let rigid = elastic.rigid();
    if rigid.cols() == 0 {
        return Ok(None);
    }
    let gram = reduced.vectors.transpose_matmul(momenta).symmetric_part();
    let mut image = momenta.transpose_matmul(rigid);
    Lu::factor(&gram)
        .map_err(|source| ReduceError::Resonance { omega: f64::INFINITY, source })?
        .solve_in_place(&mut image);
    let mut found = image.transpose_matmul(&reduced.structure.mass.times(&image));
    found.add_scaled(-1.0, &Dense::identity(rigid.cols()));
    Ok(Some(found.max_abs()))
}

/// Frequencies between neighbouring modes, spread over the band: near a resonance any two answers differ.
fn response_frequencies(found: &Modes, request: &ComparisonRequest) -> Vec<f64> {
    let [from, to] = request.band;
    let mut edges = vec![from];
    edges.extend(found.frequencies().into_iter().filter(|f| *f > from && *f < to));
    edges.push(to);
    let middles: Vec<f64> = edges.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])).collect();
    let count = request.responses.min(middles.len());
    (0..count).map(|i| middles[i * (middles.len() - 1) / count.saturating_sub(1).max(1)]).collect()
}

fn response_kept(
    full: &Structure,
    reduced: &ReducedStructure,
    small: &Small,
    request: &ComparisonRequest,
    hertz: f64,
) -> Result<ResponseKept, ReduceError> {
    let omega = TAU * hertz;
    let forces: Vec<Vec<f64>> = request.inputs.iter().map(|i| full.inputs[*i].values.clone()).collect();
    let exact = full_response(full, omega, &Dense::from_columns(full.size(), &forces), &request.threads)?;
    let rigid = reduced.structure.rigid_candidates.cols();
    let mut worst = ResponseKept { hertz, error: 0.0, indicator: None };
    for (j, input) in request.inputs.iter().enumerate() {
        let force = &reduced.structure.inputs[*input].values;
        let y = respond(&small.mass, &small.damping, &small.stiffness, rigid, omega, force)?;
        let error = energy_error(full, reduced, [exact[0].column(j), exact[1].column(j)], &y);
        worst.error = worst.error.max(error);
        if let Some(indicator) = &reduced.indicator {
            let here = indicator.at(j, hertz)?.indicator;
            worst.indicator = Some(worst.indicator.map_or(here, |before| before.max(here)));
        }
    }
    Ok(worst)
}

/// ‖x − V y‖_K/‖x‖_K.
fn energy_error(full: &Structure, reduced: &ReducedStructure, exact: [&[f64]; 2], y: &[Complex]) -> f64 {
    let parts: [Vec<f64>; 2] = [y.iter().map(|z| z.re).collect(), y.iter().map(|z| z.im).collect()];
    let (mut distance, mut size) = (0.0, 0.0);
    for (x, part) in exact.iter().zip(&parts) {
        let image = reduced.expand(part);
        let difference: Vec<f64> = x.iter().zip(&image).map(|(a, b)| a - b).collect();
        distance += full.stiffness.form(&difference, &difference).max(0.0);
        size += full.stiffness.form(x, x).max(0.0);
    }
    if size > 0.0 { (distance / size).sqrt() } else { norm(&[distance.sqrt()]) }
}
