//! Exported code compiles without a warning and agrees with the program that wrote it.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{FRAME, example, example_with, export, has, of, promised, session, write};

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&said));
}

/// The sources of a folder: linear models have no file of Jacobians.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let all = ["sample.c", "sample_jacobian.c", "sample_test.c"].map(|name| folder.join(name));
    all.into_iter().filter(|path| path.exists()).collect()
}

fn compiled_c(compiler: &str, more: &[&str], folder: &Path) -> PathBuf {
    let program = folder.join(format!("test_{compiler}{}", more.len()));
    let flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic"];
    run(Command::new(compiler)
        .args(flags)
        .args(more)
        .arg("-o")
        .arg(&program)
        .args(sources(folder))
        .arg("-lm"));
    run(&mut Command::new(&program));
    program
}

/// Compilers that are there.
fn compilers() -> Vec<&'static str> {
    ["gcc", "clang"].into_iter().filter(|compiler| has(compiler)).collect()
}

/// The checks of a compiler that stop a program where it leaves its memory or the language; not optimised, because Clang takes minutes
/// to optimise checked loops whose counts are constants.
const CHECKS: [&str; 4] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O0"];

/// Whether a compiler has the libraries of its checks.
fn has_checks(compiler: &str, folder: &Path) -> bool {
    let (source, program) = (folder.join("empty.c"), folder.join("empty"));
    std::fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let made = Command::new(compiler).args(CHECKS).arg("-o").arg(program).arg(source).output();
    let has = made.is_ok_and(|output| output.status.success());
    assert!(has || promised().is_none(), "the checks of {compiler} were promised");
    has
}

#[test]
fn c_compiles_and_agrees() {
    let own = session(FRAME);
    for model in ["full", "cb"] {
        let folder = write(&format!("c_{model}"), &export("c", &own, &of(model)).unwrap());
        for compiler in compilers() {
            compiled_c(compiler, &["-Wconversion"], &folder);
        }
        if has("make") && has("cc") {
            run(Command::new("make").args(["-f", "sample.mk", "test"]).current_dir(&folder));
        }
    }
}

/// A number that was altered is noticed by the test that comes with the code.
#[test]
fn altered_c_does_not_agree() {
    if !has("gcc") {
        return;
    }
    let mut files = export("c", &session(FRAME), &of("cb")).unwrap();
    let source = String::from_utf8(files[0].bytes.clone()).unwrap();
    files[0].bytes = source.replace("double sum = 0.0", "double sum = 1e-3").into_bytes();
    let folder = write("c_altered", &files);
    let program = folder.join("test");
    run(Command::new("gcc")
        .arg("-o")
        .arg(&program)
        .args([folder.join("sample.c"), folder.join("sample_test.c")])
        .arg("-lm"));
    assert!(!Command::new(&program).output().unwrap().status.success());
}

#[test]
fn rust_compiles_and_agrees() {
    let folder = write("rust", &export("rust", &session(FRAME), &of("cb")).unwrap());
    let program = folder.join("test");
    run(Command::new("rustc")
        .args(["--test", "--edition", "2021", "-D", "warnings", "-o"])
        .arg(&program)
        .arg(folder.join("sample.rs")));
    run(&mut Command::new(&program));
}

#[test]
fn modelica_has_all_numbers() {
    let files = export("modelica", &session(FRAME), &of("cb")).unwrap();
    let text = String::from_utf8(files[0].bytes.clone()).unwrap();
    assert!(text.starts_with("model sample ") && text.ends_with("end sample;\n"));
    assert!(text.contains("parameter Real A[18, 18]") && text.contains("parameter Real D[2, 2]"), "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

/// Everything that the engine of planar mechanisms knows, in one machine: beams with and without shear, with both measures of bending,
/// a rigid body, a bar, springs along lines and directions, laws of time and of the motion, a drive, gravity, forces that turn, forces
/// along beams, and outputs that are forces.
const MACHINE: &str = r#"
lissom = 1
[model]
name = "all of it"
dim = 2
gravity = [0.7, -9.81]
[material.soft]
E = 5e6
density = 1200.0
[section.s]
A = 1e-3
I = 6e-7
height = 0.02
[section.k]
EA = 900.0
EI = 5.0
GA = 400.0
rhoA = 1.1
rhoI = 0.02
[node]
O = [0, 0]
A = [0.4, 0.3]
B = [0.9, 0.2]
C = [1.3, 0.5]
D = [1.3, 0.1]
E = [1.8, 0.2]
[[beam]]
name = "arm"
nodes = ["O", "A"]
section = "s"
material = "soft"
elements = 2
kelvin_voigt = 1e-3
[[beam]]
name = "link"
nodes = ["A", "B"]
section = "k"
elements = 2
theory = "timoshenko"
measure = "sine"
[[rigid_body]]
name = "block"
nodes = ["B", "C", "D"]
mass = 0.8
centre = [1.1, 0.3]
inertia = 0.02
[[truss]]
name = "tie"
nodes = ["C", "E"]
stiffness = 300.0
mass = 0.1
[[hinge]]
name = "shoulder"
at = "O"
between = ["ground", "arm"]
[[hinge]]
name = "elbow"
at = "A"
between = ["arm", "link"]
stiffness = 2.0
damping = 0.05
[[hinge]]
name = "wrist"
at = "B"
between = ["link", "block"]
[[mass]]
node = "E"
mass = 0.4
[[spring]]
nodes = ["D", "E"]
stiffness = 40.0
[[damper]]
nodes = ["D", "E"]
damping = 0.3
[[spring]]
nodes = ["E", "ground"]
stiffness = 25.0
direction = "x"
[[spring]]
name = "bumper"
nodes = ["O", "D"]
force = "30*elongation + 200*elongation^3 + 0.2*rate + sin(t)"
[[drive]]
name = "turn"
hinge = "shoulder"
angle = "0.3*sin(2*t)"
[[torque]]
name = "motor"
hinge = "wrist"
[[torque]]
hinge = "elbow"
value = "-3*angle - 0.2*rate + 0.5*cos(3*t) - 0.1*out(vc)"
[[force]]
name = "thrust"
node = "C"
direction = "y"
follower = true
[[force]]
node = "E"
direction = "y"
value = "if(t < 0.05, 2*t, 0.1)"
[[output]]
name = "vc"
expression = "vx(C)"
[[output]]
name = "x of E"
node = "E"
direction = "x"
[[output]]
name = "speed"
quantity = "velocity"
node = "D"
direction = "y"
[[output]]
name = "jerked"
quantity = "acceleration"
node = "C"
direction = "x"
[[output]]
name = "bend"
deflection = "arm"
at = 0.4
[[force]]
name = "wind"
beam = "arm"
direction = [0.6, -0.8]
per_length = ["3 + sin(5*t)", "1.5"]
[[force]]
name = "pressure"
beam = "link"
direction = "y"
per_length = [0.7, "2*t"]
follower = true
[[force]]
name = "snow"
beam = "link"
direction = "-y"
[[output]]
name = "support"
quantity = "reaction"
node = "O"
direction = "x"
[[output]]
name = "in the elbow"
quantity = "joint force"
hinge = "elbow"
direction = "y"
[[output]]
name = "through the wrist"
quantity = "torque"
hinge = "wrist"
[[output]]
name = "through the elbow"
quantity = "torque"
hinge = "elbow"
[[output]]
name = "drive"
quantity = "drive force"
drive = "turn"
[[output]]
name = "power"
quantity = "drive power"
drive = "turn"
[[output]]
name = "pull"
quantity = "axial force"
beam = "arm"
at = 0.3
[[output]]
name = "shear"
quantity = "shear force"
beam = "link"
at = 0.8
[[output]]
name = "moment"
quantity = "bending moment"
beam = "arm"
at = 0
[[output]]
name = "stress"
quantity = "stress"
beam = "arm"
at = 0.1
[[output]]
name = "mixed"
expression = "2*x(C) - vy(E)^2 + t + speed + 1e-3*pull"
[analysis.simulate]
end = 0.3
points = 16
"#;

/// A four-bar with a fixed pin: forces of its closed loop, at a support that is held and at one that slides.
fn four_bar() -> lissom::Session {
    example_with("four_bar", |text| {
        let more = r#"
[[output]]
name = "coupler pull"
quantity = "axial force"
beam = "coupler"
at = 0.25
[[output]]
name = "coupler moment"
quantity = "bending moment"
beam = "coupler"
at = 0.5
"#;
        format!("{text}{more}")
    })
}

/// Right-hand side, outputs and Jacobians of mechanisms are those of the program at states of their motions, the reference configuration
/// far behind them; compilers have nothing to say, and their checks find nothing.
#[test]
fn mechanisms_in_c_agree() {
    let cases = [
        ("guidance", "full"),
        ("guidance", "modal3"),
        ("guidance", "svd5"),
        ("manipulator", "full"),
        ("manipulator", "modal2"),
        ("slider_crank", "full"),
        ("gripper", "full"),
        ("bouncing_pendulum", "full"),
        ("cross_pivot", "full"),
        ("tuned_guidance", "full"),
    ];
    let mut folders = vec![
        write("c_machine", &export("c", &session(MACHINE), &of("full")).unwrap()),
        write("c_forces_in_a_loop", &export("c", &four_bar(), &of("full")).unwrap()),
    ];
    for (name, model) in cases {
        let files =
            export("c", &example(name), &of(model)).unwrap_or_else(|e| panic!("{name}, {model}: {e}"));
        folders.push(write(&format!("c_{name}_{model}"), &files));
    }
    for folder in folders {
        for compiler in compilers() {
            compiled_c(compiler, &[], &folder);
            if has_checks(compiler, &folder) {
                compiled_c(compiler, &CHECKS, &folder);
            }
        }
    }
}

/// Floating-point operations of one evaluation: the code is compiled as C++ with numbers that count.
fn operations_of(folder: &Path, name: &str) -> f64 {
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let test = read("sample_test.c");
    let array = |array: &str| {
        let start = test.find(&format!("static const double {array}[")).unwrap();
        &test[start..=start + test[start..].find("};").unwrap() + 1]
    };
    let code = [read("sample.h"), read("sample_tables.h"), read("sample.c")].concat();
    let plain = code.lines().filter(|line| !line.starts_with("#include")).collect::<Vec<_>>().join("\n");
    let upper = name.to_uppercase();
    let main = format!(
        "static {name}_work work;\nint main()\n{{\n    const int last = sizeof(times) / sizeof(double) - 1;\n    Counted x[{upper}_STATES], dx[{upper}_STATES], \
         u[{upper}_INPUT_PLACES];\n    long before = 0;\n    {name}_reset(&work);\n    for (int k = 0; k <= last + 2; k++) {{\n        const int at = k < last ? k : \
         last;\n        for (int i = 0; i < {upper}_STATES; i++) x[i] = states[at * {upper}_STATES + i] * (1.0 + 1e-6 * (k - at));\n        before = \
         operations;\n        if ({name}_rates(&work, times[at], x, u, dx) != 0) return 1;\n    }}\n    std::printf(\"%ld\\n\", operations - before);\n    return \
         0;\n}}\n"
    );
    let counted = plain.replace("double", "Counted").replace("isfinite(", "is_finite(");
    let text = format!(
        "#include \"{}/tests/clients/counted.h\"\n{counted}\n{}\n{}\n{main}",
        env!("CARGO_MANIFEST_DIR"),
        array("times"),
        array("states")
    );
    let (source, program) = (folder.join("counted.cpp"), folder.join("counted"));
    std::fs::write(&source, text).unwrap();
    run(Command::new("clang++").args(["-O1", "-w", "-o"]).arg(&program).arg(&source));
    let output = Command::new(&program).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
}

/// Operations of one evaluation of the reduced guidance, a little more than there are: code that became slower is noticed.
const MOST_OPERATIONS: f64 = 16_000.0;

/// What one evaluation of the reduced guidance costs: floating-point operations, the same on every machine; and the time, told beside that
/// of as many operations in a loop without memory, and not judged, because machines are shared.
#[test]
fn the_reduced_guidance_is_timed() {
    let Some(compiler) = compilers().first().copied() else { return };
    let folder = write("c_timed", &export("c", &example("guidance"), &of("modal3")).unwrap());
    let program = compiled_c(compiler, &[], &folder);
    let output = Command::new(&program).arg("20000").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let micros: f64 = text.split_whitespace().next().unwrap().parse().unwrap();
    assert!(micros > 0.01 && micros < 10_000.0, "{text}");
    if has("clang++") {
        let (count, rate) = (operations_of(&folder, "sample"), operations_per_microsecond(compiler, &folder));
        let times = micros * rate / count;
        println!(
            "{count} operations in {micros} us; a loop does {rate} operations in 1 us: {times:.2} times its time"
        );
        assert!(count > 1000.0 && count < MOST_OPERATIONS, "{count} operations");
    }
}

/// How many operations the machine does in a microsecond in a loop without memory: four chains of products and sums.
fn operations_per_microsecond(compiler: &str, folder: &Path) -> f64 {
    let (source, program) = (folder.join("rate.c"), folder.join("rate"));
    std::fs::write(&source, include_str!("clients/rate.c")).unwrap();
    run(Command::new(compiler).args(["-O2", "-o"]).arg(&program).arg(&source));
    let output = Command::new(&program).output().unwrap();
    String::from_utf8(output.stdout).unwrap().split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn mechanisms_in_rust_agree() {
    let mut all = vec![
        ("machine".to_owned(), export("rust", &session(MACHINE), &of("full")).unwrap()),
        ("forces_in_a_loop".to_owned(), export("rust", &four_bar(), &of("full")).unwrap()),
    ];
    for (name, model) in
        [("guidance", "svd5"), ("manipulator", "full"), ("slider_crank", "full"), ("cross_pivot", "full")]
    {
        all.push((format!("{name}_{model}"), export("rust", &example(name), &of(model)).unwrap()));
    }
    for (name, files) in all {
        let folder = write(&format!("rust_{name}"), &files);
        let program = folder.join("test");
        run(Command::new("rustc")
            .args(["--test", "-O", "--edition", "2021", "-D", "warnings", "-o"])
            .arg(&program)
            .arg(folder.join("sample.rs")));
        run(&mut Command::new(&program));
    }
}

/// A number of a table that was altered is noticed by the test that comes with the code.
#[test]
fn an_altered_mechanism_does_not_agree() {
    let Some(compiler) = compilers().first().copied() else { return };
    let mut files = export("c", &example("guidance"), &of("modal3")).unwrap();
    let source = String::from_utf8(files[0].bytes.clone()).unwrap();
    let start = source.find("sample_inertia[").unwrap();
    let first = start + source[start..].find("{\n    ").unwrap() + "{\n    ".len();
    let altered = format!("{}5{}", &source[..first], &source[first..]);
    files[0].bytes = altered.into_bytes();
    let folder = write("c_mechanism_altered", &files);
    let program = folder.join("test");
    run(Command::new(compiler).arg("-o").arg(&program).args(sources(&folder)).arg("-lm"));
    assert!(!Command::new(&program).output().unwrap().status.success());
}

/// What the engine cannot express is named, with what would do.
#[test]
fn mechanisms_without_code_say_why() {
    let refused = |text: &str| export("c", &session(text), &of("full")).unwrap_err().to_string();
    let friction = format!("{MACHINE}[[friction]]\nname = \"pin\"\nhinge = \"elbow\"\nforce = 0.1\n");
    let energy = format!("{MACHINE}[[output]]\nname = \"kinetic\"\nquantity = \"kinetic energy\"\n");
    for (text, what) in [(friction, "friction pin"), (energy, "output kinetic is an energy")] {
        let said = refused(&text);
        assert!(said.contains(what) && said.contains("`fmu2`") && said.contains("--at reference"), "{said}");
    }
    let said = export("rust", &example("spinning_top"), &of("full")).unwrap_err().to_string();
    assert!(said.contains("in space") && said.contains("`fmu2`"), "{said}");
}
