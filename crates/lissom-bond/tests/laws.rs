//! Bond graphs with laws against closed forms and against SciPy (`tests/oracles/bond_laws.py`).

use crate::reader::numbers;
use lissom_bond::{BondError, DescriptionAlone, GraphMotion, LawEquations, OperatingPoint};
use lissom_dynamics::{SimulateRequest, Tolerance, Trajectory, integrator, simulate};
use lissom_linalg::Quiet;
use std::f64::consts::PI;
use std::sync::Arc;

const SCIPY: &str = include_str!("../../../tests/oracles/bond_laws.json");

fn equations(text: &str) -> Result<Arc<LawEquations>, BondError> {
    let text = format!("lissom = 1\n[model]\nname = 'g'\n{text}");
    let checked = lissom_model::load("g.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let model = checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    LawEquations::of(&model, &DescriptionAlone).map(Arc::new)
}

fn run(text: &str, by: &str, end: f64) -> Trajectory {
    let motion = GraphMotion::new(equations(text).unwrap()).unwrap();
    let tolerance = Tolerance { relative: 1e-10, absolute: 1e-12 };
    let request = SimulateRequest { tolerance, points: 5, ..SimulateRequest::until(end) };
    let found = simulate(&motion, &request, integrator(by).unwrap(), &Quiet).unwrap();
    let missing = found.audit.unwrap().relative_error();
    assert!(missing < 1e-7, "{by}: {missing} of the energy is missing");
    found
}

fn last(found: &Trajectory, output: usize) -> f64 {
    *found.outputs[output].last().unwrap()
}

/// K(k) by the arithmetic-geometric mean \[Abramowitz1964, 17.6\].
fn complete_elliptic(k_squared: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k_squared).sqrt());
    while (a - b) / a > 1e-15 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    0.5 * PI / a
}

/// ẍ + x + 3 x³ = 0 from rest at 1.3: a quarter of the period later it passes zero, half of it later it is at −1.3.
#[test]
fn a_hardening_spring_has_the_period_of_duffing() {
    let text = "[bond_graph]\nbonds = ['v:1 -> m:I', 'v -> s:C']\n[bond_graph.value]\nm = 2\n\
                [bond_graph.law]\ns = '2*displacement + 6*displacement^3'\n[bond_graph.initial]\ns = 1.3\n\
                [[output]]\nname = 'x'\nstored = 's'\n[[output]]\nname = 'v'\nflow = 'm'\n";
    let squared = 1.0 + 3.0 * 1.69;
    let period = 4.0 * complete_elliptic(3.0 * 1.69 / (2.0 * squared)) / squared.sqrt();
    for by in ["dopri5", "radau5", "esdirk5", "auto"] {
        let found = run(text, by, period);
        let x = &found.outputs[0];
        assert!(x[1].abs() < 1e-7 && (x[2] + 1.3).abs() < 1e-7 && x[3].abs() < 1e-7, "{by}: {x:?}");
        assert!((x[4] - 1.3).abs() < 1e-7, "{by}: {x:?}");
        // ½ v² = ½ a² + ¾ a⁴ where it passes zero.
        let speed = (1.69 + 1.5 * 1.69 * 1.69f64).sqrt();
        assert!((found.outputs[1][1] + speed).abs() < 1e-7, "{by}");
    }
    let equations = equations(text).unwrap();
    let texts: Vec<&str> = equations.equations.iter().map(|equation| equation.text.as_str()).collect();
    assert_eq!(texts, ["p_m' = -2*q_s - 6*q_s^3", "q_s' = p_m/m", "x = q_s", "v = p_m/m"]);
}

/// A pendulum from 2.5 rad: T = 4 √(l/g) K(sin θ₀/2), and frequencies √(g/l cos θ) about its equilibrium under a torque.
#[test]
fn a_pendulum_is_a_spring_with_a_sine() {
    let text = |torque: f64| {
        format!(
            "[params]\nm = 0.5\nl = 0.8\ng = 9.81\n[bond_graph]\n\
             bonds = ['w:1 -> J:I', 'w -> weight:C', 'u:Se -> w']\n[bond_graph.value]\nJ = 'm*l^2'\nu = {torque}\n\
             [bond_graph.law]\nweight = 'm*g*l*sin(displacement)'\n[bond_graph.initial]\nweight = 2.5\n\
             [[output]]\nname = 'angle'\nstored = 'weight'\n"
        )
    };
    let period = 4.0 * (0.8f64 / 9.81).sqrt() * complete_elliptic(1.25f64.sin().powi(2));
    let found = run(&text(0.0), "dopri5", period);
    assert!(found.outputs[0][1].abs() < 1e-7 && (found.outputs[0][2] + 2.5).abs() < 1e-7);
    // From 0.4 rad the equilibrium under a torque of half the largest one is at 30°.
    let bent = text(0.5 * 0.5 * 9.81 * 0.8).replace("weight = 2.5", "weight = 0.4");
    let point = OperatingPoint::of(&equations(&bent).unwrap()).unwrap();
    assert_eq!(point.unbalanced, None);
    let angle = point.state[point.linear.states.iter().position(|s| s.name == "q_weight").unwrap()];
    assert!((angle - PI / 6.0).abs() < 1e-12, "{angle}");
    let spectrum = point.linear.spectrum().unwrap();
    let exact = (9.81 / 0.8 * (PI / 6.0).cos()).sqrt();
    assert!((spectrum.oscillations[0].pole.im / exact - 1.0).abs() < 1e-12);
}

#[test]
fn the_circuit_of_van_der_pol_and_a_saturated_motor_move_as_scipy_says() {
    let circuit = "[bond_graph]\nbonds = ['i:1 -> L:I', 'i -> c:C', 'i -> tube:R']\n[bond_graph.value]\nL = 1\nc = 1\n\
                   [bond_graph.law]\ntube = '-5*(flow - flow^3/3)'\n[bond_graph.initial]\nc = 1\n\
                   [[output]]\nname = 'x'\nstored = 'c'\n[[output]]\nname = 'v'\nflow = 'L'\n";
    let motor = "[bond_graph]\nbonds = ['uf:Se -> f:1', 'f -> Lf:I', 'f -> Rf:R', 'ua:Se -> a:1', 'a -> La:I', 'a -> Ra:R',\n\
                 'a -> motor:MGY', 'motor -> w:1', 'w -> J:I', 'w -> d:R']\n\
                 [bond_graph.value]\nuf = 12\nRf = 4\nua = 24\nLa = 0.05\nRa = 1\nJ = 0.02\nd = 0.01\nmotor = '1.5*momentum(Lf)'\n\
                 [bond_graph.law]\nLf = '2*momentum + 8*momentum^3'\n\
                 [[output]]\nname = 'field'\nflow = 'Lf'\n[[output]]\nname = 'current'\nflow = 'La'\n\
                 [[output]]\nname = 'speed'\nflow = 'J'\n";
    let near = |found: f64, name: &str| {
        let expected = numbers(SCIPY, name)[0];
        assert!((found / expected - 1.0).abs() < 1e-6, "{name}: {found} instead of {expected}");
    };
    for by in ["dopri5", "radau5"] {
        let found = run(circuit, by, 20.0);
        near(last(&found, 0), "rayleigh_x");
        near(last(&found, 1), "rayleigh_v");
        let found = run(motor, by, 0.1);
        near(last(&found, 0), "motor_field");
        near(last(&found, 1), "motor_current");
        near(last(&found, 2), "motor_speed");
    }
}

/// The voltage after five periods, and as many switches of the diode as SciPy's events find.
#[test]
fn a_rectifier_switches_at_located_times() {
    let text = "[bond_graph]\nbonds = ['u:Se -> a:1', 'a -> diode:R', 'a -> b:0', 'b -> c:C', 'b -> load:R']\n\
                [bond_graph.value]\nu = '10*sin(100*pi*t)'\nc = 1e-3\nload = 100\n\
                [bond_graph.law]\ndiode = 'if(effort > 0, effort, effort/1e4)'\n[[output]]\nname = 'v'\neffort = 'c'\n";
    for by in ["dopri5", "radau5"] {
        let found = run(text, by, 0.1);
        let expected = numbers(SCIPY, "rectifier_voltage")[0];
        assert!((last(&found, 0) / expected - 1.0).abs() < 1e-7, "{by}: {}", last(&found, 0));
        let switches = found.counters.switches as f64 - numbers(SCIPY, "rectifier_switches")[0];
        assert!((0.0..=1.0).contains(&switches), "{by}: {switches} more");
    }
}

/// A diode and two resistors around a capacitor: what the loop gives agrees with a root found by bisection.
#[test]
fn an_algebraic_loop_through_a_diode_is_solved() {
    let text = "[bond_graph]\nbonds = ['u:Se -> a:1', 'a -> r:R', 'a -> c:C', 'a -> b:0', 'b -> diode:R', 'b -> beside:R']\n\
                [bond_graph.value]\nu = '5*sin(200*t)'\nr = 100\nc = 1e-4\nbeside = 1000\n\
                [bond_graph.law]\ndiode = '1e-9*(exp(effort/0.05) - 1)'\n\
                [[output]]\nname = 'q'\nstored = 'c'\n[[output]]\nname = 'i'\nflow = 'c'\n[[output]]\nname = 'v'\neffort = 'diode'\n";
    let found = run(text, "radau5", 0.05);
    for (output, name) in ["loop_charge", "loop_current", "loop_voltage"].into_iter().enumerate() {
        let expected = numbers(SCIPY, name)[0];
        assert!((last(&found, output) / expected - 1.0).abs() < 1e-7, "{name}: {}", last(&found, output));
    }
    assert_eq!(equations(text).unwrap().loops, ["diode"]);
}

/// A crank with a slider behind a modulated transformer: the slider's momentum depends on the crank's, and
/// ½ (J + m (dx/dθ)²) ω² + ½ k θ² is constant, whatever the angle.
#[test]
fn a_modulated_crank_keeps_the_energy_of_its_dependent_slider() {
    let text = "[params]\nr = 0.1\nl = 0.25\n[bond_graph]\n\
                bonds = ['w:1 -> J:I', 'w -> theta:C', 'w -> crank:MTF', 'crank -> v:1', 'v -> slider:I']\n\
                [bond_graph.value]\nJ = 0.01\nslider = 2\ntheta = 0.5\n\
                crank = '-r*sin(displacement(theta)) - r^2*sin(displacement(theta))*cos(displacement(theta))/sqrt(l^2 - r^2*sin(displacement(theta))^2)'\n\
                [bond_graph.initial]\nJ = 0.4\n\
                [[output]]\nname = 'omega'\nflow = 'J'\n[[output]]\nname = 'theta'\nstored = 'theta'\n\
                [[output]]\nname = 'v'\nflow = 'slider'\n";
    let modulus = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        -0.1 * sin - 0.01 * sin * cos / (0.0625 - 0.01 * sin * sin).sqrt()
    };
    let energy =
        |omega: f64, angle: f64| 0.5 * (0.01 + 2.0 * modulus(angle).powi(2)) * omega * omega + angle * angle;
    for by in ["dopri5", "radau5"] {
        let found = run(text, by, 0.3);
        let [omega, theta, v] = [0, 1, 2].map(|k: usize| &found.outputs[k]);
        // It stops at θ = √8, where the spring holds all of its energy, behind the position in which the slider turns back.
        assert!(theta.iter().any(|angle| *angle > 2.8), "{theta:?}");
        for k in 0..omega.len() {
            let left = energy(omega[k], theta[k]) / energy(40.0, 0.0) - 1.0;
            assert!(left.abs() < 1e-8, "{by}: {left}");
            assert!((v[k] - modulus(theta[k]) * omega[k]).abs() < 1e-9 * 40.0, "{by}");
        }
    }
}

/// The same equations for a linear graph as without laws.
#[test]
fn a_law_that_is_linear_gives_the_poles_of_the_linear_graph() {
    let graph = "[bond_graph]\nbonds = ['u:Se -> a:1', 'a -> L:I', 'a -> r:R', 'a -> g:GY', 'g -> w:1', 'w -> J:I', 'w -> s:C', 'w -> d:R']\n";
    let with_laws = format!(
        "{graph}[bond_graph.value]\nL = 0.3\ng = 0.7\nJ = 0.2\n[bond_graph.law]\ns = '9*displacement'\nr = '2*flow'\nd = 'effort/0.4'\n"
    );
    let point = OperatingPoint::of(&equations(&with_laws).unwrap()).unwrap();
    let text = format!(
        "lissom = 1\n[model]\nname = 'g'\n{graph}[bond_graph.value]\nL = 0.3\ng = 0.7\nJ = 0.2\ns = '1/9'\nr = 2\nd = 0.4\n"
    );
    let checked = lissom_model::load("g.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let model = checked.value.unwrap();
    let graph = lissom_bond::graph_of(&model, lissom_bond::ResidualUse::Kept, &DescriptionAlone).unwrap();
    let plain = lissom_bond::CausalGraph::assign(graph).unwrap();
    let plain = lissom_bond::StateEquations::numbers_only(plain).unwrap();
    // Storage with laws is offered integral causality first, so that states come in another order.
    let mut own = point.linear.poles().unwrap();
    let mut other = plain.poles().unwrap();
    let by_parts = |a: &lissom_linalg::Complex, b: &lissom_linalg::Complex| {
        a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im))
    };
    own.sort_by(by_parts);
    other.sort_by(by_parts);
    assert_eq!(own.len(), 3);
    for (a, b) in own.iter().zip(&other) {
        assert!((*a - *b).abs() < 1e-11, "{own:?} {other:?}");
    }
}

#[test]
fn dependent_laws_and_loops_without_a_solution_are_named() {
    let two = "[bond_graph]\nbonds = ['v:1 -> m1:I', 'v -> m2:I']\n[bond_graph.law]\nm1 = 'momentum + momentum^3'\nm2 = 'sin(momentum)'\n";
    let error = equations(two).unwrap_err();
    assert!(matches!(&error, BondError::DependentLaw { element, .. } if element == "m2"), "{error}");
    let none = "[bond_graph]\nbonds = ['u:Se -> a:1', 'a -> r:R', 'a -> c:C', 'a -> x:R']\n\
                [bond_graph.value]\nu = 1\nr = 1\nc = 1\n[bond_graph.law]\nx = 'flow^2 + 3'\n";
    let error = GraphMotion::new(equations(none).unwrap()).unwrap_err();
    assert!(error.to_string().contains('x'), "{error}");
    let twice = "[bond_graph]\nbonds = ['v:1 -> t:I', 'v -> s:C']\n[bond_graph.value]\nt = 1\n[bond_graph.law]\ns = 'displacement^3'\n";
    assert_eq!(equations(twice).unwrap_err(), BondError::SymbolTwice { name: "t".to_owned() });
}
