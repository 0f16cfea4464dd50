//! Equilibria, and how they follow a parameter.
//!
//! At an equilibrium r(q, p, λ) = 0, with λ the force that holds the drive at its place y(q, p) = y*. Differentiated,
//! $$ \begin{bmatrix} K & -b \\ b^\mathsf{T} & 0 \end{bmatrix} \begin{bmatrix} q' \\ \lambda' \end{bmatrix}
//!    = \begin{bmatrix} \partial r / \partial p \\ -\partial y / \partial p \end{bmatrix} $$
//! with the tangent K = −∂r/∂q and b = ∂r/∂λ, which is also the gradient of y. Without a drive, K q' = ∂r/∂p. Everything else
//! changes as it does along (q + h q', λ + h λ', p + h).

use super::quantity::Quantity;
use super::sample::{Number, Sample, SampleSlopes};
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::state_poles::at_rest;
use crate::session::Session;
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::{
    Branch, DynamicsError, EquilibriumRequest, OperatingState, Port, StatesRequest, equilibrium, state_model,
    states,
};
use lissom_linalg::{Dense, Lu, Progress};
use lissom_mech::{Linearisation, Machinery, MechError, State, StatePorts, machinery_of};
use lissom_model::diagnostic::Span;
use lissom_model::model::{At, CoordinateChoice, Model, StateKind};
use std::sync::Arc;

/// A mechanism with what acts on it at a place; its equilibrium is not known yet.
struct Machine {
    ports: StatePorts,
    mechanism: Arc<dyn Machinery>,
    input: Vec<f64>,
    stroke: Option<StatesRequest>,
    branch: Branch,
    mass: Option<f64>,
    /// Number of outputs of the model itself.
    outputs: Vec<String>,
}

/// An equilibrium about which everything is differentiated.
pub(crate) struct StatePlace {
    at: At,
    machine: Machine,
    state: OperatingState,
    solver: Lu,
    /// Deformations that are dependent: see [`in_coordinates`].
    following: Vec<String>,
}

impl Machine {
    /// `following` are the dependent deformations of the place, which shifted models must share; `None` for the place itself.
    fn of(session: &Session, at: &At, following: Option<&[String]>) -> Result<Self, Failure> {
        let model = &in_coordinates(session.mechanism_model()?, following);
        let mass = session.structure_without_bearings().ok().and_then(|s| Some(s.rigid_body.as_ref()?.mass));
        let outputs = model.outputs.iter().map(|output| output.name.clone()).collect();
        let parts = session.moving_parts()?;
        let made = |ports: StatePorts, mechanism: Arc<dyn Machinery>| Self {
            input: vec![0.0; mechanism.inputs().len()],
            ports,
            mechanism,
            stroke: None,
            branch: Branch::Stable,
            mass,
            outputs,
        };
        match at {
            At::Stroke(value) => {
                let ports = StatePorts::of(model);
                let mut stroke = Stroke::of(&ports.model, &parts, Some(1))?;
                (stroke.request.from, stroke.request.to) = (*value, *value);
                Ok(Self { stroke: Some(stroke.request), ..made(ports, stroke.mechanism) })
            }
            At::State(name) => {
                let (model, values, branch) = static_model(model, name)?;
                let ports = StatePorts::of(&model);
                let mechanism = machinery_of(&ports.model, &parts)?;
                let value = |input: &String| values.iter().find(|(own, _)| own == input).map_or(0.0, |v| v.1);
                let input = mechanism.inputs().iter().map(value).collect();
                Ok(Self { input, branch, ..made(ports, mechanism) })
            }
            At::Reference | At::Rest | At::Path => {
                let ports = StatePorts::of(model);
                let mechanism = machinery_of(&ports.model, &parts)?;
                let branch = at_rest(&*mechanism, at).branch;
                Ok(Self { branch, ..made(ports, mechanism) })
            }
        }
    }

    fn solve(&self, progress: &dyn Progress) -> Result<OperatingState, Failure> {
        if let Some(request) = &self.stroke {
            let row = states(&*self.mechanism, request, progress)?;
            return Ok(row.into_iter().next().expect("one state was requested").state);
        }
        let (input, branch) = (self.input.clone(), self.branch);
        let request = EquilibriumRequest { input, branch, ..EquilibriumRequest::default() };
        Ok(equilibrium(&*self.mechanism, &request)?)
    }

    fn drive(&self) -> Option<Port> {
        self.stroke.as_ref().map(|request| request.drive)
    }

    /// The equations of motion at coordinates, and all outputs.
    fn evaluated(&self, position: &[f64], input: &[f64]) -> Result<(Linearisation, Vec<f64>), Failure> {
        let still = vec![0.0; position.len()];
        let at = State { time: 0.0, position, velocity: &still };
        let mut work = self.mechanism.workspace();
        let linearisation = self.mechanism.linearise(&at, &still, input, &mut work)?;
        let mut values = vec![0.0; self.mechanism.outputs().len()];
        self.mechanism.output_under(&at, input, &mut work, &mut values).map_err(MechError::Inadmissible)?;
        Ok((linearisation, values))
    }

    /// Everything that is differentiated, at coordinates under inputs.
    fn sample(&self, position: &[f64], input: &[f64]) -> Result<Sample, Failure> {
        let (linearisation, outputs) = self.evaluated(position, input)?;
        let still = vec![0.0; position.len()];
        let at = State { time: 0.0, position, velocity: &still };
        let structure = self.ports.structure(&*self.mechanism, &at, &linearisation)?;
        let snapshot = self.mechanism.snapshot(&at, input, &mut self.mechanism.workspace());
        let snapshot = snapshot.map_err(MechError::Inadmissible)?;
        let mut numbers: Vec<Number> = Vec::new();
        let mut add = |quantity: Quantity, unit: &str, value: f64| {
            numbers.push(Number { quantity, unit: unit.to_owned(), value });
        };
        if let Some(mass) = self.mass {
            add(Quantity::Mass, "kg", mass);
        }
        for ((name, unit), value) in self.mechanism.outputs().iter().zip(outputs) {
            if self.outputs.contains(name) {
                add(Quantity::Output(name.clone()), unit, value);
            }
        }
        if let Some(drive) = self.drive() {
            let unit = if self.mechanism.outputs()[drive.output].1 == "rad" { "N m" } else { "N" };
            add(Quantity::Force, unit, input[drive.input]);
        }
        for ((name, _), stress) in snapshot.beams.iter().zip(&snapshot.bending_stress) {
            if let Some(stress) = stress {
                add(Quantity::Stress(Some(name.clone())), "Pa", *stress);
            }
        }
        Ok(Sample { structure, numbers })
    }
}

/// The model with a choice of dependent deformations: where pieces are alike, rounding decides about them.
fn in_coordinates(model: &Model, following: Option<&[String]>) -> Model {
    let mut model = model.clone();
    if let Some(names) = following.filter(|names| !names.is_empty()) {
        let none = CoordinateChoice { follow: Vec::new(), independent: Vec::new(), span: Span::default() };
        model.coordinates.get_or_insert(none).follow = names.to_vec();
    }
    model
}

/// A model, the values of its forces, and which equilibrium is wanted.
type StaticModel = (Model, Vec<(String, f64)>, Branch);

/// The model of a static state in large displacements, the values of its forces, and the wanted equilibrium.
fn static_model(model: &Model, name: &str) -> Result<StaticModel, Failure> {
    let known = || model.states.iter().map(|state| state.name.as_str());
    let request = model.states.iter().find(|state| state.name == name);
    let request = request.ok_or_else(|| Failure::unknown_name("state", name, known()))?;
    if request.kind != StateKind::Static || request.linear {
        let kind = if request.linear { "static, linear" } else { "not static" };
        return Err(Refusal::AboutState { state: name.to_owned(), kind }.into());
    }
    let branch = if request.on_path { Branch::Path } else { Branch::Stable };
    Ok((state_model(model, request), request.forces.clone(), branch))
}

impl StatePlace {
    /// Finds the equilibrium.
    ///
    /// # Errors
    /// When there is none, it is unstable in coordinates that the shifted models do not share, or its tangent is singular.
    pub fn find(session: &Session, at: &At, progress: &dyn Progress) -> Result<Self, Failure> {
        let machine = Machine::of(session, at, None)?;
        let state = machine.solve(progress)?;
        if state.system.is_some() {
            return Err(Failure::NotDifferentiable {
                what: format!("the state {at}"),
                why: "it is reached in other coordinates than those of the reference configuration, which models with \
                      other parameters do not share"
                    .to_owned(),
            });
        }
        let tangent = state.tangent();
        let matrix = match machine.drive() {
            None => tangent,
            Some(drive) => bordered(&tangent, state.linearisation.input.column(drive.input)),
        };
        let solver = Lu::factor(&matrix).map_err(|error| Failure::NotDifferentiable {
            what: format!("the state {at}"),
            why: format!("its tangent stiffness is singular, as at a limit point or a bifurcation ({error})"),
        })?;
        let following = machine.mechanism.constraint_report()?.released;
        Ok(Self { at: at.clone(), machine, state, solver, following })
    }

    /// The place itself.
    pub fn sample(&self) -> Result<Sample, Failure> {
        self.machine.sample(&self.state.position, &self.state.input)
    }

    /// Out-of-balance force over the forces that balance \[-\].
    pub fn residual(&self) -> f64 {
        self.state.residual
    }

    /// Slopes along the equilibria between two models whose parameter differs by 2h.
    pub fn slopes(&self, sides: [&Session; 2], step: f64, parameter: &str) -> Result<SampleSlopes, Failure> {
        let side = |session: &Session| Machine::of(session, &self.at, Some(&self.following));
        let [below, above] = [side(sides[0])?, side(sides[1])?];
        for side in [&below, &above] {
            self.demand_same_coordinates(side, parameter)?;
        }
        let (motion, force) = self.motion([&below, &above], step)?;
        let moved = |machine: &Machine, step: f64| {
            let position: Vec<f64> =
                self.state.position.iter().zip(&motion).map(|(q, rate)| q + step * rate).collect();
            let mut input = self.inputs(machine);
            if let Some(drive) = machine.drive() {
                input[drive.input] += step * force;
            }
            machine.sample(&position, &input)
        };
        Sample::slopes(&moved(&below, -step)?, &moved(&above, step)?, 2.0 * step, parameter)
    }

    /// q' and λ'.
    fn motion(&self, [below, above]: [&Machine; 2], step: f64) -> Result<(Vec<f64>, f64), Failure> {
        let side = |machine: &Machine| machine.evaluated(&self.state.position, &self.inputs(machine));
        let ((below_at, below_out), (above_at, above_out)) = (side(below)?, side(above)?);
        let pairs = above_at.residual.iter().zip(&below_at.residual);
        let mut right: Vec<f64> = pairs.map(|(a, b)| (a - b) / (2.0 * step)).collect();
        let drive = self.machine.drive();
        right.extend(drive.map(|at| -(above_out[at.output] - below_out[at.output]) / (2.0 * step)));
        let mut solved = self.solver.solve(&right);
        if solved.iter().any(|value| !value.is_finite()) {
            return Err(Failure::not_finite(format!("the change of the state {}", self.at)));
        }
        let force = drive.and_then(|_| solved.pop()).unwrap_or(0.0);
        Ok((solved, force))
    }

    /// Inputs of a shifted model: its own, and the force that holds the drive.
    fn inputs(&self, machine: &Machine) -> Vec<f64> {
        let mut input = machine.input.clone();
        if let Some(drive) = machine.drive() {
            input[drive.input] = self.state.input[drive.input];
        }
        input
    }

    fn demand_same_coordinates(&self, other: &Machine, parameter: &str) -> Result<(), Failure> {
        let names = |machine: &Machine| -> Vec<String> {
            machine.mechanism.coordinates().iter().map(|coordinate| coordinate.name.clone()).collect()
        };
        let same_inputs = self.machine.mechanism.inputs() == other.mechanism.inputs();
        match names(&self.machine) == names(other) && same_inputs {
            true => Ok(()),
            false => Err(Failure::NotDifferentiable {
                what: format!("`{parameter}`"),
                why: "the coordinates of the machine change with it; it must not decide how many elements there are"
                    .to_owned(),
            }),
        }
    }
}

/// [[K, −b], [bᵀ, 0]].
fn bordered(tangent: &Dense, force: &[f64]) -> Dense {
    let n = force.len();
    Dense::from_fn(n + 1, n + 1, |i, j| match (i == n, j == n) {
        (false, false) => tangent[(i, j)],
        (false, true) => -force[i],
        (true, false) => force[j],
        (true, true) => 0.0,
    })
}

/// Whether a failure says only that a shifted model cannot be: then a shorter step may serve.
pub(crate) fn is_out_of_reach(failure: &Failure) -> bool {
    match failure {
        Failure::Model(_) => true,
        Failure::Mech(error) => matches!(**error, MechError::Inadmissible(_)),
        Failure::Dynamics(error) => matches!(**error, DynamicsError::NotEvaluated { .. }),
        _ => false,
    }
}
