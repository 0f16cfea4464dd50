//! What must hold of every matrix: residuals of factorisations, inertia, null spaces, identities of the exponential.
//!
//! Inertia is compared with what a matrix was made of, X D Xᵀ with a known D (Sylvester's law), so that nothing of the
//! library stands on both sides.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_linalg::{
    Cholesky, Complex, Dense, Ldlt, Lu, NullSpace, PivotedQr, Sparse, Threads, dot, eigen, expm, norm, svd,
};
use proptest::prelude::*;

fn entries(n: usize) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(-1.0f64..1.0, n)
}

fn square(most: usize) -> impl Strategy<Value = Dense> {
    (1..=most).prop_flat_map(|n| entries(n * n).prop_map(move |e| Dense::from_column_major(n, n, e)))
}

/// I + strictly lower triangle: invertible, whatever the entries are.
fn unit_lower(a: &Dense) -> Dense {
    Dense::from_fn(a.rows(), a.rows(), |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 1.0,
        std::cmp::Ordering::Greater => a[(i, j)],
    })
}

/// X D Xᵀ.
fn congruent(x: &Dense, d: &[f64]) -> Dense {
    let scaled = Dense::from_fn(x.rows(), x.cols(), |i, j| x[(i, j)] * d[j]);
    scaled.matmul(&x.transpose()).symmetric_part()
}

fn difference(a: &Dense, b: &Dense) -> f64 {
    let mut gap = a.clone();
    gap.add_scaled(-1.0, b);
    gap.max_abs()
}

fn orthogonality(q: &Dense) -> f64 {
    difference(&q.transpose_matmul(q), &Dense::identity(q.cols()))
}

/// A lower triangle with its pivots on the diagonal, most of them far from zero, some tiny, and their signs.
fn pivots(n: usize) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec((0.1f64..10.0, any::<bool>(), -6i32..=0), n).prop_map(|list| {
        list.into_iter()
            .map(|(size, is_negative, power)| {
                let size = size * 10f64.powi(power);
                if is_negative { -size } else { size }
            })
            .collect()
    })
}

fn symmetric(most: usize) -> impl Strategy<Value = (Dense, Vec<f64>)> {
    (2..=most).prop_flat_map(|n| {
        (entries(n * n), pivots(n))
            .prop_map(move |(e, d)| (unit_lower(&Dense::from_column_major(n, n, e)), d))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn lu_solves_to_rounding(a in square(14), b in entries(14)) {
        let n = a.rows();
        let mut a = a;
        a.add_scaled(0.5, &Dense::identity(n));
        let Ok(lu) = Lu::factor(&a) else { return Err(TestCaseError::reject("singular")) };
        let x = lu.solve(&b[..n]);
        let r: Vec<f64> = a.multiply_vector(&x).iter().zip(&b).map(|(p, q)| p - q).collect();
        // Growth of pivoted elimination is far below its bound 2ⁿ⁻¹; a few hundred roundings are generous.
        prop_assert!(norm(&r) <= 1e-13 * (n as f64) * (a.norm_frobenius() * norm(&x) + norm(&b[..n])));
    }

    #[test]
    fn ldlt_counts_the_signs_it_was_made_of_and_solves((x, d) in symmetric(24), b in entries(24)) {
        let n = d.len();
        let a = congruent(&x, &d);
        let sparse = Sparse::from_dense(&a);
        let Ok(factor) = Ldlt::factor(&sparse, &Threads::one()) else {
            return Err(TestCaseError::reject("singular to rounding"));
        };
        // Rounding of the product moves eigenvalues by ε|A|; one that small belongs to either side.
        let smallest = eigen::symmetric(&a).unwrap().values.iter().fold(f64::INFINITY, |m, v| m.min(v.abs()));
        prop_assume!(smallest > 1e-13 * n as f64 * a.norm_frobenius());
        let inertia = factor.inertia();
        let negative = d.iter().filter(|v| **v < 0.0).count();
        prop_assert_eq!((inertia.negative, inertia.positive, inertia.zero), (negative, n - negative, 0));
        let mut y = Dense::from_column_major(n, 1, b[..n].to_vec());
        factor.solve_in_place(&mut y);
        let r: Vec<f64> = a.multiply_vector(y.column(0)).iter().zip(&b).map(|(p, q)| p - q).collect();
        prop_assert!(norm(&r) <= 1e-12 * (a.norm_frobenius() * norm(y.column(0)) + norm(&b[..n])));
    }

    /// Σ(σ) counts eigenvalues below σ by Sturm's property of the leading minors of a tridiagonal matrix, which is a recurrence.
    #[test]
    fn inertia_of_shifted_chains_is_sturms_count(d in entries(30), e in entries(29), shift in -2.0f64..2.0) {
        let a = Dense::from_fn(30, 30, |i, j| match i.abs_diff(j) {
            0 => 4.0 * d[i] - shift,
            1 => e[i.min(j)],
            _ => 0.0,
        });
        let (mut count, mut q) = (0, 1.0f64);
        let mut least = f64::INFINITY;
        for i in 0..30 {
            let coupling = if i == 0 { 0.0 } else { e[i - 1] * e[i - 1] / q };
            q = 4.0 * d[i] - shift - coupling;
            least = least.min(q.abs());
            count += usize::from(q < 0.0);
        }
        prop_assume!(least > 1e-10);
        let factor = Ldlt::factor(&Sparse::from_dense(&a), &Threads::one()).unwrap();
        prop_assert_eq!(factor.inertia().negative, count);
    }

    #[test]
    fn cholesky_accepts_positive_matrices_and_no_others((x, d) in symmetric(20), b in entries(20)) {
        let n = d.len();
        let positive: Vec<f64> = d.iter().map(|v| v.abs()).collect();
        let a = congruent(&x, &positive);
        let factor = Cholesky::factor(&Sparse::from_dense(&a), &Threads::one()).unwrap();
        let mut y = Dense::from_column_major(n, 1, b[..n].to_vec());
        factor.solve_in_place(&mut y);
        let r: Vec<f64> = a.multiply_vector(y.column(0)).iter().zip(&b).map(|(p, q)| p - q).collect();
        prop_assert!(norm(&r) <= 1e-13 * (n as f64) * (a.norm_frobenius() * norm(y.column(0)) + norm(&b[..n])));
        let most = positive.iter().copied().fold(0.0, f64::max);
        let mut flipped = positive;
        flipped[n / 2] = -most;
        let indefinite = congruent(&x, &flipped);
        prop_assert!(Cholesky::factor(&Sparse::from_dense(&indefinite), &Threads::one()).is_err());
    }

    #[test]
    fn singular_values_rebuild_the_matrix(rows in 1usize..12, cols in 1usize..12, e in entries(144)) {
        let a = Dense::from_fn(rows, cols, |i, j| e[12 * i + j]);
        let found = svd(&a).unwrap();
        prop_assert!(found.values.windows(2).all(|pair| pair[0] >= pair[1]));
        prop_assert!(found.values.iter().all(|v| *v >= 0.0));
        prop_assert!(orthogonality(&found.left) < 1e-13 && orthogonality(&found.right) < 1e-13);
        let count = found.values.len();
        prop_assert_eq!(count, rows.min(cols));
        let (left, right) = (found.left.columns(0..count), found.right.columns(0..count));
        let scaled = Dense::from_fn(rows, count, |i, j| left[(i, j)] * found.values[j]);
        prop_assert!(difference(&scaled.matmul(&right.transpose()), &a) < 1e-13);
    }

    #[test]
    fn pivoted_qr_rebuilds_the_matrix_and_finds_its_rank(n in 3usize..12, rank in 1usize..4, e in entries(96)) {
        let rank = rank.min(n - 1);
        let left = Dense::from_fn(n, rank, |i, j| e[4 * i + j] + f64::from(u8::from(i == j)) * 2.0);
        let right = Dense::from_fn(rank, n, |i, j| e[48 + 4 * j + i] + f64::from(u8::from(i == j)) * 2.0);
        let a = left.matmul(&right);
        let found = PivotedQr::factor(&a);
        prop_assert_eq!(found.rank(1e-10), rank);
        let product = found.q.matmul(&found.r);
        let permuted = Dense::from_fn(n, n, |i, j| a[(i, found.pivots[j])]);
        prop_assert!(difference(&product, &permuted) < 1e-12 && orthogonality(&found.q) < 1e-12);
    }

    #[test]
    fn symmetric_eigenpairs_are_pairs((x, d) in symmetric(16)) {
        let a = congruent(&x, &d);
        let found = eigen::symmetric(&a).unwrap();
        prop_assert!(orthogonality(&found.vectors) < 1e-13);
        prop_assert!(found.values.windows(2).all(|pair| pair[0] <= pair[1]));
        for (value, j) in found.values.iter().zip(0..) {
            let v = found.vectors.column(j);
            let r: Vec<f64> = a.multiply_vector(v).iter().zip(v).map(|(p, q)| p - value * q).collect();
            prop_assert!(norm(&r) < 1e-13 * a.norm_frobenius());
        }
        let trace: f64 = (0..d.len()).map(|i| a[(i, i)]).sum();
        prop_assert!((found.values.iter().sum::<f64>() - trace).abs() < 1e-12 * a.norm_frobenius());
    }

    /// Trace and squares of the eigenvalues are those of the matrix and of its square; every pair has its residual.
    #[test]
    fn general_eigenpairs_are_pairs(a in square(12)) {
        let n = a.rows();
        let found = eigen::general(&a).unwrap();
        prop_assert_eq!(found.values.len(), n);
        let sum = found.values.iter().fold(Complex::ZERO, |s, v| s + *v);
        let trace: f64 = (0..n).map(|i| a[(i, i)]).sum();
        prop_assert!((sum - Complex::from(trace)).abs() < 1e-11 * (1.0 + a.norm_frobenius()));
        for (value, vector) in found.values.iter().zip(&found.vectors) {
            let size = vector.iter().map(|c| c.abs().powi(2)).sum::<f64>().sqrt();
            let gap = (0..n).map(|i| {
                let product = (0..n).fold(Complex::ZERO, |s, j| s + Complex::from(a[(i, j)]) * vector[j]);
                (product - *value * vector[i]).abs()
            });
            prop_assert!(gap.fold(0.0, f64::max) < 1e-11 * size * (1.0 + a.norm_frobenius()));
        }
    }

    /// Clusters and zeros of a definite pencil: K = X Λ Xᵀ, M = X Xᵀ has the eigenvalues Λ, twice where they stand twice.
    #[test]
    fn eigenvalues_of_definite_pencils_are_those_they_were_made_of(
        (x, d) in symmetric(12), twins in 0usize..6, zeros in 0usize..3,
    ) {
        let n = d.len();
        let mut values: Vec<f64> = d.iter().map(|v| v.abs()).collect();
        for k in 0..twins.min(n - 1) {
            values[k + 1] = values[0] * (1.0 + 1e-9 * k as f64);
        }
        for k in 0..zeros.min(n - 1) {
            values[n - 1 - k] = 0.0;
        }
        let (stiffness, mass) = (congruent(&x, &values), congruent(&x, &vec![1.0; n]));
        let found = eigen::symmetric_definite(&stiffness, &mass).unwrap();
        values.sort_by(f64::total_cmp);
        // Rounding of K is seen through M⁻¹.
        let floor = eigen::symmetric(&mass).unwrap().values[0];
        let error = 1e-13 * stiffness.norm_frobenius() * mass.norm_frobenius() / (floor * floor).min(floor);
        assert_eq!(found.values.len(), values.len());
        for (found, wanted) in found.values.iter().zip(&values) {
            prop_assert!((found - wanted).abs() <= error, "{} {} {:e}", found, wanted, error);
        }
        let vectors = &found.vectors;
        let gram = vectors.transpose_matmul(&mass.matmul(vectors));
        prop_assert!(difference(&gram, &Dense::identity(n)) < 1e-10 / floor);
    }

    #[test]
    fn exponentials_multiply_and_invert(a in square(8), s in 0.1f64..6.0, t in 0.1f64..6.0) {
        let n = a.rows();
        let times = |factor: f64| {
            let mut scaled = a.clone();
            scaled.scale(factor);
            expm(&scaled).unwrap()
        };
        let (first, second, both) = (times(s), times(t), times(s + t));
        let scale = first.norm_frobenius() * second.norm_frobenius();
        prop_assert!(difference(&first.matmul(&second), &both) < 1e-12 * scale);
        let inverse = times(-s);
        let scale = first.norm_frobenius() * inverse.norm_frobenius();
        prop_assert!(difference(&first.matmul(&inverse), &Dense::identity(n)) < 1e-12 * scale);
    }

    /// exp of a skew matrix is a rotation; its transpose is its inverse.
    #[test]
    fn exponentials_of_skew_matrices_turn(a in square(9), t in 0.1f64..8.0) {
        let mut skew = a.clone();
        skew.add_scaled(-1.0, &a.transpose());
        skew.scale(t);
        prop_assert!(orthogonality(&expm(&skew).unwrap()) < 1e-12);
    }

    /// K = CᵀC with fewer rows than columns: what is found has neither stiffness nor a share that another one has, and there are as
    /// many as columns without a row.
    #[test]
    fn null_spaces_have_no_stiffness_and_are_complete(n in 4usize..16, missing in 1usize..4, e in entries(256)) {
        let rows = n - missing.min(n - 1);
        let c = Dense::from_fn(rows, n, |i, j| e[16 * i + j] + if i == j { 3.0 } else { 0.0 });
        let k = c.transpose_matmul(&c).symmetric_part();
        let m = Dense::from_fn(n, n, |i, j| if i == j { 1.0 + 0.5 * e[255 - i].abs() } else { 0.0 });
        let (k, m) = (Sparse::from_dense(&k), Sparse::from_dense(&m));
        let found = NullSpace::find(&k, &m, None, &Threads::one()).unwrap();
        prop_assert_eq!(found.count(), n - rows);
        let gram = found.vectors.transpose_matmul(&m.times(&found.vectors));
        prop_assert!(difference(&gram, &Dense::identity(n - rows)) < 1e-12);
        prop_assert!(k.times(&found.vectors).max_abs() < 1e-12 * k.max_abs());
        // Projections are projections, and leave nothing of what they take out.
        let mut x = Dense::from_column_major(n, 1, e[..n].to_vec());
        found.project_displacement(&mut x);
        let once = x.clone();
        found.project_displacement(&mut x);
        prop_assert!(difference(&x, &once) < 1e-13);
        let momentum = m.times(&x);
        for j in 0..found.count() {
            prop_assert!(dot(found.vectors.column(j), momentum.column(0)).abs() < 1e-13);
        }
    }
}
