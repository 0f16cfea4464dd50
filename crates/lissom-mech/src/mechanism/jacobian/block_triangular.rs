//! Ordering of sparse equations so that most of them are solved one small block after the other.
//!
//! A chain of elements determines its nodes one by one; only what is in a loop has to be solved together. The
//! ordering finds this automatically: a perfect matching of equations and unknowns, then the strongly
//! connected components of the dependency graph \[Pothen1990\].

/// Equations and unknowns in the order of solution, in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockOrder {
    /// Equation at each place.
    pub equations: Vec<usize>,
    /// Unknown at each place.
    pub unknowns: Vec<usize>,
    /// Sizes of the blocks, in order.
    pub sizes: Vec<usize>,
}

/// Orders square equations given by the unknowns each one holds. `None` when they are structurally singular.
pub(crate) fn block_order(pattern: &[Vec<usize>]) -> Option<BlockOrder> {
    let n = pattern.len();
    let equation_of = matching(pattern)?;
    let mut unknown_of = vec![0; n];
    equation_of.iter().enumerate().for_each(|(unknown, equation)| unknown_of[*equation] = unknown);
    // The equation i needs the equations that determine its other unknowns.
    let needs: Vec<Vec<usize>> =
        pattern.iter().map(|unknowns| unknowns.iter().map(|u| equation_of[*u]).collect()).collect();
    let components = Components::of(&needs);
    let equations: Vec<usize> = components.found.concat();
    Some(BlockOrder {
        unknowns: equations.iter().map(|e| unknown_of[*e]).collect(),
        sizes: components.found.iter().map(Vec::len).collect(),
        equations,
    })
}

/// Number of equations from which free unknowns are taken without a search.
const MANY: usize = 1000;

/// An equation for every unknown, by augmenting paths.
fn matching(pattern: &[Vec<usize>]) -> Option<Vec<usize>> {
    let n = pattern.len();
    let mut equation_of: Vec<Option<usize>> = vec![None; n];
    for start in 0..n {
        // Searches may pass through all equations: where there are many, an unknown that is still free is taken first.
        if n >= MANY
            && let Some(unknown) = pattern[start].iter().find(|u| equation_of[**u].is_none())
        {
            equation_of[*unknown] = Some(start);
            continue;
        }
        let mut seen = vec![false; n];
        if !augment(start, pattern, &mut equation_of, &mut seen) {
            return None;
        }
    }
    equation_of.into_iter().collect()
}

fn augment(
    start: usize,
    pattern: &[Vec<usize>],
    equation_of: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    // Equations with the entry that is looked at next: a way may lead through all of them, too many for a recursion.
    let mut way = vec![(start, 0)];
    while let Some((equation, next)) = way.last_mut() {
        let Some(&unknown) = pattern[*equation].get(*next) else {
            way.pop();
            continue;
        };
        *next += 1;
        if std::mem::replace(&mut seen[unknown], true) {
            continue;
        }
        match equation_of[unknown] {
            Some(other) => way.push((other, 0)),
            None => {
                for (equation, next) in way {
                    equation_of[pattern[equation][next - 1]] = Some(equation);
                }
                return true;
            }
        }
    }
    false
}

/// Strongly connected components, in the order of dependence.
struct Components<'a> {
    needs: &'a [Vec<usize>],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    count: usize,
    found: Vec<Vec<usize>>,
}

impl<'a> Components<'a> {
    fn of(needs: &'a [Vec<usize>]) -> Self {
        let n = needs.len();
        let mut this = Self {
            needs,
            index: vec![None; n],
            low: vec![0; n],
            on_stack: vec![false; n],
            stack: Vec::new(),
            count: 0,
            found: Vec::new(),
        };
        for start in 0..n {
            if this.index[start].is_none() {
                this.visit(start);
            }
        }
        this
    }

    /// Tarjan's algorithm, without recursion: a way may lead through all equations.
    fn visit(&mut self, start: usize) {
        let needs = self.needs;
        self.enter(start);
        let mut way = vec![(start, 0)];
        while let Some((at, next)) = way.last_mut() {
            let at = *at;
            if let Some(&other) = needs[at].get(*next) {
                *next += 1;
                match self.index[other] {
                    None => {
                        self.enter(other);
                        way.push((other, 0));
                    }
                    Some(index) if self.on_stack[other] => self.low[at] = self.low[at].min(index),
                    Some(_) => {}
                }
                continue;
            }
            way.pop();
            if Some(self.low[at]) == self.index[at] {
                self.close(at);
            }
            if let Some((before, _)) = way.last() {
                self.low[*before] = self.low[*before].min(self.low[at]);
            }
        }
    }

    fn enter(&mut self, at: usize) {
        self.index[at] = Some(self.count);
        self.low[at] = self.count;
        self.count += 1;
        self.stack.push(at);
        self.on_stack[at] = true;
    }

    /// Takes a component with its root off the stack.
    fn close(&mut self, root: usize) {
        let from = self.stack.iter().rposition(|s| *s == root).expect("a component's root is on the stack");
        let mut component = self.stack.split_off(from);
        component.iter().for_each(|member| self.on_stack[*member] = false);
        component.sort_unstable();
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_solved_one_by_one_and_a_loop_together() {
        // Unknown 0 from equation 2, then 1 from 0; 2 and 3 together.
        let pattern = vec![vec![0, 1], vec![1, 2, 3], vec![0], vec![2, 3]];
        let order = block_order(&pattern).unwrap();
        assert_eq!(order.sizes, [1, 1, 2]);
        assert_eq!(order.unknowns[..2], [0, 1]);
        let place = |unknown: usize| order.unknowns.iter().position(|u| *u == unknown).unwrap();
        let mut end = 0;
        for size in &order.sizes {
            let start = end;
            end += size;
            for p in start..end {
                assert!(pattern[order.equations[p]].iter().all(|u| place(*u) < end));
            }
        }
    }

    #[test]
    fn structural_singularity_is_seen() {
        assert_eq!(block_order(&[vec![0], vec![0], vec![1, 2]]), None);
    }
}
