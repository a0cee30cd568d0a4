//! Patterns of the parts of a value: the fields of tuples, structs and variants, and the elements of arrays.
//!
//! Takes a pattern of the whole; guarantees the tests of its parts, in Rust's order. Whether a path names a struct or a
//! variant, only the type tells: the names of fields are qualified for that (see [`crate::ir::Struct`]).

use syn::Pat;

use super::Lower;
use super::aggregate::qualifier;
use super::pattern::{Found, Pats, joined};
use super::subject::Subject;
use crate::ir::{BinOp, Expr, ExprKind, Place, Type};

impl Lower<'_> {
    /// What stands before the names of the fields of a struct or a variant, and whether the subject is of that variant.
    /// A pattern that always matches tests nothing.
    pub(super) fn test_variant(
        &mut self,
        path: &syn::Path,
        subject: &Subject,
        found: &Found<'_>,
    ) -> (String, Option<Expr>) {
        let of = qualifier(path);
        if !found.refutable || of.is_empty() {
            return (of, None);
        }
        let test = match self.field_of(subject, &of) {
            Subject::Value(Expr { kind: ExprKind::Load(mut place), .. })
            | Subject::Referent { mut place, .. } => {
                place.ty = Type::BOOL;
                Some(Expr::load(place))
            }
            _ => None,
        };
        (of, test)
    }

    /// Patterns of the fields of a tuple or a tuple struct, one of which may be `..`. `of` stands before the names of
    /// the fields.
    pub(super) fn test_fields<'p>(
        &mut self,
        pats: &'p Pats,
        whole: &'p Pat,
        subject: &Subject,
        (of, found): (&str, &mut Found<'p>),
    ) -> Option<Expr> {
        let count = Self::fields_of(subject);
        let rest = pats.iter().position(|pat| matches!(pat, Pat::Rest(_)));
        if count.is_none() && rest.is_some_and(|rest| rest + 1 < pats.len()) {
            let what = "counts from the end of a tuple whose type is not known here";
            self.refuse_pattern(whole, what, "write a `_` for each part, or the type in the `let`");
            return self.broken_pattern(whole);
        }
        let mut tests = Vec::new();
        for (at, pat) in pats.iter().enumerate() {
            let number = match rest {
                Some(rest) if at == rest => continue,
                Some(rest) if at > rest => (count.unwrap_or(0) + at).checked_sub(pats.len()),
                _ => Some(at),
            };
            // That there are more or fewer, rustc says.
            let part = match number {
                Some(number) => self.field_of(subject, &format!("{of}{number}")),
                None => Subject::Broken,
            };
            tests.extend(self.test(pat, &part, found));
        }
        joined(BinOp::And, tests)
    }

    /// Patterns of the elements of an array, one of which may be `..`.
    pub(super) fn test_elements<'p>(
        &mut self,
        pats: &'p Pats,
        whole: &'p Pat,
        subject: &Subject,
        found: &mut Found<'p>,
    ) -> Option<Expr> {
        let is_slice = match subject {
            Subject::Value(Expr { ty, .. }) | Subject::Referent { place: Place { ty, .. }, .. } => {
                matches!(ty, Type::Slice { .. })
            }
            _ => false,
        };
        if is_slice {
            let what = "takes a slice apart, whose length only the launch says";
            self.refuse_pattern(whole, what, "test `x.len()`, and name its elements by their indices");
            return self.broken_pattern(whole);
        }
        let rest = pats.iter().position(is_rest);
        let mut tests = Vec::new();
        for (at, pat) in pats.iter().enumerate() {
            if rest == Some(at) {
                if let Pat::Ident(_) = pat {
                    self.refuse_pattern(
                        pat,
                        "names a part of an array",
                        "name its elements, or index the array",
                    );
                    self.bind_broken(pat);
                }
                continue;
            }
            let from_end = rest.filter(|rest| at > *rest).map(|_| pats.len() - at);
            let part = self.element_subject(subject, at, from_end);
            tests.extend(self.test(pat, &part, found));
        }
        joined(BinOp::And, tests)
    }
}

/// `..`, or a name for it.
fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(name) => name.subpat.as_ref().is_some_and(|(_, inner)| matches!(**inner, Pat::Rest(_))),
        _ => false,
    }
}
