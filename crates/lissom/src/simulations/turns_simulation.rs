//! Motion under inputs that take turns: a Krylov basis for each interval, the state handed on between them.

use crate::failure::Failure;
use crate::session::Session;
use crate::simulations::linear_simulation::{Laws, unit_of};
use crate::simulations::simulation::{SimulateSettings, Simulation};
use lissom_dynamics::{EnergyAudit, LinearMotion, LinearMotionRequest, Trajectory, linear_motion};
use lissom_linalg::{Progress, dot};
use lissom_mech::Structure;
use lissom_model::model::{Krylov, KrylovSize, Method, Reduction};
use lissom_reduce::linear::Elastic;
use lissom_reduce::linear::piecewise::IntervalBasis;

/// A force that is zero at so many equidistant times of an interval does not act in it.
const LOOKS: usize = 65;

/// How a reduction takes turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// Vectors of each force that acts in an interval.
    order: usize,
    /// Largest number of vectors carried from one interval to the next.
    carry: usize,
}

impl Turns {
    /// What a reduction asks for; `None` when it has one basis for all times.
    pub(crate) fn asked(reduction: &Reduction) -> Option<Self> {
        match reduction.method {
            Method::Krylov(Krylov { size: KrylovSize::Order(order), carry: Some(carry), .. }) => {
                Some(Self { order, carry })
            }
            _ => None,
        }
    }
}

/// An interval that is over: its basis, coordinates and rates at its end.
type Ended = (IntervalBasis, State);

/// Coordinates and rates.
type State = [Vec<f64>; 2];

impl Turns {
    /// The basis of the next interval and where it starts; `None`: at rest.
    fn begin(
        self,
        elastic: &Elastic<'_>,
        forces: &[Vec<f64>],
        before: Option<&Ended>,
        handover: &mut Handover,
    ) -> Result<(IntervalBasis, Option<State>), Failure> {
        let Some((old, [x, v])) = before else {
            return Ok((IntervalBasis::first(elastic, forces, self.order)?, None));
        };
        let rigid = elastic.rigid().cols();
        let (state, speed) = (&x[rigid..], &v[rigid..]);
        let carried = old.most_energetic(state, speed, self.carry);
        let basis = old.after(elastic, forces, self.order, &carried)?;
        let (a, rates) = basis.handed(elastic, old, state, speed)?;
        handover.note(old, [state, speed], &basis, [&a, &rates]);
        Ok((basis, Some([join(&x[..rigid], &a), join(&v[..rigid], &rates)])))
    }
}

/// Energy that a change of basis loses, over the largest energy there was.
#[derive(Clone, Copy, Debug, Default)]
struct Handover {
    lost: f64,
    largest: f64,
}

impl Session {
    /// The motion of a structure on a basis for each interval between breaks, and what the reader should know.
    pub(crate) fn simulate_in_turns(
        &self,
        model: &str,
        turns: Turns,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<(Simulation, Vec<String>), Failure> {
        let structure = self.linear_structure()?;
        let laws = Laws::of(self.model()?, structure)?;
        let elastic = Elastic::new(structure, self.threads())?;
        let bounds: Vec<f64> = std::iter::once(0.0)
            .chain(settings.breaks.iter().copied().filter(|t| *t > 0.0 && *t < settings.end))
            .chain([settings.end])
            .collect();
        progress.stage("intervals", Some(bounds.len() as u64 - 1));
        let mut whole =
            Trajectory { outputs: vec![Vec::new(); structure.outputs.len()], ..Trajectory::default() };
        let (mut before, mut handover): (Option<Ended>, _) = (None, Handover::default());
        let (mut sizes, mut warnings) = (Vec::new(), Vec::new());
        for (j, window) in bounds.windows(2).enumerate() {
            let mut forces = acting(&laws, structure, [window[0], window[1]]);
            if before.is_none() && forces.is_empty() {
                // Nothing moves yet; any basis will do.
                forces = structure.inputs.iter().map(|input| input.values.clone()).collect();
            }
            let (basis, state) = turns.begin(&elastic, &forces, before.as_ref(), &mut handover)?;
            let small = basis.structure(&elastic);
            let input = |time: f64, values: &mut [f64]| laws.evaluate(time, values);
            let request = LinearMotionRequest {
                end: settings.end,
                points: settings.points,
                breaks: &settings.breaks,
                window: Some([window[0], window[1]]),
                from: state.as_ref().map(|[x, v]| (&x[..], &v[..])),
                input: &input,
                tolerance: settings.tolerance.relative,
            };
            let found = linear_motion(&small, &request)?;
            if !found.met {
                warnings.push(format!(
                    "{model}: from {} s to {} s halving the step still changes an output by {:.1e} of its largest value",
                    window[0], window[1], found.input_error
                ));
            }
            sizes.push(small.size());
            append(&mut whole, &found);
            before = Some((basis, found.last));
            progress.advance(j as u64 + 1);
        }
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        warnings.insert(
            0,
            format!(
                "{model}: a separate basis in each of {} intervals ({} coordinates); changes of basis lose \
                 {:.1e} of the \
                 largest energy",
                sizes.len(),
                sizes.join(", "),
                handover.share()
            ),
        );
        let simulation = Simulation {
            model: model.to_owned(),
            by: "exact steps".to_owned(),
            size: sizes.iter().filter_map(|s| s.parse().ok()).max().unwrap_or(0),
            outputs: structure.outputs.iter().map(|o| (o.name.clone(), unit_of(&o.unit))).collect(),
            trajectory: whole,
            power_gap: None,
        };
        Ok((simulation, warnings))
    }
}

/// The patterns of inputs that act somewhere in an interval.
fn acting(laws: &Laws, structure: &Structure, [from, to]: [f64; 2]) -> Vec<Vec<f64>> {
    let mut largest = vec![0.0_f64; structure.inputs.len()];
    let mut values = vec![0.0; structure.inputs.len()];
    for look in 0..LOOKS {
        // Both ends belong to the neighbours, too.
        laws.evaluate(from + (to - from) * (look as f64 + 0.5) / LOOKS as f64, &mut values);
        largest.iter_mut().zip(&values).for_each(|(l, v)| *l = l.max(v.abs()));
    }
    let inputs = structure.inputs.iter().zip(&largest).filter(|(_, size)| **size > 0.0);
    inputs.map(|(input, _)| input.values.clone()).collect()
}

fn join(first: &[f64], second: &[f64]) -> Vec<f64> {
    first.iter().chain(second).copied().collect()
}

fn append(whole: &mut Trajectory, found: &LinearMotion) {
    let piece = &found.trajectory;
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
