//! Damaged files: whatever is cut off or changed, there is no panic, and no part of a matrix passes as the whole.

use crate::import_files;

use import_files::{bracket_files, window};
use lissom_import::{
    Completeness, ImportError, ImportedMatrix, Importer, Source, detect, read_dofs, read_frequencies,
    read_mesh, read_part,
};
use proptest::prelude::*;
use std::sync::OnceLock;

/// A file of each kind, small enough to be damaged often.
const FILES: &[&str] = &[
    "calculix/bracket/bracket.sti",
    "calculix/bracket/bracket.mas.gz",
    "matrix_market/bracket_M.mtx",
    "matrix_market/dense_vector.mtx",
    "opensees/ops_guidance_full_K.mtx",
    "scipy/bracket_M.npz",
    "matlab/bracket_v5.mat",
    "matlab/octave_v6.mat",
    "nastran/bracket_dense_bin.op4",
    "nastran/bracket_bigmat_bin_BE.op4",
    "nastran/bracket_nonbigmat_bin.op4.gz",
    "nastran/bracket_bigmat_ascii.op4",
    "nastran/bracket_nonbigmat_ascii.op4",
    "nastran/bracket_pynastran_ascii.op4",
    "abaqus/bracket_MASS1.mtx",
    "abaqus/bracket_MASS1_coordinate.mtx.gz",
    "opensees/ops_guidance_K.txt",
];

struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    importer: &'static dyn Importer,
    matrices: Vec<ImportedMatrix>,
}

fn samples() -> &'static [Sample] {
    static SAMPLES: OnceLock<Vec<Sample>> = OnceLock::new();
    SAMPLES.get_or_init(|| FILES.iter().map(|name| sample(name)).collect())
}

fn sample(name: &'static str) -> Sample {
    let bytes = window(name).expect("the sample is whole");
    let source = Source::from_bytes(name, &bytes).expect("the sample is whole");
    let importer = detect(&source).expect("the sample is whole");
    let matrices = importer.read(source).expect("the sample is whole");
    Sample { name, bytes, importer, matrices }
}

fn read(sample: &Sample, bytes: &[u8]) -> Result<Vec<ImportedMatrix>, ImportError> {
    sample.importer.read(Source::from_bytes(sample.name, bytes)?)
}

/// What passes as complete has no fewer entries than the original, except `lost` that may have become zero.
fn assert_honest(sample: &Sample, damaged: &[ImportedMatrix], lost: usize, how: &str) {
    for matrix in damaged.iter().filter(|matrix| matrix.completeness == Completeness::Declared) {
        let fewest = sample.matrices.iter().map(|original| original.matrix.nnz()).min().unwrap_or(0);
        let same = sample.matrices.iter().find(|original| original.name == matrix.name);
        let wanted = same.map_or(fewest, |original| original.matrix.nnz());
        let found = matrix.matrix.nnz();
        assert!(
            found + lost >= wanted,
            "{} {how}: {found} of {wanted} entries of {}",
            sample.name,
            matrix.name
        );
    }
}

#[test]
fn files_cut_off_anywhere_are_noticed() {
    for sample in samples() {
        let step = if sample.bytes.len() < 5000 { 1 } else { 1000 };
        for end in (0..sample.bytes.len()).step_by(step) {
            match read(sample, &sample.bytes[..end]) {
                Ok(read) => assert_honest(sample, &read, 0, &format!("cut at byte {end}")),
                Err(error) => {
                    assert!(error.file == sample.name || error.file.starts_with(sample.name), "{error}")
                }
            }
        }
    }
}

/// Formats that say how long they are: nothing cut off passes at all, unless only matrices after it are lost.
#[test]
fn counted_formats_refuse_every_cut() {
    for name in [
        "matrix_market/bracket_M.mtx",
        "scipy/bracket_M.npz",
        "nastran/bracket_dense_bin.op4",
        "opensees/ops_guidance_K.txt",
    ] {
        let sample = samples().iter().find(|sample| sample.name == name).unwrap();
        let content = sample.bytes.trim_ascii_end().len();
        for end in (1..content).rev().step_by(211) {
            let outcome = read(sample, &sample.bytes[..end]);
            let whole = |matrices: &[ImportedMatrix]| {
                matrices
                    .iter()
                    .all(|m| sample.matrices.iter().any(|o| o.name == m.name && o.matrix == m.matrix))
            };
            // A number that lost its last digits in the last line is another number, not a missing one.
            let last_line = end + 30 > content;
            assert!(outcome.is_err() || last_line || whole(&outcome.unwrap()), "{name} cut at byte {end}");
        }
    }
}

#[test]
fn a_part_of_calculix_is_whole_or_refused() {
    let files = bracket_files();
    for role in ["sti", "mas", "dof"] {
        let path = match role {
            "sti" => files.stiffness.clone(),
            "mas" => files.mass.clone(),
            _ => files.dof.clone().unwrap(),
        };
        let whole = window(&path).unwrap();
        // Cuts at the ends of lines are the ones that could pass.
        let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
        let ends = if role == "mas" { (1..40).map(|k| k * whole.len() / 40).collect() } else { ends };
        let step = (ends.len() / 40).max(1);
        for &end in ends.iter().rev().skip(1).step_by(step) {
            let cut = |asked: &str| if asked == path { Ok(whole[..end].to_vec()) } else { window(asked) };
            assert!(read_part(&files, &cut).is_err(), "{path} cut at byte {end}");
        }
    }
}

#[test]
fn lines_missing_in_the_middle_of_calculix_files_are_noticed() {
    let files = bracket_files();
    let text = String::from_utf8(window(&files.stiffness).unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for missing in [0, 1, 17, 6000, lines.len() - 1] {
        let kept: String =
            lines.iter().enumerate().filter(|(k, _)| *k != missing).map(|(_, l)| format!("{l}\n")).collect();
        let without = |asked: &str| {
            if asked == files.stiffness { Ok(kept.clone().into_bytes()) } else { window(asked) }
        };
        assert!(read_part(&files, &without).is_err(), "line {} is missing", missing + 1);
    }
}

#[test]
fn meshes_rows_and_frequencies_cut_off_do_not_panic() {
    let inc = window("calculix/bracket/bracket.inc").unwrap();
    let dat = window("calculix/bracket/bracket_freq.dat").unwrap();
    let dof = window("scipy/bracket_dof.npz").unwrap();
    for end in 0..inc.len() {
        let _ = read_mesh("a.inc", &|_: &str| Ok(inc[..end].to_vec()));
    }
    for end in 0..dat.len() {
        let cut = read_frequencies("a.dat", &|_: &str| Ok(dat[..end].to_vec()));
        assert!(cut.is_err() || cut.unwrap().len() == 10, "cut at byte {end}");
    }
    for end in 0..dof.len() {
        assert!(read_dofs("a.npz", &|_: &str| Ok(dof[..end].to_vec())).is_err(), "cut at byte {end}");
    }
}

/// One thing done to a file.
#[derive(Clone, Debug)]
enum Damage {
    Changed(f64, u8),
    Removed(f64, usize),
    Doubled(f64, usize),
}

fn damaged(bytes: &[u8], damage: &Damage) -> Vec<u8> {
    let place = |share: f64| ((bytes.len() as f64 * share) as usize).min(bytes.len() - 1);
    let mut result = bytes.to_vec();
    match *damage {
        Damage::Changed(share, byte) => result[place(share)] = byte,
        Damage::Removed(share, count) => {
            let end = (place(share) + count).min(bytes.len());
            result.drain(place(share)..end);
        }
        Damage::Doubled(share, count) => {
            let end = (place(share) + count).min(bytes.len());
            let piece = bytes[place(share)..end].to_vec();
            result.splice(end..end, piece);
        }
    }
    result
}

fn damage() -> impl Strategy<Value = Damage> {
    // Heads hold the sizes and counts: they are hit as often as all the rest.
    let place = prop_oneof![0.0..1.0f64, 0.0..0.01f64];
    let digit = prop_oneof![any::<u8>(), b'0'..=b'9', Just(b'\n'), Just(b' '), Just(b'%')];
    prop_oneof![
        (place.clone(), digit).prop_map(|(share, byte)| Damage::Changed(share, byte)),
        (place.clone(), 1usize..200).prop_map(|(share, count)| Damage::Removed(share, count)),
        (place, 1usize..200).prop_map(|(share, count)| Damage::Doubled(share, count)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_damage_makes_a_part_pass_as_the_whole(which in 0..FILES.len(), damage in damage()) {
        let sample = &samples()[which];
        let bytes = damaged(&sample.bytes, &damage);
        if let Ok(read) = read(sample, &bytes) {
            // A number of eight bytes may become zero when they are touched.
            let lost = match damage {
                Damage::Changed(..) => 1,
                Damage::Removed(_, count) | Damage::Doubled(_, count) => count / 8 + 2,
            };
            assert_honest(sample, &read, lost, &format!("{damage:?}"));
        }
    }

    #[test]
    fn noise_is_refused_without_a_panic(noise in proptest::collection::vec(any::<u8>(), 0..400), which in 0..7usize) {
        let importer = lissom_import::IMPORTERS[which];
        let outcome = Source::from_bytes("noise", &noise).and_then(|source| importer.read(source));
        if let Ok(read) = outcome {
            prop_assert!(read.iter().all(|matrix| matrix.rows() <= 400));
        }
    }
}

/// A large text file is read whole, every entry where it belongs.
#[test]
fn large_files_are_read_whole() {
    use std::fmt::Write;
    let rows = 20_000;
    let mut text = String::new();
    let mut entries = 0;
    for col in 1..=rows {
        for row in (1..=col).rev().take(41).collect::<Vec<_>>().into_iter().rev() {
            let value = if row == col { 5.2115583075335e8 } else { -1.0e6 / f64::from(col - row) };
            writeln!(text, "{row} {col} {value:20.13e}").unwrap();
            entries += 1;
        }
    }
    let read = lissom_import::Calculix.read(Source::from_bytes("big.sti", text.as_bytes()).unwrap()).unwrap();
    assert_eq!((read[0].rows(), read[0].stored), (rows as usize, entries));
    let matrix = &read[0].matrix;
    assert!((0..rows as usize).all(|i| matrix.get(i, i) == 5.2115583075335e8));
    for (row, col) in [(0, 40), (19_959, 19_999), (12_000, 12_001)] {
        let value = format!("{:.13e}", -1.0e6 / (col - row) as f64).parse::<f64>().unwrap();
        assert_eq!((matrix.get(row, col), matrix.get(col, row)), (value, value), "{row} {col}");
    }
    assert_eq!(matrix.get(0, 41), 0.0);
}
