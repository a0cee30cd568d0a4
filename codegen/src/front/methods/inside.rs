//! Answers that stand inside a function of an impl or a trait, behind its constants.
//!
//! Takes a function with constants that rustc computes; guarantees that its checked copy and rustc's answers name these
//! very constants, as those of a function beside no impl do (`expand::shared`): what cannot be computed is told once,
//! under the user's name for it.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Block, Expr, ImplItem, Item, ItemFn, ItemImpl, ItemTrait, Path, Signature, Stmt, Visibility};

use super::own::Own;
use super::{Function, argument, is_lifetime, lints, number_of, own_params};
use crate::front::constants;
use crate::front::expand::shared;

/// What is said around the functions of an impl.
pub(super) fn head(item: &ItemImpl) -> TokenStream {
    let (generics, of_type, clause) = (&item.generics, &item.self_ty, &item.generics.where_clause);
    let of_trait = item.trait_.as_ref().map(|(path, _)| path);
    quote!(#generics #of_trait #of_type #clause)
}

/// The same of a trait.
pub(super) fn head_of_trait(item: &ItemTrait) -> TokenStream {
    let (generics, name, clause) = (&item.generics, &item.ident, &item.generics.where_clause);
    quote!(#generics #name #clause)
}

/// Moves the constants of a function's inner blocks to its outermost one.
pub(super) fn lift(sig: &Signature, block: &mut Block) {
    let mut whole = ItemFn {
        attrs: Vec::new(),
        vis: Visibility::Inherited,
        modifiers: syn::FnModifiers::default(),
        sig: sig.clone(),
        block: Box::new(std::mem::replace(block, syn::parse_quote!({}))),
    };
    constants::lift_constants(&mut whole, false);
    *block = *whole.block;
}

/// What tells, of the functions of a trait or of an impl of one, the answers that stand inside them: a trait of each
/// function's own, which is implemented in its body. That of the user's is asked beside it.
pub(super) struct Told {
    /// What the names of those traits begin with.
    name: String,
    /// The parameters of those traits, and what is given for them beside the functions.
    params: Vec<TokenStream>,
    args: Vec<TokenStream>,
    /// What they are implemented for, where the function stands.
    imp: TokenStream,
    for_type: TokenStream,
    clause: TokenStream,
}

impl Told {
    /// For an impl of the trait of this path.
    pub(super) fn of_impl(item: &ItemImpl, path: &Path) -> Told {
        let (imp, _, clause) = item.generics.split_for_impl();
        let (self_ty, generics) = (&item.self_ty, &item.generics);
        let params: Vec<_> = own_params(generics).collect();
        // Two impls of one trait for one type there are nowhere.
        let text = quote!(#generics #path #self_ty).to_string();
        Told {
            name: format!("__KilnAnswer{:x}", number_of(&text)),
            // The type alone need not say all parameters of the impl.
            args: params.iter().map(argument).collect(),
            params,
            imp: imp.to_token_stream(),
            for_type: self_ty.to_token_stream(),
            clause: clause.to_token_stream(),
        }
    }

    /// For what the trait provides.
    pub(super) fn of_trait(item: &ItemTrait, krate: &Path) -> Told {
        let (name, generics) = (&item.ident, &item.generics);
        let (_, ty_generics, clause) = generics.split_for_impl();
        let params: Vec<_> = own_params(generics).collect();
        let (lifetimes, bounded): (Vec<_>, Vec<_>) =
            generics.params.iter().partition(|param| is_lifetime(param));
        let clause = clause.to_token_stream();
        Told {
            name: format!("__KilnAnswer{name}"),
            args: params.iter().map(argument).collect(),
            params,
            imp: quote! {
                <#(#lifetimes,)* __KilnSelf: #name #ty_generics + #krate::__private::KernelType, #(#bounded),*>
            },
            for_type: quote!(__KilnSelf),
            clause,
        }
    }
}

/// Whether a function has constants that rustc computes, and the rest of its items too mean outside of its body what
/// they mean in it.
pub(super) fn has_constants(function: &ItemFn, head: &TokenStream, krate: &Path) -> bool {
    let is_computed =
        |stmt: &Stmt| matches!(stmt, Stmt::Item(Item::Const(item)) if !matches!(&*item.expr, Expr::Lit(_)));
    function.block.stmts.iter().any(is_computed)
        && !shared::take_items(&mut function.block.clone(), &quote!(#head #krate), &function.sig).is_empty()
}

impl Function {
    /// Puts the impl with the function's answers where they stand; gives it back if that is beside the user's impl.
    pub(super) fn placed(&self, items: &mut [ImplItem], answers: TokenStream) -> TokenStream {
        match items.get_mut(self.at) {
            Some(ImplItem::Fn(function)) if self.inside => {
                let answers = quote!(#[allow(non_local_definitions)] #answers);
                function.block.stmts.insert(0, Stmt::Item(Item::Verbatim(answers)));
                TokenStream::new()
            }
            _ => answers,
        }
    }

    /// Puts the function's answer into its body, and asks for it there from now on; gives the trait that tells it.
    pub(super) fn stands_in(&mut self, block: &mut Block, told: &Told, krate: &Path) -> TokenStream {
        let answer = self.answer(krate);
        let name = self.sig.ident.to_string();
        let name = format_ident!("{}_{}", told.name, name.trim_start_matches("r#"));
        let Told { params, args, imp, for_type, clause, .. } = told;
        let Own { names, bounded, clause: own } = self.own();
        let sig = quote! {
            fn answer<#(#bounded),*>() -> #krate::__private::FunctionAnswer where Self: ::core::marker::Sized, #(#own),*
        };
        let (lints, conditions) = (lints(), &self.conditions);
        let inside = quote! {
            #[allow(non_local_definitions)]
            impl #imp #name<#(#args),*> for #for_type #clause {
                #lints
                #sig {
                    #answer
                }
            }
        };
        block.stmts.insert(0, Stmt::Item(Item::Verbatim(inside)));
        let asked = quote!(<Self as #name<#(#args),*>>::answer::<#(#names),*>());
        let beside = quote! {
            #(#conditions)*
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code)]
            trait #name<#(#params),*> {
                #sig;
            }
        };
        self.asked = Some(asked);
        beside
    }
}
