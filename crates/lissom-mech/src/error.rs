//! Errors of structures.

use std::fmt;

/// Why a structure could not be built or linearised.
#[derive(Clone, Debug, PartialEq)]
pub enum MechError {
    /// A beam has no direction, or its `y_axis` is parallel to it.
    NoTriad {
        /// The beam.
        beam: String,
    },
    /// A hinge has no axis.
    NoAxis {
        /// The hinge.
        hinge: String,
    },
    /// A spring or damper has neither a direction nor two distinct nodes.
    NoLine {
        /// The spring or damper.
        what: String,
    },
    /// Something acts on a rotation, but nothing at the node turns.
    NothingTurns {
        /// What acts.
        what: String,
        /// The node.
        node: String,
    },
    /// Something is attached to a port of a modal body or FE part, which frames do not have.
    PortsNotHere {
        /// What is attached.
        what: String,
    },
    /// Something is supported in planar models only.
    PlanarOnly {
        /// What it is.
        what: String,
    },
    /// A node set that the mesh of a part does not have.
    NoSuchSet {
        /// The interface.
        interface: String,
        /// The requested set.
        set: String,
        /// The known sets.
        known: Vec<String>,
    },
    /// A part without row names, which an interface needs.
    RowsNotNamed {
        /// The interface.
        interface: String,
        /// The part.
        part: String,
    },
    /// A rigid interface of nodes that were expanded into several points.
    PlacesNotKnown {
        /// The interface.
        interface: String,
    },
    /// A node of an interface lacks rows in the matrices.
    RowsMissing {
        /// The interface.
        interface: String,
        /// How many of its nodes lack rows.
        nodes: usize,
        /// The first row that is missing.
        row: String,
    },
    /// Two rigid interfaces share a node: it cannot follow both.
    SharedNode {
        /// The interfaces.
        interfaces: [String; 2],
        /// The node of the mesh.
        node: i64,
    },
    /// The nodes of an interface do not determine a requested motion.
    MotionNotDetermined {
        /// What requests it.
        what: String,
        /// The interface.
        interface: String,
        /// Nodes of the interface.
        nodes: usize,
    },
    /// An interface of several separate nodes has no single motion.
    NoSingleMotion {
        /// What requests it.
        what: String,
        /// The interface.
        interface: String,
        /// Nodes of the interface.
        nodes: usize,
    },
    /// Something of a model with imported parts is not attached to an interface.
    NotAtInterface {
        /// What it is.
        what: String,
    },
    /// A matrix of a part that should be symmetric is not.
    NotSymmetric {
        /// The matrix: `stiffness of part A`.
        matrix: String,
        /// The rows of the worst pair of mirrored entries.
        rows: String,
        /// Their relative difference [-].
        relative: f64,
    },
    /// A law could not be evaluated.
    Law {
        /// Whose law it is.
        what: String,
        /// The law as written.
        law: String,
        /// What went wrong.
        reason: String,
    },
    /// The model contains something that is not supported in large motion.
    NotInMechanism {
        /// What it is.
        what: String,
    },
    /// An element supports small motions only.
    NoFiniteMotion {
        /// The element.
        element: String,
    },
    /// The reference configuration of an element is invalid.
    Degenerate {
        /// The element.
        element: String,
        /// Why.
        reason: &'static str,
    },
    /// Unknown deformation.
    UnknownDeformation {
        /// The requested element.
        element: String,
        /// The requested deformation.
        deformation: String,
        /// Deformations of that element, or the known elements.
        known: Vec<String>,
    },
    /// A fixed deformation cannot be dependent.
    NotFlexible {
        /// The deformation.
        deformation: String,
    },
    /// Wrong number of dependent deformations.
    ReleasedCount {
        /// How many were given.
        given: usize,
        /// How many the loops of the mechanism need.
        needed: usize,
        /// A choice that works.
        example: Vec<String>,
    },
    /// The independent deformations do not determine the configuration.
    SingularChoice {
        /// The dependent deformations.
        released: Vec<String>,
        /// Independent deformations that the closure of a loop ties together.
        tied: Vec<String>,
        /// A choice that works.
        instead: Vec<String>,
    },
    /// A fixed coordinate cannot be independent.
    HeldCoordinate {
        /// The coordinate.
        coordinate: String,
    },
    /// Node coordinates chosen as independent are coupled.
    TiedCoordinates {
        /// The requested coordinates.
        coordinates: Vec<String>,
        /// One that follows from the others.
        tied: String,
    },
    /// A basis mixes a coordinate that becomes large with others.
    LargeMixed {
        /// The coordinate.
        coordinate: String,
    },
    /// A basis has a column that is not finite or zero.
    BasisColumn {
        /// The column.
        column: usize,
    },
    /// A basis has another number of names than columns.
    BasisNames {
        /// Columns of the basis.
        columns: usize,
        /// Names given.
        names: usize,
    },
    /// All coordinates are fixed.
    NothingMoves,
    /// A machine has too many coordinates for large motion.
    TooLargeToMove {
        /// How many it has.
        coordinates: usize,
        /// The limit.
        most: usize,
    },
    /// Rigid members couple so many coordinates that the matrices would be full.
    FollowTooMany {
        /// Coordinates of the structure.
        coordinates: usize,
        /// Limit on the terms of their expressions.
        most: usize,
    },
    /// A number is out of range: lengths, stiffnesses or masses are too large or too small.
    NotFinite {
        /// What is not a number: "the stiffness of beam A, element 3".
        what: String,
        /// Where: a coordinate, if one is known.
        coordinate: Option<String>,
    },
    /// Unknown force or torque.
    NoSuchForce {
        /// The requested name.
        name: String,
    },
    /// The forces of constraints could not be determined.
    ConstraintForces {
        /// Why.
        reason: String,
    },
    /// Rotation of a part is not supported.
    NoSpin {
        /// The part.
        part: String,
        /// Why not.
        reason: &'static str,
    },
    /// A support fixes one direction across an axis and leaves another free.
    SupportNotRound {
        /// The coordinate that differs.
        coordinate: String,
    },
    /// A connection between a rotating body and ground is not isotropic.
    NotIsotropic {
        /// `damping` or `stiffness`.
        what: &'static str,
        /// The coordinate it acts on.
        coordinate: String,
    },
    /// Dependent interface motions cannot all be coordinates.
    DependentMotions {
        /// One that follows from the others.
        name: String,
        /// How many there are.
        count: usize,
        /// How many are independent.
        rank: usize,
    },
    /// A motion of an interface uses unknown rows.
    MotionOutside {
        /// The motion.
        name: String,
        /// Number of rows.
        rows: usize,
    },
    /// A support fixes a motion that an interface does not have.
    NoSuchMotion {
        /// The interface.
        interface: String,
        /// The motion.
        motion: &'static str,
        /// The motions it has.
        known: String,
    },
    /// Something needs a motion that a place does not have.
    LacksMotion {
        /// What needs it.
        what: String,
        /// The place, and the motions it has.
        place: String,
        /// The motion.
        motion: &'static str,
    },
    /// Two joined places do not coincide.
    Apart {
        /// The join.
        join: String,
        /// The places.
        places: Box<[String; 2]>,
        /// Where they are [m].
        positions: Box<[[f64; 3]; 2]>,
    },
    /// A node of an interface that is joined node by node has no counterpart.
    NoPartner {
        /// The join.
        join: String,
        /// The motion of the node, and where it is.
        motion: String,
        /// The place without it.
        other: String,
    },
    /// Gravity acts on a part whose mass distribution is unknown.
    NoWeight {
        /// The part.
        part: String,
    },
    /// The equations about a state are not symmetric.
    AsymmetricTangent {
        /// `stiffness` or `damping`.
        what: &'static str,
        /// Largest skew entry over the largest entry [-].
        defect: f64,
    },
    /// An output has no gradient at a state.
    RoughOutput {
        /// The output.
        output: String,
        /// Difference of two estimates [-].
        defect: f64,
    },
    /// The requested state is inadmissible.
    Inadmissible(crate::system::Inadmissible),
    /// A basis has the wrong number of rows.
    BasisSize {
        /// Rows of the basis.
        rows: usize,
        /// Coordinates of the system.
        coordinates: usize,
    },
}

impl fmt::Display for MechError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTriad { beam } => {
                write!(f, "beam {beam} has no local axes: its ends coincide or its y_axis is parallel to it")
            }
            Self::NoAxis { hinge } => write!(f, "hinge {hinge} has no axis: give a non-zero `axis`"),
            Self::NoLine { what } => {
                write!(f, "{what} has no direction: give `direction`, or two distinct nodes")
            }
            Self::NothingTurns { what, node } => write!(
                f,
                "{what} acts on the rotation of node {node}, which does not exist: attach a beam or a \
                 rotational spring"
            ),
            Self::PortsNotHere { what } => {
                write!(f, "{what} is attached to a port; this analysis works on nodes of a frame only")
            }
            Self::PlanarOnly { what } => {
                write!(f, "{what} is supported in planar models only; measure displacements of nodes instead")
            }
            Self::NotSymmetric { matrix, rows, relative } => write!(
                f,
                "the {matrix} is not symmetric: the entries between {rows} differ by {relative:.1e} relative"
            ),
            Self::Law { what, law, reason } => {
                write!(f, "the law of {what}, `{law}`, cannot be used: {reason}")
            }
            Self::NoSuchForce { name } => write!(f, "unknown force or torque `{name}`"),
            Self::ConstraintForces { reason } => {
                write!(f, "the forces of supports and fixed deformations cannot be determined: {reason}")
            }
            Self::NoSpin { part, reason } => write!(f, "part {part} cannot rotate: {reason}"),
            Self::SupportNotRound { coordinate } => write!(
                f,
                "`{coordinate}` is fixed while other directions across the axis are free: for a rotor in a \
                 frame at rest fix all of them, or use a spring"
            ),
            Self::NotIsotropic { what, coordinate } => write!(
                f,
                "the {what} between `{coordinate}` and ground is not isotropic, so that it changes as the \
                 body rotates: omit its direction, so that it is isotropic, or, for the Campbell diagram of \
                 an axisymmetric rotor, set frame = \"stands\" in [spin]"
            ),
            Self::DependentMotions { name, count, rank } => write!(
                f,
                "only {rank} of {count} displacements of interfaces are independent: `{name}` follows from the others"
            ),
            Self::MotionOutside { name, rows } => {
                write!(f, "the motion `{name}` of an interface does not fit a structure of {rows} rows")
            }
            Self::NoSuchMotion { interface, motion, known } => {
                write!(f, "interface {interface} has no motion `{motion}` to fix: it has {known}")
            }
            Self::LacksMotion { what, place, motion } => write!(
                f,
                "{what}: {place} has no motion `{motion}`; give `directions`, or use another kind of \
                 interface"
            ),
            Self::Apart { join, places, positions } => write!(
                f,
                "{join}: {} is at {:?} m and {} at {:?} m; give the interface `at` the other's position, or put a beam or [[rigid_body]] between them",
                places[0], positions[0], places[1], positions[1]
            ),
            Self::NoPartner { join, motion, other } => write!(
                f,
                "{join}: {motion} has no counterpart in {other}; the meshes do not match: join `rigid` or \
                 `mean` interfaces instead"
            ),
            Self::NoWeight { part } => {
                write!(
                    f,
                    "gravity acts on {part}, but without `dof` and `mesh` its mass distribution is unknown"
                )
            }
            Self::AsymmetricTangent { what, defect } => write!(
                f,
                "the {what} about this state is not symmetric (by {defect:.1e} relative): follower loads \
                 are not allowed in a linear structure"
            ),
            Self::RoughOutput { output, defect } => write!(
                f,
                "output {output} has no gradient at this state: differences over two steps disagree by \
                 {defect:.1e} relative"
            ),
            Self::NotFinite { what, coordinate } => {
                let at = coordinate.as_ref().map_or_else(String::new, |name| format!(" (coordinate {name})"));
                write!(
                    f,
                    "{what} is not a finite number{at}: a length, a stiffness or a mass is too large or too small to compute with"
                )
            }
            Self::FollowTooMany { coordinates, most } => write!(
                f,
                "rigid members couple the {coordinates} coordinates by more than {most} terms, so that the \
                 matrices are full and take minutes and gigabytes; make members flexible (remove `flexible \
                 = []`) to keep the matrices sparse"
            ),
            Self::NothingMoves => write!(
                f,
                "all coordinates are fixed: nothing can move; release a support (where more than two \
                 members meet at a hinge, those that no hinge names are clamped to the first it names)"
            ),
            Self::TooLargeToMove { coordinates, most } => write!(
                f,
                "a machine of {coordinates} coordinates is too large for large motion, where about {most} are possible: use fewer \
                 elements per beam and fewer joints, or ask for small vibrations (`lissom modes`)"
            ),
            other => other.fmt_interface(f),
        }
    }
}

impl MechError {
    /// Errors of interfaces of imported parts.
    fn fmt_interface(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchSet { interface, set, known } => {
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                write!(f, "interface {interface}: the mesh has no node set `{set}`; it has {known}")
            }
            Self::RowsNotNamed { interface, part } => {
                write!(f, "interface {interface}: part {part} has no file of row names; give `dof`")
            }
            Self::PlacesNotKnown { interface } => write!(
                f,
                "interface {interface} cannot be rigid: each of its nodes was expanded into several points \
                 (shells or beams as solids) with unknown positions; kind = \"mean\" takes their mean"
            ),
            Self::RowsMissing { interface, nodes, row } => write!(
                f,
                "interface {interface}: {nodes} of its nodes lack rows in the matrices (the first is \
                 {row}): they are fixed or dependent in the finite-element model; export the part without \
                 that, or use a set of free nodes"
            ),
            Self::SharedNode { interfaces: [first, second], node } => write!(
                f,
                "node {node} is in the rigid interfaces {first} and {second} and cannot follow both; use \
                 one set, or `kind = \"mean\"`"
            ),
            Self::MotionNotDetermined { what, interface, nodes } => write!(
                f,
                "{what}: the {nodes} nodes of interface {interface} do not determine this motion (they are \
                 too few, collinear, or `at` is off their line)"
            ),
            Self::NoSingleMotion { what, interface, nodes } => write!(
                f,
                "{what}: interface {interface} consists of {nodes} separate nodes without a common motion; \
                 use `kind = \"mean\"` or `kind = \"rigid\"`"
            ),
            Self::NotAtInterface { what } => {
                write!(
                    f,
                    "{what} is not attached to an interface of an imported part; use attach = \
                     \"part.interface\""
                )
            }
            other => other.fmt_mechanism(f),
        }
    }

    /// Errors of mechanisms in large motion and their bases.
    fn fmt_mechanism(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInMechanism { what } => {
                write!(f, "large motion does not support {what}; remove it, or analyse small motions")
            }
            Self::NoFiniteMotion { element } => write!(
                f,
                "{element} supports small motions only; large motions are available for planar models"
            ),
            Self::Degenerate { element, reason } => write!(f, "{element} cannot be built: {reason}"),
            Self::UnknownDeformation { element, deformation, known } => write!(
                f,
                "unknown deformation `{deformation}` of `{element}`; known are {}",
                known.join(", ")
            ),
            Self::NotFlexible { deformation } => {
                write!(f, "`{deformation}` is fixed and cannot be dependent")
            }
            Self::ReleasedCount { given, needed, example } => write!(
                f,
                "{given} deformations are given as dependent, but the loops of the mechanism need {needed}, \
                 such as {}",
                example.join(", ")
            ),
            Self::SingularChoice { released, tied, instead } => write!(
                f,
                "with {} as dependent deformations, the others do not determine the configuration: the \
                 closure of a loop couples {}, so that they cannot be independent. Make at least one of \
                 these dependent instead; {} would work",
                released.join(", "),
                tied.join(", "),
                instead.join(", ")
            ),
            Self::HeldCoordinate { coordinate } => {
                write!(f, "`{coordinate}` is fixed by a support and cannot be an independent coordinate")
            }
            Self::TiedCoordinates { coordinates, tied } => write!(
                f,
                "{} cannot all be independent: in the reference configuration the constraints couple \
                 `{tied}` to the others",
                coordinates.join(", ")
            ),
            Self::LargeMixed { coordinate } => write!(
                f,
                "the basis mixes `{coordinate}`, which becomes large, with other coordinates; keep it as a \
                 separate coordinate"
            ),
            Self::BasisColumn { column } => {
                write!(f, "column {column} of the basis is zero or contains a non-finite value")
            }
            Self::BasisNames { columns, names } => {
                write!(f, "a basis of {columns} columns needs as many coordinate names, not {names}")
            }
            Self::Inadmissible(state) => write!(f, "{state}"),
            Self::BasisSize { rows, coordinates } => {
                write!(f, "a basis with {rows} rows does not fit a system of {coordinates} coordinates")
            }
            _ => unreachable!("all other errors are handled by Display"),
        }
    }
}

impl std::error::Error for MechError {}
