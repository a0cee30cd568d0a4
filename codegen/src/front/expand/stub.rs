//! What stands for a function that was refused, so that its callers are not wrong too.

use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, FnArg, ItemFn, Pat, Path, ReturnType, Signature, parse_quote};

use crate::collections::Set;
use crate::front::lower::Lowered;
use crate::front::lower::signature::is_refused_by_rustc;
use crate::front::lower::types::parameters;

/// Replaces a body by one that gives any type.
pub(in crate::front) fn stub_body(body: &mut Block, attrs: &mut Vec<Attribute>) {
    replace_body(&parse_quote!({ loop {} }), body, attrs);
}

/// Replaces a body by one that uses no parameter.
pub(in crate::front) fn replace_body(by: &Block, body: &mut Block, attrs: &mut Vec<Attribute>) {
    *body = by.clone();
    attrs.push(parse_quote!(#[allow(unused_variables, unused_mut)]));
}

/// A refused device function, as its callers see it.
pub(super) fn stub(item: &ItemFn, lowered: &Lowered) -> ItemFn {
    let mut item = item.clone();
    stub_body(&mut item.block, &mut item.attrs);
    if lowered.hushed {
        stub_signature(&mut item.sig, &lowered.refused);
    }
    item
}

/// Replaces what was refused in a signature: the types of these parameters, and that of the result.
pub(in crate::front) fn stub_signature(sig: &mut Signature, refused: &Set<usize>) {
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

/// Whether rustc has better words for a body in a function than in a closure: a `break` or a `continue` stands outside
/// of all loops, or `self` or `Self` where there is none.
pub(super) fn belongs_in_function(item: &ItemFn) -> bool {
    let is_self = |input: &FnArg| match input {
        FnArg::Receiver(_) => true,
        FnArg::Typed(input) => matches!(&*input.pat, Pat::Ident(pat) if pat.ident == "self"),
    };
    let mut found = Strays::default();
    found.visit_block(&item.block);
    found.jump || found.ty || found.value && !item.sig.inputs.iter().any(is_self)
}

/// Finds jumps outside of loops, `self` as a value and `Self` at the start of a path, except in nested items.
#[derive(Default)]
struct Strays {
    jump: bool,
    value: bool,
    ty: bool,
    loops: usize,
}

impl<'a> Visit<'a> for Strays {
    fn visit_path(&mut self, node: &'a Path) {
        self.value |= node.is_ident("self");
        self.ty |= node.segments.first().is_some_and(|first| first.ident == "Self");
        visit::visit_path(self, node);
    }

    fn visit_expr(&mut self, node: &'a Expr) {
        let unlabeled = match node {
            Expr::Break(node) => node.label.is_none(),
            Expr::Continue(node) => node.label.is_none(),
            _ => false,
        };
        self.jump |= unlabeled && self.loops == 0;
        let is_loop = matches!(node, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_));
        self.loops += usize::from(is_loop);
        visit::visit_expr(self, node);
        self.loops -= usize::from(is_loop);
    }

    fn visit_item(&mut self, _: &'a syn::Item) {}
}
