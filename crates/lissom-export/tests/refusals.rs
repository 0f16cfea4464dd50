//! Formats × kinds of models: every format holds a model, or says what is missing and what would do; a format that it names does hold it.
#![allow(clippy::unwrap_used)]

mod support;

use lissom::{At, Quiet, Session};
use lissom_export::{EXPORTERS, ExportError, ExportRequest, Exporter};
use support::{example, of};

/// One example of every kind: a frame at rest, mechanisms in the plane and in space, a driven one, FE parts at rest and in motion, bond
/// graphs with and without inputs, modal bodies, a continuum, a rotor, and sampled controllers.
const KINDS: [&str; 12] = [
    "calibrated_frame",
    "gripper",
    "spinning_top",
    "slider_crank",
    "bracket_bar",
    "slider_crank_fe",
    "dc_motor_bond",
    "pendulum_bond",
    "fixed_beam_ports",
    "surrogate1",
    "rotating_cantilever",
    "five_bar",
];

/// A library that is none, but begins like one.
const LIBRARY: &[u8] = b"\x7fELF";

fn holds(exporter: &dyn Exporter, session: &Session, at: Option<At>) -> Result<(), ExportError> {
    let request = ExportRequest { at, runtime: Some(LIBRARY.to_vec()), ..of("full") };
    let files = exporter.write(session, &request, &Quiet)?;
    assert!(!files.is_empty() && files.iter().all(|file| !file.bytes.is_empty()), "{}", exporter.name());
    Ok(())
}

/// Formats that a message names between back quotes, besides its own.
fn named<'e>(said: &str, own: &str) -> Vec<&'e dyn Exporter> {
    let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let is_named = |exporter: &&&dyn Exporter| exporter.name() != own && quoted.contains(&exporter.name());
    EXPORTERS.iter().filter(is_named).copied().collect()
}

/// What is wrong with the refusal of a format.
fn fault(exporter: &dyn Exporter, session: &Session, error: &ExportError) -> Option<String> {
    let said = error.to_string();
    let others = named(&said, exporter.name());
    let works = |other: &&dyn Exporter| {
        holds(*other, session, None).is_ok() || holds(*other, session, Some(At::Reference)).is_ok()
    };
    let tells = ["--", "[", "add "].iter().any(|word| said.contains(word));
    match others.is_empty() {
        true if !tells => Some(format!("no advice: {said}")),
        false if !others.iter().any(works) => Some(format!("what it names does not work: {said}")),
        _ => None,
    }
}

#[test]
fn every_format_holds_a_model_or_says_what_would_do() {
    let mut faults = Vec::new();
    for name in KINDS {
        let session = example(name);
        let mut held = 0;
        for exporter in EXPORTERS {
            match holds(*exporter, &session, None) {
                Ok(()) => held += 1,
                Err(error) => {
                    println!("{name}, {}: {error}", exporter.name());
                    faults.extend(
                        fault(*exporter, &session, &error)
                            .map(|fault| format!("{name}, {}: {fault}", exporter.name())),
                    );
                }
            }
        }
        if held == 0 {
            println!("{name}: no format holds it");
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
