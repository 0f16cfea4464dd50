//! Equations of motion: (F,qᵀ M F,q) q̈ = F,qᵀ (f − h − M (F,qq q̇) q̇) − E,qᵀ σ \[Boer2013, Eqs. (13), (19)\].
//!
//! In a reduced model F,q V is solved for directly: no matrix of the size of the full model is formed.

use crate::cholesky::{cholesky, cholesky_solve};
use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::basis::Basis;
use crate::mechanism::core::Core;

use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::constants::loads::TorqueSource;
use crate::mechanism::constants::part::Part;
use crate::mechanism::jacobian::lanes::{LANES, Lanes, Row};
use pulp::{Simd, WithSimd};

impl Core {
    /// Configuration, motions, rates, and accelerations at q̈ = 0 for the state in `b.q`; `rates` are those of the
    /// coordinates of the model, full or reduced.
    pub fn move_to(&self, basis: &Basis, time: f64, rates: &[f64], b: &mut Buffers) -> Result<(), Failure> {
        self.demand(time, b)?;
        self.close(b)?;
        if !b.is_recursive {
            self.motions(basis, b);
        }
        self.velocities(basis, rates, b);
        self.bias(b);
        Ok(())
    }

    /// The same with the motions of all coordinates, also where an evaluation does without.
    pub fn move_all(&self, basis: &Basis, time: f64, rates: &[f64], b: &mut Buffers) -> Result<(), Failure> {
        self.move_to(basis, time, rates, b)?;
        if b.is_recursive {
            self.motions(basis, b);
        }
        Ok(())
    }

    /// F,q V: the motions of the unknowns that belong to unit rates of the coordinates.
    pub fn motions(&self, basis: &Basis, b: &mut Buffers) {
        basis.demand(self, &mut b.motion);
        b.motion.panels_mut().for_each(|panel| self.pattern.solve_panel(&b.factor, panel));
    }

    /// External forces on all coordinates: loads and torques.
    pub fn load(&self, time: f64, input: &[f64], b: &mut Buffers) -> Result<(), Failure> {
        b.force.fill(0.0);
        self.loads.add(&b.at, &b.laws, b.share, input, &mut b.force);
        self.add_fed(time, b)?;
        for (k, torque) in self.loads.torques.iter().enumerate() {
            let value = self.torque(k, time, input, b)?;
            for (c, at) in self.parts.row(torque.measure) {
                b.force[c] += value * b.gradients[at];
            }
        }
        if !self.loads.frictions.is_empty() {
            self.add_sliding_friction(b);
        }
        Ok(())
    }

    /// Adds forces that depend on the motion of nodes.
    pub fn add_fed(&self, time: f64, b: &mut Buffers) -> Result<(), Failure> {
        for (k, load) in self.loads.fed.iter().enumerate() {
            let arguments = load.law.arguments([time, 0.0, 0.0], &b.at, &b.velocity);
            let decisions = b.decisions.get(load.switches.clone());
            let values = load.law.values(&arguments, decisions, &mut b.law_work);
            let value = b.share * values.ok_or(Failure::Fed(k))?.force;
            load.acting.add(&b.at, value, &mut b.force);
        }
        Ok(())
    }

    /// The value of a torque at the state in the buffers.
    pub fn torque(&self, k: usize, time: f64, input: &[f64], b: &mut Buffers) -> Result<f64, Failure> {
        let torque = &self.loads.torques[k];
        match &torque.source {
            TorqueSource::Law(law) => {
                let state = [time, b.e[torque.measure], b.e_dot[torque.measure]];
                let arguments = law.arguments(state, &b.at, &b.velocity);
                let decisions = b.decisions.get(torque.switches.clone());
                let values = law.values(&arguments, decisions, &mut b.law_work);
                values.map(|values| values.force).ok_or(Failure::Torque(k, state))
            }
            TorqueSource::Input(place) => Ok(input[*place]),
        }
    }

    /// Stress resultants σ = S e + S_d ė of flexible deformations.
    pub fn stresses(&self, b: &mut Buffers) {
        let linear = self.elastic.linear.iter().map(|(k, _)| *k);
        self.stresses_of(linear, b);
        self.stresses_of(self.elastic.others.iter().copied(), b);
    }

    fn stresses_of(&self, parts: impl Iterator<Item = usize>, b: &mut Buffers) {
        for part in parts.map(|k| &self.parts.all[k]) {
            match part.count {
                3 => part_stresses(part, 3, b),
                n => part_stresses(part, n, b),
            }
        }
    }

    /// Subtracts D,xᵀ σ from the forces.
    pub fn subtract_stresses(&self, b: &mut Buffers) {
        for part in self.parts.all.iter().filter(|part| part.is_elastic()) {
            let coordinates = part.coordinates();
            let rows = b.gradients[part.gradients()].chunks_exact(coordinates.len());
            for (sigma, row) in b.stress[part.deformations()].iter().zip(rows) {
                for (g, c) in row.iter().zip(coordinates) {
                    b.force[*c] -= g * sigma;
                }
            }
        }
    }

    /// Subtracts E,qᵀ σ from the generalised forces. Deformations that are coordinates act directly; fixed
    /// ones do no work.
    fn subtract_generalised_stresses(&self, basis: &Basis, rates: &[f64], b: &mut Buffers) {
        let stressed = if basis.subtract_linear_stresses(&b.eta, rates, &mut b.generalised_force) {
            self.stresses_of(self.elastic.others.iter().copied(), b);
            &self.elastic.stressed[self.elastic.stressed_linear..]
        } else {
            self.stresses(b);
            &self.elastic.stressed[..]
        };
        for &(j, measure) in stressed {
            let sigma = b.stress[measure];
            match basis.row(j) {
                None => b.generalised_force[j] -= sigma,
                Some(row) => b.generalised_force.iter_mut().zip(row).for_each(|(f, v)| *f -= v * sigma),
            }
        }
        for &measure in &self.choice.released {
            let sigma = b.stress[measure];
            for (c, at) in self.parts.row(measure) {
                let Some(p) = self.place[c] else { continue };
                let work = sigma * b.gradients[at];
                for (panel, forces) in b.motion.panels().zip(b.generalised_force.chunks_mut(LANES)) {
                    forces.iter_mut().zip(&panel[p]).for_each(|(force, f)| *force -= work * f);
                }
            }
        }
    }

    /// Evaluates M and subtracts h + M a from the forces, with the accelerations `b.bias` as a, and adds the weight: M g,
    /// because gravity is an acceleration of the whole frame, or the weight given by a part.
    pub fn inertia(&self, b: &mut Buffers) {
        b.felt.copy_from_slice(&b.bias);
        b.felt.iter_mut().zip(&self.gravity).for_each(|(a, g)| *a -= b.share * g);
        for massive in &self.massive {
            let part = &self.parts.all[massive.part];
            let (matrix, force) = (&mut b.mass[massive.range()], &mut b.part_force[..massive.width]);
            let weight = self.own_weight(part, b.share);
            let felt = if weight.is_some() { &b.bias } else { &b.felt };
            part.finite().inertia(&b.at, &b.velocity, felt, matrix, force);
            part.coordinates().iter().zip(&*force).for_each(|(c, inertia)| b.force[*c] -= inertia);
            if let Some(gravity) = weight {
                part.finite().weight(&b.at, gravity, force);
                part.coordinates().iter().zip(&*force).for_each(|(c, weight)| b.force[*c] += weight);
            }
        }
    }

    /// The active share of gravity, if the part gives its own weight.
    pub fn own_weight(&self, part: &Part, share: f64) -> Option<[f64; 2]> {
        self.field.filter(|_| part.finite().weighs()).map(|field| field.map(|g| share * g))
    }

    /// F,qᵀ M F,q, its lower triangle row by row, and F,qᵀ times the forces.
    pub fn project(&self, m: usize, b: &mut Buffers) {
        for (value, c) in b.step.iter_mut().zip(&self.unknowns) {
            *value = b.force[*c];
        }
        b.mass_motion.make_room(self.unknowns.len(), m);
        b.generalised_mass.resize(m * m, 0.0);
        self.arch.dispatch(Projection { core: self, m, b });
    }

    /// q̈ at the state in `b.q`, `b.q_dot`, left in `b.generalised_force`.
    pub fn accelerate(
        &self,
        basis: &Basis,
        time: f64,
        rates: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        let m = rates.len();
        self.move_to(basis, time, rates, b)?;
        self.load(time, input, b)?;
        self.inertia(b);
        if let Some(tree) = self.tree.as_ref().filter(|_| b.is_recursive) {
            let sticks = !self.loads.frictions.is_empty() && self.has_sticking(b);
            if !sticks && let Some(found) = self.eliminate_motion(tree, b) {
                return found.map_err(Failure::Massless);
            }
            self.motions(basis, b);
        }
        self.project(m, b);
        self.subtract_generalised_stresses(basis, rates, b);
        if !self.loads.frictions.is_empty() && self.has_sticking(b) {
            return self.accelerate_sticking(b);
        }
        // Reduced models have few coordinates: code for these sizes needs no loops.
        let (mass, force) = (&mut b.generalised_mass[..], &mut b.generalised_force[..]);
        let solved = match m {
            1 => divide(1, mass, force),
            2 => divide(2, mass, force),
            3 => divide(3, mass, force),
            4 => divide(4, mass, force),
            5 => divide(5, mass, force),
            6 => divide(6, mass, force),
            m => divide(m, mass, force),
        };
        solved.map_err(Failure::Massless)
    }
}

#[inline(always)]
fn part_stresses(part: &Part, n: usize, b: &mut Buffers) {
    let range = part.first..part.first + n;
    let sigma = &mut b.stress[range.clone()];
    sigma.fill(0.0);
    for (matrix, values) in [(&part.stiffness, &b.e), (&part.damping, &b.e_dot)] {
        let values = &values[range.clone()];
        for (sigma, row) in sigma.iter_mut().zip(matrix.chunks_exact(n)) {
            *sigma += (0..n).map(|k| row[k] * values[k]).sum::<f64>();
        }
    }
}

struct Projection<'a> {
    core: &'a Core,
    m: usize,
    b: &'a mut Buffers,
}

impl WithSimd for Projection<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { core, m, b } = self;
        b.mass_motion.fill_zero();
        for (f, product) in b.motion.panels().zip(b.mass_motion.panels_mut()) {
            for massive in &core.massive {
                massive.add_product(simd, &b.mass, f, product);
            }
        }
        for (f, sums) in b.motion.panels().zip(b.generalised_force.chunks_mut(LANES)) {
            let (mut total, mut sum) = ([0.0; LANES], Row::zero(simd));
            for (row, force) in f.iter().zip(&b.step) {
                sum = sum.plus(simd, *force, &Row::load(simd, row));
            }
            sum.store(&mut total);
            sums.copy_from_slice(&total[..sums.len()]);
        }
        for (i, f) in b.motion.panels().enumerate() {
            let rows = LANES.min(m - i * LANES);
            for (j, g) in b.mass_motion.panels().enumerate().take(i + 1) {
                let mut tile = [[0.0; LANES]; LANES];
                inner_products(simd, f, g, &mut tile[..rows]);
                for (row, values) in tile[..rows].iter().enumerate() {
                    let at = (i * LANES + row) * m + j * LANES;
                    let width = LANES.min(m - j * LANES);
                    b.generalised_mass[at..at + width].copy_from_slice(&values[..width]);
                }
            }
        }
    }
}

/// The first rows of fᵀ g of two panels.
#[inline(always)]
fn inner_products<S: Simd>(simd: S, f: &[Lanes], g: &[Lanes], tile: &mut [Lanes]) {
    let mut from = 0;
    while from < tile.len() {
        // As many rows at once as registers hold.
        from += match tile.len() - from {
            1 => some_inner_products::<S, 1>(simd, f, g, from, tile),
            2 => some_inner_products::<S, 2>(simd, f, g, from, tile),
            3 => some_inner_products::<S, 3>(simd, f, g, from, tile),
            4 | 8 => some_inner_products::<S, 4>(simd, f, g, from, tile),
            _ => some_inner_products::<S, 5>(simd, f, g, from, tile),
        };
    }
}

/// N rows of fᵀ g.
#[inline(always)]
fn some_inner_products<S: Simd, const N: usize>(
    simd: S,
    f: &[Lanes],
    g: &[Lanes],
    from: usize,
    tile: &mut [Lanes],
) -> usize {
    let mut sums = [Row::zero(simd); N];
    for (f, g) in f.iter().zip(g) {
        let (f, g) = (&f[from..from + N], Row::load(simd, g));
        for (sum, f) in sums.iter_mut().zip(f) {
            *sum = sum.plus(simd, *f, &g);
        }
    }
    for (row, sum) in tile[from..from + N].iter_mut().zip(sums) {
        sum.store(row);
    }
    N
}

/// x ← A⁻¹ x for a symmetric matrix given by its lower triangle.
///
/// # Errors
/// The row whose pivot is not positive.
#[inline(always)]
fn divide(n: usize, a: &mut [f64], x: &mut [f64]) -> Result<(), usize> {
    let (a, x) = (&mut a[..n * n], &mut x[..n]);
    cholesky(n, a)?;
    cholesky_solve(n, a, x);
    Ok(())
}
