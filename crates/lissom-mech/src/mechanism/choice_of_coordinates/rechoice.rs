//! Change of coordinates where the present ones become singular.
//!
//! Every evaluation solves for the motions F,q that belong to unit rates of the coordinates. Rigid parts amplify a unit by
//! no more than the size of the machine over that of an element; beyond that, the coordinates become
//! singular, as the height of a pendulum does at its lowest point. Then a coordinate is exchanged for the
//! quantity that it moves most: the volume that the coordinates span grows by that factor, so that exchanges
//! terminate.

use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::basis::Basis;
use crate::mechanism::choice_of_coordinates::choice::{Choice, Source};
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::configuration::placing::source_scale;
use crate::mechanism::core::{Core, Target, named};
use crate::mechanism::jacobian::lanes::LANES;
use crate::mechanism::jacobian::panels::Panels;
use crate::system::{Inadmissible, NoOther, Rechosen, Size, State, Workspace};
use lissom_linalg::Dense;
use std::sync::Arc;

/// Coordinates are changed when motions exceed this multiple of those of rigid parts, or of those where the
/// coordinates were chosen.
const WORTH: f64 = 4.0;

/// Unknowns from which motions are judged block by block.
const MANY_UNKNOWNS: usize = 400;

/// An exchange has to reduce the largest motion by at least this factor.
const GAIN: f64 = 2.0;

/// Deformations and angles are preferred to node positions, because they do not become singular when a part
/// rotates: by up to this factor.
const PREFERRED: f64 = 2.5;

impl Mechanism {
    /// How close the coordinates of the last evaluation are to a change: from 1 on they are changed.
    pub(in crate::mechanism) fn strain_of(&self, b: &mut Buffers) -> f64 {
        if b.is_recursive {
            let largest = self.largest_motions(b);
            return largest.iter().zip(&b.limits).fold(0.0, |worst, (most, limit)| worst.max(most / limit));
        }
        let mut worst = 0.0_f64;
        for (panel, limits) in b.motion.panels().zip(b.limits.chunks(LANES)) {
            let mut largest = [0.0_f64; LANES];
            for (row, &c) in panel.iter().zip(&self.core.unknowns) {
                let scale = 1.0 / self.core.scale.unknown(c);
                largest.iter_mut().zip(row).for_each(|(most, f)| *most = most.max((f * scale).abs()));
            }
            worst = limits.iter().zip(largest).fold(worst, |worst, (limit, most)| worst.max(most / limit));
        }
        worst
    }

    /// For each coordinate, the usual motion per unit, in new buffers.
    pub(in crate::mechanism) fn note_usual_motions(&self, b: &mut Buffers) {
        let (core, basis) = (&*self.core, &self.basis);
        let is_closed = core.restore(b).is_ok();
        let at_home = if is_closed { self.largest_motions(b) } else { vec![0.0; basis.m] };
        let reach = core.scale.size / core.scale.element;
        let limit = |j: usize| {
            let unit = match basis.row(0) {
                None => scale_of(core, core.choice.independent[j]),
                Some(_) => {
                    let units = core.choice.independent.iter().enumerate();
                    let sizes = units.map(|(i, source)| (basis.get(i, j) * scale_of(core, *source)).abs());
                    sizes.fold(0.0, f64::max)
                }
            };
            WORTH * at_home[j].max(reach * unit)
        };
        let carried = at_home[basis.m..].iter().map(|most| WORTH * most.max(reach));
        b.limits = (0..basis.m).map(limit).chain(carried).collect();
    }

    /// For each coordinate, the largest motion of any unknown per unit, as a length, at the closed configuration. Large machines with loops
    /// judge block by block: each coordinate by its own block, then each block by what carries it.
    fn largest_motions(&self, b: &mut Buffers) -> Vec<f64> {
        let core = &*self.core;
        let mut largest = vec![0.0; self.basis.m];
        if let (Some(tree), Some(subtrees), Some(own)) = (&core.tree, &core.subtrees, &mut b.tree) {
            own.reach.set(&tree.fronts, &core.pattern, &b.factor);
            let element = core.scale.element;
            subtrees.largest_motions(&tree.fronts, &own.reach, &b.at, element, &mut largest);
            return largest;
        }
        let is_large = core.unknowns.len() >= MANY_UNKNOWNS && core.pattern.tears().is_empty();
        if let (Some(tree), Some(own), true) = (&core.tree, &mut b.tree, is_large) {
            own.reach.set(&tree.fronts, &core.pattern, &b.factor);
            let length = |place: usize| 1.0 / core.scale.unknown(core.unknowns[place]);
            largest.extend(
                tree.fronts.all.iter().map(|front| own.reach.largest_carried(&tree.fronts, front, length)),
            );
            own.reach.largest_own(&tree.fronts, length, &mut largest);
            return largest;
        }
        core.motions(&self.basis, b);
        for (p, &c) in core.unknowns.iter().enumerate() {
            let scale = core.scale.unknown(c);
            largest.iter_mut().zip(b.motion.row(p)).for_each(|(most, f)| *most = most.max((f / scale).abs()));
        }
        largest
    }

    /// The same machine at the same state in coordinates that determine it better.
    pub(in crate::mechanism) fn rechoose(
        &self,
        at: &State,
        work: &mut Workspace,
    ) -> Result<Rechosen, NoOther> {
        let b: &mut Buffers = work.buffers();
        self.stand(at, b).map_err(NoOther::Inadmissible)?;
        let exchanges = Exchanges::new(self, b).run(&|j| self.may_leave(j));
        let Some(choice) = exchanges else { return Err(self.stuck(b)) };
        // Exchanges cannot help where the constraints themselves are singular.
        let Ok(mechanism) = self.in_coordinates(choice, b) else { return Err(self.stuck(b)) };
        let (position, velocity) = mechanism.read(&mechanism.core.choice.independent, at.velocity, b);
        Ok(Rechosen { system: Arc::new(mechanism), position, velocity })
    }

    /// The same machine in the same coordinates, at home where the state is.
    pub(in crate::mechanism) fn homed(&self, at: &State, work: &mut Workspace) -> Option<Self> {
        let b: &mut Buffers = work.buffers();
        self.stand(at, b).ok()?;
        self.in_coordinates(self.core.choice.clone(), b).ok()
    }

    /// The state of this mechanism in the initial coordinates.
    pub(in crate::mechanism) fn as_first_chosen(
        &self,
        at: &State,
        work: &mut Workspace,
    ) -> Result<(Vec<f64>, Vec<f64>), Inadmissible> {
        let Some(first) = &self.first_chosen else {
            return Ok((at.position.to_vec(), at.velocity.to_vec()));
        };
        let b: &mut Buffers = work.buffers();
        self.stand(at, b)?;
        Ok(self.read(first, at.velocity, b))
    }

    /// Configuration, rates and all deformations at a state.
    fn stand(&self, at: &State, b: &mut Buffers) -> Result<(), Inadmissible> {
        self.take(at, b)?;
        let moved = self.core.move_to(&self.basis, at.time, at.velocity, b);
        let measured = moved.and_then(|()| self.core.measure_all(b));
        measured.map_err(|failure| self.refuse(at.time, failure))
    }

    fn in_coordinates(&self, choice: Choice, b: &Buffers) -> Result<Self, Failure> {
        let core = self.core.rechosen(choice, b)?;
        let basis = match self.basis.row(0) {
            None => Basis::full(&core),
            Some(_) => {
                let all = (0..core.independent.len()).filter_map(|i| self.basis.row(i));
                Basis::reduced(&core, all.flatten().copied().collect(), self.basis.m)
            }
        };
        let before = &self.core.choice.independent;
        let names = named(&core.parts, &core.coordinates, &core.scale, &core.choice);
        let mut coordinates = self.coordinates.clone();
        for (i, name) in
            names.into_iter().enumerate().filter(|(i, _)| before[*i] != core.choice.independent[*i])
        {
            coordinates[self.own_column(i).unwrap_or(i)] = name;
        }
        let first_chosen = self.first_chosen.clone().or_else(|| Some(before.clone().into()));
        let is_recursive = self.is_recursive && core.tree.is_some();
        let decisions = self.decisions.clone();
        Ok(Self { core: Arc::new(core), basis, coordinates, first_chosen, decisions, is_recursive })
    }

    /// The column of V that is this independent coordinate alone.
    fn own_column(&self, i: usize) -> Option<usize> {
        let Some(row) = self.basis.row(i) else { return Some(i) };
        let all = self.core.independent.len();
        let mut columns = (0..row.len()).filter(|k| row[*k] != 0.0);
        let column = columns.next().filter(|_| columns.next().is_none())?;
        (0..all).all(|other| other == i || self.basis.get(other, column) == 0.0).then_some(column)
    }

    /// Coordinates mixed by the basis of a reduced model cannot be exchanged.
    fn may_leave(&self, i: usize) -> bool {
        self.basis.row(i).is_none()
            || (self.core.independent[i].size == Size::Large && self.own_column(i).is_some())
    }

    /// Values and rates of quantities that replace the independent coordinates, in the coordinates of this
    /// model.
    fn read(&self, sources: &[Source], rates: &[f64], b: &Buffers) -> (Vec<f64>, Vec<f64>) {
        let (mut position, mut velocity) = (b.eta.clone(), rates.to_vec());
        for (i, source) in sources.iter().enumerate() {
            if let Some(column) = self.own_column(i) {
                let share = self.basis.get(i, column);
                position[column] = source.value(b) / share;
                velocity[column] = source.rate(&self.core, b) / share;
            }
        }
        (position, velocity)
    }

    /// Why no exchange helps.
    fn stuck(&self, b: &mut Buffers) -> NoOther {
        if let Some(drive) = self.core.dead_centre(b) {
            return NoOther::DeadCentre { drive };
        }
        let strained = Exchanges::new(self, b).best(&|_| true);
        match strained.filter(|(_, j)| !self.may_leave(*j)) {
            Some((_, j)) => NoOther::Mixed { coordinate: self.core.independent[j].name.clone() },
            None => NoOther::NoBetter,
        }
    }
}

/// Rows of all quantities that may be coordinates, as the present coordinates move them, in metres for each.
struct Exchanges<'a> {
    core: &'a Core,
    /// Coordinates of nodes, then flexible deformations.
    sources: Vec<Source>,
    rows: Dense,
    independent: Vec<Source>,
    /// Motion that is usual for each coordinate.
    limits: Vec<f64>,
}

impl<'a> Exchanges<'a> {
    /// At a configuration whose deformations were measured.
    fn new(mechanism: &'a Mechanism, b: &Buffers) -> Self {
        let core = &*mechanism.core;
        let full = Basis::full(core);
        let mut motion = Panels::zeros(0, 0);
        full.demand(core, &mut motion);
        motion.panels_mut().for_each(|panel| core.pattern.solve_panel(&b.factor, panel));
        let flexible =
            (0..core.parts.measures.len()).filter(|m| core.parts.measures[*m].deformation.flexible);
        let sources: Vec<Source> = (core.unknowns.iter().copied().map(Source::Coordinate))
            .chain(flexible.map(Source::Measure))
            .collect();
        let independent = core.choice.independent.clone();
        let mut rows = Dense::zeros(sources.len(), independent.len());
        for (i, source) in sources.iter().enumerate() {
            for (j, own) in independent.iter().enumerate() {
                let value = match *source {
                    Source::Coordinate(_) => motion.get(i, j),
                    Source::Measure(m) => {
                        let moved = core.parts.row(m).filter_map(|(c, at)| Some((core.place[c]?, at)));
                        moved.map(|(p, at)| b.gradients[at] * motion.get(p, j)).sum()
                    }
                };
                rows[(i, j)] = scale_of(core, *source) * value / scale_of(core, *own);
            }
        }
        let limits = match mechanism.basis.row(0) {
            None => b.limits.iter().zip(&independent).map(|(l, s)| l / scale_of(core, *s)).collect(),
            Some(_) => vec![WORTH * core.scale.size / core.scale.element; independent.len()],
        };
        Self { core, sources, rows, independent, limits }
    }

    /// The largest motion of a node by a coordinate.
    fn motion(&self, j: usize) -> f64 {
        let places = &self.rows.column(j)[..self.core.unknowns.len()];
        places.iter().fold(0.0, |most, f| most.max(f.abs()))
    }

    /// The largest motion by a coordinate over what is usual.
    fn strain(&self) -> f64 {
        (0..self.independent.len()).map(|j| self.motion(j) / self.limits[j]).fold(0.0, f64::max)
    }

    fn preference(&self, source: Source) -> f64 {
        match source {
            Source::Measure(_) => PREFERRED,
            Source::Coordinate(c) if self.core.scale.is_rotation(c) => PREFERRED,
            Source::Coordinate(_) => 1.0,
        }
    }

    /// The best exchange: the quantity, and the coordinate that it replaces.
    fn best(&self, may_leave: &dyn Fn(usize) -> bool) -> Option<(usize, usize)> {
        let mut best = (0.0, None);
        let strained = |j: &usize| may_leave(*j) && self.motion(*j) > 0.5 * self.limits[*j];
        for j in (0..self.independent.len()).filter(strained) {
            for (i, source) in self.sources.iter().enumerate() {
                let gain = self.rows[(i, j)].abs();
                let value = gain * self.preference(*source);
                if gain >= GAIN && value > best.0 {
                    best = (value, Some((i, j)));
                }
            }
        }
        best.1
    }

    fn exchange(&mut self, i: usize, j: usize) {
        let pivot = self.rows[(i, j)];
        let column: Vec<f64> = self.rows.column(j).iter().map(|v| v / pivot).collect();
        for k in (0..self.independent.len()).filter(|k| *k != j) {
            let factor = self.rows[(i, k)];
            self.rows.column_mut(k).iter_mut().zip(&column).for_each(|(v, c)| *v -= factor * c);
        }
        self.rows.column_mut(j).copy_from_slice(&column);
        self.independent[j] = self.sources[i];
        self.limits[j] = WORTH * self.core.scale.size / self.core.scale.element;
    }

    /// Exchanges until no coordinate is near-singular; `None` without improvement.
    fn run(mut self, may_leave: &dyn Fn(usize) -> bool) -> Option<Choice> {
        let (most, before) = (2 * self.independent.len() + 2, self.strain());
        let exchanged = (0..most).take_while(|_| {
            let found = self.best(may_leave);
            if let Some((i, j)) = found {
                self.exchange(i, j);
            }
            found.is_some()
        });
        if exchanged.count() == 0 || self.strain() * GAIN > before {
            return None;
        }
        let before = &self.core.choice;
        let is_released = |m: &usize| !self.independent.contains(&Source::Measure(*m));
        let released = self.sources.iter().filter_map(|source| match source {
            Source::Measure(m) => Some(*m),
            Source::Coordinate(_) => None,
        });
        Some(Choice {
            held: before.held.clone(),
            redundant: before.redundant.clone(),
            released: released.filter(is_released).collect(),
            independent: self.independent,
        })
    }
}

fn scale_of(core: &Core, source: Source) -> f64 {
    source_scale(&core.parts, &core.scale, source)
}

impl Source {
    /// Its rate in the motion of the buffers, in which everything was measured.
    fn rate(self, core: &Core, b: &Buffers) -> f64 {
        match self {
            Self::Measure(m) => core.parts.row(m).map(|(c, at)| b.gradients[at] * b.velocity[c]).sum(),
            Self::Coordinate(c) => b.velocity[c],
        }
    }
}

impl Core {
    /// The drive at a dead centre in the configuration in the buffers: its equation follows from the
    /// constraints alone.
    ///
    /// Near such a position Aᵀ y ≈ 0 for a y that the transposed solution of almost any right-hand side tends to.
    fn dead_centre(&self, b: &Buffers) -> Option<String> {
        if !self.is_driven() {
            return None;
        }
        let mut y: Vec<f64> = (0..b.step.len()).map(|p| 1.0 + 0.1 * (p as f64).sin()).collect();
        for _ in 0..3 {
            self.pattern.solve_transposed(&b.factor, &mut y);
            self.pattern.solve_vector(&b.factor, &mut y);
            let size = y.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
            y.iter_mut().for_each(|v| *v /= size);
        }
        self.pattern.solve_transposed(&b.factor, &mut y);
        let share = |p: usize| (y[p] / self.equations[p].scale).abs();
        let all = (0..y.len()).map(share).fold(0.0, f64::max);
        let driven = self.equations.iter().enumerate().filter_map(|(p, e)| match (e.target, e.source) {
            (Target::Drive(_), Source::Measure(m)) => Some((p, m)),
            _ => None,
        });
        let (p, measure) = driven.max_by(|(p, _), (r, _)| share(*p).total_cmp(&share(*r)))?;
        (share(p) > 1e-3 * all).then(|| self.parts.all[self.parts.measures[measure].part].name())
    }
}
