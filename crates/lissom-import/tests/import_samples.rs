//! Every sample file is read, and the same matrix comes out of every format.

use crate::import_files;

use import_files::{STAGE, bracket, read_one, stage, window};
use lissom_import::{
    Completeness, Dof, ImportedPart, PartFiles, Storage, read_dofs, read_frequencies, read_matrices,
    read_mesh, read_part,
};
use lissom_linalg::modes::{ModesOptions, Wanted, modes};
use lissom_linalg::{Cholesky, Dense, Quiet, Sparse, Threads};

/// Entries differ in no bit. Explicit zeros, which some formats keep and others drop, do not matter.
fn assert_same(a: &Sparse, b: &Sparse, what: &str) {
    assert_eq!((a.rows(), a.cols()), (b.rows(), b.cols()), "{what}");
    assert_eq!(a.add_scaled(1.0, b, -1.0).max_abs(), 0.0, "{what}");
    assert!(a.max_abs() > 0.0, "{what} is empty");
}

fn leading(a: &Sparse, count: usize) -> Sparse {
    a.submatrix(&(0..count).collect::<Vec<_>>())
}

#[test]
fn every_format_gives_the_same_stiffness() {
    let reference = bracket().stiffness;
    assert_eq!((reference.rows(), reference.storage, reference.digits), (285, Storage::Upper, 14));
    let files = [
        ("matrix_market/bracket_K.mtx.gz", "bracket_K"),
        ("scipy/bracket_K.npz", "bracket_K"),
        ("matlab/bracket_v5.mat", "K"),
        ("nastran/bracket_bigmat_bin.op4.gz", "KAA"),
        ("nastran/bracket_nonbigmat_bin.op4.gz", "KAA"),
        ("abaqus/bracket_STIF1.mtx.gz", "bracket_STIF1"),
    ];
    for (file, name) in files {
        let read = read_one(file, name);
        assert_same(&read.matrix, &reference.matrix, file);
        assert_eq!(read.digits, 14, "{file}");
    }
    for (file, name) in
        [("nastran/bracket_dense_bin.op4", "KAA"), ("nastran/bracket_pynastran_ascii.op4", "KGG")]
    {
        assert_same(&read_one(file, name).matrix, &leading(&reference.matrix, 60), file);
    }
}

#[test]
fn every_format_gives_the_same_mass() {
    let reference = bracket().mass;
    let files = [
        ("matrix_market/bracket_M.mtx", "bracket_M"),
        ("scipy/bracket_M.npz", "bracket_M"),
        ("matlab/bracket_v5.mat", "M"),
        ("nastran/bracket_bigmat_bin.op4.gz", "MAA"),
        ("nastran/bracket_nonbigmat_bin.op4.gz", "MAA"),
        ("nastran/bracket_bigmat_bin_BE.op4", "MAA"),
        ("nastran/bracket_bigmat_ascii.op4", "MAA"),
        ("nastran/bracket_nonbigmat_ascii.op4", "MAA"),
        ("abaqus/bracket_MASS1.mtx", "bracket_MASS1"),
        ("abaqus/bracket_MASS1_coordinate.mtx.gz", "bracket_MASS1_coordinate"),
    ];
    for (file, name) in files {
        assert_same(&read_one(file, name).matrix, &reference.matrix, file);
    }
    let part = read_one("nastran/bracket_pynastran_ascii.op4", "MGG");
    assert_same(&part.matrix, &leading(&reference.matrix, 60), "pyNastran");
}

#[test]
fn how_files_store_and_close_is_told() {
    let told = |file, name| {
        let read = read_one(file, name);
        (read.storage, read.completeness, read.stored)
    };
    assert_eq!(
        told("matrix_market/bracket_K.mtx.gz", "bracket_K"),
        (Storage::Lower, Completeness::Declared, 12367)
    );
    let sti = read_one("calculix/bracket/bracket.sti", "bracket");
    assert_eq!((sti.storage, sti.completeness), (Storage::Upper, Completeness::Plausible));
    let labelled = read_one("abaqus/bracket_STIF1.mtx.gz", "bracket_STIF1");
    assert_eq!((labelled.storage, labelled.completeness), (Storage::Lower, Completeness::Plausible));
    let coordinate = read_one("abaqus/bracket_MASS1_coordinate.mtx.gz", "bracket_MASS1_coordinate");
    assert_eq!((coordinate.storage, coordinate.completeness), (Storage::Full, Completeness::Plausible));
}

#[test]
fn rows_are_named_alike_by_calculix_abaqus_and_numpy() {
    let dofs = read_dofs("calculix/bracket/bracket.dof", &window).unwrap();
    assert_eq!(dofs.len(), 285);
    assert_eq!(
        (dofs[0], dofs[284]),
        (Dof { node: 1, component: 1, copy: 0 }, Dof { node: 106, component: 3, copy: 0 })
    );
    assert_eq!(read_dofs("scipy/bracket_dof.npz", &window).unwrap(), dofs);
    assert_eq!(read_one("abaqus/bracket_STIF1.mtx.gz", "bracket_STIF1").dofs, Some(dofs));
}

#[test]
fn meshes_come_with_their_sets() {
    let stage = read_mesh(&format!("{STAGE}.inp"), &window).unwrap();
    assert_eq!((stage.nodes.len(), stage.elements.len()), (1882, 838));
    assert_eq!(stage.set("TOP").map(<[i64]>::len), Some(83));
    let base = stage.set("base").unwrap().len();
    assert_eq!(3 * (stage.nodes.len() - base), 5397, "every node but those of the base is free");
    let free = read_mesh("calculix/bracketfree/bracketfree.inp", &window).unwrap();
    assert_eq!((free.rotation_nodes[0].rotation, free.rotation_nodes[0].reference), (9002, 9001));
    assert_eq!((free.materials[0].young, free.materials[0].density), (Some(70e9), Some(2700.0)));
}

#[test]
fn complex_and_foreign_matrices_are_refused_by_name() {
    let message = |file| read_matrices(file, &window).unwrap_err().to_string();
    let complex = message("nastran/complex_dense.op4");
    assert!(complex.contains("expected a real matrix, found the complex matrix Z (type 4)"), "{complex}");
    let hdf5 = message("matlab/bracket_v73_head.mat");
    assert!(hdf5.contains("save it with -v7") && hdf5.contains("version 7.3 (HDF5)"), "{hdf5}");
    let mesh = message("calculix/bracket/bracket.inc");
    assert!(mesh.contains("one of the formats calculix, matrix-market"), "{mesh}");
    let dofs = message("scipy/bracket_dof.npz");
    assert!(dofs.contains("the arrays node, dir"), "{dofs}");
}

#[test]
fn vectors_and_structures_are_read() {
    let vector = read_one("matrix_market/dense_vector.mtx", "dense_vector");
    assert_eq!((vector.rows(), vector.cols(), vector.matrix.get(5, 0)), (6, 1, 5.0));
    for file in ["matlab/octave_v6.mat", "matlab/octave_v7.mat"] {
        let a = read_one(file, "sys.A");
        assert_eq!((a.matrix.get(0, 1), a.matrix.get(1, 0), a.matrix.get(1, 1)), (1.0, -4e4, -2.0), "{file}");
    }
}

#[test]
fn files_with_several_matrices_say_how_to_choose() {
    let files = |stiffness: &str, mass: &str| PartFiles {
        name: "reduced".to_owned(),
        stiffness: stiffness.to_owned(),
        mass: mass.to_owned(),
        ..PartFiles::default()
    };
    let file = "nastran/bracket_cb.op4";
    let chosen = read_part(&files(file, file), &window).unwrap();
    assert_eq!(
        (chosen.size(), chosen.stiffness.name.as_str(), chosen.mass.name.as_str()),
        (16, "KXX", "MXX")
    );
    let named = read_part(&files(&format!("{file}#kxx"), &format!("{file}#MXX")), &window).unwrap();
    assert_same(&named.stiffness.matrix, &chosen.stiffness.matrix, "chosen by name");
    let wrong = read_part(&files(&format!("{file}#KAA"), file), &window).unwrap_err().to_string();
    assert!(wrong.contains("expected a matrix `KAA`, found MXX, KXX"), "{wrong}");
    let mut damped = files(file, file);
    damped.damping = Some("matlab/octave_v6.mat".to_owned());
    let several = read_part(&damped, &window).unwrap_err().to_string();
    assert!(several.contains("choose with") && several.contains("sys.A, sys.B"), "{several}");
}

#[test]
fn parts_that_do_not_fit_together_are_refused() {
    let mut files = import_files::bracket_files();
    files.dof = Some(format!("{STAGE}.dof"));
    let rows = read_part(&files, &window).unwrap_err().to_string();
    assert!(rows.contains("expected 285 rows") && rows.contains("found 5397"), "{rows}");
    let mut files = import_files::bracket_files();
    files.mass = "calculix/bracketfree/bracketfree.mas.gz".to_owned();
    files.dof = None;
    let mass = read_part(&files, &window).unwrap_err().to_string();
    assert!(mass.contains("expected 285 × 285 numbers"), "{mass}");
    files.format = Some("nastran".to_owned());
    let format = read_part(&files, &window).unwrap_err().to_string();
    assert!(format.contains("one of the formats") && format.contains("`nastran`"), "{format}");
}

/// Frequencies of a part against those its program printed with seven digits.
fn assert_frequencies(part: &ImportedPart, printed: &str) {
    let printed = read_frequencies(printed, &window).expect("the table is read");
    let elastic: Vec<f64> =
        printed.iter().filter(|mode| mode.eigenvalue > 1.0).map(|mode| mode.frequency).collect();
    let (k, m) = (&part.stiffness.matrix, &part.mass.matrix);
    let wanted = Wanted::Lowest(elastic.len());
    let found = modes(k, m, None, wanted, &ModesOptions::default(), &Quiet).expect("modes are found");
    assert!(found.certificate.is_certified());
    assert_eq!(found.rigid.cols(), printed.len() - elastic.len());
    for (ours, theirs) in found.frequencies().iter().zip(&elastic) {
        // Half a unit of the seventh digit is 5e-7 at worst.
        assert!((ours / theirs - 1.0).abs() < 6e-7, "{ours} Hz, {theirs} Hz printed");
    }
}

#[test]
fn the_bracket_has_the_frequencies_calculix_found() {
    assert_frequencies(&bracket(), "calculix/bracket/bracket_freq.dat");
}

#[test]
fn the_free_bracket_has_the_frequencies_calculix_found() {
    assert_frequencies(&import_files::free_bracket(), "calculix/bracketfree/bracketfree_freq.dat");
}

#[test]
fn the_stage_has_the_frequencies_calculix_found() {
    let part = stage();
    assert_eq!((part.size(), part.stiffness.completeness), (5397, Completeness::Declared));
    assert_frequencies(&part, "calculix/stage/stage_freq.dat");
}

#[test]
fn the_stage_moves_as_far_as_in_calculix() {
    let part = stage();
    let top = part.mesh.as_ref().unwrap().set("TOP").unwrap();
    let dofs = part.dofs.as_ref().unwrap();
    let loaded: Vec<usize> =
        (0..part.size()).filter(|&row| dofs[row].component == 1 && top.contains(&dofs[row].node)).collect();
    assert_eq!(loaded.len(), 83);
    let mut x = Dense::zeros(part.size(), 1);
    loaded.iter().for_each(|&row| x[(row, 0)] = 1.0);
    Cholesky::factor(&part.stiffness.matrix, &Threads::one()).unwrap().solve_in_place(&mut x);
    let mean = loaded.iter().map(|&row| x[(row, 0)]).sum::<f64>() / 83.0;
    // Six digits printed.
    assert!((mean / 1.68954e-4 - 1.0).abs() < 5e-6, "{mean} m");
}

#[test]
fn rotations_of_rigid_bodies_are_named_as_rotations() {
    let part = import_files::free_bracket();
    let dofs = part.dofs.as_ref().unwrap();
    let last: Vec<(i64, u8)> = dofs[285..].iter().map(|dof| (dof.node, dof.component)).collect();
    assert_eq!(last, [(9001, 1), (9001, 2), (9001, 3), (9001, 4), (9001, 5), (9001, 6)]);
    assert_eq!(part.row_name(288), "node 9001, rotation about x");
}
