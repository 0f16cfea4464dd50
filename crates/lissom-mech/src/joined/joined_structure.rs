//! A frame and imported parts, joined into one structure.
//!
//! Each component has matrices over its own rows, which together are block-diagonal; springs, dampers and
//! masses at interfaces are added. `[[join]]` and `[[fix]]` of interfaces are constraints C x = 0, which are
//! eliminated, x = T y, like those of a frame. One imported part alone is the simplest case: without supports
//! its matrices are those of the whole, and its rows keep their names.

use crate::assembly::constraints::{Constraint, Elimination, eliminate};
use crate::assembly::frame_ports;
use crate::assembly::linear_system::LinearSystem;
use crate::error::MechError;
use crate::joined::joined_places::Places;
use crate::joined::joined_rigid::{RigidPieces, free_motions};
use crate::parts::part_lumps::Lumps;
use crate::parts::part_structure::PartStructure;
use crate::structures::modal_damping::ModalDamping;
use crate::structures::rigid_body::RigidBody;
use crate::structures::row::Row;
use crate::structures::structure::{Interface, InterfaceMotion, Pattern, Structure};
use crate::vector::{Vector, norm};
use lissom_import::ImportedPart;
use lissom_linalg::{Dense, Sparse};
use lissom_model::model::{self, Attachment, InterfaceKind, Measured, Model, Side};
use std::collections::BTreeMap;

/// Source of a part of the model.
#[derive(Debug)]
pub enum PartSource {
    /// Matrices from a finite-element program.
    Imported(Box<ImportedPart>),
    /// A reduced structure.
    Reduced(Box<Structure>),
}

/// A part of a joined structure.
#[derive(Debug)]
pub enum JoinedPart {
    /// Matrices from a finite-element program.
    Imported(Box<PartStructure>),
    /// A reduced structure: its rows are coordinates without a place.
    Reduced(Box<Structure>),
}

impl JoinedPart {
    /// Number of its rows, without joins and supports.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Imported(part) => part.size(),
            Self::Reduced(structure) => structure.size(),
        }
    }

    /// Names of its rows, including dependent ones.
    #[must_use]
    pub fn coordinates(&self) -> Vec<String> {
        match self {
            Self::Imported(part) => part.coordinates.clone(),
            Self::Reduced(structure) => structure.row_names(),
        }
    }

    pub(crate) fn rigid_body(&self) -> Option<&RigidBody> {
        match self {
            Self::Imported(part) => part.rigid_body.as_ref(),
            Self::Reduced(structure) => structure.rigid_body.as_ref(),
        }
    }

    fn interfaces(&self) -> &[Interface] {
        match self {
            Self::Imported(part) => &part.interfaces,
            Self::Reduced(structure) => &structure.interfaces,
        }
    }

    fn expand(&self, motions: Dense) -> Dense {
        match self {
            Self::Imported(part) => part.expand(motions),
            Self::Reduced(_) => motions,
        }
    }

    fn reach(&self) -> f64 {
        match self {
            Self::Imported(part) => part
                .mesh
                .iter()
                .flat_map(|mesh| &mesh.nodes)
                .map(|node| norm(node.position))
                .fold(0.0, f64::max),
            Self::Reduced(_) => 0.0,
        }
    }
}

/// A frame and parts, joined.
#[derive(Debug)]
pub struct JoinedStructure {
    /// The linear structure.
    pub structure: Structure,
    /// The nodes, beams and point masses of the model, if any.
    pub frame: Option<LinearSystem>,
    /// The parts, each under its name.
    pub parts: Vec<(String, JoinedPart)>,
    /// Redundant joins and supports, by name.
    pub redundant: Vec<String>,
    /// Their indices in the list of constraints.
    pub(crate) redundant_rows: Vec<usize>,
    /// x = T y over the rows of all components, the frame first; `None` when nothing is joined or held.
    pub(crate) transformation: Option<Sparse>,
    /// M, D, K in the rows of the components that are not rows of the whole, over all rows of the components: what joins and supports
    /// carry follows from them and from the whole, so that the matrices of the components need not be kept.
    pub(crate) dependent: DependentRows,
    /// The rows of the components that are rows of the whole; all of them when nothing is joined or held.
    pub(crate) independent: Vec<usize>,
    /// Independent constraints of joins and supports of interfaces over the rows of the components, each with
    /// the unit of its force.
    pub(crate) constraints: Vec<(Constraint, &'static str)>,
    /// Unit inputs over the rows of the components.
    pub(crate) inputs: Vec<Pattern>,
    /// The frame's own model, and the elements at interfaces and joins.
    pub(crate) inner: Model,
    pub(crate) between: Model,
}

/// The rows of matrices of the components that are not rows of the whole.
#[derive(Debug, Default)]
pub(crate) struct DependentRows {
    /// Their places among the rows of the components, ascending.
    pub rows: Vec<usize>,
    /// M, D, K there.
    pub matrices: Vec<Sparse>,
}

impl JoinedStructure {
    /// Builds the joined structure of a model; `sources` are its parts, in order.
    ///
    /// # Errors
    /// A component that cannot be built; places that cannot be joined.
    pub fn new(model: &Model, sources: Vec<PartSource>) -> Result<Self, MechError> {
        let inner = frame_model(model);
        let frame = match model.structure.nodes.is_empty() {
            true => None,
            false => Some(LinearSystem::of(&inner)?),
        };
        let framed = frame.as_ref().map(|system| Structure::of_model(&inner, system)).transpose()?;
        let mut pieces: Vec<Structure> = framed.into_iter().collect();
        let mut parts = Vec::with_capacity(sources.len());
        for (description, source) in model.fe_parts.iter().zip(sources) {
            let part = match source {
                PartSource::Reduced(structure) => {
                    pieces.push((*structure).clone());
                    JoinedPart::Reduced(structure)
                }
                PartSource::Imported(imported) => {
                    let (part, matrices) = PartStructure::new(model, description, *imported)?;
                    pieces.push(matrices);
                    JoinedPart::Imported(Box::new(part))
                }
            };
            parts.push((description.name.clone(), part));
        }
        let between = between(model);
        let assembly = Assembly::of(&between, &inner, frame.as_ref(), &parts)?;
        let (structure, joining) = assembly.structure(model, pieces)?;
        let rows = assembly.rows;
        let Joining { mut constraints, inputs, elimination, dependent } = joining;
        let mut this = Self {
            structure,
            frame,
            parts,
            redundant: Vec::new(),
            redundant_rows: Vec::new(),
            transformation: None,
            dependent,
            independent: (0..rows).collect(),
            constraints: Vec::new(),
            inputs,
            inner,
            between,
        };
        if let Some(elimination) = elimination {
            for row in elimination.redundant_rows.iter().rev() {
                constraints.remove(*row);
            }
            this.redundant_rows = elimination.redundant_rows;
            this.redundant = elimination.redundant;
            this.transformation = Some(elimination.transformation);
            this.independent = elimination.independent;
        }
        this.constraints = constraints;
        Ok(this)
    }

    /// The imported part, if it is the only component.
    #[must_use]
    pub fn only_part(&self) -> Option<&PartStructure> {
        only_part(self.frame.is_some(), &self.parts)
    }

    /// Whether internal forces are known: those of members of a frame, joins and supports. A single imported part without
    /// supports has none.
    #[must_use]
    pub fn carries(&self) -> bool {
        self.only_part().is_none() || self.transformation.is_some()
    }

    /// The separate components, the frame first: first row, name (none for the frame), size.
    pub(crate) fn pieces(&self) -> Vec<Piece<'_>> {
        let mut all = Vec::with_capacity(self.parts.len() + 1);
        let mut first = 0;
        if let Some(system) = &self.frame {
            let size = system.degrees_of_freedom();
            all.push(Piece { first, size, part: None });
            first += size;
        }
        for (name, part) in &self.parts {
            all.push(Piece { first, size: part.size(), part: Some((name, part)) });
            first += part.size();
        }
        all
    }

    /// Rows of all components.
    pub(crate) fn rows(&self) -> usize {
        self.pieces().last().map_or(0, |last| last.first + last.size)
    }

    /// Places over the rows of the components, or with `all` over all coordinates of the frame and then the rows of parts.
    pub(crate) fn places(&self, all: bool) -> Result<(Places, usize), MechError> {
        let nodes = self.frame.as_ref().map(|system| match all {
            true => (frame_ports::places_of_all(&self.inner, system), system.coordinates.len()),
            false => (frame_ports::places(&self.inner, system), system.degrees_of_freedom()),
        });
        gather(&self.between, nodes, &self.parts)
    }

    /// T y.
    pub(crate) fn over_pieces(&self, values: &[f64]) -> Vec<f64> {
        let Some(t) = &self.transformation else { return values.to_vec() };
        let mut all = vec![0.0; t.rows()];
        t.multiply(values, &mut all);
        all
    }

    /// Tᵀ f.
    pub(crate) fn over_whole(&self, forces: &[f64]) -> Vec<f64> {
        let Some(t) = &self.transformation else { return forces.to_vec() };
        let mut seen = vec![0.0; t.cols()];
        t.transpose().multiply(forces, &mut seen);
        seen
    }

    /// Tᵀ A T.
    pub(crate) fn congruence(&self, matrix: Sparse) -> Sparse {
        match &self.transformation {
            Some(t) => matrix.congruence(t),
            None => matrix,
        }
    }

    /// Names of all coordinates: those of the frame, including fixed ones, and the rows of every part.
    #[must_use]
    pub fn coordinates(&self) -> Vec<String> {
        let frame = self.frame.iter().flat_map(|system| {
            (0..system.coordinates.len()).map(|coordinate| system.coordinates.name(coordinate))
        });
        let alone = self.only_part().is_some();
        let parts = self.parts.iter().flat_map(|(name, part)| {
            let name = (!alone).then_some(name.as_str());
            part.coordinates().into_iter().map(move |coordinate| of_piece(name, &coordinate))
        });
        frame.chain(parts).collect()
    }

    /// Motions of the components from motions of the whole: of all coordinates of the frame, and of all rows of each part.
    #[must_use]
    pub fn expand(&self, motions: &Dense) -> (Option<Dense>, Vec<Dense>) {
        let all = self.transformation.as_ref().map_or_else(|| motions.clone(), |t| t.times(motions));
        let mut first = 0;
        let mut take = |count: usize| {
            first += count;
            all.select_rows(&(first - count..first).collect::<Vec<_>>())
        };
        let frame = self.frame.as_ref().map(|system| system.expand(&take(system.degrees_of_freedom())));
        let parts = self.parts.iter().map(|(_, part)| part.expand(take(part.size()))).collect();
        (frame, parts)
    }
}

/// A component of a joined structure.
pub(crate) struct Piece<'a> {
    /// Its first row among those of all components.
    pub first: usize,
    /// Number of its rows.
    pub size: usize,
    /// The part it is; `None` for the frame.
    pub part: Option<(&'a str, &'a JoinedPart)>,
}

/// The imported part, if it is the only component.
fn only_part(framed: bool, parts: &[(String, JoinedPart)]) -> Option<&PartStructure> {
    match parts {
        [(_, JoinedPart::Imported(part))] if !framed => Some(part),
        _ => None,
    }
}

/// Name of a row among those of other components.
fn of_piece(name: Option<&str>, row: &str) -> String {
    match name {
        Some(name) => format!("{name}: {row}"),
        None => row.to_owned(),
    }
}

/// Connections of the components.
struct Joining {
    constraints: Vec<(Constraint, &'static str)>,
    inputs: Vec<Pattern>,
    elimination: Option<Elimination>,
    dependent: DependentRows,
}

/// Elements between the components.
struct Assembly<'a> {
    /// Elements at interfaces and joins.
    between: &'a Model,
    /// Whether a frame is the first component.
    framed: bool,
    parts: &'a [(String, JoinedPart)],
    places: Places,
    rows: usize,
}

impl<'a> Assembly<'a> {
    fn of(
        between: &'a Model,
        inner: &Model,
        system: Option<&LinearSystem>,
        parts: &'a [(String, JoinedPart)],
    ) -> Result<Self, MechError> {
        let nodes = system.map(|system| (frame_ports::places(inner, system), system.degrees_of_freedom()));
        let (places, rows) = gather(between, nodes, parts)?;
        Ok(Self { between, framed: system.is_some(), parts, places, rows })
    }

    fn lumps(&self) -> Lumps<'_> {
        let find = |what: &str, at: &Attachment| self.places.find(what, at);
        Lumps { model: self.between, find: Box::new(find), size: self.rows }
    }

    /// The joined structure and its connections; the matrices of the components are consumed.
    fn structure(
        &self,
        model: &Model,
        mut pieces: Vec<Structure>,
    ) -> Result<(Structure, Joining), MechError> {
        let lumps = self.lumps();
        let added = [lumps.mass()?, lumps.damping()?, lumps.stiffness()?];
        let constraints = self.places.constraints(self.between)?;
        let demanded: Vec<Constraint> =
            constraints.iter().map(|(constraint, _)| constraint.clone()).collect();
        let elimination = (!constraints.is_empty()).then(|| self.eliminate(&demanded));
        if elimination.as_ref().is_some_and(|e| e.independent.is_empty()) {
            return Err(MechError::NothingMoves);
        }
        let seen = Seen::new(elimination.as_ref());
        let modal_damping = modal_damping(&pieces, &seen);
        let rows = seen.rows(self.piece_rows(&mut pieces));
        let (own_inputs, own_outputs) = (lumps.inputs()?, lumps.outputs()?);
        let frame = pieces.first().filter(|_| self.framed);
        let frame_inputs = frame.map_or(&[][..], |frame| &frame.inputs);
        let frame_outputs = frame.map_or(&[][..], |frame| &frame.outputs);
        let forces = model.forces.iter().map(|force| force.name.as_str());
        let outputs = model.outputs.iter().map(|output| output.name.as_str());
        let inputs = in_order(forces, own_inputs, frame_inputs, self.rows);
        let outputs = in_order(outputs, own_outputs, frame_outputs, self.rows);
        let only = only_part(self.framed, self.parts);
        let rigid = match (only, &elimination) {
            (Some(_), None) => None,
            _ => Some(self.rigid_pieces(&pieces, &lumps)?),
        };
        drop(lumps);
        let loaded = added.iter().any(Option::is_some);
        let matrices = side_by_side(pieces, added);
        let body = self.only_body(&matrices, loaded);
        let (matrices, dependent) = seen.matrices(matrices);
        let [mass, damping, stiffness] = matrices;
        let name = only.map_or(&model.name, |part| &part.name);
        let mut whole = Structure::of_matrices(name, mass, stiffness);
        (whole.damping, whole.modal_damping, whole.rows) = (damping, modal_damping, rows);
        whole.inputs = seen.patterns(inputs.clone());
        whole.outputs = seen.patterns(outputs);
        whole.interfaces = seen.interfaces(self.places.interfaces());
        if let Some(rigid) = rigid {
            free_motions(&mut whole, &rigid, &demanded, elimination.as_ref());
        } else if let Some(motions) = only.and_then(PartStructure::motions) {
            // The part is neither joined nor supported: its rigid motions are known.
            (whole.rigid_candidates, whole.rigid_body) = (motions.vectors.clone(), body);
        }
        if let (Some(part), Some(body)) = (only, &mut whole.rigid_body) {
            body.base = part.base(model);
        }
        Ok((whole, Joining { constraints, inputs, elimination, dependent }))
    }

    /// The rigid body of one imported part with its attachments.
    fn only_body(&self, [mass, _, stiffness]: &[Sparse; 3], loaded: bool) -> Option<RigidBody> {
        let part = only_part(self.framed, self.parts)?;
        match loaded {
            true => RigidBody::of_part(part.motions()?, mass, stiffness),
            false => part.rigid_body.clone(),
        }
    }

    fn eliminate(&self, constraints: &[Constraint]) -> Elimination {
        let turns = self.places.rotations();
        let reach = self.places.reach();
        let scale = |row: usize| if turns.contains(&row) { 1.0 / reach } else { 1.0 };
        eliminate(self.rows, constraints, scale)
    }

    /// The rows of all components, with the name of the component if there are several.
    fn piece_rows(&self, pieces: &mut [Structure]) -> Vec<Row> {
        if let Some(only) = pieces.first_mut().filter(|_| only_part(self.framed, self.parts).is_some()) {
            return std::mem::take(&mut only.rows);
        }
        let frame = self.framed.then_some(None);
        let names = frame.into_iter().chain(self.parts.iter().map(|(name, _)| Some(name.as_str())));
        let each = pieces.iter().zip(names);
        let row = |name, row: &Row| Row { name: of_piece(name, &row.name), ..row.clone() };
        each.flat_map(|(piece, name)| piece.rows.iter().map(move |own| row(name, own))).collect()
    }

    fn rigid_pieces(&self, pieces: &[Structure], lumps: &Lumps<'_>) -> Result<RigidPieces, MechError> {
        let (mut candidates, mut bodies, mut first) = (Vec::new(), Some(Vec::new()), 0);
        for piece in pieces {
            candidates.push((first, piece.rigid_candidates.clone()));
            match (&piece.rigid_body, &mut bodies) {
                (Some(body), Some(all)) => all.push((first, body.clone())),
                _ => bodies = None,
            }
            first += piece.mass.rows();
        }
        for mass in &lumps.model.structure.masses {
            let at = self.places.position(&mass.at);
            let motions = lumps.motions_of(mass)?;
            let planar = motions[2].is_none();
            let centre: Option<Vector> = at.map(|at| std::array::from_fn(|k| at[k] + mass.offset[k]));
            match (centre, &mut bodies) {
                (Some(centre), Some(all)) => {
                    all.push((0, RigidBody::of_lump(motions, planar, centre, self.rows)));
                }
                _ => bodies = None,
            }
        }
        Ok(RigidPieces { candidates, bodies, rows: self.rows })
    }
}

/// Matrices M, D, K of components side by side, and what is added to them.
fn side_by_side(pieces: Vec<Structure>, added: [Option<Sparse>; 3]) -> [Sparse; 3] {
    let mut own: [Vec<Sparse>; 3] = Default::default();
    for piece in pieces {
        for (all, matrix) in own.iter_mut().zip([piece.mass, piece.damping, piece.stiffness]) {
            all.push(matrix);
        }
    }
    let mut more = added.into_iter();
    own.map(|blocks| {
        let matrix = Sparse::block_diagonal(&blocks.iter().collect::<Vec<_>>());
        match more.next().flatten() {
            Some(more) => matrix.add_scaled(1.0, &more, 1.0),
            None => matrix,
        }
    })
}

/// One ratio for every mode where all components have the same, else each component by its share of a mode's elastic energy. Frames,
/// and springs at interfaces, have none: their damping is a matrix.
fn modal_damping(pieces: &[Structure], seen: &Seen) -> ModalDamping {
    let mut each = pieces.iter().map(|piece| match piece.modal_damping {
        ModalDamping::Uniform(ratio) => Some(ratio),
        ModalDamping::ByEnergy(_) => None,
    });
    let first = each.next().flatten();
    if let Some(ratio) = first.filter(|ratio| each.all(|other| other == Some(*ratio))) {
        return ModalDamping::Uniform(ratio);
    }
    let own: Vec<Sparse> =
        pieces.iter().map(|piece| piece.modal_damping.weighted(&piece.stiffness)).collect();
    ModalDamping::ByEnergy(seen.matrix(Sparse::block_diagonal(&own.iter().collect::<Vec<_>>())))
}

/// Nodes of the frame with their number of rows, then interfaces of parts.
fn gather(
    model: &Model,
    nodes: Option<(Vec<Interface>, usize)>,
    parts: &[(String, JoinedPart)],
) -> Result<(Places, usize), MechError> {
    let (mut places, mut rows) = (Places::default(), 0);
    if let Some((nodes, own)) = nodes {
        places.add_frame(nodes);
        rows += own;
    }
    for (name, part) in parts {
        let own = model.interfaces.iter().filter(|interface| interface.part == *name);
        let found = own.map(|interface| {
            let wanted = match part {
                JoinedPart::Imported(_) => &interface.name,
                JoinedPart::Reduced(_) => &interface.set,
            };
            let known = part.interfaces().iter().find(|known| known.name == *wanted);
            let known = known.ok_or_else(|| MechError::NoSuchSet {
                interface: interface.name.clone(),
                set: wanted.clone(),
                known: part.interfaces().iter().map(|i| i.name.clone()).collect(),
            })?;
            Ok((known.renamed(&interface.name), is_separate(interface, part)))
        });
        places.add_part(name, found.collect::<Result<_, MechError>>()?, rows, part.reach());
        rows += part.size();
    }
    Ok((places, rows))
}

/// Whether an interface is a set of nodes, or of rows, one by one.
fn is_separate(interface: &model::Interface, part: &JoinedPart) -> bool {
    let of_rows = !interface.rows.is_empty() && interface.kind == InterfaceKind::Mean;
    matches!(part, JoinedPart::Imported(_)) && (of_rows || interface.kind == InterfaceKind::Nodes)
}

/// Transformation from rows of the components to rows of the whole.
struct Seen {
    /// T and Tᵀ.
    matrices: Option<(Sparse, Sparse)>,
    independent: Vec<usize>,
}

impl Seen {
    fn new(elimination: Option<&Elimination>) -> Self {
        let matrices = elimination.map(|e| (e.transformation.clone(), e.transformation.transpose()));
        Self { matrices, independent: elimination.map(|e| e.independent.clone()).unwrap_or_default() }
    }

    fn matrix(&self, matrix: Sparse) -> Sparse {
        match &self.matrices {
            Some((t, _)) => matrix.congruence(t).symmetric_part(),
            None => matrix,
        }
    }

    /// The matrices of the whole, and what of the components is not in its rows. The matrices of the components
    /// are consumed.
    fn matrices(&self, of_pieces: [Sparse; 3]) -> ([Sparse; 3], DependentRows) {
        let Some((t, _)) = &self.matrices else { return (of_pieces, DependentRows::default()) };
        let mut is_independent = vec![false; t.rows()];
        self.independent.iter().for_each(|row| is_independent[*row] = true);
        let rows: Vec<usize> = (0..t.rows()).filter(|row| !is_independent[*row]).collect();
        let all: Vec<usize> = (0..t.rows()).collect();
        let mut matrices = Vec::with_capacity(3);
        let seen = of_pieces.map(|matrix| {
            matrices.push(matrix.select(&rows, &all));
            self.matrix(matrix)
        });
        (seen, DependentRows { rows, matrices })
    }

    fn rows(&self, rows: Vec<Row>) -> Vec<Row> {
        match self.matrices {
            Some(_) => self.independent.iter().map(|row| rows[*row].clone()).collect(),
            None => rows,
        }
    }

    fn values(&self, values: Vec<f64>) -> Vec<f64> {
        let Some((_, transposed)) = &self.matrices else { return values };
        let mut seen = vec![0.0; transposed.rows()];
        transposed.multiply(&values, &mut seen);
        seen
    }

    fn patterns(&self, patterns: Vec<Pattern>) -> Vec<Pattern> {
        patterns.into_iter().map(|p| Pattern { values: self.values(p.values), ..p }).collect()
    }

    /// Tᵀ w.
    fn entries(&self, entries: &[(usize, f64)]) -> Vec<(usize, f64)> {
        let Some((_, transposed)) = &self.matrices else { return entries.to_vec() };
        let mut sum: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, weight) in entries {
            let (places, shares) = transposed.column(*row);
            for (place, share) in places.iter().zip(shares) {
                *sum.entry(*place as usize).or_default() += weight * share;
            }
        }
        sum.into_iter().filter(|(_, weight)| *weight != 0.0).collect()
    }

    fn interfaces(&self, mut interfaces: Vec<Interface>) -> Vec<Interface> {
        for interface in &mut interfaces {
            for motion in &mut interface.motions {
                motion.entries = self.entries(&motion.entries);
            }
            interface.motions.retain(|motion: &InterfaceMotion| !motion.entries.is_empty());
        }
        interfaces.retain(|interface| !interface.motions.is_empty());
        interfaces
    }
}

/// Patterns in the order of the model's names; those of the frame, which has the first rows, without a name
/// follow.
fn in_order<'n>(
    names: impl Iterator<Item = &'n str>,
    own: Vec<Pattern>,
    frame: &[Pattern],
    rows: usize,
) -> Vec<Pattern> {
    let wide = |pattern: &Pattern| {
        let mut pattern = pattern.clone();
        pattern.values.resize(rows, 0.0);
        pattern
    };
    let mut left: Vec<Pattern> = own.into_iter().chain(frame.iter().map(wide)).collect();
    let mut ordered = Vec::with_capacity(left.len());
    for name in names {
        if let Some(place) = left.iter().position(|pattern| pattern.name == name) {
            ordered.push(left.remove(place));
        }
    }
    ordered.extend(left);
    ordered
}

fn is_node(at: &Attachment) -> bool {
    matches!(at, Attachment::Node(_))
}

fn touches_part(sides: &[Side<Attachment>; 2]) -> bool {
    sides.iter().any(|side| matches!(side, Side::Part(at) if !is_node(at)))
}

/// The frame of a model without its parts and their attachments.
fn frame_model(model: &Model) -> Model {
    let mut inner = model.clone();
    inner.fe_parts.clear();
    inner.interfaces.clear();
    inner.forces.retain(|force| is_node(&force.at));
    inner.outputs.retain(|output| !matches!(&output.what, Measured::Displacement(at, _) if !is_node(at)));
    let structure = &mut inner.structure;
    structure.joins.clear();
    structure.fixes.retain(|fix| !fix.nodes.is_empty());
    structure.masses.retain(|mass| is_node(&mass.at));
    structure.springs.retain(|spring| !touches_part(&spring.sides));
    structure.dampers.retain(|damper| !touches_part(&damper.sides));
    inner
}

/// Elements at interfaces of parts, or between them and the frame.
fn between(model: &Model) -> Model {
    let mut rest = model.clone();
    rest.forces.retain(|force| !is_node(&force.at));
    rest.outputs.retain(|output| matches!(&output.what, Measured::Displacement(at, _) if !is_node(at)));
    let structure = &mut rest.structure;
    structure.masses.retain(|mass| !is_node(&mass.at));
    structure.springs.retain(|spring| touches_part(&spring.sides));
    structure.dampers.retain(|damper| touches_part(&damper.sides));
    rest
}
