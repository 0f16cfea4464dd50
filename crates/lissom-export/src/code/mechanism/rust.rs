//! A mechanism as one Rust module without dependencies, with its test.

use super::rust_forces::force_text;
use super::template::chosen;
use super::vectors::Wanted;
use super::{MotionCode, deflection_numbers};
use crate::exporter::ExportedFile;
use lissom_mech::{ActingTable, OutputTable, SeenTable, SizeTable};
use lissom_symbolic::{Language, Program};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The files of a mechanism.
pub(in crate::code) fn rust_files(code: &MotionCode) -> Vec<ExportedFile> {
    vec![ExportedFile::new(".rs", source(code))]
}

fn source(code: &MotionCode) -> String {
    let comment: String = code.lines().iter().map(|line| format!("//! {line}\n")).collect();
    let holds = |condition: &str| code.flat.conditions.contains(condition);
    let engine = include_str!("engine.rs.txt")
        .replace("@AXIS@\n", include_str!("axis.rs.txt"))
        .replace("@FORCES@\n", include_str!("forces.rs.txt"));
    let text = chosen(&engine, holds)
        .replace("@STATES@", &code.states.len().to_string())
        .replace("@INPUTS@", &code.inputs.len().to_string())
        .replace("@OUTPUTS@", &code.outputs.len().to_string())
        .replace("@COUNTS@\n", &sizes(code))
        .replace("@TABLES@\n", &tables(code))
        .replace("@LOADS@\n", &loads(code))
        .replace("@SPREAD@\n", &spread(code))
        .replace("@OBSERVE@\n", &observed(code))
        .replace("@LAWS@\n", &laws(code))
        .replace("@TESTS@\n", &tests(code));
    text.replace("@COMMENT@\n", &comment)
}

fn sizes(code: &MotionCode) -> String {
    let one =
        |(name, value): &(&str, usize)| format!("#[allow(dead_code)]\nconst {name}: usize = {value};\n");
    let mut text: String = code.flat.sizes.iter().map(one).collect();
    let _ = writeln!(text, "const SIZE: f64 = {:?};", code.tables.size);
    let _ = writeln!(text, "#[allow(dead_code)]\nconst GRAVITY: [f64; 2] = {:?};", code.tables.gravity);
    text
}

/// The name of a table; sizes have some of these names.
fn table_name(name: &str) -> String {
    match name {
        "coordinates" => "COORDINATES_OF".to_owned(),
        "watched" => "WATCHED_DEFORMATION".to_owned(),
        other => other.to_uppercase(),
    }
}

fn tables(code: &MotionCode) -> String {
    let mut text = String::new();
    let mut add = |name: &str, kind: &str, count: usize, lines: Vec<String>| {
        let _ = writeln!(text, "#[allow(dead_code)]\nstatic {}: [{kind}; {count}] = [", table_name(name));
        lines.iter().for_each(|line| {
            let _ = writeln!(text, "    {line},");
        });
        text.push_str("];\n");
    };
    for (name, values) in &code.flat.whole {
        let lines =
            values.chunks(16).map(|line| line.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
        add(name, "i32", values.len(), lines.collect());
    }
    for (name, values) in &code.flat.numbers {
        let lines =
            values.chunks(4).map(|line| line.iter().map(|v| format!("{v:?}")).collect::<Vec<_>>().join(", "));
        add(name, "f64", values.len(), lines.collect());
    }
    text
}

fn programs(code: &MotionCode) -> Vec<(String, &Program)> {
    let mut all = Vec::new();
    if code.tables.laws.output_count() > 0 {
        all.push(("laws".to_owned(), &code.tables.laws));
    }
    for (k, load) in code.tables.loads.iter().enumerate() {
        if let SizeTable::Motion { law, .. } = &load.size {
            all.push((format!("load_{k}"), law));
        }
    }
    for (k, output) in code.tables.outputs.iter().enumerate() {
        if let OutputTable::Expression { law, .. } = output {
            all.push((format!("output_{k}"), law));
        }
    }
    all
}

fn laws(code: &MotionCode) -> String {
    let (mut helpers, mut text) = (BTreeSet::new(), String::new());
    for (name, program) in programs(code) {
        for line in program.source(Language::Rust, &name, &[], &[]).lines() {
            if line.starts_with("fn ") {
                helpers.insert(line.to_owned());
            } else {
                text.push_str(&line.replace("pub fn ", "#[allow(unused_parens)]\nfn "));
                text.push('\n');
            }
        }
    }
    let helpers: String = helpers.into_iter().map(|line| line + "\n").collect();
    helpers + &text
}

fn loads(code: &MotionCode) -> String {
    let mut body = String::new();
    for (k, load) in code.tables.loads.iter().enumerate() {
        match &load.size {
            SizeTable::Law(place) => {
                let _ = writeln!(body, "        let size = T::of(self.law[{place}]);");
            }
            SizeTable::Input(place) => {
                let _ = writeln!(body, "        let size = u[{place}];");
            }
            SizeTable::Motion { law, deformation, observed } => {
                let mut arguments = vec!["T::of(time)".to_owned()];
                match deformation {
                    Some(m) => arguments.extend([format!("self.e[{m}]"), format!("self.rate[{m}]")]),
                    None => arguments.extend(["T::of(0.0)".to_owned(), "T::of(0.0)".to_owned()]),
                }
                arguments.extend(
                    observed
                        .iter()
                        .map(|(c, is_rate)| format!("self.{}[{c}]", if *is_rate { "velocity" } else { "x" })),
                );
                let (inputs, outputs) = (law.input_count(), law.output_count());
                let _ = writeln!(
                    body,
                    "        let arguments: [T; {inputs}] = [{}];\n        let mut found = [0.0; {outputs}];\n        load_{k}(&arguments.map(T::value), \
                     &mut found);\n        let mut size = T::of(found[0]);\n        for i in 1..{inputs} {{\n            size = size + \
                     arguments[i].mapped(0.0, found[i]);\n        }}",
                    arguments.join(", ")
                );
            }
        }
        if code.flat.conditions.contains("through") {
            let _ = writeln!(body, "        self.load[{k}] = size;");
        }
        body.push_str(&acting(code, load.acting));
    }
    format!(
        "    /// Forces, moments and torques.\n    fn add_loads(&mut self, time: f64, u: &[T; INPUTS]) {{\n        let _ = (time, u);\n{body}    }}\n\n"
    )
}

/// Forces along beams, on all elements or on one.
fn spread(code: &MotionCode) -> String {
    let mut body = String::new();
    for load in &code.tables.spread {
        let [first, last] = load.ends.each_ref().map(|end| match end {
            SizeTable::Law(place) => format!("T::of(self.law[{place}])"),
            SizeTable::Input(place) => format!("u[{place}]"),
            SizeTable::Motion { .. } => unreachable!("densities are laws of time or inputs"),
        });
        let _ = writeln!(
            body,
            "        self.add_spread({}..{}, [{first}, {last}], {:?}, {}, only);",
            load.first,
            load.first + load.count,
            load.direction,
            load.follower
        );
    }
    format!(
        "    /// All forces along beams, on all elements or on one.\n    fn add_all_spread(&mut self, u: &[T; INPUTS], only: \
         Option<usize>) {{\n        let _ = u;\n{body}    }}\n"
    )
}

fn acting(code: &MotionCode, acting: ActingTable) -> String {
    let add = |c: usize, value: String| format!("        self.force[{c}] = self.force[{c}] + {value};\n");
    match acting {
        ActingTable::Along { first, direction: [x, y], turning: None } => {
            add(first, format!("size.by({x:?})")) + &add(first + 1, format!("size.by({y:?})"))
        }
        ActingTable::Along { first, direction, turning: Some(rotation) } => {
            format!("        let along = self.turned({rotation}, {direction:?});\n")
                + &add(first, "size * along[0]".to_owned())
                + &add(first + 1, "size * along[1]".to_owned())
        }
        ActingTable::About { rotation, sign } => add(rotation, format!("size.by({sign:?})")),
        ActingTable::Through(measure) => {
            code.row(measure).map(|(c, at)| add(c, format!("size * self.gradient[{at}]"))).collect()
        }
    }
}

fn observed(code: &MotionCode) -> String {
    let seen = |c: usize, seen: SeenTable| match seen {
        SeenTable::Displacement => format!("w.x[{c}]"),
        SeenTable::Rate => format!("w.velocity[{c}]"),
        SeenTable::Acceleration => format!("w.bias[{c}]"),
    };
    let mut text = String::new();
    for (k, output) in code.tables.outputs.iter().enumerate() {
        match output {
            OutputTable::Sum { seen: of, row, offset } => {
                let terms = row.iter().map(|(c, factor)| format!("{factor:?} * {}", seen(*c, *of)));
                let all: Vec<String> = std::iter::once(format!("{offset:?}")).chain(terms).collect();
                let _ = writeln!(text, "        y[{k}] = {};", all.join(" + "));
            }
            OutputTable::Expression { coordinates, outputs, .. } => {
                let arguments = coordinates.iter().map(|(c, of)| seen(*c, *of));
                let arguments = arguments.chain(outputs.iter().map(|o| format!("y[{o}]")));
                let arguments: Vec<String> = arguments.chain(["time".to_owned()]).collect();
                let _ = writeln!(
                    text,
                    "        let mut found = [0.0];\n        output_{k}(&[{}], &mut found);\n        y[{k}] = found[0];",
                    arguments.join(", ")
                );
            }
            OutputTable::Force(force) => text.push_str(&force_text(k, force)),
            OutputTable::Deflection { .. } => {
                let (places, numbers) = deflection_numbers(output);
                let _ = writeln!(text, "        y[{k}] = deflection(w, {places:?}, {numbers:?});");
            }
        }
    }
    text
}

fn tests(code: &MotionCode) -> String {
    let vectors = &code.vectors;
    let mut text =
        String::from("#[cfg(test)]\nmod numbers_of_the_program_that_wrote_it {\n    use super::*;\n\n");
    let mut add = |name: &str, values: &[f64]| {
        let _ = writeln!(text, "    static {name}: [f64; {}] = [", values.len());
        for line in values.chunks(4) {
            let numbers: Vec<String> = line.iter().map(|value| format!("{value:?}")).collect();
            let _ = writeln!(text, "        {},", numbers.join(", "));
        }
        text.push_str("    ];\n");
    };
    add("TIMES", &vectors.times);
    add("GIVEN", &vectors.states);
    add("UNDER", &vectors.inputs);
    let all: [(&str, &Wanted); 4] = [
        ("RATES", &vectors.rates),
        ("SEEN", &vectors.outputs),
        ("BY_STATE", &vectors.jacobians),
        ("BY_INPUT", &vectors.input_jacobians),
    ];
    for (name, wanted) in all {
        add(name, &wanted.values);
        add(&format!("{name}_SCALES"), &wanted.scales);
    }
    let outputs = if code.outputs.is_empty() {
        ""
    } else {
        "            compare(k, \"outputs\", &mechanism.outputs(TIMES[k], x, u).expect(\"closed\"), &SEEN, &SEEN_SCALES);\n"
    };
    text + &format!(
        "\n    fn compare(k: usize, what: &str, found: &[f64], wanted: &[f64], scales: &[f64]) {{\n        let n = found.len();\n        for i in 0..n \
         {{\n            let (value, scale) = (wanted[k * n + i], scales[k * n + i]);\n            assert!((found[i] - value).abs() <= scale, \"{{what}}[{{i}}] of \
         state {{k}}: {{}} instead of {{value}}\", found[i]);\n        }}\n    }}\n\n    #[test]\n    fn agree() {{\n        let mut mechanism = \
         Mechanism::new();\n        for k in 0..{} {{\n            let x: &[f64; STATES] = GIVEN[k * STATES..][..STATES].try_into().expect(\"one \
         state\");\n            let u: &[f64; INPUTS] = UNDER[k * INPUTS..][..INPUTS].try_into().expect(\"one input\");\n            let (a, b) = \
         mechanism.jacobian(TIMES[k], x, u).expect(\"closed\");\n            compare(k, \"rates\", &mechanism.rates(TIMES[k], x, \
         u).expect(\"closed\"), &RATES, &RATES_SCALES);\n{outputs}            compare(k, \"a\", a.as_flattened(), &BY_STATE, &BY_STATE_SCALES);\n            \
         compare(k, \"b\", b.as_flattened(), &BY_INPUT, &BY_INPUT_SCALES);\n        }}\n    }}\n}}\n",
        vectors.count,
    )
}
