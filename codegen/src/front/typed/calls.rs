//! Calls of functions that closures are passed to.
//!
//! rustc learns a closure's parameters from the bounds of the very type variable that stands for its type. The value of
//! a block or of a `let` has another variable. So the function goes through a method whose result has its type, and
//! the tap stands beside it. rustc reports a wrong closure at the function's path or at that method's call, which
//! therefore span the whole of the user's call.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprCall, ExprPath, Path, PathArguments};

use super::spans::standing_over;
use super::{Tap, ends, hole, is_closure, item_named, standing_at};
use crate::ir::CaptureId;

/// Where a call begins, where the name of what is called stands, and where the call ends.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) first: Span,
    pub(super) name: Span,
    pub(super) last: Span,
    /// Whether a closure is among the arguments.
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

    /// The variable that holds the function.
    pub(super) fn function(self) -> Ident {
        Ident::new("what_a_kernel_calls", self.name)
    }
}

impl Tap<'_> {
    /// The call of the function at a path, with a tap for its instance.
    pub(super) fn call_with_closures(&self, call: &ExprCall, path: &Path, id: CaptureId) -> Expr {
        let place = Place::of(call, path);
        let (krate, hole, span, function) = (self.krate, hole(id.0 as usize), place.name, place.function());
        let mut module = path.clone();
        let arguments = module
            .segments
            .last_mut()
            .map(|last| std::mem::replace(&mut last.arguments, PathArguments::None));
        let generics = arguments.map(ToTokens::into_token_stream);
        let alias = Ident::new("called_function", span);
        let tap = quote_spanned!(span=> #alias #generics ::call_with_closures(#hole, #function););
        let keyword = ["self", "Self", "super", "crate"];
        let mut called = call.clone();
        let tapped = match module.get_ident().filter(|ident| keyword.iter().all(|keyword| ident != keyword)) {
            // A macro of that name gives the import something to find: only the path is wrong then.
            Some(ident) => {
                let item = item_named(ident);
                let tap = quote_spanned! {span=>
                    macro_rules! #item { () => {} }
                    use #krate::calls::not_device::*;
                    use #item as #alias;
                    #tap
                };
                *called.func = self.kept(&plain(path.clone()), place, &tap);
                called.into_token_stream()
            }
            None => {
                let said = syn::parse_quote_spanned!(span=> #alias #generics);
                *called.func = self.kept(&plain(said), place, &tap);
                let block = quote_spanned!(span=> {
                    use #krate::calls::not_device::*;
                    use #module as #alias;
                    #called
                });
                standing_over((place.first, place.last), &block)
            }
        };
        syn::parse2(tapped).unwrap_or_else(|_| Expr::Call(call.clone()))
    }

    /// The function as the callee, with a tap beside it.
    pub(super) fn kept(&self, path: &ExprPath, place: Place, tap: &TokenStream) -> Expr {
        let Place { first, name, last, .. } = place;
        let function = place.function();
        let krate = standing_at(self.krate, first);
        let mut over = path.clone();
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
        let args = quote_spanned!(first=> #over, |#function| { #tap });
        let mut args = Group::new(Delimiter::Parenthesis, args);
        args.set_span(last);
        let kept =
            standing_over((first, name), &quote_spanned!(first=> #krate::__private::Keeps.function #args));
        syn::parse2(kept).unwrap_or_else(|_| Expr::Path(path.clone()))
    }
}

/// A path as an expression.
fn plain(path: Path) -> ExprPath {
    ExprPath { attrs: Vec::new(), qself: None, path }
}
