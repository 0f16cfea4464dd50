//! Reduced models of linear structures: the report of `lissom reduce` for frames and imported parts.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::Reduces;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::subjects::state_structure::StateStructure;
use lissom_linalg::{Progress, Threads};
use lissom_mech::{Pattern, Structure};
use lissom_model::model::{At, Method, Reduction};
use lissom_reduce::linear::indicator::ErrorAt;
use lissom_reduce::linear::{
    Comparison, ComparisonRequest, Unresisted, compare, is_structure_text, linearised_on,
    structure_from_text, structure_to_text, usable_band,
};
use lissom_reduce::{LinearRequest, ReducedStructure, linear_reduction};
use std::sync::Arc;

/// How many factorisations the response of the full structure over the band may cost, by its size.
const RESPONSES: [(usize, usize); 2] = [(20_000, 12), (150_000, 3)];

/// Errors of a reduction above this are reported first \[-\].
pub(crate) const USABLE_ERROR: f64 = 0.05;

/// A reduced structure compared with the full one.
#[derive(Clone, Debug)]
pub struct LinearReductionReport {
    /// Name in the model file.
    pub name: String,
    /// The reduced structure with its basis.
    pub reduced: ReducedStructure,
    /// First and last frequency of the comparison \[Hz\].
    pub band: [f64; 2],
    /// The comparison.
    pub comparison: Comparison,
    /// The largest indicator over the band, where the method has one.
    pub indicator: Option<ErrorAt>,
    /// The reduced structure as text, to be saved.
    pub text: String,
}

impl LinearReductionReport {
    /// Whether the reduction is further off than can be overlooked: its response, a static gain, or a frequency.
    #[must_use]
    pub fn is_far_off(&self) -> bool {
        let response = self.error_estimate().is_some_and(|error| error.is_nan() || error > USABLE_ERROR);
        let of = &self.comparison;
        response || of.gain_error() > USABLE_ERROR || of.frequency_error() > USABLE_ERROR
    }

    /// Large errors, reported before all other warnings.
    #[must_use]
    pub fn alarms(&self) -> Vec<String> {
        far_off(self)
    }

    /// What is known about the error over the band, as a sentence.
    #[must_use]
    pub fn error_sentence(&self) -> String {
        let [from, to] = self.band.map(hertz);
        let Some(band) = &self.comparison.band_error else {
            return match self.indicator {
                Some(at) => format!(
                    "estimated from the reduction alone: {:.1e} at {} Hz, between {from} and {to} Hz; not compared with \
                     the full structure",
                    at.indicator,
                    hertz(at.hertz)
                ),
                None => "the response was not compared with the full structure".to_owned(),
            };
        };
        let windows = match band.left_out.len() {
            0 => String::new(),
            _ => "; within 1 % of natural frequencies, where undamped responses are unbounded, it is not \
                evaluated"
                .to_owned(),
        };
        let modal = match self.reduced.structure.modal_damping.is_none() {
            true => "",
            false => "; modal damping is omitted on both sides",
        };
        let state = if band.converged {
            "refined around its peaks until it no longer changed".to_owned()
        } else {
            format!(
                "not converged: the residual of the full equation is {:.1e} of the force, and between these \
                 frequencies the error may be \
                 larger",
                band.residual
            )
        };
        format!(
            "largest response error between {from} and {to} Hz: {:.1e}, at {} Hz ({} frequencies, {state}{windows}{modal})",
            self.comparison.response_error().unwrap_or(f64::NAN),
            hertz(band.worst.hertz),
            band.samples.len()
        )
    }

    /// The one number: the error of the response where it was computed, else the indicator \[-\].
    #[must_use]
    pub fn error_estimate(&self) -> Option<f64> {
        self.comparison.response_error().or(self.indicator.map(|at| at.indicator))
    }
}

impl Session {
    /// What a reduction of the model file makes a smaller model of.
    ///
    /// # Errors
    /// When the model is wrong, or the file of a saved reduction cannot be read.
    pub fn reduces(&self, asked: &Reduction) -> Result<Reduces, Failure> {
        match self.machine()?.reduction(self.model()?, asked) {
            Some(reduces) => Ok(reduces),
            None if is_structure_text(&self.saved_text(asked)?) => Ok(Reduces::Structure),
            None => Ok(Reduces::Motion),
        }
    }

    /// The text of the file that a saved reduction names.
    pub(crate) fn saved_text(&self, asked: &Reduction) -> Result<Arc<String>, Failure> {
        let file = asked.method.file().unwrap_or_default();
        self.saved_texts.get_or_make(file.to_owned(), || {
            Ok(String::from_utf8_lossy(&self.read_beside(file)?).into_owned())
        })
    }

    /// The structure that a reduction of the model file is made of: about the state given, or that the file names.
    pub(crate) fn structure_of_reduction(
        &self,
        asked: &Reduction,
        at: Option<&At>,
        progress: &dyn Progress,
    ) -> Result<StateStructure<'_>, Failure> {
        let at = at.cloned().map_or_else(|| self.place_of(asked), Ok)?;
        self.structure_at(&at, progress)
    }

    /// Where a reduction is computed: as given in the model file, or where a saved one was computed. One of
    /// large motion is linearised about the equilibrium.
    ///
    /// # Errors
    /// When the model is wrong, or the file of a saved reduction cannot be read.
    pub fn place_of(&self, asked: &Reduction) -> Result<At, Failure> {
        Ok(match (self.reduces(asked)?, asked.method.file()) {
            (Reduces::Motion, _) => At::Rest,
            (Reduces::Structure, Some(_)) => At::from_label(&self.saved_structure(asked)?.1),
            (Reduces::Structure, None) => asked.at.clone(),
        })
    }

    fn saved_structure(&self, asked: &Reduction) -> Result<(ReducedStructure, String), Failure> {
        Ok(structure_from_text(&self.saved_text(asked)?, &self.provenance().model_sha256)?)
    }

    /// The reduction of a name, as the file asks for it.
    ///
    /// # Errors
    /// When the model is wrong or has no such reduction.
    pub fn reduction(&self, name: &str) -> Result<&Reduction, Failure> {
        let all = &self.model()?.reductions;
        all.iter().find(|r| r.name == name).ok_or_else(|| {
            Failure::unknown_name("reduction", name, all.iter().map(|reduction| reduction.name.as_str()))
        })
    }

    /// The reduced structure of a name, about the state given, or that the file names. A saved one is read: nothing of
    /// the full structure is needed for it.
    ///
    /// # Errors
    /// When there is no such reduction, or it fails.
    pub fn reduced_structure(
        &self,
        name: &str,
        at: Option<&At>,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, Failure> {
        let asked = self.reduction(name)?;
        if self.reduces(asked)? == Reduces::Motion {
            return self.linearised_reduction(asked, at.unwrap_or(&At::Rest), progress);
        }
        if asked.method.file().is_some() {
            let (reduced, about) = self.saved_structure(asked)?;
            return match at.filter(|at| **at != At::from_label(&about)) {
                None => Ok(reduced),
                Some(at) => {
                    Err(Failure::SavedElsewhere { name: name.to_owned(), at: at.clone(), made_about: about })
                }
            };
        }
        let at = at.cloned().map_or_else(|| self.place_of(asked), Ok)?;
        let made = self.asked_of(&at, progress, |full| self.made(asked, &at, &full.structure, progress))?;
        Ok(made.as_ref().clone())
    }

    /// The reduction that is asked for, of the structure about a state; made once.
    fn made(
        &self,
        asked: &Reduction,
        at: &At,
        structure: &Structure,
        progress: &dyn Progress,
    ) -> Result<Arc<ReducedStructure>, Failure> {
        let key = (asked.name.clone(), at.to_string());
        self.reduced_structures.get_or_make(key, || make(asked, structure, self.threads(), progress))
    }

    /// A reduction of large motion, linearised about a configuration.
    fn linearised_reduction(
        &self,
        asked: &Reduction,
        at: &At,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, Failure> {
        let reduced = self.reduced(&asked.name, progress)?;
        let StateStructure { structure, notes } = self.structure_at(at, progress)?;
        let own = self.mechanism()?.coordinates().iter().map(|coordinate| &coordinate.name);
        if !own.eq(structure.rows.iter().map(|row| &row.name)) {
            return Err(Failure::OtherCoordinates { name: asked.name.clone(), at: at.clone() });
        }
        let mut small = linearised_on(reduced.basis(), &structure);
        small.notes = notes;
        Ok(small)
    }

    /// A reduction of the model's linear structure, compared with the structure itself.
    ///
    /// # Errors
    /// When there is no such reduction, or it or the comparison fails.
    pub fn reduce_structure(
        &self,
        name: &str,
        at: Option<&At>,
        progress: &dyn Progress,
    ) -> Result<Answer<LinearReductionReport>, Failure> {
        let asked = self.reduction(name)?;
        let at = match at {
            Some(at) => at.clone(),
            None => self.place_of(asked)?,
        };
        self.asked_of(&at, progress, |full| self.reduced_report(asked, &at, full, progress))
    }

    fn reduced_report(
        &self,
        asked: &Reduction,
        at: &At,
        StateStructure { structure, notes }: StateStructure<'_>,
        progress: &dyn Progress,
    ) -> Result<Answer<LinearReductionReport>, Failure> {
        let (structure, name) = (structure.as_ref(), asked.name.as_str());
        let mut reduced = match asked.method.file().is_some() {
            true => self.reduced_structure(name, Some(at), progress)?,
            false => self.made(asked, at, structure, progress)?.as_ref().clone(),
        };
        if reduced.vectors.rows() != structure.size() {
            return Err(Failure::SavedRows {
                name: name.to_owned(),
                rows: reduced.vectors.rows(),
                size: structure.size(),
            });
        }
        if *at == At::Reference && reduced.structure.turning.is_none() {
            reduced.structure.turning = self.turning_forms(&reduced.vectors)?.map(Box::new);
        }
        let band = asked.band.map_or_else(|| usable_band(asked.method.modes(), &reduced), Ok)?;
        reduced.notes.extend(notes);
        let mut warnings = if *at == At::Reference { self.bent_laws()? } else { Vec::new() };
        let allowed = RESPONSES.iter().find(|(size, _)| structure.size() <= *size);
        let responses = allowed.map_or(0, |(_, count)| *count);
        if responses == 0 {
            warnings.push(format!(
                "{} rows: the response of the full structure was not computed",
                structure.size()
            ));
        }
        let inputs = find_ports(asked, structure)?.0;
        let request = ComparisonRequest { inputs, band, responses, threads: self.threads().clone() };
        let comparison = compare(structure, &reduced, &request, progress)?;
        let indicator = match &reduced.indicator {
            Some(indicator) => Some(indicator.over(band)?),
            None => None,
        };
        if !comparison.modes_known {
            let memory = "a factorisation does not fit into memory (allow more with --memory GB)";
            warnings.push(format!("modes and responses of the full structure were not computed: {memory}"));
        }
        let hash = &self.provenance().model_sha256;
        let text = structure_to_text(&reduced, &structure.row_names(), hash, &at.to_string());
        let report =
            LinearReductionReport { name: name.to_owned(), reduced, band, comparison, indicator, text };
        // What makes the reduction useless comes first.
        let mut first = far_off(&report);
        first.extend(missing_modes(&report.comparison));
        first.extend(unresisted(&report.comparison));
        first.extend(doubts(&report.comparison));
        first.extend(warnings);
        let warnings = first;
        Ok(self.answer(report, warnings))
    }
}

/// The requested reduction of a structure.
fn make(
    asked: &Reduction,
    structure: &Structure,
    threads: &Threads,
    progress: &dyn Progress,
) -> Result<ReducedStructure, Failure> {
    let request = request(asked, structure, threads)?;
    let method = asked.method.name();
    let found = linear_reduction(method).map_err(|_| Refusal::MethodOfMechanisms { method })?;
    Ok(found.reduce(structure, &request, progress)?)
}

/// Modes that are named one by one.
const MOST_NAMED: usize = 6;

/// A frequency with six digits, as many as are needed.
fn hertz(value: f64) -> String {
    let digits = if value.abs() >= 1.0 { 5.0 - value.abs().log10().floor() } else { 6.0 };
    let text = format!("{value:.*}", digits.max(0.0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn percent(error: f64) -> String {
    if error < 10.0 { format!("{:.1} %", 100.0 * error) } else { format!("a factor of {error:.1e}") }
}

/// Large errors to be reported first, the largest first.
fn far_off(report: &LinearReductionReport) -> Vec<String> {
    let of = &report.comparison;
    let mut all: Vec<(f64, String)> = Vec::new();
    if let Some(error) = report.error_estimate().filter(|error| error.is_nan() || *error > USABLE_ERROR) {
        let at = of.band_error.as_ref().map(|band| band.worst.hertz).or(report.indicator.map(|at| at.hertz));
        let at = at.map_or(String::new(), |at| format!(" at {} Hz", hertz(at)));
        all.push((error, format!("the response error is up to {}{at}", percent(error))));
    }
    let worst = of.gains.iter().max_by(|a, b| a.error.total_cmp(&b.error));
    if let Some(gain) = worst.filter(|gain| gain.error > USABLE_ERROR) {
        let text = format!(
            "the static gain of {} under {} has an error of {} of the largest gain: {:.6e} instead of {:.6e}",
            gain.output,
            gain.input,
            percent(gain.error),
            gain.reduced,
            gain.full
        );
        all.push((gain.error, text));
    }
    let errors = of.frequencies.iter().filter_map(|mode| Some((mode, mode.error()?)));
    let worst = errors.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, error)| *error > USABLE_ERROR);
    if let Some((mode, error)) = worst {
        let reduced = mode.reduced_hertz.unwrap_or(f64::NAN);
        let (full, reduced) = (hertz(mode.hertz), hertz(reduced));
        let text = format!("a frequency error is {}: {full} Hz becomes {reduced} Hz", percent(error));
        all.push((error, text));
    }
    // What is no number is worse than any number.
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, text)| text).collect()
}

/// Modes of the band that the reduced structure does not have: fine when no served input excites them, to be known in any
/// case.
fn missing_modes(comparison: &Comparison) -> Option<String> {
    let lost: Vec<String> = comparison.missing().map(|mode| format!("{} Hz", hertz(mode.hertz))).collect();
    let more = lost.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!lost.is_empty()).then(|| {
        format!(
            "modes of the band missing in the reduced model, which other inputs may excite: {}{more}",
            lost[..lost.len().min(MOST_NAMED)].join(", ")
        )
    })
}

/// Forces that nothing resists have no static gain.
fn unresisted(comparison: &Comparison) -> Vec<String> {
    let one = |force: &Unresisted| {
        format!(
            "{} has no static gain: it drives a motion without stiffness, in which {} moves most; the table \
             gives the \
             deformation alone, with the {} motions without stiffness left out",
            force.input, force.row, force.motions
        )
    };
    comparison.unresisted.iter().map(one).collect()
}

/// Where the comparison itself is in doubt.
fn doubts(comparison: &Comparison) -> Vec<String> {
    let mut all = Vec::new();
    let [full, reduced] = comparison.rigid;
    if full != reduced {
        all.push(format!(
            "the reduced model has {reduced} motions without stiffness, the full structure {full}: static gains of the two are \
             not those of the same deformation"
        ));
    }
    if let Some(why) = comparison.checked.as_ref().and_then(|checked| checked.verdict.why_not()) {
        all.push(format!("the error of the response was not confirmed: {why}"));
    }
    if let Some(band) = comparison.band_error.as_ref().filter(|band| !band.converged) {
        all.push(format!(
            "the error of the response was sampled at {} frequencies and did not converge: between them it may be larger",
            band.samples.len()
        ));
    }
    all
}

/// Places of the inputs and outputs a reduction serves: those it names, all of them where it names none.
fn find_ports(asked: &Reduction, structure: &Structure) -> Result<(Vec<usize>, Vec<usize>), Failure> {
    let places =
        |patterns: &[Pattern], names: Option<&Vec<String>>, default: bool| -> Result<Vec<usize>, Failure> {
            let Some(wanted) = names else {
                return Ok(if default { (0..patterns.len()).collect() } else { Vec::new() });
            };
            let place = |name: &String| {
                let known = || patterns.iter().map(|p| p.name.as_str());
                let place = known().position(|known| known == name);
                place.ok_or_else(|| Failure::unknown_name("port", name, known()))
            };
            wanted.iter().map(place).collect()
        };
    let ports = asked.method.ports();
    // Outputs that move with an input are served by its Krylov space; others only where the file names them.
    let all_outputs = !matches!(asked.method, Method::Krylov(_));
    Ok((
        places(&structure.inputs, ports.and_then(|ports| ports.inputs.as_ref()), true)?,
        places(&structure.outputs, ports.and_then(|ports| ports.outputs.as_ref()), all_outputs)?,
    ))
}

fn request(asked: &Reduction, structure: &Structure, threads: &Threads) -> Result<LinearRequest, Failure> {
    let (inputs, outputs) = find_ports(asked, structure)?;
    let interface = |name: &String| {
        structure.interface(name).cloned().ok_or_else(|| {
            let known = structure.interfaces.iter().map(|interface| interface.name.as_str());
            Failure::unknown_name("movable interface", name, known)
        })
    };
    let (size, shift) = match &asked.method {
        Method::Krylov(krylov) => (Some(krylov.size), krylov.shift),
        _ => (None, 0.0),
    };
    Ok(LinearRequest {
        inputs,
        outputs,
        interfaces: asked.method.interfaces().iter().map(interface).collect::<Result<_, _>>()?,
        modes: asked.method.modes(),
        keep: asked.method.keep(),
        residual: asked.method.has_residual(),
        size,
        shift,
        threads: threads.clone(),
    })
}
