//! Derivatives with respect to parameters, against closed forms, scaling laws and differences of whole answers.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::common::{Text, open};
use lissom::{ClusterSlopes, Overrides, Quiet, SensitivityQuestion, SensitivityReport, Session, Slope};

const OSCILLATOR: &str = "lissom = 1\n[model]\nname = 'oscillator'\n[params]\nk = 100.0\nl = 100.0\nm = 2.0\nc = 3.0\n[node]\nA = [0, 0]\n\
    [[mass]]\nnode = 'A'\nmass = 'm'\n\
    [[spring]]\nnodes = ['A', 'ground']\ndirection = 'x'\nstiffness = 'k'\n\
    [[spring]]\nnodes = ['A', 'ground']\ndirection = 'y'\nstiffness = 'l'\n\
    [[damper]]\nnodes = ['A', 'ground']\ndirection = 'x'\ndamping = 'c'\n\
    [[force]]\nname = 'f'\nnode = 'A'\ndirection = 'x'\n[[output]]\nname = 'u'\nnode = 'A'\ndirection = 'x'\n";

/// A cantilever of a flat bar with a tip load across it; `load` bends it far.
const CANTILEVER: &str = "lissom = 1\n[model]\nname = 'cantilever'\n[params]\nE = 2e11\nrho = 7800.0\nL = 0.5\nh = 2e-3\nload = 12.0\nelements = 8\n\
    [material.m]\nE = 'E'\ndensity = 'rho'\n\
    [section.s]\nrectangle = { width = 0.02, height = 'h' }\n\
    [node]\nA = [0, 0]\nB = ['L', 0]\n\
    [[beam]]\nname = 'arm'\nnodes = ['A', 'B']\nsection = 's'\nmaterial = 'm'\nelements = 'elements'\nflexible = ['bending']\n[[fix]]\nnodes = ['A']\n\
    [[force]]\nname = 'tip'\nnode = 'B'\ndirection = 'y'\nvalue = 'load'\n\
    [[output]]\nname = 'y'\nnode = 'B'\ndirection = 'y'\n\
    [state.bent]\nkind = 'static'\nforces = { tip = 'load' }\n";

fn ask(session: &Session, question: &SensitivityQuestion) -> SensitivityReport {
    session.sensitivities(question, &Quiet).unwrap_or_else(|failure| panic!("{failure}")).value
}

fn question(of: &[&str], to: &[&str], at: Option<&str>) -> SensitivityQuestion {
    SensitivityQuestion {
        of: of.iter().map(|text| text.parse().unwrap()).collect(),
        to: to.iter().map(|name| (*name).to_owned()).collect(),
        at: at.map(|at| at.parse().unwrap()),
        ..SensitivityQuestion::default()
    }
}

fn slope(report: &SensitivityReport, quantity: &str, parameter: &str) -> Slope {
    let k = report.parameters.iter().position(|one| one.name == parameter).unwrap();
    let one = report.quantities.iter().find(|one| one.quantity.to_string() == quantity);
    let one = one.unwrap_or_else(|| panic!("{quantity} among {:?}", report.quantities));
    one.slopes[k].unwrap_or_else(|| panic!("{quantity} has a derivative by {parameter}"))
}

/// p/y · dy/dp.
fn relative(report: &SensitivityReport, quantity: &str, parameter: &str) -> f64 {
    let value = report.quantities.iter().find(|one| one.quantity.to_string() == quantity).unwrap().value;
    let p = report.parameters.iter().find(|one| one.name == parameter).unwrap().value;
    slope(report, quantity, parameter).value * p / value
}

fn with(text: &str, name: &str, value: f64) -> Session {
    let mut overrides = Overrides::default();
    overrides.set(name, format!("{value:?}"));
    Session::open(Text(text.to_owned()), "test.toml", overrides).unwrap()
}

/// Central differences of whole answers over two steps, extrapolated: (4 d(h/2) − d(h)) / 3.
fn whole(text: &str, name: &str, value: f64, answer: impl Fn(&Session) -> f64) -> f64 {
    let difference =
        |h: f64| (answer(&with(text, name, value + h)) - answer(&with(text, name, value - h))) / (2.0 * h);
    let h = 1e-2 * value;
    (4.0 * difference(0.5 * h) - difference(h)) / 3.0
}

/// f = √(k/m)/2π.
#[test]
fn an_oscillator_follows_its_closed_form() {
    let text = OSCILLATOR.replace("l = 100.0", "l = 900.0");
    let report = ask(&open(&text), &question(&["frequency:1", "frequency:2", "mass"], &[], None));
    for (name, parameter, exact) in [
        ("frequency:1", "k", 0.5),
        ("frequency:1", "m", -0.5),
        ("frequency:1", "l", 0.0),
        ("frequency:1", "c", 0.0),
        ("frequency:2", "l", 0.5),
        ("mass", "m", 1.0),
    ] {
        let found = relative(&report, name, parameter);
        assert!((found - exact).abs() < 1e-11, "{name} by {parameter}: {found}");
    }
    assert!(report.unsettled.is_empty(), "{:?}", report.unsettled);
}

/// H = 1/(k − mω² + icω): ∂H/∂k = −H², ∂H/∂m = ω²H², ∂H/∂c = −iωH².
#[test]
fn a_response_follows_its_closed_form() {
    let mut asked = question(&["mass"], &["k", "m", "c"], None);
    (asked.frequencies_hz, asked.outputs) = (vec![0.4, 1.1, 3.0], vec!["u".to_owned()]);
    let report = ask(&open(OSCILLATOR), &asked);
    let one = &report.responses[0];
    for (i, hz) in one.frequencies_hz.iter().enumerate() {
        let w = std::f64::consts::TAU * hz;
        let (re, im) = (100.0 - 2.0 * w * w, 3.0 * w);
        let size = re * re + im * im;
        let h = [re / size, -im / size];
        assert!((one.values[i].re - h[0]).abs() < 1e-14 && (one.values[i].im - h[1]).abs() < 1e-14);
        let square = [h[0] * h[0] - h[1] * h[1], 2.0 * h[0] * h[1]];
        let exact = [
            ("k", [-square[0], -square[1]]),
            ("m", [w * w * square[0], w * w * square[1]]),
            ("c", [w * square[1], -w * square[0]]),
        ];
        for (k, parameter) in report.parameters.iter().enumerate() {
            let wanted = exact.iter().find(|(name, _)| *name == parameter.name).unwrap().1;
            for (found, wanted) in one.slopes[k][i].iter().zip(wanted) {
                let tolerance = 1e-11 * wanted.abs().max(square[0].hypot(square[1]) * w * w);
                assert!((found.value - wanted).abs() < tolerance, "{hz} Hz by {}: {found:?}", parameter.name);
            }
        }
    }
}

/// Equal frequencies: one follows its own spring, the other does not; both follow the mass.
#[test]
fn equal_frequencies_part_along_single_parameters() {
    let report = ask(&open(OSCILLATOR), &question(&["frequency:1"], &["k", "m"], None));
    let only = &report.quantities[0];
    assert_eq!((only.slopes[0], report.quantities.len()), (None, 1));
    let by_mass = only.slopes[1].unwrap().value;
    assert!((by_mass * 2.0 / only.value + 0.5).abs() < 1e-11, "{by_mass}");
    let cluster = &report.clusters[0];
    assert_eq!(cluster.modes, [1, 2]);
    let ClusterSlopes::Apart(slopes) = &cluster.slopes[0] else { panic!("{:?}", cluster.slopes) };
    let half = 0.5 * only.value / 100.0;
    assert!(slopes[0].value.abs() < 1e-12 && (slopes[1].value / half - 1.0).abs() < 1e-11, "{slopes:?}");
    let answer = open(OSCILLATOR).sensitivities(&question(&["frequency:1"], &["k"], None), &Quiet).unwrap();
    assert!(answer.warnings.iter().any(|warning| warning.contains("modes 1, 2")), "{:?}", answer.warnings);
}

/// Bending frequencies of a bar scale as √(E/ρ) h/L², and so do those of its elements.
#[test]
fn a_bar_follows_its_scaling_laws() {
    let report = ask(&open(CANTILEVER), &question(&["frequency:1", "frequency:3", "mass"], &[], None));
    for name in ["frequency:1", "frequency:3"] {
        for (parameter, exact) in [("E", 0.5), ("rho", -0.5), ("h", 1.0), ("L", -2.0), ("load", 0.0)] {
            let found = relative(&report, name, parameter);
            assert!((found - exact).abs() < 1e-8, "{name} by {parameter}: {found}");
            assert!(slope(&report, name, parameter).error < 1e-6 * slope(&report, name, "E").value * 1e12);
        }
    }
    assert!((relative(&report, "mass", "h") - 1.0).abs() < 1e-11);
    let omitted: Vec<&str> = report.omitted.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(omitted, ["elements"]);
}

/// Bent far, y/L is a function of F L²/EI, and ω L² √(ρA/EI), too: exact relations between derivatives.
#[test]
fn a_far_bent_bar_follows_its_scaling_laws() {
    let of = ["output:y", "frequency:1", "frequency:2"];
    let report = ask(&open(CANTILEVER), &question(&of, &["E", "rho", "L", "load"], Some("bent")));
    let y = report.quantities.iter().find(|one| one.quantity.to_string() == "output:y").unwrap().value;
    assert!(y > 0.15, "the bar bends far: {y} m of 0.5 m");
    let by = |name, parameter| relative(&report, name, parameter);
    assert!((by("output:y", "E") + by("output:y", "load")).abs() < 1e-9);
    assert!((by("output:y", "L") - 1.0 - 2.0 * by("output:y", "load")).abs() < 1e-9);
    assert!(by("output:y", "load") < 0.9, "the deflection is not proportional to the load");
    assert!(by("output:y", "rho").abs() < 1e-9);
    for name in ["frequency:1", "frequency:2"] {
        assert!((by(name, "rho") + 0.5).abs() < 1e-9, "{name}: {}", by(name, "rho"));
        assert!((by(name, "E") + by(name, "load") - 0.5).abs() < 1e-8, "{name}");
        assert!((by(name, "L") + 2.0 - 2.0 * by(name, "load")).abs() < 1e-8, "{name}");
        assert!(by(name, "load").abs() > 1e-3, "the load changes {name}");
    }
}

fn guidance() -> String {
    let path = format!("{}/../../examples/guidance/model.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let params = "[params]\nEm = 2.1e11\nheight = 0.2\nI_leaf = 2.5e-12\nt_leaf = 1e-3\n";
    text.replace("[params]", params)
        .replace("E = 2.1e11", "E = 'Em'")
        .replace("I = 2.5e-12", "I = 'I_leaf'")
        .replace("height = 1e-3 ", "height = 't_leaf' ")
        .replace("[0.0, 0.2]", "[0.0, 'height']")
        .replace("[0.2, 0.2]", "[0.2, 'height']")
}

/// Force, stress and frequencies of the guidance at a stroke against differences of whole answers.
#[test]
fn states_along_a_stroke_follow_differences_of_whole_answers() {
    let text = guidance();
    let session = open(&text);
    let of = ["force", "stress:A", "frequency:1", "frequency:2", "output:x_stage"];
    let report = ask(&session, &question(&of, &["Em", "height", "I_leaf", "t_leaf"], Some("0.04")));
    assert!(report.unsettled.is_empty(), "{:?}", report.unsettled);
    // A stroke that ends at the place.
    let row = |session: &Session| session.states(Some(2), &Quiet).unwrap().value.rows.pop().unwrap();
    let at_end = text.replace("range = [-0.0833, 0.0833]", "range = [0.0, 0.04]");
    for (parameter, value) in [("Em", 2.1e11), ("height", 0.2), ("I_leaf", 2.5e-12), ("t_leaf", 1e-3)] {
        let compare = |name: &str, number: &dyn Fn(&Session) -> f64| {
            let expected = whole(&at_end, parameter, value, number);
            let found = slope(&report, name, parameter);
            let scale =
                report.quantities.iter().find(|one| one.quantity.to_string() == name).unwrap().value / value;
            let difference = (found.value - expected).abs();
            assert!(
                difference < 2e-7 * scale.abs(),
                "{name} by {parameter}: {found:?}, differences {expected}"
            );
        };
        compare("force", &|session| row(session).force.unwrap());
        compare("stress:A", &|session| row(session).stress_max[0]);
        compare("frequency:1", &|session| row(session).frequencies_hz[0]);
        compare("frequency:2", &|session| row(session).frequencies_hz[1]);
    }
    // The stroke itself is held.
    assert!(slope(&report, "output:x_stage", "height").value.abs() < 1e-9);
}

#[test]
fn what_cannot_be_differentiated_is_said() {
    let session = open(CANTILEVER);
    let fails = |asked: &SensitivityQuestion| session.sensitivities(asked, &Quiet).unwrap_err();
    let failure = fails(&question(&["mass"], &["elements"], None));
    assert!(failure.to_string().starts_with("at elements = 8"), "{failure}");
    let failure = fails(&question(&["mass"], &["wrong"], None));
    assert!(failure.to_string().contains("unknown parameter `wrong`: known are E, rho"), "{failure}");
    let failure = fails(&question(&["output:y"], &[], None));
    assert!(failure.to_string().contains("--at"), "{failure}");
    let failure = fails(&question(&["frequency:900"], &[], None));
    assert!(failure.to_string().contains("only 16 elastic modes"), "{failure}");
    // A kink right at the value: the estimate says so.
    let kinked = CANTILEVER.replace("density = 'rho'", "density = '7800 + 100*max(rho - 7801, 0)'");
    let report = ask(&open(&kinked), &question(&["frequency:1"], &["rho"], None));
    assert_eq!(report.unsettled, ["frequency:1 with respect to rho"]);
}
