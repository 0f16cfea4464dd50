//! A causal network of signals: each is a weighted sum of other signals and of given variables.
//!
//! Without loops the signals follow from each other in order. Where they form loops, a few are *torn*: treated as
//! unknowns, the rest expressed by them, and the small linear system that remains is solved.

use crate::algebra::Algebra;
use crate::form::{Form, add_scaled, coefficient, eliminate};

/// Source of a term of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Another signal.
    Signal(usize),
    /// A given variable.
    Variable(usize),
}

/// The definition of a signal.
#[derive(Clone, Debug)]
pub(crate) struct Definition<V> {
    pub terms: Vec<(V, Source)>,
    /// Signals with a high rank are torn first.
    pub rank: u8,
}

/// Every signal in terms of the given variables.
pub(crate) struct Solution<V> {
    pub forms: Vec<Form<V>>,
    /// One list per loop: the signals that were torn.
    pub torn: Vec<Vec<usize>>,
}

/// Solves a network; `variables` is the number of given variables.
///
/// # Errors
/// The torn signals of a loop that has no unique solution.
pub(crate) fn solve<A: Algebra>(
    algebra: &mut A,
    definitions: &[Definition<A::Value>],
    variables: usize,
) -> Result<Solution<A::Value>, Vec<usize>> {
    let n = definitions.len();
    let everything: Vec<usize> = (0..n).collect();
    let mut solution = Solution { forms: vec![Vec::new(); n], torn: Vec::new() };
    let open = vec![false; n];
    for component in components(definitions, &everything, &open) {
        if is_loop(definitions, &component) {
            solve_loop(algebra, definitions, &component, variables, &mut solution)?;
        } else {
            let at = component[0];
            solution.forms[at] = evaluate(algebra, &definitions[at], &solution.forms);
        }
    }
    Ok(solution)
}

fn evaluate<A: Algebra>(
    algebra: &mut A,
    definition: &Definition<A::Value>,
    forms: &[Form<A::Value>],
) -> Form<A::Value> {
    let one = algebra.number(1.0);
    let mut form = Vec::new();
    for (factor, source) in &definition.terms {
        match source {
            Source::Signal(at) => add_scaled(algebra, &mut form, factor, &forms[*at]),
            Source::Variable(v) => add_scaled(algebra, &mut form, factor, &vec![(*v, one.clone())]),
        }
    }
    form
}

fn is_loop<V>(definitions: &[Definition<V>], component: &[usize]) -> bool {
    component.len() > 1
        || definitions[component[0]].terms.iter().any(|(_, source)| *source == Source::Signal(component[0]))
}

fn solve_loop<A: Algebra>(
    algebra: &mut A,
    definitions: &[Definition<A::Value>],
    component: &[usize],
    variables: usize,
    solution: &mut Solution<A::Value>,
) -> Result<(), Vec<usize>> {
    let (torn, order) = tear(definitions, component);
    let one = algebra.number(1.0);
    for (k, &at) in torn.iter().enumerate() {
        solution.forms[at] = vec![(variables + k, one.clone())];
    }
    for &at in &order {
        solution.forms[at] = evaluate(algebra, &definitions[at], &solution.forms);
    }
    // t = M t + r for the torn signals: (1 − M) t = r.
    let mut matrix = Vec::with_capacity(torn.len());
    let mut right = Vec::with_capacity(torn.len());
    for (row, &at) in torn.iter().enumerate() {
        let form = evaluate(algebra, &definitions[at], &solution.forms);
        let entry = |algebra: &mut A, k: usize| {
            let identity = algebra.number(if k == row { 1.0 } else { 0.0 });
            match coefficient(&form, variables + k) {
                Some(m) => {
                    let negative = algebra.neg(m);
                    algebra.add(&identity, &negative)
                }
                None => identity,
            }
        };
        matrix.push((0..torn.len()).map(|k| entry(algebra, k)).collect());
        right.push(form.into_iter().filter(|(v, _)| *v < variables).collect());
    }
    let values = eliminate(algebra, matrix, right).map_err(|_| torn.clone())?;
    for &at in torn.iter().chain(&order) {
        let form = std::mem::take(&mut solution.forms[at]);
        let (mut known, unknown): (Form<A::Value>, Form<A::Value>) =
            form.into_iter().partition(|(v, _)| *v < variables);
        for (v, factor) in unknown {
            add_scaled(algebra, &mut known, &factor, &values[v - variables]);
        }
        solution.forms[at] = known;
    }
    solution.torn.push(torn);
    Ok(())
}

/// Which signals of a loop to tear, and the order of the others.
fn tear<V>(definitions: &[Definition<V>], component: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut open = vec![false; definitions.len()];
    let (mut torn, mut order) = (Vec::new(), Vec::new());
    let mut waiting = vec![component.to_vec()];
    while let Some(part) = waiting.pop() {
        // Of equal rank the one with the lowest number, so that the choice does not depend on the search.
        let best = |a: &usize, b: &usize| definitions[*a].rank.cmp(&definitions[*b].rank).then(b.cmp(a));
        let at = part.iter().copied().max_by(|a, b| best(a, b)).expect("a loop has at least one signal");
        open[at] = true;
        torn.push(at);
        let rest: Vec<usize> = part.into_iter().filter(|&s| s != at).collect();
        waiting.extend(components(definitions, &rest, &open).into_iter().filter(|c| is_loop(definitions, c)));
    }
    torn.sort_unstable();
    let rest: Vec<usize> = component.iter().copied().filter(|&s| !open[s]).collect();
    order.extend(components(definitions, &rest, &open).into_iter().map(|c| c[0]));
    (torn, order)
}

/// Strongly connected components among `nodes`, each after those it needs; signals that are `open` do not count.
fn components<V>(definitions: &[Definition<V>], nodes: &[usize], open: &[bool]) -> Vec<Vec<usize>> {
    let mut inside = vec![false; definitions.len()];
    nodes.iter().filter(|&&s| !open[s]).for_each(|&s| inside[s] = true);
    let mut search = Search::new(definitions, inside);
    nodes.iter().for_each(|&root| search.visit(root));
    search.found
}

const UNSEEN: usize = usize::MAX;

/// Depth-first search for components \[Tarjan1972, §4\]. It keeps its own stack, so that long chains do not exhaust
/// that of the program.
struct Search<'a, V> {
    definitions: &'a [Definition<V>],
    inside: Vec<bool>,
    index: Vec<usize>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    count: usize,
    found: Vec<Vec<usize>>,
}

impl<'a, V> Search<'a, V> {
    fn new(definitions: &'a [Definition<V>], inside: Vec<bool>) -> Self {
        let n = definitions.len();
        Self {
            definitions,
            inside,
            index: vec![UNSEEN; n],
            low: vec![0; n],
            on_stack: vec![false; n],
            stack: Vec::new(),
            count: 0,
            found: Vec::new(),
        }
    }

    fn visit(&mut self, root: usize) {
        if !self.inside[root] || self.index[root] != UNSEEN {
            return;
        }
        // Each call is a signal and the term it has come to.
        let mut calls = vec![(root, 0)];
        while let Some((at, term)) = calls.pop() {
            if self.index[at] == UNSEEN {
                self.enter(at);
            }
            if let Some((term, needed)) = self.next_unseen(at, term) {
                calls.push((at, term));
                calls.push((needed, 0));
                continue;
            }
            if self.low[at] == self.index[at] {
                self.close(at);
            }
            if let Some(&(parent, _)) = calls.last() {
                self.low[parent] = self.low[parent].min(self.low[at]);
            }
        }
    }

    fn enter(&mut self, at: usize) {
        (self.index[at], self.low[at]) = (self.count, self.count);
        self.count += 1;
        self.stack.push(at);
        self.on_stack[at] = true;
    }

    /// The next term that leads to a signal not yet seen; those on the stack lower the low point on the way.
    fn next_unseen(&mut self, at: usize, from: usize) -> Option<(usize, usize)> {
        let definitions = self.definitions;
        for (term, (_, source)) in definitions[at].terms.iter().enumerate().skip(from) {
            let Source::Signal(needed) = *source else { continue };
            if !self.inside[needed] {
                continue;
            }
            if self.index[needed] == UNSEEN {
                return Some((term, needed));
            }
            if self.on_stack[needed] {
                self.low[at] = self.low[at].min(self.index[needed]);
            }
        }
        None
    }

    fn close(&mut self, at: usize) {
        let start = self
            .stack
            .iter()
            .rposition(|&s| s == at)
            .expect("a signal stays on the stack until it is closed");
        let component: Vec<usize> = self.stack.drain(start..).collect();
        component.iter().for_each(|&s| self.on_stack[s] = false);
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Numeric;

    fn network(terms: &[&[(f64, Source)]]) -> Vec<Definition<f64>> {
        terms.iter().map(|t| Definition { terms: t.to_vec(), rank: 0 }).collect()
    }

    #[test]
    fn chains_loops_and_loops_in_loops_are_solved() {
        use Source::{Signal, Variable};
        // a = u + b/2, b = a/3 + c/5, c = a + v, d = 2c: one loop of three, and a chain behind it.
        let definitions = network(&[
            &[(1.0, Variable(0)), (0.5, Signal(1))],
            &[(1.0 / 3.0, Signal(0)), (0.2, Signal(2))],
            &[(1.0, Signal(0)), (1.0, Variable(1))],
            &[(2.0, Signal(2))],
        ]);
        let solution = solve(&mut Numeric, &definitions, 2).unwrap();
        let (u, v) = (3.0, 7.0);
        let at = |s: usize| solution.forms[s].iter().map(|(x, c)| c * [u, v][*x]).sum::<f64>();
        assert!((at(0) - (u + at(1) / 2.0)).abs() < 1e-14);
        assert!((at(1) - (at(0) / 3.0 + at(2) / 5.0)).abs() < 1e-14);
        assert!((at(2) - (at(0) + v)).abs() < 1e-14 && (at(3) - 2.0 * at(2)).abs() < 1e-14);
        assert_eq!(solution.torn.len(), 1);
    }

    #[test]
    fn unit_gain_has_no_solution() {
        let definitions =
            network(&[&[(1.0, Source::Signal(1)), (1.0, Source::Variable(0))], &[(1.0, Source::Signal(0))]]);
        assert_eq!(solve(&mut Numeric, &definitions, 1).err(), Some(vec![0]));
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let n = 200_000;
        let mut definitions = vec![Definition { terms: vec![(1.0, Source::Variable(0))], rank: 0 }];
        definitions.extend((1..n).map(|k| Definition { terms: vec![(1.0, Source::Signal(k - 1))], rank: 0 }));
        definitions.reverse();
        for (k, definition) in definitions.iter_mut().enumerate().take(n - 1) {
            definition.terms[0].1 = Source::Signal(k + 1);
        }
        assert_eq!(solve(&mut Numeric, &definitions, 1).unwrap().forms[0], [(0, 1.0)]);
    }
}
