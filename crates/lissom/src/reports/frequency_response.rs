//! Frequency responses: the report of `lissom frf`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::{Reduces, Vibration};
use crate::refusal::Refusal;
use crate::reports::bond_report::variant;
use crate::session::{Session, refuse_spin};
use crate::subjects::state_structure::StateStructure;
use lissom_dynamics::{BasisEvidence, Linear, LinearPort, ResponsePair, ResponseRequest, frequency_response};
use lissom_linalg::Progress;
use lissom_mech::Structure;
use lissom_model::model::At;
use lissom_reduce::ReducedStructure;
use lissom_reduce::linear::{FullResidual, full_residual};
use std::borrow::Cow;

/// Default number of frequencies.
const DEFAULT_POINTS: usize = 201;

/// The request.
#[derive(Clone, Debug)]
pub struct ResponseSettings {
    /// Names of inputs; empty: all.
    pub inputs: Vec<String>,
    /// Names of outputs; empty: all.
    pub outputs: Vec<String>,
    /// First and last frequency \[Hz\].
    pub range: [f64; 2],
    /// Number of frequencies.
    pub points: usize,
    /// Equal ratios instead of equal steps.
    pub logarithmic: bool,
    /// Models: `full`, a reduction; of modal bodies `residual` and `no-residual`.
    pub models: Vec<String>,
    /// Whether all feedback loops are closed.
    pub closed: bool,
    /// Where the model is linearised; `None`: in the reference configuration, reductions as in the file.
    pub at: Option<At>,
}

/// The responses of one model.
#[derive(Debug)]
pub struct ResponseReport {
    /// The model: `full`, or its requested name.
    pub model: String,
    /// Number of its coordinates or states.
    pub size: usize,
    /// Frequencies \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// One for each pair of input and output.
    pub pairs: Vec<ResponsePair>,
    /// How it was found; `None` for state equations, which are solved directly.
    pub evidence: Option<ResponseEvidence>,
}

/// How far the response of a reduced model is from that of the full one, where it is farthest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseDifference {
    /// |H − H_full| over |H_full| there \[-\].
    pub relative: f64,
    /// Where \[Hz\].
    pub frequency_hz: f64,
}

/// A response below this share of the others in its unit, at every frequency, is rounding: the equations are solved to about
/// as many digits \[-\].
const ROUNDING: f64 = 1e-8;

impl ResponseReport {
    /// Whether a pair answers with rounding alone: the input does not reach the output, as by symmetry.
    #[must_use]
    pub fn is_rounding(&self, pair: &ResponsePair) -> bool {
        let others = || self.pairs.iter().filter(|other| other.unit == pair.unit);
        let largest =
            |k: usize| others().filter_map(|o| o.values.get(k)).map(|z| z.abs()).fold(0.0, f64::max);
        pair.values.iter().enumerate().all(|(k, value)| value.abs() < ROUNDING * largest(k))
    }

    /// The largest relative difference of one of its pairs from the same pair of the full model over the frequencies; `None`
    /// when that one has other frequencies or no such pair, or responds by rounding only.
    #[must_use]
    pub fn difference(&self, pair: &ResponsePair, full: &Self) -> Option<ResponseDifference> {
        let same = |other: &&ResponsePair| other.input == pair.input && other.output == pair.output;
        let other = full.pairs.iter().find(same).filter(|_| full.frequencies_hz == self.frequencies_hz)?;
        if full.is_rounding(other) {
            return None;
        }
        let each = pair.values.iter().zip(&other.values).zip(&self.frequencies_hz);
        let relative = each.map(|((own, exact), hz)| ((*own - *exact).abs() / exact.abs(), *hz));
        let (relative, frequency_hz) = relative.fold((0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a });
        relative.is_finite().then_some(ResponseDifference { relative, frequency_hz })
    }
}

/// How a response of a structure was found.
#[derive(Clone, Debug)]
pub struct ResponseEvidence {
    /// Largest residual of the equation that was solved: that of the full structure, or of the reduced one \[-\].
    pub residual: f64,
    /// Of a reduced structure, what its response leaves of the full equation; `None` for the full structure itself, and
    /// where the full one is not available.
    pub full_residual: Option<FullResidual>,
    /// Whether the structure is a reduced one.
    pub reduced: bool,
    /// Frequencies of the modes that modal damping acts on, or would \[Hz\].
    pub modes_hz: Vec<f64>,
    /// Ratio that each of them was given besides the damping matrix \[-\].
    pub modal_damping: Vec<f64>,
    /// Number of rigid modes.
    pub rigid: usize,
    /// Size of the basis.
    pub basis: usize,
    /// Factorisations spent.
    pub factorisations: usize,
}

impl ResponseEvidence {
    /// What was left of which equation, as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let own = if self.reduced { "reduced" } else { "full" };
        let mut text = format!(
            "residual of the {own} equation at every frequency at most {:.1e} of the force",
            self.residual
        );
        match &self.full_residual {
            Some(full) => {
                text += &format!(
                    "; of the full equation {:.1e} of the force, at {:.6} Hz",
                    full.largest, full.hertz
                );
            }
            None if self.reduced => text += "; that of the full equation was not computed",
            None => {}
        }
        text
    }

    /// Whether the response is one of the full structure; `None` where that was not checked.
    #[must_use]
    pub fn is_full(&self) -> Option<bool> {
        match (&self.full_residual, self.reduced) {
            (Some(full), _) => Some(full.verdict.is_certified()),
            (None, true) => None,
            (None, false) => Some(self.residual <= SETTLED),
        }
    }
}

/// A residual of the full equation above this is not small: near resonances without damping rounding alone exceeds it \[-\].
const SETTLED: f64 = 1e-6;

impl ResponseSettings {
    /// All frequencies \[Hz\].
    #[must_use]
    pub fn frequencies_hz(&self) -> Vec<f64> {
        let [from, to] = self.range;
        let last = self.points.max(2) - 1;
        let at = |i: usize| {
            let share = i as f64 / last as f64;
            match (i, self.logarithmic) {
                (0, _) => from,
                (i, _) if i == last => to,
                (_, true) => from * (to / from).powf(share),
                (_, false) => from + share * (to - from),
            }
        };
        (0..=last).map(at).collect()
    }
}

impl Session {
    /// What `[analysis.frf]` asks for; without it all inputs and outputs, over no range.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn response_settings(&self) -> Result<ResponseSettings, Failure> {
        let model = self.model()?;
        let asked = model.analyses.frf.as_ref();
        Ok(ResponseSettings {
            inputs: asked.map(|asked| asked.inputs.clone()).unwrap_or_default(),
            outputs: asked.map(|asked| asked.outputs.clone()).unwrap_or_default(),
            range: asked.map_or([0.0; 2], |asked| asked.range),
            points: asked.and_then(|asked| asked.points).unwrap_or(DEFAULT_POINTS),
            logarithmic: asked.is_none_or(|asked| asked.logarithmic),
            models: asked.map_or_else(|| vec!["full".to_owned()], |asked| asked.models.clone()),
            closed: false,
            at: asked.and_then(|asked| asked.at.clone()),
        })
    }

    /// The frequency responses of one model.
    ///
    /// # Errors
    /// When the model is wrong, has no such input or output, the range is empty, or the response cannot be found.
    pub fn frequency_response(
        &self,
        model: &str,
        settings: &ResponseSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<ResponseReport>, Failure> {
        let [from, to] = settings.range;
        let least = if settings.logarithmic { from > 0.0 } else { from >= 0.0 };
        if !(least && from < to && to.is_finite()) {
            let hint = "give range in [analysis.frf], or --range FROM TO";
            return Err(match settings.range {
                [0.0, 0.0] => Failure::missing_section("range of frequencies", hint),
                _ => Failure::InvalidRange { quantity: "frequencies", from, to, unit: "Hz", hint },
            });
        }
        let answer = self.response_in_range(model, settings, progress)?;
        demand_finite(&answer.value)?;
        Ok(answer)
    }

    fn response_in_range(
        &self,
        model: &str,
        settings: &ResponseSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<ResponseReport>, Failure> {
        match self.machine()?.vibration() {
            Vibration::Oscillations | Vibration::Exact if settings.closed => {
                return Err(Refusal::OfStateEquations {
                    what: "closed loops of modal bodies, bond graphs or continua",
                    instead: "controllers act on mechanisms of nodes and beams",
                }
                .into());
            }
            Vibration::Oscillations | Vibration::Exact if settings.at.is_some() => {
                return Err(Refusal::OfStateEquations {
                    what: "a response about an operating state of modal bodies, bond graphs or continua",
                    instead: "omit --at",
                }
                .into());
            }
            Vibration::Oscillations => {
                let report =
                    self.respond(model, &self.state_equations(variant(model)?)?, settings, progress)?;
                return Ok(self.answer(report, self.linearised_graph()?));
            }
            Vibration::Exact => {
                let (continuum, warnings) = self.loaded_continuum(model)?;
                let report = self.respond("exact", &continuum, settings, progress)?;
                return Ok(self.answer(report, warnings));
            }
            Vibration::Modes => {}
        }
        if self.is_rotor(model, settings)? {
            return self.response_of_rotor(settings, progress);
        }
        refuse_spin(self.model()?, "frequency response")?;
        if self.needs_motion(settings)? {
            return self.response_of_motion(model, settings, progress);
        }
        let Some(reduced) = self.reduction_named(model, settings, progress)? else {
            let at = settings.at.as_ref().unwrap_or(&At::Reference);
            return self
                .asked_of(at, progress, |full| self.response_of(model, full, None, settings, progress));
        };
        let structure = Cow::Owned(reduced.structure.clone());
        let about = match self.reduces(self.reduction(model)?)? {
            Reduces::Motion => reduced.notes.clone(),
            Reduces::Structure => Vec::new(),
        };
        let full = StateStructure { structure, notes: about };
        self.response_of(model, full, Some(&reduced), settings, progress)
    }

    fn response_of(
        &self,
        model: &str,
        StateStructure { structure, notes }: StateStructure<'_>,
        reduced: Option<&ReducedStructure>,
        settings: &ResponseSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<ResponseReport>, Failure> {
        let structure = structure.as_ref();
        let mut report = self.respond(model, structure, settings, progress)?;
        let mut warnings = warnings(structure);
        if notes.is_empty() && settings.at.as_ref().is_none_or(|at| *at == At::Reference) {
            warnings.extend(self.bent_laws()?);
        }
        warnings.extend(notes.into_iter().map(|note| format!("{model}: {note}")));
        if let (Some(evidence), Some(reduced)) = (&mut report.evidence, reduced) {
            evidence.reduced = true;
            let all = || (0..structure.inputs.len()).collect();
            let inputs = places("input", &settings.inputs, &Linear::inputs(structure))?.unwrap_or_else(all);
            let at = &report.frequencies_hz;
            evidence.full_residual = self.left_of_full(model, settings, reduced, &inputs, at, progress)?;
        }
        Ok(self.answer(report, warnings))
    }

    /// The responses of a linear model, whatever it is.
    pub(crate) fn respond<L: Linear>(
        &self,
        model: &str,
        linear: &L,
        settings: &ResponseSettings,
        progress: &dyn Progress,
    ) -> Result<ResponseReport, Failure>
    where
        Failure: From<L::Error>,
    {
        let request = ResponseRequest {
            inputs: places("input", &settings.inputs, &linear.inputs())?,
            outputs: places("output", &settings.outputs, &linear.outputs())?,
            threads: self.threads().clone(),
            ..ResponseRequest::at(settings.frequencies_hz())
        };
        let found = frequency_response(linear, &request, progress)?;
        Ok(ResponseReport {
            model: model.to_owned(),
            size: linear.rows().len(),
            frequencies_hz: found.frequencies_hz,
            pairs: found.pairs,
            evidence: found.evidence.map(ResponseEvidence::from),
        })
    }

    /// What a reduced response leaves of the full equation; `None` where there is no full structure to ask.
    fn left_of_full(
        &self,
        model: &str,
        settings: &ResponseSettings,
        reduced: &ReducedStructure,
        inputs: &[usize],
        frequencies_hz: &[f64],
        progress: &dyn Progress,
    ) -> Result<Option<FullResidual>, Failure> {
        let asked = self.reduction(model)?;
        if asked.method.file().is_some() && self.reduces(asked)? == Reduces::Structure {
            return Ok(None);
        }
        let full = self.structure_of_reduction(asked, settings.at.as_ref(), progress)?;
        if reduced.vectors.rows() != full.structure.size() {
            return Ok(None);
        }
        Ok(Some(full_residual(&full.structure, reduced, inputs, frequencies_hz)?))
    }

    /// A reduction; `None` for the full structure.
    fn reduction_named(
        &self,
        model: &str,
        settings: &ResponseSettings,
        progress: &dyn Progress,
    ) -> Result<Option<ReducedStructure>, Failure> {
        match model {
            "full" => Ok(None),
            "residual" | "no-residual" => Err(Failure::missing_section(
                "modal body",
                format!(
                    "`{model}` compares modal bodies with and without their residual; use `models` instead \
                     of `compare`"
                ),
            )),
            name => self.reduced_structure(name, settings.at.as_ref(), progress).map(Some),
        }
    }
}

/// A non-finite response is an error.
fn demand_finite(report: &ResponseReport) -> Result<(), Failure> {
    for pair in &report.pairs {
        let mut each = pair.values.iter().zip(&report.frequencies_hz);
        let lost = each.find(|(value, _)| !value.abs().is_finite()).map(|(_, hz)| *hz);
        let still = pair.static_gain.filter(|gain| !gain.is_finite()).map(|_| 0.0);
        let peak = pair.peaks.iter().find(|peak| !peak.value.abs().is_finite()).map(|peak| peak.frequency_hz);
        if let Some(hz) = lost.or(still).or(peak) {
            let (input, output) = (&pair.input, &pair.output);
            return Err(Failure::not_finite(format!("the response of {output} to {input} at {hz:.6} Hz")));
        }
    }
    Ok(())
}

impl From<BasisEvidence> for ResponseEvidence {
    fn from(found: BasisEvidence) -> Self {
        Self {
            residual: found.residuals.iter().copied().fold(0.0, f64::max),
            full_residual: None,
            reduced: false,
            modes_hz: found.modes_hz,
            modal_damping: found.modal_damping,
            rigid: found.rigid,
            basis: found.basis,
            factorisations: found.factorisations,
        }
    }
}

fn warnings(structure: &Structure) -> Vec<String> {
    let mut warnings = Vec::new();
    if structure.modal_damping.is_none() && structure.damping.nnz() == 0 {
        warnings.push(
            "the model has no damping: responses are infinite at the natural frequencies, and peaks are not \
             listed"
                .to_owned(),
        );
    }
    warnings
}

/// The indices of names among ports; `None` if not requested.
fn places(what: &'static str, asked: &[String], ports: &[LinearPort]) -> Result<Option<Vec<usize>>, Failure> {
    if asked.is_empty() {
        return Ok(None);
    }
    let place = |name: &String| {
        let unknown = || Failure::unknown_name(what, name, ports.iter().map(|port| port.name.as_str()));
        ports.iter().position(|port| port.name == *name).ok_or_else(unknown)
    };
    asked.iter().map(place).collect::<Result<_, _>>().map(Some)
}
