//! Operating states of frames and parts: what `[state.NAME]` asks for.

use crate::answer::Answer;
use crate::cost::Cost;
use crate::failure::Failure;
use crate::machine::MadeOf;
use crate::refusal::Refusal;
use crate::reports::slow_loads::{ChangeReport, follow};
use crate::reports::state_poles::stability_words;
use crate::reports::static_states::{not_small, remarks};
use crate::session::Session;
use crate::subjects::turning_matter::{coupling, unstiffened};
use lissom_dynamics::deformation::{
    ActingForces, Carriers, DeformedState, FreeBody, Nonlinearity, Power, constant_spin, constant_torque,
    constant_velocity, inertia_relief, static_equilibrium, undamped_velocity, with_article,
};
use lissom_dynamics::{
    DynamicsError, Modes, ModesRequest, Stability, StateCertificate, StaticState, static_state,
};
use lissom_linalg::{Progress, Threads};
use lissom_mech::elements::SpinAxis;
use lissom_mech::{
    AxisBalance, Frame, FrameForces, Row, RowKind, Structure, TurningStructure, largest_by_kind, machinery_of,
};
use lissom_model::model::{Coordinate, Model, StateAxis, StateKind, StateRequest};
use lissom_reduce::linear::SlowLoad;
use std::cell::Cell;

/// Share of the moment on bearings above which a note is given.
const BEARINGS: f64 = 1e-6;

/// One operating state, found or refused.
#[derive(Clone, Debug)]
pub struct StateReport {
    /// Name in the model file.
    pub name: String,
    /// `acceleration`, `velocity`, `rotation`, `torque`, `static`, `change`.
    pub kind: &'static str,
    /// The state, or why the structure cannot stay in it.
    pub found: Result<FoundState, String>,
}

/// A state that was found.
#[derive(Clone, Debug)]
pub struct FoundState {
    /// Whether nothing accelerates that was asked to move steadily.
    pub stationary: bool,
    /// Rigid velocity: translations of the centre of mass [m/s] and rotations [rad/s], by coordinate.
    pub velocity: Vec<(Coordinate, f64)>,
    /// Rigid acceleration: translations of the centre of mass [m/s²] and rotations [rad/s²], by coordinate.
    pub acceleration: Vec<(Coordinate, f64)>,
    /// Angular speed of the frame that the deformation belongs to \[rad/s\].
    pub speed: Option<f64>,
    /// The row with the largest translation of the deformation, and that displacement \[m\].
    pub largest: Option<(String, f64)>,
    /// The largest entry of the deformation of each unit, with its row.
    pub largest_by_unit: Vec<(RowKind, String, f64)>,
    /// ½ xᵀ K x \[J\].
    pub elastic_energy: f64,
    /// What is left of the balance over the forces in it [-].
    pub residual: f64,
    /// Rigid motion left in the deformation [-].
    pub gauge: f64,
    /// Power of the forces and where it goes.
    pub power: Power,
    /// Outputs of the model, of the deformation: name, unit, value.
    pub outputs: Vec<(String, String, f64)>,
    /// Section forces and reactions of frames; of joined structures also what joins carry.
    pub forces: Option<FrameForces>,
    /// Deformation over the rows of the structure \[m\] or \[rad\].
    pub deformation: Vec<f64>,
    /// What deforms every row: the applied force less inertia and drag of the rigid motion \[N\] or \[N m\].
    pub internal_force: Vec<f64>,
    /// How the deformation goes on when the force begins to change; states of constant force only.
    pub slow_load: Option<SlowLoad>,
    /// The whole change, whose end the other numbers describe; `kind = "change"` only.
    pub change: Option<ChangeReport>,
    /// Whether it was found by linear equations, and how large the displacements are for these.
    pub linear: Option<Nonlinearity>,
    /// What was checked about an equilibrium in large displacements.
    pub certificate: Option<StateCertificate>,
    /// Displacement of every coordinate of a frame in large displacements, dependent and held ones included \[m\] or \[rad\].
    pub all_displacements: Option<Vec<f64>>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

impl Session {
    /// Whether the model file asks for operating states.
    #[must_use]
    pub fn asks_states(&self) -> bool {
        self.model().is_ok_and(|model| !model.states.is_empty())
    }

    /// The operating states the model file asks for. A state that cannot be is part of the answer.
    ///
    /// # Errors
    /// When the model is wrong or its structure cannot be built.
    pub fn operating_states(&self, progress: &dyn Progress) -> Result<Answer<Vec<StateReport>>, Failure> {
        let model = self.model()?;
        let structure = self.linear_structure()?;
        let made_of = self.machine()?.made_of()?;
        // Mechanisms with FE parts have no elements about the reference: what they carry is known in large displacements.
        let frame = if made_of == MadeOf::MovingParts { None } else { self.frame_elements()? };
        let joined = (made_of == MadeOf::Parts).then(|| self.joined_structure()).transpose()?;
        let names = structure.motion_names();
        progress.stage("operating states", Some(model.states.len() as u64));
        let body = FreeBody::new(structure, &names, self.threads())?;
        let asking = Asking {
            session: self,
            model,
            structure,
            carriers: Carriers { frame: frame.as_ref(), joined },
            body: &body,
            threads: self.threads(),
            configurations: Cell::new(0),
        };
        let mut reports = Vec::new();
        for (done, request) in model.states.iter().enumerate() {
            let found = match asking.find(request) {
                Ok(found) => Ok(found),
                Err(
                    failure @ (Failure::Dynamics(_)
                    | Failure::Mech(_)
                    | Failure::Unbalanced { .. }
                    | Failure::Refused(_)),
                ) => Err(failure.to_string()),
                Err(other) => return Err(other),
            };
            reports.push(StateReport { name: request.name.clone(), kind: kind_name(&request.kind), found });
            progress.advance(done as u64 + 1);
        }
        let warnings = reports
            .iter()
            .filter_map(|r| r.found.as_ref().ok().map(|f| (r, f)))
            .flat_map(|(r, f)| f.notes.iter().map(move |note| format!("state {}: {note}", r.name)));
        let warnings = warnings.collect();
        let cost = Cost {
            evaluations: Some(asking.configurations.get()),
            factorisations: Some(body.factorisations() as u64),
            ..Cost::UNKNOWN
        };
        Ok(self.answer_of(reports, cost, warnings))
    }
}

impl Session {
    /// Natural frequencies about a static state of the model file: the stress there stiffens or softens the frame,
    /// (K + K^G) φ = ω² M φ.
    ///
    /// # Errors
    /// When there is no such state, it is not static, or the structure is no frame.
    pub fn modes_at(
        &self,
        state: &str,
        request: &ModesRequest,
        progress: &dyn Progress,
    ) -> Result<Answer<Modes>, Failure> {
        let (stressed, mut notes) = self.stressed_structure(state)?;
        let modes = lissom_dynamics::modes(&stressed, request, progress)?;
        let unstable = modes.modes.iter().filter(|mode| mode.eigenvalue < 0.0).count();
        if unstable > 0 {
            notes.push(format!(
                "the structure has buckled: {unstable} directions are unstable under this load"
            ));
        }
        Ok(self.answer(modes, notes))
    }

    /// The frame with the stress of a static state of the model file, and what the reader should know.
    ///
    /// # Errors
    /// When there is no such state, it is not static, or the structure is no frame.
    pub(crate) fn stressed_structure(&self, state: &str) -> Result<(Structure, Vec<String>), Failure> {
        let model = self.model()?;
        let asked = model.states.iter().find(|s| s.name == state).ok_or_else(|| {
            Failure::unknown_name("state", state, model.states.iter().map(|state| state.name.as_str()))
        })?;
        let made_of = self.machine()?.made_of()?;
        let is_linear_of_parts = made_of == MadeOf::MovingParts && asked.linear;
        if asked.kind != StateKind::Static || made_of == MadeOf::Parts || is_linear_of_parts {
            let kind = kind_name(&asked.kind);
            return Err(Refusal::AboutState { state: state.to_owned(), kind }.into());
        }
        if let Some(force) = model.forces.iter().find(|force| force.follower && force.law.is_some()) {
            return Err(Failure::Circulatory { force: force.name.clone() });
        }
        if let Some(large) = self.large_structure(asked)? {
            return Ok(large);
        }
        if made_of == MadeOf::MovingParts {
            return Err(Refusal::OnlySmallParts.into());
        }
        let structure = self.linear_structure()?;
        let frame = Frame::of(model, self.linear_system()?)?;
        let names = structure.motion_names();
        let body = FreeBody::new(structure, &names, self.threads())?;
        let acting = ActingForces::at_start(model, asked)?;
        let mut notes = acting_notes(&acting);
        let force = structure.with_weight(structure.force_of(&acting.values), model.gravity);
        let found = static_equilibrium(&body, &force)?;
        let stressed = frame.stressed(structure, &found.deformation, &acting.values)?;
        let size = Nonlinearity::of(model, &structure.rows, &found.deformation);
        notes.extend(not_small(&size));
        notes.push(format!(
            "about state {state}, found by linear equations: its stress stiffens or softens the frame, its displacements (up to {:.3e} m) do not \
             move the nodes",
            largest(structure, &found.deformation).map_or(0.0, |(_, value)| value.abs())
        ));
        Ok((stressed, notes))
    }
}

fn kind_name(kind: &StateKind) -> &'static str {
    match kind {
        StateKind::Acceleration => "acceleration",
        StateKind::Velocity => "velocity",
        StateKind::Rotation(..) => "rotation",
        StateKind::Torque(_) => "torque",
        StateKind::Static => "static",
        StateKind::Change(..) => "change",
    }
}

/// Everything states are asked of.
struct Asking<'a> {
    session: &'a Session,
    model: &'a Model,
    structure: &'a Structure,
    /// The components whose internal forces are known.
    carriers: Carriers<'a>,
    body: &'a FreeBody<'a>,
    threads: &'a Threads,
    /// Configurations of mechanisms that were searched in large displacements.
    configurations: Cell<u64>,
}

/// Named forces that act, with their values.
type Values = [(String, f64)];

impl Asking<'_> {
    fn find(&self, request: &StateRequest) -> Result<FoundState, Failure> {
        let is_of_moving = self.session.machine()?.made_of()? == MadeOf::MovingParts;
        if is_of_moving && (request.kind != StateKind::Static || request.linear) {
            return Err(Refusal::StateOfMovingParts { kind: kind_name(&request.kind) }.into());
        }
        let acting = ActingForces::at_start(self.model, request)?;
        let (values, mut notes) = (&acting.values, acting_notes(&acting));
        let force = self.structure.force_of(values);
        match request.kind {
            StateKind::Acceleration => {
                if request.dampers && self.structure.damping.max_abs() > 0.0 {
                    notes.push("dampers do not act yet: the state is at the start from rest".into());
                }
                let force = self.with_weight(force);
                let state = inertia_relief(self.body, &force)?;
                self.with_slow_load(self.report(state, values, None, true, notes)?, &force)
            }
            StateKind::Velocity => self.velocity(request, values, force, notes),
            StateKind::Static => self.stands(request, values, force, notes),
            StateKind::Rotation(speed, axis) => self.rotation(speed, axis, values, &force, notes),
            StateKind::Torque(axis) => self.torque(request, axis, values, &force, notes),
            StateKind::Change(end, points) => self.change(request, end, points),
        }
    }

    /// A static state: in large displacements where the model is a mechanism, unless the linear one is
    /// requested.
    fn stands(
        &self,
        request: &StateRequest,
        values: &Values,
        force: Vec<f64>,
        mut notes: Vec<String>,
    ) -> Result<FoundState, Failure> {
        let large = if request.linear {
            Err("linear, as requested".to_owned())
        } else {
            let model = self.session.state_model(request);
            let parts = self.session.moving_parts()?;
            let found = model.and_then(|model| match machinery_of(&model, &parts) {
                Ok(mechanism) => Ok((model, mechanism)),
                Err(error) => Err(error.to_string()),
            });
            found.map_err(|why| format!("linear: {why}"))
        };
        let large = large.map(|(model, mechanism)| {
            let own = mechanism.clone();
            let found = static_state(&model, mechanism, request);
            self.configurations.set(self.configurations.get() + own.configurations_searched());
            found.map(|found| (remarks(&model, &found), found))
        });
        let why = match large {
            Ok(Ok((remarks, large))) => {
                let force = self.with_weight(force);
                notes.extend(remarks);
                let found = self.stands_large(&large, &force, notes);
                let size = Nonlinearity::of(self.model, &self.structure.rows, &found.deformation);
                // The prediction of the linear equations is given where these are valid.
                return if size.is_small() { self.with_slow_load(found, &force) } else { Ok(found) };
            }
            // Forces that balance each other on a free body leave its place open, which only the linear equations bear.
            Ok(Err(failure)) if self.body.rigid_count() == 0 => return Err(failure.into()),
            Ok(Err(failure)) => format!("linear: {failure}"),
            Err(why) => why,
        };
        notes.push(why);
        let force = self.with_weight(force);
        let state = static_equilibrium(self.body, &force)?;
        let mut found = self.report(state, values, None, true, notes)?;
        let size = Nonlinearity::of(self.model, &self.structure.rows, &found.deformation);
        found.notes.extend(not_small(&size));
        found.linear = Some(size);
        self.with_slow_load(found, &force)
    }

    fn stands_large(&self, large: &StaticState, force: &[f64], mut notes: Vec<String>) -> FoundState {
        match large.certificate.stability() {
            Stability::Stable => {}
            _ => notes.push(format!("the equilibrium is {}", stability_words(&large.certificate))),
        }
        if let Some(why) = large.certificate.verdict.why_not() {
            notes.push(format!("not certified: {why}"));
        }
        let all = &large.standing.displacement;
        let frame = self.carriers.frame;
        let rows = frame.map(|frame| &frame.system().elimination.independent);
        let deformation: Vec<f64> = rows.map_or_else(Vec::new, |rows| rows.iter().map(|c| all[*c]).collect());
        let rows = |frame: &Frame<'_>| -> Vec<Row> {
            (0..all.len()).map(|c| frame.system().coordinates.row(c)).collect()
        };
        let by_unit =
            frame.map_or_else(|| self.moved_nodes(large), |frame| largest_by_kind(&rows(frame), all));
        let outputs = large.mechanism.outputs().iter().zip(&large.state.output);
        FoundState {
            stationary: true,
            velocity: Vec::new(),
            acceleration: Vec::new(),
            speed: None,
            largest: longest(&by_unit),
            largest_by_unit: by_unit,
            elastic_energy: large.standing.elastic_energy,
            residual: large.certificate.residual,
            gauge: 0.0,
            power: Power::default(),
            outputs: outputs.map(|((name, unit), v)| (name.clone(), (*unit).to_owned(), *v)).collect(),
            forces: Some(large.standing.forces.clone()),
            internal_force: force.to_vec(),
            deformation,
            slow_load: None,
            change: None,
            linear: None,
            certificate: Some(large.certificate.clone()),
            all_displacements: Some(all.clone()),
            notes,
        }
    }

    /// The largest translation of a node of the model.
    fn moved_nodes(&self, large: &StaticState) -> Vec<(RowKind, String, f64)> {
        let nodes = self.model.structure.nodes.iter();
        let moved = nodes.filter_map(|node| {
            let (_, at) = large.standing.points.iter().find(|(name, _)| *name == node.name)?;
            let named = |k: usize| format!("node {}, {}", node.name, ["x", "y", "z"][k]);
            Some(
                [0, 1, 2].map(|k| (Row::new(named(k), RowKind::Translation, None), at[k] - node.position[k])),
            )
        });
        let (rows, values): (Vec<Row>, Vec<f64>) = moved.flatten().unzip();
        largest_by_kind(&rows, &values)
    }

    /// Adds how the deformation goes on when the force begins to change.
    fn with_slow_load(&self, mut found: FoundState, force: &[f64]) -> Result<FoundState, Failure> {
        // The outlook costs many more solves, and modes.
        if self.body.iteration().is_none() {
            found.slow_load = SlowLoad::of(self.structure, force, self.threads)?;
        }
        Ok(found)
    }

    fn change(&self, request: &StateRequest, end: f64, points: usize) -> Result<FoundState, Failure> {
        let mut notes = Vec::new();
        if self.model.gravity.iter().any(|g| *g != 0.0) {
            notes.push("gravity is omitted: it is constant".into());
        }
        let found = follow(self.model, self.body, request, end, points)?;
        let change = &found.change;
        let last = change.times.len() - 1;
        notes.push(format!(
            "quasi-static deformation: estimated error {:.1e} of its largest value, for changes slow against \
             {:.4} Hz",
            change.error_estimate(),
            change.first_frequency / std::f64::consts::TAU
        ));
        if change.elastic_energy[0] > 0.0 {
            notes.push(
                "forces are non-zero at t = 0: a sudden start also excites a vibration as large as the \
                 deformation it is \
                 deformed, which is not in this answer and not in its estimate"
                    .into(),
            );
        }
        let state = change.state(self.body, last);
        let values: Vec<(String, f64)> =
            self.structure.inputs.iter().map(|input| (input.name.clone(), 0.0)).collect();
        let mut report = self.report(state, &values, None, true, notes)?;
        // Section forces belong to one instant; use a state with that force for them.
        report.forces = None;
        report.change = Some(found);
        Ok(report)
    }

    fn velocity(
        &self,
        request: &StateRequest,
        values: &Values,
        force: Vec<f64>,
        mut notes: Vec<String>,
    ) -> Result<FoundState, Failure> {
        let force = self.with_weight(force);
        let found = match request.dampers {
            true => constant_velocity(self.body, &force)?,
            false => undamped_velocity(self.body, &force)?,
        };
        for imbalance in &found.accelerating {
            notes.push(format!(
                "no constant velocity: {} has no drag, and the force accelerates the body along it; the \
                 state is a mixture of constant velocity and constant acceleration. Add a damper to ground there",
                with_article(&imbalance.motion)
            ));
        }
        for (motion, count) in counted(&found.undetermined) {
            let motion = with_article(motion);
            notes.push(match count {
                1 => format!("no drag on {motion}: its constant speed is arbitrary and set to zero"),
                _ => format!(
                    "no drag on {count} motions, each {motion}: their constant speed is arbitrary and set \
                     to zero"
                ),
            });
        }
        let stationary = found.is_stationary();
        self.report(found.state, values, None, stationary, notes)
    }

    fn axis(&self, axis: StateAxis, notes: &mut Vec<String>) -> Result<SpinAxis, Failure> {
        let centre = self.structure.rigid_body.as_ref().map(|body| body.centre);
        let point = axis.point.or(centre).ok_or_else(|| {
            Failure::missing_section("`point` of the axis", "the position of the centre of mass is unknown")
        })?;
        if axis.point.is_none() && self.body.rigid_count() == 0 {
            notes.push(format!(
                "the structure is supported, and its axis passes through the centre of mass at {point:?} m; \
                 give `point` \
                 if it is another"
            ));
        }
        if self.model.gravity.iter().any(|g| *g != 0.0) {
            notes.push("gravity is omitted: it would rotate relative to the body".into());
        }
        Ok(SpinAxis { direction: axis.direction, point })
    }

    fn rotation(
        &self,
        speed: f64,
        axis: StateAxis,
        values: &Values,
        force: &[f64],
        mut notes: Vec<String>,
    ) -> Result<FoundState, Failure> {
        let axis = self.axis(axis, &mut notes)?;
        let turning = self.session.turning(self.carriers.frame, axis)?;
        notes.extend(coupling(&turning));
        let found = constant_spin(self.body, turning.matter(), speed, force);
        let found = found.map_err(|error| self.explain_axis(error, &axis))?;
        notes.extend(unstiffened(&turning));
        if found.left_to_bearings > BEARINGS {
            notes.push(format!(
                "the deformed body loads its axis: bearings would carry {:.1e} of the centrifugal force",
                found.left_to_bearings
            ));
        }
        self.report(found.state, values, Some((&turning, speed)), true, notes)
    }

    fn torque(
        &self,
        request: &StateRequest,
        axis: StateAxis,
        values: &Values,
        force: &[f64],
        mut notes: Vec<String>,
    ) -> Result<FoundState, Failure> {
        let axis = self.axis(axis, &mut notes)?;
        let turning = self.session.turning(self.carriers.frame, axis)?;
        notes.extend(coupling(&turning));
        let drag = turning.drag()?;
        let drag = if request.dampers { drag } else { drag.without_dampers() };
        let found = constant_torque(self.body, turning.matter(), &drag, force)?;
        notes.extend(unstiffened(&turning));
        let mut report = self.report(found.state, values, Some((&turning, found.speed)), true, notes)?;
        // Section forces belong to a body that nothing drags while it turns; here drag acts along it.
        report.forces = None;
        Ok(report)
    }

    /// Adds the mass properties about an axis that a free body does not stay on.
    fn explain_axis(&self, error: DynamicsError, axis: &SpinAxis) -> Failure {
        let Some(body) = &self.structure.rigid_body else { return error.into() };
        if !matches!(&error, DynamicsError::NoState(reason)
            if matches!(**reason, lissom_dynamics::deformation::NoState::NotBalanced { .. }))
        {
            return error.into();
        }
        let balance = AxisBalance::of(&body.mass_properties(), axis);
        Failure::Unbalanced { reason: error.to_string(), balance }
    }

    fn with_weight(&self, force: Vec<f64>) -> Vec<f64> {
        self.structure.with_weight(force, self.model.gravity)
    }

    fn report(
        &self,
        state: DeformedState,
        values: &Values,
        spin: Option<(&TurningStructure<'_>, f64)>,
        stationary: bool,
        mut notes: Vec<String>,
    ) -> Result<FoundState, Failure> {
        let state = state.finite(self.structure).map_err(DynamicsError::from)?;
        if let Some(record) = self.body.iteration() {
            notes.push(format!(
                "solved by conjugate gradients, not by a factor: {} iterations so far, residual at most {:.1e}",
                record.iterations, record.worst_residual
            ));
        }
        let outputs = self.structure.outputs.iter().map(|output| {
            let value = lissom_linalg::dot(&output.values, &state.deformation);
            (output.name.clone(), output.unit.clone(), value)
        });
        let forces = self.carriers.forces(self.body, &state, values, spin).unwrap_or_else(|reason| {
            notes.push(format!("forces of joins and supports are not available: {reason}"));
            None
        });
        let rates =
            |motion: &[f64]| self.structure.rigid_body.as_ref().map_or_else(Vec::new, |b| b.rates(motion));
        Ok(FoundState {
            stationary,
            velocity: rates(&state.velocity),
            acceleration: rates(&state.acceleration),
            speed: spin.map(|(_, speed)| speed),
            largest: largest(self.structure, &state.deformation),
            largest_by_unit: largest_by_kind(&self.structure.rows, &state.deformation),
            elastic_energy: state.elastic_energy,
            residual: state.residual,
            gauge: state.gauge,
            power: state.power,
            outputs: outputs.collect(),
            forces,
            deformation: state.deformation,
            internal_force: state.internal_force,
            slow_load: None,
            change: None,
            linear: None,
            certificate: None,
            all_displacements: None,
            notes,
        })
    }
}

/// What the reader should know about the forces that act.
fn acting_notes(acting: &ActingForces) -> Vec<String> {
    let changing =
        acting.changing.iter().map(|name| format!("force {name} changes with time; its value at t = 0 acts"));
    let spread = acting
        .is_distributed
        .then(|| "distributed forces act at the ends of elements, also in the section forces".to_owned());
    changing.chain(spread).collect()
}

/// Equal names once, in order, each with how often it was there.
fn counted(names: &[String]) -> Vec<(&str, usize)> {
    let mut all: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => all.push((name, 1)),
        }
    }
    all
}

/// The row with the largest displacement, among those that are lengths.
fn largest(structure: &Structure, deformation: &[f64]) -> Option<(String, f64)> {
    longest(&largest_by_kind(&structure.rows, deformation))
}

/// The largest length among the largest of every unit.
fn longest(by_unit: &[(RowKind, String, f64)]) -> Option<(String, f64)> {
    let length = by_unit.iter().find(|(unit, ..)| *unit == RowKind::Translation);
    length.map(|(_, name, value)| (name.clone(), *value))
}
