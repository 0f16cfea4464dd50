//! `lissom bond`.

use super::reply::Said;
use crate::reports::bond_report::BondReport;
use lissom_linalg::Dense;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom bond`: state equations of a bond graph, with causality.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Bond {
    /// Names of the states.
    pub states: Vec<String>,
    /// Names of the inputs.
    pub inputs: Vec<String>,
    /// Names of the outputs.
    pub outputs: Vec<String>,
    /// State matrix, by rows; null while letters have no values.
    #[serde(rename = "A")]
    pub a: Option<Vec<Vec<f64>>>,
    /// Input matrix, by rows; null while letters have no values.
    #[serde(rename = "B")]
    pub b: Option<Vec<Vec<f64>>>,
    /// Output matrix, by rows; null while letters have no values.
    #[serde(rename = "C")]
    pub c: Option<Vec<Vec<f64>>>,
    /// Direct matrix, by rows; null while letters have no values.
    #[serde(rename = "D")]
    pub d: Option<Vec<Vec<f64>>>,
    /// Matrix of input rates in the state equations, by rows; null while letters have no values.
    #[serde(rename = "E")]
    pub e: Option<Vec<Vec<f64>>>,
    /// Matrix of input rates in the outputs, by rows; null while letters have no values.
    #[serde(rename = "F")]
    pub f: Option<Vec<Vec<f64>>>,
    /// Names that have no value.
    pub letters: Vec<String>,
    /// One entry for each bond.
    pub causality: Vec<CausalBond>,
    /// Storage elements that others determine.
    pub dependent_storage: Vec<DependentElement>,
    /// Elements of each algebraic loop.
    pub algebraic_loops: Vec<Vec<String>>,
    /// One entry for each state and output.
    pub equations: Vec<StateEquation>,
    /// Inverses that occur in the equations.
    pub intermediates: Vec<String>,
    /// Outputs that depend on the rate of an input.
    pub improper: Vec<ImproperPair>,
}

impl Said for Bond {
    const VERB: &'static str = "bond";
}

/// A bond, and the elements that determine its effort and its flow.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CausalBond {
    /// Element at its tail.
    pub from: String,
    /// Element at its head.
    pub to: String,
    /// Element that sets the effort.
    pub effort_from: String,
    /// Element that sets the flow.
    pub flow_from: String,
    /// What decided it.
    pub decided_by: String,
}

/// A storage element that others determine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DependentElement {
    /// The element.
    pub element: String,
    /// Its port, from zero.
    pub port: usize,
    /// Why it is not independent.
    pub reason: String,
}

/// An equation of a state or an output.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StateEquation {
    /// Its left side.
    pub name: String,
    /// As text.
    pub text: String,
    /// As LaTeX.
    pub latex: String,
}

/// An output that depends on the rate of an input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ImproperPair {
    /// The output.
    pub output: String,
    /// The input.
    pub input: String,
    /// Factor of the rate; null while letters have no values.
    pub factor: Option<f64>,
}

impl From<&BondReport> for Bond {
    fn from(report: &BondReport) -> Self {
        let e = &report.equations;
        // With letters there are no numbers.
        let known = report.letters.is_empty();
        let matrix = |matrix: &Dense| known.then(|| rows(matrix));
        let causality = report.causality.iter().map(|row| CausalBond {
            from: row.from.clone(),
            to: row.to.clone(),
            effort_from: row.effort_from.clone(),
            flow_from: row.flow_from.clone(),
            decided_by: row.decided_by.clone(),
        });
        let dependent = e.dependent_storage.iter().map(|d| DependentElement {
            element: d.element.clone(),
            port: d.port,
            reason: d.reason.clone(),
        });
        let equations = e.equations.iter().map(|q| StateEquation {
            name: q.name.clone(),
            text: q.text.clone(),
            latex: q.latex.clone(),
        });
        let improper = e.improper().into_iter().map(|i| ImproperPair {
            output: i.output,
            input: i.input,
            factor: known.then_some(i.factor),
        });
        Self {
            states: e.states.iter().map(|s| s.name.clone()).collect(),
            inputs: e.inputs.clone(),
            outputs: e.outputs.clone(),
            a: matrix(&e.a),
            b: matrix(&e.b),
            c: matrix(&e.c),
            d: matrix(&e.d),
            e: matrix(&e.e),
            f: matrix(&e.f),
            letters: report.letters.clone(),
            causality: causality.collect(),
            dependent_storage: dependent.collect(),
            algebraic_loops: e.algebraic_loops.clone(),
            equations: equations.collect(),
            intermediates: e.intermediates.clone(),
            improper: improper.collect(),
        }
    }
}

/// A matrix by rows.
pub(super) fn rows(matrix: &Dense) -> Vec<Vec<f64>> {
    (0..matrix.rows()).map(|i| (0..matrix.cols()).map(|j| matrix[(i, j)]).collect()).collect()
}
