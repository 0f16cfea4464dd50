//! The outputs at a state: displacements, rates, accelerations, forces, energies and momenta.
//!
//! Forces come from the balance of motion: λ of the held deformations balance what loads, stress and inertia leave
//! (`balance_motion`), once for all outputs.

use crate::elements::{beam_point, section_forces};
use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::constants::output::{Depth, Kind, Of};
use crate::mechanism::constants::part::Part;
use crate::mechanism::core::Core;
use crate::observing::{energy, section_quantity};
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::Triad;
use lissom_model::model::SectionForces;

impl Mechanism {
    pub(in crate::mechanism) fn output_at(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.output_to(self.core.outputs.depth, at, input, work, values)
    }

    /// Outputs of the configuration and its rates; the others are left as they are.
    pub(in crate::mechanism) fn rates_at(
        &self,
        at: &State,
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.output_to(self.core.outputs.depth.min(Depth::Rates), at, &[], work, values)
    }

    /// Outputs that need no more than a depth.
    fn output_to(
        &self,
        depth: Depth,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let core = &self.core;
        let refuse = |failure| self.refuse(at.time, failure);
        if depth >= Depth::Forces {
            core.balance_motion(&self.basis, at.time, at.velocity, input, b).map_err(refuse)?;
        } else {
            core.demand(at.time, b).and_then(|()| core.close(b)).map_err(refuse)?;
        }
        if depth == Depth::Rates {
            if !b.is_recursive {
                core.motions(&self.basis, b);
            }
            core.velocities(&self.basis, at.velocity, b);
        }
        let wrote = core.write_outputs(depth, at.time, input, b, values).map_err(refuse)?;
        wrote.map_or(Ok(()), |k| {
            let reason = format!("output {} has no finite value", core.outputs.names[k].0);
            Err(Inadmissible { time: at.time, reason })
        })
    }
}

impl Core {
    /// The outputs at a configuration that was evaluated as deep as they need; the place of one that is not finite.
    fn write_outputs(
        &self,
        depth: Depth,
        time: f64,
        input: &[f64],
        b: &mut Buffers,
        values: &mut [f64],
    ) -> Result<Option<usize>, Failure> {
        let outputs = &self.outputs;
        for ((kind, own), value) in outputs.kinds.iter().zip(&outputs.depths).zip(values.iter_mut()) {
            if *own <= depth && !matches!(kind, Kind::Energy(_) | Kind::Expression { .. }) {
                *value = self.observe(kind, time, input, b)?;
            }
        }
        if depth == Depth::Energies {
            // They use the buffer of the forces, so they come after what is read from it.
            let energies = self.sum_energies(time, input, b)?;
            for (kind, value) in self.outputs.kinds.iter().zip(values.iter_mut()) {
                if let Kind::Energy(which) = kind {
                    *value = energy(&energies, *which);
                }
            }
        }
        for (k, kind) in outputs.kinds.iter().enumerate().filter(|(k, _)| outputs.depths[*k] <= depth) {
            if let Kind::Expression { program, coordinates, outputs } = kind {
                let of_coordinates = coordinates.iter().map(|(c, of)| coordinate(*c, *of, b));
                let mut inputs: Vec<f64> = of_coordinates.chain(outputs.iter().map(|o| values[*o])).collect();
                inputs.push(time);
                let mut result = [0.0];
                program.evaluate(&inputs, &mut b.law_work, &mut result);
                values[k] = result[0];
            }
            if !values[k].is_finite() {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    fn observe(&self, kind: &Kind, time: f64, input: &[f64], b: &mut Buffers) -> Result<f64, Failure> {
        Ok(match kind {
            Kind::Combination { of, row, offset } => {
                offset + row.iter().map(|(c, a)| a * coordinate(*c, *of, b)).sum::<f64>()
            }
            Kind::Deflection { beam, share } => self.deflection(*beam, *share, b),
            Kind::Reaction { row, slides } => self.support_force(row, slides, b),
            Kind::EndForce { parts, row, sign } => {
                let mut sum = 0.0;
                for part in parts.iter().map(|k| &self.parts.all[*k]) {
                    let nodal = self.force_on_element(part, input, b);
                    for (c, a) in row {
                        let place = part.coordinates().iter().position(|own| own == c);
                        sum += place.map_or(0.0, |place| a * nodal[place]);
                    }
                }
                sign * sum
            }
            Kind::Torque { measure } => self.through(*measure, time, input, b)?,
            Kind::Drive { measure, law, power } => {
                let force = -self.multiplier(*measure, b);
                if *power { force * b.laws[*law] } else { force }
            }
            Kind::Section { beam, share, what, stress } => {
                section_quantity(&self.section_at(*beam, *share, input, b), *what, stress.as_ref())
            }
            Kind::Momentum([x, y]) => self.momentum(b, |_, _| [*x, *y], 0.0),
            Kind::AngularMomentum(first) => {
                let about = first.map_or([0.0; 2], |first| self.place_of(first, b));
                self.momentum(
                    b,
                    |core, [c, _]| {
                        let place = core.place_of(c, b);
                        [about[1] - place[1], place[0] - about[0]]
                    },
                    1.0,
                )
            }
            Kind::Energy(_) | Kind::Expression { .. } => unreachable!("these are evaluated after the others"),
        })
    }

    /// λ of a held deformation: the force that holds it, with the opposite sign; zero where nothing holds it.
    fn multiplier(&self, measure: usize, b: &Buffers) -> f64 {
        let place = self.equations.iter().position(|e| e.source == Source::Measure(measure));
        place.map_or(0.0, |place| b.step[place])
    }

    /// Force of fixed coordinates and slides on a node.
    fn support_force(&self, row: &[(usize, f64)], slides: &[usize], b: &Buffers) -> f64 {
        let mut sum = 0.0;
        for &(c, a) in row.iter().filter(|(c, _)| self.place[*c].is_none()) {
            let mut rest = b.force[c];
            for (multiplier, equation) in b.step.iter().zip(&self.equations) {
                if let Source::Measure(measure) = equation.source {
                    let own = self.parts.row(measure).filter(|(other, _)| *other == c);
                    own.for_each(|(_, at)| rest -= multiplier * b.gradients[at]);
                }
            }
            sum -= a * rest;
        }
        for measure in slides {
            let multiplier = self.multiplier(*measure, b);
            for (c, at) in self.parts.row(*measure) {
                let along: f64 = row.iter().filter(|(own, _)| *own == c).map(|(_, a)| a).sum();
                sum -= along * multiplier * b.gradients[at];
            }
        }
        sum
    }

    /// Everything that acts on a deformation and its two sides: laws, inputs, friction, stress and drive.
    fn through(&self, measure: usize, time: f64, input: &[f64], b: &mut Buffers) -> Result<f64, Failure> {
        let mut sum = -b.stress[measure] - self.multiplier(measure, b);
        for k in 0..self.loads.torques.len() {
            if self.loads.torques[k].measure == measure {
                sum += self.torque(k, time, input, b)?;
            }
        }
        for (k, friction) in self.loads.frictions.iter().enumerate() {
            if friction.measure == measure {
                sum += self.friction_force(k, b);
            }
        }
        Ok(sum)
    }

    /// Dᵀ (σ + λ) + M ẍ + h less weight and spread loads: what the rest of the machine exerts on an element.
    fn force_on_element(&self, part: &Part, input: &[f64], b: &Buffers) -> Vec<f64> {
        let n = part.coordinates().len();
        let mut nodal = vec![0.0; n];
        for measure in part.deformations() {
            let stress = b.stress[measure] + self.multiplier(measure, b);
            let row = &b.gradients[part.gradients()][(measure - part.first) * n..][..n];
            nodal.iter_mut().zip(row).for_each(|(f, g)| *f += g * stress);
        }
        if part.has_mass {
            let (mut mass, mut force) = (vec![0.0; n * n], vec![0.0; n]);
            let weight = self.own_weight(part, b.share);
            let felt = if weight.is_some() { &b.bias } else { &b.felt };
            part.finite().inertia(&b.at, &b.velocity, felt, &mut mass, &mut force);
            nodal.iter_mut().zip(&force).for_each(|(f, inertia)| *f += inertia);
            if let Some(gravity) = weight {
                part.finite().weight(&b.at, gravity, &mut force);
                nodal.iter_mut().zip(&force).for_each(|(f, weight)| *f -= weight);
            }
        }
        for load in &self.loads.spread {
            let densities = load.ends.map(|end| end.of(&b.laws, b.share, input));
            let parts = self.beams[load.beam].parts.clone();
            for (own, (element, density)) in self.parts.all[parts].iter().zip(load.elements(densities)) {
                if std::ptr::eq(own, part) {
                    let mut along = vec![0.0; b.force.len()];
                    element.add(&b.at, density, &mut along);
                    nodal.iter_mut().zip(part.coordinates()).for_each(|(f, c)| *f -= along[*c]);
                }
            }
        }
        nodal
    }

    /// Section forces at a share of the length of a beam, in the axes of the deformed sections: those at the ends of its
    /// element, and between them linear in the place.
    fn section_at(&self, beam: usize, share: f64, input: &[f64], b: &Buffers) -> SectionForces {
        let data = &self.beams[beam];
        let along = share.clamp(0.0, 1.0) * data.parts.len() as f64;
        let element = (along.floor() as usize).min(data.parts.len() - 1);
        let part = &self.parts.all[data.parts.start + element];
        let nodal = self.force_on_element(part, input, b);
        let end = |k: usize| ([nodal[3 * k], nodal[3 * k + 1], 0.0], [0.0, 0.0, nodal[3 * k + 2]]);
        let in_axes = |k: usize| {
            let [x, y] = b.at.turned(part.coordinates()[3 * k + 2], data.axis);
            let triad = Triad { x: [x, y, 0.0], y: [-y, x, 0.0], z: [0.0, 0.0, 1.0] };
            section_forces(&triad, [end(0), end(1)])[k]
        };
        let (first, second, xi) = (in_axes(0), in_axes(1), along - element as f64);
        let between = |from: f64, to: f64| from + xi * (to - from);
        SectionForces {
            axial: between(first.axial, second.axial),
            shear: [between(first.shear[0], second.shear[0]), 0.0],
            torsion: 0.0,
            bending: [0.0, between(first.bending[1], second.bending[1])],
        }
    }

    /// ẋᵀ M r of a motion r of all points and a rate of all rotations: the momentum that belongs to it.
    fn momentum(&self, b: &Buffers, motion: impl Fn(&Self, [usize; 2]) -> [f64; 2], turning: f64) -> f64 {
        let mut sum = 0.0;
        let mut rigid = vec![turning; self.coordinates.len()];
        for point in 0..self.coordinates.points().len() {
            let c = 2 * point;
            [rigid[c], rigid[c + 1]] = motion(self, [c, c + 1]);
        }
        for part in self.parts.all.iter().filter(|part| part.has_mass) {
            let coordinates = part.coordinates();
            let n = coordinates.len();
            let (mut mass, mut force) = (vec![0.0; n * n], vec![0.0; n]);
            part.finite().inertia(&b.at, &b.velocity, &b.velocity, &mut mass, &mut force);
            for (i, row) in mass.chunks_exact(n).enumerate() {
                let momentum: f64 = row.iter().zip(coordinates).map(|(m, c)| m * b.velocity[*c]).sum();
                sum += rigid[coordinates[i]] * momentum;
            }
        }
        sum
    }

    /// Distance of a point of a beam from the line through its ends, positive to the left of it [m].
    fn deflection(&self, beam: usize, share: f64, b: &Buffers) -> f64 {
        let parts = &self.beams[beam].parts;
        let along = share.clamp(0.0, 1.0) * parts.len() as f64;
        let element = (along.floor() as usize).min(parts.len() - 1);
        let point = self.point_of_beam(beam, element, along - element as f64, b);
        let first = self.point_of_beam(beam, 0, 0.0, b);
        let last = self.point_of_beam(beam, parts.len() - 1, 1.0, b);
        let chord = [last[0] - first[0], last[1] - first[1]];
        let from = [point[0] - first[0], point[1] - first[1]];
        (chord[0] * from[1] - chord[1] * from[0]) / chord[0].hypot(chord[1])
    }

    /// The point at ξ of an element of a beam [m].
    pub fn point_of_beam(&self, beam: usize, element: usize, xi: f64, b: &Buffers) -> [f64; 2] {
        let data = &self.beams[beam];
        let c = self.parts.all[data.parts.start + element].coordinates();
        let ends = [0, 3].map(|j| self.place_of(c[j], b));
        let tangents = [2, 5].map(|j| b.at.turned(c[j], data.axis));
        beam_point(data.length, ends, tangents, xi)
    }

    /// The position of the point whose translation starts at a coordinate [m].
    pub fn place_of(&self, first: usize, b: &Buffers) -> [f64; 2] {
        let reference = self.coordinates.points()[first / 2].position;
        [reference[0] + b.at.displacement[first], reference[1] + b.at.displacement[first + 1]]
    }
}

fn coordinate(c: usize, of: Of, b: &Buffers) -> f64 {
    match of {
        Of::Displacement => b.at.displacement[c],
        Of::Rate => b.velocity[c],
        // The bias is the whole acceleration after the balance of motion.
        Of::Acceleration => b.bias[c],
    }
}
