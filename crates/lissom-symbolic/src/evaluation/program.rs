//! Expressions compiled to a flat list of operations on registers.

use crate::evaluation::compile::{CompileError, compile};
use crate::evaluation::instruction::Instruction;
use crate::store::expr::{Expr, Expressions};
use crate::store::tabulated::Tabulated;
use std::sync::Arc;
use thiserror::Error;

/// One or several expressions as a flat list of operations, common parts computed once.
///
/// ```
/// use lissom_symbolic::{AnyName, Expressions, Program, lower, parse};
/// let mut store = Expressions::new();
/// let force = lower(&parse("if(t <= 0.1, 50*(1 - cos(20*pi*t)), 0)", &|_| true)?, &mut store, &mut AnyName)?;
/// let t = store.symbol("t");
/// let program = Program::compile(&store, &[force], &[t])?;
/// let (mut work, mut value) = (Vec::new(), [0.0]);
/// program.evaluate(&[0.05], &mut work, &mut value);
/// assert!((value[0] - 100.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) inputs: Vec<Expr>,
    pub(crate) constants: Vec<f64>,
    /// The registers are the inputs, then the constants, then one result per instruction.
    pub(crate) instructions: Vec<Instruction<u32>>,
    /// For each instruction the expression it helps to compute.
    pub(crate) sources: Vec<Expr>,
    /// Functions given by points.
    pub(crate) tables: Vec<Arc<Tabulated>>,
    /// Registers that hold the outputs.
    pub(crate) outputs: Vec<u32>,
}

/// Why a value is not a finite number.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum EvaluateError {
    /// An input was not finite.
    #[error("input {index} is {value}")]
    Input {
        /// Which input, in the order given to [`Program::compile`].
        index: usize,
        /// The input.
        expr: Expr,
        /// Its value.
        value: f64,
    },
    /// An operation on finite numbers gave an infinite or undefined result.
    #[error("the {operation} of {} is {value}", list_of(.operands))]
    Operation {
        /// The name of the operation, such as `division` or `log`.
        operation: &'static str,
        /// Values of its operands.
        operands: Vec<f64>,
        /// The result.
        value: f64,
        /// The expression in which it occurs.
        expr: Expr,
    },
    /// The argument of a function given by points is outside of its range.
    #[error("table `{table}` goes from {low} to {high}, but its argument is {argument}")]
    OutsideTable {
        /// The name of the table.
        table: String,
        /// Its first argument.
        low: f64,
        /// Its last argument.
        high: f64,
        /// The argument.
        argument: f64,
        /// The expression in which it occurs.
        expr: Expr,
    },
}

/// Numbers as words of a sentence.
fn list_of(numbers: &[f64]) -> String {
    numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" and ")
}

impl Program {
    /// Compiles `outputs` as functions of `inputs`. An input is usually a symbol or a call of an
    /// unknown function, but any expression may be declared as given.
    ///
    /// # Errors
    /// A name or an unknown function that is not among the inputs.
    pub fn compile(store: &Expressions, outputs: &[Expr], inputs: &[Expr]) -> Result<Self, CompileError> {
        compile(store, outputs, inputs)
    }

    /// How many inputs it takes.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// How many outputs it gives.
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// How many operations one evaluation takes.
    pub fn operation_count(&self) -> usize {
        self.instructions.len()
    }

    /// Computes the outputs. Both branches of a choice are computed and one is taken, so that a
    /// value undefined in the other branch does no harm. Where the result itself is undefined it
    /// is NaN or infinite: use [`Self::evaluate_checked`] unless the caller checks for that.
    ///
    /// `work` is grown on first use and then reused: no later call allocates.
    ///
    /// # Panics
    /// If the number of inputs or outputs is wrong.
    pub fn evaluate(&self, inputs: &[f64], work: &mut Vec<f64>, outputs: &mut [f64]) {
        assert_eq!(inputs.len(), self.inputs.len(), "one value is needed for each input");
        assert_eq!(outputs.len(), self.outputs.len(), "one place is needed for each output");
        let given = inputs.len() + self.constants.len();
        work.resize(given + self.instructions.len(), 0.0);
        work[..inputs.len()].copy_from_slice(inputs);
        work[inputs.len()..given].copy_from_slice(&self.constants);
        for (at, instruction) in self.instructions.iter().enumerate() {
            let value = instruction.value(&self.tables, |register| work[register as usize]);
            work[given + at] = value;
        }
        for (output, register) in outputs.iter_mut().zip(&self.outputs) {
            *output = work[*register as usize];
        }
    }

    /// Computes the outputs and makes sure that every value they depend on is finite. Branches
    /// that are not taken do not count.
    ///
    /// # Errors
    /// The first operation, or the input, with a non-finite value.
    ///
    /// # Panics
    /// If the number of inputs or outputs is wrong.
    pub fn evaluate_checked(
        &self,
        inputs: &[f64],
        work: &mut Vec<f64>,
        outputs: &mut [f64],
    ) -> Result<(), EvaluateError> {
        self.evaluate(inputs, work, outputs);
        if work.iter().all(|value| value.is_finite()) {
            return Ok(());
        }
        let needed = self.needed(work);
        let culprit = (0..work.len()).find(|at| needed[*at] && !work[*at].is_finite());
        culprit.map_or(Ok(()), |register| Err(self.explain(register, work)))
    }

    /// Which registers the outputs depend on, through taken branches only.
    fn needed(&self, work: &[f64]) -> Vec<bool> {
        let mut needed = vec![false; work.len()];
        for register in &self.outputs {
            needed[*register as usize] = true;
        }
        let given = work.len() - self.instructions.len();
        for (at, instruction) in self.instructions.iter().enumerate().rev() {
            if needed[given + at] {
                mark_operands(*instruction, work, &mut needed);
            }
        }
        needed
    }

    fn explain(&self, register: usize, work: &[f64]) -> EvaluateError {
        let value = work[register];
        if register < self.inputs.len() {
            return EvaluateError::Input { index: register, expr: self.inputs[register], value };
        }
        let at = register - (work.len() - self.instructions.len());
        let instruction = self.instructions[at];
        if let Instruction::Table(table, _, argument) = instruction {
            let (table, argument) = (&self.tables[table as usize], work[argument as usize]);
            let (low, high) = table.range();
            let (table, expr) = (table.name().to_owned(), self.sources[at]);
            return EvaluateError::OutsideTable { table, low, high, argument, expr };
        }
        EvaluateError::Operation {
            operation: instruction.operation(),
            operands: instruction.operands().map(|operand| work[operand as usize]).collect(),
            value,
            expr: self.sources[at],
        }
    }
}

fn mark_operands(instruction: Instruction<u32>, work: &[f64], needed: &mut [bool]) {
    let value = |register: u32| work[register as usize];
    match instruction {
        Instruction::Choose(condition, then, otherwise) => {
            needed[condition as usize] = true;
            // An undefined condition takes no branch.
            if !value(condition).is_nan() {
                needed[if value(condition) != 0.0 { then } else { otherwise } as usize] = true;
            }
        }
        // One false part of an `and`, or one true part of an `or`, settles it.
        Instruction::And(a, b) if value(a) == 0.0 || value(b) == 0.0 => {
            needed[if value(a) == 0.0 { a } else { b } as usize] = true;
        }
        Instruction::Or(a, b) if value(a) == 1.0 || value(b) == 1.0 => {
            needed[if value(a) == 1.0 { a } else { b } as usize] = true;
        }
        other => other.operands().for_each(|operand| needed[operand as usize] = true),
    }
}
