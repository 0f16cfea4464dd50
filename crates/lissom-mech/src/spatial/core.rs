//! The equations of a choice of coordinates, in the order of solution.

use super::buffers::Buffers;
use super::choice::{Choice, depends, is_fixed};
use super::configuration::Configuration;
use super::elimination::Fronts;
use super::machine::{Machine, NONE, Preference};
use super::ragged::Ragged;
use super::rotation::Rotation;
use crate::error::MechError;
use crate::mechanism::jacobian::block_triangular::block_order;
use crate::system::GeneralisedCoordinate;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The required value of a deformation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Zero.
    Held,
    /// A drive, by its place among the laws.
    Drive(usize),
    /// An independent coordinate.
    Coordinate(usize),
}

/// D_m(x) = target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation {
    pub measure: usize,
    pub target: Target,
    /// Metres per unit.
    pub scale: f64,
}

/// Equations and unknowns that are solved together.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Places of its equations and unknowns.
    pub start: usize,
    pub size: usize,
    /// Where its factor is kept.
    pub factor: usize,
    /// Parts that its equations measure.
    pub parts: Vec<usize>,
    /// Points and orientations that it moves, with the places of their first unknowns.
    pub points: Vec<[usize; 4]>,
    pub orientations: Vec<[usize; 4]>,
    /// Scalars that it moves, with their places.
    pub scalars: Vec<(usize, usize)>,
    /// Whether one of its parts is a superelement.
    pub has_superelement: bool,
    /// An orientation and its point before it, which carry it along.
    pub carrier: Option<(usize, Option<usize>)>,
}

/// A machine in a choice of coordinates.
#[derive(Debug)]
pub(super) struct Core {
    pub machine: Arc<Machine>,
    pub choice: Choice,
    pub equations: Vec<Equation>,
    pub blocks: Vec<Block>,
    /// Place of every coordinate; `NONE` where fixed.
    pub place: Vec<usize>,
    /// Coordinate at every place.
    pub unknowns: Vec<usize>,
    /// Columns of parts as places.
    pub columns: Ragged<usize>,
    /// Parts that no equation measures: all released, or without deformation.
    pub rest: Vec<usize>,
    /// Place of the equation of every measure; `NONE`: released or redundant.
    pub equation_of: Vec<usize>,
    /// Number of the coordinate of every measure; `NONE`.
    pub coordinate_of: Vec<usize>,
    /// Attitudes from which rotation vectors are counted.
    pub homes: Vec<Rotation>,
    /// The configuration in which the coordinates were chosen, and its targets by equation.
    pub home: Configuration,
    pub home_targets: Vec<f64>,
    pub independent: Vec<GeneralisedCoordinate>,
    /// Numbers for the factors of all blocks.
    pub factors: usize,
    /// Whether an angle could be led to a wrong turn or a loop to another branch by a long way.
    pub has_loops: bool,
    /// For eliminations along the tree.
    pub fronts: Option<Fronts>,
    /// Which unknowns the matrices of implicit steps couple, found when they are first asked for.
    pub iteration: OnceLock<Arc<crate::mechanism::recursion::fronts::Fronts>>,
}

impl Core {
    /// The equations of a choice at a configuration.
    ///
    /// # Errors
    /// If they do not determine the configuration.
    pub fn new(
        machine: Arc<Machine>,
        choice: Choice,
        home: Configuration,
        homes: Vec<Rotation>,
    ) -> Result<Self, MechError> {
        let free: Vec<usize> = (0..machine.count).filter(|c| !is_fixed(&machine, *c)).collect();
        if free.is_empty() {
            return Err(MechError::NothingMoves);
        }
        let mut number = vec![NONE; machine.count];
        free.iter().enumerate().for_each(|(k, c)| number[*c] = k);
        let held = choice.held.iter().map(|m| {
            let target = machine
                .deformation(*m)
                .drive
                .map_or(Target::Held, |d| Target::Drive(machine.described.drives[d]));
            (*m, target)
        });
        let own = choice.independent.iter().enumerate().map(|(j, m)| (*m, Target::Coordinate(j)));
        let all: Vec<Equation> = held
            .chain(own)
            .map(|(measure, target)| Equation { measure, target, scale: machine.measures[measure].scale })
            .collect();
        let pattern: Vec<Vec<usize>> = all
            .iter()
            .map(|equation| {
                let part = machine.measures[equation.measure].part;
                let columns = depends(&machine, part).map(|l| machine.columns[part][l]);
                let unique: BTreeSet<usize> = columns.filter(|c| *c != NONE).map(|c| number[c]).collect();
                unique.into_iter().collect()
            })
            .collect();
        let singular = || MechError::Degenerate {
            element: machine.described.name.clone(),
            reason: "its constraints and coordinates do not determine the configuration",
        };
        if pattern.len() != free.len() {
            return Err(singular());
        }
        let order = block_order(&pattern).ok_or_else(singular)?;
        let equations: Vec<Equation> = order.equations.iter().map(|e| all[*e]).collect();
        let unknowns: Vec<usize> = order.unknowns.iter().map(|u| free[*u]).collect();
        Ok(Self::ordered(machine, choice, (equations, unknowns, &order.sizes), home, homes))
    }

    fn ordered(
        machine: Arc<Machine>,
        choice: Choice,
        (equations, mut unknowns, sizes): (Vec<Equation>, Vec<usize>, &[usize]),
        home: Configuration,
        homes: Vec<Rotation>,
    ) -> Self {
        // Inside a block the unknowns stand in their own order, so that those of a node follow each other.
        let mut start = 0;
        for size in sizes {
            unknowns[start..start + size].sort_unstable();
            start += size;
        }
        let mut place = vec![NONE; machine.count];
        unknowns.iter().enumerate().for_each(|(p, c)| place[*c] = p);
        let columns = machine.columns.map(|c| if *c == NONE { NONE } else { place[*c] });
        let mut equation_of = vec![NONE; machine.measures.len()];
        let mut coordinate_of = equation_of.clone();
        for (p, equation) in equations.iter().enumerate() {
            equation_of[equation.measure] = p;
            if let Target::Coordinate(j) = equation.target {
                coordinate_of[equation.measure] = j;
            }
        }
        let (blocks, factors) = blocks(&machine, &equations, &unknowns, &columns, sizes);
        let measured: BTreeSet<usize> = blocks.iter().flat_map(|b| b.parts.iter().copied()).collect();
        let is_used = |k: &usize| machine.described.parts[*k].preference <= Preference::Elastic;
        let rest =
            (0..machine.described.parts.len()).filter(is_used).filter(|k| !measured.contains(k)).collect();
        let independent = choice.independent.iter().map(|m| {
            let d = machine.deformation(*m);
            GeneralisedCoordinate { name: machine.measure_name(*m), unit: d.unit, size: d.size }
        });
        let mut this = Self {
            fronts: None,
            iteration: OnceLock::new(),
            independent: independent.collect(),
            home_targets: vec![0.0; equations.len()],
            has_loops: sizes.iter().any(|size| *size > 6),
            machine,
            choice,
            equations,
            blocks,
            place,
            unknowns,
            columns,
            rest,
            equation_of,
            coordinate_of,
            homes,
            home,
            factors,
        };
        let fronts = Fronts::of(&this);
        this.fronts = Some(fronts);
        this
    }

    /// The same equations with the closed configuration of buffers as their home.
    pub fn homed(&self, b: &Buffers) -> Self {
        Self {
            machine: Arc::clone(&self.machine),
            choice: self.choice.clone(),
            equations: self.equations.clone(),
            blocks: self.blocks.clone(),
            place: self.place.clone(),
            unknowns: self.unknowns.clone(),
            columns: self.columns.clone(),
            rest: self.rest.clone(),
            equation_of: self.equation_of.clone(),
            coordinate_of: self.coordinate_of.clone(),
            homes: self.homes.clone(),
            home: b.closed.clone(),
            home_targets: b.closed_targets.clone(),
            independent: self.independent.clone(),
            factors: self.factors,
            has_loops: self.has_loops,
            fronts: self.fronts.clone(),
            iteration: self.iteration.clone(),
        }
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.unknowns.len()
    }

    /// The equations of a block.
    pub fn rows(&self, block: &Block) -> &[Equation] {
        &self.equations[block.start..block.start + block.size]
    }
}

fn blocks(
    machine: &Machine,
    equations: &[Equation],
    unknowns: &[usize],
    columns: &Ragged<usize>,
    sizes: &[usize],
) -> (Vec<Block>, usize) {
    let (points, turning) = (machine.described.points.len(), machine.described.orientations.len());
    let (mut all, mut start, mut factor) = (Vec::new(), 0, 0);
    for &size in sizes {
        let end = start + size;
        let parts: BTreeSet<usize> =
            equations[start..end].iter().map(|e| machine.measures[e.measure].part).collect();
        let mut moved: Vec<[usize; 4]> = Vec::new();
        let mut turned: Vec<[usize; 4]> = Vec::new();
        let mut scalars = Vec::new();
        for (p, &c) in (start..end).zip(&unknowns[start..end]) {
            if let Some(k) = c.checked_sub(3 * (points + turning)) {
                scalars.push((k, p));
                continue;
            }
            let (node, list) = match c.checked_sub(3 * points) {
                Some(k) => (k / 3, &mut turned),
                None => (c / 3, &mut moved),
            };
            if list.last().is_none_or(|m| m[0] != node) {
                list.push([node, NONE, NONE, NONE]);
            }
            list.last_mut().expect("one was added")[1 + c % 3] = p;
        }
        let carrier = parts.iter().find_map(|k| {
            let part = &machine.described.parts[*k];
            part.ends().enumerate().find_map(|(end, (point, orientation))| {
                let turns = &columns[*k][6 * end + 3..6 * end + 6];
                let p = turns.iter().copied().find(|p| *p != NONE)?;
                (p < start).then_some((orientation?, point))
            })
        });
        let carrier = carrier.map(|(o, point)| (o, point.or(Some(machine.described.orientations[o].point))));
        let has_superelement = parts.iter().any(|k| machine.described.parts[*k].superelement().is_some());
        all.push(Block {
            has_superelement,
            start,
            size,
            factor,
            parts: parts.into_iter().collect(),
            points: moved,
            orientations: turned,
            scalars,
            carrier,
        });
        factor += size * size;
        start = end;
    }
    (all, factor)
}
