//! Accelerations by elimination along the tree: work that grows with the number of parts.
//!
//! With x_U = E q + T x_S of a block (S: earlier unknowns that it hangs on) and J the inertia of what hangs there,
//! D = Eᵀ J E is factorised, and J and the forces are passed on to S; then back from the ground, q̈ and ẍ. A loop is one block.

use super::buffers::Buffers;
use super::choice::depends;
use super::closing::Failure;
use super::core::{Block, Core, Target};
use super::factor::solve_dense;
use super::jet::LOCAL;
use super::machine::NONE;
use super::motion::factor_positive;
use super::recursion::small_rows::add_rows;
use std::collections::BTreeSet;

/// A block with the earlier unknowns that it is coupled with.
#[derive(Clone, Debug)]
struct Front {
    /// Places of these, ascending.
    others: Vec<usize>,
    /// Its coordinates: row in the block and number.
    own: Vec<(usize, usize)>,
    /// Massive parts that are complete here, with the places of their columns among the unknowns of the block and the others.
    massive: Vec<(usize, Vec<usize>)>,
    /// The block that receives what is left, and where the others stand in it.
    parent: Option<(usize, Vec<usize>)>,
    /// Where its numbers start: matrix J, columns [E, T], factor of D, coupling P.
    matrix: usize,
    reach: usize,
    factor: usize,
    coupling: usize,
}

/// The fronts of all blocks, found once.
#[derive(Clone, Debug)]
pub(super) struct Fronts {
    fronts: Vec<Front>,
    sizes: [usize; 4],
    /// Multiplications of an elimination.
    pub multiplications: usize,
}

/// The numbers of an elimination.
#[derive(Debug)]
pub(super) struct Eliminated {
    matrices: Vec<f64>,
    reaches: Vec<f64>,
    factors: Vec<f64>,
    couplings: Vec<f64>,
    work: Vec<f64>,
    row: Vec<f64>,
    right: Vec<f64>,
    acceleration: Vec<f64>,
}

impl Fronts {
    pub fn of(core: &Core) -> Self {
        let block_of = block_of(core);
        let mut massive: Vec<Vec<usize>> = vec![Vec::new(); core.blocks.len()];
        let mut coupled: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); core.blocks.len()];
        for &k in &core.machine.massive {
            let (part, columns) = (&core.machine.described.parts[k], &core.columns[k]);
            let own = (0..columns.len()).filter(|l| part.has_mass_at(*l));
            let places: Vec<usize> = own.map(|l| columns[l]).filter(|p| *p != NONE).collect();
            let Some(last) = places.iter().map(|p| block_of[*p]).max() else { continue };
            massive[last].push(k);
            coupled[last].extend(places.iter().filter(|p| **p < core.blocks[last].start));
        }
        let mut parents: Vec<Option<usize>> = vec![None; core.blocks.len()];
        for k in (0..core.blocks.len()).rev() {
            let block = &core.blocks[k];
            for equation in core.rows(block) {
                let part = core.machine.measures[equation.measure].part;
                let all = depends(&core.machine, part).map(|l| core.columns[part][l]);
                coupled[k].extend(all.filter(|p| *p != NONE && *p < block.start));
            }
            if let Some(&last) = coupled[k].last() {
                let parent = block_of[last];
                parents[k] = Some(parent);
                let passed: Vec<usize> =
                    coupled[k].iter().copied().filter(|p| *p < core.blocks[parent].start).collect();
                coupled[parent].extend(passed);
            }
        }
        Self::sized(core, &coupled, massive, &parents)
    }

    fn sized(
        core: &Core,
        coupled: &[BTreeSet<usize>],
        massive: Vec<Vec<usize>>,
        parents: &[Option<usize>],
    ) -> Self {
        let mut sizes = [0; 4];
        let mut multiplications = 0;
        let mut fronts = Vec::new();
        for (k, massive) in massive.into_iter().enumerate() {
            let block = &core.blocks[k];
            let others: Vec<usize> = coupled[k].iter().copied().collect();
            let own: Vec<(usize, usize)> = core
                .rows(block)
                .iter()
                .enumerate()
                .filter_map(|(row, e)| match e.target {
                    Target::Coordinate(j) => Some((row, j)),
                    _ => None,
                })
                .collect();
            let parent = parents[k].map(|parent| {
                let start = core.blocks[parent].start;
                let size = core.blocks[parent].size;
                let there: Vec<usize> = coupled[parent].iter().copied().collect();
                let local = |p: &usize| match p.checked_sub(start) {
                    Some(own) => own,
                    None => {
                        size + there.binary_search(p).expect("what is passed on was joined to the parent")
                    }
                };
                (parent, others.iter().map(local).collect())
            });
            let (u, s, q) = (block.size, others.len(), own.len());
            let [matrix, reach, factor, coupling] = sizes;
            let grown = [(u + s) * (u + s), u * (q + s), q * q, q * s];
            (0..4).for_each(|i| sizes[i] += grown[i]);
            multiplications += u * u * (q + s) * 2
                + u * (q + s) * (q + s)
                + q * q * (q + s)
                + q * s * s
                + massive.iter().map(|k| 25 * core.columns[*k].len()).sum::<usize>();
            let place = |p: &usize| match *p {
                NONE => NONE,
                p if p >= block.start => p - block.start,
                p => others.binary_search(&p).map_or(NONE, |at| u + at),
            };
            let massive =
                massive.into_iter().map(|k| (k, core.columns[k].iter().map(place).collect())).collect();
            fronts.push(Front { others, own, massive, parent, matrix, reach, factor, coupling });
        }
        Self { fronts, sizes, multiplications }
    }

    pub fn buffers(&self, core: &Core) -> Eliminated {
        let widest = core
            .blocks
            .iter()
            .zip(&self.fronts)
            .map(|(b, f)| (b.size + f.others.len()) * (f.own.len() + f.others.len()));
        Eliminated {
            matrices: vec![0.0; self.sizes[0]],
            reaches: vec![0.0; self.sizes[1]],
            factors: vec![0.0; self.sizes[2]],
            couplings: vec![0.0; self.sizes[3]],
            work: vec![0.0; widest.max().unwrap_or(0)],
            row: vec![0.0; self.fronts.iter().map(|f| f.own.len() + f.others.len()).max().unwrap_or(0)],
            right: vec![0.0; core.independent.len()],
            acceleration: vec![0.0; core.size()],
        }
    }
}

/// The block of every place.
fn block_of(core: &Core) -> Vec<usize> {
    let each = core.blocks.iter().enumerate();
    each.flat_map(|(k, block)| std::iter::repeat_n(k, block.size)).collect()
}

impl Core {
    /// q̈ into `b.generalised`, after `act`.
    pub fn eliminate(&self, own: &mut Eliminated, b: &mut Buffers) -> Result<(), Failure> {
        let fronts = self.fronts.as_ref().expect("a tree has fronts");
        own.matrices.fill(0.0);
        for k in (0..self.blocks.len()).rev() {
            self.reduce(fronts, k, own, b)?;
        }
        for k in 0..self.blocks.len() {
            self.recover(fronts, k, own, b);
        }
        Ok(())
    }

    /// The largest entries of E by coordinate, in metres per unit, then those of T by block, in metres per metre.
    pub fn block_motions(&self, own: &mut Eliminated, b: &Buffers) -> Vec<f64> {
        let fronts = self.fronts.as_ref().expect("a tree has fronts");
        let mut largest = vec![0.0_f64; self.independent.len() + self.blocks.len()];
        let (by_coordinate, by_block) = largest.split_at_mut(self.independent.len());
        for (k, most) in by_block.iter_mut().enumerate() {
            self.reach(fronts, k, own, b);
            let (block, front) = (&self.blocks[k], &fronts.fronts[k]);
            let q = front.own.len();
            let width = q + front.others.len();
            let rows = own.reaches[front.reach..].chunks_exact(width.max(1)).take(block.size);
            for (row, c) in rows.zip(&self.unknowns[block.start..]).filter(|_| width > 0) {
                let scale = self.machine.scale(*c);
                for (e, (_, j)) in row.iter().zip(&front.own) {
                    by_coordinate[*j] = by_coordinate[*j].max((e * scale).abs());
                }
                for (t, p) in row[q..].iter().zip(&front.others) {
                    *most = most.max((t * scale / self.machine.scale(self.unknowns[*p])).abs());
                }
            }
        }
        largest
    }

    /// [E, T] of a block: A⁻¹ of unit coordinates and of what it hangs on.
    fn reach(&self, fronts: &Fronts, k: usize, own: &mut Eliminated, b: &Buffers) {
        let (block, front) = (&self.blocks[k], &fronts.fronts[k]);
        let (q, s) = (front.own.len(), front.others.len());
        let width = q + s;
        if width == 0 {
            return;
        }
        let x = &mut own.reaches[front.reach..front.reach + block.size * width];
        x.fill(0.0);
        for (j, (row, _)) in front.own.iter().enumerate() {
            x[row * width + j] = self.equations[block.start + row].scale;
        }
        for (row, equation) in self.rows(block).iter().enumerate() {
            let part = self.machine.measures[equation.measure].part;
            for (value, p) in b.gradients[equation.measure].iter().zip(&self.columns[part]) {
                if *p != NONE && *p < block.start && *value != 0.0 {
                    let at = front.others.binary_search(p).expect("fronts hold all that rows depend on");
                    x[row * width + q + at] -= equation.scale * value;
                }
            }
        }
        solve_dense(&b.factors[block.factor..], &b.pivots[block.start..], block.size, x, width);
    }

    fn add_masses(&self, fronts: &Fronts, k: usize, own: &mut Eliminated, b: &Buffers) {
        let (block, front) = (&self.blocks[k], &fronts.fronts[k]);
        let n = block.size + front.others.len();
        let matrix = &mut own.matrices[front.matrix..front.matrix + n * n];
        for (part, places) in &front.massive {
            let mut kept = [[0.0; LOCAL]; LOCAL];
            let mass = self.mass_of(*part, b, &mut kept);
            for (row, i) in mass.chunks_exact(places.len()).zip(places).filter(|(_, i)| **i != NONE) {
                let line = &mut matrix[i * n..(i + 1) * n];
                for (value, j) in row.iter().zip(places).filter(|(_, j)| **j != NONE) {
                    line[*j] += value;
                }
            }
        }
    }

    /// Eliminates the coordinates of a block.
    fn reduce(
        &self,
        fronts: &Fronts,
        k: usize,
        own: &mut Eliminated,
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        self.add_masses(fronts, k, own, b);
        self.reach(fronts, k, own, b);
        let (block, front) = (&self.blocks[k], &fronts.fronts[k]);
        let (u, q, s) = (block.size, front.own.len(), front.others.len());
        let (n, width) = (u + s, q + s);
        if width == 0 {
            return Ok(());
        }
        let x = &own.reaches[front.reach..front.reach + u * width];
        let (before, rest) = own.matrices.split_at_mut(front.matrix);
        let matrix = &mut rest[..n * n];
        // Y = J [E, T; 0, 1], all rows.
        let y = &mut own.work[..n * width];
        for (i, line) in y.chunks_exact_mut(width).enumerate() {
            let row = &matrix[i * n..(i + 1) * n];
            line[..q].fill(0.0);
            line[q..].copy_from_slice(&row[u..]);
            add_rows(line, row[..u].iter().copied(), x, width);
        }
        let d = &mut own.factors[front.factor..front.factor + q * q];
        let coupling = &mut own.couplings[front.coupling..front.coupling + q * s];
        let column = |j: usize| x[j..].iter().step_by(width).copied();
        for i in 0..q {
            let sums = &mut own.row[..width];
            sums.fill(0.0);
            add_rows(sums, column(i), y, width);
            d[i * q..(i + 1) * q].copy_from_slice(&sums[..q]);
            coupling[i * s..(i + 1) * s].copy_from_slice(&sums[q..]);
        }
        factor_positive(d, q).map_err(|i| Failure::Massless(front.own[i].1))?;
        lower_solve(d, q, coupling, s);
        // What is left for the others: rows S of Y, + Tᵀ rows U of Y, − PᵀP.
        for i in 0..s {
            let (above, below) = y.split_at_mut(u * width);
            let left = &mut below[i * width + q..(i + 1) * width];
            add_rows(left, column(q + i), &above[q..], width);
            add_rows(left, coupling.iter().skip(i).step_by(s).map(|value| -value), coupling, s);
        }
        self.pass_forces(front, block, (x, d, coupling), (&mut own.right, &mut own.row), b);
        if let Some((parent, places)) = &front.parent {
            let there = &fronts.fronts[*parent];
            let size = self.blocks[*parent].size + there.others.len();
            let target = &mut before[there.matrix..there.matrix + size * size];
            for (i, row) in places.iter().enumerate() {
                let left = &y[(u + i) * width + q..(u + i + 1) * width];
                places.iter().zip(left).for_each(|(column, v)| target[row * size + column] += v);
            }
        }
        Ok(())
    }

    /// Forces of a block: on its coordinates, and on what it hangs on.
    fn pass_forces(
        &self,
        front: &Front,
        block: &Block,
        (x, d, coupling): (&[f64], &[f64], &[f64]),
        (right, along): (&mut [f64], &mut [f64]),
        b: &mut Buffers,
    ) {
        let (q, s) = (front.own.len(), front.others.len());
        let along = &mut along[..q + s];
        along.fill(0.0);
        add_rows(along, b.force[block.start..block.start + block.size].iter().copied(), x, q + s);
        for (j, (row, number)) in front.own.iter().enumerate() {
            right[*number] = along[j] - b.stress[self.equations[block.start + row].measure];
            let sum: f64 = (0..j).map(|i| d[j * q + i] * right[front.own[i].1]).sum();
            right[*number] = (right[*number] - sum) / d[j * q + j];
        }
        for (i, p) in front.others.iter().enumerate() {
            let taken: f64 = (0..q).map(|j| coupling[j * s + i] * right[front.own[j].1]).sum();
            b.force[*p] += along[q + i] - taken;
        }
    }

    /// q̈ and ẍ of a block from those of what it hangs on.
    fn recover(&self, fronts: &Fronts, k: usize, own: &mut Eliminated, b: &mut Buffers) {
        let (block, front) = (&self.blocks[k], &fronts.fronts[k]);
        let (q, s) = (front.own.len(), front.others.len());
        if q + s == 0 {
            own.acceleration[block.start..block.start + block.size].fill(0.0);
            return;
        }
        let d = &own.factors[front.factor..];
        let coupling = &own.couplings[front.coupling..];
        for j in (0..q).rev() {
            let number = front.own[j].1;
            let coupled: f64 = (front.others.iter().enumerate())
                .map(|(i, p)| coupling[j * s + i] * own.acceleration[*p])
                .sum();
            let later: f64 = (j + 1..q).map(|i| d[i * q + j] * b.generalised[front.own[i].1]).sum();
            b.generalised[number] = (own.right[number] - coupled - later) / d[j * q + j];
        }
        for (i, line) in own.reaches[front.reach..].chunks_exact(q + s).take(block.size).enumerate() {
            let by_own: f64 = front.own.iter().zip(line).map(|((_, n), e)| e * b.generalised[*n]).sum();
            let carried: f64 =
                front.others.iter().zip(&line[q..]).map(|(p, t)| t * own.acceleration[*p]).sum();
            own.acceleration[block.start + i] = by_own + carried;
        }
    }
}

/// L⁻¹ of several columns, in place.
fn lower_solve(l: &[f64], n: usize, x: &mut [f64], width: usize) {
    if width == 0 {
        return;
    }
    for i in 0..n {
        let (above, below) = x.split_at_mut(i * width);
        let own = &mut below[..width];
        add_rows(own, l[i * n..i * n + i].iter().map(|factor| -factor), above, width);
        own.iter_mut().for_each(|v| *v /= l[i * n + i]);
    }
}
