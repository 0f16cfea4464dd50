//! Errors of modal bodies and bond graphs.

use lissom_linalg::eigen::EigenError;
use lissom_linalg::{LuError, ModesError, NullSpaceError, SvdError};
use thiserror::Error;

/// Why a modal body or a bond graph cannot be solved.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BondError {
    /// An element with a law is not independent.
    #[error(
        "{element} has a law, but its variable follows from {because} (derivative causality), and laws of dependent storage are not \
         inverted. Remedies: give {because} the law instead, or put a small storage or a resistor between the two"
    )]
    DependentLaw {
        /// The element.
        element: String,
        /// What determines it.
        because: String,
    },
    /// A dependent energy variable follows from an algebraic loop with laws.
    #[error(
        "the storage of {element} is dependent and follows from the algebraic loop of {unknowns}: its rate cannot be formed. Remedy: \
         put a small storage between them"
    )]
    DependentOnLoop {
        /// The element.
        element: String,
        /// What the loop is solved for.
        unknowns: String,
    },
    /// Two quantities of a graph have the same symbol.
    #[error(
        "`{name}` would stand for two quantities in the equations of this bond graph: rename an element (states are called \
         q_NAME and p_NAME, what laws give e_NAME and f_NAME, time t)"
    )]
    SymbolTwice {
        /// The symbol.
        name: String,
    },
    /// A law cannot be evaluated.
    #[error("the equations of the bond graph at t = {time} s: {reason}")]
    LawFails {
        /// Time \[s\].
        time: f64,
        /// Why.
        reason: String,
    },
    /// No operating point was found.
    #[error(
        "no equilibrium was found: the rate of {state} stays {rate:.3e}. Linear answers are those about an equilibrium: give sources, laws \
         and [bond_graph.initial] from which one can be reached"
    )]
    NoEquilibrium {
        /// The state.
        state: String,
        /// Its rate (unit of the state per second).
        rate: f64,
    },
    /// An initial value of something that is not a state.
    #[error("{element} cannot start at a value of its own: {reason}")]
    NotAState {
        /// The element.
        element: String,
        /// Why.
        reason: String,
    },
    /// A body without ports cannot be connected.
    #[error("modal body {body} has no ports: nothing can be attached to it")]
    NoPorts {
        /// The body.
        body: String,
    },
    /// A coefficient of the state equations is beyond the range of numbers.
    #[error(
        "the coefficient of {of} in the equation of {equation} is not a finite number: values of elements \
         are too large or too small"
    )]
    NotFinite {
        /// The rate or output whose equation it is in.
        equation: String,
        /// The state or input it multiplies.
        of: String,
    },
    /// A number of a mode is invalid.
    #[error("mode {mode} of {body} has the invalid {what} {value}")]
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
    #[error("mode {mode} of {body} has {found} shape values for {ports} ports")]
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
    #[error(
        "the table of {body} has {frequencies} frequencies, {masses} modal masses and {shapes} shapes: one \
         of each per mode is needed"
    )]
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
    #[error("{retain} modes of {body} are to be retained, but only {available} are given")]
    RetainTooMany {
        /// The body.
        body: String,
        /// Modes to be retained.
        retain: usize,
        /// Available modes.
        available: usize,
    },
    /// A number of a continuum beam is invalid.
    #[error("invalid beam: {what} = {value} must be positive")]
    BadBeam {
        /// `length`, `EI` or `rhoA`.
        what: &'static str,
        /// The number found.
        value: f64,
    },
    /// A port lies outside the beam.
    #[error("port {port} of {body} at {position} m is outside the beam of {length} m")]
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
    #[error(
        "port {port} of {body} moves in none of the retained modes and has no residual compliance: it is \
         fixed, and nothing can act there; move the port, keep more modes, or leave it out"
    )]
    HeldPort {
        /// The body.
        body: String,
        /// The port.
        port: String,
    },
    /// A field does not have one row and column per port.
    #[error(
        "the field {name} is {rows} × {cols}; it needs one row and one column for each of its {ports} ports"
    )]
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
    #[error(
        "the compliance of {name} is not symmetric: entries ({}, {}) and ({}, {}) differ by {difference:e}",
        .row + 1, .col + 1, .col + 1, .row + 1
    )]
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
    #[error(
        "the residual compliance of {name} has the negative eigenvalue {eigenvalue:.3e} (of the static \
         compliance), mostly at port {}: the modes kept are softer than the statics; take both from the \
         same model",
        .port + 1
    )]
    InconsistentResidual {
        /// The body.
        name: String,
        /// The most negative eigenvalue of C_r, ports scaled to unit static compliance [-].
        eigenvalue: f64,
        /// The port with the largest share of its direction, counted from zero.
        port: usize,
    },
    /// Two elements have the same name.
    #[error("two elements are called {name}")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// A bond begins and ends at the same element.
    #[error("a bond joins {element} to itself")]
    SelfBond {
        /// The element.
        element: String,
    },
    /// An element has too few or too many bonds.
    #[error("{element}:{kind} has {found} bonds; it needs {expected}")]
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
    #[error("the modulus of {element} is {value}; it must be finite and not zero")]
    BadModulus {
        /// The element.
        element: String,
        /// The modulus.
        value: f64,
    },
    /// A parameter of an I, C or R is not positive.
    #[error(
        "{element}:{kind} has the parameter {value} at port {}; it must be {}",
        .port + 1, if *.allows_zero { "zero or positive" } else { "positive" }
    )]
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
    #[error(
        "the {kind}-field {element} stores no energy in some direction (eigenvalue {eigenvalue:.3e} of its \
         diagonal): leave that direction out of the field"
    )]
    SingularField {
        /// The element.
        element: String,
        /// Its kind.
        kind: &'static str,
        /// The smallest eigenvalue, diagonal scaled to one [-].
        eigenvalue: f64,
    },
    /// A resistance field produces energy in some direction.
    #[error("the R-field {element} produces energy: eigenvalue {eigenvalue:.3e} of its diagonal")]
    ProducesEnergy {
        /// The element.
        element: String,
        /// The smallest eigenvalue of the symmetric part, diagonal scaled to one [-].
        eigenvalue: f64,
    },
    /// Two elements require opposite causality.
    #[error("causal conflict: {}", conflict(.at, .variable, [.first, .second], *.is_unset))]
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
    #[error("{element}:R is zero, but must give a flow in this graph: remove it or give it a resistance")]
    NoResistance {
        /// The element.
        element: String,
    },
    /// An algebraic loop has no unique solution.
    #[error("the algebraic loop through {} has no unique solution: its gain is one", .elements.join(", "))]
    SingularLoop {
        /// The elements on it.
        elements: Vec<String>,
    },
    /// The energy variable of a dependent storage port depends on a resistor in a loop with itself.
    #[error("port {} of {element} is dependent, but what it depends on contains its own rate", .port + 1)]
    DependentLoop {
        /// The element.
        element: String,
        /// Its port, counted from zero.
        port: usize,
    },
    /// An output or a request uses an unknown name.
    #[error("unknown {what} {name}")]
    Unknown {
        /// Kind: `element`, `output`, `input`, `place`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The stiffness of a spring or the damping of a damper is not positive.
    #[error("{element} has the stiffness or damping {value}; it must be positive")]
    NegativeStiffness {
        /// The spring or damper.
        element: String,
        /// Its stiffness or damping.
        value: f64,
    },
    /// A spring or damper joins ground to ground.
    #[error("{element} joins ground to ground: attach one side to a port")]
    LooseLink {
        /// The spring or damper.
        element: String,
    },
    /// Something is attached to a node of a frame where only ports of modal bodies can be.
    #[error("{what} is not attached to a port of a modal body")]
    NotAPort {
        /// What is attached.
        what: String,
    },
    /// A modal body needs a residual from statics, but none are given.
    #[error(
        "the residual of {body} needs statics, but its table has none: give `compliance`, or take residual \
         = \"from-remaining-modes\""
    )]
    NoStatics {
        /// The body.
        body: String,
    },
    /// A modal body needs a file or a structure that is not available.
    #[error("modal body {body}: {reason}")]
    OutOfReach {
        /// The body.
        body: String,
        /// Why.
        reason: String,
    },
    /// A law of the model file could not be evaluated.
    #[error("the law of {what}, `{law}`, cannot be used: {reason}")]
    BadLaw {
        /// Whose law.
        what: String,
        /// The law as written.
        law: String,
        /// Why.
        reason: String,
    },
    /// An output is not a weighted sum of positions and velocities.
    #[error("output {output}, `{law}`, is not a weighted sum of positions and velocities")]
    NotLinear {
        /// The output.
        output: String,
        /// Its law.
        law: String,
    },
    /// The model has neither a bond graph nor modal bodies.
    #[error("{model} has neither a [bond_graph] nor a [[modal_body]]: there is nothing to connect")]
    NothingToConnect {
        /// The model.
        model: String,
    },
    /// A frequency is not a number.
    #[error("{frequency_hz} Hz is not a valid frequency")]
    BadFrequency {
        /// The frequency \[Hz\].
        frequency_hz: f64,
    },
    /// The state matrix is too large for all of its eigenvalues.
    #[error(
        "{states} states are too many for all poles of the state matrix, which would take about {:.0e} \
         operations (up to {most} states): retain fewer modes of modal bodies",
        25.0 * (*.states as f64).powi(3)
    )]
    TooManyStates {
        /// How many states there are.
        states: usize,
        /// The limit.
        most: usize,
    },
    /// The response is infinite: the frequency is a pole.
    #[error("the response at {frequency_hz} Hz is infinite: it is an undamped natural frequency")]
    Resonance {
        /// The frequency \[Hz\].
        frequency_hz: f64,
    },
    /// The exponential of the state matrix failed.
    #[error("the exponential over a step of {step} s failed: {source}")]
    Exponential {
        /// The step \[s\].
        step: f64,
        /// What went wrong.
        source: LuError,
    },
    /// Shared displacements could not be identified.
    #[error("shared displacements among {states} states could not be found: {source}")]
    Invariants {
        /// States of the system.
        states: usize,
        /// What went wrong.
        source: SvdError,
    },
    /// The modes of a finite-element body could not be found and certified.
    #[error("modes of {body}: {source}")]
    Modes {
        /// The body.
        body: String,
        /// What went wrong.
        source: ModesError,
    },
    /// The unit loads on a finite-element body could not be solved.
    #[error("statics of {body}: {source}")]
    Statics {
        /// The body.
        body: String,
        /// What went wrong.
        source: NullSpaceError,
    },
    /// A universal file cannot be read.
    #[error("{}: found `{found}` where {expected} is expected", place_in_file(*.line, *.dataset))]
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
    #[error("there are no real normal modes (dataset 55) for {body}")]
    NoModes {
        /// The body.
        body: String,
    },
    /// The eigenvalues of a field could not be found.
    #[error("the field {name}: {source}")]
    Eigen {
        /// The field or body.
        name: String,
        /// What went wrong.
        source: EigenError,
    },
}

/// What two elements that require opposite causality do to a variable.
fn conflict(at: &str, variable: &str, [first, second]: [&str; 2], is_unset: bool) -> String {
    if is_unset {
        format!("no element sets the {variable} at {at}, neither {first} nor {second}")
    } else {
        format!("{first} and {second} both set the {variable} at {at}")
    }
}

/// A place in a universal file; dataset zero is between datasets.
fn place_in_file(line: usize, dataset: u32) -> String {
    if dataset == 0 { format!("line {line}") } else { format!("line {line}, dataset {dataset}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as _;

    #[test]
    fn an_error_leads_to_its_cause() {
        let cause = ModesError::from(EigenError::NoConvergence { rows: 3 });
        let error = BondError::Modes { body: "plate".to_owned(), source: cause.clone() };
        assert_eq!(error.to_string(), "modes of plate: the eigenvalue iteration of a 3 × 3 matrix stalled");
        assert_eq!(error.source().and_then(|source| source.downcast_ref::<ModesError>()), Some(&cause));
    }

    #[test]
    fn a_place_between_datasets_has_no_number_of_a_dataset() {
        let error = |dataset| BondError::UniversalFile {
            line: 7,
            dataset,
            found: "x".to_owned(),
            expected: "a number",
        };
        assert_eq!(error(0).to_string(), "line 7: found `x` where a number is expected");
        assert_eq!(error(55).to_string(), "line 7, dataset 55: found `x` where a number is expected");
    }
}
