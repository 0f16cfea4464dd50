//! Critical loads of frames: what `lissom buckling` answers.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::MadeOf;
use crate::refusal::Refusal;
use crate::reports::nonlinear_buckling::NonlinearBuckling;
use crate::session::Session;
use lissom_dynamics::deformation::{ActingForces, FreeBody, static_equilibrium};
use lissom_dynamics::{BucklingMode, BucklingRequest, buckling};
use lissom_linalg::{Progress, Sparse};
use lissom_mech::{Frame, Structure};
use lissom_model::model::{Model, StateKind, StateRequest};

/// Rows up to which dense eigenvalues are found in reasonable time.
pub(crate) const MOST_ROWS: usize = 2500;

/// Roundings in a product of the static state: the entry, the product, the sum.
const ROUNDINGS: f64 = 4.0;

/// Critical factors of a load.
#[derive(Clone, Debug)]
pub struct BucklingReport {
    /// The load that grows: a force by name, or all loads.
    pub load: Option<String>,
    /// The loads that grow, with the values that the factors multiply \[N\] or [N m].
    pub growing: Vec<(String, f64)>,
    /// Whether weight grows with them.
    pub weight_grows: bool,
    /// Loads that stay constant.
    pub constant: Vec<(String, f64)>,
    /// Names of the rows of the shapes.
    pub rows: Vec<String>,
    /// The lowest factors, ascending.
    pub modes: Vec<BucklingMode>,
    /// Factorisations of the stiffness.
    pub factorisations: usize,
    /// The first critical point on the nonlinear path, where it was asked for.
    pub nonlinear: Option<NonlinearBuckling>,
}

/// A load that acts.
pub(crate) struct Case {
    pub values: Vec<(String, f64)>,
    pub weight: bool,
}

impl Session {
    /// The lowest factors by which a load (all loads if `None`) has to be multiplied until a frame buckles, by the linear equations
    /// about the reference configuration.
    ///
    /// # Errors
    /// When the model is wrong or is no frame, there is no such load, nothing acts, or the structure moves freely.
    pub fn buckling(
        &self,
        load: Option<&str>,
        count: usize,
        progress: &dyn Progress,
    ) -> Result<Answer<BucklingReport>, Failure> {
        let model = self.model()?;
        if self.machine()?.made_of()? == MadeOf::Parts {
            return Err(Refusal::BucklingOfParts.into());
        }
        if self.machine()?.made_of()? == MadeOf::MovingParts {
            return self.buckling_of_mechanism(load, count, progress);
        }
        let structure = self.linear_structure()?;
        if structure.rows.len() > MOST_ROWS {
            return Err(Refusal::BucklingSize { rows: structure.rows.len(), most: MOST_ROWS }.into());
        }
        progress.stage(&format!("critical loads of {}", model.name), None);
        let (growing, constant) = cases(model, load)?;
        let frame = Frame::of(model, self.linear_system()?)?;
        let names = structure.motion_names();
        let body = FreeBody::new(structure, &names, self.threads())?;
        if growing.values.iter().all(|(_, value)| *value == 0.0) && !growing.weight {
            return Err(Failure::missing_section("[[force]]", "a load with a value at t = 0 that can grow"));
        }
        let stress = |case: &Case| Stress::of(&frame, &body, structure, model, case);
        let mut stiffness = structure.stiffness.clone();
        let mut staying = None;
        if constant.weight || !constant.values.is_empty() {
            let found = stress(&constant)?;
            stiffness = stiffness.add_scaled(1.0, &found.geometric, 1.0);
            staying = Some(found);
        }
        let softening = stress(&growing)?;
        let stress_error = |shape: &[f64], factor: f64| {
            let constant = staying.as_ref().map_or(0.0, |found| found.rounding(&frame, &body, shape));
            constant + factor * softening.rounding(&frame, &body, shape)
        };
        let request = BucklingRequest {
            stiffness: &stiffness,
            geometric: &softening.geometric,
            stress_error: &stress_error,
            count,
        };
        let modes = buckling(&request, progress)?;
        let warnings = doubts(&modes);
        let report = BucklingReport {
            load: load.map(str::to_owned),
            growing: growing.values,
            weight_grows: growing.weight,
            constant: constant.values,
            rows: structure.row_names(),
            modes,
            factorisations: body.factorisations(),
            nonlinear: None,
        };
        Ok(self.answer(report, warnings))
    }
}

/// What is to be said about factors that were found.
pub(crate) fn doubts(modes: &[BucklingMode]) -> Vec<String> {
    let mut warnings = Vec::new();
    if modes.is_empty() {
        warnings.push("this load buckles nothing: no part is compressed by it".to_owned());
    }
    let doubtful = modes.iter().find_map(|mode| mode.verdict.why_not().map(|why| (mode.factor, why)));
    if let Some((factor, why)) = doubtful {
        warnings.push(format!("an estimate, not certified: factor {factor:.6}: {why}"));
    }
    warnings
}

/// Loads that grow, and loads that stay.
pub(crate) fn cases(model: &Model, load: Option<&str>) -> Result<(Case, Case), Failure> {
    let span = model.forces.first().map(|force| force.span).unwrap_or_default();
    let all = StateRequest {
        name: "buckling".to_owned(),
        kind: StateKind::Static,
        forces: Vec::new(),
        dampers: false,
        linear: true,
        on_path: true,
        span,
    };
    let acting = ActingForces::at_start(model, &all)?;
    let weighs = model.gravity.iter().any(|g| *g != 0.0);
    let Some(name) = load else {
        return Ok((
            Case { values: acting.values, weight: weighs },
            Case { values: Vec::new(), weight: false },
        ));
    };
    let forces = model.forces.iter().map(|force| force.name.as_str());
    let spread = model.line_loads.iter().map(|load| load.name.as_str());
    let known: Vec<&str> = forces.chain(spread).collect();
    if !known.contains(&name) {
        return Err(Failure::unknown_name("force", name, known));
    }
    let [mut own, others] = acting.split(name);
    if own.is_empty() {
        // An input has no value of its own: the factor is the load itself.
        own.push((name.to_owned(), 1.0));
    }
    Ok((Case { values: own, weight: false }, Case { values: others, weight: weighs }))
}

/// The stress under a load.
struct Stress {
    displacement: Vec<f64>,
    geometric: Sparse,
}

impl Stress {
    fn of(
        frame: &Frame<'_>,
        body: &FreeBody<'_>,
        structure: &Structure,
        model: &Model,
        case: &Case,
    ) -> Result<Self, Failure> {
        let mut on_rows = structure.force_of(&case.values);
        if case.weight {
            on_rows = structure.with_weight(on_rows, model.gravity);
        }
        let displacement = static_equilibrium(body, &on_rows)?.deformation;
        let geometric = frame.geometric_stiffness(&displacement, &frame.force(&case.values)?, case.weight);
        Ok(Self { displacement, geometric })
    }

    /// What rounding may have changed in φᵀGφ: of the forces on the elements, and of the displacements, whose equation K x = F keeps
    /// its residual within the rounding of its products; K⁻¹ carries it to the displacements.
    fn rounding(&self, frame: &Frame<'_>, body: &FreeBody<'_>, shape: &[f64]) -> f64 {
        let sensitivity = frame.stress_sensitivity(shape, &self.displacement);
        let dual = body.deformation(&sensitivity.gradient);
        let stiffness = &body.structure().stiffness;
        let column = |c: usize| {
            let (rows, values) = stiffness.column(c);
            let across: f64 = rows.iter().zip(values).map(|(r, v)| (v * dual[*r as usize]).abs()).sum();
            across * self.displacement[c].abs()
        };
        let solved = f64::EPSILON * (0..stiffness.cols()).map(column).sum::<f64>();
        ROUNDINGS * (sensitivity.rounding + solved)
    }
}
