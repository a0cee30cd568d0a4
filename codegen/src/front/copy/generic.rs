//! Calls, in device functions, of what has parameters of its own.
//!
//! Of such a call rustc says what is wrong by what it has inferred until then, for which it needs what the copy does
//! not leave in its place: the path that is called, and what is expected of the result. So it says that of the function
//! alone, and the copy takes any argument and gives any result (`kiln::__private::Leniently`): one of the type that
//! fits says what the parameters are, and any other says nothing.
//!
//! What stands where in a signature, the crate's files say. Of a function that they do not have any argument is taken
//! to say something; of what they have in several forms nothing is known, and rustc may say of the copy what it says of
//! the function, in other words.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprMethodCall, GenericArgument, Path, PathArguments, Token};

use super::standing::{as_expected, ends, standing_at, standing_over};
use super::{Tap, address, bare, is_closure};
use crate::front::around::{self, Declared, Of, Said};
use crate::front::lower::asked;
use crate::intrinsics;
use crate::ir::{FunctionKind, Scalar};

/// How many arguments are looked at (`kiln::__private::parameters_0` and its like).
const MOST_ARGUMENTS: usize = 8;

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    Function,
    OfType,
    Method,
}

/// A call in pieces.
pub(super) struct Pieces {
    /// What the user wrote, where it stands beside: of which rustc says what is wrong.
    pub(super) original: Option<TokenStream>,
    /// What stands in front of the call.
    pub(super) before: TokenStream,
    /// A value of the result's type, where one is at hand in front of the call.
    pub(super) result: Option<TokenStream>,
    pub(super) call: TokenStream,
}

impl Pieces {
    /// The call's value, which stands from one place to another. What is expected of it is the first that its type is
    /// known by, and what does not fit that says nothing.
    fn expected(self, (first, last): (Span, Span), known: Known, krate: &Path) -> TokenStream {
        let krate = standing_at(krate, first);
        let expected = expected(first);
        let fits = |value: TokenStream| fits(first, &krate, &value);
        let Pieces { original, before, result, call } = self;
        // Of a result that parameters say nothing of, rustc says that it does not fit where it stands.
        let (asked, beside) = match original {
            Some(original) if known.is_expected => {
                (Some(quote_spanned!(first=> if false { #original } else)), None)
            }
            original => (None, original.map(fits).map(|fits| quote_spanned!(first=> #fits;))),
        };
        let result = result
            .filter(|_| known.is_known_by_expected())
            .map(fits)
            .map(|fits| quote_spanned!(first=> #fits;));
        let call = fits(call);
        let value = quote_spanned! {first=>
            let #expected = #krate::__private::Argument::new();
            if false { #expected.any() } else #asked { #beside #before #result #call }
        };
        as_expected((first, last), &value, &krate)
    }

    /// The same, of which nothing is expected.
    fn alone(self, place: (Span, Span)) -> TokenStream {
        let (first, Pieces { original, before, call, .. }) = (place.0, self);
        let call = quote_spanned!(first=> { #before #call });
        let value = original.map(|original| quote_spanned!(first=> { if false { #original } else #call }));
        standing_over(place, &value.unwrap_or(call))
    }
}

/// How an argument is given where a parameter may stand in its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// As one of any type.
    AsAny,
    /// Through a pointer: what is given as a reference may be made one of another type, which says what it is.
    Through,
    /// As the user wrote it: the result says what the only parameter is.
    AsItIs,
}

/// What a call's parameters say of it.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) said: Said,
    /// Whether what is expected of the call says what they are.
    is_expected: bool,
    /// Whether the call is borrowed: another type may be expected of it than it has.
    is_borrowed: bool,
    /// Whether the crate's files have nothing of the name: then nobody knows how many arguments it takes.
    pub(super) is_foreign: bool,
}

impl Known {
    /// How an argument of a method is given.
    pub(super) fn given(self, at: usize) -> Given {
        let has = |bits: u64| bits >> at & 1 == 1;
        if !has(self.said.with_references) {
            Given::AsAny
        } else if has(self.said.within)
            && !has(self.said.called)
            && self.said.gives
            && self.said.parameters == 1
        {
            Given::AsItIs
        } else {
            Given::Through
        }
    }

    /// Whether what the user wrote stands beside a method's call: where an argument that does not fit may leave a
    /// parameter unknown, and where there are too few or too many. Of that rustc complains first, and says no more.
    pub(super) fn is_beside(self, count: usize) -> bool {
        self.said.within & !self.said.alone & !self.said.with_references != 0 || self.has_others(count)
    }

    /// Whether a method takes another number of arguments.
    pub(super) fn has_others(self, count: usize) -> bool {
        self.said.count != count
    }

    /// Whether a parameter is the type of an argument that is a value.
    pub(super) fn is_alone(self, at: usize) -> bool {
        (self.said.alone & !self.said.called) >> at & 1 == 1
    }

    fn is_called(self, at: usize) -> bool {
        self.said.called >> at & 1 == 1
    }

    /// Whether an argument is to say what the function's parameters are.
    fn says(self, at: usize) -> bool {
        self.said.within >> at & 1 == 1
    }

    /// Whether what is expected of the result may say first what parameters are: what a reference is made of says it
    /// better.
    fn is_known_by_expected(self) -> bool {
        let says = |at| self.says(at) && !self.is_called(at) && self.given(at) == Given::Through;
        !(0..self.said.count).any(says)
    }

    /// What says, of a call from this place on, that a value is of the type that is expected of it, where that may say
    /// what parameters are.
    pub(super) fn expected_of(self, first: Span, result: &TokenStream, krate: &Path) -> Option<TokenStream> {
        let krate = standing_at(krate, first);
        (!self.is_borrowed && self.is_known_by_expected()).then(|| {
            let fits = fits(first, &krate, result);
            quote_spanned!(first=> #fits;)
        })
    }

    /// A value of the type that a function gives, which tells through `takes`. What is foreign may take another number
    /// of arguments, and then tells nothing there.
    pub(super) fn result(self, function: &Ident, takes: &TokenStream) -> TokenStream {
        let name = function.span();
        if self.is_foreign {
            quote_spanned!(name=> #function.what_it_gives())
        } else {
            quote_spanned!(name=> #takes.result())
        }
    }

    /// What a function of so many arguments tells of what it takes and gives, and what that has to find.
    pub(super) fn told_by(
        self,
        function: &Ident,
        count: usize,
        krate: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let name = function.span();
        let [parameters, of] =
            ["parameters_", "OfParameters"].map(|of| format_ident!("{of}{count}", span = name));
        if self.is_foreign {
            let imports = quote_spanned! {name=>
                #[allow(unused_imports)]
                use #krate::__private::{OfParameters as _, TakesAnything as _, #of as _, gives::*};
            };
            (imports, quote_spanned!(name=> #function.#parameters()))
        } else {
            (TokenStream::new(), quote_spanned!(name=> #krate::__private::#parameters(#function)))
        }
    }

    /// The call's value, which stands from one place to another.
    pub(super) fn over(self, pieces: Pieces, place: (Span, Span), krate: &Path) -> TokenStream {
        if self.is_borrowed { pieces.alone(place) } else { pieces.expected(place, self, krate) }
    }
}

impl Tap<'_> {
    /// What parameters say of a call in a device function, where something is called that has some.
    ///
    /// `expr` is the call as the user wrote it.
    pub(super) fn known_of_parameters(&self, expr: &Expr) -> Option<Known> {
        let (name, args, called, is_written_out) = match expr {
            Expr::MethodCall(call) => (&call.method, &call.args, Called::Method, call.turbofish.is_some()),
            Expr::Call(call) => {
                let Expr::Path(path) = bare(&call.func) else { return None };
                let last = path.path.segments.last()?;
                let is_of_type = self.lowered.taps.associated.contains_key(&address(expr));
                let called = if is_of_type { Called::OfType } else { Called::Function };
                (&last.ident, &call.args, called, writes_out(&last.arguments))
            }
            _ => return None,
        };
        // What a closure takes, a function tells it by a type that nothing may stand between.
        let is_passed = |arg: &Expr| is_closure(arg) || self.lowered.taps.named.contains(&address(arg));
        let bits = |kept: &dyn Fn(&Expr) -> bool| {
            args.iter().enumerate().filter(|(_, arg)| kept(arg)).fold(0, |all, (at, _)| all | 1u64 << at)
        };
        if self.lowered.function.kind != FunctionKind::Device || args.len() > MOST_ARGUMENTS {
            return None;
        }
        let passed = bits(&is_passed);
        let is_told_around = called == Called::Function && args.iter().any(is_closure);
        if called != Called::Method && passed != 0 && !is_told_around {
            return None;
        }
        let found = around::functions(&name.to_string());
        let is_meant = |found: &&Declared| (found.of == Of::Nothing) == (called == Called::Function);
        let said = |found: &Declared| match called {
            Called::Method => found.own,
            Called::Function | Called::OfType => found.all,
        };
        let is_borrowed = self.referred.contains(&address(expr));
        let mut meant = found.iter().filter(is_meant);
        let Some(first) = meant.next().map(said) else {
            // Of what another package has, any argument may say something.
            let is_looked_at = match called {
                Called::Function => found.iter().all(|found| found.of != Of::Macro),
                Called::OfType => found.is_empty(),
                Called::Method => found.is_empty() && !is_of_stds_traits(name),
            };
            let mut all = Said { within: u64::MAX, alone: u64::MAX, gives: true, ..Said::default() };
            if called == Called::Method {
                // What is lent lives as long as the call, and what a closure takes the method says.
                let kept = passed | bits(&|arg| matches!(bare(arg), Expr::Reference(_)));
                (all.count, all.with_references, all.called) = (args.len(), kept, kept);
            } else {
                all.called = passed;
            }
            let known = Known { said: all, is_expected: false, is_borrowed, is_foreign: true };
            return is_looked_at.then_some(known);
        };
        if found.iter().any(|found| found.of == Of::Macro) || meant.any(|other| said(other) != first) {
            return None;
        }
        if called != Called::Method && (first.count != args.len() || passed & !first.called != 0)
            || first.within == 0
        {
            return None;
        }
        let is_expected = first.gives && !is_written_out;
        Some(Known { said: first, is_expected, is_borrowed, is_foreign: false })
    }

    /// Whether what a call gives says alone what the function's parameters are: of what these lack, rustc says so of
    /// the whole call.
    pub(super) fn is_known_by_result(&self, expr: &Expr) -> bool {
        let (name, arguments, is_of_type) = match expr {
            Expr::MethodCall(call) => (&call.method, call.turbofish.is_some(), true),
            Expr::Call(call) => {
                let Expr::Path(path) = bare(&call.func) else { return false };
                let Some(last) = path.path.segments.last() else { return false };
                let is_of_type = self.lowered.taps.associated.contains_key(&address(expr));
                (&last.ident, !last.arguments.is_none(), is_of_type)
            }
            _ => return false,
        };
        let found = around::functions(&name.to_string());
        let mut meant = found.iter().filter(|found| (found.of != Of::Nothing) == is_of_type).peekable();
        self.lowered.function.kind == FunctionKind::Device
            && !arguments
            && meant.peek().is_some()
            && meant.all(|found| {
                found.of != Of::Macro && found.own.parameters > 0 && found.own.within == 0 && found.own.gives
            })
    }

    /// Whether a call of a type's function writes more arguments out than any function of its name has parameters for:
    /// rustc says so of the user's path, and is asked nothing else of it.
    pub(super) fn has_too_many(call: &ExprCall) -> bool {
        let Expr::Path(path) = bare(&call.func) else { return false };
        let Some(last) = path.path.segments.last() else { return false };
        let PathArguments::AngleBracketed(written) = &last.arguments else { return false };
        let is_counted = |argument: &&GenericArgument| !matches!(argument, GenericArgument::Lifetime(_));
        let count = written.args.iter().filter(is_counted).count();
        let owner = path.path.segments.iter().rev().nth(1);
        let is_own = owner.is_some_and(|owner| around::declares_type(&owner.ident.to_string()));
        let found = around::functions(&last.ident.to_string());
        let mut meant = found.iter().filter(|found| found.of != Of::Nothing).peekable();
        is_own
            && meant.peek().is_some()
            && meant.all(|found| found.of != Of::Macro && found.own.parameters < count)
    }

    /// Which argument of a method is no function where every one of its name takes one, or, of a method that is not
    /// std's, one that takes other values.
    pub(super) fn no_function(&self, call: &ExprMethodCall, is_of_std: bool) -> Option<usize> {
        let takes_others = |at: usize, takes: &dyn Fn(&[String]) -> bool| {
            let given = around::called_with(&call.method.to_string(), at).filter(|_| !is_of_std);
            given.is_some_and(|given| !takes(&given))
        };
        let is_none = |at: usize, arg: &Expr| match bare(arg) {
            Expr::Path(path) => {
                self.lowered.taps.no_functions.contains(&address(arg))
                    || operands(path).is_some_and(|count| takes_others(at, &|given| given.len() == count))
            }
            Expr::Closure(closure) => takes_others(at, &|given| {
                closure.inputs.len() != given.len()
                    || closure.inputs.iter().zip(given).all(|(input, given)| may_take(input, given))
            }),
            Expr::Lit(_)
            | Expr::Binary(_)
            | Expr::Unary(_)
            | Expr::Cast(_)
            | Expr::Array(_)
            | Expr::Field(_) => true,
            _ => false,
        };
        let mut given = call.args.iter().enumerate().filter(|(at, arg)| is_none(*at, arg)).peekable();
        given.peek()?;
        let found = around::functions(&call.method.to_string());
        let takes_one = |at| !found.is_empty() && found.iter().all(|found| found.own.called >> at & 1 == 1);
        given.map(|(at, _)| at).find(|at| takes_one(*at))
    }

    /// The call of a function whose parameters say so much. `original` is what the user wrote where it stands beside;
    /// what `call` calls tells which function it is.
    pub(super) fn call_of_parameters(&self, original: Option<&Expr>, call: &ExprCall, known: Known) -> Expr {
        let callee = &call.func;
        let place @ (_, name) = ends(callee);
        let krate = standing_at(self.krate, name);
        let [function, takes] =
            ["function", "takes"].map(|called| Ident::new(called, name.resolved_at(Span::mixed_site())));
        let mut called = call.clone();
        *called.func = Expr::Verbatim(standing_over(place, &quote_spanned!(name=> { #function })));
        // What a parameter is a part of, rustc is to find there as it does in the function.
        leniently(&mut called.args, &takes, self.krate, |at| known.is_alone(at));
        let (imports, told) = known.told_by(&function, call.args.len(), &krate);
        let pieces = Pieces {
            original: original.map(ToTokens::to_token_stream),
            before: quote_spanned! {name=>
                let #function = #callee;
                #imports
                let #takes = #told;
            },
            result: Some(known.result(&function, &takes.to_token_stream())),
            call: called.into_token_stream(),
        };
        let whole = (place.0, call.paren_token.span.close());
        // As it stands: to parse it would take a stack as deep as calls nest, for each of them.
        Expr::Verbatim(known.over(pieces, whole, self.krate))
    }

    /// A call beside what the user wrote, of which rustc says what is wrong with that, and which stands first.
    pub(super) fn beside_of(&self, original: &Expr, called: &Expr) -> Expr {
        let both = self.beside(original, &called.to_token_stream(), ends(original).0);
        both.unwrap_or_else(|| called.clone())
    }
}

/// What stands for what is expected of a call that begins here.
fn expected(first: Span) -> Ident {
    Ident::new("expected", first.resolved_at(Span::mixed_site()))
}

/// A value as what is expected of the call.
fn fits(first: Span, krate: &TokenStream, value: &TokenStream) -> TokenStream {
    let expected = expected(first);
    quote_spanned!(first=> #krate::__private::Leniently::of(#expected.takes(), #value).given())
}

/// Whether a method of this name may be one of std's traits, which kernels have without a mark.
fn is_of_stds_traits(name: &Ident) -> bool {
    let name = name.to_string();
    matches!(name.as_str(), "cmp" | "partial_cmp" | "total_cmp" | "into" | "clone")
        || asked::ORD.contains(&name.as_str())
        || asked::is_own(&name)
}

/// How many values a number's own function takes that is named: `f32::max`.
fn operands(path: &syn::ExprPath) -> Option<usize> {
    let mut segments = path.path.segments.iter();
    let (owner, name) = (segments.next()?, segments.next()?);
    let scalar = Scalar::from_name(&owner.ident.to_string())?;
    Some(intrinsics::method(&name.ident.to_string(), scalar, false)?.params.len())
}

/// Whether a closure's parameter may be of this type: of two numbers, only if they are the same.
fn may_take(input: &syn::Pat, given: &str) -> bool {
    let syn::Pat::Type(typed) = input else { return true };
    let written = typed.ty.to_token_stream().to_string();
    let is_number = |name: &str| Scalar::from_name(name).is_some();
    !is_number(&written) || !is_number(given) || written == given
}

/// Whether a path writes out arguments.
fn writes_out(arguments: &PathArguments) -> bool {
    matches!(arguments, PathArguments::AngleBracketed(written) if !written.args.is_empty())
}

/// Has arguments be of any type.
pub(super) fn leniently(
    args: &mut Punctuated<Expr, Token![,]>,
    takes: &impl ToTokens,
    krate: &Path,
    is_any: impl Fn(usize) -> bool,
) {
    for (at, arg) in args.iter_mut().enumerate().filter(|(at, _)| is_any(*at)) {
        let place = ends(arg);
        let (krate, taken) = (standing_at(krate, place.0), format_ident!("takes_{at}"));
        let given =
            quote_spanned!(place.0=> { #krate::__private::Leniently::of(#takes.#taken(), #arg).given() });
        *arg = Expr::Verbatim(standing_over(place, &given));
    }
}
