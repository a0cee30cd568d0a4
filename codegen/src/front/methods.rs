//! `#[device] impl` and `#[device] trait`: methods and associated functions that kernels call.
//!
//! Each function of the impl or the trait is a device function whose `self` is a parameter. A function of a type calls
//! one beside it that has its body with the taps; a function of a trait stays as it is, and rustc checks a copy of its
//! body with the taps. Beside a function `f` stand hidden ones, through which a tap learns which function a call of `f`
//! means (see `typed`): rustc finds them by their names, as it finds `f`.
//!
//! - `__kiln_function_f(self: Pin<&Rc<Self>>, hole, f)` tells the hole which function it is, and returns `f`.
//! - `__kiln_function_of_Shape_f`, of a function of a trait `Shape`, is the same for calls that name the trait.
//! - `__kiln_method_f(self: Pin<&Rc<Self>>)`, of a method, gives what stands for the function and what that takes.
//!   Where the method takes a reference to `Self`, this takes a reference to that `Pin`: where several methods have
//!   one name, what they take decides.
//!
//! Where a function has parameters of its own, so have these, each once more under a name for calls that write the
//! parameters out, and what stands for the function has them too. So rustc infers them where it infers the user's.
//!
//! A trait's functions have their IR in the types that implement it: an impl without `#[device]` has none, which
//! the first launch tells. The one function of an impl that a trait without `#[device]` does not know has a name
//! that says so.

mod definition;
pub(super) mod derived;
mod free;
mod generic_methods;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, Block, FnArg, GenericParam, Generics, ImplItem, ItemImpl, PatType, Path, Signature,
    Visibility, WhereClause,
};

use super::attrs::{self, Arguments};
use super::lower::Resolver;
use super::namesakes;
use super::report::{Report, spot};
use super::text::text_of;
use super::typed::{
    self, hidden_function, hidden_function_of_this_trait, hidden_function_of_trait, hidden_method,
};
use super::{expand, lifetimes, lower};
use super::{name_called, outer_attributes};
use crate::collections::Set;
pub(super) use definition::definition;
use free::free;
use generic_methods::{Named, Own, needed_of, own_lifetimes};

use crate::diagnostic::Code;
use crate::ir::{FunctionKind, Operator};

/// What a trait without `#[device]` lacks; rustc says its name where an impl with `#[device]` has it.
const NEEDED: &str = "write_device_above_the_trait_too";

/// `#[device] impl Type { .. }` and `#[device] impl Trait for Type { .. }`.
pub(super) fn implementation(mut item: ItemImpl, arguments: &Arguments, report: &mut Report) -> TokenStream {
    let krate = &arguments.krate;
    let private = quote!(#krate::__private);
    for inner in &mut item.items {
        if let ImplItem::Fn(function) = inner {
            outer_attributes(&mut function.attrs);
        }
    }
    // Kernels have the value that it gives on the host.
    if matches!(&item.trait_, Some((path, _)) if ends_in(path, "Default")) {
        return quote!(#item);
    }
    if is_of_numbers_alone(&item) {
        // Rustc says that these are not ours to write.
        return quote!(#item);
    }
    for inner in &mut item.items {
        if let ImplItem::Fn(function) = inner {
            name_called(&mut function.sig);
        }
    }
    let mark = report.len();
    let operator = item.trait_.as_ref().is_some_and(|(path, _)| is_operator(path));
    if let Some((path, _)) = &item.trait_ {
        if operator {
            check_operator(&item, path, report);
        } else if let (true, Some(name)) = (is_conversion(path), scalar_of(&item.self_ty)) {
            report.error(
                spot(path),
                Code::Implementation,
                format!("`{name}::from` is the number's own in kernels"),
                "write a method of the other type, and call it by its name",
            );
        } else if is_other_of_std(path) {
            report.error(
                spot(path),
                Code::Implementation,
                format!("`{}` is not supported in kernels", text_of(path)),
                "write the function in a `#[device] impl` of the type, and call it by its name",
            );
        }
    }
    if report.len() > mark {
        // Of an impl that kernels cannot have at all nothing else is wrong.
        return quote!(#item);
    }
    let of_type = type_name(&item.self_ty);
    let of_trait = item.trait_.as_ref().and_then(|(path, _)| Some(path.segments.last()?.ident.clone()));
    let owner = of_trait.as_ref().map_or(Owner::Type, Owner::TypeByTrait);
    let mut functions = Vec::new();
    let mut typed = Vec::new();
    for inner in &mut item.items {
        if let ImplItem::Fn(function) = inner {
            let parts = (&function.vis, &function.sig, &function.block);
            let mut made = Function::new(parts, &item.generics, (&of_type, owner), arguments, report);
            let conditions = made.conditions_of(&function.attrs);
            if made.hushed {
                expand::stub_body(&mut function.block, &mut function.attrs);
                function.sig = made.sig.clone();
            }
            if let Some(instead) = made.instead.take() {
                expand::replace_body(&instead, &mut function.block, &mut function.attrs);
            }
            if let Some(with_taps) = made.typed.take() {
                function.block = typed::calling(&made.prefix(), &mut function.sig);
                function.attrs.iter_mut().for_each(typed::allow_expected);
                typed.push(ImplItem::Verbatim(quote!(#(#conditions)* #with_taps)));
            }
            functions.push(made);
            function.attrs.push(syn::parse_quote! {
                #[allow(unconditional_recursion, unstable_name_collisions, clippy::used_underscore_binding, clippy::needless_range_loop, clippy::manual_memcpy, clippy::explicit_counter_loop, clippy::into_iter_on_ref, clippy::explicit_into_iter_loop)]
            });
        }
    }
    item.items.extend(typed);
    let (impl_generics, _, where_clause) = item.generics.split_for_impl();
    // Of a name that no type has rustc says the same as in the user's `impl`.
    let imp = item.impl_token;
    let self_ty = &item.self_ty;
    let methods_of = |function: &Function| {
        let (number, own) = (function.number(), function.own().packed(krate));
        function.hidden(krate, &quote!(#private::Method<Self, #number, #own>), &quote!())
    };
    let has_methods = without_duplicates(functions.iter()).map(|function| {
        function.has_method_impl(krate, &quote!(#imp #impl_generics), (self_ty, self_ty), where_clause)
    });
    if !report.is_empty() {
        // What calls a function of an impl that was refused is not wrong too.
        if item.trait_.is_some() {
            return quote!(#item);
        }
        let hidden = functions.iter().map(methods_of);
        return quote! {
            #item
            #[doc(hidden)]
            #imp #impl_generics #self_ty #where_clause {
                #(#hidden)*
            }
            #(#has_methods)*
        };
    }
    // Rustc says that its method is missing.
    if let (Some((path, _)), true) = (&item.trait_, functions.is_empty())
        && (operator || is_conversion(path))
    {
        return quote!(#item);
    }
    // Of several one is there, on a condition.
    let is_one =
        functions.windows(2).all(|two| two[0].sig.ident == two[1].sig.ident) && !functions.is_empty();
    if let (true, true, Some((path, _))) = (operator, is_one, &item.trait_) {
        let Some(last) = path.segments.last() else { return quote!(#item) };
        let marked = format_ident!("Device{}", last.ident, span = last.ident.span());
        let arguments = &last.arguments;
        let answers = functions.iter().map(|function| function.told("__kiln_operator", krate));
        // Methods too, and not operators alone, which a type of the user's may have others of.
        let is_method = last.ident == "PartialOrd";
        let namesakes = is_method.then(|| namesakes::asked(&item, krate));
        return quote! {
            #item
            #namesakes
            #imp #impl_generics #krate::operators::#marked #arguments for #self_ty #where_clause {
                #(#answers)*
            }
        };
    }
    if let (Some((path, _)), true) = (&item.trait_, is_one)
        && let Some(last) = path.segments.last().filter(|_| is_conversion(path))
    {
        let arguments = &last.arguments;
        let answers = functions.iter().map(|function| function.told("__kiln_conversion", krate));
        let marked = quote_spanned!(last.ident.span()=> ConvertsFrom #arguments);
        let namesakes = namesakes::asked(&item, krate);
        return quote! {
            #item
            #[diagnostic::do_not_recommend]
            #imp #impl_generics #krate::calls::#marked for #self_ty #where_clause {
                #(#answers)*
            }
            #namesakes
        };
    }
    if let Some((path, _)) = item.trait_.clone() {
        let namesakes = namesakes::asked(&item, krate);
        let span = last_span(&path);
        let needed = format_ident!("{NEEDED}", span = span);
        let (of_all, of_each): (Vec<_>, Vec<_>) =
            functions.iter().partition(|function| function.own().names.is_empty());
        let arms = of_all.iter().map(|function| function.arm(krate));
        let lints = lints();
        // As it stands: to parse the copies that rustc checks would take a stack as deep as they are.
        for function in of_each {
            let Own { bounded, clause, .. } = function.own();
            let (needed, answer) = (needed_of(&function.sig.ident, span), function.answer(krate));
            let conditions = &function.conditions;
            item.items.push(ImplItem::Verbatim(quote_spanned! {span=>
                #(#conditions)*
                #[doc(hidden)]
                #lints
                fn #needed<#(#bounded),*>() -> ::core::option::Option<#private::FunctionAnswer>
                where
                    Self: ::core::marker::Sized, #(#clause),*
                {
                    ::core::option::Option::Some(#answer)
                }
            }));
        }
        // Where the trait has no such function, rustc points to the trait's name.
        item.items.push(ImplItem::Verbatim(quote_spanned! {span=>
            #[doc(hidden)]
            #lints
            fn #needed(method: u64) -> ::core::option::Option<::core::option::Option<#private::FunctionAnswer>>
            where
                Self: ::core::marker::Sized,
            {
                ::core::option::Option::Some(match method {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                })
            }
        }));
        return quote!(#item #namesakes);
    }
    let hidden = functions.iter().map(methods_of);
    let methods: Vec<_> = functions
        .iter()
        .map(|function| {
            let (number, answer) = (function.number(), function.answer(krate));
            let own = function.own();
            let (packed, mut generics) = (own.packed(krate), item.generics.clone());
            generics.params.extend(own.bounded.into_iter().cloned());
            if !own.clause.is_empty() {
                generics.make_where_clause().predicates.extend(own.clause.into_iter().cloned());
            }
            let (impl_generics, _, where_clause) = generics.split_for_impl();
            let (lints, conditions) = (lints(), &function.conditions);
            quote! {
                #(#conditions)*
                unsafe #imp #impl_generics #private::DeviceMethod<#number, #packed> for #self_ty #where_clause {
                    #lints
                    fn instance() -> #private::Answer {
                        #private::Answer::Function(#answer)
                    }
                }
            }
        })
        .collect();
    let lints = lints();
    quote! {
        #item
        #[doc(hidden)]
        #lints
        #imp #impl_generics #self_ty #where_clause {
            #(#hidden)*
        }
        #(#methods)*
        #(#has_methods)*
    }
}

/// What has a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner<'a> {
    Type,
    /// A type, by its impl of this trait.
    TypeByTrait(&'a syn::Ident),
    Trait(&'a syn::Ident),
}

/// A function of an impl or a trait.
struct Function {
    vis: TokenStream,
    sig: Signature,
    ir: String,
    /// Rustc's answers, with the checked copy; none where there is nothing to ask.
    answers: Option<TokenStream>,
    /// The `#[cfg(..)]` above it: all that stands for it is there where it is.
    conditions: Vec<Attribute>,
    /// Whether rustc would say more of the user's own, of a mistake that was complained about.
    hushed: bool,
    /// The trait that declares it, of its definition.
    of_trait: Option<syn::Ident>,
    /// The function that has its body with the taps, and that the user's function calls.
    typed: Option<TokenStream>,
    /// What replaces the user's body if its types contradict each other.
    instead: Option<Block>,
}

impl Function {
    fn new(
        (vis, sig, block): (&Visibility, &Signature, &Block),
        outer: &Generics,
        (of_type, owner): (&str, Owner<'_>),
        arguments: &Arguments,
        report: &mut Report,
    ) -> Function {
        let sig = &lifetimes::declared_alone(sig, outer);
        let mut function = Function::declared(sig);
        function.vis = vis.to_token_stream();
        let mark = report.len();
        check_signature(sig, report);
        if report.len() > mark {
            return function;
        }
        let item = free(sig, block, outer, of_type);
        attrs::inside(&item, report);
        let mut own = Report::default();
        let kind = FunctionKind::Device;
        let of_trait = match owner {
            Owner::Type => None,
            Owner::TypeByTrait(of_trait) | Owner::Trait(of_trait) => Some(of_trait),
        };
        let mut lowered = lower::lower(
            kind,
            &item,
            arguments.attrs.clone(),
            &arguments.krate,
            of_trait,
            Resolver::Rustc,
            &mut own,
        );
        // What implements the trait may be anything.
        lowered.generic |= matches!(owner, Owner::Trait(_));
        function.hushed = !own.is_empty();
        // What implements a trait is to have the trait's types.
        if lowered.hushed && owner == Owner::Type {
            expand::stub_signature(&mut function.sig, &lowered.refused);
        }
        if own.is_empty() {
            let method = (owner == Owner::Type).then_some(sig);
            let described = expand::describe_alone(item, lowered, outer, &arguments.krate, method);
            function.ir = described.ir;
            function.answers = Some(described.answers);
            (function.typed, function.instead) = (described.typed, described.instead);
        } else if lowered.hushed && matches!(owner, Owner::TypeByTrait(_)) {
            // Rustc says so too of types that stay.
            own.leave_out(&[Code::UnsupportedType]);
        }
        report.take(own);
        function
    }

    fn declared(sig: &Signature) -> Function {
        Function {
            vis: TokenStream::new(),
            sig: sig.clone(),
            ir: String::new(),
            answers: None,
            conditions: Vec::new(),
            hushed: false,
            typed: None,
            instead: None,
            of_trait: None,
        }
    }

    /// The `#[cfg(..)]` among these attributes, which it remembers.
    fn conditions_of(&mut self, attrs: &[Attribute]) -> Vec<Attribute> {
        self.conditions = attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect();
        self.conditions.clone()
    }

    /// What stands in front of the name of its function with the taps, in a call.
    fn prefix(&self) -> TokenStream {
        quote!(Self::)
    }

    /// Its answer, where its number is asked for.
    fn arm(&self, krate: &Path) -> TokenStream {
        let (number, answer, conditions) = (self.number(), self.answer(krate), &self.conditions);
        quote!(#(#conditions)* #number => ::core::option::Option::Some(#answer),)
    }

    /// A function of this name that gives its answer.
    fn told(&self, name: &str, krate: &Path) -> TokenStream {
        let (name, answer) = (format_ident!("{name}"), self.answer(krate));
        let (lints, conditions) = (lints(), &self.conditions);
        quote! {
            #(#conditions)*
            #lints
            fn #name() -> #krate::__private::Answer {
                #krate::__private::Answer::Function(#answer)
            }
        }
    }

    /// What stands for the function's name where only numbers can.
    fn number(&self) -> u64 {
        number_of(&self.sig.ident)
    }

    /// An impl, which begins like this and ends with this clause, that says that a type has this method of an owner.
    fn has_method_impl(
        &self,
        krate: &Path,
        begin: &TokenStream,
        (ty, owner): (&impl ToTokens, &impl ToTokens),
        clause: Option<&WhereClause>,
    ) -> Option<TokenStream> {
        self.sig.receiver()?;
        let (private, number, conditions) = (quote!(#krate::__private), self.number(), &self.conditions);
        Some(quote! {
            #(#conditions)*
            #[allow(clippy::all, clippy::pedantic)]
            #begin #private::HasDeviceMethod<#number, #owner> for #private::MethodsOf<#ty> #clause {}
        })
    }

    /// The function's IR and rustc's answers for it.
    fn answer(&self, krate: &Path) -> TokenStream {
        let ir = &self.ir;
        let answers = match &self.answers {
            Some(answers) => answers.clone(),
            None => quote!(::std::vec::Vec::new()),
        };
        // SAFETY: this is the macro, and these are its IR and its captures.
        quote!(unsafe { #krate::__private::FunctionAnswer::new(#ir, #answers) })
    }

    /// The functions that say which function this is.
    fn hidden(&self, krate: &Path, tag: &TokenStream, sized: &TokenStream) -> TokenStream {
        let private = quote!(#krate::__private);
        let sig = &self.sig;
        // Of a private function rustc says that it is private, and not that nothing says which one it is.
        let vis = sized.is_empty().then(|| quote!(pub));
        // Where they are defined rustc says of arguments that are too many, as of the user's.
        let placed = |mut name: syn::Ident| {
            name.set_span(sig.ident.span());
            name
        };
        let (function, method) = (placed(hidden_function(&sig.ident)), placed(hidden_method(&sig.ident)));
        let lifetimes: Vec<_> =
            sig.generics.lifetimes().map(|param| param.lifetime.to_token_stream()).collect();
        let types = sig.inputs.iter().map(|input| match input {
            FnArg::Receiver(receiver) => receiver_type(receiver).to_token_stream(),
            // What could not be read, or was refused, is no type of a pointer's.
            FnArg::Typed(PatType { ty, .. }) if matches!(**ty, syn::Type::ImplTrait(_)) => quote!(()),
            FnArg::Typed(input) => input.ty.to_token_stream(),
        });
        let (safety, output) = (&sig.safety, &sig.output);
        let pointer = quote!(#safety fn(#(#types),*) #output);
        let conditions = &self.conditions;
        let lints = quote! {
            #[doc(hidden)]
            #[allow(dead_code, private_bounds, private_interfaces, unreachable_pub, clippy::all, clippy::pedantic)]
        };
        let asked = sig.receiver().map(|receiver| {
            let (reference, taken) = match receiver_type(receiver) {
                syn::Type::Reference(reference) => match reference.mutability {
                    Some(mutable) => (quote!(& #mutable), quote!(ByMutable)),
                    None => (quote!(&), quote!(ByReference)),
                },
                _ => (quote!(), quote!(ByValue)),
            };
            let (params, called) = self.loosened(true);
            let names = self.named(&method, &params, &called, tag, sized);
            let each = names.into_iter().map(|Named { name, params: own, tag, clause }| {
                let (generics, marked, clause) = if params.is_empty() {
                    (quote!(), quote!(#private::Marked<#tag, #private::#taken, ()>), sized.clone())
                } else {
                    let (lent, types, output) = own_lifetimes(sig);
                    let types = types.iter().rev().fold(quote!(()), |rest, ty| quote!((#ty, #rest)));
                    (
                        quote!(<#(#lifetimes,)* #(#lent,)* #(#own),*>),
                        // The types stand in no generic argument, as in the user's function.
                        quote!(<(#types, #output) as #private::Signed>::Marked<#tag, #private::#taken>),
                        clause,
                    )
                };
                quote! {
                    #(#conditions)*
                    #lints
                    #vis fn #name #generics (
                        self: #reference ::core::pin::Pin<&::std::rc::Rc<Self>>
                    ) -> #marked #clause {
                        ::core::unreachable!()
                    }
                }
            });
            each.collect::<TokenStream>()
        });
        let (params, called) = self.loosened(false);
        let named = |name: &syn::Ident| self.named(name, &params, &called, tag, sized);
        let mut names = named(&function);
        if !sized.is_empty() {
            names.extend(named(&hidden_function_of_trait(&sig.ident)));
            names.extend(
                self.of_trait
                    .iter()
                    .flat_map(|of_trait| named(&hidden_function_of_this_trait(of_trait, &sig.ident))),
            );
        }
        let each = names.into_iter().map(|Named { name, params, tag, clause }| {
            quote! {
                #(#conditions)*
                #lints
                #vis fn #name<#(#lifetimes,)* #(#params),*>(
                    self: ::core::pin::Pin<&::std::rc::Rc<Self>>,
                    _: #private::Hole<#tag>,
                    function: #pointer,
                ) -> #pointer #clause {
                    function
                }
            }
        });
        let each: TokenStream = each.collect();
        quote!(#asked #each)
    }
}

/// These functions without those that have the name of an earlier one, which rustc reports.
fn without_duplicates<'a>(
    functions: impl Iterator<Item = &'a Function>,
) -> impl Iterator<Item = &'a Function> {
    let mut names = Set::new();
    functions.filter(move |function| {
        !function.conditions.is_empty() || names.insert(function.sig.ident.to_string())
    })
}

/// The number of a name, by FNV-1a.
pub(super) fn number_of(name: &syn::Ident) -> u64 {
    let name = name.to_string();
    let text = name.trim_start_matches("r#");
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn check_signature(sig: &Signature, report: &mut Report) {
    let is_self = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if path.path.is_ident("Self"));
    if let Some(receiver) = sig.receiver()
        && let syn::ReceiverKind::Typed(_, ty) = &receiver.kind
        && !is_self(ty)
        && !matches!(&**ty, syn::Type::Reference(reference) if is_self(&reference.elem))
    {
        let message = "a method that kernels call takes `self`, `&self` or `&mut self`";
        report.error(spot(receiver), Code::Implementation, message, "write one of these");
    }
}

/// The type of `self`.
fn receiver_type(receiver: &syn::Receiver) -> syn::Type {
    match &receiver.kind {
        syn::ReceiverKind::Reference(and, lifetime, mutability) => {
            syn::parse_quote!(#and #lifetime #mutability Self)
        }
        syn::ReceiverKind::Typed(_, ty) => (**ty).clone(),
        _ => syn::parse_quote!(Self),
    }
}

/// The parameters of a trait, for a type that has the same.
fn own_params(generics: &Generics) -> impl Iterator<Item = TokenStream> {
    generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(param.ident.to_token_stream()),
        GenericParam::Const(param) => {
            let (ident, ty) = (&param.ident, &param.ty);
            Some(quote!(const #ident: #ty))
        }
        GenericParam::Lifetime(_) => None,
    })
}

fn is_lifetime(param: &GenericParam) -> bool {
    matches!(param, GenericParam::Lifetime(_))
}

/// A parameter as an argument.
fn argument(param: &TokenStream) -> TokenStream {
    let mut tokens = param.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(first), Some(second)) if first.to_string() == "const" => second.to_token_stream(),
        _ => param.clone(),
    }
}

/// The last name of a type, for the names of its functions.
fn type_name(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => {
            path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string())
        }
        syn::Type::Array(array) => format!("array_of_{}", type_name(&array.elem)),
        _ => "type".to_owned(),
    }
}

fn last_span(path: &Path) -> Span {
    path.segments.last().map_or_else(Span::call_site, |last| last.ident.span())
}

/// What an impl of an operator has to be.
fn check_operator(item: &ItemImpl, path: &Path, report: &mut Report) {
    if let syn::Type::Reference(reference) = &*item.self_ty {
        report.error(
            spot(reference),
            Code::Implementation,
            "kernels have operators of values, not of references to them",
            "write the `impl` for the type itself: what kernels compute with is `Copy`",
        );
    }
    for inner in &item.items {
        let (ImplItem::Fn(function), Some(last)) = (inner, path.segments.last()) else { continue };
        let name = function.sig.ident.to_string();
        let message = match (last.ident.to_string().as_str(), name.as_str()) {
            ("PartialEq", "ne") => "in kernels `!=` is what `==` is not",
            ("PartialOrd", "lt" | "le" | "gt" | "ge") => {
                "in kernels `<` and its like are what `partial_cmp` says"
            }
            _ => continue,
        };
        report.error(spot(&function.sig.ident), Code::Implementation, message, format!("leave `{name}` out"));
    }
}

/// Whether a trait is one of std's operators that kernels have.
fn is_operator(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| is_of_an_operator(&last.ident))
}

/// Whether a trait of this name is one of std's operators.
fn is_of_an_operator(name: &syn::Ident) -> bool {
    Operator::all().any(|op| *name == op.trait_name())
}

/// Whether a trait is std's `From`.
fn is_conversion(path: &Path) -> bool {
    ends_in(path, "From")
}

fn ends_in(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// The name of a type that is a number's.
fn scalar_of(ty: &syn::Type) -> Option<&syn::Ident> {
    let syn::Type::Path(path) = ty else { return None };
    path.path.segments.last().map(|last| &last.ident).filter(|name| super::derive::is_scalar(name))
}

/// Whether an impl is of a number's type and of nothing of the crate's: its own functions, or an operator on numbers.
fn is_of_numbers_alone(item: &ItemImpl) -> bool {
    let is_number =
        |arg: &syn::GenericArgument| matches!(arg, syn::GenericArgument::Type(ty) if scalar_of(ty).is_some());
    scalar_of(&item.self_ty).is_some()
        && item.trait_.as_ref().is_none_or(|(path, _)| {
            path.segments.last().is_some_and(|last| {
                is_of_an_operator(&last.ident)
                    && match &last.arguments {
                        syn::PathArguments::None => true,
                        syn::PathArguments::AngleBracketed(of) => of.args.iter().all(is_number),
                        syn::PathArguments::Parenthesized(_) => false,
                    }
            })
        })
}

/// Whether a trait is another of std's, which kernels could take for one of theirs.
fn is_other_of_std(path: &Path) -> bool {
    const OTHERS: [&str; 11] = [
        "Index", "IndexMut", "Deref", "Drop", "Ord", "Into", "TryFrom", "TryInto", "Clone", "Iterator", "Sum",
    ];
    path.segments.last().is_some_and(|last| OTHERS.iter().any(|name| last.ident == name))
}

/// What is not asked of code that nobody runs.
fn lints() -> TokenStream {
    quote! {
        #[allow(unused, unreachable_patterns, irrefutable_let_patterns, overlapping_range_endpoints,
            non_contiguous_range_endpoints, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery,
            clippy::restriction)]
    }
}
