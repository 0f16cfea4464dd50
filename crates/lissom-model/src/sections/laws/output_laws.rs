//! `out(NAME)` in laws: forces that depend on outputs of the mechanism.
//!
//! Laws are read before outputs. A call is kept as it is written until all outputs are known; then it is replaced by what the output
//! measures, an expression of displacements and rates of nodes.

use std::collections::{HashMap, HashSet};

use lissom_symbolic::{Expr, Expressions, Node, Number};

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{Attachment, Dimension, Direction, Force, Law, Measured, Model, Spring, Torque};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::expression::{Calls, Vocabulary};
use crate::reading::tables;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::description::Quantity;

/// Functions of nodes that outputs of position and velocity are made of.
const MOTIONS: &[&str] = &["x", "y", "phi", "vx", "vy", "omega"];

/// The names of all outputs of a model, as far as they are written.
pub(crate) struct OutputNames(HashSet<String>);

impl OutputNames {
    pub fn of(cx: &Context<'_>, root: &Table) -> Self {
        let written = tables::array_quietly(root, "output").into_iter().filter_map(|table| {
            let entry = table.get("name")?;
            let ValueKind::Text(name) = &entry.value.kind else { return None };
            Some(cx.full_name(name, table.span).into_owned())
        });
        Self(written.collect())
    }

    /// Checks the name in `out(NAME)`.
    pub fn check(&self, cx: &Context<'_>, place: &Name) -> Option<String> {
        if self.0.contains(&place.text) {
            return Some(place.text.clone());
        }
        let message = format!("no output is called `{}`", place.text);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, place.span, message);
        cx.report(diagnostic.suggest(&place.text, self.0.iter().map(String::as_str)));
        None
    }
}

/// A law of some variables and of outputs.
pub(crate) fn vocabulary<'v>(
    quantity: Quantity,
    variables: &'v [&'v str],
    check: &'v dyn Fn(&Name) -> Option<String>,
) -> Vocabulary<'v> {
    Vocabulary { quantity, variables, calls: Calls::Outputs(check), keeps_parameters: false }
}

/// Calls of unknown functions in a law: outputs, or what they measure.
pub(crate) fn calls(store: &Expressions, expr: Expr) -> Vec<Expr> {
    let parts = store.parts_of(&[expr]);
    parts.into_iter().filter(|part| matches!(store.node(*part), Node::Applied(..))).collect()
}

/// Puts what outputs measure into all laws that name them; `None`: an output cannot be used so.
pub(crate) fn resolve(cx: &Context<'_>, model: &mut Model) -> Option<()> {
    let measured: HashMap<String, Measured> =
        model.outputs.iter().map(|output| (output.name.clone(), output.what.clone())).collect();
    let nodes: Vec<String> = model.structure.nodes.iter().map(|node| node.name.clone()).collect();
    let planar = model.dimension == Dimension::Two;
    let resolver = Resolver { cx, measured, nodes, planar };
    let mut is_right = true;
    for Force { law, follower, span, .. } in &mut model.forces {
        let Some(law) = law else { continue };
        let is_fed = resolver.is_fed(law);
        is_right &= resolver.put(law);
        if is_fed && *follower {
            let message = "a force that turns with its node cannot depend on outputs";
            cx.error(codes::CLASHING_KEYS, *span, message);
            is_right = false;
        }
    }
    for Torque { law, .. } in &mut model.torques {
        is_right &= law.as_mut().is_none_or(|law| resolver.put(law));
    }
    for Spring { law, .. } in &mut model.structure.springs {
        is_right &= law.as_mut().is_none_or(|law| resolver.put(law));
    }
    is_right.then_some(())
}

struct Resolver<'a> {
    cx: &'a Context<'a>,
    measured: HashMap<String, Measured>,
    nodes: Vec<String>,
    planar: bool,
}

impl Resolver<'_> {
    fn is_fed(&self, law: &Law) -> bool {
        !calls(&self.cx.expressions.borrow(), law.expr).is_empty()
    }

    /// Replaces the outputs of one law; false after an error.
    fn put(&self, law: &mut Law) -> bool {
        let mut replaced = HashMap::new();
        let found = calls(&self.cx.expressions.borrow(), law.expr);
        for call in found {
            let name = {
                let store = self.cx.expressions.borrow();
                let Node::Applied(_, arguments) = store.node(call) else { continue };
                let [argument] = arguments[..] else { continue };
                let Node::Symbol(name) = store.node(argument) else { continue };
                store.name_text(*name).to_owned()
            };
            match self.expression(&name, law.span) {
                Some(expr) => drop(replaced.insert(call, expr)),
                None => return false,
            }
        }
        if !replaced.is_empty() {
            law.expr = self.cx.expressions.borrow_mut().substitute(law.expr, &replaced);
        }
        true
    }

    /// What an output measures, in displacements and rates of nodes.
    fn expression(&self, name: &str, span: Span) -> Option<Expr> {
        let what = self.measured.get(name)?;
        let mut store = self.cx.expressions.borrow_mut();
        let expr = match what {
            Measured::Displacement(Attachment::Node(node), Some(direction)) => {
                let node = store.symbol(&self.nodes[node.0]);
                let shares = match direction {
                    Direction::Along([x, y, _]) => vec![("x", *x), ("y", *y)],
                    Direction::About([_, _, z]) => vec![("phi", *z)],
                };
                let mut sum = store.zero();
                for (function, share) in shares.into_iter().filter(|(_, share)| *share != 0.0) {
                    let motion = store.applied(function, &[node]);
                    let share = Number::from_f64(share).expect("directions are finite");
                    let term = store.scale(share, motion);
                    sum = store.add(sum, term);
                }
                Some(sum)
            }
            Measured::Expression(law) => {
                let is_motion = |call: &Expr| match store.node(*call) {
                    Node::Applied(name, _) => MOTIONS.contains(&store.name_text(*name)),
                    _ => true,
                };
                calls(&store, law.expr).iter().all(is_motion).then_some(law.expr)
            }
            _ => None,
        };
        drop(store);
        if expr.is_none() || !self.planar {
            let message = format!("a law cannot depend on output \"{name}\"");
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, span, message);
            let hint = "outputs in laws are displacements of nodes of a planar mechanism, and expressions of x, y, phi, vx, vy and omega";
            self.cx.report(diagnostic.hint(hint));
            return None;
        }
        expr
    }
}
