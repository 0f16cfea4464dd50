//! Oscillations of modal bodies and bond graphs: the report of `lissom modes`.

use crate::answer::Answer;
use crate::checks::{self, CheckOutcome};
use crate::failure::Failure;
use crate::session::Session;
use lissom_bond::{Oscillation, Spectrum};
use lissom_dynamics::Range;

/// Above this share of residual compliances in its elastic energy an oscillation is a placeholder [-].
const PLACEHOLDER: f64 = 0.5;

/// Largest residual of an accepted eigenvector [-].
const BELIEVED: f64 = 1e-10;

/// The oscillations of every variant of a model.
#[derive(Clone, Debug)]
pub struct OscillationReport {
    /// With residual compliance, then without; a model without residual is listed once.
    pub variants: Vec<VariantOscillations>,
}

/// The oscillations of one variant.
#[derive(Clone, Debug)]
pub struct VariantOscillations {
    /// `full`, `residual` or `no-residual`.
    pub model: String,
    /// Number of states.
    pub states: usize,
    /// The requested ones, ascending in frequency.
    pub oscillations: Vec<Oscillation>,
    /// Number of all.
    pub all: usize,
    /// Poles that only decay \[1/s\].
    pub real_poles: Vec<f64>,
    /// Number of poles at zero: rigid motions.
    pub zero_poles: usize,
    /// Largest residual of all poles \[-\].
    pub residual: f64,
}

impl OscillationReport {
    /// The model as given.
    #[must_use]
    pub fn main(&self) -> &VariantOscillations {
        &self.variants[0]
    }

    /// Whether every pole of the state matrices was found to working precision.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.variants.iter().all(|variant| variant.residual < BELIEVED)
    }
}

impl Session {
    /// The oscillations of a model of modal bodies or bonds: eigenvalues of its state matrix.
    ///
    /// # Errors
    /// When the model is wrong, its causality has a conflict, or the eigenvalues cannot be found.
    pub fn oscillations(&self, range: Range) -> Result<Answer<OscillationReport>, Failure> {
        let mut variants = Vec::new();
        for (model, residual) in self.variants()? {
            let equations = self.state_equations(residual)?;
            let Spectrum { oscillations, real_poles, zero_poles, residual } = equations.spectrum()?;
            variants.push(VariantOscillations {
                model: model.to_owned(),
                states: equations.states.len(),
                all: oscillations.len(),
                oscillations: within(oscillations, range),
                real_poles,
                zero_poles,
                residual,
            });
        }
        let report = OscillationReport { variants };
        let mut warnings = self.linearised_graph()?;
        warnings.extend(placeholders(report.main()));
        Ok(self.answer(report, warnings))
    }

    /// The numbers of `[check]` against the oscillations of the given model.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn check_oscillations(&self, report: &OscillationReport) -> Result<Vec<CheckOutcome>, Failure> {
        let check = self.model()?.check.as_ref().filter(|_| self.provenance().overrides.is_empty());
        let main = report.main();
        let found: Vec<f64> = main.oscillations.iter().map(|o| o.frequency_hz).collect();
        Ok(check.map(|check| checks::of_frequencies(check, &found, main.zero_poles)).unwrap_or_default())
    }
}

fn within(mut all: Vec<Oscillation>, range: Range) -> Vec<Oscillation> {
    match range {
        Range::Lowest(count) => all.truncate(count),
        Range::Below(hz) => all.retain(|o| o.frequency_hz < hz),
        Range::Band(from, to) => all.retain(|o| (from..=to).contains(&o.frequency_hz)),
    }
    all
}

fn placeholders(found: &VariantOscillations) -> Option<String> {
    let list: Vec<String> = found
        .oscillations
        .iter()
        .filter(|o| o.residual_share > PLACEHOLDER)
        .map(|o| format!("{:.2} Hz", o.frequency_hz))
        .collect();
    (!list.is_empty())
        .then(|| format!("dominated by residual compliance, not a prediction of a mode: {}", list.join(", ")))
}
