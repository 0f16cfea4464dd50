//! Motion of everything that is linear: exact for inputs that are linear between samples, with jumps at given times.
//!
//! The only error of an exact step is the interpolation of the inputs; it is measured by halving the step. Points, breaks,
//! samples and halving are the same for all; what a kind of model has of its own are its [`ExactSteps`].

use crate::error::DynamicsError;
use crate::linear::linear_model::{Linear, LinearPort};
use crate::motions::motion::InputLaw;
use crate::motions::trajectory::Trajectory;
use std::fmt;

/// A linear model that moves by exact steps.
pub trait Moving: Linear {
    /// Steps from coordinates and rates; `None`: from rest without deformation.
    ///
    /// # Errors
    /// When the model is too large, or has no form in which it is stepped.
    fn steps<'a>(
        &'a self,
        from: Option<(&[f64], &[f64])>,
    ) -> Result<Box<dyn ExactSteps<Error = Self::Error> + 'a>, Self::Error>;

    /// Whether its coordinates have rates of their own; those of equations of first order follow from the coordinates, and are not given.
    fn has_rates(&self) -> bool {
        true
    }

    /// How often steps are halved at most below the distance of so many points.
    fn most_halvings(&self, points: usize) -> u32;
}

/// A state that is stepped exactly while inputs change linearly, and what is known about it.
pub trait ExactSteps {
    /// Why there is no step.
    type Error;

    /// Back to the start, under inputs that have these values there. Strides are forgotten.
    fn start(&mut self, input: &[f64]);

    /// Prepares steps of a length [s]; strides are numbered as they come.
    ///
    /// # Errors
    /// When the exponential does not exist.
    fn add_stride(&mut self, length: f64) -> Result<(), Self::Error>;

    /// A step of a stride, over which the inputs change linearly to these values.
    fn step(&mut self, stride: usize, next: &[f64]);

    /// Inputs jump to these values.
    fn jump(&mut self, next: &[f64]);

    /// Adds outputs, coordinates, rates and what else is known at the present state to a motion. `rate`: the rates of the
    /// inputs, where they are known better than from the last step.
    fn record(&mut self, rate: Option<&[f64]>, trajectory: &mut Trajectory);

    /// Adds what is known of the motion as a whole; returns coordinates and rates at its end.
    fn finish(&mut self, trajectory: &mut Trajectory) -> [Vec<f64>; 2];

    /// Largest gap of the powers at the points so far over the largest power, where powers are known by bonds [-].
    fn power_gap(&self) -> Option<f64> {
        None
    }
}

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
    /// Their rates over time, for models in which rates of inputs act; `None`: those of the steps.
    pub rate: Option<&'a InputLaw<'a>>,
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
    /// Largest |supplied − stored − dissipated| at the points over the largest power, where powers are known by bonds [-].
    pub power_gap: Option<f64>,
}

/// Moves a linear model through time.
///
/// # Errors
/// If the request is invalid, an input is not finite, the model is too large, or its steps do not exist.
pub fn linear_motion<L: Moving + ?Sized>(
    linear: &L,
    request: &LinearMotionRequest,
) -> Result<LinearMotion, L::Error> {
    check(linear, request)?;
    let mut steps = linear.steps(request.from)?;
    let driven = Driven { inputs: linear.inputs(), outputs: linear.outputs().len(), request };
    let grid = TimeGrid::of(request);
    let most = linear.most_halvings(request.points);
    let mut halvings = 0;
    let mut changes = Changes::of(driven.outputs);
    let (mut coarse, _) = driven.run(&mut *steps, &grid, 1)?;
    loop {
        halvings += 1;
        let (fine, last) = driven.run(&mut *steps, &grid, 1 << halvings)?;
        let input_error = changes.worst(&coarse, &fine);
        let met = input_error <= request.tolerance;
        if met || halvings >= most {
            let power_gap = steps.power_gap();
            return Ok(LinearMotion { trajectory: fine, input_error, met, last, power_gap });
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
    fn of(outputs: usize) -> Self {
        Self { last: vec![(f64::INFINITY, 0); outputs] }
    }

    /// The largest relative change of an output that is more than rounding.
    fn worst(&mut self, coarse: &Trajectory, fine: &Trajectory) -> f64 {
        let mut worst = 0.0f64;
        for (i, (last, stalls)) in self.last.iter_mut().enumerate() {
            let Some(change) = coarse.relative_error(fine, i) else { continue };
            let largest = fine.outputs[i].iter().fold(0.0, |a: f64, b| a.max(b.abs()));
            let is_small = largest < SMALL * fine.reach.get(i).copied().unwrap_or(0.0);
            *stalls = if is_small && change > STALLED * *last { *stalls + 1 } else { 0 };
            *last = change;
            if *stalls < 2 {
                worst = worst.max(change);
            }
        }
        worst
    }
}

fn check<L: Moving + ?Sized>(linear: &L, request: &LinearMotionRequest) -> Result<(), DynamicsError> {
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
        let rows = linear.rows();
        let needed = if what == "rates" && !linear.has_rates() { 0 } else { rows.len() };
        if given.len() != needed {
            return Err(DynamicsError::BadStateSize { what, given: given.len(), needed });
        }
        if let Some(i) = given.iter().position(|x| !x.is_finite()) {
            let name = rows[i].name.clone();
            return Err(DynamicsError::StartNotFinite { what, name, value: given[i] });
        }
    }
    Ok(())
}

/// A model under the inputs of a request.
struct Driven<'a> {
    inputs: Vec<LinearPort>,
    outputs: usize,
    request: &'a LinearMotionRequest<'a>,
}

impl Driven<'_> {
    /// The motion with so many steps in every piece of the grid; and the state at its end.
    fn run<E: From<DynamicsError>>(
        &self,
        steps: &mut dyn ExactSteps<Error = E>,
        grid: &TimeGrid,
        substeps: usize,
    ) -> Result<(Trajectory, [Vec<f64>; 2]), E> {
        steps.start(&self.sample(grid.after(0))?);
        let mut trajectory = Trajectory { steps: [f64::INFINITY, 0.0], ..Trajectory::default() };
        trajectory.outputs = vec![Vec::with_capacity(self.request.points); self.outputs];
        let mut lengths: Vec<f64> = Vec::new();
        if grid.is_output[0] {
            self.record(steps, grid, 0, &mut trajectory);
        }
        for piece in 1..grid.times.len() {
            let [from, to] = [grid.times[piece - 1], grid.times[piece]];
            let wanted = (to - from) / substeps as f64;
            // Rounding of the times must not cost an exponential for every piece.
            let same = |length: &f64| (length - wanted).abs() <= SAME_LENGTH * self.request.end;
            let stride = match lengths.iter().position(same) {
                Some(known) => known,
                None => {
                    steps.add_stride(wanted)?;
                    lengths.push(wanted);
                    lengths.len() - 1
                }
            };
            let length = lengths[stride];
            trajectory.steps = [trajectory.steps[0].min(length), trajectory.steps[1].max(length)];
            for sub in 1..=substeps {
                let time = from + (to - from) * sub as f64 / substeps as f64;
                let time = if sub == substeps { grid.before(piece) } else { time };
                steps.step(stride, &self.sample(time)?);
            }
            if grid.is_break[piece] && piece + 1 < grid.times.len() {
                steps.jump(&self.sample(grid.after(piece))?);
            }
            if grid.is_output[piece] {
                self.record(steps, grid, piece, &mut trajectory);
            }
        }
        trajectory.counters.steps = ((grid.times.len() - 1) * substeps) as u64;
        let last = steps.finish(&mut trajectory);
        Ok((trajectory, last))
    }

    fn record<E>(
        &self,
        steps: &mut dyn ExactSteps<Error = E>,
        grid: &TimeGrid,
        place: usize,
        trajectory: &mut Trajectory,
    ) {
        let rate = self.request.rate.map(|law| {
            let mut rate = vec![0.0; self.inputs.len()];
            law(grid.after(place), &mut rate);
            rate
        });
        trajectory.times.push(grid.times[place]);
        steps.record(rate.as_deref(), trajectory);
    }

    fn sample(&self, time: f64) -> Result<Vec<f64>, DynamicsError> {
        let mut values = vec![0.0; self.inputs.len()];
        (self.request.input)(time, &mut values);
        match values.iter().position(|u| !u.is_finite()) {
            Some(i) => {
                let (name, value) = (self.inputs[i].name.clone(), values[i]);
                Err(DynamicsError::InputNotFinite { name, time, value })
            }
            None => Ok(values),
        }
    }
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
