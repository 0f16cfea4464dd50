//! Motions of a structure at speed that are known without solving for them.
//!
//! Of the motions that nothing resists at rest, some go their own way at speed: a free body flies straight on, which the frame
//! that turns sees as a double root at ±iΩ, and a shaft in its bearings turns on, a double root at zero. Double roots with one
//! shape are split by rounding into one that grows and one that decays, by the square root of it. So they are not solved
//! for: their space is taken out of the problem, after it has been verified that it is apart from everything else.

use super::spinning_structure::SpinningStructure;
use lissom_linalg::eigen::{quadratic, symmetric};
use lissom_linalg::{Dense, Sparse, svd};

/// Motions at rest, or at speed; mass-orthonormal columns.
#[derive(Clone, Debug)]
pub(super) struct KnownMotions {
    /// Motions that neither act on others nor feel them: straight flight and free turning.
    pub apart: Dense,
    /// Motions that no stiffness resists but that others feel through Coriolis forces or damping.
    pub resting: Dense,
    /// How many of the motions apart feel no stiffness: the others turn with the speed.
    pub still: usize,
}

/// Forces below this share of the sum of their terms are rounding.
const ROUNDING: f64 = 1e-9;

/// Per unit speed and unit motion, forces below this share of the inertia are rounding, whatever their terms are.
const NOTHING: f64 = 1e-11;

/// Roots of straight flight lie at zero and ±iΩ to half of the digits.
const FLIGHT: f64 = 1e-5;

impl KnownMotions {
    /// Of a structure that is held.
    pub fn none(rows: usize) -> Self {
        Self { apart: Dense::zeros(rows, 0), resting: Dense::zeros(rows, 0), still: 0 }
    }

    pub fn at_rest(structure: &SpinningStructure) -> Self {
        if structure.rigid.cols() == 0 {
            return Self::none(structure.size());
        }
        let acting = [Acting { matrix: &structure.damping, floor: 0.0 }];
        let apart = decoupled(structure, structure.rigid.clone(), &acting);
        let apart = without_roots(structure, apart, 0.0);
        Self { resting: rest(structure, &apart, &[]), still: apart.cols(), apart }
    }

    /// The same at every speed other than zero.
    pub fn at_speed(structure: &SpinningStructure, quadratic: &Sparse) -> Self {
        if structure.rigid.cols() == 0 {
            return Self::none(structure.size());
        }
        let mut stiff = vec![Acting { matrix: quadratic, floor: NOTHING }];
        stiff.extend(structure.circulatory.iter().map(|matrix| Acting { matrix, floor: 0.0 }));
        let mut acting = stiff.clone();
        acting.push(Acting { matrix: &structure.damping, floor: 0.0 });
        if structure.effects.coriolis {
            acting.push(Acting { matrix: &structure.coriolis, floor: NOTHING });
        }
        let apart = decoupled(structure, structure.rigid.clone(), &acting);
        let apart = without_roots(structure, apart, 1.0);
        let own = apart.transpose_matmul(&quadratic.times(&apart)).symmetric_part();
        let values =
            if apart.cols() == 0 { Vec::new() } else { symmetric(&own).map_or(Vec::new(), |own| own.values) };
        let still = values.iter().filter(|v| v.abs() <= FLIGHT).count();
        Self { resting: rest(structure, &apart, &stiff), still, apart }
    }

    /// All of them.
    pub fn all(&self) -> Dense {
        self.apart.beside(&self.resting)
    }

    /// Whether qᵀ C q' of what rests vanishes beside its terms: then their momenta are kept each by itself.
    pub fn is_idle(&self, structure: &SpinningStructure, damping: &Sparse) -> bool {
        let form = self.resting.transpose_matmul(&damping.times(&self.resting));
        let size = moduli(&self.resting).transpose_matmul(&absolute(damping).times(&moduli(&self.resting)));
        form.max_abs() <= ROUNDING * size.max_abs() + noise(structure, damping)
    }
}

/// A matrix that acts on motions, and what is nothing beside the inertia.
#[derive(Clone, Copy)]
struct Acting<'a> {
    matrix: &'a Sparse,
    floor: f64,
}

/// Columns with every row over the square root of its mass.
fn per_mass(structure: &SpinningStructure, mut columns: Dense) -> Dense {
    let scale: Vec<f64> =
        structure.mass.diagonal().iter().map(|m| if *m > 0.0 { 1.0 / m.sqrt() } else { 0.0 }).collect();
    for j in 0..columns.cols() {
        columns.column_mut(j).iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
    }
    columns
}

fn absolute(matrix: &Sparse) -> Sparse {
    let mut all = matrix.clone();
    all.values_mut().iter_mut().for_each(|v| *v = v.abs());
    all
}

fn moduli(columns: &Dense) -> Dense {
    Dense::from_fn(columns.rows(), columns.cols(), |i, j| columns[(i, j)].abs())
}

/// What a matrix makes of the rounding in motions of unit mass.
fn noise(structure: &SpinningStructure, matrix: &Sparse) -> f64 {
    let unit = per_mass(structure, Dense::from_fn(structure.size(), 1, |_, _| 1.0));
    NOTHING * per_mass(structure, absolute(matrix).times(&unit)).norm_frobenius()
}

/// Forces in units of their rounding; `None` where the matrix does nothing to the motions.
fn defects(structure: &SpinningStructure, acting: &Acting<'_>, space: &Dense, force: Dense) -> Option<Dense> {
    let terms = per_mass(structure, absolute(acting.matrix).times(&moduli(space)));
    let size = ROUNDING * terms.norm_frobenius() + acting.floor + noise(structure, acting.matrix);
    if size == 0.0 {
        return None;
    }
    let mut e = per_mass(structure, force);
    e.scale(1.0 / size);
    Some(e)
}

/// Combinations of the columns on which all forces stay below their rounding.
fn kept(space: &Dense, forces: &[Dense]) -> Dense {
    let r = space.cols();
    let rows: usize = forces.iter().map(Dense::rows).sum();
    if rows == 0 {
        return space.clone();
    }
    let columns = (0..r).flat_map(|j| forces.iter().flat_map(move |e| e.column(j).iter().copied()));
    let Ok(split) = svd(&Dense::from_column_major(rows, r, columns.collect())) else {
        return Dense::zeros(space.rows(), 0);
    };
    let first = split.values.iter().filter(|v| **v > 1.0).count();
    space.matmul(&split.right.columns(first..r))
}

/// The largest part of a space that every matrix maps into M times itself, from both sides.
fn decoupled(structure: &SpinningStructure, mut space: Dense, acting: &[Acting<'_>]) -> Dense {
    while space.cols() > 0 {
        let momenta = structure.mass.times(&space);
        let mut forces = Vec::new();
        for each in acting {
            for matrix in [each.matrix, &each.matrix.transpose()] {
                let mut force = matrix.times(&space);
                let own = space.transpose_matmul(&force);
                force.add_scaled(-1.0, &momenta.matmul(&own));
                forces.extend(defects(structure, each, &space, force));
            }
        }
        let next = kept(&space, &forces);
        if next.cols() == space.cols() {
            return space;
        }
        space = next;
    }
    space
}

/// Motions apart are taken out when they fly straight on or stay: roots at zero and ±iΩ. Others are ordinary motions.
fn without_roots(structure: &SpinningStructure, space: Dense, speed: f64) -> Dense {
    let r = space.cols();
    let form = |a: &Sparse| space.transpose_matmul(&a.times(&space));
    let share = if structure.effects.coriolis { speed } else { 0.0 };
    let (mut c, mut k) = (form(&structure.coriolis), form(&structure.quadratic_stiffness()));
    c.scale(share);
    c.add_scaled(1.0, &form(&structure.damping));
    k.scale(speed * speed);
    if let Some(n) = &structure.circulatory {
        k.add_scaled(speed, &form(n));
    }
    let flies = |modulus: f64, re: f64| {
        re.abs() <= FLIGHT * speed.max(1e-30)
            && (modulus <= FLIGHT * speed || (modulus - speed).abs() <= FLIGHT * speed)
    };
    let still = c.max_abs() <= NOTHING + noise(structure, &structure.damping) && k.max_abs() <= NOTHING;
    let all = still
        || quadratic(&Dense::identity(r), &c, &k)
            .is_ok_and(|found| found.values.iter().all(|s| flies(s.abs(), s.re)));
    if all { space } else { Dense::zeros(space.rows(), 0) }
}

/// What no stiffness resists, beside the motions apart.
fn rest(structure: &SpinningStructure, apart: &Dense, stiff: &[Acting<'_>]) -> Dense {
    let rigid = &structure.rigid;
    // Coordinates of the motions apart among all, and what is orthogonal to them.
    let shares = rigid.transpose_matmul(&structure.mass.times(apart));
    let Ok(split) = symmetric(&shares.matmul(&shares.transpose()).symmetric_part()) else {
        return Dense::zeros(rigid.rows(), 0);
    };
    let space = rigid.matmul(&split.vectors.columns(0..rigid.cols() - apart.cols()));
    if space.cols() == 0 {
        return space;
    }
    let mut forces = Vec::new();
    for each in stiff {
        for matrix in [each.matrix, &each.matrix.transpose()] {
            forces.extend(defects(structure, each, &space, matrix.times(&space)));
        }
    }
    kept(&space, &forces)
}
