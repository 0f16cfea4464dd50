//! A point on a path of equilibria: where it is along the path, the load that leads it, and how both change.

use crate::equilibria::operating_state::OperatingState;
use crate::equilibria::tangent_inertia::TangentSigns;
use crate::error::DynamicsError;
use lissom_mech::System;

/// A point on a path of equilibria with a parameter s: the output of the drive, or the arc length.
#[derive(Clone, Debug)]
pub(crate) struct PathPoint {
    /// The equilibrium.
    pub state: OperatingState,
    /// s.
    pub along: f64,
    /// The load F that leads or holds it (unit of the input).
    pub load: f64,
    /// dF/ds.
    pub load_rate: f64,
    /// The way y of its point of application (unit of the output).
    pub value: f64,
    /// dy/ds.
    pub value_rate: f64,
}

impl PathPoint {
    /// Signs of the tangent, the load held constant.
    pub(crate) fn signs(&self, system: &dyn System) -> Result<TangentSigns, DynamicsError> {
        TangentSigns::of(&self.state.linearisation, None)
            .map_err(|source| DynamicsError::Eigen { system: system.name().to_owned(), source })
    }

    /// ∫ F dy from another point of the path to this one.
    ///
    /// # Equation
    /// F and y are the cubics through values and rates at both ends; F y′ has the degree five, which three points of Gauss
    /// integrate exactly. The error decreases with the fifth power of the distance.
    pub(crate) fn work_since(&self, before: &Self) -> f64 {
        let length = self.along - before.along;
        let load = [before.load, self.load, before.load_rate * length, self.load_rate * length];
        let way = [before.value, self.value, before.value_rate * length, self.value_rate * length];
        let half = 0.5 * 0.6_f64.sqrt();
        let points = [(0.5 - half, 5.0 / 18.0), (0.5, 4.0 / 9.0), (0.5 + half, 5.0 / 18.0)];
        points.iter().map(|(t, weight)| weight * cubic(load, *t) * cubic_slope(way, *t)).sum()
    }
}

/// The cubic through two values and two slopes on the interval from 0 to 1.
fn cubic([a, b, da, db]: [f64; 4], t: f64) -> f64 {
    let u = 1.0 - t;
    a * u * u * (1.0 + 2.0 * t) + b * t * t * (3.0 - 2.0 * t) + da * t * u * u - db * t * t * u
}

fn cubic_slope([a, b, da, db]: [f64; 4], t: f64) -> f64 {
    let u = 1.0 - t;
    6.0 * (b - a) * t * u + da * u * (1.0 - 3.0 * t) + db * t * (3.0 * t - 2.0)
}

#[cfg(test)]
mod tests {
    use super::{cubic, cubic_slope};

    /// 2 − t + 3t² − t³ is met with its slope.
    #[test]
    fn a_cubic_is_met_by_its_ends() {
        let f = |t: f64| 2.0 - t + 3.0 * t * t - t * t * t;
        let slope = |t: f64| -1.0 + 6.0 * t - 3.0 * t * t;
        let ends = [f(0.0), f(1.0), slope(0.0), slope(1.0)];
        for t in [0.1, 0.5, 0.8] {
            assert!((cubic(ends, t) - f(t)).abs() < 1e-14 && (cubic_slope(ends, t) - slope(t)).abs() < 1e-14);
        }
    }
}
