//! Energies and outputs at a state.

use super::buffers::Buffers;
use super::chart::Chart;
use super::closing::Failure;
use super::core::{Core, Target};
use super::machine::NONE;
use super::motion::Basis;
use super::output::Observed;
use crate::observing::{energy, section_quantity};
use crate::system::Energies;
use crate::vector::{Vector, dot};

impl Core {
    /// The true motion at a state: accelerations and what balances them.
    pub fn balance_motion(
        &self,
        basis: &Basis,
        time: f64,
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        self.accelerate(basis, time, input, b)?;
        let mut second = std::mem::take(&mut b.q_second);
        basis.expand(&b.generalised, &mut second);
        let balanced = self.balance(time, &second, input, b);
        b.q_second = second;
        balanced
    }

    /// Energies and powers; drives need the true motion.
    pub fn energies(
        &self,
        basis: &Basis,
        time: f64,
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<Energies, Failure> {
        if self.is_driven() || self.has_sticking(b) {
            self.balance_motion(basis, time, input, b)?;
        } else {
            self.move_to(time, b)?;
        }
        self.sum_energies(time, input, b)
    }

    fn is_driven(&self) -> bool {
        self.equations.iter().any(|e| matches!(e.target, Target::Drive(_)))
    }

    /// Energies and powers; with drives after the balance of motion, otherwise the rates are enough.
    fn sum_energies(&self, time: f64, input: &[f64], b: &mut Buffers) -> Result<Energies, Failure> {
        let mut sum = Energies::default();
        if self.is_driven() {
            for (p, equation) in self.equations.iter().enumerate() {
                if matches!(equation.target, Target::Drive(_)) {
                    // What torques and friction do to a driven joint, its drive need not do.
                    sum.input -= (b.step[p] - b.stress[equation.measure]) * b.targets[p][1];
                }
            }
        }
        for load in &self.machine.described.loads {
            let (vector, _) = self.load_vector(load, b);
            let amount = self.amount(load.amount, input, b);
            let places = self.load_places(load);
            let rates = places.map(|p| if p == NONE { 0.0 } else { b.velocity[p] });
            sum.input += amount * dot(vector, rates);
        }
        for load in &self.machine.described.line_loads {
            let densities = load.ends.map(|end| self.amount(end, input, b));
            for (part, force) in self.line_forces(load, densities, b) {
                sum.input += dot12(&force, &Buffers::local(&b.velocity, &self.columns[part]));
            }
        }
        for torque in &self.machine.described.torques {
            sum.input += self.amount(torque.amount, input, b) * b.e_dot[torque.measure];
        }
        sum.input += self.law_power(time, b)?;
        sum.dissipation += self.friction_power(b);
        for (k, part) in self.machine.described.parts.iter().enumerate() {
            let range = self.machine.of_part(k);
            let form = |matrix: &[f64], values: &[f64]| -> f64 {
                let rows = matrix.chunks_exact(values.len().max(1)).zip(values);
                rows.map(|(row, v)| v * row.iter().zip(values).map(|(s, e)| s * e).sum::<f64>()).sum()
            };
            sum.elastic += 0.5 * form(&part.stiffness, &b.e[range.clone()]);
            sum.dissipation += form(&part.damping, &b.e_dot[range]);
        }
        for &k in &self.machine.massive {
            sum.kinetic += 0.5 * self.kinetic_form(k, b);
            sum.potential -= b.share * dot(self.machine.described.gravity, self.moment(k, b));
        }
        Ok(sum)
    }

    /// Mass times displacement of a part.
    pub fn moment(&self, k: usize, b: &Buffers) -> Vector {
        let d = &self.machine.described;
        let part = &d.parts[k];
        if part.spread_mass != 0.0 {
            return self.spread_moment(k, b);
        }
        if let Some(own) = part.superelement() {
            let moved = b.at.displacement[own.frame.point];
            return own.moment(moved, &own.frame_axes(&b.at), &b.moving[own.number]);
        }
        let ends = b.at.ends(part.points, part.orientations, &self.homes);
        let start = part
            .orientations
            .map(|o| o.map_or(super::rotation::Rotation::IDENTITY, |o| d.orientations[o].attitude).axes());
        part.inertia.as_ref().map_or([0.0; 3], |inertia| inertia.moment(&Chart::values(&ends), &start))
    }

    /// The outputs at a state; without inputs those that follow from the configuration and its rates.
    pub fn observe(
        &self,
        basis: &Basis,
        time: f64,
        input: Option<&[f64]>,
        b: &mut Buffers,
        values: &mut [f64],
    ) -> Result<(), Failure> {
        let outputs = &self.machine.described.outputs;
        let deep = |k: usize| self.is_deep(k);
        match input.filter(|_| (0..outputs.len()).any(deep)) {
            Some(input) => self.balance_motion(basis, time, input, b)?,
            None => self.move_to(time, b)?,
        }
        for (k, output) in outputs.iter().enumerate().filter(|(k, _)| input.is_some() || !deep(*k)) {
            if !matches!(output.observed, Observed::Energy(_) | Observed::Expression(_)) {
                values[k] = self.observed(output.observed, input.unwrap_or(&[]), b);
            }
        }
        if let Some(input) =
            input.filter(|_| outputs.iter().any(|o| matches!(o.observed, Observed::Energy(_))))
        {
            let energies = self.sum_energies(time, input, b)?;
            for (value, output) in values.iter_mut().zip(outputs) {
                if let Observed::Energy(which) = output.observed {
                    *value = energy(&energies, which);
                }
            }
        }
        for (k, output) in outputs.iter().enumerate().filter(|(k, _)| input.is_some() || !deep(*k)) {
            if let Observed::Expression(number) = output.observed {
                values[k] = self.expressed(number, time, values, b);
            }
            if !values[k].is_finite() {
                return Err(Failure::Output(k));
            }
        }
        Ok(())
    }

    /// Whether an output needs accelerations or forces.
    fn is_deep(&self, k: usize) -> bool {
        let d = &self.machine.described;
        match d.outputs[k].observed {
            Observed::Expression(number) => {
                d.expressions[number].outputs.iter().any(|above| self.is_deep(*above))
            }
            observed => observed.needs_acceleration(),
        }
    }

    fn expressed(&self, number: usize, time: f64, values: &[f64], b: &mut Buffers) -> f64 {
        let own = &self.machine.described.expressions[number];
        let seen = own.seen.iter().map(|seen| self.seen(seen, b));
        let inputs: Vec<f64> =
            seen.chain(own.outputs.iter().map(|k| values[*k])).chain(std::iter::once(time)).collect();
        let mut result = [0.0];
        own.program.evaluate(&inputs, &mut b.law_work, &mut result);
        result[0]
    }

    fn observed(&self, observed: Observed, input: &[f64], b: &Buffers) -> f64 {
        let points = self.machine.described.points.len();
        let along = |values: &[f64], first: usize, direction: Vector| {
            dot(direction, Buffers::triple(values, [0, 1, 2].map(|i| self.place[first + i])))
        };
        let point = |values: &[f64], k: usize, direction: Vector| -> f64 {
            (0..3).map(|i| direction[i] * values.get(self.place[3 * k + i]).copied().unwrap_or(0.0)).sum()
        };
        match observed {
            Observed::Displacement(k, direction) => dot(direction, b.at.displacement[k]),
            Observed::Position(k, direction) => {
                dot(direction, self.machine.described.points[k].position)
                    + dot(direction, b.at.displacement[k])
            }
            Observed::Velocity(k, direction) => point(&b.velocity, k, direction),
            Observed::Acceleration(k, direction) => point(&b.bias, k, direction),
            Observed::Rotation(o, direction) => {
                let start = self.machine.described.orientations[o].attitude;
                dot(direction, b.at.attitude[o].after(start.inverse()).log())
            }
            Observed::Spin(o, direction) => along(&b.velocity, 3 * (points + o), direction),
            Observed::SpinRate(o, direction) => along(&b.bias, 3 * (points + o), direction),
            Observed::Axis(o, own, direction) => dot(direction, super::rotation::along(&b.at.axes[o], own)),
            Observed::Deformation(m) => b.e[m],
            Observed::Rate(m) => b.e_dot[m],
            Observed::SecondRate(m) => self.second_rate(m, b),
            Observed::Stress(m) => self.dual(m, b),
            Observed::Effort(m) => -self.dual(m, b),
            Observed::DriveForce(m) => b.stress[m] - self.dual(m, b),
            Observed::DrivePower(m) => (b.stress[m] - self.dual(m, b)) * b.e_dot[m],
            Observed::Reaction(k, direction) => dot(direction, self.reaction(Some(k), None, input, b)),
            Observed::ReactionMoment(o, direction) => dot(direction, self.reaction(None, Some(o), input, b)),
            Observed::JointForce(joint, direction) => dot(direction, self.through(joint, input, b)[0]),
            Observed::JointMoment(joint, direction) => dot(direction, self.through(joint, input, b)[1]),
            Observed::Section(beam, share, what) => {
                let data = &self.machine.described.beams[beam];
                let stress = data.section.map(|section| (section, data.axial));
                section_quantity(&self.section_at(beam, share, input, b), what, stress.as_ref())
            }
            Observed::Momentum(direction) => self.momentum(direction, None, b),
            Observed::AngularMomentum(point, direction) => {
                let about = point.map_or([0.0; 3], |k| self.place_of(k, b));
                self.momentum(direction, Some(about), b)
            }
            Observed::Quaternion(o, k) => {
                let start = self.machine.described.orientations[o].attitude;
                let turn = b.at.attitude[o].after(start.inverse()).0;
                if turn[0] < 0.0 { -turn[k] } else { turn[k] }
            }
            Observed::Energy(_) | Observed::Expression(_) => {
                unreachable!("these are evaluated after the others")
            }
        }
    }

    fn second_rate(&self, m: usize, b: &Buffers) -> f64 {
        let p = self.equation_of[m];
        if p != NONE {
            return b.targets[p][2];
        }
        let measure = self.machine.measures[m];
        let part = &self.machine.described.parts[measure.part];
        if let Some(own) = part.superelement() {
            let mut pushed = vec![0.0; self.columns[measure.part].len()];
            Buffers::spread(&b.bias, &self.columns[measure.part], &mut pushed);
            let convected = own.second_rate(measure.own, &b.moving[own.number]);
            return convected + lissom_linalg::dot(&b.gradients[m], &pushed);
        }
        let columns = &self.columns[measure.part];
        let ends = b.at.ends(part.points, part.orientations, &self.homes);
        let rates = Buffers::local(&b.velocity, columns);
        let second = part.shape.second_rates(&ends, &rates)[measure.own];
        second + dot12(&b.gradients[m], &Buffers::local(&b.bias, columns))
    }
}

fn dot12(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
