//! The bearings of a rotor: laws of the speed, and the displacements they act on.

use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::session::Session;
use lissom_dynamics::spin::{BearingMatrices, RotorBearing};
use lissom_linalg::Dense;
use lissom_mech::{LinearSystem, MechError};
use lissom_model::model::{Bearing, Direction, Law, Model, Spin};
use lissom_symbolic::{Expr, Program};

impl Session {
    /// Structures know no bearings that couple directions or depend on a speed.
    pub(crate) fn refuse_bearings(&self) -> Result<(), Failure> {
        match self.model()?.bearings.is_empty() {
            true => Ok(()),
            false => Err(Refusal::Bearings.into()),
        }
    }

    /// The bearings of the model, over the rows of its structure.
    pub(crate) fn rotor_bearings(&self, spin: &Spin) -> Result<Vec<RotorBearing<'_>>, Failure> {
        let (model, system) = (self.model()?, self.linear_system()?);
        model.bearings.iter().map(|bearing| rotor_bearing(model, system, spin, bearing)).collect()
    }
}

fn rotor_bearing<'a>(
    model: &'a Model,
    system: &LinearSystem,
    spin: &Spin,
    bearing: &'a Bearing,
) -> Result<RotorBearing<'a>, Failure> {
    let along = spin.axis.iter().position(|part| part.abs() == 1.0).unwrap_or(0);
    let unit = |next: usize| {
        let mut direction = [0.0; 3];
        direction[(along + next) % 3] = 1.0;
        direction
    };
    let size = bearing.stiffness.len();
    let moved = [1, 2].map(|next| Direction::Along(unit(next)));
    let turned = [1, 2].map(|next| Direction::About(unit(next)));
    let directions = moved.into_iter().chain(turned).take(size);
    let across = directions.map(|direction| displacement(system, bearing, direction)).collect();
    let mut store = model.expressions.clone();
    let speed = store.symbol("speed");
    let laws: Vec<&Law> =
        bearing.stiffness.iter().chain(bearing.damping.iter().flatten()).flatten().collect();
    let values: Vec<Expr> = laws.iter().map(|law| law.expr).collect();
    let failed = move |law: &Law, reason: String| MechError::Law {
        what: format!("bearing {}", bearing.name),
        law: law.text.clone(),
        reason,
    };
    let program =
        Program::compile(&store, &values, &[speed]).map_err(|error| failed(laws[0], error.to_string()))?;
    let law = move |speed: f64| {
        let mut found = vec![0.0; laws.len()];
        let checked = program.evaluate_checked(&[speed], &mut Vec::new(), &mut found);
        checked.map_err(|error| failed(laws[0], format!("at {speed} rad/s {error}")))?;
        // Without damping there are no laws behind those of the stiffness.
        let of = |first: usize| {
            Dense::from_fn(size, size, |i, j| found.get(first + size * i + j).copied().unwrap_or(0.0))
        };
        let both: BearingMatrices = [of(0), of(size * size)];
        Ok(both)
    };
    Ok(RotorBearing { across, law: Box::new(law) })
}

/// A displacement or rotation of the node over the independent coordinates.
fn displacement(system: &LinearSystem, bearing: &Bearing, direction: Direction) -> Vec<f64> {
    let transformation = &system.elimination.transformation;
    let mut row = vec![0.0; transformation.cols()];
    let measured = system.coordinates.measure(bearing.node, direction).unwrap_or_default();
    for (i, j, value) in transformation.iter() {
        for (_, factor) in measured.iter().filter(|(c, _)| *c == i) {
            row[j] += factor * value;
        }
    }
    row
}
