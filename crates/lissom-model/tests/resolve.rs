//! What a right file becomes: numbers in SI units, names bound, defaults filled in.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use lissom_model::model::{
    Attachment, BeamTheory, Coordinate, Dimension, Direction, Driven, Keep, Law, Line, Measured, ModalSource,
    Model, NodeId, Residual, Side, StateAxis, StateKind,
};
use lissom_model::{Overrides, Sources, Style, load, render};
use lissom_symbolic::Program;

fn model_with(text: &str, overrides: &[(&str, &str)]) -> Model {
    let overrides = Overrides::from_iter(overrides.iter().copied());
    let checked = load("model.toml", text.as_bytes(), &overrides);
    let sources = Sources::new("model.toml", text.as_bytes(), &overrides);
    let page = render(&checked.diagnostics, &sources, Style::Plain);
    assert!(page.is_empty(), "{page}");
    checked.value.unwrap()
}

fn example(name: &str) -> Model {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).join("model.toml");
    model_with(&std::fs::read_to_string(path).unwrap(), &[])
}

/// The value of a law for values of its variables.
fn value(model: &mut Model, law: &Law, inputs: &[(&str, f64)]) -> f64 {
    let names: Vec<_> = inputs.iter().map(|(name, _)| model.expressions.symbol(name)).collect();
    let program = Program::compile(&model.expressions, &[law.expr], &names).unwrap();
    let values: Vec<f64> = inputs.iter().map(|(_, value)| *value).collect();
    let mut result = [0.0];
    program.evaluate_checked(&values, &mut Vec::new(), &mut result).unwrap();
    result[0]
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-13 * expected.abs(), "{found} is not {expected}");
}

const PLANAR: &str = r#"
lissom = 1
[model]
name = "planar"
gravity = [0, "-9.81 m/s^2"]
[params]                # in an order in which they cannot be computed
half = "span/2"
span = "2*lever"
lever = "60 cm"
ne = "2 + 3"
[material.steel]
E = "210 GPa"
nu = 0.3
density = "7.85 g/cm^3"
[section.bar]
rectangle = { width = "30 mm", height = "10 mm" }
[node]
A = [0, 0]
B = ["half", "-1 mm"]
[[beam]]
nodes = ["A", "B"]
section = "bar"
material = "steel"
elements = "ne"
theory = "timoshenko"
[[fix]]
nodes = "A"
[[fix]]
nodes = ["B"]
directions = ["phi", "x", "x"]
[[mass]]
node = "B"
mass = "250 g"
inertia = 0.5
[[spring]]
nodes = ["A", "B"]
stiffness = "2 N/mm"
[[spring]]
nodes = ["B", "ground"]
stiffness = 3
[[spring]]
nodes = ["ground", "B"]
direction = [3, 4]
stiffness = 3
[[damper]]
nodes = ["B", "ground"]
direction = "phi"
damping = "4 N*m*s/rad"
"#;

#[test]
fn numbers_are_si_and_parameters_need_no_order() {
    let model = model_with(PLANAR, &[]);
    assert_eq!(model.dimension, Dimension::Two);
    assert_eq!(model.gravity, [0.0, -9.81, 0.0]);
    let parameter = |name: &str| model.parameters.iter().find(|one| one.name == name).unwrap().value;
    close(parameter("half"), 0.6);
    close(model.structure.nodes[1].position[0], 0.6);
    close(model.structure.nodes[1].position[1], -1e-3);
    assert_eq!(model.structure.beams[0].elements, 5);
    close(model.structure.masses[0].mass, 0.25);
    assert_eq!(model.structure.masses[0].inertia, [[0.0; 3], [0.0; 3], [0.0, 0.0, 0.5]]);
}

#[test]
fn a_planar_timoshenko_beam_gets_its_section() {
    let model = model_with(PLANAR, &[]);
    let beam = &model.structure.beams[0];
    let (e, rho, b, h) = (210e9, 7850.0, 0.03, 0.01_f64);
    close(beam.stiffness.axial, e * b * h);
    close(beam.stiffness.bending_z, e * b * h.powi(3) / 12.0);
    close(beam.stiffness.shear_y.unwrap(), 5.0 / 6.0 * e / 2.6 * b * h);
    assert_eq!(beam.stiffness.shear_z, None);
    close(beam.inertia.mass, rho * b * h);
    close(beam.inertia.rotary_z, rho * b * h.powi(3) / 12.0);
    assert_eq!((beam.inertia.rotary_y, beam.inertia.polar), (0.0, 0.0));
    assert_eq!(beam.name, "beam 1");
    let fibre = beam.outer_fibre.unwrap();
    close(fibre.about_z, 6.0 / (b * h * h));
    close(fibre.about_y.unwrap(), 6.0 / (h * b * b));
}

#[test]
fn supports_springs_and_dampers_get_their_defaults() {
    let structure = model_with(PLANAR, &[]).structure;
    assert_eq!(structure.fixes[0].coordinates, [Coordinate::X, Coordinate::Y, Coordinate::Rz]);
    assert_eq!(structure.fixes[1].coordinates, [Coordinate::X, Coordinate::Rz]);
    close(structure.springs[0].stiffness, 2000.0);
    assert_eq!(structure.springs[0].line, Line::Axial);
    assert_eq!(structure.springs[1].line, Line::Isotropic);
    assert_eq!(structure.springs[1].sides, [Side::Part(Attachment::Node(NodeId(1))), Side::Ground]);
    let Line::Directed(Direction::Along(along)) = structure.springs[2].line else {
        panic!("a direction was given")
    };
    close(along[0], 0.6);
    close(along[1], 0.8);
    assert_eq!(structure.dampers[0].line, Line::Directed(Direction::About([0.0, 0.0, 1.0])));
}

#[test]
fn overrides_replace_parameters_and_paths() {
    let model = model_with(PLANAR, &[("lever", "1 m"), ("ne", "7")]);
    close(model.structure.nodes[1].position[0], 1.0);
    assert_eq!(model.structure.beams[0].elements, 7);
    let named = PLANAR.replace("[[beam]]", "[[beam]]\nname = \"bar\"");
    let overrides = [
        ("beam.bar.elements", "9"),
        ("node.B", "[3, 4]"),
        ("analysis.modes.count", "5"),
        ("model.name", "new"),
    ];
    let model = model_with(&named, &overrides);
    assert_eq!(model.structure.beams[0].elements, 9);
    assert_eq!(model.structure.nodes[1].position, [3.0, 4.0, 0.0]);
    assert_eq!(model.analyses.modes.unwrap().count, Some(5));
    assert_eq!(model.name, "new");
}

const SPATIAL: &str = r#"
lissom = 1
[model]
name = "spatial"
dim = 3
[material.steel]
E = 2.1e11
G = 8e10
density = 7850
[section.tube]
tube = { diameter = 0.05, thickness = 0.005 }
[section.blank]
EA = 1e6
EIy = 2
EIz = 3
GJ = 4
GAy = 5
GAz = 6
rhoA = 7
rhoIy = 8
rhoIz = 9
rhoJ = 10
[node]
A = [0, 0, 0]
B = [0, 0, 2]
C = [1, 0, 2]
[[beam]]
name = "post"
nodes = ["A", "B"]
section = "tube"
material = "steel"
theory = "timoshenko"
[[beam]]
name = "arm"
nodes = ["B", "C"]
section = "blank"
theory = "timoshenko"
y_axis = [0, 3, 4]
[[beam]]
name = "link"
nodes = ["A", "C"]
section = "tube"
material = "steel"
flexible = ["elongation"]
[[mass]]
node = "C"
mass = 1
inertia = [1, 2, 3]
[[mass]]
node = "B"
inertia = 4
[[hinge]]
at = "B"
between = ["post", "arm"]
axis = [0, 0, -5]
stiffness = "3 N*m/rad"
[[drive]]
node = "A"
direction = "rx"
displacement = "10 deg * t/(1 s)"
"#;

#[test]
fn spatial_sections_are_complete() {
    let mut model = model_with(SPATIAL, &[]);
    let [post, arm, link] = &model.structure.beams[..] else { panic!("three beams") };
    let pi = std::f64::consts::PI;
    let (outer, inner) = (0.05_f64, 0.04_f64);
    let (area, second) =
        (pi / 4.0 * (outer.powi(2) - inner.powi(2)), pi / 64.0 * (outer.powi(4) - inner.powi(4)));
    close(post.stiffness.torsion, 8e10 * 2.0 * second);
    close(post.inertia.polar, 7850.0 * 2.0 * second);
    close(post.inertia.rotary_y, 7850.0 * second);
    // Cowper's coefficient of a round tube, with the Poisson's ratio that E and G imply.
    let (nu, m2) = (2.1e11 / 1.6e11 - 1.0, (inner / outer).powi(2));
    let wall = (1.0 + m2) * (1.0 + m2);
    let kappa = 6.0 * (1.0 + nu) * wall / ((7.0 + 6.0 * nu) * wall + (20.0 + 12.0 * nu) * m2);
    close(post.stiffness.shear_z.unwrap(), kappa * 8e10 * area);
    let (s, i) = (&arm.stiffness, &arm.inertia);
    assert_eq!((s.axial, s.bending_y, s.bending_z, s.torsion), (1e6, 2.0, 3.0, 4.0));
    assert_eq!((s.shear_y, s.shear_z), (Some(5.0), Some(6.0)));
    assert_eq!((i.mass, i.rotary_y, i.rotary_z, i.polar), (7.0, 8.0, 9.0, 10.0));
    assert_eq!(arm.y_axis, Some([0.0, 0.6, 0.8]));
    assert_eq!(link.theory, BeamTheory::BernoulliEuler);
    assert_eq!(link.inertia.rotary_z, 0.0);
    assert_eq!(model.structure.masses[0].inertia, [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]);
    assert_eq!(model.structure.masses[1].inertia, [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]);
    assert_eq!(model.structure.hinges[0].axis, [0.0, 0.0, -1.0]);
    let drive = model.structure.drives[0].clone();
    assert_eq!(drive.what, Driven::Node(NodeId(0), Direction::About([1.0, 0.0, 0.0])));
    close(value(&mut model, &drive.law, &[("t", 2.0)]), 20.0 * pi / 180.0);
}

#[test]
fn the_guidance_example_is_the_papers() {
    let mut model = example("guidance");
    let beam = &model.structure.beams[0];
    close(beam.stiffness.bending_z, 2.1e11 * 2.5e-12);
    close(beam.inertia.mass, 7600.0 * 30e-6);
    close(beam.outer_fibre.unwrap().about_z, 1e-3 / (2.0 * 2.5e-12));
    assert_eq!(beam.outer_fibre.unwrap().about_y, None);
    assert!(beam.flexible.bending && !beam.flexible.elongation && !beam.flexible.torsion);
    assert!(!model.structure.beams[2].flexible.bending);
    let law = model.forces[0].law.clone().unwrap();
    close(value(&mut model, &law, &[("t", 0.05)]), 100.0);
    assert_eq!(value(&mut model, &law, &[("t", 0.15)]), 0.0);
    let svd = &model.reductions[1];
    assert_eq!((svd.name.as_str(), svd.method.name()), ("svd5", "svd-modal"));
    assert_eq!(svd.method.keep(), Some(Keep::Count(5)));
    let states = model.analyses.states.as_ref().unwrap();
    assert_eq!(states.drive, "x_stage");
}

#[test]
fn torques_see_signals_angle_and_rate() {
    let mut model = example("manipulator");
    let law = model.torques[0].law.clone().unwrap();
    let quarter = std::f64::consts::FRAC_PI_4;
    // At t = 1 the path is complete: phi = pi/4.
    close(value(&mut model, &law, &[("t", 1.0), ("angle", 0.1)]), 5e3 * (2.0 * quarter - 0.1));
    close(value(&mut model, &law, &[("t", 0.0), ("angle", 0.1)]), 5e3 * -0.1);
}

#[test]
fn other_examples_become_what_they_say() {
    let cart = example("cart");
    let body = &cart.modal_bodies[0];
    assert_eq!((body.retain, &body.residual), (1, &Residual::FromRemainingModes));
    let ModalSource::Table { frequencies_hz, shapes, rigid_mass, .. } = &body.source else {
        panic!("a table")
    };
    assert_eq!((frequencies_hz.len(), &shapes[1][..], *rigid_mass), (8, &[-2.76, -6.35][..], Some(0.104)));
    assert!(cart.analyses.modes.as_ref().unwrap().sweep[0].logarithmic);
    assert!(matches!(cart.outputs[0].what, Measured::Expression(_)));

    let motor = example("dc_motor_bond").bond_graph.unwrap();
    let kinds: Vec<&str> = motor.elements.iter().map(|element| element.kind.as_str()).collect();
    assert_eq!(kinds, ["Se", "1", "I", "R", "GY", "1", "I", "R"]);
    assert_eq!(motor.bonds, [(0, 1), (1, 2), (1, 3), (1, 4), (4, 5), (5, 6), (5, 7)]);
    assert!(motor.elements[0].value.is_none() && motor.elements[2].value.is_some());

    let free = example("free_beam");
    assert_eq!(
        free.states[2].kind,
        StateKind::Rotation(1.0, StateAxis { direction: [0.0, 0.0, 1.0], point: None })
    );
    assert_eq!(free.states[0].forces, [("push".to_owned(), 1.0)]);

    let stage = example("stage_fe");
    assert_eq!(stage.fe_parts[0].modal_damping, Some(0.01));
    let export = stage.export.unwrap();
    assert!(export.fmu.is_some() && export.state_space.is_some() && export.nastran.is_some());
    assert_eq!(stage.check.unwrap().effective_mass.unwrap().0.len(), 3);

    let mut surrogate = example("surrogate1");
    let system = surrogate.system.take().unwrap();
    assert_eq!(system.coordinates, ["q1", "q2", "q4", "q5"]);
    assert_eq!((system.masses.len(), system.springs.len(), system.dampers.len()), (3, 3, 1));
    // Parameters stay letters in a symbolic system.
    assert_eq!(surrogate.expressions.symbols(system.springs[0].coefficient.expr), ["k1"]);
    assert_eq!(system.continua[0].ends[1].len(), 2);
}
