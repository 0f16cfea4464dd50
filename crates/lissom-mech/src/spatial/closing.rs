//! From targets to a configuration, block after block.
//!
//! Before a block is solved it is carried along rigidly with what it hangs on, so that a chain starts near its solution however
//! far its base has moved. Near the last closed configuration a block is solved by its derivative there, turned along, and by deformations
//! alone; its derivative is taken once, where the targets are met. Elsewhere it is solved by Newton's method. A way that is long or
//! fails is divided.

use super::buffers::Buffers;
use super::chart::Chart;
use super::configuration::continued;
use super::core::{Block, Core, Target};
use super::elements::MOST;
use super::jet::{Gradient, Jet};
use super::machine::NONE;
use super::rotation::Rotation;
use crate::vector::{add_scaled, sub};
use std::sync::atomic::Ordering;

/// Why a state cannot be evaluated.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Failure {
    /// A coordinate or its rate is not a number.
    State(usize),
    /// A law is not a number, by its place.
    Law(usize),
    /// The equations of a block could not be met; a deformation in it and its residual.
    Open(usize, f64),
    /// The equations of a block are singular; a deformation in it.
    Singular(usize),
    /// A part cannot be measured.
    Degenerate(usize),
    /// An interface of a superelement is turned too far: part, interface, angle [rad].
    Bent(usize, usize, f64),
    /// A redundant constraint is violated, by its residual [m].
    Redundant(usize, f64),
    /// A rotation vector is too long for its coordinates.
    Turned(usize),
    /// A coordinate moves no mass.
    Massless(usize),
    /// The law of a torque or spring has no value, by its number.
    Torque(usize),
    /// The law of a force at a node has no value, by its number.
    Fed(usize),
    /// An output has no value, by its number.
    Output(usize),
    /// A friction cannot stick: others hold it already.
    Stuck(usize),
}

/// Steps of a block at most.
const MOST_STEPS: usize = 40;

/// Largest spin of one step [rad].
const SPIN: f64 = 0.5;

/// Longest way of an angle without division [rad].
const LONG: f64 = 0.5;

/// Rotation vectors beyond this are refused: their coordinates end at 2π [rad].
const TURN: f64 = 5.5;

/// Steps below this share of the size of the machine end a search: the next would be rounding.
const SMALL: f64 = 1e-8;

/// Steps with a known derivative at most; the first is no longer than this share of the size of the machine, or of `SPIN`, and each is
/// shorter than the one before by a factor [-].
const MOST_CHORDS: usize = 12;
const NEAR: f64 = 0.5;
const SHRUNK: f64 = 0.2;

/// After a step of this share of the size of the machine the derivative is that of the targets up to rounding; below the second, what
/// no longer shrinks is rounding [-].
const SETTLED: f64 = 1e-12;
const STALLED: f64 = 1e-9;

/// Violation of redundant constraints that is allowed, as a share of the size of the machine.
const CONSISTENT: f64 = 1e-7;

impl Core {
    /// Values, rates and second rates (at q̈ = 0) of all targets.
    pub fn demand(&self, time: f64, b: &mut Buffers) -> Result<(), Failure> {
        if let Some(laws) = &self.machine.described.laws {
            let decisions = b.decisions.get(..laws.program().switch_count());
            let decisions = decisions.filter(|_| !b.decisions.is_empty());
            laws.evaluate(time, decisions, &mut b.law_work, &mut b.laws).map_err(Failure::Law)?;
        }
        for (target, equation) in b.targets.iter_mut().zip(&self.equations) {
            *target = match equation.target {
                Target::Held => [0.0; 3],
                Target::Drive(at) => [b.laws[at], b.laws[at + 1], b.laws[at + 2]],
                Target::Coordinate(j) => [b.q[j], b.q_dot[j], 0.0],
            };
        }
        Ok(())
    }

    /// Finds the configuration of the targets; a failed search leaves the last closed one.
    pub fn close(&self, b: &mut Buffers) -> Result<(), Failure> {
        for equation in &self.equations {
            if let Target::Coordinate(j) = equation.target
                && matches!(self.machine.part(equation.measure).shape, super::elements::Shape::Attitude)
                && b.q[j].abs() > TURN
            {
                return Err(Failure::Turned(j));
            }
        }
        self.machine.searched.fetch_add(1, Ordering::Relaxed);
        b.start.copy(&b.closed);
        b.start_targets.copy_from_slice(&b.closed_targets);
        let parts = self.divisions(b);
        let mut found = self.go(b, parts);
        if found.is_err() {
            self.set_out(false, b);
            found = self.go(b, 8 * parts);
        }
        if found.is_err() {
            self.set_out(true, b);
            found = self.go(b, 32 * self.divisions(b));
        }
        b.is_factored = found.is_ok();
        let closed = found.and_then(|()| self.check_redundant(b));
        if closed.is_err() {
            self.set_out(false, b);
        }
        self.take_demanded(b);
        closed
    }

    /// Goes back to where the search started, or home.
    fn set_out(&self, home: bool, b: &mut Buffers) {
        let (at, targets) =
            if home { (&self.home, &self.home_targets) } else { (&b.start, &b.start_targets) };
        b.is_factored = false;
        b.closed.copy(at);
        b.closed_targets.copy_from_slice(targets);
    }

    /// How often the way is divided at first: angles go by `LONG` at most.
    fn divisions(&self, b: &Buffers) -> usize {
        let ways =
            self.equations.iter().zip(&b.targets).zip(&b.closed_targets).map(|((eq, target), from)| {
                let is_angle = eq.scale != 1.0 || self.machine.deformation(eq.measure).unit == "rad";
                if is_angle { (target[0] - from).abs() / LONG } else { 0.0 }
            });
        (ways.fold(0.0, f64::max).ceil() as usize).clamp(1, 400)
    }

    /// Goes from the closed configuration to the targets in equal parts of the way.
    fn go(&self, b: &mut Buffers, parts: usize) -> Result<(), Failure> {
        b.at.copy(&b.closed);
        for part in 1..=parts {
            let share = part as f64 / parts as f64;
            for ((way, target), from) in b.way.iter_mut().zip(&b.targets).zip(&b.closed_targets) {
                *way = if part == parts { target[0] } else { from + share * (target[0] - from) };
            }
            self.place_all(b)?;
            // Angles that no equation measures count their turns on the way, too.
            self.rest.iter().try_for_each(|k| self.measure(*k, b))?;
            b.closed.copy(&b.at);
        }
        b.closed_targets.iter_mut().zip(&b.targets).for_each(|(closed, target)| *closed = target[0]);
        Ok(())
    }

    fn place_all(&self, b: &mut Buffers) -> Result<(), Failure> {
        self.blocks.iter().try_for_each(|block| {
            let turn = self.carry(block, b);
            if self.approach(block, turn, b) { self.arrive(block, b) } else { self.solve_block(block, b) }
        })
    }

    /// Carries the nodes of a block with what they hang on, from the last closed configuration; returns by how much it turned.
    fn carry(&self, block: &Block, b: &mut Buffers) -> Rotation {
        let Some((o, point)) = block.carrier else { return Rotation::IDENTITY };
        let turn = b.at.attitude[o].after(b.closed.attitude[o].inverse());
        for [k, ..] in &block.orientations {
            let attitude = turn.after(b.closed.attitude[*k]);
            b.at.turn_to(*k, attitude);
        }
        let Some(base) = point.filter(|p| block.points.iter().all(|own| own[0] != *p)) else { return turn };
        let place = |at: &super::configuration::Configuration, k: usize| {
            add_scaled(self.machine.described.points[k].position, 1.0, at.displacement[k])
        };
        for [k, ..] in &block.points {
            let arm = turn.turn(sub(place(&b.closed, *k), place(&b.closed, base)));
            let there = add_scaled(place(&b.at, base), 1.0, arm);
            b.at.displacement[*k] = sub(there, self.machine.described.points[*k].position);
        }
        turn
    }

    /// Steps with the derivative of the last closed configuration, turned with what the block hangs on: they need deformations without
    /// gradients. Whether they met the targets; where they do not shrink quickly Newton's method goes on from there.
    fn approach(&self, block: &Block, turn: Rotation, b: &mut Buffers) -> bool {
        if !b.is_factored || block.has_superelement {
            return false;
        }
        let size = self.machine.size.min(self.machine.element * 1e3);
        let mut before = NEAR;
        for _ in 0..MOST_CHORDS {
            b.iterations += 1;
            if !block.parts.iter().all(|k| self.measure_values(*k, b)) {
                return false;
            }
            self.miss(block, b);
            self.solve_own(block, b);
            self.turn_step(block, turn, b);
            let (most, spun) = self.step_size(block, b);
            let far = (most / size).max(spun / SPIN);
            let is_settled = far <= SETTLED || (far < STALLED && far > 0.5 * before);
            if !most.is_finite() || !(is_settled || far <= SHRUNK * before) {
                return false;
            }
            self.take_step(block, 1.0, b);
            if is_settled {
                return true;
            }
            before = far;
        }
        false
    }

    /// The derivative where the targets are met, and what is left of a step.
    fn arrive(&self, block: &Block, b: &mut Buffers) -> Result<(), Failure> {
        self.measure_block(block, b)?;
        self.miss(block, b);
        self.factorise(block, b)?;
        self.solve_own(block, b);
        if self.step_size(block, b).0.is_finite() {
            self.take_step(block, 1.0, b);
        }
        Ok(())
    }

    /// What is missing to the targets, in metres.
    fn miss(&self, block: &Block, b: &mut Buffers) {
        for (k, equation) in self.rows(block).iter().enumerate() {
            b.step[block.start + k] = equation.scale * (b.way[block.start + k] - b.e[equation.measure]);
        }
    }

    /// The largest displacement of a step [m], rotations times the size of the elements, and its largest spin [rad].
    fn step_size(&self, block: &Block, b: &Buffers) -> (f64, f64) {
        let (mut most, mut spun) = (0.0_f64, 0.0_f64);
        for (value, c) in
            b.step[block.start..].iter().zip(&self.unknowns[block.start..block.start + block.size])
        {
            let value = value.abs();
            let own = value * self.machine.scale(*c);
            // A maximum would drop what is not a number.
            if own > most || own.is_nan() {
                most = own;
            }
            if self.machine.is_rotation(*c) && value > spun {
                spun = value;
            }
        }
        (most, spun)
    }

    /// Turns the displacements and spins of a step.
    fn turn_step(&self, block: &Block, turn: Rotation, b: &mut Buffers) {
        if turn == Rotation::IDENTITY {
            return;
        }
        for [_, places @ ..] in block.points.iter().chain(&block.orientations) {
            let turned = turn.turn(places.map(|p| if p == NONE { 0.0 } else { b.step[p] }));
            for (p, value) in places.iter().zip(turned).filter(|(p, _)| **p != NONE) {
                b.step[*p] = value;
            }
        }
    }

    fn solve_block(&self, block: &Block, b: &mut Buffers) -> Result<(), Failure> {
        let (machine, size) = (&*self.machine, self.machine.size);
        let mut before = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            b.iterations += 1;
            self.measure_block(block, b)?;
            self.miss(block, b);
            self.factorise(block, b)?;
            self.solve_own(block, b);
            let (most, spun) = self.step_size(block, b);
            if !most.is_finite() {
                break;
            }
            self.take_step(block, if spun > SPIN { SPIN / spun } else { 1.0 }, b);
            if most <= SMALL * size.min(machine.element * 1e3) || (most < 1e-6 * size && most > 0.5 * before)
            {
                self.measure_block(block, b)?;
                return self.factorise(block, b);
            }
            before = most;
        }
        let rows = self.rows(block).iter().enumerate();
        let open = rows.map(|(k, e)| (e.measure, e.scale * (b.way[block.start + k] - b.e[e.measure]).abs()));
        let worst = open.max_by(|a, b| a.1.total_cmp(&b.1)).expect("a block has equations");
        Err(Failure::Open(worst.0, worst.1))
    }

    fn take_step(&self, block: &Block, share: f64, b: &mut Buffers) {
        for [k, places @ ..] in &block.points {
            for (i, p) in places.iter().enumerate().filter(|(_, p)| **p != NONE) {
                b.at.displacement[*k][i] += share * b.step[*p];
            }
        }
        for [k, places @ ..] in &block.orientations {
            let spin = places.map(|p| if p == NONE { 0.0 } else { share * b.step[p] });
            b.at.spin(*k, spin);
        }
        for (k, p) in &block.scalars {
            b.at.scalar[*k] += share * b.step[*p];
        }
    }

    fn measure_block(&self, block: &Block, b: &mut Buffers) -> Result<(), Failure> {
        block.parts.iter().try_for_each(|k| self.measure(*k, b))
    }

    /// Deformations and gradients of a part at the configuration at work.
    pub fn measure(&self, k: usize, b: &mut Buffers) -> Result<(), Failure> {
        let part = &self.machine.described.parts[k];
        if let Some(own) = part.superelement() {
            return self.measure_moving(k, own, b);
        }
        let ends = b.at.ends(part.points, part.orientations, &self.homes);
        let mut e = [Gradient::constant(0.0); MOST];
        part.shape.gradients(&ends, &mut e);
        let first = self.machine.first[k];
        for (own, found) in e[..part.deformations.len()].iter().enumerate() {
            if !found.value.is_finite() || found.by.iter().any(|d| !d.is_finite()) {
                return Err(Failure::Degenerate(k));
            }
            let m = first + own;
            let period = self.machine.measures[m].period;
            b.e[m] = continued(found.value, b.at.counted[m], period);
            if period != 0.0 {
                b.at.counted[m] = b.e[m];
            }
            b.gradients[m].copy_from_slice(&found.by);
        }
        Ok(())
    }

    /// Deformations of a part at the configuration at work, without gradients; false if one is not a number.
    fn measure_values(&self, k: usize, b: &mut Buffers) -> bool {
        let part = &self.machine.described.parts[k];
        let ends = b.at.ends(part.points, part.orientations, &self.homes);
        let mut e = [0.0; MOST];
        part.shape.deform(&Chart::values(&ends), &mut e);
        for (value, m) in e.into_iter().zip(self.machine.of_part(k)) {
            let period = self.machine.measures[m].period;
            b.e[m] = continued(value, b.at.counted[m], period);
            if period != 0.0 {
                b.at.counted[m] = b.e[m];
            }
        }
        e[..part.deformations.len()].iter().all(|value| value.is_finite())
    }

    fn take_demanded(&self, b: &mut Buffers) {
        // Demanded deformations are what was demanded: energies see the last digits.
        for (equation, target) in self.equations.iter().zip(&b.targets) {
            b.e[equation.measure] = target[0];
        }
    }

    fn check_redundant(&self, b: &Buffers) -> Result<(), Failure> {
        for &m in &self.choice.redundant {
            let demanded = match self.machine.deformation(m).drive {
                Some(d) => b.laws[self.machine.described.drives[d]],
                None => 0.0,
            };
            let open = self.machine.measures[m].scale * (b.e[m] - demanded).abs();
            if open > CONSISTENT * self.machine.size {
                return Err(Failure::Redundant(m, open));
            }
        }
        Ok(())
    }
}
