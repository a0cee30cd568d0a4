//! Patterns: what they test, and what they bind.
//!
//! Takes a pattern and its subject, which can be read as often as the pattern asks; guarantees a test of the
//! subject, in Rust's order, and the names that stand for its parts. A field of another variant than the value's can be
//! read, and is some number; so a name can be given its value before the test or after it, whichever suits a guard.
//! Whether a pattern suits the type of what it is held against, and whether the arms of a `match` leave anything out,
//! is left to rustc.

use std::rc::Rc;

use syn::{Expr as Syn, Lit, Pat, PatIdent, RangeLimits};

use super::aggregate::member;
use super::subject::{Subject, same, value_of};
use super::{Binding, Lower, address};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{BinOp, Expr, ExprKind, Literal, LocalKind, Place, Scalar, StmtKind, Type, UnOp};

const NO_RESULTS: &str = "kernels have no `Result` but what `compare_exchange` gives to the pattern that asks for it: return an \
                          `Option`, or test what you would ask for";

pub(super) type Pats = syn::punctuated::Punctuated<Pat, syn::Token![,]>;

/// A name of a pattern, and what it stands for.
pub(super) type Bound<'p> = (&'p PatIdent, Subject);

/// What is found out while a pattern is looked through.
#[allow(clippy::struct_excessive_bools)] // Each is found out by itself.
pub(super) struct Found<'p> {
    /// In order.
    pub(super) bound: Vec<Bound<'p>>,
    /// The pattern may fail, so that an upper-case name is a constant and no variable.
    pub(super) refutable: bool,
    /// Names stand for different parts in the alternatives of an or-pattern.
    pub(super) splits: bool,
    /// One of them changes what it stands for, so that each alternative is a case of its own.
    pub(super) places: bool,
    /// A float was complained about, which is not said again for each arm.
    pub(super) floats: bool,
    /// Which alternatives are looked at; without them, all.
    pub(super) choices: Option<Choices>,
}

/// One of the ways through the alternatives of a pattern.
#[derive(Clone, Default)]
pub(super) struct Choices {
    /// The alternative taken at each or-pattern that was come to, and how many it has.
    taken: Vec<(usize, usize)>,
    /// How many of them were come to again.
    seen: usize,
}

impl Choices {
    fn take(&mut self, count: usize) -> usize {
        if self.seen == self.taken.len() {
            self.taken.push((0, count));
        }
        self.seen += 1;
        self.taken.get(self.seen - 1).map_or(0, |(at, _)| *at)
    }

    /// The next way, in Rust's order: the last or-pattern changes fastest.
    pub(super) fn next(mut self) -> Option<Choices> {
        self.seen = 0;
        while let Some((at, count)) = self.taken.pop() {
            if at + 1 < count {
                self.taken.push((at + 1, count));
                return Some(self);
            }
        }
        None
    }
}

impl Found<'_> {
    pub(super) fn refutable() -> Self {
        Found {
            bound: Vec::new(),
            refutable: true,
            splits: false,
            places: false,
            floats: false,
            choices: None,
        }
    }

    fn irrefutable() -> Self {
        Found { refutable: false, ..Found::refutable() }
    }
}

impl Lower<'_> {
    /// Binds the names of a pattern that always matches.
    pub(super) fn bind_pattern(&mut self, pat: &Pat, subject: &Subject, node: usize) {
        let mut found = Found::irrefutable();
        self.test(pat, subject, &mut found);
        self.bind_found(found.bound, node);
    }

    /// What a part of a tuple with references in it stands for.
    fn part_binding(&mut self, part: &Subject) -> Binding {
        match part {
            Subject::Value(Expr { kind: ExprKind::Load(place), .. }) => {
                Binding::Place { place: place.clone(), mutable: false }
            }
            Subject::Value(value) => {
                let value = self.temporary("part", value.clone());
                match value.kind {
                    ExprKind::Load(place) => Binding::Place { place, mutable: false },
                    _ => Binding::Item,
                }
            }
            Subject::Referent { place, mutable } => {
                Binding::Place { place: place.clone(), mutable: *mutable }
            }
            Subject::Parts { parts, .. } => {
                Binding::Parts(Rc::new(parts.iter().map(|part| self.part_binding(part)).collect()))
            }
            Subject::Named(binding) => binding.clone(),
            Subject::Maybe { inner, some } => Binding::Maybe(Rc::new(((**inner).clone(), some.clone()))),
            Subject::Exchange { .. } | Subject::Broken => {
                Binding::Place { place: self.broken_place(), mutable: false }
            }
        }
    }

    /// Brings the names of a pattern into scope. `node` is where the checked copy asserts or asks for their types.
    pub(super) fn bind_found(&mut self, bound: Vec<Bound<'_>>, node: usize) {
        for (pat, subject) in bound {
            let name = pat.ident.to_string();
            match subject {
                Subject::Value(value) => self.bind_value(pat, value, node),
                Subject::Referent { place, mutable } if place.steps.is_empty() => {
                    self.bind(&name, Binding::Local { id: place.base, mutable, alias: true });
                }
                Subject::Named(binding) => self.bind(&name, binding),
                Subject::Exchange { .. } => {
                    let help = "write `Ok(old) => ..` and `Err(seen) => ..`";
                    self.refuse_pattern(pat, "binds a whole `Result`, which kernels do not have", help);
                    self.bind_broken(&Pat::Ident(pat.clone()));
                }
                Subject::Maybe { inner, some } => match *inner {
                    Subject::Referent { .. } if pat.mutability.is_some() => {
                        let what = "binds an `Option` of a reference, which cannot be another one later";
                        self.refuse_pattern(pat, what, "leave out the `mut`, or copy: `.copied()`");
                        self.bind_broken(&Pat::Ident(pat.clone()));
                    }
                    inner @ Subject::Referent { .. } => {
                        self.bind(&name, Binding::Maybe(Rc::new((inner, some))));
                    }
                    inner => match self.kept_option(&inner, some.clone()) {
                        Some(value) => self.bind_value(pat, value, node),
                        None if matches!(inner, Subject::Parts { .. }) && pat.mutability.is_none() => {
                            self.bind(&name, Binding::Maybe(Rc::new((inner, some))));
                        }
                        None => self.bind_broken(&Pat::Ident(pat.clone())),
                    },
                },
                Subject::Parts { ref parts, array } => match self.made(&subject) {
                    Some(value) => self.bind_value(pat, value, node),
                    None if !array && pat.mutability.is_none() => {
                        let parts = parts.iter().map(|part| self.part_binding(part)).collect();
                        self.bind(&name, Binding::Parts(Rc::new(parts)));
                    }
                    None => {
                        let what = "binds a tuple of references, which kernels do not have";
                        self.refuse_pattern(pat, what, "write its parts in the pattern");
                        self.bind_broken(&Pat::Ident(pat.clone()));
                    }
                },
                Subject::Referent { place, mutable } => {
                    self.bind(&name, Binding::Place { place, mutable });
                }
                Subject::Broken => self.bind_broken(&Pat::Ident(pat.clone())),
            }
        }
    }

    pub(super) fn bind_value(&mut self, pat: &PatIdent, value: Expr, node: usize) {
        let name = pat.ident.to_string();
        let local = self.new_local(&name, value.ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(value) });
        self.note_type(local);
        let mutable = pat.mutability.is_some();
        self.bind(&name, Binding::Local { id: local, mutable, alias: false });
        self.tap(node, &pat.ident, local);
    }

    /// The test of a pattern; `None` where it always matches.
    pub(super) fn test<'p>(
        &mut self,
        pat: &'p Pat,
        subject: &Subject,
        found: &mut Found<'p>,
    ) -> Option<Expr> {
        match pat {
            Pat::Paren(inner) => self.test(&inner.pat, subject, found),
            Pat::Type(typed) => self.test(&typed.pat, subject, found),
            Pat::Wild(_) | Pat::Rest(_) => None,
            Pat::Ident(name) => self.test_name(name, subject, found),
            Pat::Lit(lit) => self.test_literal(lit, subject, found),
            Pat::Range(range) => self.test_range(range, subject, found),
            Pat::Path(path) => {
                if is_none(&path.path) {
                    return Some(not(self.option_parts(subject).1));
                }
                if self.is_result(&path.path, pat, subject) {
                    return None;
                }
                let constant = match self.written_generic(subject) {
                    Some(ty) if path.path.segments.len() > 1 => {
                        let id = self.capture_const(path, Some(ty.clone()));
                        Expr::new(ExprKind::Capture(id), ty)
                    }
                    _ => self.path(path),
                };
                equal(subject, constant)
            }
            Pat::Or(or) => self.test_or(or, subject, found),
            Pat::Tuple(tuple) => self.test_fields(&tuple.elems, pat, subject, ("", found)),
            Pat::Slice(slice) => self.test_elements(&slice.elems, pat, subject, found),
            Pat::TupleStruct(node) => {
                let name = node.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
                if let (Subject::Exchange { old, ok }, "Ok" | "Err", [inner]) =
                    (subject, name.as_str(), node.elems.iter().collect::<Vec<_>>().as_slice())
                {
                    let here = if name == "Ok" { ok.clone() } else { not(ok.clone()) };
                    return both(Some(here), self.test(inner, &Subject::Value(old.clone()), found));
                }
                if let ("Some", 1, Some(pat)) = (name.as_str(), node.elems.len(), node.elems.first()) {
                    let (inner, some) = self.option_parts(subject);
                    return both(Some(some), self.test(pat, &inner, found));
                }
                if self.is_result(&node.path, pat, subject) {
                    return None;
                }
                let (of, test) = self.test_variant(&node.path, subject, found);
                both(test, self.test_fields(&node.elems, pat, subject, (&of, found)))
            }
            Pat::Reference(reference) => match subject {
                Subject::Referent { place, .. } => {
                    self.test(&reference.pat, &Subject::Value(Expr::load(place.clone())), found)
                }
                other => self.test(&reference.pat, other, found),
            },
            Pat::Struct(node) => {
                let (of, test) = self.test_variant(&node.path, subject, found);
                let mut tests = Vec::from_iter(test);
                for field in &node.fields {
                    let part = self.field_of(subject, &format!("{of}{}", member(&field.member)));
                    tests.extend(self.test(&field.pat, &part, found));
                }
                joined(BinOp::And, tests)
            }
            Pat::Macro(_) => {
                self.refuse_pattern(pat, "is made by a macro", "write the pattern out");
                self.broken_pattern(pat)
            }
            Pat::Const(_) => {
                self.refuse_pattern(pat, "is a `const` block", "name the value in a `const` item");
                self.broken_pattern(pat)
            }
            _ => {
                self.refuse_pattern(pat, "is not supported in kernels", "");
                self.broken_pattern(pat)
            }
        }
    }

    /// Refuses alternatives that name several places, where no case of its own is made of each.
    pub(super) fn refuse_places(&mut self, pat: &Pat, found: &Found<'_>) {
        if found.places {
            let what = "binds a name to one of several places";
            self.refuse_pattern(pat, what, "write a `match` with an arm for each alternative");
        }
    }

    /// The subject's type, where it is written with parameters: of the constants of a pattern rustc knows no others.
    fn written_generic(&self, subject: &Subject) -> Option<Type> {
        let ty = match subject {
            Subject::Value(value) => &value.ty,
            Subject::Referent { place, .. } => &place.ty,
            _ => return None,
        };
        let Type::Capture(id) = ty else { return None };
        let written = self.sources.get(id.0 as usize)?.written_type()?;
        (written.contains('<') || written == "Self").then(|| ty.clone())
    }

    pub(super) fn refuse_pattern(&mut self, pat: &impl quote::ToTokens, what: &str, help: &str) {
        let message = format!("the pattern `{}` {what}", text_of(pat));
        self.report.error(spot(pat), Code::Pattern, message, help);
    }

    /// What was complained about binds its names, so that they are not complained about again.
    pub(super) fn broken_pattern(&mut self, pat: &Pat) -> Option<Expr> {
        self.bind_broken(pat);
        None
    }

    fn test_name<'p>(
        &mut self,
        name: &'p PatIdent,
        subject: &Subject,
        found: &mut Found<'p>,
    ) -> Option<Expr> {
        if let Some(token) = &name.by_ref {
            self.report.error(
                token.span,
                Code::Pattern,
                "`ref` in a pattern is not supported in kernels",
                "leave it out: numbers are copied; or match on a reference, as in `match &mut x { .. }`",
            );
            self.bind_broken(&Pat::Ident(name.clone()));
            return None;
        }
        if found.refutable && name.subpat.is_none() && name.mutability.is_none() {
            let is_alias = matches!(
                subject,
                Subject::Value(Expr { ty: Type::Capture(_), .. })
                    | Subject::Referent { place: Place { ty: Type::Capture(_), .. }, .. }
            );
            if name.ident == "None" && !is_alias {
                return Some(not(self.option_parts(subject).1));
            }
            if self.is_constant(&name.ident.to_string()) {
                let constant = self.constant_of_pattern(&name.ident);
                return equal(subject, constant);
            }
            // Where a constant has this name, rustc says so.
            self.taps.names.insert(address(name));
        }
        found.bound.push((name, subject.clone()));
        let (_, inner) = name.subpat.as_ref()?;
        self.test(inner, subject, found)
    }

    /// Whether a name in a pattern is a constant and no new variable, by its spelling: rustc says where that is wrong.
    fn is_constant(&self, name: &str) -> bool {
        match self.lookup(name) {
            Some(Binding::Item) => true,
            Some(
                Binding::Local { .. }
                | Binding::Place { .. }
                | Binding::Dim3(_)
                | Binding::Row { .. }
                | Binding::Closure(_)
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_),
            ) => false,
            None => name.starts_with(char::is_uppercase),
        }
    }

    fn test_literal(&mut self, lit: &syn::PatLit, subject: &Subject, found: &mut Found<'_>) -> Option<Expr> {
        if let Lit::Bool(value) = &lit.lit {
            let read = value_of(subject)?;
            return Some(if value.value { read } else { not(read) });
        }
        if self.refuse_float(&lit.lit, found) {
            return None;
        }
        let literal = self.whole(&Syn::Lit(lit.clone()));
        equal(subject, literal)
    }

    /// Floats are compared with rounding in mind, which a pattern cannot.
    fn refuse_float(&mut self, lit: &Lit, found: &mut Found<'_>) -> bool {
        let is_float = match lit {
            Lit::Float(_) => true,
            Lit::Int(int) => matches!(int.suffix(), "f16" | "f32" | "f64"),
            _ => false,
        };
        if is_float && !std::mem::replace(&mut found.floats, true) {
            self.report.error(
                spot(lit),
                Code::Pattern,
                "a float cannot be matched in a kernel: what is computed is seldom exactly a number that is written down",
                "compare it: `if x == 1.0 { .. } else if x < 2.0 { .. }`",
            );
        }
        is_float
    }

    fn test_range(
        &mut self,
        range: &syn::PatRange,
        subject: &Subject,
        found: &mut Found<'_>,
    ) -> Option<Expr> {
        let floats = [&range.start, &range.end].into_iter().flatten();
        let floats = floats.filter_map(|bound| match &**bound {
            Syn::Lit(lit) => Some(&lit.lit),
            _ => None,
        });
        let mut refused = false;
        for lit in floats {
            refused |= self.refuse_float(lit, found);
        }
        if refused {
            return None;
        }
        let start = range.start.as_ref().map(|start| self.whole(start));
        let end = range.end.as_ref().map(|end| self.whole(end));
        let value = value_of(subject)?;
        let start = start.filter(|start| !is_least(start, &value.ty));
        let above = start.map(|start| compare(BinOp::Ge, value.clone(), start));
        let op = if let RangeLimits::Closed(_) = range.limits { BinOp::Le } else { BinOp::Lt };
        both(above, end.map(|end| compare(op, value, end)))
    }

    fn test_or<'p>(&mut self, or: &'p syn::PatOr, subject: &Subject, found: &mut Found<'p>) -> Option<Expr> {
        if let Some(choices) = &mut found.choices {
            let at = choices.take(or.cases.len());
            return self.test(or.cases.get(at)?, subject, found);
        }
        let mut cases: Vec<(Option<Expr>, Vec<Bound<'p>>)> = Vec::new();
        for case in &or.cases {
            let outer = std::mem::take(&mut found.bound);
            let test = self.test(case, subject, found);
            cases.push((test, std::mem::replace(&mut found.bound, outer)));
        }
        found.splits |= cases.iter().any(|(_, bound)| {
            let first = cases.first().map_or(&[][..], |(_, bound)| bound);
            !first.iter().all(|(name, first)| {
                bound.iter().any(|(other, here)| other.ident == name.ident && same(first, here))
            })
        });
        // What follows a case that always matches is never asked.
        let end = cases.iter().position(|(test, _)| test.is_none());
        cases.truncate(end.map_or(cases.len(), |end| end + 1));
        let (last, before) = cases.split_last()?;
        for (name, _) in &cases.first()?.1 {
            let in_case = |bound: &[Bound<'p>]| {
                bound.iter().find(|(other, _)| other.ident == name.ident).map(|(_, subject)| subject.clone())
            };
            let mut value = in_case(&last.1).unwrap_or(Subject::Broken);
            for (test, bound) in before.iter().rev() {
                let here = in_case(bound).unwrap_or(Subject::Broken);
                if same(&here, &value) {
                    continue;
                }
                value = match (test, self.read_only(here), self.read_only(value)) {
                    (Some(test), Subject::Value(then), Subject::Value(otherwise)) => {
                        let ty = then.ty.clone();
                        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
                        let kind = ExprKind::Select { condition: Box::new(test.clone()), then, otherwise };
                        Subject::Value(Expr::new(kind, ty))
                    }
                    (_, Subject::Broken, _) | (_, _, Subject::Broken) => Subject::Broken,
                    _ => {
                        found.places = true;
                        Subject::Broken
                    }
                };
            }
            found.bound.push((*name, value));
        }
        let tests: Option<Vec<Expr>> = cases.into_iter().map(|(test, _)| test).collect();
        joined(BinOp::Or, tests?)
    }

    /// What a name stands for, as a value where nothing is changed through it, which is the same.
    fn read_only(&self, subject: Subject) -> Subject {
        match subject {
            Subject::Referent { place, mutable: false }
                if !matches!(place.ty, Type::Slice { .. } | Type::Atomic(_)) =>
            {
                match &self.function.local(place.base).ty {
                    Type::Ref { mutable: true, .. } | Type::Slice { mutable: true, .. } => {
                        Subject::Referent { place, mutable: false }
                    }
                    _ => Subject::Value(Expr::load(place)),
                }
            }
            other => other,
        }
    }

    /// Refuses what takes a `Result` apart.
    fn is_result(&mut self, path: &syn::Path, pat: &Pat, subject: &Subject) -> bool {
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let known = matches!(name.as_str(), "Ok" | "Err");
        if known {
            if !matches!(subject, Subject::Broken) {
                self.refuse_result(pat);
            }
            self.bind_broken(pat);
        }
        known
    }

    pub(super) fn refuse_result(&mut self, pat: &impl quote::ToTokens) {
        self.refuse_pattern(pat, "takes a `Result` apart", NO_RESULTS);
    }
}

/// Whether a pattern is one of a `Result`, under whatever stands around it.
pub(super) fn of_result(pat: &Pat) -> bool {
    let named = |path: &syn::Path| {
        path.segments.last().is_some_and(|last| ["Ok", "Err"].iter().any(|name| last.ident == name))
    };
    match pat {
        Pat::Paren(inner) => of_result(&inner.pat),
        Pat::Guard(inner) => of_result(&inner.pat),
        Pat::Or(or) => or.cases.iter().any(of_result),
        Pat::TupleStruct(node) => named(&node.path),
        Pat::Path(node) => named(&node.path),
        _ => false,
    }
}

/// Whether a path is `Option::None`.
fn is_none(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|last| last == "None") && names.next().is_some_and(|owner| owner == "Option")
}

/// Whether a range starts where its type does.
fn is_least(start: &Expr, ty: &Type) -> bool {
    matches!(start.kind, ExprKind::Literal(Literal::Int(0)))
        && ty.scalar().is_some_and(Scalar::is_unsigned_int)
}

fn compare(op: BinOp, value: Expr, with: Expr) -> Expr {
    Expr::binary(op, value, with, Type::BOOL)
}

fn equal(subject: &Subject, with: Expr) -> Option<Expr> {
    Some(compare(BinOp::Eq, value_of(subject)?, with))
}

pub(super) fn not(value: Expr) -> Expr {
    Expr::new(ExprKind::Unary(UnOp::Not, Box::new(value)), Type::BOOL)
}

/// Both tests, of which the second is only asked where the first holds.
pub(super) fn both(first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
    match (first, second) {
        (Some(first), Some(second)) => Some(Expr::binary(BinOp::And, first, second, Type::BOOL)),
        (first, second) => first.or(second),
    }
}

/// Tests joined by `&&` or `||`, in order; many of them as a tree, which nests less deep.
pub(super) fn joined(op: BinOp, mut tests: Vec<Expr>) -> Option<Expr> {
    const FEW: usize = 8;
    let join = |a, b| Expr::binary(op, a, b, Type::BOOL);
    if tests.len() <= FEW {
        return tests.into_iter().reduce(join);
    }
    let behind = tests.split_off(tests.len() / 2);
    Some(join(joined(op, tests)?, joined(op, behind)?))
}
