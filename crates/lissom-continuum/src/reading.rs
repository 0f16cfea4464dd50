//! Reading expressions in the notation of derived equations, so that equations can be stated and compared.

use lissom_symbolic::{Expr, Expressions, Jet, LowerError, Names, Syntax, SyntaxKind, lower, parse};

use crate::algebra::derivative_name;
use crate::derivation::Derivation;
use crate::parts::End;

/// Reads a text; see [`Derivation::read`].
pub(crate) fn read(derivation: &mut Derivation, text: &str) -> Option<Expr> {
    let syntax = parse(text, &|_| true).ok()?;
    // The store is taken out while the names are resolved: resolving makes jets in it.
    let mut store = std::mem::take(&mut derivation.algebra.store);
    let found = lower(&syntax, &mut store, &mut Reader { derivation });
    derivation.algebra.store = store;
    let expr = found.ok()?;
    Some(derivation.algebra.adopted(expr))
}

struct Reader<'d> {
    derivation: &'d mut Derivation,
}

impl Reader<'_> {
    /// `w_tx` as a jet of a declared unknown.
    fn jet(&self, name: &str, store: &mut Expressions) -> Option<Jet> {
        let jets = &self.derivation.algebra.jets;
        let zeroth = store.symbol(name);
        if let Some(jet) = jets.meaning(zeroth) {
            return Some(jet);
        }
        let (stem, time, space) = derivative_name(name)?;
        let stem = store.symbol(stem);
        Some(Jet { time, space, ..jets.meaning(stem)? })
    }

    fn member_of(&self, jet: Jet) -> Option<usize> {
        self.derivation.parts.members.iter().position(|member| member.fields.contains(&jet.of))
    }

    fn at_end(&mut self, jet: Jet, end: End, store: &mut Expressions) -> Option<Expr> {
        let member = self.member_of(jet)?;
        let length = self.derivation.parts.members[member].length;
        let atom = self.derivation.algebra.jets.jet(store, jet.of, jet.time, jet.space);
        std::mem::swap(&mut self.derivation.algebra.store, store);
        let Derivation { algebra, atoms, .. } = &mut *self.derivation;
        let value = atoms.at_end(algebra, (member, length, end), atom);
        std::mem::swap(&mut self.derivation.algebra.store, store);
        Some(value)
    }

    fn integral(&mut self, body: Expr, store: &mut Expressions) -> Option<Expr> {
        let jets = self.derivation.algebra.jets.jets_in(store, body);
        let member = jets.iter().find_map(|(jet, _)| self.member_of(*jet)).unwrap_or(0);
        let length = self.derivation.parts.members.get(member)?.length;
        std::mem::swap(&mut self.derivation.algebra.store, store);
        let Derivation { algebra, atoms, .. } = &mut *self.derivation;
        let body = algebra.jets.adopt(&mut algebra.store, body);
        let value = atoms.along(algebra, (member, length), body);
        std::mem::swap(&mut self.derivation.algebra.store, store);
        Some(value)
    }
}

impl Names for Reader<'_> {
    fn name(&mut self, name: &str, store: &mut Expressions) -> Option<Expr> {
        match self.jet(name, store) {
            Some(jet) => Some(self.derivation.algebra.jets.jet(store, jet.of, jet.time, jet.space)),
            None => Some(store.symbol(name)),
        }
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Syntax],
        store: &mut Expressions,
    ) -> Option<Result<Expr, LowerError>> {
        let [argument] = arguments else {
            let lowered: Result<Vec<Expr>, LowerError> =
                arguments.iter().map(|argument| lower(argument, store, self)).collect();
            return Some(lowered.map(|lowered| store.applied(name, &lowered)));
        };
        let inner = match lower(argument, store, self) {
            Ok(inner) => inner,
            Err(error) => return Some(Err(error)),
        };
        if name == "integral" {
            return self.integral(inner, store).map(Ok);
        }
        if let Some(jet) = self.jet(name, store) {
            let is_zero = matches!(&argument.kind, SyntaxKind::Number(value) if value.is_zero());
            return self.at_end(jet, if is_zero { End::A } else { End::B }, store).map(Ok);
        }
        Some(Ok(store.applied(name, &[inner])))
    }
}
