//! glTF 2.0 as one binary file (`.glb`): lines and triangles over shared points, one morph target for every mode and state and
//! for the frames of motions, and an animation for each of them.
//!
//! Displacements of modes are enlarged to be seen; the factor stands in the `extras` of the mesh.

use super::{NEEDS, scene};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::origin::Origin;
use lissom::{Progress, Session};
use lissom_page::{Motion, MotionKind, Scene};
use serde_json::{Value, json};

/// Frames of a motion that become morph targets, at most.
const MOST_FRAMES: usize = 40;

/// Key frames of a swinging mode, and its period on the screen \[s\].
const KEYS: usize = 24;
const PERIOD: f64 = 2.0;

/// Numbers of the format: types of components, targets of buffers, kinds of primitives.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;
const LINES: u32 = 1;
const TRIANGLES: u32 = 4;

/// `gltf`.
pub(crate) struct Glb;

impl Exporter for Glb {
    fn name(&self) -> &'static str {
        "gltf"
    }

    fn extension(&self) -> &'static str {
        "glb"
    }

    fn sentence(&self) -> &'static str {
        "the machine with modes and motions as animated morph targets, one binary glTF file for viewers of pictures in space"
    }

    fn needs(&self) -> &'static str {
        NEEDS
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        let scene = scene(self.name(), session, &["modes", "states", "simulate"], progress)?;
        let origin = Origin::of(session, request)?;
        Ok(vec![ExportedFile::new(".glb", document(&scene, &origin)?)])
    }
}

/// The numbers of a file, and the tables that say what they are.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Vectors with their bounds, which the format demands.
    fn vectors(&mut self, values: &[[f32; 3]]) -> usize {
        let bytes: Vec<u8> = values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(VERTICES));
        let bound = |start: f32, choose: fn(f32, f32) -> f32| {
            [0, 1, 2].map(|k| values.iter().map(|v| v[k]).fold(start, choose))
        };
        let (low, high) = (bound(f32::INFINITY, f32::min), bound(f32::NEG_INFINITY, f32::max));
        self.accessor(json!({
            "bufferView": view, "componentType": FLOAT, "count": values.len(), "type": "VEC3", "min": low, "max": high,
        }))
    }

    fn indices(&mut self, values: &[u32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(INDICES));
        self.accessor(json!({
            "bufferView": view, "componentType": UNSIGNED_INT, "count": values.len(), "type": "SCALAR",
        }))
    }

    fn scalars(&mut self, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes, None);
        let low = values.iter().copied().fold(f32::INFINITY, f32::min);
        let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.accessor(json!({
            "bufferView": view, "componentType": FLOAT, "count": values.len(), "type": "SCALAR", "min": [low], "max": [high],
        }))
    }
}

/// A motion with the morph targets of its frames.
struct Targets<'m> {
    motion: &'m Motion,
    /// Frames that are kept.
    frames: Vec<usize>,
    /// Number of the first target.
    first: usize,
    scale: f64,
}

fn targets(scene: &Scene) -> Vec<Targets<'_>> {
    let mut all: Vec<Targets<'_>> = Vec::new();
    let mut first = 0;
    for motion in &scene.motions {
        let count = motion.frames.len();
        let kept = count.min(MOST_FRAMES);
        let frames: Vec<usize> = (0..kept).map(|k| k * (count - 1) / (kept - 1).max(1)).collect();
        let scale = motion.scale(scene.size());
        all.push(Targets { motion, first, scale, frames });
        first += kept;
    }
    all
}

fn document(scene: &Scene, origin: &Origin) -> Result<Vec<u8>, ExportError> {
    let mut buffer = Buffer::default();
    let single = |vector: &[f64; 3], scale: f64| vector.map(|x| (scale * x) as f32);
    let points: Vec<[f32; 3]> = scene.vertices.iter().map(|vertex| single(vertex, 1.0)).collect();
    let position = buffer.vectors(&points);
    let all = targets(scene);
    let (mut morphs, mut names) = (Vec::new(), Vec::new());
    for one in &all {
        for frame in &one.frames {
            let moved: Vec<[f32; 3]> =
                one.motion.frames[*frame].iter().map(|d| single(d, one.scale)).collect();
            morphs.push(json!({ "POSITION": buffer.vectors(&moved) }));
            names.push(match one.frames.len() {
                1 => one.motion.name.clone(),
                _ => format!("{} at {}", one.motion.name, one.motion.values[*frame]),
            });
        }
    }
    let primitives = primitives(scene, position, &morphs, &mut buffer);
    let scales: Vec<Value> =
        all.iter().map(|one| json!({ "motion": one.motion.name, "enlarged": one.scale })).collect();
    let mut mesh = json!({ "name": origin.name, "primitives": primitives, "extras": { "targetNames": names, "scales": scales } });
    if !morphs.is_empty() {
        mesh["weights"] = json!(vec![0.0; morphs.len()]);
    }
    let animations: Vec<Value> = all.iter().map(|one| animation(one, morphs.len(), &mut buffer)).collect();
    let mut whole = json!({
        "asset": { "version": "2.0", "generator": format!("lissom {}", origin.version), "extras": origin.to_json() },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": origin.name }],
        "meshes": [mesh],
        "materials": [{ "name": "machine", "doubleSided": true, "pbrMetallicRoughness": { "baseColorFactor": [0.3, 0.45, 0.65, 1.0], "metallicFactor": 0.1, "roughnessFactor": 0.7 } }],
        "buffers": [{ "byteLength": buffer.bytes.len() }],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    });
    if !animations.is_empty() {
        whole["animations"] = json!(animations);
    }
    binary(&whole.to_string(), &buffer.bytes)
}

/// Lines and triangles over the shared points, all with the same morph targets.
fn primitives(scene: &Scene, position: usize, morphs: &[Value], buffer: &mut Buffer) -> Vec<Value> {
    let mut primitives = Vec::new();
    let segments: Vec<u32> = scene
        .lines
        .iter()
        .flat_map(|line| {
            (line.first..line.first + line.count.saturating_sub(1)).flat_map(|k| [k as u32, k as u32 + 1])
        })
        .collect();
    let triangles: Vec<u32> = scene.surface.iter().flat_map(|s| &s.triangles).flatten().copied().collect();
    for (indices, mode) in [(segments, LINES), (triangles, TRIANGLES)] {
        if !indices.is_empty() {
            let mut primitive = json!({
                "attributes": { "POSITION": position }, "indices": buffer.indices(&indices), "mode": mode, "material": 0,
            });
            if !morphs.is_empty() {
                primitive["targets"] = json!(morphs);
            }
            primitives.push(primitive);
        }
    }
    primitives
}

/// Weights over time: a mode swings, a motion goes from frame to frame, a state appears.
fn animation(one: &Targets<'_>, count: usize, buffer: &mut Buffer) -> Value {
    let mut keys: Vec<(f64, Vec<(usize, f64)>)> = Vec::new();
    match one.motion.kind {
        MotionKind::Mode => {
            for k in 0..=KEYS {
                let share = k as f64 / KEYS as f64;
                keys.push((PERIOD * share, vec![(one.first, (std::f64::consts::TAU * share).sin())]));
            }
        }
        MotionKind::State => {
            keys.push((0.0, Vec::new()));
            keys.push((0.5 * PERIOD, vec![(one.first, 1.0)]));
        }
        MotionKind::Time | MotionKind::Stroke(..) => {
            let is_time = one.motion.kind == MotionKind::Time;
            let start = one.frames.first().map_or(0.0, |frame| one.motion.values[*frame]);
            for (k, frame) in one.frames.iter().enumerate() {
                let share = k as f64 / (one.frames.len().max(2) - 1) as f64;
                let time = if is_time { one.motion.values[*frame] - start } else { PERIOD * share };
                keys.push((time, vec![(one.first + k, 1.0)]));
            }
        }
    }
    let times: Vec<f32> = keys.iter().map(|(time, _)| *time as f32).collect();
    let mut weights = Vec::with_capacity(count * keys.len());
    for (_, set) in &keys {
        let mut row = vec![0.0_f32; count];
        set.iter().for_each(|(target, weight)| row[*target] = *weight as f32);
        weights.extend(row);
    }
    let (input, output) = (buffer.scalars(&times), buffer.scalars(&weights));
    json!({
        "name": one.motion.name,
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        "samplers": [{ "input": input, "output": output, "interpolation": "LINEAR" }],
    })
}

/// Header, then a chunk of JSON padded with blanks and one of numbers padded with zeros.
fn binary(json: &str, bytes: &[u8]) -> Result<Vec<u8>, ExportError> {
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut data = bytes.to_vec();
    data.resize(data.len().next_multiple_of(4), 0);
    let length = |n: usize| u32::try_from(n).map(u32::to_le_bytes).map_err(|_| ExportError::ArchiveTooLarge);
    let mut file = b"glTF".to_vec();
    file.extend(2_u32.to_le_bytes());
    file.extend(length(12 + 8 + text.len() + 8 + data.len())?);
    file.extend(length(text.len())?);
    file.extend(b"JSON");
    file.extend(text);
    file.extend(length(data.len())?);
    file.extend(b"BIN\0");
    file.extend(data);
    Ok(file)
}
