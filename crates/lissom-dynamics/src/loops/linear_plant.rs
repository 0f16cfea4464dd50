//! A machine about a state as first-order equations.

use crate::error::DynamicsError;
use lissom_linalg::{Dense, Lu};
use lissom_mech::{State, System};

/// Relative step of the differences that linearise outputs, near the cube root of rounding.
const STEP: f64 = 1e-5;

/// ẋ = A x + B u, y = C x + D u with x = (δq, δq̇).
#[derive(Clone, Debug)]
pub struct LinearPlant {
    /// A.
    pub a: Dense,
    /// B.
    pub b: Dense,
    /// C.
    pub c: Dense,
    /// D: what inputs do to outputs at once.
    pub d: Dense,
}

impl LinearPlant {
    /// The equations about a state at rest, under no input.
    ///
    /// # Errors
    /// When the state is inadmissible or its mass matrix singular.
    pub fn about(system: &dyn System, position: &[f64], time: f64) -> Result<Self, DynamicsError> {
        let n = position.len();
        let rest = vec![0.0; n];
        let at = State { time, position, velocity: &rest };
        let still = vec![0.0; system.inputs().len()];
        let mut work = system.workspace();
        let tangent = system
            .linearise(&at, &rest, &still, &mut work)
            .map_err(|source| DynamicsError::Linearise { time, source })?;
        let singular = |source| DynamicsError::LoopMatrix { what: "mass matrix".to_owned(), source };
        let lu = Lu::factor(&tangent.mass).map_err(singular)?;
        let sum = |parts: &[&Dense]| {
            let mut all = Dense::zeros(n, n);
            parts.iter().for_each(|part| all.add_scaled(1.0, part));
            all
        };
        let mut stiffness =
            sum(&[&tangent.stiffness, &tangent.dynamic_stiffness, &tangent.geometric_stiffness]);
        let mut damping = sum(&[&tangent.velocity_sensitivity, &tangent.damping]);
        let mut forces = tangent.input.clone();
        lu.solve_in_place(&mut stiffness);
        lu.solve_in_place(&mut damping);
        lu.solve_in_place(&mut forces);
        let a = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
            (true, _) => f64::from(u8::from(j == i + n)),
            (false, true) => -stiffness[(i - n, j)],
            (false, false) => -damping[(i - n, j - n)],
        });
        let b = Dense::from_fn(2 * n, still.len(), |i, j| if i < n { 0.0 } else { forces[(i - n, j)] });
        let [c, d] = output_slopes(system, &at, &still)?;
        Ok(Self { a, b, c, d })
    }
}

/// ∂y/∂(q, q̇) and ∂y/∂u, by central differences.
fn output_slopes(system: &dyn System, at: &State, input: &[f64]) -> Result<[Dense; 2], DynamicsError> {
    let (n, m, p) = (at.position.len(), input.len(), system.outputs().len());
    let mut point = [at.position, at.velocity, input].concat();
    let mut work = system.workspace();
    let mut all = Dense::zeros(p, 2 * n + m);
    for j in 0..2 * n + m {
        let own = point[j];
        let step = STEP * own.abs().max(if j < 2 * n { 1e-2 } else { 1.0 });
        let mut side = |moved: f64| -> Result<Vec<f64>, DynamicsError> {
            point[j] = moved;
            let at = State { time: at.time, position: &point[..n], velocity: &point[n..2 * n] };
            let mut values = vec![0.0; p];
            let found = system.output_under(&at, &point[2 * n..], &mut work, &mut values);
            found.map_err(DynamicsError::OutputInadmissible)?;
            Ok(values)
        };
        let (after, before) = (side(own + step)?, side(own - step)?);
        point[j] = own;
        let column = after.iter().zip(&before).map(|(a, b)| (a - b) / (2.0 * step));
        all.column_mut(j).iter_mut().zip(column).for_each(|(entry, slope)| *entry = slope);
    }
    Ok([all.columns(0..2 * n), all.columns(2 * n..2 * n + m)])
}
