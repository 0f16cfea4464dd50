//! Which row belongs to which node and direction: CalculiX's `.dof`, or tables of the two numbers.

use super::error::ImportError;
use super::lines::{Lines, integer};
use super::matrix::Dof;
use super::npz::Arrays;
use super::source::{FileWindow, Source};
use std::collections::BTreeMap;

/// The names under which directions are found in an `.npz`.
const DIRECTIONS: [&str; 4] = ["dir", "direction", "component", "dof"];

/// Reads the row names of a part: lines `node.direction` (CalculiX) or `node direction`, or an `.npz` with the arrays
/// `node` and `dir`.
///
/// # Errors
/// Where the file does not follow the format, or names a row twice.
pub fn read_dofs(path: &str, window: &dyn FileWindow) -> Result<Vec<Dof>, ImportError> {
    let source = Source::open(path, window)?;
    let dofs = if source.head().starts_with(b"PK") { from_arrays(source)? } else { from_lines(source)? };
    let dofs = expanded(dofs);
    let mut sorted = dofs.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(ImportError::whole(path, "every row named once", format!("{} twice", pair[0]))),
        None => Ok(dofs),
    }
}

/// CalculiX expands shells and beams into solids, and lists the points created from a node, two through a
/// thickness and four around a section, under its number. They become copies of it. Only whole nodes are
/// repeated in this way; other repeated rows are refused.
fn expanded(mut dofs: Vec<Dof>) -> Vec<Dof> {
    let mut counts: BTreeMap<i64, [u8; 6]> = BTreeMap::new();
    for dof in &dofs {
        let count = &mut counts.entry(dof.node).or_default()[usize::from(dof.component) - 1];
        *count = count.saturating_add(1);
    }
    let whole = |[x, y, z, rx, ry, rz]: &[u8; 6]| {
        *x > 1 && *x < u8::MAX && x == y && x == z && [*rx, *ry, *rz] == [0; 3]
    };
    counts.retain(|_, count| whole(count));
    let mut seen: BTreeMap<(i64, u8), u8> = BTreeMap::new();
    for dof in dofs.iter_mut().filter(|dof| counts.contains_key(&dof.node)) {
        let copy = seen.entry((dof.node, dof.component)).or_default();
        dof.copy = *copy;
        *copy += 1;
    }
    dofs
}

fn dof(node: i64, component: i64) -> Option<Dof> {
    let component = u8::try_from(component).ok().filter(|component| (1..=6).contains(component))?;
    Some(Dof { node, component, copy: 0 })
}

fn from_lines(source: Source<'_>) -> Result<Vec<Dof>, ImportError> {
    let mut lines = Lines::new(source);
    let mut dofs = Vec::new();
    while lines.advance_to_text()? {
        // `9001.1` is two integers: as a decimal number, node 1 direction 10 would be node 1 direction 1.
        let parsed = lines.text().trim().split_once(['.', ',', ' ', '\t']);
        let parsed = parsed.and_then(|(node, component)| dof(integer(node)?, integer(component)?));
        dofs.push(parsed.ok_or_else(|| lines.expected("`node.direction` with a direction from 1 to 6"))?);
    }
    if dofs.is_empty() {
        return Err(lines.expected("`node.direction`"));
    }
    lines.demand_terminated()?;
    Ok(dofs)
}

fn from_arrays(source: Source<'_>) -> Result<Vec<Dof>, ImportError> {
    let arrays = Arrays::read(source)?;
    let nodes = arrays.integers("node")?;
    let direction = DIRECTIONS.into_iter().find(|name| arrays.find(name).is_some()).unwrap_or(DIRECTIONS[0]);
    let components = arrays.integers(direction)?;
    let wrong = |found: String| {
        ImportError::whole(
            &arrays.file,
            format!("a node and a direction from 1 to 6 for every row in `{direction}`"),
            found,
        )
    };
    if nodes.len() != components.len() {
        return Err(wrong(format!("{} nodes and {} directions", nodes.len(), components.len())));
    }
    let pairs = nodes.iter().zip(components);
    pairs
        .map(|(&node, &c)| dof(node, c).ok_or_else(|| wrong(format!("direction {c} at node {node}"))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str) -> Result<Vec<Dof>, ImportError> {
        read_dofs("a.dof", &|_: &str| Ok(text.as_bytes().to_vec()))
    }

    #[test]
    fn nodes_and_directions_are_integers() {
        let dofs = read("9001.1\n10.2\n\n7 6\n").unwrap();
        assert_eq!(
            dofs.iter().map(|d| (d.node, d.component)).collect::<Vec<_>>(),
            [(9001, 1), (10, 2), (7, 6)]
        );
    }

    #[test]
    fn points_made_of_one_node_are_copies_of_it() {
        // As CalculiX 2.20 writes a shell of two elements: six nodes, twice each, and six of its own.
        let dofs = read("1.1\n1.2\n1.3\n1.1\n1.2\n1.3\n25.1\n25.2\n25.3\n").unwrap();
        assert_eq!(dofs.iter().map(|d| d.copy).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1, 0, 0, 0]);
        assert_eq!(dofs[4].to_string(), "node 1 (copy 2), y");
        // An incomplete point is a damaged file.
        assert!(read("1.1\n1.2\n1.3\n1.1\n1.2\n").unwrap_err().to_string().contains("twice"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert!(
            read("1.1\n1.7\n").unwrap_err().to_string().starts_with("a.dof:2: expected `node.direction`")
        );
        assert!(read("1.1\n1\n").is_err());
        assert!(read("1.1\n1.1\n").unwrap_err().to_string().contains("node 1, x twice"));
        assert!(read("1.1\n2.1").unwrap_err().to_string().contains("truncated"));
    }
}
