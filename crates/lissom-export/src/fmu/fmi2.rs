//! `modelDescription.xml` of FMI 2.0. The index of a variable, from one, is its value reference.

use super::xml::{escaped, unit_definitions};
use super::{Described, variables::Variable};
use std::fmt::Write;

pub(super) fn description(of: &Described<'_>) -> String {
    let Described { content, variables, token, identifier } = of;
    let lines = content.origin.lines().join("; ");
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\" modelName=\"{}\" guid=\"{token}\" \
         description=\"{}\" generationTool=\"lissom {}\" variableNamingConvention=\"flat\" numberOfEventIndicators=\"{}\">\n",
        escaped(&content.origin.name),
        escaped(&lines),
        content.origin.version,
        content.indicators,
    );
    let common =
        "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\"";
    let _ = writeln!(text, "  <ModelExchange modelIdentifier=\"{identifier}\" {common}/>");
    let _ = writeln!(
        text,
        "  <CoSimulation modelIdentifier=\"{identifier}\" canHandleVariableCommunicationStepSize=\"true\" \
         canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"0\" {common}/>"
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

fn scalar(variable: &Variable, reference: usize, attributes: &str, real: &str) -> String {
    let unit = match variable.unit.as_str() {
        "" => String::new(),
        unit => format!(" unit=\"{}\"", escaped(unit)),
    };
    format!(
        "    <ScalarVariable name=\"{}\" valueReference=\"{reference}\" {attributes}><Real{unit}{real}/></ScalarVariable>\n",
        escaped(&variable.name)
    )
}

fn model_variables(of: &Described<'_>) -> String {
    let Described { content, variables, .. } = of;
    let mut text = "  <ModelVariables>\n".to_owned();
    for (k, variable) in variables.inputs.iter().enumerate() {
        let attributes = "causality=\"input\" variability=\"continuous\"";
        text += &scalar(variable, variables.input(k), attributes, " start=\"0\"");
    }
    for (k, variable) in variables.outputs.iter().enumerate() {
        let attributes = "causality=\"output\" variability=\"continuous\" initial=\"calculated\"";
        text += &scalar(variable, variables.output(k), attributes, "");
    }
    for (k, variable) in variables.states.iter().enumerate() {
        let attributes = "causality=\"local\" variability=\"continuous\" initial=\"exact\"";
        let real = format!(" nominal=\"{:?}\" start=\"{:?}\"", content.nominals[k], content.start[k]);
        text += &scalar(variable, variables.state(k), attributes, &real);
    }
    for (k, variable) in variables.derivatives.iter().enumerate() {
        let attributes = "causality=\"local\" variability=\"continuous\" initial=\"calculated\"";
        let real = format!(" derivative=\"{}\"", variables.state(k));
        text += &scalar(variable, variables.derivative(k), attributes, &real);
    }
    for (k, variable) in variables.parameters.iter().enumerate() {
        let attributes = "causality=\"parameter\" variability=\"fixed\" initial=\"exact\"";
        let real = format!(" start=\"{:?}\"", content.parameters[k].1);
        text += &scalar(variable, variables.parameter(k), attributes, &real);
    }
    text + "  </ModelVariables>\n"
}

fn structure(of: &Described<'_>) -> String {
    let Described { content, variables, .. } = of;
    let unknown = |reference: usize, dependencies: Option<String>| {
        let dependencies = dependencies.map_or_else(String::new, |d| format!(" dependencies=\"{d}\""));
        format!("      <Unknown index=\"{reference}\"{dependencies}/>\n")
    };
    let outputs: String = (0..variables.outputs.len())
        .map(|k| unknown(variables.output(k), Some(variables.dependencies(content, k))))
        .collect();
    let each = || (0..variables.derivatives.len()).map(|k| unknown(variables.derivative(k), None));
    let derivatives: String = each().collect();
    let initial: String =
        (0..variables.outputs.len()).map(|k| unknown(variables.output(k), None)).chain(each()).collect();
    let list = |name: &str, entries: &str| match entries {
        "" => String::new(),
        entries => format!("    <{name}>\n{entries}    </{name}>\n"),
    };
    format!(
        "  <ModelStructure>\n{}{}{}  </ModelStructure>\n",
        list("Outputs", &outputs),
        list("Derivatives", &derivatives),
        list("InitialUnknowns", &initial)
    )
}
