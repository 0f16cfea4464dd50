//! The functions a model file may call.

use crate::text::suggest::did_you_mean;

/// A built-in function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Function {
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// Inverse sine.
    Asin,
    /// Inverse cosine.
    Acos,
    /// Inverse tangent.
    Atan,
    /// `atan2(y, x)`: angle of the point (x, y).
    Atan2,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Exponential.
    Exp,
    /// Natural logarithm.
    Log,
    /// Logarithm to base 10.
    Log10,
    /// Square root.
    Sqrt,
    /// Absolute value.
    Abs,
    /// −1, 0 or 1.
    Sign,
    /// Smallest of two or more.
    Min,
    /// Largest of two or more.
    Max,
    /// Largest integer not above.
    Floor,
    /// Smallest integer not below.
    Ceil,
    /// `mod(a, b)` = a − b·floor(a/b): has the sign of b.
    Mod,
    /// √(a² + b²).
    Hypot,
    /// 1 for x ≥ 0, otherwise 0.
    Step,
    /// `pow(a, b)` = a^b.
    Pow,
}

/// All functions with their names.
pub const FUNCTIONS: &[(&str, Function)] = &[
    ("sin", Function::Sin),
    ("cos", Function::Cos),
    ("tan", Function::Tan),
    ("asin", Function::Asin),
    ("acos", Function::Acos),
    ("atan", Function::Atan),
    ("atan2", Function::Atan2),
    ("sinh", Function::Sinh),
    ("cosh", Function::Cosh),
    ("tanh", Function::Tanh),
    ("exp", Function::Exp),
    ("log", Function::Log),
    ("log10", Function::Log10),
    ("sqrt", Function::Sqrt),
    ("abs", Function::Abs),
    ("sign", Function::Sign),
    ("min", Function::Min),
    ("max", Function::Max),
    ("floor", Function::Floor),
    ("ceil", Function::Ceil),
    ("mod", Function::Mod),
    ("hypot", Function::Hypot),
    ("step", Function::Step),
    ("pow", Function::Pow),
];

/// Names of functions in other languages.
const SYNONYMS: &[(&str, &str)] = &[
    ("ln", "log"),
    ("lg", "log10"),
    ("arcsin", "asin"),
    ("arccos", "acos"),
    ("arctan", "atan"),
    ("arctan2", "atan2"),
    ("sgn", "sign"),
    ("fabs", "abs"),
    ("power", "pow"),
    ("heaviside", "step"),
    ("fmod", "mod"),
    ("iff", "if"),
    ("where", "if"),
];

impl Function {
    /// The function of that name.
    pub fn named(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let row = FUNCTIONS.iter().find(|(_, function)| *function == self);
        row.expect("every function has a row in the table").0
    }

    /// The function that an unknown name was most likely meant to be.
    pub fn suggestion(name: &str) -> Option<&'static str> {
        let synonym = SYNONYMS.iter().find(|(foreign, _)| *foreign == name.to_lowercase());
        let ours = || FUNCTIONS.iter().map(|(known, _)| *known).chain(["if"]);
        synonym.map(|(_, known)| *known).or_else(|| did_you_mean(name, ours()))
    }

    /// Whether it can be called with that many arguments.
    pub fn takes(self, arguments: usize) -> bool {
        match self {
            Self::Min | Self::Max => arguments >= 2,
            Self::Atan2 | Self::Mod | Self::Hypot | Self::Pow => arguments == 2,
            _ => arguments == 1,
        }
    }

    /// The number of arguments as text.
    pub fn arity_text(self) -> &'static str {
        match self {
            Self::Min | Self::Max => "two or more arguments",
            _ if self.takes(2) => "two arguments",
            _ => "one argument",
        }
    }

    /// Value of a function of one argument; NaN outside the domain.
    ///
    /// # Panics
    /// If the function takes two arguments.
    pub fn of_one(self, x: f64) -> f64 {
        match self {
            Self::Sin => x.sin(),
            Self::Cos => x.cos(),
            Self::Tan => x.tan(),
            Self::Asin => x.asin(),
            Self::Acos => x.acos(),
            Self::Atan => x.atan(),
            Self::Sinh => x.sinh(),
            Self::Cosh => x.cosh(),
            Self::Tanh => x.tanh(),
            Self::Exp => x.exp(),
            Self::Log => x.ln(),
            Self::Log10 => x.log10(),
            Self::Sqrt => x.sqrt(),
            Self::Abs => x.abs(),
            Self::Sign => sign(x),
            Self::Floor => x.floor(),
            Self::Ceil => x.ceil(),
            Self::Step => step(x),
            Self::Atan2 | Self::Min | Self::Max | Self::Mod | Self::Hypot | Self::Pow => {
                panic!("{} takes two arguments", self.name())
            }
        }
    }

    /// Value of a function of two arguments; NaN outside the domain or if an argument is NaN.
    ///
    /// # Panics
    /// If the function takes one argument.
    pub fn of_two(self, a: f64, b: f64) -> f64 {
        match self {
            // f64::min would prefer the number to the NaN and so hide it.
            Self::Min | Self::Max if a.is_nan() || b.is_nan() => f64::NAN,
            Self::Min => a.min(b),
            Self::Max => a.max(b),
            Self::Atan2 => a.atan2(b),
            Self::Mod => floored_remainder(a, b),
            Self::Hypot => a.hypot(b),
            Self::Pow => a.powf(b),
            _ => panic!("{} takes one argument", self.name()),
        }
    }
}

/// The remainder with the sign of the divisor. `%` is exact, unlike a − b·floor(a/b) in `f64`.
fn floored_remainder(a: f64, b: f64) -> f64 {
    let remainder = a % b;
    let is_opposite = (remainder < 0.0 && b > 0.0) || (remainder > 0.0 && b < 0.0);
    if is_opposite { remainder + b } else { remainder }
}

fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        // Zero of either sign becomes +0; NaN stays.
        x.abs()
    }
}

fn step(x: f64) -> f64 {
    if x >= 0.0 {
        1.0
    } else if x < 0.0 {
        0.0
    } else {
        f64::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_leads_to_its_function_and_back() {
        for (name, function) in FUNCTIONS {
            assert_eq!(Function::named(name), Some(*function));
            assert_eq!(function.name(), *name);
        }
    }

    #[test]
    fn foreign_names_are_translated() {
        assert_eq!(Function::suggestion("ln"), Some("log"));
        assert_eq!(Function::suggestion("sinn"), Some("sin"));
        assert_eq!(Function::suggestion("position"), None);
    }

    #[test]
    fn nan_is_never_hidden() {
        for function in [Function::Min, Function::Max, Function::Mod, Function::Hypot, Function::Atan2] {
            assert!(function.of_two(f64::NAN, 1.0).is_nan() && function.of_two(1.0, f64::NAN).is_nan());
        }
        for function in [Function::Sign, Function::Step, Function::Abs, Function::Floor] {
            assert!(function.of_one(f64::NAN).is_nan());
        }
    }

    #[test]
    fn the_remainder_has_the_sign_of_the_divisor() {
        assert_eq!(Function::Mod.of_two(-1.0, 3.0), 2.0);
        assert_eq!(Function::Mod.of_two(1.0, -3.0), -2.0);
        assert_eq!((Function::Step.of_one(0.0), Function::Sign.of_one(-0.0)), (1.0, 0.0));
    }
}
