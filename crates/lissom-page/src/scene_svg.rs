//! The machine as a drawing, without a browser.

use super::display_numbers::short;
use super::scene::{Colouring, Field, LineKind, Motion, MotionKind, Scene, Surface};
use super::svg::{document, map_colour, text};
use lissom_mech::vector::{Vector, add_scaled, dot};
use std::fmt::Write;

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 460.0;
const MARGIN: f64 = 40.0;
/// Room for the caption above, and for names at the right.
const ABOVE: f64 = 84.0;
const BESIDE: f64 = 90.0;
/// Colour of members without a motion.
const PLAIN: &str = "#31688e";

/// Directions of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct View {
    right: Vector,
    up: Vector,
    towards: Vector,
}

impl View {
    /// x to the right, y upwards.
    const PLAN: Self = Self { right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0], towards: [0.0, 0.0, 1.0] };

    /// From the right, the front and above, z upwards.
    fn oblique() -> Self {
        let (turn, tilt) = (0.6_f64, 0.45_f64);
        let (st, ct, sp, cp) = (turn.sin(), turn.cos(), tilt.sin(), tilt.cos());
        Self { right: [ct, st, 0.0], up: [-st * sp, ct * sp, cp], towards: [st * cp, -ct * cp, sp] }
    }

    fn place(self, p: Vector) -> [f64; 2] {
        [dot(self.right, p), dot(self.up, p)]
    }
}

/// What is drawn of a vertex: where it is, and the number it is coloured by.
struct Vertex {
    at: [f64; 2],
    depth: f64,
    value: f64,
}

/// The scene at one frame of a motion, above the undeformed shape; without a motion the reference configuration.
///
#[must_use]
pub(crate) fn scene_svg(scene: &Scene, motion: Option<(&Motion, usize)>, colouring: Colouring) -> String {
    let view = if scene.planar { View::PLAN } else { View::oblique() };
    let scale = motion.map_or(0.0, |(motion, _)| motion.scale(scene.size()));
    let field = motion.and_then(|(motion, _)| motion.field(colouring));
    let vertices = vertices(scene, motion, field, scale, view);
    let rest: Vec<[f64; 2]> = scene.vertices.iter().map(|p| view.place(*p)).collect();
    let paint = Paint::of(&vertices, motion.is_some());
    let page = Sheet::around(rest.iter().copied().chain(vertices.iter().map(|v| v.at)));
    let mut body = String::new();
    if let Some(surface) = &scene.surface {
        body += &draw_surface(surface, &vertices, &page, &paint);
    }
    for line in &scene.lines {
        let range = line.first..line.first + line.count;
        if motion.is_some() {
            body += &polyline(&rest[range.clone()], &page, "#bbbbbb", 1.2);
        }
        body += &member(line.kind, &vertices[range], &page, &paint);
    }
    if scene.surface.is_none() {
        body += &nodes(scene, &vertices, &page);
    }
    body += &caption(motion, field, paint.largest.unwrap_or(0.0), scale);
    document(WIDTH, HEIGHT, &body)
}

fn vertices(
    scene: &Scene,
    motion: Option<(&Motion, usize)>,
    field: Option<&Field>,
    scale: f64,
    view: View,
) -> Vec<Vertex> {
    let frame = motion.map(|(motion, frame)| (&motion.frames[frame], field, frame));
    let vertex = |(i, p): (usize, &Vector)| {
        let moved = frame.map_or([0.0; 3], |(frame, ..)| frame[i]);
        let place = add_scaled(*p, scale, moved);
        let value = match frame {
            Some((_, Some(field), k)) => field.values[k][i],
            _ => dot(moved, moved).sqrt(),
        };
        Vertex { at: view.place(place), depth: dot(view.towards, place), value }
    };
    scene.vertices.iter().enumerate().map(vertex).collect()
}

/// Colours by value; without a motion there is nothing to colour by.
struct Paint {
    largest: Option<f64>,
}

impl Paint {
    fn of(vertices: &[Vertex], is_moving: bool) -> Self {
        let known = vertices.iter().map(|v| v.value).filter(|v| v.is_finite());
        Self { largest: is_moving.then(|| known.fold(0.0, f64::max)) }
    }

    /// The colour of a value, or a plain one; grey where the value is not known.
    fn colour(&self, value: f64, plain: &str) -> String {
        match self.largest {
            None => plain.to_owned(),
            Some(_) if !value.is_finite() => "#999999".to_owned(),
            Some(largest) => map_colour(if largest > 0.0 { value / largest } else { 0.0 }),
        }
    }
}

/// From the plane of the view to the sheet.
struct Sheet {
    middle: [f64; 2],
    factor: f64,
}

impl Sheet {
    fn around(points: impl Iterator<Item = [f64; 2]>) -> Self {
        let start = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        let [l, b, r, t] =
            points.fold(start, |[l, b, r, t], [x, y]| [l.min(x), b.min(y), r.max(x), t.max(y)]);
        let (w, h) = ((r - l).max(1e-300), (t - b).max(1e-300));
        let factor = ((WIDTH - MARGIN - BESIDE) / w).min((HEIGHT - MARGIN - ABOVE) / h);
        Self { middle: [(l + r) / 2.0, (b + t) / 2.0], factor }
    }

    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            (WIDTH + MARGIN - BESIDE) / 2.0 + self.factor * (x - self.middle[0]),
            (HEIGHT + ABOVE - MARGIN) / 2.0 - self.factor * (y - self.middle[1]),
        ]
    }
}

fn polyline(points: &[[f64; 2]], page: &Sheet, colour: &str, thickness: f64) -> String {
    let mut path = String::new();
    for (k, point) in points.iter().enumerate() {
        let [x, y] = page.place(*point);
        let _ = write!(path, "{}{x:.1} {y:.1}", if k == 0 { "M" } else { "L" });
    }
    format!("<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{thickness}\" fill=\"none\"/>\n")
}

/// A member: beams in pieces coloured by their value, springs thin, rigid members thick and grey.
fn member(kind: LineKind, points: &[Vertex], page: &Sheet, paint: &Paint) -> String {
    let places: Vec<[f64; 2]> = points.iter().map(|v| v.at).collect();
    match kind {
        LineKind::Spring => polyline(&places, page, "#009e73", 1.6),
        LineKind::Damper => polyline(&places, page, "#cc79a7", 1.6),
        LineKind::Rigid => polyline(&places, page, "#555555", 5.0),
        LineKind::Beam | LineKind::Truss if paint.largest.is_none() => polyline(&places, page, PLAIN, 3.6),
        LineKind::Beam | LineKind::Truss => {
            let piece = |pair: &[Vertex]| {
                let colour = paint.colour((pair[0].value + pair[1].value) / 2.0, PLAIN);
                polyline(&[pair[0].at, pair[1].at], page, &colour, 3.6)
            };
            points.windows(2).map(piece).collect()
        }
    }
}

/// Triangles and folds from the back to the front: what is behind is painted over.
fn draw_surface(surface: &Surface, vertices: &[Vertex], page: &Sheet, paint: &Paint) -> String {
    let depth = |corners: &[u32]| {
        corners.iter().map(|v| vertices[*v as usize].depth).sum::<f64>() / corners.len() as f64
    };
    let faces = surface.triangles.iter().map(|t| (depth(t), draw_triangle(t, vertices, page, paint)));
    let folds = surface.edges.iter().map(|edge| {
        let ends = edge.map(|v| vertices[v as usize].at);
        (depth(edge), polyline(&ends, page, "#333333", 0.6))
    });
    let mut all: Vec<(f64, String)> = faces.chain(folds).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().map(|(_, text)| text).collect()
}

/// A triangle; nothing where it looks away, because something is in front of it.
fn draw_triangle(triangle: &[u32; 3], vertices: &[Vertex], page: &Sheet, paint: &Paint) -> String {
    let [a, b, c] = triangle.map(|v| page.place(vertices[v as usize].at));
    if (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0 {
        return String::new();
    }
    let value = triangle.iter().map(|v| vertices[*v as usize].value).sum::<f64>() / 3.0;
    let colour = paint.colour(value, "#9fb8cc");
    format!(
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"0.4\"/>\n",
        a[0], a[1], b[0], b[1], c[0], c[1]
    )
}

fn nodes(scene: &Scene, vertices: &[Vertex], page: &Sheet) -> String {
    let mut body = String::new();
    let supported = |vertex: usize| scene.markers.iter().any(|m| m.kind == "fix" && m.vertex == vertex);
    for (name, vertex) in &scene.nodes {
        let [x, y] = page.place(vertices[*vertex].at);
        if supported(*vertex) {
            let _ = writeln!(
                body,
                "<path d=\"M{:.1} {:.1}h12v8h-12z\" fill=\"#888888\" stroke=\"#333333\"/>",
                x - 6.0,
                y
            );
        } else {
            let _ = writeln!(
                body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" fill=\"#ffffff\" stroke=\"#333333\"/>"
            );
        }
        body += &text(x + 7.0, y - 7.0, "start", name);
    }
    body
}

/// What is seen, and the colours with their numbers.
fn caption(motion: Option<(&Motion, usize)>, field: Option<&Field>, largest: f64, scale: f64) -> String {
    let Some((motion, frame)) = motion else { return String::new() };
    let place = match &motion.kind {
        MotionKind::Time => format!(", t = {} s", short(motion.values[frame])),
        MotionKind::Stroke(name, unit) => format!(", {name} = {} {unit}", short(motion.values[frame])),
        MotionKind::Mode | MotionKind::State => String::new(),
    };
    let scaled = if motion.kind == MotionKind::Mode || scale == 1.0 {
        String::new()
    } else {
        format!(", displacements × {}", short(scale))
    };
    let mut body = text(16.0, 24.0, "start", &format!("{}{place}{scaled}", motion.name));
    let (name, unit) = match field {
        Some(field) => (field.name.as_str(), field.unit.as_str()),
        None if motion.kind == MotionKind::Mode => ("displacement", "share of the largest"),
        None => ("displacement", "m"),
    };
    let top = if motion.kind == MotionKind::Mode && field.is_none() { 1.0 } else { largest };
    for k in 0..40 {
        let x = WIDTH - 16.0 - 160.0 + 4.0 * f64::from(k);
        let colour = map_colour((f64::from(k) + 0.5) / 40.0);
        let _ = writeln!(body, "<rect x=\"{x:.1}\" y=\"14\" width=\"4.2\" height=\"10\" fill=\"{colour}\"/>");
    }
    body += &text(WIDTH - 176.0, 40.0, "start", "0");
    body += &text(WIDTH - 16.0, 40.0, "end", &short(top));
    body + &text(WIDTH - 16.0, 56.0, "end", &format!("{name} [{unit}]"))
}
