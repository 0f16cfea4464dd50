//! Axes of joints in the reference configuration, and whether the parts of a joint meet there.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{JointKind, NodeId};
use crate::reading::context::Context;
use crate::reading::direction::normalised;
use crate::reading::fields::Fields;
use crate::reading::vector::{cross, difference, dot, length};
use crate::sections::nodes::Nodes;

/// Axes are at right angles, and points meet, to this share.
const ROUNDING: f64 = 1e-9;

const X: [f64; 3] = [1.0, 0.0, 0.0];
const Y: [f64; 3] = [0.0, 1.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// The triad of a joint: right-handed unit vectors, the first is its axis.
pub(crate) fn read(fields: &Fields<'_>, section: &str) -> Option<[[f64; 3]; 3]> {
    check_mirrored(fields, section)?;
    let triad = match section {
        "weld" => [X, Y, Z],
        "universal" => two_axes(fields)?,
        "bushing" if !fields.has("axes") => [X, Y, Z],
        "bushing" => triad(fields, "axes")?,
        "planar" => with_direction(fields)?,
        "spherical" if !fields.has("axis") => default_triad(Z),
        _ => default_triad(unit(fields, "axis")?),
    };
    let frame = fields.frame();
    // An axis of rotation changes its sense where the component is mirrored; a direction of motion does not.
    let turn = |axis| if section == "slide" { frame.vector(axis) } else { frame.axis(axis) };
    let [first, second, _] = triad.map(turn);
    Some([first, second, cross(first, second)])
}

/// In a mirror image a rotation keeps its sense only if its axis is reversed, and a displacement along it only if not.
fn check_mirrored(fields: &Fields<'_>, section: &str) -> Option<()> {
    let has_one_sense = matches!(section, "spherical" | "universal" | "slide");
    if has_one_sense || !fields.frame().is_mirrored() {
        return Some(());
    }
    let message =
        format!("the component is mirrored, and a [[{section}]] has no mirror image of the same motions");
    let diagnostic = Diagnostic::error(codes::TURNED, fields.span(), message);
    fields.cx.report(diagnostic.hint("describe the mirrored part by a component of its own"));
    None
}

fn unit(fields: &Fields<'_>, key: &str) -> Option<[f64; 3]> {
    let vector = fields.vector(key).given()?;
    unit_vector(fields.cx, vector, fields.span_of(key), key)
}

/// The unit vector along an axis of a joint.
fn unit_vector(cx: &Context<'_>, vector: [f64; 3], span: Span, key: &str) -> Option<[f64; 3]> {
    if vector != [0.0; 3] {
        return normalised(cx, vector, span, key);
    }
    let message = format!("`{key}` is the zero vector: a joint axis needs a direction");
    cx.report(Diagnostic::error(codes::BAD_DIRECTION, span, message).hint("such as [0, 0, 1]"));
    None
}

/// The second axis is Z × a, or Y where the axis is parallel to Z, as for beams.
pub(crate) fn default_triad(axis: [f64; 3]) -> [[f64; 3]; 3] {
    let across = cross(Z, axis);
    let size = length(across);
    let second = if size <= ROUNDING { Y } else { across.map(|c| c / size) };
    // Y is across an axis that is parallel to Z up to rounding only.
    let third = cross(axis, second);
    let third = third.map(|c| c / length(third));
    [axis, cross(third, axis), third]
}

/// `axes` of a universal joint.
fn two_axes(fields: &Fields<'_>) -> Option<[[f64; 3]; 3]> {
    let (cx, span) = (fields.cx, fields.span_of("axes"));
    let [first, second] = <[[f64; 3]; 2]>::try_from(rows(fields, "axes", &[2])?).ok()?;
    let across = cross(first, second);
    if length(across) < ROUNDING.sqrt() {
        let message =
            "the two axes of the universal joint are parallel, so that it turns about one axis only";
        let diagnostic = Diagnostic::error(codes::JOINT_AXES, span, message);
        cx.report(
            diagnostic.hint(
                "they are at right angles, such as [[1, 0, 0], [0, 1, 0]]; for one axis use a [[hinge]]",
            ),
        );
        return None;
    }
    if dot(first, second).abs() > ROUNDING {
        let nearest = rejected(second, first);
        let message = format!(
            "the two axes of the universal joint are at {:.4}°, not at right angles",
            dot(first, second).clamp(-1.0, 1.0).acos().to_degrees()
        );
        let diagnostic = Diagnostic::error(codes::JOINT_AXES, span, message);
        cx.report(diagnostic.hint(format!("the nearest second axis is {}", written(nearest))));
        return None;
    }
    // Rounding of the file is taken away.
    let second = rejected(second, first);
    Some([first, second, cross(first, second)])
}

/// `normal` and `along` of a planar joint.
fn with_direction(fields: &Fields<'_>) -> Option<[[f64; 3]; 3]> {
    let normal = unit(fields, "normal");
    if !fields.has("along") {
        return Some(default_triad(normal?));
    }
    let along = unit(fields, "along");
    let (normal, along) = (normal?, along?);
    if dot(normal, along).abs() > ROUNDING {
        let message = "`along` is not in the plane: it is not at right angles to `normal`";
        let diagnostic = Diagnostic::error(codes::JOINT_AXES, fields.span_of("along"), message);
        let hint = if length(cross(normal, along)) < ROUNDING {
            "it is parallel to the normal: choose a vector across it".to_owned()
        } else {
            format!("the nearest direction in the plane is {}", written(rejected(along, normal)))
        };
        fields.cx.report(diagnostic.hint(hint));
        return None;
    }
    let along = rejected(along, normal);
    Some([normal, along, cross(normal, along)])
}

/// Two or three axes at right angles, right-handed.
pub(crate) fn triad(fields: &Fields<'_>, key: &str) -> Option<[[f64; 3]; 3]> {
    let (cx, span) = (fields.cx, fields.span_of(key));
    let axes = rows(fields, key, &[2, 3])?;
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if j >= axes.len() || dot(axes[i], axes[j]).abs() <= ROUNDING {
            continue;
        }
        let angle = dot(axes[i], axes[j]).clamp(-1.0, 1.0).acos().to_degrees();
        let message =
            format!("axes {} and {} of `{key}` are at {angle:.4}°, not at right angles", i + 1, j + 1);
        cx.report(
            Diagnostic::error(codes::JOINT_AXES, span, message).hint("give two axes; the third follows"),
        );
        return None;
    }
    let second = rejected(axes[1], axes[0]);
    let third = cross(axes[0], second);
    if axes.get(2).is_some_and(|given| dot(*given, third) < 0.0) {
        let message = format!("the three axes of `{key}` are left-handed");
        let diagnostic = Diagnostic::error(codes::JOINT_AXES, span, message);
        cx.report(diagnostic.hint(format!("the third is {}; or give two axes only", written(third))));
        return None;
    }
    Some([axes[0], second, third])
}

/// Unit vectors along the rows of a list.
fn rows(fields: &Fields<'_>, key: &str, counts: &[usize]) -> Option<Vec<[f64; 3]>> {
    let (cx, span) = (fields.cx, fields.span_of(key));
    let rows = fields.rows(key).given()?;
    let counted: Vec<String> = counts.iter().map(usize::to_string).collect();
    if !counts.contains(&rows.len()) || rows.iter().any(|row| row.len() != 3) {
        let message = format!("`{key}` must be {} vectors of three components", counted.join(" or "));
        cx.report(
            Diagnostic::error(codes::WRONG_LENGTH, span, message).hint("such as [[1, 0, 0], [0, 1, 0]]"),
        );
        return None;
    }
    let units = rows.iter().map(|row| unit_vector(cx, [row[0], row[1], row[2]], span, key));
    units.collect()
}

/// The unit vector across `axis` that is nearest to `vector`.
fn rejected(vector: [f64; 3], axis: [f64; 3]) -> [f64; 3] {
    let along = dot(vector, axis);
    let across = [0, 1, 2].map(|k: usize| vector[k] - along * axis[k]);
    across.map(|c| c / length(across))
}

fn written(vector: [f64; 3]) -> String {
    let [x, y, z] = vector.map(|c| (c * 1e6).round() / 1e6 + 0.0);
    format!("[{x}, {y}, {z}]")
}

/// Three digits of a length.
fn rounded(value: f64) -> f64 {
    let unit = 10f64.powf(value.log10().floor() - 2.0);
    let digits = (value / unit).round() * unit;
    // Powers of ten are not exact: print what was meant.
    format!("{digits:.12e}").parse().unwrap_or(value)
}

/// The points of both sides meet where the joint lets nothing move.
pub(crate) fn check_meeting(
    fields: &Fields<'_>,
    kind: JointKind,
    at: [NodeId; 2],
    axis: [f64; 3],
    nodes: &Nodes,
) -> Option<()> {
    let [first, second] = at.map(|node| nodes.item(node.0));
    let (p, q) = (first.value?, second.value?);
    let apart = difference(q, p);
    let along = dot(apart, axis);
    let (gap, place) = match kind {
        JointKind::Spherical | JointKind::Universal => return Some(()),
        JointKind::Slide | JointKind::PinInSlot | JointKind::Cylindrical | JointKind::Screw { .. } => {
            ([0, 1, 2].map(|k: usize| apart[k] - along * axis[k]), "the axis through")
        }
        JointKind::Planar => (axis.map(|c| c * along), "the plane through"),
        JointKind::Weld | JointKind::Bushing => (apart, "node"),
    };
    let size = length(p).max(length(q));
    if length(gap) <= ROUNDING * size {
        return Some(());
    }
    let [p_name, q_name] = [&first.name.text, &second.name.text];
    let message = format!(
        "the parts do not meet: node \"{q_name}\" is {} m away from {place} \"{p_name}\"",
        rounded(length(gap))
    );
    let nearest = difference(q, gap);
    let diagnostic = Diagnostic::error(codes::PARTS_APART, fields.span_of("at"), message);
    fields.cx.report(
        diagnostic
            .related(second.name.span, "the node is here")
            .hint(format!("the nearest place for \"{q_name}\" is {}", written(nearest))),
    );
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_triads_are_right_handed() {
        for axis in [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [0.6, 0.0, 0.8], [1.0, 0.0, 0.0], [1e-12, 0.0, 1.0]] {
            let [a, b, c] = default_triad(axis);
            assert!(dot(a, b).abs() < 1e-15 && dot(b, c).abs() < 1e-15 && dot(a, c).abs() < 1e-15);
            assert!((dot(cross(a, b), c) - 1.0).abs() < 1e-12, "{axis:?}");
        }
    }
}
