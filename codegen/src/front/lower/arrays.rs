//! Arrays that a closure makes: `array::from_fn(|i| ..)` and `a.map(|v| ..)`.
//!
//! Takes the call; guarantees std's elements, for which the closure is called in their order. How many there are, the
//! types say, of which the tokens may not know.

use quote::quote;
use syn::Expr as Syn;

use super::items::Item;
use super::{Lower, bare};
use crate::ir::{Expr, LocalKind, Place, StmtKind, Type};

impl Lower<'_> {
    /// `array::from_fn(|i| ..)`, by a path that says the module; `None` where the call is another.
    pub(super) fn array_of_numbers(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let Syn::Path(path) = bare(&call.func) else { return None };
        let segments: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
        let named = match segments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["std" | "core", "array", "from_fn"] => true,
            // rustc confirms below that this is std's module.
            ["array", "from_fn"] => true,
            _ => false,
        };
        let (true, Some(f), 1) = (named, call.args.first(), call.args.len()) else { return None };
        self.assume(path, &quote!(::core::array), "from_fn", Some("u32, 1, fn(usize) -> u32"));
        let said = match path.path.segments.last().map(|last| &last.arguments) {
            Some(syn::PathArguments::AngleBracketed(said)) => said.args.iter().collect(),
            _ => Vec::new(),
        };
        let ty = match said.as_slice() {
            [element, syn::GenericArgument::Const(len), _] => {
                let element = self.said_element(element);
                Type::Array(Box::new(element), self.len(len))
            }
            [element, syn::GenericArgument::Type(syn::Type::Path(len)), _] if len.qself.is_none() => {
                let element = self.said_element(element);
                let len = Syn::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: len.path.clone() });
                Type::Array(Box::new(element), self.len(&len))
            }
            _ => self.fresh(),
        };
        let local = self.new_local("made", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: None });
        let made = Place::local(local, ty.clone());
        let callback = self.callback(f);
        let end = self.len_of(&made);
        self.below(end, |lower, turn| {
            let item = Item::Value(turn.clone());
            let value = lower.apply_to_value(&callback, vec![item]);
            let place = lower.array_element(made, turn);
            lower.push(StmtKind::Assign { place, op: None, value });
        });
        Some(Expr::local(local, ty))
    }

    fn said_element(&mut self, said: &syn::GenericArgument) -> Type {
        match said {
            syn::GenericArgument::Type(syn::Type::Infer(_)) => self.fresh(),
            syn::GenericArgument::Type(ty) => self.value_type(ty),
            _ => self.fresh(),
        }
    }

    /// `a.map(f)` of an array: `None` where the receiver is none.
    pub(super) fn array_map(&mut self, call: &syn::ExprMethodCall, f: &Syn) -> Option<Expr> {
        let is_literal = matches!(bare(&call.receiver), Syn::Array(_) | Syn::Repeat(_));
        let is_array = |ty: &Type| matches!(ty, Type::Array(..));
        let of_name = match self.type_of_place(&call.receiver) {
            Some(Type::Infer(_)) => match self.looked_at(&call.receiver) {
                Some(place) => self.said_of(&Expr::load(place)),
                None => None,
            },
            known => known,
        };
        if !is_literal && !of_name.is_some_and(|ty| is_array(&ty)) {
            return None;
        }
        let source = self.whole(&call.receiver);
        let ty = self.said_of(&source).filter(is_array)?;
        let Type::Array(_, len) = &ty else { return None };
        let len = *len;
        let local = self.new_local("source", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(source) });
        let source = Place::local(local, ty);
        let callback = self.callback(f);
        let ty = Type::Array(Box::new(self.fresh()), len);
        let local = self.new_local("mapped", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: None });
        let end = self.len_of(&source);
        self.below(end, |lower, turn| {
            let item = lower.array_element(source, turn.clone());
            let item = Item::Value(Expr::load(item));
            let value = lower.apply_to_value(&callback, vec![item]);
            let place = lower.array_element(Place::local(local, ty.clone()), turn);
            lower.push(StmtKind::Assign { place, op: None, value });
        });
        Some(Expr::local(local, ty))
    }
}
