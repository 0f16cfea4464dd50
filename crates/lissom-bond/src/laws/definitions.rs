//! Quantities that laws give, in the order in which they follow from states, inputs and time.

use lissom_symbolic::{Expr, Expressions};
use std::collections::HashMap;

/// How a quantity is given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body {
    /// It equals this expression.
    Explicit(Expr),
    /// It is what makes this expression zero.
    Implicit(Expr),
}

/// A quantity with its symbol.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub symbol: Expr,
    /// The element it belongs to, for messages.
    pub name: String,
    pub body: Body,
    /// Where quantities depend on each other, the one of the highest rank is solved for.
    pub rank: u8,
}

/// An unknown with the residual that determines it.
#[derive(Clone, Debug)]
pub(crate) struct Unknown {
    pub symbol: Expr,
    pub name: String,
    pub residual: Expr,
}

/// Quantities in terms of states, inputs, time and unknowns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ordered {
    /// What each symbol stands for.
    pub known: HashMap<Expr, Expr>,
    pub unknowns: Vec<Unknown>,
}

impl Ordered {
    /// Puts definitions in order: one after the other as long as each follows from those before, and where none does, the one of
    /// the highest rank becomes an unknown.
    pub fn of(store: &mut Expressions, definitions: Vec<Definition>) -> Self {
        let mut ordered = Self::default();
        let mut waiting = definitions;
        let mut torn: Vec<Definition> = Vec::new();
        while !waiting.is_empty() {
            let open: Vec<Expr> = waiting.iter().map(|definition| definition.symbol).collect();
            let follows = |definition: &Definition| match definition.body {
                Body::Explicit(expr) => {
                    let parts = store.parts_of(&[expr]);
                    !open.iter().any(|symbol| parts.contains(symbol))
                }
                Body::Implicit(_) => false,
            };
            if let Some(at) = waiting.iter().position(follows) {
                let definition = waiting.remove(at);
                let Body::Explicit(expr) = definition.body else { unreachable!("only explicit ones follow") };
                let expr = store.substitute(expr, &ordered.known);
                ordered.known.insert(definition.symbol, expr);
                continue;
            }
            let highest = waiting.iter().map(|definition| definition.rank).max().unwrap_or(0);
            let at = waiting.iter().position(|definition| definition.rank == highest).unwrap_or(0);
            torn.push(waiting.remove(at));
        }
        for Definition { symbol, name, body, .. } in torn {
            let residual = match body {
                Body::Explicit(expr) => store.sub(symbol, expr),
                Body::Implicit(expr) => expr,
            };
            let residual = store.substitute(residual, &ordered.known);
            ordered.unknowns.push(Unknown { symbol, name, residual });
        }
        ordered
    }

    /// An expression with all that is known put in.
    pub fn close(&self, store: &mut Expressions, expr: Expr) -> Expr {
        store.substitute(expr, &self.known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_put_in_and_loops_stay() {
        let mut store = Expressions::new();
        let [x, a, b, c] = ["x", "a", "b", "c"].map(|name| store.symbol(name));
        let (square, sum) = (store.powi(x, 2), store.add(a, c));
        let twice = store.add(b, b);
        let define =
            |symbol, name: &str, body, rank| Definition { symbol, name: name.to_owned(), body, rank };
        // b = a + c, a = x², c = 2 b: a follows, b and c form a loop that c is torn from.
        let list = vec![
            define(b, "b", Body::Explicit(sum), 1),
            define(a, "a", Body::Explicit(square), 1),
            define(c, "c", Body::Explicit(twice), 2),
        ];
        let ordered = Ordered::of(&mut store, list);
        assert_eq!(ordered.unknowns.len(), 1);
        assert_eq!(store.text(ordered.unknowns[0].residual), "c - 2*(c + x^2)");
        assert_eq!(store.text(ordered.known[&b]), "c + x^2");
    }
}
