//! The operating states of `[state.NAME]` as text.

use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::table::Table;
use lissom::{FoundState, RowKind, StateReport};

/// A table of the states, their outputs and reactions, and why others cannot be.
pub fn text(name: &str, path: &str, states: &[StateReport]) -> String {
    let found: Vec<(&StateReport, &FoundState)> =
        states.iter().filter_map(|s| s.found.as_ref().ok().map(|f| (s, f))).collect();
    let mut text = format!("{name}: {} of {} operating states\n\n", found.len(), states.len());
    if !found.is_empty() {
        text += &summary(&found).render();
        text += &outputs(&found);
        text += &reactions(&found);
        text += &slow_loads(&found);
        text += &changes(&found);
    }
    for state in states {
        if let Err(reason) = &state.found {
            text += &format!("\n  NO STATE {} ({}): {reason}\n", state.name, state.kind);
        }
    }
    text + &format!("\nnext: lissom states {} --json --shapes -o states.json\n", quoted(path))
}

fn summary(found: &[(&StateReport, &FoundState)]) -> Table {
    let heads = [
        ("state", ""),
        ("kind", ""),
        ("equations", ""),
        ("rigid motion", ""),
        ("deformation", "[m]"),
        ("at", ""),
        ("rotation", "[rad]"),
        ("at", ""),
        ("energy", "[J]"),
        ("residual", "[-]"),
    ];
    let mut table = Table::new(&heads);
    for (state, f) in found {
        let of = |kind: RowKind| {
            let found = f.largest_by_unit.iter().find(|(known, ..)| *known == kind);
            found.map_or(("-".to_owned(), "-".to_owned()), |(_, at, value)| (at.clone(), six(*value)))
        };
        let ((at, value), (turned_at, turned)) = (of(RowKind::Translation), of(RowKind::Rotation));
        table.row(vec![
            state.name.clone(),
            state.kind.to_owned(),
            equations(f),
            motion(f),
            value,
            at,
            turned,
            turned_at,
            six(f.elastic_energy),
            size(f.residual),
        ]);
    }
    table
}

/// Linear, or nonlinear with its verdict.
fn equations(f: &FoundState) -> String {
    match &f.certificate {
        None => "linear".to_owned(),
        Some(certificate) => format!("nonlinear, {}", lissom::stability_words(certificate)),
    }
}

/// The rigid motion as text: `a: y 1.00000 m/s²`; parts below a billionth of the largest are rounding.
fn motion(f: &FoundState) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(speed) = f.speed {
        parts.push(format!("spin {} rad/s", six(speed)));
        return parts.remove(0);
    }
    for (letter, list, per) in [("v", &f.velocity, "s"), ("a", &f.acceleration, "s²")] {
        let largest = list.iter().fold(0.0_f64, |m, (_, rate)| m.max(rate.abs()));
        for (kind, rate) in list.iter().filter(|(_, rate)| rate.abs() > 1e-9 * largest) {
            let unit = if kind.is_rotation() { "rad" } else { "m" };
            let kind = format!("{kind:?}").to_lowercase();
            parts.push(format!("{letter}_{kind} {} {unit}/{per}", six(*rate)));
        }
    }
    if parts.is_empty() { "at rest".to_owned() } else { parts.join(", ") }
}

fn outputs(found: &[(&StateReport, &FoundState)]) -> String {
    let Some((_, first)) = found.first().filter(|(_, f)| !f.outputs.is_empty()) else { return String::new() };
    let units: Vec<String> = first.outputs.iter().map(|(_, unit, _)| format!("[{unit}]")).collect();
    let mut heads = vec![("state", "")];
    heads.extend(first.outputs.iter().zip(&units).map(|((name, unit, _), bracketed)| {
        (name.as_str(), if unit.is_empty() { "" } else { bracketed.as_str() })
    }));
    let mut table = Table::new(&heads);
    for (state, f) in found {
        // An output that is a difference of equal displacements is rounding, not a number to read.
        let noise = 1e-12 * f.largest.as_ref().map_or(0.0, |(_, value)| value.abs());
        let values = f.outputs.iter().map(|(_, _, v)| if v.abs() < noise { "0".to_owned() } else { six(*v) });
        table.row(std::iter::once(state.name.clone()).chain(values).collect());
    }
    format!("\noutputs, of the deformation\n{}", table.render())
}

fn reactions(found: &[(&StateReport, &FoundState)]) -> String {
    let mut table = Table::new(&[("state", ""), ("support", ""), ("reaction", ""), ("unit", "")]);
    let mut any = false;
    for (state, f) in found {
        for reaction in f.forces.iter().flat_map(|forces| &forces.reactions) {
            any = true;
            let support = reaction.name.trim_start_matches("support of ").to_owned();
            table.row(vec![state.name.clone(), support, six(reaction.value), reaction.unit.to_owned()]);
        }
    }
    if any { format!("\nreactions on the structure\n{}", table.render()) } else { String::new() }
}

/// What a force that begins to change would do: one shape, one series, and how far each goes.
fn slow_loads(found: &[(&StateReport, &FoundState)]) -> String {
    let heads = [
        ("state", ""),
        ("one shape", "[Hz]"),
        ("valid below", "[Hz]"),
        ("series below", "[Hz]"),
        ("drag", ""),
    ];
    let mut table = Table::new(&heads);
    let slow: Vec<_> = found.iter().filter_map(|(state, f)| Some((state, f.slow_load.as_ref()?))).collect();
    for (state, load) in &slow {
        let drags = load.one_vector.rigid_drag.iter().any(|d| d.abs() > 1e-12 * load.one_vector.stiffness);
        table.row(vec![
            state.name.clone(),
            six(load.natural_frequency_hz()),
            six(load.valid_below_hz()),
            six(load.series_below_hz),
            if drags { "couples" } else { "none" }.to_owned(),
        ]);
    }
    if slow.is_empty() {
        return String::new();
    }
    format!(
        "\nwhen the force begins to change: x = (1 + H) x₀ with 1 + H = k/(m s² + d s + k), one shape at √(k/m)\n{}",
        table.render()
    )
}

/// Changes over time at a few instants.
fn changes(found: &[(&StateReport, &FoundState)]) -> String {
    let mut text = String::new();
    for (state, change) in found.iter().filter_map(|(state, f)| Some((state, f.change.as_ref()?))) {
        let c = &change.change;
        let heads = [("time", "[s]"), ("inertia share", "[%]"), ("energy", "[J]"), ("indicator", "[-]")];
        let mut table = Table::new(&heads);
        let last = c.times.len() - 1;
        for k in (0..=10).map(|i| i * last / 10) {
            let share = c.inertial_share[k].map_or("-".to_owned(), |share| format!("{:.2}", 100.0 * share));
            table.row(vec![six(c.times[k]), share, six(c.elastic_energy[k]), size(c.indicator[k])]);
        }
        text +=
            &format!("\n{}: the rest of the force is balanced by dampers\n{}", state.name, table.render());
    }
    text
}
