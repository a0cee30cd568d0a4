//! Functions of impls and traits with parameters of their own.
//!
//! What stands for such a function has the same ones ([`Own::packed`]). A trait's has its IR in a function of its
//! own, beside the one that all the others share, and a type of its own stands for it.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{
    FnArg, GenericParam, ItemTrait, Path, PathArguments, ReturnType, Signature, TypeParamBound,
    WherePredicate,
};

use super::{Function, NEEDED, argument, is_lifetime, lints, own_params};
use crate::collections::Set;
use crate::front::lower::signature::called_as;
use crate::front::typed::with_parameters;

/// The parameters of a function itself, beside those of what is around it.
pub(super) struct Own<'a> {
    pub(super) names: Vec<&'a syn::Ident>,
    pub(super) bounded: Vec<&'a GenericParam>,
    /// What a `where` clause says of them.
    pub(super) clause: Vec<&'a WherePredicate>,
}

impl Own<'_> {
    /// As one type.
    pub(super) fn packed(&self, krate: &Path) -> TokenStream {
        let each = self.bounded.iter().zip(&self.names).map(|(param, name)| match param {
            GenericParam::Const(param) => {
                let ty = last_of(&param.ty);
                let first =
                    ty.chars().next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
                let ty = format_ident!("{first}{}", ty.get(1..).unwrap_or_default());
                quote!(#krate::__private::#ty<#name>)
            }
            _ => name.to_token_stream(),
        });
        quote!((#(#each,)*))
    }
}

impl Function {
    /// Its own parameters. What is passed to be called is nothing to which function it is.
    pub(super) fn own(&self) -> Own<'_> {
        let generics = &self.sig.generics;
        let is_called = |param: &GenericParam| matches!(param, GenericParam::Type(param) if called_as(param, generics).is_some());
        let kept = |param: &&GenericParam| !matches!(param, GenericParam::Lifetime(_)) && !is_called(param);
        let bounded: Vec<_> = generics.params.iter().filter(kept).collect();
        let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates).filter(|said| {
            let WherePredicate::Type(said) = said else { return false };
            let syn::Type::Path(of) = &said.bounded_ty else { return true };
            !generics.params.iter().any(|param| {
                matches!(param, GenericParam::Type(inner) if of.path.is_ident(&inner.ident))
                    && is_called(param)
            })
        });
        let names = bounded.iter().map(|param| match param {
            GenericParam::Type(param) => &param.ident,
            GenericParam::Const(param) => &param.ident,
            GenericParam::Lifetime(param) => &param.lifetime.ident,
        });
        Own { names: names.collect(), clause: clause.collect(), bounded }
    }

    /// Its parameters for what says which function it is, and what that asks of them. A call of the user's asks all
    /// that the function does, so what fails is said of that alone: here stays, of what says it of a method, what a
    /// closure is called with, which rustc asks in front of the call. Where types may need the bounds to be types at
    /// all, these stay too.
    pub(super) fn loosened(&self, of_method: bool) -> (Vec<GenericParam>, Vec<WherePredicate>) {
        let generics = &self.sig.generics;
        let kept = |param: &&GenericParam| !matches!(param, GenericParam::Lifetime(_));
        let mut params: Vec<_> = generics.params.iter().filter(kept).cloned().collect();
        let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let mut clause: Vec<_> =
            clause.filter(|said| matches!(said, WherePredicate::Type(_))).cloned().collect();
        let (full, mut said_of) = ((params.clone(), clause.clone()), Set::new());
        let mut all = Vec::new();
        for param in &mut params {
            if let GenericParam::Type(param) = param {
                said_of.insert(param.ident.to_string());
                all.push(&mut param.bounds);
            }
        }
        for said in &mut clause {
            if let WherePredicate::Type(said) = said {
                walk(said.bounded_ty.to_token_stream(), &mut |token, _| {
                    if let TokenTree::Ident(ident) = token {
                        said_of.insert(ident.to_string());
                    }
                });
                all.push(&mut said.bounds);
            }
        }
        let inputs = self.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(input) => Some(input.ty.to_token_stream()),
        });
        let mut types: Vec<_> = inputs.chain(given(&self.sig.output)).collect();
        let mut is_needed = false;
        for bounds in all {
            for bound in std::mem::take(bounds) {
                match called_with(&bound) {
                    Some(called) => {
                        types.extend(called);
                        if of_method {
                            bounds.push(bound);
                        }
                    }
                    // With a lifetime it says where calls write that out, too.
                    None => walk(bound.to_token_stream(), &mut |token, _| {
                        is_needed |= matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'');
                    }),
                }
            }
        }
        if is_needed || !types.into_iter().all(|ty| is_plain(ty, &said_of)) {
            return full;
        }
        clause.retain(|said| !matches!(said, WherePredicate::Type(said) if said.bounds.is_empty()));
        (params, clause)
    }

    /// What tells which function it is, under the names that calls use: a call that writes parameters out uses another.
    pub(super) fn named(
        &self,
        name: &syn::Ident,
        params: &[GenericParam],
        called: &[WherePredicate],
        tag: &TokenStream,
        sized: &TokenStream,
    ) -> Vec<Named> {
        let clause = |called: &[&WherePredicate]| match (sized.is_empty(), called.is_empty()) {
            (_, true) => sized.clone(),
            (true, false) => quote!(where #(#called),*),
            (false, false) => quote!(#sized, #(#called),*),
        };
        let all: Vec<_> = called.iter().collect();
        if params.is_empty() {
            let (name, tag) = (name.clone(), tag.clone());
            return vec![Named { name, params: Vec::new(), tag, clause: clause(&all) }];
        }
        let inferred =
            Named { name: name.clone(), params: params.to_vec(), tag: tag.clone(), clause: clause(&all) };
        let mut again = with_parameters(name);
        again.set_span(name.span());
        vec![inferred, Named { name: again, params: params.to_vec(), tag: tag.clone(), clause: clause(&all) }]
    }

    /// What stands in a marked trait for a function with parameters of its own.
    pub(super) fn of_a_trait(&self, krate: &Path, provided: bool) -> TokenStream {
        let private = quote!(#krate::__private);
        let Own { bounded, clause, .. } = self.own();
        let (lints, conditions) = (lints(), &self.conditions);
        let needed = needed_of(&self.sig.ident, Span::call_site());
        let provided = provided.then(|| {
            let (name, answer) = (provided_of(&self.sig.ident), self.answer(krate));
            quote! {
                #(#conditions)*
                #[doc(hidden)]
                #lints
                fn #name<#(#bounded),*>() -> ::core::option::Option<#private::FunctionAnswer>
                where
                    Self: #private::KernelType, #(#clause),*
                {
                    ::core::option::Option::Some(#answer)
                }
            }
        });
        quote! {
            #(#conditions)*
            #[doc(hidden)]
            #lints
            fn #needed<#(#bounded),*>() -> ::core::option::Option<#private::FunctionAnswer>
            where
                Self: ::core::marker::Sized, #(#clause),*
            {
                ::core::option::Option::None
            }
            #provided
        }
    }

    /// The type that stands for such a function, and what it answers.
    pub(super) fn tag_of_a_trait(
        &self,
        krate: &Path,
        item: &ItemTrait,
        tag: &syn::Ident,
        provided: bool,
    ) -> TokenStream {
        let private = quote!(#krate::__private);
        let Own { names, bounded, clause } = self.own();
        let (vis, name, number) = (&item.vis, &item.ident, self.number());
        let of_owner: Vec<_> = own_params(&item.generics).map(|param| argument(&param)).collect();
        let (owner, tag) = (tag, tag_of(tag, self));
        let mut generics = item.generics.clone();
        generics.params.extend(bounded.iter().map(|param| (*param).clone()));
        let params: Vec<_> = own_params(&generics).collect();
        let args: Vec<_> = params.iter().map(argument).collect();
        let types = generics.type_params().map(|param| &param.ident);
        let (_, ty_generics, where_clause) = item.generics.split_for_impl();
        let around = where_clause.iter().flat_map(|clause| &clause.predicates);
        let lifetimes = generics.lifetimes();
        let all = generics.params.iter().filter(|param| !is_lifetime(param)).map(ToTokens::to_token_stream);
        let all = all.map(of_the_implementor);
        let said = around.chain(clause).map(ToTokens::to_token_stream).map(of_the_implementor);
        let needed = format_ident!("{NEEDED}");
        let (needed_of, provided_of) =
            (needed_of(&self.sig.ident, Span::call_site()), provided_of(&self.sig.ident));
        let provided = if provided {
            quote!(<__KilnSelf as #name #ty_generics>::#provided_of::<#(#names),*>())
        } else {
            quote!(::core::option::Option::None)
        };
        let (text, conditions) = (name.to_string(), &self.conditions);
        quote! {
            #(#conditions)*
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code)]
            #vis struct #tag<__KilnSelf: ?::core::marker::Sized, #(#params),*>(
                ::core::marker::PhantomData<fn() -> (::core::marker::PhantomData<__KilnSelf>, #(#types,)*)>,
            );

            #(#conditions)*
            #[allow(clippy::all, clippy::pedantic)]
            unsafe impl<#(#lifetimes,)* __KilnSelf: #name #ty_generics + #private::KernelType, #(#all),*> #private::DeviceFunction
                for #tag<__KilnSelf, #(#args),*>
            where
                #(#said),*
            {
                fn instance() -> #private::Answer {
                    #private::of_trait::<__KilnSelf>(
                        #text,
                        <__KilnSelf as #name #ty_generics>::#needed(#number).map(|none| {
                            none.or_else(|| <__KilnSelf as #name #ty_generics>::#needed_of::<#(#names),*>())
                        }),
                        || #provided,
                    )
                }
            }

            #(#conditions)*
            impl<__KilnSelf: ?::core::marker::Sized, #(#params),*> #krate::calls::Told for #tag<__KilnSelf, #(#args),*> {
                type As = #krate::calls::MethodWithDevice;
            }

            #(#conditions)*
            impl<__KilnSelf: ?::core::marker::Sized, #(#params),*> #private::Owned for #tag<__KilnSelf, #(#args),*> {
                type Owner = #owner<__KilnSelf, #(#of_owner,)* #number>;
            }
        }
    }
}

/// The function that an impl of a marked trait has for one with parameters of its own.
pub(super) fn needed_of(name: &syn::Ident, span: Span) -> syn::Ident {
    format_ident!("{NEEDED}_for_{}", name.to_string().trim_start_matches("r#"), span = span)
}

/// What says which function one is, under a name of its own.
pub(super) struct Named {
    pub(super) name: syn::Ident,
    pub(super) params: Vec<GenericParam>,
    pub(super) tag: TokenStream,
    pub(super) clause: TokenStream,
}

/// What a trait provides of such a function.
fn provided_of(name: &syn::Ident) -> syn::Ident {
    format_ident!("__kiln_provided_{}", name.to_string().trim_start_matches("r#"))
}

/// What stands for such a function of a trait.
pub(super) fn tag_of(of_trait: &syn::Ident, function: &Function) -> syn::Ident {
    format_ident!("{of_trait}_{}", function.sig.ident.to_string().trim_start_matches("r#"))
}

/// The last name of the type of a const parameter.
fn last_of(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
    .unwrap_or_else(|| "usize".to_owned())
}

/// What a method takes beside `self` and what it gives, with a name for each lifetime that has none: as parts of
/// another type they may have to do with that of `self`.
pub(super) fn own_lifetimes(sig: &Signature) -> (Vec<syn::Lifetime>, Vec<syn::Type>, TokenStream) {
    struct Names(Vec<syn::Lifetime>);
    impl VisitMut for Names {
        fn visit_type_reference_mut(&mut self, node: &mut syn::TypeReference) {
            if node.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident == "_") {
                let name = syn::Lifetime::new(&format!("'__kiln_{}", self.0.len()), Span::call_site());
                node.lifetime = Some(name.clone());
                self.0.push(name);
            }
            syn::visit_mut::visit_type_reference_mut(self, node);
        }
    }
    let mut names = Names(Vec::new());
    let mut types = Vec::new();
    for input in &sig.inputs {
        if let FnArg::Typed(input) = input {
            let mut ty = (*input.ty).clone();
            names.visit_type_mut(&mut ty);
            types.push(ty);
        }
    }
    let output = match &sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => {
            let mut ty = (**ty).clone();
            names.visit_type_mut(&mut ty);
            ty.to_token_stream()
        }
    };
    (names.0, types, output)
}

/// The type that is given, where one is said.
fn given(output: &ReturnType) -> Option<TokenStream> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(ty.to_token_stream()),
    }
}

/// The types that a bound calls something with, which stays; none of a trait's bound.
fn called_with(bound: &TypeParamBound) -> Option<Vec<TokenStream>> {
    let TypeParamBound::Trait(bound) = bound else { return Some(Vec::new()) };
    match &bound.path.segments.last()?.arguments {
        PathArguments::Parenthesized(called) => {
            let inputs = called.inputs.iter().map(|input| input.ty.to_token_stream());
            Some(inputs.chain(given(&called.output)).collect())
        }
        _ => bound.maybe.map(|_| Vec::new()),
    }
}

/// Whether a type is one whatever these names stand for, as far as its tokens tell: none of them stands in it, or
/// it is made of references, slices, arrays and tuples alone and has none in an array's length.
pub(in crate::front) fn is_plain(ty: TokenStream, names: &Set<String>) -> bool {
    let (mut named, mut counted, mut made) = (false, false, true);
    walk(ty, &mut |token, in_length| match token {
        TokenTree::Ident(ident) => {
            let ident = ident.to_string();
            let is_name = names.contains(&ident);
            named |= is_name;
            counted |= is_name && in_length;
            made &= !matches!(ident.as_str(), "fn" | "impl" | "dyn" | "for" | "extern" | "unsafe");
        }
        TokenTree::Punct(punct) => made &= matches!(punct.as_char(), '&' | ',' | ';' | '\''),
        TokenTree::Group(_) | TokenTree::Literal(_) => {}
    });
    !named || made && !counted
}

/// Shows all tokens, and of each whether it stands in an array's length. Without a call of itself, since types nest
/// as deep as the macro's stack lets them be parsed.
fn walk(tokens: TokenStream, see: &mut dyn FnMut(&TokenTree, bool)) {
    let mut waiting = vec![(tokens, false)];
    while let Some((tokens, mut in_length)) = waiting.pop() {
        for token in tokens {
            see(&token, in_length);
            match &token {
                TokenTree::Group(group) => waiting.push((group.stream(), in_length)),
                TokenTree::Punct(punct) => in_length |= punct.as_char() == ';',
                TokenTree::Ident(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// What a trait says of `Self`, said of what implements it.
fn of_the_implementor(tokens: TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "Self" => format_ident!("__KilnSelf", span = ident.span()).into(),
        TokenTree::Group(group) => {
            let mut inner = proc_macro2::Group::new(group.delimiter(), of_the_implementor(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    });
    replaced.collect()
}
