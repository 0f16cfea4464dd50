//! The self-test behind `lissom self-test`: small models whose answers are known in closed form.

use crate::failure::Failure;
use crate::files::{FileError, Files};
use crate::session::Session;
use lissom_dynamics::{Modes, Range};
use lissom_linalg::{Quiet, Threads};
use lissom_model::Overrides;

/// One test and its outcome.
#[derive(Clone, Debug)]
pub struct SelfTest {
    /// What is tested.
    pub name: &'static str,
    /// The result, as text.
    pub found: String,
    /// Whether it is as it must be.
    pub holds: bool,
}

/// Runs all tests.
#[must_use]
pub fn self_test(threads: &Threads) -> Vec<SelfTest> {
    vec![cantilever(threads), free_beam(threads), cross(threads), same_bits(threads)]
}

struct Text(String);

impl Files for Text {
    fn read(&self, _: &str) -> Result<Vec<u8>, FileError> {
        Ok(self.0.clone().into_bytes())
    }
}

fn modes_of(text: &str, threads: &Threads) -> Result<Modes, Failure> {
    let session = Session::open(Text(text.to_owned()), "self-test", Overrides::default())?;
    let mut request = session.modes_request()?;
    request.range = Range::Lowest(6);
    request.options.threads = threads.clone();
    Ok(session.modes(&request, &Quiet)?.value)
}

fn outcome(name: &'static str, result: Result<(String, bool), Failure>) -> SelfTest {
    match result {
        Ok((found, holds)) => SelfTest { name, found, holds },
        Err(failure) => SelfTest { name, found: failure.to_string(), holds: false },
    }
}

const BEAM: &str = "lissom = 1
[model]
name = 'beam'
[section.s]
EA = 1e6
EI = 1
rhoA = 1
[node]
A = [0, 0]
B = [1, 0]
[[beam]]
nodes = ['A', 'B']
section = 's'
elements = 10
";

const CROSS: &str = "lissom = 1
[model]
name = 'cross'
[section.s]
EA = 1e6
EI = 1
rhoA = 1
[node]
O = [0, 0]
A = [1, 0]
B = [0, 1]
C = [-1, 0]
D = [0, -1]
[[beam]]
nodes = ['O', 'A']
section = 's'
elements = 6
[[beam]]
nodes = ['O', 'B']
section = 's'
elements = 6
[[beam]]
nodes = ['O', 'C']
section = 's'
elements = 6
[[beam]]
nodes = ['O', 'D']
section = 's'
elements = 6
[[fix]]
nodes = ['A', 'B', 'C', 'D']
directions = ['x', 'y']
";

/// First bending frequency of a cantilever: β²√(EI/ρAl⁴) with β = 1.8751040687.
fn cantilever(threads: &Threads) -> SelfTest {
    let exact = 1.875_104_068_711_961_2_f64.powi(2);
    let result = modes_of(&format!("{BEAM}[[fix]]\nnodes = ['A']\n"), threads).map(|modes| {
        let first = modes.modes[0].angular_frequency;
        let error = first / exact - 1.0;
        // Ten cubic elements are above the exact value by about (β h)⁴/1440 ≈ 1e-6.
        (
            format!("{first:.7} rad/s, exact {exact:.7}"),
            (0.0..1e-5).contains(&error) && modes.certificate.is_certified(),
        )
    });
    outcome("cantilever", result)
}

/// A free beam in the plane has three rigid modes, and then 4.7300² = 22.3733.
fn free_beam(threads: &Threads) -> SelfTest {
    let exact = 4.730_040_744_862_704_f64.powi(2);
    let result = modes_of(BEAM, threads).map(|modes| {
        let error = modes.modes[0].angular_frequency / exact - 1.0;
        let holds = modes.rigid == 3 && (0.0..1e-4).contains(&error) && modes.certificate.is_certified();
        (format!("{} rigid modes, then {:.6} rad/s", modes.rigid, modes.modes[0].angular_frequency), holds)
    });
    outcome("free beam", result)
}

/// A pinned cross has one single mode and then a double one, pinned-pinned and clamped-pinned arms.
fn cross(threads: &Threads) -> SelfTest {
    let pinned = std::f64::consts::PI.powi(2);
    let clamped = 3.926_602_312_047_919_f64.powi(2);
    let result = modes_of(CROSS, threads).map(|modes| {
        let found: Vec<f64> = modes.modes.iter().take(4).map(|m| m.angular_frequency).collect();
        let exact = [pinned, clamped, clamped, clamped];
        let close = found.iter().zip(exact).all(|(f, e)| (f / e - 1.0).abs() < 1e-3);
        (format!("{found:.4?} rad/s"), close && modes.certificate.is_certified())
    });
    outcome("pinned cross, a triple mode", result)
}

/// The same bits with one thread and with all.
fn same_bits(threads: &Threads) -> SelfTest {
    let bits = |threads: &Threads| {
        modes_of(CROSS, threads)
            .map(|modes| modes.modes.iter().map(|m| m.eigenvalue.to_bits()).collect::<Vec<u64>>())
    };
    let result = bits(&Threads::one())
        .and_then(|one| Ok((one, bits(threads)?)))
        .map(|(one, all)| (format!("1 thread against {}", threads.count()), one == all));
    outcome("bit-identical for any thread count", result)
}
