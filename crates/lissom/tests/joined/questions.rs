//! Reductions, responses, motions, comparisons and pages of a cut beam are those of the whole one.

use super::pieces::*;
use crate::common::open;
use lissom::{Quiet, Session};
use std::fmt::Write;

/// Methods with what they need, the interface at the tip being called `TIP`.
const METHODS: [(&str, &str); 7] = [
    ("modal", "method = 'modal'\nmodes = 6"),
    ("residual", "method = 'modal'\nmodes = 6\nresidual = true"),
    ("krylov", "method = 'krylov'\ninputs = ['F']\norder = 4"),
    ("guyan", "method = 'guyan'\ninterfaces = ['TIP']"),
    ("bampton", "method = 'craig-bampton'\ninterfaces = ['TIP']\nmodes = 5"),
    ("rubin", "method = 'rubin'\ninterfaces = ['TIP']\nmodes = 5"),
    ("macneal", "method = 'macneal'\ninterfaces = ['TIP']\nmodes = 5"),
];

/// The beam held at its root, cut in two parts, and whole.
fn both() -> [Session; 2] {
    let mut more = "[[force]]\nname = 'F'\nnode = 'P3'\ndirection = [0, 0.5, 1]\nvalue = '20*sin(90*t)'\n[[output]]\nname = 'z'\nnode = 'P3'\ndirection = 'z'\n\
        [[damper]]\nname = 'd'\nnodes = ['P3', 'ground']\ndamping = 3\n[[fix]]\nnodes = 'P0'\n[analysis.modes]\ncount = 4\n\
        [analysis.simulate]\nmotion = 'linear'\nend = 0.05\npoints = 11\nmodels = ['full', 'krylov']\n[analysis.frf]\ninputs = ['F']\noutputs = ['z']\nrange = [5, 200]\npoints = 7\nmodels = ['full', 'krylov']\n"
        .to_owned();
    for (name, keys) in METHODS {
        write!(more, "[reduce.{name}]\n{keys}\nband = [1, 300]\n").unwrap();
    }
    let [left, right] = cut("rigid");
    let pieces = more
        .replace("node = 'P3'", "attach = 'right.tip'")
        .replace("nodes = ['P3', 'ground']", "attach = ['right.tip', 'ground']")
        .replace("nodes = 'P0'", "interfaces = 'root'")
        .replace("'TIP'", "'tip'");
    let joined = format!("{HEADER}{left}{right}{}{pieces}", join("left.end", "right.begin"));
    [
        halves(&STRAIGHT).open(&joined),
        open(&format!("{}{}", STRAIGHT.alone(0, 3), more.replace("'TIP'", "'P3'"))),
    ]
}

#[test]
fn reductions_by_all_methods_are_those_of_the_whole() {
    let sessions = both();
    for (name, _) in METHODS {
        let [own, other] = sessions.each_ref().map(|session| {
            session.reduce_structure(name, None, &Quiet).unwrap_or_else(|f| panic!("{name}: {f}")).value
        });
        let [a, b] = [&own.comparison, &other.comparison];
        assert_eq!((a.size, a.full_size), (b.size, b.full_size), "{name}");
        // A mode that the basis does not hold has no counterpart of its own.
        for (p, q) in a.frequencies.iter().zip(&b.frequencies).filter(|(p, _)| p.held > 0.999) {
            assert!((p.hertz / q.hertz - 1.0).abs() < 1e-9, "{name}: {p:?} {q:?}");
            let [a, b] = [p, q].map(|mode| mode.reduced_hertz.unwrap());
            assert!((a / b - 1.0).abs() < 1e-8, "{name}: {p:?} {q:?}");
        }
        assert_eq!(a.gains.len(), b.gains.len());
        for (p, q) in a.gains.iter().zip(&b.gains) {
            assert!((p.reduced - q.reduced).abs() < 1e-9 * q.full.abs(), "{name}: {p:?} {q:?}");
            // All but plain modes keep the static gain.
            assert!(name == "modal" || p.error < 1e-9, "{name}: {p:?}");
        }
        // What is saved can be read again, with all it says.
        let again = lissom_reduce::linear::part_from_text(&own.text).unwrap();
        assert_eq!(again.size(), a.size);
    }
}

#[test]
fn motions_and_responses_are_those_of_the_whole() {
    let sessions = both();
    for model in ["full", "krylov"] {
        let [a, b] = sessions.each_ref().map(|session| {
            session.simulate(model, &session.simulate_settings().unwrap(), &Quiet).unwrap().value.trajectory
        });
        let largest = b.outputs[0].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        assert_eq!(a.outputs[0].len(), b.outputs[0].len());
        for (p, q) in a.outputs[0].iter().zip(&b.outputs[0]) {
            assert!((p - q).abs() < 1e-7 * largest, "{model}: {p} {q}");
        }
        let [a, b] = sessions.each_ref().map(|session| {
            session.frequency_response(model, &session.response_settings().unwrap(), &Quiet).unwrap().value
        });
        assert_eq!(a.pairs[0].values.len(), b.pairs[0].values.len());
        for (p, q) in a.pairs[0].values.iter().zip(&b.pairs[0].values) {
            assert!((p.re - q.re).hypot(p.im - q.im) < 1e-7 * q.re.hypot(q.im), "{model}: {p:?} {q:?}");
        }
    }
}

/// Modes of the cut beam against those of the whole, by place; against a reduction.
#[test]
fn comparisons_of_joined_structures() {
    let [own, other] = both();
    let (a, b) = (lowest(&own, 4), lowest(&other, 4));
    let comparison = own.compare(&a, &other, &b).unwrap();
    let mac = comparison.mac.as_ref().unwrap();
    (0..4).for_each(|i| assert!(mac[(i, i)] > 1.0 - 1e-9, "{mac:?}"));
    let request = own.modes_request().unwrap();
    let reduced = own.compare_with_reduced("rubin", &request, &Quiet).unwrap().value;
    let mac = reduced.mac.as_ref().unwrap();
    (0..4).for_each(|i| assert!(mac[(i, i)] > 1.0 - 1e-9, "{mac:?}"));
}
