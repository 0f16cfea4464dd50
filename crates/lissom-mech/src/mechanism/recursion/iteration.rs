//! The matrices of an implicit step: kept element by element, never formed.
//!
//! # Equation
//! M + s (C + D) + s² (K + N + G) is needed only to steer a simplified Newton iteration; what the iteration converges to does not depend on it.
//! Over the unknowns x it is Fᵀ (M + s h,ẋ + s² ((M ẍ + h),x − f,x + Σ λ_a D_a,xx)) F, plus s S_d + s² S of deformations that are coordinates.
//! Left out are the terms with W = ∂ẋ/∂q and Z = ∂ẍ/∂q (`linearise`), which are smaller than the mass by s times the rate at which parts turn, and
//! the skew parts of h,ẋ, (M ẍ + h),x and f,x: so the matrix is symmetric and is eliminated along the tree like an inertia.

use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::basis::Basis;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::constants::loads::{Acting, TorqueSource};
use crate::mechanism::core::Core;
use crate::mechanism::recursion::elimination::{Elimination, Number, Pivots};
use crate::mechanism::recursion::fronts::Fronts;
use crate::mechanism::recursion::reach::Reach;
use crate::mechanism::recursion::torn_iteration::{TornFactor, TornLoops};
use crate::mechanism::recursion::tree::coordinates_of_rows;
use std::sync::Arc;

/// M, C + D and K + N + G at a state, as far as they steer an iteration, element by element.
#[derive(Clone, Debug)]
pub struct StructuredMatrices {
    fronts: Arc<Fronts>,
    reach: Reach,
    /// Over the unknowns: values of all fronts.
    mass: Vec<f64>,
    rate: Vec<f64>,
    position: Vec<f64>,
    /// Over the coordinates of each front.
    own_rate: Vec<f64>,
    own_position: Vec<f64>,
    /// Loops that are torn, and the number of coordinates.
    torn: Option<TornLoops>,
    coordinates: usize,
}

/// The factors of M + s (C + D) + s² (K + N + G) for one scale s.
#[derive(Clone, Debug)]
pub struct StructuredFactor<S> {
    elimination: Elimination<S>,
    unknowns: Vec<S>,
    torn: Option<TornFactor<S>>,
}

impl StructuredMatrices {
    pub(crate) fn zeros(fronts: &Arc<Fronts>) -> Self {
        let (values, own) = (vec![0.0; fronts.values], vec![0.0; fronts.pivots]);
        Self {
            reach: Reach::new(fronts),
            fronts: Arc::clone(fronts),
            mass: values.clone(),
            rate: values.clone(),
            position: values,
            own_rate: own.clone(),
            own_position: own,
            torn: None,
            coordinates: 0,
        }
    }

    pub(crate) fn fronts(&self) -> &Arc<Fronts> {
        &self.fronts
    }

    pub(crate) fn reach_mut(&mut self) -> &mut Reach {
        &mut self.reach
    }

    /// Adds a mass matrix over unknowns by place.
    pub(crate) fn add_mass(&mut self, places: &[Option<usize>], matrix: &[f64]) {
        Self::add(&self.fronts, &mut self.mass, places, matrix, 1.0);
    }

    /// Adds to C + D over unknowns.
    pub(crate) fn add_rate(&mut self, places: &[Option<usize>], matrix: &[f64], factor: f64) {
        Self::add(&self.fronts, &mut self.rate, places, matrix, factor);
    }

    /// Adds to K + N + G over unknowns.
    pub(crate) fn add_position(&mut self, places: &[Option<usize>], matrix: &[f64], factor: f64) {
        Self::add(&self.fronts, &mut self.position, places, matrix, factor);
    }

    /// Adds to C + D or K + N + G of two coordinates of a front.
    pub(crate) fn add_own(&mut self, (front, c, d, value): (usize, usize, usize, f64), is_rate: bool) {
        let front = &self.fronts.all[front];
        let at = front.pivots + c * front.free.len() + d;
        let target = if is_rate { &mut self.own_rate } else { &mut self.own_position };
        target[at] += value;
    }

    /// target ← M x.
    pub fn mass_times<S: Number>(&self, x: &[S], target: &mut [S]) {
        target.fill(S::from(0.0));
        self.add_product(&self.mass, 1.0, x, target);
    }

    /// target ← target + factor (K + N + G) x.
    pub fn add_stiffness_times(&self, factor: f64, x: &[f64], target: &mut [f64]) {
        self.add_product(&self.position, factor, x, target);
        for front in &self.fronts.all {
            let f = front.free.len();
            let free = &self.fronts.free[front.free.clone()];
            let own = &self.own_position[front.pivots..front.pivots + f * f];
            for (row, (_, i)) in own.chunks_exact(f.max(1)).zip(free) {
                target[*i] += factor * row.iter().zip(free).map(|(s, (_, j))| s * x[*j]).sum::<f64>();
            }
        }
    }

    /// target ← target + factor Fᵀ A F x, A given by the values of all fronts.
    fn add_product<S: Number>(&self, values: &[f64], factor: f64, x: &[S], target: &mut [S]) {
        let zero = S::from(0.0);
        let n = self.fronts.all.last().map_or(0, |last| last.own.end);
        let (mut moved, mut force) = (vec![zero; n], vec![zero; n]);
        for front in &self.fronts.all {
            let [s, r, f] = front.sizes();
            let (near, free) = (&self.fronts.near[front.near.clone()], &self.fronts.free[front.free.clone()]);
            let (e, t) = (&self.reach.by_free[front.by_free..], &self.reach.by_near[front.by_near..]);
            // What is coupled with it is multiplied when all of it is known.
            for a in 0..s {
                let by_free = (0..f).fold(zero, |sum, c| sum + x[free[c].1].times(e[a * f + c]));
                moved[front.own.start + a] =
                    (0..r).fold(by_free, |sum, i| sum + moved[near[i]].times(t[a * r + i]));
            }
        }
        if let Some(torn) = &self.torn {
            torn.complete(x, &mut moved);
        }
        self.multiply(|at, x: S| x.times(values[at]), &moved, &mut force);
        if let Some(torn) = &self.torn {
            torn.gather(&mut force, factor, target);
        }
        for front in self.fronts.all.iter().rev() {
            let [s, r, f] = front.sizes();
            let (near, free) = (&self.fronts.near[front.near.clone()], &self.fronts.free[front.free.clone()]);
            let (e, t) = (&self.reach.by_free[front.by_free..], &self.reach.by_near[front.by_near..]);
            for (c, (_, j)) in free.iter().enumerate() {
                let sum = (0..s).fold(zero, |sum, a| sum + force[front.own.start + a].times(e[a * f + c]));
                target[*j] = target[*j] + sum.times(factor);
            }
            for (i, unknown) in near.iter().enumerate() {
                let start = force[*unknown];
                force[*unknown] =
                    (0..s).fold(start, |sum, a| sum + force[front.own.start + a].times(t[a * r + i]));
            }
        }
    }

    /// force ← force + A x over the unknowns; `term` multiplies with a value of the fronts.
    fn multiply<S: Number>(&self, term: impl Fn(usize, S) -> S, x: &[S], force: &mut [S]) {
        for front in &self.fronts.all {
            let [s, r, _] = front.sizes();
            let near = &self.fronts.near[front.near.clone()];
            let place = |i: usize| if i < r { near[i] } else { front.own.start + i - r };
            let width = s + r;
            for i in 0..width {
                let row = front.front + i * width;
                let start = force[place(i)];
                force[place(i)] = (0..width).fold(start, |sum, k| sum + term(row + k, x[place(k)]));
            }
        }
    }

    /// Room for factors.
    #[must_use]
    pub fn room<S: Number>(&self) -> StructuredFactor<S> {
        let mut elimination = Elimination::new(&self.fronts);
        elimination.own = vec![S::from(0.0); self.fronts.pivots];
        let n = self.fronts.all.last().map_or(0, |last| last.own.end);
        StructuredFactor { elimination, unknowns: vec![S::from(0.0); n], torn: None }
    }

    /// Factorises for a scale; `false` when a pivot vanishes.
    pub fn factorise<S: Number>(&self, scale: S, factor: &mut StructuredFactor<S>) -> bool {
        let square = scale * scale;
        let Elimination { values, own, .. } = &mut factor.elimination;
        for (k, value) in values.iter_mut().enumerate() {
            let [m, c, p] = [&self.mass, &self.rate, &self.position].map(|values| values[k]);
            *value = S::from(m) + scale.times(c) + square.times(p);
        }
        for (value, (c, p)) in own.iter_mut().zip(self.own_rate.iter().zip(&self.own_position)) {
            *value = scale.times(*c) + square.times(*p);
        }
        let Some(torn) = &self.torn else {
            return factor.elimination.eliminate(&self.fronts, &self.reach, Pivots::Any).is_ok();
        };
        let momentum = |motion: Vec<S>| {
            let mut momentum = vec![S::from(0.0); motion.len()];
            self.multiply(|at, x| factor.elimination.values[at] * x, &motion, &mut momentum);
            momentum
        };
        let momenta: Vec<Vec<S>> = torn.motions().map(momentum).collect();
        let along = (&*self.fronts, &self.reach);
        factor.torn = match factor.elimination.eliminate(along.0, along.1, Pivots::Any) {
            Ok(()) => torn.factorise(along, &mut factor.elimination, momenta, self.coordinates),
            Err(_) => None,
        };
        factor.torn.is_some()
    }

    /// x ← (factorised matrix)⁻¹ x.
    pub fn solve<S: Number>(&self, factor: &mut StructuredFactor<S>, x: &mut [S]) {
        let StructuredFactor { elimination, unknowns, torn } = factor;
        unknowns.fill(S::from(0.0));
        if let Some(loops) = &self.torn {
            loops.spread(x, unknowns);
        }
        elimination.solve(&self.fronts, &self.reach, unknowns, x);
        if let (Some(loops), Some(torn)) = (&self.torn, torn) {
            loops.correct(torn, unknowns, x);
        }
    }

    /// Adds the symmetric part of a matrix over coordinates of nodes to values of the fronts.
    fn add(fronts: &Fronts, values: &mut [f64], places: &[Option<usize>], matrix: &[f64], factor: f64) {
        let n = places.len();
        for (i, p) in places.iter().enumerate() {
            for (j, q) in places.iter().enumerate() {
                let value = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
                if let (Some(p), Some(q), true) = (p, q, value != 0.0) {
                    values[fronts.entry(*p, *q)] += factor * value;
                }
            }
        }
    }
}

impl Core {
    /// Which unknowns the matrices of an iteration couple; `None` without a tree.
    pub fn iteration_fronts(&self) -> Option<&Arc<Fronts>> {
        self.tree.as_ref()?;
        Some(self.iteration.get_or_init(|| {
            let coordinate = coordinates_of_rows(&self.pattern, &self.equations);
            let places = |coordinates: &[usize]| -> Vec<usize> {
                coordinates.iter().filter_map(|c| self.place[*c]).collect()
            };
            let parts = self.parts.all.iter().map(|part| places(part.coordinates()));
            let followers = self.loads.nodal.iter().filter_map(|load| match load.acting {
                Acting::Along { first, turning: Some(turning), .. } => {
                    Some(places(&[first, first + 1, turning]))
                }
                _ => None,
            });
            Arc::new(Fronts::new(&self.pattern.chain().blocks(), &coordinate, parts.chain(followers)))
        }))
    }

    /// The matrices of an implicit step about the state in `b.q` with the given q̇ and q̈.
    pub fn structured(
        &self,
        fronts: &Arc<Fronts>,
        time: f64,
        [rates, accelerations]: [&[f64]; 2],
        (input, basis): (&[f64], &Basis),
        b: &mut Buffers,
    ) -> Result<StructuredMatrices, Failure> {
        self.move_to(basis, time, rates, b)?;
        self.measure_all(b)?;
        self.add_acceleration(accelerations, b);
        self.load(time, input, b)?;
        self.stresses(b);
        self.inertia(b);
        let multipliers = self.multipliers(b);
        let mut sum = StructuredMatrices::zeros(fronts);
        sum.reach.set(fronts, &self.pattern, &b.factor);
        if let Some(tree) = self.tree.as_ref().filter(|tree| !tree.closing.is_empty()) {
            sum.coordinates = self.independent.len();
            sum.torn = Some(TornLoops::of(&self.pattern, &b.factor, tree.closing.clone()));
        }
        self.add_element_inertia(b, &mut sum);
        self.add_element_stress(&multipliers, b, &mut sum);
        self.add_load_stiffness(input, b, &mut sum);
        self.add_law_stiffness(time, b, &mut sum)?;
        Ok(sum)
    }

    fn places(&self, coordinates: &[usize]) -> Vec<Option<usize>> {
        coordinates.iter().map(|c| self.place[*c]).collect()
    }

    /// M, h,ẋ and (M ẍ + h),x less the derivative of the weight.
    fn add_element_inertia(&self, b: &Buffers, sum: &mut StructuredMatrices) {
        let mut gradient = Vec::new();
        for massive in &self.massive {
            let part = &self.parts.all[massive.part];
            let places = self.places(part.coordinates());
            let add = |values: &mut [f64], matrix: &[f64], factor: f64| {
                StructuredMatrices::add(&sum.fronts, values, &places, matrix, factor);
            };
            add(&mut sum.mass, &b.mass[massive.range()], 1.0);
            gradient.clear();
            gradient.resize(massive.width * massive.width, 0.0);
            let weight = self.own_weight(part, b.share);
            let felt = if weight.is_some() { &b.bias } else { &b.felt };
            part.finite().inertia_x(&b.at, &b.velocity, felt, &mut gradient);
            add(&mut sum.position, &gradient, 1.0);
            if let Some(gravity) = weight {
                part.finite().weight_x(&b.at, gravity, &mut gradient);
                add(&mut sum.position, &gradient, -1.0);
            }
            part.finite().inertia_v(&b.at, &b.velocity, &mut gradient);
            add(&mut sum.rate, &gradient, 1.0);
        }
    }

    /// Σ λ_a D_a,xx, and S and S_d: of the coordinates themselves where all deformations of a part are coordinates of one front.
    fn add_element_stress(&self, multipliers: &[f64], b: &Buffers, sum: &mut StructuredMatrices) {
        let slots = slots(&sum.fronts, self.independent.len());
        for part in self.parts.all.iter().filter(|part| part.count > 0 && !part.finite().is_linear()) {
            let n = part.coordinates().len();
            let mut hessian = vec![0.0; n * n];
            part.finite().weighted_hessian(&b.at, &multipliers[part.deformations()], &mut hessian);
            let places = self.places(part.coordinates());
            StructuredMatrices::add(&sum.fronts, &mut sum.position, &places, &hessian, 1.0);
        }
        let mut spread = self.elastic.others.clone();
        for (k, coordinates) in &self.elastic.linear {
            let part = &self.parts.all[*k];
            let found: Option<Vec<(usize, usize, usize)>> =
                coordinates.iter().map(|(a, j)| slots[*j].map(|(front, c)| (*a, front, c))).collect();
            let alike = found.filter(|found| found.windows(2).all(|pair| pair[0].1 == pair[1].1));
            let Some(alike) = alike else {
                spread.push(*k);
                continue;
            };
            for &(a, front, c) in &alike {
                for &(a2, _, c2) in &alike {
                    let front = &sum.fronts.all[front];
                    let at = front.pivots + c * front.free.len() + c2;
                    let entry = |matrix: &[f64]| matrix.get(a * part.count + a2).copied().unwrap_or(0.0);
                    sum.own_position[at] += entry(&part.stiffness);
                    sum.own_rate[at] += entry(&part.damping);
                }
            }
        }
        for part in spread.iter().map(|k| &self.parts.all[*k]) {
            let n = part.coordinates().len();
            let places = self.places(part.coordinates());
            let gradients = &b.gradients[part.gradients()];
            for (values, matrix) in [(&mut sum.position, &part.stiffness), (&mut sum.rate, &part.damping)] {
                let mut form = vec![0.0; n * n];
                for (at, s) in matrix.iter().enumerate().filter(|(_, s)| **s != 0.0) {
                    let [left, right] =
                        [at / part.count, at % part.count].map(|a| &gradients[a * n..(a + 1) * n]);
                    for (i, l) in left.iter().enumerate() {
                        for (j, r) in right.iter().enumerate() {
                            form[i * n + j] += l * s * r;
                        }
                    }
                }
                StructuredMatrices::add(&sum.fronts, values, &places, &form, 1.0);
            }
        }
    }

    /// −f,x of forces that turn with their node, and of distributed ones.
    fn add_load_stiffness(&self, input: &[f64], b: &Buffers, sum: &mut StructuredMatrices) {
        for load in &self.loads.nodal {
            let Acting::Along { first, direction, turning: Some(turning) } = load.acting else { continue };
            let value = load.value.of(&b.laws, b.share, input);
            let [x, y] = b.at.turned(turning, direction).map(|d| d * value);
            let places = self.places(&[first, first + 1, turning]);
            let change = [0.0, 0.0, -y, 0.0, 0.0, x, 0.0, 0.0, 0.0];
            StructuredMatrices::add(&sum.fronts, &mut sum.position, &places, &change, -1.0);
        }
        for load in &self.loads.spread {
            let densities = load.ends.map(|end| end.of(&b.laws, b.share, input));
            for (element, density) in load.elements(densities) {
                let (gradient, places) = (element.gradient(&b.at, density), self.places(&element.indices));
                StructuredMatrices::add(&sum.fronts, &mut sum.position, &places, &gradient, -1.0);
            }
        }
    }

    /// Derivatives of laws by their deformation and its rate.
    fn add_law_stiffness(
        &self,
        time: f64,
        b: &mut Buffers,
        sum: &mut StructuredMatrices,
    ) -> Result<(), Failure> {
        let slots = slots(&sum.fronts, self.independent.len());
        let mut work = std::mem::take(&mut b.law_work);
        for (k, torque) in self.loads.torques.iter().enumerate() {
            let TorqueSource::Law(law) = &torque.source else { continue };
            let state = [time, b.e[torque.measure], b.e_dot[torque.measure]];
            let decisions = b.decisions.get(torque.switches.clone());
            // What laws of outputs feel of other nodes is left out: this matrix steers an iteration, its result does not depend on it.
            let arguments = law.arguments(state, &b.at, &b.velocity);
            let values = law.values(&arguments, decisions, &mut work).ok_or(Failure::Torque(k, state))?;
            let (by_angle, by_rate) = (values.by_deformation, values.by_rate);
            let source = Source::Measure(torque.measure);
            let is_own = |j: &usize| self.choice.independent[*j] == source;
            if let Some((front, c)) = (0..self.independent.len()).find(is_own).and_then(|j| slots[j]) {
                let front = &sum.fronts.all[front];
                let at = front.pivots + c * (front.free.len() + 1);
                sum.own_position[at] -= by_angle;
                sum.own_rate[at] -= by_rate;
                continue;
            }
            let row: Vec<(usize, usize)> = self.parts.row(torque.measure).collect();
            let n = row.len();
            let places: Vec<Option<usize>> = row.iter().map(|(c, _)| self.place[*c]).collect();
            let outer = |at: usize| b.gradients[row[at / n].1] * b.gradients[row[at % n].1];
            let form: Vec<f64> = (0..n * n).map(outer).collect();
            StructuredMatrices::add(&sum.fronts, &mut sum.position, &places, &form, -by_angle);
            StructuredMatrices::add(&sum.fronts, &mut sum.rate, &places, &form, -by_rate);
        }
        b.law_work = work;
        Ok(())
    }
}

/// The front of every coordinate, and its number there.
pub(crate) fn slots(fronts: &Fronts, coordinates: usize) -> Vec<Option<(usize, usize)>> {
    let mut slots = vec![None; coordinates];
    for (k, front) in fronts.all.iter().enumerate() {
        for (c, (_, j)) in fronts.free[front.free.clone()].iter().enumerate() {
            slots[*j] = Some((k, c));
        }
    }
    slots
}
