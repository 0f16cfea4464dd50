//! The codes of all diagnostics: L01xx file, L02xx names, L03xx numbers, L04xx structure, L05xx requests.

/// The code of a diagnostic, its title and its page.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Such as `L0203`.
    pub code: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its page: what it means, a wrong example, the corrected example.
    pub explanation: &'static str,
}

/// The page that explains a code such as `L0203`, or a topic such as `geometric`; `None` if there is no such page.
pub fn explain(code: &str) -> Option<&'static str> {
    let pages = CODES.iter().chain(TOPICS);
    pages.into_iter().find(|known| known.code.eq_ignore_ascii_case(code)).map(|known| known.explanation)
}

/// Topics that answers and warnings refer to.
pub const TOPICS: &[Code] = &[
    Code {
        code: "gyroscopic",
        title: "Coriolis force in a rotating frame",
        explanation: include_str!("../../../../docs/explain/gyroscopic.md"),
    },
    Code {
        code: "circulatory",
        title: "forces that follow the displacement sideways, and how stability is judged",
        explanation: include_str!("../../../../docs/explain/circulatory.md"),
    },
    Code {
        code: "geometric",
        title: "stiffness from the forces a part carries, and why it is never omitted",
        explanation: include_str!("../../../../docs/explain/geometric.md"),
    },
];

macro_rules! codes {
    ($($name:ident = $code:literal, $title:literal;)*) => {
        $(pub(crate) const $name: &str = $code;)*

        /// All codes, in order.
        pub const CODES: &[Code] = &[$(Code {
            code: $code,
            title: $title,
            explanation: include_str!(concat!("../../../../docs/explain/", $code, ".md")),
        }),*];
    };
}

codes! {
    NOT_TEXT = "L0101", "the file is not UTF-8 text";
    EMPTY = "L0102", "the file is empty";
    SYNTAX = "L0103", "the file is not TOML";
    DUPLICATE_KEY = "L0104", "a key or section is given twice";
    NO_VERSION = "L0105", "the format version is missing";
    OTHER_VERSION = "L0106", "the format version is not known";
    UNKNOWN_KEY = "L0107", "a key or section is not known";
    MISSING_KEY = "L0108", "a required key or section is missing";
    WRONG_TYPE = "L0109", "a value is of the wrong type";
    NOT_A_CHOICE = "L0110", "a value is not one of the choices";
    CLASHING_KEYS = "L0111", "keys that exclude each other";
    WRONG_LENGTH = "L0112", "a list has the wrong number of entries";
    OTHER_FILE = "L0113", "another file of the model cannot be read";
    NOT_TAKEN = "L0114", "a section is not taken from another file";

    BAD_OVERRIDE = "L0201", "an override names nothing in the model";
    DUPLICATE_NAME = "L0202", "a name is used twice";
    UNKNOWN_NAME = "L0203", "a name refers to nothing";
    RESERVED_NAME = "L0204", "a name is reserved or cannot be a name";
    UNUSED = "L0205", "something is described but never used";
    CYCLE = "L0206", "circular definitions";

    EXPRESSION = "L0301", "an expression cannot be read";
    UNKNOWN_SYMBOL = "L0302", "an expression uses an unknown name";
    WRONG_UNIT = "L0303", "the physical dimension does not fit";
    NOT_FINITE = "L0304", "a number is not finite";
    OUT_OF_RANGE = "L0305", "a number is out of range";
    NOT_WHOLE = "L0306", "a number must be whole";
    NOT_CONSTANT = "L0307", "a number depends on something that varies";
    BAD_DIRECTION = "L0308", "a direction cannot be used";
    BAD_TABLE = "L0309", "the points of a table are not a function";

    ZERO_LENGTH = "L0401", "a beam has no length";
    PARALLEL_AXIS = "L0402", "y_axis is parallel to the beam";
    AMBIGUOUS_TRIAD = "L0403", "the section's orientation was chosen by default";
    SECTION_LACKS = "L0404", "a cross-section lacks what the beam needs";
    SECTION_MIXED = "L0405", "a cross-section is given in two ways";
    MATERIAL_CLASH = "L0406", "E, G and nu contradict each other";
    NOT_AT_NODE = "L0407", "a beam does not end at the hinge";
    LOOSE_NODE = "L0408", "something acts on an unattached node";
    SEPARATE_BODIES = "L0409", "parts of the model are not connected";
    NO_SUPPORT = "L0410", "support is required";
    NOTHING = "L0411", "the model is empty";
    COINCIDENT = "L0412", "two nodes coincide";
    WRONG_DIMENSION = "L0413", "not possible in this number of dimensions";
    NO_INERTIA = "L0414", "a mass without mass or inertia";
    BAD_BOND = "L0415", "a bond cannot be read";
    BOND_VALUE = "L0416", "a bond-graph element and its value do not fit";
    CONTINUUM_DATA = "L0417", "a continuum's data do not fit its kind";
    SHARED_NODE = "L0418", "two rigid bodies share a node";
    DRIVEN_SUPPORT = "L0419", "a drive moves a fixed coordinate";
    BAD_JOIN = "L0420", "two places cannot be joined";
    CLAMPED_AT_HINGE = "L0421", "a member at a hinge that no hinge names";
    CONNECTED_APART = "L0422", "connected nodes are not at the same place";
    TURNED = "L0423", "a part cannot be turned with its component";
    BAD_ARC = "L0424", "an arc cannot be drawn";
    ALGEBRAIC_LOOP = "L0425", "a controller measures what it commands at the same instant";
    JOINT_AXES = "L0426", "axes that are not at right angles or not right-handed";
    PARTS_APART = "L0427", "the parts of a joint do not meet";
    NO_SUCH_MOTION = "L0428", "a joint does not have this motion";
    BAD_INERTIA = "L0429", "an inertia that no body can have";

    EMPTY_RANGE = "L0501", "a range is empty";
    METHOD_KEY = "L0502", "a key does not belong to this method";
    REQUEST_LACKS = "L0503", "a request needs what the model does not have";
}
