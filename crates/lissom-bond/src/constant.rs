//! A number of a bond graph and its name in equations.

/// A constant: its value, the name of its symbol, and whether it enters as one over that symbol.
///
/// A modal compliance is 1/k₁ and is printed so: `Constant::reciprocal("k1", …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    name: Option<String>,
    value: f64,
    reciprocal: bool,
    scale: f64,
}

impl Constant {
    /// A plain number, printed as such.
    #[must_use]
    pub fn number(value: f64) -> Self {
        Self { name: None, value, reciprocal: false, scale: 1.0 }
    }

    /// A number with a name; zero stays a plain zero, so that it disappears from equations.
    #[must_use]
    pub fn named(name: &str, value: f64) -> Self {
        if value == 0.0 {
            return Self::number(0.0);
        }
        Self { name: Some(symbol(name)), value, reciprocal: false, scale: 1.0 }
    }

    /// One over a named number.
    #[must_use]
    pub fn reciprocal(name: &str, value: f64) -> Self {
        Self { name: Some(symbol(name)), value, reciprocal: true, scale: 1.0 }
    }

    /// A plain number times this constant.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.scale *= factor;
        self
    }

    /// The value of the constant itself, the reciprocal taken.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.scale * if self.reciprocal { 1.0 / self.value } else { self.value }
    }

    /// The number that the symbol stands for.
    pub(crate) fn symbol_value(&self) -> f64 {
        self.value
    }

    /// The plain number before the symbol.
    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    /// The symbol, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether the constant is one over its symbol.
    #[must_use]
    pub fn is_reciprocal(&self) -> bool {
        self.reciprocal
    }
}

/// A name as one symbol: separators become underscores.
#[must_use]
pub(crate) fn symbol(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect()
}
