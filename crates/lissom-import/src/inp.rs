//! The mesh in an input file of CalculiX or Abaqus (`.inp`, and what it includes).
//!
//! Read are `*NODE`, `*ELEMENT`, `*NSET`, `*ELSET`, `*INCLUDE`, `*RIGID BODY`, `*MATERIAL`, `*ELASTIC` and
//! `*DENSITY`; other keywords are skipped, except those that would rotate the axes of nodes, which are
//! refused.

use super::error::ImportError;
use super::lines::{Lines, integer, number};
use super::mesh::{Mesh, MeshElement, MeshMaterial, Node, NodeSet, RotationNode};
use super::source::{FileWindow, Source};
use std::collections::{BTreeMap, BTreeSet};

/// Largest depth of inclusion; deeper means circular.
const DEEPEST: usize = 16;

/// Reads a mesh and all files it includes.
///
/// # Errors
/// Where the file does not follow the format, and for `*TRANSFORM` and `*SYSTEM`: directions of nodes would not be
/// those of the axes.
pub fn read_mesh(path: &str, window: &dyn FileWindow) -> Result<Mesh, ImportError> {
    let mut reader = Reader::default();
    reader.read_file(path, window, 0)?;
    reader.finish(path)
}

/// A keyword line: `*NODE, NSET=ALL`.
#[derive(Clone, Debug, Default)]
struct Keyword {
    name: String,
    parameters: Vec<(String, String)>,
}

impl Keyword {
    fn parse(line: &str) -> Self {
        let mut words = line.trim_start_matches('*').split(',').map(str::trim);
        let name = words.next().unwrap_or_default().to_ascii_uppercase();
        let parameters = words.filter(|word| !word.is_empty()).map(|word| {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            (key.trim().to_ascii_uppercase(), value.trim().trim_matches('"').to_owned())
        });
        Self { name, parameters: parameters.collect() }
    }

    fn parameter(&self, key: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    fn demand(&self, key: &str, lines: &Lines<'_>) -> Result<&str, ImportError> {
        self.parameter(key)
            .filter(|value| !value.is_empty())
            .ok_or_else(|| lines.expected(format!("`{key}=…`")))
    }
}

#[derive(Default)]
struct Reader {
    keyword: Keyword,
    nodes: BTreeMap<i64, [f64; 3]>,
    elements: Vec<MeshElement>,
    /// The element whose node list goes on in the next line.
    unfinished: Option<MeshElement>,
    node_sets: Vec<(String, BTreeSet<i64>)>,
    element_sets: Vec<(String, BTreeSet<i64>)>,
    rotation_nodes: Vec<RotationNode>,
    materials: Vec<MeshMaterial>,
}

impl Reader {
    fn read_file(&mut self, path: &str, window: &dyn FileWindow, depth: usize) -> Result<(), ImportError> {
        if depth > DEEPEST {
            return Err(ImportError::whole(path, "files without circular inclusion", "a circular inclusion"));
        }
        let mut lines = Lines::new(Source::open(path, window)?);
        let mut ends_with_data = false;
        while lines.advance_to_text()? {
            let line = lines.text().trim();
            ends_with_data = !line.starts_with('*');
            if line.starts_with("**") {
                continue;
            }
            if !ends_with_data {
                self.start_keyword(&mut lines)?;
                if self.keyword.name == "INCLUDE" {
                    let beside = beside(path, self.keyword.demand("INPUT", &lines)?);
                    self.read_file(&beside, window, depth + 1)?;
                }
            } else {
                self.data(&lines)?;
            }
        }
        self.demand_finished(&lines)?;
        if ends_with_data { lines.demand_terminated() } else { Ok(()) }
    }

    fn start_keyword(&mut self, lines: &mut Lines<'_>) -> Result<(), ImportError> {
        self.demand_finished(lines)?;
        let mut line = lines.text().to_owned();
        // A keyword line that ends with a comma goes on in the next one.
        while line.trim_end().ends_with(',') && lines.advance_to_text()? {
            line.push_str(lines.text());
        }
        self.keyword = Keyword::parse(line.trim());
        match self.keyword.name.as_str() {
            "NODE"
                if self
                    .keyword
                    .parameter("SYSTEM")
                    .is_some_and(|system| !system.eq_ignore_ascii_case("R")) =>
            {
                Err(lines.expected("rectangular coordinates of nodes"))
            }
            "TRANSFORM" | "SYSTEM" => Err(lines.expected("nodes whose directions are the global axes")),
            "ELEMENT" => self.keyword.demand("TYPE", lines).map(|_| ()),
            "NSET" => self.keyword.demand("NSET", lines).map(|_| ()),
            "ELSET" => self.keyword.demand("ELSET", lines).map(|_| ()),
            "RIGID BODY" => self.rigid_body(lines),
            "MATERIAL" => {
                let name = self.keyword.demand("NAME", lines)?.to_owned();
                self.materials.push(MeshMaterial { name, young: None, density: None });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn rigid_body(&mut self, lines: &Lines<'_>) -> Result<(), ImportError> {
        let node = |key: &str| {
            let text = self.keyword.parameter(key);
            text.map(|text| integer(text).ok_or_else(|| lines.expected(format!("a node as `{key}`"))))
                .transpose()
        };
        if let (Some(reference), Some(rotation)) = (node("REF NODE")?, node("ROT NODE")?) {
            let set = self.keyword.parameter("NSET").map(str::to_ascii_uppercase);
            self.rotation_nodes.push(RotationNode { rotation, reference, set });
        }
        Ok(())
    }

    fn data(&mut self, lines: &Lines<'_>) -> Result<(), ImportError> {
        match self.keyword.name.as_str() {
            "NODE" => self.node(lines),
            "ELEMENT" => self.element(lines),
            "NSET" | "ELSET" => self.set_members(lines),
            "ELASTIC" => self.elastic(lines),
            "DENSITY" => self.density(lines),
            _ => Ok(()),
        }
    }

    fn node(&mut self, lines: &Lines<'_>) -> Result<(), ImportError> {
        let mut words = lines.text().split(',').map(str::trim);
        let expected = || lines.expected("`node, x, y, z`");
        let node = words.next().and_then(integer).ok_or_else(expected)?;
        let mut position = [0.0; 3];
        for (axis, word) in words.enumerate() {
            if word.is_empty() {
                continue;
            }
            *position.get_mut(axis).ok_or_else(expected)? = number(word).ok_or_else(expected)?;
        }
        // Files with parts and instances renumber the nodes of each part; they cannot be distinguished here.
        if self.nodes.insert(node, position).is_some_and(|before| before != position) {
            return Err(lines.error(format!("node {node} once"), "a second position of it"));
        }
        if let Some(set) = self.keyword.parameter("NSET") {
            members(&mut self.node_sets, set).insert(node);
        }
        Ok(())
    }

    fn element(&mut self, lines: &Lines<'_>) -> Result<(), ImportError> {
        let line = lines.text().trim();
        let words = line.split(',').map(str::trim).filter(|word| !word.is_empty());
        let numbers: Option<Vec<i64>> = words.map(integer).collect();
        let numbers = numbers.ok_or_else(|| lines.expected("`element, node, node, …`"))?;
        let mut element = match self.unfinished.take() {
            Some(element) => element,
            None => {
                let kind = self.keyword.demand("TYPE", lines)?.to_ascii_uppercase();
                MeshElement { number: 0, kind, nodes: Vec::new() }
            }
        };
        let mut numbers = numbers.into_iter();
        if element.nodes.is_empty() {
            element.number = numbers.next().ok_or_else(|| lines.expected("`element, node, node, …`"))?;
        }
        element.nodes.extend(numbers);
        let wanted = node_count(&element.kind);
        let goes_on = match wanted {
            Some(count) => element.nodes.len() < count,
            None => line.ends_with(','),
        };
        if goes_on {
            self.unfinished = Some(element);
            return Ok(());
        }
        if wanted.is_some_and(|count| element.nodes.len() != count) {
            let found = format!("{}", element.nodes.len());
            return Err(lines.error(format!("{} nodes of a {}", wanted.unwrap_or(0), element.kind), found));
        }
        if let Some(set) = self.keyword.parameter("ELSET") {
            members(&mut self.element_sets, set).insert(element.number);
        }
        self.elements.push(element);
        Ok(())
    }

    fn demand_finished(&self, lines: &Lines<'_>) -> Result<(), ImportError> {
        self.unfinished.as_ref().map_or(Ok(()), |element| {
            Err(lines.expected(format!("the other nodes of element {} ({})", element.number, element.kind)))
        })
    }

    fn set_members(&mut self, lines: &Lines<'_>) -> Result<(), ImportError> {
        let of_nodes = self.keyword.name == "NSET";
        let name = self.keyword.demand(if of_nodes { "NSET" } else { "ELSET" }, lines)?.to_owned();
        let sets = if of_nodes { &mut self.node_sets } else { &mut self.element_sets };
        let words: Vec<&str> =
            lines.text().split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        if self.keyword.parameter("GENERATE").is_some() {
            let range: Option<Vec<i64>> = words.iter().map(|word| integer(word)).collect();
            let range = range.filter(|range| (2..=3).contains(&range.len()));
            let range = range.ok_or_else(|| lines.expected("`first, last, step`"))?;
            let step = range.get(2).copied().unwrap_or(1);
            // A damaged range must not fill the memory.
            let count = range[1].checked_sub(range[0]).and_then(|length| length.checked_div(step));
            let count = count.filter(|count| (0..100_000_000).contains(count));
            let count = count.ok_or_else(|| lines.expected("`first, last, step`"))?;
            members(sets, &name).extend((0..=count).map(|k| range[0] + k * step));
            return Ok(());
        }
        for word in words {
            let other: Vec<i64> = match integer(word) {
                Some(member) => vec![member],
                None => {
                    let known = sets.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
                    let known = known.map(|(_, set)| set.iter().copied().collect());
                    known.ok_or_else(|| lines.error("a number or the name of a set", format!("`{word}`")))?
                }
            };
            members(sets, &name).extend(other);
        }
        Ok(())
    }

    fn elastic(&mut self, lines: &Lines<'_>) -> Result<(), ImportError> {
        let kind = self.keyword.parameter("TYPE").unwrap_or("ISOTROPIC");
        let isotropic = ["ISO", "ISOTROPIC"].iter().any(|name| kind.eq_ignore_ascii_case(name));
        if let Some(material) =
            self.materials.last_mut().filter(|material| isotropic && material.young.is_none())
        {
            let young = lines.text().split(',').next().and_then(number);
            material.young = Some(young.ok_or_else(|| lines.expected("Young's modulus"))?);
        }
        Ok(())
    }

    fn density(&mut self, lines: &Lines<'_>) -> Result<(), ImportError> {
        if let Some(material) = self.materials.last_mut().filter(|material| material.density.is_none()) {
            let density = lines.text().split(',').next().and_then(number);
            material.density = Some(density.ok_or_else(|| lines.expected("the density"))?);
        }
        Ok(())
    }

    fn finish(self, path: &str) -> Result<Mesh, ImportError> {
        if self.nodes.is_empty() {
            return Err(ImportError::whole(path, "nodes (`*NODE`)", "none"));
        }
        for element in &self.elements {
            if let Some(node) = element.nodes.iter().find(|node| !self.nodes.contains_key(node)) {
                let expected = format!("the nodes of element {}", element.number);
                return Err(ImportError::whole(path, expected, format!("no node {node}")));
            }
        }
        let nodes = self.nodes.into_iter().map(|(number, position)| Node { number, position });
        let sets = self
            .node_sets
            .into_iter()
            .map(|(name, nodes)| NodeSet { name, nodes: nodes.into_iter().collect() });
        Ok(Mesh {
            nodes: nodes.collect(),
            elements: self.elements,
            sets: sets.collect(),
            rotation_nodes: self.rotation_nodes,
            materials: self.materials,
        })
    }
}

/// The members of the set with this name, made if it is new.
fn members<'a>(sets: &'a mut Vec<(String, BTreeSet<i64>)>, name: &str) -> &'a mut BTreeSet<i64> {
    let place = sets.iter().position(|(known, _)| known.eq_ignore_ascii_case(name)).unwrap_or_else(|| {
        sets.push((name.to_ascii_uppercase(), BTreeSet::new()));
        sets.len() - 1
    });
    &mut sets[place].1
}

/// The path of a file named inside another, relative to its folder.
fn beside(path: &str, named: &str) -> String {
    let folder = path.rfind(['/', '\\']).map_or("", |end| &path[..=end]);
    if named.starts_with('/') { named.to_owned() } else { format!("{folder}{named}") }
}

/// The number of nodes of a common element type; `None` where the commas decide.
fn node_count(kind: &str) -> Option<usize> {
    let solid = kind.strip_prefix("C3D").or_else(|| kind.strip_prefix("F3D"));
    let number = solid.or_else(|| kind.strip_prefix('S')).or_else(|| kind.strip_prefix("CPS"));
    let digits: String = number?.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|count| (3..=27).contains(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str) -> Result<Mesh, ImportError> {
        read_mesh("dir/a.inp", &|path: &str| match path {
            "dir/a.inp" => Ok(text.as_bytes().to_vec()),
            "dir/b.inc" => Ok(b"*NODE\n9, 1., 2., 3.\n".to_vec()),
            other => Err(format!("no {other}")),
        })
    }

    #[test]
    fn keywords_are_read_across_files_and_lines() {
        let mesh = read(
            "** c\n*Node, Nset=All\n1, 0, 0, 0\n2, 1.0D0, 0,\n3, 0, 1\n4,,,1\n*ELEMENT, TYPE=C3D4,\nELSET=E\n1, 1, 2,\n3, 4\n\
             *NSET, NSET=ENDS, GENERATE\n1, 3, 2\n*NSET, NSET=BOTH\nENDS, 4,\n*INCLUDE, INPUT=b.inc\n\
             *MATERIAL, NAME=STEEL\n*ELASTIC\n2.1e5, 0.3\n*DENSITY\n7.85e-9\n*RIGID BODY, NSET=ALL, REF NODE=1, ROT NODE=2\n",
        )
        .unwrap();
        assert_eq!(mesh.position(2), Some([1.0, 0.0, 0.0]));
        assert_eq!(mesh.position(4), Some([0.0, 0.0, 1.0]));
        assert_eq!(mesh.position(9), Some([1.0, 2.0, 3.0]));
        assert_eq!(mesh.elements[0].nodes, [1, 2, 3, 4]);
        assert_eq!(mesh.set("both"), Some(&[1, 3, 4][..]));
        assert_eq!(mesh.set("ALL").map(<[i64]>::len), Some(4));
        assert_eq!((mesh.materials[0].young, mesh.materials[0].density), (Some(2.1e5), Some(7.85e-9)));
        assert_eq!(
            mesh.rotation_nodes,
            [RotationNode { rotation: 2, reference: 1, set: Some("ALL".to_owned()) }]
        );
        assert_eq!(mesh.bounding_box(), Some([[0.0; 3], [1.0, 1.0, 1.0]]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let message = |text: &'static str| read(text).unwrap_err().to_string();
        assert_eq!(message("*NODE\n1, a\n"), "dir/a.inp:2: expected `node, x, y, z`, found `1, a`");
        assert!(
            message("*NODE\n1, 0\n*ELEMENT, TYPE=C3D4\n1, 1, 1,\n").contains("the other nodes of element 1")
        );
        assert!(
            message("*NODE\n1, 0\n*ELEMENT, TYPE=C3D4\n1, 1, 1, 1, 1, 1\n").contains("4 nodes of a C3D4")
        );
        assert!(message("*NODE\n1, 0\n*ELEMENT, TYPE=C3D4\n1, 1, 1, 1, 7\n").contains("no node 7"));
        assert!(message("*NODE\n1, 0\n*NSET, NSET=A\nB\n").contains("`B`"));
        let endless = "*NODE\n1, 0\n*NSET, NSET=A, GENERATE\n-9223372036854775808, 9223372036854775807\n";
        assert!(message(endless).contains("step"));
        assert!(message("*NODE\n1, 0\n*NSET, NSET=A, GENERATE\n1, 5, 0\n").contains("step"));
        assert!(message("*NODE\n1, 0\n*TRANSFORM, NSET=A\n").contains("global axes"));
        assert!(message("*INCLUDE, INPUT=c.inc\n").contains("no dir/c.inc"));
        assert!(message("*INCLUDE, INPUT=a.inp\n").contains("circular"));
        assert!(message("*NODE\n1, 0\n1, 2\n").contains("expected node 1 once"));
        assert!(message("*HEADING\nx\n").contains("nodes"));
        assert!(message("*NODE\n1, 0, 0, 0.12").contains("truncated"));
        assert!(read("*NODE\n1, 0, 0, 0.12\n*END STEP").is_ok());
    }
}
