//! Expressions written as JSON, read back by an independent reader, are the same expressions.
#![allow(clippy::unwrap_used)]

use lissom_symbolic::{AnyName, Expr, Expressions, FUNCTIONS, Number, Rational, WrittenAtoms, lower, parse};
use serde_json::Value;

fn number(value: &Value) -> Number {
    let text = value.as_str().unwrap();
    if text.contains('e') {
        return Number::from_f64(text.parse().unwrap()).unwrap();
    }
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Number::from(Rational::new(above.parse().unwrap(), below.parse().unwrap()).unwrap())
}

fn place(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Makes the listed nodes one after the other; every part stands before what it is in.
fn read(store: &mut Expressions, text: &str) -> Vec<Expr> {
    let object: Value = serde_json::from_str(text).unwrap();
    let mut made: Vec<Expr> = Vec::new();
    for node in object["nodes"].as_array().unwrap() {
        let parts: Vec<Expr> =
            node["parts"].as_array().into_iter().flatten().map(|part| made[place(part)]).collect();
        let pairs = |key: &str| -> Vec<(Number, Expr)> {
            node[key]
                .as_array()
                .unwrap()
                .iter()
                .map(|pair| (number(&pair[0]), made[place(&pair[1])]))
                .collect()
        };
        let expr = match node["op"].as_str().unwrap() {
            "number" => store.number(number(&node["value"])),
            "pi" => store.pi(),
            "symbol" => store.symbol(node["name"].as_str().unwrap()),
            "sum" => {
                let mut terms = pairs("terms");
                terms.push((number(&node["constant"]), store.one()));
                store.sum(&terms)
            }
            "product" => {
                let factors: Vec<_> =
                    pairs("powers").into_iter().map(|(power, base)| (base, power)).collect();
                store.product(&factors)
            }
            "power" => store.pow(parts[0], parts[1]),
            "call" => store.applied(node["name"].as_str().unwrap(), &parts),
            name => {
                let function = FUNCTIONS.iter().find(|(known, _)| *known == name);
                store.call(function.unwrap_or_else(|| panic!("what is {name}?")).1, &parts)
            }
        };
        made.push(expr);
    }
    object["roots"].as_array().unwrap().iter().map(|root| made[place(root)]).collect()
}

#[test]
fn what_is_written_reads_back() {
    let mut store = Expressions::new();
    let texts = [
        "3/4*x^2 - sin(a*x)/7 + 2",
        "sqrt(x + pi)*exp(-a) + log(1 + x^2)",
        "f(x, t)*(x - 1e-20)^3 + atan2(x, a) - hypot(x, 2)",
        "x^a + 0.1 - 2.2206609902451056*x",
        "min(x, a) + max(x, 3) + abs(x) + tanh(x)/cosh(a)",
    ];
    let roots: Vec<Expr> = texts
        .iter()
        .map(|text| lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap())
        .collect();
    let written = store.json_named(&roots, &WrittenAtoms::new());
    // Into the same store: hash-consing makes equal expressions the same number.
    assert_eq!(read(&mut store, &written), roots);
}
