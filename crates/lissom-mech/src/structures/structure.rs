//! A linear structure: a frame, an imported part, a mechanism about a state, or a reduced model of any of
//! them. Later stages treat them alike.

use crate::assembly::linear_system::LinearSystem;
use crate::structures::modal_damping::ModalDamping;
use crate::structures::rigid_body::{RigidBody, name_of};
use crate::structures::row::Row;
use crate::turning::turning_forms::TurningForms;
use crate::vector::{Vector, add_scaled};
use lissom_import::doctor::moves_no_mass;
use lissom_linalg::{Dense, Sparse, Triplets};

/// M ẍ + D ẋ + K x = Σ bⱼ uⱼ(t), yᵢ = cᵢᵀ x, about a configuration at rest in the inertial frame.
///
/// M and K are symmetric and positive semidefinite; the kernel of K are the rigid motions.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Its name, for messages.
    pub name: String,
    /// What each row is: its name, what it measures, where.
    pub rows: Vec<Row>,
    /// M.
    pub mass: Sparse,
    /// D, symmetric: dashpots, Rayleigh terms and damping matrices; modal damping is not in it.
    pub damping: Sparse,
    /// K.
    pub stiffness: Sparse,
    /// Free motions by geometry, one column each. Candidates, to be verified with K.
    pub rigid_candidates: Dense,
    /// Damping ratios of elastic modes besides D.
    pub modal_damping: ModalDamping,
    /// Inputs.
    pub inputs: Vec<Pattern>,
    /// Outputs.
    pub outputs: Vec<Pattern>,
    /// Where it can be joined to others: nodes of a frame, `[[interface]]`s of a part.
    pub interfaces: Vec<Interface>,
    /// Its rigid motion; `None` when the positions of its rows are unknown.
    pub rigid_body: Option<RigidBody>,
    /// Rotation matrices, stored with reduced structures, whose rows have no positions.
    pub turning: Option<Box<TurningForms>>,
}

/// An interface: a node, a rigid face, the mean of a set of nodes, or separate nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// Its name: of the node or of the `[[interface]]`.
    pub name: String,
    /// Its motions, translations first.
    pub motions: Vec<InterfaceMotion>,
}

/// Names of the motions of a point, by component.
pub(crate) const MOTIONS: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

impl Interface {
    /// The same interface under another name: the motions of its point, `mount, x` of a supplier, are `flange, x` here. Motions
    /// of separate nodes keep the names of their nodes.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        let is_point = self.name != name && self.point().is_some();
        let renamed = |motion: &InterfaceMotion| match motion.of.filter(|_| is_point) {
            Some(of) => InterfaceMotion { name: Self::motion_name(name, of.component), ..motion.clone() },
            None => motion.clone(),
        };
        Self { name: name.to_owned(), motions: self.motions.iter().map(renamed).collect() }
    }

    /// Its point \[m\], if all of its motions are those of one.
    pub(crate) fn point(&self) -> Option<Vector> {
        let mut points = self.motions.iter().map(|motion| motion.of.map(|of| of.at));
        let first = points.next()??;
        points.all(|at| at == Some(first)).then_some(first)
    }

    /// The name of a motion of the point of an interface.
    pub(crate) fn motion_name(interface: &str, component: u8) -> String {
        format!("{interface}, {}", MOTIONS[usize::from(component) - 1])
    }
}

/// One motion w of an interface: the displacement is wᵀ x, a force f along it acts on the rows as w f.
#[derive(Clone, Debug, PartialEq)]
pub struct InterfaceMotion {
    /// Its name: `top, x`.
    pub name: String,
    /// Unit of the motion: `m` or `rad`.
    pub unit: &'static str,
    /// The motion and point; `None` if unknown.
    pub of: Option<PointMotion>,
    /// Rows and weights; a motion that is itself a row has one entry with weight 1.
    pub entries: Vec<(usize, f64)>,
}

/// A translation or rotation of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointMotion {
    /// Translations along x, y, z are 1, 2, 3; rotations about them 4, 5, 6.
    pub component: u8,
    /// The point [m].
    pub at: Vector,
}

impl InterfaceMotion {
    /// One number per row.
    #[must_use]
    pub fn values(&self, rows: usize) -> Vec<f64> {
        spread(rows, &self.entries)
    }

    /// The row this motion is, when it is one.
    #[must_use]
    pub fn row(&self) -> Option<usize> {
        match self.entries[..] {
            [(row, 1.0)] => Some(row),
            _ => None,
        }
    }
}

/// One number per row from rows and weights; duplicates are summed.
pub(crate) fn spread(rows: usize, entries: &[(usize, f64)]) -> Vec<f64> {
    let mut values = vec![0.0; rows];
    entries.iter().for_each(|(row, weight)| values[*row] += weight);
    values
}

/// A named direction in the space of coordinates: a unit input's force b, or an output's weights c.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Name of the input or output.
    pub name: String,
    /// Unit of the input (`N`, `N m`) or output (`m`, `rad`).
    pub unit: String,
    /// One number per row.
    pub values: Vec<f64>,
}

impl Structure {
    /// A structure of a mass and a stiffness alone, its rows numbered from one.
    #[must_use]
    pub fn of_matrices(name: &str, mass: Sparse, stiffness: Sparse) -> Self {
        let n = stiffness.rows();
        Self {
            name: name.to_owned(),
            rows: (1..=n).map(|row| Row::amplitude(format!("row {row}"))).collect(),
            mass,
            damping: Sparse::from_triplets(&Triplets::new(n, n)),
            stiffness,
            rigid_candidates: Dense::zeros(n, 0),
            modal_damping: ModalDamping::default(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            interfaces: Vec::new(),
            rigid_body: None,
            turning: None,
        }
    }

    /// The structure of a frame about its reference configuration, without inputs, outputs and interfaces; see
    /// [`Structure::of_model`] for those.
    #[must_use]
    pub fn of_frame(name: &str, system: &LinearSystem) -> Self {
        Self {
            rows: (0..system.degrees_of_freedom()).map(|row| system.row(row)).collect(),
            damping: system.damping.clone(),
            rigid_candidates: system.rigid_motions.free_independent.clone(),
            rigid_body: Some(RigidBody::of_frame(system)),
            ..Self::of_matrices(name, system.mass.clone(), system.stiffness.clone())
        }
    }

    /// The same structure moved in space [m]: matrices do not change.
    #[must_use]
    pub fn placed(mut self, shift: Vector) -> Self {
        let motions = self.interfaces.iter_mut().flat_map(|interface| &mut interface.motions);
        for of in motions.filter_map(|motion| motion.of.as_mut()) {
            of.at = add_scaled(of.at, 1.0, shift);
        }
        for place in self.rows.iter_mut().filter_map(|row| row.place.as_mut()) {
            *place = add_scaled(*place, 1.0, shift);
        }
        if let Some(body) = &mut self.rigid_body {
            body.centre = add_scaled(body.centre, 1.0, shift);
            body.base = body.base.map(|base| add_scaled(base, 1.0, shift));
        }
        if let Some(forms) = &mut self.turning {
            forms.origin = add_scaled(forms.origin, 1.0, shift);
        }
        self
    }

    /// Whether a rigid motion has no mass, as when stiffness and mass are exchanged.
    #[must_use]
    pub fn moves_no_mass(&self) -> bool {
        let motions = &self.rigid_candidates;
        motions.cols() > 0 && moves_no_mass(&self.mass, motions.column(0))
    }

    /// Number of degrees of freedom.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// What each row is called.
    #[must_use]
    pub fn row_names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.name.clone()).collect()
    }

    /// The interface with this name.
    #[must_use]
    pub fn interface(&self, name: &str) -> Option<&Interface> {
        self.interfaces.iter().find(|interface| interface.name == name)
    }

    /// The force of named inputs with given values, over the rows [N] or [N m].
    ///
    /// # Panics
    /// When a name is not that of an input: names are checked with the model.
    #[must_use]
    pub fn force_of(&self, values: &[(String, f64)]) -> Vec<f64> {
        let mut force = vec![0.0; self.size()];
        for (name, value) in values {
            let input = self.inputs.iter().find(|input| input.name == *name);
            let input = input.expect("a checked model names only forces and torques that are inputs");
            force.iter_mut().zip(&input.values).for_each(|(f, b)| *f += value * b);
        }
        force
    }

    /// A force over the rows, and weight, where the distribution of mass is known [N] or [N m]; `gravity` is its
    /// acceleration [m/s²].
    #[must_use]
    pub fn with_weight(&self, mut force: Vec<f64>, gravity: Vector) -> Vec<f64> {
        let Some(body) = &self.rigid_body else { return force };
        force.iter_mut().zip(body.weight(gravity)).for_each(|(f, w)| *f += w);
        force
    }

    /// What its candidates of rigid motions are, in words; empty where that is not known.
    #[must_use]
    pub fn motion_names(&self) -> Vec<String> {
        let columns = self.rigid_candidates.cols();
        match &self.rigid_body {
            Some(body) if body.free.len() == columns => body.free.clone(),
            Some(body) if body.kinds.len() == columns => {
                body.kinds.iter().map(|kind| name_of(*kind).to_owned()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The input patterns side by side: B.
    #[must_use]
    pub fn input_matrix(&self) -> Dense {
        columns(self.size(), &self.inputs)
    }
}

fn columns(rows: usize, patterns: &[Pattern]) -> Dense {
    let values: Vec<f64> = patterns.iter().flat_map(|pattern| &pattern.values).copied().collect();
    Dense::from_column_major(rows, patterns.len(), values)
}
