//! Types as the user wrote them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};

use super::{Lower, Source, address};
use crate::collections::Set;
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::front::typed::scalar_tokens;
use crate::intrinsics;
use crate::ir::{Capture, Len, Scalar, Type};

const VALUES: &str = "values in kernels are `bool`, integers of up to 64 bits, floats, arrays and tuples, and structs and enums with \
     `#[derive(KernelType)]`";

impl Lower<'_> {
    /// A type that a value or local can have.
    pub(super) fn value_type(&mut self, ty: &syn::Type) -> Type {
        match ty {
            syn::Type::Paren(inner) => self.value_type(&inner.elem),
            syn::Type::Group(inner) => self.value_type(&inner.elem),
            syn::Type::Infer(_) => self.fresh(),
            syn::Type::Array(array) => {
                let element = self.value_type(&array.elem);
                if let Type::Tile { .. } = element {
                    return self.refuse_type(
                        ty,
                        "is an array of tiles",
                        "keep each tile in a variable of its own",
                    );
                }
                Type::Array(Box::new(element), self.len(&array.len))
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Type::Unit,
            syn::Type::Path(path) => self.path_type(path),
            syn::Type::Reference(_) | syn::Type::Slice(_) => self.refuse_type(
                ty,
                "is a reference or slice, which only a parameter or another name for one can be",
                match ty {
                    syn::Type::Reference(reference) if !matches!(*reference.elem, syn::Type::Slice(_)) => VALUES,
                    _ => "a slice of slices is one slice of all rows, indexed `x[row * width + column]`; or `&[[f32; 4]]`",
                },
            ),
            syn::Type::Tuple(tuple) => {
                Type::Tuple(tuple.elems.iter().map(|ty| self.value_type(ty)).collect())
            }
            _ => self.refuse_type(ty, "is not supported in kernels", VALUES),
        }
    }

    /// Remembers that a name was taken for a number's type: rustc says whether it is.
    pub(super) fn assume_scalar(&mut self, tokens: TokenStream, scalar: Scalar) {
        self.assume_type(tokens, scalar_tokens(scalar, self.krate));
    }

    fn assume_type(&mut self, tokens: TokenStream, meant: TokenStream) {
        let ask = self.ask(tokens);
        if !self.taps.types.iter().any(|(known, _)| *known == ask) {
            self.taps.types.push((ask, meant));
        }
    }

    fn refuse_type(&mut self, ty: &syn::Type, what: &str, help: &str) -> Type {
        let message = format!("the type `{}` {what}", text_of(ty));
        self.report.error(spot(ty), Code::UnsupportedType, message, help);
        self.fresh()
    }

    pub(super) fn path_type(&mut self, path: &syn::TypePath) -> Type {
        let ident = path.path.get_ident().filter(|_| path.qself.is_none()).map(ToString::to_string);
        if let Some(id) = ident.as_ref().and_then(|ident| self.generic(ident)) {
            return Type::Capture(id);
        }
        if let (None, Some(tile)) = (&path.qself, self.tile_type(&path.path)) {
            return tile;
        }
        if let (Some(last), None) = (path.path.segments.last(), &path.qself) {
            let name = last.ident.to_string();
            let aliased = ident.is_some_and(|ident| self.is_item(&ident));
            if last.arguments.is_none() && !aliased {
                if let Some(scalar) = Scalar::from_name(&name) {
                    self.assume_scalar(path.to_token_stream(), scalar);
                    return Type::Scalar(scalar);
                }
                if let Some(scalar) = atomic(&name) {
                    let (krate, meant) = (self.krate, &last.ident);
                    self.assume_type(path.to_token_stream(), quote!(#krate::prelude::#meant));
                    return Type::Atomic(scalar);
                }
            }
            if let ("Option", false, syn::PathArguments::AngleBracketed(arguments)) =
                (name.as_str(), aliased, &last.arguments)
                && let [syn::GenericArgument::Type(inner)] =
                    arguments.args.iter().collect::<Vec<_>>().as_slice()
            {
                let held = self.value_type(inner);
                if matches!(held, Type::Tile { .. }) {
                    let help = "keep the tile, and whether there is one, in two variables";
                    return self.refuse_type(inner, "is a tile in an `Option`", help);
                }
                return Type::Tuple(vec![Type::BOOL, held]);
            }
            let is_function = intrinsics::free(&name).is_some_and(|found| found.params.is_empty());
            let help = match name.as_str() {
                _ if is_function => {
                    "write the elements' type, `&[f32]`, and index them in the body: `x[global_id()]`"
                }
                _ if super::tile::tensor_rank(&name).is_some() && !last.arguments.is_none() => {
                    "a tensor is a parameter of a tile kernel, behind `&` or `&mut`"
                }
                "Vec" => "kernels take `&[T]` and `&mut [T]`, and have arrays `[T; N]` of their own",
                "u128" | "i128" => "integers have up to 64 bits here",
                "char" => "write `u8` for a byte, `u32` for a code point",
                "Result" => "return an `Option`, or a number that says what went wrong",
                "String" | "str" | "Box" | "Option" | "Rc" | "Arc" => VALUES,
                "AtomicBool" | "AtomicPtr" | "AtomicU8" | "AtomicI8" | "AtomicU16" | "AtomicI16"
                | "AtomicUsize" | "AtomicIsize" => {
                    "the atomics are `AtomicU32`, `AtomicI32`, `AtomicU64`, `AtomicI64`, `AtomicF32` and `AtomicF64`"
                }
                _ => "",
            };
            if !help.is_empty() && !aliased {
                let message = if super::tile::tensor_rank(&name).is_some() {
                    format!("`{name}` is memory, and no value of a kernel")
                } else if is_function {
                    format!("`{name}` is a function, and no type")
                } else {
                    format!("`{name}` does not exist on a GPU")
                };
                self.report.error(spot(path), Code::UnsupportedType, message, help);
                return self.fresh();
            }
        }
        // An alias or an associated type: rustc says what it is.
        let name = text_of(path);
        let mut ask = self.ask(path.to_token_stream());
        ask.is_argument = self.written.arguments.contains(&address(path));
        Type::Capture(self.capture(Capture::Type { name }, Source::Type(ask)))
    }

    /// The length of an array type or of `[value; len]`.
    pub(super) fn len(&mut self, expr: &syn::Expr) -> Len {
        if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) = expr
            && let Ok(len) = int.base10_parse()
        {
            return Len::Const(len);
        }
        if let syn::Expr::Path(path) = expr
            && let Some(id) = path.path.get_ident().and_then(|ident| self.generic(&ident.to_string()))
        {
            return Len::Capture(id);
        }
        Len::Capture(self.capture_const(expr, Some(Type::USIZE)))
    }
}

/// The name that a type's path is, without its arguments.
fn alone(path: &syn::TypePath) -> Option<&syn::Ident> {
    let segments = &path.path.segments;
    let is_alone = path.qself.is_none() && path.path.leading_colon.is_none() && segments.len() == 1;
    segments.first().filter(|_| is_alone).map(|first| &first.ident)
}

/// Whether a type is such a name, or that of a parameter.
pub(super) fn is_no_type(ty: &syn::Type, parameters: &Set<String>) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    alone(path).is_some_and(|name| parameters.contains(&name.to_string()))
}

/// What a function's tokens say.
pub(super) struct Written {
    /// The types that stand in generic arguments, by address.
    arguments: Set<usize>,
    /// The names of its parameters.
    pub(super) parameters: Set<String>,
}

impl Written {
    pub(super) fn of(item: &syn::ItemFn) -> Written {
        Written { arguments: arguments(item), parameters: parameters(&item.sig) }
    }
}

/// The names of a function's parameters.
pub(in crate::front) fn parameters(sig: &syn::Signature) -> Set<String> {
    let named = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Ident(pat) => Some(pat.ident.to_string()),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    };
    sig.inputs.iter().filter_map(named).collect()
}

/// The types that stand in generic arguments, by address.
fn arguments(item: &syn::ItemFn) -> Set<usize> {
    struct Arguments {
        found: Set<usize>,
        is_inside: bool,
    }
    impl<'a> Visit<'a> for Arguments {
        fn visit_generic_argument(&mut self, node: &'a syn::GenericArgument) {
            let outer = std::mem::replace(&mut self.is_inside, true);
            visit::visit_generic_argument(self, node);
            self.is_inside = outer;
        }

        fn visit_type_path(&mut self, node: &'a syn::TypePath) {
            if self.is_inside {
                self.found.insert(address(node));
            }
            visit::visit_type_path(self, node);
        }
    }
    let mut arguments = Arguments { found: Set::new(), is_inside: false };
    arguments.visit_item_fn(item);
    arguments.found
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

/// Whether a type is an atomic or holds some.
pub(super) fn has_atomics(ty: &Type) -> bool {
    match ty {
        Type::Atomic(_) => true,
        Type::Array(element, _) | Type::Slice { element, .. } => has_atomics(element),
        Type::Ref { target, .. } => has_atomics(target),
        Type::Unit
        | Type::Scalar(_)
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Struct(_)
        | Type::Tuple(_) => false,
    }
}
