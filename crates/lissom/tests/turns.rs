//! Inputs that take turns, as answers of `simulate`: exact steps up to every break, and Krylov bases of intervals with
//! vectors carried on.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::{Text, open};
use lissom::{Overrides, Quiet, Session, Simulation, Style, relative_error};

/// A free portal frame: pushed at one foot until T, then, after a pause, lifted at the other.
fn model(more: &str, reductions: &str) -> String {
    format!(
        "lissom = 1\n[model]\nname = 'portal'\ndim = 3\n[section.s]\nEA = 1e4\nEIy = 1\nEIz = 1\nGJ = 1\nrhoA = 0.1\nrhoJ = 0.01\n\
         rhoIy = 0\nrhoIz = 0\n\
         [node]\nA = [0, 0, 0]\nB = [0, 1, 0]\nC = [2, 1, 0]\nD = [2, 0, 0]\n\
         [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 4\ny_axis = [1, 0, 0]\n\
         [[beam]]\nnodes = ['B', 'C']\nsection = 's'\nelements = 8\ny_axis = [0, 1, 0]\n\
         [[beam]]\nnodes = ['C', 'D']\nsection = 's'\nelements = 4\ny_axis = [1, 0, 0]\n\
         [[damper]]\nnodes = ['A', 'ground']\ndamping = 0.02\ndirection = 'x'\n\
         [[force]]\nname = 'push'\nnode = 'D'\ndirection = 'x'\nvalue = 'if(t < 1.7, t/1.7, 0)'\n\
         [[force]]\nname = 'lift'\nnode = 'A'\ndirection = 'y'\nvalue = 'if(t > 3.1, (t - 3.1)/2, 0)'\n\
         [[output]]\nname = 'foot'\nnode = 'D'\ndirection = 'x'\n[[output]]\nname = 'corner'\nnode = 'B'\ndirection = 'y'\n\
         [analysis.simulate]\nend = 6\npoints = 101\nmotion = 'linear'\n{more}\n{reductions}"
    )
}

const BREAKS: &str = "breaks = [1.7, 3.1]";

fn krylov(name: &str, more: &str) -> String {
    format!("[reduce.{name}]\nmethod = 'krylov'\ninputs = ['push', 'lift']\norder = 4\n{more}\n")
}

fn run(session: &Session, model: &str) -> (Simulation, Vec<String>) {
    let settings = session.simulate_settings().unwrap();
    let answer = session.simulate(model, &settings, &Quiet).unwrap_or_else(|failure| panic!("{failure}"));
    (answer.value, answer.warnings)
}

#[test]
fn more_vectors_carried_lose_less() {
    let carries = [0, 1, 4, 8];
    let reductions: String =
        carries.iter().map(|c| krylov(&format!("carry{c}"), &format!("carry = {c}"))).collect();
    let session = open(&model(BREAKS, &reductions));
    let (full, warnings) = run(&session, "full");
    assert!(warnings.iter().all(|warning| !warning.contains("halving")), "{warnings:?}");
    assert!(full.trajectory.audit.unwrap().relative_error() < 1e-11);
    let mut errors = Vec::new();
    for carry in carries {
        let (reduced, warnings) = run(&session, &format!("carry{carry}"));
        assert_eq!(reduced.trajectory.times, full.trajectory.times);
        assert_eq!(reduced.trajectory.energies.len(), 101);
        assert!(reduced.trajectory.audit.unwrap().relative_error() < 1e-11, "each interval balances");
        assert!(warnings[0].contains("in each of 3 intervals"), "{warnings:?}");
        errors.push(relative_error(&reduced, &full).unwrap());
    }
    assert!(errors[0] > 3.0 * errors[2] && errors[1] >= errors[2] && errors[2] >= errors[3], "{errors:?}");
    assert!(errors[3] < 0.01, "{errors:?}");
}

/// The rigid motion does not hang on the basis: the centre of mass follows the forces exactly.
#[test]
fn rigid_motion_is_handed_on_exactly() {
    let session = open(&model(BREAKS, &krylov("none", "carry = 0")).replace("damping = 0.02", "damping = 0"));
    let (full, _) = run(&session, "full");
    let (reduced, _) = run(&session, "none");
    let kinetic = |run: &Simulation, i: usize| run.trajectory.energies[i].kinetic;
    // While nothing acts and no vector is carried, only the rigid motion is left, and it is constant.
    let pause: Vec<f64> = (30..50).map(|i| kinetic(&reduced, i)).collect();
    assert!(pause.iter().all(|e| (e / pause[0] - 1.0).abs() < 1e-12), "{pause:?}");
    assert!(pause[0] > 0.0 && pause[0] <= (30..50).map(|i| kinetic(&full, i)).fold(0.0, f64::max));
}

#[test]
fn what_is_missing_is_said() {
    let text =
        model(BREAKS, &krylov("k", "carry = 2").replace("order = 4", "tolerance = 1e-3\nband = [0.01, 1]"));
    let session = Session::open(Text(text), "test.toml", Overrides::default()).unwrap();
    let diagnostics = session.render_diagnostics(Style::Plain);
    assert!(diagnostics.contains("`carry` needs the key `order`"), "{diagnostics}");
}
