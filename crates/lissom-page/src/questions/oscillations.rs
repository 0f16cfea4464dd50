//! Oscillations of modal bodies and bond graphs.

use super::modes::check_table;
use crate::block::{Block, Section};
use crate::display_numbers::{fixed, short};
use crate::table::{Cell, Table};
use lissom::{CheckOutcome, OscillationReport};

pub(super) fn show(report: &OscillationReport, checks: &[CheckOutcome], section: &mut Section) {
    for variant in &report.variants {
        let heads = [
            ("oscillation", ""),
            ("frequency", "Hz"),
            ("damping", "%"),
            ("energy in residual compliance", "%"),
        ];
        let mut table = Table::new(&format!("Oscillations, model {}", variant.model), &heads);
        for (i, own) in variant.oscillations.iter().enumerate() {
            table.row(vec![
                Cell::Count(i + 1),
                own.frequency_hz.into(),
                Cell::Text(fixed(100.0 * own.damping_ratio, 4)),
                Cell::Text(fixed(100.0 * own.residual_share, 2)),
            ]);
        }
        let decays: Vec<String> = variant.real_poles.iter().map(|pole| short(*pole)).collect();
        let decaying =
            if decays.is_empty() { "none".to_owned() } else { format!("{} 1/s", decays.join(", ")) };
        table.note = Some(format!(
            "{} states; poles at zero: {}; poles that only decay: {decaying}",
            variant.states, variant.zero_poles
        ));
        section.blocks.push(Block::Table(table));
    }
    let worst = report.variants.iter().map(|variant| variant.residual).fold(0.0, f64::max);
    let text = match report.is_complete() {
        true => format!("every pole was found, residual at most {worst:.1e}"),
        false => format!("NOT CERTIFIED: a pole has the residual {worst:.1e}"),
    };
    section.certify(report.is_complete(), text);
    check_table(section, checks);
}
