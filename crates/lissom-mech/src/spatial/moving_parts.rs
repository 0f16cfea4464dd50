//! Superelements among the parts of a machine: their states in an evaluation, and what is asked of them.

use super::SpatialMechanism;
use super::buffers::Buffers;
use super::closing::Failure;
use super::core::Core;
use super::jet::LOCAL;
use super::machine::NONE;
use super::ragged::Ragged;
use super::rotation::Axes;
use super::superelement::{PartIndications, Superelement};
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::{Vector, add_scaled};

/// Where the frame of a part is, and the local motions in it.
#[derive(Clone, Debug, PartialEq)]
pub struct PartState {
    /// Name of the part.
    pub part: String,
    /// The origin of the frame [m].
    pub origin: Vector,
    /// Axes of the frame in space: where the axes of the model are turned to.
    pub axes: Axes,
    /// d = (u₁, ψ₁, …, η): displacements of the mesh in the frame are Ψ d [m, rad].
    pub local: Vec<f64>,
}

/// Force and moment of the rest of the machine on an interface of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct InterfaceForce {
    /// Name of the node: `part.interface`.
    pub node: String,
    /// Force, in space [N].
    pub force: Vector,
    /// Moment about the node, in space [N m].
    pub moment: Vector,
}

impl SpatialMechanism {
    /// Frames and local motions of all superelements at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn part_states(&self, at: &State, work: &mut Workspace) -> Result<Vec<PartState>, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.stand(at, b)?;
        let each = self.core.superelements().map(|(_, own)| PartState {
            part: own.name.clone(),
            origin: self.core.place_of(own.frame.point, b),
            axes: own.frame_axes(&b.at),
            local: b.moving[own.number].d.clone(),
        });
        Ok(each.collect())
    }

    /// Forces on the interfaces of all superelements in the true motion at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn interface_forces(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<Vec<InterfaceForce>>, Inadmissible> {
        self.balanced(at, input, work)?;
        let b: &mut Buffers = work.buffers();
        Ok(self.core.superelements().map(|(k, own)| self.core.on_interfaces(k, own, input, b)).collect())
    }

    /// How far the linear models of superelements are used in the true motion at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn part_indications(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<PartIndications>, Inadmissible> {
        if self.core.machine.superelements.is_empty() {
            return Ok(Vec::new());
        }
        self.balanced(at, input, work)?;
        let b: &mut Buffers = work.buffers();
        let each = self.core.superelements().map(|(k, own)| {
            let axes = own.frame_axes(&b.at);
            let into = |v: Vector| axes.map(|axis| crate::vector::dot(axis, v));
            let velocity = &b.moving[own.number].velocity;
            let forces = self.core.on_interfaces(k, own, input, b);
            // The pull through the part: half the difference of both ends leaves out what its own mass needs.
            let pull = match &forces[..] {
                [first, second] => Some(into(add_scaled(second.force, -1.0, first.force)).map(|f| 0.5 * f)),
                _ => None,
            };
            let spin = [velocity[3], velocity[4], velocity[5]];
            let names = |i: usize| self.core.machine.node_of_interface(k, i);
            own.indications(&b.moving[own.number].d, spin, pull, &names)
        });
        Ok(each.collect())
    }

    fn balanced(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<(), Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let moved = self.core.balance_motion(&self.basis, at.time, input, b);
        moved.map_err(|failure| self.refuse(at.time, failure))
    }
}

impl Core {
    /// The superelement that a part is.
    pub fn superelement(&self, k: usize) -> Option<&Superelement> {
        self.machine.described.parts[k].superelement()
    }

    /// All superelements with their parts, by number.
    pub fn superelements(&self) -> impl Iterator<Item = (usize, &Superelement)> {
        self.machine.superelements.iter().filter_map(|k| self.superelement(*k).map(|own| (*k, own)))
    }

    /// Room for the gradients of all deformations.
    pub fn gradient_rows(&self) -> Ragged<f64> {
        let widths = self.machine.measures.iter().map(|m| self.columns[m.part].len());
        Ragged::filled(widths, 0.0)
    }

    /// Most coordinates of a part.
    pub fn widest(&self) -> usize {
        self.columns.iter().map(<[usize]>::len).fold(LOCAL, usize::max)
    }

    /// Deformations and gradients of a superelement.
    pub fn measure_moving(&self, k: usize, own: &Superelement, b: &mut Buffers) -> Result<(), Failure> {
        let mut state = std::mem::take(&mut b.moving[own.number]);
        let placed = own.place(&b.at, &self.homes, &mut state);
        if placed.is_ok() {
            for (m, number) in self.machine.of_part(k).zip(0..) {
                b.e[m] = own.deform(number, &state, &mut b.gradients[m]);
            }
        }
        b.moving[own.number] = state;
        placed.map_err(|(interface, angle)| Failure::Bent(k, interface, angle))
    }

    /// Rates and masses of superelements at the velocities of the buffers.
    pub fn move_superelements(&self, b: &mut Buffers) {
        for (k, own) in self.superelements() {
            let mut state = std::mem::take(&mut b.moving[own.number]);
            Buffers::spread(&b.velocity, &self.columns[k], &mut state.velocity);
            own.set_rates(&b.at, &self.homes, &mut state);
            own.set_mass(&own.frame_axes(&b.at), &mut state);
            b.moving[own.number] = state;
        }
    }

    /// Subtracts inertia forces less weight of a superelement from the forces.
    pub fn subtract_moving(&self, k: usize, own: &Superelement, b: &mut Buffers) {
        let mut state = std::mem::take(&mut b.moving[own.number]);
        Buffers::spread(&b.bias, &self.columns[k], &mut state.felt);
        let gravity = self.machine.described.gravity;
        for end in state.felt[..6 * (1 + own.ends.len())].chunks_exact_mut(6) {
            (0..3).for_each(|i| end[i] -= b.share * gravity[i]);
        }
        own.set_force(&b.at, &mut state);
        for (f, p) in state.force.iter().zip(&self.columns[k]).filter(|(_, p)| **p != NONE) {
            b.force[*p] -= f;
        }
        b.moving[own.number] = state;
    }

    /// The mass matrix of a part, row by row; that of two ends is written to `own`.
    pub fn mass_of<'m>(&self, k: usize, b: &'m Buffers, own: &'m mut [[f64; LOCAL]; LOCAL]) -> &'m [f64] {
        match self.superelement(k) {
            Some(part) => &b.moving[part.number].mass,
            None => {
                *own = self.part_mass(k, b);
                own.as_flattened()
            }
        }
    }

    /// vᵀ M w of a part.
    pub fn mass_product(&self, k: usize, left: &[f64], right: &[f64], b: &Buffers) -> f64 {
        let mut own = [[0.0; LOCAL]; LOCAL];
        let mass = self.mass_of(k, b, &mut own);
        let rows = mass.chunks_exact(right.len()).zip(left);
        rows.map(|(row, v)| v * row.iter().zip(right).map(|(m, w)| m * w).sum::<f64>()).sum()
    }

    /// vᵀ M v of a part: twice its kinetic energy.
    pub fn kinetic_form(&self, k: usize, b: &Buffers) -> f64 {
        let local = Buffers::local(&b.velocity, &self.columns[k]);
        let v = self.superelement(k).map_or(&local[..], |own| &b.moving[own.number].velocity[..]);
        self.mass_product(k, v, v, b)
    }

    fn on_interfaces(&self, k: usize, own: &Superelement, input: &[f64], b: &Buffers) -> Vec<InterfaceForce> {
        let force = self.force_on_part(k, input, b);
        let each = own.ends.iter().enumerate().map(|(i, end)| {
            let [force, moment] = Self::at_end(&force, 1 + i);
            InterfaceForce { node: self.machine.described.points[end.point].name.clone(), force, moment }
        });
        each.collect()
    }
}
