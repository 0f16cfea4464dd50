//! From text to [`Syntax`]: recursive descent, one function per level of the grammar.
//!
//! ```text
//! condition  := all { "or" all }
//! all        := negated { "and" negated }
//! negated    := "not" negated | comparison
//! comparison := sum [ relation sum ]
//! sum        := [ "+" | "-" ] product { ("+" | "-") product }
//! product    := signed { ("*" | "/") signed }
//! signed     := ("-" | "+") signed | power
//! power      := atom [ "^" signed ]
//! atom       := quantity | name | name "(" [ condition { "," condition } ] ")" | "(" condition ")"
//! ```

mod quantity;

use std::fmt;
use std::ops::Range;

use crate::function::Function;
use crate::syntax::{Relation, Syntax, SyntaxKind};
use crate::token::{Token, TokenKind, tokens};
use crate::unit::unknown_unit;

/// How deeply brackets, signs and powers may be nested.
pub const MAX_DEPTH: usize = 200;

/// Words that cannot be names.
pub const RESERVED: &[&str] = &["pi", "π", "and", "or", "not", "if"];

/// Why a text is not an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The bytes of the text at fault.
    pub span: Range<usize>,
    /// What is wrong, as a plain sentence.
    pub message: String,
    /// What to write instead, where it can be told.
    pub hint: Option<String>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for ParseError {}

/// Reads an expression.
///
/// `is_name` says which names the caller knows. It decides two readings: in `5 N*m` the `m` is a
/// unit unless the caller knows a name `m`, and a name such as `step` may be used as a value only
/// if the caller knows it. Directly after a number a unit is always a unit: `5 t` is five tonnes.
///
/// ```
/// use lissom_symbolic::parse;
/// let syntax = parse("210 GPa * (1 - t/2)", &|name| name == "t")?;
/// assert_eq!(syntax.span, 0..19);
/// let error = parse("2 t0", &|name| name == "t0").unwrap_err();
/// assert_eq!(error.hint.as_deref(), Some("write 2*t0"));
/// # Ok::<(), lissom_symbolic::ParseError>(())
/// ```
///
/// # Errors
/// The first place where the text cannot be continued, with a hint where the intention is clear.
pub fn parse(text: &str, is_name: &dyn Fn(&str) -> bool) -> Result<Syntax, ParseError> {
    let mut parser = Parser::new(text, is_name)?;
    let syntax = parser.condition()?;
    parser.expect_end()?;
    Ok(syntax)
}

/// A place in the tokens of a text.
pub(crate) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    is_name: &'a dyn Fn(&str) -> bool,
}

type Parsed = Result<Syntax, ParseError>;

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, is_name: &'a dyn Fn(&str) -> bool) -> Result<Self, ParseError> {
        Ok(Self { text, tokens: tokens(text)?, at: 0, depth: 0, is_name })
    }

    /// Nothing may follow.
    pub(crate) fn expect_end(&self) -> Result<(), ParseError> {
        if self.peek().kind == TokenKind::End {
            return Ok(());
        }
        let hint = if self.is_sign(")") { "there is one bracket too many" } else { "an operator is missing" };
        Err(self.unexpected(Some(hint.to_owned())))
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn advance(&mut self) -> Range<usize> {
        let span = self.peek().span.clone();
        // The end token is never passed.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        span
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Sign(found) if found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        self.peek().kind == TokenKind::Name && self.word() == word
    }

    fn word(&self) -> &'a str {
        &self.text[self.peek().span.clone()]
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn unexpected(&self, hint: Option<String>) -> ParseError {
        let token = self.peek();
        let message = match token.kind {
            TokenKind::End if self.tokens.len() == 1 => "the expression is empty".to_owned(),
            TokenKind::End => "the expression ends too early".to_owned(),
            _ => format!("`{}` is not expected here", self.word()),
        };
        ParseError { span: token.span.clone(), message, hint }
    }

    /// Runs a rule one level deeper, so that no text can exhaust the stack.
    fn nested(&mut self, rule: fn(&mut Self) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            return Err(ParseError {
                span: self.peek().span.clone(),
                message: format!("the expression is nested more than {MAX_DEPTH} levels deep"),
                hint: Some("split it into named parts".to_owned()),
            });
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    fn condition(&mut self) -> Parsed {
        self.chain("or", Self::all, SyntaxKind::Or)
    }

    fn all(&mut self) -> Parsed {
        self.chain("and", Self::negated, SyntaxKind::And)
    }

    fn chain(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Parsed,
        kind: fn(Vec<Syntax>) -> SyntaxKind,
    ) -> Parsed {
        let first = part(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let mut parts = vec![expect_condition(first)?];
        while self.is_word(word) {
            self.advance();
            parts.push(expect_condition(part(self)?)?);
        }
        let span = joined(&parts[0], &parts[parts.len() - 1]);
        Ok(Syntax { kind: kind(parts), span })
    }

    fn negated(&mut self) -> Parsed {
        if !self.is_word("not") {
            return self.comparison();
        }
        let start = self.advance().start;
        let inner = expect_condition(self.nested(Self::negated)?)?;
        let span = start..inner.span.end;
        Ok(Syntax { kind: SyntaxKind::Not(Box::new(inner)), span })
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.sum()?;
        let Some(relation) = self.relation() else { return Ok(left) };
        self.advance();
        let left = expect_number(left)?;
        let right = expect_number(self.sum()?)?;
        if let Some(second) = self.relation() {
            return Err(ParseError {
                span: self.peek().span.clone(),
                message: "comparisons cannot be chained".to_owned(),
                hint: Some(format!("write a {relation} b and b {second} c")),
            });
        }
        let span = joined(&left, &right);
        Ok(Syntax { kind: SyntaxKind::Compare(relation, Box::new(left), Box::new(right)), span })
    }

    fn relation(&self) -> Option<Relation> {
        Relation::ALL.into_iter().find(|relation| self.is_sign(relation.sign()))
    }

    fn sum(&mut self) -> Parsed {
        self.list(["+", "-"], Self::first_term, Self::product, SyntaxKind::Sum)
    }

    /// A leading sign belongs to the whole first term: -a*b is -(a*b).
    fn first_term(&mut self) -> Parsed {
        if self.is_sign("-") || self.is_sign("+") { self.sign_of(Self::product) } else { self.product() }
    }

    fn product(&mut self) -> Parsed {
        self.list(["*", "/"], Self::signed, Self::signed, SyntaxKind::Product)
    }

    /// A chain of parts joined by one of two signs, of which the second inverts the part after it.
    fn list(
        &mut self,
        [plain, inverting]: [&str; 2],
        first: fn(&mut Self) -> Parsed,
        part: fn(&mut Self) -> Parsed,
        kind: fn(Vec<(bool, Syntax)>) -> SyntaxKind,
    ) -> Parsed {
        let first = first(self)?;
        if !self.is_sign(plain) && !self.is_sign(inverting) {
            return Ok(first);
        }
        let start = first.span.start;
        let mut parts = vec![(false, expect_number(first)?)];
        while self.is_sign(plain) || self.is_sign(inverting) {
            let inverted = self.is_sign(inverting);
            self.advance();
            parts.push((inverted, expect_number(part(self)?)?));
        }
        let end = parts[parts.len() - 1].1.span.end;
        Ok(Syntax { kind: kind(parts), span: start..end })
    }

    fn signed(&mut self) -> Parsed {
        if self.is_sign("-") || self.is_sign("+") { self.sign_of(Self::signed) } else { self.power() }
    }

    /// A sign and what it belongs to.
    fn sign_of(&mut self, rule: fn(&mut Self) -> Parsed) -> Parsed {
        let negative = self.is_sign("-");
        let start = self.advance().start;
        let inner = expect_number(self.nested(rule)?)?;
        let span = start..inner.span.end;
        let kind = if negative { SyntaxKind::Negate(Box::new(inner)) } else { inner.kind };
        Ok(Syntax { kind, span })
    }

    fn power(&mut self) -> Parsed {
        let base = self.atom()?;
        if !self.take_sign("^") {
            return Ok(base);
        }
        let base = expect_number(base)?;
        let exponent = expect_number(self.nested(Self::signed)?)?;
        let span = joined(&base, &exponent);
        Ok(Syntax { kind: SyntaxKind::Power(Box::new(base), Box::new(exponent)), span })
    }

    fn atom(&mut self) -> Parsed {
        match self.peek().kind {
            TokenKind::Number(value) => self.number(value),
            TokenKind::Name => self.name(),
            TokenKind::Sign("(") => self.bracket(),
            TokenKind::Sign(_) | TokenKind::End => Err(self.unexpected(None)),
        }
    }

    fn bracket(&mut self) -> Parsed {
        let start = self.advance().start;
        let inner = self.nested(Self::condition)?;
        let end = self.closing_bracket(start)?;
        self.refuse_juxtaposition(start..end)?;
        Ok(Syntax { kind: inner.kind, span: start..end })
    }

    fn closing_bracket(&mut self, start: usize) -> Result<usize, ParseError> {
        if self.is_sign(")") {
            return Ok(self.advance().end);
        }
        if self.peek().kind == TokenKind::End {
            return Err(ParseError {
                span: start..start + 1,
                message: "this bracket is never closed".to_owned(),
                hint: Some("add a )".to_owned()),
            });
        }
        Err(self.unexpected(None))
    }

    /// After a complete factor neither a name, a number nor a bracket may follow without operator.
    fn refuse_juxtaposition(&self, before: Range<usize>) -> Result<(), ParseError> {
        let follows = match self.peek().kind {
            TokenKind::Name => !matches!(self.word(), "and" | "or"),
            TokenKind::Number(_) => true,
            TokenKind::Sign(sign) => sign == "(",
            TokenKind::End => false,
        };
        if !follows {
            return Ok(());
        }
        let first = &self.text[before.clone()];
        let is_literal = first.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        if is_literal && self.looks_like_a_unit() {
            return Err(unknown_unit(self.word(), self.peek().span.clone()));
        }
        let second = if self.is_sign("(") { "(…)" } else { self.word() };
        let first = if first.len() > 20 { "…" } else { first };
        Err(ParseError {
            span: before.start..self.peek().span.end,
            message: "an operator is missing between two factors".to_owned(),
            hint: Some(format!("write {first}*{second}")),
        })
    }

    fn name(&mut self) -> Parsed {
        let word = self.word();
        let span = self.advance();
        match word {
            "pi" | "π" => {
                self.refuse_juxtaposition(span.clone())?;
                Ok(Syntax { kind: SyntaxKind::Pi, span })
            }
            "and" | "or" | "not" | "%" | "°" => {
                self.at -= 1;
                Err(self.unexpected(None))
            }
            _ if self.is_sign("(") => self.call(word, span),
            _ => self.bare_name(word, span),
        }
    }

    fn bare_name(&mut self, word: &str, span: Range<usize>) -> Parsed {
        let is_function = word == "if" || Function::named(word).is_some();
        if is_function && !(self.is_name)(word) {
            return Err(ParseError {
                span,
                message: format!("`{word}` is a function"),
                hint: Some(format!("write {word}(…)")),
            });
        }
        self.refuse_juxtaposition(span.clone())?;
        Ok(Syntax { kind: SyntaxKind::Name(word.to_owned()), span })
    }

    fn call(&mut self, word: &str, name: Range<usize>) -> Parsed {
        let opening = self.advance().start;
        let mut arguments = Vec::new();
        if !self.is_sign(")") {
            arguments.push(self.nested(Self::condition)?);
            while self.take_sign(",") {
                arguments.push(self.nested(Self::condition)?);
            }
        }
        let end = self.closing_bracket(opening)?;
        self.refuse_juxtaposition(name.start..end)?;
        let kind = call_kind(word, name.clone(), arguments)?;
        Ok(Syntax { kind, span: name.start..end })
    }
}

fn joined(first: &Syntax, last: &Syntax) -> Range<usize> {
    first.span.start..last.span.end
}

fn expect_number(part: Syntax) -> Parsed {
    if !part.is_condition() {
        return Ok(part);
    }
    Err(ParseError {
        span: part.span,
        message: "a condition is not a number".to_owned(),
        hint: Some("use if(condition, 1, 0)".to_owned()),
    })
}

fn expect_condition(part: Syntax) -> Parsed {
    if part.is_condition() {
        return Ok(part);
    }
    Err(ParseError {
        span: part.span,
        message: "a condition is expected here".to_owned(),
        hint: Some("compare with something, such as x > 0".to_owned()),
    })
}

fn call_kind(word: &str, name: Range<usize>, arguments: Vec<Syntax>) -> Result<SyntaxKind, ParseError> {
    let wrong_count = |wanted: &str| ParseError {
        span: name.clone(),
        message: format!("`{word}` takes {wanted}, not {}", arguments.len()),
        hint: None,
    };
    if word == "if" {
        if arguments.len() != 3 {
            return Err(ParseError {
                hint: Some("write if(condition, then, else)".to_owned()),
                ..wrong_count("three arguments")
            });
        }
        return choice(arguments);
    }
    let Some(function) = Function::named(word) else {
        return Ok(SyntaxKind::Call(word.to_owned(), arguments));
    };
    if !function.takes(arguments.len()) {
        return Err(wrong_count(function.arity_text()));
    }
    let arguments = arguments.into_iter().map(expect_number).collect::<Result<_, _>>()?;
    Ok(SyntaxKind::Function(function, arguments))
}

fn choice(arguments: Vec<Syntax>) -> Result<SyntaxKind, ParseError> {
    let [condition, then, otherwise]: [Syntax; 3] =
        arguments.try_into().expect("the caller has counted three arguments");
    Ok(SyntaxKind::If(Box::new([
        expect_condition(condition)?,
        expect_number(then)?,
        expect_number(otherwise)?,
    ])))
}
