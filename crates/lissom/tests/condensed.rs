//! The stiffness of a part seen from the nodes of a face: the Schur complement, which is not what CalculiX writes.
#![allow(clippy::unwrap_used)]

use crate::oracle;

use lissom_import::{PartFiles, read_part};
use lissom_linalg::{Dense, Lu, Quiet, Threads};
use lissom_mech::{JoinedStructure, PartSource, Structure};
use lissom_model::Overrides;
use lissom_reduce::{LinearRequest, linear_reduction};

fn window(path: &str) -> Result<Vec<u8>, String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lissom-import/tests/data/calculix/bracket/");
    std::fs::read(format!("{folder}{path}")).map_err(|error| error.to_string())
}

fn bracket() -> Structure {
    let text = "lissom = 1\n[model]\nname = 'm'\ndim = 3\n[[fe_part]]\nname = 'b'\nstiffness = 'bracket.sti'\n\
                mass = 'bracket.mas.gz'\ndof = 'bracket.dof'\nmesh = 'bracket.inp'\n\
                [[interface]]\npart = 'b'\nname = 'face'\nset = 'FACE'\nkind = 'nodes'\n";
    let model = lissom_model::load("m.toml", text.as_bytes(), &Overrides::default()).value.unwrap();
    let part = read_part(&PartFiles::from(&model.fe_parts[0]), &window).unwrap();
    JoinedStructure::new(&model, vec![PartSource::Imported(Box::new(part))]).unwrap().structure
}

/// Frobenius norm.
fn size(matrix: &Dense) -> f64 {
    matrix.as_slice().iter().map(|a| a * a).sum::<f64>().sqrt()
}

/// The 39 coordinates of the face. ccx 2.20 (`*SUBSTRUCTURE GENERATE`) writes the block of these rows and columns, to
/// thirteen digits: its largest entry is off by 0.58, because everything else is held.
#[test]
fn the_condensed_stiffness_is_the_schur_complement() {
    let structure = bracket();
    let face = structure.interface("face").unwrap().clone();
    let kept: Vec<usize> = face.motions.iter().map(|motion| motion.row().unwrap()).collect();
    assert_eq!(kept.len(), 39);
    let request =
        LinearRequest { interfaces: vec![face], threads: Threads::one(), ..LinearRequest::default() };
    let found = linear_reduction("guyan").unwrap().reduce(&structure, &request, &Quiet).unwrap();
    let inner: Vec<usize> = (0..structure.size()).filter(|row| !kept.contains(row)).collect();
    let k = structure.stiffness.to_dense();
    let block =
        |rows: &[usize], cols: &[usize]| Dense::from_fn(rows.len(), cols.len(), |i, j| k[(rows[i], cols[j])]);
    let mut solved = block(&inner, &kept);
    Lu::factor(&block(&inner, &inner)).unwrap().solve_in_place(&mut solved);
    let held = block(&kept, &kept);
    let mut schur = held.clone();
    schur.add_scaled(-1.0, &block(&kept, &inner).matmul(&solved));
    let mut difference = found.structure.stiffness.to_dense();
    difference.add_scaled(-1.0, &schur);
    assert!(difference.max_abs() < 1e-9 * schur.max_abs(), "{:.1e}", difference.max_abs());
    let mut theirs = held.clone();
    theirs.add_scaled(-1.0, &schur);
    // Both numbers by `tests/oracles/parts.py` from the same files.
    let expected = oracle::numbers(include_str!("../../../tests/oracles/parts.json"), "condensed");
    let found = [size(&theirs) / size(&schur), theirs.max_abs() / schur.max_abs()];
    assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-10), "{found:?} {expected:?}");
    assert_eq!(expected.len(), 2);
}
