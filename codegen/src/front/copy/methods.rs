//! Calls of methods, and of functions of types, in the checked copy.
//!
//! Beside a method `m` of a marked impl or trait stands another that tells which it is (see `front::methods`); what
//! is not marked is found in a trait that every type has. Where a method has parameters of its own, rustc infers
//! them from the arguments: so each argument goes through a pointer whose type is that of the method's parameter,
//! and the result is compared with the method's.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{AngleBracketedGenericArguments, Expr, GenericArgument, Path};

use super::generic::{Given, Known, Pieces, leniently};
use super::{
    Asked, Tap, closures::Place, ends, first, hidden_function, hidden_function_of_this_trait,
    hidden_function_of_trait, hidden_method, hole, is_place, scalar_tokens, standing_at, standing_over,
    with_parameters,
};
use crate::front::around::{self, Of};
use crate::front::lower::{asked, bare};
use crate::front::methods::is_marked_of_std;
use crate::front::methods::marks::{is_told, may_be_marked};
use crate::ir::{Capture, CaptureId, FunctionKind, Scalar, Type};

/// How many arguments are given through pointers (`kiln::__private::TakesAnything`).
const MOST_ARGUMENTS: usize = 8;

impl Tap<'_> {
    /// A method call, which tells the method to the capture's hole, or that it is a number's own. The receiver is
    /// said twice where it is a place, whose methods may change it; any other value is put into a variable first.
    ///
    /// `arguments` says what the arguments were when nothing had been added to them; `known` what the method's own
    /// parameters say of it, where the call is in a device function, and `original` what the user wrote where that
    /// stands beside.
    pub(super) fn method(
        &self,
        call: &syn::ExprMethodCall,
        asked: Asked,
        arguments: &Arguments,
        (known, original): (Option<Known>, Option<&Expr>),
    ) -> Expr {
        let span = call.method.span();
        let krate = standing_at(self.krate, span);
        let [receiver, result, told] = ["receiver", "result", "told"]
            .map(|name| syn::Ident::new(name, span.resolved_at(proc_macro2::Span::mixed_site())));
        let whole = (ends(&call.receiver).0, call.paren_token.span.close());
        let mut called = call.clone();
        let order = match asked {
            Asked::Which(_) => Order::of(
                &call.method,
                arguments.are_mere && is_place(&call.receiver) && is_mere(&call.receiver),
            ),
            Asked::Own | Asked::OwnOfReference => Order::Last,
        };
        // Of a method that two traits have, rustc shows what to write in the place of the call, receiver and all.
        let is_twice = matches!(asked, Asked::Which(_)) && !matches!(order, Order::First);
        let (hoisted, said) =
            if is_place(&call.receiver) || is_twice && is_short(&call.receiver, &call.method) {
                (None, call.receiver.to_token_stream())
            } else {
                // What a conversion lacks, rustc says of the receiver.
                let receiver = match &*call.method.to_string() {
                    "into" => syn::Ident::new("the_receiver", syn::spanned::Spanned::span(&call.receiver)),
                    _ => receiver.clone(),
                };
                let value = std::mem::replace(&mut *called.receiver, syn::parse_quote!(#receiver));
                let hoisted = quote_spanned!(span=> #[allow(unused_mut)] let mut #receiver = #value;);
                (Some(hoisted), receiver.to_token_stream())
            };
        let place = quote_spanned!(span=> (&&&#krate::__private::Received(&#said)).__kiln_place());
        let from = if asked::is_own(&call.method.to_string()) {
            quote_spanned!(span=> #krate::__private::asked(#place))
        } else {
            place.clone()
        };
        // Where rustc has complained about what the call gives, it finds nothing wrong with what is asked then.
        let from = match order {
            Order::First => from,
            Order::Last => quote_spanned!(span=> #krate::__private::behind(#from, &#result)),
            Order::Between => {
                quote_spanned!(span=> #krate::__private::behind(#from, #krate::__private::result_of(|| { loop {} #call })))
            }
        };
        let stand_in = self.stand_in(
            &call.method.to_string(),
            &hidden_method(&call.method),
            arguments.named.unwrap_or(span),
            true,
            call.turbofish.as_ref(),
        );
        let (unmarked, hidden) = (&stand_in.unmarked, &stand_in.hidden);
        // Whether the receiver may be borrowed so, rustc says of the call: behind a loop without end it does not look.
        let telling =
            quote_spanned!(span=> #krate::__private::told(|| { loop {} #unmarked #from.#hidden() }));
        let tapped = match asked {
            Asked::Which(id) => {
                let hole = hole(id.0 as usize);
                // Of a name that nobody has, rustc would say that this trait has it.
                // Where these are no methods of the type's, rustc would advise what stands beside.
                let name = call.method.to_string();
                let of_std = matches!(name.as_str(), "cmp" | "partial_cmp" | "total_cmp" | "into");
                let of_std = of_std || !self.lowered.generic && asked::ORD.contains(&name.as_str());
                let beside = (!of_std && may_be_marked(&name))
                    .then(|| first::alone(call, &place, &told, self.krate, self.lowered.generic));
                let telling = quote_spanned!(span=> #[allow(unreachable_code)] let #told = #telling;);
                let asserted = if is_told(&call.method) {
                    quote_spanned!(span=> #hole.asked(#told);)
                } else {
                    quote_spanned!(span=> #krate::calls::called_method(#hole.asked(#told), { &#result });)
                };
                match order {
                    Order::Last => quote_spanned!(span=> ({
                        #hoisted
                        let #result = #called;
                        #telling
                        #beside
                        #asserted
                        #result
                    })),
                    Order::First if arguments.say_types => {
                        let made = types_of_arguments(&mut called, &arguments.give);
                        let told_of = made.iter().enumerate().map(|(at, argument)| {
                            let takes = format_ident!("takes_{at}");
                            quote_spanned!(span=> #argument.is(#told.#takes());)
                        });
                        quote_spanned!(span=> ({
                            #hoisted
                            use #krate::__private::TakesAnything as _;
                            #(let #made = #krate::__private::Argument::new();)*
                            let #result = #called;
                            #telling
                            #(#told_of)*
                            let #result = #told.gives(#result);
                            #beside
                            #asserted
                            #result
                        }))
                    }
                    Order::First | Order::Between => {
                        let mut again = None;
                        if let Some(known) = known {
                            through(&mut called, &arguments.give, |at| {
                                (known.given(at) == Given::Through).then(|| takes(&told, at))
                            });
                            leniently(&mut called.args, &told, self.krate, |at| {
                                known.given(at) == Given::AsAny
                            });
                            let called = if known.has_others(called.args.len()) {
                                let args = called.args.iter();
                                quote_spanned!(span=> { #(#args;)* #told.result() })
                            } else {
                                called.to_token_stream()
                            };
                            let pieces = Pieces {
                                original: original.map(ToTokens::to_token_stream),
                                before: quote_spanned! {span=>
                                    #hoisted
                                    use #krate::__private::TakesAnything as _;
                                    #telling
                                    #beside
                                },
                                result: Some(quote_spanned!(span=> #told.result())),
                                call: quote_spanned! {span=> {
                                    let #result = #told.gives(#called);
                                    #asserted
                                    #result
                                }},
                            };
                            return Expr::Verbatim(known.over(pieces, whole, self.krate));
                        }
                        if arguments.are_evident && self.is_for_rustc(call) {
                            again = Some(given_again(&called, &told));
                        } else {
                            given(&mut called, &told, &arguments.give);
                        }
                        quote_spanned!(span=> ({
                            #hoisted
                            use #krate::__private::TakesAnything as _;
                            #telling
                            #beside
                            let #result = #told.gives(#called);
                            #again
                            #asserted
                            #result
                        }))
                    }
                }
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
        // Of a value that does not fit where it stands, rustc says so of the whole call.
        let tapped = standing_over(whole, &tapped);
        syn::parse2(tapped).unwrap_or_else(|_| Expr::MethodCall(call.clone()))
    }

    /// Whether the arguments of a method stay as they are, so that rustc says of them what it says of the device
    /// function's own, and says it once. What they tell of the method's own parameters they tell a second time,
    /// whatever the method is: that it seems to have none decides only where a mistake is told.
    fn is_for_rustc(&self, call: &syn::ExprMethodCall) -> bool {
        let found = around::functions(&call.method.to_string());
        self.lowered.function.kind == FunctionKind::Device && !found.iter().any(|found| found.has_parameters)
    }

    /// A function of a type, which tells itself to the capture's hole.
    ///
    /// `place` is that of the call; `named` where an argument stands that names a function.
    pub(super) fn associated(
        &self,
        path: &syn::ExprPath,
        asked: Asked,
        place: Place,
        named: Option<(Span, Span)>,
    ) -> Expr {
        let Some(last) = path.path.segments.last() else { return Expr::Path(path.clone()) };
        let span = last.ident.span();
        let turbofish = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        if let (Asked::Which(id), true) = (asked, is_told(&last.ident)) {
            let (krate, hole) = (self.krate, hole(id.0 as usize));
            let unmarked = quote!(#krate::calls::not_device::MethodWithoutDevice);
            let block = quote_spanned!(span=> ({ #hole.is(&#unmarked); #path }));
            return syn::parse2(block).unwrap_or_else(|_| Expr::Path(path.clone()));
        }
        let says_trait = path.qself.as_ref().is_some_and(|qself| qself.as_token.is_some());
        let foreign = if says_trait { trait_of_another_package(path) } else { None };
        let hidden = match foreign {
            Some(of_trait) => hidden_function_of_this_trait(of_trait, &last.ident),
            None if says_trait => hidden_function_of_trait(&last.ident),
            None => hidden_function(&last.ident),
        };
        let place_of_hidden = named.map_or(span, |(first, _)| first);
        let mut stand_in = self.stand_in(&last.ident.to_string(), &hidden, place_of_hidden, false, turbofish);
        if foreign.is_some() && stand_in.unmarked.is_none() {
            let krate = self.krate;
            stand_in.unmarked = Some(quote! {
                #krate::__function_not_marked!(#hidden [] #krate::__private::Hole<#krate::calls::not_device::MethodWithoutDevice>);
            });
        }
        let (unmarked, hidden) = (&stand_in.unmarked, &stand_in.hidden);
        if let (Asked::Which(id), Some(is_marked)) = (asked, of_a_trait(path)) {
            return self.of_a_trait(path, id, is_marked, turbofish, (place, named));
        }
        let of_type = of_type(path, span);
        let krate = standing_at(self.krate, span);
        let [hole_of_own, function, said] = ["hole", "function", "said"]
            .map(|name| syn::Ident::new(name, span.resolved_at(proc_macro2::Span::mixed_site())));
        let of_type = if asked::is_own(&last.ident.to_string()) {
            quote_spanned!(span=> #krate::__private::asked(#of_type()))
        } else {
            quote_spanned!(span=> #of_type())
        };
        // Where rustc has complained about the path, it finds nothing wrong with what is asked then.
        let is_twice = !says_trait && !matches!(Order::of(&last.ident, true), Order::First);
        let is_kept = place.is_passed_to && matches!(asked, Asked::Which(_));
        let (before, of_type, path_said) = if is_twice {
            let (said, before) = if is_kept {
                (place.function(), TokenStream::new())
            } else {
                (said.clone(), quote_spanned!(span=> let #said = #path;))
            };
            let of_type = quote_spanned!(span=> #krate::__private::behind(#of_type, &#said));
            (before, of_type, said.into_token_stream())
        } else {
            (TokenStream::new(), of_type, path.to_token_stream())
        };
        let tapped = match asked {
            Asked::Which(id) => {
                let hole = hole(id.0 as usize);
                let function = place.function();
                // The function itself is called, of which rustc says where it is defined.
                if is_kept {
                    let telling = quote_spanned! {span=>
                        #unmarked
                        #krate::calls::called_function(#hole, #of_type.#hidden(#hole, #function));
                    };
                    return self.kept(path, place, named, &telling);
                }
                let block = quote_spanned! {span=>
                    {
                        #unmarked
                        #before
                        let #function = #path_said;
                        #krate::calls::called_function(#hole, #of_type.#hidden(#hole, #function));
                        #function
                    }
                };
                standing_over((place.first, turbofish.map_or(span, |written| written.gt_token.span)), &block)
            }
            Asked::Own | Asked::OwnOfReference => {
                let hole = &hole_of_own;
                quote_spanned!(span=> ({
                    let #hole = #krate::__private::Hole::new();
                    #before
                    let #function = #of_type.#hidden(#hole, #path_said);
                    #krate::calls::own_function({ #hole });
                    #function
                }))
            }
        };
        syn::parse2(tapped).unwrap_or_else(|_| Expr::Path(path.clone()))
    }

    /// A call of a function of a type that may not be there: rustc says so of the user's call, which stands in front as
    /// he wrote it, behind a loop without end. The type is asked for the function by its name alone, with a closure in
    /// the function's place, and of a call that rustc has complained about nothing is asserted.
    pub(super) fn call_of_no_type(
        &self,
        original: &syn::ExprCall,
        call: &syn::ExprCall,
        id: CaptureId,
    ) -> Expr {
        let Expr::Path(path) = bare(&original.func) else { return Expr::Call(call.clone()) };
        let Some(last) = path.path.segments.last() else { return Expr::Call(call.clone()) };
        let span = last.ident.span();
        let (krate, hole) = (standing_at(self.krate, span), hole(id.0 as usize));
        let [said, function] =
            ["what_a_kernel_says", "what_a_kernel_calls"].map(|name| syn::Ident::new(name, span));
        let of_type = of_type(path, span);
        let turbofish = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        let name = last.ident.to_string();
        let stand_in = self.stand_in(&name, &hidden_function(&name), span, false, turbofish);
        let (unmarked, hidden) = (&stand_in.unmarked, &stand_in.hidden);
        let of_type = if asked::is_own(&name) {
            quote_spanned!(span=> #krate::__private::asked(#of_type()))
        } else {
            quote_spanned!(span=> #of_type())
        };
        let args = call.args.iter();
        let anything = call.args.iter().map(|_| quote_spanned!(span=> _));
        let tapped = quote_spanned!(span=> {
            #unmarked
            let #said = #krate::__private::Hole::new();
            #[allow(unreachable_code)]
            let _ = if false { loop {} #said.of(#original); };
            let #function = #krate::__private::behind(#of_type, &#said).#hidden(#hole, |#(#anything),*| loop {});
            #krate::calls::called_function(#hole, { &#said });
            #said.of(#function(#(#args),*))
        });
        let place = (ends(&original.func).0, original.paren_token.span.close());
        syn::parse2(standing_over(place, &tapped)).unwrap_or_else(|_| Expr::Call(call.clone()))
    }

    /// Whether a call in a device function is of a function that no type seems to have.
    pub(super) fn is_of_no_type(&self, call: &syn::ExprCall) -> bool {
        self.lowered.function.kind == FunctionKind::Device && super::absent::may_be_of_no_type(call)
    }

    /// A function of a trait whose path says no type: the arguments tell that.
    fn of_a_trait(
        &self,
        path: &syn::ExprPath,
        id: CaptureId,
        is_marked: bool,
        turbofish: Option<&AngleBracketedGenericArguments>,
        (place, named): (Place, Option<(Span, Span)>),
    ) -> Expr {
        let mut hidden = path.clone();
        let Some(last) = hidden.path.segments.last_mut() else { return Expr::Path(path.clone()) };
        let span = last.ident.span();
        let (krate, hole) = (standing_at(self.krate, span), hole(id.0 as usize));
        let function = place.function();
        let whole = (place.first, turbofish.map_or(span, |written| written.gt_token.span));
        // What is no device function, rustc says of the whole path.
        let said = if place.is_passed_to {
            function.to_token_stream()
        } else {
            standing_over(whole, &quote_spanned!(span=> { #function }))
        };
        let asked = if is_marked {
            let name = hidden_function_of_trait(&last.ident);
            let name = if turbofish.is_some() { with_parameters(&name) } else { name };
            last.ident = syn::Ident::new(&name.to_string(), span);
            quote_spanned!(span=> #krate::calls::called_function(#hole, #hidden(#krate::__private::never(), #hole, #said)))
        } else {
            let unmarked = quote!(#krate::calls::not_device::MethodWithoutDevice);
            quote_spanned!(span=> #krate::calls::called_function({ #hole.is(&#unmarked); #hole }, #said))
        };
        if place.is_passed_to {
            return self.kept(path, place, named, &quote_spanned!(span=> #asked;));
        }
        let block = quote_spanned!(span=> { let #function = #path; #asked; #function });
        syn::parse2(standing_over(whole, &block)).unwrap_or_else(|_| Expr::Path(path.clone()))
    }

    /// What tells which method, or which function of a type, a name is. With parameters written out it is called
    /// otherwise, and what is not marked has as many.
    fn stand_in(
        &self,
        name: &str,
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
        // That it takes none of these, rustc says of the user's call.
        let unmarked = if around::is_without_parameters(name) {
            quote!(#krate::calls::not_device::MethodWithoutParameters)
        } else {
            quote!(#krate::calls::not_device::MethodWithoutDevice)
        };
        let params = turbofish.args.iter().enumerate().filter_map(|(at, arg)| self.alike(at, arg));
        let private = quote!(#krate::__private);
        // In these tokens `self` would be the function's parameter.
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

    /// Parameters that take such arguments, and those of them that are types.
    pub(super) fn all_alike(
        &self,
        arguments: &AngleBracketedGenericArguments,
    ) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let params: Vec<_> =
            arguments.args.iter().enumerate().filter_map(|(at, arg)| self.alike(at, arg)).collect();
        let types = params.iter().filter(|param| (*param).clone().into_iter().count() == 1).cloned();
        let types = types.collect();
        (params, types)
    }

    /// A parameter that takes an argument as this.
    fn alike(&self, at: usize, argument: &GenericArgument) -> Option<TokenStream> {
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

/// What a path's type is asked through.
fn of_type(path: &syn::ExprPath, span: proc_macro2::Span) -> syn::ExprPath {
    let mut of_type = path.clone();
    match &mut of_type.qself {
        // `<T as Shape>::area`: the type is asked, which finds the trait's function by its name.
        Some(qself) => {
            // What is no device function is told of the whole path.
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

/// Whether an expression has a type wherever it stands, so that it may be said a second time, where nothing asks for
/// one. Of a call that is not known: its function may have parameters that only what is asked of it tells.
pub(super) fn is_evident(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Path(path) => {
            let mut segments = path.path.segments.iter();
            let has_parameters = segments.clone().any(|segment| !segment.arguments.is_none());
            // `None` and other values of generic types have the names of types.
            let is_type = |name: &syn::Ident| {
                let name = name.to_string();
                name.starts_with(char::is_uppercase) && (name.len() == 1 || name.contains(char::is_lowercase))
            };
            path.qself.is_none()
                && !has_parameters
                && !segments.next_back().is_some_and(|last| is_type(&last.ident))
        }
        Expr::Field(node) => is_evident(&node.base),
        Expr::Index(node) => is_evident(&node.expr) && is_evident(&node.index),
        Expr::Paren(node) => is_evident(&node.expr),
        Expr::Group(node) => is_evident(&node.expr),
        Expr::Unary(node) => is_evident(&node.expr),
        Expr::Binary(node) => is_evident(&node.left) && is_evident(&node.right),
        Expr::Reference(node) => is_evident(&node.expr),
        Expr::Cast(node) => {
            matches!(&*node.ty, syn::Type::Path(ty) if ty.path.get_ident().is_some())
                && is_evident(&node.expr)
        }
        Expr::Array(node) => !node.elems.is_empty() && node.elems.iter().all(is_evident),
        _ => false,
    }
}

/// Whether an expression is a name, a part of what has one, or a number: of these nothing else is asked.
fn is_mere(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Field(node) => is_mere(&node.base),
        Expr::Index(node) => is_mere(&node.expr) && is_mere(&node.index),
        Expr::Paren(node) => is_mere(&node.expr),
        Expr::Group(node) => is_mere(&node.expr),
        Expr::Reference(node) => is_mere(&node.expr),
        _ => false,
    }
}

/// Whether a receiver may be said twice, though it be in another that is said twice, too.
fn is_short(expr: &Expr, method: &syn::Ident) -> bool {
    let (mut waiting, mut count) = (vec![expr.to_token_stream()], 0);
    while let Some(tokens) = waiting.pop() {
        for token in tokens {
            count += 1;
            match token {
                TokenTree::Group(group) => waiting.push(group.stream()),
                // What stands beside the outer call would stand beside the inner one too.
                TokenTree::Ident(name) if name == *method => return false,
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    count < 1000
}

/// The arguments once more, behind the call, which then has them as the user wrote them: what is wrong with one rustc
/// says there, and here nothing where the method has no parameters of its own: then a literal is of any type.
fn given_again(call: &syn::ExprMethodCall, told: &syn::Ident) -> TokenStream {
    let mut again = call.clone();
    given(&mut again, told, &[]);
    let args = again.args.iter();
    quote_spanned!(call.method.span()=> #[allow(unreachable_code, overflowing_literals)] let _ = || { loop {} #(#args;)* };)
}

/// Has the arguments given through pointers. Of a method without parameters of its own these take anything. Of those
/// that `give` says, rustc says what is wrong with them where the method takes them, and not the pointer.
fn given(call: &mut syn::ExprMethodCall, told: &syn::Ident, give: &[bool]) {
    through(call, give, |at| Some(takes(told, at)));
}

/// The pointer that an argument goes through. In a variable its type would be one that is only like this, and tell
/// nothing of a closure.
fn takes(told: &syn::Ident, at: usize) -> TokenStream {
    let takes = format_ident!("takes_{at}");
    quote!(#told.#takes())
}

/// Whether an argument is no closure whose parameters have their types from the method that it is passed to.
fn says_types(arg: &Expr) -> bool {
    match arg {
        Expr::Closure(closure) => closure.inputs.iter().all(|input| matches!(input, syn::Pat::Type(_))),
        Expr::Paren(inner) => says_types(&inner.expr),
        Expr::Group(inner) => says_types(&inner.expr),
        Expr::Reference(inner) => says_types(&inner.expr),
        _ => true,
    }
}

/// Variables for the types of a method's arguments, of which the method is told behind the call: what is wrong with a
/// type that a closure writes, rustc then says of the user's method. Through these a closure does not learn what it
/// takes.
fn types_of_arguments(call: &mut syn::ExprMethodCall, give: &[bool]) -> Vec<syn::Ident> {
    let span = call.method.span().resolved_at(Span::mixed_site());
    let count = call.args.len().min(MOST_ARGUMENTS);
    let made: Vec<_> = (0..count).map(|at| syn::Ident::new(&format!("argument_{at}"), span)).collect();
    through(call, give, |at| {
        let argument = made.get(at);
        Some(quote!(#argument.takes()))
    });
    made
}

/// Has each argument that there is a pointer for given through it, to a function that gives it back.
fn through(call: &mut syn::ExprMethodCall, give: &[bool], pointer: impl Fn(usize) -> Option<TokenStream>) {
    for (at, arg) in call.args.iter_mut().enumerate().take(MOST_ARGUMENTS) {
        let Some(pointer) = pointer(at) else { continue };
        let place = syn::spanned::Spanned::span(&*arg);
        let mut given = quote_spanned!(place=> (#pointer)(#arg));
        if give.get(at).is_some_and(|gives| *gives) || super::is_closure(arg) {
            given = standing_over(ends(arg), &given);
        }
        if let Ok(given) = syn::parse2(given) {
            *arg = given;
        }
    }
}

/// Whether an expression has its type of itself: a call of what has a small letter, and a field. What is asked for in
/// its place tells it nothing.
fn gives(expr: &Expr) -> bool {
    match expr {
        Expr::Field(_) => true,
        Expr::Paren(inner) => gives(&inner.expr),
        Expr::Group(inner) => gives(&inner.expr),
        Expr::MethodCall(call) => call.args.iter().all(|arg| is_evident(arg) || gives(arg)),
        Expr::Call(call) => {
            let is_function = match &*call.func {
                Expr::Path(path) => path.path.segments.last().is_some_and(|last| {
                    last.ident.to_string().starts_with(char::is_lowercase) && last.arguments.is_none()
                }),
                _ => false,
            };
            is_function && call.args.iter().all(|arg| is_evident(arg) || gives(arg))
        }
        _ => false,
    }
}

/// Whether a path is that of a function of a trait, as far as the crate's files say it, and whether they say that
/// kernels can call it.
fn of_a_trait(path: &syn::ExprPath) -> Option<bool> {
    let mut segments = path.path.segments.iter().rev();
    let (last, owner) = (segments.next()?, segments.next()?);
    // Of `<Type>::name` all segments are the type's.
    let says_trait = path.qself.as_ref().is_none_or(|qself| qself.as_token.is_some());
    let is_of_std = is_marked_of_std(&owner.ident);
    (says_trait && !is_of_std).then(|| around::is_marked_in_trait(&owner.ident, &last.ident)).flatten()
}

/// The trait that a path says, if it is another package's and has its own name here.
fn trait_of_another_package(path: &syn::ExprPath) -> Option<&syn::Ident> {
    let mut segments = path.path.segments.iter().rev().skip(1);
    let owner = segments.next()?;
    (!is_marked_of_std(&owner.ident) && around::is_of_another_package(&owner.ident)).then_some(&owner.ident)
}

/// When a method is asked which one it is. Its own parameters are inferred from the arguments by what it tells, which
/// therefore comes first. Where two marked traits have a method of the name, a type may have both, and rustc says that
/// of the call and of what is asked: so the call comes first, and of what rustc has complained about nothing is asked.
#[derive(Clone, Copy)]
enum Order {
    First,
    Last,
    /// The call comes once more, before, for what it gives.
    Between,
}

impl Order {
    /// Of a method of this name, whose call may be said twice or not.
    fn of(name: &syn::Ident, may_be_twice: bool) -> Order {
        let found = around::functions(&name.to_string());
        let of_marked_traits = found.iter().filter(|found| found.is_marked && found.of == Of::Trait);
        if found.is_empty() && may_be_twice && !is_of_std(&name.to_string()) && around::has_texts() {
            // Two traits of other packages may have it.
            Order::Between
        } else if of_marked_traits.count() < 2 {
            Order::First
        } else if found.iter().any(|found| found.is_marked && found.has_parameters) {
            Order::Between
        } else {
            Order::Last
        }
    }
}

/// Whether a name is one that std gives what kernels have.
fn is_of_std(name: &str) -> bool {
    let conversions = ["into", "try_into", "from", "try_from", "default", "map"];
    asked::is_own(name) || conversions.contains(&name)
}

/// The arguments of a method, as the user wrote them.
pub(super) struct Arguments {
    /// Whether all are names and numbers ([`is_mere`]).
    are_mere: bool,
    /// Whether all are evident ([`is_evident`]).
    are_evident: bool,
    /// Where one stands that names a function, and rustc has said of the call as the user wrote it what is wrong.
    named: Option<Span>,
    /// Which of them have their types of themselves ([`gives`]).
    give: Vec<bool>,
    /// Whether closures are among them that say the types of what they take.
    pub(super) say_types: bool,
}

impl Arguments {
    pub(super) fn of(call: &syn::ExprMethodCall, named: Option<(Span, Span)>) -> Arguments {
        Arguments {
            are_mere: call.args.iter().all(is_mere),
            are_evident: call.args.iter().all(is_evident),
            named: named.map(|(first, _)| first),
            give: call.args.iter().map(gives).collect(),
            say_types: call.args.iter().any(super::is_closure) && call.args.iter().all(says_types),
        }
    }
}

/// What tells which method a name is.
struct StandIn {
    /// The trait that has it for every type, where it is none that many calls share.
    unmarked: Option<TokenStream>,
    hidden: TokenStream,
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
