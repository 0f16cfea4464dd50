//! The line between two nodes of the plane, which turns with them: its change of length and all derivatives.

use super::finite::{Configuration, Degenerate};
use crate::assembly::coordinates::{Coordinates, TranslationId};
use lissom_linalg::Dense;
use lissom_model::model::{Model, NodeId};

/// The line between two nodes of the plane. Its deformation is e = l − l₀.
#[derive(Debug)]
pub(super) struct TurningLine {
    /// Coordinates (x_p, y_p, x_q, y_q), in the order of the element's coordinates.
    pub indices: [usize; 4],
    /// From the first to the second node in the reference configuration [m].
    pub reference: [f64; 2],
}

impl TurningLine {
    pub fn new(model: &Model, coordinates: &Coordinates, nodes: [NodeId; 2]) -> Self {
        let [p, q] = nodes.map(|node| coordinates.translation(TranslationId(node.0)).start);
        let [from, to] = nodes.map(|node| model.structure.nodes[node.0].position);
        Self { indices: [p, p + 1, q, q + 1], reference: [to[0] - from[0], to[1] - from[1]] }
    }

    /// Length, unit vector and growth l − l₀ in a configuration, the last free of cancellation.
    fn chord(&self, at: &Configuration) -> Result<(f64, [f64; 2], f64), Degenerate> {
        let x = self.indices.map(|index| at.displacement[index]);
        let (moved, d0) = ([x[2] - x[0], x[3] - x[1]], self.reference);
        let (l0, l) = (d0[0].hypot(d0[1]), (d0[0] + moved[0]).hypot(d0[1] + moved[1]));
        if l <= 1e-6 * l0 || !l.is_finite() {
            return Err(Degenerate("its ends coincide"));
        }
        let grown = 2.0 * (d0[0] * moved[0] + d0[1] * moved[1]) + moved[0] * moved[0] + moved[1] * moved[1];
        Ok((l, [(d0[0] + moved[0]) / l, (d0[1] + moved[1]) / l], grown / (l + l0)))
    }

    fn known_chord(&self, at: &Configuration) -> (f64, [f64; 2]) {
        let (l, u, _) = self.chord(at).expect("derivatives are evaluated where the deformation is defined");
        (l, u)
    }

    /// D,x in the reference configuration.
    pub fn gradient(&self) -> Dense {
        let [x, y] = self.reference;
        let l = x.hypot(y);
        Dense::from_rows(&[&[-x / l, -y / l, x / l, y / l]])
    }

    /// Rate of the length, rate of the angle.
    fn rates(&self, l: f64, u: [f64; 2], v: &[f64]) -> [f64; 2] {
        let v = self.indices.map(|index| v[index]);
        let d = [v[2] - v[0], v[3] - v[1]];
        [u[0] * d[0] + u[1] * d[1], (u[0] * d[1] - u[1] * d[0]) / l]
    }

    /// e and D,x.
    pub fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        let (_, u, growth) = self.chord(at)?;
        e[0] = growth;
        e_x.copy_from_slice(&[-u[0], -u[1], u[0], u[1]]);
        Ok(())
    }

    /// (D,xx v) v: l̈ at constant v is l β̇².
    pub fn convected(&self, at: &Configuration, v: &[f64]) -> f64 {
        let (l, u) = self.known_chord(at);
        let [_, turning] = self.rates(l, u, v);
        l * turning * turning
    }

    /// (D,xxx v) v: d(l β̇²) = −β̇² dl − 2 β̇ l̇ dβ, with dl along and l dβ across the line.
    pub fn convected_gradient(&self, at: &Configuration, v: &[f64], e_xxx_vv: &mut [f64]) {
        let (l, u) = self.known_chord(at);
        let [growing, turning] = self.rates(l, u, v);
        let along = turning * turning;
        let across = 2.0 * turning * growing / l;
        let row = [along * u[0] - across * u[1], along * u[1] + across * u[0]];
        e_xxx_vv.copy_from_slice(&[row[0], row[1], -row[0], -row[1]]);
    }

    /// λ D,xx.
    pub fn weighted_hessian(&self, at: &Configuration, weight: f64, hessian: &mut [f64]) {
        let (l, u) = self.known_chord(at);
        let across = [u[1], -u[0], -u[1], u[0]];
        for (slot, value) in hessian.iter_mut().enumerate() {
            *value = weight * across[slot / 4] * across[slot % 4] / l;
        }
    }
}
