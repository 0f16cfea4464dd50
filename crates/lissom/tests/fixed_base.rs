//! A part clamped at its interface: effective masses as pyYeti prints them, percent with two digits.
#![allow(clippy::unwrap_used)]

use lissom_dynamics::EffectiveMass;
use lissom_import::{PartFiles, read_part};
use lissom_linalg::{ModesOptions, Quiet, Wanted, modes};
use lissom_mech::{JoinedStructure, PartSource};
use lissom_model::Overrides;

fn window(path: &str) -> Result<Vec<u8>, String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lissom-import/tests/data/calculix/bracketfree/");
    std::fs::read(format!("{folder}{path}")).map_err(|error| error.to_string())
}

fn free_bracket() -> JoinedStructure {
    let text = "lissom = 1\n[model]\nname = 'm'\ndim = 3\n[[fe_part]]\nname = 'b'\nstiffness = 'bracketfree.sti.gz'\n\
                mass = 'bracketfree.mas.gz'\ndof = 'bracketfree.dof'\nmesh = 'bracketfree.inp'\n";
    let model = lissom_model::load("m.toml", text.as_bytes(), &Overrides::default()).value.unwrap();
    let part = read_part(&PartFiles::from(&model.fe_parts[0]), &window).unwrap();
    JoinedStructure::new(&model, vec![PartSource::Imported(Box::new(part))]).unwrap()
}

#[test]
fn effective_masses_are_those_of_pyyeti() {
    let part = free_bracket();
    let dofs = part.only_part().unwrap().dofs.as_ref().unwrap();
    // Node 9001 at (0.06, 0.01, 0.02) carries the rigid face: it is the base.
    let kept: Vec<usize> = (0..dofs.len()).filter(|row| dofs[*row].node != 9001).collect();
    assert_eq!(kept.len(), 285);
    let (k, m) = (part.structure.stiffness.submatrix(&kept), part.structure.mass.submatrix(&kept));
    let found = modes(&k, &m, None, Wanted::Lowest(10), &ModesOptions::default(), &Quiet).unwrap();
    let mut body = part.structure.rigid_body.clone().unwrap();
    body.momenta = body.momenta.select_rows(&kept);
    body.base = Some([0.06, 0.01, 0.02]);
    let table = EffectiveMass::of(Some(&body), &found.vectors);
    let printed = [
        (2224.495, [14.61, 41.98, 0.00, 0.00, 0.00, 92.23]),
        (3035.436, [0.00, 0.00, 47.25, 88.03, 62.65, 0.00]),
        (6476.108, [0.00, 0.00, 23.66, 6.69, 35.49, 0.00]),
        (6488.940, [19.36, 39.55, 0.00, 0.00, 0.00, 7.11]),
        (12899.178, [0.00, 0.00, 9.87, 0.45, 0.79, 0.00]),
        (18190.299, [45.37, 0.08, 0.00, 0.00, 0.00, 0.00]),
        (23565.020, [5.77, 7.65, 0.00, 0.00, 0.00, 0.45]),
        (25161.796, [0.00, 0.00, 9.92, 0.01, 0.17, 0.00]),
        (27067.055, [0.00, 0.00, 0.07, 1.85, 0.00, 0.00]),
        (34718.590, [0.00, 0.00, 0.22, 0.42, 0.06, 0.00]),
    ];
    for (i, (hz, shares)) in printed.iter().enumerate() {
        assert!((found.frequencies()[i] / hz - 1.0).abs() < 3e-7, "mode {}", i + 1);
        for (d, share) in shares.iter().enumerate() {
            let ours = 100.0 * table.share(i, d);
            assert!((ours - share).abs() <= 0.0051, "mode {}, direction {d}: {ours} {share}", i + 1);
        }
    }
    for (d, total) in [85.10, 89.26, 90.99, 97.46, 99.16, 99.79].into_iter().enumerate() {
        let ours: f64 = (0..10).map(|i| 100.0 * table.share(i, d)).sum();
        assert!((ours - total).abs() <= 0.0051, "direction {d}: {ours} {total}");
    }
}
