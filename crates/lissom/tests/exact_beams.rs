//! Modal bodies of exact beams against the exact continuum derived from the same beam: two ways that share no formula.
//!
//! The bodies use characteristic equations, shape functions and Green's functions in closed form; the continuum uses the
//! matrix exponential of the Hamiltonian form and counting.
#![allow(clippy::unwrap_used)]

use crate::common;

use lissom_bond::modal_body::ContinuumBeam;
use lissom_continuum::{LinearSystem, derive, exact_modes, response};
use lissom_model::Overrides;
use lissom_model::model::EndCondition::{self, Clamped, Free, Guided, Pinned};

const ENDS: [EndCondition; 4] = [Clamped, Pinned, Guided, Free];
const LENGTH: f64 = 1.3;
const BENDING: f64 = 7.0;
const MASS: f64 = 0.4;
const PORTS: [f64; 2] = [0.4, 0.9];

/// The beam as a `[system]`, with a force at a place if there is one.
fn system(ends: [EndCondition; 2], force: Option<f64>) -> LinearSystem {
    let end = |condition: EndCondition| match condition {
        Clamped => "{ displacement = '0', slope = '0' }",
        Pinned => "{ displacement = '0' }",
        Guided => "{ slope = '0' }",
        Free => "{}",
    };
    // A spring without stiffness makes a coordinate of each port.
    let ports: String =
        PORTS.iter().map(|x| format!("[[spring]]\nstiffness = '0'\nelongation = 'w({x})'\n")).collect();
    let force =
        force.map_or(String::new(), |x| format!("[[force]]\nname = 'F'\nvalue = 'F(t)'\nat = 'w({x})'\n"));
    let text = format!(
        "lissom = 1\n[model]\nname = 'beam'\n[system]\ncoordinates = []\n[[continuum]]\nname = 'beam'\nkind = 'bernoulli-euler'\n\
         length = '{LENGTH}'\nfields = ['w']\nEI = '{BENDING}'\nrhoA = '{MASS}'\nposition = ['w']\nends = {{ a = {}, b = {} }}\n{ports}{force}",
        end(ends[0]),
        end(ends[1])
    );
    let loaded = lissom_model::load("beam.toml", text.as_bytes(), &Overrides::default());
    let model = loaded.value.unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
    let mut derivation = derive(model.system.as_ref().unwrap(), &model.expressions).unwrap();
    assert!(derivation.verification().holds());
    derivation.linearise_loaded(&[], &[("F(t)", 1.0)]).unwrap()
}

/// Where the displacements of the ports stand among the coordinates.
fn port_rows(system: &LinearSystem) -> Vec<usize> {
    (1..=PORTS.len())
        .map(|k| {
            let name = format!("beam_displacement_{k}");
            system.coordinates().iter().position(|own| *own == name).unwrap()
        })
        .collect()
}

fn all_ends() -> impl Iterator<Item = [EndCondition; 2]> {
    ENDS.into_iter().flat_map(|a| ENDS.into_iter().map(move |b| [a, b]))
}

#[test]
fn frequencies_and_shapes_at_ports_for_all_ends() {
    for ends in all_ends() {
        let beam = ContinuumBeam::new(LENGTH, BENDING, MASS, ends).unwrap();
        let system = system(ends, None);
        let modes = exact_modes(&system, 4).unwrap();
        assert!(modes.is_certified());
        assert_eq!(modes.rigid_modes, beam.rigid_motions(), "{ends:?}");
        let rows = port_rows(&system);
        for (k, omega) in modes.angular_frequencies.iter().enumerate() {
            let wanted = beam.angular_frequency(k + 1);
            assert!((omega / wanted - 1.0).abs() < 1e-10, "{ends:?} {k}: {omega} is not {wanted}");
            // Shapes of unit modal mass; their sign is free, so products of two ports are compared.
            let mode = beam.mode(k + 1, &PORTS);
            let at = |port: usize| modes.shapes[k][rows[port]] / modes.modal_masses[k].sqrt();
            let size = mode.shape.iter().fold(0.0f64, |most, y| most.max(y.abs())).powi(2);
            for [i, j] in [[0, 0], [0, 1], [1, 1]] {
                let (found, wanted) = (at(i) * at(j), mode.shape[i] * mode.shape[j]);
                assert!((found - wanted).abs() < 1e-7 * size, "{ends:?} {k} {i}{j}: {found} is not {wanted}");
            }
        }
    }
}

#[test]
fn static_compliance_for_all_ends_that_hold() {
    let held = all_ends().filter(|ends| {
        ContinuumBeam::new(LENGTH, BENDING, MASS, *ends).is_ok_and(|beam| beam.rigid_motions() == 0)
    });
    let mut compared = 0;
    for ends in held {
        let beam = ContinuumBeam::new(LENGTH, BENDING, MASS, ends).unwrap();
        let wanted = beam.static_compliance(&PORTS);
        for (j, port) in PORTS.iter().enumerate() {
            let system = system(ends, Some(*port));
            let found = response(&system, 0.0).unwrap();
            for (i, row) in port_rows(&system).into_iter().enumerate() {
                let error = (found[row].re - wanted[(i, j)]).abs() / wanted[(j, j)];
                assert!(error < 1e-10, "{ends:?} {i}{j}: {} is not {}", found[row].re, wanted[(i, j)]);
                compared += 1;
            }
        }
    }
    // Clamped against anything (7 pairs), pinned-pinned and pinned-guided (3).
    assert_eq!(compared, 40);
}

/// The tip of a cantilever under a force at it: (sin β cosh β − cos β sinh β)/(EI β³ (1 + cos β cosh β)) for unit length.
#[test]
fn the_response_of_a_cantilever_is_the_closed_form() {
    let text = "lissom = 1\n[model]\nname = 'tip'\n[system]\ncoordinates = ['q']\n[[continuum]]\nname = 'beam'\n\
                kind = 'bernoulli-euler'\nlength = '1'\nfields = ['w']\nEI = '1'\nrhoA = '1'\nposition = ['w']\n\
                load = ['f(x, t)']\n\
                ends = { a = { displacement = '0', slope = '0' }, b = { displacement = 'q' } }\n[[force]]\nname = 'F'\nat = 'q'\n";
    let session = common::open(text);
    let mut settings = session.response_settings().unwrap();
    (settings.range, settings.points, settings.outputs) = ([0.2, 12.0], 7, vec!["q".to_owned()]);
    let found = session.frequency_response("full", &settings, &lissom::Quiet).unwrap().value;
    let pair = |input: &str| found.pairs.iter().find(|pair| pair.input == input).unwrap();
    let (tip, spread) = (pair("F"), pair("f"));
    assert!((tip.static_gain.unwrap() * 3.0 - 1.0).abs() < 1e-12, "L³/3EI");
    assert!((spread.static_gain.unwrap() * 8.0 - 1.0).abs() < 1e-12, "L⁴/8EI");
    assert_eq!(found.frequencies_hz.len(), tip.values.len());
    for (hz, value) in found.frequencies_hz.iter().zip(&tip.values) {
        let b = (std::f64::consts::TAU * hz).sqrt();
        let wanted = (b.sin() * b.cosh() - b.cos() * b.sinh()) / (b.powi(3) * (1.0 + b.cos() * b.cosh()));
        assert!((value.re / wanted - 1.0).abs() < 1e-10 && value.im == 0.0, "{hz} Hz: {value:?} {wanted}");
    }
}
