//! Sweeps over few speeds, whose modes are carried from one to the next, and over many, whose modes start from an interpolated space,
//! against every speed solved by itself.
#![allow(clippy::unwrap_used)]

use lissom_dynamics::spin::{CampbellRequest, SpinEffects, SpinningStructure, campbell};
use lissom_linalg::eigen::quadratic;
use lissom_linalg::{Dense, Quiet, Sparse};

/// Masses in pairs on a stiff chain, coupled by Coriolis force, with damping in proportion to the stiffness.
fn chain(n: usize, damping: f64) -> SpinningStructure {
    let ladder = Dense::from_fn(n, n, |i, j| match i.abs_diff(j) {
        0 => 2.0,
        1 => -1.0,
        _ => 0.0,
    });
    let mut k = ladder.matmul(&ladder);
    k.add_scaled(0.1, &Dense::identity(n));
    k.scale(1e4);
    let mut d = k.clone();
    d.scale(damping);
    let turn = |i: usize, j: usize| match (i % 2, j) {
        (0, j) if j == i + 1 => -2.0,
        (1, j) if j + 1 == i => 2.0,
        _ => 0.0,
    };
    SpinningStructure {
        name: "chain".to_owned(),
        rows: (1..=n).map(|k| format!("x{k}")).collect(),
        mass: Sparse::identity(n),
        damping: Sparse::from_dense(&d),
        stiffness: Sparse::from_dense(&k),
        coriolis: Sparse::from_dense(&Dense::from_fn(n, n, turn)),
        centrifugal: Sparse::from_diagonal(&vec![-1.0; n]),
        geometric: Some(Sparse::from_dense(&ladder)),
        circulatory: None,
        orbit: None,
        load: vec![0.0; n],
        rigid: Dense::zeros(n, 0),
        effects: SpinEffects::default(),
    }
}

/// Lowest values of the upper half plane at a speed, all of them computed.
fn solved(structure: &SpinningStructure, speed: f64, count: usize) -> Vec<lissom_linalg::Complex> {
    let k = structure.stiffness.add_scaled(1.0, &structure.quadratic_stiffness(), speed * speed);
    let c = structure.damping.add_scaled(1.0, &structure.coriolis, speed);
    let all = quadratic(&structure.mass.to_dense(), &c.to_dense(), &k.to_dense()).unwrap();
    all.values.into_iter().filter(|s| s.im > 0.0).take(count).collect()
}

#[test]
fn neither_carrying_nor_interpolated_starts_change_a_mode() {
    for (damping, count) in
        [(0.0, 2), (1e-4, 2), (0.0, 7), (1e-4, 7), (0.0, 60), (1e-4, 60), (0.0, 220), (1e-4, 220)]
    {
        let structure = chain(40, damping);
        let speeds: Vec<f64> = (0..count).map(|k| 20.0 * f64::from(k) / f64::from(count - 1)).collect();
        let request = CampbellRequest { speeds: speeds.clone(), modes: 6, orders: Vec::new() };
        let found = campbell(&structure, &request, &Quiet).unwrap();
        for (at, speed) in speeds.iter().enumerate() {
            let mut values: Vec<_> = found.modes.iter().map(|m| m.values[at]).collect();
            values.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
            for (value, expected) in values.iter().zip(solved(&structure, *speed, 6)) {
                let gap = (*value - expected).abs() / expected.abs();
                assert!(gap < 1e-9, "{value:?} against {expected:?} at {speed}, damping {damping}");
            }
        }
        assert!(found.modes.iter().all(|m| m.residual.iter().all(|r| *r <= 1e-7)));
    }
}

/// Rows that do not feel each other, one of them stiff at rest and softened by the speed until it is the third lowest: neither a track nor one
/// of the modes that are carried beside them.
fn softened(damping: f64) -> SpinningStructure {
    let (n, soft) = (60, 40);
    let square = |k: usize| (10.0 + k as f64).powi(2);
    let stiffness: Vec<f64> = (0..n).map(square).collect();
    let mut centrifugal = vec![-0.01; n];
    centrifugal[soft] = -(square(soft) - 12.5_f64.powi(2)) / 100.0;
    let diagonal =
        |factor: f64| Sparse::from_diagonal(&stiffness.iter().map(|k| factor * k).collect::<Vec<f64>>());
    SpinningStructure {
        damping: diagonal(damping),
        stiffness: diagonal(1.0),
        coriolis: Sparse::from_diagonal(&vec![0.0; n]),
        centrifugal: Sparse::from_diagonal(&centrifugal),
        geometric: None,
        ..chain(n, 0.0)
    }
}

#[test]
fn a_mode_that_comes_down_between_two_speeds_is_noticed() {
    for damping in [0.0, 1e-4] {
        let request = CampbellRequest { speeds: vec![0.0, 10.0], modes: 6, orders: Vec::new() };
        let found = campbell(&softened(damping), &request, &Quiet).unwrap();
        assert_eq!(found.unlisted, [0, 1], "damping {damping}");
        assert_eq!(found.verdicts.modes.why_not(), None, "damping {damping}");
        for (k, mode) in found.modes.iter().enumerate() {
            let expected = ((10.0 + k as f64).powi(2) - 1.0).sqrt();
            assert!((mode.values[1].abs() - expected).abs() < 1e-9 * expected, "{:?}", mode.values);
        }
    }
}
