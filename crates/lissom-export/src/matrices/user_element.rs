//! A linear user element of Abaqus: stiffness and mass over the nodes of interfaces and over amplitudes.
//!
//! Each matrix is its lower triangle, row by row, every row on lines of its own with at most four numbers. The degrees of freedom are those
//! of the first node, then those of the second, and so on. Rows that are no motion of an interface are directions 1 to 6 of nodes
//! that stand for nothing else.

use super::{Matrices, NEEDS};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use lissom::{Progress, Session};
use lissom_linalg::Sparse;
use std::fmt::Write;

/// Most rows: a full matrix of text.
const MOST: usize = 600;

/// Directions of a node.
const DIRECTIONS: usize = 6;

/// `user-element`.
pub(crate) struct UserElement;

impl Exporter for UserElement {
    fn name(&self) -> &'static str {
        "user-element"
    }

    fn extension(&self) -> &'static str {
        "element.inp"
    }

    fn sentence(&self) -> &'static str {
        "stiffness and mass of a structure as a linear *USER ELEMENT of Abaqus, interfaces first"
    }

    fn needs(&self) -> &'static str {
        NEEDS
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        let all = Matrices::of(self.name(), session, request, progress)?;
        all.demand_small(self.name(), MOST)?;
        if all.dofs.boundary == 0 {
            return Err(ExportError::NotFor {
                format: self.name(),
                why: "it has no [[interface]], and nothing could be joined to the element".to_owned(),
                instead: "reduce it with `interfaces = [...]` and --model NAME, or use `mtx`",
            });
        }
        Ok(vec![
            ExportedFile::new(".element.inp", text(&all)),
            ExportedFile::new(".element.dofs.csv", dof_table(&all)),
        ])
    }
}

/// A node of the element: its number, its name, its place, and rows with their directions.
struct Node {
    number: usize,
    name: String,
    at: [f64; 3],
    /// Rows of the matrices with directions, ascending.
    rows: Vec<(usize, usize)>,
}

fn nodes(all: &Matrices) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (number, name, at) in &all.dofs.grids {
        let own =
            all.dofs.dofs.iter().enumerate().filter(|(_, dof)| dof.point == *number && dof.component > 0);
        let mut rows: Vec<(usize, usize)> = own.map(|(row, dof)| (row, usize::from(dof.component))).collect();
        rows.sort_by_key(|(_, direction)| *direction);
        nodes.push(Node { number: *number, name: name.clone(), at: *at, rows });
    }
    let others: Vec<usize> =
        (0..all.dofs.dofs.len()).filter(|row| all.dofs.dofs[*row].component == 0).collect();
    for rows in others.chunks(DIRECTIONS) {
        let number = nodes.len() + 1;
        let rows = rows.iter().enumerate().map(|(k, row)| (*row, k + 1)).collect();
        nodes.push(Node { number, name: "amplitudes".to_owned(), at: [0.0; 3], rows });
    }
    nodes
}

fn text(all: &Matrices) -> String {
    let nodes = nodes(all);
    let mut text: String = all.origin.lines().iter().map(|line| format!("** {line}\n")).collect();
    text.push_str(
        "** *USER ELEMENT of Abaqus/Standard, in SI units; renumber nodes and element where they are taken\n",
    );
    if all.damping.max_abs() > 0.0 {
        text.push_str("** damping is not held: *UEL PROPERTY knows proportional damping only; `op4` and `dmig` hold the matrix\n");
    }
    text.push_str("*NODE\n");
    for Node { number, name, at: [x, y, z], .. } in &nodes {
        let name = name.replace(['\n', '\r'], " ");
        let _ = writeln!(text, "** node {number}: {name}\n{number}, {x:.14e}, {y:.14e}, {z:.14e}");
    }
    let _ = writeln!(text, "*USER ELEMENT, LINEAR, NODES={}, TYPE=U1", nodes.len());
    let mut before = Vec::new();
    for (k, node) in nodes.iter().enumerate() {
        let directions: Vec<String> = node.rows.iter().map(|(_, direction)| direction.to_string()).collect();
        if directions != before {
            let first = if k == 0 { String::new() } else { format!("{}, ", k + 1) };
            let _ = writeln!(text, "{first}{}", directions.join(", "));
            before = directions;
        }
    }
    let order: Vec<usize> = nodes.iter().flat_map(|node| node.rows.iter().map(|(row, _)| *row)).collect();
    for (kind, matrix) in [("STIFFNESS", &all.stiffness), ("MASS", &all.mass)] {
        let _ = writeln!(text, "*MATRIX, TYPE={kind}");
        write_triangle(&mut text, matrix, &order);
    }
    text.push_str("*ELEMENT, TYPE=U1, ELSET=LISSOM\n");
    let numbers: Vec<String> =
        std::iter::once(1).chain(nodes.iter().map(|node| node.number)).map(|n| n.to_string()).collect();
    let lines: Vec<String> = numbers.chunks(12).map(|line| line.join(", ")).collect();
    text += &lines.join(",\n");
    text + "\n*UEL PROPERTY, ELSET=LISSOM\n"
}

fn write_triangle(text: &mut String, matrix: &Sparse, order: &[usize]) {
    for (i, row) in order.iter().enumerate() {
        let values: Vec<String> =
            order[..=i].iter().map(|column| format!("{:.15e}", matrix.get(*row, *column))).collect();
        for line in values.chunks(4) {
            let _ = writeln!(text, "{}", line.join(", "));
        }
    }
}

/// Node and direction of every row, with what it is.
fn dof_table(all: &Matrices) -> String {
    let mut text = "node,direction,name,unit\n".to_owned();
    for node in nodes(all) {
        for (row, direction) in &node.rows {
            let row = &all.dofs.dofs[*row].row;
            let name = row.name.replace('"', "\"\"");
            let _ = writeln!(text, "{},{direction},\"{name}\",{}", node.number, row.unit);
        }
    }
    text
}
