//! What an evaluation costs, counted: the equations that are solved together in one place.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_mech::System;
use models::{GUIDANCE, MANIPULATOR, mechanism};

/// An open chain of flexible links on hinges.
fn chain(links: usize) -> String {
    let mut text =
        "lissom = 1\n[model]\nname = 'chain'\ndim = 2\n[section.s]\nEA = 2e4\nEI = 3.0\nrhoA = 0.7\n[node]\n"
            .to_owned();
    for k in 0..=links {
        text.push_str(&format!("P{k} = [{:?}, {:?}]\n", 0.3 * k as f64, 0.1 * (k % 2) as f64));
    }
    for k in 0..links {
        let before = if k == 0 { "ground".to_owned() } else { format!("b{}", k - 1) };
        text.push_str(&format!(
            "[[beam]]\nname = 'b{k}'\nnodes = ['P{k}', 'P{}']\nsection = 's'\n\
             [[hinge]]\nname = 'h{k}'\nat = 'P{k}'\nbetween = ['{before}', 'b{k}']\n",
            k + 1
        ));
    }
    text
}

/// Operations of the factorisations of all blocks, up to a factor.
fn operations(sizes: &[usize]) -> usize {
    sizes.iter().map(|size| size.pow(3)).sum()
}

/// A chain is solved element by element: blocks do not grow with its length, and the work grows in proportion to it.
#[test]
fn chains_are_solved_element_by_element() {
    let [six, twelve, eighteen] = [6, 12, 18].map(|links| mechanism(&chain(links)).block_sizes());
    assert!(eighteen.iter().all(|size| *size <= 3), "{eighteen:?}");
    assert!(twelve.len() - six.len() >= 6, "{six:?} {twelve:?}");
    assert_eq!(eighteen.len() - twelve.len(), twelve.len() - six.len());
    assert_eq!(operations(&eighteen) - operations(&twelve), operations(&twelve) - operations(&six));
    let manipulator = mechanism(MANIPULATOR).block_sizes();
    assert!(manipulator.iter().all(|size| *size <= 3), "{manipulator:?}");
}

/// A loop is solved in blocks as well, apart from few tears: never all equations at once.
#[test]
fn loops_are_torn() {
    let system = mechanism(GUIDANCE);
    let sizes = system.block_sizes();
    let all: usize = sizes.iter().sum();
    assert_eq!(system.coordinates().len(), 17);
    assert!(sizes.len() > 1 && operations(&sizes) < all.pow(3) / 2, "{sizes:?}");
}
