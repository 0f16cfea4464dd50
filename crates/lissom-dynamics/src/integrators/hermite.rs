//! The quintic between two states with their accelerations.

/// Coordinates, rates and accelerations at one end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End<'a> {
    pub(crate) position: &'a [f64],
    pub(crate) velocity: &'a [f64],
    pub(crate) acceleration: &'a [f64],
}

/// (q, q̇) at the share `s` of a step: the quintic with the coordinates, rates and accelerations of both ends, and
/// its derivative. Its error is of order 6 in the step, that of the rates of order 5.
pub(crate) fn quintic(from: End, to: End, step: f64, s: f64, state: &mut [f64]) {
    let n = from.position.len();
    let (position, velocity) = state.split_at_mut(n);
    for i in 0..n {
        let (v0, v1) = (step * from.velocity[i], step * to.velocity[i]);
        let (a0, a1) = (step * step * from.acceleration[i], step * step * to.acceleration[i]);
        // The cubic, quartic and quintic coefficients take up what the parabola from the first end misses.
        let rise = to.position[i] - from.position[i] - v0 - 0.5 * a0;
        let (slope, bend) = (v1 - v0 - a0, a1 - a0);
        let c3 = 10.0 * rise - 4.0 * slope + 0.5 * bend;
        let c4 = -15.0 * rise + 7.0 * slope - bend;
        let c5 = 6.0 * rise - 3.0 * slope + 0.5 * bend;
        position[i] = from.position[i] + s * (v0 + s * (0.5 * a0 + s * (c3 + s * (c4 + s * c5))));
        velocity[i] = (v0 + s * (a0 + s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5)))) / step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quintic_is_reproduced() {
        let q = |t: f64| 1.0 - 2.0 * t + 0.5 * t.powi(3) - t.powi(4) + 0.3 * t.powi(5);
        let v = |t: f64| -2.0 + 1.5 * t.powi(2) - 4.0 * t.powi(3) + 1.5 * t.powi(4);
        let a = |t: f64| 3.0 * t - 12.0 * t.powi(2) + 6.0 * t.powi(3);
        let (t0, t1) = (0.7, 1.9);
        let mut state = [0.0, 0.0];
        let from = End { position: &[q(t0)], velocity: &[v(t0)], acceleration: &[a(t0)] };
        let to = End { position: &[q(t1)], velocity: &[v(t1)], acceleration: &[a(t1)] };
        for s in [0.0, 0.2, 0.61, 1.0] {
            quintic(from, to, t1 - t0, s, &mut state);
            let t = t0 + s * (t1 - t0);
            assert!((state[0] - q(t)).abs() < 1e-14 && (state[1] - v(t)).abs() < 1e-13);
        }
    }
}
