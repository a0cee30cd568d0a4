//! What the checked copy of a device function leaves to the function itself.
//!
//! A device function stands in the program beside its copy, and rustc checks both. What it would say of the copy in
//! other words than of the function is taken out of the copy here: the copy is there for its types.

use proc_macro2::Span;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Expr, FnArg, ItemFn, Label, Lifetime, Pat, Path, ReturnType, Signature, Stmt, Type,
    parse_quote,
};

use crate::collections::Set;
use crate::front::lower::signature::is_refused_by_rustc;
use crate::front::lower::types::parameters;

/// Has the copy say nothing of borrows, of what is assigned to and of a value that is missing at the end: in front
/// of the body stands a loop without end, and no code behind that is looked at for these.
pub(super) fn leave_to_the_function(block: &mut Block, sig: &Signature, krate: &Path) {
    let output = &sig.output;
    Strays::outside().mended().visit_block_mut(block);
    WithoutValues { is_inside: false }.visit_block_mut(block);
    // Of a type parameter that it gives, rustc may advise what a function's result can be.
    if let ReturnType::Type(_, ty) = output
        && let Type::Path(path) = &**ty
        && path
            .path
            .get_ident()
            .is_some_and(|name| sig.generics.type_params().any(|param| param.ident == *name))
    {
        let mut given = Given { ty, krate };
        given.visit_block_mut(block);
        given.of_block(block);
    }
    if matches!(output, ReturnType::Type(..)) {
        end(block);
    }
    let end = Some(syn::Token![;](Span::call_site()));
    block.stmts.insert(0, Stmt::Expr(never(Span::call_site()), end));
}

/// Takes out the body of what was refused.
pub(in crate::front) fn hush(body: &mut Block, attrs: &mut Vec<Attribute>) {
    *body = parse_quote!({ loop {} });
    attrs.push(parse_quote!(#[allow(unused_variables, unused_mut)]));
}

/// Puts another body in place of one, of whose parameters it says nothing.
pub(in crate::front) fn replace(by: &Block, body: &mut Block, attrs: &mut Vec<Attribute>) {
    hush(body, attrs);
    *body = by.clone();
}

/// A device function that was refused, of which rustc would say the same mistake again: as those that call it see it.
pub(super) fn hushed(item: &ItemFn, refused: &Set<usize>) -> ItemFn {
    let mut item = item.clone();
    hush(&mut item.block, &mut item.attrs);
    hush_signature(&mut item.sig, refused);
    item
}

/// Takes out of a signature what was refused: the types of these parameters, and that of the result.
pub(in crate::front) fn hush_signature(sig: &mut Signature, refused: &Set<usize>) {
    let names = parameters(sig);
    if matches!(&sig.output, ReturnType::Type(_, ty) if is_refused_by_rustc(ty, &names)) {
        sig.output = ReturnType::Default;
    }
    for (number, input) in sig.inputs.iter_mut().enumerate() {
        if let (true, FnArg::Typed(input)) = (refused.contains(&number), input) {
            *input.ty = parse_quote!(impl ::core::marker::Sized);
        }
    }
}

/// Whether a `break` or a `continue` stands outside of all loops, or a `self` that nothing is, which a closure has
/// other words for.
pub(super) fn has_strays(item: &ItemFn) -> bool {
    let mut strays = Strays::outside();
    strays.visit_block_mut(&mut item.block.clone());
    strays.found.is_some() || has_stray_self(item)
}

/// Whether the body says `self` and no parameter is.
pub(super) fn has_stray_self(item: &ItemFn) -> bool {
    let is_self = |input: &FnArg| match input {
        FnArg::Receiver(_) => true,
        FnArg::Typed(input) => matches!(&*input.pat, Pat::Ident(pat) if pat.ident == "self"),
    };
    !item.sig.inputs.iter().any(is_self) && SelfAlone::of(item).value
}

/// Whether the body of a function of no type says `Self`.
pub(super) fn has_stray_type(item: &ItemFn) -> bool {
    SelfAlone::of(item).ty
}

/// Finds `self` as a value and `Self` as what a path begins with, elsewhere than in items and in the arguments of
/// macros.
#[derive(Default)]
struct SelfAlone {
    value: bool,
    ty: bool,
}

impl SelfAlone {
    fn of(item: &ItemFn) -> SelfAlone {
        let mut found = SelfAlone::default();
        found.visit_block(&item.block);
        found
    }
}

impl<'a> Visit<'a> for SelfAlone {
    fn visit_path(&mut self, node: &'a Path) {
        self.value |= node.is_ident("self");
        self.ty |= node.segments.first().is_some_and(|first| first.ident == "Self");
        visit::visit_path(self, node);
    }

    fn visit_item(&mut self, _: &'a syn::Item) {}
}

/// What never ends, and so has any type.
fn never(span: Span) -> Expr {
    Expr::Verbatim(quote_spanned!(span=> (loop {})))
}

/// Of an `if` that gives the block's value and has no `else`, and of a loop that ends without one, the function says
/// what is wrong with it.
fn end(block: &mut Block) {
    let Some(Stmt::Expr(last, semi @ None)) = block.stmts.last_mut() else { return };
    if let Expr::ForLoop(_) | Expr::While(_) = last {
        *semi = Some(syn::Token![;](Span::call_site()));
        block.stmts.push(Stmt::Expr(never(Span::call_site()), None));
    } else {
        end_of(last);
    }
}

fn end_of(last: &mut Expr) {
    match last {
        Expr::If(node) => {
            end(&mut node.then_branch);
            let span = node.if_token.span;
            let missing = || {
                let block = Expr::Verbatim(quote_spanned!(span=> { loop {} }));
                (syn::Token![else](span), Box::new(block))
            };
            end_of(&mut node.else_branch.get_or_insert_with(missing).1);
        }
        Expr::Block(node) => end(&mut node.block),
        Expr::Unsafe(node) => end(&mut node.block),
        // A `break` that lacks the value.
        Expr::Loop(node) => {
            Strays::of(node.label.as_ref()).mended().visit_block_mut(&mut node.body);
        }
        Expr::Match(node) => node.arms.iter_mut().for_each(|arm| end_of(&mut arm.body)),
        Expr::ForLoop(_) | Expr::While(_) => {
            *last = Expr::Verbatim(quote!({ #last (loop {}) }));
        }
        _ => {}
    }
}

/// Has what a function gives be of any type, where its form leaves nothing of it to what is expected of it.
struct Given<'a> {
    ty: &'a Type,
    krate: &'a Path,
}

impl Given<'_> {
    fn any(&self, value: &mut Expr) {
        match value {
            Expr::If(node) => {
                self.of_block(&mut node.then_branch);
                if let Some((_, otherwise)) = &mut node.else_branch {
                    self.any(otherwise);
                }
            }
            Expr::Block(node) => self.of_block(&mut node.block),
            Expr::Unsafe(node) => self.of_block(&mut node.block),
            Expr::Match(node) => node.arms.iter_mut().for_each(|arm| self.any(&mut arm.body)),
            // Of these what is expected says what they give.
            Expr::MethodCall(call) if ["into", "sum", "product"].iter().any(|name| call.method == name) => {}
            Expr::Unary(node) if matches!(node.op, syn::UnOp::Deref(_)) => {}
            Expr::Lit(_)
            | Expr::Path(_)
            | Expr::Field(_)
            | Expr::Cast(_)
            | Expr::Index(_)
            | Expr::Unary(_)
            | Expr::MethodCall(_) => {
                let (krate, ty) = (self.krate, self.ty);
                let private = quote!(#krate::__private);
                *value = Expr::Verbatim(quote! {
                    { #private::Leniently::of(#private::Argument::<#ty>::new().takes(), #value).given() }
                });
            }
            _ => {}
        }
    }

    fn of_block(&self, block: &mut Block) {
        if let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() {
            self.any(last);
        }
    }
}

impl VisitMut for Given<'_> {
    fn visit_expr_return_mut(&mut self, node: &mut syn::ExprReturn) {
        visit_mut::visit_expr_return_mut(self, node);
        if let Some(value) = &mut node.expr {
            self.any(value);
        }
    }

    // What a closure gives is not the function's.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Finds what ends or continues a loop where none is around.
struct Strays {
    found: Option<Span>,
    /// Whether it is taken out, too.
    mend: bool,
    /// Whether one that gives a value is meant, too.
    with_values: bool,
    /// Whether one that says this label is meant, too.
    label: Option<Label>,
}

impl Strays {
    /// All that stand in no loop.
    fn outside() -> Strays {
        Strays { found: None, mend: false, with_values: true, label: None }
    }

    /// Those of a loop of this label that give no value.
    fn of(label: Option<&Label>) -> Strays {
        Strays { with_values: false, label: label.cloned(), ..Strays::outside() }
    }

    fn mended(self) -> Strays {
        Strays { mend: true, ..self }
    }

    fn is_meant(&self, label: Option<&Lifetime>) -> bool {
        label.is_none_or(|said| self.label.as_ref().is_some_and(|own| own.name == *said))
    }
}

impl VisitMut for Strays {
    fn visit_expr_mut(&mut self, node: &mut Expr) {
        let is_stray = match node {
            Expr::Break(node) => {
                self.is_meant(node.label.as_ref()) && (self.with_values || node.expr.is_none())
            }
            Expr::Continue(node) => self.is_meant(node.label.as_ref()),
            _ => false,
        };
        if is_stray {
            let span = node.span();
            self.found.get_or_insert(span);
            if self.mend {
                *node = never(span);
            }
            return;
        }
        match node {
            // What is not in the body of a loop is not in the loop.
            Expr::ForLoop(node) => self.visit_expr_mut(&mut node.expr),
            Expr::While(node) => self.visit_expr_mut(&mut node.cond),
            // What ends a closure is no loop either, and nobody has other words for that.
            Expr::Loop(_) | Expr::Closure(_) => {}
            _ => visit_mut::visit_expr_mut(self, node),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Takes out the values of what ends a `for` or a `while`, which have none, of which the function says so.
struct WithoutValues {
    /// Whether the innermost loop here is one of these.
    is_inside: bool,
}

impl VisitMut for WithoutValues {
    fn visit_expr_mut(&mut self, node: &mut Expr) {
        let around = self.is_inside;
        match node {
            Expr::ForLoop(_) | Expr::While(_) => self.is_inside = true,
            Expr::Loop(_) | Expr::Closure(_) => self.is_inside = false,
            Expr::Break(node) if self.is_inside && node.label.is_none() => node.expr = None,
            _ => {}
        }
        visit_mut::visit_expr_mut(self, node);
        self.is_inside = around;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
