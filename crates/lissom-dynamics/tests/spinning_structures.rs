//! Vibration and stability in a frame that turns, against closed forms and independent references
//! \[Scutaru2012\], \[Wright1982\], \[Yoo1998\].
#![allow(clippy::unwrap_used)]

use crate::frames;

use frames::{Built, off};
use lissom_dynamics::spin::{
    Campbell, CampbellRequest, Instability, SpinEffects, SpinningStructure, campbell,
};
use lissom_linalg::{Dense, Quiet, Sparse};
use lissom_mech::elements::{MovingFrame, SpinAxis};
use lissom_mech::{Centrifugal, Gyroscopic, SpinningFrame};
use std::f64::consts::PI;

const ALL: SpinEffects = SpinEffects { coriolis: true, centrifugal: true, geometric: true };

fn spinning(text: &str, direction: [f64; 3], effects: SpinEffects) -> SpinningStructure {
    let b = Built::new(text);
    let frame = b.frame();
    let matter = SpinningFrame::of(&frame, SpinAxis { direction, point: [0.0; 3] });
    SpinningStructure::of(&b.body(), &matter, None, effects).unwrap()
}

fn sweep(structure: &SpinningStructure, speeds: &[f64], modes: usize) -> Campbell {
    let request = CampbellRequest { speeds: speeds.to_vec(), modes, orders: Vec::new() };
    campbell(structure, &request, &Quiet).unwrap()
}

/// Frequencies at one place of the sweep, ascending [rad/s].
fn frequencies(found: &Campbell, at: usize) -> Vec<f64> {
    let mut all: Vec<f64> = found.modes.iter().map(|mode| mode.values[at].im.abs()).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// A cantilever of length one along x; `axial` is EA.
fn blade(dim: usize, elements: usize, axial: f64) -> String {
    let section = if dim == 3 {
        format!("EA = {axial}\nEIy = 1\nEIz = 1\nGJ = 1\nrhoA = 1\nrhoIy = 0\nrhoIz = 0\nrhoJ = 1e-4\n")
    } else {
        format!("EA = {axial}\nEI = 1\nrhoA = 1\n")
    };
    let zero = if dim == 3 { ", 0" } else { "" };
    format!(
        "lissom = 1\n[model]\nname = 'blade'\ndim = {dim}\n[section.s]\n{section}[node]\nroot = [0, 0{zero}]\ntip = [1, 0{zero}]\n\
         [[beam]]\nname = 'b'\nnodes = ['root', 'tip']\nsection = 's'\nelements = {elements}\n[[fix]]\nnodes = ['root']\n"
    )
}

const FLAP: [[f64; 3]; 13] = [
    [3.516_015_268_4, 22.034_491_563, 61.697_214_414],
    [3.681_646_814_2, 22.181_011_154, 61.841_762_587],
    [4.137_319_572_9, 22.614_921_954, 62.273_184_106],
    [4.797_278_532_2, 23.320_263_671, 62.984_967_481],
    [5.585_001_421_0, 24.273_349_396, 63.966_760_493],
    [6.449_544_748_5, 25.446_080_357, 65.205_040_522],
    [7.360_373_019_3, 26.809_081_679, 66.683_914_382],
    [8.299_636_928_0, 28.334_083_020, 68.385_950_686],
    [9.256_837_600_6, 29.995_381_893, 70.292_962_186],
    [10.225_686_279, 31.770_513_728, 72.386_680_669],
    [11.202_327_762, 33.640_365_855, 74.649_294_597],
    [12.184_337_669, 35.588_965_268, 77.063_843_310],
    [13.170_150_488, 37.603_112_332, 79.614_478_489],
];

/// The table of the rotating cantilever, flapwise and uncoupled chordwise (ω_c² = ω_f² − γ² exactly): 16-term
/// Legendre-Ritz values, to 1e-5; the commonly quoted table \[Wright1982\] agrees with them to its digits.
#[test]
fn the_rotating_cantilever_meets_its_table() {
    let speeds: Vec<f64> = (0..13).map(f64::from).collect();
    // In the plane of rotation only stretch couples with bending; a stiff axis leaves the uncoupled chordwise modes.
    let flat = spinning(&blade(3, 40, 4900.0), [0.0, 0.0, 1.0], ALL);
    let found = sweep(&flat, &speeds, 6);
    assert!(found.definite.iter().all(|d| *d) && found.max_real_part.iter().all(|re| *re == 0.0));
    // In the norm of energy: frequencies are good to the square of it.
    assert!(found.modes.iter().all(|m| m.residual.iter().all(|r| *r <= 1e-7)));
    for (at, row) in FLAP.iter().enumerate() {
        for expected in row {
            let nearest =
                found.modes.iter().map(|m| off(m.values[at].im.abs(), *expected)).fold(1.0, f64::min);
            assert!(nearest < 1e-5, "flap {expected} at gamma = {at}: {nearest:e}");
        }
    }
    let stiff = sweep(&spinning(&blade(2, 40, 1e8), [0.0, 0.0, 1.0], ALL), &speeds, 3);
    for (at, row) in FLAP.iter().enumerate() {
        for (k, flap) in row.iter().enumerate() {
            let chord = (flap * flap - speeds[at] * speeds[at]).sqrt();
            let value = frequencies(&stiff, at)[k];
            assert!(off(value, chord) < 1e-5, "chord {chord} at gamma = {at}: {value}");
        }
    }
}

/// Stretch coupled with bending by Coriolis force, slenderness 70 \[Yoo1998\]; forty elements on both sides.
#[test]
fn coupled_chordwise_frequencies_meet_their_references() {
    let structure = spinning(&blade(2, 40, 4900.0), [0.0, 0.0, 1.0], ALL);
    let speeds = [0.0, 2.0, 10.0, 12.0, 20.0, 30.0, 40.0, 50.0];
    let found = sweep(&structure, &speeds, 3);
    let first = [
        3.516_015_275,
        3.619_566_687,
        4.970_034_186,
        5.305_071_820,
        6.363_825_441,
        7.129_589_367,
        7.413_886_656,
        7.335_376_479,
    ];
    let third = [61.697_277_97, 62.238_963_54, 73.913_371_89, 78.608_370_60, 101.130_446_73];
    for (at, expected) in first.iter().enumerate() {
        let value = frequencies(&found, at)[0];
        assert!(off(value, *expected) < 2e-7, "{value} against {expected} at {}", speeds[at]);
    }
    for (at, expected) in third.iter().enumerate() {
        let value = frequencies(&found, at)[2];
        assert!(off(value, *expected) < 2e-7, "{value} against {expected} at {}", speeds[at]);
    }
    assert!(found.stable.iter().all(|s| *s));
}

/// Without geometric stiffness the chordwise motion diverges at γ = 3.51602, which no blade does.
#[test]
fn without_geometric_stiffness_a_blade_seems_to_diverge() {
    let effects = SpinEffects { geometric: false, ..ALL };
    let structure = spinning(&blade(2, 20, 1e6), [0.0, 0.0, 1.0], effects);
    let found = sweep(&structure, &[0.0, 1.0, 2.0, 3.0, 4.0], 2);
    let [band] = found.unstable[..] else { panic!("{:?}", found.unstable) };
    assert_eq!((band.kind, band.bracketed), (Instability::Divergence, [true, false]));
    assert!((band.speeds[0] - 3.516_015_27).abs() < 2e-6, "{:?}", band.speeds);
    assert!(off(found.critical_speeds[0].speed, 3.516_015_27) < 1e-6);
}

/// A simply supported shaft along x with L = EI_z = ρA = 1.
fn shaft(ei: [f64; 2], rotary: f64, elements: usize) -> String {
    format!(
        "lissom = 1\n[model]\nname = 'shaft'\ndim = 3\n[section.s]\nEA = 1e5\nEIy = {}\nEIz = {}\nGJ = 1e3\nrhoA = 1\nrhoIy = {rotary}\nrhoIz = {rotary}\nrhoJ = {}\n\
         [node]\nA = [0, 0, 0]\nB = [1, 0, 0]\n[[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = {elements}\ntheory = 'rayleigh'\n\
         [[fix]]\nnodes = ['A']\ndirections = ['x', 'y', 'z', 'rx']\n[[fix]]\nnodes = ['B']\ndirections = ['y', 'z']\n",
        ei[0],
        ei[1],
        (2.0 * rotary).max(1e-6),
    )
}

/// Frequency of a Rayleigh shaft in space: EI k⁴ − s²(ρA + ρI k²) + 2Ω s ρI k² = 0, k = nπ.
fn whirl_in_space(rotary: f64, n: f64, speed: f64, sign: f64) -> f64 {
    let k = n * PI;
    let (a, b, c) = (1.0 + rotary * k * k, -speed * rotary * k * k, -k.powi(4));
    (-b + sign * (b * b - a * c).sqrt()) / a
}

/// Whirl of a Rayleigh shaft in closed form: EI k⁴ − s²(ρA + ρI k²) + 2Ω s ρI k² = 0 in space, k = nπ; the frame adds Ω.
#[test]
fn a_spinning_shaft_whirls_as_its_closed_form() {
    let rotary = 0.01;
    let whirl = |n, speed, sign| whirl_in_space(rotary, n, speed, sign);
    let structure = spinning(&shaft([1.0, 1.0], rotary, 12), [1.0, 0.0, 0.0], ALL);
    let speeds = [0.0, 1.0, 2.0, 3.5, 5.0, 6.5, 8.0];
    let found = sweep(&structure, &speeds, 4);
    let fe12 = [
        (2, [7.597_285_910, 11.237_965_257]),
        (4, [4.875_768_993, 13.977_467_361]),
        (6, [2.161_937_295, 16.724_654_683]),
    ];
    for (at, expected) in fe12 {
        let [forward, backward] = [&found.modes[0], &found.modes[1]].map(|m| (m.values[at].im, m.whirl[at]));
        let (forward, backward) = if forward.1 > 0.0 { (forward, backward) } else { (backward, forward) };
        assert!(forward.1 > 0.9 && backward.1 < -0.9, "{forward:?} {backward:?}");
        for (value, reference, exact) in [
            (forward.0, expected[0], whirl(1.0, speeds[at], 1.0) - speeds[at]),
            (backward.0, expected[1], speeds[at] - whirl(1.0, speeds[at], -1.0)),
        ] {
            assert!(off(value, reference) < 1e-8, "{value} against {reference}");
            assert!((value - exact).abs() < 4e-5, "{value} against {exact}");
        }
    }
    assert!((whirl(1.0, 5.0, 1.0) - 9.875_738_372).abs() < 1e-9, "the closed form");
    let without =
        spinning(&shaft([1.0, 1.0], rotary, 12), [1.0, 0.0, 0.0], SpinEffects { geometric: false, ..ALL });
    let wrong = frequencies(&sweep(&without, &[5.0, 5.5], 2), 0)[0];
    assert!((wrong - 4.755_889_030).abs() < 1e-6, "2.5 % off without the term of the sections: {wrong}");
}

/// Modes keep their names through crossings: at 18 rad/s the first forward whirl has been overtaken by the frame, and its
/// backward twin has risen through the second forward one.
#[test]
fn whirls_are_followed_through_crossings() {
    let rotary = 0.01;
    let whirl = |n, speed, sign| whirl_in_space(rotary, n, speed, sign);
    let structure = spinning(&shaft([1.0, 1.0], rotary, 12), [1.0, 0.0, 0.0], ALL);
    let speeds: Vec<f64> = (0..10).map(|k| 2.0 * f64::from(k)).collect();
    let found = sweep(&structure, &speeds, 4);
    for (n, mode) in found.modes.iter().enumerate() {
        let n = if n < 2 { 1.0 } else { 2.0 };
        let forward = mode.whirl[9] > 0.0;
        let expected = if forward { whirl(n, 18.0, 1.0) - 18.0 } else { 18.0 - whirl(n, 18.0, -1.0) };
        let value = mode.values[9].im;
        assert!((value - expected).abs() < 3e-3, "{value} against {expected}, n = {n}, forward: {forward}");
        assert!(mode.mac.iter().all(|mac| *mac > 0.9), "{:?}", mode.mac);
    }
    assert_eq!(found.modes.iter().filter(|m| m.whirl[9] > 0.0).count(), 2);
    // The first forward whirl meets the frame at its critical speed; beyond it energy is not definite, but nothing grows.
    assert!(found.stable.iter().all(|s| *s) && !found.definite[9]);
    // Both planes lose their stiffness there together: w = Ω gives Ω² = k⁴/(1 − ρI k²).
    let critical = (PI.powi(4) / (1.0 - rotary * PI * PI)).sqrt();
    for speed in &found.critical_speeds {
        assert!(off(speed.speed, critical) < 1e-5, "{} against {critical}", speed.speed);
    }
    assert_eq!(found.critical_speeds.len(), 2);
}

/// Iz/Iy = 1.44: unstable exactly between the two critical speeds \[Scutaru2012, §2\], corrected.
#[test]
fn an_asymmetric_shaft_is_unstable_between_its_critical_speeds() {
    let structure = spinning(&shaft([1.0, 1.44], 0.0, 16), [1.0, 0.0, 0.0], ALL);
    let found = sweep(&structure, &[8.0, 9.0, 9.95, 11.0, 11.8, 13.0, 14.0], 4);
    let [band] = found.unstable[..] else { panic!("{:?}", found.unstable) };
    assert_eq!((band.kind, band.bracketed), (Instability::Divergence, [true, true]));
    for (value, exact) in band.speeds.iter().zip([9.869_604_401, 11.843_525_281]) {
        assert!(off(*value, exact) < 2e-5, "{value} against {exact}");
    }
    for (at, growth) in [(2, 0.388_420_681), (3, 0.972_523_787), (4, 0.288_768_006)] {
        assert!((found.max_real_part[at] - growth).abs() < 5e-4, "{}", found.max_real_part[at]);
    }
    assert_eq!(found.critical_speeds.len(), 2);
    let narrow = sweep(&structure, &[8.0, 14.0], 4);
    assert_eq!(narrow.unstable.len(), 1, "found although no speed of the sweep lies in it");
}

/// The tennis racket: torsion of a blade spinning about z, ω² = (π/2L)² GJ/(ρI_p) + Ω²(I_z − I_y)/(I_z + I_y).
#[test]
fn torsion_feels_the_racket_effect() {
    let text = "lissom = 1\n[model]\nname = 'racket'\ndim = 3\n[section.s]\nEA = 1e6\nEIy = 1e4\nEIz = 1e4\nGJ = 0.48\nrhoA = 1\nrhoIy = 0.002\nrhoIz = 0.01\nrhoJ = 0.012\n\
        [node]\nA = [0, 0, 0]\nB = [1, 0, 0]\n[[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = 20\ntheory = 'rayleigh'\n[[fix]]\nnodes = ['A']\n";
    let exact = |speed: f64| ((PI / 2.0).powi(2) * 0.48 / 0.012 + speed * speed * 0.8 / 1.2).sqrt();
    let found = sweep(&spinning(text, [0.0, 0.0, 1.0], ALL), &[0.0, 5.0, 10.0], 1);
    for (at, speed, fe20) in [(0, 0.0, 9.937_141_860), (1, 5.0, 10.743_065_438), (2, 10.0, 12.861_316_224)] {
        let value = found.modes[0].values[at].im;
        assert!(off(value, fe20) < 1e-4, "{value} against {fe20}");
        assert!(off(value, exact(speed)) < 4e-4, "{value} against {}", exact(speed));
    }
    let wrong = spinning(text, [0.0, 0.0, 1.0], SpinEffects { geometric: false, ..ALL });
    let wrong = sweep(&wrong, &[0.0, 5.0, 10.0], 1).modes[0].values[2].im;
    assert!((wrong - 9.059_8).abs() < 2e-3, "the wrong sign without the term of the sections: {wrong}");
}

fn system(mass: &Dense, coriolis: &Dense, stiffness: &Dense, rigid: Dense) -> SpinningStructure {
    let n = mass.rows();
    let zero = Sparse::from_dense(&Dense::zeros(n, n));
    SpinningStructure {
        name: "test".to_owned(),
        rows: (1..=n).map(|k| format!("x{k}")).collect(),
        mass: Sparse::from_dense(mass),
        damping: zero.clone(),
        stiffness: Sparse::from_dense(stiffness),
        coriolis: Sparse::from_dense(coriolis),
        centrifugal: zero,
        geometric: None,
        circulatory: None,
        orbit: None,
        load: vec![0.0; n],
        rigid,
        effects: ALL,
    }
}

fn turning(factor: f64) -> Dense {
    Dense::from_rows(&[&[0.0, -factor], &[factor, 0.0]])
}

/// Two coordinates with K = diag(1, 4) and C = 2ΩJ: s⁴ − (5 + 4Ω²)s² + 4 = 0, not 1 and 2.
#[test]
fn coriolis_force_moves_frequencies_without_damping() {
    let k = Dense::from_diagonal(&[1.0, 4.0]);
    let found = sweep(&system(&Dense::identity(2), &turning(2.0), &k, Dense::zeros(2, 0)), &[0.5, 0.6], 2);
    let values = frequencies(&found, 0);
    assert!(off(values[0], 0.874_032_048_897_642_1) < 1e-14 && off(values[1], 2.288_245_611_270_737) < 1e-14);
    assert!(found.definite[0] && found.max_real_part[0] == 0.0);
}

/// A negative stiffness is held by Coriolis force above Ω = 1, and grows by .436 at .9 \[Scutaru2012, §2\], corrected.
#[test]
fn gyroscopic_stabilisation_has_its_threshold() {
    let k = Dense::from_diagonal(&[-1.0, -1.0]);
    let found = sweep(
        &system(&Dense::identity(2), &turning(2.0), &k, Dense::zeros(2, 0)),
        &[0.0, 0.5, 0.9, 1.1, 1.5],
        2,
    );
    assert!(off(found.max_real_part[2], 0.435_889_894_354_066_55) < 1e-12);
    assert!(found.stable[3] && found.max_real_part[3] < 1e-12);
    let [band] = found.unstable[..] else { panic!("{:?}", found.unstable) };
    assert!((band.speeds[1] - 1.0).abs() < 1e-6 && band.bracketed == [false, true], "{band:?}");
}

/// A force that turns with the displacement feeds oscillations: K = 1 with coupling .1 grows by .049938.
#[test]
fn circulatory_forces_make_flutter() {
    let structure = SpinningStructure {
        circulatory: Some(Sparse::from_dense(&turning(0.1))),
        ..system(&Dense::identity(2), &Dense::zeros(2, 2), &Dense::identity(2), Dense::zeros(2, 0))
    };
    let found = sweep(&structure, &[0.0, 1.0], 2);
    assert!(off(found.max_real_part[1], 0.049_937_771_837) < 1e-9, "{}", found.max_real_part[1]);
    assert_eq!(found.unstable[0].kind, Instability::Flutter);
}

/// Zero eigenvalues are 2r − rank(QᵀCQ): two for a hinged body, four for a free one in the plane, where translations
/// appear at ±2iΩ when the centrifugal matrix is left out, and at ±iΩ when it is not.
#[test]
fn rigid_motions_are_counted_by_the_kernel() {
    let body = |fix: &str| {
        format!(
            "lissom = 1\n[model]\nname = 'r'\n[section.s]\nEA = 1e3\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
             [[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = 6\n{fix}"
        )
    };
    let hinged = body("[[fix]]\nnodes = ['A']\ndirections = ['x', 'y']\n");
    let bare = SpinEffects { coriolis: true, centrifugal: false, geometric: false };
    for effects in [ALL, bare] {
        let found = sweep(&spinning(&hinged, [0.0, 0.0, 1.0], effects), &[0.0, 0.7], 3);
        assert_eq!(found.rigid, [(1, 2), (1, 2)], "a rotation that nothing resists, at any speed");
        assert!(found.modes[0].values[1].im > 10.0, "no rigid motion among the modes");
    }
    let half = SpinEffects { geometric: false, ..ALL };
    let found = sweep(&spinning(&hinged, [0.0, 0.0, 1.0], half), &[0.35, 0.7], 3);
    assert_eq!(found.rigid[1].0, 0, "without geometric stiffness turning further seems to be pushed");
    let free = spinning(&body(""), [0.0, 0.0, 1.0], bare);
    let found = sweep(&free, &[0.7, 0.8], 3);
    assert_eq!(found.rigid[0], (3, 4));
    assert!((frequencies(&found, 0)[0] - 1.4).abs() < 1e-9, "{:?}", frequencies(&found, 0));
}

/// A point mass on a spring that stands still in space, 10 rad/s, seen from a frame at 3 rad/s: 7 and 13 in the frame, and one
/// frequency in space. Matrices turned into space as they are would leave 7 and 13.
#[test]
fn a_spring_that_stands_still_has_one_frequency_in_space() {
    let minus = Dense::from_diagonal(&[-1.0, -1.0]);
    let k = Dense::from_diagonal(&[100.0, 100.0]);
    let structure = SpinningStructure {
        centrifugal: Sparse::from_dense(&minus),
        ..system(&Dense::identity(2), &turning(2.0), &k, Dense::zeros(2, 0))
    };
    let found = sweep(&structure, &[3.0, 3.1], 2);
    let values = frequencies(&found, 0);
    assert!((values[0] - 7.0).abs() < 1e-13 && (values[1] - 13.0).abs() < 1e-13, "{values:?}");
    for mode in &found.modes {
        let in_space = mode.whirl[0] * mode.values[0].im + 3.0;
        assert!((in_space.abs() - 10.0).abs() < 1e-12, "{in_space}");
    }
}

/// Reproducible numbers in (−1, 1).
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn random(n: usize, seed: u64) -> Dense {
    let mut next = numbers(seed);
    Dense::from_fn(n, n, |_, _| next())
}

fn definite(n: usize, seed: u64) -> Dense {
    let a = random(n, seed);
    let mut k = a.transpose_matmul(&a);
    k.add_scaled(0.3, &Dense::identity(n));
    k
}

/// −m s² − g s + k = 0 with complex shapes: Rayleigh's quotient holds C through g, and without g it is wrong
/// \[Scutaru2012, Eq. (2.7)\].
#[test]
fn the_rayleigh_quotient_holds_the_coriolis_matrix() {
    let n = 6;
    let (m, k, a) = (definite(n, 3), definite(n, 5), random(n, 7));
    let c = Dense::from_fn(n, n, |i, j| a[(i, j)] - a[(j, i)]);
    let found = lissom_linalg::eigen::quadratic(&m, &c, &k).unwrap();
    let form = |matrix: &Dense, x: &[lissom_linalg::Complex]| {
        let mut sum = lissom_linalg::Complex::ZERO;
        for i in 0..n {
            for j in 0..n {
                sum = sum + (x[i].conj() * x[j]).scale(matrix[(i, j)]);
            }
        }
        sum
    };
    let mut worst = 0.0_f64;
    for (value, x) in found.values.iter().zip(&found.vectors) {
        assert!(value.re.abs() < 1e-12, "imaginary although C is not zero: {value:?}");
        let (mass, g, stiffness) = (form(&m, x).re, form(&c, x).im, form(&k, x).re);
        let s = value.im;
        assert!((s * s - (stiffness - s * g) / mass).abs() < 1e-10 * s * s, "the quotient with g");
        worst = worst.max((stiffness / mass / (s * s) - 1.0).abs());
    }
    assert!(worst > 0.05, "without g it would be right: {worst}");
}

/// det A = det(M⁻¹K) without a sign, and rows weighted by M e vanish where rows weighted by e do not
/// \[Scutaru2012, Eqs. (2.15), (2.28)\].
#[test]
fn details_of_the_second_property() {
    let n = 3;
    let (m, a) = (definite(n, 11), random(n, 13));
    let e = [0.3, -0.7, 0.5];
    let square: f64 = e.iter().map(|x| x * x).sum();
    let across = Dense::from_fn(n, n, |i, j| f64::from(u8::from(i == j)) - e[i] * e[j] / square);
    let k = across.matmul(&definite(n, 17)).matmul(&across);
    let mut flexibility = k.clone();
    lissom_linalg::Lu::factor(&m).unwrap().solve_in_place(&mut flexibility);
    let weighted = |w: &[f64]| flexibility.transpose().multiply_vector(w);
    let size = |v: &[f64]| v.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(size(&weighted(&e)) > 1e-2, "e is no left null vector of M⁻¹K");
    assert!(size(&weighted(&m.multiply_vector(&e))) < 1e-14, "M e is");
    // The sign, with a stiffness that is not singular: the product of all eigenvalues of A.
    let c = Dense::from_fn(n, n, |i, j| a[(i, j)] - a[(j, i)]);
    let stiff = definite(n, 19);
    let product = |values: Vec<lissom_linalg::Complex>| {
        values.into_iter().fold(lissom_linalg::Complex::ONE, |product, s| product * s)
    };
    let of_a = product(lissom_linalg::eigen::quadratic(&m, &c, &stiff).unwrap().values);
    let mut inverse = stiff;
    lissom_linalg::Lu::factor(&m).unwrap().solve_in_place(&mut inverse);
    let of_k = product(lissom_linalg::eigen::general(&inverse).unwrap().values);
    assert!(of_k.re > 0.0 && (of_a - of_k).abs() < 1e-10 * of_k.abs(), "{of_a:?} against {of_k:?}");
}

/// A frame of reference that only accelerates is gravity the other way round, load and geometric stiffness alike; one that
/// spins is what [`SpinningFrame`] knows; and a rigid rotation about the axis of a spin costs nothing.
#[test]
fn matrices_of_any_motion_contain_those_of_weight_and_spin() {
    let text = "lissom = 1\n[model]\nname = 's'\ndim = 3\ngravity = [3, -2, -9]\n[section.s]\nEA = 1e5\nEIy = 30\nEIz = 80\nGJ = 40\nrhoA = 1.3\nrhoIy = 0.02\nrhoIz = 0.03\nrhoJ = 0.05\n\
        [node]\nA = [0, 0, 0]\nB = [1, 0.2, 0]\nC = [1, 0.9, 0.8]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 3\ntheory = 'rayleigh'\n\
        [[beam]]\nnodes = ['B', 'C']\nsection = 's'\nelements = 3\ntheory = 'rayleigh'\n[[fix]]\nnodes = ['A']\n";
    let b = Built::new(text);
    let (frame, body) = (b.frame(), b.body());
    let falling = MovingFrame { acceleration: [-3.0, 2.0, 9.0], ..MovingFrame::default() };
    let deformed = body.deformation(&frame.inertia_load(&falling));
    let moved = frame.in_motion(&falling, &deformed);
    let weight = frame.on_independent(&frame.weight());
    let scale = weight.iter().fold(0.0_f64, |m, w| m.max(w.abs()));
    assert!(moved.load.iter().zip(&weight).all(|(a, w)| (a - w).abs() < 1e-12 * scale));
    assert_eq!(moved.coriolis.max_abs(), 0.0);
    let spin = SpinAxis { direction: [0.0, 0.6, 0.8], point: [0.1, 0.0, -0.2] };
    let turning = spin.at_speed(2.0);
    let spinning = SpinningFrame::of(&frame, spin);
    let deformed = body.deformation(&frame.inertia_load(&turning));
    let general = frame.in_motion(&turning, &deformed);
    let unit: Vec<f64> = deformed.iter().map(|x| x / 4.0).collect();
    let special = spinning.stiffening(&unit).unwrap();
    let gap = |a: &Sparse, b: &Sparse, factor: f64| a.add_scaled(1.0, b, -factor).max_abs() / a.max_abs();
    assert!(gap(&general.geometric, &special, 4.0) < 1e-9);
    assert!(gap(&general.centrifugal, spinning.softening(), -4.0) < 1e-12);
    assert!(gap(&general.coriolis, spinning.coriolis(), 2.0) < 1e-12);
    // Angular acceleration alone: skew, and its load turns the other way round.
    let starting = MovingFrame { angular_acceleration: [0.0, 0.0, 1.5], ..MovingFrame::default() };
    let euler = frame.in_motion(&starting, &body.deformation(&frame.inertia_load(&starting))).euler;
    assert!(euler.add_scaled(1.0, &euler.transpose(), 1.0).max_abs() < 1e-12 * euler.max_abs());
}

/// A simply supported beam with shear and rotary inertia: 9.622493, 36.010102, 74.095653 \[Friedman1993\].
#[test]
fn shear_flexible_elements_converge_to_their_closed_form() {
    let text = "lissom = 1\n[model]\nname = 't'\n[section.s]\nEA = 1e6\nEI = 1\nGAy = 300\nrhoA = 1\nrhoI = 0.002\n[node]\nA = [0, 0]\nB = [1, 0]\n\
        [[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = 16\ntheory = 'timoshenko'\n\
        [[fix]]\nnodes = ['A']\ndirections = ['x', 'y']\n[[fix]]\nnodes = ['B']\ndirections = ['y']\n";
    let found = sweep(&spinning(text, [0.0, 0.0, 1.0], ALL), &[0.0, 0.1], 3);
    for (k, exact) in [9.622_493_399, 36.010_102_430, 74.095_653_104].iter().enumerate() {
        let value = frequencies(&found, 0)[k];
        assert!(off(value, *exact) < 3.5e-3, "{value} against {exact}");
    }
}
