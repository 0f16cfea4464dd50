//! Printing with chosen names for atoms such as jets.

use std::collections::HashMap;

use super::greek::{latex_name, unicode_name};
use super::latex::Latex;
use super::plain::{Plain, UNICODE};
use super::{Binding, Piece, Style, print};
use crate::store::expr::{Expr, Expressions};

/// How an atom is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Whether it can take an exponent without brackets.
    pub is_tight: bool,
}

/// How atoms are written; atoms that are not in the table keep their own names.
pub type WrittenAtoms = HashMap<Expr, Written>;

/// A style with names for some atoms.
pub(super) struct Named<'a> {
    pub(super) style: &'a dyn Style,
    pub(super) names: &'a WrittenAtoms,
}

impl Style for Named<'_> {
    fn brackets(&self) -> [&'static str; 2] {
        self.style.brackets()
    }

    fn pieces(&self, store: &Expressions, expr: Expr) -> (Binding, Vec<Piece>) {
        match self.names.get(&expr) {
            Some(written) => {
                let binding = if written.is_tight { Binding::Atom } else { Binding::Power };
                (binding, vec![Piece::Text(written.text.clone())])
            }
            None => self.style.pieces(store, expr),
        }
    }
}

impl Expressions {
    /// As [`Expressions::unicode`], with names for atoms.
    pub fn unicode_named(&self, expr: Expr, names: &WrittenAtoms) -> String {
        print(self, expr, &Named { style: &Plain { symbols: &UNICODE }, names })
    }

    /// As [`Expressions::latex`], with names for atoms.
    pub fn latex_named(&self, expr: Expr, names: &WrittenAtoms) -> String {
        print(self, expr, &Named { style: &Latex, names })
    }

    /// A name as Unicode text has it: Greek letters for their names.
    pub fn unicode_name(name: &str) -> String {
        unicode_name(name)
    }

    /// A name as LaTeX has it: Greek letters for their names, digits as indices.
    pub fn latex_name(name: &str) -> String {
        latex_name(name)
    }
}
