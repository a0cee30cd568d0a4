//! Taps of method calls, and of calls of functions of types.
//!
//! Beside a method `m` of a marked impl or trait stands a hidden one that tells which it is (see `front::methods`). A
//! trait that every type has, further back in rustc's order, catches what is not marked. Where a method has parameters
//! of its own, rustc infers them from the arguments: so each argument goes through a pointer whose type is that of the
//! method's parameter, and the result is compared with the method's.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{AngleBracketedGenericArguments, Expr, GenericArgument, Path};

use super::spans::{ends, standing_at, standing_over};
use super::{
    Asked, Tap, calls::Place, hidden_function, hidden_function_of_this_trait, hidden_function_of_trait,
    hidden_method, hole, is_closure, is_place, method_precedence, scalar_tokens, with_parameters,
};
use crate::front::lower::method_resolution;
use crate::ir::{Capture, CaptureId, Scalar, Type};

/// How many arguments go through pointers (`kiln::__private::TakesAnything`).
const MOST_ARGUMENTS: usize = 8;

impl Tap<'_> {
    /// A method call with a tap for the method, or one that confirms that it is a number's own. A receiver that is a
    /// place is written twice, since a method may change it; any other value is put into a variable first.
    pub(super) fn method(&self, call: &syn::ExprMethodCall, asked: Asked) -> Expr {
        let span = call.method.span();
        let krate = standing_at(self.krate, span);
        let [receiver, result, told, asked_of] = ["receiver", "result", "told", "asked"]
            .map(|name| syn::Ident::new(name, span.resolved_at(proc_macro2::Span::mixed_site())));
        let whole = (ends(&call.receiver).0, call.paren_token.span.close());
        let name = call.method.to_string();
        let mut called = call.clone();
        let (hoisted, said) = if is_place(&call.receiver) {
            (None, call.receiver.to_token_stream())
        } else {
            // rustc points to the receiver of a conversion that does not exist.
            let receiver = match name.as_str() {
                "into" => syn::Ident::new("the_receiver", syn::spanned::Spanned::span(&call.receiver)),
                _ => receiver,
            };
            let value = std::mem::replace(&mut *called.receiver, syn::parse_quote!(#receiver));
            let hoisted = quote_spanned!(span=> #[allow(unused_mut)] let mut #receiver = #value;);
            (Some(hoisted), receiver.to_token_stream())
        };
        let place = quote_spanned!(span=> (&&&#krate::__private::Received(&#said)).__kiln_place());
        let from = if method_resolution::is_own(&name) {
            quote_spanned!(span=> #krate::__private::asked(#place))
        } else {
            place.clone()
        };
        let from = match asked {
            Asked::Which(_) => from,
            // Where rustc has complained about the result, it finds nothing wrong with the tap.
            Asked::Own | Asked::OwnOfReference => {
                quote_spanned!(span=> #krate::__private::behind(#from, &#result))
            }
        };
        let StandIn { unmarked, hidden } =
            self.stand_in(&hidden_method(&call.method), span, true, call.turbofish.as_ref());
        // rustc checks the borrow of the receiver where the user's call stands: not behind an endless loop.
        let telling =
            quote_spanned!(span=> #krate::__private::told(|| { loop {} #unmarked #from.#hidden() }));
        let tapped = match asked {
            Asked::Which(id) => {
                let hole = hole(id.0 as usize);
                // Kiln implements these for std's types.
                let of_std = matches!(name.as_str(), "cmp" | "partial_cmp" | "total_cmp" | "into");
                let of_std =
                    of_std || !self.lowered.generic && method_resolution::ORD.contains(&name.as_str());
                let beside = (!of_std).then(|| method_precedence::alone(call, &place, &told, self.krate));
                for (at, arg) in called.args.iter_mut().enumerate().take(MOST_ARGUMENTS) {
                    pass_through(arg, &told, at);
                }
                quote_spanned!(span=> ({
                    #hoisted
                    #[allow(unused_imports)]
                    use #krate::__private::TakesAnything as _;
                    #[allow(unreachable_code)]
                    let #told = #telling;
                    #beside
                    let #asked_of = #hole.asked(#told);
                    let #result = #told.gives(#called);
                    #krate::calls::called_method(#asked_of, { &#result });
                    #result
                }))
            }
            Asked::Own | Asked::OwnOfReference => {
                let beside = match asked {
                    Asked::OwnOfReference => number_alone(call, &place, self.krate),
                    Asked::Own | Asked::Which(_) => TokenStream::new(),
                };
                quote_spanned!(span=> ({
                    #hoisted
                    #beside
                    let #result = #called;
                    #[allow(unreachable_code)]
                    let #told = #telling;
                    #krate::calls::called_own(#krate::__private::Hole::new().asked(#told), { &#result });
                    #result
                }))
            }
        };
        // rustc reports a result that does not fit at the whole call.
        let tapped = standing_over(whole, &tapped);
        syn::parse2(tapped).unwrap_or_else(|_| Expr::MethodCall(call.clone()))
    }

    /// A function of a type or of a trait, with a tap beside it. `place` is that of the call.
    pub(super) fn associated(&self, path: &syn::ExprPath, asked: Asked, place: Place) -> Expr {
        let Some(last) = path.path.segments.last() else { return Expr::Path(path.clone()) };
        let span = last.ident.span();
        let turbofish = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        let of_trait = path.qself.as_ref().filter(|qself| qself.as_token.is_some());
        let of_trait = of_trait.and_then(|_| path.path.segments.iter().rev().nth(1));
        // Kiln implements std's traits under names without the trait's.
        let is_of_std = |name: &syn::Ident| method_resolution::OF_STD.iter().any(|known| name == known);
        let of_trait_of_std = of_trait.is_some_and(|of_trait| is_of_std(&of_trait.ident));
        let of_trait = of_trait.filter(|of_trait| !is_of_std(&of_trait.ident));
        let hidden = match of_trait {
            _ if of_trait_of_std => hidden_function_of_trait(&last.ident),
            Some(of_trait) => hidden_function_of_this_trait(&of_trait.ident, &last.ident),
            None => hidden_function(&last.ident),
        };
        let mut stand_in = self.stand_in(&hidden, span, false, turbofish);
        if of_trait.is_some() && stand_in.unmarked.is_none() {
            let krate = self.krate;
            stand_in.unmarked = Some(quote! {
                #krate::__function_not_marked!(#hidden [] #krate::__private::Hole<#krate::calls::not_device::MethodWithoutDevice>);
            });
        }
        let StandIn { unmarked, hidden } = stand_in;
        let krate = standing_at(self.krate, span);
        let of_type = of_type(path, span);
        let of_type = if method_resolution::is_own(&last.ident.to_string()) {
            quote_spanned!(span=> #krate::__private::asked(#of_type()))
        } else {
            quote_spanned!(span=> #of_type())
        };
        let function = place.function();
        let tap = match asked {
            Asked::Which(id) => {
                let hole = hole(id.0 as usize);
                quote_spanned!(span=> #krate::calls::called_function(#hole, #of_type.#hidden(#hole, #function)))
            }
            Asked::Own | Asked::OwnOfReference => quote_spanned! {span=> {
                let hole = #krate::__private::Hole::new();
                #of_type.#hidden(hole, #function);
                #krate::calls::own_function({ hole });
            }},
        };
        if place.is_passed_to && matches!(asked, Asked::Which(_)) {
            return self.kept(path, place, &quote_spanned!(span=> #unmarked #tap;));
        }
        // The function itself is called: rustc then shows where it is defined.
        let block = quote_spanned! {span=>
            {
                let #function = #path;
                let _ = || { #unmarked #tap };
                #function
            }
        };
        let over = (place.first, turbofish.map_or(span, |written| written.gt_token.span));
        syn::parse2(standing_over(over, &block)).unwrap_or_else(|_| Expr::Path(path.clone()))
    }

    /// A function of a trait by a path without a type: the arguments say the type.
    pub(super) fn of_trait(&self, path: &syn::ExprPath, id: CaptureId, place: Place) -> Expr {
        let mut hidden = path.clone();
        let Some(last) = hidden.path.segments.last_mut() else { return Expr::Path(path.clone()) };
        let span = last.ident.span();
        let (krate, hole, function) = (standing_at(self.krate, span), hole(id.0 as usize), place.function());
        let name = hidden_function_of_trait(&last.ident);
        let name = if last.arguments.is_none() { name } else { with_parameters(&name) };
        last.ident = syn::Ident::new(&name.to_string(), span);
        let asked = quote_spanned!(span=> #hidden(#krate::__private::any(), #hole, #function));
        let tap = quote_spanned!(span=> #krate::calls::called_function(#hole, #asked));
        if place.is_passed_to {
            return self.kept(path, place, &quote_spanned!(span=> #tap;));
        }
        let block = quote_spanned!(span=> ({ let #function = #path; let _ = || { #tap }; #function }));
        syn::parse2(block).unwrap_or_else(|_| Expr::Path(path.clone()))
    }

    /// The hidden name that tells which method, or which function of a type, a name is. A call that writes out
    /// parameters has another one, and brings a trait that catches what is not marked and takes as many.
    fn stand_in(
        &self,
        hidden: &syn::Ident,
        span: proc_macro2::Span,
        is_method: bool,
        turbofish: Option<&AngleBracketedGenericArguments>,
    ) -> StandIn {
        let Some(turbofish) = turbofish else {
            let hidden = syn::Ident::new(&hidden.to_string(), span).into_token_stream();
            return StandIn { unmarked: None, hidden };
        };
        let hidden = with_parameters(hidden);
        let krate = self.krate;
        let unmarked = quote!(#krate::calls::not_device::MethodWithoutDevice);
        let params = turbofish.args.iter().enumerate().filter_map(|(at, arg)| self.parameter_for(at, arg));
        let private = quote!(#krate::__private);
        let unmarked = if is_method {
            quote!(#krate::__method_not_marked!(#hidden [#(#params),*] #unmarked);)
        } else {
            quote!(#krate::__function_not_marked!(#hidden [#(#params),*] #private::Hole<#unmarked>);)
        };
        let hidden = syn::Ident::new(&hidden.to_string(), span);
        let turbofish =
            AngleBracketedGenericArguments { colon2_token: Some(syn::Token![::](span)), ..turbofish.clone() };
        StandIn { unmarked: Some(unmarked), hidden: quote_spanned!(span=> #hidden #turbofish) }
    }

    /// A generic parameter that takes an argument like this one.
    fn parameter_for(&self, at: usize, argument: &GenericArgument) -> Option<TokenStream> {
        let name = format_ident!("A{at}");
        let of_type = |scalar: Scalar| {
            let ty = scalar_tokens(scalar, self.krate);
            quote!(const #name: #ty)
        };
        match argument {
            GenericArgument::Lifetime(_) => None,
            GenericArgument::Type(syn::Type::Path(path)) => {
                let said = path.path.get_ident();
                let constant = self.lowered.function.captures.iter().find_map(|capture| match capture {
                    Capture::Const { name, ty: Some(Type::Scalar(scalar)) }
                        if said.is_some_and(|said| said == name) =>
                    {
                        Some(*scalar)
                    }
                    _ => None,
                });
                Some(constant.map_or_else(|| name.to_token_stream(), of_type))
            }
            GenericArgument::Const(Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(_), .. })) => {
                Some(of_type(Scalar::Bool))
            }
            GenericArgument::Const(_) => Some(of_type(Scalar::Usize)),
            _ => Some(name.to_token_stream()),
        }
    }
}

/// The receiver through which a path's type is looked up.
fn of_type(path: &syn::ExprPath, span: proc_macro2::Span) -> syn::ExprPath {
    let mut of_type = path.clone();
    match &mut of_type.qself {
        // `<T as Shape>::area`: the type finds the trait's function by its name.
        Some(qself) => {
            let (first, ty) = (&qself.lt_token, &qself.ty);
            of_type = syn::parse_quote_spanned!(span=> #first #ty>::__kiln_receiver);
        }
        None => {
            if let Some(last) = of_type.path.segments.last_mut() {
                *last = syn::Ident::new("__kiln_receiver", span).into();
            }
        }
    }
    of_type
}

/// What tells which method a name is.
struct StandIn {
    /// The trait that has it for every type, where it is none that many calls share.
    unmarked: Option<TokenStream>,
    hidden: TokenStream,
}

/// Passes an argument through a pointer of the type that the method takes, which gives it back. In a variable the
/// pointer's type would be another one, and tell nothing of a closure.
fn pass_through(arg: &mut Expr, told: &syn::Ident, at: usize) {
    let takes = format_ident!("takes_{at}");
    let span = syn::spanned::Spanned::span(&*arg);
    let mut given = quote_spanned!(span=> (#told.#takes())(#arg));
    if is_closure(arg) {
        given = standing_over(ends(arg), &given);
    }
    if let Ok(given) = syn::parse2(given) {
        *arg = given;
    }
}

/// The call once more, beside a trait whose method rustc finds behind those of traits that take a reference to a
/// number, and before the number's own.
fn number_alone(call: &syn::ExprMethodCall, place: &TokenStream, krate: &Path) -> TokenStream {
    let (name, args, private) = (&call.method, &call.args, quote!(#krate::__private));
    let placed = standing_at(krate, name.span());
    let types = (0..args.len()).map(|at| format_ident!("A{at}"));
    let called = quote_spanned!(name.span()=> { #private::reference(#place).#name(#args) });
    quote! {{
        #krate::__numbers_own!(#name #(#types)*);
        let _ = || #placed::calls::the_numbers_own(#called);
    }}
}
