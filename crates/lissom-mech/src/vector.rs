//! Vectors of ordinary space and the triad of a straight member.

/// A vector of ordinary space.
pub type Vector = [f64; 3];

/// Scalar product.
#[must_use]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
#[must_use]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Difference a − b.
#[must_use]
pub fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a + s·b.
#[must_use]
pub fn add_scaled(a: Vector, s: f64, b: Vector) -> Vector {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// A vector of the x-y plane in space.
#[must_use]
pub fn lift([x, y]: [f64; 2]) -> Vector {
    [x, y, 0.0]
}

/// Length, safe against overflow and underflow of the squares.
#[must_use]
pub fn norm(a: Vector) -> f64 {
    a[0].hypot(a[1]).hypot(a[2])
}

/// The unit vector along `a`, or `None` for the zero vector.
#[must_use]
pub fn unit(a: Vector) -> Option<Vector> {
    let length = norm(a);
    (length > 0.0 && length.is_finite()).then(|| [a[0] / length, a[1] / length, a[2] / length])
}

/// Right-handed orthonormal triad of a straight member: x along the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triad {
    /// Along the axis.
    pub x: Vector,
    /// First transverse direction.
    pub y: Vector,
    /// Second transverse direction.
    pub z: Vector,
}

impl Triad {
    /// The triad of a member along `axis`.
    ///
    /// `towards` lies in the local x-y plane on the side of +y. Without it y is horizontal, y = Z × x (so that a
    /// member along X has y = Y and z = Z); a member parallel to Z takes y = Y.
    ///
    /// Returns `None` when the axis is zero or `towards` is parallel to it.
    #[must_use]
    pub fn of_member(axis: Vector, towards: Option<Vector>) -> Option<Self> {
        let x = unit(axis)?;
        let y_raw = match towards {
            Some(v) => {
                let v = unit(v)?;
                add_scaled(v, -dot(v, x), x)
            }
            None => cross([0.0, 0.0, 1.0], x),
        };
        // Below this sine the direction of y is noise; the default then falls back to Y, which is exactly
        // perpendicular enough to be projected safely.
        const PARALLEL: f64 = 1e-9;
        let y_raw = match (norm(y_raw) > PARALLEL, towards) {
            (true, _) => y_raw,
            (false, None) => add_scaled([0.0, 1.0, 0.0], -x[1], x),
            (false, Some(_)) => return None,
        };
        let y = unit(y_raw)?;
        Some(Self { x, y, z: cross(x, y) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_triads_follow_the_rule() {
        let along_x = Triad::of_member([2.0, 0.0, 0.0], None).unwrap();
        assert_eq!(along_x, Triad { x: [1.0, 0.0, 0.0], y: [0.0, 1.0, 0.0], z: [0.0, 0.0, 1.0] });
        let along_z = Triad::of_member([0.0, 0.0, 3.0], None).unwrap();
        assert_eq!(along_z.y, [0.0, 1.0, 0.0]);
        assert_eq!(along_z.z, [-1.0, 0.0, 0.0]);
    }

    #[test]
    fn triads_are_orthonormal_and_right_handed() {
        for (axis, towards) in [
            ([1.0, 2.0, -0.5], None),
            ([1.0, 2.0, -0.5], Some([0.3, 0.0, 9.0])),
            ([0.0, 1e-12, 1.0], None),
            ([-3.0, 0.0, 1e-3], None),
        ] {
            let t = Triad::of_member(axis, towards).unwrap();
            for (a, b) in [(t.x, t.y), (t.y, t.z), (t.z, t.x)] {
                assert!(dot(a, b).abs() < 1e-15);
            }
            for a in [t.x, t.y, t.z] {
                assert!((norm(a) - 1.0).abs() < 1e-15);
            }
            assert!((dot(cross(t.x, t.y), t.z) - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn a_parallel_hint_is_refused() {
        assert!(Triad::of_member([1.0, 0.0, 0.0], Some([2.0, 0.0, 0.0])).is_none());
        assert!(Triad::of_member([0.0; 3], None).is_none());
    }
}
