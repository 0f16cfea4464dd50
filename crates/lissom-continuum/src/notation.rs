//! How jets, values at ends and integrals are written.

use std::collections::BTreeSet;

use lissom_symbolic::{Expr, Expressions, Jet, Node, Written, WrittenAtoms};

use crate::atoms::Atom;
use crate::derivation::Derivation;
use crate::parts::End;

/// A way of writing equations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Unicode text: `w_tt''`.
    Unicode,
    /// LaTeX for mathematics mode: `\ddot{w}''`.
    Latex,
    /// Source for SymPy: `Derivative(w(x, t), (x, 2), (t, 2))`.
    Sympy,
}

impl Notation {
    pub(crate) fn print(self, store: &Expressions, expr: Expr, names: &WrittenAtoms) -> String {
        match self {
            Self::Unicode => store.unicode_named(expr, names),
            Self::Latex => store.latex_named(expr, names),
            Self::Sympy => store.sympy_named(expr, names),
        }
    }

    fn name(self, name: &str) -> String {
        match self {
            Self::Unicode => Expressions::unicode_name(name),
            Self::Latex => Expressions::latex_name(name),
            Self::Sympy => Expressions::python_name(name),
        }
    }
}

/// Names for all atoms in the expressions.
pub(crate) fn written_atoms(derivation: &Derivation, exprs: &[Expr], notation: Notation) -> WrittenAtoms {
    let store = &derivation.algebra.store;
    let mut names = WrittenAtoms::new();
    for part in store.parts_of(exprs) {
        if let Some(jet) = derivation.algebra.jets.meaning(part) {
            names.insert(part, jet_text(derivation, jet, None, notation));
            continue;
        }
        if let Some(text) = derivation.algebra.letters.written(part) {
            names.insert(part, Written { text, is_tight: true });
            continue;
        }
        match derivation.atoms.meaning(part) {
            Some(Atom::AtEnd { jet, member, end }) => {
                names.insert(part, jet_text(derivation, jet, Some((member, end)), notation));
            }
            Some(Atom::Along { body, member }) => {
                names.insert(part, integral_text(derivation, body, member, notation));
            }
            None => {}
        }
    }
    names
}

/// A derivative, at an end if there is one.
fn jet_text(derivation: &Derivation, jet: Jet, place: Option<(usize, End)>, notation: Notation) -> Written {
    if notation == Notation::Sympy {
        return sympy_jet(derivation, jet, place);
    }
    let name = derivation.algebra.jets.name(jet.of);
    let (stem, arguments) = match name.split_once('(') {
        Some((stem, arguments)) => (stem, Some(arguments.trim_end_matches(')'))),
        None => (name, None),
    };
    let mut text = with_dots(&notation.name(stem), jet.time, notation);
    text.push_str(&primes(jet.space, notation));
    let here = place.map(|(member, end)| match end {
        End::A => "0".to_owned(),
        End::B => derivation.expression(derivation.parts.members[member].length, notation),
    });
    match (arguments, here) {
        (Some(arguments), Some(here)) => {
            let moved: Vec<&str> =
                arguments.split(", ").map(|word| if word == "x" { here.as_str() } else { word }).collect();
            text.push_str(&format!("({})", moved.join(", ")));
        }
        (Some(arguments), None) => text.push_str(&format!("({arguments})")),
        (None, Some(here)) => text.push_str(&format!("({here})")),
        (None, None) => {}
    }
    Written { text, is_tight: jet.time == 0 && jet.space == 0 && place.is_none() && arguments.is_none() }
}

/// A derivative for SymPy, substituted at an end if there is one.
fn sympy_jet(derivation: &Derivation, jet: Jet, place: Option<(usize, End)>) -> Written {
    let jets = &derivation.algebra.jets;
    let (name, dependence) = (jets.name(jet.of), jets.dependence(jet.of));
    let stem = Expressions::python_name(name.split_once('(').map_or(name, |(stem, _)| stem));
    let call = |x: &str| match (dependence.space, dependence.time) {
        (true, true) => format!("{stem}({x}, t)"),
        (true, false) => format!("{stem}({x})"),
        (false, _) => format!("{stem}(t)"),
    };
    let here = place.map(|(member, end)| match end {
        End::A => "0".to_owned(),
        End::B => derivation.expression(derivation.parts.members[member].length, Notation::Sympy),
    });
    let mut orders = String::new();
    for (variable, order) in [("x", jet.space), ("t", jet.time)] {
        if order > 0 {
            orders.push_str(&format!(", ({variable}, {order})"));
        }
    }
    let text = match (&here, orders.is_empty()) {
        (None, true) => call("x"),
        (Some(here), true) => call(here),
        (None, false) => format!("Derivative({}{orders})", call("x")),
        (Some(here), false) => format!("Subs(Derivative({}{orders}), x, {here})", call("x")),
    };
    Written { text, is_tight: true }
}

fn with_dots(name: &str, order: u8, notation: Notation) -> String {
    match (notation, order) {
        (_, 0) => name.to_owned(),
        (Notation::Unicode | Notation::Sympy, _) => format!("{name}_{}", "t".repeat(order.into())),
        (Notation::Latex, 1..=4) => format!("\\{}ot{{{name}}}", "d".repeat(order.into())),
        (Notation::Latex, _) => format!("\\partial_t^{{{order}}} {name}"),
    }
}

fn primes(order: u8, notation: Notation) -> String {
    match (order, notation) {
        (0..=4, _) => "'".repeat(order.into()),
        (_, Notation::Unicode | Notation::Sympy) => format!("^({order})"),
        (_, Notation::Latex) => format!("^{{({order})}}"),
    }
}

fn integral_text(derivation: &Derivation, body: Expr, member: usize, notation: Notation) -> Written {
    let length = derivation.expression(derivation.parts.members[member].length, notation);
    let body = derivation.expression(body, notation);
    let text = match notation {
        Notation::Unicode => format!("∫[0, {length}] {body} dx"),
        Notation::Sympy => format!("Integral({body}, (x, 0, {length}))"),
        Notation::Latex => format!("\\int_0^{{{length}}} {body}\\,\\mathrm{{d}}x"),
    };
    Written { text, is_tight: notation == Notation::Sympy }
}

/// Declarations of symbols and functions for SymPy.
pub(crate) fn sympy_preamble(derivation: &Derivation, exprs: &[Expr]) -> String {
    let (mut symbols, mut functions) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting = exprs.to_vec();
    // Integrands and member lengths contain names too.
    waiting.extend(derivation.parts.members.iter().map(|member| member.length));
    let store = &derivation.algebra.store;
    while let Some(expr) = waiting.pop() {
        for part in store.parts_of(&[expr]) {
            let function = |jet: Jet| {
                let name = derivation.algebra.jets.name(jet.of);
                Expressions::python_name(name.split_once('(').map_or(name, |(stem, _)| stem))
            };
            match (derivation.algebra.jets.meaning(part), derivation.atoms.meaning(part), store.node(part)) {
                (Some(jet), ..) | (_, Some(Atom::AtEnd { jet, .. }), _) => {
                    functions.insert(function(jet));
                }
                (_, Some(Atom::Along { body, .. }), _) => waiting.push(body),
                (_, _, Node::Symbol(name)) if derivation.algebra.letters.written(part).is_none() => {
                    symbols.insert(Expressions::python_name(store.name_text(*name)));
                }
                _ => {}
            }
        }
    }
    symbols.extend(["x".to_owned(), "t".to_owned()]);
    let mut text = "from sympy import *\n".to_owned();
    for name in &symbols {
        text.push_str(&format!("{name} = Symbol('{name}')\n"));
    }
    for name in &functions {
        text.push_str(&format!("{name} = Function('{name}')\n"));
    }
    text
}
