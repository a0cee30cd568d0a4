//! Whether the marked method is the one that Rust calls, where one without `#[device]` may come before it.
//!
//! Rust takes a method with `self` before one with `&self`, and that before one with `&mut self`, no matter who defines
//! it. So the call is type-checked once more beside a trait that has a method of that name for every type.

use std::cell::RefCell;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Path;

use super::standing_at;
use crate::collections::Map;
use crate::front::lower::method_resolution::is_own;
use crate::front::lower::methods::is_given_by_kiln;
use crate::front::methods::number_of;

/// The call of a marked method once more, beside a trait whose method of that name rustc finds before any that
/// takes a reference, as the marked one may: where a trait that is not marked has one too, rustc finds two, and
/// would have taken that; one of the type's own it takes here as well, and it gives another type.
pub(super) fn alone(
    call: &syn::ExprMethodCall,
    place: &TokenStream,
    told: &syn::Ident,
    krate: &Path,
) -> TokenStream {
    let (name, private) = (&call.method, quote!(#krate::__private));
    let this = with_device(name);
    // rustc suggests a replacement for the call, from here to its arguments.
    let span =
        call.receiver.to_token_stream().into_iter().next().map_or_else(|| name.span(), |first| first.span());
    let [by_value, by_reference] = ["by_value", "by_reference"].map(|name| syn::Ident::new(name, span));
    let types = (0..call.args.len()).map(|at| format_ident!("A{at}"));
    // Whatever these methods take.
    let mut args = proc_macro2::Group::new(
        proc_macro2::Delimiter::Parenthesis,
        call.args.iter().map(|_| quote!(loop {},)).collect(),
    );
    args.set_span(call.paren_token.span.join());
    let placed = standing_at(krate, name.span());
    let once_more = [&by_value, &by_reference].map(
        |receiver| quote_spanned!(name.span()=> #placed::calls::the_one_with_device(#told, #receiver.#name #args);),
    );
    // These names are methods that Kiln provides for std types. No `#[device]` item declares them.
    let text = name.to_string();
    let number = (!is_own(&text) && !is_given_by_kiln(true, &text)).then(|| number_of(name));
    quote! {{
        #krate::__one_with_device!(#this nobody_in_a_kernel #name #number #(#types)*);
        #[allow(warnings)]
        let _ = || match #private::before::<nobody_in_a_kernel, _, _>(#told, #place) {
            (#by_value, #by_reference) => {
                #(#once_more)*
            }
        };
    }}
}

/// A name for that trait, which rustc says to the user. Of names that are alike it would say where they are, too.
fn with_device(name: &syn::Ident) -> syn::Ident {
    thread_local! {
        static SAID: RefCell<Map<String, usize>> = const { RefCell::new(Map::new()) };
    }
    let name = name.to_string();
    let name = name.trim_start_matches("r#");
    let again = SAID.with_borrow_mut(|said| {
        let times = said.get(name).map_or(1, |times| times + 1);
        said.insert(name.to_owned(), times);
        times
    });
    match again {
        1 => format_ident!("{name}_with_device"),
        _ => format_ident!("{name}_with_device_{again}"),
    }
}
