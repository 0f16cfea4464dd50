//! Motion in time of linear models by exact steps: structures, full ones that are small and reduced ones, modal bodies and
//! bond graphs.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::{Motion, moves_linearly};
use crate::omission::Omission;
use crate::refusal::Refusal;
use crate::reports::bond_report::variant;
use crate::session::Session;
use crate::simulations::laws::Laws;
use crate::simulations::simulation::{LINEAR_POINTS, SimulateSettings, Simulation, open_inputs_warning};
use lissom_bond::{BondError, Origin, State, StateEquations};
use lissom_dynamics::{InputLaw, Linear, LinearMotionRequest, LinearPort, Moving, linear_motion};
use lissom_linalg::Progress;
use lissom_model::model::{At, Dimension, Krylov, KrylovSize, Method, Reduction, Start};
use lissom_reduce::linear::Turns;
use std::borrow::Cow;

/// How structures are stepped.
const EXACT_STEPS: &str = "exact steps";

/// How state equations are stepped.
const EXPONENTIAL: &str = "matrix exponential";

/// Units an output can have: text becomes one of these constants again.
const UNITS: [&str; 4] = ["m", "rad", "m/s", "rad/s"];

impl Session {
    /// How a model of `simulate` moves: the full one, or a reduction of the file.
    ///
    /// # Errors
    /// When it does not move, or there is no such reduction.
    pub fn moves(&self, model: &str) -> Result<Motion, Failure> {
        let full = self.machine()?.motion()?;
        match model {
            _ if full == Motion::StateEquations => Ok(full),
            "full" if full == Motion::Mechanism && moves_linearly(self.model()?) => Ok(Motion::Structure),
            "full" => Ok(full),
            name => Ok(self.reduces(self.reduction(name)?)?.into()),
        }
    }

    /// The motion of a linear model by exact steps.
    pub(crate) fn simulate_linear(
        &self,
        model: &str,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<Simulation>, Failure> {
        if settings.restart.is_some() || !matches!(settings.start, Start::Reference | Start::Rest) {
            return Err(Refusal::StartOfLinearModel.into());
        }
        if self.graph_has_laws()? {
            variant(model)?;
            return self.simulate_graph(settings, progress);
        }
        if !self.model()?.controllers.is_empty() {
            return Err(Refusal::Controllers { question: "a linear motion" }.into());
        }
        if self.machine()?.has_state_equations() {
            return self.simulate_state_equations(model, settings);
        }
        let turns = if model == "full" { None } else { turns(self.reduction(model)?) };
        if let Some(turns) = turns {
            return self.simulate_in_turns(model, turns, settings, progress);
        }
        let (at, structure) = match model {
            "full" => (At::Reference, Cow::Borrowed(self.linear_structure()?)),
            name => {
                let reduced = self.reduced_structure(name, None, progress)?;
                (self.place_of(self.reduction(name)?)?, Cow::Owned(reduced.structure))
            }
        };
        self.refuse_to_fall()?;
        self.refuse_initial_velocities()?;
        self.refuse_drives(model)?;
        let laws = Laws::of(self.model()?, &structure.inputs(), false)?;
        let laws = if at == At::Reference { laws } else { laws.about_start() };
        progress.stage(EXACT_STEPS, None);
        let (simulation, unmet) = moved(model, EXACT_STEPS, structure.as_ref(), &laws, None, settings)?;
        let mut warnings: Vec<String> = Vec::new();
        if self.has_gravity()? {
            warnings.push(Omission::GravityOfMotion.text().to_owned());
        }
        warnings.push(match at {
            At::Reference => {
                format!("{model} moves linearly about the reference configuration: small motions only")
            }
            _ => format!(
                "{model} moves linearly about a state, and outputs are relative to it: forces act by what \
                 they differ from t = 0"
            ),
        });
        warnings.extend(unmet);
        warnings.extend(self.linearised_laws()?);
        if at == At::Reference {
            warnings.extend(self.bent_laws()?);
        }
        warnings.extend(open_inputs_warning(&laws.open));
        Ok(self.answer(simulation, warnings))
    }

    /// Laws of springs, stops and friction of which a linear motion keeps the tangent only.
    fn linearised_laws(&self) -> Result<Option<String>, Failure> {
        let structure = &self.model()?.structure;
        let springs =
            structure.springs.iter().filter(|spring| spring.law.is_some()).map(|spring| &spring.name);
        let rubbing = structure.frictions.iter().map(|friction| &friction.name);
        let names: Vec<&str> = springs.chain(rubbing).map(String::as_str).collect();
        Ok((!names.is_empty()).then(|| {
            format!(
                "a linear motion keeps the stiffness and damping that laws have in the reference configuration, and no friction: {}",
                names.join(", ")
            )
        }))
    }

    /// The motion of modal bodies and bond graphs from rest.
    fn simulate_state_equations(
        &self,
        model: &str,
        settings: &SimulateSettings,
    ) -> Result<Answer<Simulation>, Failure> {
        let equations = self.state_equations(variant(model)?)?;
        let laws = Laws::of(self.model()?, &Linear::inputs(&equations), true)?;
        let initial = self.initial_states(&equations)?;
        let from = initial.iter().any(|value| *value != 0.0).then_some(&initial[..]);
        let (simulation, unmet) = moved(model, EXPONENTIAL, &equations, &laws, from, settings)?;
        let mut warnings = Vec::new();
        warnings.extend(open_inputs_warning(&laws.open));
        warnings.extend(unmet);
        warnings.extend(equations.improper().iter().map(ToString::to_string));
        Ok(self.answer(simulation, warnings))
    }

    /// Initial values of the states of a written bond graph.
    fn initial_states(&self, equations: &StateEquations) -> Result<Vec<f64>, Failure> {
        let graph = &equations.causal_graph().graph;
        let mut values = vec![0.0; equations.states.len()];
        let elements = self.model()?.bond_graph.iter().flat_map(|graph| &graph.elements);
        for (element, value) in elements.filter_map(|e| e.initial.map(|value| (e, value))) {
            let is_it = |state: &State| match state.origin {
                Origin::Storage(id, _) => graph.element(id).name == element.name,
                Origin::Travel(_) => false,
            };
            let Some(at) = equations.states.iter().position(is_it) else {
                let reason = "its energy variable follows from others".to_owned();
                return Err(BondError::NotAState { element: element.name.clone(), reason }.into());
            };
            values[at] = value;
        }
        Ok(values)
    }

    /// The motion of a structure on a basis for each interval between breaks.
    fn simulate_in_turns(
        &self,
        model: &str,
        turns: Turns,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<Simulation>, Failure> {
        let structure = self.linear_structure()?;
        let laws = Laws::of(self.model()?, &structure.inputs(), false)?;
        let input = |time: f64, values: &mut [f64]| laws.evaluate(time, values);
        let request = request(settings, &input, None);
        let found = turns.motion(structure, &request, self.threads(), progress)?;
        let sizes: Vec<String> = found.sizes.iter().map(ToString::to_string).collect();
        let mut warnings = vec![format!(
            "{model}: a separate basis in each of {} intervals ({} coordinates); changes of basis lose \
             {:.1e} of the largest energy",
            sizes.len(),
            sizes.join(", "),
            found.lost
        )];
        warnings.extend(found.unmet.iter().map(|([from, to], error)| {
            format!(
                "{model}: from {from} s to {to} s halving the step still changes an output by {error:.1e} of its largest value"
            )
        }));
        warnings.extend(open_inputs_warning(&laws.open));
        let simulation = Simulation {
            model: model.to_owned(),
            by: EXACT_STEPS.to_owned(),
            size: found.sizes.iter().copied().max().unwrap_or(0),
            coordinates: Vec::new(),
            outputs: named(&structure.outputs()),
            trajectory: found.trajectory,
            power_gap: None,
        };
        Ok(self.answer(simulation, warnings))
    }

    /// Linear motions start at rest.
    fn refuse_initial_velocities(&self) -> Result<(), Failure> {
        match self.model()?.structure.initial.is_empty() {
            true => Ok(()),
            false => Err(Refusal::InitialVelocity.into()),
        }
    }

    /// Linear motions leave drives where they start.
    fn refuse_drives(&self, name: &str) -> Result<(), Failure> {
        let model = self.model()?;
        let leads = model.dimension == Dimension::Three || name == "full";
        match leads && !model.structure.drives.is_empty() {
            true => Err(Refusal::DriveOfLinearModel.into()),
            false => Ok(()),
        }
    }

    /// Whether the model has gravity.
    pub(crate) fn has_gravity(&self) -> Result<bool, Failure> {
        Ok(self.model()?.gravity.iter().any(|g| *g != 0.0))
    }

    /// A linear model has no weight. What is held is moved by it only once, by its sag; what is not held would fall or swing,
    /// and a motion without that is no answer.
    fn refuse_to_fall(&self) -> Result<(), Failure> {
        if !self.has_gravity()? {
            return Ok(());
        }
        let free = self.structure()?.value.missing;
        if free.is_empty() {
            return Ok(());
        }
        Err(Refusal::Falls { motions: free }.into())
    }
}

/// The motion of a linear model, and a warning where its inputs are faster than the steps.
fn moved<L: Moving>(
    model: &str,
    by: &str,
    linear: &L,
    laws: &Laws,
    from: Option<&[f64]>,
    settings: &SimulateSettings,
) -> Result<(Simulation, Option<String>), Failure>
where
    Failure: From<L::Error>,
{
    let input = |time: f64, values: &mut [f64]| laws.evaluate(time, values);
    let rate = |time: f64, values: &mut [f64]| laws.evaluate_rates(time, values);
    let rate: Option<&InputLaw<'_>> = if laws.has_rates() { Some(&rate) } else { None };
    let request =
        LinearMotionRequest { from: from.map(|state| (state, &[][..])), ..request(settings, &input, rate) };
    let found = linear_motion(linear, &request)?;
    let unmet = (!found.met).then(|| {
        format!(
            "{model}: halving the step still changes an output by {:.1e} of its largest value: the inputs jump or are \
             faster than the steps; `breaks` in [analysis.simulate] names the times at which they jump",
            found.input_error
        )
    });
    let simulation = Simulation {
        model: model.to_owned(),
        by: by.to_owned(),
        size: linear.rows().len(),
        coordinates: Vec::new(),
        outputs: named(&linear.outputs()),
        trajectory: found.trajectory,
        power_gap: found.power_gap,
    };
    Ok((simulation, unmet))
}

/// What is asked of a linear motion.
fn request<'a>(
    settings: &'a SimulateSettings,
    input: &'a InputLaw<'a>,
    rate: Option<&'a InputLaw<'a>>,
) -> LinearMotionRequest<'a> {
    LinearMotionRequest {
        end: settings.end,
        points: settings.points.unwrap_or(LINEAR_POINTS),
        breaks: &settings.breaks,
        window: None,
        from: None,
        input,
        rate,
        tolerance: settings.tolerance.relative,
    }
}

/// Names and units of outputs.
fn named(outputs: &[LinearPort]) -> Vec<(String, &'static str)> {
    let unit = |text: &String| UNITS.iter().copied().find(|unit| unit == text);
    let one = |port: &LinearPort| (port.name.clone(), port.unit.as_ref().and_then(unit).unwrap_or(""));
    outputs.iter().map(one).collect()
}

/// How a reduction takes turns; `None` when it has one basis for all times.
fn turns(reduction: &Reduction) -> Option<Turns> {
    match reduction.method {
        Method::Krylov(Krylov { size: KrylovSize::Order(order), carry: Some(carry), .. }) => {
            Some(Turns { order, carry })
        }
        _ => None,
    }
}
