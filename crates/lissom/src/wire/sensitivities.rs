//! `lissom sensitivities`.

use super::reply::Said;
use crate::reports::sensitivity_report::{
    PartingModes, QuantitySlopes, ResponseSlopes, SensitivityReport, ShiftedParameter,
};
use crate::sensitivities::eigenvalue_slopes::ClusterSlopes;
use crate::sensitivities::extrapolation::Slope;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom sensitivities`: derivatives of answers with respect to parameters. All lists of derivatives have the order of
/// `parameters`; parameters are in SI units.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sensitivities {
    /// The place: `reference`, or an equilibrium.
    pub at: String,
    /// Residual of the equilibrium \[-\]; null in the reference configuration.
    pub residual: Option<f64>,
    /// The parameters.
    pub parameters: Vec<SensitivityParameter>,
    /// Parameters that cannot be varied.
    pub omitted: Vec<OmittedParameter>,
    /// Numbers and their derivatives.
    pub quantities: Vec<SensitiveQuantity>,
    /// Modes of equal frequency that part: they have no derivative.
    pub clusters: Vec<PartingCluster>,
    /// Responses and their derivatives.
    pub responses: Vec<SensitiveResponse>,
    /// Derivatives whose estimated error is above a thousandth of them.
    pub unsettled: Vec<String>,
}

impl Said for Sensitivities {
    const VERB: &'static str = "sensitivities";
}

/// A parameter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SensitivityParameter {
    /// Its name.
    pub name: String,
    /// Its value (SI units).
    pub value: f64,
    /// Longest step of the differences of what the model contains (SI units).
    pub step: f64,
}

/// A parameter that cannot be varied.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OmittedParameter {
    /// Its name.
    pub name: String,
    /// Why not.
    pub why: String,
}

/// A number and its derivatives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SensitiveQuantity {
    /// As for `--of`: `mass`, `frequency:2`, `output:x`, `force`, `stress:A`.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Its value (unit).
    pub value: f64,
    /// By parameter (unit per unit of the parameter); null where equal frequencies part.
    pub derivatives: Vec<Option<f64>>,
    /// Estimated error of each derivative.
    pub errors: Vec<Option<f64>>,
    /// Relative change per relative change of the parameter, p/y · dy/dp \[-\]; null without a derivative or for a value of zero.
    pub relative: Vec<Option<f64>>,
}

/// Modes of equal frequency.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartingCluster {
    /// Numbers of the modes, from one.
    pub modes: Vec<usize>,
    /// Their frequency \[Hz\].
    pub frequency_hz: f64,
    /// By parameter: slopes of all modes while it grows, ascending \[Hz per unit\]. While it falls the order is reversed.
    pub slopes: Vec<Vec<f64>>,
    /// By parameter: estimated error of these slopes \[Hz per unit\].
    pub errors: Vec<f64>,
}

/// A response and its derivatives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SensitiveResponse {
    /// The input.
    pub input: String,
    /// The output.
    pub output: String,
    /// Unit of the response.
    pub unit: String,
    /// Frequencies \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Real part at each frequency (unit).
    pub real: Vec<f64>,
    /// Imaginary part at each frequency (unit).
    pub imaginary: Vec<f64>,
    /// By parameter.
    pub derivatives: Vec<ResponseDerivative>,
}

/// The derivative of a response with respect to a parameter, at each frequency (unit per unit of the parameter).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResponseDerivative {
    /// Of the real part.
    pub real: Vec<f64>,
    /// Of the imaginary part.
    pub imaginary: Vec<f64>,
    /// Estimated error of both.
    pub errors: Vec<f64>,
}

impl From<&SensitivityReport> for Sensitivities {
    fn from(report: &SensitivityReport) -> Self {
        let parameter = |one: &ShiftedParameter| SensitivityParameter {
            name: one.name.clone(),
            value: one.value,
            step: one.step,
        };
        let omitted = report.omitted.iter().cloned().map(|(name, why)| OmittedParameter { name, why });
        let quantities = report.quantities.iter().map(|one| quantity(one, &report.parameters));
        Self {
            at: report.at.to_string(),
            residual: report.residual,
            parameters: report.parameters.iter().map(parameter).collect(),
            omitted: omitted.collect(),
            quantities: quantities.collect(),
            clusters: report.clusters.iter().map(cluster).collect(),
            responses: report.responses.iter().map(response).collect(),
            unsettled: report.unsettled.clone(),
        }
    }
}

fn quantity(one: &QuantitySlopes, parameters: &[ShiftedParameter]) -> SensitiveQuantity {
    let relative = |(slope, parameter): (&Option<Slope>, &ShiftedParameter)| {
        let relative = slope.as_ref()?.value * parameter.value / one.value;
        relative.is_finite().then_some(relative)
    };
    SensitiveQuantity {
        name: one.quantity.to_string(),
        unit: one.unit.clone(),
        value: one.value,
        derivatives: one.slopes.iter().map(|slope| Some(slope.as_ref()?.value)).collect(),
        errors: one.slopes.iter().map(|slope| Some(slope.as_ref()?.error)).collect(),
        relative: one.slopes.iter().zip(parameters).map(relative).collect(),
    }
}

fn cluster(one: &PartingModes) -> PartingCluster {
    let each = |slopes: &ClusterSlopes| match slopes {
        ClusterSlopes::Together(slope) => vec![*slope; one.modes.len()],
        ClusterSlopes::Apart(slopes) => slopes.clone(),
    };
    let all: Vec<Vec<Slope>> = one.slopes.iter().map(each).collect();
    PartingCluster {
        modes: one.modes.clone(),
        frequency_hz: one.frequency_hz,
        slopes: all.iter().map(|slopes| slopes.iter().map(|slope| slope.value).collect()).collect(),
        errors: all.iter().map(|slopes| slopes.first().map_or(0.0, |slope| slope.error)).collect(),
    }
}

fn response(one: &ResponseSlopes) -> SensitiveResponse {
    let derivative = |slopes: &Vec<[Slope; 2]>| ResponseDerivative {
        real: slopes.iter().map(|[re, _]| re.value).collect(),
        imaginary: slopes.iter().map(|[_, im]| im.value).collect(),
        errors: slopes.iter().map(|[re, im]| re.error.max(im.error)).collect(),
    };
    SensitiveResponse {
        input: one.input.clone(),
        output: one.output.clone(),
        unit: one.unit.clone(),
        frequencies_hz: one.frequencies_hz.clone(),
        real: one.values.iter().map(|z| z.re).collect(),
        imaginary: one.values.iter().map(|z| z.im).collect(),
        derivatives: one.slopes.iter().map(derivative).collect(),
    }
}
