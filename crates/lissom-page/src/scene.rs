//! The machine in space and its motions.
//!
//! All geometry is a list of vertices: nodes first, then the points of lines or of a surface. A motion is, for each of
//! its frames, the displacement of every vertex.

use lissom_mech::vector::Vector;
use serde_json::{Value, json};

/// A machine to look at.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Whether everything lies in the x-y plane.
    pub planar: bool,
    /// Vertices in the reference configuration \[m\].
    pub vertices: Vec<Vector>,
    /// Named vertices.
    pub nodes: Vec<(String, usize)>,
    /// Vertices that are nodes of meshes of imported parts.
    pub mesh_nodes: Vec<MeshNode>,
    /// Members.
    pub lines: Vec<Line>,
    /// Skin of an imported part.
    pub surface: Option<Surface>,
    /// Supports, joints, point masses.
    pub markers: Vec<Marker>,
    /// What the reader should know about the picture.
    pub notes: Vec<String>,
    /// What the reader should know about its colours: why stress is missing.
    pub key_note: Option<String>,
    /// Motions, in the order of the sections.
    pub motions: Vec<Motion>,
}

/// A vertex that is a node of the mesh of an imported part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshNode {
    /// The part, by its place among the parts of the structure.
    pub part: usize,
    /// Number of the node in the mesh.
    pub node: i64,
    /// The vertex.
    pub vertex: usize,
}

/// A member: a run of vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Name.
    pub name: String,
    /// What it is.
    pub kind: LineKind,
    /// First vertex.
    pub first: usize,
    /// Number of vertices.
    pub count: usize,
    /// Its cross-section, where it is drawn as a solid.
    pub section: Option<Solid>,
}

/// The cross-section of a member that is drawn as a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Size along the first and the second axis across the member \[m\].
    pub sizes: [f64; 2],
    /// Whether it is round; otherwise a rectangle.
    pub is_round: bool,
    /// The first axis across the member, in the reference configuration.
    pub across: Vector,
}

/// Meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A beam that bends.
    Beam,
    /// A member or body that does not deform.
    Rigid,
    /// A bar with hinged ends.
    Truss,
    /// A spring.
    Spring,
    /// A damper.
    Damper,
}

impl LineKind {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Beam => "beam",
            Self::Rigid => "rigid",
            Self::Truss => "truss",
            Self::Spring => "spring",
            Self::Damper => "damper",
        }
    }
}

/// Triangles and the edges worth drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Name of the part.
    pub name: String,
    /// Three vertices each.
    pub triangles: Vec<[u32; 3]>,
    /// Two vertices each.
    pub edges: Vec<[u32; 2]>,
}

/// A sign at a vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// `fix`, `mass`, `force`, `drive`, or a kind of joint: `hinge`, `slide`, `spherical`, `universal` …
    pub kind: &'static str,
    /// Where.
    pub vertex: usize,
    /// What the reader calls it.
    pub name: String,
    /// Its direction, where it has one.
    pub direction: Option<Vector>,
    /// The second axis of a joint, where it has one.
    pub across: Option<Vector>,
}

/// A motion of the scene.
#[derive(Clone, Debug)]
pub struct Motion {
    /// Short name, unique on the page.
    pub id: String,
    /// Displayed name: `mode 1, 8.771 Hz`.
    pub name: String,
    /// What it runs over.
    pub kind: MotionKind,
    /// Value of what it runs over at each frame; one value for a mode or a state.
    pub values: Vec<f64>,
    /// Displacement of every vertex, frame by frame \[m\].
    pub frames: Vec<Vec<Vector>>,
    /// Numbers to colour by.
    pub fields: Vec<Field>,
}

/// What a motion runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MotionKind {
    /// Time \[s\].
    Time,
    /// One shape that swings; its size means nothing.
    Mode,
    /// Equilibria along a stroke: name and unit of the drive.
    Stroke(String, String),
    /// One deformed state.
    State,
}

/// What a motion is coloured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colouring {
    /// Displacement for the shape of a mode, else stress where it is known.
    #[default]
    Usual,
    /// How far every point is from where it was.
    Displacement,
    /// Bending stress.
    Stress,
}

/// A number at every vertex, frame by frame.
#[derive(Clone, Debug)]
pub struct Field {
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Frames × vertices; NaN where it is not known.
    pub values: Vec<Vec<f64>>,
}

impl Scene {
    /// An empty scene.
    #[must_use]
    pub fn new(planar: bool) -> Self {
        Self {
            planar,
            vertices: Vec::new(),
            nodes: Vec::new(),
            mesh_nodes: Vec::new(),
            lines: Vec::new(),
            surface: None,
            markers: Vec::new(),
            notes: Vec::new(),
            key_note: None,
            motions: Vec::new(),
        }
    }

    /// Diagonal of the box around the reference configuration \[m\].
    #[must_use]
    pub fn size(&self) -> f64 {
        let [low, high] = self.bounds();
        (0..3).map(|k| (high[k] - low[k]).powi(2)).sum::<f64>().sqrt()
    }

    /// Lowest and highest coordinates of the reference configuration \[m\].
    #[must_use]
    pub fn bounds(&self) -> [Vector; 2] {
        bounds(self.vertices.iter())
    }

    /// The frame of a motion that shows most: the widest of those that have gone far. A crank at its dead centre has
    /// gone furthest, and hides its rod.
    #[must_use]
    pub fn telling_frame(&self, motion: &Motion) -> usize {
        let gone = |frame: &[Vector]| frame.iter().flatten().map(|c| c * c).fold(0.0, f64::max).sqrt();
        let furthest = motion.frames.iter().map(|frame| gone(frame)).fold(0.0, f64::max);
        let scale = motion.scale(self.size());
        let spread = |k: &usize| {
            let moved = self.vertices.iter().zip(&motion.frames[*k]);
            let places: Vec<Vector> = moved.map(|(p, d)| [0, 1, 2].map(|i| p[i] + scale * d[i])).collect();
            let [low, high] = bounds(places.iter());
            let [x, y, z] = [0, 1, 2].map(|i| high[i] - low[i]);
            x * y + y * z + z * x
        };
        let far = (0..motion.frames.len()).filter(|k| gone(&motion.frames[*k]) >= FAR * furthest);
        far.max_by(|a, b| spread(a).total_cmp(&spread(b))).unwrap_or(0)
    }

    pub(super) fn to_json(&self) -> Value {
        let nodes = self.nodes.iter().map(|(name, vertex)| json!({ "name": name, "vertex": vertex }));
        let lines = self.lines.iter().map(|line| {
            let section = line.section.map(
                |solid| json!({ "sizes": solid.sizes, "round": solid.is_round, "across": solid.across }),
            );
            json!({
                "name": line.name,
                "kind": line.kind.name(),
                "first": line.first,
                "count": line.count,
                "section": section,
            })
        });
        let markers = self.markers.iter().map(|m| {
            json!({
                "kind": m.kind,
                "vertex": m.vertex,
                "name": m.name,
                "direction": m.direction,
                "across": m.across,
            })
        });
        let surface = self.surface.as_ref().map(|surface| {
            json!({
                "name": surface.name,
                "triangles": base64_of(surface.triangles.iter().flatten().map(|i| i.to_le_bytes())),
                "edges": base64_of(surface.edges.iter().flatten().map(|i| i.to_le_bytes())),
            })
        });
        json!({
            "planar": self.planar,
            "size": self.size(),
            "vertices": coordinates(&self.vertices),
            "nodes": nodes.collect::<Vec<_>>(),
            "lines": lines.collect::<Vec<_>>(),
            "surface": surface,
            "markers": markers.collect::<Vec<_>>(),
            "notes": self.notes,
            "key_note": self.key_note,
            "motions": self.motions.iter().map(|motion| motion.to_json(self.size())).collect::<Vec<_>>(),
        })
    }
}

/// Lowest and highest coordinates; zeros when there is no point.
pub(super) fn bounds<'v>(points: impl Iterator<Item = &'v Vector>) -> [Vector; 2] {
    points
        .fold(None, |limits: Option<[Vector; 2]>, p| {
            let [low, high] = limits.unwrap_or([*p, *p]);
            Some([[0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k]))])
        })
        .unwrap_or([[0.0; 3]; 2])
}

/// Share of the machine's size that a mode's or a state's largest displacement is shown with, when it would be smaller
/// or its size means nothing.
const SHOWN: f64 = 0.12;

/// Share of the furthest displacement that counts as far.
const FAR: f64 = 0.6;

impl Motion {
    /// Largest displacement of all frames \[m\].
    #[must_use]
    pub fn largest(&self) -> f64 {
        let lengths = self.frames.iter().flatten().map(|d| d.iter().map(|c| c * c).sum::<f64>().sqrt());
        lengths.fold(0.0, f64::max)
    }

    /// The numbers to colour by; `None`: displacement.
    #[must_use]
    pub fn field(&self, colouring: Colouring) -> Option<&Field> {
        match colouring {
            Colouring::Displacement => None,
            Colouring::Usual if self.kind == MotionKind::Mode => None,
            Colouring::Usual | Colouring::Stress => self.fields.first(),
        }
    }

    /// Factor with which displacements are shown at first: true to scale where that can be seen.
    #[must_use]
    pub fn scale(&self, size: f64) -> f64 {
        let largest = self.largest();
        let wanted = SHOWN * size;
        match self.kind {
            _ if largest == 0.0 => 1.0,
            MotionKind::Mode => wanted / largest,
            _ if largest >= 0.02 * size => 1.0,
            // A round number is easier to communicate.
            _ => 10f64.powf((wanted / largest).log10().floor()),
        }
    }

    fn to_json(&self, size: f64) -> Value {
        let (kind, name, unit) = match &self.kind {
            MotionKind::Time => ("time", "time", "s"),
            MotionKind::Mode => ("mode", "", ""),
            MotionKind::Stroke(name, unit) => ("stroke", name.as_str(), unit.as_str()),
            MotionKind::State => ("state", "", ""),
        };
        let fields = self.fields.iter().map(|field| {
            let numbers = field.values.iter().flatten();
            json!({
                "name": field.name,
                "unit": field.unit,
                "values": base64_of(numbers.map(|v| (*v as f32).to_le_bytes())),
            })
        });
        json!({
            "id": self.id,
            "name": self.name,
            "kind": kind,
            "over": { "name": name, "unit": unit },
            "values": self.values,
            "frames": self.frames.iter().map(|frame| coordinates(frame)).collect::<Vec<_>>(),
            "scale": self.scale(size),
            "fields": fields.collect::<Vec<_>>(),
        })
    }
}

/// Coordinates as 32-bit numbers: seven digits of the place of a point are more than a picture shows.
fn coordinates(points: &[Vector]) -> String {
    base64_of(points.iter().flatten().map(|c| (*c as f32).to_le_bytes()))
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Little-endian words of four bytes as base64.
fn base64_of(words: impl Iterator<Item = [u8; 4]>) -> String {
    let bytes: Vec<u8> = words.flatten().collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0_u32, |sum, (i, b)| sum | u32::from(*b) << (16 - 8 * i));
        for i in 0..4 {
            match i <= chunk.len() {
                true => text.push(char::from(ALPHABET[(word >> (18 - 6 * i) & 63) as usize])),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_base64() {
        // "Manysuresman" and a tail, against any other encoder.
        assert_eq!(base64_of([*b"Many"].into_iter()), "TWFueQ==");
        assert_eq!(base64_of([*b"Many", *b"sure"].into_iter()), "TWFueXN1cmU=");
        assert_eq!(base64_of([*b"Many", *b"sure", *b"sman"].into_iter()), "TWFueXN1cmVzbWFu");
    }

    #[test]
    fn a_crank_is_not_shown_at_its_dead_centre() {
        let mut scene = Scene::new(true);
        scene.vertices = vec![[0.0; 3], [1.0, 0.0, 0.0]];
        let turned = |degrees: f64| {
            let (s, c) = degrees.to_radians().sin_cos();
            vec![[0.0; 3], [c - 1.0, s, 0.0]]
        };
        let angles = [0.0, 45.0, 90.0, 135.0, 180.0];
        let motion = Motion {
            id: "t".to_owned(),
            name: "t".to_owned(),
            kind: MotionKind::Time,
            values: angles.to_vec(),
            frames: angles.map(turned).to_vec(),
            fields: Vec::new(),
        };
        assert_eq!(angles[scene.telling_frame(&motion)], 135.0);
    }

    #[test]
    fn a_mode_is_scaled_to_be_seen_and_a_stroke_is_true() {
        let motion = |kind, d: f64| Motion {
            id: "m".to_owned(),
            name: "m".to_owned(),
            kind,
            values: vec![0.0],
            frames: vec![vec![[d, 0.0, 0.0]]],
            fields: Vec::new(),
        };
        assert!((motion(MotionKind::Mode, 3.0).scale(1.0) - 0.04).abs() < 1e-15);
        assert_eq!(motion(MotionKind::Time, 0.3).scale(1.0), 1.0);
        assert_eq!(motion(MotionKind::State, 1e-5).scale(1.0), 1e4);
        assert_eq!(motion(MotionKind::State, 0.0).scale(1.0), 1.0);
    }
}
