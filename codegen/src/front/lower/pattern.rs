//! Patterns: what they test, and what they bind.
//!
//! Takes a pattern and its subject, which can be read as often as the pattern asks; guarantees a test of the subject, in
//! Rust's order, and the names that stand for its parts. No type of a kernel has parts that are there only sometimes, so a
//! name can be given its value before the test or after it, whichever suits a guard. Whether a pattern suits the type of what
//! it is held against, and whether the arms of a `match` leave anything out, is left to rustc.

use syn::{Expr as Syn, Lit, Pat, PatIdent, RangeLimits};

use super::aggregate::member;
use super::{Binding, Lower, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{BinOp, Expr, ExprKind, Literal, LocalKind, Place, Scalar, Step, StmtKind, Type, UnOp};

const NO_OPTIONS: &str = "kernels have no `Option` and no `Result` but what `compare_exchange` gives: test what you would ask \
                          for, as in `if i < x.len() { let v = x[i]; .. }`";

type Pats = syn::punctuated::Punctuated<Pat, syn::Token![,]>;

/// What a pattern is held against.
#[derive(Clone)]
pub(super) enum Subject {
    /// A value that reads the same however often it is read.
    Value(Expr),
    /// What a reference refers to: names become names of its parts, and copy nothing.
    Referent { place: Place, mutable: bool },
    /// A tuple, or an array, that is not put together unless a name stands for the whole.
    Parts { parts: Vec<Subject>, array: bool },
    /// What can have a name and is no value.
    Named(Binding),
    /// What `compare_exchange` gives: the value that was found, and whether it was exchanged.
    Exchange { old: Expr, ok: Expr },
    /// Something was complained about.
    Broken,
}

/// A name of a pattern, and what it stands for.
pub(super) type Bound<'p> = (&'p PatIdent, Subject);

/// What is found out while a pattern is looked through.
pub(super) struct Found<'p> {
    /// In order.
    pub(super) bound: Vec<Bound<'p>>,
    /// The pattern may fail, so that an upper-case name is a constant and no variable.
    refutable: bool,
    /// Names stand for different parts in the alternatives of an or-pattern.
    pub(super) splits: bool,
    /// A float was complained about, which is not said again for each arm.
    pub(super) floats: bool,
}

impl Found<'_> {
    pub(super) fn refutable() -> Self {
        Found { bound: Vec::new(), refutable: true, splits: false, floats: false }
    }

    fn irrefutable() -> Self {
        Found { refutable: false, ..Found::refutable() }
    }
}

/// A subject while its parts are evaluated, which are counted.
enum Shape {
    Value(usize),
    Parts { parts: Vec<Shape>, array: bool },
    Ready(Box<Subject>),
}

impl Shape {
    fn filled(self, values: &[Expr]) -> Subject {
        match self {
            Shape::Value(at) => values.get(at).map_or(Subject::Broken, |value| Subject::Value(value.clone())),
            Shape::Parts { parts, array } => {
                Subject::Parts { parts: parts.into_iter().map(|part| part.filled(values)).collect(), array }
            }
            Shape::Ready(subject) => *subject,
        }
    }
}

impl Lower<'_> {
    /// What an expression gives to patterns that may read it several times.
    pub(super) fn subject(&mut self, expr: &Syn) -> Subject {
        self.subject_for(expr, None, None)
    }

    /// What an expression of this type gives to one pattern, or to several.
    pub(super) fn subject_for(&mut self, expr: &Syn, ty: Option<&syn::Type>, pat: Option<&Pat>) -> Subject {
        if let Some((old, ok)) = self.exchange_result(expr) {
            return Subject::Exchange { old, ok };
        }
        let mut values = Vec::new();
        let shape = self.shape(expr, ty, pat, &mut values);
        if values.len() > 1 {
            // `let (a, b) = (b, a);` reads both before it binds either.
            self.save_all(&mut values);
        }
        shape.filled(&values)
    }

    /// Evaluates the parts of a subject in order.
    fn shape(
        &mut self,
        expr: &Syn,
        ty: Option<&syn::Type>,
        pat: Option<&Pat>,
        values: &mut Vec<Expr>,
    ) -> Shape {
        let expr = bare(expr);
        let pat = pat.map(bare_pattern);
        match expr {
            Syn::Tuple(tuple) if !tuple.elems.is_empty() && is_tuple_of(ty, tuple.elems.len()) => {
                let types = parts_of_type(ty, tuple.elems.len());
                let pats = match pat {
                    Some(Pat::Tuple(pats)) => parts_of_pattern(&pats.elems, tuple.elems.len()),
                    _ => vec![None; tuple.elems.len()],
                };
                let parts = tuple.elems.iter().zip(types).zip(pats);
                let parts = parts.map(|((expr, ty), pat)| self.shape(expr, ty, pat, values)).collect();
                return Shape::Parts { parts, array: false };
            }
            Syn::Array(array) if matches!(pat, Some(Pat::Slice(_))) => {
                let pats = match pat {
                    Some(Pat::Slice(pats)) => parts_of_pattern(&pats.elems, array.elems.len()),
                    _ => vec![None; array.elems.len()],
                };
                let parts = array.elems.iter().zip(pats);
                let parts = parts.map(|(expr, pat)| self.shape(expr, None, pat, values)).collect();
                return Shape::Parts { parts, array: true };
            }
            _ => {}
        }
        if let Some(subject) = self.unevaluated(expr) {
            return Shape::Ready(Box::new(subject));
        }
        if let Some(parts) = self.id_tuple(expr) {
            let first = values.len();
            values.extend(parts);
            return Shape::Parts { parts: (first..values.len()).map(Shape::Value).collect(), array: false };
        }
        let mark = self.block.len();
        let mut value = self.expr(expr);
        if self.block.len() > mark {
            self.save(values, mark);
        }
        if let (Some(ty), Type::Infer(_)) = (ty, &value.ty) {
            value.ty = self.value_type(ty);
        }
        // A name or `_` reads its part once.
        if !matches!(pat, Some(Pat::Wild(_) | Pat::Ident(PatIdent { subpat: None, .. }))) {
            value = self.kept(value);
        }
        values.push(value);
        Shape::Value(values.len() - 1)
    }

    /// What needs no evaluation: references, and what has a name and is no value.
    fn unevaluated(&mut self, expr: &Syn) -> Option<Subject> {
        if let Some(function) = self.dim3_call(expr) {
            return Some(Subject::Named(Binding::Dim3(function)));
        }
        if let Some(parts) = self.split(expr) {
            let parts = parts.map(|part| self.bound_to(part)).into();
            return Some(Subject::Parts { parts, array: false });
        }
        self.reference_binding(expr).map(|binding| self.bound_to(binding))
    }

    /// What a name stands for, as a subject.
    fn bound_to(&self, binding: Binding) -> Subject {
        match binding {
            Binding::Local { id, mutable, .. } => {
                let place = Place::local(id, self.function.local(id).ty.referent().clone());
                Subject::Referent { place, mutable }
            }
            Binding::Place { place, mutable } => Subject::Referent { place, mutable },
            other @ (Binding::Dim3(_) | Binding::Row { .. } | Binding::Closure(_) | Binding::Item) => {
                Subject::Named(other)
            }
        }
    }

    /// A value that can be read several times.
    fn kept(&mut self, value: Expr) -> Expr {
        let stays = match &value.kind {
            ExprKind::Literal(_) | ExprKind::Capture(_) => true,
            ExprKind::Load(place) => place.steps.iter().all(|step| matches!(step, Step::Field(_))),
            _ => false,
        };
        if stays { value } else { self.temporary("matched", value) }
    }

    /// Binds the names of a pattern that always matches.
    pub(super) fn bind_pattern(&mut self, pat: &Pat, subject: &Subject, node: usize) {
        let mut found = Found::irrefutable();
        self.test(pat, subject, &mut found);
        self.bind_found(found.bound, node);
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
                Subject::Parts { .. } => match self.made(&subject) {
                    Some(value) => self.bind_value(pat, value, node),
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

    fn bind_value(&mut self, pat: &PatIdent, value: Expr, node: usize) {
        let name = pat.ident.to_string();
        let local = self.new_local(&name, value.ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(value) });
        let mutable = pat.mutability.is_some();
        self.bind(&name, Binding::Local { id: local, mutable, alias: false });
        self.tap(node, &pat.ident, local);
    }

    /// A subject as one value; `None` where there are parts that are none.
    pub(super) fn made(&mut self, subject: &Subject) -> Option<Expr> {
        match subject {
            Subject::Value(value) => Some(value.clone()),
            Subject::Parts { parts, array } => {
                let mut values = Vec::with_capacity(parts.len());
                for part in parts {
                    let value = self.made(part)?;
                    values.push(self.part_value(value));
                }
                if !array {
                    return Some(Self::tuple_of(values));
                }
                let element = values.first().map_or_else(|| self.fresh(), |value| value.ty.clone());
                let ty = Type::array(element, values.len() as u64);
                Some(Expr::new(ExprKind::Array(values), ty))
            }
            Subject::Referent { .. } | Subject::Named(_) | Subject::Exchange { .. } | Subject::Broken => None,
        }
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
                if self.is_option(&path.path, pat, subject) {
                    return None;
                }
                let constant = self.whole(&Syn::Path(path.clone()));
                equal(subject, constant)
            }
            Pat::Or(or) => self.test_or(or, subject, found),
            Pat::Tuple(tuple) => self.test_fields(&tuple.elems, pat, subject, found),
            Pat::Slice(slice) => self.test_elements(&slice.elems, pat, subject, found),
            Pat::TupleStruct(node) => {
                let name = node.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
                if let (Subject::Exchange { old, ok }, "Ok" | "Err", [inner]) =
                    (subject, name.as_str(), node.elems.iter().collect::<Vec<_>>().as_slice())
                {
                    let here = if name == "Ok" { ok.clone() } else { not(ok.clone()) };
                    return both(Some(here), self.test(inner, &Subject::Value(old.clone()), found));
                }
                if self.is_option(&node.path, pat, subject) {
                    return None;
                }
                self.test_fields(&node.elems, pat, subject, found)
            }
            Pat::Reference(reference) => match subject {
                Subject::Referent { place, .. } => {
                    self.test(&reference.pat, &Subject::Value(Expr::load(place.clone())), found)
                }
                other => self.test(&reference.pat, other, found),
            },
            Pat::Struct(node) => {
                let mut tests = Vec::new();
                for field in &node.fields {
                    let part = self.field_of(subject, &member(&field.member));
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

    pub(super) fn refuse_pattern(&mut self, pat: &impl quote::ToTokens, what: &str, help: &str) {
        let message = format!("the pattern `{}` {what}", text_of(pat));
        self.report.error(spot(pat), Code::Pattern, message, help);
    }

    /// What was complained about binds its names, so that they are not complained about again.
    fn broken_pattern(&mut self, pat: &Pat) -> Option<Expr> {
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
            if name.ident == "None" {
                if !matches!(subject, Subject::Broken) {
                    self.refuse_option(name);
                }
                return None;
            }
            if self.is_constant(&name.ident.to_string()) {
                let constant = self.constant(&name.ident);
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
                | Binding::Closure(_),
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
        let mut cases: Vec<(Option<Expr>, Vec<Bound<'p>>)> = Vec::new();
        for case in &or.cases {
            let outer = std::mem::take(&mut found.bound);
            let test = self.test(case, subject, found);
            cases.push((test, std::mem::replace(&mut found.bound, outer)));
        }
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
                found.splits = true;
                value = match (test, here, value) {
                    (Some(test), Subject::Value(then), Subject::Value(otherwise)) => {
                        let ty = then.ty.clone();
                        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
                        let kind = ExprKind::Select { condition: Box::new(test.clone()), then, otherwise };
                        Subject::Value(Expr::new(kind, ty))
                    }
                    (_, Subject::Broken, _) | (_, _, Subject::Broken) => Subject::Broken,
                    _ => {
                        let what = "binds a name to one of several places";
                        self.refuse_pattern(or, what, "write an arm for each alternative");
                        Subject::Broken
                    }
                };
            }
            found.bound.push((*name, value));
        }
        let tests: Option<Vec<Expr>> = cases.into_iter().map(|(test, _)| test).collect();
        joined(BinOp::Or, tests?)
    }

    /// Patterns of the fields of a tuple or a tuple struct, one of which may be `..`.
    fn test_fields<'p>(
        &mut self,
        pats: &'p Pats,
        whole: &'p Pat,
        subject: &Subject,
        found: &mut Found<'p>,
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
                Some(number) => self.field_of(subject, &number.to_string()),
                None => Subject::Broken,
            };
            tests.extend(self.test(pat, &part, found));
        }
        joined(BinOp::And, tests)
    }

    /// How many fields a tuple has, where that is known.
    pub(super) fn fields_of(subject: &Subject) -> Option<usize> {
        match subject {
            Subject::Parts { parts, .. } => Some(parts.len()),
            Subject::Value(Expr { ty, .. }) | Subject::Referent { place: Place { ty, .. }, .. } => match ty {
                Type::Tuple(types) => Some(types.len()),
                _ => None,
            },
            Subject::Named(_) | Subject::Exchange { .. } | Subject::Broken => Some(0),
        }
    }

    /// Patterns of the elements of an array, one of which may be `..`.
    fn test_elements<'p>(
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

    /// An element of a subject that is an array, counted from its start or its end.
    pub(super) fn element_subject(&mut self, subject: &Subject, at: usize, back: Option<usize>) -> Subject {
        match subject {
            Subject::Parts { parts, .. } => {
                let at = back.map_or(Some(at), |back| parts.len().checked_sub(back));
                at.and_then(|at| parts.get(at)).cloned().unwrap_or(Subject::Broken)
            }
            Subject::Value(Expr { kind: ExprKind::Load(place), .. }) => {
                Subject::Value(Expr::load(self.element_of(place.clone(), at, back)))
            }
            Subject::Referent { place, mutable } => {
                let place = self.element_of(place.clone(), at, back);
                Subject::Referent { place, mutable: *mutable }
            }
            Subject::Value(_) | Subject::Named(_) | Subject::Exchange { .. } | Subject::Broken => {
                Subject::Broken
            }
        }
    }

    fn element_of(&mut self, place: Place, at: usize, back: Option<usize>) -> Place {
        match back {
            Some(back) => self.counted_back(place, back),
            None => self.array_element(place, Expr::int(at as i128, Scalar::Usize)),
        }
    }

    /// A field of a subject.
    pub(super) fn field_of(&mut self, subject: &Subject, name: &str) -> Subject {
        match subject {
            Subject::Value(Expr { kind: ExprKind::Load(place), .. }) => {
                Subject::Value(Expr::load(self.field(place.clone(), name)))
            }
            Subject::Referent { place, mutable } => {
                Subject::Referent { place: self.field(place.clone(), name), mutable: *mutable }
            }
            Subject::Parts { parts, .. } => {
                let part = name.parse::<usize>().ok().and_then(|at| parts.get(at));
                part.cloned().unwrap_or(Subject::Broken)
            }
            Subject::Named(Binding::Dim3(function)) => {
                match Self::intrinsic(&format!("{function}_{name}"), Vec::new(), Type::USIZE) {
                    Some(value) => Subject::Value(value),
                    None => Subject::Broken,
                }
            }
            Subject::Value(_) | Subject::Named(_) | Subject::Exchange { .. } | Subject::Broken => {
                Subject::Broken
            }
        }
    }

    /// Refuses what takes an `Option` or a `Result` apart.
    fn is_option(&mut self, path: &syn::Path, pat: &Pat, subject: &Subject) -> bool {
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let known = matches!(name.as_str(), "Some" | "None" | "Ok" | "Err");
        if known {
            if !matches!(subject, Subject::Broken) {
                self.refuse_option(pat);
            }
            self.bind_broken(pat);
        }
        known
    }

    pub(super) fn refuse_option(&mut self, pat: &impl quote::ToTokens) {
        self.refuse_pattern(pat, "takes an `Option` or a `Result` apart", NO_OPTIONS);
    }
}

/// Whether a pattern is one of an `Option` or a `Result`, under whatever stands around it.
pub(super) fn of_option(pat: &Pat) -> bool {
    let named = |path: &syn::Path| {
        path.segments
            .last()
            .is_some_and(|last| ["Some", "None", "Ok", "Err"].iter().any(|name| last.ident == name))
    };
    match pat {
        Pat::Paren(inner) => of_option(&inner.pat),
        Pat::Guard(inner) => of_option(&inner.pat),
        Pat::Or(or) => or.cases.iter().any(of_option),
        Pat::TupleStruct(node) => named(&node.path),
        Pat::Path(node) => named(&node.path),
        Pat::Ident(name) => name.ident == "None",
        _ => false,
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

fn bare_pattern(mut pat: &Pat) -> &Pat {
    loop {
        match pat {
            Pat::Paren(inner) => pat = &inner.pat,
            Pat::Type(inner) => pat = &inner.pat,
            other => return other,
        }
    }
}

/// Whether the types of so many parts are written out, or no type at all; an alias is a type for the whole.
fn is_tuple_of(ty: Option<&syn::Type>, count: usize) -> bool {
    match ty {
        None | Some(syn::Type::Infer(_)) => true,
        Some(syn::Type::Tuple(types)) => types.elems.len() == count,
        Some(_) => false,
    }
}

/// The types of a tuple's parts, where they are written out.
fn parts_of_type(ty: Option<&syn::Type>, count: usize) -> Vec<Option<&syn::Type>> {
    match ty {
        Some(syn::Type::Tuple(types)) if types.elems.len() == count => types.elems.iter().map(Some).collect(),
        _ => vec![None; count],
    }
}

/// The pattern of each of so many parts; the parts of `..` have none that reads them.
fn parts_of_pattern(pats: &Pats, count: usize) -> Vec<Option<&Pat>> {
    let rest = pats.iter().position(|pat| matches!(pat, Pat::Rest(_)));
    let at = |part: usize| match rest {
        Some(rest) if part >= rest => (part + pats.len()).checked_sub(count).filter(|at| *at > rest),
        _ => Some(part),
    };
    (0..count).map(|part| at(part).and_then(|at| pats.get(at))).collect()
}

/// A read of a subject that is one value.
fn value_of(subject: &Subject) -> Option<Expr> {
    match subject {
        Subject::Value(value) => Some(value.clone()),
        Subject::Referent { place, .. } => Some(Expr::load(place.clone())),
        Subject::Parts { .. } | Subject::Named(_) | Subject::Exchange { .. } | Subject::Broken => None,
    }
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
fn joined(op: BinOp, mut tests: Vec<Expr>) -> Option<Expr> {
    const FEW: usize = 8;
    let join = |a, b| Expr::binary(op, a, b, Type::BOOL);
    if tests.len() <= FEW {
        return tests.into_iter().reduce(join);
    }
    let behind = tests.split_off(tests.len() / 2);
    Some(join(joined(op, tests)?, joined(op, behind)?))
}

/// Whether two subjects are one.
fn same(a: &Subject, b: &Subject) -> bool {
    match (a, b) {
        (Subject::Value(a), Subject::Value(b)) => match (&a.kind, &b.kind) {
            (ExprKind::Load(a), ExprKind::Load(b)) => a.base == b.base && a.steps == b.steps,
            (a, b) => a == b,
        },
        (Subject::Referent { place: a, .. }, Subject::Referent { place: b, .. }) => {
            a.base == b.base && a.steps == b.steps
        }
        (Subject::Parts { parts: a, .. }, Subject::Parts { parts: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}
