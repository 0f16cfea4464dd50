//! The roles of deformations: held, redundant, independent, released.
//!
//! Where every part places one more end with all its deformations, they are all independent (`of_tree`). Otherwise the rows of
//! D,x at a configuration decide (`by_rank`): held ones first, then deformations that stay small, joints, other elastic ones, places and
//! attitudes of nodes, each time the row with the largest remainder. Joints of loops follow from deformations where these suffice, as in
//! the plane: what stays small is reduced well, and a driven loop has small coordinates only. In large machines they decide cluster by cluster (`by_clusters`).

use super::configuration::Configuration;
use super::elements::MOST;
use super::jet::{Gradient, Jet};
use super::machine::{Machine, NONE, Preference, SpatialPart};
use super::rotation::Rotation;
use crate::clusters::{self, Piece, Quantity};
use crate::system::Size;
use std::collections::VecDeque;

/// The role of every deformation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// Held at zero or driven, and used as equations.
    pub held: Vec<usize>,
    /// Held too, but following from other held ones.
    pub redundant: Vec<usize>,
    /// Coordinates.
    pub independent: Vec<usize>,
}

/// Rows whose remainder is below this share of the row follow from others.
const RANK: f64 = 1e-8;

/// Remainders that a coordinate of the first choice has at least.
const GOOD: f64 = 0.05;

/// Most unknowns that are compared with each other.
pub(super) const MOST_BY_RANK: usize = 1500;

/// Coordinates of nodes from which loops are looked at cluster by cluster.
pub(super) const MANY: usize = 240;

impl Choice {
    /// By rank at a configuration, all at once or cluster by cluster; `None` where too many would have to be compared, or where the number of
    /// held ones that do not follow from others is not the known one.
    pub fn at(
        machine: &Machine,
        at: &Configuration,
        homes: &[Rotation],
        known: Option<usize>,
    ) -> Option<Self> {
        if machine.count >= MANY
            && let Some(found) = Self::by_clusters(machine, at, homes, MOST_BY_RANK)
            && known.is_none_or(|known| known == found.held.len())
        {
            return Some(found);
        }
        (machine.count <= MOST_BY_RANK).then(|| Self::by_rank(machine, at, homes, known))
    }

    /// Cluster by cluster, at a configuration: for machines with many loops. `None` where a cluster would have more than `most` unknowns.
    pub fn by_clusters(
        machine: &Machine,
        at: &Configuration,
        homes: &[Rotation],
        most: usize,
    ) -> Option<Self> {
        let free: Vec<usize> = (0..machine.count).filter(|c| !is_fixed(machine, *c)).collect();
        let mut place = vec![NONE; machine.count];
        free.iter().enumerate().for_each(|(p, c)| place[*c] = p);
        let pieces: Vec<Piece> =
            (0..machine.described.parts.len()).map(|k| piece(machine, k, at, homes, &place)).collect();
        let clusters::Chosen { held, redundant, independent, .. } =
            clusters::choose(&pieces, free.len(), most)?;
        Some(Self { held, redundant, independent })
    }

    /// All flexible deformations that place an end, if each part places an end or is flexible altogether.
    pub fn of_tree(machine: &Machine) -> Option<Self> {
        let d = &machine.described;
        let mut placed: Vec<bool> = (0..machine.count).map(|c| is_fixed(machine, c)).collect();
        let mut used = vec![false; d.parts.len()];
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); machine.count];
        for (k, columns) in machine.columns.iter().enumerate() {
            if d.parts[k].preference <= Preference::Elastic {
                depends(machine, k).for_each(|l| {
                    if columns[l] != NONE {
                        at[columns[l]].push(k);
                    }
                });
            }
        }
        let is_spring = |k: &usize| is_spring(&d.parts[*k]);
        let structural: Vec<usize> = (0..d.parts.len()).filter(|k| !is_spring(k)).collect();
        let springs: Vec<usize> = (0..d.parts.len()).filter(is_spring).collect();
        let mut waiting: VecDeque<usize> = structural.iter().copied().collect();
        let mut seeds = seeds(machine).into_iter();
        let mut tried_springs = false;
        loop {
            while let Some(k) = waiting.pop_front() {
                if used[k] || d.parts[k].preference > Preference::Elastic {
                    continue;
                }
                let open = open_columns(machine, k, &placed);
                if open.is_empty() || open.len() != machine.occurring(k) {
                    continue;
                }
                used[k] = true;
                for c in open {
                    placed[c] = true;
                    waiting.extend(at[c].iter().copied().filter(|k| !is_spring(k) || tried_springs));
                }
            }
            if placed.iter().all(|p| *p) {
                break;
            }
            if !tried_springs {
                tried_springs = true;
                waiting.extend(&springs);
                continue;
            }
            tried_springs = false;
            for k in
                seeds.find(|parts| parts.iter().any(|k| !open_columns(machine, *k, &placed).is_empty()))?
            {
                let open = open_columns(machine, k, &placed);
                if open.is_empty() {
                    continue;
                }
                if open.len() != machine.occurring(k) {
                    return None;
                }
                used[k] = true;
                for c in open {
                    placed[c] = true;
                    waiting.extend(at[c].iter().copied().filter(|k| !is_spring(k)));
                }
            }
        }
        let mut choice = Self { held: Vec::new(), redundant: Vec::new(), independent: Vec::new() };
        for (k, part) in d.parts.iter().enumerate() {
            for measure in machine.of_part(k).filter(|m| !machine.measures[*m].absent) {
                let flexible = machine.deformation(measure).flexible;
                match (used[k], flexible) {
                    (true, true) => choice.independent.push(measure),
                    (true, false) => choice.held.push(measure),
                    (false, true) => {}
                    (false, false) if part.preference <= Preference::Elastic => return None,
                    (false, false) => {}
                }
            }
        }
        Some(choice)
    }

    /// By the rank of the rows at a configuration. Independent ones are as many as the machine has freedoms.
    ///
    /// `known` is the number of held ones that do not follow from others, where it is known: near special positions rounding
    /// would decide about it.
    pub fn by_rank(machine: &Machine, at: &Configuration, homes: &[Rotation], known: Option<usize>) -> Self {
        let free: Vec<usize> = (0..machine.count).filter(|c| !is_fixed(machine, *c)).collect();
        let mut place = vec![NONE; machine.count];
        free.iter().enumerate().for_each(|(p, c)| place[*c] = p);
        let mut rows = Rows::new(machine, at, homes, &place, free.len());
        let mut choice = Self { held: Vec::new(), redundant: Vec::new(), independent: Vec::new() };
        let all = (0..machine.measures.len()).filter(|m| !machine.measures[*m].absent);
        let held: Vec<usize> = all.clone().filter(|m| !machine.deformation(*m).flexible).collect();
        choice.held = match known {
            Some(most) => rows.take(&held, 0.0, most),
            None => rows.take(&held, RANK, held.len()),
        };
        choice.redundant = held.iter().copied().filter(|m| !choice.held.contains(m)).collect();
        for least in [GOOD, RANK] {
            for wanted in 0..LEVELS {
                let is_wanted = |m: &usize| level(machine, *m) == wanted && machine.deformation(*m).flexible;
                let candidates: Vec<usize> =
                    all.clone().filter(is_wanted).filter(|m| !choice.independent.contains(m)).collect();
                choice.independent.extend(rows.take(&candidates, least, candidates.len()));
            }
        }
        choice.independent.sort_unstable();
        choice
    }
}

/// Levels of [`level`].
const LEVELS: u8 = 5;

/// How readily a deformation becomes a coordinate: the least first.
fn level(machine: &Machine, measure: usize) -> u8 {
    match (machine.part(measure).preference, machine.deformation(measure).size) {
        (Preference::Elastic, Size::Small) => 0,
        (Preference::Joint, _) => 1,
        (Preference::Elastic, Size::Large) => 2,
        (Preference::Place, _) => 3,
        (Preference::Attitude, _) => 4,
    }
}

/// Whether a coordinate belongs to a fixed node.
pub(super) fn is_fixed(machine: &Machine, coordinate: usize) -> bool {
    machine.fixed[coordinate]
}

/// Local columns that the deformations of a part depend on.
pub(super) fn depends(machine: &Machine, part: usize) -> impl Iterator<Item = usize> + use<'_> {
    let own = &machine.described.parts[part];
    (0..machine.columns[part].len()).filter(move |l| own.depends_on(*l))
}

fn open_columns(machine: &Machine, part: usize, placed: &[bool]) -> Vec<usize> {
    let columns = &machine.columns[part];
    let mut open: Vec<usize> =
        depends(machine, part).map(|l| columns[l]).filter(|c| *c != NONE && !placed[*c]).collect();
    open.sort_unstable();
    open.dedup();
    open
}

/// Parts that place a free node: for each orientation with its point, then for each point.
fn seeds(machine: &Machine) -> Vec<Vec<usize>> {
    let d = &machine.described;
    let find = |wanted: Preference, node: usize| {
        d.parts.iter().position(|part| {
            part.preference == wanted
                && match wanted {
                    Preference::Place => part.points[0] == Some(node),
                    _ => part.orientations[0] == Some(node),
                }
        })
    };
    let mut seeds: Vec<Vec<usize>> = Vec::new();
    for (k, orientation) in d.orientations.iter().enumerate().filter(|(_, o)| !o.fixed) {
        let place = find(Preference::Place, orientation.point);
        seeds.push(place.into_iter().chain(find(Preference::Attitude, k)).collect());
    }
    seeds.extend((0..d.points.len()).filter_map(|k| find(Preference::Place, k)).map(|k| vec![k]));
    seeds
}

/// A part as a piece of a machine, with unknowns by their place.
fn piece(machine: &Machine, k: usize, at: &Configuration, homes: &[Rotation], place: &[usize]) -> Piece {
    let (part, columns) = (&machine.described.parts[k], &machine.columns[k]);
    let own: Vec<usize> = depends(machine, k).collect();
    let mut unknowns: Vec<usize> = own.iter().map(|l| columns[*l]).filter(|c| *c != NONE).collect();
    unknowns.sort_unstable();
    unknowns.dedup();
    let is_fixed = |end: &[usize]| end.iter().all(|l| columns[*l] == NONE);
    let quantity = |(m, gradient): (usize, Vec<f64>)| {
        let measure = machine.measures[m];
        let mut row = vec![0.0; unknowns.len()];
        for l in own.iter().filter(|l| columns[**l] != NONE) {
            let at = unknowns.binary_search(&columns[*l]).expect("all columns were listed");
            row[at] += gradient[*l] * measure.scale / machine.scale(columns[*l]);
        }
        let (is_held, preference) = (!machine.deformation(m).flexible, level(machine, m));
        Quantity { id: m, is_held, preference, row }
    };
    let all = machine.of_part(k).zip(gradients(machine, k, at, homes));
    let quantities: Vec<Quantity> = all.filter(|(m, _)| !machine.measures[*m].absent).map(quantity).collect();
    let is_node = part.preference > Preference::Elastic;
    Piece {
        is_node,
        is_spring: !is_node && is_spring(part),
        is_grounded: !is_node && own.chunk_by(|a, b| a / 3 == b / 3).any(is_fixed),
        columns: unknowns.iter().map(|c| place[*c]).collect(),
        quantities,
    }
}

/// Whether a part is elastic and nothing else.
fn is_spring(part: &SpatialPart) -> bool {
    part.inertia.is_none()
        && part.deformations.iter().all(|e| e.flexible)
        && part.preference == Preference::Elastic
}

/// D,x of all deformations of a part, by its columns.
fn gradients(machine: &Machine, k: usize, at: &Configuration, homes: &[Rotation]) -> Vec<Vec<f64>> {
    let part = &machine.described.parts[k];
    let count = part.deformations.len();
    if let Some(own) = part.superelement() {
        let mut moving = own.moving();
        // A part that is bent too far is refused where the configuration is closed.
        let _ = own.place(at, homes, &mut moving);
        let mut wide = vec![vec![0.0; machine.columns[k].len()]; count];
        for (m, row) in wide.iter_mut().enumerate() {
            own.deform(m, &moving, row);
        }
        return wide;
    }
    let ends = at.ends(part.points, part.orientations, homes);
    let mut e = [Gradient::constant(0.0); MOST];
    part.shape.gradients(&ends, &mut e);
    e[..count].iter().map(|found| found.by.to_vec()).collect()
}

/// Rows of D,x in metres per metre, and an orthonormal basis of those that were taken.
struct Rows {
    rows: Vec<Vec<f64>>,
    sizes: Vec<f64>,
    taken: usize,
    free: usize,
}

impl Rows {
    fn new(machine: &Machine, at: &Configuration, homes: &[Rotation], place: &[usize], free: usize) -> Self {
        let mut rows = vec![vec![0.0; free]; machine.measures.len()];
        for k in 0..machine.described.parts.len() {
            for (measure, gradient) in machine.of_part(k).zip(gradients(machine, k, at, homes)) {
                let own = machine.measures[measure];
                for (l, c) in machine.columns[k].iter().enumerate().filter(|(_, c)| **c != NONE) {
                    rows[measure][place[*c]] += gradient[l] * own.scale / machine.scale(*c);
                }
            }
        }
        let sizes = rows.iter().map(|row| lissom_linalg::norm(row)).collect();
        Self { rows, sizes, taken: 0, free }
    }

    /// Takes at most so many rows with the largest remainders, as long as these exceed a share of the row.
    fn take(&mut self, candidates: &[usize], least: f64, most: usize) -> Vec<usize> {
        let mut left = candidates.to_vec();
        let mut found = Vec::new();
        while self.taken < self.free && found.len() < most {
            let share =
                |m: &usize| lissom_linalg::norm(&self.rows[*m]) / self.sizes[*m].max(f64::MIN_POSITIVE);
            let mut best: Option<(usize, f64)> = None;
            for (k, m) in left.iter().enumerate() {
                let value = share(m);
                if value > least && best.is_none_or(|(_, b)| value > b * (1.0 + 1e-6)) {
                    best = Some((k, value));
                }
            }
            let Some((k, _)) = best else { break };
            let m = left.remove(k);
            self.deflate(m);
            found.push(m);
        }
        found.sort_unstable();
        found
    }

    /// Takes a row out of all others.
    fn deflate(&mut self, m: usize) {
        let mut direction = std::mem::take(&mut self.rows[m]);
        let size = lissom_linalg::norm(&direction);
        direction.iter_mut().for_each(|v| *v /= size);
        // Twice: the remainder of a nearly dependent row is orthogonal to rounding only then.
        for row in self.rows.iter_mut().filter(|row| !row.is_empty()) {
            for _ in 0..2 {
                let share = lissom_linalg::dot(row, &direction);
                row.iter_mut().zip(&direction).for_each(|(v, d)| *v -= share * d);
            }
        }
        self.rows[m] = vec![0.0; self.free];
        self.taken += 1;
    }
}
