//! Roles of the deformations: independent, fixed or dependent.
//!
//! Around the reference configuration the held deformations leave T y; the flexible ones change by B y. In loops
//! there are more flexible deformations than freedoms: their closure conditions are the left null space of B.
//! A column-pivoted QR of these conditions selects the dependent deformations \[Boer2013, §2.2\]; motions
//! without deformation are described by node coordinates.

use crate::assembly::constraints::{Constraint, eliminate};
use crate::assembly::coordinates::Coordinates;
use crate::clusters::{self, Piece, Quantity};
use crate::error::MechError;
use crate::mechanism::choice_of_coordinates::pivoted::{complement, pivoted};
use crate::mechanism::constants::part::Parts;
use crate::mechanism::constants::scale::Scale;
use crate::system::Size;
use lissom_linalg::Dense;
use std::collections::BTreeSet;

/// What an equation of the kinematics measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanism) enum Source {
    /// A deformation.
    Measure(usize),
    /// A coordinate of a node.
    Coordinate(usize),
}

/// Options of the choice.
#[derive(Clone, Debug, Default)]
pub(in crate::mechanism) struct Wanted {
    /// The flexible deformations that follow from the others; `None`: chosen automatically.
    pub released: Option<Vec<usize>>,
    /// Coordinates of nodes that are independent.
    pub coordinates: Vec<usize>,
}

/// The roles of all deformations.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Choice {
    /// Held or driven deformations that determine the configuration.
    pub held: Vec<usize>,
    /// Redundant fixed deformations.
    pub redundant: Vec<usize>,
    /// The independent coordinates, in order.
    pub independent: Vec<Source>,
    /// Flexible deformations that follow from the others.
    pub released: Vec<usize>,
}

/// Below this share of the largest, a singular direction is rounding error.
const RANK: f64 = 1e-9;

/// Number of candidates from which a sparse method is tried first.
const MANY: usize = 200;

/// Most unknowns of a cluster of loops.
const MOST_TOGETHER: usize = 1500;

/// So many loops are torn at few places.
const FEW_LOOPS: usize = 4;

/// Limit on entries of the full matrices of the choice (half a gigabyte) …
const MOST_ENTRIES: usize = 64_000_000;

/// … and on candidates of the dense method, whose work grows with the cube.
const MOST_COMPARED: usize = 2000;

/// The linear kinematics about the reference configuration.
struct Freedom<'a> {
    parts: &'a Parts,
    coordinates: &'a Coordinates,
    scale: &'a Scale,
    unknowns: &'a [usize],
    held: Vec<usize>,
    redundant: Vec<usize>,
    flexible: Vec<usize>,
    /// Candidates: the flexible deformations, then the requested coordinates.
    candidates: Vec<Source>,
    /// T: motions of the unknowns that satisfy the constraints, in metres.
    motions: Dense,
    /// B: changes of the candidates, in metres.
    seen: Dense,
}

impl Choice {
    /// Chooses automatically what is not given. `actuated` are kept if possible.
    ///
    /// # Errors
    /// When nothing can move, or the given choice does not determine the configuration.
    pub fn new(
        parts: &Parts,
        coordinates: &Coordinates,
        unknowns: &[usize],
        scale: &Scale,
        actuated: &BTreeSet<usize>,
        wanted: &Wanted,
    ) -> Result<Self, MechError> {
        let is_asked = wanted.released.is_some() || !wanted.coordinates.is_empty();
        if !is_asked && parts.measures.len() >= MANY {
            let tree = Self::of_tree(parts, coordinates, unknowns)?;
            if let Some(choice) = tree {
                return Ok(choice);
            }
            let clustered = Self::by_clusters(parts, coordinates, unknowns, scale, actuated)?;
            if let Some(choice) = clustered {
                return Ok(choice);
            }
        }
        let freedom = Freedom::new(parts, coordinates, unknowns, scale, &wanted.coordinates)?;
        let is_plain = freedom.is_plain();
        let compared = freedom.candidates.len();
        if !is_plain && compared > MOST_COMPARED {
            return Err(MechError::TooLargeToMove { coordinates: compared, most: MOST_COMPARED });
        }
        let automatic = if is_plain { Vec::new() } else { freedom.released(actuated)? };
        let released = match &wanted.released {
            None => automatic,
            Some(released) => freedom.checked(released, &automatic)?,
        };
        let is_kept = |source: &Source| !matches!(source, Source::Measure(m) if released.contains(m));
        let mut independent: Vec<Source> = freedom.candidates.iter().copied().filter(is_kept).collect();
        if !is_plain {
            independent.extend(freedom.unseen().into_iter().map(Source::Coordinate));
        }
        let (found, needed) = (freedom.held.len() + independent.len(), unknowns.len());
        if found != needed {
            return Err(MechError::UnclearMotions { found, needed });
        }
        Ok(Self { held: freedom.held, redundant: freedom.redundant, independent, released })
    }

    /// The choice for a machine of many loops, cluster by cluster; `None` where there are few, or where one cluster is too large.
    ///
    /// # Errors
    /// An element that is degenerate in the reference configuration.
    fn by_clusters(
        parts: &Parts,
        coordinates: &Coordinates,
        unknowns: &[usize],
        scale: &Scale,
        actuated: &BTreeSet<usize>,
    ) -> Result<Option<Self>, MechError> {
        let gradients = parts.reference_gradients(coordinates)?;
        let measures = parts.measures.len();
        let mut pieces: Vec<Piece> =
            (0..parts.all.len()).map(|k| piece(parts, k, unknowns, scale, (&gradients, actuated))).collect();
        for (p, c) in unknowns.iter().enumerate() {
            let preference = if scale.is_rotation(*c) { 3 } else { 4 };
            let own = Quantity { id: measures + p, is_held: false, preference, row: vec![1.0] };
            pieces.push(Piece { columns: vec![p], quantities: vec![own], is_node: true, ..Piece::default() });
        }
        let found = clusters::choose(&pieces, unknowns.len(), MOST_TOGETHER);
        let Some(found) = found.filter(|found| found.loops > FEW_LOOPS) else { return Ok(None) };
        let is_flexible = |m: &usize| parts.measures[*m].deformation.flexible;
        let is_dependent = |m: &usize| found.independent.binary_search(m).is_err();
        let source = |id: &usize| match id.checked_sub(measures) {
            None => Source::Measure(*id),
            Some(p) => Source::Coordinate(unknowns[p]),
        };
        let independent: Vec<Source> = found.independent.iter().map(source).collect();
        let is_driven = parts.measures.iter().any(|measure| measure.deformation.drive.is_some());
        if independent.is_empty() && !is_driven {
            return Err(MechError::NothingMoves);
        }
        Ok(Some(Self {
            released: (0..measures).filter(|m| is_flexible(m) && is_dependent(m)).collect(),
            held: found.held,
            redundant: found.redundant,
            independent,
        }))
    }

    /// The choice for a machine without loops, found without matrices: from the supports on, each part places one more end with all its
    /// deformations, and nothing is left over. Then the equations are triangular block by block, held deformations are independent of each
    /// other, and every flexible one is a coordinate. `None` for other machines.
    ///
    /// # Errors
    /// An element that is degenerate in the reference configuration.
    fn of_tree(
        parts: &Parts,
        coordinates: &Coordinates,
        unknowns: &[usize],
    ) -> Result<Option<Self>, MechError> {
        let gradients = parts.reference_gradients(coordinates)?;
        let mut is_known = vec![true; coordinates.len()];
        unknowns.iter().for_each(|c| is_known[*c] = false);
        let mut parts_at = vec![Vec::new(); coordinates.len()];
        for (k, part) in parts.all.iter().enumerate().filter(|(_, part)| part.count > 0) {
            part.coordinates().iter().for_each(|c| parts_at[*c].push(k));
        }
        let mut is_used = vec![false; parts.all.len()];
        let mut waiting: Vec<usize> = (0..parts.all.len()).filter(|k| parts.all[*k].count > 0).collect();
        while let Some(k) = waiting.pop() {
            let Some(placed) = parts.placed_by(k, &is_known, &gradients).filter(|_| !is_used[k]) else {
                continue;
            };
            is_used[k] = true;
            placed.iter().for_each(|c| is_known[*c] = true);
            waiting.extend(placed.iter().flat_map(|c| &parts_at[*c]));
        }
        let is_tree = !is_known.contains(&false)
            && parts.all.iter().zip(&is_used).all(|(part, used)| *used || part.count == 0);
        let (flexible, held): (Vec<usize>, Vec<usize>) =
            (0..parts.measures.len()).partition(|m| parts.measures[*m].deformation.flexible);
        let independent: Vec<Source> = flexible.into_iter().map(Source::Measure).collect();
        let choice = Self { held, redundant: Vec::new(), independent, released: Vec::new() };
        Ok(Some(choice).filter(|choice| is_tree && !choice.independent.is_empty()))
    }
}

/// A part as a piece of a machine, with unknowns by their place. Joints are made dependent where possible, those without a torque first, because
/// coordinates that stay small are reduced well.
fn piece(
    parts: &Parts,
    k: usize,
    unknowns: &[usize],
    scale: &Scale,
    (gradients, actuated): (&[f64], &BTreeSet<usize>),
) -> Piece {
    let part = &parts.all[k];
    let place = |c: &usize| unknowns.binary_search(c).ok();
    let mut columns: Vec<usize> = part.coordinates().iter().filter_map(place).collect();
    columns.sort_unstable();
    columns.dedup();
    let quantity = |m: usize| {
        let mut row = vec![0.0; columns.len()];
        for (c, at) in parts.row(m) {
            if let Some(p) = place(&c) {
                let at_column = columns.binary_search(&p).expect("all columns were listed");
                row[at_column] += scale.measure(parts, m) * gradients[at] * scale.unknown(c);
            }
        }
        let deformation = &parts.measures[m].deformation;
        let preference = match deformation.size {
            Size::Small => 0,
            Size::Large if actuated.contains(&m) => 1,
            Size::Large => 2,
        };
        Quantity { id: m, is_held: !deformation.flexible, preference, row }
    };
    Piece {
        quantities: part.deformations().map(quantity).collect(),
        is_spring: !part.has_mass
            && part.finite().link().is_none()
            && !part.finite().is_linear()
            && part.deformations().all(|m| parts.measures[m].deformation.flexible),
        is_grounded: part.coordinates().iter().any(|c| place(c).is_none()),
        columns,
        ..Piece::default()
    }
}

impl<'a> Freedom<'a> {
    fn new(
        parts: &'a Parts,
        coordinates: &'a Coordinates,
        unknowns: &'a [usize],
        scale: &'a Scale,
        chosen: &[usize],
    ) -> Result<Self, MechError> {
        let gradients = parts.reference_gradients(coordinates)?;
        let place = |c: usize| unknowns.binary_search(&c).ok();
        let row = |measure: usize| -> Vec<(usize, f64)> {
            let entries = parts.row(measure).map(|(c, at)| (place(c), gradients[at]));
            entries.filter_map(|(p, value)| p.filter(|_| value != 0.0).map(|p| (p, value))).collect()
        };
        let (flexible, imposed): (Vec<usize>, Vec<usize>) =
            (0..parts.measures.len()).partition(|m| parts.measures[*m].deformation.flexible);
        let constraints: Vec<Constraint> =
            imposed.iter().map(|m| Constraint { name: parts.name(*m), row: row(*m) }).collect();
        let elimination = eliminate(unknowns.len(), &constraints, |p| scale.unknown(unknowns[p]));
        // Drives may prescribe everything; without them nothing would ever move.
        let is_driven = parts.measures.iter().any(|measure| measure.deformation.drive.is_some());
        if elimination.independent.is_empty() && !is_driven {
            return Err(MechError::NothingMoves);
        }
        let free = elimination.independent.len();
        if unknowns.len().max(flexible.len()).saturating_mul(free) > MOST_ENTRIES {
            return Err(MechError::TooLargeToMove { coordinates: free, most: MOST_ENTRIES.isqrt() });
        }
        let redundant: Vec<usize> = elimination.redundant_rows.iter().map(|r| imposed[*r]).collect();
        let mut motions = elimination.transformation.to_dense();
        for (j, &p) in elimination.independent.iter().enumerate() {
            let factor = scale.unknown(unknowns[p]);
            motions.column_mut(j).iter_mut().for_each(|v| *v *= factor);
        }
        let mut candidates: Vec<Source> = flexible.iter().map(|m| Source::Measure(*m)).collect();
        let mut seen = Dense::zeros(flexible.len() + chosen.len(), motions.cols());
        for (i, &c) in chosen.iter().enumerate() {
            let p = place(c).ok_or_else(|| MechError::HeldCoordinate { coordinate: coordinates.name(c) })?;
            for j in 0..motions.cols() {
                seen[(flexible.len() + i, j)] = motions[(p, j)] / scale.unknown(c);
            }
            candidates.push(Source::Coordinate(c));
        }
        for (i, &measure) in flexible.iter().enumerate() {
            for (p, value) in row(measure) {
                for j in 0..motions.cols() {
                    seen[(i, j)] += scale.measure(parts, measure) * value * motions[(p, j)];
                }
            }
        }
        let held = imposed.into_iter().filter(|m| !redundant.contains(m)).collect();
        Ok(Self { parts, coordinates, scale, unknowns, held, redundant, flexible, candidates, motions, seen })
    }

    /// Whether the candidates determine every motion and none of them follows from the others, as in machines without
    /// loops: found by sparse elimination, for orthogonalisation takes the cube of their number.
    fn is_plain(&self) -> bool {
        let (rows, columns) = (self.seen.rows(), self.seen.cols());
        if rows != columns || rows < MANY {
            return false;
        }
        let row =
            |i: usize| (0..columns).map(|j| (j, self.seen[(i, j)])).filter(|(_, v)| *v != 0.0).collect();
        let rows: Vec<Constraint> =
            (0..rows).map(|i| Constraint { name: String::new(), row: row(i) }).collect();
        eliminate(columns, &rows, |_| 1.0).redundant_rows.is_empty()
    }

    /// The best dependent deformations.
    fn released(&self, actuated: &BTreeSet<usize>) -> Result<Vec<usize>, MechError> {
        // Coordinates that stay small are reduced well, so joints are made dependent where possible, those
        // without a torque first.
        let levels = self.levels();
        let deepest = levels.iter().copied().fold(1.0, f64::max);
        let weight = |i: usize| {
            // Requested coordinates are made dependent only as a last resort.
            let Source::Measure(m) = self.candidates[i] else { return 0.0 };
            let measure = &self.parts.measures[m];
            match measure.deformation.size {
                Size::Large if actuated.contains(&m) => 10.0 * deepest.powi(2),
                Size::Large => 100.0 * deepest.powi(2),
                Size::Small => levels[measure.part].powi(2),
            }
        };
        let range = pivoted(&self.seen, |_| 1.0, RANK).basis;
        let closures = complement(&range);
        let needed = self.candidates.len() - range.cols();
        let picked = pivoted(&closures, weight, 1e-7).picked.into_iter().take(needed);
        let mut released = Vec::with_capacity(needed);
        for source in picked.map(|i| self.candidates[i]) {
            match source {
                Source::Measure(m) => released.push(m),
                Source::Coordinate(c) => return Err(self.tied(c)),
            }
        }
        released.sort_unstable();
        Ok(released)
    }

    fn tied(&self, coordinate: usize) -> MechError {
        let chosen = self.candidates.iter().filter_map(|source| match source {
            Source::Coordinate(c) => Some(self.coordinates.name(*c)),
            Source::Measure(_) => None,
        });
        MechError::TiedCoordinates { coordinates: chosen.collect(), tied: self.coordinates.name(coordinate) }
    }

    /// How many elements lie between each part and the ground, itself included. Where a loop is closed far from the
    /// ground, fewer equations have to be solved together.
    fn levels(&self) -> Vec<f64> {
        let n = self.coordinates.len();
        let mut reached: Vec<bool> = (0..n).map(|c| self.unknowns.binary_search(&c).is_err()).collect();
        if !reached.contains(&true) {
            reached[self.unknowns[0]] = true;
        }
        let mut levels = vec![1.0; self.parts.all.len()];
        let mut waiting: Vec<usize> = (0..levels.len()).collect();
        for level in 1.. {
            let touched = |k: &usize| self.parts.all[*k].coordinates().iter().any(|c| reached[*c]);
            let (next, rest): (Vec<usize>, Vec<usize>) = waiting.iter().partition(|k| touched(k));
            if next.is_empty() {
                break;
            }
            for k in next {
                levels[k] = f64::from(level);
                self.parts.all[k].coordinates().iter().for_each(|c| reached[*c] = true);
            }
            waiting = rest;
        }
        levels
    }

    /// Coordinates for the motions without deformation.
    fn unseen(&self) -> Vec<usize> {
        let seen = pivoted(&self.seen.transpose(), |_| 1.0, RANK).basis;
        if seen.cols() == self.motions.cols() {
            return Vec::new();
        }
        let mut free = complement(&seen).matmul(&self.motions.transpose());
        for (p, &c) in self.unknowns.iter().enumerate() {
            let factor = 1.0 / self.scale.unknown(c);
            free.column_mut(p).iter_mut().for_each(|v| *v *= factor);
        }
        // Angles of rigid parts remain valid for any rotation; positions of their points do not.
        let weight = |p: usize| if self.scale.is_rotation(self.unknowns[p]) { 2.5 } else { 1.0 };
        let mut found: Vec<usize> =
            pivoted(&free, weight, 1e-7).picked.into_iter().map(|p| self.unknowns[p]).collect();
        found.sort_unstable();
        found
    }

    fn source_name(&self, source: Source) -> String {
        match source {
            Source::Measure(m) => self.parts.name(m),
            Source::Coordinate(c) => self.coordinates.name(c),
        }
    }

    /// The given choice, if the rest determines the configuration.
    fn checked(&self, released: &[usize], automatic: &[usize]) -> Result<Vec<usize>, MechError> {
        let mut released = released.to_vec();
        released.sort_unstable();
        released.dedup();
        let name = |m: &usize| self.parts.name(*m);
        if let Some(held) = released.iter().find(|m| !self.flexible.contains(m)) {
            return Err(MechError::NotFlexible { deformation: name(held) });
        }
        if released.len() != automatic.len() {
            return Err(MechError::ReleasedCount {
                given: released.len(),
                needed: automatic.len(),
                example: automatic.iter().map(name).collect(),
            });
        }
        let is_kept = |i: &usize| !matches!(self.candidates[*i], Source::Measure(m) if released.contains(&m));
        let kept: Vec<usize> = (0..self.candidates.len()).filter(is_kept).collect();
        let range = pivoted(&self.seen.select_rows(&kept), |_| 1.0, RANK).basis;
        if range.cols() == pivoted(&self.seen, |_| 1.0, RANK).basis.cols() {
            return Ok(released);
        }
        let relation = relation(&range);
        let largest = relation.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let tied = kept.iter().zip(&relation).filter(|(_, v)| v.abs() > 0.01 * largest);
        Err(MechError::SingularChoice {
            released: released.iter().map(name).collect(),
            tied: tied.map(|(i, _)| self.source_name(self.candidates[*i])).collect(),
            instead: automatic.iter().map(name).collect(),
        })
    }
}

/// A linear relation among the rows of a matrix with this range: a vector orthogonal to it.
fn relation(range: &Dense) -> Vec<f64> {
    let left = complement(range);
    let size = |j: usize| left[(j, j)];
    let best = (0..left.cols()).fold(0, |best, j| if size(j) > size(best) * (1.0 + 1e-6) { j } else { best });
    left.column(best).to_vec()
}
