//! Taps: what rustc adds to a body, so that rustc answers what the tokens do not say.
//!
//! The body is checked once. Every token keeps the user's span, so completion, hover and rustc's own messages work
//! on what the user wrote. A tap mentions a [`Hole`](../../kiln/__private/struct.Hole.html), whose type parameter rustc
//! infers; it runs on the host and does nothing there. What a tap only has to type-check stands in a closure that
//! nobody calls.
//!
//! A device function `helper` is a function and a type of one name. A call `helper(x)` becomes
//!
//! ```text
//! ({ let function = helper; { use kiln::calls::not_device::*; use helper as called_function;
//!    called_function::call(hole, function, function) } })(x)
//! ```
//!
//! where the second `use` brings the function and, if there is one, the type, in front of the first's type of that
//! name, which only says that `helper` is no device function. The call itself stays the user's, arguments and all.

mod calls;
mod confirm;
mod method_precedence;
mod methods;
mod operators;
pub(super) mod spans;

use std::cell::RefCell;

use crate::collections::Map;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Path, Stmt, Token};

use super::lower::signature::called_as;
use super::lower::{Ask, Lowered, Matches, Source, address, bare};
use crate::ir::{CaptureId, Len, Scalar, Type};
use calls::Place;
use spans::ends;
pub(super) use spans::standing_at;

/// The name of the hole of a capture.
pub(super) fn hole(id: usize) -> syn::Ident {
    format_ident!("__kiln_hole_{}", id)
}

/// What a body has beside its holes.
#[derive(Default)]
pub(super) struct Beside {
    /// How many variables are asked whether Kiln took them for what they are ([`taken`]).
    pub(super) taken: usize,
    /// What holds the types of operands (`typed::operators`).
    pub(super) operands: Vec<syn::Ident>,
    /// What is asked behind the body.
    pub(super) asked: Vec<TokenStream>,
}

/// The name of what is told a variable's type, and what Kiln takes it for. What these are to each other is asked behind
/// the body: of a number without a suffix rustc says what is wrong before it knows which it is.
pub(super) fn taken(number: usize) -> syn::Ident {
    format_ident!("__kiln_taken_{}", number)
}

/// The name of the function that has the body of a device function, with its taps.
pub(super) fn name_of(function: &syn::Ident) -> syn::Ident {
    format_ident!("__kiln_{}", function.to_string().trim_start_matches("r#"), span = function.span())
}

/// The label of the block that has the body of a device function.
pub(super) fn label() -> syn::Lifetime {
    syn::Lifetime::new("'__kiln", Span::mixed_site())
}

/// The body of a function that calls the one with the taps, and gives each parameter that is a pattern a name.
pub(super) fn calling(prefix: &TokenStream, sig: &mut syn::Signature) -> Block {
    let mut arguments = Vec::new();
    for (at, input) in sig.inputs.iter_mut().enumerate() {
        arguments.push(match input {
            syn::FnArg::Receiver(receiver) => {
                receiver.mutability = None;
                receiver.self_token.to_token_stream()
            }
            syn::FnArg::Typed(input) => {
                let name = match &*input.pat {
                    syn::Pat::Ident(pat) => pat.ident.clone(),
                    _ => format_ident!("__kiln_{at}"),
                };
                *input.pat = syn::parse_quote!(#name);
                name.to_token_stream()
            }
        });
    }
    let function = name_of(&sig.ident);
    let turbofish = turbofish(sig, &|param| param.ident.to_token_stream());
    let call = quote!(#prefix #function #turbofish (#(#arguments),*).0);
    match sig.safety {
        syn::Safety::Unsafe(_) => syn::parse_quote!({ unsafe { #call } }),
        _ => syn::parse_quote!({ #call }),
    }
}

/// rustc's answers for a function, by the type of what the function with its taps returns. A pointer stands for each
/// closure that is passed.
pub(super) fn described(
    prefix: &TokenStream,
    function: &syn::Ident,
    sig: &syn::Signature,
    krate: &Path,
) -> TokenStream {
    let turbofish = turbofish(sig, &|param| match called_as(param, &sig.generics) {
        Some(called) => pointer(called),
        None => param.ident.to_token_stream(),
    });
    let arguments = sig.inputs.iter().map(|_| quote!(#krate::__private::any()));
    let call = quote!(#prefix #function #turbofish (#(#arguments),*));
    // SAFETY: the function with its taps returns a closure that captures holes alone. It is not called, `unsafe fn` or
    // not.
    quote!(unsafe { #krate::__private::described(|| #call) })
}

fn turbofish(sig: &syn::Signature, of_type: &dyn Fn(&syn::TypeParam) -> TokenStream) -> Option<TokenStream> {
    let arguments = sig.generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(param) => Some(of_type(param)),
        syn::GenericParam::Const(param) => Some(param.ident.to_token_stream()),
        syn::GenericParam::Lifetime(_) => None,
    });
    let arguments: Vec<_> = arguments.collect();
    (!arguments.is_empty()).then(|| quote!(::<#(#arguments),*>))
}

/// Allows what an attribute expects: the function with the body fulfills the expectation.
pub(super) fn allow_expected(attr: &mut syn::Attribute) {
    if let syn::Meta::List(list) = &mut attr.meta
        && list.path.is_ident("expect")
    {
        list.path = syn::parse_quote!(allow);
    }
}

/// Adds the taps to `block`, which must be the very tree that was lowered.
/// `typed` says whether Kiln found types without contradiction: else rustc reports more than that they differ.
/// `labeled` says whether the body is a block with a label ([`label`]), which `return` and `?` leave.
pub(super) fn tap(block: &mut Block, lowered: &mut Lowered, krate: &Path, typed: bool, labeled: bool) {
    let macros = std::mem::take(&mut lowered.taps.macros);
    let matches = std::mem::take(&mut lowered.taps.matches);
    let beside = RefCell::default();
    let mut tap = Tap { lowered, krate, typed, labeled, macros, matches, open: 0, beside: &beside };
    tap.visit_block_mut(block);
    lowered.taps.beside = beside.take();
}

struct Tap<'a> {
    lowered: &'a Lowered,
    krate: &'a Path,
    typed: bool,
    /// Whether `return` and `?` leave a block with a label here.
    labeled: bool,
    /// The parsed arguments of macros, by the macros' addresses.
    macros: Map<usize, Punctuated<Expr, Token![,]>>,
    /// The parsed operands of `matches!`, likewise.
    matches: Map<usize, Box<Matches>>,
    /// How many closures are around that do not say what they take.
    open: usize,
    beside: &'a RefCell<Beside>,
}

impl Tap<'_> {
    fn statements(&self, node: usize) -> Vec<Stmt> {
        let Some(locals) = self.lowered.taps.locals.get(&node) else { return Vec::new() };
        let krate = self.krate;
        locals
            .iter()
            .filter_map(|(ident, id)| {
                let ty = &self.lowered.function.local(*id).ty;
                let tokens = match ty {
                    Type::Capture(capture) if matches!(self.source(*capture), Some(Source::Local(..))) => {
                        let hole = hole(capture.0 as usize);
                        quote_spanned!(ident.span()=> #hole.is(&#ident);)
                    }
                    _ if !self.typed => return None,
                    // Which of the two it is, the IR does not say.
                    Type::Tuple(parts) if matches!(parts.as_slice(), [Type::BOOL, held] if !may_have_options(held)) => {
                        let held = type_tokens(&parts[1], self.lowered, krate)?;
                        self.taken_for(ident, &quote!(::core::option::Option<#held>))
                    }
                    ty if may_have_options(ty) => return None,
                    ty => {
                        let ty = type_tokens(ty, self.lowered, krate)?;
                        self.taken_for(ident, &ty)
                    }
                };
                syn::parse2(tokens).ok()
            })
            .collect()
    }

    fn taken_for(&self, ident: &syn::Ident, ty: &TokenStream) -> TokenStream {
        let mut beside = self.beside.borrow_mut();
        let taken = taken(beside.taken);
        beside.taken += 1;
        quote_spanned!(ident.span()=> #taken.is(|_: #ty| {}, &#ident);)
    }

    fn source(&self, id: CaptureId) -> Option<&Source> {
        self.lowered.sources.get(id.0 as usize)
    }
}

impl VisitMut for Tap<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        // Addresses name the nodes where they stand now, so the new statements are found before anything moves.
        let names = self.statements(address(block));
        let mut inserted = Vec::new();
        for stmt in &mut block.stmts {
            inserted.push(match stmt {
                Stmt::Local(local) if local.init.is_some() => self.statements(address(local)),
                Stmt::Expr(Expr::Assign(assign), _) => self.statements(address(&*assign.left)),
                _ => Vec::new(),
            });
            self.visit_stmt_mut(stmt);
            if let (Stmt::Expr(Expr::Assign(_), semi @ None), Some([_, ..])) =
                (stmt, inserted.last().map(Vec::as_slice))
            {
                *semi = Some(Token![;](Span::mixed_site()));
            }
        }
        let old = std::mem::replace(&mut block.stmts, names);
        for (stmt, new) in old.into_iter().zip(inserted) {
            block.stmts.push(stmt);
            block.stmts.extend(new);
        }
    }

    /// What an arm binds is asserted in front of its body. Where a `match` lacks arms, rustc says how to write them by
    /// where the last one ends, and whether that is a block.
    fn visit_arm_mut(&mut self, node: &mut syn::Arm) {
        let stmts = self.statements(address(node));
        visit_mut::visit_arm_mut(self, node);
        if stmts.is_empty() {
            return;
        }
        match &mut *node.body {
            Expr::Block(body) if body.label.is_none() && body.attrs.is_empty() => {
                body.block.stmts.splice(0..0, stmts);
            }
            body => {
                let (start, end) = ends(body);
                let mut arms = Group::new(Delimiter::Brace, quote!(() => { #(#stmts)* #body }));
                arms.set_span(end);
                if let Ok(wrapped) = syn::parse2(quote_spanned!(start=> match () #arms)) {
                    *body = wrapped;
                }
            }
        }
    }

    /// Of a name that was taken for a variable, `name @ _` says just that.
    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        if self.lowered.taps.names.contains(&address(node)) {
            let span = node.ident.span();
            node.subpat = Some((Token![@](span), Box::new(syn::parse_quote_spanned!(span=> _))));
        }
        visit_mut::visit_pat_ident_mut(self, node);
    }

    /// A field that is bound to its own name is written out for that.
    fn visit_field_pat_mut(&mut self, node: &mut syn::FieldPat) {
        if let syn::Pat::Ident(name) = &*node.pat
            && node.colon_token.is_none()
            && self.lowered.taps.names.contains(&address(name))
        {
            node.colon_token = Some(Token![:](name.ident.span()));
        }
        visit_mut::visit_field_pat_mut(self, node);
    }

    // Nothing of an item is tapped, and a `return` there is the item's.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        if let Some(mut operands) = self.matches.remove(&address(node)) {
            let new = self.statements(address(node));
            self.visit_expr_mut(&mut operands.value);
            self.visit_pat_mut(&mut operands.pat);
            if let Some((_, guard)) = &mut operands.guard {
                self.visit_expr_mut(guard);
                // What the pattern binds is known to the guard only.
                if !new.is_empty() {
                    *guard = syn::parse_quote!({ #(#new)* #guard });
                }
            }
            node.tokens = operands.to_token_stream();
        }
        if let Some(mut args) = self.macros.remove(&address(node)) {
            for arg in &mut args {
                self.visit_expr_mut(arg);
            }
            node.tokens = args.to_token_stream();
        }
    }

    fn visit_expr_for_loop_mut(&mut self, node: &mut syn::ExprForLoop) {
        let new = self.statements(address(node));
        visit_mut::visit_expr_for_loop_mut(self, node);
        node.body.stmts.splice(0..0, new);
    }

    fn visit_expr_closure_mut(&mut self, node: &mut syn::ExprClosure) {
        let new = self.statements(address(node));
        let is_open = node.inputs.iter().any(|input| !matches!(input, syn::Pat::Type(_)));
        self.open += usize::from(is_open);
        let labeled = std::mem::replace(&mut self.labeled, false);
        visit_mut::visit_expr_closure_mut(self, node);
        self.labeled = labeled;
        self.open -= usize::from(is_open);
        if !new.is_empty() {
            // It ends where the user's does: rustc points to the whole of a closure that is called wrongly.
            let (body, end) = (&node.body, ends(&node.body).1);
            if let Ok(wrapped) = syn::parse2(quote_spanned!(end=> { #(#new)* #body })) {
                *node.body = wrapped;
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // Addresses name the nodes where they stand now: all is looked up before anything moves.
        let taps = &self.lowered.taps;
        let at = address(expr);
        let (call, passed, made) =
            (taps.calls.get(&at).copied(), taps.passed.get(&at).copied(), taps.values.get(&at).copied());
        let associated = taps.associated.get(&at).copied().map(Asked::Which);
        let associated = associated.or_else(|| taps.own.contains(&at).then_some(Asked::Own));
        let of_trait = taps.of_traits.contains(&at);
        let (mut method, mut of_option, mut of_elements) = (None, false, false);
        if let Expr::MethodCall(call) = &*expr {
            let at = address(call);
            let own = if taps.of_references.contains(&at) { Asked::OwnOfReference } else { Asked::Own };
            let asked = taps.methods.get(&at).copied().map(Asked::Which);
            method = asked.or_else(|| taps.own.contains(&at).then_some(own));
            (of_option, of_elements) = (taps.options.contains(&at), taps.elements.contains(&at));
        }
        let operator = match &*expr {
            Expr::Binary(node) => taps.operators.get(&address(node)).copied(),
            Expr::Unary(node) => taps.operators.get(&address(node)).copied(),
            _ => None,
        };
        let indexed = matches!(&*expr, Expr::Index(node) if taps.indexed.contains(&address(node)));
        visit_mut::visit_expr_mut(self, expr);
        if self.labeled {
            leave_block(expr, self.krate);
        }
        if let (true, Expr::Index(node)) = (indexed, &mut *expr) {
            self.confirm_index(node);
        }
        if let Some((op, id)) = operator {
            self.operator(expr, op, id);
        }
        if of_option {
            self.confirm_option(expr);
        }
        if of_elements {
            self.confirm_elements(expr);
        }
        match (&mut *expr, method, associated, call, passed) {
            (Expr::MethodCall(node), Some(asked), ..) => *expr = self.method(node, asked),
            (Expr::Call(node), _, Some(asked), ..) => {
                if let Expr::Path(path) = bare(&node.func) {
                    let place = Place::of(node, &path.path);
                    *node.func = match asked {
                        Asked::Which(id) if of_trait => self.of_trait(path, id, place),
                        _ => self.associated(path, asked, place),
                    };
                }
            }
            (Expr::Call(node), _, _, Some(id), _) => {
                if let Expr::Path(path) = bare(&node.func) {
                    let path = path.path.clone();
                    if node.args.iter().any(is_closure) {
                        *expr = self.call_with_closures(node, &path, id);
                    } else {
                        *node.func = self.callee(&path, id, Said::Called);
                    }
                }
            }
            (Expr::Path(path), _, _, _, Some(id)) => *expr = self.callee(&path.path, id, Said::Passed),
            _ => {}
        }
        if let Some(id) = made {
            let hole = hole(id.0 as usize);
            let span = syn::spanned::Spanned::span(expr);
            let constructor = match &*expr {
                Expr::Call(node) => match bare(&node.func) {
                    Expr::Path(path) if is_capitalized(&path.path) => Some(path.to_token_stream()),
                    _ => None,
                },
                _ => None,
            };
            // A kernel takes `Name(..)` for a tuple struct. Only a constructor can stand in a pattern.
            if let Some(path) = constructor {
                *expr = Expr::Verbatim(quote_spanned! {span=>
                    ({
                        let made = #expr;
                        #[allow(unreachable_patterns)]
                        let _ = || match made { #path(..) => {} _ => {} };
                        made
                    })
                });
            }
            // Not parsed, as a chain of operators is not (`Tap::operator`), which it may hold.
            *expr = Expr::Verbatim(quote_spanned!(span=> #hole.of(#expr)));
        }
    }
}

/// Has `return` and `?` leave the block that has the body. (Kernels know `?` of an `Option`.)
fn leave_block(expr: &mut Expr, krate: &Path) {
    let label = label();
    let left = match expr {
        Expr::Return(node) => {
            let (span, value) = (node.return_token.span, &node.expr);
            quote_spanned!(span=> break #label #value)
        }
        Expr::Try(node) => {
            let (span, value) = (node.question_token.span, &node.expr);
            let krate = standing_at(krate, span);
            quote_spanned! {span=>
                (match #krate::__private::tried(#value) {
                    ::core::option::Option::Some(value) => value,
                    ::core::option::Option::None => break #label ::core::option::Option::None,
                })
            }
        }
        _ => return,
    };
    *expr = Expr::Verbatim(left);
}

/// Whether the last name of a path looks like a type's.
fn is_capitalized(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}

/// Whether an argument is a closure that is written there.
fn is_closure(arg: &Expr) -> bool {
    match arg {
        Expr::Closure(_) => true,
        Expr::Paren(inner) => is_closure(&inner.expr),
        Expr::Group(inner) => is_closure(&inner.expr),
        Expr::Reference(inner) => is_closure(&inner.expr),
        _ => false,
    }
}

/// What the path of a function is there for.
#[derive(Clone, Copy)]
enum Said {
    Called,
    Passed,
}

/// What rustc is asked of a call.
#[derive(Clone, Copy)]
enum Asked {
    /// Which method it is, for a capture.
    Which(CaptureId),
    /// Whether it is a number's own.
    Own,
    /// The same of a reference to a number, where a trait's method comes first that takes one, and the trait may
    /// not be marked.
    OwnOfReference,
}

/// The name of what tells which method a name is.
pub(super) fn hidden_method(name: &impl std::fmt::Display) -> syn::Ident {
    format_ident!("__kiln_method_{}", name.to_string().trim_start_matches("r#"))
}

/// The name of what tells which function of a type a name is.
pub(super) fn hidden_function(name: &impl std::fmt::Display) -> syn::Ident {
    format_ident!("__kiln_function_{}", name.to_string().trim_start_matches("r#"))
}

/// The same of a function of a trait, where a call says the trait: the type may have another of that name.
pub(super) fn hidden_function_of_trait(name: &impl std::fmt::Display) -> syn::Ident {
    format_ident!("__kiln_function_of_trait_{}", name.to_string().trim_start_matches("r#"))
}

/// The same where the trait is known by its own name: the type may have several with a function of that name.
pub(super) fn hidden_function_of_this_trait(of_trait: &syn::Ident, name: &syn::Ident) -> syn::Ident {
    let [of_trait, name] = [of_trait, name].map(|word| word.to_string().trim_start_matches("r#").to_owned());
    format_ident!("__kiln_function_of_{of_trait}_{name}")
}

/// The same of a function with parameters of its own, where a call writes them out.
pub(super) fn with_parameters(hidden: &syn::Ident) -> syn::Ident {
    format_ident!("{hidden}_with_parameters")
}

/// A name for an import: it finds items only, so that rustc reports a variable of the function around a kernel once,
/// where the body has it.
pub(super) fn item_named(name: &syn::Ident) -> syn::Ident {
    let mut item = name.clone();
    // A keyword is an error on the user's token.
    if name != "self" {
        item.set_span(name.span().resolved_at(Span::mixed_site()));
    }
    item
}

impl Tap<'_> {
    /// The function at a path, which tells its instance to the capture's hole. What is called is the function itself,
    /// so that rustc says of a call what it says of the user's. What the function asks of types, it says at this place.
    fn callee(&self, path: &Path, id: CaptureId, said: Said) -> Expr {
        if path.leading_colon.is_some() && path.segments.len() == 1 {
            // A crate, and no function.
            return syn::parse_quote!(#path);
        }
        let (krate, hole) = (self.krate, hole(id.0 as usize));
        let mut path = path.clone();
        let last = path.segments.last_mut();
        let span = last.as_ref().map_or_else(Span::call_site, |last| last.ident.span());
        let arguments = last.map(|last| std::mem::take(&mut last.arguments));
        let generics = arguments.unwrap_or_default();
        let name = syn::Ident::new("called_function", span);
        let nothing = quote_spanned!(span=> use #krate::calls::not_device::*;);
        let function = syn::Ident::new("what_a_kernel_calls", span);
        let asked = if generics.is_none() { "call" } else { "call_with_generics" };
        let asked = syn::Ident::new(asked, span);
        let telling = quote_spanned!(span=> #name #generics ::#asked(#hole, #function, #function));
        // A name that nothing has is to be rustc's "cannot find" and no import that fails: so the function is said
        // by itself, and a macro of that name gives the import something to find.
        // Where it is passed, so is what the name stands for: nothing has any type, and not the one that is asked for.
        let passed = matches!(said, Said::Passed).then(|| quote_spanned!(span=> ; #function));
        let keyword = ["self", "Self", "super", "crate"];
        let callee = match path.get_ident().filter(|ident| keyword.iter().all(|keyword| ident != keyword)) {
            Some(ident) => {
                let item = item_named(ident);
                quote_spanned!(span=> ({
                    let #function = #ident #generics;
                    {
                        macro_rules! #item { () => {} }
                        #nothing
                        use #item as #name;
                        #telling
                    }
                    #passed
                }))
            }
            None => quote_spanned!(span=> ({
                #nothing
                use #path as #name;
                let #function = #name #generics;
                #telling
            })),
        };
        syn::parse2(callee).unwrap_or_else(|_| syn::parse_quote!(#path))
    }
}

/// Puts a pointer to a function in the place of each type parameter that is called: nobody gives one to a function
/// of a type that is only asked who it is.
pub(super) fn name_pointers(item: &mut syn::ItemFn) {
    struct Pointers(Vec<(syn::Ident, syn::Type)>);
    impl VisitMut for Pointers {
        fn visit_type_mut(&mut self, ty: &mut syn::Type) {
            let said = match ty {
                syn::Type::Path(path) => path.path.get_ident(),
                _ => None,
            };
            let found = self.0.iter().position(|(name, _)| said == Some(name));
            // In a pointer its own name stands for nothing: `F: Fn(Held<F>)` would go on for ever.
            let own = found.map(|at| self.0.remove(at));
            if let Some((_, pointer)) = &own {
                *ty = pointer.clone();
            }
            visit_mut::visit_type_mut(self, ty);
            if let (Some(at), Some(own)) = (found, own) {
                self.0.insert(at, own);
            }
        }
    }
    let generics = &item.sig.generics;
    let pointers = generics.type_params().filter_map(|param| {
        let pointer = pointer(called_as(param, generics)?);
        Some((param.ident.clone(), syn::parse2(pointer).ok()?))
    });
    let mut pointers = Pointers(pointers.collect());
    if !pointers.0.is_empty() {
        item.sig.inputs.iter_mut().for_each(|input| pointers.visit_fn_arg_mut(input));
        pointers.visit_block_mut(&mut item.block);
    }
}

/// A function that is called as a closure is.
pub(super) fn pointer(called: &syn::ParenthesizedGenericArguments) -> TokenStream {
    let (inputs, output) = (&called.inputs, &called.output);
    quote!(fn(#inputs) #output)
}

/// Whether an expression denotes a place: what is said of it twice is said of one thing.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Paren(inner) => is_place(&inner.expr),
        Expr::Group(inner) => is_place(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}

/// Tokens with another word for `self`, which closures cannot have as a parameter. Paths that begin with it stay.
pub(super) fn without_self(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    // How many colons stand in front: `U::self` is no value.
    let mut colons = 0;
    while let Some(token) = tokens.next() {
        let in_front = std::mem::take(&mut colons);
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':') {
            colons = in_front + 1;
        }
        out.extend([match token {
            TokenTree::Ident(ident) if ident == "self" => {
                let is_path = in_front == 2 || matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == proc_macro2::Spacing::Joint);
                // With the user's own span, where rustc points.
                let span = ident.span();
                TokenTree::Ident(if is_path { ident } else { syn::Ident::new("self_of_the_method", span) })
            }
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), without_self(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        }]);
    }
    out
}

/// Whether a type may be that of an `Option`, or of something with one in it.
fn may_have_options(ty: &Type) -> bool {
    match ty {
        Type::Tuple(parts) => {
            matches!(parts.as_slice(), [Type::BOOL, _]) || parts.iter().any(may_have_options)
        }
        Type::Array(element, _) => may_have_options(element),
        Type::Unit
        | Type::Scalar(_)
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Struct(_) => false,
    }
}

/// A type in Rust's words; `None` where it is not wholly known.
pub(super) fn type_tokens(ty: &Type, lowered: &Lowered, krate: &Path) -> Option<TokenStream> {
    Some(match ty {
        Type::Unit => quote!(()),
        Type::Scalar(scalar) => scalar_tokens(*scalar, krate),
        Type::Array(element, len) => {
            let element = type_tokens(element, lowered, krate)?;
            let len = len_tokens(*len, lowered)?;
            quote!([#element; #len])
        }
        Type::Tuple(types) => {
            let types = types.iter().map(|ty| type_tokens(ty, lowered, krate)).collect::<Option<Vec<_>>>()?;
            quote!((#(#types,)*))
        }
        Type::Tile { element, shape } => {
            let element = type_tokens(element, lowered, krate)?;
            let extents: Vec<_> = shape.iter().map(|len| len_tokens(*len, lowered)).collect::<Option<_>>()?;
            match shape.as_slice() {
                // A row or a column, or a matrix of that shape: which of them it is, the IR does not say.
                [Len::Const(1), _] | [_, Len::Const(1)] => return None,
                [_] => quote!(#krate::Tile1<#element, #(#extents),*>),
                _ => quote!(#krate::Tile2<#element, #(#extents),*>),
            }
        }
        Type::Capture(id) => match lowered.sources.get(id.0 as usize)? {
            Source::Type(ask) => written(ask, krate),
            Source::Const(_)
            | Source::Value(_)
            | Source::Function
            | Source::Conversion(_)
            | Source::Local(..)
            | Source::Said => {
                return None;
            }
        },
        Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Struct(_) => {
            return None;
        }
    })
}

/// A type that is written, in the surroundings that it has there: a name that no type has is one error where rustc
/// has the same words for each time that the copy says it, and of a generic argument it has others.
pub(super) fn written(ask: &Ask, krate: &Path) -> TokenStream {
    let tokens = &ask.tokens;
    if ask.is_argument { quote!(#krate::__private::Same<#tokens>) } else { tokens.clone() }
}

/// A scalar in Rust's words.
pub(super) fn scalar_tokens(scalar: Scalar, krate: &Path) -> TokenStream {
    let ident = format_ident!("{}", scalar.name());
    match scalar {
        Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => quote!(#krate::#ident),
        _ => quote!(::core::primitive::#ident),
    }
}

/// The length of an array, or an extent of a tile, in Rust's words.
fn len_tokens(len: Len, lowered: &Lowered) -> Option<TokenStream> {
    Some(match len {
        Len::Const(len) => proc_macro2::Literal::u64_unsuffixed(len).to_token_stream(),
        Len::Capture(id) => match lowered.sources.get(id.0 as usize)? {
            Source::Const(ask) => {
                // A name stands as the user wrote it: that nothing has it, rustc says in the same words then.
                let tokens = &ask.tokens;
                match syn::parse2::<syn::Ident>(tokens.clone()) {
                    Ok(name) => name.to_token_stream(),
                    Err(_) => quote!({ #tokens }),
                }
            }
            Source::Type(_)
            | Source::Value(_)
            | Source::Function
            | Source::Conversion(_)
            | Source::Local(..)
            | Source::Said => {
                return None;
            }
        },
    })
}
