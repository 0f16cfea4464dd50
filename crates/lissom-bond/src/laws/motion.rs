//! A bond graph with laws as a system that moves.
//!
//! States are rates of coordinates, whose positions are their integrals ∫x dt: a system of second order, so that every integrator and
//! every location of events works as it is.

use crate::error::BondError;
use crate::graph::{ElementId, Kind};
use crate::laws::energy::Known;
use crate::laws::equations::{Closed, LawEquations};
use crate::laws::loop_solver::{LoopBuffers, LoopFailure};
use crate::state_equations::Origin;
use lissom_linalg::{Dense, Lu};
use lissom_mech::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, MechError, Size, State, System, Workspace,
};
use lissom_symbolic::{Expr, Program};
use std::collections::HashMap;
use std::sync::Arc;

/// Compiled equations over (x, t, open inputs, w).
#[derive(Debug)]
struct Programs {
    /// f, g, then ∂g/∂w row by row.
    main: Program,
    outputs: Program,
    /// Efforts, flows, dependent energy variables.
    bonds: Program,
    /// ∂f/∂x, ∂f/∂w, ∂g/∂x, row by row.
    slopes: Program,
    /// Laws of storage by their own variable; `None`: counted as a source.
    potentials: Vec<(ElementId, Option<Program>)>,
}

/// A bond graph with laws in motion.
#[derive(Clone, Debug)]
pub struct GraphMotion {
    equations: Arc<LawEquations>,
    programs: Arc<Programs>,
    coordinates: Arc<[GeneralisedCoordinate]>,
    /// Open inputs.
    inputs: Arc<[String]>,
    outputs: Arc<[(String, &'static str)]>,
    /// Kept decisions.
    decisions: Option<Vec<f64>>,
    /// The unknowns of loops where the motion starts or a decision was taken: the first guess of fresh buffers.
    home: Vec<f64>,
    /// The sign of det ∂g/∂w at the start: where it changes, a loop has lost its solution.
    orientation: f64,
}

struct Buffers {
    point: Vec<f64>,
    values: Vec<f64>,
    bonds: Vec<f64>,
    slopes: Vec<f64>,
    work: Vec<f64>,
    unknowns: LoopBuffers,
    /// The last energies of the laws of potentials.
    known: Vec<Known>,
}

impl Programs {
    fn of(closed: &Closed) -> Result<Self, BondError> {
        let mut store = closed.store.clone();
        let mut given: HashMap<Expr, Expr> = HashMap::new();
        for ((input, rate), law) in closed.inputs.iter().zip(&closed.input_rates).zip(&closed.input_laws) {
            match law {
                Some([law, slope]) => {
                    given.insert(*input, *law);
                    given.insert(*rate, *slope);
                }
                None => {
                    given.insert(*rate, store.zero());
                }
            }
        }
        let point = closed.point();
        let mut derivatives = |of: &[Expr], by: &[Expr]| -> Result<Vec<Expr>, BondError> {
            let mut all = Vec::with_capacity(of.len() * by.len());
            for value in of {
                for variable in by {
                    let slope = store.derivative(*value, *variable);
                    all.push(slope.map_err(|error| fails(error.to_string()))?);
                }
            }
            Ok(all)
        };
        let loops = derivatives(&closed.residuals, &closed.unknowns)?;
        let slopes = [
            derivatives(&closed.rates, &closed.states)?,
            derivatives(&closed.rates, &closed.unknowns)?,
            derivatives(&closed.residuals, &closed.states)?,
        ];
        let mut compile = |parts: &[&[Expr]], inputs: &[Expr]| {
            let all: Vec<Expr> = parts.concat().into_iter().map(|e| store.substitute(e, &given)).collect();
            Program::compile(&store, &all, inputs).map_err(|error| fails(error.to_string()))
        };
        let main = compile(&[&closed.rates, &closed.residuals, &loops], &point)?;
        let outputs = compile(&[&closed.outputs], &point)?;
        let bonds = compile(&[&closed.efforts, &closed.flows, &closed.dependent], &point)?;
        let slopes = compile(&[&slopes[0], &slopes[1], &slopes[2]], &point)?;
        let mut potentials = Vec::new();
        for (element, law) in &closed.potentials {
            let law = match law {
                Some(law) => Some(compile(&[&[*law]], &[closed.own])?),
                None => None,
            };
            potentials.push((*element, law));
        }
        Ok(Self { main, outputs, bonds, slopes, potentials })
    }
}

impl Closed {
    /// What programs are functions of: states, time, open inputs, unknowns.
    pub(crate) fn point(&self) -> Vec<Expr> {
        let open = self.inputs.iter().zip(&self.input_laws).filter(|(_, law)| law.is_none());
        let open = open.map(|(input, _)| *input);
        let states = self.states.iter().copied();
        states.chain([self.time]).chain(open).chain(self.unknowns.iter().copied()).collect()
    }
}

fn fails(reason: String) -> BondError {
    BondError::LawFails { time: 0.0, reason }
}

impl GraphMotion {
    /// The equations as a system, at their initial state.
    ///
    /// # Errors
    /// [`BondError::LawFails`] when a law cannot be evaluated or a loop has no solution there.
    pub fn new(equations: Arc<LawEquations>) -> Result<Self, BondError> {
        let closed = &equations.closed;
        let programs = Arc::new(Programs::of(closed)?);
        let coordinate = |state: &crate::state_equations::State| GeneralisedCoordinate {
            name: state.name.clone(),
            unit: "-",
            size: Size::Large,
        };
        let open = equations.inputs.iter().zip(&closed.input_laws).filter(|(_, law)| law.is_none());
        let mut motion = Self {
            coordinates: equations.states.iter().map(coordinate).collect(),
            inputs: open.map(|(name, _)| name.clone()).collect(),
            outputs: equations.outputs.iter().map(|name| (name.clone(), "")).collect(),
            decisions: None,
            home: vec![0.0; closed.unknowns.len()],
            orientation: 0.0,
            programs,
            equations,
        };
        let initial = motion.equations.initial.clone();
        let mut work = motion.workspace();
        let b: &mut Buffers = work.buffers();
        let still = vec![0.0; motion.inputs.len()];
        motion.orientation = motion
            .solve(&initial, 0.0, &still, b)
            .map_err(|state| BondError::LawFails { time: state.time, reason: state.reason })?;
        motion.home.copy_from_slice(&b.unknowns.unknowns);
        Ok(motion)
    }

    /// The equations.
    #[must_use]
    pub fn equations(&self) -> &LawEquations {
        &self.equations
    }

    fn size(&self) -> usize {
        self.coordinates.len()
    }

    /// Writes x, t, u and the unknowns of loops into the point, and f, g and ∂g/∂w into the values; returns the sign of the determinant.
    fn solve(&self, x: &[f64], time: f64, input: &[f64], b: &mut Buffers) -> Result<f64, Inadmissible> {
        let (n, m) = (self.size(), self.inputs.len());
        b.point[..n].copy_from_slice(x);
        b.point[n] = time;
        b.point[n + 1..n + 1 + m].copy_from_slice(input);
        let first = n + 1 + m;
        let Buffers { point, values, work, unknowns, .. } = b;
        let found = unknowns.solve(&mut |w, out| {
            point[first..].copy_from_slice(w);
            self.evaluate_main(point, work, values);
            out.copy_from_slice(&values[n..]);
        });
        let sign = match found {
            Ok(sign) => sign,
            Err(failure) => {
                unknowns.unknowns.copy_from_slice(&self.home);
                return Err(self.failed(time, failure, point));
            }
        };
        point[first..].copy_from_slice(&unknowns.unknowns);
        self.evaluate_main(point, work, values);
        if values[..n].iter().any(|rate| !rate.is_finite()) {
            return Err(self.undefined(time, point));
        }
        if self.orientation != 0.0 && sign != self.orientation {
            let names = self.equations.loops.join(", ");
            let reason = format!("the algebraic loop of {names} has passed a fold: its solution jumps");
            unknowns.unknowns.copy_from_slice(&self.home);
            return Err(Inadmissible { time, reason });
        }
        Ok(sign)
    }

    fn evaluate_main(&self, point: &[f64], work: &mut Vec<f64>, values: &mut [f64]) {
        match &self.decisions {
            Some(kept) => self.programs.main.evaluate_decided(point, kept, work, values),
            None => self.programs.main.evaluate(point, work, values),
        }
    }

    fn failed(&self, time: f64, failure: LoopFailure, point: &[f64]) -> Inadmissible {
        let name = |k: usize| &self.equations.loops[k];
        let reason = match failure {
            LoopFailure::Stuck(_, value) if !value.is_finite() || value == 0.0 => {
                return self.undefined(time, point);
            }
            LoopFailure::Singular(k) => format!(
                "the algebraic loop of {} does not determine what {} gives: its slope vanishes; a small storage or resistance \
                 there would",
                self.equations.loops.join(", "),
                name(k)
            ),
            LoopFailure::Stuck(k, value) => format!(
                "the algebraic loop of {} has no solution: the law of {} misses by {value:.3e}",
                self.equations.loops.join(", "),
                name(k)
            ),
        };
        Inadmissible { time, reason }
    }

    /// What has no value at a point.
    fn undefined(&self, time: f64, point: &[f64]) -> Inadmissible {
        let mut values = vec![0.0; self.programs.main.output_count()];
        let found = self.programs.main.evaluate_checked(point, &mut Vec::new(), &mut values);
        let reason = match found {
            Err(error) => error.to_string(),
            Ok(()) => "a law has no finite value".to_owned(),
        };
        let laws = self.equations.lawful.join(", ");
        Inadmissible { time, reason: format!("{reason} (laws of {laws})") }
    }

    /// ∂ẋ/∂x at a point that was solved, by the implicit function theorem.
    fn slopes(&self, b: &mut Buffers) -> Result<Dense, MechError> {
        let (n, k) = (self.size(), self.home.len());
        self.programs.slopes.evaluate(&b.point, &mut b.work, &mut b.slopes);
        let mut a = Dense::from_fn(n, n, |i, j| b.slopes[i * n + j]);
        if k > 0 {
            let (by_loop, of_loop) = (&b.slopes[n * n..], &b.slopes[n * n + n * k..]);
            let matrix = Dense::from_fn(k, k, |i, j| b.values[n + k + i * k + j]);
            let mut moved = Dense::from_fn(k, n, |i, j| of_loop[i * n + j]);
            let lu = Lu::factor(&matrix).map_err(|error| MechError::Law {
                what: self.equations.loops.join(", "),
                law: "algebraic loop".to_owned(),
                reason: error.to_string(),
            })?;
            lu.solve_in_place(&mut moved);
            let through = Dense::from_fn(n, k, |i, j| by_loop[i * k + j]);
            a.add_scaled(-1.0, &through.matmul(&moved));
        }
        Ok(a)
    }

    /// Efforts and flows of all bonds and dependent variables, into the buffer, at a point that was solved.
    fn bonds(&self, b: &mut Buffers) {
        self.programs.bonds.evaluate(&b.point, &mut b.work, &mut b.bonds);
    }

    /// Power into every element, in order, at a point whose bonds were evaluated.
    fn powers<'b>(&'b self, bonds: &'b [f64]) -> impl Iterator<Item = (ElementId, f64)> + 'b {
        let causal = &self.equations.causal;
        let count = causal.graph.bonds.len();
        (0..causal.graph.elements.len()).map(move |e| {
            let id = ElementId(e);
            let into = |b: &crate::graph::BondId| {
                causal.graph.bonds[b.0].sign_into(id) * bonds[b.0] * bonds[count + b.0]
            };
            (id, causal.bonds_of[e].iter().map(into).sum())
        })
    }

    /// The gap in the balance of powers of all elements but junctions, transformers and gyrators, and the largest of them \[W\].
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn power_gap(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<[f64; 2], Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.solve(at.velocity, at.time, input, b)?;
        self.bonds(b);
        let is_end = |id: &ElementId| {
            let kind = &self.equations.causal.graph.element(*id).kind;
            !matches!(kind, Kind::Zero | Kind::One | Kind::Transformer(_) | Kind::Gyrator(_))
        };
        let ends = self.powers(&b.bonds).filter(|(id, _)| is_end(id)).map(|(_, power)| power);
        let (sum, most) =
            ends.fold((0.0, 0.0_f64), |(sum, most), power| (sum + power, most.max(power.abs())));
        Ok([f64::abs(sum), most])
    }

    /// The point of the compiled equations at a state, t = 0, without open inputs.
    pub(crate) fn point_at(&self, state: &[f64]) -> Result<Vec<f64>, Inadmissible> {
        let mut work = self.workspace();
        let b: &mut Buffers = work.buffers();
        self.solve(state, 0.0, &vec![0.0; self.inputs.len()], b)?;
        Ok(b.point.clone())
    }

    /// The largest effort and the largest flow at a state, t = 0.
    pub(crate) fn sizes(&self, state: &[f64]) -> Result<[f64; 2], Inadmissible> {
        let mut work = self.workspace();
        let b: &mut Buffers = work.buffers();
        self.solve(state, 0.0, &vec![0.0; self.inputs.len()], b)?;
        self.bonds(b);
        let count = self.equations.causal.graph.bonds.len();
        let largest = |values: &[f64]| values.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        Ok([largest(&b.bonds[..count]), largest(&b.bonds[count..2 * count])])
    }

    /// Energy of a storage element [J].
    fn stored(&self, id: ElementId, time: f64, b: &mut Buffers) -> Result<f64, Inadmissible> {
        let Buffers { point, bonds, work, known, .. } = b;
        let potentials = self.programs.potentials.iter().zip(known);
        if let Some(((_, law), known)) = potentials.into_iter().find(|((element, _), _)| *element == id) {
            let at = self.equations.states.iter().position(|state| state.origin == Origin::Storage(id, 0));
            let own = point[at.expect("storage with a law is a state")];
            let Some(law) = law else { return Ok(0.0) };
            return known.advance(law, own, work).map_err(|why| {
                let name = &self.equations.causal.graph.element(id).name;
                Inadmissible { time, reason: format!("the energy of `{name}` at {own:e} is unknown: {why}") }
            });
        }
        let LawEquations { causal, layout, .. } = &*self.equations;
        let count = causal.graph.bonds.len();
        let is_inertia = matches!(causal.graph.element(id).kind, Kind::Inertia(_));
        let port = |(port, bond): (usize, &crate::graph::BondId)| {
            let is_it = |p: &crate::layout::Port| p.element == id && p.port == port;
            let variable = match layout.independent.iter().position(is_it) {
                Some(at) => point[at],
                None => layout.dependent.iter().position(is_it).map_or(0.0, |at| bonds[2 * count + at]),
            };
            let sign = causal.graph.bonds[bond.0].sign_into(id);
            let co_energy = if is_inertia { sign * bonds[count + bond.0] } else { bonds[bond.0] };
            0.5 * variable * co_energy
        };
        Ok(causal.bonds_of[id.0].iter().enumerate().map(port).sum())
    }
}

impl System for GraphMotion {
    fn name(&self) -> &'static str {
        "the bond graph"
    }

    fn coordinates(&self) -> &[GeneralisedCoordinate] {
        &self.coordinates
    }

    fn inputs(&self) -> &[String] {
        &self.inputs
    }

    fn outputs(&self) -> &[(String, &'static str)] {
        &self.outputs
    }

    fn workspace(&self) -> Workspace {
        let programs = &self.programs;
        Workspace::new(Buffers {
            point: vec![0.0; programs.main.input_count()],
            values: vec![0.0; programs.main.output_count()],
            bonds: vec![0.0; programs.bonds.output_count()],
            slopes: vec![0.0; programs.slopes.output_count()],
            work: Vec::new(),
            unknowns: LoopBuffers::new(&self.home),
            known: vec![Known::default(); programs.potentials.len()],
        })
    }

    fn initial(&self) -> (Vec<f64>, Vec<f64>) {
        (vec![0.0; self.size()], self.equations.initial.clone())
    }

    fn acceleration(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        acceleration: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.solve(at.velocity, at.time, input, b)?;
        acceleration.copy_from_slice(&b.values[..self.size()]);
        Ok(())
    }

    fn output(&self, at: &State, work: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible> {
        self.output_under(at, &vec![0.0; self.inputs.len()], work, values)
    }

    fn output_under(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.solve(at.velocity, at.time, input, b)?;
        self.programs.outputs.evaluate(&b.point, &mut b.work, values);
        Ok(())
    }

    fn energies(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Energies, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.solve(at.velocity, at.time, input, b)?;
        self.bonds(b);
        let graph = &self.equations.causal.graph;
        let mut energies = Energies::default();
        let is_source = |id: ElementId| {
            let own = self.programs.potentials.iter().find(|(element, _)| *element == id);
            own.is_some_and(|(_, law)| law.is_none())
        };
        for (id, power) in self.powers(&b.bonds) {
            match graph.element(id).kind {
                Kind::EffortSource | Kind::FlowSource => energies.input -= power,
                Kind::Resistance(_) => energies.dissipation += power,
                // A law that depends on time or other elements has no energy of its own.
                _ if is_source(id) => energies.input -= power,
                _ => {}
            }
        }
        for e in 0..graph.elements.len() {
            match graph.elements[e].kind {
                Kind::Inertia(_) => energies.kinetic += self.stored(ElementId(e), at.time, b)?,
                Kind::Compliance(_) => energies.elastic += self.stored(ElementId(e), at.time, b)?,
                _ => {}
            }
        }
        Ok(energies)
    }

    fn linearise(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Linearisation, MechError> {
        let b: &mut Buffers = work.buffers();
        self.solve(at.velocity, at.time, input, b).map_err(MechError::Inadmissible)?;
        let n = self.size();
        let mut sensitivity = self.slopes(b)?;
        sensitivity.scale(-1.0);
        let zeros = || Dense::zeros(n, n);
        Ok(Linearisation {
            mass: Dense::identity(n),
            velocity_sensitivity: sensitivity,
            damping: zeros(),
            stiffness: zeros(),
            dynamic_stiffness: zeros(),
            geometric_stiffness: zeros(),
            input: Dense::zeros(n, self.inputs.len()),
            residual: b.values[..n].iter().zip(acceleration).map(|(f, a)| f - a).collect(),
        })
    }

    fn switches(&self) -> usize {
        self.programs.main.switch_count()
    }

    fn switch_name(&self, _k: usize) -> String {
        format!("laws of {}", self.equations.lawful.join(", "))
    }

    fn decided(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Option<Arc<dyn System>>, Inadmissible> {
        if self.switches() == 0 {
            return Ok(None);
        }
        let free = Self { decisions: None, ..self.clone() };
        let b: &mut Buffers = work.buffers();
        let orientation = free.solve(at.velocity, at.time, input, b)?;
        let mut decisions = vec![0.0; self.switches()];
        self.programs.main.decide(&b.point, &mut b.work, &mut decisions);
        let home = b.unknowns.unknowns.clone();
        Ok(Some(Arc::new(Self { decisions: Some(decisions), home, orientation, ..free })))
    }

    fn margins(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let Some(kept) = &self.decisions else { return Ok(()) };
        let b: &mut Buffers = work.buffers();
        self.solve(at.velocity, at.time, input, b)?;
        self.programs.main.margins(&b.point, kept, &mut b.work, margins);
        Ok(())
    }

    fn shared(&self) -> Option<Arc<dyn System>> {
        Some(Arc::new(self.clone()))
    }

    fn project(
        &self,
        _basis: &Dense,
        _coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError> {
        Err(MechError::PortsNotHere { what: "a bond graph".to_owned() })
    }
}
