//! The registry's entries of a kernel: its own, and one for each instance that is named.
//!
//! Takes a kernel that was accepted; guarantees that an entry says of each parameter what may be passed for it, so
//! that a launch by name can be checked.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, GenericParam, Ident, ItemFn, Path};

use super::{Pieces, tensor_of};
use crate::check::precondition::{self, ArgumentField, Condition, Quantity};
use crate::front::attrs::Instance;
use crate::front::lower::Lowered;
use crate::front::text::text_of;
use crate::ir::{TileAttrs, Type};

impl Pieces<'_> {
    pub(super) fn registration(&self, item: &ItemFn, lowered: &Lowered) -> TokenStream {
        let krate = self.krate;
        let (handle, ir, open, coarse) = (self.handle(), &self.ir, self.open, self.coarse);
        let name = &lowered.function.name;
        let (file, line) = (lowered.span.file(), lowered.span.start().line as u32);
        let cuda = match &self.cuda {
            Some(text) => quote!(::core::option::Option::Some(#text)),
            None => quote!(::core::option::Option::None),
        };
        let generic = !self.generics.params.is_empty();
        let params = self.params(item, lowered, None);
        let describe = if generic { quote!(::core::option::Option::None) } else { self.describe_path() };
        let (is_unsafe, proven) = (self.is_unsafe, self.proof.proven);
        let preconditions = preconditions_tokens(&self.proof.conditions, self.proof.too_few, krate);
        let disjoint = match self.proof.disjoint {
            Some([x, y, z]) => quote!(::core::option::Option::Some([#x, #y, #z])),
            None => quote!(::core::option::Option::None),
        };
        let attrs = attrs_tokens(&lowered.function.attrs, krate);
        let parts = quote! {
            #krate::__private::KernelParts {
                name: #name,
                module: ::core::module_path!(),
                file: #file,
                line: #line,
                params: &[#params],
                attrs: #attrs,
                ir: #ir,
                cuda: #cuda,
                open: #open,
                coarse: #coarse,
                describe: #describe,
                is_unsafe: #is_unsafe,
                disjoint: #disjoint,
                preconditions: #preconditions,
                proven: #proven,
            }
        };
        let entry_name = format_ident!("__KILN_ENTRY_{}", self.name, span = Span::call_site());
        let instances =
            self.instances.iter().map(|instance| self.instance(item, lowered, &entry_name, instance));
        quote! {
            #[doc(hidden)]
            #[allow(non_upper_case_globals)]
            // SAFETY: the parts are this kernel's, as it was checked.
            const #entry_name: #krate::registry::KernelEntry = unsafe { #krate::registry::KernelEntry::new(#parts) };
            #[doc(hidden)]
            #[allow(non_upper_case_globals)]
            static #handle: #krate::__private::KernelHandle = #krate::__private::KernelHandle::new(&#entry_name);
            #krate::__private::inventory::submit! { #entry_name }
            #(#instances)*
        }
    }

    /// An instance of a generic kernel, under a name of its own: its parameters are known, and so are rustc's answers.
    fn instance(&self, item: &ItemFn, lowered: &Lowered, entry: &Ident, instance: &Instance) -> TokenStream {
        let (krate, name, arguments) = (self.krate, &self.name, &instance.arguments);
        let params = self.params(item, lowered, Some(instance));
        let text = format!("{}::<{}>", lowered.function.name, text_of(arguments));
        let describe = if self.open {
            quote!(::core::option::Option::Some(#name::<#arguments>::__kiln_describe))
        } else {
            quote!(::core::option::Option::None)
        };
        // What the types of the parameters say of the generic ones, they say in a function that has these too: of a
        // name that nothing has, rustc says there what it says of the launcher.
        let (generics, _, clause) = self.generics.split_for_impl();
        quote! {
            #[allow(warnings)]
            const _: () = {
                const fn params #generics() -> &'static [#krate::__private::ParamInfo] #clause {
                    const { &[#params] }
                }
                // SAFETY: these are the parameters and answers of this instance.
                const ENTRY: #krate::registry::KernelEntry =
                    unsafe { #entry.instance(#text, params::<#arguments>(), #describe) };
                #krate::__private::inventory::submit! { ENTRY }
            };
        }
    }

    /// A type as the user spells it; a parameter of an instance by what it stands for.
    fn said(&self, ty: &syn::Type, instance: Option<&Instance>) -> String {
        let text = text_of(ty);
        let arguments = instance.into_iter().flat_map(|instance| &instance.arguments);
        let mut meant = self.generics.params.iter().zip(arguments);
        let is = |param: &GenericParam| matches!(param, GenericParam::Type(param) if param.ident == text);
        meant.find(|(param, _)| is(param)).map_or(text.clone(), |(_, argument)| text_of(argument))
    }

    /// What may be passed for each parameter, of a kernel or of an instance of it.
    fn params(&self, item: &ItemFn, lowered: &Lowered, instance: Option<&Instance>) -> TokenStream {
        let krate = self.krate;
        let generic = !self.generics.params.is_empty() && instance.is_none();
        let types = item.sig.inputs.iter().map(|input| match input {
            FnArg::Typed(input) => Some(&*input.ty),
            FnArg::Receiver(_) => None,
        });
        let params = lowered.function.params().zip(types).map(|(param, said)| {
            let name = &param.name;
            let private = quote!(#krate::__private);
            // A type that is not known here has the name that the user gave it, and is rustc's to know; but for a
            // parameter's.
            let own = |ty: &Type, said: &syn::Type| {
                let text = self.said(said, instance);
                (ty.scalar().is_none() && !generic).then(|| quote!(#private::ParamType::of::<#said>(#text)))
            };
            let known = |ty: &Type| match ty.scalar() {
                Some(scalar) => {
                    let variant = format_ident!("{}", format!("{scalar:?}"));
                    quote!(::core::option::Option::Some(#private::Scalar::#variant))
                }
                None => quote!(::core::option::Option::None),
            };
            let kind = match &param.ty {
                Type::Slice { element, mutable } => {
                    let (atomic, scalar) = match &**element {
                        Type::Atomic(scalar) => (true, known(&Type::Scalar(*scalar))),
                        other => (false, known(other)),
                    };
                    match said.and_then(element_of).filter(|_| !atomic).and_then(|said| own(element, said)) {
                        Some(element) => quote!(#private::ParamKind::Elements { element: #element, mutable: #mutable }),
                        None => {
                            quote!(#private::ParamKind::Slice { element: #scalar, mutable: #mutable, atomic: #atomic })
                        }
                    }
                }
                Type::Tensor { element, rank, mutable } => {
                    let said = said.and_then(tensor_element).filter(|_| instance.is_some());
                    let element = match said {
                        Some(said) => quote!(<#said as #private::KernelType>::SCALAR),
                        None => known(element),
                    };
                    quote!(#private::ParamKind::Tensor { element: #element, rank: #rank, mutable: #mutable })
                }
                value => match said.and_then(|said| own(value, said)) {
                    Some(ty) => quote!(#private::ParamKind::Value(#ty)),
                    None => {
                        let scalar = known(value);
                        quote!(#private::ParamKind::Scalar(#scalar))
                    }
                },
            };
            quote!(#private::ParamInfo { name: #name, kind: #kind })
        });
        quote!(#(#params),*)
    }
}

/// The attributes as a constant expression.
fn attrs_tokens(attrs: &crate::ir::Attrs, krate: &Path) -> TokenStream {
    let private = quote!(#krate::__private);
    let block = match attrs.block {
        Some([x, y, z]) => quote!(::core::option::Option::Some([#x, #y, #z])),
        None => quote!(::core::option::Option::None),
    };
    let min_blocks = match attrs.min_blocks {
        Some(n) => quote!(::core::option::Option::Some(#n)),
        None => quote!(::core::option::Option::None),
    };
    let cluster = match attrs.cluster {
        Some([x, y, z]) => quote!(::core::option::Option::Some([#x, #y, #z])),
        None => quote!(::core::option::Option::None),
    };
    let math = format_ident!("{}", format!("{:?}", attrs.math));
    let unchecked = attrs.unchecked;
    let tile = match attrs.tile {
        None => quote!(::core::option::Option::None),
        Some(TileAttrs { warps, stages, order }) => {
            let option = |count: Option<u32>| match count {
                None => quote!(::core::option::Option::None),
                Some(count) => quote!(::core::option::Option::Some(#count)),
            };
            let (warps, stages, order) = (option(warps), option(stages), option(order));
            quote!(::core::option::Option::Some(#private::TileAttrs { warps: #warps, stages: #stages, order: #order }))
        }
    };
    let target = match attrs.target {
        None => quote!(::core::option::Option::None),
        Some(backend) => {
            let backend = format_ident!("{}", format!("{backend:?}"));
            quote!(::core::option::Option::Some(#private::Backend::#backend))
        }
    };
    quote! {
        #private::Attrs { block: #block, min_blocks: #min_blocks, cluster: #cluster, math: #private::MathTier::#math, unchecked: #unchecked, tile: #tile, target: #target }
    }
}

/// The element of `&Tensor2<T>`.
fn tensor_element(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Path(path) => tensor_of(path).map(|(element, _)| element),
            _ => None,
        },
        _ => None,
    }
}

/// The element type of a reference to a slice.
fn element_of(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Paren(inner) => element_of(&inner.elem),
        syn::Type::Group(inner) => element_of(&inner.elem),
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(slice) => Some(&slice.elem),
            _ => None,
        },
        _ => None,
    }
}

/// Conditions on launches as a constant expression.
fn preconditions_tokens(conditions: &[Condition], too_few: u8, krate: &syn::Path) -> TokenStream {
    let private = quote!(#krate::__private);
    let (single, rest) = precondition::split(conditions.iter().cloned());
    let single = single | too_few;
    let rest = rest.iter().map(|condition| {
        let terms = condition.terms.iter().map(|(factor, of)| {
            let of = of.iter().map(|quantity| match quantity {
                Quantity::Param(at, ty) => {
                    let ty = format_ident!("{ty:?}");
                    quote!(#private::Quantity::Param(#at, #private::Scalar::#ty))
                }
                Quantity::Field(ArgumentField { of, offset, ty, name }) => {
                    let ty = format_ident!("{ty:?}");
                    quote! {
                        #private::Quantity::Field(#private::ArgumentField {
                            of: #of, offset: #offset, ty: #private::Scalar::#ty, name: #name,
                        })
                    }
                }
                Quantity::Len(at) => quote!(#private::Quantity::Len(#at)),
                Quantity::Extent(at, axis) => quote!(#private::Quantity::Extent(#at, #axis)),
                Quantity::Block(axis) => quote!(#private::Quantity::Block(#axis)),
                Quantity::Grid(axis) => quote!(#private::Quantity::Grid(#axis)),
            });
            quote!(#private::Term { factor: #factor, of: &[#(#of),*] })
        });
        let (text, help) = (&condition.text, &condition.help);
        quote!(#private::Precondition { terms: &[#(#terms),*], text: #text, help: #help })
    });
    quote!(#private::Preconditions { single: #single, rest: &[#(#rest),*] })
}
