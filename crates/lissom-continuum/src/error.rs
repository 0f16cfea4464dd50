//! Errors of derivations and spectra.

use lissom_symbolic::DerivativeError;
use thiserror::Error;

/// Why the equations of a system cannot be derived.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum DeriveError {
    /// No surrogate element has this kind.
    #[error("continuum `{member}`: there is no element `{kind}`")]
    UnknownKind {
        /// Name of the continuum.
        member: String,
        /// The given kind.
        kind: String,
    },
    /// A kind of element has another number of fields.
    #[error("continuum `{member}` needs {needed} field(s), but {given} are given")]
    FieldCount {
        /// Name of the continuum.
        member: String,
        /// How many fields the kind has [-].
        needed: usize,
        /// How many were given [-].
        given: usize,
    },
    /// A coefficient is missing.
    #[error("continuum `{member}` needs the coefficient `{coefficient}`")]
    MissingCoefficient {
        /// Name of the continuum.
        member: String,
        /// The coefficient.
        coefficient: String,
    },
    /// An end prescribes a quantity that the element does not carry there.
    #[error(
        "an end of continuum `{member}` cannot prescribe `{quantity}`: its loads do work on {} only",
        .allowed.join(", ")
    )]
    EndQuantity {
        /// Name of the continuum.
        member: String,
        /// The given quantity.
        quantity: String,
        /// What an end of this element can prescribe.
        allowed: Vec<String>,
    },
    /// An end datum depends on a field or on the place along a member; it may depend on coordinates and time.
    #[error("continuum `{member}`: the {quantity} of an end may depend on coordinates and time only")]
    EndDependsOnField {
        /// Name of the continuum.
        member: String,
        /// The quantity.
        quantity: String,
    },
    /// A coordinate occurs nowhere.
    #[error(
        "the coordinate `{coordinate}` occurs in no energy, load or end: remove it, or attach something to \
         it"
    )]
    UnusedCoordinate {
        /// Name of the coordinate.
        coordinate: String,
    },
    /// A density contains no spatial derivative of a field, so the field is not a continuum.
    #[error("continuum `{member}`: its density contains no spatial derivative of `{field}`")]
    NoSpatialDerivative {
        /// Name of the continuum.
        member: String,
        /// Name of the field.
        field: String,
    },
    /// Stiffening is requested, but x is not arc length along a line.
    #[error(
        "continuum `{member}`: stiffening cannot be computed, since ∂position/∂x without fields is not a \
         vector of length 1; write `position` as a place in the plane or in space"
    )]
    NoSpine {
        /// Name of the continuum.
        member: String,
    },
    /// The axial load of a member cannot be integrated: a coefficient is not a polynomial in x.
    #[error(
        "continuum `{member}`: its axial load cannot be integrated, since a coefficient is not a polynomial \
         in x; set stiffening = \"none\" and give `tension`"
    )]
    Pull {
        /// Name of the continuum.
        member: String,
    },
    /// A place of an attachment does not lie on its member.
    #[error("continuum `{member}`: the place x = {place} does not lie on it")]
    PlaceOutside {
        /// Name of the continuum.
        member: String,
        /// The place as it was written.
        place: String,
    },
    /// The order of attachments along a member is not known.
    #[error(
        "continuum `{member}`: where x = {place} lies among its attachments cannot be determined; give its \
         symbols values in [params]"
    )]
    PlaceUnknown {
        /// Name of the continuum.
        member: String,
        /// The place as it was written.
        place: String,
    },
    /// The branches of a coefficient cannot be located.
    #[error(
        "continuum `{member}`: where its coefficients change their branch cannot be determined; give their \
         symbols values in [params]"
    )]
    BranchUnknown {
        /// Name of the continuum.
        member: String,
    },
    /// Where a coefficient changes its branch cannot be located.
    #[error(
        "continuum `{member}`: a coefficient changes its branch where {condition} is zero (or a whole \
         number), and these places cannot be located: write them as numbers, if(x < 0.3, …)"
    )]
    BranchNotLocated {
        /// Name of the continuum.
        member: String,
        /// The expression whose zeros are the places.
        condition: String,
    },
    /// Inside a span a coefficient is not what it is in the middle of the span.
    #[error(
        "continuum `{member}`: {coefficient} changes its branch near x = {x}, and where cannot be located: write the \
         member as several continua"
    )]
    BranchMissed {
        /// Name of the continuum.
        member: String,
        /// The coefficient as it was written.
        coefficient: String,
        /// A place where it differs \[m\].
        x: f64,
    },
    /// An equation is too large to be written.
    #[error(
        "the equation of `{equation}` would have {size:.1e} operations written out: nest fewer functions in \
         its coefficients and positions"
    )]
    TooLarge {
        /// Its name.
        equation: String,
        /// Number of operations in it [-].
        size: f64,
    },
    /// A member would be divided into too many spans.
    #[error(
        "continuum `{member}` would be divided into {spans} spans by steps of its coefficients and \
         attachments: write it as several continua"
    )]
    TooManySpans {
        /// Name of the continuum.
        member: String,
        /// How many [-].
        spans: usize,
    },
    /// An attachment uses a derivative that the member does not have at an end.
    #[error(
        "continuum `{member}`: nothing can be attached to `{quantity}` inside it, only to {}",
        .allowed.join(", ")
    )]
    PlaceQuantity {
        /// Name of the continuum.
        member: String,
        /// The quantity, such as `w_xx`.
        quantity: String,
        /// What can be attached to.
        allowed: Vec<String>,
    },
    /// A derivative could not be taken.
    #[error("{part}: {source}")]
    Derivative {
        /// Which part was being differentiated.
        part: String,
        /// What went wrong.
        source: DerivativeError,
    },
}
