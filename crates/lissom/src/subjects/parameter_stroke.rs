//! A stroke along a parameter: every state is the equilibrium of a model of its own.

use crate::failure::Failure;
use crate::session::Session;
use crate::subjects::mechanism::{Stroke, WalkedStroke};
use lissom_dynamics::{
    Branch, CriticalKind, CriticalPoint, DrivenState, EquilibriumRequest, equilibrium, free_state,
};
use lissom_linalg::Progress;
use lissom_mech::System;
use lissom_model::model::StatesAnalysis;
use std::cell::Cell;
use std::sync::Arc;

/// An interval of the parameter that encloses a critical point is halved to this share of the range.
const FINE: f64 = 1e-9;
/// Outputs that differ by more than this share of the machine across so small an interval belong to different branches [-].
const JUMP: f64 = 1e-3;

impl Session {
    pub(crate) fn parameter_stroke(
        &self,
        asked: &StatesAnalysis,
        points: usize,
        progress: &dyn Progress,
    ) -> Result<WalkedStroke, Failure> {
        let [from, to] = asked.range;
        progress.stage(&format!("states along {}", asked.drive), Some(points as u64));
        let (mut states, mut critical) = (Vec::<DrivenState>::new(), Vec::new());
        let (mut first, spent): (Option<Stroke>, _) = (None, Cell::new(0));
        for k in 0..points {
            let value = from + (to - from) * k as f64 / (points - 1) as f64;
            let (stroke, state) = self.model_at(asked, value, &spent)?;
            if let Some(before) = states.last().filter(|before| before.modes.unstable != state.modes.unstable)
            {
                critical.push(self.critical_between(asked, [before, &state], &spent)?);
            }
            first.get_or_insert(stroke);
            states.push(state);
            progress.advance(k as u64 + 1);
        }
        let stroke = first.expect("a stroke has at least two states");
        let remarks = states.iter().flat_map(|state| {
            let value = state.value;
            state.state.remarks.iter().map(move |remark| format!("{} = {value}: {remark}", asked.drive))
        });
        let remarks = remarks.collect();
        let configurations = spent.get();
        Ok(WalkedStroke {
            stroke,
            states,
            critical,
            branches: Vec::new(),
            first: None,
            remarks,
            configurations,
        })
    }

    /// The equilibrium on the path of the load of the model with a value of the parameter; what it took is added to `spent`.
    fn model_at(
        &self,
        asked: &StatesAnalysis,
        value: f64,
        spent: &Cell<u64>,
    ) -> Result<(Stroke, DrivenState), Failure> {
        let failed = |source: Failure| Failure::Sweep {
            at: format!("{} = {value}", asked.drive),
            source: Box::new(source),
        };
        let find = || -> Result<(Stroke, DrivenState), Failure> {
            let session = self.with_parameters(&[(asked.drive.as_str(), value)])?;
            let stroke = Stroke::with_probes(
                session.mechanism_model()?.clone(),
                &session.moving_parts()?,
                asked,
                None,
                None,
            )?;
            let request = EquilibriumRequest {
                input: stroke.request.input.clone(),
                branch: Branch::Path,
                ..EquilibriumRequest::default()
            };
            let mut state = equilibrium(&*stroke.mechanism, &request)?;
            let own: Arc<dyn System> = stroke.mechanism.clone();
            state.system.get_or_insert(own);
            let state = free_state(&*stroke.mechanism, state, value, &stroke.request.probes)?;
            spent.set(spent.get() + stroke.mechanism.configurations_searched());
            Ok((stroke, state))
        };
        find().map_err(failed)
    }

    /// Halves the interval in which the number of unstable directions changes.
    fn critical_between(
        &self,
        asked: &StatesAnalysis,
        sides: [&DrivenState; 2],
        spent: &Cell<u64>,
    ) -> Result<CriticalPoint, Failure> {
        let [mut before, mut after] = sides.map(Clone::clone);
        let range = (asked.range[1] - asked.range[0]).abs();
        while (after.value - before.value).abs() > FINE * range {
            let middle = 0.5 * (before.value + after.value);
            let (_, state) = self.model_at(asked, middle, spent)?;
            if state.modes.unstable == before.modes.unstable {
                before = state;
            } else {
                after = state;
            }
        }
        let size = before
            .state
            .system
            .as_deref()
            .and_then(System::machinery)
            .map_or(1.0, |machine| machine.extent());
        let pairs = before.state.output.iter().zip(&after.state.output);
        let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let changed = before.modes.unstable.abs_diff(after.modes.unstable);
        let kind =
            if apart > JUMP * size { CriticalKind::LimitPoint } else { CriticalKind::Bifurcation(changed) };
        Ok(CriticalPoint::between_models(kind, [before.value, after.value], [&before, &after]))
    }
}
