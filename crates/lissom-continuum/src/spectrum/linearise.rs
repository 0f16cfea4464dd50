//! Derived equations, linearised about rest or a prescribed motion, with values for all symbols.

use std::collections::HashMap;
use std::sync::Arc;

use lissom_linalg::Dense;
use lissom_symbolic::{Expr, Number, Program, Unknown};

use crate::atoms::Atom;
use crate::breaks::conditions;
use crate::derivation::{Derivation, stem};
use crate::notation::Notation;
use crate::parts::{End, Member};

use super::detail::Detail;
use super::error::SpectrumError;
use super::linear_system::{LinearMember, LinearSystem, Profile, Varying};

/// Residuals of the equations at rest below this are rounding errors [-], relative to 1 in the units of the equation.
const AT_REST: f64 = 1e-9;

impl Derivation {
    /// The system linearised about zero coordinates and fields, with the values of its parameters.
    ///
    /// # Errors
    /// A symbol without value, a rest state that is not an equilibrium, and systems that the spectrum does
    /// not cover.
    pub fn linearise(&mut self, parameters: &[(&str, f64)]) -> Result<LinearSystem, SpectrumError> {
        self.linearise_loaded(parameters, &[])
    }

    /// As [`Self::linearise`], with amplitudes for loads such as `f(x, t)`: others are zero.
    ///
    /// # Errors
    /// As [`Self::linearise`].
    pub fn linearise_loaded(
        &mut self,
        parameters: &[(&str, f64)],
        loads: &[(&str, f64)],
    ) -> Result<LinearSystem, SpectrumError> {
        let mut lineariser = Lineariser::new(self, parameters);
        lineariser.check_rest()?;
        lineariser.loads = loads.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        lineariser.system()
    }
}

struct Lineariser<'d> {
    derivation: &'d mut Derivation,
    /// Parameters with their values, then everything that is zero at rest.
    inputs: Vec<(Expr, f64)>,
    coordinates: Vec<Unknown>,
    x: Expr,
    /// Amplitudes of unknown functions by name.
    loads: Vec<(String, f64)>,
}

impl<'d> Lineariser<'d> {
    fn new(derivation: &'d mut Derivation, parameters: &[(&str, f64)]) -> Self {
        let store = &mut derivation.algebra.store;
        let mut inputs: Vec<(Expr, f64)> =
            parameters.iter().map(|(name, value)| (store.symbol(name), *value)).collect();
        inputs.extend(derivation.algebra.letters.values());
        inputs.push((derivation.algebra.jets.time(), 0.0));
        let coordinates = derivation.parts.coordinates.iter().map(|(_, unknown)| *unknown).collect();
        let x = derivation.algebra.jets.space();
        Self { derivation, inputs, coordinates, x, loads: Vec::new() }
    }

    /// Expressions at rest: jets and atoms in them are zero.
    fn still(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        let mut zeros = HashMap::new();
        let zero = self.derivation.algebra.store.zero();
        for atom in self.derivation.algebra.store.parts_of(exprs) {
            let jet =
                self.derivation.algebra.jets.meaning(atom).filter(|jet| (jet.time, jet.space) == (0, 0));
            let name = jet.map(|jet| self.derivation.algebra.jets.name(jet.of).to_owned());
            let origin = name.as_deref().map(|name| self.derivation.origin(name));
            let amplitude = self.loads.iter().find(|(load, _)| Some(stem(load)) == origin);
            if let Some(amplitude) = amplitude.and_then(|(_, value)| Number::from_f64(*value)) {
                zeros.insert(atom, self.derivation.algebra.store.number(amplitude));
            } else if self.derivation.algebra.jets.meaning(atom).is_some()
                || self.derivation.atom(atom).is_some()
            {
                zeros.insert(atom, zero);
            }
        }
        let store = &mut self.derivation.algebra.store;
        exprs.iter().map(|expr| store.substitute(*expr, &zeros)).collect()
    }

    /// A program for the values of expressions at rest, with the values of its inputs but x.
    fn program(&mut self, part: &str, exprs: &[Expr]) -> Result<(Program, Vec<f64>), SpectrumError> {
        let still = self.still(exprs);
        let mut names: Vec<Expr> = self.inputs.iter().map(|(name, _)| *name).collect();
        names.push(self.x);
        let program = Program::compile(&self.derivation.algebra.store, &still, &names)
            .map_err(|source| SpectrumError::Unbound { part: part.to_owned(), source })?;
        Ok((program, self.inputs.iter().map(|(_, value)| *value).collect()))
    }

    /// The explicit time derivative of an expression at rest.
    fn rate_at_rest(&mut self, part: &str, expr: Expr) -> Result<Expr, SpectrumError> {
        self.check_known(part, &[expr])?;
        let time = self.derivation.algebra.jets.time();
        let still = self.still(&[expr])[0];
        let store = &mut self.derivation.algebra.store;
        if !store.parts_of(&[still]).contains(&time) {
            return Ok(store.zero());
        }
        let rate = store.derivative(still, time);
        rate.map_err(|source| SpectrumError::Derivative { part: part.to_owned(), source })
    }

    /// Checks that the coefficients of the linear equations are constant.
    fn check_constant(&mut self, part: &str, exprs: &[Expr]) -> Result<(), SpectrumError> {
        for expr in exprs {
            let rate = self.rate_at_rest(part, *expr)?;
            let mut moves = self.is_switched(*expr);
            if !moves && self.derivation.algebra.store.is_zero(&[(rate, 1)]).is_zero() {
                continue;
            }
            for place in [(0.3, 0.0), (0.3, 0.83), (0.7, 2.9)] {
                moves |= self.values_at(part, &[rate], place)?[0] != 0.0;
            }
            // A factor may be a parameter of value zero.
            if moves {
                let still = self.still(&[*expr])[0];
                let term = self.derivation.expression(still, Notation::Unicode);
                return Err(SpectrumError::TimeDependent { part: part.to_owned(), term });
            }
        }
        Ok(())
    }

    /// Whether a coefficient changes its branch with time: constant before and after, but different.
    fn is_switched(&mut self, expr: Expr) -> bool {
        let time = self.derivation.algebra.jets.time();
        let still = self.still(&[expr])[0];
        let store = &mut self.derivation.algebra.store;
        conditions(store, &[still]).into_iter().any(|condition| store.parts_of(&[condition]).contains(&time))
    }

    /// Energies with a step or kink at rest have no derivatives there: the branch depends on the motion.
    fn check_smooth(&mut self, part: &str, energies: &[Expr]) -> Result<(), SpectrumError> {
        for condition in conditions(&mut self.derivation.algebra.store, energies) {
            let jets = self.derivation.algebra.jets.jets_in(&self.derivation.algebra.store, condition);
            if !jets.iter().any(|(jet, _)| self.is_unknown(jet.of)) {
                continue;
            }
            let mut signs = Vec::new();
            for x in [0.3, 0.7] {
                signs.push(self.values(part, &[condition], x)?[0]);
            }
            if signs.iter().any(|sign| sign.abs() <= AT_REST) || signs[0] * signs[1] < 0.0 {
                let condition = self.derivation.expression(condition, Notation::Unicode);
                return Err(SpectrumError::NotSmooth { part: part.to_owned(), condition });
            }
        }
        Ok(())
    }

    /// Checks for undefined functions in coefficients: replacing them by zero would change the system. Small
    /// excitations of given amplitude are of second order.
    fn check_known(&self, part: &str, exprs: &[Expr]) -> Result<(), SpectrumError> {
        let jets = &self.derivation.algebra.jets;
        let atoms = self.derivation.algebra.store.parts_of(exprs);
        let given = atoms
            .into_iter()
            .filter_map(|atom| jets.meaning(atom))
            .find(|jet| !self.is_unknown(jet.of) && (self.loads.is_empty() || !jets.dependence(jet.of).time));
        given.map_or(Ok(()), |jet| {
            let function = self.derivation.origin(jets.name(jet.of)).to_owned();
            Err(SpectrumError::GivenFunction { part: part.to_owned(), function })
        })
    }

    fn values(&mut self, part: &str, exprs: &[Expr], x: f64) -> Result<Vec<f64>, SpectrumError> {
        self.values_at(part, exprs, (x, 0.0))
    }

    fn values_at(
        &mut self,
        part: &str,
        exprs: &[Expr],
        (x, time): (f64, f64),
    ) -> Result<Vec<f64>, SpectrumError> {
        let (program, mut inputs) = self.program(part, exprs)?;
        // Time is the last of the inputs.
        if let Some(last) = inputs.last_mut() {
            *last = time;
        }
        inputs.push(x);
        let mut values = vec![0.0; exprs.len()];
        program
            .evaluate_checked(&inputs, &mut Vec::new(), &mut values)
            .map_err(|source| SpectrumError::Undefined { part: part.to_owned(), source })?;
        Ok(values)
    }

    /// All equations must hold with all unknowns zero, or be linear: then the motion about the steady state is the
    /// motion about zero. Loads that are given functions are not checked.
    fn check_rest(&mut self) -> Result<(), SpectrumError> {
        let equations: Vec<(String, Expr)> = self
            .derivation
            .equations()
            .iter()
            .map(|equation| (equation.name.clone(), equation.residual))
            .collect();
        let mut is_linear = true;
        for (_, residual) in &equations {
            is_linear = is_linear && self.is_linear(*residual);
        }
        for (name, residual) in equations {
            for place in [(0.25, 0.0), (0.7, 0.0), (0.4, 0.83), (0.6, 2.9)] {
                let value = self.values_at(&name, &[residual], place)?[0];
                if value.abs() > AT_REST && !is_linear {
                    return Err(SpectrumError::NotAtRest { equation: name, residual: value });
                }
            }
        }
        Ok(())
    }

    fn system(&mut self) -> Result<LinearSystem, SpectrumError> {
        let mut names: Vec<String> =
            self.derivation.parts.coordinates.iter().map(|(name, _)| name.clone()).collect();
        let base = names.len();
        let mut ends = Vec::new();
        for at in 0..self.derivation.parts.members.len() {
            ends.push(self.ends(at, &mut names)?);
        }
        let n = names.len();
        let mut members = Vec::new();
        for (at, combinations) in ends.into_iter().enumerate() {
            let matrix = Dense::from_fn(combinations.len(), n, |i, j| {
                combinations[i].iter().filter(|(col, _)| *col == j).map(|(_, factor)| factor).sum()
            });
            members.push(self.member(at, matrix)?);
        }
        let lumps = self.lumped()?;
        let [mass, gyroscopic, damping, stiffness] = lumps
            .map(|small| Dense::from_fn(n, n, |i, j| if i < base && j < base { small[(i, j)] } else { 0.0 }));
        let forces: Vec<(Expr, Expr)> =
            self.derivation.parts.loads.iter().map(|load| (load.value, load.at)).collect();
        let jets: Vec<(Unknown, u8)> = self.coordinates.iter().map(|coordinate| (*coordinate, 0)).collect();
        let work = self.work("forces", &forces, &jets)?;
        let mut force = self.values("forces", &work, 0.0)?;
        force.resize(n, 0.0);
        Ok(LinearSystem { names, members, mass, gyroscopic, damping, stiffness, force })
    }

    /// What each end quantity follows, as combinations of coordinates; free quantities become coordinates.
    fn ends(&mut self, at: usize, names: &mut Vec<String>) -> Result<Vec<Vec<(usize, f64)>>, SpectrumError> {
        let member = &self.derivation.parts.members[at];
        let name = member.name.clone();
        let quantities: Vec<(String, End, Option<Expr>)> = End::BOTH
            .into_iter()
            .flat_map(|end| {
                let follows = &member.follows[end as usize];
                let titles = member.quantities.iter().map(move |quantity| quantity.name.clone());
                titles.zip(follows).map(move |(title, follows)| (title, end, *follows))
            })
            .collect();
        let mut rows = Vec::new();
        for (title, end, follows) in quantities {
            let Some(follows) = follows else {
                rows.push(vec![(names.len(), 1.0)]);
                names.push(format!("{title} of {name}, end {}", end.key()));
                continue;
            };
            let mut row = Vec::new();
            for (col, coordinate) in self.coordinates.clone().into_iter().enumerate() {
                let jet = self.derivation.algebra.jet(coordinate, 0, 0);
                let slope = self.derivation.algebra.store.derivative(follows, jet);
                let slope =
                    slope.map_err(|source| SpectrumError::Derivative { part: name.clone(), source })?;
                self.check_constant(&name, &[slope])?;
                let value = self.values(&name, &[slope], 0.0)?[0];
                if value != 0.0 {
                    row.push((col, value));
                }
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn member(&mut self, at: usize, ends: Dense) -> Result<LinearMember, SpectrumError> {
        let member = &self.derivation.parts.members[at];
        let (name, length, fields) = (member.name.clone(), member.length, member.fields.clone());
        let orders: Vec<usize> = (0..fields.len())
            .map(|field| member.quantities.iter().filter(|quantity| quantity.field == field).count())
            .collect();
        let shared = self.shared(at);
        self.check_constant(&name, &[length])?;
        let length = self.values(&name, &[length], 0.0)?[0];
        if length.is_nan() || length <= 0.0 {
            return Err(SpectrumError::Length { member: name, length });
        }
        let mut jets = Vec::new();
        for (field, order) in fields.iter().zip(&orders) {
            jets.extend((0..*order).map(|k| (*field, k as u8)));
        }
        jets.extend(fields.iter().zip(&orders).map(|(field, order)| (*field, *order as u8)));
        jets.extend(shared.iter().map(|coordinate| (self.coordinates[*coordinate], 0)));
        let member = &self.derivation.parts.members[at];
        let (potential, losses) = (member.potential, member.dissipation);
        let energies = [member.kinetic, potential, losses];
        let loads = member.loads.clone();
        self.check_smooth(&name, &energies)?;
        let mut entries = self.quadratic(&name, energies, &jets)?;
        self.add_followers(&name, &loads, &jets, &mut entries)?;
        self.check_constant(&name, &entries)?;
        self.check_known(&name, &entries)?;
        entries.extend(self.work(&name, &loads, &jets)?);
        let (program, inputs) = self.program(&name, &entries)?;
        let damping_time = self.damping_time(&name, &entries, jets.len())?;
        let (is_damped, is_gyroscopic) = (true, true);
        let mut varying = Varying { program, inputs, is_damped, damping_time, is_gyroscopic, detail: None };
        let varies =
            entries.iter().any(|entry| self.derivation.algebra.store.parts_of(&[*entry]).contains(&self.x));
        let profile = if varies {
            let below = orders.iter().sum::<usize>();
            let ranks: Vec<usize> = jets.iter().map(|(_, space)| usize::from(*space)).collect();
            let highest = below..below + orders.len();
            varying.detail = Detail::trace(&varying, length, &ranks, highest).map(Arc::new);
            Profile::Varying(varying)
        } else {
            let densities = varying.at(0.0, jets.len());
            Profile::Uniform(
                densities.map_err(|source| SpectrumError::Undefined { part: name.clone(), source })?,
            )
        };
        Ok(LinearMember { name, length, orders, shared, profile, ends })
    }

    /// The time by which all stiffness entries have to be multiplied to give those of the damping, if it is the same for all
    /// of them along the whole member and nothing is gyroscopic.
    fn damping_time(
        &mut self,
        part: &str,
        entries: &[Expr],
        size: usize,
    ) -> Result<Option<f64>, SpectrumError> {
        let matrix = |at: usize| entries[at * size * size..][..size * size].iter().copied();
        let store = &mut self.derivation.algebra.store;
        let zero = store.zero();
        if matrix(1).any(|entry| entry != zero) {
            return Ok(None);
        }
        let mut time = None;
        for (damping, stiffness) in matrix(2).zip(matrix(3)).filter(|both| *both != (zero, zero)) {
            if damping == zero || stiffness == zero {
                return Ok(None);
            }
            let ratio = store.div(damping, stiffness);
            if *time.get_or_insert(ratio) != ratio {
                return Ok(None);
            }
        }
        let Some(time) = time.filter(|time| !store.parts_of(&[*time]).contains(&self.x)) else {
            return Ok(None);
        };
        Ok(self.values(part, &[time], 0.0)?.first().copied())
    }

    /// The coordinates that occur in a member's densities.
    fn shared(&self, at: usize) -> Vec<usize> {
        let Member { kinetic, potential, dissipation, .. } = &self.derivation.parts.members[at];
        let algebra = &self.derivation.algebra;
        let occurs = |coordinate: &Unknown| {
            [kinetic, potential, dissipation].into_iter().any(|density| {
                algebra.jets.jets_in(&algebra.store, *density).iter().any(|(jet, _)| jet.of == *coordinate)
            })
        };
        (0..self.coordinates.len()).filter(|number| occurs(&self.coordinates[*number])).collect()
    }

    /// Mass, gyroscopic, damping and stiffness entries of energies in these jets, column by column.
    fn quadratic(
        &mut self,
        part: &str,
        [kinetic, potential, losses]: [Expr; 3],
        jets: &[(Unknown, u8)],
    ) -> Result<Vec<Expr>, SpectrumError> {
        let fail = |source| SpectrumError::Derivative { part: part.to_owned(), source };
        let algebra = &mut self.derivation.algebra;
        let lagrangian = algebra.store.sub(kinetic, potential);
        let still: Vec<Expr> = jets.iter().map(|(of, space)| algebra.jet(*of, 0, *space)).collect();
        let moving: Vec<Expr> = jets.iter().map(|(of, space)| algebra.jet(*of, 1, *space)).collect();
        let mut matrices: [Vec<Expr>; 4] = [const { Vec::new() }; 4];
        for j in 0..jets.len() {
            let algebra = &mut self.derivation.algebra;
            let by_rate = algebra.store.derivative(lagrangian, moving[j]).map_err(fail)?;
            let by_value = algebra.store.derivative(lagrangian, still[j]).map_err(fail)?;
            let resistance = algebra.store.derivative(losses, moving[j]).map_err(fail)?;
            for i in 0..jets.len() {
                let algebra = &mut self.derivation.algebra;
                let mut second = |expr: Expr, atom: Expr| algebra.store.derivative(expr, atom).map_err(fail);
                let mass = second(by_rate, moving[i])?;
                // L_{i, j_t} − L_{i_t, j}
                let (forward, backward) = (second(by_rate, still[i])?, second(by_value, moving[i])?);
                let damping = second(resistance, moving[i])?;
                let softness = second(by_value, still[i])?;
                matrices[0].push(mass);
                let gyroscopic = algebra.store.sum(&[(Number::ONE, forward), (-Number::ONE, backward)]);
                matrices[1].push(gyroscopic);
                // d/dt (∂L/∂i_t) of a prescribed motion: its factor changes with time.
                let (slower, stiffer) = (self.rate_at_rest(part, mass)?, self.rate_at_rest(part, backward)?);
                let store = &mut self.derivation.algebra.store;
                matrices[2].push(store.add(damping, slower));
                matrices[3].push(store.sub(stiffer, softness));
            }
        }
        Ok(matrices.concat())
    }

    /// Loads that depend on the motion: damping and stiffness, in general not symmetric.
    ///
    /// Loads given as functions of place and time are excitations; they are not included.
    fn add_followers(
        &mut self,
        part: &str,
        loads: &[(Expr, Expr)],
        jets: &[(Unknown, u8)],
        entries: &mut [Expr],
    ) -> Result<(), SpectrumError> {
        let forces: Vec<Expr> = loads.iter().map(|(force, _)| *force).collect();
        let mut still = HashMap::new();
        for atom in self.derivation.algebra.store.parts_of(&forces) {
            let jet = self.derivation.algebra.jets.meaning(atom);
            if jet.is_some_and(|jet| !self.is_unknown(jet.of)) {
                still.insert(atom, self.derivation.algebra.store.zero());
            }
        }
        let loads: Vec<(Expr, Expr)> = loads
            .iter()
            .map(|(force, at)| (self.derivation.algebra.store.substitute(*force, &still), *at))
            .collect();
        let work = self.work(part, &loads, jets)?;
        let n = jets.len();
        for (j, (of, space)) in jets.iter().enumerate() {
            for (matrix, time) in [(2, 1), (3, 0)] {
                let algebra = &mut self.derivation.algebra;
                let atom = algebra.jet(*of, time, *space);
                for (i, load) in work.iter().enumerate() {
                    let slope = algebra
                        .store
                        .derivative(*load, atom)
                        .map_err(|source| SpectrumError::Derivative { part: part.to_owned(), source })?;
                    let entry = &mut entries[matrix * n * n + j * n + i];
                    *entry = algebra.store.sub(*entry, slope);
                }
            }
        }
        Ok(())
    }

    /// Whether a function is a coordinate or a field, not one that is given.
    fn is_unknown(&self, of: Unknown) -> bool {
        let members = &self.derivation.parts.members;
        self.coordinates.contains(&of) || members.iter().any(|member| member.fields.contains(&of))
    }

    /// Whether an expression is linear in coordinates and fields.
    fn is_linear(&mut self, expr: Expr) -> bool {
        let moves = |lineariser: &Self, atom: Expr| match lineariser.derivation.algebra.jets.meaning(atom) {
            Some(jet) => lineariser.is_unknown(jet.of),
            None => lineariser.derivation.atom(atom).is_some(),
        };
        let atoms = self.derivation.algebra.store.parts_of(&[expr]);
        let atoms: Vec<Expr> = atoms.into_iter().filter(|atom| moves(self, *atom)).collect();
        atoms.into_iter().all(|atom| {
            let body = match self.derivation.atom(atom) {
                Some(Atom::Along { body, .. }) => Some(body),
                _ => None,
            };
            let Ok(slope) = self.derivation.algebra.store.derivative(expr, atom) else { return false };
            let inner = self.derivation.algebra.store.parts_of(&[slope]);
            !inner.into_iter().any(|part| moves(self, part)) && body.is_none_or(|body| self.is_linear(body))
        })
    }

    /// The work of loads on each of these jets.
    fn work(
        &mut self,
        part: &str,
        loads: &[(Expr, Expr)],
        jets: &[(Unknown, u8)],
    ) -> Result<Vec<Expr>, SpectrumError> {
        let mut entries = Vec::new();
        for (of, space) in jets {
            let mut terms = Vec::new();
            for (force, displacement) in loads {
                let algebra = &mut self.derivation.algebra;
                let jet = algebra.jet(*of, 0, *space);
                let direction = algebra.store.derivative(*displacement, jet);
                let direction = direction
                    .map_err(|source| SpectrumError::Derivative { part: part.to_owned(), source })?;
                terms.push(algebra.store.mul(*force, direction));
            }
            entries.push(self.derivation.algebra.total_of(&terms));
        }
        Ok(entries)
    }

    fn lumped(&mut self) -> Result<[Dense; 4], SpectrumError> {
        let n = self.coordinates.len();
        let mut totals = [const { Vec::new() }; 3];
        for lump in &self.derivation.parts.lumps {
            for (total, energy) in totals.iter_mut().zip([lump.kinetic, lump.potential, lump.dissipation]) {
                total.push(energy);
            }
        }
        let energies = totals.map(|terms| self.derivation.algebra.total_of(&terms));
        let jets: Vec<(Unknown, u8)> = self.coordinates.iter().map(|coordinate| (*coordinate, 0)).collect();
        self.check_smooth("lumped parts", &energies)?;
        let mut entries = self.quadratic("lumped parts", energies, &jets)?;
        let loads: Vec<(Expr, Expr)> =
            self.derivation.parts.loads.iter().map(|load| (load.value, load.at)).collect();
        self.add_followers("forces", &loads, &jets, &mut entries)?;
        self.check_constant("lumped parts", &entries)?;
        self.check_known("lumped parts", &entries)?;
        let values = self.values("lumped parts", &entries, 0.0)?;
        Ok([0, 1, 2, 3].map(|at| Dense::from_column_major(n, n, values[at * n * n..][..n * n].to_vec())))
    }
}
