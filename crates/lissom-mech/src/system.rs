//! Everything that moves is a [`System`]; full and reduced models are treated alike.
//!
//! A system is constants; every buffer lives in a [`Workspace`] that the caller owns, so that evaluations allocate
//! nothing, can run side by side, and give the same bits when repeated.

use crate::control::SampledMemory;
use crate::error::MechError;
use crate::mechanism::StructuredMatrices;
use lissom_linalg::Dense;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An independent coordinate of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneralisedCoordinate {
    /// What it is called: `beam A, element 3: bending at the first end`, `hinge shoulder: angle`, `mode 2`.
    pub name: String,
    /// Its unit: `m`, `rad`, `-`.
    pub unit: &'static str,
    /// Whether it is expected to become large; large coordinates are kept by every reduction \[Boer2013, §3.2\].
    pub size: Size,
}

/// How far a coordinate is expected to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Joint angles and rigid motions.
    Large,
    /// Deformations.
    Small,
}

/// Where a system is: time, generalised coordinates, their rates.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// Time [s].
    pub time: f64,
    /// Generalised coordinates q.
    pub position: &'a [f64],
    /// Rates q̇.
    pub velocity: &'a [f64],
}

/// The buffers of one evaluation, made by the system that uses them.
///
/// They may hold a warm start, but never change an answer beyond the stated tolerance of the kinematics; a state that
/// is refused leaves the warm start as it was.
pub struct Workspace(Box<dyn Any + Send>);

impl Workspace {
    /// Wraps a system's own buffers.
    pub fn new<T: Send + 'static>(buffers: T) -> Self {
        Self(Box::new(buffers))
    }

    /// The buffers, as the type that their system made.
    ///
    /// # Panics
    /// When the workspace belongs to another kind of system.
    pub fn buffers<T: 'static>(&mut self) -> &mut T {
        self.0.downcast_mut().expect("a workspace is used with the system that made it")
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workspace")
    }
}

/// A state that the system cannot be in: the integrator rejects the step and tries a smaller one.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
#[error("inadmissible state at t = {time} s: {reason}")]
pub struct Inadmissible {
    /// Time [s].
    pub time: f64,
    /// What cannot be: which element or constraint, and by how much.
    pub reason: String,
}

/// Energies and powers at a state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energies {
    /// Kinetic energy [J].
    pub kinetic: f64,
    /// Elastic energy [J].
    pub elastic: f64,
    /// Potential energy of gravity, zero in the reference configuration [J].
    pub potential: f64,
    /// Power taken out by damping, not negative for passive dampers [W].
    pub dissipation: f64,
    /// Power put in by forces, torque laws and drives [W].
    pub input: f64,
}

/// The equations of motion linearised about a state, each matrix by its name \[Boer2013, Eq. (15)\]:
/// M δq̈ + (C + D) δq̇ + (K + N + G) δq = B δu.
#[derive(Clone, Debug)]
pub struct Linearisation {
    /// M, symmetric.
    pub mass: Dense,
    /// C: velocity sensitivity (gyroscopic and other inertia terms, velocity-dependent loads).
    pub velocity_sensitivity: Dense,
    /// D, symmetric: material and joint damping.
    pub damping: Dense,
    /// K, symmetric: structural stiffness.
    pub stiffness: Dense,
    /// N: dynamic stiffening, from inertia and state-dependent loads.
    pub dynamic_stiffness: Dense,
    /// G, symmetric: geometric stiffness from stress.
    pub geometric_stiffness: Dense,
    /// B: generalised force per unit of each input.
    pub input: Dense,
    /// Out-of-balance generalised force at the state, zero at an equilibrium.
    pub residual: Vec<f64>,
}

/// A system at a state in other coordinates: what moves, where it is and how fast are the same.
#[derive(Clone, Debug)]
pub struct Rechosen {
    /// The system in its new coordinates.
    pub system: Arc<dyn System>,
    /// The new coordinates q.
    pub position: Vec<f64>,
    /// Their rates q̇.
    pub velocity: Vec<f64>,
}

/// Why there are no better coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum NoOther {
    /// The system knows one set of coordinates only.
    Only,
    /// Those there are determine the configuration as well as any.
    NoBetter,
    /// A drive cannot go further, whatever the coordinates: the constraints alone hold what it drives.
    DeadCentre {
        /// The hinge or slide that is driven.
        drive: String,
    },
    /// The basis of a reduced model mixes a coordinate that would have to be exchanged.
    Mixed {
        /// The coordinate.
        coordinate: String,
    },
    /// The system cannot be in the state.
    Inadmissible(Inadmissible),
}

impl fmt::Display for NoOther {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Only => write!(f, "the system has no other coordinates"),
            Self::NoBetter => write!(f, "no other coordinates determine the configuration better"),
            Self::DeadCentre { drive } => write!(f, "the drive of {drive} cannot go further: dead centre"),
            Self::Mixed { coordinate } => write!(
                f,
                "the coordinates would have to be changed here, but the basis of the reduced model mixes `{coordinate}`; \
                 run the full model"
            ),
            Self::Inadmissible(state) => write!(f, "{state}"),
        }
    }
}

/// A mechanical system in independent coordinates. Object safe on purpose.
pub trait System: Send + Sync + fmt::Debug {
    /// Its name, for messages.
    fn name(&self) -> &str;

    /// Its independent coordinates.
    fn coordinates(&self) -> &[GeneralisedCoordinate];

    /// Names of its inputs: loads that the model leaves open.
    fn inputs(&self) -> &[String];

    /// Names and units of its outputs.
    fn outputs(&self) -> &[(String, &'static str)];

    /// Fresh buffers.
    fn workspace(&self) -> Workspace;

    /// The reference state: position and velocity at t = 0.
    fn initial(&self) -> (Vec<f64>, Vec<f64>);

    /// q̈ at a state, under inputs.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn acceleration(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        acceleration: &mut [f64],
    ) -> Result<(), Inadmissible>;

    /// The outputs at a state, with all inputs zero.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn output(&self, at: &State, work: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible>;

    /// The outputs at a state under inputs, on which accelerations and forces depend.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn output_under(
        &self,
        at: &State,
        _input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.output(at, work, values)
    }

    /// Outputs that follow from the configuration and its rates, whatever the inputs are; others are left as they are.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn output_of_rates(
        &self,
        at: &State,
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.output(at, work, values)
    }

    /// Energies and powers at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn energies(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Energies, Inadmissible>;

    /// The equations of motion about a state with the given q̈.
    ///
    /// # Errors
    /// When the state is inadmissible or a law has no derivative there.
    fn linearise(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Linearisation, MechError>;

    /// Whether accelerations take work that grows with the number of coordinates, not with a power of it.
    fn has_structure(&self) -> bool {
        false
    }

    /// The matrices that steer the iterations of an implicit step about a state with the given q̈, kept element by element; `None`: those of
    /// [`Self::linearise`] are used.
    ///
    /// # Errors
    /// When the state is inadmissible or a law has no derivative there.
    fn structured(
        &self,
        _at: &State,
        _acceleration: &[f64],
        _input: &[f64],
        _work: &mut Workspace,
    ) -> Result<Option<StructuredMatrices>, MechError> {
        Ok(None)
    }

    /// Lets only a share of gravity and of the loads with a law of time act in a workspace, from now on; inputs, torque laws and
    /// drives stay whole. False where the system cannot do that.
    fn share_loads(&self, _share: f64, _work: &mut Workspace) -> bool {
        false
    }

    /// How large the machine is [m]: lengths below ε times this are rounding. Zero where it is not known.
    fn extent(&self) -> f64 {
        0.0
    }

    /// How near the coordinates are, at the last state that was evaluated with these buffers, to where they no longer
    /// determine the configuration: from 1 on they should be changed.
    fn strain(&self, _work: &mut Workspace) -> f64 {
        0.0
    }

    /// The same system at a state in coordinates that determine it better.
    ///
    /// # Errors
    /// Why there are none.
    fn rechosen(&self, _at: &State, _work: &mut Workspace) -> Result<Rechosen, NoOther> {
        Err(NoOther::Only)
    }

    /// The same system in the same coordinates, with the configuration that a state was led to in these buffers as its home: where
    /// coordinates belong to several configurations, as the lengths of two bars do to an apex on either side, evaluations with fresh
    /// buffers find this one. `None` where a system has one configuration for its coordinates.
    fn at_home(&self, _at: &State, _work: &mut Workspace) -> Option<Arc<dyn System>> {
        None
    }

    /// A state in the coordinates that the system had before any others were chosen, and their rates.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn first_chosen(&self, at: &State, _work: &mut Workspace) -> Result<(Vec<f64>, Vec<f64>), Inadmissible> {
        Ok((at.position.to_vec(), at.velocity.to_vec()))
    }

    /// How many decisions its laws take: where one changes, a force or its derivative jumps.
    fn switches(&self) -> usize {
        0
    }

    /// Whether its laws cannot be evaluated without kept decisions: what sticks and what slides does not follow from a state.
    fn needs_decisions(&self) -> bool {
        false
    }

    /// The law that takes a decision, for messages.
    fn switch_name(&self, _k: usize) -> String {
        String::new()
    }

    /// The same system with the decisions that its laws take at a state kept, so that its forces are smooth; `None` where no law
    /// switches.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn decided(
        &self,
        _at: &State,
        _input: &[f64],
        _work: &mut Workspace,
    ) -> Result<Option<Arc<dyn System>>, Inadmissible> {
        Ok(None)
    }

    /// How far each kept decision is from changing at a state: positive where it holds.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn margins(
        &self,
        _at: &State,
        _input: &[f64],
        _work: &mut Workspace,
        _margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        Ok(())
    }

    /// The next time at which its forces jump, such as a sample of a controller: no step crosses it, and [`System::decided`] is
    /// asked there [s].
    fn next_break(&self) -> Option<f64> {
        None
    }

    /// The same system, shared; `None` where it cannot be.
    fn shared(&self) -> Option<Arc<dyn System>> {
        None
    }

    /// The machine without its controllers, where there are some: its coordinates come first.
    fn plant(&self) -> Option<Arc<dyn System>> {
        None
    }

    /// What sampled controllers remember, one entry for each controller.
    fn memories(&self) -> &[SampledMemory] {
        &[]
    }

    /// The same system whose controllers remember this; `None` where it does not fit them.
    fn remembering(&self, _memories: &[SampledMemory]) -> Option<Arc<dyn System>> {
        None
    }

    /// The machine behind it, where it is one of nodes and beams: for pictures and forces.
    fn machinery(&self) -> Option<&dyn crate::machinery::Machinery> {
        None
    }

    /// The smaller system with q = V η, projected inside the assembly. V has one row per coordinate.
    ///
    /// # Errors
    /// When V does not fit, or mixes large coordinates.
    fn project(
        &self,
        basis: &Dense,
        coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError>;
}
