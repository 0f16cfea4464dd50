//! FE parts in large motion that turn with the frame of `[spin]`: their large motion is that of the frame, and in it they move a
//! little, as parts of a structure.
//!
//! The nodes that stand for their interfaces become these interfaces again, and what is attached to them is attached there. Where a beam
//! begins at such a node, the node stays and is joined to the interface. Joints at interfaces would let parts turn against each other by any
//! angle; they are refused.

use crate::refusal::Refusal;
use lissom_model::model::{
    Attachment, Coordinate, Dimension, Driven, Fix, Join, Measured, Model, NodeId, Side, Structure,
};

const PLANAR: [Coordinate; 3] = [Coordinate::X, Coordinate::Y, Coordinate::Rz];
const SPATIAL: [Coordinate; 6] =
    [Coordinate::X, Coordinate::Y, Coordinate::Z, Coordinate::Rx, Coordinate::Ry, Coordinate::Rz];

/// A node that stands for interfaces: parts and names of these.
struct Shared {
    node: NodeId,
    ports: Vec<(String, String)>,
    has_beams: bool,
}

impl Shared {
    fn port(&self, k: usize) -> Attachment {
        let (body, port) = self.ports[k].clone();
        Attachment::Port { body, port }
    }

    fn join(&self, places: [Attachment; 2], model: &Model) -> Join {
        let node = &model.structure.nodes[self.node.0];
        Join { name: format!("interface {}", node.name), places, coordinates: Vec::new(), span: node.span }
    }
}

/// The model with its parts in small motion.
///
/// # Errors
/// A joint at an interface of a part.
pub(crate) fn in_turning_frame(model: &Model) -> Result<Model, Refusal> {
    let shared = shared_nodes(model)?;
    let mut small = model.clone();
    for part in &mut small.fe_parts {
        part.motion = None;
    }
    let place = |at: &mut Attachment| {
        if let Attachment::Node(node) = at
            && let Some(own) = shared.iter().find(|own| own.node == *node && !own.has_beams)
        {
            *at = own.port(0);
        }
    };
    attach(&mut small, &place);
    let structure = &mut small.structure;
    structure.joins.retain(|join| join.places[0] != join.places[1]);
    for own in &shared {
        let first = if own.has_beams { Attachment::Node(own.node) } else { own.port(0) };
        let others = usize::from(!own.has_beams)..own.ports.len();
        structure.joins.extend(others.map(|k| own.join([first.clone(), own.port(k)], model)));
    }
    let gone: Vec<&Shared> = shared.iter().filter(|own| !own.has_beams).collect();
    let all: &[Coordinate] = match model.dimension {
        Dimension::Three => &SPATIAL,
        _ => &PLANAR,
    };
    hold(structure, &gone, all);
    if gone.len() == structure.nodes.len() {
        structure.nodes.clear();
        structure.fixes.retain(|fix| !fix.interfaces.is_empty());
        small
            .outputs
            .retain(|output| matches!(&output.what, Measured::Displacement(Attachment::Port { .. }, _)));
    }
    Ok(small)
}

/// Moves everything that is attached to nodes.
fn attach(model: &mut Model, place: &dyn Fn(&mut Attachment)) {
    let side = |side: &mut Side<Attachment>| {
        if let Side::Part(at) = side {
            place(at);
        }
    };
    model.forces.iter_mut().for_each(|force| place(&mut force.at));
    for output in &mut model.outputs {
        if let Measured::Displacement(at, _) = &mut output.what {
            place(at);
        }
    }
    let structure = &mut model.structure;
    structure.masses.iter_mut().for_each(|mass| place(&mut mass.at));
    structure.springs.iter_mut().for_each(|spring| spring.sides.iter_mut().for_each(side));
    structure.dampers.iter_mut().for_each(|damper| damper.sides.iter_mut().for_each(side));
    structure.joins.iter_mut().for_each(|join| join.places.iter_mut().for_each(place));
}

/// Supports of these nodes hold the interfaces; the nodes themselves, to which nothing belongs, are held.
fn hold(structure: &mut Structure, gone: &[&Shared], all: &[Coordinate]) {
    let mut held: Vec<Fix> = Vec::new();
    for fix in &mut structure.fixes {
        let own = gone.iter().filter(|own| fix.nodes.contains(&own.node));
        let names: Vec<String> = own.map(|own| format!("{}.{}", own.ports[0].0, own.ports[0].1)).collect();
        fix.nodes.retain(|node| gone.iter().all(|own| own.node != *node));
        if !names.is_empty() {
            held.push(Fix { nodes: Vec::new(), interfaces: names, ..fix.clone() });
        }
    }
    structure.fixes.retain(|fix| !fix.nodes.is_empty() || !fix.interfaces.is_empty());
    structure.fixes.extend(held);
    for own in gone {
        let span = structure.nodes[own.node.0].span;
        let (moved, turned) = ([0.0; 3], [0.0; 3]);
        structure.fixes.push(Fix {
            nodes: vec![own.node],
            interfaces: Vec::new(),
            coordinates: all.to_vec(),
            moved,
            turned,
            span,
        });
    }
}

fn shared_nodes(model: &Model) -> Result<Vec<Shared>, Refusal> {
    let mut shared: Vec<Shared> = Vec::new();
    for part in &model.fe_parts {
        let Some(motion) = &part.motion else { continue };
        let names = model.interfaces.iter().filter(|own| own.part == part.name);
        for (node, interface) in motion.nodes.iter().zip(names) {
            let port = (part.name.clone(), interface.name.clone());
            match shared.iter_mut().find(|own| own.node == *node) {
                Some(own) => own.ports.push(port),
                None => shared.push(Shared {
                    node: *node,
                    ports: vec![port],
                    has_beams: model.structure.beams.iter().any(|beam| beam.nodes.contains(node)),
                }),
            }
        }
    }
    match shared.iter().find(|own| has_joint(&model.structure, own.node)) {
        None => Ok(shared),
        Some(own) => {
            let node = model.structure.nodes[own.node.0].name.clone();
            Err(Refusal::JointOfTurningPart { node })
        }
    }
}

/// Whether something that turns or slides, or a body, is at a node.
fn has_joint(structure: &Structure, node: NodeId) -> bool {
    structure.hinges.iter().any(|hinge| hinge.at == node)
        || structure.joints.iter().any(|joint| joint.at.contains(&node))
        || structure.slides.iter().any(|slide| slide.node == node)
        || structure.trusses.iter().any(|truss| truss.nodes.contains(&node))
        || structure.rigid_bodies.iter().any(|body| body.nodes.contains(&node))
        || structure.drives.iter().any(|drive| matches!(drive.what, Driven::Node(own, _) if own == node))
}
