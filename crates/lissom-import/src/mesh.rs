//! Nodes, elements and node sets of a part.

/// The mesh of a part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Nodes by ascending number.
    pub nodes: Vec<Node>,
    /// Elements in the order of the file.
    pub elements: Vec<MeshElement>,
    /// Node sets in the order of the file.
    pub sets: Vec<NodeSet>,
    /// Nodes whose three "translations" are the rotations of another node.
    pub rotation_nodes: Vec<RotationNode>,
    /// Materials in the order of the file.
    pub materials: Vec<MeshMaterial>,
}

/// A point of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Its number.
    pub number: i64,
    /// Its position (unit of the file, \[m\] if that is SI).
    pub position: [f64; 3],
}

/// An element of the mesh; only its shape is known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshElement {
    /// Its number.
    pub number: i64,
    /// Its type as the file names it, such as `C3D10`.
    pub kind: String,
    /// Its nodes in the order of the file.
    pub nodes: Vec<i64>,
}

/// A set of nodes with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSet {
    /// Its name, in capitals as the program compares it.
    pub name: String,
    /// Its nodes, ascending, each once.
    pub nodes: Vec<i64>,
}

/// A node that carries the rotations of a rigid body (`*RIGID BODY, ROT NODE=`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RotationNode {
    /// The node whose directions 1, 2, 3 are rotations.
    pub rotation: i64,
    /// The node that carries the translations, about which the body turns.
    pub reference: i64,
    /// The node set that moves with them, in capitals, if one is named.
    pub set: Option<String>,
}

/// Material data of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshMaterial {
    /// Its name.
    pub name: String,
    /// Young's modulus, if the material is isotropic (unit of the file, \[Pa\] if that is SI).
    pub young: Option<f64>,
    /// Density (unit of the file, [kg/m³] if that is SI).
    pub density: Option<f64>,
}

impl Mesh {
    /// The position of a node (unit of the file, \[m\] if that is SI).
    pub fn position(&self, node: i64) -> Option<[f64; 3]> {
        let place = self.nodes.binary_search_by_key(&node, |known| known.number);
        place.ok().map(|place| self.nodes[place].position)
    }

    /// The nodes of a set; capitals and small letters are the same.
    pub fn set(&self, name: &str) -> Option<&[i64]> {
        self.sets.iter().find(|set| set.name.eq_ignore_ascii_case(name)).map(|set| set.nodes.as_slice())
    }

    /// Lowest and highest coordinates of the nodes of elements, or of all nodes if there are no elements (unit of
    /// the file, \[m\] if that is SI).
    pub fn bounding_box(&self) -> Option<[[f64; 3]; 2]> {
        let mut used: Vec<i64> =
            self.elements.iter().flat_map(|element| element.nodes.iter().copied()).collect();
        if used.is_empty() {
            used = self.nodes.iter().map(|node| node.number).collect();
        }
        let mut limits: Option<[[f64; 3]; 2]> = None;
        for position in used.into_iter().filter_map(|node| self.position(node)) {
            let [low, high] = limits.get_or_insert([position, position]);
            for axis in 0..3 {
                low[axis] = low[axis].min(position[axis]);
                high[axis] = high[axis].max(position[axis]);
            }
        }
        limits
    }
}
