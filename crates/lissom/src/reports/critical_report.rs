//! Limit points and bifurcations along a stroke, in words.

use crate::reports::stroke_forces::standing_at;
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::{CriticalKind, CriticalPoint};
use lissom_mech::coordinates::Coordinates;
use lissom_model::model::{LedBy, Model};

/// The neutral direction is followed by this share of the machine's size to see how nodes move [-].
const WAY: f64 = 1e-6;

/// A limit point or a bifurcation.
#[derive(Clone, Debug)]
pub struct CriticalReport {
    /// `limit point` or `bifurcation`.
    pub kind: &'static str,
    /// Number of directions that become neutral.
    pub directions: usize,
    /// Where it lies along the path: value of the output or parameter, or arc length.
    pub along: f64,
    /// Load, or value of the parameter, there.
    pub load: f64,
    /// Way of the drive there.
    pub value: f64,
    /// Places along the path that enclose it.
    pub between: [f64; 2],
    /// Loads there.
    pub loads: [f64; 2],
    /// Numbers of unstable directions there.
    pub unstable: [usize; 2],
    /// Whether all signs on both sides are beyond their error.
    pub enclosed: bool,
    /// How nodes move along the neutral direction, the largest displacement being one: coordinate and motion.
    pub shape: Vec<(String, f64)>,
    /// In words.
    pub text: String,
}

impl CriticalReport {
    pub(crate) fn of(model: &Model, stroke: &Stroke, point: &CriticalPoint) -> Self {
        let (kind, directions) = match point.kind {
            CriticalKind::LimitPoint => ("limit point", 1),
            CriticalKind::Bifurcation(directions) => ("bifurcation", directions),
        };
        let shape = shape(model, stroke, point);
        let size = |row: &&(String, f64)| row.1.abs();
        let largest = shape.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
        let mode = largest.map_or_else(String::new, |(name, _)| format!("; mode: most at {name}"));
        let place = match stroke.led_by {
            LedBy::Parameter => format!("{} = {:.9}", stroke.drive, point.load),
            LedBy::Force => format!(
                "{} = {:.9}, displacement {:.6e} {}",
                stroke.drive, point.load, point.value, stroke.unit
            ),
            LedBy::Output => {
                format!("{} = {:.6e} {}, force {:.9}", stroke.drive, point.value, stroke.unit, point.load)
            }
        };
        let certain = if point.enclosed {
            let [a, b] = point.unstable;
            format!("enclosed: {a} unstable directions before, {b} after")
        } else {
            "an estimate: signs of the tangent beside it are within their error".to_owned()
        };
        Self {
            kind,
            directions,
            along: point.along,
            load: point.load,
            value: point.value,
            between: point.between,
            loads: point.loads,
            unstable: point.unstable,
            enclosed: point.enclosed,
            text: format!("{kind} at {place}{mode} ({certain})"),
            shape,
        }
    }
}

/// How all coordinates of nodes move along the neutral direction, by central differences; empty where it leads out of what the
/// machine can do.
fn shape(model: &Model, stroke: &Stroke, point: &CriticalPoint) -> Vec<(String, f64)> {
    let state = &point.state;
    let Some(mechanism) = state.system(&*stroke.mechanism).machinery() else { return Vec::new() };
    let longest = point.shape.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    if longest == 0.0 {
        return Vec::new();
    }
    let way = WAY * mechanism.extent().min(1.0) / longest;
    let moved = |sign: f64| -> Option<Vec<f64>> {
        let pairs = state.position.iter().zip(&point.shape);
        let position: Vec<f64> = pairs.map(|(q, d)| q + sign * way * d).collect();
        standing_at(mechanism, state, &position).ok().map(|standing| standing.displacement)
    };
    let (Some(ahead), Some(behind)) = (moved(1.0), moved(-1.0)) else { return Vec::new() };
    let coordinates = Coordinates::of(model);
    let change: Vec<f64> = ahead.iter().zip(&behind).map(|(a, b)| a - b).collect();
    let moving = |rotations: bool| {
        let each = (0..change.len()).filter(|c| coordinates.is_rotation(*c) == rotations);
        each.map(|c| change[c]).fold(0.0, |a: f64, b| if b.abs() > a.abs() { b } else { a })
    };
    let (length, angle) = (moving(false), moving(true));
    let scale = if length == 0.0 { angle } else { length };
    if scale == 0.0 || !scale.is_finite() {
        return Vec::new();
    }
    (0..change.len()).map(|c| (coordinates.name(c), change[c] / scale)).collect()
}
