//! A free portal frame with a graded mesh: null space, generalised inverse and modes, \[StaticDeformation, §2\].
//!
//! Legs (0, 0)–(0, 1) and (1.5, 1)–(1.5, −0.2), beam between their tops; six Euler–Bernoulli elements each.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::oracle;

use lissom_linalg::{
    Dense, GeneralisedInverse, ModesOptions, NullSpace, NullSpaceError, PivotedQr, Quiet, Sparse, Threads,
    Triplets, Wanted, eigen, modes,
};

const NODES: usize = 19;
const N: usize = 3 * NODES;
/// The horizontal displacement of the right foot.
const RIGHT_FOOT: usize = N - 3;

struct Frame {
    k: Sparse,
    m: Sparse,
    points: Vec<[f64; 2]>,
}

fn frame() -> Frame {
    let mut points = Vec::new();
    (0..6).for_each(|i| points.push([0.0, (i as f64 / 6.0).powf(1.7)]));
    (0..6).for_each(|i| points.push([1.5 * i as f64 / 6.0, 1.0]));
    (0..=6).for_each(|i| points.push([1.5, 1.0 - 1.2 * i as f64 / 6.0]));
    let (mut k, mut m) = (Triplets::new(N, N), Triplets::new(N, N));
    for e in 0..NODES - 1 {
        let (bending, mass) = if (6..12).contains(&e) { (2.0, 1.5) } else { (1.0, 1.0) };
        let (stiffness, inertia) = beam(points[e], points[e + 1], bending, 1e4 * bending, mass);
        let dofs: Vec<usize> = (3 * e..3 * e + 6).collect();
        k.add_block(&dofs, &stiffness);
        m.add_block(&dofs, &inertia);
    }
    Frame {
        k: Sparse::from_triplets(&k).symmetric_part(),
        m: Sparse::from_triplets(&m).symmetric_part(),
        points,
    }
}

/// Stiffness and consistent mass of a plane beam element in global coordinates.
fn beam(a: [f64; 2], b: [f64; 2], bending: f64, axial: f64, mass: f64) -> (Dense, Dense) {
    let l = (b[0] - a[0]).hypot(b[1] - a[1]);
    let (c, s) = ((b[0] - a[0]) / l, (b[1] - a[1]) / l);
    let (p, q, r, t) = (axial / l, 12.0 * bending / l.powi(3), 6.0 * bending / l.powi(2), 2.0 * bending / l);
    let stiffness = Dense::from_rows(&[
        &[p, 0.0, 0.0, -p, 0.0, 0.0],
        &[0.0, q, r, 0.0, -q, r],
        &[0.0, r, 2.0 * t, 0.0, -r, t],
        &[-p, 0.0, 0.0, p, 0.0, 0.0],
        &[0.0, -q, -r, 0.0, q, -r],
        &[0.0, r, t, 0.0, -r, 2.0 * t],
    ]);
    let mut inertia = Dense::from_rows(&[
        &[140.0, 0.0, 0.0, 70.0, 0.0, 0.0],
        &[0.0, 156.0, 22.0 * l, 0.0, 54.0, -13.0 * l],
        &[0.0, 22.0 * l, 4.0 * l * l, 0.0, 13.0 * l, -3.0 * l * l],
        &[70.0, 0.0, 0.0, 140.0, 0.0, 0.0],
        &[0.0, 54.0, 13.0 * l, 0.0, 156.0, -22.0 * l],
        &[0.0, -13.0 * l, -3.0 * l * l, 0.0, -22.0 * l, 4.0 * l * l],
    ]);
    inertia.scale(mass * l / 420.0);
    let turn = Dense::from_fn(6, 6, |i, j| match (i % 3, j % 3) {
        _ if i / 3 != j / 3 => 0.0,
        (0, 0) | (1, 1) => c,
        (0, 1) => s,
        (1, 0) => -s,
        (2, 2) => 1.0,
        _ => 0.0,
    });
    let global = |a: &Dense| turn.transpose_matmul(&a.matmul(&turn));
    (global(&stiffness), global(&inertia))
}

fn rigid_motions(frame: &Frame) -> Dense {
    Dense::from_fn(N, 3, |i, j| match (i % 3, j) {
        (0, 0) | (1, 1) | (2, 2) => 1.0,
        (0, 2) => -frame.points[i / 3][1],
        (1, 2) => frame.points[i / 3][0],
        _ => 0.0,
    })
}

fn difference(a: &Dense, b: &Dense) -> f64 {
    let mut d = a.clone();
    d.add_scaled(-1.0, b);
    d.max_abs() / b.max_abs().max(f64::MIN_POSITIVE)
}

#[test]
fn the_generalised_inverse_satisfies_its_identities() {
    let frame = frame();
    let rigid = rigid_motions(&frame);
    for candidates in [Some(&rigid), None] {
        let space = NullSpace::find(&frame.k, &frame.m, candidates, &Threads::one()).unwrap();
        assert_eq!((space.count(), space.pins.len()), (3, 3));
        assert!(space.residuals.iter().all(|&r| r < 1e-14), "{:?}", space.residuals);
        assert_eq!(space.evidence.searched, candidates.is_none());
        let inverse = GeneralisedInverse::new(&space);
        let mut g = Dense::identity(N);
        inverse.apply(&mut g);
        let k = frame.k.to_dense();
        let mut p_transposed = Dense::identity(N);
        space.project_force(&mut p_transposed);
        let kg = k.matmul(&g);
        // K is large where G is not small: forming the product K G alone rounds by ε |K| |G|, about 5e-11 here.
        let modulus = |a: &Dense| Dense::from_fn(N, N, |i, j| a[(i, j)].abs());
        let rounding = f64::EPSILON * modulus(&k).matmul(&modulus(&g)).max_abs();
        assert!(rounding < 1e-10);
        assert!(difference(&kg, &p_transposed) < rounding, "K G = Pᵀ: {}", difference(&kg, &p_transposed));
        assert!(difference(&g.matmul(&kg), &g) < 1e-11, "G K G = G");
        assert!(difference(&kg.matmul(&k), &k) < 1e-11, "K G K = K");
        assert!(space.momenta.transpose_matmul(&g).max_abs() < 1e-11 * g.max_abs(), "Qᵀ M G = 0");
        assert!(difference(&g, &g.transpose()) < 1e-11, "G = Gᵀ");
        assert!((g[(RIGHT_FOOT, RIGHT_FOOT)] - 0.611_264_026_984_9).abs() < 1e-9, "driving point compliance");
    }
}

#[test]
fn the_frequencies_are_those_of_the_reference() {
    let frame = frame();
    let reference = oracle::numbers(include_str!("../../../tests/oracles/reductions.json"), "portal_rad_s");
    assert_eq!(reference.len(), 6);
    let answer =
        modes(&frame.k, &frame.m, None, Wanted::Lowest(6), &ModesOptions::default(), &Quiet).unwrap();
    assert!(answer.certificate.is_certified());
    assert_eq!(answer.rigid.cols(), 3);
    assert!(answer.eigenvalues.len() >= reference.len());
    for (value, exact) in answer.eigenvalues.iter().zip(reference) {
        assert!((value.sqrt() / exact - 1.0).abs() < 1e-9, "{} rad/s instead of {exact} rad/s", value.sqrt());
    }
}

/// Millimetres, tonnes and rotations in thousandths change neither the verdict nor the frequencies.
#[test]
fn units_change_neither_rigid_motions_nor_frequencies() {
    let frame = frame();
    let reference =
        modes(&frame.k, &frame.m, None, Wanted::Lowest(6), &ModesOptions::default(), &Quiet).unwrap();
    for (translation, rotation) in [(1e-3, 1.0), (1.0, 1e3), (1e3, 1e-3)] {
        let scale: Vec<f64> = (0..N).map(|i| if i % 3 == 2 { rotation } else { translation }).collect();
        let (k, m) = (frame.k.scaled(&scale), frame.m.scaled(&scale));
        let answer = modes(&k, &m, None, Wanted::Lowest(6), &ModesOptions::default(), &Quiet).unwrap();
        assert_eq!(answer.rigid.cols(), 3);
        assert!(answer.eigenvalues.len() >= 6 && reference.eigenvalues.len() >= 6);
        for (a, b) in answer.eigenvalues.iter().zip(&reference.eigenvalues) {
            assert!((a / b - 1.0).abs() < 1e-9);
        }
    }
}

/// Rigid candidates of the free frame are given, but a foot is held: only what K really annihilates is accepted.
#[test]
fn candidates_of_a_held_body_are_rejected_or_combined() {
    let frame = frame();
    let rigid = rigid_motions(&frame);
    // Pinned left foot: the rotation about it is a combination of the candidates.
    let keep: Vec<usize> = (2..N).collect();
    let (k, m) = (frame.k.submatrix(&keep), frame.m.submatrix(&keep));
    let space = NullSpace::find(&k, &m, Some(&rigid.select_rows(&keep)), &Threads::one()).unwrap();
    assert_eq!((space.count(), space.evidence.searched), (1, false));
    // Clamped left foot: nothing is left.
    let keep: Vec<usize> = (3..N).collect();
    let (k, m) = (frame.k.submatrix(&keep), frame.m.submatrix(&keep));
    let space = NullSpace::find(&k, &m, Some(&rigid.select_rows(&keep)), &Threads::one()).unwrap();
    assert_eq!(space.count(), 0);
}

/// Candidates that miss one motion: the rest is found numerically, exactly.
#[test]
fn a_missing_candidate_is_found() {
    let frame = frame();
    let two = rigid_motions(&frame).columns(0..2);
    let space = NullSpace::find(&frame.k, &frame.m, Some(&two), &Threads::one()).unwrap();
    assert_eq!(space.count(), 3);
    assert!(space.evidence.searched);
    assert!(space.evidence.smallest_rejected.unwrap() > 1e3 * space.evidence.largest_accepted.max(1e-16));
    assert!(space.residuals.iter().all(|&r| r < 1e-13));
}

#[test]
fn no_gap_between_zero_and_small_is_an_error() {
    // Springs to the ground whose scaled stiffness fills the range from rounding to 1e-9 without a gap.
    let n = 8;
    let mut t = Triplets::new(2 * n, 2 * n);
    for i in 0..n {
        let ground = 10f64.powi(-9 - i as i32);
        let (a, b) = (2 * i, 2 * i + 1);
        for (row, col, value) in [(a, a, 1.0 + ground), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            t.add(row, col, value);
        }
    }
    let k = Sparse::from_triplets(&t);
    let error = NullSpace::find(&k, &Sparse::identity(2 * n), None, &Threads::one()).unwrap_err();
    assert!(matches!(error, NullSpaceError::NoGap { .. }), "{error}");
}

/// Where a free body is held decides how many digits are lost: pins spread over it by pivoting among its rigid motions cost
/// 2.5e6, one clamped foot 1.7e7 \[StaticDeformation, §2\].
#[test]
fn pins_spread_over_the_body_cost_fewer_digits() {
    let frame = frame();
    let condition = |pins: &[usize]| {
        let keep: Vec<usize> = (0..N).filter(|i| !pins.contains(i)).collect();
        let values = eigen::symmetric(&frame.k.submatrix(&keep).to_dense()).unwrap().values;
        values[values.len() - 1] / values[0]
    };
    let spread = PivotedQr::factor(&rigid_motions(&frame).transpose());
    let mut pins = spread.pivots[..3].to_vec();
    pins.sort_unstable();
    assert_eq!(pins, [4, 18, 37]);
    assert!((condition(&pins) / 2_475_054.298 - 1.0).abs() < 1e-6, "{}", condition(&pins));
    assert!((condition(&[0, 1, 2]) / 16_733_291.2 - 1.0).abs() < 1e-6, "{}", condition(&[0, 1, 2]));
    let space = NullSpace::find(&frame.k, &frame.m, Some(&rigid_motions(&frame)), &Threads::one()).unwrap();
    assert!(condition(&space.pins) < 16_733_291.2, "{:?}: {}", space.pins, condition(&space.pins));
}
