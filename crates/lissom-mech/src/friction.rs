//! Dry friction of planar and spatial mechanisms: while a joint slides, a constant force against its motion; while it sticks, the force
//! that keeps its rate.
//!
//! # Equation
//! Sliding, f = −s F_k with s the sign of the rate ė. Sticking, ë = J q̈ + b = 0 with J = E,q and b = ë at q̈ = 0: with a₀ = M⁻¹ f₀
//! the acceleration without these forces, (J M⁻¹ Jᵀ) τ = −(J a₀ + b) and q̈ = a₀ + M⁻¹ Jᵀ τ. Joints stick as long as forces |τ| ≤ F_s
//! can keep their rates.
//!
//! In a closed loop the rates of joints depend on each other: J M⁻¹ Jᵀ is singular, and the forces are not unique, but accelerations
//! are. All joints at rest are therefore decided together, as one problem within the limits of their forces (`box_problem.rs`), and what
//! sticks together begins to slide together, where its forces need the whole of their limits.

use crate::box_problem::{depends, needed_share, solve_regular, within};
use crate::cholesky::{cholesky, cholesky_solve};
use crate::system::Linearisation;
use lissom_linalg::Dense;

/// A rate below this share of the machine's size per second is rest, at the start of a motion [1/s].
pub(crate) const REST: f64 = 1e-12;

/// Share of the limits by which joints are weakened to see which of them begin to move: at the onset itself all accelerations are
/// rounding. First for joints that move on their own, then for those that depend on each other, whose accelerations decide.
const ONSETS: [f64; 2] = [1e-9, 1e-6];

/// Dry friction of one deformation.
#[derive(Clone, Debug)]
pub(crate) struct Friction {
    pub name: String,
    pub measure: usize,
    /// Force while it slides [N] or [N m].
    pub kinetic: f64,
    /// Largest force while it sticks [N] or [N m].
    pub limit: f64,
    /// Its decision among those of all laws: the way it moves. The one after it is its debt: the rate against its way with which it began
    /// to slide, because rates of what sticks are zero up to the error of integration only.
    pub switch: usize,
}

/// Decisions of each friction.
pub(crate) const DECISIONS: usize = 2;

impl Friction {
    /// The way it moves: −1 and 1 slide, 0 sticks; `None` where nothing is decided and so no friction acts.
    pub fn way(&self, decisions: &[f64]) -> Option<f64> {
        decisions.get(self.switch).copied()
    }

    /// Whether it sticks.
    pub fn sticks(&self, decisions: &[f64]) -> bool {
        self.way(decisions) == Some(0.0)
    }

    /// The way it goes on from a state, if it can: what slides on goes on, what came to rest or stuck sticks.
    pub fn way_after(&self, before: &[f64], rate: f64, size: f64) -> f64 {
        match before.get(self.switch) {
            None if rate.abs() > REST * size => rate.signum(),
            Some(way) if *way != 0.0 && way * rate > 0.0 => *way,
            _ => 0.0,
        }
    }

    /// Its force on its deformation; `sticking` is the one that holds it.
    pub fn force(&self, decisions: &[f64], sticking: f64) -> f64 {
        match self.way(decisions) {
            None => 0.0,
            Some(0.0) => sticking,
            Some(way) => -way * self.kinetic,
        }
    }
}

/// Why joints cannot be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unheld {
    /// A coordinate moves no mass.
    Massless(usize),
    /// Frictions at rest of which it cannot be decided which stick: the first of them.
    Stuck(usize),
}

/// What sticks, in a state of motion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sticking {
    /// M⁻¹ Jᵀ, a row for each joint.
    response: Vec<f64>,
    /// J, a row for each joint.
    motions: Vec<f64>,
    /// J M⁻¹ Jᵀ.
    compliance: Vec<f64>,
    /// Its Cholesky factor.
    factor: Vec<f64>,
    /// Accelerations of the joints without their forces, J a₀ + b.
    free: Vec<f64>,
    /// Whether the rates of the joints depend on each other.
    is_redundant: bool,
    /// τ by number of the friction; zero where it slides.
    pub forces: Vec<f64>,
    /// Forces of the sticking joints.
    solution: Vec<f64>,
}

impl Sticking {
    /// q̈ with the rates of some joints held, from the lower half of the mass matrix and the generalised force, which becomes q̈.
    /// `row` writes J of a friction and returns b.
    pub fn hold(
        &mut self,
        (stuck, all): (&[usize], usize),
        mass: &mut [f64],
        force: &mut [f64],
        mut row: impl FnMut(usize, &mut [f64]) -> f64,
    ) -> Result<(), Unheld> {
        let m = force.len();
        cholesky(m, mass).map_err(Unheld::Massless)?;
        cholesky_solve(m, mass, force);
        self.forces.clear();
        self.forces.resize(all, 0.0);
        self.motions.clear();
        self.motions.resize(stuck.len() * m, 0.0);
        self.free.clear();
        for (own, &k) in self.motions.chunks_exact_mut(m).zip(stuck) {
            let bias = row(k, own);
            let free: f64 = own.iter().zip(&*force).map(|(j, a)| j * a).sum();
            self.free.push(free + bias);
        }
        self.respond(m, mass);
        self.keep_rates(stuck.len());
        for ((own, held), &k) in self.response.chunks_exact(m).zip(&self.solution).zip(stuck) {
            force.iter_mut().zip(own).for_each(|(a, r)| *a += held * r);
            self.forces[k] = *held;
        }
        Ok(())
    }

    /// M⁻¹ Jᵀ and J M⁻¹ Jᵀ from the Cholesky factor of the mass.
    fn respond(&mut self, m: usize, mass: &[f64]) {
        self.response.clone_from(&self.motions);
        self.response.chunks_exact_mut(m).for_each(|own| cholesky_solve(m, mass, own));
        self.compliance.clear();
        for own in self.motions.chunks_exact(m) {
            for other in self.response.chunks_exact(m) {
                self.compliance.push(own.iter().zip(other).map(|(a, b)| a * b).sum());
            }
        }
    }

    /// Forces that keep all rates, whatever their limits.
    fn keep_rates(&mut self, n: usize) {
        self.solution.clear();
        self.solution.extend(self.free.iter().map(|a| -a));
        self.factor.clone_from(&self.compliance);
        self.is_redundant = cholesky(n, &mut self.factor).is_err();
        if self.is_redundant {
            self.factor.clone_from(&self.compliance);
            solve_regular(n, &mut self.factor, &mut self.solution);
        } else {
            cholesky_solve(n, &self.factor, &mut self.solution);
        }
    }

    /// The share of the limits that is left where all joints stick; negative where they cannot. `None` where that cannot be decided.
    fn spare(&self, limits: &[f64]) -> Option<f64> {
        if self.is_redundant {
            return needed_share(&self.compliance, &self.free, limits).map(|share| 1.0 - share);
        }
        let shares = self.solution.iter().zip(limits).map(|(force, limit)| 1.0 - force.abs() / limit);
        Some(shares.fold(1.0, f64::min))
    }

    /// The way each joint goes where not all of them can stick; 0 sticks. `None` where that cannot be decided.
    fn ways(&self, limits: &[f64]) -> Option<Vec<f64>> {
        let share = 1.0 - ONSETS[usize::from(self.is_redundant)];
        let limits: Vec<f64> = limits.iter().map(|limit| share * limit).collect();
        let found = within(&self.compliance, &self.free, &limits)?;
        let ways: Vec<f64> = if self.is_redundant {
            found.accelerations.iter().map(|a| if *a == 0.0 { 0.0 } else { a.signum() }).collect()
        } else {
            let forces = found.forces.iter().zip(&limits);
            forces.map(|(force, limit)| if force.abs() < *limit { 0.0 } else { -force.signum() }).collect()
        };
        ways.iter().any(|way| *way != 0.0).then_some(ways)
    }

    /// How far each friction is from changing its way, with the sticking forces of the last accelerations.
    pub fn margins(
        &self,
        frictions: &[Friction],
        decisions: &[f64],
        rate: impl Fn(&Friction) -> f64,
        margins: &mut [f64],
    ) -> Result<(), Unheld> {
        let stuck: Vec<usize> = (0..frictions.len()).filter(|k| frictions[*k].sticks(decisions)).collect();
        let mut spare = None;
        if self.is_redundant && !stuck.is_empty() {
            let limits: Vec<f64> = stuck.iter().map(|k| frictions[*k].limit).collect();
            spare = Some(self.spare(&limits).ok_or(Unheld::Stuck(stuck[0]))?);
        }
        for (k, friction) in frictions.iter().enumerate() {
            let (way, debt) = (decisions[friction.switch], decisions[friction.switch + 1]);
            margins[friction.switch] = match (way == 0.0, spare) {
                (false, _) => way * rate(friction) + debt,
                // Without limits there is no share; a product with a limit of zero would be no number.
                (true, Some(spare)) => spare.max(-1.0),
                (true, None) => friction.limit - self.forces[k].abs(),
            };
            // A debt is no decision.
            margins[friction.switch + 1] = f64::INFINITY;
        }
        Ok(())
    }
}

/// The state in which frictions are decided: how they move, and what sticking takes under trial decisions.
pub(crate) trait Rubbing {
    /// Why a state cannot be evaluated.
    type Failure: From<Unheld>;

    /// The rate of a friction.
    fn rate(&self, friction: &Friction) -> f64;

    /// What sticks under decisions.
    fn feel(&mut self, decisions: &[f64]) -> Result<&Sticking, Self::Failure>;
}

/// The way every friction moves just after a state: what slid on goes on, what came to rest or stuck sticks if it can. `size` is that
/// of the machine.
pub(crate) fn decide<R: Rubbing>(
    frictions: &[Friction],
    before: &[f64],
    size: f64,
    state: &mut R,
    decisions: &mut [f64],
) -> Result<(), R::Failure> {
    let mut resting = Vec::new();
    for (k, friction) in frictions.iter().enumerate() {
        decisions[friction.switch] = friction.way_after(before, state.rate(friction), size);
        decisions[friction.switch + 1] = before.get(friction.switch + 1).copied().unwrap_or(0.0);
        if decisions[friction.switch] == 0.0 {
            resting.push(k);
        }
    }
    bring_to_rest(frictions, state, &mut resting, decisions)?;
    // Joints that cannot stick slide, and the others are asked again: less resists what slides.
    while !resting.is_empty() {
        let sticking = state.feel(decisions)?;
        let limits: Vec<f64> = resting.iter().map(|k| frictions[*k].limit).collect();
        if sticking.spare(&limits).ok_or(Unheld::Stuck(resting[0]))? >= 0.0 {
            break;
        }
        let ways = sticking.ways(&limits).ok_or(Unheld::Stuck(resting[0]))?;
        for (k, way) in resting.iter().zip(&ways) {
            let friction = &frictions[*k];
            decisions[friction.switch] = *way;
            decisions[friction.switch + 1] = (-2.0 * way * state.rate(friction)).max(0.0);
        }
        resting.retain(|k| decisions[frictions[*k].switch] == 0.0);
    }
    Ok(())
}

/// Joints whose rates depend on those at rest are at rest, too, whatever the sign of their rounding.
fn bring_to_rest<R: Rubbing>(
    frictions: &[Friction],
    state: &mut R,
    resting: &mut Vec<usize>,
    decisions: &mut [f64],
) -> Result<(), R::Failure> {
    let n = frictions.len();
    if resting.is_empty() || resting.len() == n {
        return Ok(());
    }
    let mut all = decisions.to_vec();
    frictions.iter().for_each(|friction| all[friction.switch] = 0.0);
    let sticking = state.feel(&all)?;
    let known = resting.clone();
    for k in (0..n).filter(|k| !known.contains(k)) {
        if depends(&sticking.compliance, n, &known, k) {
            decisions[frictions[k].switch] = 0.0;
            resting.push(k);
        }
    }
    resting.sort_unstable();
    Ok(())
}

/// Takes out of the matrices of implicit methods what sticking joints do not feel: with S = Jᵀ (J M⁻¹ Jᵀ)⁻¹ J M⁻¹, forces become (I − S)
/// times themselves, and so do their derivatives. `rows` are those of J.
pub(crate) fn project_stuck(rows: &[Vec<f64>], sum: &mut Linearisation) {
    let (n, m) = (rows.len(), sum.mass.rows());
    let mut mass: Vec<f64> = (0..m * m).map(|k| sum.mass[(k / m, k % m)]).collect();
    if n == 0 || cholesky(m, &mut mass).is_err() {
        return;
    }
    let mut sticking = Sticking { motions: rows.concat(), ..Sticking::default() };
    sticking.respond(m, &mass);
    let project = |parts: &[&Dense], into: &mut Dense| {
        for j in 0..m {
            let column: Vec<f64> =
                (0..m).map(|i| into[(i, j)] + parts.iter().map(|p| p[(i, j)]).sum::<f64>()).collect();
            let mut held: Vec<f64> = sticking
                .response
                .chunks_exact(m)
                .map(|own| own.iter().zip(&column).map(|(a, b)| a * b).sum())
                .collect();
            solve_regular(n, &mut sticking.compliance.clone(), &mut held);
            for (row, force) in rows.iter().zip(&held) {
                into.column_mut(j).iter_mut().zip(row).for_each(|(sum, j)| *sum -= force * j);
            }
        }
    };
    project(&[&sum.damping], &mut sum.velocity_sensitivity);
    project(&[&sum.stiffness, &sum.geometric_stiffness], &mut sum.dynamic_stiffness);
}
