//! Fill-reducing orderings of symmetric sparse matrices.
//!
//! Columns with the same pattern (the three displacements of one node) are indistinguishable: they are ordered
//! as one vertex of a much smaller *quotient graph*. The graph is ordered by nested dissection \[Karypis1998\] or by
//! approximate minimum degree \[Amestoy1996\]; nested dissection wins on solids, minimum degree on frames and trees.
//! Where both are cheap, both are computed and the one with fewer operations is taken.

use crate::factor::elimination::EliminationTree;
use crate::matrix::sparse::Sparse;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;
use std::sync::Mutex;

/// Below this many vertices both orderings are cheap enough to be compared.
const COMPARE_VERTICES: usize = 3000;
/// Below this mean degree minimum degree is cheap and often better at any size (frames, chains, trees).
const COMPARE_DEGREE: usize = 8;

/// A renumbering of n items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permutation {
    old_of_new: Vec<u32>,
    new_of_old: Vec<u32>,
}

impl Permutation {
    /// The permutation that puts `old_of_new[k]` at place k.
    pub fn new(old_of_new: Vec<u32>) -> Self {
        let mut new_of_old = vec![u32::MAX; old_of_new.len()];
        for (new, &old) in old_of_new.iter().enumerate() {
            assert!(new_of_old[old as usize] == u32::MAX, "a permutation names every index once");
            new_of_old[old as usize] = new as u32;
        }
        Self { old_of_new, new_of_old }
    }

    /// The number of items [-].
    pub fn len(&self) -> usize {
        self.old_of_new.len()
    }

    /// True if there is nothing to renumber.
    pub fn is_empty(&self) -> bool {
        self.old_of_new.is_empty()
    }

    /// The old number of each new one.
    pub fn old_of_new(&self) -> &[u32] {
        &self.old_of_new
    }

    /// The new number of each old one.
    pub fn new_of_old(&self) -> &[u32] {
        &self.new_of_old
    }
}

/// A fill-reducing ordering of a matrix with a symmetric pattern (values are ignored).
///
/// Despite the name the better of nested dissection and minimum degree is returned where both are cheap.
/// The result is deterministic.
pub fn nested_dissection(pattern: &Sparse) -> Permutation {
    let quotient = Quotient::of(pattern);
    quotient.expand(&order(&quotient.graph))
}

/// An undirected graph with weighted vertices, without loops.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    pub starts: Vec<usize>,
    pub neighbours: Vec<u32>,
    pub weights: Vec<u32>,
}

impl Graph {
    pub fn vertices(&self) -> usize {
        self.weights.len()
    }

    pub fn neighbours(&self, v: usize) -> &[u32] {
        &self.neighbours[self.starts[v]..self.starts[v + 1]]
    }

    /// The same graph with vertex `order.old_of_new()[k]` called k.
    pub fn renumbered(&self, order: &Permutation) -> Self {
        let (mut starts, mut neighbours) = (vec![0], Vec::with_capacity(self.neighbours.len()));
        for &old in order.old_of_new() {
            let begin = neighbours.len();
            neighbours.extend(self.neighbours(old as usize).iter().map(|&v| order.new_of_old()[v as usize]));
            neighbours[begin..].sort_unstable();
            starts.push(neighbours.len());
        }
        let weights = order.old_of_new().iter().map(|&old| self.weights[old as usize]).collect();
        Self { starts, neighbours, weights }
    }
}

/// The graph of a matrix after columns with equal patterns were merged into one vertex.
#[derive(Debug, Clone)]
pub(crate) struct Quotient {
    pub graph: Graph,
    /// The columns of each vertex, ascending.
    pub members: Vec<Vec<u32>>,
}

impl Quotient {
    pub fn of(pattern: &Sparse) -> Self {
        let n = pattern.cols();
        let mut by_hash: Vec<(u64, u32)> = (0..n).map(|j| (hash_of_column(pattern, j), j as u32)).collect();
        by_hash.sort_unstable();
        let mut representative: Vec<u32> = (0..n as u32).collect();
        for run in by_hash.chunk_by(|a, b| a.0 == b.0) {
            let first = run[0].1;
            for &(_, j) in &run[1..] {
                if indistinguishable(pattern, first as usize, j as usize) {
                    representative[j as usize] = first;
                }
            }
        }
        let mut vertex = vec![u32::MAX; n];
        let mut members: Vec<Vec<u32>> = Vec::new();
        for j in 0..n {
            let first = representative[j] as usize;
            if first == j {
                vertex[j] = members.len() as u32;
                members.push(Vec::new());
            }
            vertex[j] = vertex[first];
            members[vertex[first] as usize].push(j as u32);
        }
        Self { graph: quotient_graph(pattern, &vertex, &members), members }
    }

    /// The ordering of the columns that an ordering of the vertices stands for.
    pub fn expand(&self, order: &Permutation) -> Permutation {
        let columns = order.old_of_new().iter().flat_map(|&v| self.members[v as usize].iter().copied());
        Permutation::new(columns.collect())
    }
}

/// A sum over the pattern (with the diagonal) that does not depend on the order of the entries.
fn hash_of_column(pattern: &Sparse, j: usize) -> u64 {
    let mix = |row: u64| {
        (row + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    let (rows, _) = pattern.column(j);
    let own = if rows.binary_search(&(j as u32)).is_ok() { 0 } else { mix(j as u64) };
    rows.iter().fold(own, |sum, &row| sum.wrapping_add(mix(u64::from(row))))
}

/// True if columns a and b have the same pattern once both diagonal entries are counted as present.
fn indistinguishable(pattern: &Sparse, a: usize, b: usize) -> bool {
    let with_diagonal = |j: usize| {
        let mut rows = pattern.column(j).0.to_vec();
        if let Err(at) = rows.binary_search(&(j as u32)) {
            rows.insert(at, j as u32);
        }
        rows
    };
    with_diagonal(a) == with_diagonal(b)
}

fn quotient_graph(pattern: &Sparse, vertex: &[u32], members: &[Vec<u32>]) -> Graph {
    let (mut starts, mut neighbours) = (vec![0], Vec::new());
    let mut seen_by = vec![u32::MAX; members.len()];
    for (v, columns) in members.iter().enumerate() {
        seen_by[v] = v as u32;
        for &row in pattern.column(columns[0] as usize).0 {
            let w = vertex[row as usize] as usize;
            if std::mem::replace(&mut seen_by[w], v as u32) != v as u32 {
                neighbours.push(w as u32);
            }
        }
        starts.push(neighbours.len());
    }
    Graph { starts, neighbours, weights: members.iter().map(|m| m.len() as u32).collect() }
}

/// A fill-reducing ordering of the vertices.
pub(crate) fn order(graph: &Graph) -> Permutation {
    let vertices = graph.vertices();
    let both = vertices <= COMPARE_VERTICES || graph.neighbours.len() <= COMPARE_DEGREE * vertices;
    let dissection = if vertices > 1 && !graph.neighbours.is_empty() { metis(graph) } else { None };
    let Some(dissection) = dissection else { return minimum_degree(graph) };
    if !both {
        return dissection;
    }
    let degree = minimum_degree(graph);
    let work = |order: &Permutation| EliminationTree::of(&graph.renumbered(order)).operations();
    if work(&degree) <= work(&dissection) { degree } else { dissection }
}

/// Approximate minimum degree \[Amestoy1996\].
fn minimum_degree(graph: &Graph) -> Permutation {
    let n = graph.vertices();
    if n == 0 {
        return Permutation::new(Vec::new());
    }
    let starts: Vec<u32> = graph.starts.iter().map(|&s| s as u32).collect();
    let mut neighbours = graph.neighbours.clone();
    for v in 0..n {
        neighbours[graph.starts[v]..graph.starts[v + 1]].sort_unstable();
    }
    let pattern = SymbolicSparseColMatRef::new_checked(n, n, &starts, None, &neighbours);
    let (mut order, mut inverse) = (vec![0u32; n], vec![0u32; n]);
    let mut memory = MemBuffer::new(amd::order_scratch::<u32>(n, neighbours.len()));
    let stack = MemStack::new(&mut memory);
    amd::order(&mut order, &mut inverse, pattern, amd::Control::default(), stack)
        .expect("minimum degree fails only when an index overflows, and the graph fits 32 bits");
    Permutation::new(order)
}

/// METIS draws from the random generator of the C library, which is shared by the whole process.
static METIS: Mutex<()> = Mutex::new(());

/// Nested dissection \[Karypis1998\]; `None` if METIS refuses (graph too large for its 32-bit indices, memory).
#[expect(unsafe_code, reason = "METIS is a C library")]
fn metis(graph: &Graph) -> Option<Permutation> {
    let mut vertices = i32::try_from(graph.vertices()).ok()?;
    let mut starts: Vec<i32> =
        graph.starts.iter().map(|&s| i32::try_from(s)).collect::<Result<_, _>>().ok()?;
    let mut neighbours: Vec<i32> = graph.neighbours.iter().map(|&v| v as i32).collect();
    let mut weights: Vec<i32> = graph.weights.iter().map(|&w| w as i32).collect();
    let (mut order, mut inverse) = (vec![0i32; graph.vertices()], vec![0i32; graph.vertices()]);
    let mut options = [0i32; metis_sys::METIS_NOPTIONS as usize];
    let guard = METIS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    // SAFETY: every pointer is to a live array of the length METIS documents (n, n + 1, starts[n], 40); the
    // adjacency lists stay inside 0..n; the lock protects the hidden state of the generator.
    let status = unsafe {
        metis_sys::METIS_SetDefaultOptions(options.as_mut_ptr());
        // A fixed seed: the same graph always gets the same ordering.
        options[metis_sys::moptions_et_METIS_OPTION_SEED as usize] = 1;
        metis_sys::METIS_NodeND(
            &mut vertices,
            starts.as_mut_ptr(),
            neighbours.as_mut_ptr(),
            weights.as_mut_ptr(),
            options.as_mut_ptr(),
            order.as_mut_ptr(),
            inverse.as_mut_ptr(),
        )
    };
    drop(guard);
    (status == metis_sys::rstatus_et_METIS_OK)
        .then(|| Permutation::new(order.iter().map(|&v| v as u32).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sparse::Triplets;

    /// A grid graph with `dofs` unknowns in each node.
    fn grid(width: usize, height: usize, dofs: usize) -> Sparse {
        let n = width * height * dofs;
        let mut t = Triplets::new(n, n);
        let mut join = |a: usize, b: usize| {
            for p in 0..dofs {
                for q in 0..dofs {
                    t.add(a * dofs + p, b * dofs + q, 1.0);
                    t.add(b * dofs + q, a * dofs + p, 1.0);
                }
            }
        };
        for y in 0..height {
            for x in 0..width {
                let v = y * width + x;
                join(v, v);
                if x > 0 {
                    join(v, v - 1);
                }
                if y > 0 {
                    join(v, v - width);
                }
            }
        }
        Sparse::from_triplets(&t)
    }

    #[test]
    fn unknowns_of_one_node_become_one_vertex() {
        let quotient = Quotient::of(&grid(5, 4, 3));
        assert_eq!(quotient.graph.vertices(), 20);
        assert!(quotient.members.iter().all(|m| m.len() == 3));
        assert_eq!(quotient.graph.neighbours.len(), 2 * (4 * 4 + 5 * 3));
    }

    #[test]
    fn ordering_is_a_permutation_and_saves_work() {
        let quotient = Quotient::of(&grid(60, 60, 1));
        let ordered = order(&quotient.graph);
        assert_eq!(ordered, order(&quotient.graph), "the ordering is deterministic");
        let natural = EliminationTree::of(&quotient.graph).operations();
        let better = EliminationTree::of(&quotient.graph.renumbered(&ordered)).operations();
        assert!(better < 0.25 * natural, "{better} operations instead of {natural}");
    }

    #[test]
    fn a_chain_is_ordered_without_fill() {
        let graph = Quotient::of(&grid(200, 1, 1)).graph;
        let tree = EliminationTree::of(&graph.renumbered(&order(&graph)));
        assert!(tree.heights.iter().all(|&h| h <= 3));
        assert_eq!(tree.heights.iter().filter(|&&h| h == 1).count(), 1);
    }

    #[test]
    fn graphs_without_edges_are_fine() {
        assert_eq!(nested_dissection(&Sparse::identity(4)).len(), 4);
        assert!(nested_dissection(&Sparse::identity(0)).is_empty());
    }
}
