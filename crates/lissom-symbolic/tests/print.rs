//! How expressions look.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_symbolic::{AnyName, Expr, Expressions, lower, parse};

fn read(store: &mut Expressions, text: &str) -> Expr {
    lower(&parse(text, &|_| true).unwrap(), store, &mut AnyName).unwrap()
}

#[test]
fn plain_text_has_no_bracket_too_many() {
    for (text, expected) in [
        ("((a) + (b*c))", "a + b*c"),
        ("a - (b + c)", "a - b - c"),
        ("1 - cos(t)", "1 - cos(t)"),
        ("-a + b", "b - a"),
        ("-a - b", "-a - b"),
        ("a/(b*c)", "a/(b*c)"),
        ("a/b/c", "a/(b*c)"),
        ("3*a/4", "3*a/4"),
        ("x^-2", "1/x^2"),
        ("x^(-1/2)", "1/sqrt(x)"),
        ("x^(2/3)", "x^(2/3)"),
        ("(a + b)^2", "(a + b)^2"),
        ("(a^b)^c", "(a^b)^c"),
        ("a^b^c", "a^b^c"),
        ("a^(b + 1)", "a^(b + 1)"),
        ("a^-b", "a^(-b)"),
        ("(-a)^b", "(-a)^b"),
        ("2*(a + b)", "2*(a + b)"),
        ("0.0833*x", "0.0833*x"),
        ("2.1e11*x", "2.1e11*x"),
        ("0 < x", "x > 0"),
        ("if(0 < x and (a < b or c < d), 1, -1)", "if(x > 0 and (a < b or c < d), 1, -1)"),
        ("not (a < b and c < d)", "not (a < b and c < d)"),
        ("(not a < b) and c < d", "not a < b and c < d"),
        ("f(x, t)*position(beam.p1)", "f(x, t)*position(beam.p1)"),
        ("min(a, b, c)", "min(c, min(a, b))"),
    ] {
        let mut store = Expressions::new();
        // Reading the names first fixes their order, whatever the text begins with.
        read(&mut store, "f(a, b, c, d, t, x)");
        let expr = read(&mut store, text);
        assert_eq!(store.text(expr), expected, "{text}");
    }
}

#[test]
fn unicode_is_for_reading() {
    for (text, expected) in [
        ("omega_1^2*rho/2", "ω_1²·ρ/2"),
        ("sqrt(x)*pi", "√(x)·π"),
        ("if(x <= 1, x^12, -x)", "if(x ≤ 1, x¹², −x)"),
        ("x^-3 - 2", "1/x³ − 2"),
    ] {
        let mut store = Expressions::new();
        let expr = read(&mut store, text);
        assert_eq!(store.unicode(expr), expected, "{text}");
    }
}

#[test]
fn latex_is_for_typesetting() {
    for (text, expected) in [
        ("m_tip*q1/(a + b)", "\\frac{m_{\\mathrm{tip}}\\,q_{1}}{a + b}"),
        ("a/x^2 + 2.1e11", "\\frac{a}{x^{2}} + 2.1 \\cdot 10^{11}"),
        ("2*(a + b)", "2\\,\\left(a + b\\right)"),
        ("sin(x)^2", "\\sin\\left(x\\right)^{2}"),
        ("sqrt(a - b)*abs(x)", "\\sqrt{a - b}\\,\\left|x\\right|"),
        (
            "if(t <= 1, a, b)",
            "\\begin{cases} a & \\text{if } t \\le 1 \\\\ b & \\text{otherwise} \\end{cases}",
        ),
        ("a^(b + 1)", "a^{b + 1}"),
        ("-3*x/4", "-\\frac{3\\,x}{4}"),
    ] {
        let mut store = Expressions::new();
        let expr = read(&mut store, text);
        assert_eq!(store.latex(expr), expected, "{text}");
    }
}
