//! The checked body, with what stands around it: in the function that a device function calls, in the one that gives
//! rustc's answers for a kernel, or in a constant with Kiln's complaints.
//!
//! rustc's errors come first: Kiln's complaints about types are constants, which rustc does not evaluate where the body
//! has an error of its own.

use crate::collections::Set;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{FnArg, ItemFn, Token, TypeParamBound, WherePredicate};

use super::{Pieces, prelude};
use crate::front::lower::method_resolution::{self, Declares, Owners};
use crate::front::lower::methods::is_given_by_kiln;
use crate::front::lower::{Ask, Assumed, Lowered, Source};
use crate::front::report::Report;
use crate::front::{HAS_TILES, typed};
use crate::ir::{Capture, FunctionKind, Scalar, Type};

impl Pieces<'_> {
    /// The checked body, inside the function that gives rustc's answers.
    pub(super) fn describe(&self, body: &ItemFn, lowered: &Lowered, complaints: &TokenStream) -> TokenStream {
        let checked = self.checked(body, lowered);
        let (attrs, answers) = (&checked.attrs, self.in_block(&checked, body, complaints));
        let krate = self.krate;
        let (impl_generics, ty_generics, where_clause) = self.generics.split_for_impl();
        let name = &self.name;
        quote! {
            #[allow(non_local_definitions)]
            impl #impl_generics #name #ty_generics #where_clause {
                #[doc(hidden)]
                #attrs
                pub fn __kiln_describe() -> ::std::vec::Vec<#krate::__private::Answer> #answers
            }
        }
    }

    /// A copy of the body that rustc checks, in a block that gives rustc's answers.
    pub(super) fn answers_alone(
        &self,
        body: &ItemFn,
        lowered: &Lowered,
        complaints: &TokenStream,
    ) -> TokenStream {
        self.in_block(&self.checked(body, lowered), body, complaints)
    }

    fn in_block(&self, checked: &Checked, body: &ItemFn, complaints: &TokenStream) -> TokenStream {
        let (krate, closure) = (self.krate, checked.closure(body, &self.lifetimes));
        let Checked { attrs: _, library, holes, behind, answers } = checked;
        quote! {{
            #library
            #holes
            let _ = #closure;
            let _ = || { #behind };
            #complaints
            #krate::__private::answers(|| ::std::vec![#(#answers),*])
        }}
    }

    /// The function that has the body of a device function or a method, with its taps; `sig` is the user's. Beside the
    /// result it returns a closure that gives rustc's answers: only the closure's type is used, which the body's types
    /// are part of.
    pub(super) fn typed_function(
        &self,
        sig: &syn::Signature,
        body: &ItemFn,
        lowered: &Lowered,
        complaints: &TokenStream,
    ) -> TokenStream {
        let mut sig = sig.clone();
        sig.constness = None;
        let krate = self.krate;
        let Checked { attrs, library, holes, behind, answers } = self.checked(body, lowered);
        let block = &body.block;
        sig.ident = typed::name_of(&sig.ident);
        let result = match &sig.output {
            syn::ReturnType::Default => quote!(()),
            syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        };
        sig.output = syn::parse_quote! {
            -> (#result, impl ::core::ops::Fn() -> ::std::vec::Vec<#krate::__private::Answer>)
        };
        let label = typed::label();
        quote! {
            #[doc(hidden)]
            #attrs
            #[allow(unused_labels, private_interfaces, private_bounds)]
            #sig {
                #library
                #holes
                let result: #result = #label: #block;
                #[allow(unreachable_code)]
                let _ = || { #behind };
                (result, move || {
                    #complaints
                    #krate::__private::answers(|| ::std::vec![#(#answers),*])
                })
            }
        }
    }

    /// The user's function, whose body is a call of the one with the taps.
    pub(super) fn calls_typed(&self, mut item: ItemFn) -> ItemFn {
        // Of a `const fn` the taps cannot be a part.
        if item.sig.constness.is_none() {
            *item.block = typed::calling(&TokenStream::new(), &mut item.sig);
            item.attrs.iter_mut().for_each(typed::allow_expected);
        }
        item
    }

    /// The checked body of a function that Kiln cannot type, and a constant for each reason. rustc evaluates no
    /// constant that uses another with a type error, so that it shows its own errors, or these.
    pub(super) fn copy_with(&self, body: &ItemFn, lowered: &Lowered, report: &Report) -> TokenStream {
        let checked = self.checked(body, lowered);
        let krate = self.krate;
        let late = report.late_items(&quote!(CHECKED));
        let closure = checked.closure(body, &self.lifetimes);
        let Checked { attrs, library, holes, behind, answers } = checked;
        quote! {
            #attrs
            const _: () = {
                const CHECKED: () = {
                    #library
                    #holes
                    let _ = #closure;
                    let _ = || { #behind };
                    let _ = || -> ::std::vec::Vec<#krate::__private::Answer> { ::std::vec![#(#answers),*] };
                };
                #late
            };
        }
    }

    /// A body in a function that nobody calls, as it stands, with the user's parameters.
    pub(super) fn plain_copy(&self, item: &ItemFn, body: &impl ToTokens) -> TokenStream {
        let mut item = item.clone();
        Elide(&self.lifetimes).visit_item_fn_mut(&mut item);
        let params = item.sig.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
        let (generics, _, where_clause) = self.generics.split_for_impl();
        quote! {
            #[allow(warnings)]
            const _: () = {
                fn body #generics () #where_clause {
                    let _ = |#(#params),*| { let _ = #body; };
                }
            };
        }
    }

    /// The body in a function that nobody calls, and in no closure of it.
    pub(super) fn plain_function(&self, item: &ItemFn) -> TokenStream {
        let mut item = item.clone();
        Elide(&self.lifetimes).visit_item_fn_mut(&mut item);
        let (params, body) = (&item.sig.inputs, &item.block);
        let (generics, _, where_clause) = self.generics.split_for_impl();
        quote! {
            #[allow(warnings)]
            const _: () = {
                fn body #generics (#params) #where_clause #body
            };
        }
    }

    /// What the methods and functions of types that the body calls are where nothing is marked with `#[device]`:
    /// every type has them, behind those that are marked.
    fn unmarked(&self, lowered: &Lowered) -> TokenStream {
        let names = &lowered.taps.names_of_types;
        if names.is_empty() {
            return TokenStream::new();
        }
        let calls = {
            let krate = self.krate;
            quote!(#krate::calls)
        };
        let private = {
            let krate = self.krate;
            quote!(#krate::__private)
        };
        let own = names.iter().map(|(is_method, name)| {
            method_resolution::is_own(name)
                .then(|| self.own(*is_method, name.trim_start_matches("r#"), lowered.generic))
        });
        let ordered =
            !lowered.generic && names.iter().any(|(_, name)| method_resolution::ORD.contains(&name.as_str()));
        let ordered = ordered.then(|| quote!(use #private::std_order::*;));
        let given = names.iter().any(|(is_method, name)| is_given_by_kiln(*is_method, name));
        let given = given.then(|| quote!(use #private::std_methods::*;));
        let items = names.iter().map(|(is_method, name)| {
            if *is_method {
                let hidden = typed::hidden_method(name);
                quote! {
                    fn #hidden(&self) -> #calls::not_device::MethodWithoutDevice {
                        #calls::not_device::MethodWithoutDevice
                    }
                }
            } else {
                let hidden = [typed::hidden_function(name), typed::hidden_function_of_trait(name)];
                quote! {
                    #(fn #hidden<F>(
                        &self,
                        _: #private::Hole<#calls::not_device::MethodWithoutDevice>,
                        function: F,
                    ) -> F {
                        function
                    })*
                }
            }
        });
        quote! {
            trait __KilnUnmarked { #(#items)* }
            impl<T: ?::core::marker::Sized> __KilnUnmarked for ::std::rc::Rc<T> {}
            use #private::{Place as place_of_a_kernel, PlaceOfReference as place_behind_a_reference, Receiver as receiver_in_a_kernel};
            #given
            #ordered
            #(#own)*
        }
    }

    /// Of methods that numbers have themselves or by Kiln's traits and by `Ord`: that they are numbers' own. A
    /// number's come before all traits', as in Rust.
    ///
    /// Of types that only rustc knows more cannot be said than that they have std's order; of others the library
    /// says whether kernels have that.
    fn own(&self, is_method: bool, name: &str, generic_types: bool) -> TokenStream {
        let krate = self.krate;
        let private = quote!(#krate::__private);
        let Owners { numbers, traits } = method_resolution::owners(name);
        let place = quote!(::core::pin::Pin<&::std::rc::Rc<Self>>);
        let (hidden, rest, body) = if is_method {
            let rest = quote!();
            (typed::hidden_method(&name), rest, quote!(-> #private::Own { #private::Own }))
        } else {
            let rest = quote!(, _: #private::Hole<#private::Own>, function: __KilnF);
            (typed::hidden_function(&name), rest, quote!(-> __KilnF { function }))
        };
        let generic = (!is_method).then(|| quote!(<__KilnF>));
        let function = |receiver: TokenStream| quote!(fn #hidden #generic (#receiver #rest) #body);
        let of_number = function(quote!(&self));
        let number = format_ident!("__KilnOwn_{}_{}", usize::from(is_method), name);
        let mut types: Vec<TokenStream> = numbers
            .iter()
            .map(|scalar| typed::scalar_tokens(*scalar, krate))
            .map(|ty| {
                let place = quote!(::core::pin::Pin<&::std::rc::Rc<#ty>>);
                // Of a reference to a number, methods that take such a reference come first.
                quote! {
                    impl #number for #private::Asked<#place> {}
                    impl #number for &#place {}
                    impl #number for &mut #place {}
                }
            })
            .collect();
        if let (FunctionKind::Device, true, true) = (self.kind, is_method, HAS_TILES) {
            for (shape, lens) in [("Tile1", 1), ("Tile2", 2), ("Row", 1), ("Col", 1)] {
                let shape = format_ident!("{shape}");
                let lens: Vec<_> = (0..lens).map(|at| format_ident!("__KILN_{at}")).collect();
                types.push(quote! {
                    impl<__KilnT: #krate::ScalarType, #(const #lens: usize),*> #number
                        for #private::Asked<::core::pin::Pin<&::std::rc::Rc<#krate::#shape<__KilnT, #(#lens),*>>>> {}
                });
            }
        }
        let traits = traits.iter().filter(|declares| generic_types || **declares != Declares::Ord);
        let traits = traits.map(|declares| {
            let local = format_ident!("{number}_{declares:?}");
            let mut of_trait = if declares.by_reference() && is_method {
                function(quote!(self: &#place))
            } else {
                function(quote!(self: #place))
            };
            // Kiln's traits cannot be said in a call.
            if !is_method && matches!(declares, Declares::Ord | Declares::Clone) {
                let said = typed::hidden_function_of_trait(&name);
                of_trait.extend(quote!(fn #said #generic (self: #place #rest) #body));
            }
            let bound = match declares {
                Declares::Ord => quote!(::core::cmp::Ord),
                Declares::Clone => quote!(::core::clone::Clone),
                Declares::Num | Declares::Int | Declares::Float => {
                    let name = format_ident!("{declares:?}");
                    quote!(#krate::#name)
                }
            };
            quote! {
                #[allow(non_camel_case_types)]
                trait #local: ::core::marker::Sized { #of_trait }
                impl<__KilnT: #bound> #local for __KilnT {}
            }
        });
        quote! {
            #[allow(non_camel_case_types)]
            trait #number: ::core::marker::Sized { #of_number }
            #(#types)*
            #(#traits)*
        }
    }

    /// Asserts that the types in a kernel's signature are ones that kernels know, once for each, and which these
    /// are. They are told in words here, and nowhere else.
    fn assertions(&self, sig: &syn::Signature) -> (Set<String>, TokenStream) {
        let (mut asserted, mut assertions) = (Set::new(), TokenStream::new());
        if self.kind == FunctionKind::Device {
            return (asserted, assertions);
        }
        for input in &sig.inputs {
            let FnArg::Typed(input) = input else { continue };
            let ty = match &*input.ty {
                syn::Type::Reference(reference) => match &*reference.elem {
                    syn::Type::Slice(slice) if super::is_atomic(&slice.elem) => continue,
                    syn::Type::Slice(slice) => &*slice.elem,
                    // What a tensor cannot hold, rustc says of the tensor's type.
                    syn::Type::Path(path) => {
                        asserted
                            .extend(super::tensor_of(path).map(|(ty, _)| ty.to_token_stream().to_string()));
                        continue;
                    }
                    _ => continue,
                },
                ty => ty,
            };
            let ty = value_of(ty);
            let name = ty.to_token_stream().to_string();
            // Of a number's name the body asserts which type it is.
            let is_number = Scalar::from_name(&name).is_some();
            if asserted.insert(name) && !is_number {
                let span = ty.span();
                let krate = typed::standing_at(self.krate, span);
                assertions.extend(quote_spanned!(span=> #krate::calls::parameter::<#ty>();));
            }
        }
        (asserted, assertions)
    }

    /// Asserts that a name stands for the function of the library that it was taken for. A name that nothing has is
    /// complained about where it is called, and only there: a macro of that name gives the import something to
    /// find, and then the outer name is the library's.
    fn library_function(&self, (users, librarys): &Assumed) -> TokenStream {
        let path = &users.tokens;
        let (function, generics) = librarys;
        let span = path.clone().into_iter().last().map_or_else(|| path.span(), |last| last.span());
        let krate = typed::standing_at(self.krate, span);
        // Rustc points to the braces.
        let assertion = |path: &TokenStream| quote_spanned!(span=> #krate::calls::is_library_function(#function #generics, { #path }););
        let Ok(name) = syn::parse2::<syn::Ident>(path.clone()) else {
            return users.around(assertion(path));
        };
        let said = syn::Ident::new("what_a_kernel_calls", span);
        let assertion = assertion(&said.to_token_stream());
        let name = typed::item_named(&name);
        users.around(quote_spanned!(span=> {
            use #function as #said;
            {
                macro_rules! #name { () => {} }
                use #name as #said;
                #assertion
            }
        }))
    }

    /// Asserts that a name stands for the type that it was taken for.
    fn assumed_type(&self, (users, meant): &(Ask, TokenStream)) -> TokenStream {
        let path = &users.tokens;
        let span = path.span();
        let krate = typed::standing_at(self.krate, span);
        users.around(quote_spanned!(span=> #krate::calls::is_the_type::<#path, #meant>();))
    }

    /// The name that is asked for, or whose length is, which an item has or nothing; and what follows it.
    fn named(&self, ask: &Ask) -> Option<(syn::Ident, Option<TokenStream>)> {
        let expr: syn::Expr = syn::parse2(ask.tokens.clone()).ok()?;
        let (path, more) = match expr {
            syn::Expr::Path(path) => (path, None),
            syn::Expr::MethodCall(call)
                if ["len", "is_empty"].iter().any(|name| call.method == name) && call.args.is_empty() =>
            {
                match *call.receiver {
                    syn::Expr::Path(path) => (path, Some((call.dot_token, call.method))),
                    _ => return None,
                }
            }
            _ => return None,
        };
        // Of `crate` rustc says what it is.
        let name = path.path.get_ident().filter(|name| *name != "crate")?;
        let more = more.map(|(dot, method)| quote!(#dot #method()));
        (!self.generics.const_params().any(|param| param.ident == *name)).then(|| (name.clone(), more))
    }

    /// The answer for the constant of a name. That nothing has it, rustc says where the body names it, which knows what
    /// variables are there: here something else is found then (`kiln::calls::unresolved`).
    fn named_constant(&self, (name, more): (syn::Ident, Option<TokenStream>)) -> TokenStream {
        let span = name.span();
        let krate = typed::standing_at(self.krate, span);
        let alias = syn::Ident::new("what_a_kernel_names", span);
        let name = typed::item_named(&name);
        quote_spanned!(span=> {
            macro_rules! #name { () => {} }
            use #krate::calls::unresolved::*;
            use #name as #alias;
            #krate::calls::constant_in_a_kernel(#alias #more)
        })
    }

    /// Asserts that bounds with names of Kiln's and of std's are these.
    fn bounds(&self) -> TokenStream {
        let mut assertions = TokenStream::new();
        let private = {
            let krate = self.krate;
            quote!(#krate::__private)
        };
        let mut assert = |param: &dyn ToTokens, bounds: &Punctuated<TypeParamBound, Token![+]>| {
            for bound in bounds {
                let TypeParamBound::Trait(bound) = bound else { continue };
                let Some(name) = bound.path.get_ident() else { continue };
                let Some((_, function)) = BOUNDS.iter().find(|(known, _)| name == known) else { continue };
                let krate = typed::standing_at(self.krate, name.span());
                let function = syn::Ident::new(function, name.span());
                let param = param.to_token_stream();
                assertions.extend(quote_spanned!(name.span()=> #krate::calls::#function({ #private::Bounded::<#param>::new().#function() });));
            }
        };
        for param in self.generics.type_params() {
            assert(&param.ident, &param.bounds);
        }
        for predicate in self.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let WherePredicate::Type(predicate) = predicate
                && predicate.lifetimes.is_none()
            {
                assert(&predicate.bounded_ty, &predicate.bounds);
            }
        }
        if !assertions.is_empty() {
            assertions.extend(quote! {
                #[allow(unused_imports)]
                use #private::BoundedByAnother as _;
            });
        }
        assertions
    }

    /// The parts of the checked copy.
    fn checked(&self, body: &ItemFn, lowered: &Lowered) -> Checked {
        let krate = self.krate;
        let mut holes = Vec::new();
        let mut answers = Vec::new();
        let (asserted, assertions) = self.assertions(&body.sig);
        // Of a type that is written, what is wrong with it is said there.
        let types: Set<_> = lowered.sources.iter().filter_map(Source::written_type).collect();
        for (id, source) in lowered.sources.iter().enumerate() {
            let hole = typed::hole(id);
            answers.push(match source {
                Source::Type(ask) if ask.is_plain() && asserted.contains(&ask.tokens.to_string()) => {
                    let tokens = &ask.tokens;
                    quote!(#krate::__private::Asserted::<#tokens>::new().answer())
                }
                Source::Type(ask) => {
                    let tokens = &ask.tokens;
                    let is_parameter = |name: &syn::Ident| ask.is_plain() && *name == tokens.to_string();
                    // Of a type parameter rustc says which bound it lacks.
                    if self.generics.type_params().any(|param| is_parameter(&param.ident)) {
                        quote!(#krate::calls::type_parameter::<#tokens>())
                    } else {
                        let written = typed::written(ask, krate);
                        ask.around(quote!(<#written as #krate::calls::Written>::type_in_a_kernel()))
                    }
                }
                Source::Const(ask) => {
                    let tokens = &ask.tokens;
                    // What is no length, rustc says in the same words wherever it stands as one.
                    let is_length = matches!(
                        &lowered.function.captures[id],
                        Capture::Const { ty: Some(Type::USIZE), .. }
                    ) && ask.is_length();
                    // A number without suffix in a constant expression has the type that is asked for.
                    let ty = match &lowered.function.captures[id] {
                        Capture::Const { ty: Some(ty), .. } => typed::type_tokens(ty, lowered, krate),
                        _ => None,
                    };
                    let ty = ty.map(|ty| quote!(::<#ty>));
                    // Rustc points to the value that it finds no constant.
                    let span = tokens.span();
                    let krate = typed::standing_at(krate, span);
                    let asked = match self.named(ask) {
                        Some(named) => self.named_constant(named),
                        None if is_length => {
                            quote_spanned!(span=> #krate::calls::constant_in_a_kernel([(); #tokens].len()))
                        }
                        None => quote_spanned!(span=> #krate::calls::constant_in_a_kernel #ty (#tokens)),
                    };
                    ask.around(asked)
                }
                Source::Value(ask) => {
                    let tokens = &ask.tokens;
                    // Rustc points to the value that it finds no constant.
                    let span = tokens.span();
                    let krate = typed::standing_at(krate, span);
                    ask.around(quote_spanned!(span=> #krate::calls::value_of_the_host({ #hole }, || #tokens)))
                }
                Source::Said => quote!(#krate::__private::Answer::Said),
                Source::Function => quote!(#krate::__private::Answered(#hole).answer()),
                // What is converted is known behind the body only.
                Source::Conversion(span) => {
                    let placed = typed::standing_at(krate, *span);
                    quote_spanned! {*span=>
                        {
                            #placed::calls::converted_in_a_kernel({ #hole.conversion() });
                            #krate::__private::Answered(#hole).answer()
                        }
                    }
                }
                Source::Local(_, Some(said)) if types.contains(said) => {
                    quote!(#krate::__private::Asserted::of(#hole).answer())
                }
                Source::Local(span, _) => {
                    let krate = typed::standing_at(krate, *span);
                    // Rustc points to the argument: the braces stand where the value does.
                    quote_spanned!(*span=> #krate::calls::value_in_a_kernel({ #hole }))
                }
            });
            if matches!(
                source,
                Source::Function | Source::Conversion(_) | Source::Value(_) | Source::Local(..)
            ) {
                holes.push(quote!(let #hole = #krate::__private::Hole::new();));
            }
        }
        let is_lint = |attr: &&syn::Attribute| {
            ["allow", "expect", "warn", "deny", "forbid"].iter().any(|name| attr.path().is_ident(name))
        };
        let lints = body.attrs.iter().filter(is_lint);
        let prelude = prelude::assertion(&lowered.taps.library, krate);
        let library = lowered.taps.library.iter().map(|assumed| self.library_function(assumed));
        let taken: Vec<_> = (0..lowered.taps.beside.taken).map(typed::taken).collect();
        let (operands, asked) = (&lowered.taps.beside.operands, &lowered.taps.beside.asked);
        holes.extend(operands.iter().map(|held| quote!(let #held = #krate::__private::Argument::new();)));
        holes.extend(taken.iter().map(|taken| quote!(let #taken = #krate::__private::Taken::new();)));
        let allow = quote! {
            #[allow(dead_code, unstable_name_collisions, unused_imports, unused_must_use, unused_unsafe, unused_macros, unused_parens, unused_braces, unused_qualifications, unconditional_recursion, clippy::all, clippy::pedantic,
                clippy::nursery, clippy::restriction)]
        };
        let types = lowered.taps.types.iter().map(|assumed| self.assumed_type(assumed));
        let constants = lowered.taps.constants.iter().map(|(users, meant)| {
            let path = &users.tokens;
            let message = format!("`{path}` is not the constant of core that a kernel takes it for");
            users.around(
                quote_spanned!(path.span()=> const _: () = ::core::assert!(#path == #meant, #message);),
            )
        });
        let (unmarked, bounds) = (self.unmarked(lowered), self.bounds());
        // Where a name stands for another macro, it has two meanings now, which is an error of rustc's.
        let macros = lowered.taps.named_macros.then(|| quote!(use #krate::calls::macros::*;));
        Checked {
            attrs: quote!(#allow #(#lints)*),
            // These have names: for an undefined type of one letter, rustc would suggest `_` as the most similar.
            library: quote!(#[allow(unused_imports)] use #krate::__private::Unknown as not_known_to_kernels; #macros #assertions #bounds #unmarked #prelude #(#library)* #(#types)* #(#constants)*),
            holes: quote!(#(#holes)*),
            behind: quote!(#(#taken.agrees();)* #(#asked)*),
            answers,
        }
    }
}

/// Traits that a bound's name alone is taken for, and what asserts it.
const BOUNDS: [(&str, &str); 5] = [
    ("Num", "bounded_by_num"),
    ("Int", "bounded_by_int"),
    ("Float", "bounded_by_float"),
    ("MmaOperand", "bounded_by_mma_operand"),
    ("Ord", "bounded_by_ord"),
];

/// The type that decides whether kernels know another: of an array, its elements'.
fn value_of(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Array(array) => value_of(&array.elem),
        syn::Type::Paren(inner) => value_of(&inner.elem),
        syn::Type::Group(inner) => value_of(&inner.elem),
        other => other,
    }
}

/// What stands around a checked body.
struct Checked {
    attrs: TokenStream,
    /// Assertions that names of the library stand for its functions.
    library: TokenStream,
    holes: TokenStream,
    /// Checks that need the types of the whole body.
    behind: TokenStream,
    answers: Vec<TokenStream>,
}

impl Checked {
    /// The checked body as a closure that nobody calls, with the user's parameters.
    fn closure(&self, body: &ItemFn, lifetimes: &Set<String>) -> TokenStream {
        let mut body = body.clone();
        Elide(lifetimes).visit_item_fn_mut(&mut body);
        // The body of an `unsafe fn` may do what is unsafe; a closure's may not.
        let block = match &body.sig.safety {
            syn::Safety::Unsafe(_) => {
                let block = &body.block;
                quote!({ unsafe #block })
            }
            _ => body.block.to_token_stream(),
        };
        let params = body.sig.inputs.iter();
        let closure = match &body.sig.output {
            syn::ReturnType::Default => quote!(|#(#params),*| -> () #block),
            output @ syn::ReturnType::Type(..) => quote!(|#(#params),*| #output #block),
        };
        typed::without_self(closure)
    }
}

/// Leaves the lifetimes of references to rustc, except for these: a closure declares none.
pub(super) struct Elide<'a>(pub(super) &'a Set<String>);

impl VisitMut for Elide<'_> {
    fn visit_type_reference_mut(&mut self, node: &mut syn::TypeReference) {
        let is_known = |name: String| name == "static" || self.0.contains(&name);
        node.lifetime = node.lifetime.take().filter(|lifetime| is_known(lifetime.ident.to_string()));
        syn::visit_mut::visit_type_reference_mut(self, node);
    }
}
