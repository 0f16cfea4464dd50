//! Linear equations of first order with named inputs and outputs, as a linear model that responses are asked of.

use crate::error::DynamicsError;
use crate::linear::frequency_response::ResponseRequest;
use crate::linear::linear_model::{Linear, LinearPort, Transfer};
use lissom_linalg::{Complex, Dense, Progress};
use lissom_mech::{Row, RowKind};
use std::borrow::Cow;
use std::f64::consts::TAU;

/// ẋ = A x + B u, y = C x + D u.
#[derive(Clone, Debug)]
pub struct FirstOrder {
    /// Its name, for messages.
    pub name: String,
    /// A.
    pub a: Dense,
    /// B.
    pub b: Dense,
    /// C.
    pub c: Dense,
    /// D.
    pub d: Dense,
    /// Names and units of u.
    pub inputs: Vec<LinearPort>,
    /// Names and units of y.
    pub outputs: Vec<LinearPort>,
}

impl Linear for FirstOrder {
    type Error = DynamicsError;

    fn name(&self) -> &str {
        &self.name
    }

    fn rows(&self) -> Cow<'_, [Row]> {
        (0..self.a.rows()).map(|k| Row::new(format!("state {}", k + 1), RowKind::State, None)).collect()
    }

    fn inputs(&self) -> Vec<LinearPort> {
        self.inputs.clone()
    }

    fn outputs(&self) -> Vec<LinearPort> {
        self.outputs.clone()
    }

    fn transfer<'a>(
        &'a self,
        inputs: &[usize],
        outputs: &[usize],
        request: &'a ResponseRequest,
        _progress: &dyn Progress,
    ) -> Result<Box<dyn Transfer<Error = DynamicsError> + 'a>, DynamicsError> {
        let b = Dense::from_fn(self.b.rows(), inputs.len(), |i, j| self.b[(i, inputs[j])]);
        let c = Dense::from_fn(outputs.len(), self.c.cols(), |i, j| self.c[(outputs[i], j)]);
        let d = Dense::from_fn(outputs.len(), inputs.len(), |i, j| self.d[(outputs[i], inputs[j])]);
        let integrals = integrals(&self.a, &b);
        let left = (0..self.a.rows()).filter(|i| !integrals.iter().any(|(row, _)| row == i)).collect();
        let found = (0..self.a.rows()).filter(|j| !integrals.iter().any(|(_, rate)| rate == j)).collect();
        Ok(Box::new(FirstOrderTransfer { request, a: &self.a, b, c, d, integrals, left, found }))
    }
}

/// C (s − A)⁻¹ B + D. Rates ẋ_i = x_j are put in as x_j = s x_i, so that a machine keeps its equations of second order: in those of first
/// order the squares of its highest frequencies would stand beside ones, and their rounding would spoil slow motions.
struct FirstOrderTransfer<'a> {
    request: &'a ResponseRequest,
    a: &'a Dense,
    b: Dense,
    c: Dense,
    d: Dense,
    /// States and the states that are their rates.
    integrals: Vec<(usize, usize)>,
    /// Rows that are left, and states that are looked for.
    left: Vec<usize>,
    found: Vec<usize>,
}

/// States i with ẋ_i = x_j, each j once; no input enters there.
fn integrals(a: &Dense, b: &Dense) -> Vec<(usize, usize)> {
    let n = a.rows();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for i in 0..n {
        let mut entries = (0..n).filter(|j| a[(i, *j)] != 0.0);
        let only = entries.next().filter(|j| entries.next().is_none() && *j != i && a[(i, *j)] == 1.0);
        let is_free = (0..b.cols()).all(|j| b[(i, j)] == 0.0);
        let is_new = |j: &usize| !pairs.iter().any(|(own, rate)| rate == j || own == j || *rate == i);
        if let Some(j) = only.filter(|_| is_free).filter(is_new) {
            pairs.push((i, j));
        }
    }
    pairs
}

impl FirstOrderTransfer<'_> {
    /// A row of s − A over the states that are looked for.
    fn row(&self, i: usize, s: Complex) -> Vec<Complex> {
        let entry = |j: usize| {
            let own = if i == j { s } else { Complex::ZERO };
            own - Complex::from(self.a[(i, j)])
        };
        let of = |j: &usize| match self.integrals.iter().find(|(own, _)| own == j) {
            Some((_, rate)) => entry(*j) + s * entry(*rate),
            None => entry(*j),
        };
        self.found.iter().map(of).collect()
    }
}

impl Transfer for FirstOrderTransfer<'_> {
    type Error = DynamicsError;

    fn over_range(&mut self) -> Result<Vec<Vec<Complex>>, DynamicsError> {
        self.request.frequencies_hz.iter().map(|hz| self.at(*hz)).collect()
    }

    fn at(&self, hz: f64) -> Result<Vec<Complex>, DynamicsError> {
        let s = Complex::new(0.0, TAU * hz);
        let mut rows: Vec<Vec<Complex>> = Vec::with_capacity(self.left.len());
        for i in &self.left {
            let mut row = self.row(*i, s);
            // Rows are those of unlike masses: pivots are compared after they have one size.
            let size = row.iter().map(|entry| entry.abs()).fold(0.0, f64::max);
            row.extend((0..self.b.cols()).map(|j| Complex::from(self.b[(*i, j)])));
            if size > 0.0 {
                row.iter_mut().for_each(|entry| *entry = entry.scale(1.0 / size));
            }
            rows.push(row);
        }
        eliminate_rows(&mut rows);
        let mut pairs = Vec::with_capacity(self.b.cols() * self.c.rows());
        for j in 0..self.b.cols() {
            let mut x = vec![Complex::ZERO; self.a.rows()];
            self.found.iter().zip(&rows).for_each(|(place, row)| x[*place] = row[rows.len() + j]);
            self.integrals.iter().for_each(|(own, rate)| x[*rate] = s * x[*own]);
            for i in 0..self.c.rows() {
                let direct = Complex::from(self.d[(i, j)]);
                pairs.push(x.iter().enumerate().fold(direct, |sum, (k, x)| sum + x.scale(self.c[(i, k)])));
            }
        }
        Ok(pairs)
    }

    fn has_peaks(&self) -> bool {
        true
    }
}

/// Solves in place a square matrix by rows, with the right-hand sides behind it, by elimination with pivoting by rows; a vanishing pivot
/// gives numbers that are not finite.
fn eliminate_rows(rows: &mut [Vec<Complex>]) {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs())).unwrap_or(k);
        rows.swap(k, pivot);
        let (above, below) = rows.split_at_mut(k + 1);
        let own = &above[k];
        for row in below.iter_mut().filter(|row| row[k] != Complex::ZERO) {
            let factor = row[k] / own[k];
            row[k..].iter_mut().zip(&own[k..]).for_each(|(entry, pivot)| *entry = *entry - factor * *pivot);
        }
    }
    for k in (0..n).rev() {
        let (above, below) = rows.split_at_mut(k);
        let own = &mut below[0];
        let pivot = own[k];
        own[n..].iter_mut().for_each(|value| *value = *value / pivot);
        for row in above.iter_mut().filter(|row| row[k] != Complex::ZERO) {
            let factor = row[k];
            row[n..].iter_mut().zip(&own[n..]).for_each(|(value, x)| *value = *value - factor * *x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loops::closed_loop::eliminate;

    #[test]
    fn responses_are_those_of_the_whole_matrix() {
        let n = 7;
        let a = Dense::from_fn(n, n, |i, j| {
            ((i * 3 + j * j * 2 + 1) as f64).sin() - if i == j { 3.0 } else { 0.0 }
        });
        let b = Dense::from_fn(n, 2, |i, j| ((i + 2 * j) as f64).cos());
        let c = Dense::from_fn(3, n, |i, j| ((i * j) as f64 + 0.3).sin());
        let d = Dense::from_fn(3, 2, |i, j| (i + j) as f64);
        let port = |k: usize| LinearPort { name: format!("{k}"), unit: None };
        let (inputs, outputs) = ((0..2).map(port).collect(), (0..3).map(port).collect());
        let model = FirstOrder {
            name: "test".to_owned(),
            a: a.clone(),
            b: b.clone(),
            c: c.clone(),
            d,
            inputs,
            outputs,
        };
        let request = ResponseRequest::at(vec![0.2]);
        let found = model.transfer(&[1], &[2, 0], &request, &lissom_linalg::Quiet).unwrap().at(0.2).unwrap();
        let s = Complex::new(0.0, TAU * 0.2);
        let mut matrix: Vec<Complex> = (0..n * n)
            .map(|k| (if k / n == k % n { s } else { Complex::ZERO }) - Complex::from(a[(k / n, k % n)]))
            .collect();
        let mut x: Vec<Complex> = b.column(1).iter().map(|b| Complex::from(*b)).collect();
        eliminate(&mut matrix, &mut x);
        for (value, output) in found.iter().zip([2, 0]) {
            let sum = (0..n).fold(Complex::ZERO, |sum, k| sum + x[k].scale(c[(output, k)]));
            let expected = sum + Complex::from((output + 1) as f64);
            assert!((*value - expected).abs() < 1e-12, "{value:?} {expected:?}");
        }
    }

    /// A light mass on a heavy one by a spring that is stiffer by six orders of magnitude: slow motions keep their digits.
    #[test]
    fn stiff_and_light_parts_leave_slow_motions_their_digits() {
        let (m, k) = ([1e-5, 10.0], [1e11, 1e5]);
        let stiffness = [[k[0], -k[0]], [-k[0], k[0] + k[1]]];
        let a = Dense::from_fn(4, 4, |i, j| match (i < 2, j < 2) {
            (true, _) => f64::from(u8::from(j == i + 2)),
            (false, true) => -stiffness[i - 2][j] / m[i - 2],
            (false, false) => 0.0,
        });
        let b = Dense::from_fn(4, 1, |i, _| if i == 3 { 1.0 / m[1] } else { 0.0 });
        let c = Dense::from_fn(2, 4, |i, j| f64::from(u8::from(j == 1 + 2 * i)));
        let port = |name: &str| LinearPort { name: name.to_owned(), unit: None };
        let (inputs, outputs) = (vec![port("f")], vec![port("x"), port("v")]);
        let model = FirstOrder { name: "test".to_owned(), a, b, c, d: Dense::zeros(2, 1), inputs, outputs };
        for hz in [1.0, 10.0, 30.0] {
            let request = ResponseRequest::at(vec![hz]);
            let found =
                model.transfer(&[0], &[0, 1], &request, &lissom_linalg::Quiet).unwrap().at(hz).unwrap();
            let omega = TAU * hz;
            let square = omega * omega;
            let soft = k[1] - m[1] * square;
            let exact = (k[0] - m[0] * square) / (k[0] * (soft - m[0] * square) - m[0] * square * soft);
            assert!((found[0] - Complex::from(exact)).abs() < 1e-9 * exact.abs(), "{hz}: {found:?} {exact}");
            assert!((found[1] - Complex::new(0.0, omega * exact)).abs() < 1e-9 * omega * exact.abs(), "{hz}");
        }
    }
}
