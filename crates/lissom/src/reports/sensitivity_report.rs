//! How answers change with parameters: the report of `lissom sensitivities`.

use crate::answer::Answer;
use crate::cost::Cost;
use crate::failure::Failure;
use crate::omission::Omission;
use crate::sensitivities::eigenvalue_slopes::{Cluster, ClusterSlopes, clusters};
use crate::sensitivities::extrapolation::{FIRST_STEP, LEVELS, Level, Slope, extrapolated};
use crate::sensitivities::quantity::Quantity;
use crate::sensitivities::response_slopes::Responses;
use crate::sensitivities::sample::{Number, Sample, demand_same_rows};
use crate::sensitivities::state_place::{StatePlace, is_out_of_reach};
use crate::session::{Session, refuse_spin};
use lissom_linalg::{Complex, Progress};
use lissom_mech::{Pattern, Structure};
use lissom_model::model::At;

/// Frequencies that are differentiated when nothing else is asked.
const DEFAULT_FREQUENCIES: usize = 5;

/// First step of a parameter whose value is zero (SI units): its size is not known.
const STEP_AT_ZERO: f64 = 1e-3;

/// How often the first step is quartered where shifted models cannot be.
const SHORTENED: usize = 6;

/// An estimated error above this share of a derivative, which is not small itself, is too large to be used \[-\].
const SETTLED: f64 = 1e-3;

/// The request.
#[derive(Clone, Debug, Default)]
pub struct SensitivityQuestion {
    /// What is differentiated; empty: mass, the lowest frequencies, and all numbers of an equilibrium.
    pub of: Vec<Quantity>,
    /// With respect to which parameters; empty: all that can be varied.
    pub to: Vec<String>,
    /// About which place; `None`: the reference configuration.
    pub at: Option<At>,
    /// Frequencies of responses \[Hz\]; empty: no responses.
    pub frequencies_hz: Vec<f64>,
    /// Inputs of responses; empty: all.
    pub inputs: Vec<String>,
    /// Outputs of responses; empty: all.
    pub outputs: Vec<String>,
    /// First steps of differences of some parameters (SI units).
    pub steps: Vec<(String, f64)>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct SensitivityReport {
    /// The place.
    pub at: At,
    /// Residual of the equilibrium \[-\]; `None` in the reference configuration.
    pub residual: Option<f64>,
    /// The parameters.
    pub parameters: Vec<ShiftedParameter>,
    /// Parameters that cannot be varied, and why.
    pub omitted: Vec<(String, String)>,
    /// The numbers.
    pub quantities: Vec<QuantitySlopes>,
    /// Equal frequencies among them that part.
    pub clusters: Vec<PartingModes>,
    /// The responses.
    pub responses: Vec<ResponseSlopes>,
    /// Numbers and parameters whose derivative is too uncertain.
    pub unsettled: Vec<String>,
    /// Shifted models that were made.
    pub shifted: usize,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ShiftedParameter {
    /// Its name.
    pub name: String,
    /// Its value (SI units).
    pub value: f64,
    /// Longest step of the differences (SI units).
    pub step: f64,
}

/// A number and its derivatives.
#[derive(Clone, Debug)]
pub struct QuantitySlopes {
    /// What it is.
    pub quantity: Quantity,
    /// Its unit.
    pub unit: String,
    /// Its value.
    pub value: f64,
    /// By parameter; `None` where a cluster parts, so that there is no derivative.
    pub slopes: Vec<Option<Slope>>,
}

/// Modes of equal frequency.
#[derive(Clone, Debug)]
pub struct PartingModes {
    /// Numbers of the modes, from one.
    pub modes: Vec<usize>,
    /// Their frequency \[Hz\].
    pub frequency_hz: f64,
    /// By parameter \[Hz per unit\].
    pub slopes: Vec<ClusterSlopes>,
}

/// A response and its derivatives.
#[derive(Clone, Debug)]
pub struct ResponseSlopes {
    /// The input.
    pub input: String,
    /// The output.
    pub output: String,
    /// Unit of the response.
    pub unit: String,
    /// Frequencies \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// The response at each of them.
    pub values: Vec<Complex>,
    /// By parameter and frequency: slopes of real and imaginary part.
    pub slopes: Vec<Vec<[Slope; 2]>>,
}

/// Where everything is differentiated.
enum Place {
    Reference,
    State(Box<StatePlace>),
}

/// What is differentiated, and the model at the place.
struct Subject {
    place: Place,
    base: Sample,
    /// Places of the wanted numbers among those of a sample.
    numbers: Vec<usize>,
    clusters: Vec<Cluster>,
    responses: Option<Responses>,
}

impl Session {
    /// How numbers of answers change with parameters.
    ///
    /// # Errors
    /// When the model is wrong, a name is unknown, there is no equilibrium, or a parameter that was named cannot be varied.
    pub fn sensitivities(
        &self,
        question: &SensitivityQuestion,
        progress: &dyn Progress,
    ) -> Result<Answer<SensitivityReport>, Failure> {
        refuse_spin(self.model()?, "sensitivities")?;
        let at = question.at.clone().unwrap_or_default();
        let mut warnings = Vec::new();
        if at == At::Reference && self.model()?.gravity.iter().any(|g| *g != 0.0) {
            warnings.push(Omission::GravityOfModes.text().to_owned());
        }
        let subject = Subject::of(self, question, &at, &mut warnings, progress)?;
        let chosen = self.chosen_parameters(question)?;
        progress.stage("sensitivities", Some(chosen.len() as u64));
        let (mut parameters, mut omitted, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for (done, (name, value)) in chosen.into_iter().enumerate() {
            let step = question.steps.iter().find(|(own, _)| *own == name).map(|(_, step)| *step);
            match subject.slopes_to(self, &name, value, step) {
                Ok((step, slopes)) => {
                    parameters.push(ShiftedParameter { name, value, step });
                    all.push(slopes);
                }
                Err(failure) if question.to.is_empty() && is_about_parameter(&failure) => {
                    omitted.push((name, failure.to_string()));
                }
                Err(source) => {
                    return Err(Failure::Sweep { at: format!("{name} = {value}"), source: Box::new(source) });
                }
            }
            progress.advance(done as u64 + 1);
        }
        let mut report = subject.report(&at, question, &all)?;
        report.unsettled = unsettled(&report, &parameters);
        report.shifted = 2 * LEVELS * parameters.len();
        (report.parameters, report.omitted) = (parameters, omitted);
        warnings.extend(report.warnings());
        let cost = Cost::of_evaluations(report.shifted);
        Ok(self.answer_of(report, cost, warnings))
    }

    fn chosen_parameters(&self, question: &SensitivityQuestion) -> Result<Vec<(String, f64)>, Failure> {
        let known = &self.model()?.parameters;
        let names = || known.iter().map(|parameter| parameter.name.as_str());
        let steps = question.steps.iter().map(|(name, _)| name);
        if let Some(name) =
            question.to.iter().chain(steps).find(|name| names().all(|own| own != name.as_str()))
        {
            return Err(Failure::unknown_name("parameter", name, names()));
        }
        if let Some((name, step)) = question.steps.iter().find(|(_, step)| !(step.is_finite() && *step > 0.0))
        {
            let (from, to) = (*step, *step);
            let hint = "a step is a positive number in SI units";
            return Err(Failure::Sweep {
                at: format!("step of {name}"),
                source: Box::new(Failure::InvalidRange { quantity: "the step", from, to, unit: "", hint }),
            });
        }
        let wanted = known.iter().filter(|p| question.to.is_empty() || question.to.contains(&p.name));
        let chosen: Vec<(String, f64)> = wanted.map(|p| (p.name.clone(), p.value)).collect();
        match chosen.is_empty() {
            true => Err(Failure::missing_section("[params]", "they are what answers are differentiated by")),
            false => Ok(chosen),
        }
    }
}

impl Subject {
    fn of(
        session: &Session,
        question: &SensitivityQuestion,
        at: &At,
        warnings: &mut Vec<String>,
        progress: &dyn Progress,
    ) -> Result<Self, Failure> {
        let place = match at {
            At::Reference => Place::Reference,
            _ => Place::State(Box::new(StatePlace::find(session, at, progress)?)),
        };
        let base = match &place {
            Place::Reference => reference(session)?,
            Place::State(state) => state.sample()?,
        };
        let numbers = wanted_numbers(&base, &question.of, at)?;
        let highest = question.of.iter().filter_map(|quantity| match quantity {
            Quantity::Frequency(number) => Some(*number),
            _ => None,
        });
        let wanted = match question.of.is_empty() {
            true => DEFAULT_FREQUENCIES,
            false => highest.max().unwrap_or(0),
        };
        let mut found = Vec::new();
        if wanted > 0 {
            let (modes, grouped) = clusters(&base.structure, wanted, &session.mode_options(), progress)?;
            if !question.of.is_empty() && modes.modes.len() < wanted {
                return Err(Failure::NotDifferentiable {
                    what: format!("frequency:{wanted}"),
                    why: format!("the model has only {} elastic modes", modes.modes.len()),
                });
            }
            let why = modes.certificate.why_not();
            warnings.extend(why.map(|why| format!("these modes are an estimate, not certified: {why}")));
            found = grouped.into_iter().filter(|cluster| cluster.modes.start < wanted).collect();
        }
        let responses = wanted_responses(&base.structure, question)?;
        Ok(Self { place, base, numbers, clusters: found, responses })
    }

    /// Extrapolated slopes of all numbers with respect to a parameter, and the longest step.
    fn slopes_to(
        &self,
        session: &Session,
        name: &str,
        value: f64,
        step: Option<f64>,
    ) -> Result<(f64, Vec<Slope>), Failure> {
        let own = if value == 0.0 { STEP_AT_ZERO } else { FIRST_STEP * value.abs() };
        let mut first = step.unwrap_or(own);
        let mut refused: Option<Failure> = None;
        let mut tries = 0;
        loop {
            let level = |k: usize| self.level(session, name, value, first / f64::from(1_u32 << k));
            match (0..LEVELS).map(level).collect::<Result<Vec<_>, _>>() {
                Ok(levels) => return Ok((first, extrapolated(first, &levels))),
                Err(failure) if is_out_of_reach(&failure) && tries < SHORTENED => {
                    first *= 0.25;
                    tries += 1;
                    // The longest step shows best why the parameter cannot be varied.
                    refused.get_or_insert(failure);
                }
                Err(failure) => return Err(refused.unwrap_or(failure)),
            }
        }
    }

    fn level(&self, session: &Session, name: &str, value: f64, step: f64) -> Result<Level, Failure> {
        let side = |shift: f64| -> Result<Session, Failure> {
            let shifted = session.with_parameters(&[(name, value + shift)])?;
            shifted.model().map(|_| ())?;
            Ok(shifted)
        };
        let (below, above) = (side(-step)?, side(step)?);
        let slopes = match &self.place {
            Place::State(place) => place.slopes([&below, &above], step, name)?,
            Place::Reference => {
                let [below, above] = [reference(&below)?, reference(&above)?];
                demand_same_rows(&self.base.structure, &above.structure, name)?;
                Sample::slopes(&below, &above, 2.0 * step, name)?
            }
        };
        let mut level = Level::default();
        for at in &self.numbers {
            level.slopes.push(slopes.numbers[*at]);
            level.sizes.push(self.base.numbers[*at].value.abs());
        }
        self.clusters.iter().for_each(|cluster| cluster.level(&self.base.structure, &slopes, &mut level));
        if let Some(responses) = &self.responses {
            responses.level(&self.base.structure, &slopes, &mut level);
        }
        match level.slopes.iter().all(|slope| slope.is_finite()) {
            true => Ok(level),
            false => Err(Failure::not_finite(format!("a derivative with respect to {name}"))),
        }
    }

    /// Sorts the slopes of all parameters by what they belong to.
    fn report(
        &self,
        at: &At,
        question: &SensitivityQuestion,
        all: &[Vec<Slope>],
    ) -> Result<SensitivityReport, Failure> {
        let mut quantities = Vec::new();
        for (k, number) in self.numbers.iter().map(|at| &self.base.numbers[*at]).enumerate() {
            let Number { quantity, unit, value } = number.clone();
            let slopes = all.iter().map(|slopes| Some(slopes[k])).collect();
            quantities.push(QuantitySlopes { quantity, unit, value, slopes });
        }
        let mut parting = Vec::new();
        let mut first = self.numbers.len();
        for cluster in &self.clusters {
            let entries = first..first + cluster.count();
            first = entries.end;
            let slopes = all.iter().map(|slopes| cluster.slopes(&slopes[entries.clone()]));
            let slopes: Vec<ClusterSlopes> = slopes.collect::<Result<_, _>>()?;
            for mode in cluster.modes.clone() {
                quantities.push(frequency(mode + 1, cluster, &slopes));
            }
            if slopes.iter().any(|slopes| matches!(slopes, ClusterSlopes::Apart(_))) {
                let modes = cluster.modes.clone().map(|mode| mode + 1).collect();
                parting.push(PartingModes { modes, frequency_hz: cluster.frequency_hz(), slopes });
            }
        }
        quantities.retain(|one| match one.quantity {
            Quantity::Frequency(number) if question.of.is_empty() => number <= DEFAULT_FREQUENCIES,
            Quantity::Frequency(_) => question.of.contains(&one.quantity),
            _ => true,
        });
        Ok(SensitivityReport {
            at: at.clone(),
            residual: match &self.place {
                Place::Reference => None,
                Place::State(state) => Some(state.residual()),
            },
            parameters: Vec::new(),
            omitted: Vec::new(),
            quantities,
            clusters: parting,
            responses: self
                .responses
                .iter()
                .flat_map(|found| self.response_slopes(found, first, all))
                .collect(),
            unsettled: Vec::new(),
            shifted: 0,
        })
    }

    fn response_slopes(&self, found: &Responses, first: usize, all: &[Vec<Slope>]) -> Vec<ResponseSlopes> {
        let structure = &self.base.structure;
        let count = found.frequencies_hz.len();
        let pair = |(at, (i, o)): (usize, (usize, usize))| {
            let (input, output) = (&structure.inputs[found.inputs[i]], &structure.outputs[found.outputs[o]]);
            let start = first + 2 * count * at;
            let parts = |slopes: &Vec<Slope>| -> Vec<[Slope; 2]> {
                slopes[start..start + 2 * count].chunks(2).map(|pair| [pair[0], pair[1]]).collect()
            };
            ResponseSlopes {
                input: input.name.clone(),
                output: output.name.clone(),
                unit: format!("{}/{}", output.unit, input.unit.replace(' ', "·")),
                frequencies_hz: found.frequencies_hz.clone(),
                values: found.values(structure, (i, o)),
                slopes: all.iter().map(parts).collect(),
            }
        };
        found.pairs().enumerate().map(pair).collect()
    }
}

impl SensitivityReport {
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for cluster in &self.clusters {
            let modes: Vec<String> = cluster.modes.iter().map(usize::to_string).collect();
            warnings.push(format!(
                "modes {} have the same frequency, {:.6} Hz, and part when a parameter changes: they have no derivative, only slopes \
                 along single parameters (`clusters`)",
                modes.join(", "),
                cluster.frequency_hz
            ));
        }
        warnings.extend(self.unsettled.iter().map(|what| {
            format!(
                "the derivative of {what} is uncertain: the model does not change smoothly around this value, or by rounding only; \
                 try another --step"
            )
        }));
        warnings
    }
}

fn frequency(number: usize, cluster: &Cluster, slopes: &[ClusterSlopes]) -> QuantitySlopes {
    let slope = |slopes: &ClusterSlopes| match slopes {
        ClusterSlopes::Together(slope) => Some(*slope),
        ClusterSlopes::Apart(_) => None,
    };
    QuantitySlopes {
        quantity: Quantity::Frequency(number),
        unit: "Hz".to_owned(),
        value: cluster.frequency_hz(),
        slopes: slopes.iter().map(slope).collect(),
    }
}

/// The model in its reference configuration.
fn reference(session: &Session) -> Result<Sample, Failure> {
    let structure = session.linear_structure()?.clone();
    let mass = structure.rigid_body.as_ref().map(|body| body.mass);
    let numbers = mass.map(|value| Number { quantity: Quantity::Mass, unit: "kg".to_owned(), value });
    Ok(Sample { numbers: numbers.into_iter().collect(), structure })
}

/// Places of the wanted numbers in a sample; without a wish all of them.
fn wanted_numbers(base: &Sample, of: &[Quantity], at: &At) -> Result<Vec<usize>, Failure> {
    if of.is_empty() {
        return Ok((0..base.numbers.len()).collect());
    }
    let mut places = Vec::new();
    for quantity in of.iter().filter(|quantity| !matches!(quantity, Quantity::Frequency(_))) {
        let quantity = match quantity {
            Quantity::Stress(None) => largest_stress(base).unwrap_or(quantity),
            _ => quantity,
        };
        let place = base.numbers.iter().position(|number| number.quantity == *quantity);
        places.push(place.ok_or_else(|| {
            let kind = match at {
                At::Reference => {
                    "quantity of the reference configuration (outputs, forces and stress belong to an equilibrium: --at)"
                }
                _ => "quantity of this state",
            };
            let known = base.numbers.iter().map(|number| number.quantity.to_string());
            let known: Vec<String> = known.chain([Quantity::Frequency(1).to_string()]).collect();
            Failure::unknown_name(kind, &quantity.to_string(), known.iter().map(String::as_str))
        })?);
    }
    Ok(places)
}

fn largest_stress(base: &Sample) -> Option<&Quantity> {
    let stresses = base.numbers.iter().filter(|number| matches!(number.quantity, Quantity::Stress(_)));
    stresses.max_by(|a, b| a.value.total_cmp(&b.value)).map(|number| &number.quantity)
}

fn wanted_responses(
    structure: &Structure,
    question: &SensitivityQuestion,
) -> Result<Option<Responses>, Failure> {
    if question.frequencies_hz.is_empty() {
        return Ok(None);
    }
    if let Some(hz) = question.frequencies_hz.iter().find(|hz| !hz.is_finite() || **hz < 0.0) {
        let hint = "frequencies are not negative";
        return Err(Failure::InvalidRange { quantity: "frequencies", from: *hz, to: *hz, unit: "Hz", hint });
    }
    let inputs = places("input", &structure.inputs, &question.inputs)?;
    let outputs = places("output", &structure.outputs, &question.outputs)?;
    Responses::solve(structure, question.frequencies_hz.clone(), inputs, outputs).map(Some)
}

fn places(kind: &'static str, known: &[Pattern], names: &[String]) -> Result<Vec<usize>, Failure> {
    let place = |name: &String| {
        let at = known.iter().position(|pattern| pattern.name == *name);
        at.ok_or_else(|| Failure::unknown_name(kind, name, known.iter().map(|pattern| pattern.name.as_str())))
    };
    match (names.is_empty(), known.is_empty()) {
        (true, true) => Err(Failure::missing_section(format!("{kind}s"), "a response needs at least one")),
        (true, false) => Ok((0..known.len()).collect()),
        (false, _) => names.iter().map(place).collect(),
    }
}

/// Whether a failure is due to a parameter that cannot be varied.
fn is_about_parameter(failure: &Failure) -> bool {
    is_out_of_reach(failure) || matches!(failure, Failure::NotDifferentiable { .. })
}

/// Names of derivatives whose error is not small beside them, or beside the number over the parameter.
fn unsettled(report: &SensitivityReport, parameters: &[ShiftedParameter]) -> Vec<String> {
    let mut names = Vec::new();
    for (k, parameter) in parameters.iter().enumerate() {
        let scale = if parameter.value == 0.0 { parameter.step } else { parameter.value.abs() };
        let small = |slope: &Slope, value: f64| {
            slope.error <= SETTLED * slope.value.abs().max(SETTLED * value.abs() / scale)
        };
        for one in &report.quantities {
            if one.slopes[k].is_some_and(|slope| !small(&slope, one.value)) {
                names.push(format!("{} with respect to {}", one.quantity, parameter.name));
            }
        }
        for one in &report.responses {
            let size = one.values.iter().map(|z| z.abs()).fold(0.0, f64::max);
            let largest = one.slopes[k].iter().flatten().map(|slope| slope.value.abs()).fold(0.0, f64::max);
            let worst = one.slopes[k].iter().flatten().map(|slope| slope.error).fold(0.0, f64::max);
            if !small(&Slope { value: largest, error: worst }, size) {
                names.push(format!("{} → {} with respect to {}", one.input, one.output, parameter.name));
            }
        }
    }
    names
}
