//! Damped poles, responses and the second opinion of the Ritz method.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

mod support;

use lissom_continuum::{exact_modes, exact_poles, response, ritz};
use support::reference::{Case, number};
use support::writer::Writer;
use support::{EXAMPLE_1, derivation, linear, model};

const HELD: &[(&str, &str)] = &[("displacement", "0"), ("slope", "0")];
const UNIT_BEAM: &[(&str, f64)] = &[("EI", 1.0), ("rhoA", 1.0)];

fn assert_poles(case: &Case, system: &lissom_continuum::LinearSystem) {
    let expected = case.pairs();
    let found = exact_poles(system, expected.len()).unwrap();
    assert!(found.is_certified() && found.divergent.is_empty(), "{}: {found:?}", case.id);
    assert_eq!(found.poles.len(), expected.len());
    for (pole, [re, im]) in found.poles.iter().zip(&expected) {
        assert!(pole.converged, "{}: {pole:?}", case.id);
        let error = (pole.value.re - re).hypot(pole.value.im - im) / re.hypot(*im);
        assert!(error < 1e-8, "{}: {:?} is not {re} + {im} i: {error:e}", case.id, pole.value);
    }
}

#[test]
fn damped_poles_of_the_reference() {
    let beam = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, &[]]);
    let beam = beam.with("kelvin_voigt", "0.01").with("viscous", "0.4");
    assert_poles(&Case::of("kelvin_voigt_cantilever"), &linear(&beam));
    let tip: &[(&str, &str)] = &[("displacement", "q")];
    let beam =
        Writer::new(&["q"]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, tip]).damper(0.5, "q");
    assert_poles(&Case::of("cantilever_tip_damper_0.5"), &linear(&beam));
    let model = model(EXAMPLE_1);
    let parameters: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    assert_poles(&Case::of("example1_damped"), &derivation(&model).linearise(&parameters).unwrap());
}

#[test]
fn example_1_answers_a_uniform_load() {
    let model = model(EXAMPLE_1);
    let parameters: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    let system = derivation(&model).linearise_loaded(&parameters, &[("f(x, t)", 1.0)]).unwrap();
    assert_eq!(system.coordinates(), ["q1", "q2", "q4", "q5"]);
    for case in Case::with_prefix("example1_frf_w") {
        let found = response(&system, case.parameter("w")).unwrap();
        for (name, value) in system.coordinates().iter().zip(found) {
            let wanted = case.named(name);
            let (re, im) = (number(&wanted[0]), number(&wanted[1]));
            let error = (value.re - re).hypot(value.im - im) / re.hypot(im);
            assert!(error < 1e-10, "{} {name}: {value:?}: {error:e}", case.id);
        }
    }
    let case = Case::of("example1_static_f1");
    for (name, value) in system.coordinates().iter().zip(response(&system, 0.0).unwrap()) {
        assert!((value.re / number(case.named(name)) - 1.0).abs() < 1e-10, "{name}");
        assert_eq!(value.im, 0.0);
    }
}

#[test]
fn modes_of_example_1() {
    let model = model(&EXAMPLE_1.replace("b = 3.0", "b = 0.0"));
    let parameters: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    let system = derivation(&model).linearise(&parameters).unwrap();
    let modes = exact_modes(&system, 3).unwrap();
    for (number_of, shape) in modes.shapes.iter().enumerate() {
        let case = Case::of(&format!("example1_mode{}", number_of + 1));
        // Absolute motions, with y(l) = q1 + q4 = 1.
        let scale = 1.0 / (shape[0] + shape[2]);
        let middle = shape[0] + modes.inside(&system, number_of, 0, 0.6).unwrap()[0];
        let found =
            [("y1", shape[0]), ("y(0)", shape[0] + shape[1]), ("y(l/2)", middle), ("theta(l)", shape[3])];
        for (name, value) in found {
            assert!((value * scale / number(case.named(name)) - 1.0).abs() < 1e-9, "{} {name}", case.id);
        }
    }
}

#[test]
fn the_ritz_method_bounds_the_exact_frequencies_from_above() {
    let tip: &[(&str, &str)] = &[("displacement", "q"), ("slope", "th")];
    let beam = Writer::new(&["q", "th"])
        .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, tip])
        .body(0.5, "q", 0.02, "th");
    let system = linear(&beam);
    let exact = exact_modes(&system, 5).unwrap().angular_frequencies;
    let mut errors = Vec::new();
    for degree in [4, 6, 16] {
        let bounds = ritz(&system, degree).unwrap().angular_frequencies().unwrap();
        for (bound, exact) in bounds.iter().zip(&exact) {
            assert!(bound / exact - 1.0 > -1e-9, "{bound} is below {exact}");
        }
        errors.push(bounds[2] / exact[2] - 1.0);
    }
    assert!(errors[1] < 0.1 * errors[0] && errors[2].abs() < 1e-8, "{errors:?}");
}
