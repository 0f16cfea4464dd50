//! A frame element by element: section forces, reactions and geometric stiffness.

use crate::assembly::constraints::Constraint;
use crate::assembly::line_load_rows::unit_row;
use crate::assembly::linear_system::LinearSystem;
use crate::assembly::supports;
use crate::elements::{self, Element, EndForces, MovingFrame, SpinAxis, hinge_angle};
use crate::error::MechError;
use crate::structures::structure::Structure;
use lissom_linalg::{Cholesky, Dense, Sparse, Threads, Triplets};
use lissom_model::model::{Attachment, Model};

/// The elements behind a [`LinearSystem`].
#[derive(Debug)]
pub struct Frame<'a> {
    model: &'a Model,
    system: &'a LinearSystem,
    elements: Vec<Box<dyn Element>>,
    /// Independent constraints; supports come first.
    constraints: Vec<Constraint>,
    /// Number of supports among them.
    supports: usize,
    /// Rows of `constraints`, and the factor of C Cᵀ; none without constraints.
    forces_of: Option<(Sparse, Cholesky)>,
}

/// A motion of all coordinates of a frame, with the loads.
#[derive(Clone, Copy, Debug)]
pub struct FrameMotion<'m> {
    /// Displacement of the independent coordinates [m] or [rad].
    pub displacement: &'m [f64],
    /// Velocity of the independent coordinates [m/s] or [rad/s].
    pub velocity: &'m [f64],
    /// Acceleration of the independent coordinates [m/s²] or [rad/s²].
    pub acceleration: &'m [f64],
    /// Axis and speed [rad/s] of a frame rotating with the structure; dampers to ground are then at rest in
    /// it.
    pub spin: Option<(&'m SpinAxis, f64)>,
    /// Applied forces on all coordinates, including fixed ones [N] or [N m].
    pub force: &'m [f64],
}

/// Internal forces and reactions of a frame.
#[derive(Clone, Debug)]
pub struct FrameForces {
    /// Section forces at both ends of every beam element.
    pub members: Vec<MemberForces>,
    /// Force of each support on the structure.
    pub reactions: Vec<Reaction>,
    /// Redundant constraints; their share of a load is undetermined and set to zero.
    pub undetermined: Vec<String>,
    /// Forces that neither supports nor elements account for, over the largest force on a coordinate [-].
    pub imbalance: f64,
}

/// Section forces of a beam element.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberForces {
    /// The element: `beam A, element 3`.
    pub name: String,
    /// At its first and second end.
    pub ends: [EndForces; 2],
}

/// Force of a support on the structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// The support: `support of A.x`.
    pub name: String,
    /// `N`, or `N m` for a rotation.
    pub unit: &'static str,
    /// Force or moment on the structure along the coordinate.
    pub value: f64,
}

/// Forces on the coordinates of every element.
pub(crate) struct Carried {
    /// By element, in the order of the elements.
    pub nodal: Vec<Vec<f64>>,
    /// By constraint; for supports the force on the structure.
    pub constraint: Vec<f64>,
    pub imbalance: f64,
}

impl<'a> Frame<'a> {
    /// The elements of the model of `system`.
    ///
    /// # Errors
    /// When an element cannot be built, or constraints nearly depend on each other.
    pub fn of(model: &'a Model, system: &'a LinearSystem) -> Result<Self, MechError> {
        let elements = elements::build(model, &system.coordinates)?;
        let all = supports::constraints(model, &system.coordinates, &elements);
        let redundant = &system.elimination.redundant_rows;
        let held = supports::held(model, &system.coordinates).len();
        let is_kept = |row: usize| redundant.binary_search(&row).is_err();
        let supports = (0..held).filter(|row| is_kept(*row)).count();
        let kept = all.into_iter().enumerate().filter(|(row, _)| is_kept(*row));
        let constraints: Vec<Constraint> = kept.map(|(_, constraint)| constraint).collect();
        let forces_of = if constraints.is_empty() {
            None
        } else {
            let mut rows = Triplets::new(constraints.len(), system.coordinates.len());
            for (i, constraint) in constraints.iter().enumerate() {
                constraint.row.iter().for_each(|(column, value)| rows.add(i, *column, *value));
            }
            let rows = Sparse::from_triplets(&rows);
            let gram = rows.multiply_sparse(&rows.transpose()).symmetric_part();
            let factor = Cholesky::factor(&gram, &Threads::one())
                .map_err(|error| MechError::ConstraintForces { reason: error.to_string() })?;
            Some((rows, factor))
        };
        Ok(Self { model, system, elements, constraints, supports, forces_of })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The system the elements assemble to.
    #[must_use]
    pub fn system(&self) -> &'a LinearSystem {
        self.system
    }

    pub(crate) fn elements(&self) -> &[Box<dyn Element>] {
        &self.elements
    }

    /// Applied forces on all coordinates for values of named forces and torques [N] or [N m].
    ///
    /// # Errors
    /// If a force acts on a port, or on a rotation that does not exist.
    pub fn force(&self, values: &[(String, f64)]) -> Result<Vec<f64>, MechError> {
        let mut sum = vec![0.0; self.system.coordinates.len()];
        for (name, value) in values {
            for (index, factor) in self.unit_force(name)? {
                sum[index] += value * factor;
            }
        }
        Ok(sum)
    }

    fn unit_force(&self, name: &str) -> Result<Vec<(usize, f64)>, MechError> {
        let (model, coordinates) = (self.model, &self.system.coordinates);
        let what = format!("force {name}");
        if let Some(force) = model.forces.iter().find(|f| f.name == name) {
            let Attachment::Node(node) = force.at else { return Err(MechError::PortsNotHere { what }) };
            let Some(direction) = force.direction else { return Err(MechError::NoLine { what }) };
            let node_name = || model.structure.nodes[node.0].name.clone();
            return coordinates
                .measure(node, direction)
                .ok_or_else(|| MechError::NothingTurns { what, node: node_name() });
        }
        if let Some(row) = unit_row(model, coordinates, name) {
            return Ok(row);
        }
        if let Some(load) = model.joint_loads.iter().find(|load| load.name == name) {
            return Ok(elements::joint_motion(model, coordinates, load.what));
        }
        let torque = model.torques.iter().find(|t| t.name == name);
        let torque = torque.ok_or(MechError::NoSuchForce { name: name.to_owned() })?;
        hinge_angle(model, coordinates, torque.hinge)
    }

    /// Weight of all coordinates under the model's gravity [N] or [N m].
    #[must_use]
    pub fn weight(&self) -> Vec<f64> {
        let system = self.system;
        let falling = system.coordinates.rigid_motion(self.model.gravity, [0.0; 3], [0.0; 3]);
        let mut weight = vec![0.0; falling.len()];
        system.full_mass.multiply(&falling, &mut weight);
        weight
    }

    /// Forces on all coordinates as forces on the independent ones: Tᵀ f.
    #[must_use]
    pub fn on_independent(&self, force: &[f64]) -> Vec<f64> {
        let mut result = vec![0.0; self.system.degrees_of_freedom()];
        self.system.elimination.transformation.transpose().multiply(force, &mut result);
        result
    }

    /// Section forces and reactions in a motion.
    #[must_use]
    pub fn forces(&self, motion: &FrameMotion<'_>) -> FrameForces {
        let carried = self.carried(motion);
        let members = self.elements.iter().zip(&carried.nodal).filter_map(|(element, nodal)| {
            element.end_forces(nodal).map(|ends| MemberForces { name: element.name(), ends })
        });
        let coordinates = &self.system.coordinates;
        let reactions =
            self.constraints[..self.supports].iter().zip(&carried.constraint).map(|(c, value)| {
                let unit = if coordinates.is_rotation(c.row[0].0) { "N m" } else { "N" };
                Reaction { name: c.name.clone(), unit, value: *value }
            });
        FrameForces {
            members: members.collect(),
            reactions: reactions.collect(),
            undetermined: self.system.elimination.redundant.clone(),
            imbalance: carried.imbalance,
        }
    }

    /// Section forces at both ends of every beam element from its deformation alone.
    #[must_use]
    pub fn elastic_members(&self, displacement: &[f64]) -> Vec<MemberForces> {
        let still = vec![0.0; displacement.len()];
        let (velocity, acceleration) = (&still[..], &still[..]);
        let nodal = self
            .own_forces(&FrameMotion { displacement, velocity, acceleration, spin: None, force: &[] }, false);
        let members = self.elements.iter().zip(&nodal).filter_map(|(element, nodal)| {
            element.end_forces(nodal).map(|ends| MemberForces { name: element.name(), ends })
        });
        members.collect()
    }

    /// Forces on the coordinates of every element: elastic, viscous and inertial, and the stress of fixed
    /// deformations, which follows from the force balance.
    pub(crate) fn carried(&self, motion: &FrameMotion<'_>) -> Carried {
        self.close(self.own_forces(motion, true), motion.force)
    }

    /// As [`Self::carried`], with centrifugal force on the reference shape only.
    pub(crate) fn carried_by_shape(&self, motion: &FrameMotion<'_>) -> Carried {
        self.close(self.own_forces(motion, false), motion.force)
    }

    /// Forces on the coordinates of every element when forces on all coordinates and inertia forces of a moving reference frame have
    /// deformed it.
    pub(crate) fn carried_in_motion(
        &self,
        displacement: &[f64],
        force: &[f64],
        moving: &MovingFrame,
    ) -> Carried {
        let still = vec![0.0; displacement.len()];
        let motion = FrameMotion { displacement, velocity: &still, acceleration: &still, spin: None, force };
        let mut nodal = self.own_forces(&motion, false);
        for (element, forces) in self.elements.iter().zip(&mut nodal) {
            if let Some(in_motion) = element.moving() {
                forces.iter_mut().zip(in_motion.inertia_load(moving)).for_each(|(f, taken)| *f += taken);
            }
        }
        self.close(nodal, force)
    }

    fn own_forces(&self, motion: &FrameMotion<'_>, softened: bool) -> Vec<Vec<f64>> {
        let [x, v, a] = [motion.displacement, motion.velocity, motion.acceleration].map(|y| self.all(y));
        self.elements.iter().map(|e| own_forces(e.as_ref(), [&x, &v, &a], motion.spin, softened)).collect()
    }

    /// Closes the balance with the forces of constraints.
    fn close(&self, mut nodal: Vec<Vec<f64>>, applied: &[f64]) -> Carried {
        let mut rest: Vec<f64> = applied.iter().map(|f| -f).collect();
        let mut largest = applied.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
        for (element, forces) in self.elements.iter().zip(&nodal) {
            for (index, force) in element.coordinates().iter().zip(forces) {
                rest[*index] += force;
                largest = largest.max(force.abs());
            }
        }
        let Some((rows, factor)) = &self.forces_of else {
            return Carried { nodal, constraint: Vec::new(), imbalance: ratio(&rest, largest) };
        };
        let mut right = vec![0.0; rows.rows()];
        rows.multiply(&rest, &mut right);
        let mut solved = Dense::from_column_major(right.len(), 1, right);
        factor.solve_in_place(&mut solved);
        let constraint = solved.column(0).to_vec();
        let mut taken = vec![0.0; rest.len()];
        rows.transpose().multiply(&constraint, &mut taken);
        rest.iter_mut().zip(&taken).for_each(|(r, t)| *r -= t);
        self.add_held_stress(&constraint, &mut nodal);
        Carried { nodal, constraint, imbalance: ratio(&rest, largest) }
    }

    /// Adds the stress of fixed deformations to the forces on their elements.
    fn add_held_stress(&self, constraint: &[f64], nodal: &mut [Vec<f64>]) {
        let names: std::collections::BTreeMap<&str, f64> = self
            .constraints
            .iter()
            .zip(constraint)
            .skip(self.supports)
            .map(|(c, f)| (c.name.as_str(), *f))
            .collect();
        for (element, forces) in self.elements.iter().zip(nodal) {
            let gradient = element.gradient();
            for (i, deformation) in element.deformations().iter().enumerate().filter(|(_, d)| !d.flexible) {
                let name = format!("{}: {}", element.name(), deformation.name);
                let Some(force) = names.get(name.as_str()) else { continue };
                forces.iter_mut().enumerate().for_each(|(j, f)| *f -= force * gradient[(i, j)]);
            }
        }
    }

    /// The transpose of [`Self::close`] for sensitivities to the forces on the elements: adds what acts through the stress of fixed
    /// deformations, which balances those forces.
    pub(crate) fn add_balance(&self, by_force: &mut [Vec<f64>]) {
        let Some((rows, factor)) = &self.forces_of else { return };
        let mut felt = vec![0.0; rows.rows()];
        let places: std::collections::BTreeMap<&str, usize> = self
            .constraints
            .iter()
            .enumerate()
            .skip(self.supports)
            .map(|(k, c)| (c.name.as_str(), k))
            .collect();
        for (element, weights) in self.elements.iter().zip(by_force.iter()) {
            let gradient = element.gradient();
            for (i, deformation) in element.deformations().iter().enumerate().filter(|(_, d)| !d.flexible) {
                let name = format!("{}: {}", element.name(), deformation.name);
                let Some(place) = places.get(name.as_str()) else { continue };
                felt[*place] -= weights.iter().enumerate().map(|(j, w)| w * gradient[(i, j)]).sum::<f64>();
            }
        }
        let mut solved = Dense::from_column_major(felt.len(), 1, felt);
        factor.solve_in_place(&mut solved);
        let mut back = vec![0.0; rows.cols()];
        rows.transpose().multiply(solved.column(0), &mut back);
        for (element, weights) in self.elements.iter().zip(by_force) {
            element.coordinates().iter().zip(weights).for_each(|(index, w)| *w += back[*index]);
        }
    }

    /// T y.
    pub(crate) fn all(&self, independent: &[f64]) -> Vec<f64> {
        let mut full = vec![0.0; self.system.coordinates.len()];
        self.system.elimination.transformation.multiply(independent, &mut full);
        full
    }

    /// K^G over the independent coordinates, of the stress in a static state under forces on all coordinates and, where it weighs, under
    /// its weight: gravity is the inertia of a frame that is accelerated upwards, so that weight acts along elements and at offsets.
    #[must_use]
    pub fn geometric_stiffness(&self, displacement: &[f64], force: &[f64], weighs: bool) -> Sparse {
        let acceleration = if weighs { self.model.gravity.map(|g| -g) } else { [0.0; 3] };
        let rising = MovingFrame { acceleration, ..MovingFrame::default() };
        self.geometric_in_motion(&rising, displacement, force)
    }

    /// The structure of small motions about a static state under named forces and weight: its stress stiffens or softens the
    /// frame, K + K^G; its displacements do not move the nodes.
    ///
    /// # Errors
    /// A force that the frame does not have.
    pub fn stressed(
        &self,
        structure: &Structure,
        displacement: &[f64],
        values: &[(String, f64)],
    ) -> Result<Structure, MechError> {
        let weighs = self.model.gravity.iter().any(|g| *g != 0.0);
        let geometric = self.geometric_stiffness(displacement, &self.force(values)?, weighs);
        let stiffness = structure.stiffness.add_scaled(1.0, &geometric, 1.0);
        Ok(Structure { stiffness, ..structure.clone() })
    }

    pub(crate) fn stress_stiffness(&self, carried: &Carried, moving: Option<&MovingFrame>) -> Sparse {
        let n = self.system.coordinates.len();
        let mut sum = Triplets::new(n, n);
        for (element, nodal) in self.elements.iter().zip(&carried.nodal) {
            if let Some(element_in_motion) = element.moving() {
                sum.add_block(element.coordinates(), &element_in_motion.geometric_stiffness(nodal, moving));
            }
        }
        Sparse::from_triplets(&sum).congruence(&self.system.elimination.transformation).symmetric_part()
    }
}

fn ratio(rest: &[f64], largest: f64) -> f64 {
    let left = rest.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
    if largest == 0.0 { 0.0 } else { left / largest }
}

/// Dᵀ(S e + S_d ė) + m a − Ω²(f_E + M_E x) of the flexible deformations, over the element's coordinates. In a
/// rotating frame, `v` and `a` are relative to it.
fn own_forces(
    element: &dyn Element,
    motion: [&[f64]; 3],
    spin: Option<(&SpinAxis, f64)>,
    softened: bool,
) -> Vec<f64> {
    let [x, v, a] = motion.map(|all| element.coordinates().iter().map(|c| all[*c]).collect::<Vec<f64>>());
    let gradient = crate::assembly::linear_system::flexible_gradient(element);
    let mut stress = element.stiffness().multiply_vector(&gradient.multiply_vector(&x));
    if let Some(damping) = element.damping() {
        let viscous = damping.multiply_vector(&gradient.multiply_vector(&v));
        stress.iter_mut().zip(viscous).for_each(|(s, d)| *s += d);
    }
    let mut forces = gradient.transpose().multiply_vector(&stress);
    if let Some(mass) = element.mass() {
        forces.iter_mut().zip(mass.multiply_vector(&a)).for_each(|(f, m)| *f += m);
    }
    if let (Some((axis, speed)), Some(moving)) = (spin, element.moving()) {
        let inertia = moving.spin_inertia(axis);
        let moved = if softened { inertia.softening.multiply_vector(&x) } else { vec![0.0; x.len()] };
        for (force, (load, more)) in forces.iter_mut().zip(inertia.load.iter().zip(moved)) {
            *force -= speed * speed * (load + more);
        }
    }
    forces
}
