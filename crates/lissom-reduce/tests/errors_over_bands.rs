//! Errors that a comparison reports against a dense grid of frequencies, for random structures and all methods.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::frames;

use frames::{Chain, held, portal, unit};
use lissom_linalg::{Complex, Dense, Lu, Quiet, Sparse, Threads, Triplets, dot, eigen};
use lissom_mech::{Interface, InterfaceMotion, Row, Structure};
use lissom_reduce::linear::{
    Comparison, ComparisonRequest, KrylovSize, ModeChoice, ReducedStructure, compare, full_residual,
};
use lissom_reduce::{Keep, LINEAR_REDUCTIONS, LinearRequest, linear_reduction};
use std::f64::consts::TAU;

/// Numbers that look random and are the same every time: a linear congruence of Knuth's.
struct PseudoRandom(u64);

impl PseudoRandom {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Between −1 and 1.
    fn symmetric(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn interface(name: &str, rows: &[usize]) -> Interface {
    let motion = |row: &usize| InterfaceMotion {
        name: format!("{name} {row}"),
        unit: "m",
        of: None,
        entries: vec![(*row, 1.0)],
    };
    Interface { name: name.to_owned(), motions: rows.iter().map(motion).collect() }
}

/// Masses joined by springs in a line with a few springs across, grounded or not, damped or not.
fn random_structure(random: &mut PseudoRandom, grounded: bool, damped: bool) -> Structure {
    let n = 8 + (8.0 * (0.5 + 0.5 * random.symmetric())) as usize;
    let (mut k, mut m, mut d) = (Triplets::new(n, n), Triplets::new(n, n), Triplets::new(n, n));
    let spring = |matrix: &mut Triplets, i: usize, j: usize, value: f64| {
        for (row, col, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            matrix.add(row, col, sign * value);
        }
    };
    for i in 0..n {
        m.add(i, i, 10f64.powf(random.symmetric()));
        if i + 1 < n {
            let value = 1e4 * 10f64.powf(2.0 * random.symmetric());
            spring(&mut k, i, i + 1, value);
            if damped {
                spring(&mut d, i, i + 1, 2e-4 * value * (1.5 + random.symmetric()));
            }
        }
        if i + 3 < n && random.symmetric() > 0.0 {
            spring(&mut k, i, i + 3, 3e3 * 10f64.powf(random.symmetric()));
        }
    }
    if grounded {
        k.add(0, 0, 2e4);
    }
    let [mass, stiffness, damping] = [m, k, d].map(|t| Sparse::from_triplets(&t).symmetric_part());
    Structure {
        damping,
        rigid_candidates: if grounded { Dense::zeros(n, 0) } else { Dense::from_fn(n, 1, |_, _| 1.0) },
        inputs: vec![unit("end", n, n - 1), unit("inside", n, n / 2)],
        ..Structure::of_matrices("chain", mass, stiffness)
    }
}

/// (K − ω²M + iωD) x = f by a dense solve with real numbers.
fn dense_response(structure: &Structure, omega: f64, force: &[f64]) -> Vec<Complex> {
    let n = structure.size();
    let [m, d, k] = [&structure.mass, &structure.damping, &structure.stiffness].map(Sparse::to_dense);
    let doubled = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, true) => k[(i, j)] - omega * omega * m[(i, j)],
        (false, false) => k[(i - n, j - n)] - omega * omega * m[(i - n, j - n)],
        (true, false) => -omega * d[(i, j - n)],
        (false, true) => omega * d[(i - n, j)],
    });
    let mut right = force.to_vec();
    right.resize(2 * n, 0.0);
    let x = Lu::factor(&doubled).unwrap().solve(&right);
    (0..n).map(|i| Complex::new(x[i], x[n + i])).collect()
}

/// ‖x − V y‖_K/‖x‖_K by dense solves of both.
fn true_error(full: &Structure, reduced: &ReducedStructure, hertz: f64) -> f64 {
    let omega = TAU * hertz;
    let error = |j: usize| {
        let x = dense_response(full, omega, &full.inputs[j].values);
        let y = dense_response(&reduced.structure, omega, &reduced.structure.inputs[j].values);
        let (mut distance, mut size) = (0.0, 0.0);
        for part in [|z: &Complex| z.re, |z: &Complex| z.im] {
            let image = reduced.expand(&y.iter().map(part).collect::<Vec<_>>());
            let exact: Vec<f64> = x.iter().map(part).collect();
            let left: Vec<f64> = exact.iter().zip(&image).map(|(a, b)| a - b).collect();
            distance += full.stiffness.form(&left, &left).max(0.0);
            size += full.stiffness.form(&exact, &exact).max(0.0);
        }
        (distance / size).sqrt()
    };
    (0..full.inputs.len()).map(error).fold(0.0, f64::max)
}

fn request(structure: &Structure, count: usize) -> LinearRequest {
    LinearRequest {
        inputs: (0..structure.inputs.len()).collect(),
        interfaces: vec![interface("end", &[structure.size() - 1])],
        modes: Some(ModeChoice::Count(count)),
        keep: Some(Keep::Count(count.max(1))),
        size: Some(KrylovSize::Order(count.max(1))),
        ..LinearRequest::default()
    }
}

fn compared(structure: &Structure, reduced: &ReducedStructure, band: [f64; 2]) -> Comparison {
    let inputs = (0..structure.inputs.len()).collect();
    let request = ComparisonRequest { inputs, band, responses: 12, threads: Threads::one() };
    compare(structure, reduced, &request, &Quiet).unwrap()
}

fn first_frequencies(structure: &Structure) -> Vec<f64> {
    let all = eigen::symmetric_definite(&structure.stiffness.to_dense(), &structure.mass.to_dense());
    all.unwrap().values.iter().map(|square| square.max(0.0).sqrt() / TAU).filter(|f| *f > 1e-3).collect()
}

/// On a grid of 400 frequencies, windows that the report leaves out apart, no error may exceed the one reported.
#[test]
fn no_error_on_a_dense_grid_exceeds_the_one_reported() {
    let mut random = PseudoRandom::new(11);
    let mut cases = 0;
    for trial in 0..24 {
        let (grounded, damped) = (trial % 2 == 0, trial % 4 >= 2);
        let structure = random_structure(&mut random, grounded, damped);
        let hertz = first_frequencies(&structure);
        let band = [0.0, 1.3 * hertz[2]];
        for method in LINEAR_REDUCTIONS {
            let count = 1 + trial % 4;
            let reduced = match method.reduce(&structure, &request(&structure, count), &Quiet) {
                Ok(reduced) => reduced,
                Err(error) => panic!("{}: {error}", method.name()),
            };
            let report = compared(&structure, &reduced, band);
            let found = report.band_error.as_ref().unwrap();
            let reported = report.response_error().unwrap();
            assert!(found.converged, "{}: {found:?}", method.name());
            assert!(report.checked.as_ref().unwrap().verdict.is_certified(), "{}", method.name());
            assert_eq!(found.left_out.is_empty(), damped, "{}", method.name());
            let lowest = if grounded { 0.0 } else { 0.05 * hertz[0] };
            for i in 1..=400 {
                let at = band[1] * f64::from(i) / 400.0;
                let hidden = found.left_out.iter().any(|[from, to]| (*from..=*to).contains(&at));
                if at < lowest || hidden {
                    continue;
                }
                let exact = true_error(&structure, &reduced, at);
                assert!(
                    exact <= 1.001 * reported + 1e-7,
                    "{} of {} rows, {count} modes, damped {damped}: {exact:.6e} at {at} Hz, {reported:.6e} reported at {} Hz",
                    method.name(),
                    structure.size(),
                    found.worst.hertz
                );
            }
            cases += 1;
        }
    }
    assert_eq!(cases, 24 * LINEAR_REDUCTIONS.len());
}

/// Static gains by a dense solve, of what each method promises to serve.
#[test]
fn static_gains_are_those_of_a_dense_solve_where_they_are_promised() {
    let mut random = PseudoRandom::new(5);
    for _ in 0..12 {
        let mut structure = random_structure(&mut random, true, false);
        structure.inputs.truncate(1);
        let exact = dense_response(&structure, 0.0, &structure.inputs[0].values);
        let exact = dot(&exact.iter().map(|z| z.re).collect::<Vec<_>>(), &structure.inputs[0].values);
        for method in ["krylov", "guyan", "craig-bampton", "rubin", "macneal"] {
            let reduced = linear_reduction(method)
                .unwrap()
                .reduce(&structure, &request(&structure, 2), &Quiet)
                .unwrap();
            let report = compared(&structure, &reduced, [0.0, first_frequencies(&structure)[1]]);
            let gain = &report.gains[0];
            assert!((gain.full / exact - 1.0).abs() < 1e-9, "{method}: {gain:?} {exact}");
            assert!((gain.reduced / exact - 1.0).abs() < 1e-9, "{method}: {gain:?} {exact}");
            assert!(report.unresisted.is_empty() && report.rigid == [0, 0]);
        }
    }
}

/// Two bodies: one held, one loose and seen by an interface. Condensed stiffness of the loose one is rounding alone.
fn two_bodies() -> Structure {
    let mut k = Triplets::new(8, 8);
    for (i, j, value) in
        [(0, 1, 1e6), (1, 2, 3e5), (2, 3, 7e5), (4, 5, 5e5), (5, 6, 1.1e6), (6, 7, 3e5 / 7.0)]
    {
        for (row, col, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            k.add(row, col, sign * value);
        }
    }
    k.add(0, 0, 4e5);
    let mass = Sparse::from_diagonal(&[2.0, 2.0, 2.0, 1.0, 0.7, 1.3, 2.1, 0.9]);
    Structure {
        rows: (0..8).map(|i| Row::amplitude(format!("node {i}, x"))).collect(),
        inputs: vec![unit("held", 8, 3), unit("loose", 8, 7)],
        ..Structure::of_matrices("two bodies", mass, Sparse::from_triplets(&k).symmetric_part())
    }
}

/// A force on the loose body has no static gain; that of the deformation alone is Σ (φ f)²/ω² over its elastic modes.
#[test]
fn a_loose_body_has_no_static_gain_and_is_named() {
    let structure = two_bodies();
    let exact =
        eigen::symmetric_definite(&structure.stiffness.to_dense(), &structure.mass.to_dense()).unwrap();
    let elastic = exact.values.iter().enumerate().filter(|(_, square)| **square > 1.0);
    let gain: f64 = elastic.map(|(j, square)| exact.vectors[(7, j)].powi(2) / square).sum();
    for (method, interfaces) in [
        ("craig-bampton", vec![interface("a", &[3]), interface("b", &[7])]),
        ("craig-bampton", vec![interface("a", &[3])]),
        ("guyan", vec![interface("a", &[3]), interface("b", &[4, 7])]),
        ("rubin", vec![interface("b", &[3, 7])]),
        ("krylov", Vec::new()),
    ] {
        let request = LinearRequest { interfaces, ..request(&structure, 8) };
        let request = LinearRequest { modes: Some(ModeChoice::Count(3)), ..request };
        let reduced = linear_reduction(method).unwrap().reduce(&structure, &request, &Quiet).unwrap();
        let report = compared(&structure, &reduced, [0.0, 60.0]);
        assert_eq!(report.rigid, [1, 1], "{method}");
        assert_eq!(report.unresisted.len(), 1, "{method}: {:?}", report.unresisted);
        let loose = &report.unresisted[0];
        assert_eq!(loose.input, "loose");
        assert!(
            ["node 4, x", "node 5, x", "node 6, x", "node 7, x"].contains(&loose.row.as_str()),
            "{loose:?}"
        );
        let found = report.gains.iter().find(|g| g.output == "loose" && g.input == "loose").unwrap();
        assert!((found.full / gain - 1.0).abs() < 1e-10, "{method}: {found:?} {gain}");
        assert!(found.reduced.abs() <= 1.000_001 * gain, "{method}: {found:?}");
        if ["rubin", "krylov"].contains(&method) {
            assert!(found.error < 1e-9, "{method}: {found:?}");
        }
    }
}

/// The first bending mode is left out; the mode that resembles it most is one far above. It is missing, not 40 times higher.
#[test]
fn a_mode_that_is_not_in_the_basis_is_missing() {
    let chain = Chain::beam(10);
    let n = chain.size();
    let mut structure = held(&chain.structure(), &[0, 1, 2]);
    structure.inputs = vec![unit("pull", n - 3, n - 6)];
    // Stretching alone: the basis holds nothing of any bending mode.
    let request =
        LinearRequest { inputs: vec![0], size: Some(KrylovSize::Order(2)), ..LinearRequest::default() };
    let reduced = linear_reduction("krylov").unwrap().reduce(&structure, &request, &Quiet).unwrap();
    let inputs = vec![0];
    let band = [0.0, 40.0];
    let request = ComparisonRequest { inputs, band, responses: 12, threads: Threads::one() };
    let report = compare(&structure, &reduced, &request, &Quiet).unwrap();
    // Bending: (βL)²/2π = 0.5596, 3.507, 9.819 … Hz; stretching: 25 Hz.
    let bending: Vec<_> = report.frequencies.iter().filter(|mode| mode.hertz < 20.0).collect();
    assert!(bending.len() >= 3, "{:?}", report.frequencies);
    for mode in bending {
        assert_eq!((mode.reduced_hertz, mode.error()), (None, None), "{mode:?}");
        assert!(mode.held < 1e-9);
    }
    let stretching = report.frequencies.iter().find(|mode| (mode.hertz - 25.0).abs() < 0.3).unwrap();
    assert!(stretching.error().unwrap() < 1e-3 && stretching.assurance > 0.999, "{stretching:?}");
    assert!(report.missing().count() >= 3);
}

/// A beam with the same stiffness in two planes: its modes are pairs, and any two shapes of a pair span the same plane.
#[test]
fn modes_of_one_frequency_find_their_partners() {
    let mut k = Triplets::new(12, 12);
    for plane in 0..2 {
        for i in 0..6 {
            let (a, b) = (2 * i + plane, 2 * i + plane + 2);
            k.add(a, a, 1e4);
            if i < 5 {
                for (row, col, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                    k.add(row, col, sign * 3e4);
                }
            }
        }
    }
    let mass = Sparse::from_diagonal(&[1.5; 12]);
    let force = (0..12)
        .map(|i| {
            if i == 10 {
                0.6
            } else if i == 11 {
                0.8
            } else {
                0.0
            }
        })
        .collect();
    let slanted = lissom_mech::Pattern { name: "slanted".to_owned(), unit: "N".to_owned(), values: force };
    let structure = Structure {
        inputs: vec![slanted],
        ..Structure::of_matrices("twins", mass, Sparse::from_triplets(&k).symmetric_part())
    };
    let request = LinearRequest {
        inputs: vec![0],
        interfaces: vec![interface("end", &[10, 11])],
        modes: Some(ModeChoice::Count(8)),
        ..LinearRequest::default()
    };
    let reduced = linear_reduction("craig-bampton").unwrap().reduce(&structure, &request, &Quiet).unwrap();
    let report = compared(&structure, &reduced, [0.0, 30.0]);
    assert!(report.frequencies.len() >= 4, "{:?}", report.frequencies);
    assert_eq!(report.missing().count(), 0, "{:?}", report.frequencies);
    assert!(report.frequencies.iter().all(|mode| mode.assurance > 0.99), "{:?}", report.frequencies);
}

/// The residual of the full equation, by the dense matrices; that of the small equation is rounding.
#[test]
fn what_a_reduced_response_leaves_of_the_full_equation_is_measured() {
    let mut random = PseudoRandom::new(3);
    let structure = random_structure(&mut random, true, true);
    let reduced =
        linear_reduction("krylov").unwrap().reduce(&structure, &request(&structure, 1), &Quiet).unwrap();
    let at = [0.3, 0.8].map(|share| share * first_frequencies(&structure)[0]);
    let found = full_residual(&structure, &reduced, &[0], &at).unwrap();
    let highest = TAU * at[1];
    let left = |hertz: f64| {
        let omega = TAU * hertz;
        let y = dense_response(&reduced.structure, omega, &reduced.structure.inputs[0].values);
        let [re, im] = [|z: &Complex| z.re, |z: &Complex| z.im]
            .map(|part| reduced.expand(&y.iter().map(part).collect::<Vec<_>>()));
        let [m, d, k] = [&structure.mass, &structure.damping, &structure.stiffness].map(Sparse::to_dense);
        let (mut sum, mut size) = (0.0, 0.0);
        for i in 0..structure.size() {
            let row = |a: &Dense, x: &[f64]| (0..x.len()).map(|j| a[(i, j)] * x[j]).sum::<f64>();
            let f = structure.inputs[0].values[i];
            let real = f - row(&k, &re) + omega * omega * row(&m, &re) + omega * row(&d, &im);
            let imaginary = -row(&k, &im) + omega * omega * row(&m, &im) - omega * row(&d, &re);
            let scale = k[(i, i)] + highest * highest * m[(i, i)];
            sum += (real * real + imaginary * imaginary) / scale;
            size += f * f / scale;
        }
        (sum / size).sqrt()
    };
    let expected = left(at[0]).max(left(at[1]));
    assert!((found.largest / expected - 1.0).abs() < 1e-9, "{} {expected}", found.largest);
    assert!(expected > 1e-3 && !found.verdict.is_certified());
    // All there is: nothing is left.
    let all = linear_reduction("modal").unwrap();
    let all = all.reduce(&structure, &request(&structure, structure.size()), &Quiet).unwrap();
    let found = full_residual(&structure, &all, &[0], &at).unwrap();
    assert!(found.verdict.is_certified() && found.largest < 1e-9, "{}", found.largest);
}

/// The free portal frame with a basis of one mode: 79 % and more are reported, with the frequency.
#[test]
fn a_basis_of_one_mode_says_how_far_it_is_off() {
    let structure = portal();
    let request =
        LinearRequest { inputs: vec![0, 1], modes: Some(ModeChoice::Count(1)), ..LinearRequest::default() };
    let reduced = linear_reduction("modal").unwrap().reduce(&structure, &request, &Quiet).unwrap();
    let report = compared(&structure, &reduced, [0.0, 2.0]);
    assert!(report.response_error().unwrap() > 0.79);
    assert_eq!(report.missing().count(), report.frequencies.len() - 1);
}
