//! Equations of a ladder of storage elements: what it costs to derive them.
//!
//! `cargo bench -p lissom-bond --bench chain -- 5 20 80 1000` prints one JSON line per size: the time from the bare
//! graph to the numbers alone, and to numbers and text; each the best of several runs.

#![allow(clippy::print_stdout, reason = "a benchmark reports on standard output")]

use lissom_bond::{BondGraph, CausalGraph, Kind, StateEquations};
use std::time::Instant;

fn main() {
    // Cargo adds `--bench`, which is not a size.
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![5, 20, 80, 1000] } else { sizes };
    for elements in sizes {
        let repeats = (20_000 / elements).clamp(3, 200);
        let numbers =
            best(repeats, || StateEquations::numbers_only(causal(elements)).map(|e| e.states.len()));
        let text = best(repeats, || StateEquations::derive(causal(elements)).map(|e| e.equations.len()));
        let states = StateEquations::numbers_only(causal(elements)).map_or(0, |e| e.states.len());
        println!(
            "{{\"elements\": {elements}, \"states\": {states}, \"numbers_s\": {numbers:.3e}, \"numbers_and_text_s\": {text:.3e}}}"
        );
    }
}

fn best<T, E: std::fmt::Debug>(repeats: usize, mut work: impl FnMut() -> Result<T, E>) -> f64 {
    let run = |_| {
        let start = Instant::now();
        work().expect("the ladder is a good graph");
        start.elapsed().as_secs_f64()
    };
    (0..repeats).map(run).fold(f64::INFINITY, f64::min)
}

fn causal(elements: usize) -> CausalGraph {
    CausalGraph::assign(ladder(elements)).expect("the ladder is a good graph")
}

/// Alternating I and C on alternating 1- and 0-junctions, an effort source and a resistor at the first.
fn ladder(elements: usize) -> BondGraph {
    let mut graph = BondGraph::new();
    let mut junction = graph.add("j0", Kind::One);
    let (source, resistor) = (graph.add("src", Kind::EffortSource), graph.add_resistance("R0", 0.1));
    graph.connect(source, junction);
    graph.connect(junction, resistor);
    for i in 0..elements {
        let (storage, next) = if i % 2 == 0 {
            (graph.add_inertia(&format!("I{i}"), 1.0 + 0.01 * i as f64), Kind::Zero)
        } else {
            (graph.add_compliance(&format!("C{i}"), 0.01), Kind::One)
        };
        graph.connect(junction, storage);
        if i + 1 < elements {
            let following = graph.add(&format!("j{}", i + 1), next);
            graph.connect(junction, following);
            junction = following;
        }
    }
    graph
}
