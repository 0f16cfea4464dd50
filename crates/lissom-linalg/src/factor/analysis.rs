//! The symbolic half of a sparse factorisation: everything that follows from the pattern alone.
//!
//! Columns with (nearly) the same structure are gathered in *supernodes*, so that the numerical half works on
//! dense panels, \[Liu1992\]. Subtrees of similar cost form *groups* that can be treated at the same time;
//! their shape depends on the matrix only, never on the number of threads.

use crate::factor::elimination::{EliminationTree, NO_PARENT};
use crate::factor::factor_error::FactorError;
use crate::factor::ordering::{Graph, Permutation, Quotient, order};
use crate::factor::symmetric_product::triangle_len;
use crate::matrix::sparse::Sparse;
use crate::threads::Threads;
use std::ops::Range;

/// A group holds at most this part of all operations.
const GROUP_SHARE: f64 = 1.0 / 24.0;
/// Below this many operations [-] the whole factorisation is one group.
const GROUP_MINIMUM: f64 = 2e6;

/// A dense trapezoidal piece of the factor: some neighbouring columns with one common row structure.
#[derive(Debug, Clone)]
pub(crate) struct Supernode {
    /// The columns, in the new numbering.
    pub cols: Range<usize>,
    /// Where the rows below the diagonal block stand in [`Analysis::rows`].
    pub rows: Range<usize>,
    /// Where the panel (column-major, height × columns) stands in the factor's values.
    pub values: Range<usize>,
    /// Where the entries of the matrix that fall in this panel stand in [`Analysis::scatter`].
    pub scatter: Range<usize>,
    /// The supernode that takes the update, or [`NO_PARENT`].
    pub parent: u32,
}

impl Supernode {
    pub fn width(&self) -> usize {
        self.cols.len()
    }

    pub fn below(&self) -> usize {
        self.rows.len()
    }

    pub fn height(&self) -> usize {
        self.cols.len() + self.rows.len()
    }

    fn operations(&self) -> f64 {
        let (w, h) = (self.width() as f64, self.height() as f64);
        w * h * h
    }
}

/// Whole subtrees, contiguous in the new numbering, that touch the rest only through their boundary.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub supernodes: Range<usize>,
    pub cols: Range<usize>,
    /// The rows outside `cols` that the group updates, ascending.
    pub boundary: Vec<u32>,
}

/// The symbolic factorisation of a symmetric pattern, to be used for any number of matrices with that pattern.
#[derive(Debug, Clone)]
pub struct Analysis {
    pub(crate) order: Permutation,
    pub(crate) supernodes: Vec<Supernode>,
    /// Row structure of all supernodes, new numbering.
    pub(crate) rows: Vec<u32>,
    /// The same rows counted inside the supernode's group: first its columns, then its boundary.
    pub(crate) local_rows: Vec<u32>,
    /// (position in the matrix's values, position in the panel).
    pub(crate) scatter: Vec<(u32, u32)>,
    pub(crate) groups: Vec<Group>,
    /// Supernodes in no group, ascending.
    pub(crate) top: Vec<usize>,
    fingerprint: (usize, u64),
}

impl Analysis {
    /// Orders and analyses a square matrix with a symmetric pattern; the values do not matter.
    ///
    /// # Errors
    /// [`FactorError::NotSquare`], [`FactorError::PatternNotSymmetric`].
    pub fn of(matrix: &Sparse) -> Result<Self, FactorError> {
        if matrix.rows() != matrix.cols() {
            return Err(FactorError::NotSquare { rows: matrix.rows(), cols: matrix.cols() });
        }
        if let Some((row, col)) = matrix.first_unmirrored() {
            return Err(FactorError::PatternNotSymmetric { row, col });
        }
        assert!(matrix.nnz() < u32::MAX as usize, "a sparse matrix has fewer than 2³² entries");
        let quotient = Quotient::of(matrix);
        let fill_order = order(&quotient.graph);
        let tree_order = EliminationTree::of(&quotient.graph.renumbered(&fill_order)).postorder();
        let vertices: Vec<u32> =
            tree_order.old_of_new().iter().map(|&v| fill_order.old_of_new()[v as usize]).collect();
        let vertex_order = Permutation::new(vertices);
        let graph = quotient.graph.renumbered(&vertex_order);
        let order = quotient.expand(&vertex_order);
        let (supernodes, rows) = supernodes(&graph);
        let mut analysis = Self {
            order,
            supernodes,
            rows,
            local_rows: Vec::new(),
            scatter: Vec::new(),
            groups: Vec::new(),
            top: Vec::new(),
            fingerprint: fingerprint(matrix),
        };
        analysis.plan_groups();
        analysis.plan_scatter(matrix);
        Ok(analysis)
    }

    /// The number of rows [-].
    pub fn n(&self) -> usize {
        self.order.len()
    }

    /// The number of values in the factor, zeros inside panels included [-].
    pub fn factor_len(&self) -> usize {
        self.supernodes.last().map_or(0, |s| s.values.end)
    }

    /// The memory the factor will hold \[B\].
    pub fn factor_bytes(&self) -> usize {
        size_of::<f64>() * self.factor_len()
    }

    /// The memory a factorisation will need \[B\]: the factor, and the peak of waiting updates.
    ///
    /// With several threads that is an upper bound: the waiting updates depend on the order of the work.
    pub fn memory_bytes(&self, threads: &Threads) -> usize {
        let waiting = if threads.count() == 1 {
            self.stack_len(0..self.supernodes.len())
        } else {
            let handed = |group: &Group| {
                let root = |s: &usize| self.supernodes[*s].parent as usize >= group.supernodes.end;
                group.supernodes.clone().filter(root).map(|s| self.update_len(s)).sum::<usize>()
            };
            let in_groups = self.groups.iter().map(|group| self.stack_len(group.supernodes.clone())).max();
            let on_top = self.stack_len(self.top.iter().copied());
            let at_once = on_top.max(threads.count() * in_groups.unwrap_or(0));
            self.groups.iter().map(handed).sum::<usize>() + at_once
        };
        self.factor_bytes() + size_of::<f64>() * waiting
    }

    /// The number of values that wait at the worst moment when the given supernodes are worked off one after another.
    pub(crate) fn stack_len(&self, supernodes: impl Iterator<Item = usize>) -> usize {
        let (mut stack, mut used, mut most): (Vec<usize>, usize, usize) = (Vec::new(), 0, 0);
        for s in supernodes {
            most = most.max(used + self.update_len(s));
            while let Some(&child) =
                stack.last().filter(|&&child| self.supernodes[child].parent as usize == s)
            {
                used -= self.update_len(child);
                stack.pop();
            }
            used += self.update_len(s);
            stack.push(s);
        }
        most
    }

    /// The number of values in the update of a supernode.
    fn update_len(&self, s: usize) -> usize {
        triangle_len(self.supernodes[s].below())
    }

    /// Multiplications and additions of one factorisation, about [-].
    pub fn operations(&self) -> f64 {
        self.supernodes.iter().map(Supernode::operations).sum()
    }

    /// The fill-reducing ordering.
    pub fn ordering(&self) -> &Permutation {
        &self.order
    }

    /// True if `matrix` has the pattern that was analysed.
    pub fn fits(&self, matrix: &Sparse) -> bool {
        self.fingerprint == fingerprint(matrix)
    }

    pub(crate) fn rows_of(&self, s: usize) -> &[u32] {
        &self.rows[self.supernodes[s].rows.clone()]
    }

    pub(crate) fn local_rows_of(&self, s: usize) -> &[u32] {
        &self.local_rows[self.supernodes[s].rows.clone()]
    }

    /// Cuts the supernodes into groups of whole subtrees and the top that joins them.
    fn plan_groups(&mut self) {
        let mut subtree: Vec<f64> = self.supernodes.iter().map(Supernode::operations).collect();
        let total: f64 = subtree.iter().sum();
        let limit = if total < GROUP_MINIMUM { f64::INFINITY } else { total * GROUP_SHARE };
        for (s, supernode) in self.supernodes.iter().enumerate() {
            if supernode.parent != NO_PARENT {
                subtree[supernode.parent as usize] += subtree[s];
            }
        }
        let mut open: Option<(Range<usize>, f64)> = None;
        let mut ranges = Vec::new();
        for (s, &work) in subtree.iter().enumerate() {
            if work > limit {
                ranges.extend(open.take().map(|(range, _)| range));
                self.top.push(s);
                continue;
            }
            // A subtree is complete at its root; inside, only the single supernode's own work is added.
            let own = self.supernodes[s].operations();
            let root =
                self.supernodes[s].parent == NO_PARENT || subtree[self.supernodes[s].parent as usize] > limit;
            let (range, sum) = open.take().unwrap_or((s..s, 0.0));
            let (range, sum) = (range.start..s + 1, sum + own);
            if root && sum > 0.5 * limit {
                ranges.push(range);
            } else {
                open = Some((range, sum));
            }
        }
        ranges.extend(open.map(|(range, _)| range));
        self.local_rows = vec![0; self.rows.len()];
        for supernodes in ranges {
            let group = self.group(supernodes);
            self.groups.push(group);
        }
    }

    /// The group of the given supernodes; fills their local rows.
    fn group(&mut self, supernodes: Range<usize>) -> Group {
        let cols = self.supernodes[supernodes.start].cols.start..self.supernodes[supernodes.end - 1].cols.end;
        let rows = self.supernodes[supernodes.start].rows.start..self.supernodes[supernodes.end - 1].rows.end;
        let outside = self.rows[rows.clone()].iter().copied().filter(|&row| row as usize >= cols.end);
        let mut boundary: Vec<u32> = outside.collect();
        boundary.sort_unstable();
        boundary.dedup();
        for at in rows {
            let row = self.rows[at];
            self.local_rows[at] = if (row as usize) < cols.end {
                row - cols.start as u32
            } else {
                let place = boundary.binary_search(&row).expect("the boundary lists every row outside");
                (cols.len() + place) as u32
            };
        }
        Group { supernodes, cols, boundary }
    }

    /// Notes where each entry of the lower triangle (new numbering) goes.
    fn plan_scatter(&mut self, matrix: &Sparse) {
        let mut place = vec![0u32; self.n()];
        for s in 0..self.supernodes.len() {
            let begin = self.scatter.len();
            let supernode = &self.supernodes[s];
            let (first, width, height) = (supernode.cols.start, supernode.width(), supernode.height());
            assert!(width * height < u32::MAX as usize, "a panel has fewer than 2³² entries");
            for (k, &row) in self.rows[supernode.rows.clone()].iter().enumerate() {
                place[row as usize] = (width + k) as u32;
            }
            for col in supernode.cols.clone() {
                place[col] = (col - first) as u32;
            }
            for col in supernode.cols.clone() {
                let old = self.order.old_of_new()[col] as usize;
                for at in matrix.starts()[old]..matrix.starts()[old + 1] {
                    let row = self.order.new_of_old()[matrix.row_indices()[at] as usize] as usize;
                    if row >= col {
                        let target = (col - first) * height + place[row] as usize;
                        self.scatter.push((at as u32, target as u32));
                    }
                }
            }
            self.supernodes[s].scatter = begin..self.scatter.len();
        }
    }
}

/// The number of entries and a hash of the pattern.
fn fingerprint(matrix: &Sparse) -> (usize, u64) {
    let step = |hash: u64, x: u64| (hash ^ x).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(17);
    let hash = matrix.starts().iter().fold(0xCBF2_9CE4_8422_2325, |hash, &x| step(hash, x as u64));
    (matrix.nnz(), matrix.row_indices().iter().fold(hash, |hash, &x| step(hash, u64::from(x))))
}

/// The supernodes of a postordered graph and their rows, expanded from vertices to columns.
fn supernodes(graph: &Graph) -> (Vec<Supernode>, Vec<u32>) {
    let tree = EliminationTree::of(graph);
    let heads = amalgamate(graph, &tree);
    let mut first_col = vec![0usize; graph.vertices() + 1];
    for v in 0..graph.vertices() {
        first_col[v + 1] = first_col[v] + graph.weights[v] as usize;
    }
    let mut owner = vec![0u32; graph.vertices()];
    for s in 0..heads.len() - 1 {
        owner[heads[s]..heads[s + 1]].fill(s as u32);
    }
    let structures = structures(graph, &heads, &owner);
    let (mut list, mut rows, mut values) = (Vec::with_capacity(structures.len()), Vec::new(), 0);
    for (s, structure) in structures.iter().enumerate() {
        let begin = rows.len();
        for &v in structure {
            rows.extend((first_col[v as usize] as u32)..(first_col[v as usize + 1] as u32));
        }
        let cols = first_col[heads[s]]..first_col[heads[s + 1]];
        let size = cols.len() * (cols.len() + rows.len() - begin);
        let parent = structure.first().map_or(NO_PARENT, |&v| owner[v as usize]);
        list.push(Supernode {
            cols,
            rows: begin..rows.len(),
            values: values..values + size,
            scatter: 0..0,
            parent,
        });
        values += size;
    }
    (list, rows)
}

/// The first vertex of each supernode, and one past the last vertex.
///
/// Neighbours with the same structure are joined; a supernode also joins its parent when few explicit zeros
/// arise, because larger panels run faster (the rule and its numbers are those of \[Chen2008\]).
fn amalgamate(graph: &Graph, tree: &EliminationTree) -> Vec<usize> {
    struct Part {
        head: usize,
        end: usize,
        width: f64,
        height: f64,
        zeros: f64,
    }
    let mut parts: Vec<Part> = Vec::new();
    for v in (0..graph.vertices()).rev() {
        let (w, h) = (f64::from(graph.weights[v]), tree.heights[v] as f64);
        let part = Part { head: v, end: v + 1, width: w, height: h, zeros: 0.0 };
        let parent = tree.parents[v];
        let joined = parts.last().and_then(|next| {
            if parent == NO_PARENT || parent as usize >= next.end {
                return None;
            }
            let width = w + next.width;
            let zeros = next.zeros + w * (next.height + w - h);
            let total = width * (width + 1.0) / 2.0 + width * (next.height - next.width);
            let share = zeros / total;
            let few = width <= 4.0
                || (width <= 16.0 && share < 0.8)
                || (width <= 48.0 && share < 0.1)
                || share < 0.05;
            few.then_some(Part { head: v, end: next.end, width, height: next.height + w, zeros })
        });
        match joined {
            Some(joined) => *parts.last_mut().expect("the part just joined") = joined,
            None => parts.push(part),
        }
    }
    let mut heads: Vec<usize> = parts.iter().rev().map(|p| p.head).collect();
    heads.push(graph.vertices());
    heads
}

/// The vertices below each supernode, ascending.
fn structures(graph: &Graph, heads: &[usize], owner: &[u32]) -> Vec<Vec<u32>> {
    let count = heads.len() - 1;
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut structures: Vec<Vec<u32>> = Vec::with_capacity(count);
    let mut seen_by = vec![u32::MAX; graph.vertices()];
    for s in 0..count {
        let end = heads[s + 1];
        let mut structure = Vec::new();
        let mut visit = |v: u32| {
            if v as usize >= end && std::mem::replace(&mut seen_by[v as usize], s as u32) != s as u32 {
                structure.push(v);
            }
        };
        (heads[s]..end).for_each(|v| graph.neighbours(v).iter().for_each(|&w| visit(w)));
        for &child in &children[s] {
            structures[child as usize].iter().for_each(|&v| visit(v));
        }
        structure.sort_unstable();
        if let Some(&v) = structure.first() {
            children[owner[v as usize] as usize].push(s as u32);
        }
        structures.push(structure);
    }
    structures
}
