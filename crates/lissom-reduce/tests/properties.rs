//! What must hold of every reduced structure, over random networks of masses and springs.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_linalg::{Dense, Lu, Quiet, Sparse, dot, eigen};
use lissom_mech::{Interface, InterfaceMotion, Pattern, Structure};
use lissom_reduce::linear::{KrylovSize, ModeChoice, ReducedStructure};
use lissom_reduce::{Keep, LinearRequest, linear_reduction};
use proptest::prelude::*;

/// Masses, a chain of springs from the ground, and further springs between any two.
#[derive(Clone, Debug)]
struct Network {
    masses: Vec<f64>,
    springs: Vec<f64>,
    further: Vec<(usize, usize, f64)>,
}

fn network() -> impl Strategy<Value = Network> {
    (6usize..13).prop_flat_map(|n| {
        let further = proptest::collection::vec((0..n, 0..n, 1.0f64..30.0), 0..n);
        let masses = proptest::collection::vec(0.3f64..3.0, n);
        let springs = proptest::collection::vec(5.0f64..50.0, n);
        (masses, springs, further).prop_map(|(masses, springs, further)| Network { masses, springs, further })
    })
}

impl Network {
    fn size(&self) -> usize {
        self.masses.len()
    }

    fn matrices(&self) -> (Dense, Dense) {
        let n = self.size();
        let mut k = Dense::zeros(n, n);
        let mut spring = |i: Option<usize>, j: usize, value: f64| {
            k[(j, j)] += value;
            if let Some(i) = i {
                k[(i, i)] += value;
                k[(i, j)] -= value;
                k[(j, i)] -= value;
            }
        };
        for (j, value) in self.springs.iter().enumerate() {
            spring(j.checked_sub(1), j, *value);
        }
        for (i, j, value) in self.further.iter().filter(|(i, j, _)| i != j) {
            spring(Some(*i), *j, *value);
        }
        (Dense::from_diagonal(&self.masses), k)
    }

    /// The structure with its rows in the order of a permutation, a force and a result at its last mass; stiffness and mass
    /// in other units.
    fn structure(&self, order: &[usize], stiffness: f64, mass: f64) -> Structure {
        let (m, k) = self.matrices();
        let n = self.size();
        let put = |a: &Dense, unit: f64| {
            Sparse::from_dense(&Dense::from_fn(n, n, |i, j| unit * a[(order[i], order[j])]))
        };
        let last = order.iter().position(|row| *row == n - 1).unwrap();
        let values: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == last))).collect();
        let pattern = |name: &str| Pattern { name: name.into(), unit: "m".into(), values: values.clone() };
        Structure {
            inputs: vec![pattern("push")],
            outputs: vec![pattern("motion")],
            ..Structure::of_matrices("network", put(&m, mass), put(&k, stiffness))
        }
    }

    fn plain(&self) -> Structure {
        self.structure(&(0..self.size()).collect::<Vec<_>>(), 1.0, 1.0)
    }
}

/// An interface of two masses, wherever they are in the order.
fn interface(order: &[usize]) -> Vec<Interface> {
    let motion = |mass: usize| {
        let row = order.iter().position(|row| *row == mass).unwrap();
        InterfaceMotion { name: format!("mass {mass}"), unit: "m", of: None, entries: vec![(row, 1.0)] }
    };
    vec![Interface { name: "face".to_owned(), motions: vec![motion(1), motion(4)] }]
}

fn request(order: &[usize]) -> LinearRequest {
    LinearRequest {
        inputs: vec![0],
        interfaces: interface(order),
        modes: Some(ModeChoice::Count(2)),
        keep: Some(Keep::Count(2)),
        size: Some(KrylovSize::Order(3)),
        ..LinearRequest::default()
    }
}

fn reduce(structure: &Structure, method: &str, request: &LinearRequest) -> ReducedStructure {
    linear_reduction(method).unwrap().reduce(structure, request, &Quiet).unwrap()
}

/// Eigenvalues ω², rising.
fn squares(structure: &Structure) -> Vec<f64> {
    eigen::symmetric_definite(&structure.stiffness.to_dense(), &structure.mass.to_dense()).unwrap().values
}

fn solve(a: &Dense, b: &[f64]) -> Vec<f64> {
    Lu::factor(a).unwrap().solve(b)
}

/// Methods whose matrices are VᵀKV and VᵀMV.
const GALERKIN: [&str; 5] = ["krylov", "craig-bampton", "guyan", "modal", "rubin"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A subspace has no frequency below that of the same number of the whole (Courant), and its matrices are congruent.
    #[test]
    fn reduced_frequencies_are_not_below_the_full_ones(network in network()) {
        let structure = network.plain();
        let order: Vec<usize> = (0..network.size()).collect();
        let full = squares(&structure);
        for method in GALERKIN {
            let found = reduce(&structure, method, &request(&order));
            let v = &found.vectors;
            let mut gap = v.transpose_matmul(&structure.stiffness.times(v));
            gap.add_scaled(-1.0, &found.structure.stiffness.to_dense());
            prop_assert!(gap.max_abs() < 1e-10 * structure.stiffness.max_abs() * v.max_abs().powi(2), "{}", method);
            for (reduced, full) in squares(&found.structure).iter().zip(&full) {
                prop_assert!(*reduced > full * (1.0 - 1e-9), "{}: {} below {}", method, reduced, full);
            }
        }
    }

    /// Forces at the interface move it as they move the interface of the whole, at rest.
    #[test]
    fn component_modes_keep_the_statics_of_the_interface(network in network()) {
        let structure = network.plain();
        let order: Vec<usize> = (0..network.size()).collect();
        let (_, k) = network.matrices();
        for method in ["craig-bampton", "guyan", "rubin"] {
            let found = reduce(&structure, method, &request(&order));
            let small = found.structure.stiffness.to_dense();
            for loaded in [1, 4] {
                let unit: Vec<f64> = (0..network.size()).map(|i| f64::from(u8::from(i == loaded))).collect();
                let full = solve(&k, &unit);
                let force: Vec<f64> = (0..found.size()).map(|j| found.vectors[(loaded, j)]).collect();
                let moved = found.vectors.multiply_vector(&solve(&small, &force));
                for seen in [1, 4] {
                    let error = (moved[seen] - full[seen]).abs();
                    prop_assert!(error < 1e-9 * full[loaded].abs(), "{}: {} {}", method, moved[seen], full[seen]);
                }
            }
        }
    }

    /// Order p of a Krylov space keeps 2p moments bᵀ(K⁻¹M)ʲK⁻¹b of a single symmetric channel \[StaticDeformation, §5\], and one
    /// vector no third.
    #[test]
    fn krylov_keeps_the_moments_it_promises(network in network(), p in 1usize..4) {
        let structure = network.plain();
        let only = LinearRequest { inputs: vec![0], size: Some(KrylovSize::Order(p)), ..LinearRequest::default() };
        let found = reduce(&structure, "krylov", &only);
        prop_assert_eq!(found.size(), p);
        let moments = |s: &Structure| {
            let (k, m) = (s.stiffness.to_dense(), s.mass.to_dense());
            let b = &s.inputs[0].values;
            let mut x = solve(&k, b);
            (0..=2 * p).map(|_| {
                let moment = dot(b, &x);
                x = solve(&k, &m.multiply_vector(&x));
                moment
            }).collect::<Vec<f64>>()
        };
        let (full, reduced) = (moments(&structure), moments(&found.structure));
        for j in 0..2 * p {
            prop_assert!((reduced[j] / full[j] - 1.0).abs() < 1e-8, "moment {}: {} {}", j, reduced[j], full[j]);
        }
        // Higher moments tend to powers of the lowest mode, which larger spaces know to rounding.
        if p == 1 {
            prop_assert!((reduced[2] / full[2] - 1.0).abs() > 1e-12, "a third moment from one vector");
        }
    }

    /// All modes, or all fixed modes beside the interface, are the whole structure.
    #[test]
    fn everything_kept_changes_nothing(network in network()) {
        let structure = network.plain();
        let n = network.size();
        let order: Vec<usize> = (0..n).collect();
        let full = squares(&structure);
        for (method, count) in [("modal", n), ("craig-bampton", n - 2)] {
            let all = LinearRequest { modes: Some(ModeChoice::Count(count)), ..request(&order) };
            let found = reduce(&structure, method, &all);
            prop_assert_eq!(found.size(), n);
            for (a, b) in squares(&found.structure).iter().zip(&full) {
                prop_assert!((a / b - 1.0).abs() < 1e-9, "{}: {} {}", method, a, b);
            }
        }
    }

    /// The numbering of rows and the units of both matrices change no frequency but by their factor.
    #[test]
    fn numbering_and_units_change_nothing(
        network in network(), shuffle in any::<u64>(), stiffness in -6i32..6, mass in -6i32..6,
    ) {
        let n = network.size();
        let mut order: Vec<usize> = (0..n).collect();
        let mut state = shuffle | 1;
        for i in (1..n).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(i, (state >> 33) as usize % (i + 1));
        }
        let (stiffness, mass) = (10f64.powi(stiffness), 10f64.powi(mass));
        let plain: Vec<usize> = (0..n).collect();
        let (one, other) = (network.plain(), network.structure(&order, stiffness, mass));
        for method in GALERKIN {
            let first = squares(&reduce(&one, method, &request(&plain)).structure);
            let second = squares(&reduce(&other, method, &request(&order)).structure);
            prop_assert_eq!(first.len(), second.len());
            for (a, b) in first.iter().zip(&second) {
                prop_assert!((a * stiffness / mass / b - 1.0).abs() < 1e-8, "{}: {} {}", method, a, b);
            }
        }
    }
}
