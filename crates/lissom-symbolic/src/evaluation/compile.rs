//! From expressions to a [`Program`]: common parts are computed once, constant parts beforehand.

use std::collections::HashMap;
use std::sync::Arc;

use crate::evaluation::instruction::Instruction;
use crate::evaluation::program::Program;
use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Name, Node};
use crate::store::function::Function;
use crate::store::tabulated::Tabulated;
use thiserror::Error;

/// Why expressions cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// A name that is not among the inputs.
    #[error("the name `{name}` has no value here")]
    UnboundName {
        /// The name.
        name: String,
        /// Its place in the store.
        expr: Expr,
    },
    /// A call of an unknown function that is not among the inputs.
    #[error("the function `{name}` has no value here")]
    UnboundCall {
        /// The name of the function.
        name: String,
        /// The place of the call in the store.
        expr: Expr,
    },
}

/// Compiles `outputs` as functions of `inputs`.
pub(crate) fn compile(
    store: &Expressions,
    outputs: &[Expr],
    inputs: &[Expr],
) -> Result<Program, CompileError> {
    let mut builder = Builder::new(inputs);
    let parts = store.parts_down_to(outputs, |expr| builder.places.contains_key(&expr));
    for expr in parts {
        if !builder.places.contains_key(&expr) {
            builder.source = expr;
            let slot = builder.node(store, expr)?;
            builder.places.insert(expr, slot);
        }
    }
    Ok(builder.finish(outputs))
}

/// Where a value will be found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Slot {
    Input(u32),
    Constant(u32),
    Result(u32),
}

/// A program under construction.
struct Builder {
    inputs: Vec<Expr>,
    places: HashMap<Expr, Slot>,
    constants: Vec<f64>,
    constant_places: HashMap<u64, Slot>,
    instructions: Vec<Instruction<Slot>>,
    instruction_places: HashMap<Instruction<Slot>, Slot>,
    sources: Vec<Expr>,
    tables: Vec<Arc<Tabulated>>,
    /// The expression being compiled.
    source: Expr,
}

impl Builder {
    fn new(inputs: &[Expr]) -> Self {
        // An input given twice is read from its first place.
        let places = inputs.iter().enumerate().rev().map(|(at, expr)| (*expr, Slot::Input(index(at))));
        Self {
            inputs: inputs.to_vec(),
            places: places.collect(),
            constants: Vec::new(),
            constant_places: HashMap::new(),
            instructions: Vec::new(),
            instruction_places: HashMap::new(),
            sources: Vec::new(),
            tables: Vec::new(),
            source: Expr::ZERO,
        }
    }

    fn node(&mut self, store: &Expressions, expr: Expr) -> Result<Slot, CompileError> {
        let instruction = match store.node(expr) {
            Node::Number(value) => return Ok(self.constant(value.to_f64())),
            Node::Pi => return Ok(self.constant(std::f64::consts::PI)),
            Node::Symbol(name) => {
                return Err(CompileError::UnboundName { name: text(store, *name), expr });
            }
            Node::Applied(name, _) => {
                return Err(CompileError::UnboundCall { name: text(store, *name), expr });
            }
            Node::Sum(constant, terms) => return Ok(self.sum(*constant, terms)),
            Node::Product(factors) => return Ok(self.product(factors)),
            Node::Power(base, exponent) => Instruction::Power(self.place(*base), self.place(*exponent)),
            Node::Function(function, arguments) => match arguments[..] {
                [a] => Instruction::One(*function, self.place(a)),
                [a, b] => Instruction::Two(*function, self.place(a), self.place(b)),
                _ => unreachable!("known functions in the store have one or two arguments"),
            },
            Node::Compare(relation, a, b) => Instruction::Compare(*relation, self.place(*a), self.place(*b)),
            Node::And(a, b) => Instruction::And(self.place(*a), self.place(*b)),
            Node::Or(a, b) => Instruction::Or(self.place(*a), self.place(*b)),
            Node::Not(a) => Instruction::Not(self.place(*a)),
            Node::Tabulated(table, order, argument) => {
                let known = self.tables.iter().position(|known| known == table);
                let number = known.unwrap_or_else(|| {
                    self.tables.push(Arc::clone(table));
                    self.tables.len() - 1
                });
                Instruction::Table(index(number), *order, self.place(*argument))
            }
            Node::Choice(condition, then, otherwise) => {
                Instruction::Choose(self.place(*condition), self.place(*then), self.place(*otherwise))
            }
        };
        Ok(self.emit(instruction))
    }

    fn place(&self, part: Expr) -> Slot {
        *self.places.get(&part).expect("parts are compiled before the expressions that contain them")
    }

    fn constant(&mut self, value: f64) -> Slot {
        let next = Slot::Constant(index(self.constants.len()));
        let slot = *self.constant_places.entry(value.to_bits()).or_insert(next);
        if slot == next {
            self.constants.push(value);
        }
        slot
    }

    /// Adds an instruction, unless its value is already there or known beforehand.
    fn emit(&mut self, instruction: Instruction<Slot>) -> Slot {
        if let Some(slot) = self.instruction_places.get(&instruction) {
            return *slot;
        }
        if instruction.operands().all(|slot| matches!(slot, Slot::Constant(_))) {
            let value = instruction.value(&self.tables, |slot| match slot {
                Slot::Constant(at) => self.constants[at as usize],
                Slot::Input(_) | Slot::Result(_) => unreachable!("all operands are constants"),
            });
            // Non-finite values are left to the evaluation, which can name them.
            if value.is_finite() {
                return self.constant(value);
            }
        }
        let slot = Slot::Result(index(self.instructions.len()));
        self.instructions.push(instruction);
        self.instruction_places.insert(instruction, slot);
        self.sources.push(self.source);
        slot
    }

    fn sum(&mut self, constant: Number, terms: &[(Number, Expr)]) -> Slot {
        let mut items: Vec<(bool, Slot)> = Vec::with_capacity(terms.len() + 1);
        for (coefficient, term) in terms {
            let size = if coefficient.is_negative() { -*coefficient } else { *coefficient };
            let mut slot = self.place(*term);
            if size != Number::ONE {
                let factor = self.constant(size.to_f64());
                slot = self.emit(Instruction::Multiply(factor, slot));
            }
            items.push((coefficient.is_negative(), slot));
        }
        if !constant.is_zero() {
            items.push((constant.is_negative(), self.constant(constant.to_f64().abs())));
        }
        // Starting with an added term saves a change of sign.
        let first = items.iter().position(|(subtracted, _)| !subtracted).unwrap_or(0);
        let (subtracted, mut total) = items.remove(first);
        if subtracted {
            total = self.emit(Instruction::Negate(total));
        }
        for (subtracted, slot) in items {
            total = self.emit(if subtracted {
                Instruction::Subtract(total, slot)
            } else {
                Instruction::Add(total, slot)
            });
        }
        total
    }

    fn product(&mut self, factors: &[(Expr, Number)]) -> Slot {
        let (mut above, mut below) = (None, None);
        for (base, exponent) in factors {
            let side = if exponent.is_negative() { &mut below } else { &mut above };
            let size = if exponent.is_negative() { -*exponent } else { *exponent };
            let power = self.power(*base, size);
            *side = Some(match *side {
                None => power,
                Some(before) => self.emit(Instruction::Multiply(before, power)),
            });
        }
        match (above, below) {
            (Some(above), None) => above,
            (Some(above), Some(below)) => self.emit(Instruction::Divide(above, below)),
            (None, Some(below)) => {
                let one = self.constant(1.0);
                self.emit(Instruction::Divide(one, below))
            }
            (None, None) => unreachable!("a product has at least one factor"),
        }
    }

    /// A positive power.
    fn power(&mut self, base: Expr, exponent: Number) -> Slot {
        let base = self.place(base);
        let integer = exponent.integer().and_then(|power| u32::try_from(power).ok());
        match integer {
            Some(1) => base,
            Some(2) => self.emit(Instruction::Multiply(base, base)),
            Some(power) => self.emit(Instruction::IntegerPower(base, power)),
            None if exponent.to_f64() == 0.5 => self.emit(Instruction::One(Function::Sqrt, base)),
            None => {
                let exponent = self.constant(exponent.to_f64());
                self.emit(Instruction::Power(base, exponent))
            }
        }
    }

    fn finish(self, outputs: &[Expr]) -> Program {
        let first_constant = index(self.inputs.len());
        let first_result = first_constant + index(self.constants.len());
        let register = |slot: Slot| match slot {
            Slot::Input(at) => at,
            Slot::Constant(at) => first_constant + at,
            Slot::Result(at) => first_result + at,
        };
        Program {
            outputs: outputs.iter().map(|output| register(self.place(*output))).collect(),
            instructions: self.instructions.iter().map(|step| step.map(register)).collect(),
            inputs: self.inputs,
            constants: self.constants,
            sources: self.sources,
            tables: self.tables,
        }
    }
}

fn text(store: &Expressions, name: Name) -> String {
    store.name_text(name).to_owned()
}

fn index(at: usize) -> u32 {
    u32::try_from(at).expect("a program has fewer than 2^32 registers")
}
