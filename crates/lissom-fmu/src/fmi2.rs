//! The functions of FMI 2.0, for model exchange and co-simulation.
#![allow(unsafe_code, reason = "the interface is one of C: its functions have names without mangling")]
#![allow(non_snake_case, reason = "the names are those of the standard")]
#![allow(missing_docs, reason = "the standard documents its functions")]
#![allow(
    clippy::not_unsafe_ptr_arg_deref,
    clippy::too_many_arguments,
    reason = "the signatures are those of the standard"
)]

use crate::host::{
    DISCARD, ERROR, Instance, OK, Status, WARNING, called, demand_count, folder_of, free, input, load, make,
    output, put, text,
};
use crate::unit::Snapshot;
use std::ffi::{CStr, c_char, c_int, c_void};

type Logger = unsafe extern "C" fn(*mut c_void, *const c_char, c_int, *const c_char, *const c_char, ...);

/// What the host offers; only the log is used.
#[repr(C)]
pub struct Callbacks {
    logger: Option<Logger>,
    allocate: *mut c_void,
    free: *mut c_void,
    step_finished: *mut c_void,
    environment: *mut c_void,
}

/// What an event brings.
#[repr(C)]
pub struct EventInfo {
    new_states_needed: c_int,
    terminate: c_int,
    nominals_changed: c_int,
    states_changed: c_int,
    next_event_defined: c_int,
    next_event: f64,
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2Instantiate(
    name: *const c_char,
    _kind: c_int,
    token: *const c_char,
    resources: *const c_char,
    callbacks: *const Callbacks,
    _visible: c_int,
    logs_on: c_int,
) -> *mut Instance {
    // SAFETY: the host gives its callbacks or null.
    let (logger, environment) = match unsafe { callbacks.as_ref() } {
        Some(callbacks) => (callbacks.logger, callbacks.environment),
        None => (None, std::ptr::null_mut()),
    };
    let log = move |name: &CStr, status: Status, category: &CStr, message: &CStr| {
        if let Some(logger) = logger {
            // SAFETY: the host's own function with the arguments of the standard; the message holds no format.
            unsafe { logger(environment, name.as_ptr(), status, category.as_ptr(), message.as_ptr()) };
        }
    };
    make(name, Box::new(log), logs_on != 0, || {
        let location = text(resources).ok_or("no folder of resources was given")?;
        load(&folder_of(&location), &text(token).unwrap_or_default())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2FreeInstance(instance: *mut Instance) {
    free(instance);
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetDebugLogging(
    instance: *mut Instance,
    on: c_int,
    _count: usize,
    _categories: *const *const c_char,
) -> Status {
    called(instance, ERROR, |own| {
        own.logs_on = on != 0;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetupExperiment(
    instance: *mut Instance,
    tolerance_defined: c_int,
    tolerance: f64,
    start: f64,
    _stop_defined: c_int,
    _stop: f64,
) -> Status {
    called(instance, ERROR, |own| {
        own.unit.time = start;
        if tolerance_defined != 0 && tolerance > 0.0 {
            own.unit.tolerance = tolerance;
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2EnterInitializationMode(instance: *mut Instance) -> Status {
    called(instance, ERROR, |own| own.unit.prepare())
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2ExitInitializationMode(instance: *mut Instance) -> Status {
    called(instance, ERROR, |own| own.unit.start())
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2Terminate(instance: *mut Instance) -> Status {
    called(instance, ERROR, |_| Ok(()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2Reset(instance: *mut Instance) -> Status {
    called(instance, ERROR, |own| own.unit.reset())
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetReal(
    instance: *mut Instance,
    references: *const u32,
    count: usize,
    values: *mut f64,
) -> Status {
    called(instance, DISCARD, |own| own.unit.get(input(references, count)?, output(values, count)?))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetReal(
    instance: *mut Instance,
    references: *const u32,
    count: usize,
    values: *const f64,
) -> Status {
    called(instance, ERROR, |own| own.unit.set(input(references, count)?, input(values, count)?))
}

/// Functions for kinds of variables that no unit has.
macro_rules! no_variables {
    ($($name:ident: $value:ty),+ $(,)?) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            instance: *mut Instance,
            _references: *const u32,
            count: usize,
            _values: $value,
        ) -> Status {
            called(instance, ERROR, |_| match count {
                0 => Ok(()),
                _ => Err(concat!(stringify!($name), ": all variables of the unit are real numbers").to_owned()),
            })
        }
    )+};
}

no_variables!(
    fmi2GetInteger: *mut c_int,
    fmi2GetBoolean: *mut c_int,
    fmi2GetString: *mut *const c_char,
    fmi2SetInteger: *const c_int,
    fmi2SetBoolean: *const c_int,
    fmi2SetString: *const *const c_char,
);

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetFMUstate(instance: *mut Instance, state: *mut *mut Snapshot) -> Status {
    called(instance, ERROR, |own| {
        let taken = own.unit.snapshot();
        // SAFETY: null is refused; otherwise the host gives the address of a pointer that is null or an earlier state.
        let place = unsafe { state.as_mut() }.ok_or("no place for the state was given")?;
        // SAFETY: an earlier state is one that this function made.
        match unsafe { place.as_mut() } {
            Some(old) => *old = taken,
            None => *place = Box::into_raw(Box::new(taken)),
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetFMUstate(instance: *mut Instance, state: *mut Snapshot) -> Status {
    called(instance, ERROR, |own| {
        // SAFETY: null is refused; otherwise the state is one that this library made.
        own.unit.restore(unsafe { state.as_ref() }.ok_or("no state was given")?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2FreeFMUstate(instance: *mut Instance, state: *mut *mut Snapshot) -> Status {
    called(instance, ERROR, |_| {
        // SAFETY: null is ignored; otherwise the host gives the address of a state that this library made, or of null.
        if let Some(place) = unsafe { state.as_mut() } {
            free(std::mem::replace(place, std::ptr::null_mut()));
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SerializedFMUstateSize(
    instance: *mut Instance,
    state: *mut Snapshot,
    size: *mut usize,
) -> Status {
    called(instance, ERROR, |_| {
        // SAFETY: null is refused; otherwise the state is one that this library made.
        put(size, unsafe { state.as_ref() }.ok_or("no state was given")?.to_bytes()?.len());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SerializeFMUstate(
    instance: *mut Instance,
    state: *mut Snapshot,
    bytes: *mut u8,
    size: usize,
) -> Status {
    called(instance, ERROR, |_| {
        // SAFETY: null is refused; otherwise the state is one that this library made.
        let made = unsafe { state.as_ref() }.ok_or("no state was given")?.to_bytes()?;
        demand_count("bytes", size, made.len())?;
        output(bytes, size)?.copy_from_slice(&made);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2DeSerializeFMUstate(
    instance: *mut Instance,
    bytes: *const u8,
    size: usize,
    state: *mut *mut Snapshot,
) -> Status {
    called(instance, ERROR, |_| {
        let read = Snapshot::from_bytes(input(bytes, size)?)?;
        put(state, Box::into_raw(Box::new(read)));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetDirectionalDerivative(
    instance: *mut Instance,
    unknowns: *const u32,
    unknown_count: usize,
    knowns: *const u32,
    known_count: usize,
    seed: *const f64,
    sensitivity: *mut f64,
) -> Status {
    called(instance, DISCARD, |own| {
        own.unit.directional(
            input(unknowns, unknown_count)?,
            input(knowns, known_count)?,
            input(seed, known_count)?,
            output(sensitivity, unknown_count)?,
        )
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2EnterEventMode(instance: *mut Instance) -> Status {
    called(instance, ERROR, |_| Ok(()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2NewDiscreteStates(instance: *mut Instance, info: *mut EventInfo) -> Status {
    called(instance, ERROR, |own| {
        own.unit.event()?;
        own.note("event: the laws decided anew");
        // A solver that is not restarted after an event would carry on as if no input had jumped.
        put(
            info,
            EventInfo {
                new_states_needed: 0,
                terminate: 0,
                nominals_changed: 0,
                states_changed: 1,
                next_event_defined: 0,
                next_event: 0.0,
            },
        );
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2EnterContinuousTimeMode(instance: *mut Instance) -> Status {
    called(instance, ERROR, |_| Ok(()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2CompletedIntegratorStep(
    instance: *mut Instance,
    _no_return: c_int,
    enter_event: *mut c_int,
    terminate: *mut c_int,
) -> Status {
    called(instance, ERROR, |own| {
        put(enter_event, c_int::from(own.unit.needs_event()));
        put(terminate, 0);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetTime(instance: *mut Instance, time: f64) -> Status {
    called(instance, ERROR, |own| {
        own.unit.time = time;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetContinuousStates(
    instance: *mut Instance,
    states: *const f64,
    count: usize,
) -> Status {
    called(instance, DISCARD, |own| {
        demand_count("states", count, own.unit.state_count())?;
        own.unit.set_states(input(states, count)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetContinuousStates(instance: *mut Instance, states: *mut f64, count: usize) -> Status {
    called(instance, ERROR, |own| {
        demand_count("states", count, own.unit.state_count())?;
        output(states, count)?.copy_from_slice(own.unit.states());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetDerivatives(instance: *mut Instance, rates: *mut f64, count: usize) -> Status {
    called(instance, DISCARD, |own| {
        demand_count("derivatives", count, own.unit.state_count())?;
        own.unit.rates(output(rates, count)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetEventIndicators(instance: *mut Instance, values: *mut f64, count: usize) -> Status {
    called(instance, DISCARD, |own| {
        demand_count("event indicators", count, own.unit.indicator_count())?;
        own.unit.indicators(output(values, count)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetNominalsOfContinuousStates(
    instance: *mut Instance,
    nominals: *mut f64,
    count: usize,
) -> Status {
    called(instance, ERROR, |own| {
        demand_count("nominals", count, own.unit.state_count())?;
        output(nominals, count)?.copy_from_slice(&own.unit.content().nominals);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetRealInputDerivatives(
    instance: *mut Instance,
    references: *const u32,
    count: usize,
    orders: *const c_int,
    values: *const f64,
) -> Status {
    called(instance, ERROR, |own| {
        if input(orders, count)?.iter().any(|order| *order != 1) {
            return Err("inputs are interpolated by their first derivative only".to_owned());
        }
        own.unit.set_input_rates(input(references, count)?, input(values, count)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetRealOutputDerivatives(
    instance: *mut Instance,
    _references: *const u32,
    count: usize,
    _orders: *const c_int,
    _values: *mut f64,
) -> Status {
    called(instance, ERROR, |_| match count {
        0 => Ok(()),
        _ => Err("derivatives of outputs are not given".to_owned()),
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2DoStep(instance: *mut Instance, time: f64, length: f64, _no_return: c_int) -> Status {
    called(instance, DISCARD, |own| {
        own.unit.time = time;
        own.unit.step(length)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2CancelStep(instance: *mut Instance) -> Status {
    called(instance, ERROR, |_| Err("steps are finished when they return: none can be cancelled".to_owned()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetStatus(instance: *mut Instance, _kind: c_int, _value: *mut c_int) -> Status {
    called(instance, DISCARD, |_| Err("no step is pending".to_owned()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetRealStatus(instance: *mut Instance, kind: c_int, value: *mut f64) -> Status {
    const LAST_SUCCESSFUL_TIME: c_int = 2;
    called(instance, DISCARD, |own| {
        if kind != LAST_SUCCESSFUL_TIME {
            return Err("only the last successful time is known".to_owned());
        }
        put(value, own.unit.time);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetIntegerStatus(instance: *mut Instance, _kind: c_int, _value: *mut c_int) -> Status {
    called(instance, DISCARD, |_| Err("no step is pending".to_owned()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetBooleanStatus(instance: *mut Instance, _kind: c_int, value: *mut c_int) -> Status {
    called(instance, ERROR, |_| {
        put(value, 0);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetStringStatus(
    instance: *mut Instance,
    _kind: c_int,
    value: *mut *const c_char,
) -> Status {
    called(instance, ERROR, |_| {
        put(value, c"".as_ptr());
        Ok(())
    })
}

/// The numbers of the standard, in its order.
const _: () = assert!(OK == 0 && WARNING == 1 && DISCARD == 2 && ERROR == 3);
