//! A table of modes from a universal file, measured or computed by another program.

use super::mode::Mode;
use super::table::ModeTable;
use crate::error::BondError;
use crate::uff::{NodalData, Record};
use std::f64::consts::TAU;

/// Analysis type of a real normal mode.
const NORMAL_MODE: i64 = 2;

/// A port at a node of a universal file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredPort {
    /// Name of the port.
    pub name: String,
    /// Label of the node.
    pub node: i64,
    /// Which of the values at the node: 0, 1, 2 for translations along x, y, z.
    pub component: usize,
}

impl ModeTable {
    /// The real normal modes (dataset 55) of a universal file at the given ports, ascending in frequency.
    ///
    /// Modes of frequency zero become rigid motions. A viscous damping ratio is taken over, d = 2 ζ m ω.
    ///
    /// # Errors
    /// [`BondError::NoModes`] if there are none, [`BondError::Unknown`] for a node without values.
    pub fn from_universal(name: &str, records: &[Record], ports: &[MeasuredPort]) -> Result<Self, BondError> {
        let mut modes = Vec::new();
        for record in records {
            let Record::NodalData(data) = record else { continue };
            if data.analysis_type == NORMAL_MODE && !data.is_complex {
                modes.push(mode(data, ports)?);
            }
        }
        if modes.is_empty() {
            return Err(BondError::NoModes { body: name.to_owned() });
        }
        modes.sort_by(|a, b| a.angular_frequency().total_cmp(&b.angular_frequency()));
        let (rigid, elastic) = modes.into_iter().partition(Mode::is_rigid);
        let ports = ports.iter().map(|port| port.name.clone()).collect();
        Ok(Self { name: name.to_owned(), ports, rigid, elastic })
    }
}

fn mode(data: &NodalData, ports: &[MeasuredPort]) -> Result<Mode, BondError> {
    let parameter = |k: usize| data.parameters.get(k).copied().unwrap_or(0.0);
    let (frequency, given_mass, ratio) = (parameter(0), parameter(1), parameter(2));
    // Some programs write a modal mass of zero; shapes are then mass-normalised by convention.
    let mass = if given_mass > 0.0 { given_mass } else { 1.0 };
    let omega = TAU * frequency;
    let mut shape = Vec::with_capacity(ports.len());
    for port in ports {
        let found = data.values.iter().find(|(node, _)| *node == port.node);
        let value = found.and_then(|(_, values)| values.get(port.component));
        let unknown = || BondError::Unknown {
            what: "node and component",
            name: format!("{}[{}]", port.node, port.component),
        };
        shape.push(*value.ok_or_else(unknown)?);
    }
    Ok(Mode { mass, stiffness: mass * omega * omega, damping: 2.0 * ratio * mass * omega, shape })
}
