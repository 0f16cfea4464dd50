//! Poles and margins of feedback loops, and back-calculation, against polynomials and SciPy (`tests/oracles/controllers.py`).

use crate::oracle::numbers;
use lissom_dynamics::{
    Command, ControlLoops, Dopri5, LinearPlant, LoopStability, SimulateRequest, Tolerance, estimated_poles,
    margins, simulate, stability,
};
use lissom_linalg::{Complex, Quiet};
use lissom_mech::{Controlled, LinearController, Mechanism, System};
use lissom_model::model::Model;
use std::f64::consts::TAU;
use std::sync::Arc;

const ORACLE: &str = include_str!("../../../tests/oracles/controllers.json");

const CUT: Command = Command { controller: 0, place: 0 };

/// A mass of 2 kg along x under the force of a controller.
fn model(rest: &str) -> Model {
    let text = format!(
        "lissom = 1\n[model]\nname = 'slider'\ndim = 2\n[node]\nA = [0, 0]\n[[slide]]\nnode = 'A'\ndirection = 'x'\n\
         [[mass]]\nnode = 'A'\nmass = 2\n[[force]]\nname = 'motor'\nnode = 'A'\ndirection = 'x'\n\
         [[output]]\nname = 'x'\nnode = 'A'\ndirection = 'x'\n\
         [[output]]\nname = 'v'\nquantity = 'velocity'\nnode = 'A'\ndirection = 'x'\n{rest}"
    );
    let checked = lissom_model::load("model.toml", text.as_bytes(), &lissom_model::Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

fn loops(model: &Model) -> ControlLoops {
    let plant = Mechanism::of(model).unwrap();
    let linear = LinearPlant::about(&plant, &plant.initial().0, 0.0).unwrap();
    ControlLoops::new(linear, LinearController::all_of(model, &plant).unwrap()).unwrap()
}

fn sorted(found: &ControlLoops) -> Vec<Complex> {
    let poles = estimated_poles(&found.closed().unwrap(), 0.0).unwrap();
    let mut values: Vec<Complex> = poles.iter().map(|pole| pole.value).collect();
    // Pairs have equal real parts up to rounding.
    let key = |z: &Complex| ((z.re * 1e6).round(), z.im);
    values.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap());
    values
}

fn compare(found: &[Complex], name: &str) {
    let (re, im) = (numbers(ORACLE, &format!("{name}_real")), numbers(ORACLE, &format!("{name}_imag")));
    assert_eq!(found.len(), re.len(), "{found:?}");
    for (pole, (re, im)) in found.iter().zip(re.iter().zip(&im)) {
        assert!((*pole - Complex::new(*re, *im)).abs() < 1e-7 * pole.abs().max(1.0), "{found:?}");
    }
}

const PD: &str = "[[controller]]\nname = 'axis'\nmeasure = 'x'\nrate = 'v'\nact = 'motor'\nproportional = 8\nderivative = 2\n";

/// L = (2 s + 8)/(2 s²): |L| = 1 at ω² = (1 + √65)/2, where 180° + arg L = atan(ω/4).
#[test]
fn pd_control_of_a_mass_has_the_margins_of_its_closed_form() {
    let found = loops(&model(PD));
    let poles = sorted(&found);
    assert!((poles[1] - Complex::new(-0.5, 3.75f64.sqrt())).abs() < 1e-8, "{poles:?}");
    let omega = (0.5 * (1.0 + 65f64.sqrt())).sqrt();
    let margins = margins(&found.cut(CUT).unwrap());
    let crossing = margins.phase().unwrap();
    let phase = (omega / 4.0).atan();
    assert!((crossing.hz * TAU / omega - 1.0).abs() < 1e-8);
    assert!((crossing.phase.to_radians() / phase - 1.0).abs() < 1e-7);
    assert!((crossing.delay / (phase / omega) - 1.0).abs() < 1e-7);
    assert_eq!((margins.gain(), margins.gain_crossings.len()), (None, 1));
}

#[test]
fn pid_control_of_an_oscillator_has_the_poles_and_margins_of_polynomials() {
    let plant = "[[spring]]\nnodes = ['A', 'ground']\ndirection = 'x'\nstiffness = 18\n[[damper]]\nnodes = ['A', 'ground']\n\
                 direction = 'x'\ndamping = 0.8\n[[controller]]\nmeasure = 'x'\nact = 'motor'\nproportional = 30\nintegral = 25\n\
                 derivative = 6\nfilter = 0.02\n";
    let found = loops(&model(plant));
    compare(&sorted(&found), "pid_poles");
    let closed = estimated_poles(&found.closed().unwrap(), 1e-10).unwrap();
    assert_eq!(stability(&closed, false), LoopStability::Stable);
    let margins = margins(&found.cut(CUT).unwrap());
    let omegas: Vec<f64> = margins.gain_crossings.iter().map(|crossing| crossing.hz * TAU).collect();
    let expected = numbers(ORACLE, "pid_gain_crossings");
    assert!(omegas.len() == expected.len() && (omegas[0] / expected[0] - 1.0).abs() < 1e-7, "{omegas:?}");
    assert!((margins.gain_crossings[0].phase / numbers(ORACLE, "pid_phases")[0] - 1.0).abs() < 1e-7);
    assert!(margins.phase_crossings.is_empty(), "{margins:?}");
}

/// Integral control far slower than the machine and its samples: |L| = 1 at K/k. Delays have poles at z = 0, whose equivalents in s are unknown;
/// they were taken for poles that may be zero, and no frequency below a thousandth of the sampling frequency was looked at.
#[test]
fn slow_sampled_integral_control_with_delays_has_its_crossing() {
    let spring = "[[spring]]\nnodes = ['A', 'ground']\ndirection = 'x'\nstiffness = 2000\n[[damper]]\nnodes = ['A', 'ground']\n\
                  direction = 'x'\ndamping = 5\n";
    for periods in [0, 1, 3] {
        let law = format!(
            "[[controller]]\nmeasure = 'x'\nact = 'motor'\nintegral = 20\nsample = 1e-3\ndelay = {:e}\n",
            1e-3 * f64::from(periods)
        );
        let margins = margins(&loops(&model(&format!("{spring}{law}"))).cut(CUT).unwrap());
        let crossing = margins.phase().unwrap_or_else(|| panic!("{periods} periods: {margins:?}"));
        assert!((crossing.hz * TAU / 0.01 - 1.0).abs() < 1e-6, "{periods} periods: {margins:?}");
        assert!((crossing.phase - 90.0).abs() < 0.01, "{periods} periods: {margins:?}");
    }
}

/// A delay of 1.3 periods; the sampled motion obeys the characteristic polynomial of the same poles.
#[test]
fn a_sampled_loop_with_a_delay_is_exact_from_sample_to_sample() {
    let text = format!("{PD}reference = '1'\nsample = 0.1\ndelay = 0.13\n");
    let model = model(&text);
    let found = loops(&model);
    compare(&sorted(&found), "sampled_poles");
    assert_eq!(found.period(), Some(0.1));
    let margins = margins(&found.cut(CUT).unwrap());
    let one = |name: &str| numbers(ORACLE, name)[0];
    let crossing = margins.phase().unwrap();
    assert!((crossing.hz * TAU / one("sampled_gain_crossing") - 1.0).abs() < 1e-7, "{margins:?}");
    assert!((crossing.phase / one("sampled_phase") - 1.0).abs() < 1e-6, "{margins:?}");
    let has_turn = margins.phase_crossings.iter().any(|crossing| {
        (crossing.hz * TAU / one("sampled_phase_crossing") - 1.0).abs() < 1e-7
            && (crossing.gain / one("sampled_gain") - 1.0).abs() < 1e-7
    });
    assert!(has_turn, "{margins:?}");
    let system = Controlled::of(&model, Arc::new(Mechanism::of(&model).unwrap())).unwrap();
    let tolerance = Tolerance { relative: 1e-11, absolute: 1e-13 };
    let request = SimulateRequest { tolerance, points: 61, ..SimulateRequest::until(6.0) };
    let motion = simulate(&*system, &request, &Dopri5, &Quiet).unwrap();
    let polynomial = numbers(ORACLE, "sampled_polynomial");
    let x: Vec<f64> = motion.outputs[0].iter().map(|x| x - 1.0).collect();
    for window in x[4..].windows(5) {
        let left: f64 = polynomial.iter().zip(window.iter().rev()).map(|(c, x)| c * x).sum();
        assert!(left.abs() < 1e-9, "{left}");
    }
}

#[test]
fn back_calculation_moves_as_scipy_says() {
    let text = "[[damper]]\nnodes = ['A', 'ground']\ndirection = 'x'\ndamping = 3\n\
                [[controller]]\nmeasure = 'x'\nreference = '4'\nact = 'motor'\nproportional = 4\nintegral = 3\nlimits = [-6, 6]\n\
                anti_windup = 'back-calculation'\ntracking = 0.5\n";
    // The oracle starts 3 m before the origin and goes to 1 m: 4 m in all.
    let model = model(text);
    let system = Controlled::of(&model, Arc::new(Mechanism::of(&model).unwrap())).unwrap();
    let tolerance = Tolerance { relative: 1e-11, absolute: 1e-13 };
    let request = SimulateRequest { tolerance, points: 81, ..SimulateRequest::until(8.0) };
    let motion = simulate(&*system, &request, &Dopri5, &Quiet).unwrap();
    let last = |k: usize| *motion.outputs[k].last().unwrap();
    assert!((last(0) - 3.0 - numbers(ORACLE, "windup_x")[0]).abs() < 1e-7, "{}", last(0) - 3.0);
    assert!((last(1) - numbers(ORACLE, "windup_v")[0]).abs() < 1e-7, "{}", last(1));
}

/// At the limit of stability nothing is decided.
#[test]
fn a_loop_at_its_limit_is_undecided() {
    let found = loops(&model(&PD.replace("derivative = 2", "derivative = 0")));
    let poles = estimated_poles(&found.closed().unwrap(), 1e-10).unwrap();
    assert_eq!(stability(&poles, false), LoopStability::Undecided(2), "{poles:?}");
    let found = loops(&model(&PD.replace("derivative = 2", "derivative = -0.01")));
    let poles = estimated_poles(&found.closed().unwrap(), 1e-10).unwrap();
    assert_eq!(stability(&poles, false), LoopStability::Unstable(2), "{poles:?}");
}

/// Weak integral control of a mass on a spring: L = g/(s (2 s² + s + 8)) has |L| = 1 at ω = g/8, eight decades below its poles, with 90° of
/// phase margin. The search once ended three decades below the poles (found by random loops).
#[test]
fn a_crossing_far_below_all_poles_is_found() {
    for gain in [1e-3f64, 1e-7] {
        let found = loops(&model(&format!(
            "[[spring]]\nnodes = ['A', 'ground']\ndirection = 'x'\nstiffness = 8\n[[damper]]\nnodes = ['A', 'ground']\ndirection = 'x'\n\
             damping = 1\n[[controller]]\nmeasure = 'x'\nact = 'motor'\nintegral = {gain:e}\n"
        )));
        let crossings = margins(&found.cut(CUT).unwrap()).gain_crossings;
        assert_eq!(crossings.len(), 1, "{crossings:?}");
        let expected = gain / 8.0 / TAU;
        assert!((crossings[0].hz / expected - 1.0).abs() < 1e-6, "{crossings:?} instead of {expected}");
        assert!((crossings[0].phase - 90.0).abs() < 0.01, "{crossings:?}");
    }
}

/// Two free masses under a sampled transfer function: the double pole at rest is split by rounding, and values of L nearer to zero than
/// that have any phase. They once gave thousands of crossings at 1e-12 Hz.
#[test]
fn rounding_beside_a_double_pole_at_rest_is_no_crossing() {
    let text = "lissom = 1\n[model]\nname = 'loop'\ndim = 2\n[node]\nn0 = [0.0, 0.0]\nn1 = [1.0, 0.0]\n[[slide]]\nnode = 'n0'\n\
        direction = 'x'\n[[slide]]\nnode = 'n1'\ndirection = 'x'\n[[mass]]\nnode = 'n0'\nmass = 285.6238058262479\n\
        [[mass]]\nnode = 'n1'\nmass = 500.7121676750223\n[[spring]]\nnodes = ['n0', 'n1']\ndirection = 'x'\n\
        stiffness = 0.16674880426184216\n[[damper]]\nnodes = ['n0', 'n1']\ndirection = 'x'\ndamping = 0.13656189675119618\n\
        [[force]]\nname = 'f0'\nnode = 'n1'\ndirection = 'x'\n[[output]]\nname = 'y0'\nnode = 'n1'\ndirection = 'x'\n\
        [[controller]]\nmeasure = 'y0'\nact = 'f0'\nsample = 1.1048534380219197\ndelay = 0.3314560314065759\n\
        numerator = [0.054278069270942635]\ndenominator = [1.0, -0.5052166421290932, -0.08420357130824305]\n";
    let checked = lissom_model::load("model.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let found = loops(&checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)));
    let margins = margins(&found.cut(CUT).unwrap());
    let lowest = margins.phase_crossings.iter().map(|crossing| crossing.hz).fold(f64::INFINITY, f64::min);
    assert_eq!(
        (margins.phase_crossings.len(), margins.gain_crossings.len()),
        (3, 3),
        "lowest at {lowest:e} Hz"
    );
}
