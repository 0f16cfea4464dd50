//! Where an interface of a part is, from the mesh of the part alone: its matrices are not read.

use super::inp::read_mesh;
use super::mesh::Mesh;
use super::source::FileWindow;
use lissom_model::model::{FePart, Interface};

/// The position of an interface in the model [m]: the centroid of its node set, or its node, in the place and axes of the part.
///
/// # Errors
/// Why it is not known, as a plain sentence.
pub fn interface_place(
    part: &FePart,
    interface: &Interface,
    window: &dyn FileWindow,
) -> Result<[f64; 3], String> {
    let file = part.files.iter().find(|(role, _)| role == "mesh").map(|(_, file)| file);
    let mesh = match file {
        Some(file) => read_mesh(file, window).map_err(|error| error.to_string())?,
        None => Mesh::default(),
    };
    let length = part.units.length;
    let node = |number: i64| {
        let in_file = mesh.position(number).map(|place| place.map(|x| x * length));
        in_file.or_else(|| part.nodes.iter().find(|(own, _)| *own == number).map(|(_, place)| *place))
    };
    let one: Option<i64> = interface.set.trim().parse().ok();
    let numbers: Vec<i64> = match (mesh.set(&interface.set), one) {
        (Some(set), _) => set.to_vec(),
        (None, Some(number)) => vec![number],
        (None, None) if file.is_none() => return Err("the part has no `mesh`".to_owned()),
        (None, None) => return Err(format!("the mesh has no node set \"{}\"", interface.set)),
    };
    let places: Option<Vec<[f64; 3]>> = numbers.iter().map(|number| node(*number)).collect();
    let places = places.filter(|places| !places.is_empty());
    let places = places.ok_or_else(|| format!("nodes of \"{}\" have no position", interface.set))?;
    let centre: [f64; 3] =
        std::array::from_fn(|k| places.iter().map(|place| place[k]).sum::<f64>() / places.len() as f64);
    let turned = match &part.orientation {
        Some(axes) => std::array::from_fn(|i| (0..3).map(|j| axes[j][i] * centre[j]).sum()),
        None => centre,
    };
    Ok(std::array::from_fn(|k| turned[k] + part.position[k]))
}
