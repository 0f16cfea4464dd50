//! A machine whose drives follow commands.
//!
//! The motion that is driven stays a coordinate of the machine. Its acceleration is what the command asks for: u itself, (u − q̇)/T of a
//! rate, (u − q)/T² − 2 q̇/T of a position. The forces of the drives give these accelerations, on which they act in proportion
//! while decisions are kept: they are found from the accelerations under no force and under unit forces, and corrected once. As the
//! motion is integrated and not held by a constraint, nothing drifts.

use crate::error::MechError;
use crate::machinery::Machinery;
use crate::system::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, NoOther, Rechosen, State, System, Workspace,
};
use lissom_linalg::{Dense, Lu};
use lissom_model::model::{Model, ServoCommand};
use std::sync::Arc;

/// Relative step of the differences of the forces, near the cube root of rounding.
const STEP: f64 = 1e-5;

/// A drive that follows its command.
#[derive(Clone, Debug)]
struct Servo {
    name: String,
    /// Its input, by number.
    input: usize,
    /// Position, rate and acceleration among the outputs.
    outputs: [usize; 3],
    command: ServoCommand,
}

impl Servo {
    /// The acceleration that a command asks for.
    fn asked(&self, command: f64, outputs: &[f64]) -> f64 {
        let (position, rate) = (outputs[self.outputs[0]], outputs[self.outputs[1]]);
        match self.command {
            ServoCommand::Acceleration => command,
            ServoCommand::Rate(time) => (command - rate) / time,
            ServoCommand::Position(time) => (command - position) / (time * time) - 2.0 * rate / time,
        }
    }
}

/// A machine whose drives follow their inputs.
#[derive(Clone, Debug)]
pub struct DrivenPlant {
    plant: Arc<dyn System>,
    servos: Arc<[Servo]>,
    /// Outputs of the machine, then the forces of the drives.
    outputs: Vec<(String, &'static str)>,
}

/// Buffers of an evaluation.
struct Buffers {
    plant: Workspace,
    outputs: Vec<f64>,
    input: Vec<f64>,
    still: Vec<f64>,
    forces: Vec<f64>,
}

impl DrivenPlant {
    /// The machine with the drives of its model that are commanded; the machine itself where there are none.
    ///
    /// # Errors
    /// When the machine lacks an input or output of a drive.
    pub fn of(model: &Model, plant: Arc<dyn System>) -> Result<Arc<dyn System>, MechError> {
        if model.servos.is_empty() {
            return Ok(plant);
        }
        let place = |name: &str, what: &str| {
            let found = plant.outputs().iter().position(|(known, _)| known == name);
            found.ok_or_else(|| MechError::PortsNotHere { what: what.to_owned() })
        };
        let one = |servo: &lissom_model::model::Servo| {
            let what = format!("drive {}", servo.name);
            let input = plant.inputs().iter().position(|input| *input == servo.name);
            let named = |k: usize| place(&model.outputs[servo.outputs[k]].name, &what);
            Ok(Servo {
                name: servo.name.clone(),
                input: input.ok_or_else(|| MechError::PortsNotHere { what: what.clone() })?,
                outputs: [named(0)?, named(1)?, named(2)?],
                command: servo.command,
            })
        };
        let servos = model.servos.iter().map(one).collect::<Result<Vec<_>, MechError>>()?;
        let mut outputs = plant.outputs().to_vec();
        for servo in &model.servos {
            outputs.push((format!("{}: force", servo.name), if servo.turns { "N m" } else { "N" }));
        }
        Ok(Arc::new(Self { plant, servos: servos.into(), outputs }))
    }

    fn around(&self, plant: Arc<dyn System>) -> Self {
        Self { plant, ..self.clone() }
    }

    /// Outputs of the machine under the forces in `b.input` and `b.forces`.
    fn evaluate(&self, at: &State, b: &mut Buffers) -> Result<(), Inadmissible> {
        self.servos.iter().zip(&b.forces).for_each(|(servo, force)| b.input[servo.input] = *force);
        self.plant.output_under(at, &b.input, &mut b.plant, &mut b.outputs)
    }

    /// Inputs of the machine into `b.input`, with the forces that let the drives follow their commands.
    fn lead(&self, at: &State, input: &[f64], b: &mut Buffers) -> Result<(), Inadmissible> {
        let count = self.servos.len();
        b.input.copy_from_slice(input);
        b.forces.fill(0.0);
        self.evaluate(at, b)?;
        let free: Vec<f64> = self.servos.iter().map(|servo| b.outputs[servo.outputs[2]]).collect();
        let asked: Vec<f64> =
            self.servos.iter().map(|servo| servo.asked(input[servo.input], &b.outputs)).collect();
        let mut effect = Dense::zeros(count, count);
        for k in 0..count {
            b.forces.fill(0.0);
            b.forces[k] = 1.0;
            self.evaluate(at, b)?;
            for (i, servo) in self.servos.iter().enumerate() {
                effect[(i, k)] = b.outputs[servo.outputs[2]] - free[i];
            }
        }
        let lu = Lu::factor(&effect).map_err(|_| self.held(at, &effect))?;
        let wanted: Vec<f64> = asked.iter().zip(&free).map(|(asked, free)| asked - free).collect();
        let first = lu.solve(&wanted);
        b.forces.copy_from_slice(&first);
        self.evaluate(at, b)?;
        let left: Vec<f64> = self
            .servos
            .iter()
            .zip(&asked)
            .map(|(servo, asked)| asked - b.outputs[servo.outputs[2]])
            .collect();
        let correction = lu.solve(&left);
        b.forces.iter_mut().zip(&correction).for_each(|(force, more)| *force += more);
        if b.forces.iter().any(|force| !force.is_finite()) {
            return Err(self.held(at, &effect));
        }
        self.servos.iter().zip(&b.forces).for_each(|(servo, force)| b.input[servo.input] = *force);
        Ok(())
    }

    /// A drive that no force moves.
    fn held(&self, at: &State, effect: &Dense) -> Inadmissible {
        let own = |k: &usize| effect[(*k, *k)].abs();
        let least = (0..self.servos.len()).min_by(|a, b| own(a).total_cmp(&own(b))).unwrap_or(0);
        let name = &self.servos[least].name;
        let reason =
            format!("the drive `{name}` cannot follow its command: no force on its motion accelerates it");
        Inadmissible { time: at.time, reason }
    }

    /// The forces by coordinates, rates and inputs, by central differences.
    fn slopes(&self, at: &State, input: &[f64], b: &mut Buffers) -> Result<[Dense; 3], Inadmissible> {
        let mut values = [at.position.to_vec(), at.velocity.to_vec(), input.to_vec()];
        let mut found = [0, 1, 2].map(|which: usize| Dense::zeros(self.servos.len(), values[which].len()));
        for (which, matrix) in found.iter_mut().enumerate() {
            for j in 0..values[which].len() {
                let own = values[which][j];
                let step = STEP * own.abs().max(if which < 2 { 1e-2 } else { 1.0 });
                let mut side = |moved: f64| -> Result<Vec<f64>, Inadmissible> {
                    values[which][j] = moved;
                    let [position, velocity, input] = &values;
                    self.lead(&State { time: at.time, position, velocity }, input, b)?;
                    Ok(b.forces.clone())
                };
                let (after, before) = (side(own + step)?, side(own - step)?);
                values[which][j] = own;
                for (i, (a, b)) in after.iter().zip(&before).enumerate() {
                    matrix[(i, j)] = (a - b) / (2.0 * step);
                }
            }
        }
        self.lead(at, input, b)?;
        Ok(found)
    }
}

impl System for DrivenPlant {
    fn name(&self) -> &str {
        self.plant.name()
    }

    fn coordinates(&self) -> &[GeneralisedCoordinate] {
        self.plant.coordinates()
    }

    fn inputs(&self) -> &[String] {
        self.plant.inputs()
    }

    fn outputs(&self) -> &[(String, &'static str)] {
        &self.outputs
    }

    fn workspace(&self) -> Workspace {
        let inputs = self.plant.inputs().len();
        Workspace::new(Buffers {
            plant: self.plant.workspace(),
            outputs: vec![0.0; self.plant.outputs().len()],
            input: vec![0.0; inputs],
            still: vec![0.0; inputs],
            forces: vec![0.0; self.servos.len()],
        })
    }

    fn initial(&self) -> (Vec<f64>, Vec<f64>) {
        self.plant.initial()
    }

    fn acceleration(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        acceleration: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.lead(at, input, b)?;
        self.plant.acceleration(at, &b.input, &mut b.plant, acceleration)
    }

    fn output(&self, at: &State, work: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible> {
        let still = work.buffers::<Buffers>().still.clone();
        self.output_under(at, &still, work, values)
    }

    fn output_under(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.lead(at, input, b)?;
        let (own, forces) = values.split_at_mut(self.plant.outputs().len());
        forces.copy_from_slice(&b.forces);
        self.plant.output_under(at, &b.input, &mut b.plant, own)
    }

    fn output_of_rates(
        &self,
        at: &State,
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        let (own, _) = values.split_at_mut(self.plant.outputs().len());
        self.plant.output_of_rates(at, &mut b.plant, own)
    }

    fn energies(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Energies, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.lead(at, input, b)?;
        self.plant.energies(at, &b.input, &mut b.plant)
    }

    fn linearise(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Linearisation, MechError> {
        let b: &mut Buffers = work.buffers();
        let slopes = self.slopes(at, input, b).map_err(MechError::Inadmissible)?;
        let plant = self.plant.linearise(at, acceleration, &b.input, &mut b.plant)?;
        let n = self.coordinates().len();
        let own = Dense::from_fn(n, self.servos.len(), |i, k| plant.input[(i, self.servos[k].input)]);
        let [by_position, by_velocity, by_input] = slopes.map(|slopes| own.matmul(&slopes));
        let is_led = |j: usize| self.servos.iter().any(|servo| servo.input == j);
        let mut result = plant;
        // M q̈ + … − B f(q, q̇, u) = 0: forces that follow the state move to the left-hand side.
        result.dynamic_stiffness.add_scaled(-1.0, &by_position);
        result.velocity_sensitivity.add_scaled(-1.0, &by_velocity);
        let kept = |i: usize, j: usize| if is_led(j) { 0.0 } else { result.input[(i, j)] };
        result.input = Dense::from_fn(n, input.len(), |i, j| kept(i, j) + by_input[(i, j)]);
        Ok(result)
    }

    fn share_loads(&self, share: f64, work: &mut Workspace) -> bool {
        let b: &mut Buffers = work.buffers();
        self.plant.share_loads(share, &mut b.plant)
    }

    fn extent(&self) -> f64 {
        self.plant.extent()
    }

    fn strain(&self, work: &mut Workspace) -> f64 {
        let b: &mut Buffers = work.buffers();
        self.plant.strain(&mut b.plant)
    }

    fn rechosen(&self, at: &State, work: &mut Workspace) -> Result<Rechosen, NoOther> {
        let b: &mut Buffers = work.buffers();
        let found = self.plant.rechosen(at, &mut b.plant)?;
        Ok(Rechosen { system: Arc::new(self.around(found.system)), ..found })
    }

    fn at_home(&self, at: &State, work: &mut Workspace) -> Option<Arc<dyn System>> {
        let b: &mut Buffers = work.buffers();
        let plant = self.plant.at_home(at, &mut b.plant)?;
        Some(Arc::new(self.around(plant)))
    }

    fn first_chosen(&self, at: &State, work: &mut Workspace) -> Result<(Vec<f64>, Vec<f64>), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.plant.first_chosen(at, &mut b.plant)
    }

    fn switches(&self) -> usize {
        self.plant.switches()
    }

    fn needs_decisions(&self) -> bool {
        self.plant.needs_decisions()
    }

    fn switch_name(&self, k: usize) -> String {
        self.plant.switch_name(k)
    }

    fn decided(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Option<Arc<dyn System>>, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.lead(at, input, b)?;
        let plant = self.plant.decided(at, &b.input, &mut b.plant)?;
        Ok(plant.map(|plant| Arc::new(self.around(plant)) as Arc<dyn System>))
    }

    fn margins(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.lead(at, input, b)?;
        self.plant.margins(at, &b.input, &mut b.plant, margins)
    }

    fn next_break(&self) -> Option<f64> {
        self.plant.next_break()
    }

    fn shared(&self) -> Option<Arc<dyn System>> {
        Some(Arc::new(self.clone()))
    }

    fn plant(&self) -> Option<Arc<dyn System>> {
        Some(Arc::clone(&self.plant))
    }

    fn machinery(&self) -> Option<&dyn Machinery> {
        self.plant.machinery()
    }

    fn project(
        &self,
        basis: &Dense,
        coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError> {
        Ok(Arc::new(self.around(self.plant.project(basis, coordinates)?)))
    }
}
