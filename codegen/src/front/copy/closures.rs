//! Functions that closures may be passed to.
//!
//! What a closure takes, rustc knows by the bounds of the very variable that stands for its type. A block's value and
//! that of a `let` are of types that are only like the function's, with variables of their own: so the function goes
//! through a method, whose result is of the same type, and is asked beside. What rustc has to say of a closure it says
//! of the function's path or of that method's call, which therefore stand over the whole of the user's call, as the
//! user's own path does.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprPath, Path, PathArguments, Token};

use super::generic::{Known, Pieces, leniently};
use super::{Tap, address, bare, ends, hole, is_closure, standing_at, standing_over};
use crate::front::around;
use crate::ir::{CaptureId, FunctionKind};

/// Where a call begins, where the name of what is called stands, and where the call ends.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) first: Span,
    pub(super) name: Span,
    pub(super) last: Span,
    /// Whether a closure is among the arguments, or what names a function.
    pub(super) is_passed_to: bool,
}

impl Place {
    /// Of a call of what a path names.
    pub(super) fn of(call: &ExprCall, path: &Path) -> Place {
        let first = ends(&call.func).0;
        let name = path.segments.last().map_or(first, |last| last.ident.span());
        let is_passed_to = call.args.iter().any(is_closure);
        Place { first, name, last: call.paren_token.span.close(), is_passed_to }
    }

    /// The function that is asked.
    pub(super) fn function(self) -> Ident {
        Ident::new("what_a_kernel_calls", self.name)
    }
}

impl Tap<'_> {
    /// Where the argument of a call stands of which rustc says what is wrong where the function lacks what it is asked
    /// for: one that names what is called where it is passed to, or the only one of a type that parameters say. With
    /// closures beside it rustc has other places.
    pub(super) fn named_among(&self, expr: &Expr) -> Option<(Span, Span)> {
        let (args, name, is_known) = match expr {
            Expr::Call(call) => {
                let Expr::Path(path) = bare(&call.func) else { return None };
                let last = path.path.segments.last()?;
                let is_known = path.path.get_ident().is_some() || takes_functions(&last.ident);
                (&call.args, last.arguments.is_none().then_some(&last.ident), is_known)
            }
            Expr::MethodCall(call) => {
                let name = call.turbofish.is_none().then_some(&call.method);
                (&call.args, name, takes_functions(&call.method))
            }
            _ => return None,
        };
        if args.iter().any(is_closure) {
            return None;
        }
        let named = args.iter().find(|arg| self.lowered.taps.named.contains(&address(*arg)));
        let asked = || args.get(self.asked_of(expr, name?)?);
        let place = named.filter(|_| is_known).or_else(asked).map(ends);
        place.or_else(|| self.is_known_by_result(expr).then(|| ends(expr)))
    }

    /// Which argument of a call is the only one of a type that parameters say, of all functions of its name in the
    /// crate's files. Elsewhere rustc says what is wrong with it of the call that tells the instance, in its words.
    fn asked_of(&self, expr: &Expr, name: &Ident) -> Option<usize> {
        let found = around::functions(&name.to_string());
        let asks = found.first()?.asks?;
        let is_function = self.lowered.function.kind == FunctionKind::Device && matches!(expr, Expr::Call(_));
        let is_told_of =
            asks.is_called || is_function || self.lowered.taps.associated.contains_key(&address(expr));
        (is_told_of && found.iter().all(|found| found.asks == Some(asks))).then_some(asks.at)
    }

    /// Whether a closure is among the arguments of a call, or what names one, or a function.
    pub(super) fn is_passed_to(&self, call: &ExprCall) -> bool {
        call.args.iter().any(|arg| is_closure(arg) || self.lowered.taps.named.contains(&address(arg)))
    }

    /// The call of the function at a path, which tells its instance to the capture's hole. `known` is what its
    /// parameters say, where the call is in a device function: then what is no closure may be of any type, of which
    /// rustc says what is wrong in the function.
    pub(super) fn call_with_closures(
        &self,
        call: &ExprCall,
        path: &Path,
        id: CaptureId,
        known: Option<Known>,
    ) -> Expr {
        let place = Place::of(call, path);
        let (krate, hole, span, function) = (self.krate, hole(id.0 as usize), place.name, place.function());
        let mut module = path.clone();
        let arguments = module
            .segments
            .last_mut()
            .map(|last| std::mem::replace(&mut last.arguments, PathArguments::None));
        let generics = arguments.map(ToTokens::into_token_stream);
        let alias = Ident::new("called_function", span);
        let telling = quote_spanned!(span=> #alias #generics ::passed_from_a_kernel(#hole, #function););
        let keyword = ["self", "Self", "super", "crate"];
        let around = |args: &Punctuated<Expr, Token![,]>, told: &TokenStream| {
            let mut called = call.clone();
            called.args.clone_from(args);
            match module.get_ident().filter(|ident| keyword.iter().all(|keyword| ident != keyword)) {
                // A macro of the name gives the import something to find, and only the path is wrong.
                Some(ident) => {
                    let telling = quote_spanned! {span=>
                        macro_rules! #ident { () => {} }
                        use #krate::calls::not_device::*;
                        use #ident as #alias;
                        #told
                    };
                    *called.func = self.kept(&plain(path.clone()), place, None, &telling);
                    called.into_token_stream()
                }
                None => {
                    let said = syn::parse_quote_spanned!(span=> #alias #generics);
                    *called.func = self.kept(&plain(said), place, None, told);
                    let block = quote_spanned!(span=> {
                        use #krate::calls::not_device::*;
                        use #module as #alias;
                        #called
                    });
                    standing_over((place.first, place.last), &block)
                }
            }
        };
        if let Some(known) = known {
            return self.told_around(None, call, place, known, &telling, around);
        }
        syn::parse2(around(&call.args, &telling)).unwrap_or_else(|_| Expr::Call(call.clone()))
    }

    /// A call with closures of what has parameters of its own, in a device function, which is made of its arguments
    /// and of what is said of the function where it is kept.
    pub(super) fn told_around(
        &self,
        original: Option<&ExprCall>,
        call: &ExprCall,
        place: Place,
        known: Known,
        telling: &TokenStream,
        around: impl FnOnce(&Punctuated<Expr, Token![,]>, &TokenStream) -> TokenStream,
    ) -> Expr {
        let (span, function) = (place.name, place.function());
        let takes = Ident::new("takes", span.resolved_at(Span::mixed_site()));
        let krate = standing_at(self.krate, span);
        // What goes through what, the function says before its arguments are looked at.
        let any = quote_spanned!(span=> #takes.any());
        let mut args = call.args.clone();
        leniently(&mut args, &any, self.krate, |at| known.is_alone(at));
        let (imports, told) = known.told_by(&function, args.len(), &krate);
        let expected = known.expected_of(place.first, &known.result(&function, &any), self.krate);
        let telling = quote_spanned!(span=> #telling #takes.of(&#told); #expected);
        let pieces = Pieces {
            original: original.map(ToTokens::to_token_stream),
            before: quote_spanned! {span=>
                #imports
                let #takes = #krate::__private::Argument::new();
            },
            result: None,
            call: around(&args, &telling),
        };
        // As it stands: to parse it would take a stack as deep as calls nest, for each of them.
        Expr::Verbatim(known.over(pieces, (place.first, place.last), self.krate))
    }

    /// A function as what is called, and what it is asked beside. Where rustc has said what is wrong with a function
    /// that is passed to it, that is said nowhere else (`named`).
    pub(super) fn kept(
        &self,
        path: &ExprPath,
        place: Place,
        named: Option<(Span, Span)>,
        telling: &TokenStream,
    ) -> Expr {
        let (over, function) = (named.unwrap_or((place.first, place.last)), place.function());
        let (first, last) = over;
        let krate = standing_at(self.krate, first);
        let mut over = match named {
            Some((first, _)) => {
                syn::parse2(respanned(path.to_token_stream(), first)).unwrap_or_else(|_| path.clone())
            }
            None => path.clone(),
        };
        let name = place.name;
        if let Some(segment) = over.path.segments.last_mut() {
            match &mut segment.arguments {
                PathArguments::AngleBracketed(arguments) => arguments.gt_token = syn::Token![>](last),
                none => {
                    let mut arguments: syn::AngleBracketedGenericArguments =
                        syn::parse_quote_spanned!(name=> ::<>);
                    arguments.gt_token = syn::Token![>](last);
                    *none = PathArguments::AngleBracketed(arguments);
                }
            }
        }
        let args = quote_spanned!(first=> #over, |#function| { #telling });
        let mut args = Group::new(Delimiter::Parenthesis, args);
        args.set_span(last);
        let kept = standing_over(
            (place.first, name),
            &quote_spanned!(first=> #krate::__private::Keeps.function #args),
        );
        syn::parse2(kept).unwrap_or_else(|_| Expr::Path(path.clone()))
    }
}

/// Whether the crate's files have a function of a type that may be passed one.
fn takes_functions(name: &Ident) -> bool {
    around::functions(&name.to_string()).iter().any(|found| found.has_parameters)
}

/// Tokens in another place.
fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// A path as an expression.
pub(super) fn plain(path: Path) -> ExprPath {
    ExprPath { attrs: Vec::new(), qself: None, path }
}
