//! `quantity` of an `[[output]]`: which object and direction each quantity needs.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{
    BeamId, Dimension, Direction, Driven, EnergyKind, HingeId, JointMotion, JointRef, Measured, NodeId,
    Observed, SectionQuantity,
};
use crate::reading::direction::normalised;
use crate::reading::fields::Fields;
use crate::sections::attachment::clash;
use crate::sections::observing::outputs::Parts;

/// The objects that quantities are about.
pub(crate) const OBJECTS: &[&str] = &["hinge", "joint", "drive", "beam"];

/// Keys that say what a quantity is about, or exclude it.
const KEYS: &[&str] = &[
    "node",
    "attach",
    "hinge",
    "joint",
    "motion",
    "axis",
    "component",
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
    room: Room,
}

/// Which models have a quantity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    Any,
    Plane,
    Space,
}

/// The direction of a quantity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    None,
    Along,
    About,
    AlongOrAbout,
}

const fn word(word: &'static str, object: Option<&'static str>, way: Way) -> Word {
    Word { word, object, way, room: Room::Any }
}

const fn planar(word: &'static str, object: Option<&'static str>, way: Way) -> Word {
    Word { word, object, way, room: Room::Plane }
}

const fn spatial(word: &'static str, object: Option<&'static str>, way: Way) -> Word {
    Word { word, object, way, room: Room::Space }
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
    planar("shear force", Some("beam"), Way::None),
    planar("bending moment", Some("beam"), Way::None),
    spatial("shear force y", Some("beam"), Way::None),
    spatial("shear force z", Some("beam"), Way::None),
    spatial("torsional moment", Some("beam"), Way::None),
    spatial("bending moment y", Some("beam"), Way::None),
    spatial("bending moment z", Some("beam"), Way::None),
    word("stress", Some("beam"), Way::None),
    word("strain", Some("beam"), Way::None),
    word("kinetic energy", None, Way::None),
    word("elastic energy", None, Way::None),
    word("potential energy", None, Way::None),
    word("energy", None, Way::None),
    word("momentum", None, Way::Along),
    word("angular momentum", None, Way::About),
    spatial("axis component", Some("node"), Way::Along),
    spatial("quaternion", Some("node"), Way::None),
    word("coordinate", Some("joint"), Way::None),
    word("second rate", Some("joint"), Way::None),
    spatial("joint moment", Some("hinge"), Way::About),
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
    check_room(fields, word)?;
    let by_joint = word.object == Some("hinge") && fields.has("joint") && !fields.has("hinge");
    let object = if by_joint { Some("joint") } else { word.object };
    let allowed = |key: &str| {
        Some(key) == object
            || (key == "motion" && object == Some("joint"))
            || (key == "at" && object == Some("beam"))
            || (key == "direction" && takes_direction(fields, word))
            || (key == "axis" && name == "axis component")
            || (key == "component" && name == "quaternion")
            || (key == "node" && name == "angular momentum")
    };
    let strays: Vec<&str> = fields.given(KEYS).into_iter().filter(|key| !allowed(key)).collect();
    for stray in &strays {
        not_needed(fields, word, stray);
    }
    if let Some(object) = object.filter(|object| !fields.has(object)) {
        let message = format!("the {name} needs its `{object}`");
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span_of("quantity"), message);
        cx.report(diagnostic.hint(format!("such as {object} = \"NAME\"")));
    }
    let observed = observed(fields, parts, word);
    observed.filter(|_| strays.is_empty())
}

/// Reports a quantity that the model does not have.
fn check_room(fields: &Fields<'_>, word: &Word) -> Option<()> {
    let is_spatial = fields.cx.dimension == Dimension::Three;
    let (message, hint) = match word.room {
        Room::Plane if is_spatial => {
            let both = if word.word == "shear force" {
                "\"shear force y\" or \"shear force z\", along a local axis of the beam"
            } else {
                "\"bending moment y\" or \"bending moment z\", about a local axis of the beam"
            };
            (format!("in space the {} has two components", word.word), format!("write {both}"))
        }
        Room::Space if !is_spatial => (
            format!("the {} is reported of spatial models only", word.word),
            "dim = 2 in this model".to_owned(),
        ),
        _ => return Some(()),
    };
    let diagnostic = Diagnostic::error(codes::WRONG_DIMENSION, fields.span_of("quantity"), message);
    fields.cx.report(diagnostic.hint(hint));
    None
}

/// Whether a quantity has a direction: the angular momentum of a planar mechanism is about z.
fn takes_direction(fields: &Fields<'_>, word: &Word) -> bool {
    word.way != Way::None && (word.word != "angular momentum" || fields.cx.dimension == Dimension::Three)
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
    let motion = || parts.joints.motion(fields).map(|named| named.what);
    let drive = || drive(fields, parts);
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
        "angle" | "coordinate" => of_motion(motion()?, Observed::Angle, Observed::JointCoordinate)?,
        "rate" => of_motion(motion()?, Observed::Rate, Observed::JointRate)?,
        "angular acceleration" | "second rate" => {
            of_motion(motion()?, Observed::AngularAcceleration, Observed::JointAcceleration)?
        }
        "joint force" | "joint moment" => through(fields, parts, way?)?,
        "torque" => of_motion(motion()?, Observed::Torque, Observed::JointEffort)?,
        "axis component" => {
            let axis = axis(fields);
            Observed::Axis(place?, axis?, along()?)
        }
        "quaternion" => {
            fields.need("component", "the quaternion");
            let component = fields.count("component").given();
            Observed::Quaternion(place?, component?)
        }
        "drive force" => Observed::DriveForce(drive()?),
        "drive power" => Observed::DrivePower(drive()?),
        "kinetic energy" => Observed::Energy(EnergyKind::Kinetic),
        "elastic energy" => Observed::Energy(EnergyKind::Elastic),
        "potential energy" => Observed::Energy(EnergyKind::Potential),
        "energy" => Observed::Energy(EnergyKind::Total),
        "momentum" => Observed::Momentum(along()?),
        "angular momentum" => {
            let about = if fields.has("node") { Some(node()?) } else { None };
            match (cx.dimension, way) {
                (Dimension::Three, Some(Direction::About(axis))) => {
                    Observed::AngularMomentumAbout(about, axis)
                }
                (Dimension::Three, _) => return None,
                _ => Observed::AngularMomentum(about),
            }
        }
        section => return of_section(fields, parts, section),
    }))
}

/// The drive that is reported; the force of one that a controller commands is reported anyway.
fn drive(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<usize> {
    let name = fields.name("drive").given()?;
    if parts.commanded.position(&name.text).is_none() {
        return parts.drives.find(fields.cx, &name);
    }
    let message = format!("the drive \"{}\" is commanded by a controller", name.text);
    let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, name.span, message);
    fields.cx.report(diagnostic.hint(format!("its force is reported anyway, as `{}: force`", name.text)));
    None
}

/// A quantity of a motion of a hinge or of another joint.
fn of_motion(
    what: Driven,
    of_hinge: impl Fn(HingeId) -> Observed,
    of_joint: impl Fn(JointMotion) -> Observed,
) -> Option<Observed> {
    match what {
        Driven::Hinge(hinge) => Some(of_hinge(hinge)),
        Driven::Joint(motion) => Some(of_joint(motion)),
        Driven::Node(..) => None,
    }
}

/// A force or moment through a joint.
fn through(fields: &Fields<'_>, parts: &Parts<'_>, way: Direction) -> Option<Observed> {
    if fields.has("motion") {
        let message = "the force through a joint has a `direction`, not a `motion`";
        let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span("motion"), message);
        fields.cx.report(diagnostic.hint("quantity = \"torque\" is the force or torque in a motion"));
        return None;
    }
    let joint = parts.joints.joint(fields)?;
    match (fields.cx.dimension, joint, way) {
        (Dimension::Three, ..) => Some(Observed::Through(joint, way)),
        (_, JointRef::Hinge(hinge), Direction::Along(unit)) => Some(Observed::JointForce(hinge, unit)),
        _ => None,
    }
}

/// The vector whose component is reported.
fn axis(fields: &Fields<'_>) -> Option<[f64; 3]> {
    fields.need("axis", "the axis component");
    let vector = fields.vector("axis").given()?;
    let unit = normalised(fields.cx, vector, fields.span_of("axis"), "axis")?;
    Some(fields.frame().vector(unit))
}

/// The direction of a quantity that has one.
fn direction(fields: &Fields<'_>, word: &Word) -> Option<Direction> {
    if !takes_direction(fields, word) {
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
        Some(Direction::Along(_)) if word.way == Way::About => {
            let message = format!("the {} is about an axis, not along a direction", word.word);
            let diagnostic = Diagnostic::error(codes::BAD_DIRECTION, fields.span_of("direction"), message);
            cx.report(diagnostic.hint("such as direction = \"rx\""));
            None
        }
        Some(direction) => Some(direction),
        None => {
            let message = format!("the {} needs a `direction`", word.word);
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span_of("quantity"), message);
            let such = if word.way == Way::About { "rx" } else { "x" };
            cx.report(diagnostic.hint(format!("such as direction = \"{such}\"")));
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
        "shear force" | "shear force y" => SectionQuantity::ShearForce,
        "shear force z" => SectionQuantity::ShearForceZ,
        "torsional moment" => SectionQuantity::TorsionalMoment,
        "bending moment" | "bending moment z" => SectionQuantity::BendingMoment,
        "bending moment y" => SectionQuantity::BendingMomentY,
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
