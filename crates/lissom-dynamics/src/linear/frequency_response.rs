//! Frequency responses of everything that is linear: the choice of inputs and outputs, units, static gains and maxima are
//! the same for all; what a kind of model has of its own is its [`Transfer`](crate::Transfer).

use crate::error::DynamicsError;
use crate::linear::linear_model::{Linear, LinearPort};
use lissom_linalg::{Complex, Progress, Threads};

/// Default residual.
const TOLERANCE: f64 = 1e-8;

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
    /// How it was found; `None` where the equations are solved as they are.
    pub evidence: Option<BasisEvidence>,
}

/// How a response was found on a basis that grows until the full equation holds.
#[derive(Clone, Debug, Default)]
pub struct BasisEvidence {
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

/// Frequency responses from the inputs of a linear model to its outputs.
///
/// # Errors
/// When there is nothing to answer, or the response cannot be found.
pub fn frequency_response<L: Linear + ?Sized>(
    linear: &L,
    request: &ResponseRequest,
    progress: &dyn Progress,
) -> Result<FrequencyResponse, L::Error> {
    let (inputs, outputs) = (linear.inputs(), linear.outputs());
    let chosen_inputs = chosen(linear.name(), "input", &inputs, request.inputs.as_ref())?;
    let chosen_outputs = chosen(linear.name(), "output", &outputs, request.outputs.as_ref())?;
    if let Some(hz) = request.frequencies_hz.iter().find(|hz| !hz.is_finite() || **hz < 0.0) {
        return Err(DynamicsError::BadRange { from: *hz, to: *hz }.into());
    }
    let mut transfer = linear.transfer(&chosen_inputs, &chosen_outputs, request, progress)?;
    let rows = transfer.over_range()?;
    let gains = transfer.static_gains()?;
    let mut pairs = Vec::with_capacity(chosen_inputs.len() * chosen_outputs.len());
    for input in &chosen_inputs {
        for output in &chosen_outputs {
            let place = pairs.len();
            let values: Vec<Complex> = rows.iter().map(|row| row[place]).collect();
            let at = |hz: f64| transfer.at(hz).map(|row| row[place]);
            let peaks = match transfer.has_peaks() {
                true => peaks(&request.frequencies_hz, &values, &at)?,
                false => Vec::new(),
            };
            pairs.push(ResponsePair {
                input: inputs[*input].name.clone(),
                output: outputs[*output].name.clone(),
                unit: unit(&outputs[*output], &inputs[*input]),
                values,
                static_gain: gains.get(place).copied().flatten(),
                peaks,
            });
        }
    }
    let evidence = transfer.evidence();
    Ok(FrequencyResponse { frequencies_hz: request.frequencies_hz.clone(), pairs, evidence })
}

/// The places asked for, or all; there has to be one.
fn chosen(
    name: &str,
    what: &'static str,
    all: &[LinearPort],
    places: Option<&Vec<usize>>,
) -> Result<Vec<usize>, DynamicsError> {
    let picked = match places {
        None => (0..all.len()).collect(),
        Some(places) => places.clone(),
    };
    let fits = !picked.is_empty() && picked.iter().all(|place| *place < all.len());
    if fits { Ok(picked) } else { Err(DynamicsError::NoPorts { structure: name.to_owned(), what }) }
}

/// `m/N`, `rad/(N m)`; an output without a unit leaves the numerator open. Empty where a unit is not known.
fn unit(output: &LinearPort, input: &LinearPort) -> String {
    let (Some(output), Some(input)) = (&output.unit, &input.unit) else { return String::new() };
    let denominator = if input.contains(' ') { format!("({input})") } else { input.clone() };
    let numerator = if output.is_empty() { "1" } else { output };
    format!("{numerator}/{denominator}")
}

/// Least number of frequencies for the search of peaks: few would step over resonances [-].
const FINE: usize = 400;

/// Maxima of the modulus between the first and the last frequency, refined by golden sections.
fn peaks<E>(
    frequencies: &[f64],
    values: &[Complex],
    at: &dyn Fn(f64) -> Result<Complex, E>,
) -> Result<Vec<Peak>, E> {
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
fn refined<E>(mut low: f64, mut high: f64, at: &dyn Fn(f64) -> Result<Complex, E>) -> Result<Peak, E> {
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
