//! The elimination tree of a symmetric graph: which column updates which, and how long each column becomes.

use crate::factor::ordering::{Graph, Permutation};

/// The root has no parent.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// The elimination tree of a graph in its own numbering, \[Liu1990\].
#[derive(Debug, Clone)]
pub(crate) struct EliminationTree {
    /// The parent of each vertex, or [`NO_PARENT`].
    pub parents: Vec<u32>,
    /// Weighted length of the factor's column, its own weight included.
    pub heights: Vec<u64>,
    /// The weight of each vertex.
    weights: Vec<u32>,
}

impl EliminationTree {
    pub fn of(graph: &Graph) -> Self {
        let parents = parents(graph);
        let heights = heights(graph, &parents);
        Self { parents, heights, weights: graph.weights.clone() }
    }

    /// Multiplications and additions of the factorisation, about Σ (column length)² [-].
    pub fn operations(&self) -> f64 {
        let columns = self.heights.iter().zip(&self.weights);
        columns.map(|(&h, &w)| (0..u64::from(w)).map(|k| ((h - k) as f64).powi(2)).sum::<f64>()).sum()
    }

    /// The permutation that lists children before parents, each subtree contiguous.
    ///
    /// Of the children of a vertex those come first that need much memory while they are worked on and leave little of it
    /// waiting: that keeps the stack of updates low, \[Liu1992\].
    pub fn postorder(&self) -> Permutation {
        let n = self.parents.len();
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); n];
        let (mut roots, mut peaks) = (Vec::new(), vec![0.0; n]);
        for v in 0..n {
            let own = &mut children[v];
            own.sort_by(|&a, &b| self.spare(&peaks, b).total_cmp(&self.spare(&peaks, a)));
            let (mut waiting, mut peak) = (0.0, 0.0_f64);
            for &child in own.iter() {
                peak = peak.max(waiting + peaks[child as usize]);
                waiting += self.update(child);
            }
            peaks[v] = peak.max(waiting + self.update(v as u32));
            match self.parents[v] {
                NO_PARENT => roots.push(v as u32),
                parent => children[parent as usize].push(v as u32),
            }
        }
        let (mut order, mut stack) = (Vec::with_capacity(n), Vec::new());
        for root in roots {
            stack.push((root, 0));
            while let Some((v, next)) = stack.last_mut() {
                match children[*v as usize].get(*next) {
                    Some(&child) => {
                        *next += 1;
                        stack.push((child, 0));
                    }
                    None => {
                        order.push(*v);
                        stack.pop();
                    }
                }
            }
        }
        Permutation::new(order)
    }

    /// Twice the size of the update that a vertex leaves to its parent.
    fn update(&self, v: u32) -> f64 {
        (self.heights[v as usize] as f64 - f64::from(self.weights[v as usize])).powi(2)
    }

    /// The part of the peak memory of a subtree that is released when it is done.
    fn spare(&self, peaks: &[f64], v: u32) -> f64 {
        peaks[v as usize] - self.update(v)
    }
}

/// Liu's algorithm with path compression, \[Liu1990\].
fn parents(graph: &Graph) -> Vec<u32> {
    let n = graph.vertices();
    let (mut parents, mut ancestors) = (vec![NO_PARENT; n], vec![NO_PARENT; n]);
    for v in 0..n {
        for &w in graph.neighbours(v).iter().filter(|&&w| (w as usize) < v) {
            let mut at = w;
            while at != NO_PARENT && at as usize != v {
                let above = std::mem::replace(&mut ancestors[at as usize], v as u32);
                if above == NO_PARENT {
                    parents[at as usize] = v as u32;
                }
                at = above;
            }
        }
    }
    parents
}

/// Column lengths by walking every row subtree once: the cost is one step per entry of the (quotient) factor.
fn heights(graph: &Graph, parents: &[u32]) -> Vec<u64> {
    let mut heights: Vec<u64> = graph.weights.iter().map(|&w| u64::from(w)).collect();
    let mut reached_by = vec![NO_PARENT; graph.vertices()];
    for v in 0..graph.vertices() {
        reached_by[v] = v as u32;
        for &w in graph.neighbours(v).iter().filter(|&&w| (w as usize) < v) {
            let mut at = w as usize;
            while reached_by[at] != v as u32 {
                reached_by[at] = v as u32;
                heights[at] += u64::from(graph.weights[v]);
                at = parents[at] as usize;
            }
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arrow with its head last has no fill, the arrow with its head first fills completely.
    #[test]
    fn arrows_with_head_last_and_first() {
        let last =
            Graph { starts: vec![0, 1, 2, 3, 6], neighbours: vec![3, 3, 3, 0, 1, 2], weights: vec![1; 4] };
        let tree = EliminationTree::of(&last);
        assert_eq!(tree.parents, [3, 3, 3, NO_PARENT]);
        assert_eq!(tree.heights, [2, 2, 2, 1]);
        let first =
            Graph { starts: vec![0, 3, 4, 5, 6], neighbours: vec![1, 2, 3, 0, 0, 0], weights: vec![1; 4] };
        let tree = EliminationTree::of(&first);
        assert_eq!(tree.parents, [1, 2, 3, NO_PARENT]);
        assert_eq!(tree.heights, [4, 3, 2, 1]);
        assert_eq!(tree.operations(), 30.0);
        assert_eq!(tree.postorder().old_of_new(), [0, 1, 2, 3]);
    }
}
