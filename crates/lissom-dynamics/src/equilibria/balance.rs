//! Forces in and out of balance at a state of rest, in a measure that no choice of units can change.

use crate::equilibria::operating_state::{OperatingState, tangent};
use crate::equilibria::tangent_inertia::TangentSigns;
use crate::error::{BalanceFailure, DynamicsError};
use lissom_linalg::{Dense, Lu, eigen};
use lissom_mech::{Linearisation, MechError, NoOther, Rechosen, State, System, Workspace};
use std::sync::Arc;

/// A system at rest under constant inputs.
#[derive(Debug)]
pub(crate) struct Balance<'s> {
    pub(crate) system: &'s dyn System,
    pub(crate) time: f64,
    pub(crate) input: Vec<f64>,
    workspace: Workspace,
    still: Vec<f64>,
    /// The whole input.
    whole: Vec<f64>,
    /// What rounding makes of each coordinate.
    rounding: Vec<f64>,
    /// How far a search moves each coordinate at once.
    reach: Vec<f64>,
}

/// A search far from balance moves lengths by this share of the size of the machine at once, and angles by so many radians [-].
const REACH: f64 = 0.3;

/// Coordinates are determined to this share of the size of the machine, angles of a radian [-].
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Matrices of one configuration, evaluated twice, differ by less than this share [-].
const ELSEWHERE: f64 = 1e-6;

/// How the load is brought on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ramp {
    /// Gravity, loads with a law and inputs grow together.
    Loads,
    /// Inputs grow; all else acts from the start.
    Inputs,
    /// Everything acts from the start; what is out of balance at the start is held, and released step by step.
    Nothing,
}

/// Whether an iteration may end: the residual is small beside the forces, and another iteration would not make it
/// much smaller. Newton's method doubles the digits, so the last iteration before rounding takes over is worth it.
/// Without load nothing balances, and a residual is small that rounding of the coordinates makes.
pub(crate) fn is_balanced(forces: &Forces, open: &[f64], last: f64, (scale, tolerance): (f64, f64)) -> bool {
    let size = forces.size(open);
    let small = size.is_finite() && (size <= tolerance * scale || forces.is_rounding(open));
    small && (size > 0.1 * last || size <= 1e-14 * scale)
}

/// The forces at a state.
#[derive(Clone, Debug)]
pub(crate) struct Forces {
    pub(crate) position: Vec<f64>,
    pub(crate) tangent: Dense,
    pub(crate) linearisation: Linearisation,
    /// The force that rounding of the coordinates makes.
    rounding: Vec<f64>,
}

impl<'s> Balance<'s> {
    pub(crate) fn new(system: &'s dyn System, time: f64, input: &[f64]) -> Result<Self, DynamicsError> {
        let (given, needed) = (input.len(), system.inputs().len());
        if given != needed {
            return Err(DynamicsError::BadStateSize { what: "inputs", given, needed });
        }
        let still = vec![0.0; system.coordinates().len()];
        let input = input.to_vec();
        let by_unit = |share: f64, other: f64| -> Vec<f64> {
            let units = system.coordinates().iter().map(|coordinate| coordinate.unit);
            let sized = units.map(|unit| match unit {
                "m" => share * system.extent(),
                "rad" => share,
                _ => other,
            });
            sized.collect()
        };
        let (rounding, reach) = (by_unit(ROUNDING, 0.0), by_unit(REACH, f64::INFINITY));
        let whole = input.clone();
        Ok(Self { system, time, whole, input, workspace: system.workspace(), still, rounding, reach })
    }

    /// Lets a share of the load act; false where the system cannot share it.
    pub(crate) fn load(&mut self, ramp: Ramp, share: f64) -> bool {
        if ramp != Ramp::Nothing {
            self.input.iter_mut().zip(&self.whole).for_each(|(now, whole)| *now = share * whole);
        }
        ramp != Ramp::Loads || self.system.share_loads(share, &mut self.workspace)
    }

    /// The forces at coordinates.
    pub(crate) fn forces(&mut self, position: Vec<f64>) -> Result<Forces, BalanceFailure> {
        let at = State { time: self.time, position: &position, velocity: &self.still };
        let found = self.system.linearise(&at, &self.still, &self.input, &mut self.workspace);
        let linearisation = found.map_err(|error| match error {
            MechError::Inadmissible(state) => BalanceFailure::Inadmissible(state),
            other => BalanceFailure::Linearise(Box::new(other)),
        })?;
        let tangent = tangent(&linearisation);
        let finite =
            tangent.first_not_finite().is_none() && linearisation.residual.iter().all(|r| r.is_finite());
        if !finite {
            return Err(BalanceFailure::NotFinite);
        }
        let made = |i: usize| (0..position.len()).map(|j| tangent[(i, j)].abs() * self.rounding[j]).sum();
        let rounding = (0..position.len()).map(made).collect();
        Ok(Forces { position, tangent, linearisation, rounding })
    }

    /// The outputs at coordinates.
    pub(crate) fn outputs(&mut self, position: &[f64]) -> Result<Vec<f64>, BalanceFailure> {
        let mut values = vec![0.0; self.system.outputs().len()];
        let at = State { time: self.time, position, velocity: &self.still };
        let found = self.system.output_under(&at, &self.input, &mut self.workspace, &mut values);
        found.map_err(BalanceFailure::Inadmissible)?;
        if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(BalanceFailure::NotFinite) }
    }

    /// The state of balanced forces.
    pub(crate) fn state(
        &mut self,
        forces: Forces,
        residual: f64,
        (iterations, increments): (usize, usize),
    ) -> Result<OperatingState, BalanceFailure> {
        let output = self.outputs(&forces.position)?;
        let system = if self.is_elsewhere(&forces) { self.home(&forces.position) } else { None };
        let Forces { position, linearisation, .. } = forces;
        let strain = self.system.strain(&mut self.workspace);
        Ok(OperatingState {
            time: self.time,
            position,
            input: self.input.clone(),
            output,
            residual,
            iterations,
            increments,
            linearisation,
            remarks: Vec::new(),
            on_path: true,
            strain,
            system,
        })
    }

    /// Whether fresh buffers lead the coordinates to another configuration than the one that was followed to.
    fn is_elsewhere(&self, forces: &Forces) -> bool {
        let Ok(mut fresh) = Balance::new(self.system, self.time, &self.input) else { return false };
        let Ok(found) = fresh.forces(forces.position.clone()) else { return true };
        let differs = |a: &Dense, b: &Dense| {
            let mut difference = a.clone();
            difference.add_scaled(-1.0, b);
            difference.max_abs() > ELSEWHERE * a.max_abs().max(b.max_abs())
        };
        let (here, there) = (&forces.linearisation, &found.linearisation);
        differs(&here.mass, &there.mass) || differs(&forces.tangent, &found.tangent)
    }

    /// The system with the configuration that was followed to as its home.
    fn home(&mut self, position: &[f64]) -> Option<Arc<dyn System>> {
        let at = State { time: self.time, position, velocity: &self.still };
        self.system.at_home(&at, &mut self.workspace)
    }

    /// How far a search far from balance moves each coordinate at once.
    pub(crate) fn reach(&self) -> &[f64] {
        &self.reach
    }

    /// How near the coordinates of the last evaluation are to where they no longer determine the configuration.
    pub(crate) fn strain(&mut self) -> f64 {
        self.system.strain(&mut self.workspace)
    }

    /// A place of rest in coordinates that determine it better.
    pub(crate) fn rechosen(&mut self, position: &[f64]) -> Result<Rechosen, NoOther> {
        let at = State { time: self.time, position, velocity: &self.still };
        self.system.rechosen(&at, &mut self.workspace)
    }

    /// Name of the coordinate that a force points at most.
    pub(crate) fn largest(&self, forces: &Forces, residual: &[f64]) -> String {
        let scaled = |i: usize| residual[i].powi(2) * forces.weight(i);
        let worst = (0..residual.len()).max_by(|&i, &j| scaled(i).total_cmp(&scaled(j)));
        worst.map_or_else(String::new, |i| self.system.coordinates()[i].name.clone())
    }
}

impl Forces {
    /// Compliance of a coordinate by itself: makes forces of different units comparable, f²/k being an energy. It is
    /// infinite where nothing resists.
    fn weight(&self, i: usize) -> f64 {
        let own = self.tangent[(i, i)].abs();
        let row = (0..self.tangent.cols()).map(|j| self.tangent[(i, j)].abs()).fold(own, f64::max);
        let stiffness = if own > 1e-12 * row { own } else { row };
        1.0 / stiffness
    }

    /// Stiffness of every coordinate by itself.
    pub(crate) fn weights(&self) -> Vec<f64> {
        (0..self.position.len()).map(|i| 1.0 / self.weight(i)).collect()
    }

    /// The change of the coordinates that a force makes.
    pub(crate) fn solve(&self, force: &[f64]) -> Result<Vec<f64>, BalanceFailure> {
        Ok(Lu::factor(&self.tangent).map_err(BalanceFailure::Singular)?.solve(force))
    }

    /// Size of a generalised force [J^(1/2)].
    pub(crate) fn size(&self, force: &[f64]) -> f64 {
        let acting = force.iter().enumerate().filter(|(_, f)| **f != 0.0);
        // An empty sum is minus zero.
        (acting.map(|(i, f)| f * f * self.weight(i)).sum::<f64>() + 0.0).sqrt()
    }

    /// Whether a force is nowhere larger than what rounding of the coordinates makes.
    pub(crate) fn is_rounding(&self, force: &[f64]) -> bool {
        force.iter().zip(&self.rounding).all(|(f, rounding)| f.abs() <= *rounding)
    }

    /// A force out of balance over those that balance [-]; zero if it is larger than the tolerance but rounding.
    pub(crate) fn share(&self, open: &[f64], scale: f64, tolerance: f64) -> f64 {
        let size = self.size(open);
        match scale > 0.0 {
            _ if size > tolerance * scale && self.is_rounding(open) => 0.0,
            true => size / scale,
            false => size,
        }
    }

    /// Size of the forces that balance each other here: those of the deformation and those of the inputs.
    pub(crate) fn scale(&self, input: &[f64]) -> f64 {
        let n = self.position.len();
        let inner = |i: usize| (0..n).map(|j| (self.tangent[(i, j)] * self.position[j]).abs()).sum();
        let outer = self.linearisation.input.multiply_vector(input);
        self.size(&(0..n).map(inner).collect::<Vec<f64>>()).max(self.size(&outer))
    }

    /// The part of a force along a direction that rounding of the coordinates may make.
    pub(crate) fn rounding_along(&self, direction: &[f64]) -> f64 {
        direction.iter().zip(&self.rounding).map(|(d, rounding)| d.abs() * rounding).sum()
    }

    /// Number of directions in which the tangent is negative, by sign alone; `None` where it cannot be decomposed.
    pub(crate) fn unstable_directions(&self) -> Option<usize> {
        TangentSigns::of(&self.linearisation, None).ok().map(|signs| signs.negative())
    }

    /// The smallest eigenvalue of the symmetric tangent, in units of the inertia; not a number if it has none.
    pub(crate) fn smallest_eigenvalue(&self) -> f64 {
        let mass = self.linearisation.mass.symmetric_part();
        let found = eigen::symmetric_definite(&self.tangent.symmetric_part(), &mass);
        found.ok().and_then(|found| found.values.first().copied()).unwrap_or(f64::NAN)
    }
}
