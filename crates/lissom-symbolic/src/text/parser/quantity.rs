//! Numbers with units inside an expression: where a unit begins and where it ends.
//!
//! ```text
//! quantity := number [ unit ]
//! unit     := symbol [ "^" integer ] { ("*" | "/") ( symbol [ "^" integer ] | "(" unit ")" ) }
//! ```
//! A unit begins directly after a number. It goes on after `*` or `/` as long as units follow that
//! are not names of the caller.

use std::ops::Range;

use super::{ParseError, Parsed, Parser, RESERVED, syntax};
use crate::numbers::number::Number;
use crate::store::function::Function;
use crate::text::syntax::SyntaxKind;
use crate::text::token::TokenKind;
use crate::units::unit::{Unit, suggest_unit, unit_of_symbol, unknown_unit};

impl Parser<'_> {
    /// A number, with its unit if one follows.
    #[inline(never)]
    pub(super) fn number(&mut self, value: Number) -> Parsed {
        let Range { start, end } = self.advance();
        let is_unit = self.peek().kind == TokenKind::Name && unit_of_symbol(self.word()).is_some();
        if is_unit {
            let (unit, end) = self.unit()?;
            self.refuse_juxtaposition(start..end)?;
            return syntax(SyntaxKind::Quantity(value, unit), start..end);
        }
        self.refuse_juxtaposition(start..end)?;
        syntax(SyntaxKind::Number(value), start..end)
    }

    /// Whether an unknown word was probably meant as a unit.
    pub(super) fn looks_like_a_unit(&self) -> bool {
        let word = self.word();
        let is_known = (self.is_name)(word) || RESERVED.contains(&word) || Function::named(word).is_some();
        let is_word = self.peek().kind == TokenKind::Name;
        is_word && !is_known && unit_of_symbol(word).is_none() && suggest_unit(word).is_some()
    }

    /// A unit on its own, which may also begin with `1/`.
    pub(crate) fn unit_alone(&mut self) -> Result<Unit, ParseError> {
        let one = TokenKind::Number(Number::ONE);
        if self.peek().kind == one && self.tokens[1].kind == TokenKind::Sign("/") {
            self.advance();
            return self.whole_unit_tail(Unit::ONE);
        }
        if self.peek().kind != TokenKind::Name {
            return Err(*self.unexpected(Some("write a unit such as mm or kg/m^3".to_owned())));
        }
        let first = self.unit_power()?;
        self.whole_unit_tail(first)
    }

    /// The rest of a unit on its own, where a word after `*` or `/` must be a unit.
    fn whole_unit_tail(&mut self, first: Unit) -> Result<Unit, ParseError> {
        let (unit, _) = self.unit_tail(first)?;
        let is_joined = self.is_sign("*") || self.is_sign("/");
        if is_joined && self.tokens[self.at + 1].kind == TokenKind::Name {
            self.advance();
            return Err(unknown_unit(self.word(), self.peek().span.clone()));
        }
        Ok(unit)
    }

    /// A unit that begins at the current name; also gives the byte where it ends.
    fn unit(&mut self) -> Result<(Unit, usize), ParseError> {
        let first = self.unit_power()?;
        self.unit_tail(first)
    }

    fn unit_tail(&mut self, first: Unit) -> Result<(Unit, usize), ParseError> {
        let mut unit = first;
        while self.unit_continues() {
            let sign = if self.is_sign("/") { -1 } else { 1 };
            let start = self.advance().start;
            let factor = if self.take_sign("(") {
                let inner = self.unit()?.0;
                self.closing_bracket(start)?;
                inner
            } else {
                self.unit_power()?
            };
            unit = unit.times_power(factor, sign).ok_or_else(|| self.unit_overflow(start))?;
        }
        Ok((unit, self.tokens[self.at - 1].span.end))
    }

    /// Whether `*` or `/` and then a unit (or a bracket full of units) follow.
    fn unit_continues(&self) -> bool {
        if !self.is_sign("*") && !self.is_sign("/") {
            return false;
        }
        if self.tokens[self.at + 1].kind != TokenKind::Sign("(") {
            return self.is_unit_at(self.at + 1);
        }
        // A bracket belongs to the unit only if everything in it does.
        let mut at = self.at + 2;
        let mut wants_unit = true;
        loop {
            match self.tokens[at].kind {
                TokenKind::Name if wants_unit && self.is_unit_at(at) => wants_unit = false,
                TokenKind::Sign("*" | "/") if !wants_unit => wants_unit = true,
                TokenKind::Sign("^") if !wants_unit => {
                    let signed = self.tokens[at + 1].kind == TokenKind::Sign("-");
                    at += 1 + usize::from(signed);
                    if !matches!(self.tokens[at].kind, TokenKind::Number(_)) {
                        return false;
                    }
                }
                TokenKind::Sign(")") => return !wants_unit,
                _ => return false,
            }
            at += 1;
        }
    }

    fn is_unit_at(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let word = &self.text[token.span.clone()];
        let is_called = self.tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Sign("("));
        token.kind == TokenKind::Name && unit_of_symbol(word).is_some() && !(self.is_name)(word) && !is_called
    }

    fn unit_power(&mut self) -> Result<Unit, ParseError> {
        let word = self.word();
        let span = self.advance();
        let unit = unit_of_symbol(word).ok_or_else(|| unknown_unit(word, span.clone()))?;
        if !self.take_sign("^") {
            return Ok(unit);
        }
        let negative = self.take_sign("-");
        let TokenKind::Number(power) = self.peek().kind else {
            return Err(*self.unexpected(Some("the power of a unit is an integer".to_owned())));
        };
        let power = power.integer().and_then(|power| i8::try_from(power).ok());
        let Some(power) = power else {
            return Err(*self.unexpected(Some("the power of a unit is a small integer".to_owned())));
        };
        self.advance();
        let power = if negative { -power } else { power };
        Unit::ONE.times_power(unit, power).ok_or_else(|| self.unit_overflow(span.start))
    }

    fn unit_overflow(&self, start: usize) -> ParseError {
        let end = self.tokens[self.at - 1].span.end;
        ParseError { span: start..end, message: "this unit is out of range".to_owned(), hint: None }
    }
}
