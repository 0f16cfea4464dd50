//! Jets: unknown functions of time and of one spatial coordinate, whose derivatives are atoms.
//!
//! A derivative of an unknown function is never an operator applied to it but a symbol of its own:
//! the partial derivative of an expression by `w''` is then an ordinary partial derivative, and the
//! total derivatives by `t` and `x` only raise the orders of the jets they meet.

use std::collections::HashMap;

use crate::store::expr::{Expr, Expressions, Node};
use crate::store::word_hash::WordMap;
use crate::transform::derivative::DerivativeError;

/// An unknown function known to [`Jets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Unknown(usize);

/// What an unknown function depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dependence {
    /// It changes with time.
    pub time: bool,
    /// It changes along the spatial coordinate.
    pub space: bool,
}

impl Dependence {
    /// A coordinate: a function of time.
    pub const TIME: Self = Self { time: true, space: false };
    /// A coefficient that varies along a member.
    pub const SPACE: Self = Self { time: false, space: true };
    /// A field.
    pub const BOTH: Self = Self { time: true, space: true };
}

/// A derivative of an unknown function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Jet {
    /// The function.
    pub of: Unknown,
    /// How often it is differentiated by time.
    pub time: u8,
    /// How often it is differentiated by the spatial coordinate.
    pub space: u8,
}

struct Function {
    name: String,
    dependence: Dependence,
    /// Derivatives made so far.
    jets: HashMap<(u8, u8), Expr>,
}

/// The unknown functions of one [`Expressions`] store, and all derivatives of them made so far.
///
/// ```
/// use lissom_symbolic::{Dependence, Expressions, Jets};
/// let mut store = Expressions::new();
/// let mut jets = Jets::new(&mut store);
/// let w = store.symbol("w");
/// let field = jets.declare(&mut store, w, Dependence::BOTH);
/// let (slope, rate) = (jets.jet(&mut store, field, 0, 1), jets.jet(&mut store, field, 1, 0));
/// let square = store.powi(w, 2);
/// let along = jets.by_space(&mut store, square)?;
/// let two = store.integer(2);
/// assert_eq!(along, store.product(&[(two, 1.into()), (w, 1.into()), (slope, 1.into())]));
/// assert_eq!(jets.by_time(&mut store, slope)?, jets.by_space(&mut store, rate)?);
/// # Ok::<(), lissom_symbolic::DerivativeError>(())
/// ```
pub struct Jets {
    time: Expr,
    space: Expr,
    functions: Vec<Function>,
    atoms: WordMap<Expr, Jet>,
    /// Stand-ins for the variables of the total derivatives; they occur in no expression.
    by_time: Expr,
    by_space: Expr,
}

impl Jets {
    /// No unknown functions yet; time is `t`, the spatial coordinate `x`.
    pub fn new(store: &mut Expressions) -> Self {
        let (time, space) = (store.symbol("t"), store.symbol("x"));
        let (by_time, by_space) = (store.symbol("d/dt"), store.symbol("d/dx"));
        let one = store.one();
        store.derivatives.insert((time, by_time), one);
        store.derivatives.insert((space, by_space), one);
        Self { time, space, functions: Vec::new(), atoms: WordMap::default(), by_time, by_space }
    }

    /// The symbol of time.
    pub fn time(&self) -> Expr {
        self.time
    }

    /// The symbol of the spatial coordinate.
    pub fn space(&self) -> Expr {
        self.space
    }

    /// Makes a symbol an unknown function. It must be declared before anything that contains it is
    /// differentiated.
    pub fn declare(&mut self, store: &mut Expressions, symbol: Expr, dependence: Dependence) -> Unknown {
        let Node::Symbol(name) = store.node(symbol) else {
            panic!("only a symbol can become an unknown function, not `{}`", store.text(symbol));
        };
        let name = store.name_text(*name).to_owned();
        let known = store.derivatives.contains_key(&(symbol, self.by_time));
        assert!(!known, "`{name}` was declared before, or differentiated before it was declared");
        let of = Unknown(self.functions.len());
        self.functions.push(Function { name, dependence, jets: [((0, 0), symbol)].into() });
        self.atoms.insert(symbol, Jet { of, time: 0, space: 0 });
        of
    }

    /// Replaces every call such as `f(x, t)` of an unknown function, whose arguments are time and
    /// the spatial coordinate themselves, by a jet; calls with other arguments are kept.
    pub fn adopt(&mut self, store: &mut Expressions, expr: Expr) -> Expr {
        let mut replacements = HashMap::new();
        for part in store.parts_of(&[expr]) {
            let Node::Applied(_, arguments) = store.node(part) else { continue };
            if arguments.is_empty() || !arguments.iter().all(|a| [self.time, self.space].contains(a)) {
                continue;
            }
            let dependence =
                Dependence { time: arguments.contains(&self.time), space: arguments.contains(&self.space) };
            let symbol = store.symbol(&store.text(part));
            if self.meaning(symbol).is_none() {
                self.declare(store, symbol, dependence);
            }
            replacements.insert(part, symbol);
        }
        store.substitute(expr, &replacements)
    }

    /// The derivative of a function, differentiated `time` times by time and `space` times by the
    /// spatial coordinate; zero where the function does not depend on them.
    pub fn jet(&mut self, store: &mut Expressions, of: Unknown, time: u8, space: u8) -> Expr {
        let function = &mut self.functions[of.0];
        let Dependence { time: moves, space: varies } = function.dependence;
        if (time > 0 && !moves) || (space > 0 && !varies) {
            return store.zero();
        }
        if let Some(jet) = function.jets.get(&(time, space)) {
            return *jet;
        }
        // Such a name cannot be written in a model, so it is unique.
        let jet = store.symbol(&format!(
            "{};{}{}",
            function.name,
            "t".repeat(time.into()),
            "x".repeat(space.into())
        ));
        function.jets.insert((time, space), jet);
        self.atoms.insert(jet, Jet { of, time, space });
        jet
    }

    /// What an atom stands for, if it is a jet.
    pub fn meaning(&self, atom: Expr) -> Option<Jet> {
        self.atoms.get(&atom).copied()
    }

    /// The name of a function.
    pub fn name(&self, of: Unknown) -> &str {
        &self.functions[of.0].name
    }

    /// What a function depends on.
    pub fn dependence(&self, of: Unknown) -> Dependence {
        self.functions[of.0].dependence
    }

    /// The jets that occur in an expression, sorted.
    pub fn jets_in(&self, store: &Expressions, expr: Expr) -> Vec<(Jet, Expr)> {
        let parts = store.parts_of(&[expr]).into_iter();
        let mut found: Vec<(Jet, Expr)> =
            parts.filter_map(|part| self.meaning(part).map(|jet| (jet, part))).collect();
        found.sort_unstable();
        found
    }

    /// Whether an expression changes along the spatial coordinate.
    pub fn varies_in_space(&self, store: &Expressions, expr: Expr) -> bool {
        store.parts_of(&[expr]).into_iter().any(|part| {
            part == self.space || self.meaning(part).is_some_and(|jet| self.dependence(jet.of).space)
        })
    }

    /// The total derivative by time at a fixed place.
    ///
    /// # Errors
    /// An unknown function that was not declared, whose arguments change with time.
    pub fn by_time(&mut self, store: &mut Expressions, expr: Expr) -> Result<Expr, DerivativeError> {
        for (jet, atom) in self.jets_in(store, expr) {
            let rate = self.jet(store, jet.of, jet.time + 1, jet.space);
            store.derivatives.insert((atom, self.by_time), rate);
        }
        store.derivative(expr, self.by_time)
    }

    /// The total derivative by the spatial coordinate at a fixed time.
    ///
    /// # Errors
    /// An unknown function that was not declared, whose arguments change along the coordinate.
    pub fn by_space(&mut self, store: &mut Expressions, expr: Expr) -> Result<Expr, DerivativeError> {
        for (jet, atom) in self.jets_in(store, expr) {
            let slope = self.jet(store, jet.of, jet.time, jet.space + 1);
            store.derivatives.insert((atom, self.by_space), slope);
        }
        store.derivative(expr, self.by_space)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyName, lower, parse};

    fn read(store: &mut Expressions, text: &str) -> Expr {
        let syntax = parse(text, &|_| true).unwrap();
        lower(&syntax, store, &mut AnyName).unwrap()
    }

    #[test]
    fn total_derivatives_commute_and_raise_orders() {
        let mut store = Expressions::new();
        let mut jets = Jets::new(&mut store);
        let (w, q) = (store.symbol("w"), store.symbol("q"));
        let field = jets.declare(&mut store, w, Dependence::BOTH);
        jets.declare(&mut store, q, Dependence::TIME);
        let expr = read(&mut store, "sin(q)*w^2 + x*t*w + EI(x)*w");
        let expr = jets.adopt(&mut store, expr);
        let first = jets.by_time(&mut store, expr).and_then(|e| jets.by_space(&mut store, e)).unwrap();
        let second = jets.by_space(&mut store, expr).and_then(|e| jets.by_time(&mut store, e)).unwrap();
        assert!(store.is_zero(&[(first, 1), (second, -1)]).is_zero());
        let mixed = jets.jet(&mut store, field, 1, 1);
        let coefficient = store.derivative(first, mixed).unwrap();
        let expected = read(&mut store, "2*sin(q)*w + x*t + EI(x)");
        let expected = jets.adopt(&mut store, expected);
        assert!(store.is_zero(&[(coefficient, 1), (expected, -1)]).is_zero());
    }

    #[test]
    fn a_coordinate_does_not_vary_along_a_member() {
        let mut store = Expressions::new();
        let mut jets = Jets::new(&mut store);
        let q = store.symbol("q");
        jets.declare(&mut store, q, Dependence::TIME);
        let square = store.powi(q, 2);
        assert_eq!(jets.by_space(&mut store, square), Ok(store.zero()));
        assert!(!jets.varies_in_space(&store, square));
    }
}
