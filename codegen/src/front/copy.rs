//! The copy of the body that rustc type-checks, and that is never run.
//!
//! Every token keeps the user's span, so that completion, hover and rustc's own messages work on what he wrote. Beside
//! what he wrote it asserts the types that Kiln inferred, and it taps rustc for those that Kiln could not: a tap is a
//! mention of a [`Hole`](../../kiln/__private/struct.Hole.html), whose type parameter rustc infers.
//!
//! A device function `helper` is a function and a type of one name. A call `helper(x)` becomes
//!
//! ```text
//! ({ let said = helper; { use kiln::calls::not_device::*; use helper as called_function;
//!    called_function::from_a_kernel(hole, said, said) } })(x)
//! ```
//!
//! where the second `use` brings the function and, if there is one, the type, in front of the first's type of that
//! name, which only says that `helper` is no device function. The call itself stays the user's, arguments and all.

mod absent;
mod closures;
mod fields;
mod first;
mod generic;
mod methods;
mod operators;
pub(super) mod standing;
mod taken;
mod unasked;

use std::cell::RefCell;

use crate::collections::{Map, Set};

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Path, Stmt, Token};

use super::alike;
use super::lower::signature::called_as;
use super::lower::{Ask, Lowered, Matches, Source, address, bare};
use crate::ir::{CaptureId, FunctionKind, Len, Scalar, Type};
use closures::Place;
use methods::Arguments;
pub(super) use standing::standing_at;
use standing::{ends, standing_over};

/// The name of the hole of a capture.
pub(super) fn hole(id: usize) -> syn::Ident {
    format_ident!("__kiln_hole_{}", id)
}

/// What is told types in a copy, beside its holes.
#[derive(Default)]
pub(super) struct Beside {
    /// How many variables are asked whether Kiln took them for what they are ([`taken`]).
    pub(super) taken: usize,
    /// What holds the types of operands (`copy::operators`).
    pub(super) operands: Vec<syn::Ident>,
    /// What is asked behind the body.
    pub(super) asked: Vec<TokenStream>,
}

/// The name of what is told a variable's type, and what Kiln takes it for. What these are to each other is asked behind
/// the body: of a number without a suffix rustc says what is wrong before it knows which it is.
pub(super) fn taken(number: usize) -> syn::Ident {
    format_ident!("__kiln_taken_{}", number)
}

/// Rewrites `block` in place; it must be the very tree that was lowered.
/// `typed` says whether Kiln found types without contradiction: else rustc has more to say than that they differ.
pub(super) fn tap(block: &mut Block, lowered: &mut Lowered, krate: &Path, typed: bool) {
    let macros = std::mem::take(&mut lowered.taps.macros);
    let matches = std::mem::take(&mut lowered.taps.matches);
    let (beside, referred) = (RefCell::default(), Set::new());
    let mut tap =
        Tap { lowered, krate, typed, macros, matches, referred, open: 0, is_said: false, beside: &beside };
    tap.visit_block_mut(block);
    lowered.taps.beside = beside.take();
}

struct Tap<'a> {
    lowered: &'a Lowered,
    krate: &'a Path,
    typed: bool,
    /// The parsed arguments of macros, by the macros' addresses.
    macros: Map<usize, Punctuated<Expr, Token![,]>>,
    /// The parsed operands of `matches!`, likewise.
    matches: Map<usize, Box<Matches>>,
    /// What `&` stands in front of.
    referred: Set<usize>,
    /// How many closures are around that do not say what they take.
    open: usize,
    /// Whether a statement stands in front of it too as the user wrote it.
    is_said: bool,
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
        let (mut in_front, mut inserted) = (Vec::new(), Vec::new());
        for stmt in &mut block.stmts {
            inserted.push(match stmt {
                Stmt::Local(local) if local.init.is_some() => self.statements(address(local)),
                Stmt::Expr(Expr::Assign(assign), _) => self.statements(address(&*assign.left)),
                _ => Vec::new(),
            });
            let said = self.said_in_front(stmt);
            let was_said = self.is_said;
            self.is_said |= said.is_some();
            self.visit_stmt_mut(stmt);
            self.is_said = was_said;
            in_front.push(said.and_then(|said| said.put(stmt)));
            if let (Stmt::Expr(Expr::Assign(_), semi @ None), Some([_, ..])) =
                (stmt, inserted.last().map(Vec::as_slice))
            {
                *semi = Some(Token![;](Span::mixed_site()));
            }
        }
        let old = std::mem::replace(&mut block.stmts, names);
        for ((in_front, stmt), new) in in_front.into_iter().zip(old).zip(inserted) {
            block.stmts.extend(in_front);
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

    /// A value that has its field's name is written out where something else is said for it.
    fn visit_field_value_mut(&mut self, node: &mut syn::FieldValue) {
        if node.colon_token.is_none() && self.field_of_self(&node.expr).is_some() {
            node.colon_token = Some(Token![:](syn::spanned::Spanned::span(&node.expr)));
        }
        visit_mut::visit_field_value_mut(self, node);
    }

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
            let mut tokens = None;
            if self.lowered.function.kind == FunctionKind::Device {
                let is_none = self.lowered.taps.no_conditions.contains(&address(node));
                unasked::assert_anything(&node.path, &mut args, is_none, self.krate);
                tokens = unasked::shown(&node.path, &args, self.krate);
            }
            node.tokens = tokens.unwrap_or_else(|| args.to_token_stream());
        }
    }

    fn visit_expr_for_loop_mut(&mut self, node: &mut syn::ExprForLoop) {
        let new = self.statements(address(node));
        let is_device = self.lowered.function.kind == FunctionKind::Device;
        let asked = alike::asked(node).filter(|_| is_device);
        visit_mut::visit_expr_for_loop_mut(self, node);
        node.body.stmts.splice(0..0, new);
        if let Some(name) = asked {
            alike::ask(node, &name);
        }
    }

    fn visit_expr_closure_mut(&mut self, node: &mut syn::ExprClosure) {
        let new = self.statements(address(node));
        let is_open = node.inputs.iter().any(|input| !matches!(input, syn::Pat::Type(_)));
        self.open += usize::from(is_open);
        visit_mut::visit_expr_closure_mut(self, node);
        self.open -= usize::from(is_open);
        if !new.is_empty() {
            // It ends where the user's does: rustc points to the whole of a closure that is called wrongly.
            let (body, end) = (&node.body, ends(&node.body).1);
            *node.body = syn::parse_quote_spanned!(end=> { #(#new)* #body });
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(field) = self.field_of_self(expr) {
            *expr = field;
            return;
        }
        if let Expr::Reference(node) = &*expr {
            self.referred.insert(address(bare(&node.expr)));
        }
        let capture = self.lowered.taps.calls.get(&address(expr)).copied();
        let passed = self.lowered.taps.passed.get(&address(expr)).copied();
        let made = self.lowered.taps.values.get(&address(expr)).copied();
        let associated = self.lowered.taps.associated.get(&address(expr)).copied();
        let method = match expr {
            Expr::MethodCall(call) => {
                let at = address(&*call);
                let asked = self.lowered.taps.methods.get(&at).copied().map(Asked::Which);
                let of_reference = self.lowered.taps.of_references.contains(&at);
                let own = if of_reference { Asked::OwnOfReference } else { Asked::Own };
                asked.or(self.lowered.taps.own.contains(&at).then_some(own))
            }
            _ => None,
        };
        let of_option =
            matches!(&*expr, Expr::MethodCall(call) if self.lowered.taps.options.contains(&address(call)));
        let of_elements =
            matches!(&*expr, Expr::MethodCall(call) if self.lowered.taps.elements.contains(&address(call)));
        let own = self.lowered.taps.own.contains(&address(expr)).then_some(Asked::Own);
        let has_too_many =
            matches!(&*expr, Expr::Call(call) if associated.is_some() && Self::has_too_many(call));
        let associated = associated.map(Asked::Which).or(own).filter(|_| !has_too_many);
        let operator = match expr {
            Expr::Binary(node) => self.lowered.taps.operators.get(&address(&*node)).copied(),
            Expr::Unary(node) => self.lowered.taps.operators.get(&address(&*node)).copied(),
            _ => None,
        };
        let indexed =
            matches!(&*expr, Expr::Index(node) if self.lowered.taps.indexed.contains(&address(node)));
        let named = self.named_among(expr);
        let original = match &*expr {
            Expr::Call(call) if capture.is_some() && absent::is_plain(call) => {
                let is_name = matches!(bare(&call.func), Expr::Path(path) if path.path.get_ident().is_some());
                let is_looked_at = named.is_some() && is_name || absent::may_be_of_nothing(call);
                is_looked_at.then(|| call.clone())
            }
            Expr::Call(call) if !self.is_passed_to(call) => {
                let is_looked_at = capture.is_some() && absent::writes_arguments_out(call)
                    || associated.is_some() && self.is_of_no_type(call);
                is_looked_at.then(|| call.clone())
            }
            _ => None,
        };
        let is_of_type =
            matches!(method, Some(Asked::Which(_))) || matches!(associated, Some(Asked::Which(_)));
        let has_written = matches!(&*expr, Expr::Call(call) if capture.is_some() && absent::is_plain_but_for_arguments(call));
        let is_of_module =
            has_written || matches!(&*expr, Expr::Call(call) if capture.is_some() && absent::is_plain(call));
        let of_type =
            (named.is_some() && (is_of_type || is_of_module && original.is_none())).then(|| expr.clone());
        let known = if is_of_type || is_of_module { self.known_of_parameters(expr) } else { None };
        let known = known.filter(|known| known.is_foreign || !has_written);
        let (arguments, no_function, original_of_method) = match &*expr {
            Expr::MethodCall(call) => {
                let no_function = self.no_function(call, !is_of_type);
                let is_beside = no_function.is_some()
                    || known.is_some_and(|known| known.is_beside(call.args.len()))
                    || is_of_type && self.is_known_by_result(expr);
                let mut arguments = Arguments::of(call, named);
                arguments.say_types &= no_function.is_none();
                (Some(arguments), no_function, is_beside.then(|| expr.clone()))
            }
            _ => (None, None, None),
        };
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Index(node) = &mut *expr {
            let is_range = alike::is_range(&node.index);
            if indexed {
                self.confirm_index(node);
            }
            if is_range && self.lowered.function.kind == FunctionKind::Device {
                alike::place(&mut node.index);
            }
        }
        if let Expr::Try(node) = &*expr
            && self.lowered.function.kind == FunctionKind::Device
        {
            *expr = unasked::tried(node, self.krate);
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
        // Of what is no function rustc has complained then, of the user's call.
        if let (Some(at), Expr::MethodCall(call)) = (no_function, &mut *expr)
            && let Some(arg) = call.args.get_mut(at)
        {
            let krate = self.krate;
            *arg = syn::parse_quote!(#krate::__private::any());
        }
        if let (Some(asked), Some(arguments), Expr::MethodCall(call)) = (method, arguments, &*expr) {
            let original = original_of_method.as_ref();
            let called = self.method(call, asked, &arguments, (known, original));
            *expr = match original.filter(|_| known.is_none()) {
                Some(original) => self.beside_of(original, &called),
                None => called,
            };
        }
        if let (Some(Asked::Which(id)), Some(original), Expr::Call(call)) = (associated, &original, &*expr) {
            *expr = self.call_of_no_type(original, call, id);
        } else if let (Some(asked), Expr::Call(call)) = (associated, &mut *expr) {
            if let Expr::Path(path) = bare(&call.func) {
                let mut place = Place::of(call, &path.path);
                place.is_passed_to |= named.is_some();
                *call.func = self.associated(path, asked, place, named);
            }
        }
        let of_type_known = known.filter(|_| is_of_type);
        if let (Some(known), Expr::Call(call)) = (of_type_known, &*expr) {
            *expr = self.call_of_parameters(of_type.as_ref(), call, known);
        } else if let Some(original) = of_type.as_ref().filter(|_| is_of_type) {
            *expr = self.beside_of(original, expr);
        }
        if let (Some(id), Expr::Path(path)) = (passed, &*expr) {
            *expr = self.callee(&path.path, id, Said::Passed, None);
        }
        if let Some(id) = made {
            let hole = hole(id.0 as usize);
            let span = syn::spanned::Spanned::span(expr);
            // Not parsed, as a chain of operators is not (`Tap::operator`), which it may hold.
            *expr = Expr::Verbatim(quote_spanned!(span=> #hole.of(#expr)));
        }
        if let (Some(id), Expr::Call(call)) = (capture, &mut *expr) {
            let mut func = &*call.func;
            while let Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Group(syn::ExprGroup { expr, .. }) =
                func
            {
                func = expr;
            }
            if let Expr::Path(path) = func {
                if let Some(original) = original {
                    *expr = self.call_of_nothing((&original, named), call, &path.path, id, known);
                } else if call.args.iter().any(is_closure) {
                    *expr = self.call_with_closures(call, &path.path, id, known);
                } else {
                    let place = named.filter(|_| of_type.is_some()).map(|(first, _)| first);
                    let callee = self.callee(&path.path, id, Said::Called, place);
                    *call.func = callee;
                    if let Some(known) = known {
                        *expr = self.call_of_parameters(of_type.as_ref(), call, known);
                    } else if let Some(original) = &of_type {
                        *expr = self.beside_of(original, expr);
                    }
                }
            }
        }
    }
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

impl Tap<'_> {
    /// The function at a path, which tells its instance to the capture's hole. What is called is the function itself,
    /// so that rustc says of a call what it says of the user's. What the function asks of types, it says at this place.
    fn callee(&self, path: &Path, id: CaptureId, said: Said, place: Option<Span>) -> Expr {
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
        let told = absent::told_by(&generics, span);
        let [name, asking] =
            [span, place.unwrap_or(span)].map(|span| syn::Ident::new("called_function", span));
        // What is no device function takes types, and of constants what is written out here.
        let (outer, nothing) = match &generics {
            syn::PathArguments::AngleBracketed(arguments) => self.not_device(arguments, &name),
            _ => None,
        }
        .unwrap_or_else(|| (TokenStream::new(), quote_spanned!(span=> use #krate::calls::not_device::*;)));
        let function = syn::Ident::new("what_a_kernel_calls", span);
        let telling = quote_spanned!(span=> #name #generics ::#told(#hole, #function, #function));
        // A name that nothing has is to be rustc's "cannot find" and no import that fails: so the function is said
        // by itself, and a macro of that name gives the import something to find.
        // Where it is passed, so is what the name stands for: nothing has any type, and not the one that is asked for.
        let passed = matches!(said, Said::Passed).then(|| quote_spanned!(span=> ; #function));
        let keyword = ["self", "Self", "super", "crate"];
        let callee = match path.get_ident().filter(|ident| keyword.iter().all(|keyword| ident != keyword)) {
            Some(ident) => quote_spanned!(span=> ({
                #outer
                let #function = #ident #generics;
                {
                    macro_rules! #ident { () => {} }
                    #nothing
                    use #ident as #name;
                    #telling
                }
                #passed
            })),
            None => quote_spanned!(span=> ({
                #outer
                {
                    #nothing
                    use #path as #name;
                    let #function = #asking #generics;
                    #telling
                }
            })),
        };
        syn::parse2(callee).unwrap_or_else(|_| syn::parse_quote!(#path))
    }

    /// The type of a name that is no device function's, where arguments that are constants are written out, and what
    /// is to be brought beside it.
    fn not_device(
        &self,
        arguments: &syn::AngleBracketedGenericArguments,
        name: &syn::Ident,
    ) -> Option<(TokenStream, TokenStream)> {
        let (krate, span) = (self.krate, name.span());
        let (params, types) = self.all_alike(arguments);
        (types.len() < params.len()).then(|| {
            let item = quote_spanned!(span=> #krate::__not_device!(#name [#(#params),*] [#(#types)*]););
            (item, quote_spanned!(span=> use #krate::calls::not_device::NoDeviceFunction as _;))
        })
    }
}

/// Whether a generic argument leaves nothing of itself to rustc.
fn is_written_out(argument: &syn::GenericArgument) -> bool {
    fn has_gap(tokens: TokenStream) -> bool {
        let mut waiting: Vec<_> = tokens.into_iter().collect();
        while let Some(token) = waiting.pop() {
            match token {
                TokenTree::Group(group) => waiting.extend(group.stream()),
                TokenTree::Ident(ident) if ident == "_" => return true,
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        false
    }
    !matches!(argument, syn::GenericArgument::Lifetime(_)) && !has_gap(argument.to_token_stream())
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
                // With the user's own span, so that rustc says of the copy what it says of the method.
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
