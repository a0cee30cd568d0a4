//! What patterns are held against.
//!
//! Takes an expression; guarantees a subject that reads the same however often it is read, whose parts were
//! evaluated once and in order. A tuple that is taken apart at once is never put together; a reference leads to the
//! place behind it.

use syn::{Expr as Syn, Pat, PatIdent};

use super::pattern::Pats;
use super::{Binding, Lower, bare};
use crate::ir::{Expr, ExprKind, Place, Scalar, Step, Type};

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
    /// What gives an `Option`: what is in it, where there is something.
    Maybe { inner: Box<Subject>, some: Expr },
    /// Something was complained about.
    Broken,
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
        let subject = self.subject_as_given(expr, ty, pat);
        match ty {
            Some(ty) => self.held_to(subject, ty),
            None => subject,
        }
    }

    /// The same with the types that the expression's own parts have.
    fn subject_as_given(&mut self, expr: &Syn, ty: Option<&syn::Type>, pat: Option<&Pat>) -> Subject {
        if let Some((old, ok)) = self.exchange_result(expr) {
            return Subject::Exchange { old, ok };
        }
        if let Some((inner, some)) = self.maybe_of(expr, pat.is_some_and(is_of_option)) {
            return Subject::Maybe { inner: Box::new(inner), some };
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
        let before = self.block.len();
        if let Some((inner, some)) = self.maybe(expr) {
            self.save(values, before);
            return Shape::Ready(Box::new(Subject::Maybe { inner: Box::new(inner), some }));
        }
        if let Some(subject) = self.unevaluated(expr) {
            return Shape::Ready(Box::new(subject));
        }
        if let Some(parts) = self.id_tuple(expr).or_else(|| self.split_tile(expr)) {
            let first = values.len();
            values.extend(parts);
            return Shape::Parts { parts: (first..values.len()).map(Shape::Value).collect(), array: false };
        }
        let mark = self.block.len();
        let mut value = self.expr(expr);
        if self.block.len() > mark {
            self.save(values, mark);
        }
        if let Some(ty) =
            ty.filter(|_| matches!(value.ty, Type::Infer(_)) || !matches!(value.kind, ExprKind::Load(_)))
        {
            value.ty = self.completed(value.ty, ty);
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
        if let Some(found) = self.unwrapped_item(expr) {
            return Some(found);
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
            Binding::Parts(parts) => {
                let parts = parts.iter().map(|part| self.bound_to(part.clone())).collect();
                Subject::Parts { parts, array: false }
            }
            Binding::Maybe(held) => Subject::Maybe { inner: Box::new(held.0.clone()), some: held.1.clone() },
            other @ (Binding::Dim3(_)
            | Binding::Row { .. }
            | Binding::Closure(_)
            | Binding::Callable(_)
            | Binding::Item) => Subject::Named(other),
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
            Subject::Referent { .. }
            | Subject::Named(_)
            | Subject::Exchange { .. }
            | Subject::Maybe { .. }
            | Subject::Broken => None,
        }
    }

    /// How many fields a tuple has, where that is known.
    pub(super) fn fields_of(subject: &Subject) -> Option<usize> {
        match subject {
            Subject::Parts { parts, .. } => Some(parts.len()),
            Subject::Value(Expr { ty, .. }) | Subject::Referent { place: Place { ty, .. }, .. } => match ty {
                Type::Tuple(types) => Some(types.len()),
                _ => None,
            },
            Subject::Named(_) | Subject::Exchange { .. } | Subject::Maybe { .. } | Subject::Broken => Some(0),
        }
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
            Subject::Value(Expr { kind: ExprKind::Capture(id), .. }) => {
                let whole = self.table_of(*id, "constant");
                Subject::Value(Expr::load(self.element_of(whole, at, back)))
            }
            Subject::Referent { place, mutable } => {
                let place = self.element_of(place.clone(), at, back);
                Subject::Referent { place, mutable: *mutable }
            }
            Subject::Value(_)
            | Subject::Named(_)
            | Subject::Exchange { .. }
            | Subject::Maybe { .. }
            | Subject::Broken => Subject::Broken,
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
            // Of a constant that is taken apart there is a variable.
            Subject::Value(Expr { kind: ExprKind::Capture(id), .. }) => {
                let whole = self.table_of(*id, "constant");
                Subject::Value(Expr::load(self.field(whole, name)))
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
            Subject::Value(_)
            | Subject::Named(_)
            | Subject::Exchange { .. }
            | Subject::Maybe { .. }
            | Subject::Broken => Subject::Broken,
        }
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
pub(super) fn value_of(subject: &Subject) -> Option<Expr> {
    match subject {
        Subject::Value(value) => Some(value.clone()),
        Subject::Referent { place, .. } => Some(Expr::load(place.clone())),
        Subject::Parts { .. }
        | Subject::Named(_)
        | Subject::Exchange { .. }
        | Subject::Maybe { .. }
        | Subject::Broken => None,
    }
}

/// Whether a pattern is one of an `Option`.
pub(super) fn is_of_option(pat: &Pat) -> bool {
    match pat {
        Pat::Paren(inner) => is_of_option(&inner.pat),
        Pat::Reference(inner) => is_of_option(&inner.pat),
        Pat::Or(either) => either.cases.iter().any(is_of_option),
        Pat::TupleStruct(node) => node.path.is_ident("Some"),
        Pat::Path(node) => node.path.is_ident("None"),
        Pat::Ident(node) => node.ident == "None" && node.subpat.is_none(),
        _ => false,
    }
}

/// Whether two subjects are one.
pub(super) fn same(a: &Subject, b: &Subject) -> bool {
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
