//! The store of expressions: each distinct expression exists once and has a number.

use std::collections::HashMap;
use std::sync::Arc;

use crate::numbers::number::Number;
use crate::store::function::Function;
use crate::store::tabulated::Tabulated;
use crate::store::word_hash::{WordMap, WordSet};
use crate::text::syntax::Relation;

/// An expression: its place in the [`Expressions`] store that made it.
///
/// Two expressions of the same canonical form are equal as numbers. Parts are always made before
/// the whole, so a part has a smaller number than the expression that contains it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Expr(u32);

impl Expr {
    /// The number 0, present in every store.
    pub(crate) const ZERO: Self = Self(0);
    /// The number 1, present in every store.
    const ONE: Self = Self(1);

    pub(crate) const fn index(self) -> u32 {
        self.0
    }
}

/// A name in the [`Expressions`] store that knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(u32);

impl Name {
    pub(crate) const fn index(self) -> u32 {
        self.0
    }
}

/// The outermost operation of an expression.
///
/// Canonical form: a product has no numeric coefficient, since `2*x` is a sum of one term; `x^2`
/// is a product of one factor; a sum has no term that is itself a sum with coefficient ±1; terms
/// and factors are sorted and occur once. Numbers are not multiplied into sums: `1e9*(x - 1)`
/// keeps the accuracy its author gave it.
///
/// Derivatives of unknown functions (jets), values at an end and integrals over a member are
/// atoms too. Each becomes a variant here, with its arms in [`Node::parts`] and the printers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A number.
    Number(Number),
    /// The constant π.
    Pi,
    /// A free name.
    Symbol(Name),
    /// A number plus terms with numeric coefficients.
    Sum(Number, Box<[(Number, Expr)]>),
    /// Bases with numeric exponents.
    Product(Box<[(Expr, Number)]>),
    /// A base with an exponent that is not a number.
    Power(Expr, Expr),
    /// A known function; never `sqrt` or `pow`, which are powers, nor `min` or `max` of more than two.
    Function(Function, Box<[Expr]>),
    /// An unknown function applied to arguments.
    Applied(Name, Box<[Expr]>),
    /// A function given by points, differentiated so many times.
    Tabulated(Arc<Tabulated>, u8, Expr),
    /// 1 if the relation holds, else 0; `>` and `>=` are stored with their sides exchanged.
    Compare(Relation, Expr, Expr),
    /// 1 if both are not 0.
    And(Expr, Expr),
    /// 1 if one is not 0.
    Or(Expr, Expr),
    /// 1 if the part is 0.
    Not(Expr),
    /// The second part if the first is not 0, otherwise the third.
    Choice(Expr, Expr, Expr),
}

impl Node {
    /// Calls `visit` with every direct part.
    pub fn parts(&self, mut visit: impl FnMut(Expr)) {
        match self {
            Self::Number(_) | Self::Pi | Self::Symbol(_) => {}
            Self::Sum(_, terms) => terms.iter().for_each(|(_, term)| visit(*term)),
            Self::Product(factors) => factors.iter().for_each(|(base, _)| visit(*base)),
            Self::Function(_, arguments) | Self::Applied(_, arguments) => {
                arguments.iter().copied().for_each(visit);
            }
            Self::Power(a, b) | Self::Compare(_, a, b) | Self::And(a, b) | Self::Or(a, b) => {
                visit(*a);
                visit(*b);
            }
            Self::Not(a) | Self::Tabulated(_, _, a) => visit(*a),
            Self::Choice(condition, then, otherwise) => {
                visit(*condition);
                visit(*then);
                visit(*otherwise);
            }
        }
    }
}

/// A store of expressions with canonical constructors.
///
/// ```
/// use lissom_symbolic::Expressions;
/// let mut store = Expressions::new();
/// let (x, y) = (store.symbol("x"), store.symbol("y"));
/// let sum = store.add(x, y);
/// assert_eq!(sum, store.add(y, x));
/// assert_eq!(store.sub(sum, sum), store.zero());
/// ```
#[derive(Clone, Debug)]
pub struct Expressions {
    nodes: Vec<Node>,
    places: WordMap<Node, Expr>,
    names: Vec<String>,
    name_places: HashMap<String, Name>,
    /// Partial derivatives already taken, by expression and variable.
    pub(crate) derivatives: WordMap<(Expr, Expr), Expr>,
}

impl Default for Expressions {
    fn default() -> Self {
        Self::new()
    }
}

impl Expressions {
    /// An empty store.
    pub fn new() -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            places: WordMap::default(),
            names: Vec::new(),
            name_places: HashMap::new(),
            derivatives: WordMap::default(),
        };
        store.intern(Node::Number(Number::ZERO));
        store.intern(Node::Number(Number::ONE));
        store
    }

    /// The number 0.
    pub fn zero(&self) -> Expr {
        Expr::ZERO
    }

    /// The number 1.
    pub fn one(&self) -> Expr {
        Expr::ONE
    }

    /// A number.
    pub fn number(&mut self, value: Number) -> Expr {
        self.intern(Node::Number(value))
    }

    /// A small integer.
    pub fn integer(&mut self, value: i32) -> Expr {
        self.number(Number::from(value))
    }

    /// The constant π.
    pub fn pi(&mut self) -> Expr {
        self.intern(Node::Pi)
    }

    /// The free name.
    pub fn symbol(&mut self, name: &str) -> Expr {
        let name = self.name(name);
        self.intern(Node::Symbol(name))
    }

    /// An unknown function applied to arguments.
    pub fn applied(&mut self, name: &str, arguments: &[Expr]) -> Expr {
        let name = self.name(name);
        self.intern(Node::Applied(name, arguments.into()))
    }

    /// A function given by points, differentiated `order` times.
    pub fn tabulated(&mut self, table: &Arc<Tabulated>, order: u8, argument: Expr) -> Expr {
        // Pieces are cubics: higher derivatives vanish wherever the function is defined.
        self.intern(Node::Tabulated(Arc::clone(table), order.min(4), argument))
    }

    /// The outermost operation of an expression.
    pub fn node(&self, expr: Expr) -> &Node {
        &self.nodes[expr.0 as usize]
    }

    /// The value, if the expression is a number.
    pub fn as_number(&self, expr: Expr) -> Option<Number> {
        match self.node(expr) {
            Node::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// The text of a name.
    pub fn name_text(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// All names in the store, in order of first use.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// How many distinct expressions the store holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: every store contains 0 and 1.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All parts of the given expressions, themselves included, each part before the expressions that contain
    /// it.
    pub fn parts_of(&self, roots: &[Expr]) -> Vec<Expr> {
        self.parts_down_to(roots, |_| false)
    }

    /// As [`Self::parts_of`], without looking into the expressions that `is_leaf` accepts.
    pub(crate) fn parts_down_to(&self, roots: &[Expr], is_leaf: impl Fn(Expr) -> bool) -> Vec<Expr> {
        let mut seen = WordSet::default();
        let mut waiting = roots.to_vec();
        while let Some(expr) = waiting.pop() {
            if seen.insert(expr) && !is_leaf(expr) {
                self.node(expr).parts(|part| waiting.push(part));
            }
        }
        let mut parts: Vec<Expr> = seen.into_iter().collect();
        parts.sort_unstable();
        parts
    }

    /// The free names of an expression, in order of first use in the store.
    pub fn symbols(&self, expr: Expr) -> Vec<&str> {
        let nodes = self.parts_of(&[expr]).into_iter().map(|part| self.node(part));
        nodes
            .filter_map(|node| match node {
                Node::Symbol(name) => Some(self.name_text(*name)),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn name(&mut self, text: &str) -> Name {
        if let Some(name) = self.name_places.get(text) {
            return *name;
        }
        let name = Name(u32::try_from(self.names.len()).expect("a store holds fewer than 2^32 names"));
        self.names.push(text.to_owned());
        self.name_places.insert(text.to_owned(), name);
        name
    }

    /// The place of a node that is already canonical.
    pub(crate) fn intern(&mut self, node: Node) -> Expr {
        if let Some(expr) = self.places.get(&node) {
            return *expr;
        }
        let place = u32::try_from(self.nodes.len()).expect("a store holds fewer than 2^32 expressions");
        self.nodes.push(node.clone());
        self.places.insert(node, Expr(place));
        Expr(place)
    }
}
