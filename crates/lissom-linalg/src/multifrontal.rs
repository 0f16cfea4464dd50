//! The numerical half of a sparse factorisation: fronts are assembled, factored and passed upwards, \[Liu1992\].

use crate::analysis::Analysis;
use crate::elimination::NO_PARENT;
use crate::panel::{BadPivot, Kind, Panel};
use crate::sparse::Sparse;
use crate::threads::Threads;

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

/// The update a supernode sends to its parent: its rows squared, lower triangle.
struct Update {
    from: usize,
    values: Vec<f64>,
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

/// Factors `matrix`, whose pattern is the analysed one.
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
    let (groups, top) = cut(analysis, &mut numbers);
    let sequential = Threads::one();
    let results = threads.map(groups, |(g, mut storage)| {
        let mut stack: Vec<Update> = Vec::new();
        for s in analysis.groups[g].supernodes.clone() {
            let first = stack
                .iter()
                .rposition(|u| analysis.supernodes[u.from].parent as usize != s)
                .map_or(0, |p| p + 1);
            let children = stack.split_off(first);
            stack.extend(front(
                analysis,
                matrix,
                s,
                children,
                storage.panel(analysis, s),
                kind,
                &sequential,
            )?);
        }
        Ok(stack)
    });
    let mut waiting: Vec<Vec<Update>> = Vec::new();
    waiting.resize_with(analysis.supernodes.len(), Vec::new);
    for result in results {
        for update in result? {
            waiting[analysis.supernodes[update.from].parent as usize].push(update);
        }
    }
    for (s, mut storage) in top {
        let children = std::mem::take(&mut waiting[s]);
        let update = front(analysis, matrix, s, children, storage.panel(analysis, s), kind, threads)?;
        if let Some(update) = update {
            waiting[analysis.supernodes[s].parent as usize].push(update);
        }
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
    let mut rest = Storage {
        first_value: 0,
        first_col: 0,
        values: &mut numbers.values,
        diagonal: &mut numbers.diagonal,
        subdiagonal: &mut numbers.subdiagonal,
        place: &mut numbers.place,
    };
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

/// Assembles and factors one front; returns the update for the parent, if there is one.
fn front(
    analysis: &Analysis,
    matrix: &Sparse,
    s: usize,
    children: Vec<Update>,
    mut panel: Panel<'_>,
    kind: Kind,
    threads: &Threads,
) -> Result<Option<Update>, Failure> {
    let supernode = &analysis.supernodes[s];
    for &(from, to) in &analysis.scatter[supernode.scatter.clone()] {
        panel.values[to as usize] += matrix.values()[from as usize];
    }
    let mut update = vec![0.0; supernode.below() * supernode.below()];
    for child in children {
        extend_add(analysis, s, &child, panel.values, &mut update);
    }
    panel.factor(kind, threads).map_err(|BadPivot { col, value }| {
        let taken = if kind == Kind::Indefinite { panel.place[col] as usize } else { col };
        Failure { col: supernode.cols.start + taken, value }
    })?;
    panel.subtract_update(kind, &mut update, threads);
    Ok((supernode.parent != NO_PARENT).then_some(Update { from: s, values: update }))
}

/// Adds a child's update to the parent's panel and to the parent's own update.
fn extend_add(analysis: &Analysis, parent: usize, child: &Update, panel: &mut [f64], update: &mut [f64]) {
    let supernode = &analysis.supernodes[parent];
    let (width, height, below) = (supernode.width(), supernode.height(), supernode.below());
    let places = places_in_front(analysis, parent, analysis.rows_of(child.from));
    let rows = places.len();
    for (q, &col) in places.iter().enumerate() {
        let source = &child.values[q * rows + q..(q + 1) * rows];
        let (target, shift) = if col < width {
            (&mut panel[col * height..(col + 1) * height], 0)
        } else {
            (&mut update[(col - width) * below..(col - width + 1) * below], width)
        };
        for (&place, &value) in places[q..].iter().zip(source) {
            target[place - shift] += value;
        }
    }
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
