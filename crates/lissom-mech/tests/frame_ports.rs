//! Inputs, outputs and interfaces of frames against closed forms.
#![allow(clippy::unwrap_used)]

use lissom_linalg::{Cholesky, Dense, Threads, dot};
use lissom_mech::{LinearSystem, MechError, Structure};
use lissom_model::Overrides;
use lissom_model::model::Model;

fn model(text: &str) -> Model {
    let checked = lissom_model::load("m.toml", text.as_bytes(), &Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

fn structure(text: &str) -> Result<Structure, MechError> {
    let model = model(text);
    Structure::of_model(&model, &LinearSystem::of(&model)?)
}

/// The displacement under unit values of an input.
fn under(structure: &Structure, input: usize) -> Vec<f64> {
    let factor = Cholesky::factor(&structure.stiffness, &Threads::one()).unwrap();
    let mut x = Dense::from_column_major(structure.size(), 1, structure.inputs[input].values.clone());
    factor.solve_in_place(&mut x);
    x.column(0).to_vec()
}

fn output(structure: &Structure, name: &str, x: &[f64]) -> f64 {
    dot(&structure.outputs.iter().find(|o| o.name == name).unwrap().values, x)
}

const CANTILEVER: &str = "lissom = 1\n[model]\nname = 'c'\n[section.s]\nEA = 1e6\nEI = 2.0\nrhoA = 1\n\
    [node]\nA = [0, 0]\nB = [1.5, 0]\n[[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = 3\n\
    [[fix]]\nnodes = ['A']\n\
    [[force]]\nname = 'F'\nnode = 'B'\ndirection = 'y'\nvalue = '3*sin(t)'\n\
    [[force]]\nname = 'T'\nnode = 'B'\ndirection = 'phi'\n\
    [[output]]\nname = 'tip'\nnode = 'B'\ndirection = 'y'\n\
    [[output]]\nname = 'mixed'\nexpression = '2*y(B) - 0.5*phi(B) + x(B)^2 + sin(x(B))'\n\
    [[output]]\nname = 'sag'\ndeflection = 'b'\nat = 0.4\n";

#[test]
fn a_cantilever_bends_as_the_textbook_says() {
    let s = structure(CANTILEVER).unwrap();
    assert_eq!(
        s.inputs.iter().map(|i| (&i.name[..], &i.unit[..])).collect::<Vec<_>>(),
        [("F", "N"), ("T", "N m")]
    );
    let (l, ei) = (1.5_f64, 2.0);
    let x = under(&s, 0);
    // Elements between nodes are exact under end loads.
    let close =
        |found: f64, exact: f64| assert!((found - exact).abs() < 1e-11 * exact.abs(), "{found} {exact}");
    close(output(&s, "tip", &x), l.powi(3) / (3.0 * ei));
    // x(B)² vanishes at first order, sin x(B) is x(B), which a transverse force does not move.
    close(output(&s, "mixed", &x), 2.0 * l.powi(3) / (3.0 * ei) - 0.5 * l * l / (2.0 * ei));
    // v(s) = s²(3l − s)/6EI against the chord s v(l)/l, at s = 0.4 l inside the second element.
    let at = 0.4 * l;
    close(output(&s, "sag", &x), at * at * (3.0 * l - at) / (6.0 * ei) - 0.4 * l.powi(3) / (3.0 * ei));
    let x = under(&s, 1);
    close(output(&s, "tip", &x), l * l / (2.0 * ei));
    close(output(&s, "sag", &x), at * at / (2.0 * ei) - 0.4 * l * l / (2.0 * ei));
}

#[test]
fn nodes_are_interfaces_unless_they_are_held() {
    let s = structure(CANTILEVER).unwrap();
    assert!(s.interface("A").is_none());
    let tip = s.interface("B").unwrap();
    assert_eq!(tip.motions.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["B.x", "B.y", "B.phi"]);
    assert!(tip.motions.iter().all(|motion| motion.row().is_some_and(|row| s.rows[row].name == motion.name)));
}

/// A torque in a hinge turns both sides against each other.
#[test]
fn a_torque_in_a_hinge_is_a_pair_of_moments() {
    let text = "lissom = 1\n[model]\nname = 'h'\n[section.s]\nEA = 1e6\nEI = 2.0\nrhoA = 1\n[node]\nA = [0, 0]\n\
        B = [1, 0]\nC = [2, 0]\n[[beam]]\nname = 'a'\nnodes = ['A', 'B']\nsection = 's'\n[[beam]]\nname = 'c'\n\
        nodes = ['B', 'C']\nsection = 's'\n[[hinge]]\nname = 'h'\nat = 'B'\nbetween = ['a', 'c']\n\
        [[fix]]\nnodes = ['A', 'C']\n[[torque]]\nname = 'T'\nhinge = 'h'\n\
        [[output]]\nname = 'mid'\nnode = 'B'\ndirection = 'y'\n";
    let s = structure(text).unwrap();
    // Two cantilevers of length 1, each with a unit moment opening the hinge: v = M l²/2EI, downwards in the middle
    // when the right one turns left.
    let x = under(&s, 0);
    assert!((output(&s, "mid", &x) + 1.0 / (2.0 * 2.0)).abs() < 1e-12, "{}", output(&s, "mid", &x));
}

/// A force on a node that a rigid beam carries acts through its lever.
#[test]
fn forces_on_dependent_nodes_act_through_rigid_beams() {
    let text = "lissom = 1\n[model]\nname = 'l'\n[section.s]\nEA = 1e6\nEI = 2.0\nrhoA = 1\n[node]\nA = [0, 0]\n\
        B = [1, 0]\nC = [1, 0.5]\n[[beam]]\nname = 'a'\nnodes = ['A', 'B']\nsection = 's'\n[[beam]]\nname = 'r'\n\
        nodes = ['B', 'C']\nsection = 's'\nflexible = []\n[[fix]]\nnodes = ['A']\n\
        [[force]]\nname = 'F'\nnode = 'C'\ndirection = 'x'\n[[output]]\nname = 'phi'\nnode = 'B'\ndirection = 'phi'\n";
    let s = structure(text).unwrap();
    // The moment −0.5 N m turns the tip by −0.5 l/EI.
    assert!((output(&s, "phi", &under(&s, 0)) + 0.5 / 2.0).abs() < 1e-12);
}

#[test]
fn what_a_frame_does_not_have_is_named() {
    let spatial = "lissom = 1\n[model]\nname = 'c'\ndim = 3\n[section.s]\nEA = 1e6\nEIy = 2.0\nEIz = 2.0\nGJ = 1.0\nrhoA = 1\nrhoJ = 1\n\
        [node]\nA = [0, 0, 0]\nB = [1, 0, 0]\n[[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\n[[fix]]\nnodes = ['A']\n\
        [[output]]\nname = 'o'\ndeflection = 'b'\n";
    let error = structure(spatial).unwrap_err();
    assert!(matches!(error, MechError::PlanarOnly { .. }), "{error}");
    let kink = CANTILEVER.replace("2*y(B) - 0.5*phi(B) + x(B)^2 + sin(x(B))", "sqrt(y(B))");
    let error = structure(&kink).unwrap_err().to_string();
    assert!(error.contains("output mixed") && error.contains("at rest"), "{error}");
}
