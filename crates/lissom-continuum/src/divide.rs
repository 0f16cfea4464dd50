//! Members divided where something is attached inside them, and where their coefficients step or bend.
//!
//! A mass, spring, damper, force or another member that refers to a field at a point, `w(l/2)` or its slope
//! `w_x(l/2)`, is attached there. The member is divided at that place into spans that share new coordinates:
//! continuity is then compatibility with the same coordinates, and the jump of the loads is the equation of
//! motion of these coordinates \[Singer1994, §4\]. The description is rewritten; later stages need no special
//! treatment.

use std::collections::HashMap;

use lissom_model::model::{Continuum, Law, SymbolicSystem};
use lissom_symbolic::{Expr, Expressions, Node, Number, Program};

use crate::algebra::derivative_name;
use crate::breaks::{Break, Breaks, Lost};
use crate::elements;
use crate::error::DeriveError;
use crate::parts::End;

/// More spans than this in one member are refused.
const MOST_SPANS: usize = 64;
/// Points nearer than this fraction of the length coincide [-].
const SAME_PLACE: f64 = 1e-12;

/// A description without attachments inside members.
pub(crate) struct Divided {
    pub system: SymbolicSystem,
    pub expressions: Expressions,
    /// Notes on what was done.
    pub notes: Vec<String>,
    /// Functions given along a member that continue others in another span: (`f_2`, `f`).
    pub continued: Vec<(String, String)>,
}

/// Divides all members that something is attached to, with the known values of parameters.
pub(crate) fn divide(
    system: &SymbolicSystem,
    expressions: &Expressions,
    values: &[(&str, f64)],
) -> Result<Divided, DeriveError> {
    let mut divider = Divider {
        store: expressions.clone(),
        values,
        taken: taken_names(system, expressions),
        coordinates: Vec::new(),
        replacements: HashMap::new(),
        notes: Vec::new(),
        continued: Vec::new(),
    };
    let moving = moving_names(system);
    let breaks = Breaks { values, moving: &moving };
    let mut continua = Vec::new();
    for continuum in &system.continua {
        let mut places = divider.places(system, continuum)?;
        divider.add_breaks(continuum, &breaks, &mut places)?;
        divider.put_in_order(continuum, &mut places)?;
        continua.extend(divider.spans(continuum, places, &breaks)?);
    }
    let mut system = SymbolicSystem { continua, ..system.clone() };
    system.coordinates.append(&mut divider.coordinates);
    divider.reattach(&mut system);
    Ok(Divided { system, expressions: divider.store, notes: divider.notes, continued: divider.continued })
}

/// Names that change with time; expressions of them are not steps of a coefficient.
fn moving_names(system: &SymbolicSystem) -> Vec<String> {
    let fields = system.continua.iter().flat_map(|continuum| &continuum.fields);
    let own: Vec<&String> = system.coordinates.iter().chain(fields).collect();
    let mut names: Vec<String> = own.iter().map(|name| (*name).clone()).collect();
    for name in own {
        // Derivatives as far as densities name them.
        for marks in ["x", "xx", "xxx", "t", "tx", "txx", "tt"] {
            names.push(format!("{name}_{marks}"));
        }
    }
    names.push("t".to_owned());
    names
}

fn taken_names(system: &SymbolicSystem, expressions: &Expressions) -> Vec<String> {
    let fields = system.continua.iter().flat_map(|continuum| &continuum.fields);
    let own = system.coordinates.iter().chain(fields).cloned();
    own.chain(expressions.names().map(str::to_owned)).collect()
}

/// An attachment point of a member.
struct Place {
    x: Expr,
    /// Its position as a fraction of the length, if known.
    share: Option<f64>,
    /// The calls that name it: the field, the order of its derivative, and the call.
    calls: Vec<(usize, u8, Expr)>,
}

/// A derivative of a field that spans share where they meet.
struct Joint {
    name: String,
    field: usize,
    order: u8,
}

struct Divider<'a> {
    store: Expressions,
    values: &'a [(&'a str, f64)],
    taken: Vec<String>,
    /// New coordinates.
    coordinates: Vec<String>,
    /// Replacements of calls such as `w(l/2)`.
    replacements: HashMap<Expr, Expr>,
    notes: Vec<String>,
    continued: Vec<(String, String)>,
}

impl Divider<'_> {
    /// The places of a member, in their order along it.
    fn places(&mut self, system: &SymbolicSystem, continuum: &Continuum) -> Result<Vec<Place>, DeriveError> {
        let mut places: Vec<Place> = Vec::new();
        let laws: Vec<Expr> = attachments(system).map(|law| law.expr).collect();
        for call in self.store.parts_of(&laws) {
            let Node::Applied(name, arguments) = self.store.node(call) else { continue };
            let (name, [x]) = (self.store.name_text(*name).to_owned(), &arguments[..]) else { continue };
            let x = *x;
            let is_field = |wanted: &str| continuum.fields.iter().position(|field| field == wanted);
            let found = match (is_field(&name), derivative_name(&name)) {
                (Some(field), _) => Some((field, 0, 0)),
                (None, Some((stem, time, space))) => is_field(stem).map(|field| (field, time, space)),
                _ => None,
            };
            let Some((field, time, order)) = found else { continue };
            if time > 0 {
                let allowed = joints(&self.store, continuum).iter().map(|joint| joint.name.clone()).collect();
                let member = continuum.name.clone();
                return Err(DeriveError::PlaceQuantity { member, quantity: name, allowed });
            }
            let same = places.iter_mut().find(|place| self.store.is_zero(&[(place.x, 1), (x, -1)]).is_zero());
            match same {
                Some(place) => place.calls.push((field, order, call)),
                None => {
                    let share = self.share(continuum, x)?;
                    places.push(Place { x, share, calls: vec![(field, order, call)] });
                }
            }
        }
        Ok(places)
    }

    /// Adds the places inside a member where its coefficients step or bend.
    fn add_breaks(
        &mut self,
        continuum: &Continuum,
        breaks: &Breaks<'_>,
        places: &mut Vec<Place>,
    ) -> Result<(), DeriveError> {
        let laws: Vec<Expr> = laws_of(&mut continuum.clone()).map(|law| law.expr).collect();
        let coefficients: Vec<Expr> = continuum.coefficients.iter().map(|(_, law)| law.expr).collect();
        let found = match breaks.unknown_condition(&mut self.store, &coefficients) {
            Some(condition) => Err(Lost::Condition(condition)),
            None => breaks.places(&mut self.store, &laws, continuum.length.expr),
        };
        let member = continuum.name.clone();
        let found = found.map_err(|lost| match lost {
            Lost::Letter => DeriveError::BranchUnknown { member },
            Lost::Condition(condition) => DeriveError::BranchNotLocated { member, condition },
            Lost::Many(places) => DeriveError::TooManySpans { member, spans: places + 1 },
        })?;
        for Break { x, .. } in found {
            let quotient = self.store.div(x, continuum.length.expr);
            let share = self.store.as_number(quotient).map(Number::to_f64).or_else(|| self.value(quotient));
            let is_inside = share.is_none_or(|share| share > SAME_PLACE && share < 1.0 - SAME_PLACE);
            let is_same = |place: &Place| match (place.share, share) {
                (Some(a), Some(b)) => (a - b).abs() <= SAME_PLACE,
                _ => self.store.is_zero(&[(place.x, 1), (x, -1)]).is_zero(),
            };
            if is_inside && !places.iter().any(is_same) {
                places.push(Place { x, share, calls: Vec::new() });
            }
        }
        if places.len() >= MOST_SPANS {
            return Err(DeriveError::TooManySpans {
                member: continuum.name.clone(),
                spans: places.len() + 1,
            });
        }
        Ok(())
    }

    fn put_in_order(&self, continuum: &Continuum, places: &mut [Place]) -> Result<(), DeriveError> {
        if let (Some(unknown), true) = (places.iter().find(|place| place.share.is_none()), places.len() > 1) {
            let (member, place) = (continuum.name.clone(), self.store.text(unknown.x));
            return Err(DeriveError::PlaceUnknown { member, place });
        }
        places.sort_by(|a, b| a.share.unwrap_or(0.5).total_cmp(&b.share.unwrap_or(0.5)));
        Ok(())
    }

    /// Selects the branches valid between two points in the laws of a span; x is still that of the whole
    /// member.
    fn resolve(
        &mut self,
        whole: &Continuum,
        breaks: &Breaks<'_>,
        shares: [Option<f64>; 2],
        before: Option<bool>,
    ) -> Result<Continuum, DeriveError> {
        let mut span = whole.clone();
        let length = self.value(whole.length.expr);
        let [from, to] = shares;
        let middle = from.zip(to).zip(length).map(|((from, to), length)| 0.5 * (from + to) * length);
        let ends =
            from.zip(to).zip(length).map(|((from, to), length)| ([from * length, to * length], length));
        for law in laws_of(&mut span) {
            let resolved = breaks.resolved(&mut self.store, law.expr, middle, before);
            let resolved =
                resolved.ok_or_else(|| DeriveError::BranchUnknown { member: whole.name.clone() })?;
            let written = std::mem::replace(&mut law.expr, resolved);
            let missed = ends.and_then(|(ends, length)| {
                breaks.differs(&mut self.store, [written, resolved], ends, length)
            });
            if let Some(x) = missed {
                let (member, coefficient) = (whole.name.clone(), law.text.clone());
                return Err(DeriveError::BranchMissed { member, coefficient, x });
            }
        }
        Ok(span)
    }

    /// The position as a fraction of the length: by algebra, or by the values of the parameters.
    fn share(&mut self, continuum: &Continuum, x: Expr) -> Result<Option<f64>, DeriveError> {
        let quotient = self.store.div(x, continuum.length.expr);
        let share = self.store.as_number(quotient).map(Number::to_f64).or_else(|| self.value(quotient));
        match share {
            Some(share) if !(0.0..=1.0).contains(&share) => {
                Err(DeriveError::PlaceOutside { member: continuum.name.clone(), place: self.store.text(x) })
            }
            share => Ok(share),
        }
    }

    fn value(&mut self, expr: Expr) -> Option<f64> {
        let inputs: Vec<Expr> = self.values.iter().map(|(name, _)| self.store.symbol(name)).collect();
        let numbers: Vec<f64> = self.values.iter().map(|(_, value)| *value).collect();
        let program = Program::compile(&self.store, &[expr], &inputs).ok()?;
        let mut found = [0.0];
        program.evaluate_checked(&numbers, &mut Vec::new(), &mut found).ok()?;
        Some(found[0])
    }

    /// The spans of a member: itself, if nothing is attached inside.
    fn spans(
        &mut self,
        continuum: &Continuum,
        places: Vec<Place>,
        breaks: &Breaks<'_>,
    ) -> Result<Vec<Continuum>, DeriveError> {
        let mut whole = continuum.clone();
        let mut cuts = Vec::new();
        for place in places {
            match place.share {
                Some(0.0) => self.hold_end(&mut whole, End::A, &place)?,
                Some(1.0) => self.hold_end(&mut whole, End::B, &place)?,
                _ => cuts.push(place),
            }
        }
        if cuts.is_empty() {
            return Ok(vec![self.resolve(&whole, breaks, [Some(0.0), Some(1.0)], None)?]);
        }
        let written: Vec<String> = cuts.iter().map(|place| self.store.text(place.x)).collect();
        self.notes.push(format!(
            "{} is divided at x = {} into {} spans, each with x from its own beginning",
            continuum.name,
            written.join(", "),
            cuts.len() + 1
        ));
        let mut joined = Vec::new();
        for (number, place) in cuts.iter().enumerate() {
            joined.push(self.join(&whole, number + 1, place)?);
        }
        let mut spans = Vec::new();
        for number in 0..=cuts.len() {
            let from = if number == 0 { self.store.zero() } else { cuts[number - 1].x };
            let to = cuts.get(number).map_or(whole.length.expr, |place| place.x);
            let share = |at: Option<&Place>, end: f64| at.map_or(Some(end), |place| place.share);
            let shares =
                [share(number.checked_sub(1).map(|at| &cuts[at]), 0.0), share(cuts.get(number), 1.0)];
            let before = (cuts.len() == 1).then_some(number == 0);
            let part = self.resolve(&whole, breaks, shares, before)?;
            let mut span = self.span(&part, number + 1, [from, to]);
            if number > 0 {
                span.ends[0].clone_from(&joined[number - 1]);
            }
            if number < cuts.len() {
                span.ends[1].clone_from(&joined[number]);
            }
            spans.push(span);
        }
        Ok(spans)
    }

    /// Free quantities at an end with an attachment become coordinates.
    fn hold_end(&mut self, whole: &mut Continuum, end: End, place: &Place) -> Result<(), DeriveError> {
        for (field, order, call) in &place.calls {
            let joint = self.joint(whole, *field, *order)?;
            let data = &whole.ends[end as usize];
            let given = data.iter().find(|(name, _)| *name == joint).map(|(_, law)| law.expr);
            let value = match given {
                Some(value) => value,
                None => {
                    let name = self.fresh(&format!("{}_{joint}_{}", whole.name, end.key()));
                    let symbol = self.coordinate(&name);
                    whole.ends[end as usize].push((joint, law(&self.store, symbol, whole)));
                    symbol
                }
            };
            self.replacements.insert(*call, value);
        }
        Ok(())
    }

    /// Coordinates for everything that two spans share.
    fn join(
        &mut self,
        whole: &Continuum,
        number: usize,
        place: &Place,
    ) -> Result<Vec<(String, Law)>, DeriveError> {
        let mut data = Vec::new();
        for Joint { name, field, order } in joints(&self.store, whole) {
            let fresh = self.fresh(&format!("{}_{name}_{number}", whole.name));
            let symbol = self.coordinate(&fresh);
            for (_, _, call) in place.calls.iter().filter(|(f, k, _)| (*f, *k) == (field, order)) {
                self.replacements.insert(*call, symbol);
            }
            self.notes.push(format!(
                "{fresh} is the {name} of {} at x = {}",
                whole.name,
                self.store.text(place.x)
            ));
            data.push((name, law(&self.store, symbol, whole)));
        }
        for (field, order, _) in &place.calls {
            self.joint(whole, *field, *order)?;
        }
        Ok(data)
    }

    /// The name of a derivative that spans share.
    fn joint(&self, whole: &Continuum, field: usize, order: u8) -> Result<String, DeriveError> {
        let all = joints(&self.store, whole);
        let found = all.iter().find(|joint| (joint.field, joint.order) == (field, order));
        found.map(|joint| joint.name.clone()).ok_or_else(|| DeriveError::PlaceQuantity {
            member: whole.name.clone(),
            quantity: format!("{}_{}", whole.fields[field], "x".repeat(order.into())),
            allowed: all.iter().map(|joint| joint.name.clone()).collect(),
        })
    }

    fn coordinate(&mut self, name: &str) -> Expr {
        self.coordinates.push(name.to_owned());
        self.store.symbol(name)
    }

    /// A unique name of letters, digits and underscores.
    fn fresh(&mut self, wanted: &str) -> String {
        let tidy = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '_' };
        let mut name: String = wanted.chars().map(tidy).collect();
        while self.taken.contains(&name) {
            name.push('_');
        }
        self.taken.push(name.clone());
        name
    }

    /// The part of a member between two places, with x from its own beginning.
    fn span(&mut self, whole: &Continuum, number: usize, [from, to]: [Expr; 2]) -> Continuum {
        let mut span = whole.clone();
        span.name = format!("{}, span {number}", whole.name);
        let length = self.store.sub(to, from);
        span.length = law(&self.store, length, whole);
        let fields: Vec<String> =
            whole.fields.iter().map(|field| self.fresh(&format!("{field}_{number}"))).collect();
        let x = self.store.symbol("x");
        let moved = self.store.add(x, from);
        let mut values = HashMap::from([(x, moved)]);
        let laws: Vec<Expr> = laws_of(&mut span).map(|law| law.expr).collect();
        for part in self.store.parts_of(&laws) {
            match self.store.node(part).clone() {
                Node::Symbol(name) => {
                    let name = self.store.name_text(name).to_owned();
                    if let Some(renamed) = renamed(&name, &whole.fields, &fields) {
                        values.insert(part, self.store.symbol(&renamed));
                    }
                }
                // A function given along the member has a different origin in every span.
                Node::Applied(name, arguments) if arguments.contains(&x) && from != self.store.zero() => {
                    let old = self.store.name_text(name).to_owned();
                    let new = format!("{old}_{number}");
                    let note = format!("{new} is {old} with x + {} for x", self.store.text(from));
                    if !self.notes.contains(&note) {
                        self.notes.push(note);
                        self.continued.push((new.clone(), old));
                    }
                    values.insert(part, self.store.applied(&new, &arguments));
                }
                _ => {}
            }
        }
        for law in laws_of(&mut span) {
            law.expr = self.store.substitute(law.expr, &values);
        }
        span.fields = fields;
        span
    }

    /// Replaces calls such as `w(l/2)` by coordinates.
    fn reattach(&mut self, system: &mut SymbolicSystem) {
        let ends = system.continua.iter_mut().flat_map(|continuum| continuum.ends.iter_mut().flatten());
        let mut laws: Vec<&mut Law> = ends.map(|(_, law)| law).collect();
        for mass in &mut system.masses {
            laws.extend(mass.position.iter_mut().chain(&mut mass.angle));
        }
        laws.extend(
            system.springs.iter_mut().chain(&mut system.dampers).map(|spring| &mut spring.elongation),
        );
        for force in &mut system.forces {
            laws.push(&mut force.at);
            laws.extend(&mut force.value);
        }
        for law in laws {
            law.expr = self.store.substitute(law.expr, &self.replacements);
        }
    }
}

/// The laws by which parts are attached to others.
fn attachments(system: &SymbolicSystem) -> impl Iterator<Item = &Law> {
    let ends = system.continua.iter().flat_map(|continuum| continuum.ends.iter().flatten());
    let masses = system.masses.iter().flat_map(|mass| mass.position.iter().chain(&mass.angle));
    let springs = system.springs.iter().chain(&system.dampers).map(|spring| &spring.elongation);
    let forces = system.forces.iter().flat_map(|force| std::iter::once(&force.at).chain(&force.value));
    ends.map(|(_, law)| law).chain(masses).chain(springs).chain(forces)
}

/// The laws of a member that vary along it.
fn laws_of(continuum: &mut Continuum) -> impl Iterator<Item = &mut Law> {
    let coefficients = continuum.coefficients.iter_mut().map(|(_, law)| law);
    coefficients.chain(&mut continuum.position).chain(&mut continuum.load)
}

/// `w_xx` becomes `w_2_xx` when `w` becomes `w_2`.
fn renamed(name: &str, old: &[String], new: &[String]) -> Option<String> {
    let find = |wanted: &str| old.iter().position(|field| field == wanted);
    if let Some(at) = find(name) {
        return Some(new[at].clone());
    }
    let (stem, ..) = derivative_name(name)?;
    let marks = &name[stem.len()..];
    find(stem).map(|at| format!("{}{marks}", new[at]))
}

/// What spans of a member share where they meet: the derivatives below the highest of each field.
fn joints(store: &Expressions, continuum: &Continuum) -> Vec<Joint> {
    let mut all = Vec::new();
    let surrogate = elements::surrogate(&continuum.kind);
    for (field, name) in continuum.fields.iter().enumerate() {
        let named = |order: u8| surrogate.and_then(|surrogate| surrogate.end_name(field, order));
        if named(0).is_some() {
            let own = (0..).map_while(|order| named(order).map(|name| (order, name.to_owned())));
            all.extend(own.map(|(order, name)| Joint { name, field, order }));
            continue;
        }
        // A custom member: its densities name the highest derivative.
        let laws: Vec<Expr> = continuum.coefficients.iter().map(|(_, law)| law.expr).collect();
        let symbols = laws.iter().flat_map(|law| store.symbols(*law));
        let orders = symbols.filter_map(|symbol| derivative_name(symbol).filter(|(stem, ..)| stem == name));
        let order = orders.map(|(_, _, space)| space).max().unwrap_or(0);
        for order in 0..order {
            let marks = if order == 0 { String::new() } else { format!("_{}", "x".repeat(order.into())) };
            all.push(Joint { name: format!("{name}{marks}"), field, order });
        }
    }
    all
}

fn law(store: &Expressions, expr: Expr, of: &Continuum) -> Law {
    Law { text: store.text(expr), expr, span: of.span }
}
