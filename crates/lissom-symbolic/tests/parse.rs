//! Texts that are read, and texts that are refused with a hint.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_symbolic::{AnyName, Expressions, ParseError, Program, Syntax, SyntaxKind, lower, parse};

const NAMES: &[&str] = &["x", "y", "t", "L", "m_t"];

fn read(text: &str) -> Result<Syntax, ParseError> {
    parse(text, &|name| NAMES.contains(&name))
}

/// Value at x = 2, y = 3, t = 5, L = 7, m_t = 11.
fn value(text: &str) -> f64 {
    let mut store = Expressions::new();
    let expr = lower(&read(text).unwrap(), &mut store, &mut AnyName).unwrap();
    let inputs: Vec<_> = NAMES.iter().map(|name| store.symbol(name)).collect();
    let program = Program::compile(&store, &[expr], &inputs).unwrap();
    let mut result = [0.0];
    program.evaluate_checked(&[2.0, 3.0, 5.0, 7.0, 11.0], &mut Vec::new(), &mut result).unwrap();
    result[0]
}

fn refusal(text: &str) -> (String, String) {
    let error = read(text).unwrap_err();
    (error.message, error.hint.unwrap_or_default())
}

#[test]
fn operators_bind_as_in_mathematics() {
    for (text, expected) in [
        ("1 + 2*3", 7.0),
        ("-x^2", -4.0),
        ("(-x)^2", 4.0),
        ("2^3^2", 512.0),
        ("2^-3", 0.125),
        ("2^-x^2", 0.0625),
        ("12/2/3", 2.0),
        ("12/2*3", 18.0),
        ("10 - 4 - 3", 3.0),
        ("x*-y", -6.0),
        ("+x - -y", 5.0),
        ("--x", 2.0),
        ("2e1 + .5 + 1.", 21.5),
        ("x−y·2", -4.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn conditions_choose() {
    for (text, expected) in [
        ("if(x < y, 1, 2)", 1.0),
        ("if(x >= y, 1, 2)", 2.0),
        ("if(x == 2 and not y == 2, 1, 2)", 1.0),
        ("if(x > 5 or y != 3 or t ≤ 5, 1, 2)", 1.0),
        ("if(not (x < y and y < t), 1, 2)", 2.0),
        ("if(x < y, if(t < 0, 1, 2), 3)", 2.0),
        // `and` binds tighter than `or`
        ("if(x == 2 or y == 0 and t == 0, 1, 2)", 1.0),
        ("if((x == 2 or y == 0) and t == 0, 1, 2)", 2.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn every_function_has_its_value() {
    for (text, expected) in [
        ("sin(x)", 2_f64.sin()),
        ("cos(x)", 2_f64.cos()),
        ("tan(x)", 2_f64.tan()),
        ("asin(1/x)", 0.5_f64.asin()),
        ("acos(1/x)", 0.5_f64.acos()),
        ("atan(x)", 2_f64.atan()),
        ("atan2(-x, -y)", (-2_f64).atan2(-3.0)),
        ("sinh(x)", 2_f64.sinh()),
        ("cosh(x)", 2_f64.cosh()),
        ("tanh(x)", 2_f64.tanh()),
        ("exp(x)", 2_f64.exp()),
        ("log(x)", 2_f64.ln()),
        ("log10(x)", 2_f64.log10()),
        ("sqrt(x)", 2_f64.sqrt()),
        ("abs(-x)", 2.0),
        ("sign(x - y)", -1.0),
        ("min(t, x, y)", 2.0),
        ("max(x, t, y)", 5.0),
        ("floor(-x/y)", -1.0),
        ("ceil(x/y)", 1.0),
        ("mod(-x, y)", 1.0),
        // the remainder is exact, however many turns there are
        ("mod(x*1e20 + 1, y)", (2e20_f64 + 1.0) % 3.0),
        ("hypot(y, 4)", 5.0),
        ("step(x - y)", 0.0),
        ("step(x - 2)", 1.0),
        ("pow(x, y)", 8.0),
    ] {
        assert!(
            (value(text) - expected).abs() <= 2.0 * f64::EPSILON * expected.abs(),
            "{text}: {}",
            value(text)
        );
    }
}

#[test]
fn a_number_with_a_unit_is_si() {
    for (text, expected) in [
        ("6 mm", 0.006),
        ("6mm", 0.006),
        ("210 GPa", 2.1e11),
        ("30 deg", std::f64::consts::PI / 6.0),
        ("30°", std::f64::consts::PI / 6.0),
        ("7.85 g/cm^3", 7850.0),
        ("5 N*m/rad", 5.0),
        ("1.5e3 rpm", 50.0 * std::f64::consts::PI),
        ("2 %", 0.02),
        ("5 t", 5000.0),
        ("5*t", 25.0),
        ("6 mm*x", 0.012),
        ("6 mm/x", 0.003),
        ("2 mm^2", 2e-6),
        ("(2 mm)^2", 4e-6),
        ("2 kN/(m/s)", 2000.0),
        ("2 kN/(x*y)", 2000.0 / 6.0),
        ("3 s^-1", 3.0),
        ("-20 mm + 1 cm", -0.01),
        // the caller knows a name t: after the unit it is that name, and time is no tonne
        ("4 kg/t", 0.8),
    ] {
        let found = value(text);
        assert!((found - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(), "{text}: {found}");
    }
}

#[test]
fn a_missing_operator_is_pointed_out() {
    for (text, hint) in [
        ("2 x", "write 2*x"),
        ("2x", "write 2*x"),
        ("2 (3)", "write 2*(…)"),
        ("2 sin(x)", "write 2*sin"),
        ("(x)(y)", "write (x)*(…)"),
        ("x y", "write x*y"),
        ("sin(x) y", "write sin(x)*y"),
        ("2 3", "write 2*3"),
        ("2 pi", "write 2*pi"),
        ("6 mm x", "write 6 mm*x"),
    ] {
        let (message, found) = refusal(text);
        assert_eq!(message, "an operator is missing between two factors", "{text}");
        assert_eq!(found, hint, "{text}");
    }
}

#[test]
fn a_misspelt_unit_is_put_right() {
    assert_eq!(refusal("210 gpa"), ("`gpa` is not a unit".to_owned(), "did you mean GPa?".to_owned()));
    assert_eq!(refusal("5 Nm"), ("`Nm` is not a unit".to_owned(), "did you mean N*m?".to_owned()));
    assert_eq!(refusal("5 mm^x").1, "the power of a unit is an integer");
    assert_eq!(refusal("5 mm^2.5").1, "the power of a unit is a small integer");
    assert_eq!(refusal("5 km^100*km^100").0, "this unit is out of range");
}

#[test]
fn refusals_say_what_is_wrong_and_where() {
    for (text, span, message) in [
        ("", 0..0, "the expression is empty"),
        ("x +", 3..3, "the expression ends too early"),
        ("(x + 1", 0..1, "this bracket is never closed"),
        ("x + 1)", 5..6, "`)` is not expected here"),
        ("x * / y", 4..5, "`/` is not expected here"),
        ("sin(x, y)", 0..3, "`sin` takes one argument, not 2"),
        ("atan2(x)", 0..5, "`atan2` takes two arguments, not 1"),
        ("min(x)", 0..3, "`min` takes two or more arguments, not 1"),
        ("if(x, 1)", 0..2, "`if` takes three arguments, not 2"),
        ("if(x, 1, 2)", 3..4, "a condition is expected here"),
        ("1 + (x < y)", 4..11, "a condition is not a number"),
        ("sin(x < y)", 4..9, "a condition is not a number"),
        ("x < y < t", 6..7, "comparisons cannot be chained"),
        ("x and y < 1", 0..1, "a condition is expected here"),
        ("sin + 1", 0..3, "`sin` is a function"),
        ("x ** 2", 2..4, "`**` has no meaning here"),
        ("x # y", 2..3, "`#` has no meaning here"),
        ("f(x,)", 4..5, "`)` is not expected here"),
        ("x, y", 1..2, "`,` is not expected here"),
        ("φ + ²", 5..7, "`²` has no meaning here"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((error.span, error.message.as_str()), (span, message), "{text}");
    }
}

#[test]
fn a_name_of_a_function_may_be_used_if_the_caller_knows_it() {
    let syntax = parse("step*step(x)", &|name| name == "step").unwrap();
    let SyntaxKind::Product(factors) = syntax.kind else { panic!("a product is expected") };
    assert_eq!(factors[0].1.kind, SyntaxKind::Name("step".to_owned()));
    assert!(matches!(factors[1].1.kind, SyntaxKind::Function(..)));
}

#[test]
fn calls_of_unknown_functions_and_paths_are_read() {
    for text in ["f(x, t)", "position(cart_beam.cart) - position(tip_mass)", "y(L) - y(C)", "g()"] {
        read(text).unwrap();
    }
    let SyntaxKind::Call(name, arguments) = read("position(beam.p1)").unwrap().kind else {
        panic!("a call is expected")
    };
    assert_eq!(name, "position");
    assert_eq!(arguments[0].kind, SyntaxKind::Name("beam.p1".to_owned()));
    assert_eq!(arguments[0].span, 9..16);
}

#[test]
fn expressions_of_model_files_are_read_as_they_are() {
    for text in [
        "m_t",
        "ne",
        "if(t <= 0.1, Fmax/2*(1 - cos(20*pi*t)), 0)",
        "pi/4 * if(t < 1/6, -1 + 72*t^3, if(t < 1/3, -18*t + 108*t^2 - 144*t^3, if(t < 1/2, -8 + 54*t - 108*t^2 + 72*t^3, 1)))",
        "lA*cos(pi/4)",
        "-lA*sin(pi/4)",
        "lA*cos(pi/4) + lB",
        "kp*(phi + pi/4 - angle)",
        "kp*(-phi - pi/4 - angle)",
        "speed*t",
        "2*pi/speed",
        "q1 + q3",
        "0",
        "EI0*(1-x/(2*l))^3",
        "(r+x)*cos(th)-w*sin(th)",
        "(r+x)*sin(th)+w*cos(th)",
        "f(x, t)",
        "F(t)",
        "-g",
        "sigma - M*height/(2*I)",
    ] {
        let syntax = parse(text, &|_| true).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut store = Expressions::new();
        let expr = lower(&syntax, &mut store, &mut AnyName).unwrap();
        let again = parse(&store.text(expr), &|_| true).unwrap();
        assert_eq!(lower(&again, &mut store, &mut AnyName), Ok(expr), "{text}");
    }
}

#[test]
fn the_joint_signal_of_a_manipulator_has_its_values() {
    let text = "pi/4 * if(t < 1/6, -1 + 72*t^3, if(t < 1/3, -18*t + 108*t^2 - 144*t^3, if(t < 1/2, -8 + 54*t - 108*t^2 + 72*t^3, 1)))";
    let mut store = Expressions::new();
    let phi = lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
    let t = store.symbol("t");
    let rate = store.derivative(phi, t).unwrap();
    let program = Program::compile(&store, &[phi, rate], &[t]).unwrap();
    let (mut work, mut result) = (Vec::new(), [0.0; 2]);
    let quarter = std::f64::consts::FRAC_PI_4;
    // A move from -45 to 45 degrees in half a second that starts and ends at rest and is
    // symmetric about t = 1/4, where -18 t + 108 t^2 - 144 t^3 is 0 with the slope 9.
    for (time, angle, speed) in [(0.0, -1.0, 0.0), (0.25, 0.0, 9.0), (0.5, 1.0, 0.0), (0.7, 1.0, 0.0)] {
        program.evaluate_checked(&[time], &mut work, &mut result).unwrap();
        assert!((result[0] - quarter * angle).abs() < 1e-14, "angle at {time}: {}", result[0]);
        assert!((result[1] - quarter * speed).abs() < 1e-13, "speed at {time}: {}", result[1]);
    }
}
