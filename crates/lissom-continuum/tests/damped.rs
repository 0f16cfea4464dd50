//! Damped poles, responses and the second opinion of the Ritz method.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use std::f64::consts::PI;

use lissom_continuum::{exact_modes, exact_poles, response, ritz};
use lissom_linalg::Complex;
use support::reference::{Case, number};
use support::writer::Writer;
use support::{EXAMPLE_1, derivation, linear, model, stated};

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
        assert!(bounds.len() >= 3, "degree {degree}: {bounds:?}");
        for (bound, exact) in bounds.iter().zip(&exact) {
            assert!(bound / exact - 1.0 > -1e-9, "{bound} is below {exact}");
        }
        errors.push(bounds[2] / exact[2] - 1.0);
    }
    assert!(errors[1] < 0.1 * errors[0] && errors[2].abs() < 1e-8, "{errors:?}");
}

#[test]
fn poles_too_close_to_tell_apart_are_counted_as_often_as_they_occur() {
    // Two equal cantilevers with equal dampers at their tips, hardly coupled, or not at all.
    for coupling in [1e-3, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 0.0] {
        let tip = |name: &'static str| [("displacement", name)];
        let (p, q) = (tip("p"), tip("q"));
        let twins = Writer::new(&["p", "q"])
            .member("bernoulli-euler", "v", 1.0, UNIT_BEAM, [HELD, &p])
            .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, &q])
            .damper(0.5, "p")
            .damper(0.5, "q")
            .spring(coupling, "p - q");
        let found = exact_poles(&linear(&twins), 6).unwrap();
        assert!(found.is_certified(), "{found:?}");
        assert_eq!(found.census.counted, Some(6));
        let [slow, fast] = [found.poles[0].value, found.poles[1].value];
        // The mode in which the tips part has ω² greater by 2 k φ(l)²/m with m = φ(l)²/4: a difference of 4 k/ω.
        let wanted = 4.0 * coupling / slow.im;
        assert!(((fast - slow).abs() - wanted).abs() < 0.05 * wanted + 1e-9, "{slow:?} {fast:?} {wanted}");
    }
}

#[test]
fn a_pushed_column_that_buckles_is_said_to_diverge() {
    // A pinned column beyond the Euler load π² EI/l², with a damper to make it complex: one real pole to the right.
    let ends: &[(&str, &str)] = &[("displacement", "0")];
    for (load, unstable) in [(-9.0, 0), (-12.0, 1)] {
        let column = Writer::new(&[])
            .member(
                "bernoulli-euler",
                "w",
                1.0,
                &[("EI", 1.0), ("rhoA", 1.0), ("tension", load)],
                [ends, ends],
            )
            .with("viscous", "0.1");
        let found = exact_poles(&linear(&column), 2).unwrap();
        assert_eq!(found.divergent.len(), unstable, "{found:?}");
        assert!(found.is_certified());
        if let Some(pole) = found.divergent.first() {
            // s² + 0.1 s + π²(π² − P) = 0
            let stiffness = PI.powi(2) * (PI.powi(2) + load);
            let wanted = -0.05 + (0.05f64.powi(2) - stiffness).sqrt();
            assert!((pole.value.re / wanted - 1.0).abs() < 1e-9, "{pole:?} is not {wanted}");
        }
    }
}

#[test]
fn rigid_motions_are_no_slow_poles() {
    // A shaft with Kelvin-Voigt damping between two discs turns freely: two poles at zero, which are not listed.
    let (a, b) = ([("rotation", "a")], [("rotation", "b")]);
    let shaft = Writer::new(&["a", "b"])
        .member("shaft", "phi", 2.0, &[("GJ", 50.0), ("rhoJ", 0.01)], [&a, &b])
        .with("kelvin_voigt", "0.001")
        .body(0.0, "0", 0.3, "a")
        .body(0.0, "0", 0.1, "b");
    let found = exact_poles(&linear(&shaft), 3).unwrap();
    assert_eq!(found.rigid_modes, 1);
    assert!(found.is_certified() && found.divergent.is_empty(), "{found:?}");
    // Between the discs the shaft is nearly a spring: ω² = (GJ/l)(1/J₁ + 1/J₂), with a third of its inertia at each.
    let third: f64 = 0.02 / 3.0;
    let wanted = (25.0 * (1.0 / (0.3 + third) + 1.0 / (0.1 + third))).sqrt();
    assert!((found.poles[0].value.abs() / wanted - 1.0).abs() < 0.02, "{:?} {wanted}", found.poles[0]);
}

#[test]
fn an_uneven_shaft_in_its_rotating_frame() {
    // Stiffness k₁ = (nπ)⁴ and k₂ = 1.1 k₁ across a pinned shaft that turns with Ω: in each half wave
    // s⁴ + (k₁ + k₂ + 2Ω²) s² + (k₁ − Ω²)(k₂ − Ω²) = 0. Between the two critical speeds of the first it diverges.
    for (speed, is_stable) in [(3.0, true), (10.1, false)] {
        let text = format!(
            "[system]\ncoordinates = []\n[[continuum]]\nname = \"shaft\"\nkind = \"custom\"\nlength = \"1\"\nfields = [\"v\", \"w\"]\n\
             density = \"((v_t - {speed}*w)^2 + (w_t + {speed}*v)^2)/2 - v_xx^2/2 - 1.1*w_xx^2/2\"\n\
             ends = {{ a = {{ v = \"0\", w = \"0\" }}, b = {{ v = \"0\", w = \"0\" }} }}\n"
        );
        let system = derivation(&model(&text)).linearise(&[]).unwrap();
        let found = exact_poles(&system, 6).unwrap();
        assert!(found.is_certified(), "{found:?}");
        let (mut oscillating, mut growing) = (Vec::new(), Vec::new());
        for n in 1..=5 {
            let k = [1.0, 1.1].map(|factor: f64| factor * (f64::from(n) * PI).powi(4));
            let half = (k[0] + k[1]) / 2.0 + speed * speed;
            let product = (k[0] - speed * speed) * (k[1] - speed * speed);
            let root = (half * half - product).sqrt();
            for square in [-product / (half + root), -(half + root)] {
                let list: &mut Vec<f64> = if square < 0.0 { &mut oscillating } else { &mut growing };
                list.push(square.abs().sqrt());
            }
        }
        oscillating.sort_by(f64::total_cmp);
        assert!(!found.poles.is_empty() && oscillating.len() >= found.poles.len(), "{:?}", found.poles);
        for (pole, wanted) in found.poles.iter().zip(&oscillating) {
            assert!((pole.value.im / wanted - 1.0).abs() < 1e-9, "Ω = {speed}: {pole:?} is not {wanted} i");
            assert!(pole.value.re.abs() < 1e-9 * wanted);
        }
        assert_eq!(found.divergent.is_empty(), is_stable);
        assert_eq!(found.divergent.len(), growing.len());
        for (pole, wanted) in found.divergent.iter().zip(&growing) {
            assert!((pole.value.re / wanted - 1.0).abs() < 1e-9, "{pole:?} is not {wanted}");
        }
    }
}

/// s² ρA + EI k⁴ (1 + τ s) + T k² = 0 with k = nπ/l: all motions of these strings are overdamped, and their slow poles crowd
/// at −1/τ.
#[test]
fn overdamped_poles_are_listed_around_the_place_at_which_they_crowd() {
    for (stiffness, time) in [(1.0, 1.0), (0.1, 1.0), (10.0, 0.1), (0.05, 3.0)] {
        let coefficients = [("EI", stiffness), ("rhoA", 1.0), ("tension", 1.0)];
        let pinned: &[(&str, &str)] = &[("displacement", "0")];
        let string = Writer::new(&[])
            .member("bernoulli-euler", "w", 1.0, &coefficients, [pinned, pinned])
            .with("kelvin_voigt", &format!("{time:?}"));
        let found = exact_poles(&linear(&string), 3).unwrap();
        let title = format!("EI {stiffness}, time {time}: {found:?}");
        assert!(found.is_certified() && found.poles.is_empty(), "{title}");
        let census = found.ring.unwrap();
        assert!((census.ring.centre + 1.0 / time).abs() < 1e-12 / time, "{title}");
        assert_eq!((census.counted, census.found, found.overdamped.len()), (Some(6), 6, 6), "{title}");
        let mut wanted: Vec<f64> = (1..=3)
            .flat_map(|n| {
                let k = f64::from(n) * PI;
                let (half, rest) = (0.5 * stiffness * k.powi(4) * time, stiffness * k.powi(4) + k * k);
                let fast = -half - (half * half - rest).sqrt();
                [fast, rest / fast]
            })
            .collect();
        wanted.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(found.overdamped.len(), wanted.len());
        for (pole, wanted) in found.overdamped.iter().zip(wanted) {
            assert!((pole.value.re / wanted - 1.0).abs() < 1e-9, "{wanted} is missing: {title}");
            assert!(pole.value.im.abs() < 1e-9 * wanted.abs(), "{title}");
        }
    }
}

/// A beam held at its first end and pinned at its second: EI and ρA as they are written, and its damping and pull.
fn spans(stiffness: &str, mass: &str, rest: &str) -> String {
    format!(
        "[system]\ncoordinates = []\n[[continuum]]\nname = \"beam\"\nkind = \"bernoulli-euler\"\nlength = \"1\"\n\
         fields = [\"w\"]\nEI = \"{stiffness}\"\nrhoA = \"{mass}\"\n{rest}\nposition = [\"w\"]\n\
         ends = {{ a = {{ displacement = \"0\", slope = \"0\" }}, b = {{ displacement = \"0\" }} }}\n"
    )
}

const STEPPED: &str = "if(x < 0.6, 1, 2.5)";
const SHORT_STIFF: &str = "if(abs(x - 0.3) < 0.0005, 100, if(x < 0.6, 1, 2.5))";
const SHORT_HEAVY: &str = "if(abs(x - 0.7) < 0.0001, 200, 1)";

/// The same beam span by span, as its characteristic equation needs it.
struct Spans {
    is_stiff: bool,
    is_heavy: bool,
    /// Kelvin-Voigt times of both halves, viscous damping and pull.
    times: [f64; 2],
    viscous: f64,
    pull: f64,
}

impl Spans {
    /// The text of the model.
    fn text(&self) -> String {
        let [first, second] = self.times;
        let rest = format!(
            "kelvin_voigt = \"if(x < 0.5, {first:?}, {second:?})\"\nviscous = \"{:?}\"\ntension = \"{:?}\"",
            self.viscous, self.pull
        );
        let stiffness = if self.is_stiff { SHORT_STIFF } else { STEPPED };
        spans(stiffness, if self.is_heavy { SHORT_HEAVY } else { "1" }, &rest)
    }

    /// (w, w′, B w″, (B w″)′) carried from one place of a span to another by power series: (B w″)″ = T w″ − (ρA s² + c s) w
    /// with B = EI (1 + τ s).
    fn carried(&self, mut state: [Complex; 4], [from, to]: [f64; 2], s: Complex) -> [Complex; 4] {
        let middle = 0.5 * (from + to);
        let stiffness = match middle {
            x if self.is_stiff && (x - 0.3).abs() < 0.0005 => 100.0,
            x if x < 0.6 => 1.0,
            _ => 2.5,
        };
        let mass = if self.is_heavy && (middle - 0.7).abs() < 0.0001 { 200.0 } else { 1.0 };
        let time = self.times[usize::from(middle >= 0.5)];
        let bending = (Complex::ONE + s.scale(time)).scale(stiffness);
        let inertia = (s * s).scale(mass) + s.scale(self.viscous);
        let step = (to - from) / 16.0;
        for _ in 0..16 {
            let (mut term, mut sum) = (state, state);
            for order in 1..40 {
                let [w, slope, moment, shear] = term;
                let curvature = moment / bending;
                term = [slope, curvature, shear, curvature.scale(self.pull) - inertia * w]
                    .map(|rate| rate.scale(step / f64::from(order)));
                for (sum, term) in sum.iter_mut().zip(term) {
                    *sum = *sum + term;
                }
            }
            state = sum;
        }
        state
    }

    /// Determinant of the motions that each end allows, where they meet in the middle.
    fn characteristic(&self, s: Complex) -> Complex {
        let unit = |k: usize| std::array::from_fn(|i| if i == k { Complex::ONE } else { Complex::ZERO });
        let along = |places: &[f64], k: usize| {
            places.windows(2).fold(unit(k), |state, span| self.carried(state, [span[0], span[1]], s))
        };
        let (left, right) = ([0.0, 0.2995, 0.3005, 0.5], [1.0, 0.7001, 0.6999, 0.6, 0.5]);
        let mut rows = [along(&left, 2), along(&left, 3), along(&right, 1), along(&right, 3)];
        let mut product = Complex::ONE;
        for k in 0..4 {
            let largest = (k..4).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs())).unwrap();
            if largest != k {
                rows.swap(k, largest);
                product = product.scale(-1.0);
            }
            product = product * rows[k][k];
            let pivot = rows[k];
            for row in &mut rows[k + 1..] {
                let factor = row[k] / pivot[k];
                for (entry, above) in row.iter_mut().zip(pivot) {
                    *entry = *entry - factor * above;
                }
            }
        }
        product
    }

    /// How far a zero of the characteristic equation is from a pole, by a step of Newton's method, relative to its modulus.
    fn distance(&self, pole: Complex) -> f64 {
        let step = pole.scale(1e-5);
        let slope = (self.characteristic(pole + step) - self.characteristic(pole - step)) / step.scale(2.0);
        (self.characteristic(pole) / slope).abs() / pole.abs()
    }
}

/// Without a pull each mode has s² + ω² (1 + τ s) = 0, also in a beam of many spans that are damped alike, short stiff and
/// heavy ones among them. Each pole also meets the characteristic equation, which knows nothing of ω.
#[test]
fn beams_of_many_spans_have_their_damped_poles() {
    let undamped = spans(SHORT_STIFF, SHORT_HEAVY, "");
    let modes = exact_modes(&stated(&undamped, true).unwrap().1, 5).unwrap();
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    let omega = &modes.angular_frequencies;
    // All five oscillate, the first three only, and none.
    for (time, oscillating) in [(1e-4, 5), (2.0 / (omega[2] * omega[3]).sqrt(), 3), (1.0, 0)] {
        let text = spans(SHORT_STIFF, SHORT_HEAVY, &format!("kelvin_voigt = \"{time:?}\""));
        let beam = Spans { is_stiff: true, is_heavy: true, times: [time; 2], viscous: 0.0, pull: 0.0 };
        let found = exact_poles(&stated(&text, true).unwrap().1, 5).unwrap();
        let title = format!("time {time}: {found:?}");
        assert!(found.is_certified(), "{title}");
        assert!(found.verdict.bound().is_some_and(|bound| bound < 1e-7), "{title}");
        assert_eq!(found.poles.len(), oscillating, "{title}");
        for (pole, omega) in found.poles.iter().zip(omega) {
            let re = -0.5 * time * omega * omega;
            let im = (omega * omega - re * re).sqrt();
            let error = (pole.value.re - re).hypot(pole.value.im - im) / omega;
            assert!(error < 1e-8, "{omega}: {error:e}: {title}");
        }
        let real: Vec<f64> = found.overdamped.iter().map(|pole| pole.value.re).collect();
        assert_eq!(real.len(), 2 * (5 - oscillating), "{title}");
        for omega in &omega[oscillating..] {
            let half = 0.5 * time * omega * omega;
            let fast = -half - (half * half - omega * omega).sqrt();
            for wanted in [fast, omega * omega / fast] {
                let error = real.iter().map(|s| (s / wanted - 1.0).abs()).fold(f64::INFINITY, f64::min);
                assert!(error < 1e-8, "{wanted} is missing by {error:e}: {title}");
            }
        }
        for pole in found.poles.iter().chain(&found.overdamped) {
            let off = beam.distance(pole.value);
            assert!(off < 1e-8, "{:?} is {off:e} off: {title}", pole.value);
        }
        // The ring holds both poles of a motion or none.
        let ring = found.ring.map(|ring| (ring.counted, ring.found));
        assert_eq!(ring, (oscillating < 5).then_some((Some(10), 10)), "{title}");
    }
}

/// Spans that are not damped alike, outer damping and a pull: polynomials over such spans miss the slow poles.
#[test]
fn beams_of_short_spans_with_any_damping_have_their_slowest_poles() {
    let beam = |[is_stiff, is_heavy]: [bool; 2], times: [f64; 2], [viscous, pull]: [f64; 2]| Spans {
        is_stiff,
        is_heavy,
        times,
        viscous,
        pull,
    };
    for beam in [
        beam([true, true], [1e-4, 2e-4], [0.0, 0.0]),
        beam([true, true], [0.004, 0.005], [0.0, 0.0]),
        beam([true, false], [1e-4, 2e-4], [0.0, 0.0]),
        beam([false, true], [1e-4, 2e-4], [0.0, 0.0]),
        beam([true, true], [1e-4, 1e-4], [0.3, 0.0]),
        beam([true, true], [1e-4, 1e-4], [0.0, 5.0]),
        beam([true, true], [0.0, 0.0], [0.3, 0.0]),
    ] {
        let text = beam.text();
        let found = exact_poles(&stated(&text, true).unwrap().1, 5).unwrap();
        assert!(found.is_certified() && found.damping_time.is_none(), "{text}: {found:?}");
        assert_eq!((found.poles.len(), found.census.counted), (5, Some(5)), "{text}: {found:?}");
        for pole in &found.poles {
            let off = beam.distance(pole.value);
            assert!(off < 1e-8, "{:?} is {off:e} off: {text}", pole.value);
        }
    }
}

/// Where the slow poles cannot be found they are refused, with the member that is in the way, and no others are listed.
#[test]
fn poles_that_cannot_be_the_slowest_are_refused() {
    let overdamped = spans(SHORT_STIFF, SHORT_HEAVY, "kelvin_voigt = \"if(x < 0.5, 1, 2)\"");
    let following = |stiffness: &str| {
        let text = spans(stiffness, SHORT_HEAVY, "kelvin_voigt = \"1e-4\"");
        let text = text.replace("coordinates = []", "coordinates = [\"q\", \"s\"]");
        let end = "b = { displacement = \"q\", slope = \"s\" }";
        text.replace("b = { displacement = \"0\" }", end)
            + "[[force]]\nname = \"P\"\nvalue = \"-s\"\nat = \"q\"\n"
    };
    for (text, member) in
        [(overdamped, "span 2"), (following(SHORT_STIFF), "span 2"), (following(STEPPED), "span 3")]
    {
        let refused = exact_poles(&stated(&text, true).unwrap().1, 5).unwrap_err().to_string();
        assert!(refused.contains("much stiffer") && refused.contains(member), "{refused}");
    }
}

/// EI and ρA that vary smoothly, damped alike: s² + ω² (1 + τ s) = 0 again. A time that varies along the beam is no such case.
#[test]
fn tapered_beams_damped_alike_have_the_poles_of_their_frequencies() {
    let tapered = |rest: &str| stated(&spans("(1 + x)^3", "1 + x", rest), true).unwrap().1;
    let omega = exact_modes(&tapered(""), 3).unwrap().angular_frequencies;
    let found = exact_poles(&tapered("kelvin_voigt = \"0.001\""), 3).unwrap();
    assert!(found.is_certified() && found.damping_time == Some(0.001), "{found:?}");
    let varied = exact_poles(&tapered("kelvin_voigt = \"0.001*(1 + 1e-12*x)\""), 3).unwrap();
    assert!(varied.is_certified() && varied.damping_time.is_none(), "{varied:?}");
    assert_eq!([found.poles.len(), varied.poles.len(), omega.len()], [3; 3]);
    for ((pole, other), omega) in found.poles.iter().zip(&varied.poles).zip(&omega) {
        let re = -0.0005 * omega * omega;
        let wanted = Complex::new(re, (omega * omega - re * re).sqrt());
        assert!((pole.value - wanted).abs() < 1e-9 * omega, "{pole:?} is not {wanted:?}");
        // By the complex determinant.
        assert!((pole.value - other.value).abs() < 1e-9 * omega, "{pole:?} is not {other:?}");
    }
}

/// Negative damping inside a member has no slowest poles: it is refused, at once.
#[test]
fn negative_damping_inside_is_refused() {
    let beam = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, &[]]);
    let refused = exact_poles(&linear(&beam.with("kelvin_voigt", "-0.01")), 2).unwrap_err().to_string();
    assert!(refused.contains("negative damping"), "{refused}");
}
