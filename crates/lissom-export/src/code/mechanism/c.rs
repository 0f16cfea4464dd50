//! A mechanism in C99: header, tables, right-hand side and outputs; Jacobians in a file of their own; a test and a makefile.

use super::MotionCode;
use super::c_forces::force_text;
use super::template::{chosen, prefixed, renamed};
use crate::code::comment;
use crate::exporter::ExportedFile;
use lissom_mech::{ActingTable, OutputTable, SeenTable, SizeTable};
use lissom_symbolic::{Language, Program};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The files of a mechanism.
pub(in crate::code) fn c_files(code: &MotionCode, name: &str, stem: &str) -> Vec<ExportedFile> {
    let writer = CWriter { code, name, stem };
    vec![
        ExportedFile::new(".c", writer.file(include_str!("source.c.txt"), Kind::Real)),
        ExportedFile::new(".h", writer.file(include_str!("header.c.txt"), Kind::Real)),
        ExportedFile::new("_tables.h", writer.table_header()),
        ExportedFile::new("_jacobian.c", writer.file(include_str!("jacobian.c.txt"), Kind::Complex)),
        ExportedFile::new("_jacobian.h", writer.file(include_str!("jacobian_header.c.txt"), Kind::Complex)),
        ExportedFile::new("_test.c", writer.test()),
        ExportedFile::new(".mk", writer.makefile()),
    ]
}

/// The numbers that an engine computes with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Real,
    Complex,
}

struct CWriter<'a> {
    code: &'a MotionCode,
    name: &'a str,
    stem: &'a str,
}

/// `1e0` is a floating constant of C, `1` would be an integer.
pub(super) fn number(value: f64) -> String {
    if value.is_sign_negative() { format!("({value:e})") } else { format!("{value:e}") }
}

fn list<T>(values: &[T], text: impl Fn(&T) -> String, in_line: usize) -> String {
    let texts: Vec<String> = values.iter().map(text).collect();
    let lines: Vec<String> = texts.chunks(in_line).map(|line| format!("    {}", line.join(", "))).collect();
    lines.join(",\n")
}

fn words(kind: Kind) -> impl Fn(&str) -> Option<&'static str> {
    move |word| match (word, kind) {
        ("real", Kind::Real) => Some("double"),
        ("real", Kind::Complex) => Some("double complex"),
        ("real_sqrt", Kind::Real) => Some("sqrt"),
        ("real_sin", Kind::Real) => Some("sin"),
        ("real_cos", Kind::Real) => Some("cos"),
        ("real_atan2", Kind::Real) => Some("atan2"),
        ("VALUE", Kind::Real) => Some(""),
        ("VALUE", Kind::Complex) => Some("creal"),
        _ => None,
    }
}

impl CWriter<'_> {
    fn holds(&self, condition: &str, kind: Kind) -> bool {
        match condition {
            "real" => kind == Kind::Real,
            "complex" => kind == Kind::Complex,
            "inputs" => !self.code.inputs.is_empty(),
            // Jacobians are those of the right-hand side.
            "outputs" | "deflection" | "forces" if kind == Kind::Complex => false,
            name => self.code.flat.conditions.contains(name),
        }
    }

    /// A file from its template: the engine and the loads in their numbers, then names, then the model's own texts.
    fn file(&self, template: &str, kind: Kind) -> String {
        let mut engine = include_str!("engine.c.txt")
            .replace("@AXIS@\n", include_str!("axis.c.txt"))
            .replace("@FORCES@\n", include_str!("forces.c.txt"))
            .replace("@LOADS@", &self.loads(kind))
            .replace("@SPREAD@\n", &self.spread())
            .replace("@OBSERVE@", &self.observed());
        let mut work = include_str!("work.c.txt").to_owned();
        if kind == Kind::Complex {
            engine = engine.replace("@_work", "@_complex");
            work = work.replace("@_work", "@_jacobian_work");
        }
        let text = template.replace("@ENGINE@\n", &engine).replace("@WORK@\n", &work);
        let text = renamed(&chosen(&text, |condition| self.holds(condition, kind)), words(kind));
        self.with_texts(&prefixed(&text, self.name))
    }

    fn with_texts(&self, text: &str) -> String {
        let counts: [(&str, usize); 4] = [
            ("@STATES@", self.code.states.len()),
            ("@INPUTS@", self.code.inputs.len()),
            ("@OUTPUTS@", self.code.outputs.len()),
            ("@INPUT_PLACES@", MotionCode::places(self.code.inputs.len())),
        ];
        let mut text = text.to_owned();
        for (key, count) in counts {
            text = text.replace(key, &count.to_string());
        }
        text.replace("@COUNTS@\n", &self.sizes())
            .replace("@TABLES@\n", &self.tables())
            .replace("@LAWS@\n", &self.laws())
            .replace("%STEM%", self.stem)
            .replace("@COMMENT@", &format!("/*\n{}*/\n", comment(&self.code.lines(), " * ")))
    }

    fn sizes(&self) -> String {
        let upper = self.name.to_uppercase();
        let one = |(name, value): &(&str, usize)| format!("#define {upper}_{name} {value}\n");
        self.code.flat.sizes.iter().map(one).collect()
    }

    fn table_header(&self) -> String {
        let (name, upper) = (self.name, self.name.to_uppercase());
        let mut text = format!(
            "/* Tables of {name}: not for use elsewhere. */\n#ifndef {upper}_TABLES_H\n#define {upper}_TABLES_H\n\n"
        );
        let _ = writeln!(text, "#include \"{}.h\"\n", self.stem);
        let [gx, gy] = self.code.tables.gravity.map(number);
        let _ = writeln!(text, "#define {upper}_SIZE {}", number(self.code.tables.size));
        let _ = writeln!(text, "#define {upper}_GRAVITY_X {gx}\n#define {upper}_GRAVITY_Y {gy}\n");
        for (table, values) in &self.code.flat.whole {
            let _ = writeln!(text, "extern const int {name}_{table}[{}];", values.len().max(1));
        }
        for (table, values) in &self.code.flat.numbers {
            let _ = writeln!(text, "extern const double {name}_{table}[{}];", values.len().max(1));
        }
        for (law, ..) in self.programs() {
            let _ = writeln!(text, "void {name}_{law}(const double in[], double out[]);");
        }
        text + "\n#endif\n"
    }

    fn tables(&self) -> String {
        let name = self.name;
        let mut text = String::new();
        for (table, values) in &self.code.flat.whole {
            let values = if values.is_empty() { &[0][..] } else { values };
            let numbers = list(values, i64::to_string, 16);
            let _ = writeln!(text, "const int {name}_{table}[{}] = {{\n{numbers}\n}};", values.len());
        }
        for (table, values) in &self.code.flat.numbers {
            let values = if values.is_empty() { &[0.0][..] } else { values };
            let numbers = list(values, |value| number(*value), 4);
            let _ = writeln!(text, "const double {name}_{table}[{}] = {{\n{numbers}\n}};", values.len());
        }
        text
    }

    /// Functions of the model: laws of time, laws of loads that depend on the motion, expressions of outputs.
    fn programs(&self) -> Vec<(String, &Program)> {
        let tables = &self.code.tables;
        let mut all = Vec::new();
        if tables.laws.output_count() > 0 {
            all.push(("laws".to_owned(), &tables.laws));
        }
        for (k, load) in tables.loads.iter().enumerate() {
            if let SizeTable::Motion { law, .. } = &load.size {
                all.push((format!("load_{k}"), law));
            }
        }
        for (k, output) in tables.outputs.iter().enumerate() {
            if let OutputTable::Expression { law, .. } = output {
                all.push((format!("output_{k}"), law));
            }
        }
        all
    }

    fn laws(&self) -> String {
        let (mut helpers, mut text) = (BTreeSet::new(), String::new());
        for (law, program) in self.programs() {
            let source = program.source(Language::C, &format!("{}_{law}", self.name), &[], &[]);
            for line in source.lines().filter(|line| !line.starts_with("#include")) {
                if line.starts_with("static ") {
                    helpers.insert(line.to_owned());
                } else {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        let helpers: String = helpers.into_iter().map(|line| line + "\n").collect();
        helpers + &text
    }

    fn loads(&self, kind: Kind) -> String {
        let mut body = String::new();
        for (k, load) in self.code.tables.loads.iter().enumerate() {
            let size =
                match &load.size {
                    SizeTable::Law(place) => format!("w->law[{place}]"),
                    SizeTable::Input(place) => format!("u[{place}]"),
                    SizeTable::Motion { law, deformation, observed } => {
                        let count = law.input_count();
                        let _ = writeln!(
                            body,
                            "    {{\n        double in[{count}];\n        double out[{}];",
                            law.output_count()
                        );
                        let mut arguments = vec!["time".to_owned()];
                        match deformation {
                            Some(m) => arguments.extend([format!("w->e[{m}]"), format!("w->rate[{m}]")]),
                            None => arguments.extend(["0.0".to_owned(), "0.0".to_owned()]),
                        }
                        arguments.extend(observed.iter().map(|(c, is_rate)| {
                            format!("w->{}[{c}]", if *is_rate { "velocity" } else { "x" })
                        }));
                        let first = if deformation.is_some() { 1 } else { 3 };
                        for (i, argument) in arguments.iter().enumerate() {
                            let moves = i >= first;
                            let value = if moves { format!("VALUE({argument})") } else { argument.clone() };
                            let _ = writeln!(body, "        in[{i}] = {value};");
                        }
                        let _ = writeln!(body, "        @_load_{k}(in, out);\n        size = out[0];");
                        if kind == Kind::Complex {
                            for (i, argument) in arguments.iter().enumerate().skip(first) {
                                let _ = writeln!(body, "        size += out[{i}] * cimag({argument}) * I;");
                            }
                        }
                        body.push_str("    }\n");
                        String::new()
                    }
                };
            if !size.is_empty() {
                let _ = writeln!(body, "    size = {size};");
            }
            if kind == Kind::Real && self.code.flat.conditions.contains("through") {
                let _ = writeln!(body, "    w->load[{k}] = size;");
            }
            body.push_str(&self.acting(load.acting));
        }
        let declared = if self.code.tables.loads.is_empty() { "" } else { "    real size;\n" };
        format!(
            "/* Forces, moments and torques. */\nstatic void add_loads(@_work *w, double time, const real u[@@_INPUT_PLACES])\n{{\n{declared}    \
             (void)w;\n    (void)time;\n    (void)u;\n{body}}}\n"
        )
    }

    /// Forces along beams, on all elements or on one.
    fn spread(&self) -> String {
        let mut body = String::new();
        for load in &self.code.tables.spread {
            let [first, last] = load.ends.each_ref().map(|end| match end {
                SizeTable::Law(place) => format!("w->law[{place}]"),
                SizeTable::Input(place) => format!("u[{place}]"),
                SizeTable::Motion { .. } => unreachable!("densities are laws of time or inputs"),
            });
            let [x, y] = load.direction.map(number);
            let _ = writeln!(
                body,
                "    {{\n        const real ends[2] = {{{first}, {last}}};\n        const double direction[2] = {{{x}, {y}}};\n        \
                 add_spread(w, {}, {}, ends, direction, {}, only);\n    }}",
                load.first,
                load.count,
                u8::from(load.follower)
            );
        }
        format!(
            "/* All forces along beams, on all elements or on one. */\nstatic void add_all_spread(@_work *w, const real u[@@_INPUT_PLACES], int \
             only)\n{{\n    (void)u;\n{body}}}\n\n"
        )
    }

    fn acting(&self, acting: ActingTable) -> String {
        match acting {
            ActingTable::Along { first, direction: [x, y], turning: None } => format!(
                "    w->force[{first}] += size * {};\n    w->force[{}] += size * {};\n",
                number(x),
                first + 1,
                number(y)
            ),
            ActingTable::Along { first, direction: [x, y], turning: Some(rotation) } => format!(
                "    {{\n        const double along[2] = {{{}, {}}};\n        real d[2];\n        turned(w, {rotation}, along, d);\n        \
                 w->force[{first}] += size * d[0];\n        w->force[{}] += size * d[1];\n    }}\n",
                number(x),
                number(y),
                first + 1
            ),
            ActingTable::About { rotation, sign } => {
                format!("    w->force[{rotation}] += size * {};\n", number(sign))
            }
            ActingTable::Through(measure) => self
                .row(measure)
                .map(|(c, at)| format!("    w->force[{c}] += size * w->gradient[{at}];\n"))
                .collect(),
        }
    }

    /// Coordinates of a deformation with the places of its gradients.
    fn row(&self, measure: usize) -> impl Iterator<Item = (usize, usize)> {
        self.code.row(measure)
    }

    fn observed(&self) -> String {
        let mut text = String::new();
        let seen = |c: usize, seen: SeenTable| match seen {
            SeenTable::Displacement => format!("w->x[{c}]"),
            SeenTable::Rate => format!("w->velocity[{c}]"),
            SeenTable::Acceleration => format!("w->bias[{c}]"),
        };
        for (k, output) in self.code.tables.outputs.iter().enumerate() {
            match output {
                OutputTable::Sum { seen: of, row, offset } => {
                    let terms =
                        row.iter().map(|(c, factor)| format!("({} * {})", number(*factor), seen(*c, *of)));
                    let all: Vec<String> = std::iter::once(number(*offset)).chain(terms).collect();
                    let _ = writeln!(text, "    y[{k}] = {};", all.join(" + "));
                }
                OutputTable::Expression { law, coordinates, outputs } => {
                    let arguments = coordinates.iter().map(|(c, of)| seen(*c, *of));
                    let arguments = arguments.chain(outputs.iter().map(|o| format!("y[{o}]")));
                    let _ = writeln!(
                        text,
                        "    {{\n        double in[{}];\n        double out[1];",
                        law.input_count()
                    );
                    for (i, argument) in arguments.chain(["time".to_owned()]).enumerate() {
                        let _ = writeln!(text, "        in[{i}] = {argument};");
                    }
                    let _ =
                        writeln!(text, "        @_output_{k}(in, out);\n        y[{k}] = out[0];\n    }}");
                }
                OutputTable::Force(force) => text.push_str(&force_text(k, force)),
                OutputTable::Deflection { .. } => {
                    let (places, numbers) = super::deflection_numbers(output);
                    let places: Vec<String> = places.iter().map(usize::to_string).collect();
                    let numbers: Vec<String> = numbers.iter().map(|value| number(*value)).collect();
                    let _ = writeln!(
                        text,
                        "    {{\n        const int c[10] = {{{}}};\n        const double n[12] = {{{}}};\n        y[{k}] = deflection(w, c, \
                         n);\n    }}",
                        places.join(", "),
                        numbers.join(", ")
                    );
                }
            }
        }
        text
    }

    fn test(&self) -> String {
        let vectors = &self.code.vectors;
        let mut arrays = String::new();
        let padded =
            if self.code.inputs.is_empty() { vec![0.0; vectors.count] } else { vectors.inputs.clone() };
        let mut all = vec![
            ("times", &vectors.times),
            ("states", &vectors.states),
            ("inputs", &padded),
            ("rates", &vectors.rates.values),
            ("rate_scales", &vectors.rates.scales),
            ("jacobians", &vectors.jacobians.values),
            ("jacobian_scales", &vectors.jacobians.scales),
        ];
        if !self.code.outputs.is_empty() {
            all.extend([("outputs", &vectors.outputs.values), ("output_scales", &vectors.outputs.scales)]);
        }
        if !self.code.inputs.is_empty() {
            let wanted = &vectors.input_jacobians;
            all.extend([("input_jacobians", &wanted.values), ("input_jacobian_scales", &wanted.scales)]);
        }
        for (array, values) in all {
            let numbers = list(values, |value| number(*value), 4);
            let _ = writeln!(arrays, "static const double {array}[{}] = {{\n{numbers}\n}};", values.len());
        }
        let text = chosen(include_str!("test.c.txt"), |condition| self.holds(condition, Kind::Real));
        self.with_texts(&prefixed(&text, self.name))
            .replace("@VECTORS@", &vectors.count.to_string())
            .replace("@ARRAYS@\n", &arrays)
    }

    fn makefile(&self) -> String {
        let name = self.stem.replace(' ', "\\ ");
        format!(
            "# make -f {name}.mk test\nCFLAGS ?= -std=c99 -O2 -Wall -Wextra -Werror -pedantic\n\n.PHONY: test time\ntest: \
             {name}_test\n\t./{name}_test\n\ntime: {name}_test\n\t./{name}_test 100000\n\n{name}_test: {name}_test.c {name}.c \
             {name}_jacobian.c {name}.h {name}_tables.h {name}_jacobian.h\n\t$(CC) $(CFLAGS) -o {name}_test {name}_test.c {name}.c \
             {name}_jacobian.c -lm\n"
        )
    }
}
