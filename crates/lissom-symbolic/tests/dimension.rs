//! Units that fit together, and units that do not.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_symbolic::{Dimension, Known, dimension_of, parse};

/// L, b: lengths; F: a force; E: a modulus; rho: a density; t: a time; k: nothing known.
fn known(name: &str) -> Known {
    match name {
        "L" | "b" | "position" => Known::Dimension(Dimension::LENGTH),
        "F" => Known::Dimension(Dimension::FORCE),
        "E" => Known::Dimension(Dimension::PRESSURE),
        "rho" => Known::Dimension(Dimension::DENSITY),
        "t" => Known::Dimension(Dimension::TIME),
        _ => Known::Any,
    }
}

fn check(text: &str) -> Result<String, String> {
    let is_name = |name: &str| matches!(name, "L" | "b" | "F" | "E" | "rho" | "t" | "k");
    let syntax = parse(text, &is_name).unwrap();
    dimension_of(&syntax, &known)
        .map(|found| found.to_string())
        .map_err(|error| format!("{error} at `{}`", &text[error.span()]))
}

#[test]
fn dimensions_follow_the_operations() {
    for (text, expected) in [
        ("5", "a bare number"),
        ("5 mm + 3", "a length [m]"),
        ("L + 5 mm", "a length [m]"),
        ("L*b", "an area [m^2]"),
        ("F/(L*b) + 2 MPa - E", "a pressure [Pa]"),
        ("2*L", "a bare number"),
        ("pi*L", "a length [m]"),
        ("L^2*pi/1 m", "a length [m]"),
        ("sqrt(E/rho)", "a velocity [m/s]"),
        ("L^(1/2)*b^0.5", "a length [m]"),
        ("(L*b)^-1", "1/m^2"),
        ("sin(L/b)", "a pure number [-]"),
        ("sin(20*pi*t)", "a pure number [-]"),
        ("atan2(L, b)", "a pure number [-]"),
        ("hypot(L, b)", "a length [m]"),
        ("max(L, 3 mm, b)", "a length [m]"),
        ("if(L < 3 mm, F, 0)", "a force [N]"),
        ("if(L < 3 mm and t > 1, F, 2 N)", "a force [N]"),
        ("position(p) - L", "a length [m]"),
        ("sign(F)*step(L)", "a pure number [-]"),
        ("30 deg + 1 rad", "a pure number [-]"),
        ("100 rpm + 2 Hz", "a frequency or an angular speed [1/s]"),
        ("pow(L, 3)", "a volume [m^3]"),
        ("k^L", "an exponent needs a pure number, but this is a length [m] at `L`"),
        ("L + F", "a sum joins a length [m] and a force [N] at `F`"),
        ("3 mm + 5 + 2 kg", "a sum joins a length [m] and a mass [kg] at `2 kg`"),
        ("if(L < t, 1, 2)", "a comparison joins a length [m] and a time [s] at `t`"),
        ("if(1 < 2, L, F)", "if joins a length [m] and a force [N] at `F`"),
        ("k*(L + F)", "a sum joins a length [m] and a force [N] at `F`"),
        ("sin(L)", "sin needs a pure number, but this is a length [m] at `L`"),
        ("exp(-t)", "exp needs a pure number, but this is a time [s] at `-t`"),
        ("L^k", "a length [m] can only be raised to a constant power at `k`"),
        ("atan2(L, F)", "atan2 joins a length [m] and a force [N] at `F`"),
        ("L^20000^2", "the unit of this is out of range at `L^20000^2`"),
    ] {
        let found = check(text).unwrap_or_else(|error| error);
        assert_eq!(found, expected, "{text}");
    }
}
