//! Coefficients that step or bend: a member divided at every such place is as good as several members.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use std::f64::consts::PI;

use lissom_continuum::{Derivation, ExactModes, exact_modes, response};
use support::{derivation, model, stated};

const CLAMPED: &str = "a = { displacement = \"0\", slope = \"0\" }";

fn beam(coefficients: &str, more: &str) -> String {
    format!(
        r#"
[system]
coordinates = []
{more}
[params]
c = 0.37
l = 1
[[continuum]]
name = "beam"
kind = "bernoulli-euler"
length = "l"
fields = ["w"]
position = ["x", "w"]
{coefficients}
ends = {{ {CLAMPED} }}
"#
    )
}

/// The same by two continua that meet at 0.37.
fn pair(first: &str, second: &str, more: &str) -> String {
    let part = |name: &str, length: &str, field: &str, from: &str, coefficients: &str, ends: &str| {
        format!(
            r#"
[[continuum]]
name = "{name}"
kind = "bernoulli-euler"
length = "{length}"
fields = ["{field}"]
position = ["{from}x", "{field}"]
{coefficients}
ends = {{ {ends} }}
"#
        )
    };
    let joint = "{ displacement = \"q\", slope = \"p\" }";
    let ends = [format!("{CLAMPED}, b = {joint}"), format!("a = {joint}")];
    format!("[system]\ncoordinates = [\"q\", \"p\"]\n{more}\n")
        + &part("one", "0.37", "u", "", first, &ends[0])
        + &part("two", "0.63", "v", "0.37 + ", second, &ends[1])
}

fn derived(text: &str) -> Derivation {
    stated(text, true).unwrap().0
}

fn modes(text: &str) -> ExactModes {
    let (derivation, system) = stated(text, true).unwrap();
    assert!(derivation.verification().holds());
    let found = exact_modes(&system, 5).unwrap();
    assert!(found.is_certified(), "{:?}", found.verdict.why_not());
    found
}

#[track_caller]
fn assert_same(text: &str, other: &str) {
    let (one, two) = (modes(text), modes(other));
    assert_eq!((one.angular_frequencies.len(), two.angular_frequencies.len()), (5, 5));
    for (a, b) in one.angular_frequencies.iter().zip(&two.angular_frequencies) {
        assert!((a / b - 1.0).abs() < 1e-12, "{a} is not {b}");
    }
}

/// Written in every way that steps at 0.37: EI from 4 to 1, ρA from 2 to 1.
#[test]
fn a_step_is_an_interface() {
    let two = pair("EI = \"4\"\nrhoA = \"2\"", "EI = \"1\"\nrhoA = \"1\"", "");
    for (stiffness, mass) in [
        ("if(x < 0.37, 4, 1)", "if(x < 0.37, 2, 1)"),
        ("if(x < c, 4, 1)", "if(x >= c, 1, 2)"),
        ("4 - 3*step(x - c)", "(3 - sign(x - c))/2"),
        ("if(x < c*l, if(x < 2, 4, 17), if(x > -1, 1, 9))", "if(x/l < c, 2, 1)"),
        ("if(x > 0.1 and x < c or x < 0.2, 4, 1)", "if(x < c, 2, 1)"),
        ("if(x^2 < c^2, 4, 1)", "if(exp(x) < exp(c), 2, 1)"),
        ("4 - 3*floor(min(x/c, 1.5))", "2 - ceil(x - c)"),
    ] {
        assert_same(&beam(&format!("EI = \"{stiffness}\"\nrhoA = \"{mass}\""), ""), &two);
    }
}

#[test]
fn bends_are_divided_too() {
    let two = pair("EI = \"1 + x\"\nrhoA = \"1\"", "EI = \"1.37\"\nrhoA = \"1 + x\"", "");
    for (stiffness, mass) in [
        ("1 + min(x, c)", "1 + max(x - c, 0)"),
        ("1 + (x + c - abs(x - c))/2", "1 + (x - c + abs(x - c))/2"),
        ("if(x < c, 1 + x, 1 + c)", "max(1, 1 + x - c)"),
    ] {
        assert_same(&beam(&format!("EI = \"{stiffness}\"\nrhoA = \"{mass}\""), ""), &two);
    }
}

/// The weight beyond a place is integrated span by span.
#[test]
fn a_stepped_beam_stiffens_by_its_weight() {
    let hanging = "gravity = [\"9.81\", \"0\"]";
    let two = pair("EI = \"0.4\"\nrhoA = \"2\"", "EI = \"0.1\"\nrhoA = \"1\"", hanging);
    assert_same(&beam("EI = \"if(x < c, 0.4, 0.1)\"\nrhoA = \"if(x < c, 2, 1)\"", hanging), &two);
}

/// Displacement and slope are shared, moment and shear are balanced.
#[test]
fn interface_conditions_appear_in_the_equations() {
    let derivation = derived(&beam("EI = \"if(x < c, 4, 1)\"\nrhoA = \"1\"", ""));
    let written: Vec<String> = derivation.equations().iter().map(|e| derivation.text(e)).collect();
    let all = written.join("\n");
    assert!(
        derivation.notes().iter().any(|note| note.contains("divided at x = c")),
        "{:?}",
        derivation.notes()
    );
    for part in ["beam_displacement_1", "beam_slope_1"] {
        assert!(all.matches(part).count() >= 2, "{all}");
    }
    let moment = derivation.equation("beam_slope_1").unwrap();
    assert!(derivation.text(moment).contains("w_1") && derivation.text(moment).contains("w_2"), "{all}");
    assert!(!all.contains("if"), "{all}");
}

fn frequencies(text: &str) -> Result<ExactModes, String> {
    exact_modes(&stated(text, false)?.1, 3).map_err(|error| error.to_string())
}

/// Two changes closer together than any grid of places to look at, written as one condition.
#[test]
fn steps_close_together_are_both_found() {
    let coefficients = |stiffness: &str| format!("EI = \"{stiffness}\"\nrhoA = \"1\"");
    let two = frequencies(&beam(&coefficients("if(x < 0.2999, 1, if(x < 0.3001, 0.01, 1))"), "")).unwrap();
    for written in [
        "if(abs(x - 0.3) < 0.0001, 0.01, 1)",
        "if((x - 0.2999)*(x - 0.3001) < 0, 0.01, 1)",
        "1 - 0.99*max(0, sign(0.0001 - abs(x - 0.3)))",
    ] {
        let one = frequencies(&beam(&coefficients(written), "")).unwrap();
        assert!(one.is_certified(), "{written}: {:?}", one.verdict.why_not());
        assert_eq!(one.angular_frequencies.len(), two.angular_frequencies.len());
        for (a, b) in one.angular_frequencies.iter().zip(&two.angular_frequencies) {
            assert!((a / b - 1.0).abs() < 1e-9, "{written}: {a} is not {b}");
        }
        // 0.02 of flexibility beside 1: not the beam without the notch.
        assert!((one.angular_frequencies[0] / 3.516_015_268_5 - 1.0).abs() > 1e-3);
    }
}

/// Short spans far stiffer or heavier than the rest, which move as rigid bodies. Wanted: products of matrix exponentials of
/// the spans with 40 digits.
#[test]
fn short_stiff_spans_leave_the_others_their_digits() {
    let inside = |half: &str, value: &str| format!("if(abs(x - 0.3) < {half}, {value}, 1)");
    let ten = |value: &str| {
        let spans = (1..=10).map(|k| format!("if(abs(x - {k}/11) < 0.00005, {value} - 1, 0)"));
        format!("1 + {}", spans.collect::<Vec<_>>().join(" + "))
    };
    let one = || "1".to_owned();
    for (length, stiffness, mass, wanted) in [
        (1, inside("0.0005", "100"), one(), [3.518448326763129, 22.03888345057338, 61.75015833789046]),
        (10, inside("0.0005", "100"), one(), [0.03516655299496433, 0.22037694552755782, 0.61704362881209]),
        (1, inside("5e-7", "1e6"), one(), [3.5160177236267978, 22.03449599456413, 61.69726774580742]),
        (1, one(), inside("5e-7", "1e6"), [3.3876901785384645, 14.836056208835252, 43.967427009177484]),
        (
            10,
            inside("0.00005", "1e6"),
            inside("0.00005", "1e6"),
            [0.03515908500115613, 0.2199414067058658, 0.6063799837116667],
        ),
        // Two stiff spans in a row, which have none but stiff neighbours, at the free end.
        (
            1,
            "if(x < 0.6, 3000, if(x < 0.99968, 0.0015, 1))".to_owned(),
            "if(x < 0.6, 6e5, if(x < 0.9997, 1, 2000))".to_owned(),
            [0.31836918390125124, 0.6906125580045446, 3.874894061141274],
        ),
        (1, ten("1000"), ten("50"), [3.44184466773921, 21.560175285288715, 60.34473548474182]),
    ] {
        let text = beam(&format!("EI = \"{stiffness}\"\nrhoA = \"{mass}\""), "");
        let found = frequencies(&text.replace("l = 1\n", &format!("l = {length}\n"))).unwrap();
        let title = format!("{stiffness}, {mass}");
        assert!(found.is_certified(), "{title}: {:?}", found.verdict.why_not());
        assert_eq!((found.rigid_modes, found.unstable_modes), (0, 0), "{title}");
        assert!(found.angular_frequencies.len() >= wanted.len(), "{title}");
        for (a, b) in found.angular_frequencies.iter().zip(wanted) {
            assert!((a / b - 1.0).abs() < 1e-9, "{title}: {a} is not {b}");
        }
    }
}

/// The tip of a cantilever with a short stiff span under a uniform load: at rest ∫ (l − x)³/(2 EI) dx, at a frequency by
/// products of matrix exponentials with 50 digits.
#[test]
fn short_stiff_spans_respond_with_the_others() {
    let text = |half: f64, value: f64, time: f64| {
        format!(
            "[system]\ncoordinates = [\"q\"]\n[[continuum]]\nname = \"beam\"\nkind = \"bernoulli-euler\"\nlength = \"1\"\n\
             fields = [\"w\"]\nEI = \"if(abs(x - 0.3) < {half:?}, {value:?}, 1)\"\nrhoA = \"1\"\nkelvin_voigt = \"{time:?}\"\n\
             position = [\"w\"]\nload = [\"f(t)\"]\nends = {{ {CLAMPED}, b = {{ displacement = \"q\" }} }}\n"
        )
    };
    let tip = |text: &str, omega: f64| {
        let mut derived = derivation(&model(text));
        response(&derived.linearise_loaded(&[], &[("f(t)", 1.0)]).unwrap(), omega).unwrap()[0]
    };
    for (half, value) in [(0.0005, 100.0), (0.0005, 1e6), (5e-7, 100.0), (5e-7, 1e6)] {
        let fourth = |x: f64| (1.0 - x).powi(4) / 8.0;
        let wanted = 0.125 - (fourth(0.3 - half) - fourth(0.3 + half)) * (1.0 - 1.0 / value);
        let found = tip(&text(half, value, 0.0), 0.0).re;
        assert!((found / wanted - 1.0).abs() < 1e-12, "{half} {value}: {found} is not {wanted}");
    }
    for (omega, time, wanted) in [
        (10.0, 0.0, [-0.020005658935234878, 0.0]),
        (10.0, 0.01, [-0.019968202776183382, 1.4469624050340342e-05]),
        (100.0, 0.0, [-0.00021924660358638498, 0.0]),
        (100.0, 0.01, [-0.00013012041259223713, -1.3155880431737637e-05]),
    ] {
        let found = tip(&text(0.0005, 1e6, time), omega);
        let error = (found.re - wanted[0]).hypot(found.im - wanted[1]) / wanted[0].hypot(wanted[1]);
        assert!(error < 1e-10, "{omega} rad/s, {time} s: {found:?} is not {wanted:?}");
    }
}

/// Units do not matter: a beam of a micrometre or a kilometre has the frequencies of its shape. One of a thousand kilometres is an
/// estimate so far, since rounding exceeds the numbers that are counted; certified it would have to be right.
#[test]
fn spans_of_any_unit_have_the_same_shape() {
    let spans = |length: f64| {
        let at = |share: f64| share * length;
        let (a, b, c) = (at(0.2), at(0.2005), at(0.7));
        let text = beam(
            &format!(
                "EI = \"if(x < {a:e}, 1, if(x < {b:e}, 300, if(x < {c:e}, 2, 0.5)))\"\nrhoA = \"if(x < {b:e}, 1, 20)\""
            ),
            "",
        );
        let found = frequencies(&text.replace("l = 1\n", &format!("l = {length:e}\n"))).unwrap();
        assert!(found.is_certified() || length > 1e5, "{length}: {:?}", found.verdict.why_not());
        let own = found.angular_frequencies.iter().map(|omega| omega * length * length).collect::<Vec<f64>>();
        (own, found.is_certified())
    };
    let (wanted, _) = spans(1.0);
    for length in [1e-6, 1e-3, 1e3, 1e6] {
        let (own, certified) = spans(length);
        assert_eq!(own.len(), wanted.len());
        for (a, b) in own.iter().zip(&wanted) {
            // What is called an estimate may be off by more, but not by anything.
            let tolerance = if certified { 1e-9 } else { 1e-4 };
            assert!((a / b - 1.0).abs() < tolerance, "{length}: {a} is not {b}, certified: {certified}");
        }
    }
}

/// A negative mass somewhere: no counting theorem holds.
#[test]
fn negative_masses_are_refused() {
    for mass in ["if(x < 0.5, 1, -1)", "x - 0.3", "-1"] {
        let refused =
            frequencies(&beam(&format!("EI = \"1\"\nrhoA = \"{mass}\""), "")).map(|_| ()).unwrap_err();
        assert!(refused.contains("kinetic energy") && refused.contains("negative"), "{refused}");
    }
    let lump = "[[mass]]\nmass = \"-0.3\"\nposition = [\"0.3\", \"w(0.3)\"]\n";
    let refused = frequencies(&(beam("EI = \"1\"\nrhoA = \"1\"", "") + lump)).map(|_| ()).unwrap_err();
    assert!(refused.contains("lumped parts"), "{refused}");
}

/// Zero in a whole span, not at one place.
#[test]
fn conditions_that_hold_with_equality_have_their_branch() {
    let two = pair("EI = \"4\"\nrhoA = \"2\"", "EI = \"1\"\nrhoA = \"1\"", "");
    for (stiffness, mass) in [
        ("if(max(x - c, 0) <= 0, 4, 1)", "if(max(x - c, 0) > 0, 1, 2)"),
        ("if(min(c - x, 0) >= 0, 4, 1)", "if(min(c - x, 0) == 0, 2, 1)"),
        ("4 - 3*sign(max(x - c, 0))", "if(abs(x - c) == x - c, 1, 2)"),
    ] {
        assert_same(&beam(&format!("EI = \"{stiffness}\"\nrhoA = \"{mass}\""), ""), &two);
    }
}

#[test]
fn conditions_that_cannot_be_located_are_refused() {
    let refused = |coefficients: &str| frequencies(&beam(coefficients, "")).map(|_| ()).unwrap_err();
    let many = refused("EI = \"if(sin(3216.99*x) < 0, 3, 1)\"\nrhoA = \"1\"");
    assert!(many.contains("spans"), "{many}");
    let named = refused("EI = \"if(f(x) < 0, 3, 1)\"\nrhoA = \"1\"");
    assert!(named.contains("f(x)") && named.contains("located"), "{named}");
    let wild = refused("EI = \"if(sin(1/x) < 0, 3, 1)\"\nrhoA = \"1\"");
    assert!(wild.contains("located") || wild.contains("spans"), "{wild}");
}

/// A function that is only named is no coefficient of value zero.
#[test]
fn coefficients_that_are_only_named_have_no_frequencies() {
    let refused = frequencies(&beam("EI = \"1 + f(x)\"\nrhoA = \"1\"", "")).map(|_| ()).unwrap_err();
    assert!(refused.contains("function `f`"), "{refused}");
}

/// A peak of mass 1e-4 of the length wide is a mass of 10√π there, which no even grid of places sees.
#[test]
fn narrow_peaks_are_not_passed_over() {
    let peak = "EI = \"1\"\nrhoA = \"1 + 10/0.0001*exp(-((x - 0.3137)/0.0001)^2)\"";
    let found = frequencies(&beam(peak, "")).unwrap();
    let lump = "[[mass]]\nmass = \"10*1.7724538509055159\"\nposition = [\"0.3137\", \"w(0.3137)\"]\n";
    let lumped = frequencies(&(beam("EI = \"1\"\nrhoA = \"1\"", "") + lump)).unwrap();
    let (a, b) = (found.angular_frequencies[0], lumped.angular_frequencies[0]);
    assert!((a / b - 1.0).abs() < 1e-5, "{a} is not {b}: {:?}", found.verdict.why_not());
}

/// Powers of a length with four digits leave the exact fractions: no check may fail by that.
#[test]
fn checks_do_not_fail_by_rounding() {
    for place in ["0.3137", "0.511", "0.123456789"] {
        let coefficients = format!("EI = \"if(x < {place}, 1.234, 2)\"\nrhoA = \"0.0751\"");
        let derivation = derived(&beam(&coefficients, "gravity = [\"9.81\", \"0\"]"));
        assert!(derivation.verification().holds(), "{place}: {:?}", derivation.verification());
    }
}

/// A string with a bell of mass 1 over its own 1, at `place` and of this width: by Runge and Kutta, 400 steps within each of the bell's widths.
fn with_a_bell(place: f64, width: f64) -> f64 {
    let density = |x: f64| 1.0 + (-((x - place) / width).powi(2)).exp() / (width * PI.sqrt());
    let far = 8.0 * width;
    let shoot = |omega: f64| {
        let (mut w, mut slope) = (0.0, 1.0);
        for [from, to] in [[0.0, place - far], [place - far, place + far], [place + far, 1.0]] {
            let steps = 6400;
            let h = (to - from) / f64::from(steps);
            for step in 0..steps {
                let x = from + f64::from(step) * h;
                let bend = |x: f64, w: f64| -omega * omega * density(x) * w;
                let a = (slope, bend(x, w));
                let b = (slope + h / 2.0 * a.1, bend(x + h / 2.0, w + h / 2.0 * a.0));
                let c = (slope + h / 2.0 * b.1, bend(x + h / 2.0, w + h / 2.0 * b.0));
                let d = (slope + h * c.1, bend(x + h, w + h * c.0));
                w += h / 6.0 * (a.0 + 2.0 * b.0 + 2.0 * c.0 + d.0);
                slope += h / 6.0 * (a.1 + 2.0 * b.1 + 2.0 * c.1 + d.1);
            }
        }
        w
    };
    let (mut low, mut high) = (1.0, 3.0);
    assert!(shoot(low) > 0.0 && shoot(high) < 0.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if shoot(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// A peak between the places at which coefficients are looked at is a mode's mass all the same, however narrow it is: the limit is that
/// of a point mass m, sin k = m k sin(k a) sin(k (1 − a)).
#[test]
fn narrow_peaks_of_mass_are_found() {
    // One place at which scales are measured is the middle: a peak there was its own scale, and lost when it was 1e-12 wide.
    for (place, widths) in
        [(0.5, &[0.03, 1e-10, 1e-12][..]), (0.3, &[0.003, 1e-6]), (0.123_456, &[0.01, 1e-9, 1e-11])]
    {
        for &width in widths {
            let peak = 1.0 / (width * PI.sqrt());
            let text = format!(
                "[system]\ncoordinates = []\n[[continuum]]\nname = \"string\"\nkind = \"string\"\nlength = \"1\"\nfields = [\"w\"]\n\
                 tension = \"1\"\nrhoA = \"1 + {peak:e}*exp(-((x - {place})/{width:e})^2)\"\nposition = [\"w\"]\n\
                 ends = {{ a = {{ displacement = \"0\" }}, b = {{ displacement = \"0\" }} }}\n"
            );
            let modes = exact_modes(&stated(&text, true).unwrap().1, 5).unwrap();
            let truth = with_a_bell(place, width);
            let error = (modes.angular_frequencies[0] / truth - 1.0).abs();
            // Places are rounded by 1e-16, and the mass of a bell by that over its width: beyond 1e-6 nothing is certified.
            let rounding = f64::EPSILON / width;
            assert!(
                error < 1e-8 + rounding,
                "{place}, {width}: {:?} instead of {truth}",
                modes.angular_frequencies
            );
            assert_eq!(
                modes.is_certified(),
                rounding < 1e-6,
                "{place}, {width}: {:?}",
                modes.verdict.why_not()
            );
        }
    }
}
