//! The doctor's findings against numbers that other programs found.

use crate::import_files;

use import_files::{bracket, free_bracket, guidance, stage, window};
use lissom_import::doctor::{DoctorOptions, PartReport, examine};
use lissom_import::{ImportedPart, Mesh, MeshMaterial, PartFiles, read_frequencies, read_part};
use lissom_linalg::Quiet;

fn examined(part: &ImportedPart) -> PartReport {
    examine(part, &DoctorOptions::default(), &Quiet)
}

fn warned(report: &PartReport, text: &str) -> bool {
    report.warnings.iter().any(|warning| warning.contains(text))
}

#[test]
fn a_free_part_shows_six_rigid_motions_and_its_mass() {
    let report = examined(&free_bracket());
    assert_eq!((report.size, report.rigid_modes), (291, Some(6)));
    assert_eq!(report.grounding.len(), 6);
    assert!(report.grounding.iter().all(|one| one.free), "{:?}", report.grounding);
    let mass = report.mass_properties.as_ref().unwrap();
    // 10 bricks of 8e-6 m³ at 2700 kg/m³.
    for along in mass.mass {
        assert!((along / 0.216 - 1.0).abs() < 1e-9, "{along}");
    }
    // pyYeti: (-0.038, 0.012, 0) from node 9001 at (0.06, 0.01, 0.02).
    for (found, exact) in mass.centre.unwrap().iter().zip([0.022, 0.022, 0.02]) {
        assert!((found - exact).abs() < 1e-9, "{found}");
    }
    // pyYeti: radii of gyration, five digits.
    for (axis, radius) in [0.020559, 0.020559, 0.024055].into_iter().enumerate() {
        let found = (mass.inertia.unwrap()[axis][axis] / 0.216).sqrt();
        assert!((found - radius).abs() < 6e-7, "{found}");
    }
    // ccx: the first elastic frequency, seven digits.
    assert!((report.frequencies[0].frequency / 9041.133 - 1.0).abs() < 6e-7);
    assert_eq!(report.warnings, Vec::<String>::new());
}

#[test]
fn rigid_motions_are_counted_without_frequencies() {
    let options = DoctorOptions { frequencies: 0, ..DoctorOptions::default() };
    let report = examine(&free_bracket(), &options, &Quiet);
    assert_eq!((report.rigid_modes, report.frequencies.len()), (Some(6), 0));
    assert_eq!(report.warnings, Vec::<String>::new());
}

#[test]
fn reduced_integration_leaves_motions_without_mass() {
    let report = examined(&bracket());
    assert_eq!(report.mass_rank.unwrap().rank, 285 - 75);
    assert_eq!(report.mass_rank.unwrap().negative, 0);
    assert_eq!(report.rigid_modes, Some(0));
    assert!(report.grounding.iter().all(|one| !one.free && one.resistance > 1e-4));
    assert_eq!((report.stiffness.digits, report.stiffness.symmetry.relative), (14, 0.0));
    assert_eq!(report.warnings, Vec::<String>::new());
}

#[test]
fn printed_frequencies_are_compared() {
    let printed = read_frequencies("calculix/bracket/bracket_freq.dat", &window).unwrap();
    let options = DoctorOptions { printed, ..DoctorOptions::default() };
    let report = examine(&bracket(), &options, &Quiet);
    assert_eq!(report.comparison.len(), 10);
    assert!(report.comparison.iter().all(|pair| pair.relative() < 6e-7), "{:?}", report.comparison);
    assert_eq!(report.warnings, Vec::<String>::new());
    let printed = read_frequencies("calculix/stage/stage_freq.dat", &window).unwrap();
    let foreign = examine(&bracket(), &DoctorOptions { printed, ..DoctorOptions::default() }, &Quiet);
    assert!(warned(&foreign, "not those of that analysis"), "{foreign}");
}

#[test]
fn the_stage_weighs_what_calculix_says_moves() {
    let printed = read_frequencies("calculix/stage/stage_freq.dat", &window).unwrap();
    let report = examine(&stage(), &DoctorOptions { printed, ..DoctorOptions::default() }, &Quiet);
    // ccx prints the total effective mass with seven digits.
    for along in report.mass_properties.as_ref().unwrap().mass {
        assert!((along / 0.06624914 - 1.0).abs() < 1e-7, "{along}");
    }
    assert_eq!(report.rigid_modes, Some(0));
    assert!(report.comparison.iter().all(|pair| pair.relative() < 6e-7), "{:?}", report.comparison);
    assert_eq!(report.warnings, Vec::<String>::new());
}

/// A reduction to a statically determinate interface: its stiffness there is rounding only, of either sign.
#[test]
fn rounding_is_not_taken_for_stiffness() {
    let file = "nastran/bracket_cb.op4".to_owned();
    let files =
        PartFiles { name: "reduced".into(), stiffness: file.clone(), mass: file, ..PartFiles::default() };
    let part = read_part(&files, &window).unwrap();
    let report = examined(&part);
    assert_eq!((report.size, report.rigid_modes), (16, Some(6)), "{report}");
    assert_eq!(report.mass_rank.map(|rank| rank.rank), Some(16));
    // The error of the reduction is part of the number: the full part has 9041.133 Hz.
    assert!((report.frequencies[0].frequency / 9083.917 - 1.0).abs() < 1e-7, "{report}");
    assert_eq!(report.warnings.len(), 1, "{report}");
    assert!(warned(&report, "no file names the rows"), "{report}");
}

#[test]
fn a_free_part_in_six_digits_is_not_called_free() {
    let mut part = free_bracket();
    let rounded = |a: &f64| format!("{a:.5e}").parse().unwrap();
    part.stiffness.matrix.values_mut().iter_mut().for_each(|a| *a = rounded(a));
    part.stiffness.digits = 6;
    let report = examined(&part);
    assert!(
        warned(&report, "6 digits only") && warned(&report, "a free part with rounded numbers"),
        "{report}"
    );
    assert!(report.frequencies[0].lowest == 0.0, "{report}");
}

#[test]
fn six_digits_are_called_too_few() {
    let report = examined(&guidance(true));
    assert_eq!((report.stiffness.digits, report.mass.digits), (6, 6));
    let first = report.frequencies[0];
    assert!((first.frequency - 3.556).abs() < 5e-4, "{first:?}");
    // What OpenSees itself found lies in the range that the doctor gives.
    assert!(first.lowest < 5.334485 && 5.334485 < first.highest, "{first:?}");
    assert!(warned(&report, "6 digits only: frequency 1 is 3.55"), "{report}");
    let full = examined(&guidance(false));
    assert!((full.frequencies[0].frequency / 5.334485 - 1.0).abs() < 1e-7);
    assert!(!warned(&full, "digits only"), "{full}");
}

#[test]
fn a_lost_triangle_is_named() {
    let mut part = bracket();
    part.stiffness.matrix = upper(&part.stiffness.matrix);
    let report = examined(&part);
    assert!(warned(&report, "one triangle is empty"), "{report}");
}

fn upper(matrix: &lissom_linalg::Sparse) -> lissom_linalg::Sparse {
    let mut triplets = lissom_linalg::Triplets::new(matrix.rows(), matrix.cols());
    matrix.iter().filter(|(row, col, _)| row <= col).for_each(|(row, col, a)| triplets.add(row, col, a));
    lissom_linalg::Sparse::from_triplets(&triplets)
}

#[test]
fn a_wrong_mesh_shows_as_grounding() {
    let mut part = free_bracket();
    let mesh = part.mesh.as_mut().unwrap();
    mesh.nodes.iter_mut().for_each(|node| node.position[0] *= 2.0);
    let report = examined(&part);
    // Turning about x is the same whatever x is.
    assert!(
        warned(
            &report,
            "4 rigid motions are free, but these are restrained: rotation about y, rotation about z"
        ),
        "{report}"
    );
}

#[test]
fn penalties_and_empty_rows_are_named() {
    let mut part = bracket();
    let row = 4;
    let n = part.size();
    let mut held = vec![0.0; n];
    held[row] = 1e36;
    part.stiffness.matrix =
        part.stiffness.matrix.add_scaled(1.0, &lissom_linalg::Sparse::from_diagonal(&held), 1.0);
    let report = examined(&part);
    assert!(warned(&report, "node 2, y has the stiffness 1e36"), "{report}");
    let mut part = bracket();
    let mut weight = vec![1.0; n];
    weight[row] = 0.0;
    part.stiffness.matrix = part.stiffness.matrix.scaled(&weight);
    let report = examined(&part);
    assert!(warned(&report, "empty rows of the stiffness: 1, the first is node 2, y"), "{report}");
}

/// The same part in millimetres, tonnes and seconds.
fn in_millimetres(mut part: ImportedPart) -> ImportedPart {
    // N/m = 1e-3 N/mm, kg = 1e-3 t; all rows are translations.
    part.stiffness.matrix.values_mut().iter_mut().for_each(|a| *a *= 1e-3);
    part.mass.matrix.values_mut().iter_mut().for_each(|a| *a *= 1e-3);
    let mesh = part.mesh.as_mut().expect("the part has a mesh");
    mesh.nodes.iter_mut().for_each(|node| node.position.iter_mut().for_each(|x| *x *= 1e3));
    for material in &mut mesh.materials {
        material.young = material.young.map(|young| young * 1e-6);
        material.density = material.density.map(|density| density * 1e-12);
    }
    part
}

#[test]
fn millimetres_and_tonnes_are_suspected() {
    let report = examined(&in_millimetres(bracket()));
    assert!(warned(&report, "mm, t, s and MPa"), "{report}");
    assert_eq!(report.suggested_units, Some("mm-t-s"), "{report}");
    let mut without_materials = in_millimetres(bracket());
    without_materials.mesh.as_mut().unwrap().materials.clear();
    let report = examined(&without_materials);
    // The bracket is 60 mm long: speed of sound and density show it, in one sentence; another gives plausible
    // units.
    assert_eq!((report.warnings.len(), report.suggested_units), (2, Some("mm-t-s")), "{report}");
    assert!(warned(&report, "sound would travel") && warned(&report, "kg/m³: are lengths in mm"), "{report}");
    let mut plain = bracket();
    plain.mesh.as_mut().unwrap().materials.clear();
    assert_eq!(examined(&plain).warnings, Vec::<String>::new());
    assert_eq!(examined(&plain).suggested_units, None);
}

#[test]
fn what_cannot_be_checked_is_said() {
    let mut part = bracket();
    part.mesh = None;
    let report = examined(&part);
    assert!(warned(&report, "there is no mesh"), "{report}");
    assert!(report.mass_properties.as_ref().is_some_and(|mass| mass.mass[0] > 0.1 && mass.centre.is_none()));
    part.dofs = None;
    let report = examined(&part);
    assert!(warned(&report, "no file names the rows") && report.mass_properties.is_none(), "{report}");
    part = bracket();
    part.mesh = Some(Mesh {
        materials: vec![MeshMaterial { name: "A".into(), young: None, density: Some(7e-9) }],
        ..Mesh::default()
    });
    let report = examined(&part);
    assert!(
        warned(&report, "nodes that the mesh does not have") && warned(&report, "density 7.000e-9"),
        "{report}"
    );
}

/// K in N/mm beside M in kg: frequencies are √1000 too low, and nothing else is unusual.
#[test]
fn stiffness_in_other_units_than_mass_is_suspected() {
    let mut part = bracket();
    part.mesh.as_mut().unwrap().materials.clear();
    part.stiffness.matrix.values_mut().iter_mut().for_each(|a| *a *= 1e-3);
    let report = examined(&part);
    assert!((report.frequencies[0].frequency * 1000f64.sqrt() / 2224.495 - 1.0).abs() < 6e-7, "{report}");
    assert_eq!(report.warnings.len(), 1, "{report}");
    assert!(warned(&report, "slower than in any solid except rubber") && warned(&report, "N/mm"), "{report}");
}

/// Rotations are unknown without a mesh: a free part is then no mechanism.
#[test]
fn a_free_part_without_mesh_is_no_mechanism() {
    let mut part = free_bracket();
    part.mesh = None;
    let report = examined(&part);
    assert_eq!((report.rigid_modes, report.warnings.len()), (Some(6), 1), "{report}");
    assert!(warned(&report, "there is no mesh"), "{report}");
}

#[test]
fn what_has_neither_stiffness_nor_mass_is_named() {
    let mut part = bracket();
    let mut weight = vec![1.0; part.size()];
    weight[4] = 0.0;
    part.stiffness.matrix = part.stiffness.matrix.scaled(&weight);
    part.mass.matrix = part.mass.matrix.scaled(&weight);
    let report = examined(&part);
    assert!(warned(&report, "has no mass either (node 2, y)"), "{report}");
    assert!(report.to_string().contains("empty rows: 1"), "{report}");
}

#[test]
fn symmetry_and_empty_rows_are_always_told() {
    let report = examined(&guidance(false));
    for matrix in [&report.stiffness, &report.mass] {
        let text = matrix.to_string();
        assert!(text.contains("(all entries)") && text.contains("symmetric, no empty rows"), "{text}");
    }
    // All digits are present: no range is reported.
    assert!(!report.to_string().contains('±'), "{report}");
    let inertia = examined(&free_bracket()).mass_properties.unwrap().inertia.unwrap();
    // The bracket is symmetric about its middle plane: products with z are zero, not rounding.
    assert_eq!([inertia[0][2], inertia[2][0], inertia[1][2], inertia[2][1]], [0.0; 4]);
    assert_eq!(inertia[0][1], inertia[1][0]);
}

#[test]
fn stiffness_and_mass_taken_for_each_other_are_suspected() {
    let mut part = free_bracket();
    std::mem::swap(&mut part.stiffness, &mut part.mass);
    assert!(warned(&examined(&part), "mass exchanged"));
    for right in [free_bracket(), bracket(), stage()] {
        assert!(!warned(&examined(&right), "mass exchanged"));
    }
}
