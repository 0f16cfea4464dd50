//! Triangular solves with a block of right-hand sides.
//!
//! Inside, a block is stored row by row and padded to 1, 4 or 8 columns: each entry of the factor is read once
//! and used for the whole row. The factor is read in long runs, so memory bandwidth sets the speed.
//!
//! Threads share the rows of a large panel on the way down, and its columns on the way up: no sum is ever cut, and the
//! number of threads changes no bits.

use crate::factor::analysis::Analysis;
use crate::factor::multifrontal::Numbers;
use crate::factor::pivots::solve_two;
use crate::factor::sweep_kernels::{self, STEP};
use crate::matrix::row_block::Row;
use crate::threads::Threads;
use pulp::Arch;

/// Columns between two synchronisations of the threads inside one large panel.
const STRIP: usize = 128;
/// Rows of a large panel that one thread takes at a time.
const CHUNK: usize = 512;

/// A factor ready for solves: positions, numbers, and whether there is a middle factor D.
pub(crate) struct Sweep<'a> {
    pub analysis: &'a Analysis,
    pub numbers: &'a Numbers,
    pub indefinite: bool,
    pub threads: &'a Threads,
    /// Which registers the machine has.
    pub arch: Arch,
}

impl Sweep<'_> {
    /// x ← (P L)⁻¹ x, in the new numbering.
    pub fn forward<const W: usize>(&self, x: &mut [Row<W>]) {
        let pieces = self.cut(x);
        let boundaries = self.threads.map(pieces, |(g, own)| {
            let group = &self.analysis.groups[g];
            let mut local = vec![[0.0; W]; own.len() + group.boundary.len()];
            local[..own.len()].copy_from_slice(own);
            for s in group.supernodes.clone() {
                let first = self.analysis.supernodes[s].cols.start - group.cols.start;
                self.forward_one(s, first, self.analysis.local_rows_of(s), &mut local, None);
            }
            own.copy_from_slice(&local[..own.len()]);
            local.split_off(own.len())
        });
        for (group, boundary) in self.analysis.groups.iter().zip(boundaries) {
            for (&row, change) in group.boundary.iter().zip(&boundary) {
                add(&mut x[row as usize], change);
            }
        }
        for &s in &self.analysis.top {
            let first = self.analysis.supernodes[s].cols.start;
            self.forward_one(s, first, self.analysis.rows_of(s), x, Some(self.threads));
        }
    }

    /// x ← (P L)⁻ᵀ x, in the new numbering.
    pub fn backward<const W: usize>(&self, x: &mut [Row<W>]) {
        for &s in self.analysis.top.iter().rev() {
            let first = self.analysis.supernodes[s].cols.start;
            self.backward_one(s, first, self.analysis.rows_of(s), x, Some(self.threads));
        }
        let boundaries: Vec<Vec<Row<W>>> = self
            .analysis
            .groups
            .iter()
            .map(|group| group.boundary.iter().map(|&row| x[row as usize]).collect())
            .collect();
        let pieces = self.cut(x).into_iter().zip(boundaries).collect();
        self.threads.for_each(pieces, |((g, own), boundary): ((usize, &mut [Row<W>]), Vec<Row<W>>)| {
            let group = &self.analysis.groups[g];
            let mut local = own.to_vec();
            local.extend_from_slice(&boundary);
            for s in group.supernodes.clone().rev() {
                let first = self.analysis.supernodes[s].cols.start - group.cols.start;
                self.backward_one(s, first, self.analysis.local_rows_of(s), &mut local, None);
            }
            own.copy_from_slice(&local[..own.len()]);
        });
    }

    /// x ← D⁻¹ x.
    pub fn divide<const W: usize>(&self, x: &mut [Row<W>]) {
        if !self.indefinite {
            return;
        }
        let (d, e) = (&self.numbers.diagonal, &self.numbers.subdiagonal);
        let mut k = 0;
        while k < x.len() {
            if e[k] == 0.0 {
                x[k].iter_mut().for_each(|a| *a /= d[k]);
                k += 1;
                continue;
            }
            let (first, second) = x.split_at_mut(k + 1);
            for (a, b) in first[k].iter_mut().zip(&mut second[0]) {
                (*a, *b) = solve_two(d[k], e[k], d[k + 1], *a, *b);
            }
            k += 2;
        }
    }

    /// The rows of each group as separate pieces.
    fn cut<'x, const W: usize>(&self, x: &'x mut [Row<W>]) -> Vec<(usize, &'x mut [Row<W>])> {
        let mut pieces = Vec::with_capacity(self.analysis.groups.len());
        let (mut rest, mut begin) = (x, 0);
        for (g, group) in self.analysis.groups.iter().enumerate() {
            let (before, after) = rest.split_at_mut(group.cols.end - begin);
            pieces.push((g, &mut before[group.cols.start - begin..]));
            (rest, begin) = (after, group.cols.end);
        }
        pieces
    }

    fn forward_one<const W: usize>(
        &self,
        s: usize,
        first: usize,
        rows: &[u32],
        x: &mut [Row<W>],
        threads: Option<&Threads>,
    ) {
        let supernode = &self.analysis.supernodes[s];
        let (width, height) = (supernode.width(), supernode.height());
        let panel = &self.numbers.values[supernode.values.clone()];
        let mut z = vec![[0.0; W]; height];
        self.gather(s, first, x, &mut z);
        for strip in (0..width).step_by(STRIP) {
            let end = (strip + STRIP).min(width);
            for k in (strip..end).step_by(STEP) {
                let last = (k + STEP).min(end);
                solve_forward(panel, height, k, last, self.indefinite, &mut z);
                let (head, tail) = z.split_at_mut(last);
                self.subtract_rows(panel, height, k..last, last, &head[k..], &mut tail[..end - last]);
            }
            let (head, tail) = z.split_at_mut(end);
            let source = &head[strip..];
            match threads {
                Some(threads) if tail.len() > CHUNK => {
                    let chunks: Vec<_> = tail.chunks_mut(CHUNK).enumerate().collect();
                    threads.for_each(chunks, |(c, chunk)| {
                        self.subtract_rows(panel, height, strip..end, end + c * CHUNK, source, chunk);
                    });
                }
                _ => self.subtract_rows(panel, height, strip..end, end, source, tail),
            }
        }
        x[first..first + width].copy_from_slice(&z[..width]);
        for (&row, change) in rows.iter().zip(&z[width..]) {
            add(&mut x[row as usize], change);
        }
    }

    fn backward_one<const W: usize>(
        &self,
        s: usize,
        first: usize,
        rows: &[u32],
        x: &mut [Row<W>],
        threads: Option<&Threads>,
    ) {
        let supernode = &self.analysis.supernodes[s];
        let (width, height) = (supernode.width(), supernode.height());
        let panel = &self.numbers.values[supernode.values.clone()];
        let mut z = Vec::with_capacity(height);
        z.extend_from_slice(&x[first..first + width]);
        z.extend(rows.iter().map(|&row| x[row as usize]));
        let strips: Vec<usize> = (0..width).step_by(STRIP).collect();
        for &strip in strips.iter().rev() {
            let end = (strip + STRIP).min(width);
            let (head, tail) = z.split_at_mut(end);
            let mut sums = [[0.0; W]; STRIP];
            let steps: Vec<_> = sums[..end - strip].chunks_mut(STEP).enumerate().collect();
            let sum_step = |(c, own): (usize, &mut [Row<W>])| {
                let first = strip + c * STEP;
                self.sum_rows(panel, height, first..first + own.len(), end, tail, own);
            };
            match threads {
                Some(threads) if tail.len() > CHUNK => threads.for_each(steps, sum_step),
                _ => steps.into_iter().for_each(sum_step),
            }
            head[strip..].iter_mut().zip(&sums).for_each(|(row, sum)| subtract(row, sum));
            let steps: Vec<usize> = (strip..end).step_by(STEP).collect();
            for &k in steps.iter().rev() {
                let last = (k + STEP).min(end);
                let (front, back) = head.split_at_mut(last);
                let mut sums = [[0.0; W]; STEP];
                self.sum_rows(panel, height, k..last, last, back, &mut sums[..last - k]);
                front[k..].iter_mut().zip(&sums).for_each(|(row, sum)| subtract(row, sum));
                solve_backward(panel, height, k, last, self.indefinite, front);
            }
        }
        self.scatter(s, first, &z, x);
    }

    /// target ← target − L(from.., cols) · source: rows of the panel from `from`, as many as `target` has.
    fn subtract_rows<const W: usize>(
        &self,
        panel: &[f64],
        height: usize,
        cols: std::ops::Range<usize>,
        from: usize,
        source: &[Row<W>],
        target: &mut [Row<W>],
    ) {
        for (own, k) in source.chunks(STEP).zip(cols.step_by(STEP)) {
            let columns = columns(panel, height, k..k + own.len(), from, target.len());
            sweep_kernels::subtract(self.arch, &columns[..own.len()], own, target);
        }
    }

    /// sums ← sums + L(from.., cols)ᵀ · source, for at most [`STEP`] columns.
    fn sum_rows<const W: usize>(
        &self,
        panel: &[f64],
        height: usize,
        cols: std::ops::Range<usize>,
        from: usize,
        source: &[Row<W>],
        sums: &mut [Row<W>],
    ) {
        let columns = columns(panel, height, cols.clone(), from, source.len());
        sweep_kernels::sum(self.arch, &columns[..cols.len()], source, sums);
    }

    /// The supernode's own rows in the order of its pivots.
    fn gather<const W: usize>(&self, s: usize, first: usize, x: &[Row<W>], z: &mut [Row<W>]) {
        let cols = self.analysis.supernodes[s].cols.clone();
        if !self.indefinite {
            z[..cols.len()].copy_from_slice(&x[first..first + cols.len()]);
            return;
        }
        for (row, &place) in z.iter_mut().zip(&self.numbers.place[cols]) {
            *row = x[first + place as usize];
        }
    }

    /// Returns the solved rows to the original order.
    fn scatter<const W: usize>(&self, s: usize, first: usize, z: &[Row<W>], x: &mut [Row<W>]) {
        let cols = self.analysis.supernodes[s].cols.clone();
        if !self.indefinite {
            x[first..first + cols.len()].copy_from_slice(&z[..cols.len()]);
            return;
        }
        for (row, &place) in z.iter().zip(&self.numbers.place[cols]) {
            x[first + place as usize] = *row;
        }
    }
}

/// At most [`STEP`] columns of a panel, `rows` rows of each, counted from row `from`.
fn columns(
    panel: &[f64],
    height: usize,
    cols: std::ops::Range<usize>,
    from: usize,
    rows: usize,
) -> [&[f64]; STEP] {
    let mut columns: [&[f64]; STEP] = [&[]; STEP];
    for (column, k) in columns.iter_mut().zip(cols) {
        *column = &panel[k * height + from..k * height + from + rows];
    }
    columns
}

fn add<const W: usize>(row: &mut Row<W>, change: &Row<W>) {
    row.iter_mut().zip(change).for_each(|(a, b)| *a += b);
}

fn subtract<const W: usize>(row: &mut Row<W>, change: &Row<W>) {
    row.iter_mut().zip(change).for_each(|(a, b)| *a -= b);
}

/// Solves with the small triangle of columns begin..end.
fn solve_forward<const W: usize>(
    panel: &[f64],
    height: usize,
    begin: usize,
    end: usize,
    unit: bool,
    z: &mut [Row<W>],
) {
    for k in begin..end {
        if !unit {
            let pivot = panel[k * height + k];
            z[k].iter_mut().for_each(|a| *a /= pivot);
        }
        let solved = z[k];
        for i in k + 1..end {
            let factor = panel[k * height + i];
            z[i].iter_mut().zip(&solved).for_each(|(a, b)| *a -= factor * b);
        }
    }
}

/// Solves with the transposed small triangle of columns begin..end.
fn solve_backward<const W: usize>(
    panel: &[f64],
    height: usize,
    begin: usize,
    end: usize,
    unit: bool,
    z: &mut [Row<W>],
) {
    for k in (begin..end).rev() {
        let mut row = z[k];
        for i in k + 1..end {
            let factor = panel[k * height + i];
            row.iter_mut().zip(&z[i]).for_each(|(a, b)| *a -= factor * b);
        }
        if !unit {
            let pivot = panel[k * height + k];
            row.iter_mut().for_each(|a| *a /= pivot);
        }
        z[k] = row;
    }
}
