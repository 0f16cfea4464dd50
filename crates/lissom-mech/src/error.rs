//! What can fail when a structure is built, by name.

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
    /// Something has a meaning in planar models only.
    PlanarOnly {
        /// What it is.
        what: String,
    },
    /// A node set that the mesh of a part does not have.
    NoSuchSet {
        /// The interface.
        interface: String,
        /// The set asked for.
        set: String,
        /// The sets there are.
        known: Vec<String>,
    },
    /// A part whose rows nobody names, although an interface needs them.
    RowsNotNamed {
        /// The interface.
        interface: String,
        /// The part.
        part: String,
    },
    /// A rigid interface of nodes that a program made several points of.
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
    /// The nodes of an interface do not determine a motion asked of it.
    MotionNotDetermined {
        /// What asks for it.
        what: String,
        /// The interface.
        interface: String,
        /// Nodes of the interface.
        nodes: usize,
    },
    /// An interface of several separate nodes has no single motion.
    NoSingleMotion {
        /// What asks for it.
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
    /// The model holds something that a mechanism in large motion does not know.
    NotInMechanism {
        /// What it is.
        what: String,
    },
    /// An element is known about its reference configuration only.
    NoFiniteMotion {
        /// The element.
        element: String,
    },
    /// An element cannot be where the model puts it.
    Degenerate {
        /// The element.
        element: String,
        /// Why.
        reason: &'static str,
    },
    /// There is no such deformation.
    UnknownDeformation {
        /// The element asked for.
        element: String,
        /// The deformation asked for.
        deformation: String,
        /// Deformations of that element, or the elements there are.
        known: Vec<String>,
    },
    /// A deformation that is held at zero cannot follow from others.
    NotFlexible {
        /// The deformation.
        deformation: String,
    },
    /// The wrong number of deformations was left to follow from the others.
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
        /// The deformations that were to follow.
        released: Vec<String>,
        /// Independent deformations that the closure of a loop ties together.
        tied: Vec<String>,
        /// A choice that works.
        instead: Vec<String>,
    },
    /// A coordinate of a node that is held cannot be independent.
    HeldCoordinate {
        /// The coordinate.
        coordinate: String,
    },
    /// Coordinates of nodes that were to be independent are tied to each other.
    TiedCoordinates {
        /// The coordinates asked for.
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
    /// Every coordinate is held: nothing can move.
    NothingMoves,
    /// A machine has more coordinates than large motion can be computed with.
    TooLargeToMove {
        /// How many it has.
        coordinates: usize,
        /// How many it may have.
        most: usize,
    },
    /// Rigid members make so many coordinates follow from so many others that the matrices would be full.
    FollowTooMany {
        /// Coordinates of the structure.
        coordinates: usize,
        /// How many terms their expressions may have.
        most: usize,
    },
    /// A number is beyond what numbers can hold: lengths, stiffnesses or masses are too large or too small.
    NotFinite {
        /// What is not a number: "the stiffness of beam A, element 3".
        what: String,
        /// Where: a coordinate, if one is known.
        coordinate: Option<String>,
    },
    /// There is no force or torque of that name.
    NoSuchForce {
        /// The name asked for.
        name: String,
    },
    /// The forces of constraints could not be told apart.
    ConstraintForces {
        /// Why.
        reason: String,
    },
    /// A part cannot be asked about its rotation.
    NoSpin {
        /// The part.
        part: String,
        /// Why not.
        reason: &'static str,
    },
    /// A support holds one direction across an axis and leaves another free.
    SupportNotRound {
        /// The coordinate that is held, or left free, alone.
        coordinate: String,
    },
    /// Something between a turning body and ground acts differently as the body turns.
    NotIsotropic {
        /// `damping` or `stiffness`.
        what: &'static str,
        /// The coordinate it acts on.
        coordinate: String,
    },
    /// Motions of interfaces that follow from each other cannot all be coordinates.
    DependentMotions {
        /// One that follows from the others.
        name: String,
        /// How many there are.
        count: usize,
        /// How many are independent.
        rank: usize,
    },
    /// A motion of an interface acts on rows that are not there.
    MotionOutside {
        /// The motion.
        name: String,
        /// Rows there are.
        rows: usize,
    },
    /// A support holds a motion that an interface does not have.
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
    /// Two places that are joined lie apart.
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
    /// Gravity acts on a part whose mass is not known by place.
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
        /// How far two differences are apart [-].
        defect: f64,
    },
    /// The state asked for cannot be.
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
                write!(f, "{what} has no direction: give `direction`, or two nodes that are apart")
            }
            Self::NothingTurns { what, node } => write!(
                f,
                "{what} acts on the rotation of node {node}, but nothing there turns: attach a beam or a rotational spring"
            ),
            Self::PortsNotHere { what } => {
                write!(f, "{what} is attached to a port; this analysis works on nodes of a frame only")
            }
            Self::PlanarOnly { what } => {
                write!(f, "{what} is known for planar models only; measure displacements of nodes instead")
            }
            Self::NotSymmetric { matrix, rows, relative } => write!(
                f,
                "the {matrix} is not symmetric: the entries between {rows} differ by a share of {relative:.1e}"
            ),
            Self::Law { what, law, reason } => {
                write!(f, "the law of {what}, `{law}`, cannot be used: {reason}")
            }
            Self::NoSuchForce { name } => write!(f, "there is no force or torque `{name}`"),
            Self::ConstraintForces { reason } => {
                write!(f, "the forces of supports and held deformations cannot be told apart: {reason}")
            }
            Self::NoSpin { part, reason } => write!(f, "part {part} cannot be spun: {reason}"),
            Self::SupportNotRound { coordinate } => write!(
                f,
                "`{coordinate}` is held where other directions across the axis are not: for a rotor seen from a frame that stands still hold all of them, or use a spring"
            ),
            Self::NotIsotropic { what, coordinate } => write!(
                f,
                "the {what} between `{coordinate}` and ground depends on the direction, so that it changes as the body turns: leave its direction out, so that it acts in all directions alike, or, for the Campbell diagram of a round rotor, write frame = \"stands\" in [spin]"
            ),
            Self::DependentMotions { name, count, rank } => write!(
                f,
                "only {rank} of {count} displacements of interfaces are independent: `{name}` follows from the others"
            ),
            Self::MotionOutside { name, rows } => {
                write!(f, "the motion `{name}` of an interface does not fit a structure of {rows} rows")
            }
            Self::NoSuchMotion { interface, motion, known } => {
                write!(f, "interface {interface} has no motion `{motion}` that could be held: it has {known}")
            }
            Self::LacksMotion { what, place, motion } => write!(
                f,
                "{what}: {place} has no motion `{motion}`; write the `directions` that are meant, or another kind of interface"
            ),
            Self::Apart { join, places, positions } => write!(
                f,
                "{join}: {} is at {:?} m and {} at {:?} m; give the interface `at` the other's position, or put a beam or [[rigid_body]] between them",
                places[0], positions[0], places[1], positions[1]
            ),
            Self::NoPartner { join, motion, other } => write!(
                f,
                "{join}: {motion} has no counterpart in {other}; the meshes do not fit: join `rigid` or `mean` interfaces instead"
            ),
            Self::NoWeight { part } => {
                write!(
                    f,
                    "gravity acts on {part}, and without `dof` and `mesh` nobody knows where its mass is"
                )
            }
            Self::AsymmetricTangent { what, defect } => write!(
                f,
                "the {what} about this state is not symmetric (by a share of {defect:.1e}): loads that follow the motion are not in a linear structure"
            ),
            Self::RoughOutput { output, defect } => write!(
                f,
                "output {output} has no gradient at this state: differences over two steps are apart by a share of {defect:.1e}"
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
                "rigid members make the {coordinates} coordinates follow from one another by more than {most} terms, so that the matrices are full and take minutes and gigabytes; let members deform (leave out `flexible = []`), which keeps the matrices sparse"
            ),
            Self::NothingMoves => write!(
                f,
                "every coordinate is held: nothing can move; release a support (and where more than two members meet at a hinge, those that no hinge names are clamped to the first it names)"
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
    /// What can go wrong with interfaces of imported parts.
    fn fmt_interface(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchSet { interface, set, known } => {
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                write!(f, "interface {interface}: the mesh has no node set `{set}`; it has {known}")
            }
            Self::RowsNotNamed { interface, part } => write!(
                f,
                "interface {interface}: no file says which rows of part {part} belong to which node; give `dof`"
            ),
            Self::PlacesNotKnown { interface } => write!(
                f,
                "interface {interface} cannot be rigid: the program made several points of each of its nodes (shells or beams \
                 that became solids), and where they are is not known; kind = \"mean\" takes their mean"
            ),
            Self::RowsMissing { interface, nodes, row } => write!(
                f,
                "interface {interface}: {nodes} of its nodes lack rows in the matrices (the first is {row}): they are held or follow other nodes in the finite-element model; export the part without that, or take a set of free nodes"
            ),
            Self::SharedNode { interfaces: [first, second], node } => write!(
                f,
                "node {node} is in the rigid interfaces {first} and {second} and cannot follow both; take one set, or `kind = \"mean\"`"
            ),
            Self::MotionNotDetermined { what, interface, nodes } => write!(
                f,
                "{what}: the {nodes} nodes of interface {interface} do not determine this motion (they are too few, in a line, or `at` is beside them)"
            ),
            Self::NoSingleMotion { what, interface, nodes } => write!(
                f,
                "{what}: interface {interface} is {nodes} separate nodes without a motion of their own; write `kind = \"mean\"` or `kind = \"rigid\"`"
            ),
            Self::NotAtInterface { what } => {
                write!(
                    f,
                    "{what} is not attached to an interface of an imported part; write attach = \"part.interface\""
                )
            }
            other => other.fmt_mechanism(f),
        }
    }

    /// What can go wrong with mechanisms in large motion and their bases.
    fn fmt_mechanism(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInMechanism { what } => {
                write!(
                    f,
                    "a mechanism in large motion cannot hold {what}; leave it out, or ask about small motions"
                )
            }
            Self::NoFiniteMotion { element } => write!(
                f,
                "{element} is known for small motions only; large motions are there for planar models"
            ),
            Self::Degenerate { element, reason } => write!(f, "{element} cannot be built: {reason}"),
            Self::UnknownDeformation { element, deformation, known } => write!(
                f,
                "there is no deformation `{deformation}` of `{element}`; there are {}",
                known.join(", ")
            ),
            Self::NotFlexible { deformation } => {
                write!(f, "`{deformation}` is held and cannot be left to follow from other deformations")
            }
            Self::ReleasedCount { given, needed, example } => write!(
                f,
                "{given} deformations are left to follow from the others, but the loops of the mechanism need {needed}, such as {}",
                example.join(", ")
            ),
            Self::SingularChoice { released, tied, instead } => write!(
                f,
                "with {} left to follow, the other deformations do not determine the configuration: the closure of a loop ties {} together, so that they cannot be chosen independently. Leave at least one of these to follow instead; {} would do",
                released.join(", "),
                tied.join(", "),
                instead.join(", ")
            ),
            Self::HeldCoordinate { coordinate } => {
                write!(f, "`{coordinate}` is held by a support and cannot be an independent coordinate")
            }
            Self::TiedCoordinates { coordinates, tied } => write!(
                f,
                "{} cannot all be independent: in the reference configuration the constraints tie `{tied}` to the others",
                coordinates.join(", ")
            ),
            Self::LargeMixed { coordinate } => write!(
                f,
                "the basis mixes `{coordinate}`, which becomes large, with other coordinates; keep it as a coordinate of its own"
            ),
            Self::BasisColumn { column } => {
                write!(f, "column {column} of the basis is zero or holds a value that is not finite")
            }
            Self::BasisNames { columns, names } => {
                write!(f, "a basis of {columns} columns needs as many coordinate names, not {names}")
            }
            Self::Inadmissible(state) => write!(f, "{state}"),
            Self::BasisSize { rows, coordinates } => {
                write!(f, "a basis with {rows} rows does not fit a system of {coordinates} coordinates")
            }
            _ => unreachable!("all other errors are told by Display itself"),
        }
    }
}

impl std::error::Error for MechError {}
