//! Places where the coefficients of a member step or bend, and the coefficients between them.
//!
//! `if(x < c, a, b)`, `abs`, `sign`, `min`, `max`, `step`, `floor`, `ceil` and `mod` change their branch where an
//! expression passes zero. Across such a place displacements and loads are continuous, but the equation of the field is
//! another one; so the member is divided there, and each span has the branch that holds in it.
//!
//! A condition may have branches itself, as in `if(mod(x, 0.25) < 0.1, 1, 3)`: its slope says nothing about its jumps. It is
//! therefore searched piece by piece between its own changes, with the branches that hold in the piece. The outcome is not
//! trusted: in every span the law that was chosen is compared with the law as it was written.

use std::collections::HashMap;

use lissom_symbolic::{Enclosure, Expr, Expressions, Function, Node, Number, Program, Relation};

/// Largest number of ranges of x examined for one condition.
const MOST_RANGES: usize = 40_000;
/// Changes of branch closer than this coincide, relative to the length [-].
const CLOSEST: f64 = 1e-13;
/// More changes of one condition than this are refused.
const MOST_PLACES: usize = 256;
/// More branches inside each other than this are not resolved.
const DEEPEST: usize = 64;

/// Why the branches of a coefficient cannot be decided.
#[derive(Clone, Debug)]
pub(crate) enum Lost {
    /// A symbol has no value.
    Letter,
    /// The zeros of this expression cannot be located.
    Condition(String),
    /// There are more than this.
    Many(usize),
}

/// Values of a law along a span are compared at so many places.
const COMPARED: usize = 64;
/// Values that differ by less than this share of the largest are equal [-].
const EQUAL: f64 = 1e-9;
/// Where places are compared: not nearer to an end than these shares of the span and of the member [-].
const INSIDE: [f64; 2] = [1e-9, 1e-11];

/// A part of a coefficient that changes its branch where an expression passes zero, or an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Switch {
    node: Expr,
    of: Expr,
    /// Whether it changes at every integer, not only at zero.
    at_integers: bool,
}

/// Parameter values, and names that vary with time or motion.
pub(crate) struct Breaks<'a> {
    pub values: &'a [(&'a str, f64)],
    /// Names other than parameters: fields, coordinates, time.
    pub moving: &'a [String],
}

/// A place where a branch changes.
pub(crate) struct Break {
    /// The place, measured from the beginning of the member.
    pub x: Expr,
    /// Whether the expression that passes zero there grows with x, if its sign can be determined by algebra.
    pub rises: Option<bool>,
}

impl Breaks<'_> {
    /// The switches in the laws of a member that depend on the place along it.
    fn switches(&self, store: &mut Expressions, laws: &[Expr]) -> Vec<Switch> {
        let x = store.symbol("x");
        let mut found = Vec::new();
        for node in store.parts_of(laws) {
            let Some(switch) = switch_at(store, node) else { continue };
            if store.parts_of(&[switch.of]).contains(&x) && !self.is_moving(store, switch.of) {
                found.push(switch);
            }
        }
        found
    }

    /// Whether an expression varies with time or motion, or contains an undefined function.
    fn is_moving(&self, store: &Expressions, expr: Expr) -> bool {
        let parts = store.parts_of(&[expr]);
        parts.iter().any(|part| matches!(store.node(*part), Node::Applied(..)))
            || store
                .symbols(expr)
                .iter()
                .any(|symbol| self.moving.iter().any(|name| name.as_str() == *symbol))
    }

    /// A condition along a member that depends on an undefined function: the points where it changes are
    /// unknown.
    pub fn unknown_condition(&self, store: &mut Expressions, laws: &[Expr]) -> Option<String> {
        let nodes = store.parts_of(laws);
        let switches: Vec<Switch> = nodes.into_iter().filter_map(|node| switch_at(store, node)).collect();
        let is_named = |switch: &&Switch| {
            let parts = store.parts_of(&[switch.of]);
            parts.iter().any(|part| matches!(store.node(*part), Node::Applied(..)))
        };
        switches.iter().find(is_named).map(|switch| store.text(switch.of))
    }

    /// Zeros of denominators and of bases of roots, and where `atan2` and `tan` jump: an expression may step there without a switch.
    fn seams(&self, store: &mut Expressions, laws: &[Expr]) -> Vec<Switch> {
        let x = store.symbol("x");
        let mut found = Vec::new();
        for node in store.parts_of(laws) {
            let is_rough = |power: &Number| power.integer().is_none_or(|power| power < 0);
            let bases: Vec<Expr> = match store.node(node).clone() {
                Node::Product(factors) => {
                    factors.iter().filter(|(_, power)| is_rough(power)).map(|(base, _)| *base).collect()
                }
                Node::Power(base, _) => vec![base],
                Node::Function(Function::Atan2, arguments) => vec![arguments[0]],
                Node::Function(Function::Tan, arguments) => vec![store.call(Function::Cos, &arguments)],
                _ => continue,
            };
            for of in bases {
                if store.parts_of(&[of]).contains(&x) && !self.is_moving(store, of) {
                    found.push(Switch { node, of, at_integers: false });
                }
            }
        }
        found
    }

    /// Where branches change along a member of this length.
    pub fn places(&self, store: &mut Expressions, laws: &[Expr], length: Expr) -> Result<Vec<Break>, Lost> {
        let mut places = Vec::new();
        let mut known = HashMap::new();
        let x = store.symbol("x");
        let length = self.value(store, length, 0.0);
        for switch in self.switches(store, laws) {
            // Branches inside the expression are separate breaks.
            let inner = self.switches(store, &[switch.of]);
            if !switch.at_integers && inner.is_empty() && store.degree(switch.of, x) == Some(1) {
                places.push(linear_zero(store, switch.of, x).ok_or(Lost::Letter)?);
                continue;
            }
            let found = self.changes(store, switch, length.ok_or(Lost::Letter)?, &mut known)?;
            add_numbers(store, &mut places, &found)?;
        }
        for seam in self.seams(store, laws) {
            let Some(length) = length else { break };
            match self.changes(store, seam, length, &mut known) {
                Ok(found) => add_numbers(store, &mut places, &found)?,
                // A letter without value has no number to divide by either.
                Err(Lost::Letter) => {}
                Err(lost) => return Err(lost),
            }
        }
        Ok(places)
    }

    /// Places inside a member where a switch changes while the branches inside its expression stay: between any two changes of
    /// those the expression is the one that holds there.
    fn changes(
        &self,
        store: &mut Expressions,
        switch: Switch,
        length: f64,
        known: &mut HashMap<(Expr, bool), Vec<f64>>,
    ) -> Result<Vec<f64>, Lost> {
        let key = (switch.of, switch.at_integers);
        if let Some(found) = known.get(&key) {
            return Ok(found.clone());
        }
        let mut inner = self.switches(store, &[switch.of]);
        inner.extend(self.seams(store, &[switch.of]));
        let mut cuts = vec![0.0, length];
        for inner in inner {
            cuts.extend(self.changes(store, inner, length, known)?);
        }
        cuts.sort_by(f64::total_cmp);
        let mut found = Vec::new();
        for pair in cuts.windows(2) {
            let ends = [pair[0], pair[1]];
            if ends[1] - ends[0] <= 2.0 * CLOSEST * length {
                continue;
            }
            let lost = |store: &Expressions| Lost::Condition(store.text(switch.of));
            let of = self.resolved(store, switch.of, Some(0.5 * (ends[0] + ends[1])), None);
            let of = of.ok_or_else(|| lost(store))?;
            let smooth = Switch { of, ..switch };
            let places = self.zeros(store, smooth, ends, CLOSEST * length)?;
            found.extend(places.ok_or_else(|| lost(store))?);
            if found.len() > MOST_PLACES {
                return Err(Lost::Many(found.len()));
            }
        }
        known.insert(key, found.clone());
        Ok(found)
    }

    /// Places between two others where a switch without branches in its expression changes: none is missed, because excluded
    /// ranges are proved to have none. `None` if that takes too long.
    fn zeros(
        &self,
        store: &mut Expressions,
        switch: Switch,
        ends: [f64; 2],
        closest: f64,
    ) -> Result<Option<Vec<f64>>, Lost> {
        let inputs = self.inputs(store);
        let x = store.symbol("x");
        // Without a derivative the slope is unknown, and zeros are bracketed from both sides.
        let slope = store.derivative(switch.of, x).unwrap_or(switch.of);
        let has_slope = slope != switch.of;
        let program = Program::compile(store, &[switch.of, slope], &inputs).map_err(|_| Lost::Letter)?;
        let given = self.values.iter().map(|(_, value)| *value).collect();
        let mut search = Search { program, given, has_slope, switch, left: MOST_RANGES, found: Vec::new() };
        Ok(search.look(ends, closest).map(|()| search.found))
    }

    /// A place inside a span where a law differs from the branches that were chosen for the span, if one is found among many.
    pub fn differs(
        &self,
        store: &mut Expressions,
        [law, resolved]: [Expr; 2],
        [from, to]: [f64; 2],
        length: f64,
    ) -> Option<f64> {
        if law == resolved {
            return None;
        }
        let (program, inputs) = self.both(store, [law, resolved])?;
        let near = (INSIDE[0] * (to - from)).max(INSIDE[1] * length);
        let golden = (1..=COMPARED).map(|k| (k as f64 * 0.618_033_988_749_894_9).fract());
        let places: Vec<f64> = golden
            .map(|share| from + share * (to - from))
            .chain([from + near, to - near])
            .filter(|x| *x >= from + near && *x <= to - near)
            .collect();
        let mut work = Vec::new();
        let values: Vec<[f64; 2]> = places
            .iter()
            .map(|x| {
                let mut found = [0.0; 2];
                let all: Vec<f64> = inputs.iter().copied().chain([*x]).collect();
                program.evaluate(&all, &mut work, &mut found);
                found
            })
            .collect();
        let finite = values.iter().flatten().filter(|value| value.is_finite());
        let largest = finite.fold(0.0f64, |most, value| most.max(value.abs()));
        let is_equal =
            |[a, b]: &[f64; 2]| (a - b).abs() <= EQUAL * largest || a == b || a.is_nan() && b.is_nan();
        places.iter().zip(&values).find(|(_, pair)| !is_equal(pair)).map(|(x, _)| *x)
    }

    /// A program of x for two expressions, with values for everything else in them: those of parameters, and others, the same in
    /// both, for fields and functions that are only named. `None` if something cannot be evaluated.
    fn both(&self, store: &mut Expressions, laws: [Expr; 2]) -> Option<(Program, Vec<f64>)> {
        let mut named = HashMap::new();
        for part in store.parts_of(&laws) {
            if matches!(store.node(part), Node::Applied(..)) {
                let symbol = store.symbol(&format!("given;{}", named.len()));
                named.insert(part, symbol);
            }
        }
        let laws = laws.map(|law| store.substitute(law, &named));
        let mut inputs = self.inputs(store);
        let x = inputs.pop()?;
        let mut numbers: Vec<f64> = self.values.iter().map(|(_, value)| *value).collect();
        for part in store.parts_of(&laws) {
            if matches!(store.node(part), Node::Symbol(_)) && part != x && !inputs.contains(&part) {
                numbers.push(0.7 + 0.1 * (inputs.len() as f64));
                inputs.push(part);
            }
        }
        inputs.push(x);
        Some((Program::compile(store, &laws, &inputs).ok()?, numbers))
    }

    fn inputs(&self, store: &mut Expressions) -> Vec<Expr> {
        let names = self.values.iter().map(|(name, _)| *name).chain(["x"]);
        names.map(|name| store.symbol(name)).collect()
    }

    fn value(&self, store: &mut Expressions, expr: Expr, x: f64) -> Option<f64> {
        let inputs = self.inputs(store);
        let numbers: Vec<f64> = self.values.iter().map(|(_, value)| *value).chain([x]).collect();
        let program = Program::compile(store, &[expr], &inputs).ok()?;
        let mut found = [0.0];
        program.evaluate_checked(&numbers, &mut Vec::new(), &mut found).ok()?;
        Some(found[0])
    }

    /// A law with the branches that hold at a place inside a span; `None` if this cannot be determined.
    ///
    /// Without values, `before` gives the side of the only break on which the span lies.
    pub fn resolved(
        &self,
        store: &mut Expressions,
        law: Expr,
        x: Option<f64>,
        before: Option<bool>,
    ) -> Option<Expr> {
        let mut law = law;
        for _ in 0..DEEPEST {
            let switches = self.switches(store, &[law]);
            if switches.is_empty() {
                return Some(law);
            }
            let mut branches = HashMap::new();
            for switch in switches {
                let value = match x.and_then(|x| self.value(store, switch.of, x)) {
                    Some(value) => value,
                    None => self.side_by_algebra(store, switch, before?)?,
                };
                let branch = branch(store, switch, value)?;
                branches.insert(switch.node, branch);
            }
            law = store.substitute(law, &branches);
        }
        None
    }

    /// The sign before or after the only break of a member.
    fn side_by_algebra(&self, store: &mut Expressions, switch: Switch, before: bool) -> Option<f64> {
        let x = store.symbol("x");
        if switch.at_integers || store.degree(switch.of, x) != Some(1) {
            return None;
        }
        let rises = linear_zero(store, switch.of, x)?.rises?;
        Some(if rises == before { -1.0 } else { 1.0 })
    }
}

/// Looks for the places where a switch changes.
struct Search {
    /// The expression and its slope.
    program: Program,
    /// Values of all inputs but x.
    given: Vec<f64>,
    has_slope: bool,
    switch: Switch,
    /// Remaining number of ranges.
    left: usize,
    found: Vec<f64>,
}

impl Search {
    /// Halves a range until each part has no change or one; `None` if that takes too long.
    fn look(&mut self, [from, to]: [f64; 2], closest: f64) -> Option<()> {
        if self.found.len() > MOST_PLACES {
            return Some(());
        }
        self.left = self.left.checked_sub(1)?;
        let mut inputs: Vec<Enclosure> = self.given.iter().map(|value| Enclosure::of(*value)).collect();
        inputs.push(Enclosure::between(from, to));
        let bounds = self.program.enclose(&inputs);
        let (value, slope) = (bounds[0], if self.has_slope { bounds[1] } else { Enclosure::ALL });
        let is_constant = value.low == value.high || slope.size() * (to - from) < f64::MIN_POSITIVE.sqrt();
        let is_quiet = if self.switch.at_integers {
            value.size().is_finite() && value.low.floor() == value.high.floor()
        } else {
            !value.contains(0.0)
        };
        if is_quiet || is_constant {
            return Some(());
        }
        // A slope of one sign says nothing across a pole.
        if value.size().is_finite() && !slope.contains(0.0) {
            self.cross([from, to]);
            return Some(());
        }
        let middle = 0.5 * (from + to);
        if to - from <= closest || middle <= from || middle >= to {
            // Two changes at one point, or none: a cut does no harm.
            self.found.push(middle);
            return Some(());
        }
        self.look([from, middle], closest)?;
        self.look([middle, to], closest)
    }

    /// The changes in a range where the expression is monotone.
    fn cross(&mut self, [from, to]: [f64; 2]) {
        let (before, after) = (self.side(from), self.side(to));
        if before == after || self.found.len() > MOST_PLACES {
            return;
        }
        let (mut low, mut high) = (from, to);
        while high - low > 2.0 * f64::EPSILON * high {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if self.side(middle) == before { low = middle } else { high = middle }
        }
        self.found.push(high);
        self.cross([high, to]);
    }

    /// On which side of its changes the expression is.
    fn side(&self, x: f64) -> f64 {
        let inputs: Vec<f64> = self.given.iter().copied().chain([x]).collect();
        let mut found = [0.0; 2];
        self.program.evaluate(&inputs, &mut Vec::new(), &mut found);
        if self.switch.at_integers { found[0].floor() } else { f64::from(u8::from(found[0] > 0.0)) }
    }
}

fn add_numbers(store: &mut Expressions, places: &mut Vec<Break>, found: &[f64]) -> Result<(), Lost> {
    for place in found {
        let number = Number::from_f64(*place).ok_or(Lost::Letter)?;
        places.push(Break { x: store.number(number), rises: None });
    }
    Ok(())
}

/// What a part of an expression changes its branch with, if it has branches.
fn switch_at(store: &mut Expressions, node: Expr) -> Option<Switch> {
    let (of, at_integers) = match store.node(node).clone() {
        Node::Compare(_, a, b) => (store.sub(a, b), false),
        Node::Function(Function::Abs | Function::Sign | Function::Step, arguments) => (arguments[0], false),
        Node::Function(Function::Min | Function::Max, arguments) if arguments.len() == 2 => {
            (store.sub(arguments[0], arguments[1]), false)
        }
        Node::Function(Function::Floor | Function::Ceil, arguments) => (arguments[0], true),
        Node::Function(Function::Mod, arguments) => (store.div(arguments[0], arguments[1]), true),
        _ => return None,
    };
    Some(Switch { node, of, at_integers })
}

/// The expressions in whose zeros a law has a kink or a step.
pub(crate) fn conditions(store: &mut Expressions, laws: &[Expr]) -> Vec<Expr> {
    let nodes = store.parts_of(laws);
    nodes.into_iter().filter_map(|node| switch_at(store, node)).map(|switch| switch.of).collect()
}

/// The zero of an expression that is linear in x.
fn linear_zero(store: &mut Expressions, of: Expr, x: Expr) -> Option<Break> {
    let slope = store.derivative(of, x).ok()?;
    let zero = store.zero();
    let start = store.substitute(of, &[(x, zero)].into());
    let quotient = store.div(start, slope);
    let rises = store.as_number(slope).map(|slope| slope.to_f64() > 0.0);
    Some(Break { x: store.neg(quotient), rises })
}

/// What a switch is where its expression has this value.
fn branch(store: &mut Expressions, switch: Switch, value: f64) -> Option<Expr> {
    let truth = |holds: bool| Number::from(i32::from(holds));
    let number = match store.node(switch.node).clone() {
        Node::Compare(relation, ..) => truth(match relation {
            // Zero in the middle of a span is zero throughout, such as that of max(x − c, 0).
            Relation::Less => value < 0.0,
            Relation::LessOrEqual => value <= 0.0,
            Relation::Greater => value > 0.0,
            Relation::GreaterOrEqual => value >= 0.0,
            Relation::Equal => value == 0.0,
            Relation::NotEqual => value != 0.0,
        }),
        Node::Function(function @ (Function::Step | Function::Sign), _) => {
            Number::from_f64(function.of_one(value))?
        }
        Node::Function(Function::Floor, _) => Number::from_f64(value.floor())?,
        Node::Function(Function::Ceil, _) => Number::from_f64(value.ceil())?,
        Node::Function(Function::Abs, arguments) => {
            return Some(if value > 0.0 { arguments[0] } else { store.neg(arguments[0]) });
        }
        Node::Function(Function::Min, arguments) => {
            return Some(if value > 0.0 { arguments[1] } else { arguments[0] });
        }
        Node::Function(Function::Max, arguments) => {
            return Some(if value > 0.0 { arguments[0] } else { arguments[1] });
        }
        Node::Function(Function::Mod, arguments) => {
            let whole = store.number(Number::from_f64(value.floor())?);
            let taken = store.mul(arguments[1], whole);
            return Some(store.sub(arguments[0], taken));
        }
        _ => return None,
    };
    Some(store.number(number))
}
