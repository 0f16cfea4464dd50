//! Expressions as JSON: a list of nodes, each part before the expressions that contain it, so that common
//! parts occur once.

use super::named::WrittenAtoms;
use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};

impl Expressions {
    /// Expressions as one JSON object: `nodes`, each with its operation `op` and the places of its parts in the list,
    /// and `roots`, the places of the expressions. Exact numbers are strings such as `"1/2"`.
    ///
    /// ```
    /// use lissom_symbolic::{Expressions, WrittenAtoms};
    /// let mut store = Expressions::new();
    /// let (x, y) = (store.symbol("x"), store.symbol("y"));
    /// let sum = store.sub(x, y);
    /// assert_eq!(
    ///     store.json_named(&[sum], &WrittenAtoms::new()),
    ///     r#"{"nodes":[{"op":"symbol","name":"x"},{"op":"symbol","name":"y"},"#.to_owned()
    ///         + r#"{"op":"sum","constant":"0","terms":[["1",0],["-1",1]]}],"roots":[2]}"#
    /// );
    /// ```
    pub fn json_named(&self, roots: &[Expr], names: &WrittenAtoms) -> String {
        let parts = self.parts_down_to(roots, |part| names.contains_key(&part));
        let place = |expr: &Expr| parts.binary_search(expr).expect("every part is in the list of parts");
        let nodes: Vec<String> = parts.iter().map(|part| self.json_node(*part, names, &place)).collect();
        let roots: Vec<String> = roots.iter().map(|root| place(root).to_string()).collect();
        format!("{{\"nodes\":[{}],\"roots\":[{}]}}", nodes.join(","), roots.join(","))
    }

    fn json_node(&self, expr: Expr, names: &WrittenAtoms, place: &impl Fn(&Expr) -> usize) -> String {
        if let Some(written) = names.get(&expr) {
            return format!("{{\"op\":\"symbol\",\"name\":{}}}", quoted(&written.text));
        }
        let list =
            |parts: &[Expr]| parts.iter().map(|part| place(part).to_string()).collect::<Vec<_>>().join(",");
        let pairs = |pairs: Vec<(Number, Expr)>| {
            let pair = |(number, part): &(Number, Expr)| format!("[{},{}]", exact(*number), place(part));
            pairs.iter().map(pair).collect::<Vec<_>>().join(",")
        };
        let plain = |op: &str, parts: &[Expr]| format!("{{\"op\":\"{op}\",\"parts\":[{}]}}", list(parts));
        match self.node(expr) {
            Node::Number(value) => format!("{{\"op\":\"number\",\"value\":{}}}", exact(*value)),
            Node::Pi => "{\"op\":\"pi\"}".to_owned(),
            Node::Symbol(name) => format!("{{\"op\":\"symbol\",\"name\":{}}}", quoted(self.name_text(*name))),
            Node::Sum(constant, terms) => format!(
                "{{\"op\":\"sum\",\"constant\":{},\"terms\":[{}]}}",
                exact(*constant),
                pairs(terms.to_vec())
            ),
            Node::Product(factors) => {
                let factors = factors.iter().map(|(base, exponent)| (*exponent, *base)).collect();
                format!("{{\"op\":\"product\",\"powers\":[{}]}}", pairs(factors))
            }
            Node::Power(base, exponent) => plain("power", &[*base, *exponent]),
            Node::Function(function, arguments) => plain(function.name(), arguments),
            Node::Applied(name, arguments) => format!(
                "{{\"op\":\"call\",\"name\":{},\"parts\":[{}]}}",
                quoted(self.name_text(*name)),
                list(arguments)
            ),
            Node::Tabulated(table, order, argument) => format!(
                "{{\"op\":\"table\",\"name\":{},\"order\":{order},\"parts\":[{}]}}",
                quoted(table.name()),
                list(&[*argument])
            ),
            Node::Compare(relation, a, b) => plain(&format!("{relation:?}").to_lowercase(), &[*a, *b]),
            Node::And(a, b) => plain("and", &[*a, *b]),
            Node::Or(a, b) => plain("or", &[*a, *b]),
            Node::Not(a) => plain("not", &[*a]),
            Node::Choice(condition, then, otherwise) => plain("if", &[*condition, *then, *otherwise]),
        }
    }
}

/// A number as a string, exact if it is.
fn exact(value: Number) -> String {
    match value.exact() {
        Some(exact) if exact.denominator() == 1 => format!("\"{}\"", exact.numerator()),
        Some(exact) => format!("\"{}/{}\"", exact.numerator(), exact.denominator()),
        None => format!("\"{:e}\"", value.to_f64()),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
