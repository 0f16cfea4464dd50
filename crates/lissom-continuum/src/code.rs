//! Residuals of derived equations as source that computes them.

use lissom_symbolic::{Expr, Language, Node, Program};

use crate::derivation::Derivation;
use crate::notation::Notation;

impl Derivation {
    /// A function in a language that computes all residuals, common parts once. Its inputs are the parameters, the
    /// coordinates and fields with their derivatives, values at ends and integrals; comments list their
    /// order.
    pub fn code(&self, language: Language) -> String {
        let residuals: Vec<Expr> = self.equations().iter().map(|equation| equation.residual).collect();
        let store = &self.algebra.store;
        let is_input = |part: &Expr| matches!(store.node(*part), Node::Symbol(_) | Node::Applied(..));
        let inputs: Vec<Expr> = store.parts_of(&residuals).into_iter().filter(is_input).collect();
        let program = Program::compile(store, &residuals, &inputs).expect("all names and calls are inputs");
        let inputs: Vec<String> =
            inputs.iter().map(|input| self.expression(*input, Notation::Unicode)).collect();
        let outputs: Vec<String> =
            self.equations().iter().map(|e| format!("{}: {}", e.name, self.text(e))).collect();
        program.source(language, "residuals", &inputs, &outputs)
    }

    /// The residuals of all equations as one JSON object of nodes; see `Expressions::json_named`.
    pub fn json(&self) -> String {
        let residuals: Vec<Expr> = self.equations().iter().map(|equation| equation.residual).collect();
        let names = crate::notation::written_atoms(self, &residuals, Notation::Unicode);
        self.algebra.store.json_named(&residuals, &names)
    }
}
