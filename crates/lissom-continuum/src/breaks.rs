//! Places where the coefficients of a member step or bend, and the coefficients between them.
//!
//! `if(x < c, a, b)`, `abs`, `sign`, `min`, `max`, `step`, `floor`, `ceil` and `mod` change their branch where an
//! expression passes zero. Across such a place displacements and loads are continuous, but the equation of the field is
//! another one; so the member is divided there, and each span has the branch that holds in it.

use std::collections::HashMap;

use lissom_symbolic::{Expr, Expressions, Function, Node, Number, Program, Relation};

/// Intervals in which zeros of expressions that are not linear in x are looked for.
const SAMPLES: usize = 512;
/// More branches inside each other than this are not resolved.
const DEEPEST: usize = 64;

/// A part of a coefficient that changes its branch where an expression passes zero, or an integer.
#[derive(Clone, Copy)]
struct Switch {
    node: Expr,
    of: Expr,
    /// Whether it changes at every integer, not only at zero.
    at_integers: bool,
}

/// What parameters are, and which names vary with time or motion.
pub(crate) struct Breaks<'a> {
    pub values: &'a [(&'a str, f64)],
    /// Names that are no parameters: fields, coordinates, time.
    pub moving: &'a [String],
}

/// A place where a branch changes.
pub(crate) struct Break {
    /// The place, measured from the beginning of the member.
    pub x: Expr,
    /// Whether the expression that passes zero there grows with x, if its sign can be told by algebra.
    pub rises: Option<bool>,
}

impl Breaks<'_> {
    /// The switches in the laws of a member that depend on the place along it.
    fn switches(&self, store: &mut Expressions, laws: &[Expr]) -> Vec<Switch> {
        let x = store.symbol("x");
        let mut found = Vec::new();
        for node in store.parts_of(laws) {
            let (of, at_integers) = match store.node(node).clone() {
                Node::Compare(_, a, b) => (store.sub(a, b), false),
                Node::Function(Function::Abs | Function::Sign | Function::Step, arguments) => {
                    (arguments[0], false)
                }
                Node::Function(Function::Min | Function::Max, arguments) if arguments.len() == 2 => {
                    (store.sub(arguments[0], arguments[1]), false)
                }
                Node::Function(Function::Floor | Function::Ceil, arguments) => (arguments[0], true),
                Node::Function(Function::Mod, arguments) => (store.div(arguments[0], arguments[1]), true),
                _ => continue,
            };
            let parts = store.parts_of(&[of]);
            let is_applied = parts.iter().any(|part| matches!(store.node(*part), Node::Applied(..)));
            let moves = store
                .symbols(of)
                .iter()
                .any(|symbol| self.moving.iter().any(|name| name.as_str() == *symbol));
            if parts.contains(&x) && !is_applied && !moves {
                found.push(Switch { node, of, at_integers });
            }
        }
        found
    }

    /// Where branches change along a member of this length; `None` if a letter without value hides it.
    pub fn places(&self, store: &mut Expressions, laws: &[Expr], length: Expr) -> Option<Vec<Break>> {
        let mut places = Vec::new();
        for switch in self.switches(store, laws) {
            let x = store.symbol("x");
            // Branches inside the expression are breaks of their own.
            let inner = self.switches(store, &[switch.of]);
            if !switch.at_integers && inner.is_empty() && store.degree(switch.of, x) == Some(1) {
                places.push(linear_zero(store, switch.of, x)?);
                continue;
            }
            let length = self.value(store, length, 0.0)?;
            for place in self.zeros(store, switch, length)? {
                let number = Number::from_f64(place)?;
                places.push(Break { x: store.number(number), rises: None });
            }
        }
        Some(places)
    }

    /// Zeros inside a member, by bisection between changes of sign.
    fn zeros(&self, store: &mut Expressions, switch: Switch, length: f64) -> Option<Vec<f64>> {
        let side =
            |value: f64| if switch.at_integers { value.floor() } else { f64::from(i8::from(value > 0.0)) };
        let inputs = self.inputs(store);
        let program = Program::compile(store, &[switch.of], &inputs).ok()?;
        let numbers: Vec<f64> = self.values.iter().map(|(_, value)| *value).collect();
        let at = |x: f64| -> Option<f64> {
            let mut found = [0.0];
            let all: Vec<f64> = numbers.iter().copied().chain([x]).collect();
            program.evaluate_checked(&all, &mut Vec::new(), &mut found).ok()?;
            Some(side(found[0]))
        };
        let mut zeros = Vec::new();
        let place = |k: usize| length * (k as f64 + 0.37) / (SAMPLES as f64 + 0.74);
        for k in 0..SAMPLES {
            let (mut low, mut high) = (place(k), place(k + 1));
            let (before, after) = (at(low)?, at(high)?);
            if before == after {
                continue;
            }
            while high - low > 2.0 * f64::EPSILON * high {
                let middle = 0.5 * (low + high);
                if middle <= low || middle >= high {
                    break;
                }
                if at(middle)? == before { low = middle } else { high = middle }
            }
            zeros.push(high);
        }
        Some(zeros)
    }

    fn inputs(&self, store: &mut Expressions) -> Vec<Expr> {
        let names = self.values.iter().map(|(name, _)| *name).chain(["x"]);
        names.map(|name| store.symbol(name)).collect()
    }

    fn value(&self, store: &mut Expressions, expr: Expr, x: f64) -> Option<f64> {
        let inputs = self.inputs(store);
        let numbers: Vec<f64> = self.values.iter().map(|(_, value)| *value).chain([x]).collect();
        let program = Program::compile(store, &[expr], &inputs).ok()?;
        let mut found = [0.0];
        program.evaluate_checked(&numbers, &mut Vec::new(), &mut found).ok()?;
        Some(found[0])
    }

    /// A law with the branches that hold at a place inside a span; `None` if it cannot be told which.
    ///
    /// Without values, `before` says on which side of the only break the span lies.
    pub fn resolved(
        &self,
        store: &mut Expressions,
        law: Expr,
        x: Option<f64>,
        before: Option<bool>,
    ) -> Option<Expr> {
        let mut law = law;
        for _ in 0..DEEPEST {
            let switches = self.switches(store, &[law]);
            if switches.is_empty() {
                return Some(law);
            }
            let mut branches = HashMap::new();
            for switch in switches {
                let value = match x.and_then(|x| self.value(store, switch.of, x)) {
                    Some(value) => value,
                    None => self.side_by_algebra(store, switch, before?)?,
                };
                let branch = branch(store, switch, value)?;
                branches.insert(switch.node, branch);
            }
            law = store.substitute(law, &branches);
        }
        None
    }

    /// The sign before or after the only break of a member.
    fn side_by_algebra(&self, store: &mut Expressions, switch: Switch, before: bool) -> Option<f64> {
        let x = store.symbol("x");
        if switch.at_integers || store.degree(switch.of, x) != Some(1) {
            return None;
        }
        let rises = linear_zero(store, switch.of, x)?.rises?;
        Some(if rises == before { -1.0 } else { 1.0 })
    }
}

/// The zero of an expression that is linear in x.
fn linear_zero(store: &mut Expressions, of: Expr, x: Expr) -> Option<Break> {
    let slope = store.derivative(of, x).ok()?;
    let zero = store.zero();
    let start = store.substitute(of, &[(x, zero)].into());
    let quotient = store.div(start, slope);
    let rises = store.as_number(slope).map(|slope| slope.to_f64() > 0.0);
    Some(Break { x: store.neg(quotient), rises })
}

/// What a switch is where its expression has this value.
fn branch(store: &mut Expressions, switch: Switch, value: f64) -> Option<Expr> {
    let truth = |holds: bool| Number::from(i32::from(holds));
    let number = match store.node(switch.node).clone() {
        Node::Compare(relation, ..) => truth(match relation {
            Relation::Less | Relation::LessOrEqual => value < 0.0,
            Relation::Greater | Relation::GreaterOrEqual => value > 0.0,
            Relation::Equal => false,
            Relation::NotEqual => true,
        }),
        Node::Function(Function::Step, _) => truth(value > 0.0),
        Node::Function(Function::Sign, _) => Number::from(if value > 0.0 { 1 } else { -1 }),
        Node::Function(Function::Floor, _) => Number::from_f64(value.floor())?,
        Node::Function(Function::Ceil, _) => Number::from_f64(value.ceil())?,
        Node::Function(Function::Abs, arguments) => {
            return Some(if value > 0.0 { arguments[0] } else { store.neg(arguments[0]) });
        }
        Node::Function(Function::Min, arguments) => {
            return Some(if value > 0.0 { arguments[1] } else { arguments[0] });
        }
        Node::Function(Function::Max, arguments) => {
            return Some(if value > 0.0 { arguments[0] } else { arguments[1] });
        }
        Node::Function(Function::Mod, arguments) => {
            let whole = store.number(Number::from_f64(value.floor())?);
            let taken = store.mul(arguments[1], whole);
            return Some(store.sub(arguments[0], taken));
        }
        _ => return None,
    };
    Some(store.number(number))
}
