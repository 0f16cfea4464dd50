//! Joints of spatial models: what each kind becomes, and what names its motions.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use lissom_model::model::{
    Direction, Driven, HingeId, JointId, JointKind, JointMotion, JointRef, Measured, Model, NodeId, Observed,
    Rubbing, SectionQuantity,
};
use lissom_model::{JOINTS, Overrides, Sources, Style, load, render};

fn model(text: &str) -> Model {
    let overrides = Overrides::default();
    let checked = load("model.toml", text.as_bytes(), &overrides);
    let sources = Sources::new("model.toml", text.as_bytes(), &overrides);
    let page = render(&checked.diagnostics, &sources, Style::Plain);
    assert!(page.is_empty(), "{page}");
    checked.value.unwrap()
}

const PARTS: &str = r#"
lissom = 1
[model]
name = "parts"
dim = 3
[section.rod]
EA = 1e6
EIy = 20
EIz = 20
GJ = 10
rhoA = 0.5
rhoJ = 1e-4
[node]
O = [0, 0, 0]
P = [1, 0, 0]
P2 = [1, 0, 0]
Q = [2, 0, 0]
[[beam]]
name = "in"
nodes = ["O", "P"]
section = "rod"
[[beam]]
name = "out"
nodes = ["P2", "Q"]
section = "rod"
flexible = ["bending y", "torsion"]
[[hinge]]
name = "H"
at = "O"
between = ["ground", "in"]
axis = [0, 0, 2]
[[cylindrical]]
name = "C"
at = ["P", "P2"]
between = ["in", "out"]
axis = [3, 0, 0]
stiffness = ["2 N*m/rad", "5 N/mm"]
damping = [0.1, 7]
"#;

const ON: JointMotion = JointMotion { joint: JointId(0), motion: 1 };

#[test]
fn a_joint_has_its_axes_and_one_stiffness_for_each_motion() {
    let model = model(PARTS);
    let joint = &model.structure.joints[0];
    assert_eq!(joint.kind, JointKind::Cylindrical);
    assert_eq!(joint.at, [NodeId(1), NodeId(2)]);
    assert_eq!(joint.triad, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let stiffness: Vec<f64> = joint.elastic.iter().map(|motion| motion.stiffness).collect();
    let damping: Vec<f64> = joint.elastic.iter().map(|motion| motion.damping).collect();
    assert_eq!((stiffness, damping), (vec![2.0, 5000.0], vec![0.1, 7.0]));
    assert!(!joint.shares_position());
    let flexible = model.structure.beams[1].flexible;
    assert!(flexible.bending && flexible.bending_y && !flexible.bending_z && flexible.torsion);
    assert!(!flexible.elongation);
}

/// Every kind of the registry is read, and has the motions that the registry promises.
#[test]
fn every_kind_can_be_written() {
    let keys = [
        ("spherical", "at = \"S\"\nbetween = [\"in\", \"arm\"]"),
        ("universal", "at = \"S\"\nbetween = [\"in\", \"arm\"]\naxes = [[0, 1, 0], [0, 0, 1]]"),
        ("slide", "at = [\"P\", \"P2\"]\nbetween = [\"in\", \"out\"]\naxis = [1, 0, 0]"),
        ("cylindrical", "at = \"P\"\nbetween = [\"ground\", \"in\"]\naxis = [1, 0, 0]"),
        (
            "planar",
            "at = [\"P\", \"P2\"]\nbetween = [\"in\", \"out\"]\nnormal = [0, 0, 1]\nalong = [1, 1, 0]",
        ),
        ("screw", "at = [\"P\", \"P2\"]\nbetween = [\"in\", \"out\"]\naxis = [1, 0, 0]\nlead = \"5 mm\""),
        ("weld", "at = [\"P\", \"P2\"]\nbetween = [\"in\", \"out\"]"),
        (
            "bushing",
            "at = [\"P\", \"P2\"]\nbetween = [\"in\", \"out\"]\naxes = [[0, 1, 0], [0, 0, 1]]\nstiffness = [1, 2, 3, 4, 5, 6]",
        ),
    ];
    let arm = "[[beam]]\nname = \"arm\"\nnodes = [\"S\", \"T\"]\nsection = \"rod\"\n";
    for (kind, written) in keys {
        let text = PARTS.replace("P = [1, 0, 0]", "P = [1, 0, 0]\nS = [1, 0, 0]\nT = [1, 1, 0]").replace(
            "nodes = [\"O\", \"P\"]",
            if written.contains("\"S\"") { "nodes = [\"O\", \"S\"]" } else { "nodes = [\"O\", \"P\"]" },
        );
        let text = text.split("[[cylindrical]]").next().unwrap().to_owned();
        // Parts that this kind does not join stand free.
        let text = text.replace("dim = 3", "dim = 3\nseparate_bodies = true");
        let text = format!("{text}{arm}[[{kind}]]\nname = \"J\"\n{written}\n");
        let overrides = Overrides::default();
        let checked = load("model.toml", text.as_bytes(), &overrides);
        let model = checked.value.unwrap_or_else(|| panic!("{kind}: {:?}", checked.diagnostics));
        let described = JOINTS.iter().find(|joint| joint.section.name == kind).unwrap();
        let joint = &model.structure.joints[0];
        assert_eq!(joint.kind.motions(), described.motions, "{kind}");
        assert_eq!(joint.elastic.len(), described.motions.len(), "{kind}");
        for (i, axis) in joint.triad.iter().enumerate() {
            for (j, other) in joint.triad.iter().enumerate() {
                let product: f64 = axis.iter().zip(other).map(|(a, b)| a * b).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-14, "{kind}: {:?}", joint.triad);
            }
        }
    }
}

#[test]
fn motions_are_driven_loaded_limited_rubbed_and_reported() {
    let text = format!(
        "{PARTS}{}",
        r#"
[[drive]]
joint = "C"
motion = "angle"
angle = "2*t"
[[drive]]
joint = "H"
angle = "t"
[[initial]]
joint = "C"
motion = "displacement"
rate = "3 mm/s"
[[force]]
name = "push"
joint = "C"
motion = "displacement"
[[force]]
joint = "C"
motion = "displacement"
value = "-40*displacement - 2*rate"
[[torque]]
joint = "H"
value = "-angle"
[[stop]]
joint = "C"
motion = "displacement"
above = "5 mm"
stiffness = 1e6
[[friction]]
joint = "C"
motion = "displacement"
force = 3
[[friction]]
joint = "C"
motion = "displacement"
force = 3
smooth = "1 mm/s"
[[output]]
joint = "C"
motion = "displacement"
[[output]]
quantity = "rate"
joint = "C"
motion = "displacement"
[[output]]
quantity = "joint moment"
joint = "C"
direction = "rx"
[[output]]
quantity = "joint force"
hinge = "H"
direction = "z"
[[output]]
quantity = "torsional moment"
beam = "in"
at = 0
[[output]]
quantity = "angular momentum"
direction = "rz"
[[output]]
quantity = "axis component"
node = "Q"
axis = [0, 0, 5]
direction = "x"
[[output]]
quantity = "quaternion"
node = "Q"
component = 3
"#
    );
    let model = model(&text);
    let structure = &model.structure;
    let angle = JointMotion { joint: JointId(0), motion: 0 };
    assert_eq!(structure.drives[0].what, Driven::Joint(angle));
    assert_eq!(structure.drives[1].what, Driven::Hinge(HingeId(0)));
    assert_eq!((structure.initial[0].what, structure.initial[0].value), (Driven::Joint(ON), 0.003));
    let loads: Vec<(JointMotion, bool)> =
        model.joint_loads.iter().map(|load| (load.what, load.law.is_some())).collect();
    assert_eq!(loads, vec![(ON, false), (ON, true), (ON, true), (ON, true)]);
    assert_eq!(model.torques.len(), 1);
    assert_eq!(
        structure.frictions.iter().map(|friction| friction.what).collect::<Vec<_>>(),
        vec![Rubbing::Joint(ON)]
    );
    let observed: Vec<Observed> = model
        .outputs
        .iter()
        .map(|output| match output.what {
            Measured::Observed(observed) => observed,
            _ => panic!("{}", output.name),
        })
        .collect();
    let z = [0.0, 0.0, 1.0];
    let x = [1.0, 0.0, 0.0];
    let expected = vec![
        Observed::JointCoordinate(ON),
        Observed::JointRate(ON),
        Observed::Through(JointRef::Joint(JointId(0)), Direction::About(x)),
        Observed::Through(JointRef::Hinge(HingeId(0)), Direction::Along(z)),
        Observed::Section(lissom_model::model::BeamId(0), 0.0, SectionQuantity::TorsionalMoment),
        Observed::AngularMomentumAbout(None, z),
        Observed::Axis(NodeId(3), z, x),
        Observed::Quaternion(NodeId(3), 3),
    ];
    assert_eq!(observed, expected);
}

/// The tensor may be written in six numbers, in rows, and in axes of its own.
#[test]
fn inertia_is_a_tensor() {
    let body = |inertia: &str| {
        let text = format!(
            "lissom = 1\n[model]\nname = \"body\"\ndim = 3\n[node]\nO = [0, 0, 0]\n[[rigid_body]]\nnodes = \"O\"\nmass = 1\n{inertia}\n"
        );
        model(&text).structure.rigid_bodies[0].inertia
    };
    let tensor = [[2.0, 0.1, 0.2], [0.1, 3.0, -0.3], [0.2, -0.3, 2.5]];
    assert_eq!(body("inertia = [2, 3, 2.5, 0.1, 0.2, -0.3]"), tensor);
    assert_eq!(body("inertia = [[2, 0.1, 0.2], [0.1, 3, -0.3], [0.2, -0.3, 2.5]]"), tensor);
    assert_eq!(body("inertia = 2"), [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]);
    // The first axis of the body is y, its second z, its third x.
    let turned = body("inertia = [1, 2, 2.5]\ninertia_axes = [[0, 1, 0], [0, 0, 1]]");
    assert_eq!(turned, [[2.5, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]);
}
