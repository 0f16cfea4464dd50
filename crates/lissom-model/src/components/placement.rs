//! Where `[[use]]` puts a component: mirrored, then turned, then moved.

use crate::components::frame::Frame;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::Dimension;
use crate::reading::direction::normalised;
use crate::reading::fields::Fields;
use crate::reading::vector::{cross, difference, dot, length};
use crate::sections::attachment::clash;

/// The placement in the using file.
pub(crate) fn read(fields: &Fields<'_>) -> Option<Frame> {
    let at = fields.vector("at").or([0.0; 3]);
    let turned = turned(fields);
    let mirrored = mirrored(fields);
    Some(Frame::at(at?).after(&turned?.after(&mirrored?)))
}

fn mirrored(fields: &Fields<'_>) -> Option<Frame> {
    match fields.word("mirror").optional()? {
        None => Some(Frame::IDENTITY),
        Some("x") => Some(Frame::mirrored(0)),
        Some("y") => Some(Frame::mirrored(1)),
        Some(_) if fields.cx.dimension == Dimension::Three => Some(Frame::mirrored(2)),
        Some(_) => {
            let message = "a planar component is mirrored in \"x\" or \"y\"";
            fields.cx.error(codes::WRONG_DIMENSION, fields.span_of("mirror"), message);
            None
        }
    }
}

fn turned(fields: &Fields<'_>) -> Option<Frame> {
    let is_spatial = fields.cx.dimension == Dimension::Three;
    if !is_spatial {
        for key in fields.given(&["axis", "y_axis"]) {
            let message = format!("`{key}` applies to spatial models only; planar ones turn about z");
            fields.cx.error(codes::WRONG_DIMENSION, fields.key_span(key), message);
        }
        if !fields.given(&["axis", "y_axis"]).is_empty() {
            return None;
        }
    }
    if fields.has("x_axis") {
        let others = fields.given(&["angle", "axis"]);
        others.iter().for_each(|other| clash(fields, "x_axis", other));
        let frame = by_axes(fields, is_spatial);
        return frame.filter(|_| others.is_empty());
    }
    if fields.has("y_axis") {
        return lacks(fields, "`y_axis` needs `x_axis`");
    }
    let angle = fields.number("angle").or(0.0);
    let axis = match fields.vector("axis").optional()? {
        Some(vector) => normalised(fields.cx, vector, fields.span_of("axis"), "axis")?,
        None if is_spatial && fields.has("angle") => {
            return lacks(fields, "an `angle` in space needs its `axis`");
        }
        None => [0.0, 0.0, 1.0],
    };
    Some(Frame::turned(axis, angle?))
}

fn by_axes(fields: &Fields<'_>, is_spatial: bool) -> Option<Frame> {
    let cx = fields.cx;
    let x = fields.vector("x_axis").given();
    let y = fields.vector("y_axis").optional();
    let x = normalised(cx, x?, fields.span_of("x_axis"), "x_axis")?;
    let across = match y? {
        None if is_spatial => return lacks(fields, "`x_axis` in space needs `y_axis`"),
        None => [-x[1], x[0], 0.0],
        Some(y) => normalised(cx, y, fields.span_of("y_axis"), "y_axis")?,
    };
    let y = difference(across, x.map(|component| dot(across, x) * component));
    if length(y) < 1e-9 {
        let message = "`y_axis` is parallel to `x_axis`, so they do not define a plane";
        cx.error(codes::PARALLEL_AXIS, fields.span_of("y_axis"), message);
        return None;
    }
    let y = y.map(|component| component / length(y));
    Some(Frame::with_axes([x, y, cross(x, y)]))
}

fn lacks<T>(fields: &Fields<'_>, message: &str) -> Option<T> {
    fields
        .cx
        .report(Diagnostic::error(codes::MISSING_KEY, fields.span(), message).hint(
            "such as axis = [0, 0, 1], angle = \"90 deg\", or x_axis = [0, 1, 0], y_axis = [-1, 0, 0]",
        ));
    None
}
