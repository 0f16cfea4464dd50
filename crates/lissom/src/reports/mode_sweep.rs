//! Frequencies against parameters: the sweep of `[analysis.modes]`.

use crate::failure::Failure;
use crate::session::Session;
use lissom_dynamics::ModesRequest;
use lissom_linalg::{Progress, Quiet};
use lissom_model::model::Sweep;

/// Frequencies at every combination of the swept parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeSweep {
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// Their values, one row per combination; the last parameter changes fastest.
    pub values: Vec<Vec<f64>>,
    /// One for each model: `full`, or `residual` and `no-residual`.
    pub series: Vec<SweepSeries>,
}

/// The frequencies of one model.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepSeries {
    /// The model.
    pub model: String,
    /// One row per combination, ascending \[Hz\].
    pub frequencies_hz: Vec<Vec<f64>>,
}

impl SweepSeries {
    /// Largest number of frequencies at any combination.
    #[must_use]
    pub fn modes(&self) -> usize {
        self.frequencies_hz.iter().map(Vec::len).max().unwrap_or(0)
    }
}

impl Session {
    /// The sweep that `[analysis.modes]` asks for; `None` when it asks for none.
    ///
    /// # Errors
    /// If the analysis fails for one of the values, which is named.
    pub fn mode_sweep(
        &self,
        request: &ModesRequest,
        progress: &dyn Progress,
    ) -> Result<Option<ModeSweep>, Failure> {
        let asked = self.model()?.analyses.modes.as_ref().map_or(&[][..], |modes| &modes.sweep);
        if asked.is_empty() {
            return Ok(None);
        }
        let values = combinations(asked);
        progress.stage("sweep", Some(values.len() as u64));
        let parameters: Vec<String> = asked.iter().map(|sweep| sweep.parameter.clone()).collect();
        let mut series: Vec<SweepSeries> = Vec::new();
        for (done, row) in values.iter().enumerate() {
            let pairs: Vec<(&str, f64)> =
                parameters.iter().map(String::as_str).zip(row.iter().copied()).collect();
            let found = self.frequencies_with(&pairs, request).map_err(|source| Failure::Sweep {
                at: pairs
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect::<Vec<_>>()
                    .join(", "),
                source: Box::new(source),
            })?;
            for (model, frequencies) in found {
                match series.iter_mut().find(|s| s.model == model) {
                    Some(own) => own.frequencies_hz.push(frequencies),
                    None => series.push(SweepSeries { model, frequencies_hz: vec![frequencies] }),
                }
            }
            progress.advance(done as u64 + 1);
        }
        Ok(Some(ModeSweep { parameters, values, series }))
    }

    /// Frequencies of every variant with other values of parameters.
    fn frequencies_with(
        &self,
        values: &[(&str, f64)],
        request: &ModesRequest,
    ) -> Result<Vec<(String, Vec<f64>)>, Failure> {
        let session = self.with_parameters(values)?;
        Ok(session.own_vibrations(request, &Quiet)?.value.frequencies_hz())
    }
}

/// All combinations of the values of all sweeps.
fn combinations(sweeps: &[Sweep]) -> Vec<Vec<f64>> {
    sweeps.iter().fold(vec![Vec::new()], |rows, sweep| {
        let values = values(sweep);
        let extended = |row: Vec<f64>| {
            values
                .iter()
                .map(move |value| row.iter().copied().chain([*value]).collect())
                .collect::<Vec<Vec<f64>>>()
        };
        rows.into_iter().flat_map(extended).collect()
    })
}

/// The values of one sweep; its ends exactly.
pub(crate) fn values(sweep: &Sweep) -> Vec<f64> {
    let last = sweep.points - 1;
    let at = |i: usize| {
        let share = i as f64 / last as f64;
        match i {
            0 => sweep.from,
            i if i == last => sweep.to,
            _ if sweep.logarithmic => sweep.from * (sweep.to / sweep.from).powf(share),
            _ => sweep.from + share * (sweep.to - sweep.from),
        }
    };
    (0..sweep.points).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_comes_once_with_exact_ends() {
        let sweep = |from, to, points, logarithmic| Sweep {
            parameter: "p".to_owned(),
            from,
            to,
            points,
            logarithmic,
        };
        let rows = combinations(&[sweep(0.0, 1.0, 2, false), sweep(1e-3, 10.0, 5, true)]);
        assert_eq!(rows.len(), 10);
        assert_eq!((&rows[0][..], &rows[9][..]), (&[0.0, 1e-3][..], &[1.0, 10.0][..]));
        assert!((rows[2][1] / 0.1 - 1.0).abs() < 1e-14, "equal ratios: {}", rows[2][1]);
    }
}
