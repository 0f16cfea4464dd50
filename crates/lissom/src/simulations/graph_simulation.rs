//! Motion in time of bond graphs with laws, by integrators.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::simulations::simulation::{
    MISSING_ENERGY, SimulateSettings, Simulation, open_inputs_warning, unbalanced, unconverged, with_turns,
};
use lissom_bond::{GraphMotion, OperatingPoint};
use lissom_dynamics::{EnergyAudit, FINE_POINTS, SimulateRequest, Trajectory, simulate, simulate_converged};
use lissom_linalg::Progress;
use lissom_mech::{State, System};
use lissom_model::model::Start;

impl Session {
    /// The motion of a bond graph with laws from its initial state, or from an equilibrium.
    pub(crate) fn simulate_graph(
        &self,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<Simulation>, Failure> {
        let equations = self.law_equations()?;
        let motion = GraphMotion::new(equations.clone())?;
        let (position, mut velocity) = motion.initial();
        let mut warnings = Vec::new();
        match settings.start {
            Start::Reference => {}
            Start::Rest => {
                let point = OperatingPoint::of(&equations)?;
                if let Some((state, rate)) = point.unbalanced {
                    return Err(lissom_bond::BondError::NoEquilibrium { state, rate }.into());
                }
                velocity.clone_from(&point.state);
                warnings.push(format!("starts in the equilibrium {}", point.text()));
            }
            _ => return Err(Refusal::StartOfLinearModel.into()),
        }
        let request = SimulateRequest {
            from: Some((&position, &velocity)),
            tolerance: settings.tolerance,
            points: settings.points.unwrap_or(FINE_POINTS),
            most_steps: settings.most_steps,
            ..SimulateRequest::until(settings.end)
        };
        let trajectory = match settings.accuracy {
            Some(goal) => simulate_converged(&motion, &request, settings.integrator, goal, progress)?,
            None => simulate(&motion, &request, settings.integrator, progress)?,
        };
        let missing = trajectory.audit.as_ref().map_or(0.0, EnergyAudit::relative_error);
        if !(missing <= MISSING_ENERGY || settings.allows_energy_error) {
            return Err(Failure::EnergyMissing { model: "full".to_owned(), share: missing });
        }
        warnings.extend(open_inputs_warning(motion.inputs()));
        warnings.extend(unbalanced("full", missing));
        warnings.extend(trajectory.convergence.and_then(|found| unconverged("full", found)));
        let simulation = Simulation {
            model: "full".to_owned(),
            by: with_turns(settings.integrator.name(), &trajectory.methods),
            size: motion.coordinates().len(),
            coordinates: Vec::new(),
            outputs: motion.outputs().to_vec(),
            power_gap: Some(power_gap(&motion, &trajectory)?),
            trajectory,
        };
        Ok(self.answer(simulation, warnings))
    }
}

/// The largest gap in the balance of powers at the reported times over the largest power [-].
fn power_gap(motion: &GraphMotion, trajectory: &Trajectory) -> Result<f64, Failure> {
    let still = vec![0.0; motion.inputs().len()];
    let mut work = motion.workspace();
    let (mut gap, mut largest) = (0.0_f64, 0.0_f64);
    let states = trajectory.positions.iter().zip(&trajectory.velocities);
    for (time, (position, velocity)) in trajectory.times.iter().zip(states) {
        let at = State { time: *time, position, velocity };
        let found = motion.power_gap(&at, &still, &mut work);
        let [now, power] = found.map_err(lissom_dynamics::DynamicsError::OutputInadmissible)?;
        (gap, largest) = (gap.max(now), largest.max(power));
    }
    Ok(if largest > 0.0 { gap / largest } else { gap })
}
