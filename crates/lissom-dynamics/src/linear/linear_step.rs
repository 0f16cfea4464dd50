//! One exact step of a linear structure under inputs that are linear in time.

use crate::linear::modal_form::ModalForm;
use lissom_linalg::{Dense, LuError, expm};

/// The exponential of the state matrix, bordered with the inputs, their slopes, and the integral of the ports' motion:
/// w = (p, v, u, u̇, ∫ y) \[VanLoan1978\].
#[derive(Clone, Debug)]
pub(crate) struct ExactStep {
    modes: usize,
    inputs: usize,
    transition: Dense,
    form: ModalForm,
}

/// The result of a step.
#[derive(Clone, Debug)]
pub(crate) struct Advanced {
    /// (p, v) at its end.
    pub state: Vec<f64>,
    /// ∫ Bᵀ x over it.
    pub integral: Vec<f64>,
    /// (p, v, u, u̇) at its start.
    pub start: Vec<f64>,
}

impl ExactStep {
    pub(crate) fn of(form: &ModalForm, length: f64) -> Result<Self, LuError> {
        let (modes, inputs) = (form.modes(), form.input.cols());
        let mut generator = generator(form, inputs);
        generator.scale(length);
        Ok(Self { modes, inputs, transition: expm(&generator)?, form: form.clone() })
    }

    pub(crate) fn advance(&self, state: &[f64], first: &[f64], last: &[f64], length: f64) -> Advanced {
        let slope = first.iter().zip(last).map(|(a, b)| (b - a) / length);
        let mut start = state.to_vec();
        start.extend_from_slice(first);
        start.extend(slope);
        let mut whole = start.clone();
        whole.resize(self.transition.cols(), 0.0);
        let end = self.transition.multiply_vector(&whole);
        let mut integral = end[2 * self.modes + 2 * self.inputs..].to_vec();
        let springs = self.form.static_integral(first, last, length);
        integral.iter_mut().zip(springs).for_each(|(y, s)| *y += s);
        Advanced { state: end[..2 * self.modes].to_vec(), integral, start }
    }
}

/// d/dt of (p, v, u, u̇) and, when `integrals` is not zero, of ∫ y.
fn generator(form: &ModalForm, integrals: usize) -> Dense {
    let (m, p) = (form.modes(), form.input.cols());
    let mut a = Dense::zeros(2 * m + 2 * p + integrals, 2 * m + 2 * p + integrals);
    for i in 0..m {
        a[(i, m + i)] = form.scale(i);
        a[(m + i, i)] = -form.frequencies[i];
        for j in 0..m {
            a[(m + i, m + j)] = -form.damping[(i, j)];
        }
        for j in 0..p {
            a[(m + i, 2 * m + j)] = form.input[(i, j)];
        }
        for j in 0..integrals {
            a[(2 * m + 2 * p + j, i)] = form.input[(i, j)] / form.scale(i);
        }
    }
    for j in 0..p {
        a[(2 * m + j, 2 * m + p + j)] = 1.0;
    }
    a
}

/// W with ∫ ẋᵀ D ẋ = wᵀ W w over a step that starts at w = (p, v, u, u̇); no rows without damping.
///
/// W(τ) of a very short time comes from one exponential \[VanLoan1978, Thm. 1\], that of the step by doubling,
/// W(2τ) = W(τ) + Φ(τ)ᵀ W(τ) Φ(τ): nothing grows on the way that a long exponential would let grow.
pub(crate) fn dissipation_form(form: &ModalForm, length: f64) -> Result<Dense, LuError> {
    if form.damping.max_abs() == 0.0 {
        return Ok(Dense::zeros(0, 0));
    }
    let mut a = generator(form, 0);
    let doublings = (a.norm_one() * length).log2().ceil().max(0.0) as i32;
    a.scale(length * 2f64.powi(-doublings));
    let (n, m) = (a.rows(), form.modes());
    let time = length * 2f64.powi(-doublings);
    let weight = |i: usize, j: usize| {
        if (m..2 * m).contains(&i) && (m..2 * m).contains(&j) {
            time * form.damping[(i - m, j - m)]
        } else {
            0.0
        }
    };
    let bordered = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, true) => -a[(j, i)],
        (true, false) => weight(i, j - n),
        (false, true) => 0.0,
        (false, false) => a[(i - n, j - n)],
    });
    let exponential = expm(&bordered)?;
    let mut transition = Dense::from_fn(n, n, |i, j| exponential[(n + i, n + j)]);
    let corner = Dense::from_fn(n, n, |i, j| exponential[(i, n + j)]);
    let mut form = transition.transpose_matmul(&corner).symmetric_part();
    for _ in 0..doublings {
        form.add_scaled(1.0, &transition.transpose_matmul(&form.matmul(&transition)));
        transition = transition.matmul(&transition);
    }
    Ok(form)
}
