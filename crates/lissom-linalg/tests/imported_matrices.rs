//! Modes of matrices written by OpenSees and CalculiX against the frequencies those programs report.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_linalg::{ModesOptions, Quiet, Sparse, Triplets, Wanted, modes};

/// Reads a coordinate Matrix Market file, general or symmetric.
fn read(text: &str) -> Sparse {
    let symmetric = text.lines().next().unwrap().ends_with("symmetric");
    let mut lines = text.lines().filter(|line| !line.starts_with('%'));
    let sizes: Vec<usize> = lines.next().unwrap().split_whitespace().map(|w| w.parse().unwrap()).collect();
    let mut triplets = Triplets::new(sizes[0], sizes[1]);
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (i, j): (usize, usize) = (words[0].parse().unwrap(), words[1].parse().unwrap());
        let value: f64 = words[2].parse().unwrap();
        triplets.add(i - 1, j - 1, value);
        if symmetric && i != j {
            triplets.add(j - 1, i - 1, value);
        }
    }
    assert_eq!(
        sizes[2] * (1 + usize::from(symmetric)) - triplets.len(),
        if symmetric { sizes[0] } else { 0 }
    );
    Sparse::from_triplets(&triplets)
}

/// OpenSees writes mirrored entries that differ in the last digits; the symmetric part is meant.
#[test]
fn guidance_from_opensees() {
    let k = read(include_str!("data/guidance_K.mtx")).symmetric_part();
    let m = read(include_str!("data/guidance_M.mtx")).symmetric_part();
    let reported = [
        5.334485440332266,
        135.15229155954347,
        135.91936886423673,
        373.83267908266754,
        374.6392560289995,
        740.0379149172412,
        740.8612733172929,
        956.66599598069,
        1232.9858967961895,
        1233.7024052253803,
        1787.2712593946842,
        2070.1415588868526,
    ];
    let answer = modes(&k, &m, None, Wanted::Lowest(12), &ModesOptions::default(), &Quiet).unwrap();
    assert!(answer.certificate.is_certified() && answer.rigid.cols() == 0);
    assert_eq!(answer.eigenvalues.len(), 12);
    for (ours, theirs) in answer.frequencies().iter().zip(reported) {
        assert!((ours / theirs - 1.0).abs() < 1e-7, "{ours} Hz instead of {theirs} Hz");
    }
}

/// 75 of 285 directions have no mass; CalculiX prints seven digits. Both the dense and the sparse way are taken.
#[test]
fn bracket_from_calculix_has_a_singular_mass() {
    let (k, m) = (read(include_str!("data/bracket_K.mtx")), read(include_str!("data/bracket_M.mtx")));
    let reported = [
        2224.495f64,
        3035.436,
        6476.108,
        6488.940,
        12899.18,
        18190.30,
        23565.02,
        25161.80,
        27067.06,
        34718.59,
    ];
    for dense_limit in [300, 0] {
        let options = ModesOptions { dense_limit, ..ModesOptions::default() };
        let answer = modes(&k, &m, None, Wanted::Lowest(10), &options, &Quiet).unwrap();
        assert!(answer.certificate.is_certified() && answer.rigid.cols() == 0);
        assert!(answer.frequencies().len() >= reported.len());
        for (ours, theirs) in answer.frequencies().iter().zip(reported) {
            let last_digit = 10f64.powf(theirs.log10().floor() - 6.0);
            assert!((ours - theirs).abs() <= 0.51 * last_digit, "{ours} Hz instead of {theirs} Hz");
        }
    }
}

/// Every mode with finite frequency: as many as the mass has rank.
#[test]
fn bracket_has_as_many_modes_as_its_mass_has_rank() {
    let (k, m) = (read(include_str!("data/bracket_K.mtx")), read(include_str!("data/bracket_M.mtx")));
    let answer = modes(&k, &m, None, Wanted::All, &ModesOptions::default(), &Quiet).unwrap();
    assert_eq!(answer.eigenvalues.len(), 210);
    assert!(answer.certificate.is_certified());
}
