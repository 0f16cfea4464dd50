//! The names and the placement of one component.

use std::borrow::Cow;

use crate::components::frame::Frame;

/// A component as placed in the model; the model itself is the first, with an empty name.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// Its name as seen from the model, such as `arm.leg2`; empty for the model itself.
    pub name: String,
    /// Where it is placed in the model.
    pub frame: Frame,
}

impl Scope {
    /// The model itself.
    pub fn of_model() -> Self {
        Self { name: String::new(), frame: Frame::IDENTITY }
    }

    /// A name of the component as seen from the model.
    pub fn full<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.name.is_empty() || name == "ground" {
            return Cow::Borrowed(name);
        }
        Cow::Owned(format!("{}.{name}", self.name))
    }

    /// A name of the model as the component writes it; `None` where it belongs to another.
    pub fn own<'n>(&self, full: &'n str) -> Option<&'n str> {
        if self.name.is_empty() {
            return Some(full);
        }
        full.strip_prefix(&self.name)?.strip_prefix('.')
    }
}
