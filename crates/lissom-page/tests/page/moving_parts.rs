//! FE parts of mechanisms on the page: their meshes move with the machine, coloured by displacement in the frame of the part.

use lissom::{FileError, Files, Overrides, Quiet, Session};
use lissom_page::{MotionKind, Page};
use std::path::{Path, PathBuf};

/// The files of a folder.
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        std::fs::read(self.0.join(path))
            .map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

fn page(example: &str, only: &[&str]) -> Page {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(example);
    let session = Session::open(Folder(folder), "model.toml", Overrides::default()).unwrap();
    let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
    Page::of(&session, &only, &Quiet).unwrap()
}

/// The rod is drawn as a line of its seven nodes, from the crankpin at 0.15 m to the slider.
#[test]
fn a_rod_moves_with_its_machine_and_shows_its_bending() {
    let page = page("slider_crank_fe", &["simulate"]);
    let scene = page.scene.as_ref().unwrap();
    let rod = scene.lines.iter().find(|line| line.name == "rod").unwrap();
    assert_eq!(rod.count, 7);
    let motion = scene.motions.iter().find(|motion| motion.kind == MotionKind::Time).unwrap();
    let field = &motion.fields[0];
    assert_eq!(
        (field.name.as_str(), field.unit.as_str()),
        ("displacement in the frame of the FE part", "mm")
    );
    let mut largest = 0.0_f64;
    for (k, time) in motion.values.iter().enumerate() {
        let place = |i: usize| {
            let (x, u) = (scene.vertices[rod.first + i], motion.frames[k][rod.first + i]);
            [x[0] + u[0], x[1] + u[1]]
        };
        let (sine, cosine) = (150.0 * time).sin_cos();
        let [pin, slider, middle] = [place(0), place(6), place(3)];
        assert!(
            (pin[0] - 0.15 * cosine).abs() < 1e-6 && (pin[1] - 0.15 * sine).abs() < 1e-6,
            "{time} {pin:?}"
        );
        assert!(slider[1].abs() < 1e-6, "{time} {slider:?}");
        // The frame is the line of both ends: what is coloured is the distance of the middle from it, and along it.
        let chord = [slider[0] - pin[0], slider[1] - pin[1]];
        let length = chord[0].hypot(chord[1]);
        let way = [middle[0] - 0.5 * (pin[0] + slider[0]), middle[1] - 0.5 * (pin[1] + slider[1])];
        let across = (chord[0] * way[1] - chord[1] * way[0]) / length;
        let shown = 1e-3 * field.values[k][rod.first + 3];
        assert!((shown - across.abs()).abs() < 1e-6, "{time}: {shown} {across}");
        largest = largest.max(shown);
    }
    // 1.87 % of 0.3 m, as an independent program has it.
    assert!((largest / 0.3 - 0.01872).abs() < 5e-5, "{largest}");
    let crank = scene.lines.iter().find(|line| line.name == "crank").unwrap();
    assert!(field.values.iter().all(|frame| frame[crank.first].is_nan()), "beams are no FE parts");
}

#[test]
fn a_plate_is_a_surface_that_is_seen_from_above() {
    let page = page("flexure_stage_fe", &["modes"]);
    let scene = page.scene.as_ref().unwrap();
    let surface = scene.surface.as_ref().unwrap();
    assert_eq!(surface.triangles.len(), 2 * 24);
    for triangle in &surface.triangles {
        let [a, b, c] = triangle.map(|corner| scene.vertices[corner as usize]);
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert!(area > 0.0);
    }
    // Corners in metres: the files are in millimetres.
    let [low, high] = scene.bounds();
    assert!((low[0] - 0.0).abs() < 1e-12 && (high[0] - 0.12).abs() < 1e-12, "{low:?} {high:?}");
    // In the fourth mode the frame takes part: its free end moves, its bolted nodes do not.
    let mode = scene.motions.iter().find(|motion| motion.id == "mode-4").unwrap();
    let at = |x: f64, y: f64| {
        let near = |v: &[f64; 3]| (v[0] - x).abs() < 1e-9 && (v[1] - y).abs() < 1e-9;
        scene.mesh_nodes.iter().map(|own| own.vertex).find(|i| near(&scene.vertices[*i])).unwrap()
    };
    let moved = |i: usize| mode.frames[0][i].iter().map(|u| u * u).sum::<f64>().sqrt();
    assert!(moved(at(0.0, 0.0)) < 1e-6 * mode.largest(), "{}", moved(at(0.0, 0.0)));
    assert!(moved(at(0.12, 0.0)) > 1e-3 * mode.largest(), "{}", moved(at(0.12, 0.0)));
}
