//! Other coordinates at the same state: where the present ones become singular, and where rotation vectors become long.

use super::SpatialMechanism;
use super::buffers::Buffers;
use super::choice::{Choice, MANY};
use super::closing::Failure;
use super::core::{Core, Target};
use super::elements::MOST;
use super::elements::Shape;
use super::jet::{Jet, Path};
use super::machine::NONE;
use super::motion::Basis;
use crate::system::{NoOther, Rechosen, Size, State, Workspace};
use std::sync::Arc;

/// Coordinates are changed when motions exceed this multiple of those of rigid parts, or of those where they were chosen.
const WORTH: f64 = 4.0;

/// New coordinates have to move the machine less by this factor.
const GAIN: f64 = 2.0;

/// Rotation vectors are counted anew from this length on [rad].
const LONG: f64 = 2.5;

impl SpatialMechanism {
    /// How close the coordinates of the last evaluation are to a change: from 1 on they are changed.
    pub(super) fn strain_of(&self, b: &mut Buffers) -> f64 {
        let turned = self.core.longest_turn(b) / LONG;
        if b.limits.is_empty() {
            return turned;
        }
        let largest = self.motions_of_coordinates(b);
        let strain = largest.iter().zip(&b.limits).map(|(most, limit)| most / limit).fold(0.0, f64::max);
        turned.max(strain)
    }

    /// For each coordinate, the largest motion of any node per unit [m]. Large machines judge block by block: each coordinate by its own
    /// block, then each block by what carries it.
    fn motions_of_coordinates(&self, b: &mut Buffers) -> Vec<f64> {
        if self.core.machine.count >= MANY
            && let Some(mut tree) = b.tree.take()
        {
            let largest = self.core.block_motions(&mut tree, b);
            b.tree = Some(tree);
            return largest;
        }
        if !b.is_moved {
            self.core.motions(&self.basis, b);
        }
        self.core.largest_motions(self.basis.m, b)
    }

    /// For each coordinate, the usual motion per unit; empty where coordinates cannot become singular.
    pub(super) fn usual_motions(&self, b: &mut Buffers) -> Vec<f64> {
        if !self.core.can_become_singular() || self.basis.m == 0 {
            return Vec::new();
        }
        let core = &*self.core;
        if !core.close_at_home(b) {
            return Vec::new();
        }
        b.is_moved = false;
        let home = self.motions_of_coordinates(b);
        b.is_moved = false;
        let reach = core.machine.size / core.machine.element;
        let unit = |j: usize| {
            let each = core.choice.independent.iter().enumerate();
            each.map(|(i, m)| (self.basis.get(i, j) * core.machine.measures[*m].scale).abs())
                .fold(0.0, f64::max)
        };
        let unit = |j: usize| if j < self.basis.m { unit(j) } else { 1.0 };
        home.iter().enumerate().map(|(j, most)| WORTH * most.max(reach * unit(j))).collect()
    }

    /// The same machine at the same state in coordinates that determine it better.
    pub(super) fn rechoose(&self, at: &State, work: &mut Workspace) -> Result<Rechosen, NoOther> {
        let b: &mut Buffers = work.buffers();
        self.stand(at, b).map_err(NoOther::Inadmissible)?;
        let is_turned = self.core.longest_turn(b) > 0.8 * LONG;
        let strain = self.strain_of(b);
        let machine = &self.core.machine;
        let chosen = if strain >= 1.0 && self.core.can_become_singular() && self.basis.rows.is_none() {
            let known = Some(self.core.choice.held.len());
            Choice::at(machine, &b.at, &b.at.attitude, known).ok_or(NoOther::NoBetter)?
        } else {
            self.core.choice.clone()
        };
        if chosen.independent.len() != self.core.choice.independent.len() {
            return Err(NoOther::NoBetter);
        }
        let is_other = chosen != self.core.choice;
        if !is_other && !is_turned {
            return Err(if self.basis.rows.is_some() && strain >= 1.0 {
                self.mixed(b)
            } else {
                NoOther::NoBetter
            });
        }
        let found = self.in_choice(chosen, b).map_err(|_| NoOther::NoBetter)?;
        if is_other && !is_turned {
            let mut own = found.workspace_of();
            let after = found.strain_at_home(&mut own);
            if after * GAIN > strain {
                return Err(NoOther::NoBetter);
            }
        }
        let (position, velocity) = found.read(self, b);
        Ok(Rechosen { system: Arc::new(found), position, velocity })
    }

    fn mixed(&self, b: &Buffers) -> NoOther {
        let largest = self.core.largest_motions(self.basis.m, b);
        let share = |j: usize| b.limits.get(j).map_or(0.0, |limit| largest[j] / limit);
        let worst = (0..self.basis.m).max_by(|a, b| share(*a).total_cmp(&share(*b)));
        NoOther::Mixed { coordinate: worst.map_or_else(String::new, |j| self.coordinates[j].name.clone()) }
    }

    fn strain_at_home(&self, b: &mut Buffers) -> f64 {
        if !self.core.close_at_home(b) {
            return f64::INFINITY;
        }
        b.is_moved = false;
        let largest = self.motions_of_coordinates(b);
        let reach = WORTH * self.core.machine.size / self.core.machine.element;
        let scales = self.core.choice.independent.iter().map(|m| self.core.machine.measures[*m].scale);
        let scales = scales.chain(std::iter::repeat(1.0));
        largest.iter().zip(scales).map(|(most, scale)| most / (reach * scale)).fold(0.0, f64::max)
    }

    /// Configuration and rates at a state.
    pub(super) fn stand(&self, at: &State, b: &mut Buffers) -> Result<(), crate::system::Inadmissible> {
        self.take(at, b)?;
        self.core.move_to(at.time, b).map_err(|failure| self.refuse(at.time, failure))
    }

    /// The same machine in a choice of coordinates, at home where the buffers are.
    pub(super) fn in_choice(&self, choice: Choice, b: &Buffers) -> Result<Self, Failure> {
        let homes = b.at.attitude.clone();
        let home = b.closed.clone();
        let core = Core::new(Arc::clone(&self.core.machine), choice, home, homes)
            .map_err(|_| Failure::Singular(self.core.equations[0].measure))?;
        let mut found = Self { core: Arc::new(core), ..self.clone() };
        found.first_chosen.get_or_insert_with(|| self.core.choice.independent.clone().into());
        if self.basis.rows.is_none() {
            found.coordinates.clone_from(&found.core.independent);
        }
        found.settle(b)
    }

    /// Notes the targets of its home.
    fn settle(mut self, b: &Buffers) -> Result<Self, Failure> {
        let mut own = Buffers::new(&self.core, self.basis.m, None);
        let core = Arc::get_mut(&mut self.core).expect("a new core is not shared yet");
        for k in 0..core.machine.described.parts.len() {
            core.measure(k, &mut own)?;
        }
        let machine = Arc::clone(&core.machine);
        for (p, equation) in core.equations.iter().enumerate() {
            core.home_targets[p] = match equation.target {
                Target::Held => 0.0,
                Target::Drive(at) => b.laws[at],
                Target::Coordinate(_) => own.e[equation.measure],
            };
        }
        debug_assert_eq!(machine.measures.len(), own.e.len());
        Ok(self)
    }

    /// Position and velocity of this system where another one is.
    fn read(&self, other: &Self, b: &Buffers) -> (Vec<f64>, Vec<f64>) {
        let (mut q, mut q_dot) =
            (vec![0.0; self.core.independent.len()], vec![0.0; self.core.independent.len()]);
        for (p, equation) in self.core.equations.iter().enumerate() {
            if let Target::Coordinate(j) = equation.target {
                q[j] = self.core.home_targets[p];
                q_dot[j] = self.core.rate_of(equation.measure, &other.core, b);
            }
        }
        match self.basis.rows {
            None => (q, q_dot),
            Some(_) => {
                // Only rotation vectors were counted anew; they are columns of their own.
                let (mut position, mut velocity) = (b.eta.clone(), b.eta_dot.clone());
                for (i, m) in self.core.choice.independent.iter().enumerate() {
                    if matches!(self.core.machine.part(*m).shape, Shape::Attitude)
                        && let Some(j) = (0..self.basis.m).find(|j| self.basis.get(i, *j) != 0.0)
                    {
                        position[j] = q[i] / self.basis.get(i, j);
                        velocity[j] = q_dot[i] / self.basis.get(i, j);
                    }
                }
                (position, velocity)
            }
        }
    }

    /// The state in the coordinates that were chosen first.
    pub(super) fn as_first_chosen(
        &self,
        at: &State,
        work: &mut Workspace,
    ) -> Result<(Vec<f64>, Vec<f64>), crate::system::Inadmissible> {
        let Some(first) = &self.first_chosen else {
            return Ok((at.position.to_vec(), at.velocity.to_vec()));
        };
        let b: &mut Buffers = work.buffers();
        self.stand(at, b)?;
        if self.basis.rows.is_some() {
            return Ok((at.position.to_vec(), at.velocity.to_vec()));
        }
        let described = &self.core.machine.described;
        let homes: Vec<_> = described.orientations.iter().map(|o| o.attitude).collect();
        let value = |m: &usize| self.core.value_of(*m, &homes, b);
        let all: Vec<[f64; 2]> = first.iter().map(value).collect();
        Ok((all.iter().map(|v| v[0]).collect(), all.iter().map(|v| v[1]).collect()))
    }
}

impl Core {
    /// Closes the configuration in which the coordinates were chosen; whether that succeeds.
    fn close_at_home(&self, b: &mut Buffers) -> bool {
        b.targets.iter_mut().zip(&self.home_targets).for_each(|(t, home)| *t = [*home, 0.0, 0.0]);
        self.close(b).is_ok()
    }

    /// Whether other coordinates could determine the configuration better: there is a loop, or places are coordinates.
    pub fn can_become_singular(&self) -> bool {
        self.has_loops || self.blocks.iter().any(|block| self.is_mixed(block))
    }

    /// Whether places or attitudes of nodes are solved for together with other equations.
    fn is_mixed(&self, block: &super::core::Block) -> bool {
        let is_node = |m: usize| matches!(self.machine.part(m).shape, Shape::Place | Shape::Attitude);
        let nodes = self.rows(block).iter().filter(|e| is_node(e.measure)).count();
        nodes > 0 && nodes < block.size
    }

    /// The longest rotation vector among the coordinates [rad].
    pub fn longest_turn(&self, b: &Buffers) -> f64 {
        let squares = self.machine.described.parts.iter().enumerate().filter_map(|(k, part)| {
            let is_own = matches!(part.shape, Shape::Attitude);
            let own = self.machine.of_part(k).filter(|m| self.coordinate_of[*m] != NONE);
            is_own.then(|| own.map(|m| b.q[self.coordinate_of[m]].powi(2)).sum::<f64>())
        });
        squares.fold(0.0_f64, f64::max).sqrt()
    }

    /// For each coordinate, the largest motion of any node per unit [m].
    pub fn largest_motions(&self, m: usize, b: &Buffers) -> Vec<f64> {
        let mut largest = vec![0.0_f64; m];
        for (row, c) in b.motion.chunks_exact(m).zip(&self.unknowns) {
            let scale = self.machine.scale(*c);
            largest.iter_mut().zip(row).for_each(|(most, f)| *most = most.max((f * scale).abs()));
        }
        largest
    }

    /// The rate of a deformation in the motion of the buffers of another choice, counted from the homes of this one.
    fn rate_of(&self, measure: usize, other: &Core, b: &Buffers) -> f64 {
        other.value_of(measure, &self.homes, b)[1]
    }

    /// Value and rate of a deformation, with rotation vectors counted from given homes.
    fn value_of(&self, measure: usize, homes: &[super::rotation::Rotation], b: &Buffers) -> [f64; 2] {
        let own = self.machine.measures[measure];
        let part = &self.machine.described.parts[own.part];
        if part.superelement().is_some() {
            return [b.e[measure], b.e_dot[measure]];
        }
        let ends = b.at.ends(part.points, part.orientations, homes);
        let rates = Buffers::local(&b.velocity, &self.columns[own.part]);
        let mut e = [Path::constant(0.0); MOST];
        part.shape.deform(&super::chart::Chart::along(&ends, &rates), &mut e);
        let value = super::configuration::continued(e[own.own].0[0], b.at.counted[measure], own.period);
        [value, e[own.own].0[1]]
    }
}

impl Basis {
    /// Whether a coordinate that becomes large is mixed with others.
    pub(super) fn mixes(&self, coordinates: &[crate::system::GeneralisedCoordinate]) -> Option<usize> {
        let all = coordinates.len();
        coordinates.iter().enumerate().filter(|(_, c)| c.size == Size::Large).map(|(i, _)| i).find(|i| {
            (0..self.m)
                .filter(|j| self.get(*i, *j) != 0.0)
                .any(|j| (0..all).any(|other| other != *i && self.get(other, j) != 0.0))
        })
    }
}
