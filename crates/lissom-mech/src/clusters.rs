//! Coordinates of machines with many loops, chosen loop after loop.
//!
//! Orthogonalising the rows of all deformations at once takes the cube of their number. Here pieces are placed one after the other from the
//! ground on. A piece that is left over closes a loop: all pieces back to what carries both of its sides become one
//! cluster. In a cluster rows are chosen by rank, with all earlier unknowns given, so that the equations of a choice are triangular cluster
//! by cluster, and the work grows with the number of loops.
//!
//! A held deformation without remainder in its cluster follows from others only if no motion of what carries the cluster changes it. For that
//! each cluster keeps an orthonormal basis of the motions its unknowns have. Where one is changed, the cluster takes in what carries it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A deformation, or a coordinate of a node.
#[derive(Clone, Debug)]
pub(crate) struct Quantity {
    pub id: usize,
    pub is_held: bool,
    /// How readily it becomes a coordinate: the least first.
    pub preference: u8,
    /// Its changes with the columns of its piece, in metres per metre.
    pub row: Vec<f64>,
}

/// Quantities that depend on the same unknowns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piece {
    pub columns: Vec<usize>,
    pub quantities: Vec<Quantity>,
    /// Whether it stands for a node: it places what nothing else does.
    pub is_node: bool,
    /// Whether it is a spring, which places only what nothing else does, nodes apart.
    pub is_spring: bool,
    /// Whether it depends on the ground, too.
    pub is_grounded: bool,
}

/// A choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub held: Vec<usize>,
    pub redundant: Vec<usize>,
    pub independent: Vec<usize>,
    /// Pieces that closed loops, and unknowns of the largest cluster.
    pub loops: usize,
    pub widest: usize,
}

/// The cluster of everything that is fixed.
const GROUND: usize = 0;

/// No cluster yet.
const NONE: usize = usize::MAX;

/// Rows whose remainder is below this share of the row follow from others.
const RANK: f64 = 1e-8;

/// Remainders that a coordinate of the first choice has at least.
const GOOD: f64 = 0.05;

/// Motions of redundant rows below this share of the row are rounding.
const CONSISTENT: f64 = 1e-7;

/// Chooses held and independent quantities for so many unknowns; `None` when a cluster would have more than `most`.
pub(crate) fn choose(pieces: &[Piece], unknowns: usize, most: usize) -> Option<Chosen> {
    let mut clusters = Clusters::new(pieces, unknowns);
    clusters.grow();
    clusters.close_loops();
    clusters.solve(most)
}

/// Unknowns that are determined together.
#[derive(Clone, Debug)]
struct Cluster {
    pieces: Vec<usize>,
    unknowns: Vec<usize>,
    /// What carries it; numbers of clusters that may have been united with others since.
    carriers: BTreeSet<usize>,
    /// The cluster that it was united with; itself otherwise.
    now: usize,
}

/// Clusters, each with a higher number than those that carry it.
struct Clusters<'a> {
    pieces: &'a [Piece],
    all: Vec<Cluster>,
    /// The cluster of every unknown.
    home: Vec<usize>,
    /// Pieces at every unknown.
    at: Vec<Vec<usize>>,
    is_used: Vec<bool>,
    loops: usize,
}

impl<'a> Clusters<'a> {
    fn new(pieces: &'a [Piece], unknowns: usize) -> Self {
        let mut at = vec![Vec::new(); unknowns];
        for (k, piece) in pieces.iter().enumerate() {
            piece.columns.iter().for_each(|c| at[*c].push(k));
        }
        let ground =
            Cluster { pieces: Vec::new(), unknowns: Vec::new(), carriers: BTreeSet::new(), now: GROUND };
        Self {
            pieces,
            all: vec![ground],
            home: vec![NONE; unknowns],
            at,
            is_used: vec![false; pieces.len()],
            loops: 0,
        }
    }

    /// The cluster that one belongs to now.
    fn now(&self, mut cluster: usize) -> usize {
        while self.all[cluster].now != cluster {
            cluster = self.all[cluster].now;
        }
        cluster
    }

    fn carriers(&self, cluster: usize) -> BTreeSet<usize> {
        self.all[cluster].carriers.iter().map(|c| self.now(*c)).collect()
    }

    /// Unknowns of a piece that are not placed yet.
    fn open(&self, piece: usize) -> Vec<usize> {
        self.pieces[piece].columns.iter().copied().filter(|c| self.home[*c] == NONE).collect()
    }

    /// The clusters of what is placed at a piece.
    fn touched(&self, piece: usize) -> BTreeSet<usize> {
        let piece = &self.pieces[piece];
        let placed = piece.columns.iter().map(|c| self.home[*c]).filter(|home| *home != NONE);
        let mut touched: BTreeSet<usize> = placed.map(|home| self.now(home)).collect();
        if piece.is_grounded || touched.is_empty() {
            touched.insert(GROUND);
        }
        touched
    }

    /// Pieces that are not used, of one kind.
    fn unused(&self, is_wanted: impl Fn(&Piece) -> bool) -> impl Iterator<Item = usize> {
        let is_free = |k: &usize| !self.is_used[*k] && !self.pieces[*k].quantities.is_empty();
        (0..self.pieces.len()).filter(is_free).filter(move |k| is_wanted(&self.pieces[*k]))
    }

    /// Places all unknowns.
    fn grow(&mut self) {
        let mut waiting: VecDeque<usize> = self.unused(|piece| !piece.is_node && !piece.is_spring).collect();
        loop {
            while let Some(k) = waiting.pop_front() {
                if !self.is_used[k] && self.fits(k) {
                    self.add(k, &mut waiting);
                }
            }
            let spring = self.unused(|piece| piece.is_spring).find(|k| self.fits(*k));
            if let Some(k) = spring {
                self.add(k, &mut waiting);
            } else if let Some(k) = self.overfull() {
                let open = self.open(k);
                let cluster = self.unite(self.touched(k));
                self.enter(cluster, k, open, &mut waiting);
                self.loops += 1;
            } else if let Some(k) = self.next_node() {
                self.add(k, &mut waiting);
            } else {
                break;
            }
        }
    }

    /// Whether a piece measures as much as it can place.
    fn fits(&self, piece: usize) -> bool {
        let open = self.open(piece).len();
        open > 0 && open == self.pieces[piece].quantities.len()
    }

    /// A piece that places something but measures more: the one with the least excess.
    fn overfull(&self) -> Option<usize> {
        let excess = |k: &usize| {
            let open = self.open(*k).len();
            let more = self.pieces[*k].quantities.len().checked_sub(open)?;
            (open > 0).then_some(more)
        };
        let all = self.unused(|piece| !piece.is_node && !piece.is_spring);
        all.filter_map(|k| Some((excess(&k)?, k))).min().map(|(_, k)| k)
    }

    /// A node that lets a piece beside what is placed go on; any node where there is none.
    fn next_node(&self) -> Option<usize> {
        let is_open = |k: &usize| !self.open(*k).is_empty();
        let nodes_of = |piece: usize| {
            let open: BTreeSet<usize> = self.open(piece).into_iter().collect();
            let near: BTreeSet<usize> = open.iter().flat_map(|c| self.at[*c].iter().copied()).collect();
            let nodes = near.into_iter().filter(|k| self.pieces[*k].is_node && !self.is_used[*k]);
            let within: Vec<usize> =
                nodes.filter(|k| self.open(*k).iter().all(|c| open.contains(c))).collect();
            let left = open.len().checked_sub(self.pieces[piece].quantities.len());
            let exact = within.iter().copied().find(|k| Some(self.open(*k).len()) == left);
            exact.or_else(|| within.first().copied())
        };
        let begun = |k: &usize| is_open(k) && self.open(*k).len() < self.pieces[*k].columns.len();
        let beside = self.unused(|piece| !piece.is_node && !piece.is_spring).filter(begun).find_map(nodes_of);
        beside.or_else(|| self.unused(|piece| piece.is_node).find(is_open))
    }

    /// A cluster of one piece.
    fn add(&mut self, piece: usize, waiting: &mut VecDeque<usize>) {
        let (open, carriers) = (self.open(piece), self.touched(piece));
        let cluster = self.all.len();
        self.all.push(Cluster { pieces: Vec::new(), unknowns: Vec::new(), carriers, now: cluster });
        self.enter(cluster, piece, open, waiting);
    }

    fn enter(&mut self, cluster: usize, piece: usize, open: Vec<usize>, waiting: &mut VecDeque<usize>) {
        self.is_used[piece] = true;
        self.all[cluster].pieces.push(piece);
        for c in &open {
            self.home[*c] = cluster;
            waiting.extend(self.at[*c].iter().copied().filter(|k| {
                let piece = &self.pieces[*k];
                !self.is_used[*k] && !piece.is_node && !piece.is_spring
            }));
        }
        self.all[cluster].unknowns.extend(open);
    }

    /// Unites clusters with all that lies between them and what carries them all; one alone with itself.
    fn unite(&mut self, touched: BTreeSet<usize>) -> usize {
        let mut rest = touched;
        let mut members = Vec::new();
        if rest.len() == 1
            && let Some(only) = rest.pop_last()
        {
            if only == GROUND {
                let cluster = self.all.len();
                let carriers = BTreeSet::from([GROUND]);
                self.all.push(Cluster { pieces: Vec::new(), unknowns: Vec::new(), carriers, now: cluster });
                return cluster;
            }
            rest = self.carriers(only);
            members.push(only);
            return self.join(members, rest);
        }
        while rest.len() > 1
            && let Some(latest) = rest.pop_last()
        {
            rest.extend(self.carriers(latest));
            members.push(latest);
        }
        self.join(members, rest)
    }

    /// A cluster with what carries it; `None` where that is the ground.
    fn with_carriers(&mut self, cluster: usize) -> Option<usize> {
        let mut members = vec![cluster];
        let mut rest = self.carriers(cluster);
        loop {
            let latest = rest.pop_last().filter(|latest| *latest != GROUND)?;
            rest.extend(self.carriers(latest));
            members.push(latest);
            if rest.len() <= 1 {
                return Some(self.join(members, rest));
            }
        }
    }

    fn join(&mut self, members: Vec<usize>, carriers: BTreeSet<usize>) -> usize {
        let first = members.iter().copied().min().expect("there is at least one");
        for member in members.into_iter().filter(|member| *member != first) {
            let (pieces, unknowns) = {
                let own = &mut self.all[member];
                own.now = first;
                (std::mem::take(&mut own.pieces), std::mem::take(&mut own.unknowns))
            };
            self.all[first].pieces.extend(pieces);
            self.all[first].unknowns.extend(unknowns);
        }
        self.all[first].carriers = carriers;
        first
    }

    /// Gives every piece with a held quantity that placed nothing to a cluster. Others close loops, too, but what they measure just follows.
    fn close_loops(&mut self) {
        let left: Vec<usize> = self.unused(|piece| !piece.is_node).collect();
        for k in left {
            let quantities = &self.pieces[k].quantities;
            self.loops += usize::from(quantities.len() > 1);
            if quantities.iter().any(|quantity| quantity.is_held) {
                let cluster = self.unite(self.touched(k));
                self.is_used[k] = true;
                self.all[cluster].pieces.push(k);
            }
        }
    }

    /// Chooses by rank in one cluster after the other.
    fn solve(&mut self, most: usize) -> Option<Chosen> {
        let mut motions = Motions { by_unknown: vec![Vec::new(); self.home.len()] };
        let mut found: BTreeMap<usize, Roles> = BTreeMap::new();
        let mut next = GROUND + 1;
        while next < self.all.len() {
            if self.all[next].now != next {
                found.remove(&next);
                next += 1;
                continue;
            }
            if self.all[next].unknowns.len() > most {
                return None;
            }
            match Rows::of(self, next, &motions).roles(&self.all[next].unknowns, &mut motions) {
                Some(roles) => {
                    found.insert(next, roles);
                    next += 1;
                }
                None => next = self.with_carriers(next)?,
            }
        }
        let mut chosen = Chosen { loops: self.loops, ..Chosen::default() };
        for (cluster, roles) in found.into_iter().filter(|(cluster, _)| self.all[*cluster].now == *cluster) {
            chosen.widest = chosen.widest.max(self.all[cluster].unknowns.len());
            chosen.held.extend(roles.held);
            chosen.redundant.extend(roles.redundant);
            chosen.independent.extend(roles.independent);
        }
        let Chosen { held, redundant, independent, .. } = &mut chosen;
        [held, redundant, independent].into_iter().for_each(|list| list.sort_unstable());
        Some(chosen)
    }
}

/// The motions that unknowns can have, by those of their cluster.
struct Motions {
    by_unknown: Vec<Vec<f64>>,
}

/// What became of the quantities of a cluster.
struct Roles {
    held: Vec<usize>,
    redundant: Vec<usize>,
    independent: Vec<usize>,
}

/// A row: changes with the unknowns of the cluster, then with the motions of what carries it.
struct Row {
    id: usize,
    is_held: bool,
    preference: u8,
    values: Vec<f64>,
    size: f64,
    is_taken: bool,
}

/// The rows of a cluster.
struct Rows {
    rows: Vec<Row>,
    /// Rows that were taken, their own parts orthonormal, in order.
    taken: Vec<usize>,
    unknowns: usize,
    width: usize,
}

impl Rows {
    fn of(clusters: &Clusters, cluster: usize, motions: &Motions) -> Self {
        let own = &clusters.all[cluster];
        let local: BTreeMap<usize, usize> = own.unknowns.iter().enumerate().map(|(k, c)| (*c, k)).collect();
        let nodes = own.unknowns.iter().flat_map(|c| &clusters.at[*c]).copied();
        let nodes = nodes.filter(|k| clusters.pieces[*k].is_node);
        let pieces: BTreeSet<usize> = own.pieces.iter().copied().chain(nodes).collect();
        let mut width = own.unknowns.len();
        let mut starts: BTreeMap<usize, usize> = BTreeMap::new();
        for c in pieces.iter().flat_map(|k| &clusters.pieces[*k].columns).filter(|c| !local.contains_key(c)) {
            let carrier = clusters.now(clusters.home[*c]);
            starts.entry(carrier).or_insert_with(|| {
                width += motions.by_unknown[*c].len();
                width - motions.by_unknown[*c].len()
            });
        }
        let mut rows = Vec::new();
        for piece in pieces.iter().map(|k| &clusters.pieces[*k]) {
            for quantity in &piece.quantities {
                let mut values = vec![0.0; width];
                for (value, c) in quantity.row.iter().zip(&piece.columns) {
                    if let Some(at) = local.get(c) {
                        values[*at] += value;
                        continue;
                    }
                    let start = starts[&clusters.now(clusters.home[*c])];
                    let motion = &motions.by_unknown[*c];
                    values[start..].iter_mut().zip(motion).for_each(|(v, m)| *v += value * m);
                }
                let Quantity { id, is_held, preference, .. } = *quantity;
                let size = lissom_linalg::norm(&quantity.row);
                rows.push(Row { id, is_held, preference, values, size, is_taken: false });
            }
        }
        rows.sort_by_key(|row| row.id);
        Self { rows, taken: Vec::new(), unknowns: own.unknowns.len(), width }
    }

    /// The roles of all quantities, and the motions of the unknowns; `None` when a held quantity depends on what carries the cluster.
    fn roles(mut self, unknowns: &[usize], motions: &mut Motions) -> Option<Roles> {
        self.take(|row| row.is_held, RANK);
        let held = self.taken.len();
        let (n, all) = (self.unknowns, self.width);
        let left = self.rows.iter().filter(|row| row.is_held && !row.is_taken);
        for row in left.clone() {
            if lissom_linalg::norm(&row.values[n..all]) > CONSISTENT * row.size {
                return None;
            }
        }
        let redundant = left.map(|row| row.id).collect();
        let levels: BTreeSet<u8> = self.rows.iter().map(|row| row.preference).collect();
        for least in [GOOD, RANK] {
            levels.iter().for_each(|level| self.take(|row| !row.is_held && row.preference == *level, least));
        }
        let (held, independent) = self.taken.split_at(held);
        let ids = |rows: &[usize]| rows.iter().map(|k| self.rows[*k].id).collect();
        let roles = Roles { held: ids(held), redundant, independent: ids(independent) };
        let basis = self.motions(held, independent);
        for (k, c) in unknowns.iter().enumerate() {
            motions.by_unknown[*c] = basis.iter().map(|column| column[k]).collect();
        }
        (self.taken.len() == n).then_some(roles)
    }

    /// Takes rows with the largest remainders of the unknowns, as long as these exceed a share of the row.
    fn take(&mut self, is_wanted: impl Fn(&Row) -> bool, least: f64) {
        while self.taken.len() < self.unknowns {
            let mut best: Option<(usize, f64)> = None;
            for (k, row) in self.rows.iter().enumerate().filter(|(_, row)| !row.is_taken && is_wanted(row)) {
                let own = lissom_linalg::norm(&row.values[..self.unknowns]);
                let share = own / row.size.max(f64::MIN_POSITIVE);
                if share > least && best.is_none_or(|(_, b)| share > b * (1.0 + 1e-6)) {
                    best = Some((k, share));
                }
            }
            let Some((k, _)) = best else { break };
            self.deflate(k);
        }
    }

    /// Takes a row out of all others.
    fn deflate(&mut self, k: usize) {
        let n = self.unknowns;
        let size = lissom_linalg::norm(&self.rows[k].values[..n]);
        self.rows[k].values.iter_mut().for_each(|v| *v /= size);
        self.rows[k].is_taken = true;
        self.taken.push(k);
        let direction = self.rows[k].values.clone();
        for row in self.rows.iter_mut().filter(|row| !row.is_taken) {
            // Twice: the remainder of a nearly dependent row is orthogonal to rounding only then.
            for _ in 0..2 {
                let share = lissom_linalg::dot(&row.values[..n], &direction[..n]);
                row.values.iter_mut().zip(&direction).for_each(|(v, d)| *v -= share * d);
            }
        }
    }

    /// An orthonormal basis of the motions that the unknowns have: with the coordinates, and with what carries the cluster.
    fn motions(&self, held: &[usize], independent: &[usize]) -> Vec<Vec<f64>> {
        let n = self.unknowns;
        let mut basis: Vec<Vec<f64>> =
            independent.iter().map(|k| self.rows[*k].values[..n].to_vec()).collect();
        let mut carried: Vec<Vec<f64>> = (n..self.width)
            .map(|y| {
                let mut column = vec![0.0; n];
                for values in held.iter().map(|k| &self.rows[*k].values) {
                    column.iter_mut().zip(&values[..n]).for_each(|(sum, u)| *sum -= u * values[y]);
                }
                column
            })
            .collect();
        let whole = carried.iter().map(|column| lissom_linalg::norm(column)).fold(0.0, f64::max);
        while let Some((k, size)) = largest(&carried).filter(|(_, size)| *size > RANK * whole) {
            let mut own = carried.swap_remove(k);
            own.iter_mut().for_each(|v| *v /= size);
            for column in &mut carried {
                for _ in 0..2 {
                    let share = lissom_linalg::dot(column, &own);
                    column.iter_mut().zip(&own).for_each(|(v, d)| *v -= share * d);
                }
            }
            basis.push(own);
        }
        basis
    }
}

/// The longest of some vectors, and its length.
fn largest(vectors: &[Vec<f64>]) -> Option<(usize, f64)> {
    let sizes = vectors.iter().map(|vector| lissom_linalg::norm(vector)).enumerate();
    sizes.fold(None, |best, (k, size)| match best {
        Some((_, most)) if most >= size => best,
        _ => Some((k, size)),
    })
}
