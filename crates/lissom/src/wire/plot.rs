//! `lissom plot`.

use super::reply::Said;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom plot --what NAME`: where the picture is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Plot {
    /// Name of the picture.
    pub what: String,
    /// The file that was written.
    pub file: String,
}

impl Said for Plot {
    const VERB: &'static str = "plot";
}

/// `lissom plot` without a name: what can be drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlotList {
    /// What can be drawn.
    pub pictures: Vec<Picture>,
}

impl Said for PlotList {
    const VERB: &'static str = "plot";
}

/// A picture that can be drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Picture {
    /// Name for `--what`.
    pub name: String,
    /// What it shows.
    pub title: String,
}
