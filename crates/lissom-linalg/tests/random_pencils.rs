//! Certified modes of drawn pencils against a dense route that shares nothing with them.
//!
//! A pencil is drawn in coordinates in which both matrices are diagonal: motions with stiffness and mass, rigid ones (mass
//! alone), massless ones (stiffness alone) and empty ones (neither). A random change of coordinates, random units of every row
//! and random units of both matrices hide that. The dense route here takes out the common null space by an eigenvalue problem
//! of the scaled sum, reduces by the inverse square root and rotates with Jacobi's method.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_linalg::{
    Dense, Modes, ModesError, ModesOptions, NullSpaceError, Quiet, Sparse, Triplets, Wanted, modes,
};

/// Numbers between 0 and 1 that are the same in every run (SplitMix64).
struct Draw(u64);

impl Draw {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Between 1 and 1 + most/16, in sixteenths.
    fn sixteenths(&mut self, most: usize) -> f64 {
        1.0 + self.below(most) as f64 / 16.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
}

/// Jacobi's method for a symmetric matrix: ascending values with their vectors.
fn jacobi(a: &Dense) -> (Vec<f64>, Dense) {
    let n = a.rows();
    let (mut a, mut v) = (a.clone(), Dense::identity(n));
    for _ in 0..60 {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[(i, j)].powi(2)).sum();
        let size: f64 = (0..n).map(|i| a[(i, i)].powi(2)).sum();
        if off <= 1e-36 * size {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[(p, q)] == 0.0 {
                    continue;
                }
                let angle = 0.5 * (2.0 * a[(p, q)]).atan2(a[(q, q)] - a[(p, p)]);
                let (s, c) = angle.sin_cos();
                for i in 0..n {
                    let (x, y) = (a[(i, p)], a[(i, q)]);
                    (a[(i, p)], a[(i, q)]) = (c * x - s * y, s * x + c * y);
                }
                for i in 0..n {
                    let (x, y) = (a[(p, i)], a[(q, i)]);
                    (a[(p, i)], a[(q, i)]) = (c * x - s * y, s * x + c * y);
                }
                for i in 0..n {
                    let (x, y) = (v[(i, p)], v[(i, q)]);
                    (v[(i, p)], v[(i, q)]) = (c * x - s * y, s * x + c * y);
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| a[(i, i)].total_cmp(&a[(j, j)]));
    let values = order.iter().map(|&i| a[(i, i)]).collect();
    (values, Dense::from_fn(n, n, |i, j| v[(i, order[j])]))
}

/// The dense route: the number of empty motions, and all finite eigenvalues, ascending.
fn dense_route(k: &Dense, m: &Dense) -> (usize, Vec<f64>) {
    let n = k.rows();
    let (largest_k, largest_m) = (k.max_abs(), m.max_abs());
    let sum = Dense::from_fn(n, n, |i, j| k[(i, j)] / largest_k + m[(i, j)] / largest_m);
    let unit: Vec<f64> = (0..n).map(|i| 1.0 / sum[(i, i)].sqrt()).collect();
    let (values, vectors) = jacobi(&Dense::from_fn(n, n, |i, j| unit[i] * sum[(i, j)] * unit[j]));
    let empty = values.iter().filter(|v| v.abs() < 1e-11).count();
    let root =
        Dense::from_fn(n, n - empty, |i, j| unit[i] * vectors[(i, empty + j)] / values[empty + j].sqrt());
    let mass = Dense::from_fn(n, n, |i, j| m[(i, j)] / largest_m);
    let (shares, _) = jacobi(&root.transpose_matmul(&mass.matmul(&root)).symmetric_part());
    // share = M/(K + M) of each motion: 0 without mass, 1 without stiffness.
    let finite = shares.iter().rev().filter(|&&s| s > 1e-10);
    (empty, finite.map(|s| (1.0 / s - 1.0) * (largest_k / largest_m)).collect())
}

/// A pencil in hiding, with what it hides.
struct Hidden {
    k: Dense,
    m: Dense,
    empty: usize,
    rigid: usize,
    /// λ of the elastic modes, ascending, in the units of the matrices.
    elastic: Vec<f64>,
}

/// Sums of dyads d v vᵀ: exactly symmetric.
fn from_dyads(rows: &Dense, weights: &[f64], unit: &[f64], size: f64) -> Dense {
    let n = rows.rows();
    Dense::from_fn(n, n, |i, j| {
        let (i, j) = (i.max(j), i.min(j));
        let sum: f64 = (0..n).map(|p| weights[p] * rows[(p, i)] * rows[(p, j)]).sum();
        sum * unit[i] * unit[j] * size
    })
}

/// A change of coordinates with short numbers that is far from singular.
fn turn(n: usize, draw: &mut Draw) -> Dense {
    loop {
        let turn =
            Dense::from_fn(n, n, |i, j| draw.below(17) as f64 / 8.0 - 1.0 + if i == j { 2.0 } else { 0.0 });
        if jacobi(&turn.transpose_matmul(&turn)).0[0] > 0.05 {
            return turn;
        }
    }
}

/// All numbers are so short that no entry is rounded: what is hidden is the exact answer.
fn hidden(draw: &mut Draw, unstable: f64) -> Hidden {
    let n = 3 + draw.below(10);
    let empty = if draw.unit() < 0.6 { draw.below(1 + n / 3) } else { 0 };
    let rigid = if draw.unit() < 0.5 { draw.below(1 + (n - empty) / 3) } else { 0 };
    let massless = if draw.unit() < 0.5 { draw.below(1 + (n - empty - rigid) / 3) } else { 0 };
    let elastic = n - empty - rigid - massless;
    // Clusters: a value may repeat. A soft ground: some are up to six decades lower.
    let mut values: Vec<f64> = Vec::new();
    for _ in 0..elastic {
        let repeat = !values.is_empty() && draw.unit() < 0.25;
        let soft = if draw.unit() < 0.15 { 2f64.powi(-20) } else { 1.0 };
        let sign = if draw.unit() < unstable { -1.0 } else { 1.0 };
        values.push(if repeat {
            values[draw.below(values.len())]
        } else {
            sign * soft * draw.sixteenths(480)
        });
    }
    let mut stiffness = vec![0.0; empty + rigid];
    stiffness.extend((0..massless).map(|_| draw.sixteenths(80)));
    stiffness.extend(&values);
    let mut mass = vec![0.0; empty];
    mass.extend(vec![1.0; rigid]);
    mass.extend(vec![0.0; massless]);
    mass.extend(vec![1.0; elastic]);
    let turn = turn(n, draw);
    let unit: Vec<f64> = (0..n).map(|_| 2f64.powi(draw.below(21) as i32 - 10)).collect();
    let decades = |draw: &mut Draw| 2f64.powi((draw.between(-500.0, 500.0) * 0.99) as i32);
    let extreme = draw.unit() < 0.3;
    let (size_k, size_m) =
        if extreme { (decades(draw), decades(draw)) } else { (2f64.powi(30), 2f64.powi(-10)) };
    values.sort_by(f64::total_cmp);
    Hidden {
        k: from_dyads(&turn, &stiffness, &unit, size_k),
        m: from_dyads(&turn, &mass, &unit, size_m),
        empty,
        rigid,
        elastic: values.iter().map(|v| v * (size_k / size_m)).collect(),
    }
}

fn all_modes(k: &Sparse, m: &Sparse) -> Modes {
    modes(k, m, None, Wanted::Lowest(k.rows()), &ModesOptions::default(), &Quiet).unwrap()
}

/// Whether a row of both matrices is empty: a coordinate tied to nothing, which is refused and named.
fn has_empty_row(hidden: &Hidden) -> Option<usize> {
    let nothing = |i: usize| (0..hidden.k.cols()).all(|j| hidden.k[(i, j)] == 0.0 && hidden.m[(i, j)] == 0.0);
    (0..hidden.k.rows()).find(|&i| nothing(i))
}

/// The modes of what is drawn; `None` where a coordinate is tied to nothing and named.
fn found(hidden: &Hidden, name: &str) -> Option<Modes> {
    let (k, m) = (Sparse::from_dense(&hidden.k), Sparse::from_dense(&hidden.m));
    let all = Wanted::Lowest(k.rows());
    match (modes(&k, &m, None, all, &ModesOptions::default(), &Quiet), has_empty_row(hidden)) {
        (Ok(found), _) => Some(found),
        (Err(ModesError::NullSpace(NullSpaceError::Massless { row })), Some(empty)) if row == empty => None,
        (Err(error), _) => panic!("{name}: {error}\nK = {:?}\nM = {:?}", hidden.k, hidden.m),
    }
}

fn shown(case: usize, hidden: &Hidden) -> String {
    format!("case {case}: {} empty, {} rigid, elastic {:?}", hidden.empty, hidden.rigid, hidden.elastic)
}

#[test]
fn drawn_pencils_agree_with_what_they_hide_and_with_the_dense_route() {
    let mut certified = 0;
    for case in 0..400 {
        let mut draw = Draw(1000 + case as u64);
        let hidden = hidden(&mut draw, 0.0);
        if hidden.elastic.iter().any(|v| !v.is_normal() || !(v * 1e8).is_normal()) {
            continue;
        }
        let name = shown(case, &hidden);
        let Some(found) = found(&hidden, &name) else { continue };
        assert_eq!(found.empty_rows.len(), hidden.empty, "{name}");
        assert_eq!(found.rigid.cols(), hidden.rigid, "{name}: {:?}", found.eigenvalues);
        assert_eq!(found.eigenvalues.len(), hidden.elastic.len(), "{name}: {:?}", found.eigenvalues);
        assert!(found.certificate.is_certified(), "{name}: {:?}", found.certificate.why_not());
        let largest = hidden.elastic.last().copied().unwrap_or(0.0);
        let bounds = found.certificate.errors();
        for ((value, exact), bound) in found.eigenvalues.iter().zip(&hidden.elastic).zip(bounds) {
            let error = (value / exact - 1.0).abs();
            assert!(
                error <= bound + 2e-15 && *bound <= 1e-8,
                "{name}: {value} is not {exact}, bound {bound:e}"
            );
        }
        let (empty, finite) = dense_route(&hidden.k, &hidden.m);
        assert_eq!((empty, finite.len()), (hidden.empty, hidden.rigid + hidden.elastic.len()), "{name}");
        assert_eq!(found.eigenvalues.len(), finite[hidden.rigid..].len());
        for (value, other) in found.eigenvalues.iter().zip(&finite[hidden.rigid..]) {
            assert!((value - other).abs() <= 1e-9 * value + 1e-11 * largest, "{name}: {value} and {other}");
        }
        certified += 1;
    }
    assert!(certified > 350, "{certified} cases");
}

/// Directions with negative stiffness and mass are modes with negative λ, beside everything else.
#[test]
fn drawn_pencils_with_unstable_directions_agree_with_what_they_hide() {
    for case in 0..200 {
        let mut draw = Draw(50_000 + case as u64);
        let hidden = hidden(&mut draw, 0.3);
        if hidden.elastic.iter().any(|v| !v.is_normal() || !(v * 1e8).is_normal()) {
            continue;
        }
        let name = shown(case, &hidden);
        let Some(found) = found(&hidden, &name) else { continue };
        assert_eq!(found.empty_rows.len(), hidden.empty, "{name}");
        assert_eq!(found.rigid.cols(), hidden.rigid, "{name}: {:?}", found.eigenvalues);
        assert_eq!(found.eigenvalues.len(), hidden.elastic.len(), "{name}: {:?}", found.eigenvalues);
        assert!(found.certificate.is_certified(), "{name}: {:?}", found.certificate.why_not());
        assert_eq!(found.negative, hidden.elastic.iter().filter(|v| **v < 0.0).count(), "{name}");
        let bounds = found.certificate.errors();
        for ((value, exact), bound) in found.eigenvalues.iter().zip(&hidden.elastic).zip(bounds) {
            let error = (value / exact - 1.0).abs();
            assert!(error <= bound + 2e-15, "{name}: {value} is not {exact}, bound {bound:e}");
        }
    }
}

/// A membrane of squares with one point of integration each, for stiffness and for mass: the chequerboard deforms no centre and
/// moves none. `held` ties the left edge to the ground, which also holds the chequerboard.
fn one_point_membrane(nx: usize, ny: usize, held: bool, ground: f64) -> (Sparse, Sparse) {
    let at = |x: usize, y: usize| y * (nx + 1) + x;
    let n = (nx + 1) * (ny + 1);
    let (mut k, mut m) = (Triplets::new(n, n), Triplets::new(n, n));
    for y in 0..ny {
        for x in 0..nx {
            let corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
            let slopes = [[-0.5, 0.5, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.5]];
            for i in 0..4 {
                for j in 0..4 {
                    let stiffness: f64 = slopes.iter().map(|s| s[i] * s[j]).sum();
                    k.add(corners[i], corners[j], stiffness + ground / 16.0);
                    m.add(corners[i], corners[j], 1.0 / 16.0);
                }
            }
        }
    }
    let (k, m) = (Sparse::from_triplets(&k), Sparse::from_triplets(&m));
    let free: Vec<usize> = (0..n).filter(|i| !held || i % (nx + 1) != 0).collect();
    (k.submatrix(&free), m.submatrix(&free))
}

/// In one direction the centre values of a product of waves give λ = 4 tan²(a/2) + 4 tan²(b/2): with the mean c = cos(a/2) cos(b/2)
/// at the centres, slopes 2 sin(a/2) cos(b/2) and 2 cos(a/2) sin(b/2).
fn membrane_eigenvalues(nx: usize, ny: usize, held: bool) -> Vec<f64> {
    let pi = std::f64::consts::PI;
    let along =
        |p: usize| if held { pi * (2 * p + 1) as f64 / (2 * nx) as f64 } else { pi * p as f64 / nx as f64 };
    let mut all: Vec<f64> = (0..nx)
        .flat_map(|p| (0..ny).map(move |q| (p, q)))
        .map(|(p, q)| {
            let b = pi * q as f64 / ny as f64;
            4.0 * (along(p) / 2.0).tan().powi(2) + 4.0 * (b / 2.0).tan().powi(2)
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all
}

#[test]
fn membranes_with_one_point_of_integration_have_their_waves() {
    for (nx, ny, held) in [(5, 4, false), (12, 9, false), (12, 9, true), (40, 31, false), (31, 30, true)] {
        let (k, m) = one_point_membrane(nx, ny, held, 0.0);
        let exact = membrane_eigenvalues(nx, ny, held);
        let rigid = usize::from(!held);
        for dense_limit in [300, 0] {
            let options = ModesOptions { dense_limit, ..ModesOptions::default() };
            let found = modes(&k, &m, None, Wanted::Lowest(10), &options, &Quiet).unwrap();
            let name = format!("{nx} × {ny}, held {held}, dense below {dense_limit}");
            assert!(found.certificate.is_certified(), "{name}: {:?}", found.certificate.why_not());
            assert_eq!((found.rigid.cols(), found.empty_rows.len()), (rigid, rigid), "{name}");
            assert!(found.eigenvalues.len() >= 10);
            for (value, exact) in found.eigenvalues.iter().zip(&exact[rigid..]) {
                assert!((value / exact - 1.0).abs() < 1e-10, "{name}: {value} is not {exact}");
            }
            let mass = found.vectors.transpose_matmul(&m.times(&found.vectors));
            let off = (0..mass.rows()).map(|i| (mass[(i, i)] - 1.0).abs()).fold(0.0, f64::max);
            assert!(off < 1e-10, "{name}: {off}");
        }
    }
}

/// On a soft ground the rigid motion becomes a mode with λ = ground, the others rise by as much.
#[test]
fn a_soft_ground_costs_no_digits() {
    for ground in [1e-2, 1e-5, 1e-9, 1e-12] {
        let (nx, ny) = (20, 15);
        let (k, m) = one_point_membrane(nx, ny, false, ground);
        let found = modes(&k, &m, None, Wanted::Lowest(8), &ModesOptions::default(), &Quiet).unwrap();
        assert!(found.certificate.is_certified(), "{ground}: {:?}", found.certificate.why_not());
        assert_eq!((found.rigid.cols(), found.empty_rows.len()), (0, 1), "{ground}: {:?}", found.eigenvalues);
        let exact = membrane_eigenvalues(nx, ny, false);
        assert!(
            (found.eigenvalues[0] / ground - 1.0).abs() < 1e-15 / ground + 1e-10,
            "{}",
            found.eigenvalues[0]
        );
        for (value, exact) in found.eigenvalues.iter().zip(&exact).skip(1) {
            assert!((value / (exact + ground) - 1.0).abs() < 1e-10, "{ground}: {value} is not {exact}");
        }
    }
}

/// The motion without stiffness and mass is the chequerboard of one corner patch: the coordinate named is one of that patch.
#[test]
fn empty_motions_are_named_by_a_coordinate_that_moves() {
    // Two springs in a row between coordinates 0, 1, 2; coordinates 3, 4 only occur as 3 + 4, in stiffness and mass.
    let mut k = Triplets::new(5, 5);
    let mut m = Triplets::new(5, 5);
    for (a, b, value) in
        [(0, 0, 2.0), (0, 1, -1.0), (1, 0, -1.0), (1, 1, 2.0), (1, 2, -1.0), (2, 1, -1.0), (2, 2, 1.0)]
    {
        k.add(a, b, value);
    }
    for (a, b) in [(3, 3), (3, 4), (4, 3), (4, 4)] {
        k.add(a, b, 7.0);
        m.add(a, b, 0.5);
    }
    (0..3).for_each(|i| m.add(i, i, 1.0));
    let found = all_modes(&Sparse::from_triplets(&k), &Sparse::from_triplets(&m));
    assert!(found.certificate.is_certified(), "{:?}", found.certificate.why_not());
    assert_eq!(found.empty_rows.len(), 1);
    assert!([3, 4].contains(&found.empty_rows[0]), "{:?}", found.empty_rows);
    let motion = found.empty_motions.column(0);
    assert!((motion[3] + motion[4]).abs() < 1e-12 * motion[3].abs());
    assert!((0..3).all(|i| motion[i].abs() < 1e-12 * motion[3].abs()));
    assert!(found.eigenvalues.iter().any(|v| (v - 14.0).abs() < 1e-12), "{:?}", found.eigenvalues);
}
