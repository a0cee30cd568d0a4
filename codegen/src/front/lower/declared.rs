//! Types that are written beside patterns.
//!
//! Takes what a pattern is held against and the type that the user wrote of it; guarantees that a name of the pattern
//! has the type that rustc gives it, which is the written one. Where the value seems to have another, rustc is asked
//! what the written one is: it refuses the value, and no copy says of the names that they are not what the value is;
//! or the words are those of an alias, and stand for what the value is.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::GenericArgument;

use super::subject::Subject;
use super::{Lower, Source};
use crate::front::text::text_of;
use crate::ir::{Capture, Expr, Len, LocalKind, Scalar, StmtKind, Type};

impl Lower<'_> {
    /// A subject whose parts have the types that are written of them.
    pub(super) fn held_to(&mut self, subject: Subject, ty: &syn::Type) -> Subject {
        match (subject, ty) {
            (subject, syn::Type::Paren(inner)) => self.held_to(subject, &inner.elem),
            (subject, syn::Type::Group(inner)) => self.held_to(subject, &inner.elem),
            (Subject::Parts { parts, array: false }, syn::Type::Tuple(types))
                if types.elems.len() == parts.len() =>
            {
                let parts = parts.into_iter().zip(&types.elems);
                Subject::Parts {
                    parts: parts.map(|(part, ty)| self.held_to(part, ty)).collect(),
                    array: false,
                }
            }
            (Subject::Parts { parts, array: true }, syn::Type::Array(array)) => {
                let parts = parts.into_iter().map(|part| self.held_to(part, &array.elem));
                Subject::Parts { parts: parts.collect(), array: true }
            }
            (Subject::Maybe { inner, some }, ty) => {
                let inner = match (*inner, held_by_option(ty)) {
                    (Subject::Value(value), Some(held)) => {
                        // What the whole type holds, which is another where `Option` is an alias.
                        let item = quote!(<#ty as ::core::iter::IntoIterator>::Item);
                        Subject::Value(self.value_held_to(value, held, item))
                    }
                    (inner, _) => inner,
                };
                Subject::Maybe { inner: Box::new(inner), some }
            }
            (Subject::Value(value), ty) => {
                Subject::Value(self.value_held_to(value, ty, ty.to_token_stream()))
            }
            (other, _) => other,
        }
    }

    /// A type with what its words say of the parts that are not known.
    pub(super) fn completed(&mut self, known: Type, ty: &syn::Type) -> Type {
        match (known, ty) {
            (known, syn::Type::Paren(inner)) => self.completed(known, &inner.elem),
            (known, syn::Type::Group(inner)) => self.completed(known, &inner.elem),
            (Type::Infer(_), ty) => self.value_type(ty),
            (Type::Array(element, len), syn::Type::Array(array)) => {
                Type::Array(Box::new(self.completed(*element, &array.elem)), len)
            }
            (Type::Tuple(types), syn::Type::Tuple(said)) if types.len() == said.elems.len() => {
                let types = types.into_iter().zip(&said.elems);
                Type::Tuple(types.map(|(known, ty)| self.completed(known, ty)).collect())
            }
            (known, _) => known,
        }
    }

    /// A value of the type that rustc says that these words are, where they seem to be another than the value's.
    fn value_held_to(&mut self, value: Expr, ty: &syn::Type, words: TokenStream) -> Expr {
        let said = self.plainly_said(ty);
        if !differ(&value.ty, &said) || has_unnamed(words.clone()) {
            return value;
        }
        let ask = self.ask(words);
        let said = Type::Capture(self.capture(Capture::Type { name: text_of(ty) }, Source::Type(ask)));
        let local = self.new_local("value", said.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local, init: Some(value) });
        Expr::local(local, said)
    }

    /// A type as far as its words say it without rustc; what they do not is any type.
    fn plainly_said(&mut self, ty: &syn::Type) -> Type {
        if let Some(held) = held_by_option(ty) {
            return Type::Tuple(vec![Type::BOOL, self.plainly_said(held)]);
        }
        match ty {
            syn::Type::Paren(inner) => self.plainly_said(&inner.elem),
            syn::Type::Group(inner) => self.plainly_said(&inner.elem),
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Type::Unit,
            syn::Type::Tuple(tuple) => {
                Type::Tuple(tuple.elems.iter().map(|ty| self.plainly_said(ty)).collect())
            }
            syn::Type::Array(array) => match &array.len {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) => match len.base10_parse() {
                    Ok(len) => Type::array(self.plainly_said(&array.elem), len),
                    Err(_) => self.fresh(),
                },
                _ => self.fresh(),
            },
            syn::Type::Path(path) if path.qself.is_none() => {
                let scalar =
                    path.path.get_ident().map(ToString::to_string).filter(|name| !self.is_item(name));
                match scalar.and_then(|name| Scalar::from_name(&name)) {
                    Some(scalar) => Type::Scalar(scalar),
                    None => self.fresh(),
                }
            }
            _ => self.fresh(),
        }
    }
}

/// What an `Option` holds, where the words say that a type is one.
fn held_by_option(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(held) => Some(held),
        _ => None,
    }
}

/// Whether two types are certainly not the same.
fn differ(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Scalar(one), Type::Scalar(other)) => one != other,
        (Type::Tuple(one), Type::Tuple(other)) => {
            one.len() != other.len() || one.iter().zip(other).any(|(one, other)| differ(one, other))
        }
        (Type::Array(one, len), Type::Array(other, other_len)) => {
            let of_length = |len: &Len| match len {
                Len::Const(len) => Some(*len),
                Len::Capture(_) => None,
            };
            let lengths = of_length(len).zip(of_length(other_len));
            lengths.is_some_and(|(one, other)| one != other) || differ(one, other)
        }
        (
            Type::Scalar(_) | Type::Unit | Type::Tuple(_) | Type::Array(..),
            Type::Scalar(_) | Type::Unit | Type::Tuple(_) | Type::Array(..),
        ) => std::mem::discriminant(one) != std::mem::discriminant(other),
        _ => false,
    }
}

/// Whether a part of a type is left to rustc to find.
fn has_unnamed(words: TokenStream) -> bool {
    words.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "_",
        TokenTree::Group(group) => has_unnamed(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
