//! The equations of motion linearised about a state: M, C, D, K, N, G by name \[Boer2013, Eq. (15)\], in space.
//!
//! Spins do not commute, so that derivatives of velocities and accelerations have terms that the plane lacks:
//! W = W_s + ½ δθ×ω and Z = Z_s + ½ δθ×ω̇ + ⅙ ω×(δθ×ω) at every rotational node, with W_s and Z_s from the symmetric second
//! derivatives in the exponential chart. The unbalanced moments r_θ of the nodes add −½ F_θᵀ [r_θ]× F_θ, which is
//! part of N here. It is antisymmetric; with loads differentiated along spins, the sum is symmetric where loads are conservative.

use super::buffers::Buffers;
use super::chart::Chart;
use super::closing::Failure;
use super::core::{Core, Target};
use super::elements::MOST;
use super::jet::{Gradient, Hessian, Jet, LOCAL};
use super::load::{Amount, LoadKind};
use super::machine::NONE;
use super::motion::Basis;
use super::motion_laws::{Seen, add_outer};
use super::ragged::Ragged;
use super::superelement::Superelement;
use crate::laws::LawValues;
use crate::system::Linearisation;
use crate::vector::{Vector, cross};
use lissom_linalg::Dense;

type Local = [[f64; LOCAL]; LOCAL];

/// Laws and their derivatives at a state.
pub(super) struct Slopes {
    pub torques: Vec<LawValues>,
    pub fed: Vec<LawValues>,
}

impl Slopes {
    pub fn of(core: &Core, time: f64, b: &mut Buffers) -> Result<Self, Failure> {
        let d = &core.machine.described;
        Ok(Self {
            torques: (0..d.law_torques.len())
                .map(|k| core.torque_law(k, time, b))
                .collect::<Result<_, _>>()?,
            fed: (0..d.fed.len()).map(|k| core.fed_law(k, time, b)).collect::<Result<_, _>>()?,
        })
    }
}

/// Matrices about a state, and what they are made of.
struct About<'a> {
    core: &'a Core,
    laws: Slopes,
    basis: &'a Basis,
    b: &'a Buffers,
    m: usize,
    /// Stress or constraint force of every deformation.
    dual: Vec<f64>,
    /// Unbalanced nodal forces f − M v̇ − h by place, without those along beams.
    unbalanced: Vec<f64>,
    /// (D,xx v) and (D,xx v̇ + D,xxx v v) of every deformation.
    bent: Ragged<f64>,
    bent_twice: Ragged<f64>,
}

impl Core {
    /// Sets accelerations and all that balances them: v̇ in `b.bias`, r = f − M v̇ − h in `b.unbalanced`, and what constraints and
    /// coordinates would need to balance r, by equation, in `b.step`.
    pub fn balance(
        &self,
        time: f64,
        acceleration: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        for (target, equation) in b.targets.iter_mut().zip(&self.equations) {
            if let Target::Coordinate(j) = equation.target {
                target[2] = acceleration[j];
            }
        }
        self.bias(b);
        self.stresses(b);
        self.load(time, input, b)?;
        self.add_sticking(b);
        self.subtract_inertia(b);
        b.unbalanced.copy_from_slice(&b.force);
        self.add_fields(input, b);
        self.subtract_released(b);
        let mut step = std::mem::take(&mut b.step);
        step.copy_from_slice(&b.force);
        self.solve_transposed(b, &mut step);
        b.step = step;
        Ok(())
    }

    /// Stress or constraint force of every deformation after a balance: what the equations of motion need of coordinates, too.
    pub fn balanced_duals(&self, b: &Buffers) -> Vec<f64> {
        let mut dual = b.stress.clone();
        for (p, equation) in self.equations.iter().enumerate() {
            dual[equation.measure] = b.step[p];
        }
        for &m in &self.choice.redundant {
            dual[m] = 0.0;
        }
        dual
    }

    /// (M v̇ + h),x along spins with v and v̇ fixed in space, and h,v.
    pub fn inertia_derivatives(&self, k: usize, b: &Buffers) -> (Vec<f64>, Vec<f64>) {
        let part = &self.machine.described.parts[k];
        if let Some(own) = part.superelement() {
            return own.inertia_derivatives(&b.at, &b.moving[own.number]);
        }
        let inertia = part.inertia.as_ref().expect("a part with mass");
        let ends = b.at.ends(part.points, part.orientations, &self.homes);
        let velocity = Buffers::local(&b.velocity, &self.columns[k]);
        let felt = self.felt(k, b);
        let constants = |values: &[f64; LOCAL]| values.map(Gradient::constant);
        let by_place = inertia.force(&Chart::gradients(&ends), &constants(&velocity), &constants(&felt));
        let seeded = std::array::from_fn(|i| Gradient::coordinate(velocity[i], i));
        let by_rate = inertia.force(&Chart::constants(&ends), &seeded, &constants(&felt));
        let flat = |forces: [Gradient; LOCAL]| forces.iter().flat_map(|f| f.by).collect();
        (flat(by_place), flat(by_rate))
    }

    /// The linearised equations at the state in `b.q`, `b.q_dot` with given accelerations of all q.
    pub fn linearise(
        &self,
        basis: &Basis,
        time: f64,
        acceleration: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<Linearisation, Failure> {
        self.move_to(time, b)?;
        self.motions(basis, b);
        self.balance(time, acceleration, input, b)?;
        let laws = Slopes::of(self, time, b)?;
        let dual = self.balanced_duals(b);
        let mut about = About {
            core: self,
            basis,
            laws,
            m: basis.m,
            dual,
            unbalanced: b.unbalanced.clone(),
            bent: self.gradient_rows(),
            bent_twice: self.gradient_rows(),
            b,
        };
        let mut found = about.matrices(input);
        if basis.m > 0 {
            self.project_stuck(basis.m, b, &mut found);
        }
        Ok(found)
    }
}

impl About<'_> {
    fn matrices(&mut self, input: &[f64]) -> Linearisation {
        let m = self.m;
        let zero = || Dense::zeros(m, m);
        let (mut mass, mut c, mut d, mut k, mut n, mut g) = (zero(), zero(), zero(), zero(), zero(), zero());
        if m == 0 {
            return Linearisation {
                mass,
                velocity_sensitivity: c,
                damping: d,
                stiffness: k,
                dynamic_stiffness: n,
                geometric_stiffness: g,
                input: Dense::zeros(0, self.core.machine.described.inputs.len()),
                residual: Vec::new(),
            };
        }
        self.bend(&mut g);
        let first = self.turned_rates();
        let second = self.second_rates(&first);
        let (w, z) = (self.with_spins(&first), self.with_turned(&second));
        for &part in &self.core.machine.massive {
            let columns = &self.core.columns[part];
            let mut kept = [[0.0; LOCAL]; LOCAL];
            let own = self.core.mass_of(part, self.b, &mut kept);
            let (by_place, by_rate) = self.core.inertia_derivatives(part, self.b);
            let motion = self.local(&self.b.motion, columns);
            let local = |x: &[f64]| self.local(x, columns);
            add(&mut mass, &motion, own, &motion, 1.0);
            add(&mut c, &motion, own, &local(&first), 2.0);
            add(&mut c, &motion, &by_rate, &motion, 1.0);
            add(&mut n, &motion, own, &local(&z), 1.0);
            add(&mut n, &motion, &by_place, &motion, 1.0);
            add(&mut n, &motion, &by_rate, &local(&w), 1.0);
        }
        self.add_elastic(&first, [&mut k, &mut d, &mut n]);
        self.add_loads(input, &mut n);
        self.add_fields(input, &mut n);
        self.add_torques([&first, &w], &mut c, &mut n);
        self.add_fed(&w, &mut c, &mut n);
        self.add_unbalanced(&mut n);
        Linearisation {
            mass,
            velocity_sensitivity: c,
            damping: d,
            stiffness: k,
            dynamic_stiffness: n,
            geometric_stiffness: g,
            input: self.input(),
            residual: self.residual(),
        }
    }

    /// Rows of a matrix by place at the ends of a part, each of m columns.
    fn local(&self, values: &[f64], columns: &[usize]) -> Vec<f64> {
        let m = self.m;
        let mut rows = vec![0.0; columns.len() * m];
        for (row, p) in rows.chunks_exact_mut(m).zip(columns).filter(|(_, p)| **p != NONE) {
            row.copy_from_slice(&values[p * m..(p + 1) * m]);
        }
        rows
    }

    /// Second derivatives of all deformations: G, and their products with velocities and accelerations.
    fn bend(&mut self, g: &mut Dense) {
        let (core, b) = (self.core, self.b);
        for (k, part) in core.machine.described.parts.iter().enumerate() {
            let range = core.machine.of_part(k);
            let laws = &core.machine.described.law_torques;
            let is_needed = |m: usize| {
                self.dual[m] != 0.0
                    || core.equation_of[m] != NONE
                    || !part.damping.is_empty()
                    || laws.iter().any(|law| law.measure == m)
            };
            if !range.clone().any(is_needed) {
                continue;
            }
            if let Some(own) = part.superelement() {
                self.bend_superelement(k, own, g);
                continue;
            }
            let ends = b.at.ends(part.points, part.orientations, &core.homes);
            let mut e = [Hessian::constant(0.0); MOST];
            part.shape.hessians(&ends, &mut e);
            let velocity = Buffers::local(&b.velocity, &core.columns[k]);
            let acceleration = Buffers::local(&b.bias, &core.columns[k]);
            let mut third = [[0.0; LOCAL]; MOST];
            part.shape.third(&ends, &velocity, &mut third);
            let mut sum: Local = [[0.0; LOCAL]; LOCAL];
            for (own, m) in range.enumerate() {
                let second = &e[own].second;
                for i in 0..LOCAL {
                    self.bent[m][i] = lissom_linalg::dot(&second[i], &velocity);
                    self.bent_twice[m][i] = lissom_linalg::dot(&second[i], &acceleration) + third[own][i];
                    for j in 0..LOCAL {
                        sum[i][j] += self.dual[m] * second[i][j];
                    }
                }
            }
            let motion = self.local(&b.motion, &core.columns[k]);
            add(g, &motion, sum.as_flattened(), &motion, 1.0);
        }
    }

    fn bend_superelement(&mut self, k: usize, own: &Superelement, g: &mut Dense) {
        let (core, b) = (self.core, self.b);
        let columns = &core.columns[k];
        let mut acceleration = vec![0.0; columns.len()];
        Buffers::spread(&b.bias, columns, &mut acceleration);
        let range = core.machine.of_part(k);
        let found =
            own.bend((&b.at, &core.homes), &b.moving[own.number], &acceleration, &self.dual[range.clone()]);
        for (own, m) in range.enumerate() {
            let row = own * columns.len()..(own + 1) * columns.len();
            self.bent[m].copy_from_slice(&found.by_rate[row.clone()]);
            self.bent_twice[m].copy_from_slice(&found.by_second[row]);
        }
        let motion = self.local(&b.motion, columns);
        add(g, &motion, &found.geometric, &motion, 1.0);
    }

    /// W_s: A W_s = −(D,xx v) F.
    fn turned_rates(&self) -> Vec<f64> {
        self.solved(|measure, motion, row, _| subtract_product(&self.bent[measure], motion, row, 1.0), None)
    }

    /// Z_s: A Z_s = −[(D,xx v̇ + D,xxx v v) F + 2 (D,xx v) W_s].
    fn second_rates(&self, first: &[f64]) -> Vec<f64> {
        let terms = |measure: usize, motion: &[f64], row: &mut [f64], w: &[f64]| {
            subtract_product(&self.bent_twice[measure], motion, row, 1.0);
            subtract_product(&self.bent[measure], w, row, 2.0);
        };
        self.solved(terms, Some(first))
    }

    fn solved(&self, terms: impl Fn(usize, &[f64], &mut [f64], &[f64]), other: Option<&[f64]>) -> Vec<f64> {
        let (core, m) = (self.core, self.m);
        let mut x = vec![0.0; core.size() * m];
        for (p, equation) in core.equations.iter().enumerate() {
            let columns = &core.columns[core.machine.measures[equation.measure].part];
            let motion = self.local(&self.b.motion, columns);
            let with = other.map_or_else(Vec::new, |other| self.local(other, columns));
            let row = &mut x[p * m..(p + 1) * m];
            terms(equation.measure, &motion, row, &with);
            row.iter_mut().for_each(|v| *v *= equation.scale);
        }
        core.solve(self.b, &mut x, m);
        x
    }

    /// Adds a vector function of δθ to the rows of every rotational node.
    fn at_spins(&self, x: &[f64], term: impl Fn(Vector, Vector, Vector) -> Vector) -> Vec<f64> {
        let (core, m) = (self.core, self.m);
        let mut sum = x.to_vec();
        for p in self.spins() {
            let (rate, second) = (Buffers::triple(&self.b.velocity, p), Buffers::triple(&self.b.bias, p));
            for j in 0..m {
                let added = term(self.turn(p, j), rate, second);
                for (p, value) in p.into_iter().zip(added).filter(|(p, _)| *p != NONE) {
                    sum[p * m + j] += value;
                }
            }
        }
        debug_assert_eq!(sum.len(), core.size() * m);
        sum
    }

    /// Places of the spins of all rotational nodes that move.
    fn spins(&self) -> impl Iterator<Item = [usize; 3]> {
        self.core.blocks.iter().flat_map(|block| block.orientations.iter().map(|[_, p @ ..]| *p))
    }

    /// The motion of three places per unit of a coordinate; zero where fixed.
    fn turn(&self, places: [usize; 3], j: usize) -> Vector {
        places.map(|p| if p == NONE { 0.0 } else { self.b.motion[p * self.m + j] })
    }

    /// W = W_s + ½ δθ×ω.
    fn with_spins(&self, first: &[f64]) -> Vec<f64> {
        self.at_spins(first, |turn, rate, _| cross(turn, rate).map(|v| 0.5 * v))
    }

    /// Z = Z_s + ½ δθ×ω̇ + ⅙ ω×(δθ×ω).
    fn with_turned(&self, second: &[f64]) -> Vec<f64> {
        self.at_spins(second, |turn, rate, acceleration| {
            let (a, c) = (cross(turn, acceleration), cross(rate, cross(turn, rate)));
            std::array::from_fn(|i| 0.5 * a[i] + c[i] / 6.0)
        })
    }

    /// E,q of a deformation.
    fn strains(&self, measure: usize, motion: &[f64]) -> Vec<f64> {
        let (core, m) = (self.core, self.m);
        let mut row = vec![0.0; m];
        match (core.coordinate_of[measure], core.equation_of[measure]) {
            (NONE, NONE) if core.machine.deformation(measure).flexible => {
                subtract_product(&self.b.gradients[measure], motion, &mut row, -1.0);
            }
            (NONE, _) => {}
            (i, _) => (0..m).for_each(|j| row[j] = self.basis.get(i, j)),
        }
        row
    }

    fn add_elastic(&self, first: &[f64], [k, d, n]: [&mut Dense; 3]) {
        let core = self.core;
        for (part, own) in core.machine.described.parts.iter().enumerate() {
            if own.stiffness.is_empty() && own.damping.is_empty() {
                continue;
            }
            let columns = &core.columns[part];
            let (motion, w) = (self.local(&self.b.motion, columns), self.local(first, columns));
            let range = core.machine.of_part(part);
            let count = range.len();
            let strains: Vec<Vec<f64>> = range.clone().map(|e| self.strains(e, &motion)).collect();
            add_form(k, &strains, &own.stiffness, &strains);
            if !own.damping.is_empty() {
                add_form(d, &strains, &own.damping, &strains);
                let rates: Vec<Vec<f64>> = range.map(|e| self.rate_slopes(e, &motion, &w)).collect();
                add_form(n, &strains, &own.damping, &rates);
            }
            debug_assert_eq!(strains.len(), count);
        }
    }

    /// ∂ė/∂q of a released deformation: D,x W + (D,xx v) F; that of a coordinate does not depend on q.
    fn rate_slopes(&self, measure: usize, motion: &[f64], w: &[f64]) -> Vec<f64> {
        let mut row = vec![0.0; self.m];
        if self.core.equation_of[measure] == NONE && self.core.machine.deformation(measure).flexible {
            subtract_product(&self.b.gradients[measure], w, &mut row, -1.0);
            subtract_product(&self.bent[measure], motion, &mut row, -1.0);
        }
        row
    }

    /// Derivatives of laws by their deformation, its rate and what they observe.
    fn add_torques(&self, [first, w]: [&[f64]; 2], c: &mut Dense, n: &mut Dense) {
        let core = self.core;
        for (torque, values) in core.machine.described.law_torques.iter().zip(&self.laws.torques) {
            let columns = &core.columns[core.machine.measures[torque.measure].part];
            let motion = self.local(&self.b.motion, columns);
            let strain = self.strains(torque.measure, &motion);
            let rate = self.rate_slopes(torque.measure, &motion, &self.local(first, columns));
            add_outer(n, -values.by_deformation, &strain, &strain);
            add_outer(n, -values.by_rate, &strain, &rate);
            add_outer(c, -values.by_rate, &strain, &strain);
            self.add_seen((&torque.law.observed, values), &strain, w, [c, n]);
        }
    }

    /// Derivatives of forces at nodes by the motion they observe.
    fn add_fed(&self, w: &[f64], c: &mut Dense, n: &mut Dense) {
        let (core, m) = (self.core, self.m);
        for (fed, values) in core.machine.described.fed.iter().zip(&self.laws.fed) {
            let vector = core.load_vector(&fed.load, self.b).0;
            let mut along = vec![0.0; m];
            for (p, v) in core.load_places(&fed.load).into_iter().zip(vector).filter(|(p, _)| *p != NONE) {
                let row = &self.b.motion[p * m..(p + 1) * m];
                along.iter_mut().zip(row).for_each(|(sum, f)| *sum += self.b.share * v * f);
            }
            self.add_seen((&fed.law.observed, values), &along, w, [c, n]);
        }
    }

    /// −(motion along a force) · ∂f/∂(observed motion).
    fn add_seen(
        &self,
        (observed, values): (&[Seen], &LawValues),
        along: &[f64],
        w: &[f64],
        [c, n]: [&mut Dense; 2],
    ) {
        for (seen, derivative) in observed.iter().zip(values.by_observed) {
            let place = self.core.seen_place(seen);
            if place == NONE {
                continue;
            }
            let rows = place * self.m..(place + 1) * self.m;
            if let Seen::Displacement(..) = seen {
                add_outer(n, -derivative, along, &self.b.motion[rows]);
            } else {
                add_outer(c, -derivative, along, &self.b.motion[rows.clone()]);
                add_outer(n, -derivative, along, &w[rows]);
            }
        }
    }

    /// −f,x of loads that follow an orientation.
    fn add_loads(&self, input: &[f64], n: &mut Dense) {
        let (core, m) = (self.core, self.m);
        let described = &core.machine.described;
        let points = described.points.len();
        let given = described.loads.iter().map(|load| (load, core.amount(load.amount, input, self.b)));
        let fed = described.fed.iter().zip(&self.laws.fed);
        for (load, amount) in given.chain(fed.map(|(fed, law)| (&fed.load, self.b.share * law.force))) {
            let followed = match load.kind {
                LoadKind::Force { follows, .. } => follows,
                LoadKind::Moment { orientation, follows, .. } => follows.then_some(orientation),
            };
            let Some(o) = followed else { continue };
            let spin = [0, 1, 2].map(|i| core.place[3 * (points + o) + i]);
            let places = core.load_places(load);
            if spin == [NONE; 3] || places == [NONE; 3] {
                continue;
            }
            let force = core.load_vector(load, self.b).0.map(|v| amount * v);
            for j in 0..m {
                let change = cross(self.turn(spin, j), force);
                for i in 0..m {
                    let moved = self.turn(places, i);
                    n[(i, j)] -= (0..3).map(|l| moved[l] * change[l]).sum::<f64>();
                }
            }
        }
    }

    /// −f,x of forces along beams: second derivatives of the axis in the chart, which need no correction for spins.
    fn add_fields(&self, input: &[f64], n: &mut Dense) {
        for (part, form) in self.core.field_gradients(input, self.b) {
            let motion = self.local(&self.b.motion, &self.core.columns[part]);
            add(n, &motion, form.as_flattened(), &motion, -1.0);
        }
    }

    /// −½ F_θᵀ [r_θ]× F_θ of every rotational node.
    fn add_unbalanced(&self, n: &mut Dense) {
        let m = self.m;
        for p in self.spins() {
            let moment = Buffers::triple(&self.unbalanced, p);
            if moment == [0.0; 3] {
                continue;
            }
            for j in 0..m {
                let change = cross(moment, self.turn(p, j));
                for i in 0..m {
                    let turn = self.turn(p, i);
                    n[(i, j)] -= 0.5 * (0..3).map(|l| turn[l] * change[l]).sum::<f64>();
                }
            }
        }
    }

    /// Generalised forces per unit of each input.
    fn input(&self) -> Dense {
        let (core, m) = (self.core, self.m);
        let described = &core.machine.described;
        let mut matrix = Dense::zeros(m, described.inputs.len());
        for load in &described.loads {
            let Amount::Input(k) = load.amount else { continue };
            let vector = core.load_vector(load, self.b).0;
            for (p, v) in core.load_places(load).into_iter().zip(vector).filter(|(p, _)| *p != NONE) {
                (0..m).for_each(|i| matrix[(i, k)] += v * self.b.motion[p * m + i]);
            }
        }
        for load in &described.line_loads {
            let Amount::Input(k) = load.ends[0] else { continue };
            for (part, force) in core.line_forces(load, [1.0; 2], self.b) {
                let motion = self.local(&self.b.motion, &core.columns[part]);
                for (f, row) in force.iter().zip(motion.chunks_exact(m)) {
                    (0..m).for_each(|i| matrix[(i, k)] += f * row[i]);
                }
            }
        }
        for torque in &described.torques {
            let Amount::Input(k) = torque.amount else { continue };
            let columns = &core.columns[core.machine.measures[torque.measure].part];
            let row = self.strains(torque.measure, &self.local(&self.b.motion, columns));
            (0..m).for_each(|i| matrix[(i, k)] += row[i]);
        }
        matrix
    }

    /// F,qᵀ r − E,qᵀ σ.
    fn residual(&self) -> Vec<f64> {
        let (core, m) = (self.core, self.m);
        let mut sum = vec![0.0; m];
        // What the coordinates would need, less their stresses: released ones are in it already.
        for (p, equation) in core.equations.iter().enumerate() {
            if let Target::Coordinate(i) = equation.target {
                let open = self.b.step[p] - self.b.stress[equation.measure];
                (0..m).for_each(|j| sum[j] += self.basis.get(i, j) * open);
            }
        }
        sum
    }
}

/// row −= factor · (vector over the ends) · (rows of m).
fn subtract_product(vector: &[f64], rows: &[f64], row: &mut [f64], factor: f64) {
    let m = row.len();
    for (value, other) in vector.iter().zip(rows.chunks_exact(m)).filter(|(v, _)| **v != 0.0) {
        row.iter_mut().zip(other).for_each(|(r, o)| *r -= factor * value * o);
    }
}

/// sum += factor · leftᵀ a right, a row by row and both sides rows of m.
fn add(sum: &mut Dense, left: &[f64], a: &[f64], right: &[f64], factor: f64) {
    let m = sum.rows();
    let mut product = vec![0.0; m];
    for (row, line) in a.chunks_exact(left.len() / m).zip(left.chunks_exact(m)) {
        product.fill(0.0);
        for (value, other) in row.iter().zip(right.chunks_exact(m)).filter(|(v, _)| **v != 0.0) {
            product.iter_mut().zip(other).for_each(|(p, o)| *p += factor * value * o);
        }
        for (j, p) in product.iter().enumerate().filter(|(_, p)| **p != 0.0) {
            sum.column_mut(j).iter_mut().zip(line).for_each(|(s, l)| *s += l * p);
        }
    }
}

/// sum += leftᵀ form right over deformations.
fn add_form(sum: &mut Dense, left: &[Vec<f64>], form: &[f64], right: &[Vec<f64>]) {
    let n = left.len();
    for (k, value) in form.iter().enumerate().filter(|(_, v)| **v != 0.0) {
        let (a, b) = (&left[k / n], &right[k % n]);
        for (j, r) in b.iter().enumerate().filter(|(_, r)| **r != 0.0) {
            sum.column_mut(j).iter_mut().zip(a).for_each(|(s, l)| *s += value * l * r);
        }
    }
}
