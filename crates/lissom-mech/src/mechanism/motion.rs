//! Equations of motion: (F,qᵀ M F,q) q̈ = F,qᵀ (f − h − M (F,qq q̇) q̇) − E,qᵀ σ \[Boer2013, Eqs. (13), (19)\].
//!
//! In a reduced model F,q V is solved for directly: nothing of the size of the full model is ever formed.

use super::buffers::Buffers;
use super::core::{Core, Target};
use super::factor::{LANES, Lanes};
use super::kinematics::Failure;
use super::loads::TorqueSource;
use super::massive::Massive;

/// The basis of a reduced model, row by row; `None` is the full model.
pub(super) type Basis<'a> = Option<&'a [f64]>;

/// A pivot of the generalised mass below this share of its diagonal entry is rounding error.
const MASSLESS: f64 = 1e-14;

impl Core {
    /// Configuration, motions, rates, and accelerations at q̈ = 0 for the state in `b.q`; `rates` are those of the
    /// coordinates of the model, full or reduced.
    pub fn move_to(&self, basis: Basis, time: f64, rates: &[f64], b: &mut Buffers) -> Result<(), Failure> {
        self.demand(time, b)?;
        self.close(b)?;
        self.motions(basis, rates.len(), b);
        self.velocities(basis, rates, b);
        self.bias(b);
        Ok(())
    }

    /// F,q V: the motions of the unknowns that belong to unit rates of the coordinates.
    pub fn motions(&self, basis: Basis, m: usize, b: &mut Buffers) {
        for (k, panel) in b.motion.panels_mut().enumerate() {
            let (from, width) = (k * LANES, LANES.min(m - k * LANES));
            for (row, equation) in panel.iter_mut().zip(&self.equations) {
                *row = [0.0; LANES];
                match (equation.target, basis) {
                    (Target::Independent(j), Some(v)) => {
                        row[..width].copy_from_slice(&v[j * m + from..j * m + from + width]);
                    }
                    (Target::Independent(j), None) if (from..from + width).contains(&j) => {
                        row[j - from] = 1.0
                    }
                    _ => {}
                }
            }
        }
        b.motion.panels_mut().for_each(|panel| self.pattern.solve_panel(&b.factor, panel));
    }

    /// External forces on all coordinates: loads and torques.
    pub fn load(&self, time: f64, input: &[f64], b: &mut Buffers) -> Result<(), Failure> {
        b.force.fill(0.0);
        self.loads.add(&b.at, &b.laws, input, &mut b.force);
        for (k, torque) in self.loads.torques.iter().enumerate() {
            let value = self.torque(k, time, input, b)?;
            for (c, at) in self.parts.row(torque.measure) {
                b.force[c] += value * b.gradients[at];
            }
        }
        Ok(())
    }

    /// The value of a torque at the state in the buffers.
    pub fn torque(&self, k: usize, time: f64, input: &[f64], b: &mut Buffers) -> Result<f64, Failure> {
        let torque = &self.loads.torques[k];
        let state = [time, b.e[torque.measure], b.e_dot[torque.measure]];
        match &torque.source {
            TorqueSource::Law(law) => law.torque(state, &mut b.law_work).ok_or(Failure::Torque(k)),
            TorqueSource::Input(place) => Ok(input[*place]),
        }
    }

    /// Stress resultants σ = S e + S_d ė of flexible deformations.
    pub fn stresses(&self, b: &mut Buffers) {
        b.stress.fill(0.0);
        for part in self.parts.all.iter().filter(|part| part.is_elastic()) {
            let range = part.deformations();
            let n = part.count;
            for (matrix, values) in [(&part.stiffness, &b.e), (&part.damping, &b.e_dot)] {
                for (sigma, row) in b.stress[range.clone()].iter_mut().zip(matrix.chunks_exact(n)) {
                    *sigma += row.iter().zip(&values[range.clone()]).map(|(s, e)| s * e).sum::<f64>();
                }
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

    /// Subtracts E,qᵀ σ from the generalised forces. Deformations that are coordinates work on themselves; held ones do
    /// no work.
    fn subtract_generalised_stresses(&self, basis: Basis, b: &mut Buffers) {
        let m = b.generalised_force.len();
        for &(j, measure) in &self.stressed {
            let sigma = b.stress[measure];
            match basis {
                None => b.generalised_force[j] -= sigma,
                Some(v) => {
                    let row = b.generalised_force.iter_mut().zip(&v[j * m..(j + 1) * m]);
                    row.for_each(|(force, v)| *force -= v * sigma);
                }
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

    /// Evaluates M and subtracts h + M (a − g) from the forces, with the accelerations `b.bias` as a. Gravity is
    /// an acceleration of the whole frame: M g is its consistent force.
    pub fn inertia(&self, b: &mut Buffers) {
        b.felt.copy_from_slice(&b.bias);
        b.felt.iter_mut().zip(&self.gravity).for_each(|(a, g)| *a -= g);
        for massive in &self.massive {
            // Most parts are beams: code for their size needs no loops.
            match massive.width {
                6 => self.part_inertia(massive, 6, b),
                n => self.part_inertia(massive, n, b),
            }
        }
    }

    #[inline(always)]
    fn part_inertia(&self, massive: &Massive, n: usize, b: &mut Buffers) {
        let part = &self.parts.all[massive.part];
        let coordinates = &part.coordinates()[..n];
        let (matrix, h) = (&mut b.mass[massive.matrix..massive.matrix + n * n], &mut b.part_h[..n]);
        part.finite().inertia(&b.at, &b.velocity, matrix, h);
        let felt = &mut b.part_felt[..n];
        felt.iter_mut().zip(coordinates).for_each(|(felt, c)| *felt = b.felt[*c]);
        for i in 0..n {
            let row = &matrix[i * n..(i + 1) * n];
            b.force[coordinates[i]] -= h[i] + row.iter().zip(&*felt).map(|(m, a)| m * a).sum::<f64>();
        }
    }

    /// F,qᵀ M F,q, its lower triangle row by row.
    pub fn generalised_mass(&self, m: usize, b: &mut Buffers) {
        b.mass_motion.fill_zero();
        for (f, product) in b.motion.panels().zip(b.mass_motion.panels_mut()) {
            self.massive.iter().for_each(|massive| massive.add_product(&b.mass, f, product));
        }
        for (i, f) in b.motion.panels().enumerate() {
            for (j, g) in b.mass_motion.panels().enumerate().take(i + 1) {
                let tile = inner_products(f, g);
                for (row, values) in tile.iter().enumerate().take(m - i * LANES) {
                    let at = (i * LANES + row) * m + j * LANES;
                    let width = LANES.min(m - j * LANES);
                    b.generalised_mass[at..at + width].copy_from_slice(&values[..width]);
                }
            }
        }
    }

    /// F,qᵀ times the forces.
    pub fn generalised_force(&self, b: &mut Buffers) {
        for (panel, sums) in b.motion.panels().zip(b.generalised_force.chunks_mut(LANES)) {
            let mut total = [0.0; LANES];
            for (row, &c) in panel.iter().zip(&self.unknowns) {
                total.iter_mut().zip(row).for_each(|(sum, f)| *sum += f * b.force[c]);
            }
            sums.copy_from_slice(&total[..sums.len()]);
        }
    }

    /// q̈ at the state in `b.q`, `b.q_dot`, left in `b.generalised_force`.
    pub fn accelerate(
        &self,
        basis: Basis,
        time: f64,
        rates: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        let m = rates.len();
        self.move_to(basis, time, rates, b)?;
        self.load(time, input, b)?;
        self.stresses(b);
        self.inertia(b);
        self.generalised_mass(m, b);
        self.generalised_force(b);
        self.subtract_generalised_stresses(basis, b);
        cholesky(m, &mut b.generalised_mass).map_err(Failure::Massless)?;
        cholesky_solve(m, &b.generalised_mass, &mut b.generalised_force);
        Ok(())
    }
}

/// fᵀ g of two panels.
fn inner_products(f: &[Lanes], g: &[Lanes]) -> [Lanes; LANES] {
    let mut tile = [[0.0; LANES]; LANES];
    for (f, g) in f.iter().zip(g) {
        for (row, f) in tile.iter_mut().zip(f) {
            row.iter_mut().zip(g).for_each(|(sum, g)| *sum += f * g);
        }
    }
    tile
}

/// Cholesky factor of a symmetric matrix given by its lower triangle, in place; the diagonal holds inverses.
///
/// # Errors
/// The row whose pivot is not positive.
fn cholesky(n: usize, a: &mut [f64]) -> Result<(), usize> {
    for i in 0..n {
        let (done, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..=i];
        let diagonal = row[i];
        for j in 0..i {
            let other = &done[j * n..=j * n + j];
            let sum: f64 = row[..j].iter().zip(other).map(|(x, y)| x * y).sum();
            row[j] = (row[j] - sum) * other[j];
        }
        let pivot = diagonal - row[..i].iter().map(|x| x * x).sum::<f64>();
        if pivot <= MASSLESS * diagonal || pivot.is_nan() {
            return Err(i);
        }
        row[i] = 1.0 / pivot.sqrt();
    }
    Ok(())
}

fn cholesky_solve(n: usize, l: &[f64], x: &mut [f64]) {
    for i in 0..n {
        let row = &l[i * n..=i * n + i];
        let sum: f64 = row[..i].iter().zip(&x[..i]).map(|(a, b)| a * b).sum();
        x[i] = (x[i] - sum) * row[i];
    }
    for i in (0..n).rev() {
        x[i] *= l[i * n + i];
        let (before, at) = x.split_at_mut(i);
        before.iter_mut().zip(&l[i * n..i * n + i]).for_each(|(b, a)| *b -= a * at[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cholesky_solves_and_names_a_massless_row() {
        let a = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, -1.0, 0.5, 3.0];
        let mut factor = a;
        cholesky(3, &mut factor).unwrap();
        let mut x = [1.0, -2.0, 0.5];
        cholesky_solve(3, &factor, &mut x);
        let full = |i: usize, j: usize| if i >= j { a[i * 3 + j] } else { a[j * 3 + i] };
        for (i, b) in [1.0, -2.0, 0.5].iter().enumerate() {
            let sum: f64 = (0..3).map(|j| full(i, j) * x[j]).sum();
            assert!((sum - b).abs() < 1e-15);
        }
        assert_eq!(cholesky(2, &mut [1.0, 0.0, 1.0, 1.0]), Err(1));
    }
}
