//! A linear model with named signals: of a structure, a reduction, a mechanism about a state, or state equations.

use crate::error::ExportError;
use crate::exporter::ExportRequest;
use crate::origin::Origin;
use lissom::{At, Motion, Progress, Session, Vibration};
use lissom_dynamics::ModalStateSpace;
use lissom_linalg::Dense;
use lissom_mech::{Pattern, Structure};
use std::borrow::Cow;

/// Largest structure whose modes are all computed.
pub(crate) const MOST_DENSE: usize = 1500;

/// An input, output or state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its name.
    pub name: String,
    /// Symbol of its unit; empty where it has none or it is not known.
    pub unit: String,
}

/// ẋ = A x + B u, y = C x + D u.
#[derive(Clone, Debug)]
pub struct LinearExport {
    /// Where it comes from.
    pub origin: Origin,
    /// A.
    pub a: Dense,
    /// B.
    pub b: Dense,
    /// C.
    pub c: Dense,
    /// D.
    pub d: Dense,
    /// States.
    pub states: Vec<Signal>,
    /// Inputs.
    pub inputs: Vec<Signal>,
    /// Outputs.
    pub outputs: Vec<Signal>,
}

/// A structure to be exported, and where it comes from.
pub(crate) struct StructureExport<'s> {
    pub origin: Origin,
    pub structure: Cow<'s, Structure>,
}

/// The structure that a request names.
pub(crate) fn structure<'s>(
    format: &'static str,
    session: &'s Session,
    request: &ExportRequest,
    progress: &dyn Progress,
) -> Result<StructureExport<'s>, ExportError> {
    let mut origin = Origin::of(session, request)?;
    if session.machine()?.vibration() == Vibration::Exact {
        return Err(ExportError::NotFor {
            format,
            why: "a continuum has infinitely many coordinates".to_owned(),
            instead: "divide it into [[beam]] elements, or see `lissom derive --code c`",
        });
    }
    if session.machine()?.vibration() != Vibration::Modes {
        return Err(ExportError::NotFor {
            format,
            why: "it has no matrices of mass and stiffness".to_owned(),
            instead: what_would_do(session),
        });
    }
    if let Some(spin) = session.model()?.spin.as_ref().filter(|spin| spin.speed != 0.0) {
        return Err(ExportError::NotFor {
            format,
            why: format!("it spins at {:.6} rad/s, and gyroscopic matrices are not exported", spin.speed),
            instead: "`lissom campbell` answers for rotating structures; --set the speed to 0 exports the structure at rest",
        });
    }
    if request.model() == "full" {
        let at = request.at.as_ref().unwrap_or(&At::Reference);
        let found = session.structure_at(at, progress)?;
        origin.about = Some(at.to_string());
        origin.notes.extend(found.notes);
        return Ok(StructureExport { origin, structure: found.structure });
    }
    let reduced = session.reduced_structure(request.model(), request.at.as_ref(), progress)?;
    let at = match &request.at {
        Some(at) => at.to_string(),
        None => session.place_of(session.reduction(request.model())?)?.to_string(),
    };
    origin.about = Some(at);
    origin.notes.extend(reduced.notes.iter().cloned());
    origin.add_reduction(session, request.at.as_ref(), progress)?;
    Ok(StructureExport { origin, structure: Cow::Owned(reduced.structure) })
}

/// Which formats hold a model of its kind, for refusals of others.
pub(crate) fn what_would_do(session: &Session) -> &'static str {
    let moves = session.moves("full").is_ok_and(|motion| motion == Motion::Mechanism);
    match session.machine().map(|machine| machine.vibration()) {
        Ok(Vibration::Exact) => {
            "divide it into [[beam]] elements for other formats, or see `lissom derive --code c`"
        }
        Ok(Vibration::Modes) if moves => {
            "`fmu2` holds its equations of motion, `mtx` its matrices about a state"
        }
        Ok(Vibration::Modes) => "`mtx`, `op4` and `dmig` hold its matrices",
        Ok(Vibration::Oscillations) => {
            "`npz`, `mat` and `json` hold state equations with inputs, `csv` motions over [analysis.simulate]"
        }
        Err(_) => "`lissom check` says what is wrong with the model",
    }
}

impl LinearExport {
    /// The linear model that a request names, as first-order equations.
    ///
    /// # Errors
    /// When there is no such model, it is too large, has no inputs or outputs, or cannot be computed.
    pub fn of(
        format: &'static str,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Self, ExportError> {
        let made = match session.machine()?.vibration() {
            Vibration::Oscillations => Self::of_equations(format, session, request)?,
            Vibration::Exact => {
                return Err(ExportError::NotFor {
                    format,
                    why: "a continuum has infinitely many states".to_owned(),
                    instead: "divide it into [[beam]] elements, or see `lissom derive --code c`",
                });
            }
            Vibration::Modes => Self::of_structure(format, structure(format, session, request, progress)?)?,
        };
        made.demand_ports(format, session)?;
        made.demand_finite()?;
        Ok(made)
    }

    fn of_structure(format: &'static str, export: StructureExport<'_>) -> Result<Self, ExportError> {
        let StructureExport { origin, structure } = export;
        let size = structure.size();
        if size > MOST_DENSE {
            return Err(ExportError::TooLarge { format, size, most: MOST_DENSE });
        }
        let space = ModalStateSpace::of(&structure).map_err(lissom::Failure::from)?;
        let modes = space.frequencies.len();
        let state = |k: usize, of: &str, unit: &str| Signal {
            name: format!("mode {}{of}", k + 1),
            unit: unit.to_owned(),
        };
        let amplitudes = (0..modes).map(|k| state(k, "", "m kg^0.5"));
        let rates = (0..modes).map(|k| state(k, " rate", "m kg^0.5/s"));
        let states = amplitudes.chain(rates).collect();
        let ModalStateSpace { a, b, c, d, .. } = space;
        let (inputs, outputs) = (signals(&structure.inputs), signals(&structure.outputs));
        Ok(Self { origin, a, b, c, d, states, inputs, outputs })
    }

    fn of_equations(
        format: &'static str,
        session: &Session,
        request: &ExportRequest,
    ) -> Result<Self, ExportError> {
        if let Some(at) = &request.at {
            return Err(ExportError::NotFor {
                format,
                why: format!("state equations are the same everywhere, and `{at}` was requested"),
                instead: "omit --at",
            });
        }
        let found = session.state_equations_of(request.model())?;
        if found.e.max_abs() > 0.0 || found.f.max_abs() > 0.0 {
            return Err(ExportError::NotFor {
                format,
                why: "it answers to rates of its inputs, which A, B, C, D cannot express".to_owned(),
                instead: "choose another causality or displacement outputs; `lissom bond` names the elements",
            });
        }
        let named = |names: &[String], units: &[Option<&'static str>]| -> Vec<Signal> {
            let units = units.iter().map(|unit| unit.unwrap_or_default().to_owned());
            names.iter().cloned().zip(units).map(|(name, unit)| Signal { name, unit }).collect()
        };
        use lissom_dynamics::Linear;
        let rows = found.rows();
        let states = rows.iter().map(|row| Signal { name: row.name.clone(), unit: row.unit.to_owned() });
        Ok(Self {
            origin: Origin::of(session, request)?,
            states: states.collect(),
            inputs: named(&found.inputs, &found.input_units),
            outputs: named(&found.outputs, &found.output_units),
            a: found.a.clone(),
            b: found.b.clone(),
            c: found.c.clone(),
            d: found.d.clone(),
        })
    }

    fn demand_ports(&self, format: &'static str, session: &Session) -> Result<(), ExportError> {
        let has_matrices = session.machine()?.vibration() == Vibration::Modes;
        let (why, instead) = match (self.inputs.is_empty(), self.outputs.is_empty()) {
            (true, _) if has_matrices => {
                ("it has no input", "add a [[force]] or [[torque]], or use `mtx` for matrices alone")
            }
            (true, _) => {
                ("it has no input", "add a source (Se, Sf); `csv` holds its motion over [analysis.simulate]")
            }
            (_, true) if has_matrices => {
                ("it has no output", "add an [[output]], or use `mtx` for matrices alone")
            }
            (_, true) => ("it has no output", "add an [[output]]"),
            _ => return Ok(()),
        };
        Err(ExportError::NotFor { format, why: why.to_owned(), instead })
    }

    fn demand_finite(&self) -> Result<(), ExportError> {
        for (matrix, values) in [("A", &self.a), ("B", &self.b), ("C", &self.c), ("D", &self.d)] {
            if let Some((row, column)) = values.first_not_finite() {
                return Err(ExportError::NotFinite { matrix, row: row + 1, column: column + 1 });
            }
        }
        Ok(())
    }
}

/// Names and units of patterns.
pub(crate) fn signals(patterns: &[Pattern]) -> Vec<Signal> {
    patterns.iter().map(|p| Signal { name: p.name.clone(), unit: p.unit.clone() }).collect()
}
