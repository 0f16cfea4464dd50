//! Component modes of frames: what each method keeps exactly.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::frames;

use frames::{Chain, held, portal, unit};
use lissom_linalg::{Dense, ModesOptions, Quiet, Threads, Wanted, eigen, modes};
use lissom_mech::{Interface, InterfaceMotion, ModalDamping, Structure};
use lissom_reduce::linear::{Comparison, ComparisonRequest, ModeChoice, ReducedStructure, compare};
use lissom_reduce::{Keep, LINEAR_REDUCTIONS, LinearRequest, ReduceError, linear_reduction};

fn interface(name: &str, rows: &[usize]) -> Interface {
    let motion = |row: &usize| InterfaceMotion {
        name: format!("{name} {row}"),
        unit: "m",
        of: None,
        entries: vec![(*row, 1.0)],
    };
    Interface { name: name.to_owned(), motions: rows.iter().map(motion).collect() }
}

/// Both feet of the portal frame.
fn feet(structure: &Structure) -> Vec<Interface> {
    let n = structure.size();
    vec![interface("left", &[0, 1, 2]), interface("right", &[n - 3, n - 2, n - 1])]
}

fn reduce(structure: &Structure, method: &str, request: &LinearRequest) -> ReducedStructure {
    linear_reduction(method).unwrap().reduce(structure, request, &Quiet).unwrap()
}

fn report(structure: &Structure, found: &ReducedStructure, hertz: f64) -> Comparison {
    let request =
        ComparisonRequest { inputs: vec![0, 1], band: [0.0, hertz], responses: 3, threads: Threads::one() };
    compare(structure, found, &request, &Quiet).unwrap()
}

fn squares(structure: &Structure) -> Vec<f64> {
    eigen::symmetric_definite(&structure.stiffness.to_dense(), &structure.mass.to_dense()).unwrap().values
}

#[test]
fn every_method_keeps_rigid_motions_and_inertia() {
    let structure = portal();
    let request = LinearRequest {
        inputs: vec![0, 1],
        interfaces: feet(&structure),
        modes: Some(ModeChoice::Count(4)),
        keep: Some(Keep::Count(3)),
        size: Some(lissom_reduce::linear::KrylovSize::Order(3)),
        ..LinearRequest::default()
    };
    for method in LINEAR_REDUCTIONS {
        let found = method.reduce(&structure, &request, &Quiet).unwrap();
        let report = report(&structure, &found, 2.0);
        assert!(report.inertia_error.unwrap() < 1e-9, "{}: {:?}", method.name(), report.inertia_error);
        let small = &found.structure;
        let options = ModesOptions::default();
        let rigid = Some(&small.rigid_candidates);
        let again = modes(&small.stiffness, &small.mass, rigid, Wanted::Lowest(2), &options, &Quiet).unwrap();
        assert_eq!(again.rigid.cols(), 3, "{}", method.name());
        assert!(again.certificate.is_certified());
        assert_eq!(small.rows.len(), found.size());
        // Loads on the feet deform a free body together with its inertia: bare modes, and interfaces with few modes
        // between them, know that deformation only in part.
        let exact = !["modal", "balanced", "guyan", "craig-bampton"].contains(&method.name());
        assert_eq!(report.gain_error() < 1e-8, exact, "{}: {:?}", method.name(), report.gains);
    }
}

#[test]
fn craig_bampton_converges_and_all_fixed_modes_give_everything() {
    let structure = portal();
    let full = squares(&structure);
    let mut before = f64::INFINITY;
    for count in [2, 6, 12, 24] {
        let request = LinearRequest {
            interfaces: feet(&structure),
            modes: Some(ModeChoice::Count(count)),
            ..LinearRequest::default()
        };
        let found = reduce(&structure, "craig-bampton", &request);
        assert_eq!(found.size(), 6 + count);
        let error = (squares(&found.structure)[6] / full[6] - 1.0).abs();
        assert!(error < before, "{error} after {before}");
        before = error;
    }
    let all = LinearRequest {
        interfaces: feet(&structure),
        modes: Some(ModeChoice::Count(57 - 6)),
        ..LinearRequest::default()
    };
    let found = reduce(&structure, "craig-bampton", &all);
    assert_eq!(found.size(), 57);
    for (a, b) in squares(&found.structure).iter().zip(&full).skip(3) {
        assert!((a / b - 1.0).abs() < 1e-6, "{a} {b}");
    }
}

#[test]
fn fixed_modes_are_those_of_the_held_structure() {
    let structure = portal();
    let n = structure.size();
    let request = LinearRequest {
        interfaces: feet(&structure),
        modes: Some(ModeChoice::Count(5)),
        ..LinearRequest::default()
    };
    let found = reduce(&structure, "craig-bampton", &request);
    let clamped = held(&structure, &[0, 1, 2, n - 3, n - 2, n - 1]);
    let exact = squares(&clamped);
    for (i, exact) in exact.iter().take(5).enumerate() {
        let found = found.structure.stiffness.get(6 + i, 6 + i);
        assert!((found / exact - 1.0).abs() < 1e-9, "{found} {exact}");
    }
    // Coordinates of interfaces are displacements: the basis has the identity there.
    for i in 0..3 {
        for j in 0..found.size() {
            assert!((found.vectors[(i, j)] - f64::from(u8::from(i == j))).abs() < 1e-14);
        }
    }
}

#[test]
fn guyan_condenses_exactly() {
    let structure = portal();
    let request = LinearRequest { interfaces: feet(&structure), ..LinearRequest::default() };
    let found = reduce(&structure, "guyan", &request);
    let n = structure.size();
    let (boundary, inner): (Vec<usize>, Vec<usize>) =
        ([0, 1, 2, n - 3, n - 2, n - 1].to_vec(), (3..n - 3).collect());
    let k = structure.stiffness.to_dense();
    let block =
        |rows: &[usize], cols: &[usize]| Dense::from_fn(rows.len(), cols.len(), |i, j| k[(rows[i], cols[j])]);
    let mut solved = block(&inner, &boundary);
    lissom_linalg::Lu::factor(&block(&inner, &inner)).unwrap().solve_in_place(&mut solved);
    let mut schur = block(&boundary, &boundary);
    schur.add_scaled(-1.0, &block(&boundary, &inner).matmul(&solved));
    let mut difference = found.structure.stiffness.to_dense();
    difference.add_scaled(-1.0, &schur);
    assert!(difference.max_abs() < 1e-9 * schur.max_abs(), "{:.1e}", difference.max_abs());
}

/// An interface whose displacements are means over several nodes.
fn mean_interface() -> Interface {
    let mean = |name: &str, axis: usize| InterfaceMotion {
        name: name.to_owned(),
        unit: "m",
        of: None,
        entries: (0..4).map(|node| (3 * node + axis, 0.25)).collect(),
    };
    Interface {
        name: "leg".to_owned(),
        motions: vec![mean("leg x", 0), mean("leg y", 1), mean("leg phi", 2)],
    }
}

#[test]
fn means_are_interfaces_as_good_as_nodes() {
    let structure = portal();
    let leg = mean_interface();
    let request = LinearRequest {
        interfaces: vec![leg.clone()],
        modes: Some(ModeChoice::Count(20)),
        ..LinearRequest::default()
    };
    let found = reduce(&structure, "craig-bampton", &request);
    // The means of a column are its interface coordinates.
    for (i, pattern) in leg.motions.iter().enumerate() {
        for j in 0..found.size() {
            let mean = lissom_linalg::dot(&pattern.values(57), found.vectors.column(j));
            assert!((mean - f64::from(u8::from(i == j))).abs() < 1e-10, "{i} {j}: {mean}");
        }
    }
    let report = report(&structure, &found, 1.0);
    assert!(report.frequency_error() < 1e-5, "{:?}", report.frequencies);
    assert!(report.inertia_error.unwrap() < 1e-9);
    let twice = LinearRequest { interfaces: vec![leg.clone(), leg], ..request };
    let error = linear_reduction("craig-bampton").unwrap().reduce(&structure, &twice, &Quiet).unwrap_err();
    assert!(matches!(error, ReduceError::DependentInterfaces { count: 6, rank: 3, .. }), "{error}");
}

#[test]
fn interfaces_that_hold_only_partly_leave_loose_motions() {
    let structure = portal();
    let request = LinearRequest {
        interfaces: vec![interface("pin", &[0, 1])],
        modes: Some(ModeChoice::Count(12)),
        ..LinearRequest::default()
    };
    let found = reduce(&structure, "craig-bampton", &request);
    assert_eq!(found.size(), 2 + 1 + 12);
    assert!(found.columns[2].name.contains("loose"), "{:?}", found.columns[2]);
    let report = report(&structure, &found, 1.0);
    assert!(report.inertia_error.unwrap() < 1e-9);
    assert!(report.frequency_error() < 1e-3, "{:?}", report.frequencies);
}

#[test]
fn residual_compliance_makes_gains_exact_and_frequencies_better() {
    let structure = portal();
    let modes = Some(ModeChoice::Count(3));
    let bare = LinearRequest { inputs: vec![0, 1], outputs: vec![0], modes, ..LinearRequest::default() };
    let with = LinearRequest { residual: true, ..bare.clone() };
    let (bare, with) = (reduce(&structure, "modal", &bare), reduce(&structure, "modal", &with));
    assert_eq!((bare.size(), with.size()), (3 + 3, 3 + 3 + 3));
    let (bare, with) = (report(&structure, &bare, 1.5), report(&structure, &with, 1.5));
    assert!(
        bare.gain_error() > 1e-3 && with.gain_error() < 1e-10,
        "{} {}",
        bare.gain_error(),
        with.gain_error()
    );
    let (bare_error, error) = (bare.response_error().unwrap(), with.response_error().unwrap());
    assert!(error < 0.2 * bare_error, "{error} {bare_error} {:?}", with.responses());
    assert!(bare.frequency_error() < 1e-9 && with.frequency_error() < 1e-9);
}

#[test]
fn rubin_keeps_the_inertia_of_the_residual_and_macneal_does_not() {
    let structure = portal();
    let request = LinearRequest {
        inputs: vec![0, 1],
        interfaces: feet(&structure),
        modes: Some(ModeChoice::Count(4)),
        ..LinearRequest::default()
    };
    let (rubin, macneal) = (reduce(&structure, "rubin", &request), reduce(&structure, "macneal", &request));
    assert_eq!((rubin.size(), macneal.size()), (3 + 4 + 6, 3 + 4 + 6));
    assert_eq!((squares(&rubin.structure).len(), squares(&macneal.structure).len()), (13, 7));
    let (r, m) = (report(&structure, &rubin, 2.0), report(&structure, &macneal, 2.0));
    assert!(r.gain_error() < 1e-9 && m.gain_error() < 1e-9);
    let error = |c: &Comparison| c.response_error().unwrap();
    assert!(error(&r) < error(&m), "{} {}", error(&r), error(&m));
}

#[test]
fn a_clamped_beam_is_reduced_without_rigid_motions() {
    let chain = Chain::beam(10);
    let n = chain.size();
    let mut structure = held(&chain.structure(), &[0, 1, 2]);
    structure.inputs = vec![unit("tip", n - 3, n - 5), unit("middle", n - 3, 13)];
    let request = LinearRequest {
        inputs: vec![0, 1],
        interfaces: vec![interface("tip", &[n - 6, n - 5, n - 4])],
        modes: Some(ModeChoice::Below(80.0)),
        residual: true,
        ..LinearRequest::default()
    };
    for method in ["modal", "craig-bampton", "rubin", "macneal"] {
        let found = reduce(&structure, method, &request);
        let report = report(&structure, &found, 20.0);
        assert_eq!(report.inertia_error, None);
        assert!(report.gain_error() < 1e-9, "{method}: {:?}", report.gains);
        assert!(report.frequency_error() < 1e-3, "{method}: {:?}", report.frequencies);
    }
}

#[test]
fn what_is_missing_is_said() {
    let structure = portal();
    for (method, what) in
        [("guyan", "interfaces"), ("modal", "modes or below"), ("craig-bampton", "modes or below")]
    {
        let error = linear_reduction(method).unwrap().reduce(&structure, &LinearRequest::default(), &Quiet);
        assert_eq!(error.unwrap_err().to_string(), format!("`{method}` needs {what}"));
    }
    assert!(
        linear_reduction("condensed").unwrap_err().to_string().contains("krylov, modal, balanced, guyan")
    );
}

/// One input and one output: the values of a mode are those of its Gramians, which one mode alone has in closed form.
fn hankel_value(input: f64, output: f64, ratio: f64, omega: f64) -> f64 {
    let controllable = [input * input / (4.0 * ratio * omega.powi(3)), input * input / (4.0 * ratio * omega)];
    let q = output * output / (2.0 * omega * omega);
    let r = q / (2.0 * ratio * omega);
    let p = 2.0 * ratio * omega * q + omega * omega * r;
    // √(σ₁ σ₂) from the determinant of the product of both Gramians.
    (controllable[0] * controllable[1] * (p * r - q * q)).powf(0.25)
}

#[test]
fn balanced_keeps_the_modes_with_the_largest_hankel_values() {
    let mut structure = portal();
    structure.modal_damping = ModalDamping::Uniform(0.01);
    structure.damping = structure.mass.add_scaled(0.05, &structure.stiffness, 1e-4);
    structure.outputs = vec![structure.inputs[1].clone()];
    let choice = ModeChoice::Count(12);
    let request = LinearRequest {
        inputs: vec![0],
        outputs: vec![0],
        modes: Some(choice),
        keep: Some(Keep::Count(5)),
        ..LinearRequest::default()
    };
    let rigid = Some(&structure.rigid_candidates);
    let options = ModesOptions::default();
    let all =
        modes(&structure.stiffness, &structure.mass, rigid, Wanted::Lowest(12), &options, &Quiet).unwrap();
    let value = |j: usize| {
        let omega = all.eigenvalues[j].sqrt();
        let seen = |values: &[f64]| values.iter().zip(all.vectors.column(j)).map(|(p, x)| p * x).sum::<f64>();
        let ratio = 0.01 + 0.05 / (2.0 * omega) + 1e-4 * omega / 2.0;
        hankel_value(seen(&structure.inputs[0].values), seen(&structure.outputs[0].values), ratio, omega)
    };
    let mut order: Vec<usize> = (0..12).collect();
    order.sort_by(|a, b| value(*b).total_cmp(&value(*a)));
    let mut expected: Vec<String> = order[..5].iter().map(|j| format!("mode {}", j + 1)).collect();
    let found = reduce(&structure, "balanced", &request);
    let mut names: Vec<String> = found.columns.iter().skip(3).map(|column| column.name.clone()).collect();
    expected.sort();
    names.sort();
    assert_eq!(names, expected);
    assert!((0..5).any(|j| order[j] >= 5), "the choice is not that of the lowest modes: {order:?}");
    // A share of the sum instead of a count; the residual makes the static gain exact.
    let total: f64 = (0..12).map(value).sum();
    let share = 0.5 * (value(order[2]) + value(order[3])) / total;
    let request = LinearRequest { keep: Some(Keep::Share(share)), residual: true, ..request };
    let found = reduce(&structure, "balanced", &request);
    assert_eq!(found.columns.iter().filter(|column| column.name.starts_with("mode")).count(), 3);
    assert!(found.notes.iter().any(|note| note.contains("3 of 12 modes kept")), "{:?}", found.notes);
    let report = compare(
        &structure,
        &found,
        &ComparisonRequest { inputs: vec![0], band: [0.0, 1.0], responses: 0, threads: Threads::one() },
        &Quiet,
    );
    assert!(report.unwrap().gains.iter().all(|gain| gain.error < 1e-9));
}

#[test]
fn balanced_ranks_undamped_modes_alike_and_refuses_a_mixture() {
    let mut structure = portal();
    let request = LinearRequest {
        inputs: vec![0],
        modes: Some(ModeChoice::Count(6)),
        keep: Some(Keep::Count(7)),
        ..LinearRequest::default()
    };
    let balanced = linear_reduction("balanced").unwrap();
    let error = balanced.reduce(&structure, &request, &Quiet).unwrap_err();
    assert!(matches!(error, ReduceError::BadKeep { most, .. } if most == 6.0));
    let request = LinearRequest { keep: Some(Keep::Count(2)), ..request };
    assert_eq!(balanced.reduce(&structure, &request, &Quiet).unwrap().size(), 5);
    let missing = LinearRequest { inputs: Vec::new(), ..request.clone() };
    let error = balanced.reduce(&structure, &missing, &Quiet).unwrap_err();
    assert_eq!(error.to_string(), "`balanced` needs inputs");
    // Damping of the second mode alone: D = M φ φᵀ M.
    let all = modes(
        &structure.stiffness,
        &structure.mass,
        Some(&structure.rigid_candidates),
        Wanted::Lowest(2),
        &ModesOptions::default(),
        &Quiet,
    );
    let moved = structure.mass.times(&all.unwrap().vectors.columns(1..2));
    structure.damping = lissom_linalg::Sparse::from_dense(&moved.matmul(&moved.transpose()));
    let error = balanced.reduce(&structure, &request, &Quiet).unwrap_err();
    assert!(matches!(error, ReduceError::NoDamping { .. }), "{error}");
}
