//! Random expressions with an independent meaning: text on one side, a direct interpreter on dual
//! numbers with running error bounds on the other.

use proptest::prelude::*;

/// A value with a first-order bound of its rounding error; `None` where that bound says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    pub value: f64,
    pub error: f64,
}

pub type Estimate = Option<Bound>;

impl Bound {
    pub fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// A result with inherited error, accepted while both are finite and the error is small.
    fn of(value: f64, inherited: f64) -> Estimate {
        let error = inherited + 4.0 * f64::EPSILON * value.abs();
        let is_sound = value.is_finite() && error.is_finite() && error <= 1e-7 * (1.0 + value.abs());
        is_sound.then_some(Self { value, error })
    }

    pub fn add(self, other: Self) -> Estimate {
        Self::of(self.value + other.value, self.error + other.error + self.scale().max(other.scale()))
    }

    pub fn sub(self, other: Self) -> Estimate {
        self.add(Self { value: -other.value, error: other.error })
    }

    pub fn mul(self, other: Self) -> Estimate {
        let inherited = self.value.abs() * other.error + other.value.abs() * self.error;
        Self::of(self.value * other.value, inherited)
    }

    pub fn div(self, other: Self) -> Estimate {
        let quotient = self.value / other.value;
        if other.value.abs() <= 1e3 * other.error {
            return None;
        }
        Self::of(quotient, (self.error + quotient.abs() * other.error) / other.value.abs())
    }

    /// f(v) with slope f'(v).
    pub fn through(self, value: f64, slope: f64) -> Estimate {
        Self::of(value, slope.abs() * self.error)
    }

    /// Rounding of the magnitude itself: reordered sums may round at the size of any term.
    fn scale(self) -> f64 {
        4.0 * f64::EPSILON * self.value.abs()
    }

    /// The sign, unless it is in doubt.
    pub fn sign(self) -> Option<f64> {
        (self.value.abs() > 1e3 * self.error).then(|| if self.value > 0.0 { 1.0 } else { -1.0 })
    }
}

/// A value and its derivative by `x`.
#[derive(Clone, Copy, Debug)]
pub struct Dual {
    pub value: Bound,
    pub slope: Bound,
}

impl Dual {
    fn constant(value: f64) -> Self {
        Self { value: Bound::exact(value), slope: Bound::exact(0.0) }
    }
}

#[derive(Clone, Debug)]
pub enum Tree {
    X,
    Y,
    Pi,
    Number(String),
    Two(char, Box<Tree>, Box<Tree>),
    Negate(Box<Tree>),
    Power(Box<Tree>, &'static str),
    Call(&'static str, Box<Tree>),
    CallTwo(&'static str, Box<Tree>, Box<Tree>),
    If(&'static str, Box<[Tree; 4]>),
}

/// Text of the expression with every bracket written.
pub fn text(tree: &Tree) -> String {
    match tree {
        Tree::X => "x".to_owned(),
        Tree::Y => "y".to_owned(),
        Tree::Pi => "pi".to_owned(),
        Tree::Number(digits) => digits.clone(),
        Tree::Two(sign, a, b) => format!("({} {sign} {})", text(a), text(b)),
        Tree::Negate(a) => format!("(-{})", text(a)),
        Tree::Power(a, exponent) => format!("({})^({exponent})", text(a)),
        Tree::Call(name, a) => format!("{name}({})", text(a)),
        Tree::CallTwo(name, a, b) => format!("{name}({}, {})", text(a), text(b)),
        Tree::If(relation, parts) => {
            let [a, b, then, otherwise] = parts.as_ref();
            format!("if({} {relation} {}, {}, {})", text(a), text(b), text(then), text(otherwise))
        }
    }
}

/// Value and derivative at a point; `None` where undefined, at a kink, or lost to rounding.
pub fn interpret(tree: &Tree, x: f64, y: f64) -> Option<Dual> {
    match tree {
        Tree::X => Some(Dual { value: Bound::exact(x), slope: Bound::exact(1.0) }),
        Tree::Y => Some(Dual::constant(y)),
        Tree::Pi => {
            // π itself is rounded: sin(pi) is exactly 0 in the store, and about 1e-16 here.
            let value = Bound { value: std::f64::consts::PI, error: 2.0 * f64::EPSILON };
            Some(Dual { value, slope: Bound::exact(0.0) })
        }
        Tree::Number(digits) => Some(Dual::constant(digits.parse().unwrap())),
        Tree::Two(sign, a, b) => two(*sign, interpret(a, x, y)?, interpret(b, x, y)?),
        Tree::Negate(a) => two('-', Dual::constant(0.0), interpret(a, x, y)?),
        Tree::Power(a, exponent) => power(interpret(a, x, y)?, exponent),
        Tree::Call(name, a) => call(name, interpret(a, x, y)?),
        Tree::CallTwo(name, a, b) => call_two(name, interpret(a, x, y)?, interpret(b, x, y)?),
        Tree::If(relation, parts) => {
            let [a, b, then, otherwise] = parts.as_ref();
            let difference = two('-', interpret(a, x, y)?, interpret(b, x, y)?)?;
            let sign = difference.value.sign()?;
            let holds =
                matches!((*relation, sign > 0.0), ("<" | "<=", false) | (">" | ">=", true) | ("!=", _));
            interpret(if holds { then } else { otherwise }, x, y)
        }
    }
}

fn two(sign: char, a: Dual, b: Dual) -> Option<Dual> {
    let (value, slope) = match sign {
        '+' => (a.value.add(b.value)?, a.slope.add(b.slope)?),
        '-' => (a.value.sub(b.value)?, a.slope.sub(b.slope)?),
        '*' => (a.value.mul(b.value)?, a.slope.mul(b.value)?.add(a.value.mul(b.slope)?)?),
        '/' => {
            let quotient = a.value.div(b.value)?;
            (quotient, a.slope.sub(quotient.mul(b.slope)?)?.div(b.value)?)
        }
        other => panic!("{other} is not an operator"),
    };
    Some(Dual { value, slope })
}

fn power(a: Dual, exponent: &str) -> Option<Dual> {
    let exponent: f64 = match exponent.split_once('/') {
        Some((p, q)) => p.parse::<f64>().unwrap() / q.parse::<f64>().unwrap(),
        None => exponent.parse().unwrap(),
    };
    let v = a.value.value;
    chain(
        a,
        v.powf(exponent),
        exponent * v.powf(exponent - 1.0),
        exponent * (exponent - 1.0) * v.powf(exponent - 2.0),
    )
}

/// f(a) from f, f' and f'' at the value of a.
fn chain(a: Dual, value: f64, slope: f64, curvature: f64) -> Option<Dual> {
    let value = a.value.through(value, slope)?;
    let slope = a.value.through(slope, curvature)?;
    Some(Dual { value, slope: slope.mul(a.slope)? })
}

fn call(name: &str, a: Dual) -> Option<Dual> {
    let v = a.value.value;
    let flat = |value: f64| Some(Dual::constant(value));
    match name {
        "sin" => chain(a, v.sin(), v.cos(), -v.sin()),
        "cos" => chain(a, v.cos(), -v.sin(), -v.cos()),
        "tan" => chain(a, v.tan(), 1.0 + v.tan().powi(2), 2.0 * v.tan() * (1.0 + v.tan().powi(2))),
        "asin" | "acos" => {
            let (root, sign) = ((1.0 - v * v).sqrt(), if name == "asin" { 1.0 } else { -1.0 });
            let value = if name == "asin" { v.asin() } else { v.acos() };
            // 1 − v² loses digits near the ends.
            if root < 1e-3 { None } else { chain(a, value, sign / root, sign * v / root.powi(3)) }
        }
        "atan" => chain(a, v.atan(), 1.0 / (1.0 + v * v), -2.0 * v / (1.0 + v * v).powi(2)),
        "sinh" => chain(a, v.sinh(), v.cosh(), v.sinh()),
        "cosh" => chain(a, v.cosh(), v.sinh(), v.cosh()),
        // 1 − tanh² loses digits for large arguments.
        "tanh" if v.abs() > 5.0 => None,
        "tanh" => chain(a, v.tanh(), 1.0 - v.tanh().powi(2), -2.0 * v.tanh() * (1.0 - v.tanh().powi(2))),
        "exp" => chain(a, v.exp(), v.exp(), v.exp()),
        "log" => chain(a, v.ln(), 1.0 / v, -1.0 / (v * v)),
        "log10" => chain(a, v.log10(), 1.0 / (v * 10_f64.ln()), -1.0 / (v * v * 10_f64.ln())),
        "sqrt" => chain(a, v.sqrt(), 0.5 / v.sqrt(), -0.25 / v.powf(1.5)),
        "abs" => chain(a, v.abs(), a.value.sign()?, 0.0),
        "sign" => flat(a.value.sign()?),
        "step" => flat(if a.value.sign()? > 0.0 { 1.0 } else { 0.0 }),
        "floor" | "ceil" => {
            let distance = (v - v.round()).abs();
            let is_clear = distance > 1e3 * a.value.error + 1e-9;
            is_clear.then(|| Dual::constant(if name == "floor" { v.floor() } else { v.ceil() }))
        }
        other => panic!("{other} is not interpreted"),
    }
}

fn call_two(name: &str, a: Dual, b: Dual) -> Option<Dual> {
    let square_sum = || two('+', two('*', a, a)?, two('*', b, b)?);
    match name {
        "min" | "max" => {
            let first_is_larger = two('-', a, b)?.value.sign()? > 0.0;
            Some(if first_is_larger == (name == "max") { a } else { b })
        }
        "hypot" => call("sqrt", square_sum()?),
        "atan2" => {
            let (y, x) = (a.value, b.value);
            let radius = square_sum()?.value;
            let error = (x.value.abs() * y.error + y.value.abs() * x.error) / radius.value;
            let cut = x.value < 0.0 && y.sign().is_none();
            let angle = Bound { value: 0.0, error }.through(y.value.atan2(x.value), 1.0)?;
            let above = a.slope.mul(x)?.sub(b.slope.mul(y)?)?;
            if cut { None } else { Some(Dual { value: angle, slope: above.div(radius)? }) }
        }
        "mod" => {
            let turns = call("floor", two('/', a, b)?)?;
            two('-', a, two('*', turns, b)?)
        }
        "pow" => {
            // a^b = exp(b log a) for positive a.
            call("exp", two('*', b, call("log", a)?)?)
        }
        other => panic!("{other} is not interpreted"),
    }
}

const ONE: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt",
    "abs", "sign", "step", "floor", "ceil",
];
const TWO: &[&str] = &["min", "max", "hypot", "atan2", "mod", "pow"];
const EXPONENTS: &[&str] = &["-3", "-2", "-1", "0", "1", "2", "3", "4", "1/2", "-1/2", "3/2", "1/3", "0.7"];

/// Random expressions of x and y.
pub fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        3 => Just(Tree::X),
        2 => Just(Tree::Y),
        1 => Just(Tree::Pi),
        2 => (0..7_i32).prop_map(|n| Tree::Number(n.to_string())),
        1 => (1..99_i32).prop_map(|n| Tree::Number((f64::from(n) / 8.0).to_string())),
        1 => (1..999_i32).prop_map(|n| Tree::Number(format!("{n}e-2"))),
    ];
    leaf.prop_recursive(6, 48, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            6 => (prop::sample::select(vec!['+', '-', '*', '/']), boxed(), boxed())
                .prop_map(|(sign, a, b)| Tree::Two(sign, a, b)),
            1 => boxed().prop_map(Tree::Negate),
            2 => (boxed(), prop::sample::select(EXPONENTS)).prop_map(|(a, e)| Tree::Power(a, e)),
            3 => (prop::sample::select(ONE), boxed()).prop_map(|(name, a)| Tree::Call(name, a)),
            1 => (prop::sample::select(TWO), boxed(), boxed()).prop_map(|(name, a, b)| Tree::CallTwo(name, a, b)),
            1 => (prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]), inner.clone(), inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(r, a, b, c, d)| Tree::If(r, Box::new([a, b, c, d]))),
        ]
    })
}
