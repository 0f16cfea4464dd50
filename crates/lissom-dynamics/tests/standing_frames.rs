//! Round rotors on bearings that stand still, seen from a frame that stands still, against closed forms.
#![allow(clippy::unwrap_used)]

use crate::frames;

use frames::{Built, off};
use lissom_dynamics::spin::{Campbell, CampbellRequest, SpinEffects, SpinningStructure, campbell};
use lissom_dynamics::{DynamicsError, MovingError};
use lissom_linalg::Quiet;
use lissom_mech::elements::SpinAxis;
use lissom_mech::{MechError, SpinningFrame, StandingFrame};

#[allow(clippy::result_large_err, reason = "tests look at errors once")]
fn standing(text: &str, speeds: &[f64], modes: usize, orders: &[f64]) -> Result<Campbell, DynamicsError> {
    let b = Built::new(text);
    let frame = b.frame();
    let axis = SpinAxis { direction: [1.0, 0.0, 0.0], point: [0.0; 3] };
    let matter = SpinningFrame::of(&frame, axis);
    let seen = StandingFrame::of(&matter, true).unwrap();
    let structure = SpinningStructure::standing(&b.body(), &matter, &seen, SpinEffects::default())?;
    let request = CampbellRequest { speeds: speeds.to_vec(), modes, orders: orders.to_vec() };
    campbell(&structure, &request, &Quiet)
}

/// The whirl of a Rayleigh shaft in space, EI k⁴ − s²(ρA + ρI k²) + 2Ω s ρI k² = 0: seen from a frame that stands still it is met
/// directly, with the values of the frame that turns, turned back.
#[test]
fn a_spinning_shaft_has_its_whirl_in_space() {
    let text = "lissom = 1\n[model]\nname = 'shaft'\ndim = 3\n[section.s]\nEA = 1e5\nEIy = 1\nEIz = 1\nGJ = 1e3\nrhoA = 1\nrhoIy = 0.01\nrhoIz = 0.01\nrhoJ = 0.02\n\
         [node]\nA = [0, 0, 0]\nB = [1, 0, 0]\n[[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = 12\ntheory = 'rayleigh'\n\
         [[fix]]\nnodes = ['A']\ndirections = ['x', 'y', 'z', 'rx']\n[[fix]]\nnodes = ['B']\ndirections = ['y', 'z']\n";
    let found = standing(text, &[0.0, 2.0, 5.0, 8.0], 4, &[]).unwrap();
    // Twelve elements in the frame that turns: 4.875 768 993 forward, 13.977 467 361 backward.
    let mut first: Vec<(f64, f64)> = found.modes[..2].iter().map(|m| (m.values[2].im, m.whirl[2])).collect();
    first.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(off(first[0].0, 13.977_467_361 - 5.0) < 1e-8 && first[0].1 < -0.99, "{first:?}");
    assert!(off(first[1].0, 4.875_768_993 + 5.0) < 1e-8 && first[1].1 > 0.99, "{first:?}");
    assert!(found.definite.iter().all(|d| *d), "energy is definite in space, beyond critical speeds too");
}

/// A stiff shaft of length 2a with a disc in the middle, on bearings k_y, k_z at both ends.
fn rigid_rotor(ky: f64, kz: f64, extra: &str) -> String {
    let spring = |node: &str, direction: &str, k: f64| {
        format!(
            "[[spring]]\nname = '{node}{direction}'\nnodes = ['ground', '{node}']\nstiffness = {k}\ndirection = '{direction}'\n"
        )
    };
    let springs: String = [("A", "y", ky), ("A", "z", kz), ("B", "y", ky), ("B", "z", kz)]
        .map(|(n, d, k)| spring(n, d, k))
        .concat();
    format!(
        "lissom = 1\n[model]\nname = 'rotor'\ndim = 3\n[section.s]\nEA = 1e8\nEIy = 1e8\nEIz = 1e8\nGJ = 1e8\nrhoA = 1e-6\nrhoJ = 1e-9\n\
         [node]\nA = [-0.5, 0, 0]\nO = [0, 0, 0]\nB = [0.5, 0, 0]\n\
         [[beam]]\nname = 'b'\nnodes = ['A', 'O']\nsection = 's'\n[[beam]]\nname = 'c'\nnodes = ['O', 'B']\nsection = 's'\n\
         [[fix]]\nnodes = ['O']\ndirections = ['x', 'rx']\n\
         [[mass]]\nname = 'disc'\nnode = 'O'\nmass = 2\ninertia = [0.3, 0.2, 0.2]\n{springs}{extra}"
    )
}

/// Frequencies of the rigid rotor at a speed, ascending: two of the mass on its springs, which no speed changes, and two of the
/// disc that tilts, I_d² s⁴ + (I_d(κ_y + κ_z) + I_p²Ω²) s² + κ_y κ_z = 0 with κ = 2a²k.
fn closed_form(ky: f64, kz: f64, speed: f64) -> [f64; 4] {
    let (id, ip): (f64, f64) = (0.2, 0.3);
    let [y, z] = [ky, kz].map(|k| 0.5 * k);
    let middle = 0.5 * (id * (y + z) + (ip * speed).powi(2)) / (id * id);
    let root = (middle * middle - y * z / (id * id)).sqrt();
    let mut all = [ky.sqrt(), kz.sqrt(), (middle - root).sqrt(), (middle + root).sqrt()];
    all.sort_by(f64::total_cmp);
    all
}

#[test]
fn a_rigid_rotor_on_unlike_bearings_meets_its_closed_form() {
    let (ky, kz) = (100.0, 225.0);
    let speeds: Vec<f64> = (0..25).map(f64::from).collect();
    let found = standing(&rigid_rotor(ky, kz, ""), &speeds, 4, &[1.0]).unwrap();
    for (at, speed) in speeds.iter().enumerate() {
        let mut values: Vec<f64> = found.modes.iter().map(|m| m.values[at].im).collect();
        values.sort_by(f64::total_cmp);
        for (value, exact) in values.iter().zip(closed_form(ky, kz, *speed)) {
            assert!(off(*value, exact) < 1e-6, "{value} against {exact} at {speed}");
        }
    }
    // Imbalance meets the mass at its own frequencies, and the disc where Ω² I_d² − … vanishes: s = iΩ in the form above.
    let critical: Vec<f64> = found.critical_speeds.iter().map(|c| c.speed).collect();
    for exact in [10.0, 15.0] {
        assert!(critical.iter().any(|c| off(*c, exact) < 1e-6), "{exact} among {critical:?}");
    }
    let tilt = |w: f64| 0.2 * 0.2 * w.powi(4) - (0.2 * 162.5 + (0.3 * w).powi(2)) * w * w + 50.0 * 112.5;
    for other in critical.iter().filter(|c| off(**c, 10.0) > 1e-4 && off(**c, 15.0) > 1e-4) {
        assert!(tilt(*other).abs() < 1e-5 * 50.0 * 112.5, "{} at {other}", tilt(*other));
    }
    assert!(critical.len() >= 3 && found.definite.iter().all(|d| *d), "{critical:?}");
    // Between the planes the mass goes to and fro, in each plane by itself; tilting it circles, backward below, forward above.
    let last = speeds.len() - 1;
    let whirl = |frequency: f64| {
        let near = |m: &&lissom_dynamics::spin::TrackedMode| off(m.values[last].im, frequency) < 1e-5;
        found.modes.iter().find(near).unwrap().whirl[last]
    };
    let all = closed_form(ky, kz, 24.0);
    assert!(whirl(10.0).abs() < 1e-6 && whirl(15.0).abs() < 1e-6);
    assert!(whirl(all[0]) < -0.5 && whirl(all[3]) > 0.5, "{} {}", whirl(all[0]), whirl(all[3]));
}

/// A rotor that is not round changes as it turns: it is refused with what and where.
#[test]
fn rotors_that_are_not_round_are_refused() {
    let unlike =
        rigid_rotor(100.0, 225.0, "").replace("inertia = [0.3, 0.2, 0.2]", "inertia = [0.3, 0.2, 0.25]");
    let Err(DynamicsError::Moving(error)) = standing(&unlike, &[0.0, 1.0], 2, &[]) else { panic!() };
    assert!(matches!(&*error, MovingError::NotRound { what: "mass", .. }), "{error}");
    let held = rigid_rotor(100.0, 225.0, "[[fix]]\nnodes = ['A']\ndirections = ['y']\n");
    let b = Built::new(&held);
    let frame = b.frame();
    let matter = SpinningFrame::of(&frame, SpinAxis { direction: [1.0, 0.0, 0.0], point: [0.0; 3] });
    assert!(matches!(StandingFrame::of(&matter, true), Err(MechError::SupportNotRound { .. })));
}
