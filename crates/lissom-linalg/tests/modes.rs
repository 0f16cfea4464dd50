//! Certified modes against closed forms, and what happens when something is wrong.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_linalg::{
    Dense, Matrix, Modes, ModesError, ModesOptions, NullSpaceError, Quiet, Sparse, Threads, Triplets, Wanted,
    modes,
};
use std::f64::consts::PI;

/// A chain of unit masses and springs; `fixed` ends are tied to a wall. Several copies stand side by side.
fn chains(n: usize, fixed: bool, copies: usize) -> (Sparse, Sparse) {
    let mut t = Triplets::new(n * copies, n * copies);
    for copy in 0..copies {
        let at = |i: usize| copy * n + i;
        for i in 0..n {
            let ends = if i == 0 || i + 1 == n { 1.0 } else { 0.0 };
            t.add(at(i), at(i), if fixed { 2.0 } else { 2.0 - ends });
            if i > 0 {
                t.add(at(i), at(i - 1), -1.0);
                t.add(at(i - 1), at(i), -1.0);
            }
        }
    }
    (Sparse::from_triplets(&t), Sparse::identity(n * copies))
}

/// λ = 4 sin²(πk/2(n+1)) for fixed ends, 4 sin²(πk/2n) for free ones, k = 1, 2, …
fn chain_eigenvalue(n: usize, fixed: bool, k: usize) -> f64 {
    let length = if fixed { n + 1 } else { n };
    4.0 * (PI * k as f64 / (2.0 * length as f64)).sin().powi(2)
}

/// The square membrane: a fixed grid of n × n points, eigenvalues are sums of two chain values.
fn membrane(n: usize) -> (Sparse, Sparse) {
    let mut t = Triplets::new(n * n, n * n);
    for y in 0..n {
        for x in 0..n {
            let v = y * n + x;
            t.add(v, v, 4.0);
            for w in [(x > 0).then(|| v - 1), (y > 0).then(|| v - n)].into_iter().flatten() {
                t.add(v, w, -1.0);
                t.add(w, v, -1.0);
            }
        }
    }
    (Sparse::from_triplets(&t), Sparse::identity(n * n))
}

fn compute(k: &Sparse, m: &Sparse, wanted: Wanted) -> Modes {
    modes(k, m, None, wanted, &ModesOptions::default(), &Quiet).unwrap()
}

fn assert_certified(modes: &Modes) {
    let certificate = &modes.certificate;
    assert!(certificate.is_certified(), "{:?} {certificate:?}", certificate.why_not());
    assert_eq!(certificate.found(), modes.eigenvalues.len());
    assert!(modes.eigenvalues.windows(2).all(|w| w[0] <= w[1]));
    assert!(modes.residuals().iter().all(|&r| r < 1e-9), "{:?}", modes.residuals());
}

fn assert_orthonormal(m: &Sparse, modes: &Modes, tolerance: f64) {
    let all = modes.rigid.beside(&modes.vectors);
    let mut gram = all.transpose_matmul(&m.times(&all));
    gram.add_scaled(-1.0, &Dense::identity(all.cols()));
    assert!(gram.max_abs() < tolerance, "{}", gram.max_abs());
}

#[test]
fn fixed_chains_small_and_large() {
    for n in [1, 2, 5, 50, 1000, 3000] {
        let (k, m) = chains(n, true, 1);
        let answer = compute(&k, &m, Wanted::Lowest(12));
        assert_certified(&answer);
        assert_eq!(answer.rigid.cols(), 0);
        assert!(answer.eigenvalues.len() >= 12.min(n));
        assert_eq!(answer.exhausted, n < 12);
        for (i, value) in answer.eigenvalues.iter().enumerate() {
            let exact = chain_eigenvalue(n, true, i + 1);
            assert!((value / exact - 1.0).abs() < 1e-9, "n = {n}, mode {i}: {value} is not {exact}");
        }
        assert_orthonormal(&m, &answer, 1e-10);
    }
}

#[test]
fn free_chains_have_one_rigid_motion_with_and_without_candidates() {
    for n in [1, 2, 30, 700] {
        let (k, m) = chains(n, false, 1);
        if n == 1 {
            continue;
        }
        let ones = Dense::from_fn(n, 1, |_, _| 1.0);
        for candidates in [None, Some(&ones)] {
            let answer =
                modes(&k, &m, candidates, Wanted::Lowest(8), &ModesOptions::default(), &Quiet).unwrap();
            assert_certified(&answer);
            assert_eq!(answer.rigid.cols(), 1);
            for (i, value) in answer.eigenvalues.iter().enumerate() {
                assert!((value / chain_eigenvalue(n, false, i + 1) - 1.0).abs() < 1e-9);
            }
            assert_orthonormal(&m, &answer, 1e-10);
            assert!((answer.rigid[(0, 0)].abs() - 1.0 / (n as f64).sqrt()).abs() < 1e-12);
        }
    }
}

#[test]
fn the_usual_case_costs_two_factorisations() {
    let (k, m) = chains(2000, false, 1);
    let ones = Dense::from_fn(2000, 1, |_, _| 1.0);
    let answer = modes(&k, &m, Some(&ones), Wanted::Lowest(10), &ModesOptions::default(), &Quiet).unwrap();
    assert_eq!(answer.cost.factorisations, 2);
    let (k, m) = chains(2000, true, 1);
    assert_eq!(compute(&k, &m, Wanted::Lowest(10)).cost.factorisations, 2);
}

#[test]
fn double_modes_of_the_square_membrane() {
    let n = 40;
    let (k, m) = membrane(n);
    let answer = compute(&k, &m, Wanted::Lowest(30));
    assert_certified(&answer);
    let mut exact: Vec<f64> = (1..=n)
        .flat_map(|p| (1..=n).map(move |q| chain_eigenvalue(n, true, p) + chain_eigenvalue(n, true, q)))
        .collect();
    exact.sort_by(f64::total_cmp);
    assert!(answer.eigenvalues.len() >= 30);
    for (value, exact) in answer.eigenvalues.iter().zip(&exact) {
        assert!((value / exact - 1.0).abs() < 1e-11);
    }
    assert_orthonormal(&m, &answer, 1e-9);
}

#[test]
fn identical_bodies_give_multiple_modes_and_clusters_are_not_cut() {
    for copies in [2, 3, 8] {
        for fixed in [true, false] {
            let (k, m) = chains(150, fixed, copies);
            // 10 modes cut a cluster for 3 and 8 copies: the whole cluster comes back.
            let answer = compute(&k, &m, Wanted::Lowest(10));
            assert_certified(&answer);
            assert_eq!(answer.rigid.cols(), if fixed { 0 } else { copies });
            assert_eq!(answer.eigenvalues.len() % copies, 0, "{copies} copies, {}", answer.eigenvalues.len());
            assert!(answer.eigenvalues.len() >= 10);
            for (i, value) in answer.eigenvalues.iter().enumerate() {
                let exact = chain_eigenvalue(150, fixed, i / copies + 1);
                assert!((value / exact - 1.0).abs() < 1e-9, "{copies} copies, mode {i}");
            }
            assert_orthonormal(&m, &answer, 1e-9);
        }
    }
}

#[test]
fn a_deceived_iteration_is_caught_by_the_count_and_repaired() {
    // The start vectors live in the first of three separate chains: the others can never be reached.
    let (k, m) = chains(200, true, 3);
    let start =
        Dense::from_fn(
            600,
            2,
            |i, j| if i < 200 { ((i * i * 7919 + j * 101) % 211) as f64 - 105.0 } else { 0.0 },
        );
    let options = ModesOptions { start: Some(start), block: 2, ..ModesOptions::default() };
    let answer = modes(&k, &m, None, Wanted::Lowest(9), &options, &Quiet).unwrap();
    assert_certified(&answer);
    for (i, value) in answer.eigenvalues.iter().enumerate() {
        assert!((value / chain_eigenvalue(200, true, i / 3 + 1) - 1.0).abs() < 1e-9, "mode {i}");
    }
    assert!(answer.cost.factorisations > 2, "the repair was needed: {:?}", answer.cost);
    // Without the count the deception goes through, and the result says that nothing is proved.
    let blind = ModesOptions { certify: false, ..options };
    let answer = modes(&k, &m, None, Wanted::Lowest(9), &blind, &Quiet).unwrap();
    assert!(!answer.certificate.is_certified());
    assert!((answer.eigenvalues[1] / chain_eigenvalue(200, true, 2) - 1.0).abs() < 1e-9);
}

#[test]
fn rows_without_mass_are_condensed() {
    // Masses at every second point of the chain: two unit springs in series between masses.
    for n in [41, 801] {
        let (k, _) = chains(n, true, 1);
        let masses: Vec<f64> = (0..n).map(|i| if i % 2 == 1 { 1.0 } else { 0.0 }).collect();
        let m = Sparse::from_diagonal(&masses);
        let heavy = n / 2;
        let answer = compute(&k, &m, Wanted::Lowest(15));
        assert_certified(&answer);
        for (i, value) in answer.eigenvalues.iter().enumerate() {
            assert!((value / (0.5 * chain_eigenvalue(heavy, true, i + 1)) - 1.0).abs() < 1e-9);
        }
        if n == 41 {
            let all = compute(&k, &m, Wanted::Lowest(41));
            assert_eq!((all.eigenvalues.len(), all.exhausted), (20, true));
            assert_certified(&all);
            assert_eq!(compute(&k, &m, Wanted::All).eigenvalues.len(), 20);
        }
    }
}

#[test]
fn below_and_band_return_exactly_what_lies_there() {
    let n = 500;
    let (k, m) = chains(n, true, 1);
    let between = |a: usize, b: usize| 0.5 * (chain_eigenvalue(n, true, a) + chain_eigenvalue(n, true, b));
    let below = compute(&k, &m, Wanted::Below(between(23, 24)));
    assert_certified(&below);
    assert_eq!(below.eigenvalues.len(), 23);
    let band = compute(&k, &m, Wanted::Band(between(10, 11), between(23, 24)));
    assert_certified(&band);
    assert_eq!(band.eigenvalues.len(), 13);
    assert!((band.eigenvalues[0] / chain_eigenvalue(n, true, 11) - 1.0).abs() < 1e-9);
    assert_eq!(band.certificate.count_below_lower(), 10);
    let nothing = compute(&k, &m, Wanted::Below(0.5 * chain_eigenvalue(n, true, 1)));
    assert_certified(&nothing);
    assert!(nothing.eigenvalues.is_empty());
}

/// A band far from zero costs solves for the modes inside, not for the hundreds below; twins are found there too.
#[test]
fn a_high_band_is_reached_directly() {
    let n = 1500;
    let (k, m) = chains(n, false, 2);
    let between = |a: usize| 0.5 * (chain_eigenvalue(n, false, a) + chain_eigenvalue(n, false, a + 1));
    let band = compute(&k, &m, Wanted::Band(between(600), between(610)));
    assert_certified(&band);
    assert_eq!(
        (band.eigenvalues.len(), band.rigid.cols(), band.certificate.count_below_lower()),
        (20, 2, 1200)
    );
    for (i, value) in band.eigenvalues.iter().enumerate() {
        assert!((value / chain_eigenvalue(n, false, 601 + i / 2) - 1.0).abs() < 1e-10, "mode {i}");
    }
    assert_orthonormal(&m, &band, 1e-8);
    assert!(band.cost.solves < 250, "{:?}", band.cost);
    // With every third mass removed the inner product is only semidefinite.
    let (k, _) = chains(150, false, 2);
    let masses: Vec<f64> = (0..300).map(|i| if i % 3 == 1 { 0.0 } else { 1.0 }).collect();
    let light = Sparse::from_diagonal(&masses);
    let all = compute(&k, &light, Wanted::All).eigenvalues;
    let (lower, upper) = (0.5 * (all[99] + all[100]), 0.5 * (all[119] + all[120]));
    let band = compute(&k, &light, Wanted::Band(lower, upper));
    assert_certified(&band);
    assert_eq!(band.eigenvalues.len(), 20);
    for (value, exact) in band.eigenvalues.iter().zip(&all[100..120]) {
        assert!((value / exact - 1.0).abs() < 1e-9);
    }
    assert!(band.cost.solves < 250, "{:?}", band.cost);
}

#[test]
fn all_modes_of_a_free_chain() {
    let (k, m) = chains(120, false, 1);
    let answer = compute(&k, &m, Wanted::All);
    assert_certified(&answer);
    assert_eq!(answer.eigenvalues.len(), 119);
    for (i, value) in answer.eigenvalues.iter().enumerate() {
        assert!((value / chain_eigenvalue(120, false, i + 1) - 1.0).abs() < 1e-9);
    }
}

#[test]
fn units_and_numbering_change_no_frequency() {
    let n = 700;
    let (k, m) = chains(n, false, 1);
    let reference = compute(&k, &m, Wanted::Lowest(10)).eigenvalues;
    let same = |k: &Sparse, m: &Sparse, factor: f64| {
        let answer = compute(k, m, Wanted::Lowest(10));
        assert_certified(&answer);
        assert_eq!(answer.rigid.cols(), 1);
        assert!(answer.eigenvalues.len() >= 10 && reference.len() >= 10);
        for (a, b) in answer.eigenvalues.iter().zip(&reference) {
            assert!((a / (factor * b) - 1.0).abs() < 1e-9);
        }
    };
    let times = |a: &Sparse, factor: f64| a.add_scaled(factor, &Sparse::identity(n), 0.0);
    same(&times(&k, 1e6), &times(&m, 1e-9), 1e15);
    same(&times(&k, 3e-7), &times(&m, 2e4), 1.5e-11);
    let scale: Vec<f64> = (0..n).map(|i| if i % 3 == 2 { 1e3 } else { 1.0 }).collect();
    same(&k.scaled(&scale), &m.scaled(&scale), 1.0);
    let shuffled: Vec<usize> = (0..n).map(|i| (i * 293) % n).collect();
    same(&k.submatrix(&shuffled), &m.submatrix(&shuffled), 1.0);
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let (k, m) = membrane(75);
    let run = |threads: usize| {
        let options = ModesOptions { threads: Threads::new(threads).unwrap(), ..ModesOptions::default() };
        modes(&k, &m, None, Wanted::Lowest(20), &options, &Quiet).unwrap()
    };
    let one = run(1);
    for threads in [2, 3, 4] {
        let other = run(threads);
        assert!(one.eigenvalues == other.eigenvalues && one.vectors == other.vectors, "{threads} threads");
        assert_eq!(one.cost, other.cost);
    }
}

#[test]
fn negative_stiffness_is_counted_not_hidden() {
    // The fixed chain minus a constant: exactly the first three eigenvalues become negative.
    let n = 400;
    let (k, m) = chains(n, true, 1);
    let shift = 0.5 * (chain_eigenvalue(n, true, 3) + chain_eigenvalue(n, true, 4));
    let soft = k.add_scaled(1.0, &m, -shift);
    let answer = compute(&soft, &m, Wanted::Lowest(8));
    assert_certified(&answer);
    assert_eq!(answer.negative, 3);
    for (i, value) in answer.eigenvalues.iter().enumerate() {
        assert!((value - (chain_eigenvalue(n, true, i + 1) - shift)).abs() < 1e-9 * shift);
    }
}

#[test]
fn wrong_input_is_named() {
    let (k, m) = chains(5, true, 1);
    let run = |k: &Sparse, m: &Sparse, wanted| {
        modes(k, m, None, wanted, &ModesOptions::default(), &Quiet).unwrap_err()
    };
    let lowest = Wanted::Lowest(2);
    assert!(matches!(run(&k, &Sparse::identity(4), lowest), ModesError::Shape { mass: (4, 4), .. }));
    let mut bad = k.clone();
    bad.values_mut()[3] = f64::NAN;
    let error = run(&bad, &m, lowest);
    assert!(matches!(error, ModesError::NotFinite { matrix: Matrix::Stiffness, entry } if entry.col == 1));
    let mut bad = k.clone();
    bad.values_mut()[1] = -1.5;
    let error = run(&bad, &m, lowest);
    assert!(
        matches!(error, ModesError::NotSymmetric { defect, .. } if (defect.difference.abs() - 0.5).abs() < 1e-15)
    );
    let negative = Sparse::from_diagonal(&[1.0, 1.0, -1.0, 1.0, 1.0]);
    assert!(matches!(run(&k, &negative, lowest), ModesError::NegativeMass { row: 2, .. }));
    assert!(matches!(run(&k, &m, Wanted::Band(2.0, 1.0)), ModesError::BadBand { .. }));
    assert!(matches!(run(&k, &m, Wanted::Below(f64::NAN)), ModesError::BadBand { .. }));
    let candidates = Dense::from_fn(5, 1, |i, _| if i == 3 { f64::NAN } else { 1.0 });
    let error = modes(&k, &m, Some(&candidates), lowest, &ModesOptions::default(), &Quiet).unwrap_err();
    assert_eq!(error, ModesError::NullSpace(NullSpaceError::CandidateNotFinite { row: 3, col: 0 }));
    let (large, mass) = chains(5000, true, 1);
    assert!(matches!(run(&large, &mass, Wanted::All), ModesError::TooLarge { rows: 5000, .. }));
}

#[test]
fn a_massless_mechanism_names_the_degree_of_freedom() {
    // Two free masses on a spring, and a third point tied to nothing.
    let mut t = Triplets::new(3, 3);
    for (i, j, a) in [(0, 0, 1.0), (1, 1, 1.0), (0, 1, -1.0), (1, 0, -1.0), (2, 2, 0.0)] {
        t.add(i, j, a);
    }
    let k = Sparse::from_triplets(&t);
    let m = Sparse::from_diagonal(&[1.0, 1.0, 0.0]);
    let error = modes(&k, &m, None, Wanted::Lowest(1), &ModesOptions::default(), &Quiet).unwrap_err();
    assert_eq!(error, ModesError::NullSpace(NullSpaceError::Massless { row: 2 }));
    // With mass it is a mechanism of its own: two rigid motions, one vibration with λ = 2.
    let m = Sparse::from_diagonal(&[1.0, 1.0, 5.0]);
    let answer = compute(&k, &m, Wanted::Lowest(3));
    assert_eq!((answer.rigid.cols(), answer.eigenvalues.len()), (2, 1));
    assert!((answer.eigenvalues[0] - 2.0).abs() < 1e-12);
}

/// Rows 4 and 5 occur as their sum only, rows 0 to 3 are a free chain: the motion without mass is (0, 0, 0, 0, 1, −1), while the
/// null space of the stiffness holds the translation of the chain as well.
#[test]
fn a_motion_without_mass_is_named_by_its_own_coordinate() {
    let mut k = Triplets::new(6, 6);
    let mut m = Triplets::new(6, 6);
    for (a, b, value) in [(0, 1, 3.0), (1, 2, 5.0), (2, 3, 7.0)] {
        for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            k.add(i, j, sign * value);
        }
    }
    (0..4).for_each(|i| m.add(i, i, 1.0));
    for (i, j) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
        k.add(i, j, 2.0);
        m.add(i, j, 0.3);
    }
    let (k, m) = (Sparse::from_triplets(&k), Sparse::from_triplets(&m));
    for turned in [[0, 1, 2, 3, 4, 5], [5, 2, 0, 4, 1, 3], [3, 5, 4, 2, 1, 0]] {
        let error = lissom_linalg::NullSpace::find(
            &k.submatrix(&turned),
            &m.submatrix(&turned),
            None,
            &Threads::one(),
        )
        .unwrap_err();
        let NullSpaceError::Massless { row } = error else { panic!("{error}") };
        assert!(turned[row] >= 4, "row {row} is {}", turned[row]);
    }
}

#[test]
fn empty_and_scalar_problems() {
    let empty = compute(&Sparse::identity(0), &Sparse::identity(0), Wanted::Lowest(3));
    assert!(empty.eigenvalues.is_empty() && empty.exhausted);
    let one = compute(&Sparse::from_diagonal(&[8.0]), &Sparse::from_diagonal(&[2.0]), Wanted::Lowest(3));
    assert!((one.eigenvalues[0] - 4.0).abs() < 1e-14);
    assert_certified(&one);
    let (k, m) = chains(400, false, 1);
    let none = compute(&k, &m, Wanted::Lowest(0));
    assert_eq!((none.rigid.cols(), none.eigenvalues.len(), none.exhausted), (1, 0, false));
    let free = compute(&Sparse::from_diagonal(&[0.0]), &Sparse::from_diagonal(&[2.0]), Wanted::Lowest(3));
    assert_eq!((free.rigid.cols(), free.eigenvalues.len()), (1, 0));
    assert_certified(&free);
}

/// The modes of a chain between walls are sines, whose extremes come in equal pairs of either sign: the first of them is
/// positive, whatever the block size and so the rounding.
#[test]
fn the_first_of_the_largest_motions_is_forwards() {
    let (n, wanted) = (41, Wanted::Lowest(12));
    let (k, m) = chains(n, true, 1);
    for block in [1, 2, 4] {
        let options = ModesOptions { block, ..ModesOptions::default() };
        let found = modes(&k, &m, None, wanted, &options, &Quiet).unwrap();
        for j in 1..=12 {
            let sine = |i: usize| (2.0 / 42.0_f64).sqrt() * (PI * ((i + 1) * j) as f64 / 42.0).sin();
            let largest = (0..n).map(|i| sine(i).abs()).fold(0.0, f64::max);
            let first = (0..n).find(|&i| sine(i).abs() > largest - 1e-9).unwrap();
            let shape = found.vectors.column(j - 1);
            let error = |i: usize| (shape[i] - sine(i) * sine(first).signum()).abs();
            assert!((0..n).all(|i| error(i) < 1e-8), "mode {j}, blocks of {block}");
        }
    }
}

/// Geometry proposes a translation, the stiffness knows of a soft ground: λ = ground, and all others rise by as much.
#[test]
fn a_soft_ground_is_no_rigid_motion() {
    let n = 400;
    let (free, m) = chains(n, false, 1);
    let ones = Dense::from_fn(n, 1, |_, _| 1.0);
    for ground in [1e-5, 1e-9, 1e-11] {
        let k = free.add_scaled(1.0, &m, ground);
        for candidates in [None, Some(&ones)] {
            let found =
                modes(&k, &m, candidates, Wanted::Lowest(6), &ModesOptions::default(), &Quiet).unwrap();
            assert_certified(&found);
            assert_eq!(found.rigid.cols(), 0, "{ground}: {:?}", found.eigenvalues);
            // The diagonal 2 + ground is rounded: 4e-16 at most.
            assert!(
                (found.eigenvalues[0] - ground).abs() < 4e-16 + 1e-9 * ground,
                "{}",
                found.eigenvalues[0]
            );
            for (i, value) in found.eigenvalues.iter().enumerate().skip(1) {
                let exact = chain_eigenvalue(n, false, i) + ground;
                assert!((value / exact - 1.0).abs() < 1e-9, "{ground}: {value} is not {exact}");
            }
        }
    }
}

/// Fourteen decades between two oscillators: the higher one may be missing, but the lower ones are not
/// claimed to be complete.
#[test]
fn modes_beyond_resolution_are_not_denied() {
    let k = Sparse::from_diagonal(&[1e-9, 2.0, 1e5]);
    let found = compute(&k, &Sparse::identity(3), Wanted::Lowest(3));
    assert!(found.eigenvalues.len() == 3 || !found.exhausted, "{:?}", found.eigenvalues);
    let massless = compute(&k, &Sparse::from_diagonal(&[1.0, 1.0, 0.0]), Wanted::Lowest(3));
    assert_eq!((massless.eigenvalues.len(), massless.exhausted), (2, true));
}

/// A certificate is as good as its bound: closed forms lie within it.
#[test]
fn the_bounds_hold_what_is_known_in_closed_form() {
    for (n, fixed) in [(50, true), (1000, true), (700, false)] {
        let (k, m) = chains(n, fixed, 2);
        let found = compute(&k, &m, Wanted::Lowest(12));
        assert_certified(&found);
        let bounds = found.certificate.errors();
        for (i, value) in found.eigenvalues.iter().enumerate() {
            let exact = chain_eigenvalue(n, fixed, 1 + i / 2);
            let error = (value / exact - 1.0).abs();
            // The closed form itself is rounded.
            assert!(error <= bounds[i] + 1e-15, "n = {n}, mode {i}: {error:e} beyond {:e}", bounds[i]);
            assert!(bounds[i] < 1e-9, "n = {n}, mode {i}: {:e}", bounds[i]);
        }
    }
}
