//! Calls of functions that may not be there.
//!
//! Rustc has its own words for such a call, which the copy's are to be, and no others. So the user's call stands there
//! as he wrote it, behind a loop without end, and what asks which function it is finds something else where there is
//! none (`kiln::calls::absent`). Where there is a function, all that comes of the two is that rustc finds the call's
//! type twice: which calls are looked at so is a guess, and nothing else hangs on it.

use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprCall, Path};

use super::{Tap, ends, hole, is_closure, standing_over};
use crate::front::around;
use crate::front::lower::bare;
use crate::ir::{CaptureId, Scalar};

/// How many arguments such a call has, at most (`kiln::calls::absent::Present`).
const MOST_ARGUMENTS: usize = 8;

/// Whether nothing in the call's file, or of a path nothing in the crate's, seems to have the name but where it is
/// called.
pub(super) fn may_be_of_nothing(call: &ExprCall) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    let is_plain =
        path.qself.is_none() && path.path.segments.iter().all(|segment| segment.arguments.is_none());
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
    is_plain && call.args.len() <= MOST_ARGUMENTS && is_only_called()
}

impl Tap<'_> {
    /// The call, which tells its instance to the capture's hole. `original` is what the user wrote.
    pub(super) fn call_of_nothing(
        &self,
        original: &ExprCall,
        call: &ExprCall,
        path: &Path,
        id: CaptureId,
    ) -> Expr {
        let mut module = path.clone();
        let Some(last) = module.segments.pop() else { return Expr::Call(call.clone()) };
        module.segments.pop_punct();
        let name = last.ident;
        let (krate, hole, span) = (self.krate, hole(id.0 as usize), name.span());
        let [alias, function, said] = ["called_function", "what_a_kernel_calls", "what_a_kernel_says"]
            .map(|name| syn::Ident::new(name, span));
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
        let called = if call.args.iter().any(is_closure) {
            quote_spanned!(span=> {
                #outer
                {
                    #inner
                    let #function = #item;
                    #item::passed_from_a_kernel(#hole, #function, (#(#args,)*))
                }
            })
        } else {
            let as_it_is = quote::format_ident!("called_with_{}", call.args.len(), span = span);
            let callee = quote_spanned!(span=> ({
                #outer
                {
                    use #krate::calls::absent::Present as _;
                    #inner
                    let #function = #item;
                    #item::from_a_kernel(#hole, #function, #function).#as_it_is()
                }
            }));
            let mut called = call.clone();
            if let Ok(callee) = syn::parse2(callee) {
                *called.func = callee;
            }
            called.into_token_stream()
        };
        let tapped = quote_spanned!(span=> {
            let #said = #krate::__private::Hole::new();
            #[allow(unreachable_code)]
            let _ = if false { loop {} #said.of(#original); };
            #said.of(#called)
        });
        let place = (ends(&original.func).0, original.paren_token.span.close());
        syn::parse2(standing_over(place, &tapped)).unwrap_or_else(|_| Expr::Call(call.clone()))
    }
}
