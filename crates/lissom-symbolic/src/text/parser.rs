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

use std::ops::Range;

use crate::store::function::Function;
use crate::text::syntax::{Relation, Syntax, SyntaxKind};
use crate::text::token::{Token, TokenKind, tokens};
use crate::units::unit::unknown_unit;
use thiserror::Error;

/// How deeply brackets, signs and powers may be nested.
pub const MAX_DEPTH: usize = 200;

/// Words that cannot be names.
pub const RESERVED: &[&str] = &["pi", "π", "and", "or", "not", "if"];

/// Why a text is not an expression.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}{}", .hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})")))]
pub struct ParseError {
    /// The bytes of the text at fault.
    pub span: Range<usize>,
    /// What is wrong, as a plain sentence.
    pub message: String,
    /// What to write instead, if known.
    pub hint: Option<String>,
}

impl From<Box<ParseError>> for ParseError {
    fn from(error: Box<ParseError>) -> Self {
        *error
    }
}

/// Reads an expression.
///
/// `is_name` tests whether a name is defined. It resolves two ambiguities: in `5 N*m` the `m` is a unit
/// unless a name `m` is defined, and a name such as `step` may be used as a value only if it is defined.
/// Directly after a number a unit is always a unit: `5 t` is five tonnes.
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
    Ok(*syntax)
}

/// A place in the tokens of a text.
pub(crate) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    is_name: &'a dyn Fn(&str) -> bool,
}

/// Result of a grammar rule. Both sides are boxed, since rules call each other for every
/// bracket of the text and the stack must carry [`MAX_DEPTH`] of them.
type Parsed = Result<Box<Syntax>, Box<ParseError>>;

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, is_name: &'a dyn Fn(&str) -> bool) -> Result<Self, ParseError> {
        Ok(Self { text, tokens: tokens(text)?, at: 0, depth: 0, is_name })
    }

    /// Nothing may follow.
    pub(crate) fn expect_end(&self) -> Result<(), Box<ParseError>> {
        if self.peek().kind == TokenKind::End {
            return Ok(());
        }
        let hint = if self.is_sign(")") { "one bracket too many" } else { "an operator is missing" };
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

    #[cold]
    fn unexpected(&self, hint: Option<String>) -> Box<ParseError> {
        let token = self.peek();
        let message = match token.kind {
            TokenKind::End if self.tokens.len() == 1 => "the expression is empty".to_owned(),
            TokenKind::End => "the expression ends too early".to_owned(),
            _ => format!("`{}` is not expected here", self.word()),
        };
        refusal(token.span.clone(), message, hint)
    }

    /// Runs a rule one level deeper, so that no text can exhaust the stack.
    fn nested(&mut self, rule: fn(&mut Self) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    #[cold]
    fn too_deep(&self) -> Box<ParseError> {
        let message = format!("the expression is nested more than {MAX_DEPTH} levels deep");
        refusal(self.peek().span.clone(), message, Some("split it into named parts".to_owned()))
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
        let mut parts = vec![*expect_condition(first)?];
        while self.is_word(word) {
            self.advance();
            parts.push(*expect_condition(part(self)?)?);
        }
        let span = join_spans(&parts[0], &parts[parts.len() - 1]);
        syntax(kind(parts), span)
    }

    fn negated(&mut self) -> Parsed {
        if !self.is_word("not") {
            return self.comparison();
        }
        let start = self.advance().start;
        let inner = expect_condition(self.nested(Self::negated)?)?;
        let span = start..inner.span.end;
        syntax(SyntaxKind::Not(inner), span)
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.sum()?;
        let Some(relation) = self.relation() else { return Ok(left) };
        self.advance();
        let left = expect_number(left)?;
        let right = expect_number(self.sum()?)?;
        if let Some(second) = self.relation() {
            return Err(self.chained(relation, second));
        }
        let span = join_spans(&left, &right);
        syntax(SyntaxKind::Compare(relation, left, right), span)
    }

    #[cold]
    fn chained(&self, first: Relation, second: Relation) -> Box<ParseError> {
        let hint = format!("write a {first} b and b {second} c");
        refusal(self.peek().span.clone(), "comparisons cannot be chained".to_owned(), Some(hint))
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
        let mut parts = vec![(false, *expect_number(first)?)];
        while self.is_sign(plain) || self.is_sign(inverting) {
            let inverted = self.is_sign(inverting);
            self.advance();
            parts.push((inverted, *expect_number(part(self)?)?));
        }
        let end = parts[parts.len() - 1].1.span.end;
        syntax(kind(parts), start..end)
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
        if negative { syntax(SyntaxKind::Negate(inner), span) } else { respan(inner, span) }
    }

    fn power(&mut self) -> Parsed {
        let base = self.atom()?;
        if !self.take_sign("^") {
            return Ok(base);
        }
        let base = expect_number(base)?;
        let exponent = expect_number(self.nested(Self::signed)?)?;
        let span = join_spans(&base, &exponent);
        syntax(SyntaxKind::Power(base, exponent), span)
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
        respan(inner, start..end)
    }

    fn closing_bracket(&mut self, start: usize) -> Result<usize, Box<ParseError>> {
        if self.is_sign(")") {
            return Ok(self.advance().end);
        }
        if self.peek().kind == TokenKind::End {
            let message = "this bracket is never closed".to_owned();
            return Err(refusal(start..start + 1, message, Some("add a )".to_owned())));
        }
        Err(self.unexpected(None))
    }

    /// After a complete factor neither a name, a number nor a bracket may follow without operator.
    fn refuse_juxtaposition(&self, before: Range<usize>) -> Result<(), Box<ParseError>> {
        let follows = match self.peek().kind {
            TokenKind::Name => !matches!(self.word(), "and" | "or"),
            TokenKind::Number(_) => true,
            TokenKind::Sign(sign) => sign == "(",
            TokenKind::End => false,
        };
        if follows { Err(self.juxtaposition(before)) } else { Ok(()) }
    }

    #[cold]
    fn juxtaposition(&self, before: Range<usize>) -> Box<ParseError> {
        let first = &self.text[before.clone()];
        let is_literal = first.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        if is_literal && self.looks_like_a_unit() {
            return Box::new(unknown_unit(self.word(), self.peek().span.clone()));
        }
        let second = if self.is_sign("(") { "(…)" } else { self.word() };
        let first = if first.len() > 20 { "…" } else { first };
        let message = "an operator is missing between two factors".to_owned();
        refusal(before.start..self.peek().span.end, message, Some(format!("write {first}*{second}")))
    }

    fn name(&mut self) -> Parsed {
        let word = self.word();
        let span = self.advance();
        match word {
            "pi" | "π" => {
                self.refuse_juxtaposition(span.clone())?;
                syntax(SyntaxKind::Pi, span)
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
            let message = format!("`{word}` is a function");
            return Err(refusal(span, message, Some(format!("write {word}(…)"))));
        }
        self.refuse_juxtaposition(span.clone())?;
        syntax(SyntaxKind::Name(word.to_owned()), span)
    }

    fn call(&mut self, word: &str, name: Range<usize>) -> Parsed {
        let opening = self.advance().start;
        let mut arguments = Vec::new();
        if !self.is_sign(")") {
            arguments.push(*self.nested(Self::condition)?);
            while self.take_sign(",") {
                arguments.push(*self.nested(Self::condition)?);
            }
        }
        let end = self.closing_bracket(opening)?;
        self.refuse_juxtaposition(name.start..end)?;
        let span = name.start..end;
        syntax(call_kind(word, name, arguments)?, span)
    }
}

fn join_spans(first: &Syntax, last: &Syntax) -> Range<usize> {
    first.span.start..last.span.end
}

fn syntax(kind: SyntaxKind, span: Range<usize>) -> Parsed {
    Ok(Box::new(Syntax { kind, span }))
}

/// The same part with the bracket or the sign around it.
fn respan(mut part: Box<Syntax>, span: Range<usize>) -> Parsed {
    part.span = span;
    Ok(part)
}

#[cold]
fn refusal(span: Range<usize>, message: String, hint: Option<String>) -> Box<ParseError> {
    Box::new(ParseError { span, message, hint })
}

fn expect_number(part: Box<Syntax>) -> Parsed {
    if part.is_condition() { Err(not_a_number(&part)) } else { Ok(part) }
}

#[cold]
fn not_a_number(part: &Syntax) -> Box<ParseError> {
    let hint = "use if(condition, 1, 0)".to_owned();
    refusal(part.span.clone(), "a condition is not a number".to_owned(), Some(hint))
}

fn expect_condition(part: Box<Syntax>) -> Parsed {
    if part.is_condition() { Ok(part) } else { Err(not_a_condition(&part)) }
}

#[cold]
fn not_a_condition(part: &Syntax) -> Box<ParseError> {
    let hint = "compare with something, such as x > 0".to_owned();
    refusal(part.span.clone(), "a condition is expected here".to_owned(), Some(hint))
}

#[cold]
fn wrong_count(
    word: &str,
    name: Range<usize>,
    found: usize,
    wanted: &str,
    hint: Option<String>,
) -> Box<ParseError> {
    refusal(name, format!("`{word}` takes {wanted}, not {found}"), hint)
}

/// Not part of the recursion, so that its frame is not on the stack while arguments are read.
#[inline(never)]
fn call_kind(word: &str, name: Range<usize>, arguments: Vec<Syntax>) -> Result<SyntaxKind, Box<ParseError>> {
    let found = arguments.len();
    if word == "if" {
        let hint = "write if(condition, then, else)".to_owned();
        return choice(arguments)
            .ok_or_else(|| wrong_count(word, name, found, "three arguments", Some(hint)))?;
    }
    let Some(function) = Function::named(word) else {
        return Ok(SyntaxKind::Call(word.to_owned(), arguments));
    };
    if !function.takes(found) {
        return Err(wrong_count(word, name, found, function.arity_text(), None));
    }
    match arguments.iter().find(|argument| argument.is_condition()) {
        Some(condition) => Err(not_a_number(condition)),
        None => Ok(SyntaxKind::Function(function, arguments)),
    }
}

/// `if` with its three arguments; `None` if there are not three.
fn choice(arguments: Vec<Syntax>) -> Option<Result<SyntaxKind, Box<ParseError>>> {
    let parts: Box<[Syntax; 3]> = arguments.try_into().ok()?;
    if !parts[0].is_condition() {
        return Some(Err(not_a_condition(&parts[0])));
    }
    let wrong = parts[1..].iter().find(|part| part.is_condition()).map(not_a_number);
    Some(wrong.map_or(Ok(SyntaxKind::If(parts)), Err))
}
