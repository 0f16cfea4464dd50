//! The equations of motion linearised about a moving state, each matrix by its name \[Boer2013, Eqs. (15), (16)\].
//!
//! # Equation
//! With the residual R = F,qᵀ (M ẍ + h − f) + E,qᵀ σ, W = F,qq q̇ = ∂ẋ/∂q and Z = ∂ẍ/∂q, found from
//! A W = −(D,xx ẋ) F,q and A Z = −((D,xx ẍ + (D,xxx ẋ) ẋ) F,q + 2 (D,xx ẋ) W):
//! C = F,qᵀ (2 M W + h,ẋ F,q), D = E,qᵀ S_d E,q, K = E,qᵀ S E,q,
//! N = F,qᵀ (M Z + (M ẍ + h),x F,q + h,ẋ W) + E,qᵀ S_d ∂ė/∂q − loads, and G = F,qᵀ (Σ λ_a D_a,xx) F,q over all
//! deformations, λ being the stress resultants that balance the nodal forces. Differentiating D(F(q)) = E(q) twice
//! shows that this G is −F,qqᵀ r + E,qqᵀ σ of the source.

use super::buffers::Buffers;
use super::choice::Source;
use super::core::Core;
use super::kinematics::Failure;
use super::loads::{Acting, TorqueSource, Value};
use super::motion::Basis;
use super::part::Part;
use crate::system::Linearisation;
use lissom_linalg::Dense;

/// Second derivatives of a part, contracted with the motion: rows over its coordinates.
struct Second {
    /// D,xx ẋ.
    velocity: Vec<f64>,
    /// D,xx ẍ + (D,xxx ẋ) ẋ.
    acceleration: Vec<f64>,
}

impl Core {
    /// All matrices about the state in `b.q`, `b.q_dot` with the given q̈.
    pub fn linearise(
        &self,
        basis: Basis,
        m: usize,
        time: f64,
        acceleration: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<Linearisation, Failure> {
        self.move_to(time, b)?;
        self.motions(basis, m, b);
        self.add_acceleration(m, acceleration, b);
        self.load(time, input, b)?;
        self.stresses(b);
        self.inertia(b);
        let weights = self.balance(b);
        self.subtract_stresses(b);
        self.generalised_force(m, b);
        self.generalised_mass(m, b);
        let residual = b.generalised_force.clone();
        let mass = Dense::from_fn(m, m, |i, j| b.generalised_mass[i.max(j) * m + i.min(j)]);
        let seconds: Vec<Second> = self.parts.all.iter().map(|part| second(part, b)).collect();
        let (w, z) = self.motion_derivatives(&seconds, m, b);
        let zero = || Dense::zeros(m, m);
        let mut sum = Linearisation {
            mass,
            velocity_sensitivity: zero(),
            damping: zero(),
            stiffness: zero(),
            dynamic_stiffness: zero(),
            geometric_stiffness: zero(),
            input: self.input_matrix(m, b),
            residual,
        };
        self.add_inertia(&mut sum, &w, &z, m, b);
        for (part, second) in self.parts.all.iter().zip(&seconds).filter(|(part, _)| part.count > 0) {
            self.add_elastic(&mut sum, part, second, &w, m, b);
            self.add_geometric(&mut sum, part, &weights[part.deformations()], m, b);
        }
        self.add_loads(&mut sum, &seconds, &w, m, time, input, b)?;
        for symmetric in [&mut sum.damping, &mut sum.stiffness, &mut sum.geometric_stiffness] {
            *symmetric = symmetric.symmetric_part();
        }
        Ok(sum)
    }

    /// Adds F,q q̈ to the accelerations at q̈ = 0.
    pub fn add_acceleration(&self, m: usize, acceleration: &[f64], b: &mut Buffers) {
        for (row, &c) in b.motion.chunks_exact(m).zip(&self.unknowns) {
            b.bias[c] += row.iter().zip(acceleration).map(|(f, a)| f * a).sum::<f64>();
        }
    }

    /// λ of all deformations: σ of the released ones, and what balances the forces in `b.force` for the others.
    fn balance(&self, b: &mut Buffers) -> Vec<f64> {
        let mut weights = vec![0.0; self.parts.measures.len()];
        let mut rest = b.force.clone();
        for &measure in &self.choice.released {
            weights[measure] = b.stress[measure];
            for (c, at) in self.parts.row(measure) {
                rest[c] -= b.gradients[at] * b.stress[measure];
            }
        }
        for (p, &c) in self.unknowns.iter().enumerate() {
            b.step[p] = rest[c];
        }
        self.pattern.solve_transposed(&b.factor, &mut b.step);
        for (equation, multiplier) in self.equations.iter().zip(&b.step) {
            if let Source::Measure(measure) = equation.source {
                weights[measure] = *multiplier;
            }
        }
        weights
    }

    /// W and Z by unknowns, row by row.
    fn motion_derivatives(&self, seconds: &[Second], m: usize, b: &Buffers) -> (Vec<f64>, Vec<f64>) {
        let mut w = vec![0.0; self.unknowns.len() * m];
        self.subtract_products(seconds, |s| &s.velocity, 1.0, &b.motion, m, &mut w);
        self.pattern.solve(&b.factor, &mut w, m);
        let mut z = vec![0.0; self.unknowns.len() * m];
        self.subtract_products(seconds, |s| &s.acceleration, 1.0, &b.motion, m, &mut z);
        self.subtract_products(seconds, |s| &s.velocity, 2.0, &w, m, &mut z);
        self.pattern.solve(&b.factor, &mut z, m);
        (w, z)
    }

    /// Subtracts factor · (rows of the equations) · columns.
    fn subtract_products(
        &self,
        seconds: &[Second],
        rows: impl Fn(&Second) -> &Vec<f64>,
        factor: f64,
        columns: &[f64],
        m: usize,
        sum: &mut [f64],
    ) {
        for (p, equation) in self.equations.iter().enumerate() {
            let Source::Measure(measure) = equation.source else { continue };
            let k = self.parts.measures[measure].part;
            let part = &self.parts.all[k];
            let n = part.coordinates().len();
            let row = &rows(&seconds[k])[(measure - part.first) * n..][..n];
            for (value, c) in row.iter().zip(part.coordinates()) {
                let Some(from) = self.place[*c] else { continue };
                for j in 0..m {
                    sum[p * m + j] -= factor * value * columns[from * m + j];
                }
            }
        }
    }

    /// Rows of a part (over its coordinates) times columns given by unknowns.
    fn rows_times(&self, part: &Part, rows: &[f64], columns: &[f64], m: usize) -> Vec<f64> {
        let n = part.coordinates().len();
        let mut product = vec![0.0; rows.len() / n.max(1) * m];
        for (target, row) in product.chunks_exact_mut(m).zip(rows.chunks_exact(n.max(1))) {
            for (value, c) in row.iter().zip(part.coordinates()) {
                let Some(from) = self.place[*c] else { continue };
                target.iter_mut().zip(&columns[from * m..]).for_each(|(t, x)| *t += value * x);
            }
        }
        product
    }

    /// Adds F,qᵀ · (rows of a part, one per coordinate).
    fn add_projected(&self, sum: &mut Dense, part: &Part, rows: &[f64], m: usize, b: &Buffers) {
        for (row, c) in rows.chunks_exact(m).zip(part.coordinates()) {
            if let Some(p) = self.place[*c] {
                add_outer(sum, 1.0, &b.motion[p * m..(p + 1) * m], row);
            }
        }
    }

    /// M W and M Z, (M ẍ + h),x and h,ẋ.
    fn add_inertia(&self, sum: &mut Linearisation, w: &[f64], z: &[f64], m: usize, b: &mut Buffers) {
        for (columns, factor, target) in
            [(w, 2.0, &mut sum.velocity_sensitivity), (z, 1.0, &mut sum.dynamic_stiffness)]
        {
            self.mass.multiply(&b.mass, columns, m, &mut b.mass_motion);
            for (f, row) in b.motion.chunks_exact(m).zip(b.mass_motion.chunks_exact(m)) {
                add_outer(target, factor, f, row);
            }
        }
        let mut felt = b.bias.clone();
        felt.iter_mut().zip(&self.gravity).for_each(|(a, g)| *a -= g);
        for part in self.parts.all.iter().filter(|part| part.finite().has_mass()) {
            let n = part.coordinates().len();
            let (mut by_x, mut by_v) = (vec![0.0; n * n], vec![0.0; n * n]);
            part.finite().inertia_x(&b.at, &b.velocity, &felt, &mut by_x);
            part.finite().inertia_v(&b.at, &b.velocity, &mut by_v);
            let convective = self.rows_times(part, &by_x, &b.motion, m);
            self.add_projected(&mut sum.dynamic_stiffness, part, &convective, m, b);
            let convective = self.rows_times(part, &by_v, w, m);
            self.add_projected(&mut sum.dynamic_stiffness, part, &convective, m, b);
            let gyroscopic = self.rows_times(part, &by_v, &b.motion, m);
            self.add_projected(&mut sum.velocity_sensitivity, part, &gyroscopic, m, b);
        }
    }

    /// E,qᵀ S E,q, E,qᵀ S_d E,q and E,qᵀ S_d ∂ė/∂q of a part.
    fn add_elastic(
        &self,
        sum: &mut Linearisation,
        part: &Part,
        second: &Second,
        w: &[f64],
        m: usize,
        b: &Buffers,
    ) {
        let gradient = &b.gradients[part.gradients()];
        let e_q = self.rows_times(part, gradient, &b.motion, m);
        add_form(&mut sum.stiffness, &e_q, &part.stiffness, &e_q, m);
        if !part.damping.is_empty() {
            add_form(&mut sum.damping, &e_q, &part.damping, &e_q, m);
            let rates = self.deformation_rates(part, second, w, m, b);
            add_form(&mut sum.dynamic_stiffness, &e_q, &part.damping, &rates, m);
        }
    }

    /// ∂ė/∂q = D,x W + (D,xx ẋ) F,q of a part.
    fn deformation_rates(&self, part: &Part, second: &Second, w: &[f64], m: usize, b: &Buffers) -> Vec<f64> {
        let mut rates = self.rows_times(part, &b.gradients[part.gradients()], w, m);
        let convected = self.rows_times(part, &second.velocity, &b.motion, m);
        rates.iter_mut().zip(convected).for_each(|(r, c)| *r += c);
        rates
    }

    fn add_geometric(&self, sum: &mut Linearisation, part: &Part, weights: &[f64], m: usize, b: &Buffers) {
        let n = part.coordinates().len();
        let mut hessian = vec![0.0; n * n];
        part.finite().weighted_hessian(&b.at, weights, &mut hessian);
        let rows = self.rows_times(part, &hessian, &b.motion, m);
        self.add_projected(&mut sum.geometric_stiffness, part, &rows, m, b);
    }

    /// Follower forces and torque laws: loads that depend on the state.
    #[allow(clippy::too_many_arguments)]
    fn add_loads(
        &self,
        sum: &mut Linearisation,
        seconds: &[Second],
        w: &[f64],
        m: usize,
        time: f64,
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        for load in &self.loads.nodal {
            let Acting::Along { first, direction, turning: Some(turning) } = load.acting else { continue };
            let Some(angle) = self.place[turning] else { continue };
            let force = b.at.turned(turning, direction).map(|d| d * load.value(&b.laws, input));
            for (k, change) in [-force[1], force[0]].into_iter().enumerate() {
                if let Some(p) = self.place[first + k] {
                    let (f, turn) = (&b.motion[p * m..(p + 1) * m], &b.motion[angle * m..(angle + 1) * m]);
                    add_outer(&mut sum.dynamic_stiffness, -change, f, turn);
                }
            }
        }
        for (k, torque) in self.loads.torques.iter().enumerate() {
            let TorqueSource::Law(law) = &torque.source else { continue };
            let state = [time, b.e[torque.measure], b.e_dot[torque.measure]];
            let [by_angle, by_rate] = law.gradient(state, &mut b.law_work).ok_or(Failure::Torque(k))?;
            let index = self.parts.measures[torque.measure].part;
            let part = &self.parts.all[index];
            let e_q = self.rows_times(part, &b.gradients[part.gradients()], &b.motion, m);
            let rates = self.deformation_rates(part, &seconds[index], w, m, b);
            add_outer(&mut sum.dynamic_stiffness, -by_angle, &e_q[..m], &e_q[..m]);
            add_outer(&mut sum.dynamic_stiffness, -by_rate, &e_q[..m], &rates[..m]);
            add_outer(&mut sum.velocity_sensitivity, -by_rate, &e_q[..m], &e_q[..m]);
        }
        Ok(())
    }

    /// B: generalised force per unit of each input.
    fn input_matrix(&self, m: usize, b: &Buffers) -> Dense {
        let mut matrix = Dense::zeros(m, self.loads.inputs.len());
        let mut add = |place: usize, unit: &[f64]| {
            for (row, &c) in b.motion.chunks_exact(m).zip(&self.unknowns) {
                for (j, f) in row.iter().enumerate() {
                    matrix[(j, place)] += f * unit[c];
                }
            }
        };
        for load in &self.loads.nodal {
            if let Value::Input(place) = load.value {
                let mut unit = vec![0.0; self.coordinates.len()];
                load.add(&b.at, 1.0, &mut unit);
                add(place, &unit);
            }
        }
        for torque in &self.loads.torques {
            if let TorqueSource::Input(place) = torque.source {
                let mut unit = vec![0.0; self.coordinates.len()];
                self.parts.row(torque.measure).for_each(|(c, at)| unit[c] += b.gradients[at]);
                add(place, &unit);
            }
        }
        matrix
    }
}

fn second(part: &Part, b: &Buffers) -> Second {
    let n = part.coordinates().len();
    let mut acceleration = vec![0.0; part.count * n];
    let mut velocity = vec![0.0; part.count * n];
    if part.count > 0 {
        part.finite().convected_gradient(&b.at, &b.velocity, &mut acceleration);
    }
    let (mut weights, mut hessian) = (vec![0.0; part.count], vec![0.0; n * n]);
    for a in 0..part.count {
        weights.fill(0.0);
        weights[a] = 1.0;
        part.finite().weighted_hessian(&b.at, &weights, &mut hessian);
        for (i, row) in hessian.chunks_exact(n).enumerate() {
            for (h, &c) in row.iter().zip(part.coordinates()) {
                velocity[a * n + i] += h * b.velocity[c];
                acceleration[a * n + i] += h * b.bias[c];
            }
        }
    }
    Second { velocity, acceleration }
}

/// sum += factor · left rightᵀ.
fn add_outer(sum: &mut Dense, factor: f64, left: &[f64], right: &[f64]) {
    for (j, r) in right.iter().enumerate() {
        sum.column_mut(j).iter_mut().zip(left).for_each(|(s, l)| *s += factor * l * r);
    }
}

/// sum += leftᵀ matrix right, rows of `m` entries; nothing for an empty matrix.
fn add_form(sum: &mut Dense, left: &[f64], matrix: &[f64], right: &[f64], m: usize) {
    let n = left.len() / m;
    for (at, value) in matrix.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        let (i, j) = (at / n, at % n);
        add_outer(sum, *value, &left[i * m..(i + 1) * m], &right[j * m..(j + 1) * m]);
    }
}
