//! `x(NODE)` and its like in an expression of a component that is turned or mirrored.

use lissom_symbolic::{Expr, Expressions, Number};

use crate::components::frame::Frame;

/// Functions of a node that are the components of one vector, and whether it is an axis of rotation.
const VECTORS: &[(&[&str], bool)] = &[
    (&["x", "y", "z"], false),
    (&["vx", "vy", "vz"], false),
    (&["rx", "ry", "rz"], true),
    (&["wx", "wy", "wz"], true),
];
/// Functions of a node about z.
const ABOUT_Z: &[&str] = &["phi", "omega"];

/// The component of a motion along an axis of the component, in terms of those along the axes of the model.
pub(crate) fn of(store: &mut Expressions, function: &str, place: Expr, frame: &Frame) -> Expr {
    if !frame.is_turned() {
        return store.applied(function, &[place]);
    }
    if ABOUT_Z.contains(&function) {
        let whole = store.applied(function, &[place]);
        return if frame.is_mirrored() { store.neg(whole) } else { whole };
    }
    let found = VECTORS.iter().find_map(|(names, is_axis)| {
        let at = names.iter().position(|name| *name == function)?;
        Some((*names, at, *is_axis))
    });
    let Some((names, at, is_axis)) = found else { return store.applied(function, &[place]) };
    let sense = if is_axis { frame.sense() } else { 1.0 };
    let mut sum = store.zero();
    for (row, name) in names.iter().enumerate() {
        let share = Number::from_f64(sense * frame.turn[row][at]).expect("a matrix of rotation is finite");
        if frame.turn[row][at] != 0.0 {
            let along = store.applied(name, &[place]);
            let term = store.scale(share, along);
            sum = store.add(sum, term);
        }
    }
    sum
}
