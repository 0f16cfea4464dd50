//! A steel block meshed with 8-node hexahedra: stiffness, consistent mass and rigid motions.

use lissom_linalg::{Dense, Sparse};

/// Young's modulus of steel [Pa].
const YOUNG: f64 = 2.1e11;
/// Poisson's ratio of steel [-].
const POISSON: f64 = 0.3;
/// Density of steel [kg/m³].
const DENSITY: f64 = 7800.0;
/// Corners of the reference cube in the order of the element's nodes.
const CORNERS: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

/// A block of nx × ny × nz equal elements.
#[derive(Debug, Clone, Copy)]
pub struct HexBlock {
    /// Elements along each axis [-].
    pub elements: [usize; 3],
    /// Edges \[m\].
    pub size: [f64; 3],
}

impl HexBlock {
    /// The bar of 0.275 m × 0.1 m × 0.1 m.
    pub fn bar(elements: [usize; 3]) -> Self {
        Self { elements, size: [0.275, 0.1, 0.1] }
    }

    /// The cube of 0.1 m, whose symmetry gives double and triple modes.
    pub fn cube(elements: usize) -> Self {
        Self { elements: [elements; 3], size: [0.1; 3] }
    }

    /// The number of nodes [-].
    pub fn nodes(&self) -> usize {
        self.elements.iter().map(|n| n + 1).product()
    }

    /// Degrees of freedom, three in each node [-].
    pub fn dofs(&self) -> usize {
        3 * self.nodes()
    }

    /// Stiffness [N/m] and consistent mass \[kg\] of the free block.
    ///
    /// The mesh is regular, so each node is visited with its (up to) eight elements and its columns are written
    /// in order: no list of triplets is needed.
    pub fn assemble(&self) -> (Sparse, Sparse) {
        let (stiffness, mass) = self.element();
        let mut starts = vec![0usize];
        let (mut rows, mut k_values, mut m_values) = (Vec::new(), Vec::new(), Vec::new());
        for node in 0..self.nodes() {
            let at = self.position(node);
            let couplings = self.couplings(at);
            for axis in 0..3 {
                for (other, pairs) in &couplings {
                    for other_axis in 0..3 {
                        let sum = |a: &Dense| {
                            pairs.iter().map(|&(p, q)| a[(3 * p + other_axis, 3 * q + axis)]).sum()
                        };
                        rows.push((3 * other + other_axis) as u32);
                        k_values.push(sum(&stiffness));
                        m_values.push(sum(&mass));
                    }
                }
                starts.push(rows.len());
            }
        }
        let n = self.dofs();
        let k = Sparse::from_columns(n, starts.clone(), rows.clone(), k_values);
        (k, Sparse::from_columns(n, starts, rows, m_values))
    }

    /// Neighbours of a node, ascending, each with the pairs (its corner, the node's corner) of shared elements.
    fn couplings(&self, at: [usize; 3]) -> Vec<(usize, Vec<(usize, usize)>)> {
        let mut list: Vec<(usize, Vec<(usize, usize)>)> = Vec::with_capacity(27);
        for (corner, own) in CORNERS.iter().enumerate() {
            let Some(element) = self.element_with(at, own) else { continue };
            for (other, offset) in CORNERS.iter().enumerate() {
                let node = self.node(std::array::from_fn(|d| element[d] + usize::from(offset[d] > 0.0)));
                match list.binary_search_by_key(&node, |entry| entry.0) {
                    Ok(found) => list[found].1.push((other, corner)),
                    Err(place) => list.insert(place, (node, vec![(other, corner)])),
                }
            }
        }
        list
    }

    /// The element in which the node at `at` is the given corner, if it exists.
    fn element_with(&self, at: [usize; 3], corner: &[f64; 3]) -> Option<[usize; 3]> {
        let mut element = [0; 3];
        for d in 0..3 {
            element[d] = at[d].checked_sub(usize::from(corner[d] > 0.0))?;
            if element[d] >= self.elements[d] {
                return None;
            }
        }
        Some(element)
    }

    /// Six rigid motions about the centre: three translations \[m\], three rotations \[rad\].
    pub fn rigid_motions(&self) -> Dense {
        let mut motions = Dense::zeros(self.dofs(), 6);
        for node in 0..self.nodes() {
            let at = self.position(node);
            let r: [f64; 3] =
                std::array::from_fn(|d| self.size[d] * (at[d] as f64 / self.elements[d] as f64 - 0.5));
            for d in 0..3 {
                motions[(3 * node + d, d)] = 1.0;
                let (e, f) = ((d + 1) % 3, (d + 2) % 3);
                motions[(3 * node + e, 3 + d)] = -r[f];
                motions[(3 * node + f, 3 + d)] = r[e];
            }
        }
        motions
    }

    /// The nodes of the plane x = constant with the given number of elements before it.
    pub fn face(&self, layer: usize) -> Vec<usize> {
        let (ny, nz) = (self.elements[1] + 1, self.elements[2] + 1);
        (layer * ny * nz..(layer + 1) * ny * nz).collect()
    }

    /// The number of a node from its place in the grid.
    pub fn node(&self, at: [usize; 3]) -> usize {
        (at[0] * (self.elements[1] + 1) + at[1]) * (self.elements[2] + 1) + at[2]
    }

    fn position(&self, node: usize) -> [usize; 3] {
        let (ny, nz) = (self.elements[1] + 1, self.elements[2] + 1);
        [node / (ny * nz), node / nz % ny, node % nz]
    }

    /// Stiffness and mass of one element with 2 × 2 × 2 Gauss points.
    fn element(&self) -> (Dense, Dense) {
        let half: [f64; 3] = std::array::from_fn(|d| 0.5 * self.size[d] / self.elements[d] as f64);
        let volume: f64 = half.iter().product();
        let elasticity = elasticity();
        let (mut stiffness, mut mass) = (Dense::zeros(24, 24), Dense::zeros(24, 24));
        for point in CORNERS {
            let point = point.map(|x| x / 3f64.sqrt());
            let (shape, gradient) = shape_functions(point, half);
            let strain = strain_matrix(&gradient);
            stiffness.add_scaled(volume, &strain.transpose_matmul(&elasticity.matmul(&strain)));
            for (p, a) in shape.iter().enumerate() {
                for (q, b) in shape.iter().enumerate() {
                    (0..3).for_each(|d| mass[(3 * p + d, 3 * q + d)] += DENSITY * volume * a * b);
                }
            }
        }
        (stiffness.symmetric_part(), mass.symmetric_part())
    }
}

/// Hooke's law of an isotropic solid, engineering shear strains.
fn elasticity() -> Dense {
    let lambda = YOUNG * POISSON / ((1.0 + POISSON) * (1.0 - 2.0 * POISSON));
    let shear = YOUNG / (2.0 * (1.0 + POISSON));
    Dense::from_fn(6, 6, |i, j| match (i < 3 && j < 3, i == j) {
        (true, true) => lambda + 2.0 * shear,
        (true, false) => lambda,
        (false, true) => shear,
        (false, false) => 0.0,
    })
}

/// Trilinear shape functions and their gradients [1/m].
fn shape_functions(point: [f64; 3], half: [f64; 3]) -> ([f64; 8], [[f64; 3]; 8]) {
    let factor = |c: &[f64; 3], d: usize| 0.5 * (1.0 + c[d] * point[d]);
    let shape = CORNERS.map(|c| factor(&c, 0) * factor(&c, 1) * factor(&c, 2));
    let gradient = CORNERS.map(|c| {
        std::array::from_fn(|d| 0.5 * c[d] / half[d] * factor(&c, (d + 1) % 3) * factor(&c, (d + 2) % 3))
    });
    (shape, gradient)
}

/// Strains xx, yy, zz, xy, yz, zx of the 24 nodal displacements.
fn strain_matrix(gradient: &[[f64; 3]; 8]) -> Dense {
    let mut strain = Dense::zeros(6, 24);
    for (node, g) in gradient.iter().enumerate() {
        for d in 0..3 {
            strain[(d, 3 * node + d)] = g[d];
            let e = (d + 1) % 3;
            strain[(3 + d, 3 * node + d)] = g[e];
            strain[(3 + d, 3 * node + e)] = g[d];
        }
    }
    strain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rigid_motions_store_no_energy_and_the_mass_is_right() {
        let block = HexBlock::bar([4, 3, 2]);
        let (k, m) = block.assemble();
        let rigid = block.rigid_motions();
        assert!(k.times(&rigid).max_abs() < 1e-9 * k.max_abs() * rigid.max_abs());
        assert!(k.symmetry_defect().relative.max(m.symmetry_defect().relative) < 1e-12);
        let mass = m.form(rigid.column(0), rigid.column(0));
        assert!((mass / (DENSITY * 0.275 * 0.1 * 0.1) - 1.0).abs() < 1e-12);
        // A uniform stretch of the bar: ½ E A L ε² with free lateral contraction.
        let stretch: Vec<f64> = (0..block.nodes())
            .flat_map(|node| {
                let at = block.position(node);
                let r: [f64; 3] =
                    std::array::from_fn(|d| block.size[d] * at[d] as f64 / block.elements[d] as f64);
                [r[0], -POISSON * r[1], -POISSON * r[2]]
            })
            .collect();
        let energy = 0.5 * k.form(&stretch, &stretch);
        assert!((energy / (0.5 * YOUNG * 0.275 * 0.1 * 0.1) - 1.0).abs() < 1e-12);
    }
}
