//! Spatial mechanisms of model files: a planar machine written in space, and joints of all kinds.

use lissom_mech::{Mechanism, SpatialMechanism, State, System};
use lissom_model::{Overrides, load};

fn model(text: &str) -> lissom_model::model::Model {
    let checked = load("machine.toml", text.as_bytes(), &Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

/// Two flexible links with hinges.
fn double_pendulum(is_spatial: bool) -> String {
    let place = |x: f64, y: f64| if is_spatial { format!("[{x}, {y}, 0]") } else { format!("[{x}, {y}]") };
    let (dim, gravity) = if is_spatial { (3, "[0, 0, 0]") } else { (2, "[0, 0]") };
    let axis = if is_spatial { "axis = [0, 0, 1]\n" } else { "" };
    let y_axis = if is_spatial { "y_axis = [0, 1, 0]\n" } else { "" };
    format!(
        "lissom = 1\n[model]\nname = \"pendulum\"\ndim = {dim}\ngravity = {gravity}\n\
         [material.steel]\nE = 2.1e9\nnu = 0.3\ndensity = 7800\n\
         [section.strip]\nrectangle = {{ width = 0.02, height = 0.01 }}\n\
         [node]\nA = {}\nB = {}\nC = {}\n\
         [[beam]]\nname = \"first\"\nnodes = [\"A\", \"B\"]\nsection = \"strip\"\nmaterial = \"steel\"\nelements = 2\n\
         flexible = [\"bending\"]\n{y_axis}\
         [[beam]]\nname = \"second\"\nnodes = [\"B\", \"C\"]\nsection = \"strip\"\nmaterial = \"steel\"\nelements = 2\n\
         flexible = [\"bending\", \"elongation\"]\n{y_axis}\
         [[hinge]]\nname = \"h1\"\nat = \"A\"\nbetween = [\"ground\", \"first\"]\n{axis}\
         [[hinge]]\nname = \"h2\"\nat = \"B\"\nbetween = [\"first\", \"second\"]\nstiffness = 3.0\ndamping = 0.2\n{axis}\
         [[mass]]\nnode = \"C\"\nmass = 0.5\n\
         [[output]]\nname = \"x\"\nnode = \"C\"\ndirection = \"x\"\n\
         [[output]]\nname = \"y\"\nnode = \"C\"\ndirection = \"y\"\n",
        place(0.0, 0.0),
        place(0.5, 0.1),
        place(0.9, -0.2)
    )
}

/// The name of a planar coordinate in space, and its sign there.
fn in_space(name: &str) -> (String, f64) {
    if name.contains("bending") {
        (name.replace("bending", "bending about z"), -1.0)
    } else {
        (name.to_owned(), 1.0)
    }
}

#[test]
fn a_planar_machine_in_space_moves_as_in_the_plane() {
    let plane = Mechanism::of(&model(&double_pendulum(false))).unwrap();
    let space = SpatialMechanism::of(&model(&double_pendulum(true))).unwrap();
    let names = |system: &dyn System| -> Vec<String> {
        system.coordinates().iter().map(|c| c.name.clone()).collect()
    };
    let (ours, theirs) = (names(&space), names(&plane));
    let n = theirs.len();
    let q: Vec<f64> = (0..n)
        .map(|k| if plane.coordinates()[k].unit == "rad" { 0.9 } else { 0.004 * (k as f64 - 2.0) })
        .collect();
    let q_dot: Vec<f64> = (0..n).map(|k| 0.3 - 0.1 * k as f64).collect();
    let (mut position, mut velocity) = (vec![0.0; ours.len()], vec![0.0; ours.len()]);
    let mut places = Vec::new();
    for (k, name) in theirs.iter().enumerate() {
        let (other, sign) = in_space(name);
        let at = ours
            .iter()
            .position(|own| *own == other)
            .unwrap_or_else(|| panic!("{other} is not among {ours:?}"));
        position[at] = sign * q[k];
        velocity[at] = sign * q_dot[k];
        places.push((at, sign));
    }
    let (mut found, mut expected) = (vec![0.0; ours.len()], vec![0.0; n]);
    let at = State { time: 0.0, position: &position, velocity: &velocity };
    space.acceleration(&at, &[], &mut space.workspace(), &mut found).unwrap();
    let flat = State { time: 0.0, position: &q, velocity: &q_dot };
    plane.acceleration(&flat, &[], &mut plane.workspace(), &mut expected).unwrap();
    let scale = expected.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for (k, (place, sign)) in places.iter().enumerate() {
        let own = sign * found[*place];
        assert!((own - expected[k]).abs() < 1e-10 * scale, "{}: {own} against {}", theirs[k], expected[k]);
    }
    let (mut a, mut b) = ([0.0; 2], [0.0; 2]);
    space.output(&at, &mut space.workspace(), &mut a).unwrap();
    plane.output(&flat, &mut plane.workspace(), &mut b).unwrap();
    assert!((a[0] - b[0]).abs() < 1e-12 && (a[1] - b[1]).abs() < 1e-12, "{a:?} against {b:?}");
}
