//! Geometric transfer functions x = F(q, t), e = E(q, t), their rates and accelerations \[Boer2013, Eqs. (7), (8)\].
//!
//! Chains of links are placed in closed form, and only the few torn deformations of their loops are searched for
//! (`closing`). Other mechanisms are solved by Newton's method on the nodal coordinates: A δx = target −
//! D(x), with A = D,x of the equations. Both start from the last configuration that was closed, moved along
//! by its own A; where that is too far away, the path is divided. A failed search does not change the last
//! closed configuration.

use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::basis::Basis;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::constants::loads::{Torque, TorqueSource};
use crate::mechanism::core::{Core, Target};
use crate::system::Inadmissible;
use std::sync::atomic::Ordering;

/// Residuals below this share of the mechanism's size are closed: larger ones would show in error estimates of
/// integrators, smaller ones are rounding.
pub(in crate::mechanism) const CLOSED: f64 = 1e-12;

/// Target residual of Newton's method, unless limited by rounding.
pub(in crate::mechanism) const FINE: f64 = 1e-14;

/// A redundant constraint may be broken by this share of the mechanism's size before the motion is refused.
const BROKEN: f64 = 1e-9;

pub(in crate::mechanism) const ITERATIONS: usize = 12;

/// The path to a distant configuration is divided down to this share, which allows thousands of turns.
const SHORTEST: f64 = 1.0 / 1_048_576.0;

/// Paths of more steps than the first number are long; buffers allow so many steps of long paths in all, and more where a step is
/// cheap (the last number over that of the unknowns). Trial steps of an integrator under absurd forces would take hours.
const LONG_PATH: usize = 64;
const MOST_LONG_STEPS: usize = 20_000;
const STEPS_OF_ONE_UNKNOWN: usize = 2_000_000;

/// A step that turns a part further than this [rad], or moves it by this share of the mechanism's size, is divided:
/// loops can be closed in more than one way, and only short steps stay on the right branch.
pub(in crate::mechanism) const FAR: f64 = 0.5;

/// A configuration that lies farther from the expected one than this share of the step is not the next one on its branch.
const STRAIGHT: f64 = 0.1;

/// Why a configuration was not found; converted to text on demand.
#[derive(Clone, Copy, Debug)]
pub(in crate::mechanism) enum Failure {
    /// The configuration of a part is invalid.
    Degenerate(usize, &'static str),
    /// The equations do not determine the configuration: the place of the equation.
    Singular(usize),
    /// Too far for one step: the place of the unknown.
    Far(usize),
    /// Too far for many steps.
    Endless,
    /// Not closed: the equation with the largest residual, and that residual [m].
    Open(usize, f64),
    /// Closed, but on another side of a singular position.
    Mirrored,
    /// A redundant constraint is broken: the measure, and by how much [m].
    Broken(usize, f64),
    /// A law of time is not finite: its place.
    Law(usize),
    /// A law of a deformation is not finite: its place, and its arguments.
    Torque(usize, [f64; 3]),
    /// A law of a force at a node is not finite: its place.
    Fed(usize),
    /// Frictions at rest of which it cannot be decided which stick: the first of them.
    Stuck(usize),
    /// An independent coordinate carries no mass.
    Massless(usize),
    /// The state itself is not finite: the coordinate.
    State(usize),
}

impl Core {
    /// The failure as text.
    pub fn inadmissible(&self, time: f64, failure: Failure) -> Inadmissible {
        let reason = match failure {
            Failure::Degenerate(part, why) => format!("{}: {why}", self.parts.all[part].name()),
            Failure::Singular(equation) => format!(
                "the independent coordinates no longer determine the configuration at `{}`; choose another \
                 dependent deformation",
                self.equation_name(equation)
            ),
            Failure::Far(unknown) => {
                format!("{} moves too far in one step", self.coordinates.name(self.unknowns[unknown]))
            }
            Failure::Endless => "the configuration is too many turns away from the last one".to_owned(),
            Failure::Open(equation, residual) => {
                format!(
                    "`{}` cannot be satisfied: the residual is {residual:.3e} m",
                    self.equation_name(equation)
                )
            }
            Failure::Mirrored => "the path leads through a position in which the independent coordinates do \
                not determine the configuration; choose others"
                .to_owned(),
            Failure::Broken(measure, by) => format!(
                "the redundant constraint `{}` is violated by {by:.3e} m: it holds in the reference \
                 configuration only",
                self.parts.name(measure)
            ),
            Failure::Law(place) => {
                format!("{} has no finite value{}", self.laws.name(place), self.laws.reason(time))
            }
            Failure::Torque(place, at) => {
                let Torque { name, source, .. } = &self.loads.torques[place];
                let reason = match source {
                    TorqueSource::Law(law) => law.reason(at),
                    TorqueSource::Input(_) => String::new(),
                };
                format!("the law of {name} has no finite value or derivative{reason}")
            }
            Failure::Fed(place) => {
                format!("the law of {} has no finite value or derivative", self.loads.fed[place].name)
            }
            Failure::Stuck(k) => format!(
                "it cannot be decided whether {} and the joints at rest with it stick or slide",
                self.loads.frictions[k].name
            ),
            Failure::Massless(coordinate) => format!("coordinate {coordinate} moves no mass"),
            Failure::State(coordinate) => format!("coordinate {coordinate} is not finite"),
        };
        Inadmissible { time, reason }
    }

    /// Targets of all equations at a time, from `b.q`; also evaluates all laws of time.
    pub fn demand(&self, time: f64, b: &mut Buffers) -> Result<(), Failure> {
        let decisions = (!b.decisions.is_empty()).then(|| &b.decisions[..self.laws.program().switch_count()]);
        self.laws.evaluate(time, decisions, &mut b.law_work, &mut b.laws).map_err(Failure::Law)?;
        for (p, equation) in self.equations.iter().enumerate() {
            [b.target[p], b.target_ddot[p]] = match equation.target {
                Target::Zero => [0.0; 2],
                Target::Drive(at) => [b.laws[at], b.laws[at + 2]],
                Target::Independent(j) => [b.q[j], 0.0],
            };
        }
        Ok(())
    }

    /// Finds the configuration that meets `b.target`. If there is none, the last closed one remains the start
    /// of the next search.
    pub fn close(&self, b: &mut Buffers) -> Result<(), Failure> {
        self.searched.fetch_add(1, Ordering::Relaxed);
        b.path_end.copy_from_slice(&b.target);
        if self.advance(b).is_err() {
            self.close_far(b)?;
        }
        for &(measure, target) in &self.watched {
            let wanted = if let Target::Drive(at) = target { b.laws[at] } else { 0.0 };
            let broken = (b.e[measure] - wanted).abs() * self.scale.measure(&self.parts, measure);
            if broken > BROKEN * self.scale.size {
                return Err(Failure::Broken(measure, broken));
            }
        }
        Ok(())
    }

    /// The same where one step is too far.
    fn close_far(&self, b: &mut Buffers) -> Result<(), Failure> {
        b.earlier.copy_from_slice(&b.closed);
        b.earlier_turn.copy_from_slice(&b.closed_turn);
        b.earlier_target.copy_from_slice(&b.closed_target);
        b.earlier_tears.copy_from_slice(&b.closed_tears);
        b.was_mirrored = b.is_mirrored;
        self.start_from_the_nearer(b);
        let found = self.follow_path(b);
        if found.is_err() {
            b.closed.copy_from_slice(&b.earlier);
            b.closed_turn.copy_from_slice(&b.earlier_turn);
            b.closed_target.copy_from_slice(&b.earlier_target);
            b.closed_tears.copy_from_slice(&b.earlier_tears);
            b.is_mirrored = b.was_mirrored;
            b.is_at_closed = false;
        }
        found
    }

    /// Returns to the configuration where the coordinates were chosen if that is nearer to the target.
    fn start_from_the_nearer(&self, b: &mut Buffers) {
        let far = |of: &dyn Fn(usize) -> f64| -> f64 {
            let sizes = self.equations.iter().enumerate().map(|(p, equation)| (of(p) * equation.scale).abs());
            sizes.fold(0.0, f64::max)
        };
        let home = &self.home;
        if far(&|p| b.target[p] - home.target[p]) < far(&|p| b.target[p] - b.closed_target[p]) {
            b.closed.copy_from_slice(&home.displacement);
            b.closed_turn.copy_from_slice(&home.turn);
            b.closed_target.copy_from_slice(&home.target);
            b.closed_tears.copy_from_slice(&home.tears);
            b.is_mirrored = home.is_mirrored;
            b.is_at_closed = false;
        }
    }

    /// Goes to the target in steps that Newton's method can take.
    fn follow_path(&self, b: &mut Buffers) -> Result<(), Failure> {
        b.path_start.copy_from_slice(&b.closed_target);
        let (mut done, mut step, mut steps) = (0.0, 0.5, 0);
        let most = MOST_LONG_STEPS + STEPS_OF_ONE_UNKNOWN / self.unknowns.len().max(1);
        while done < 1.0 {
            steps += 1;
            if steps > LONG_PATH {
                b.long_steps += 1;
                if b.long_steps > most {
                    return Err(Failure::Endless);
                }
            }
            let goal = f64::min(done + step, 1.0);
            for p in 0..b.target.len() {
                b.path_end[p] = b.path_start[p] + goal * (b.target[p] - b.path_start[p]);
            }
            match self.advance(b) {
                Ok(()) => (done, step) = (goal, 2.0 * step),
                Err(_) if step > SHORTEST => step *= 0.5,
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// From the last closed configuration to `b.path_end`.
    fn advance(&self, b: &mut Buffers) -> Result<(), Failure> {
        if b.is_at_closed && b.path_end == b.closed_target {
            return Ok(());
        }
        match &self.placing {
            Some(placing) => self.place(placing, b),
            None => self.iterate(b),
        }
    }

    /// Goes back to the last closed configuration.
    pub(in crate::mechanism) fn restore(&self, b: &mut Buffers) -> Result<(), Failure> {
        if !b.is_at_closed {
            if let Some(placing) = &self.placing {
                self.place_as_closed(placing, b)?;
            } else {
                b.at.displacement.copy_from_slice(&b.closed);
                b.at.turn.copy_from_slice(&b.closed_turn);
            }
            self.measure(b)?;
            self.factorise(b)?;
            self.take_demanded(b);
            b.is_at_closed = true;
        }
        Ok(())
    }

    /// Remembers the configuration as closed for `b.path_end`, unless the path led through a singular
    /// position and did not continue straight.
    pub(in crate::mechanism) fn remember(&self, b: &mut Buffers) -> Result<(), Failure> {
        let side = Some(self.pattern.is_mirrored(&b.factor));
        if b.is_mirrored.is_some() && side != b.is_mirrored && !self.goes_straight_on(b) {
            return Err(Failure::Mirrored);
        }
        b.is_mirrored = side;
        if self.placing.is_none() {
            b.closed.copy_from_slice(&b.at.displacement);
            b.closed_turn.copy_from_slice(&b.at.turn);
        }
        b.closed_target.copy_from_slice(&b.path_end);
        b.closed_tears.copy_from_slice(&b.tears);
        b.is_at_closed = true;
        Ok(())
    }

    /// Whether the configuration is the one that was expected from the tangent of the last closed one.
    ///
    /// At a change point branches of different tangents cross, and the sign of the determinant changes along each of
    /// them; the motion continues along its own branch. Where a branch turns back instead, as at a dead
    /// centre, the other side lies at least as far from the tangent as the step is long.
    fn goes_straight_on(&self, b: &Buffers) -> bool {
        let (mut missed, mut way) = (0.0_f64, 0.0_f64);
        let mut add = |from: f64, expected: f64, found: f64, scale: f64| {
            missed = missed.max(((found - expected) * scale).abs());
            way = way.max(((expected - from) * scale).abs());
        };
        match &self.placing {
            Some(placing) => {
                for (k, (measure, _)) in placing.tears.iter().enumerate() {
                    let scale = self.scale.measure(&self.parts, *measure);
                    add(b.closed_tears[k], b.expected[k], b.tears[k], scale);
                }
            }
            None => {
                for (p, &c) in self.unknowns.iter().enumerate() {
                    let scale = 1.0 / self.scale.unknown(c);
                    add(b.closed[c], b.expected[p], b.at.displacement[c], scale);
                }
            }
        }
        missed <= STRAIGHT * way
    }

    /// Newton's method over all coordinates.
    fn iterate(&self, b: &mut Buffers) -> Result<(), Failure> {
        self.restore(b)?;
        if b.path_end == b.closed_target {
            return Ok(());
        }
        self.predict(b)?;
        let mut previous = f64::INFINITY;
        for _ in 0..ITERATIONS {
            self.turn(b);
            self.measure(b)?;
            self.factorise(b)?;
            let (worst, residual) = self.residual(b);
            let stays = residual > 0.25 * previous;
            if residual <= FINE * self.scale.size || (stays && residual <= CLOSED * self.scale.size) {
                return self.remember(b);
            }
            // Growing residuals mean divergence; a shorter step is tried.
            if residual >= 2.0 * previous || residual.is_nan() {
                return Err(Failure::Open(worst, residual));
            }
            previous = residual;
            self.pattern.solve_vector(&b.factor, &mut b.step);
            self.add_step(b);
        }
        let (worst, residual) = self.residual(b);
        Err(Failure::Open(worst, residual))
    }

    /// Moves from the closed configuration towards `b.path_end`, to second order in the way: with A δ = change of
    /// the target, A δ₂ = −½ (D,xx δ) δ.
    fn predict(&self, b: &mut Buffers) -> Result<(), Failure> {
        self.first_step(b)?;
        b.is_at_closed = false;
        scatter(&self.unknowns, &b.step, &mut b.bias);
        self.convect(b, |b| &b.bias);
        self.add_step(b);
        for (p, equation) in self.equations.iter().enumerate() {
            b.step[p] = -0.5 * equation.source.convected(b);
        }
        self.pattern.solve_vector(&b.factor, &mut b.step);
        self.add_step(b);
        for (expected, &c) in b.expected.iter_mut().zip(&self.unknowns) {
            *expected = b.at.displacement[c];
        }
        Ok(())
    }

    /// The step to `b.path_end` to first order, in `b.step`, if it is not too long.
    pub(in crate::mechanism) fn first_step(&self, b: &mut Buffers) -> Result<(), Failure> {
        for p in 0..b.step.len() {
            b.step[p] = b.path_end[p] - b.closed_target[p];
        }
        self.pattern.solve_vector(&b.factor, &mut b.step);
        match (0..b.step.len()).find(|p| b.step[*p].abs() > self.farthest[*p]) {
            Some(p) => Err(Failure::Far(p)),
            None => Ok(()),
        }
    }

    fn add_step(&self, b: &mut Buffers) {
        for (step, &c) in b.step.iter().zip(&self.unknowns) {
            b.at.displacement[c] += step;
        }
    }

    /// Fills `b.step` with the residuals; returns the largest as a length, and its equation.
    fn residual(&self, b: &mut Buffers) -> (usize, f64) {
        let mut worst = (0, 0.0);
        for (p, equation) in self.equations.iter().enumerate() {
            b.step[p] = b.path_end[p] - equation.source.value(b);
            let size = (b.step[p] * equation.scale).abs();
            if size > worst.1 || size.is_nan() {
                worst = (p, size);
            }
        }
        worst
    }

    /// The turns that belong to the angles.
    fn turn(&self, b: &mut Buffers) {
        for &c in &self.rotations {
            let (sine, cosine) = b.at.displacement[c].sin_cos();
            b.at.turn[c] = [cosine, sine];
        }
    }

    /// e and D,x at `b.at` of all parts used by the kinematics: links that place an end have a shape instead.
    pub(in crate::mechanism) fn measure(&self, b: &mut Buffers) -> Result<(), Failure> {
        b.is_measured = self.placing.is_none();
        match &self.placing {
            Some(placing) => placing.measured.iter().try_for_each(|k| self.measure_part(*k, b)),
            None => (0..self.parts.all.len()).try_for_each(|k| self.measure_part(k, b)),
        }
    }

    /// e and D,x of all parts at the closed configuration.
    pub fn measure_all(&self, b: &mut Buffers) -> Result<(), Failure> {
        if !b.is_measured {
            (0..self.parts.all.len()).try_for_each(|k| self.measure_part(k, b))?;
            self.take_demanded(b);
            b.is_measured = true;
        }
        Ok(())
    }

    /// e and D,x of one part at `b.at`.
    pub(in crate::mechanism) fn measure_part(&self, k: usize, b: &mut Buffers) -> Result<(), Failure> {
        let part = &self.parts.all[k];
        if part.count == 0 {
            return Ok(());
        }
        let (e, gradients) = (&mut b.e[part.deformations()], &mut b.gradients[part.gradients()]);
        part.finite().deformation(&b.at, e, gradients).map_err(|why| Failure::Degenerate(k, why.0))
    }

    pub(in crate::mechanism) fn factorise(&self, b: &mut Buffers) -> Result<(), Failure> {
        self.pattern.factorise(&b.gradients, &b.shapes, &mut b.factor).map_err(Failure::Singular)
    }

    /// ẋ = F,q q̇ plus the drives, and ė where something depends on it, at the closed configuration with its
    /// motions. `rates` are those of the coordinates of the model, full or reduced.
    pub fn velocities(&self, basis: &Basis, rates: &[f64], b: &mut Buffers) {
        b.step.fill(0.0);
        if self.is_driven() || b.is_recursive {
            for (step, equation) in b.step.iter_mut().zip(&self.equations) {
                *step = match equation.target {
                    Target::Drive(at) => b.laws[at + 1],
                    Target::Independent(j) if b.is_recursive => rates[j],
                    Target::Zero | Target::Independent(_) => 0.0,
                };
            }
            self.pattern.solve_vector(&b.factor, &mut b.step);
        }
        if !b.is_recursive {
            b.motion.add_product(rates, &mut b.step);
        }
        scatter(&self.unknowns, &b.step, &mut b.velocity);
        for &(measure, target) in &self.demanded_rates {
            b.e_dot[measure] = match target {
                Target::Zero => 0.0,
                Target::Drive(at) => b.laws[at + 1],
                Target::Independent(j) => match basis.row(j) {
                    None => rates[j],
                    Some(row) => row.iter().zip(rates).map(|(v, rate)| v * rate).sum(),
                },
            };
        }
        for part in self.rated.iter().map(|k| &self.parts.all[*k]) {
            let coordinates = part.coordinates();
            let rows = b.gradients[part.gradients()].chunks_exact(coordinates.len());
            for (rate, row) in b.e_dot[part.deformations()].iter_mut().zip(rows) {
                *rate = row.iter().zip(coordinates).map(|(g, c)| g * b.velocity[*c]).sum();
            }
        }
    }

    /// (D,xx v) v of all parts, v being one of the buffers.
    fn convect(&self, b: &mut Buffers, v: fn(&Buffers) -> &Vec<f64>) {
        let mut convected = std::mem::take(&mut b.convected);
        for part in &self.convecting {
            let target = &mut convected[part.deformations.clone()];
            match &part.link {
                Some((link, shape)) => {
                    target.copy_from_slice(&b.shapes[*shape].convected(link.own(v(b))));
                }
                None => self.parts.all[part.part].finite().convected(&b.at, v(b), target),
            }
        }
        b.convected = convected;
    }

    /// ẍ at q̈ = 0: A ẍ = ë_drives − (D,xx ẋ) ẋ.
    pub fn bias(&self, b: &mut Buffers) {
        self.convect(b, |b| &b.velocity);
        for (p, equation) in self.equations.iter().enumerate() {
            b.step[p] = b.target_ddot[p] - equation.source.convected(b);
        }
        self.pattern.solve_vector(&b.factor, &mut b.step);
        scatter(&self.unknowns, &b.step, &mut b.bias);
    }
}

impl Source {
    /// Its value in the configuration of the buffers.
    pub(in crate::mechanism) fn value(self, b: &Buffers) -> f64 {
        match self {
            Self::Measure(m) => b.e[m],
            Self::Coordinate(c) => b.at.displacement[c],
        }
    }

    /// Its part of (D,xx v) v.
    fn convected(self, b: &Buffers) -> f64 {
        match self {
            Self::Measure(m) => b.convected[m],
            Self::Coordinate(_) => 0.0,
        }
    }
}

/// Puts values of the unknowns into a vector over all coordinates.
pub(in crate::mechanism) fn scatter(unknowns: &[usize], values: &[f64], all: &mut [f64]) {
    for (value, &c) in values.iter().zip(unknowns) {
        all[c] = *value;
    }
}
