//! Forces of joins, supports and frame members of a joined structure.

use crate::assembly::frame::{Frame, FrameForces, FrameMotion, Reaction};
use crate::assembly::line_load_rows;
use crate::error::MechError;
use crate::joined::joined_structure::JoinedStructure;
use crate::parts::part_lumps::Lumps;
use crate::turning::centrifugal::SpinningFrame;
use crate::turning::spinning_joined::SpinningJoined;
use lissom_linalg::{Cholesky, Dense, Sparse, Threads, Triplets};
use lissom_model::model::Attachment;

/// A motion of the rows of a joined structure, with the loads.
#[derive(Clone, Copy, Debug)]
pub struct JoinedMotion<'m> {
    /// Displacement [m] or [rad].
    pub displacement: &'m [f64],
    /// Velocity [m/s] or [rad/s].
    pub velocity: &'m [f64],
    /// Acceleration [m/s²] or [rad/s²].
    pub acceleration: &'m [f64],
    /// The rotating structure, its speed [rad/s], and the deformation by centrifugal force at unit speed,
    /// whose stress stiffens it.
    pub spin: Option<(&'m SpinningJoined<'m>, f64, &'m [f64])>,
    /// Named forces that act, with their values [N] or [N m].
    pub forces: &'m [(String, f64)],
    /// Whether gravity acts.
    pub weight: bool,
}

/// A motion over the rows of the components.
pub(crate) struct PieceMotion {
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    pub acceleration: Vec<f64>,
}

impl JoinedStructure {
    /// The elements of its frame, if it has one.
    ///
    /// # Errors
    /// Those of [`Frame::of`].
    pub fn frame_elements(&self) -> Result<Option<Frame<'_>>, MechError> {
        self.frame.as_ref().map(|system| Frame::of(&self.inner, system)).transpose()
    }

    /// Forces of frame members, supports and joins in a motion. The force of a join is the one on its first
    /// place.
    ///
    /// # Errors
    /// When joins nearly depend on each other, or weight acts on a component with unknown mass distribution.
    pub fn forces(
        &self,
        frame: Option<&Frame<'_>>,
        motion: &JoinedMotion<'_>,
    ) -> Result<FrameForces, MechError> {
        let pieces = PieceMotion {
            displacement: self.over_pieces(motion.displacement),
            velocity: self.over_pieces(motion.velocity),
            acceleration: self.over_pieces(motion.acceleration),
        };
        let mut rest = self.own_forces(&pieces);
        let mut applied = self.applied(motion.forces);
        if motion.weight {
            applied.iter_mut().zip(self.weight()?).for_each(|(f, w)| *f += w);
        }
        if let Some((spinning, speed, shape)) = motion.spin {
            let square = speed * speed;
            let mut turned = vec![0.0; rest.len()];
            spinning.piece_softening().multiply(&pieces.displacement, &mut turned);
            if let Some(stiffening) = spinning.piece_stiffening(shape)? {
                let mut stress = vec![0.0; rest.len()];
                stiffening.multiply(&pieces.displacement, &mut stress);
                turned.iter_mut().zip(&stress).for_each(|(f, less)| *f -= less);
            }
            let force = spinning.piece_load().iter().zip(&turned).map(|(f, more)| square * (f + more));
            applied.iter_mut().zip(force).for_each(|(sum, f)| *sum += f);
        }
        let largest = rest.iter().chain(&applied).fold(0.0_f64, |m, f| m.max(f.abs()));
        rest.iter_mut().zip(&applied).for_each(|(r, f)| *r -= f);
        let (constraint, left) = self.constraint_forces(&rest)?;
        let mut all = FrameForces {
            members: Vec::new(),
            reactions: Vec::new(),
            undetermined: self.redundant.clone(),
            imbalance: if largest == 0.0 { 0.0 } else { left / largest },
        };
        if let (Some(frame), Some(system)) = (frame, &self.frame) {
            let rows = system.degrees_of_freedom();
            let own = motion.forces.iter().filter(|(name, _)| self.is_of_frame(name));
            let mut force = frame.force(&own.cloned().collect::<Vec<_>>())?;
            if motion.weight {
                force.iter_mut().zip(frame.weight()).for_each(|(f, w)| *f += w);
            }
            let taken = self.force_on_frame(&pieces, &constraint)?;
            force.iter_mut().zip(&taken).for_each(|(f, more)| *f += more);
            let found = frame.forces(&FrameMotion {
                displacement: &pieces.displacement[..rows],
                velocity: &pieces.velocity[..rows],
                acceleration: &pieces.acceleration[..rows],
                spin: motion.spin.map(|(spinning, speed, _)| (spinning.axis(), speed)),
                force: &force,
            });
            all.members = found.members;
            all.reactions = found.reactions;
            all.undetermined.extend(found.undetermined);
            all.imbalance = all.imbalance.max(found.imbalance);
        }
        let joins = self.constraints.iter().zip(&constraint);
        all.reactions.extend(joins.map(|((constraint, unit), value)| Reaction {
            name: constraint.name.clone(),
            unit,
            value: *value,
        }));
        Ok(all)
    }

    fn is_of_frame(&self, name: &str) -> bool {
        let inner = &self.inner;
        inner.forces.iter().any(|force| force.name == name)
            || inner.torques.iter().any(|torque| torque.name == name)
            || inner.joint_loads.iter().any(|load| load.name == name)
            || (inner.line_loads.iter()).flat_map(line_load_rows::inputs).any(|(input, _)| input == name)
    }

    /// r = K x + D v + M a of all components and of what is between them, over the rows of the components. In rows that the whole does
    /// not have it is their own product; in the others it follows from Tᵀ r, the product of the whole, for T is the identity
    /// there: r_i = (Tᵀ r)_i − Σ T_di r_d.
    pub(crate) fn own_forces(&self, motion: &PieceMotion) -> Vec<f64> {
        let each = [&motion.acceleration, &motion.velocity, &motion.displacement];
        let whole = [&self.structure.mass, &self.structure.damping, &self.structure.stiffness];
        let mut of_whole = vec![0.0; self.independent.len()];
        for (matrix, motion) in whole.into_iter().zip(each) {
            let seen: Vec<f64> = self.independent.iter().map(|row| motion[*row]).collect();
            add_product(&mut of_whole, Some(matrix), &seen);
        }
        let mut of_dependent = vec![0.0; self.dependent.rows.len()];
        for (matrix, motion) in self.dependent.matrices.iter().zip(each) {
            add_product(&mut of_dependent, Some(matrix), motion);
        }
        let mut sum = vec![0.0; motion.displacement.len()];
        self.dependent.rows.iter().zip(of_dependent).for_each(|(row, f)| sum[*row] = f);
        let taken = self.over_whole(&sum);
        for ((row, f), taken) in self.independent.iter().zip(of_whole).zip(taken) {
            sum[*row] = f - taken;
        }
        sum
    }

    fn applied(&self, values: &[(String, f64)]) -> Vec<f64> {
        let mut force = vec![0.0; self.rows()];
        for (name, value) in values {
            for input in self.inputs.iter().filter(|input| input.name == *name) {
                force.iter_mut().zip(&input.values).for_each(|(f, b)| *f += value * b);
            }
        }
        force
    }

    /// Weight over the rows of the components [N] or [N m].
    fn weight(&self) -> Result<Vec<f64>, MechError> {
        let gravity = self.between.gravity;
        let mut force = vec![0.0; self.rows()];
        for piece in self.pieces() {
            let body = match piece.part {
                None => self.frame.as_ref().map(crate::structures::rigid_body::RigidBody::of_frame),
                Some((_, part)) => part.rigid_body().cloned(),
            };
            let unknown = || MechError::NoWeight { part: piece.part.map_or("frame", |(n, _)| n).to_owned() };
            let body = body.ok_or_else(unknown)?;
            let own = &mut force[piece.first..piece.first + piece.size];
            own.iter_mut().zip(body.weight(gravity)).for_each(|(f, w)| *f += w);
        }
        let (places, rows) = self.places(false)?;
        let find = |what: &str, at: &Attachment| places.find(what, at);
        let lumps = Lumps { model: &self.between, find: Box::new(find), size: rows };
        for mass in &self.between.structure.masses {
            let motions = lumps.motions_of(mass)?;
            for ((row, inertia), g) in
                motions[..3].iter().zip(gravity).filter_map(|(m, g)| Some((m.as_ref()?, g)))
            {
                row.iter().for_each(|(c, w)| force[*c] += g * inertia * w);
            }
        }
        drop(lumps);
        Ok(force)
    }

    /// λ of C Cᵀ λ = C r, and the largest force that is left of r − Cᵀ λ.
    pub(crate) fn constraint_forces(&self, rest: &[f64]) -> Result<(Vec<f64>, f64), MechError> {
        let left = |values: &[f64]| values.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
        if self.constraints.is_empty() {
            return Ok((Vec::new(), left(rest)));
        }
        let mut rows = Triplets::new(self.constraints.len(), rest.len());
        for (i, (constraint, _)) in self.constraints.iter().enumerate() {
            constraint.row.iter().for_each(|(column, value)| rows.add(i, *column, *value));
        }
        let rows = Sparse::from_triplets(&rows);
        let gram = rows.multiply_sparse(&rows.transpose()).symmetric_part();
        let factor = Cholesky::factor(&gram, &Threads::one())
            .map_err(|error| MechError::ConstraintForces { reason: error.to_string() })?;
        let mut right = vec![0.0; rows.rows()];
        rows.multiply(rest, &mut right);
        let mut solved = Dense::from_column_major(right.len(), 1, right);
        factor.solve_in_place(&mut solved);
        let forces = solved.column(0).to_vec();
        let mut taken = vec![0.0; rest.len()];
        rows.transpose().multiply(&forces, &mut taken);
        let rest: Vec<f64> = rest.iter().zip(&taken).map(|(r, t)| r - t).collect();
        Ok((forces, left(&rest)))
    }

    /// Forces of joins, and of springs and dampers between interfaces and nodes, on the frame, over all of
    /// its coordinates.
    pub(crate) fn force_on_frame(
        &self,
        motion: &PieceMotion,
        constraint: &[f64],
    ) -> Result<Vec<f64>, MechError> {
        let Some(system) = &self.frame else { return Ok(Vec::new()) };
        let (places, rows) = self.places(true)?;
        let (own, all) = (system.degrees_of_freedom(), system.coordinates.len());
        let wide = |values: &[f64]| {
            let mut full = vec![0.0; rows];
            system.elimination.transformation.multiply(&values[..own], &mut full[..all]);
            full[all..].copy_from_slice(&values[own..]);
            full
        };
        let mut force = vec![0.0; rows];
        let find = |what: &str, at: &Attachment| places.find(what, at);
        let lumps = Lumps { model: &self.between, find: Box::new(find), size: rows };
        let (damping, stiffness) = (lumps.damping()?, lumps.stiffness()?);
        drop(lumps);
        add_product(&mut force, damping.as_ref(), &wide(&motion.velocity));
        add_product(&mut force, stiffness.as_ref(), &wide(&motion.displacement));
        force.iter_mut().for_each(|f| *f = -*f);
        let demanded = places.constraints(&self.between)?;
        let kept = demanded.iter().enumerate().filter(|(place, _)| !self.redundant_rows.contains(place));
        for ((_, (constraint, _)), value) in kept.zip(constraint) {
            constraint.row.iter().for_each(|(row, weight)| force[*row] += weight * value);
        }
        force.truncate(all);
        Ok(force)
    }
}

/// K^G of the frame in a joined structure that centrifugal force at unit speed has deformed, over the frame's rows.
pub(crate) fn frame_stiffening(
    joined: &JoinedStructure,
    frame: &SpinningFrame<'_>,
    load: &[f64],
    displacement: &[f64],
) -> Result<Sparse, MechError> {
    let still = vec![0.0; load.len()];
    let motion = PieceMotion {
        displacement: joined.over_pieces(displacement),
        velocity: still.clone(),
        acceleration: still,
    };
    let mut rest = joined.own_forces(&motion);
    rest.iter_mut().zip(load).for_each(|(r, f)| *r -= f);
    let (constraint, _) = joined.constraint_forces(&rest)?;
    let force = joined.force_on_frame(&motion, &constraint)?;
    let rows = frame.frame().system().degrees_of_freedom();
    Ok(frame.stiffening_under(&motion.displacement[..rows], &force))
}

fn add_product(sum: &mut [f64], matrix: Option<&Sparse>, motion: &[f64]) {
    let Some(matrix) = matrix else { return };
    let mut product = vec![0.0; sum.len()];
    matrix.multiply(motion, &mut product);
    sum.iter_mut().zip(&product).for_each(|(s, p)| *s += p);
}
