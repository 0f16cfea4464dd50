//! State equations as text and LaTeX, with the user's names.

use crate::algebra::Term;
use crate::form::Form;
use lissom_symbolic::{Expr, Expressions, Node, Number};

/// One equation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The state or output it is about.
    pub name: String,
    /// Plain text, such as `p1' = -k1*q1 + Y1/c*q_r`; a prime is a derivative in time.
    pub text: String,
    /// LaTeX for mathematics mode.
    pub latex: String,
}

/// Prints forms whose columns are states, inputs and rates of inputs.
pub(crate) struct Printer<'a> {
    pub store: &'a Expressions,
    pub states: &'a [String],
    pub inputs: &'a [String],
}

impl Printer<'_> {
    /// The equation of a state.
    pub fn rate(&self, name: &str, form: &Form<Term>) -> Equation {
        let (text, latex) = self.sides(form);
        let left = format!("\\dot{{{}}}", latex_name(name));
        Equation {
            name: name.to_owned(),
            text: format!("{name}' = {text}"),
            latex: format!("{left} = {latex}"),
        }
    }

    /// The equation of an output.
    pub fn output(&self, name: &str, form: &Form<Term>) -> Equation {
        let (text, latex) = self.sides(form);
        let left = latex_name(name);
        Equation {
            name: name.to_owned(),
            text: format!("{name} = {text}"),
            latex: format!("{left} = {latex}"),
        }
    }

    fn sides(&self, form: &Form<Term>) -> (String, String) {
        if form.is_empty() {
            return ("0".to_owned(), "0".to_owned());
        }
        let (mut text, mut latex) = (String::new(), String::new());
        for (column, coefficient) in form {
            let (name, is_rate) = self.variable(*column);
            let plain = if is_rate { format!("{name}'") } else { name.to_owned() };
            let set = if is_rate { format!("\\dot{{{}}}", latex_name(name)) } else { latex_name(name) };
            append(&mut text, &self.text_term(coefficient.expr, &plain));
            append(&mut latex, &self.latex_term(coefficient.expr, &set));
        }
        (text, latex)
    }

    fn variable(&self, column: usize) -> (&str, bool) {
        let (n, m) = (self.states.len(), self.inputs.len());
        match column {
            c if c < n => (&self.states[c], false),
            c if c < n + m => (&self.inputs[c - n], false),
            c => (&self.inputs[c - n - m], true),
        }
    }

    fn text_term(&self, coefficient: Expr, variable: &str) -> String {
        let text = self.store.text(coefficient);
        if self.is_sum(coefficient) {
            return format!("({text})*{variable}");
        }
        if let Some(below) = text.strip_prefix("1/") {
            return format!("{variable}/{below}");
        }
        if let Some(below) = text.strip_prefix("-1/") {
            return format!("-{variable}/{below}");
        }
        match text.as_str() {
            "1" => variable.to_owned(),
            "-1" => format!("-{variable}"),
            _ => format!("{text}*{variable}"),
        }
    }

    fn latex_term(&self, coefficient: Expr, variable: &str) -> String {
        let text = self.store.latex(coefficient);
        match text.as_str() {
            "1" => variable.to_owned(),
            "-1" => format!("-{variable}"),
            _ if self.is_sum(coefficient) => format!("\\left({text}\\right)\\,{variable}"),
            _ => format!("{text}\\,{variable}"),
        }
    }

    /// Whether an expression needs brackets before a factor.
    fn is_sum(&self, expr: Expr) -> bool {
        match self.store.node(expr) {
            Node::Sum(constant, terms) => terms.len() > 1 || !constant.is_zero(),
            _ => false,
        }
    }
}

/// The expression with common factors of a sum taken out: a/m − b/m becomes (a − b)/m.
pub(crate) fn factored(store: &mut Expressions, expr: Expr) -> Expr {
    let Node::Sum(constant, terms) = store.node(expr).clone() else { return expr };
    if terms.len() < 2 || !constant.is_zero() {
        return expr;
    }
    let factors = |store: &Expressions, term: Expr| match store.node(term) {
        Node::Product(factors) => factors.to_vec(),
        _ => vec![(term, Number::ONE)],
    };
    let others: Vec<Vec<(Expr, Number)>> = terms[1..].iter().map(|(_, term)| factors(store, *term)).collect();
    let shared: Vec<(Expr, Number)> = factors(store, terms[0].1)
        .into_iter()
        .filter(|f| others.iter().all(|list| list.contains(f)))
        .collect();
    if shared.is_empty() {
        return expr;
    }
    let common = store.product(&shared);
    let rest: Vec<(Number, Expr)> = terms.iter().map(|(c, term)| (*c, store.div(*term, common))).collect();
    let sum = store.sum(&rest);
    store.mul(sum, common)
}

/// Joins a term to a sum, with its sign between spaces.
fn append(sum: &mut String, term: &str) {
    match (sum.is_empty(), term.strip_prefix('-')) {
        (true, _) => sum.push_str(term),
        (false, Some(positive)) => {
            sum.push_str(" - ");
            sum.push_str(positive);
        }
        (false, None) => {
            sum.push_str(" + ");
            sum.push_str(term);
        }
    }
}

/// A name as the printers of expressions set it.
pub(crate) fn latex_name(name: &str) -> String {
    let mut store = Expressions::new();
    let symbol = store.symbol(name);
    store.latex(symbol)
}
