//! Whether a verdict about stability is that of the beams or that of their mesh: what decides it, on two meshes.
//!
//! # Equation
//! Elements converge with the square of their length h or faster, λ(h) = λ + c hᵖ with p ≥ 2. Of two meshes whose lengths have the ratio
//! r, the finer one is off by |λ(h) − λ(rh)|/(rᵖ − 1) (Richardson), at most with p = 2. Three times that is taken for its error,
//! because nothing proves that coarse meshes have reached the order. A sign is known while the value exceeds its error.

use crate::equilibria::certify_state::Stability;

/// Estimates of the discretisation error are taken this many times [-].
const SAFETY: f64 = 3.0;

/// Poles of two meshes that are compared: the slowest, in which loads that follow the motion meet first.
const LOWEST_POLES: usize = 4;

/// What two meshes say about the stability of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshStability {
    /// What follows from both.
    pub stability: Stability,
    /// Elements of the coarser and of the finer mesh, over those of the state's own [-].
    pub elements: [f64; 2],
    /// What decides (see `quantity`) and is nearest to zero beside its error, on the coarser and the finer mesh; nothing where a mesh
    /// cannot move in that direction.
    pub nearest: [Option<f64>; 2],
    /// Name and unit of what decides.
    pub quantity: &'static str,
    /// Estimate of the discretisation error of the finer mesh, in the same unit; infinite where the coarser one says nothing.
    pub error: f64,
    /// The error over what decides: below one, the signs are known [-].
    pub open: f64,
}

/// What decides on a mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshSample {
    /// Squared frequencies, ascending [rad²/s²].
    Squares(Vec<f64>),
    /// Verdict and poles with an imaginary part that is not negative, ascending in size [1/s].
    Poles(Stability, Vec<[f64; 2]>),
}

impl MeshStability {
    /// Compares two meshes, `elements` being their numbers of elements over those of the state's own.
    #[must_use]
    pub fn between(coarse: &MeshSample, fine: &MeshSample, elements: [f64; 2]) -> Self {
        match (coarse, fine) {
            (MeshSample::Squares(coarse), MeshSample::Squares(fine)) => {
                Self::of_squares(coarse, fine, elements)
            }
            (MeshSample::Poles(coarse, before), MeshSample::Poles(fine, after)) => {
                Self::of_poles((*coarse, before), (*fine, after), elements)
            }
            _ => Self::unknown("what decides about stability, other on either mesh", elements),
        }
    }

    fn unknown(quantity: &'static str, elements: [f64; 2]) -> Self {
        let stability = Stability::Undecided(1);
        Self {
            stability,
            elements,
            nearest: [None; 2],
            quantity,
            error: f64::INFINITY,
            open: f64::INFINITY,
        }
    }

    fn of_squares(coarse: &[f64], fine: &[f64], elements: [f64; 2]) -> Self {
        let share = error_share(elements);
        let error = |i: usize| match coarse.get(i) {
            Some(coarse) => share * (fine[i] - coarse).abs(),
            // A mesh too coarse to move in a direction says nothing about it.
            None => f64::INFINITY,
        };
        let open = |i: usize| error(i) / fine[i].abs();
        let unstable = fine.iter().filter(|value| **value < 0.0).count();
        let known = (0..unstable).filter(|i| open(*i) < 1.0).count();
        let beside_zero = unstable.checked_sub(1).into_iter().chain((unstable < fine.len()).then_some(unstable));
        let quantity = "squared frequency [rad²/s²]";
        let Some(worst) = beside_zero.max_by(|a, b| open(*a).total_cmp(&open(*b))) else {
            return Self { stability: Stability::Stable, error: 0.0, open: 0.0, ..Self::unknown(quantity, elements) };
        };
        let open = open(worst);
        let stability = match (open < 1.0, unstable, known) {
            (true, 0, _) => Stability::Stable,
            (true, unstable, _) => Stability::Unstable(unstable),
            (false, _, 0) => Stability::Undecided(1),
            (false, _, known) => Stability::Unstable(known),
        };
        let nearest = [coarse.get(worst).copied(), Some(fine[worst])];
        Self { stability, elements, nearest, quantity, error: error(worst), open }
    }

    /// Oscillations begin to grow where their real part passes zero or, without damping, where two poles meet: with the square root of
    /// the distance from there. An error of the poles below a quarter of their distance from each other, or below half of their
    /// real part, cannot have hidden that.
    fn of_poles(
        (coarse, before): (Stability, &[[f64; 2]]),
        (fine, after): (Stability, &[[f64; 2]]),
        elements: [f64; 2],
    ) -> Self {
        let quantity = "distance of a pole from growth [1/s]";
        if coarse != fine {
            return Self::unknown(quantity, elements);
        }
        let share = error_share(elements);
        let distance = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let room = |i: usize, poles: &[[f64; 2]]| {
            let own = &poles[i];
            let others = poles.iter().enumerate().filter(|(j, _)| *j != i);
            let gap = others.map(|(_, other)| distance(own, other)).fold(2.0 * own[1].hypot(own[0]), f64::min);
            0.5 * own[0].abs().max(0.5 * gap)
        };
        let compared = before.len().min(after.len()).min(LOWEST_POLES);
        let error = |i: usize| share * distance(&before[i], &after[i]);
        let open = |i: usize| error(i) / room(i, after);
        let Some(worst) = (0..compared).max_by(|a, b| open(*a).total_cmp(&open(*b))) else {
            return Self::unknown(quantity, elements);
        };
        let open = open(worst);
        let stability = if open < 1.0 { fine } else { Stability::Undecided(1) };
        let nearest = [Some(room(worst, before)), Some(room(worst, after))];
        Self { stability, elements, nearest, quantity, error: error(worst), open }
    }

    /// Whether the discretisation error can turn the verdict.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_nan() || self.open >= 1.0
    }
}

/// Error of the finer mesh over the change between both, of second order.
fn error_share([coarse, fine]: [f64; 2]) -> f64 {
    let ratio = fine / coarse;
    if ratio > 1.0 { SAFETY / (ratio * ratio - 1.0) } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(values: &[f64]) -> MeshSample {
        MeshSample::Squares(values.to_vec())
    }

    #[test]
    fn a_sign_is_known_when_the_value_exceeds_its_error() {
        let between = |coarse: &[f64], fine: &[f64]| {
            MeshStability::between(&squares(coarse), &squares(fine), [1.0, 2.0])
        };
        assert_eq!(between(&[1.1, 9.0], &[1.0, 9.0]).stability, Stability::Stable);
        assert_eq!(between(&[-1.1, 9.0], &[-1.0, 9.0]).stability, Stability::Unstable(1));
        // The change is as large as the value, or the sign changes with the mesh.
        for (coarse, fine) in [(0.3, 0.1), (0.5, -0.1), (-0.5, 0.1), (-0.3, -0.1)] {
            let found = between(&[coarse, 9.0], &[fine, 9.0]);
            assert!(found.is_open() && found.stability == Stability::Undecided(1), "{coarse} {fine}");
            assert_eq!(found.nearest, [Some(coarse), Some(fine)]);
        }
        // One direction is known to be unstable, the other one is not.
        let found = between(&[-5.0, 0.3], &[-5.1, 0.1]);
        assert!(found.is_open() && found.stability == Stability::Unstable(1));
        // A mesh that cannot move says nothing; what nothing can move is stable.
        assert!(between(&[], &[1.0]).is_open());
        assert!(!between(&[], &[]).is_open());
        // A third finer only: the same change stands for a larger error.
        let near = MeshStability::between(&squares(&[1.5]), &squares(&[1.0]), [2.0 / 3.0, 1.0]);
        assert!(near.is_open() && !between(&[1.5], &[1.0]).is_open());
    }
}
