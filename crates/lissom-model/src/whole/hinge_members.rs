//! What meets at a hinge: members that end there and that no hinge names.

use crate::complaint::codes;
use crate::complaint::diagnostic::Diagnostic;
use crate::model::{BeamId, Hinge, Member, NodeId, RigidBodyId, Side, Structure};
use crate::reading::context::Context;

/// A member that no hinge of its node names is clamped to the first that one names. Where a hinge names two members, that
/// is easily meant otherwise; where one turns against ground, or against a rigid body that others end in, it is not.
pub(crate) fn warn_clamped(cx: &Context<'_>, structure: &Structure) {
    for (i, hinge) in structure.hinges.iter().enumerate() {
        let is_first = structure.hinges[..i].iter().all(|earlier| earlier.at != hinge.at);
        if is_first {
            warn_at(cx, structure, hinge);
        }
    }
}

/// `hinge` is the first at its node.
fn warn_at(cx: &Context<'_>, structure: &Structure, hinge: &Hinge) {
    let node = hinge.at;
    let here = structure.hinges.iter().filter(|other| other.at == node);
    let named: Vec<Member> = here.flat_map(|other| other.between).filter_map(member).collect();
    let [Some(first @ Member::Beam(_)), Some(second)] = hinge.between.map(member) else { return };
    let clamped: Vec<&str> = there(structure, node)
        .filter(|other| !named.contains(other))
        .map(|other| name(structure, other))
        .collect();
    let Some(one) = clamped.first() else { return };
    let (first, second) = (name(structure, first), name(structure, second));
    let at = &structure.nodes[node.0].name;
    let all = clamped.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let (verb, is) = if clamped.len() == 1 { ("ends", "is") } else { ("end", "are") };
    let message = format!(
        "hinge \"{}\" lets \"{first}\" and \"{second}\" turn against each other; {all} {verb} at node \"{at}\" too and \
         {is} clamped to \"{first}\"",
        hinge.name
    );
    cx.report(Diagnostic::warning(codes::CLAMPED_AT_HINGE, hinge.span, message).hint(format!(
        "to let it turn, add a [[hinge]] with at = \"{at}\" and between = [\"{first}\", \"{one}\"]; to clamp it to \
         \"{second}\", name that first in `between`; if it is meant as it is, leave it"
    )));
}

fn member(side: Side<Member>) -> Option<Member> {
    match side {
        Side::Ground => None,
        Side::Part(member) => Some(member),
    }
}

/// Everything that turns with a node unless a hinge lets it turn by itself.
fn there(structure: &Structure, node: NodeId) -> impl Iterator<Item = Member> + '_ {
    let beams = structure.beams.iter().enumerate().filter(move |(_, beam)| beam.nodes.contains(&node));
    let bodies =
        structure.rigid_bodies.iter().enumerate().filter(move |(_, body)| body.nodes.contains(&node));
    let beams = beams.map(|(i, _)| Member::Beam(BeamId(i)));
    beams.chain(bodies.map(|(i, _)| Member::Body(RigidBodyId(i))))
}

fn name(structure: &Structure, member: Member) -> &str {
    match member {
        Member::Beam(beam) => &structure.beams[beam.0].name,
        Member::Body(body) => &structure.rigid_bodies[body.0].name,
    }
}
