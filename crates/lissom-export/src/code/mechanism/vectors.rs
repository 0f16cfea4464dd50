//! States with what the program finds there, for the tests that come with the code.
//!
//! The states are taken from the motion that the model file asks for, far from the reference configuration where that goes far, and
//! near its start. Rounding is measured by sums of absolute products, |M⁻¹| (|M| |q̈| + |K| |q| + |C| |q̇| + |B| |u|).

use lissom::{Progress, Session, SimulateSettings, start_of_motion};
use lissom_linalg::{Dense, Lu};
use lissom_mech::{State, System};

/// Number of states of a motion.
const OF_MOTION: usize = 5;

/// Share of rounding that is allowed in rates and outputs, and in Jacobians, which the program derives in another way.
const RATES: f64 = 1e-12;
const JACOBIANS: f64 = 1e-10;

/// Values with the largest difference that is rounding.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub values: Vec<f64>,
    pub scales: Vec<f64>,
}

impl Wanted {
    fn push(&mut self, value: f64, scale: f64) {
        self.values.push(value);
        self.scales.push(scale);
    }
}

/// All states, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Vectors {
    pub count: usize,
    pub times: Vec<f64>,
    pub states: Vec<f64>,
    pub inputs: Vec<f64>,
    pub rates: Wanted,
    pub outputs: Wanted,
    pub jacobians: Wanted,
    pub input_jacobians: Wanted,
}

struct Point {
    time: f64,
    position: Vec<f64>,
    velocity: Vec<f64>,
}

/// Numbers without a pattern, the same on every machine: fractional parts of multiples of the golden ratio.
fn number(k: usize) -> f64 {
    ((k as f64 + 1.0) * 0.618_033_988_749_894_9).fract() - 0.5
}

/// A⁻¹ B, column by column.
fn solved(factor: &Lu, right: &Dense) -> Dense {
    let columns: Vec<f64> = (0..right.cols()).flat_map(|j| factor.solve(right.column(j))).collect();
    Dense::from_column_major(right.rows(), right.cols(), columns)
}

impl Vectors {
    /// # Errors
    /// When the program cannot evaluate any of the states.
    pub fn of(
        session: &Session,
        model: &str,
        system: &dyn System,
        progress: &dyn Progress,
    ) -> Result<Self, String> {
        let mut this = Self::default();
        let mut reason = String::new();
        for point in points(session, model, system, progress)? {
            if let Err(why) = this.add(system, &point) {
                reason = why;
            }
        }
        if this.count == 0 { Err(format!("no state of it can be evaluated: {reason}")) } else { Ok(this) }
    }

    fn add(&mut self, system: &dyn System, point: &Point) -> Result<(), String> {
        let Point { time, position, velocity } = point;
        let (n, inputs) = (position.len(), system.inputs().len());
        let input: Vec<f64> = (0..inputs).map(number).collect();
        let at = State { time: *time, position, velocity };
        let mut work = system.workspace();
        let mut acceleration = vec![0.0; n];
        let mut outputs = vec![0.0; system.outputs().len()];
        system.acceleration(&at, &input, &mut work, &mut acceleration).map_err(|e| e.to_string())?;
        system.output_under(&at, &input, &mut work, &mut outputs).map_err(|e| e.to_string())?;
        let linear = system.linearise(&at, &acceleration, &input, &mut work).map_err(|e| e.to_string())?;
        let factor = Lu::factor(&linear.mass).map_err(|e| e.to_string())?;
        let inverse = solved(&factor, &Dense::from_fn(n, n, |i, j| f64::from(u8::from(i == j))));
        let sum = |parts: &[&Dense]| Dense::from_fn(n, n, |i, j| parts.iter().map(|p| p[(i, j)]).sum());
        let stiffness = sum(&[&linear.stiffness, &linear.dynamic_stiffness, &linear.geometric_stiffness]);
        let damping = sum(&[&linear.velocity_sensitivity, &linear.damping]);
        let of_parts =
            |parts: &[&Dense]| Dense::from_fn(n, n, |i, j| parts.iter().map(|p| p[(i, j)].abs()).sum());
        let sizes = [
            of_parts(&[&linear.stiffness, &linear.dynamic_stiffness, &linear.geometric_stiffness]),
            of_parts(&[&linear.velocity_sensitivity, &linear.damping]),
            Dense::from_fn(n, inputs, |i, j| linear.input[(i, j)].abs()),
        ];
        let absolute = Dense::from_fn(n, n, |i, j| inverse[(i, j)].abs());
        let [by_q, by_rate, by_u] = sizes.each_ref().map(|size| absolute.matmul(size));
        let by_rate_of_rate = absolute.matmul(&Dense::from_fn(n, n, |i, j| linear.mass[(i, j)].abs()));
        let force = |i: usize| -> f64 {
            (0..n)
                .map(|j| by_q[(i, j)] * position[j].abs() + by_rate[(i, j)] * velocity[j].abs())
                .sum::<f64>()
                + (0..inputs).map(|j| by_u[(i, j)] * input[j].abs()).sum::<f64>()
                + (0..n).map(|j| by_rate_of_rate[(i, j)] * acceleration[j].abs()).sum::<f64>()
        };
        let largest = (0..n).map(force).fold(f64::MIN_POSITIVE, f64::max);
        velocity.iter().for_each(|rate| self.rates.push(*rate, 0.0));
        acceleration.iter().enumerate().for_each(|(i, value)| self.rates.push(*value, RATES * force(i)));
        let fastest = velocity.iter().fold(system.extent(), |most, rate| most.max(rate.abs()));
        for value in &outputs {
            self.outputs.push(*value, RATES * (value.abs() + fastest + largest));
        }
        // Solving with M magnifies the rounding of what was solved for by |M⁻¹| |M|; a product with the inverse would magnify it more.
        let columns = [&stiffness, &damping, &linear.input].map(|matrix| solved(&factor, matrix));
        let bounds =
            [(&by_q, &columns[0]), (&by_rate, &columns[1]), (&by_u, &columns[2])].map(|(size, found)| {
                let found = Dense::from_fn(n, found.cols(), |i, j| found[(i, j)].abs());
                let mut bound = by_rate_of_rate.matmul(&found);
                bound.add_scaled(1.0, size);
                bound
            });
        self.add_jacobians(&columns, bounds.each_ref());
        self.times.push(*time);
        self.states.extend(position.iter().chain(velocity));
        self.inputs.extend(&input);
        self.count += 1;
        Ok(())
    }

    /// A = [0, 1; −M⁻¹ K, −M⁻¹ C] and B = [0; M⁻¹ B], by rows.
    fn add_jacobians(&mut self, columns: &[Dense; 3], sizes: [&Dense; 3]) {
        let [stiffness, damping, input] = columns;
        let n = stiffness.rows();
        for i in 0..n {
            (0..2 * n).for_each(|j| self.jacobians.push(f64::from(u8::from(j == n + i)), 0.0));
            (0..input.cols()).for_each(|_| self.input_jacobians.push(0.0, 0.0));
        }
        for i in 0..n {
            for (matrix, size) in [(stiffness, sizes[0]), (damping, sizes[1])] {
                let largest = (0..n).map(|j| size[(i, j)]).fold(f64::MIN_POSITIVE, f64::max);
                (0..n).for_each(|j| self.jacobians.push(-matrix[(i, j)], JACOBIANS * largest));
            }
            (0..input.cols())
                .for_each(|j| self.input_jacobians.push(input[(i, j)], JACOBIANS * sizes[2][(i, j)]));
        }
        // Rows of the states come first, all of them before those of the rates.
        let (width, inputs) = (2 * n, input.cols());
        debug_assert_eq!(self.jacobians.values.len() % (2 * n * width), 0);
        debug_assert!(inputs == 0 || self.input_jacobians.values.len().is_multiple_of(2 * n * inputs));
    }
}

/// States of the motion that the model file asks for, and its start moved a little in every coordinate.
fn points(
    session: &Session,
    model: &str,
    system: &dyn System,
    progress: &dyn Progress,
) -> Result<Vec<Point>, String> {
    let n = system.coordinates().len();
    let described = session.model().map_err(|e| e.to_string())?;
    let (position, velocity) = start_of_motion(described, system).map_err(|e| e.to_string())?;
    let length = if system.extent() > 0.0 { 1e-4 * system.extent() } else { 1e-4 };
    let size = |j: usize| if system.coordinates()[j].unit == "m" { length } else { 0.05 };
    let mut points = vec![Point {
        time: 0.0,
        position: (0..n).map(|j| position[j] + number(j) * size(j)).collect(),
        velocity: (0..n).map(|j| velocity[j] + 10.0 * number(n + j) * size(j)).collect(),
    }];
    let settings = SimulateSettings::asked(described).map_err(|e| e.to_string())?;
    let Some(motion) = settings.and_then(|settings| session.simulate(model, &settings, progress).ok()) else {
        return Ok(points);
    };
    let trajectory = &motion.value.trajectory;
    let usable = trajectory.changes.first().map_or(trajectory.times.len(), |change| change.first);
    for k in 1..=OF_MOTION {
        let at = k * usable.saturating_sub(1) / OF_MOTION;
        if at > 0 {
            points.push(Point {
                time: trajectory.times[at],
                position: trajectory.positions[at][..n].to_vec(),
                velocity: trajectory.velocities[at][..n].to_vec(),
            });
        }
    }
    Ok(points)
}
