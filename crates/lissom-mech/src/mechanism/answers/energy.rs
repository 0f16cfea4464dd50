//! Energies and powers for the energy audit.

use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::basis::Basis;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::constants::part::Part;
use crate::mechanism::core::{Core, Target};
use crate::system::Energies;

impl Core {
    /// Energies and powers at the state in `b.q` with the given rates.
    pub fn energies(
        &self,
        basis: &Basis,
        time: f64,
        rates: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<Energies, Failure> {
        self.balance_motion(basis, time, rates, input, b)?;
        self.sum_energies(time, input, b)
    }

    /// Energies and powers after the balance of motion; the forces in the buffers are used up.
    pub fn sum_energies(&self, time: f64, input: &[f64], b: &mut Buffers) -> Result<Energies, Failure> {
        let mut sum = Energies { input: self.load_power(time, input, b)?, ..Energies::default() };
        sum.dissipation += self.friction_power(b);
        for (multiplier, equation) in b.step.iter().zip(&self.equations) {
            if let Target::Drive(at) = equation.target {
                sum.input -= multiplier * b.laws[at + 1];
            }
        }
        for part in &self.parts.all {
            let range = part.deformations();
            let form = |matrix: &[f64], values: &[f64]| -> f64 {
                let rows = matrix.chunks_exact(part.count.max(1)).zip(values);
                rows.map(|(row, v)| v * row.iter().zip(values).map(|(s, e)| s * e).sum::<f64>()).sum()
            };
            sum.elastic += 0.5 * form(&part.stiffness, &b.e[range.clone()]);
            sum.dissipation += form(&part.damping, &b.e_dot[range]);
            if part.has_mass {
                sum.kinetic += self.kinetic(part, b);
                if let Some(gravity) = self.field {
                    let [x, y] = part.finite().mass_moment(&b.at);
                    sum.potential -= b.share * (gravity[0] * x + gravity[1] * y);
                }
            }
        }
        Ok(sum)
    }

    fn kinetic(&self, part: &Part, b: &mut Buffers) -> f64 {
        let coordinates = part.coordinates();
        let n = coordinates.len();
        let (matrix, force) = (&mut b.part_mass[..n * n], &mut b.part_force[..n]);
        part.finite().inertia(&b.at, &b.velocity, &b.felt, matrix, force);
        let momentum = |i: usize| -> f64 {
            let row = matrix[i * n..(i + 1) * n].iter().zip(coordinates);
            row.map(|(m, c)| m * b.velocity[*c]).sum()
        };
        (0..n).map(|i| 0.5 * b.velocity[coordinates[i]] * momentum(i)).sum()
    }

    /// Power of loads and torques.
    fn load_power(&self, time: f64, input: &[f64], b: &mut Buffers) -> Result<f64, Failure> {
        b.force.fill(0.0);
        self.loads.add(&b.at, &b.laws, b.share, input, &mut b.force);
        self.add_fed(time, b)?;
        let mut power: f64 = b.force.iter().zip(&b.velocity).map(|(f, v)| f * v).sum();
        for (k, torque) in self.loads.torques.iter().enumerate() {
            power += self.torque(k, time, input, b)? * b.e_dot[torque.measure];
        }
        Ok(power)
    }

    /// The true motion at a state: accelerations in `b.bias`, forces that only constraints can balance in `b.force`,
    /// and the stress resultants of these constraints, by equation, in `b.step`.
    pub fn balance_motion(
        &self,
        basis: &Basis,
        time: f64,
        rates: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        self.accelerate(basis, time, rates, input, b)?;
        self.measure_all(b)?;
        self.stresses(b);
        let acceleration = std::mem::take(&mut b.generalised_force);
        self.add_acceleration(&acceleration, b);
        b.generalised_force = acceleration;
        self.load(time, input, b)?;
        self.add_sticking_friction(b);
        self.subtract_stresses(b);
        self.inertia(b);
        for (p, &c) in self.unknowns.iter().enumerate() {
            b.step[p] = b.force[c];
        }
        self.pattern.solve_transposed(&b.factor, &mut b.step);
        Ok(())
    }
}
