//! Generics, parameters and the result type.

use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, ItemFn, Pat, ReturnType};

use super::{Binding, Lower, Source};
use crate::diagnostic::Code;
use crate::ir::{Capture, FunctionKind, LocalKind, Type};

impl Lower<'_> {
    pub(super) fn signature(&mut self, item: &ItemFn) {
        let sig = &item.sig;
        let mut refuse = |span: Span, what: &str| {
            self.report.error(
                span,
                Code::Signature,
                format!("a kernel or device function cannot be {what}"),
                "",
            );
        };
        if let Some(token) = &sig.asyncness {
            refuse(token.span(), "`async`");
        }
        if let Some(abi) = &sig.abi {
            refuse(abi.span(), "`extern`");
        }
        if let Some(variadic) = &sig.variadic {
            refuse(variadic.span(), "variadic");
        }
        let is_unsafe = matches!(sig.safety, syn::Safety::Unsafe(_));
        if self.function.attrs.unchecked && !is_unsafe {
            self.report.error(
                sig.ident.span(),
                Code::Attribute,
                "`unchecked` indexing needs an `unsafe fn`: the caller answers for every index",
                "write `unsafe fn`, or leave `unchecked` out",
            );
        }
        for param in &sig.generics.params {
            match param {
                GenericParam::Type(param) => {
                    let name = param.ident.to_string();
                    let id = self.capture(
                        Capture::Type { name: name.clone() },
                        Source::Type(param.ident.to_token_stream()),
                    );
                    self.generics.insert(name, id);
                }
                GenericParam::Const(param) => {
                    let ty = self.value_type(&param.ty);
                    let ident = &param.ident;
                    let id = self.capture(
                        Capture::Const { name: ident.to_string(), ty: Some(ty) },
                        Source::Const(quote!(#ident)),
                    );
                    self.generics.insert(ident.to_string(), id);
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        for input in &sig.inputs {
            match input {
                FnArg::Receiver(receiver) => self.report.error(
                    receiver.span(),
                    Code::Signature,
                    "a kernel or device function has no `self`",
                    "take what it needs as ordinary parameters",
                ),
                FnArg::Typed(input) => self.param(input),
            }
        }
        self.result(&sig.output);
    }

    fn param(&mut self, input: &syn::PatType) {
        let Pat::Ident(pat) = &*input.pat else {
            self.report.error(
                input.pat.span(),
                Code::Pattern,
                "a parameter has a plain name here",
                "take the value by name and destructure it in the body",
            );
            return;
        };
        let ty = self.param_type(&input.ty);
        let name = pat.ident.to_string();
        let local = self.new_local(&name, ty, LocalKind::Param);
        self.function.params.push(local);
        self.bind(&name, Binding::Local { id: local, mutable: pat.mutability.is_some() });
    }

    fn param_type(&mut self, ty: &syn::Type) -> Type {
        let kernel = self.function.kind == FunctionKind::Kernel;
        let syn::Type::Reference(reference) = ty else {
            let found = self.value_type(ty);
            let passable = match &found {
                Type::Scalar(_) | Type::Capture(_) => true,
                Type::Array(..) => !kernel,
                Type::Unit | Type::Atomic(_) | Type::Slice { .. } | Type::Ref { .. } | Type::Infer(_) => {
                    false
                }
            };
            if !passable && self.report.is_empty() {
                self.refuse_param(ty);
            }
            return found;
        };
        let mutable = reference.mutability.is_some();
        match &*reference.elem {
            syn::Type::Slice(slice) => {
                let element = self.value_type(&slice.elem);
                if matches!(element, Type::Atomic(_)) && mutable {
                    self.report.error(
                        ty.span(),
                        Code::ParameterType,
                        "atomic elements are shared, not `&mut`",
                        "write `&[AtomicU32]`, as with std's atomics",
                    );
                }
                Type::slice(element, mutable)
            }
            _ if kernel => {
                self.refuse_param(ty);
                Type::Unit
            }
            target => {
                let target = self.value_type(target);
                Type::Ref { target: Box::new(target), mutable }
            }
        }
    }

    fn refuse_param(&mut self, ty: &syn::Type) {
        self.report.error(
            ty.span(),
            Code::ParameterType,
            format!("`{}` cannot be a parameter here", ty.to_token_stream()),
            "kernels take scalars, `&[T]`, `&mut [T]` and `&[AtomicU32]`; device functions also take arrays, `&T` and `&mut T`",
        );
    }

    fn result(&mut self, output: &ReturnType) {
        let ReturnType::Type(_, ty) = output else { return };
        if self.function.kind == FunctionKind::Kernel {
            let unit = matches!(&**ty, syn::Type::Tuple(tuple) if tuple.elems.is_empty());
            if !unit {
                self.report.error(
                    ty.span(),
                    Code::ResultType,
                    "a kernel returns nothing: its results go to `&mut [T]` parameters",
                    "take an output slice as a parameter and write each thread's element",
                );
            }
            return;
        }
        if let syn::Type::Reference(_) = &**ty {
            self.report.error(
                ty.span(),
                Code::ResultType,
                "a device function returns a value, not a reference",
                "return the element itself, or take the slice and an index at the caller",
            );
            return;
        }
        self.function.result = self.value_type(ty);
    }
}
