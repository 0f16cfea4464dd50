//! Laws of the model as programs: functions of time in one program, laws of deformations each in their own. Planar and spatial
//! mechanisms use the same ones; what a law observes of the motion of nodes is theirs.

use crate::error::MechError;
use lissom_model::model::{Law, Model};
use lissom_symbolic::{Expr, Expressions, Number, Program};

/// Functions of time, evaluated together.
#[derive(Debug)]
pub(crate) struct TimeLaws {
    program: Program,
    /// Whose value each output is, for messages.
    names: Vec<String>,
}

/// Collects functions of time before they are compiled.
pub(crate) struct TimeLawsBuilder {
    store: Expressions,
    time: Expr,
    outputs: Vec<Expr>,
    names: Vec<String>,
}

fn failed(what: &str, law: &Law, reason: String) -> MechError {
    MechError::Law { what: what.to_owned(), law: law.text.clone(), reason }
}

impl TimeLawsBuilder {
    pub fn new(model: &Model) -> Self {
        Self::of_store(model.expressions.clone())
    }

    /// For laws written in a store of expressions, in `t`.
    pub fn of_store(mut store: Expressions) -> Self {
        let time = store.symbol("t");
        Self { store, time, outputs: Vec::new(), names: Vec::new() }
    }

    /// Adds a law; returns where its value will be.
    ///
    /// # Errors
    /// If it contains names other than `t`.
    pub fn add(&mut self, what: &str, law: &Law) -> Result<usize, MechError> {
        Program::compile(&self.store, &[law.expr], &[self.time])
            .map_err(|e| failed(what, law, e.to_string()))?;
        self.outputs.push(law.expr);
        self.names.push(what.to_owned());
        Ok(self.outputs.len() - 1)
    }

    /// Adds a law with its first and second derivative; returns where the first of the three values will be.
    ///
    /// # Errors
    /// If it contains names other than `t`, or has no derivative.
    pub fn add_with_rates(&mut self, what: &str, law: &Law) -> Result<usize, MechError> {
        let place = self.add(what, law)?;
        let mut expr = law.expr;
        for order in ["rate", "acceleration"] {
            expr = self.store.derivative(expr, self.time).map_err(|e| failed(what, law, e.to_string()))?;
            self.outputs.push(expr);
            self.names.push(format!("{order} of {what}"));
        }
        Ok(place)
    }

    pub fn finish(self) -> TimeLaws {
        let program = Program::compile(&self.store, &self.outputs, &[self.time])
            .expect("each law was compiled when it was added, and derivatives hold no other names");
        TimeLaws { program, names: self.names }
    }
}

impl TimeLaws {
    /// Number of values.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// All values at a time.
    ///
    /// # Errors
    /// The place of a value that is not finite.
    pub fn evaluate(
        &self,
        time: f64,
        decisions: Option<&[f64]>,
        work: &mut Vec<f64>,
        values: &mut [f64],
    ) -> Result<(), usize> {
        if self.names.is_empty() {
            return Ok(());
        }
        evaluate(&self.program, &[time], decisions, work, values);
        values.iter().position(|v| !v.is_finite()).map_or(Ok(()), Err)
    }

    /// Why a value is not finite, as the end of a sentence.
    pub fn reason(&self, time: f64) -> String {
        reason(&self.program, &[time])
    }

    /// The program of all of them, in `t`.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whose value it is.
    pub fn name(&self, place: usize) -> &str {
        &self.names[place]
    }
}

/// The values of a program, with its decisions kept where they are given.
fn evaluate(
    program: &Program,
    inputs: &[f64],
    decisions: Option<&[f64]>,
    work: &mut Vec<f64>,
    values: &mut [f64],
) {
    match decisions {
        None => program.evaluate(inputs, work, values),
        Some(decisions) => program.evaluate_decided(inputs, decisions, work, values),
    }
}

/// Why the values of a program are not finite, as the end of a sentence.
fn reason(program: &Program, inputs: &[f64]) -> String {
    let mut values = vec![0.0; program.output_count()];
    let checked = program.evaluate_checked(inputs, &mut Vec::new(), &mut values);
    checked.map_or_else(|error| format!(": {error}"), |()| String::new())
}

/// Most displacements and rates of nodes in one law: its arguments stand in an array, so that evaluations allocate nothing.
pub(crate) const MOST_OBSERVED: usize = 16;

/// Most arguments of a law, and most of its values.
const MOST: usize = 3 + MOST_OBSERVED;

/// A law of a deformation e and of the motion of nodes: the force that works on it, f(t, e, ė, …), and its derivatives.
#[derive(Debug)]
pub(crate) struct DeformationLaw<O> {
    /// f, ∂f/∂e, ∂f/∂ė, and by each of what is observed.
    program: Program,
    /// Displacements and rates of nodes among its arguments.
    pub observed: Vec<O>,
}

/// The arguments of a law.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments {
    values: [f64; MOST],
    count: usize,
}

/// The value of a law and its derivatives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LawValues {
    pub force: f64,
    pub by_deformation: f64,
    pub by_rate: f64,
    /// By each of what is observed, in order.
    pub by_observed: [f64; MOST_OBSERVED],
}

impl Arguments {
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }
}

/// What a law stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// The torque that opens an angle.
    Angle,
    /// A force at a node, or along a displacement.
    Displacement,
    /// The tension of a spring, less what the linear element with this stiffness and damping carries.
    Tension([f64; 2]),
}

impl Meaning {
    /// How the law calls its deformation.
    fn deformation(self) -> &'static str {
        match self {
            Self::Angle => "angle",
            Self::Displacement => "displacement",
            Self::Tension(_) => "elongation",
        }
    }

    /// The force that opens the deformation.
    fn force(self, store: &mut Expressions, law: Expr, [own, rate]: [Expr; 2]) -> Expr {
        let Self::Tension(linear) = self else { return law };
        let [stiffness, damping] =
            linear.map(|c| Number::from_f64(c).expect("coefficients of a checked model are finite"));
        let carried = store.sum(&[(stiffness, own), (damping, rate)]);
        store.sub(carried, law)
    }
}

impl<O> DeformationLaw<O> {
    /// Compiles a law; `calls` are the places in it that observe the motion of nodes.
    ///
    /// # Errors
    /// If it contains a name other than `t`, its deformation and `rate`, observes too much, or has no derivative.
    pub fn new(
        model: &Model,
        calls: Vec<(Expr, O)>,
        name: &str,
        law: &Law,
        meaning: Meaning,
    ) -> Result<Self, MechError> {
        let mut store = model.expressions.clone();
        let (calls, observed): (Vec<Expr>, Vec<O>) = calls.into_iter().unzip();
        if calls.len() > MOST_OBSERVED {
            let reason = format!(
                "it depends on {} displacements and rates, at most {MOST_OBSERVED} are possible",
                calls.len()
            );
            return Err(failed(name, law, reason));
        }
        let [time, own, rate] = ["t", meaning.deformation(), "rate"].map(|n| store.symbol(n));
        let mut outputs = vec![meaning.force(&mut store, law.expr, [own, rate])];
        for variable in [own, rate].iter().chain(&calls) {
            let derivative =
                store.derivative(outputs[0], *variable).map_err(|e| failed(name, law, e.to_string()))?;
            outputs.push(derivative);
        }
        let inputs: Vec<Expr> = [time, own, rate].into_iter().chain(calls).collect();
        let program =
            Program::compile(&store, &outputs, &inputs).map_err(|e| failed(name, law, e.to_string()))?;
        Ok(Self { program, observed })
    }

    /// The program, in t, e, ė and what is observed.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Its arguments, from t, e, ė and the values of what is observed.
    pub fn arguments_with(&self, own: [f64; 3], value: impl Fn(&O) -> f64) -> Arguments {
        let mut values = [0.0; MOST];
        values[..3].copy_from_slice(&own);
        for (slot, observed) in values[3..].iter_mut().zip(&self.observed) {
            *slot = value(observed);
        }
        Arguments { values, count: 3 + self.observed.len() }
    }

    /// Why its values are not finite, as the end of a sentence; empty where it depends on the motion of nodes, too.
    pub fn reason(&self, own: [f64; 3]) -> String {
        if self.observed.is_empty() { reason(&self.program, &own) } else { String::new() }
    }

    /// The values, or `None` where they are not finite.
    pub fn values(
        &self,
        at: &Arguments,
        decisions: Option<&[f64]>,
        work: &mut Vec<f64>,
    ) -> Option<LawValues> {
        let mut values = [0.0; MOST];
        let found = &mut values[..at.count];
        evaluate(&self.program, at.as_slice(), decisions, work, found);
        if found.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let mut by_observed = [0.0; MOST_OBSERVED];
        by_observed.copy_from_slice(&values[3..]);
        Some(LawValues { force: values[0], by_deformation: values[1], by_rate: values[2], by_observed })
    }
}
