//! `joint` and `motion`: how drives, loads, stops, frictions and outputs name a relative motion of two parts.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Driven, HINGE_MOTIONS, Hinge, HingeId, Joint, JointId, JointMotion, JointRef, Motion};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::sections::attachment::clash;
use crate::vocabulary::description::{Key, Kind, optional};

/// The joint of an entry.
pub(crate) const JOINT: Key =
    optional("joint", Kind::Name("joint"), "the joint, of any kind; a hinge as well");
/// The motion of an entry.
pub(crate) const MOTION: Key = optional(
    "motion",
    Kind::Text,
    "the motion of the joint, such as \"angle 2\"; not needed where it has one only",
);

/// All joints by name, hinges included.
pub(crate) struct Joints<'a> {
    pub hinges: &'a Catalogue<Hinge>,
    pub joints: &'a Catalogue<Joint>,
    names: Catalogue<JointRef>,
}

/// A motion that an entry names.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    pub what: Driven,
    pub motion: Motion,
}

impl<'a> Joints<'a> {
    pub fn new(hinges: &'a Catalogue<Hinge>, joints: &'a Catalogue<Joint>) -> Self {
        let mut names = Catalogue::new("joint");
        for (i, item) in hinges.items().iter().enumerate() {
            names.push(item.name.clone(), Some(JointRef::Hinge(HingeId(i))));
        }
        for (i, item) in joints.items().iter().enumerate() {
            names.push(item.name.clone(), Some(JointRef::Joint(JointId(i))));
        }
        Self { hinges, joints, names }
    }

    /// The hinge or joint of an entry: `hinge` or `joint`, not both.
    pub fn joint(&self, fields: &Fields<'_>) -> Option<JointRef> {
        if fields.describes("hinge") && fields.has("hinge") && fields.has("joint") {
            clash(fields, "hinge", "joint");
            return None;
        }
        if fields.has("joint") {
            let name = fields.name("joint").given()?;
            let found = self.names.find(fields.cx, &name)?;
            return self.names.item(found).value;
        }
        let name = fields.name("hinge").given()?;
        self.hinge(fields.cx, &name).map(JointRef::Hinge)
    }

    fn hinge(&self, cx: &Context<'_>, name: &Name) -> Option<HingeId> {
        if self.hinges.position(&name.text).is_none() && self.joints.position(&name.text).is_some() {
            let message = format!("\"{}\" is a joint, but not a hinge", name.text);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
            cx.report(diagnostic.hint(format!("write joint = \"{}\"", name.text)));
            return None;
        }
        self.hinges.find(cx, name).map(HingeId)
    }

    /// The motion of an entry: `hinge`, or `joint` and `motion`.
    pub fn motion(&self, fields: &Fields<'_>) -> Option<Named> {
        let joint = self.joint(fields);
        let wanted = if fields.describes("motion") { fields.name("motion").optional()? } else { None };
        let joint = joint?;
        let (motions, what) = match joint {
            JointRef::Hinge(hinge) => {
                (HINGE_MOTIONS, format!("hinge \"{}\"", self.hinges.item(hinge.0).name.text))
            }
            JointRef::Joint(id) => {
                let joint = self.joints.item(id.0).value.as_ref()?;
                (joint.kind.motions(), format!("joint \"{}\"", joint.name))
            }
        };
        let number = chosen(fields, wanted.as_ref(), motions, &what)?;
        let driven = match joint {
            JointRef::Hinge(hinge) => Driven::Hinge(hinge),
            JointRef::Joint(joint) => Driven::Joint(JointMotion { joint, motion: number }),
        };
        Some(Named { what: driven, motion: motions[number] })
    }
}

/// The number of the motion: the named one, or the only one.
fn chosen(fields: &Fields<'_>, wanted: Option<&Name>, motions: &[Motion], joint: &str) -> Option<usize> {
    let cx = fields.cx;
    let listed: Vec<String> = motions.iter().map(|motion| format!("\"{}\"", motion.name)).collect();
    let Some(name) = wanted else {
        if motions.len() == 1 {
            return Some(0);
        }
        let key = if fields.has("joint") { "joint" } else { "hinge" };
        let diagnostic = if motions.is_empty() {
            let message = format!("{joint} leaves no motion free");
            Diagnostic::error(codes::NO_SUCH_MOTION, fields.span_of(key), message)
        } else {
            let message = format!("{joint} has several motions, so `motion` is needed");
            Diagnostic::error(codes::MISSING_KEY, fields.span_of(key), message)
                .hint(format!("motion = {}", listed.join(" or ")))
        };
        cx.report(diagnostic);
        return None;
    };
    let found = motions.iter().position(|motion| motion.name == name.text);
    if found.is_none() {
        let message = format!("{joint} has no motion \"{}\"", name.text);
        let diagnostic = Diagnostic::error(codes::NO_SUCH_MOTION, name.span, message);
        let diagnostic = diagnostic.suggest(&name.text, motions.iter().map(|motion| motion.name));
        let known = match motions {
            [] => "it leaves no motion free".to_owned(),
            _ => format!("it has {}", listed.join(", ")),
        };
        cx.report(diagnostic.hint(known));
    }
    found
}
