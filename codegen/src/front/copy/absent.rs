//! Calls of functions that may not be there.
//!
//! Rustc has its own words for such a call, which the copy's are to be, and no others. So the user's call stands there
//! as he wrote it, behind a loop without end, and what asks which function it is finds something else where there is
//! none (`kiln::calls::absent`). Where there is a function, all that comes of the two is that rustc finds the call's
//! type twice: which calls are looked at so is a guess, and nothing else hangs on it.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprCall, Path};

use super::closures::{self, Place};
use super::{Tap, hole, is_closure, standing_over};
use crate::front::around;
use crate::front::lower::bare;
use crate::ir::{CaptureId, Scalar};

/// How many arguments such a call has, at most (`kiln::calls::absent::Present`).
const MOST_ARGUMENTS: usize = 8;

/// Whether a call is one that may be looked at so.
pub(super) fn is_plain(call: &ExprCall) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    path.qself.is_none()
        && path.path.segments.iter().all(|segment| segment.arguments.is_none())
        && call.args.len() <= MOST_ARGUMENTS
}

/// Whether nothing in the call's file, or of a path nothing in the crate's, seems to have the name but where it is
/// called.
pub(super) fn may_be_of_nothing(call: &ExprCall) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let starts_here =
        path.path.segments.first().is_some_and(|first| {
            ["self", "super", "crate", "Self"].iter().any(|keyword| first.ident == keyword)
        });
    let is_only_called = || match path.path.get_ident() {
        // A number's type is no function, as in `f32(n)`, unless the crate has one of its name.
        Some(name) if Scalar::from_name(&name.to_string()).is_some() => {
            !around::has_function(&name.to_string())
        }
        Some(name) => around::is_only_called_here(name),
        // What another module keeps to itself is nothing too.
        None => {
            let name = last.ident.to_string();
            around::is_only_called(&name) || !starts_here && around::is_private(&name)
        }
    };
    is_only_called()
}

impl Tap<'_> {
    /// The call, which tells its instance to the capture's hole. `original` is what the user wrote.
    pub(super) fn call_of_nothing(
        &self,
        (original, named): (&ExprCall, Option<(Span, Span)>),
        call: &ExprCall,
        path: &Path,
        id: CaptureId,
    ) -> Expr {
        let mut module = path.clone();
        let Some(last) = module.segments.pop() else { return Expr::Call(call.clone()) };
        module.segments.pop_punct();
        let name = last.ident;
        let (krate, hole, span) = (self.krate, hole(id.0 as usize), name.span());
        let [alias, function] = ["called_function", "what_a_kernel_calls"].map(|name| Ident::new(name, span));
        // A macro of the name gives an import something to find. Of a module all names are brought, in front of the
        // one for nothing: an import of the one name would fail.
        let (outer, inner, item) = if module.segments.is_empty() {
            let import = quote_spanned!(span=> macro_rules! #name { () => {} } use #krate::calls::absent::*;);
            (import, quote_spanned!(span=> use #name as #alias;), &alias)
        } else {
            let import = quote_spanned!(span=> use #krate::calls::absent::called_function as #name;);
            (import, quote_spanned!(span=> use #module::*;), &name)
        };
        let args = call.args.iter();
        let as_it_is = quote::format_ident!("called_with_{}", call.args.len(), span = span);
        let called = if call.args.iter().any(is_closure) {
            let function = Place::of(original, path).function();
            let telling = quote_spanned!(span=> #item::passed_from_a_kernel(#hole, #function););
            let said = closures::plain(item.clone().into());
            let kept = self.kept(&said, Place::of(original, path), None, &telling);
            quote_spanned!(span=> {
                use #krate::calls::absent::Present as _;
                #outer
                {
                    #inner
                    #kept.#as_it_is()(#(#args),*)
                }
            })
        } else {
            // Rustc has said what is wrong with a function that is passed, and says it once of that place.
            let (first, last) = named.unwrap_or((span, span));
            let [said_item, said] = [item, &function].map(|name| Ident::new(&name.to_string(), first));
            let close = syn::Token![>](last);
            let mention = quote_spanned!(first=> #said_item ::< #close);
            let as_it_is = Ident::new(&as_it_is.to_string(), first);
            let mut none = Group::new(Delimiter::Parenthesis, TokenStream::new());
            none.set_span(last);
            let callee = quote_spanned!(span=> ({
                #outer
                {
                    use #krate::calls::absent::Present as _;
                    #inner
                    let #function = #mention;
                    #item::passed_from_a_kernel(#hole, #function);
                    #said.#as_it_is #none
                }
            }));
            let mut called = call.clone();
            if let Ok(callee) = syn::parse2(callee) {
                *called.func = callee;
            }
            called.into_token_stream()
        };
        self.behind(original, &called, Place::of(original, path)).unwrap_or_else(|| Expr::Call(call.clone()))
    }

    /// A call behind what the user wrote, of which rustc says what is wrong with that.
    pub(super) fn behind(
        &self,
        original: &impl ToTokens,
        called: &TokenStream,
        place: Place,
    ) -> Option<Expr> {
        let (krate, span) = (self.krate, place.name);
        let said = Ident::new("what_a_kernel_says", span);
        let tapped = quote_spanned!(span=> {
            let #said = #krate::__private::Hole::new();
            #[allow(unreachable_code)]
            let _ = if false { loop {} #said.of(#original); };
            #said.of(#called)
        });
        syn::parse2(standing_over((place.first, place.last), &tapped)).ok()
    }
}
