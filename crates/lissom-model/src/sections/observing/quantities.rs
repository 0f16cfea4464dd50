//! `quantity` of an `[[output]]`: which object and direction each quantity needs.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{
    BeamId, Dimension, Direction, EnergyKind, HingeId, Measured, NodeId, Observed, SectionQuantity,
};
use crate::reading::fields::Fields;
use crate::sections::attachment::clash;
use crate::sections::observing::outputs::Parts;

/// The objects that quantities are about.
pub(crate) const OBJECTS: &[&str] = &["hinge", "drive", "beam"];

/// Keys that say what a quantity is about, or exclude it.
const KEYS: &[&str] = &[
    "node",
    "attach",
    "hinge",
    "drive",
    "beam",
    "at",
    "direction",
    "expression",
    "deflection",
    "flow",
    "effort",
];

/// A quantity: its word, its object, and whether it has a direction.
struct Word {
    word: &'static str,
    /// The key of its object; `None`: the whole machine.
    object: Option<&'static str>,
    way: Way,
}

/// The direction of a quantity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    None,
    Along,
    AlongOrAbout,
}

const fn word(word: &'static str, object: Option<&'static str>, way: Way) -> Word {
    Word { word, object, way }
}

const TABLE: &[Word] = &[
    word("displacement", Some("node"), Way::AlongOrAbout),
    word("position", Some("node"), Way::Along),
    word("velocity", Some("node"), Way::AlongOrAbout),
    word("acceleration", Some("node"), Way::AlongOrAbout),
    word("reaction", Some("node"), Way::AlongOrAbout),
    word("angle", Some("hinge"), Way::None),
    word("rate", Some("hinge"), Way::None),
    word("angular acceleration", Some("hinge"), Way::None),
    word("joint force", Some("hinge"), Way::Along),
    word("torque", Some("hinge"), Way::None),
    word("drive force", Some("drive"), Way::None),
    word("drive power", Some("drive"), Way::None),
    word("axial force", Some("beam"), Way::None),
    word("shear force", Some("beam"), Way::None),
    word("bending moment", Some("beam"), Way::None),
    word("stress", Some("beam"), Way::None),
    word("strain", Some("beam"), Way::None),
    word("kinetic energy", None, Way::None),
    word("elastic energy", None, Way::None),
    word("potential energy", None, Way::None),
    word("energy", None, Way::None),
    word("momentum", None, Way::Along),
    word("angular momentum", None, Way::None),
];

/// The words of all quantities.
pub(crate) const WORDS: &[&str] = &{
    let mut words = [""; TABLE.len()];
    let mut k = 0;
    while k < TABLE.len() {
        words[k] = TABLE[k].word;
        k += 1;
    }
    words
};

/// A hint: the quantities of an object.
pub(crate) fn of_object(object: &str) -> String {
    let words = TABLE.iter().filter(|word| word.object == Some(object));
    let words: Vec<String> = words.map(|word| format!("\"{}\"", word.word)).collect();
    format!("add quantity = {}", words.join(" or "))
}

/// Reads an output with a `quantity`.
pub(crate) fn read(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<Measured> {
    let cx = fields.cx;
    let name = fields.word("quantity").given()?;
    let word = TABLE.iter().find(|word| word.word == name).expect("the words come from the table");
    if cx.dimension == Dimension::Three && !matches!(name, "displacement") {
        let message = format!("the {name} is reported of planar mechanisms only");
        let diagnostic = Diagnostic::error(codes::WRONG_DIMENSION, fields.span_of("quantity"), message);
        cx.report(diagnostic.hint("in space, report displacements of nodes"));
        return None;
    }
    let allowed = |key: &str| {
        Some(key) == word.object
            || (key == "at" && word.object == Some("beam"))
            || (key == "direction" && word.way != Way::None)
            || (key == "node" && name == "angular momentum")
    };
    let strays: Vec<&str> = fields.given(KEYS).into_iter().filter(|key| !allowed(key)).collect();
    for stray in &strays {
        not_needed(fields, word, stray);
    }
    if let Some(object) = word.object.filter(|object| !fields.has(object)) {
        let message = format!("the {name} needs its `{object}`");
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span_of("quantity"), message);
        cx.report(diagnostic.hint(format!("such as {object} = \"NAME\"")));
    }
    let observed = observed(fields, parts, word);
    observed.filter(|_| strays.is_empty())
}

/// Reports a key that does not belong to a quantity.
fn not_needed(fields: &Fields<'_>, word: &Word, stray: &str) {
    if matches!(stray, "expression" | "deflection" | "flow" | "effort" | "attach") {
        clash(fields, "quantity", stray);
        return;
    }
    let about = match word.object {
        Some(object) => format!("of a {object}"),
        None => "of the whole machine".to_owned(),
    };
    let message = format!("the {} is {about} and takes no `{stray}`", word.word);
    let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span(stray), message);
    fields.cx.report(diagnostic.hint("remove the key, or choose another `quantity`"));
}

fn observed(fields: &Fields<'_>, parts: &Parts<'_>, word: &Word) -> Option<Measured> {
    let cx = fields.cx;
    let node = || {
        let found = fields.name("node").given().and_then(|name| parts.places.nodes.find(cx, &name));
        found.map(NodeId)
    };
    let hinge = || fields.name("hinge").given().and_then(|name| parts.hinges.find(cx, &name)).map(HingeId);
    let drive = || fields.name("drive").given().and_then(|name| parts.drives.find(cx, &name));
    // Both are read, so that both are reported.
    let (place, way) = (word.object == Some("node")).then(|| (node(), direction(fields, word))).unzip();
    let place = place.flatten();
    let way = way.unwrap_or_else(|| direction(fields, word));
    let along = || match way? {
        Direction::Along(unit) => Some(unit),
        Direction::About(_) => None,
    };
    Some(Measured::Observed(match word.word {
        "displacement" => {
            return Some(Measured::Displacement(crate::model::Attachment::Node(place?), Some(way?)));
        }
        "position" => Observed::Position(place?, along()?),
        "velocity" => Observed::Velocity(place?, way?),
        "acceleration" => Observed::Acceleration(place?, way?),
        "reaction" => Observed::Reaction(place?, way?),
        "angle" => Observed::Angle(hinge()?),
        "rate" => Observed::Rate(hinge()?),
        "angular acceleration" => Observed::AngularAcceleration(hinge()?),
        "joint force" => Observed::JointForce(hinge()?, along()?),
        "torque" => Observed::Torque(hinge()?),
        "drive force" => Observed::DriveForce(drive()?),
        "drive power" => Observed::DrivePower(drive()?),
        "kinetic energy" => Observed::Energy(EnergyKind::Kinetic),
        "elastic energy" => Observed::Energy(EnergyKind::Elastic),
        "potential energy" => Observed::Energy(EnergyKind::Potential),
        "energy" => Observed::Energy(EnergyKind::Total),
        "momentum" => Observed::Momentum(along()?),
        "angular momentum" => {
            let about = if fields.has("node") { Some(node()?) } else { None };
            Observed::AngularMomentum(about)
        }
        section => return of_section(fields, parts, section),
    }))
}

/// The direction of a quantity that has one.
fn direction(fields: &Fields<'_>, word: &Word) -> Option<Direction> {
    if word.way == Way::None {
        return None;
    }
    let cx = fields.cx;
    match fields.direction("direction").optional()? {
        Some(Direction::About(_)) if word.way == Way::Along => {
            let message = format!("the {} is along a direction, not about an axis", word.word);
            let diagnostic = Diagnostic::error(codes::BAD_DIRECTION, fields.span_of("direction"), message);
            cx.report(diagnostic.hint("such as direction = \"x\""));
            None
        }
        Some(direction) => Some(direction),
        None => {
            let message = format!("the {} needs a `direction`", word.word);
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span_of("quantity"), message);
            cx.report(diagnostic.hint("such as direction = \"x\""));
            None
        }
    }
}

fn of_section(fields: &Fields<'_>, parts: &Parts<'_>, word: &str) -> Option<Measured> {
    let cx = fields.cx;
    let at = fields.number("at").or(0.5);
    let beam = fields.name("beam").given().and_then(|name| parts.beams.find(cx, &name))?;
    let what = match word {
        "axial force" => SectionQuantity::AxialForce,
        "shear force" => SectionQuantity::ShearForce,
        "bending moment" => SectionQuantity::BendingMoment,
        "stress" => SectionQuantity::Stress,
        _ => SectionQuantity::Strain,
    };
    if matches!(what, SectionQuantity::Stress | SectionQuantity::Strain) {
        let described = parts.beams.catalogue.item(beam).value.as_ref()?;
        let has_height = described.section_stress.is_some_and(|section| section.bending.is_some());
        if !has_height {
            let message =
                format!("the {word} needs the height of the section of beam \"{}\"", described.name);
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.span_of("beam"), message);
            cx.report(diagnostic.hint("give the section as a shape, or by A, I and height"));
            return None;
        }
    }
    Some(Measured::Observed(Observed::Section(BeamId(beam), at?, what)))
}
