//! The load at which a machine buckles on its own path, in large displacements: the first limit point or bifurcation.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::reports::buckling_report::{BucklingReport, cases};
use crate::reports::critical_report::CriticalReport;
use crate::session::Session;
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::force_stroke;
use lissom_linalg::Progress;
use lissom_model::Span;
use lissom_model::model::{LedBy, StatesAnalysis};

/// Without a linear factor the path is followed to this one.
const MOST_FACTOR: f64 = 10.0;

/// With a linear factor it is followed so many times as far: displacements before buckling may stiffen, too.
const BEYOND_LINEAR: f64 = 2.0;

/// The first critical point on the path of a load.
#[derive(Clone, Debug)]
pub struct NonlinearBuckling {
    /// The load that grows from zero.
    pub load: String,
    /// Its value at t = 0, which the factors multiply \[N\] or [N m].
    pub value: f64,
    /// The path was followed up to this factor \[-\].
    pub most: f64,
    /// The point; `None` where there is none up to there.
    pub point: Option<CriticalReport>,
    /// What is to be said about the path.
    pub remarks: Vec<String>,
}

impl NonlinearBuckling {
    /// The factor of the point \[-\].
    #[must_use]
    pub fn factor(&self) -> Option<f64> {
        self.point.as_ref().map(|point| point.load / self.value)
    }

    /// Factors that enclose it, ascending \[-\].
    #[must_use]
    pub fn between(&self) -> Option<[f64; 2]> {
        let [a, b] = self.point.as_ref()?.loads.map(|load| load / self.value);
        Some([a.min(b), a.max(b)])
    }
}

impl Session {
    /// As [`Session::buckling`], with the first critical point of the nonlinear path on which the load grows from zero; `most`: the
    /// factor up to which it is followed.
    ///
    /// # Errors
    /// As [`Session::buckling`]; when several loads grow or the load is spread or follows the motion; when the path cannot be followed.
    pub fn buckling_with_path(
        &self,
        load: Option<&str>,
        count: usize,
        most: Option<f64>,
        progress: &dyn Progress,
    ) -> Result<Answer<BucklingReport>, Failure> {
        let mut answer = self.buckling(load, count, progress)?;
        let linear = answer.value.modes.first().map(|mode| mode.factor);
        let most = most.unwrap_or_else(|| linear.map_or(MOST_FACTOR, |factor| BEYOND_LINEAR * factor));
        let found = self.first_critical(load, most, progress)?;
        if found.point.as_ref().is_some_and(|point| !point.enclosed) {
            answer.warnings.push("the critical point on the path is an estimate".to_owned());
        }
        answer.warnings.extend(found.remarks.iter().cloned());
        answer.value.nonlinear = Some(found);
        Ok(answer)
    }

    fn first_critical(
        &self,
        load: Option<&str>,
        most: f64,
        progress: &dyn Progress,
    ) -> Result<NonlinearBuckling, Failure> {
        let model = self.mechanism_model()?;
        let (growing, _) = cases(model, load)?;
        let mut acting = growing.values.iter().filter(|(_, value)| *value != 0.0);
        let (name, value) = match (acting.next(), acting.next(), growing.weight) {
            (Some((name, value)), None, false) => (name.clone(), *value),
            _ => return Err(Failure::SeveralLoads { most }),
        };
        let mut led = model.clone();
        led.analyses.states = Some(StatesAnalysis {
            drive: name.clone(),
            led_by: LedBy::Force,
            range: [0.0, most * value],
            points: 2,
            report: Vec::new(),
            node: None,
            directions: Vec::new(),
            branches: false,
            span: Span::default(),
        });
        let stroke = Stroke::led(&led, &self.moving_parts()?, None)?;
        let path = force_stroke(&*stroke.mechanism, &stroke.by_force(), progress)?;
        let first = path.critical.iter().min_by(|a, b| a.along.total_cmp(&b.along));
        let point = first.map(|point| CriticalReport::of(model, &stroke, point));
        // Beyond the point the path may turn back or end, which says nothing about the load.
        let remarks = if point.is_some() { Vec::new() } else { path.remarks };
        Ok(NonlinearBuckling { load: name, value, most, point, remarks })
    }
}
