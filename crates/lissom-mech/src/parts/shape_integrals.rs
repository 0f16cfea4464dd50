//! Integrals of a part's mass over its shapes: everything that large motion needs to know about where the mass is.
//!
//! # Equation
//! The place of all mass in the frame is Σ zₖ Ψₖ with z = (1, d): Ψ₀ are the places X in the reference configuration, Ψₖ the
//! shapes. A spin Ω of the frame moves the rows of the mass matrix by Σ Ωₐ zₖ Cₐₖ: rows of translations by eₐ × Ψₖ, rows of
//! rotations by eₐ for k = 0 and not at all for k > 0, other rows not at all. With unit translations A
//! m = AᵀMA, sₖ = AᵀMΨₖ, Gₐₖₗ = CₐₖᵀMΨₗ, Yₐᵦₖₗ = CₐₖᵀMCᵦₗ, and AᵀMCₐₖ is eₐ × sₖ.
//! The last is an identity for rows of translations; otherwise it is put in, because the motion would depend on a uniform velocity
//! of the observer without it. In the plane it is put into the momentum P = m v + Σ Ωₐ zₖ AᵀMCₐₖ + Σ sₖ ḋₖ alone. In space that
//! would not do: a slender beam that is bent by a few hundredths of its length would have negative inertia about its axis. There it is
//! put in where P enters the kinetic energy ½ P·P/m + (what is left): G and Y change by the difference of P. What is left does not
//! know the velocity of the observer nor the place of the origin, and stays as positive as the mass matrix. Both differ by the square
//! of the length of the elements.

use crate::vector::{Vector, cross, dot};
use lissom_linalg::Dense;

/// How the integrals were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegralKind {
    /// From the mesh and its shapes: all effects of large rotation on the mass.
    Full,
    /// From the motions of interfaces: exact for rigid motion; Coriolis and centrifugal forces inside the part are neglected.
    Corotated,
}

/// A row of a mass matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MassRow {
    /// Displacement along a global axis at a place [m].
    Translation(usize, Vector),
    /// Rotation about a global axis.
    Rotation(usize),
    /// Neither.
    Other,
}

/// Pairs of axes of the six inertia forms: xx, yy, zz, yz, xz, xy.
pub const INERTIA_PAIRS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [1, 2], [0, 2], [0, 1]];

/// The integrals, about the origin of the model.
#[derive(Clone, Debug)]
pub struct ShapeIntegrals {
    /// m [kg].
    pub mass: f64,
    /// s along x, y, z; each has 1 + N entries.
    pub first: [Vec<f64>; 3],
    /// Gₐ: 1 + N rows, N columns.
    pub gyroscopic: [Dense; 3],
    /// Yₐᵦ, symmetric, 1 + N rows, in the order of [`INERTIA_PAIRS`]; of the mixed ones half the sum of both orders.
    pub inertia: [Dense; 6],
    /// AᵀMCₐₖ of the rows as they are (three rows for each axis), where G and Y contain it instead of eₐ × sₖ; they are then carried
    /// to another point with it.
    pub momenta: Option<Box<[Dense; 3]>>,
    /// How they were made.
    pub kind: IntegralKind,
}

impl ShapeIntegrals {
    /// From rows of a mass matrix and shapes Ψ over them; `product` multiplies the mass matrix with columns.
    #[must_use]
    pub fn of_rows(
        rows: &[MassRow],
        shapes: &Dense,
        product: &dyn Fn(&Dense) -> Dense,
        kind: IntegralKind,
    ) -> Self {
        let n = shapes.cols();
        let unit = Dense::from_fn(rows.len(), 3, |r, a| match rows[r] {
            MassRow::Translation(axis, _) => f64::from(u8::from(axis == a)),
            _ => 0.0,
        });
        let turned: [Dense; 3] = std::array::from_fn(|a| turned_shapes(rows, shapes, a));
        let heavy = product(shapes);
        let heavy_turned: [Dense; 3] = std::array::from_fn(|a| product(&turned[a]));
        let resultant = unit.transpose_matmul(&heavy);
        let start = first_of_places(&unit, &heavy_turned);
        let mut found = Self {
            mass: unit.transpose_matmul(&product(&unit))[(0, 0)],
            first: std::array::from_fn(|a| {
                std::iter::once(start[a]).chain((0..n).map(|k| resultant[(a, k)])).collect()
            }),
            gyroscopic: std::array::from_fn(|a| turned[a].transpose_matmul(&heavy)),
            inertia: INERTIA_PAIRS
                .map(|[a, b]| turned[a].transpose_matmul(&heavy_turned[b]).symmetric_part()),
            momenta: None,
            kind,
        };
        let raw = heavy_turned.map(|turned| unit.transpose_matmul(&turned));
        let is_planar = raw.iter().all(|raw| (0..raw.cols()).all(|k| raw[(2, k)] == 0.0));
        if rows.iter().any(|row| matches!(row, MassRow::Rotation(_))) {
            if is_planar {
                found.momenta = Some(Box::new(raw));
            } else {
                found.put_momentum_in(&raw);
            }
        }
        found
    }

    /// Replaces AᵀMCₐₖ (`raw`, three rows for each axis) by eₐ × sₖ in the momentum of the kinetic energy.
    fn put_momentum_in(&mut self, raw: &[Dense; 3]) {
        let n = self.first[0].len();
        let first = |k: usize| -> Vector { [0, 1, 2].map(|a| self.first[a][k]) };
        let had = |a: usize, k: usize| -> Vector { [0, 1, 2].map(|i| raw[a][(i, k)]) };
        let has = |a: usize, k: usize| cross(unit(a), first(k));
        let (mut gyroscopic, mut inertia) = (self.gyroscopic.clone(), self.inertia.clone());
        for (a, coupling) in gyroscopic.iter_mut().enumerate() {
            for k in 0..n {
                let change = crate::vector::sub(has(a, k), had(a, k));
                (1..n).for_each(|l| coupling[(k, l - 1)] += dot(change, first(l)) / self.mass);
            }
        }
        for ([a, b], form) in INERTIA_PAIRS.iter().zip(&mut inertia) {
            let product = |of: &dyn Fn(usize, usize) -> Vector, k: usize, l: usize| {
                0.5 * (dot(of(*a, k), of(*b, l)) + dot(of(*a, l), of(*b, k)))
            };
            for k in 0..n {
                (0..n).for_each(|l| form[(k, l)] += (product(&has, k, l) - product(&had, k, l)) / self.mass);
            }
        }
        (self.gyroscopic, self.inertia) = (gyroscopic, inertia);
    }

    /// The same about another point than the origin, which becomes the origin of the frame.
    #[must_use]
    pub fn about(&self, point: Vector) -> Self {
        let mut moved = self.clone();
        let n = self.first[0].len();
        let first = |k: usize| -> Vector { [0, 1, 2].map(|a| self.first[a][k]) };
        let levers = [0, 1, 2].map(|a| cross(unit(a), point));
        (0..3).for_each(|a| moved.first[a][0] -= self.mass * point[a]);
        for (form, lever) in moved.gyroscopic.iter_mut().zip(levers) {
            (1..n).for_each(|l| form[(0, l - 1)] -= dot(lever, first(l)));
        }
        let momentum = |a: usize, k: usize| -> Vector {
            match &self.momenta {
                Some(raw) => [0, 1, 2].map(|i| raw[a][(i, k)]),
                None => cross(unit(a), first(k)),
            }
        };
        for (form, [a, b]) in moved.inertia.iter_mut().zip(INERTIA_PAIRS) {
            let half = |k: usize| 0.5 * (dot(levers[a], momentum(b, k)) + dot(levers[b], momentum(a, k)));
            form[(0, 0)] += self.mass * dot(levers[a], levers[b]) - 2.0 * half(0);
            for l in 1..n {
                form[(0, l)] -= half(l);
                form[(l, 0)] -= half(l);
            }
        }
        if let Some(raw) = &mut moved.momenta {
            for (form, lever) in raw.iter_mut().zip(levers) {
                (0..3).for_each(|i| form[(i, 0)] -= self.mass * lever[i]);
            }
        }
        moved
    }

    /// The centre of mass in the reference configuration [m].
    #[must_use]
    pub fn centre(&self) -> Vector {
        [0, 1, 2].map(|a| self.first[a][0] / self.mass)
    }
}

fn unit(a: usize) -> Vector {
    let mut e = [0.0; 3];
    e[a] = 1.0;
    e
}

/// Cₐₖ for all k: a spin about an axis of the places and of every shape.
fn turned_shapes(rows: &[MassRow], shapes: &Dense, a: usize) -> Dense {
    // Rows of a node stand in any order: find the others of each place by their axis. Of nodes at one place the first ones belong
    // together, then the second ones.
    let mut turned = Dense::zeros(rows.len(), 1 + shapes.cols());
    let mut places: std::collections::HashMap<[u64; 3], Vec<[Option<usize>; 3]>> =
        std::collections::HashMap::new();
    for (r, row) in rows.iter().enumerate() {
        match *row {
            MassRow::Translation(axis, x) => {
                let nodes = places.entry(x.map(f64::to_bits)).or_default();
                match nodes.iter_mut().find(|node| node[axis].is_none()) {
                    Some(node) => node[axis] = Some(r),
                    None => nodes.push(std::array::from_fn(|k| (k == axis).then_some(r))),
                }
            }
            MassRow::Rotation(axis) if axis == a => turned[(r, 0)] = 1.0,
            _ => {}
        }
    }
    for (x, own) in places.into_iter().flat_map(|(x, nodes)| nodes.into_iter().map(move |own| (x, own))) {
        let x = x.map(f64::from_bits);
        for k in 0..=shapes.cols() {
            let moved = match k {
                0 => x,
                k => own.map(|r| r.map_or(0.0, |r| shapes[(r, k - 1)])),
            };
            let lever = cross(unit(a), moved);
            for (r, value) in own.iter().zip(lever).filter_map(|(r, v)| r.map(|r| (r, v))) {
                turned[(r, k)] = value;
            }
        }
    }
    turned
}

/// s₀ from AᵀMCₐ₀ = eₐ × s₀: every component appears twice, unless the rows are those of a plane.
fn first_of_places(unit: &Dense, heavy_turned: &[Dense; 3]) -> Vector {
    let lever = |a: usize, along: usize| lissom_linalg::dot(unit.column(along), heavy_turned[a].column(0));
    if unit.column(2).iter().all(|v| *v == 0.0) {
        return [lever(2, 1), -lever(2, 0), 0.0];
    }
    [0.5 * (lever(2, 1) - lever(1, 2)), 0.5 * (lever(0, 2) - lever(2, 0)), 0.5 * (lever(1, 0) - lever(0, 1))]
}
