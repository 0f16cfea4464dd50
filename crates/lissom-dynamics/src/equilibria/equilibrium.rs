//! Static equilibrium: the load is brought on along its path, and where that ends unstable a stable state is looked for.

use crate::equilibria::balance::{Balance, Forces, Ramp, is_balanced};
use crate::equilibria::certify_state::{Stability, certify_state};
use crate::equilibria::descent::{descend, fall};
use crate::equilibria::load_path::LoadPath;
use crate::equilibria::operating_state::{OperatingState, SYMMETRIC, asymmetry};
use crate::error::{BalanceFailure, DynamicsError};
use lissom_mech::System;

/// Which equilibrium is wanted where there are several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Branch {
    /// That on the path of the growing load if it is not unstable, else a stable one that going down in energy leads to.
    #[default]
    Stable,
    /// That on the path of the growing load, stable or not.
    Path,
}

/// The request.
#[derive(Clone, Debug, PartialEq)]
pub struct EquilibriumRequest {
    /// Time at which laws are taken [s].
    pub time: f64,
    /// Coordinates to start from; `None`: the system's initial ones.
    pub from: Option<Vec<f64>>,
    /// Inputs.
    pub input: Vec<f64>,
    /// Increments to begin with; they are halved where they are too large.
    pub increments: usize,
    /// Out-of-balance force allowed, over the forces that balance [-].
    pub tolerance: f64,
    /// Which equilibrium is wanted.
    pub branch: Branch,
}

impl Default for EquilibriumRequest {
    fn default() -> Self {
        let branch = Branch::default();
        Self { time: 0.0, from: None, input: Vec::new(), increments: 1, tolerance: 1e-10, branch }
    }
}

/// From here on coordinates hardly determine a state ([`System::strain`]) [-].
pub(crate) const STRAINED: f64 = 1.0;

/// Most Newton iterations of an increment.
pub(crate) const MOST_ITERATIONS: usize = 20;

/// Most coordinates of a search: its tangent is a full matrix, of half a gigabyte with as many, and takes minutes to factor.
const MOST_COORDINATES: usize = 8000;

/// Static equilibrium of a system.
///
/// The load is brought on gradually: the states on the way satisfy
///
/// $$ r(q, \lambda f) = (1 - \lambda) \, r(q_0, 0), \qquad 0 \le \lambda \le 1 $$
///
/// with f all of inputs, gravity and loads with a law, each state by Newton's method with the tangent K + N + G \[Boer2013, Eq. (16)\].
/// Increments follow the path: one that bends away from its tangent too far is halved, and where λ turns back the path is
/// followed by its arc length through the limit point. Where nothing resists without load (a hanging rope), only the
/// inputs grow. A search `from` a given place keeps the whole load, and brings on what is out of balance there.
///
/// An equilibrium that turns out to be unstable is left along its unstable direction, down to a stable one, unless the
/// request wants that of the path; the state says so in its remarks. Where no path leads to an equilibrium, as of a pendulum
/// that is released from the horizontal, a stable one is searched for by descending in energy from the start.
///
/// # Errors
/// [`DynamicsError::NoEquilibrium`] with the load factor that was reached, the limit point if one was found, and the reason.
pub fn equilibrium(
    system: &dyn System,
    request: &EquilibriumRequest,
) -> Result<OperatingState, DynamicsError> {
    let start = request.from.clone().unwrap_or_else(|| system.initial().0);
    let (given, needed) = (start.len(), system.coordinates().len());
    if given != needed {
        return Err(DynamicsError::BadStateSize { what: "coordinates", given, needed });
    }
    if needed > MOST_COORDINATES {
        let (name, size, largest) = (system.name().to_owned(), needed, MOST_COORDINATES);
        return Err(DynamicsError::TooLargeForEquilibrium { name, size, largest });
    }
    match (on_path(system, start.clone(), request), request.branch) {
        (found, Branch::Path) => found,
        // Where coordinates hardly determine the configuration, the stiffness in them grows without bound and forces look balanced beside it.
        (Ok(found), Branch::Stable) if found.strain >= STRAINED => match below(system, start, request) {
            Some(below) => Ok(below),
            None => stable(system, found, request.tolerance),
        },
        (Ok(found), Branch::Stable) => stable(system, found, request.tolerance),
        (Err(error), Branch::Stable) => below(system, start, request).ok_or(error),
    }
}

/// A stable equilibrium that going down in energy from the start under the whole load leads to, where no path of the load does.
fn below(system: &dyn System, start: Vec<f64>, request: &EquilibriumRequest) -> Option<OperatingState> {
    let mut balance = Balance::new(system, request.time, &request.input).ok()?;
    let forces = balance.forces(start).ok()?;
    if asymmetry(&forces.tangent) > SYMMETRIC {
        return None;
    }
    let mut found = fall(system, (request.time, &request.input), forces.position, request.tolerance)?;
    found.remarks.push(
        "the path of the growing load leads to no equilibrium; this one is stable, reached by going down in energy from \
         where the machine starts, and there may be others"
            .to_owned(),
    );
    Some(found)
}

/// The equilibrium on the path of the load: that of all loads, or else that of the inputs alone.
fn on_path(
    system: &dyn System,
    start: Vec<f64>,
    request: &EquilibriumRequest,
) -> Result<OperatingState, DynamicsError> {
    let ramps: &[Ramp] = if request.from.is_some() { &[Ramp::Nothing] } else { &[Ramp::Loads, Ramp::Inputs] };
    let mut first = None;
    for ramp in ramps {
        let mut balance = Balance::new(system, request.time, &request.input)?;
        if !balance.load(*ramp, 0.0) {
            continue;
        }
        match LoadPath::start(&mut balance, *ramp, start.clone(), request).and_then(LoadPath::follow) {
            Ok(found) => return Ok(found),
            Err(error) => first = better(first, error),
        }
    }
    Err(first.expect("inputs can always be brought on"))
}

/// The failure that says more: a limit point, or the one that came further.
fn better(before: Option<DynamicsError>, now: DynamicsError) -> Option<DynamicsError> {
    let reach = |error: &DynamicsError| match error {
        DynamicsError::NoEquilibrium { limit: Some(limit), .. } => 2.0 + limit[0],
        DynamicsError::NoEquilibrium { load_factor, .. } => *load_factor,
        _ => -1.0,
    };
    match before {
        Some(before) if reach(&before) > reach(&now) => Some(before),
        _ => Some(now),
    }
}

/// A stable equilibrium in place of an unstable one, if there is a way down to one.
fn stable(
    system: &dyn System,
    found: OperatingState,
    tolerance: f64,
) -> Result<OperatingState, DynamicsError> {
    let certificate = certify_state(system, &found)?;
    let Stability::Unstable(directions) = certificate.stability() else { return Ok(found) };
    let directions = counted(directions);
    if asymmetry(&found.tangent()) > SYMMETRIC || certificate.poles.is_some() {
        let mut found = found;
        found.remarks.push(format!(
            "the equilibrium is unstable in {directions}; loads follow the motion, so there is no energy to go down in, and no \
             other one was looked for"
        ));
        return Ok(found);
    }
    match descend(system, &found, tolerance) {
        Some(mut other) => {
            other.remarks = found.remarks;
            other.remarks.push(format!(
                "several equilibria: that on the path of the load is unstable in {directions}; this one is stable, reached by \
                 going down in energy (`--at path` or `branch = \"path\"` asks for the other)"
            ));
            Ok(other)
        }
        None => {
            let mut found = found;
            found.remarks.push(format!(
                "the equilibrium is unstable in {directions}; no stable one was found by going down in energy"
            ));
            Ok(found)
        }
    }
}

fn counted(directions: usize) -> String {
    if directions == 1 { "1 direction".to_owned() } else { format!("{directions} directions") }
}

/// Newton's method under the load that acts, `held` being the part of the load that is balanced artificially: forces, residual and iterations.
pub(crate) fn settle(
    balance: &mut Balance,
    mut forces: Forces,
    held: &[f64],
    (tolerance, least): (f64, f64),
) -> Result<(Forces, f64, usize), BalanceFailure> {
    let open = |forces: &Forces| -> Vec<f64> {
        forces.linearisation.residual.iter().zip(held).map(|(now, held)| now - held).collect()
    };
    let mut last = f64::INFINITY;
    for iteration in 0..=MOST_ITERATIONS {
        let rest = open(&forces);
        let scale = forces.scale(&balance.input).max(forces.size(held)).max(least);
        if is_balanced(&forces, &rest, last, (scale, tolerance)) {
            let residual = forces.share(&rest, scale, tolerance);
            return Ok((forces, residual, iteration));
        }
        last = forces.size(&rest);
        let step = forces.solve(&rest)?;
        forces = advance(balance, &forces.position, &step)?;
    }
    let residual = forces.size(&open(&forces));
    Err(BalanceFailure::NotConverged { iterations: MOST_ITERATIONS, residual })
}

/// The forces after a Newton step; a step into an inadmissible state is shortened a few times.
pub(crate) fn advance(
    balance: &mut Balance,
    position: &[f64],
    step: &[f64],
) -> Result<Forces, BalanceFailure> {
    let mut share = 1.0;
    loop {
        let moved = position.iter().zip(step).map(|(q, d)| q + share * d).collect();
        match balance.forces(moved) {
            Err(BalanceFailure::Inadmissible(_)) if share > 0.1 => share *= 0.5,
            outcome => return outcome,
        }
    }
}
