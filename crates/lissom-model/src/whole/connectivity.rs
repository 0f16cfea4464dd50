//! Connectivity of the model: connected bodies, unattached nodes, supports.

use std::collections::{HashMap, HashSet};

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{
    Attachment, Coordinate, Direction, Driven, FePart, Fix, Measured, ModalBody, ModalSource, Model, NodeId,
    Side, StateKind, Structure,
};
use crate::reading::context::Context;
use crate::sections::nodes::Nodes;

/// Input of the checks of the whole model.
pub(crate) struct Whole<'a> {
    pub nodes: &'a Nodes,
    pub model: &'a Model,
    /// Location of `[analysis.states]`.
    pub row_of_states: Option<Span>,
}

/// Checks nodes, bodies and supports.
pub(crate) fn check(cx: &Context<'_>, whole: &Whole<'_>) {
    let carried = carried_nodes(whole);
    check_loose_nodes(cx, whole, &carried);
    check_bodies(cx, whole, &carried);
    check_support(cx, whole);
    check_drives(cx, whole);
}

/// A drive must not act on fixed coordinates only.
fn check_drives(cx: &Context<'_>, whole: &Whole<'_>) {
    let structure = &whole.model.structure;
    for drive in &structure.drives {
        let Driven::Node(node, direction) = drive.what else { continue };
        let moved: Vec<Coordinate> = components(direction);
        let holds = |fix: &&Fix| fix.nodes.contains(&node);
        let held =
            |c: &Coordinate| structure.fixes.iter().filter(holds).any(|fix| fix.coordinates.contains(c));
        if !moved.iter().all(held) {
            continue;
        }
        let name = &whole.nodes.item(node.0).name.text;
        let message =
            format!("drive \"{}\" moves node \"{name}\" in a direction fixed by a support", drive.name);
        let mut diagnostic = Diagnostic::error(codes::DRIVEN_SUPPORT, drive.span, message);
        if let Some(fix) = structure.fixes.iter().find(holds) {
            diagnostic = diagnostic.related(fix.span, "the support is here");
        }
        cx.report(diagnostic.hint("release the coordinate there: give `directions` to [[fix]]"));
    }
}

/// The coordinates that a direction has a share in.
fn components(direction: Direction) -> Vec<Coordinate> {
    use Coordinate::{Rx, Ry, Rz, X, Y, Z};
    let (vector, names) = match direction {
        Direction::Along(vector) => (vector, [X, Y, Z]),
        Direction::About(vector) => (vector, [Rx, Ry, Rz]),
    };
    names.into_iter().zip(vector).filter(|(_, share)| *share != 0.0).map(|(name, _)| name).collect()
}

/// For each node, whether an element, mass, spring or damper is attached to it.
fn carried_nodes(whole: &Whole<'_>) -> Vec<bool> {
    let structure = &whole.model.structure;
    let mut carried = vec![false; whole.nodes.len()];
    let beams = structure.beams.iter().flat_map(|beam| beam.nodes);
    let trusses = structure.trusses.iter().flat_map(|truss| truss.nodes);
    let bodies = structure.rigid_bodies.iter().flat_map(|body| body.nodes.iter().copied());
    let moving = whole.model.fe_parts.iter().filter_map(|part| part.motion.as_ref());
    let of_parts = moving.flat_map(|motion| motion.nodes.iter().copied());
    for node in beams.chain(trusses).chain(bodies).chain(of_parts) {
        carried[node.0] = true;
    }
    let links = structure.springs.iter().map(|spring| &spring.sides);
    let links = links.chain(structure.dampers.iter().map(|damper| &damper.sides));
    let ends = links.flatten().filter_map(node_of);
    let masses = structure.masses.iter().filter_map(|mass| node_at(&mass.at));
    let joined = structure.joins.iter().flat_map(|join| &join.places).filter_map(node_at);
    for node in ends.chain(masses).chain(joined) {
        carried[node.0] = true;
    }
    carried
}

fn node_of(side: &Side<Attachment>) -> Option<NodeId> {
    match side {
        Side::Part(place) => node_at(place),
        Side::Ground => None,
    }
}

fn node_at(place: &Attachment) -> Option<NodeId> {
    match place {
        Attachment::Node(node) => Some(*node),
        _ => None,
    }
}

/// A force, support, drive or output at a node to which nothing is attached has nothing to act on.
fn check_loose_nodes(cx: &Context<'_>, whole: &Whole<'_>, carried: &[bool]) {
    let structure = &whole.model.structure;
    let forces =
        whole.model.forces.iter().filter_map(|force| Some((node_at(&force.at)?, "a force", force.span)));
    let outputs = whole.model.outputs.iter().filter_map(|output| match &output.what {
        Measured::Displacement(at, _) => Some((node_at(at)?, "an output", output.span)),
        _ => None,
    });
    let fixes =
        structure.fixes.iter().flat_map(|fix| fix.nodes.iter().map(|node| (*node, "a support", fix.span)));
    let slides = structure.slides.iter().map(|slide| (slide.node, "a slide", slide.span));
    let drives = structure.drives.iter().filter_map(|drive| match drive.what {
        Driven::Node(node, _) => Some((node, "a drive", drive.span)),
        Driven::Hinge(_) | Driven::Joint(_) => None,
    });
    for (node, what, span) in forces.chain(outputs).chain(fixes).chain(slides).chain(drives) {
        if !carried[node.0] {
            let name = &whole.nodes.item(node.0).name;
            let message = format!("{what} acts on node \"{}\", to which nothing is attached", name.text);
            cx.report(
                Diagnostic::error(codes::LOOSE_NODE, span, message)
                    .related(name.span, "the node is here")
                    .hint("attach a beam, a mass or a spring to the node, or choose another node"),
            );
        }
    }
}

/// Connected sets, by union-find.
struct Groups {
    parent: Vec<usize>,
}

impl Groups {
    fn new(count: usize) -> Self {
        Self { parent: (0..count).collect() }
    }

    fn find(&mut self, mut item: usize) -> usize {
        while self.parent[item] != item {
            // Halving the path keeps later searches short.
            self.parent[item] = self.parent[self.parent[item]];
            item = self.parent[item];
        }
        item
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

/// Bodies that share neither an element nor the ground cannot influence each other: usually a mistyped node.
fn check_bodies(cx: &Context<'_>, whole: &Whole<'_>, carried: &[bool]) {
    if whole.model.structure.separate_bodies {
        return;
    }
    let (mut groups, bodies) = connected(whole);
    let mut first: Option<(usize, String, Span)> = None;
    let mut reported = HashSet::new();
    let nodes = (0..carried.len()).filter(|node| carried[*node]).map(|node| {
        let name = &whole.nodes.item(node).name;
        (node, format!("node \"{}\"", name.text), name.span, "for separate bodies write")
    });
    let parts = structural_parts(whole.model).map(|part| {
        let hint = "join it at an interface with [[join]], or by a spring; for separate bodies write";
        (bodies[part.name.as_str()], format!("FE part \"{}\"", part.name), part.span, hint)
    });
    for (item, name, span, hint) in nodes.chain(parts) {
        let group = groups.find(item);
        match &first {
            None => first = Some((group, name, span)),
            Some((known, ..)) if *known == group || !reported.insert(group) => {}
            Some((_, other, place)) => cx.report(
                Diagnostic::error(
                    codes::SEPARATE_BODIES,
                    span,
                    format!("nothing connects {name} with {other}"),
                )
                .related(*place, "this belongs to another body")
                .hint(format!("{hint} separate_bodies = true in [model]")),
            ),
        }
    }
}

/// Parts of the structure, without those used only for the modes of a modal body.
fn structural_parts(model: &Model) -> impl Iterator<Item = &FePart> {
    let is_source = |part: &FePart| {
        let of = |body: &ModalBody| matches!(&body.source, ModalSource::Structure { part: Some(name), .. } if *name == part.name);
        model.modal_bodies.iter().any(of)
    };
    model.fe_parts.iter().filter(move |part| !is_source(part))
}

/// Nodes are numbered first, then ground, then bodies with ports; and the numbers of these.
fn connected<'w>(whole: &Whole<'w>) -> (Groups, HashMap<&'w str, usize>) {
    let structure = &whole.model.structure;
    let ground = whole.nodes.len();
    let mut bodies: HashMap<&str, usize> = HashMap::new();
    for part in &whole.model.fe_parts {
        let next = ground + 1 + bodies.len();
        bodies.entry(&part.name).or_insert(next);
    }
    let links: Vec<&[Side<Attachment>; 2]> = structure
        .springs
        .iter()
        .map(|spring| &spring.sides)
        .chain(structure.dampers.iter().map(|damper| &damper.sides))
        .collect();
    for side in links.iter().copied().flatten() {
        if let Side::Part(Attachment::Port { body, .. }) = side {
            let next = ground + 1 + bodies.len();
            bodies.entry(body).or_insert(next);
        }
    }
    let mut groups = Groups::new(ground + 1 + bodies.len());
    let place = |side: &Side<Attachment>| match side {
        Side::Part(Attachment::Node(node)) => node.0,
        Side::Part(Attachment::Port { body, .. }) => bodies[body.as_str()],
        Side::Part(Attachment::Symbolic) | Side::Ground => ground,
    };
    links.iter().for_each(|[a, b]| groups.join(place(a), place(b)));
    for join in &structure.joins {
        let [a, b] = join.places.clone().map(|at| place(&Side::Part(at)));
        groups.join(a, b);
    }
    for interface in structure.fixes.iter().flat_map(|fix| &fix.interfaces) {
        let held = whole.model.interfaces.iter().find(|known| known.is_called(interface));
        held.into_iter().for_each(|held| groups.join(bodies[held.part.as_str()], ground));
    }
    structure.beams.iter().for_each(|beam| groups.join(beam.nodes[0].0, beam.nodes[1].0));
    structure.trusses.iter().for_each(|truss| groups.join(truss.nodes[0].0, truss.nodes[1].0));
    for body in &structure.rigid_bodies {
        body.nodes.iter().for_each(|node| groups.join(node.0, body.nodes[0].0));
    }
    for part in &whole.model.fe_parts {
        let nodes = part.motion.iter().flat_map(|motion| &motion.nodes);
        nodes.for_each(|node| groups.join(node.0, bodies[part.name.as_str()]));
    }
    structure.joints.iter().for_each(|joint| groups.join(joint.at[0].0, joint.at[1].0));
    grounded_nodes(structure).into_iter().for_each(|node| groups.join(node.0, ground));
    (groups, bodies)
}

/// Nodes that a support, slide, hinge to ground or drive holds.
fn grounded_nodes(structure: &Structure) -> Vec<NodeId> {
    let fixes = structure.fixes.iter().flat_map(|fix| fix.nodes.iter().copied());
    let slides = structure.slides.iter().map(|slide| slide.node);
    let hinges = structure.hinges.iter().filter(|hinge| hinge.between.contains(&Side::Ground));
    let drives = structure.drives.iter().filter_map(|drive| match drive.what {
        Driven::Node(node, _) => Some(node),
        Driven::Hinge(_) | Driven::Joint(_) => None,
    });
    let joints = structure.joints.iter().filter(|joint| joint.between.contains(&Side::Ground));
    let hinges = hinges.map(|hinge| hinge.at).chain(joints.map(|joint| joint.at[0]));
    fixes.chain(slides).chain(hinges).chain(drives).collect()
}

/// Two nodes at one place with nothing between them are usually one node with two names.
pub(crate) fn warn_coincident(cx: &Context<'_>, nodes: &Nodes, structure: &Structure) {
    let links = structure.springs.iter().map(|spring| &spring.sides);
    let links = links.chain(structure.dampers.iter().map(|damper| &damper.sides));
    let joints = structure.joints.iter().map(|joint| (joint.at[0].0, joint.at[1].0));
    let joins = structure.joins.iter();
    let joins = joins.filter_map(|join| Some((node_at(&join.places[0])?.0, node_at(&join.places[1])?.0)));
    let joined: HashSet<(usize, usize)> = links
        .filter_map(|sides| Some((node_of(&sides[0])?.0, node_of(&sides[1])?.0)))
        .chain(joints)
        .chain(joins)
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    let mut at_place: HashMap<[u64; 3], usize> = HashMap::new();
    for (number, item) in nodes.items().iter().enumerate() {
        // Adding zero makes -0 and 0 the same place.
        let Some(position) = item.value.map(|position| position.map(|component| (component + 0.0).to_bits()))
        else {
            continue;
        };
        let first = *at_place.entry(position).or_insert(number);
        if first != number && item.is_used() && !joined.contains(&(first, number)) {
            let other = &nodes.item(first).name;
            let message = format!(
                "nodes \"{}\" and \"{}\" coincide, and nothing joins them",
                other.text, item.name.text
            );
            cx.report(
                Diagnostic::warning(codes::COINCIDENT, item.name.span, message)
                    .related(other.span, "the other node is here")
                    .hint("use one node for both; a [[hinge]] lets beams rotate relative to each other"),
            );
        }
    }
}

/// Static equilibrium under a load needs supports.
fn check_support(cx: &Context<'_>, whole: &Whole<'_>) {
    let structure = &whole.model.structure;
    let has_spring = structure.springs.iter().any(|spring| spring.sides.contains(&Side::Ground));
    // Imported parts may be supported in their own files.
    let has_small_parts = whole.model.fe_parts.iter().any(|part| part.motion.is_none());
    let may_be_held = structure.nodes.is_empty() || has_small_parts;
    if may_be_held || has_spring || !grounded_nodes(structure).is_empty() {
        return;
    }
    let states =
        whole.model.states.iter().filter(|state| state.kind == StateKind::Static).map(|state| state.span);
    for span in states.chain(whole.row_of_states) {
        let message = "support is required: the structure is not supported, so it has no static equilibrium";
        cx.report(Diagnostic::error(codes::NO_SUPPORT, span, message).hint(
            "add [[fix]], a hinge or spring to \"ground\", or use kind = \"acceleration\" (inertia relief)",
        ));
    }
}
