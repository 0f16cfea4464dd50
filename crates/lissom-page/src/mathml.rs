//! Equations for the page: the LaTeX that our printers write, as MathML, which browsers draw themselves.
//!
//! This reads no LaTeX in general. It reads the commands that the printers of expressions, derivations and bond graphs
//! use; another one is refused by name, and the page then shows the equation as text.

use lissom_model::xml_text;

/// A piece of LaTeX that is not known here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be set as MathML")]
pub(crate) struct NotSet(pub String);

/// Commands for one symbol, in addition to Greek letters.
const OPERATORS: &[(&str, &str)] = &[
    ("cdot", "·"),
    ("le", "≤"),
    ("ge", "≥"),
    ("ne", "≠"),
    ("land", "∧"),
    ("lor", "∨"),
    ("lnot", "¬"),
    ("int", "∫"),
    ("partial", "∂"),
    ("lfloor", "⌊"),
    ("rfloor", "⌋"),
    ("lceil", "⌈"),
    ("rceil", "⌉"),
];

const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "min", "max", "arcsin", "arccos", "arctan", "ln",
    "log",
];

const DOTS: &[(&str, &str)] = &[("dot", "˙"), ("ddot", "¨"), ("dddot", "⃛"), ("ddddot", "⃜")];

/// The equation as the contents of `<math>` elements, one for each term: browsers break lines between them only.
///
/// # Errors
/// A command that our printers do not write, or brackets that do not close.
pub(crate) fn mathml(latex: &str) -> Result<Vec<String>, NotSet> {
    let mut reader = Reader { rest: latex };
    let items = reader.items(&[])?;
    if !reader.rest.is_empty() {
        return Err(NotSet(reader.rest.chars().take(12).collect()));
    }
    let mut terms: Vec<String> = vec![String::new()];
    for item in items {
        let begins = ["+", "−", "="].iter().any(|sign| item == operator(sign));
        match terms.last_mut() {
            Some(last) if !begins || last.is_empty() => last.push_str(&item),
            // At the beginning of a term a sign is still a binary operator.
            _ => terms.push(item.replacen("<mo>", "<mo form=\"infix\">", 1)),
        }
    }
    Ok(terms.into_iter().map(|term| format!("<mrow>{term}</mrow>")).collect())
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Everything up to one of the endings, as one element.
    fn row(&mut self, endings: &[&str]) -> Result<String, NotSet> {
        let mut items = self.items(endings)?;
        let one = items.len() == 1;
        Ok(if one { items.remove(0) } else { format!("<mrow>{}</mrow>", items.concat()) })
    }

    /// Everything up to one of the endings, which is left.
    fn items(&mut self, endings: &[&str]) -> Result<Vec<String>, NotSet> {
        let mut items: Vec<String> = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches(' ');
            if self.rest.is_empty() || endings.iter().any(|ending| self.rest.starts_with(ending)) {
                return Ok(items);
            }
            let item = self.item()?;
            let item = self.scripts(item)?;
            items.push(item);
        }
    }

    fn take(&mut self, text: &str) -> Result<(), NotSet> {
        self.rest = self.rest.strip_prefix(text).ok_or_else(|| {
            NotSet(format!("{} where {text} belongs", self.rest.chars().take(12).collect::<String>()))
        })?;
        Ok(())
    }

    /// The content of braces, or one item.
    fn argument(&mut self) -> Result<String, NotSet> {
        self.rest = self.rest.trim_start_matches(' ');
        if !self.rest.starts_with('{') {
            return self.item();
        }
        self.take("{")?;
        let inside = self.row(&["}"])?;
        self.take("}")?;
        Ok(inside)
    }

    /// The content of braces, letter by letter.
    fn words(&mut self) -> Result<String, NotSet> {
        self.take("{")?;
        let end = self.rest.find('}').ok_or_else(|| NotSet("{ without }".to_owned()))?;
        let text = xml_text(&self.rest[..end].replace("\\_", "_"));
        self.rest = &self.rest[end + 1..];
        Ok(text)
    }

    /// Indices, exponents and primes behind an item.
    fn scripts(&mut self, base: String) -> Result<String, NotSet> {
        let (mut below, mut above) = (None, None);
        let mut primes = 0;
        loop {
            if let Some(rest) = self.rest.strip_prefix('_') {
                self.rest = rest;
                below = Some(self.argument()?);
            } else if let Some(rest) = self.rest.strip_prefix('^') {
                self.rest = rest;
                above = Some(self.argument()?);
            } else if let Some(rest) = self.rest.strip_prefix('\'') {
                self.rest = rest;
                primes += 1;
            } else {
                break;
            }
        }
        if primes > 0 {
            let marks = format!("<mo>{}</mo>", ["′", "″", "‴", "⁗"][primes.min(4) - 1]);
            above = Some(above.map_or(marks.clone(), |more| format!("<mrow>{marks}{more}</mrow>")));
        }
        Ok(match (below, above) {
            (None, None) => base,
            (Some(below), None) => format!("<msub>{base}{below}</msub>"),
            (None, Some(above)) => format!("<msup>{base}{above}</msup>"),
            (Some(below), Some(above)) => format!("<msubsup>{base}{below}{above}</msubsup>"),
        })
    }

    fn item(&mut self) -> Result<String, NotSet> {
        let first = self.rest.chars().next().ok_or_else(|| NotSet("an end".to_owned()))?;
        if first == '\\' {
            return self.command();
        }
        if first == '{' {
            return self.argument();
        }
        if first.is_ascii_digit() {
            let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
            let number = format!("<mn>{}</mn>", &self.rest[..end]);
            self.rest = &self.rest[end..];
            return Ok(number);
        }
        self.rest = &self.rest[first.len_utf8()..];
        let sign = first.to_string();
        match first {
            '-' => Ok(operator("−")),
            '+' | '=' | '<' | '>' | '(' | ')' | ',' | '|' | '/' | '[' | ']' => Ok(operator(&sign)),
            _ if first.is_alphabetic() => Ok(format!("<mi>{sign}</mi>")),
            _ => Err(NotSet(sign)),
        }
    }

    fn command(&mut self) -> Result<String, NotSet> {
        self.take("\\")?;
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        if name.is_empty() {
            let sign = self.rest.chars().next().unwrap_or(' ');
            self.rest = &self.rest[sign.len_utf8().min(self.rest.len())..];
            return match sign {
                ',' => Ok("<mspace width=\"0.17em\"/>".to_owned()),
                '_' => Ok("<mi>_</mi>".to_owned()),
                _ => Err(NotSet(format!("\\{sign}"))),
            };
        }
        self.rest = rest;
        let find =
            |list: &[(&str, &'static str)]| list.iter().find(|(n, _)| *n == name).map(|(_, sign)| *sign);
        // The number π is no letter that a name could have.
        if let Some(letter) = if name == "pi" { Some("π") } else { lissom_symbolic::greek_letter(name) } {
            return Ok(format!("<mi>{letter}</mi>"));
        }
        if let Some(sign) = find(OPERATORS) {
            return Ok(operator(sign));
        }
        if let Some(dots) = find(DOTS) {
            return self.dotted(dots);
        }
        if FUNCTIONS.contains(&name) {
            return Ok(format!("<mi>{name}</mi>"));
        }
        self.construction(name)
    }

    /// `\ddot{q_{1}}`: the dots are above the letter, not above its index.
    fn dotted(&mut self, dots: &str) -> Result<String, NotSet> {
        self.take("{")?;
        let letter = self.item()?;
        let with_index = self.scripts(format!("<mover accent=\"true\">{letter}<mo>{dots}</mo></mover>"))?;
        let more = self.items(&["}"])?;
        self.take("}")?;
        Ok(if more.is_empty() { with_index } else { format!("<mrow>{with_index}{}</mrow>", more.concat()) })
    }

    fn construction(&mut self, name: &str) -> Result<String, NotSet> {
        match name {
            "frac" => {
                let (above, below) = (self.argument()?, self.argument()?);
                Ok(format!("<mfrac>{above}{below}</mfrac>"))
            }
            "sqrt" => Ok(format!("<msqrt>{}</msqrt>", self.argument()?)),
            "mathrm" => Ok(format!("<mi mathvariant=\"normal\">{}</mi>", self.words()?)),
            "operatorname" => Ok(format!("<mi>{}</mi>", self.words()?)),
            "text" => Ok(format!("<mtext>{}</mtext>", self.words()?)),
            "left" => self.between(),
            "begin" => self.cases(),
            _ => Err(NotSet(format!("\\{name}"))),
        }
    }

    /// `\left( … \right)`.
    fn between(&mut self) -> Result<String, NotSet> {
        let opening = self.item()?;
        let inside = self.row(&["\\right"])?;
        self.take("\\right")?;
        let closing = self.item()?;
        Ok(format!("<mrow>{opening}{inside}{closing}</mrow>"))
    }

    /// `\begin{cases} a & \text{if } b \\ c & \text{otherwise} \end{cases}`.
    fn cases(&mut self) -> Result<String, NotSet> {
        self.take("{cases}")?;
        let mut rows = String::new();
        loop {
            let value = self.row(&["&"])?;
            self.take("&")?;
            let condition = self.row(&["\\\\", "\\end"])?;
            rows.push_str(&format!("<mtr><mtd>{value}</mtd><mtd>{condition}</mtd></mtr>"));
            if self.rest.starts_with("\\end") {
                self.take("\\end{cases}")?;
                return Ok(format!("<mrow><mo>{{</mo><mtable columnalign=\"left\">{rows}</mtable></mrow>"));
            }
            self.take("\\\\")?;
        }
    }
}

fn operator(sign: &str) -> String {
    format!("<mo>{}</mo>", xml_text(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(latex: &str) -> String {
        mathml(latex).unwrap_or_else(|error| panic!("{latex}: {error}")).concat()
    }

    #[test]
    fn what_our_printers_write_is_set() {
        assert_eq!(
            inside("\\frac{\\omega^{2}}{2\\,y}"),
            "<mrow><mfrac><msup><mi>ω</mi><mn>2</mn></msup><mrow><mn>2</mn><mspace width=\"0.17em\"/><mi>y</mi></mrow></mfrac></mrow>"
        );
        assert_eq!(
            inside("\\ddot{q_{1}}''"),
            "<mrow><msup><msub><mover accent=\"true\"><mi>q</mi><mo>¨</mo></mover><mn>1</mn></msub><mo>″</mo></msup></mrow>"
        );
        assert!(inside("\\int_0^{l} f(x, t)\\,\\mathrm{d}x = 0").starts_with("<mrow><msubsup><mo>∫</mo>"));
        assert!(inside("c_{\\mathrm{tip\\_tip}}").contains("tip_tip"));
        assert!(
            inside("\\left(1 - \\sqrt{a}\\right)\\,F_{\\mathrm{in}}").contains("<msqrt><mi>a</mi></msqrt>")
        );
        assert!(
            inside("\\begin{cases} 1 & \\text{if } t < 2 \\\\ 0 & \\text{otherwise} \\end{cases}")
                .contains("<mo>&lt;</mo>")
        );
    }

    #[test]
    fn lines_can_break_between_terms() {
        let terms = mathml("a\\,b + \\left(c - d\\right) = 0").unwrap_or_default();
        assert_eq!(terms.len(), 3, "{terms:?}");
        assert!(terms[1].starts_with("<mrow><mo form=\"infix\">+") && terms[2].contains("\">=</mo>"));
        assert_eq!(mathml("-a + b").unwrap_or_default().len(), 2);
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        assert_eq!(mathml("\\href{x}{y}"), Err(NotSet("\\href".to_owned())));
        assert!(mathml("\\frac{a").is_err());
        assert!(mathml("a}").is_err());
    }

    #[test]
    fn every_tag_is_closed() {
        for latex in
            ["a_{1}^{2}'", "\\left|x\\right|", "\\log_{10}\\left(x\\right)", "-\\frac{1}{2} \\cdot 10^{-3}"]
        {
            let text = inside(latex);
            let opened =
                text.matches('<').count() - 2 * text.matches("</").count() - text.matches("/>").count();
            assert_eq!(opened, 0, "{text}");
        }
    }
}
