//! Inertia of a planar beam element in finite motion.
//!
//! Positions follow the cubic through the ends with the turned axes t_p, t_q as tangents; for a rigid beam this is
//! exact. The linear frame ([`super::beam_inertia`]) interpolates stretch linearly instead, as other finite-element
//! programs do: the two differ in the highest axial frequencies only.
//!
//! # Equation
//! T = ½ ∫ ρA ṙ·ṙ dx + ½ ∫ ρI φ̇² dx with r = N₁ r_p + N₂ l₀ t_p + N₃ r_q + N₄ l₀ t_q \[Boer2013, §2.2\].

/// The inertia of one element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inertia {
    /// ρA [kg/m].
    pub mass: f64,
    /// ρI [kg m].
    pub rotary: f64,
    /// l₀ [m].
    pub length: f64,
    /// Turned axes of the two ends.
    pub axes: [[f64; 2]; 2],
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The axis turned further by a quarter: its derivative by the angle.
fn quarter(t: [f64; 2]) -> [f64; 2] {
    [-t[1], t[0]]
}

impl Inertia {
    fn factor(&self) -> f64 {
        self.mass * self.length / 420.0
    }

    /// M.
    pub(crate) fn matrix(&self, m: &mut [f64]) {
        let (c, l) = (self.factor(), self.length);
        let [ap, aq] = [quarter(self.axes[0]), quarter(self.axes[1])];
        let r = self.rotary * l / 6.0;
        let turn = c * 4.0 * l * l + 2.0 * r;
        let cross = -c * 3.0 * l * l * dot(ap, aq) + r;
        let p = |factor: f64, k: usize| c * factor * l * ap[k];
        let q = |factor: f64, k: usize| c * factor * l * aq[k];
        m.copy_from_slice(&[
            156.0 * c,
            0.0,
            p(22.0, 0),
            54.0 * c,
            0.0,
            q(-13.0, 0),
            0.0,
            156.0 * c,
            p(22.0, 1),
            0.0,
            54.0 * c,
            q(-13.0, 1),
            p(22.0, 0),
            p(22.0, 1),
            turn,
            p(13.0, 0),
            p(13.0, 1),
            cross,
            54.0 * c,
            0.0,
            p(13.0, 0),
            156.0 * c,
            0.0,
            q(-22.0, 0),
            0.0,
            54.0 * c,
            p(13.0, 1),
            0.0,
            156.0 * c,
            q(-22.0, 1),
            q(-13.0, 0),
            q(-13.0, 1),
            cross,
            q(-22.0, 0),
            q(-22.0, 1),
            turn,
        ]);
    }

    /// M a + h for the rates of the two angles. The tangent l₀ t of an end has the acceleration l₀ (t⊥ φ̈ − t
    /// φ̇²), and the force on it follows from the weights of the cubic for all four accelerations.
    pub(crate) fn force(&self, rates: [f64; 2], a: [f64; 6]) -> [f64; 6] {
        let (c, l) = (self.factor(), self.length);
        let [tp, tq] = self.axes;
        let (np, nq) = (quarter(tp), quarter(tq));
        let (wp, wq) = (rates[0] * rates[0], rates[1] * rates[1]);
        let (mut torque_p, mut torque_q, mut force) = (0.0, 0.0, [0.0; 6]);
        for k in 0..2 {
            let (p, q) = (a[k], a[3 + k]);
            let (sp, sq) = (l * (np[k] * a[2] - tp[k] * wp), l * (nq[k] * a[5] - tq[k] * wq));
            force[k] = c * (156.0 * p + 22.0 * sp + 54.0 * q - 13.0 * sq);
            force[3 + k] = c * (54.0 * p + 13.0 * sp + 156.0 * q - 22.0 * sq);
            torque_p += np[k] * (22.0 * p + 4.0 * sp + 13.0 * q - 3.0 * sq);
            torque_q += nq[k] * (-13.0 * p - 3.0 * sp - 22.0 * q + 4.0 * sq);
        }
        let r = self.rotary * l / 6.0;
        force[2] = c * l * torque_p + r * (2.0 * a[2] + a[5]);
        force[5] = c * l * torque_q + r * (a[2] + 2.0 * a[5]);
        force
    }

    /// h,v.
    pub(crate) fn velocity_gradient(&self, rates: [f64; 2], gradient: &mut [f64]) {
        let (c, l) = (self.factor(), self.length);
        let [tp, tq] = self.axes;
        let [ap, aq] = [quarter(self.axes[0]), quarter(self.axes[1])];
        let [wp, wq] = rates;
        gradient.fill(0.0);
        for k in 0..2 {
            gradient[k * 6 + 2] = -44.0 * c * l * wp * tp[k];
            gradient[k * 6 + 5] = 26.0 * c * l * wq * tq[k];
            gradient[(3 + k) * 6 + 2] = -26.0 * c * l * wp * tp[k];
            gradient[(3 + k) * 6 + 5] = 44.0 * c * l * wq * tq[k];
        }
        gradient[2 * 6 + 5] = 6.0 * c * l * l * wq * dot(ap, tq);
        gradient[5 * 6 + 2] = 6.0 * c * l * l * wp * dot(aq, tp);
    }

    /// (M a + h),x: only the two angles matter.
    pub(crate) fn gradient(&self, rates: [f64; 2], a: [f64; 6], gradient: &mut [f64]) {
        let (c, l) = (self.factor(), self.length);
        let [tp, tq] = self.axes;
        let [ap, aq] = [quarter(self.axes[0]), quarter(self.axes[1])];
        let [wp, wq] = rates.map(|w| w * w);
        let (ep, eq) = (a[2], a[5]);
        let (first, second) = ([a[0], a[1]], [a[3], a[4]]);
        gradient.fill(0.0);
        for k in 0..2 {
            gradient[k * 6 + 2] = -22.0 * c * l * (tp[k] * ep + wp * ap[k]);
            gradient[k * 6 + 5] = 13.0 * c * l * (tq[k] * eq + wq * aq[k]);
            gradient[(3 + k) * 6 + 2] = -13.0 * c * l * (tp[k] * ep + wp * ap[k]);
            gradient[(3 + k) * 6 + 5] = 22.0 * c * l * (tq[k] * eq + wq * aq[k]);
        }
        let square = 3.0 * c * l * l;
        gradient[2 * 6 + 2] = -c * l * (22.0 * dot(tp, first) + 13.0 * dot(tp, second))
            + square * (dot(tp, aq) * eq - wq * dot(tp, tq));
        gradient[2 * 6 + 5] = square * (dot(ap, tq) * eq + wq * dot(ap, aq));
        gradient[5 * 6 + 2] = square * (dot(tp, aq) * ep + wp * dot(aq, ap));
        gradient[5 * 6 + 5] = c * l * (13.0 * dot(tq, first) + 22.0 * dot(tq, second))
            + square * (dot(ap, tq) * ep - wp * dot(tq, tp));
    }
}
