//! Effect of deformations on outputs over a cycle.

use super::elastic_cycle::ElasticCycle;
use crate::error::DynamicsError;
use lissom_mech::{State, System, Workspace};

/// Outputs over a cycle: of the rigid motion, and the first-order effect of deformations.
#[derive(Clone, Debug, Default)]
pub struct Deviations {
    /// One row per output, one number per time.
    pub rigid: Vec<Vec<f64>>,
    /// One row per output, one number per time.
    pub elastic: Vec<Vec<f64>>,
}

/// Outputs are differenced over this share of the deformation: small enough to be linear, far above rounding.
const SHARE: f64 = 1e-3;

/// Outputs over a cycle of a mechanism.
///
/// # Errors
/// If the mechanism cannot follow the cycle.
pub fn deviations(system: &dyn System, cycle: &ElasticCycle) -> Result<Deviations, DynamicsError> {
    let count = system.outputs().len();
    let mut work = system.workspace();
    let mut found = Deviations { rigid: vec![Vec::new(); count], elastic: vec![Vec::new(); count] };
    let still = vec![0.0; system.coordinates().len()];
    for (time, q) in cycle.times.iter().zip(&cycle.positions) {
        let at = |factor: f64, work: &mut Workspace| {
            let position: Vec<f64> = q.iter().map(|q| factor * q).collect();
            let mut values = vec![0.0; count];
            let state = State { time: *time, position: &position, velocity: &still };
            system.output(&state, work, &mut values).map(|()| values)
        };
        let rigid = at(0.0, &mut work).map_err(DynamicsError::OutputInadmissible)?;
        let ahead = at(SHARE, &mut work).map_err(DynamicsError::OutputInadmissible)?;
        let behind = at(-SHARE, &mut work).map_err(DynamicsError::OutputInadmissible)?;
        for k in 0..count {
            found.rigid[k].push(rigid[k]);
            found.elastic[k].push((ahead[k] - behind[k]) / (2.0 * SHARE));
        }
    }
    Ok(found)
}
