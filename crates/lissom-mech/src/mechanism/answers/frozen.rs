//! A mechanism about its rigid motion: all deformations locked, the drives alone move it, and every inertia effect on small
//! deformations has its name \[Scutaru2012, §1\].
//!
//! # Equation
//! About q = 0 the equations of motion linearised by [`Core::linearise`] are complete: with x = F,q q and d = T F,q q the
//! displacements in the axes of each beam (T turns them there), the joints are eliminated with the rates of T F,q kept. Of
//! the sum, the parts due to the moving frame are Coriolis 2Θ(ω̃) ḋ, Euler Θ(ε̃) d and centrifugal Θ(ω̃²) d,
//! with ḋ = T F,q q̇ + (T F,q)˙ q; the geometric stiffness is G, with the stress resultants that hold the
//! shape in its rigid motion.

use crate::elements::tilde;
use crate::error::MechError;
use crate::mechanism::Mechanism;
use crate::mechanism::answers::linearise::About;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::constants::machine::BeamParts;
use crate::mechanism::constants::part::Part;
use crate::mechanism::core::{Core, Equation, Target};
use crate::system::{Inadmissible, Linearisation, State, System, Workspace};
use crate::vector::{Vector, lift};
use lissom_linalg::Dense;

/// M q̈ + C q̇ + K q = f about the rigid motion at an instant, in deformations q.
#[derive(Clone, Debug)]
pub struct FrozenMotion {
    /// M, C = velocity sensitivity + damping, K = stiffness + dynamic + geometric stiffness, and f the residual: the forces
    /// that hold the shape, with the opposite sign.
    pub whole: Linearisation,
    /// What moving frames contribute, effect by effect; `None` where only the whole is known.
    pub effects: Option<FrameEffectParts>,
}

/// Parts of the equations that are due to moving frames.
#[derive(Clone, Debug)]
pub struct FrameEffectParts {
    /// Coriolis force of rates, a part of C.
    pub coriolis: Dense,
    /// Coriolis force of displacements that joints move in the frames, a part of K.
    pub coriolis_of_joints: Dense,
    /// Euler force, a part of K.
    pub euler: Dense,
    /// Centrifugal force, a part of K.
    pub centrifugal: Dense,
}

/// Force of the rest of a mechanism on a beam at one of its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct JointForce {
    /// The beam.
    pub beam: String,
    /// 0 for its first end, 1 for its second.
    pub end: usize,
    /// Force in global axes [N].
    pub force: Vector,
    /// Moment in global axes [N m].
    pub moment: Vector,
}

impl Mechanism {
    /// The equations of small deformations about the rigid motion at a time.
    ///
    /// # Errors
    /// If the rigid mechanism cannot follow its drives.
    pub fn frozen(&self, time: f64, input: &[f64], work: &mut Workspace) -> Result<FrozenMotion, MechError> {
        let still = vec![0.0; self.size()];
        let at = State { time, position: &still, velocity: &still };
        let whole = self.linearise(&at, &still, input, work)?;
        let b: &mut Buffers = work.buffers();
        let about = About::new(&self.core, self.size(), b);
        let zero = || Dense::zeros(self.size(), self.size());
        let mut effects = FrameEffectParts {
            coriolis: zero(),
            coriolis_of_joints: zero(),
            euler: zero(),
            centrifugal: zero(),
        };
        self.core.parts.all.iter().for_each(|part| about.add_frame_effects(&mut effects, part));
        Ok(FrozenMotion { whole, effects: Some(effects) })
    }

    /// Value, rate and acceleration of every drive at a time, by name.
    ///
    /// # Errors
    /// When a law has no finite value there.
    pub fn drives(&self, time: f64) -> Result<Vec<(String, [f64; 3])>, Inadmissible> {
        let laws = &self.core.laws;
        let mut values = vec![0.0; laws.len()];
        laws.evaluate(time, None, &mut Vec::new(), &mut values)
            .map_err(|place| self.refuse(time, Failure::Law(place)))?;
        let mut places: Vec<usize> = self.core.equations.iter().filter_map(driven).collect();
        places.sort_unstable();
        places.dedup();
        let each = |at: usize| {
            let name = laws.name(at).trim_start_matches("drive ").to_owned();
            (name, [values[at], values[at + 1], values[at + 2]])
        };
        Ok(places.into_iter().map(each).collect())
    }

    /// Forces of joints and supports on the ends of every beam at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn joint_forces(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<JointForce>, Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let core = &self.core;
        core.balance_motion(&self.basis, at.time, at.velocity, input, b)
            .map_err(|failure| self.refuse(at.time, failure))?;
        Ok(core.beams.iter().flat_map(|beam| [0, 1].map(|end| core.joint_force(beam, end, b))).collect())
    }
}

fn driven(equation: &Equation) -> Option<usize> {
    match equation.target {
        Target::Drive(at) => Some(at),
        _ => None,
    }
}

impl Core {
    /// Dᵀ(σ + λ) + M a + h of the element at an end of a beam.
    fn joint_force(&self, beam: &BeamParts, end: usize, b: &Buffers) -> JointForce {
        let part = &self.parts.all[if end == 0 { beam.parts.start } else { beam.parts.end - 1 }];
        let n = part.coordinates().len();
        let mut nodal = vec![0.0; n];
        for measure in part.deformations() {
            let place = self.equations.iter().position(|e| e.source == Source::Measure(measure));
            let stress = b.stress[measure] + place.map_or(0.0, |p| b.step[p]);
            let row = &b.gradients[part.gradients()][(measure - part.first) * n..][..n];
            nodal.iter_mut().zip(row).for_each(|(f, g)| *f += g * stress);
        }
        if part.has_mass {
            let (mut mass, mut force) = (vec![0.0; n * n], vec![0.0; n]);
            let weight = self.own_weight(part, b.share);
            let felt = if weight.is_some() { &b.bias } else { &b.felt };
            part.finite().inertia(&b.at, &b.velocity, felt, &mut mass, &mut force);
            nodal.iter_mut().zip(&force).for_each(|(f, inertia)| *f += inertia);
            if let Some(gravity) = weight {
                part.finite().weight(&b.at, gravity, &mut force);
                nodal.iter_mut().zip(force).for_each(|(f, weight)| *f -= weight);
            }
        }
        let first = 3 * end;
        JointForce {
            beam: beam.name.clone(),
            end,
            force: lift([nodal[first], nodal[first + 1]]),
            moment: [0.0, 0.0, nodal[first + 2]],
        }
    }
}

impl About<'_> {
    /// Effects of the rotating frame of a part.
    fn add_frame_effects(&self, sum: &mut FrameEffectParts, part: &Part) {
        let Some((moving, angle)) = part.in_frame() else { return };
        let (rate, acceleration) = (self.b.velocity[angle], self.b.bias[angle]);
        let turn = self.b.at.turn[angle];
        let axis = tilde([0.0, 0.0, 1.0]);
        let skew = rotate_translations(&moving.inertia_form(&axis), turn);
        let square = rotate_translations(
            &moving.inertia_form(&[[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0]]),
            turn,
        );
        let times = |matrix: &Dense, factor: f64, columns: &[f64]| {
            let n = matrix.rows();
            let rows: Vec<f64> = (0..n * n).map(|at| factor * matrix[(at / n, at % n)]).collect();
            self.rows_times(part, &rows, columns)
        };
        // ḋ in the frame: absolute velocity minus the velocity of the frame.
        let carried = skew.matmul(&carrying(skew.rows()));
        self.add_projected(&mut sum.coriolis, part, &times(&skew, 2.0 * rate, &self.motion));
        self.add_projected(&mut sum.coriolis_of_joints, part, &times(&skew, 2.0 * rate, &self.velocity));
        self.add_projected(
            &mut sum.coriolis_of_joints,
            part,
            &times(&carried, -2.0 * rate * rate, &self.motion),
        );
        self.add_projected(&mut sum.euler, part, &times(&skew, acceleration, &self.motion));
        self.add_projected(&mut sum.centrifugal, part, &times(&square, rate * rate, &self.motion));
    }
}

/// Tᵀ A T of a planar element whose translations are turned by an angle; rotations stay.
fn rotate_translations(a: &Dense, [c, s]: [f64; 2]) -> Dense {
    let n = a.rows();
    let turn = Dense::from_fn(n, n, |i, j| match (i % 3, j % 3) {
        _ if i / 3 != j / 3 => 0.0,
        (0, 0) | (1, 1) => c,
        (0, 1) => s,
        (1, 0) => -s,
        (2, 2) => 1.0,
        _ => 0.0,
    });
    turn.transpose_matmul(&a.matmul(&turn))
}

/// The velocity of displacements that turn with a frame at unit speed.
fn carrying(n: usize) -> Dense {
    Dense::from_fn(n, n, |i, j| match (i % 3, j % 3) {
        _ if i / 3 != j / 3 => 0.0,
        (0, 1) => -1.0,
        (1, 0) => 1.0,
        _ => 0.0,
    })
}
