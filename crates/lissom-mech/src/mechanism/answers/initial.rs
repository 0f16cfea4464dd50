//! Rates of the coordinates from velocities of hinges and nodes.

use crate::assembly::coordinates::TranslationId;
use crate::elements::Origin;
use crate::error::MechError;
use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::system::{GeneralisedCoordinate, Inadmissible, Size, State, System, Workspace};
use lissom_linalg::eigen::cholesky;
use lissom_linalg::{Dense, svd};
use lissom_model::model::{Driven, InitialVelocity, Model};

/// A singular value below this share of the largest one does not move anything [-].
const RANK: f64 = 1e-10;

/// A motion that changes following deformations by less than this share of the largest change holds them [-].
const HELD: f64 = 1e-9;

/// Mass of coordinates that have none, as a share of the largest mass [-].
const TRACE: f64 = 1e-10;

/// A velocity is met if it differs by no more than this share of the largest one [-].
const MET: f64 = 1e-9;

impl Mechanism {
    /// Rates of the coordinates with the initial velocities of a model (`[[initial]]`), at a state whose own rates are not used.
    ///
    /// Joints whose rates are given take them, the others are at rest if they can be; otherwise the rates are those of an impulse at
    /// the places of the velocities. Joints and rigid motions are taken first, so that they move no deformation; deformations move
    /// only where joints alone cannot give these velocities.
    ///
    /// # Errors
    /// When the state is inadmissible, or the constraints do not allow the velocities.
    pub fn initial_rates(
        &self,
        model: &Model,
        at: &State,
        work: &mut Workspace,
    ) -> Result<Vec<f64>, MechError> {
        let m = self.size();
        let wanted = &model.structure.initial;
        if wanted.is_empty() || m == 0 {
            return Ok(vec![0.0; m]);
        }
        let refused = |state: Inadmissible| MechError::Inadmissible(state);
        let b: &mut Buffers = work.buffers();
        let still = vec![0.0; m];
        self.take(&State { velocity: &still, ..*at }, b).map_err(refused)?;
        let moved =
            self.core.move_all(&self.basis, at.time, &still, b).and_then(|()| self.core.measure_all(b));
        moved.map_err(|failure| refused(self.refuse(at.time, failure)))?;
        let mut motions = Dense::zeros(wanted.len(), m);
        let mut missing = Vec::new();
        for (i, velocity) in wanted.iter().enumerate() {
            let row = self.observed(model, velocity, b)?;
            let driven: f64 = row.iter().map(|(c, factor)| factor * b.velocity[*c]).sum();
            missing.push(velocity.value - driven);
            for (c, factor) in row {
                let Some(place) = self.core.place[c] else { continue };
                for j in 0..m {
                    motions[(i, j)] += factor * b.motion.get(place, j);
                }
            }
        }
        let following = self.following_deformations(b);
        let mass = || self.mass_at(at, work);
        rates_of(model, &self.coordinates, (&motions, &following), missing, mass)
    }

    /// The mass matrix at a state.
    fn mass_at(&self, at: &State, work: &mut Workspace) -> Result<Dense, MechError> {
        let still = vec![0.0; self.size()];
        let at = State { velocity: &still, ..*at };
        Ok(self.linearise(&at, &still, &vec![0.0; self.inputs().len()], work)?.mass)
    }

    /// How fast the deformations that follow from the coordinates change per unit rate of each coordinate.
    fn following_deformations(&self, b: &Buffers) -> Dense {
        let core = &self.core;
        let is_small = |m: &usize| core.parts.measures[*m].deformation.size == Size::Small;
        let following: Vec<usize> = core.choice.released.iter().copied().filter(is_small).collect();
        let mut rates = Dense::zeros(following.len(), self.size());
        for (i, measure) in following.into_iter().enumerate() {
            for (c, at) in core.parts.row(measure) {
                let Some(place) = core.place[c] else { continue };
                (0..self.size()).for_each(|j| rates[(i, j)] += b.gradients[at] * b.motion.get(place, j));
            }
        }
        rates
    }

    /// How fast every node moves along x, y and z per unit rate of each coordinate, at a state: three rows for each node of the
    /// model.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn motion_of_nodes(
        &self,
        model: &Model,
        at: &State,
        work: &mut Workspace,
    ) -> Result<Dense, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let moved = self.core.move_all(&self.basis, at.time, at.velocity, b);
        moved.map_err(|failure| self.refuse(at.time, failure))?;
        let mut motions = Dense::zeros(3 * model.structure.nodes.len(), self.size());
        for node in 0..model.structure.nodes.len() {
            let coordinates = self.core.coordinates.translation(TranslationId(node));
            for (row, c) in coordinates.enumerate().take(2) {
                let Some(place) = self.core.place[c] else { continue };
                for j in 0..self.size() {
                    motions[(3 * node + row, j)] = b.motion.get(place, j);
                }
            }
        }
        Ok(motions)
    }

    /// A velocity as a combination of the rates of all coordinates of nodes.
    fn observed(
        &self,
        model: &Model,
        velocity: &InitialVelocity,
        b: &Buffers,
    ) -> Result<Vec<(usize, f64)>, MechError> {
        match velocity.what {
            Driven::Hinge(hinge) => {
                let measure = self.core.parts.measure_of(Origin::Hinge(hinge));
                Ok(self.core.parts.row(measure).map(|(c, at)| (c, b.gradients[at])).collect())
            }
            Driven::Joint(_) => Err(MechError::SpatialOnly { what: name(model, velocity) }),
            Driven::Node(node, direction) => {
                let node_name = || model.structure.nodes[node.0].name.clone();
                let row = self.core.coordinates.measure(node, direction);
                row.ok_or_else(|| MechError::NothingTurns { what: name(model, velocity), node: node_name() })
            }
        }
    }
}

/// The rates of coordinates that give the initial velocities of a model: `motions` has a row for each of them, `following` one for
/// each deformation that follows from the coordinates, `missing` is what the drives alone do not give.
///
/// Joints whose rates are given take them. What is then missing is given by an impulse at the places of the velocities: of all
/// rates, those with the least kinetic energy, by joints alone if they can. So the motion does not depend on units,
/// on attitudes, or on which coordinates were chosen.
///
/// # Errors
/// When the constraints do not allow the velocities.
pub(crate) fn rates_of(
    model: &Model,
    coordinates: &[GeneralisedCoordinate],
    (motions, following): (&Dense, &Dense),
    mut missing: Vec<f64>,
    mass: impl FnOnce() -> Result<Dense, MechError>,
) -> Result<Vec<f64>, MechError> {
    let (wanted, m) = (&model.structure.initial, coordinates.len());
    let largest = missing.iter().fold(0.0, |largest: f64, v| largest.max(v.abs()));
    let is_met = |missing: &[f64]| missing.iter().all(|missing| missing.abs() <= MET * largest);
    let mut rates = given_rates(coordinates, motions, &missing);
    let take = |change: &[f64], missing: &mut [f64]| {
        let gained = motions.multiply_vector(change);
        missing.iter_mut().zip(gained).for_each(|(missing, gained)| *missing -= gained);
    };
    take(&rates, &mut missing);
    if is_met(&missing) {
        return Ok(rates);
    }
    let mass = mass()?;
    for joints_only in [true, false] {
        let free: Vec<usize> =
            (0..m).filter(|j| !joints_only || coordinates[*j].size == Size::Large).collect();
        let held = if joints_only { following.clone() } else { Dense::zeros(0, m) };
        let change = least_energy(motions, &missing, &mass, &held, &free)?;
        rates.iter_mut().zip(&change).for_each(|(rate, change)| *rate += change);
        take(&change, &mut missing);
        if is_met(&missing) {
            return Ok(rates);
        }
    }
    let worst = (0..wanted.len()).max_by(|a, b| missing[*a].abs().total_cmp(&missing[*b].abs()));
    let worst = worst.expect("there is at least one velocity");
    Err(MechError::InitialVelocity {
        what: name(model, &wanted[worst]),
        wanted: wanted[worst].value,
        possible: wanted[worst].value - missing[worst],
    })
}

/// The rates of joints that are coordinates and are given themselves.
fn given_rates(coordinates: &[GeneralisedCoordinate], motions: &Dense, wanted: &[f64]) -> Vec<f64> {
    let mut rates = vec![0.0; coordinates.len()];
    for (i, wanted) in wanted.iter().enumerate() {
        let row: Vec<f64> = (0..coordinates.len()).map(|j| motions[(i, j)]).collect();
        let largest = row.iter().fold(0.0_f64, |largest, v| largest.max(v.abs()));
        let mut moving = (0..row.len()).filter(|j| row[*j].abs() > HELD * largest);
        if let (Some(j), None) = (moving.next(), moving.next())
            && coordinates[j].size == Size::Large
        {
            rates[j] = wanted / row[j];
        }
    }
    rates
}

/// Of all x with the least |A x − b| that move only what is free and nothing of what is held, that with the least xᵀ M x.
fn least_energy(
    a: &Dense,
    b: &[f64],
    mass: &Dense,
    held: &Dense,
    free: &[usize],
) -> Result<Vec<f64>, MechError> {
    let n = free.len();
    // With M = L Lᵀ and y = Lᵀ x, xᵀ M x is the square of y.
    let factor = factor_of(&Dense::from_fn(n, n, |i, j| mass[(free[i], free[j])]))?;
    let in_energy = |rows: &Dense| {
        let mut all = Dense::zeros(rows.rows(), n);
        for i in 0..rows.rows() {
            for j in 0..n {
                let known: f64 = (0..j).map(|k| factor[(j, k)] * all[(i, k)]).sum();
                all[(i, j)] = (rows[(i, free[j])] - known) / factor[(j, j)];
            }
        }
        all
    };
    let some = without(&in_energy(a), &in_energy(held))?;
    let mut y = least_squares(&some, b)?;
    for j in (0..n).rev() {
        let known: f64 = (j + 1..n).map(|k| factor[(k, j)] * y[k]).sum();
        y[j] = (y[j] - known) / factor[(j, j)];
    }
    let mut x = vec![0.0; a.cols()];
    free.iter().zip(y).for_each(|(j, y)| x[*j] = y);
    Ok(x)
}

/// L of M = L Lᵀ; where M is singular, with a trace of mass on every coordinate: those without mass move first.
fn factor_of(mass: &Dense) -> Result<Dense, MechError> {
    if mass.first_not_finite().is_some() {
        return Err(MechError::NotFinite { what: "the mass at the start".to_owned(), coordinate: None });
    }
    let n = mass.rows();
    let most = (0..n).fold(0.0_f64, |most, j| most.max(mass[(j, j)].abs()));
    let mut trace = 0.0;
    loop {
        let heavier = Dense::from_fn(n, n, |i, j| mass[(i, j)] + if i == j { trace } else { 0.0 });
        match cholesky(&heavier) {
            Ok(factor) => return Ok(factor),
            // It ends at the latest where the trace outweighs all entries of a row.
            Err(_) if trace == 0.0 => trace = if most > 0.0 { TRACE * most } else { 1.0 },
            Err(_) => trace *= 10.0,
        }
    }
}

/// The part of the rows of A that no combination of the rows of B makes: x = Aᵀ y of it moves nothing of B.
fn without(a: &Dense, b: &Dense) -> Result<Dense, MechError> {
    if b.rows() == 0 {
        return Ok(a.clone());
    }
    let parts = svd(b)?;
    let largest = parts.values.first().copied().unwrap_or(0.0);
    let mut rest = a.clone();
    for k in (0..parts.values.len()).filter(|k| parts.values[*k] > HELD * largest) {
        let v = parts.right.column(k);
        for (i, share) in rest.multiply_vector(v).into_iter().enumerate() {
            (0..rest.cols()).for_each(|j| rest[(i, j)] -= share * v[j]);
        }
    }
    // What is left of a row by rounding moves nothing.
    let size = a.max_abs();
    Ok(Dense::from_fn(
        a.rows(),
        a.cols(),
        |i, j| if rest[(i, j)].abs() > HELD * size { rest[(i, j)] } else { 0.0 },
    ))
}

/// An initial velocity in messages.
pub(crate) fn name(model: &Model, velocity: &InitialVelocity) -> String {
    match velocity.what {
        Driven::Hinge(hinge) => format!("the initial rate of hinge {}", model.structure.hinges[hinge.0].name),
        Driven::Joint(what) => {
            format!("the initial rate of joint {}", model.structure.joints[what.joint.0].name)
        }
        Driven::Node(node, _) => {
            format!("the initial velocity of node {}", model.structure.nodes[node.0].name)
        }
    }
}

/// The smallest x with the least |A x − b|.
fn least_squares(a: &Dense, b: &[f64]) -> Result<Vec<f64>, MechError> {
    let parts = svd(a)?;
    let mut x = vec![0.0; a.cols()];
    let largest = parts.values.first().copied().unwrap_or(0.0);
    for (k, value) in parts.values.iter().enumerate().filter(|(_, value)| **value > RANK * largest) {
        let share: f64 = parts.left.column(k).iter().zip(b).map(|(u, b)| u * b).sum();
        x.iter_mut().zip(parts.right.column(k)).for_each(|(x, v)| *x += share / value * v);
    }
    Ok(x)
}
