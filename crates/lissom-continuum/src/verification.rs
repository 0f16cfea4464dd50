//! Self-checks of a derivation.
//!
//! They do not repeat the derivation. The first is the algebraic identity behind it, for arbitrary
//! variations. The others put polynomial fields with arbitrary coefficients that fit the ends into the
//! integrated Lagrangian and compare ordinary Lagrange equations, and the balance of power, with the
//! derived equations: a wrong sign or a missing end load is detected. All are decided exactly.

use std::collections::HashMap;

use lissom_symbolic::{Dependence, DerivativeError, Expr, Number, Unknown, ZeroTest};

use crate::algebra::Algebra;
use crate::atoms::Atoms;
use crate::derivation::{Equation, EquationKind};
use crate::lagrange::{alternating, dissipation, lagrange, momentum};
use crate::parts::Parts;
use crate::trial::{Balance, FittedEquation, Trial, has_rounded};

/// The outcome of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// It holds.
    Passed,
    /// It does not hold.
    Failed {
        /// For which unknown.
        unknown: String,
    },
    /// It was not run.
    NotApplicable {
        /// Why.
        reason: String,
    },
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Passed => f.write_str("holds"),
            Self::Failed { unknown } => write!(f, "FAILED for {unknown}"),
            Self::NotApplicable { reason } => write!(f, "not applicable: {reason}"),
        }
    }
}

/// Results of the checks of a derivation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// δL = − E η + D_x(Σ p_k ∂ₓᵏη) + D_t(…) for every density and arbitrary variations η.
    pub identity: Check,
    /// Ordinary Lagrange equations of polynomial fields equal the weighted sum of the derived equations.
    pub virtual_work: Check,
    /// The rate of the energy equals the power of the loads less the losses.
    pub power: Check,
}

impl Verification {
    /// No check was run.
    pub(crate) fn not_made(reason: &str) -> Self {
        let skipped = Check::NotApplicable { reason: reason.to_owned() };
        Self { identity: skipped.clone(), virtual_work: skipped.clone(), power: skipped }
    }

    /// No check failed, and the identity was checked.
    pub fn holds(&self) -> bool {
        self.identity == Check::Passed && !self.fails()
    }

    /// Whether a check failed; one that cannot be decided does not.
    pub fn fails(&self) -> bool {
        self.checks().iter().any(|(_, check)| matches!(check, Check::Failed { .. }))
    }

    /// The checks with their names.
    pub fn checks(&self) -> [(&'static str, &Check); 3] {
        [
            ("variation identity of every density", &self.identity),
            ("virtual work of polynomial fields", &self.virtual_work),
            ("balance of power", &self.power),
        ]
    }
}

/// Runs all checks.
pub(crate) fn verify(
    algebra: &mut Algebra,
    atoms: &Atoms,
    parts: &Parts,
    equations: &[Equation],
) -> Verification {
    let identity = identity(algebra, parts, equations).unwrap_or_else(not_differentiable);
    let fitted = Trial::new(algebra, atoms, parts).and_then(|mut trial| {
        let fitted = trial.fitted_equations(algebra, equations).map_err(|error| error.to_string())?;
        Ok((trial, fitted))
    });
    let (trial, fitted) = match fitted {
        Ok(fitted) => fitted,
        Err(reason) => {
            let skipped = Check::NotApplicable { reason };
            return Verification { identity, virtual_work: skipped.clone(), power: skipped };
        }
    };
    let virtual_work = virtual_work(algebra, &trial, &fitted).unwrap_or_else(not_differentiable);
    let power = power(algebra, &trial, &fitted).unwrap_or_else(not_differentiable);
    Verification { identity, virtual_work, power }
}

fn not_differentiable(error: DerivativeError) -> Check {
    Check::NotApplicable { reason: error.to_string() }
}

/// The variation identity of every density, with the derived field equations in it.
fn identity(algebra: &mut Algebra, parts: &Parts, equations: &[Equation]) -> Result<Check, DerivativeError> {
    let mut undecided = None;
    for (at, member) in parts.members.iter().enumerate() {
        let density = member.lagrangian(algebra);
        for field in &member.fields {
            let name = algebra.jets.name(*field).to_owned();
            let symbol = algebra.store.symbol(&format!("δ{name}"));
            let eta = algebra.unknown(symbol, Dependence::BOTH);
            let derived = equations.iter().find(|equation| {
                equation.kind == EquationKind::Field { member: at } && equation.name == name
            });
            let derived = derived.map_or(algebra.store.zero(), |equation| equation.residual);
            // The identity is about the density alone: loads and losses are taken off again.
            let losses = dissipation(algebra, member.dissipation, *field)?;
            let jet = algebra.jet(*field, 0, 0);
            let mut terms = vec![(Number::ONE, derived), (-Number::ONE, losses)];
            for (force, displacement) in &member.loads {
                let direction = algebra.store.derivative(*displacement, jet)?;
                terms.push((Number::ONE, algebra.store.mul(*force, direction)));
            }
            let equation = algebra.store.sum(&terms);
            let difference = variation(algebra, density, *field, eta, equation)?;
            match decided(algebra, difference) {
                Ok(true) => {}
                Ok(false) => return Ok(Check::Failed { unknown: name }),
                Err(reason) => undecided = Some(reason),
            }
        }
    }
    Ok(undecided.map_or(Check::Passed, |reason| Check::NotApplicable { reason }))
}

/// Whether an expression vanishes for all values of its symbols, or why this cannot be decided.
fn decided(algebra: &Algebra, expr: Expr) -> Result<bool, String> {
    match algebra.store.is_zero(&[(expr, 1)]) {
        ZeroTest::Zero => Ok(true),
        // Rounded numbers differ in their last digits and prove nothing.
        ZeroTest::NotZero if has_rounded(algebra, &[expr]) => {
            Err("numbers in it had to be rounded".to_owned())
        }
        ZeroTest::NotZero => Ok(false),
        ZeroTest::Undecided => Err("the functions in it are beyond the zero test".to_owned()),
    }
}

/// δL + E η − D_x(Σ p_k ∂ₓᵏη) − D_t(Σ (−1)ⁱ D_tⁱ L_{u_{a,b}} η_{a−1−i,b}), which vanishes.
fn variation(
    algebra: &mut Algebra,
    density: Expr,
    field: Unknown,
    eta: Unknown,
    equation: Expr,
) -> Result<Expr, DerivativeError> {
    let one = algebra.jet(eta, 0, 0);
    let mut total = vec![(Number::ONE, algebra.store.mul(equation, one))];
    let (mut in_space, mut in_time) = (Vec::new(), Vec::new());
    let mut order = 0;
    for (jet, atom) in algebra.jets.jets_in(&algebra.store, density) {
        if jet.of != field {
            continue;
        }
        order = order.max(jet.space);
        let partial = algebra.store.derivative(density, atom)?;
        let varied = algebra.jet(eta, jet.time, jet.space);
        total.push((Number::ONE, algebra.store.mul(partial, varied)));
        for i in 0..jet.time {
            let factor = algebra.total(partial, i, 0)?;
            let varied = algebra.jet(eta, jet.time - 1 - i, jet.space);
            in_time.push((alternating(i), algebra.store.mul(factor, varied)));
        }
    }
    for k in 0..order {
        let load = momentum(algebra, density, field, k)?;
        let varied = algebra.jet(eta, 0, k);
        in_space.push((Number::ONE, algebra.store.mul(load, varied)));
    }
    let (in_space, in_time) = (algebra.store.sum(&in_space), algebra.store.sum(&in_time));
    total.push((-Number::ONE, algebra.by_space(in_space)?));
    total.push((-Number::ONE, algebra.by_time(in_time)?));
    Ok(algebra.store.sum(&total))
}

/// For every direction y of the trial: ordinary Lagrange of the integrated Lagrangian equals the derived
/// equations weighted with the motion of y.
fn virtual_work(
    algebra: &mut Algebra,
    trial: &Trial<'_>,
    equations: &[FittedEquation],
) -> Result<Check, DerivativeError> {
    let mut balances = Vec::new();
    for (name, direction) in trial.directions() {
        let mut balance = Balance::default();
        trial.add_ordinary_lagrange(algebra, direction, &mut balance)?;
        let jet = algebra.jet(direction, 0, 0);
        for equation in equations.iter().filter(|equation| equation.unknowns.contains(&direction)) {
            let weight = algebra.store.derivative(equation.moved, jet)?;
            balance.add_derived(algebra, equation, weight);
        }
        balances.push((name, balance));
    }
    // All at once, each with its own symbol as factor: the sum vanishes for all values only if each does.
    let mut all = Balance::default();
    for (number, (_, balance)) in balances.iter().enumerate() {
        let letter = algebra.store.symbol(&format!("direction;{number}"));
        all.add(algebra, letter, balance);
    }
    if all.is_zero(algebra) == Ok(true) {
        return Ok(Check::Passed);
    }
    for (name, balance) in balances {
        match balance.is_zero(algebra) {
            Ok(true) => {}
            Ok(false) => return Ok(Check::Failed { unknown: name }),
            Err(reason) => return Ok(Check::NotApplicable { reason }),
        }
    }
    Ok(Check::Passed)
}

/// D_t(energy) = power of the loads − losses, with the derived equations weighted by the velocities.
fn power(
    algebra: &mut Algebra,
    trial: &Trial<'_>,
    equations: &[FittedEquation],
) -> Result<Check, DerivativeError> {
    if trial.depends_on_time(algebra) {
        return Ok(Check::NotApplicable { reason: "the energies depend on time explicitly".to_owned() });
    }
    let mut balance = Balance::default();
    trial.add_power(algebra, &mut balance)?;
    for equation in equations {
        let weight = algebra.by_time(equation.moved)?;
        balance.add_derived(algebra, equation, weight);
    }
    Ok(match balance.is_zero(algebra) {
        Ok(true) => Check::Passed,
        Ok(false) => Check::Failed { unknown: "energy".to_owned() },
        Err(reason) => Check::NotApplicable { reason },
    })
}

/// A map of replacements.
pub(crate) type Replacements = HashMap<Expr, Expr>;

/// The ordinary Lagrange equation with losses, of energies in which a coordinate has no spatial derivatives.
pub(crate) fn ordinary(
    algebra: &mut Algebra,
    [kinetic, potential, losses]: [Expr; 3],
    of: Unknown,
) -> Result<Expr, DerivativeError> {
    let lagrangian = algebra.store.sub(kinetic, potential);
    let conservative = lagrange(algebra, lagrangian, of)?;
    let lost = dissipation(algebra, losses, of)?;
    Ok(algebra.store.add(conservative, lost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derivation::{Derivation, Equation};
    use crate::derive::derive;

    /// Two masses joined by a rod whose field is measured from the first mass \[Singer1994, Appendix B\].
    const RELATIVE: &str = r#"
lissom = 1
[model]
name = "relative"
[system]
coordinates = ["q1", "q3"]
[params]
m1 = 1.0
m3 = 1.0
l = 1.0
EA = 1.0
rhoA = 1.0
[[continuum]]
name = "rod"
kind = "rod"
length = "l"
fields = ["q2"]
EA = "EA"
rhoA = "rhoA"
position = ["q1 + q2"]
ends = { a = { displacement = "0" }, b = { displacement = "q3 - q1" } }
[[mass]]
mass = "m1"
position = ["q1"]
[[mass]]
mass = "m3"
position = ["q3"]
"#;

    fn derived(text: &str) -> Derivation {
        let loaded = lissom_model::load("test.toml", text.as_bytes(), &lissom_model::Overrides::default());
        let model = loaded.value.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        derive(model.system.as_ref().unwrap(), &model.expressions).unwrap()
    }

    /// The checks of a derivation in which one residual was changed by a term.
    fn forged(text: &str, name: &str, added: &str) -> Verification {
        let mut derivation = derived(text);
        assert!(derivation.verification().holds());
        let added = derivation.read(added).unwrap();
        let mut equations: Vec<Equation> = derivation.equations().to_vec();
        let wrong = equations.iter_mut().find(|equation| equation.name == name).unwrap();
        wrong.residual = derivation.algebra.store.add(wrong.residual, added);
        let Derivation { algebra, atoms, parts, .. } = &mut derivation;
        verify(algebra, atoms, parts, &equations)
    }

    #[test]
    fn a_forgotten_or_an_added_load_of_an_end_is_found() {
        // Forgetting − F₂ in the equation of the first mass takes EA q2'(l) away; adding F₁ adds − EA q2'(0).
        for wrong in ["EA*q2_x(l)", "-EA*q2_x(0)"] {
            let found = forged(RELATIVE, "q1", wrong);
            assert_eq!(found.virtual_work, Check::Failed { unknown: "q1".to_owned() });
            assert!(matches!(found.power, Check::Failed { .. }));
            assert!(!found.holds());
        }
    }

    /// Derivatives of a very narrow dip have coefficients that leave the exact fractions: this is no failure.
    #[test]
    fn what_rounding_hides_is_undecided() {
        let stated = |stiffness: &str| {
            let text = format!(
                "lissom = 1\n[model]\nname = \"dip\"\n[system]\ncoordinates = []\n[[continuum]]\nname = \"b\"\n\
                 kind = \"bernoulli-euler\"\nlength = \"1\"\nfields = [\"w\"]\nEI = \"{stiffness}\"\nrhoA = \"1\"\n\
                 position = [\"w\"]\n"
            );
            derived(&text).verification().clone()
        };
        let narrow = stated("3/(1 + 1000*exp(-((x - 0.34567)/1e-5)^2))");
        assert!(!narrow.fails() && !narrow.holds(), "{narrow:?}");
        assert!(matches!(&narrow.identity, Check::NotApplicable { reason } if reason.contains("rounded")));
        assert!(stated("3/(1 + 1000*exp(-((x - 1/3)*10)^2))").holds());
    }

    #[test]
    fn a_wrong_sign_of_the_mixed_term_is_found() {
        let rayleigh = r#"
lissom = 1
[model]
name = "rayleigh"
[system]
coordinates = []
[params]
l = 1.0
EI = 1.0
rhoA = 1.0
rhoI = 1.0
[[continuum]]
name = "beam"
kind = "rayleigh"
length = "l"
fields = ["w"]
EI = "EI"
rhoA = "rhoA"
rhoI = "rhoI"
position = ["w"]
"#;
        let found = forged(rayleigh, "w", "2*rhoI*w_ttxx");
        assert_eq!(found.identity, Check::Failed { unknown: "w".to_owned() });
        assert!(matches!(found.virtual_work, Check::Failed { .. }));
    }
}
