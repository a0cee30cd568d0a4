//! Types as the user wrote them.

use quote::ToTokens;
use syn::spanned::Spanned;

use super::{Lower, Source};
use crate::diagnostic::Code;
use crate::ir::{Capture, Len, Scalar, Type};

impl Lower<'_> {
    /// A type that a value or local can have.
    pub(super) fn value_type(&mut self, ty: &syn::Type) -> Type {
        match ty {
            syn::Type::Paren(inner) => self.value_type(&inner.elem),
            syn::Type::Group(inner) => self.value_type(&inner.elem),
            syn::Type::Infer(_) => self.fresh(),
            syn::Type::Array(array) => {
                let element = self.value_type(&array.elem);
                Type::Array(Box::new(element), self.len(&array.len))
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Type::Unit,
            syn::Type::Path(path) => self.path_type(path),
            other => {
                self.report.error(
                    other.span(),
                    Code::UnsupportedType,
                    format!("the type `{}` is not supported here", other.to_token_stream()),
                    "values in kernels are `bool`, integers, floats and fixed arrays of them",
                );
                Type::Unit
            }
        }
    }

    fn path_type(&mut self, path: &syn::TypePath) -> Type {
        if path.qself.is_none() {
            if let Some(ident) = path.path.get_ident() {
                if let Some(id) = self.generics.get(&ident.to_string()) {
                    return Type::Capture(*id);
                }
            }
            if let Some(last) = path.path.segments.last().filter(|last| last.arguments.is_none()) {
                let name = last.ident.to_string();
                if let Some(scalar) = Scalar::from_name(&name) {
                    return Type::Scalar(scalar);
                }
                if let Some(scalar) = atomic(&name) {
                    return Type::Atomic(scalar);
                }
                if matches!(
                    name.as_str(),
                    "String" | "str" | "char" | "u128" | "i128" | "Vec" | "Box" | "Option"
                ) {
                    self.report.error(
                        path.span(),
                        Code::UnsupportedType,
                        format!("`{name}` does not exist on a GPU"),
                        "values in kernels are `bool`, integers of up to 64 bits, floats and fixed arrays of them",
                    );
                    return Type::Unit;
                }
            }
            let last = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            if matches!(last.as_str(), "Vec" | "Box" | "Option" | "Result" | "Rc" | "Arc") {
                self.report.error(
                    path.span(),
                    Code::UnsupportedType,
                    format!("`{last}` does not exist on a GPU"),
                    "values in kernels are `bool`, integers of up to 64 bits, floats and fixed arrays of them",
                );
                return Type::Unit;
            }
        }
        // An alias or an associated type: rustc says what it is.
        let tokens = path.to_token_stream();
        let name = tokens.to_string().replace(' ', "");
        Type::Capture(self.capture(Capture::Type { name }, Source::Type(tokens)))
    }

    /// The length of an array type or of `[value; len]`.
    pub(super) fn len(&mut self, expr: &syn::Expr) -> Len {
        if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) = expr {
            if let Ok(len) = int.base10_parse() {
                return Len::Const(len);
            }
        }
        if let syn::Expr::Path(path) = expr {
            if let Some(id) = path.path.get_ident().and_then(|ident| self.generics.get(&ident.to_string())) {
                return Len::Capture(*id);
            }
        }
        Len::Capture(self.capture_const(expr.to_token_stream(), Some(Type::USIZE)))
    }
}

/// The scalar inside an atomic type of this name.
pub(super) fn atomic(name: &str) -> Option<Scalar> {
    Some(match name {
        "AtomicU32" => Scalar::U32,
        "AtomicI32" => Scalar::I32,
        "AtomicU64" => Scalar::U64,
        "AtomicI64" => Scalar::I64,
        "AtomicF32" => Scalar::F32,
        "AtomicF64" => Scalar::F64,
        _ => return None,
    })
}
