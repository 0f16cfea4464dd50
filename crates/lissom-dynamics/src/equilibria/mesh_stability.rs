//! Whether a verdict about stability is that of the beams or that of their mesh: what decides it, on three meshes.
//!
//! # Equation
//! Elements converge with the square of their length h or faster, λ(h) = λ + c hᵖ with p ≥ 2. Of meshes with n, 2n and 4n elements, the last
//! one is then off by at most a third of the last change (Richardson); three times that is taken for its error. Meshes that
//! have not reached their order show it: the change does not become smaller from one to the next. Then ten times the larger
//! change is taken. A sign is known while the value exceeds its error.

use crate::equilibria::certify_state::Stability;

/// Changes from mesh to mesh converge when each is at most this share of the one before: of second order it is a quarter [-].
const CONVERGING: f64 = 0.5;

/// The error of a mesh over the last change where changes do not converge [-].
const UNPROVEN: f64 = 10.0;

/// Poles of two meshes that are compared: the slowest, in which loads that follow the motion meet first.
const LOWEST_POLES: usize = 4;

/// What meshes with n, 2n and 4n elements say about the stability of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshStability {
    /// What follows from them.
    pub stability: Stability,
    /// Elements of the two finer meshes, over those of the state's own [-].
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
    /// Compares meshes, each with twice the elements of the one before; `elements` are those of the last two over those of the
    /// state's own.
    #[must_use]
    pub fn among([coarsest, coarse, fine]: [&MeshSample; 3], elements: [f64; 2]) -> Self {
        match (coarsest, coarse, fine) {
            (MeshSample::Squares(coarsest), MeshSample::Squares(coarse), MeshSample::Squares(fine)) => {
                Self::of_squares([coarsest, coarse, fine], elements)
            }
            (MeshSample::Poles(_, before), MeshSample::Poles(a, coarse), MeshSample::Poles(b, fine))
                if a == b =>
            {
                Self::of_poles([before, coarse, fine], *b, elements)
            }
            _ => Self::unknown("what decides, other on each mesh,", elements),
        }
    }

    fn unknown(quantity: &'static str, elements: [f64; 2]) -> Self {
        let (stability, nearest, unknown) = (Stability::Undecided(1), [None; 2], f64::INFINITY);
        Self { stability, elements, nearest, quantity, error: unknown, open: unknown }
    }

    fn of_squares([coarsest, coarse, fine]: [&[f64]; 3], elements: [f64; 2]) -> Self {
        let change = |a: &[f64], b: &[f64], i: usize| Some((b.get(i)? - a.get(i)?).abs());
        let error = |i: usize| discretisation_error(change(coarsest, coarse, i), change(coarse, fine, i));
        let open = |i: usize| error(i) / fine[i].abs();
        let unstable = fine.iter().filter(|value| **value < 0.0).count();
        let known = (0..unstable).filter(|i| open(*i) < 1.0).count();
        let beside_zero =
            unstable.checked_sub(1).into_iter().chain((unstable < fine.len()).then_some(unstable));
        let quantity = "squared frequency [rad²/s²]";
        let Some(worst) = beside_zero.max_by(|a, b| open(*a).total_cmp(&open(*b))) else {
            let nothing = Self::unknown(quantity, elements);
            return Self { stability: Stability::Stable, error: 0.0, open: 0.0, ..nothing };
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
        [coarsest, coarse, fine]: [&[[f64; 2]]; 3],
        stability: Stability,
        elements: [f64; 2],
    ) -> Self {
        let quantity = "distance of a pole from growth [1/s]";
        let distance = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let room = |i: usize, poles: &[[f64; 2]]| {
            let own = &poles[i];
            let others = poles.iter().enumerate().filter(|(j, _)| *j != i);
            let gap =
                others.map(|(_, other)| distance(own, other)).fold(2.0 * own[1].hypot(own[0]), f64::min);
            0.5 * own[0].abs().max(0.5 * gap)
        };
        let change = |a: &[[f64; 2]], b: &[[f64; 2]], i: usize| Some(distance(a.get(i)?, b.get(i)?));
        let error = |i: usize| discretisation_error(change(coarsest, coarse, i), change(coarse, fine, i));
        let open = |i: usize| error(i) / room(i, fine);
        let compared = coarse.len().min(fine.len()).min(LOWEST_POLES);
        let Some(worst) = (0..compared).max_by(|a, b| open(*a).total_cmp(&open(*b))) else {
            return Self::unknown(quantity, elements);
        };
        let open = open(worst);
        let stability = if open < 1.0 { stability } else { Stability::Undecided(1) };
        let nearest = [Some(room(worst, coarse)), Some(room(worst, fine))];
        Self { stability, elements, nearest, quantity, error: error(worst), open }
    }

    /// The same, undecided: the state's own mesh gives another verdict than finer ones.
    #[must_use]
    pub fn contradicted(self) -> Self {
        Self { stability: Stability::Undecided(1), open: self.open.max(1.0), ..self }
    }

    /// Whether the discretisation error can turn the verdict.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_nan() || self.open >= 1.0
    }
}

/// The error of the finest of three meshes, from the changes between them; a mesh too coarse to move in a direction says nothing.
fn discretisation_error(before: Option<f64>, last: Option<f64>) -> f64 {
    match (before, last) {
        (Some(before), Some(last)) if last <= CONVERGING * before => last,
        (before, Some(last)) => UNPROVEN * before.map_or(last, |before| before.max(last)),
        (_, None) => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among(values: [&[f64]; 3]) -> MeshStability {
        let [a, b, c] = values.map(|values| MeshSample::Squares(values.to_vec()));
        MeshStability::among([&a, &b, &c], [1.0, 2.0])
    }

    #[test]
    fn a_sign_is_known_when_the_value_exceeds_its_error() {
        assert_eq!(among([&[1.5, 9.0], &[1.1, 9.0], &[1.0, 9.0]]).stability, Stability::Stable);
        assert_eq!(among([&[-1.5, 9.0], &[-1.1, 9.0], &[-1.0, 9.0]]).stability, Stability::Unstable(1));
        // The last change is as large as the value, or the sign changes with the mesh.
        for [coarse, fine] in [[0.3, 0.1], [0.5, -0.1], [-0.5, 0.1], [-0.3, -0.1]] {
            let found = among([&[3.0 * coarse, 9.0], &[coarse, 9.0], &[fine, 9.0]]);
            assert!(found.is_open() && found.stability == Stability::Undecided(1), "{coarse} {fine}");
            assert_eq!(found.nearest, [Some(coarse), Some(fine)]);
        }
        // A column a thousandth above its critical load with 1, 2 and 4 elements: the changes do not converge yet.
        assert!(among([&[0.6], &[0.389], &[0.2095]]).is_open());
        assert_eq!(among([&[0.2095], &[-0.0158], &[-0.0314]]).stability, Stability::Unstable(1));
        // One direction is known to be unstable, the other one is not.
        let found = among([&[-4.8, 0.9], &[-5.0, 0.3], &[-5.1, 0.1]]);
        assert!(found.is_open() && found.stability == Stability::Unstable(1));
        // A mesh that cannot move says nothing; what nothing can move is stable.
        assert!(among([&[], &[], &[1.0]]).is_open());
        assert!(!among([&[], &[], &[]]).is_open());
    }
}
