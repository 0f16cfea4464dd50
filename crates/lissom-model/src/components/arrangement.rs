//! Arrays of a component: along a line, on a circle, on a grid.

use crate::components::frame::Frame;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::Dimension;
use crate::reading::direction::normalised;
use crate::reading::fields::{Fields, check_length};
use crate::sections::attachment::one_of;
use crate::vocabulary::description::{
    Key, Kind, Length, Quantity, Range, defaulted, number, numbers, optional, required,
};

/// The most components of one array.
const MOST: usize = 10_000;

pub(crate) const ARRAY_KEYS: &[Key] = &[
    optional(
        "line",
        Kind::Table(LINE_KEYS),
        "along a line: `leg1` at the place of the component, `leg2` one step on …",
    ),
    optional(
        "circle",
        Kind::Table(CIRCLE_KEYS),
        "on a circle: each turned about the centre against the one before",
    ),
    optional("grid", Kind::Table(GRID_KEYS), "on a grid: `leg1_1`, `leg1_2` … `leg2_1` …"),
];

const LINE_KEYS: &[Key] = &[
    required("count", Kind::Count(1, MOST), "how many"),
    required("step", numbers("m", Range::Any, Length::Dimension), "from one to the next"),
];

const CIRCLE_KEYS: &[Key] = &[
    required("count", Kind::Count(1, MOST), "how many"),
    defaulted("centre", numbers("m", Range::Any, Length::Dimension), "the origin", "centre of the circle"),
    optional("axis", numbers("*", Range::Any, Length::Exactly(3)), "axis of the circle (required in space)"),
    defaulted("angle", number("rad", Range::Any), "360 deg / count", "angle from one to the next"),
];

const LENGTH: Quantity = Quantity { unit: "m", range: Range::Any };

const GRID_KEYS: &[Key] = &[
    required(
        "count",
        numbers("-", Range::Positive, Length::Some),
        "how many along each direction of the grid",
    ),
    required("step", Kind::Rows(LENGTH), "the step along each direction, such as [[0.1, 0], [0, 0.2]]"),
];

/// Numbers of the copies, as text, and the motion that brings the component to each place.
pub(crate) fn read(fields: &Fields<'_>) -> Option<Vec<(String, Frame)>> {
    match one_of(fields, &["line", "circle", "grid"], "an array")? {
        "line" => line(&fields.fields("line").given()?),
        "circle" => circle(&fields.fields("circle").given()?),
        _ => grid(&fields.fields("grid").given()?),
    }
}

fn line(fields: &Fields<'_>) -> Option<Vec<(String, Frame)>> {
    let count = fields.count("count").given();
    let step = fields.vector("step").given();
    let (count, step) = (count?, step?);
    let copy = |at: usize| ((at + 1).to_string(), Frame::at(step.map(|component| at as f64 * component)));
    Some((0..count).map(copy).collect())
}

fn circle(fields: &Fields<'_>) -> Option<Vec<(String, Frame)>> {
    let cx = fields.cx;
    let count = fields.count("count").given();
    let centre = fields.vector("centre").or([0.0; 3]);
    let angle = fields.number("angle").optional();
    let axis = match fields.vector("axis").optional()? {
        Some(_) if cx.dimension != Dimension::Three => {
            let message = "`axis` applies to spatial models only; planar circles turn about z";
            cx.error(codes::WRONG_DIMENSION, fields.key_span("axis"), message);
            return None;
        }
        Some(vector) => normalised(cx, vector, fields.span_of("axis"), "axis")?,
        None if cx.dimension == Dimension::Three => {
            let message = "a circle in space needs its `axis`";
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
            cx.report(diagnostic.hint("such as axis = [0, 0, 1]"));
            return None;
        }
        None => [0.0, 0.0, 1.0],
    };
    let (count, centre) = (count?, centre?);
    let angle = angle?.unwrap_or(std::f64::consts::TAU / count as f64);
    let copy = |at: usize| ((at + 1).to_string(), Frame::turned(axis, at as f64 * angle).about(centre));
    Some((0..count).map(copy).collect())
}

fn grid(fields: &Fields<'_>) -> Option<Vec<(String, Frame)>> {
    let cx = fields.cx;
    let counts = fields.numbers("count").given();
    let steps = fields.rows("step").given();
    let (counts, steps) = (counts?, steps?);
    check_length(cx, fields.span_of("step"), "step", steps.len(), Length::Exactly(counts.len()))?;
    for step in &steps {
        check_length(cx, fields.span_of("step"), "step", step.len(), Length::Dimension)?;
    }
    let whole = |count: &f64| count.fract() == 0.0 && (1.0..=MOST as f64).contains(count);
    if !counts.iter().all(whole) || counts.iter().product::<f64>() > MOST as f64 {
        let message = format!("`count` must be whole numbers, at most {MOST} in all");
        cx.error(codes::NOT_WHOLE, fields.span_of("count"), message);
        return None;
    }
    let mut copies = vec![(String::new(), [0.0; 3])];
    for (count, step) in counts.iter().zip(&steps) {
        let further = |(number, place): &(String, [f64; 3])| -> Vec<(String, [f64; 3])> {
            let moved = |at: usize| {
                let mut place = *place;
                place.iter_mut().zip(step).for_each(|(along, step)| *along += at as f64 * step);
                let between = if number.is_empty() { "" } else { "_" };
                (format!("{number}{between}{}", at + 1), place)
            };
            (0..*count as usize).map(moved).collect()
        };
        copies = copies.iter().flat_map(further).collect();
    }
    Some(copies.into_iter().map(|(number, place)| (number, Frame::at(place))).collect())
}
