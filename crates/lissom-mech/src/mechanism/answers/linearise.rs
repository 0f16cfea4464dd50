//! The equations of motion linearised about a moving state, each matrix by its name \[Boer2013, Eqs. (15), (16)\].
//!
//! # Equation
//! With the residual R = F,qᵀ (M ẍ + h − f) + E,qᵀ σ, W = F,qq q̇ = ∂ẋ/∂q and Z = ∂ẍ/∂q, found from
//! A W = −(D,xx ẋ) F,q and A Z = −((D,xx ẍ + (D,xxx ẋ) ẋ) F,q + 2 (D,xx ẋ) W):
//! C = F,qᵀ (2 M W + h,ẋ F,q), D = E,qᵀ S_d E,q, K = E,qᵀ S E,q,
//! N = F,qᵀ (M Z + (M ẍ + h),x F,q + h,ẋ W) + E,qᵀ S_d ∂ė/∂q − loads, and G = F,qᵀ (Σ λ_a D_a,xx) F,q over all
//! deformations, λ being the stress resultants that balance the nodal forces. Differentiating D(F(q)) = E(q) twice
//! shows that this G is −F,qqᵀ r + E,qqᵀ σ of the source.

use crate::laws::LawValues;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::basis::Basis;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::constants::loads::{Acting, TorqueSource, Value};
use crate::mechanism::constants::observed::{Observed, Of};
use crate::mechanism::constants::part::Part;
use crate::mechanism::core::{Core, Target};
use crate::mechanism::jacobian::panels::Panels;
use crate::system::Linearisation;
use lissom_linalg::Dense;

/// Second derivatives of a part, contracted with the motion: rows over its coordinates.
struct Second {
    /// D,xx ẋ.
    velocity: Vec<f64>,
    /// D,xx ẍ + (D,xxx ẋ) ẋ.
    acceleration: Vec<f64>,
}

/// Columns over the unknowns, row by row.
pub(in crate::mechanism) type Columns = Vec<f64>;

/// A mechanism about a moving state.
pub(in crate::mechanism) struct About<'a> {
    core: &'a Core,
    pub b: &'a Buffers,
    m: usize,
    seconds: Vec<Second>,
    /// F,q V.
    pub motion: Columns,
    /// W = ∂ẋ/∂q.
    pub velocity: Columns,
    /// Z = ∂ẍ/∂q.
    acceleration: Columns,
}

impl Core {
    /// All matrices about the state in `b.q` with the given q̇ and q̈.
    pub fn linearise(
        &self,
        basis: &Basis,
        time: f64,
        [rates, accelerations]: [&[f64]; 2],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<Linearisation, Failure> {
        let m = rates.len();
        self.move_all(basis, time, rates, b)?;
        self.measure_all(b)?;
        self.add_acceleration(accelerations, b);
        self.load(time, input, b)?;
        self.stresses(b);
        self.inertia(b);
        let multipliers = self.multipliers(b);
        self.subtract_stresses(b);
        self.project(m, b);
        let about = About::new(self, m, b);
        let zero = || Dense::zeros(m, m);
        let mut sum = Linearisation {
            mass: Dense::from_fn(m, m, |i, j| b.generalised_mass[i.max(j) * m + i.min(j)]),
            velocity_sensitivity: zero(),
            damping: zero(),
            stiffness: zero(),
            dynamic_stiffness: zero(),
            geometric_stiffness: zero(),
            input: about.input_matrix(),
            residual: b.generalised_force.clone(),
        };
        about.add_inertia(&mut sum);
        for (k, part) in self.parts.all.iter().enumerate().filter(|(_, part)| part.count > 0) {
            about.add_elastic(&mut sum, part, &about.seconds[k]);
            about.add_geometric(&mut sum, part, &multipliers[part.deformations()]);
        }
        about.add_followers(&mut sum, input);
        about.add_spread(&mut sum, input);
        about.add_torques(&mut sum, time)?;
        about.add_fed(&mut sum, time)?;
        self.project_stuck(m, b, &mut sum);
        for symmetric in [&mut sum.damping, &mut sum.stiffness, &mut sum.geometric_stiffness] {
            *symmetric = symmetric.symmetric_part();
        }
        Ok(sum)
    }

    /// Adds F,q q̈ to the accelerations at q̈ = 0.
    pub fn add_acceleration(&self, acceleration: &[f64], b: &mut Buffers) {
        if b.is_recursive {
            for (step, equation) in b.step.iter_mut().zip(&self.equations) {
                *step = if let Target::Independent(j) = equation.target { acceleration[j] } else { 0.0 };
            }
            self.pattern.solve_vector(&b.factor, &mut b.step);
            self.unknowns.iter().zip(&b.step).for_each(|(c, a)| b.bias[*c] += a);
            return;
        }
        for (p, &c) in self.unknowns.iter().enumerate() {
            b.bias[c] += b.motion.row(p).zip(acceleration).map(|(f, a)| f * a).sum::<f64>();
        }
    }

    /// λ of all deformations: σ of the released ones, and those that balance the forces in `b.force` for the
    /// others.
    pub fn multipliers(&self, b: &mut Buffers) -> Vec<f64> {
        let mut multipliers = vec![0.0; self.parts.measures.len()];
        let mut rest = b.force.clone();
        for &measure in &self.choice.released {
            multipliers[measure] = b.stress[measure];
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
                multipliers[measure] = *multiplier;
            }
        }
        multipliers
    }
}

impl<'a> About<'a> {
    pub fn new(core: &'a Core, m: usize, b: &'a Buffers) -> Self {
        let seconds: Vec<Second> = core.parts.all.iter().map(|part| second(part, b)).collect();
        let mut this = Self {
            core,
            b,
            m,
            seconds,
            motion: b.motion.by_rows(),
            velocity: Vec::new(),
            acceleration: Vec::new(),
        };
        let mut panels = Panels::zeros(core.unknowns.len(), m);
        this.subtract_products(|s| &s.velocity, 1.0, &this.motion, &mut panels);
        this.velocity = this.solved(&mut panels);
        panels.fill_zero();
        this.subtract_products(|s| &s.acceleration, 1.0, &this.motion, &mut panels);
        this.subtract_products(|s| &s.velocity, 2.0, &this.velocity, &mut panels);
        this.acceleration = this.solved(&mut panels);
        this
    }

    fn solved(&self, panels: &mut Panels) -> Columns {
        panels.panels_mut().for_each(|panel| self.core.pattern.solve_panel(&self.b.factor, panel));
        panels.by_rows()
    }

    /// Subtracts factor · (rows of the equations) · columns.
    fn subtract_products(
        &self,
        rows: impl Fn(&Second) -> &Vec<f64>,
        factor: f64,
        columns: &[f64],
        sum: &mut Panels,
    ) {
        for (p, equation) in self.core.equations.iter().enumerate() {
            let Source::Measure(measure) = equation.source else { continue };
            let k = self.core.parts.measures[measure].part;
            let part = &self.core.parts.all[k];
            let n = part.coordinates().len();
            let row = &rows(&self.seconds[k])[(measure - part.first) * n..][..n];
            for (j, value) in self.rows_times(part, row, columns).into_iter().enumerate() {
                *sum.get_mut(p, j) -= factor * value;
            }
        }
    }

    /// The row of an unknown.
    fn row<'c>(&self, columns: &'c [f64], place: usize) -> &'c [f64] {
        &columns[place * self.m..(place + 1) * self.m]
    }

    /// Rows of a part, over its coordinates, times columns over the unknowns.
    pub fn rows_times(&self, part: &Part, rows: &[f64], columns: &[f64]) -> Vec<f64> {
        let n = part.coordinates().len();
        let mut product = vec![0.0; rows.len() / n * self.m];
        for (target, row) in product.chunks_exact_mut(self.m.max(1)).zip(rows.chunks_exact(n)) {
            for (value, c) in row.iter().zip(part.coordinates()) {
                if let Some(p) = self.core.place[*c] {
                    target.iter_mut().zip(self.row(columns, p)).for_each(|(t, x)| *t += value * x);
                }
            }
        }
        product
    }

    /// Adds F,qᵀ · (rows of a part, one per coordinate).
    pub fn add_projected(&self, sum: &mut Dense, part: &Part, rows: &[f64]) {
        for (row, c) in rows.chunks_exact(self.m.max(1)).zip(part.coordinates()) {
            if let Some(p) = self.core.place[*c] {
                add_outer(sum, 1.0, self.row(&self.motion, p), row);
            }
        }
    }

    /// 2 M W, M Z, (M ẍ + h),x and h,ẋ.
    fn add_inertia(&self, sum: &mut Linearisation) {
        for part in self.core.parts.all.iter().filter(|part| part.has_mass) {
            let n = part.coordinates().len();
            let (mut mass, mut force) = (vec![0.0; n * n], vec![0.0; n]);
            let (mut by_x, mut by_v) = (vec![0.0; n * n], vec![0.0; n * n]);
            let finite = part.finite();
            let weight = self.core.own_weight(part, self.b.share);
            let felt = if weight.is_some() { &self.b.bias } else { &self.b.felt };
            finite.inertia(&self.b.at, &self.b.velocity, felt, &mut mass, &mut force);
            finite.inertia_x(&self.b.at, &self.b.velocity, felt, &mut by_x);
            if let Some(gravity) = weight {
                finite.weight_x(&self.b.at, gravity, &mut by_v);
                by_x.iter_mut().zip(&by_v).for_each(|(sum, weight)| *sum -= weight);
            }
            finite.inertia_v(&self.b.at, &self.b.velocity, &mut by_v);
            for (rows, columns) in
                [(&mass, &self.acceleration), (&by_x, &self.motion), (&by_v, &self.velocity)]
            {
                self.add_projected(&mut sum.dynamic_stiffness, part, &self.rows_times(part, rows, columns));
            }
            mass.iter_mut().for_each(|m| *m *= 2.0);
            for (rows, columns) in [(&mass, &self.velocity), (&by_v, &self.motion)] {
                self.add_projected(
                    &mut sum.velocity_sensitivity,
                    part,
                    &self.rows_times(part, rows, columns),
                );
            }
        }
    }

    /// E,q of a part.
    fn deformations(&self, part: &Part) -> Vec<f64> {
        self.rows_times(part, &self.b.gradients[part.gradients()], &self.motion)
    }

    /// ∂ė/∂q = D,x W + (D,xx ẋ) F,q of a part.
    fn deformation_rates(&self, part: &Part, second: &Second) -> Vec<f64> {
        let mut rates = self.rows_times(part, &self.b.gradients[part.gradients()], &self.velocity);
        let convected = self.rows_times(part, &second.velocity, &self.motion);
        rates.iter_mut().zip(convected).for_each(|(r, c)| *r += c);
        rates
    }

    /// E,qᵀ S E,q, E,qᵀ S_d E,q and E,qᵀ S_d ∂ė/∂q of a part.
    fn add_elastic(&self, sum: &mut Linearisation, part: &Part, second: &Second) {
        let e_q = self.deformations(part);
        add_form(&mut sum.stiffness, &e_q, &part.stiffness, &e_q, self.m);
        if !part.damping.is_empty() {
            add_form(&mut sum.damping, &e_q, &part.damping, &e_q, self.m);
            let rates = self.deformation_rates(part, second);
            add_form(&mut sum.dynamic_stiffness, &e_q, &part.damping, &rates, self.m);
        }
    }

    fn add_geometric(&self, sum: &mut Linearisation, part: &Part, multipliers: &[f64]) {
        let n = part.coordinates().len();
        let mut hessian = vec![0.0; n * n];
        part.finite().weighted_hessian(&self.b.at, multipliers, &mut hessian);
        self.add_projected(
            &mut sum.geometric_stiffness,
            part,
            &self.rows_times(part, &hessian, &self.motion),
        );
    }

    /// −F,qᵀ f,x F,q of forces that turn with their node.
    fn add_followers(&self, sum: &mut Linearisation, input: &[f64]) {
        for load in &self.core.loads.nodal {
            let Acting::Along { first, direction, turning: Some(turning) } = load.acting else { continue };
            let Some(angle) = self.core.place[turning] else { continue };
            let value = load.value.of(&self.b.laws, self.b.share, input);
            let [x, y] = self.b.at.turned(turning, direction).map(|d| d * value);
            for (k, change) in [-y, x].into_iter().enumerate() {
                if let Some(p) = self.core.place[first + k] {
                    let (f, turn) = (self.row(&self.motion, p), self.row(&self.motion, angle));
                    add_outer(&mut sum.dynamic_stiffness, -change, f, turn);
                }
            }
        }
    }

    /// −F,qᵀ f,x F,q of distributed forces: their lever arms rotate, and followers rotate with them.
    fn add_spread(&self, sum: &mut Linearisation, input: &[f64]) {
        for load in &self.core.loads.spread {
            let densities = load.ends.map(|end| end.of(&self.b.laws, self.b.share, input));
            for (element, density) in load.elements(densities) {
                let gradient = element.gradient(&self.b.at, density);
                for (at, change) in gradient.iter().enumerate().filter(|(_, change)| **change != 0.0) {
                    let [row, column] = [at / 6, at % 6].map(|k| self.core.place[element.indices[k]]);
                    if let Some((row, column)) = row.zip(column) {
                        let [f, moved] = [row, column].map(|place| self.row(&self.motion, place));
                        add_outer(&mut sum.dynamic_stiffness, -change, f, moved);
                    }
                }
            }
        }
    }

    /// Derivatives of laws by their deformation and its rate.
    fn add_torques(&self, sum: &mut Linearisation, time: f64) -> Result<(), Failure> {
        let mut work = Vec::new();
        for (k, torque) in self.core.loads.torques.iter().enumerate() {
            let TorqueSource::Law(law) = &torque.source else { continue };
            let state = [time, self.b.e[torque.measure], self.b.e_dot[torque.measure]];
            let decisions = self.b.decisions.get(torque.switches.clone());
            let arguments = law.arguments(state, &self.b.at, &self.b.velocity);
            let values = law.values(&arguments, decisions, &mut work).ok_or(Failure::Torque(k, state))?;
            let (by_angle, by_rate) = (values.by_deformation, values.by_rate);
            let index = self.core.parts.measures[torque.measure].part;
            let part = &self.core.parts.all[index];
            let e_q = self.deformations(part);
            let rates = self.deformation_rates(part, &self.seconds[index]);
            add_outer(&mut sum.dynamic_stiffness, -by_angle, &e_q, &e_q);
            add_outer(&mut sum.dynamic_stiffness, -by_rate, &e_q, &rates);
            add_outer(&mut sum.velocity_sensitivity, -by_rate, &e_q, &e_q);
            self.add_turning(sum, part, values.force);
            self.add_observed(sum, &e_q, &law.observed, &values);
        }
        Ok(())
    }

    /// −f D,xx of a law f: its line of action turns with the motion.
    fn add_turning(&self, sum: &mut Linearisation, part: &Part, force: f64) {
        if part.finite().is_linear() || force == 0.0 {
            return;
        }
        let n = part.coordinates().len();
        let (mut weights, mut hessian) = (vec![0.0; part.count], vec![0.0; n * n]);
        weights[0] = -force;
        part.finite().weighted_hessian(&self.b.at, &weights, &mut hessian);
        self.add_projected(&mut sum.dynamic_stiffness, part, &self.rows_times(part, &hessian, &self.motion));
    }

    /// Derivatives of forces at nodes by the motion they depend on.
    fn add_fed(&self, sum: &mut Linearisation, time: f64) -> Result<(), Failure> {
        let mut work = Vec::new();
        for (k, load) in self.core.loads.fed.iter().enumerate() {
            let arguments = load.law.arguments([time, 0.0, 0.0], &self.b.at, &self.b.velocity);
            let decisions = self.b.decisions.get(load.switches.clone());
            let values = load.law.values(&arguments, decisions, &mut work).ok_or(Failure::Fed(k))?;
            let mut unit = vec![0.0; self.core.coordinates.len()];
            load.acting.add(&self.b.at, self.b.share, &mut unit);
            let mut along = vec![0.0; self.m];
            for (p, &c) in self.core.unknowns.iter().enumerate().filter(|(_, c)| unit[**c] != 0.0) {
                along.iter_mut().zip(self.row(&self.motion, p)).for_each(|(sum, f)| *sum += unit[c] * f);
            }
            self.add_observed(sum, &along, &load.law.observed, &values);
        }
        Ok(())
    }

    /// −(motion along a force) · ∂f/∂(observed motion).
    fn add_observed(
        &self,
        sum: &mut Linearisation,
        along: &[f64],
        observed: &[Observed],
        values: &LawValues,
    ) {
        for (seen, derivative) in observed.iter().zip(values.by_observed) {
            // Fixed coordinates do not move.
            let Some(place) = self.core.place[seen.coordinate] else { continue };
            let moved = self.row(&self.motion, place);
            match seen.of {
                Of::Displacement => add_outer(&mut sum.dynamic_stiffness, -derivative, along, moved),
                Of::Rate => {
                    add_outer(&mut sum.velocity_sensitivity, -derivative, along, moved);
                    let convected = self.row(&self.velocity, place);
                    add_outer(&mut sum.dynamic_stiffness, -derivative, along, convected);
                }
            }
        }
    }

    /// B: generalised force per unit of each input.
    fn input_matrix(&self) -> Dense {
        let mut matrix = Dense::zeros(self.m, self.core.loads.inputs.len());
        let mut add = |input: usize, unit: &[f64]| {
            for (p, &c) in self.core.unknowns.iter().enumerate() {
                let column = matrix.column_mut(input).iter_mut();
                column.zip(self.row(&self.motion, p)).for_each(|(sum, f)| *sum += f * unit[c]);
            }
        };
        for load in &self.core.loads.nodal {
            if let Value::Input(input) = load.value {
                let mut unit = vec![0.0; self.core.coordinates.len()];
                load.add(&self.b.at, 1.0, &mut unit);
                add(input, &unit);
            }
        }
        for load in &self.core.loads.spread {
            if let Value::Input(input) = load.ends[0] {
                let mut unit = vec![0.0; self.core.coordinates.len()];
                load.add(&self.b.at, [1.0; 2], &mut unit);
                add(input, &unit);
            }
        }
        for torque in &self.core.loads.torques {
            if let TorqueSource::Input(input) = torque.source {
                let mut unit = vec![0.0; self.core.coordinates.len()];
                self.core.parts.row(torque.measure).for_each(|(c, at)| unit[c] += self.b.gradients[at]);
                add(input, &unit);
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
///
/// Links of a chain move with the coordinates before them only, and at rest whole rows vanish: zeros are
/// skipped.
fn add_outer(sum: &mut Dense, factor: f64, left: &[f64], right: &[f64]) {
    let Some(first) = left.iter().position(|l| *l != 0.0) else { return };
    let end = left.iter().rposition(|l| *l != 0.0).map_or(first, |last| last + 1);
    for (j, r) in right.iter().enumerate().filter(|(_, r)| **r != 0.0) {
        let target = sum.column_mut(j)[first..end].iter_mut();
        target.zip(&left[first..end]).for_each(|(s, l)| *s += factor * l * r);
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
