//! Rates, forces and accelerations at a state \[Boer2013, Eqs. (13), (19)\].

use super::buffers::Buffers;
use super::chart::Chart;
use super::closing::Failure;
use super::core::{Core, Target};
use super::jet::LOCAL;
use super::load::{Amount, Load, LoadKind};
use super::machine::{NONE, SpatialPart};
use super::rotation::along;
use crate::vector::Vector;

/// q = V η: the rows of V, or none for the full model.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub m: usize,
    pub rows: Option<Vec<f64>>,
}

impl Basis {
    pub fn get(&self, i: usize, j: usize) -> f64 {
        match &self.rows {
            Some(rows) => rows[i * self.m + j],
            None => f64::from(u8::from(i == j)),
        }
    }

    /// q = V η.
    pub fn expand(&self, eta: &[f64], q: &mut [f64]) {
        match &self.rows {
            None => q.copy_from_slice(eta),
            Some(rows) => {
                for (value, row) in q.iter_mut().zip(rows.chunks_exact(self.m)) {
                    *value = lissom_linalg::dot(row, eta);
                }
            }
        }
    }
}

impl Core {
    /// Configuration, velocities and rates of deformations at the state in `b.q` and `b.q_dot`.
    pub fn move_to(&self, time: f64, b: &mut Buffers) -> Result<(), Failure> {
        b.is_moved = false;
        self.demand(time, b)?;
        self.close(b)?;
        let mut velocity = std::mem::take(&mut b.velocity);
        for ((v, target), equation) in velocity.iter_mut().zip(&b.targets).zip(&self.equations) {
            *v = equation.scale * target[1];
        }
        self.solve(b, &mut velocity, 1);
        b.velocity = velocity;
        self.move_superelements(b);
        for (k, _) in self.machine.described.parts.iter().enumerate() {
            let rates = Buffers::local(&b.velocity, &self.columns[k]);
            let many = self.superelement(k).map(|own| &b.moving[own.number].velocity[..]);
            for m in self.machine.of_part(k) {
                b.e_dot[m] = match self.equation_of[m] {
                    NONE => lissom_linalg::dot(&b.gradients[m], many.unwrap_or(&rates)),
                    p => b.targets[p][1],
                };
            }
        }
        Ok(())
    }

    /// Accelerations at q̈ = 0: A a₀ = ë of the targets − (D,xx v) v.
    pub fn bias(&self, b: &mut Buffers) {
        let mut bias = std::mem::take(&mut b.bias);
        for block in &self.blocks {
            for k in &block.parts {
                let part = &self.machine.described.parts[*k];
                let rates = Buffers::local(&b.velocity, &self.columns[*k]);
                let ends = b.at.ends(part.points, part.orientations, &self.homes);
                let second = part.shape.second_rates(&ends, &rates);
                let many = part.superelement();
                for (own, m) in self.machine.of_part(*k).enumerate() {
                    let p = self.equation_of[m];
                    if p != NONE {
                        bias[p] = self.equations[p].scale
                            * (b.targets[p][2]
                                - many.map_or_else(
                                    || second[own],
                                    |part| part.second_rate(own, &b.moving[part.number]),
                                ));
                    }
                }
            }
        }
        self.solve(b, &mut bias, 1);
        b.bias = bias;
    }

    /// F,q V by place.
    pub fn motions(&self, basis: &Basis, b: &mut Buffers) {
        let m = basis.m;
        b.is_moved = true;
        if m == 0 {
            return;
        }
        let mut motion = std::mem::take(&mut b.motion);
        motion.resize(self.size() * m, 0.0);
        for (row, equation) in motion.chunks_exact_mut(m).zip(&self.equations) {
            match equation.target {
                Target::Coordinate(j) => {
                    (0..m).for_each(|k| row[k] = equation.scale * basis.get(j, k));
                }
                _ => row.fill(0.0),
            }
        }
        self.solve(b, &mut motion, m);
        b.motion = motion;
    }

    /// σ = S e + S_d ė of all parts.
    pub fn stresses(&self, b: &mut Buffers) {
        b.stress.fill(0.0);
        for (k, part) in self.machine.described.parts.iter().enumerate() {
            let range = self.machine.of_part(k);
            let n = range.len();
            for (matrix, values) in [(&part.stiffness, &b.e), (&part.damping, &b.e_dot)] {
                for (i, row) in matrix.chunks_exact(n.max(1)).enumerate() {
                    let sum: f64 = row.iter().zip(&values[range.clone()]).map(|(s, e)| s * e).sum();
                    b.stress[range.start + i] += sum;
                }
            }
        }
    }

    /// How large a load is.
    pub fn amount(&self, amount: Amount, input: &[f64], b: &Buffers) -> f64 {
        match amount {
            Amount::Constant(value) => b.share * value,
            Amount::Law(place) => b.share * b.laws[place],
            Amount::Input(k) => input[k],
        }
    }

    /// The vector of a load for a unit of it, and the place of its first coordinate.
    pub fn load_vector(&self, load: &Load, b: &Buffers) -> (Vector, usize) {
        let points = self.machine.described.points.len();
        match load.kind {
            LoadKind::Force { point, direction, follows } => {
                let vector = follows.map_or(direction, |o| along(&b.at.axes[o], direction));
                (vector, self.place[3 * point])
            }
            LoadKind::Moment { orientation, direction, follows } => {
                let turned = if follows { along(&b.at.axes[orientation], direction) } else { direction };
                (turned, self.place[3 * (points + orientation)])
            }
        }
    }

    /// Places of the three coordinates of the node that a load acts on.
    pub fn load_places(&self, load: &Load) -> [usize; 3] {
        let points = self.machine.described.points.len();
        let first = match load.kind {
            LoadKind::Force { point, .. } => 3 * point,
            LoadKind::Moment { orientation, .. } => 3 * (points + orientation),
        };
        [0, 1, 2].map(|i| self.place[first + i])
    }

    /// Loads on the nodes, into `b.force`; torques of joints reduce the stresses they work against.
    pub fn load(&self, time: f64, input: &[f64], b: &mut Buffers) -> Result<(), Failure> {
        b.force.fill(0.0);
        for load in &self.machine.described.loads {
            let (vector, _) = self.load_vector(load, b);
            let amount = self.amount(load.amount, input, b);
            for (p, v) in self.load_places(load).into_iter().zip(vector) {
                if p != NONE {
                    b.force[p] += amount * v;
                }
            }
        }
        for torque in &self.machine.described.torques {
            b.stress[torque.measure] -= self.amount(torque.amount, input, b);
        }
        self.add_laws(time, b)
    }

    /// Subtracts inertia M a + h from the forces, with the accelerations `b.bias` less gravity.
    pub fn subtract_inertia(&self, b: &mut Buffers) {
        for &k in &self.machine.massive {
            if let Some(own) = self.superelement(k) {
                self.subtract_moving(k, own, b);
                continue;
            }
            let part = &self.machine.described.parts[k];
            let force = self.inertia_force(k, part, b);
            for (f, p) in force.iter().zip(&self.columns[k]) {
                if *p != NONE {
                    b.force[*p] -= f;
                }
            }
        }
    }

    /// Inertia forces less weight on the ends of a part.
    pub fn inertia_force(&self, k: usize, part: &SpatialPart, b: &Buffers) -> [f64; LOCAL] {
        let inertia = part.inertia.as_ref().expect("a part with mass");
        let ends = b.at.ends(part.points, part.orientations, &self.homes);
        let velocity = Buffers::local(&b.velocity, &self.columns[k]);
        let felt = self.felt(k, b);
        inertia.force(&Chart::values(&ends), &velocity, &felt)
    }

    /// Accelerations at the ends of a part less gravity, unless its weight acts on its axis.
    pub fn felt(&self, k: usize, b: &Buffers) -> [f64; LOCAL] {
        let mut felt = Buffers::local(&b.bias, &self.columns[k]);
        if self.machine.described.parts[k].spread_mass != 0.0 {
            return felt;
        }
        let gravity = self.machine.described.gravity;
        for end in [0, 6] {
            (0..3).for_each(|i| felt[end + i] -= b.share * gravity[i]);
        }
        felt
    }

    /// Subtracts D,xᵀ σ of deformations that are not coordinates and not held.
    pub fn subtract_released(&self, b: &mut Buffers) {
        for (k, columns) in self.columns.iter().enumerate() {
            for m in self.machine.of_part(k) {
                if b.stress[m] == 0.0 || self.equation_of[m] != NONE || !self.machine.deformation(m).flexible
                {
                    continue;
                }
                for (g, p) in b.gradients[m].iter().zip(columns) {
                    if *p != NONE {
                        b.force[*p] -= g * b.stress[m];
                    }
                }
            }
        }
    }

    /// Everything that acts at a state, with q̈ = 0: nodal forces in `b.force`, stresses of coordinates in `b.stress`.
    pub fn act(&self, time: f64, input: &[f64], b: &mut Buffers) -> Result<(), Failure> {
        self.move_to(time, b)?;
        self.bias(b);
        self.stresses(b);
        self.load(time, input, b)?;
        self.subtract_inertia(b);
        self.add_fields(input, b);
        self.subtract_released(b);
        Ok(())
    }

    /// q̈ at a state, into `b.generalised`.
    pub fn accelerate(
        &self,
        basis: &Basis,
        time: f64,
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        self.act(time, input, b)?;
        let sticks = self.has_sticking(b);
        if !sticks && let Some(mut tree) = b.tree.take() {
            let found = self.eliminate(&mut tree, b);
            b.tree = Some(tree);
            return found;
        }
        if basis.m == 0 {
            return Ok(());
        }
        self.motions(basis, b);
        self.assemble_mass(basis.m, b);
        self.generalise(basis, b);
        if sticks {
            return self.accelerate_sticking(b);
        }
        let (mut mass, mut right) = (std::mem::take(&mut b.mass), std::mem::take(&mut b.generalised));
        let found = solve_positive(&mut mass, basis.m, &mut right);
        (b.mass, b.generalised) = (mass, right);
        found.map_err(Failure::Massless)
    }

    /// Vᵀ F,qᵀ f − Vᵀ σ, into `b.generalised`.
    pub fn generalise(&self, basis: &Basis, b: &mut Buffers) {
        let m = basis.m;
        b.generalised.fill(0.0);
        for (row, f) in b.motion.chunks_exact(m).zip(&b.force) {
            if *f != 0.0 {
                b.generalised.iter_mut().zip(row).for_each(|(g, v)| *g += f * v);
            }
        }
        for (i, measure) in self.choice.independent.iter().enumerate() {
            let stress = b.stress[*measure];
            if stress != 0.0 {
                (0..m).for_each(|j| b.generalised[j] -= basis.get(i, j) * stress);
            }
        }
    }

    /// The mass matrix of a part.
    pub fn part_mass(&self, k: usize, b: &Buffers) -> [[f64; LOCAL]; LOCAL] {
        let part = &self.machine.described.parts[k];
        let inertia = part.inertia.as_ref().expect("a part with mass");
        let ends = b.at.ends(part.points, part.orientations, &self.homes);
        let mut mass = [[0.0; LOCAL]; LOCAL];
        inertia.add_mass(&Chart::values(&ends), &mut mass);
        mass
    }

    /// F,qᵀ M F,q, lower half row by row.
    pub fn assemble_mass(&self, m: usize, b: &mut Buffers) {
        let (mut total, mut moved) = (std::mem::take(&mut b.mass), std::mem::take(&mut b.moved));
        total.resize(m * m, 0.0);
        total.fill(0.0);
        for &k in &self.machine.massive {
            let mut own = [[0.0; LOCAL]; LOCAL];
            let mass = self.mass_of(k, b, &mut own);
            let columns = &self.columns[k];
            moved.fill(0.0);
            for (row, own) in moved.chunks_exact_mut(m).zip(mass.chunks_exact(columns.len())) {
                for (value, p) in own.iter().zip(columns).filter(|(v, p)| **v != 0.0 && **p != NONE) {
                    let motion = &b.motion[p * m..(p + 1) * m];
                    row.iter_mut().zip(motion).for_each(|(r, f)| *r += value * f);
                }
            }
            for (row, p) in moved.chunks_exact(m).zip(columns).filter(|(_, p)| **p != NONE) {
                let motion = &b.motion[p * m..(p + 1) * m];
                for (i, f) in motion.iter().enumerate().filter(|(_, f)| **f != 0.0) {
                    let line = &mut total[i * m..i * m + i + 1];
                    line.iter_mut().zip(row).for_each(|(t, r)| *t += f * r);
                }
            }
        }
        (b.mass, b.moved) = (total, moved);
    }
}

/// Pivots below this share of their diagonal are rounding: the coordinate moves no mass of its own.
pub(super) const MASSLESS: f64 = 1e-14;

/// Solves with a symmetric positive matrix given by its lower half, in place.
///
/// # Errors
/// The first coordinate whose pivot vanishes.
pub(super) fn solve_positive(a: &mut [f64], n: usize, x: &mut [f64]) -> Result<(), usize> {
    factor_positive(a, n)?;
    for i in 0..n {
        let sum = lissom_linalg::dot(&a[i * n..i * n + i], &x[..i]);
        x[i] = (x[i] - sum) / a[i * n + i];
    }
    for i in (0..n).rev() {
        x[i] /= a[i * n + i];
        let value = x[i];
        x[..i].iter_mut().zip(&a[i * n..i * n + i]).for_each(|(v, f)| *v -= f * value);
    }
    Ok(())
}

/// Cholesky's factor of the lower half, in place.
///
/// # Errors
/// The first row whose pivot vanishes.
pub(super) fn factor_positive(a: &mut [f64], n: usize) -> Result<(), usize> {
    for i in 0..n {
        let diagonal = a[i * n + i];
        for j in 0..=i {
            let (rows, own) = a.split_at_mut(i * n);
            let other = if j == i { &own[..j] } else { &rows[j * n..j * n + j] };
            let sum = a_dot(other, &own[..j]);
            if j == i {
                let left = diagonal - sum;
                if left.is_nan() || left <= MASSLESS * diagonal {
                    return Err(i);
                }
                own[j] = left.sqrt();
            } else {
                own[j] = (own[j] - sum) / rows[j * n + j];
            }
        }
    }
    Ok(())
}

fn a_dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
