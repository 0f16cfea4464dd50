//! Rates at the start from `[[initial]]`: joints at rest where they can be, otherwise those of an impulse.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_mech::{Machinery, MovingParts, State, machinery_of};
use lissom_model::Overrides;
use std::sync::Arc;

/// The kinetic energy at the start of a model.
fn energy(text: &str) -> f64 {
    let checked = lissom_model::load("model.toml", text.as_bytes(), &Overrides::default());
    let model = checked.value.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
    let system: Arc<dyn Machinery> = machinery_of(&model, &MovingParts::none()).unwrap();
    let q = system.initial().0;
    let still = vec![0.0; q.len()];
    let at = State { time: 0.0, position: &q, velocity: &still };
    let rates = system.initial_rates(&model, &at, &mut system.workspace()).unwrap();
    let at = State { velocity: &rates, ..at };
    let inputs = vec![0.0; system.inputs().len()];
    system.energies(&at, &inputs, &mut system.workspace()).unwrap().kinetic
}

/// Two rods of 1 m and `mass` in one line, the first on a hinge at its end, the second on a hinge at the end of the first.
fn rods(space: bool, mass: f64, initial: &str) -> String {
    let (dim, z, axis) = if space { (3, ", 0", "axis = [0, 0, 1]\n") } else { (2, "", "") };
    let inertia = mass / 12.0;
    let inertia = if space { format!("[{inertia}, {inertia}, {inertia}]") } else { inertia.to_string() };
    let rod = |name: &str, ends: [&str; 2], centre: f64| {
        format!(
            "[[rigid_body]]\nname = '{name}'\nnodes = ['{}', '{}']\nmass = {mass}\ncentre = [{centre}, 0{z}]\ninertia = {inertia}\n",
            ends[0], ends[1]
        )
    };
    format!(
        "lissom = 1\n[model]\nname = 'rods'\ndim = {dim}\n[node]\nO = [0, 0{z}]\nA = [1, 0{z}]\nB = [2, 0{z}]\n{}{}\
         [[hinge]]\nname = 'first'\nat = 'O'\nbetween = ['ground', 'one']\n{axis}\
         [[hinge]]\nname = 'second'\nat = 'A'\nbetween = ['one', 'two']\n{axis}{initial}",
        rod("one", ["O", "A"], 0.5),
        rod("two", ["A", "B"], 1.5),
    )
}

/// The velocity v of the end of two rods by an impulse there: T = 7 m v²/48, from ω₁ = −v/4l and ω₂ = 5v/4l.
#[test]
fn an_impulse_moves_what_it_strikes() {
    for space in [false, true] {
        let found = energy(&rods(space, 0.7, "[[initial]]\nnode = 'B'\ndirection = 'y'\nvelocity = 3\n"));
        let expected = 7.0 * 0.7 * 9.0 / 48.0;
        assert!(
            (found / expected - 1.0).abs() < 1e-12,
            "{found} J instead of {expected} J, in space: {space}"
        );
    }
}

/// A hinge that is given turns both rods as one body: T = ω² m (2 l)² 2/6.
#[test]
fn joints_that_are_not_given_are_at_rest() {
    for space in [false, true] {
        let found = energy(&rods(space, 0.7, "[[initial]]\nhinge = 'first'\nrate = 3\n"));
        let expected = 9.0 * 0.7 * 4.0 / 3.0;
        assert!(
            (found / expected - 1.0).abs() < 1e-12,
            "{found} J instead of {expected} J, in space: {space}"
        );
    }
}

/// An arm on a hinge carries a body that slides along it and turns freely; the velocity of the body is given at a point beside the
/// slide. Turning the whole, and measuring it in other units, changes nothing.
#[test]
fn the_start_turns_with_the_machine() {
    let arm = |turn: [[f64; 3]; 3], scale: f64| {
        let v = |p: [f64; 3], by: f64| -> String {
            let turned = turn.map(|row| by * row.iter().zip(p).map(|(a, b)| a * b).sum::<f64>());
            format!("[{:e}, {:e}, {:e}]", turned[0], turned[1], turned[2])
        };
        let tensor = |own: [f64; 3]| -> String {
            let entry = |i: usize, j: usize| {
                let sum: f64 = (0..3).map(|k| turn[i][k] * own[k] * turn[j][k]).sum();
                scale * scale * sum
            };
            let row = |i: usize| format!("[{:e}, {:e}, {:e}]", entry(i, 0), entry(i, 1), entry(i, 2));
            format!("[{}, {}, {}]", row(0), row(1), row(2))
        };
        let body = |name: &str, nodes: &str, centre: [f64; 3], inertia: [f64; 3]| {
            format!(
                "[[rigid_body]]\nname = '{name}'\nnodes = [{nodes}]\nmass = 1\ncentre = {}\ninertia = {}\n",
                v(centre, scale),
                tensor(inertia)
            )
        };
        energy(&format!(
            "lissom = 1\n[model]\nname = 'arm'\ndim = 3\n[node]\nO = {}\nA = {}\nA2 = {}\nC = {}\n{}{}\
             [[hinge]]\nname = 'h'\nat = 'O'\nbetween = ['ground', 'arm']\naxis = {}\n\
             [[slide]]\nname = 's'\nat = ['A', 'A2']\nbetween = ['arm', 'body']\naxis = {}\nrotation = 'free'\nstiffness = 10\n\
             [[initial]]\nhinge = 'h'\nrate = 1\n[[initial]]\nnode = 'C'\ndirection = {}\nvelocity = {}\n",
            v([0.0; 3], scale),
            v([1.0, 0.0, 0.0], scale),
            v([1.0, 0.0, 0.0], scale),
            v([1.0, 0.5, 0.0], scale),
            body("arm", "'O', 'A'", [0.5, 0.0, 0.0], [0.01, 0.1, 0.1]),
            body("body", "'A2', 'C'", [1.0, 0.25, 0.0], [0.1, 0.01, 0.1]),
            v([0.0, 0.0, 1.0], 1.0),
            v([1.0, 0.0, 0.0], 1.0),
            v([0.0, 0.0, 1.0], 1.0),
            0.5 * scale,
        )) / scale.powi(2)
    };
    let straight = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let (s, c) = 1.0_f64.sin_cos();
    let turned = [[c, 0.0, s], [0.36 * s, 0.932_737_905_3, -0.36 * c], [0.0; 3]];
    // The third row is the cross product of the other two, after the second is made orthogonal to the first.
    let turned = orthonormal(turned[0], turned[1]);
    let expected = arm(straight, 1.0);
    for (turn, scale) in [(turned, 1.0), (straight, 1e-3), (turned, 1e3)] {
        let found = arm(turn, scale);
        assert!((found / expected - 1.0).abs() < 1e-11, "{found} J instead of {expected} J at scale {scale}");
    }
}

/// A rotation whose first row is along a, with the second in the plane of a and b.
fn orthonormal(a: [f64; 3], b: [f64; 3]) -> [[f64; 3]; 3] {
    let dot = |p: [f64; 3], q: [f64; 3]| p.iter().zip(q).map(|(p, q)| p * q).sum::<f64>();
    let unit = |p: [f64; 3]| p.map(|x| x / dot(p, p).sqrt());
    let a = unit(a);
    let along = dot(a, b);
    let b = unit(std::array::from_fn(|k| b[k] - along * a[k]));
    [a, b, [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]]
}
