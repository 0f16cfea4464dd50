//! Exact equations and their spectrum: the reports of `lissom derive` and `lissom modes --exact`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::Machine;
use crate::refusal::Refusal;
use crate::session::Session;
use lissom_continuum::{
    Check, Derivation, DeriveOptions, Equation, EquationKind, ExactModes, ExactPoles, Language, LinearSystem,
    Notation, derive_with, exact_modes, exact_poles, frame_system,
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
    pub checks: Vec<(String, Check)>,
    /// Whether no check failed; `None`: not requested, or beyond the checks.
    pub verified: Option<bool>,
    /// What was done to the description first, such as dividing a member where something is attached.
    pub notes: Vec<String>,
    /// The derivation in its eleven steps, line by line.
    pub trace: Vec<String>,
    /// Python source that builds all residuals with SymPy, in a dictionary `equations` by name.
    pub sympy: String,
    /// C source of a function that computes all residuals.
    pub c: String,
    /// Rust source of a function that computes all residuals.
    pub rust: String,
    /// Nodes of expressions that were built, equal ones counted once.
    pub expression_nodes: usize,
}

/// A part of an equation and its origin.
#[derive(Clone, Debug)]
pub struct WrittenTerm {
    /// Name of the part and effect: `beam: inertia`.
    pub origin: String,
    /// Unicode text.
    pub text: String,
    /// LaTeX.
    pub latex: String,
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
    /// The residual as an expression for SymPy.
    pub sympy: String,
    /// What each part contributes; the residual is their sum.
    pub terms: Vec<WrittenTerm>,
}

impl WrittenEquation {
    fn new(derivation: &Derivation, equation: &Equation) -> Self {
        let term = |origin: &str, expr| WrittenTerm {
            origin: origin.to_owned(),
            text: derivation.expression(expr, Notation::Unicode),
            latex: derivation.expression(expr, Notation::Latex),
        };
        Self {
            name: equation.name.clone(),
            text: derivation.text(equation),
            latex: derivation.latex(equation),
            sympy: derivation.sympy(equation),
            terms: equation.contributions.iter().map(|c| term(&c.origin, c.expr)).collect(),
        }
    }
}

impl Session {
    /// The exact equations of the model's `[system]`, checked if `verify` is set.
    ///
    /// # Errors
    /// When the model is wrong, has no `[system]`, or the equations cannot be derived.
    pub fn derive(&self, verify: bool) -> Result<Answer<DerivationReport>, Failure> {
        let derivation = self.derivation(verify)?;
        derivation.check_writable()?;
        let verification = derivation.verification();
        let verified = match (verification.fails(), verification.holds()) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        };
        let mut report = DerivationReport {
            pdes: Vec::new(),
            odes: Vec::new(),
            boundary_conditions: Vec::new(),
            compatibility: Vec::new(),
            checks: checks(&derivation),
            verified,
            notes: derivation.notes().to_vec(),
            trace: derivation.trace(),
            sympy: sympy(&derivation),
            c: derivation.code(Language::C),
            rust: derivation.code(Language::Rust),
            expression_nodes: derivation.expression_nodes(),
        };
        for equation in derivation.equations() {
            let list = match equation.kind {
                EquationKind::Coordinate => &mut report.odes,
                EquationKind::Natural { .. } => &mut report.boundary_conditions,
                EquationKind::Compatibility { .. } => &mut report.compatibility,
                _ => &mut report.pdes,
            };
            list.push(WrittenEquation::new(&derivation, equation));
        }
        let warning = match report.verified {
            Some(true) => None,
            Some(false) => Some("a check of the derivation failed".to_owned()),
            None => Some(match &derivation.verification().identity {
                Check::NotApplicable { reason } if verify => {
                    format!("the equations could not be verified: {reason}")
                }
                _ => "the equations were not verified".to_owned(),
            }),
        };
        let mut warnings = derivation.omissions().to_vec();
        warnings.extend(warning);
        Ok(self.answer(report, warnings))
    }

    /// Exact natural frequencies of the continuum: of `[system]`, or of a planar frame at rest.
    ///
    /// # Errors
    /// When the model is wrong, or its exact spectrum cannot be found.
    pub fn exact_modes(&self, count: usize) -> Result<Answer<ExactModes>, Failure> {
        let (system, warnings) = self.exact_system()?;
        Ok(self.answer(exact_modes(&system, count)?, warnings))
    }

    /// Whether the model has exact frequencies, before long work on what they are compared with.
    ///
    /// # Errors
    /// Why it has none.
    pub fn has_exact_frequencies(&self) -> Result<(), Failure> {
        self.exact_system().map(|_| ())
    }

    /// Exact oscillating poles of a damped or gyroscopic continuum, counted by the argument principle.
    ///
    /// # Errors
    /// When the model is wrong, or its exact poles cannot be found.
    pub fn exact_poles(&self, count: usize) -> Result<Answer<ExactPoles>, Failure> {
        let (system, mut warnings) = self.exact_system()?;
        let found = exact_poles(&system, count)?;
        warnings.extend(doubts(&found, count));
        Ok(self.answer(found, warnings))
    }

    /// The linear system behind the exact spectrum, and what speaks against it: equations that are derived are checked,
    /// and omissions are reported.
    fn exact_system(&self) -> Result<(LinearSystem, Vec<String>), Failure> {
        let model = self.model()?;
        if self.machine()? == Machine::SpatialFrame {
            return Err(Refusal::ExactInSpace.into());
        }
        if !self.machine()?.has_derived_equations() {
            return Ok((frame_system(self.mechanism_model()?)?, Vec::new()));
        }
        let values: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
        let (mut derivation, warnings) = self.checked_derivation()?;
        Ok((derivation.linearise(&values)?, warnings))
    }

    /// The derived equations with what speaks against them.
    pub(crate) fn checked_derivation(&self) -> Result<(Derivation, Vec<String>), Failure> {
        let derivation = self.derivation(true)?;
        let mut warnings = derivation.omissions().to_vec();
        if !derivation.verification().holds() {
            let failed =
                checks(&derivation).into_iter().filter(|(_, check)| matches!(check, Check::Failed { .. }));
            let texts = failed
                .map(|(name, check)| format!("a check of the derived equations failed: {name}: {check}"));
            warnings.extend(texts);
        }
        Ok((derivation, warnings))
    }

    fn derivation(&self, is_verified: bool) -> Result<Derivation, Failure> {
        let model = self.model()?;
        let system = model.system.as_ref().ok_or_else(|| {
            Failure::missing_section("[system]", "equations are derived from coordinates and continua")
        })?;
        let values: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
        Ok(derive_with(system, &model.expressions, DeriveOptions { is_verified, values: &values })?)
    }
}

/// What speaks against a list of poles.
fn doubts(found: &ExactPoles, wanted: usize) -> Vec<String> {
    let mut doubts = Vec::new();
    if let Some(census) = &found.ring {
        let [inner, outer] = census.ring.radii;
        doubts.push(format!(
            "{wanted} poles requested, but only {} oscillate: damping inside members makes the others real, \
             and infinitely many \
             of them crowd at s = {:.6} 1/s; listed are those further than {inner:.3e} and nearer than {outer:.3e} 1/s",
            found.poles.len(),
            census.ring.centre
        ));
    } else if found.poles.len() < wanted {
        doubts.push(format!(
            "{wanted} poles requested, but the approximation has only {} oscillating ones",
            found.poles.len()
        ));
    }
    let lost = found.poles.iter().filter(|pole| !pole.converged).count();
    if lost > 0 {
        doubts.push(format!("{lost} of {} poles did not converge near their start", found.poles.len()));
    }
    let census = &found.census;
    match census.counted {
        _ if found.is_certified() => {}
        None => doubts.push("not certified: the poles could not be counted".to_owned()),
        Some(counted) if counted != census.found => doubts.push(format!(
            "not certified: {counted} poles counted between {:.6} and {:.6} rad/s, but {} found",
            census.sector.moduli[0], census.sector.moduli[1], census.found
        )),
        Some(_) if census.unparted > 0 => {
            doubts.push("not certified: poles too close to distinguish may have been found twice".to_owned());
        }
        Some(_) => {}
    }
    for pole in &found.divergent {
        let rate = pole.value.re;
        doubts.push(format!("rest is unstable: a motion grows as exp({rate:.6} t) without oscillating"));
    }
    doubts
}

/// Complete source: declarations, then a dictionary of residuals.
fn sympy(derivation: &Derivation) -> String {
    let mut text = derivation.sympy_preamble();
    text.push_str("equations = {\n");
    for equation in derivation.equations() {
        text.push_str(&format!("    {:?}: {},\n", equation.name, derivation.sympy(equation)));
    }
    text + "}\n"
}

fn checks(derivation: &Derivation) -> Vec<(String, Check)> {
    let all = derivation.verification().checks();
    all.into_iter().map(|(name, check)| (name.to_owned(), check.clone())).collect()
}
