//! Elimination along the tree gives the accelerations of the mass matrix, at a cost that grows with the number of links.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_mech::{Mechanism, Route, State, System};
use models::{GUIDANCE, MANIPULATOR, MIXED, Numbers, SLIDER_CRANK, mechanism, sizes};
use proptest::prelude::*;
use std::fmt::Write;

/// How the links of a random tree bend.
const FLEXIBLE: [&str; 4] = ["", "flexible = ['bending']\n", "flexible = []\n", "measure = 'angle'\n"];

/// A random tree of links, rigid and elastic, hinged and clamped, driven and free, with masses, and with links that close loops.
fn random_tree(seed: u64, links: usize, loops: usize) -> String {
    let mut numbers = Numbers::new(seed);
    for _ in 0..5 {
        numbers.next();
    }
    let mut pick = |n: usize| ((0.5 + 0.5 * numbers.next()) * n as f64) as usize % n.max(1);
    let mut text =
        "lissom = 1\n[model]\nname = 'tree'\ndim = 2\ngravity = [0.3, -9.81]\n[params]\nw = '3 rad/s'\n\
        [section.s]\nEA = 2e4\nEI = 3.0\nrhoA = 0.7\nrhoI = 1e-3\n[node]\nP0 = [0.0, 0.0]\n"
            .to_owned();
    let mut parts = String::new();
    let mut at = vec![[0.0, 0.0]];
    // The link that ends at each node.
    let mut ends = vec!["ground".to_owned()];
    for k in 1..=links {
        let from = if k == 1 { 0 } else { (k - 1).saturating_sub(pick(3)).max(1) };
        let angle = 0.3 * k as f64 + 0.1 * pick(20) as f64;
        at.push([at[from][0] + 0.4 * angle.cos(), at[from][1] + 0.4 * angle.sin()]);
        writeln!(text, "P{k} = [{:?}, {:?}]", at[k][0], at[k][1]).unwrap();
        let damping = if pick(3) == 0 { "kelvin_voigt = 1e-3\n" } else { "" };
        let flexible = FLEXIBLE[pick(4)];
        writeln!(
            parts,
            "[[beam]]\nname = 'b{k}'\nnodes = ['P{from}', 'P{k}']\nsection = 's'\n{flexible}{damping}"
        )
        .unwrap();
        ends.push(format!("b{k}"));
        if k == 1 || pick(3) > 0 {
            let of_hinge = ["", "stiffness = 2.0\n", "damping = 0.1\n"][pick(3)];
            writeln!(
                parts,
                "[[hinge]]\nname = 'h{k}'\nat = 'P{from}'\nbetween = ['{}', 'b{k}']\n{of_hinge}",
                ends[from]
            )
            .unwrap();
            if k > 1 && pick(5) == 0 {
                writeln!(parts, "[[drive]]\nhinge = 'h{k}'\nangle = '0.2*sin(w*t)'").unwrap();
            }
        }
        if pick(4) == 0 {
            writeln!(parts, "[[mass]]\nname = 'm{k}'\nnode = 'P{k}'\nmass = 0.3\ninertia = 0.01").unwrap();
        }
    }
    for l in 0..loops {
        let (a, b) = (1 + l, links - l);
        // Branches may end in the same place: nothing can be put between them.
        if f64::hypot(at[a][0] - at[b][0], at[a][1] - at[b][1]) < 0.05 {
            continue;
        }
        writeln!(
            parts,
            "[[beam]]\nname = 'c{l}'\nnodes = ['P{a}', 'P{b}']\nsection = 's'\n\
             [[hinge]]\nname = 'ca{l}'\nat = 'P{a}'\nbetween = ['b{a}', 'c{l}']\n\
             [[hinge]]\nname = 'cb{l}'\nat = 'P{b}'\nbetween = ['b{b}', 'c{l}']"
        )
        .unwrap();
    }
    text + &parts
}

/// q̈ in both ways at a random state; `None` when the loops cannot be closed there.
fn both_ways(system: &Mechanism, seed: u64, length: f64, angle: f64) -> Option<[Vec<f64>; 2]> {
    let mut numbers = Numbers::new(seed + 77);
    let q = numbers.vector(&sizes(system, length, angle));
    let v = numbers.vector(&sizes(system, 10.0 * length, 3.0 * angle));
    let input = numbers.vector(&vec![1.0; system.inputs().len()]);
    let at = State { time: 0.3, position: &q, velocity: &v };
    system.output(&at, &mut system.workspace(), &mut vec![0.0; system.outputs().len()]).ok()?;
    Some([Route::MassMatrix, Route::Tree].map(|route| {
        let system = system.with_route(route).expect("it is placed link by link");
        let (mut work, mut a) = (system.workspace(), vec![0.0; q.len()]);
        system.acceleration(&at, &input, &mut work, &mut a).unwrap();
        // The same state gives the same bits whatever was evaluated before.
        let mut again = a.clone();
        system.acceleration(&at, &input, &mut work, &mut again).unwrap();
        assert_eq!(a, again);
        a
    }))
}

/// The largest difference, as a share of the largest acceleration of the same unit.
fn difference(system: &Mechanism, [a, b]: &[Vec<f64>; 2]) -> f64 {
    let units: Vec<&str> = system.coordinates().iter().map(|c| c.unit).collect();
    let largest = |unit: &str| {
        let of_unit = a.iter().zip(&units).filter(|(_, u)| **u == unit);
        of_unit.fold(1e-300, |most: f64, (a, _)| most.max(a.abs()))
    };
    let each = a.iter().zip(b).zip(&units).map(|((a, b), unit)| (a - b).abs() / largest(unit));
    each.fold(0.0, f64::max)
}

proptest! {
    // The same cases in every run: about one random loop in two thousand comes so near a position in which it cannot be closed that the
    // routes differ by more than the bound, or one of them refuses the state.
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::with_cases(64)
    })]

    #[test]
    fn trees_move_as_with_the_mass_matrix(seed in 0_u64..100_000, links in 2_usize..25) {
        let system = mechanism(&random_tree(seed, links, 0));
        let found = both_ways(&system, seed, 1e-3, 1.0).expect("a tree can be in every state");
        // The condition of the mass matrix of a chain, with which its rounding grows, rises with the number of links.
        let bound = 1e-10_f64.max(1e-12 * (links * links) as f64);
        prop_assert!(difference(&system, &found) < bound, "{}", difference(&system, &found));
    }

    #[test]
    fn loops_move_as_with_the_mass_matrix(seed in 0_u64..100_000, links in 7_usize..16, loops in 1_usize..4) {
        let system = mechanism(&random_tree(seed, links, loops));
        let has_tree = system.with_route(Route::Tree).is_some();
        if has_tree && let Some(found) = both_ways(&system, seed, 1e-5, 1e-3) {
            prop_assert!(difference(&system, &found) < 1e-9, "{}", difference(&system, &found));
        }
    }
}

/// Largest out-of-balance force on a coordinate, as a share of the inertia forces that balance there.
fn imbalance(system: &Mechanism, seed: u64, length: f64, angle: f64, a: &[f64]) -> f64 {
    let mut numbers = Numbers::new(seed + 77);
    let q = numbers.vector(&sizes(system, length, angle));
    let v = numbers.vector(&sizes(system, 10.0 * length, 3.0 * angle));
    let input = numbers.vector(&vec![1.0; system.inputs().len()]);
    let l = models::linearise(system, 0.3, &q, &v, a, &input);
    let inertia = |j: usize| (0..a.len()).map(|k| (l.mass[(j, k)] * a[k]).abs()).sum::<f64>();
    l.residual.iter().enumerate().fold(0.0, |most: f64, (j, r)| most.max(r.abs() / inertia(j)))
}

/// The examples of the papers, closed loops with every kind of load: both ways balance all forces. Their accelerations may differ by more,
/// by what the condition of the mass matrix makes of rounding.
#[test]
fn examples_move_as_with_the_mass_matrix() {
    for (text, has_tree) in [(GUIDANCE, true), (MANIPULATOR, true), (SLIDER_CRANK, true), (MIXED, true)] {
        let system = mechanism(text);
        assert_eq!(system.with_route(Route::Tree).is_some(), has_tree, "{}", system.name());
        let found = both_ways(&system, 5, 1e-5, 1e-2).expect("its loops close");
        assert!(difference(&system, &found) < 1e-8, "{}: {:e}", system.name(), difference(&system, &found));
        let [full, tree] = found.map(|a| imbalance(&system, 5, 1e-5, 1e-2, &a));
        assert!(full < 1e-10 && tree < 1e-10, "{}: {full:e} {tree:e}", system.name());
    }
}

/// A chain of elastic links on hinges, or of rigid ones.
fn chain(links: usize, flexible: &str) -> String {
    let mut text = "lissom = 1\n[model]\nname = 'chain'\ndim = 2\ngravity = [0, -9.81]\n\
        [section.s]\nEA = 1e4\nEI = 1.0\nrhoA = 0.5\n[node]\n"
        .to_owned();
    let mut parts = String::new();
    for k in 0..=links {
        writeln!(text, "P{k} = [{:?}, 0.0]", k as f64 / links as f64).unwrap();
    }
    for k in 0..links {
        let before = if k == 0 { "ground".to_owned() } else { format!("b{}", k - 1) };
        writeln!(
            parts,
            "[[beam]]\nname = 'b{k}'\nnodes = ['P{k}', 'P{}']\nsection = 's'\n{flexible}\
             [[hinge]]\nname = 'h{k}'\nat = 'P{k}'\nbetween = ['{before}', 'b{k}']",
            k + 1
        )
        .unwrap();
    }
    text + &parts
}

/// The work of an elimination, counted, grows in proportion to the number of links.
#[test]
fn the_work_grows_with_the_number_of_links() {
    for flexible in ["", "flexible = []\n"] {
        let [ten, hundred, two] =
            [10, 100, 200].map(|links| mechanism(&chain(links, flexible)).multiplications().unwrap());
        assert_eq!((hundred - ten) * 10, (two - hundred) * 9, "{ten} {hundred} {two}");
        assert!(two < 200 * 600, "{two}");
    }
}

/// Long chains take the tree, small models with loops the mass matrix: by counted work.
#[test]
fn the_route_follows_the_work() {
    assert_eq!(mechanism(&chain(50, "")).route(), Route::Tree);
    assert_eq!(mechanism(GUIDANCE).route(), Route::MassMatrix);
    assert_eq!(mechanism(SLIDER_CRANK).route(), Route::MassMatrix);
}

/// A joint that moves no mass is named, in both ways alike.
#[test]
fn a_massless_coordinate_is_named() {
    let text = chain(3, "flexible = []\n").replace(
        "name = 'b2'\nnodes = ['P2', 'P3']\nsection = 's'",
        "name = 'b2'\nnodes = ['P2', 'P3']\nsection = 'light'",
    ) + "[section.light]\nEA = 1e4\nEI = 1.0\nrhoA = 0\n";
    let system = mechanism(&text);
    let (q, v) = system.initial();
    let messages = [Route::MassMatrix, Route::Tree].map(|route| {
        let system = system.with_route(route).unwrap();
        let at = State { time: 0.0, position: &q, velocity: &v };
        let refused = system.acceleration(&at, &[], &mut system.workspace(), &mut v.clone()).unwrap_err();
        refused.to_string()
    });
    assert!(messages[0].contains("hinge h2: angle") && messages[0].contains("moves no mass"), "{messages:?}");
    assert_eq!(messages[0], messages[1]);
}

/// Energies, which follow the same ways, agree too; and the strain of coordinates is that of all columns.
#[test]
fn energies_and_strains_agree() {
    for seed in 0..20 {
        let system = mechanism(&random_tree(seed, 12, 0));
        let mut numbers = Numbers::new(seed);
        let q = numbers.vector(&sizes(&system, 1e-3, 1.5));
        let v = numbers.vector(&sizes(&system, 1e-2, 2.0));
        let [(a, strain), (b, by_tree)] = [Route::MassMatrix, Route::Tree].map(|route| {
            let system = system.with_route(route).unwrap();
            let mut work = system.workspace();
            let at = State { time: 0.2, position: &q, velocity: &v };
            (system.energies(&at, &[], &mut work).unwrap(), system.strain(&mut work))
        });
        let pairs =
            [(a.kinetic, b.kinetic), (a.elastic, b.elastic), (a.potential, b.potential), (a.input, b.input)];
        let largest = pairs.iter().fold(0.0, |most: f64, (a, _)| most.max(a.abs()));
        assert!(pairs.iter().all(|(a, b)| (a - b).abs() < 1e-9 * largest), "{a:?} {b:?}");
        assert!((strain - by_tree).abs() < 1e-10 * strain, "{strain} {by_tree}");
    }
}
