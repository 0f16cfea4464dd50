//! Errors of structures.

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
    #[error("{what} has no direction: give `direction`, or two distinct nodes")]
    NoLine {
        /// The spring or damper.
        what: String,
    },
    /// Something acts on a rotation, but nothing at the node turns.
    #[error(
        "{what} acts on the rotation of node {node}, which does not exist: attach a beam or a \
                 rotational spring"
    )]
    NothingTurns {
        /// What acts.
        what: String,
        /// The node.
        node: String,
    },
    /// The constraints do not allow an initial velocity.
    #[error(
        "{what} is given as {wanted}, but with the constraints, the drives and the other initial velocities the closest possible \
         one is {possible:.6}: give fewer, or values that fit"
    )]
    InitialVelocity {
        /// Which.
        what: String,
        /// The velocity that is asked for [m/s] or [rad/s].
        wanted: f64,
        /// The nearest that the constraints allow [m/s] or [rad/s].
        possible: f64,
    },
    /// A singular value decomposition failed.
    #[error(transparent)]
    Svd(#[from] lissom_linalg::SvdError),
    /// Something is attached to a port of a modal body or FE part, which frames do not have.
    #[error("{what} is attached to a port; this analysis works on nodes of a frame only")]
    PortsNotHere {
        /// What is attached.
        what: String,
    },
    /// A force of a constraint that the motion does not determine.
    #[error(
        "output {output} is a force that constraints carry, but {constraint} is constrained more than once, so that the share of \
         each is not determined; make a part flexible, or remove the constraint or the output"
    )]
    UndeterminedForce {
        /// The output.
        output: String,
        /// The redundant constraint.
        constraint: String,
    },
    /// The rank of the kinematic equations is lost in rounding.
    #[error(
        "the motions of the machine cannot be distinguished from rounding: {found} coordinates and constraints were found for {needed} unknowns; \
         lengths of its parts differ too much, use similar ones or leave the far parts out"
    )]
    UnclearMotions {
        /// Equations found.
        found: usize,
        /// Unknowns.
        needed: usize,
    },
    /// Inverse dynamics of a machine that the references do not lead altogether.
    #[error(
        "inverse dynamics: the references leave `{coordinate}` of the rigid machine free; as many controllers with \\
         `inverse_dynamics` as degrees of freedom are needed"
    )]
    InverseFree {
        /// The free coordinate.
        coordinate: String,
    },
    /// Something is supported in planar models only.
    #[error("{what} is supported in planar models only; measure displacements of nodes instead")]
    PlanarOnly {
        /// What it is.
        what: String,
    },
    /// Something of spatial mechanisms.
    #[error("{what} belongs to spatial mechanisms")]
    SpatialOnly {
        /// What it is.
        what: String,
    },
    /// A mass in a model with imported parts whose inertia is not diagonal in global axes.
    #[error("{what} has products of inertia, which masses beside imported parts cannot have")]
    ProductsOfInertia {
        /// The mass.
        what: String,
    },
    /// A support that is moved or turned, in a linear answer.
    #[error(
        "the support of node {node} is moved or turned from the reference configuration, about which this answer is linear"
    )]
    MisplacedSupport {
        /// The node.
        node: String,
    },
    /// A node set that the mesh of a part does not have.
    #[error("interface {interface}: the mesh has no node set `{set}`; it has {}", listed(.known))]
    NoSuchSet {
        /// The interface.
        interface: String,
        /// The requested set.
        set: String,
        /// The known sets.
        known: Vec<String>,
    },
    /// A part without row names, which an interface needs.
    #[error("interface {interface}: part {part} has no file of row names; give `dof`")]
    RowsNotNamed {
        /// The interface.
        interface: String,
        /// The part.
        part: String,
    },
    /// A rigid interface of nodes that were expanded into several points.
    #[error(
        "interface {interface} cannot be rigid: each of its nodes was expanded into several points \
                 (shells or beams as solids) with unknown positions; kind = \"mean\" takes their mean"
    )]
    PlacesNotKnown {
        /// The interface.
        interface: String,
    },
    /// A node of an interface lacks rows in the matrices.
    #[error(
        "interface {interface}: {nodes} of its nodes lack rows in the matrices (the first is \
                 {row}): they are fixed or dependent in the finite-element model; export the part without \
                 that, or use a set of free nodes"
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
    #[error("node {node} is in the rigid interfaces {} and {} and cannot follow both; use one set, or `kind = \"mean\"`", .interfaces[0], .interfaces[1])]
    SharedNode {
        /// The interfaces.
        interfaces: [String; 2],
        /// The node of the mesh.
        node: i64,
    },
    /// The nodes of an interface do not determine a requested motion.
    #[error(
        "{what}: the {nodes} nodes of interface {interface} do not determine this motion (they are \
                 too few, collinear, or `at` is off their line)"
    )]
    MotionNotDetermined {
        /// What requests it.
        what: String,
        /// The interface.
        interface: String,
        /// Nodes of the interface.
        nodes: usize,
    },
    /// The point of an interface is not at its only node, which does not rotate.
    #[error(
        "interface {interface}: its only node has no rotations in the matrices, so that it does not determine the \
         motion of `at`, {distance:.4e} m away"
    )]
    PointNotDetermined {
        /// The interface.
        interface: String,
        /// Distance from the node to `at` [m].
        distance: f64,
    },
    /// An interface of several separate nodes has no single motion.
    #[error(
        "{what}: interface {interface} consists of {nodes} separate nodes without a common motion; \
                 use `kind = \"mean\"` or `kind = \"rigid\"`"
    )]
    NoSingleMotion {
        /// What requests it.
        what: String,
        /// The interface.
        interface: String,
        /// Nodes of the interface.
        nodes: usize,
    },
    /// Something of a model with imported parts is not attached to an interface.
    #[error(
        "{what} is not attached to an interface of an imported part; use attach = \
                     \"part.interface\""
    )]
    NotAtInterface {
        /// What it is.
        what: String,
    },
    /// A matrix of a part that should be symmetric is not.
    #[error("the {matrix} is not symmetric: the entries between {rows} differ by {relative:.1e} relative")]
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
    /// A law that depends on outputs, in linear answers about the reference configuration.
    #[error(
        "the law of {what} depends on outputs: linear answers about the reference configuration are without it; \
         simulate the motion instead"
    )]
    LawOfOutputs {
        /// Whose law it is.
        what: String,
    },
    /// The model contains something that is not supported in large motion.
    #[error(
        "large motion does not support {what}; remove it, or analyse small motions (`motion = \"linear\"` in [analysis.simulate])"
    )]
    NotInMechanism {
        /// What it is.
        what: String,
    },
    /// An element supports small motions only.
    #[error("{element} supports small motions only; large motions are available for planar models")]
    NoFiniteMotion {
        /// The element.
        element: String,
    },
    /// The reference configuration of an element is invalid.
    #[error("{element} cannot be built: {reason}")]
    Degenerate {
        /// The element.
        element: String,
        /// Why.
        reason: &'static str,
    },
    /// Unknown deformation.
    #[error("unknown deformation `{deformation}` of `{element}`; known are {}", .known.join(", "))]
    UnknownDeformation {
        /// The requested element.
        element: String,
        /// The requested deformation.
        deformation: String,
        /// Deformations of that element, or the known elements.
        known: Vec<String>,
    },
    /// A fixed deformation cannot be dependent.
    #[error("`{deformation}` is fixed and cannot be dependent")]
    NotFlexible {
        /// The deformation.
        deformation: String,
    },
    /// Wrong number of dependent deformations.
    #[error("{given} deformations are given as dependent, but the loops of the mechanism need {needed}, \
                 such as {}", .example.join(", "))]
    ReleasedCount {
        /// How many were given.
        given: usize,
        /// How many the loops of the mechanism need.
        needed: usize,
        /// A choice that works.
        example: Vec<String>,
    },
    /// The independent deformations do not determine the configuration.
    #[error("with {} as dependent deformations, the others do not determine the configuration: the \
                 closure of a loop couples {}, so that they cannot be independent. Make at least one of \
                 these dependent instead; {} would work", .released.join(", "), .tied.join(", "), .instead.join(", "))]
    SingularChoice {
        /// The dependent deformations.
        released: Vec<String>,
        /// Independent deformations that the closure of a loop ties together.
        tied: Vec<String>,
        /// A choice that works.
        instead: Vec<String>,
    },
    /// A fixed coordinate cannot be independent.
    #[error("`{coordinate}` is fixed by a support and cannot be an independent coordinate")]
    HeldCoordinate {
        /// The coordinate.
        coordinate: String,
    },
    /// Node coordinates chosen as independent are coupled.
    #[error("{} cannot all be independent: in the reference configuration the constraints couple \
                 `{tied}` to the others", .coordinates.join(", "))]
    TiedCoordinates {
        /// The requested coordinates.
        coordinates: Vec<String>,
        /// One that follows from the others.
        tied: String,
    },
    /// A basis mixes a coordinate that becomes large with others.
    #[error(
        "the basis mixes `{coordinate}`, which becomes large, with other coordinates; keep it as a \
                 separate coordinate"
    )]
    LargeMixed {
        /// The coordinate.
        coordinate: String,
    },
    /// A basis has a column that is not finite or zero.
    #[error("column {column} of the basis is zero or contains a non-finite value")]
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
    /// All coordinates are fixed.
    #[error(
        "all coordinates are fixed: nothing can move; release a support (where more than two \
                 members meet at a hinge, those that no hinge names are clamped to the first it names)"
    )]
    NothingMoves,
    /// A machine has too many coordinates for large motion.
    #[error(
        "a machine of {coordinates} coordinates is too large for large motion, where about {most} are possible: use fewer \
                 elements per beam and fewer joints, or ask for small vibrations (`lissom modes`)"
    )]
    TooLargeToMove {
        /// How many it has.
        coordinates: usize,
        /// The limit.
        most: usize,
    },
    /// Rigid members couple so many coordinates that the matrices would be full.
    #[error(
        "rigid members couple the {coordinates} coordinates by more than {most} terms, so that the \
                 matrices are full and take minutes and gigabytes; make members flexible (remove `flexible \
                 = []`) to keep the matrices sparse"
    )]
    FollowTooMany {
        /// Coordinates of the structure.
        coordinates: usize,
        /// Limit on the terms of their expressions.
        most: usize,
    },
    /// A number is out of range: lengths, stiffnesses or masses are too large or too small.
    #[error("{what} is not a finite number{}: a length, a stiffness or a mass is too large or too small to compute with", of_coordinate(.coordinate.as_deref()))]
    NotFinite {
        /// What is not a number: "the stiffness of beam A, element 3".
        what: String,
        /// Where: a coordinate, if one is known.
        coordinate: Option<String>,
    },
    /// Unknown force or torque.
    #[error("unknown force or torque `{name}`")]
    NoSuchForce {
        /// The requested name.
        name: String,
    },
    /// The forces of constraints could not be determined.
    #[error("the forces of supports and fixed deformations cannot be determined: {reason}")]
    ConstraintForces {
        /// Why.
        reason: String,
    },
    /// Rotation of a part is not supported.
    #[error("part {part} cannot rotate: {reason}")]
    NoSpin {
        /// The part.
        part: String,
        /// Why not.
        reason: &'static str,
    },
    /// A support fixes one direction across an axis and leaves another free.
    #[error(
        "`{coordinate}` is fixed while other directions across the axis are free: for a rotor in a \
                 frame at rest fix all of them, or use a spring"
    )]
    SupportNotRound {
        /// The coordinate that differs.
        coordinate: String,
    },
    /// A connection between a rotating body and ground is not isotropic.
    #[error(
        "the {what} between `{coordinate}` and ground is not isotropic, so that it changes as the \
                 body rotates: omit its direction, so that it is isotropic, or, for the Campbell diagram of \
                 an axisymmetric rotor, set frame = \"stands\" in [spin]"
    )]
    NotIsotropic {
        /// `damping` or `stiffness`.
        what: &'static str,
        /// The coordinate it acts on.
        coordinate: String,
    },
    /// Dependent interface motions cannot all be coordinates.
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
    /// A motion of an interface uses unknown rows.
    #[error("the motion `{name}` of an interface does not fit a structure of {rows} rows")]
    MotionOutside {
        /// The motion.
        name: String,
        /// Number of rows.
        rows: usize,
    },
    /// A support fixes a motion that an interface does not have.
    #[error("interface {interface} has no motion `{motion}` to fix: it has {known}")]
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
        "{what}: {place} has no motion `{motion}`; give `directions`, or use another kind of \
                 interface"
    )]
    LacksMotion {
        /// What needs it.
        what: String,
        /// The place, and the motions it has.
        place: String,
        /// The motion.
        motion: &'static str,
    },
    /// Two joined places do not coincide.
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
        "{join}: {motion} has no counterpart in {other}; the meshes do not match: join `rigid` or \
                 `mean` interfaces instead"
    )]
    NoPartner {
        /// The join.
        join: String,
        /// The motion of the node, and where it is.
        motion: String,
        /// The place without it.
        other: String,
    },
    /// Gravity acts on a part whose mass distribution is unknown.
    #[error("gravity acts on {part}, but without `dof` and `mesh` its mass distribution is unknown")]
    NoWeight {
        /// The part.
        part: String,
    },
    /// The equations about a state are not symmetric.
    #[error(
        "the {what} about this state is not symmetric (by {defect:.1e} relative): follower loads \
                 are not allowed in a linear structure"
    )]
    AsymmetricTangent {
        /// `stiffness` or `damping`.
        what: &'static str,
        /// Largest skew entry over the largest entry [-].
        defect: f64,
    },
    /// An output has no gradient at a state.
    #[error(
        "output {output} has no gradient at this state: differences over two steps disagree by \
                 {defect:.1e} relative"
    )]
    RoughOutput {
        /// The output.
        output: String,
        /// Difference of two estimates [-].
        defect: f64,
    },
    /// The requested state is inadmissible.
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

/// The coordinate of an error, in brackets.
fn of_coordinate(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" (coordinate {name})"))
}

/// Names in a row, or `none`.
fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
