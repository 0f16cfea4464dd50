//! Whether a verdict about stability is that of the mesh or that of the beams, as text.

use crate::reports::state_poles::words_of;
use lissom_dynamics::{MeshDoubt, MeshStability};
use lissom_model::model::Model;

/// Why the verdict about a state of a model is that of its mesh, and how many elements decide.
pub(crate) fn doubt_words(model: &Model, doubt: &MeshDoubt) -> String {
    match doubt {
        MeshDoubt::NoOtherMesh => {
            "the discretisation error is not known: the same state was not found with fewer or more elements, and the verdict \
             about stability is that of this mesh"
                .to_owned()
        }
        MeshDoubt::Open { found, factor, decides } => {
            let elements = elements(model, *factor);
            let remedy = match decides {
                Some(stability) => format!("write {elements}, which decide ({})", words_of(*stability)),
                None => format!("write more than {elements}"),
            };
            format!("{}: {remedy}", comparison(found))
        }
    }
}

/// Why meshes do not decide.
fn comparison(found: &MeshStability) -> String {
    let number = |value: Option<f64>| value.map_or("nothing".to_owned(), |value| format!("{value:.4e}"));
    let [coarse, fine] = found.elements;
    let [before, after] = found.nearest;
    let error = if found.error.is_finite() { format!("{:.1e}", found.error) } else { "unknown".to_owned() };
    format!(
        "undecided by this mesh: with {coarse:.3} times its elements the {} nearest to zero is {}, with {fine:.3} times {}, whose \
         discretisation error is about {error}",
        found.quantity,
        number(before),
        number(after)
    )
}

/// So many times the elements of the beams that bend.
fn elements(model: &Model, factor: usize) -> String {
    let bending = model.structure.beams.iter().filter(|beam| beam.flexible.bending);
    let named: Vec<String> =
        bending.map(|beam| format!("elements = {} in beam {}", factor * beam.elements, beam.name)).collect();
    match &named[..] {
        [one] => one.clone(),
        [one, other] => format!("{one} and {other}"),
        _ => format!("{factor} times the elements in every beam that bends"),
    }
}
