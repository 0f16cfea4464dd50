//! `modelDescription.xml` of FMI 3.0.

use super::xml::{escaped, unit_definitions};
use super::{Described, variables::Variable};
use std::fmt::Write;

pub(super) fn description(of: &Described<'_>) -> String {
    let Described { content, variables, token, identifier } = of;
    let lines = content.origin.lines().join("; ");
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\" modelName=\"{}\" \
         instantiationToken=\"{token}\" description=\"{}\" generationTool=\"lissom {}\" variableNamingConvention=\"flat\">\n",
        escaped(&content.origin.name),
        escaped(&lines),
        content.origin.version,
    );
    let common =
        "canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\"";
    let _ = writeln!(
        text,
        "  <ModelExchange modelIdentifier=\"{identifier}\" needsCompletedIntegratorStep=\"true\" {common}/>"
    );
    let _ = writeln!(
        text,
        "  <CoSimulation modelIdentifier=\"{identifier}\" canHandleVariableCommunicationStepSize=\"true\" {common}/>"
    );
    text += &unit_definitions(variables.units());
    text += "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n    <Category name=\"logEvents\"/>\n  </LogCategories>\n";
    if let Some(end) = content.end {
        let _ =
            writeln!(text, "  <DefaultExperiment startTime=\"0\" stopTime=\"{end:?}\" tolerance=\"1e-7\"/>");
    }
    text += &model_variables(of);
    text += &structure(of);
    text + "</fmiModelDescription>\n"
}

fn float(variable: &Variable, reference: usize, attributes: &str) -> String {
    let unit = match variable.unit.as_str() {
        "" => String::new(),
        unit => format!(" unit=\"{}\"", escaped(unit)),
    };
    format!(
        "    <Float64 name=\"{}\" valueReference=\"{reference}\" {attributes}{unit}/>\n",
        escaped(&variable.name)
    )
}

fn model_variables(of: &Described<'_>) -> String {
    let Described { content, variables, .. } = of;
    let mut text =
        "  <ModelVariables>\n    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" \
         variability=\"continuous\"/>\n"
            .to_owned();
    for (k, variable) in variables.inputs.iter().enumerate() {
        let attributes = "causality=\"input\" variability=\"continuous\" start=\"0\"";
        text += &float(variable, variables.input(k), attributes);
    }
    for (k, variable) in variables.outputs.iter().enumerate() {
        let attributes = "causality=\"output\" variability=\"continuous\" initial=\"calculated\"";
        text += &float(variable, variables.output(k), attributes);
    }
    for (k, variable) in variables.states.iter().enumerate() {
        let attributes = format!(
            "causality=\"local\" variability=\"continuous\" initial=\"exact\" nominal=\"{:?}\" start=\"{:?}\"",
            content.nominals[k], content.start[k]
        );
        text += &float(variable, variables.state(k), &attributes);
    }
    for (k, variable) in variables.derivatives.iter().enumerate() {
        let attributes = format!(
            "causality=\"local\" variability=\"continuous\" initial=\"calculated\" derivative=\"{}\"",
            variables.state(k)
        );
        text += &float(variable, variables.derivative(k), &attributes);
    }
    for (k, variable) in variables.parameters.iter().enumerate() {
        let attributes = format!(
            "causality=\"parameter\" variability=\"fixed\" initial=\"exact\" start=\"{:?}\"",
            content.parameters[k].1
        );
        text += &float(variable, variables.parameter(k), &attributes);
    }
    for (k, variable) in variables.indicators.iter().enumerate() {
        let attributes = "causality=\"local\" variability=\"continuous\" initial=\"calculated\"";
        text += &float(variable, variables.indicator(k), attributes);
    }
    text + "  </ModelVariables>\n"
}

fn structure(of: &Described<'_>) -> String {
    let Described { content, variables, .. } = of;
    let mut text = "  <ModelStructure>\n".to_owned();
    for k in 0..variables.outputs.len() {
        let dependencies = variables.dependencies(content, k);
        let _ = writeln!(
            text,
            "    <Output valueReference=\"{}\" dependencies=\"{dependencies}\"/>",
            variables.output(k)
        );
    }
    let mut list = |name: &str, references: Vec<usize>| {
        for reference in references {
            let _ = writeln!(text, "    <{name} valueReference=\"{reference}\"/>");
        }
    };
    let derivatives: Vec<usize> = (0..variables.derivatives.len()).map(|k| variables.derivative(k)).collect();
    let outputs = (0..variables.outputs.len()).map(|k| variables.output(k));
    let indicators: Vec<usize> = (0..variables.indicators.len()).map(|k| variables.indicator(k)).collect();
    list("ContinuousStateDerivative", derivatives.clone());
    list("InitialUnknown", outputs.chain(derivatives).collect());
    list("EventIndicator", indicators);
    text + "  </ModelStructure>\n"
}
