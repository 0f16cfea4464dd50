//! Laws of the model as programs: functions of time in one program, torque laws each in their own.

use crate::error::MechError;
use lissom_model::model::{Law, Model};
use lissom_symbolic::{Expr, Expressions, Program};

/// Functions of time, evaluated together.
#[derive(Debug)]
pub(in crate::mechanism) struct TimeLaws {
    program: Program,
    /// Whose value each output is, for messages.
    names: Vec<String>,
}

/// Collects functions of time before they are compiled.
pub(in crate::mechanism) struct TimeLawsBuilder {
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
        let mut store = model.expressions.clone();
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
    pub fn evaluate(&self, time: f64, work: &mut Vec<f64>, values: &mut [f64]) -> Result<(), usize> {
        if self.names.is_empty() {
            return Ok(());
        }
        self.program.evaluate(&[time], work, values);
        values.iter().position(|v| !v.is_finite()).map_or(Ok(()), Err)
    }

    /// Whose value it is.
    pub fn name(&self, place: usize) -> &str {
        &self.names[place]
    }
}

/// A torque law τ(t, angle, rate) and its derivatives.
#[derive(Debug)]
pub(in crate::mechanism) struct TorqueLaw {
    value: Program,
    gradient: Program,
}

impl TorqueLaw {
    /// Compiles a law of a hinge.
    ///
    /// # Errors
    /// If it contains a name other than `t`, `angle` and `rate`, or has no derivative.
    pub fn new(model: &Model, name: &str, law: &Law) -> Result<Self, MechError> {
        let mut store = model.expressions.clone();
        let inputs = ["t", "angle", "rate"].map(|n| store.symbol(n));
        let mut derivatives = Vec::new();
        for variable in &inputs[1..] {
            let derivative =
                store.derivative(law.expr, *variable).map_err(|e| failed(name, law, e.to_string()))?;
            derivatives.push(derivative);
        }
        let compile = |outputs: &[Expr]| {
            Program::compile(&store, outputs, &inputs).map_err(|e| failed(name, law, e.to_string()))
        };
        Ok(Self { value: compile(&[law.expr])?, gradient: compile(&derivatives)? })
    }

    /// τ, or `None` where it is not finite.
    pub fn torque(&self, at: [f64; 3], work: &mut Vec<f64>) -> Option<f64> {
        let mut value = [0.0];
        self.value.evaluate(&at, work, &mut value);
        Some(value[0]).filter(|v| v.is_finite())
    }

    /// (∂τ/∂angle, ∂τ/∂rate), or `None` where they are not finite.
    pub fn gradient(&self, at: [f64; 3], work: &mut Vec<f64>) -> Option<[f64; 2]> {
        let mut value = [0.0; 2];
        self.gradient.evaluate(&at, work, &mut value);
        Some(value).filter(|v| v.iter().all(|v| v.is_finite()))
    }
}
