//! Where a program switches: the places at which its value or a derivative jumps.
//!
//! Comparisons, signs, absolute values, steps, minima, maxima, roundings and the pieces of tables each take a decision. With decisions kept
//! ([`Program::evaluate_decided`]) the outputs are smooth functions, on both sides of where the decisions change. A margin
//! says how far that is: it is positive as long as the decision holds, and zero where it changes.

use crate::evaluation::instruction::Instruction;
use crate::evaluation::program::Program;
use crate::store::function::Function;
use crate::store::tabulated::Tabulated;
use crate::text::syntax::Relation;
use std::sync::Arc;

/// What an instruction decides; `None` where it is smooth.
fn switch(instruction: Instruction<u32>, tables: &[Arc<Tabulated>]) -> Option<Switch<'_>> {
    match instruction {
        Instruction::Table(table, order, a) => Some(Switch::Table(&tables[table as usize], order, a)),
        // Equality holds at points only: a motion passes them.
        Instruction::Compare(Relation::Equal | Relation::NotEqual, ..) => None,
        Instruction::Compare(relation, a, b) => Some(Switch::Order(relation, a, b)),
        Instruction::One(Function::Abs, a) => Some(Switch::Absolute(a)),
        Instruction::One(Function::Sign, a) => Some(Switch::Sign(a)),
        Instruction::One(Function::Step, a) => Some(Switch::Step(a)),
        Instruction::One(Function::Floor, a) => Some(Switch::Floor(a)),
        Instruction::One(Function::Ceil, a) => Some(Switch::Ceil(a)),
        Instruction::Two(Function::Min, a, b) => Some(Switch::Least(a, b)),
        Instruction::Two(Function::Max, a, b) => Some(Switch::Largest(a, b)),
        Instruction::Two(Function::Mod, a, b) => Some(Switch::Remainder(a, b)),
        _ => None,
    }
}

#[derive(Clone, Copy, Debug)]
enum Switch<'t> {
    Order(Relation, u32, u32),
    Absolute(u32),
    Sign(u32),
    Step(u32),
    Floor(u32),
    Ceil(u32),
    Least(u32, u32),
    Largest(u32, u32),
    Remainder(u32, u32),
    /// The piece of a function given by points, its derivative, and the argument.
    Table(&'t Tabulated, u8, u32),
}

impl Switch<'_> {
    /// The decision: a truth value, a sign, a whole number, or 1 for the first of two.
    fn decide(self, read: impl Fn(u32) -> f64) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match self {
            Self::Order(relation, a, b) => {
                let order = read(a).partial_cmp(&read(b));
                order.map_or(f64::NAN, |order| truth(relation.holds(order)))
            }
            Self::Absolute(a) | Self::Sign(a) => Function::Sign.of_one(read(a)),
            Self::Step(a) => truth(read(a) >= 0.0),
            Self::Floor(a) => read(a).floor(),
            Self::Ceil(a) => read(a).ceil(),
            Self::Least(a, b) => truth(read(a) <= read(b)),
            Self::Largest(a, b) => truth(read(a) >= read(b)),
            Self::Remainder(a, b) => (read(a) / read(b)).floor(),
            Self::Table(table, _, a) if !read(a).is_nan() => table.piece(read(a)) as f64,
            Self::Table(..) => f64::NAN,
        }
    }

    /// The value of the instruction under a decision.
    fn value(self, decision: f64, read: impl Fn(u32) -> f64) -> f64 {
        match self {
            Self::Order(..) | Self::Sign(_) | Self::Step(_) | Self::Floor(_) | Self::Ceil(_) => decision,
            Self::Absolute(a) => decision * read(a),
            Self::Least(a, b) | Self::Largest(a, b) => read(if decision == 1.0 { a } else { b }),
            Self::Remainder(a, b) => read(a) - decision * read(b),
            Self::Table(..) if decision.is_nan() => decision,
            Self::Table(table, order, a) => table.on_piece(decision as usize, order, read(a)),
        }
    }

    /// Positive where the decision holds.
    fn margin(self, decision: f64, read: impl Fn(u32) -> f64) -> f64 {
        let either = |holds: f64| if decision == 1.0 { holds } else { -holds };
        // Between two whole numbers, positive inside.
        let between = |x: f64, low: f64| (x - low).min(low + 1.0 - x);
        match self {
            Self::Order(Relation::Less | Relation::LessOrEqual, a, b) | Self::Least(a, b) => {
                either(read(b) - read(a))
            }
            Self::Order(_, a, b) | Self::Largest(a, b) => either(read(a) - read(b)),
            // At exactly zero it has not been decided yet: any departure decides.
            Self::Absolute(a) | Self::Sign(a) if decision == 0.0 => -read(a).abs(),
            Self::Absolute(a) | Self::Sign(a) => decision * read(a),
            Self::Step(a) => either(read(a)),
            Self::Floor(a) => between(read(a), decision),
            Self::Ceil(a) => between(read(a), decision - 1.0),
            Self::Remainder(a, b) => between(read(a) / read(b), decision),
            Self::Table(..) if decision.is_nan() => decision,
            Self::Table(table, _, a) => table.margin(decision as usize, read(a)),
        }
    }
}

impl Program {
    /// How many decisions it takes.
    pub fn switch_count(&self) -> usize {
        self.instructions.iter().filter(|instruction| switch(**instruction, &self.tables).is_some()).count()
    }

    /// Computes all registers; the decisions are taken by `decide`, from the number of the switch and what it would decide.
    fn run(
        &self,
        inputs: &[f64],
        work: &mut Vec<f64>,
        mut visit: impl FnMut(usize, Switch<'_>, &[f64]) -> f64,
    ) {
        let given = inputs.len() + self.constants.len();
        work.resize(given + self.instructions.len(), 0.0);
        work[..inputs.len()].copy_from_slice(inputs);
        work[inputs.len()..given].copy_from_slice(&self.constants);
        let mut count = 0;
        for (at, instruction) in self.instructions.iter().enumerate() {
            let value = match switch(*instruction, &self.tables) {
                None => instruction.value(&self.tables, |register| work[register as usize]),
                Some(switch) => {
                    let decision = visit(count, switch, work);
                    count += 1;
                    switch.value(decision, |register| work[register as usize])
                }
            };
            work[given + at] = value;
        }
    }

    /// The decisions at given inputs, as many as [`Self::switch_count`].
    pub fn decide(&self, inputs: &[f64], work: &mut Vec<f64>, decisions: &mut [f64]) {
        self.run(inputs, work, |k, switch, work| {
            decisions[k] = switch.decide(|register| work[register as usize]);
            decisions[k]
        });
    }

    /// The outputs with decisions kept, whether or not they hold at these inputs.
    pub fn evaluate_decided(
        &self,
        inputs: &[f64],
        decisions: &[f64],
        work: &mut Vec<f64>,
        outputs: &mut [f64],
    ) {
        self.run(inputs, work, |k, _, _| decisions[k]);
        for (output, register) in outputs.iter_mut().zip(&self.outputs) {
            *output = work[*register as usize];
        }
    }

    /// How far each decision is from changing: positive where it holds.
    pub fn margins(&self, inputs: &[f64], decisions: &[f64], work: &mut Vec<f64>, margins: &mut [f64]) {
        self.run(inputs, work, |k, switch, work| {
            margins[k] = switch.margin(decisions[k], |register| work[register as usize]);
            decisions[k]
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnyName, Expressions, Program, lower, parse};

    fn program(text: &str) -> Program {
        let mut store = Expressions::new();
        let expr = lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
        let t = store.symbol("t");
        Program::compile(&store, &[expr], &[t]).unwrap()
    }

    #[test]
    fn kept_decisions_continue_a_branch_smoothly() {
        let program = program("if(t < 1, t^2, 5) + abs(t) + max(t, 2) + floor(t) + sign(t - 3)");
        let (mut work, mut decisions, mut margins) = (Vec::new(), vec![0.0; 5], vec![0.0; 5]);
        assert_eq!(program.switch_count(), 5);
        program.decide(&[0.5], &mut work, &mut decisions);
        let mut value = [0.0];
        program.evaluate_decided(&[0.5], &decisions, &mut work, &mut value);
        let mut free = [0.0];
        program.evaluate(&[0.5], &mut work, &mut free);
        assert_eq!(value, free);
        // Beyond 1 the branches of 0.5 go on.
        program.evaluate_decided(&[4.0], &decisions, &mut work, &mut value);
        assert_eq!(value[0], 16.0 + 4.0 + 2.0 + 0.0 - 1.0);
        program.margins(&[4.0], &decisions, &mut work, &mut margins);
        let mut signs: Vec<f64> = margins.clone();
        signs.sort_by(f64::total_cmp);
        assert_eq!(signs, [-3.0, -3.0, -2.0, -1.0, 4.0]);
        program.margins(&[0.5], &decisions, &mut work, &mut margins);
        assert!(margins.iter().all(|margin| *margin > 0.0), "{margins:?}");
    }

    #[test]
    fn smooth_programs_have_no_switches() {
        assert_eq!(program("sin(t)*exp(-t) + t^3").switch_count(), 0);
    }
}
