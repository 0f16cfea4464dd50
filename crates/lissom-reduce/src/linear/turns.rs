//! Motion under inputs that take turns: a Krylov basis for each interval, the state handed on between them.

use super::elastic::Elastic;
use super::piecewise::IntervalBasis;
use crate::error::ReduceError;
use lissom_dynamics::{EnergyAudit, LinearError, LinearMotionRequest, Trajectory, linear_motion};
use lissom_linalg::{Progress, Threads, dot};
use lissom_mech::Structure;

/// A force that is zero at so many equidistant times of an interval does not act in it.
const LOOKS: usize = 65;

/// How a reduction takes turns.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// Vectors of each force that acts in an interval.
    pub order: usize,
    /// Largest number of vectors carried from one interval to the next.
    pub carry: usize,
}

/// A motion on a basis for each interval.
#[derive(Clone, Debug)]
pub struct TurnsMotion {
    /// The motion; without coordinates, which are others in every interval.
    pub trajectory: Trajectory,
    /// Number of coordinates in each interval.
    pub sizes: Vec<usize>,
    /// Intervals [s] in which halving the step still changes an output by more than the tolerance, and by how much of its
    /// largest value [-].
    pub unmet: Vec<([f64; 2], f64)>,
    /// Energy that changes of basis lose, over the largest energy there was [-].
    pub lost: f64,
}

/// An interval that is over: its basis, coordinates and rates at its end.
type Ended = (IntervalBasis, State);

/// Coordinates and rates.
type State = [Vec<f64>; 2];

impl From<ReduceError> for LinearError<ReduceError> {
    fn from(error: ReduceError) -> Self {
        Self::Kernel(error)
    }
}

impl Turns {
    /// The motion of a structure from rest, on a basis for each interval between the breaks of a request.
    ///
    /// # Errors
    /// When the request is invalid, an input is not finite, or an interval has no basis.
    pub fn motion(
        self,
        structure: &Structure,
        request: &LinearMotionRequest<'_>,
        threads: &Threads,
        progress: &dyn Progress,
    ) -> Result<TurnsMotion, LinearError<ReduceError>> {
        let elastic = Elastic::new(structure, threads)?;
        let bounds: Vec<f64> = std::iter::once(0.0)
            .chain(request.breaks.iter().copied().filter(|t| *t > 0.0 && *t < request.end))
            .chain([request.end])
            .collect();
        progress.stage("intervals", Some(bounds.len() as u64 - 1));
        let outputs = vec![Vec::new(); structure.outputs.len()];
        let mut whole = TurnsMotion {
            trajectory: Trajectory { outputs, ..Trajectory::default() },
            sizes: Vec::new(),
            unmet: Vec::new(),
            lost: 0.0,
        };
        let (mut before, mut handover): (Option<Ended>, _) = (None, Handover::default());
        for (j, window) in bounds.windows(2).enumerate() {
            let window = [window[0], window[1]];
            let mut forces = acting(request, structure, window);
            if before.is_none() && forces.is_empty() {
                // Nothing moves yet; any basis will do.
                forces = structure.inputs.iter().map(|input| input.values.clone()).collect();
            }
            let (basis, state) = self.begin(&elastic, &forces, before.as_ref(), &mut handover)?;
            let small = basis.structure(&elastic);
            let from = state.as_ref().map(|[x, v]| (&x[..], &v[..]));
            let found = linear_motion(
                &small,
                &LinearMotionRequest { window: Some(window), from, ..request.clone() },
            )?;
            if !found.met {
                whole.unmet.push((window, found.input_error));
            }
            whole.sizes.push(small.size());
            append(&mut whole.trajectory, &found.trajectory);
            before = Some((basis, found.last));
            progress.advance(j as u64 + 1);
        }
        whole.lost = handover.share();
        Ok(whole)
    }

    /// The basis of the next interval and where it starts; `None`: at rest.
    fn begin(
        self,
        elastic: &Elastic<'_>,
        forces: &[Vec<f64>],
        before: Option<&Ended>,
        handover: &mut Handover,
    ) -> Result<(IntervalBasis, Option<State>), ReduceError> {
        let Some((old, [x, v])) = before else {
            return Ok((IntervalBasis::first(elastic, forces, self.order)?, None));
        };
        let rigid = elastic.rigid().cols();
        let (state, speed) = (&x[rigid..], &v[rigid..]);
        let carried = old.most_energetic(state, speed, self.carry);
        let basis = old.after(elastic, forces, self.order, &carried)?;
        let (a, rates) = basis.handed(elastic, old, state, speed)?;
        handover.note(old, [state, speed], &basis, [&a, &rates]);
        let join = |first: &[f64], second: &[f64]| [first, second].concat();
        Ok((basis, Some([join(&x[..rigid], &a), join(&v[..rigid], &rates)])))
    }
}

/// The patterns of inputs that act somewhere in an interval.
fn acting(request: &LinearMotionRequest<'_>, structure: &Structure, [from, to]: [f64; 2]) -> Vec<Vec<f64>> {
    let mut largest = vec![0.0_f64; structure.inputs.len()];
    let mut values = vec![0.0; structure.inputs.len()];
    for look in 0..LOOKS {
        // Both ends belong to the neighbours, too.
        (request.input)(from + (to - from) * (look as f64 + 0.5) / LOOKS as f64, &mut values);
        largest.iter_mut().zip(&values).for_each(|(l, v)| *l = l.max(v.abs()));
    }
    let inputs = structure.inputs.iter().zip(&largest).filter(|(_, size)| **size > 0.0);
    inputs.map(|(input, _)| input.values.clone()).collect()
}

fn append(whole: &mut Trajectory, piece: &Trajectory) {
    // A time of results at a break belongs to both pieces.
    let skip = usize::from(piece.times.first().is_some_and(|t| whole.times.last() == Some(t)));
    whole.times.extend_from_slice(&piece.times[skip..]);
    whole.energies.extend_from_slice(&piece.energies[skip..]);
    for (series, more) in whole.outputs.iter_mut().zip(&piece.outputs) {
        series.extend_from_slice(&more[skip..]);
    }
    whole.counters.steps += piece.counters.steps;
    whole.steps = match whole.audit {
        None => piece.steps,
        Some(_) => [whole.steps[0].min(piece.steps[0]), whole.steps[1].max(piece.steps[1])],
    };
    let (old, new) = (whole.audit.unwrap_or_default(), piece.audit.unwrap_or_default());
    whole.audit = Some(EnergyAudit {
        work: old.work + new.work,
        dissipated: old.dissipated + new.dissipated,
        change: old.change + new.change,
        scale: old.scale.max(new.scale),
        imbalance: old.imbalance.max(new.imbalance),
    });
}

/// Energy that a change of basis loses, and the largest energy there was [J].
#[derive(Clone, Copy, Debug, Default)]
struct Handover {
    lost: f64,
    largest: f64,
}

impl Handover {
    /// Elastic energy is ½ aᵀ a, kinetic energy ½ ȧᵀ (Wᵀ M W) ȧ.
    fn note(&mut self, old: &IntervalBasis, from: [&[f64]; 2], new: &IntervalBasis, to: [&[f64]; 2]) {
        let energy = |basis: &IntervalBasis, [a, rates]: [&[f64]; 2]| {
            (dot(a, a) + dot(rates, &basis.mass.multiply_vector(rates))) / 2.0
        };
        let [before, after] = [energy(old, from), energy(new, to)];
        self.lost += (before - after).abs();
        self.largest = self.largest.max(before).max(after);
    }

    fn share(&self) -> f64 {
        if self.largest > 0.0 { self.lost / self.largest } else { 0.0 }
    }
}
