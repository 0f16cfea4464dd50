//! The functions of FMI 3.0, for model exchange and co-simulation.
#![allow(unsafe_code, reason = "the interface is one of C: its functions have names without mangling")]
#![allow(non_snake_case, reason = "the names are those of the standard")]
#![allow(missing_docs, reason = "the standard documents its functions")]
#![allow(
    clippy::not_unsafe_ptr_arg_deref,
    clippy::too_many_arguments,
    reason = "the signatures are those of the standard"
)]

use crate::fmi2;
use crate::host::{
    DISCARD, ERROR, Instance, Status, called, demand_count, input, load, make, output, put, text,
};
use crate::unit::Snapshot;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;

type Logger = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char);

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> *const c_char {
    c"3.0".as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetDebugLogging(
    instance: *mut Instance,
    on: bool,
    _count: usize,
    _categories: *const *const c_char,
) -> Status {
    called(instance, ERROR, |own| {
        own.logs_on = on;
        Ok(())
    })
}

fn instantiate(
    name: *const c_char,
    token: *const c_char,
    resources: *const c_char,
    logs_on: bool,
    environment: *mut c_void,
    logger: Option<Logger>,
) -> *mut Instance {
    let log = move |_: &CStr, status: Status, category: &CStr, message: &CStr| {
        if let Some(logger) = logger {
            // SAFETY: the host's own function with the arguments of the standard.
            unsafe { logger(environment, status, category.as_ptr(), message.as_ptr()) };
        }
    };
    make(name, Box::new(log), logs_on, || {
        let path = text(resources).ok_or("no folder of resources was given")?;
        load(Path::new(&path), &text(token).unwrap_or_default())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3InstantiateModelExchange(
    name: *const c_char,
    token: *const c_char,
    resources: *const c_char,
    _visible: bool,
    logs_on: bool,
    environment: *mut c_void,
    logger: Option<Logger>,
) -> *mut Instance {
    instantiate(name, token, resources, logs_on, environment, logger)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3InstantiateCoSimulation(
    name: *const c_char,
    token: *const c_char,
    resources: *const c_char,
    _visible: bool,
    logs_on: bool,
    _event_mode_used: bool,
    _early_return_allowed: bool,
    _intermediate: *const u32,
    _intermediate_count: usize,
    environment: *mut c_void,
    logger: Option<Logger>,
    _intermediate_update: *mut c_void,
) -> *mut Instance {
    instantiate(name, token, resources, logs_on, environment, logger)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3InstantiateScheduledExecution(
    _name: *const c_char,
    _token: *const c_char,
    _resources: *const c_char,
    _visible: bool,
    _logs_on: bool,
    _environment: *mut c_void,
    _logger: Option<Logger>,
    _clock_update: *mut c_void,
    _lock: *mut c_void,
    _unlock: *mut c_void,
) -> *mut Instance {
    std::ptr::null_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3FreeInstance(instance: *mut Instance) {
    fmi2::fmi2FreeInstance(instance);
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3EnterInitializationMode(
    instance: *mut Instance,
    tolerance_defined: bool,
    tolerance: f64,
    start: f64,
    _stop_defined: bool,
    _stop: f64,
) -> Status {
    called(instance, ERROR, |own| {
        own.unit.time = start;
        if tolerance_defined && tolerance > 0.0 {
            own.unit.tolerance = tolerance;
        }
        own.unit.prepare()
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3ExitInitializationMode(instance: *mut Instance) -> Status {
    fmi2::fmi2ExitInitializationMode(instance)
}

/// Functions that only change the mode of an instance.
macro_rules! modes {
    ($($name:ident),+ $(,)?) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(instance: *mut Instance) -> Status {
            called(instance, ERROR, |_| Ok(()))
        }
    )+};
}

modes!(
    fmi3EnterEventMode,
    fmi3Terminate,
    fmi3EnterConfigurationMode,
    fmi3ExitConfigurationMode,
    fmi3EvaluateDiscreteStates,
    fmi3EnterContinuousTimeMode,
    fmi3EnterStepMode,
);

#[unsafe(no_mangle)]
pub extern "C" fn fmi3Reset(instance: *mut Instance) -> Status {
    fmi2::fmi2Reset(instance)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetFloat64(
    instance: *mut Instance,
    references: *const u32,
    count: usize,
    values: *mut f64,
    value_count: usize,
) -> Status {
    called(instance, DISCARD, |own| {
        demand_count("values", value_count, count)?;
        own.unit.get(input(references, count)?, output(values, value_count)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetFloat64(
    instance: *mut Instance,
    references: *const u32,
    count: usize,
    values: *const f64,
    value_count: usize,
) -> Status {
    called(instance, ERROR, |own| {
        demand_count("values", value_count, count)?;
        own.unit.set(input(references, count)?, input(values, value_count)?)
    })
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
            _value_count: usize,
        ) -> Status {
            called(instance, ERROR, |_| no_such_variables(count))
        }
    )+};
}

fn no_such_variables(count: usize) -> Result<(), String> {
    match count {
        0 => Ok(()),
        _ => Err("all variables of the unit are of the type Float64".to_owned()),
    }
}

no_variables!(
    fmi3GetFloat32: *mut f32,
    fmi3GetInt8: *mut i8,
    fmi3GetUInt8: *mut u8,
    fmi3GetInt16: *mut i16,
    fmi3GetUInt16: *mut u16,
    fmi3GetInt32: *mut i32,
    fmi3GetUInt32: *mut u32,
    fmi3GetInt64: *mut i64,
    fmi3GetUInt64: *mut u64,
    fmi3GetBoolean: *mut bool,
    fmi3GetString: *mut *const c_char,
    fmi3SetFloat32: *const f32,
    fmi3SetInt8: *const i8,
    fmi3SetUInt8: *const u8,
    fmi3SetInt16: *const i16,
    fmi3SetUInt16: *const u16,
    fmi3SetInt32: *const i32,
    fmi3SetUInt32: *const u32,
    fmi3SetInt64: *const i64,
    fmi3SetUInt64: *const u64,
    fmi3SetBoolean: *const bool,
    fmi3SetString: *const *const c_char,
);

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetBinary(
    instance: *mut Instance,
    _references: *const u32,
    count: usize,
    _sizes: *mut usize,
    _values: *mut *const u8,
    _value_count: usize,
) -> Status {
    called(instance, ERROR, |_| no_such_variables(count))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetBinary(
    instance: *mut Instance,
    _references: *const u32,
    count: usize,
    _sizes: *const usize,
    _values: *const *const u8,
    _value_count: usize,
) -> Status {
    called(instance, ERROR, |_| no_such_variables(count))
}

/// Functions of clocks, which no unit has: the arrays behind the count are not touched.
macro_rules! no_clocks {
    ($($name:ident($($argument:ident: $kind:ty),*)),+ $(,)?) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            instance: *mut Instance,
            _references: *const u32,
            count: usize,
            $($argument: $kind),*
        ) -> Status {
            called(instance, ERROR, |_| no_such_variables(count))
        }
    )+};
}

no_clocks!(
    fmi3GetClock(_values: *mut bool),
    fmi3SetClock(_values: *const bool),
    fmi3GetIntervalDecimal(_intervals: *mut f64, _qualifiers: *mut c_int),
    fmi3GetIntervalFraction(_counters: *mut u64, _resolutions: *mut u64, _qualifiers: *mut c_int),
    fmi3GetShiftDecimal(_shifts: *mut f64),
    fmi3GetShiftFraction(_counters: *mut u64, _resolutions: *mut u64),
    fmi3SetIntervalDecimal(_intervals: *const f64),
    fmi3SetIntervalFraction(_counters: *const u64, _resolutions: *const u64),
    fmi3SetShiftDecimal(_shifts: *const f64),
    fmi3SetShiftFraction(_counters: *const u64, _resolutions: *const u64),
);

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetNumberOfVariableDependencies(
    instance: *mut Instance,
    _reference: u32,
    _count: *mut usize,
) -> Status {
    called(instance, ERROR, |_| Err("dependencies of elements of arrays are not given".to_owned()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVariableDependencies(
    instance: *mut Instance,
    _dependent: u32,
    _dependent_elements: *mut usize,
    _independents: *mut u32,
    _independent_elements: *mut usize,
    _kinds: *mut c_int,
    _count: usize,
) -> Status {
    called(instance, ERROR, |_| Err("dependencies of elements of arrays are not given".to_owned()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetFMUState(instance: *mut Instance, state: *mut *mut Snapshot) -> Status {
    fmi2::fmi2GetFMUstate(instance, state)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetFMUState(instance: *mut Instance, state: *mut Snapshot) -> Status {
    fmi2::fmi2SetFMUstate(instance, state)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3FreeFMUState(instance: *mut Instance, state: *mut *mut Snapshot) -> Status {
    fmi2::fmi2FreeFMUstate(instance, state)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SerializedFMUStateSize(
    instance: *mut Instance,
    state: *mut Snapshot,
    size: *mut usize,
) -> Status {
    fmi2::fmi2SerializedFMUstateSize(instance, state, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SerializeFMUState(
    instance: *mut Instance,
    state: *mut Snapshot,
    bytes: *mut u8,
    size: usize,
) -> Status {
    fmi2::fmi2SerializeFMUstate(instance, state, bytes, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3DeserializeFMUState(
    instance: *mut Instance,
    bytes: *const u8,
    size: usize,
    state: *mut *mut Snapshot,
) -> Status {
    fmi2::fmi2DeSerializeFMUstate(instance, bytes, size, state)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetDirectionalDerivative(
    instance: *mut Instance,
    unknowns: *const u32,
    unknown_count: usize,
    knowns: *const u32,
    known_count: usize,
    seed: *const f64,
    seed_count: usize,
    sensitivity: *mut f64,
    sensitivity_count: usize,
) -> Status {
    called(instance, DISCARD, |own| {
        demand_count("seeds", seed_count, known_count)?;
        demand_count("sensitivities", sensitivity_count, unknown_count)?;
        own.unit.directional(
            input(unknowns, unknown_count)?,
            input(knowns, known_count)?,
            input(seed, seed_count)?,
            output(sensitivity, sensitivity_count)?,
        )
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetAdjointDerivative(
    instance: *mut Instance,
    _unknowns: *const u32,
    _unknown_count: usize,
    _knowns: *const u32,
    _known_count: usize,
    _seed: *const f64,
    _seed_count: usize,
    _sensitivity: *mut f64,
    _sensitivity_count: usize,
) -> Status {
    called(instance, ERROR, |_| Err("adjoint derivatives are not given".to_owned()))
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3UpdateDiscreteStates(
    instance: *mut Instance,
    needs_update: *mut bool,
    terminate: *mut bool,
    nominals_changed: *mut bool,
    states_changed: *mut bool,
    next_event_defined: *mut bool,
    next_event: *mut f64,
) -> Status {
    called(instance, ERROR, |own| {
        own.unit.event()?;
        own.note("event: the laws decided anew");
        for place in [needs_update, terminate, nominals_changed, next_event_defined] {
            put(place, false);
        }
        // A solver that is not restarted after an event would carry on as if no input had jumped.
        put(states_changed, true);
        put(next_event, 0.0);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3CompletedIntegratorStep(
    instance: *mut Instance,
    _no_return: bool,
    enter_event: *mut bool,
    terminate: *mut bool,
) -> Status {
    called(instance, ERROR, |own| {
        put(enter_event, own.unit.needs_event());
        put(terminate, false);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetTime(instance: *mut Instance, time: f64) -> Status {
    fmi2::fmi2SetTime(instance, time)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetContinuousStates(
    instance: *mut Instance,
    states: *const f64,
    count: usize,
) -> Status {
    fmi2::fmi2SetContinuousStates(instance, states, count)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetContinuousStates(instance: *mut Instance, states: *mut f64, count: usize) -> Status {
    fmi2::fmi2GetContinuousStates(instance, states, count)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetContinuousStateDerivatives(
    instance: *mut Instance,
    rates: *mut f64,
    count: usize,
) -> Status {
    fmi2::fmi2GetDerivatives(instance, rates, count)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetEventIndicators(instance: *mut Instance, values: *mut f64, count: usize) -> Status {
    fmi2::fmi2GetEventIndicators(instance, values, count)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetNominalsOfContinuousStates(
    instance: *mut Instance,
    nominals: *mut f64,
    count: usize,
) -> Status {
    fmi2::fmi2GetNominalsOfContinuousStates(instance, nominals, count)
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetNumberOfEventIndicators(instance: *mut Instance, count: *mut usize) -> Status {
    called(instance, ERROR, |own| {
        put(count, own.unit.indicator_count());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetNumberOfContinuousStates(instance: *mut Instance, count: *mut usize) -> Status {
    called(instance, ERROR, |own| {
        put(count, own.unit.state_count());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetOutputDerivatives(
    instance: *mut Instance,
    _references: *const u32,
    count: usize,
    _orders: *const c_int,
    _values: *mut f64,
    _value_count: usize,
) -> Status {
    called(instance, ERROR, |_| match count {
        0 => Ok(()),
        _ => Err("derivatives of outputs are not given".to_owned()),
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3DoStep(
    instance: *mut Instance,
    time: f64,
    length: f64,
    _no_return: bool,
    needs_event: *mut bool,
    terminate: *mut bool,
    early_return: *mut bool,
    last_time: *mut f64,
) -> Status {
    called(instance, DISCARD, |own| {
        own.unit.time = time;
        own.unit.step(length)?;
        for place in [needs_event, terminate, early_return] {
            put(place, false);
        }
        put(last_time, own.unit.time);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3ActivateModelPartition(instance: *mut Instance, _clock: u32, _time: f64) -> Status {
    called(instance, ERROR, |_| Err("scheduled execution is not offered".to_owned()))
}
