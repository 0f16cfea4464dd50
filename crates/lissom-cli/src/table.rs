//! Aligned tables: heads with units, numbers to the right.

/// A table of text.
pub struct Table {
    heads: Vec<[String; 2]>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a head and a unit for each column.
    pub fn new(heads: &[(&str, &str)]) -> Self {
        let heads = heads.iter().map(|(name, unit)| [(*name).to_owned(), (*unit).to_owned()]).collect();
        Self { heads, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.heads.len(), "a row has a cell for each column");
        self.rows.push(cells);
    }

    /// The table as lines, two blanks between columns.
    pub fn render(&self) -> String {
        let width = |j: usize| {
            let heads = self.heads[j].iter().map(|h| h.chars().count());
            let cells = self.rows.iter().map(|row| row[j].chars().count());
            heads.chain(cells).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let padded: Vec<String> = cells.zip(&widths).map(|(cell, w)| format!("{cell:>w$}")).collect();
            format!("  {}\n", padded.join("  ")).trim_end().to_owned() + "\n"
        };
        let mut text = line(&mut self.heads.iter().map(|h| &h[0]));
        if self.heads.iter().any(|h| !h[1].is_empty()) {
            text += &line(&mut self.heads.iter().map(|h| &h[1]));
        }
        for row in &self.rows {
            text += &line(&mut row.iter());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_to_the_right() {
        let mut table = Table::new(&[("mode", ""), ("f", "[Hz]")]);
        table.row(vec!["1".into(), "5.33".into()]);
        table.row(vec!["10".into(), "1240.1".into()]);
        assert_eq!(
            table.render(),
            "  mode       f\n            [Hz]\n     1    5.33\n    10  1240.1\n"
                .replace("            [Hz]", "          [Hz]")
        );
    }
}
