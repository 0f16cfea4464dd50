//! `out(NAME)` in laws: forces that depend on outputs of the mechanism.
//!
//! Laws are read before outputs. A call is kept as it is written until all outputs are known; then it is replaced by what the output
//! measures, an expression of displacements and rates of nodes.

use std::collections::{HashMap, HashSet};

use lissom_symbolic::{Expr, Expressions, Node, Number};

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{
    Attachment, Dimension, Direction, Force, JointLoad, Law, Measured, Model, NodeId, Observed, Spring,
    Torque,
};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::expression::{Calls, Vocabulary};
use crate::reading::tables;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::description::Quantity;

/// Functions of nodes that laws can depend on.
fn motions(is_planar: bool) -> &'static [&'static str] {
    if is_planar {
        &["x", "y", "phi", "vx", "vy", "omega"]
    } else {
        &["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"]
    }
}

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
    let nodes: Vec<(String, [f64; 3])> =
        model.structure.nodes.iter().map(|node| (node.name.clone(), node.position)).collect();
    let is_planar = model.dimension == Dimension::Two;
    let resolver = Resolver { cx, measured, nodes, is_planar };
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
    for JointLoad { law, .. } in &mut model.joint_loads {
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
    /// Names and positions.
    nodes: Vec<(String, [f64; 3])>,
    is_planar: bool,
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
                self.motion(&mut store, *node, self.displacement(*direction))
            }
            Measured::Observed(Observed::Velocity(node, direction)) => {
                self.motion(&mut store, *node, self.rate(*direction))
            }
            Measured::Observed(Observed::Position(node, axis)) => {
                let moved = self.motion(&mut store, *node, self.displacement(Direction::Along(*axis)));
                let place: f64 = axis.iter().zip(self.nodes[node.0].1).map(|(a, x)| a * x).sum();
                moved.map(|moved| {
                    let place = store.number(Number::from_f64(place).expect("positions are finite"));
                    store.add(place, moved)
                })
            }
            Measured::Expression(law) => {
                let is_motion = |call: &Expr| match store.node(*call) {
                    Node::Applied(name, _) => motions(self.is_planar).contains(&store.name_text(*name)),
                    _ => true,
                };
                calls(&store, law.expr).iter().all(is_motion).then_some(law.expr)
            }
            _ => None,
        };
        drop(store);
        if expr.is_none() {
            let message = format!("a law cannot depend on output \"{name}\"");
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, span, message);
            let hint = format!(
                "outputs in laws are displacements{}, positions and velocities of nodes, and expressions of {}",
                if self.is_planar { "" } else { " (not rotations)" },
                motions(self.is_planar).join(", ")
            );
            self.cx.report(diagnostic.hint(hint));
            return None;
        }
        expr
    }

    /// Functions of a displacement, each with its share. A rotation in space has no components that could be added.
    fn displacement(&self, direction: Direction) -> Option<Vec<(&'static str, f64)>> {
        match direction {
            Direction::Along([x, y, z]) => Some(vec![("x", x), ("y", y), ("z", z)]),
            Direction::About([_, _, z]) => self.is_planar.then(|| vec![("phi", z)]),
        }
    }

    /// Functions of a velocity or spin.
    fn rate(&self, direction: Direction) -> Option<Vec<(&'static str, f64)>> {
        Some(match direction {
            Direction::Along([x, y, z]) => vec![("vx", x), ("vy", y), ("vz", z)],
            Direction::About([_, _, z]) if self.is_planar => vec![("omega", z)],
            Direction::About([x, y, z]) => vec![("wx", x), ("wy", y), ("wz", z)],
        })
    }

    /// The sum of functions of a node.
    fn motion(
        &self,
        store: &mut Expressions,
        node: NodeId,
        shares: Option<Vec<(&'static str, f64)>>,
    ) -> Option<Expr> {
        let node = store.symbol(&self.nodes[node.0].0);
        let mut sum = store.zero();
        for (function, share) in shares?.into_iter().filter(|(_, share)| *share != 0.0) {
            let motion = store.applied(function, &[node]);
            let share = Number::from_f64(share).expect("directions are finite");
            let term = store.scale(share, motion);
            sum = store.add(sum, term);
        }
        Some(sum)
    }
}
