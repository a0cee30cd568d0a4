//! Puts the pieces together: the launcher or the function itself, the type that carries its source and its answers, the
//! registration, and the body that rustc checks.
//!
//! A kernel `saxpy` becomes, in the value namespace, the function that builds a launch, and in the type namespace a
//! type of the same name that carries `saxpy::source`. A device function stays what it was and gains such a type with
//! `call`, through which a caller's tap learns the instance. One `use` brings both.

mod checked;
mod closed;
pub(super) mod editor;
mod entry;
pub(super) mod fn_marker;
mod malformed;
mod prelude;
mod proof;
mod sizes;
mod stub;
mod tunable;

use crate::collections::Set;
use std::sync::LazyLock;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::visit_mut::VisitMut;
use syn::{Block, FnArg, GenericParam, Generics, ItemFn, Meta, Pat, Path};

use super::attrs::{Arguments, Instance};
use super::lifetimes;
use super::lower::signature::{called_as, unnamed};
use super::lower::{Lowered, Source, tile};
use super::report::Report;
use super::tune::Tune;
use super::typed;
use crate::check::extents;
use crate::diagnostic::Diagnostic;
use crate::ir::FunctionKind;
use crate::passes::coarsen::may_suit;
pub(super) use closed::{Closed, close};
pub(super) use malformed::expand_unparsed;
use proof::Proof;
pub(super) use proof::check_races;
pub(super) use stub::{replace_body, stub_body, stub_signature};

/// The item's tokens.
pub(super) fn expand(
    kind: FunctionKind,
    item: ItemFn,
    mut lowered: Lowered,
    arguments: &Arguments,
    mut report: Report,
) -> TokenStream {
    let krate = &arguments.krate;
    if editor::is_expanding() {
        return editor::expand(kind, &item, &item.block, arguments, &lowered, &report);
    }
    if report.is_empty() && kind == FunctionKind::Kernel && stub::belongs_in_function(&item) {
        // rustc reports it, and words it for a function only where the body is one's.
        let pieces = Pieces::stub(kind, &item, arguments, &lowered);
        let (stub, plain) = (pieces.item(&item, None), pieces.plain_function(&item));
        return quote! { #stub #plain };
    }
    if !report.is_empty() {
        let pieces = Pieces::stub(kind, &item, arguments, &lowered);
        let stub = match kind {
            FunctionKind::Kernel => pieces.item(&item, None),
            FunctionKind::Device => pieces.item(&stub::stub(&item, &lowered), None),
        };
        let errors = report.tokens();
        return quote!(#stub #errors);
    }
    let agreements = extents::conditions(&mut lowered.function, &lowered.sites);
    let closed = close(&mut lowered, &mut report);
    let (ir, text) = match closed {
        Closed::Whole(module) => (module.to_text(), Some(module)),
        Closed::Open(text) => (text, None),
        Closed::Contradiction => (String::new(), None),
    };
    // rustc's answers do not change these errors, unless an index may be an undefined name: they are reported at once,
    // and to `cargo check` too.
    let mut stores = Report::default();
    let mut proof = if report.is_empty() { check_races(&lowered, &mut stores) } else { Proof::default() };
    proof.conditions.extend(agreements);
    if lowered.sources.iter().any(Source::names_nothing) {
        report.take(std::mem::take(&mut stores));
    }
    let (stores, failed, open) = (stores.tokens(), !report.is_empty(), text.is_none());
    let cuda = match (&text, kind) {
        // The text of a tile kernel depends on the device: it is made at launch.
        (Some(module), FunctionKind::Kernel) if lowered.function.attrs.tile.is_none() => {
            Some(crate::back::cuda::emit(&crate::passes::finish(module).0).embedded())
        }
        _ => None,
    };
    let coarse = match &text {
        Some(module) => may_suit(&module.functions),
        None => may_suit(std::slice::from_ref(&lowered.function)),
    };
    let mut body = item.clone();
    // Lowering remembered nodes of `item`: that very tree gets the taps.
    let original = std::mem::replace(&mut body, item);
    let is_device = kind == FunctionKind::Device;
    typed::tap(&mut body.block, &mut lowered, krate, !failed, is_device && !failed);
    let pieces = Pieces {
        coarse,
        proof,
        refused: &lowered.refused,
        instances: arguments.instances.as_slice(),
        tune: arguments.tune.as_ref(),
        ..Pieces::new(kind, &original, krate, ir, cuda, open)
    };
    // What rustc accepts and Kiln cannot type is reported by constants that are evaluated only if the body type-checks.
    // A constant that is an item is evaluated by `cargo check` too, but cannot be generic.
    if failed && pieces.generics.params.is_empty() {
        let check = pieces.copy_with(&body, &lowered, &report);
        let mut original = original.clone();
        if is_device {
            replace_body(&report.body(), &mut original.block, &mut original.attrs);
        }
        let item = pieces.item(&original, None);
        return quote! { #item #check #stores };
    }
    let complaints = report.late_tokens();
    if is_device && !failed {
        let typed = pieces.typed_function(&original.sig, &body, &lowered, &complaints);
        let item = pieces.item(&pieces.calls_typed(original.clone()), Some(&lowered));
        return quote! { #item #typed #stores };
    }
    let check = pieces.describe(&body, &lowered, &complaints);
    let mut original = original.clone();
    if is_device {
        replace_body(&report.body(), &mut original.block, &mut original.attrs);
    }
    let item = pieces.item(&original, (!failed).then_some(&lowered));
    quote! { #item #check #stores }
}

/// What a function of an impl or a trait becomes.
pub(super) struct Described {
    pub(super) ir: String,
    /// An expression for rustc's answers. It stands where the function does, so that `Self` means the same.
    pub(super) answers: TokenStream,
    /// The function that has the body with its taps, and that the user's function calls.
    pub(super) typed: Option<TokenStream>,
    /// What replaces the user's body if its types contradict each other.
    pub(super) instead: Option<Block>,
}

/// The IR of a function of an impl or a trait, and rustc's answers. `method` is the user's signature if the body with
/// its taps can be a function beside the user's; else a copy of the body is type-checked with the answers.
pub(super) fn describe_alone(
    item: ItemFn,
    mut lowered: Lowered,
    outer: &Generics,
    krate: &Path,
    method: Option<&syn::Signature>,
) -> Described {
    let mut report = Report::default();
    let closed = close(&mut lowered, &mut report);
    let ir = match closed {
        Closed::Whole(module) => module.to_text(),
        Closed::Open(text) => text,
        Closed::Contradiction => String::new(),
    };
    let is_typed = report.is_empty();
    let method = method.filter(|sig| is_typed && sig.constness.is_none());
    let complaints = report.late_tokens();
    let mut body = item.clone();
    let original = std::mem::replace(&mut body, item);
    typed::tap(&mut body.block, &mut lowered, krate, is_typed, method.is_some());
    let pieces = Pieces {
        lifetimes: outer.lifetimes().map(|param| param.lifetime.ident.to_string()).collect(),
        ..Pieces::new(FunctionKind::Device, &original, krate, String::new(), None, true)
    };
    let (answers, typed) = match method {
        Some(sig) => {
            let typed = pieces.typed_function(sig, &body, &lowered, &complaints);
            (typed::described(&quote!(Self::), &typed::name_of(&sig.ident), sig, krate), Some(typed))
        }
        None => {
            typed::name_pointers(&mut body);
            (pieces.answers_alone(&body, &lowered, &complaints), None)
        }
    };
    Described { ir, answers, typed, instead: (!is_typed).then(|| report.body()) }
}

/// No parameters.
static NONE: LazyLock<Set<usize>> = LazyLock::new(Set::new);

/// What the expansion of one item is made from.
#[allow(clippy::struct_excessive_bools)] // Each is a fact of the item, and none follows from another.
struct Pieces<'a> {
    kind: FunctionKind,
    krate: &'a Path,
    name: syn::Ident,
    ir: String,
    cuda: Option<String>,
    open: bool,
    /// Whether blocks may do the work of several ([`crate::passes::coarsen`]).
    coarse: bool,
    /// Why the body could not be parsed. Should rustc not have said so, being newer than Kiln's parser, a launch does.
    unparsed: Option<&'a Diagnostic>,
    is_unsafe: bool,
    proof: Proof,
    /// Parameters that were complained about, by number.
    refused: &'a Set<usize>,
    /// The instances of a generic kernel that are named.
    instances: &'a [Instance],
    /// The space of a kernel that is tuned.
    tune: Option<&'a Tune>,
    /// Lifetimes of the impl or the trait that the function is of.
    lifetimes: Set<String>,
    /// Type and const parameters, with bounds, without lifetimes and defaults.
    generics: Generics,
}

impl<'a> Pieces<'a> {
    fn new(
        kind: FunctionKind,
        item: &ItemFn,
        krate: &'a Path,
        ir: String,
        cuda: Option<String>,
        open: bool,
    ) -> Pieces<'a> {
        let mut generics = lifetimes::left_out(&item.sig.generics);
        match kind {
            FunctionKind::Kernel => lifetimes::close(&mut generics),
            FunctionKind::Device => lifetimes::keep_what_is_said_of_parameters(&mut generics),
        }
        let is_unsafe = matches!(item.sig.safety, syn::Safety::Unsafe(_));
        let name = item.sig.ident.clone();
        Pieces {
            kind,
            krate,
            name,
            ir,
            cuda,
            open,
            coarse: false,
            unparsed: None,
            is_unsafe,
            lifetimes: Set::new(),
            proof: Proof::default(),
            refused: &NONE,
            instances: &[],
            tune: None,
            generics,
        }
    }

    /// Of a function that was refused: what its callers need, so that they are not wrong too.
    fn stub(kind: FunctionKind, item: &ItemFn, arguments: &'a Arguments, lowered: &'a Lowered) -> Pieces<'a> {
        let pieces = Pieces::new(kind, item, &arguments.krate, String::new(), None, false);
        Pieces { refused: &lowered.refused, tune: arguments.tune.as_ref(), ..pieces }
    }

    /// The launcher or the function, its type and its registration.
    fn item(&self, item: &ItemFn, lowered: Option<&Lowered>) -> TokenStream {
        let function = match self.kind {
            FunctionKind::Kernel => self.launcher(item, lowered.is_some()),
            // These lints ask for iterators, which kernels do not have; `erf` is std's too, and unstable there.
            FunctionKind::Device => {
                quote! {
                    #[allow(unconditional_recursion, unstable_name_collisions, clippy::used_underscore_binding, clippy::needless_range_loop, clippy::manual_memcpy, clippy::explicit_counter_loop, clippy::into_iter_on_ref, clippy::explicit_into_iter_loop)]
                    #item
                }
            }
        };
        let described = self.described(item, lowered);
        let fits = match (self.kind, lowered) {
            (FunctionKind::Kernel, Some(_)) if self.generics.params.is_empty() => {
                let fits = self.parameters_fit(&item.sig);
                quote!(const _: () = { #fits };)
            }
            _ => TokenStream::new(),
        };
        quote! { #function #described #fits }
    }

    /// All that stands beside the launcher or the function.
    fn described(&self, item: &ItemFn, lowered: Option<&Lowered>) -> TokenStream {
        let holder = self.holder(item);
        let methods = match self.kind {
            FunctionKind::Kernel => self.kernel_methods(lowered.is_some()),
            FunctionKind::Device => self.device_methods(item, lowered.is_some()),
        };
        let registration = match (self.kind, lowered) {
            (FunctionKind::Kernel, Some(lowered)) => self.registration(item, lowered),
            _ => TokenStream::new(),
        };
        let tuning = self.tune.filter(|_| lowered.is_some()).map(|tune| self.tuning(tune));
        quote! { #holder #methods #registration #tuning }
    }

    /// The type of the function's name.
    fn holder(&self, item: &ItemFn) -> TokenStream {
        let (vis, name) = (&item.vis, &self.name);
        let is_plain = self.kind == FunctionKind::Kernel && self.generics.params.is_empty();
        let more = (!is_plain).then(|| fn_marker::declared(&self.generics));
        let held = more.as_ref().map(
            |(_, types)| quote!(#[doc(hidden)] __Kiln(::core::marker::PhantomData<fn() -> (#(#types,)*)>),),
        );
        let params = more.iter().flat_map(|(params, _)| params);
        // No struct: rustc would say of a literal of it which fields it has.
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code)]
            #vis enum #name<#(#params),*> {
                #held
            }
        }
    }

    /// The identifier of the kernel's handle.
    fn handle(&self) -> syn::Ident {
        format_ident!("__KILN_KERNEL_{}", self.name, span = Span::call_site())
    }

    /// `Option<fn() -> Vec<Answer>>` of this instance, inside the launcher or the type's `impl`.
    fn describe_path(&self) -> TokenStream {
        if !self.open {
            return quote!(::core::option::Option::None);
        }
        let name = &self.name;
        let (_, ty_generics, _) = self.generics.split_for_impl();
        let turbofish = ty_generics.as_turbofish();
        quote!(::core::option::Option::Some(#name #turbofish::__kiln_describe))
    }

    /// Whether what is wrong is told by the function that describes an instance, when that is compiled.
    fn fails_late(&self) -> bool {
        self.open && !self.generics.params.is_empty()
    }

    fn launcher(&self, item: &ItemFn, works: bool) -> TokenStream {
        let krate = self.krate;
        let attrs = item.attrs.iter().map(|attr| match &attr.meta {
            // The checked body fulfills the expectation.
            Meta::List(list) if list.path.is_ident("expect") => {
                let lints = &list.tokens;
                quote!(#[allow(#lints)])
            }
            _ => attr.to_token_stream(),
        });
        let (vis, name) = (&item.vis, &self.name);
        let safety = &item.sig.safety;
        let mut params = Vec::new();
        let mut args = Vec::new();
        for (number, input) in item.sig.inputs.iter().enumerate() {
            let FnArg::Typed(input) = input else { continue };
            let ty = &fn_marker::as_meant(&input.ty);
            if !works && self.is_anything(number, ty) {
                // Whatever is wrong was said: a launch is not to be wrong once more.
                let name = match &*input.pat {
                    Pat::Ident(pat) => pat.ident.to_token_stream(),
                    _ => quote!(_),
                };
                params.push(quote!(#name: impl ::core::marker::Sized));
                args.push(TokenStream::new());
                continue;
            }
            let ident = &match &*input.pat {
                Pat::Ident(pat) => pat.ident.clone(),
                _ => format_ident!("{}", unnamed(params.len())),
            };
            let (param, arg) = match ty {
                syn::Type::Reference(reference) => match &*reference.elem {
                    syn::Type::Slice(slice) => {
                        let element = &slice.elem;
                        let bound = match (is_atomic(element), reference.mutability.is_some()) {
                            (true, _) => "AsAtomic",
                            (false, true) => "AsSliceMut",
                            (false, false) => "AsSlice",
                        };
                        let bound = self.bound(reference, bound);
                        let arg = quote!(#bound::into_arg(#ident));
                        (quote!(#ident: impl #bound<'kiln, #element>), arg)
                    }
                    syn::Type::Path(path) => {
                        let Some((element, rank)) = tensor_of(path) else { continue };
                        let mutable = reference.mutability.is_some();
                        let bound = self.bound(reference, if mutable { "AsTensorMut" } else { "AsTensor" });
                        let rank = proc_macro2::Literal::u8_unsuffixed(rank);
                        let arg = quote!(#bound::into_arg(#ident));
                        (quote!(#ident: impl #bound<'kiln, #element, #rank>), arg)
                    }
                    _ => continue,
                },
                ty => (quote!(#ident: #ty), quote!(#krate::__private::Passed(#ident).into_arg())),
            };
            params.push(param);
            args.push(arg);
        }
        let count = args.len();
        let body = if works {
            let launch = match self.tune {
                Some(tune) => self.tunable(tune, &args),
                None => {
                    let (handle, describe) = (self.handle(), self.describe_path());
                    quote! {
                        let args = [#(#args),*];
                        // SAFETY: the arguments are the kernel's parameters in order, and a caller of an `unsafe fn`
                        // vouches for the rest.
                        unsafe { #krate::__private::Launch::new(&#handle, #describe, args) }
                    }
                }
            };
            // Of a kernel that is not generic this is an item, which `cargo check` evaluates too.
            let fits = (!self.generics.params.is_empty()).then(|| {
                let fits = self.parameters_fit(&item.sig);
                quote!(const { #fits };)
            });
            quote! {
                #[allow(unused_imports)]
                use #krate::__private::Unknown as _;
                #fits
                #launch
            }
        } else {
            // The checked body, where there is one, reports why.
            let describe =
                if self.fails_late() { self.describe_path() } else { quote!(::core::option::Option::None) };
            let never = match self.unparsed.map(ToString::to_string) {
                Some(why) => quote!(::core::panic!("{}", #why)),
                None => quote!(::core::unreachable!()),
            };
            quote! {
                let _: ::core::option::Option<fn() -> ::std::vec::Vec<#krate::__private::Answer>> = #describe;
                #never
            }
        };
        let where_clause = &self.generics.where_clause;
        // A tuned kernel's launch names no constants that are chosen.
        let is_own = |param: &&GenericParam| self.tune.is_none_or(|tune| tune.axis_of(param).is_none());
        let own = self.generics.params.iter().filter(is_own);
        let launch = match self.tune {
            Some(_) => quote!(#krate::tune::TunableLaunch),
            None => quote!(#krate::Launch),
        };
        let lifetimes = item.sig.generics.lifetimes().map(|param| &param.lifetime);
        quote! {
            #(#attrs)*
            #[allow(unused_variables, unused_lifetimes, clippy::extra_unused_lifetimes, clippy::needless_lifetimes,
                clippy::too_many_arguments, clippy::many_single_char_names, clippy::impl_trait_in_params,
                clippy::multiple_bound_locations)]
            #vis #safety fn #name<#(#lifetimes,)* 'kiln, #(#own),*>(#(#params),*) -> #launch<'kiln, #count> #where_clause {
                #body
            }
        }
    }

    /// What a launch has to give for a parameter, standing where the parameter's type does, where rustc points.
    fn bound(&self, parameter: &syn::TypeReference, name: &str) -> TokenStream {
        let span = parameter.and_token.span;
        let (krate, name) = (typed::standing_at(self.krate, span), syn::Ident::new(name, span));
        quote_spanned!(span=> #krate::__private::#name)
    }

    /// Whether a launch of a function that was refused may give anything for a parameter: the parameter was
    /// complained about, or a type parameter in it of which nothing is known. Where it names one that is known, a
    /// launch has to name that too.
    fn is_anything(&self, number: usize, ty: &syn::Type) -> bool {
        let clause = self.generics.where_clause.is_some();
        let (known, unknown): (Vec<_>, Vec<_>) =
            self.generics.type_params().partition(|param| clause || !param.bounds.is_empty());
        if self.refused.contains(&number) {
            !fn_marker::names(ty, &known)
        } else {
            fn_marker::names(ty, &unknown)
        }
    }

    fn kernel_methods(&self, works: bool) -> TokenStream {
        let krate = self.krate;
        let name = &self.name;
        let (impl_generics, ty_generics, where_clause) = self.generics.split_for_impl();
        let (source, entry) = if works {
            let (handle, describe) = (self.handle(), self.describe_path());
            (quote!(#krate::__private::source(&#handle, #describe, target)), quote!(#handle.entry()))
        } else {
            (quote!(::core::unreachable!()), quote!(::core::unreachable!()))
        };
        let told = ["call", "call_with_generics"];
        let told = told.map(|told| format_ident!("{told}"));
        quote! {
            #[allow(dead_code, unused_variables)]
            impl #impl_generics #name #ty_generics #where_clause {
                /// The text of this kernel for a target.
                pub fn source(target: #krate::SourceKind) -> #krate::Result<::std::borrow::Cow<'static, str>> {
                    #source
                }

                /// The PTX of this kernel, for the oldest GPU that has what it needs and for all newer ones.
                pub fn ptx() -> #krate::Result<::std::borrow::Cow<'static, str>> {
                    Self::source(#krate::SourceKind::Ptx)
                }

                #(
                    #[doc(hidden)]
                    pub fn #told<__KilnCall: #krate::calls::KernelCall>(
                        _: #krate::__private::Hole<#krate::calls::not_device::called_function>,
                        call: __KilnCall,
                        _: __KilnCall,
                    ) -> __KilnCall::Value {
                        call.call()
                    }
                )*

                /// This kernel in the registry.
                pub fn entry() -> &'static #krate::registry::KernelEntry {
                    #entry
                }
            }
        }
    }

    /// The type that answers for a function. A passed closure does not change the answer, and nobody outside can name
    /// its type: a pointer stands for it.
    fn instance_of(&self, item: &ItemFn) -> TokenStream {
        let generics = &item.sig.generics;
        if generics.type_params().all(|param| called_as(param, generics).is_none()) {
            return quote!(Self);
        }
        let arguments = self.generics.params.iter().map(|param| match param {
            GenericParam::Type(of_type) => match called_as(of_type, generics) {
                Some(called) => typed::pointer(called),
                None => fn_marker::argument(param),
            },
            _ => fn_marker::argument(param),
        });
        let name = &self.name;
        quote!(#name<#(#arguments),*>)
    }

    fn device_methods(&self, item: &ItemFn, works: bool) -> TokenStream {
        let krate = self.krate;
        let name = &self.name;
        let is_called = |param: &syn::TypeParam| called_as(param, &item.sig.generics).is_some();
        let calls = item.sig.generics.type_params().any(is_called);
        let mut generics = self.generics.clone();
        if calls {
            // What a closure takes is an argument here, and none in the function.
            lifetimes::close(&mut generics);
        }
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let safety = &item.sig.safety;
        // Bounds of lifetimes are checked where the function is named.
        let lifetimes: Vec<_> = item.sig.generics.lifetimes().map(|param| &param.lifetime).collect();
        // The function reports an undeclared lifetime.
        let mut sig = item.sig.clone();
        let names = lifetimes.iter().map(|lifetime| lifetime.ident.to_string()).collect();
        checked::Elide(&names).visit_signature_mut(&mut sig);
        let output = &sig.output;
        let types = sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(&input.ty),
            FnArg::Receiver(_) => None,
        });
        let types: Vec<_> = types.collect();
        let instance = self.instance_of(item);
        // A refused type may not be one of a pointer's: then any function is given back.
        let (function, pointer) = if works {
            (quote!(), quote!(#safety fn(#(#types),*) #output))
        } else {
            (quote!(__KilnF,), quote!(__KilnF))
        };
        let (ir, answers) = match (works, self.open) {
            (true, true) => {
                let prefix = TokenStream::new();
                (self.ir.as_str(), typed::described(&prefix, &typed::name_of(name), &item.sig, krate))
            }
            (true, false) => (self.ir.as_str(), quote!(::std::vec::Vec::new())),
            (false, _) if self.fails_late() => ("", quote!(Self::__kiln_describe())),
            (false, _) => ("", quote!(::std::vec::Vec::new())),
        };
        let taps = ["call", "call_with_generics"].map(|tap| {
            let tap = format_ident!("{tap}");
            quote! {
                #[doc(hidden)]
                pub fn #tap<#(#lifetimes,)* #function __KilnG>(
                    _: #krate::__private::Hole<#instance>,
                    _: #pointer,
                    function: __KilnG,
                ) -> __KilnG {
                    function
                }
            }
        });
        quote! {
            #[allow(dead_code, clippy::type_complexity)]
            impl #impl_generics #name #ty_generics #where_clause {
                #(#taps)*

                #[doc(hidden)]
                pub fn call_with_closures<#(#lifetimes,)* #function>(_: #krate::__private::Hole<#instance>, _: #pointer) {}
            }

            unsafe impl #impl_generics #krate::__private::DeviceFunction for #name #ty_generics #where_clause {
                fn instance() -> #krate::__private::Answer {
                    #krate::__private::Answer::Function(
                        // SAFETY: this is the macro, and these are its IR and its captures.
                        unsafe { #krate::__private::FunctionAnswer::new(#ir, #answers) }
                    )
                }
            }
        }
    }
}

/// The element and the rank of a tensor type.
fn tensor_of(path: &syn::TypePath) -> Option<(&syn::Type, u8)> {
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(element) => Some((element, tile::tensor_rank(&last.ident.to_string())?)),
        _ => None,
    }
}

/// Whether an element type is one of Kiln's atomics, by name.
fn is_atomic(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with("Atomic"))
        }
        _ => false,
    }
}
