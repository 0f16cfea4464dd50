//! Forces in a machine at a state: what parts exert on each other, section forces, reactions, momenta.
//!
//! All of them need the balance of motion first (`Core::balance`): accelerations in `b.bias`, stresses with what laws add in
//! `b.stress`, and what constraints carry in `b.step`.

use super::buffers::Buffers;
use super::core::Core;
use super::load::LoadKind;
use super::machine::{NONE, Preference, SpatialPart};
use super::output::Observed;
use super::rotation::along;
use crate::elements::{EndForces, section_forces};
use crate::error::MechError;
use crate::vector::{Triad, Vector, add_scaled, cross, sub};
use lissom_model::model::SectionForces;

/// Force and moment.
pub(super) type Wrench = [Vector; 2];

/// Shares of a redundant constraint below this do not take part in it.
const TAKES_PART: f64 = 1e-7;

impl Core {
    /// What a deformation carries: its stress with what laws add, or the force that holds it.
    pub fn dual(&self, m: usize, b: &Buffers) -> f64 {
        match self.equation_of[m] {
            _ if self.machine.deformation(m).flexible => b.stress[m],
            NONE => 0.0,
            p => b.step[p],
        }
    }

    /// D,xᵀ σ + M v̇ + h less weight and loads along it: what the rest of the machine exerts on the ends of a part.
    pub fn force_on_part(&self, k: usize, input: &[f64], b: &Buffers) -> Vec<f64> {
        let mut force = vec![0.0; self.columns[k].len()];
        let mut add = |other: &[f64], factor: f64| {
            force.iter_mut().zip(other).for_each(|(f, o)| *f += factor * o);
        };
        for m in self.machine.of_part(k) {
            add(&b.gradients[m], self.dual(m, b));
        }
        let part = &self.machine.described.parts[k];
        if let Some(own) = part.superelement() {
            add(&b.moving[own.number].force, 1.0);
        } else if part.inertia.is_some() {
            add(&self.inertia_force(k, part, b), 1.0);
            add(&self.own_weight(k, b), -1.0);
        }
        for load in self.machine.described.line_loads.iter().filter(|load| load.parts.contains(&k)) {
            let densities = load.ends.map(|end| self.amount(end, input, b));
            self.line_forces(load, densities, b)
                .filter(|(own, _)| *own == k)
                .for_each(|(_, f)| add(&f, -1.0));
        }
        force
    }

    /// Force and moment on the node at one end of a part, from the rest on the part.
    pub fn at_end(force: &[f64], end: usize) -> Wrench {
        let triple = |from: usize| [force[from], force[from + 1], force[from + 2]];
        [triple(6 * end), triple(6 * end + 3)]
    }

    /// Force of the supports on a point, or moment on an orientation: what its parts need and loads do not give.
    pub fn reaction(
        &self,
        point: Option<usize>,
        turned: Option<usize>,
        input: &[f64],
        b: &Buffers,
    ) -> Vector {
        let d = &self.machine.described;
        let mut sum = [0.0; 3];
        for (k, part) in d.parts.iter().enumerate().filter(|(k, _)| !d.supports.contains(k)) {
            for (end, (own, own_turned)) in part.ends().enumerate() {
                let is_point = point.is_some() && own == point;
                let is_turned = turned.is_some() && own_turned == turned;
                if is_point || is_turned {
                    let [force, moment] = Self::at_end(&self.force_on_part(k, input, b), end);
                    sum = add_scaled(sum, 1.0, if is_point { force } else { moment });
                }
            }
        }
        for (load, amount) in self.amounts(input, b) {
            let is_here = match load.kind {
                LoadKind::Force { point: at, .. } => point == Some(at),
                LoadKind::Moment { orientation, .. } => turned == Some(orientation),
            };
            if is_here {
                sum = add_scaled(sum, -amount, self.load_vector(load, b).0);
            }
        }
        sum
    }

    /// All loads at nodes with their amounts; those of laws were evaluated with the balance.
    pub fn amounts<'a>(
        &'a self,
        input: &'a [f64],
        b: &'a Buffers,
    ) -> impl Iterator<Item = (&'a super::load::Load, f64)> + 'a {
        let d = &self.machine.described;
        let given = d.loads.iter().map(move |load| (load, self.amount(load.amount, input, b)));
        given.chain(d.fed.iter().map(|fed| &fed.load).zip(b.fed.iter().copied()))
    }

    /// Force and moment through a joint on its second side.
    pub fn through(&self, joint: usize, input: &[f64], b: &Buffers) -> Wrench {
        let ends = &self.machine.described.joints[joint];
        let (mut force, mut moment) = ([0.0; 3], [0.0; 3]);
        for k in &ends.parts {
            let [f, m] = Self::at_end(&self.force_on_part(*k, input, b), 1);
            force = sub(force, f);
            moment = sub(moment, m);
        }
        // Sides that share their point exert the force on each other there, not through a part.
        for k in &ends.members {
            let part = &self.machine.described.parts[*k];
            let there = part.ends().enumerate().filter(|(_, (point, _))| *point == Some(ends.point));
            for (end, _) in there {
                let [f, _] = Self::at_end(&self.force_on_part(*k, input, b), end);
                force = add_scaled(force, ends.sign, f);
            }
        }
        [force, moment]
    }

    /// The triad of a beam element at one of its ends.
    pub fn triad(&self, k: usize, end: usize, b: &Buffers) -> Triad {
        let (shape, ends) = self.beam_at(k, b);
        let [x, y, z] = shape.triads[end].map(|axis| along(&ends.axes[end], axis));
        Triad { x, y, z }
    }

    /// Section forces at both ends of a beam element, in the axes of the deformed sections.
    pub fn end_sections(&self, k: usize, input: &[f64], b: &Buffers) -> [EndForces; 2] {
        let force = self.force_on_part(k, input, b);
        let ends = [0, 1].map(|end| {
            let [f, m] = Self::at_end(&force, end);
            (f, m)
        });
        [0, 1].map(|end| section_forces(&self.triad(k, end, b), ends)[end])
    }

    /// Section forces at a share of the length of a beam: linear between the ends of its element.
    pub fn section_at(&self, beam: usize, share: f64, input: &[f64], b: &Buffers) -> SectionForces {
        let parts = &self.machine.described.beams[beam].parts;
        let along = share.clamp(0.0, 1.0) * parts.len() as f64;
        let element = (along.floor() as usize).min(parts.len() - 1);
        let xi = along - element as f64;
        let [first, second] = self.end_sections(parts.start + element, input, b);
        let between = |from: f64, to: f64| from + xi * (to - from);
        SectionForces {
            axial: between(first.axial, second.axial),
            shear: [0, 1].map(|i| between(first.shear[i], second.shear[i])),
            torsion: between(first.torsion, second.torsion),
            bending: [0, 1].map(|i| between(first.bending[i], second.bending[i])),
        }
    }

    /// Place of a point [m].
    pub fn place_of(&self, k: usize, b: &Buffers) -> Vector {
        add_scaled(self.machine.described.points[k].position, 1.0, b.at.displacement[k])
    }

    /// Momentum along a direction, or angular momentum about it through a place.
    pub fn momentum(&self, direction: Vector, about: Option<Vector>, b: &Buffers) -> f64 {
        let mut sum = 0.0;
        for &k in &self.machine.massive {
            let part = &self.machine.described.parts[k];
            let mut rigid = vec![0.0; self.columns[k].len()];
            for (end, (point, _)) in part.ends().enumerate() {
                let moved = match (about, point) {
                    (None, _) => direction,
                    (Some(about), Some(p)) => cross(direction, sub(self.place_of(p, b), about)),
                    (Some(_), None) => [0.0; 3],
                };
                let turned = if about.is_some() { direction } else { [0.0; 3] };
                rigid[6 * end..6 * end + 3].copy_from_slice(&moved);
                rigid[6 * end + 3..6 * end + 6].copy_from_slice(&turned);
            }
            let mut v = vec![0.0; rigid.len()];
            Buffers::spread(&b.velocity, &self.columns[k], &mut v);
            sum += self.mass_product(k, &rigid, &v, b);
        }
        sum
    }

    /// Refuses outputs of forces that the motion does not determine.
    ///
    /// # Errors
    /// The first such output, with a redundant constraint that shares its force.
    pub fn check_outputs(&self, b: &Buffers) -> Result<(), MechError> {
        let d = &self.machine.described;
        if self.choice.redundant.is_empty() {
            return Ok(());
        }
        let shared = self.undetermined(b);
        for output in d.outputs.iter().filter(|output| output.observed.is_carried()) {
            let found = self.carrying(output.observed).into_iter().find_map(|m| shared[m]);
            if let Some(redundant) = found {
                let (output, constraint) = (output.name.clone(), self.machine.measure_name(redundant));
                return Err(MechError::UndeterminedForce { output, constraint });
            }
        }
        Ok(())
    }

    /// Deformations whose forces an output needs.
    fn carrying(&self, observed: Observed) -> Vec<usize> {
        let d = &self.machine.described;
        let of = |parts: Vec<usize>| parts.into_iter().flat_map(|k| self.machine.of_part(k)).collect();
        let at = |is_there: &dyn Fn(&SpatialPart) -> bool| -> Vec<usize> {
            let all = (0..d.parts.len()).filter(|k| d.parts[*k].preference <= Preference::Elastic);
            all.filter(|k| is_there(&d.parts[*k]) && !d.supports.contains(k)).collect()
        };
        match observed {
            Observed::Stress(m) | Observed::Effort(m) | Observed::DriveForce(m) | Observed::DrivePower(m) => {
                vec![m]
            }
            Observed::Reaction(k, _) => of(at(&|part| part.ends().any(|(point, _)| point == Some(k)))),
            Observed::ReactionMoment(o, _) => {
                of(at(&|part| part.ends().any(|(_, turned)| turned == Some(o))))
            }
            Observed::JointForce(k, _) => of([&d.joints[k].parts[..], &d.joints[k].members].concat()),
            Observed::JointMoment(k, _) => of(d.joints[k].parts.clone()),
            Observed::Section(beam, ..) => of(d.beams[beam].parts.clone().collect()),
            _ => Vec::new(),
        }
    }

    /// Constraints whose force the motion does not determine, because redundant ones share it; each with a redundant one.
    pub fn undetermined(&self, b: &Buffers) -> Vec<Option<usize>> {
        let mut shared = vec![None; self.machine.measures.len()];
        for &r in &self.choice.redundant {
            shared[r] = Some(r);
            let own = self.machine.measures[r];
            let mut x = vec![0.0; self.size()];
            for (g, p) in b.gradients[r].iter().zip(&self.columns[own.part]).filter(|(_, p)| **p != NONE) {
                x[*p] += own.scale * g;
            }
            self.solve_transposed(b, &mut x);
            for (value, equation) in x.iter().zip(&self.equations) {
                // Shares are compared as forces: duals of angles are moments.
                if (value / equation.scale).abs() > TAKES_PART {
                    shared[equation.measure].get_or_insert(r);
                }
            }
        }
        shared
    }
}
