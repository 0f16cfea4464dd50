//! A space that depends on a parameter, interpolated between values where it is known.
//!
//! # Equation
//! Bases B_k of the space at the nodes t_k are orthonormal and turned so that they are as near as possible to that of the first
//! node: B_k ← B_k Q_k with Q_k the orthogonal factor of B_kᵀB_0. Bases so turned depend on the space alone, and are as smooth as
//! it is, even where single vectors in it meet, part or change quickly. Their polynomial through the nodes spans the space in
//! between.

use crate::matrix::dense::Dense;
use crate::matrix::gram::orthonormal;
use crate::matrix::sparse::Sparse;
use crate::small::svd::svd;

/// A space of states z = (x, w) between values of a parameter.
#[derive(Debug, Clone)]
pub struct SpaceInterpolant {
    nodes: Vec<f64>,
    bases: Vec<Dense>,
    /// Products of the first basis with the matrices of the inner product.
    reference: Dense,
}

/// xᵀK x' + wᵀM w', the inner product in which bases are compared.
#[derive(Debug, Clone, Copy)]
pub struct EnergyProduct<'a> {
    /// K, symmetric positive definite.
    pub stiffness: &'a Sparse,
    /// M, symmetric positive definite.
    pub mass: &'a Sparse,
}

impl EnergyProduct<'_> {
    fn times(&self, z: &Dense) -> Dense {
        let n = self.mass.rows();
        let mut product = z.clone();
        for j in 0..z.cols() {
            let (x, w) = product.column_mut(j).split_at_mut(n);
            self.stiffness.multiply(&z.column(j)[..n], x);
            self.mass.multiply(&z.column(j)[n..], w);
        }
        product
    }

    /// The basis made orthonormal, and its products; `None` when its columns depend on each other.
    fn orthonormal(&self, basis: &Dense) -> Option<(Dense, Dense)> {
        let products = self.times(basis);
        let unit = orthonormal(&basis.transpose_matmul(&products)).ok()?;
        (unit.cols() == basis.cols()).then(|| (basis.matmul(&unit), products.matmul(&unit)))
    }
}

impl SpaceInterpolant {
    /// The space at a first node; `None` when the columns of its basis depend on each other.
    pub fn from_node(node: f64, basis: &Dense, product: &EnergyProduct<'_>) -> Option<Self> {
        let (basis, reference) = product.orthonormal(basis)?;
        Some(Self { nodes: vec![node], bases: vec![basis], reference })
    }

    /// Adds what is known at another node; false when the basis does not fit.
    pub fn add(&mut self, node: f64, basis: &Dense, product: &EnergyProduct<'_>) -> bool {
        let Some((basis, _)) = product.orthonormal(basis) else { return false };
        if basis.cols() != self.reference.cols() || self.nodes.contains(&node) {
            return false;
        }
        let Ok(parts) = svd(&basis.transpose_matmul(&self.reference)) else { return false };
        let turn = parts.left.matmul(&parts.right.transpose());
        self.nodes.push(node);
        self.bases.push(basis.matmul(&turn));
        true
    }

    /// Where the space is known.
    pub fn nodes(&self) -> &[f64] {
        &self.nodes
    }

    /// A basis of the space at a value of the parameter.
    pub fn at(&self, parameter: f64) -> Dense {
        let weight = |k: usize| {
            let others = self.nodes.iter().enumerate().filter(|(j, _)| *j != k);
            others.map(|(_, node)| (parameter - node) / (self.nodes[k] - node)).product::<f64>()
        };
        let mut sum = Dense::zeros(self.reference.rows(), self.reference.cols());
        for (k, basis) in self.bases.iter().enumerate() {
            let weight = weight(k);
            if weight != 0.0 {
                sum.add_scaled(weight, basis);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plane that turns in four dimensions, given by vectors that spin in it: seven nodes meet it to 1e-7 in between.
    #[test]
    fn a_plane_is_interpolated_although_its_vectors_spin() {
        let exact = |t: f64| [[t.cos(), 0.0, t.sin(), 0.0], [0.0, (2.0 * t).cos(), 0.0, (2.0 * t).sin()]];
        let basis = |t: f64| {
            let [a, b] = exact(t);
            let (c, s) = ((40.0 * t).cos(), (40.0 * t).sin());
            Dense::from_fn(
                4,
                2,
                |i, j| if j == 0 { c * a[i] + s * b[i] } else { 3.0 * (c * b[i] - s * a[i]) },
            )
        };
        let unit = Sparse::identity(2);
        let product = EnergyProduct { stiffness: &unit, mass: &unit };
        let nodes = [0.0, 0.5, 0.25, 0.45, 0.05, 0.36, 0.14];
        let mut space = SpaceInterpolant::from_node(nodes[0], &basis(nodes[0]), &product).unwrap();
        assert!(nodes[1..].iter().all(|t| space.add(*t, &basis(*t), &product)));
        assert_eq!(space.nodes(), nodes);
        for t in [0.02, 0.2, 0.3, 0.41, 0.49] {
            let found = space.at(t);
            let [a, b] = exact(t);
            for j in 0..2 {
                let inside = [a, b].map(|v| crate::matrix::dense::dot(&v, found.column(j)));
                let rest: f64 =
                    (0..4).map(|i| found[(i, j)] - inside[0] * a[i] - inside[1] * b[i]).map(f64::abs).sum();
                assert!(rest < 1e-7, "{rest:e} outside of the plane at {t}");
            }
        }
        assert!(
            !space.add(0.3, &Dense::from_fn(4, 2, |i, _| i as f64), &product),
            "one direction given twice"
        );
    }
}
