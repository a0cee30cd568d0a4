//! Guards of arms.
//!
//! Takes a pattern, its test and its names, and the guard; guarantees that the guard is asked as often as Rust asks
//! it: once, or, where a pattern has alternatives, once for each of them that matches until it holds, with the
//! names that stand there.

use syn::{Expr as Syn, Pat};

use super::pattern::{Bound, Choices, Found};
use super::subject::{Subject, same};
use super::{Binding, Lower};
use crate::ir::{BinOp, Block, Expr, ExprKind, LocalKind, Place, Scalar, StmtKind, Type, Unroll};

impl Lower<'_> {
    /// A test and then a guard, which sees the names.
    pub(super) fn guarded(
        &mut self,
        pat: &Pat,
        guard: &Syn,
        subject: &Subject,
        test: Option<Expr>,
        found: Found<'_>,
        node: usize,
    ) -> Option<Expr> {
        // What was complained about is not complained about again.
        let broken = found.bound.iter().any(|(_, subject)| matches!(subject, Subject::Broken));
        if broken || !found.splits && (is_pure(guard) || !overlaps(pat)) {
            self.bind_found(found.bound, node);
            return self.and_also(test, |lower| {
                let (holds, bound) = lower.condition(guard, node);
                lower.bind_found(bound, node);
                holds
            });
        }
        if let Some(condition) = self.guarded_cases(pat, guard, subject, node) {
            return Some(condition);
        }
        let what = "has a guard and too many alternatives";
        self.refuse_pattern(pat, what, "write an arm for each alternative");
        self.broken_pattern(pat)
    }

    /// `(k, 0) | (0, k) if k > 3`: the guard is asked for each alternative that matches, until it holds. It is
    /// lowered once, in a loop over the alternatives.
    fn guarded_cases(&mut self, pat: &Pat, guard: &Syn, subject: &Subject, node: usize) -> Option<Expr> {
        const MOST: usize = 64;
        let mut cases = Vec::new();
        let mut choices = Some(Choices::default());
        while let Some(here) = choices {
            let mut found = Found { choices: Some(here), ..Found::refutable() };
            let test = self.test(pat, subject, &mut found).unwrap_or_else(|| Expr::bool(true));
            cases.push((test, found.bound));
            if cases.len() > MOST {
                return None;
            }
            choices = found.choices.and_then(Choices::next);
        }
        let count = Expr::int(cases.len() as i128, Scalar::Usize);
        let case = self.new_local("case", Type::USIZE, LocalKind::Temp);
        let choose = |values: Vec<Expr>| {
            let mut values = values.into_iter().enumerate().rev();
            let last = values.next().map(|(_, value)| value);
            values.fold(last, |otherwise, (number, then)| {
                let number = Expr::int(number as i128, Scalar::Usize);
                let condition = Expr::binary(BinOp::Eq, Expr::local(case, Type::USIZE), number, Type::BOOL);
                let ty = then.ty.clone();
                let otherwise = Box::new(otherwise?);
                let kind =
                    ExprKind::Select { condition: Box::new(condition), then: Box::new(then), otherwise };
                Some(Expr::new(kind, ty))
            })
        };
        let mut names = Vec::new();
        for (name, first) in cases.first()?.1.clone() {
            let of = |(_, bound): &(Expr, Vec<Bound<'_>>)| {
                bound.iter().find(|(other, _)| other.ident == name.ident).map(|(_, subject)| subject.clone())
            };
            let subjects: Option<Vec<Subject>> = cases.iter().map(of).collect();
            let subjects = subjects?;
            if subjects.iter().all(|subject| same(subject, &first)) {
                self.bind_found(vec![(name, first)], node);
                continue;
            }
            let mut values = Vec::new();
            for subject in &subjects {
                let value = self.made(subject)?;
                values.push(self.part_value(value));
            }
            let value = choose(values)?;
            let local = self.new_local(&name.ident.to_string(), value.ty.clone(), LocalKind::Let);
            names.push((name, local, value));
        }
        let test = choose(cases.into_iter().map(|(test, _)| test).collect())?;
        for (name, local, _) in &names {
            self.push(StmtKind::Let { local: *local, init: None });
            let (id, mutable) = (*local, name.mutability.is_some());
            self.bind(&name.ident.to_string(), Binding::Local { id, mutable, alias: false });
            self.tap(node, &name.ident, id);
        }
        let holds = Place::local(self.new_local("holds", Type::BOOL, LocalKind::Temp), Type::BOOL);
        self.push(StmtKind::Let { local: holds.base, init: Some(Expr::bool(false)) });
        let label = self.new_label();
        let body = self.scoped_block(|lower| {
            for (_, local, value) in names {
                let place = Place::local(local, value.ty.clone());
                lower.push(StmtKind::Assign { place, op: None, value });
            }
            let condition = lower.and_also(Some(test), |lower| Some(lower.expr(guard)));
            let condition = condition.unwrap_or_else(|| Expr::bool(true));
            let then = lower.scoped_block(|lower| {
                lower.push(StmtKind::Assign { place: holds.clone(), op: None, value: Expr::bool(true) });
                lower.push(StmtKind::Break(label));
            });
            lower.push(StmtKind::If { condition, then, otherwise: Block::default() });
        });
        self.push(StmtKind::For {
            label,
            local: case,
            start: Expr::int(0, Scalar::Usize),
            end: count,
            inclusive: false,
            step: None,
            reversed: false,
            unroll: Unroll::Free,
            body,
        });
        Some(Expr::load(holds))
    }
}

/// Whether asking a guard again changes nothing.
fn is_pure(guard: &Syn) -> bool {
    struct Effects(bool);
    impl<'ast> syn::visit::Visit<'ast> for Effects {
        fn visit_expr(&mut self, expr: &'ast Syn) {
            match expr {
                Syn::Lit(_) | Syn::Path(_) | Syn::Paren(_) | Syn::Group(_) | Syn::Cast(_) => {}
                Syn::Unary(_) | Syn::Index(_) | Syn::Field(_) | Syn::Reference(_) | Syn::Tuple(_) => {}
                Syn::Binary(binary) => self.0 |= super::expr::assigns(&binary.op),
                _ => self.0 = true,
            }
            syn::visit::visit_expr(self, expr);
        }
    }
    let mut effects = Effects(false);
    syn::visit::Visit::visit_expr(&mut effects, guard);
    !effects.0
}

/// Whether a value may match several alternatives of a pattern.
fn overlaps(pat: &Pat) -> bool {
    struct Overlaps(bool);
    impl<'ast> syn::visit::Visit<'ast> for Overlaps {
        fn visit_pat_or(&mut self, or: &'ast syn::PatOr) {
            self.0 |= !or.cases.iter().all(|case| matches!(case, Pat::Lit(_)));
            syn::visit::visit_pat_or(self, or);
        }
    }
    let mut overlaps = Overlaps(false);
    syn::visit::Visit::visit_pat(&mut overlaps, pat);
    overlaps.0
}
