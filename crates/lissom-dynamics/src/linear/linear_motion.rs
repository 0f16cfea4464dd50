//! Motion of a linear structure in time: exact for inputs that are linear between samples, with jumps at
//! given times.
//!
//! In modal coordinates scaled by their frequencies the state matrix is skew but for damping, so a step of any length is
//! a matrix exponential without loss of digits. The only error is the interpolation of the inputs; it is measured by
//! halving the step.

use crate::error::DynamicsError;
use crate::linear::linear_step::{ExactStep, dissipation_form};
use crate::linear::modal_form::ModalForm;
use crate::motions::energy_audit::EnergyAudit;
use crate::motions::motion::InputLaw;
use crate::motions::trajectory::Trajectory;
use lissom_linalg::{Dense, dot};
use lissom_mech::{Energies, Structure};
use std::fmt;

/// Structures above this size are reduced first: the exponential is dense.
const LARGEST: usize = 1200;

/// Steps are halved at most so often below the distance of the output times.
const MOST_HALVINGS: u32 = 12;

/// The request.
#[derive(Clone)]
pub struct LinearMotionRequest<'a> {
    /// End [s]; the motion starts at zero.
    pub end: f64,
    /// Number of equidistant times to give results at, both ends included.
    pub points: usize,
    /// Times at which inputs may jump or change their slope, ascending [s]: no step goes across one.
    pub breaks: &'a [f64],
    /// The piece of the motion that is wanted, of all times [s]; `None`: from zero to the end.
    pub window: Option<[f64; 2]>,
    /// Initial coordinates and rates; `None`: at rest without deformation.
    pub from: Option<(&'a [f64], &'a [f64])>,
    /// The inputs over time.
    pub input: &'a InputLaw<'a>,
    /// Largest change of an output by halving the step, relative to the output's largest value [-]; an output
    /// that moves by rounding only is measured by the largest motion.
    pub tolerance: f64,
}

impl fmt::Debug for LinearMotionRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "until {} s, {} points, tolerance {}", self.end, self.points, self.tolerance)
    }
}

/// A motion, and how much the sampling of its inputs matters.
#[derive(Clone, Debug)]
pub struct LinearMotion {
    /// The motion, with energies and their balance.
    pub trajectory: Trajectory,
    /// Largest change of an output by the last halving of the step, relative to its largest value [-]. About a third of
    /// it is the error that is left.
    pub input_error: f64,
    /// Whether the tolerance was met.
    pub met: bool,
    /// Coordinates and rates at the end.
    pub last: [Vec<f64>; 2],
}

/// Moves a structure through time.
///
/// # Errors
/// If the request is invalid, the structure is too large, or its modes or exponential fail.
pub fn linear_motion(
    structure: &Structure,
    request: &LinearMotionRequest,
) -> Result<LinearMotion, DynamicsError> {
    check(structure, request)?;
    let form = ModalForm::of(structure)?;
    let grid = TimeGrid::of(request);
    let mut halvings = 0;
    let mut changes = Changes::of(structure);
    let (mut coarse, _) = run(structure, &form, request, &grid, 1)?;
    loop {
        halvings += 1;
        let (fine, last) = run(structure, &form, request, &grid, 1 << halvings)?;
        let input_error = changes.worst(&coarse, &fine);
        let met = input_error <= request.tolerance;
        if met || halvings == MOST_HALVINGS {
            return Ok(LinearMotion { trajectory: fine, input_error, met, last });
        }
        coarse = fine;
    }
}

/// Halving the step makes a change smaller by the factor 4, of inputs that jump by 2; what does not even fall by this is
/// rounding [-], if the output is small …
const STALLED: f64 = 0.75;
/// … beside how far anything moves [-].
const SMALL: f64 = 1e-8;

/// What halving the step changed so far, for each output.
struct Changes {
    /// The last change of each output, and how often in a row it did not fall.
    last: Vec<(f64, u32)>,
}

impl Changes {
    fn of(structure: &Structure) -> Self {
        Self { last: vec![(f64::INFINITY, 0); structure.outputs.len()] }
    }

    /// The largest relative change of an output that is more than rounding.
    fn worst(&mut self, coarse: &Trajectory, fine: &Trajectory) -> f64 {
        let mut worst = 0.0f64;
        for (i, (last, stalls)) in self.last.iter_mut().enumerate() {
            let Some(change) = coarse.relative_error(fine, i) else { continue };
            let largest = fine.outputs[i].iter().fold(0.0, |a: f64, b| a.max(b.abs()));
            let is_small = largest < SMALL * fine.reach[i];
            *stalls = if is_small && change > STALLED * *last { *stalls + 1 } else { 0 };
            *last = change;
            if *stalls < 2 {
                worst = worst.max(change);
            }
        }
        worst
    }
}

fn check(structure: &Structure, request: &LinearMotionRequest) -> Result<(), DynamicsError> {
    if structure.size() > LARGEST {
        let (name, size) = (structure.name.clone(), structure.size());
        return Err(DynamicsError::TooLargeForMotion { name, size, largest: LARGEST });
    }
    if request.points < 2 {
        return Err(DynamicsError::TooFewOutputs { points: request.points });
    }
    if !(request.end.is_finite() && request.end > 0.0) {
        return Err(DynamicsError::BadTimes { start: 0.0, end: request.end });
    }
    if let Some([start, end]) = request.window.filter(|[start, end]| !(*start >= 0.0 && end > start)) {
        return Err(DynamicsError::BadTimes { start, end });
    }
    if !(request.tolerance.is_finite() && request.tolerance > 0.0) {
        return Err(DynamicsError::BadTolerance { relative: request.tolerance, absolute: 0.0 });
    }
    for (what, given) in request.from.iter().flat_map(|(x, v)| [("coordinates", x), ("rates", v)]) {
        if given.len() != structure.size() {
            return Err(DynamicsError::BadStateSize { what, given: given.len(), needed: structure.size() });
        }
        if let Some(i) = given.iter().position(|x| !x.is_finite()) {
            let name = structure.rows[i].clone();
            return Err(DynamicsError::StartNotFinite { what, name, value: given[i] });
        }
    }
    Ok(())
}

/// Steps of one length.
struct Stride {
    length: f64,
    step: ExactStep,
    dissipation: Dense,
}

impl Stride {
    fn of(structure: &Structure, form: &ModalForm, length: f64) -> Result<Self, DynamicsError> {
        let step = ExactStep::of(form, length).map_err(|source| exponential(structure, source))?;
        let dissipation = dissipation_form(form, length).map_err(|source| exponential(structure, source))?;
        Ok(Self { length, step, dissipation })
    }
}

/// The motion with so many steps in every piece of the grid; and the state at its end.
fn run(
    structure: &Structure,
    form: &ModalForm,
    request: &LinearMotionRequest,
    grid: &TimeGrid,
    substeps: usize,
) -> Result<(Trajectory, [Vec<f64>; 2]), DynamicsError> {
    let mut state = form.start(structure, request.from);
    let mut books = Books::open(form, &state, &sample(structure, request, grid.after(0))?);
    let mut trajectory = Trajectory { steps: [f64::INFINITY, 0.0], ..Trajectory::default() };
    trajectory.outputs = vec![Vec::with_capacity(request.points); structure.outputs.len()];
    let mut strides: Vec<Stride> = Vec::new();
    if grid.is_output[0] {
        record(structure, form, &state, &books, &mut trajectory, grid.times[0]);
    }
    for piece in 1..grid.times.len() {
        let [from, to] = [grid.times[piece - 1], grid.times[piece]];
        let wanted = (to - from) / substeps as f64;
        // Rounding of the times must not cost an exponential for every piece.
        let same = |stride: &Stride| (stride.length - wanted).abs() <= SAME_LENGTH * request.end;
        let known = match strides.iter().position(same) {
            Some(known) => known,
            None => {
                strides.push(Stride::of(structure, form, wanted)?);
                strides.len() - 1
            }
        };
        let Stride { length, step, dissipation } = &strides[known];
        trajectory.steps = [trajectory.steps[0].min(*length), trajectory.steps[1].max(*length)];
        for sub in 1..=substeps {
            let time = from + (to - from) * sub as f64 / substeps as f64;
            let next = sample(structure, request, if sub == substeps { grid.before(piece) } else { time })?;
            let advanced = step.advance(&state, &books.input, &next, *length);
            books.enter(form, dissipation, &state, &advanced, &next, *length);
            state = advanced.state;
        }
        if grid.is_break[piece] && piece + 1 < grid.times.len() {
            books.jump(form, &state, &sample(structure, request, grid.after(piece))?);
        }
        if grid.is_output[piece] {
            record(structure, form, &state, &books, &mut trajectory, to);
        }
    }
    trajectory.reach = reach(structure, &trajectory.positions);
    trajectory.counters.steps = ((grid.times.len() - 1) * substeps) as u64;
    let (position, velocity) = form.physical(&state, &books.input);
    trajectory.audit = Some(books.audit);
    Ok((trajectory, [position, velocity]))
}

/// Σ|c| max|x| of each output c: what rounding of the motion is measured by.
fn reach(structure: &Structure, positions: &[Vec<f64>]) -> Vec<f64> {
    let farthest = positions.iter().flatten().fold(0.0, |a: f64, x| a.max(x.abs()));
    let weight = |values: &[f64]| values.iter().map(|c| c.abs()).sum::<f64>();
    structure.outputs.iter().map(|output| weight(&output.values) * farthest).collect()
}

/// Lengths of steps that differ by less of the whole time are the same [-].
const SAME_LENGTH: f64 = 1e-13;

/// Inputs beside a break are taken so far from it, as a share of the whole time [-].
const BESIDE: f64 = 1e-12;

/// Times that steps end at: those of results, and those where inputs jump.
struct TimeGrid {
    times: Vec<f64>,
    is_output: Vec<bool>,
    is_break: Vec<bool>,
    beside: f64,
}

impl TimeGrid {
    fn of(request: &LinearMotionRequest) -> Self {
        let [start, end] = request.window.unwrap_or([0.0, request.end]);
        let near = SAME_LENGTH * request.end;
        let intervals = request.points - 1;
        let outputs = (0..request.points).map(|k| request.end * k as f64 / intervals as f64);
        let mut all: Vec<(f64, bool, bool)> = outputs.map(|t| (t, true, false)).collect();
        all.extend(request.breaks.iter().map(|t| (*t, false, true)));
        all.extend(request.window.iter().flatten().map(|t| (*t, false, false)));
        all.retain(|(t, ..)| *t >= start - near && *t <= end + near);
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut grid =
            Self { times: vec![], is_output: vec![], is_break: vec![], beside: BESIDE * request.end };
        for (time, output, is_break) in all {
            match grid.times.last() {
                Some(last) if time - last <= near => {
                    let at = grid.times.len() - 1;
                    grid.is_output[at] |= output;
                    grid.is_break[at] |= is_break;
                }
                _ => {
                    grid.times.push(time);
                    grid.is_output.push(output);
                    grid.is_break.push(is_break);
                }
            }
        }
        grid
    }

    /// Where inputs are taken from for the piece that ends at a time.
    fn before(&self, at: usize) -> f64 {
        self.times[at] - if self.is_break[at] { self.beside } else { 0.0 }
    }

    /// Where inputs are taken from for the piece that begins at a time.
    fn after(&self, at: usize) -> f64 {
        self.times[at] + if self.is_break[at] { self.beside } else { 0.0 }
    }
}

fn exponential(structure: &Structure, source: lissom_linalg::LuError) -> DynamicsError {
    DynamicsError::Exponential { name: structure.name.clone(), source }
}

fn sample(
    structure: &Structure,
    request: &LinearMotionRequest,
    time: f64,
) -> Result<Vec<f64>, DynamicsError> {
    let mut values = vec![0.0; structure.inputs.len()];
    (request.input)(time, &mut values);
    match values.iter().position(|u| !u.is_finite()) {
        Some(i) => {
            let (name, value) = (structure.inputs[i].name.clone(), values[i]);
            Err(DynamicsError::InputNotFinite { name, time, value })
        }
        None => Ok(values),
    }
}

/// Energy, work and dissipation so far \[StaticDeformation, §7\]:
/// d/dt (½ ẋᵀ M ẋ + ½ xᵀ K x) = uᵀ Bᵀ ẋ − ẋᵀ D ẋ.
struct Books {
    input: Vec<f64>,
    initial: f64,
    exchanged: f64,
    audit: EnergyAudit,
}

impl Books {
    fn open(form: &ModalForm, state: &[f64], input: &[f64]) -> Self {
        let initial = form.energy(state, input);
        let audit = EnergyAudit { scale: initial, ..EnergyAudit::default() };
        Self { input: input.to_vec(), initial, exchanged: 0.0, audit }
    }

    fn enter(
        &mut self,
        form: &ModalForm,
        dissipation: &Dense,
        before: &[f64],
        advanced: &crate::linear::linear_step::Advanced,
        next: &[f64],
        length: f64,
    ) {
        let slope: Vec<f64> = next.iter().zip(&self.input).map(|(b, a)| (b - a) / length).collect();
        // ∫ uᵀ ẏ = [uᵀ y] − u̇ᵀ ∫ y with y = Bᵀ x, which the step has integrated exactly.
        let (first, last) = (form.ports(before, &self.input), form.ports(&advanced.state, next));
        let work = dot(next, &last) - dot(&self.input, &first) - dot(&slope, &advanced.integral);
        let lost = if dissipation.rows() == 0 {
            0.0
        } else {
            let full = advanced.start.as_slice();
            dot(full, &dissipation.multiply_vector(full))
        };
        self.audit.work += work;
        self.audit.dissipated += lost;
        self.exchanged += work.abs() + lost.abs();
        self.input.copy_from_slice(next);
        let now = form.energy(&advanced.state, next);
        self.audit.change = now - self.initial;
        self.audit.scale = self.audit.scale.max(now).max(self.exchanged);
        let imbalance = self.audit.change - self.audit.work + self.audit.dissipated;
        self.audit.imbalance = self.audit.imbalance.max(imbalance.abs());
    }
}

impl Books {
    /// Inputs jump. What has mass does not move in no time; what has none follows, as if the inputs changed evenly.
    fn jump(&mut self, form: &ModalForm, state: &[f64], next: &[f64]) {
        let moved = form.ports(state, next).into_iter().zip(form.ports(state, &self.input));
        let means = next.iter().zip(&self.input).map(|(b, a)| (a + b) / 2.0);
        let work: f64 = moved.zip(means).map(|((after, before), mean)| mean * (after - before)).sum();
        self.input.copy_from_slice(next);
        self.audit.work += work;
        self.exchanged += work.abs();
        self.audit.change = form.energy(state, next) - self.initial;
        let imbalance = self.audit.change - self.audit.work + self.audit.dissipated;
        self.audit.imbalance = self.audit.imbalance.max(imbalance.abs());
    }
}

fn record(
    structure: &Structure,
    form: &ModalForm,
    state: &[f64],
    books: &Books,
    trajectory: &mut Trajectory,
    time: f64,
) {
    let (position, velocity) = form.physical(state, &books.input);
    for (series, output) in trajectory.outputs.iter_mut().zip(&structure.outputs) {
        series.push(dot(&output.values, &position));
    }
    let kinetic = form.kinetic(state);
    trajectory.energies.push(Energies {
        kinetic,
        elastic: form.energy(state, &books.input) - kinetic,
        potential: 0.0,
        dissipation: form.dissipation(state),
        input: dot(&books.input, &form.port_rates(state)),
    });
    trajectory.times.push(time);
    trajectory.positions.push(position);
    trajectory.velocities.push(velocity);
}
