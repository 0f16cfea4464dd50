//! Rotors on bearings that couple directions and depend on the speed: the threshold of a rigid rotor in closed form, and a shaft with a
//! disc on tabulated bearings against ROSS 2.3.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::open;
use lissom::{Quiet, Session};
use lissom_dynamics::spin::{Campbell, Instability};
use lissom_linalg::Complex;

fn diagram(session: &Session, range: [f64; 2], points: usize, modes: usize) -> Campbell {
    let mut settings = session.campbell_settings().unwrap();
    settings.range = Some((range, points));
    settings.modes = modes;
    session.campbell(&settings, &Quiet).unwrap_or_else(|failure| panic!("{failure}")).value.campbell
}

const ROTOR: &str = "lissom = 1\n[model]\nname = 'rotor'\ndim = 3\n[params]\nw = 0\n[spin]\naxis = [1, 0, 0]\nspeed = 'w'\n\
    ground = 'stands'\nframe = 'stands'\n";

/// A short thick shaft on two bearings with k, c and ∓h Ω beside the diagonal. Its translation is m s² + 2c s + 2k ∓ 2i h Ω = 0: forward
/// whirl grows from Ω = c ω/h on, ω² = 2k/m. The shaft itself is stiffer by five orders of magnitude.
#[test]
fn a_rigid_rotor_on_cross_coupled_bearings_loses_stability_where_the_formula_says() {
    let (k, c, h): (f64, f64, f64) = (1e5, 500.0, 113.0);
    let bearings: String = ["a", "b"]
        .map(|node| {
            format!(
                "[[bearing]]\nnode = '{node}'\nstiffness = [[{k}, '{h}*speed'], ['-{h}*speed', {k}]]\ndamping = [[{c}, 0], [0, {c}]]\n"
            )
        })
        .concat();
    let text = format!(
        "{ROTOR}[material.steel]\nE = 211e9\nG = 81.2e9\ndensity = 7810\n[section.s]\ncircle = {{ diameter = 0.2 }}\n\
         [node]\na = [0, 0, 0]\nb = [0.4, 0, 0]\n[[beam]]\nnodes = ['a', 'b']\nsection = 's'\nmaterial = 'steel'\nelements = 2\n\
         [[fix]]\nnodes = ['a']\ndirections = ['x']\n{bearings}"
    );
    let found = diagram(&open(&text), [0.0, 400.0], 9, 4);
    let mass = 7810.0 * std::f64::consts::PI * 0.01 * 0.4;
    let omega = f64::sqrt(2.0 * k / mass);
    let threshold = c * omega / h;
    let [band] = &found.unstable[..] else { panic!("{:?}", found.unstable) };
    assert!((band.speeds[0] / threshold - 1.0).abs() < 1e-4, "{:?} {threshold}", band.speeds);
    assert!(band.bracketed[0] && band.kind == Instability::Flutter);
    for (speed, stable) in found.speeds.iter().zip(&found.stable) {
        assert_eq!(*stable, *speed < threshold, "{speed}");
    }
    // At each speed two of the modes are the translations.
    for (at, speed) in found.speeds.iter().enumerate() {
        for sign in [1.0, -1.0] {
            let left = |s: Complex| {
                s * s.scale(mass) + s.scale(2.0 * c) + Complex::new(2.0 * k, sign * 2.0 * h * speed)
            };
            let size = 2.0 * k;
            let best = found.modes.iter().map(|m| left(m.values[at]).abs()).fold(f64::INFINITY, f64::min);
            assert!(best < 3e-4 * size, "{speed} {sign}: {best:e}");
        }
    }
    assert!(!found.verdicts.stability.is_certified(), "roots with errors to first order prove nothing");
}

/// A steel shaft with a disc on two bearings whose eight coefficients are tables over the speed.
fn tabulated() -> String {
    let table = |name: &str, values: [f64; 4]| {
        let points: Vec<String> =
            [0.0, 150.0, 300.0, 450.0].iter().zip(values).map(|(w, v)| format!("[{w}, {v}]")).collect();
        format!("[table.{name}]\npoints = [{}]\n", points.join(", "))
    };
    let mut text = ROTOR.to_owned();
    for (name, values) in [
        ("kyy", [4e6, 5e6, 6e6, 6.5e6]),
        ("kzz", [6e6, 7e6, 8e6, 9e6]),
        ("kyz", [0.0, 1e6, 2e6, 2.5e6]),
        ("kzy", [0.0, -1.5e6, -2.5e6, -3e6]),
        ("cyy", [900.0, 800.0, 700.0, 650.0]),
        ("czz", [1000.0, 900.0, 850.0, 800.0]),
        ("cyz", [0.0, 50.0, 80.0, 90.0]),
    ] {
        text += &table(name, values);
    }
    text += "[material.steel]\nE = 211e9\nG = 81.2e9\ndensity = 7810\n[section.shaft]\ncircle = { diameter = 0.05 }\n\
        [node]\na = [0, 0, 0]\nd = [0.75, 0, 0]\nb = [1.5, 0, 0]\n[[fix]]\nnodes = ['a']\ndirections = ['x']\n\
        [[mass]]\nnode = 'd'\nmass = 20\ninertia = [0.18, 0.1, 0.1]\n";
    for (from, to) in [("a", "d"), ("d", "b")] {
        text += &format!(
            "[[beam]]\nnodes = ['{from}', '{to}']\nsection = 'shaft'\nmaterial = 'steel'\ntheory = 'timoshenko'\nelements = 3\n"
        );
    }
    for node in ["a", "b"] {
        text += &format!(
            "[[bearing]]\nnode = '{node}'\nstiffness = [['kyy(speed)', 'kyz(speed)'], ['kzy(speed)', 'kzz(speed)']]\n\
             damping = [['cyy(speed)', 'cyz(speed)'], ['cyz(speed)', 'czz(speed)']]\n"
        );
    }
    text
}

/// The six lowest roots at 0, 150, 300 and 450 rad/s by ROSS 2.3 (`run_modal`, six shaft elements, the same tables).
const ROSS: [[(f64, f64); 6]; 4] = [
    [
        (-0.3648744670205135, 160.49358250254673),
        (-0.19456868402167782, 163.95274232677087),
        (-35.743740976105435, 777.5604658868846),
        (-23.93014104656983, 853.1936626340563),
        (-103.27097548334497, 1188.850497288966),
        (-87.86687878182903, 1349.0722196998481),
    ],
    [
        (-0.9847514762820275, 164.03376549405436),
        (0.6720238229037083, 164.05289897770763),
        (-41.18701420501773, 838.8818233242047),
        (3.997258294126743, 869.2097102135441),
        (-27.761096405112628, 1339.3297607733343),
        (-119.74796519641373, 1362.0586294160037),
    ],
    [
        (-1.736503286788928, 165.40808915060722),
        (1.562504581323692, 165.44002290154563),
        (-50.79177682094077, 861.6391564674493),
        (31.863299079579843, 909.3868365272206),
        (49.625246503637385, 1407.8657067208476),
        (-162.79126384601062, 1442.074160231018),
    ],
    [
        (-1.6921330439269004, 166.0050044567144),
        (1.5690467846615976, 166.13172400998317),
        (-47.47339536713349, 860.3568952012315),
        (38.4892576518591, 940.9345537836499),
        (66.21923592318551, 1450.4602091550869),
        (-159.88210305149414, 1484.2387349409216),
    ],
];

/// Both programs use consistent matrices of the same Timoshenko elements; what is left is their shear coefficient.
#[test]
fn a_rotor_on_tabulated_bearings_agrees_with_another_program() {
    let found = diagram(&open(&tabulated()), [0.0, 450.0], 4, 6);
    for (at, expected) in ROSS.iter().enumerate() {
        for (re, im) in expected {
            let away = |m: &lissom_dynamics::spin::TrackedMode| (m.values[at] - Complex::new(*re, *im)).abs();
            let best = found.modes.iter().map(away).fold(f64::INFINITY, f64::min);
            assert!(best < 1e-4 * im, "{} rad/s: {re} + {im} i is missed by {best:e}", found.speeds[at]);
        }
    }
    assert_eq!(found.stable, [true, false, false, false]);
    let [band] = &found.unstable[..] else { panic!("{:?}", found.unstable) };
    assert!(band.bracketed == [true, false] && band.speeds[0] > 0.0 && band.speeds[0] < 150.0);
}

const DISC: [f64; 3] = [10.0, 0.4, 0.25];
const BEARING: [f64; 5] = [1e5, 3e3, 6e3, 40.0, 1.5];

fn disc(more: &str) -> String {
    let ([m, jp, jt], [k, kappa, q, c, d]) = (DISC, BEARING);
    format!(
        "{ROTOR}[material.light]\nE = 211e9\nG = 81.2e9\ndensity = 1\n[section.s]\ncircle = {{ diameter = 0.1 }}\n\
         [node]\na = [-0.05, 0, 0]\nm = [0, 0, 0]\nb = [0.05, 0, 0]\n\
         [[beam]]\nnodes = ['a', 'm']\nsection = 's'\nmaterial = 'light'\n[[beam]]\nnodes = ['m', 'b']\nsection = 's'\nmaterial = 'light'\n\
         [[mass]]\nnode = 'm'\nmass = {m}\ninertia = [{jp}, {jt}, {jt}]\n[[fix]]\nnodes = ['a']\ndirections = ['x']\n\
         [[bearing]]\nnode = 'm'\nstiffness = [[{k}, 0, 0, {q}], [0, {k}, -{q}, 0], [0, -{q}, {kappa}, 0], [{q}, 0, 0, {kappa}]]\n\
         damping = [[{c}, 0, 0, 0], [0, {c}, 0, 0], [0, 0, {d}, 0], [0, 0, 0, {d}]]\n{more}"
    )
}

/// The same disc under a force along y at one speed: r₊ = y + iz and r₋ = y − iz have responses of their own, B₊/(A B₊ − q²) and
/// B₋/(A B₋ − q²), whose mean is y.
#[test]
fn a_rotor_at_its_speed_has_the_response_of_the_closed_form() {
    let ([m, jp, jt], [k, kappa, q, c, d]) = (DISC, BEARING);
    let speed = 220.0;
    let text = disc(
        "[[force]]\nname = 'F'\nnode = 'm'\ndirection = 'y'\n[[output]]\nname = 'y'\nnode = 'm'\ndirection = 'y'\n\
         [[output]]\nname = 'z'\nnode = 'm'\ndirection = 'z'\n",
    )
    .replace("w = 0", "w = 220");
    let session = open(&text);
    let mut settings = session.response_settings().unwrap();
    (settings.range, settings.points) = ([2.0, 60.0], 30);
    let found = session.frequency_response("full", &settings, &Quiet).unwrap();
    assert!(found.warnings.iter().any(|note| note.contains("at 220 rad/s")), "{:?}", found.warnings);
    for (at, hz) in found.value.frequencies_hz.iter().enumerate() {
        let s = Complex::new(0.0, std::f64::consts::TAU * hz);
        let moved = s * s.scale(m) + s.scale(c) + Complex::from(k);
        let round = |sign: f64| {
            let turned = s * s.scale(jt) + s * Complex::new(d, -sign * jp * speed) + Complex::from(kappa);
            turned / (moved * turned - Complex::from(q * q))
        };
        let (forwards, backwards) = (round(1.0), round(-1.0));
        let y = (forwards + backwards).scale(0.5);
        let z = (forwards - backwards).scale(0.5) * Complex::new(0.0, -1.0);
        for (pair, exact) in found.value.pairs.iter().zip([y, z]) {
            let error = (pair.values[at] - exact).abs();
            assert!(
                error < 2e-3 * (y.abs() + z.abs()),
                "{} at {hz}: {:?} {exact:?}",
                pair.output,
                pair.values[at]
            );
        }
    }
}

/// A disc in the middle of a light stiff shaft, on one bearing that also holds its tilt: with r = y + iz and ψ = θ_y + iθ_z,
/// (m s² + c s + k)(J_t s² − i J_p Ω s + d s + κ) = q², where q couples displacement and tilt as an overhung bearing does.
#[test]
fn a_disc_on_a_bearing_with_moments_has_the_roots_of_its_closed_form() {
    let ([m, jp, jt], [k, kappa, q, c, d]) = (DISC, BEARING);
    let found = diagram(&open(&disc("")), [50.0, 300.0], 6, 4);
    for (at, speed) in found.speeds.iter().enumerate() {
        let left = |s: Complex, sign: f64| {
            let moved = s * s.scale(m) + s.scale(c) + Complex::from(k);
            let gyroscopic = Complex::new(d, -sign * jp * speed);
            let turned = s * s.scale(jt) + s * gyroscopic + Complex::from(kappa);
            // Over the size of its terms.
            let size =
                (s.abs().powi(2) * m + k) * (s.abs().powi(2) * jt + s.abs() * jp * speed + kappa) + q * q;
            (moved * turned - Complex::from(q * q)).abs() / size
        };
        let mut of_sign = [0, 0];
        for mode in &found.modes {
            let both = [1.0, -1.0].map(|sign| left(mode.values[at], sign));
            of_sign[usize::from(both[1] < both[0])] += 1;
            assert!(both[0].min(both[1]) < 2e-4, "{speed}: {:?} {both:?}", mode.values[at]);
        }
        // Two modes whirl forwards, two backwards.
        assert_eq!(of_sign, [2, 2], "{speed}");
        assert!(found.stable[at], "{speed}");
    }
}

/// Linear answers at no speed do not leave the bearings out silently.
#[test]
fn other_questions_refuse_bearings_by_name() {
    let session = open(&tabulated());
    let refused = session.modes(&session.modes_request().unwrap(), &Quiet).unwrap_err().to_string();
    assert!(refused.contains("[[bearing]]") && refused.contains("lissom campbell"), "{refused}");
}
