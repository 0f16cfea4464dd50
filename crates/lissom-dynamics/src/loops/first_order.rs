//! Linear equations of first order with named inputs and outputs, as a linear model that responses are asked of.

use crate::error::DynamicsError;
use crate::linear::frequency_response::ResponseRequest;
use crate::linear::linear_model::{Linear, LinearPort, Transfer};
use lissom_linalg::{Complex, Dense, Progress, dot};
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
        // In the coordinates of a Hessenberg matrix an elimination takes work that grows with the square of its size.
        let (h, q) = hessenberg(&self.a);
        let b = Dense::from_fn(q.rows(), inputs.len(), |i, j| dot(q.column(i), self.b.column(inputs[j])));
        let c = Dense::from_fn(outputs.len(), q.rows(), |i, j| {
            (0..q.rows()).map(|k| self.c[(outputs[i], k)] * q[(k, j)]).sum()
        });
        let d = Dense::from_fn(outputs.len(), inputs.len(), |i, j| self.d[(outputs[i], inputs[j])]);
        Ok(Box::new(FirstOrderTransfer { request, h, b, c, d }))
    }
}

/// C (s − H)⁻¹ B + D with a Hessenberg matrix H.
struct FirstOrderTransfer<'a> {
    request: &'a ResponseRequest,
    h: Dense,
    b: Dense,
    c: Dense,
    d: Dense,
}

impl Transfer for FirstOrderTransfer<'_> {
    type Error = DynamicsError;

    fn over_range(&mut self) -> Result<Vec<Vec<Complex>>, DynamicsError> {
        self.request.frequencies_hz.iter().map(|hz| self.at(*hz)).collect()
    }

    fn at(&self, hz: f64) -> Result<Vec<Complex>, DynamicsError> {
        let n = self.h.rows();
        let s = Complex::new(0.0, TAU * hz);
        let mut row = Vec::with_capacity(self.b.cols() * self.c.rows());
        for j in 0..self.b.cols() {
            let mut matrix = vec![Complex::ZERO; n * n];
            for i in 0..n {
                for k in i.saturating_sub(1)..n {
                    let own = if i == k { s } else { Complex::ZERO };
                    matrix[i * n + k] = own - Complex::from(self.h[(i, k)]);
                }
            }
            let mut x: Vec<Complex> = self.b.column(j).iter().map(|b| Complex::from(*b)).collect();
            eliminate_hessenberg(&mut matrix, &mut x);
            for i in 0..self.c.rows() {
                let sum =
                    x.iter().enumerate().fold(Complex::ZERO, |sum, (k, x)| sum + x.scale(self.c[(i, k)]));
                row.push(sum + Complex::from(self.d[(i, j)]));
            }
        }
        Ok(row)
    }

    fn has_peaks(&self) -> bool {
        true
    }
}

/// H and Q of A = Q H Qᵀ by reflections \[GolubVanLoan2013, Alg. 7.4.2\].
fn hessenberg(a: &Dense) -> (Dense, Dense) {
    let n = a.rows();
    let (mut h, mut q) = (a.clone(), Dense::identity(n));
    for k in 0..n.saturating_sub(2) {
        let mut v: Vec<f64> = (0..n).map(|i| if i > k { h[(i, k)] } else { 0.0 }).collect();
        let size = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        if size == 0.0 {
            continue;
        }
        v[k + 1] += size.copysign(v[k + 1]);
        let square: f64 = v.iter().map(|x| x * x).sum();
        for j in 0..n {
            let along = 2.0 * dot(&v, h.column(j)) / square;
            h.column_mut(j).iter_mut().zip(&v).for_each(|(x, v)| *x -= along * v);
        }
        for matrix in [&mut h, &mut q] {
            for i in 0..n {
                let along = 2.0 * (k + 1..n).map(|j| matrix[(i, j)] * v[j]).sum::<f64>() / square;
                (k + 1..n).for_each(|j| matrix[(i, j)] -= along * v[j]);
            }
        }
    }
    (h, q)
}

/// Solves in place a matrix by rows whose entries below the first subdiagonal are zero.
fn eliminate_hessenberg(matrix: &mut [Complex], right: &mut [Complex]) {
    let n = right.len();
    for col in 0..n.saturating_sub(1) {
        if matrix[(col + 1) * n + col].abs() > matrix[col * n + col].abs() {
            (col..n).for_each(|j| matrix.swap(col * n + j, (col + 1) * n + j));
            right.swap(col, col + 1);
        }
        let factor = matrix[(col + 1) * n + col] / matrix[col * n + col];
        if factor == Complex::ZERO {
            continue;
        }
        for j in col..n {
            matrix[(col + 1) * n + j] = matrix[(col + 1) * n + j] - factor * matrix[col * n + j];
        }
        right[col + 1] = right[col + 1] - factor * right[col];
    }
    for row in (0..n).rev() {
        let known = (row + 1..n).fold(Complex::ZERO, |sum, j| sum + matrix[row * n + j] * right[j]);
        right[row] = (right[row] - known) / matrix[row * n + row];
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
}
