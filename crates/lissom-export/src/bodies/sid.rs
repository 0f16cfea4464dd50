//! Standard Input Data of flexible bodies \[Wallrapp1994\]: the text that multibody programs read.
//!
//! # Equation
//! With the integrals sₖ, Gₐₖₗ, Yₐᵦₖₗ over z = (1, q) in the frame of the body, l and k modes and 0 the reference places:
//! m c = s₀ + Σ sₖ qₖ, Jₐᵦ = Yₐᵦ₀₀ + 2 Σ Yₐᵦ₀ₖ qₖ, Ctₖ = sₖ, Crₖₐ = Gₐ₀ₖ + Σ Gₐₗₖ qₗ, Geₗ: 2 Gₐₗₖ,
//! Grₗ: −2 ∫ r̃ φ̃ₗ dm = 2 Yₐᵦ₀ₗ + εₐᵦ꜀ G꜀₀ₗ, Oe: −Yₐₐ₀ₖ for ωₐ² and −2 Yₐᵦ₀ₖ for ωₐωᵦ, each with its term linear in q.

use super::body_modes::BodyModes;
use super::taylor::Taylor;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::what_would_do;
use crate::origin::Origin;
use lissom::{Progress, Session};
use lissom_linalg::Dense;
use lissom_mech::{INERTIA_PAIRS, INTERFACE_MOTIONS, IntegralKind, MovingPart, PartDamping, ShapeIntegrals};
use std::fmt::Write;

/// Pairs of axes of the six products of angular velocities: ω₁², ω₂², ω₃², ω₁ω₂, ω₂ω₃, ω₁ω₃.
const SPIN_PRODUCTS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [0, 2]];

/// `sid`.
pub(crate) struct Sid;

impl Exporter for Sid {
    fn name(&self) -> &'static str {
        "sid"
    }

    fn extension(&self) -> &'static str {
        "SID_FEM"
    }

    fn sentence(&self) -> &'static str {
        "Standard Input Data of flexible bodies for multibody programs: one file for each FE part in large motion"
    }

    fn needs(&self) -> &'static str {
        "an FE part with motion = \"large\""
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        _: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        let refused = |why: String, instead| ExportError::NotFor { format: self.name(), why, instead };
        let parts = session.reduced_parts()?;
        if parts.is_empty() {
            let why = "it has no [[fe_part]] with motion = \"large\"".to_owned();
            return Err(refused(why, what_would_do(session)));
        }
        let origin = Origin::of(session, request)?;
        let mut files = Vec::new();
        for (i, part) in parts.iter().map(|reduced| &reduced.part).enumerate() {
            let modes = BodyModes::of(part).map_err(|error| {
                refused(format!("FE part {} has no modes: {error}", part.name), "`op4` holds its matrices")
            })?;
            let body = Body::new(part, &modes);
            body.check_finite()?;
            let name = safe(&part.name);
            let is_taken = parts[..i].iter().any(|other| safe(&other.part.name) == name);
            let number = if is_taken { format!("-{}", i + 1) } else { String::new() };
            let stem = if parts.len() == 1 { String::new() } else { format!(".{name}{number}") };
            files.push(ExportedFile::new(format!("{stem}.SID_FEM"), body.text(&origin)));
            files.push(ExportedFile::new(format!("{stem}.nodes.csv"), body.nodes_csv()));
        }
        Ok(files)
    }
}

/// A name as a piece of a file name.
fn safe(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// The data of a body.
struct Body<'a> {
    part: &'a MovingPart,
    modes: &'a BodyModes,
    whole: Vec<Taylor>,
    /// For each interface.
    nodes: Vec<Vec<Taylor>>,
}

impl<'a> Body<'a> {
    fn new(part: &'a MovingPart, modes: &'a BodyModes) -> Self {
        let count = modes.shapes.cols();
        let integrals = Modal::new(&part.integrals.about(modes.origin), &modes.shapes);
        let mut whole = integrals.inertia();
        whole.extend([
            Taylor::constant("ksigma", count, Dense::zeros(count, 1)),
            Taylor::constant("Ke", count, diagonal(count, |k| modes.frequencies[k].powi(2))),
            Taylor::constant("De", count, damping(part, modes)),
        ]);
        let nodes = (0..part.interfaces.len()).map(|i| node(part, modes, i)).collect();
        Self { part, modes, whole, nodes }
    }

    fn check_finite(&self) -> Result<(), ExportError> {
        let all = self.whole.iter().chain(self.nodes.iter().flatten());
        match all.filter_map(Taylor::not_finite).next() {
            Some((matrix, row, column)) => Err(ExportError::NotFinite { matrix, row, column }),
            None => Ok(()),
        }
    }

    /// The title: one line that begins with the numbers of nodes and modes and has no equals sign, because readers expect that.
    fn title(&self, origin: &Origin) -> String {
        let mut notes = vec![format!("frame: {}", self.modes.frame)];
        if self.part.integrals.kind == IntegralKind::Corotated {
            notes.push(
                "inertia from interfaces only: Coriolis and centrifugal forces inside are neglected".into(),
            );
        }
        if !self.part.geometric.is_empty() {
            notes.push("without the geometric stiffness of the part".into());
        }
        let (nodes, modes) = (self.nodes.len(), self.modes.frequencies.len());
        let text = format!("FE part {}; {}; {}", self.part.name, notes.join("; "), origin.lines().join("; "));
        format!("{nodes:4} {modes:4} {}", text.replace(['\n', '\r', '='], " "))
    }

    fn text(&self, origin: &Origin) -> String {
        let mut text = format!("{}\npart\n    new modal\n        refmod\n", self.title(origin));
        let mass = crate::decimal::exponent(self.part.integrals.mass, 16, 'E');
        let _ = writeln!(text, "            mass           = {mass}");
        let _ = writeln!(text, "            nelastq        = {}", self.modes.frequencies.len());
        for (k, frequency) in self.modes.frequencies.iter().enumerate() {
            let hertz = frequency / std::f64::consts::TAU;
            let _ = writeln!(text, "            ielastq ({0:4}) = Eigen Mode {0:4} : {hertz:.6} Hz", k + 1);
        }
        text += "        end refmod\n        frame\n";
        for (i, node) in self.nodes.iter().enumerate() {
            let _ = writeln!(text, "            new node = {}\n                rframe = body ref", i + 1);
            node.iter().for_each(|block| block.write(&mut text, 16));
            text += "            end node\n";
        }
        text += "        end frame\n";
        self.whole.iter().for_each(|block| block.write(&mut text, 8));
        text += "    end modal\nend part\n";
        text
    }

    /// Which interface a node is, and where in the model.
    fn nodes_csv(&self) -> String {
        let mut text = String::from("node,interface,x [m],y [m],z [m]\n");
        for (i, node) in self.part.interfaces.iter().enumerate() {
            let [x, y, z] = node.position;
            let _ = writeln!(text, "{},\"{}\",{x},{y},{z}", i + 1, node.name.replace('"', "\"\""));
        }
        text
    }
}

/// Place, displacements and rotations of a node in the modes; its stress is not known.
fn node(part: &MovingPart, modes: &BodyModes, i: usize) -> Vec<Taylor> {
    let count = modes.shapes.cols();
    let row = |a: usize, k: usize| modes.shapes[(INTERFACE_MOTIONS * i + a, k)];
    let place = part.interfaces[i].position;
    let column = |value: &dyn Fn(usize) -> f64| Dense::from_fn(3, 1, |a, _| value(a));
    let shifts = (0..count).map(|k| column(&|a| row(a, k))).collect();
    // A small rotation ψ turns the axes of the node by 1 + ψ̃.
    let turn =
        |k: usize| Dense::from_fn(3, 3, |a, b| (0..3).map(|c| -permutation(a, b, c) * row(3 + c, k)).sum());
    vec![
        Taylor::linear("origin", column(&|a| place[a] - modes.origin[a]), shifts),
        Taylor::constant("phi", count, Dense::from_fn(3, count, row)),
        Taylor::constant("psi", count, Dense::from_fn(3, count, |a, k| row(3 + a, k))),
        Taylor::linear("AP", diagonal(3, |_| 1.0), (0..count).map(turn).collect()),
        Taylor::constant("sigma", count, Dense::zeros(6, 1)),
    ]
}

fn damping(part: &MovingPart, modes: &BodyModes) -> Dense {
    let of = |frequency: f64| match part.damping {
        PartDamping::None => 0.0,
        PartDamping::Modal(ratio) => 2.0 * ratio * frequency,
        PartDamping::Proportional { stiffness, mass } => stiffness * frequency.powi(2) + mass,
    };
    diagonal(modes.frequencies.len(), |k| of(modes.frequencies[k]))
}

fn diagonal(size: usize, value: impl Fn(usize) -> f64) -> Dense {
    Dense::from_fn(size, size, |r, c| if r == c { value(r) } else { 0.0 })
}

/// εₐᵦ꜀.
fn permutation(a: usize, b: usize, c: usize) -> f64 {
    match (3 + b - a) % 3 {
        1 if c == 3 - a - b => 1.0,
        2 if c == 3 - a - b => -1.0,
        _ => 0.0,
    }
}

/// The integrals over (1, q).
struct Modal {
    count: usize,
    first: Dense,
    gyroscopic: [Dense; 3],
    inertia: [Dense; 6],
}

impl Modal {
    fn new(integrals: &ShapeIntegrals, shapes: &Dense) -> Self {
        let count = shapes.cols();
        let basis = Dense::from_fn(shapes.rows() + 1, count + 1, |r, c| match (r, c) {
            (0, 0) => 1.0,
            (0, _) | (_, 0) => 0.0,
            _ => shapes[(r - 1, c - 1)],
        });
        let first = Dense::from_fn(3, shapes.rows() + 1, |a, k| integrals.first[a][k]);
        let project = |form: &Dense, right: &Dense| basis.transpose_matmul(&form.matmul(right));
        Self {
            count,
            first: first.matmul(&basis),
            gyroscopic: [0, 1, 2].map(|a| project(&integrals.gyroscopic[a], shapes)),
            inertia: integrals.inertia.each_ref().map(|form| project(form, &basis)),
        }
    }

    /// Gₐₖₗ with k = 0 for the reference places and l a mode from 0.
    fn spin(&self, a: usize, k: usize, l: usize) -> f64 {
        self.gyroscopic[a][(k, l)]
    }

    /// Yₐᵦₖₗ; 0 are the reference places.
    fn turn(&self, a: usize, b: usize, k: usize, l: usize) -> f64 {
        let pair = INERTIA_PAIRS.iter().position(|[x, y]| (*x, *y) == (a.min(b), a.max(b)));
        pair.map_or(0.0, |pair| self.inertia[pair][(k, l)])
    }

    /// A matrix for the reference places and for each amplitude.
    fn with_amplitudes(
        &self,
        name: &'static str,
        [rows, cols]: [usize; 2],
        entry: impl Fn(usize, usize, usize) -> f64,
    ) -> Taylor {
        let of = |k: usize| Dense::from_fn(rows, cols, |r, c| entry(k, r, c));
        Taylor::linear(name, of(0), (1..=self.count).map(of).collect())
    }

    fn inertia(&self) -> Vec<Taylor> {
        let n = self.count;
        let gyroscopic = |k: usize, a: usize, c: usize| {
            let (l, b) = (c / 3, c % 3);
            let turned: f64 = (0..3).map(|c| permutation(a, b, c) * self.spin(c, k, l)).sum();
            2.0 * self.turn(a, b, k, l + 1) + turned
        };
        let centrifugal = |k: usize, l: usize, j: usize| {
            let [a, b] = SPIN_PRODUCTS[j];
            -(if a == b { 1.0 } else { 2.0 }) * self.turn(a, b, k, l + 1)
        };
        vec![
            self.with_amplitudes("mdCM", [3, 1], |k, a, _| self.first[(a, k)]),
            self.with_amplitudes("J", [3, 3], |k, a, b| {
                (if k == 0 { 1.0 } else { 2.0 }) * self.turn(a, b, 0, k)
            }),
            Taylor::constant("Ct", n, Dense::from_fn(n, 3, |l, a| self.first[(a, l + 1)])),
            self.with_amplitudes("Cr", [n, 3], |k, l, a| self.spin(a, k, l)),
            Taylor::constant("Me", n, diagonal(n, |_| 1.0)),
            self.with_amplitudes("Gr", [3, 3 * n], gyroscopic),
            Taylor::constant("Ge", n, Dense::from_fn(n, 3 * n, |k, c| 2.0 * self.spin(c % 3, c / 3 + 1, k))),
            self.with_amplitudes("Oe", [n, 6], centrifugal),
        ]
    }
}
