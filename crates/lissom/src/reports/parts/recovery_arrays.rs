//! Recovered parts and loads of motions as arrays: what `simulate --recover` and `--loads` write.

use crate::failure::Failure;
use crate::npz::NamedArray;
use crate::reports::parts::part_recovery::{RecoveredLoads, RecoveredPart};
use crate::session::Session;
use crate::simulations::simulation::Simulation;
use lissom_linalg::Progress;

/// The FE parts of a motion.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// Name of the model: `full`, or that of a reduction.
    pub model: String,
    /// Times, in seconds.
    pub times: Vec<f64>,
    /// Parts with a mesh.
    pub parts: Vec<RecoveredPart>,
    /// Interfaces of all parts.
    pub loads: Vec<RecoveredLoads>,
}

impl Session {
    /// Meshes and interface loads of FE parts in a motion of `full` or of a reduction of the model file.
    ///
    /// # Errors
    /// When the model has no FE parts in large motion, or the motion is of a saved basis, whose system is not kept.
    pub fn recovery(&self, motion: &Simulation, progress: &dyn Progress) -> Result<Recovery, Failure> {
        if self.model()?.fe_parts.iter().all(|part| part.motion.is_none()) {
            let why = "--recover and --loads are about parts with motion = \"large\"";
            return Err(Failure::missing_section("[[fe_part]]", why));
        }
        let (parts, loads) = if motion.model == "full" {
            let system = self.mechanism()?;
            (self.recovered_parts(system, &motion.trajectory)?, self.recovered_loads(system, motion)?)
        } else {
            let system = self.reduced(&motion.model, progress)?;
            (self.recovered_parts(&*system, &motion.trajectory)?, self.recovered_loads(&*system, motion)?)
        };
        Ok(Recovery { model: motion.model.clone(), times: motion.trajectory.times.clone(), parts, loads })
    }
}

impl Recovery {
    /// Meshes: `t`, and for every part `MODEL.PART.` with `nodes`, `places` (nodes × 3), `displacements` and `deformations`
    /// (times × nodes × 3), `origin` (times × 3), `axes` (times × 3 × 3) and, where the part brings it, `stress` (times × rows).
    #[must_use]
    pub fn mesh_arrays(&self) -> Vec<NamedArray> {
        let count = self.times.len();
        let mut all = vec![array("t".to_owned(), vec![count], self.times.clone())];
        for part in &self.parts {
            let name = |what: &str| format!("{}.{}.{what}", self.model, part.part);
            let nodes = part.nodes.len();
            let flat = |frames: &[Vec<[f64; 3]>]| frames.iter().flatten().flatten().copied().collect();
            all.push(array(name("nodes"), vec![nodes], part.nodes.iter().map(|n| *n as f64).collect()));
            all.push(array(name("places"), vec![nodes, 3], part.places.iter().flatten().copied().collect()));
            all.push(array(name("displacements"), vec![count, nodes, 3], flat(&part.displacements)));
            all.push(array(name("deformations"), vec![count, nodes, 3], flat(&part.deformations)));
            all.push(array(name("origin"), vec![count, 3], part.origins.iter().flatten().copied().collect()));
            let axes = part.axes.iter().flatten().flatten().copied().collect();
            all.push(array(name("axes"), vec![count, 3, 3], axes));
            if let Some(rows) = part.stresses.first().map(Vec::len) {
                let values = part.stresses.iter().flatten().copied().collect();
                all.push(array(name("stress"), vec![count, rows], values));
            }
        }
        all
    }

    /// Loads: `t`, and for every interface `MODEL.PART.INTERFACE.` with `in_space` and `in_part` (times × 6: force, moment).
    #[must_use]
    pub fn load_arrays(&self) -> Vec<NamedArray> {
        let count = self.times.len();
        let mut all = vec![array("t".to_owned(), vec![count], self.times.clone())];
        for own in &self.loads {
            for (what, values) in [("in_space", &own.in_space), ("in_part", &own.in_part)] {
                let name = format!("{}.{}.{what}", self.model, own.interface);
                all.push(array(name, vec![count, 6], values.iter().flatten().copied().collect()));
            }
        }
        all
    }

    /// Names of columns and their series, for a table: displacements of all mesh nodes, then rows of stress.
    #[must_use]
    pub fn mesh_columns(&self) -> Vec<(String, Vec<f64>)> {
        let mut all = Vec::new();
        for part in &self.parts {
            for (k, node) in part.nodes.iter().enumerate() {
                for (axis, letter) in ["x", "y", "z"].iter().enumerate() {
                    let name = format!("{}.{}.{node} {letter} [m]", self.model, part.part);
                    all.push((name, part.displacements.iter().map(|frame| frame[k][axis]).collect()));
                }
            }
            for row in 0..part.stresses.first().map_or(0, Vec::len) {
                let name = format!("{}.{}.stress {} [Pa]", self.model, part.part, row + 1);
                all.push((name, part.stresses.iter().map(|frame| frame[row]).collect()));
            }
        }
        all
    }

    /// The same for interface loads: along the axes of space, then along those of the part in its reference configuration.
    #[must_use]
    pub fn load_columns(&self) -> Vec<(String, Vec<f64>)> {
        const EACH: [(&str, &str); 6] =
            [("fx", "N"), ("fy", "N"), ("fz", "N"), ("mx", "N m"), ("my", "N m"), ("mz", "N m")];
        let mut all = Vec::new();
        for own in &self.loads {
            for (values, where_) in [(&own.in_space, ""), (&own.in_part, " in part")] {
                for (k, (letter, unit)) in EACH.iter().enumerate() {
                    let name = format!("{}.{} {letter}{where_} [{unit}]", self.model, own.interface);
                    all.push((name, values.iter().map(|row| row[k]).collect()));
                }
            }
        }
        all
    }
}

fn array(name: String, shape: Vec<usize>, values: Vec<f64>) -> NamedArray {
    NamedArray { name, shape, values }
}
