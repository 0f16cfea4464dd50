//! VTK XML files of unstructured grids (`.vtu`): lines and triangles with named vectors at their points. Modes and states are
//! arrays of one file; every motion in time or along a stroke is a series of files that a `.pvd` file lists.

use super::{NEEDS, scene};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::origin::Origin;
use lissom::{Progress, Session};
use lissom_page::{Motion, MotionKind, Scene};
use std::fmt::Write;

/// Kinds of cells of VTK.
const LINE: u8 = 3;
const TRIANGLE: u8 = 5;

/// `vtk`.
pub(crate) struct Vtk;

impl Exporter for Vtk {
    fn name(&self) -> &'static str {
        "vtk"
    }

    fn extension(&self) -> &'static str {
        "vtu"
    }

    fn sentence(&self) -> &'static str {
        "the machine with mode shapes and states (.vtu) and its motions as series (.pvd) for ParaView"
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
        let comment: String =
            origin.lines().iter().map(|line| format!("<!-- {} -->\n", safe(line))).collect();
        let mut shapes = Vec::new();
        let mut series = Vec::new();
        for motion in &scene.motions {
            match motion.kind {
                MotionKind::Mode | MotionKind::State => shapes.push((motion.name.clone(), &motion.frames[0])),
                MotionKind::Time | MotionKind::Stroke(..) => series.push(motion),
            }
        }
        let mut files = vec![ExportedFile::new(".vtu", grid(&scene, &shapes, &comment))];
        for motion in series {
            files.extend(list(&scene, motion, request, &comment));
        }
        Ok(files)
    }
}

/// Text inside a comment or attribute of XML.
fn safe(text: &str) -> String {
    let plain = text.replace("--", "- -").replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    plain.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The files of a motion and the file that lists them.
fn list(scene: &Scene, motion: &Motion, request: &ExportRequest, comment: &str) -> Vec<ExportedFile> {
    let mut entries = String::new();
    let mut files = Vec::new();
    for (k, (value, frame)) in motion.values.iter().zip(&motion.frames).enumerate() {
        let id: String =
            motion.id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
        let ending = format!(".{id}_{k:04}.vtu");
        let name = safe(&format!("{}{ending}", request.stem()));
        let _ = writeln!(entries, "    <DataSet timestep=\"{value:?}\" part=\"0\" file=\"{name}\"/>");
        files.push(ExportedFile::new(ending, grid(scene, &[("displacement".to_owned(), frame)], comment)));
        if k == 0 {
            files.insert(0, ExportedFile::new(format!(".{id}.pvd"), Vec::new()));
        }
    }
    if let Some(first) = files.first_mut() {
        first.bytes = format!(
            "<?xml version=\"1.0\"?>\n{comment}<VTKFile type=\"Collection\" version=\"0.1\" \
             byte_order=\"LittleEndian\">\n  <Collection>\n{entries}  </Collection>\n</VTKFile>\n"
        )
        .into_bytes();
    }
    files
}

fn array(name: &str, kind: &str, components: usize, values: impl Iterator<Item = String>) -> String {
    let mut text = format!(
        "        <DataArray type=\"{kind}\" Name=\"{}\" NumberOfComponents=\"{components}\" format=\"ascii\">\n",
        safe(name)
    );
    for value in values {
        text.push_str(&value);
        text.push('\n');
    }
    text + "        </DataArray>\n"
}

fn vectors(name: &str, values: &[[f64; 3]]) -> String {
    array(name, "Float64", 3, values.iter().map(|[x, y, z]| format!("{x:?} {y:?} {z:?}")))
}

/// One file: points, cells, and vectors at the points.
fn grid(scene: &Scene, fields: &[(String, &Vec<[f64; 3]>)], comment: &str) -> String {
    let mut cells: Vec<(Vec<usize>, u8)> = Vec::new();
    for line in &scene.lines {
        let segments = line.first..line.first + line.count.saturating_sub(1);
        cells.extend(segments.map(|vertex| (vec![vertex, vertex + 1], LINE)));
    }
    for triangle in scene.surface.iter().flat_map(|surface| &surface.triangles) {
        cells.push((triangle.map(|vertex| vertex as usize).to_vec(), TRIANGLE));
    }
    let row = |cell: &Vec<usize>| cell.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut end = 0;
    let ends: Vec<String> = cells
        .iter()
        .map(|(cell, _)| {
            end += cell.len();
            end.to_string()
        })
        .collect();
    let points: String = fields.iter().map(|(name, values)| vectors(name, values)).collect();
    format!(
        "<?xml version=\"1.0\"?>\n{comment}<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">\n  \
         <UnstructuredGrid>\n    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n      <PointData>\n{points}      \
         </PointData>\n      <Points>\n{}      </Points>\n      <Cells>\n{}{}{}      </Cells>\n    </Piece>\n  \
         </UnstructuredGrid>\n</VTKFile>\n",
        scene.vertices.len(),
        cells.len(),
        vectors("Points", &scene.vertices),
        array("connectivity", "Int64", 1, cells.iter().map(|(cell, _)| row(cell))),
        array("offsets", "Int64", 1, ends.into_iter()),
        array("types", "UInt8", 1, cells.iter().map(|(_, kind)| kind.to_string())),
    )
}
