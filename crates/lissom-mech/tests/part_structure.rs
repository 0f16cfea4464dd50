//! Imported parts as structures: interfaces, ports, point masses and damping against hand calculation and
//! CalculiX.
#![allow(clippy::unwrap_used)]

#[path = "../../lissom-import/tests/import_files/mod.rs"]
mod import_files;

use import_files::{bracket, free_bracket, stage};
use lissom_import::ImportedPart;
use lissom_linalg::{Cholesky, Dense, Threads, dot};
use lissom_mech::{JoinedStructure, MechError, ModalDamping, PartSource, Structure};
use lissom_model::Overrides;

/// A model around an imported part; the files it names are not read here.
fn structure(part: ImportedPart, more: &str) -> Result<JoinedStructure, MechError> {
    let text = format!(
        "lissom = 1\n[model]\nname = 'm'\ndim = 3\n[[fe_part]]\nname = '{}'\nformat = 'calculix'\n\
         stiffness = 'k'\nmass = 'm'\ndof = 'd'\nmesh = 'n'\n{more}",
        part.name
    );
    let checked = lissom_model::load("m.toml", text.as_bytes(), &Overrides::default());
    let model = checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    JoinedStructure::new(&model, vec![PartSource::Imported(Box::new(part))])
}

fn static_response(structure: &Structure, force: &[f64]) -> Vec<f64> {
    let factor = Cholesky::factor(&structure.stiffness, &Threads::one()).unwrap();
    let mut x = Dense::from_column_major(force.len(), 1, force.to_vec());
    factor.solve_in_place(&mut x);
    x.column(0).to_vec()
}

const TOP: &str = "[[interface]]\npart = 'stage'\nname = 'top'\nset = 'TOP'\n";

fn ports(kind: &str, direction: &str) -> String {
    format!(
        "{TOP}kind = '{kind}'\n[[force]]\nname = 'F'\nattach = 'stage.top'\ndirection = '{direction}'\n\
         [[output]]\nname = 'x'\nattach = 'stage.top'\ndirection = '{direction}'\n"
    )
}

/// 1 N along x on each of the 83 nodes of TOP: CalculiX finds a mean displacement of 1.68954e-4 m. The mean of a set is
/// taken about its centroid, so that a force there is 1/83 on each node, and nothing else.
#[test]
fn a_mean_interface_spreads_a_force_as_calculix_was_told_to() {
    let part = structure(stage(), &ports("mean", "x")).unwrap();
    let s = &part.structure;
    let b = &s.inputs[0].values;
    assert_eq!(b, &s.outputs[0].values);
    assert_eq!((s.inputs[0].unit.as_str(), s.outputs[0].unit.as_str()), ("N", "m"));
    let used: Vec<f64> = b.iter().copied().filter(|w| w.abs() > 1e-12).collect();
    assert!((b.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(used.len() == 83 && used.iter().all(|w| (w * 83.0 - 1.0).abs() < 1e-9), "{used:?}");
    let x = static_response(s, b);
    assert!((83.0 * dot(b, &x) / 1.68954e-4 - 1.0).abs() < 3e-6, "{}", 83.0 * dot(b, &x));
}

/// Resultant and moment of every unit force of a mean interface, about its point: the six unit vectors.
#[test]
fn resultants_of_a_mean_interface_are_right_beside_its_centroid_too() {
    let text = format!("{TOP}kind = 'mean'\nat = [0.01, -0.02, 0.03]\n");
    let part = structure(stage(), &text).unwrap();
    let only = part.only_part().unwrap();
    let (dofs, mesh) = (only.dofs.as_ref().unwrap(), only.mesh.as_ref().unwrap());
    let interface = part.structure.interface("top").unwrap();
    assert_eq!(interface.motions.len(), 6);
    for (which, motion) in interface.motions.iter().enumerate() {
        let mut total = [0.0; 6];
        for (row, weight) in &motion.entries {
            let (dof, at) = (dofs[*row], mesh.position(dofs[*row].node).unwrap());
            let arm: [f64; 3] = std::array::from_fn(|k| at[k] - [0.01, -0.02, 0.03][k]);
            let axis = usize::from(dof.component) - 1;
            total[axis] += weight;
            total[3 + (axis + 1) % 3] += weight * arm[(axis + 2) % 3];
            total[3 + (axis + 2) % 3] -= weight * arm[(axis + 1) % 3];
        }
        // Forces of either sign add up to one: rounding is measured against them.
        let forces: f64 = motion.entries.iter().map(|(_, weight)| weight.abs()).sum();
        for (k, t) in total.iter().enumerate() {
            let exact = f64::from(u8::from(k == which));
            assert!((t - exact).abs() < 1e-14 * forces, "{}: {total:?}", motion.name);
        }
    }
}

/// A rigid face is stiffer than the same face left free, and moves as one.
#[test]
fn a_rigid_interface_adds_six_rows_and_its_nodes_follow() {
    let part = structure(stage(), &ports("rigid", "x")).unwrap();
    let s = &part.structure;
    assert_eq!(s.size(), 5397 - 3 * 83 + 6);
    assert_eq!(s.row_names()[s.size() - 6..], ["x", "y", "z", "rx", "ry", "rz"].map(|d| format!("top, {d}")));
    assert_eq!(s.interface("top").unwrap().motions[4].row(), Some(s.size() - 2));
    let free = structure(stage(), &ports("mean", "x")).unwrap();
    let compliance = |s: &Structure| dot(&s.inputs[0].values, &static_response(s, &s.inputs[0].values));
    let (rigid, mean) = (compliance(s), compliance(&free.structure));
    assert!(rigid < mean && rigid > 0.5 * mean, "{rigid} {mean}");
    // All nodes of the face turn and move with the reference point.
    let x = static_response(s, &s.inputs[0].values);
    let all = &part.expand(&Dense::from_column_major(x.len(), 1, x.clone())).1[0];
    let only = part.only_part().unwrap();
    let (dofs, mesh) = (only.dofs.as_ref().unwrap(), only.mesh.as_ref().unwrap());
    let [ux, _, _, _, ry, rz] = std::array::from_fn(|k| x[s.size() - 6 + k]);
    let nodes = mesh.set("TOP").unwrap();
    let centre: [f64; 3] = std::array::from_fn(|k| {
        nodes.iter().map(|n| mesh.position(*n).unwrap()[k]).sum::<f64>() / nodes.len() as f64
    });
    for (row, dof) in dofs.iter().enumerate().filter(|(_, d)| nodes.contains(&d.node) && d.component == 1) {
        let at = mesh.position(dof.node).unwrap();
        let exact = ux + ry * (at[2] - centre[2]) - rz * (at[1] - centre[1]);
        assert!((all[(row, 0)] - exact).abs() < 1e-12 * ux.abs());
    }
    // The mass is that of the free part: the face follows, nothing is lost.
    let mass = |s: &Structure| s.rigid_body.as_ref().unwrap().mass;
    assert!((mass(s) / mass(&free.structure) - 1.0).abs() < 1e-12);
}

/// A node of solid elements does not rotate: a force at another point would have to act at the node, without its moment.
#[test]
fn one_node_without_rotations_determines_no_other_point() {
    let interface = |at: [f64; 3]| {
        let text = format!(
            "[[interface]]\npart = 'bracket'\nname = 'corner'\nset = '108'\nkind = 'nodes'\nat = {at:?}\n\
             [[force]]\nname = 'F'\nattach = 'bracket.corner'\ndirection = 'y'\n"
        );
        structure(ImportedPart { name: "bracket".to_owned(), ..free_bracket() }, &text)
    };
    let own = free_bracket().mesh.unwrap().position(108).unwrap();
    let at_node = interface(own).unwrap();
    assert_eq!(at_node.structure.inputs[0].values.iter().filter(|weight| **weight != 0.0).count(), 1);
    let beside = [own[0] + 0.02, own[1], own[2]];
    match interface(beside).unwrap_err() {
        MechError::PointNotDetermined { interface, distance } => {
            assert_eq!(interface, "corner");
            assert!((distance - 0.02).abs() < 1e-12, "{distance}");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_free_part_knows_its_rigid_motions() {
    let mut part = free_bracket();
    part.name = "free".to_owned();
    let part = structure(part, "").unwrap();
    let body = part.structure.rigid_body.as_ref().unwrap();
    assert!((body.mass - 0.216).abs() < 1e-9);
    assert_eq!(body.free.len(), 6);
    assert!(body.resistance.iter().all(|r| *r < 1e-10), "{:?}", body.resistance);
    // About the centre of mass translations and rotations do not couple.
    for i in 0..3 {
        for j in 3..6 {
            assert!(body.inertia[(i, j)].abs() < 1e-12, "{i} {j}");
        }
    }
    // Radii of gyration as pyYeti prints them.
    for (k, radius) in [0.020559, 0.020559, 0.024055].into_iter().enumerate() {
        assert!(((body.inertia[(3 + k, 3 + k)] / 0.216).sqrt() - radius).abs() < 6e-7);
    }
    let forces = part.structure.stiffness.times(&part.structure.rigid_candidates);
    assert!(forces.max_abs() < 1e-9 * part.structure.stiffness.max_abs());
}

/// Springs, dampers and masses at an interface: k w wᵀ, c w wᵀ, and a mass that moves with the rigid body.
#[test]
fn lumps_join_at_interfaces() {
    let lumps = "[[mass]]\nname = 'm'\nattach = 'stage.top'\nmass = 0.5\noffset = [0.0, 0.01, 0.0]\n\
                 [[spring]]\nnodes = ['stage.top', 'ground']\ndirection = 'x'\nstiffness = 1e5\n\
                 [[damper]]\nnodes = ['stage.top', 'ground']\ndirection = 'x'\ndamping = 20.0\n";
    let bare = structure(stage(), &ports("mean", "x")).unwrap().structure;
    let loaded = structure(stage(), &(ports("mean", "x") + lumps)).unwrap().structure;
    let b = &bare.inputs[0].values;
    let compliance = |s: &Structure| dot(b, &static_response(s, b));
    // Sherman and Morrison: 1/(1/c + k).
    let exact = 1.0 / (1.0 / compliance(&bare) + 1e5);
    assert!((compliance(&loaded) / exact - 1.0).abs() < 1e-9);
    let x = static_response(&bare, b);
    let moved = dot(b, &x);
    assert!((loaded.damping.form(&x, &x) / (20.0 * moved * moved) - 1.0).abs() < 1e-12);
    let [before, after] = [&bare, &loaded].map(|s| s.rigid_body.as_ref().unwrap());
    assert!((after.mass - before.mass - 0.5).abs() < 1e-12);
    let top = [0.03, 0.05, 0.003];
    let joined = (before.mass * before.centre[0] + 0.5 * top[0]) / after.mass;
    assert!((after.centre[0] - joined).abs() < 2e-5, "{} {joined}", after.centre[0]);
}

/// Supports of a part are the same constraints whether a state is asked for or not: rows, names and numbers are those of the
/// part alone, bit by bit.
#[test]
fn a_state_changes_nothing_of_a_part() {
    for kind in ["mean", "rigid", "nodes"] {
        let held =
            format!("{TOP}kind = '{kind}'\n[[fix]]\ninterfaces = ['top']\ndirections = ['x', 'y', 'z']\n");
        let state = "[state.still]\nkind = 'static'\n[state.turned]\nkind = 'rotation'\nspeed = 3.0\naxis = [0, 0, 1]\n";
        let [alone, asked] = [held.clone(), held + state].map(|text| structure(stage(), &text).unwrap());
        let [p, q] = [&alone.structure, &asked.structure];
        assert_eq!((&p.name, &p.rows), (&q.name, &q.rows), "{kind}");
        assert!(p.mass == q.mass && p.stiffness == q.stiffness && p.damping == q.damping, "{kind}");
        assert_eq!(p.rigid_candidates.as_slice(), q.rigid_candidates.as_slice(), "{kind}");
        assert!(alone.only_part().is_some() && alone.carries(), "{kind}");
        assert!(p.rows.iter().all(|row| !row.name.contains(": ")), "{kind}");
        let point = p.rigid_body.as_ref().unwrap().base.unwrap();
        assert!((point[1] - 0.05).abs() < 1e-3, "{kind}: {point:?}");
    }
}

#[test]
fn rayleigh_damping_is_a_matrix_and_modal_damping_a_number() {
    let mut part = bracket();
    part.name = "b".to_owned();
    let with = |damping: &str| structure(part.clone(), &format!("damping = {damping}\n")).unwrap().structure;
    let rayleigh = with("{ mass = 3.0, stiffness = 1e-6 }");
    let x: Vec<f64> = (0..rayleigh.size()).map(|i| (i as f64).sin()).collect();
    let exact = 3.0 * rayleigh.mass.form(&x, &x) + 1e-6 * rayleigh.stiffness.form(&x, &x);
    assert!((rayleigh.damping.form(&x, &x) / exact - 1.0).abs() < 1e-12);
    let modal = with("{ modal = 0.02 }");
    assert!(matches!(modal.modal_damping, ModalDamping::Uniform(0.02)) && modal.damping.nnz() == 0);
}

#[test]
fn what_the_files_do_not_carry_is_named() {
    let said = |part: ImportedPart, text: &str| structure(part, text).unwrap_err().to_string();
    let missing = said(stage(), &TOP.replace("'TOP'", "'LID'"));
    assert!(missing.contains("no node set `LID`") && missing.contains("TOP"), "{missing}");
    let held = said(stage(), &TOP.replace("'TOP'", "'BASE'"));
    assert!(held.contains("lack rows in the matrices") && held.contains("node"), "{held}");
    let apart = said(stage(), &ports("nodes", "x"));
    assert!(apart.contains("83 separate nodes") && apart.contains("mean"), "{apart}");
    let twice = format!("{TOP}kind = 'rigid'\n{}kind = 'rigid'\n", TOP.replace("'top'", "'lid'"));
    let twice = said(stage(), &twice);
    assert!(twice.contains("top and lid"), "{twice}");
    let mut skew = stage();
    skew.stiffness.storage = lissom_import::Storage::Full;
    skew.stiffness.matrix.values_mut()[1] *= 2.0;
    let skew = said(skew, "");
    assert!(skew.contains("stiffness of part stage is not symmetric"), "{skew}");
    let mut unnamed = stage();
    unnamed.dofs = None;
    let unnamed = said(unnamed, TOP);
    assert!(unnamed.contains("give `dof`"), "{unnamed}");
}
