//! Pieces with modal damping of their own.

use super::pieces::*;
use lissom::{Quiet, Session};
use std::f64::consts::TAU;

/// Springs of a chain in x and y between two points, and masses at both of its ends.
fn link(folder: &mut Folder, name: &str, stiffness: [f64; 2], masses: [f64; 2]) {
    let [x, y] = stiffness;
    folder.put(
        &format!("{name}.k.mtx"),
        &format!(
            "%%MatrixMarket matrix coordinate real symmetric\n4 4 6\n1 1 {x}\n3 1 {}\n3 3 {x}\n2 2 {y}\n4 2 {}\n4 4 {y}\n",
            -x, -y
        ),
    );
    let [a, b] = masses;
    folder.put(
        &format!("{name}.m.mtx"),
        &format!(
            "%%MatrixMarket matrix coordinate real symmetric\n4 4 4\n1 1 {a}\n2 2 {a}\n3 3 {b}\n4 4 {b}\n"
        ),
    );
    folder.put(&format!("{name}.dof"), "1.1\n1.2\n2.1\n2.2\n");
    folder.put(&format!("{name}.inp"), "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n");
}

/// Ground, a spring and a mass, a second spring and a second mass; in y the same with other stiffness.
fn chain(ratios: [&str; 2]) -> Session {
    let mut folder = Folder::default();
    link(&mut folder, "near", [K1, 7.0 * K1], [1e-3, M1]);
    link(&mut folder, "far", [K2, 11.0 * K2], [0.0, M2]);
    let damped = |name: &str, ratio: &str| match ratio {
        "" => part(name),
        ratio => format!("{}damping = {{ modal = {ratio} }}\n", part(name)),
    };
    let text = format!(
        "lissom = 1\n[model]\nname = 'chain'\n{}{}position = [1, 0]\n{}{}{}{}{}[[fix]]\ninterfaces = 'root'\ndirections = ['x', 'y']\n\
         [[force]]\nname = 'F'\nattach = 'far.tip'\ndirection = 'x'\n[[output]]\nname = 'u'\nattach = 'far.tip'\ndirection = 'x'\n\
         [reduce.modes]\nmethod = 'modal'\nmodes = 4\nband = [0.1, 5]\n",
        damped("near", ratios[0]),
        damped("far", ratios[1]),
        interface("near", "root", 1, "nodes"),
        interface("near", "end", 2, "nodes"),
        interface("far", "begin", 1, "nodes"),
        interface("far", "tip", 2, "nodes"),
        join("near.end", "far.begin"),
    );
    folder.open(&text)
}

const K1: f64 = 300.0;
const K2: f64 = 200.0;
const M1: f64 = 2.0;
const M2: f64 = 1.5;

/// ω and ζ of both modes of the chain in closed form: ζ = Σ ζ_p E_p/E with E₁ = k₁ a², E₂ = k₂ (b − a)².
fn exact(k1: f64, k2: f64, ratios: [f64; 2]) -> [(f64, f64); 2] {
    let (half, product) = (0.5 * ((k1 + k2) / M1 + k2 / M2), k1 * k2 / (M1 * M2));
    [-1.0, 1.0].map(|sign| {
        let square = half + sign * (half * half - product).sqrt();
        // (k₁ + k₂ − ω² m₁) a = k₂ b.
        let (a, b) = (k2, k1 + k2 - square * M1);
        let energies = [k1 * a * a, k2 * (b - a) * (b - a)];
        let ratio = (ratios[0] * energies[0] + ratios[1] * energies[1]) / (energies[0] + energies[1]);
        (square.sqrt(), ratio)
    })
}

fn expected(ratios: [f64; 2]) -> Vec<(f64, f64)> {
    let mut all = [exact(K1, K2, ratios), exact(7.0 * K1, 11.0 * K2, ratios)].concat();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// Two springs with ratios of their own: each mode has the mean of both, weighted by elastic energy.
#[test]
fn ratios_of_pieces_are_weighted_by_elastic_energy() {
    for (texts, ratios) in
        [(["0.01", "0.05"], [0.01, 0.05]), (["", "0.04"], [0.0, 0.04]), (["0.03", "0.03"], [0.03, 0.03])]
    {
        let found = lowest(&chain(texts), 4);
        assert_eq!(found.modes.len(), 4);
        for (mode, (omega, ratio)) in found.modes.iter().zip(expected(ratios)) {
            assert!((mode.angular_frequency / omega - 1.0).abs() < 1e-12, "{mode:?} {omega}");
            assert!((mode.damping_ratio - ratio).abs() < 1e-12, "{mode:?} {ratio}");
        }
    }
}

/// The response at a resonance is the one of a single mode with the weighted ratio and the tails of the others, and a
/// reduced model, kept as text, has the same ratios.
#[test]
fn responses_and_reduced_models_have_the_weighted_ratios() {
    let session = chain(["0.01", "0.05"]);
    let modes = exact(K1, K2, [0.01, 0.05]);
    let omega = modes[0].0;
    let mut settings = session.response_settings().unwrap();
    settings.range = [omega / TAU, modes[1].0 / TAU];
    settings.points = 2;
    let answer = session.frequency_response("full", &settings, &Quiet).unwrap();
    let found = answer.value.pairs[0].values[0];
    let (mut re, mut im) = (0.0, 0.0);
    for (w, ratio) in modes {
        let (a, b) = (K2, K1 + K2 - w * w * M1);
        let share = b * b / (M1 * a * a + M2 * b * b);
        let (p, q) = (w * w - omega * omega, 2.0 * ratio * w * omega);
        re += share * p / (p * p + q * q);
        im -= share * q / (p * p + q * q);
    }
    assert!((found.re - re).hypot(found.im - im) < 1e-9 * re.hypot(im), "{found:?} {re} {im}");
    let reduced = session.reduce_structure("modes", None, &Quiet).unwrap().value;
    let again = lissom_reduce::linear::part_from_text(&reduced.text).unwrap();
    for structure in [&reduced.reduced.structure, &again] {
        let request = session.modes_request().unwrap();
        let found = lissom_dynamics::modes(structure, &request, &Quiet).unwrap();
        assert!(!found.modes.is_empty());
        for (mode, (_, ratio)) in found.modes.iter().zip(expected([0.01, 0.05])) {
            assert!((mode.damping_ratio - ratio).abs() < 1e-10, "{mode:?} {ratio}");
        }
    }
}
