//! The order of the rows of exported matrices, and a grid point and component for each: rows that are motions of a point are
//! components of a grid point, all others are scalar points.

use lissom_mech::{Row, Structure};
use std::fmt::Write;

/// Scalar points are numbered from here on, or from the next such number beyond the grid points.
const SCALARS: usize = 1000;

/// The degrees of freedom in the order of the exported matrices.
#[derive(Clone, Debug)]
pub(super) struct DofList {
    /// For each exported row the row of the structure; interfaces first.
    pub order: Vec<usize>,
    /// One entry per exported row.
    pub dofs: Vec<Dof>,
    /// How many of them belong to interfaces.
    pub boundary: usize,
    /// Number, name and place of grid points \[m\].
    pub grids: Vec<(usize, String, [f64; 3])>,
}

/// One exported row.
#[derive(Clone, Debug)]
pub(super) struct Dof {
    /// Grid or scalar point.
    pub point: usize,
    /// 1 to 6 of a grid point; 0 of a scalar point.
    pub component: u8,
    /// Its row.
    pub row: Row,
}

impl DofList {
    pub(super) fn of(structure: &Structure) -> Self {
        let mut list = Self { order: Vec::new(), dofs: Vec::new(), boundary: 0, grids: Vec::new() };
        let mut taken = vec![false; structure.size()];
        for interface in &structure.interfaces {
            for motion in &interface.motions {
                let (Some(row), Some(of)) = (motion.row(), motion.of) else { continue };
                if std::mem::replace(&mut taken[row], true) {
                    continue;
                }
                let point = list.grid(&interface.name, of.at);
                list.push(structure, row, point, of.component);
            }
        }
        list.boundary = list.order.len();
        let first = SCALARS * (1 + list.grids.len() / SCALARS);
        let others = (0..structure.size()).filter(|row| !taken[*row]);
        for (k, row) in others.enumerate() {
            list.push(structure, row, first + 1 + k, 0);
        }
        list
    }

    /// The number of the grid point of an interface at a place; separate nodes of one interface are separate points.
    fn grid(&mut self, name: &str, at: [f64; 3]) -> usize {
        let known = self.grids.iter().find(|(_, other, place)| other == name && *place == at);
        if let Some((number, ..)) = known {
            return *number;
        }
        let number = self.grids.len() + 1;
        self.grids.push((number, name.to_owned(), at));
        number
    }

    fn push(&mut self, structure: &Structure, row: usize, point: usize, component: u8) {
        self.order.push(row);
        self.dofs.push(Dof { point, component, row: structure.rows[row].clone() });
    }

    /// As a table of comma-separated values.
    pub(super) fn csv(&self) -> String {
        let mut text = "row,point,component,boundary,name,unit,x,y,z\n".to_owned();
        for (k, dof) in self.dofs.iter().enumerate() {
            let name = dof.row.name.replace('"', "\"\"");
            let place = dof.row.place.map(|place| place.map(|x| format!("{x:?}")));
            let [x, y, z] = place.unwrap_or_default();
            let boundary = u8::from(k < self.boundary);
            let (point, component, unit) = (dof.point, dof.component, dof.row.unit);
            let _ = writeln!(text, "{},{point},{component},{boundary},\"{name}\",{unit},{x},{y},{z}", k + 1);
        }
        text
    }
}
