//! Who goes on as whom where two frequencies come near to each other, in closed form.
//!
//! A unit mass on springs k(1 ± e) that turn with the frame: s⁴ − (a + b + 4Ω²) s² + a b = 0 with a, b = k(1 ± e) − Ω²,
//! s = iω. Swept from one sense of rotation through rest to the other, its two frequencies √k ∓ Ω cross when the springs are alike
//! (e = 0), and veer away from each other by about √k e when they are not.
#![allow(clippy::unwrap_used)]

use lissom_dynamics::spin::{Campbell, CampbellRequest, SpinEffects, SpinningStructure, campbell};
use lissom_linalg::{Dense, Quiet, Sparse};

const STIFFNESS: f64 = 9.0;

fn mass_on_springs(difference: f64) -> SpinningStructure {
    let sparse = |a: &[&[f64]]| Sparse::from_dense(&Dense::from_rows(a));
    SpinningStructure {
        name: "mass".to_owned(),
        rows: vec!["x".to_owned(), "y".to_owned()],
        mass: Sparse::identity(2),
        damping: sparse(&[&[0.0, 0.0], &[0.0, 0.0]]),
        stiffness: Sparse::from_diagonal(&[STIFFNESS * (1.0 + difference), STIFFNESS * (1.0 - difference)]),
        coriolis: sparse(&[&[0.0, -2.0], &[2.0, 0.0]]),
        centrifugal: Sparse::from_diagonal(&[-1.0, -1.0]),
        geometric: None,
        circulatory: None,
        orbit: None,
        load: vec![0.0; 2],
        rigid: Dense::zeros(2, 0),
        effects: SpinEffects::default(),
    }
}

/// The lower and the upper frequency [rad/s].
fn closed_form(difference: f64, speed: f64) -> [f64; 2] {
    let [a, b] = [1.0, -1.0].map(|sign| STIFFNESS * (1.0 + sign * difference) - speed * speed);
    let middle = 0.5 * (a + b) + 2.0 * speed * speed;
    let root = (middle * middle - a * b).sqrt();
    [(middle - root).sqrt(), (middle + root).sqrt()]
}

fn sweep(difference: f64, points: usize) -> Campbell {
    let speeds = (0..points).map(|k| -1.0 + 2.0 * k as f64 / (points - 1) as f64).collect();
    let request = CampbellRequest { speeds, modes: 2, orders: Vec::new() };
    campbell(&mass_on_springs(difference), &request, &Quiet).unwrap()
}

/// Springs alike: the frequencies cross at rest, on a speed of the sweep or between two of them, and each mode goes straight on
/// with its sense of whirl in space.
#[test]
fn crossings_are_gone_through() {
    for points in [41, 40, 8] {
        let found = sweep(0.0, points);
        assert_eq!(found.modes.len(), 2);
        for mode in &found.modes {
            let slope = (mode.values[points - 1].im - mode.values[0].im).signum();
            assert_eq!(found.speeds.len(), mode.values.len());
            for (speed, value) in found.speeds.iter().zip(&mode.values) {
                assert!((value.im - (3.0 + slope * speed)).abs() < 1e-12, "{} at {speed}", value.im);
            }
            assert!(mode.mac.iter().all(|mac| *mac > 0.99), "{:?}", mode.mac);
        }
        let slopes: f64 = found.modes.iter().map(|m| m.values[points - 1].im - m.values[0].im).sum();
        assert!(slopes.abs() < 1e-12, "one rises and one falls");
    }
}

/// Springs that differ by 2e = 8 %: the gap at rest is √k e. Each mode keeps its place in the order of frequencies, and takes over
/// the shape of the other: its whirl, −1 or +1 far away, passes through zero.
#[test]
fn veering_modes_keep_their_order_and_exchange_shapes() {
    let difference = 0.04;
    for points in [81, 41, 21] {
        let found = sweep(difference, points);
        assert_eq!((found.modes.len(), found.speeds.len()), (2, points));
        for (at, speed) in found.speeds.iter().enumerate() {
            let expected = closed_form(difference, *speed);
            for (mode, value) in found.modes.iter().zip(expected) {
                let s = mode.values[at].im;
                assert!((s - value).abs() < 1e-12, "{s} against {value} at {speed}, {points} points");
            }
        }
        for mode in &found.modes {
            let (first, last) = (mode.whirl[0], mode.whirl[points - 1]);
            assert!(first * last < -0.9, "the shape was not exchanged: {first} and {last}");
            assert!(mode.mac.iter().all(|mac| *mac > 0.6), "{:?}", mode.mac);
        }
    }
    let gap = sweep(difference, 41).modes.iter().map(|m| m.values[20].im).fold(0.0, |a, b| b - a);
    let exact = 3.0 * ((1.0 + difference).sqrt() - (1.0 - difference).sqrt());
    assert!((gap - exact).abs() < 1e-12, "{gap} against {exact}");
}

/// A veering much narrower than the step between speeds is not seen: modes go on by their shapes, as through a crossing.
#[test]
fn a_veering_narrower_than_the_step_is_a_crossing() {
    let difference = 1e-4;
    let found = sweep(difference, 8);
    for mode in &found.modes {
        assert!(mode.whirl[0] * mode.whirl[7] > 0.99, "the sense of whirl goes on: {:?}", mode.whirl);
        assert!(mode.mac.iter().all(|mac| *mac > 0.99), "{:?}", mode.mac);
    }
}
