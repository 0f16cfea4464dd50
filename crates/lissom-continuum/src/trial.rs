//! Polynomial trial fields that fit the ends of their members, with arbitrary functions of time as coefficients.

use std::collections::{HashMap, HashSet};

use lissom_symbolic::{
    DefiniteIntegral, Dependence, DerivativeError, Expr, Node, Number, Unknown, WordMap, ZeroTest,
};

use crate::algebra::Algebra;
use crate::atoms::{Atom, Atoms};
use crate::derivation::{Equation, EquationKind};
use crate::parts::{End, Member, Parts};
use crate::verification::{Replacements, ordinary};

/// Number of coefficients of a field in addition to those fixed by its ends.
const BUBBLES: usize = 2;

/// Trial fields for all members.
pub(crate) struct Trial<'p> {
    parts: &'p Parts,
    atoms: &'p Atoms,
    /// The polynomial of each unknown that varies along a member.
    fields: HashMap<Unknown, Expr>,
    /// The known values of atoms.
    values: WordMap<Expr, Expr>,
    /// Coefficients of the polynomials: functions of time.
    coefficients: Vec<(String, Unknown)>,
    /// Energies and loads of the members with the polynomials in them.
    members: Vec<FittedMember>,
    /// The unknowns in each lumped part.
    lumps: Vec<HashSet<Unknown>>,
}

/// Contribution of a member with polynomial fields.
struct FittedMember {
    energies: [Expr; 3],
    loads: Vec<(Expr, Expr)>,
    /// The functions of time it depends on.
    unknowns: HashSet<Unknown>,
}

/// A derived equation with the polynomials in it.
pub(crate) struct FittedEquation {
    /// Its unknown, and the functions of time in it.
    pub moved: Expr,
    pub unknowns: HashSet<Unknown>,
    /// How it enters the balance.
    sign: Number,
    lumped: Expr,
    /// Integrands with the lengths they are integrated over.
    along: Vec<(Expr, Expr)>,
}

/// A sum of lumped terms and integrals along members that should vanish.
#[derive(Default)]
pub(crate) struct Balance {
    lumped: Vec<(Number, Expr)>,
    along: Vec<(Number, Expr, Expr)>,
}

impl Balance {
    /// Adds an integral along a member, unless it is zero.
    fn push_along(&mut self, algebra: &Algebra, factor: Number, integrand: Expr, length: Expr) {
        if integrand != algebra.store.zero() {
            self.along.push((factor, integrand, length));
        }
    }

    /// Adds a derived equation, weighted.
    pub fn add_derived(&mut self, algebra: &mut Algebra, equation: &FittedEquation, weight: Expr) {
        if weight == algebra.store.zero() {
            return;
        }
        self.lumped.push((equation.sign, algebra.store.mul(equation.lumped, weight)));
        for (integrand, length) in &equation.along {
            let term = algebra.store.mul(*integrand, weight);
            self.push_along(algebra, equation.sign, term, *length);
        }
    }

    /// Adds another balance, multiplied by a factor.
    pub fn add(&mut self, algebra: &mut Algebra, factor: Expr, other: &Self) {
        for (number, term) in &other.lumped {
            self.lumped.push((*number, algebra.store.mul(factor, *term)));
        }
        for (number, term, length) in &other.along {
            self.along.push((*number, algebra.store.mul(factor, *term), *length));
        }
    }

    /// Whether it contains a rounded number.
    fn is_rounded(&self, algebra: &Algebra) -> bool {
        let lumped = self.lumped.iter().map(|(factor, term)| (*factor, *term));
        let along =
            self.along.iter().flat_map(|(factor, term, length)| [(*factor, *term), (*factor, *length)]);
        let all: Vec<(Number, Expr)> = lumped.chain(along).collect();
        let exprs: Vec<Expr> = all.iter().map(|(_, expr)| *expr).collect();
        all.iter().any(|(factor, _)| factor.exact().is_none()) || has_rounded(algebra, &exprs)
    }

    /// Whether the sum vanishes.
    ///
    /// # Errors
    /// Why this could not be decided.
    pub fn is_zero(&self, algebra: &mut Algebra) -> Result<bool, String> {
        let x = algebra.jets.space();
        let lumped = algebra.store.sum(&self.lumped);
        // Integrals over the same length are one integral, whose common parts are evaluated once.
        let mut by_length: Vec<(Expr, Vec<(Number, Expr)>)> = Vec::new();
        for (factor, integrand, length) in &self.along {
            match by_length.iter_mut().find(|(known, _)| known == length) {
                Some((_, terms)) => terms.push((*factor, *integrand)),
                None => by_length.push((*length, vec![(*factor, *integrand)])),
            }
        }
        let mut integrals = Vec::new();
        for (length, terms) in by_length {
            let integrand = algebra.store.sum(&terms);
            let degree = algebra.store.degree(integrand, x);
            let degree = degree.ok_or("a coefficient is not a polynomial along its member")?;
            integrals.push(DefiniteIntegral { integrand, length, degree });
        }
        match algebra.store.is_zero_with_integrals(&[(lumped, 1)], x, &integrals) {
            ZeroTest::Zero => Ok(true),
            // Rounded numbers differ in their last digits and prove nothing.
            ZeroTest::NotZero if self.is_rounded(algebra) => {
                Err("numbers in it had to be rounded".to_owned())
            }
            ZeroTest::NotZero => Ok(false),
            ZeroTest::Undecided => Err("the functions in it are beyond the zero test".to_owned()),
        }
    }
}

/// Whether some expressions contain a rounded number.
pub(crate) fn has_rounded(algebra: &Algebra, exprs: &[Expr]) -> bool {
    let is_rounded = |number: &Number| number.exact().is_none();
    algebra.store.parts_of(exprs).into_iter().any(|part| match algebra.store.node(part) {
        Node::Number(number) => is_rounded(number),
        Node::Sum(constant, terms) => {
            is_rounded(constant) || terms.iter().any(|(factor, _)| is_rounded(factor))
        }
        Node::Product(factors) => factors.iter().any(|(_, exponent)| is_rounded(exponent)),
        _ => false,
    })
}

impl<'p> Trial<'p> {
    /// Trial fields of a system.
    ///
    /// # Errors
    /// Why they do not exist.
    pub fn new(algebra: &mut Algebra, atoms: &'p Atoms, parts: &'p Parts) -> Result<Self, String> {
        let (fields, coefficients, members) = (HashMap::new(), Vec::new(), Vec::new());
        let lumps = parts.lumps.iter();
        let lumps = lumps.map(|lump| algebra.unknowns_in(&[lump.kinetic, lump.potential, lump.dissipation]));
        let lumps = lumps.collect();
        let mut trial =
            Self { parts, atoms, fields, values: WordMap::default(), coefficients, members, lumps };
        for member in &parts.members {
            for (at, field) in member.fields.iter().enumerate() {
                let polynomial = trial.polynomial(algebra, member, at)?;
                trial.fields.insert(*field, polynomial);
            }
        }
        for member in &parts.members {
            let mut given = vec![member.kinetic, member.potential, member.dissipation];
            given.extend(member.loads.iter().flat_map(|(force, at)| [*force, *at]));
            for expr in given {
                trial.replace_known_functions(algebra, expr);
            }
        }
        for member in &parts.members {
            let fitted = trial.fitted_member(algebra, member).map_err(|error| error.to_string())?;
            trial.members.push(fitted);
        }
        Ok(trial)
    }

    fn fitted_member(
        &mut self,
        algebra: &mut Algebra,
        member: &Member,
    ) -> Result<FittedMember, DerivativeError> {
        let mut fit = |expr: Expr| self.fitted(algebra, expr);
        let energies = [fit(member.kinetic)?, fit(member.potential)?, fit(member.dissipation)?];
        let loads = member.loads.iter().map(|(force, at)| Ok((fit(*force)?, fit(*at)?)));
        let loads: Vec<(Expr, Expr)> = loads.collect::<Result<_, DerivativeError>>()?;
        let mut all = energies.to_vec();
        all.extend(loads.iter().map(|(_, displacement)| *displacement));
        Ok(FittedMember { energies, unknowns: algebra.unknowns_in(&all), loads })
    }

    fn coefficient(&mut self, algebra: &mut Algebra, name: String) -> Expr {
        let symbol = algebra.store.symbol(&name);
        let unknown = algebra.unknown(symbol, Dependence::TIME);
        self.coefficients.push((name, unknown));
        symbol
    }

    /// Hermite polynomials for the ends plus polynomials that vanish there with their derivatives.
    fn polynomial(&mut self, algebra: &mut Algebra, member: &Member, field: usize) -> Result<Expr, String> {
        let own: Vec<usize> =
            (0..member.quantities.len()).filter(|at| member.quantities[*at].field == field).collect();
        let (x, l) = (algebra.jets.space(), member.length);
        let shapes = hermite(algebra, x, l, own.len())?;
        let name = algebra.jets.name(member.fields[field]).to_owned();
        let mut terms = Vec::new();
        for end in End::BOTH {
            for (order, at) in own.iter().enumerate() {
                let value = match member.follows[end as usize][*at] {
                    Some(follows) => follows,
                    None => self.coefficient(algebra, format!("{name};{order}{}", end.key())),
                };
                let shape = shapes[end as usize * own.len() + order];
                terms.push((Number::ONE, algebra.store.mul(value, shape)));
            }
        }
        let rest = algebra.store.sub(l, x);
        let power = Number::from(i32::try_from(own.len()).map_err(|_| "too many derivatives")?);
        for number in 0..BUBBLES {
            let value = self.coefficient(algebra, format!("{name};bubble{number}"));
            let raised = Number::from(i32::try_from(number).map_err(|_| "too many bubbles")?);
            let bubble = [(value, Number::ONE), (x, power), (rest, power), (x, raised)];
            terms.push((Number::ONE, algebra.store.product(&bubble)));
        }
        Ok(algebra.store.sum(&terms))
    }

    /// Functions such as EI(x) or f(x, t) become polynomials with arbitrary coefficients.
    fn replace_known_functions(&mut self, algebra: &mut Algebra, expr: Expr) {
        for (jet, _) in algebra.jets.jets_in(&algebra.store, expr) {
            let dependence = algebra.jets.dependence(jet.of);
            if !dependence.space || self.fields.contains_key(&jet.of) {
                continue;
            }
            let (name, x) = (algebra.jets.name(jet.of).to_owned(), algebra.jets.space());
            let mut terms = Vec::new();
            for power in 0..3 {
                let value = algebra.store.symbol(&format!("{name};{power}"));
                if dependence.time {
                    algebra.unknown(value, Dependence::TIME);
                }
                let raised = algebra.store.powi(x, power);
                terms.push((Number::ONE, algebra.store.mul(value, raised)));
            }
            let polynomial = algebra.store.sum(&terms);
            self.fields.insert(jet.of, polynomial);
        }
    }

    /// All functions of time that can be varied.
    pub fn directions(&self) -> Vec<(String, Unknown)> {
        self.parts.coordinates.iter().chain(&self.coefficients).cloned().collect()
    }

    /// The expression with the polynomials in it, and values at ends evaluated.
    fn fitted(&mut self, algebra: &mut Algebra, expr: Expr) -> Result<Expr, DerivativeError> {
        let mut values = Replacements::new();
        for part in algebra.store.parts_of(&[expr]) {
            if let Some(value) = self.atom_value(algebra, part)? {
                values.insert(part, value);
            }
        }
        Ok(algebra.store.substitute(expr, &values))
    }

    /// The value of an atom that stands for a field, made once.
    fn atom_value(&mut self, algebra: &mut Algebra, atom: Expr) -> Result<Option<Expr>, DerivativeError> {
        if let Some(known) = self.values.get(&atom) {
            return Ok(Some(*known));
        }
        let (jet, place) = match (algebra.jets.meaning(atom), self.atoms.meaning(atom)) {
            (Some(jet), _) => (jet, None),
            (None, Some(Atom::AtEnd { jet, member, end })) => (jet, Some((member, end))),
            _ => return Ok(None),
        };
        let Some(polynomial) = self.fields.get(&jet.of) else { return Ok(None) };
        let mut value = algebra.total(*polynomial, jet.time, jet.space)?;
        if let Some((member, end)) = place {
            value = at(algebra, &self.parts.members[member], end, value);
        }
        self.values.insert(atom, value);
        Ok(Some(value))
    }

    /// Ordinary Lagrange of everything, integrated, less the work of the loads.
    pub fn add_ordinary_lagrange(
        &self,
        algebra: &mut Algebra,
        of: Unknown,
        balance: &mut Balance,
    ) -> Result<(), DerivativeError> {
        let jet = algebra.jet(of, 0, 0);
        for (lump, _) in self.parts.lumps.iter().zip(&self.lumps).filter(|(_, known)| known.contains(&of)) {
            let term = ordinary(algebra, [lump.kinetic, lump.potential, lump.dissipation], of)?;
            balance.lumped.push((Number::ONE, term));
        }
        for load in &self.parts.loads {
            let direction = algebra.store.derivative(load.at, jet)?;
            balance.lumped.push((-Number::ONE, algebra.store.mul(load.value, direction)));
        }
        let members = self.parts.members.iter().zip(&self.members);
        for (member, fitted) in members.filter(|(_, fitted)| fitted.unknowns.contains(&of)) {
            let term = ordinary(algebra, fitted.energies, of)?;
            balance.push_along(algebra, Number::ONE, term, member.length);
            for (force, displacement) in &fitted.loads {
                let direction = algebra.store.derivative(*displacement, jet)?;
                let work = algebra.store.mul(*force, direction);
                balance.push_along(algebra, -Number::ONE, work, member.length);
            }
        }
        Ok(())
    }

    /// D_t of the energy, plus losses, less the power of the loads.
    pub fn add_power(&self, algebra: &mut Algebra, balance: &mut Balance) -> Result<(), DerivativeError> {
        let directions = self.directions();
        for (lump, known) in self.parts.lumps.iter().zip(&self.lumps) {
            let term =
                power(algebra, [lump.kinetic, lump.potential, lump.dissipation], (&directions, known))?;
            balance.lumped.push((Number::ONE, term));
        }
        for load in &self.parts.loads {
            let rate = algebra.by_time(load.at)?;
            balance.lumped.push((-Number::ONE, algebra.store.mul(load.value, rate)));
        }
        for (member, fitted) in self.parts.members.iter().zip(&self.members) {
            let term = power(algebra, fitted.energies, (&directions, &fitted.unknowns))?;
            balance.push_along(algebra, Number::ONE, term, member.length);
            for (force, displacement) in &fitted.loads {
                let rate = algebra.by_time(*displacement)?;
                let work = algebra.store.mul(*force, rate);
                balance.push_along(algebra, -Number::ONE, work, member.length);
            }
        }
        Ok(())
    }

    /// The derived equations with the polynomials in them, in their order.
    pub fn fitted_equations(
        &mut self,
        algebra: &mut Algebra,
        equations: &[Equation],
    ) -> Result<Vec<FittedEquation>, DerivativeError> {
        equations.iter().map(|equation| self.fitted_equation(algebra, equation)).collect()
    }

    fn fitted_equation(
        &mut self,
        algebra: &mut Algebra,
        equation: &Equation,
    ) -> Result<FittedEquation, DerivativeError> {
        let zero = algebra.store.zero();
        let (moved, sign, lumped, along) = match equation.kind {
            EquationKind::Field { member } => {
                let symbol = algebra.store.symbol(&equation.name);
                let moved = self.fitted(algebra, symbol)?;
                let residual = self.fitted(algebra, equation.residual)?;
                (moved, -Number::ONE, zero, vec![(residual, self.parts.members[member].length)])
            }
            EquationKind::Coordinate => {
                let (lumped, along) = self.fitted_coordinate(algebra, equation.residual)?;
                (algebra.store.symbol(&equation.name), -Number::ONE, lumped, along)
            }
            // The load acts on the attachment, so its opposite acts on the member.
            EquationKind::Natural { member, end } => {
                let residual = self.fitted(algebra, equation.residual)?;
                (self.moved_by(algebra, equation, member, end)?, Number::ONE, residual, Vec::new())
            }
            EquationKind::Compatibility { .. } => (zero, Number::ZERO, zero, Vec::new()),
        };
        Ok(FittedEquation { unknowns: algebra.unknowns_in(&[moved]), moved, sign, lumped, along })
    }

    /// The end quantity whose natural boundary condition this is.
    fn moved_by(
        &mut self,
        algebra: &mut Algebra,
        equation: &Equation,
        member: usize,
        end: End,
    ) -> Result<Expr, DerivativeError> {
        let member = &self.parts.members[member];
        let quantity = member.quantities.iter().find(|quantity| {
            equation.name == format!("{} of {}, end {}", quantity.name, member.name, end.key())
        });
        let quantity = quantity.expect("a natural boundary condition is named after its quantity");
        let jet = algebra.jet(member.fields[quantity.field], 0, quantity.order);
        let inside = self.fitted(algebra, jet)?;
        Ok(at(algebra, member, end, inside))
    }

    /// The equation of a coordinate as lumped terms and integrals along members.
    fn fitted_coordinate(
        &mut self,
        algebra: &mut Algebra,
        residual: Expr,
    ) -> Result<(Expr, Vec<(Expr, Expr)>), DerivativeError> {
        let mut without = Replacements::new();
        let mut along = Vec::new();
        for part in algebra.store.parts_of(&[residual]) {
            let Some(Atom::Along { body, member }) = self.atoms.meaning(part) else { continue };
            let factor = algebra.store.derivative(residual, part)?;
            let body = self.fitted(algebra, body)?;
            along.push((algebra.store.mul(factor, body), self.parts.members[member].length));
            without.insert(part, algebra.store.zero());
        }
        let rest = algebra.store.substitute(residual, &without);
        Ok((self.fitted(algebra, rest)?, along))
    }

    /// Whether energies or ends contain time explicitly, or given functions of it.
    pub fn depends_on_time(&self, algebra: &Algebra) -> bool {
        let lumps = self.parts.lumps.iter().flat_map(|lump| [lump.kinetic, lump.potential, lump.dissipation]);
        let members = self.parts.members.iter().flat_map(|member| {
            let follows = member.follows.iter().flatten().filter_map(|follows| *follows);
            [member.kinetic, member.potential, member.dissipation].into_iter().chain(follows)
        });
        let time = algebra.jets.time();
        let exprs: Vec<Expr> = lumps.chain(members).collect();
        let fields = self.parts.members.iter().flat_map(|member| member.fields.iter().copied());
        let own: HashSet<Unknown> =
            self.parts.coordinates.iter().map(|(_, unknown)| *unknown).chain(fields).collect();
        let is_given = |of: &Unknown| !own.contains(of) && algebra.jets.dependence(*of).time;
        algebra.store.parts_of(&exprs).contains(&time) || algebra.unknowns_in(&exprs).iter().any(is_given)
    }
}

/// The value of an expression at an end of a member.
fn at(algebra: &mut Algebra, member: &Member, end: End, expr: Expr) -> Expr {
    let here = if end == End::A { algebra.store.zero() } else { member.length };
    let x = algebra.jets.space();
    algebra.store.substitute(expr, &[(x, here)].into())
}

/// D_t(Σ ẏ ∂L/∂ẏ − L) + Σ ẏ ∂R/∂ẏ over all functions of time.
fn power(
    algebra: &mut Algebra,
    [kinetic, potential, losses]: [Expr; 3],
    (directions, known): (&[(String, Unknown)], &HashSet<Unknown>),
) -> Result<Expr, DerivativeError> {
    let lagrangian = algebra.store.sub(kinetic, potential);
    let (mut energy, mut lost) = (vec![(-Number::ONE, lagrangian)], Vec::new());
    for (_, direction) in directions.iter().filter(|(_, direction)| known.contains(direction)) {
        let rate = algebra.jet(*direction, 1, 0);
        let momentum = algebra.store.derivative(lagrangian, rate)?;
        energy.push((Number::ONE, algebra.store.mul(rate, momentum)));
        let resistance = algebra.store.derivative(losses, rate)?;
        lost.push((Number::ONE, algebra.store.mul(rate, resistance)));
    }
    let energy = algebra.store.sum(&energy);
    let change = algebra.by_time(energy)?;
    lost.push((Number::ONE, change));
    Ok(algebra.store.sum(&lost))
}

/// Polynomials that take the value 1 in one end quantity and 0 in the others, first end first.
fn hermite(algebra: &mut Algebra, x: Expr, l: Expr, order: usize) -> Result<Vec<Expr>, String> {
    let s = algebra.store.div(x, l);
    let mut polynomial = |scale: Option<Expr>, coefficients: &[i32]| {
        let scale = scale.unwrap_or(algebra.store.one());
        let mut terms = Vec::new();
        for (power, coefficient) in (0..).zip(coefficients) {
            let raised = algebra.store.powi(s, power);
            terms.push((Number::from(*coefficient), algebra.store.mul(scale, raised)));
        }
        algebra.store.sum(&terms)
    };

    match order {
        1 => Ok(vec![polynomial(None, &[1, -1]), polynomial(None, &[0, 1])]),
        2 => Ok(vec![
            polynomial(None, &[1, 0, -3, 2]),
            polynomial(Some(l), &[0, 1, -2, 1]),
            polynomial(None, &[0, 0, 3, -2]),
            polynomial(Some(l), &[0, 0, -1, 1]),
        ]),
        _ => Err(format!("trial fields exist for two derivatives at an end at most, not for {order}")),
    }
}
