//! Outputs of every kind, against closed forms.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::machines::mechanism;
use lissom_dynamics::{
    Dopri5, EquilibriumRequest, SimulateRequest, Tolerance, Trajectory, equilibrium, simulate,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, State, System};

fn run(system: &dyn System, end: f64) -> Trajectory {
    let tolerance = Tolerance { relative: 1e-10, absolute: 1e-12 };
    let request = SimulateRequest { tolerance, points: 101, ..SimulateRequest::until(end) };
    simulate(system, &request, &Dopri5, &Quiet).unwrap()
}

/// One output at all times, by name.
fn series<'m>(system: &dyn System, motion: &'m Trajectory, name: &str) -> &'m [f64] {
    let place = system.outputs().iter().position(|(own, _)| own == name);
    &motion.outputs[place.unwrap_or_else(|| panic!("no output {name}"))]
}

const L: f64 = 0.8;
const G: f64 = 9.81;
/// Mass per length [kg/m].
const RHO: f64 = 1.5;

/// A rigid rod on a hinge, horizontal at the start.
fn rod(rest: &str) -> String {
    format!(
        r#"lissom = 1
[model]
name = "rod"
dim = 2
gravity = [0, -9.81]
[section.s]
EA = 1e6
EI = 1e3
rhoA = 1.5
[node]
O = [0.1, -0.2]
P = [0.9, -0.2]
[[beam]]
name = "rod"
nodes = ["O", "P"]
section = "s"
flexible = []
[[hinge]]
name = "pivot"
at = "O"
between = ["ground", "rod"]
[[fix]]
nodes = ["O"]
directions = ["x", "y"]
[[output]]
name = "angle"
quantity = "angle"
hinge = "pivot"
[[output]]
name = "rate"
quantity = "rate"
hinge = "pivot"
[[output]]
name = "alpha"
quantity = "angular acceleration"
hinge = "pivot"
{rest}
"#
    )
}

fn output(name: &str, keys: &str) -> String {
    format!("[[output]]\nname = \"{name}\"\n{keys}\n")
}

fn near(found: f64, expected: f64, size: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-9 * size, "{what}: {found} against {expected}");
}

#[test]
fn a_pendulum_reports_everything_its_closed_form_knows() {
    let node = |quantity: &str, node: &str, way: &str| {
        format!("quantity = \"{quantity}\"\nnode = \"{node}\"\ndirection = \"{way}\"")
    };
    let rest = [
        output("x", &node("position", "P", "x")),
        output("vy", &node("velocity", "P", "y")),
        output("omega", &node("velocity", "P", "phi")),
        output("ax", &node("acceleration", "P", "x")),
        output("rx", &node("reaction", "O", "x")),
        output("ry", &node("reaction", "O", "y")),
        output("jx", "quantity = \"joint force\"\nhinge = \"pivot\"\ndirection = \"x\""),
        output("torque", "quantity = \"torque\"\nhinge = \"pivot\""),
        output("kinetic", "quantity = \"kinetic energy\""),
        output("potential", "quantity = \"potential energy\""),
        output("total", "quantity = \"energy\""),
        output("px", "quantity = \"momentum\"\ndirection = \"x\""),
        output("spin", "quantity = \"angular momentum\"\nnode = \"O\""),
        output("spin_origin", "quantity = \"angular momentum\""),
        output("moment", "quantity = \"bending moment\"\nbeam = \"rod\"\nat = 0"),
        output("twice", "expression = \"2*ry + kinetic\""),
    ];
    let system = mechanism(&rod(&rest.concat()));
    let motion = run(&system, 2.0);
    let (mass, inertia) = (RHO * L, RHO * L.powi(3) / 3.0);
    let weight = mass * G;
    let get = |name: &str| series(&system, &motion, name);
    assert!(get("angle").iter().any(|angle| *angle < -2.5), "it swings through");
    for k in 0..motion.times.len() {
        let (angle, rate) = (get("angle")[k], get("rate")[k]);
        let (s, c) = angle.sin_cos();
        let alpha = -weight * 0.5 * L * c / inertia;
        near(get("alpha")[k], alpha, 30.0, "angular acceleration");
        near(get("x")[k], 0.1 + L * c, 1.0, "position");
        near(get("vy")[k], L * rate * c, 10.0, "velocity");
        near(get("omega")[k], rate, 10.0, "rate of a node");
        near(get("ax")[k], L * (-alpha * s - rate * rate * c), 100.0, "acceleration");
        // The centre of mass is half-way: m a_G = R + m g.
        let centre = [0.5 * L * (-alpha * s - rate * rate * c), 0.5 * L * (alpha * c - rate * rate * s)];
        near(get("rx")[k], mass * centre[0], 100.0, "reaction along x");
        near(get("ry")[k], mass * centre[1] + weight, 100.0, "reaction along y");
        near(get("jx")[k], mass * centre[0], 100.0, "joint force");
        near(get("torque")[k], 0.0, 1.0, "a free hinge carries no moment");
        near(get("moment")[k], 0.0, 1.0, "no moment at a free hinge");
        near(get("kinetic")[k], 0.5 * inertia * rate * rate, 10.0, "kinetic energy");
        near(get("potential")[k], weight * 0.5 * L * s, 10.0, "potential energy");
        near(get("total")[k], 0.0, 10.0, "the energy is kept");
        near(get("px")[k], -mass * 0.5 * L * rate * s, 10.0, "momentum");
        near(get("spin")[k], inertia * rate, 10.0, "angular momentum about the pivot");
        // About the origin the momentum has a lever arm in addition.
        let momentum = [-mass * 0.5 * L * rate * s, mass * 0.5 * L * rate * c];
        let moved = inertia * rate + 0.1 * momentum[1] + 0.2 * momentum[0];
        near(get("spin_origin")[k], moved, 10.0, "angular momentum about the origin");
        near(get("twice")[k], 2.0 * get("ry")[k] + get("kinetic")[k], 100.0, "expression of outputs");
    }
    let units: Vec<&str> = system.outputs().iter().map(|(_, unit)| *unit).collect();
    assert_eq!(units[..8], ["rad", "rad/s", "rad/s^2", "m", "m/s", "rad/s", "m/s^2", "N"]);
}

#[test]
fn the_torque_of_a_driven_crank_is_the_rate_of_its_angular_momentum() {
    let rest = [
        "[[drive]]\nname = \"motor\"\nhinge = \"pivot\"\nangle = \"0.7*sin(3*t) + 0.2*t\"\n".to_owned(),
        output("torque", "quantity = \"drive force\"\ndrive = \"motor\""),
        output("power", "quantity = \"drive power\"\ndrive = \"motor\""),
        output("hinge", "quantity = \"torque\"\nhinge = \"pivot\""),
        output("spin", "quantity = \"angular momentum\"\nnode = \"O\""),
        output("total", "quantity = \"energy\""),
    ];
    let system = mechanism(&rod(&rest.concat()));
    let request = SimulateRequest { points: 2001, ..SimulateRequest::until(2.0) };
    let motion = simulate(&system, &request, &Dopri5, &Quiet).unwrap();
    let get = |name: &str| series(&system, &motion, name);
    let (weight, inertia) = (RHO * L * G, RHO * L.powi(3) / 3.0);
    let step = motion.times[1] - motion.times[0];
    for k in 1..motion.times.len() - 1 {
        let t = motion.times[k];
        let (angle, rate) = (0.7 * (3.0 * t).sin() + 0.2 * t, 2.1 * (3.0 * t).cos() + 0.2);
        let alpha = -6.3 * (3.0 * t).sin();
        let lever = 0.5 * L * angle.cos();
        near(get("torque")[k], inertia * alpha + weight * lever, 10.0, "torque");
        near(get("hinge")[k], get("torque")[k], 10.0, "torque through the hinge");
        near(get("power")[k], get("torque")[k] * rate, 10.0, "power");
        // dH/dt and dE/dt by central differences, to second order in the step.
        let slope = |name: &str| (get(name)[k + 1] - get(name)[k - 1]) / (2.0 * step);
        assert!((slope("spin") - (get("torque")[k] - weight * lever)).abs() < 2e-5, "balance of moments");
        assert!((slope("total") - get("power")[k]).abs() < 2e-4, "balance of power");
    }
}

#[test]
fn section_forces_and_stress_of_a_cantilever() {
    // A strip of 20 mm by 2 mm under a small force at its tip: M = F (L − x), σ = 6 M/(b h²).
    let sections: Vec<String> = [
        ("moment", "bending moment", 0.3),
        ("shear", "shear force", 0.3),
        ("axial", "axial force", 0.3),
        ("stress", "stress", 0.3),
        ("strain", "strain", 0.3),
        ("root", "bending moment", 0.0),
    ]
    .iter()
    .map(|(name, word, at)| output(name, &format!("quantity = \"{word}\"\nbeam = \"B\"\nat = {at}")))
    .collect();
    let text = format!(
        r#"lissom = 1
[model]
name = "cantilever"
dim = 2
[material.steel]
E = 2.1e11
density = 7800
[section.strip]
rectangle = {{ height = 0.002, width = 0.02 }}
[node]
O = [0, 0]
T = [0.5, 0]
[[beam]]
name = "B"
nodes = ["O", "T"]
section = "strip"
material = "steel"
elements = 3
[[fix]]
nodes = ["O"]
[[force]]
node = "T"
direction = [0.6, -0.8]
value = 1e-3
{}
[[output]]
name = "clamp"
quantity = "reaction"
node = "O"
direction = "phi"
"#,
        sections.concat()
    );
    let system = mechanism(&text);
    let found = equilibrium(&system, &EquilibriumRequest::default()).unwrap();
    let still = vec![0.0; found.position.len()];
    let at = State { time: 0.0, position: &found.position, velocity: &still };
    let mut values = vec![0.0; 7];
    system.output(&at, &mut system.workspace(), &mut values).unwrap();
    let [moment, shear, axial, stress, strain, root, clamp] = values[..] else { panic!("seven outputs") };
    // The force is so small that deflections (1e-5 of the length) change its lever arm by less than the tolerance.
    let close = |found: f64, expected: f64, what: &str| {
        assert!((found / expected - 1.0).abs() < 1e-4, "{what}: {found} against {expected}");
    };
    let (f, l) = (1e-3, 0.5);
    close(moment, -0.8 * f * l * 0.7, "bending moment");
    close(shear, -0.8 * f, "shear force");
    close(axial, 0.6 * f, "axial force");
    close(root, -0.8 * f * l, "moment at the clamp");
    close(clamp, 0.8 * f * l, "reaction of the clamp");
    let sigma = 6.0 * 0.8 * f * l * 0.7 / (0.02 * 0.002_f64.powi(2)) + 0.6 * f / (0.02 * 0.002);
    close(stress, sigma, "stress");
    close(strain, sigma / 2.1e11, "strain");
}

#[test]
fn forces_of_redundant_constraints_are_refused() {
    // Two equal guides: how they share the force is not determined.
    let slide = "[[slide]]\nnode = \"A\"\ndirection = \"x\"\n";
    let text = format!(
        "lissom = 1\n[model]\nname = \"twice\"\ndim = 2\n[node]\nA = [0, 0]\n{slide}{slide}[[mass]]\nnode = \"A\"\nmass = 1\n\
         [[output]]\nname = \"r\"\nquantity = \"reaction\"\nnode = \"A\"\ndirection = \"y\"\n"
    );
    let checked = lissom_model::load("model.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let refused = Mechanism::of(&checked.value.unwrap()).unwrap_err().to_string();
    assert!(refused.contains("constrained more than once"), "{refused}");
}

/// A link driven against the spring and the damper of its own joint, with gravity along −y.
fn driven_link(space: bool, joint: &str, law: &str) -> Box<dyn System> {
    let (dim, z) = if space { (3, ", 0") } else { (2, "") };
    let inertia = if space { "[0.1, 0.1, 0.1]" } else { "0.1" };
    let text = format!(
        "lissom = 1\n[model]\nname = 'link'\ndim = {dim}\ngravity = [0, -9.81{z}]\n\
         [node]\nA = [0, 0{z}]\nB = [1, 0{z}]\n\
         [[rigid_body]]\nname = 'link'\nnodes = ['A', 'B']\nmass = 2\ncentre = [0.5, 0{z}]\ninertia = {inertia}\n\
         {joint}\nname = 'j'\nbetween = ['ground', 'link']\nstiffness = 4\ndamping = 0.3\n\
         [[drive]]\nname = 'd'\n{law}\n{}{}{}{}",
        output("force", "quantity = 'drive force'\ndrive = 'd'"),
        output("power", "quantity = 'drive power'\ndrive = 'd'"),
        output("elastic", "quantity = 'elastic energy'"),
        output("total", "quantity = 'energy'"),
    );
    let checked = lissom_model::load("model.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let model = checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    if space {
        return Box::new(lissom_mech::SpatialMechanism::of(&model).unwrap());
    }
    Box::new(Mechanism::of(&model).unwrap())
}

/// What a drive exerts is what the inertia, the weight and the joint's own spring and damper need.
fn check_driven(system: &dyn System, inertia: f64, weight: impl Fn(f64) -> f64) {
    let motion = run(system, 2.0);
    let get = |name: &str| series(system, &motion, name);
    for (k, t) in motion.times.iter().enumerate() {
        let (s, c) = (3.0 * t).sin_cos();
        let (q, rate, second) = (0.5 + 0.2 * s, 0.6 * c, -1.8 * s);
        let force = inertia * second + 4.0 * q + 0.3 * rate + weight(q);
        near(get("force")[k], force, 10.0, "force");
        near(get("power")[k], force * rate, 10.0, "power");
        near(get("elastic")[k], 2.0 * q * q, 1.0, "elastic energy");
    }
    let audit = motion.audit.unwrap();
    assert!(audit.relative_error() < 1e-9, "{}", audit.relative_error());
}

#[test]
fn a_drive_works_against_the_spring_and_the_damper_of_its_joint() {
    let law = "angle = '0.5 + 0.2*sin(3*t)'\n";
    for space in [false, true] {
        let fixed = if space {
            "\n[[fix]]\nnodes = ['A']\ndirections = ['x', 'y', 'z']\n"
        } else {
            "\n[[fix]]\nnodes = ['A']\ndirections = ['x', 'y']\n"
        };
        let axis = if space { "axis = [0, 0, 1]\n" } else { "" };
        let system = driven_link(
            space,
            &format!("{fixed}[[hinge]]\nat = 'A'\n{axis}"),
            &format!("hinge = 'j'\n{law}"),
        );
        check_driven(&*system, 0.1 + 2.0 * 0.25, |q| 2.0 * 9.81 * 0.5 * q.cos());
    }
    let slide = "[[slide]]\nat = 'A'\naxis = [0, 1, 0]\n";
    let system = driven_link(true, slide, "joint = 'j'\ndisplacement = '0.5 + 0.2*sin(3*t)'\n");
    check_driven(&*system, 2.0, |_| 2.0 * 9.81);
}
