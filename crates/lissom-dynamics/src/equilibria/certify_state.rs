//! The checker of equilibria: evaluates the equations anew at a claimed state and tells what is proved about it.

use crate::equilibria::balance::Balance;
use crate::equilibria::operating_state::{OperatingState, StatePoles};
use crate::equilibria::tangent_inertia::TangentInertia;
use crate::error::DynamicsError;
use lissom_linalg::{Lu, Measured, Verdict};
use lissom_mech::System;

/// Largest residual of a state that may be called an equilibrium: forces in balance to eight digits [-].
const IN_BALANCE: f64 = 1e-8;

/// Poles of two meshes that are compared: the slowest, in which loads that follow the motion meet first.
const LOWEST_POLES: usize = 4;

/// What is proved about a state.
#[derive(Clone, Debug)]
pub struct StateCertificate {
    /// Out-of-balance force over the forces that balance, evaluated anew [-].
    pub residual: f64,
    /// Signs of the tangent stiffness; where loads follow the motion, of its symmetric part, which decides nothing then.
    pub inertia: TangentInertia,
    /// What poles say; only where the tangent alone does not decide.
    pub poles: Option<(usize, usize, usize)>,
    /// What other meshes say, where they were asked.
    pub meshes: Option<MeshStability>,
    /// Certified when the state is in balance and every direction is known to be stable or unstable.
    pub verdict: Verdict,
}

/// What two meshes, one with twice the elements of the other, say about the stability of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshStability {
    /// What follows from both.
    pub stability: Stability,
    /// Elements of the finer mesh over those of the state's own [-].
    pub finest: f64,
    /// The change of the squared frequencies next to zero between the meshes, over themselves: below one, their signs are known [-].
    pub open: f64,
}

impl MeshStability {
    /// From the squared frequencies of a mesh and of one with twice the elements, ascending.
    ///
    /// # Equation
    /// Elements converge with the square of their length or faster: twice as many leave at most a third of the change between both. An
    /// eigenvalue that is larger than the change has the sign of the continuum, with a factor of three to spare.
    #[must_use]
    pub fn between(coarse: &[f64], fine: &[f64], finest: f64) -> Self {
        let change = |i: usize| match (coarse.get(i), fine.get(i)) {
            (Some(coarse), Some(fine)) => (fine - coarse).abs() / fine.abs(),
            // A mesh too coarse to move in a direction says nothing about it.
            (None, Some(_)) => f64::INFINITY,
            (_, None) => 0.0,
        };
        let unstable = fine.iter().filter(|value| **value < 0.0).count();
        let open = unstable.checked_sub(1).map_or(0.0, change).max(change(unstable));
        let known = (0..unstable).filter(|i| change(*i) < 1.0).count();
        let stability = match (open < 1.0, unstable, known) {
            (true, 0, _) => Stability::Stable,
            (true, unstable, _) => Stability::Unstable(unstable),
            (false, _, 0) => Stability::Undecided(1),
            (false, _, known) => Stability::Unstable(known),
        };
        Self { stability, finest, open }
    }

    /// From verdicts and poles of both meshes, ascending in size, where loads follow the motion and poles decide.
    ///
    /// # Equation
    /// Oscillations begin to grow where their real part passes zero or, without damping, where two poles meet: with the square root of
    /// the distance from there. A change of the poles below a quarter of their distance from each other, or below half of
    /// their real part, cannot have hidden that.
    #[must_use]
    pub fn of_poles(
        (coarse, before): (Stability, &[[f64; 2]]),
        (fine, after): (Stability, &[[f64; 2]]),
        finest: f64,
    ) -> Self {
        if coarse != fine {
            return Self { stability: Stability::Undecided(1), finest, open: 1.0 };
        }
        let distance = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let open = before.iter().zip(after).enumerate().take(LOWEST_POLES).map(|(i, (old, new))| {
            let others = after.iter().enumerate().filter(|(j, _)| *j != i);
            let gap =
                others.map(|(_, other)| distance(new, other)).fold(2.0 * new[1].hypot(new[0]), f64::min);
            2.0 * distance(old, new) / new[0].abs().max(0.5 * gap)
        });
        let open = open.fold(0.0, f64::max);
        let stability = if open < 1.0 { fine } else { Stability::Undecided(1) };
        Self { stability, finest, open }
    }

    /// Whether another mesh is needed.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_nan() || self.open >= 1.0
    }
}

/// In a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// Every direction returns.
    Stable,
    /// So many directions leave.
    Unstable(usize),
    /// No direction is known to leave, and so many are neutral within the error.
    Undecided(usize),
}

impl StateCertificate {
    /// What follows.
    #[must_use]
    pub fn stability(&self) -> Stability {
        self.meshes.map_or_else(|| self.own_stability(), |meshes| meshes.stability)
    }

    /// The same for the mesh of the state alone.
    #[must_use]
    pub fn own_stability(&self) -> Stability {
        let (unstable, undecided) = match self.poles {
            Some((diverging, fluttering, undecided)) => (diverging + fluttering, undecided),
            None => (self.inertia.unstable, self.inertia.undecided),
        };
        match (unstable, undecided) {
            (0, 0) => Stability::Stable,
            (0, undecided) => Stability::Undecided(undecided),
            (unstable, _) => Stability::Unstable(unstable),
        }
    }

    /// The certificate with what other meshes say. They do not change what rounding leaves undecided.
    #[must_use]
    pub fn with_meshes(self, meshes: MeshStability) -> Self {
        let measured = Measured::new(
            "what twice the elements change of the frequencies next to instability, over their distance from it,",
            meshes.open,
            1.0 - f64::EPSILON,
        );
        let evidence = self.verdict.evidence().iter().cloned().chain([measured]).collect();
        let verdict = Verdict::weigh(evidence, None);
        Self { meshes: Some(meshes), verdict, ..self }
    }
}

/// Checks a claimed equilibrium: balance of the equations of motion at rest, and the signs of their tangent.
///
/// # Errors
/// When the equations cannot be evaluated at the state.
pub fn certify_state(system: &dyn System, state: &OperatingState) -> Result<StateCertificate, DynamicsError> {
    let system = state.system(system);
    let mut balance = Balance::new(system, state.time, &state.input)?;
    let failed = |reason| DynamicsError::NotEvaluated { system: system.name().to_owned(), reason };
    let forces = balance.forces(state.position.clone()).map_err(failed)?;
    let scale = forces.scale(&state.input);
    let residual = forces.share(&forces.linearisation.residual, scale, IN_BALANCE);
    // Newton's next step is the error of the state; the tangent there is as far off as the signs may be.
    let moved = Lu::factor(&forces.tangent).ok().map(|lu| lu.solve(&forces.linearisation.residual)).and_then(
        |step| {
            let next = state.position.iter().zip(step).map(|(q, d)| q + d).collect();
            let mut change = balance.forces(next).ok()?.tangent;
            change.add_scaled(-1.0, &forces.tangent);
            Some(change)
        },
    );
    let eigen = |source| DynamicsError::Eigen { system: system.name().to_owned(), source };
    let inertia = TangentInertia::of(&forces.linearisation, moved.as_ref()).map_err(eigen)?;
    let poles = if state.is_decided_by_tangent() {
        None
    } else {
        let StatePoles { diverging, fluttering, undecided, .. } = state.poles(system)?;
        Some((diverging, fluttering, undecided))
    };
    let undecided = poles.map_or(inertia.undecided, |(_, _, undecided)| undecided);
    let verdict = Verdict::weigh(
        vec![
            Measured::new("the force out of balance over the forces that balance", residual, IN_BALANCE),
            Measured::new("the number of directions whose stability is undecided", undecided as f64, 0.0),
        ],
        None,
    );
    Ok(StateCertificate { residual, inertia, poles, meshes: None, verdict })
}
