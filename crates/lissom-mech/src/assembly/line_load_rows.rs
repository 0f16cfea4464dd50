//! Distributed forces on the beams of a frame, as forces and moments at nodes about the reference
//! configuration.
//!
//! # Equation
//! Consistent with the cubic of a beam: of densities f_p and f_q at the ends of an element of length l, the first end gets
//! l (7 f_p + 3 f_q)/20 along the direction and the moment t × d of l² (3 f_p + 2 f_q)/60, the second the mirror image
//! \[Przemieniecki1968\]. Shear flexibility is neglected in the shape; a uniform load is still exact.

use crate::assembly::coordinates::{Coordinates, End};
use crate::vector::{Vector, cross, norm, sub};
use lissom_model::model::{Dimension, LineLoad, Model};

/// Weights over all coordinates.
type Row = Vec<(usize, f64)>;

/// The name of a density that falls from one to zero, from the first or from the second end.
pub fn end_name(load: &LineLoad, end: usize) -> String {
    format!("{} ({} end)", load.name, ["first", "second"][end])
}

/// The inputs of a load, each with the densities at the ends of the beam that its unit value means: uniform under the name of the load;
/// where the file gives laws of both ends, also falling to zero from one end, under [`end_name`].
pub(crate) fn inputs(load: &LineLoad) -> Vec<(String, [f64; 2])> {
    let mut all = vec![(load.name.clone(), [1.0, 1.0])];
    if load.ends.is_some() {
        all.extend([(end_name(load, 0), [1.0, 0.0]), (end_name(load, 1), [0.0, 1.0])]);
    }
    all
}

/// The forces of the unit value of an input; `None` when no load has an input of this name.
pub(crate) fn unit_row(model: &Model, coordinates: &Coordinates, name: &str) -> Option<Row> {
    let mut each = model.line_loads.iter().flat_map(|load| inputs(load).into_iter().map(move |i| (load, i)));
    let (load, (_, densities)) = each.find(|(_, (input, _))| input == name)?;
    Some(row(coordinates, load, densities))
}

/// The forces of densities at the two ends of the beam, linear between them.
pub(crate) fn row(coordinates: &Coordinates, load: &LineLoad, [first, last]: [f64; 2]) -> Row {
    let ends = coordinates.beam_ends(load.beam);
    let count = (ends.len() - 1) as f64;
    let density = |k: usize| first + (last - first) * k as f64 / count;
    let place = |end: End| coordinates.points()[end.translation.0].position;
    let mut row = Row::new();
    for (k, pair) in ends.windows(2).enumerate() {
        let chord = sub(place(pair[1]), place(pair[0]));
        let l = norm(chord);
        let moment = cross(chord.map(|c| c / l), load.direction);
        let (p, q) = (density(k), density(k + 1));
        add(coordinates, &mut row, pair[0], load.direction, l * (7.0 * p + 3.0 * q) / 20.0);
        add(coordinates, &mut row, pair[1], load.direction, l * (3.0 * p + 7.0 * q) / 20.0);
        turn(coordinates, &mut row, pair[0], moment, l * l * (3.0 * p + 2.0 * q) / 60.0);
        turn(coordinates, &mut row, pair[1], moment, -l * l * (2.0 * p + 3.0 * q) / 60.0);
    }
    row
}

fn add(coordinates: &Coordinates, row: &mut Row, end: End, direction: Vector, factor: f64) {
    row.extend(coordinates.translation(end.translation).zip(direction).map(|(c, d)| (c, factor * d)));
}

fn turn(coordinates: &Coordinates, row: &mut Row, end: End, moment: Vector, factor: f64) {
    let spatial = coordinates.dimension() == Dimension::Three;
    let parts = if spatial { moment.to_vec() } else { vec![moment[2]] };
    row.extend(coordinates.rotation(end.rotation).zip(parts).map(|(c, m)| (c, factor * m)));
}
