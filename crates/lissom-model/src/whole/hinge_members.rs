//! Members that end at a hinge and that no hinge names.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{BeamId, FePartId, Hinge, Member, Model, NodeId, RigidBodyId, Side};
use crate::reading::context::Context;
use std::collections::{BTreeMap, BTreeSet};

/// A member that no hinge of its node names is clamped to the first that one names. Where a hinge names two
/// members, this may be unintended; where one of them is ground or a rigid body, it is not reported.
pub(crate) fn warn_clamped(cx: &Context<'_>, model: &Model) {
    let structure = &model.structure;
    let mut hinges: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, hinge) in structure.hinges.iter().enumerate() {
        hinges.entry(hinge.at.0).or_default().push(i);
    }
    let there = there(model);
    for (i, hinge) in structure.hinges.iter().enumerate() {
        let here = &hinges[&hinge.at.0];
        if here[0] == i {
            let here = here.iter().map(|other| &structure.hinges[*other]);
            let ends = there.get(&hinge.at.0).map_or(&[][..], Vec::as_slice);
            warn_at(cx, model, hinge, here, ends);
        }
    }
}

/// `hinge` is the first at its node, `here` are all hinges there, and `ends` the members that end there.
fn warn_at<'s>(
    cx: &Context<'_>,
    model: &'s Model,
    hinge: &Hinge,
    here: impl Iterator<Item = &'s Hinge>,
    ends: &[Member],
) {
    let node = hinge.at;
    let [Some(first @ (Member::Beam(_) | Member::Part(_))), Some(second)] = hinge.between.map(member) else {
        return;
    };
    let named: BTreeSet<Member> = here.flat_map(|other| other.between).filter_map(member).collect();
    let clamped: Vec<&str> =
        ends.iter().filter(|other| !named.contains(other)).map(|other| name(model, *other)).collect();
    let Some(one) = clamped.first() else { return };
    let (first, second) = (name(model, first), name(model, second));
    let at = &model.structure.nodes[node.0].name;
    let all = clamped.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let (verb, is) = if clamped.len() == 1 { ("ends", "is") } else { ("end", "are") };
    let message = format!(
        "hinge \"{}\" lets \"{first}\" and \"{second}\" rotate relative to each other; {all} {verb} at node \
         \"{at}\" too and \
         {is} clamped to \"{first}\"",
        hinge.name
    );
    cx.report(Diagnostic::warning(codes::CLAMPED_AT_HINGE, hinge.span, message).hint(format!(
        "to let it turn, add a [[hinge]] with at = \"{at}\" and between = [\"{first}\", \"{one}\"]; to clamp it to \
         \"{second}\", name that first in `between`; if it is intended, ignore this warning"
    )));
}

fn member(side: Side<Member>) -> Option<Member> {
    match side {
        Side::Ground => None,
        Side::Part(member) => Some(member),
    }
}

/// Members that rotate with a node unless released by a hinge, by node.
fn there(model: &Model) -> BTreeMap<usize, Vec<Member>> {
    let structure = &model.structure;
    let mut all: BTreeMap<usize, Vec<Member>> = BTreeMap::new();
    let mut enter = |nodes: &[NodeId], member: Member| {
        for (k, node) in nodes.iter().enumerate() {
            if !nodes[..k].contains(node) {
                all.entry(node.0).or_default().push(member);
            }
        }
    };
    for (i, beam) in structure.beams.iter().enumerate() {
        enter(&beam.nodes, Member::Beam(BeamId(i)));
    }
    for (i, body) in structure.rigid_bodies.iter().enumerate() {
        enter(&body.nodes, Member::Body(RigidBodyId(i)));
    }
    for (i, part) in model.fe_parts.iter().enumerate() {
        part.motion.iter().for_each(|motion| enter(&motion.nodes, Member::Part(FePartId(i))));
    }
    all
}

fn name(model: &Model, member: Member) -> &str {
    match member {
        Member::Beam(beam) => &model.structure.beams[beam.0].name,
        Member::Body(body) => &model.structure.rigid_bodies[body.0].name,
        Member::Part(part) => &model.fe_parts[part.0].name,
    }
}
