//! Small systems with known motions, for tests.

#![allow(dead_code, reason = "each test binary uses the systems it needs")]

use lissom_linalg::Dense;
use lissom_mech::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, MechError, Size, State, System, Workspace,
};
use std::fmt;
use std::sync::Arc;

type Force = dyn Fn(&State, &[f64], &mut [f64]) -> Result<(), String> + Send + Sync;
type Potential = dyn Fn(&[f64]) -> f64 + Send + Sync;

/// M q̈ = f(t, q, q̇, u) with constant M. Forces that are neither from the potential, nor damping, nor gyroscopic
/// are counted as input power.
#[derive(Clone)]
pub struct Sample {
    pub name: String,
    pub coordinates: Vec<GeneralisedCoordinate>,
    pub inputs: Vec<String>,
    /// Name of each output and the row that makes it from the coordinates.
    pub outputs: Vec<(String, &'static str)>,
    pub rows: Vec<Vec<f64>>,
    pub mass: Dense,
    pub inverse_mass: Dense,
    /// Linear damping.
    pub damping: Dense,
    pub force: Arc<Force>,
    pub potential: Arc<Potential>,
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
}

impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Sample {
    /// A system whose force, without the linear damping, is given; its outputs are its coordinates.
    pub fn new(
        name: &str,
        mass: Dense,
        force: impl Fn(&State, &[f64], &mut [f64]) -> Result<(), String> + Send + Sync + 'static,
        potential: impl Fn(&[f64]) -> f64 + Send + Sync + 'static,
    ) -> Self {
        let n = mass.rows();
        let coordinate = |i| GeneralisedCoordinate { name: format!("q{i}"), unit: "m", size: Size::Small };
        Self {
            name: name.to_owned(),
            coordinates: (0..n).map(coordinate).collect(),
            inputs: Vec::new(),
            outputs: (0..n).map(|i| (format!("q{i}"), "m")).collect(),
            rows: (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect(),
            inverse_mass: inverse(&mass),
            damping: Dense::zeros(n, n),
            mass,
            force: Arc::new(force),
            potential: Arc::new(potential),
            position: vec![0.0; n],
            velocity: vec![0.0; n],
        }
    }

    pub fn starting(mut self, position: &[f64], velocity: &[f64]) -> Self {
        self.position = position.to_vec();
        self.velocity = velocity.to_vec();
        self
    }

    pub fn with_inputs(mut self, names: &[&str]) -> Self {
        self.inputs = names.iter().map(|&name| name.to_owned()).collect();
        self
    }

    fn total_force(&self, at: &State, input: &[f64], force: &mut [f64]) -> Result<(), Inadmissible> {
        (self.force)(at, input, force).map_err(|reason| Inadmissible { time: at.time, reason })?;
        let damped = self.damping.multiply_vector(at.velocity);
        force.iter_mut().zip(damped).for_each(|(f, d)| *f -= d);
        Ok(())
    }

    /// Central differences of the force in every coordinate or rate, with the sign of a stiffness.
    fn slopes(&self, at: &State, input: &[f64], in_rates: bool) -> Result<Dense, Inadmissible> {
        let n = self.coordinates.len();
        let mut slopes = Dense::zeros(n, n);
        for j in 0..n {
            let mut sides = [vec![0.0; n], vec![0.0; n]];
            let step = 1e-6;
            for (side, sign) in sides.iter_mut().zip([1.0, -1.0]) {
                let (mut position, mut velocity) = (at.position.to_vec(), at.velocity.to_vec());
                let moved = if in_rates { &mut velocity } else { &mut position };
                moved[j] += sign * step;
                let state = State { time: at.time, position: &position, velocity: &velocity };
                self.total_force(&state, input, side)?;
            }
            for i in 0..n {
                slopes[(i, j)] = -(sides[0][i] - sides[1][i]) / (2.0 * step);
            }
        }
        Ok(slopes)
    }
}

impl System for Sample {
    fn name(&self) -> &str {
        &self.name
    }

    fn coordinates(&self) -> &[GeneralisedCoordinate] {
        &self.coordinates
    }

    fn inputs(&self) -> &[String] {
        &self.inputs
    }

    fn outputs(&self) -> &[(String, &'static str)] {
        &self.outputs
    }

    fn workspace(&self) -> Workspace {
        Workspace::new(())
    }

    fn initial(&self) -> (Vec<f64>, Vec<f64>) {
        (self.position.clone(), self.velocity.clone())
    }

    fn acceleration(
        &self,
        at: &State,
        input: &[f64],
        _: &mut Workspace,
        acceleration: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let mut force = vec![0.0; acceleration.len()];
        self.total_force(at, input, &mut force)?;
        acceleration.copy_from_slice(&self.inverse_mass.multiply_vector(&force));
        Ok(())
    }

    fn output(&self, at: &State, _: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible> {
        for (value, row) in values.iter_mut().zip(&self.rows) {
            *value = lissom_linalg::dot(row, at.position);
        }
        Ok(())
    }

    fn energies(&self, at: &State, input: &[f64], _: &mut Workspace) -> Result<Energies, Inadmissible> {
        let n = at.position.len();
        let mut force = vec![0.0; n];
        self.total_force(at, input, &mut force)?;
        let dissipation = lissom_linalg::dot(at.velocity, &self.damping.multiply_vector(at.velocity));
        let power = lissom_linalg::dot(&force, at.velocity);
        // What the potential does not explain of the power of all forces, by central differences.
        let step = 1e-6;
        let along = |sign: f64| -> f64 {
            let moved: Vec<f64> =
                at.position.iter().zip(at.velocity).map(|(q, v)| q + sign * step * v).collect();
            (self.potential)(&moved)
        };
        let lost = (along(1.0) - along(-1.0)) / (2.0 * step);
        Ok(Energies {
            kinetic: 0.5 * lissom_linalg::dot(at.velocity, &self.mass.multiply_vector(at.velocity)),
            elastic: (self.potential)(at.position),
            potential: 0.0,
            dissipation,
            input: power + dissipation + lost,
        })
    }

    fn linearise(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        _: &mut Workspace,
    ) -> Result<Linearisation, MechError> {
        let n = self.coordinates.len();
        let stiffness = self.slopes(at, input, false).map_err(MechError::Inadmissible)?;
        let mut velocity_sensitivity = self.slopes(at, input, true).map_err(MechError::Inadmissible)?;
        velocity_sensitivity.add_scaled(-1.0, &self.damping);
        let mut force = vec![0.0; n];
        self.total_force(at, input, &mut force).map_err(MechError::Inadmissible)?;
        let inertia = self.mass.multiply_vector(acceleration);
        let mut shares = Dense::zeros(n, input.len());
        for j in 0..input.len() {
            let mut moved = input.to_vec();
            moved[j] += 1.0;
            let mut other = vec![0.0; n];
            self.total_force(at, &moved, &mut other).map_err(MechError::Inadmissible)?;
            for i in 0..n {
                shares[(i, j)] = other[i] - force[i];
            }
        }
        Ok(Linearisation {
            mass: self.mass.clone(),
            velocity_sensitivity,
            damping: self.damping.clone(),
            stiffness,
            dynamic_stiffness: Dense::zeros(n, n),
            geometric_stiffness: Dense::zeros(n, n),
            input: shares,
            residual: force.iter().zip(&inertia).map(|(f, i)| f - i).collect(),
        })
    }

    fn project(
        &self,
        basis: &Dense,
        coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError> {
        let (full, v) = (self.clone(), basis.clone());
        let (whole, shapes) = (self.clone(), basis.clone());
        let force = move |at: &State, input: &[f64], force: &mut [f64]| {
            let (position, velocity) = (v.multiply_vector(at.position), v.multiply_vector(at.velocity));
            let mut all = vec![0.0; position.len()];
            let state = State { time: at.time, position: &position, velocity: &velocity };
            (full.force)(&state, input, &mut all)?;
            for (j, f) in force.iter_mut().enumerate() {
                *f = lissom_linalg::dot(v.column(j), &all);
            }
            Ok(())
        };
        let potential = move |q: &[f64]| (whole.potential)(&shapes.multiply_vector(q));
        let mass = basis.transpose_matmul(&self.mass.matmul(basis));
        let mut reduced = Self::new(&self.name, mass, force, potential);
        reduced.damping = basis.transpose_matmul(&self.damping.matmul(basis));
        reduced.coordinates = coordinates;
        reduced.inputs = self.inputs.clone();
        reduced.outputs = self.outputs.clone();
        reduced.rows = self.rows.iter().map(|row| basis.transpose().multiply_vector(row)).collect();
        Ok(Arc::new(reduced))
    }
}

/// Gauss-Jordan without exchanges: mass matrices are positive definite.
fn inverse(a: &Dense) -> Dense {
    let n = a.rows();
    let (mut a, mut b) = (a.clone(), Dense::identity(n));
    for k in 0..n {
        let pivot = a[(k, k)];
        for j in 0..n {
            a[(k, j)] /= pivot;
            b[(k, j)] /= pivot;
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = a[(i, k)];
            for j in 0..n {
                let (from_a, from_b) = (a[(k, j)], b[(k, j)]);
                a[(i, j)] -= factor * from_a;
                b[(i, j)] -= factor * from_b;
            }
        }
    }
    b
}

/// θ̈ = −ω² sin θ.
pub fn pendulum(frequency: f64, angle: f64) -> Sample {
    let square = frequency * frequency;
    let force = move |at: &State, _: &[f64], f: &mut [f64]| {
        f[0] = -square * at.position[0].sin();
        Ok(())
    };
    let potential = move |q: &[f64]| square * (1.0 - q[0].cos());
    Sample::new("pendulum", Dense::identity(1), force, potential).starting(&[angle], &[0.0])
}

/// Period of the pendulum from rest at an angle: 4 K(sin(θ₀/2))/ω by the arithmetic-geometric mean.
pub fn pendulum_period(frequency: f64, angle: f64) -> f64 {
    std::f64::consts::TAU / (frequency * agm(1.0, (angle / 2.0).cos()))
}

pub fn agm(mut a: f64, mut b: f64) -> f64 {
    while (a - b).abs() > 1e-15 * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

/// q̈ = −q − β q³.
pub fn duffing(cubic: f64, amplitude: f64) -> Sample {
    let force = move |at: &State, _: &[f64], f: &mut [f64]| {
        let q = at.position[0];
        f[0] = -q - cubic * q.powi(3);
        Ok(())
    };
    let potential = move |q: &[f64]| 0.5 * q[0].powi(2) + 0.25 * cubic * q[0].powi(4);
    Sample::new("duffing", Dense::identity(1), force, potential).starting(&[amplitude], &[0.0])
}

/// The exact motion of [`duffing`]: A cn(Ω t | m), Ω² = 1 + β A², m = β A²/(2 Ω²).
pub fn duffing_motion(cubic: f64, amplitude: f64, time: f64) -> f64 {
    let rate = (1.0 + cubic * amplitude.powi(2)).sqrt();
    let parameter = cubic * amplitude.powi(2) / (2.0 * rate.powi(2));
    amplitude * jacobi_cn(rate * time, parameter)
}

/// cn(u | m) by descending the arithmetic-geometric mean (Abramowitz and Stegun, 16.4).
pub fn jacobi_cn(u: f64, parameter: f64) -> f64 {
    let (mut a, mut c) = (vec![1.0], vec![parameter.sqrt()]);
    let mut b = (1.0 - parameter).sqrt();
    while c[c.len() - 1] > 1e-16 && a.len() < 40 {
        let last = a[a.len() - 1];
        a.push(0.5 * (last + b));
        c.push(0.5 * (last - b));
        b = (last * b).sqrt();
    }
    let n = a.len() - 1;
    let mut angle = 2f64.powi(n as i32) * a[n] * u;
    for k in (1..=n).rev() {
        angle = 0.5 * (angle + (c[k] / a[k] * angle.sin()).asin());
    }
    angle.cos()
}

/// Masses in a row between a wall and a free end; each spring pulls k e + β e³. The input pushes the last mass.
pub fn chain(masses: usize, stiffness: f64, cubic: f64) -> Sample {
    let pull = move |e: f64| stiffness * e + cubic * e.powi(3);
    let stretch = |q: &[f64], i: usize| q[i] - if i == 0 { 0.0 } else { q[i - 1] };
    let force = move |at: &State, input: &[f64], f: &mut [f64]| {
        f.fill(0.0);
        for i in 0..masses {
            let tension = pull(stretch(at.position, i));
            f[i] -= tension;
            if i > 0 {
                f[i - 1] += tension;
            }
        }
        f[masses - 1] += input.first().copied().unwrap_or(0.0);
        Ok(())
    };
    let potential = move |q: &[f64]| {
        let energy = |e: f64| 0.5 * stiffness * e.powi(2) + 0.25 * cubic * e.powi(4);
        (0..masses).map(|i| energy(stretch(q, i))).sum()
    };
    Sample::new("chain", Dense::identity(masses), force, potential).with_inputs(&["push"])
}

/// A particle on springs in a plane that turns: z̈ + 2 i Ω ż + ω² z = 0 with z = q₀ + i q₁.
pub fn gyroscopic_pair(speed: f64, frequency: f64) -> Sample {
    let square = frequency * frequency;
    let force = move |at: &State, _: &[f64], f: &mut [f64]| {
        f[0] = -square * at.position[0] + 2.0 * speed * at.velocity[1];
        f[1] = -square * at.position[1] - 2.0 * speed * at.velocity[0];
        Ok(())
    };
    let potential = move |q: &[f64]| 0.5 * square * (q[0].powi(2) + q[1].powi(2));
    Sample::new("gyroscopic pair", Dense::identity(2), force, potential).starting(&[1.0, 0.0], &[0.0, 0.0])
}

/// Both solutions turn: z = a exp(i s₁ t) + b exp(i s₂ t), s = −Ω ± √(Ω² + ω²), from z = 1 at rest.
pub fn gyroscopic_motion(speed: f64, frequency: f64, time: f64) -> [f64; 2] {
    let root = (speed * speed + frequency * frequency).sqrt();
    let (fast, slow) = (-speed - root, -speed + root);
    let a = slow / (slow - fast);
    let b = 1.0 - a;
    let (first, second) = ((fast * time).sin_cos(), (slow * time).sin_cos());
    [a * first.1 + b * second.1, a * first.0 + b * second.0]
}

/// Free fall towards a place that cannot be reached: q̈ = 1, q < 1.
pub fn wall() -> Sample {
    let force = |at: &State, _: &[f64], f: &mut [f64]| {
        f[0] = 1.0;
        if at.position[0] < 1.0 { Ok(()) } else { Err(format!("q0 = {} is behind the wall", at.position[0])) }
    };
    Sample::new("wall", Dense::identity(1), force, |q| -q[0])
}

/// A particle between two charges: U = q²/(1 − q²), inadmissible from |q| = 1 on.
pub fn cage(push: f64) -> Sample {
    let force = move |at: &State, input: &[f64], f: &mut [f64]| {
        let q = at.position[0];
        let room = 1.0 - q * q;
        if room <= 0.0 {
            return Err(format!("q0 = {q} is outside the cage"));
        }
        f[0] = -2.0 * q / (room * room) + push * input.first().copied().unwrap_or(1.0);
        Ok(())
    };
    let potential = |q: &[f64]| q[0] * q[0] / (1.0 - q[0] * q[0]);
    Sample::new("cage", Dense::identity(1), force, potential)
}

/// A slow and a fast oscillator side by side, the fast one at rest where the slow one drags it.
pub fn stiff_pair(slow: f64, fast: f64) -> Sample {
    let force = move |at: &State, _: &[f64], f: &mut [f64]| {
        let e = at.position[1] - at.position[0].sin();
        f[0] = -slow * slow * at.position[0] + fast * fast * e * at.position[0].cos();
        f[1] = -fast * fast * e;
        Ok(())
    };
    let potential = move |q: &[f64]| 0.5 * (slow * q[0]).powi(2) + 0.5 * (fast * (q[1] - q[0].sin())).powi(2);
    Sample::new("stiff pair", Dense::identity(2), force, potential)
}
