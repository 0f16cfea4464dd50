//! Torque laws in hinges, linearised about rest.

use crate::assembly::law_linearity::own_name;
use crate::error::MechError;
use lissom_model::model::{HingeId, JointMotion, Law, Model, Torque};
use lissom_symbolic::{Expr, Node, Program};

/// Linearised stiffness and damping of the torque laws of a hinge: −∂τ/∂angle [N m/rad] and −∂τ/∂rate [N m
/// s/rad] at t = 0, angle = 0, rate = 0.
///
/// # Errors
/// When a law or its derivative has no finite value there.
pub(crate) fn linearised(model: &Model, hinge: HingeId) -> Result<[f64; 2], MechError> {
    let mut sum = [0.0; 2];
    for (torque, law) in laws(model).filter(|(torque, _)| torque.hinge == hinge) {
        for (slot, name) in sum.iter_mut().zip(["angle", "rate"]) {
            *slot -= at_rest(model, torque, law, Some(name))?;
        }
    }
    Ok(sum)
}

/// The same of the laws in a motion of another joint [N/m] and [N s/m], or [N m/rad] and [N m s/rad].
///
/// # Errors
/// When a law or its derivative has no finite value there.
pub(crate) fn linearised_joint(model: &Model, what: JointMotion) -> Result<[f64; 2], MechError> {
    let mut sum = [0.0; 2];
    for load in model.joint_loads.iter().filter(|load| load.what == what) {
        let Some(law) = &load.law else { continue };
        let own = own_name(model, what);
        for (slot, by) in sum.iter_mut().zip([own, "rate"]) {
            *slot -= value_at_rest(model, &load.name, law, ["t", own, "rate"], Some(by))?;
        }
    }
    Ok(sum)
}

/// Warnings about torques that do not vanish at rest: the reference configuration is then not an equilibrium.
///
/// # Errors
/// When a law has no finite value at rest.
pub fn torques_at_rest(model: &Model) -> Result<Vec<String>, MechError> {
    let mut warnings = Vec::new();
    for (torque, law) in laws(model) {
        let value = at_rest(model, torque, law, None)?;
        if value != 0.0 {
            warnings.push(format!(
                "{} is {value:.6e} N m at t = 0: the reference configuration is not an equilibrium",
                torque.name
            ));
        }
    }
    for load in &model.joint_loads {
        let Some(law) = &load.law else { continue };
        let value = value_at_rest(model, &load.name, law, ["t", own_name(model, load.what), "rate"], None)?;
        if value != 0.0 {
            warnings.push(format!(
                "{} is {value:.6e} N or N m at t = 0: the reference configuration is not an equilibrium",
                load.name
            ));
        }
    }
    for spring in &model.structure.springs {
        let Some(law) = &spring.law else { continue };
        let what = format!("spring {}", spring.name);
        let tension = value_at_rest(model, &what, law, ["t", "elongation", "rate"], None)?;
        if tension != 0.0 {
            warnings.push(format!(
                "{what} pulls with {tension:.6e} N or N m at t = 0: the reference configuration is not an equilibrium"
            ));
        }
    }
    Ok(warnings)
}

fn laws(model: &Model) -> impl Iterator<Item = (&Torque, &Law)> {
    model.torques.iter().filter_map(|torque| torque.law.as_ref().map(|law| (torque, law)))
}

/// The law, or its derivative by one of its names, at t = 0, angle = 0, rate = 0.
fn at_rest(model: &Model, torque: &Torque, law: &Law, by: Option<&str>) -> Result<f64, MechError> {
    value_at_rest(model, &torque.name, law, ["t", "angle", "rate"], by)
}

/// A law of three names, or its derivative by one of them, where all are zero.
fn value_at_rest(
    model: &Model,
    what: &str,
    law: &Law,
    names: [&str; 3],
    by: Option<&str>,
) -> Result<f64, MechError> {
    let failed = |reason: String| MechError::Law { what: what.to_owned(), law: law.text.clone(), reason };
    // Differentiation adds to the store, so a copy is used.
    let mut store = model.expressions.clone();
    let names = names.map(|name| store.symbol(name));
    let expr = match by {
        Some(name) => {
            let variable = store.symbol(name);
            store.derivative(law.expr, variable).map_err(|e| failed(e.to_string()))?
        }
        None => law.expr,
    };
    // Outputs vanish in the reference configuration.
    let parts = store.parts_of(&[law.expr]).into_iter();
    let outputs = parts.filter(|part| matches!(store.node(*part), Node::Applied(..)));
    let inputs: Vec<Expr> = names.into_iter().chain(outputs).collect();
    let program = Program::compile(&store, &[expr], &inputs).map_err(|e| failed(e.to_string()))?;
    let (mut value, zeros) = ([0.0], vec![0.0; inputs.len()]);
    program.evaluate_checked(&zeros, &mut Vec::new(), &mut value).map_err(|e| failed(e.to_string()))?;
    Ok(value[0])
}
