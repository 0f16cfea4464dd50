//! Errors of modal bodies and bond graphs.

use lissom_linalg::eigen::EigenError;
use lissom_linalg::{LuError, ModesError, NullSpaceError, SvdError};
use std::fmt;

/// Why a modal body or a bond graph cannot be solved.
#[derive(Clone, Debug, PartialEq)]
pub enum BondError {
    /// A body without ports cannot be connected.
    NoPorts {
        /// The body.
        body: String,
    },
    /// A coefficient of the state equations is beyond the range of numbers.
    NotFinite {
        /// The rate or output whose equation it is in.
        equation: String,
        /// The state or input it multiplies.
        of: String,
    },
    /// A number of a mode is invalid.
    BadMode {
        /// The body.
        body: String,
        /// The mode, counted from one.
        mode: usize,
        /// `mass`, `stiffness`, `damping`, `shape` or `frequency`.
        what: &'static str,
        /// The number found.
        value: f64,
    },
    /// A mode does not have one entry per port.
    ShapeLength {
        /// The body.
        body: String,
        /// The mode, counted from one.
        mode: usize,
        /// Entries found.
        found: usize,
        /// Ports of the body.
        ports: usize,
    },
    /// The columns of a table of modes differ in length.
    TableLength {
        /// The body.
        body: String,
        /// Number of frequencies.
        frequencies: usize,
        /// Number of modal masses.
        masses: usize,
        /// Number of shapes.
        shapes: usize,
    },
    /// More modes are to be retained than exist.
    RetainTooMany {
        /// The body.
        body: String,
        /// Modes to be retained.
        retain: usize,
        /// Available modes.
        available: usize,
    },
    /// A number of a continuum beam is invalid.
    BadBeam {
        /// `length`, `EI` or `rhoA`.
        what: &'static str,
        /// The number found.
        value: f64,
    },
    /// A port lies outside the beam.
    PortOutside {
        /// The body.
        body: String,
        /// The port.
        port: String,
        /// Its position \[m\].
        position: f64,
        /// The length of the beam \[m\].
        length: f64,
    },
    /// A port does not move.
    HeldPort {
        /// The body.
        body: String,
        /// The port.
        port: String,
    },
    /// A field does not have one row and column per port.
    FieldSize {
        /// The field or body.
        name: String,
        /// Rows found.
        rows: usize,
        /// Columns found.
        cols: usize,
        /// Ports.
        ports: usize,
    },
    /// A compliance that has to be symmetric is not.
    Asymmetric {
        /// The field or body.
        name: String,
        /// Row, counted from zero.
        row: usize,
        /// Column, counted from zero.
        col: usize,
        /// |c_ij − c_ji| (unit of the field).
        difference: f64,
    },
    /// The retained modes are softer than the statics: they do not belong to the same body.
    InconsistentResidual {
        /// The body.
        name: String,
        /// The most negative eigenvalue of C_r, ports scaled to unit static compliance [-].
        eigenvalue: f64,
        /// The port with the largest share of its direction, counted from zero.
        port: usize,
    },
    /// Two elements have the same name.
    DuplicateName {
        /// The name.
        name: String,
    },
    /// A bond begins and ends at the same element.
    SelfBond {
        /// The element.
        element: String,
    },
    /// An element has too few or too many bonds.
    BondCount {
        /// The element.
        element: String,
        /// Its kind.
        kind: &'static str,
        /// Bonds found.
        found: usize,
        /// The required number.
        expected: &'static str,
    },
    /// The modulus of a transformer or gyrator is zero or not finite.
    BadModulus {
        /// The element.
        element: String,
        /// The modulus.
        value: f64,
    },
    /// A parameter of an I, C or R is not positive.
    NotPositive {
        /// The element.
        element: String,
        /// Its kind.
        kind: &'static str,
        /// The port, counted from zero.
        port: usize,
        /// The parameter.
        value: f64,
        /// Whether zero is allowed.
        allows_zero: bool,
    },
    /// A storage field stores no energy in some direction.
    SingularField {
        /// The element.
        element: String,
        /// Its kind.
        kind: &'static str,
        /// The smallest eigenvalue, diagonal scaled to one [-].
        eigenvalue: f64,
    },
    /// A resistance field produces energy in some direction.
    ProducesEnergy {
        /// The element.
        element: String,
        /// The smallest eigenvalue of the symmetric part, diagonal scaled to one [-].
        eigenvalue: f64,
    },
    /// Two elements require opposite causality.
    Conflict {
        /// Where they meet.
        at: String,
        /// The variable in conflict.
        variable: &'static str,
        /// One of them.
        first: String,
        /// The other.
        second: String,
        /// Whether no element, rather than two, sets the variable.
        is_unset: bool,
    },
    /// A zero resistance would have to give flow.
    NoResistance {
        /// The element.
        element: String,
    },
    /// An algebraic loop has no unique solution.
    SingularLoop {
        /// The elements on it.
        elements: Vec<String>,
    },
    /// The energy variable of a dependent storage port depends on a resistor in a loop with itself.
    DependentLoop {
        /// The element.
        element: String,
        /// Its port, counted from zero.
        port: usize,
    },
    /// An output or a request uses an unknown name.
    Unknown {
        /// Kind: `element`, `output`, `input`, `place`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The stiffness of a spring or the damping of a damper is not positive.
    NegativeStiffness {
        /// The spring or damper.
        element: String,
        /// Its stiffness or damping.
        value: f64,
    },
    /// A spring or damper joins ground to ground.
    LooseLink {
        /// The spring or damper.
        element: String,
    },
    /// Something is attached to a node of a frame where only ports of modal bodies can be.
    NotAPort {
        /// What is attached.
        what: String,
    },
    /// A modal body needs a residual from statics, but none are given.
    NoStatics {
        /// The body.
        body: String,
    },
    /// A modal body needs a file or a structure that is not available.
    OutOfReach {
        /// The body.
        body: String,
        /// Why.
        reason: String,
    },
    /// A law of the model file could not be evaluated.
    BadLaw {
        /// Whose law.
        what: String,
        /// The law as written.
        law: String,
        /// Why.
        reason: String,
    },
    /// An output is not a weighted sum of positions and velocities.
    NotLinear {
        /// The output.
        output: String,
        /// Its law.
        law: String,
    },
    /// The model has neither a bond graph nor modal bodies.
    NothingToConnect {
        /// The model.
        model: String,
    },
    /// A frequency is not a number.
    BadFrequency {
        /// The frequency \[Hz\].
        frequency_hz: f64,
    },
    /// The state matrix is too large for all of its eigenvalues.
    TooManyStates {
        /// How many states there are.
        states: usize,
        /// The limit.
        most: usize,
    },
    /// The response is infinite: the frequency is a pole.
    Resonance {
        /// The frequency \[Hz\].
        frequency_hz: f64,
    },
    /// A step of time is not positive.
    BadStep {
        /// The step \[s\].
        step: f64,
    },
    /// States or inputs of a simulation have the wrong size.
    InputSize {
        /// Initial values found.
        states: usize,
        /// States of the system.
        expected_states: usize,
        /// Rows of inputs found.
        rows: usize,
        /// Inputs of the system.
        inputs: usize,
        /// Samples.
        samples: usize,
    },
    /// The exponential of the state matrix failed.
    Exponential {
        /// The step \[s\].
        step: f64,
        /// What went wrong.
        source: LuError,
    },
    /// Shared displacements could not be identified.
    Invariants {
        /// States of the system.
        states: usize,
        /// What went wrong.
        source: SvdError,
    },
    /// The modes of a finite-element body could not be found and certified.
    Modes {
        /// The body.
        body: String,
        /// What went wrong.
        source: ModesError,
    },
    /// The unit loads on a finite-element body could not be solved.
    Statics {
        /// The body.
        body: String,
        /// What went wrong.
        source: NullSpaceError,
    },
    /// A universal file cannot be read.
    UniversalFile {
        /// Line, counted from one.
        line: usize,
        /// Dataset; zero between datasets.
        dataset: u32,
        /// The actual content.
        found: String,
        /// The expected content.
        expected: &'static str,
    },
    /// A universal file holds no real normal modes.
    NoModes {
        /// The body.
        body: String,
    },
    /// The eigenvalues of a field could not be found.
    Eigen {
        /// The field or body.
        name: String,
        /// What went wrong.
        source: EigenError,
    },
}

impl fmt::Display for BondError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPorts { body } => {
                write!(f, "modal body {body} has no ports: nothing can be attached to it")
            }
            Self::TooManyStates { states, most } => write!(
                f,
                "{states} states are too many for all poles of the state matrix, which would take about {:.0e} operations (up to \
                 {most} states): retain fewer modes of modal bodies",
                25.0 * (*states as f64).powi(3)
            ),
            Self::NotFinite { equation, of } => write!(
                f,
                "the coefficient of {of} in the equation of {equation} is not a finite number: values of elements are too large \
                 or too small"
            ),
            Self::BadMode { body, mode, what, value } => {
                write!(f, "mode {mode} of {body} has the invalid {what} {value}")
            }
            Self::ShapeLength { body, mode, found, ports } => {
                write!(f, "mode {mode} of {body} has {found} shape values for {ports} ports")
            }
            Self::TableLength { body, frequencies, masses, shapes } => write!(
                f,
                "the table of {body} has {frequencies} frequencies, {masses} modal masses and {shapes} shapes: one of each per mode is needed"
            ),
            Self::RetainTooMany { body, retain, available } => {
                write!(f, "{retain} modes of {body} are to be retained, but only {available} are given")
            }
            Self::BadBeam { what, value } => {
                write!(f, "invalid beam: {what} = {value} must be positive")
            }
            Self::PortOutside { body, port, position, length } => {
                write!(f, "port {port} of {body} at {position} m is outside the beam of {length} m")
            }
            Self::HeldPort { body, port } => write!(
                f,
                "port {port} of {body} moves in none of the retained modes and has no residual compliance: \
                 it is fixed, and \
                 nothing can act there; move the port, keep more modes, or leave it out"
            ),
            Self::FieldSize { name, rows, cols, ports } => {
                write!(
                    f,
                    "the field {name} is {rows} × {cols}; it needs one row and one column for each of its {ports} ports"
                )
            }
            Self::Asymmetric { name, row, col, difference } => write!(
                f,
                "the compliance of {name} is not symmetric: entries ({}, {}) and ({}, {}) differ by {difference:e}",
                row + 1,
                col + 1,
                col + 1,
                row + 1
            ),
            Self::InconsistentResidual { name, eigenvalue, port } => write!(
                f,
                "the residual compliance of {name} has the negative eigenvalue {eigenvalue:.3e} (of the static compliance), mostly at port {}: \
                 the modes kept are softer than the statics; take both from the same model",
                port + 1
            ),
            Self::Eigen { name, source } => write!(f, "the field {name}: {source}"),
            other => other.fmt_graph(f),
        }
    }
}

impl BondError {
    /// The messages about bond graphs.
    fn fmt_graph(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateName { name } => write!(f, "two elements are called {name}"),
            Self::SelfBond { element } => write!(f, "a bond joins {element} to itself"),
            Self::BondCount { element, kind, found, expected } => {
                write!(f, "{element}:{kind} has {found} bonds; it needs {expected}")
            }
            Self::BadModulus { element, value } => {
                write!(f, "the modulus of {element} is {value}; it must be finite and not zero")
            }
            Self::NotPositive { element, kind, port, value, allows_zero } => {
                let least = if *allows_zero { "zero or positive" } else { "positive" };
                write!(
                    f,
                    "{element}:{kind} has the parameter {value} at port {}; it must be {least}",
                    port + 1
                )
            }
            Self::SingularField { element, kind, eigenvalue } => write!(
                f,
                "the {kind}-field {element} stores no energy in some direction (eigenvalue {eigenvalue:.3e} of its diagonal): \
                 leave that direction out of the field"
            ),
            Self::ProducesEnergy { element, eigenvalue } => {
                write!(
                    f,
                    "the R-field {element} produces energy: eigenvalue {eigenvalue:.3e} of its diagonal"
                )
            }
            Self::Conflict { at, variable, first, second, is_unset: false } => {
                write!(f, "causal conflict: {first} and {second} both set the {variable} at {at}")
            }
            Self::Conflict { at, variable, first, second, is_unset: true } => {
                write!(
                    f,
                    "causal conflict: no element sets the {variable} at {at}, neither {first} nor {second}"
                )
            }
            Self::SingularLoop { elements } => {
                write!(
                    f,
                    "the algebraic loop through {} has no unique solution: its gain is one",
                    elements.join(", ")
                )
            }
            Self::DependentLoop { element, port } => write!(
                f,
                "port {} of {element} is dependent, but what it depends on contains its own rate",
                port + 1
            ),
            Self::NegativeStiffness { element, value } => {
                write!(f, "{element} has the stiffness or damping {value}; it must be positive")
            }
            Self::LooseLink { element } => {
                write!(f, "{element} joins ground to ground: attach one side to a port")
            }
            Self::NoResistance { element } => {
                write!(
                    f,
                    "{element}:R is zero, but must give a flow in this graph: remove it or give it a \
                     resistance"
                )
            }
            other => other.fmt_analysis(f),
        }
    }

    /// The messages about requests to a graph or a model.
    fn fmt_analysis(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { what, name } => write!(f, "unknown {what} {name}"),
            Self::NotAPort { what } => write!(f, "{what} is not attached to a port of a modal body"),
            Self::NoStatics { body } => write!(
                f,
                "the residual of {body} needs statics, but its table has none: give `compliance`, or take \
                 residual = \"from-remaining-modes\""
            ),
            Self::OutOfReach { body, reason } => write!(f, "modal body {body}: {reason}"),
            Self::BadLaw { what, law, reason } => {
                write!(f, "the law of {what}, `{law}`, cannot be used: {reason}")
            }
            Self::NotLinear { output, law } => {
                write!(f, "output {output}, `{law}`, is not a weighted sum of positions and velocities")
            }
            Self::NothingToConnect { model } => {
                write!(
                    f,
                    "{model} has neither a [bond_graph] nor a [[modal_body]]: there is nothing to connect"
                )
            }
            Self::BadFrequency { frequency_hz } => write!(f, "{frequency_hz} Hz is not a valid frequency"),
            Self::Resonance { frequency_hz } => {
                write!(
                    f,
                    "the response at {frequency_hz} Hz is infinite: it is an undamped natural frequency"
                )
            }
            Self::BadStep { step } => write!(f, "invalid time step of {step} s"),
            Self::InputSize { states, expected_states, rows, inputs, samples } => write!(
                f,
                "a simulation needs {expected_states} initial values and {inputs} rows of inputs with at least one sample; \
                 given are {states}, {rows} and {samples}"
            ),
            Self::Exponential { step, source } => {
                write!(f, "the exponential over a step of {step} s failed: {source}")
            }
            Self::Invariants { states, source } => {
                write!(f, "shared displacements among {states} states could not be found: {source}")
            }
            Self::Modes { body, source } => write!(f, "modes of {body}: {source}"),
            Self::Statics { body, source } => write!(f, "statics of {body}: {source}"),
            Self::UniversalFile { line, dataset: 0, found, expected } => {
                write!(f, "line {line}: found `{found}` where {expected} is expected")
            }
            Self::UniversalFile { line, dataset, found, expected } => {
                write!(f, "line {line}, dataset {dataset}: found `{found}` where {expected} is expected")
            }
            Self::NoModes { body } => write!(f, "there are no real normal modes (dataset 55) for {body}"),
            // All others are written above; this shows name and numbers of any other variant.
            other => write!(f, "{other:?}"),
        }
    }
}

impl std::error::Error for BondError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Eigen { source, .. } => Some(source),
            Self::Exponential { source, .. } => Some(source),
            Self::Invariants { source, .. } => Some(source),
            Self::Modes { source, .. } => Some(source),
            Self::Statics { source, .. } => Some(source),
            _ => None,
        }
    }
}
