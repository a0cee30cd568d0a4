//! Generics, parameters and the result type.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, ItemFn, Pat, PatIdent, ReturnType};

use super::host;
use super::method_resolution;
use super::subject::Subject;
use super::tile::says_tile;
use super::types::{has_atomics, is_no_type};
use super::{Ask, Binding, Lower, Source, address};
use crate::collections::Set;
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{Capture, Expr, FunctionKind, LocalKind, Place, Type};

impl Lower<'_> {
    pub(super) fn signature(&mut self, item: &ItemFn) {
        let sig = &item.sig;
        let mut refuse = |span: Span, what: &str| {
            let message = format!("a kernel or device function cannot be {what}");
            self.report.error(span, Code::Signature, message, "");
        };
        if let Some(token) = &sig.asyncness {
            refuse(token.span(), "`async`");
        }
        if let Some(abi) = &sig.abi {
            refuse(abi.extern_token.span(), "`extern`");
        }
        if let Some(variadic) = &sig.variadic {
            refuse(variadic.span(), "variadic");
        }
        if let (Some(token), FunctionKind::Kernel) = (&sig.constness, self.function.kind) {
            refuse(token.span(), "`const`");
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
                GenericParam::Type(param) if called_as(param, &sig.generics).is_some() => {}
                GenericParam::Type(param) => {
                    if is_unbounded(param, &sig.generics) {
                        self.report.error(
                            param.ident.span(),
                            Code::Signature,
                            format!("nothing says that kernels know `{}`", param.ident),
                            "write a bound: `Float`, `Int` and `Num` for numbers, `KernelType` for any value",
                        );
                        // Of what it lacks for the body rustc would say more.
                        self.hushed |= self.function.kind == FunctionKind::Device;
                    }
                    let name = param.ident.to_string();
                    let id = self.capture(
                        Capture::Type { name: name.clone() },
                        Source::Type(Ask::plain(param.ident.to_token_stream())),
                    );
                    if is_number(param, &sig.generics) {
                        self.numbers.push(id);
                    }
                    self.generics.insert(name, id);
                }
                GenericParam::Const(param) => {
                    let ty = self.value_type(&param.ty);
                    let name = param.ident.to_string();
                    let id = self.capture(
                        Capture::Const { name: name.clone(), ty: Some(ty) },
                        Source::Const(Ask::plain(param.ident.to_token_stream())),
                    );
                    self.generics.insert(name, id);
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        // What these say may name the others.
        for param in sig.generics.type_params() {
            if let Some(bound) = called_as(param, &sig.generics) {
                self.callable_parameter(param, bound);
            }
        }
        for (number, input) in sig.inputs.iter().enumerate() {
            let mark = self.report.len();
            match input {
                FnArg::Receiver(receiver) => self.report.error(
                    spot(receiver),
                    Code::Signature,
                    "a kernel or device function has no `self`",
                    "take what it needs as ordinary parameters",
                ),
                FnArg::Typed(input) => self.param(input),
            }
            if self.report.len() > mark {
                self.refused.insert(number);
                // What is done with a pointer is another mistake to rustc.
                self.hushed |= matches!(input, FnArg::Typed(input) if matches!(*input.ty, syn::Type::Ptr(_))
                    || is_refused_by_rustc(&input.ty, &self.written.parameters));
            }
        }
        self.result(&sig.output);
    }

    fn param(&mut self, input: &syn::PatType) {
        let pat = match &*input.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => pat,
            _ => return self.param_pattern(input),
        };
        let mark = self.report.len();
        let ty = self.param_type(&input.ty);
        if let (Some(token), Type::Slice { .. } | Type::Ref { .. } | Type::Tensor { .. }) =
            (&pat.mutability, &ty)
        {
            self.unsupported(
                token.span(),
                "a parameter that is a reference cannot be made to point elsewhere",
                "leave out this `mut`; the one of `&mut` lets the elements change",
            );
        }
        let broken = self.report.len() > mark;
        let name = pat.ident.to_string();
        let callable = match ty {
            Type::Capture(id) => Some(id).filter(|id| self.is_callable(*id)),
            _ => None,
        };
        let local = self.new_local(&name, ty, LocalKind::Param);
        self.function.params.push(local);
        if let Some(id) = callable {
            return self.bind(&name, Binding::Callable(id));
        }
        self.bind(&name, Binding::Local { id: local, mutable: pat.mutability.is_some(), alias: false });
        if broken {
            self.broken.insert(local);
        }
    }

    /// A parameter that is taken apart: its names are bound at the start of the body.
    fn param_pattern(&mut self, input: &syn::PatType) {
        let mark = self.report.len();
        let ty = self.param_type(&input.ty);
        let name = unnamed(self.function.params.len());
        let local = self.new_local(&name, ty, LocalKind::Param);
        self.function.params.push(local);
        if self.report.len() > mark {
            self.broken.insert(local);
            self.bind_broken(&input.pat);
        }
    }

    /// Binds the names of parameters that are patterns.
    pub(super) fn bind_params(&mut self, item: &ItemFn) {
        let node = address(&*item.block);
        for (number, input) in item.sig.inputs.iter().enumerate() {
            let FnArg::Typed(input) = input else { continue };
            if let Pat::Ident(PatIdent { by_ref: None, subpat: None, .. }) = &*input.pat {
                continue;
            }
            let Some(&local) = self.function.params.get(number) else { continue };
            if self.broken.contains(&local) {
                continue;
            }
            let ty = self.function.local(local).ty.clone();
            let place = Place::local(local, ty.referent().clone());
            let subject = match &ty {
                Type::Ref { mutable, .. } | Type::Slice { mutable, .. } => {
                    Subject::Referent { place, mutable: *mutable }
                }
                _ => Subject::Value(Expr::load(place)),
            };
            self.bind_pattern(&input.pat, &subject, node);
        }
    }

    fn param_type(&mut self, ty: &syn::Type) -> Type {
        let kernel = self.function.kind == FunctionKind::Kernel;
        if self.refuse_length(ty) {
            return self.fresh();
        }
        let (syn::Type::Reference(_)
        | syn::Type::Path(_)
        | syn::Type::Array(_)
        | syn::Type::Tuple(_)
        | syn::Type::Infer(_)) = ty
        else {
            return match ty {
                syn::Type::Paren(inner) => self.param_type(&inner.elem),
                syn::Type::Group(inner) => self.param_type(&inner.elem),
                _ => self.refuse_param(ty),
            };
        };
        let syn::Type::Reference(reference) = ty else {
            let mark = self.report.len();
            let found = self.value_type(ty);
            let passable = match &found {
                Type::Scalar(_) | Type::Capture(_) => true,
                Type::Array(..) => !self.is_tile_kernel() && !has_atomics(&found),
                Type::Tile { .. } | Type::Tuple(_) => !kernel,
                Type::Unit
                | Type::Atomic(_)
                | Type::Slice { .. }
                | Type::Ref { .. }
                | Type::Infer(_)
                | Type::Tensor { .. }
                | Type::Struct(_) => false,
            };
            // Of a tile's type with too few arguments, or too many, rustc says so.
            let is_counted =
                matches!((&found, ty), (Type::Infer(_), syn::Type::Path(path)) if says_tile(&path.path));
            if !passable && !is_counted && self.report.len() == mark {
                return self.refuse_param(ty);
            }
            return found;
        };
        let mutable = reference.mutability.is_some();
        if let syn::Type::Path(path) = &*reference.elem
            && let Some(id) = path.path.get_ident().and_then(|name| self.generic(&name.to_string()))
            && self.is_callable(id)
        {
            return Type::Capture(id);
        }
        if let syn::Type::Path(path) = &*reference.elem
            && let Some(tensor) = self.tensor_type(path, mutable)
        {
            return tensor;
        }
        match &*reference.elem {
            syn::Type::Slice(_) if self.is_tile_kernel() => self.refuse_param(ty),
            syn::Type::Slice(slice) => {
                let mark = self.report.len();
                let element = self.value_type(&slice.elem);
                if matches!(element, Type::Atomic(_)) && mutable {
                    self.report.error(
                        spot(ty),
                        Code::ParameterType,
                        "atomic elements are shared, not `&mut`",
                        "write `&[AtomicU32]`, as with std's atomics",
                    );
                }
                let passable = match &element {
                    Type::Scalar(_) | Type::Capture(_) | Type::Atomic(_) => true,
                    Type::Array(..) => !has_atomics(&element),
                    Type::Unit
                    | Type::Slice { .. }
                    | Type::Ref { .. }
                    | Type::Infer(_)
                    | Type::Tensor { .. }
                    | Type::Tile { .. }
                    | Type::Struct(_)
                    | Type::Tuple(_) => false,
                };
                if !passable && self.report.len() == mark {
                    self.report.error(
                        spot(ty),
                        Code::ParameterType,
                        format!("`{}` cannot be a parameter here", text_of(ty)),
                        "a slice holds values: numbers, fixed arrays of them, structs and enums with `#[derive(KernelType)]`",
                    );
                }
                Type::slice(element, mutable)
            }
            _ if kernel => self.refuse_param(ty),
            target => {
                let target = self.value_type(target);
                Type::Ref { target: Box::new(target), mutable }
            }
        }
    }

    /// Refuses an array whose length is to be a parameter's value.
    fn refuse_length(&mut self, ty: &syn::Type) -> bool {
        let Some(name) = length(ty, &self.written.parameters) else { return false };
        let message = format!("`{name}` is a parameter, and the length of an array is a constant");
        let help = "take a slice, or have the length in `<const N: usize>` behind the function's name";
        self.report.error(spot(name), Code::ParameterType, message, help);
        true
    }

    fn refuse_param(&mut self, ty: &syn::Type) -> Type {
        let referred = host::referred(ty).filter(|_| !self.is_tile_kernel());
        let help = match self.function.kind {
            _ if host::parameter(ty).is_some() => host::parameter(ty).unwrap_or_default(),
            FunctionKind::Kernel if referred.is_some() => referred.as_deref().unwrap_or_default(),
            FunctionKind::Kernel if matches!(ty, syn::Type::Tuple(_)) => {
                "how a tuple lies in memory is rustc's secret: pass its parts one by one, or as a struct"
            }
            FunctionKind::Kernel if self.is_tile_kernel() => {
                "tile kernels take scalars, `&Tensor1<T>` to `&Tensor4<T>`, and those with `&mut` to store to"
            }
            FunctionKind::Kernel => {
                "kernels take numbers, arrays, structs and enums with `#[derive(KernelType)]`, `&[T]`, `&mut [T]` and \
                 `&[AtomicU32]`"
            }
            FunctionKind::Device => {
                "device functions take numbers, arrays, structs and enums with `#[derive(KernelType)]`, tiles, slices, \
                 tensors, `&T` and `&mut T`"
            }
        };
        let message = format!("`{}` cannot be a parameter here", text_of(ty));
        self.report.error(spot(ty), Code::ParameterType, message, help);
        self.fresh()
    }

    fn result(&mut self, output: &ReturnType) {
        let ReturnType::Type(_, ty) = output else { return };
        if self.function.kind == FunctionKind::Kernel {
            let tiles = self.is_tile_kernel();
            let unit = matches!(&**ty, syn::Type::Tuple(tuple) if tuple.elems.is_empty());
            if !unit {
                self.report.error(
                    spot(ty),
                    Code::ResultType,
                    if tiles {
                        "a kernel returns nothing: its results go to `&mut Tensor2<T>` parameters"
                    } else {
                        "a kernel returns nothing: its results go to `&mut [T]` parameters"
                    },
                    if tiles {
                        "take an output tensor as a parameter and store each tile"
                    } else {
                        "take an output slice as a parameter and write each thread's element"
                    },
                );
                self.function.result = self.fresh();
                self.result_is_broken = true;
            }
            return;
        }
        self.hushed |= is_refused_by_rustc(ty, &Set::new());
        let (message, help) = match &**ty {
            syn::Type::Reference(_) => (
                "a device function returns a value, not a reference",
                "return the element itself, or take the slice and an index at the caller",
            ),
            syn::Type::Never(_) => ("a device function comes back", "leave the result out"),
            syn::Type::ImplTrait(_) | syn::Type::Infer(_) => {
                ("the result type has to be named", "write the type, or a type parameter")
            }
            _ => {
                let mark = self.report.len();
                self.result_is_broken = self.refuse_length(ty);
                self.function.result = if self.result_is_broken { self.fresh() } else { self.value_type(ty) };
                self.hushed |= self.report.len() > mark && is_refused_by_rustc(ty, &self.written.parameters);
                if has_atomics(&self.function.result) && self.report.len() == mark {
                    let message = "an atomic lives in memory and cannot be returned";
                    self.report.error(
                        spot(ty),
                        Code::ResultType,
                        message,
                        "return the value that `load` gives",
                    );
                }
                return;
            }
        };
        self.report.error(spot(ty), Code::ResultType, message, help);
        self.function.result = self.fresh();
        self.result_is_broken = true;
    }
}

/// How a type parameter is called, if a bound says that it is.
pub(in crate::front) fn called_as<'a>(
    param: &'a syn::TypeParam,
    generics: &'a syn::Generics,
) -> Option<&'a syn::ParenthesizedGenericArguments> {
    let said = bounds_of(&param.ident, generics).flat_map(|predicate| &predicate.bounds);
    param.bounds.iter().chain(said).find_map(|bound| {
        let syn::TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        match &last.arguments {
            // Of what has no other name than those three rustc says that it is nothing.
            syn::PathArguments::Parenthesized(called) => Some(called),
            _ => None,
        }
    })
}

/// What a parameter without a name of its own is called, by its position.
pub(in crate::front) fn unnamed(position: usize) -> String {
    format!("argument_{}", position + 1)
}

/// Whether there are type parameters of which rustc knows no more than their bounds.
pub(super) fn is_generic(generics: &syn::Generics) -> bool {
    generics.type_params().any(|param| called_as(param, generics).is_none())
}

/// Whether no bound of a type parameter can say that kernels know it: whether there is none but std's.
fn is_unbounded(param: &syn::TypeParam, generics: &syn::Generics) -> bool {
    let of_std = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            method_resolution::OF_STD.contains(&name.as_str())
        }),
        _ => true,
    };
    let said = bounds_of(&param.ident, generics).flat_map(|predicate| &predicate.bounds);
    param.bounds.iter().chain(said).all(of_std)
}

/// What `where` clauses say of a type parameter.
fn bounds_of<'a>(
    param: &'a syn::Ident,
    generics: &'a syn::Generics,
) -> impl Iterator<Item = &'a syn::PredicateType> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let types = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(predicate) => Some(predicate),
        _ => None,
    });
    types.filter(
        move |predicate| matches!(&predicate.bounded_ty, syn::Type::Path(path) if path.path.is_ident(param)),
    )
}

/// Whether a type parameter has one of Kiln's bounds of numbers. Other crates have a `Float` too, by a path.
fn is_number(param: &syn::TypeParam, generics: &syn::Generics) -> bool {
    let said = bounds_of(&param.ident, generics).flat_map(|predicate| &predicate.bounds);
    param.bounds.iter().chain(said).any(|bound| {
        let syn::TypeParamBound::Trait(bound) = bound else { return false };
        let names: Vec<_> = bound.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (last, path) = match names.as_slice() {
            [path @ .., last] => (last.as_str(), path),
            [] => return false,
        };
        matches!(last, "Num" | "Int" | "Float" | "MmaOperand")
            && (path.is_empty() || path.iter().any(|name| name == "kiln"))
    })
}

/// Whether rustc has an error of its own for a type of a parameter or a result, whatever is in it: it has no size that
/// is known, is none that a signature says, or has the name of a variable, a function or a trait, or the value of a
/// parameter for its length.
pub(in crate::front) fn is_refused_by_rustc(ty: &syn::Type, parameters: &Set<String>) -> bool {
    let is_unsized = |ty: &syn::Type| match ty {
        syn::Type::Path(path) => path.path.is_ident("str"),
        ty => matches!(ty, syn::Type::Slice(_) | syn::Type::TraitObject(_)),
    };
    match ty {
        ty if length(ty, parameters).is_some() => true,
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(slice) => is_unsized(&slice.elem) || is_no_type(&slice.elem, parameters),
            elem => is_no_type(elem, parameters),
        },
        syn::Type::Infer(_) | syn::Type::Never(_) => true,
        syn::Type::Path(path) if path.path.is_ident("self") => true,
        ty => is_unsized(ty) || is_no_type(ty, parameters),
    }
}

/// The parameter whose value is to be the length of an array.
fn length<'a>(ty: &'a syn::Type, parameters: &Set<String>) -> Option<&'a syn::Ident> {
    match ty {
        syn::Type::Reference(reference) => length(&reference.elem, parameters),
        syn::Type::Slice(slice) => length(&slice.elem, parameters),
        syn::Type::Array(array) => match &array.len {
            syn::Expr::Path(path)
                if path.path.get_ident().is_some_and(|name| parameters.contains(&name.to_string())) =>
            {
                path.path.get_ident()
            }
            _ => length(&array.elem, parameters),
        },
        _ => None,
    }
}
