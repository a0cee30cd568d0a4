//! Tuples and structs: values, fields, and what makes them.
//!
//! Takes the node; guarantees a value whose fields were evaluated in the order in which they stand, which is
//! Rust's. Which fields a struct has is rustc's to say: an answer to a capture brings them.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Expr as Syn, Pat, Token};

use super::subject::Subject;
use super::{Binding, Lower, Source, address, bare};
use crate::front::report::spot;
use crate::ir::{
    Capture, CaptureId, Expr, ExprKind, Len, LocalId, LocalKind, Place, Scalar, SiteId, Step, Stmt, StmtKind,
    Type,
};

impl Lower<'_> {
    /// `(a, b)` as a value.
    pub(super) fn tuple(&mut self, tuple: &syn::ExprTuple) -> Expr {
        let operands: Vec<&Syn> = tuple.elems.iter().collect();
        let values = self.parts(&operands);
        Self::tuple_of(values)
    }

    pub(super) fn tuple_of(values: Vec<Expr>) -> Expr {
        let ty = Type::Tuple(values.iter().map(|value| value.ty.clone()).collect());
        let fields = values.into_iter().enumerate().map(|(number, value)| (number.to_string(), value));
        Expr::new(ExprKind::Make(fields.collect()), ty)
    }

    /// Values of fields, in order. What is itself made of parts is made in a variable first.
    fn parts(&mut self, operands: &[&Syn]) -> Vec<Expr> {
        let values = self.sequence(operands);
        values.into_iter().map(|value| self.part_value(value)).collect()
    }

    /// A value that can be a field of another.
    pub(super) fn part_value(&mut self, value: Expr) -> Expr {
        if is_display(&value) { self.temporary("part", value) } else { value }
    }

    /// `Point { x: 1.0, y }`, `Point { x: 1.0, ..point }`.
    pub(super) fn struct_value(&mut self, node: &Syn, literal: &syn::ExprStruct) -> Expr {
        let path =
            syn::TypePath { attrs: Vec::new(), qself: literal.qself.clone(), path: literal.path.clone() };
        let ty = self.made_type(node, &path);
        let operands: Vec<&Syn> = literal.fields.iter().map(|field| &field.expr).collect();
        let mut values = self.parts(&operands);
        let Some(rest) = &literal.rest else {
            let of = qualifier(&literal.path);
            let names = literal.fields.iter().map(|field| format!("{of}{}", member(&field.member)));
            return Self::made_of(names.zip(values).collect(), of, ty);
        };
        let names = literal.fields.iter().map(|field| member(&field.member));
        // The rest is evaluated after the fields, which then take the places of its own.
        self.save_all(&mut values);
        let mut rest = self.whole(rest);
        if let Type::Infer(_) = rest.ty {
            rest.ty = ty.clone();
        }
        let whole = self.new_local("updated", ty.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local: whole, init: Some(rest) });
        for (name, value) in names.zip(values) {
            let place = self.field(Place::local(whole, ty.clone()), &name);
            self.push(StmtKind::Assign { place, op: None, value });
        }
        Expr::local(whole, ty)
    }

    /// `Meters(3.0)`: a tuple struct.
    pub(super) fn tuple_struct(&mut self, node: &Syn, call: &syn::ExprCall, path: &syn::ExprPath) -> Expr {
        let path = syn::TypePath { attrs: Vec::new(), qself: path.qself.clone(), path: path.path.clone() };
        let ty = self.made_type(node, &path);
        let operands: Vec<&Syn> = call.args.iter().collect();
        let (of, values) = (qualifier(&path.path), self.parts(&operands));
        let fields = values.into_iter().enumerate().map(|(number, value)| (format!("{of}{number}"), value));
        Self::made_of(fields.collect(), of, ty)
    }

    /// What is made of these fields. Where there are none, the variant is said by itself.
    fn made_of(mut fields: Vec<(String, Expr)>, of: String, ty: Type) -> Expr {
        if fields.is_empty() && !of.is_empty() {
            fields.push((of, Expr::bool(true)));
        }
        Expr::new(ExprKind::Make(fields), ty)
    }

    /// `PhantomData`, whose parameter only rustc may know.
    pub(super) fn phantom(&mut self, node: &Syn, path: &syn::ExprPath) -> Expr {
        let path = syn::TypePath { attrs: Vec::new(), qself: path.qself.clone(), path: path.path.clone() };
        let ty = self.made_type(node, &path);
        Expr::new(ExprKind::Make(Vec::new()), ty)
    }

    /// The type that a path makes a value of. Where it may have parameters that are not written out, rustc is asked
    /// for the type of the value.
    fn made_type(&mut self, node: &Syn, path: &syn::TypePath) -> Type {
        if path.path.is_ident("Self") {
            return self.path_type(path);
        }
        self.type_of_made(node, &path.path)
    }

    /// The type of what is made, by a path of which the last segment names it: rustc finds it.
    pub(super) fn type_of_made(&mut self, node: &Syn, path: &syn::Path) -> Type {
        let name = path.to_token_stream().to_string();
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        let id = self.capture(Capture::Type { name: name.clone() }, Source::Local(span, Some(name)));
        self.taps.values.insert(address(node), id);
        Type::Capture(id)
    }

    /// A field of a place.
    pub(super) fn field(&mut self, mut place: Place, name: &str) -> Place {
        place.ty = match place.ty.field(name) {
            Some(ty) => ty.clone(),
            None => self.fresh(),
        };
        place.steps.push(Step::Field(name.to_owned()));
        place
    }

    /// An element of a place that holds an array, counted from the start: rustc has seen that the array has it.
    pub(super) fn array_element(&mut self, mut place: Place, index: Expr) -> Place {
        place.ty = match place.ty.element() {
            Some(ty) => ty.clone(),
            None => self.fresh(),
        };
        let check = crate::ir::Check::Proven;
        place.steps.push(Step::Index { index: Box::new(index), check });
        place
    }

    /// The element so many places before the end of an array.
    pub(super) fn counted_back(&mut self, place: Place, back: usize) -> Place {
        let len = match &place.ty {
            Type::Array(_, Len::Const(len)) => Expr::int(i128::from(*len), Scalar::Usize),
            _ => Expr::new(ExprKind::LenOf(place.clone()), Type::USIZE),
        };
        let back = Expr::int(back as i128, Scalar::Usize);
        let index = match (&len.kind, &back.kind) {
            (
                ExprKind::Literal(crate::ir::Literal::Int(len)),
                ExprKind::Literal(crate::ir::Literal::Int(back)),
            ) => Expr::int(len - back, Scalar::Usize),
            _ => Expr::binary(crate::ir::BinOp::Sub, len, back, Type::USIZE),
        };
        self.array_element(place, index)
    }

    /// `(a, b) = (b, a)`, `Point { x, .. } = point`: every value is read before the first is assigned.
    pub(super) fn assign_parts(&mut self, left: &Syn, right: &Syn) {
        let pat = targets(left);
        let subject = self.subject_for(right, None, Some(&pat));
        self.assign_subject(left, &subject);
    }

    fn assign_subject(&mut self, target: &Syn, subject: &Subject) {
        match bare(target) {
            Syn::Infer(_) => {}
            target if is_rest(target) => {}
            Syn::Tuple(tuple) => self.assign_fields(target, &tuple.elems, subject),
            Syn::Call(call) => self.assign_fields(target, &call.args, subject),
            Syn::Array(array) => {
                for (at, (target, rest)) in numbered(&array.elems).into_iter().enumerate() {
                    let from_end = rest.then(|| array.elems.len() - at);
                    let part = self.element_subject(subject, at, from_end);
                    self.assign_subject(target, &part);
                }
            }
            Syn::Struct(literal) => {
                for field in &literal.fields {
                    let part = self.field_of(subject, &member(&field.member));
                    self.assign_subject(&field.expr, &part);
                }
            }
            target => {
                let Some(value) = self.made(subject) else { return };
                match self.place(target) {
                    Some(place) => self.push(StmtKind::Assign { place, op: None, value }),
                    None => self.refuse_assignment(target),
                }
            }
        }
    }

    fn assign_fields(&mut self, whole: &Syn, targets: &Targets, subject: &Subject) {
        let count = Self::fields_of(subject);
        for (at, (target, rest)) in numbered(targets).into_iter().enumerate() {
            let number = match (rest, count) {
                (false, _) => Some(at),
                (true, Some(count)) => (count + at).checked_sub(targets.len()),
                (true, None) => {
                    let message = "the fields after the `..` are counted from the end of a tuple whose type is not known here";
                    return self.unsupported(spot(whole), message, "write a `_` for each part");
                }
            };
            if let Some(number) = number {
                let part = self.field_of(subject, &number.to_string());
                self.assign_subject(target, &part);
            }
        }
    }

    /// The place of what stands before `.field` or `[index]`; a value is kept in a variable for that.
    pub(super) fn rooted(&mut self, expr: &Syn) -> Option<Place> {
        let expr = bare(expr);
        let operator = match expr {
            Syn::Binary(_) => true,
            Syn::Unary(unary) => !matches!(unary.op, syn::UnOp::Deref(_)),
            _ => false,
        };
        let makes_value = matches!(
            expr,
            Syn::Call(_)
                | Syn::MethodCall(_)
                | Syn::Struct(_)
                | Syn::Tuple(_)
                | Syn::Array(_)
                | Syn::Repeat(_)
                | Syn::If(_)
                | Syn::Match(_)
                | Syn::Block(_)
                | Syn::Unsafe(_)
                | Syn::Loop(_)
        );
        if !(operator || makes_value) || self.shared_call(expr).is_some() {
            let errors = self.report.len();
            let place = self.place(expr);
            return match expr {
                Syn::Path(path) if place.is_none() && self.report.len() == errors => self.table(path),
                _ => place,
            };
        }
        let value = self.whole(expr);
        let value = match value.kind {
            ExprKind::Load(_) => value,
            _ => self.temporary("value", value),
        };
        match value.kind {
            ExprKind::Load(place) => Some(place),
            _ => None,
        }
    }
}

impl Lower<'_> {
    /// The variable that holds a constant of which a part is asked for, such as `TABLE` in `TABLE[i]`. It is
    /// declared where the function begins, once.
    fn table(&mut self, path: &syn::ExprPath) -> Option<Place> {
        let last = path.path.segments.last()?.ident.to_string();
        let is_value = match path.path.get_ident() {
            Some(name) => {
                !matches!(self.lookup(&name.to_string()), Some(binding) if !matches!(binding, Binding::Item))
            }
            None => true,
        };
        if !is_value {
            return None;
        }
        if !matches!(path.path.get_ident(), Some(name) if self.is_item(&name.to_string()))
            && self.refuse_no_value(path)
        {
            return Some(self.broken_place());
        }
        let id = self.capture_const(path, None);
        Some(self.table_of(id, &last))
    }

    /// The variable that holds a captured constant.
    pub(super) fn table_of(&mut self, id: CaptureId, name: &str) -> Place {
        if let Some((_, local)) = self.tables.iter().find(|(known, _)| *known == id) {
            let local = *local;
            return Place::local(local, self.function.local(local).ty.clone());
        }
        let ty = self.fresh();
        let local = self.new_local(name, ty.clone(), LocalKind::Let);
        self.tables.push((id, local));
        Place::local(local, ty)
    }

    /// Whether the place is a part of a constant.
    pub(super) fn is_table(&self, place: &Place) -> bool {
        self.tables.iter().any(|(_, local)| *local == place.base)
    }

    /// The declarations of the constants of which parts were asked for.
    pub(super) fn table_declarations(&mut self) -> Vec<Stmt> {
        let site = SiteId(0);
        let declare = |(id, local): (CaptureId, LocalId)| {
            let ty = self.function.local(local).ty.clone();
            let init = Some(Expr::new(ExprKind::Capture(id), ty));
            Stmt { kind: StmtKind::Let { local, init }, site }
        };
        std::mem::take(&mut self.tables).into_iter().map(declare).collect()
    }
}

type Targets = syn::punctuated::Punctuated<Syn, Token![,]>;

/// What is assigned to, and whether it stands behind a `..`.
fn numbered(targets: &Targets) -> Vec<(&Syn, bool)> {
    let mut behind = false;
    let mut found = Vec::new();
    for target in targets {
        let rest = is_rest(target);
        behind |= rest;
        // `..` itself takes nothing, but has its place in the count.
        found.push((target, behind && !rest));
    }
    found
}

/// `..` among the targets of an assignment.
fn is_rest(target: &Syn) -> bool {
    matches!(target, Syn::Range(syn::ExprRange { start: None, end: None, .. }))
}

/// The targets of an assignment as a pattern that reads each part once.
fn targets(target: &Syn) -> Pat {
    let attrs = Vec::new();
    let once = || Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: <Token![_]>::default() });
    match bare(target) {
        Syn::Tuple(tuple) => Pat::Tuple(syn::PatTuple {
            attrs,
            paren_token: tuple.paren_token,
            elems: tuple.elems.iter().map(targets).collect(),
        }),
        Syn::Array(array) => Pat::Slice(syn::PatSlice {
            attrs,
            bracket_token: array.bracket_token,
            elems: array.elems.iter().map(targets).collect(),
        }),
        // Its fields are read one by one.
        Syn::Struct(_) | Syn::Call(_) => {
            let (leading_vert, cases) = (None, std::iter::once(once()).collect());
            Pat::Or(syn::PatOr { attrs, leading_vert, cases })
        }
        target if is_rest(target) => Pat::Rest(syn::PatRest { attrs, dot2_token: <Token![..]>::default() }),
        _ => once(),
    }
}

/// What stands before a field's name where the path may be that of a variant (see [`crate::ir::Struct`]).
pub(super) fn qualifier(path: &syn::Path) -> String {
    match path.segments.last() {
        Some(last) if last.ident != "Self" => {
            format!("{}::", last.ident.to_string().trim_start_matches("r#"))
        }
        _ => String::new(),
    }
}

/// The name of a field; a tuple's are numbers.
pub(super) fn member(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string().trim_start_matches("r#").to_owned(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Whether a value is made of parts here and now, which only a whole variable or place can take.
pub(super) fn is_display(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Array(_) | ExprKind::Repeat(_) | ExprKind::Make(_))
}
