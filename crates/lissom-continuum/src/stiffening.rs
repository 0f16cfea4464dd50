//! Stiffening of a member by axial load, from the foreshortening of its bent axis.
//!
//! An inextensible axis pulls its particles back by s = ½ ∫₀ˣ w′² dX along its direction e. Put into the
//! kinetic energy of the particles and of everything carried further out, to second order in the field, and
//! with the order of integration exchanged, this leaves a local density
//!
//! L = − P w′ ẇ′ − ½ Q w′²,  P = ∫ ṙ₀·e dm,  Q = ∫ ṙ₀·ė dm over all mass beyond x,
//!
//! where r₀ is the place of the straight member. It differs from the usual ½ N w′² with the rigid acceleration in N by
//! a derivative by time only, and brings in no second derivatives. Weight along the member adds N = ∫ g·e dm. Without
//! these terms a beam that turns becomes softer with speed, which is wrong.

use lissom_symbolic::{DerivativeError, Expr, Number, Unknown};

use crate::algebra::Algebra;
use crate::error::DeriveError;
use crate::parts::{End, Member, derivative_error};

/// Data of the stiffening of a member.
pub(crate) struct Spine {
    /// Position of the straight member: its fields are zero.
    pub straight: Vec<Expr>,
    /// Position with fields.
    pub position: Vec<Expr>,
    /// Mass per length.
    pub inertia: Option<Expr>,
    /// The field across the member, if it is to be stiffened.
    pub transverse: Option<Unknown>,
    /// Whether stiffening was requested explicitly.
    pub is_demanded: bool,
}

/// A point mass and its position.
pub(crate) struct PointMass {
    pub name: String,
    pub mass: Expr,
    pub position: Vec<Expr>,
}

/// Adds the stiffening of every member that has one to its energies. Returns notes on what it does not cover.
pub(crate) fn stiffen(
    algebra: &mut Algebra,
    members: &mut [Member],
    masses: &[PointMass],
    gravity: &[Expr],
) -> Result<Vec<String>, DeriveError> {
    let mut omissions = Vec::new();
    for at in 0..members.len() {
        let Some(field) = members[at].spine.transverse else { continue };
        let name = members[at].name.clone();
        let is_demanded = members[at].spine.is_demanded;
        let mut stiffener = Stiffener { algebra, members, masses, gravity, loose: Vec::new() };
        let pull = stiffener.pull(at)?;
        let loose = stiffener.loose;
        let Some([momentum, turning, weight]) = pull else {
            if is_demanded {
                return Err(DeriveError::NoSpine { member: name });
            }
            continue;
        };
        // A weightless member at rest has no axial load.
        let zero = algebra.store.zero();
        if [momentum, turning, weight] != [zero; 3] {
            omissions.extend(loose.into_iter().map(|part| {
                format!(
                    "the axial load of `{part}` on `{name}` is not included in the stiffening of `{name}`: \
                     it moves with the end \
                     of it, but not as one body with it"
                )
            }));
        }
        let (slope, rate) = (algebra.jet(field, 0, 1), algebra.jet(field, 1, 1));
        let one = Number::ONE;
        let drawn = algebra.store.product(&[(momentum, one), (slope, one), (rate, one)]);
        let turned = algebra.half_square(turning, slope);
        let heavy = algebra.half_square(weight, slope);
        let member = &mut members[at];
        member.kinetic = algebra.store.sum(&[(one, member.kinetic), (-one, drawn), (-one, turned)]);
        member.potential = algebra.store.add(member.potential, heavy);
    }
    Ok(omissions)
}

struct Stiffener<'a> {
    algebra: &'a mut Algebra,
    members: &'a [Member],
    masses: &'a [PointMass],
    gravity: &'a [Expr],
    /// Parts that move with an end, but not as one body with it.
    loose: Vec<String>,
}

/// How a place moves with the end of a member.
enum Attachment {
    /// As one body: where the place is while the member is straight.
    Rigid(Vec<Expr>),
    Loose,
    Apart,
}

/// P, Q and N of some mass.
type Pull = [Expr; 3];

impl Stiffener<'_> {
    /// P, Q and N as functions of x; `None` where x is not arc length along a line.
    fn pull(&mut self, at: usize) -> Result<Option<Pull>, DeriveError> {
        let member = &self.members[at];
        let fail = |source| derivative_error(&member.name, source);
        let mut direction = Vec::new();
        for component in &member.spine.straight {
            direction.push(self.algebra.by_space(*component).map_err(fail)?);
        }
        if !self.is_unit(&direction) {
            return Ok(None);
        }
        let mut turning = Vec::new();
        for component in &direction {
            turning.push(self.algebra.by_time(*component).map_err(fail)?);
        }
        let along = [&direction[..], &turning[..]];
        let (x, zero) = (self.algebra.jets.space(), self.algebra.store.zero());
        let own = self.per_length(at, along).map_err(fail)?;
        let mut total = [zero; 3];
        for (sum, density) in total.iter_mut().zip(own) {
            *sum = self.integral(at, density, x)?;
        }
        self.add_carried(at, along, &mut total, &mut vec![at])?;
        Ok(Some(total.map(|expr| self.algebra.tidied(expr))))
    }

    fn is_unit(&mut self, direction: &[Expr]) -> bool {
        let squares: Vec<Expr> = direction.iter().map(|e| self.algebra.store.powi(*e, 2)).collect();
        let square = self.algebra.total_of(&squares);
        let one = self.algebra.store.one();
        self.algebra.store.is_zero(&[(square, 1), (one, -1)]).is_zero()
    }

    /// ρA (ṙ₀·e, ṙ₀·ė, g·e) of a member, for the direction of another.
    fn per_length(&mut self, at: usize, along: [&[Expr]; 2]) -> Result<Pull, DerivativeError> {
        let member = &self.members[at];
        let Some(inertia) = member.spine.inertia else { return Ok([self.algebra.store.zero(); 3]) };
        self.weigh(inertia, &member.spine.straight, along)
    }

    /// m (ṙ·e, ṙ·ė, g·e).
    fn weigh(&mut self, mass: Expr, place: &[Expr], along: [&[Expr]; 2]) -> Result<Pull, DerivativeError> {
        let mut speed = Vec::new();
        for component in place {
            speed.push(self.algebra.by_time(*component)?);
        }
        let [direction, turning] = along;
        let found =
            [(&speed[..], direction), (&speed[..], turning), (self.gravity, direction)].map(|(a, b)| {
                let products: Vec<Expr> =
                    a.iter().zip(b).map(|(a, b)| self.algebra.store.mul(*a, *b)).collect();
                let sum = self.algebra.total_of(&products);
                let product = self.algebra.store.mul(mass, sum);
                self.algebra.tidied(product)
            });
        Ok(found)
    }

    /// Adds masses at the far end of a member and members that continue from there.
    fn add_carried(
        &mut self,
        at: usize,
        along: [&[Expr]; 2],
        total: &mut Pull,
        met: &mut Vec<usize>,
    ) -> Result<(), DeriveError> {
        let Some(tip) = self.end_place(at, End::B) else { return Ok(()) };
        let name = &self.members[at].name;
        for mass in self.masses {
            match self.attachment(at, &tip, &mass.position)? {
                Attachment::Rigid(place) => {
                    let found = self.weigh(mass.mass, &place, along);
                    let found = found.map_err(|source| derivative_error(name, source))?;
                    self.add(total, found);
                }
                Attachment::Loose => self.loose.push(mass.name.clone()),
                Attachment::Apart => {}
            }
        }
        for next in 0..self.members.len() {
            if met.contains(&next) {
                continue;
            }
            let Some(start) = self.end_place(next, End::A) else { continue };
            let attachment = self.attachment(at, &tip, &start)?;
            if matches!(attachment, Attachment::Loose) {
                self.loose.push(self.members[next].name.clone());
            }
            if matches!(attachment, Attachment::Rigid(_)) {
                met.push(next);
                let zero = self.algebra.store.zero();
                let own = self.per_length(next, along).map_err(|source| derivative_error(name, source))?;
                let mut found = [zero; 3];
                for (sum, density) in found.iter_mut().zip(own) {
                    *sum = self.integral(next, density, zero)?;
                }
                self.add(total, found);
                self.add_carried(next, along, total, met)?;
            }
        }
        Ok(())
    }

    /// Whether a place is the far end of a member, or fixed to it at a distance that turns with it.
    fn attachment(&mut self, at: usize, tip: &[Expr], place: &[Expr]) -> Result<Attachment, DeriveError> {
        if tip.len() != place.len() {
            return Ok(Attachment::Apart);
        }
        let straight = self.straight_end(at);
        if self.is_same(tip, place) {
            return Ok(Attachment::Rigid(straight));
        }
        let member = &self.members[at];
        let carrier = member.spine.transverse.and_then(|field| {
            let field = member.fields.iter().position(|own| *own == field)?;
            let quantity = member.quantities.iter().position(|q| q.field == field && q.order == 0)?;
            self.algebra.jets.meaning(member.follows[End::B as usize][quantity]?)
        });
        let Some(carrier) = carrier else { return Ok(Attachment::Apart) };
        if !self.algebra.unknowns_in(place).contains(&carrier.of) {
            return Ok(Attachment::Apart);
        }
        let apart: Vec<Expr> = place.iter().zip(tip).map(|(a, b)| self.algebra.store.sub(*a, *b)).collect();
        let displacement = self.algebra.jet(carrier.of, 0, 0);
        for component in &apart {
            let slope = self.algebra.store.derivative(*component, displacement);
            let slope = slope.map_err(|source| derivative_error(&member.name, source))?;
            if !self.algebra.store.is_zero(&[(slope, 1)]).is_zero() {
                return Ok(Attachment::Loose);
            }
        }
        Ok(self.at_straight(at, &straight, &apart).map_or(Attachment::Loose, Attachment::Rigid))
    }

    /// A place at a distance from the end of a member while it is straight; `None` if the distance depends on anything
    /// but the motion of the end and of the straight member.
    fn at_straight(&mut self, at: usize, straight: &[Expr], apart: &[Expr]) -> Option<Vec<Expr>> {
        let carried = self.algebra.unknowns_in(straight);
        let mut still = std::collections::HashMap::new();
        for follows in self.members[at].follows[End::B as usize].clone().into_iter().flatten() {
            if let Some(jet) = self.algebra.jets.meaning(follows).filter(|jet| !carried.contains(&jet.of)) {
                still.insert(self.algebra.jet(jet.of, 0, 0), self.algebra.store.zero());
            }
        }
        let rest: Vec<Expr> = apart.iter().map(|c| self.algebra.store.substitute(*c, &still)).collect();
        if !self.algebra.unknowns_in(&rest).is_subset(&carried) {
            return None;
        }
        Some(straight.iter().zip(rest).map(|(a, b)| self.algebra.store.add(*a, b)).collect())
    }

    fn add(&mut self, total: &mut Pull, more: Pull) {
        for (sum, more) in total.iter_mut().zip(more) {
            *sum = self.algebra.store.add(*sum, more);
        }
    }

    /// Where an end is, as a function of coordinates; `None` if a field in it is free there.
    fn end_place(&mut self, at: usize, end: End) -> Option<Vec<Expr>> {
        let member = &self.members[at];
        let x = self.algebra.jets.space();
        let here = if end == End::A { self.algebra.store.zero() } else { member.length };
        let mut values = std::collections::HashMap::from([(x, here)]);
        let jets: Vec<_> = member
            .spine
            .position
            .iter()
            .flat_map(|component| self.algebra.jets.jets_in(&self.algebra.store, *component))
            .collect();
        for (jet, atom) in jets {
            let Some(field) = member.fields.iter().position(|field| *field == jet.of) else { continue };
            let quantity = member.quantities.iter().position(|q| q.field == field && q.order == 0)?;
            values.insert(atom, member.follows[end as usize][quantity]?);
        }
        Some(member.spine.position.iter().map(|c| self.algebra.store.substitute(*c, &values)).collect())
    }

    /// Where the far end of the straight member is.
    fn straight_end(&mut self, at: usize) -> Vec<Expr> {
        let member = &self.members[at];
        let values = [(self.algebra.jets.space(), member.length)].into();
        member.spine.straight.iter().map(|c| self.algebra.store.substitute(*c, &values)).collect()
    }

    fn is_same(&self, a: &[Expr], b: &[Expr]) -> bool {
        a.len() == b.len()
            && a.iter().zip(b).all(|(a, b)| self.algebra.store.is_zero(&[(*a, 1), (*b, -1)]).is_zero())
    }

    /// ∫ from `from` to the length of a polynomial in x, whose coefficients are its derivatives at x = 0.
    fn integral(&mut self, at: usize, density: Expr, from: Expr) -> Result<Expr, DeriveError> {
        let (name, length) = (&self.members[at].name, self.members[at].length);
        let x = self.algebra.jets.space();
        let jets = self.algebra.jets.jets_in(&self.algebra.store, density);
        let varies = jets.iter().any(|(jet, _)| self.algebra.jets.dependence(jet.of).space);
        let degree = self.algebra.store.degree(density, x).filter(|_| !varies);
        let degree = degree.and_then(|degree| i32::try_from(degree).ok());
        let degree = degree.ok_or_else(|| DeriveError::Pull { member: name.clone() })?;
        let (mut slope, mut factorial) = (density, self.algebra.store.one());
        let at_zero = [(x, self.algebra.store.zero())].into();
        let mut terms = Vec::new();
        for power in 1..=degree + 1 {
            let coefficient = self.algebra.store.substitute(slope, &at_zero);
            let store = &mut self.algebra.store;
            let (upper, lower, above) =
                (store.powi(length, power), store.powi(from, power), store.integer(power));
            let span = store.sub(upper, lower);
            factorial = store.mul(factorial, above);
            let one = Number::ONE;
            terms.push(store.product(&[(coefficient, one), (span, one), (factorial, -one)]));
            slope = store.derivative(slope, x).map_err(|source| derivative_error(name, source))?;
        }
        Ok(self.algebra.total_of(&terms))
    }
}
