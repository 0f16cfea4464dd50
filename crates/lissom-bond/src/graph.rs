//! A bond graph: elements, bonds with half arrows, and outputs.

use crate::constant::{Constant, symbol};
use crate::error::BondError;
use lissom_linalg::{Dense, eigen};

/// Index of an element in [`BondGraph::elements`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub usize);

/// Index of a bond in [`BondGraph::bonds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BondId(pub usize);

/// Kind of an element.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `Se`: gives effort; an input.
    EffortSource,
    /// `Sf`: gives flow along its half arrow; an input.
    FlowSource,
    /// `Se` of value zero: a free end, no input.
    NoEffort,
    /// `I`: p = I f, ṗ = e.
    Inertia(Field),
    /// `C`: q = C e, q̇ = f.
    Compliance(Field),
    /// `R`: e = R f.
    Resistance(Field),
    /// `TF`: e₁ = n e₂, f₂ = n f₁; side 1 is the bond that points in.
    Transformer(Constant),
    /// `GY`: e₁ = r f₂, e₂ = r f₁.
    Gyrator(Constant),
    /// `0`: common effort, flows sum to zero.
    Zero,
    /// `1`: common flow, efforts sum to zero.
    One,
}

impl Kind {
    /// How the kind is written in a bond graph.
    #[must_use]
    pub fn letters(&self) -> &'static str {
        match self {
            Self::EffortSource | Self::NoEffort => "Se",
            Self::FlowSource => "Sf",
            Self::Inertia(_) => "I",
            Self::Compliance(_) => "C",
            Self::Resistance(_) => "R",
            Self::Transformer(_) => "TF",
            Self::Gyrator(_) => "GY",
            Self::Zero => "0",
            Self::One => "1",
        }
    }

    /// The constitutive matrix of an I, C or R.
    #[must_use]
    pub fn field(&self) -> Option<&Field> {
        match self {
            Self::Inertia(field) | Self::Compliance(field) | Self::Resistance(field) => Some(field),
            _ => None,
        }
    }

    /// Whether the element stores energy.
    #[must_use]
    pub fn is_storage(&self) -> bool {
        matches!(self, Self::Inertia(_) | Self::Compliance(_))
    }
}

/// The square matrix of a one-port or multiport I, C or R.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    rows: Vec<Vec<Constant>>,
}

impl Field {
    /// A one-port.
    #[must_use]
    pub fn scalar(constant: Constant) -> Self {
        Self { rows: vec![vec![constant]] }
    }

    /// A multiport from its rows; shape and definiteness are checked when the graph is.
    #[must_use]
    pub fn from_rows(rows: Vec<Vec<Constant>>) -> Self {
        Self { rows }
    }

    /// Number of ports, as many as rows [-].
    #[must_use]
    pub fn ports(&self) -> usize {
        self.rows.len()
    }

    /// An entry.
    #[must_use]
    pub fn entry(&self, row: usize, col: usize) -> &Constant {
        &self.rows[row][col]
    }

    /// The numbers (unit of the field).
    #[must_use]
    pub fn values(&self) -> Dense {
        Dense::from_fn(self.ports(), self.ports(), |i, j| self.rows[i][j].value())
    }

    fn first_wrong_row(&self) -> Option<usize> {
        self.rows.iter().map(Vec::len).find(|&length| length != self.rows.len())
    }
}

/// An element of a bond graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Name, unique.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Names of the states of its ports, where it can have any; by default p or q with the element's name.
    pub states: Vec<String>,
    /// It represents the statics of omitted modes: its effect on frequencies is not a prediction.
    pub residual: bool,
    /// Unit of the input that a source is; `None` where its physical domain is open.
    pub unit: Option<&'static str>,
    /// A C, I or R whose effort or flow follows from a law instead of its field: what it gives is then an input of the network.
    pub has_law: bool,
}

/// A bond; its half arrow points from the first element to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bond {
    /// Where positive power comes from.
    pub from: ElementId,
    /// Where positive power goes to.
    pub to: ElementId,
}

impl Bond {
    /// +1 if positive power enters the element through this bond, otherwise −1.
    pub(crate) fn sign_into(&self, element: ElementId) -> f64 {
        if self.to == element { 1.0 } else { -1.0 }
    }

    pub(crate) fn other(&self, element: ElementId) -> ElementId {
        if self.to == element { self.from } else { self.to }
    }
}

/// A measurable quantity of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Probe {
    /// Effort of a bond.
    Effort(BondId),
    /// Flow of a bond along its half arrow.
    Flow(BondId),
    /// Energy variable of a storage port: momentum of an I, displacement of a C.
    Stored(ElementId, usize),
    /// Time integral of the flow of a bond, zero at the start; needs its own state.
    Travel(BondId),
}

/// An output: a weighted sum of probes.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Name.
    pub name: String,
    /// Weights and what they multiply.
    pub terms: Vec<(Constant, Probe)>,
    /// Its unit; `None` where the physical domain is open.
    pub unit: Option<&'static str>,
}

/// Elements and the bonds between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BondGraph {
    /// Elements; the order of storage elements is the order in which they are offered integral causality.
    pub elements: Vec<Element>,
    /// Bonds; the ports of a multiport are numbered in the order of its bonds.
    pub bonds: Vec<Bond>,
    /// Outputs.
    pub outputs: Vec<Output>,
}

impl BondGraph {
    /// An empty graph.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an element.
    pub fn add(&mut self, name: &str, kind: Kind) -> ElementId {
        let prefix = if matches!(kind, Kind::Compliance(_)) { "q" } else { "p" };
        let ports = if kind.is_storage() { kind.field().map_or(0, Field::ports) } else { 0 };
        let state = |k: usize| {
            if ports == 1 { format!("{prefix}_{name}") } else { format!("{prefix}_{name}_{}", k + 1) }
        };
        let states = (0..ports).map(|k| symbol(&state(k))).collect();
        self.elements.push(Element {
            name: name.to_owned(),
            kind,
            states,
            residual: false,
            unit: None,
            has_law: false,
        });
        ElementId(self.elements.len() - 1)
    }

    /// Adds a one-port I whose symbol is its own name.
    pub fn add_inertia(&mut self, name: &str, value: f64) -> ElementId {
        self.add(name, Kind::Inertia(Field::scalar(Constant::named(name, value))))
    }

    /// Adds a one-port C whose symbol is its own name.
    pub fn add_compliance(&mut self, name: &str, value: f64) -> ElementId {
        self.add(name, Kind::Compliance(Field::scalar(Constant::named(name, value))))
    }

    /// Adds a one-port R whose symbol is its own name.
    pub fn add_resistance(&mut self, name: &str, value: f64) -> ElementId {
        self.add(name, Kind::Resistance(Field::scalar(Constant::named(name, value))))
    }

    /// Adds a bond from one element to another.
    pub fn connect(&mut self, from: ElementId, to: ElementId) -> BondId {
        self.bonds.push(Bond { from, to });
        BondId(self.bonds.len() - 1)
    }

    /// Adds a source of force \[N\].
    pub fn add_force(&mut self, name: &str) -> ElementId {
        let id = self.add(name, Kind::EffortSource);
        self.elements[id.0].unit = Some("N");
        id
    }

    /// Adds an output.
    pub fn observe(&mut self, name: &str, terms: Vec<(Constant, Probe)>) {
        self.outputs.push(Output { name: name.to_owned(), terms, unit: None });
    }

    /// The element of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ElementId> {
        self.elements.iter().position(|element| element.name == name).map(ElementId)
    }

    /// An element.
    #[must_use]
    pub fn element(&self, id: ElementId) -> &Element {
        &self.elements[id.0]
    }

    /// The bonds of every element, in the order of their ports.
    #[must_use]
    pub fn bonds_of_elements(&self) -> Vec<Vec<BondId>> {
        let mut lists = vec![Vec::new(); self.elements.len()];
        for (b, bond) in self.bonds.iter().enumerate() {
            lists[bond.from.0].push(BondId(b));
            lists[bond.to.0].push(BondId(b));
        }
        lists
    }

    /// Checks names, numbers of bonds, moduli and fields.
    ///
    /// # Errors
    /// The first fault found: [`BondError::DuplicateName`], [`BondError::SelfBond`], [`BondError::BondCount`],
    /// [`BondError::FieldSize`], [`BondError::BadModulus`], [`BondError::NotPositive`],
    /// [`BondError::Asymmetric`], [`BondError::SingularField`].
    pub fn check(&self) -> Result<(), BondError> {
        let mut names = std::collections::HashSet::new();
        for element in &self.elements {
            if !names.insert(element.name.as_str()) {
                return Err(BondError::DuplicateName { name: element.name.clone() });
            }
        }
        if let Some(bond) = self.bonds.iter().find(|bond| bond.from == bond.to) {
            return Err(BondError::SelfBond { element: self.element(bond.from).name.clone() });
        }
        for (element, bonds) in self.elements.iter().zip(self.bonds_of_elements()) {
            check_element(element, bonds.len())?;
        }
        Ok(())
    }
}

fn check_element(element: &Element, bonds: usize) -> Result<(), BondError> {
    let name = || element.name.clone();
    let count = |fits: bool, expected: &'static str| {
        let kind = element.kind.letters();
        if fits {
            Ok(())
        } else {
            Err(BondError::BondCount { element: name(), kind, found: bonds, expected })
        }
    };
    match &element.kind {
        Kind::EffortSource | Kind::FlowSource | Kind::NoEffort => count(bonds == 1, "one bond"),
        Kind::Zero | Kind::One => count(bonds >= 2, "at least two bonds"),
        Kind::Transformer(modulus) | Kind::Gyrator(modulus) => {
            count(bonds == 2, "two bonds")?;
            let value = modulus.value();
            if value == 0.0 || !value.is_finite() {
                return Err(BondError::BadModulus { element: name(), value });
            }
            Ok(())
        }
        Kind::Inertia(field) | Kind::Compliance(field) => {
            check_size(element, field, bonds)?;
            check_definite(element, field)
        }
        Kind::Resistance(field) => {
            check_size(element, field, bonds)?;
            check_dissipative(element, field)
        }
    }
}

fn check_size(element: &Element, field: &Field, bonds: usize) -> Result<(), BondError> {
    let (name, rows) = (element.name.clone(), field.ports());
    if let Some(cols) = field.first_wrong_row() {
        return Err(BondError::FieldSize { name, rows, cols, ports: bonds });
    }
    if rows != bonds {
        if bonds == 0 || rows == 1 {
            let (kind, expected) = (element.kind.letters(), "one bond per port");
            return Err(BondError::BondCount { element: name, kind, found: bonds, expected });
        }
        return Err(BondError::FieldSize { name, rows, cols: rows, ports: bonds });
    }
    Ok(())
}

/// A storage field is symmetric and positive definite: it stores energy in every direction.
fn check_definite(element: &Element, field: &Field) -> Result<(), BondError> {
    let values = field.values();
    check_positive_diagonal(element, &values, f64::MIN_POSITIVE)?;
    let n = values.rows();
    for i in 0..n {
        for j in 0..i {
            let (difference, size) =
                ((values[(i, j)] - values[(j, i)]).abs(), values[(i, i)] * values[(j, j)]);
            if difference.is_nan() || difference > 1e-12 * size.sqrt() {
                return Err(BondError::Asymmetric { name: element.name.clone(), row: i, col: j, difference });
            }
        }
    }
    let eigenvalue = smallest_scaled_eigenvalue(element, &values)?;
    if eigenvalue < 1e-13 {
        let kind = element.kind.letters();
        return Err(BondError::SingularField { element: element.name.clone(), kind, eigenvalue });
    }
    Ok(())
}

/// A resistance field may have a gyrating (skew) part; its symmetric part must not produce energy.
fn check_dissipative(element: &Element, field: &Field) -> Result<(), BondError> {
    let values = field.values();
    check_positive_diagonal(element, &values, 0.0)?;
    let eigenvalue = smallest_scaled_eigenvalue(element, &values.symmetric_part())?;
    if eigenvalue < -1e-12 {
        return Err(BondError::ProducesEnergy { element: element.name.clone(), eigenvalue });
    }
    Ok(())
}

fn check_positive_diagonal(element: &Element, values: &Dense, least: f64) -> Result<(), BondError> {
    for i in 0..values.rows() {
        let value = values[(i, i)];
        if !(value.is_finite() && value >= least) {
            let (kind, allows_zero) = (element.kind.letters(), least == 0.0);
            return Err(BondError::NotPositive {
                element: element.name.clone(),
                kind,
                port: i,
                value,
                allows_zero,
            });
        }
    }
    Ok(())
}

/// The smallest eigenvalue after the diagonal was scaled to one.
fn smallest_scaled_eigenvalue(element: &Element, values: &Dense) -> Result<f64, BondError> {
    let n = values.rows();
    if n == 1 {
        return Ok(values[(0, 0)].signum());
    }
    let root = |i: usize| if values[(i, i)] > 0.0 { values[(i, i)].sqrt() } else { 1.0 };
    let scaled = Dense::from_fn(n, n, |i, j| values[(i, j)] / (root(i) * root(j)));
    let split = eigen::symmetric(&scaled)
        .map_err(|source| BondError::Eigen { name: element.name.clone(), source })?;
    Ok(split.values[0])
}
