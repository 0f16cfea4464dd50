//! What lies between the interface and an instance: the log of the host, its arrays, and panics that must not reach it.
#![allow(unsafe_code, reason = "the interface passes pointers")]

use crate::content::Content;
use crate::unit::Unit;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// How a function of the interface ended; both versions share these numbers.
pub(crate) type Status = i32;

pub(crate) const OK: Status = 0;
pub(crate) const WARNING: Status = 1;
pub(crate) const DISCARD: Status = 2;
pub(crate) const ERROR: Status = 3;

/// The log of the host: name of the instance, status, category, message.
pub(crate) type Log = Box<dyn Fn(&CStr, Status, &CStr, &CStr)>;

/// An instance as the host holds it; only the functions of the interface look inside.
pub struct Instance {
    pub(crate) unit: Unit,
    pub(crate) name: CString,
    pub(crate) log: Log,
    pub(crate) logs_on: bool,
}

impl Instance {
    fn say(&self, status: Status, category: &CStr, message: &str) {
        if let Ok(text) = CString::new(message.replace(['\0', '%'], " ")) {
            (self.log)(&self.name, status, category, &text);
        }
    }

    pub(crate) fn note(&self, message: &str) {
        if self.logs_on {
            self.say(OK, c"logEvents", message);
        }
    }
}

/// Calls a function of an instance: a missing instance, an error and a panic become a status, with a message.
pub(crate) fn called(
    instance: *mut Instance,
    failed: Status,
    act: impl FnOnce(&mut Instance) -> Result<(), String>,
) -> Status {
    // SAFETY: the host passes what an instantiating function returned and was not freed, or null.
    let Some(instance) = (unsafe { instance.as_mut() }) else { return ERROR };
    match catch_unwind(AssertUnwindSafe(|| act(instance))) {
        Ok(Ok(())) => OK,
        Ok(Err(message)) => {
            instance.say(failed, c"logStatusError", &message);
            failed
        }
        Err(_) => {
            instance.say(
                ERROR,
                c"logStatusError",
                "an internal error of the unit; its state is no longer valid",
            );
            ERROR
        }
    }
}

/// An array of the host to read; null stands for an empty one.
pub(crate) fn input<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], String> {
    match (pointer.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("an array of {count} values was promised and none given")),
        // SAFETY: the host promises `count` values at the pointer, which is not null.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// An array of the host to write.
pub(crate) fn output<'a, T>(pointer: *mut T, count: usize) -> Result<&'a mut [T], String> {
    match (pointer.is_null(), count) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(format!("room for {count} values was promised and none given")),
        // SAFETY: the host promises room for `count` values at the pointer, which is not null, for this call alone.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) }),
    }
}

/// Writes one value where the host wants it.
pub(crate) fn put<T>(pointer: *mut T, value: T) {
    // SAFETY: null is ignored; otherwise the host gives the address of a variable of this type.
    if let Some(place) = unsafe { pointer.as_mut() } {
        *place = value;
    }
}

/// A text of the host.
pub(crate) fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the host gives texts that end with a zero.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// An array of as many values as there are states or indicators.
pub(crate) fn demand_count(what: &str, found: usize, wanted: usize) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{found} {what} instead of {wanted}")) }
}

/// The unit in a folder of resources, if its file has the token.
pub(crate) fn load(resources: &Path, token: &str) -> Result<Unit, String> {
    let path = resources.join("unit.json");
    let bytes = std::fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let content = Content::read(&bytes, token).map_err(|error| error.to_string())?;
    Unit::new(content)
}

/// The folder of a file location, as FMI 2.0 gives it: `file:///folder`, with `%20` for blanks.
pub(crate) fn folder_of(location: &str) -> PathBuf {
    let path = location.strip_prefix("file:").unwrap_or(location);
    let path = match path.strip_prefix("//") {
        // An authority, `localhost` or none, ends at the next slash.
        Some(rest) => rest.find('/').map_or(rest, |start| &rest[start..]),
        None => path,
    };
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    let decoded = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/folder` is a path of Windows.
    let is_drive = decoded.as_bytes().get(2) == Some(&b':') && decoded.starts_with('/');
    PathBuf::from(if is_drive { decoded[1..].to_owned() } else { decoded })
}

/// Makes an instance; null with a message in the log when that fails.
pub(crate) fn make(
    name: *const c_char,
    log: Log,
    logs_on: bool,
    unit: impl FnOnce() -> Result<Unit, String>,
) -> *mut Instance {
    let name = CString::new(text(name).unwrap_or_default()).unwrap_or_default();
    let made = catch_unwind(AssertUnwindSafe(unit))
        .unwrap_or_else(|_| Err("an internal error of the unit while it was made".to_owned()));
    match made {
        Ok(unit) => Box::into_raw(Box::new(Instance { unit, name, log, logs_on })),
        Err(message) => {
            if let Ok(message) = CString::new(message.replace(['\0', '%'], " ")) {
                log(&name, ERROR, c"logStatusError", &message);
            }
            std::ptr::null_mut()
        }
    }
}

/// Frees an instance.
pub(crate) fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the pointer came from `Box::into_raw`, and the host frees it once.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_decoded() {
        for (location, path) in [
            ("file:///units/a%20b/resources", "/units/a b/resources"),
            ("file://localhost/units/r", "/units/r"),
            ("file:/units/r", "/units/r"),
            ("/units/r", "/units/r"),
            ("file:///C:/r", "C:/r"),
            ("file:///units/100%", "/units/100%"),
        ] {
            assert_eq!(folder_of(location), PathBuf::from(path), "{location}");
        }
    }
}
