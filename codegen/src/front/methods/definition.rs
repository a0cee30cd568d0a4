//! `#[device] trait`: what stands beside a trait's functions, for what implements it and for what calls them.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{ItemTrait, TraitItem, Visibility, visit_mut::VisitMut};

use super::own::tag_of;
use super::{Function, NEEDED, Owner, argument, check_signature, inside, is_lifetime, lints, own_params};
use crate::front::alike::Alike;
use crate::front::around;
use crate::front::attrs::Arguments;
use crate::front::expand;
use crate::front::in_place::InPlace;
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
    if around::is_again(format!("trait {}", item.ident), &item.ident, around::Defines::Trait) {
        return quote!(#[allow(warnings)] #item);
    }
    for inner in &mut item.items {
        if let TraitItem::Fn(function) = inner {
            name_called(&mut function.sig, &item.generics);
            if let Some(block) = &mut function.default {
                inside::lift(&function.sig, block);
            }
        }
    }
    let (head, told) = (inside::head_of_trait(&item), inside::Told::of_trait(&item, krate));
    let mut provided = Vec::new();
    let mut declared = Vec::new();
    let (mut hushed, mut instead) = (Vec::new(), Vec::new());
    for (at, inner) in item.items.iter().enumerate() {
        let TraitItem::Fn(function) = inner else { continue };
        let name = &function.sig.ident;
        if around::is_again(format!("fn {name} of a trait"), name, around::Defines::Function) {
            continue;
        }
        let vis = Visibility::Inherited;
        match &function.default {
            Some(body) => {
                let parts = (&vis, &function.sig, body);
                let of_type = item.ident.to_string();
                let owner = (of_type.as_str(), Owner::Trait);
                let mut made = Function::new(parts, (&item.generics, &head), owner, arguments, report);
                made.at = at;
                instead.extend(made.instead.take().map(|by| (at, by)));
                hushed.extend(made.hushed.then_some(at));
                provided.push(made.on_conditions(&function.attrs));
            }
            None => {
                check_signature(&function.sig, report);
                let sig = lifetimes::declared_alone(&function.sig, &item.generics);
                declared.push(Function::declared(&sig).on_conditions(&function.attrs));
            }
        }
    }
    for at in hushed {
        if let TraitItem::Fn(function) = &mut item.items[at]
            && let Some(body) = &mut function.default
        {
            expand::hush(body, &mut function.attrs);
        }
    }
    for (at, by) in instead.into_iter().filter(|_| report.is_empty()) {
        if let TraitItem::Fn(function) = &mut item.items[at]
            && let Some(body) = &mut function.default
        {
            expand::replace(&by, body, &mut function.attrs);
        }
    }
    let answered = provided.iter_mut().filter(|function| function.inside && report.is_empty());
    let answered: TokenStream = answered
        .filter_map(|function| {
            let TraitItem::Fn(user) = item.items.get_mut(function.at)? else { return None };
            Some(function.stands_in(user.default.as_mut()?, &told, krate))
        })
        .collect();
    InPlace(report).visit_item_trait_mut(&mut item);
    Alike.visit_item_trait_mut(&mut item);
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
        impl<
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
    quote!(#item #answered #tags #tags_of_each)
}
