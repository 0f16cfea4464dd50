//! `inertia`: a number, three numbers, six numbers or a tensor, checked against what a body can have.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::reading::fields::Fields;
use crate::sections::joining::joint_axes;
use crate::text::tree::ValueKind;
use crate::vocabulary::description::{
    Key, Kind, Length, Quantity, Range, defaulted, number, numbers, optional,
};

const UNIT: &str = "kg*m^2";
const AT_LEAST_ZERO: Quantity = Quantity { unit: UNIT, range: Range::NonNegative };

/// The key of masses and bodies.
pub(crate) const INERTIA: Key = defaulted(
    "inertia",
    Kind::Either(&[
        numbers(UNIT, Range::Any, Length::Any),
        number(UNIT, Range::NonNegative),
        Kind::Rows(Quantity { unit: UNIT, range: Range::Any }),
    ]),
    "0",
    "rotary inertia about the centre of mass; in space a number for all axes, [Jxx, Jyy, Jzz], \
     [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz], or the tensor in three rows, where Jxy = −∫ x y dm; about global axes at the reference \
     configuration, or those of `inertia_axes`",
);

/// The axes the tensor is given in.
pub(crate) const INERTIA_AXES: Key = optional(
    "inertia_axes",
    Kind::Rows(Quantity { unit: "*", range: Range::Any }),
    "axes that `inertia` is given in, at the reference configuration: two vectors or three, at right angles; default: the \
     global ones (space)",
);

const ZERO: [[f64; 3]; 3] = [[0.0; 3]; 3];

/// The tensor about the centre of mass, in global axes \[kg m²\].
pub(crate) fn read(fields: &Fields<'_>) -> Option<[[f64; 3]; 3]> {
    if fields.cx.components() < 3 {
        refuse_axes(fields)?;
        let about_z = fields.number_as("inertia", AT_LEAST_ZERO).or(0.0)?;
        return Some([[0.0; 3], [0.0; 3], [0.0, 0.0, about_z]]);
    }
    let axes = match fields.has("inertia_axes") {
        true => Some(joint_axes::triad(fields, "inertia_axes")?),
        false => None,
    };
    let Some(value) = fields.value("inertia") else { return Some(ZERO) };
    let tensor = match &value.kind {
        ValueKind::List(items) if items.iter().any(|item| matches!(item.kind, ValueKind::List(_))) => {
            of_rows(fields)?
        }
        ValueKind::List(_) => of_numbers(fields)?,
        _ => {
            let same = fields.number_as("inertia", AT_LEAST_ZERO).given();
            return same.map(|j| [[j, 0.0, 0.0], [0.0, j, 0.0], [0.0, 0.0, j]]);
        }
    };
    check(fields, &tensor)?;
    // Columns of the axes turn components of the tensor into global ones.
    let tensor = axes.map_or(tensor, |axes| turned(&tensor, &transposed(&axes)));
    let frame = fields.frame();
    Some(if frame.is_turned() { turned(&tensor, &frame.turn) } else { tensor })
}

fn refuse_axes(fields: &Fields<'_>) -> Option<()> {
    if !fields.has("inertia_axes") {
        return Some(());
    }
    let message = "`inertia_axes` belongs to spatial models; a planar body turns about z";
    fields.cx.error(codes::WRONG_DIMENSION, fields.key_span("inertia_axes"), message);
    None
}

/// Three or six numbers.
fn of_numbers(fields: &Fields<'_>) -> Option<[[f64; 3]; 3]> {
    let given = fields.numbers("inertia").given()?;
    match given[..] {
        [x, y, z] => Some([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]]),
        [x, y, z, xy, xz, yz] => Some([[x, xy, xz], [xy, y, yz], [xz, yz, z]]),
        _ => {
            let message =
                format!("`inertia` in space has 1, 3 or 6 numbers, or 3 rows; found {}", given.len());
            let diagnostic = Diagnostic::error(codes::WRONG_LENGTH, fields.span_of("inertia"), message);
            fields.cx.report(diagnostic.hint("six numbers are [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz]"));
            None
        }
    }
}

fn of_rows(fields: &Fields<'_>) -> Option<[[f64; 3]; 3]> {
    let cx = fields.cx;
    let span = fields.span_of("inertia");
    let rows = fields.rows("inertia").given()?;
    if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
        cx.error(codes::WRONG_LENGTH, span, "an inertia tensor has three rows of three numbers".to_owned());
        return None;
    }
    let tensor = [0, 1, 2].map(|i: usize| [rows[i][0], rows[i][1], rows[i][2]]);
    let size = size(&tensor);
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if (tensor[i][j] - tensor[j][i]).abs() > 1e-9 * size {
            let message = format!(
                "the inertia tensor is not symmetric: entries {}{} and {}{} are {} and {}",
                i + 1,
                j + 1,
                j + 1,
                i + 1,
                tensor[i][j],
                tensor[j][i]
            );
            let diagnostic = Diagnostic::error(codes::BAD_INERTIA, span, message);
            cx.report(diagnostic.hint("or give six numbers: [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz]"));
            return None;
        }
    }
    // Rounding of the file is taken away.
    Some([0, 1, 2].map(|i| [0, 1, 2].map(|j: usize| 0.5 * (tensor[i][j] + tensor[j][i]))))
}

fn size(tensor: &[[f64; 3]; 3]) -> f64 {
    tensor.iter().flatten().fold(0.0_f64, |size, entry| size.max(entry.abs()))
}

/// A tensor of inertia has no negative principal value, and none above the sum of the others.
fn check(fields: &Fields<'_>, tensor: &[[f64; 3]; 3]) -> Option<()> {
    let (cx, span) = (fields.cx, fields.span_of("inertia"));
    let values = principal_values(tensor);
    let rounding = 1e-12 * size(tensor);
    let shown =
        values.map(|value| format!("{}", (value * 1e12 / size(tensor)).round() * 1e-12 * size(tensor)));
    if values[0] < -rounding {
        let message = format!("no body has this inertia: its principal values are {}", shown.join(", "));
        let diagnostic = Diagnostic::error(codes::BAD_INERTIA, span, message);
        let hint = "Jxy = −∫ x y dm is an entry of the tensor; check the signs and the point, which is the centre of mass";
        cx.report(diagnostic.hint(hint));
        return None;
    }
    if values[2] > values[0] + values[1] + 1e-9 * size(tensor) {
        let message = format!(
            "no body has this inertia: of its principal values {} the largest exceeds the sum of the others",
            shown.join(", ")
        );
        let hint = "each is at most the sum of the other two; kept as it is, for an inertia that idealises a rotor or a gear";
        cx.report(Diagnostic::warning(codes::BAD_INERTIA, span, message).hint(hint));
    }
    Some(())
}

/// Eigenvalues of a symmetric tensor in ascending order, by Jacobi's rotations \[GolubVanLoan2013, §8.5\].
fn principal_values(tensor: &[[f64; 3]; 3]) -> [f64; 3] {
    let mut a = *tensor;
    // Each sweep squares the off-diagonal entries; ten are more than enough for 3 × 3.
    for (p, q) in [(0, 1), (0, 2), (1, 2)].into_iter().cycle().take(30) {
        if a[p][q] == 0.0 {
            continue;
        }
        let ratio = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
        let tangent = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
        let cosine = 1.0 / tangent.hypot(1.0);
        let sine = tangent * cosine;
        let mut turn = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        (turn[p][p], turn[q][q], turn[p][q], turn[q][p]) = (cosine, cosine, -sine, sine);
        a = turned(&a, &turn);
    }
    let mut values = [a[0][0], a[1][1], a[2][2]];
    values.sort_by(f64::total_cmp);
    values
}

fn transposed(matrix: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    [0, 1, 2].map(|i: usize| [0, 1, 2].map(|j: usize| matrix[j][i]))
}

/// R J Rᵀ.
fn turned(tensor: &[[f64; 3]; 3], turn: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let entry = |i: usize, j: usize| -> f64 {
        (0..3).map(|k| (0..3).map(|l| turn[i][k] * tensor[k][l] * turn[j][l]).sum::<f64>()).sum()
    };
    // Equal entries on both sides of the diagonal to the last bit.
    [0, 1, 2].map(|i: usize| [0, 1, 2].map(|j: usize| entry(i.min(j), i.max(j))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::frame::Frame;

    #[test]
    fn principal_values_do_not_depend_on_the_axes() {
        let own = [[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.5]];
        let turn = Frame::turned([0.6, 0.0, 0.8], 0.7).after(&Frame::turned([0.0, 1.0, 0.0], -1.9)).turn;
        let values = principal_values(&turned(&own, &turn));
        for (found, expected) in values.iter().zip([2.0, 3.0, 4.5]) {
            assert!((found - expected).abs() < 1e-13, "{values:?}");
        }
    }

    #[test]
    fn equal_values_and_zeros_are_found() {
        assert_eq!(principal_values(&[[0.0; 3]; 3]), [0.0; 3]);
        let values = principal_values(&[[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]]);
        assert!(
            values[0].abs() < 1e-15 && (values[1] - 2.0).abs() < 1e-15 && (values[2] - 2.0).abs() < 1e-15
        );
    }
}
