//! Where the coordinates of a mechanism were chosen: the configuration that searches start from.

use crate::mechanism::buffers::Buffers;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::core::{Core, Target};

/// A closed configuration in which the coordinates determine everything.
#[derive(Clone, Debug, Default)]
pub(in crate::mechanism) struct Home {
    /// Displacement of every coordinate [m] or [rad], and cosine and sine of every rotation.
    pub displacement: Vec<f64>,
    pub turn: Vec<[f64; 2]>,
    /// What each equation demands there.
    pub target: Vec<f64>,
    /// Torn deformations there.
    pub tears: Vec<f64>,
    /// On which side of singular positions it lies: whether the determinant of the kinematic equations is negative;
    /// `None` where undetermined.
    pub is_mirrored: Option<bool>,
}

impl Home {
    /// The reference configuration.
    pub fn reference(core: &Core) -> Self {
        let n = core.coordinates.len();
        let mut home = Self {
            displacement: vec![0.0; n],
            turn: vec![[1.0, 0.0]; n],
            target: vec![0.0; core.unknowns.len()],
            tears: vec![0.0; core.placing.as_ref().map_or(0, |placing| placing.tears.len())],
            is_mirrored: None,
        };
        // If this fails, the first evaluation reports it by name.
        home.is_mirrored = home.side(core).ok();
        home
    }

    /// The configuration of other buffers of the same machine, in which everything was measured.
    ///
    /// # Errors
    /// When the coordinates do not determine it.
    pub fn new(core: &Core, at: &Buffers) -> Result<Self, Failure> {
        let target = core.equations.iter().map(|equation| match equation.target {
            Target::Zero => 0.0,
            Target::Drive(place) => at.laws[place],
            Target::Independent(_) => equation.source.value(at),
        });
        let tears = core.placing.iter().flat_map(|placing| &placing.tears);
        let mut home = Self {
            displacement: at.at.displacement.clone(),
            turn: at.at.turn.clone(),
            target: target.collect(),
            tears: tears.map(|(measure, _)| at.e[*measure]).collect(),
            is_mirrored: None,
        };
        home.is_mirrored = Some(home.side(core)?);
        Ok(home)
    }

    fn side(&self, core: &Core) -> Result<bool, Failure> {
        let mut b = Buffers::at_home(core, self, 0, false);
        core.restore(&mut b)?;
        Ok(core.pattern.is_mirrored(&b.factor))
    }
}
