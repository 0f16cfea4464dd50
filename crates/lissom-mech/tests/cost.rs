//! What an evaluation costs: printed, not asserted (`cargo test -p lissom-mech --test cost -- --nocapture`).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod models;

use lissom_linalg::Dense;
use lissom_mech::{GeneralisedCoordinate, Mechanism, Size, State, System};
use models::*;
use std::time::Instant;

fn names(count: usize) -> Vec<GeneralisedCoordinate> {
    let one =
        |j: usize| GeneralisedCoordinate { name: format!("mode {}", j + 1), unit: "-", size: Size::Small };
    (0..count).map(one).collect()
}

/// Time this thread has spent computing [s]: wall-clock time where the system does not provide it.
fn computing_time(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| 1e-9 * ns)
}

/// Mean time of an evaluation along a smooth path of states [µs].
fn microseconds(system: &dyn System, amplitude: f64) -> f64 {
    let m = system.coordinates().len();
    let (mut work, mut result) = (system.workspace(), vec![0.0; m]);
    let input = vec![0.0; system.inputs().len()];
    let (mut q, mut v) = (vec![0.0; m], vec![0.0; m]);
    let count = 20_000;
    let origin = Instant::now();
    let start = computing_time(origin);
    for k in 0..count {
        let t = 0.1 * k as f64 / count as f64;
        for j in 0..m {
            let w = 30.0 * (j + 1) as f64;
            q[j] = amplitude * (w * t).sin() / (j + 1) as f64;
            v[j] = amplitude * w * (w * t).cos() / (j + 1) as f64;
        }
        system
            .acceleration(&State { time: t, position: &q, velocity: &v }, &input, &mut work, &mut result)
            .unwrap();
    }
    (computing_time(origin) - start) * 1e6 / f64::from(count)
}

#[test]
fn cost_of_an_evaluation() {
    for (name, text) in [("guidance", GUIDANCE), ("manipulator", MANIPULATOR), ("slider-crank", SLIDER_CRANK)]
    {
        let full: Mechanism = mechanism(text);
        let m = full.coordinates().len();
        println!("{name}: blocks {:?}, released {:?}", full.block_sizes(), full.released());
        println!("{name}: {m} coordinates, {:.2} µs", microseconds(&full, 1e-4));
        let large: Vec<usize> = (0..m).filter(|j| full.coordinates()[*j].size == Size::Large).collect();
        let small: Vec<usize> = (0..m).filter(|j| full.coordinates()[*j].size == Size::Small).collect();
        let modes = 5.min(small.len());
        let mut basis = Dense::zeros(m, modes + large.len());
        for (j, i) in large.iter().enumerate() {
            basis[(*i, modes + j)] = 1.0;
        }
        for (k, i) in small.iter().enumerate() {
            for j in 0..modes {
                basis[(*i, j)] = ((k * (j + 1)) as f64).cos();
            }
        }
        let reduced = full.reduced(&basis, names(basis.cols())).unwrap();
        println!("{name}: {} coordinates, {:.2} µs", basis.cols(), microseconds(&reduced, 1e-4));
    }
}
