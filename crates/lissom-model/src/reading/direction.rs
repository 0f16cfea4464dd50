//! Directions and coordinates: `"x"`, `"-y"`, `"phi"`, `"rz"`, or a vector.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{Coordinate, Dimension, Direction};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::expression;
use crate::reading::fields;
use crate::text::tree::{Value, ValueKind};
use crate::vocabulary::description::{Quantity, Range};

/// Coordinates by their written names; `phi` is the planar name of `rz`.
const COORDINATES: &[(&str, Coordinate)] = &[
    ("x", Coordinate::X),
    ("y", Coordinate::Y),
    ("z", Coordinate::Z),
    ("phi", Coordinate::Rz),
    ("rx", Coordinate::Rx),
    ("ry", Coordinate::Ry),
    ("rz", Coordinate::Rz),
];

/// All coordinates a node has.
pub(crate) fn all_coordinates(dimension: Dimension) -> &'static [Coordinate] {
    use Coordinate::{Rx, Ry, Rz, X, Y, Z};
    match dimension {
        Dimension::One => &[X],
        Dimension::Two => &[X, Y, Rz],
        Dimension::Three => &[X, Y, Z, Rx, Ry, Rz],
    }
}

/// The names of the coordinates of a node.
pub(crate) fn coordinate_names(dimension: Dimension) -> &'static [&'static str] {
    match dimension {
        Dimension::One => &["x"],
        Dimension::Two => &["x", "y", "phi"],
        Dimension::Three => &["x", "y", "z", "rx", "ry", "rz"],
    }
}

/// A coordinate by its name.
pub(crate) fn coordinate(cx: &Context<'_>, name: &Name) -> Option<Coordinate> {
    let known = COORDINATES.iter().find(|(known, _)| *known == name.text).map(|(_, coordinate)| *coordinate);
    match known {
        Some(coordinate) if all_coordinates(cx.dimension).contains(&coordinate) => Some(coordinate),
        Some(_) => {
            let message =
                format!("\"{}\" does not exist in a model with dim = {}", name.text, cx.components());
            cx.report(
                Diagnostic::error(codes::WRONG_DIMENSION, name.span, message).hint(offered(cx.dimension)),
            );
            None
        }
        None => {
            let message = format!("\"{}\" is not a direction", name.text);
            cx.report(
                Diagnostic::error(codes::BAD_DIRECTION, name.span, message).hint(offered(cx.dimension)),
            );
            None
        }
    }
}

fn offered(dimension: Dimension) -> String {
    let names: Vec<String> = coordinate_names(dimension).iter().map(|name| format!("\"{name}\"")).collect();
    format!("possible here: {}", names.join(", "))
}

/// A direction: a coordinate with an optional minus sign, or a vector, made a unit vector.
pub(crate) fn read(cx: &Context<'_>, value: &Value, key: &str) -> Option<Direction> {
    match &value.kind {
        ValueKind::Text(text) => {
            let (sign, rest) = match text.strip_prefix('-') {
                Some(rest) => (-1.0, rest),
                None => (1.0, text.strip_prefix('+').unwrap_or(text)),
            };
            let name = Name { text: rest.trim().to_owned(), span: value.span };
            coordinate(cx, &name).map(|coordinate| along(coordinate, sign))
        }
        ValueKind::List(items) => vector(cx, value.span, items, key).map(Direction::Along),
        _ => fields::wrong_type(cx, value, key, "a direction such as \"x\", \"-y\", \"phi\" or a vector"),
    }
}

/// The direction of a coordinate.
pub(crate) fn along(coordinate: Coordinate, sign: f64) -> Direction {
    let unit = |axis: usize| {
        let mut vector = [0.0; 3];
        vector[axis] = sign;
        vector
    };
    match coordinate {
        Coordinate::X => Direction::Along(unit(0)),
        Coordinate::Y => Direction::Along(unit(1)),
        Coordinate::Z => Direction::Along(unit(2)),
        Coordinate::Rx => Direction::About(unit(0)),
        Coordinate::Ry => Direction::About(unit(1)),
        Coordinate::Rz => Direction::About(unit(2)),
    }
}

fn vector(cx: &Context<'_>, span: Span, items: &[Value], key: &str) -> Option<[f64; 3]> {
    // Only the ratio of the components counts, so any unit is allowed.
    let any = Quantity { unit: "*", range: Range::Any };
    let read: Vec<Option<f64>> = items.iter().map(|item| expression::number(cx, item, any, key)).collect();
    fields::check_length(cx, span, key, items.len(), crate::vocabulary::description::Length::Dimension)?;
    let mut padded = [0.0; 3];
    for (place, component) in padded.iter_mut().zip(read) {
        *place = component?;
    }
    normalised(cx, padded, span, key)
}

/// The unit vector along `vector`; the zero vector is an error.
pub(crate) fn normalised(cx: &Context<'_>, vector: [f64; 3], span: Span, key: &str) -> Option<[f64; 3]> {
    // Dividing by the largest component first keeps the squares in range.
    let largest = vector.iter().fold(0.0_f64, |largest, component| largest.max(component.abs()));
    if largest == 0.0 {
        cx.error(codes::BAD_DIRECTION, span, format!("`{key}` is the zero vector, which has no direction"));
        return None;
    }
    let scaled = vector.map(|component| component / largest);
    let length = scaled.iter().map(|component| component * component).sum::<f64>().sqrt();
    Some(scaled.map(|component| component / length))
}
