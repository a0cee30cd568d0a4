//! Places: variables and elements.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr as Syn, UnOp as SynUnOp};

use super::{Binding, Lower};
use crate::diagnostic::Code;
use crate::ir::{Check, Expr, LocalKind, Place, SiteKind, Step, StmtKind, Type};

impl Lower<'_> {
    /// The place that an expression denotes; `None` where it denotes none.
    pub(super) fn place(&mut self, expr: &Syn) -> Option<Place> {
        match expr {
            Syn::Paren(inner) => self.place(&inner.expr),
            Syn::Group(inner) => self.place(&inner.expr),
            Syn::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match self.lookup(&name)? {
                    Binding::Local { id, .. } => {
                        let id = *id;
                        let ty = self.function.local(id).ty.referent().clone();
                        Some(Place::local(id, ty))
                    }
                    Binding::Dim3(_) => None,
                }
            }
            Syn::Unary(unary) if matches!(unary.op, SynUnOp::Deref(_)) => {
                // `*p` of a reference parameter; a place sees through references by itself.
                let place = self.place(&unary.expr)?;
                if !place.steps.is_empty() || !matches!(self.function.local(place.base).ty, Type::Ref { .. })
                {
                    return None;
                }
                Some(place)
            }
            Syn::Index(node) => {
                let mut place = self.place(&node.expr)?;
                let mark = self.block.len();
                if let Syn::Range(range) = &*node.index {
                    self.unsupported(
                        range.span(),
                        "sub-slices are not supported in kernels yet",
                        "pass the whole slice and an offset",
                    );
                    return Some(place);
                }
                let index = self.expr(&node.index);
                if self.block.len() > mark {
                    // The index needed statements of its own: earlier indices keep the values they had.
                    let later = self.block.split_off(mark);
                    self.fix_indices(&mut place);
                    self.block.extend(later);
                }
                let array = node.expr.to_token_stream().to_string().replace(' ', "");
                let check = if self.function.attrs.unchecked {
                    Check::Unchecked
                } else {
                    Check::Checked(self.new_site(node.span(), SiteKind::Index { array }))
                };
                place.ty = match place.ty.element() {
                    Some(element) => element.clone(),
                    None => self.fresh(),
                };
                place.steps.push(Step::Index { index: Box::new(index), check });
                Some(place)
            }
            _ => None,
        }
    }

    /// Saves the indices of a place to temporaries, so that the place can be used twice.
    pub(super) fn fix_indices(&mut self, place: &mut Place) {
        for step in &mut place.steps {
            match step {
                Step::Index { index, .. } => {
                    let stable =
                        super::is_stable(index, &|id| self.never_assigned(id)) && !super::can_fail(index);
                    if !stable {
                        let value = std::mem::replace(&mut **index, Expr::bool(false));
                        let ty = Type::USIZE;
                        let local = self.new_local("index", ty.clone(), LocalKind::Temp);
                        self.push(StmtKind::Let { local, init: Some(value) });
                        **index = Expr::local(local, ty);
                    }
                }
            }
        }
    }

    /// `.x`, `.y`, `.z` of a 3-D index.
    pub(super) fn dim3_field(&mut self, expr: &Syn) -> Option<Expr> {
        let Syn::Field(field) = expr else { return None };
        let function = match &*field.base {
            Syn::Path(path) => match self.lookup(&path.path.get_ident()?.to_string())? {
                Binding::Dim3(function) => *function,
                Binding::Local { .. } => return self.refuse_field(field),
            },
            call @ Syn::Call(_) => self.dim3_call(call)?,
            _ => return self.refuse_field(field),
        };
        let syn::Member::Named(axis) = &field.member else { return self.refuse_field(field) };
        match self.intrinsic(&format!("{function}_{axis}"), Vec::new(), Type::USIZE) {
            Some(value) => Some(value),
            None => self.refuse_field(field),
        }
    }

    fn refuse_field(&mut self, field: &syn::ExprField) -> Option<Expr> {
        self.report.error(
            field.member.span(),
            Code::Unsupported,
            format!("there is no field `{}` here that a kernel can use", field.member.to_token_stream()),
            "3-D indices have `x`, `y` and `z`; structs are not supported in kernels yet",
        );
        Some(self.dummy())
    }

    /// The function behind `thread_idx()` and its like.
    pub(super) fn dim3_call(&self, expr: &Syn) -> Option<&'static str> {
        let Syn::Call(call) = expr else { return None };
        let Syn::Path(path) = &*call.func else { return None };
        if !call.args.is_empty() {
            return None;
        }
        let name = path.path.segments.last()?.ident.to_string();
        ["thread_idx", "block_idx", "block_dim", "grid_dim"].into_iter().find(|function| *function == name)
    }

    /// The array type of `shared::<[T; N]>()`.
    pub(super) fn shared_call(&self, expr: &Syn) -> Option<syn::Type> {
        let Syn::Call(call) = expr else { return None };
        let Syn::Path(path) = &*call.func else { return None };
        let last = path.path.segments.last()?;
        if last.ident != "shared" || !call.args.is_empty() {
            return None;
        }
        match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
                syn::GenericArgument::Type(ty) => Some(ty.clone()),
                _ => None,
            },
            syn::PathArguments::None | syn::PathArguments::Parenthesized(_) => None,
        }
    }
}
