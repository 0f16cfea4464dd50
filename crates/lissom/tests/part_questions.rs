//! Questions about machines with FE parts in large motion: static states by name, critical loads, rotation, cycles.
#![allow(clippy::unwrap_used)]

use crate::moving_parts::Folder;
use crate::part_motions::{Beam, beam_part, head, open, solid, unchecked};
use lissom::{CycleSettings, Overrides, Quiet, Session, Style};
use std::fmt::Write;
use std::path::Path;

/// A clamped beam of length, EI and mass one, cut into n parts, with a force at its end.
fn cantilever(n: usize, frame: &str, geometric: bool, direction: &str, more: &str) -> Session {
    let beam = Beam { length: 1.0 / n as f64, axial: 1e5, bending: 1.0, mass: 1.0 / n as f64, elements: 4 };
    let geometric = if geometric { "geometric = { 'B.x' = 'beam.KG.mtx' }\n" } else { "" };
    let keys = format!("motion = 'large'\nmodes = 0\nframe = '{frame}'\n{geometric}");
    let mut text = head("cantilever", 2);
    for k in 0..n {
        text += &beam_part(&format!("p{k}"), [k as f64 / n as f64, 0.0], &keys);
        if k > 0 {
            let _ = writeln!(text, "[[join]]\nplaces = ['p{}.B', 'p{k}.A']", k - 1);
        }
    }
    let last = n - 1;
    let _ = write!(
        text,
        "[[fix]]\nnodes = ['p0.A']\n[[force]]\nname = 'load'\nattach = 'p{last}.B'\ndirection = \
         '{direction}'\nvalue = -1\n[[output]]\nname = 'x'\nattach = 'p{last}.B'\ndirection = \
         'x'\n[[output]]\nname = 'y'\nattach = 'p{last}.B'\ndirection = 'y'\n{more}"
    );
    open(text, vec![("beam".to_owned(), beam)])
}

/// Tips under a dead force, from an independent program with the same matrices.
#[test]
fn static_states_of_parts_are_those_of_an_independent_program() {
    let cases = [
        (1.0, 1, "interfaces", false, [0.950255168, 0.311482497]),
        (1.0, 2, "interfaces", false, [0.945755509, 0.303842237]),
        (1.0, 4, "interfaces", false, [0.944148555, 0.302216955]),
        (1.0, 1, "interfaces", true, [0.943831113, 0.300663976]),
        (1.0, 2, "interfaces", true, [0.943586437, 0.301635273]),
        (1.0, 2, "A", false, [0.955686966, 0.308102851]),
        (1.0, 2, "mass", false, [0.94576072, 0.303850619]),
        (2.0, 1, "interfaces", false, [0.845360466, 0.534216296]),
        (2.0, 2, "interfaces", true, [0.839516874, 0.493013344]),
        (2.0, 4, "mass", false, [0.840414988, 0.495441006]),
    ];
    for (load, n, frame, geometric, tip) in cases {
        let state = format!("[state.bent]\nkind = 'static'\nforces = {{ load = {load} }}\n");
        let session = cantilever(n, frame, geometric, "y", &state);
        let found = session.operating_states(&Quiet).unwrap().value;
        let found = found[0].found.as_ref().unwrap();
        let at = [1.0 + found.outputs[0].2, found.outputs[1].2];
        for (a, b) in at.iter().zip(tip) {
            assert!((a - b).abs() < 2e-8, "{n} parts, {frame}, {geometric}, {load}: {at:?} {tip:?}");
        }
        assert!(found.certificate.as_ref().unwrap().verdict.why_not().is_none(), "{:?}", found.certificate);
        let (what, size) = found.largest.clone().unwrap();
        assert!(what.ends_with(".B, y") && (size - tip[1]).abs() < 2e-8, "{what} {size}");
        // Modes about it are those of its stress.
        let request = session.modes_request().unwrap();
        assert!(session.modes_at("bent", &request, &Quiet).unwrap().value.modes[0].eigenvalue > 0.0);
    }
}

/// Critical loads of a clamped column: 3 EI/L^2 for one part, Euler's for many; that program follows the compressed column, whose
/// shortening is 1e-5.
#[test]
fn columns_of_parts_buckle_where_an_independent_program_says() {
    let cases = [
        (1, false, 3.00008998),
        (1, true, 2.4860126),
        (2, false, 2.59672793),
        (2, true, 2.46872269),
        (4, false, 2.49933263),
        (4, true, 2.46754206),
    ];
    for (n, geometric, expected) in cases {
        let session = cantilever(n, "interfaces", geometric, "x", "");
        let answer = session.buckling_with_path(None, 1, None, &Quiet).unwrap();
        let found = answer.value;
        let factor = found.modes[0].factor;
        assert!((factor / expected - 1.0).abs() < 1e-4, "{n} parts, {geometric}: {factor} {expected}");
        assert!(found.modes[0].verdict.why_not().is_none(), "{:?}", found.modes[0].verdict);
        let on_path = found.nonlinear.unwrap().factor().unwrap();
        assert!((on_path / expected - 1.0).abs() < 1e-6, "{n} parts, {geometric}: {on_path} {expected}");
        let warned = answer.warnings.iter().any(|w| w.contains("geometric stiffness"));
        assert_eq!(warned, !geometric, "{:?}", answer.warnings);
    }
}

/// A bar that turns about its axis on springs at both ends: in the frame of [spin] parts in large motion are those of a structure.
#[test]
fn parts_on_bearings_turn_as_those_of_a_structure() {
    let model = |motion: &str| {
        let keys = if motion == "large" { "modes = 2" } else { "" };
        let part =
            solid("bar", "bar_aluminium", keys).replace("motion = 'large'", &format!("motion = '{motion}'"));
        let mut text = head("rotor", 3)
            + "[params]\nspeed = 10\n[spin]\naxis = [1, 0, 0]\npoint = [0, 0, \
                        0]\nspeed = 'speed'\n"
            + &part;
        for end in ["A", "B"] {
            for direction in ["x", "y", "z", "rx"] {
                let _ = writeln!(
                    text,
                    "[[spring]]\nattach = 'bar.{end}'\ndirection = '{direction}'\nstiffness = 2e4\n"
                );
            }
        }
        text + "[analysis.campbell]\nmodes = 6\nsweep = { speed = { from = 0, to = 200, points = 3 } }\n"
    };
    let ask = |motion: &str| {
        let session = open(model(motion), Vec::new());
        session.campbell(&session.campbell_settings().unwrap(), &Quiet).unwrap().value.campbell
    };
    let (large, small) = (ask("large"), ask("small"));
    assert_eq!(large.modes.len(), 6);
    for (a, b) in large.modes.iter().zip(&small.modes) {
        for (a, b) in a.values.iter().zip(&b.values) {
            assert!((a.im - b.im).abs() < 1e-9 * b.im.abs().max(1.0), "{a:?} {b:?}");
        }
    }
    // Bending splits into two whirls as it turns.
    assert!((large.modes[0].values[0].im - large.modes[0].values[2].im).abs() > 1.0);
}

/// The rod of the slider-crank bends by 0.06 rad: small motions about the rigid one against the nonlinear motion.
#[test]
fn a_driven_loop_with_a_part_has_a_cycle() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/slider_crank_fe");
    let session = Session::open(Folder(folder), "model.toml", Overrides::default()).unwrap();
    let settings = CycleSettings { compare: true, ..session.cycle_settings().unwrap() };
    let found = session.cycle(&settings, &Quiet).unwrap().value;
    let (places, nonlinear) = found.nonlinear.unwrap();
    let largest = nonlinear[1].iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    assert!(largest > 0.05, "{largest}");
    for (at, expected) in places.iter().zip(&nonlinear[1]) {
        let linear = found.deviations.elastic[1][*at];
        assert!((linear - expected).abs() < 1e-3 * largest, "{linear} {expected}");
    }
}

/// Names of interfaces belong to their parts; where two parts have one of the same name, it alone says nothing.
#[test]
fn a_name_that_two_parts_use_needs_its_part() {
    let beam = Beam { length: 1.0, axial: 1e5, bending: 1.0, mass: 1.0, elements: 4 };
    let model = |held: &str| {
        let parts = beam_part("p", [0.0, 0.0], "") + &beam_part("q", [1.0, 0.0], "");
        let text = head("names", 2) + &parts;
        let text = text + "[[join]]\nplaces = ['p.B', 'q.A']\n[[fix]]\ninterfaces = ['" + held + "']\n";
        unchecked(text, vec![("beam".to_owned(), beam)])
    };
    let session = model("p.A");
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(Style::Plain));
    let modes = session.modes(&session.modes_request().unwrap(), &Quiet).unwrap().value;
    // A clamped beam of length two: 1.8751^2/4 rad/s, and the stiffening of its elements.
    let lowest = modes.modes[0].frequency_hz() * std::f64::consts::TAU;
    assert!((lowest / (1.875_104_07_f64.powi(2) / 4.0) - 1.0).abs() < 1e-4, "{lowest}");
    let session = model("A");
    assert!(session.model().is_err());
    let said = session.render_diagnostics(Style::Plain);
    assert!(said.contains("2 parts have an interface \"A\"") && said.contains("\"q.A\""), "{said}");
}
