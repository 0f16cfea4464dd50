//! Operating states as JSON.

use crate::checks::coordinate_name;
use crate::reports::operating_states::{FoundState, StateReport};
use crate::reports::slow_loads::{ChangeReport, SlowLoad};
use crate::reports::state_poles::stability_words;
use lissom_mech::FrameForces;
use lissom_mech::elements::EndForces;
use lissom_model::model::Coordinate;
use serde_json::{Map, Value, json};

/// One state; `rows` are the names of the deformation's entries, given when it is wanted.
pub(super) fn state(report: &StateReport, rows: Option<&[String]>) -> Value {
    let mut object = Map::new();
    object.insert("name".into(), json!(report.name));
    object.insert("kind".into(), json!(report.kind));
    match &report.found {
        Err(reason) => {
            object.insert("residual".into(), Value::Null);
            object.insert("failure".into(), json!(reason));
        }
        Ok(found) => fill(&mut object, found, rows),
    }
    Value::Object(object)
}

fn fill(object: &mut Map<String, Value>, found: &FoundState, rows: Option<&[String]>) {
    let p = &found.power;
    let outputs: Map<String, Value> = found.outputs.iter().map(|(n, _, v)| (n.clone(), json!(v))).collect();
    let units: Map<String, Value> = found.outputs.iter().map(|(n, u, _)| (n.clone(), json!(u))).collect();
    object.insert("residual".into(), json!(found.residual));
    object.insert("failure".into(), Value::Null);
    object.insert("stationary".into(), json!(found.stationary));
    object.insert("rigid_velocity".into(), rates(&found.velocity));
    object.insert("rigid_acceleration".into(), rates(&found.acceleration));
    object.insert("speed_rad_s".into(), json!(found.speed));
    let largest = found.largest.as_ref();
    object.insert(
        "deformation_max".into(),
        json!(largest.map(|(at, value)| json!({ "at": at, "value_m": value }))),
    );
    let by_unit = found.largest_by_unit.iter();
    let by_unit = by_unit.map(|(unit, at, value)| json!({ "unit": unit.symbol(), "at": at, "value": value }));
    object.insert("deformation_max_by_unit".into(), by_unit.collect());
    object.insert("linear".into(), json!(found.certificate.is_none()));
    if let Some(size) = &found.linear {
        object.insert(
            "nonlinearity".into(),
            json!({ "rotation_rad": size.rotation, "displacement_over_size": size.displacement }),
        );
    }
    if let Some(certificate) = &found.certificate {
        object.insert("stability".into(), json!(stability_words(certificate)));
        object.insert("certified".into(), json!(certificate.verdict.is_certified()));
        object.insert("bound".into(), json!(certificate.verdict.bound()));
        object.insert("why".into(), json!(certificate.verdict.why_not()));
        object.insert("mesh".into(), crate::json::wire_poles::mesh(certificate));
    }
    object.insert("elastic_energy_J".into(), json!(found.elastic_energy));
    object.insert("gauge".into(), json!(found.gauge));
    object.insert(
        "power_W".into(),
        json!({
            "supplied": p.supplied,
            "stored": p.stored,
            "dissipated": p.dissipated,
            "internal": p.internal,
            "residual": p.residual(),
        }),
    );
    object.insert("outputs".into(), Value::Object(outputs));
    object.insert("units".into(), Value::Object(units));
    if let Some(forces) = &found.forces {
        object.insert("reactions".into(), reactions(forces));
        object.insert("members".into(), members(forces));
    }
    if let Some(slow) = &found.slow_load {
        object.insert("slow_load".into(), slow_load(slow));
    }
    if let Some(report) = &found.change {
        object.insert("change".into(), change(found, report));
    }
    object.insert("notes".into(), json!(found.notes));
    if let Some(rows) = rows {
        object.insert("deformation".into(), json!({ "coordinates": rows, "values": found.deformation }));
        object
            .insert("internal_force".into(), json!({ "coordinates": rows, "values": found.internal_force }));
    }
}

/// 1 + H(s) = k/(m s² + d s + k), and the series in derivatives of the load.
fn slow_load(slow: &SlowLoad) -> Value {
    let one = &slow.one_vector;
    json!({
        "mass": one.mass,
        "damping": one.damping,
        "stiffness": one.stiffness,
        "rigid_drag": one.rigid_drag,
        "natural_frequency_hz": slow.natural_frequency_hz(),
        "valid_below_hz": finite(slow.valid_below_hz()),
        "series_norms": slow.terms,
        "series_below_hz": finite(slow.series_below_hz),
    })
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn change(found: &FoundState, report: &ChangeReport) -> Value {
    let names = found.outputs.iter().map(|(name, _, _)| name.clone());
    let outputs: Map<String, Value> = names.zip(report.outputs.iter().map(|values| json!(values))).collect();
    let c = &report.change;
    json!({
        "t": c.times,
        "inertial_share": c.inertial_share,
        "elastic_energy_J": c.elastic_energy,
        "indicator": c.indicator,
        "error_estimate": c.error_estimate(),
        "first_frequency_hz": c.first_frequency / std::f64::consts::TAU,
        "outputs": outputs,
    })
}

fn rates(rates: &[(Coordinate, f64)]) -> Value {
    Value::Object(rates.iter().map(|(kind, rate)| (coordinate_name(*kind).to_owned(), json!(rate))).collect())
}

fn reactions(forces: &FrameForces) -> Value {
    let each = forces.reactions.iter();
    each.map(|r| json!({ "support": r.name, "unit": r.unit, "value": r.value })).collect()
}

fn members(forces: &FrameForces) -> Value {
    let end = |e: &EndForces| {
        json!({
            "axial_N": e.axial,
            "shear_N": e.shear,
            "torsion_Nm": e.torsion,
            "bending_Nm": e.bending,
        })
    };
    let each = forces.members.iter();
    each.map(|m| json!({ "name": m.name, "first": end(&m.ends[0]), "second": end(&m.ends[1]) })).collect()
}
