//! Whether the linear equations about a state describe the motions beside it: laws that bend or jump there, and coefficients that
//! depend on time, make poles that no small motion has.
//!
//! Where a law switches within a tiny motion, forces on both sides are compared with those of the tangent in a few directions. What is
//! smooth differs from them the less the smaller the motion is; what bends at the state differs by the same share however small it is.

use crate::equilibria::operating_state::{OperatingState, tangent};
use lissom_linalg::{Dense, Measured};
use lissom_mech::{Linearisation, State, System, Workspace};

/// Motions beside the state, as shares of the size of the machine, of a radian; the first for which forces are linear decides [-].
const SIZES: [f64; 5] = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
/// Forces differ from linear ones by no more than this share [-].
const LINEAR: f64 = 1e-3;
/// Coefficients differ at other times by no more than this share [-].
const CONSTANT: f64 = 1e-4;
/// Directions that are looked along; each moves all coordinates to either side.
const DIRECTIONS: usize = 2;
/// Times at which coefficients are looked at, in ratios that no period of a law has: from `EARLIEST` on [s].
const TIMES: usize = 24;
const EARLIEST: f64 = 1.3e-4;
const RATIO: f64 = 2.237;

/// What was found beside a state.
pub(crate) struct Neighbourhood<'s> {
    system: &'s dyn System,
    state: &'s OperatingState,
    linear: &'s Linearisation,
    work: Workspace,
    /// Displacements and rates for a motion of size one, in each direction.
    directions: Vec<[Vec<f64>; 2]>,
}

impl<'s> Neighbourhood<'s> {
    pub fn new(system: &'s dyn System, state: &'s OperatingState, linear: &'s Linearisation) -> Self {
        let directions = directions(system, linear);
        Self { system, state, linear, work: system.workspace(), directions }
    }

    /// The evidence that linear equations describe the motions beside the state, at any time.
    pub fn evidence(mut self) -> Vec<Measured> {
        if self.system.needs_decisions() {
            // What sticks does not move at all; linear equations know only what slides.
            return vec![Measured::new(
                "the number of laws of dry friction, which holds small motions,",
                1.0,
                0.0,
            )];
        }
        // What has no law that switches within a tiny motion is smooth.
        let mut bent = 0.0_f64;
        let mut what = "the share of forces beside the state that is not linear".to_owned();
        if let Some(law) = self.switching(SIZES[SIZES.len() - 1]) {
            bent = (0..self.directions.len()).map(|direction| self.bend(direction)).fold(0.0, f64::max);
            what = format!("{what} ({law} switches there)");
        }
        // The same places at other times: the larger the motion, the less rounding counts.
        let changed =
            (0..self.directions.len()).map(|direction| self.change(direction, SIZES[0])).fold(0.0, f64::max);
        vec![
            Measured::new(what, bent, LINEAR),
            Measured::new(
                "the change of the linear equations with time, as a share of them,",
                changed,
                CONSTANT,
            ),
        ]
    }

    /// The least share by which forces on either side differ from linear ones.
    fn bend(&mut self, direction: usize) -> f64 {
        let mut best = f64::INFINITY;
        for size in SIZES {
            best = best.min(self.bend_of(direction, size).unwrap_or(f64::INFINITY));
            if best <= LINEAR {
                break;
            }
        }
        // Nothing can be evaluated beside the state.
        if best.is_finite() { best } else { 1.0 }
    }

    fn bend_of(&mut self, direction: usize, size: f64) -> Option<f64> {
        let time = self.state.time;
        let here = self.forces(time, None)?;
        let mut beside = |share: f64| {
            let forces = self.forces(time, Some((direction, share * size)))?;
            Some(forces.iter().zip(&here).map(|(f, here)| f - here).collect::<Vec<f64>>())
        };
        let (ahead, back) = (beside(1.0)?, beside(-1.0)?);
        let (half, half_back) = (beside(0.5)?, beside(-0.5)?);
        let sizes = self.sizes(direction, size);
        let share = |i: usize| {
            let even = 0.5 * (ahead[i] + back[i]);
            // A jump does not shrink with the motion.
            let jump = 0.5 * (ahead[i] - back[i]) - (half[i] - half_back[i]);
            (even.abs() + jump.abs()) / sizes[i]
        };
        Some((0..sizes.len()).filter(|i| sizes[*i] > 0.0).map(share).fold(0.0, f64::max))
    }

    /// By how much the forces of a motion differ at other times from those at the time of the state.
    fn change(&mut self, direction: usize, size: f64) -> f64 {
        let sizes = self.sizes(direction, size);
        let start = self.state.time;
        let mut moving = |time: f64| {
            let here = self.forces(time, None)?;
            let beside = self.forces(time, Some((direction, size)))?;
            Some(beside.iter().zip(&here).map(|(f, here)| f - here).collect::<Vec<f64>>())
        };
        let Some(now) = moving(start) else { return 0.0 };
        let mut largest = 0.0_f64;
        for k in 0..TIMES {
            // Where a law has no value at that time, nothing is known about it.
            let Some(then) = moving(start + EARLIEST * RATIO.powi(k as i32)) else { continue };
            let share = |i: usize| (then[i] - now[i]).abs() / sizes[i];
            largest = (0..sizes.len()).filter(|i| sizes[*i] > 0.0).map(share).fold(largest, f64::max);
        }
        largest
    }

    /// M q̈ at a time, at the state or beside it.
    fn forces(&mut self, time: f64, moved: Option<(usize, f64)>) -> Option<Vec<f64>> {
        let n = self.state.position.len();
        let (mut position, mut velocity) = (self.state.position.clone(), vec![0.0; n]);
        if let Some((direction, size)) = moved {
            let [places, rates] = &self.directions[direction];
            (0..n).for_each(|j| {
                position[j] += size * places[j];
                velocity[j] = size * rates[j];
            });
        }
        let mut acceleration = vec![0.0; n];
        let at = State { time, position: &position, velocity: &velocity };
        self.system.acceleration(&at, &self.state.input, &mut self.work, &mut acceleration).ok()?;
        let forces = self.linear.mass.multiply_vector(&acceleration);
        forces.iter().all(|f| f.is_finite()).then_some(forces)
    }

    /// The sizes of the linear forces of a motion, row by row.
    fn sizes(&self, direction: usize, size: f64) -> Vec<f64> {
        let [places, rates] = &self.directions[direction];
        let (stiffness, damping) = (tangent(self.linear), damping(self.linear));
        let sum = |i: usize| {
            let row = |matrix: &Dense, x: &[f64]| -> f64 {
                x.iter().enumerate().map(|(j, x)| (matrix[(i, j)] * x).abs()).sum()
            };
            size * (row(&stiffness, places) + row(&damping, rates))
        };
        let sums: Vec<f64> = (0..places.len()).map(sum).collect();
        // A row without stiffness has no size of its own: its inertia at the rates of the others.
        let inertia = |i: usize| {
            size * (0..places.len()).map(|j| (self.linear.mass[(i, j)] * rates[j]).abs()).sum::<f64>()
        };
        sums.iter().enumerate().map(|(i, sum)| sum.max(inertia(i))).collect()
    }

    /// The law that takes another decision within a motion of a size.
    fn switching(&mut self, size: f64) -> Option<String> {
        let still = vec![0.0; self.state.position.len()];
        let at = State { time: self.state.time, position: &self.state.position, velocity: &still };
        let decided = self.system.decided(&at, &self.state.input, &mut self.work).ok()??;
        let mut work = decided.workspace();
        let mut margins = vec![0.0; decided.switches()];
        for [places, rates] in &self.directions {
            for side in [size, -size] {
                let position: Vec<f64> =
                    self.state.position.iter().zip(places).map(|(q, d)| q + side * d).collect();
                let velocity: Vec<f64> = rates.iter().map(|v| side * v).collect();
                let beside = State { time: self.state.time, position: &position, velocity: &velocity };
                decided.margins(&beside, &self.state.input, &mut work, &mut margins).ok()?;
                if let Some(k) = margins.iter().position(|margin| *margin < 0.0) {
                    return Some(decided.switch_name(k));
                }
            }
        }
        None
    }
}

fn damping(linear: &Linearisation) -> Dense {
    let mut sum = linear.damping.clone();
    sum.add_scaled(1.0, &linear.velocity_sensitivity);
    sum
}

/// Motions of all coordinates by amounts of like energy, so that soft ones are not lost beside stiff ones; the largest moves by the
/// size of the machine, or by a radian. Fixed numbers without a pattern stand for chance.
fn directions(system: &dyn System, linear: &Linearisation) -> Vec<[Vec<f64>; 2]> {
    let coordinates = system.coordinates();
    let stiffness = tangent(linear);
    let unit = |j: usize| if coordinates[j].unit == "m" { system.extent() } else { 1.0 };
    let size = |j: usize| stiffness[(j, j)].abs() * unit(j).powi(2);
    let softest = (0..coordinates.len()).map(size).filter(|s| *s > 0.0).fold(f64::INFINITY, f64::min);
    let weight = |j: usize| if size(j) > softest { (softest / size(j)).sqrt() } else { 1.0 };
    let direction = |d: usize| {
        let places: Vec<f64> = (0..coordinates.len())
            .map(|j| {
                let chance = ((j * DIRECTIONS + d + 1) as f64 * 0.754_877_666_246_693).fract();
                let sign = if (j + d).is_multiple_of(2) { 1.0 } else { -1.0 };
                sign * (0.5 + 0.5 * chance) * weight(j) * unit(j)
            })
            .collect();
        let rate = |j: usize| {
            let (k, m) = (stiffness[(j, j)].abs(), linear.mass[(j, j)].abs());
            let frequency = if k > 0.0 && m > 0.0 { (k / m).sqrt() } else { 1.0 };
            // Not in phase with the displacements.
            let sign = if (j / 2 + d).is_multiple_of(2) { 1.0 } else { -1.0 };
            sign * frequency * places[j]
        };
        let rates = (0..coordinates.len()).map(rate).collect();
        [places, rates]
    };
    (0..DIRECTIONS).map(direction).collect()
}
