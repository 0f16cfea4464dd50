//! A mechanism as chains of links with few tears, placed one after the other.
//!
//! Starting from the supports, each element whose one end is known places its other end. Where no element can
//! continue with the given deformations, a deformation that follows from the others is torn: it is
//! temporarily treated as known. Equations that were not needed close the loops.

use crate::mechanism::choice_of_coordinates::choice::{Choice, Source};
use crate::mechanism::constants::part::Parts;
use crate::mechanism::jacobian::border::MOST_TEARS;
use std::collections::BTreeSet;

/// A row that places unknowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanism) enum Row {
    /// An equation of the kinematics, by its number.
    Equation(usize),
    /// A torn deformation.
    Torn(usize),
}

/// The rows that place all unknowns, and the equations that close the loops: as many as there are torn rows.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Torn {
    pub rows: Vec<Row>,
    pub closures: Vec<usize>,
}

/// State of the placement.
struct Search<'a> {
    parts: &'a Parts,
    /// The equation of every deformation that has one.
    equation: Vec<Option<usize>>,
    /// Whether a deformation may be torn.
    may_be_torn: Vec<bool>,
    is_known: Vec<bool>,
    is_used: Vec<bool>,
    rows: Vec<Row>,
    /// The parts at every coordinate.
    parts_at: Vec<Vec<usize>>,
    /// Parts that can place something now, with the number of their tears.
    ready: BTreeSet<(usize, usize)>,
}

impl Torn {
    /// Tears the loops of a mechanism; `None` when its chains do not reach all points, or need too many
    /// tears.
    pub fn new(
        parts: &Parts,
        choice: &Choice,
        sources: &[Source],
        free: &[usize],
        coordinates: usize,
    ) -> Option<Self> {
        let mut equation = vec![None; parts.measures.len()];
        let mut is_known = vec![true; coordinates];
        free.iter().for_each(|c| is_known[*c] = false);
        let mut rows = Vec::new();
        for (k, source) in sources.iter().enumerate() {
            match *source {
                Source::Measure(m) => equation[m] = Some(k),
                Source::Coordinate(c) => {
                    is_known[c] = true;
                    rows.push(Row::Equation(k));
                }
            }
        }
        let may_be_torn = (0..parts.measures.len()).map(|m| choice.released.contains(&m)).collect();
        let is_used = vec![false; parts.all.len()];
        let mut parts_at = vec![Vec::new(); coordinates];
        for (k, part) in parts.all.iter().enumerate() {
            part.coordinates().iter().for_each(|c| parts_at[*c].push(k));
        }
        let ready = BTreeSet::new();
        let mut search = Search { parts, equation, may_be_torn, is_known, is_used, rows, parts_at, ready };
        (0..parts.all.len()).for_each(|k| search.judge(k));
        let mut missing = search.is_known.iter().filter(|known| !**known).count();
        while missing > 0 {
            missing -= search.go_on()?;
        }
        let mut is_placing = vec![false; sources.len()];
        for row in &search.rows {
            if let Row::Equation(k) = row {
                is_placing[*k] = true;
            }
        }
        let torn = search.rows.iter().filter(|row| matches!(row, Row::Torn(_))).count();
        let closures: Vec<usize> = (0..sources.len()).filter(|k| !is_placing[*k]).collect();
        (torn <= MOST_TEARS && closures.len() == torn).then_some(Self { rows: search.rows, closures })
    }
}

impl Search<'_> {
    /// Places the element that needs the fewest tears; returns how many coordinates it placed.
    fn go_on(&mut self) -> Option<usize> {
        let (tears, part) = self.ready.first().copied()?;
        debug_assert!(tears <= 3, "an element has three deformations");
        let placed = self.places(part)?;
        self.is_used[part] = true;
        for &c in &placed {
            self.is_known[c] = true;
        }
        for c in &placed {
            for k in 0..self.parts_at[*c].len() {
                self.judge(self.parts_at[*c][k]);
            }
        }
        let measures = self.parts.all[part].deformations();
        self.rows.extend(measures.map(|m| self.equation[m].map_or(Row::Torn(m), Row::Equation)));
        Some(placed.len())
    }

    /// Notes whether an element can place something now.
    fn judge(&mut self, part: usize) {
        let Some(tears) = self.tears(part) else { return };
        if !self.is_used[part] && self.places(part).is_some() {
            self.ready.insert((tears, part));
        } else {
            self.ready.remove(&(tears, part));
        }
    }

    /// The coordinates that an element can place now: a whole end of a link, or the one unknown of a linear measure.
    fn places(&self, part: usize) -> Option<Vec<usize>> {
        let part = &self.parts.all[part];
        let coordinates = part.coordinates();
        let unknown: Vec<usize> = coordinates.iter().copied().filter(|c| !self.is_known[*c]).collect();
        if part.finite().link().is_some() {
            let ends = coordinates.split_at(3);
            return (unknown == ends.0 || unknown == ends.1).then_some(unknown);
        }
        (part.count == 1 && part.finite().is_linear() && unknown.len() == 1).then_some(unknown)
    }

    /// How many tears it takes to use an element; `None` when one of its deformations is neither given nor to be torn.
    fn tears(&self, part: usize) -> Option<usize> {
        let mut measures = self.parts.all[part].deformations();
        measures.try_fold(0, |tears, m| match (self.equation[m], self.may_be_torn[m]) {
            (Some(_), _) => Some(tears),
            (None, true) => Some(tears + 1),
            (None, false) => None,
        })
    }
}
