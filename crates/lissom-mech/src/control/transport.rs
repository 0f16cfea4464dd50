//! The delay of a continuous controller: a command that travels along a line.
//!
//! A delay by T is the end of a line of length one along which T ẇ = −∂w/∂ξ carries the command from its beginning. The command under
//! way is a polynomial of order n that satisfies this at the Radau points, whose last one is the end: from beginning to end this is
//! the Padé approximation \[n−1/n\] of e^{−sT} \[Hairer1996, §IV.3\], which has no jump at once and poles on the left only. The states are the commands
//! of n earlier times, as large as commands are.

use lissom_linalg::Complex;
use lissom_model::model::Lag;

/// The states of one command under way.
#[derive(Clone, Debug)]
pub(super) struct Transport {
    /// −(∂/∂ξ)/T at the points, by the states [1/s].
    pub along: Vec<Vec<f64>>,
    /// −(∂/∂ξ)/T at the points, by the command that enters [1/s].
    pub inlet: Vec<f64>,
}

impl Transport {
    pub fn new(lag: Lag) -> Self {
        let mut points = vec![0.0];
        points.extend(radau_points(lag.order));
        let slopes = slopes(&points);
        let scaled = |row: &Vec<f64>| row[1..].iter().map(|slope| -slope / lag.time).collect();
        Self {
            along: slopes[1..].iter().map(scaled).collect(),
            inlet: slopes[1..].iter().map(|row| -row[0] / lag.time).collect(),
        }
    }

    /// Number of states.
    pub fn size(&self) -> usize {
        self.inlet.len()
    }

    /// ẇ, where a command enters.
    pub fn rates(&self, states: &[f64], command: f64, rates: &mut [f64]) {
        for ((rate, row), inlet) in rates.iter_mut().zip(&self.along).zip(&self.inlet) {
            let carried: f64 = row.iter().zip(states).map(|(slope, state)| slope * state).sum();
            *rate = carried + inlet * command;
        }
    }

    /// The command that arrives.
    pub fn arrives(states: &[f64]) -> f64 {
        states.last().copied().unwrap_or(0.0)
    }
}

/// |R(jx) − e^{−jx}|, the relative error of the approximation at x = ωT \[-\].
#[must_use]
pub fn delay_error(order: usize, x: f64) -> f64 {
    let z = Complex::new(0.0, -x);
    let n = order as f64;
    // Coefficients of the numerator of degree n − 1 and of the denominator of degree n, each from the one before.
    let sum = |degree: f64, sign: f64| {
        let (mut term, mut sum) = (Complex::ONE, Complex::ONE);
        let mut j = 0.0;
        while j < degree {
            term = term * z.scale(sign * (degree - j) / ((2.0 * n - 1.0 - j) * (j + 1.0)));
            sum = sum + term;
            j += 1.0;
        }
        sum
    };
    let found = sum(n - 1.0, 1.0) / sum(n, -1.0);
    (found - Complex::new(x.cos(), -x.sin())).abs()
}

/// The frequency up to which the delay of a controller is exact within a share \[Hz\].
#[must_use]
pub fn delay_range(lag: Lag, share: f64) -> f64 {
    // The error grows with x up to where it is of order one, which is beyond x = 1 and below 4 n.
    let (mut low, mut high) = (0.0, 4.0 * lag.order as f64);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if delay_error(lag.order, middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    low / (std::f64::consts::TAU * lag.time)
}

/// The right Radau points in (0, 1]: roots of P_n(2 c − 1) − P_{n−1}(2 c − 1).
fn radau_points(n: usize) -> Vec<f64> {
    let value = |c: f64| {
        let x = 2.0 * c - 1.0;
        let (mut before, mut last) = (1.0, x);
        for k in 2..=n {
            let k = k as f64;
            (before, last) = (last, ((2.0 * k - 1.0) * x * last - (k - 1.0) * before) / k);
        }
        last - before
    };
    // The points are denser towards both ends: equal angles separate them.
    let steps = 40 * n;
    let at = |k: usize| 0.5 * (1.0 - (std::f64::consts::PI * k as f64 / steps as f64).cos());
    let mut points = Vec::new();
    for k in 0..steps - 1 {
        let (mut low, mut high) = (at(k), at(k + 1));
        if value(low) * value(high) > 0.0 {
            continue;
        }
        let sign = value(low);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if value(middle) * sign > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        points.push(0.5 * (low + high));
    }
    points.push(1.0);
    points
}

/// Derivatives at the points of the polynomials that are one at one point and zero at the others.
fn slopes(points: &[f64]) -> Vec<Vec<f64>> {
    let n = points.len();
    let weight = |j: usize| -> f64 {
        let others = (0..n).filter(|k| *k != j);
        1.0 / others.map(|k| points[j] - points[k]).product::<f64>()
    };
    let weights: Vec<f64> = (0..n).map(weight).collect();
    let mut slopes = vec![vec![0.0; n]; n];
    for (i, row) in slopes.iter_mut().enumerate() {
        for j in (0..n).filter(|j| *j != i) {
            row[j] = weights[j] / weights[i] / (points[i] - points[j]);
        }
        row[i] = -row.iter().sum::<f64>();
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_tables() {
        // \[Hairer1996, Table 5.6\] of three stages.
        let root = 6.0_f64.sqrt();
        for (n, expected) in [
            (1, vec![1.0]),
            (2, vec![1.0 / 3.0, 1.0]),
            (3, vec![(4.0 - root) / 10.0, (4.0 + root) / 10.0, 1.0]),
        ] {
            let found = radau_points(n);
            assert_eq!(found.len(), n);
            assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-14), "{found:?}");
        }
        (1..=12).for_each(|n| assert_eq!(radau_points(n).len(), n));
    }

    /// w(1) of (s + A) w = b u with the points as states, by elimination.
    fn response(transport: &Transport, omega: f64) -> Complex {
        let n = transport.size();
        let mut rows: Vec<Vec<Complex>> = (0..n)
            .map(|i| {
                let mut row: Vec<Complex> = (0..n)
                    .map(|j| Complex::new(-transport.along[i][j], if i == j { omega } else { 0.0 }))
                    .collect();
                row.push(Complex::from(transport.inlet[i]));
                row
            })
            .collect();
        for k in 0..n {
            let pivot = (k..n).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs())).unwrap_or(k);
            rows.swap(k, pivot);
            let pivot_row = rows[k].clone();
            for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != k).map(|(_, row)| row) {
                let factor = row[k] / pivot_row[k];
                row.iter_mut().zip(&pivot_row).for_each(|(own, pivot)| *own = *own - factor * *pivot);
            }
        }
        rows[n - 1][n] / rows[n - 1][n - 1]
    }

    #[test]
    fn the_end_of_the_line_is_the_delayed_command() {
        let time = 2e-3;
        for order in 1..=12 {
            let transport = Transport::new(Lag { time, order });
            for x in [0.05, 0.4, 1.0, 3.0] {
                let found = response(&transport, x / time);
                let exact = Complex::new(f64::cos(x), -f64::sin(x));
                let error = delay_error(order, x);
                assert!(((found - exact).abs() - error).abs() < 1e-11, "order {order}, x = {x}: {error}");
            }
        }
    }

    #[test]
    fn the_error_has_the_order_and_the_constant_of_the_approximation() {
        // (n−1)! n! / ((2n−1)! (2n)!) x^{2n} to leading order \[Hairer1996, Thm. IV.3.11\].
        let factorial = |n: usize| (1..=n).map(|k| k as f64).product::<f64>();
        for n in 1..=4 {
            let constant = factorial(n - 1) * factorial(n) / (factorial(2 * n - 1) * factorial(2 * n));
            let x = 0.1 * n as f64;
            let ratio = delay_error(n, x) / (constant * x.powi(2 * n as i32));
            assert!((ratio - 1.0).abs() < 0.1 * x, "order {n}: {ratio}");
        }
        let lag = Lag { time: 1e-3, order: 5 };
        let hz = delay_range(lag, 0.01);
        assert!((delay_error(5, std::f64::consts::TAU * hz * 1e-3) - 0.01).abs() < 1e-9, "{hz}");
    }
}
