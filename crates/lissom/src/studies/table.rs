//! All rows of a study as one table.

use super::journal::Row;
use crate::npz::NamedArray;

/// Parameters and numbers of all rows, by row and column.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyTable {
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// Values of the parameters (SI units), one list for each row of `rows`.
    pub points: Vec<Vec<f64>>,
    /// Labels of the numbers, in the order in which rows have them.
    pub columns: Vec<String>,
    /// The rows, by number.
    pub rows: Vec<Row>,
}

impl StudyTable {
    /// The table of finished rows; `points` has every point of the study.
    #[must_use]
    pub fn new(parameters: Vec<String>, points: &[Vec<f64>], mut rows: Vec<Row>) -> Self {
        rows.sort_by_key(|row| row.index);
        let mut columns: Vec<String> = Vec::new();
        let mut known = std::collections::HashSet::new();
        for (label, _) in rows.iter().flat_map(|row| &row.values) {
            if known.insert(label.as_str()) {
                columns.push(label.clone());
            }
        }
        let points = rows.iter().map(|row| points[row.index].clone()).collect();
        Self { parameters, points, columns, rows }
    }

    /// A column by its place in `columns`; `None` where a row lacks it.
    #[must_use]
    pub fn column(&self, at: usize) -> Vec<Option<f64>> {
        let label = &self.columns[at];
        let value = |row: &Row| row.values.iter().find(|(known, _)| known == label).map(|(_, value)| *value);
        self.rows.iter().map(value).collect()
    }

    /// Number of rows without an answer.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.rows.iter().filter(|row| row.failure.is_some()).count()
    }

    /// As comma-separated values: number, parameters, numbers to the last digit, failure. `quoted` makes the head of a
    /// column.
    #[must_use]
    pub fn csv(&self, quoted: impl Fn(&str) -> String) -> String {
        let heads = self.parameters.iter().chain(&self.columns).map(|name| quoted(name));
        let mut text = format!("row,{},failure\n", heads.collect::<Vec<_>>().join(","));
        let columns: Vec<Vec<Option<f64>>> = (0..self.columns.len()).map(|k| self.column(k)).collect();
        for (i, row) in self.rows.iter().enumerate() {
            let point = self.points[i].iter().map(|value| value.to_string());
            let values =
                columns.iter().map(|column| column[i].map_or(String::new(), |value| value.to_string()));
            let cells: Vec<String> = point.chain(values).collect();
            let failure = row.failure.as_ref().map_or(String::new(), |(_, reason)| quoted(reason));
            text += &format!("{},{},{failure}\n", row.index, cells.join(","));
        }
        text
    }

    /// As arrays: `row`, every parameter and every column by name, and `ok`, which is 0 in rows without an answer. Missing
    /// numbers are NaN.
    #[must_use]
    pub fn arrays(&self) -> Vec<NamedArray> {
        let vector = |name: &str, values: Vec<f64>| NamedArray {
            name: name.to_owned(),
            shape: vec![values.len()],
            values,
        };
        let mut arrays = vec![vector("row", self.rows.iter().map(|row| row.index as f64).collect())];
        for (k, name) in self.parameters.iter().enumerate() {
            arrays.push(vector(name, self.points.iter().map(|point| point[k]).collect()));
        }
        for (k, name) in self.columns.iter().enumerate() {
            arrays.push(vector(name, self.column(k).into_iter().map(|v| v.unwrap_or(f64::NAN)).collect()));
        }
        let ok = self.rows.iter().map(|row| f64::from(u8::from(row.failure.is_none())));
        arrays.push(vector("ok", ok.collect()));
        arrays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_order_with_gaps_where_numbers_are_missing() {
        let row = |index, values: &[(&str, f64)]| Row {
            index,
            values: values.iter().map(|(label, value)| ((*label).to_owned(), *value)).collect(),
            failure: values.is_empty().then(|| ("model".to_owned(), "too \"thin\"".to_owned())),
        };
        let rows = vec![row(2, &[("f.0", 3.0), ("f.1", 4.0)]), row(0, &[("f.0", 0.1)]), row(1, &[])];
        let points = vec![vec![10.0], vec![20.0], vec![30.0]];
        let table = StudyTable::new(vec!["a".to_owned()], &points, rows);
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let expected =
            "row,\"a\",\"f.0\",\"f.1\",failure\n0,10,0.1,,\n1,20,,,\"too \"\"thin\"\"\"\n2,30,3,4,\n";
        assert_eq!(table.csv(quoted), expected);
        assert_eq!(table.failed(), 1);
        let arrays = table.arrays();
        assert_eq!(
            arrays.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(),
            ["row", "a", "f.0", "f.1", "ok"]
        );
        assert!(arrays[2].values[1].is_nan() && arrays[4].values == [1.0, 0.0, 1.0]);
    }
}
