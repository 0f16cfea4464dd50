//! Frequency responses against closed forms, exact continua and another program.
#![allow(clippy::unwrap_used)]

use crate::oracle;

use lissom_dynamics::{DynamicsError, FrequencyResponse, ResponseRequest, frequency_response};
use lissom_import::{PartFiles, read_part};
use lissom_linalg::{Complex, Dense, Quiet, Sparse, Triplets};
use lissom_mech::{LinearSystem, ModalDamping, Pattern, Structure};
use lissom_model::Overrides;
use std::f64::consts::TAU;

fn pattern(name: &str, unit: &str, values: Vec<f64>) -> Pattern {
    Pattern { name: name.to_owned(), unit: unit.to_owned(), values }
}

fn unit(n: usize, at: usize) -> Vec<f64> {
    (0..n).map(|i| f64::from(u8::from(i == at))).collect()
}

fn with_port(mut structure: Structure, force: usize, motion: usize) -> Structure {
    let n = structure.size();
    structure.inputs = vec![pattern("F", "N", unit(n, force))];
    structure.outputs = vec![pattern("x", "m", unit(n, motion))];
    structure
}

fn respond(structure: &Structure, frequencies_hz: &[f64]) -> Result<FrequencyResponse, Box<DynamicsError>> {
    let request = ResponseRequest { tolerance: 1e-9, ..ResponseRequest::at(frequencies_hz.to_vec()) };
    frequency_response(structure, &request, &Quiet).map_err(Box::new)
}

fn assert_close(found: Complex, exact: Complex, tolerance: f64, what: &str) {
    assert!((found - exact).abs() <= tolerance * exact.abs(), "{what}: {found:?} {exact:?}");
}

/// 1/(k − ω²m + iωc), its peak at ω₀√(1 − 2ζ²) and its height 1/(2ζk√(1 − ζ²)).
#[test]
fn one_mass() {
    let (k, m, c) = (400.0, 1.0, 2.0);
    let one = |value: f64| Sparse::from_diagonal(&[value]);
    let mut s = with_port(Structure::of_matrices("m", one(m), one(k)), 0, 0);
    s.damping = one(c);
    let hz: Vec<f64> = (0..=50).map(|i| 0.2 * f64::from(i)).collect();
    let answer = respond(&s, &hz).unwrap();
    assert_eq!(hz.len(), answer.pairs[0].values.len());
    for (f, value) in hz.iter().zip(&answer.pairs[0].values) {
        let w = TAU * f;
        assert_close(*value, Complex::ONE / Complex::new(k - w * w * m, w * c), 1e-13, "one mass");
    }
    let zeta: f64 = c / (2.0 * (k * m).sqrt());
    let [peak] = answer.pairs[0].peaks[..] else { panic!("{:?}", answer.pairs[0].peaks) };
    assert!((peak.frequency_hz * TAU / (20.0 * (1.0 - 2.0 * zeta * zeta).sqrt()) - 1.0).abs() < 1e-7);
    assert!((peak.value.abs() * 2.0 * zeta * k * (1.0 - zeta * zeta).sqrt() - 1.0).abs() < 1e-12);
    assert_eq!((answer.pairs[0].static_gain, answer.pairs[0].unit.as_str()), (Some(1.0 / k), "m/N"));
}

/// Two masses with a damper to ground at one of them only: the 2 × 2 complex inverse.
#[test]
fn two_masses_with_a_damper_that_couples_their_modes() {
    let (k1, k2, m1, m2, c) = (900.0, 300.0, 2.0, 1.0, 5.0);
    let stiffness = Sparse::from_dense(&Dense::from_rows(&[&[k1 + k2, -k2], &[-k2, k2]]));
    let mut s = with_port(Structure::of_matrices("2", Sparse::from_diagonal(&[m1, m2]), stiffness), 0, 1);
    s.damping = Sparse::from_diagonal(&[0.0, c]);
    let hz = [0.0, 0.7, 2.0, 3.1, 4.0, 9.0];
    let answer = respond(&s, &hz).unwrap();
    assert_eq!(hz.len(), answer.pairs[0].values.len());
    for (f, value) in hz.iter().zip(&answer.pairs[0].values) {
        let w = TAU * f;
        let a = Complex::from(k1 + k2 - w * w * m1);
        let d = Complex::new(k2 - w * w * m2, w * c);
        let exact = Complex::from(k2) / (a * d - Complex::from(k2 * k2));
        assert_close(*value, exact, 1e-13, "two masses");
    }
}

fn frame(text: &str) -> Structure {
    let checked = lissom_model::load("m.toml", text.as_bytes(), &Overrides::default());
    let model = checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    Structure::of_model(&model, &LinearSystem::of(&model).unwrap()).unwrap()
}

fn cantilever(elements: usize, damping: f64) -> Structure {
    frame(&format!(
        "lissom = 1\n[model]\nname = 'c'\n[section.s]\nEA = 1e6\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
         [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = {elements}\nkelvin_voigt = {damping}\n[[fix]]\nnodes = ['A']\n\
         [[force]]\nname = 'F'\nnode = 'B'\ndirection = 'y'\n[[output]]\nname = 'y'\nnode = 'B'\ndirection = 'y'\n"
    ))
}

/// sin z and cos z, sinh z and cosh z of a complex number.
fn circular(z: Complex) -> (Complex, Complex) {
    (
        Complex::new(z.re.sin() * z.im.cosh(), z.re.cos() * z.im.sinh()),
        Complex::new(z.re.cos() * z.im.cosh(), -z.re.sin() * z.im.sinh()),
    )
}

fn hyperbolic(z: Complex) -> (Complex, Complex) {
    (
        Complex::new(z.re.sinh() * z.im.cos(), z.re.cosh() * z.im.sin()),
        Complex::new(z.re.cosh() * z.im.cos(), z.re.sinh() * z.im.sin()),
    )
}

fn power(z: Complex, exponent: f64) -> Complex {
    let (size, angle) = (z.abs().powf(exponent), z.arg() * exponent);
    Complex::new(size * angle.cos(), size * angle.sin())
}

/// The tip of a cantilever with EI(1 + iωη): (sin β cosh β − cos β sinh β)/(EI β³ (1 + cos β cosh β)), β⁴ = ω²/EI.
fn exact_tip(hz: f64, eta: f64) -> Complex {
    let w = TAU * hz;
    let ei = Complex::new(1.0, w * eta);
    let beta = power(Complex::from(w * w) / ei, 0.25);
    let ((s, c), (sh, ch)) = (circular(beta), hyperbolic(beta));
    (s * ch - c * sh) / (ei * beta * beta * beta * (Complex::ONE + c * ch))
}

/// Between and at resonances of the exact beam, with and without Kelvin-Voigt damping; the error falls with h⁴.
#[test]
fn a_cantilever_responds_like_the_continuum() {
    // Resonances of the exact beam: 0.5596, 3.507, 9.820, 19.24 Hz.
    let hz = [0.1, 0.5, 0.5596, 1.0, 3.0, 3.507, 5.0, 9.0, 15.0];
    for eta in [0.0, 1e-3] {
        let errors = [45, 90].map(|elements| {
            let s = cantilever(elements, eta);
            assert!(s.size() > 128, "the projected way is what is tested");
            let answer = respond(&s, &hz).unwrap();
            // Rounding of the stiffness grows with the fourth power of the elements, and with the response, which at a
            // resonance without damping has no bound.
            let rounding = if eta > 0.0 { 1e-5 } else { 1e-3 };
            assert!(
                answer.evidence.as_ref().unwrap().residuals.iter().all(|r| *r < rounding),
                "{:?}",
                answer.evidence.as_ref().unwrap().residuals
            );
            let far = hz
                .iter()
                .zip(&answer.pairs[0].values)
                .filter(|(f, _)| eta > 0.0 || **f != 0.5596 && **f != 3.507);
            far.map(|(f, v)| (*v - exact_tip(*f, eta)).abs() / exact_tip(*f, eta).abs()).fold(0.0, f64::max)
        });
        assert!(errors[0] < 2e-5, "{errors:?}");
        let order = (errors[0] / errors[1]).log2();
        assert!(order > 3.5, "order {order}: {errors:?}");
    }
}

/// A free rod driven at its end: −cos(kl)/(EA k sin(kl)), which is −1/(mω²) at low frequencies.
#[test]
fn a_free_rod_floats_and_rings() {
    let rod = |elements: usize| {
        frame(&format!(
            "lissom = 1\n[model]\nname = 'r'\n[section.s]\nEA = 1\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n[[beam]]\n\
             nodes = ['A', 'B']\nsection = 's'\nelements = {elements}\n[[force]]\nname = 'F'\nnode = 'B'\ndirection = 'x'\n\
             [[output]]\nname = 'x'\nnode = 'B'\ndirection = 'x'\n"
        ))
    };
    let hz = [1e-3, 0.1, 0.3, 0.7, 0.9];
    let errors = [60, 120].map(|elements| {
        let answer = respond(&rod(elements), &hz).unwrap();
        assert_eq!((answer.evidence.as_ref().unwrap().rigid, answer.pairs[0].static_gain), (3, None));
        let exact = |f: f64| -(TAU * f).cos() / (TAU * f * (TAU * f).sin());
        let error = |(f, v): (&f64, &Complex)| (v.re - exact(*f)).abs() / exact(*f).abs();
        hz.iter().zip(&answer.pairs[0].values).map(error).fold(0.0, f64::max)
    });
    assert!(errors[0] < 5e-3 && (errors[0] / errors[1]).log2() > 1.9, "{errors:?}");
    let error = respond(&rod(60), &[0.0]).unwrap_err();
    assert!(matches!(*error, DynamicsError::Resonance { hz: 0.0 }), "{error}");
}

/// CalculiX's bracket with D = 1e-6 K at node 63, z, by `tests/oracles/parts.py`; pyMOR finds the same. M has rank 210 of 285.
#[test]
fn the_bracket_responds_as_in_scipy() {
    let window = |path: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lissom-import/tests/data/calculix/bracket/");
        std::fs::read(format!("{folder}{path}")).map_err(|error| error.to_string())
    };
    let files = PartFiles {
        stiffness: "bracket.sti".into(),
        mass: "bracket.mas.gz".into(),
        dof: Some("bracket.dof".into()),
        ..PartFiles::default()
    };
    let part = read_part(&files, &window).unwrap();
    let row =
        part.dofs.as_ref().unwrap().iter().position(|dof| (dof.node, dof.component) == (63, 3)).unwrap();
    let mut s = Structure::of_matrices("bracket", part.mass.matrix, part.stiffness.matrix);
    s.damping = s.stiffness.add_scaled(1e-6, &s.mass, 0.0);
    let answer = respond(&with_port(s, row, row), &[0.0, 100.0, 1000.0, 2224.0, 3000.0, 5000.0]).unwrap();
    let exact = oracle::numbers(include_str!("../../../tests/oracles/parts.json"), "bracket_response");
    assert_eq!(exact.len(), 2 * answer.pairs[0].values.len());
    for (value, pair) in answer.pairs[0].values.iter().zip(exact.chunks(2)) {
        assert_close(*value, Complex::new(pair[0], pair[1]), 1e-9, "bracket");
    }
    // The condensed stiffness of that coordinate: 1.601e7 N/m.
    assert!((1.0 / answer.pairs[0].static_gain.unwrap() / 1.601e7 - 1.0).abs() < 1e-4);
}

/// A chain of n unit masses and springs, held at its left end.
fn chain(n: usize) -> Structure {
    let mut k = Triplets::new(n, n);
    for i in 0..n {
        k.add(i, i, if i + 1 == n { 1.0 } else { 2.0 });
        if i + 1 < n {
            k.add(i, i + 1, -1.0);
            k.add(i + 1, i, -1.0);
        }
    }
    Structure::of_matrices("chain", Sparse::identity(n), Sparse::from_triplets(&k))
}

/// Receptance of the free end of the chain: with 2 cos θ = 2 − ω², x_n = sin(nθ)/(sin((n+1)θ) − sin(nθ)).
fn exact_chain(n: usize, omega: f64) -> f64 {
    let theta = (1.0 - omega * omega / 2.0).acos();
    let n = n as f64;
    (n * theta).sin() / (((n + 1.0) * theta).sin() - (n * theta).sin())
}

/// A dashpot of any strength at the end: H = h/(1 + iωch), by Sherman and Morrison.
#[test]
fn strong_dashpots_are_no_obstacle() {
    let n = 300;
    let hz: Vec<f64> = (1..=40).map(|i| 0.0021 * f64::from(i)).collect();
    for c in [0.01, 1.0, 100.0] {
        let mut s = with_port(chain(n), n - 1, n - 1);
        s.damping = Sparse::from_diagonal(&unit(n, n - 1).iter().map(|v| c * v).collect::<Vec<_>>());
        let answer = respond(&s, &hz).unwrap();
        assert_eq!(hz.len(), answer.pairs[0].values.len());
        for (f, value) in hz.iter().zip(&answer.pairs[0].values) {
            let w = TAU * f;
            let h = exact_chain(n, w);
            let exact = Complex::from(h) / (Complex::ONE + Complex::new(0.0, w * c * h));
            assert_close(*value, exact, 1e-7, &format!("c = {c}, {f} Hz"));
        }
        assert!(
            answer.evidence.as_ref().unwrap().factorisations < 16,
            "{}",
            answer.evidence.as_ref().unwrap().factorisations
        );
    }
}

/// Modal damping damps the modes of the band by their ratio, and nothing above: the explicit sum over all modes.
#[test]
fn modal_damping_acts_on_the_modes_of_the_band() {
    let n = 200;
    let mut s = with_port(chain(n), n - 1, n / 2);
    s.modal_damping = ModalDamping::Uniform(0.02);
    let hz = [0.01, 0.03, 0.0495];
    let answer = respond(&s, &hz).unwrap();
    let exact = |f: f64| {
        let w = TAU * f;
        let mut sum = Complex::ZERO;
        for j in 1..=n {
            // φ_j(i) = sin((2j − 1)π i/(2n + 1)) · 2/√(2n + 1), ω_j = 2 sin((2j − 1)π/(4n + 2)).
            let q = (2 * j - 1) as f64 * std::f64::consts::PI / (2 * n + 1) as f64;
            let wj = 2.0 * (q / 2.0).sin();
            let shapes = (q * n as f64).sin() * (q * (n / 2 + 1) as f64).sin() * 4.0 / (2 * n + 1) as f64;
            let zeta = if wj < 1.5 * TAU * 0.0495 { 0.02 } else { 0.0 };
            sum = sum + Complex::from(shapes) / Complex::new(wj * wj - w * w, 2.0 * zeta * wj * w);
        }
        sum
    };
    assert_eq!(hz.len(), answer.pairs[0].values.len());
    for (f, value) in hz.iter().zip(&answer.pairs[0].values) {
        assert_close(*value, exact(*f), 1e-8, &format!("{f} Hz"));
    }
}

#[test]
fn what_cannot_be_asked_is_said() {
    let s = chain(3);
    let error = respond(&s, &[1.0]).unwrap_err();
    assert!(error.to_string().contains("add [[force]]"), "{error}");
    let one = with_port(
        Structure::of_matrices("m", Sparse::identity(1), Sparse::from_diagonal(&[(TAU * 4.0).powi(2)])),
        0,
        0,
    );
    let error = respond(&one, &[4.0]).unwrap_err();
    assert!(error.to_string().contains("resonance 4 Hz is infinite"), "{error}");
    assert!(respond(&one, &[-1.0]).is_err() && respond(&one, &[f64::NAN]).is_err());
}
