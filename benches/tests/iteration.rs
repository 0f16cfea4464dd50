//! Conjugate gradients against a factor on a solid block of ten thousand rows.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_benches::hex_block::HexBlock;
use lissom_linalg::{Dense, GeneralisedInverse, HeldSolver, NullSpace, Quiet, Solver, Threads, norm};
use lissom_mech::{Pattern, Structure};
use lissom_reduce::linear::KrylovSize;
use lissom_reduce::{LinearRequest, linear_reduction};

fn block() -> Structure {
    let block = HexBlock::bar([22, 12, 11]);
    let (k, m) = block.assemble();
    let mut values = vec![0.0; block.dofs()];
    block.face(22).iter().for_each(|node| values[3 * node + 1] = 1.0);
    let inputs = vec![Pattern { name: "face".into(), unit: "N".into(), values }];
    Structure { inputs, rigid_candidates: block.rigid_motions(), ..Structure::of_matrices("block", m, k) }
}

/// Without memory for a factor the free block is solved by iteration: the same deformations, rigid motions exact.
#[test]
fn a_free_block_is_deformed_alike() {
    let block = block();
    assert!((10_000..11_000).contains(&block.size()), "{}", block.size());
    let candidates = Some(&block.rigid_candidates);
    let direct = NullSpace::find(&block.stiffness, &block.mass, candidates, &Threads::one()).unwrap();
    let little = Threads::one().with_memory_limit(Some(1_000_000));
    let iterated = NullSpace::within_memory(&block.stiffness, &block.mass, candidates, &little).unwrap();
    assert!(matches!(iterated.solver, HeldSolver::Iterated(_)) && iterated.count() == 6);
    let refused = little.clone().with_solver(Solver::Direct);
    assert!(NullSpace::within_memory(&block.stiffness, &block.mass, candidates, &refused).is_err());
    let force = Dense::from_column_major(block.size(), 1, block.inputs[0].values.clone());
    let deformed = |space: &NullSpace| {
        let mut x = force.clone();
        GeneralisedInverse::new(space).apply(&mut x);
        x
    };
    let (exact, found) = (deformed(&direct), deformed(&iterated));
    let mut difference = found.clone();
    difference.add_scaled(-1.0, &exact);
    let distance = norm(difference.as_slice()) / norm(exact.as_slice());
    let record = iterated.solver.record().unwrap();
    println!("{record:?}, {distance:.1e} from the factor");
    assert!(distance < 1e-8 && record.worst_residual < 1e-11, "{distance:.1e} {record:?}");
    assert!(record.iterations < 1000, "{record:?}");
}

/// A Krylov reduction by iteration is the reduction by a factor.
#[test]
fn a_block_is_reduced_alike() {
    let block = block();
    let reduced = |solver: Solver| {
        let request = LinearRequest {
            inputs: vec![0],
            size: Some(KrylovSize::Order(4)),
            threads: Threads::new(2).unwrap().with_solver(solver),
            ..LinearRequest::default()
        };
        linear_reduction("krylov").unwrap().reduce(&block, &request, &Quiet).unwrap()
    };
    let (direct, iterated) = (reduced(Solver::Direct), reduced(Solver::Iterative));
    assert!(iterated.notes.iter().any(|note| note.contains("conjugate gradients")), "{:?}", iterated.notes);
    assert_eq!((iterated.factorisations, direct.factorisations), (0, 1));
    let ritz = |r: &lissom_reduce::ReducedStructure| r.indicator.as_ref().unwrap().ritz_values.clone();
    for (a, b) in ritz(&iterated).iter().zip(ritz(&direct)).take(3) {
        assert!((a / b - 1.0).abs() < 1e-7, "{a} {b}");
    }
}
