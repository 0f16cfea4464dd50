//! The matrices of an implicit step in space: kept element by element, eliminated along the tree and through loops block by block.
//!
//! What is kept and what is left out is that of the plane (`crate::mechanism::recursion::iteration`): the terms with W and Z, skew parts, and
//! −½ F_θᵀ [r_θ]× F_θ, which is skew. The matrix steers an iteration; what this converges to does not depend on it.

use crate::mechanism::StructuredMatrices;
use crate::mechanism::recursion::fronts::{Block, Fronts};
use crate::mechanism::recursion::iteration::slots;
use crate::spatial::buffers::Buffers;
use crate::spatial::choice::depends;
use crate::spatial::closing::Failure;
use crate::spatial::core::{Core, Target};
use crate::spatial::elements::MOST;
use crate::spatial::factor::solve_dense;
use crate::spatial::jet::{Hessian, Jet, LOCAL};
use crate::spatial::linearise::Slopes;
use crate::spatial::load::{Load, LoadKind};
use crate::spatial::machine::NONE;
use std::sync::Arc;

impl Core {
    /// Which unknowns the matrices of an iteration couple.
    pub fn iteration_fronts(&self) -> &Arc<Fronts> {
        self.iteration.get_or_init(|| {
            let blocks: Vec<Block> = self.blocks.iter().map(|block| self.hanging(block)).collect();
            let coordinate = self.equations.iter().map(|equation| match equation.target {
                Target::Coordinate(j) => Some(j),
                Target::Held | Target::Drive(_) => None,
            });
            let coordinate: Vec<Option<usize>> = coordinate.collect();
            let parts = (0..self.machine.described.parts.len()).map(|k| self.coupled_places(k));
            let described = &self.machine.described;
            let loads = described.loads.iter().chain(described.fed.iter().map(|fed| &fed.load));
            let following = loads.filter_map(|load| self.following_places(load).map(known));
            Arc::new(Fronts::new(&blocks, &coordinate, parts.chain(following)))
        })
    }

    fn hanging(&self, block: &crate::spatial::core::Block) -> Block {
        let parts = block.parts.iter();
        let all = parts.flat_map(|k| depends(&self.machine, *k).map(|l| self.columns[*k][l]));
        let hangs_on = all.filter(|p| *p != NONE && *p < block.start).collect();
        Block { own: block.start..block.start + block.size, hangs_on }
    }

    /// Places of the unknowns that the matrices of a part couple.
    fn coupled_places(&self, k: usize) -> Vec<usize> {
        let (part, columns) = (&self.machine.described.parts[k], &self.columns[k]);
        let is_felt = |l: &usize| part.depends_on(*l) || part.has_mass_at(*l);
        (0..columns.len()).filter(is_felt).map(|l| columns[l]).filter(|p| *p != NONE).collect()
    }

    /// Places of the node that a load acts on, then of the orientation that it follows.
    fn following_places(&self, load: &Load) -> Option<[usize; 6]> {
        let followed = match load.kind {
            LoadKind::Force { follows, .. } => follows,
            LoadKind::Moment { orientation, follows, .. } => follows.then_some(orientation),
        }?;
        let (own, points) = (self.load_places(load), self.machine.described.points.len());
        let spin = [0, 1, 2].map(|i| self.place[3 * (points + followed) + i]);
        Some([own[0], own[1], own[2], spin[0], spin[1], spin[2]])
    }

    /// The matrices of an implicit step about the state in `b.q`, `b.q_dot` with given accelerations.
    pub fn structured(
        &self,
        time: f64,
        acceleration: &[f64],
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<StructuredMatrices, Failure> {
        self.move_to(time, b)?;
        self.balance(time, acceleration, input, b)?;
        let laws = Slopes::of(self, time, b)?;
        let dual = self.balanced_duals(b);
        let mut sum = StructuredMatrices::zeros(self.iteration_fronts());
        self.set_reach(b, &mut sum);
        for &k in &self.machine.massive {
            let places = places(&self.columns[k]);
            let mut own = [[0.0; LOCAL]; LOCAL];
            sum.add_mass(&places, self.mass_of(k, b, &mut own));
            let (by_place, by_rate) = self.inertia_derivatives(k, b);
            sum.add_position(&places, &by_place, 1.0);
            sum.add_rate(&places, &by_rate, 1.0);
        }
        self.add_bending(&dual, b, &mut sum);
        self.add_stress(b, &mut sum);
        self.add_law_slopes(&laws, b, &mut sum);
        self.add_following(&laws, input, b, &mut sum);
        for (k, form) in self.field_gradients(input, b) {
            sum.add_position(&places(&self.columns[k]), form.as_flattened(), -1.0);
        }
        Ok(sum)
    }

    /// E and T of all blocks.
    fn set_reach(&self, b: &Buffers, sum: &mut StructuredMatrices) {
        let fronts = Arc::clone(sum.fronts());
        let reach = sum.reach_mut();
        for (block, front) in self.blocks.iter().zip(&fronts.all) {
            let (near, free) = (&fronts.near[front.near.clone()], &fronts.free[front.free.clone()]);
            let (f, r) = (free.len(), near.len());
            let width = f + r;
            if width == 0 {
                continue;
            }
            let mut x = vec![0.0; block.size * width];
            for (j, (row, _)) in free.iter().enumerate() {
                x[row * width + j] = self.equations[block.start + row].scale;
            }
            for (row, equation) in self.rows(block).iter().enumerate() {
                let part = self.machine.measures[equation.measure].part;
                let entries = b.gradients[equation.measure].iter().zip(&self.columns[part]);
                for (value, p) in entries.filter(|(v, p)| **p != NONE && **p < block.start && **v != 0.0) {
                    let at = near.binary_search(p).expect("a front holds all that its rows depend on");
                    x[row * width + f + at] -= equation.scale * value;
                }
            }
            solve_dense(&b.factors[block.factor..], &b.pivots[block.start..], block.size, &mut x, width);
            for (i, row) in x.chunks_exact(width).enumerate() {
                reach.by_free[front.by_free + i * f..][..f].copy_from_slice(&row[..f]);
                reach.by_near[front.by_near + i * r..][..r].copy_from_slice(&row[f..]);
            }
        }
    }

    /// Σ λ_a D_a,xx.
    fn add_bending(&self, dual: &[f64], b: &Buffers, sum: &mut StructuredMatrices) {
        for (k, part) in self.machine.described.parts.iter().enumerate() {
            let range = self.machine.of_part(k);
            if dual[range.clone()].iter().all(|value| *value == 0.0) {
                continue;
            }
            let places = places(&self.columns[k]);
            if let Some(own) = part.superelement() {
                let mut acceleration = vec![0.0; places.len()];
                Buffers::spread(&b.bias, &self.columns[k], &mut acceleration);
                let found =
                    own.bend((&b.at, &self.homes), &b.moving[own.number], &acceleration, &dual[range]);
                sum.add_position(&places, &found.geometric, 1.0);
                continue;
            }
            let ends = b.at.ends(part.points, part.orientations, &self.homes);
            let mut e = [Hessian::constant(0.0); MOST];
            part.shape.hessians(&ends, &mut e);
            let mut form = [[0.0; LOCAL]; LOCAL];
            for (found, value) in e.iter().zip(&dual[range]) {
                for (row, second) in form.iter_mut().zip(&found.second) {
                    row.iter_mut().zip(second).for_each(|(sum, d)| *sum += value * d);
                }
            }
            sum.add_position(&places, form.as_flattened(), 1.0);
        }
    }

    /// S and S_d: of the coordinates themselves where all deformations of a part are coordinates of one block.
    fn add_stress(&self, b: &Buffers, sum: &mut StructuredMatrices) {
        let slots = slots(sum.fronts(), self.independent.len());
        for (k, part) in self.machine.described.parts.iter().enumerate() {
            let range = self.machine.of_part(k);
            let n = range.len();
            for (matrix, is_rate) in [(&part.stiffness, false), (&part.damping, true)] {
                let entries = matrix.iter().enumerate().filter(|(_, s)| **s != 0.0);
                let entries: Vec<(usize, usize, f64)> = entries
                    .map(|(at, s)| (range.start + at / n.max(1), range.start + at % n.max(1), *s))
                    .collect();
                let slot = |m: usize| slots.get(self.coordinate_of[m]).copied().flatten();
                let own: Option<Vec<_>> = (entries.iter())
                    .map(|(m, l, s)| {
                        let (a, c) = (slot(*m)?, slot(*l)?);
                        (a.0 == c.0).then_some((a.0, a.1, c.1, *s))
                    })
                    .collect();
                if let Some(own) = own {
                    own.into_iter().for_each(|entry| sum.add_own(entry, is_rate));
                    continue;
                }
                let width = self.columns[k].len();
                let mut form = vec![0.0; width * width];
                for (m, l, s) in entries {
                    for (row, left) in form.chunks_exact_mut(width).zip(&b.gradients[m]) {
                        row.iter_mut().zip(&b.gradients[l]).for_each(|(f, right)| *f += left * s * right);
                    }
                }
                let places = places(&self.columns[k]);
                if is_rate {
                    sum.add_rate(&places, &form, 1.0);
                } else {
                    sum.add_position(&places, &form, 1.0);
                }
            }
        }
    }

    /// Derivatives of laws by their deformation and its rate. What they feel of other nodes is left out.
    fn add_law_slopes(&self, laws: &Slopes, b: &Buffers, sum: &mut StructuredMatrices) {
        let slots = slots(sum.fronts(), self.independent.len());
        for (torque, values) in self.machine.described.law_torques.iter().zip(&laws.torques) {
            let m = torque.measure;
            if let Some((front, c)) = slots.get(self.coordinate_of[m]).copied().flatten() {
                sum.add_own((front, c, c, -values.by_deformation), false);
                sum.add_own((front, c, c, -values.by_rate), true);
                continue;
            }
            let columns = &self.columns[self.machine.measures[m].part];
            let gradient = &b.gradients[m];
            let form: Vec<f64> = gradient.iter().flat_map(|l| gradient.iter().map(move |r| l * r)).collect();
            sum.add_position(&places(columns), &form, -values.by_deformation);
            sum.add_rate(&places(columns), &form, -values.by_rate);
        }
    }

    /// −f,x of loads that follow an orientation.
    fn add_following(&self, laws: &Slopes, input: &[f64], b: &Buffers, sum: &mut StructuredMatrices) {
        let described = &self.machine.described;
        let given = described.loads.iter().map(|load| (load, self.amount(load.amount, input, b)));
        let fed = described.fed.iter().zip(&laws.fed).map(|(fed, law)| (&fed.load, b.share * law.force));
        for (load, amount) in given.chain(fed) {
            let Some(at) = self.following_places(load) else { continue };
            let [x, y, z] = self.load_vector(load, b).0.map(|v| amount * v);
            // δθ × f by δθ.
            let turned = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]];
            let mut form = [[0.0; 6]; 6];
            (0..3).for_each(|i| form[i][3..].copy_from_slice(&turned[i]));
            sum.add_position(&places(&at), form.as_flattened(), -1.0);
        }
    }
}

/// Places of unknowns; none where fixed.
fn places(columns: &[usize]) -> Vec<Option<usize>> {
    columns.iter().map(|p| (*p != NONE).then_some(*p)).collect()
}

fn known(places: [usize; 6]) -> Vec<usize> {
    places.into_iter().filter(|p| *p != NONE).collect()
}
