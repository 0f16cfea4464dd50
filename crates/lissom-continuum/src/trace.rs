//! The eleven steps of the method for one system \[Singer1994, §4\].

use lissom_symbolic::{Expr, Node};

use crate::derivation::{Contribution, Derivation, Equation, EquationKind};
use crate::notation::Notation;
use crate::parts::End;

/// The derivation as a list of lines.
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
    lines.push(format!("1. Flexible parts: {}. Lumped parts: {}.", join_names(&members), join_names(&lumps)));
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
    lines.push(format!("4. All coordinates of lumped parts and ends: {}.", join_names(&names)));
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

/// Whether a contribution is on the right side: a load, a loss, or an end load of a member.
fn is_force(term: &Contribution) -> bool {
    ["load", "force", "damping"].iter().any(|word| term.origin.contains(word))
}

/// Equations of coordinates and fields, each with the factor of its terms before step 10.
fn lagrangian(derivation: &Derivation) -> impl Iterator<Item = (&Equation, &'static str)> {
    derivation.equations().iter().filter_map(|equation| match equation.kind {
        EquationKind::Coordinate => Some((equation, "")),
        EquationKind::Field { .. } => Some((equation, " Δx")),
        EquationKind::Natural { .. } | EquationKind::Compatibility { .. } => None,
    })
}

fn forces(derivation: &Derivation, lines: &mut Vec<String>) {
    lines.push("8. Generalised forces Ξ: loads, losses, and end loads of the members:".to_owned());
    for (equation, width) in lagrangian(derivation) {
        for term in equation.contributions.iter().filter(|term| is_force(term)) {
            let force = opposite(derivation, term.expr, width);
            lines.push(format!("   Ξ({}): {force}   [{}]", equation.name, term.origin));
        }
    }
}

/// Minus an expression, times the width of a particle where it has one: forces are on the right side,
/// contributions on the left.
fn opposite(derivation: &Derivation, expr: Expr, width: &str) -> String {
    let shown = text(derivation, expr);
    let is_sum = match derivation.algebra.store.node(expr) {
        Node::Sum(constant, terms) => terms.len() > 1 || !constant.is_zero(),
        _ => false,
    };
    match (is_sum, shown.strip_prefix('−')) {
        (true, _) => format!("−({shown}){width}"),
        (false, Some(rest)) => format!("{rest}{width}"),
        (false, None) => format!("−{shown}{width}"),
    }
}

fn equations(derivation: &Derivation, lines: &mut Vec<String>) {
    lines.push("9. The extended Lagrange equation for every coordinate, its terms from T and V:".to_owned());
    for (equation, width) in lagrangian(derivation) {
        for term in equation.contributions.iter().filter(|term| !is_force(term)) {
            let shown = text(derivation, term.expr);
            let shown = if width.is_empty() { shown } else { format!("({shown}){width}") };
            lines.push(format!("   {}: {shown}   [{}]", equation.name, term.origin));
        }
    }
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

fn join_names(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
