//! Point mass and rotary inertia at a node, possibly with an offset.

use super::finite::{Configuration, Degenerate, Elasticity, Finite};
use super::form::{DeformationForm, ElementForm, InertiaForm};
use super::moving::{Moving, MovingFrame, Tensor, applied, turning_arms, turning_form, turning_moment};
use super::{Deformation, Element, Family, Origin};
use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::error::MechError;
use crate::vector::{Vector, add_scaled, cross, dot};
use lissom_linalg::Dense;
use lissom_model::model::{Attachment, Dimension, Mass, Model};

/// The point masses of a model.
pub(super) struct Lumps;

impl Family for Lumps {
    fn name(&self) -> &'static str {
        "point mass"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for (i, mass) in model.structure.masses.iter().enumerate() {
            let Attachment::Node(node) = mass.at else {
                return Err(MechError::PortsNotHere { what: format!("mass {}", mass.name) });
            };
            let translation = coordinates.translation(TranslationId(node.0));
            let rotation = coordinates.own_rotation(node).map(|r| coordinates.rotation(r));
            let turns = rotation.is_some();
            if !turns
                && (mass.inertia.as_flattened().iter().any(|j| *j != 0.0)
                    || mass.offset.iter().any(|d| *d != 0.0))
            {
                return Err(MechError::NothingTurns {
                    what: format!("mass {}", mass.name),
                    node: model.structure.nodes[node.0].name.clone(),
                });
            }
            elements.push(Box::new(Lump {
                origin: Origin::Mass(i),
                name: format!("mass {}", mass.name),
                mass: mass.mass,
                inertia: mass.inertia,
                offset: mass.offset,
                node: model.structure.nodes[node.0].position,
                spatial: model.dimension == Dimension::Three,
                turns,
                coordinates: translation.chain(rotation.unwrap_or(0..0)).collect(),
            }));
        }
        Ok(elements)
    }
}

/// Mass and inertia at an offset from a node; coordinates (r, ϑ), or r alone.
#[derive(Debug)]
pub(super) struct Lump {
    pub origin: Origin,
    pub name: String,
    /// Mass [kg].
    pub mass: f64,
    /// About the centre of mass, in global axes; in the plane the last entry counts [kg m²].
    pub inertia: [[f64; 3]; 3],
    /// Centre of mass relative to the node [m].
    pub offset: [f64; 3],
    /// Position of the node [m].
    pub node: Vector,
    pub spatial: bool,
    /// Whether it rotates with the node.
    pub turns: bool,
    pub coordinates: Vec<usize>,
}

/// A mass with an offset from `node`, over the translation of the node and, if it `turns`, its rotation; `place` is its place among the
/// masses.
pub(crate) fn lump_at(
    (place, mass): (usize, &Mass),
    node: Vector,
    spatial: bool,
    turns: bool,
) -> impl Moving + use<> {
    let size = if spatial { 3 } else { 2 }
        + if !turns {
            0
        } else if spatial {
            3
        } else {
            1
        };
    Lump {
        origin: Origin::Mass(place),
        name: format!("mass {}", mass.name),
        mass: mass.mass,
        inertia: mass.inertia,
        offset: mass.offset,
        node,
        spatial,
        turns,
        coordinates: (0..size).collect(),
    }
}

impl Element for Lump {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        Vec::new()
    }

    fn gradient(&self) -> Dense {
        Dense::zeros(0, self.coordinates.len())
    }

    fn stiffness(&self) -> Dense {
        Dense::zeros(0, 0)
    }

    /// The centre of mass moves by r + ϑ × d, so that M = Aᵀ diag(m, J) A with A its motion over (r, ϑ).
    fn mass(&self) -> Option<Dense> {
        let (m, [dx, dy, dz], j) = (self.mass, self.offset, self.inertia);
        let motion = if self.spatial {
            let mut rows = vec![
                vec![1.0, 0.0, 0.0, 0.0, dz, -dy],
                vec![0.0, 1.0, 0.0, -dz, 0.0, dx],
                vec![0.0, 0.0, 1.0, dy, -dx, 0.0],
            ];
            rows.extend((0..3).map(|k| (0..6).map(|c| f64::from(c == 3 + k)).collect()));
            rows
        } else {
            vec![vec![1.0, 0.0, -dy], vec![0.0, 1.0, dx], vec![0.0, 0.0, 1.0]]
        };
        let weights =
            if self.spatial { vec![m, m, m, j[0][0], j[1][1], j[2][2]] } else { vec![m, m, j[2][2]] };
        let translations = if self.spatial { 3 } else { 2 };
        let n = if self.turns { motion.len() } else { translations };
        let sum = |r: usize, c: usize| motion.iter().zip(&weights).map(|(row, w)| w * row[r] * row[c]).sum();
        let mut mass = Dense::from_fn(n, n, sum);
        if self.spatial && self.turns {
            // Products of inertia: rotations about different axes.
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                mass[(3 + a, 3 + b)] += j[a][b];
                mass[(3 + b, 3 + a)] += j[a][b];
            }
        }
        Some(mass)
    }

    fn finite(&self) -> Option<&dyn Finite> {
        (!self.spatial).then_some(self)
    }

    fn moving(&self) -> Option<&dyn Moving> {
        Some(self)
    }
}

impl Moving for Lump {
    fn inertia_form(&self, w: &Tensor) -> Dense {
        let (moves, turns) = self.motions();
        let turning = turning_form(&self.second_moments(), w);
        let n = self.coordinates.len();
        Dense::from_fn(n, n, |i, j| {
            self.mass * dot(moves[i], applied(w, moves[j])) + dot(turns[i], applied(&turning, turns[j]))
        })
    }

    fn inertia_load(&self, frame: &MovingFrame) -> Vec<f64> {
        let (moves, turns) = self.motions();
        let force = self.felt(frame);
        let moment = turning_moment(&self.second_moments(), &frame.field());
        moves.iter().zip(&turns).map(|(m, t)| dot(*m, force) + dot(*t, moment)).collect()
    }

    /// The body about the centre of mass, and the offset to it, rotate relative to the inertia forces.
    fn arms(&self, frame: &MovingFrame) -> Dense {
        let (_, turns) = self.motions();
        let own = turning_arms(&self.second_moments(), &frame.field());
        let (n, d, pull) = (self.coordinates.len(), self.offset, self.felt(frame).map(|c| -c));
        Dense::from_fn(n, n, |i, j| {
            let (a, b) = (turns[i], turns[j]);
            let half = 0.5 * (dot(a, pull) * dot(b, d) + dot(b, pull) * dot(a, d));
            dot(a, applied(&own, b)) + dot(pull, d) * dot(a, b) - half
        })
    }

    fn geometric_stiffness(&self, _nodal: &[f64], _frame: Option<&MovingFrame>) -> Dense {
        Dense::zeros(self.coordinates.len(), self.coordinates.len())
    }
}

impl Lump {
    /// The coordinates as vectors: motion of the centre of mass, and rotation.
    fn motions(&self) -> (Vec<Vector>, Vec<Vector>) {
        let translations = if self.spatial { 3 } else { 2 };
        let unit = |k: usize| [0, 1, 2].map(|i| f64::from(u8::from(i == k)));
        let each = (0..self.coordinates.len()).map(|c| {
            if c < translations {
                return (unit(c), [0.0; 3]);
            }
            let turn = unit(if self.spatial { c - 3 } else { 2 });
            (cross(turn, self.offset), turn)
        });
        each.unzip()
    }

    /// Mass times the acceleration of the centre of mass, where it is in the frame [N].
    fn felt(&self, frame: &MovingFrame) -> Vector {
        frame.acceleration_at(add_scaled(self.node, 1.0, self.offset)).map(|c| self.mass * c)
    }

    /// ∫ s sᵀ dm about the centre of mass. A planar inertia is assumed isotropic in the plane, which is
    /// sufficient for rotation about z [kg m²].
    fn second_moments(&self) -> [[f64; 3]; 3] {
        let j = self.inertia;
        if !self.spatial {
            let half = 0.5 * j[2][2];
            return [[half, 0.0, 0.0], [0.0, half, 0.0], [0.0; 3]];
        }
        let half = 0.5 * (j[0][0] + j[1][1] + j[2][2]);
        [0, 1, 2].map(|i| [0, 1, 2].map(|k: usize| if i == k { half - j[i][i] } else { -j[i][k] }))
    }

    /// The offset rotated with the node, zero for a node without rotation.
    fn arm(&self, at: &Configuration) -> [f64; 2] {
        if !self.turns {
            return [0.0; 2];
        }
        at.turned(self.coordinates[2], [self.offset[0], self.offset[1]])
    }
}

impl Finite for Lump {
    fn elasticity(&self) -> Elasticity {
        Elasticity { stiffness: Dense::zeros(0, 0), damping: Dense::zeros(0, 0) }
    }

    fn deformation(&self, _at: &Configuration, _e: &mut [f64], _e_x: &mut [f64]) -> Result<(), Degenerate> {
        Ok(())
    }

    fn has_mass(&self) -> bool {
        true
    }

    fn form(&self) -> Option<ElementForm> {
        let (mass, inertia, [x, y, _]) = (self.mass, self.inertia[2][2], self.offset);
        let inertia = if self.turns {
            InertiaForm::Lump { mass, inertia, offset: [x, y] }
        } else {
            InertiaForm::Constant(vec![mass, 0.0, 0.0, mass])
        };
        Some(ElementForm { deformation: DeformationForm::None, inertia, weighs_on_axis: false })
    }

    /// The centre of mass is at r + d, d turning with the node: its acceleration is r̈ + φ̈ d⊥ − φ̇² d.
    fn inertia(&self, at: &Configuration, v: &[f64], a: &[f64], mass: &mut [f64], force: &mut [f64]) {
        let (m, j) = (self.mass, self.inertia[2][2]);
        let [ax, ay] = [a[self.coordinates[0]], a[self.coordinates[1]]];
        if !self.turns {
            mass.copy_from_slice(&[m, 0.0, 0.0, m]);
            force.copy_from_slice(&[m * ax, m * ay]);
            return;
        }
        let ([dx, dy], turn, rate) = (self.arm(at), self.coordinates[2], v[self.coordinates[2]]);
        let about = m * (dx * dx + dy * dy) + j;
        mass.copy_from_slice(&[m, 0.0, -m * dy, 0.0, m, m * dx, -m * dy, m * dx, about]);
        let fx = m * (ax - a[turn] * dy - rate * rate * dx);
        let fy = m * (ay + a[turn] * dx - rate * rate * dy);
        force.copy_from_slice(&[fx, fy, dx * fy - dy * fx + j * a[turn]]);
    }

    fn inertia_x(&self, at: &Configuration, v: &[f64], a: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
        if !self.turns {
            return;
        }
        let (m, [dx, dy]) = (self.mass, self.arm(at));
        let [ax, ay, turning] = [0, 1, 2].map(|k| a[self.coordinates[k]]);
        let square = v[self.coordinates[2]].powi(2);
        gradient[2] = m * (-dx * turning + square * dy);
        gradient[5] = m * (-dy * turning - square * dx);
        gradient[8] = -m * (dx * ax + dy * ay);
    }

    fn inertia_v(&self, at: &Configuration, v: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
        if self.turns {
            let (m, [dx, dy]) = (self.mass, self.arm(at));
            let rate = v[self.coordinates[2]];
            gradient[2] = -2.0 * m * rate * dx;
            gradient[5] = -2.0 * m * rate * dy;
        }
    }

    fn mass_moment(&self, at: &Configuration) -> [f64; 2] {
        let (arm, offset) = (self.arm(at), self.offset);
        [0, 1].map(|k| {
            let turned = if self.turns { arm[k] - offset[k] } else { 0.0 };
            self.mass * (at.displacement[self.coordinates[k]] + turned)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::finite_check::check_finite;

    #[test]
    fn derivatives_in_finite_motion_equal_differences() {
        let lump = Lump {
            origin: Origin::Mass(0),
            name: "mass flywheel".to_owned(),
            mass: 1.3,
            inertia: [[0.0; 3], [0.0; 3], [0.0, 0.0, 0.2]],
            offset: [0.4, -0.1, 0.0],
            node: [0.0; 3],
            spatial: false,
            turns: true,
            coordinates: vec![0, 1, 2],
        };
        check_finite(&lump, &[2], &[0.1, 0.3, 1.2], &[1.0, -2.0, 0.7], &[0.4, 0.5, -3.0]);
    }
}
