//! FE parts as bodies of mechanisms: their reduction against numbers of an independent program, and motions with closed forms.
//!
//! The expected numbers of `strip_soft` were computed in Python from the same files: rigid interfaces A and B, Craig-Bampton with two
//! modes, integrals about the middle, deformations s = (u₁ₓ, θ₁, θ₂, η₁, η₂) measured from the line between the interfaces. The sign
//! of a mode is free.
#![allow(clippy::unwrap_used)]

use lissom::{FileError, Files, IntegralKind, Overrides, Quiet, ReducedPart, Session};
use std::path::Path;

/// A model in memory, and files beside this test.
#[derive(Clone)]
struct Beside(String);

impl Files for Beside {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if path == "model.toml" {
            return Ok(self.0.clone().into_bytes());
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/superelement");
        std::fs::read(folder.join(path))
            .map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

fn open(text: String) -> Session {
    let session = Session::open(Beside(text), "model.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(lissom::Style::Plain));
    session
}

/// A model of one part with interfaces A and B, and more sections.
fn model(dim: usize, part: &str, keys: &str, kind: &str, more: &str) -> String {
    let interface = |name: &str| {
        format!("[[interface]]\npart = \"part\"\nname = \"{name}\"\nset = \"{name}\"\nkind = \"{kind}\"\n")
    };
    format!(
        "lissom = 1\n[model]\nname = \"one part\"\ndim = {dim}\n{more}\n[[fe_part]]\nname = \"part\"\nformat = \
         \"npz\"\nstiffness = \"{part}.K.npz\"\nmass = \"{part}.M.npz\"\ndof = \"{part}.dof\"\nmesh = \
         \"{part}.inp\"\nmotion = \"large\"\n{keys}\n{}{}",
        interface("A"),
        interface("B")
    )
}

fn strip(keys: &str, kind: &str) -> ReducedPart {
    open(model(2, "strip_soft", keys, kind, "")).reduced_parts().unwrap()[0].clone()
}

fn near(found: f64, expected: f64, relative: f64, what: &str) {
    let scale = expected.abs().max(1e-12);
    assert!((found - expected).abs() <= relative * scale, "{what}: {found:.12e}, expected {expected:.12e}");
}

#[test]
fn integrals_of_a_strip_are_those_of_an_independent_program() {
    let reduced = strip("modes = 2", "rigid");
    let part = &reduced.part;
    assert_eq!((part.interfaces.len(), part.amplitudes, part.motions()), (2, 2, 14));
    assert_eq!(part.integrals.kind, IntegralKind::Full);
    let about = part.integrals.about([0.25, 0.0, 0.0]);
    near(about.mass, 0.12, 1e-9, "mass");
    // d of the deformations: u₁ₓ with −u₂ₓ, θ₁, θ₂, η₁, η₂.
    let columns: [Vec<(usize, f64)>; 5] =
        [vec![(0, 1.0), (6, -1.0)], vec![(5, 1.0)], vec![(11, 1.0)], vec![(12, 1.0)], vec![(13, 1.0)]];
    let form = |value: &dyn Fn(usize, usize) -> f64, i: usize, j: usize| -> f64 {
        columns[i].iter().flat_map(|a| columns[j].iter().map(move |b| a.1 * b.1 * value(a.0, b.0))).sum()
    };
    let mass = |i, j| form(&|a, b| part.mass[(a, b)], i, j);
    near(mass(0, 0), 0.04, 1e-8, "M of the elongation");
    near(mass(1, 1), 0.000_286_073_47, 1e-8, "M of a rotation");
    near(mass(1, 2), -0.000_214_593_197, 1e-8, "M between rotations");
    near(mass(1, 3).abs(), 0.015_494_478_9, 1e-8, "M between a rotation and a mode");
    near(mass(1, 4).abs(), 0.005_621_271_38, 1e-8, "M between a rotation and a mode");
    near(mass(3, 3), 1.0, 1e-8, "M of a mode");
    let turning = &about.inertia[2];
    near(turning[(0, 0)], 0.002_504, 1e-8, "inertia");
    near(columns[0].iter().map(|c| c.1 * turning[(0, c.0 + 1)]).sum(), -0.01, 1e-8, "Y of the elongation");
    let inertia = |i, j| form(&|a, b| turning[(a + 1, b + 1)], i, j);
    near(inertia(0, 0), 0.04, 1e-8, "Y of the elongation");
    near(inertia(1, 2), -0.000_214_593_197, 1e-8, "Y between rotations");
    near(inertia(2, 4).abs(), 0.005_621_271_38, 1e-8, "Y between a rotation and a mode");
    let spin = &about.gyroscopic[2];
    near(spin[(0, 5)], -0.000_249_382_92, 1e-8, "G of a rotation");
    near(spin[(0, 13)].abs(), 0.032_958_744_3, 1e-8, "G of a mode");
    let gyroscopic = |i, j| form(&|a, b| spin[(a + 1, b)], i, j);
    near(gyroscopic(0, 1), 0.000_997_557_218, 1e-8, "G between elongation and rotation");
    near(gyroscopic(1, 0), -0.000_997_557_218, 1e-8, "G between rotation and elongation");
    near(gyroscopic(0, 4).abs(), 0.131_829_06, 1e-8, "G between elongation and mode");
    near(about.first[1][6], 0.005, 1e-8, "first moment of a rotation");
    near(about.first[1][13].abs(), 0.287_844_026, 1e-8, "first moment of a mode");
    let square = |k: usize| part.stiffness[(k, k)] / part.mass[(k, k)];
    near(square(12).sqrt(), 148.295_348, 1e-8, "first frequency with interfaces held");
    near(square(13).sqrt(), 405.531_613, 1e-8, "second frequency with interfaces held");
}

#[test]
fn every_method_and_kind_of_interface_keeps_free_frequencies_and_mass() {
    // Free modes are coordinates of Rubin's reduction, and mean interfaces stiffen nothing: its frequencies are those of the mesh.
    let reference = strip("method = \"rubin\"\nmodes = 6", "mean");
    for kind in ["rigid", "mean"] {
        for keys in ["modes = 6", "method = \"rubin\"\nmodes = 6", "modes = 0", "method = \"guyan\""] {
            let found = strip(keys, kind);
            // Modes of the interfaces held converge from above; rigid ends stiffen the strip by a few parts in ten thousand.
            let error = found.frequencies[0] / reference.frequencies[0] - 1.0;
            let has_modes = keys.contains('6');
            let most = if !has_modes { 0.2 } else { 5e-4 };
            assert!((-1e-9..most).contains(&error), "{keys}, {kind}: {error:.2e}");
            near(found.part.integrals.mass, 0.12, 1e-9, keys);
        }
    }
}

#[test]
fn rubin_keeps_the_free_modes_it_was_given_exactly() {
    // Free modes of the whole mesh: all of them with mean interfaces are those of a reduction with every mode below 2 kHz.
    let rubin = strip("method = \"rubin\"\nmodes = 3", "mean");
    let fine = strip("modes = 60", "mean");
    for k in 0..3 {
        near(rubin.frequencies[k], fine.frequencies[k], 1e-6, "a free frequency");
    }
    // Three motions without deformation, three modes and six residual shapes, of which six became motions of interfaces.
    assert_eq!(rubin.part.amplitudes, 3 + 3 + 6 - 6);
}

#[test]
fn a_free_strip_flies_along_the_parabola_of_its_centre_of_mass() {
    // Started at rest under gravity: every point falls by g t²/2, and nothing deforms.
    let more = "gravity = [0, -9.81, 0]";
    let tail = "\n[[output]]\nname = \"fall\"\nattach = \"part.B\"\ndirection = \"y\"\n[analysis.simulate]\nend = \
                0.2\npoints = 3\n";
    let session = open(model(3, "bar_aluminium", "modes = 2", "rigid", more) + tail);
    let settings = session.simulate_settings().unwrap();
    let motion = session.simulate("full", &settings, &Quiet).unwrap().value;
    let fall = *motion.trajectory.outputs[0].last().unwrap();
    near(fall, -9.81 * 0.2 * 0.2 / 2.0, 1e-7, "fall");
}

#[test]
fn a_stiff_pendulum_swings_as_a_rigid_body() {
    // ω² = m g l / J about the pivot, from the mass of the mesh; the bar is stiff: its frequencies are a thousand times higher.
    let more = "gravity = [0, -9.81, 0]";
    let tail = "\n[[hinge]]\nname = \"swing\"\nat = \"part.A\"\nbetween = [\"part\", \"ground\"]\naxis = [0, 0, \
                1]\n[[output]]\nname = \"tip\"\nattach = \"part.B\"\ndirection = \"y\"\n[analysis.simulate]\nend = \
                0.2\npoints = 5\naccuracy = 1e-7\n";
    let session = open(model(3, "bar_aluminium", "modes = 2", "rigid", more) + tail);
    let integrals = session.reduced_parts().unwrap()[0].part.integrals.clone();
    let inertia = integrals.inertia[2][(0, 0)];
    let moment = 9.81 * integrals.first[0][0];
    let motion = session.simulate("full", &session.simulate_settings().unwrap(), &Quiet).unwrap().value;
    let tip = *motion.trajectory.outputs[0].last().unwrap();
    // φ'' = −(moment/inertia) cos φ from rest at φ = 0, by many small steps.
    let (mut angle, mut rate, steps) = (0.0_f64, 0.0_f64, 200_000);
    let h = 0.2 / f64::from(steps);
    for _ in 0..steps {
        rate -= 0.5 * h * moment / inertia * angle.cos();
        angle += h * rate;
        rate -= 0.5 * h * moment / inertia * angle.cos();
    }
    // The bar vibrates as its weight begins to act: by its own deflection, some micrometres.
    let expected = 0.4 * angle.sin();
    assert!((tip - expected).abs() < 2e-5, "{tip} {expected}");
}

#[test]
fn the_rod_of_a_slider_crank_bends_as_an_independent_program_says() {
    // Deflection of the middle of the rod over its length every 30 degrees of the first turn, from an independent program: one part, two
    // modes, distance of the interfaces kept, no geometric stiffness.
    let expected = [
        0.010_551_175_5,
        0.015_116_801_8,
        0.001_858_113_04,
        0.006_371_009_87,
        -0.003_105_913_36,
        0.004_579_509_32,
        -0.005_746_915_97,
        0.001_606_870_49,
        -0.008_493_068_82,
        -0.010_220_546_7,
        -0.013_360_017_5,
        0.000_497_267_372,
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/slider_crank_fe");
    let session = Session::open(Folder(folder), "model.toml", Overrides::default()).unwrap();
    let motion = session.simulate("full", &session.simulate_settings().unwrap(), &Quiet).unwrap();
    assert!(motion.warnings.iter().any(|w| w.contains("FE part rod") && w.contains("critical load")));
    let recovered = session.recovered_parts(session.mechanism().unwrap(), &motion.value.trajectory).unwrap();
    let rod = &recovered[0];
    let middle = rod.nodes.iter().position(|node| *node == 4).unwrap();
    for (k, expected) in expected.iter().enumerate() {
        let found = rod.deformations[6 * (k + 1)][middle][1] / 0.3;
        assert!((found - expected).abs() < 1e-8, "{} degrees: {found} {expected}", 30 * (k + 1));
    }
    let largest = rod.deformations.iter().map(|at| at[middle][1] / 0.3).fold(0.0, f64::max);
    assert!((largest - 0.018_722_943_8).abs() < 1e-8, "{largest}");
    // The ends are where the crank and the slider are.
    for (k, moved) in rod.displacements.iter().enumerate() {
        let angle = (5.0 * k as f64).to_radians();
        let crank = [0.15 * angle.cos() - 0.15, 0.15 * angle.sin()];
        let slider = 0.15 * angle.cos() + (0.09 - (0.15 * angle.sin()).powi(2)).sqrt() - 0.45;
        let [first, last] = [moved[0], moved[6]];
        let off = [first[0] - crank[0], first[1] - crank[1], last[0] - slider, last[1]];
        assert!(off.iter().all(|v| v.abs() < 1e-9), "{} degrees: {off:?}", 5 * k);
    }
}

/// The files of a folder.
pub(crate) struct Folder(pub std::path::PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        std::fs::read(self.0.join(path))
            .map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}
