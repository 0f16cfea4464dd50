//! Bounds of a program over ranges of its inputs: interval arithmetic.
//!
//! Values at a few points do not bound those between them. An enclosure does: no value of the expression for
//! inputs within their ranges lies outside it. Results are widened by some units in the last place, more than
//! the error of the functions of the standard library.

use std::f64::consts::PI;
use std::sync::Arc;

use crate::evaluation::instruction::Instruction;
use crate::evaluation::program::Program;
use crate::store::function::Function;
use crate::store::tabulated::Tabulated;
use crate::text::syntax::Relation;

/// All numbers from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Enclosure {
    /// No value lies below.
    pub low: f64,
    /// No value lies above.
    pub high: f64,
}

/// How far results are widened, relative to their size: four units in the last place [-].
const WIDENED: f64 = 4.0 * f64::EPSILON;

impl Enclosure {
    /// All values, including undefined ones.
    pub const ALL: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// A number.
    pub fn of(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// All numbers between two, in either order.
    pub fn between(a: f64, b: f64) -> Self {
        Self { low: a.min(b), high: a.max(b) }
    }

    /// Whether a number may be among the values.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Distance of the bounds.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// The largest modulus.
    pub fn size(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    fn hull(a: Self, b: Self) -> Self {
        Self { low: a.low.min(b.low), high: a.high.max(b.high) }
    }

    /// The bounds of some values, widened; everything if one is undefined.
    fn around(values: &[f64]) -> Self {
        if values.iter().any(|value| value.is_nan()) {
            return Self::ALL;
        }
        let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(*value), high.max(*value))
        });
        let wider = |value: f64| WIDENED * value.abs() + f64::MIN_POSITIVE;
        Self { low: low - wider(low), high: high + wider(high) }
    }

    /// A monotone function.
    fn monotone(self, of: impl Fn(f64) -> f64) -> Self {
        Self::around(&[of(self.low), of(self.high)])
    }

    fn truth(holds: Option<bool>) -> Self {
        match holds {
            Some(holds) => Self::of(f64::from(u8::from(holds))),
            None => Self { low: 0.0, high: 1.0 },
        }
    }

    /// Whether a condition holds, if it can be decided.
    fn is_true(&self) -> Option<bool> {
        if !self.contains(0.0) {
            return Some(true);
        }
        (self.low == 0.0 && self.high == 0.0).then_some(false)
    }
}

fn product(a: Enclosure, b: Enclosure) -> Enclosure {
    if a.size() == 0.0 || b.size() == 0.0 {
        return Enclosure::of(0.0);
    }
    Enclosure::around(&[a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high])
}

fn quotient(a: Enclosure, b: Enclosure) -> Enclosure {
    if b.contains(0.0) {
        return Enclosure::ALL;
    }
    product(a, Enclosure::around(&[1.0 / b.low, 1.0 / b.high]))
}

fn integer_power(a: Enclosure, n: u32) -> Enclosure {
    let power = |value: f64| i32::try_from(n).map_or(f64::NAN, |n| value.powi(n));
    // Products of n factors: one rounding for each.
    let wide = |bounds: Enclosure| Enclosure {
        low: bounds.low - f64::from(n) * f64::EPSILON * bounds.low.abs(),
        high: bounds.high + f64::from(n) * f64::EPSILON * bounds.high.abs(),
    };
    let bounds = a.monotone(power);
    if n.is_multiple_of(2) && a.contains(0.0) {
        return wide(Enclosure { low: 0.0, high: bounds.high });
    }
    wide(bounds)
}

fn general_power(a: Enclosure, b: Enclosure) -> Enclosure {
    if a.low < 0.0 {
        return Enclosure::ALL;
    }
    // Monotone in either argument while the base stays on one side of 1: bounds are at corners or where it is 1.
    let corners = [a.low.powf(b.low), a.low.powf(b.high), a.high.powf(b.low), a.high.powf(b.high)];
    let bounds = Enclosure::around(&corners);
    if a.contains(1.0) { Enclosure::hull(bounds, Enclosure::of(1.0)) } else { bounds }
}

/// Bounds of sin over a range: its ends, and the crests and troughs between them.
fn sine(a: Enclosure) -> Enclosure {
    // Beyond this, the positions of crests are not accurate enough.
    if a.width() >= 2.0 * PI || a.size() > 1e8 || a.width().is_nan() {
        return Enclosure { low: -1.0, high: 1.0 };
    }
    let holds = |first: f64| {
        let next = ((a.low - first) / (2.0 * PI) - 1e-6).ceil() * 2.0 * PI + first;
        next <= a.high + 1e-6
    };
    let ends = a.monotone(f64::sin);
    let high = if holds(0.5 * PI) { 1.0 } else { ends.high.min(1.0) };
    let low = if holds(-0.5 * PI) { -1.0 } else { ends.low.max(-1.0) };
    Enclosure { low, high }
}

fn function_of_one(function: Function, a: Enclosure) -> Enclosure {
    let shifted = |by: f64| Enclosure::around(&[a.low + by, a.high + by]);
    match function {
        Function::Sin => sine(a),
        Function::Cos => sine(shifted(0.5 * PI)),
        Function::Tan => {
            let whole = |value: f64| (value / PI + 0.5).floor();
            // A wider margin would hide the pole, and whatever lies near it.
            let margin = 8.0 * f64::EPSILON * (1.0 + a.size());
            let is_far = a.size() > 1e8 || whole(a.low - margin) != whole(a.high + margin);
            if is_far { Enclosure::ALL } else { a.monotone(f64::tan) }
        }
        Function::Cosh | Function::Abs => {
            let ends = a.monotone(|value| function.of_one(value));
            let least = function.of_one(0.0);
            if a.contains(0.0) { Enclosure { low: least, high: ends.high } } else { ends }
        }
        // Steps: exact, and not widened past the values they have.
        Function::Sign | Function::Step | Function::Floor | Function::Ceil => {
            let (low, high) = (function.of_one(a.low), function.of_one(a.high));
            if low.is_nan() || high.is_nan() { Enclosure::ALL } else { Enclosure { low, high } }
        }
        Function::Log | Function::Log10 if a.low <= 0.0 => Enclosure::ALL,
        _ => a.monotone(|value| function.of_one(value)),
    }
}

fn function_of_two(function: Function, a: Enclosure, b: Enclosure) -> Enclosure {
    match function {
        Function::Min => Enclosure { low: a.low.min(b.low), high: a.high.min(b.high) },
        Function::Max => Enclosure { low: a.low.max(b.low), high: a.high.max(b.high) },
        Function::Hypot => {
            let least = |range: Enclosure| {
                if range.contains(0.0) { 0.0 } else { range.low.abs().min(range.high.abs()) }
            };
            Enclosure::around(&[least(a).hypot(least(b)), a.size().hypot(b.size())])
        }
        Function::Mod if b.low == b.high && b.low != 0.0 => {
            let whole = |value: f64| (value / b.low).floor();
            if whole(a.low) == whole(a.high) {
                Enclosure::around(&[function.of_two(a.low, b.low), function.of_two(a.high, b.low)])
            } else {
                Enclosure::between(0.0, b.low)
            }
        }
        Function::Pow => general_power(a, b),
        Function::Atan2 => Enclosure { low: -PI, high: PI + WIDENED },
        _ => Enclosure::ALL,
    }
}

fn comparison(relation: Relation, a: Enclosure, b: Enclosure) -> Enclosure {
    let (below, above) = (a.high < b.low, a.low > b.high);
    let holds = match relation {
        _ if below => Some(relation.holds(std::cmp::Ordering::Less)),
        _ if above => Some(relation.holds(std::cmp::Ordering::Greater)),
        Relation::LessOrEqual if a.high <= b.low => Some(true),
        Relation::GreaterOrEqual if a.low >= b.high => Some(true),
        Relation::Less if a.low >= b.high => Some(false),
        Relation::Greater if a.high <= b.low => Some(false),
        _ => None,
    };
    Enclosure::truth(holds)
}

fn value(
    instruction: Instruction<u32>,
    tables: &[Arc<Tabulated>],
    read: impl Fn(u32) -> Enclosure,
) -> Enclosure {
    match instruction {
        Instruction::Add(a, b) => {
            Enclosure::around(&[read(a).low + read(b).low, read(a).high + read(b).high])
        }
        Instruction::Subtract(a, b) => {
            Enclosure::around(&[read(a).low - read(b).high, read(a).high - read(b).low])
        }
        Instruction::Multiply(a, b) if a == b => integer_power(read(a), 2),
        Instruction::Multiply(a, b) => product(read(a), read(b)),
        Instruction::Divide(a, b) => quotient(read(a), read(b)),
        Instruction::Negate(a) => Enclosure { low: -read(a).high, high: -read(a).low },
        Instruction::IntegerPower(a, n) => integer_power(read(a), n),
        Instruction::Power(a, b) => general_power(read(a), read(b)),
        Instruction::One(function, a) => function_of_one(function, read(a)),
        Instruction::Two(function, a, b) => function_of_two(function, read(a), read(b)),
        Instruction::Compare(relation, a, b) => comparison(relation, read(a), read(b)),
        Instruction::And(a, b) => Enclosure::truth(match (read(a).is_true(), read(b).is_true()) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }),
        Instruction::Or(a, b) => Enclosure::truth(match (read(a).is_true(), read(b).is_true()) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        }),
        Instruction::Not(a) => Enclosure::truth(read(a).is_true().map(|holds| !holds)),
        Instruction::Table(table, order, a) => {
            let range = read(a);
            let bounds = tables[table as usize].bounds(order, range.low, range.high);
            // Cubics of moderate size lose some more digits than single operations.
            bounds.map_or(Enclosure::ALL, |(low, high)| {
                let wide = 16.0 * WIDENED * low.abs().max(high.abs());
                Enclosure { low: low - wide, high: high + wide }
            })
        }
        Instruction::Choose(c, a, b) => match read(c).is_true() {
            Some(true) => read(a),
            Some(false) => read(b),
            None => Enclosure::hull(read(a), read(b)),
        },
    }
}

impl Program {
    /// Bounds of all outputs for inputs within ranges; [`Enclosure::ALL`] where something may be undefined.
    ///
    /// # Panics
    /// If the number of inputs is wrong.
    pub fn enclose(&self, inputs: &[Enclosure]) -> Vec<Enclosure> {
        assert_eq!(inputs.len(), self.inputs.len(), "one range is needed for each input");
        let mut work = inputs.to_vec();
        work.extend(self.constants.iter().map(|constant| Enclosure::of(*constant)));
        for instruction in &self.instructions {
            let bounds = value(*instruction, &self.tables, |register| work[register as usize]);
            let is_known = !bounds.low.is_nan() && !bounds.high.is_nan();
            work.push(if is_known { bounds } else { Enclosure::ALL });
        }
        self.outputs.iter().map(|register| work[*register as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyName, Expressions, lower, parse};

    /// Values at many places lie within the bounds, and bounds of short ranges are near the values.
    #[test]
    fn values_lie_within_their_bounds() {
        for text in [
            "x^3 - 2*x + 1",
            "sin(7*x)*cos(3*x) + tan(x/9)",
            "exp(-x^2)/(1 + x^2)",
            "if(x < 0.3, abs(x), max(x, 0.5) - min(x^2, 1))",
            "sqrt(1 + x^2) + log(2 + sin(x)) + atan(x)*tanh(x)",
            "floor(3*x) + mod(x, 0.7) + sign(x - 0.2) + ceil(x)",
            "if(x > 0.2 and x < 0.5, (2 + x)^1.7, cosh(x) - sinh(x))",
            "(1.5 + sin(x))^x + hypot(x, 1) + asin(x/4)",
        ] {
            let mut store = Expressions::new();
            let expr = lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
            let x = store.symbol("x");
            let program = Program::compile(&store, &[expr], &[x]).unwrap();
            let mut work = Vec::new();
            for k in 0..400 {
                let (from, width) = (-2.0031 + 0.01 * f64::from(k), 0.003 * f64::from(k % 37));
                let bounds = program.enclose(&[Enclosure::between(from, from + width)])[0];
                for part in 0..=20 {
                    let mut found = [0.0];
                    program.evaluate(&[from + width * f64::from(part) / 20.0], &mut work, &mut found);
                    assert!(
                        bounds.contains(found[0]),
                        "{text} at {from}, {width}: {} in {bounds:?}",
                        found[0]
                    );
                }
                if k % 37 == 0 {
                    assert!(bounds.width() < 1e-12, "{text} at {from}: {bounds:?}");
                }
            }
        }
    }
}
