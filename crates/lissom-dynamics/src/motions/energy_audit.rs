//! Energy audit: a check of the equations and of the integration without a second solution.

use crate::motions::motion::Motion;
use lissom_mech::{Energies, Inadmissible, State};

/// Nodes of the Gauss-Lobatto rule with four points on \[0, 1\], exact for polynomials of degree 5 \[Abramowitz1964, 25.4.32\].
pub(crate) const NODES: [f64; 4] = [0.0, 0.276_393_202_250_021, 0.723_606_797_749_979, 1.0];
pub(crate) const WEIGHTS: [f64; 4] = [1.0 / 12.0, 5.0 / 12.0, 5.0 / 12.0, 1.0 / 12.0];

/// Energy balance of a motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergyAudit {
    /// Work put in by forces without potential [J].
    pub work: f64,
    /// Energy taken out by damping [J].
    pub dissipated: f64,
    /// Change of the energy that is stored [J].
    pub change: f64,
    /// Largest energy during the motion: kinetic, elastic and change of potential, or exchanged [J].
    pub scale: f64,
    /// Largest |change − work + dissipated| during the motion [J].
    pub imbalance: f64,
}

impl EnergyAudit {
    /// The largest imbalance over the largest energy; zero without energy [-].
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        if self.scale > 0.0 { self.imbalance / self.scale } else { 0.0 }
    }
}

/// The audit of a motion under way.
#[derive(Debug)]
pub(crate) struct Auditor {
    initial: Energies,
    last: Energies,
    exchanged: f64,
    audit: EnergyAudit,
}

impl Auditor {
    /// Starts at a state.
    pub(crate) fn start(motion: &mut Motion, time: f64, y: &[f64]) -> Result<Self, Inadmissible> {
        let initial = energies(motion, time, y)?;
        let audit = EnergyAudit { scale: initial.kinetic + initial.elastic.abs(), ..EnergyAudit::default() };
        Ok(Self { initial, last: initial, exchanged: 0.0, audit })
    }

    /// Powers may jump where a law switches: the next step begins with the new ones.
    pub(crate) fn resume(&mut self, motion: &mut Motion, time: f64, y: &[f64]) -> Result<(), Inadmissible> {
        self.last = energies(motion, time, y)?;
        Ok(())
    }

    /// Adds a step; `inner` are its states at the two inner nodes of the rule, `end` the state at its end.
    pub(crate) fn add(
        &mut self,
        motion: &mut Motion,
        (from, to): (f64, f64),
        inner: &[Vec<f64>; 2],
        end: &[f64],
    ) -> Result<(), Inadmissible> {
        let step = to - from;
        let first = energies(motion, from + NODES[1] * step, &inner[0])?;
        let second = energies(motion, from + NODES[2] * step, &inner[1])?;
        let now = energies(motion, to, end)?;
        for (weight, at) in WEIGHTS.iter().zip([self.last, first, second, now]) {
            self.audit.work += step * weight * at.input;
            self.audit.dissipated += step * weight * at.dissipation;
            self.exchanged += step * weight * (at.input.abs() + at.dissipation.abs());
        }
        self.last = now;
        let moved = now.potential - self.initial.potential;
        self.audit.change = stored(&now) - stored(&self.initial);
        let own = now.kinetic + now.elastic.abs() + moved.abs();
        self.audit.scale = self.audit.scale.max(own).max(self.exchanged);
        let imbalance = self.audit.change - self.audit.work + self.audit.dissipated;
        self.audit.imbalance = self.audit.imbalance.max(imbalance.abs());
        Ok(())
    }

    pub(crate) fn finish(self) -> EnergyAudit {
        self.audit
    }
}

pub(crate) fn stored(at: &Energies) -> f64 {
    at.kinetic + at.elastic + at.potential
}

/// Energies at a state (q, q̇); a non-finite one makes the state inadmissible.
pub(crate) fn energies(motion: &mut Motion, time: f64, y: &[f64]) -> Result<Energies, Inadmissible> {
    let (position, velocity) = y.split_at(motion.size());
    let (system, input, workspace) = motion.parts(time);
    let at = system.energies(&State { time, position, velocity }, input, workspace)?;
    let sum = stored(&at) + at.dissipation + at.input;
    if sum.is_finite() {
        return Ok(at);
    }
    Err(Inadmissible { time, reason: format!("the energies are not finite: {at:?}") })
}
