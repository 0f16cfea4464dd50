//! Sequential assignment of causality.
//!
//! The stroke of a bond is at the end that *receives effort*. Sources come first, then storage elements in
//! the order of the graph, each offered integral causality, then what is left of resistors and junctions;
//! every decision is followed to the end of its consequences before the next is taken \[Karnopp2012, §5.3\].

use crate::error::BondError;
use crate::graph::{Bond, BondGraph, BondId, ElementId, Kind};

/// A storage port that could not have integral causality: its energy variable follows from others.
#[derive(Clone, Debug, PartialEq)]
pub struct DependentStorage {
    /// The element.
    pub element: ElementId,
    /// Its port, counted from zero.
    pub port: usize,
    /// The element whose causality forced it.
    pub because: ElementId,
}

/// One bond of the causality table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CausalRow {
    /// Element that positive power comes from.
    pub from: String,
    /// Element that positive power goes to.
    pub to: String,
    /// Element that sets the effort of the bond.
    pub effort_from: String,
    /// Element that sets the flow of the bond; the causal stroke is here.
    pub flow_from: String,
    /// Element that determined it.
    pub decided_by: String,
}

/// A graph with complete causality.
#[derive(Clone, Debug)]
pub struct CausalGraph {
    /// The graph.
    pub graph: BondGraph,
    /// Storage ports in derivative causality.
    pub dependent: Vec<DependentStorage>,
    /// Elements whose causality was free and was chosen arbitrarily, in order: a sign of algebraic loops.
    pub arbitrary: Vec<ElementId>,
    pub(crate) bonds_of: Vec<Vec<BondId>>,
    strokes: Vec<bool>,
    causes: Vec<ElementId>,
}

impl CausalGraph {
    /// Assigns causality to every bond of a graph.
    ///
    /// # Errors
    /// Those of [`BondGraph::check`], and [`BondError::Conflict`] with the two conflicting elements.
    pub fn assign(graph: BondGraph) -> Result<Self, BondError> {
        graph.check()?;
        let mut assignment = Assignment::new(&graph);
        assignment.sources()?;
        assignment.storage()?;
        assignment.rest()?;
        let Assignment { strokes, causes, dependent, arbitrary, bonds_of, .. } = assignment;
        let strokes =
            strokes.into_iter().map(|s| s.expect("the last stage gives every bond its stroke")).collect();
        Ok(Self { graph, dependent, arbitrary, bonds_of, strokes, causes })
    }

    /// Whether the effort of a bond acts on the element at its head (where the half arrow points).
    #[must_use]
    pub fn stroke_at_head(&self, bond: BondId) -> bool {
        self.strokes[bond.0]
    }

    /// Whether an element receives the effort of one of its bonds.
    #[must_use]
    pub fn receives_effort(&self, bond: BondId, element: ElementId) -> bool {
        self.strokes[bond.0] == (self.graph.bonds[bond.0].to == element)
    }

    /// The element that determined the causality of a bond.
    #[must_use]
    pub fn cause(&self, bond: BondId) -> ElementId {
        self.causes[bond.0]
    }

    /// Every bond with the elements that set its effort and its flow.
    #[must_use]
    pub fn table(&self) -> Vec<CausalRow> {
        let name = |id: ElementId| self.graph.element(id).name.clone();
        let row = |(b, bond): (usize, &Bond)| {
            let (gives_effort, gives_flow) =
                if self.strokes[b] { (bond.from, bond.to) } else { (bond.to, bond.from) };
            CausalRow {
                from: name(bond.from),
                to: name(bond.to),
                effort_from: name(gives_effort),
                flow_from: name(gives_flow),
                decided_by: name(self.causes[b]),
            }
        };
        self.graph.bonds.iter().enumerate().map(row).collect()
    }

    /// Why each dependent storage port is dependent.
    #[must_use]
    pub fn explain_dependent(&self) -> Vec<String> {
        let explain = |d: &DependentStorage| {
            let element = self.graph.element(d.element);
            let because = self.graph.element(d.because);
            let port = if self.bonds_of[d.element.0].len() > 1 {
                format!(", port {}", d.port + 1)
            } else {
                String::new()
            };
            let given = if matches!(element.kind, Kind::Compliance(_)) { "effort" } else { "flow" };
            format!(
                "{}:{}{port} is dependent: its {given} is already set by {}:{}",
                element.name,
                element.kind.letters(),
                because.name,
                because.kind.letters()
            )
        };
        self.dependent.iter().map(explain).collect()
    }
}

/// Strokes while they are being assigned.
struct Assignment<'a> {
    graph: &'a BondGraph,
    bonds_of: Vec<Vec<BondId>>,
    /// Whether the stroke is at the head.
    strokes: Vec<Option<bool>>,
    causes: Vec<ElementId>,
    /// Bonds assigned so far, in order, so that a trial can be undone.
    trail: Vec<BondId>,
    dependent: Vec<DependentStorage>,
    arbitrary: Vec<ElementId>,
}

/// A causal conflict.
struct Clash {
    at: ElementId,
    first: ElementId,
    second: ElementId,
    /// Whether no element, rather than two, sets the common variable of a junction.
    is_unset: bool,
}

impl<'a> Assignment<'a> {
    fn new(graph: &'a BondGraph) -> Self {
        let bonds = graph.bonds.len();
        Self {
            graph,
            bonds_of: graph.bonds_of_elements(),
            strokes: vec![None; bonds],
            causes: vec![ElementId(0); bonds],
            trail: Vec::with_capacity(bonds),
            dependent: Vec::new(),
            arbitrary: Vec::new(),
        }
    }

    /// Sources are fixed: Se gives effort, Sf gives flow.
    fn sources(&mut self) -> Result<(), BondError> {
        for id in self.ids() {
            let receives = match self.graph.element(id).kind {
                Kind::EffortSource | Kind::NoEffort => false,
                Kind::FlowSource => true,
                _ => continue,
            };
            self.demand(self.bonds_of[id.0][0], id, receives, id).map_err(|clash| self.conflict(&clash))?;
        }
        Ok(())
    }

    /// Every storage port is offered integral causality: an I receives effort, a C does not.
    ///
    /// Those with a law come first: the rate of another element's variable can be expressed by theirs, not the other way round.
    fn storage(&mut self) -> Result<(), BondError> {
        let (lawful, others): (Vec<ElementId>, Vec<ElementId>) =
            self.ids().partition(|id| self.graph.element(*id).has_law);
        for id in lawful.into_iter().chain(others) {
            let integral = match self.graph.element(id).kind {
                Kind::Inertia(_) => true,
                Kind::Compliance(_) => false,
                _ => continue,
            };
            for port in 0..self.bonds_of[id.0].len() {
                self.storage_port(id, port, integral)?;
            }
        }
        Ok(())
    }

    fn storage_port(&mut self, id: ElementId, port: usize, integral: bool) -> Result<(), BondError> {
        let bond = self.bonds_of[id.0][port];
        match self.receives(bond, id) {
            Some(found) if found == integral => return Ok(()),
            Some(_) => {
                let because = self.causes[bond.0];
                self.dependent.push(DependentStorage { element: id, port, because });
                return Ok(());
            }
            None => {}
        }
        let mark = self.trail.len();
        let Err(clash) = self.demand(bond, id, integral, id) else { return Ok(()) };
        // Integral causality leads to a conflict: undo it and accept dependence.
        self.undo(mark);
        let because = if clash.first == id { clash.second } else { clash.first };
        self.dependent.push(DependentStorage { element: id, port, because });
        self.demand(bond, id, !integral, because).map_err(|clash| self.conflict(&clash))
    }

    /// Remaining bonds: resistors give effort where possible, then any other bond.
    fn rest(&mut self) -> Result<(), BondError> {
        for id in self.ids() {
            if !matches!(self.graph.element(id).kind, Kind::Resistance(_)) {
                continue;
            }
            for port in 0..self.bonds_of[id.0].len() {
                self.choose(self.bonds_of[id.0][port], id)?;
            }
        }
        for b in 0..self.strokes.len() {
            self.choose(BondId(b), self.graph.bonds[b].from)?;
        }
        Ok(())
    }

    /// An arbitrary choice: the element gives effort, or flow if that is impossible.
    fn choose(&mut self, bond: BondId, id: ElementId) -> Result<(), BondError> {
        if self.strokes[bond.0].is_some() {
            return Ok(());
        }
        self.arbitrary.push(id);
        let mark = self.trail.len();
        if self.demand(bond, id, false, id).is_ok() {
            return Ok(());
        }
        self.undo(mark);
        self.demand(bond, id, true, id).map_err(|clash| self.conflict(&clash))
    }

    fn ids(&self) -> impl Iterator<Item = ElementId> + use<> {
        (0..self.graph.elements.len()).map(ElementId)
    }

    fn receives(&self, bond: BondId, id: ElementId) -> Option<bool> {
        self.strokes[bond.0].map(|at_head| at_head == (self.graph.bonds[bond.0].to == id))
    }

    fn undo(&mut self, mark: usize) {
        for bond in self.trail.drain(mark..) {
            self.strokes[bond.0] = None;
        }
    }

    /// Fixes one bond and everything that follows from it.
    fn demand(&mut self, bond: BondId, id: ElementId, receives: bool, cause: ElementId) -> Result<(), Clash> {
        if !self.set(bond, id, receives, cause)? {
            return Ok(());
        }
        let ends = self.graph.bonds[bond.0];
        let mut waiting = vec![ends.from, ends.to];
        while let Some(at) = waiting.pop() {
            for (bond, receives, cause) in self.consequences(at, cause)? {
                if self.set(bond, at, receives, cause)? {
                    waiting.push(self.graph.bonds[bond.0].other(at));
                    waiting.push(at);
                }
            }
        }
        Ok(())
    }

    /// True if the bond was free.
    fn set(&mut self, bond: BondId, id: ElementId, receives: bool, cause: ElementId) -> Result<bool, Clash> {
        match self.receives(bond, id) {
            Some(found) if found == receives => Ok(false),
            Some(_) => Err(self.clash_on(bond, id, cause)),
            None => {
                self.strokes[bond.0] = Some(receives == (self.graph.bonds[bond.0].to == id));
                self.causes[bond.0] = cause;
                self.trail.push(bond);
                Ok(true)
            }
        }
    }

    /// Causality required of the free bonds of an element by its fixed ones.
    fn consequences(&self, at: ElementId, cause: ElementId) -> Result<Vec<(BondId, bool, ElementId)>, Clash> {
        let bonds = &self.bonds_of[at.0];
        match self.graph.element(at).kind {
            Kind::Zero => self.junction(at, true, cause),
            Kind::One => self.junction(at, false, cause),
            Kind::Transformer(_) | Kind::Gyrator(_) => {
                let is_gyrator = matches!(self.graph.element(at).kind, Kind::Gyrator(_));
                let [one, two] = [bonds[0], bonds[1]].map(|b| self.receives(b, at));
                Ok(match (one, two) {
                    (Some(one), None) => vec![(bonds[1], one == is_gyrator, cause)],
                    (None, Some(two)) => vec![(bonds[0], two == is_gyrator, cause)],
                    (Some(one), Some(two)) if (one == two) != is_gyrator => {
                        return Err(self.clash_between(at, bonds[0], bonds[1]));
                    }
                    _ => Vec::new(),
                })
            }
            _ => Ok(Vec::new()),
        }
    }

    /// A 0-junction receives effort through one bond exactly; a 1-junction does *not* receive it through one.
    fn junction(
        &self,
        at: ElementId,
        special: bool,
        cause: ElementId,
    ) -> Result<Vec<(BondId, bool, ElementId)>, Clash> {
        let bonds = &self.bonds_of[at.0];
        let strong: Vec<BondId> =
            bonds.iter().copied().filter(|&b| self.receives(b, at) == Some(special)).collect();
        let free: Vec<BondId> = bonds.iter().copied().filter(|&b| self.strokes[b.0].is_none()).collect();
        match (strong.as_slice(), free.as_slice()) {
            ([one, two, ..], _) => Err(self.clash_between(at, *one, *two)),
            ([one], free) => {
                let because = self.causes[one.0];
                Ok(free.iter().map(|&b| (b, !special, because)).collect())
            }
            ([], [last]) => Ok(vec![(*last, special, cause)]),
            ([], []) => {
                let causes: Vec<ElementId> = bonds.iter().map(|b| self.causes[b.0]).collect();
                let first = causes[0];
                let second = causes.iter().copied().find(|&c| c != first).unwrap_or(cause);
                Err(Clash { at, first, second, is_unset: true })
            }
            ([], _) => Ok(Vec::new()),
        }
    }

    /// A bond would have to change its causality: the conflict is at its junction.
    fn clash_on(&self, bond: BondId, id: ElementId, cause: ElementId) -> Clash {
        let is_junction = |id: ElementId| matches!(self.graph.element(id).kind, Kind::Zero | Kind::One);
        let other = self.graph.bonds[bond.0].other(id);
        let at = if !is_junction(id) && is_junction(other) { other } else { id };
        // The junction needs this bond for its common variable: no other can set it.
        let counted_on = match self.graph.element(at).kind {
            Kind::Zero => self.receives(bond, at) == Some(true),
            Kind::One => self.receives(bond, at) == Some(false),
            _ => false,
        };
        Clash { at, first: self.causes[bond.0], second: cause, is_unset: counted_on }
    }

    fn clash_between(&self, at: ElementId, one: BondId, two: BondId) -> Clash {
        Clash { at, first: self.causes[one.0], second: self.causes[two.0], is_unset: false }
    }

    fn conflict(&self, clash: &Clash) -> BondError {
        let label = |id: ElementId| {
            let element = self.graph.element(id);
            format!("{}:{}", element.name, element.kind.letters())
        };
        let variable = match self.graph.element(clash.at).kind {
            Kind::One => "flow",
            Kind::Zero => "effort",
            _ => "causality",
        };
        let (at, first, second) = (label(clash.at), label(clash.first), label(clash.second));
        BondError::Conflict { at, variable, first, second, is_unset: clash.is_unset }
    }
}
