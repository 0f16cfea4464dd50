//! The numerical half of a sparse factorisation: fronts are assembled, factored and passed upwards, \[Liu1992\].

use crate::factor::analysis::Analysis;
use crate::factor::elimination::NO_PARENT;
use crate::factor::panel::{BadPivot, Kind, Panel};
use crate::factor::symmetric_product::{Workshop, triangle_len, triangle_start};
use crate::factor::update_stack::{Update, UpdateStack};
use crate::matrix::sparse::Sparse;
use crate::threads::Threads;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The numbers of a factor; their places are those of the [`Analysis`].
#[derive(Debug, Clone)]
pub(crate) struct Numbers {
    pub values: Vec<f64>,
    pub diagonal: Vec<f64>,
    pub subdiagonal: Vec<f64>,
    pub place: Vec<u32>,
}

/// A pivot that cannot be used, in the new numbering.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failure {
    pub col: usize,
    pub value: f64,
}

/// The storage of a run of neighbouring supernodes.
struct Storage<'a> {
    first_value: usize,
    first_col: usize,
    values: &'a mut [f64],
    diagonal: &'a mut [f64],
    subdiagonal: &'a mut [f64],
    place: &'a mut [u32],
}

impl<'a> Storage<'a> {
    /// Splits off everything before the given value and column.
    fn split_before(self, value: usize, col: usize) -> (Self, Self) {
        let (value_at, col_at) = (value - self.first_value, col - self.first_col);
        let (values, later_values) = self.values.split_at_mut(value_at);
        let (diagonal, later_diagonal) = self.diagonal.split_at_mut(col_at);
        let (subdiagonal, later_subdiagonal) = self.subdiagonal.split_at_mut(col_at);
        let (place, later_place) = self.place.split_at_mut(col_at);
        let (first_value, first_col) = (self.first_value, self.first_col);
        (
            Self { first_value, first_col, values, diagonal, subdiagonal, place },
            Self {
                first_value: value,
                first_col: col,
                values: later_values,
                diagonal: later_diagonal,
                subdiagonal: later_subdiagonal,
                place: later_place,
            },
        )
    }

    fn of(numbers: &'a mut Numbers) -> Self {
        Self {
            first_value: 0,
            first_col: 0,
            values: &mut numbers.values,
            diagonal: &mut numbers.diagonal,
            subdiagonal: &mut numbers.subdiagonal,
            place: &mut numbers.place,
        }
    }

    fn panel(&mut self, analysis: &Analysis, s: usize) -> Panel<'_> {
        let supernode = &analysis.supernodes[s];
        let values = supernode.values.start - self.first_value..supernode.values.end - self.first_value;
        let cols = supernode.cols.start - self.first_col..supernode.cols.end - self.first_col;
        Panel {
            values: &mut self.values[values],
            width: supernode.width(),
            height: supernode.height(),
            diagonal: &mut self.diagonal[cols.clone()],
            subdiagonal: &mut self.subdiagonal[cols.clone()],
            place: &mut self.place[cols],
        }
    }
}

/// What does not change while one matrix is factored.
struct Job<'a> {
    analysis: &'a Analysis,
    matrix: &'a Sparse,
    kind: Kind,
    workshop: Workshop,
}

/// Factors `matrix`, whose pattern is the analysed one.
///
/// One thread goes through the tree once, with one stack of updates. Several threads take the groups first,
/// each with its own stack, then the top with all threads on every front. An update meets the same additions
/// either way.
pub(crate) fn factor(
    analysis: &Analysis,
    matrix: &Sparse,
    kind: Kind,
    threads: &Threads,
) -> Result<Numbers, Failure> {
    let n = analysis.n();
    let mut numbers = Numbers {
        values: vec![0.0; analysis.factor_len()],
        diagonal: vec![0.0; n],
        subdiagonal: vec![0.0; n],
        place: vec![0; n],
    };
    let job = Job { analysis, matrix, kind, workshop: Workshop::new() };
    if threads.count() == 1 {
        let mut storage = Storage::of(&mut numbers);
        let mut stack = UpdateStack::default().with_room(analysis.stack_len(0..analysis.supernodes.len()));
        for s in 0..analysis.supernodes.len() {
            job.front(s, &mut stack, &[], storage.panel(analysis, s), threads)?;
        }
        return Ok(numbers);
    }
    let (groups, top) = cut(analysis, &mut numbers);
    let spare: Mutex<Vec<UpdateStack>> = Mutex::new(Vec::new());
    let results = threads.map(groups, |(g, mut storage)| {
        let supernodes = analysis.groups[g].supernodes.clone();
        let stack = spare.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let mut stack = stack.with_room(analysis.stack_len(supernodes.clone()));
        for s in supernodes {
            job.front(s, &mut stack, &[], storage.panel(analysis, s), &Threads::one())?;
        }
        let handed = stack.hand_over();
        spare.lock().unwrap_or_else(PoisonError::into_inner).push(stack);
        Ok(handed)
    });
    drop(spare);
    let mut waiting: Vec<Vec<Update>> = Vec::new();
    waiting.resize_with(analysis.supernodes.len(), Vec::new);
    for result in results {
        for update in result? {
            waiting[analysis.supernodes[update.from].parent as usize].push(update);
        }
    }
    let mut stack = UpdateStack::default().with_room(analysis.stack_len(analysis.top.iter().copied()));
    for (s, mut storage) in top {
        let handed = std::mem::take(&mut waiting[s]);
        job.front(s, &mut stack, &handed, storage.panel(analysis, s), threads)?;
    }
    Ok(numbers)
}

type Cut<'a> = (Vec<(usize, Storage<'a>)>, Vec<(usize, Storage<'a>)>);

/// Cuts the storage into one piece for each group and one for each supernode of the top.
fn cut<'a>(analysis: &Analysis, numbers: &'a mut Numbers) -> Cut<'a> {
    let mut pieces: Vec<(usize, Option<usize>)> = analysis.top.iter().map(|&s| (s, None)).collect();
    pieces.extend(analysis.groups.iter().enumerate().map(|(g, group)| (group.supernodes.start, Some(g))));
    pieces.sort_unstable();
    let (mut groups, mut top) = (Vec::new(), Vec::new());
    let mut rest = Storage::of(numbers);
    for (s, group) in pieces {
        let last = group.map_or(s, |g| analysis.groups[g].supernodes.end - 1);
        let (piece, later) =
            rest.split_before(analysis.supernodes[last].values.end, analysis.supernodes[last].cols.end);
        rest = later;
        match group {
            Some(g) => groups.push((g, piece)),
            None => top.push((s, piece)),
        }
    }
    (groups, top)
}

impl Job<'_> {
    /// Assembles and factors one front; its children's updates leave the stack, its own comes onto it.
    fn front(
        &self,
        s: usize,
        stack: &mut UpdateStack,
        handed: &[Update],
        mut panel: Panel<'_>,
        threads: &Threads,
    ) -> Result<(), Failure> {
        let supernode = &self.analysis.supernodes[s];
        // Zero already, but not yet in memory: written before it is read, a page is fetched once and not twice.
        for (col, values) in panel.values.chunks_exact_mut(panel.height).enumerate() {
            values[col..].fill(0.0);
        }
        for &(from, to) in &self.analysis.scatter[supernode.scatter.clone()] {
            panel.values[to as usize] += self.matrix.values()[from as usize];
        }
        let child = |from: usize| self.analysis.supernodes[from].parent as usize == s;
        let (children, update) = stack.open(child, triangle_len(supernode.below()));
        let mut children: Vec<(usize, &[f64])> = children.collect();
        children.extend(handed.iter().map(|update| (update.from, update.values.as_slice())));
        // Updates are added in the order of the tree, independent of the thread.
        children.sort_unstable_by_key(|&(from, _)| from);
        for (from, values) in children {
            extend_add(self.analysis, s, from, values, panel.values, update);
        }
        panel.factor(self.kind, &self.workshop, threads).map_err(|BadPivot { col, value }| {
            let taken = if self.kind == Kind::Indefinite { panel.place[col] as usize } else { col };
            Failure { col: supernode.cols.start + taken, value }
        })?;
        panel.subtract_update(self.kind, update, &self.workshop, threads);
        stack.close(child, (supernode.parent != NO_PARENT).then_some(s));
        Ok(())
    }
}

/// Adds a child's update to the parent's panel and to the parent's own update.
fn extend_add(
    analysis: &Analysis,
    parent: usize,
    child: usize,
    values: &[f64],
    panel: &mut [f64],
    update: &mut [f64],
) {
    let supernode = &analysis.supernodes[parent];
    let (width, height, below) = (supernode.width(), supernode.height(), supernode.below());
    let places = places_in_front(analysis, parent, analysis.rows_of(child));
    let rows = places.len();
    let runs = runs(&places);
    let mut first_run = 0;
    for (q, &col) in places.iter().enumerate() {
        let begin = triangle_start(rows, q);
        let source = &values[begin + q..begin + rows];
        let target = if col < width {
            &mut panel[col * height + col..(col + 1) * height]
        } else {
            let begin = triangle_start(below, col - width);
            &mut update[begin + (col - width)..begin + below]
        };
        if runs[first_run].end <= q {
            first_run += 1;
        }
        for run in &runs[first_run..] {
            let (first, last) = (run.start.max(q), run.end);
            let place = places[first] - col;
            let target = &mut target[place..place + (last - first)];
            target.iter_mut().zip(&source[first - q..last - q]).for_each(|(t, s)| *t += s);
        }
    }
}

/// Stretches of places that follow one another.
fn runs(places: &[usize]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, &place) in places.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if places[at - 1] + 1 == place => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Where the given rows (ascending) stand in a front: its columns first, then its rows.
fn places_in_front(analysis: &Analysis, s: usize, rows: &[u32]) -> Vec<usize> {
    let supernode = &analysis.supernodes[s];
    let own = analysis.rows_of(s);
    let mut at = 0;
    let place = |&row: &u32| {
        if (row as usize) < supernode.cols.end {
            return row as usize - supernode.cols.start;
        }
        while own[at] != row {
            at += 1;
        }
        supernode.width() + at
    };
    rows.iter().map(place).collect()
}
