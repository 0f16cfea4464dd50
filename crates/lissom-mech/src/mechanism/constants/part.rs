//! The elements of a mechanism with their places in its buffers, and the names of their deformations.

use crate::assembly::coordinates::Coordinates;
use crate::elements::{Configuration, Deformation, Element, Finite, Moving, Origin};
use crate::error::MechError;
use lissom_linalg::Dense;

/// An element with its places in the buffers.
#[derive(Debug)]
pub(in crate::mechanism) struct Part {
    element: Box<dyn Element>,
    /// Its deformations among all deformations.
    pub first: usize,
    pub count: usize,
    /// Its D,x among all gradients, row by row.
    pub gradient: usize,
    /// S and S_d, row by row, zero for deformations that are neither flexible nor driven; empty when there is none.
    pub stiffness: Vec<f64>,
    pub damping: Vec<f64>,
    pub has_mass: bool,
}

impl Part {
    /// The element in finite motion.
    pub fn finite(&self) -> &dyn Finite {
        self.element.finite().expect("parts consist of elements with finite motion")
    }

    /// The element in its rotating frame, and the coordinate whose angle rotates that frame; `None` without
    /// such a frame.
    pub fn in_frame(&self) -> Option<(&dyn Moving, usize)> {
        let moving = self.element.moving()?;
        Some((moving, moving.own_rotation()?))
    }

    /// Its coordinates.
    pub fn coordinates(&self) -> &[usize] {
        self.element.coordinates()
    }

    /// Its name.
    pub fn name(&self) -> String {
        self.element.name()
    }

    /// What of the model it stands for.
    pub fn origin(&self) -> Origin {
        self.element.origin()
    }

    /// Its deformations among all.
    pub fn deformations(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// Whether it has stress.
    pub fn is_elastic(&self) -> bool {
        !self.stiffness.is_empty() || !self.damping.is_empty()
    }

    /// Its entries among the gradients.
    pub fn gradients(&self) -> std::ops::Range<usize> {
        self.gradient..self.gradient + self.count * self.coordinates().len()
    }
}

/// A deformation of the mechanism.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Measure {
    /// The part it belongs to.
    pub part: usize,
    pub deformation: Deformation,
}

/// All parts and all deformations.
#[derive(Debug)]
pub(in crate::mechanism) struct Parts {
    pub all: Vec<Part>,
    pub measures: Vec<Measure>,
    /// Length of the list of gradients.
    pub gradients: usize,
}

impl Parts {
    /// Lays out the elements of a structure.
    ///
    /// # Errors
    /// An element for small motions only.
    pub fn new(elements: Vec<Box<dyn Element>>) -> Result<Self, MechError> {
        let mut this = Self { all: Vec::new(), measures: Vec::new(), gradients: 0 };
        for element in elements {
            let Some(finite) = element.finite() else {
                return Err(MechError::NoFiniteMotion { element: element.name() });
            };
            let elasticity = finite.elasticity();
            let deformations = element.deformations();
            let count = deformations.len();
            let width = element.coordinates().len();
            let moves: Vec<bool> = deformations.iter().map(|d| d.flexible || d.drive.is_some()).collect();
            this.all.push(Part {
                first: this.measures.len(),
                count,
                gradient: this.gradients,
                stiffness: flattened(&elasticity.stiffness, &moves),
                damping: flattened(&elasticity.damping, &moves),
                has_mass: finite.has_mass(),
                element,
            });
            let part = this.all.len() - 1;
            this.measures.extend(deformations.into_iter().map(|deformation| Measure { part, deformation }));
            this.gradients += count * width;
        }
        Ok(this)
    }

    /// The name of a deformation: `beam A, element 3: elongation`.
    pub fn name(&self, measure: usize) -> String {
        let Measure { part, deformation } = &self.measures[measure];
        format!("{}: {}", self.all[*part].name(), deformation.name)
    }

    /// The first deformation of what stands for one element of the model: a hinge, a spring, the drive of a node.
    pub fn measure_of(&self, origin: Origin) -> usize {
        let part = self.all.iter().find(|part| part.origin() == origin);
        part.expect("every hinge, spring and driven node of the model is an element").first
    }

    /// D,x of a deformation: coordinates with their places among the gradients.
    pub fn row(&self, measure: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let part = &self.all[self.measures[measure].part];
        let start = part.gradient + (measure - part.first) * part.coordinates().len();
        part.coordinates().iter().enumerate().map(move |(j, c)| (*c, start + j))
    }

    /// The coordinates that a part places with all its deformations where the others are known: a whole end of a link, or the one unknown
    /// of a linear deformation that sees it.
    pub fn placed_by(&self, part: usize, is_known: &[bool], gradients: &[f64]) -> Option<Vec<usize>> {
        let part = &self.all[part];
        let coordinates = part.coordinates();
        let unknown: Vec<usize> = coordinates.iter().copied().filter(|c| !is_known[*c]).collect();
        if part.finite().link().is_some() {
            let ends = coordinates.split_at(3);
            return (unknown == ends.0 || unknown == ends.1).then_some(unknown);
        }
        let sees = |wanted: usize| {
            let own = self.row(part.first).filter(|(c, _)| *c == wanted);
            own.map(|(_, at)| gradients[at]).sum::<f64>() != 0.0
        };
        let is_single = part.count == 1 && part.finite().is_linear() && unknown.len() == 1;
        (is_single && sees(unknown[0])).then_some(unknown)
    }

    /// D,x of all deformations in the reference configuration.
    ///
    /// # Errors
    /// An element that is degenerate in the reference configuration.
    pub fn reference_gradients(&self, coordinates: &Coordinates) -> Result<Vec<f64>, MechError> {
        let at = Configuration::reference(coordinates.len());
        let (mut e, mut gradients) = (vec![0.0; self.measures.len()], vec![0.0; self.gradients]);
        for part in &self.all {
            part.finite()
                .deformation(&at, &mut e[part.deformations()], &mut gradients[part.gradients()])
                .map_err(|why| MechError::Degenerate { element: part.name(), reason: why.0 })?;
        }
        Ok(gradients)
    }
}

/// Row by row; what cannot deform has no stress of its own.
fn flattened(matrix: &Dense, moves: &[bool]) -> Vec<f64> {
    if matrix.max_abs() == 0.0 {
        return Vec::new();
    }
    let n = moves.len();
    let entry = |i: usize, j: usize| if moves[i] && moves[j] { matrix[(i, j)] } else { 0.0 };
    (0..n * n).map(|at| entry(at / n, at % n)).collect()
}
