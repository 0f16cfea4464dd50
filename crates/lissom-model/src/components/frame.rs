//! Position and orientation of a component in the model.

use crate::model::Direction;
use crate::reading::vector::{cross, dot};

/// A placement: a point p of the component lies at `origin` + `turn`·p. The matrix is orthogonal; its determinant is
/// -1 where the component is mirrored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// Position of the component's origin \[m\].
    pub origin: [f64; 3],
    /// Rows of the orthogonal matrix.
    pub turn: [[f64; 3]; 3],
}

impl Frame {
    pub const IDENTITY: Self =
        Self { origin: [0.0; 3], turn: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// Moved without being turned \[m\].
    pub fn at(origin: [f64; 3]) -> Self {
        Self { origin, ..Self::IDENTITY }
    }

    /// Turned about an axis (unit vector) through the origin \[rad\]: Rodrigues' formula.
    pub fn turned(axis: [f64; 3], angle: f64) -> Self {
        let (sine, cosine) = exact_right_angles(angle);
        let mut turn = [[0.0; 3]; 3];
        for (column, unit) in Self::IDENTITY.turn.iter().enumerate() {
            let along = dot(axis, *unit);
            let across = cross(axis, *unit);
            for row in 0..3 {
                turn[row][column] =
                    cosine * unit[row] + sine * across[row] + (1.0 - cosine) * along * axis[row];
            }
        }
        Self { origin: [0.0; 3], turn }
    }

    /// Mirrored: the coordinate of this number changes its sign.
    pub fn mirrored(axis: usize) -> Self {
        let mut frame = Self::IDENTITY;
        frame.turn[axis][axis] = -1.0;
        frame
    }

    /// With these unit vectors as its axes.
    pub fn with_axes(axes: [[f64; 3]; 3]) -> Self {
        let turn = [0, 1, 2].map(|row| [0, 1, 2].map(|column: usize| axes[column][row]));
        Self { origin: [0.0; 3], turn }
    }

    /// First `inner`, then this.
    pub fn after(&self, inner: &Self) -> Self {
        let column = |at: usize| self.vector([0, 1, 2].map(|row: usize| inner.turn[row][at]));
        let columns = [0, 1, 2].map(column);
        Self { origin: self.point(inner.origin), ..Self::with_axes(columns) }
    }

    /// This, about another centre than the origin \[m\].
    pub fn about(&self, centre: [f64; 3]) -> Self {
        let back = Self::at(centre.map(|component| -component));
        Self::at(centre).after(&self.after(&back))
    }

    pub fn point(&self, point: [f64; 3]) -> [f64; 3] {
        let turned = self.vector(point);
        [0, 1, 2].map(|row: usize| self.origin[row] + turned[row])
    }

    pub fn vector(&self, vector: [f64; 3]) -> [f64; 3] {
        self.turn.map(|row| dot(row, vector))
    }

    /// A vector of the model, seen from the component.
    pub fn seen(&self, vector: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|column: usize| (0..3).map(|row| self.turn[row][column] * vector[row]).sum())
    }

    /// An axis of rotation: it changes its sense where the component is mirrored.
    pub fn axis(&self, axis: [f64; 3]) -> [f64; 3] {
        self.vector(axis).map(|component| self.sense() * component)
    }

    pub fn direction(&self, direction: Direction) -> Direction {
        match direction {
            Direction::Along(vector) => Direction::Along(self.vector(vector)),
            Direction::About(axis) => Direction::About(self.axis(axis)),
        }
    }

    /// Determinant of the matrix: 1, or -1 where the component is mirrored.
    pub fn sense(&self) -> f64 {
        dot(self.turn[0], cross(self.turn[1], self.turn[2])).signum()
    }

    pub fn is_mirrored(&self) -> bool {
        self.sense() < 0.0
    }

    pub fn is_turned(&self) -> bool {
        self.turn != Self::IDENTITY.turn
    }

    /// The diagonal of `turn`·diag(d)·`turn`ᵀ, where that matrix is diagonal to rounding.
    pub fn diagonal(&self, d: [f64; 3]) -> Option<[f64; 3]> {
        let entry =
            |i: usize, j: usize| (0..3).map(|k| self.turn[i][k] * d[k] * self.turn[j][k]).sum::<f64>();
        let size = d.iter().fold(0.0_f64, |size, component| size.max(component.abs()));
        let off = [(0, 1), (0, 2), (1, 2)].iter().all(|(i, j)| entry(*i, *j).abs() <= ROUNDING * size);
        off.then(|| [0, 1, 2].map(|i| entry(i, i)))
    }
}

/// Axes that differ by less than this are parallel \[rad\].
pub(crate) const ROUNDING: f64 = 1e-12;

/// Sine and cosine, exact at multiples of a right angle, so that a quarter turn keeps coordinates tidy.
fn exact_right_angles(angle: f64) -> (f64, f64) {
    let (sine, cosine) = angle.sin_cos();
    let tidy = |value: f64| if value.abs() < 1e-15 { 0.0 } else { value };
    let whole = |value: f64, other: f64| if other == 0.0 { value.signum() } else { value };
    let (sine, cosine) = (tidy(sine), tidy(cosine));
    (whole(sine, cosine), whole(cosine, sine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_is_exact_and_about_its_centre() {
        let frame = Frame::turned([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2).about([1.0, 0.0, 0.0]);
        assert_eq!(frame.point([2.0, 0.0, 0.0]), [1.0, 1.0, 0.0]);
        assert_eq!(frame.seen(frame.vector([1.0, 2.0, 3.0])), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_mirror_keeps_the_sense_of_axes_in_its_plane_reversed() {
        let frame = Frame::mirrored(0);
        assert!(frame.is_mirrored());
        assert_eq!(frame.axis([0.0, 0.0, 1.0]), [0.0, 0.0, -1.0]);
        assert_eq!(frame.axis([1.0, 0.0, 0.0]), [1.0, 0.0, 0.0]);
        assert_eq!(frame.after(&frame), Frame::IDENTITY);
    }

    #[test]
    fn inertia_stays_diagonal_under_quarter_turns_only() {
        let about_z = |angle| Frame::turned([0.0, 0.0, 1.0], angle);
        assert_eq!(about_z(std::f64::consts::FRAC_PI_2).diagonal([1.0, 2.0, 3.0]), Some([2.0, 1.0, 3.0]));
        assert_eq!(about_z(0.3).diagonal([1.0, 2.0, 3.0]), None);
        assert!(about_z(0.3).diagonal([2.0, 2.0, 3.0]).is_some());
    }
}
