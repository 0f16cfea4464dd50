//! Circular arcs between two points.

use crate::reading::vector::{cross, difference, dot, length};

/// An arc: points `centre` + `radius`·(cos θ `along` + sin θ `across`), θ from 0 to `angle`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    centre: [f64; 3],
    radius: f64,
    along: [f64; 3],
    across: [f64; 3],
    /// Angle of the whole arc \[rad\].
    angle: f64,
}

/// Radii of both ends that differ by less are the same \[-\].
const SAME_RADIUS: f64 = 1e-6;

impl Arc {
    /// From `first` through `middle` to `last`; the points must not lie on a line \[m\].
    pub fn through(first: [f64; 3], middle: [f64; 3], last: [f64; 3]) -> Result<Self, String> {
        let (a, b) = (difference(middle, first), difference(last, first));
        let normal = cross(a, b);
        let twice = dot(normal, normal);
        if length(normal) <= 1e-9 * length(a) * length(b) || length(a) == 0.0 || length(b) == 0.0 {
            return Err("the three points lie on a line".to_owned());
        }
        // Centre of the circle through the origin, a and b.
        let weighted = difference(b.map(|c| dot(a, a) * c), a.map(|c| dot(b, b) * c));
        let offset = cross(weighted, normal).map(|c| c / (2.0 * twice));
        let centre = sum(first, offset);
        Ok(Self::about(centre, first, last, normal))
    }

    /// The shorter arc about a centre \[m\].
    pub fn around(first: [f64; 3], centre: [f64; 3], last: [f64; 3]) -> Result<Self, String> {
        let (a, b) = (difference(first, centre), difference(last, centre));
        if (length(a) - length(b)).abs() > SAME_RADIUS * length(a) {
            return Err(format!("the ends are {} m and {} m from the centre", length(a), length(b)));
        }
        let normal = cross(a, b);
        if length(normal) <= 1e-9 * length(a) * length(b) {
            return Err("the ends and the centre lie on a line, so the plane or side is not known".to_owned());
        }
        Ok(Self::about(centre, first, last, normal))
    }

    fn about(centre: [f64; 3], first: [f64; 3], last: [f64; 3], normal: [f64; 3]) -> Self {
        let start = difference(first, centre);
        let radius = length(start);
        let along = start.map(|c| c / radius);
        let size = length(normal);
        let across = cross(normal.map(|c| c / size), along);
        let end = difference(last, centre);
        let angle = dot(end, across).atan2(dot(end, along)).rem_euclid(std::f64::consts::TAU);
        Self { centre, radius, along, across, angle }
    }

    /// The point at a fraction of the arc \[m\].
    pub fn point(&self, fraction: f64) -> [f64; 3] {
        let (sine, cosine) = (fraction * self.angle).sin_cos();
        let turned = |c: usize| self.radius * (cosine * self.along[c] + sine * self.across[c]);
        [0, 1, 2].map(|c: usize| self.centre[c] + turned(c))
    }
}

fn sum(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: [f64; 3], b: [f64; 3]) -> bool {
        length(difference(a, b)) < 1e-12
    }

    #[test]
    fn arcs_pass_through_their_points() {
        let half = Arc::through([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]).unwrap();
        assert!(close(half.point(0.25), [0.5_f64.sqrt(), 0.5_f64.sqrt(), 0.0]));
        assert!(close(half.point(1.0), [-1.0, 0.0, 0.0]));
        let long = Arc::through([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]).unwrap();
        assert!((long.angle - 1.5 * std::f64::consts::PI).abs() < 1e-12);
        let tilted = Arc::around([3.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 0.0, 3.0]).unwrap();
        assert!(close(tilted.point(0.5), [1.0 + 2.0_f64.sqrt(), 0.0, 1.0 + 2.0_f64.sqrt()]));
    }

    #[test]
    fn points_on_a_line_and_different_radii_are_refused() {
        assert!(Arc::through([0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]).is_err());
        assert!(Arc::around([1.0, 0.0, 0.0], [0.0; 3], [-1.0, 0.0, 0.0]).is_err());
        assert!(Arc::around([1.0, 0.0, 0.0], [0.0; 3], [0.0, 1.1, 0.0]).is_err());
    }
}
