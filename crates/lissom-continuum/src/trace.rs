//! The eleven steps of the method, told for one system \[Singer1994, §4\].

use lissom_symbolic::Expr;

use crate::derivation::{Derivation, Equation, EquationKind};
use crate::notation::Notation;
use crate::parts::End;

/// The derivation as a list of lines, step after step.
pub(crate) fn trace(derivation: &Derivation) -> Vec<String> {
    let mut lines = Vec::new();
    model(derivation, &mut lines);
    coordinates(derivation, &mut lines);
    energies(derivation, &mut lines);
    forces(derivation, &mut lines);
    equations(derivation, &mut lines);
    lines
}

fn text(derivation: &Derivation, expr: Expr) -> String {
    derivation.expression(expr, Notation::Unicode)
}

fn model(derivation: &Derivation, lines: &mut Vec<String>) {
    let parts = &derivation.parts;
    let members: Vec<&str> = parts.members.iter().map(|member| member.name.as_str()).collect();
    let lumps: Vec<&str> = parts.lumps.iter().map(|lump| lump.name.as_str()).collect();
    lines.push(format!("1. Flexible parts: {}. Lumped parts: {}.", listed(&members), listed(&lumps)));
    lines.extend(derivation.notes().iter().map(|note| format!("   {note}")));
    lines.push(
        "2. Each flexible part is replaced by one representative particle at x, of width Δx.".to_owned(),
    );
}

fn coordinates(derivation: &Derivation, lines: &mut Vec<String>) {
    lines.push("3. Coordinates of the particles and of the ends:".to_owned());
    for member in &derivation.parts.members {
        let fields: Vec<&str> =
            member.fields.iter().map(|field| derivation.algebra.jets.name(*field)).collect();
        lines.push(format!("   {}: particle {}(x, t)", member.name, fields.join("(x, t), ")));
        for end in End::BOTH {
            for (quantity, follows) in member.quantities.iter().zip(&member.follows[end as usize]) {
                let target = follows.map_or_else(|| "free".to_owned(), |expr| text(derivation, expr));
                lines.push(format!("   {}, end {}: {} = {target}", member.name, end.key(), quantity.name));
            }
        }
    }
    let names: Vec<&str> = derivation.parts.coordinates.iter().map(|(name, _)| name.as_str()).collect();
    lines.push(format!("4. All coordinates of lumped parts and ends: {}.", listed(&names)));
}

fn energies(derivation: &Derivation, lines: &mut Vec<String>) {
    let zero = derivation.algebra.store.zero();
    lines.push("5. Energies of the flexible parts:".to_owned());
    for member in &derivation.parts.members {
        for (what, expr) in [("T", member.kinetic), ("V", member.potential), ("R", member.dissipation)] {
            if expr != zero {
                lines.push(format!("   {}: {what} = ({}) Δx", member.name, text(derivation, expr)));
            }
        }
    }
    lines.push("6. Energies of the lumped parts:".to_owned());
    for lump in &derivation.parts.lumps {
        for (what, expr) in [("T", lump.kinetic), ("V", lump.potential), ("R", lump.dissipation)] {
            if expr != zero {
                lines.push(format!("   {}: {what} = {}", lump.name, text(derivation, expr)));
            }
        }
    }
    lines.push("7. L = Σ T − Σ V.".to_owned());
}

fn forces(derivation: &Derivation, lines: &mut Vec<String>) {
    lines.push("8. Generalised forces: loads, losses, and what the members apply at their ends:".to_owned());
    for equation in derivation.equations().iter().filter(|equation| equation.kind == EquationKind::Coordinate)
    {
        for term in &equation.contributions {
            let is_force = ["load", "force", "damping"].iter().any(|word| term.origin.contains(word));
            if is_force {
                // Forces stand on the right side, contributions on the left.
                lines.push(format!(
                    "   {}: −({})   [{}]",
                    equation.name,
                    text(derivation, term.expr),
                    term.origin
                ));
            }
        }
    }
}

fn equations(derivation: &Derivation, lines: &mut Vec<String>) {
    lines.push("9. The extended Lagrange equation for every coordinate.".to_owned());
    lines.push("10. Equations of particles, divided by Δx:".to_owned());
    let list = |kind: fn(&Equation) -> bool, lines: &mut Vec<String>| {
        for equation in derivation.equations().iter().filter(|equation| kind(equation)) {
            lines.push(format!("   {}: {}", equation.name, derivation.text(equation)));
        }
    };
    list(|equation| matches!(equation.kind, EquationKind::Field { .. }), lines);
    lines.push("11. Terms that still carry Δx, integrated along their members:".to_owned());
    list(|equation| equation.kind == EquationKind::Coordinate, lines);
    lines.push("    with at the ends".to_owned());
    let at_end = |equation: &Equation| {
        matches!(equation.kind, EquationKind::Natural { .. } | EquationKind::Compatibility { .. })
    };
    list(at_end, lines);
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
