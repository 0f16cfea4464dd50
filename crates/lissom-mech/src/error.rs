//! What can fail when a structure is built, by name.

use thiserror::Error;

/// Why a structure could not be built or linearised.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MechError {
    /// A beam has no direction, or its `y_axis` is parallel to it.
    #[error("beam {beam} has no local axes: its ends coincide or its y_axis is parallel to it")]
    NoTriad {
        /// The beam.
        beam: String,
    },
    /// A hinge has no axis.
    #[error("hinge {hinge} has no axis: give a non-zero `axis`")]
    NoAxis {
        /// The hinge.
        hinge: String,
    },
    /// A spring or damper has neither a direction nor two distinct nodes.
    #[error("{what} has no direction: give `direction`, or two nodes that are apart")]
    NoLine {
        /// The spring or damper.
        what: String,
    },
    /// Something acts on a rotation, but nothing at the node turns.
    #[error(
        "{what} acts on the rotation of node {node}, but nothing there turns: attach a beam or a rotational spring"
    )]
    NothingTurns {
        /// What acts.
        what: String,
        /// The node.
        node: String,
    },
    /// Something is attached to a port of a modal body or FE part, which frames do not have.
    #[error("{what} is attached to a port; this analysis works on nodes of a frame only")]
    PortsNotHere {
        /// What is attached.
        what: String,
    },
    /// Something has a meaning in planar models only.
    #[error("{what} is known for planar models only; measure displacements of nodes instead")]
    PlanarOnly {
        /// What it is.
        what: String,
    },
    /// A node set that the mesh of a part does not have.
    #[error("interface {interface}: the mesh has no node set `{set}`; it has {}", listed(.known))]
    NoSuchSet {
        /// The interface.
        interface: String,
        /// The set asked for.
        set: String,
        /// The sets there are.
        known: Vec<String>,
    },
    /// A part whose rows nobody names, although an interface needs them.
    #[error("interface {interface}: no file says which rows of part {part} belong to which node; give `dof`")]
    RowsNotNamed {
        /// The interface.
        interface: String,
        /// The part.
        part: String,
    },
    /// A rigid interface of nodes that a program made several points of.
    #[error(
        "interface {interface} cannot be rigid: the program made several points of each of its nodes (shells or beams \
                 that became solids), and where they are is not known; kind = \"mean\" takes their mean"
    )]
    PlacesNotKnown {
        /// The interface.
        interface: String,
    },
    /// A node of an interface lacks rows in the matrices.
    #[error(
        "interface {interface}: {nodes} of its nodes lack rows in the matrices (the first is {row}): they are held or follow other nodes in the finite-element model; export the part without that, or take a set of free nodes"
    )]
    RowsMissing {
        /// The interface.
        interface: String,
        /// How many of its nodes lack rows.
        nodes: usize,
        /// The first row that is missing.
        row: String,
    },
    /// Two rigid interfaces share a node: it cannot follow both.
    #[error("node {node} is in the rigid interfaces {} and {} and cannot follow both; take one set, or `kind = \"mean\"`", .interfaces[0], .interfaces[1])]
    SharedNode {
        /// The interfaces.
        interfaces: [String; 2],
        /// The node of the mesh.
        node: i64,
    },
    /// The nodes of an interface do not determine a motion asked of it.
    #[error(
        "{what}: the {nodes} nodes of interface {interface} do not determine this motion (they are too few, in a line, or `at` is beside them)"
    )]
    MotionNotDetermined {
        /// What asks for it.
        what: String,
        /// The interface.
        interface: String,
        /// Nodes of the interface.
        nodes: usize,
    },
    /// An interface of several separate nodes has no single motion.
    #[error(
        "{what}: interface {interface} is {nodes} separate nodes without a motion of their own; write `kind = \"mean\"` or `kind = \"rigid\"`"
    )]
    NoSingleMotion {
        /// What asks for it.
        what: String,
        /// The interface.
        interface: String,
        /// Nodes of the interface.
        nodes: usize,
    },
    /// Something of a model with imported parts is not attached to an interface.
    #[error("{what} is not attached to an interface of an imported part; write attach = \"part.interface\"")]
    NotAtInterface {
        /// What it is.
        what: String,
    },
    /// A matrix of a part that should be symmetric is not.
    #[error("the {matrix} is not symmetric: the entries between {rows} differ by a share of {relative:.1e}")]
    NotSymmetric {
        /// The matrix: `stiffness of part A`.
        matrix: String,
        /// The rows of the worst pair of mirrored entries.
        rows: String,
        /// Their relative difference [-].
        relative: f64,
    },
    /// A law could not be evaluated.
    #[error("the law of {what}, `{law}`, cannot be used: {reason}")]
    Law {
        /// Whose law it is.
        what: String,
        /// The law as written.
        law: String,
        /// What went wrong.
        reason: String,
    },
    /// The model holds something that a mechanism in large motion does not know.
    #[error("a mechanism in large motion cannot hold {what}; leave it out, or ask about small motions")]
    NotInMechanism {
        /// What it is.
        what: String,
    },
    /// An element is known about its reference configuration only.
    #[error("{element} is known for small motions only; large motions are there for planar models")]
    NoFiniteMotion {
        /// The element.
        element: String,
    },
    /// An element cannot be where the model puts it.
    #[error("{element} cannot be built: {reason}")]
    Degenerate {
        /// The element.
        element: String,
        /// Why.
        reason: &'static str,
    },
    /// There is no such deformation.
    #[error("there is no deformation `{deformation}` of `{element}`; there are {}", .known.join(", "))]
    UnknownDeformation {
        /// The element asked for.
        element: String,
        /// The deformation asked for.
        deformation: String,
        /// Deformations of that element, or the elements there are.
        known: Vec<String>,
    },
    /// A deformation that is held at zero cannot follow from others.
    #[error("`{deformation}` is held and cannot be left to follow from other deformations")]
    NotFlexible {
        /// The deformation.
        deformation: String,
    },
    /// The wrong number of deformations was left to follow from the others.
    #[error("{given} deformations are left to follow from the others, but the loops of the mechanism need {needed}, such as {}", .example.join(", "))]
    ReleasedCount {
        /// How many were given.
        given: usize,
        /// How many the loops of the mechanism need.
        needed: usize,
        /// A choice that works.
        example: Vec<String>,
    },
    /// The independent deformations do not determine the configuration.
    #[error("with {} left to follow, the other deformations do not determine the configuration: the closure of a loop ties {} together, so that they cannot be chosen independently. Leave at least one of these to follow instead; {} would do", .released.join(", "), .tied.join(", "), .instead.join(", "))]
    SingularChoice {
        /// The deformations that were to follow.
        released: Vec<String>,
        /// Independent deformations that the closure of a loop ties together.
        tied: Vec<String>,
        /// A choice that works.
        instead: Vec<String>,
    },
    /// A coordinate of a node that is held cannot be independent.
    #[error("`{coordinate}` is held by a support and cannot be an independent coordinate")]
    HeldCoordinate {
        /// The coordinate.
        coordinate: String,
    },
    /// Coordinates of nodes that were to be independent are tied to each other.
    #[error("{} cannot all be independent: in the reference configuration the constraints tie `{tied}` to the others", .coordinates.join(", "))]
    TiedCoordinates {
        /// The coordinates asked for.
        coordinates: Vec<String>,
        /// One that follows from the others.
        tied: String,
    },
    /// A basis mixes a coordinate that becomes large with others.
    #[error(
        "the basis mixes `{coordinate}`, which becomes large, with other coordinates; keep it as a coordinate of its own"
    )]
    LargeMixed {
        /// The coordinate.
        coordinate: String,
    },
    /// A basis has a column that is not finite or zero.
    #[error("column {column} of the basis is zero or holds a value that is not finite")]
    BasisColumn {
        /// The column.
        column: usize,
    },
    /// A basis has another number of names than columns.
    #[error("a basis of {columns} columns needs as many coordinate names, not {names}")]
    BasisNames {
        /// Columns of the basis.
        columns: usize,
        /// Names given.
        names: usize,
    },
    /// Every coordinate is held: nothing can move.
    #[error(
        "every coordinate is held: nothing can move; release a support (and where more than two members meet at a hinge, those that no hinge names are clamped to the first it names)"
    )]
    NothingMoves,
    /// A machine has more coordinates than large motion can be computed with.
    #[error(
        "a machine of {coordinates} coordinates is too large for large motion, where about {most} are possible: use fewer \
                 elements per beam and fewer joints, or ask for small vibrations (`lissom modes`)"
    )]
    TooLargeToMove {
        /// How many it has.
        coordinates: usize,
        /// How many it may have.
        most: usize,
    },
    /// Rigid members make so many coordinates follow from so many others that the matrices would be full.
    #[error(
        "rigid members make the {coordinates} coordinates follow from one another by more than {most} terms, so that the matrices are full and take minutes and gigabytes; let members deform (leave out `flexible = []`), which keeps the matrices sparse"
    )]
    FollowTooMany {
        /// Coordinates of the structure.
        coordinates: usize,
        /// How many terms their expressions may have.
        most: usize,
    },
    /// A number is beyond what numbers can hold: lengths, stiffnesses or masses are too large or too small.
    #[error("{what} is not a finite number{}: a length, a stiffness or a mass is too large or too small to compute with", of_coordinate(.coordinate.as_deref()))]
    NotFinite {
        /// What is not a number: "the stiffness of beam A, element 3".
        what: String,
        /// Where: a coordinate, if one is known.
        coordinate: Option<String>,
    },
    /// There is no force or torque of that name.
    #[error("there is no force or torque `{name}`")]
    NoSuchForce {
        /// The name asked for.
        name: String,
    },
    /// The forces of constraints could not be told apart.
    #[error("the forces of supports and held deformations cannot be told apart: {reason}")]
    ConstraintForces {
        /// Why.
        reason: String,
    },
    /// A part cannot be asked about its rotation.
    #[error("part {part} cannot be spun: {reason}")]
    NoSpin {
        /// The part.
        part: String,
        /// Why not.
        reason: &'static str,
    },
    /// A support holds one direction across an axis and leaves another free.
    #[error(
        "`{coordinate}` is held where other directions across the axis are not: for a rotor seen from a frame that stands still hold all of them, or use a spring"
    )]
    SupportNotRound {
        /// The coordinate that is held, or left free, alone.
        coordinate: String,
    },
    /// Something between a turning body and ground acts differently as the body turns.
    #[error(
        "the {what} between `{coordinate}` and ground depends on the direction, so that it changes as the body turns: leave its direction out, so that it acts in all directions alike, or, for the Campbell diagram of a round rotor, write frame = \"stands\" in [spin]"
    )]
    NotIsotropic {
        /// `damping` or `stiffness`.
        what: &'static str,
        /// The coordinate it acts on.
        coordinate: String,
    },
    /// Motions of interfaces that follow from each other cannot all be coordinates.
    #[error(
        "only {rank} of {count} displacements of interfaces are independent: `{name}` follows from the others"
    )]
    DependentMotions {
        /// One that follows from the others.
        name: String,
        /// How many there are.
        count: usize,
        /// How many are independent.
        rank: usize,
    },
    /// A motion of an interface acts on rows that are not there.
    #[error("the motion `{name}` of an interface does not fit a structure of {rows} rows")]
    MotionOutside {
        /// The motion.
        name: String,
        /// Rows there are.
        rows: usize,
    },
    /// A support holds a motion that an interface does not have.
    #[error("interface {interface} has no motion `{motion}` that could be held: it has {known}")]
    NoSuchMotion {
        /// The interface.
        interface: String,
        /// The motion.
        motion: &'static str,
        /// The motions it has.
        known: String,
    },
    /// Something needs a motion that a place does not have.
    #[error(
        "{what}: {place} has no motion `{motion}`; write the `directions` that are meant, or another kind of interface"
    )]
    LacksMotion {
        /// What needs it.
        what: String,
        /// The place, and the motions it has.
        place: String,
        /// The motion.
        motion: &'static str,
    },
    /// Two places that are joined lie apart.
    #[error("{join}: {} is at {:?} m and {} at {:?} m; give the interface `at` the other's position, or put a beam or [[rigid_body]] between them", .places[0], .positions[0], .places[1], .positions[1])]
    Apart {
        /// The join.
        join: String,
        /// The places.
        places: Box<[String; 2]>,
        /// Where they are [m].
        positions: Box<[[f64; 3]; 2]>,
    },
    /// A node of an interface that is joined node by node has no counterpart.
    #[error(
        "{join}: {motion} has no counterpart in {other}; the meshes do not fit: join `rigid` or `mean` interfaces instead"
    )]
    NoPartner {
        /// The join.
        join: String,
        /// The motion of the node, and where it is.
        motion: String,
        /// The place without it.
        other: String,
    },
    /// Gravity acts on a part whose mass is not known by place.
    #[error("gravity acts on {part}, and without `dof` and `mesh` nobody knows where its mass is")]
    NoWeight {
        /// The part.
        part: String,
    },
    /// The equations about a state are not symmetric.
    #[error(
        "the {what} about this state is not symmetric (by a share of {defect:.1e}): loads that follow the motion are not in a linear structure"
    )]
    AsymmetricTangent {
        /// `stiffness` or `damping`.
        what: &'static str,
        /// Largest skew entry over the largest entry [-].
        defect: f64,
    },
    /// An output has no gradient at a state.
    #[error(
        "output {output} has no gradient at this state: differences over two steps are apart by a share of {defect:.1e}"
    )]
    RoughOutput {
        /// The output.
        output: String,
        /// How far two differences are apart [-].
        defect: f64,
    },
    /// The state asked for cannot be.
    #[error(transparent)]
    Inadmissible(crate::system::Inadmissible),
    /// A basis has the wrong number of rows.
    #[error("a basis with {rows} rows does not fit a system of {coordinates} coordinates")]
    BasisSize {
        /// Rows of the basis.
        rows: usize,
        /// Coordinates of the system.
        coordinates: usize,
    },
}

/// The coordinate that an error points at, in brackets.
fn of_coordinate(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" (coordinate {name})"))
}

/// Names in a row, or that there are none.
fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
