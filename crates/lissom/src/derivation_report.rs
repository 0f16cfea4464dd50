//! Exact equations and the exact spectrum behind them: what `lissom derive` and `lissom modes --exact` tell.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::session::Session;
use lissom_continuum::{
    Check, Derivation, EquationKind, ExactModes, LinearSystem, Pole, derive, exact_modes, exact_poles,
    frame_system,
};

/// The derived equations, by kind.
#[derive(Clone, Debug)]
pub struct DerivationReport {
    /// Partial differential equations of the fields.
    pub pdes: Vec<WrittenEquation>,
    /// Ordinary differential equations of the coordinates.
    pub odes: Vec<WrittenEquation>,
    /// Natural boundary conditions.
    pub boundary_conditions: Vec<WrittenEquation>,
    /// Compatibility of ends and coordinates.
    pub compatibility: Vec<WrittenEquation>,
    /// What was checked, and how it came out.
    pub checks: Vec<(String, String)>,
    /// Whether no check failed.
    pub verified: bool,
}

/// An equation, written out.
#[derive(Clone, Debug)]
pub struct WrittenEquation {
    /// The unknown it determines, or the quantity of an end.
    pub name: String,
    /// Unicode text.
    pub text: String,
    /// LaTeX.
    pub latex: String,
    /// Which parts contribute.
    pub origins: Vec<String>,
}

impl Session {
    /// The exact equations of the model's `[system]`.
    ///
    /// # Errors
    /// When the model is wrong, has no `[system]`, or the equations cannot be derived.
    pub fn derive(&self) -> Result<Answer<DerivationReport>, Failure> {
        let derivation = self.derivation()?;
        let mut report = DerivationReport {
            pdes: Vec::new(),
            odes: Vec::new(),
            boundary_conditions: Vec::new(),
            compatibility: Vec::new(),
            checks: checks(&derivation),
            verified: derivation.verification().holds(),
        };
        for equation in derivation.equations() {
            let list = match equation.kind {
                EquationKind::Coordinate => &mut report.odes,
                EquationKind::Natural { .. } => &mut report.boundary_conditions,
                EquationKind::Compatibility { .. } => &mut report.compatibility,
                _ => &mut report.pdes,
            };
            list.push(WrittenEquation {
                name: equation.name.clone(),
                text: derivation.text(equation),
                latex: derivation.latex(equation),
                origins: equation.contributions.iter().map(|c| c.origin.clone()).collect(),
            });
        }
        let warnings =
            if report.verified { Vec::new() } else { vec!["a check of the derivation failed".to_owned()] };
        Ok(self.answer(report, warnings))
    }

    /// Exact natural frequencies of the continuum: of `[system]`, or of a planar frame at rest.
    ///
    /// # Errors
    /// When the model is wrong, or its exact spectrum cannot be found.
    pub fn exact_modes(&self, count: usize) -> Result<Answer<ExactModes>, Failure> {
        let modes = exact_modes(&self.exact_system()?, count)?;
        Ok(self.answer(modes, Vec::new()))
    }

    /// Exact oscillating poles of a damped continuum: each converged from an approximate one, not counted.
    ///
    /// # Errors
    /// When the model is wrong, or its exact poles cannot be found.
    pub fn exact_poles(&self, count: usize) -> Result<Answer<Vec<Pole>>, Failure> {
        let poles = exact_poles(&self.exact_system()?, count)?;
        let lost = poles.iter().filter(|p| !p.converged).count();
        let mut warnings =
            vec!["damped: poles are polished one by one, their number is not certified".to_owned()];
        if lost > 0 {
            warnings.push(format!("{lost} of {} poles did not converge near their start", poles.len()));
        }
        Ok(self.answer(poles, warnings))
    }

    fn exact_system(&self) -> Result<LinearSystem, Failure> {
        let model = self.model()?;
        if model.system.is_some() {
            let values: Vec<(&str, f64)> =
                model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
            return Ok(self.derivation()?.linearise(&values)?);
        }
        Ok(frame_system(self.planar_model()?)?)
    }

    fn derivation(&self) -> Result<Derivation, Failure> {
        let model = self.model()?;
        let system = model.system.as_ref().ok_or_else(|| Failure::Missing {
            what: "[system]".to_owned(),
            why: "equations are derived from coordinates and continua".to_owned(),
        })?;
        Ok(derive(system, &model.expressions)?)
    }
}

fn checks(derivation: &Derivation) -> Vec<(String, String)> {
    let outcome = |check: &Check| match check {
        Check::Passed => "holds".to_owned(),
        Check::Failed { unknown } => format!("FAILED for {unknown}"),
        Check::NotApplicable { reason } => format!("not made: {reason}"),
    };
    derivation
        .verification()
        .checks()
        .iter()
        .map(|(name, check)| ((*name).to_owned(), outcome(check)))
        .collect()
}
