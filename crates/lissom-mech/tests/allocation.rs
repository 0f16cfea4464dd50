//! Evaluations allocate nothing: counted by an allocator of its own, which is why this is a file of its own.
#![allow(unsafe_code)] // an allocator cannot be written without
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod models;
#[path = "../../../tests/oracles/reader.rs"]
mod oracle;
mod spatial_machines;

use lissom_mech::{Route, SpatialMechanism, State, System};
use models::*;
use std::alloc::{GlobalAlloc, Layout, System as Plain};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Allocations of this thread: the one that runs tests allocates when it pleases.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator; the counter is a constant at first and needs no
// destructor, so that reaching it allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { Plain.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { Plain.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn accelerations_allocate_nothing() {
    for text in [GUIDANCE, MANIPULATOR, SLIDER_CRANK, MIXED] {
        let system = mechanism(text);
        for route in [Route::MassMatrix, Route::Tree] {
            allocates_nothing(&system.with_route(route).expect("it is placed link by link"), route);
        }
    }
}

#[test]
fn accelerations_in_space_allocate_nothing() {
    let machines =
        [spatial_machines::flexible_pendulum(5), spatial_machines::top(), spatial_machines::free_body()];
    for system in machines.map(|machine| SpatialMechanism::new(machine).expect("it can be built")) {
        for route in [Route::MassMatrix, Route::Tree] {
            allocates_nothing(&system.along_tree(route == Route::Tree), route);
        }
    }
}

/// Loops that are blocks of their own allocate nothing either.
#[test]
fn accelerations_of_many_loops_allocate_nothing() {
    let planar = ladders::Style { is_spatial: false, flexible: "flexible = ['bending']\n", elements: 1 };
    for text in [planar.ladder(20), planar.scissors(20)] {
        let system = mechanism(&text).with_route(Route::Tree).expect("its loops are blocks");
        allocates_nothing(&system, Route::Tree);
    }
    let spatial = ladders::Style { is_spatial: true, ..planar };
    for text in [spatial.ladder(6), spatial.scissors(6)] {
        let checked = lissom_model::load("m.toml", text.as_bytes(), &lissom_model::Overrides::default());
        let system = SpatialMechanism::of(&checked.value.unwrap()).unwrap().along_tree(true);
        allocates_nothing(&system, Route::Tree);
    }
}

fn allocates_nothing(system: &dyn System, route: Route) {
    let (mut q, v) = system.initial();
    let input = vec![0.1; system.inputs().len()];
    let (mut work, mut a) = (system.workspace(), v.clone());
    // Programs of laws may grow their registers once.
    let at = State { time: 0.0, position: &q, velocity: &v };
    system.acceleration(&at, &input, &mut work, &mut a).expect("the state is admissible");
    let before = COUNT.get();
    for k in 1..=50 {
        q.iter_mut().for_each(|q| *q = 1e-5 * f64::from(k));
        let at = State { time: 1e-4 * f64::from(k), position: &q, velocity: &v };
        system.acceleration(&at, &input, &mut work, &mut a).expect("the state is admissible");
    }
    assert_eq!(COUNT.get() - before, 0, "{}, {route:?}", system.name());
}
