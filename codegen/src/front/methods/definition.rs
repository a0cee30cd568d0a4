//! `#[device] trait`: what stands beside a trait's functions, for what implements it and for what calls them.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{ItemTrait, TraitItem, Visibility};

use super::generic_methods::tag_of;
use super::{
    Function, NEEDED, Owner, argument, check_signature, is_lifetime, lints, own_params, without_duplicates,
};
use crate::front::attrs::Arguments;
use crate::front::expand;
use crate::front::lifetimes;
use crate::front::name_called;
use crate::front::report::Report;

/// `#[device] trait Shape { .. }`.
pub(in crate::front) fn definition(
    mut item: ItemTrait,
    arguments: &Arguments,
    report: &mut Report,
) -> TokenStream {
    let krate = &arguments.krate;
    let private = quote!(#krate::__private);
    for inner in &mut item.items {
        if let TraitItem::Fn(function) = inner {
            name_called(&mut function.sig);
        }
    }
    let mut provided = Vec::new();
    let mut declared = Vec::new();
    for inner in &mut item.items {
        let TraitItem::Fn(function) = inner else { continue };
        let vis = Visibility::Inherited;
        let mut made = match &mut function.default {
            Some(body) => {
                let parts = (&vis, &function.sig, &*body);
                let of_type = item.ident.to_string();
                let owner = (of_type.as_str(), Owner::Trait(&item.ident));
                let mut made = Function::new(parts, &item.generics, owner, arguments, report);
                if made.hushed {
                    expand::stub_body(body, &mut function.attrs);
                }
                if let Some(instead) = made.instead.take() {
                    expand::replace_body(&instead, body, &mut function.attrs);
                }
                made
            }
            None => {
                check_signature(&function.sig, report);
                Function::declared(&lifetimes::declared_alone(&function.sig, &item.generics))
            }
        };
        made.conditions_of(&function.attrs);
        if function.default.is_some() { provided.push(made) } else { declared.push(made) }
    }
    // Of a trait that was refused too, so that its impls and its callers find what they ask for.
    let (vis, name) = (&item.vis, &item.ident);
    let tag = format_ident!("__Kiln{}", name, span = Span::call_site());
    let params: Vec<_> = own_params(&item.generics).collect();
    let args: Vec<_> = params.iter().map(argument).collect();
    let types = item.generics.type_params().map(|param| &param.ident);
    let (_, ty_generics, where_clause) = item.generics.split_for_impl();
    let (lifetimes, bounded): (Vec<_>, Vec<_>) =
        item.generics.params.iter().partition(|param| is_lifetime(param));
    let text = name.to_string();
    let needed = format_ident!("{NEEDED}");
    let tags = quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #tag<__KilnSelf: ?::core::marker::Sized, #(#params,)* const __KILN_METHOD: u64>(
            ::core::marker::PhantomData<fn() -> (::core::marker::PhantomData<__KilnSelf>, #(#types,)*)>,
        );

        #[allow(clippy::all, clippy::pedantic)]
        unsafe impl<
            #(#lifetimes,)* __KilnSelf: #name #ty_generics + #private::KernelType, #(#bounded,)*
            const __KILN_METHOD: u64
        > #private::DeviceFunction
            for #tag<__KilnSelf, #(#args,)* __KILN_METHOD> #where_clause
        {
            fn instance() -> #private::Answer {
                #private::of_trait::<__KilnSelf>(
                    #text,
                    <__KilnSelf as #name #ty_generics>::#needed(__KILN_METHOD),
                    || <__KilnSelf as #name #ty_generics>::__kiln_provided(__KILN_METHOD),
                )
            }
        }

        impl<__KilnSelf: ?::core::marker::Sized, #(#params,)* const __KILN_METHOD: u64> #krate::calls::Told
            for #tag<__KilnSelf, #(#args,)* __KILN_METHOD>
        {
            type As = #krate::calls::MethodWithDevice;
        }

        impl<__KilnSelf: ?::core::marker::Sized, #(#params,)* const __KILN_METHOD: u64> #private::Owned
            for #tag<__KilnSelf, #(#args,)* __KILN_METHOD>
        {
            type Owner = Self;
        }
    };
    let sized = quote!(where Self: ::core::marker::Sized);
    for function in provided.iter_mut().chain(&mut declared) {
        function.of_trait = Some(name.clone());
    }
    let all = || provided.iter().chain(&declared);
    let hidden = all().map(|function| {
        let own = function.own();
        if own.names.is_empty() {
            let number = function.number();
            return function.hidden(krate, &quote!(#tag<Self, #(#args,)* #number>), &sized);
        }
        let (tag, own) = (tag_of(&tag, function), &own.names);
        function.hidden(krate, &quote!(#tag<Self, #(#args,)* #(#own),*>), &sized)
    });
    let has_methods = without_duplicates(all()).map(|function| {
        let number = function.number();
        let begin = quote!(impl <#(#lifetimes,)* __KilnSelf: #name #ty_generics + ?::core::marker::Sized, #(#bounded),*>);
        let (ty, owner) = (quote!(__KilnSelf), quote!(#tag<__KilnSelf, #(#args,)* #number>));
        function.has_method_impl(krate, &begin, (&ty, &owner), where_clause)
    });
    let has_methods: Vec<_> = has_methods.collect();
    let of_all = |function: &&Function| function.own().names.is_empty();
    let arms = provided.iter().filter(of_all).map(|function| function.arm(krate));
    let lints = lints();
    let (mut of_each, mut tags_of_each) = (TokenStream::new(), TokenStream::new());
    for (at, function) in all().enumerate().filter(|(_, function)| !of_all(function)) {
        let provided = at < provided.len();
        of_each.extend(function.of_a_trait(krate, provided));
        tags_of_each.extend(function.tag_of_a_trait(krate, &item, &tag, provided));
    }
    let items: TokenStream = quote! {
        #(#hidden)*
        #of_each
        #[doc(hidden)]
        #lints
        fn #needed(method: u64) -> ::core::option::Option<::core::option::Option<#private::FunctionAnswer>>
        #sized
        {
            ::core::option::Option::None
        }
        #[doc(hidden)]
        #lints
        fn __kiln_provided(method: u64) -> ::core::option::Option<#private::FunctionAnswer>
        where
            Self: #private::KernelType,
        {
            match method {
                #(#arms)*
                _ => ::core::option::Option::None,
            }
        }
    };
    item.items.push(TraitItem::Verbatim(items));
    quote!(#item #tags #tags_of_each #(#has_methods)*)
}
