//! Drives that controllers lead, and delays of continuous controllers, against closed forms.

use lissom_dynamics::{
    Command, ControlLoops, Dopri5, LinearPlant, Radau5, SimulateRequest, Tolerance, Trajectory, margins,
    simulate,
};
use lissom_linalg::{Complex, Quiet};
use lissom_mech::{Controlled, DrivenPlant, LinearController, Mechanism, System};
use lissom_model::model::Model;
use std::f64::consts::TAU;
use std::sync::Arc;

fn model(text: &str) -> Model {
    let checked = lissom_model::load("model.toml", text.as_bytes(), &lissom_model::Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

/// A mass of 2 kg along x on a spring of 50 N/m, with a drive that takes commands.
fn slider(drive: &str, controller: &str) -> Model {
    model(&format!(
        "lissom = 1\n[model]\nname = 'slider'\ndim = 2\n[node]\nA = [0, 0]\n[[slide]]\nnode = 'A'\ndirection = 'x'\n\
         [[mass]]\nnode = 'A'\nmass = 2\n[[spring]]\nnodes = ['ground', 'A']\ndirection = 'x'\nstiffness = 50\n\
         [[drive]]\nname = 'axis'\nnode = 'A'\ndirection = 'x'\n{drive}\n\
         [[controller]]\nname = 'c'\nmeasure = 'axis: position'\nact = 'axis'\n{controller}\n"
    ))
}

fn run(model: &Model, end: f64) -> (Vec<(String, &'static str)>, Trajectory) {
    let system = Controlled::of(model, Arc::new(Mechanism::of(model).unwrap())).unwrap();
    let tolerance = Tolerance { relative: 1e-10, absolute: 1e-12 };
    let request = SimulateRequest { tolerance, points: 101, ..SimulateRequest::until(end) };
    let found = simulate(&*system, &request, &Dopri5, &Quiet).unwrap();
    (system.outputs().to_vec(), found)
}

fn series<'t>((outputs, found): &'t (Vec<(String, &'static str)>, Trajectory), name: &str) -> &'t [f64] {
    let place = outputs.iter().position(|(known, _)| known == name);
    &found.outputs[place.unwrap_or_else(|| panic!("{name} of {outputs:?}"))]
}

/// q̈ = 8 (1 − q) − 2 q̇ whatever the mass and the spring are; the force is m q̈ + k q.
#[test]
fn a_commanded_acceleration_is_the_acceleration() {
    let pd = "rate = 'axis: rate'\nreference = '1'\nproportional = 8\nderivative = 2";
    let motion = run(&slider("command = 'acceleration'", pd), 3.0);
    let (q, a, f) = (
        series(&motion, "axis: position"),
        series(&motion, "axis: acceleration"),
        series(&motion, "axis: force"),
    );
    let omega = 7.0_f64.sqrt();
    for (k, t) in motion.1.times.iter().enumerate() {
        let (c, s, e) = ((omega * t).cos(), (omega * t).sin(), (-t).exp());
        let exact = 1.0 - e * (c + s / omega);
        // q − 1 = −e^{−t} (cos + sin/ω) has the second derivative 8 e^{−t} (cos − sin/ω).
        let second = 8.0 * e * (c - s / omega);
        assert!((q[k] - exact).abs() < 1e-8, "{t}: {} {exact}", q[k]);
        assert!((a[k] - second).abs() < 1e-6, "{t}: {} {second}", a[k]);
        assert!((f[k] - 2.0 * second - 50.0 * exact).abs() < 1e-5, "{t}: {}", f[k]);
        assert!((series(&motion, "c: axis")[k] - second).abs() < 1e-6);
    }
    let audit = motion.1.audit.unwrap();
    assert!(audit.relative_error() < 1e-6, "{audit:?}");
    let unit = |name: &str| motion.0.iter().find(|(known, _)| known == name).unwrap().1;
    assert_eq!([unit("axis: force"), unit("c: axis")], ["N", "m/s^2"]);
}

/// A constant command: 1/(1 + T s) of a rate, 1/(1 + T s)² of a position.
#[test]
fn rates_and_positions_follow_with_their_time_constant() {
    let time = 0.2;
    let motion =
        run(&slider("command = 'rate'\ntime_constant = 0.2", "D = [[0]]\nfeed_forward = '0.3'"), 2.0);
    for (t, rate) in motion.1.times.iter().zip(series(&motion, "axis: rate")) {
        assert!((rate - 0.3 * (1.0 - (-t / time).exp())).abs() < 1e-9, "{t}: {rate}");
    }
    let motion =
        run(&slider("command = 'position'\ntime_constant = 0.2", "D = [[0]]\nfeed_forward = '0.3'"), 2.0);
    for (t, position) in motion.1.times.iter().zip(series(&motion, "axis: position")) {
        let exact = 0.3 * (1.0 - (1.0 + t / time) * (-t / time).exp());
        assert!((position - exact).abs() < 1e-9, "{t}: {position} {exact}");
    }
}

/// Two arms that swing under gravity: hinges led along 0.4 sin 3t and 0.5 (1 − cos 2t) by their accelerations, and by constraints.
fn arms(rest: &str) -> Model {
    model(&format!(
        "lissom = 1\n[model]\nname = 'arms'\ndim = 2\ngravity = [0, -9.81]\n[node]\nO = [0, 0]\nA = [0.6, 0]\nB = [1.1, 0]\n\
         [[rigid_body]]\nname = 'upper'\nnodes = ['O', 'A']\nmass = 3\ninertia = 0.1\ncentre = [0.25, 0]\n\
         [[rigid_body]]\nname = 'lower'\nnodes = ['A', 'B']\nmass = 2\ninertia = 0.05\ncentre = [0.9, 0.02]\n\
         [[hinge]]\nname = 'shoulder'\nat = 'O'\nbetween = ['ground', 'upper']\n\
         [[hinge]]\nname = 'elbow'\nat = 'A'\nbetween = ['upper', 'lower']\n{rest}"
    ))
}

#[test]
fn forces_of_commanded_drives_are_those_of_prescribed_motions() {
    let led = arms(
        "[[drive]]\nname = 'one'\nhinge = 'shoulder'\ncommand = 'acceleration'\n\
         [[drive]]\nname = 'two'\nhinge = 'elbow'\ncommand = 'acceleration'\n\
         [[initial]]\nhinge = 'shoulder'\nrate = 1.2\n\
         [[controller]]\nname = 'c'\nmeasure = ['one: position', 'two: position']\nact = ['one', 'two']\nD = [[0, 0], [0, 0]]\n\
         feed_forward = ['-3.6*sin(3*t)', '2*cos(2*t)']\n",
    );
    let held = arms(
        "[[drive]]\nname = 'one'\nhinge = 'shoulder'\nangle = '0.4*sin(3*t)'\n\
         [[drive]]\nname = 'two'\nhinge = 'elbow'\nangle = '0.5*(1 - cos(2*t))'\n\
         [[output]]\nname = 'f1'\nquantity = 'drive force'\ndrive = 'one'\n\
         [[output]]\nname = 'f2'\nquantity = 'drive force'\ndrive = 'two'\n",
    );
    let plant = Arc::new(Mechanism::of(&led).unwrap());
    let start = plant.initial_rates_of(&led);
    let system = Controlled::of(&led, plant).unwrap();
    let tolerance = Tolerance { relative: 1e-10, absolute: 1e-12 };
    let request = SimulateRequest {
        tolerance,
        points: 61,
        from: Some((&start.0, &start.1)),
        ..SimulateRequest::until(3.0)
    };
    let motion = (system.outputs().to_vec(), simulate(&*system, &request, &Radau5, &Quiet).unwrap());
    let held = Mechanism::of(&held).unwrap();
    let mut work = held.workspace();
    for (k, t) in motion.1.times.iter().enumerate() {
        let mut forces = vec![0.0; 2];
        held.output(&lissom_mech::State { time: *t, position: &[], velocity: &[] }, &mut work, &mut forces)
            .unwrap();
        let angle = series(&motion, "one: position")[k];
        assert!((angle - 0.4 * (3.0 * t).sin()).abs() < 1e-7, "{t}: {angle}");
        for (own, other) in ["one: force", "two: force"].into_iter().zip(&forces) {
            let found = series(&motion, own)[k];
            assert!((found - other).abs() < 1e-5 * 30.0, "{own} at {t}: {found} {other}");
        }
    }
}

/// The start of a model with initial velocities.
trait Start {
    fn initial_rates_of(&self, model: &Model) -> (Vec<f64>, Vec<f64>);
}

impl Start for Arc<Mechanism> {
    fn initial_rates_of(&self, model: &Model) -> (Vec<f64>, Vec<f64>) {
        let (position, velocity) = self.initial();
        let at = lissom_mech::State { time: 0.0, position: &position, velocity: &velocity };
        let rates = self.initial_rates(model, &at, &mut self.workspace()).unwrap();
        (position, rates)
    }
}

/// The linear equations of a machine whose drive takes rates: the position integrates 1/(1 + T s).
#[test]
fn loops_of_commanded_drives_have_the_poles_of_their_closed_form() {
    let described = slider("command = 'rate'\ntime_constant = 0.1", "proportional = 2");
    let plant = DrivenPlant::of(&described, Arc::new(Mechanism::of(&described).unwrap())).unwrap();
    let linear = LinearPlant::about(&*plant, &plant.initial().0, 0.0).unwrap();
    let loops = ControlLoops::new(linear, LinearController::all_of(&described, &*plant).unwrap()).unwrap();
    let found = margins(&loops.cut(Command { controller: 0, place: 0 }).unwrap());
    // |2/(jω (1 + 0.1 jω))| = 1 at ω² = (−1 + √(1 + 4·0.01·4))/(2·0.01).
    let omega = ((-1.0 + (1.0 + 0.16_f64).sqrt()) / 0.02).sqrt();
    let phase = 90.0 - (0.1 * omega).atan().to_degrees();
    let crossing = found.phase().unwrap();
    assert!((crossing.hz * TAU - omega).abs() < 1e-6, "{crossing:?} {omega}");
    assert!((crossing.phase - phase).abs() < 1e-5, "{crossing:?} {phase}");
}

/// A mass of 2 kg under a force of its own, without a spring.
fn free(controller: &str) -> Model {
    model(&format!(
        "lissom = 1\n[model]\nname = 'slider'\ndim = 2\n[node]\nA = [0, 0]\n[[slide]]\nnode = 'A'\ndirection = 'x'\n\
         [[mass]]\nnode = 'A'\nmass = 2\n[[damper]]\nnodes = ['ground', 'A']\ndirection = 'x'\ndamping = 3\n\
         [[force]]\nname = 'motor'\nnode = 'A'\ndirection = 'x'\n[[output]]\nname = 'x'\nnode = 'A'\ndirection = 'x'\n\
         [[controller]]\nname = 'c'\nmeasure = 'x'\nact = 'motor'\n{controller}\n"
    ))
}

/// A delay turns the loop by ωT and leaves its size: L = 6 e^{−sT}/(2 s² + 3 s).
#[test]
fn a_delay_takes_its_angle_from_the_phase_margin() {
    let margin = |text: &str| {
        let described = free(text);
        let plant = Mechanism::of(&described).unwrap();
        let linear = LinearPlant::about(&plant, &plant.initial().0, 0.0).unwrap();
        let loops = ControlLoops::new(linear, LinearController::all_of(&described, &plant).unwrap()).unwrap();
        margins(&loops.cut(Command { controller: 0, place: 0 }).unwrap())
    };
    // 4 ω⁴ + 9 ω² = 36.
    let omega = ((-9.0 + (81.0_f64 + 16.0 * 36.0).sqrt()) / 8.0).sqrt();
    let phase = 180.0 - 90.0 - (2.0 * omega / 3.0).atan().to_degrees();
    let without = margin("proportional = 6").phase().unwrap();
    assert!((without.phase - phase).abs() < 1e-6);
    let delay = 0.15;
    let found = margin("proportional = 6\ndelay = 0.15");
    let crossing = found.phase().unwrap();
    assert!((crossing.hz * TAU - omega).abs() < 1e-6, "{crossing:?}");
    assert!((crossing.phase - (phase - (omega * delay).to_degrees())).abs() < 1e-6, "{crossing:?}");
    // An approximation of order 1 is 1/(1 + sT).
    let first = margin("proportional = 6\ndelay = 0.15\ndelay_order = 1").phase().unwrap();
    let s = Complex::new(0.0, first.hz * TAU);
    let lag = Complex::ONE / (Complex::ONE + s.scale(delay));
    let own = Complex::from(6.0) / (s * s.scale(2.0) + s.scale(3.0)) * lag;
    assert!((own.abs() - 1.0).abs() < 1e-7 && (180.0 + own.arg().to_degrees() - first.phase).abs() < 1e-5);
}

/// A delayed force t⁴ on a mass without damping: x = (t − T)⁶/(30 m) after T. Higher orders are nearer.
#[test]
fn a_delayed_command_acts_later() {
    let delay = 0.1;
    let error = |order: usize| {
        let text = format!("D = [[0]]\nfeed_forward = 't^4'\ndelay = 0.1\ndelay_order = {order}");
        let undamped = |text: &str| {
            let mut described = free(text);
            described.structure.dampers.clear();
            described
        };
        let described = undamped(&text);
        let system = Controlled::of(&described, Arc::new(Mechanism::of(&described).unwrap())).unwrap();
        let tolerance = Tolerance { relative: 1e-11, absolute: 1e-14 };
        let request = SimulateRequest { tolerance, points: 101, ..SimulateRequest::until(1.0) };
        let found = simulate(&*system, &request, &Dopri5, &Quiet).unwrap();
        let largest = 0.9_f64.powi(6) / 60.0;
        let each = found.times.iter().zip(&found.outputs[0]).map(|(t, x)| {
            let exact = if *t > delay { (t - delay).powi(6) / 60.0 } else { 0.0 };
            (x - exact).abs() / largest
        });
        each.fold(0.0, f64::max)
    };
    let errors = [1, 2, 3, 5].map(error);
    assert!(errors.windows(2).all(|pair| pair[1] < 0.2 * pair[0]), "{errors:?}");
    assert!(errors[3] < 1e-6, "{errors:?}");
}
