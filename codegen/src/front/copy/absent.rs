//! Calls of functions that may not be there.
//!
//! Rustc has its own words for such a call, which the copy's are to be, and no others. So the user's call stands there
//! as he wrote it, in the other branch of a test, where the same type is asked for, and what asks which function it is
//! finds something else where there is none (`kiln::calls::absent`). Where there is a function, all that comes of the
//! two is that rustc finds the call's type twice: which calls are looked at so is a guess, and nothing else hangs on
//! it.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, Local, LocalInit, Pat, Path, PathArguments, Stmt, Token};

use super::closures::{self, Place};
use super::generic::Known;
use super::standing::ends;
use super::{Tap, address, hole, is_closure, is_written_out};
use crate::front::around;
use crate::front::lower::bare;
use crate::ir::{CaptureId, FunctionKind};

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
/// called, or nothing in the crate's that can be called.
pub(super) fn may_be_of_nothing(call: &ExprCall) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let starts_here =
        path.path.segments.first().is_some_and(|first| {
            ["self", "super", "crate", "Self"].iter().any(|keyword| first.ident == keyword)
        });
    let is_name = path.path.segments.len() == 1 && path.path.leading_colon.is_none();
    if is_name {
        return !around::may_be_called(&last.ident.to_string()) || around::is_only_called_here(&last.ident);
    }
    // What another module keeps to itself is nothing too.
    let name = last.ident.to_string();
    around::is_only_called(&name) || !starts_here && around::is_private(&name)
}

/// Whether a call writes generic arguments out, and may be of nothing but for these.
pub(super) fn writes_arguments_out(call: &ExprCall) -> bool {
    is_plain_but_for_arguments(call) && may_be_of_nothing(call)
}

/// Whether generic arguments are written out behind the name of what is called, and nowhere else.
pub(super) fn is_plain_but_for_arguments(call: &ExprCall) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    let mut segments = path.path.segments.iter().rev();
    path.qself.is_none()
        && segments.next().is_some_and(|last| !last.arguments.is_none())
        && segments.all(|segment| segment.arguments.is_none())
        && call.args.len() <= MOST_ARGUMENTS
}

/// Whether nothing in the crate's files seems to be the function of a type that is called here.
pub(super) fn may_be_of_no_type(call: &ExprCall) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    let mut segments = path.path.segments.iter().rev();
    let (Some(last), Some(owner)) = (segments.next(), segments.next()) else { return false };
    path.qself.is_none() && !around::may_be_of(&owner.ident.to_string(), &last.ident.to_string())
}

/// A statement as the user wrote it, in which something is called that may not be there: of what is wrong with the
/// call rustc says where it stands, `let y: f32 = ..` and `x.max(..)`, in other words than in a test's branch.
pub(super) struct Said(Stmt);

impl Said {
    /// Puts it beside the last expression of a block, or the value of a name, of which nothing more is said then where
    /// the call is of nothing; and gives what is to stand in front of any other statement.
    pub(super) fn put(self, stmt: &mut Stmt) -> Option<Stmt> {
        match (self.0, stmt) {
            (Stmt::Expr(said, None), Stmt::Expr(expr, None)) if !matches!(said, Expr::Assign(_)) => {
                let place = ends(&said).0;
                *expr = Expr::Verbatim(quote_spanned!(place=> (if false { #said } else { #expr })));
                None
            }
            (
                Stmt::Local(said),
                Stmt::Local(Local { init: Some(LocalInit { expr, diverge: None, .. }), .. }),
            ) if name_of(&said.pat).is_some() => {
                let (place, name) = (ends(expr).0, name_of(&said.pat));
                **expr = Expr::Verbatim(quote_spanned!(place=> (if false { #said #name } else { #expr })));
                None
            }
            (said, _) => syn::parse2(quote!({ #said })).ok(),
        }
    }
}

/// The name that a pattern is.
fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Some(&pat.ident),
        Pat::Type(typed) => name_of(&typed.pat),
        _ => None,
    }
}

impl Tap<'_> {
    /// The statement as it is to stand in front of itself too.
    pub(super) fn said_in_front(&self, stmt: &Stmt) -> Option<Said> {
        struct Calls<'a, 'b>(&'a Tap<'b>, bool);
        impl<'ast> Visit<'ast> for Calls<'_, '_> {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                if let Expr::Call(call) = expr {
                    // The last is found in all of the crate's text.
                    self.1 = self.1
                        || self.0.lowered.taps.calls.contains_key(&address(expr))
                            && self.0.known_of_parameters(expr).is_some_and(|known| known.is_foreign)
                            && (is_plain(call) && may_be_of_nothing(call) || writes_arguments_out(call));
                }
                visit::visit_expr(self, expr);
            }
        }
        let is_leaf = match stmt {
            Stmt::Local(local) => local.init.is_some(),
            Stmt::Expr(expr, _) => !matches!(
                expr,
                Expr::If(_)
                    | Expr::Match(_)
                    | Expr::Loop(_)
                    | Expr::While(_)
                    | Expr::ForLoop(_)
                    | Expr::Block(_)
                    | Expr::Unsafe(_)
            ),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        };
        if self.is_said || !is_leaf || self.lowered.function.kind != FunctionKind::Device {
            return None;
        }
        let mut calls = Calls(self, false);
        calls.visit_stmt(stmt);
        calls.1.then(|| Said(stmt.clone()))
    }

    /// The call, which tells its instance to the capture's hole. `original` is what the user wrote; `known` what its
    /// parameters say, where the call is in a device function.
    ///
    /// What is wrong with it rustc says in that function. So of what is foreign, and there, nothing more is said.
    pub(super) fn call_of_nothing(
        &self,
        (original, named): (&ExprCall, Option<(Span, Span)>),
        call: &ExprCall,
        path: &Path,
        id: CaptureId,
        known: Option<Known>,
    ) -> Expr {
        let mut module = path.clone();
        let Some(last) = module.segments.pop() else { return Expr::Call(call.clone()) };
        module.segments.pop_punct();
        let (name, generics) = (last.ident, last.arguments);
        let (krate, hole, span) = (self.krate, hole(id.0 as usize), name.span());
        let [alias, function] = ["called_function", "what_a_kernel_calls"].map(|name| Ident::new(name, span));
        // A macro of the name gives an import something to find. Of a module all names are brought, in front of the
        // one for nothing: an import of the one name would fail.
        let is_name = module.segments.is_empty();
        let (absent, told) = self.absent(if is_name { &alias } else { &name }, &generics);
        let (outer, inner, item) = if is_name {
            let import = quote_spanned!(span=> macro_rules! #name { () => {} } #absent);
            (import, quote_spanned!(span=> use #name as #alias;), &alias)
        } else {
            (absent, quote_spanned!(span=> use #module::*;), &name)
        };
        let as_it_is = quote::format_ident!("called_with_{}", call.args.len(), span = span);
        let is_said = self.is_said && known.is_some_and(|known| known.is_foreign);
        let original = (!is_said).then_some(original);
        let called = if call.args.iter().any(is_closure) {
            let place = Place::of(call, path);
            let function = place.function();
            let telling = quote_spanned!(span=> #item::passed_from_a_kernel(#hole, #function););
            let said = closures::plain(item.clone().into());
            let around = |args: &Punctuated<Expr, Token![,]>, telling: &TokenStream| {
                let kept = self.kept(&said, place, None, telling);
                quote_spanned!(span=> {
                    use #krate::calls::absent::Present as _;
                    #outer
                    {
                        #inner
                        #kept.#as_it_is()(#args)
                    }
                })
            };
            if let Some(known) = known {
                return self.told_around(original, call, place, known, &telling, around);
            }
            around(&call.args, &telling)
        } else {
            let said = if let PathArguments::AngleBracketed(_) = &generics {
                quote_spanned! {span=>
                    let #function = #krate::calls::absent::Found(#item #generics).function();
                    #item #generics::#told(#hole, #function, #function).#as_it_is()
                }
            } else {
                // Rustc has said what is wrong with a function that is passed, and says it once of that place.
                let (first, last) = named.unwrap_or((span, span));
                let [said_item, said] = [item, &function].map(|name| Ident::new(&name.to_string(), first));
                let close = syn::Token![>](last);
                let mention = quote_spanned!(first=> #said_item ::< #close);
                let as_it_is = Ident::new(&as_it_is.to_string(), first);
                let mut none = Group::new(Delimiter::Parenthesis, TokenStream::new());
                none.set_span(last);
                quote_spanned! {span=>
                    let #function = #mention;
                    #item::passed_from_a_kernel(#hole, #function);
                    #said.#as_it_is #none
                }
            };
            let callee = quote_spanned!(span=> ({
                #outer
                {
                    use #krate::calls::absent::Present as _;
                    #inner
                    #said
                }
            }));
            let mut called = call.clone();
            if let Ok(callee) = syn::parse2(callee) {
                *called.func = callee;
            }
            if let Some(known) = known {
                let original = original.map(|original| Expr::Call(original.clone()));
                return self.call_of_parameters(original.as_ref(), &called, known);
            }
            called.into_token_stream()
        };
        let both = original.and_then(|original| self.beside(original, &called, span));
        both.unwrap_or_else(|| Expr::Call(call.clone()))
    }

    /// A call beside what the user wrote, of which rustc says what is wrong with that, and which stands first. What is
    /// asked for in their place both are.
    pub(super) fn beside(&self, original: &impl ToTokens, called: &TokenStream, place: Span) -> Option<Expr> {
        syn::parse2(quote_spanned!(place=> (if false { #original } else { #called }))).ok()
    }

    /// What stands for the function where there is none, under this name, and what it says with these arguments.
    fn absent(&self, name: &Ident, generics: &PathArguments) -> (TokenStream, Ident) {
        let (krate, span) = (self.krate, name.span());
        let told = told_by(generics, span);
        match generics {
            PathArguments::AngleBracketed(arguments) => {
                let (params, types) = self.all_alike(arguments);
                let absent = quote_spanned! {span=>
                    use #krate::calls::absent::{FoundAFunction as _, NoFunction as _};
                    #krate::__absent!(#name [#(#params),*] [#(#types)*]);
                };
                (absent, told)
            }
            _ if name == "called_function" => (quote_spanned!(span=> use #krate::calls::absent::*;), told),
            _ => (quote_spanned!(span=> use #krate::calls::absent::called_function as #name;), told),
        }
    }
}

/// What is asked of the type of a function's name with these arguments.
pub(super) fn told_by(generics: &PathArguments, span: Span) -> Ident {
    let name = match generics {
        PathArguments::AngleBracketed(arguments) if arguments.args.iter().all(is_written_out) => {
            "named_from_a_kernel"
        }
        PathArguments::AngleBracketed(_) => "partly_named_from_a_kernel",
        _ => "from_a_kernel",
    };
    Ident::new(name, span)
}
